package stdlib_test

// This file holds the benchmarks of Date, Intl and URL. Each program does its operation many times; ns/op is for one run of
// the program.

import (
	"context"
	"testing"

	"github.com/neurocode-ai/codemode/compiler"
	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib"
)

const benchNames = `const names = Array.from({length: 1e4}, (_, i) => "Item " + (i * 7919) % 10007 + "x"); `

var localeBenchmarks = [...]struct{ name, source string }{
	{"LocaleCompare/sort10k", benchNames + `names.sort((a, b) => a.localeCompare(b))`},
	{"LocaleCompare/sort10k/numeric", benchNames + `names.sort((a, b) => a.localeCompare(b, undefined, {numeric: true}))`},
	{"LocaleCompare/sort10k/wide", `const names = Array.from({length: 1e4}, (_, i) => "Größe " + (i * 7919) % 10007 + "x"); names.sort((a, b) => a.localeCompare(b))`},
	{"Collator/sort10k", benchNames + `names.sort(new Intl.Collator("en", {numeric: true}).compare)`},
	{"NumberToLocaleString/1k", `for (let i = 0; i < 1e3; i++) (i * 1234.5).toLocaleString()`},
	{"NumberToLocaleString/1k/currency", `for (let i = 0; i < 1e3; i++) (i * 1234.5).toLocaleString("en-US", {style: "currency", currency: "USD"})`},
	{"DateToLocaleDateString/1k", `const d = new Date(0); for (let i = 0; i < 1e3; i++) d.toLocaleDateString("en-US", {year: "numeric", month: "short", day: "numeric"})`},
	{"DateCompare/10k", `const a = new Date(0), b = new Date(1); let n = 0; for (let i = 0; i < 1e4; i++) { if (a < b) n += b - a }`},
	{"DateGetters/10k", `const d = new Date(1705327509123); let n = 0; for (let i = 0; i < 1e4; i++) n += d.getFullYear() + d.getMonth() + d.getHours()`},
	{"DateParse/1k", `for (let i = 0; i < 1e3; i++) new Date("2024-01-15T10:00:00Z").toISOString()`},
	{"URL/1k", `for (let i = 0; i < 1e3; i++) { const u = new URL("https://api.example.com/v1/items?page=1"); u.searchParams.set("page", i); u.href }`},
	{"URLSearchParams/1k", `for (let i = 0; i < 1e3; i++) new URLSearchParams({q: "a b", page: i, limit: 50}).toString()`},
}

func BenchmarkLocale(b *testing.B) {
	for _, c := range localeBenchmarks {
		b.Run(c.name, func(b *testing.B) {
			compiled, err := compiler.Compile(c.source, compiler.Options{})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := vm.New(stdlib.Realm(), vm.Options{}).RunProgram(context.Background(), compiled.Program); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
