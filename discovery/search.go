// This file holds the search: additive scores for terms in path, description and input fields, exact lookup of a path, pages.

package discovery

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/neurocode-ai/codemode/tools"
)

const (
	maxSafeInteger = 1<<53 - 1
	defaultLimit   = 10
	// maxTerms bounds the work of one search. A query of so many terms is no query.
	maxTerms = 64
)

// Request is what to search for. The zero value asks for the first ten tools in alphabetical order.
type Request struct {
	Query string
	// Namespace restricts the search to the tools below a top-level name; nil means all.
	Namespace *string
	// Limit is the size of a page; 0 means 10.
	Limit int
	// Offset is the position of the first item.
	Offset int
}

// Result is one page of matches.
type Result struct {
	Items []Item `json:"items"`
	// Remaining counts the matches after this page.
	Remaining int `json:"remaining"`
	// Next is where the following page begins, nil if there is none.
	Next *Next `json:"next"`
}

// Item is one match. Path is the expression that reaches the tool.
type Item struct {
	Path        string `json:"path"`
	Description string `json:"description"`
	Signature   string `json:"signature"`
}

// Next is the part of a request that asks for the following page.
type Next struct {
	Offset int `json:"offset"`
}

// Search finds tools. A query that is the path of a tool gives that tool alone. An invalid limit or offset is an
// *tools.InputError.
func (x *Index) Search(request Request) (Result, error) {
	if request.Limit < 0 || int64(request.Limit) > maxSafeInteger {
		return Result{}, problem("limit", "an integer greater than 0", fmt.Sprint(request.Limit, " (number)"))
	}
	if request.Offset < 0 || int64(request.Offset) > maxSafeInteger {
		return Result{}, problem("offset", "an integer of at least 0", fmt.Sprint(request.Offset, " (number)"))
	}
	if request.Limit == 0 {
		request.Limit = defaultLimit
	}
	matches := x.matches(request)
	from := min(request.Offset, len(matches))
	page := matches[from:min(len(matches), from+min(request.Limit, len(matches)))]
	result := Result{Items: make([]Item, len(page))}
	for i, e := range page {
		result.Items[i] = Item{Path: e.tool.Call, Description: e.description, Signature: x.current(e).String()}
	}
	if result.Remaining = max(0, len(matches)-request.Offset-len(page)); result.Remaining > 0 {
		result.Next = &Next{Offset: request.Offset + len(page)}
	}
	return result, nil
}

// matches returns all matches, the best first.
func (x *Index) matches(request Request) []*entry {
	inScope := func(e *entry) bool { return request.Namespace == nil || e.tool.Namespace() == *request.Namespace }
	if e := x.lookup(request.Query, inScope); e != nil {
		return []*entry{e}
	}
	terms := parseTerms(request.Query)
	// Entries are visited in alphabetical order and there are few different scores, so collecting by score sorts them.
	byScore := map[int][]*entry{}
	var scores []int
	for _, e := range x.ranked {
		if !inScope(e) {
			continue
		}
		score := 0
		for i := range terms {
			score += e.score(&terms[i])
		}
		if score == 0 && len(terms) > 0 {
			continue
		}
		if byScore[score] == nil {
			scores = append(scores, score)
		}
		byScore[score] = append(byScore[score], e)
	}
	if len(scores) == 1 {
		return byScore[scores[0]]
	}
	slices.Sort(scores)
	var list []*entry
	for _, score := range slices.Backward(scores) {
		list = append(list, byScore[score]...)
	}
	return list
}

// lookup returns the tool that a query names: by its canonical path, with or without "tools.", or by its call expression.
func (x *Index) lookup(query string, inScope func(*entry) bool) *entry {
	query = strings.TrimFunc(query, isBlank)
	if i := slices.IndexFunc(x.byPath[query], inScope); i >= 0 {
		return x.byPath[query][i]
	}
	if rest, ok := strings.CutPrefix(query, "tools."); ok {
		if i := slices.IndexFunc(x.byPath[rest], inScope); i >= 0 {
			return x.byPath[rest][i]
		}
	}
	if e := x.byCall[query]; e != nil && inScope(e) {
		return e
	}
	return nil
}

// term is a word of a query with its singular forms. A check passes if any form passes.
type term struct{ forms []string }

// parseTerms splits a query into words: at every run outside ASCII letters and digits, and before a capital letter after a small one or a digit.
func parseTerms(query string) []term {
	var terms []term
	var word []byte
	end := func() {
		if len(word) > 0 && len(terms) < maxTerms {
			terms = append(terms, term{forms(string(word))})
		}
		word = word[:0]
	}
	var last byte
	for _, r := range query {
		if last != 0 && r >= 'A' && r <= 'Z' && (last >= 'a' && last <= 'z' || last >= '0' && last <= '9') {
			end()
		}
		last = 0
		if r < 0x80 {
			last = byte(r)
		}
		switch {
		case r >= 'A' && r <= 'Z':
			word = append(word, byte(r)|0x20)
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			word = append(word, byte(r))
		case r == '\u212a': // the Kelvin sign, whose lower case is an ASCII letter
			word = append(word, 'k')
		default:
			end()
		}
	}
	end()
	return terms
}

func forms(word string) []string {
	list := []string{word}
	if strings.HasSuffix(word, "es") && len(word) > 3 {
		list = append(list, word[:len(word)-2])
	}
	if strings.HasSuffix(word, "s") && len(word) > 2 {
		list = append(list, word[:len(word)-1])
	}
	return list
}

