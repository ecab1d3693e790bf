package codemode_test

// This file tests the sandbox: no program gets from text to code, and none changes what other executions see. The realm
// is walked as a program sees it before and after attacks, and compared.

import (
	"bufio"
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/neurocode-ai/codemode"
)

// walkRealm is a program that describes everything reachable from the global object: every object with its keys,
// attributes, prototype and the identity of what the properties hold.
const walkRealm = `
	const ids = new Map(), lines = [], queue = [];
	const id = (v) => {
		if (v === null || typeof v !== "object" && typeof v !== "function") {
			return typeof v + ":" + (Object.is(v, -0) ? "-0" : String(v));
		}
		let n = ids.get(v);
		if (n === undefined) { n = ids.size; ids.set(v, n); queue.push(v) }
		return "#" + n;
	};
	for (const name of Object.getOwnPropertyNames(globalThis)) if (name !== "tools") id(globalThis[name]);
	function f() {} async function af() {} function* g() {} async function* ag() {}
	const protoOf = Object.getPrototypeOf;
	for (const v of [globalThis, f, af, g, ag, g.prototype, ag.prototype, g(), ag(), [].keys(), [][Symbol.iterator](), ""[Symbol.iterator](), new Map()[Symbol.iterator](),
			new Set()[Symbol.iterator](), "x".matchAll(/x/g), /x/[Symbol.matchAll]("x"), Iterator.from({ next() {} }), Iterator.from(g()).map((x) => x), /x/, Promise.resolve(), new Date(0), new Error("x"),
			(function () { return arguments })(), Uint8Array, Uint8Array.prototype]) {
		id(protoOf(v));
	}
	for (let i = 0; i < queue.length; i++) {
		const o = queue[i];
		let line = id(o) + " " + typeof o + " " + id(protoOf(o)) + (Object.isExtensible(o) ? " extensible" : "") + " {";
		for (const k of Reflect.ownKeys(o)) {
			const d = Object.getOwnPropertyDescriptor(o, k);
			line += String(k) + ":" + (d.writable ? "w" : "") + (d.enumerable ? "e" : "") + (d.configurable ? "c" : "") + " ";
			line += ("value" in d ? id(d.value) : id(d.get) + "/" + id(d.set)) + ",";
		}
		lines.push(line + "}");
	}
	// State behind the objects, as far as it can be seen.
	const tag = (s) => s;
	lines.push(String([RegExp.prototype.lastIndex, /a/g.lastIndex, Symbol.keyFor(Symbol.for("leak")), [].keys().next().value,
		tag` + "`a${1}`" + `.leak, JSON.stringify([1, { a: 2 }]), [3, 1, 2].sort(), (1234.5).toLocaleString(), "ä".localeCompare("z")]));
	return lines`

// snapshot runs walkRealm in a fresh execution.
func snapshot(t *testing.T, rt *codemode.Runtime) []string {
	t.Helper()
	var lines []string
	res := execute(t, rt, walkRealm)
	if !res.OK {
		t.Fatal(res.Error)
	}
	if err := res.Decode(&lines); err != nil {
		t.Fatal(err)
	}
	if len(lines) < 500 {
		t.Fatalf("only %d objects were found", len(lines))
	}
	return lines
}

func sameRealm(t *testing.T, after string, want, got []string) {
	t.Helper()
	for i := range want {
		if i >= len(got) || want[i] != got[i] {
			t.Errorf("after %s the realm differs in %.300s", after, want[i])
			return
		}
	}
	if len(got) != len(want) {
		t.Errorf("after %s the realm has %d objects instead of %d", after, len(got), len(want))
	}
}

