// This file holds the worked examples of input types, output types and skip reasons.

package openapi

import (
	"strings"
	"testing"
)

// example is one operation and what becomes of it: an input type, an output type, or "skip category: parts of the reason".
type example struct {
	spec
	want string
}

func (e *example) verify(t *testing.T, output bool) {
	t.Helper()
	r := generate(t, e.document(), e.options())
	var got string
	if len(r.Skipped) == 1 {
		got = "skip " + string(r.Skipped[0].Category)
		want, parts, _ := strings.Cut(e.want, ": ")
		check(t, string(e.document()), got, want)
		if parts != "" {
			checkHolds(t, string(e.document()), r.Skipped[0].Reason, strings.Split(parts, ", ")...)
		}
		return
	}
	tool := only(t, r)
	if output {
		got = compact(t, tool.OutputSchema())
	} else {
		got = compact(t, tool.InputSchema())
	}
	check(t, string(e.document()), got, e.want)
}

func params(list string) spec { return spec{operation: `"parameters":` + list} }

func TestParameterExamples(t *testing.T) {
	path := func(p, list string) spec { s := params(list); s.path = p; return s }
	for _, e := range []example{
		{path("/x/{id}", `[{"name":"id","in":"path","schema":{"type":"string"}}]`), `{ id: string }`},
		{params(`[{"name":"a","in":"query","schema":{"type":"string"}},{"name":"b","in":"query","required":true,"schema":{"type":"integer"}}]`), `{ a?: string; b: number }`},
		{spec{method: "post", path: "/x/{id}", operation: `"parameters":[{"name":"H","in":"header","schema":{"type":"string"}},{"name":"q","in":"query","schema":{"type":"string"}},{"name":"id","in":"path","schema":{"type":"string"}}],"requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object","properties":{"z":{"type":"string"}},"additionalProperties":false}}}}`}, `{ id: string; q?: string; H?: string; z?: string }`},
		{params(`[{"name":"Accept","in":"header","schema":{"type":"string"}},{"name":"Content-Type","in":"header","schema":{"type":"string"}},{"name":"AUTHORIZATION","in":"header","schema":{"type":"string"}},{"name":"X-Ok","in":"header","schema":{"type":"string"}}]`), `{ "X-Ok"?: string }`},
		{params(`[{"name":"Host","in":"header","schema":{"type":"string"}},{"name":"content-length","in":"header","schema":{"type":"string"}}]`), `{}`},
		{spec{operation: `"parameters":[{"name":"limit","in":"query","required":true,"schema":{"type":"number"}}]`, item: `"parameters":[{"name":"limit","in":"query","schema":{"type":"string"}},{"name":"other","in":"query","schema":{"type":"string"}}]`}, `{ limit: number; other?: string }`},
		{spec{operation: `"parameters":[{"$ref":"#/components/parameters/P"}]`, components: `"parameters":{"P":{"name":"p","in":"query","schema":{"type":"string"}}}`}, `{ p?: string }`},
		{spec{operation: `"parameters":[{"$ref":"#/components/parameters/P"}]`, components: `"parameters":{"P":{"$ref":"#/components/parameters/Q"},"Q":{"$ref":"#/components/parameters/P"}}`}, `skip param-incomplete: circle`},
		{params(`[{"$ref":"#/components/parameters/Nope"}]`), `skip param-incomplete: Nope`},
		{params(`[{"$ref":"https://e.test/p.json"}]`), `skip param-incomplete: https://e.test/p.json, refused`},
		{params(`["x"]`), `skip param-not-object`},
		{params(`[{"in":"query","schema":{}}]`), `skip param-incomplete`},
		{params(`[{"name":"a","schema":{}}]`), `skip param-incomplete`},
		{params(`[{"name":"sid","in":"cookie","schema":{"type":"string"}}]`), `skip param-cookie: sid`},
		{params(`[{"name":"Cookie","in":"header","schema":{"type":"string"}}]`), `skip param-cookie: Cookie`},
		{params(`[{"name":"f","in":"formData","schema":{"type":"string"}}]`), `skip param-location: f, formData`},
		{params(`[{"name":"a b","in":"header","schema":{"type":"string"}}]`), `skip param-location: a b`},
		{params(`[{"name":"a","in":"query"}]`), `skip param-no-schema: a`},
		{params(`[{"name":"a","in":"query","content":{"application/json":{"schema":{"type":"object","properties":{"k":{"type":"number"}}}}}}]`), `{ a?: { k?: number } }`},
		{params(`[{"name":"a","in":"query","content":{"text/plain":{"schema":{}}}}]`), `skip param-content: a`},
		{params(`[{"name":"a","in":"query","schema":{},"content":{"application/json":{}}}]`), `skip param-content: a`},
		{params(`[{"name":"a","in":"query","style":5,"schema":{}}]`), `skip param-style-type: a`},
		{params(`[{"name":"a","in":"query","style":"","schema":{}}]`), `skip param-style-type: a`},
		{params(`[{"name":"a","in":"query","explode":"yes","schema":{}}]`), `skip param-explode-type: a`},
		{params(`[{"name":"a","in":"query","allowReserved":"yes","schema":{}}]`), `skip param-reserved-type: a`},
		{params(`[{"name":"a","in":"query","allowReserved":true,"schema":{}}]`), `{ a?: unknown }`},
		{params(`[{"name":"a","in":"query","allowReserved":false,"schema":{}}]`), `{ a?: unknown }`},
		{params(`[{"name":"a","in":"query","style":"spaceDelimited","schema":{}}]`), `{ a?: unknown }`},
		{params(`[{"name":"a","in":"query","style":"pipeDelimited","schema":{}}]`), `{ a?: unknown }`},
		{params(`[{"name":"a","in":"query","style":"spaceDelimited","explode":true,"schema":{}}]`), `skip param-style: a, spaceDelimited`},
		{params(`[{"name":"a","in":"query","style":"simple","schema":{}}]`), `skip param-style: query, a, simple`},
		{params(`[{"name":"a","in":"query","style":"odd","schema":{}}]`), `skip param-style: query, a, odd`},
		{path("/x/{id}", `[{"name":"id","in":"path","style":"matrix","schema":{}}]`), `{ id: unknown }`},
		{path("/x/{id}", `[{"name":"id","in":"path","style":"label","schema":{}}]`), `{ id: unknown }`},
		{path("/x/{id}", `[{"name":"id","in":"path","style":"deepObject","schema":{}}]`), `skip param-style: path, id, deepObject`},
		{params(`[{"name":"h","in":"header","style":"form","schema":{}}]`), `skip param-style: header, h, form`},
		{params(`[{"name":"f","in":"query","style":"deepObject","schema":{"type":"object"}}]`), `skip param-deepobject: f`},
		{params(`[{"name":"f","in":"query","style":"deepObject","explode":true,"schema":{"type":"object","properties":{"a":{"type":"string"}}}}]`), `{ f?: { a?: string } }`},
		{params(`[{"name":"f","in":"query","style":"deepObject","explode":false,"schema":{}}]`), `skip param-deepobject: f`},
		{params(`[{"name":"a","in":"query","schema":true}]`), `{ a?: unknown }`},
		{params(`[{"name":"constructor","in":"query","schema":{"type":"string"}}]`), `{ constructor_2?: string }`},
		{spec{path: "/x/{id}"}, `{}`},
		{spec{method: "post", path: "/x/{id}", operation: `"parameters":[{"name":"id","in":"path","schema":{"type":"string"}},{"name":"id","in":"query","schema":{"type":"string"}},{"name":"path_id","in":"query","schema":{"type":"string"}},{"name":"id","in":"header","schema":{"type":"string"}}],"requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object","properties":{"id":{"type":"string"}},"required":["id"],"additionalProperties":false}}}}`}, `{ path_id: string; query_id?: string; path_id_2?: string; header_id?: string; body_id: string }`},
		{spec{method: "post", operation: `"parameters":[{"name":"body","in":"query","schema":{"type":"string"}}],"requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"string"}}}}`}, `{ query_body?: string; body_body: string }`},
		{params(`{"a":1}`), `{}`},
		{params(`[{"name":"DateCreated<","in":"query","schema":{"type":"string"}}]`), `{ "DateCreated<"?: string }`},
	} {
		e.verify(t, false)
	}
}

