package codemode_test

// This file feeds the facade with hostile sources: families of programs that grow without saying more. Every one ends in
// a result or an error, on a small Go stack, and costs no more per byte when it gets longer.

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/neurocode-ai/codemode"
)

// A family makes programs of about n bytes.
type family struct {
	name string
	make func(n int) string
}

// nested repeats open and close around a middle.
func nested(open, middle, close string) func(n int) string {
	return func(n int) string {
		k := max(1, n/(len(open)+len(close)))
		return strings.Repeat(open, k) + middle + strings.Repeat(close, k)
	}
}

// chain repeats a piece between a start and an end.
func chain(start, piece, end string) func(n int) string {
	return func(n int) string { return start + strings.Repeat(piece, max(1, n/len(piece))) + end }
}

// numbered repeats a piece with a number in it.
func numbered(start, format, end string) func(n int) string {
	return func(n int) string {
		var b strings.Builder
		b.WriteString(start)
		for i := 0; b.Len() < n; i++ {
			fmt.Fprintf(&b, format, i)
		}
		b.WriteString(end)
		return b.String()
	}
}

var families = []family{
	{"arrow defaults", nested("(a=", "1", ")=>a")},
	{"arrow defaults, unclosed", nested("(a=", "1", "")},
	{"arrow bodies", nested("a=>", "1", "")},
	{"async arrows", nested("async (a=", "1", ")=>a")},
	{"conditional arrows", nested("a?(b)=>", "c", ":d")},
	{"conditional arrows in parentheses", nested("a?(b):(c)=>(", "d", ")")},
	{"typed conditional arrows", nested("a?(b):c=>", "d", ":e")},
	{"generic arrows", nested("<T,>(a=", "1", ")=>a")},
	{"generics or comparisons", nested("f<", "a", ">(b)")},
	{"less than", chain("return a", "<a", "")},
	{"type arguments", nested("let x: A<", "B", ">;")},
	{"function types", nested("let x: (a: ", "B", ") => C;")},
	{"object types", nested("let x: {a: ", "B", "};")},
	{"conditional types", chain("type T = ", "A extends B ? C : ", "D")},
	{"parentheses", nested("(", "1", ")")},
	{"parentheses, unclosed", nested("(", "", "")},
	{"parentheses, closed only", nested(")", "", "")},
	{"brackets", nested("[", "", "]")},
	{"brackets, unclosed", nested("[", "", "")},
	{"braces", nested("{", "", "}")},
	{"braces, unclosed", nested("{", "", "")},
	{"objects", nested("({a:", "1", "})")},
	{"mixed brackets", nested("([{a:", "1", "}])")},
	{"destructuring", nested("[", "a", "]=b;")},
	{"object patterns", nested("{a:", "b", "}")},
	{"patterns with defaults", nested("let {a=(", "1", ")}=b;")},
	{"templates", nested("`${", "1", "}`")},
	{"templates, unclosed", nested("`${", "1", "")},
	{"tagged templates", chain("return a", "`x`", "")},
	{"template pieces", chain("return `", "${1}", "`")},
	{"functions", nested("function f(){", "", "}")},
	{"function expressions", nested("(function(){", "", "})()")},
	{"classes", nested("class A{static{", "", "}}")},
	{"class extends", nested("class extends (", "A", "){}")},
	{"class members", numbered("class A {", "m%d() {} ", "}")},
	{"private names", numbered("class A {", "#p%d = 1; ", "}")},
	{"computed keys", nested("({[", "a", "]:1})")},
	{"member chain", chain("return a", ".b", "")},
	{"optional chain", chain("return a", "?.b", "")},
	{"index chain", chain("return a", "[0]", "")},
	{"call chain", chain("return f", "()", "")},
	{"new chain", nested("new ", "A", "")},
	{"plus chain", chain("return 1", "+1", "")},
	{"string chain", chain("return ''", "+'x'", "")},
	{"power chain", chain("return 2", "**1", "")},
	{"coalesce chain", chain("return a", "??a", "")},
	{"and chain", chain("return a", "&&a", "")},
	{"comma chain", chain("1", ",1", "")},
	{"assignment chain", chain("let a; ", "a=", "1")},
	{"conditional chain", chain("return ", "a?1:", "2")},
	{"conditional nesting", nested("a?", "1", ":2")},
	{"unary", chain("return ", "!", "1")},
	{"minus", chain("return ", "- ", "1")},
	{"typeof", chain("return ", "typeof ", "1")},
	{"await", chain("return ", "await ", "1")},
	{"yield", func(n int) string { return "function* g(){" + strings.Repeat("yield ", n/6) + "1}" }},
	{"as", chain("return a", " as any", "")},
	{"non-null", chain("return a", "!", "")},
	{"spread", nested("[...", "[]", "]")},
	{"if else", chain("", "if(a);else ", ";")},
	{"if nesting", nested("if(1){", "", "}")},
	{"loops", nested("for(;0;)", ";", "")},
	{"labels", numbered("", "l%d:", ";")},
	{"try", nested("try{", "", "}catch{}")},
	{"finally", nested("try{", "", "}finally{}")},
	{"switch", nested("switch(1){case 1:", "", "}")},
	{"cases", numbered("switch(1){", "case %d:", "}")},
	{"statements", chain("", "1;", "")},
	{"empty statements", chain("", ";", "")},
	{"declarations", numbered("", "let v%d=1;", "")},
	{"one declaration", numbered("let z=0", ",v%d=1", "")},
	{"same declaration", chain("", "var v;", "")},
	{"closures", numbered("let z=0;", "function f%d(){return z}", "")},
	{"captured variables", numbered("", "let v%d=1;", "return ()=>v0")},
	{"parameters", func(n int) string { return numbered("function f(z", ",p%d", "){}")(n) }},
	{"arguments", chain("f(1", ",1", ")")},
	{"array literal", chain("return [1", ",1", "].length")},
	{"holes", chain("return [", ",", "].length")},
	{"object literal", numbered("return Object.keys({", "k%d:1,", "}).length")},
	{"strings", numbered("return [", "'s%d',", "].length")},
	{"numbers", numbered("return [", "%d.5,", "].length")},
	{"long string", chain("return '", "x", "'.length")},
	{"long escaped string", chain("return '", `\u0041`, "'.length")},
	{"long number", chain("return ", "9", "")},
	{"long fraction", chain("return 0.", "1", "")},
	{"long bigint", chain("return String(", "9", "n).length")},
	{"long hex bigint", chain("return String(0x", "f", "n).length")},
	{"long identifier", chain("let ", "x", "=1")},
	{"escaped identifier", chain("let ", `\u0061`, "=1")},
	{"string, unclosed", chain("return '", "x", "")},
	{"comment, unclosed", chain("/*", "*", "")},
	{"comments", chain("", "/**/", "")},
	{"line comments", chain("", "//\n", "")},
	{"white space", chain("return", " ", "1")},
	{"lines", chain("", "\n", "return 1")},
	{"regexp groups", nested("return /", "", "/")},
	{"regexp parentheses", func(n int) string { return "return /" + nested("(", "a", ")")(n) + "/.test('a')" }},
	{"regexp parentheses, unclosed", func(n int) string { return "return /" + strings.Repeat("(", n) + "/" }},
	{"regexp classes", func(n int) string { return "return /" + nested("[", "a", "]")(n) + "/v.test('a')" }},
	{"regexp quantifiers", func(n int) string { return "return /" + nested("(?:", "a", "){9}")(n) + "/.test('a')" }},
	{"regexp alternatives", chain("return /a", "|a", "/.test('b')")},
	{"regexp groups in line", chain("return /", "(a)", "/.test('b')")},
	{"regexp names", numbered("return /", "(?<n%d>a)", "/.test('b')")},
	{"regexp lookbehind", func(n int) string { return "return /" + nested("(?<=", "a", ")")(n) + "/.test('a')" }},
	{"regexp, unclosed", chain("return /", "a", "")},
	{"divisions", chain("return 1", "/1", "")},
	{"slashes", chain("", "/", "")},
	{"enum", numbered("enum E {", "M%d,", "}")},
	{"namespaces", nested("namespace A{", "", "}")},
	{"interfaces", numbered("", "interface I%d {a: string}", "")},
	{"decorators", chain("", "@d ", "class A{}")},
	{"tags", nested("<a>", "", "</a>")},
	{"quotes", chain("", "\"'`", "")},
	{"backslashes", chain("", `\`, "")},
	{"hashes", chain("", "#", "")},
	{"null bytes", chain("", "\x00", "")},
	{"surrogates", chain("return '", `\ud800`, "'.length")},
	{"emoji", chain("return '", "😀", "'.length")},
	{"fences", chain("", "```\n", "")},
	{"unknown names", numbered("return [", "u%d,", "]")},
	{"tool paths", chain("return tools", ".a", "({})")},
}

// maxGoStack is what the Go stack may grow to, in bytes, whatever a program does.
const maxGoStack = 8 << 20

// hostileSizes are the sizes in bytes that the programs of a family have.
var hostileSizes = []int{100, 3000, 60_000, 1_000_000}

func TestHostileSources(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(maxGoStack))
	rt := newRuntime(t, codemode.Options{Limits: codemode.Limits{MaxInstructions: 20e6, MaxSourceBytes: 2 << 20}})
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			for _, n := range hostileSizes {
				if testing.Short() && n > 100_000 {
					continue
				}
				source := f.make(n)
				res := execute(t, rt, source)
				if res.OK {
					continue
				}
				if d := res.Error; d.Kind == "" || d.Message == "" || len(d.Message) > 2000 || strings.Contains(d.Message, "defect") {
					t.Errorf("%d bytes: %q: %.300s", n, d.Kind, d.Message)
				}
			}
		})
	}
}

