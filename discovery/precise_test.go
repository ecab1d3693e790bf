// This file tests the precise style, and that both styles stay bounded for schemas that stand for texts without end.

package discovery

import (
	"fmt"
	"strings"
	"testing"

	"github.com/neurocode-ai/codemode/tools"
)

func TestPrecise(t *testing.T) {
	for _, c := range []struct{ schema, want string }{
		{`{"type":"array","prefixItems":[{"type":"string"},{"type":"number"}]}`, `[string, number]`},
		{`{"type":"array","prefixItems":[{"type":"string"},{"type":["number","null"]}],"minItems":1,"items":{"type":"boolean"}}`, `[string, (number | null)?, ...Array<boolean>]`},
		{`{"type":"array","items":[{"type":"string"}],"additionalItems":false}`, `[string]`},
		{`{"items":{"type":"string"}}`, `Array<string>`},
		{`{"type":"string","nullable":true}`, `string | null`},
		{`{"anyOf":[{"type":"string"},{"type":"null"}],"nullable":true}`, `string | null`},
		{`{"type":["string","string","null"]}`, `string | null`},
		{`{"enum":[]}`, `never`},
		{`false`, `never`},
		{`true`, `unknown`},
		{`{"not":{}}`, `never`},
		{`{"type":"object"}`, `{ [key: string]: unknown }`},
		{`{"type":"object","additionalProperties":false}`, `{}`},
		{`{"type":"object","patternProperties":{"^x":{"type":"string"}},"additionalProperties":{"type":"number"}}`, "{\n  [key: string]: string | number,\n}"},
		{`{"type":"object","properties":{"a":{"type":"string"},"gone":false}}`, "{\n  a?: string,\n}"},
		{`{"allOf":[{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},{"$ref":"#/$defs/B"}],"description":"x","$defs":{"B":{"properties":{"b":{"type":"number"},"a":{"enum":["x"]}}}}}`,
			"{\n  a: string & \"x\",\n  b?: number,\n}"},
		{`{"allOf":[{"type":["string","null"]},{"enum":["a","b"]}]}`, `(string | null) & ("a" | "b")`},
		{`{"type":"object","oneOf":[{"type":"object","properties":{"k":{"const":"a"}},"required":["k"]},{"type":"object","properties":{"k":{"const":"b"}},"required":["k"]}],"discriminator":{"propertyName":"k"}}`,
			"{\n  k: \"a\",\n} | {\n  k: \"b\",\n}"},
		{`{"type":"object","properties":{"k":{"type":"string"}},"if":{"properties":{"k":{"const":"a"}}},"then":{"required":["x"],"properties":{"x":{"type":"string"}}},"else":{"properties":{"y":{"type":"number"}}}}`,
			"{\n  k?: string,\n} & ({\n  x: string,\n} | {\n  y?: number,\n})"},
		{`{"$ref":"#/$defs/Node","$defs":{"Node":{"type":"object","properties":{"name":{"type":"string"},"kids":{"type":"array","items":{"$ref":"#/$defs/Node"}}},"required":["name"]}}}`,
			"Node\ntype Node = {\n  name: string,\n  kids?: Array<Node>,\n}"},
		{`{"type":"object","properties":{"self":{"$ref":"#"}}}`, "T\ntype T = {\n  self?: T,\n}"},
		{`{"type":"object","properties":{"a":{"$ref":"#/$defs/date time"},"b":{"$ref":"#/$defs/date time"}},"$defs":{"date time":{"type":"object","properties":{"y":{"type":"number"},"m":{"type":"number"}}}}}`,
			"{\n  a?: DateTime,\n  b?: DateTime,\n}\ntype DateTime = {\n  y?: number,\n  m?: number,\n}"},
		{`{"type":"object","properties":{"a":{"$ref":"#/$defs/s","description":"own"},"b":{"$ref":"#/$defs/s"}},"$defs":{"s":{"type":"string","description":"of the definition"}}}`,
			"{\n  /** own */\n  a?: string,\n  /** of the definition */\n  b?: string,\n}"},
		{`{"type":"array","items":{"$ref":"#/x-parts/a%20b"},"x-parts":{"a b":{"type":"string"}}}`, `Array<string>`},
		{`{"$ref":"https://e.test/x"}`, `unknown`},
		{`{"$ref":"#"}`, `unknown`},
		{`{"allOf":[{"$ref":"#"}]}`, `unknown`},
		{`{"properties":{"a":{"$ref":"#/$defs/A"},"c":{"$ref":"#/$defs/C"}},"$defs":{"A":{"$ref":"#/$defs/B"},"B":{"$ref":"#/$defs/A"},"C":{"$ref":"#/$defs/D"},"D":{"type":"string"}}}`,
			"{\n  a?: unknown,\n  c?: string,\n}"},
		{`{"allOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/A"}],"$defs":{"A":{"properties":{"a":{"properties":{"b":{"type":"string"}}}}}}}`,
			"{\n  a?: {\n    b?: string,\n  },\n}"},
		{`{"$ref":"#/nowhere"}`, `unknown`},
		{`{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"}}}}`, "Array<{\n  id?: string,\n}>"},
		{`not json`, `unknown`},
	} {
		if got := PreciseType([]byte(c.schema)); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.schema, got, c.want)
		}
	}
}

