package codemode_test

// This file tests the memory limit: programs that allocate without end in every way there is end with
// MemoryLimitExceeded before the process's heap has grown beyond the limit by more than the collector's slack, and
// programs that only make garbage are left alone.

import (
	"context"
	"encoding/json"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"github.com/neurocode-ai/codemode"
	"github.com/neurocode-ai/codemode/tools"
)

const (
	testMemory = 64 << 20
	// heapSlack is what the process needs apart from the program: the realm, the test binary, the collector's buffers.
	heapSlack = 24 << 20
	// heapBound is what the heap may grow to while a program with a limit of testMemory runs.
	heapBound = testMemory*3/2 + heapSlack
)

// heapBytes returns the size of all objects in the heap, garbage included that has not been swept.
func heapBytes() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

// watchHeap calls f and returns the largest heap seen meanwhile, above what there was before. When the heap gets far
// out of bounds, the context of f is cancelled: a failing test must not take the machine down.
func watchHeap(f func(ctx context.Context)) int64 {
	defer debug.SetGCPercent(debug.SetGCPercent(15)) // so that the heap is little more than what is reachable
	runtime.GC()
	before := heapBytes()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	stop, peak := make(chan struct{}), make(chan int64)
	go func() {
		var most int64
		tick := time.NewTicker(2 * time.Millisecond)
		defer tick.Stop()
		for {
			most = max(most, heapBytes()-before)
			if most > 4*testMemory {
				cancel()
			}
			select {
			case <-tick.C:
			case <-stop:
				peak <- most
				return
			}
		}
	}()
	f(ctx)
	close(stop)
	return <-peak
}

// memoryTools has a tool that answers with much text, and one that never answers.
func memoryTools() tools.Tree {
	text, _ := json.Marshal(strings.Repeat("result ", 1<<14))
	return tools.Tree{"t": tools.Tree{
		"big": tools.Raw(tools.Definition{Description: "Much text", Run: func(context.Context, json.RawMessage) (any, error) {
			return json.RawMessage(text), nil
		}}),
		"echo": tools.Raw(tools.Definition{Description: "Echo", Run: func(_ context.Context, in json.RawMessage) (any, error) { return in, nil }}),
		"wait": tools.New("Waits", func(ctx context.Context, _ struct {
			X any `json:"x"`
		}) (any, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}),
		"hang": tools.Raw(tools.Definition{Description: "Hangs", Run: func(ctx context.Context, _ json.RawMessage) (any, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}}),
	}}
}

