// This file defines the index: the entry of each tool, and how it is built.

package discovery

import (
	"fmt"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/neurocode-ai/codemode/tools"
)

// DefaultCatalogBudget is the budget of the catalog in estimated tokens (characters / 4).
const DefaultCatalogBudget = 2000

// maxKeptBytes bounds the signatures that an index keeps in memory. The others are rendered when they are asked for, which takes some 10 µs.
const maxKeptBytes = 16 << 20

// Options configures an index. The zero value is right for most hosts.
type Options struct {
	// CatalogBudget limits the tool entries of the instructions, in estimated tokens (characters / 4). Nil means DefaultCatalogBudget; 0 shows
	// no tool. It must not be negative.
	CatalogBudget *int
	// LearnOutputs remembers the shapes of results that are passed to Observe, and shows them in later signatures of tools without an
	// output schema, marked as observed. Values are not remembered, but names of fields are.
	LearnOutputs bool
	// Types chooses how schemas are rendered.
	Types TypeStyle
}

// TypeStyle is a way to render schemas as types.
type TypeStyle uint8

const (
	// Plain renders every schema in place: recursion, tuples and what else a simple type cannot say become unknown.
	Plain TypeStyle = iota
	// Precise renders tuples, nullable, pattern properties and conditions, merges allOf, and gives recursive and shared definitions
	// a name that is declared after the signature.
	Precise
)

// OptionError reports an option with an invalid value.
type OptionError struct {
	// Field is the name of the option.
	Field string
	// Reason completes the sentence "Field …".
	Reason string
}

func (e *OptionError) Error() string { return e.Field + " " + e.Reason }

// ToolDescription is one tool of the catalog.
type ToolDescription struct {
	// Path is the canonical dotted path.
	Path        string `json:"path"`
	Description string `json:"description"`
	Signature   string `json:"signature"`
}

// Index holds what a model can read about the tools of a catalogue. It is safe for concurrent use.
type Index struct {
	catalogue *tools.Catalogue
	options   Options
	budget    int

	entries []entry
	// ranked lists the entries in alphabetical order of their paths.
	ranked       []*entry
	byPath       map[string][]*entry
	byCall       map[string]*entry
	instructions string
	search       *tools.Tool
}

// entry is what the index knows of one tool.
type entry struct {
	tool        *tools.Resolved
	description string
	// searchable is the lower-case text that search looks through: path, description, then the names and descriptions of the input
	// fields, one a line. path and words are the lengths of the first two.
	searchable  string
	path, words int

	// cost is what the entry costs in the catalog, in estimated tokens.
	cost int
	// signature is the rendered signature if it is kept.
	signature atomic.Pointer[signature]
	// typed says that the tool has an output schema.
	typed   bool
	learned atomic.Pointer[learned]
}

// signature is a call with its types, and the declarations of the names in them (Precise only).
type signature struct {
	head, types string
}

func (s *signature) String() string {
	if s.types == "" {
		return s.head
	}
	return s.head + "\n" + s.types
}

// New builds the index of a catalogue and adds the search tool ($codemode.search) to it.
func New(catalogue *tools.Catalogue, options Options) (*Index, error) {
	x := &Index{catalogue: catalogue, options: options, budget: DefaultCatalogBudget}
	if b := options.CatalogBudget; b != nil {
		if *b < 0 || int64(*b) > maxSafeInteger {
			return nil, &OptionError{"CatalogBudget", fmt.Sprintf("must be an integer of at least 0, not %d", *b)}
		}
		x.budget = *b
	}
	x.search = searchTool(x)
	if _, err := catalogue.AddInternal("search", x.search); err != nil {
		return nil, err
	}
	x.build()
	x.instructions = x.writeInstructions()
	return x, nil
}

func (x *Index) build() {
	n := len(x.catalogue.Tools)
	x.entries = make([]entry, n)
	x.byPath = make(map[string][]*entry, n)
	x.byCall = make(map[string]*entry, n)
	paths := make([]string, n)
	kept := 0
	var memory arena
	for i, t := range x.catalogue.Tools {
		e := &x.entries[i]
		sig := e.fill(t, x.options.Types, &memory)
		memory.reset()
		if kept += len(sig.head) + len(sig.types); kept <= maxKeptBytes {
			e.signature.Store(sig)
		}
		paths[i] = t.Path
		x.byPath[t.Path] = append(x.byPath[t.Path], e)
		x.byCall[t.Call] = e
	}
	x.ranked = make([]*entry, n)
	for i, at := range alphabetical(paths) {
		x.ranked[i] = &x.entries[at]
	}
}

