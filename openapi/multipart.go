// This file defines form bodies: application/x-www-form-urlencoded and multipart/form-data.

package openapi

import (
	"bytes"
	"context"
	"fmt"
	"mime/multipart"
	"net/textproto"
	"strings"

	"github.com/neurocode-ai/codemode/tools"
	"golang.org/x/net/http/httpguts"
)

// formValues lists the fields of a form body that the input gives: flattened ones, or the members of the whole body.
func (o *operation) formValues(in *node) ([]field, []*node, error) {
	if o.body.flattened {
		var fields []field
		var values []*node
		for _, f := range o.fields {
			if v := in.get(f.name); f.in == inBody && v != nil {
				fields, values = append(fields, f), append(values, v)
			}
		}
		return fields, values, nil
	}
	whole := in.get(o.bodyField().name)
	if whole == nil {
		return nil, nil, nil
	}
	if !whole.isObject() {
		return nil, nil, tools.Errorf("%s: the body must be an object of form fields", o.label())
	}
	fields := make([]field, len(whole.keys))
	for i, name := range whole.keys {
		fields[i] = field{name: name, wire: name, in: inBody, encoding: o.body.encodingOf(name), schema: o.api.doc.property(o.body.schema, name)}
	}
	return fields, whole.items, nil
}

// urlencoded writes a form body.
func (o *operation) urlencoded(in *node) ([]byte, error) {
	fields, values, err := o.formValues(in)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	for i := range fields {
		pairs, err := fields[i].pairs(o.api.doc, values[i])
		if err != nil {
			return nil, err
		}
		for j := range pairs {
			pairs[j].appendTo(&b)
		}
	}
	return []byte(b.String()), nil
}

// multipart writes a multipart body and returns its content type.
func (o *operation) multipart(ctx context.Context, in *node) ([]byte, string, error) {
	fields, values, err := o.formValues(in)
	if err != nil {
		return nil, "", err
	}
	var buf bytes.Buffer
	w := multipart.NewWriter(&buf)
	for i := range fields {
		f := &fields[i]
		pairs, err := o.parts(ctx, f, values[i])
		if err != nil {
			return nil, "", err
		}
		for j := range pairs {
			if err := writePart(w, f, &pairs[j]); err != nil {
				return nil, "", err
			}
		}
	}
	if err := w.Close(); err != nil {
		return nil, "", err
	}
	return buf.Bytes(), w.FormDataContentType(), nil
}

// parts is pairs with binary values: a tagged value is a file wherever it stands, and text is one where the schema asks for bytes.
func (o *operation) parts(ctx context.Context, f *field, v *node) ([]pair, error) {
	items := []*node{v}
	if v.kind == arrayKind {
		items = v.items
	}
	files := false
	for _, item := range items {
		files = files || isTagged(item)
	}
	schema := f.schema
	if v.kind == arrayKind {
		if target, _, ok := o.api.doc.deref(schema); ok {
			schema = target.get("items")
		}
	}
	if !files && !o.api.doc.isBinary(schema) {
		return f.pairs(o.api.doc, v)
	}
	out := make([]pair, 0, len(items))
	for _, item := range items {
		b, err := binaryValue(ctx, item, f.name)
		if err != nil {
			return nil, err
		}
		out = append(out, pair{key: f.wire, file: &b})
	}
	return out, nil
}

// isTagged reports whether a value is a tagged binary value.
func isTagged(n *node) bool { return n.isObject() && len(n.keys) == 1 && n.keys[0] == "$bytes" }

// binaryValue reads a binary value of the input. Text is taken as its UTF-8 bytes.
func binaryValue(ctx context.Context, n *node, name string) (tools.Bytes, error) {
	if n.isString() {
		return tools.Bytes{MediaType: "text/plain; charset=utf-8", Data: []byte(strings.ToValidUTF8(n.text, "\uFFFD"))}, nil
	}
	if !isTagged(n) {
		return tools.Bytes{}, tools.Errorf("field %s must be a binary value that another tool returned, or text", quote(name))
	}
	b, err := tools.BytesFrom(ctx, n.appendJSON(nil))
	if err != nil {
		message, ok := tools.SafeMessage(err)
		if !ok {
			message = "the binary value cannot be read"
		}
		return b, &tools.Error{Message: fmt.Sprintf("field %s: %s", quote(name), message), Cause: err}
	}
	return b, nil
}