// hungry are programs that keep everything they allocate.
var hungry = []struct{ name, source string }{
	{"decoded inputs", `const x = Array(1e4).fill([]); for (;;) tools.t.wait({x})`},
	{"decoded inputs of objects", `const x = Array(1e5).fill({}); for (;;) { tools.t.wait({x}); await null }`},
	{"array", `const a = []; for (let i = 0; ; i++) a.push(i)`},
	{"array of arrays", `const a = []; for (;;) a.push([1, 2, 3])`},
	{"array literal nested", `let a = []; for (;;) a = [a]`},
	{"array preallocated", `const a = []; for (;;) a.push(new Array(1000).fill(0))`},
	{"array spread", `let a = [1]; for (;;) a = [...a, ...a]`},
	{"array concat", `let a = [1, 2]; for (;;) a = a.concat(a)`},
	{"array unshift", `const a = []; for (;;) a.unshift(1, 2, 3, 4, 5, 6, 7, 8, ...a.slice(0, 1000))`},
	{"array sorted copies", `const a = Array.from({length: 1000}, (_, i) => -i), k = []; for (;;) k.push(a.toSorted())`},
	{"array results", `const a = new Array(1000).fill(7), k = []; for (;;) k.push(a.map(x => x), a.filter(x => x), a.slice(), a.entries())`},
	{"array with holes", `const k = []; for (;;) { const a = []; a[500] = 1; a.length = 1000; k.push(a.fill(1)) }`},
	{"sparse indices", `const a = []; for (let i = 0; ; i++) a[i * 1000003 % 4294967291] = i`},
	{"objects", `const a = []; for (let i = 0; ; i++) a.push({i, j: i})`},
	{"property names", `const o = {}; for (let i = 0; ; i++) o["name" + i] = i`},
	{"objects as dictionaries", `const k = []; for (;;) { const o = {}; for (let i = 0; i < 200; i++) o["p" + i] = i; k.push(o) }`},
	{"shapes", `const k = []; for (let i = 0; ; i++) { const o = {}; o["a" + i % 5000] = 1; o["b" + i % 4999] = 2; k.push(o) }`},
	{"descriptors", `const k = []; for (let i = 0; ; i++) k.push(Object.defineProperty({}, "x", {get() { return i }, configurable: true}))`},
	{"string append", `let s = "x"; for (;;) s += s`},
	{"string append by piece", `let s = ""; for (;;) s += "some more text "`},
	{"string append wide", `let s = ""; for (;;) s += "mehr Wörter → "`},
	{"strings kept", `const k = []; for (let i = 0; ; i++) k.push("text ".repeat(100) + i)`},
	{"short strings kept", `const k = []; for (let i = 0; ; i++) k.push("n" + i)`},
	{"template", `let s = "x"; for (;;) s = ` + "`${s}${s}`"},
	{"join", `const k = []; for (;;) k.push(new Array(1000).fill("abc").join())`},
	{"repeat", `const k = []; for (;;) k.push("ä".repeat(1e5))`},
	{"pad", `const k = []; for (;;) k.push("ä".padStart(1e5, "xyz"))`},
	{"case", `const s = "straße".repeat(1e4), k = []; for (;;) k.push(s.toUpperCase())`},
	{"encoded text", `const s = "straße".repeat(1e4), k = []; for (;;) k.push(encodeURIComponent(s))`},
	{"replaceAll", `const s = "abc".repeat(1e4), k = []; for (;;) k.push(s.replaceAll("a", "xyz"))`},
	{"map", `const m = new Map(); for (let i = 0; ; i++) m.set(i, i)`},
	{"map of objects", `const m = new Map(); for (;;) m.set({}, {})`},
	{"maps", `const k = []; for (;;) k.push(new Map([[1, 2]]))`},
	{"set", `const s = new Set(); for (let i = 0; ; i++) s.add("v" + i)`},
	{"set algebra", `const s = new Set(Array.from({length: 1000}, (_, i) => i)), k = []; for (;;) k.push(s.union(s))`},
	{"weak map", `const m = new WeakMap(), k = []; for (;;) { const o = {}; k.push(o); m.set(o, {o}) }`},
	{"closures", `const k = []; for (let i = 0; ; i++) k.push(() => i)`},
	{"bound functions", `const k = [], f = () => 1; for (;;) k.push(f.bind(null, 1, 2, 3))`},
	{"bound chain", `let f = () => 1; for (;;) f = f.bind(null)`},
	{"classes", `const k = []; for (;;) k.push(class { static x = 1; #p = 2; m() { return this.#p } })`},
	{"instances", `class P { #a = 1; b = {} } const k = []; for (;;) k.push(new P())`},
	{"promises pending", `const k = []; for (;;) k.push(new Promise(() => {}))`},
	{"promise reactions", `const p = new Promise(() => {}); for (;;) p.then(() => {})`},
	{"promise chain", `let p = Promise.resolve(); for (;;) p = p.then(() => {})`},
	{"async functions waiting", `const p = new Promise(() => {}); const k = []; async function f() { await p } for (;;) k.push(f())`},
	{"jobs", `function f() { Promise.resolve().then(f); Promise.resolve().then(f) } f(); await new Promise(() => {})`},
	{"rejections", `const k = []; for (;;) { const p = Promise.reject(1); p.catch(() => {}); k.push(p) }`},
	{"withResolvers", `const k = []; for (;;) k.push(Promise.withResolvers())`},
	{"resolving functions", `const k = []; for (;;) k.push(Promise.withResolvers().resolve)`},
	{"values of promises behind their functions", `const k = []; for (;;) { const r = Promise.withResolvers(); r.resolve(new Array(1000).fill(1)); k.push(r.reject) }`},
	{"executors", `const k = []; class P extends Promise { constructor(f) { super(f); k.push(f) } } const p = new Promise(() => {}); for (;;) P.prototype.then.call(new P(() => {}), () => {})`},
	{"Promise.all", `const p = new Promise(() => {}); const k = []; for (;;) k.push(Promise.all([p, p, p]))`},
	{"generators", `function* g() { const x = [1]; yield x } const k = []; for (;;) { const i = g(); i.next(); k.push(i) }`},
	{"async generator requests", `async function* g() { await new Promise(() => {}) } const i = g(); for (;;) i.next(1)`},
	{"iterator helpers", `let i = [1].values(); i = Iterator.from({next() { return {done: true} }}); for (;;) i = i.map(x => x)`},
	{"bigints", `const k = []; for (let i = 0; ; i++) k.push((1n << 10000n) + BigInt(i))`},
	{"regexp captures", `const k = []; const s = "abc".repeat(100); for (;;) k.push(s.match(/(a)(b)(c)/), s.matchAll(/(a)(b)/g))`},
	{"regexps", `const k = []; for (let i = 0; ; i++) k.push(new RegExp("a{1,20}b" + i))`},
	{"json parse", `const t = JSON.stringify(Array.from({length: 100}, (_, i) => ({i, n: "n" + i}))), k = []; for (;;) k.push(JSON.parse(t))`},
	{"json stringify", `const o = Array.from({length: 1000}, (_, i) => ({i})), k = []; for (;;) k.push(JSON.stringify(o))`},
	{"json keys", `const k = []; for (let i = 0; ; i++) k.push(JSON.parse('{"key' + i + '":1}'))`},
	{"clones", `const o = {a: [1, 2, {b: new Map([[1, 2]])}]}, k = []; for (;;) k.push(structuredClone(o))`},
	{"symbols", `const k = []; for (let i = 0; ; i++) k.push(Symbol("some description " + i))`},
	{"symbols with long descriptions", `const k = []; for (let i = 0; ; i++) k.push(Symbol("x".repeat(10000) + i))`},
	{"symbol registry", `for (let i = 0; ; i++) Symbol.for("key " + i)`},
	{"symbol keys", `const o = {}; for (;;) o[Symbol()] = 1`},
	{"errors", `const k = []; for (;;) k.push(new Error("message"))`},
	{"thrown errors", `const k = []; for (;;) try { null.x } catch (e) { k.push(e) }`},
	{"error messages", `const k = []; for (let i = 0; ; i++) k.push(new Error("x".repeat(10000) + i))`},
	{"error causes", `let e; for (;;) e = new Error("m", {cause: e})`},
	{"dates", `const k = []; for (let i = 0; ; i++) k.push(new Date(i))`},
	{"urls", `const k = []; for (let i = 0; ; i++) k.push(new URL("https://example.com/a/b?x=" + i))`},
	{"query parameters", `const u = new URLSearchParams(); for (let i = 0; ; i++) u.append("k", "v" + i)`},
	{"recursion", `function f(a) { const x = [a, a, a]; return f(x) + x.length } const k = []; for (;;) try { f(k) } catch { k.push(new Array(50000).fill(1)) }`},
	{"arguments", `const k = []; function f() { return arguments } for (;;) k.push(f(1, 2, 3))`},
	{"rest", `const k = []; const f = (...r) => r; const a = new Array(100).fill(1); for (;;) k.push(f(...a))`},
	{"console", `for (let i = 0; ; i++) console.log("line " + i)`},
	{"console long lines", `const s = "x".repeat(1e5); for (;;) console.log(s)`},
	{"console short lines", `for (;;) console.log()`},
	{"console labels", `for (let i = 0; ; i++) console.count("x".repeat(900) + i)`},
	{"tool results", `const k = []; for (;;) k.push(await tools.t.big({}))`},
	{"tool results parsed", `const k = []; for (;;) k.push(await tools.t.echo({a: [1, 2, 3], b: {c: "text"}}))`},
	{"tool calls waiting", `const s = "x".repeat(1e4); for (;;) tools.t.hang({s})`},
	{"tool calls refused", `const k = []; for (;;) k.push(tools.t.nope({}).catch(() => {}))`},
	{"tool paths", `const k = []; for (let i = 0; ; i++) k.push(tools["a".repeat(1000) + i])`},
	{"numbers formatted", `const l = new Intl.NumberFormat("en"); const k = []; for (let i = 0; ; i++) k.push(l.format(i * 1234567))`},
	{"formatters", `const k = []; for (let i = 0; ; i++) k.push(new Intl.NumberFormat("en", {minimumFractionDigits: i % 20}))`},
	{"collators and dates", `const k = []; for (;;) k.push(new Intl.Collator("de"), new Intl.DateTimeFormat("en"), new Intl.PluralRules("en"))`},
	{"getters in literals", `const k = []; for (;;) k.push({get a() { return 1 }, set a(v) {}, b() {}})`},
	{"tagged templates", `const k = []; const f = (s) => s; for (;;) { k.push(f` + "`a${1}b`" + `, [1]) }`},
}

