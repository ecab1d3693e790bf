// This file holds the tests of requests: what goes over the wire for an input, byte for byte.

package openapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/neurocode-ai/codemode/tools"
)

// wire is a call and what becomes of it: the request (method, target, content type, body) or "fail: parts of the message".
type wire struct {
	declared string // parameters, or a whole spec as members of the operation starting with "+"
	input    string
	want     string
}

func runWire(t *testing.T, s spec, cases []wire) {
	t.Helper()
	server := newRecorder(t)
	s.baseURL = server.URL + "/v1"
	for _, c := range cases {
		one := s
		if rest, ok := strings.CutPrefix(c.declared, "+"); ok {
			one.operation = rest
		} else {
			one.operation = `"parameters":[` + c.declared + `]`
		}
		tool := only(t, generate(t, one.document(), one.options()))
		before := server.count
		_, failure := call(t, tool, c.input)
		if want, fails := strings.CutPrefix(c.want, "fail: "); fails {
			if failure == "" || server.count != before {
				t.Errorf("%s with %s: sent %s", c.declared, c.input, server.last())
			}
			checkHolds(t, c.declared+" "+c.input, failure, strings.Split(want, ", ")...)
			continue
		}
		if failure != "" {
			t.Errorf("%s with %s: %s", c.declared, c.input, failure)
			continue
		}
		check(t, c.declared+" "+c.input, strings.Replace(server.last(), "/v1", "", 1), c.want)
	}
}

func query(name, rest string) string {
	return fmt.Sprintf(`{"name":%q,"in":"query"%s,"schema":{}}`, name, rest)
}

func TestPathRequests(t *testing.T) {
	id := func(rest string) string { return `{"name":"id","in":"path"` + rest + `,"schema":{}}` }
	runWire(t, spec{path: "/x/{id}"}, []wire{
		{id(""), `{"id":"a b/c?d'(e)*!é"}`, "GET /x/a%20b%2Fc%3Fd%27%28e%29%2A%21%C3%A9"},
		{id(""), `{"id":5}`, "GET /x/5"},
		{id(""), `{"id":null}`, "GET /x/null"},
		{id(""), `{"id":true}`, "GET /x/true"},
		{id(""), `{"id":""}`, "fail: id"},
		{id(""), `{"id":"."}`, "fail: id"},
		{id(""), `{"id":".."}`, "fail: id"},
		{id(""), `{"id":"../admin"}`, "GET /x/..%2Fadmin"},
		{id(""), `{"id":"%2e%2e"}`, "GET /x/%252e%252e"},
		{id(""), `{"id":"~-._"}`, "GET /x/~-._"},
		{id(""), `{"id":"\ud800"}`, "GET /x/%EF%BF%BD"},
		{id(""), `{"id":["a","b,c"]}`, "GET /x/a,b%2Cc"},
		{id(""), `{"id":[]}`, "fail: id"},
		{id(""), `{"id":{"k":"v","n":1}}`, "GET /x/k,v,n,1"},
		{id(`,"explode":true`), `{"id":{"k":"v","n":1}}`, "GET /x/k=v,n=1"},
		{id(`,"explode":true`), `{"id":[1,2]}`, "GET /x/1,2"},
		{id(""), `{"id":{"k":[1]}}`, "fail: id, inside"},
		{id(""), `{}`, "fail: missing, path parameter, id, GET /x/{id}"},
		{``, `{}`, "fail: {id}"},
		{id(`,"style":"label"`), `{"id":"a b"}`, "GET /x/.a%20b"},
		{id(`,"style":"label"`), `{"id":["a","b"]}`, "GET /x/.a,b"},
		{id(`,"style":"label","explode":true`), `{"id":["a","b"]}`, "GET /x/.a.b"},
		{id(`,"style":"label"`), `{"id":{"k":1,"l":2}}`, "GET /x/.k,1,l,2"},
		{id(`,"style":"label","explode":true`), `{"id":{"k":1,"l":2}}`, "GET /x/.k=1.l=2"},
		{id(`,"style":"label"`), `{"id":""}`, "fail: id"},
		{id(`,"style":"label"`), `{"id":"."}`, "fail: id"},
		{id(`,"style":"matrix"`), `{"id":"a;b"}`, "GET /x/;id=a%3Bb"},
		{id(`,"style":"matrix"`), `{"id":""}`, "GET /x/;id"},
		{id(`,"style":"matrix"`), `{"id":["a","b"]}`, "GET /x/;id=a,b"},
		{id(`,"style":"matrix","explode":true`), `{"id":["a","b"]}`, "GET /x/;id=a;id=b"},
		{id(`,"style":"matrix"`), `{"id":{"k":1,"l":2}}`, "GET /x/;id=k,1,l,2"},
		{id(`,"style":"matrix","explode":true`), `{"id":{"k":1,"l":2}}`, "GET /x/;k=1;l=2"},
		{`{"name":"id","in":"path","content":{"application/json":{"schema":{}}}}`, `{"id":{"a":[1]}}`, "GET /x/%7B%22a%22%3A%5B1%5D%7D"},
	})
	runWire(t, spec{path: "/x/{id}/y/{id}"}, []wire{{id(""), `{"id":"z"}`, "GET /x/z/y/z"}})
	runWire(t, spec{path: "/x/{id}{b}/y"}, []wire{{id("") + `,{"name":"b","in":"path","schema":{}}`, `{"id":".","b":"."}`, "fail: ."}})
	runWire(t, spec{path: "/a b/{id}/{c"}, []wire{{id(""), `{"id":"z"}`, "GET /a%20b/z/%7Bc"}})
	runWire(t, spec{path: "/x?fixed=1&id={id}"}, []wire{{id("") + "," + query("q", ""), `{"id":"z/","q":"2"}`, "GET /x?fixed=1&id=z%2F&q=2"}})
}

