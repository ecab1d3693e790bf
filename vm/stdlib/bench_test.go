package stdlib_test

// This file measures builtins through the engine. Each program is one operation of the benchmark.

import (
	"context"
	"testing"

	"github.com/neurocode-ai/codemode/compiler"
	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib"
)

func benchProgram(b *testing.B, source string) {
	compiled, err := compiler.Compile(source, compiler.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		m := vm.New(stdlib.Realm(), vm.Options{})
		if _, err := m.RunProgram(context.Background(), compiled.Program); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLibrary(b *testing.B) {
	for _, c := range []struct{ name, source string }{
		{"MapSetStrings50k", `const m = new Map(); for (let i = 0; i < 50000; i++) m.set("k" + i, i); return m.size`},
		{"MapGetStrings50k", `const m = new Map(), k = []; for (let i = 0; i < 1000; i++) { k.push("k" + i); m.set("k" + i, i); } let s = 0; for (let j = 0; j < 50; j++) for (let i = 0; i < 1000; i++) s += m.get(k[i]); return s`},
		{"SetAddNumbers50k", `const s = new Set(); for (let i = 0; i < 50000; i++) s.add(i); return s.size`},
		{"SetHasNumbers50k", `const s = new Set(); for (let i = 0; i < 1000; i++) s.add(i); let n = 0; for (let j = 0; j < 50; j++) for (let i = 0; i < 1000; i++) if (s.has(i)) n++; return n`},
		{"MapObjects50k", `const m = new Map(); for (let i = 0; i < 50000; i++) m.set({}, i); return m.size`},
		{"MapIterate50k", `const m = new Map(); for (let i = 0; i < 50000; i++) m.set(i, i); let s = 0; for (const [k, v] of m) s += v; return s`},
		{"ArrayPush100k", `const a = []; for (let i = 0; i < 100000; i++) a.push(i); return a.length`},
		{"MapFilterReduce100k", `const a = []; for (let i = 0; i < 100000; i++) a.push(i); return a.map(x => x * 2).filter(x => x % 3 === 0).reduce((s, x) => s + x, 0)`},
		{"SortNumbers10k", `const a = []; let x = 1; for (let i = 0; i < 10000; i++) { x = (x * 16807) % 2147483647; a.push(x); } a.sort((a, b) => a - b); return a[0]`},
		{"SortStrings10k", `const a = []; let x = 1; for (let i = 0; i < 10000; i++) { x = (x * 16807) % 2147483647; a.push("s" + x); } a.sort(); return a[0]`},
		{"SortObjects10k", `const a = []; let x = 1; for (let i = 0; i < 10000; i++) { x = (x * 16807) % 2147483647; a.push({id: x, name: "n" + x}); } a.sort((p, q) => p.id - q.id); return a[0].id`},
		{"ObjectEntries10k", `const a = []; for (let i = 0; i < 10000; i++) a.push({id: i, name: "n", qty: 3, price: 4}); let n = 0; for (const o of a) for (const [k, v] of Object.entries(o)) n++; return n`},
		{"ObjectKeys10k", `const a = []; for (let i = 0; i < 10000; i++) a.push({id: i, name: "n", qty: 3, price: 4}); let n = 0; for (const o of a) n += Object.keys(o).length; return n`},
		{"GroupBy10k", `const a = []; for (let i = 0; i < 10000; i++) a.push({id: i, g: "g" + i % 10}); return Object.keys(Object.groupBy(a, o => o.g)).length`},
		{"PromiseAll1k", `const p = []; for (let i = 0; i < 1000; i++) p.push((async () => i)()); return (await Promise.all(p)).length`},
		{"ThenChain10k", `let p = Promise.resolve(0); for (let i = 0; i < 10000; i++) p = p.then(x => x + 1); return await p`},
		{"Join10k", `const a = []; for (let i = 0; i < 10000; i++) a.push("item" + i); return a.join(",").length`},
		{"Slice1k", `const a = []; for (let i = 0; i < 1000; i++) a.push(i); let n = 0; for (let i = 0; i < 1000; i++) n += a.slice(i).length; return n`},
		{"ShiftQueue10k", `const q = []; for (let i = 0; i < 10000; i++) q.push(i); let s = 0; while (q.length) s += q.shift(); return s`},
		{"Includes", `const a = []; for (let i = 0; i < 1000; i++) a.push("v" + i); let n = 0; for (let i = 0; i < 1000; i++) if (a.includes("v" + i)) n++; return n`},
		{"IteratorHelpers10k", `function* g() { for (let i = 0; i < 10000; i++) yield i; } return g().map(x => x * 2).filter(x => x % 3 === 0).take(2000).toArray().length`},
	} {
		b.Run(c.name, func(b *testing.B) { benchProgram(b, c.source) })
	}
}
