package codemode_test

// This file tests the facade: results, limits, tool calls and everything that can be wrong with what goes in.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/neurocode-ai/codemode"
	"github.com/neurocode-ai/codemode/tools"
)

type idInput struct {
	ID string `json:"id"`
}

// testTools is a tree with one tool for every way in which a call can go.
func testTools(started chan<- string) tools.Tree {
	raw := func(run func(ctx context.Context, input json.RawMessage) (any, error)) *tools.Tool {
		return tools.Raw(tools.Definition{Description: "A test tool", Run: run})
	}
	return tools.Tree{"t": tools.Tree{
		"typed": tools.New("Echo an ID", func(_ context.Context, in idInput) (idInput, error) { return in, nil }),
		"echo":  raw(func(_ context.Context, in json.RawMessage) (any, error) { return in, nil }),
		"fail": raw(func(context.Context, json.RawMessage) (any, error) {
			return nil, errors.New("password hunter2 was refused by db.internal")
		}),
		"refuse": raw(func(context.Context, json.RawMessage) (any, error) {
			return nil, tools.Errorf("Order is unavailable")
		}),
		"panics": raw(func(context.Context, json.RawMessage) (any, error) { panic("secret") }),
		"hang": raw(func(ctx context.Context, _ json.RawMessage) (any, error) {
			if started != nil {
				started <- "hang"
			}
			<-ctx.Done()
			return nil, ctx.Err()
		}),
		"nan":   raw(func(context.Context, json.RawMessage) (any, error) { return math.NaN(), nil }),
		"cycle": raw(func(context.Context, json.RawMessage) (any, error) { return newCycle(), nil }),
		"bad":   raw(func(context.Context, json.RawMessage) (any, error) { return json.RawMessage(`{"a":`), nil }),
		"deep": raw(func(context.Context, json.RawMessage) (any, error) {
			return json.RawMessage(strings.Repeat("[", 100) + strings.Repeat("]", 100)), nil
		}),
		"none": raw(func(context.Context, json.RawMessage) (any, error) { return nil, nil }),
	}}
}

type node struct{ Next *node }

func newCycle() *node {
	n := &node{}
	n.Next = n
	return n
}

func newRuntime(t testing.TB, opts codemode.Options) *codemode.Runtime {
	t.Helper()
	if opts.Tools == nil {
		opts.Tools = testTools(nil)
	}
	rt, err := codemode.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	return rt
}

func execute(t testing.TB, rt *codemode.Runtime, source string) *codemode.Result {
	t.Helper()
	res, err := rt.Execute(context.Background(), source)
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	return res
}

