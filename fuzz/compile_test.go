package fuzz

// This file fuzzes the compiler: whatever parses compiles to code that the verifier accepts, or is refused with an error
// that has a place in the source; and compiling it again gives the same code.

import (
	"errors"
	"testing"

	"github.com/neurocode-ai/codemode/compiler"
	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm/bytecode"
)

func FuzzCompile(f *testing.F) {
	for _, source := range []string{
		"return 1",
		"let s = 0; for (let i = 0; i < 10; i++) s += i % 7; return s",
		"for (const [a, { b = 1, ...c }] of x) { try { if (a) continue; return b } finally { f(c) } }",
		"class A extends B { #p = 1; static { this.q = 2 } get [k]() { return super.x } constructor() { super(...a); this.#p++ } }",
		"async function* g() { for await (const x of y) yield* x }",
		"label: for (;;) { switch (x) { case 1: continue label; default: break label } }",
		"enum E { A, B = A << 1, C = 'x' } namespace N { export let v = E.B; export class C {} } return N.v",
		"const f = (a, b = () => a, ...[c, d]) => a?.b?.[c](`x${d}y`) ?? (a ||= new f(b))",
		"x = y = [a.b, c[d++]] = { ...e, get f() { return arguments } }",
		"var a = 1; { let a = a; } function a() {} return typeof a, delete a.b, void 0, -2 ** 2",
	} {
		f.Add(source, false)
		f.Add(source, true)
	}
	f.Fuzz(func(t *testing.T, source string, script bool) {
		opts := compiler.Options{Script: script, MaxSourceBytes: 1 << 16}
		res, err := compiler.Compile(source, opts)
		if err != nil {
			var parse *syntax.Error
			var emit *compiler.Error
			switch {
			case errors.As(err, &parse):
			case errors.As(err, &emit):
				if emit.Start < 0 || emit.End < emit.Start || emit.End > len(source) || emit.Message == "" || emit.Internal() {
					t.Fatalf("%+v for %q", emit, source)
				}
			default:
				t.Fatalf("%T for %q", err, source)
			}
			return
		}
		if err := bytecode.Verify(res.Program); err != nil {
			t.Fatalf("%v for %q", err, source)
		}
		text := bytecode.Disassemble(res.Program)
		again, err := compiler.Compile(source, opts)
		if err != nil {
			t.Fatalf("second time: %v for %q", err, source)
		}
		if got := bytecode.Disassemble(again.Program); got != text {
			t.Fatalf("second time:\n%s\nfirst time:\n%s\nprogram %q", got, text, source)
		}
	})
}
