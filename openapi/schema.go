// This file defines how schemas of a document become JSON Schema documents (draft 2020-12) for one tool.

package openapi

import (
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A schema document is written when it is asked for, so a catalogue of a thousand tools holds no schemas. The schema of the tool
// comes first; every schema that it refers to becomes a definition under "$defs", under the last name of its pointer:
//
//	#/components/schemas/Pet   →  #/$defs/Pet
//
// Which definitions are kept is decided before writing (see reach.go): a reference that would make the signature longer than a
// budget is written as {}, which means anything and is shown as unknown.

// side is the direction of a schema's values.
type side uint8

const (
	inputSide  side = iota // readOnly members are left out
	outputSide             // writeOnly members are left out
)

// Limits of one schema document.
const (
	maxSchemaBytes      = 1 << 20 // beyond, every schema is written as {}
	maxSchemaDepth      = 64
	maxDescriptionBytes = 4096
	maxEnumValues       = 1000
	maxEnumBytes        = 32 << 10
	maxDefaultBytes     = 2048
)

// bytesSchema is the schema of tagged binary values.
const bytesSchema = `{"type":"object","properties":{"$bytes":{"type":"object","properties":{"id":{"type":"string"},` +
	`"mediaType":{"type":"string"},"size":{"type":"integer"},"data":{"type":"string","contentEncoding":"base64"}}}},"required":["$bytes"]}`

// bytesInput is bytesSchema for inputs, which may be text as well.
const bytesInput = `{"anyOf":[` + bytesSchema + `,{"type":"string"}]`

// schemaWriter writes one schema document.
type schemaWriter struct {
	d    *document
	side side
	// binary says that strings of format binary are binary values (in multipart bodies).
	binary bool
	buf    []byte

	names map[*node]string // definitions that were referred to
	taken map[string]bool
	queue []site // definitions to write, in order
	// kept holds the definitions that may be written.
	kept map[*node]bool
}

func (d *document) newSchemaWriter(s side) *schemaWriter {
	return &schemaWriter{d: d, side: s, names: map[*node]string{}, taken: map[string]bool{}}
}

// inputSchema writes the schema of an operation's input.
func (o *operation) inputSchema() []byte {
	w := o.api.doc.newSchemaWriter(inputSide)
	w.binary = o.body != nil && o.body.kind == multipartBody
	roots := make([]site, 0, len(o.fields))
	for i := range o.fields {
		roots = append(roots, o.fields[i].schema)
	}
	w.kept = w.d.choose(roots, 1, inputSide)
	w.raw(`{"type":"object"`)
	if len(o.fields) > 0 {
		w.raw(`,"properties":{`)
		for i := range o.fields {
			f := &o.fields[i]
			if i > 0 {
				w.raw(",")
			}
			w.key(f.name)
			w.field(o, f)
		}
		w.raw("}")
	}
	first := true
	for i := range o.fields {
		if !o.fields[i].required {
			continue
		}
		if first {
			w.raw(`,"required":[`)
		} else {
			w.raw(",")
		}
		first = false
		w.buf = appendJSONString(w.buf, o.fields[i].name)
	}
	if !first {
		w.raw("]")
	}
	if text := w.finish(); len(text) <= 2*maxSchemaBytes {
		return text
	}
	return []byte(`{"type":"object"}`)
}

// field writes the schema of one field, with the description of its declaration where the schema has none.
func (w *schemaWriter) field(o *operation, f *field) {
	notes := annotations{description: f.description, deprecated: f.deprecated}
	if f.in == inBody && o.body != nil && !o.body.flattened {
		switch o.body.kind {
		case bytesBody:
			w.raw(bytesInput)
			w.annotate(f.schema.node, notes, true)
			w.raw("}")
			return
		case textBody:
			if w.d.shapes(f.schema) == 0 {
				w.raw(`{"type":"string"`)
				w.annotate(f.schema.node, notes, true)
				w.raw("}")
				return
			}
		}
	}
	w.schema(f.schema, 1, notes)
}

// outputSchema writes the schema of an operation's result, nil if it is unknown.
func (o *operation) outputSchema() []byte {
	r := &o.results
	if r.unknown || len(r.outputs) == 0 {
		return nil
	}
	w := o.api.doc.newSchemaWriter(outputSide)
	roots := make([]site, 0, len(r.outputs))
	for i := range r.outputs {
		roots = append(roots, r.outputs[i].schema)
	}
	depth := min(len(roots)-1, 1)
	w.kept = w.d.choose(roots, depth, outputSide)
	if len(r.outputs) == 1 {
		w.result(&r.outputs[0], 0)
		return w.finishOutput()
	}
	w.raw(`{"anyOf":[`)
	for i := range r.outputs {
		if i > 0 {
			w.raw(",")
		}
		w.result(&r.outputs[i], 1)
		w.raw("}")
	}
	w.raw("]")
	return w.finishOutput()
}

// finishOutput is finish; a document that is still too large, with a hundred thousand members in a union, say, is given up.
func (w *schemaWriter) finishOutput() []byte {
	if text := w.finish(); len(text) <= 2*maxSchemaBytes {
		return text
	}
	return nil
}

// result writes the schema of one output without its closing brace, so that definitions can follow.
func (w *schemaWriter) result(o *output, depth int) {
	start := len(w.buf)
	switch o.kind {
	case nullOutput:
		w.raw(`{"type":"null"}`)
	case textOutput:
		w.raw(`{"type":"string"}`)
	case bytesOutput:
		w.raw(bytesSchema)
	case linesOutput:
		if w.d.shapes(o.schema) == arrayShape {
			w.schema(o.schema, depth, annotations{})
			break
		}
		w.raw(`{"type":"array","items":`)
		w.schema(o.schema, depth+1, annotations{})
		w.raw("}")
	default:
		w.schema(o.schema, depth, annotations{})
	}
	if string(w.buf[start:]) == "true" || string(w.buf[start:]) == "false" {
		// A boolean schema has no place for definitions.
		w.buf = append(w.buf[:start], "{}"...)
	}
	w.buf = w.buf[:len(w.buf)-1]
}

// finish writes the definitions and closes the document, which is open after its last member.
func (w *schemaWriter) finish() []byte {
	if len(w.queue) > 0 {
		if w.buf[len(w.buf)-1] != '{' {
			w.raw(",")
		}
		w.raw(`"$defs":{`)
		for i := 0; i < len(w.queue); i++ {
			if i > 0 {
				w.raw(",")
			}
			w.key(w.names[w.queue[i].node])
			w.schema(w.queue[i], 1, annotations{})
		}
		w.raw("}")
	}
	w.raw("}")
	return w.buf
}

func (w *schemaWriter) raw(s string) { w.buf = append(w.buf, s...) }

func (w *schemaWriter) key(s string) {
	w.buf = appendJSONString(w.buf, s)
	w.buf = append(w.buf, ':')
}

// member starts a member of the object that is being written.
func (w *schemaWriter) member(name string) {
	if w.buf[len(w.buf)-1] != '{' {
		w.buf = append(w.buf, ',')
	}
	w.key(name)
}

// annotations are what a declaration adds to the schema it holds.
type annotations struct {
	description string
	deprecated  bool
}

// schema writes the schema at a site.
func (w *schemaWriter) schema(s site, depth int, notes annotations) {
	s = s.inside()
	n := s.node
	if !n.isObject() {
		if w.d.dialect == dialect31 && n != nil && n.kind == boolKind && notes == (annotations{}) {
			w.raw(n.text)
			return
		}
		w.raw("{")
		w.annotate(nil, notes, true)
		w.raw("}")
		return
	}
	if depth > maxSchemaDepth || len(w.buf) > maxSchemaBytes {
		w.raw("{}")
		return
	}
	w.raw("{")
	if w.binary && w.d.isBinary(s) {
		w.buf = w.buf[:len(w.buf)-1]
		w.raw(bytesInput)
		w.annotate(n, notes, true)
	} else if w.d.dialect == dialect30 {
		w.members30(s, depth, notes)
	} else {
		w.annotate(n, notes, false)
		w.members(s, depth)
	}
	w.raw("}")
}

// annotate writes description and deprecation. own says that those of the schema itself are written, too, not only what the
// declaration adds.
func (w *schemaWriter) annotate(n *node, notes annotations, own bool) {
	description := n.str("description")
	if description == "" {
		description = notes.description
		own = own || description != ""
	}
	if own && description != "" {
		w.member("description")
		w.buf = appendJSONString(w.buf, shorten(description, maxDescriptionBytes))
	}
	if n.get("deprecated").isTrue() && own || notes.deprecated && !n.get("deprecated").isTrue() {
		w.member("deprecated")
		w.raw("true")
	}
}

// reference writes a reference to a definition, or nothing where its target is unknown or beyond the budget. It reports whether
// it wrote one.
func (w *schemaWriter) reference(s site) bool {
	target, _, ok := w.d.schemaTarget(s)
	if !ok || !w.kept[target.node] {
		return false
	}
	name, known := w.names[target.node]
	if !known {
		name = w.newName(s.node.str("$ref"))
		w.names[target.node] = name
		w.queue = append(w.queue, target)
	}
	w.member("$ref")
	w.buf = appendJSONString(w.buf, "#/$defs/"+name)
	return true
}

// schemaTarget is what the reference of a schema names: one hop, so that chains become chains of definitions.
func (d *document) schemaTarget(s site) (target site, why string, ok bool) {
	target, why = d.resolve(s, s.node.str("$ref"))
	return target, why, why == ""
}

// newName names a definition after its pointer, with characters that need no escape in a reference.
func (w *schemaWriter) newName(ref string) string {
	name := ref[strings.LastIndexAny(ref, "/#")+1:]
	if plain, err := url.PathUnescape(name); err == nil {
		name = plain
	}
	name = strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && (isAlnum(byte(r)) || r == '_' || r == '-' || r == '.') {
			return r
		}
		return '_'
	}, strings.ReplaceAll(shorten(name, 200), "~1", "/"))
	if name == "" {
		name = "schema"
	}
	unique := name
	for n := 2; w.taken[unique]; n++ {
		unique = name + "_" + strconv.Itoa(n)
	}
	w.taken[unique] = true
	return unique
}

// hidden reports whether a property does not exist on one side.
func (d *document) hidden(s site, of side) bool {
	keyword := "readOnly"
	if of == outputSide {
		keyword = "writeOnly"
	}
	for range maxRefHops {
		if s.node.get(keyword).isTrue() {
			return true
		}
		if s.node.str("$ref") == "" {
			return false
		}
		target, _, ok := d.schemaTarget(s)
		if !ok {
			return false
		}
		s = target
	}
	return false
}