// TestCompilationIsLinear compares what compiling allocates for a source and for one four times as long.
func TestCompilationIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	rt := newRuntime(t, codemode.Options{})
	cost := func(source string) float64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _ = rt.Compile(source)
		runtime.ReadMemStats(&after)
		return float64(after.TotalAlloc - before.TotalAlloc)
	}
	for _, f := range families {
		short, long := f.make(50_000), f.make(200_000)
		a, b := cost(short), cost(long)
		perByte := func(cost float64, source string) float64 { return max(cost, 200_000) / float64(len(source)) }
		if r := perByte(b, long) / perByte(a, short); r > 2 {
			t.Errorf("%s: a source four times as long costs %.1f times as much per byte (%.0f and %.0f bytes allocated)", f.name, r, a, b)
		}
	}
}

// TestCompilationTime compares times in the same way, with a generous bound. The collector is off, since when it runs
// depends on what ran before; a family that seems slow is measured again.
func TestCompilationTime(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	rt := newRuntime(t, codemode.Options{})
	for _, f := range families {
		short, long := f.make(25_000), f.make(600_000)
		r := 0.0
		for range 6 {
			a, b := leastTime(rt, short), leastTime(rt, long)
			runtime.GC()
			if r = b / max(a, 50e3) * float64(len(short)) / float64(len(long)); r < maxSlowdown {
				break
			}
		}
		if r >= maxSlowdown {
			t.Errorf("%s: a source 24 times as long takes %.1f times as long per byte", f.name, r)
		}
	}
}