// parts are programs that keep small parts of large strings, a gigabyte of them in all. Whether they end or not, the
// large strings must not be kept without being counted.
var parts = []struct{ name, source string }{
	{"slices of long strings", `for (let i = 0; i < 500; i++) k.push(("x".repeat(1e6) + i).slice(5, 25))`},
	{"slices of middling strings", `for (let i = 0; i < 1e5; i++) k.push(("x".repeat(4000) + i).slice(5, 25))`},
	{"slices of short strings", `for (let i = 0; i < 5e5; i++) k.push(("x".repeat(400) + i).slice(5, 105).slice(3, 7))`},
	{"long slices of longer strings", `for (let i = 0; i < 200; i++) k.push(("x".repeat(4e6) + i).slice(5, 5000))`},
	{"slices of slices", `for (let i = 0; i < 2000; i++) { let s = "ab".repeat(1e5) + i; while (s.length > 2000) s = s.slice(0, s.length * 3 / 4); k.push(s) }`},
	{"substrings wide", `for (let i = 0; i < 4000; i++) k.push(("ü".repeat(1e5) + i).substring(5, 25))`},
	{"split pieces", `for (let i = 0; i < 5000; i++) k.push(("x".repeat(1e5) + ",abc," + i).split(",")[1])`},
	{"split pieces of short text", `for (let i = 0; i < 3e5; i++) k.push(("x".repeat(900) + ",abc," + i).split(",")[1])`},
	{"split by a pattern", `for (let i = 0; i < 5000; i++) k.push(("x".repeat(1e5) + ",abc," + i).split(/,/)[1])`},
	{"trimmed", `for (let i = 0; i < 5000; i++) k.push((" ".repeat(1e5) + "abc" + i).trim())`},
	{"characters", `for (let i = 0; i < 3000; i++) k.push(("xy".repeat(1e5) + i)[5], ("é".repeat(1e5) + i).at(3), [..."é".repeat(1000)][3])`},
	{"captures", `for (let i = 0; i < 3000; i++) k.push(("abc".repeat(1e5) + i).match(/(b)(ca)/)[2])`},
	{"replacer arguments", `for (let i = 0; i < 3000; i++) ("x".repeat(1e5) + "abc").replace(/(ab)/, (m) => { k.push(m) })`},
	{"json strings", `for (let i = 0; i < 5000; i++) k.push(JSON.parse('["' + "x".repeat(1e5) + '","ab' + i + '"]')[1])`},
	{"json strings of small texts", `for (let i = 0; i < 3e5; i++) k.push(JSON.parse('["' + "x".repeat(900) + '","ab' + i + '"]')[1])`},
	{"property names", `const o = {}; for (let i = 0; i < 3000; i++) o[("x".repeat(1e5) + i).slice(-10)] = 1`},
	{"large property names", `for (let i = 0; i < 3000; i++) k.push(Object.keys({["x".repeat(1e5) + i]: 1})[0].slice(0, 80))`},
	{"tool results", `for (let i = 0; i < 3000; i++) k.push((await tools.t.big({})).slice(0, 80))`},
	{"decoded", `for (let i = 0; i < 3000; i++) k.push(decodeURIComponent("x".repeat(1e5) + "%41").slice(0, 70))`},
}

