// This file defines what media types and schemas say about the form of a value.

package openapi

import "strings"

// jsonLines reports media types of one JSON value a line (or a record separator).
func jsonLines(base string) bool {
	switch base {
	case "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonl", "application/jsonlines",
		"application/x-jsonlines", "application/json-seq", "application/stream+json", "application/x-json-stream":
		return true
	}
	return false
}

// textual reports media types whose content is text, but not JSON.
func textual(base string) bool {
	if strings.HasPrefix(base, "text/") || strings.HasSuffix(base, "+xml") || strings.HasSuffix(base, "+yaml") || strings.HasSuffix(base, "+text") {
		return true
	}
	switch base {
	case "application/xml", "application/xml-dtd", "application/yaml", "application/x-yaml", "application/toml", "application/javascript",
		"application/ecmascript", "application/graphql", "application/sql", "application/sdp", "application/x-sh", "application/csv",
		"application/x-www-form-urlencoded", "application/n-quads", "application/n-triples", "application/sparql-query",
		"application/x-pem-file", "application/pem-certificate-chain":
		return true
	}
	return jsonLines(base)
}

// isRange reports media type ranges such as "*/*" and "image/*".
func isRange(base string) bool { return strings.HasSuffix(base, "/*") || base == "*" }

// matches reports whether a media type falls under a declared one, which may be a range.
func matches(declared, base string) bool {
	declared = baseType(declared)
	switch {
	case declared == base || declared == "*/*" || declared == "*":
		return true
	case strings.HasSuffix(declared, "/*"):
		return strings.HasPrefix(base, declared[:len(declared)-1])
	}
	return false
}

// shape is a set of value forms that a schema allows; empty when it says nothing.
type shape uint8

const (
	scalarShape shape = 1 << iota
	arrayShape
	objectShape
)

// maxShapeSteps bounds the search of one schema.
const maxShapeSteps = 500

// shapes finds the forms of the values of a schema, through references and compositions.
func (d *document) shapes(s site) shape {
	w := shapeWalk{d: d, steps: maxShapeSteps}
	return w.of(s, 0)
}

type shapeWalk struct {
	d     *document
	steps int
}

func (w *shapeWalk) of(s site, depth int) shape {
	if w.steps--; w.steps < 0 || depth > 20 {
		return 0
	}
	s, _, ok := w.d.deref(s)
	s = s.inside()
	n := s.node
	if !ok || !n.isObject() {
		return 0
	}
	var out shape
	for _, t := range typeNames(n) {
		switch t {
		case "array":
			out |= arrayShape
		case "object":
			out |= objectShape
		case "string", "number", "integer", "boolean", "file":
			out |= scalarShape
		}
	}
	if out != 0 {
		return out
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf"} {
		if list := n.get(key); list.isArray() {
			for _, member := range list.items {
				out |= w.of(s.at(member), depth+1)
			}
		}
	}
	if n.get("properties").isObject() {
		out |= objectShape
	}
	if n.get("items").isObject() {
		out |= arrayShape
	}
	if out == 0 && (n.get("enum").isArray() || n.has("const")) {
		out = scalarShape
	}
	return out
}

// typeNames lists the types that a schema names.
func typeNames(n *node) []string {
	if t := n.str("type"); t != "" {
		return []string{t}
	}
	return n.strings("type")
}

// nests reports whether the members or items of a schema's values may be arrays or objects.
func (d *document) nests(s site) bool {
	w := shapeWalk{d: d, steps: maxShapeSteps}
	return w.nests(s, 0)
}

func (w *shapeWalk) nests(s site, depth int) bool {
	if w.steps--; w.steps < 0 || depth > 20 {
		return false
	}
	s, _, ok := w.d.deref(s)
	s = s.inside()
	n := s.node
	if !ok || !n.isObject() {
		return false
	}
	deep := func(n *node) bool { return n.isObject() && w.of(s.at(n), depth+1)&(arrayShape|objectShape) != 0 }
	if properties := n.get("properties"); properties.isObject() {
		for _, p := range properties.items {
			if deep(p) {
				return true
			}
		}
	}
	if deep(n.get("additionalProperties")) || deep(n.get("items")) {
		return true
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf"} {
		if list := n.get(key); list.isArray() {
			for _, member := range list.items {
				if w.nests(s.at(member), depth+1) {
					return true
				}
			}
		}
	}
	return false
}

// property finds the schema of a member of an object, through references and compositions; absent if there is none.
func (d *document) property(s site, name string) site {
	w := shapeWalk{d: d, steps: maxShapeSteps}
	return w.property(s, name, 0)
}

func (w *shapeWalk) property(s site, name string, depth int) site {
	if w.steps--; w.steps < 0 || depth > 20 {
		return site{}
	}
	s, _, ok := w.d.deref(s)
	s = s.inside()
	if !ok {
		return site{}
	}
	if p := s.get("properties").get(name); p.node != nil {
		return p
	}
	for _, key := range []string{"allOf", "anyOf", "oneOf"} {
		if list := s.node.get(key); list.isArray() {
			for _, member := range list.items {
				if p := w.property(s.at(member), name, depth+1); p.node != nil {
					return p
				}
			}
		}
	}
	return site{}
}

// isBinary reports whether a schema describes raw bytes: format binary (3.0), or text with a media type of its own and no
// transfer encoding (3.1).
func (d *document) isBinary(s site) bool {
	s, _, ok := d.deref(s)
	n := s.node
	if !ok || !n.isObject() {
		return false
	}
	if n.str("type") == "file" {
		return true
	}
	if t := n.str("type"); t != "" && t != "string" {
		return false
	}
	if n.str("format") == "binary" {
		return true
	}
	media := baseType(n.str("contentMediaType"))
	return d.dialect == dialect31 && media != "" && !n.has("contentEncoding") && !isJSON(media) && !textual(media)
}