func TestQueryRequests(t *testing.T) {
	a := query("a", "")
	deep := `{"name":"f","in":"query","style":"deepObject","explode":true,"schema":%s}`
	stripe := fmt.Sprintf(deep, `{"anyOf":[{"type":"object","properties":{"gt":{"type":"integer"}}},{"type":"integer"}]}`)
	nested := fmt.Sprintf(deep, `{"type":"object","properties":{"list":{"type":"array","items":{"type":"object"}},"s":{"type":"string"}}}`)
	runWire(t, spec{}, []wire{
		{query("a", "") + "," + query("b", "") + "," + query("c", ""), `{"a":"x y&z","b":5,"c":true}`, "GET /test?a=x+y%26z&b=5&c=true"},
		{a, `{"a":null}`, "GET /test?a=null"},
		{a, `{"a":["x","y z"]}`, "GET /test?a=x&a=y+z"},
		{query("a", `,"explode":false`), `{"a":["x","y,z"]}`, "GET /test?a=x%2Cy%2Cz"},
		{a, `{"a":[]}`, "GET /test"},
		{query("a", `,"explode":false`), `{"a":[]}`, "GET /test?a="},
		{a, `{"a":[[1]]}`, "fail: a"},
		{a, `{"a":{"k":{"z":1}}}`, "fail: a"},
		{a, `{"a":{"k":"v","n":1}}`, "GET /test?k=v&n=1"},
		{query("a", `,"explode":false`), `{"a":{"k":"v","n":1}}`, "GET /test?a=k%2Cv%2Cn%2C1"},
		{a, `{"a":"*-._~!'()é\u0000"}`, "GET /test?a=*-._%7E%21%27%28%29%C3%A9%00"},
		{query("DateCreated<", ""), `{"DateCreated<":"2020-01-01"}`, "GET /test?DateCreated%3C=2020-01-01"},
		{query("a", `,"allowReserved":true`), `{"a":"/b?c=d:e@f!$'()*,;é[#&+ %2F%zz"}`, "GET /test?a=/b?c=d:e@f!$'()*,;%C3%A9%5B%23%26%2B%20%2F%25zz"},
		{query("a", `,"allowReserved":true,"explode":false`), `{"a":["x","y"]}`, "GET /test?a=x,y"},
		{query("a", `,"style":"spaceDelimited"`), `{"a":["x","y&z"]}`, "GET /test?a=x%20y%26z"},
		{query("a", `,"style":"spaceDelimited"`), `{"a":{"k":"v"}}`, "GET /test?a=k%20v"},
		{query("a", `,"style":"spaceDelimited"`), `{"a":["x y"]}`, "fail: a, x y"},
		{query("a", `,"style":"pipeDelimited"`), `{"a":["x","y z"]}`, "GET /test?a=x%7Cy+z"},
		{query("a", `,"style":"pipeDelimited"`), `{"a":["x|y"]}`, "fail: a, x|y"},
		{query("a", `,"style":"pipeDelimited"`), `{"a":[["x"]]}`, "fail: a"},
		{`{"name":"a","in":"query","content":{"application/json":{"schema":{}}}}`, `{"a":{"k":[1,"x"]}}`, "GET /test?a=%7B%22k%22%3A%5B1%2C%22x%22%5D%7D"},
		{`{"name":"a","in":"query","content":{"application/json":{"schema":{}}}}`, `{"a":"s"}`, "GET /test?a=%22s%22"},
		{fmt.Sprintf(deep, `{}`), `{"f":{"a":1,"b":"x y"}}`, "GET /test?f%5Ba%5D=1&f%5Bb%5D=x+y"},
		{fmt.Sprintf(deep, `{}`), `{"f":"x"}`, "fail: f, object"},
		{fmt.Sprintf(deep, `{}`), `{"f":[1]}`, "fail: f, object"},
		{fmt.Sprintf(deep, `{"type":"object","properties":{"a":{"type":"string"}}}`), `{"f":{"a":[1]}}`, "fail: f"},
		{fmt.Sprintf(deep, `{"type":"array","items":{"type":"string"}}`), `{"f":["x","y"]}`, "GET /test?f%5B0%5D=x&f%5B1%5D=y"},
		{stripe, `{"f":{"gt":1}}`, "GET /test?f%5Bgt%5D=1"},
		{stripe, `{"f":7}`, "GET /test?f=7"},
		{stripe, `{"f":{"gt":[1]}}`, "fail: f"},
		{nested, `{"f":{"s":"x","list":[{"k":1},{"k":2}]}}`, "GET /test?f%5Bs%5D=x&f%5Blist%5D%5B0%5D%5Bk%5D=1&f%5Blist%5D%5B1%5D%5Bk%5D=2"},
		{query("a", `,"required":true`), `{}`, "fail: missing, query parameter, a"},
		{query("a", `,"required":true`), `{"a":null}`, "GET /test?a=null"},
		{a, `{"a":1,"zzz":2}`, "GET /test?a=1"},
		{a, `"text"`, "GET /test"},
		{a, `[1]`, "GET /test"},
		{a, ``, "GET /test"},
		{a, `{"a":`, "fail: cannot be read"},
	})
}

