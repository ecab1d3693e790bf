package compiler

// This file tests compilation as a whole: whatever parses verifies, sizes, limits, errors, reuse of memory.

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm/bytecode"
)

// shared returns a folder beside the repository, and skips the test when there is none.
func shared(t *testing.T, name string) string {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Skip("no module root")
		}
		dir = parent
	}
	path := filepath.Join(dir, "..", "shared", name)
	if _, err := os.Stat(path); err != nil {
		t.Skip("no shared folder")
	}
	return path
}

// TestConformancePrograms compiles, and so verifies, every program of the conformance suite that is one.
func TestConformancePrograms(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(shared(t, "conformance"), "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<24)
		for lines.Scan() {
			var c struct {
				ID, Code string
				Expect   struct{ Parse bool }
			}
			if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
				t.Fatal(err)
			}
			res, err := Compile(c.Code, Options{})
			if err != nil && !c.Expect.Parse {
				t.Errorf("%s: %v", c.ID, err)
			}
			if err == nil {
				bytecode.Disassemble(res.Program)
			}
		}
		f.Close()
	}
}

// size returns the number of instructions of a program.
func size(t *testing.T, source string) int {
	t.Helper()
	res, err := Compile(source, Options{})
	if err != nil {
		t.Fatalf("%v in %.200s", err, source)
	}
	n := 0
	var count func(f *bytecode.Function)
	count = func(f *bytecode.Function) {
		n += len(f.Code)
		for _, inner := range f.Functions {
			count(inner)
		}
	}
	count(res.Program.Main)
	return n
}

// TestLinearSize doubles constructs whose naive translation copies code, and expects the code to double.
func TestLinearSize(t *testing.T) {
	nest := func(open, body, end string) func(n int) string {
		return func(n int) string { return strings.Repeat(open, n) + body + strings.Repeat(end, n) }
	}
	for name, make := range map[string]func(n int) string{
		"nested finally":        nest("try { a() } finally { ", "b()", " }"),
		"nested in try":         nest("try { ", "if (a) return 1; b()", " } finally { c() }"),
		"nested for-of, return": nest("for (const x of y) { ", "if (a) return x", " }"),
		"nested for-of, break":  nest("for (const x of y) { if (x) break; ", "a()", " }"),
		"nested for-await":      nest("for await (const x of y) { ", "return x", " }"),
		"nested catch":          nest("try { a() } catch (e) { ", "b(e)", " }"),
		"nested patterns":       nest("[", "a", " = b]"),
		"returns in try": func(n int) string {
			return "try { " + strings.Repeat("if (a) return b(); ", n) + "} finally { c() }"
		},
		"breaks in try": func(n int) string {
			return "for (;;) { try { " + strings.Repeat("if (a) break; ", n) + "} finally { c() } }"
		},
		"yields in try": func(n int) string {
			return "return function* () { try { " + strings.Repeat("yield 1; ", n) + "} finally { c() } }"
		},
	} {
		if name == "nested patterns" {
			inner := make
			make = func(n int) string { return inner(n) + " = c" }
		}
		a, b := size(t, make(20)), size(t, make(40))
		if b > a*5/2 {
			t.Errorf("%s: %d instructions for 20, %d for 40", name, a, b)
		}
	}
}