func TestPreciseIndex(t *testing.T) {
	x := newIndex(t, tools.Tree{"walk": stub("Walk a tree",
		`{"$ref":"#/$defs/Node","$defs":{"Node":{"type":"object","properties":{"kids":{"type":"array","items":{"$ref":"#/$defs/Node"}}}}}}`,
		`{"type":"array","items":{"$ref":"#/$defs/Node"},"$defs":{"Node":{"type":"object","properties":{"up":{"$ref":"#/$defs/Node"}}}}}`)}, Options{Types: Precise})
	want := `tools.walk(input: Node): Promise<Array<Node2>>
type Node = {
  kids?: Array<Node>,
}
type Node2 = {
  up?: Node2,
}`
	if got := x.Catalog()[0].Signature; got != want {
		t.Errorf("got\n%s", got)
	}
	if !strings.Contains(x.Instructions(), "Promise<Array<Node2>> // Walk a tree\ntype Node = {") {
		t.Error(x.Instructions())
	}
}

// sharing is a document of a size in which every definition uses two others: written out it would have 2^depth parts.
func sharing(definitions int, allOf bool) string {
	var b strings.Builder
	b.WriteString(`{"$ref":"#/$defs/d0","$defs":{`)
	for i := range definitions {
		next := min(i+1, definitions-1)
		leaf := `{"type":"string"}`
		ref := fmt.Sprintf(`{"$ref":"#/$defs/d%d"}`, next)
		if next == i {
			ref = leaf
		}
		if allOf {
			fmt.Fprintf(&b, `"d%d":{"allOf":[{"type":"object","properties":{"x":%s}},{"type":"object","properties":{"y":%s,"z":%s}}]},`, i, ref, ref, ref)
			continue
		}
		fmt.Fprintf(&b, `"d%d":{"type":"object","properties":{"a":%s,"b":%s,"c":%s,"d":%s,"text":{"type":"string","description":%q}}},`, i, ref, ref, ref, ref, strings.Repeat("words ", 30))
	}
	b.WriteString(`"last":{}}}`)
	return b.String()
}

func TestSharedDefinitionsDoNotExplode(t *testing.T) {
	for _, allOf := range []bool{false, true} {
		doc := sharing(2000, allOf)
		for _, got := range []string{Type([]byte(doc), true), PreciseType([]byte(doc))} {
			if len(got) > 4*maxTypeBytes {
				t.Errorf("%d bytes of schema became %d bytes", len(doc), len(got))
			}
		}
	}
	// Cut short, the type still has all its fields at the top.
	got := Type([]byte(sharing(2000, false)), true)
	if len(got) > maxTypeBytes || !strings.Contains(got, "\n  d?: {") || !strings.Contains(got, "\n  text?: string,\n}") {
		t.Errorf("%d bytes: %.400s … %s", len(got), got, got[max(0, len(got)-100):])
	}
}

func TestHostileSchemas(t *testing.T) {
	deep := strings.Repeat(`{"properties":{"a":`, 5000) + "{}" + strings.Repeat("}}", 5000)
	wide := `{"enum":[` + strings.Repeat(`"some value",`, 100_000) + `1]}`
	loop := `{"allOf":[{"$ref":"#/definitions/a"},{"$ref":"#/definitions/b"}],"definitions":{"a":{"allOf":[{"$ref":"#/definitions/b"}]},"b":{"anyOf":[{"$ref":"#/definitions/a"}]}}}`
	for _, s := range []string{deep, wide, loop, `{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/a"}}}`, `{"type":{"type":[]}}`, `{"properties":[1],"required":{}}`, `[[[`, ``, `{"anyOf":[1,null,[]]}`} {
		for _, got := range []string{Type([]byte(s), true), Type([]byte(s), false), PreciseType([]byte(s))} {
			if len(got) > 2*maxTypeBytes {
				t.Errorf("%.60s: %d bytes", s, len(got))
			}
		}
	}
	if got := Type([]byte(`{"type":"object","properties":{"a":{"type":"string","format":"x\n*/ evil(); /*","description":"*/*/"}}}`), true); strings.Count(got, "*/") != 1 {
		t.Errorf("a comment can be closed from inside:\n%s", got)
	}
}