func TestParameterTexts(t *testing.T) {
	tool := only(t, generate(t, params(`[
		{"name":"a","in":"query","description":"How many rows","schema":{"type":"integer","minimum":1,"maximum":9,"default":5}},
		{"name":"b","in":"query","description":"lost","deprecated":true,"schema":{"type":"string","description":"own","pattern":"^x","format":"uuid"}},
		{"name":"c","in":"query","description":"on a reference","schema":{"$ref":"#/components/schemas/C"}}]`).document(), spec{}.options()))
	check(t, "schema", string(tool.InputSchema()), `{"type":"object","properties":{`+
		`"a":{"description":"How many rows","type":"integer","minimum":1,"maximum":9,"default":5},`+
		`"b":{"deprecated":true,"type":"string","description":"own","pattern":"^x","format":"uuid"},`+
		`"c":{"description":"on a reference"}}}`)
}

func bodySpec(schema string) spec {
	return spec{method: "post", operation: `"requestBody":{"required":true,"content":{"application/json":{"schema":` + schema + `}}}`}
}

func requestBody(body string) spec {
	return spec{method: "post", operation: `"requestBody":` + body}
}

func with(s spec, components string) spec { s.components = components; return s }

const tagged = `{ $bytes: { id?: string; mediaType?: string; size?: number; data?: string } }`

