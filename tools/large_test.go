// This file tests that the reports on large values are as good as those on small ones, and do not grow with what is wrong.

package tools_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/neurocode-ai/codemode/tools"
)

// repeated writes an array of n equal items, then the last ones.
func repeated(n int, item string, last ...string) string {
	return "[" + strings.Repeat(item+",", n) + strings.Join(last, ",") + "]"
}

func TestLargeValues(t *testing.T) {
	const n = 20_000
	item := `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"array","items":{"type":"integer"}}},"required":["a"]}`
	list := `{"type":"object","properties":{"items":{"type":"array","items":` + item + `}},"required":["items","name"]}`
	good := `{"a":"x"}`
	for _, c := range []struct{ name, schema, input, want string }{
		{"valid", list, `{"name":1,"items":` + repeated(n, good, good) + `}`, ""},
		{"one item", list, `{"name":1,"items":` + repeated(n, good, `{"a":5}`, good) + `}`, `items[20000].a: expected a string, received 5 (number)`},
		{"a misspelt field", list, `{"name":1,"items":` + repeated(n, good, `{"A":"x"}`) + `}`,
			`items[20000].a: expected a string, but the field is missing; the input has "A" instead`},
		{"all items", list, `{"name":1,"items":` + repeated(n, `{}`, `{}`) + `}`,
			`items[0].a: expected a string, but the field is missing; items[1].a: expected a string, but the field is missing; items[2].a: expected a string, but the field is missing; ` +
				`items[3].a: expected a string, but the field is missing; items[4].a: expected a string, but the field is missing`},
		{"the object around it", list, `{"items":` + repeated(n, good, good) + `}`, `name: expected a value, but the field is missing`},
		{"large within large", list, `{"name":1,"items":[` + good + `,{"a":"x","b":` + repeated(n, "7", "7.5") + `}]}`, `items[1].b[20000]: expected an integer, received 7.5 (number)`},
		{"too many", `{"items":` + item + `,"maxItems":3}`, repeated(n, good, good), `input: expected at most 3 items, received an array of 20001 items`},
		{"another type", `{"type":"object"}`, repeated(n, good, good), `input: expected an object, received an array of 20001 items`},
		{"a reference", `{"$ref":"#/$defs/l","$defs":{"l":{"allOf":[{"items":{"type":"integer"}}]}}}`, repeated(n, "1", `"x"`), `[20000]: expected an integer, received "x" (string)`},
		{"a dictionary", `{"additionalProperties":{"type":"array","items":{"type":"integer"}}}`, `{"k":` + repeated(n, "1", "null") + `}`, `k[20000]: expected an integer, received null`},
		{"a closed object", `{"properties":{"l":{}},"additionalProperties":false}`, `{"l":` + repeated(n, "1", "2") + `,"m":1}`, `m: there is no such field; the fields are "l"`},
		{"a form that fits", `{"anyOf":[{"items":{"type":"string"}},{"items":{"type":"integer"}}]}`, repeated(n, "1", "2"), ""},
		{"no form fits", `{"properties":{"l":{"anyOf":[{"items":{"type":"string"}},{"items":{"type":"boolean"}}]}}}`, `{"l":` + repeated(n, "1", "2") + `}`,
			`l: the value does not satisfy the schema, and is too large to say where`},
		{"an item has no form", `{"items":{"anyOf":[{"type":"string"},{"type":"boolean"}]}}`, repeated(n, `"x"`, "2"), `[20000]: expected a string or a boolean, received 2 (number)`},
	} {
		tool := schemaTool(c.schema, true)
		mustResolve(t, tools.Tree{"t": tool})
		got := ""
		if _, err := tool.Decode(nil, []byte(c.input)); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// TestReportsAreBounded compares what a value costs that is wrong everywhere with one that is right.
func TestReportsAreBounded(t *testing.T) {
	for _, schema := range []string{
		`{"items":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}}`,
		`{"items":{"anyOf":[{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},{"type":"string"}]}}`,
		`{"anyOf":[{"items":{"type":"object","required":["a"]}},{"items":{"type":"object","required":["b"]}}],"items":{"required":["a"]}}`,
	} {
		tool := schemaTool(schema, true)
		mustResolve(t, tools.Tree{"t": tool})
		cost := func(item string) float64 {
			input := []byte(repeated(20_000, item, item))
			return testing.AllocsPerRun(1, func() { _, _ = tool.Decode(nil, input) })
		}
		if right, wrong := cost(`{"a":"x"}`), cost(`{"c":"x"}`); wrong > 3*right {
			t.Errorf("%s: %v allocations for a value that is right, %v for one that is wrong", schema, right, wrong)
		}
	}
	closed := schemaTool(`{"properties":{"id":{}},"additionalProperties":false}`, true)
	mustResolve(t, tools.Tree{"t": closed})
	extra := map[string]int{}
	for i := range 5000 {
		extra[fmt.Sprint("k", i)] = i
	}
	input, _ := json.Marshal(extra)
	if _, err := closed.Decode(nil, input); err == nil || !strings.HasSuffix(err.Error(), "; and 4995 more problems") {
		t.Errorf("%v", err)
	}
}
