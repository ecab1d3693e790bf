package boundary_test

// This file holds the worked examples of the data boundary and of output bounding.

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/neurocode-ai/codemode/boundary"
	"github.com/neurocode-ai/codemode/compiler"
	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib"
)

// echo is a host with the tool tools.ns.echo, which returns its input as it came, and tools.ns.give, which returns what
// the test says. Inputs are recorded.
type echo struct {
	give   string
	inputs []string
}

func (e *echo) Child(node any, name string) any {
	if node == "" && name == "ns" || node == "ns" && (name == "echo" || name == "give") {
		return name
	}
	return nil
}

func (e *echo) Keys(*vm.VM, []string, any) ([]string, error) { return nil, nil }

func (e *echo) Call(m *vm.VM, path []string, node any, args []vm.Value) (vm.Value, error) {
	input, err := boundary.EncodeArgument(m, path, args[0])
	output := input
	if node == "give" {
		output = []byte(e.give)
	}
	if err != nil {
		var thrown *vm.Thrown
		if !errors.As(err, &thrown) {
			return vm.Undefined, err
		}
		p := m.NewPromise()
		m.Reject(p, thrown.Value)
		return vm.ObjectValue(p), nil
	}
	e.inputs = append(e.inputs, string(input))
	return vm.ObjectValue(m.StartOperation(vm.NewOperation("echo", vm.FuncWork(func(context.Context) func(m *vm.VM) (vm.Value, error) {
		return func(m *vm.VM) (vm.Value, error) {
			v, err := boundary.DecodeResult(m, output)
			var bad *vm.JSONError
			if errors.As(err, &bad) {
				return vm.Undefined, m.ThrowHost(&vm.HostError{Kind: "InvalidToolOutput"}, "%s", bad.Message)
			}
			return v, err
		}
	})))), nil
}

// execute runs a program and returns the text of its value, or the kind and message of its failure.
func execute(t *testing.T, e *echo, source string) (value, kind, message string) {
	t.Helper()
	c, err := compiler.Compile(source, compiler.Options{})
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	m := vm.New(stdlib.Realm(), vm.Options{Tools: e, ToolRoot: ""})
	v, err := m.RunProgram(context.Background(), c.Program)
	var text []byte
	if err == nil {
		text, err = boundary.EncodeResult(m, v)
	}
	if err == nil {
		return string(text), "", ""
	}
	var thrown *vm.Thrown
	if !errors.As(err, &thrown) {
		t.Fatalf("%s: %v", source, err)
	}
	_, d := vm.ErrorOf(thrown.Value)
	if d == nil {
		return "", "thrown", ""
	}
	if h, ok := d.Host.(*vm.HostError); ok {
		return "", h.Kind, d.Message
	}
	return "", "error", d.Message
}

// TestResults: values of programs that cross the boundary.
func TestResults(t *testing.T) {
	for _, c := range [][2]string{
		{`return {a: undefined, b: [undefined, NaN]}`, `{"a":null,"b":[null,null]}`},
		{`return [new Date(0), new Date(NaN), new URL("https://w.test/p#q")]`, `["1970-01-01T00:00:00.000Z",null,"https://w.test/p#q"]`},
		{`return {m: new Map([["k",1]]), s: new Set([1]), r: /x/g, q: new URLSearchParams("a=1")}`, `{"m":{},"s":{},"r":{},"q":{}}`},
		{`return new Map([[1, Promise.resolve()], [2, () => 1]])`, `{}`},
		{`return [new RangeError("r")]`, `[{"name":"RangeError","message":"r"}]`},
		{`const e = new Error("x"); e.code = 5; return e`, `{"name":"Error","message":"x","code":5}`},
		{`class E extends Error { constructor() { super("m"); this.name = "E"; this.at = new Date(0) } } return new E()`, `{"name":"E","message":"m","at":"1970-01-01T00:00:00.000Z"}`},
		{`const a = [1]; return {x: a, y: a}`, `{"x":[1],"y":[1]}`},
		{`return {2:"b", 1:"a", z:1}`, `{"1":"a","2":"b","z":1}`},
		{`const a = []; a[2] = 1; return a`, `[null,null,1]`},
		{`const a = [1]; a.extra = 2; return a`, `[1]`},
		{`return Object.values({d: new Date(0)})[0].getTime()`, `0`},
		{`return undefined`, `null`},
		{`return -0`, `0`},
		{`return [1e21, 0.1, -1e-7, 5e-324]`, `[1e+21,0.1,-1e-7,5e-324]`},
		{`return "\ud800a\u2028é😀</script>"`, "\"\\ud800a\u2028é😀</script>\""},
		{`return {[Symbol("s")]: 1, a: 2}`, `{"a":2}`},
		{`const o = {a: 1}; Object.defineProperty(o, "hidden", {value: 2}); return o`, `{"a":1}`},
		{`return {get a() { return [1] }}`, `{"a":[1]}`},
		{`class P { x = 1; #y = 2; get z() { return 3 } } return new P()`, `{"x":1}`},
		{`return {toJSON() { return {kept: undefined} }}`, `{"kept":null}`},
		{`return [Object(1), Object("s"), Object(true)]`, `[1,"s",true]`},
		{`return Object.create(null, {a: {value: 1, enumerable: true}})`, `{"a":1}`},
		{`return {constructor: 1, prototype: 2}`, `{"constructor":1,"prototype":2}`},
		{`let d = 1; for (let i = 0; i < 32; i++) d = [d]; return d`, strings.Repeat("[", 32) + "1" + strings.Repeat("]", 32)},
		{`let d = []; for (let i = 0; i < 32; i++) d = [d]; return d`, strings.Repeat("[", 33) + strings.Repeat("]", 33)},
	} {
		if got, kind, message := execute(t, &echo{}, c[0]); got != c[1] {
			t.Errorf("%s\n got %s %s %s\nwant %s", c[0], got, kind, message, c[1])
		}
	}
}