func TestBodyExamples(t *testing.T) {
	get := bodySpec(`{"type":"string"}`)
	get.method = "get"
	old := bodySpec(`{"type":"object","nullable":true,"properties":{"a":{"type":"string"}},"additionalProperties":false}`)
	old.version = "3.0.3"
	for _, e := range []example{
		{bodySpec(`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"number"}},"required":["a"],"additionalProperties":false}`), `{ a: string; b?: number }`},
		{bodySpec(`{"type":"object","properties":{"a":{"type":"string"}}}`), `{ body: { a?: string } }`},
		{bodySpec(`{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":true}`), `{ body: { a?: string } }`},
		{requestBody(`{"required":false,"content":{"application/json":{"schema":{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}}}}`), `{ body?: { a?: string } }`},
		{bodySpec(`{"type":"object","additionalProperties":{"type":"string"}}`), `{ body: { [key: string]: string } }`},
		{bodySpec(`{"type":"object","additionalProperties":false}`), `{ body: {} }`},
		{bodySpec(`{"type":"object","properties":{},"additionalProperties":false}`), `{}`},
		{bodySpec(`{"type":"object","properties":{},"allOf":[{"type":"object","properties":{"a":{"type":"string"}}}],"additionalProperties":false}`), `{ body: {} & { a?: string } }`},
		{bodySpec(`{"type":"object","properties":{},"anyOf":[{"type":"object","properties":{"a":{"type":"string"}}}],"additionalProperties":false}`), `{ body: { a?: string } & {} }`},
		{bodySpec(`{"type":["object","null"],"properties":{"a":{"type":"string"}},"additionalProperties":false}`), `{ body: { a?: string } | null }`},
		{bodySpec(`{"type":"object","properties":{"a":{"type":"string"}},"if":{"required":["a"]},"additionalProperties":false}`), `{ body: { a?: string } }`},
		{bodySpec(`{"properties":{"a":{"type":"string"}},"additionalProperties":false}`), `{ body: { a?: string } }`},
		{bodySpec(`{"type":"array","items":{"type":"string"}}`), `{ body: Array<string> }`},
		{bodySpec(`{"type":"string"}`), `{ body: string }`},
		{requestBody(`{"required":true,"content":{"application/json":{}}}`), `{ body: unknown }`},
		{requestBody(`{"required":true,"content":{"application/merge-patch+json":{"schema":{"type":"object"}}}}`), `{ body: {} }`},
		{requestBody(`{"required":true,"content":{"application/json; charset=utf-8":{"schema":{"type":"object"}}}}`), `{ body: {} }`},
		{with(bodySpec(`{"$ref":"#/components/schemas/B"}`), `"schemas":{"B":{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}}`), `{ a?: string }`},
		{with(requestBody(`{"$ref":"#/components/requestBodies/R"}`), `"requestBodies":{"R":{"required":true,"content":{"application/json":{"schema":{"type":"string"}}}}}`), `{ body: string }`},
		{requestBody(`{"required":true,"content":{"application/x-www-form-urlencoded":{"schema":{}}}}`), `skip body-media: application/x-www-form-urlencoded`},
		{requestBody(`{"required":true,"content":{"application/x-www-form-urlencoded":{"schema":{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}}}}`), `{ a?: string }`},
		{requestBody(`{"content":{"multipart/form-data":{},"text/plain":{}}}`), `{ body?: string }`},
		{requestBody(`{"content":{"multipart/form-data":{},"multipart/mixed":{}}}`), `skip body-media: multipart/form-data, multipart/mixed`},
		{requestBody(`{"content":{"multipart/form-data":{"schema":{"type":"object","properties":{"file":{"type":"string","format":"binary"},"n":{"type":"integer"}},"required":["file"]}}}}`), `{ body?: { file: ` + tagged + ` | string; n?: number } }`},
		{requestBody(`{"required":true,"content":{"application/octet-stream":{}}}`), `{ body: ` + tagged + ` | string }`},
		{requestBody(`{"required":true,"content":{"application/xml":{"schema":{"type":"object","properties":{"a":{}}}}}}`), `skip body-media: application/xml`},
		{requestBody(`{"required":true}`), `skip body-media`},
		{requestBody(`{"required":true,"content":{"text/plain":{"schema":{"type":"string"}},"application/json":{"schema":{"type":"number"}}}}`), `{ body: number }`},
		{requestBody(`{"required":true,"content":{"application/json":true}}`), `skip body-media: application/json`},
		{requestBody(`{"$ref":"#/components/requestBodies/Nope"}`), `skip body-media: Nope`},
		{get, `{ body: string }`},
		{old, `{ body: { a?: string } | null }`},
		{bodySpec(`{"type":"object","properties":{"a":{"type":"string"},"id":{"type":"string","readOnly":true},"r":{"$ref":"#/components/schemas/R"}},"required":["id","a"],"additionalProperties":false}`), `{ a: string; r?: unknown }`},
		{with(bodySpec(`{"type":"object","properties":{"a":{"type":"string"},"id":{"type":"string","readOnly":true},"r":{"$ref":"#/components/schemas/R"}},"required":["id","a"]}`), `"schemas":{"R":{"type":"string","readOnly":true}}`), `{ body: { a: string } }`},
	} {
		e.verify(t, false)
	}
}

