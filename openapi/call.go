// This file defines one call: from the input to a request that is ready to send.

package openapi

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/neurocode-ai/codemode/tools"
	"golang.org/x/net/http/httpguts"
)

// operation is the plan of one tool: all that a call needs to know, made once. It is immutable.
type operation struct {
	api      *api
	method   string // upper case
	path     string // as declared
	id       string
	node     *node
	base     string // server URL without a slash at its end
	fields   []field
	body     *body
	results  responses
	security []alternative
}

// label names the operation in messages.
func (o *operation) label() string { return o.method + " " + shorten(o.path, 200) }

func (o *operation) origin() string {
	u, err := url.Parse(o.base)
	if err != nil {
		return ""
	}
	return originOf(u)
}

func (o *operation) describe() Operation {
	return Operation{ID: o.id, Method: o.method, Path: o.path, Summary: o.node.str("summary"), Description: o.node.str("description")}
}

func (o *operation) bodyField() *field {
	for i := range o.fields {
		if o.fields[i].in == inBody {
			return &o.fields[i]
		}
	}
	return nil
}

// Limits of one input; the boundary of the runtime is stricter.
const (
	maxInputDepth = 100
	maxInputNodes = 5_000_000
)

// run performs a call: everything that can be wrong with the input is found before the host is asked for credentials, and
// everything before anything is sent.
func (o *operation) run(ctx context.Context, input json.RawMessage) (any, error) {
	in, err := readInput(input)
	if err != nil {
		return nil, err
	}
	r, err := o.prepare(ctx, in)
	if err != nil {
		return nil, err
	}
	credentials, err := o.authorise(ctx)
	if err != nil {
		return nil, err
	}
	return o.send(ctx, r, credentials)
}

// readInput reads the input; what is no object counts as an empty one.
func readInput(input json.RawMessage) (*node, error) {
	if len(bytes.TrimSpace(input)) == 0 {
		return &node{kind: objectKind}, nil
	}
	in, err := parseJSON(string(input), treeLimits{depth: maxInputDepth, nodes: maxInputNodes})
	if err != nil {
		return nil, &tools.Error{Message: "the input cannot be read: " + err.Error(), Cause: err}
	}
	if !in.isObject() {
		return &node{kind: objectKind}, nil
	}
	return in, nil
}

// request is a request before credentials are added.
type request struct {
	path    string
	query   []pair
	headers http.Header
	body    []byte
	hasBody bool
	media   string
}