func TestPartsOfStrings(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	rt := newRuntime(t, codemode.Options{Tools: memoryTools(), Limits: codemode.Limits{MaxMemoryBytes: testMemory}})
	for _, c := range parts {
		t.Run(c.name, func(t *testing.T) {
			var res *codemode.Result
			var err error
			start := time.Now()
			peak := watchHeap(func(ctx context.Context) { res, err = rt.Execute(ctx, "const k = []; "+c.source) })
			t.Logf("heap grew by %.0f MiB in %v", float64(peak)/(1<<20), time.Since(start).Round(time.Millisecond))
			if peak > heapBound {
				t.Errorf("the heap grew by %d MiB", peak>>20)
			}
			if err != nil {
				t.Fatal(err)
			}
			if !res.OK && res.Error.Kind != codemode.MemoryLimitExceeded {
				t.Errorf("ended with %+v", res.Error)
			}
		})
	}
}

func TestMemoryLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	rt := newRuntime(t, codemode.Options{Tools: memoryTools(), Limits: codemode.Limits{MaxMemoryBytes: testMemory, MaxInstructions: 20e9}})
	for _, c := range hungry {
		t.Run(c.name, func(t *testing.T) {
			var res *codemode.Result
			var err error
			start := time.Now()
			peak := watchHeap(func(ctx context.Context) { res, err = rt.Execute(ctx, c.source) })
			t.Logf("heap grew by %.0f MiB in %v", float64(peak)/(1<<20), time.Since(start).Round(time.Millisecond))
			if peak > heapBound {
				t.Errorf("the heap grew by %d MiB", peak>>20)
			}
			if err != nil {
				t.Fatal(err)
			}
			if res.OK || res.Error.Kind != codemode.MemoryLimitExceeded {
				t.Errorf("ended with %+v after %d instructions", res.Error, res.Stats.Instructions)
			}
		})
	}
}