// TestOutcomes holds programs with the kind and a part of the message of what they fail with, or the value.
func TestOutcomes(t *testing.T) {
	rt := newRuntime(t, codemode.Options{})
	for _, c := range []struct {
		source string
		value  string
		kind   codemode.Kind
		text   string
	}{
		{source: "return 1 + 1", value: "2"},
		{source: "", kind: codemode.ParseError, text: "empty"},
		{source: " \n\t", kind: codemode.ParseError, text: "empty"},
		{source: "1 + 1", value: "null"},
		{source: "return undefined", value: "null"},
		{source: "return { a: undefined, b: [undefined, NaN] }", value: `{"a":null,"b":[null,null]}`},
		{source: "return \xff", kind: codemode.ParseError, text: "UTF-8"},
		{source: "return \x00", kind: codemode.ParseError},
		{source: "return (", kind: codemode.ParseError},
		{source: "import fs from 'fs'", kind: codemode.UnsupportedSyntax, text: "import"},
		{source: "return '" + strings.Repeat("x", 1<<20-20) + "'.length", value: fmt.Sprint(1<<20 - 20)},
		{source: strings.Repeat("x", 1<<20+1), kind: codemode.ParseError, text: "1048576"},
		{source: "return await tools.t.echo({ a: [1, 'ä'] })", value: `{"a":[1,"ä"]}`},
		{source: "return await tools.t.typed({ id: 'o1' })", value: `{"id":"o1"}`},
		{source: "return await tools.t.typed({ id: 5 })", kind: codemode.InvalidToolInput, text: "id"},
		{source: "return await tools.t.typed({})", kind: codemode.InvalidToolInput, text: "id"},
		{source: "return await tools.t.typed()", kind: codemode.InvalidToolInput, text: "exactly one"},
		{source: "return await tools.t.typed({}, {})", kind: codemode.InvalidToolInput, text: "exactly one"},
		{source: "return await tools.t.echo(() => 1)", kind: codemode.InvalidToolInput, text: "t.echo"},
		{source: "return await tools.t.echo(tools.t.echo({}))", kind: codemode.InvalidToolInput, text: "await"},
		{source: "return await tools.t.nope({})", kind: codemode.UnknownTool, text: "tools.t.nope"},
		{source: "return await tools.nope.x({})", kind: codemode.UnknownTool, text: "tools.nope.x"},
		{source: "return await tools.t({})", kind: codemode.UnknownTool, text: "namespace"},
		{source: "return await tools({})", kind: codemode.ExecutionFailure, text: "tools is not a function"},
		{source: "return Object.keys(tools.nope)", kind: codemode.UnknownTool, text: "tools.nope"},
		{source: "return Object.values(tools)", kind: codemode.InvalidDataValue, text: "Object.keys(tools)"},
		{source: "return Object.keys(tools)", value: `["t","$codemode"]`},
		{source: "return await tools.t.fail({})", kind: codemode.ToolFailure},
		{source: "return await tools.t.refuse({})", kind: codemode.ToolFailure, text: "Order is unavailable"},
		{source: "return await tools.t.panics({})", kind: codemode.ToolFailure},
		{source: "return await tools.t.nan({})", kind: codemode.InvalidToolOutput, text: "tools.t.nan"},
		{source: "return await tools.t.cycle({})", kind: codemode.InvalidToolOutput, text: "tools.t.cycle"},
		{source: "return await tools.t.bad({})", kind: codemode.InvalidToolOutput, text: "tools.t.bad"},
		{source: "return await tools.t.deep({})", kind: codemode.InvalidToolOutput, text: "tools.t.deep"},
		{source: "return await tools.t.none({})", value: "null"},
		{source: "return (await tools.t.none({})) === undefined", value: "true"},
		{source: "try { await tools.t.refuse({}) } catch (e) { return [e.name, e.message, e instanceof Error] }", value: `["Error","Order is unavailable",true]`},
		{source: "tools.t.refuse({}); return 1", kind: codemode.ToolFailure, text: "not awaited"},
		{source: "return { p: tools.t.echo({}) }", kind: codemode.InvalidDataValue, text: "await"},
		{source: "return () => 1", kind: codemode.InvalidDataValue},
		{source: "const a = {}; a.a = a; return a", kind: codemode.InvalidDataValue, text: "contains itself"},
		{source: "throw new TypeError('no')", kind: codemode.ExecutionFailure, text: "TypeError: no"},
		{source: "throw 'plain'", kind: codemode.ExecutionFailure, text: "plain"},
		{source: "return orders.length", kind: codemode.ExecutionFailure, text: "ReferenceError: orders is not defined"},
		{source: "const o = {}; return o.items.length", kind: codemode.ExecutionFailure, text: "TypeError: Cannot read properties of undefined (reading 'length')"},
		{source: "function f() { return f() } return f()", kind: codemode.ExecutionFailure, text: "RangeError: Maximum call stack size exceeded"},
		{source: "await new Promise(() => {})", kind: codemode.ExecutionFailure, text: "deadlock"},
	} {
		res := execute(t, rt, c.source)
		name := c.source[:min(len(c.source), 60)]
		switch {
		case c.kind == "" && !res.OK:
			t.Errorf("%s: failed with %v", name, res.Error)
		case c.kind == "" && string(res.Value) != c.value:
			t.Errorf("%s: got %s, want %s", name, res.Value, c.value)
		case c.kind != "" && res.OK:
			t.Errorf("%s: got %s, want a %s", name, res.Value, c.kind)
		case c.kind != "" && (res.Error.Kind != c.kind || !strings.Contains(res.Error.Message, c.text)):
			t.Errorf("%s: got %s %q, want %s with %q", name, res.Error.Kind, res.Error.Message, c.kind, c.text)
		}
	}
}

