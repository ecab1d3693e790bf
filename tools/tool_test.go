// This file tests tools from the outside: schemas, decoding, results, errors.

package tools_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/neurocode-ai/codemode/tools"
)

type address struct {
	Street string  `json:"street" jsonschema:"description=Street and number"`
	Zip    *string `json:"zip"`
}

type base struct {
	Tenant string `json:"tenant,omitempty"`
}

type tree struct {
	Name string `json:"name"`
	Kids []tree `json:"kids,omitempty"`
}

type orderInput struct {
	base
	ID      string            `json:"id" jsonschema:"minLength=2"`
	Limit   int8              `json:"limit,omitempty" jsonschema:"minimum=1,maximum=100"`
	State   string            `json:"state,omitempty" jsonschema:"enum=open,enum=closed"`
	Since   time.Time         `json:"since,omitzero"`
	Ship    *address          `json:"ship"`
	Labels  map[string]string `json:"labels,omitempty"`
	Extra   json.RawMessage   `json:"extra,omitempty"`
	Any     any               `json:"any,omitempty"`
	Nodes   []tree            `json:"nodes,omitempty"`
	Secret  string            `json:"-"`
	Home    url.URL           `json:"home,omitzero"`
	Big     *big.Int          `json:"big,omitempty"`
	Ratio   float64           `json:"ratio,omitempty,string"`
	Numbers map[int]int       `json:"numbers,omitempty"`
	Pair    [2]int            `json:"pair,omitzero"`
	Blob    []byte            `json:"blob,omitempty"`
}

// capture makes a tool that hands its decoded input to the test.
func capture[In any]() (*tools.Tool, *In) {
	var got In
	return tools.New("test", func(_ context.Context, in In) (any, error) { got = in; return nil, nil }), &got
}

