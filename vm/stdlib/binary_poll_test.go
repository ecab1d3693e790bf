package stdlib_test

// This file checks that deadlines and limits hold inside the builtins of regular expressions and binary data.

import (
	"errors"
	"testing"

	"github.com/neurocode-ai/codemode/compiler"
	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib"
)

func init() {
	pollCases = append(pollCases,
		`const s = "ab 12 ".repeat(1e5); start(); /\d+z/.test(s); /x*y/.exec(s); s.match(/\d+/g); s.search(/q/)`,
		`const s = "ab 12 ".repeat(5e4); start(); s.replace(/\d/g, "<$&>"); s.replace(/\d/g, (d) => d + 1); s.split(/ /); s.matchAll(/(\d)(\d)/g)`,
		`const s = "é 12 ".repeat(5e4); start(); s.replace(/\d/g, "<$&>"); s.split(/ /); /(.*)*q/.test(s)`,
		`const s = "a".repeat(3e4); start(); /(a+)+$/.test(s + "b"); /(x+x+)+y/.test(s)`,
		`const s = "a/b-c".repeat(2e5); start(); RegExp.escape(s); new RegExp("(?:" + "a/".repeat(5e4) + ")").source`,
		`class R extends RegExp {} const r = new R("\\d", "g"), s = "a 1".repeat(2e4); start(); s.replace(r, "<$&>"); s.match(r); s.split(r); s.matchAll(r)`,
		`start(); const u = new Uint8Array(2e7), f = new Float64Array(2e6); u.fill(7); f.fill(1); u.slice(); u.set(u.subarray(1)); u.copyWithin(1, 0)`,
		`const f = Float64Array.from({length: 2e5}, (_, i) => i * 7919 % 200003); start(); f.toSorted(); f.sort(); f.reverse(); f.toReversed(); f.with(0, 1); f.indexOf(-1); f.lastIndexOf(-1)`,
		`const f = new Float32Array(2e5); start(); f.map(x => x + 1); f.filter(x => true); f.reduce((a, b) => a + b); f.sort((a, b) => b - a); f.forEach(x => x); f.find(x => x)`,
		`const f = new Int16Array(2e5); start(); f.join(); [...f]; new Float64Array(f); new Int16Array([...f]); Int16Array.from(f, x => x); Object.keys(f); f.toLocaleString()`,
		`const b = new ArrayBuffer(2e7, {maxByteLength: 4e7}); start(); b.resize(3e7); b.resize(10); b.resize(2e7); b.slice(1); b.transfer(1e7); structuredClone(new Uint8Array(1e7))`,
		`const u = new Uint8Array(3e6).fill(65); start(); const s = new TextDecoder().decode(u); new TextEncoder().encode(s); btoa(s); atob(btoa(s)); u.toBase64(); u.toHex(); Uint8Array.fromHex(u.toHex())`,
		`const t = "é€😀".repeat(3e5); start(); const u = new TextEncoder().encode(t); new TextDecoder().decode(u); new TextEncoder().encodeInto(t, new Uint8Array(1e7)); try { btoa(t) } catch {} try { atob(t) } catch {}`,
	)
}