func TestHeaderRequests(t *testing.T) {
	server := newRecorder(t)
	s := spec{baseURL: server.URL, operation: `"parameters":[{"name":"X-A","in":"header","schema":{}},{"name":"X-B","in":"header","schema":{}},
		{"name":"X-C","in":"header","explode":true,"schema":{}},{"name":"X-J","in":"header","content":{"application/json":{}}}]`,
		responses: `{"200":{"content":{"text/plain":{},"application/json":{"schema":{}},"application/xml":{"schema":{"type":"object"}}}}}`}
	opts := s.options()
	opts.Headers = http.Header{"x-a": {"host"}, "x-host": {"kept"}, "Accept-Language": {"sv"}}
	tool := only(t, generate(t, s.document(), opts))
	if _, failure := call(t, tool, `{"X-A":"model","X-B":{"k":"v"},"X-C":{"k":"v","n":2},"X-J":[1]}`); failure != "" {
		t.Fatal(failure)
	}
	for name, want := range map[string]string{"X-A": "model", "X-B": "k,v", "X-C": "k=v,n=2", "X-J": "[1]", "X-Host": "kept",
		"Accept-Language": "sv", "Accept": "application/json, text/plain"} {
		check(t, name, server.header.Get(name), want)
	}
	call(t, tool, `{"X-B":[1,2]}`)
	check(t, "list", server.header.Get("X-B"), "1,2")
	check(t, "host header", server.header.Get("X-A"), "host")
	for _, input := range []string{`{"X-A":"a\r\nInjected: 1"}`, `{"X-A":{"k":[1]}}`} {
		_, failure := call(t, tool, input)
		checkHolds(t, input, failure, "X-A")
	}
	required := spec{baseURL: server.URL, operation: `"parameters":[{"name":"X-A","in":"header","required":true,"schema":{}}]`}
	_, failure := call(t, only(t, generate(t, required.document(), required.options())), `{}`)
	checkHolds(t, "missing", failure, "missing", "header parameter", "X-A")
}