func mustResolve(t testing.TB, root tools.Node) *tools.Catalogue {
	t.Helper()
	c, err := tools.Resolve(root)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func decode(t *testing.T, tool *tools.Tool, text string) (any, error) {
	t.Helper()
	mustResolve(t, tools.Tree{"t": tool})
	return tool.Decode(tools.NewExchange(tools.ExchangeOptions{}), []byte(text))
}

func TestTypedSchema(t *testing.T) {
	tool, _ := capture[orderInput]()
	mustResolve(t, tools.Tree{"t": tool})
	var doc struct {
		Required   []string
		Properties map[string]map[string]any
		Defs       map[string]any `json:"$defs"`
	}
	if err := json.Unmarshal(tool.InputSchema(), &doc); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(doc.Required); got != "[id]" {
		t.Errorf("required %s: pointers and omitempty fields are optional", got)
	}
	for name, want := range map[string]string{
		"tenant": "string", "limit": "integer", "labels": "object", "ratio": "string", "home": "string", "since": "string", "blob": "string",
	} {
		if got := doc.Properties[name]["type"]; got != want {
			t.Errorf("%s has type %v, want %s", name, got, want)
		}
	}
	if _, ok := doc.Properties["Secret"]; ok {
		t.Error("a field that JSON hides is in the schema")
	}
	if doc.Defs["tree"] == nil || doc.Defs["address"] == nil || len(doc.Defs) != 2 {
		t.Errorf("definitions %v", doc.Defs)
	}
}

func TestDecode(t *testing.T) {
	tool, got := capture[orderInput]()
	in, err := decode(t, tool, `{"id":"o1","unknown":1,"tenant":"acme","limit":5.0,"since":"2024-05-01T12:00:00+02:00","ship":{"street":"A 1","zip":null},
		"labels":{"a":"b"},"extra":{"b":1,"a":[1e2]},"any":{"x":[1,null]},"nodes":[{"name":"n","kids":[{"name":"k"}]}],
		"home":"https://e.test/x?y#z","big":123456789012345678901,"ratio":"0.5","numbers":{"7":8},"pair":[1,2],"blob":"aGk="}`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tool.Run(t.Context(), nil, in); err != nil {
		t.Fatal(err)
	}
	switch {
	case got.ID != "o1" || got.Tenant != "acme" || got.Limit != 5 || got.Ratio != 0.5:
		t.Errorf("scalars: %+v", got)
	case got.Since.UTC().Hour() != 10 || got.Home.Host != "e.test" || string(got.Blob) != "hi":
		t.Errorf("special types: %v %v %q", got.Since, got.Home, got.Blob)
	case got.Ship == nil || got.Ship.Street != "A 1" || got.Ship.Zip != nil:
		t.Errorf("ship: %+v", got.Ship)
	case string(got.Extra) != `{"a":[100],"b":1}`:
		t.Errorf("extra: %s", got.Extra)
	case fmt.Sprint(got.Any) != "map[x:[1 <nil>]]" || got.Numbers[7] != 8 || got.Pair[1] != 2:
		t.Errorf("containers: %v %v %v", got.Any, got.Numbers, got.Pair)
	case len(got.Nodes) != 1 || got.Nodes[0].Kids[0].Name != "k":
		t.Errorf("nodes: %+v", got.Nodes)
	case got.Big.String() != "123456789012345680000":
		// Numbers of a program are float64; more digits cannot arrive.
		t.Errorf("big: %s", got.Big)
	}
}

func TestDefaults(t *testing.T) {
	tool, got := capture[struct {
		N int     `json:"n,omitempty" jsonschema:"minimum=1,default=30"`
		S string  `json:"s,omitempty" jsonschema:"default=a\\,b"`
		B *bool   `json:"b" jsonschema:"default=true"`
		F float64 `json:"f,omitempty" jsonschema:"default=none"`
	}]()
	in, err := decode(t, tool, `{"n":5}`)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = tool.Run(t.Context(), nil, in)
	if got.N != 5 || got.S != "a,b" || got.B == nil || !*got.B || got.F != 0 {
		t.Errorf("%+v", got)
	}
}

func TestDecodeMatchesNamesExactly(t *testing.T) {
	// encoding/json would put LIMIT into Limit although the schema has not seen it.
	tool, got := capture[orderInput]()
	in, err := decode(t, tool, `{"id":"o1","LIMIT":-5,"Secret":"x"}`)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = tool.Run(t.Context(), nil, in)
	if got.Limit != 0 || got.Secret != "" {
		t.Errorf("unchecked fields were filled: %+v", got)
	}
}

func TestInputProblems(t *testing.T) {
	typed, _ := capture[orderInput]()
	union := tools.Raw(tools.Definition{Validate: true, Input: json.RawMessage(`{
		"type":"object","additionalProperties":false,"required":["shape"],
		"properties":{
			"shape":{"oneOf":[
				{"type":"object","properties":{"kind":{"const":"circle"},"radius":{"type":"number","exclusiveMinimum":0}},"required":["kind","radius"]},
				{"type":"object","properties":{"kind":{"const":"box"},"width":{"type":"number"},"height":{"type":"number"}},"required":["kind","width","height"]}]},
			"color":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"integer"}},{"type":"null"}]},
			"tags":{"type":"array","items":{"type":"string","pattern":"^[a-z]+$","maxLength":4},"maxItems":2,"uniqueItems":true},
			"odd name":{"type":"array","prefixItems":[{"type":"string"}],"items":false,"contains":{"type":"string"}},
			"step":{"type":"number","multipleOf":0.5},
			"mail":{"type":"string","format":"email"},
			"none":false,
			"not":{"not":{"type":"string"}},
			"a":{"type":"string"}},
		"dependentRequired":{"step":["mail"]}}`), Run: func(context.Context, json.RawMessage) (any, error) { return nil, nil }})
	for _, c := range []struct {
		tool        *tools.Tool
		input, want string
	}{
		{typed, `{"id":"o1","limit":"5"}`, `limit: expected an integer, received "5" (string)`},
		{typed, `{"id":5}`, `id: expected a string, received 5 (number)`},
		{typed, `{"id":"x"}`, `id: expected at least 2 characters, received "x" (string)`},
		{typed, `{}`, `id: expected a string, but the field is missing`},
		{typed, `{"ID":"o1"}`, `id: expected a string, but the field is missing; the input has "ID" instead`},
		{typed, `"o1"`, `input: expected an object, received "o1" (string)`},
		{typed, `null`, `input: expected an object, received null`},
		{typed, `[]`, `input: expected an object, received an empty array`},
		{typed, `{"id":"o1","limit":101}`, `limit: expected a number of at most 100, received 101 (number)`},
		{typed, `{"id":"o1","state":"shut"}`, `state: expected "open" or "closed", received "shut" (string)`},
		{typed, `{"id":"o1","ship":{"zip":1}}`, `ship.street: expected a string, but the field is missing; ship.zip: expected a string, received 1 (number)`},
		{typed, `{"id":"o1","nodes":[{"name":"a"},{"name":"b","kids":[{"name":null}]}]}`, `nodes[1].kids[0].name: expected a string, received null`},
		{typed, `{"id":"o1","since":"yesterday"}`, `since: expected text in the format "date-time", received "yesterday" (string)`},
		{typed, `{"id":"o1","numbers":{"seven":1}}`, `numbers.seven: expected an integer as a key, received 1 (number)`},
		{typed, `{"id":"o1","blob":"%"}`, `blob: expected base64 text, received "%" (string)`},
		{typed, `{"id":"o1","any":{"x":1},"labels":{"odd key":1}}`, `labels["odd key"]: expected a string, received 1 (number)`},
		{typed, `{"id":`, `input: not JSON: unexpected end at offset 6`},
		{union, `{"shape":{"kind":"circle","radius":0}}`, `shape.radius: expected a number greater than 0, received 0 (number)`},
		{union, `{"shape":{"kind":"cube"}}`, `shape.kind: expected "circle" or "box", received "cube" (string)`},
		{union, `{"shape":{"kind":"box","width":1}}`, `shape.height: expected a number, but the field is missing`},
		{union, `{"shape":3}`, `shape: expected an object, received 3 (number)`},
		{union, `{"shape":{"kind":"circle","radius":1},"color":5}`, `color: expected a string, an array or null, received 5 (number)`},
		{union, `{"shape":{"kind":"circle","radius":1},"color":[1,"x"]}`, `color[1]: expected an integer, received "x" (string)`},
		{union, `{"shape":{"kind":"circle","radius":1},"colour":"red"}`, `colour: there is no such field; did you mean "color"?`},
		{union, `{"shape":{"kind":"circle","radius":1},"tags":["A","toolong","a"]}`,
			`tags: expected at most 2 items, received an array of 3 items; tags[0]: expected text that matches /^[a-z]+$/, received "A" (string); tags[1]: expected at most 4 characters, received "toolong" (string)`},
		{union, `{"shape":{"kind":"circle","radius":1},"tags":["a","a"]}`, `tags: the items 0 and 1 are equal, but all must differ`},
		{union, `{"shape":{"kind":"circle","radius":1},"odd name":[1,2]}`, `["odd name"]: no item is as the schema demands of at least one; ["odd name"][0]: expected a string, received 1 (number); ["odd name"][1]: no value is allowed here`},
		{union, `{"shape":{"kind":"circle","radius":1},"step":0.3}`, `mail: expected a string, but the field is missing (it is required when "step" is present); step: expected a multiple of 0.5, received 0.3 (number)`},
		{union, `{"shape":{"kind":"circle","radius":1},"mail":"x","none":1,"not":"s"}`, `mail: expected text in the format "email", received "x" (string); none: no value is allowed here; not: the schema excludes this value`},
		{union, `{"shape":{"kind":"circle","radius":1},"p":1,"q":2,"r":3,"s":4,"t":5,"colr":6,"v":7}`,
			`colr: there is no such field; did you mean "color"?; p: there is no such field; the fields are "a", "color", "mail", "none", "not", "odd name", "shape", "step" and 1 more; ` +
				`q: there is no such field; the fields are "a", "color", "mail", "none", "not", "odd name", "shape", "step" and 1 more; ` +
				`r: there is no such field; the fields are "a", "color", "mail", "none", "not", "odd name", "shape", "step" and 1 more; ` +
				`s: there is no such field; the fields are "a", "color", "mail", "none", "not", "odd name", "shape", "step" and 1 more; and 2 more problems`},
	} {
		_, err := decode(t, c.tool, c.input)
		var in *tools.InputError
		if !errors.As(err, &in) {
			t.Errorf("%s: %v", c.input, err)
			continue
		}
		if err.Error() != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.input, err, c.want)
		}
	}
}

