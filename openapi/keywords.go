// This file defines which keywords of a schema are taken over, and how those of OpenAPI 3.0 are translated.

package openapi

import (
	"slices"
)

// keywordForm is what the value of a keyword must look like to be taken over.
type keywordForm uint8

const (
	dropped     keywordForm = iota
	number                  // a number
	text                    // a text
	flag                    // a boolean
	anyValue                // any value, limited in size
	textList                // a list of texts
	schemaForm              // a schema
	schemaList              // a list of schemas
	schemaMap               // an object of schemas
	itemsForm               // a schema or a list of them
	typeForm                // type
	enumForm                // enum
	requireForm             // required
	refForm                 // $ref
	listMap                 // an object of lists of texts
)

// keywords are those of JSON Schema 2020-12 that say something about values, and the annotations that signatures show. Others
// (extensions, examples, xml, discriminator) are dropped, as are values of the wrong form, which would make the
// whole document invalid. Definitions move to the top, see schemaWriter.reference.
var keywords = map[string]keywordForm{
	"$ref": refForm, "type": typeForm, "enum": enumForm, "const": anyValue,
	"title": text, "description": text, "format": text, "pattern": text, "default": anyValue, "deprecated": flag,
	"contentEncoding": text, "contentMediaType": text,
	"multipleOf": number, "maximum": number, "exclusiveMaximum": number, "minimum": number, "exclusiveMinimum": number,
	"maxLength": number, "minLength": number, "maxItems": number, "minItems": number, "uniqueItems": flag,
	"maxContains": number, "minContains": number, "maxProperties": number, "minProperties": number,
	"required": requireForm, "dependentRequired": listMap,
	"properties": schemaMap, "patternProperties": schemaMap, "dependentSchemas": schemaMap,
	"items": itemsForm, "prefixItems": schemaList, "additionalProperties": schemaForm, "propertyNames": schemaForm, "contains": schemaForm,
	"unevaluatedItems": schemaForm, "unevaluatedProperties": schemaForm,
	"allOf": schemaList, "anyOf": schemaList, "oneOf": schemaList, "not": schemaForm, "if": schemaForm, "then": schemaForm, "else": schemaForm,
}

// keywords30 are those of the Schema Object of OpenAPI 3.0.
var keywords30 = map[string]bool{
	"$ref": true, "type": true, "enum": true, "title": true, "description": true, "format": true, "pattern": true, "default": true,
	"deprecated": true, "multipleOf": true, "maximum": true, "exclusiveMaximum": true, "minimum": true, "exclusiveMinimum": true,
	"maxLength": true, "minLength": true, "maxItems": true, "minItems": true, "uniqueItems": true, "maxProperties": true, "minProperties": true,
	"required": true, "properties": true, "items": true, "additionalProperties": true, "allOf": true, "anyOf": true, "oneOf": true, "not": true,
}

var typeSet = []string{"string", "number", "integer", "boolean", "null", "array", "object"}

// members writes the keywords of a schema in their order.
func (w *schemaWriter) members(s site, depth int) {
	for i, key := range s.node.keys {
		w.keyword(s, key, s.node.items[i], depth)
	}
	if !s.node.has("allOf") {
		w.conditions(s, nil, depth)
	}
}

// isCondition reports whether a union only says which properties go together, as in anyOf: [{required: [a]}, {required: [b]}]. Signatures show
// nothing of a union with such a member, so it is moved into allOf, where it means the same and leaves the fields in sight.
func isCondition(n *node, union string) bool {
	list := n.get(union)
	if !list.isArray() || len(list.items) == 0 || n.str("$ref") != "" {
		return false
	}
	some := false
	for _, member := range list.items {
		if !member.isObject() {
			return false
		}
		for i, key := range member.keys {
			switch key {
			case "required", "not", "minProperties", "maxProperties", "dependentRequired":
				some = true
			case "title", "description":
			case "type":
				if t := member.items[i]; !t.isString() || t.text != n.str("type") {
					return false
				}
			default:
				return false
			}
		}
	}
	return some
}

// conditions writes allOf: its members, and the unions that are conditions.
func (w *schemaWriter) conditions(s site, members *node, depth int) {
	open := false
	next := func() {
		if open {
			w.raw(",")
			return
		}
		w.member("allOf")
		w.raw("[")
		open = true
	}
	if members.isArray() {
		for _, m := range members.items {
			next()
			w.listItem(s.at(m), depth)
		}
	}
	for _, union := range [...]string{"anyOf", "oneOf"} {
		if isCondition(s.node, union) {
			next()
			w.raw("{")
			w.list(s, union, s.node.get(union), depth)
			w.raw("}")
		}
	}
	if open {
		w.raw("]")
	}
}

