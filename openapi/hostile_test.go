// This file holds the tests of hostile documents: every size and depth ends in a bound or a clear reason.

package openapi

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

func schemaSpec(schema, schemas string) spec {
	return spec{responses: `{"200":{"content":{"application/json":{"schema":` + schema + `}}}}`, components: `"schemas":{` + schemas + `}`}
}

func outputOf(t *testing.T, s spec) []byte {
	t.Helper()
	out := only(t, generate(t, s.document(), s.options())).OutputSchema()
	if !json.Valid(out) {
		t.Fatalf("invalid schema %.200s", out)
	}
	return out
}

func TestDoublingReferences(t *testing.T) {
	var schemas []string
	for i := range 60 {
		schemas = append(schemas, fmt.Sprintf(`"S%d":{"type":"object","properties":{"a":{"$ref":"#/components/schemas/S%d"},"b":{"$ref":"#/components/schemas/S%d"}}}`, i, i+1, i+1))
	}
	out := outputOf(t, schemaSpec(`{"$ref":"#/components/schemas/S0"}`, strings.Join(schemas, ",")))
	text := compact(t, out)
	if len(out) > 64<<10 || len(text) > 64<<10 {
		t.Errorf("schema of %d, signature of %d bytes", len(out), len(text))
	}
	checkHolds(t, "the first levels have names", text, "{ a?: { a?: { a?: {")

	// The same without depth: unions of unions.
	schemas = nil
	for i := range 60 {
		schemas = append(schemas, fmt.Sprintf(`"S%d":{"allOf":[{"$ref":"#/components/schemas/S%d"},{"$ref":"#/components/schemas/S%d"}]}`, i, i+1, i+1))
	}
	out = outputOf(t, schemaSpec(`{"$ref":"#/components/schemas/S0"}`, strings.Join(schemas, ",")))
	if text := compact(t, out); len(out) > 64<<10 || len(text) > 64<<10 {
		t.Errorf("schema of %d, signature of %d bytes", len(out), len(text))
	}
}

func TestReferenceCycles(t *testing.T) {
	for _, c := range []struct{ schemas, want string }{
		{`"A":{"$ref":"#/components/schemas/A"}`, `unknown`},
		{`"A":{"$ref":"#/components/schemas/B"},"B":{"$ref":"#/components/schemas/A"}`, `unknown`},
		{`"A":{"anyOf":[{"$ref":"#/components/schemas/A"},{"type":"string"}]}`, `unknown`},
		{`"A":{"type":"object","properties":{"b":{"$ref":"#/components/schemas/B"}}},"B":{"type":"object","properties":{"a":{"$ref":"#/components/schemas/A"}}}`, `{ b?: { a?: unknown } }`},
		{`"A":{"properties":{"x":{"$ref":"#/components/schemas/A/properties/x"}}}`, `{ x?: unknown }`},
	} {
		check(t, c.schemas, compact(t, outputOf(t, schemaSpec(`{"$ref":"#/components/schemas/A"}`, c.schemas))), c.want)
	}
	for _, ref := range []string{"#/components/schemas/A/allOf/0/allOf/0", "#", "#/", "#/paths/~1test/get", "#anchor", "##", "#/%zz"} {
		outputOf(t, schemaSpec(`{"$ref":`+fmt.Sprintf("%q", ref)+`}`, `"A":{"allOf":[{"$ref":"#/components/schemas/A"}]}`))
	}
}

func TestLongReferenceChains(t *testing.T) {
	var schemas []string
	for i := range 5000 {
		schemas = append(schemas, fmt.Sprintf(`"S%d":{"$ref":"#/components/schemas/S%d"}`, i, i+1))
	}
	schemas = append(schemas, `"S5000":{"type":"string"}`)
	out := outputOf(t, schemaSpec(`{"$ref":"#/components/schemas/S0"}`, strings.Join(schemas, ",")))
	if len(out) > 64<<10 {
		t.Errorf("schema of %d bytes", len(out))
	}
}

func TestHugeKeywords(t *testing.T) {
	values := strings.Repeat(`"value",`, 200_000) + `"last"`
	long := strings.Repeat("word ", 100_000)
	for _, c := range []struct{ name, schema, want string }{
		{"enum", `{"enum":[` + values + `]}`, `{"type":"string"}`},
		{"enum with a type", `{"type":"integer","enum":[` + strings.Repeat("1,", 5000) + `1]}`, `{"type":"integer"}`},
		{"default", `{"type":"array","default":[` + values + `]}`, `{"type":"array"}`},
		{"title", `{"type":"string","title":"` + long + `"}`, `{"type":"string"}`},
		{"required", `{"type":"object","required":[` + values + `]}`, `{"type":"object"}`},
	} {
		check(t, c.name, string(outputOf(t, schemaSpec(c.schema, ""))), c.want)
	}
	out := outputOf(t, schemaSpec(`{"type":"string","description":"`+long+`"}`, ""))
	if len(out) > maxDescriptionBytes+100 {
		t.Errorf("description of %d bytes", len(out))
	}
	var properties []string
	for i := range 100_000 {
		properties = append(properties, fmt.Sprintf(`"property%d":{"type":"string","description":"d"}`, i))
	}
	out = outputOf(t, schemaSpec(`{"type":"object","properties":{`+strings.Join(properties, ",")+`}}`, ""))
	if len(out) > 2*maxSchemaBytes {
		t.Errorf("schema of %d bytes", len(out))
	}
}