// litter are programs that allocate many times the limit in all and keep little.
var litter = []struct{ name, source string }{
	{"arrays", `for (let i = 0; i < 3e6; i++) [i, i, i]`},
	{"objects", `for (let i = 0; i < 3e6; i++) ({i})`},
	{"strings", `for (let i = 0; i < 2e6; i++) "text " + i`},
	{"long strings", `for (let i = 0; i < 2000; i++) ("x".repeat(1e5) + i).toUpperCase()`},
	{"closures", `for (let i = 0; i < 2e6; i++) (() => i)()`},
	{"maps", `for (let i = 0; i < 2e5; i++) new Map([[1, 2], [3, 4]])`},
	{"promises", `for (let i = 0; i < 3e5; i++) await null`},
	{"rejections", `for (let i = 0; i < 3e5; i++) try { await Promise.reject(i) } catch {}`},
	{"async throws", `const f = async () => { throw new Error("x") }; for (let i = 0; i < 2e5; i++) await f().catch(() => 1)`},
	{"generators", `function* g() { yield 1 } for (let i = 0; i < 3e5; i++) for (const x of g()) break`},
	{"errors", `for (let i = 0; i < 3e5; i++) try { throw new Error("x" + i) } catch {}`},
	{"property names", `for (let i = 0; i < 1e6; i++) { const o = {}; o["name" + i] = i }`},
	{"map keys of objects", `const o = {}; for (let i = 0; i < 1e6; i++) { o["name" + i] = i; delete o["name" + i] }`},
	{"json", `for (let i = 0; i < 1e5; i++) JSON.parse(JSON.stringify({a: [i, {b: "c"}], ["k" + i]: 1}))`},
	{"symbols", `for (let i = 0; i < 1e6; i++) Symbol("x" + i)`},
	{"regexps", `for (let i = 0; i < 5e4; i++) new RegExp("a" + i).exec("xxa" + i)`},
	{"bigints", `for (let i = 0; i < 3e5; i++) (1n << 3000n) + BigInt(i)`},
	{"slices", `const s = "x".repeat(1e6); for (let i = 0; i < 1e6; i++) s.slice(i, i + 2000)`},
	{"classes", `for (let i = 0; i < 2e5; i++) { class C { #x = 1; m() {} } }`},
	{"sort", `const a = Array.from({length: 10000}, (_, i) => -i); for (let i = 0; i < 100; i++) a.toSorted((x, y) => x - y)`},
	{"queue", `const q = []; for (let i = 0; i < 3e6; i++) { q.push({i}); if (q.length > 100) q.shift() }`},
	{"cache", `const m = new Map(); for (let i = 0; i < 2e6; i++) { m.set("k" + i, {i}); if (m.size > 100) m.delete("k" + (i - 100)) }`},
	{"tool results", `for (let i = 0; i < 2000; i++) await tools.t.big({})`},
	{"clones", `for (let i = 0; i < 1e5; i++) structuredClone({a: [1, 2, 3], b: new Map([[1, 2]])})`},
	{"urls", `for (let i = 0; i < 5e4; i++) new URL("/x?y=" + i, "https://example.com").searchParams.get("y")`},
}

func TestGarbageIsNotLimited(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	rt := newRuntime(t, codemode.Options{Tools: memoryTools(), Limits: codemode.Limits{MaxMemoryBytes: 16 << 20}})
	for _, c := range litter {
		t.Run(c.name, func(t *testing.T) {
			var res *codemode.Result
			var err error
			start := time.Now()
			peak := watchHeap(func(ctx context.Context) { res, err = rt.Execute(ctx, c.source) })
			t.Logf("heap grew by %.0f MiB in %v", float64(peak)/(1<<20), time.Since(start).Round(time.Millisecond))
			if err != nil {
				t.Fatal(err)
			}
			if !res.OK {
				t.Errorf("ended with %v", res.Error)
			}
		})
	}
}