func TestTypedRange(t *testing.T) {
	type in struct {
		A int8    `json:"a,omitempty"`
		B uint    `json:"b,omitempty"`
		C float32 `json:"c,omitempty"`
		D int64   `json:"d,omitempty"`
	}
	tool, _ := capture[in]()
	for input, want := range map[string]string{
		`{"a":300}`:   `a: expected an integer between -128 and 127, received 300 (number)`,
		`{"b":-1}`:    `b: expected an integer between 0 and 18446744073709551615, received -1 (number)`,
		`{"c":1e300}`: `c: expected a number in the range of 32 bits, received 1e+300 (number)`,
		`{"d":1e300}`: `d: expected an integer between -9223372036854775808 and 9223372036854775807, received 1e+300 (number)`,
	} {
		if _, err := decode(t, tool, input); err == nil || err.Error() != want {
			t.Errorf("%s: %v", input, err)
		}
	}
	v, err := decode(t, tool, `{"d":9223372036854775807}`)
	if err != nil || v.(in).D != math.MaxInt64 {
		t.Errorf("a large integer lost digits: %v %v", v, err)
	}
}

type point struct {
	X, Y float64
	_    int
}

type celsius float64

func (c celsius) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%gC", float64(c)), nil }

type page[T any] struct {
	Items []T `json:"items"`
	Next  *T  `json:"next"`
}

