package tools

// This file decides the usual inputs quickly. A full validation costs about 5 µs for a small object, more than the rest of
// the decoding; most schemas use a handful of keywords, and most inputs satisfy them. A quick schema accepts a value or does
// not know; the full validation then says what is wrong.

import (
	"math"
	"unicode/utf8"
)

// quick is a schema of types, required and known properties, items, string enumerations and bounds.
type quick struct {
	types      quickTypes
	properties map[string]*quick
	required   []string
	closed     bool   // no other properties
	other      *quick // the schema of other properties, nil for anything
	items      *quick
	enum       map[string]bool
	min, max   float64
	minLength  int
	maxLength  int
	minItems   int
	maxItems   int
}

// quickTypes is a set of JSON types.
type quickTypes uint8

const (
	quickNull quickTypes = 1 << iota
	quickBool
	quickInteger
	quickNumber
	quickString
	quickArray
	quickObject
)

var quickTypeNames = map[string]quickTypes{"null": quickNull, "boolean": quickBool, "integer": quickInteger, "number": quickNumber | quickInteger,
	"string": quickString, "array": quickArray, "object": quickObject}

// quickIgnored are keywords that do not restrict a value.
var quickIgnored = map[string]bool{"$schema": true, "$id": true, "$comment": true, "title": true, "description": true, "default": true,
	"examples": true, "deprecated": true, "readOnly": true, "writeOnly": true}

// maxQuickDepth bounds the nesting of quick schemas.
const maxQuickDepth = 32

// quickOf returns the quick form of a schema document, nil when it uses anything else.
func quickOf(doc any, depth int) *quick {
	m, ok := doc.(map[string]any)
	if !ok || depth > maxQuickDepth {
		return nil
	}
	q := &quick{min: math.Inf(-1), max: math.Inf(1), maxLength: math.MaxInt, maxItems: math.MaxInt}
	for key, v := range m {
		if !quickIgnored[key] && !q.keyword(key, v, depth) {
			return nil
		}
	}
	if q.types == 0 {
		return nil
	}
	return q
}

// keyword takes one keyword in; false means that it is beyond quick schemas.
func (q *quick) keyword(key string, v any, depth int) bool {
	switch key {
	case "type":
		return q.setTypes(v)
	case "properties":
		props, ok := v.(map[string]any)
		q.properties = make(map[string]*quick, len(props))
		for name, p := range props {
			if q.properties[name] = quickOf(p, depth+1); q.properties[name] == nil {
				return false
			}
		}
		return ok
	case "required":
		list, ok := v.([]any)
		for _, r := range list {
			name, isString := r.(string)
			if !isString {
				return false
			}
			q.required = append(q.required, name)
		}
		return ok
	case "additionalProperties":
		if open, ok := v.(bool); ok {
			q.closed = !open
			return true
		}
		q.other = quickOf(v, depth+1)
		return q.other != nil
	case "items":
		q.items = quickOf(v, depth+1)
		return q.items != nil
	case "enum":
		list, ok := v.([]any)
		q.enum = make(map[string]bool, len(list))
		for _, e := range list {
			s, isString := e.(string)
			if !isString {
				return false
			}
			q.enum[s] = true
		}
		return ok
	}
	n, ok := v.(float64)
	if !ok {
		return false
	}
	switch key {
	case "minimum":
		q.min = n
	case "maximum":
		q.max = n
	case "minLength":
		q.minLength = int(n)
	case "maxLength":
		q.maxLength = int(n)
	case "minItems":
		q.minItems = int(n)
	case "maxItems":
		q.maxItems = int(n)
	default:
		return false
	}
	return n >= 0 && n < 1<<31 || key == "minimum" || key == "maximum"
}

func (q *quick) setTypes(v any) bool {
	switch v := v.(type) {
	case string:
		q.types = quickTypeNames[v]
	case []any:
		for _, t := range v {
			name, ok := t.(string)
			if !ok || quickTypeNames[name] == 0 {
				return false
			}
			q.types |= quickTypeNames[name]
		}
	}
	return q.types != 0
}

// accepts reports whether v certainly satisfies the schema.
func (q *quick) accepts(v any) bool {
	if q.enum != nil {
		s, ok := v.(string)
		return ok && q.enum[s] && q.types&quickString != 0
	}
	switch v := v.(type) {
	case nil:
		return q.types&quickNull != 0
	case bool:
		return q.types&quickBool != 0
	case float64:
		if v < q.min || v > q.max {
			return false
		}
		return q.types&quickNumber != 0 || q.types&quickInteger != 0 && v == math.Trunc(v)
	case string:
		return q.types&quickString != 0 && q.acceptsString(v)
	case []any:
		return q.types&quickArray != 0 && q.acceptsArray(v)
	case map[string]any:
		return q.types&quickObject != 0 && q.acceptsObject(v)
	}
	return false
}

func (q *quick) acceptsString(s string) bool {
	if q.minLength == 0 && q.maxLength == math.MaxInt {
		return true
	}
	n := utf8.RuneCountInString(s)
	return n >= q.minLength && n <= q.maxLength
}

func (q *quick) acceptsArray(v []any) bool {
	if len(v) < q.minItems || len(v) > q.maxItems {
		return false
	}
	if q.items != nil {
		for _, e := range v {
			if !q.items.accepts(e) {
				return false
			}
		}
	}
	return true
}

func (q *quick) acceptsObject(v map[string]any) bool {
	for _, name := range q.required {
		if _, ok := v[name]; !ok {
			return false
		}
	}
	for name, e := range v {
		p, known := q.properties[name]
		switch {
		case known:
			if !p.accepts(e) {
				return false
			}
		case q.closed:
			return false
		case q.other != nil:
			if !q.other.accepts(e) {
				return false
			}
		}
	}
	return true
}