func TestManyOfEverything(t *testing.T) {
	repeat := func(n int, format string) string {
		var parts []string
		for i := range n {
			parts = append(parts, fmt.Sprintf(format, i))
		}
		return strings.Join(parts, ",")
	}
	for _, c := range []struct {
		name string
		spec spec
		want SkipCategory // "" for a tool
	}{
		{"media types", spec{responses: `{"200":{"content":{` + repeat(50_000, `"a/b%d":{}`) + `}}}`}, SkipTooLarge},
		{"alternatives", spec{operation: `"security":[` + repeat(50_000, `{"s%d":[]}`) + `]`}, SkipTooLarge},
		{"schemes of one alternative", spec{operation: `"security":[{` + repeat(50_000, `"s%d":[]`) + `}]`}, SkipTooLarge},
		{"body media types", requestBody(`{"content":{` + repeat(50_000, `"multipart/b%d":{}`) + `}}`), SkipBodyMedia},
		{"members of a union", schemaSpec(`{"anyOf":[`+repeat(200_000, `{"const":"value %d of the union"}`)+`]}`, ""), ""},
		{"servers", spec{baseURL: "-", operation: `"servers":[` + repeat(50_000, `%d`) + `]`}, SkipServerMissing},
		{"encodings", requestBody(`{"content":{"multipart/form-data":{"schema":{"type":"object"},"encoding":{` + repeat(50_000, `"f%d":{"style":"form"}`) + `}}}}`), ""},
	} {
		r := generate(t, c.spec.document(), c.spec.options())
		if c.want == "" {
			tool := only(t, r)
			if in, out := tool.InputSchema(), tool.OutputSchema(); !json.Valid(in) || len(in)+len(out) > 4<<20 {
				t.Errorf("%s: schemas of %d and %d bytes", c.name, len(in), len(out))
			}
			continue
		}
		if len(r.Skipped) != 1 || r.Skipped[0].Category != c.want || len(r.Skipped[0].Reason) > 4000 {
			t.Errorf("%s: %.300s", c.name, fmt.Sprint(r.Skipped))
		}
	}
}

func TestManyParameters(t *testing.T) {
	var list []string
	for i := range maxParameters + 1 {
		list = append(list, fmt.Sprintf(`{"name":"p%d","in":"query","schema":{}}`, i))
	}
	s := params("[" + strings.Join(list, ",") + "]")
	r := generate(t, s.document(), s.options())
	if len(r.Skipped) != 1 || r.Skipped[0].Category != SkipTooLarge {
		t.Errorf("skipped %v", r.Skipped)
	}
	var properties []string
	for i := range maxParameters + 1 {
		properties = append(properties, fmt.Sprintf(`"p%d":{}`, i))
	}
	wideBody := bodySpec(`{"type":"object","properties":{` + strings.Join(properties, ",") + `},"additionalProperties":false}`)
	if text := compact(t, only(t, generate(t, wideBody.document(), wideBody.options())).InputSchema()); !strings.HasPrefix(text, "{ body: {") {
		t.Errorf("a body of too many fields was flattened: %.80s", text)
	}
	parts := spec{operation: `"operationId":"` + strings.Repeat("a.", 100) + `b"`}
	if r := generate(t, parts.document(), parts.options()); len(r.Skipped) != 1 || r.Skipped[0].Category != SkipTooLarge {
		t.Errorf("skipped %v", r.Skipped)
	}
}

func TestDeepDocuments(t *testing.T) {
	deep := strings.Repeat(`{"items":`, 150) + `{}` + strings.Repeat(`}`, 150)
	outputOf(t, schemaSpec(deep, ""))
	indented := ""
	for i := range 1000 {
		indented += strings.Repeat(" ", i) + "a:\n"
	}
	for _, doc := range []string{
		indented, strings.Repeat(`{"a":`, 100_000), `{"a":` + strings.Repeat("[", 100_000), "a: " + strings.Repeat("[", 100_000),
		strings.Repeat("- ", 100_000), "? ? ? ? " + strings.Repeat("? ", 100_000),
	} {
		if _, err := FromSpec([]byte(doc), Options{}); err == nil {
			t.Errorf("%.20s… was accepted", doc)
		}
	}
	if _, err := FromSpec([]byte(`{"a":[`+strings.Repeat("0,", maxDocumentNodes)+`0]}`), Options{}); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("too many values: %v", err)
	}
}

// manyOperations is a document of n operations that share schemas.
func manyOperations(n int) []byte {
	var b strings.Builder
	b.WriteString(`{"openapi":"3.0.3","servers":[{"url":"http://a.test"}],"paths":{`)
	for i := range n {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, `"/r%d/{id}":{"get":{"operationId":"op.same","parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"string"}}],"responses":{"200":{"description":"d","content":{"application/json":{"schema":{"$ref":"#/components/schemas/S%d"}}}}}}}`, i, i)
	}
	b.WriteString(`},"components":{"schemas":{`)
	for i := range n {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, `"S%d":{"type":"object","properties":{"a":{"type":"string"},"next":{"$ref":"#/components/schemas/S%d"}}}`, i, (i+1)%n)
	}
	b.WriteString(`}}}`)
	return []byte(b.String())
}

// TestLinearCost compares documents of different sizes: a quadratic step would make sixteen times the operations take 256 times as
// long; the rest of the allowance is for a busy machine.
func TestLinearCost(t *testing.T) {
	cost := func(n int) time.Duration {
		doc := manyOperations(n)
		best := time.Hour
		for range 3 {
			start := time.Now()
			r := generate(t, doc, Options{})
			names, all := list(r.Tools)
			for _, name := range names {
				all[name].InputSchema()
				all[name].OutputSchema()
			}
			best = min(best, time.Since(start))
			if len(names) != n {
				t.Fatalf("%d tools of %d operations", len(names), n)
			}
		}
		return best
	}
	small, large := cost(250), cost(4000)
	if large > 100*small {
		t.Errorf("250 operations take %v, 4000 take %v", small, large)
	}
}