// maxSlowdown is far above what caches and other work on the machine do to a source 24 times as long, and far below the
// 24 of a compiler that is quadratic.
const maxSlowdown = 12

// leastTime returns the nanoseconds of the fastest of three compilations.
func leastTime(rt *codemode.Runtime, source string) float64 {
	least := time.Duration(1 << 62)
	for range 3 {
		start := time.Now()
		_, _ = rt.Compile(source)
		least = min(least, time.Since(start))
	}
	return float64(least)
}

// TestCheckOfHostileSources runs the other entries of the facade that take source text.
func TestCheckOfHostileSources(t *testing.T) {
	rt := newRuntime(t, codemode.Options{Preflight: true, Limits: codemode.Limits{MaxInstructions: 1e6}})
	for _, f := range families {
		_ = rt.Check(f.make(20_000))
	}
}

// TestCompilationIsInterrupted holds that the time limit and the context bound compilation, too.
func TestCompilationIsInterrupted(t *testing.T) {
	source := numbered("", "class C%d { #a; static {} }\n", "return 1")(1 << 19)
	rt := newRuntime(t, codemode.Options{Limits: codemode.Limits{Timeout: time.Millisecond}})
	start := time.Now()
	if _, err := rt.Compile(source); err != nil {
		t.Fatal(err)
	}
	whole := time.Since(start)
	best := whole
	for range 3 {
		start = time.Now()
		res, err := rt.Execute(t.Context(), source)
		best = min(best, time.Since(start))
		if err != nil || res.OK || res.Error.Kind != codemode.TimeoutExceeded {
			t.Fatalf("ended with %+v, %v", res, err)
		}
	}
	if best > whole/3 {
		t.Errorf("was interrupted after %v of %v", best, whole)
	}
	rt = newRuntime(t, codemode.Options{})
	for range 3 {
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Millisecond, errCanceled)
		res, err := rt.Execute(ctx, source)
		cancel()
		if res != nil || !errors.Is(err, errCanceled) {
			t.Fatalf("ended with %+v, %v", res, err)
		}
	}
	if res := execute(t, rt, numbered("let n = 0;", "n += %d;", "return n")(1<<15)); !res.OK {
		t.Errorf("ended with %v", res.Error)
	}
}