func TestBodyRequests(t *testing.T) {
	body := func(required bool, media, entry string) string {
		return fmt.Sprintf(`+"requestBody":{"required":%v,"content":{%q:%s}}`, required, media, entry)
	}
	closed := func(required string) string {
		return body(true, "application/json", `{"schema":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"number"}},"required":[`+required+`],"additionalProperties":false}}`)
	}
	form := func(encoding string) string {
		return body(true, "application/x-www-form-urlencoded", `{"schema":{"type":"object","properties":{"a":{},"b":{"type":"object","properties":{"c":{"type":"array","items":{"type":"string"}},"d":{"type":"object"}}}}}`+encoding+`}`)
	}
	runWire(t, spec{method: "post"}, []wire{
		{closed(``), `{"a":"x","b":1}`, `POST /test application/json {"a":"x","b":1}`},
		{closed(``), `{ "b" : 1 , "a" : "x" }`, `POST /test application/json {"a":"x","b":1}`},
		{closed(`"a"`), `{"b":1}`, "fail: missing, body field, a"},
		{closed(``), `{}`, `POST /test application/json {}`},
		{body(false, "application/json", `{"schema":{}}`), `{"body":[1,{"a":null}]}`, `POST /test application/json [1,{"a":null}]`},
		{body(false, "application/json", `{"schema":{}}`), `{"body":null}`, `POST /test application/json null`},
		{body(true, "application/json", `{"schema":{}}`), `{}`, "fail: missing, body field, body"},
		{body(false, "application/json", `{"schema":{}}`), `{}`, `POST /test`},
		{body(true, "application/merge-patch+json", `{"schema":{}}`), `{"body":{"a":1}}`, `POST /test application/merge-patch+json {"a":1}`},
		{body(true, "application/json", `{"schema":{}}`), `{"body":"hello\ud800\u2028"}`, "POST /test application/json \"hello\\ud800\u2028\""},
		{body(true, "text/markdown", `{"schema":{"type":"string"}}`), `{"body":"# é"}`, "POST /test text/markdown # é"},
		{body(true, "text/*", `{}`), `{"body":"x"}`, "POST /test text/plain; charset=utf-8 x"},
		{body(true, "text/plain", `{}`), `{"body":{"a":1}}`, "fail: body, text"},
		{body(true, "application/octet-stream", `{}`), `{"body":{"$bytes":{"mediaType":"image/png","data":"AQID"}}}`, "POST /test application/octet-stream \x01\x02\x03"},
		{body(true, "*/*", `{}`), `{"body":{"$bytes":{"mediaType":"image/png","data":"AQID"}}}`, "POST /test image/png \x01\x02\x03"},
		{body(true, "*/*", `{}`), `{"body":{"$bytes":{"mediaType":"image/png\r\nX: 1","data":"AQID"}}}`, "POST /test application/octet-stream \x01\x02\x03"},
		{body(true, "image/*", `{}`), `{"body":{"$bytes":{"mediaType":"image/gif","data":"AQID"}}}`, "POST /test image/gif \x01\x02\x03"},
		{body(true, "application/octet-stream", `{}`), `{"body":"plain"}`, "POST /test application/octet-stream plain"},
		{body(true, "application/octet-stream", `{}`), `{"body":5}`, "fail: body, binary"},
		{body(true, "application/octet-stream", `{}`), `{"body":{"$bytes":{"id":"b7"}}}`, "fail: body, id"},

		{form(``), `{"body":{"a":"x y&é"}}`, "POST /test application/x-www-form-urlencoded a=x+y%26%C3%A9"},
		{form(``), `{"body":{"a":[1,"x",null]}}`, "POST /test application/x-www-form-urlencoded a=1&a=x&a=null"},
		{form(``), `{"body":{"b":{"c":["x"]}}}`, "POST /test application/x-www-form-urlencoded b=%7B%22c%22%3A%5B%22x%22%5D%7D"},
		{form(``), `{"body":{}}`, "POST /test application/x-www-form-urlencoded"},
		{form(``), `{"body":5}`, "fail: body, object"},
		{form(`,"encoding":{"b":{"style":"deepObject","explode":true}}`), `{"body":{"a":1,"b":{"c":["x","y"],"d":{"e":2}}}}`, "POST /test application/x-www-form-urlencoded a=1&b%5Bc%5D%5B0%5D=x&b%5Bc%5D%5B1%5D=y&b%5Bd%5D%5Be%5D=2"},
		{form(`,"encoding":{"a":{"style":"form","explode":false}}`), `{"body":{"a":["x","y"]}}`, "POST /test application/x-www-form-urlencoded a=x%2Cy"},
		{form(`,"encoding":{"a":{"style":"form"}}`), `{"body":{"a":{"k":1}}}`, "POST /test application/x-www-form-urlencoded k=1"},
		{form(`,"encoding":{"a":{"style":"pipeDelimited"}}`), `{"body":{"a":["x","y"]}}`, "POST /test application/x-www-form-urlencoded a=x%7Cy"},
		{form(`,"encoding":{"a":{"contentType":"application/json"}}`), `{"body":{"a":"x"}}`, "POST /test application/x-www-form-urlencoded a=%22x%22"},
		{form(`,"encoding":{"a":{"allowReserved":true}}`), `{"body":{"a":"a/b?c"}}`, "POST /test application/x-www-form-urlencoded a=a/b?c"},
		{body(true, "application/x-www-form-urlencoded", `{"schema":{"type":"object","properties":{"a":{},"b":{}},"required":["a"],"additionalProperties":false}}`), `{"b":2,"a":1}`, "POST /test application/x-www-form-urlencoded a=1&b=2"},
	})
	runWire(t, spec{method: "get"}, []wire{{body(true, "application/json", `{"schema":{}}`), `{"body":"hello"}`, `GET /test application/json "hello"`}})
	for _, bad := range []string{`{"a":5}`, `{"a":{"style":"odd"}}`, `{"a":{"style":"simple"}}`, `{"a":{"style":"deepObject"}}`,
		`{"a":{"explode":1}}`, `{"a":{"headers":{"X":{"required":true}}}}`} {
		s := spec{method: "post", operation: strings.TrimPrefix(form(`,"encoding":`+bad), "+")}
		r := generate(t, s.document(), s.options())
		if len(r.Skipped) != 1 || r.Skipped[0].Category != SkipBodyEncoding {
			t.Errorf("%s: skipped %v", bad, r.Skipped)
		}
	}
}

