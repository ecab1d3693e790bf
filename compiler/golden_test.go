package compiler

// This file holds the code that the important shapes compile to, one line a case.

import (
	"strings"
	"testing"

	"github.com/neurocode-ai/codemode/vm/bytecode"
)

// TestGolden compares the code of the program, or of a function inside: "0" is its first function, "0/1" the second of that.
func TestGolden(t *testing.T) {
	for _, c := range []struct{ name, source, function, want string }{
		{
			"sum loop", `let s = 0; for (let i = 0; i < n; i++) s = s + i % 7`, "",
			`loadint r1 0; loadint r2 0; jump 6; modi r3 r2 7; add r1 r1 r3; inc r2 r2; getglobal r3 .n; jlt r2 r3 3; returnundef`,
		},
		{
			"constant limit", `for (let i = 0; i < 1000; i += 1) f(i)`, "",
			`loadint r1 0; getglobal r2 .f; move r4 r1; call r2 1; forltk r1 1000 1; returnundef`,
		},
		{
			"local limit", `for (let i = 0, n = f(); i < n; i++) {}`, "",
			`loadint r1 0; getglobal r2 .f; call r2 0; jnlt r1 r2 5; forlt r1 r2 4; returnundef`,
		},
		{
			"length limit", `const a = []; for (let i = 0; i < a.length; i++) {}`, "",
			`newarray r1 r1 0; loadint r2 0; getlength r3 r1 .length; jnlt r2 r3 6; getlength r3 r1 .length; forlt r2 r3 4; returnundef`,
		},
		{
			"length limit, i unknown", `const a = []; for (let i = f(); i < a.length; i++) {}`, "",
			`newarray r1 r1 0; getglobal r2 .f; call r2 0; jump 5; inc r2 r2; getlength r3 r1 .length; jlt r2 r3 4; returnundef`,
		},
		{
			"while", `let n = 0; while (n < 10) n += 2`, "",
			`loadint r1 0; jump 3; addi r1 r1 2; jlti r1 10 2; returnundef`,
		},
		{
			"half", `let s = 0; s = s + 0.5; s *= 3; s -= 1`, "",
			`loadint r1 0; addk r1 r1 0.5; muli r1 r1 3; subi r1 r1 1; returnundef`,
		},
		{
			"property", `let o = {x: 1}; o.x = o.x + 1`, "",
			`loadint r1 1; objectlit r1 r1 1 {x}; getprop r2 r1 .x; addi r2 r2 1; setprop r1 r2 .x; returnundef`,
		},
		{
			"compound element", `let a = [], i = 0; a[i] += 2`, "",
			`newarray r1 r1 0; loadint r2 0; getelemref r3 r1 r2; addi r3 r3 2; setelem r1 r4 r3; returnundef`,
		},
		{
			"element with known key", `let a = [], i = 0; a[i + 1] += 2`, "",
			`newarray r1 r1 0; loadint r2 0; addi r3 r2 1; getelem r4 r1 r3; addi r4 r4 2; setelem r1 r3 r4; returnundef`,
		},
		{
			"constant index", `return a[0] + a["1"] + a["x"]`, "",
			`getglobal r1 .a; getelemi r1 r1 0; getglobal r2 .a; getelemi r2 r2 1; add r1 r1 r2; getglobal r2 .a; getprop r2 r2 .x; add r1 r1 r2; return r1`,
		},
		{
			"call in place", `const x = f(g(1), 2); return x.y(x)`, "",
			`getglobal r1 .f; getglobal r3 .g; loadint r5 1; call r3 1; loadint r4 2; call r1 2; getmethod r2 r1 .y; move r4 r1; callmethod r2 1; return r2`,
		},
		{
			"method chain", `return a.map(f).filter(g)`, "",
			`getglobal r1 .a; getmethod r1 r1 .map; getglobal r3 .f; callmethod r1 1; getmethod r1 r1 .filter; getglobal r3 .g; callmethod r1 1; return r1`,
		},
		{
			"operand copied", `let x = 1; return x + (x = 2)`, "",
			`loadint r1 1; move r3 r1; loadint r1 2; add r2 r3 r1; return r2`,
		},
		{
			"operand not copied", `let x = 1, y = 2; x = 3; return x + (y = 2)`, "",
			`loadint r1 1; loadint r2 2; loadint r1 3; loadint r2 2; add r3 r1 r2; return r3`,
		},
		{
			"key before value", `let a = [], i = 0; a[i] = i = 2`, "",
			`newarray r1 r1 0; loadint r2 0; move r3 r2; loadint r2 2; setelem r1 r3 r2; returnundef`,
		},
		{
			"arguments copied", `let x = 1; f(x, x = 2)`, "",
			`loadint r1 1; getglobal r2 .f; move r4 r1; loadint r1 2; move r5 r1; call r2 2; returnundef`,
		},
		{
			"condition", `if (a === "x" && b != null || !c) d()`, "",
			`getglobal r1 .a; jsnek r1 "x" 4; getglobal r1 .b; jnotnullish r1 6; getglobal r1 .c; jtrue r1 8; getglobal r1 .d; call r1 0; returnundef`,
		},
		{
			"compare swapped", `let x = 1; if (5 < x) f(); if (null === x) g()`, "",
			`loadint r1 1; jngti r1 5 4; getglobal r2 .f; call r2 0; loadnull r2; jsne r2 r1 8; getglobal r2 .g; call r2 0; returnundef`,
		},
		{
			"undefined", `let x; if (x === undefined) f(); if (void 0 !== x) g()`, "",
			`loadundef r1; jnotundef r1 4; getglobal r2 .f; call r2 0; jundef r1 7; getglobal r2 .g; call r2 0; returnundef`,
		},
		{
			"typeof", `if (typeof x === "string") f()`, "",
			`typeofglobal r1 .x; jsnek r1 "string" 4; getglobal r1 .f; call r1 0; returnundef`,
		},
		{
			"conditional return", `return a ? 1 : 2`, "",
			`getglobal r1 .a; jfalse r1 4; loadint r1 1; return r1; loadint r1 2; return r1`,
		},
		{
			"logical into variable", `let x = 1; x = a || x`, "",
			`loadint r1 1; getglobal r2 .a; jtrue r2 4; jump 5; move r1 r2; returnundef`,
		},
		{
			"folding", `return [24 * 60 * 60 * 1000, -1, 0xFF & x, x * 2, 2 * x, x - 0.5, -0]`, "",
			`loadint r1 86400000; loadint r2 -1; getglobal r3 .x; andi r3 r3 255; getglobal r4 .x; muli r4 r4 2; getglobal r5 .x; muli r5 r5 2; getglobal r6 .x; subk r6 r6 0.5; loadk r7 -0; newarray r1 r1 7; return r1`,
		},
		{
			"object", `const a = 1; return { a, b: 2, c() {} }`, "",
			`loadint r1 1; move r2 r1; loadint r3 2; closure r4 F0; objectlit r2 r2 3 {a b c}; return r2`,
		},
		{
			"object in parts", `return { a: 1, [k]: 2, 0: 3, ...r, get g() { return 1 } }`, "",
			`loadint r1 1; objectlit r1 r1 1 {a}; getglobal r2 .k; tokey r2 r2; loadint r3 2; initelem r1 r2 r3; loadint r2 0; loadint r3 3; initelem r1 r2 r3; getglobal r2 .r; copyprops r1 r2; loadk r2 "g"; closure r3 F0; defmethod r1 r2 r3 5; return r1`,
		},
		{
			"template", "const x = 1; return `a${x}b`", "",
			`loadint r1 1; loadk r2 "a"; move r3 r1; loadk r4 "b"; concat r2 r2 3; return r2`,
		},
		{
			"template order", "return `${a}${b}`", "",
			`getglobal r1 .a; tostring r1 r1; getglobal r2 .b; concat r1 r1 2; return r1`,
		},
		{
			"optional chain", `return a?.b.c?.(1)`, "",
			`getglobal r1 .a; jnullish r1 8; getprop r1 r1 .b; getmethod r1 r1 .c; jnullish r1 8; loadint r3 1; callmethod r1 1; jump 9; loadundef r1; return r1`,
		},
		{
			"optional chain as condition", `if (a?.b) f()`, "",
			`getglobal r1 .a; jnullish r1 6; getprop r1 r1 .b; jfalse r1 6; getglobal r1 .f; call r1 0; returnundef`,
		},
		{
			"captured", `let n = 0; const f = () => n++; return f`, "0",
			`getfree r2 free0; tonumeric r1 r2; inc r2 r1; setfree r2 free0; return r1`,
		},
		{
			"captured, declared", `let n = 0; const f = () => n++; return f`, "",
			`loadint r1 0; newcell r1 r1; closure r2 F0; return r2`,
		},
		{
			"recursive arrow", `const f = (n) => f(n - 1)`, "0",
			`getfree r2 free0; subi r4 r1 1; call r2 1; return r2`,
		},
		{
			"not yet initialised", `f(); const x = 1; function f() { return x }`, "",
			`loadhole r2; newcell r2 r2; closure r1 F0; move r3 r1; call r3 0; loadint r3 1; setcell r2 r3; returnundef`,
		},
		{
			"not yet initialised, inside", `f(); const x = 1; function f() { return x }`, "0",
			`getfreechk r1 free0; return r1`,
		},
		{
			"tdz in register", `{ x; let x = 1 }`, "",
			`loadhole r1; checkinit r1 "x"; loadint r1 1; returnundef`,
		},
		{
			"iteration binding", `for (let i = 0; i < 3; i++) f(() => i)`, "",
			`loadint r1 0; newcell r1 r1; getcell r2 r1; newcell r1 r2; jump 13; getglobal r2 .f; closure r4 F0; call r2 1; getcell r2 r1; newcell r1 r2; getcell r2 r1; inc r2 r2; setcell r1 r2; getcell r2 r1; jlti r2 3 5; returnundef`,
		},
		{
			"for of", `for (const x of a) s(x)`, "",
			`getglobal r1 .a; getiter r1 r1; jump 6; getglobal r5 .s; move r7 r4; call r5 1; iterloop r1 r4 3; jump 10; iterclosethrow r1; throw r5; returnundef`,
		},
		{
			"for of, left", `for (const x of a) if (x) break`, "",
			`getglobal r1 .a; getiter r1 r1; jump 4; jtrue r4 6; iterloop r1 r4 3; jump 10; iterclose r1; jump 10; iterclosethrow r1; throw r5; returnundef`,
		},
		{
			"for of, returned from", `function f() { for (const x of a) return x }; return f`, "0",
			`getglobal r2 .a; getiter r2 r2; jump 5; move r1 r5; jump 7; iterloop r2 r5 3; jump 11; iterclose r2; return r1; iterclosethrow r2; throw r6; returnundef`,
		},
		{
			"for in", `for (const k in o) f(k)`, "",
			`getglobal r1 .o; forin r1 r1; jump 6; getglobal r5 .f; move r7 r4; call r5 1; forinloop r1 r4 3; returnundef`,
		},
		{
			"for await", `for await (const x of a) f(x)`, "",
			`getglobal r1 .a; getasynciter r1 r1; jump 6; getglobal r5 .f; move r7 r4; call r5 1; asynciternext r1 r5; await r5 r5; iterresult r4 r5 10; jump 3; jump 16; asynciterclose r1 r6 13; await r6 r6; jump 15; jump 15; throw r5; returnundef`,
		},
		{
			"finally", `try { a() } finally { b() }`, "",
			`getglobal r3 .a; call r3 0; loadint r1 0; jump 5; loadint r1 1; getglobal r3 .b; call r3 0; jseqi r1 0 9; throw r2; returnundef`,
		},
		{
			"finally, left", `function f() { for (;;) { try { if (a) break; return 1 } finally { b() } } }; return f`, "0",
			`getglobal r4 .a; jfalse r4 4; loadint r2 2; jump 10; loadint r4 1; move r1 r4; move r3 r1; loadint r2 3; jump 10; loadint r2 1; getglobal r4 .b; call r4 0; jsnei r2 2 14; jump 18; jsnei r2 3 17; move r1 r3; return r1; throw r3; returnundef`,
		},
		{
			"catch", `try { a() } catch (e) { f(e) }`, "",
			`getglobal r1 .a; call r1 0; jump 6; getglobal r2 .f; move r4 r1; call r2 1; returnundef`,
		},
		{
			"switch", `switch (x) { case 1: a(); case "b": b(); break; default: c() }`, "",
			`getglobal r1 .x; jseqi r1 1 4; jseqk r1 "b" 6; jump 9; getglobal r2 .a; call r2 0; getglobal r2 .b; call r2 0; jump 11; getglobal r2 .c; call r2 0; returnundef`,
		},
		{
			"destructuring", `const { a, b: { c = 1 } } = q; const [d, e] = q`, "",
			`getglobal r3 .q; getprop r1 r3 .a; getprop r4 r3 .b; getprop r2 r4 .c; jnotundef r2 6; loadint r2 1; getglobal r5 .q; getiter r6 r5; iterstep r6 r3; iterstep r6 r4; iterclose r6; returnundef`,
		},
		{
			"destructuring, rest", `const { a, ...r } = q`, "",
			`getglobal r3 .q; loadk r4 "a"; getprop r1 r3 .a; restobject r2 r3 r4 1; returnundef`,
		},
		{
			"destructuring, can fail", `[a.b] = q`, "",
			`getglobal r1 .q; getiter r2 r1; getglobal r5 .a; iterstep r2 r6; setprop r5 r6 .b; iterclose r2; jump 9; iterclosethrow r2; throw r5; returnundef`,
		},
		{
			"swap", `let a = 1, b = 2; [a, b] = [b, a]`, "",
			`loadint r1 1; loadint r2 2; move r3 r2; move r4 r1; newarray r3 r3 2; getiter r4 r3; iterstep r4 r1; iterstep r4 r2; iterclose r4; returnundef`,
		},
		{
			"default parameter", `function f(a, b = a) { return b }; return f`, "0",
			`jnotundef r2 2; move r2 r1; return r2`,
		},
		{
			"rest and arguments", `function f(a, ...r) { return arguments.length + r.length }; return f`, "0",
			`getlength r4 r3 .length; getlength r5 r2 .length; add r4 r4 r5; return r4`,
		},
		{
			"this in arrow", `function f() { return () => this }; return f`, "0",
			`newcell r1 r0; closure r2 F0; return r2`,
		},
		{
			"class", `class A { x = 1; m() {} static s() {} }`, "",
			`loadhole r3; newclass r1 r3 F0; loadk r3 "m"; closure r4 F1; defmethod r2 r3 r4 0; loadk r3 "s"; closure r4 F2; defmethod r1 r3 r4 0; closure r3 F3; sethome r3 r2; setfields r1 r3; returnundef`,
		},
		{
			"derived constructor", `class B extends A { y = 1; constructor() { super(1); this.z = 2 } }`, "0",
			`loadcallee r1; loadnewtarget r2; loadint r3 1; supercall r1 1; checkunbound r0; move r0 r1; loadcallee r2; initfields r1 r2; loadint r2 2; setprop r0 r2 .z; loadundef r1; returnderived r1 r0`,
		},
		{
			"default derived constructor", `class B extends A {}`, "0",
			`loadcallee r2; loadnewtarget r3; move r4 r1; supercallspread r2; checkunbound r0; move r0 r2; loadundef r3; returnderived r3 r0`,
		},
		{
			"private", `class A { #p = 1; get() { return this.#p } }`, "1",
			`getfree r2 free0; getprivate r1 r0 r2; return r1`,
		},
		{
			"generator", `function* g() { const x = yield 1; return x }; return g`, "0",
			`initialyield; loadint r1 1; yield r1 r1 4; return r1; return r1`,
		},
		{
			"async generator", `async function* g() { yield 1 }; return g`, "0",
			`initialyield; loadint r1 1; await r1 r1; asyncgenyield r1 r1 5; returnundef; await r1 r1; return r1`,
		},
		{
			"spread call", `f(...a); o.m(1, ...a); new F(...a)`, "",
			`getglobal r1 .f; newarray r3 r3 0; getglobal r4 .a; arrayspread r3 r4; loadundef r2; callspread r1; getglobal r1 .o; getmethod r1 r1 .m; loadint r3 1; newarray r3 r3 1; getglobal r4 .a; arrayspread r3 r4; callspread r1; getglobal r1 .F; newarray r3 r3 0; getglobal r4 .a; arrayspread r3 r4; newspread r1; returnundef`,
		},
		{
			"delete and void", `return delete o.p || void f()`, "",
			`getglobal r2 .o; delprop r1 r2 .p; jtrue r1 6; getglobal r2 .f; call r2 0; loadundef r1; return r1`,
		},
		{
			"enum", `enum E { A, B = "x" }`, "",
			`newobject r1; move r2 r1; loadint r3 0; setprop r1 r3 .A; loadk r4 "A"; setelem r1 r3 r4; loadk r3 "x"; setprop r1 r3 .B; returnundef`,
		},
		{
			"assignment to constant", `const c = 1; c = f()`, "",
			`loadint r1 1; getglobal r2 .f; call r2 0; throwconst "c"`,
		},
		{
			"global assignment", `x = 1`, "",
			`loadint r1 1; setglobal .x`,
		},
		{
			"conditional continue", `for (const x of a) { if (x === 1) continue; f(x) }`, "",
			`getglobal r1 .a; getiter r1 r1; jump 7; jseqi r4 1 7; getglobal r5 .f; move r7 r4; call r5 1; iterloop r1 r4 3; jump 11; iterclosethrow r1; throw r5; returnundef`,
		},
		{
			"conditional break", `for (;;) { if (a) { break } b() }`, "",
			`getglobal r1 .a; jtrue r1 5; getglobal r1 .b; call r1 0; jump 0; returnundef`,
		},
	} {
		res, err := Compile(c.source, Options{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		fn := res.Program.Main
		for _, i := range strings.Split(c.function, "/") {
			if i != "" {
				fn = fn.Functions[i[0]-'0']
			}
		}
		if got := bytecode.Line(res.Program, fn); got != c.want {
			t.Errorf("%s: %s\n got %s\nwant %s", c.name, c.source, got, c.want)
		}
	}
}
