// This file tests what the reflection of Go types settles: names of types, shadowed fields, types that describe themselves.

package tools

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

type item struct {
	ID string `json:"id"`
}

type other struct{ Inner item }

type inherited struct {
	ID   int    `json:"id" jsonschema:"minimum=3"`
	Note string `json:"note,omitempty"`
}

type shadow struct {
	ID string `json:"id"`
	*Inherited
}

// Inherited is embedded by pointer, so its fields may be absent.
type Inherited struct {
	ID   int    `json:"id"`
	Note string `json:"note"`
}

type box[T any] struct {
	Value T   `json:"value"`
	More  []T `json:"more"`
}

type opaque struct{}

func (opaque) MarshalJSON() ([]byte, error)     { return []byte(`"o"`), nil }
func (*opaque) UnmarshalJSON(text []byte) error { return json.Unmarshal(text, new(any)) }

func schemaOf[T any](t *testing.T, output bool) (string, bool) {
	t.Helper()
	text, r, err := reflectSchema(reflect.TypeFor[T](), output)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := parseTree(text)
	if err != nil {
		t.Fatal(err)
	}
	// A document that is not checked when a runtime is built must compile later.
	if _, _, err := compileSchema(doc, (&contract{}).compilePattern); err != nil {
		t.Errorf("%s: risky %v: %v", text, r.risky, err)
	}
	return string(text), r.implied
}

func TestReflection(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want string
	}{
		{"shadowed field", first(schemaOf[shadow](t, false)),
			`{"type":"object","properties":{"id":{"type":"string"},"note":{"type":"string"}},"required":["id"]}`},
		{"embedded out of reach", first(schemaOf[struct{ *inherited }](t, false)), `{"type":"object"}`},
		{"generic type", first(schemaOf[struct{ A, B box[item] }](t, false)),
			`{"type":"object","properties":{"A":{"$ref":"#/$defs/box_item"},"B":{"$ref":"#/$defs/box_item"}},"required":["A","B"],` +
				`"$defs":{"box_item":{"type":"object","properties":{"value":{"$ref":"#/$defs/item"},"more":{"type":"array","items":{"$ref":"#/$defs/item"}}},"required":["value","more"]},` +
				`"item":{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}}}`},
		{"nullable output", first(schemaOf[struct {
			A *int `json:"a" jsonschema:"description=How many"`
			B *int `json:"b,omitempty"`
		}](t, true)), `{"type":"object","properties":{"a":{"description":"How many","anyOf":[{"type":"integer"},{"type":"null"}]},"b":{"type":"integer"}},"required":["a"]}`},
		{"nullable by tag", first(schemaOf[struct {
			A *int `json:"a" jsonschema:"nullable,minimum=1"`
		}](t, false)), `{"type":"object","properties":{"a":{"oneOf":[{"type":"integer","minimum":1},{"type":"null"}]}},"required":["a"]}`},
		{"maps", first(schemaOf[struct {
			A map[string]any `json:"a"`
			B map[int]bool   `json:"b"`
		}](t, false)), `{"type":"object","properties":{"a":{"type":"object","additionalProperties":{}},"b":{"type":"object","additionalProperties":{"type":"boolean"}}},"required":["a","b"]}`},
		{"own JSON", first(schemaOf[struct{ O opaque }](t, false)), `{"type":"object","properties":{"O":{}},"required":["O"]}`},
		{"anything", first(schemaOf[any](t, false)), `true`},
		{"raw", first(schemaOf[json.RawMessage](t, false)), `true`},
		{"no fields", first(schemaOf[struct{}](t, false)), `{"type":"object"}`},
		{"text", first(schemaOf[string](t, false)), `{"type":"string"}`},
		{"time", first(schemaOf[time.Time](t, false)), `{"type":"string","format":"date-time"}`},
		{"pointer output", first(schemaOf[*item](t, true)), `{"anyOf":[{"$ref":"#/$defs/item"},{"type":"null"}],"$defs":{"item":{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}}}`},
		{"bytes", first(schemaOf[Bytes](t, true)), `{"type":"object","properties":{"$bytes":{"type":"object","description":"Binary value: pass the object around it on unchanged","properties":` +
			`{"id":{"type":"string"},"mediaType":{"type":"string"},"size":{"type":"integer"}},"required":["mediaType","size"]}},"required":["$bytes"]}`},
		{"enum of numbers", first(schemaOf[struct {
			N int `json:"n" jsonschema:"enum=1,enum=2,default=1"`
		}](t, false)), `{"type":"object","properties":{"n":{"type":"integer","enum":[1,2],"default":1}},"required":["n"]}`},
	} {
		if c.got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.name, c.got, c.want)
		}
	}
}

func first[A, B any](a A, _ B) A { return a }