// parts reads a multipart body: "name|filename|type|content" each.
func parts(t *testing.T, contentType, body string) string {
	t.Helper()
	_, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	r := multipart.NewReader(strings.NewReader(body), params["boundary"])
	for {
		p, err := r.NextRawPart()
		if err == io.EOF {
			return strings.Join(out, "\n")
		}
		if err != nil {
			t.Fatal(err)
		}
		data, _ := io.ReadAll(p)
		out = append(out, p.Header.Get("Content-Disposition")+"|"+p.Header.Get("Content-Type")+"|"+string(data))
	}
}

func TestMultipart(t *testing.T) {
	server := newRecorder(t)
	s := spec{method: "post", baseURL: server.URL, operation: `"requestBody":{"required":true,"content":{"multipart/form-data":{"schema":{"type":"object","properties":{
		"file":{"type":"string","format":"binary"},"files":{"type":"array","items":{"type":"string","format":"binary"}},"n":{"type":"integer"},
		"tags":{"type":"array","items":{"type":"string"}},"meta":{"type":"object"},"deep":{"type":"object","properties":{"x":{"type":"array"}}},
		"photo":{"type":"string","format":"binary"},"note":{"type":"string"}},"additionalProperties":false},
		"encoding":{"deep":{"style":"deepObject","explode":true},"photo":{"contentType":"image/png, image/jpeg"},"note":{"contentType":"text/markdown"}}}}}`}
	tool := only(t, generate(t, s.document(), s.options()))
	x := tools.NewExchange(tools.ExchangeOptions{})
	png, err := x.Put(tools.Bytes{MediaType: "image/png", Data: []byte("\x89PNG\r\n")})
	if err != nil {
		t.Fatal(err)
	}
	mp3, _ := x.Put(tools.Bytes{MediaType: "audio/mpeg", Data: []byte("ID3")})
	ref := func(id string) string { return `{"$bytes":{"id":"` + id + `","mediaType":"x/y","size":1}}` }
	for _, c := range []struct{ input, want string }{
		{`{"file":` + ref(png) + `,"n":3}`, "form-data; name=\"file\"; filename=\"file.png\"|image/png|\x89PNG\r\n\nform-data; name=\"n\"||3"},
		{`{"file":"plain é"}`, "form-data; name=\"file\"; filename=\"file.txt\"|text/plain; charset=utf-8|plain é"},
		{`{"files":[` + ref(png) + `,` + ref(mp3) + `]}`, "form-data; name=\"files\"; filename=\"files.png\"|image/png|\x89PNG\r\n\nform-data; name=\"files\"; filename=\"files.mp3\"|audio/mpeg|ID3"},
		{`{"tags":["a","b"],"meta":{"k":[1]}}`, "form-data; name=\"tags\"||a\nform-data; name=\"tags\"||b\nform-data; name=\"meta\"|application/json|{\"k\":[1]}"},
		{`{"deep":{"x":[1,2]}}`, "form-data; name=\"deep[x][0]\"||1\nform-data; name=\"deep[x][1]\"||2"},
		{`{"photo":` + ref(mp3) + `}`, "form-data; name=\"photo\"; filename=\"photo.png\"|image/png|ID3"},
		{`{"photo":` + ref(png) + `}`, "form-data; name=\"photo\"; filename=\"photo.png\"|image/png|\x89PNG\r\n"},
		{`{"note":"# x"}`, "form-data; name=\"note\"|text/markdown|# x"},
	} {
		if _, failure := callWith(t, x, tool, c.input); failure != "" {
			t.Errorf("%s: %s", c.input, failure)
			continue
		}
		check(t, c.input, parts(t, server.header.Get("Content-Type"), server.body), c.want)
	}
	for _, input := range []string{`{"file":5}`, `{"file":{"a":1}}`, `{"file":{"$bytes":{"id":"b99"}}}`, `{"files":[1]}`} {
		_, failure := callWith(t, x, tool, input)
		checkHolds(t, input, failure, "file")
	}
	hostile := spec{method: "post", baseURL: server.URL, operation: `"requestBody":{"required":true,"content":{"multipart/form-data":{"schema":{"type":"object"}}}}`}
	if _, failure := call(t, only(t, generate(t, hostile.document(), hostile.options())), `{"body":{"a\"\r\nX: y":1}}`); failure != "" {
		t.Fatal(failure)
	}
	if !strings.Contains(server.body, `name="a%22%0D%0AX: y"`) {
		t.Errorf("field name not escaped: %q", server.body)
	}
}