func (o *operation) prepare(ctx context.Context, in *node) (*request, error) {
	r := &request{headers: http.Header{}}
	var err error
	if r.path, err = o.expandPath(in); err != nil {
		return nil, err
	}
	for i := range o.fields {
		if f := &o.fields[i]; f.required && in.get(f.name) == nil {
			kind := f.in.String() + " parameter"
			if f.in == inBody {
				kind = "body field"
			}
			return nil, tools.Errorf("%s: missing required %s %s", o.label(), kind, quote(f.name))
		}
	}
	if r.query, err = o.queryPairs(in); err != nil {
		return nil, err
	}
	for name, values := range o.api.opts.Headers {
		r.headers[http.CanonicalHeaderKey(name)] = append([]string{}, values...)
	}
	if accept := o.results.accept; accept != "" && r.headers.Get("Accept") == "" {
		r.headers.Set("Accept", accept)
	}
	if err := o.headerValues(in, r.headers); err != nil {
		return nil, err
	}
	if o.body != nil {
		if err := o.writeBody(ctx, in, r); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// expandPath replaces the parameters of the path.
func (o *operation) expandPath(in *node) (string, error) {
	values := map[string]string{}
	for i := range o.fields {
		f := &o.fields[i]
		if f.in != inPath {
			continue
		}
		v := in.get(f.name)
		if v == nil {
			return "", tools.Errorf("%s: missing required path parameter %s", o.label(), quote(f.name))
		}
		text, err := f.pathText(v)
		if err != nil {
			return "", err
		}
		if text == "" || text == "." || text == ".." {
			return "", tools.Errorf("%s: path parameter %s must not be empty, \".\" or \"..\"", o.label(), quote(f.name))
		}
		values[f.wire] = text
	}
	var b strings.Builder
	if !strings.HasPrefix(o.path, "/") {
		b.WriteByte('/')
	}
	for rest := o.path; rest != ""; {
		open := strings.IndexByte(rest, '{')
		end := -1
		if open >= 0 {
			end = strings.IndexByte(rest[open:], '}')
		}
		if end < 0 {
			b.WriteString(encodeLiteral(rest))
			break
		}
		name := rest[open+1 : open+end]
		value, ok := values[name]
		if !ok {
			return "", tools.Errorf("%s: the path holds {%s}, which is no declared parameter", o.label(), shorten(name, 100))
		}
		b.WriteString(encodeLiteral(rest[:open]))
		b.WriteString(value)
		rest = rest[open+end+1:]
	}
	path, _, _ := strings.Cut(b.String(), "?")
	for segment := range strings.SplitSeq(path, "/") {
		if segment == "." || segment == ".." {
			return "", tools.Errorf("%s: the values of the path parameters make a segment that is \".\" or \"..\"", o.label())
		}
	}
	return b.String(), nil
}

func (o *operation) queryPairs(in *node) ([]pair, error) {
	var out []pair
	for i := range o.fields {
		f := &o.fields[i]
		if f.in != inQuery {
			continue
		}
		if v := in.get(f.name); v != nil {
			pairs, err := f.pairs(o.api.doc, v)
			if err != nil {
				return nil, err
			}
			out = append(out, pairs...)
		}
	}
	return out, nil
}

func (o *operation) headerValues(in *node, headers http.Header) error {
	for i := range o.fields {
		f := &o.fields[i]
		if f.in != inHeader {
			continue
		}
		v := in.get(f.name)
		if v == nil {
			continue
		}
		text, err := f.headerText(v)
		if err != nil {
			return err
		}
		text = strings.ToValidUTF8(text, "\uFFFD")
		if !httpguts.ValidHeaderFieldValue(text) {
			return tools.Errorf("header parameter %s holds a line break or another character that a header cannot carry", quote(f.name))
		}
		headers.Set(f.wire, text)
	}
	return nil
}

// writeBody serialises the body, if the input has one.
func (o *operation) writeBody(ctx context.Context, in *node, r *request) (err error) {
	given := false
	for i := range o.fields {
		given = given || o.fields[i].in == inBody && in.has(o.fields[i].name)
	}
	if !given && !o.body.required {
		return nil
	}
	r.hasBody, r.media = true, o.body.media
	switch o.body.kind {
	case jsonBody:
		r.body = o.jsonBody(in)
	case formBody:
		r.body, err = o.urlencoded(in)
	case multipartBody:
		r.body, r.media, err = o.multipart(ctx, in)
	case textBody:
		f := o.bodyField()
		text, ok := scalarText(in.get(f.name))
		if !ok {
			return tools.Errorf("%s: field %s must be text", o.label(), quote(f.name))
		}
		r.body = []byte(strings.ToValidUTF8(text, "\uFFFD"))
		if isRange(baseType(r.media)) {
			r.media = "text/plain; charset=utf-8"
		}
	case bytesBody:
		f := o.bodyField()
		value, err := binaryValue(ctx, in.get(f.name), f.name)
		if err != nil {
			return err
		}
		r.body, r.media = value.Data, fileType(value.MediaType, o.body.media)
	}
	return err
}

// jsonBody is the value of the body field, or an object of the flattened fields under their own names.
func (o *operation) jsonBody(in *node) []byte {
	if !o.body.flattened {
		return in.get(o.bodyField().name).appendJSON(nil)
	}
	out := &node{kind: objectKind}
	for i := range o.fields {
		if f := &o.fields[i]; f.in == inBody {
			if v := in.get(f.name); v != nil {
				out.set(f.wire, v)
			}
		}
	}
	return out.appendJSON(nil)
}

// httpRequest adds the credentials and makes the request. Secrets are the names of the headers that must not leave the origin.
func (o *operation) httpRequest(ctx context.Context, r *request, credentials []carried) (*http.Request, []string, error) {
	var secrets []string
	for name := range o.api.opts.Headers {
		secrets = append(secrets, name)
	}
	query := r.query
	for _, c := range credentials {
		if c.query {
			kept := make([]pair, 0, len(query)+1)
			for _, p := range query {
				if p.key != c.name {
					kept = append(kept, p)
				}
			}
			query = append(kept, pair{key: c.name, text: c.value})
			continue
		}
		r.headers.Set(c.name, c.value)
		secrets = append(secrets, c.name)
	}
	var b strings.Builder
	for i := range query {
		query[i].appendTo(&b)
	}
	address := o.base + r.path
	if b.Len() > 0 {
		separator := "?"
		if strings.Contains(r.path, "?") {
			separator = "&"
		}
		address += separator + b.String()
	}
	var content io.Reader
	if r.hasBody {
		content = bytes.NewReader(r.body)
	}
	req, err := http.NewRequestWithContext(ctx, o.method, address, content)
	if err != nil {
		return nil, nil, tools.Errorf("%s: the address of the request is not valid", o.label())
	}
	if r.hasBody {
		r.headers.Set("Content-Type", r.media)
	}
	if host := r.headers.Get("Host"); host != "" { // of Options.Headers; net/http has a place of its own for it
		req.Host = host
		r.headers.Del("Host")
	}
	req.Header = r.headers
	return req, secrets, nil
}

// shorten cuts a text at a number of bytes, at the start of a character.
func shorten(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "") + "…"
}
