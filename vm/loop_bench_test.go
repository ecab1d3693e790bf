package vm

import (
	"context"
	"testing"

	"github.com/neurocode-ai/codemode/vm/bytecode"
)

// This file measures the fast loop on hand-assembled programs, without compiler and library.

func script(code []bytecode.Instr, numRegs int) *bytecode.Program {
	return &bytecode.Program{Main: &bytecode.Function{Code: code, NumRegs: numRegs,
		Constants: []bytecode.Constant{{Kind: bytecode.ConstNumber, Number: 1e6}}}}
}

var emptyRealm = NewRealm(func(*Builder) {})

func TestSumLoop(t *testing.T) {
	v, err := New(emptyRealm, Options{}).RunProgram(context.Background(), script(sumLoop, 4))
	if err != nil || v.Float() != 2999997 {
		t.Fatalf("got %v, %v; want 2999997", v, err)
	}
}

// sumLoop is: s = 0; for (i = 0; i < 1e6; i++) s = s + i % 7; return s
var sumLoop = []bytecode.Instr{
	bytecode.Make(bytecode.OpLoadInt, 1, 0, 0, 0),
	bytecode.Make(bytecode.OpLoadInt, 2, 0, 0, 0),
	bytecode.Make(bytecode.OpModI, 3, 2, 0, 7),
	bytecode.Make(bytecode.OpAdd, 1, 1, 3, 0),
	bytecode.MakeBC(bytecode.OpForLtK, 2, 0, -3),
	bytecode.Make(bytecode.OpReturn, 1, 0, 0, 0),
}

func BenchmarkSumLoop(b *testing.B) {
	p := script(sumLoop, 4)
	for b.Loop() {
		if _, err := New(emptyRealm, Options{}).RunProgram(context.Background(), p); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1e6, "ns/iteration")
}

func BenchmarkTrivial(b *testing.B) {
	p := script([]bytecode.Instr{bytecode.Make(bytecode.OpReturnUndef, 0, 0, 0, 0)}, 1)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New(emptyRealm, Options{}).RunProgram(context.Background(), p); err != nil {
			b.Fatal(err)
		}
	}
}