func TestResults(t *testing.T) {
	server := newRecorder(t)
	declared := `{"200":{"content":{"application/json":{"schema":{}},"text/plain":{},"image/png":{},"application/x-odd":{"schema":{"type":"string"}}}},"201":{"content":{"application/json":{"schema":{"type":"string","format":"binary"}}}}}`
	s := spec{baseURL: server.URL, responses: declared}
	tool := only(t, generate(t, s.document(), s.options()))
	for _, c := range []struct {
		status     int
		media, got string
		want       string // result, or "fail: parts"
	}{
		{200, "application/json", `{"b":1, "a":2}`, `{"b":1, "a":2}`},
		{200, "application/json; charset=utf-8", "\uFEFF[1]", `[1]`},
		{200, "application/hal+json", `"x"`, `"x"`},
		{200, "text/plain", "123", `"123"`},
		{200, "", `{"a":1}`, `"{\"a\":1}"`},
		{200, "application/xml", `<a/>`, `"<a/>"`},
		{200, "text/plain; charset=iso-8859-1", "caf\xe9", `"café"`},
		{200, "text/plain; charset=utf-16le", "a\x00", `"a"`},
		{200, "text/plain; charset=shift-jis", "abc", `{"$bytes":{"id":"b1","mediaType":"text/plain; charset=shift-jis","size":3}}`},
		{200, "text/plain", "a\xffb\"\n", `"a` + "\uFFFD" + `b\"\n"`},
		{200, "image/png", "\x89PNG", `{"$bytes":{"id":"b1","mediaType":"image/png","size":4}}`},
		{200, "application/x-odd", "text", `"text"`},
		{200, "application/x-odd", "\xff", `{"$bytes":{"id":"b1","mediaType":"application/x-odd","size":1}}`},
		{200, "application/octet-stream", "abc", `{"$bytes":{"id":"b1","mediaType":"application/octet-stream","size":3}}`},
		{200, "", "\xff\xfe", `{"$bytes":{"id":"b1","mediaType":"","size":2}}`},
		{201, "application/json", "{}", `{"$bytes":{"id":"b1","mediaType":"application/json","size":2}}`},
		{204, "", "", "null"},
		{200, "application/json", "", "null"},
		{200, "application/json", `{"a":`, "fail: GET /test, malformed JSON"},
		{200, "application/json", `[NaN]`, "fail: malformed JSON"},
		{200, "application/x-ndjson", "{\"a\":1}\n\n {\"a\":2}\r\n", `[{"a":1},{"a":2}]`},
		{200, "application/json-seq", "\x1e{\"a\":\n1}\n\x1e2\n", "[{\"a\":\n1},2]"},
		{200, "application/jsonl", "1\nx\n", "fail: line 2, malformed JSON"},
		{200, "text/event-stream", "data: 1\n\n", "fail: stream of events"},
		{404, "application/json", `{"error":"nope"}`, `fail: GET /test, 404, nope, {"error":"nope"}`},
		{422, "application/json", `{ "message" : "Bad name", "documentation_url": "https://x.test" }`, `fail: 422 (Unprocessable Entity): Bad name; response: {"message":"Bad name","documentation_url":"https://x.test"}`},
		{400, "application/json", `{"error":{"message":"deep","type":"t"}}`, `fail: 400 (Bad Request): deep; response`},
		{400, "application/problem+json", `{"title":"Odd","detail":"Too odd"}`, `fail: 400 (Bad Request): Too odd;`},
		{400, "application/json", `{"errors":[{"message":"first"},{"message":"second"}]}`, `fail: : first;`},
		{400, "application/json", `"just text"`, `fail: : just text`},
		{404, "text/plain", "gone fishing", "fail: 404, gone fishing"},
		{500, "application/json", `{"a":`, `fail: 500, {"a":`},
		{500, "", "", "fail: 500, no body"},
		{500, "application/json", "null", "fail: 500, no body"},
		{302, "", "", "fail: 302, no body"},
		{599, "text/plain", "x", "fail: status 599: x"},
		{400, "text/plain", strings.Repeat("é", 1030), "fail: " + strings.Repeat("é", 1024) + "..."},
	} {
		server.response = answer(c.status, c.media, c.got)
		got, failure := call(t, tool, `{}`)
		if want, fails := strings.CutPrefix(c.want, "fail: "); fails {
			for p := range strings.SplitSeq(want, ", ") {
				checkHolds(t, fmt.Sprint(c.status, c.media, c.got), failure, p)
			}
			continue
		}
		check(t, fmt.Sprint(c.status, c.media, c.got), got+failure, c.want)
	}
}