// TestNothingPrivate checks that causes reach the host's hook and not the model.
func TestNothingPrivate(t *testing.T) {
	var causes []string
	rt := newRuntime(t, codemode.Options{OnToolError: func(_ context.Context, c codemode.ToolCallError) {
		causes = append(causes, fmt.Sprintf("%s: %v", c.Name, c.Err))
	}})
	for _, tool := range []string{"fail", "panics", "bad"} {
		res := execute(t, rt, "console.log('before'); return await tools.t."+tool+"({})")
		text, err := json.Marshal(res)
		if err != nil {
			t.Fatal(err)
		}
		for _, secret := range []string{"hunter2", "secret", "db.internal"} {
			if strings.Contains(string(text), secret) {
				t.Errorf("%s: the result tells %q: %s", tool, secret, text)
			}
		}
		if len(res.Logs) != 1 || len(res.ToolCalls) != 1 || res.ToolCalls[0].Name != "t."+tool {
			t.Errorf("%s: logs and calls are lost: %s", tool, text)
		}
	}
	if len(causes) != 3 || !strings.Contains(causes[0], "hunter2") || !strings.Contains(causes[1], "secret") {
		t.Errorf("the hook got %q", causes)
	}
}

func TestResultJSON(t *testing.T) {
	rt := newRuntime(t, codemode.Options{})
	for source, want := range map[string]string{
		"return [1]":                              `{"ok":true,"value":[1],"toolCalls":[]}`,
		"console.log('<a>', 1); return null":      `{"ok":true,"value":null,"logs":["<a> 1"],"toolCalls":[]}`,
		"await tools.t.echo(1); return 'x'":       `{"ok":true,"value":"x","toolCalls":[{"name":"t.echo"}]}`,
		"await tools.t.refuse({})":                `{"ok":false,"error":{"kind":"ToolFailure","message":"Order is unavailable"`,
		"return await tools.$codemode.search({})": `{"ok":true,"value":{"items":[`,
	} {
		text, err := execute(t, rt, source).MarshalJSON()
		if err != nil || !strings.HasPrefix(string(text), want) {
			t.Errorf("%s: got %s, %v, want %s", source, text, err, want)
		}
	}
}

func TestOptions(t *testing.T) {
	negative := -3
	for field, opts := range map[string]codemode.Options{
		"Limits.Timeout":         {Limits: codemode.Limits{Timeout: -1}},
		"Limits.MaxToolCalls":    {Limits: codemode.Limits{MaxToolCalls: -2}},
		"Limits.MaxOutputBytes":  {Limits: codemode.Limits{MaxOutputBytes: -2}},
		"Limits.MaxMemoryBytes":  {Limits: codemode.Limits{MaxMemoryBytes: -1}},
		"Limits.MaxInstructions": {Limits: codemode.Limits{MaxInstructions: -1}},
		"CatalogBudget":          {CatalogBudget: &negative},
	} {
		var wrong *codemode.OptionError
		if _, err := codemode.New(opts); !errors.As(err, &wrong) || wrong.Field != field {
			t.Errorf("%s: got %v", field, err)
		}
	}
	if _, err := codemode.New(codemode.Options{Tools: tools.Tree{"$codemode": tools.Tree{}}}); err == nil || !strings.Contains(err.Error(), "$codemode") {
		t.Errorf("the reserved namespace: got %v", err)
	}
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		source string
		limits codemode.Limits
		kind   codemode.Kind
		calls  int
	}{
		{"while (true) {}", codemode.Limits{Timeout: 20 * time.Millisecond}, codemode.TimeoutExceeded, 0},
		{"await tools.t.hang({})", codemode.Limits{Timeout: 20 * time.Millisecond}, codemode.TimeoutExceeded, 1},
		{"try { while (true) {} } catch {} finally { while (true) {} }", codemode.Limits{Timeout: 20 * time.Millisecond}, codemode.TimeoutExceeded, 0},
		{"for (;;) await null", codemode.Limits{Timeout: 20 * time.Millisecond}, codemode.TimeoutExceeded, 0},
		{"while (true) {}", codemode.Limits{MaxInstructions: 100_000}, codemode.InstructionLimitExceeded, 0},
		{"const f = (n) => n < 2 ? n : f(n - 1) + f(n - 2); f(60)", codemode.Limits{MaxInstructions: 100_000}, codemode.InstructionLimitExceeded, 0},
		{"const a = []; for (;;) a.push({ n: a.length, t: 'x' + a.length })", codemode.Limits{MaxMemoryBytes: 16 << 20}, codemode.MemoryLimitExceeded, 0},
		{"let s = 'x'; for (;;) s += s", codemode.Limits{MaxMemoryBytes: 16 << 20}, codemode.MemoryLimitExceeded, 0},
		{"await tools.t.echo(1); await tools.t.echo(2)", codemode.Limits{MaxToolCalls: 1}, codemode.ToolCallLimitExceeded, 1},
		{"await tools.t.echo(1)", codemode.Limits{MaxToolCalls: codemode.None}, codemode.ToolCallLimitExceeded, 0},
		{"await tools.t.nope(1)", codemode.Limits{MaxToolCalls: codemode.None}, codemode.UnknownTool, 0},
	} {
		res := execute(t, newRuntime(t, codemode.Options{Limits: c.limits}), c.source)
		if res.OK || res.Error.Kind != c.kind || len(res.ToolCalls) != c.calls {
			t.Errorf("%s: got %+v %v", c.source, res.Error, res.ToolCalls)
		}
	}
}