// Points of a term: the path or one of its segments equals it, the path contains it, the description does, the searchable text does.
const (
	pointsSegment     = 20
	pointsPath        = 8
	pointsDescription = 4
	pointsText        = 2
)

func (e *entry) score(t *term) int {
	path := e.searchable[:e.path]
	words := e.searchable[e.path+1 : e.path+1+e.words]
	var inText, inPath, inWords, segment bool
	for _, form := range t.forms {
		if !strings.Contains(e.searchable, form) {
			continue
		}
		inText = true
		inWords = inWords || strings.Contains(words, form)
		if strings.Contains(path, form) {
			inPath = true
			segment = segment || isSegment(path, form)
		}
	}
	score := 0
	if inText {
		score += pointsText
	}
	if inWords {
		score += pointsDescription
	}
	if inPath {
		score += pointsPath
	}
	if segment {
		score += pointsSegment
	}
	return score
}

// isSegment reports whether a form is the whole path or the part between two dots. Forms have no dots in them.
func isSegment(path, form string) bool {
	for segment := range strings.SplitSeq(path, ".") {
		if segment == form {
			return true
		}
	}
	return false
}

// searchInput and searchOutput are the schemas of the search tool.
const (
	searchInput = `{"type":"object","properties":{"query":{"type":"string"},"namespace":{"type":"string"},` +
		`"limit":{"type":"integer","minimum":1},"offset":{"type":"integer","minimum":0}}}`
	searchOutput = `{"type":"object","properties":{"items":{"type":"array","items":{"type":"object","properties":` +
		`{"path":{"type":"string"},"description":{"type":"string"},"signature":{"type":"string"}},"required":["path","description","signature"]}},` +
		`"remaining":{"type":"integer"},"next":{"type":["object","null"],"properties":{"offset":{"type":"integer"}},"required":["offset"]}},` +
		`"required":["items","remaining","next"]}`
	searchDescription = "Find tools by words, list a namespace, or look up a path"
)

// searchSignature is the signature of the search tool.
var searchSignature = sync.OnceValue(func() string {
	return Signature("tools.$codemode.search", []byte(searchInput), []byte(searchOutput))
})

// searchTool makes the tool that programs call.
func searchTool(x *Index) *tools.Tool { return tools.Adapt(searcher{x}) }

type searcher struct{ index *Index }

func (searcher) Description() string           { return searchDescription }
func (searcher) InputSchema() json.RawMessage  { return json.RawMessage(searchInput) }
func (searcher) OutputSchema() json.RawMessage { return json.RawMessage(searchOutput) }

func (searcher) Decode(_ context.Context, input json.RawMessage) (any, error) {
	return DecodeRequest(input)
}

func (s searcher) Run(_ context.Context, input any) (any, error) {
	request, _ := input.(Request)
	return s.index.Search(request)
}

func (searcher) Encode(result any) (json.RawMessage, error) {
	r, _ := result.(Result)
	return r.appendJSON(nil), nil
}

// appendJSON writes a result without the escapes that encoding/json adds for HTML.
func (r *Result) appendJSON(b []byte) []byte {
	b = append(b, `{"items":[`...)
	for i, item := range r.Items {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendQuoted(append(b, `{"path":`...), item.Path)
		b = appendQuoted(append(b, `,"description":`...), item.Description)
		b = appendQuoted(append(b, `,"signature":`...), item.Signature)
		b = append(b, '}')
	}
	b = fmt.Appendf(b, `],"remaining":%d,"next":`, r.Remaining)
	if r.Next == nil {
		return append(b, "null}"...)
	}
	return fmt.Appendf(b, `{"offset":%d}}`, r.Next.Offset)
}

// DecodeRequest reads a request from JSON. Unknown keys are ignored; null is no valid value. The error is an *tools.InputError with
// the first problem.
func DecodeRequest(input []byte) (Request, error) {
	n, err := parseDocument(input)
	if err != nil || !n.is(object) {
		return Request{}, problem("", "an object", received(n))
	}
	var r Request
	for _, f := range [...]struct {
		name, expected string
		set            func(*node) bool
	}{
		{"query", "a string", func(n *node) bool { r.Query = n.str; return n.is(text) }},
		{"namespace", "a string", func(n *node) bool { r.Namespace = &n.str; return n.is(text) }},
		{"limit", "an integer greater than 0", func(n *node) bool { return setInteger(&r.Limit, n, 1) }},
		{"offset", "an integer of at least 0", func(n *node) bool { return setInteger(&r.Offset, n, 0) }},
	} {
		if v := n.get(f.name); v != nil && !f.set(v) {
			return Request{}, problem(f.name, f.expected, received(v))
		}
	}
	return r, nil
}

func setInteger(dst *int, n *node, least float64) bool {
	if !n.is(number) || n.num < least || n.num > maxSafeInteger || n.num != float64(int64(n.num)) {
		return false
	}
	*dst = int(n.num)
	return true
}

func problem(path, expected, received string) *tools.InputError {
	return &tools.InputError{Problems: []tools.Problem{{
		Path: path, Expected: expected, Received: received,
		Message: "expected " + expected + ", received " + received,
	}}}
}

// received describes a value in a problem.
func received(n *node) string {
	if n == nil {
		return "text that is not JSON"
	}
	switch n.kind {
	case null:
		return "null"
	case list:
		return "an array"
	case object:
		return "an object"
	}
	value := string(appendValue(nil, n))
	if len(value) > 60 {
		value = strings.ToValidUTF8(value[:60], "") + "…"
	}
	return value + map[kind]string{boolean: " (boolean)", number: " (number)", text: " (string)"}[n.kind]
}