func TestResponseExamples(t *testing.T) {
	resp := func(r string) spec { return spec{responses: r} }
	for _, e := range []example{
		{resp("none"), `unknown`},
		{resp(`{"200":{"description":"OK"}}`), `null`},
		{resp(`{"200":{"description":"d","content":{"application/json":{"schema":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}}}}}`), `{ a: string }`},
		{resp(`{"200":{"description":"d","content":{"application/json":{}}}}`), `unknown`},
		{resp(`{"200":{"description":"d","content":{"text/plain":{"schema":{"type":"number"}}}}}`), `string`},
		{resp(`{"200":{"description":"d","content":{"text/html":{}}}}`), `string`},
		{resp(`{"200":{"description":"d","content":{"application/problem+json":{"schema":{"type":"string"}}}}}`), `string`},
		{resp(`{"200":{"description":"d","content":{"text/plain":{}}},"201":{"description":"d","content":{"application/json":{"schema":{"type":"number"}}}},"204":{"description":"d"}}`), `string | number | null`},
		{resp(`{"204":{"description":"d"},"200":{"description":"d","content":{"text/plain":{}}}}`), `string | null`},
		{resp(`{"2XX":{"content":{"application/json":{"schema":{"type":"string"}}}}}`), `string`},
		{resp(`{"2xx":{"content":{"application/json":{"schema":{"type":"string"}}}}}`), `string`},
		{resp(`{"200":{"content":{"application/json":{"schema":{"type":"boolean"}}}},"2XX":{"content":{"text/plain":{}}}}`), `boolean | string`},
		{resp(`{"default":{"content":{"application/json":{"schema":{"type":"string"}}}}}`), `string`},
		{resp(`{"200":{"description":"d"},"default":{"content":{"application/json":{"schema":{"type":"string"}}}}}`), `null`},
		{resp(`{"404":{"description":"nf"}}`), `unknown`},
		{resp(`{"200":{"description":"d","content":{"application/json":{"schema":{"type":"string"}},"application/hal+json":{"schema":{"type":"number"}}}}}`), `string | number`},
		{resp(`{"200":{"description":"d","content":{"application/xml":{"schema":{"type":"object"}},"application/json":{"schema":{"type":"number"}}}}}`), `number`},
		{resp(`{"200":{"description":"d","content":{}}}`), `null`},
		{resp(`{"200":{"content":5}}`), `unknown`},
		{resp(`{"200":{"description":"d","content":{"text/event-stream":{}}}}`), `skip sse`},
		{resp(`{"200":{"description":"d","content":{"application/json":{},"text/event-stream; charset=utf-8":{}}}}`), `skip sse`},
		{resp(`{"200":{"description":"d","content":{"multipart/x-mixed-replace":{}}}}`), `skip stream: multipart/x-mixed-replace`},
		{resp(`{"200":{"description":"d","content":{"application/octet-stream":{}}}}`), tagged},
		{resp(`{"200":{"description":"d","content":{"image/png":{}}}}`), tagged},
		{resp(`{"200":{"description":"d","content":{"*/*":{}}}}`), `unknown`},
		{resp(`{"200":{"description":"d","content":{"*/*":{"schema":{"type":"object","properties":{"a":{"type":"string"}}}}}}}`), `{ a?: string }`},
		{resp(`{"200":{"description":"d","content":{"application/xml":{}}}}`), `string`},
		{resp(`{"201":{"description":"d","content":{"application/pdf":{}}}}`), tagged},
		{resp(`{"200":{"description":"d","content":{"text/plain":{"schema":{"type":"string","format":"binary"}}}}}`), tagged},
		{resp(`{"200":{"description":"d","content":{"application/json":{"schema":{"type":"string","format":"binary"}}}}}`), tagged},
		{resp(`{"200":{"description":"d","content":{"application/x-ndjson":{"schema":{"type":"object","properties":{"a":{"type":"number"}}}}}}}`), `Array<{ a?: number }>`},
		{resp(`{"200":{"description":"d","content":{"application/jsonl":{"schema":{"type":"array","items":{"type":"number"}}}}}}`), `Array<number>`},
		{spec{operation: `"x-websocket":true`}, `skip websocket`},
		{resp(`{"200":{"$ref":"#/components/responses/Nope"}}`), `skip response-invalid: 200, Nope`},
		{resp(`{"200":"x"}`), `skip response-invalid: 200`},
		{resp(`{"200":{"description":"d"},"500":{"content":{"text/event-stream":{}}}}`), `null`},
		{with(resp(`{"200":{"$ref":"#/components/responses/A"}}`), `"responses":{"A":{"$ref":"#/components/responses/B"},"B":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/U"}}}}},"schemas":{"U":{"type":"object","properties":{"id":{"type":"string"},"secret":{"type":"string","writeOnly":true}},"required":["id","secret"]}}`), `{ id: string }`},
		{spec{method: "head", responses: `{"200":{"content":{"application/json":{"schema":{"type":"string"}}}}}`}, `null`},
	} {
		e.verify(t, true)
	}
	streaming := spec{responses: `{"200":{"content":{"application/json":{"schema":{"type":"string"}},"text/event-stream":{}}}}`}
	opts := streaming.options()
	opts.IgnoreStreams = true
	check(t, "ignored stream", compact(t, only(t, generate(t, streaming.document(), opts)).OutputSchema()), "string")
}

