// This file holds the tests of the readers, of references and of the conversion of Swagger 2.0.

package openapi

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/neurocode-ai/codemode/tools"
)

var wide = treeLimits{depth: 200, nodes: 100_000}

func TestJSONReader(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`{"b":1,"a":[true,false,null,"x",{}],"10":-1.5e+3,"2":[]}`, `{"b":1,"a":[true,false,null,"x",{}],"10":-1.5e+3,"2":[]}`},
		{" \t\r\n [ 1 , 2 ] ", `[1,2]`},
		{`"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00\ud800x\udc00"`, `"\"\\/\u0008\u000c\n\r\té😀\ud800x\udc00"`},
		{`{"a":1,"b":2,"a":3}`, `{"a":3,"b":2}`},
		{`0`, `0`}, {`1.0`, `1.0`}, {`"` + "\u2028" + `"`, `"` + "\u2028" + `"`},
	} {
		n, err := parseJSON(c.src, wide)
		if err != nil {
			t.Errorf("%s: %v", c.src, err)
			continue
		}
		check(t, c.src, string(n.appendJSON(nil)), c.want)
	}
	for _, src := range []string{``, `{`, `[`, `[1,]`, `{"a":1,}`, `{"a"}`, `{a:1}`, `01`, `1.`, `.5`, `+1`, `-`, `1e`, `tru`, `nul`, `"a`, `"\x"`, `"\u12"`, `"\ud8"`,
		"\"\n\"", `[1 2]`, `{"a":1 "b":2}`, `1 2`, `"\`, `NaN`, "\"\xff\""} {
		if n, err := parseJSON(src, wide); err == nil {
			t.Errorf("%s was read as %s", src, n.appendJSON(nil))
		} else if json.Valid([]byte(src)) && src != "\"\xff\"" {
			t.Errorf("%s is valid: %v", src, err)
		}
	}
	many := strings.Repeat(`"k":1,`, 40) + `"z":2,"k":5`
	n, err := parseJSON("{"+many+"}", wide)
	if err != nil || string(n.appendJSON(nil)) != `{"k":5,"z":2}` || n.get("z").text != "2" {
		t.Errorf("merged members: %s %v", n.appendJSON(nil), err)
	}
	if _, err := parseJSON("{\n  \"a\": 1,\n  b\n}", wide); err == nil || !strings.Contains(err.Error(), "line 3, column 3") {
		t.Errorf("position: %v", err)
	}
	for _, c := range []struct {
		src, want string
		limits    treeLimits
	}{
		{`[[[[1]]]]`, "deeper than 3", treeLimits{3, 100}},
		{`[1,2,3,4]`, "more than 4 values", treeLimits{3, 4}},
	} {
		if _, err := parseJSON(c.src, c.limits); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.src, err)
		}
	}
}

func TestYAMLReader(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"b: 1\na:\n  - true\n  - ~\n  - null\n  - x\n200: ok\n", `{"b":1,"a":[true,null,null,"x"],"200":"ok"}`},
		{"a: yes\nb: on\nc: 2020-01-02\nd: '1'\ne: \"x\"", `{"a":"yes","b":"on","c":"2020-01-02","d":"1","e":"x"}`},
		{"a: 0x1F\nb: 1_000\nc: .5\nd: 1e3\ne: .inf\nf: -.inf\ng: .nan\nh: 0o17\ni: +5", `{"a":31,"b":1000,"c":0.5,"d":1e3,"e":null,"f":null,"g":null,"h":15,"i":5}`},
		{"a: &x\n  k: 1\nb: *x\nc:\n  <<: *x\n  m: 2\nd:\n  <<: [{k: 5, n: 6}, *x]\n  n: 7", `{"a":{"k":1},"b":{"k":1},"c":{"m":2,"k":1},"d":{"n":7,"k":5}}`},
		{"a: |\n  line\n  two\nb: >\n  fold\n  ed\n", `{"a":"line\ntwo\n","b":"fold ed\n"}`},
		{"a: !!str 5\nb: !custom x\nc: !!int '7'", `{"a":"5","b":"x","c":7}`},
		{"true: 1\nnull: 2\n1.5: 3", `{"true":1,"null":2,"1.5":3}`},
		{"--- \na: 1\n", `{"a":1}`},
	} {
		n, err := parseYAML([]byte(c.src), wide)
		if err != nil {
			t.Errorf("%s: %v", c.src, err)
			continue
		}
		check(t, c.src, string(n.appendJSON(nil)), c.want)
	}
	bomb := "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
	for i := 1; i <= 12; i++ {
		bomb += strings.NewReplacer("N", string(rune('a'+i)), "P", string(rune('a'+i-1))).Replace("N0: &N0 [*P0,*P0,*P0,*P0,*P0,*P0,*P0,*P0,*P0,*P0]\n")
	}
	deep := "a: &a [[[[[1]]]]]\nb: &b [[[[*a]]]]\nc: [[[[*b]]]]\n"
	for _, c := range []struct{ src, want string }{
		{bomb, "more than 100000 values"},
		{"a: &a\n  b: *a", "contains it"},
		{"a: &a\n  <<: *a", "contains it"},
		{"? [1]\n: 2", "must be text"},
		{"a:\n  <<: 5", "mapping"},
		{strings.Repeat("[", 300), "depth"},
		{strings.Repeat("- ", 300) + "x", "depth"},
		{"a: [", "yaml"},
	} {
		if _, err := parseYAML([]byte(c.src), wide); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q: %v", c.src, err)
		}
	}
	if _, err := parseYAML([]byte(deep), treeLimits{depth: 12, nodes: 1000}); err == nil || !strings.Contains(err.Error(), "deeper") {
		t.Errorf("depth through aliases: %v", err)
	}
}

// fixture generates from a document in testdata and compares the signatures with the file beside it.
func TestFixtures(t *testing.T) {
	entries, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, e := range entries {
		base, isDoc := strings.CutSuffix(e.Name(), ".yaml")
		if !isDoc {
			base, isDoc = strings.CutSuffix(e.Name(), ".json")
		}
		if !isDoc {
			continue
		}
		count++
		t.Run(e.Name(), func(t *testing.T) {
			data, err := os.ReadFile("testdata/" + e.Name())
			if err != nil {
				t.Fatal(err)
			}
			got := signatures(t, data, Options{Files: os.DirFS("testdata"), FileName: e.Name()})
			want, err := os.ReadFile("testdata/" + base + ".txt")
			if err != nil || got != string(want) {
				if os.Getenv("UPDATE_FIXTURES") != "" {
					if err := os.WriteFile("testdata/"+base+".txt", []byte(got), 0o644); err != nil {
						t.Fatal(err)
					}
					return
				}
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
	if count < 6 {
		t.Errorf("only %d fixtures", count)
	}
}

// signatures lists the tools of a document with their types, and the operations that were skipped.
func signatures(t *testing.T, doc []byte, opts Options) string {
	r, err := FromSpec(doc, opts)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	names, all := list(r.Tools)
	for _, name := range names {
		tool := all[name]
		mark := ""
		if tool.Deprecated() {
			mark = " (deprecated)"
		}
		b.WriteString(name + "(" + compact(t, tool.InputSchema()) + "): " + compact(t, tool.OutputSchema()) + mark + "\n")
	}
	for _, s := range r.Skipped {
		b.WriteString("skipped " + s.String() + "\n")
	}
	return b.String()
}

func TestExternalReferences(t *testing.T) {
	main := `{"openapi":"3.1.0","servers":[{"url":"http://a.test"}],"paths":{
		"/pets":{"$ref":"paths/pets.yaml"},
		"/x":{"get":{"parameters":[{"$ref":"shared.json#/parameters/limit"}],"responses":{"200":{"content":{"application/json":{"schema":{"$ref":"./schemas/pet.yaml"}}}}}}}}}`
	files := fstest.MapFS{
		"api/main.json":          {Data: []byte(main)},
		"api/paths/pets.yaml":    {Data: []byte("get:\n  responses:\n    '200':\n      content:\n        application/json:\n          schema:\n            type: array\n            items: {$ref: ../schemas/pet.yaml}\n")},
		"api/schemas/pet.yaml":   {Data: []byte("type: object\nproperties:\n  name: {type: string}\n  owner: {$ref: 'owner.yaml#/Owner'}\n  main: {$ref: '../main.json#/paths/~1x/get/x'}\n")},
		"api/schemas/owner.yaml": {Data: []byte("Owner:\n  type: object\n  properties:\n    pets: {type: array, items: {$ref: pet.yaml}}\n")},
		"api/shared.json":        {Data: []byte(`{"parameters":{"limit":{"name":"limit","in":"query","schema":{"type":"integer"}}}}`)},
		"secret.yaml":            {Data: []byte("type: string\n")},
		"api/broken.yaml":        {Data: []byte("a: [")},
	}
	check(t, "with files", signatures(t, []byte(main), Options{Files: files, FileName: "api/main.json"}),
		"getPets({}): Array<{ name?: string; owner?: { pets?: Array<unknown> }; main?: unknown }>\n"+
			"getX({ limit?: number }): { name?: string; owner?: { pets?: Array<unknown> }; main?: unknown }\n")
	check(t, "without files", signatures(t, []byte(main), Options{}),
		"skipped GET /x: a parameter cannot be resolved: the external reference \"shared.json\" is refused (param-incomplete)\n")
	for _, ref := range []string{"../../secret.yaml", "../../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "http://a.test/x.json", "//a.test/x", "missing.yaml",
		"broken.yaml", `..\secret.yaml`, "%2e%2e/%2e%2e/secret.yaml"} {
		doc := strings.Replace(main, "shared.json#/parameters/limit", strings.ReplaceAll(ref, `\`, `\\`), 1)
		r, err := FromSpec([]byte(doc), Options{Files: files, FileName: "api/main.json"})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Skipped) != 1 || r.Skipped[0].Category != SkipParamIncomplete {
			t.Errorf("%s: skipped %v", ref, r.Skipped)
		}
	}
}

func TestSwaggerRequests(t *testing.T) {
	server := newRecorder(t)
	doc := `{"swagger":"2.0","host":"` + strings.TrimPrefix(server.URL, "http://") + `","basePath":"/api/","schemes":["http"],"consumes":["application/x-www-form-urlencoded"],"produces":["application/json"],
	"securityDefinitions":{"u":{"type":"basic"}},"security":[{"u":[]}],
	"parameters":{"Page":{"name":"page","in":"query","type":"integer"}},
	"definitions":{"Pet":{"type":"object","properties":{"name":{"type":"string","x-nullable":true},"id":{"type":"integer","readOnly":true}}}},
	"responses":{"Pets":{"description":"d","schema":{"type":"array","items":{"$ref":"#/definitions/Pet"}}}},
	"paths":{
	"/q/{id}":{"parameters":[{"name":"id","in":"path","required":true,"type":"string"}],"get":{"operationId":"q","parameters":[{"$ref":"#/parameters/Page"},
		{"name":"csv","in":"query","type":"array","items":{"type":"string"}},{"name":"multi","in":"query","type":"array","items":{"type":"string"},"collectionFormat":"multi"},
		{"name":"ssv","in":"query","type":"array","items":{"type":"string"},"collectionFormat":"ssv"},{"name":"pipes","in":"query","type":"array","items":{"type":"string"},"collectionFormat":"pipes"}],
		"responses":{"200":{"$ref":"#/responses/Pets"}}}},
	"/tsv":{"get":{"operationId":"tsv","parameters":[{"name":"t","in":"query","type":"array","items":{"type":"string"},"collectionFormat":"tsv"}],"responses":{}}},
	"/form":{"post":{"operationId":"form","parameters":[{"name":"a","in":"formData","type":"string","required":true,"description":"An a"},{"name":"l","in":"formData","type":"array","items":{"type":"string"}},
		{"name":"m","in":"formData","type":"array","items":{"type":"string"},"collectionFormat":"multi"}],"responses":{"204":{"description":"d"}}}},
	"/upload":{"post":{"operationId":"upload","parameters":[{"name":"file","in":"formData","type":"file","required":true},{"name":"n","in":"formData","type":"integer"}],"responses":{"200":{"description":"d","schema":{"type":"file"}}}}},
	"/body":{"post":{"operationId":"body","consumes":["application/json"],"parameters":[{"name":"pet","in":"body","required":true,"schema":{"$ref":"#/definitions/Pet"}}],"responses":{"default":{"description":"d"}}}}}}`
	check(t, "signatures", signatures(t, []byte(doc), Options{}),
		"q({ id: string; page?: number; csv?: Array<string>; multi?: Array<string>; ssv?: Array<string>; pipes?: Array<string> }): Array<{ name?: string | null; id?: number }>\n"+
			"form({ a: string; l?: Array<string>; m?: Array<string> }): null\n"+
			"upload({ file: "+tagged+" | string; n?: number }): "+tagged+"\n"+
			"body({ body: { name?: string | null } }): null\n"+
			"skipped GET /tsv: query parameter \"t\": the style \"tsv\" is not supported (param-style)\n")
	r := generate(t, []byte(doc), Options{Auth: from(map[string]Credential{"u": Basic("a", "b")})})
	_, all := list(r.Tools)
	for _, c := range []struct{ tool, input, want string }{
		{"q", `{"id":"x","page":2,"csv":["a","b"],"multi":["a","b"],"ssv":["a","b"],"pipes":["a","b"]}`, "GET /api/q/x?page=2&csv=a%2Cb&multi=a&multi=b&ssv=a%20b&pipes=a%7Cb"},
		{"form", `{"a":"x y","l":["1","2"],"m":["3","4"]}`, "POST /api/form application/x-www-form-urlencoded a=x+y&l=1%2C2&m=3&m=4"},
		{"body", `{"body":{"name":null}}`, `POST /api/body application/json {"name":null}`},
	} {
		if _, failure := call(t, all[c.tool], c.input); failure != "" {
			t.Errorf("%s: %s", c.tool, failure)
		}
		check(t, c.tool, server.last(), c.want)
		check(t, c.tool+" credential", server.header.Get("Authorization"), "Basic YTpi")
	}
	server.response = answer(200, "application/pdf", "%PDF")
	got, failure := call(t, all["upload"], `{"file":"text","n":1}`)
	check(t, "upload", got+failure, `{"$bytes":{"id":"b1","mediaType":"application/pdf","size":4}}`)
	check(t, "upload parts", parts(t, server.header.Get("Content-Type"), server.body),
		"form-data; name=\"file\"; filename=\"file.txt\"|text/plain; charset=utf-8|text\nform-data; name=\"n\"||1")
}

func TestServers(t *testing.T) {
	for _, c := range []struct {
		servers string
		opts    Options
		want    string
	}{
		{`[{"url":"https://{r}.a.test/{v}/","variables":{"r":{"default":"eu"},"v":{"default":2}}}]`, Options{}, "https://eu.a.test/2"},
		{`[{"url":"https://{r}.a.test","variables":{"r":{"default":"eu"}}}]`, Options{ServerVariables: map[string]string{"r": "us"}}, "https://us.a.test"},
		{`[{"url":"/v2"}]`, Options{DocumentURL: "https://docs.test/specs/openapi.json"}, "https://docs.test/v2"},
		{`[{"url":"v2"}]`, Options{DocumentURL: "https://docs.test/specs/openapi.json"}, "https://docs.test/specs/v2"},
		{`[5,{"url":"HTTP://a.test:8080/a%20b/é"}]`, Options{}, "http://a.test:8080/a%20b/%C3%A9"},
		{``, Options{DocumentURL: "https://docs.test/specs/openapi.json"}, "https://docs.test"},
	} {
		s := spec{}
		if c.servers != "" {
			s.root = `"servers":` + c.servers
		}
		d, err := load(s.document(), &c.opts)
		if err != nil {
			t.Fatal(err)
		}
		got, skipped := d.server(site{}, site{}, &c.opts)
		if skipped != nil {
			t.Errorf("%s: %s", c.servers, skipped.reason)
		}
		check(t, c.servers, got, c.want)
	}
}

func TestOptionErrors(t *testing.T) {
	doc := spec{}.document()
	for name, opts := range map[string]Options{
		"negative":    {MaxResponseBytes: -1},
		"header name": {Headers: map[string][]string{"a b": {"x"}}},
		"value of":    {Headers: map[string][]string{"a": {"x\ny"}}},
		"policy":      {Redirects: 9},
		"FileName":    {Files: fstest.MapFS{}, FileName: "../x"},
		"limit of 10": {MaxDocumentBytes: 10},
	} {
		if _, err := FromSpec(doc, opts); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestResolve(t *testing.T) {
	doc := []byte(`{"openapi":"3.1.0","info":{"title":"Pets","version":"7"},"servers":[{"url":"http://a.test"}],"paths":{"/a":{"get":{"operationId":"x.list"},"put":{"operationId":"x.set"}}}}`)
	for _, validate := range []bool{false, true} {
		r, err := FromSpec(doc, Options{Validate: validate})
		if err != nil {
			t.Fatal(err)
		}
		check(t, "title", r.Title+r.Version+r.Tools.Description, "Pets7Pets")
		if _, err := tools.Resolve(tools.Tree{"pets": r.Tools}); err != nil {
			t.Error(err)
		}
	}
}
