// This file holds the two cheap checks of a schema document that spare most tools the compiler when a runtime is built.

package tools

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
)

// scanText checks that a document is JSON and not too deep, without building it.
func scanText(text []byte) error {
	depth, inString := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString:
			if c == '\\' {
				i++
			} else if c == '"' {
				inString = false
			}
		case c == '"':
			inString = true
		case c == '{' || c == '[':
			if depth++; depth > maxTextDepth {
				return (&parser{text: text, pos: i}).fail("more than %d levels", maxTextDepth)
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	if !json.Valid(text) {
		if _, err := parseTree(text); err != nil {
			return err
		}
		return (&parser{text: text}).fail("malformed text")
	}
	return nil
}

// wellFormed reports whether a schema uses only keywords that are known here, in their right form, so that compiling it
// cannot fail. A false answer means nothing: the compiler decides.
func wellFormed(doc any, pattern func(string) (Pattern, error)) bool {
	root, _ := doc.(map[string]any)
	f := former{root: root, pattern: pattern}
	if s, ok := root["$schema"]; ok {
		switch s {
		case "https://json-schema.org/draft/2020-12/schema", "https://json-schema.org/draft/2020-12/schema#",
			"http://json-schema.org/draft-07/schema", "http://json-schema.org/draft-07/schema#",
			"https://json-schema.org/draft/2019-09/schema":
		default:
			return false
		}
	}
	return countObjects(doc) <= maxSchemaNodes && f.schema(doc) && !f.circular()
}

type former struct {
	root    map[string]any
	pattern func(string) (Pattern, error)
	below   bool // past the root
	refs    map[string]bool
}

// circular reports whether a schema that is referred to may apply itself to the same value again; see endless.
func (f *former) circular() bool {
	open, done := map[string]bool{}, map[string]bool{}
	var apply func(v any) bool
	follow := func(ref string) (loop bool) {
		if open[ref] || done[ref] {
			return open[ref]
		}
		open[ref] = true
		loop = apply(f.target(ref))
		delete(open, ref)
		done[ref] = true
		return loop
	}
	apply = func(v any) bool {
		s, _ := v.(map[string]any)
		if ref, ok := s["$ref"].(string); ok && follow(ref) {
			return true
		}
		for _, key := range [...]string{"allOf", "anyOf", "oneOf"} {
			list, _ := s[key].([]any)
			if slices.ContainsFunc(list, apply) {
				return true
			}
		}
		for _, key := range [...]string{"not", "if", "then", "else"} {
			if part, ok := s[key]; ok && apply(part) {
				return true
			}
		}
		return false
	}
	for ref := range f.refs {
		if follow(ref) {
			return true
		}
	}
	return false
}

func (f *former) schema(v any) bool {
	switch v := v.(type) {
	case bool:
		return true
	case map[string]any:
		top := !f.below
		f.below = true
		for key, value := range v {
			if top && key == "$schema" {
				continue // checked before
			}
			if !f.keyword(key, value) {
				return false
			}
		}
		return true
	}
	return false
}

func (f *former) keyword(key string, v any) bool {
	switch key {
	case "properties", "$defs", "definitions":
		return f.each(v, nil)
	case "patternProperties":
		return f.each(v, f.pattern)
	case "items", "additionalProperties", "not", "contains", "if", "then", "else", "propertyNames":
		return f.schema(v)
	case "anyOf", "oneOf", "allOf", "prefixItems":
		return f.list(v)
	case "type":
		return isType(v)
	case "$ref":
		return f.reference(v)
	case "required":
		return isStrings(v)
	case "pattern":
		s, ok := v.(string)
		if ok {
			_, err := f.pattern(s)
			ok = err == nil
		}
		return ok
	case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties":
		n, ok := v.(float64)
		return ok && n >= 0 && n <= math.MaxInt32 && n == math.Trunc(n)
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
		_, ok := v.(float64)
		return ok
	case "multipleOf":
		n, ok := v.(float64)
		return ok && n > 0
	case "uniqueItems", "deprecated", "readOnly", "writeOnly":
		_, ok := v.(bool)
		return ok
	case "enum", "examples":
		list, ok := v.([]any)
		return ok && len(list) > 0
	case "title", "description", "$comment", "format", "contentEncoding", "contentMediaType":
		_, ok := v.(string)
		return ok
	case "const", "default", "nullable", "example", "discriminator":
		return true
	}
	return strings.HasPrefix(key, "x-")
}

// each checks an object of schemas, and the keys as patterns if asked.
func (f *former) each(v any, pattern func(string) (Pattern, error)) bool {
	m, ok := v.(map[string]any)
	if !ok {
		return false
	}
	for key, value := range m {
		if pattern != nil {
			if _, err := pattern(key); err != nil {
				return false
			}
		}
		if !f.schema(value) {
			return false
		}
	}
	return true
}

func (f *former) list(v any) bool {
	list, ok := v.([]any)
	for _, item := range list {
		ok = ok && f.schema(item)
	}
	return ok && len(list) > 0
}

// reference accepts references to the whole document and to its definitions.
func (f *former) reference(v any) bool {
	s, ok := v.(string)
	if !ok || f.target(s) == nil {
		return false
	}
	if f.refs == nil {
		f.refs = map[string]bool{}
	}
	f.refs[s] = true
	return true
}

// target is what a reference leads to, nil if that is not known here.
func (f *former) target(ref string) any {
	if ref == "#" {
		return f.root
	}
	for _, place := range [...]string{"$defs", "definitions"} {
		if name, found := strings.CutPrefix(ref, "#/"+place+"/"); found && isPlainName(name) {
			defs, _ := f.root[place].(map[string]any)
			return defs[name]
		}
	}
	return nil
}

// isPlainName reports whether a definition's name needs no escaping in a reference.
func isPlainName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if !(c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '.') {
			return false
		}
	}
	return s != ""
}

func isType(v any) bool {
	if s, ok := v.(string); ok {
		return typeNames[s] != ""
	}
	list, _ := v.([]any)
	seen := map[string]bool{}
	for _, item := range list {
		s, ok := item.(string)
		if !ok || typeNames[s] == "" || seen[s] {
			return false
		}
		seen[s] = true
	}
	return len(list) > 0
}

func isStrings(v any) bool {
	list, ok := v.([]any)
	seen := map[string]bool{}
	for _, item := range list {
		s, isString := item.(string)
		if !isString || seen[s] {
			return false
		}
		seen[s] = true
	}
	return ok
}