// TestLarge compiles programs that do not fit registers or 16-bit operands in the plain way.
func TestLarge(t *testing.T) {
	many := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.ReplaceAll(format, "@", fmt.Sprint(i)))
		}
		return b.String()
	}
	for name, source := range map[string]string{
		"variables":           many(2000, "let v@ = @;") + "return v1999",
		"captured variables":  many(600, "let v@ = () => v@;") + "return v599()",
		"function vars":       "function f() {" + many(1000, "var v@ = @;") + "return v999 } return f()",
		"functions":           many(600, "function f@() { return f0 }") + "return f599()",
		"patterns":            "const {" + many(500, "v@,") + "} = a; return v499",
		"parameters":          "return function (" + many(150, "p@,") + ") { return p149 }",
		"arguments":           "return f(" + many(1000, "@,") + ")",
		"array":               "return [" + many(5000, "@,") + "]",
		"array of calls":      "return [" + many(500, "f(@),") + "]",
		"object":              "return {" + many(3000, "k@: @,") + "}",
		"constants":           many(40000, "if (x === 'k@') f();"),
		"template":            "return `" + many(1000, "${a}-@") + "`",
		"tagged template":     "return f`" + many(300, "${a}-@") + "`",
		"super call":          "class A extends B { constructor() { super(" + many(500, "@,") + ") } } return A",
		"private names":       "class A {" + many(400, "#p@ = @;") + "} return A",
		"private methods":     "class A {" + many(400, "#m@() { return this.#m0() }") + "} return A",
		"computed fields":     "class A {" + many(400, "[k@] = @;") + "} return A",
		"static blocks":       "class A {" + many(400, "static { var a@ = @ }") + "} return A",
		"switch":              "switch (x) {" + many(3000, "case @: f();") + "}",
		"enum":                "enum E {" + many(2000, "M@,") + "} return E",
		"chain of additions":  "return a" + strings.Repeat(" + a", 900),
		"chain of members":    "return a" + strings.Repeat(".b()", 400),
		"nested conditionals": "return " + strings.Repeat("a ? ", 200) + "b" + strings.Repeat(" : c", 200),
		"nested arrays":       "return " + strings.Repeat("[", 200) + strings.Repeat("]", 200),
		"nested blocks":       strings.Repeat("{ let x = 1;", 300) + strings.Repeat("}", 300),
	} {
		if _, err := Compile(source, Options{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTooLarge expects an error with a place and a remedy where the machine's registers do not suffice.
func TestTooLarge(t *testing.T) {
	for name, source := range map[string]string{
		"nested calls":   "return " + strings.Repeat("f(", 200) + strings.Repeat(")", 200),
		"parameters":     "\nreturn function (" + strings.Repeat("p, ", 0) + params(300) + ") {}",
		"keys of a rest": "const {" + params(300) + ", ...r } = a",
		"long BigInt":    "return " + strings.Repeat("9", 20000) + "n",
	} {
		_, err := Compile(source, Options{})
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if e.Kind != syntax.UnsupportedSyntax || len(e.Suggestions) == 0 || e.End <= e.Start || e.Frame() == "" {
			t.Errorf("%s: %+v", name, e)
		}
	}
}

func params(n int) string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint("p", i)
	}
	return strings.Join(names, ", ")
}

func TestParseErrorsPass(t *testing.T) {
	_, err := Compile("let = ;", Options{})
	var e *syntax.Error
	if !errors.As(err, &e) {
		t.Fatalf("%v", err)
	}
}

func TestNotesAndSource(t *testing.T) {
	source := "```js\nreturn 1\n```"
	res, err := Compile(source, Options{Name: "a.js"})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Notes) == 0 {
		t.Error("the removed fence is not in the notes")
	}
	if p := res.Program; p.Name != "a.js" || len(p.Source) != len(source) || !p.Main.Async {
		t.Errorf("program %q of %d bytes, async %v", p.Name, len(p.Source), p.Main.Async)
	}
}

func TestScript(t *testing.T) {
	if _, err := Compile("return 1", Options{Script: true}); err == nil {
		t.Error("return is accepted in a script")
	}
	res, err := Compile("var await = this", Options{Script: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := bytecode.Line(res.Program, res.Program.Main); !strings.HasPrefix(got, "getglobal r0 .globalThis;") {
		t.Errorf("code %s", got)
	}
}

// TestDeterministic compiles the same program on many goroutines, with other programs in between, and expects the same
// code each time: nothing is left behind in the memory that compilations share.
func TestDeterministic(t *testing.T) {
	others := []string{
		orchestration,
		"class A { #p; static { var q = 1 } get [x]() { return this.#p } } return new A",
		"enum E { A } namespace N { export const v = E.A } return N",
		"return function* () { try { yield* g() } finally { h() } }",
		strings.Repeat("f(", 200) + strings.Repeat(")", 200), // fails
		"let x = ;",
		strings.Repeat("let v = 1; {", 300) + strings.Repeat("}", 300),
	}
	want := make([]string, len(others))
	compile := func(source string) string {
		res, err := Compile(source, Options{})
		if err != nil {
			return err.Error()
		}
		return bytecode.Disassemble(res.Program)
	}
	for i, s := range others {
		want[i] = compile(s)
	}
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for k := range 40 {
				i := (g + k) % len(others)
				if got := compile(others[i]); got != want[i] {
					t.Errorf("program %d compiles differently:\n%s\nwant\n%s", i, got, want[i])
					return
				}
			}
		}()
	}
	wg.Wait()
}

