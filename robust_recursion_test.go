package codemode_test

// This file tests deep recursion: through every builtin that calls the program back, and over data nested deeper than
// any stack. The outcome is a result, a RangeError the program can catch, or a limit; the Go stack stays small.

import (
	"runtime/debug"
	"testing"

	"github.com/neurocode-ai/codemode"
)

// deep are programs that recurse or nest far beyond every limit. They may end as they like, except by a defect.
var deep = []struct{ name, source string }{
	{"function", `function f() { return f() + 1 } f()`},
	{"mutual", `function f() { return g() } function g() { return 1 + f() } f()`},
	{"async", `async function f() { return await f() } await f()`},
	{"async after await", `async function f(n) { await null; return n ? await f(n - 1) : 0 } return await f(20000)`},
	{"map", `function f() { return [1].map(f) } f()`},
	{"forEach", `function f() { [1].forEach(f) } f()`},
	{"reduce", `function f() { return [1, 2].reduce(f) } f()`},
	{"sort", `function f() { [2, 1].sort(f) } f()`},
	{"toSorted", `function f() { [2, 1].toSorted(f); return 0 } f()`},
	{"find", `function f() { [1].find(f) } f()`},
	{"flatMap", `function f() { return [1].flatMap(f) } f()`},
	{"from", `function f() { return Array.from([1], f) } f()`},
	{"groupBy", `function f() { return Object.groupBy([1], f) } f()`},
	{"map forEach", `const m = new Map([[1, 1]]); function f() { m.forEach(f) } f()`},
	{"replace", `function f() { return "x".replace("x", f) } f()`},
	{"replaceAll pattern", `function f() { return "x".replace(/x/g, f) } f()`},
	{"Symbol.replace", `const o = {[Symbol.replace](s) { return s.replace(this, "") }}; "x".replace(o, "")`},
	{"Symbol.split", `const o = {[Symbol.split](s) { return s.split(this) }}; "x".split(o)`},
	{"exec", `class R extends RegExp { exec(s) { return this[Symbol.match](s) } } "x".match(new R("x"))`},
	{"getter", `const o = {get x() { return this.x }}; o.x`},
	{"setter", `const o = {set x(v) { this.x = v }}; o.x = 1`},
	{"toString", `const o = {toString() { return "" + this }}; "" + o`},
	{"valueOf", `const o = {valueOf() { return +this }}; +o`},
	{"toPrimitive", `const o = {[Symbol.toPrimitive]() { return this * 2 }}; o * 2`},
	{"toJSON", `const o = {toJSON() { return JSON.stringify(this) }}; JSON.stringify(o)`},
	{"replacer", `JSON.stringify({a: 1}, function f(k, v) { return JSON.stringify({a: 1}, f) })`},
	{"reviver", `JSON.parse("[1]", function f(k, v) { return JSON.parse("[1]", f) })`},
	{"iterator", `const o = {[Symbol.iterator]() { return [...this] }}; [...o]`},
	{"iterator of for-of", `const o = {[Symbol.iterator]() { for (const x of this); }}; for (const x of o);`},
	{"iterator of destructuring", `const o = {[Symbol.iterator]() { const [x] = this; return x }}; const [y] = o`},
	{"iterator of Map", `const o = {[Symbol.iterator]() { return new Map(this) }}; new Map(o)`},
	{"Iterator.from", `const o = {[Symbol.iterator]() { return Iterator.from(this) }}; Iterator.from(o)`},
	{"hasInstance", `const o = {[Symbol.hasInstance](v) { return v instanceof o }}; 1 instanceof o`},
	{"species", `class A extends Array { static get [Symbol.species]() { return new A(1, 2).map(x => x) } } new A(1, 2).map(x => x)`},
	{"constructor", `class A { constructor() { new A() } } new A()`},
	{"derived constructor", `class A {} class B extends A { constructor() { super(); this.b = new B() } } new B()`},
	{"field", `class A { a = new A() } new A()`},
	{"static block", `function f() { return class { static { f() } } } f()`},
	{"computed key", `function f() { return {[f()]: 1} } f()`},
	{"default parameter", `function f(a = f()) {} f()`},
	{"tagged template", "function f() { return f`x${1}` } f()"},
	{"Reflect.construct", `function F() { Reflect.construct(F, []) } new F()`},
	{"Reflect.apply", `function f() { Reflect.apply(f, null, []) } f()`},
	{"call", `function f() { f.call() } f()`},
	{"apply", `function f() { f.apply(null, [1, 2]) } f()`},
	{"call of call", `let f = Function.prototype.call; f.call(f, f, f, f, f, f)`},
	{"bound", `let f = function () { return g() }; const g = f.bind(); g()`},
	{"bound chain", `let f = () => 1; for (let i = 0; i < 1e5; i++) f = f.bind(); f()`},
	{"bound constructor chain", `let f = function () {}; for (let i = 0; i < 1e5; i++) f = f.bind(); new f()`},
	{"instanceof of a bound chain", `let f = function () {}; for (let i = 0; i < 1e5; i++) f = f.bind(); ({}) instanceof f`},
	{"prototype chain", `let o = {}; for (let i = 0; i < 1e5; i++) o = Object.create(o); o.x; "x" in o; o.y = 1; Object.keys(o); for (const k in o); o instanceof Array; ({}).isPrototypeOf.call({}, o)`},
	{"class chain", `let C = class {}; for (let i = 0; i < 3000; i++) C = class extends C {}; new C()`},
	{"generator", `function* g() { yield* g() } [...g()]`},
	{"delegation", `function* g(n) { if (n) yield* g(n - 1); else yield 1 } for (const x of g(1e5));`},
	{"delegation outside in", `let i = [1][Symbol.iterator](); function* w(i) { yield* i } for (let k = 0; k < 1e5; k++) i = w(i); i.next()`},
	{"async delegation", `let i = (async function* () { yield 1 })(); async function* w(i) { yield* i } for (let k = 0; k < 20000; k++) i = w(i); await i.next()`},
	{"generator in itself", `let i; function* g() { i.next() } i = g(); i.next()`},
	{"helper chain", `let i = Iterator.from([1, 2, 3]); for (let k = 0; k < 1e5; k++) i = i.map(x => x); i.next()`},
	{"helper chain return", `let i = Iterator.from([1, 2, 3]); for (let k = 0; k < 1e5; k++) i = i.map(x => x); i.return()`},
	{"flatMap chain", `let i = Iterator.from([1]); for (let k = 0; k < 1e4; k++) i = i.flatMap(x => [x]); i.toArray()`},
	{"promise chain", `let p = Promise.resolve(1); for (let i = 0; i < 3e5; i++) p = p.then(x => x); return await p`},
	{"promise nested", `let p = Promise.resolve(1); for (let i = 0; i < 1e5; i++) { const q = p; p = new Promise(r => r(q)) } return await p`},
	{"thenable", `const t = {then(r) { r(t) }}; let n = 0; await t`},
	{"thenable recursion", `const t = {then(r) { t.then(r) }}; await t`},
	{"resolve in executor", `function f() { return new Promise(() => f()) } f()`},
	{"Promise.all nested", `let p = 1; for (let i = 0; i < 1e5; i++) p = Promise.all([p]); await p`},
	{"finally", `let p = Promise.resolve(1); for (let i = 0; i < 1e5; i++) p = p.finally(() => {}); await p`},
	{"catch in recursion", `function f() { try { f() } catch (e) { f() } } f()`},
	{"finally in recursion", `function f() { try { f() } finally { f() } } f()`},
	{"data to stringify", nest + `JSON.stringify(a)`},
	{"data to stringify with spaces", nest + `JSON.stringify(a, null, 2)`},
	{"data to stringify with a replacer", nest + `JSON.stringify(a, (k, v) => v)`},
	{"data to parse", `JSON.parse("[".repeat(1e6) + "]".repeat(1e6))`},
	{"objects to parse", `JSON.parse('{"a":'.repeat(3e5) + "1" + "}".repeat(3e5))`},
	{"data to parse with a reviver", `JSON.parse("[".repeat(1e6) + "]".repeat(1e6), (k, v) => v)`},
	{"data to clone", nest + `structuredClone(a)`},
	{"maps to clone", `let m = new Map(); for (let i = 0; i < 3e5; i++) m = new Map([[m, 1]]); structuredClone(m)`},
	{"data to flatten", nest + `a.flat(Infinity)`},
	{"data to join", nest + `a.join()`},
	{"data to print", nest + `console.log(a); console.table(a); console.dir({a})`},
	{"data to return", nest + `return a`},
	{"data for a tool", nest + `await tools.t.echo({a})`},
	{"data as text", nest + `String(a); a + ""; a == "x"`},
	{"data thrown", nest + `throw a`},
	{"errors with causes", `let e; for (let i = 0; i < 3e5; i++) e = new Error("x", {cause: e}); console.log(e); throw e`},
	{"aggregate errors", `let e = new Error("x"); for (let i = 0; i < 3e5; i++) e = new AggregateError([e]); console.log(e); throw e`},
	{"data to freeze", nest + `Object.freeze(a); Object.isFrozen(a)`},
	{"arguments spread", `function f(...a) { return a.length } f(...new Array(1e6).fill(1)); Math.max(...new Array(1e6).fill(1)); f.apply(null, {length: 1e9})`},
	{"many parameters", `function f() { return arguments.length } f.apply(null, new Array(3e5).fill(1))`},
	{"string concatenated", `let s = ""; for (let i = 0; i < 1e6; i++) s = "x" + s.slice(0, 5) + "y"; s.length`},
	{"regexp recursion", `/(?:a|b)*c/.test("ab".repeat(1e6)); /(?:(?:(?:a*)*)*)*b/.test("a".repeat(1e5)); /^(?:(a)|b)*$/.exec("ab".repeat(5e5))`},
	{"regexp backreference", `/(a*)\1*b/.test("a".repeat(1e4)); /(?=(a+))\1b/.test("a".repeat(1e5))`},
	{"regexp built deep", `try { new RegExp("(".repeat(1e5) + ")".repeat(1e5)) } catch (e) { return e.message.length < 2000 } new RegExp("(?:".repeat(1e5) + ")".repeat(1e5))`},
	{"bigint deep", `let b = 1n; for (let i = 0; i < 20; i++) b = (b << 100000n) + 1n; String(b).length; BigInt("1" + "0".repeat(1e6))`},
	{"replacer awaits", `const f = () => "x".replace("x", async () => f()); f()`},
	{"accessor on the chain", `let o = {get x() { return Object.getPrototypeOf(this) === null ? 0 : this.x }}; for (let i = 0; i < 1000; i++) o = Object.create(o); o.x`},
	{"URL nested", `let u = "http://a/"; for (let i = 0; i < 1000; i++) u = new URL(encodeURIComponent(u), "http://b/").href; u.length`},
}

// nest builds a value that is nested a million levels deep.
const nest = `let a = []; for (let i = 0; i < 1e6; i++) a = [a]; `

func TestDeepRecursion(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(maxGoStack))
	rt := newRuntime(t, codemode.Options{
		Limits: codemode.Limits{MaxInstructions: 40e6, MaxMemoryBytes: 256 << 20},
	})
	for _, c := range deep {
		t.Run(c.name, func(t *testing.T) {
			for _, source := range []string{c.source, "try { " + c.source + " } catch (e) { return e instanceof RangeError && e.message.length < 300 }"} {
				res := execute(t, rt, source)
				if res.Error == nil {
					continue
				}
				t.Logf("%s: %.200s", res.Error.Kind, res.Error.Message)
				if d := res.Error; len(d.Message) > 2000 || d.Message == "" || d.Kind == codemode.ParseError {
					t.Errorf("%.500s", d.Message)
				}
			}
		})
	}
}