// TestSameNames reflects two types of one name from different scopes.
func TestSameNames(t *testing.T) {
	type item struct {
		Price float64 `json:"price"`
	}
	text, _ := schemaOf[struct {
		A other
		B item
	}](t, false)
	if !strings.Contains(text, `"item":{`) || !strings.Contains(text, `"item2":{`) || !strings.Contains(text, `"price"`) {
		t.Error(text)
	}
}

// TestImplied checks which result types need no validation.
func TestImplied(t *testing.T) {
	for name, c := range map[string]struct{ got, want bool }{
		"plain":     {second(schemaOf[box[item]](t, true)), true},
		"recursive": {second(schemaOf[struct{ Kids []other }](t, true)), true},
		"time":      {second(schemaOf[[]time.Time](t, true)), true},
		"array":     {second(schemaOf[[3]int](t, true)), true},
		"minimum":   {second(schemaOf[inherited](t, true)), false},
		"enum": {second(schemaOf[struct {
			S string `jsonschema:"enum=a"`
		}](t, true)), false},
		"own JSON": {second(schemaOf[struct{ O opaque }](t, true)), true}, // its schema demands nothing
		"required but omitted": {second(schemaOf[struct {
			A string `json:"a,omitempty" jsonschema:"required"`
		}](t, true)), false},
		"other type by tag": {second(schemaOf[struct {
			A int `json:"a" jsonschema:"type=string"`
		}](t, true)), false},
	} {
		if c.got != c.want {
			t.Errorf("%s: %v", name, c.got)
		}
	}
}

func second[A, B any](_ A, b B) B { return b }

// TestWellFormedSchemasCompile feeds random documents: what the cheap check accepts, the compiler must accept too.
func TestWellFormedSchemasCompile(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	c := &contract{}
	accepted := 0
	for range 3000 {
		doc := randomSchema(rng, 3)
		root, _ := doc.(map[string]any)
		if root != nil && rng.IntN(2) == 0 {
			root["$defs"] = map[string]any{"a": randomSchema(rng, 2), "b": randomSchema(rng, 1)}
		}
		if !wellFormed(doc, c.compilePattern) {
			continue
		}
		accepted++
		if _, _, err := compileSchema(doc, c.compilePattern); err != nil {
			t.Fatalf("%s: %v", appendTree(nil, doc), err)
		}
	}
	if accepted < 300 {
		t.Errorf("only %d of the documents were accepted; the test shows nothing", accepted)
	}
}

func randomSchema(rng *rand.Rand, depth int) any {
	if rng.IntN(8) == 0 {
		return rng.IntN(2) == 0
	}
	sub := func() any {
		if depth == 0 {
			return map[string]any{}
		}
		return randomSchema(rng, depth-1)
	}
	values := map[string]func() any{
		"type": func() any {
			return pick(rng, "string", "object", []any{"null", "integer"}, "strang", []any{}, 5.0)
		},
		"properties": func() any { return map[string]any{"p": sub(), "q": sub()} },
		"items":      func() any { return pick(rng, sub(), sub(), []any{sub()}) },
		"anyOf":      func() any { return pick(rng, []any{sub(), sub()}, []any{sub()}, []any{}) },
		"$ref":       func() any { return pick(rng, "#/$defs/a", "#/$defs/b", "#", "#/$defs/none", "x", "#/$defs/a%20") },
		"required":   func() any { return pick(rng, []any{"a", "b"}, []any{}, []any{"a", "a"}, "a") },
		"pattern":    func() any { return pick(rng, "^a", "(", "(?=a)", 3.0) },
		"minLength":  func() any { return pick(rng, 3.0, 0.0, -1.0, 1.5, "1") },
		"maximum":    func() any { return pick(rng, 3.0, "3") },
		"multipleOf": func() any { return pick(rng, 0.1, 0.0) },
		"enum":       func() any { return pick(rng, []any{1.0, "a", nil}, []any{}, []any{1.0, 1.0}, 7.0) },
		"format":     func() any { return pick(rng, "date", "unheard of", 1.0) },
		"$schema": func() any {
			return pick(rng, "http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2019-09/schema", "x")
		},
		"x-note": func() any { return 1.0 },
		"not":    sub, "additionalProperties": sub, "contains": sub, "then": sub, "propertyNames": sub,
		"patternProperties": func() any { return map[string]any{pick(rng, "^x", "(", "y").(string): sub()} },
		"uniqueItems":       func() any { return pick(rng, true, "yes") },
		"prefixItems":       func() any { return []any{sub()} },
		"const":             func() any { return nil },
		"$id":               func() any { return "https://e.test/id" },
	}
	keys := slices.Sorted(maps.Keys(values))
	m := map[string]any{}
	for range rng.IntN(4) {
		key := keys[rng.IntN(len(keys))]
		m[key] = values[key]()
	}
	return m
}

func pick(rng *rand.Rand, list ...any) any { return list[rng.IntN(len(list))] }