// endless are calls whose work is proportional to the size of their input, which setup makes without work. Every one is
// ended by an instruction limit that allows it a small share of that work.
var endless = []struct{ setup, call string }{
	{`const s = "ab ".repeat(2 ** 23)`, `/x/.test(s)`},
	{`const s = "ab ".repeat(2 ** 23)`, `/[^b]*c/.exec(s)`},
	{`const s = "ab ".repeat(2 ** 23)`, `s.match(/b/g)`},
	{`const s = "ab ".repeat(2 ** 23)`, `s.matchAll(/b/g)`},
	{`const s = "ab ".repeat(2 ** 23)`, `s.search(/\d/)`},
	{`const s = "ab ".repeat(2 ** 23)`, `s.replace(/b/g, "c")`},
	{`const s = "ab ".repeat(2 ** 23)`, `s.replace(/b/g, () => "c")`},
	{`const s = "ab ".repeat(2 ** 23)`, `s.replaceAll(/(b)/g, "$1$1")`},
	{`const s = "ab ".repeat(2 ** 23)`, `s.split(/ /)`},
	{`const s = "ab ".repeat(2 ** 23)`, `RegExp.escape(s)`},
	{`const s = "a".repeat(1e5)`, `/(a+)+$/.test(s + "b")`},
	{`const s = "x".repeat(1e5)`, `/(x+)\1+[^x]/.test(s)`},
	{`const u = new Uint8Array(3e7)`, `u.fill(1)`},
	{`const u = new Uint8Array(3e7)`, `u.slice()`},
	{`const u = new Uint8Array(3e7)`, `u.indexOf(9)`},
	{`const u = new Uint8Array(3e7)`, `u.includes(9)`},
	{`const u = new Uint8Array(3e7)`, `u.set(u.subarray(1))`},
	{`const u = new Uint8Array(3e7)`, `u.copyWithin(1, 0)`},
	{`const u = new Uint8Array(3e7)`, `new Uint8Array(u)`},
	{`const u = new Uint8Array(3e7)`, `u.with(0, 1)`},
	{`const u = new Uint8Array(3e7)`, `u.buffer.slice(1)`},
	{`const u = new Uint8Array(3e7)`, `u.buffer.transfer(2e7)`},
	{`const u = new Uint8Array(3e7)`, `structuredClone(u)`},
	{`const u = new Uint8Array(3e7)`, `u.toBase64()`},
	{`const u = new Uint8Array(3e7)`, `u.toHex()`},
	{`const u = new Uint8Array(3e7)`, `new TextDecoder().decode(u)`},
	{`const f = new Float64Array(1e7)`, `f.lastIndexOf(9)`},
	{`const f = new Float64Array(1e7)`, `f.reverse()`},
	{`const f = new Float64Array(1e7)`, `f.toReversed()`},
	{`const f = new Float64Array(1e7)`, `f.sort()`},
	{`const f = new Float64Array(1e7)`, `f.toSorted()`},
	{`const f = new Float64Array(1e7)`, `f.sort((a, b) => a - b)`},
	{`const f = new Float64Array(1e7)`, `f.join()`},
	{`const f = new Float64Array(1e7)`, `f.toString()`},
	{`const f = new Float64Array(1e7)`, `f.toLocaleString()`},
	{`const f = new Float64Array(1e7)`, `f.map((x) => x)`},
	{`const f = new Float64Array(1e7)`, `f.filter((x) => true)`},
	{`const f = new Float64Array(1e7)`, `f.forEach((x) => x)`},
	{`const f = new Float64Array(1e7)`, `f.every((x) => true)`},
	{`const f = new Float64Array(1e7)`, `f.some((x) => false)`},
	{`const f = new Float64Array(1e7)`, `f.find((x) => false)`},
	{`const f = new Float64Array(1e7)`, `f.findIndex((x) => false)`},
	{`const f = new Float64Array(1e7)`, `f.findLast((x) => false)`},
	{`const f = new Float64Array(1e7)`, `f.findLastIndex((x) => false)`},
	{`const f = new Float64Array(1e7)`, `f.reduce((a, b) => b)`},
	{`const f = new Float64Array(1e7)`, `f.reduceRight((a, b) => b)`},
	{`const f = new Float64Array(1e7)`, `[...f]`},
	{`const f = new Float64Array(1e7)`, `Array.from(f.entries())`},
	{`const f = new Float64Array(1e7)`, `Array.from(f.keys())`},
	{`const f = new Float64Array(1e7)`, `Object.keys(f)`},
	{`const f = new Float64Array(1e7)`, `JSON.stringify(f)`},
	{`const f = new Float64Array(1e7)`, `new Float32Array(f)`},
	{`const f = new Float64Array(1e7)`, `Float32Array.from(f)`},
	{``, `new Float64Array({length: 1e7})`},
	{``, `Uint8Array.from({length: 1e7})`},
	{`const b = new ArrayBuffer(3e7, {maxByteLength: 6e7})`, `b.resize(0); b.resize(3e7); b.resize(0); b.resize(6e7)`},
	{`const s = "a".repeat(2 ** 25)`, `new TextEncoder().encode(s)`},
	{`const s = "a".repeat(2 ** 25), u = new Uint8Array(2 ** 25)`, `new TextEncoder().encodeInto(s, u)`},
	{`const s = "é".repeat(2 ** 24)`, `new TextEncoder().encode(s)`},
	{`const s = "é".repeat(2 ** 24)`, `btoa(s)`},
	{`const s = "aaaa".repeat(2 ** 23)`, `atob(s)`},
	{`const s = "aaaa".repeat(2 ** 23)`, `btoa(s)`},
	{`const s = "aaaa".repeat(2 ** 23)`, `Uint8Array.fromBase64(s)`},
	{`const s = "aaaa".repeat(2 ** 23)`, `Uint8Array.fromHex(s)`},
	{`const s = "aaaa".repeat(2 ** 23), u = new Uint8Array(2 ** 25)`, `u.setFromBase64(s)`},
	{`const s = "aaaa".repeat(2 ** 23), u = new Uint8Array(2 ** 25)`, `u.setFromHex(s)`},
}