func run[Out any](t *testing.T, value Out) (string, error) {
	t.Helper()
	tool := tools.New("test", func(context.Context, struct{}) (Out, error) { return value, nil })
	mustResolve(t, tools.Tree{"t": tool})
	out, err := tool.Run(t.Context(), tools.NewExchange(tools.ExchangeOptions{}), struct{}{})
	return string(out), err
}

func TestResults(t *testing.T) {
	check := func(got string, err error) func(want string) {
		return func(want string) {
			t.Helper()
			if err != nil {
				got = "error: " + err.Error()
			}
			if got != want {
				t.Errorf("\n got %s\nwant %s", got, want)
			}
		}
	}
	check(run(t, point{X: 1, Y: -0.5}))(`{"X":1,"Y":-0.5}`)
	check(run(t, []string(nil)))(`[]`)
	check(run(t, map[string]int(nil)))(`{}`)
	check(run(t, page[point]{}))(`{"items":[],"next":null}`)
	check(run(t, (*point)(nil)))(`null`)
	check(run[any](t, nil))(``)
	check(run[any](t, map[string]any{"b": 1, "a": []any{nil, true, "<&>\u2028"}}))(`{"a":[null,true,"<&>` + "\u2028" + `"],"b":1}`)
	check(run(t, json.RawMessage(` {"a" : 1}`)))(` {"a" : 1}`)
	check(run(t, struct{ R json.RawMessage }{json.RawMessage(`[1,`)}))(`error: invalid tool output: R: not JSON: unexpected end at offset 3`)
	check(run(t, celsius(21.5)))(`"21.5C"`)
	check(run(t, map[celsius]float32{1: 0.1}))(`{"1C":0.1}`)
	check(run(t, "bad \xff utf"))(`"bad ` + "\uFFFD" + ` utf"`)
	check(run(t, 1e21))(`1e+21`)
	check(run(t, []float64{1e-7, 123456789012345680000}))(`[1e-7,123456789012345680000]`)
	check(run(t, []byte{1, 2}))(`"AQI="`)
	check(run(t, struct {
		A int `json:"a,string"`
	}{7}))(`{"a":"7"}`)
	check(run(t, time.Unix(0, 0).UTC()))(`"1970-01-01T00:00:00Z"`)
	check(run(t, map[string]any{"f": func() {}}))(`error: invalid tool output: f: a func() is no JSON`)
	check(run(t, []any{1, map[string]any{"odd key": math.NaN()}}))(`error: invalid tool output: [1]["odd key"]: NaN is no JSON number`)
	check(run(t, []*point{{}, nil}))(`error: invalid tool output: [1]: a nil pointer as an item`)
}