// TestGarbageIsFree checks that only what a program can reach counts against the memory limit.
func TestGarbageIsFree(t *testing.T) {
	rt := newRuntime(t, codemode.Options{Limits: codemode.Limits{MaxMemoryBytes: 8 << 20}})
	res := execute(t, rt, "let last; for (let i = 0; i < 500000; i++) last = { i, text: 'row ' + i, list: [i, i + 1] }; return last.i")
	if !res.OK || string(res.Value) != "499999" {
		t.Errorf("got %s, %v", res.Value, res.Error)
	}
}

func TestOutputLimit(t *testing.T) {
	rt := newRuntime(t, codemode.Options{Limits: codemode.Limits{MaxOutputBytes: 12}})
	res := execute(t, rt, "console.log('line'); return 'abcdefghijklmnop'")
	if !res.OK || !res.Truncated || !strings.HasPrefix(string(res.Value), `"\"abcdefghijk `) || len(res.Logs) != 1 {
		t.Errorf("got %s %q", res.Value, res.Logs)
	}
}

func TestHostCancellation(t *testing.T) {
	started := make(chan string, 1)
	rt := newRuntime(t, codemode.Options{Tools: testTools(started)})
	cause := errors.New("the user left")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(cause)
	if res, err := rt.Execute(ctx, "return 1"); res != nil || !errors.Is(err, cause) {
		t.Errorf("cancelled before: got %v, %v", res, err)
	}
	ctx, cancel = context.WithCancelCause(context.Background())
	go func() { <-started; cancel(cause) }()
	if res, err := rt.Execute(ctx, "await tools.t.hang({})"); res != nil || !errors.Is(err, cause) {
		t.Errorf("cancelled in a tool: got %v, %v", res, err)
	}
	ctx, cancelLoop := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancelLoop()
	if res, err := rt.Execute(ctx, "for (;;) {}"); res != nil || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("expired in a loop: got %v, %v", res, err)
	}
}

func TestHooks(t *testing.T) {
	var events []string
	rt := newRuntime(t, codemode.Options{
		OnToolCallStart: func(_ context.Context, c codemode.ToolCallStart) {
			events = append(events, fmt.Sprintf("start %d %s %v", c.Index, c.Name, c.Input))
		},
		OnToolCallEnd: func(_ context.Context, c codemode.ToolCallEnd) {
			events = append(events, fmt.Sprintf("end %d %v %q", c.Index, c.OK, c.Message))
		},
	})
	execute(t, rt, "await tools.t.typed({ id: 'a' }); try { await tools.t.refuse({}) } catch {} try { await tools.t.typed({}) } catch {}")
	want := []string{"start 0 t.typed {a}", `end 0 true ""`, "start 1 t.refuse [123 125]", `end 1 false "Order is unavailable"`}
	if fmt.Sprint(events) != fmt.Sprint(want) {
		t.Errorf("got  %q\nwant %q", events, want)
	}
}