func TestDialectExamples(t *testing.T) {
	v := func(version, schema, components string) spec {
		return spec{version: version, operation: `"parameters":[{"name":"v","in":"query","schema":` + schema + `}]`, components: components}
	}
	for _, e := range []example{
		{v("3.0.3", `{"type":"string","nullable":true}`, ""), `{ v?: string | null }`},
		{v("", `{"type":"string","nullable":true}`, ""), `{ v?: string }`},
		{v("-", `{"type":"string","nullable":true}`, ""), `{ v?: string }`},
		{v("3.0.3", `{"type":"string","enum":["a","b"],"nullable":true}`, ""), `{ v?: "a" | "b" | null }`},
		{v("3.0.3", `{"type":"string","enum":["a",null],"nullable":true}`, ""), `{ v?: "a" | null }`},
		{v("3.0.3", `{"$ref":"#/components/schemas/U","nullable":true}`, `"schemas":{"U":{"type":"string"}}`), `{ v?: string | null }`},
		{v("3.0.3", `{"anyOf":[{"type":"string"},{"type":"number"}],"nullable":true}`, ""), `{ v?: string | number | null }`},
		{v("3.0.3", `{"allOf":[{"type":"string"}],"nullable":true}`, ""), `{ v?: string | null }`},
		{v("3.0.3", `{"nullable":true}`, ""), `{ v?: unknown }`},
		{v("3.0.3", `{"type":"number","minimum":1,"exclusiveMinimum":true,"example":3}`, ""), `{ v?: number }`},
		{v("", `{"$ref":"#/components/schemas/U"}`, `"schemas":{"U":{"type":"string","enum":["a"]}}`), `{ v?: "a" }`},
		{v("", `{"$ref":"#/components/schemas/Nope"}`, ""), `{ v?: unknown }`},
		{v("", `{"anyOf":[{"type":"string"},{"$ref":"#/components/schemas/Nope"}]}`, ""), `{ v?: unknown }`},
		{v("3.0.3", `{"oneOf":[{"type":"string"},{"$ref":"other.json"}],"nullable":true}`, ""), `{ v?: unknown }`},
		{v("", `{"type":["string","null"],"const":"x"}`, ""), `{ v?: "x" }`},
		{v("", `{"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"number"}}`, ""), `{ v?: Array<number> }`},
	} {
		e.verify(t, false)
	}
	recursive := with(spec{responses: `{"200":{"description":"d","content":{"application/json":{"schema":{"$ref":"#/components/schemas/N"}}}}}`},
		`"schemas":{"N":{"type":"object","properties":{"kids":{"type":"array","items":{"$ref":"#/components/schemas/N"}}}},"a.b-c":{"type":"number"}}`)
	odd := recursive
	odd.responses = strings.Replace(odd.responses, "/N", "/a.b-c", 1)
	deep := recursive
	deep.responses = strings.Replace(deep.responses, "/N", "/N/properties/kids", 1)
	for _, e := range []example{{recursive, `{ kids?: Array<unknown> }`}, {odd, `number`}, {deep, `Array<{ kids?: Array<unknown> }>`}, {spec{version: "2.0"}, `null`}} {
		e.verify(t, true)
	}
}