func TestResultsThatNeverEnd(t *testing.T) {
	type ring struct {
		Left, Right *ring `json:",omitempty"`
	}
	r := &ring{}
	r.Left, r.Right = r, r
	loop := map[string]any{}
	loop["loop"] = loop
	deep := any(1)
	for range 100 {
		deep = []any{deep}
	}
	wide := []any{strings.Repeat("x", 1024)}
	for range 40 {
		wide = []any{wide, wide} // 2^40 copies
	}
	for name, v := range map[string]any{"ring": r, "loop": loop, "deep": deep, "wide": wide} {
		tool := tools.New("test", func(context.Context, struct{}) (any, error) { return v, nil })
		out, err := tool.Run(t.Context(), tools.NewExchange(tools.ExchangeOptions{MaxResultBytes: 1 << 20}), struct{}{})
		var bad *tools.OutputError
		if !errors.As(err, &bad) || out != nil {
			t.Errorf("%s: %v, %d bytes", name, err, len(out))
		}
	}
}

func TestOutputSchema(t *testing.T) {
	type reply struct {
		State string `json:"state" jsonschema:"enum=open,enum=closed"`
	}
	if _, err := run(t, reply{"open"}); err != nil {
		t.Error(err)
	}
	_, err := run(t, reply{"ajar"})
	if want := `invalid tool output: state: expected "open" or "closed", received "ajar" (string)`; err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	raw := tools.Raw(tools.Definition{
		Output: json.RawMessage(`{"type":"string"}`),
		Run:    func(context.Context, json.RawMessage) (any, error) { return 5, nil },
	})
	enforced := tools.Validate(raw)
	mustResolve(t, tools.Tree{"raw": raw, "enforced": enforced})
	if out, err := raw.Run(t.Context(), nil, json.RawMessage(`{}`)); string(out) != "5" || err != nil {
		t.Errorf("a schema that is only shown was enforced: %s %v", out, err)
	}
	var bad *tools.OutputError
	if _, err := enforced.Run(t.Context(), nil, json.RawMessage(`{}`)); !errors.As(err, &bad) {
		t.Errorf("an enforced schema was ignored: %v", err)
	}
}

// brokenError is an error whose methods panic.
type brokenError struct{}

func (brokenError) Error() string { panic("no text") }
func (brokenError) Unwrap() error { panic("no cause") }