// TestConcurrency checks that eight calls run at once and no more, and that they start in order.
func TestConcurrency(t *testing.T) {
	var running, most atomic.Int32
	release := make(chan struct{})
	var once sync.Once
	tree := tools.Tree{"t": tools.Tree{"slow": tools.Raw(tools.Definition{Run: func(context.Context, json.RawMessage) (any, error) {
		n := running.Add(1)
		for {
			m := most.Load()
			if n <= m || most.CompareAndSwap(m, n) {
				break
			}
		}
		if n == 8 {
			once.Do(func() { close(release) })
		}
		<-release
		running.Add(-1)
		return nil, nil
	}})}}
	res := execute(t, newRuntime(t, codemode.Options{Tools: tree}), "await Promise.all(Array.from({ length: 20 }, (_, i) => tools.t.slow({ i }))); return 'done'")
	if !res.OK || most.Load() != 8 || len(res.ToolCalls) != 20 {
		t.Errorf("got %v, at most %d at once, %d calls", res.Error, most.Load(), len(res.ToolCalls))
	}
}

func TestRace(t *testing.T) {
	cancelled := make(chan struct{})
	tree := tools.Tree{"t": tools.Tree{
		"fast": tools.Raw(tools.Definition{Run: func(context.Context, json.RawMessage) (any, error) { return "fast", nil }}),
		"slow": tools.Raw(tools.Definition{Run: func(ctx context.Context, _ json.RawMessage) (any, error) {
			<-ctx.Done()
			close(cancelled)
			return nil, ctx.Err()
		}}),
	}}
	rt := newRuntime(t, codemode.Options{Tools: tree})
	res := execute(t, rt, `const slow = tools.t.slow({}), fast = tools.t.fast({})
const first = await Promise.race([slow, fast])
try { await slow } catch (e) { return [first, e.message] }`)
	<-cancelled
	if !res.OK || !strings.Contains(string(res.Value), "race") || !strings.HasPrefix(string(res.Value), `["fast",`) {
		t.Errorf("got %s, %v", res.Value, res.Error)
	}
}

// TestSharedProgram runs one program on many goroutines.
func TestSharedProgram(t *testing.T) {
	rt := newRuntime(t, codemode.Options{})
	prog, err := rt.Compile(`class P { #n; constructor(n) { this.#n = n } get n() { return this.#n } }
const o = { list: [] }
for (let i = 0; i < 50; i++) o.list.push(new P(i).n)
const r = await tools.t.echo({ sum: o.list.reduce((a, b) => a + b, 0), text: "x".repeat(10).replace(/x/g, "y") })
return { ...r, keys: Object.keys(r), m: [...new Map([[1, 2]]).values()] }`)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 64 {
		wg.Go(func() {
			res, err := rt.Run(context.Background(), prog)
			if err != nil || !res.OK || string(res.Value) != `{"sum":1225,"text":"yyyyyyyyyy","keys":["sum","text"],"m":[2]}` {
				t.Errorf("got %v, %v", res, err)
			}
		})
	}
	wg.Wait()
}

// TestDeterminism checks that an execution costs the same number of instructions every time.
func TestDeterminism(t *testing.T) {
	rt := newRuntime(t, codemode.Options{})
	const source = "let s = 0; for (let i = 0; i < 10000; i++) s += [i, 'a' + i].join().length; return [s, await tools.t.echo({ s })]"
	first := execute(t, rt, source)
	for range 3 {
		if again := execute(t, rt, source); again.Stats.Instructions != first.Stats.Instructions || again.Stats.Instructions < 10000 {
			t.Errorf("%d instructions, then %d", first.Stats.Instructions, again.Stats.Instructions)
		}
	}
}

func TestDiagnosticPositions(t *testing.T) {
	rt := newRuntime(t, codemode.Options{})
	res := execute(t, rt, "const x = 1\nfunction inner(o) {\n  return o.missing.field\n}\nfunction outer() {\n  return inner({})\n}\nouter()")
	d := res.Error
	if d == nil || d.Location == nil || d.Location.Line != 3 || !strings.Contains(d.CodeFrame, "o.missing.field") {
		t.Fatalf("got %+v", d)
	}
	if len(d.Stack) != 3 || d.Stack[0].Function != "inner" || d.Stack[1].Function != "outer" || d.Stack[1].Location.Line != 6 || d.Stack[2].Function != "" {
		t.Errorf("stack %+v", d.Stack)
	}
}

func TestRepairsAreNoted(t *testing.T) {
	rt := newRuntime(t, codemode.Options{})
	res := execute(t, rt, "```js\nreturn 7\n```")
	if !res.OK || string(res.Value) != "7" || len(res.Notes) != 1 {
		t.Errorf("got %s %v %v", res.Value, res.Error, res.Notes)
	}
}