// TestSchemaTexts checks whole schema documents, keyword by keyword.
func TestSchemaTexts(t *testing.T) {
	for _, c := range []struct{ version, schema, want string }{
		{"3.0.3", `{"type":"number","minimum":1,"exclusiveMinimum":true,"maximum":9,"exclusiveMaximum":false,"example":3,"x-y":1}`, `{"type":"number","exclusiveMinimum":1,"maximum":9}`},
		{"3.0.3", `{"type":"string","deprecated":true,"description":"d","nullable":true}`, `{"description":"d","deprecated":true,"type":["string","null"]}`},
		{"3.0.3", `{"type":"string","const":"x","format":"date"}`, `{"type":"string","format":"date"}`},
		{"3.0.3", `{"$ref":"#/components/schemas/U","description":"d","type":"number","default":1}`, `{"description":"d","default":1,"$ref":"#/$defs/U"}`},
		{"3.0.3", `{"allOf":[{"$ref":"#/components/schemas/U"}],"description":"d","nullable":true}`, `{"description":"d","anyOf":[{"allOf":[{"$ref":"#/$defs/U"}]},{"type":"null"}]}`},
		{"", `{"$ref":"#/components/schemas/U","description":"d","type":"number"}`, `{"$ref":"#/$defs/U","description":"d","type":"number"}`},
		{"", `{"type":"object","properties":{"a":{"$ref":"#/components/schemas/U"},"b":{"$ref":"#/components/x/U"}},"required":["a","a",5]}`, `{"type":"object","properties":{"a":{"$ref":"#/$defs/U"},"b":{"$ref":"#/$defs/U_2"}}}`},
		{"", `{"type":"any","minimum":"1","required":true,"properties":5,"anyOf":[],"enum":[],"items":5}`, `{}`},
		{"", `{"type":["string","any"]}`, `{}`},
		{"", `{"$ref":"#/components/schemas/a~1b"}`, `{"$ref":"#/$defs/a_b"}`},
		{"", `{"$ref":"#/components/schemas/sp%20ace"}`, `{"$ref":"#/$defs/sp_ace"}`},
		{"", `{"type":"string","examples":["a"],"$comment":"c","$id":"x","discriminator":{}}`, `{"type":"string"}`},
		{"", `{"items":[{"type":"string"}],"not":{"type":"null"},"additionalProperties":false}`, `{"prefixItems":[{"type":"string"}],"not":{"type":"null"},"additionalProperties":false}`},
		{"", `{"type":"object","properties":{"a":{}},"anyOf":[{"required":["a"]},{"type":"object","maxProperties":0}],"oneOf":[{"type":"string"}]}`,
			`{"type":"object","properties":{"a":{}},"oneOf":[{"type":"string"}],"allOf":[{"anyOf":[{"required":["a"]},{"type":"object","maxProperties":0}]}]}`},
		{"3.0.3", `{"allOf":[{"type":"object"}],"oneOf":[{"required":["a"]},{"not":{"required":["a"]}}]}`,
			`{"allOf":[{"type":"object"},{"oneOf":[{"required":["a"]},{"not":{"required":["a"]}}]}]}`},
		{"", `{"anyOf":[{"required":["a"]},{"$ref":"#/components/schemas/U"}]}`, `{"anyOf":[{"required":["a"]},{"$ref":"#/$defs/U"}]}`},
		{"", `false`, `false`},
	} {
		s := spec{version: c.version, operation: `"parameters":[{"name":"v","in":"query","schema":` + c.schema + `}]`,
			components: `"schemas":{"U":{"type":"string"},"a/b":{"type":"number"},"sp ace":{"type":"number"}},"x":{"U":{"type":"boolean"}}`}
		schema, err := parseJSON(string(only(t, generate(t, s.document(), s.options())).InputSchema()), treeLimits{100, 1000})
		if err != nil {
			t.Fatal(err)
		}
		check(t, c.schema, string(schema.get("properties").get("v").appendJSON(nil)), c.want)
	}
}

