package syntax

// This file checks which TypeScript is accepted and which is refused. With the
// build tag oracle, oracle_test.go compares both lists with esbuild.

import "testing"

// typeScript is accepted.
var typeScript = []string{
	// Annotations.
	"let a: string, b: number | null = 1, c: A.B.C<D>[] = [], d: [a: string, b?: number, ...c: any[]]",
	"let a: { b: c; d?: e, readonly f: g; [k: string]: h; i(j: k): l; m?(): n; new (o: p): q; (r: s): t; get u(): v; set u(w: v) }",
	"let a: { [K in keyof T]: U }, b: { readonly [K in T]?: U }, c: { -readonly [K in T as V]-?: U }, d: { +readonly [K in T]+?: U; }",
	"let a: (b: c, d?: e, ...f: g[]) => h, i: new (j: k) => l, m: abstract new () => n, o: () => void, p: (this: q) => r",
	"let a: (b) => c, d: ({ e, f: g }: h) => i, j: ([k, l]: m) => n, o: (p, q) => r",
	"let a: (b), c: (d | e)[], f: ((g: h) => i) | j, k: (keyof l)[]",
	"let a: typeof b.c, d: typeof import('e'), f: import('g').h<i>, j: typeof k<l>",
	"let a: b extends c ? d : e extends f ? g : h, i: j extends (infer k)[] ? k : never",
	"let a: b extends infer c extends string ? c : d",
	"let a: `b${c}d${e | f}`, g: 'h' | \"i\" | 1 | -1 | 1n | true | null | undefined | void",
	"let a: keyof typeof b, c: readonly d[], e: unique symbol, f: keyof g[h]['i']",
	"let a: | b | c, d: & e & f",
	"let a: Array<Array<Array<b>>>, c: Map<d, Set<e>>= f, g: A<B<C>>",
	"let a: this, b: this['c'], d: object, e: any",
	"let a: asserts, b: is, c: of, d: as, e: type",
	"let a: <T>(b: T) => T, c: new <T>(b: T) => T",
	"let a: [b, c?, ...d[]], e: [], f: [g: h, i?: j], k: readonly [l, m]",
	"let a: b[c][d][], e: f\n[0]",
	"const { a, b }: { a: c, b: d } = e, [f]: g[] = h",
	"function a(b: c): b is d { return true }",
	"function a(b: c): asserts b is d { }",
	"function a(b: c): asserts b { }",
	"function a(this: b): this is c { }",
	"function a<const T, U extends V = W>(b: T): U { }",
	"function a(b?, c?: d) { }",
	"function a(b: c = d, { e }: f = {}, ...g: h[]) { }",
	"const a = (b: c): d => e, f = (g?: h) => i, j = async (k: l): Promise<m> => n",
	"const a = <T>(b: T): T => b, c = <T,>(d) => e, f = async <T>(g: T) => h, i = <T extends U>(j) => k",
	"const a = ({ b }: c) => d, e = ([f]: g) => h, i = (j = 1, k?: l) => m",
	"const a = (b): c is d => e, f = (): asserts g => h",
	"try { } catch (a: unknown) { }",
	"for (const a of b as c[]) { } for (let d: e = 0; ;) { }",
	// Expressions.
	"a as b as c, d satisfies e, f as const, <g>h, <const>[1]",
	"a!, a!.b, a![0], a!(), a!!, a?.b!.c, a!?.b, (a!) = 1, a! += 1, a!++",
	"(a as b) = c, (<d>e) = f, (a as b)++, [a as b] = c, [(a as b)] = c, ({ a: (b as c) } = d)",
	"a<b>(c), a.b<c>(d), a<b, c>(d), a<b<c>>(d), a<b>`c`, new a<b>(c), new a<b>, a?.<b>(c), a?.b<c>(d)",
	"a < b > c, a < b && c > d, a<b>c, a < (b >> c)",
	"const a = b<c>; const d = e<f>, g = 1; [a<b>]; (a<b>); a<b>\nc",
	"a<b>.c, a<b>?.c",
	"a<{ b: c }>(d), a<[b, c]>(d), a<() => b>(c), a<typeof b>(c), a<b[]>(c), a<'b'>(c), a<b | c>(d), a<<T>(b: T) => T>(c)",
	"if (a < b || c > (d)) { }",
	"for (let i = 0; i < n; i++) { }",
	"a ? (b) : c, a ? (b, c) : d, a ? (b) => c : d, a ? b : (c) => d, a ? (b) : (c) => d, a ? (b): c => d : e",
	"a ? (b ? (c) : d) : e, a ? b ? (c) : (d) : e => f, a ? (b => (c)) : d => e",
	"a ? async (b) : c, a ? async (b): Promise<c> => d : e",
	"a ? [(b)] : c, a ? { d: (b) } : c, a ? f((b)) : c, a ? ((b)) : c => d",
	"a ? (b: c) => d : e, a ? (b?: c): d => e : f, a ? (): b => c : d",
	"x = a as any as b ? c : d, x = a as b | c, x = a as { b: c } ? 1 : 2",
	"const a = { b<T>(c: T): T { return c }, async d<T>() { }, get e(): f { return 1 }, set e(g: f) { }, async *[h]<T>() { } }",
	"const a = function <T>(b: T) { }, c = class <T> { }, d = class E<T> extends F<T> { }, e = async function* <T>() { }",
	"type\nfoo\nnamespace\nmodule\ndeclare\nabstract",
	"type = 1; declare = 2; namespace = 3; module = 4; abstract = 5; readonly = 6; as = 7; is = 8; of = 9; infer = 10",
	"as as as, satisfies satisfies satisfies",
	"let as = 1, is = 2, keyof = 3, infer = 4, asserts = 5, type = 6, from = 7, of = 8, global = 9, unique = 10",
	"type.b, type(), type[0], type ? 1 : 2, declare`a`, abstract => 1, async => 2, (type) => 3",
	// Declarations.
	"type A = b; type C<D, E extends F = G> = H\ntype I\n= J",
	"interface A { } interface B<C> extends D, E.F<G> { h: i\nj: k, l: m; n }",
	"declare const a: b, c: d; declare let e; declare var f: g; declare function h(i: j): k; declare class L { m: n; o(): p; constructor() }",
	"declare namespace A { const b: c; function d(): e; namespace F { } } declare module 'g' { } declare global { } declare enum H { }",
	"declare module 'a'; declare abstract class B { abstract c(): d } declare type E = f; declare interface G { } declare async function h(): i",
	"enum A { } enum B { c, d = 1, 'e', 'f-g' = 'h', i = c | d, ['j'] = 1, } const enum K { l }",
	"namespace A { } namespace B.C.D { export const e = 1 } namespace F { export type G = 1; export interface H { } export namespace I { export let j } }",
	"namespace A { import b = c.d; export import e = f.g }",
	"function a(): void; function a(b: c): d; function a(b?) { }",
	"abstract class A { abstract b: c; abstract d(): e; abstract get f(): g; abstract set f(h); abstract readonly i: j; protected abstract k?: l }",
	"class A { public b; private c = 1; protected readonly d: e; static f: g; declare h: i; override j() { } private static readonly k = 1; static async *l() { } static override m() { } }",
	"class A { b?: c; d!: e; f?(): g; 'h'?: i; [j]?: k; #l?: m; 1: n; static [o]: p }",
	"class A { constructor(private b, public readonly c: d = 1, protected e?: f, readonly g?, override h?: i) { } }",
	"class A { [k: string]: any; readonly [k: number]: b; static [k: string]: c }",
	"class A { public; private; static; readonly; declare; abstract; override; get; set; async; accessor; type; is }",
	"class A { public() { } private() { } static() { } readonly() { } declare() { } abstract() { } override() { } get() { } set() { } async() { } }",
	"class A { public\nb; readonly\nc\ndeclare\nd }",
	"class A { constructor(); constructor(b: c); constructor(b?) { } d(): void; d(e: f): g; d(e?) { } static h(): i; static h() { } }",
	"class A<in T, out U, in out V, const W> implements B<T>, C.D { }",
	"class A extends B<C> implements D { } class E extends f.g<H>(i) { } class J extends (k as L)<M> { }",
	"class A { get b(): c { return 1 } set b(d: c) { } static get e() { return 1 } }",
	"class A { b = <T>(c: T) => c; d = async <T,>(e: T) => e; f: g = 1; h = this as any }",
	"declare module 'a' { export = b; export default c; export { d }; export default function e(f: g): h; export as namespace i }",
	"import type A from 'a'", "export type { A, B as C } from 'a'", "export type * as A from 'a'", "import type { A, B as C } from 'a'", "import { type A } from 'a'", "import { type A, type B as C, } from 'a'", "import type * as D from 'a'", "export type { }", "export type A = B", "export interface C { }",
}

