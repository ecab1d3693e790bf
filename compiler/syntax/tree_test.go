package syntax

// This file checks the shape of trees.

import "testing"

func TestTrees(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		// Precedence and associativity.
		{"a + b * c - d", "(- (+ a (* b c)) d)"},
		{"a ** b ** c", "(** a (** b c))"},
		{"a || b && c | d ^ e & f == g < h << i + j * k ** l", "(|| a (&& b (| c (^ d (& e (== f (< g (<< h (+ i (* j (** k l)))))))))))"},
		{"a ?? b ?? c", "(?? (?? a b) c)"},
		{"(a ?? b) || c", "(|| (?? a b) c)"},
		{"a = b = c ? d : e ? f : g", "(= a (= b (? c d (? e f g))))"},
		{"a in b instanceof c", "(instanceof (in a b) c)"},
		{"!a.b++ - -c", "(- (! (x++ (. a b))) (- c))"},
		{"typeof void delete a.b", "(typeof (void (delete (. a b))))"},
		{"(-a) ** 2, -(a ** 2), 2 ** -a", "(, [(** (- a) 2) (- (** a 2)) (** 2 (- a))])"},
		{"a += b -= c **= d >>>= e", "(+= a (-= b (**= c (>>>= d e))))"},
		{"a &&= b ||= c ??= d", "(&&= a (||= b (??= c d)))"},
		{"a < b > c", "(> (< a b) c)"},
		{"a >> b >>> c << d >= e", "(>= (<< (>>> (>> a b) c) d) e)"},
		// Members, calls, chains.
		{"a.b[c].d(e, ...f)", "(call (. (.[] (. a b) c) d) [e ...f])"},
		{"new a.b(c).d", "(. (new (. a b) [c]) d)"},
		{"new new a(b)(c)", "(new (new a [b]) [c])"},
		{"new a", "(new a [])"},
		{"a?.b.c(d)?.[e]", "(chain (?.[] (call (. (?. a b) c) [d]) e))"},
		{"(a?.b).c", "(. (chain (?. a b)) c)"},
		{"(a?.b)()", "(call (chain (?. a b)) [])"},
		{"a?.(b)", "(chain (?.call a [b]))"},
		{"a?.5:b", "(? a 0.5 b)"},
		{"a.if.class.await", "(. (. (. a if) class) await)"},
		{"tag`a${b}c`.d`e`", "(tag (. (tag tag (template \"a\" b \"c\")) d) (template \"e\"))"},
		{"async(a)", "(call async [a])"},
		{"async.b", "(. async b)"},
		// Literals.
		{"[a, , ...b, ]", "(array [a _ ...b])"},
		{"[,]", "(array [_])"},
		{"x = {a, b: c, [d]: e, 'f': 1, 0x10: 2, 1e21: 3, .5: 4, 10n: 5, if: 6}", `(= x {short a:a, b:c, [d]:e, "f":1, "16":2, "1e+21":3, "0.5":4, "10":5, if:6})`},
		{"x = {a() {}, async b() {}, *c() {}, async *d() {}, get e() {}, set e(f) {}, ...g}",
			"(= x {method a:(fn<method> () []), method b:(fn<async method> () []), method c:(fn<* method> () []), method d:(fn<async * method> () []), get e:(fn<method get> () []), set e:(fn<method set> (f) []), ...g})"},
		{"x = {get, set, async, static: 1, get: 2, async: 3}", "(= x {short get:get, short set:set, short async:async, static:1, get:2, async:3})"},
		{"0b101 + 0o17 + 0xFF + 1_000 + 1.5e3 + .5 + 5.", "(+ (+ (+ (+ (+ (+ 5 15) 255) 1000) 1500) 0.5) 5)"},
		{"1n + 0xFFn + 1_0n", "(+ (+ 1n 0xffn) 10n)"},
		{`'\x41\u0042\u{43}\n\
d'`, `"ABC\nd"`},
		{`'\uD83D\uDE00'`, `"😀"`},
		{`'\uD83D'`, `"\xed\xa0\xbd"`},
		{"`a\\nb`", `(template "a\nb")`},
		{"t`\\u`", "(tag t (template raw\"\\\\u\"))"},
		{"`\r\n`", `(template "\n")`},
		{"a / b / c", "(/ (/ a b) c)"},
		{"x = /[/]\\/b/gi", "(= x /[/]\\/b/gi)"},
		{"a = b\n/c/g", "(= a (/ (/ b c) g))"},
		{"if (a) /b/.c()", "(if a (call (. /b/ c) []) _)"},
		// Arrow functions and patterns.
		{"x = a => b => c", "(= x (fn<=> inner> (a) (fn<=>> (b) c)))"},
		{"x = (a, {b, c: [d]}, [e = 1] = f, ...g) => 1", "(= x (fn<=>> (a {b:b c:[d]} [e=1]=f ...g) 1))"},
		{"x = async (a) => await a", "(= x (fn<async => await> (a) (await a)))"},
		{"x = async a => { await a }", "(= x (fn<async => await> (a) [(await a)]))"},
		{"x = async => async", "(= x (fn<=>> (async) async))"},
		{"x = () => ({a})", "(= x (fn<=>> () {short a:a}))"},
		{"x = ({a = 1}) => a", "(= x (fn<=>> ({a:a=1}) a))"},
		{"[a, b.c, [d], {e, f: g.h = 1}, ...i] = j", "(= [a (. b c) [d] {e:e f:(. g h)=1} ...i] j)"},
		{"({a, b: c = d, ['e']: f, ...g} = h)", "(= {a:a b:c=d [\"e\"]:f ...g} h)"},
		{"const {a, b: [c = 1, , ...d], ...e} = f", "(const {a:a b:[c=1 _ ...d] ...e}=f)"},
		{"x = a ? (b) : c => d", "(= x (? a b (fn<=>> (c) d)))"},
		{"x = a ? (b): c => d : e", "(= x (? a (fn<=>> (b) d) e))"},
		{"x = a ? (b) => (c) : d => e", "(= x (? a (fn<=>> (b) c) (fn<=>> (d) e)))"},
		{"x = a ? (b, c) => { return d } : null", "(= x (? a (fn<=>> (b c) [(return d)]) null))"},
		{"x = a ? b ? (c) : d : e", "(= x (? a (? b c d) e))"},
		{"x = a ? async (b): T => c : d", "(= x (? a (fn<async =>> (b) c) d))"},
		// Functions.
		{"async function* f(a, b = 1, ...c) { yield* a; await b }", "(fn<async * await yield> f (a b=1 ...c) [(yield* a) (await b)])"},
		{"x = function () { return () => [this, arguments, new.target] }",
			"(= x (fn<this arguments new.target inner> () [(return (fn<=> this arguments new.target> () (array [this arguments new.target])))]))"},
		{"x = function (a = () => this) {}", "(= x (fn<this inner> (a=(fn<=> this> () this)) []))"},
		{"x = (a = this) => 1", "(= x (fn<=> this> (a=this) 1))"},
		{"x = function* () { yield; yield a; [yield] }", "(= x (fn<* yield> () [(yield _) (yield a) (array [(yield _)])]))"},
		// Classes.
		{"class A extends B { constructor() { super(); super.a } static #b = 1; c() { return this.#b } get d() {} static { e } [f] = 2; 'g'; static async *h() {} }",
			"(class A extends B (fn<method constructor derived this super super()> () [(super() []) (super. a)]) static field #b (fn<field> () 1) method c (fn<method this> () [(return (.# this b))]) get d (fn<method get> () []) static block (fn<static> () [e]) field [f] (fn<field> () 2) field \"g\" static method h (fn<async * method> () []))"},
		{"class A { static; get; set; async; static static; static get() {} get() {} set() {} async() {} static async() {} get\nx() {} static\ny }",
			"(class A field static field get field set field async static field static static method get (fn<method> () []) method get (fn<method> () []) method set (fn<method> () []) method async (fn<method> () []) static method async (fn<method> () []) get x (fn<method get> () []) static field y)"},
		{"class A { #a; static b(c) { return #a in c } }", "(class A field #a static method b (fn<method> (c) [(return (in #a c))]))"},
		// Statements.
		{"if (a) b; else if (c) d; else { e }", "(if a b (if c d (block [e])))"},
		{"for (;;) { break } for (var i = 0, j; i < 1; i++) ; for (a.b in c) ; for (const [x] of y) ; for (let of of of) ;",
			"(for _ _ _ (block [(break )])) (for (var i=0 j) (< i 1) (x++ i) ;) (for-in (. a b) c ;) (for-of const [x] y ;) (for-of let of of ;)"},
		{"for await (x of y) ; for (let i = 'a' in b ? 1 : 2;;) ;", ""},
		{"for (let i = ('a' in b) ? 1 : 2;;) break", "(for (let i=(? (in \"a\" b) 1 2)) _ _ (break ))"},
		{"for ({a = 1} of b) ;", "(for-of {a:a=1} b ;)"},
		{"for (async of => {}; a;) ;", "(for (fn<async =>> (of) []) a _ ;)"},
		{"a: b: while (c) { continue a }", "(label a (label b (while c (block [(continue a)]))))"},
		{"do a\nwhile (b) c", "(do a b) c"},
		{"switch (a) { case b: c; d; default: case e: }", "(switch a (case b [c d]) (case _ []) (case e []))"},
		{"try { a } catch { b } try { c } catch ({d}) { } finally { e }", "(try (block [a]) (catch _ (block [b]))) (try (block [c]) (catch {d:d} (block [])) (block [e]))"},
		{"a\nb\n++c", "a b (++x c)"},
		{"return\na", "(return _) a"},
		{"debugger; throw a", "debugger (throw a)"},
		// TypeScript.
		{"let x: number = 1, y!: string, z = <any>a as T satisfies U", "(let x=1 y z=a)"},
		{"f<T>(x); new Map<K, V<W>>(); a < b; (a<b>(c)); f<T>`x`; g = f<T>; a?.b<T>(c); a?.<T>(c)",
			"(call f [x]) (new Map []) (< a b) (call a [c]) (tag f (template \"x\")) (= g f) (chain (call (?. a b) [c])) (chain (?.call a [c]))"},
		{"x = a! + b!.c! - d![e]", "(= x (- (+ a (. b c)) (.[] d e)))"},
		{"x = <T,>(a: T, b?: U, c: V = 1, ...d: W[]): a is X => a", "(= x (fn<=>> (a b c=1 ...d) a))"},
		{"function f(this: T, a?: U): asserts a is V; function f(a) {}", "(fn<> f (a) [])"},
		{"class A<T> extends B<T> implements C<T>, D { constructor(private a: T, readonly b = 1) { super() } declare c: T; d?: U; e!: V; abstract f(): T; m(): void; m() {} [k: string]: T; override static readonly g: T = 1 }",
			"(class A extends B (fn<method constructor derived this super()> (this.a this.b=1) [(super() [])]) field d field e method m (fn<method> () []) static field g (fn<field> () 1))"},
		{"enum E { A, B = 'b', 'c' = A | 1 } const enum F { G } enum E { H }", "(enum E A B=\"b\" c=(| A 1)) (enum F G) (enum E merges H)"},
		{"namespace A.B { export const c = 1, {d} = e; f; export function g() {} } namespace A { type X = 1 }", "(namespace A [B] [(export (namespace B [c d g] [(export (const c=1 {d:d}=e)) f (export (fn<> g () []))]))])"},
		{"function f() {} namespace f { export let a }", "(fn<> f () []) (namespace f merges [a] [(export (let a))])"},
		{"type A = B; interface C {} declare const d: E; declare module 'x' { export default y; } import type F from 'g'; export type H = I; abstract class J {}", "(class J)"},
		{"import a = b.c", "(const a=(. b c))"},
		{"type = 1; declare = type; abstract\nnamespace\nis", "(= type 1) (= declare type) abstract namespace is"},
	} {
		prog, err := Parse(c.src, Options{})
		if err != nil {
			if c.want != "" {
				t.Errorf("%s: %v\n%s", c.src, err, err.Frame())
			}
			continue
		}
		if got := printBody(prog); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.src, got, c.want)
		}
		if in := inspect(prog); in.problem != "" {
			t.Errorf("%s: %s", c.src, in.problem)
		}
	}
}