func TestServerExamples(t *testing.T) {
	for _, e := range []example{
		{spec{baseURL: "-"}, `skip server-missing: BaseURL`},
		{spec{baseURL: "-", root: `"servers":[{"url":"https://doc.test/api/"}]`}, `{}`},
		{spec{baseURL: "-", root: `"servers":[{"url":"/api"}]`}, `skip server-not-http: /api`},
		{spec{baseURL: "-", root: `"servers":[{"url":"https://{region}.test"}]`}, `skip server-template: https://{region}.test, BaseURL`},
		{spec{baseURL: "-", root: `"servers":[{"url":"https://{region}.test","variables":{"region":{"default":"eu"}}}]`}, `{}`},
		{spec{baseURL: "-", root: `"servers":[{"url":"https://{region.test"}]`}, `skip server-template`},
		{spec{baseURL: "-", root: `"servers":[{"url":"https://a.test/?x=1"}]`}, `skip server-query-fragment: https://a.test/?x=1`},
		{spec{baseURL: "-", root: `"servers":[{"url":"https://u:p@a.test/"}]`}, `skip server-not-http: credentials`},
		{spec{baseURL: "https://a.test/#f"}, `skip server-query-fragment: https://a.test/#f`},
		{spec{baseURL: "ftp://a.test"}, `skip server-not-http: ftp://a.test`},
		{spec{baseURL: "https:/a.test"}, `skip server-not-http: https:/a.test`},
		{spec{baseURL: "https://"}, `skip server-not-http: https://`},
		{spec{baseURL: "-", operation: `"servers":[]`, root: `"servers":[{"url":"https://doc.test"}]`}, `skip server-missing`},
		{spec{baseURL: "-", item: `"servers":[{"url":"https://path.test"}]`, root: `"servers":[{"url":"/bad"}]`}, `{}`},
		{spec{operation: `"servers":[{"url":"/bad"}]`}, `{}`},
		{spec{path: "/a#b"}, `skip path-fragment`},
	} {
		e.verify(t, false)
	}
}