// attacks are programs that try to change what later executions see. Each is run on its own, so that a refusal does not
// save the next.
var attacks = []string{
	// direct writes
	`Object.prototype.leak = 1`, `Object.assign(Object.prototype, {leak: 1})`, `Object.defineProperty(Object.prototype, "leak", {value: 1})`,
	`Object.defineProperties(Array.prototype, {leak: {value: 1}})`, `Reflect.set(Object.prototype, "leak", 1)`, `Reflect.defineProperty(Object.prototype, "leak", {value: 1})`,
	`Reflect.set({}, "leak", 1, Object.prototype)`, `Reflect.set(Object.create(Object.prototype), "toString", 1, Object.prototype)`, `Reflect.deleteProperty(Array.prototype, "map")`,
	`delete Array.prototype.map`, `delete globalThis.Array`, `globalThis.leak = 1`, `globalThis.Array = 1`, `Array.prototype.map = 1`, `Array.prototype[0] = 1`,
	`Object.freeze(Object.prototype)`, `Object.preventExtensions(globalThis)`, `Object.seal(Array)`, `NaN = 1`, `undefined = 1`, `Object = 1`, `var Array; Array = 1`,
	`let {prototype} = Array; prototype.leak = 1`, `for (const d of Object.values(Object.getOwnPropertyDescriptors(Array.prototype))) d.value.leak = 1`,
	// builtins that write to their receiver
	`Array.prototype.push.call(Array.prototype, 1)`, `Array.prototype.length = 5`, `Array.prototype.fill.call(Array.prototype, 1, 0, 3)`, `Array.prototype.splice.call(Array.prototype, 0, 0, 1)`,
	`Array.prototype.unshift.call(Array.prototype, 1)`, `Array.prototype.sort.call(Array.prototype)`, `Array.prototype.pop.call(Array)`, `Array.prototype.copyWithin.call(Array, 0, 1)`, `Array.prototype.push.call(Object, 1)`,
	`Array.prototype.reverse.call(Map.prototype)`, `Map.prototype.set.call(Map.prototype, 1, 2)`, `Set.prototype.add.call(Set.prototype, 1)`, `Date.prototype.setTime.call(Date.prototype, 5)`,
	`URLSearchParams.prototype.append.call(URLSearchParams.prototype, "a", "b")`, `Uint8Array.prototype.set.call(Uint8Array.prototype, [1])`, `new WeakMap([[Object.prototype, 1]])`, `new WeakSet([Array.prototype])`,
	`const m = new Map([[Array.prototype, 1]]); m.delete(Array.prototype)`, `Error.captureStackTrace(Object.prototype)`, `Error.captureStackTrace(Array)`,
	// prototype pollution through data
	`JSON.parse('{"__proto__": {"leak": 1}}')`, `JSON.parse('{"constructor": {"prototype": {"leak": 1}}}')`, `JSON.parse("[1]", function (k, v) { this.__proto__.leak = 1; return v })`,
	`structuredClone({["__proto__"]: {leak: 1}})`, `Object.fromEntries([["__proto__", {leak: 1}]])`, `Object.groupBy([1], () => "__proto__").leak = 1`, `({}).__proto__ = {leak: 1}`,
	`({}).__proto__.leak = 1`, `({})["__pro" + "to__"].leak = 1`, `Object.getPrototypeOf({}).leak = 1`, `({}).constructor.prototype.leak = 1`, `({}).constructor.leak = 1`, `[].constructor.prototype.map = 1`,
	`"".constructor.prototype.trim = 1`, `"".__proto__.leak = 1`, `(5).leak = 1`, `(() => 1).constructor.prototype.leak = 1`, `Object.setPrototypeOf({}, {leak: 1})`, `Object.setPrototypeOf(Array.prototype, {leak: 1})`,
	`Reflect.setPrototypeOf(Map.prototype, null)`, `Object.prototype.__defineGetter__("leak", () => 1)`, `({}).__proto__.__defineSetter__("x", () => {})`,
	`Object.getOwnPropertyDescriptor(Object.prototype, "__proto__").set.call({}, {leak: 1})`, `Object.getOwnPropertyDescriptor(Map.prototype, "size").get.leak = 1`, `[Array.prototype.leak] = [1]`, `({a: Object.prototype.leak} = {a: 1})`,
	`for (Array.prototype.leak of [1]);`, `for (Array.leak in {a: 1});`,
	// classes
	`class A { static { Object.prototype.leak = 1 } }`, `class A extends Array { static { super.from = 1 } }`, `class A { static m() { super.leak = 1 } } A.m()`, `({m() { super.leak = 1 }}).m.call(Object.prototype)`,
	`class B { constructor() { return Object.prototype } } class A extends B { leak = 1 } new A()`, `class B { constructor() { return Array.prototype } } class A extends B { #leak = 1 } new A()`,
	`class B { constructor() { return Array.prototype } } class A extends B { #leak() {} } new A()`, `class B { constructor() { return globalThis } } new (class extends B { x = 1 })()`, `(function () { this.leak = 1 })()`, `(function () { this.leak = 1 }).call(globalThis)`,
	// intrinsics with state
	`RegExp.prototype.lastIndex = 5`, `RegExp.prototype.exec = () => null`, `RegExp.prototype.compile?.("x")`, `const r = /x/g; r.lastIndex = 3; r.leak = 1; r.exec("xxxxx")`, `Symbol.for("leak").description`, `Symbol.iterator.leak = 1`,
	`const t = (s) => s; t` + "`a${1}`" + `.leak = 1`, `const t = (s) => s; Object.defineProperty(t` + "`a${1}`" + `, "leak", {value: 1})`, `const t = (s) => { s.raw.push(1) }; t` + "`a${1}`", `const i = [1].entries(); i.next(); Object.getPrototypeOf(i).next = 1`,
	`Object.getPrototypeOf([].keys()).leak = 1`, `Object.getPrototypeOf(new Map()[Symbol.iterator]()).next = 1`, `Iterator.prototype.leak = 1`, `Iterator.prototype[Symbol.toStringTag] = "leak"`, `Iterator.prototype.constructor = 1`,
	`Promise.prototype.then = function () {}`, `Promise.resolve = 1`, `Promise.prototype.constructor = 1`, `Error.prototype.name = "leak"`, `Error.stackTraceLimit = 0`, `Error.prepareStackTrace = () => 1`, `new Error("x").constructor.prototype.message = "leak"`,
	`Math.PI = 3`, `Math.random = () => 4`, `JSON.stringify = 1`, `console.log = 1`, `console.leak = 1`, `Date.now = 1`, `Function.prototype.call = 1`, `Function.prototype.leak = 1`, `(function () {}).__proto__.leak = 1`,
	`Function.prototype[Symbol.hasInstance] = 1`, `Array[Symbol.species] = 1`, `Object.defineProperty(Array, Symbol.species, {value: 1})`, `new Intl.NumberFormat("en").leak = 1`, `Intl.NumberFormat.prototype.format = 1`, `Intl.leak = 1`,
	`URL.prototype.href = "x"`, `URL.prototype.leak = 1`, `Uint8Array.prototype.leak = 1`, `Object.getPrototypeOf(Uint8Array).leak = 1`, `crypto.leak = 1`, `Object.getPrototypeOf(async () => {}).leak = 1`,
	`Object.getPrototypeOf(function* () {}).prototype.next = 1`, `const g = (function* () {})(); Object.getPrototypeOf(Object.getPrototypeOf(g)).next = 1`, `(function () { return arguments.callee })()`, `(function f() { return f.caller })()`,
	// tools
	`tools.leak = 1`, `Object.defineProperty(tools, "leak", {value: 1})`, `delete tools.t`, `Object.setPrototypeOf(tools, null)`, `tools.t.echo.leak = 1`, `tools.__proto__.leak = 1`,
}

