package main

// This file holds the features of the language, each with a program that uses it and the value the program has.

type feature struct {
	name    string
	program string
	value   string // JSON
}

type area struct {
	name     string
	features []feature
}

var areas = []area{
	{"Values and operators", []feature{
		{"numbers in all notations, separators", `return [0x1F, 0b101, 0o17, 1_000, 1e3, .5]`, `[31,5,15,1000,1000,0.5]`},
		{"BigInt", `return String(2n ** 64n + 1n)`, `"18446744073709551617"`},
		{"strings are UTF-16", `return ["😀".length, [..."😀"].length, "a\u{1F600}".codePointAt(1)]`, `[2,1,128512]`},
		{"template literals", "const n = 2; return `${n} + ${n} = ${n + n}`", `"2 + 2 = 4"`},
		{"tagged templates", "const tag = (s, ...v) => s.raw.join('|') + v; return tag`a${1}\\n${2}`", `"a|\\n|1,2"`},
		{"regular-expression literals", `return "2026-12-01".match(/(?<y>\d{4})-(?<m>\d\d)/).groups.m`, `"12"`},
		{"exponentiation", `return [2 ** 10, (-2) ** 3]`, `[1024,-8]`},
		{"logical assignment, nullish coalescing", `let a = null; a ??= 1; a &&= a + 1; a ||= 9; return [a, 0 ?? 5, null ?? 5]`, `[2,0,5]`},
		{"optional chaining", `const o = { f: () => 1 }; return [o?.f?.(), o.x?.y.z, o.g?.()]`, `[1,null,null]`},
		{"typeof, void, in, instanceof, delete", `const o = { a: 1 }; return [typeof o, void 0, "a" in o, [] instanceof Array, delete o.a, "a" in o]`, `["object",null,true,true,true,false]`},
		{"comparison and conversion", `return [1 == "1", null == undefined, NaN === NaN, "b" > "a", [] + {}, +"12"]`, `[true,true,false,true,"[object Object]",12]`},
		{"bit operations", `return [5 & 3, 5 | 3, 5 ^ 3, ~5, 1 << 31, -1 >>> 28, -8 >> 1]`, `[1,7,6,-6,-2147483648,15,-4]`},
		{"symbols", `const s = Symbol("s"); const o = { [s]: 1 }; return [s.description, o[s], Object.keys(o), Symbol.for("x") === Symbol.for("x")]`, `["s",1,[],true]`},
	}},
	{"Declarations and scope", []feature{
		{"let, const, var; blocks", `let a = 1; { let a = 2; var b = a } return [a, b]`, `[1,2]`},
		{"temporal dead zone", `try { return x; let x } catch (e) { return e.name }`, `"ReferenceError"`},
		{"one binding per iteration", `const f = []; for (let i = 0; i < 3; i++) f.push(() => i); return f.map((g) => g())`, `[0,1,2]`},
		{"functions are hoisted", `return f(); function f() { return 1 }`, `1`},
		{"destructuring with defaults and rest", `const { a, b: { c = 3 } = {}, ...r } = { a: 1, x: 9 }; const [h, , ...t] = [1, 2, 3, 4]; return [a, c, r, h, t]`, `[1,3,{"x":9},1,[3,4]]`},
		{"destructuring assignment", `let a = 1, b = 2; [a, b] = [b, a]; ({ a: b } = { a: 7 }); return [a, b]`, `[2,7]`},
		{"closures", `const counter = () => { let n = 0; return () => ++n }; const c = counter(); c(); return c()`, `2`},
	}},
	{"Statements", []feature{
		{"for, while, do", `let n = 0; for (let i = 0; i < 3; i++) n += i; while (n < 10) n++; do n++; while (n < 5); return n`, `11`},
		{"for...of, for...in", `const r = []; for (const x of new Set([1, 2])) r.push(x); for (const k in { a: 1 }) r.push(k); return r`, `[1,2,"a"]`},
		{"for await", `const r = []; for await (const x of [Promise.resolve(1), 2]) r.push(x); return r`, `[1,2]`},
		{"labels, break, continue", `let n = 0; outer: for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) { if (j === 1) continue outer; if (i === 2) break outer; n++ } return n`, `2`},
		{"switch", `switch (3) { case 1: return "one"; default: return "other"; case 3: return "three" }`, `"three"`},
		{"try, catch, finally", `const r = []; try { try { throw 1 } finally { r.push("f") } } catch { r.push("c") } return r`, `["f","c"]`},
		{"semicolons may be left out", "let a = 1\nlet b = a\n++b\nreturn b", `2`},
	}},
	{"Objects and arrays", []feature{
		{"shorthand, computed keys, methods, accessors", `const a = 1, k = "b"; const o = { a, [k + 1]: 2, m() { return this.a }, get g() { return 3 }, set g(v) { this.a = v } }; o.g = 5; return [o.m(), o.b1, o.g]`, `[5,2,3]`},
		{"spread", `return [{ ...{ a: 1 }, b: 2 }, [...[1], ..."ab"], Math.max(...[1, 3])]`, `[{"a":1,"b":2},[1,"a","b"],3]`},
		{"property order", `return Object.keys({ b: 1, 2: 1, a: 1, 1: 1 })`, `["1","2","b","a"]`},
		{"descriptors, freeze, seal", `const o = Object.freeze({ a: 1 }); try { o.a = 2 } catch (e) { return [e.name, Object.getOwnPropertyDescriptor(o, "a").writable] }`, `["TypeError",false]`},
		{"Object.create, getPrototypeOf", `const p = { hi() { return "hi" } }; const o = Object.create(p); return [o.hi(), Object.getPrototypeOf(o) === p]`, `["hi",true]`},
		{"holes", `const a = [1, , 3]; return [a.length, 1 in a, a.map((x) => x * 2).length]`, `[3,false,3]`},
		{"getters of super in literals", `const p = { f() { return 1 } }; const o = Object.assign(Object.create(p), { own: 1 }); return o.f() + o.own`, `2`},
	}},
	{"Functions", []feature{
		{"defaults, rest, arguments", `function f(a, b = a + 1, ...r) { return [a, b, r, arguments.length] } return f(1, undefined, 3)`, `[1,2,[3],3]`},
		{"arrows keep this", `const o = { n: 1, f() { return [1, 2].map((x) => x + this.n) } }; return o.f()`, `[2,3]`},
		{"call, apply, bind", `function f(b) { return this.a + b } return [f.call({ a: 1 }, 2), f.apply({ a: 1 }, [3]), f.bind({ a: 1 }, 4)()]`, `[3,4,5]`},
		{"names and lengths", `const f = (a, b) => {}; return [f.name, f.length, (class K {}).name]`, `["f",2,"K"]`},
		{"source text", `return (function f() { return 1 }).toString()`, `"function f() { return 1 }"`},
		{"new.target", `function F() { return { t: new.target === F } } return new F().t`, `true`},
		{"recursion to 10 000 calls", `const f = (n) => (n === 0 ? 0 : 1 + f(n - 1)); return f(9000)`, `9000`},
	}},
	{"Classes", []feature{
		{"fields, methods, accessors, static", `class A { n = 1; static s = 2; get d() { return this.n * 2 } static m() { return this.s } } return [new A().d, A.m()]`, `[2,2]`},
		{"private names, #x in o", `class A { #x = 1; #m() { return this.#x } static is(o) { return #x in o } get() { return this.#m() } } return [new A().get(), A.is(new A()), A.is({})]`, `[1,true,false]`},
		{"static blocks, computed names", `class A { static n; static { this.n = 5 } ["a" + 1]() { return A.n } } return new A().a1()`, `5`},
		{"extends, super", `class A { constructor(n) { this.n = n } f() { return this.n } } class B extends A { constructor() { super(3) } f() { return super.f() + 1 } } return new B().f()`, `4`},
		{"extends of built-ins", `class L extends Array { sum() { return this.reduce((a, b) => a + b, 0) } } return [L.from([1, 2]).map((x) => x * 2).sum(), new L() instanceof Array]`, `[6,true]`},
		{"classes of errors", `class NotFound extends Error { constructor(id) { super("no " + id, { cause: id }); this.name = "NotFound" } } try { throw new NotFound(7) } catch (e) { return [String(e), e.cause, e instanceof NotFound] }`, `["NotFound: no 7",7,true]`},
		{"Symbol.hasInstance, toPrimitive, toStringTag", `class A { static [Symbol.hasInstance](n) { return n === 1 } get [Symbol.toStringTag]() { return "T" } [Symbol.toPrimitive]() { return 4 } } return [1 instanceof A, String(Object.prototype.toString.call(new A())), +new A()]`, `[true,"[object T]",4]`},
		{"accessors with static private members", `class A { static #n = 0; static next() { return ++A.#n } } A.next(); return A.next()`, `2`},
	}},
	{"Iteration and generators", []feature{
		{"the iterator protocol", `const o = { *[Symbol.iterator]() { yield 1; yield 2 } }; return [...o]`, `[1,2]`},
		{"generators: next, return, throw", `function* g() { try { const x = yield 1; yield x } finally { yield "f" } } const i = g(); return [i.next().value, i.next(5).value, i.return(9).value, i.next()]`, `[1,5,"f",{"value":9,"done":true}]`},
		{"yield*", `function* a() { return yield* [1, 2] } return [...a()]`, `[1,2]`},
		{"async generators", `async function* g() { yield 1; yield Promise.resolve(2) } const r = []; for await (const x of g()) r.push(x); return r`, `[1,2]`},
		{"iterators are closed", `let closed = 0; const o = { [Symbol.iterator]: () => ({ next: () => ({ value: 1 }), return() { closed++; return {} } }) }; for (const x of o) break; const [y] = o; return closed`, `2`},
		{"iterator helpers", `function* n() { let i = 0; for (;;) yield i++ } return n().filter((x) => x % 2).map((x) => x * x).take(3).toArray()`, `[1,9,25]`},
		{"Iterator.from", `return Iterator.from({ i: 0, next() { return { value: this.i, done: this.i++ > 2 } } }).toArray()`, `[0,1,2]`},
	}},
	{"Asynchronous programs", []feature{
		{"async functions, await anywhere in them", `const f = async (x) => (await x) + 1; return await f(Promise.resolve(1))`, `2`},
		{"then, catch, finally", `return await Promise.reject(new Error("x")).catch((e) => e.message).finally(() => 0).then((m) => m + "!")`, `"x!"`},
		{"all, allSettled, race, any", `const r = Promise.reject(1); return [await Promise.all([1, 2]), (await Promise.allSettled([r])).map((s) => s.status), await Promise.race([5, 6]), await Promise.any([r, 7])]`, `[[1,2],["rejected"],5,7]`},
		{"withResolvers, try", `const { promise, resolve } = Promise.withResolvers(); resolve(3); return [await promise, await Promise.try(() => 4)]`, `[3,4]`},
		{"order of jobs", `const o = []; Promise.resolve().then(() => o.push(2)); (async () => { o.push(0); await null; o.push(3) })(); o.push(1); await null; await null; return o`, `[0,1,2,3]`},
		{"thenables", `return await { then(resolve) { resolve(8) } }`, `8`},
		{"Array.fromAsync", `return await Array.fromAsync([1, Promise.resolve(2)], (x) => x * 2)`, `[2,4]`},
	}},
	{"Errors", []feature{
		{"all types, cause", `const e = new RangeError("r", { cause: 1 }); return [e.name, e.message, e.cause, e instanceof Error, Object.prototype.toString.call(e)]`, `["RangeError","r",1,true,"[object Error]"]`},
		{"AggregateError", `try { await Promise.any([Promise.reject(1)]) } catch (e) { return [e.name, e.errors] }`, `["AggregateError",[1]]`},
		{"stack", `return typeof new Error("x").stack`, `"string"`},
	}},
	{"TypeScript", []feature{
		{"annotations, interfaces, type aliases", `interface P { x: number; y?: string } type N = P["x"] | null; const p: P = { x: 1 }; const n: N = p.x; return n`, `1`},
		{"generics, as, satisfies, non-null", `const id = <T,>(x: T): T => x; const v = id<number>(1) as unknown as number; const o = { a: 1 } satisfies Record<string, number>; return [v!, o.a]`, `[1,1]`},
		{"enums", `enum E { A, B = 5, C, D = "d" } const enum F { X = 1 << 2 } return [E.A, E.C, E[5], E.D, F.X]`, `[0,6,"B","d",4]`},
		{"namespaces", `namespace N { export const a = 1; export function f() { return a + 1 } } return N.f()`, `2`},
		{"parameter properties, access modifiers, abstract", `abstract class A { abstract f(): number; constructor(protected readonly n: number) {} } class B extends A { f() { return this.n } } return new B(3).f()`, `3`},
		{"overloads, optional and this parameters", `function f(a: string): string; function f(a: number): number; function f(this: void, a: any, b?: number) { return a } return f(1)`, `1`},
		{"declare, import type, index signatures", `declare const x: number; type M = { [key: string]: number }; const m: M = { a: 1 }; return m.a`, `1`},
		{"definite assignment", `let x!: number; x = 2; class A { y!: string } return [x, new A().y === undefined]`, `[2,true]`},
	}},
}