func TestSecurityExamples(t *testing.T) {
	sec := func(schemes, document, operation string) spec {
		s := spec{components: `"securitySchemes":` + schemes, operation: operation}
		if document != "" {
			s.root = `"security":` + document
		}
		return s
	}
	const cookie, bearer = `"c":{"type":"apiKey","in":"cookie","name":"s"}`, `"b":{"type":"http","scheme":"bearer"}`
	for _, e := range []example{
		{sec(`{"b":{"type":"http","scheme":"Bearer"}}`, `[{"b":[]}]`, ""), `{}`},
		{sec(`{`+cookie+`}`, `[{"c":[]}]`, ""), `skip security-cookie: c`},
		{sec(`{`+cookie+`,`+bearer+`}`, `[{"c":[]},{"b":[]}]`, ""), `{}`},
		{sec(`{`+cookie+`,`+bearer+`}`, `[{"c":[],"b":[]}]`, ""), `skip security-cookie: c`},
		{sec(`{}`, `[{"nope":[]}]`, ""), `skip security-scheme: nope`},
		{sec(`{}`, `[{"a":[]},{"b":[]}]`, ""), `skip security-scheme: "a"`},
		{sec(`{"a":{"type":"apiKey","in":"body","name":"x"}}`, `[{"a":[]}]`, ""), `skip security-scheme: a`},
		{sec(`{"a":{"type":"apiKey","in":"header","name":"x y"}}`, `[{"a":[]}]`, ""), `skip security-scheme: a`},
		{sec(`{"a":{"type":"mutualTLS"}}`, `[{"a":[]}]`, ""), `skip security-scheme: a`},
		{sec(`{"a":{"type":"http"}}`, `[{"a":[]}]`, ""), `skip security-scheme: a`},
		{sec(`{"o":{"type":"oauth2"},"i":{"$ref":"#/components/securitySchemes/j"},"j":{"type":"openIdConnect"}}`, `[{"o":["read"]},{"i":[]}]`, ""), `{}`},
		{sec(`{}`, "", `"security":{}`), `skip security-not-array`},
		{sec(`{}`, "", `"security":["x"]`), `skip security-not-object`},
		{sec(`{}`, "", `"security":[{"a":"x"}]`), `skip security-scopes: a`},
		{sec(`{}`, "", `"security":[{"a":[1]}]`), `skip security-scopes: a`},
		{sec(`{}`, `[{"nope":[]}]`, `"security":[]`), `{}`},
		{sec(`{}`, `[{"nope":[]}]`, `"security":[{}]`), `{}`},
		{sec(`{}`, `"x"`, ""), `skip security-not-array`},
		{sec(`{}`, `"x"`, `"security":[]`), `{}`},
	} {
		e.verify(t, false)
	}
}

func TestFirstReasonWins(t *testing.T) {
	const sse, cookie = `{"200":{"content":{"text/event-stream":{}}}}`, `"parameters":[{"name":"c","in":"cookie","schema":{}}]`
	const xml = `"requestBody":{"content":{"application/xml":{"schema":{"type":"object"}}}}`
	for _, e := range []example{
		{spec{responses: sse, operation: `"x-websocket":true,` + cookie}, `skip websocket`},
		{spec{responses: sse, operation: cookie, baseURL: "-"}, `skip sse`},
		{spec{operation: cookie, baseURL: "-"}, `skip server-missing`},
		{spec{method: "post", operation: cookie + `,` + xml + `,"security":"x"`}, `skip param-cookie: c`},
		{spec{method: "post", operation: xml + `,"security":"x"`}, `skip body-media: application/xml`},
		{spec{operation: `"parameters":[{"name":"c","in":"cookie","schema":{}},5]`}, `skip param-not-object`},
	} {
		e.verify(t, false)
	}
}
