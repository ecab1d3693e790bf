package fuzz

// This file fuzzes whole executions: programs run within small limits without a panic, and the fast loop agrees with
// the slow steps in everything that can be observed.

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/neurocode-ai/codemode"
	"github.com/neurocode-ai/codemode/compiler"
	"github.com/neurocode-ai/codemode/examples/orderbook"
	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/bytecode"
	"github.com/neurocode-ai/codemode/vm/stdlib"
	"github.com/neurocode-ai/codemode/vm/stdlib/regexp"
)

// programs are the seeds of both targets.
var programs = []string{
	// ! made of a register that had held a number: the comparison was charged differently
	`let b = "z"; for (let j = 12; j >= 0; j -= 2) { switch (b) { case "x": 1 } b = 256; b = !!1 } return b`,
	"return 1",
	"let s = 0; for (let i = 0; i < 100; i++) s += i % 7; return s",
	"function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2) } return fib(10)",
	"const o = { a: 1, get b() { return this.a + 1 } }; o.c = o.b; delete o.a; return Object.entries(o)",
	"try { null.x } catch (e) { return [e.name, e.message] } finally { console.log('done') }",
	"const [a, , b = 3, ...rest] = 'xyzzy'; return { a, b, rest }",
	"class A { #x = 1; static s = 2; get x() { return this.#x } } class B extends A { y = this.x } return [new B().y, B.s]",
	"function* g() { try { yield 1; yield* [2, 3] } finally { console.log('closed') } } for (const x of g()) if (x > 1) break; return [...g()]",
	"const rs = await Promise.all([1, 2, 3].map(async (x) => { await null; return x * 2 })); return rs",
	"return [3, 1, 2].sort((a, b) => a - b).map(String).join('-').replace(/\\d/g, (d) => d + d)",
	"label: for (const i of [1, 2]) { for (const j of [1, 2]) { if (j == 2) continue label; if (i == 2) break label } } return 'ok'",
	"let s = ''; for (let i = 0; i < 50; i++) s += i; return s.length + `${s.slice(0, 3)}`",
	"const m = new Map([[1, 'a']]); m.set(NaN, 'b'); for (const [k, v] of m) console.log(k, v); return m.size",
	"enum E { A, B = 5 } return E.A + E.B + E[5].length",
	"return (() => { let x = 1n; for (let i = 0; i < 20; i++) x *= 3n; return String(x) })()",
	"switch (typeof undefinedName) { case 'undefined': return [1 / -0, 0.1 + 0.2, 5 % -3, 2 ** -1, 7 >>> 1, ~5, -7 >> 1] }",
}

// outcome is what can be observed of an execution.
type outcome struct {
	value, failure string
	logs           []string
	instructions   int64
}

// Limits of a fuzzed execution.
const (
	fuzzInstructions = 200_000
	fuzzMemory       = 16 << 20
)

func execute(prog *bytecode.Program, slow bool) outcome {
	var o outcome
	m := vm.New(stdlib.Realm(), vm.Options{
		MaxInstructions: fuzzInstructions,
		MaxMemoryBytes:  fuzzMemory,
		MaxCallDepth:    500,
		SlowSteps:       slow,
		Now:             func() time.Time { return time.UnixMilli(1_700_000_000_000) },
		Random:          fixedSource{},
		Log:             func(_, line string) { o.logs = append(o.logs, line) },
	})
	v, err := m.RunProgram(context.Background(), prog)
	if err == nil {
		var text []byte
		if text, err = m.EncodeJSON(v, vm.JSONResult, "result"); err == nil {
			o.value = string(text)
		}
	}
	o.failure = failureName(m, err)
	o.instructions = m.Instructions()
	return o
}

// fixedSource is a random source without randomness.
type fixedSource struct{}

func (fixedSource) Uint64() uint64 { return 1 << 62 }

func failureName(m *vm.VM, err error) string {
	var thrown *vm.Thrown
	var unhandled *vm.Unhandled
	var abort *vm.Abort
	switch {
	case err == nil:
		return ""
	case errors.As(err, &thrown):
		return vm.UncaughtText(m, thrown.Value)
	case errors.As(err, &unhandled):
		return "unhandled " + vm.UncaughtText(m, unhandled.Value)
	case errors.As(err, &abort):
		return "abort " + abort.Reason.Error()
	}
	return "engine failure: " + err.Error()
}

// FuzzFastAgainstSlow runs each program with and without the fast loop.
func FuzzFastAgainstSlow(f *testing.F) {
	for _, p := range programs {
		f.Add(p)
	}
	f.Fuzz(func(t *testing.T, source string) {
		res, err := compiler.Compile(source, compiler.Options{MaxSourceBytes: 4096, ValidateRegExp: func(pattern, flags string) error {
			return regexp.Validate(pattern, flags, regexp.Limits{})
		}})
		if err != nil {
			return
		}
		fast, slow := execute(res.Program, false), execute(res.Program, true)
		if fast.failure == "abort "+vm.ErrInstructions.Error() || slow.failure == fast.failure && fast.failure != "" && fast.failure[:5] == "abort" {
			return // where exactly a limit strikes may differ by a poll
		}
		a, _ := json.Marshal([]any{fast.value, fast.failure, fast.logs, fast.instructions})
		b, _ := json.Marshal([]any{slow.value, slow.failure, slow.logs, slow.instructions})
		if string(a) != string(b) {
			t.Fatalf("fast %s\nslow %s\nprogram %q", a, b, source)
		}
	})
}

// FuzzExecute runs programs through the facade with tools: every outcome is a result.
func FuzzExecute(f *testing.F) {
	for _, p := range programs {
		f.Add(p)
	}
	f.Add("return await tools.orders.list({ status: 'open', pageSize: 2 })")
	f.Add("return tools.orders.get(1, 2)")
	rt, err := codemode.New(codemode.Options{
		Tools: orderbook.New().Tools(),
		Limits: codemode.Limits{MaxInstructions: fuzzInstructions, MaxMemoryBytes: fuzzMemory, MaxToolCalls: 20,
			MaxOutputBytes: 4096, MaxSourceBytes: 4096, MaxCallDepth: 500},
	})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, source string) {
		res, err := rt.Execute(context.Background(), source)
		if err != nil {
			t.Fatalf("%v for %q", err, source)
		}
		text, err := json.Marshal(res)
		if err != nil {
			t.Fatalf("result of %q does not marshal: %v", source, err)
		}
		if !json.Valid(text) {
			t.Fatalf("result of %q is not JSON: %s", source, text)
		}
	})
}