func TestInstructionLimitEndsBinaryBuiltins(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	setups := map[string]int64{} // what they cost
	for _, c := range endless {
		setup, ok := setups[c.setup]
		if !ok {
			var err error
			if setup, err = spent(t, c.setup+`; return 1`, 0); err != nil {
				t.Fatalf("%s: %v", c.setup, err)
			}
			setups[c.setup] = setup
		}
		const share = 60000
		used, err := spent(t, c.setup+`; `+c.call+`; return 1`, setup+share)
		if !errors.Is(err, vm.ErrInstructions) {
			t.Errorf("%s; %s: ended with %v after %d instructions", c.setup, c.call, err, used-setup)
		}
		if used > setup+8*share {
			t.Errorf("%s; %s: overran the limit by %d", c.setup, c.call, used-setup-share)
		}
	}
}

// spent runs a program and returns how many instructions it used.
func spent(t *testing.T, source string, limit int64) (int64, error) {
	t.Helper()
	compiled, err := compiler.Compile(source, compiler.Options{})
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	m := vm.New(stdlib.Realm(), vm.Options{MaxInstructions: limit, MaxMemoryBytes: 2 << 30})
	_, err = m.RunProgram(t.Context(), compiled.Program)
	return m.Instructions(), err
}

// TestMemoryLimitEndsBinaryBuiltins checks that nothing is allocated beyond the memory limit.
func TestMemoryLimitEndsBinaryBuiltins(t *testing.T) {
	for _, source := range []string{
		`new ArrayBuffer(2 ** 26)`, `new Float64Array(2 ** 23)`, `new Uint8Array({length: 2 ** 30})`,
		`const b = new ArrayBuffer(1, {maxByteLength: 2 ** 30}); b.resize(2 ** 28)`,
		`const u = new Uint8Array(2 ** 23); const l = []; for (;;) l.push(u.slice())`,
		`const s = "ab".repeat(2 ** 22); s.match(/b/g)`, `const s = "ab".repeat(2 ** 22); s.matchAll(/b/g)`,
		`const s = "ab".repeat(2 ** 22); s.replace(/b/g, "x".repeat(1000))`,
		`const l = []; for (let i = 0; ; i++) l.push(new RegExp("a" + i))`,
		`const l = []; for (;;) l.push(/a/)`, `const l = []; for (;;) l.push(/(a)(?<x>b)/.exec("ab"))`,
		`const u = new Uint8Array(2 ** 24); u.toHex() + u.toBase64() + u.toHex()`, `btoa("x".repeat(2 ** 25))`,
	} {
		o := runWith(t, source, vm.Options{MaxMemoryBytes: 32 << 20})
		var a *vm.Abort
		if !errors.As(o.err, &a) && o.thrown == "" || a != nil && !errors.Is(a, vm.ErrMemory) {
			t.Errorf("%s: ended with %v %s", source, o.err, o.thrown)
		}
	}
	// Regular expressions that are dropped do not count.
	if o := runWith(t, `let n = 0; for (let i = 0; i < 30000; i++) if (new RegExp("a{1,50}b" + i).test("aab7")) n++; return n`,
		vm.Options{MaxMemoryBytes: 16 << 20}); o.value != "1" {
		t.Errorf("dropped expressions: %s %v", o.value, o.err)
	}
}