func writePart(w *multipart.Writer, f *field, p *pair) error {
	disposition := `form-data; name="` + escapeQuotes(p.key) + `"`
	header := textproto.MIMEHeader{}
	data := []byte(strings.ToValidUTF8(p.text, "\uFFFD"))
	switch media := concreteType(f.contentType); {
	case p.file != nil:
		data = p.file.Data
		media = fileType(p.file.MediaType, f.contentType)
		disposition += `; filename="` + escapeQuotes(p.key+extension(media)) + `"`
		header.Set("Content-Type", media)
	case media != "":
		header.Set("Content-Type", media)
	case p.json:
		header.Set("Content-Type", "application/json")
	}
	header.Set("Content-Disposition", disposition)
	part, err := w.CreatePart(header)
	if err != nil {
		return err
	}
	_, err = part.Write(data)
	return err
}

// escapeQuotes writes a name into a disposition header as browsers do (HTML, "multipart/form-data encoding algorithm").
func escapeQuotes(s string) string {
	return strings.NewReplacer("\r", "%0D", "\n", "%0A", `"`, "%22").Replace(strings.ToValidUTF8(s, "\uFFFD"))
}

// fileType chooses the media type of a binary value: its own if the document (a list, perhaps with ranges) allows it, else the first
// that the document names. A value without a usable type is application/octet-stream.
func fileType(own, declared string) string {
	if !httpguts.ValidHeaderFieldValue(own) || !strings.Contains(own, "/") {
		own = ""
	}
	if declared == "" {
		if own == "" {
			return "application/octet-stream"
		}
		return own
	}
	for d := range strings.SplitSeq(declared, ",") {
		if own != "" && matches(d, baseType(own)) {
			return own
		}
	}
	if first := concreteType(declared); first != "" {
		return first
	}
	return "application/octet-stream"
}

// concreteType is the first media type of a list that is no range and can be sent.
func concreteType(list string) string {
	for media := range strings.SplitSeq(list, ",") {
		media = strings.TrimSpace(media)
		if media != "" && !isRange(baseType(media)) && sendable(media) {
			return media
		}
	}
	return ""
}

// extension gives a file name the ending of its type. Many APIs look at nothing else.
func extension(media string) string {
	switch baseType(media) {
	case "image/png":
		return ".png"
	case "image/jpeg":
		return ".jpg"
	case "image/gif":
		return ".gif"
	case "image/webp":
		return ".webp"
	case "image/svg+xml":
		return ".svg"
	case "application/pdf":
		return ".pdf"
	case "application/zip":
		return ".zip"
	case "application/gzip":
		return ".gz"
	case "application/json":
		return ".json"
	case "application/jsonl", "application/x-ndjson":
		return ".jsonl"
	case "application/xml", "text/xml":
		return ".xml"
	case "text/plain":
		return ".txt"
	case "text/csv":
		return ".csv"
	case "text/html":
		return ".html"
	case "text/markdown":
		return ".md"
	case "audio/mpeg":
		return ".mp3"
	case "audio/mp4":
		return ".m4a"
	case "audio/wav", "audio/x-wav", "audio/wave":
		return ".wav"
	case "audio/ogg":
		return ".ogg"
	case "audio/flac":
		return ".flac"
	case "audio/webm", "video/webm":
		return ".webm"
	case "video/mp4":
		return ".mp4"
	case "application/vnd.openxmlformats-officedocument.wordprocessingml.document":
		return ".docx"
	case "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":
		return ".xlsx"
	}
	return ".bin"
}