// TestExprRanges checks that the expressions messages quote are the right pieces of the source.
func TestExprRanges(t *testing.T) {
	source := "orders.lookpu(1); a.b.c.d; new x.Y(); o[k](); f()(2); const { p } = q.r"
	res, err := Compile(source, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	f := res.Program.Main
	for pc, ins := range f.Code {
		if start, end, ok := f.Expr(pc); ok {
			got = append(got, ins.Op().String()+" "+source[start:end])
		}
	}
	want := []string{
		"getmethod orders", "callmethod orders.lookpu", "getprop a", "getprop a.b", "getprop a.b.c", "getprop x", "new x.Y",
		"getmethodelem o", "callmethod o[k]", "call f", "call f()", "getprop q", "getprop q.r",
	}
	if strings.Join(got, ", ") != strings.Join(want, ", ") {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestPositions checks where errors are reported.
func TestPositions(t *testing.T) {
	source := "const x = a.b\n  .c(d + 1n)\nfor (const y of z.w) y.v = -x"
	res, err := Compile(source, Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := res.Program.Main
	for _, c := range []struct{ op, at string }{
		{"getglobal", "a.b"}, {"getprop", "b\n"}, {"getmethod", "c(d"}, {"callmethod", "c(d"}, {"add", "+ 1n"}, {"getiter", "z.w"},
		{"neg", "-x"}, {"setprop", "v = -x"},
	} {
		found := false
		for pc, ins := range f.Code {
			if o := f.Offset(pc); ins.Op().String() == c.op && o >= 0 && strings.HasPrefix(source[o:], c.at) {
				found = true
			}
		}
		if !found {
			t.Errorf("no %s at %q:\n%s", c.op, c.at, bytecode.Disassemble(res.Program))
		}
	}
}

// TestHostileVariables expects an error, soon, for texts whose flat closures or merged enums would be of quadratic size.
func TestHostileVariables(t *testing.T) {
	vars := make([]string, 20000)
	for i := range vars {
		vars[i] = fmt.Sprint("v", i)
	}
	list := strings.Join(vars, ",")
	for name, source := range map[string]string{
		"captured through many functions": "let " + list + ";" + strings.Repeat("(()=>{", 80) + list + strings.Repeat("})", 80),
		"enum in many parts":              strings.Repeat("enum E{A}", 50000),
	} {
		_, err := Compile(source, Options{})
		var e *Error
		if !errors.As(err, &e) || e.Internal() {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestRegistersRunOut puts every construct at the places where the registers come to their end: it compiles or is refused
// with an error, whichever instruction of it is the one that does not fit.
func TestRegistersRunOut(t *testing.T) {
	refused := 0
	for _, s := range []string{
		"f(a, b, c, d)", "new F(...a, 1)", "x = [1, 2, ...y, 3]", "x = { a: 1, b, get c() { return 1 }, ...d, [e]: 2 }",
		"x = `a${b}c${d}`", "f`a${b}c`", "a.b.c += d; a[b] ||= c; a[b]++; a.b--", "const { a, b: [c, d = 1], ...e } = f; g(() => a)",
		"[a.b, c[d], ...e] = f", "class A extends B { #p = 1; static { f() } m() {} get [k]() {} constructor() { super() } } f(A)",
		"const C = class { static x = 1; [k] = 2 }; f(C)", "try { f(); if (a) return 1 } catch ({ m }) { g(m) } finally { h() }",
		"switch (f()) { case g(): h(); case 1: let z = 2; f(() => z) }", "for (const k in o) f(k)", "for await (const v of o) f(() => v)",
		"for (let i = 0, n = f(); i < n; i++) g(() => i)", "for (const [a, b] of c) { if (a) continue; return b }", "a?.b?.[c]?.(d)",
		"function g() { return g } g()", "x = function* () { yield* a; const b = yield 1 }", "enum E { A, B = f(), C }",
		"x = a ? b ? c : d : (e && f || g) ?? h", "delete a?.[b]; typeof a; void f()", "lab: for (;;) { for (;;) { continue lab } }",
		"x = async (a, { b } = c, ...d) => { await a; return b }", "f(a, (b, c), d = e, -1n, /r/g, this, new.target)",
	} {
		for n := 30; n < 70; n++ {
			source := "return async function (y) {" + strings.Repeat("for (const x of y) {", n) + s + strings.Repeat("}", n) + "}"
			if _, err := Compile(source, Options{}); err != nil {
				var e *Error
				if !errors.As(err, &e) || e.Internal() {
					t.Fatalf("%d loops around %s: %v", n, s, err)
				}
				refused++
			}
		}
	}
	if refused == 0 {
		t.Error("nothing is too large")
	}
}
