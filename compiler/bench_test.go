package compiler

// This file measures compilation.

import (
	"testing"

	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm/bytecode"
)

// orchestration is a program of the size and kind that models write: 400 bytes.
const orchestration = `const ids = Array.from({ length: 100 }).map((_, i) => i)
const rows = await Promise.all(ids.map((id) => tools.orders.get({ id })))
const open = rows.filter((r) => r.status === "open" && r.qty > 0)
const totals = open.map((r) => ({ id: r.id, total: r.price * r.qty }))
const sum = totals.reduce((acc, t) => acc + t.total, 0)
if (sum > 10000) console.log("large", sum)
return { count: open.length, sum, first: totals[0] }
`

func BenchmarkCompile400(b *testing.B) {
	b.SetBytes(int64(len(orchestration)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Compile(orchestration, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkParse400 is the part of BenchmarkCompile400 that is the parser's.
func BenchmarkParse400(b *testing.B) {
	b.SetBytes(int64(len(orchestration)))
	b.ReportAllocs()
	for b.Loop() {
		tree, err := syntax.Parse(orchestration, syntax.Options{})
		if err != nil {
			b.Fatal(err)
		}
		tree.Release()
	}
}

// BenchmarkVerify400 is the part that is the verifier's.
func BenchmarkVerify400(b *testing.B) {
	res, err := Compile(orchestration, Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := bytecode.Verify(res.Program); err != nil {
			b.Fatal(err)
		}
	}
}
