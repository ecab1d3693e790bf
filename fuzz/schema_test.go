// This file fuzzes what comes from tool servers and models: schemas and inputs.

package fuzz

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/neurocode-ai/codemode/discovery"
	"github.com/neurocode-ai/codemode/tools"
)

var schemaSeeds = []string{
	`{}`, `true`, `{"type":"object","properties":{"a":{"type":"string","description":"text */ text"},"b":{"type":["integer","null"]}},"required":["a"]}`,
	`{"$ref":"#/$defs/N","$defs":{"N":{"type":"object","properties":{"kids":{"type":"array","items":{"$ref":"#/$defs/N"}}}}}}`,
	`{"allOf":[{"$ref":"#/definitions/A"},{"type":"object","properties":{"x":{"const":{"k":[1]}}}}],"definitions":{"A":{"enum":["a",1,null]}}}`,
	`{"anyOf":[{"type":"number"},{"type":"string","enum":["NaN"]}],"nullable":true}`,
	`{"type":"array","prefixItems":[{"type":"string","pattern":"^a+$"}],"items":false,"minItems":1,"uniqueItems":true,"contains":{"type":"string"}}`,
	`{"type":"object","patternProperties":{"^x":{"type":"number","multipleOf":0.5}},"additionalProperties":{"type":"string","format":"date-time"},"minProperties":1}`,
	`{"if":{"type":"string"},"then":{"maxLength":3},"else":{"minimum":1},"not":{"const":7}}`,
	`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","dependencies":{"a":["b"]},"items":[{"type":"null"}]}`,
	`{"$id":"https://e.test/a","$anchor":"x","$dynamicRef":"#x","unevaluatedProperties":false}`,
	`{"$ref":"file:///etc/passwd"}`, `{"$ref":"https://e.test/remote.json"}`, `{"type":5}`, `{"pattern":"(?=x)"}`, `[1`, `{"minLength":1e999}`,
}

// FuzzSignature renders arbitrary documents. A type is bounded, its brackets match, and no text of the schema closes a comment early.
func FuzzSignature(f *testing.F) {
	for _, s := range schemaSeeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, schema []byte) {
		for _, typ := range []string{discovery.Type(schema, false), discovery.Type(schema, true), discovery.PreciseType(schema)} {
			if len(typ) > 256<<10 {
				t.Fatalf("%d bytes of schema became %d bytes of type", len(schema), len(typ))
			}
			if !utf8.ValidString(typ) {
				t.Fatalf("invalid UTF-8: %q", typ)
			}
			if left := brackets(typ); left != "" {
				t.Fatalf("brackets do not match (%s left):\n%s", left, typ)
			}
		}
	})
}

// brackets returns the brackets of a type text that are left open or closed without an opener. Strings and comments are passed over.
func brackets(s string) string {
	var open []byte
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '"':
			for i++; i < len(s) && s[i] != '"'; i++ {
				if s[i] == '\\' {
					i++
				}
			}
		case '/':
			end := strings.Index(s[i:], "*/")
			if end < 0 {
				return "/*"
			}
			i += end + 1
		case '{', '[', '(', '<':
			open = append(open, c)
		case '}', ']', ')', '>':
			opener := map[byte]byte{'}': '{', ']': '[', ')': '(', '>': '<'}[c]
			if len(open) == 0 || open[len(open)-1] != opener {
				return string(c)
			}
			open = open[:len(open)-1]
		}
	}
	return string(open)
}

// FuzzToolSchema enforces arbitrary schemas on arbitrary inputs. A schema is refused when the tree is resolved or it works: no call fails because of it.
func FuzzToolSchema(f *testing.F) {
	for _, s := range schemaSeeds {
		f.Add([]byte(s), []byte(`{"a":"x","b":[1,"2",null,{"kids":[]}]}`))
		f.Add([]byte(s), []byte(`["aa","aa",3]`))
	}
	f.Fuzz(func(t *testing.T, schema, input []byte) {
		if len(schema) > 4096 || len(input) > 4096 {
			return
		}
		tool := tools.Raw(tools.Definition{
			Input: schema, Output: schema, Validate: true,
			Run: func(_ context.Context, in json.RawMessage) (any, error) { return in, nil },
		})
		catalogue, err := tools.Resolve(tools.Tree{"t": tool})
		if err != nil {
			var bad *tools.TreeError
			if !errors.As(err, &bad) || bad.Path != "t" {
				t.Fatalf("an error without the path: %v", err)
			}
			return
		}
		if _, err := discovery.New(catalogue, discovery.Options{}); err != nil {
			t.Fatal(err)
		}
		x := tools.NewExchange(tools.ExchangeOptions{})
		decoded, err := tool.Decode(x, input)
		if err != nil {
			var bad *tools.InputError
			if !errors.As(err, &bad) || len(bad.Problems) == 0 || len(bad.Problems) > 5 {
				t.Fatalf("no problems: %#v", err)
			}
			if strings.Contains(err.Error(), "schema of the tool is broken") {
				t.Fatalf("a broken schema was found by a call: %s", schema)
			}
			if again, second := tool.Decode(x, input); again != nil || second == nil || second.Error() != err.Error() {
				t.Fatalf("the report is not deterministic:\n%v\n%v", err, second)
			}
			return
		}
		// What was accepted as input is accepted as output, which has the same schema.
		if _, err := tool.Run(t.Context(), x, decoded); err != nil {
			t.Fatalf("accepted as input, refused as output: %v", err)
		}
	})
}

// FuzzTypedInput decodes arbitrary inputs into a Go type. What is accepted encodes to JSON that is accepted again and means the same.
func FuzzTypedInput(f *testing.F) {
	type inner struct {
		N int8              `json:"n" jsonschema:"minimum=-5"`
		M map[string]*uint8 `json:"m,omitempty"`
	}
	type in struct {
		inner
		ID   string      `json:"id" jsonschema:"minLength=1,pattern=^[a-z]*$"`
		List []inner     `json:"list,omitempty" jsonschema:"maxItems=3"`
		Any  any         `json:"any,omitempty"`
		Opt  *inner      `json:"opt,omitempty"`
		B    tools.Bytes `json:"b,omitzero"`
		F    float32     `json:"f,omitempty,string"`
	}
	for _, s := range []string{`{"id":"a","n":1}`, `{"id":"a","n":1e2,"list":[{"n":-6}],"m":{"x":256}}`, `{"id":"","N":1,"opt":null,"any":{"$bytes":{"id":"b1"}}}`,
		`{"n":1,"id":"a","f":"1.5","b":{"$bytes":{"data":"aGk=","mediaType":"t"}}}`, `[`, `"\ud800"`} {
		f.Add([]byte(s))
	}
	tool := tools.New("t", func(_ context.Context, v in) (any, error) { return v, nil })
	if _, err := tools.Resolve(tools.Tree{"t": tool}); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		x := tools.NewExchange(tools.ExchangeOptions{InlineBytes: true})
		first, err := tool.Decode(x, input)
		if err != nil {
			return
		}
		out, err := tool.Run(t.Context(), x, first)
		if err != nil {
			t.Fatalf("%s: decoded, but cannot be encoded: %v", input, err)
		}
		second, err := tool.Decode(x, out)
		if err != nil {
			t.Fatalf("%s became %s, which is refused: %v", input, out, err)
		}
		again, err := tool.Run(t.Context(), x, second)
		if err != nil || string(again) != string(out) {
			t.Fatalf("%s became %s and then %s (%v)", input, out, again, err)
		}
	})
}