// fill reads the schemas of a tool and returns its signature.
func (e *entry) fill(t *tools.Resolved, style TypeStyle, memory *arena) *signature {
	e.tool = t
	e.description = t.Tool.Description()
	if t.Tool.Deprecated() {
		e.description = strings.TrimSpace("Deprecated. " + e.description)
	}
	if !utf8.ValidString(e.description) {
		e.description = strings.ToValidUTF8(e.description, "\uFFFD")
	}
	input, output := readDocument(t.Tool.InputSchema(), memory), readDocument(t.Tool.OutputSchema(), memory)
	sig := e.render(input, output, style)
	e.typed = output.root != nil
	e.cost = (utf16Length(e.line(sig)) + 2) / 4

	var b strings.Builder
	path, words := strings.ToLower(t.Path), strings.ToLower(e.description)
	e.path, e.words = len(path), len(words)
	b.WriteString(path)
	b.WriteByte('\n')
	b.WriteString(words)
	for _, f := range inputFields(input.root) {
		b.WriteByte('\n')
		b.WriteString(strings.ToLower(f))
	}
	e.searchable = b.String()
	return sig
}

// document is a schema that was read once: a tool may write it anew each time it is asked.
type document struct {
	root *node // nil if nothing is known
	size int   // bytes
}

func readDocument(schema []byte, memory *arena) document {
	if schema == nil {
		return document{}
	}
	root, err := memory.parse(schema)
	if err != nil {
		return document{}
	}
	return document{root, len(schema)}
}

func (d document) typ() string {
	if d.root == nil {
		return unknown
	}
	return renderType(d.root, d.size, true)
}

// render makes the signature of a tool.
func (e *entry) render(input, output document, style TypeStyle) *signature {
	if style == Precise {
		return preciseSignature(e.tool.Call, input.root, output.root)
	}
	return &signature{head: head(e.tool.Call, input.typ(), output.typ())}
}

// head writes a call with its types. An empty text is no type.
func head(call, input, output string) string {
	if input == "" {
		input = unknown
	}
	if output == "" {
		output = unknown
	}
	return call + "(input: " + input + "): Promise<" + output + ">"
}

// Signature writes the signature of a call: the expression that reaches the tool and its input and output types in the multi-line form.
// A schema that is nil is unknown.
func Signature(call string, input, output []byte) string {
	return head(call, Type(input, true), Type(output, true))
}

// current returns the signature of a tool as it is now known.
func (x *Index) current(e *entry) *signature {
	sig := e.signature.Load()
	if sig == nil {
		t := e.tool.Tool
		var memory arena
		sig = e.render(readDocument(t.InputSchema(), &memory), readDocument(t.OutputSchema(), &memory), x.options.Types)
	}
	if l := e.learned.Load(); l != nil {
		if typ := l.typ(); typ != "" {
			head, ok := strings.CutSuffix(sig.head, "Promise<unknown>")
			if ok {
				return &signature{head: head + "Promise<" + typ + "> /* observed in results, not guaranteed */", types: sig.types}
			}
		}
	}
	return sig
}

// Catalog returns all tools of the host, depth first in declaration order.
func (x *Index) Catalog() []ToolDescription {
	out := make([]ToolDescription, len(x.entries))
	for i := range x.entries {
		e := &x.entries[i]
		out[i] = ToolDescription{Path: e.tool.Path, Description: e.description, Signature: x.current(e).String()}
	}
	return out
}

// Signature returns the signature of a tool of the catalogue, "" for a tool that is not part of it.
func (x *Index) Signature(t *tools.Resolved) string {
	if t.Tool == x.search {
		return searchSignature()
	}
	if t.Index < 0 || t.Index >= len(x.entries) || x.entries[t.Index].tool != t {
		return ""
	}
	return x.current(&x.entries[t.Index]).String()
}

// Instructions is the text that tells a model how to write programs and which tools there are. It is made once.
func (x *Index) Instructions() string { return x.instructions }

// SearchTool is the tool that programs call as tools.$codemode.search.
func (x *Index) SearchTool() *tools.Tool { return x.search }

// inputFields returns the names and descriptions of the top-level properties of an input schema. A reference at the top is followed once.
func inputFields(n *node) []string {
	if ref, ok := n.strAt("$ref"); ok && n.is(object) {
		var top *scope
		name, _ := refName(ref)
		n = top.extend(n).find(name)
	}
	props := n.get("properties")
	if !props.is(object) {
		return nil
	}
	var list []string
	for i, key := range props.keys {
		list = append(list, key)
		if d, ok := props.items[i].strAt("description"); ok {
			list = append(list, d)
		}
	}
	return list
}

// utf16Length is the length of a text in UTF-16 units, the length that JavaScript counts.
func utf16Length(s string) int {
	n := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c < 0x80 || c >= 0xC0 && c < 0xF0:
			n++
		case c >= 0xF0:
			n += 2
		}
	}
	return n
}