func TestFunctionFacts(t *testing.T) {
	prog, err := Parse(`
		var a; let b; function c() {}
		{ var d; function e() {} var a; }
		function f(p, q) { var p; let r; for (var s of q) {} }
		function g({ p }) {}
	`, Options{})
	if err != nil {
		t.Fatal(err)
	}
	main := prog.Main
	check := func(fn *Function, vars string, lexical, simple bool) {
		t.Helper()
		got := ""
		for _, v := range fn.Vars {
			got += v + " "
		}
		if got != vars || fn.Lexical != lexical || (fn.Flags&FuncSimpleParams != 0) != simple {
			t.Errorf("vars %q, lexical %v, simple %v", got, fn.Lexical, fn.Flags&FuncSimpleParams != 0)
		}
	}
	check(main, "a c d f g ", true, true)
	check(main.Body[4].(*FuncDecl).Fn, "p s ", true, true)
	check(main.Body[5].(*FuncDecl).Fn, "", false, false)
	if b := main.Body[3].(*Block); !b.Lexical {
		t.Error("the block with a function declares something lexical")
	}
}

func TestOffsets(t *testing.T) {
	src := "const größe = (a, b) => a.b?.[c] + `x${y}`;\nclass K { static async m(p) { } }"
	prog, err := Parse(src, Options{})
	if err != nil {
		t.Fatal(err)
	}
	text := func(n Node) string { s := n.Range(); return src[s.Start:s.End] }
	d := prog.Main.Body[0].(*VarDecl)
	fn := d.Decls[0].Init.(*Function)
	sum := fn.ExprBody.(*Binary)
	chain := sum.X.(*OptChain).X.(*Index)
	m := prog.Main.Body[1].(*ClassDecl).Class.Members[0]
	for _, c := range []struct{ got, want string }{
		{text(d), "const größe = (a, b) => a.b?.[c] + `x${y}`;"},
		{text(d.Decls[0].Target), "größe"},
		{text(fn), "(a, b) => a.b?.[c] + `x${y}`"},
		{text(fn.Params[1]), "b"},
		{src[sum.OpPos : sum.OpPos+1], "+"},
		{text(chain), "a.b?.[c]"},
		{text(chain.Object), "a.b"},
		{src[chain.Object.(*Dot).NamePos:][:1], "b"},
		{text(sum.Y), "`x${y}`"},
		{text(sum.Y.(*TemplateLit).Quasis[0]), "x"},
		{text(m), "static async m(p) { }"},
		{text(m.Fn), "async m(p) { }"},
		{src[m.Fn.BodySpan.Start:m.Fn.BodySpan.End], "{ }"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestKeywordTable(t *testing.T) {
	slots := map[uint]string{}
	for _, k := range keywordList {
		h := keywordHash(k.text)
		if other := slots[h]; other != "" {
			t.Errorf("%s and %s share a slot", k.text, other)
		}
		slots[h] = k.text
		if keyword(k.text) != k.tok {
			t.Errorf("%s is not found", k.text)
		}
	}
	for _, s := range []string{"a", "If", "iff", "constructor", "undefined", "toString"} {
		if keyword(s) != tIdent {
			t.Errorf("%s is a keyword", s)
		}
	}
}

func TestReleaseReusesMemory(t *testing.T) {
	const first, second = "const a = f(x => x.y, [1, 2]); return a", "return { b: `t${g}` }"
	want := map[string]string{}
	for _, src := range []string{first, second} {
		prog, err := Parse(src, Options{})
		if err != nil {
			t.Fatal(err)
		}
		want[src] = printBody(prog)
	}
	for range 50 {
		for _, src := range []string{first, second} {
			prog, err := Parse(src, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := printBody(prog); got != want[src] {
				t.Fatalf("got %s, want %s", got, want[src])
			}
			prog.Release()
			prog.Release()
		}
	}
}
