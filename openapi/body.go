// This file defines what is sent as the body of a request: which media type is chosen, and which fields it has.

package openapi

import (
	"slices"
	"strings"
)

// bodyKind is how a body is written.
type bodyKind uint8

const (
	jsonBody bodyKind = iota
	formBody
	multipartBody
	textBody
	bytesBody
)

// body is the plan of a request body.
type body struct {
	kind      bodyKind
	media     string // the declared key
	required  bool
	flattened bool
	schema    site
	// encodings holds the declared encoding of form fields.
	encodings map[string]encoding
}

// requestBody chooses the media type of the body and makes its fields.
func (d *document) requestBody(op site) (*body, []field, *skip) {
	if !op.node.has("requestBody") {
		return nil, nil, nil
	}
	rb, why, ok := d.deref(op.get("requestBody"))
	content := rb.get("content")
	if !ok || !rb.node.isObject() || !content.node.isObject() || len(content.node.keys) == 0 {
		if why != "" {
			why = ": " + why
		}
		return nil, nil, skipf(SkipBodyMedia, "the request body declares no media type%s", why)
	}
	b, s := d.chooseMedia(content)
	if s != nil {
		return nil, nil, s
	}
	b.required = rb.node.get("required").isTrue()
	if d.flattens(b) {
		if fields := d.bodyFields(b); len(fields) <= maxParameters {
			b.flattened = true
			return b, fields, nil
		}
	}
	whole := field{wire: "body", in: inBody, required: b.required, schema: b.schema, description: rb.node.str("description")}
	return b, []field{whole}, nil
}

// chooseMedia takes the first JSON media type, else the first that can be written.
func (d *document) chooseMedia(content site) (*body, *skip) {
	c := content.node
	for i, media := range c.keys {
		if isJSON(media) {
			if !c.items[i].isObject() {
				return nil, skipf(SkipBodyMedia, "the media type %s of the request body is malformed", quote(media))
			}
			return &body{kind: jsonBody, media: media, schema: content.at(c.items[i]).get("schema")}, nil
		}
	}
	var problem *skip
	for i, media := range c.keys {
		if !c.items[i].isObject() {
			continue
		}
		b, s := d.otherMedia(media, content.at(c.items[i]))
		if b != nil {
			return b, nil
		}
		if problem == nil {
			problem = s
		}
	}
	if problem != nil {
		return nil, problem
	}
	return nil, skipf(SkipBodyMedia, "the request body has only unsupported media types: %s", quoteList(c.keys))
}

// otherMedia plans a body that is no JSON. It returns neither plan nor skip if the media type is unsupported.
func (d *document) otherMedia(media string, entry site) (*body, *skip) {
	base, schema := baseType(media), entry.get("schema")
	form := d.shapes(schema)
	switch {
	case base == "application/x-www-form-urlencoded" || base == "multipart/form-data":
		if form != objectShape {
			return nil, nil
		}
		b := &body{kind: formBody, media: media, schema: schema}
		if base == "multipart/form-data" {
			b.kind = multipartBody
		}
		s := d.formEncodings(b, entry.get("encoding"))
		if s != nil {
			return nil, s
		}
		return b, nil
	case strings.HasPrefix(base, "multipart/") || form&^scalarShape != 0:
		return nil, nil
	case d.isBinary(schema):
		return &body{kind: bytesBody, media: media, schema: schema}, nil
	case textual(base):
		return &body{kind: textBody, media: media, schema: schema}, nil
	case form == 0 || slices.Equal(typeNames(schema.node), []string{"string"}) || schema.node.has("$ref"):
		return &body{kind: bytesBody, media: media, schema: schema}, nil
	}
	return nil, nil
}

// formEncodings reads the encoding object of a form. In multipart bodies an explicit style counts as well, as OpenAPI 3.1 says.
func (d *document) formEncodings(b *body, encodings site) *skip {
	if !encodings.node.isObject() {
		return nil
	}
	for i, name := range encodings.node.keys {
		n := encodings.node.items[i]
		if !n.isObject() {
			return skipf(SkipBodyEncoding, "the encoding of field %s is not an object", quote(name))
		}
		e, s := readEncoding(n, true)
		if s == nil && (e.style == styleSimple || e.style == styleLabel || e.style == styleMatrix) {
			s = skipf(SkipBodyEncoding, "the style %s does not apply to forms", quote(n.str("style")))
		}
		if s == nil {
			s = e.undefined()
		}
		if s == nil && d.requiredHeaders(encodings.at(n).get("headers")) {
			s = skipf(SkipBodyEncoding, "its part requires headers")
		}
		if s != nil {
			return skipf(SkipBodyEncoding, "form field %s: %s", quote(name), s.reason)
		}
		if !n.has("style") && !n.has("explode") && !n.has("allowReserved") {
			e.style = styleAuto
			e.contentType = strings.TrimSpace(n.str("contentType"))
			if isJSON(e.contentType) {
				e.style = styleJSON
			}
		}
		if b.encodings == nil {
			b.encodings = make(map[string]encoding, len(encodings.node.keys))
		}
		b.encodings[name] = e
	}
	return nil
}

func (d *document) requiredHeaders(headers site) bool {
	if !headers.node.isObject() {
		return false
	}
	for i, h := range headers.node.items {
		target, _, ok := d.deref(headers.at(h))
		if ownHeader(headers.node.keys[i]) {
			continue
		}
		if !ok || target.node.get("required").isTrue() {
			return true
		}
	}
	return false
}

// encodingOf is the encoding of a form field.
func (b *body) encodingOf(name string) encoding {
	if e, ok := b.encodings[name]; ok {
		return e
	}
	return encoding{style: styleAuto}
}

// openKeywords are those that make fields depend on each other, or unknown: the body stays one value.
var openKeywords = []string{"allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas",
	"dependencies", "patternProperties"}

// flattens reports whether the fields of a body become fields of the input: it must be required and a closed object whose fields
// are independent.
func (d *document) flattens(b *body) bool {
	s, _, ok := d.deref(b.schema)
	n := s.node
	if !ok || !b.required || b.kind > multipartBody || n.str("type") != "object" || !n.get("properties").isObject() ||
		!n.get("additionalProperties").isFalse() || n.get("nullable").isTrue() {
		return false
	}
	return !slices.ContainsFunc(openKeywords, n.has)
}

// bodyFields makes the fields of a flattened body. Read-only ones are left out.
func (d *document) bodyFields(b *body) []field {
	s, _, _ := d.deref(b.schema)
	properties, required := s.get("properties"), s.node.get("required")
	needed := map[string]bool{}
	if required.isArray() {
		for _, r := range required.items {
			if r.isString() {
				needed[r.text] = true
			}
		}
	}
	var out []field
	for i, name := range properties.node.keys {
		property := properties.at(properties.node.items[i])
		if d.hidden(property, inputSide) {
			continue
		}
		f := field{wire: name, in: inBody, required: needed[name], schema: property}
		if b.kind != jsonBody {
			f.encoding = b.encodingOf(name)
		}
		out = append(out, f)
	}
	return out
}

func quoteList(list []string) string {
	const limit = 10
	var b strings.Builder
	for i, s := range list {
		if i == limit {
			b.WriteString(", …")
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(quote(s))
	}
	return b.String()
}