func TestRealmCannotBeChanged(t *testing.T) {
	rt := newRuntime(t, codemode.Options{Limits: codemode.Limits{MaxInstructions: 5e6}})
	want := snapshot(t, rt)
	for _, a := range attacks {
		res := execute(t, rt, "try { "+a+" } catch {} return [{}, [], () => 1, globalThis, '', 5, new Map()].every((v) => v.leak === undefined)")
		switch {
		case !res.OK && res.Error.Kind == codemode.ParseError && a != "undefined = 1" && a != "NaN = 1":
			t.Errorf("%s: %s", a, res.Error.Message)
		case res.OK && string(res.Value) != "true":
			t.Errorf("%s: the rest of the program sees a change", a)
		}
	}
	sameRealm(t, "the attacks", want, snapshot(t, rt))
}

// escapes are programs that try to turn text into code or to reach what programs must not have. All must fail.
var escapes = []string{
	`return Function("return 1")()`, `return new Function("return 1")()`, `return eval("1")`, `return (0, eval)("1")`, `return globalThis.eval("1")`, `return globalThis["ev" + "al"]("1")`,
	`return (() => {}).constructor("return 1")()`, `return (function () {}).constructor("return 1")()`, `return (async () => {}).constructor("return 1")()`, `return (function* () {}).constructor("return 1")()`,
	`return (async function* () {}).constructor("return 1")()`, `return (class {}).constructor("return 1")()`, `return [].map.constructor("return 1")()`, `return Reflect.construct((() => {}).constructor, ["return 1"])()`,
	`return Reflect.apply(Function, null, ["return 1"])()`, `return Function.prototype.constructor("return 1")()`, `return Function.call(null, "return 1")()`, `return Function.bind(null, "return 1")()()`,
	`class F extends Function {} return new F("return 1")()`, `class F extends (async () => {}).constructor {} return new F("return 1")()`, `return (() => {}).bind().constructor("return 1")()`,
	`return tools.constructor("return 1")()`, `return tools.t.echo.constructor.constructor("return 1")()`, `return Object.getOwnPropertyDescriptor(Map.prototype, "size").get.constructor("return 1")()`,
	`try { null.x } catch (e) { return e.constructor.constructor("return 1")() }`, `try { (function f() { f() })() } catch (e) { return e.constructor.constructor("return process")() }`,
	`try { await tools.t.fail({}) } catch (e) { return e.constructor.constructor("return 1")() }`, `return (await tools.t.echo({a: 1})).constructor.constructor("return 1")()`, `return [1].map(Function("return 1"))`,
	`return new (Object.getPrototypeOf(function* () {}).constructor)("yield 1")().next().value`, `Error.prepareStackTrace = (e, s) => s[0].getThis(); return new Error().stack.x.y`, `return Promise.resolve().then.constructor("return 1")()`,
	`return setTimeout("1", 1)`, `return setTimeout(() => 1, 1)`, `return new Proxy({}, {})`, `return import("fs")`, `return require("fs")`, `return process.exit()`, `return fetch("http://x")`, `return new WebAssembly.Module()`,
	`return new Worker("x")`, `return Deno`, `return document`, `return window`, `return global`, `return new ShadowRealm()`, `return new SharedArrayBuffer(1)`, `return new WeakRef({})`, `return Atomics`, `with ({}) {}`, `return import.meta.url`, `<!-- x`,
}

