package syntax

// This file measures the parser: a small program as models send them, and all
// conformance programs.

import (
	"strings"
	"testing"
)

// typical is a program of 400 bytes.
const typical = `const orders = await tools.orders.list({ status: "open", limit: 50 });
const totals = {};
for (const order of orders.items) {
  const key = order.customer ?? "unknown";
  totals[key] = (totals[key] || 0) + order.total * 1.19;
}
const top = Object.entries(totals)
  .sort((a, b) => b[1] - a[1])
  .slice(0, 3)
  .map(([name, total]) => ({ name, total: Math.round(total) }));
return { count: orders.length, top };
`

func BenchmarkTypical(b *testing.B) {
	b.SetBytes(int64(len(typical)))
	b.ReportAllocs()
	for b.Loop() {
		prog, err := Parse(typical, Options{})
		if err != nil {
			b.Fatal(err)
		}
		prog.Release()
	}
}

func BenchmarkLarge(b *testing.B) {
	var s strings.Builder
	for s.Len() < 500_000 {
		s.WriteString("async function f" + itoa(s.Len()) + "() {\n" + typical + "}\n")
	}
	src := s.String()
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		prog, err := Parse(src, Options{})
		if err != nil {
			b.Fatal(err)
		}
		prog.Release()
	}
}

func BenchmarkConformance(b *testing.B) {
	var programs []string
	size := 0
	for _, c := range conformanceCases(b) {
		if !c.Expect.Parse {
			programs = append(programs, c.Code)
			size += len(c.Code)
		}
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, src := range programs {
			if prog, err := Parse(src, Options{}); err == nil {
				prog.Release()
			}
		}
	}
}
