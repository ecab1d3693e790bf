package tools

// This file tests that quick schemas accept only what the full validation accepts.

import (
	"encoding/json"
	"testing"
)

func TestQuickAgreesWithValidation(t *testing.T) {
	schemas := []string{
		`{"type":"object","properties":{"id":{"type":"string"},"n":{"type":"integer","minimum":0,"maximum":5}},"required":["id"]}`,
		`{"type":"object","properties":{"tags":{"type":"array","items":{"type":"string","minLength":2,"maxLength":3},"minItems":1,"maxItems":2}},"additionalProperties":false}`,
		`{"type":["string","null"],"enum":["a","b"]}`,
		`{"type":"object","additionalProperties":{"type":"number"}}`,
		`{"type":"array","items":{"type":["integer","boolean"]}}`,
		`{"type":"number","minimum":-1.5}`,
	}
	values := []string{`{}`, `{"id":"x"}`, `{"id":5}`, `{"id":"x","n":3}`, `{"id":"x","n":3.5}`, `{"id":"x","n":9}`, `{"id":"x","other":true}`,
		`{"tags":["ab"]}`, `{"tags":[]}`, `{"tags":["a"]}`, `{"tags":["äöü"]}`, `{"tags":["abcd"]}`, `{"tags":["ab","cd","ef"]}`, `{"tags":["ab"],"x":1}`,
		`"a"`, `"c"`, `null`, `1`, `-2`, `-1.5`, `true`, `[]`, `[1,true]`, `[1.5]`, `[1,"x"]`, `{"a":1.5}`, `{"a":"x"}`}
	for _, text := range schemas {
		doc, err := parseTree(json.RawMessage(text))
		if err != nil {
			t.Fatal(err)
		}
		q := quickOf(doc, 0)
		if q == nil {
			t.Errorf("%s has no quick form", text)
			continue
		}
		full, _, err := compileSchema(doc, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range values {
			tree, err := parseTree(json.RawMessage(v))
			if err != nil {
				t.Fatal(err)
			}
			if quick, valid := q.accepts(tree), full.Validate(tree) == nil; quick != valid && (quick || text != schemas[2]) {
				t.Errorf("%s with %s: quick %v, full %v", text, v, quick, valid)
			}
		}
	}
	for _, text := range []string{`{"type":"string","format":"date"}`, `{"anyOf":[{"type":"string"}]}`, `{"$ref":"#"}`, `true`, `{}`, `{"type":"strange"}`} {
		doc, err := parseTree(json.RawMessage(text))
		if err != nil {
			t.Fatal(err)
		}
		if quickOf(doc, 0) != nil {
			t.Errorf("%s has a quick form", text)
		}
	}
}