// TestRefused: values that do not cross, with the words that their messages must have.
func TestRefused(t *testing.T) {
	for _, c := range [][3]string{
		{`return {f: () => 1}`, "InvalidDataValue", "result.f is function f, which is not data"},
		{`return [String]`, "InvalidDataValue", "result[0] is function String"},
		{`return Math`, "InvalidDataValue", "result is a built-in object"},
		{`return tools.ns`, "InvalidDataValue", "result is a reference to tools.ns, not data: call the tool, as in `await tools.ns(input)`"},
		{`return {p: tools.ns.echo({})}`, "InvalidDataValue", "result.p is a promise: await it first"},
		{`return [[1, {when: 1n}]]`, "InvalidDataValue", "result[0][1].when is a BigInt"},
		{`return {"a b": Symbol("s")}`, "InvalidDataValue", `result["a b"] is a symbol`},
		{`const o = {a: {b: []}}; o.a.b.push(o.a); return o`, "InvalidDataValue", "result.a.b[0] is the same object as result.a"},
		{`const o = []; o.push(o); return o`, "InvalidDataValue", "result[0] is the same object as result,"},
		{`let d = 1; for (let i = 0; i < 33; i++) d = [d]; return d`, "InvalidDataValue", "is nested more than 32 levels deep"},
		{`let d = []; for (let i = 0; i < 33; i++) d = {d}; return d`, "InvalidDataValue", "result" + strings.Repeat(".d", 33) + " is nested more than 32 levels deep"},
		{`return await tools.ns.echo({list: [() => 1]})`, "InvalidToolInput", "ns.echo: input.list[0] is function"},
		{`return await tools.ns.echo(Promise.resolve(1))`, "InvalidToolInput", "ns.echo: input is a promise: await it first"},
		{`return await tools.ns.give({})`, "InvalidToolOutput", ""},
		{`return {get a() { throw new Error("mine") }}`, "error", ""},
	} {
		got, kind, message := execute(t, &echo{give: `{"a":{"__proto__":1}}`}, c[0])
		if kind != c[1] || !strings.Contains(message, c[2]) {
			t.Errorf("%s\n got %s %s: %s\nwant %s: %s", c[0], got, kind, message, c[1], c[2])
		}
	}
}

// TestTools: arguments and results of tools.
func TestTools(t *testing.T) {
	e := &echo{}
	got, kind, message := execute(t, e, `
		return await tools.ns.echo({a: undefined, b: NaN, c: [undefined], d: new Date(0), m: new Map([[1,2]]), z: -0, e: "\ud800"})`)
	want := `{"b":null,"c":[null],"d":"1970-01-01T00:00:00.000Z","m":{},"z":-0,"e":"\ud800"}`
	if len(e.inputs) != 1 || e.inputs[0] != want {
		t.Errorf("input %q, want %s", e.inputs, want)
	}
	if want := strings.Replace(want, `:-0`, `:0`, 1); got != want {
		t.Errorf("result %s %s %s, want %s", got, kind, message, want)
	}
	for _, c := range [][2]string{
		{`const n = {a:1}; const r = await tools.ns.echo(n); r.a = 2; return [n, r]`, `[{"a":1},{"a":2}]`},
		{`return Object.is((await tools.ns.give({})).zero, -0)`, `true`},
		{`return Object.keys(await tools.ns.give({}))`, `["1","2","b","zero","big","text","constructor"]`},
		{`return (await tools.ns.give({})).big`, `null`},
		{`const r = await tools.ns.give({}); return [r.text.length, r.text.charCodeAt(0), r.b]`, `[2,55296,"last"]`},
	} {
		e := &echo{give: `{"b":"first","2":0,"1":0,"zero":-0,"big":1e999,"text":"\ud800\u0041","b":"last","constructor":0}`}
		if got, kind, message := execute(t, e, c[0]); got != c[1] {
			t.Errorf("%s\n got %s %s %s\nwant %s", c[0], got, kind, message, c[1])
		}
	}
}