func (w *schemaWriter) keyword(s site, key string, v *node, depth int) {
	switch keywords[key] {
	case number:
		w.copyIf(key, v, v.kind == numberKind)
	case flag:
		w.copyIf(key, v, v.kind == boolKind)
	case text:
		if v.isString() {
			limit := maxDescriptionBytes
			if key != "description" {
				limit = maxDefaultBytes
			}
			if key == "description" || len(v.text) <= limit {
				w.member(key)
				w.buf = appendJSONString(w.buf, shorten(v.text, limit))
			}
		}
	case anyValue:
		w.copyIf(key, v, v.jsonSize(maxDefaultBytes) <= maxDefaultBytes)
	case typeForm:
		w.copyIf(key, v, knownTypes(v))
	case enumForm:
		w.enum(s.node, v)
	case requireForm:
		w.required(s, v)
	case refForm:
		if v.isString() && v.text != "" {
			w.reference(s)
		}
	case listMap:
		w.copyIf(key, v, v.isObject() && v.jsonSize(maxEnumBytes) <= maxEnumBytes &&
			!slices.ContainsFunc(v.items, func(l *node) bool { return !l.isArray() || !allStrings(l) }))
	case schemaForm:
		if v.isObject() || v.kind == boolKind {
			w.member(key)
			w.inner(s.at(v), depth)
		}
	case schemaList:
		switch {
		case key == "allOf":
			w.conditions(s, v, depth)
		case !isCondition(s.node, key):
			w.list(s, key, v, depth)
		}
	case itemsForm:
		if v.isArray() {
			w.list(s, "prefixItems", v, depth)
		} else if v.isObject() || v.kind == boolKind {
			w.member(key)
			w.inner(s.at(v), depth)
		}
	case schemaMap:
		w.schemaMap(s, key, v, depth)
	}
}

func (w *schemaWriter) copyIf(key string, v *node, ok bool) {
	if ok {
		w.member(key)
		w.buf = v.appendJSON(w.buf)
	}
}

// inner writes a schema below another one; a boolean keeps its meaning in every dialect.
func (w *schemaWriter) inner(s site, depth int) {
	if s.node.kind == boolKind {
		w.raw(s.node.text)
		return
	}
	w.schema(s, depth+1, annotations{})
}

func knownTypes(v *node) bool {
	if v.isString() {
		return slices.Contains(typeSet, v.text)
	}
	if !v.isArray() || len(v.items) == 0 {
		return false
	}
	for i, t := range v.items {
		if !t.isString() || !slices.Contains(typeSet, t.text) ||
			slices.ContainsFunc(v.items[:i], func(o *node) bool { return o.text == t.text }) {
			return false
		}
	}
	return true
}

// enum writes the values of an enumeration. One that is too large to be shown is replaced by the type of its values.
func (w *schemaWriter) enum(n, v *node) {
	if !v.isArray() || len(v.items) == 0 {
		return
	}
	if len(v.items) > maxEnumValues || v.jsonSize(maxEnumBytes) > maxEnumBytes {
		if n.has("type") {
			return
		}
		for _, item := range v.items {
			if !item.isString() {
				return
			}
		}
		w.member("type")
		w.raw(`"string"`)
		return
	}
	w.member("enum")
	w.buf = v.appendJSON(w.buf)
}

// required writes the names of required properties that exist on this side.
func (w *schemaWriter) required(s site, v *node) {
	if !v.isArray() || len(v.items) == 0 || !allStrings(v) || v.jsonSize(maxEnumBytes) > maxEnumBytes {
		return
	}
	properties := s.get("properties")
	first := true
	seen := make(map[string]bool, len(v.items))
	for _, name := range v.items {
		if seen[name.text] || w.d.hidden(properties.get(name.text), w.side) {
			continue
		}
		seen[name.text] = true
		if first {
			w.member("required")
			w.raw("[")
			first = false
		} else {
			w.raw(",")
		}
		w.buf = appendJSONString(w.buf, name.text)
	}
	if !first {
		w.raw("]")
	}
}

func (w *schemaWriter) list(s site, key string, v *node, depth int) {
	if !v.isArray() || len(v.items) == 0 {
		return
	}
	w.member(key)
	w.raw("[")
	for i, member := range v.items {
		if i > 0 {
			w.raw(",")
		}
		w.listItem(s.at(member), depth)
	}
	w.raw("]")
}

func (w *schemaWriter) listItem(s site, depth int) {
	if s.node.isObject() || s.node.kind == boolKind {
		w.inner(s, depth)
	} else {
		w.raw("{}")
	}
}