func TestNoEscape(t *testing.T) {
	rt := newRuntime(t, codemode.Options{})
	for _, e := range escapes {
		if res := execute(t, rt, e); res.OK {
			t.Errorf("%s gave %s", e, res.Value)
		}
	}
}

// conformanceSources returns the programs of the shared conformance folder, or skips the test.
func conformanceSources(t *testing.T) []string {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join("..", "shared", "conformance", "*.jsonl"))
	if len(files) == 0 {
		t.Skip("the shared folder is not here")
	}
	var sources []string
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var c struct{ Code string }
			if json.Unmarshal(lines.Bytes(), &c) == nil && c.Code != "" {
				sources = append(sources, c.Code)
			}
		}
		f.Close()
	}
	return sources
}

// TestRealmAfterConformance runs the conformance programs on several goroutines and compares the realm.
func TestRealmAfterConformance(t *testing.T) {
	sources := conformanceSources(t)
	rt := newRuntime(t, codemode.Options{Limits: codemode.Limits{MaxInstructions: 2e6}})
	want := snapshot(t, rt)
	var all sync.WaitGroup
	for k := range 4 {
		all.Go(func() {
			for i := k; i < len(sources); i += 4 {
				if testing.Short() && i%40 > 3 {
					continue
				}
				if _, err := rt.Execute(context.Background(), sources[i]); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	sameRealm(t, "the conformance programs", want, snapshot(t, rt))
}

// TestOneProgramManyGoroutines runs one program on 64 goroutines at once; a part of the runs is cancelled at random.
func TestOneProgramManyGoroutines(t *testing.T) {
	rt := newRuntime(t, codemode.Options{})
	prog, err := rt.Compile(`
		class P { #n = 0; static made = 0; constructor() { P.made++ } add(x) { this.#n += x; return this } get n() { return this.#n } }
		const tag = (s, ...v) => s.raw.join("|") + v.join();
		function* g(n) { for (let i = 0; i < n; i++) yield i }
		const rows = await Promise.all([...g(10)].map(async (i) => (await tools.t.echo({ i, text: "row " + i })).text));
		const o = {};
		for (const r of rows) o[r.replace(/ (\d)/, "$1")] = new P().add(r.length).n;
		const sorted = [...new Map(Object.entries(o)).keys()].sort((a, b) => a < b ? 1 : -1);
		const text = JSON.stringify({ sorted, t: tag` + "`a${1}b`" + `, d: new Date(0).toISOString(), n: (1234.5).toLocaleString("en-US"), made: P.made, s: "straße".toUpperCase().normalize("NFD") });
		let sum = 0;
		for (let i = 0; i < 20000; i++) sum += i % 7;
		return { ...JSON.parse(text), sum }`)
	if err != nil {
		t.Fatal(err)
	}
	first, err := rt.Run(context.Background(), prog)
	if err != nil || !first.OK {
		t.Fatal(err, first)
	}
	var all sync.WaitGroup
	for k := range 64 {
		all.Go(func() {
			r := rand.New(rand.NewPCG(uint64(k), 1))
			for range 4 {
				ctx, cancel := context.WithCancel(context.Background())
				if r.IntN(3) == 0 {
					time.AfterFunc(time.Duration(r.IntN(3000))*time.Microsecond, cancel)
				}
				res, err := rt.Run(ctx, prog)
				if err == nil && (!res.OK || string(res.Value) != string(first.Value)) {
					t.Errorf("got %s %v, want %s", res.Value, res.Error, first.Value)
				}
				if err != nil && ctx.Err() == nil {
					t.Error(err)
				}
				cancel()
			}
		})
	}
	all.Wait()
}