func TestResponseLimits(t *testing.T) {
	server := newRecorder(t)
	s := spec{baseURL: server.URL, responses: `{"200":{"content":{"application/x-ndjson":{}}}}`}
	opts := s.options()
	opts.MaxResponseBytes, opts.MaxItems = 1<<20, 3
	tool := only(t, generate(t, s.document(), opts))
	server.response = answer(200, "text/plain", strings.Repeat("x", 1<<20))
	if _, failure := call(t, tool, `{}`); failure != "" {
		t.Error("a response of just the limit:", failure)
	}
	server.response = answer(200, "text/plain", strings.Repeat("x", 1<<20+1))
	_, failure := call(t, tool, `{}`)
	checkHolds(t, "declared size", failure, "GET /test", "1 MiB")
	server.response = func(w http.ResponseWriter, _ *http.Request) { // endless, no declared size
		for range 64 {
			if _, err := io.WriteString(w, strings.Repeat("x", 64<<10)); err != nil {
				return
			}
		}
	}
	_, failure = call(t, tool, `{}`)
	checkHolds(t, "actual size", failure, "1 MiB")
	server.response = answer(200, "application/x-ndjson", "1\n2\n3\n")
	if got, failure := call(t, tool, `{}`); got != "[1,2,3]" {
		t.Error(got, failure)
	}
	server.response = answer(200, "application/x-ndjson", "1\n2\n3\n4\n")
	_, failure = call(t, tool, `{}`)
	checkHolds(t, "lines", failure, "more than 3 lines")

	plain := only(t, generate(t, s.document(), s.options()))
	server.response = func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "52428801")
		w.WriteHeader(200)
	}
	_, failure = call(t, plain, `{}`)
	checkHolds(t, "default limit", failure, "50 MiB")
}

