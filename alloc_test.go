package codemode_test

// This file holds the promises about allocation: what programs do all the time allocates nothing per round, and an
// execution that waits holds little memory and no goroutine after its end.

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"testing"
	"time"

	"github.com/neurocode-ai/codemode"
	"github.com/neurocode-ai/codemode/tools"
)

// steadyLoops are bodies of loops that must not allocate, after what they need is set up.
var steadyLoops = []struct{ name, setup, body string }{
	{"arithmetic", `let s = 0`, `s = (s * 31 + i) % 1000003 | 0`},
	{"comparisons", `let s = 0`, `if (i > 5 && i !== 7 || s === 3) s += 1`},
	{"property read", `const o = {a: 1, b: 2}; let s = 0`, `s += o.a + o.b`},
	{"property write", `const o = {a: 1}`, `o.a = i`},
	{"nested properties", `const o = {a: {b: {c: 1}}}; let s = 0`, `s += o.a.b.c`},
	{"array read", `const a = [1, 2, 3, 4]; let s = 0`, `s += a[i & 3] + a.length`},
	{"array write", `const a = [1, 2, 3, 4]`, `a[i & 3] = i`},
	{"array push and pop", `const a = [1, 2, 3, 4]`, `a.push(i); a.pop()`},
	{"call", `function f(a, b) { return a + b } let s = 0`, `s = f(s, i) | 0`},
	{"arrow call", `const f = (x) => x + 1; let s = 0`, `s = f(i)`},
	{"closure call", `let n = 0; const f = () => { n++ }`, `f()`},
	{"recursion", `function f(n) { return n ? f(n - 1) : 0 }`, `f(5)`},
	{"default parameter", `function f(a, b = 2) { return a + b } let s = 0`, `s = f(i)`},
	{"method of a literal", `const o = {n: 0, inc() { this.n++ }}`, `o.inc()`},
	{"method of a class", `class C { n = 0; inc() { this.n++ } } const c = new C()`, `c.inc()`},
	{"inherited method", `class A { n = 0; inc() { this.n++ } } class B extends A {} const c = new B()`, `c.inc()`},
	{"super method", `class A { n = 0; inc() { this.n++ } } class B extends A { inc() { super.inc() } } const c = new B()`, `c.inc()`},
	{"getter", `class C { get v() { return 1 } } const c = new C(); let s = 0`, `s += c.v`},
	{"private field", `class C { #n = 0; inc() { this.#n++ } } const c = new C()`, `c.inc()`},
	{"for-of over an array", `const a = [1, 2, 3]; let s = 0`, `for (const x of a) s += x`},
	{"for-of over a string", `const t = "abc"; let n = 0`, `for (const c of t) if (c === "b") n++`},
	{"generator step", `function* g() { for (;;) yield 1 } let k = 0; for (const x of g()) if (k++ > N) break`, ``},
	{"for-of over a Map", `const m = new Map([["a", 1], ["b", 2]]); let s = 0; for (let k = 0; k < 1000; k++) m.set(k, k); for (const [k, v] of m) s += v`, ``},
	{"switch", `let s = 0`, `switch (i & 3) { case 0: s++; break; case 1: s--; break; default: s += 2 }`},
	{"character codes", `const t = "some text"; let s = 0`, `s += t.charCodeAt(i % 9)`},
	{"characters", `const t = "some text"; let s = 0`, `if (t[i % 9] === "e") s++`},
	{"string comparison", `const t = ["a", "b"]; let s = 0`, `if (t[i & 1] === "a") s++`},
	{"math", `let s = 0`, `s += Math.floor(i / 3) + Math.max(i, 3) + Math.abs(-i)`},
	{"map lookup", `const m = new Map([["a", 1], ["b", 2]]); let s = 0`, `s += m.get("a") + (m.has("b") ? 1 : 0)`},
	{"map update", `const m = new Map([["a", 1]])`, `m.set("a", i)`},
	{"computed keys", `const o = {a: 1, b: 2}, k = ["a", "b"]; let s = 0`, `s += o[k[i & 1]]`},
	{"in and optional chaining", `const o = {a: {b: 1}}; let s = 0`, `if ("a" in o) s += o?.a?.b ?? 0`},
	{"try", `let s = 0`, `try { s += 1 } finally { s += 1 }`},
	{"destructuring an object", `const o = {a: 1, b: 2}; let s = 0`, `const {a, b} = o; s += a + b`},
	{"logical assignment", `let x = null; let s = 0`, `x ??= 1; s ||= 5`},
}