// TestHostileOutput: results of tools that are refused.
func TestHostileOutput(t *testing.T) {
	for _, text := range []string{
		``, `{`, `[1,]`, `nul`, "\"\xff", `{"__proto__":{}}`, strings.Repeat("[", 34) + strings.Repeat("]", 34),
		strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40), strings.Repeat("[", 1<<20),
	} {
		_, kind, _ := execute(t, &echo{give: text}, `return await tools.ns.give({})`)
		if kind != "InvalidToolOutput" {
			t.Errorf("%.40q: kind %q", text, kind)
		}
	}
	got, _, _ := execute(t, &echo{give: "[\"\xff\xfea\", \"\xed\xa0\x80\"]"}, `return (await tools.ns.give({})).map((s) => s.length)`)
	if got != "[3,1]" {
		t.Errorf("invalid UTF-8: %s", got)
	}
}

// TestBoundOutput: the examples of output bounding; <n/B> stands for the note behind a value, <k/m> for the last line.
func TestBoundOutput(t *testing.T) {
	for _, c := range []struct {
		max       int
		value     string
		logs      string // joined by commas
		wantValue string
		wantLogs  string
		truncated bool
	}{
		{12, `"abcdefghijklmnop"`, "", `"abcdefghijk<18/12>`, "", true},
		{0, `[7]`, "", `<3/0>`, "", true},
		{0, `null`, "", `<4/0>`, "", true},
		{4, `null`, "", `null`, "", false},
		{4, `"öö"`, "", `"ö<6/4>`, "", true},
		{4, `"🚚"`, "", `"<6/4>`, "", true},
		{16, `{"n":1}`, "alpha,beta", `{"n":1}`, "alpha,<1/2>", true},
		{18, `{"n":1}`, "alpha,beta", `{"n":1}`, "alpha,beta", false},
		{6, `"123456789"`, "ab", `"12345<11/6>`, "<0/1>", true},
		{5, ``, "0123456789", ``, "<0/1>", true},
		{8, ``, "0123456789,a,b", ``, "<0/3>", true},
		{30, `"<a>&\u2028` + "\u2028" + `"`, "", `"<a>&\u2028` + "\u2028" + `"`, "", false},
		{6, `"<a>&xyz"`, "", `"<a>&x<9/6>`, "", true},
	} {
		var value []byte
		var logs []string
		if c.value != "" {
			value = []byte(c.value)
		}
		if c.logs != "" {
			logs = strings.Split(c.logs, ",")
		}
		gotValue, gotLogs, truncated := boundary.BoundOutput(value, logs, c.max)
		if truncated != c.truncated {
			t.Errorf("%d %s: truncated %v", c.max, c.value, truncated)
		}
		checkText(t, string(gotValue), c.wantValue, string(gotValue) != c.value)
		checkText(t, strings.Join(gotLogs, ","), c.wantLogs, false)
		if gotValue != nil && !json.Valid(gotValue) {
			t.Errorf("%s is not JSON", gotValue)
		}
	}
}

// checkText compares text with an expectation that may end in a <a/b> marker: the note must begin with one space (the
// line of a log need not) and state both numbers.
func checkText(t *testing.T, got, want string, quoted bool) {
	t.Helper()
	if quoted {
		if err := json.Unmarshal([]byte(got), &got); err != nil {
			t.Fatal(err)
		}
	}
	head, note, marked := strings.Cut(want, "<")
	if !marked || !strings.HasSuffix(want, ">") {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		return
	}
	if i := strings.LastIndex(want, "<"); i > len(head) {
		head, note = want[:i], want[i+1:]
	}
	a, b, _ := strings.Cut(strings.TrimSuffix(note, ">"), "/")
	rest, ok := strings.CutPrefix(got, head)
	if !ok || quoted && (!strings.HasPrefix(rest, " ") || strings.HasPrefix(rest, "  ")) ||
		!strings.Contains(rest, a) || !strings.Contains(rest, b) {
		t.Errorf("got %s, want %s and a note with %s and %s", got, head, a, b)
	}
}
