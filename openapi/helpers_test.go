// This file holds what the tests of the package share: documents made of parts, a reader of schemas, a recording server.

package openapi

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/neurocode-ai/codemode/discovery"
	"github.com/neurocode-ai/codemode/tools"
)

// spec describes a document with one operation; every part is JSON text.
type spec struct {
	version    string // "" means 3.1.0, "-" none at all
	path       string // "" means /test
	method     string // "" means get
	operation  string // members of the operation
	responses  string // "" means a bare 200
	item       string // members of the path item
	components string // members of components
	root       string // members of the document
	baseURL    string // "" means http://api.test/v1, "-" none
}

func (s spec) document() []byte {
	def := func(v, d string) string {
		if v == "" {
			return d
		}
		return v
	}
	version := fmt.Sprintf(`"openapi":%q,`, def(s.version, "3.1.0"))
	if s.version == "-" {
		version = ""
	}
	comma := func(v string) string {
		if v == "" {
			return ""
		}
		return "," + v
	}
	responses := def(s.responses, `{"200":{"description":"OK"}}`)
	op := `"responses":` + responses + comma(s.operation)
	if responses == "none" {
		op = `"x-none":1` + comma(s.operation)
	}
	return fmt.Appendf(nil, `{%s"paths":{%q:{%q:{%s}%s}}%s%s}`, version, def(s.path, "/test"), def(s.method, "get"), op, comma(s.item),
		comma(`"components":{`+s.components+`}`), comma(s.root))
}

func (s spec) options() Options {
	switch s.baseURL {
	case "":
		return Options{BaseURL: "http://api.test/v1"}
	case "-":
		return Options{}
	}
	return Options{BaseURL: s.baseURL}
}

func generate(t *testing.T, doc []byte, opts Options) *Result {
	t.Helper()
	if !json.Valid(doc) {
		t.Fatalf("the test's document is no JSON: %s", doc)
	}
	r, err := FromSpec(doc, opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// list names the tools of a namespace: dotted paths, in order.
func list(ns *tools.Namespace) (names []string, all map[string]*tools.Tool) {
	all = map[string]*tools.Tool{}
	var walk func(prefix string, ns *tools.Namespace)
	walk = func(prefix string, ns *tools.Namespace) {
		for _, c := range ns.Children {
			switch n := c.Node.(type) {
			case *tools.Tool:
				names = append(names, prefix+c.Name)
				all[prefix+c.Name] = n
			case *tools.Namespace:
				walk(prefix+c.Name+".", n)
			}
		}
	}
	walk("", ns)
	return names, all
}

// only is the single tool of a result.
func only(t *testing.T, r *Result) *tools.Tool {
	t.Helper()
	names, all := list(r.Tools)
	if len(names) != 1 {
		t.Fatalf("tools %v, skipped %v", names, r.Skipped)
	}
	return all[names[0]]
}

// compact renders a schema as a one-line type.
func compact(t *testing.T, schema []byte) string {
	t.Helper()
	if schema == nil {
		return "unknown"
	}
	return discovery.Type(schema, false)
}

// recorder is a server that keeps the last request and answers as told.
type recorder struct {
	*httptest.Server
	mu       sync.Mutex
	count    int
	method   string
	uri      string
	header   http.Header
	body     string
	response func(w http.ResponseWriter, r *http.Request)
}

func newRecorder(t *testing.T) *recorder {
	r := &recorder{}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		r.mu.Lock()
		r.count++
		r.method, r.uri, r.header, r.body = req.Method, req.RequestURI, req.Header.Clone(), string(body)
		respond := r.response
		r.mu.Unlock()
		if respond != nil {
			respond(w, req)
		}
	}))
	t.Cleanup(r.Close)
	return r
}

// last describes the last request: method, target, content type and body.
func (r *recorder) last() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.method + " " + r.uri
	if r.header.Get("Content-Type") != "" {
		s += " " + r.header.Get("Content-Type")
	}
	if r.body != "" {
		s += " " + r.body
	}
	return s
}

// call runs a tool; the result is JSON text, the failure its message.
func call(t *testing.T, tool *tools.Tool, input string) (result, failure string) {
	t.Helper()
	return callWith(t, tools.NewExchange(tools.ExchangeOptions{}), tool, input)
}

func callWith(t *testing.T, x *tools.Exchange, tool *tools.Tool, input string) (result, failure string) {
	t.Helper()
	decoded, err := tool.Decode(x, []byte(input))
	if err != nil {
		t.Fatalf("decode %s: %v", input, err)
	}
	out, err := tool.Run(context.Background(), x, decoded)
	if err != nil {
		message, ok := tools.SafeMessage(err)
		if !ok {
			message = "private: " + err.Error()
		}
		return "", message
	}
	return string(out), ""
}

func answer(status int, contentType, body string) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = nil
		if contentType != "" {
			w.Header().Set("Content-Type", contentType)
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

func check(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n got %s\nwant %s", what, got, want)
	}
}

func checkHolds(t *testing.T, what, got string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(got, p) {
			t.Errorf("%s: %q does not hold %q", what, got, p)
		}
	}
}