func TestRetryAfter(t *testing.T) {
	server := newRecorder(t)
	s := spec{baseURL: server.URL}
	tool := only(t, generate(t, s.document(), s.options()))
	server.response = func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "17")
		answer(429, "application/json", `{"message":"slow down"}`)(w, r)
	}
	decoded, _ := tool.Decode(nil, []byte(`{}`))
	_, err := tool.Run(context.Background(), nil, decoded)
	var status *StatusError
	if !errors.As(err, &status) {
		t.Fatalf("no StatusError in %v", err)
	}
	if status.Status != 429 || status.RetryAfter.Seconds() != 17 || status.Message != "slow down" || status.Body != `{"message":"slow down"}` {
		t.Errorf("%+v", status)
	}
	message, _ := tools.SafeMessage(err)
	check(t, "message", message, `GET /test failed with status 429 (Too Many Requests): slow down; retry after 17 seconds; response: {"message":"slow down"}`)
	data, _ := json.Marshal(status.ErrorData())
	check(t, "data", string(data), `{"retryAfterSeconds":17,"status":429}`)
}

func TestValidation(t *testing.T) {
	server := newRecorder(t)
	s := spec{method: "post", baseURL: server.URL, responses: `{"200":{"content":{"application/json":{"schema":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}},"image/png":{}}}}`,
		operation:  `"parameters":[{"name":"limit","in":"query","schema":{"$ref":"#/components/schemas/Limit"}}],"requestBody":{"content":{"multipart/form-data":{"schema":{"type":"object","properties":{"f":{"type":"string","format":"binary"}}}}}}`,
		components: `"schemas":{"Limit":{"type":"integer","maximum":10}}`}
	opts := s.options()
	opts.Validate = true
	tool := only(t, generate(t, s.document(), opts))
	server.response = answer(200, "application/json", `{"n":1}`)
	got, failure := call(t, tool, `{"limit":10,"body":{"f":{"$bytes":{"mediaType":"a/b","data":"AA=="}}}}`)
	check(t, "valid", got+failure, `{"n":1}`)
	for _, input := range []string{`{"limit":11}`, `{"limit":"x"}`, `{"body":{"f":5}}`} {
		var bad *tools.InputError
		if _, err := tool.Decode(nil, []byte(input)); !errors.As(err, &bad) {
			t.Errorf("%s: %v", input, err)
		}
	}
	server.response = answer(200, "image/png", "\x89PNG")
	got, failure = call(t, tool, `{}`)
	check(t, "bytes", got+failure, `{"$bytes":{"id":"b1","mediaType":"image/png","size":4}}`)
	server.response = answer(200, "application/json", `{"n":"x"}`)
	_, err := tool.Run(context.Background(), nil, json.RawMessage(`{}`))
	var bad *tools.OutputError
	if !errors.As(err, &bad) {
		t.Errorf("a wrong result gave %v", err)
	}
}

// TestConcurrentUse calls and describes the same tools from many goroutines, external files included; run it with -race.
func TestConcurrentUse(t *testing.T) {
	server := newRecorder(t)
	files := fstest.MapFS{"s.json": {Data: []byte(`{"A":{"type":"object","properties":{"next":{"$ref":"#/A"},"b":{"$ref":"t.json"}}}}`)}, "t.json": {Data: []byte(`{"type":"string"}`)}}
	s := spec{baseURL: server.URL, operation: `"parameters":[{"name":"a","in":"query","schema":{"$ref":"s.json#/A"}}]`}
	opts := s.options()
	opts.Files, opts.FileName = files, "main.json"
	tool := only(t, generate(t, s.document(), opts))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				check(t, "type", compact(t, tool.InputSchema()), "{ a?: { next?: unknown; b?: string } }")
				if out, err := tool.Run(context.Background(), nil, json.RawMessage(`{"a":"x"}`)); err != nil || string(out) != "null" {
					t.Error(string(out), err)
				}
			}
		})
	}
	wg.Wait()
}