func (w *schemaWriter) schemaMap(s site, key string, v *node, depth int) {
	if !v.isObject() {
		return
	}
	w.member(key)
	w.raw("{")
	for i, name := range v.keys {
		member := s.at(v.items[i])
		if key == "properties" && w.d.hidden(member, w.side) {
			continue
		}
		if len(w.buf) > maxSchemaBytes {
			break
		}
		w.member(name)
		w.listItem(member, depth)
	}
	w.raw("}")
}

// members30 writes a schema of OpenAPI 3.0 (and Swagger 2.0). nullable adds null to the type and the values, or makes a union
// around references and compositions; boolean exclusive bounds become numbers. Annotations stay on the outside of such a union, where
// signatures look for them. Next to a reference only annotations count.
func (w *schemaWriter) members30(s site, depth int, notes annotations) {
	n := s.node
	nullable := n.get("nullable").isTrue() || w.d.swagger && n.get("x-nullable").isTrue()
	composed := n.str("$ref") != "" || n.has("allOf") || n.has("anyOf") || n.has("oneOf")
	w.annotate(n, notes, true)
	if n.str("$ref") != "" {
		w.default30(n)
		if !nullable {
			w.reference(s)
			return
		}
		w.member("anyOf")
		w.raw("[{")
		w.reference(s)
		w.raw(`},{"type":"null"}]`)
		return
	}
	if !nullable || !composed {
		w.keywords30(s, depth, nullable, nil)
		return
	}
	// A bare anyOf or oneOf gets one more member; anything else is wrapped.
	for _, union := range []string{"anyOf", "oneOf"} {
		if list := n.get(union); list.isArray() && w.onlyUnion(n, union) {
			w.default30(n)
			w.member("anyOf")
			w.raw("[")
			for _, member := range list.items {
				w.listItem(s.at(member), depth)
				w.raw(",")
			}
			w.raw(`{"type":"null"}]`)
			return
		}
	}
	w.default30(n)
	w.member("anyOf")
	w.raw("[{")
	w.keywords30(s, depth+1, false, []string{"default", "title"})
	w.raw(`},{"type":"null"}]`)
}

// onlyUnion reports whether a union is the only keyword that says something about values.
func (w *schemaWriter) onlyUnion(n *node, union string) bool {
	for _, key := range n.keys {
		if key != union && keywords30[key] && key != "description" && key != "title" && key != "deprecated" && key != "default" {
			return false
		}
	}
	return true
}

func (w *schemaWriter) default30(n *node) {
	if v := n.get("default"); v != nil {
		w.copyIf("default", v, v.jsonSize(maxDefaultBytes) <= maxDefaultBytes)
	}
}

// keywords30 writes the keywords of a 3.0 schema, without description and deprecation.
func (w *schemaWriter) keywords30(s site, depth int, nullable bool, without []string) {
	n := s.node
	for i, key := range n.keys {
		v := n.items[i]
		if !keywords30[key] || slices.Contains(without, key) {
			continue
		}
		switch key {
		case "description", "deprecated", "$ref":
		case "type":
			w.type30(v, nullable)
		case "enum":
			if nullable && v.isArray() && !slices.ContainsFunc(v.items, func(m *node) bool { return m.kind == nullKind }) {
				v = arrayNode(append(slices.Clone(v.items), nullNode)...)
			}
			w.enum(n, v)
		case "exclusiveMinimum", "exclusiveMaximum":
			w.exclusive30(n, key, v)
		case "minimum", "maximum":
			w.copyIf(key, v, v.kind == numberKind && !n.get("exclusive"+upperFirst(key)).isTrue())
		default:
			w.keyword(s, key, v, depth)
		}
	}
	if !n.has("allOf") {
		w.conditions(s, nil, depth)
	}
}

func (w *schemaWriter) type30(v *node, nullable bool) {
	if v.isString() && v.text == "file" {
		v = stringNode("string")
	}
	if nullable && v.isString() && v.text != "null" {
		v = arrayNode(v, stringNode("null"))
	}
	w.copyIf("type", v, knownTypes(v))
}

// exclusive30 turns "minimum: 1, exclusiveMinimum: true" into "exclusiveMinimum: 1".
func (w *schemaWriter) exclusive30(n *node, key string, v *node) {
	if v.kind == numberKind {
		w.copyIf(key, v, true)
		return
	}
	bound := n.get("minimum")
	if key == "exclusiveMaximum" {
		bound = n.get("maximum")
	}
	w.copyIf(key, bound, v.isTrue() && bound != nil && bound.kind == numberKind)
}

func upperFirst(s string) string { return string(s[0]-'a'+'A') + s[1:] }