func TestFailures(t *testing.T) {
	secret := errors.New("password in the log")
	for _, c := range []struct {
		name string
		fail func() error
		safe string
		ok   bool
	}{
		{"error", func() error { return &tools.Error{Message: "sold out", Cause: secret} }, "sold out", true},
		{"wrapped", func() error { return fmt.Errorf("db: %w", tools.Errorf("item %d is gone", 7)) }, "item 7 is gone", true},
		{"private", func() error { return secret }, "", false},
		{"nil pointer", func() error { var e *tools.Error; return e }, "", false},
		{"wrapped nil pointer", func() error { var e *tools.Error; return fmt.Errorf("db: %w", e) }, "", false},
		{"panic", func() error { panic(secret) }, "", false},
		{"panic of the error itself", func() error { return brokenError{} }, "", false},
		{"runtime panic", func() error { var list []int; return fmt.Errorf("%d", list[len(os.Args)]) }, "", false},
	} {
		tool := tools.New("test", func(context.Context, struct{}) (int, error) { return 0, c.fail() })
		_, err := tool.Run(t.Context(), nil, struct{}{})
		if err == nil {
			t.Errorf("%s: no error", c.name)
			continue
		}
		if safe, ok := tools.SafeMessage(err); safe != c.safe || ok != c.ok {
			t.Errorf("%s: %q %v", c.name, safe, ok)
		}
		var out *tools.OutputError // the whole chain can be walked
		if err.Error() == "" || errors.As(err, &out) {
			t.Errorf("%s: %v", c.name, err)
		}
		var p *tools.PanicError
		if strings.Contains(c.name, "panic") && (!errors.As(err, &p) || len(p.Stack) == 0) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if e := tools.Errorf("no %s: %w", "luck", secret); e.Message != "no luck: password in the log" || !errors.Is(e, secret) {
		t.Errorf("Errorf: %+v", e)
	}
}

func TestBytes(t *testing.T) {
	type image struct {
		Name string      `json:"name"`
		Data tools.Bytes `json:"data"`
	}
	x := tools.NewExchange(tools.ExchangeOptions{MaxBytes: 10})
	load := tools.New("load", func(context.Context, struct{}) (image, error) {
		return image{"a", tools.Bytes{MediaType: "image/png", Data: []byte("12345")}}, nil
	})
	var got tools.Bytes
	show := tools.New("show", func(_ context.Context, in image) (int, error) { got = in.Data; return len(in.Data.Data), nil })
	raw := tools.Raw(tools.Definition{Run: func(ctx context.Context, in json.RawMessage) (any, error) {
		var v struct{ Data json.RawMessage }
		if err := json.Unmarshal(in, &v); err != nil {
			return nil, err
		}
		b, err := tools.BytesFrom(ctx, v.Data)
		return map[string]any{"again": []any{b}}, err
	}})
	inline := tools.InlineBytes(load)
	mustResolve(t, tools.Tree{"load": load, "show": show, "raw": raw, "inline": inline})

	out, err := load.Run(t.Context(), x, struct{}{})
	want := `{"name":"a","data":{"$bytes":{"id":"b1","mediaType":"image/png","size":5}}}`
	if string(out) != want || err != nil {
		t.Fatalf("%s %v", out, err)
	}
	// The program hands the object on; what it writes beside the id does not count.
	in, err := show.Decode(x, []byte(strings.Replace(want, "image/png", "text/html", 1)))
	if err != nil {
		t.Fatal(err)
	}
	if n, err := show.Run(t.Context(), x, in); string(n) != "5" || err != nil || got.MediaType != "image/png" || string(got.Data) != "12345" {
		t.Errorf("%s %v %+v", n, err, got)
	}
	out, err = raw.Run(t.Context(), x, json.RawMessage(want))
	if string(out) != `{"again":[{"$bytes":{"id":"b2","mediaType":"image/png","size":5}}]}` || err != nil {
		t.Errorf("%s %v", out, err)
	}
	var bad *tools.OutputError
	if _, err = load.Run(t.Context(), x, struct{}{}); !errors.As(err, &bad) {
		t.Errorf("the limit of binary values did not hold: %v", err)
	}
	if _, err := show.Decode(x, []byte(`{"name":"a","data":{"$bytes":{"id":"b9","mediaType":"x","size":1}}}`)); err == nil {
		t.Error("a made-up handle was accepted")
	}
	for input, want := range map[string]string{
		`{"name":"a","data":"text"}`: `data: expected a binary value as another tool returned it (an object with $bytes), received "text" (string)`,
		`{"name":"a"}`:               `data: expected a binary value as another tool returned it (an object with $bytes), but the field is missing`,
	} {
		if _, err := show.Decode(x, []byte(input)); err == nil || err.Error() != want {
			t.Errorf("%s: %v", input, err)
		}
	}
	if out, err := inline.Run(t.Context(), x, struct{}{}); string(out) != `{"name":"a","data":{"$bytes":{"mediaType":"image/png","size":5,"data":"MTIzNDU="}}}` || err != nil {
		t.Errorf("%s %v", out, err)
	}
}

type upper struct{}

func (upper) Description() string           { return "Upper case" }
func (upper) InputSchema() json.RawMessage  { return json.RawMessage(`{"type":"string"}`) }
func (upper) OutputSchema() json.RawMessage { return nil }
func (upper) Decode(_ context.Context, in json.RawMessage) (any, error) {
	var s string
	if err := json.Unmarshal(in, &s); err != nil {
		return nil, tools.Errorf("expected a text to shout")
	}
	if s == "" {
		return nil, errors.New("private")
	}
	return s, nil
}
func (upper) Run(_ context.Context, in any) (any, error) { return strings.ToUpper(in.(string)), nil }
func (upper) Encode(v any) (json.RawMessage, error)      { return json.Marshal(v) }

func TestAdapt(t *testing.T) {
	tool := tools.Adapt(upper{})
	if in, err := decode(t, tool, `"abc"`); err != nil {
		t.Error(err)
	} else if out, err := tool.Run(t.Context(), nil, in); string(out) != `"ABC"` || err != nil {
		t.Errorf("%s %v", out, err)
	}
	for input, want := range map[string]string{`5`: "input: expected a text to shout", `""`: "input: the tool cannot read this input"} {
		if _, err := decode(t, tool, input); err == nil || err.Error() != want {
			t.Errorf("%s: %v", input, err)
		}
	}
}

func TestConcurrentUse(t *testing.T) {
	tool, _ := capture[struct {
		N int `json:"n" jsonschema:"minimum=1"`
	}]()
	mustResolve(t, tools.Tree{"t": tool})
	x := tools.NewExchange(tools.ExchangeOptions{})
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			if _, err := tool.Decode(x, fmt.Appendf(nil, `{"n":%d}`, i)); (err != nil) != (i == 0) {
				t.Errorf("%d: %v", i, err)
			}
			id, err := x.Put(tools.Bytes{MediaType: fmt.Sprint(i), Data: []byte{byte(i)}})
			if b, ok := x.Get(id); err != nil || !ok || b.Data[0] != byte(i) {
				t.Errorf("%s: %v", id, err)
			}
		})
	}
	wg.Wait()
}

