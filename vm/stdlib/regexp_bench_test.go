package stdlib_test

// This file measures regular expressions and typed arrays as programs use them.

import (
	"testing"

	"github.com/neurocode-ai/codemode/vm"
)

// benchmarkLoop measures one round of the body of a loop.
func benchmarkLoop(b *testing.B, setup, body string) {
	b.Helper()
	b.ReportAllocs()
	n := 20000
	for done := 0; done < b.N; done += n {
		n = min(n, b.N-done)
		source := setup + "\nlet r = 0; for (let i = 0; i < " + vm.FormatNumber(float64(n)) + "; i++) { " + body + " } return r;"
		if o := runWith(b, source, vm.Options{}); o.err != nil {
			b.Fatal(o.err, o.thrown)
		}
	}
}

func BenchmarkRegExp(b *testing.B) {
	for _, c := range []struct{ name, setup, body string }{
		{"test", ``, `if (/\d+/.test("abc123")) r++;`},
		{"exec", ``, `r += /(\w+)-(\d+)/.exec("item-42")[2].length;`},
		{"groups", ``, `const {groups: {a, b}} = /(?<a>\w+)-(?<b>\d+)/.exec("item-42"); r += b.length;`},
		{"replace", ``, `r += "a-b-c".replace(/-/g, "_").length;`},
		{"trim", ``, `r += "  abc  ".replace(/^\s+|\s+$/g, "").length;`},
		{"replaceFunction", ``, `r += "a-b-c".replace(/-/g, (m) => m + "!").length;`},
		{"split", ``, `r += "a, b,c".split(/,\s*/).length;`},
		{"matchAll", ``, `for (const m of "a1b2c3".matchAll(/[a-z](\d)/g)) r += m[1].length;`},
		{"construct", ``, `if (new RegExp("a" + (i & 15)).test("a5")) r++;`},
	} {
		b.Run(c.name, func(b *testing.B) { benchmarkLoop(b, c.setup, c.body) })
	}
}

func BenchmarkTypedArray(b *testing.B) {
	const setup = `const u = new Uint8Array(1000), f = new Float64Array(1000);`
	for _, c := range []struct{ name, setup, body string }{
		{"read", setup, `r += u[i % 1000];`},
		{"write", setup, `f[i % 1000] = i;`},
		{"length", setup, `r += u.length;`},
		{"of", setup, `if (i % 1000 === 0) for (const x of u) r += x;`},
		{"map", setup, `if (i % 1000 === 0) r += u.map((x) => x + 1).length;`},
		{"sort", `const f = Float64Array.from({length: 20000}, (_, i) => i * 7919 % 20011);`, `if (i % 20000 === 0) f.sort();`},
	} {
		b.Run(c.name, func(b *testing.B) { benchmarkLoop(b, c.setup, c.body) })
	}
}
