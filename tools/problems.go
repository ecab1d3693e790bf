// This file turns the reports of the schema validator into problems: sentences that name a place, what was expected there and what came.

package tools

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// typeNames are the types of JSON Schema with their articles.
var typeNames = map[string]string{
	"null": "null", "boolean": "a boolean", "number": "a number", "integer": "an integer",
	"string": "a string", "array": "an array", "object": "an object",
}

// typePhrases writes a list of types, null last.
func typePhrases(types []string) []string {
	var list []string
	null := false
	for _, name := range types {
		if name == "null" {
			null = true
		} else {
			list = append(list, typeNames[name])
		}
	}
	if null {
		list = append(list, "null")
	}
	return list
}

// Unknown stands in a tree for a value that is not known yet. Tool.Check makes no problem of it.
type Unknown struct{}

// leaf is one failed keyword.
type leaf struct {
	at       []string
	expected []string // alternatives, joined with "or"
	message  string   // instead of expected and received
	missing  bool
	unknown  bool // the keyword failed because of an Unknown
	wrong    bool // the value is of another kind altogether: type, const or enum
}

// reporter flattens a report.
type reporter struct {
	root *jsonschema.Schema
	tree any
	// parts holds the parts of root by location, once one was asked for: a value can fail in very many places.
	parts map[string]*jsonschema.Schema
	// unlisted counts the problems that were not worth a leaf.
	unlisted int
}

// part returns the part of the schema that an error names by its location, nil if there is none.
func (r *reporter) part(location string) *jsonschema.Schema {
	if r.parts == nil {
		r.parts = map[string]*jsonschema.Schema{}
		searchSchema(r.root, func(s *jsonschema.Schema) bool {
			if r.parts[s.Location] == nil {
				r.parts[s.Location] = s
			}
			return false
		})
	}
	return r.parts[location]
}

// problems returns the sentences for a report, sorted, without repetitions, and how many are left out.
func (r *reporter) problems(report *jsonschema.ValidationError) ([]Problem, int) {
	leaves := r.flatten(report)
	sortProblems(leaves)
	var list []Problem
	more := 0
	for _, l := range leaves {
		if l.unknown {
			continue
		}
		p := l.problem(r.tree, "")
		if n := len(list); n > 0 && list[n-1] == p {
			continue
		}
		if len(list) == maxProblems {
			more++
			continue
		}
		list = append(list, p)
	}
	return list, more + r.unlisted
}

func sortProblems(leaves []leaf) {
	slices.SortFunc(leaves, func(a, b leaf) int {
		if c := comparePaths(a.at, b.at); c != 0 {
			return c
		}
		return cmp.Compare(a.message+strings.Join(a.expected, "|"), b.message+strings.Join(b.expected, "|"))
	})
}