// grenade is a type whose own decoding panics.
type grenade struct{}

func (*grenade) UnmarshalJSON([]byte) error { panic("pin pulled") }

func TestDecodePanics(t *testing.T) {
	tool, _ := capture[struct{ G grenade }]()
	_, err := decode(t, tool, `{"G":1}`)
	var in *tools.InputError
	var p *tools.PanicError
	if !errors.As(err, &in) || !errors.As(err, &p) || strings.Contains(err.Error(), "pin") {
		t.Errorf("%v", err)
	}
}

func TestCheck(t *testing.T) {
	tool, _ := capture[orderInput]()
	mustResolve(t, tools.Tree{"t": tool})
	for _, c := range []struct {
		input any
		want  string
	}{
		{map[string]any{"id": tools.Unknown{}, "limit": tools.Unknown{}}, "[]"},
		{map[string]any{"id": "o1", "lmit": 5.0}, `[lmit: there is no such field; did you mean "limit"?]`},
		{map[string]any{"limit": "5"}, `[id: expected a string, but the field is missing limit: expected an integer, received "5" (string)]`},
		{map[string]any{"id": "o1", "nodes": []any{tools.Unknown{}, map[string]any{"nam": "x"}}},
			`[nodes[1].name: expected a string, but the field is missing; the input has "nam" instead]`},
		{map[string]any{"id": "o1", "nodes": []any{map[string]any{"name": "x", "kdis": []any{}}}}, `[nodes[0].kdis: there is no such field; did you mean "kids"?]`},
		{tools.Unknown{}, "[]"},
	} {
		if got := fmt.Sprint(tool.Check(c.input)); got != c.want {
			t.Errorf("%v\n got %s\nwant %s", c.input, got, c.want)
		}
	}
}

func TestRedactPaths(t *testing.T) {
	p := tools.RedactedPath
	for text, want := range map[string]string{
		"cannot read /home/me/a.txt or /tmp/x and /etc/passwd": "cannot read " + p + " or " + p + " and /etc/passwd",
		`{"p":"/Users/a/b c"}`:                                 `{"p":"` + p + ` c"}`,
		"/tmp is full":                                         "/tmp is full",
		"/tmp/":                                                "/tmp/",
		"/tmp/ x":                                              "/tmp/ x",
		"file:///private/var/x`y":                              "file://" + p + "`y",
		"/var/folders/ab/cd\n/var/log":                         p + "\n/var/log",
		"no slash":                                             "no slash",
		"x/home/u":                                             "x" + p,
	} {
		if got := tools.RedactPaths(text); got != want {
			t.Errorf("%q\n got %q\nwant %q", text, got, want)
		}
	}
}
