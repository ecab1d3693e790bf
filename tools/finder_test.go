package tools

// This file tests that looking through a value part by part decides as the validator does on the whole value.

import (
	"encoding/json"
	"regexp"
	"testing"
)

func TestFinderAgreesWithValidation(t *testing.T) {
	schemas := []string{
		`{"type":"object","properties":{"id":{"type":"string"},"n":{"type":"integer","minimum":0}},"required":["id"],"maxProperties":3}`,
		`{"type":"object","properties":{"id":{"type":"string"}},"additionalProperties":false}`,
		`{"additionalProperties":{"type":"number"},"minProperties":1}`,
		`{"patternProperties":{"^a":{"type":"string"}},"additionalProperties":{"type":"number"}}`,
		`{"items":{"type":"integer"},"minItems":1,"maxItems":3,"uniqueItems":true}`,
		`{"prefixItems":[{"type":"string"}],"items":{"type":"integer"}}`,
		`{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"string"}],"additionalItems":{"type":"integer"}}`,
		`{"$schema":"http://json-schema.org/draft-07/schema#","items":{"type":"integer"},"additionalItems":false}`,
		`{"contains":{"type":"string"}}`, `{"propertyNames":{"maxLength":2}}`, `{"unevaluatedProperties":false,"properties":{"id":{}}}`,
		`{"$ref":"#/$defs/n","required":["id"],"$defs":{"n":{"properties":{"kids":{"items":{"$ref":"#/$defs/n"}},"id":{"type":"string"}}}}}`,
		`{"allOf":[{"properties":{"id":{"type":"string"}}},{"required":["n"]}],"type":"object"}`,
		`{"anyOf":[{"items":{"type":"string"}},{"required":["id"]}],"type":["array","object"]}`,
		`{"not":{"required":["id"]}}`, `{"if":{"required":["id"]},"then":{"required":["n"]}}`, `{"dependentRequired":{"id":["n"]}}`, `{"enum":[[1,2],{"id":"x"}]}`, `false`,
	}
	values := []string{`{}`, `{"id":"x"}`, `{"id":5}`, `{"id":"x","n":3}`, `{"id":"x","n":-1}`, `{"id":"x","a":"y","b":1,"c":2}`, `{"abc":1}`, `{"a":"x","n":1}`, `{"a":1}`,
		`{"id":"x","kids":[{"id":"y","kids":[{}]}]}`, `{"id":"x","kids":[{"id":"y","kids":[{"id":7}]}]}`, `[]`, `[1]`, `[1,2]`, `[1,1]`, `[1,2,3,4]`, `["x"]`, `["x",1]`, `["x","y"]`, `[1.5,[]]`, `5`, `"x"`}
	told, vague := 0, 0
	for _, text := range schemas {
		doc, err := parseTree(json.RawMessage(text))
		if err != nil {
			t.Fatal(err)
		}
		full, refuses, err := compileSchema(doc, func(s string) (Pattern, error) { return regexp.Compile(s) })
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		for _, v := range values {
			tree, err := parseTree(json.RawMessage(v))
			if err != nil {
				t.Fatal(err)
			}
			valid := full.Validate(tree) == nil
			if refuses.Validate(tree) == nil == valid {
				t.Errorf("%s with %s: valid %v, and its negation agrees", text, v, valid)
			}
			f := finder{reporter: reporter{root: full, tree: tree}} // every part is large
			f.visit(full, tree, nil)
			switch {
			case len(f.leaves) > 0:
				told++
				if valid {
					t.Errorf("%s with %s: %s, but it is valid", text, v, f.problems())
				}
			case len(f.vague) > 0:
				vague++
			case !valid:
				t.Errorf("%s with %s: nothing found, but it is not valid", text, v)
			}
		}
	}
	if told < 100 || vague == 0 {
		t.Errorf("%d values are told of, %d are not", told, vague)
	}
}