// brokenTypeScript is refused.
var brokenTypeScript = []string{
	"let a: b c", "let a: ", "let a: (b", "let a: [b", "let a: { b", "let a: A<b", "let a: b |", "let a: b extends c ? d", "let a: =>", "let a: () =>", "let a: new () b",
	"interface { }", "interface A", "interface A { b c }", "interface A extends { }", "type A", "type A =", "type = A; type A B",
	"enum { A }", "enum A { B C }", "enum A { B = }", "enum A { 1 }", "namespace { }", "declare 1", "abstract class { abstract }  b",
	"function a<T(b) { }", "function a(b: ) { }", "function a<>() { }", "class A<> { }",
	"const a = <T>(b: T => c", "const a = (b: c)", "const a = (b?: c)", "(a?: b)", "x = (a: b, c)", "x = a ? (b: c) : d",
	"a as", "a satisfies", "a as b c", "class A { b: }", "class A { private c: }", "class A { b? c }",
	"class A { constructor(private { b }) { } }", "let a!", "let a!: b = ", "a<b>c<d>()e",
	"import A = ", "let a: `b${c`", "let a: typeof 1", "let a: keyof", "let a: unique symbol[", "let a: infer",
	"import { type A, B } from 'a'", "import { type } from 'a'", "import { type as A } from 'a'", "import { type A from 'a'", "import {} from 'a'", "import type { A, from 'a'", "import type * A from 'a'", "import type A, { B } from 'a'", "import type { A }", "export type {", "import type return from 'a'",
	"x = <>(a) => b", "async <T>(a) b", "a?.<b>c",
}

func TestTypeScript(t *testing.T) {
	for _, src := range typeScript {
		if _, err := Parse(src, Options{}); err != nil {
			t.Errorf("%s\nrefused: %v\n%s", src, err, err.Frame())
		}
	}
	for _, src := range brokenTypeScript {
		if prog, err := Parse(src, Options{}); err == nil {
			t.Errorf("%s\naccepted as %s", src, printBody(prog))
		}
	}
}