// comparePaths orders places; positions in arrays by number.
func comparePaths(a, b []string) int {
	for i := range min(len(a), len(b)) {
		x, y := a[i], b[i]
		if len(x) != len(y) && isDigits(x) && isDigits(y) {
			return cmp.Compare(len(x), len(y))
		}
		if c := cmp.Compare(x, y); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}

func isDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// flatten collects the failed keywords of a report.
func (r *reporter) flatten(e *jsonschema.ValidationError) []leaf {
	switch k := e.ErrorKind.(type) {
	case nil:
		return nil
	case *kind.AnyOf:
		return r.union(e)
	case *kind.OneOf:
		if k.Subschemas == nil {
			return r.union(e)
		}
		return []leaf{{at: e.InstanceLocation, message: "fits more than one of the forms that exclude each other"}}
	case *kind.Contains:
		return []leaf{r.withHoles(e, leaf{at: e.InstanceLocation, message: "no item is as the schema demands of at least one"})}
	case *kind.MinContains:
		return []leaf{r.withHoles(e, leaf{at: e.InstanceLocation, message: fmt.Sprintf("at least %d items must be as the schema demands", k.Want)})}
	case *kind.PropertyNames:
		l := leaf{at: e.InstanceLocation, message: "the name " + quote(k.Property) + " is not allowed"}
		for _, cause := range e.Causes {
			for _, c := range r.flatten(cause) {
				if len(c.expected) > 0 && len(l.expected) == 0 {
					l.expected = c.expected
					l.message += ": expected " + join(c.expected)
				}
			}
		}
		return []leaf{l}
	}
	if len(e.Causes) > 0 {
		var list []leaf
		for _, cause := range e.Causes {
			list = append(list, r.flatten(cause)...)
		}
		return list
	}
	return r.leaf(e)
}

// withHoles marks a problem that exists only because a part of the value is unknown.
func (r *reporter) withHoles(e *jsonschema.ValidationError, l leaf) leaf {
	for _, cause := range e.Causes {
		for _, c := range r.flatten(cause) {
			l.unknown = l.unknown || c.unknown
		}
	}
	return l
}

// union reports on a value that fits no branch of anyOf or oneOf: the branch that it was probably meant for.
func (r *reporter) union(e *jsonschema.ValidationError) []leaf {
	at := e.InstanceLocation
	var best []leaf
	bestRank := 0
	all := leaf{at: at, wrong: true}
	tags := leaf{wrong: true} // what the branches expect of the property that tells them apart
	for i, cause := range e.Causes {
		list := r.flatten(cause)
		rank := 2 * len(list)
		for _, l := range list {
			if l.unknown {
				return []leaf{{at: at, unknown: true}}
			}
			switch {
			case l.wrong && len(l.at) == len(at):
				rank += 1000
				all.expected = appendNew(all.expected, l.expected)
			case l.wrong && len(l.at) == len(at)+1 && len(l.expected) > 0 && l.expected[0] != "" && !isTypeName(l.expected[0]):
				rank += 100
				if tags.at == nil {
					tags.at = l.at
				}
				if slices.Equal(tags.at, l.at) {
					tags.expected = appendNew(tags.expected, l.expected)
				}
			}
		}
		if i == 0 || rank < bestRank {
			best, bestRank = list, rank
		}
	}
	switch {
	case len(e.Causes) == 0:
		return []leaf{{at: at, message: "no value is allowed here"}}
	case bestRank >= 1000:
		return []leaf{all}
	case bestRank >= 100 && tags.at != nil:
		return []leaf{tags}
	}
	return best
}

func isTypeName(s string) bool {
	for _, name := range typeNames {
		if s == name {
			return true
		}
	}
	return false
}

func appendNew(list, more []string) []string {
	for _, s := range more {
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// leaf reports one failed keyword.
func (r *reporter) leaf(e *jsonschema.ValidationError) []leaf {
	l := leaf{at: e.InstanceLocation}
	switch k := e.ErrorKind.(type) {
	case *kind.InvalidJsonValue:
		l.unknown = true
	case *kind.Type:
		l.wrong = true
		l.expected = typePhrases(k.Want)
		if isBinary(r.part(e.SchemaURL)) {
			l.expected = []string{binaryPhrase}
		}
	case *kind.Const:
		l.wrong = true
		l.expected = []string{literal(k.Want)}
	case *kind.Enum:
		l.wrong = true
		l.expected = literals(k.Want)
	case *kind.Required:
		return r.missing(e, k.Missing, "")
	case *kind.Dependency:
		return r.missing(e, k.Missing, k.Prop)
	case *kind.DependentRequired:
		return r.missing(e, k.Missing, k.Prop)
	case *kind.AdditionalProperties:
		return r.surplus(e, k.Properties)
	default:
		l.expected, l.message = expectation(k)
	}
	return []leaf{l}
}

// expectation says what a keyword demands: either what is expected, or a sentence of its own.
func expectation(k jsonschema.ErrorKind) (expected []string, message string) {
	one := func(format string, args ...any) ([]string, string) {
		return []string{fmt.Sprintf(format, args...)}, ""
	}
	switch k := k.(type) {
	case *kind.Minimum:
		return one("a number of at least %s", ratText(k.Want))
	case *kind.Maximum:
		return one("a number of at most %s", ratText(k.Want))
	case *kind.ExclusiveMinimum:
		return one("a number greater than %s", ratText(k.Want))
	case *kind.ExclusiveMaximum:
		return one("a number less than %s", ratText(k.Want))
	case *kind.MultipleOf:
		return one("a multiple of %s", ratText(k.Want))
	case *kind.MinLength:
		return one("at least %s", count(k.Want, "character"))
	case *kind.MaxLength:
		return one("at most %s", count(k.Want, "character"))
	case *kind.MinItems:
		return one("at least %s", count(k.Want, "item"))
	case *kind.MaxItems:
		return one("at most %s", count(k.Want, "item"))
	case *kind.AdditionalItems:
		return one("%s less", count(k.Count, "item"))
	case *kind.MinProperties:
		return one("at least %s", count(k.Want, "field"))
	case *kind.MaxProperties:
		return one("at most %s", count(k.Want, "field"))
	case *kind.Pattern:
		return one("text that matches /%s/", clip(k.Want, 120))
	case *kind.Format:
		if k.Want == "regex" {
			return one("a regular expression that can be compiled here (%v)", k.Err)
		}
		return one("text in the format %s", quote(clip(k.Want, 40)))
	case *kind.ContentEncoding:
		return one("text in the encoding %s", quote(clip(k.Want, 40)))
	case *kind.UniqueItems:
		return nil, fmt.Sprintf("the items %d and %d are equal, but all must differ", k.Duplicates[0], k.Duplicates[1])
	case *kind.MaxContains:
		return nil, fmt.Sprintf("at most %d items may be of the kind that the schema names", k.Want)
	case *kind.FalseSchema:
		return nil, "no value is allowed here"
	case *kind.Not:
		return nil, "the schema excludes this value"
	case *kind.RefCycle:
		return nil, "the schema refers to itself without end"
	}
	return nil, "the value does not satisfy the schema"
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

func ratText(r *big.Rat) string {
	f, _ := r.Float64()
	return string(appendFloat(nil, f))
}

// missing reports absent fields: what they should hold, and the field that is probably a misspelling.
func (r *reporter) missing(e *jsonschema.ValidationError, names []string, because string) []leaf {
	schema := r.part(e.SchemaURL)
	object, _ := r.valueAt(e.InstanceLocation).(map[string]any)
	var list []leaf
	for _, name := range names {
		l := leaf{at: append(slices.Clip(e.InstanceLocation), name), missing: true}
		l.expected = []string{"a value"}
		if schema != nil {
			l.expected = describe(schema.Properties[name], 0)
		}
		note := "the field is missing"
		if because != "" {
			note += " (it is required when " + quote(because) + " is present)"
		}
		if other := misspelt(name, object, schema); other != "" {
			note += "; the input has " + quote(other) + " instead"
		}
		l.message = "expected " + join(l.expected) + ", but " + note
		list = append(list, l)
	}
	return list
}

// surplus reports fields that a closed object does not have.
func (r *reporter) surplus(e *jsonschema.ValidationError, names []string) []leaf {
	schema := r.part(e.SchemaURL)
	var known []string
	if schema != nil {
		known = slices.Sorted(maps.Keys(schema.Properties))
	}
	slices.Sort(names)
	const most = 100
	r.unlisted += max(0, len(names)-most)
	var list []leaf
	for _, name := range names[:min(len(names), most)] {
		l := leaf{at: append(slices.Clip(e.InstanceLocation), name), message: "there is no such field"}
		if near := nearest(name, known); near != "" {
			l.message += "; did you mean " + quote(near) + "?"
		} else if len(known) > 0 {
			l.message += "; the fields are " + listNames(known)
		}
		list = append(list, l)
	}
	return list
}

// misspelt returns the key of an object that was probably meant to be name.
func misspelt(name string, object map[string]any, schema *jsonschema.Schema) string {
	var candidates []string
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if schema == nil || schema.Properties[key] == nil {
			candidates = append(candidates, key)
		}
	}
	return nearest(name, candidates)
}

// misspellings finds fields that an open object would drop although a known field of nearly the same name is absent. After a
// validation those are left out that its report of a missing field names.
func misspellings(s *jsonschema.Schema, tree any, validated bool) []Problem {
	var list []Problem
	var visit func(s *jsonschema.Schema, v any, at []string, depth int)
	visit = func(s *jsonschema.Schema, v any, at []string, depth int) {
		for s != nil && s.Ref != nil && depth < maxTextDepth {
			s, depth = s.Ref, depth+1
		}
		if s == nil || depth >= maxTextDepth {
			return
		}
		if items, ok := v.([]any); ok {
			elem, _ := s.Items.(*jsonschema.Schema)
			if elem == nil {
				elem = s.Items2020
			}
			for i, item := range items {
				visit(elem, item, append(slices.Clip(at), strconv.Itoa(i)), depth+1)
			}
		}
		m, _ := v.(map[string]any)
		open := s.AdditionalProperties == nil && len(s.PatternProperties) == 0
		for _, key := range slices.Sorted(maps.Keys(m)) {
			here := append(slices.Clip(at), key)
			if known := s.Properties[key]; known != nil || !open {
				visit(known, m[key], here, depth+1)
				continue
			}
			absent := slices.DeleteFunc(slices.Sorted(maps.Keys(s.Properties)), func(name string) bool { _, ok := m[name]; return ok })
			named := func(name string) bool {
				return validated && slices.Contains(absent, name) && misspelt(name, m, s) == key
			}
			if near := nearest(key, absent); near != "" && !slices.ContainsFunc(s.Required, named) {
				list = append(list, leaf{at: here, message: "there is no such field; did you mean " + quote(near) + "?"}.problem(tree, ""))
			}
		}
	}
	visit(s, tree, nil, 0)
	return list
}

// describe says in a few words what a schema expects.
func describe(s *jsonschema.Schema, depth int) []string {
	switch {
	case s == nil || depth > 8:
		return []string{"a value"}
	case s.Const != nil:
		return []string{literal(*s.Const)}
	case s.Enum != nil:
		return literals(s.Enum.Values)
	case isBinary(s):
		return []string{binaryPhrase}
	case s.Types != nil && !s.Types.IsEmpty():
		return typePhrases(s.Types.ToStrings())
	case s.Ref != nil:
		return describe(s.Ref, depth+1)
	case len(s.AnyOf)+len(s.OneOf) > 0:
		var list []string
		for _, t := range append(slices.Clip(s.AnyOf), s.OneOf...) {
			list = appendNew(list, describe(t, depth+1))
		}
		return list
	case len(s.Properties) > 0:
		return []string{"an object"}
	}
	return []string{"a value"}
}

// binaryPhrase says what a field of type Bytes expects.
const binaryPhrase = "a binary value as another tool returned it (an object with $bytes)"

// isBinary reports whether a schema is that of Bytes.
func isBinary(s *jsonschema.Schema) bool {
	return s != nil && len(s.Properties) == 1 && s.Properties["$bytes"] != nil
}

// searchSchema returns the first part of a compiled schema for which match holds, nil if there is none.
func searchSchema(root *jsonschema.Schema, match func(*jsonschema.Schema) bool) *jsonschema.Schema {
	if root == nil {
		return nil
	}
	seen := map[*jsonschema.Schema]bool{root: true}
	queue := []*jsonschema.Schema{root}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		if match(s) {
			return s
		}
		add := func(t *jsonschema.Schema) {
			if !seen[t] {
				seen[t] = true
				queue = append(queue, t)
			}
		}
		inPlace(s, add)
		below(s, add)
	}
	return nil
}

// problem makes the sentence of a leaf. tree is the value that the place is in.
func (l leaf) problem(tree any, root string) Problem {
	p := Problem{Path: renderPath(tree, l.at), Expected: join(l.expected), Message: l.message}
	if l.message == "" {
		value, ok := walk(tree, l.at)
		if ok && root == "" {
			p.Received = received(value)
			p.Message = "expected " + p.Expected + ", received " + p.Received
		} else {
			p.Message = "expected " + p.Expected
		}
	}
	if p.Path == "" && root != "" {
		p.Path = root
	}
	return p
}

func (r *reporter) valueAt(at []string) any {
	v, _ := walk(r.tree, at)
	return v
}

// walk goes down a tree.
func walk(tree any, at []string) (any, bool) {
	for _, token := range at {
		switch v := tree.(type) {
		case map[string]any:
			item, ok := v[token]
			if !ok {
				return nil, false
			}
			tree = item
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(v) {
				return nil, false
			}
			tree = v[i]
		default:
			return nil, false
		}
	}
	return tree, true
}

// renderPath writes a place as JavaScript would, relative to the input: filters[0].value, ["odd name"].
func renderPath(tree any, at []string) string {
	var b []byte
	for _, token := range at {
		_, isList := tree.([]any)
		switch {
		case isList:
			b = append(append(append(b, '['), token...), ']')
		case isIdentifier(token):
			if len(b) > 0 {
				b = append(b, '.')
			}
			b = append(b, token...)
		default:
			b = append(appendString(append(b, '['), clip(token, 60)), ']')
		}
		tree, _ = walk(tree, []string{token})
	}
	return string(b)
}

// received describes a value that came.
func received(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(v) + " (boolean)"
	case string:
		return quote(clip(v, 40)) + " (string)"
	case float64, json.Number:
		return literal(v) + " (number)"
	case []any:
		if len(v) == 0 {
			return "an empty array"
		}
		return "an array of " + count(len(v), "item")
	case map[string]any:
		if len(v) == 0 {
			return "an empty object"
		}
		return "an object with " + listNames(slices.Sorted(maps.Keys(v)))
	}
	return "an unknown value"
}

// listNames writes some names of a sorted list.
func listNames(names []string) string {
	const most = 8
	var b strings.Builder
	for i, name := range names {
		if i == most {
			fmt.Fprintf(&b, " and %d more", len(names)-most)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(quote(clip(name, 40)))
	}
	return b.String()
}

// join writes alternatives: "a", "a or b", "a, b or c".
func join(list []string) string {
	switch len(list) {
	case 0:
		return "another value"
	case 1:
		return list[0]
	}
	return strings.Join(list[:len(list)-1], ", ") + " or " + list[len(list)-1]
}

// literals writes the first values of an enum.
func literals(values []any) []string {
	const most = 12
	var list []string
	for i, v := range values {
		if i == most {
			list = append(list, fmt.Sprintf("one of %d more values", len(values)-most))
			break
		}
		list = append(list, literal(v))
	}
	return list
}

// literal writes a value as short JSON text.
func literal(v any) string {
	if s, ok := v.(string); ok {
		return quote(clip(s, 60))
	}
	return clip(string(appendTree(nil, v)), 60)
}

func quote(s string) string { return string(appendString(nil, s)) }

// clip shortens a text to n bytes at a character boundary.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}