// allocations returns the number of objects that a program with n rounds allocates.
func allocations(t *testing.T, rt *codemode.Runtime, setup, body string, n int) float64 {
	t.Helper()
	source := fmt.Sprintf("const N = %d; %s; for (let i = 0; i < N; i++) { %s }", n, setup, body)
	prog, err := rt.Compile(source)
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	return testing.AllocsPerRun(5, func() {
		res, err := rt.Run(context.Background(), prog)
		if err != nil || !res.OK {
			t.Fatalf("%s: %v %v", source, err, res)
		}
	})
}

func TestSteadyLoopsDoNotAllocate(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection would empty pools
	rt := newRuntime(t, codemode.Options{})
	for _, c := range steadyLoops {
		few, many := allocations(t, rt, c.setup, c.body, 100), allocations(t, rt, c.setup, c.body, 5100)
		if many-few > 5 {
			t.Errorf("%s: %.3f allocations per round", c.name, (many-few)/5000)
		}
		runtime.GC()
	}
}

// waitingRuntime has a tool that waits until release is closed, and reports every call on started.
func waitingRuntime(t testing.TB, started chan<- struct{}, release <-chan struct{}) *codemode.Runtime {
	return newRuntime(t, codemode.Options{Tools: tools.Tree{"slow": tools.Tree{
		"get": tools.Raw(tools.Definition{Description: "Waits", Run: func(ctx context.Context, in json.RawMessage) (any, error) {
			started <- struct{}{}
			select {
			case <-release:
			case <-ctx.Done():
			}
			return json.RawMessage(`{"items": [1, 2, 3], "name": "result"}`), nil
		}}),
	}}})
}

const waitingProgram = `
	const ids = [1, 2, 3];
	const first = await tools.slow.get({ id: ids[0], note: "waiting" });
	return { total: first.items.length, name: first.name };`

// waiting runs n executions that wait at once and returns the bytes of heap that each of them holds, and those of the
// stacks of its two goroutines: the caller's and the tool's, which a host has anyway. The runtime does not make a stack
// that has grown smaller than 4 KiB.
func waiting(t testing.TB, n int) (heap, stacks float64) {
	started, release := make(chan struct{}, n), make(chan struct{})
	rt := waitingRuntime(t, started, release)
	prog, err := rt.Compile(waitingProgram)
	if err != nil {
		t.Fatal(err)
	}
	measure := func() (heap, stacks float64) {
		for range 3 { // each collection may halve a stack once
			runtime.GC()
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc), float64(m.StackInuse)
	}
	goroutines := runtime.NumGoroutine()
	heapBefore, stacksBefore := measure()
	var all sync.WaitGroup
	var failures sync.Map
	for i := range n {
		all.Go(func() {
			res, err := rt.Run(context.Background(), prog)
			if err != nil || !res.OK || string(res.Value) != `{"total":3,"name":"result"}` {
				failures.Store(i, fmt.Sprint(res, err))
			}
		})
	}
	for range n {
		<-started
	}
	heap, stacks = measure()
	close(release)
	all.Wait()
	failures.Range(func(_, v any) bool { t.Error(v); return true })
	// The goroutines of the tools end after they have reported; on a busy machine one may have to wait for its turn.
	for start := time.Now(); runtime.NumGoroutine() > goroutines && time.Since(start) < time.Minute; {
		runtime.Gosched()
	}
	if left := runtime.NumGoroutine() - goroutines; left > 0 {
		t.Errorf("%d goroutines are left", left)
	}
	return (heap - heapBefore) / float64(n), (stacks - stacksBefore) / float64(n)
}

// maxWaitingBytes is the aim for an execution that waits for a tool.
const maxWaitingBytes = 8 << 10

func TestWaitingExecutions(t *testing.T) {
	heap, stacks := waiting(t, 500)
	t.Logf("a waiting execution holds %.0f bytes of heap, and stacks of %.0f bytes", heap, stacks)
	if !raceEnabled && (heap > maxWaitingBytes || stacks > 2*maxWaitingBytes) {
		t.Errorf("a waiting execution holds %.0f bytes of heap, and stacks of %.0f bytes", heap, stacks)
	}
}

func BenchmarkWaitingExecutions(b *testing.B) {
	for b.Loop() {
		heap, stacks := waiting(b, 10_000)
		b.ReportMetric(heap, "heap-bytes/execution")
		b.ReportMetric(stacks, "stack-bytes/execution")
	}
}
