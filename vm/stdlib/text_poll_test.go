package stdlib_test

// This file checks that deadlines hold inside the builtins of strings, numbers and JSON; see poll_test.go for the method.

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/neurocode-ai/codemode/vm"
)

const (
	longASCII = `const s = "abcdefghi ".repeat(6e4); `
	longWide  = `const s = "äbcdefghi ".repeat(4e4); `
	manyRows  = `const rows = Array.from({length: 2e4}, (_, i) => ({id: i, name: "n" + i, tags: ["a", "b"], f: i / 7})); `
)

var textPollCases = []string{
	longASCII + `start(); s.indexOf("xyz"); s.lastIndexOf("xyz"); s.includes("abcdefghi abcdefghj"); s.startsWith(s); s.endsWith(s)`,
	longWide + `start(); s.indexOf("xyz"); s.lastIndexOf("xyz"); s.includes("äbcdefghi äbcdefghj")`,
	longASCII + `start(); s.indexOf("a".repeat(1e5)); s.lastIndexOf("b".repeat(1e5)); s.indexOf(s.slice(0, -1) + "x")`,
	`const s = "a".repeat(2e5); start(); s.indexOf("a".repeat(200) + "b"); s.lastIndexOf("b" + "a".repeat(200)); s.indexOf("a".repeat(1e5) + "b")`,
	longASCII + `start(); s.split(" "); s.split(""); s.replaceAll("a", "$&$&"); s.replace("xyz", "")`,
	longWide + `start(); s.split(" "); s.split(""); s.replaceAll("ä", "ae")`,
	longASCII + `start(); s.toUpperCase(); s.toLowerCase(); s.toUpperCase().toLowerCase(); s.at(5)`,
	longWide + `start(); s.toUpperCase(); s.toLowerCase(); s.normalize("NFD"); s.normalize("NFKC"); s.isWellFormed(); s.toWellFormed()`,
	`const s = "Σ.".repeat(1e5); start(); s.toLowerCase()`,
	`const s = "\ud800a".repeat(1e5); start(); s.isWellFormed(); s.toWellFormed(); JSON.stringify(s); s.normalize()`,
	`const s = "e" + "\u0301".repeat(1e5); start(); s.normalize("NFC"); s.normalize("NFD")`,
	`start(); "ab".repeat(5e5); "x".padStart(1e6, "abc"); "ä".repeat(5e5)`,
	`const s = " ".repeat(1e6); start(); s.trim(); s.trimEnd(); ("x" + s).trimEnd()`,
	`const s = "a".repeat(1e6); start(); s.localeCompare(s + "b"); s.localeCompare("b" + s)`,
	longASCII + `const t = s.slice(0, 5e4); start(); [...t].length`,
	longASCII + `start(); s.concat(s, s)`,
	longASCII + `const raw = s.split(""); start(); String.raw({raw})`,
	`const a = Array.from({length: 1e5}, (_, i) => i % 128); start(); String.fromCharCode(...a.slice(0, 5e4)); String.fromCodePoint(...a.slice(0, 5e4)); Math.max(...a.slice(0, 5e4)); Math.hypot(...a.slice(0, 5e4))`,
	`const a = Array.from({length: 2e5}, (_, i) => i / 7); start(); Math.sumPrecise(a)`,
	longASCII + `start(); encodeURIComponent(s); escape(s); decodeURIComponent(encodeURI(s)); unescape(s)`,
	longWide + `start(); encodeURIComponent(s); escape(s); decodeURIComponent(encodeURI(s)); unescape(escape(s))`,
	manyRows + `start(); JSON.parse(JSON.stringify(rows))`,
	manyRows + `start(); JSON.stringify(rows, null, 2); JSON.stringify(rows, ["id", "tags"]); JSON.stringify(rows, (k, v) => v)`,
	manyRows + `const t = JSON.stringify(rows.slice(0, 5e3)); start(); JSON.parse(t, (k, v) => v)`,
	manyRows + `start(); structuredClone(rows); structuredClone(new Map(rows.map((r) => [r, r])))`,
	longASCII + `start(); JSON.parse(JSON.stringify(s)); JSON.parse(JSON.stringify("\n" + s)); JSON.stringify({[s]: s})`,
	longWide + `start(); JSON.parse(JSON.stringify(s)); JSON.parse(JSON.stringify("\n" + s)); JSON.parse('"\\u00e4' + s + '"')`,
	`const s = "\\n".repeat(3e5); start(); JSON.parse('"' + s + '"'); JSON.parse('"ä' + s + '"'); JSON.stringify("\n".repeat(3e5))`,
	`const s = " ".repeat(1e6) + "1"; start(); JSON.parse(s); JSON.parse("[" + "1,".repeat(1e5) + "1]")`,
	`const t = "{" + Array.from({length: 2e4}, (_, i) => '"k' + i + '":' + i).join() + "}"; start(); JSON.stringify(JSON.parse(t))`,
	`const b = 3n ** 300000n; start(); b * b; (b * b) / b; String(b); b.toString(7); BigInt("7".repeat(2e5)); BigInt.asIntN(100000, b)`,
}

func TestTextBuiltinsPollOften(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	loop := gaps(t, `start(); let s = 0; for (let i = 0; i < 1e6; i++) s += i; return s`)
	var total time.Duration
	for _, gap := range loop {
		total += gap
	}
	plain := max(total/time.Duration(len(loop)), time.Microsecond)
	for _, source := range textPollCases {
		var least []time.Duration
		for range 8 {
			g := gaps(t, source)
			for i := range least {
				if i < len(g) {
					least[i] = min(least[i], g[i])
				}
			}
			if least == nil {
				least = g
			}
			if slices.Max(least) <= maxPollRatio*plain {
				break
			}
		}
		if longest := slices.Max(least); longest > maxPollRatio*plain {
			t.Errorf("%s: %v between two polls, %v in a plain loop", source, longest, plain)
		}
	}
}

// TestLimitsHoldInText ends builtins whose results would be enormous.
func TestLimitsHoldInText(t *testing.T) {
	for _, source := range []string{
		`"x".repeat(5e8)`, `"ä".repeat(5e8)`, `"x".padEnd(5e8, "ab")`, `let s = "x"; for (;;) s = s.concat(s)`,
		`"x".repeat(1e6).replaceAll("x", "y".repeat(1e4))`, `"x".repeat(1e6).replaceAll("x", "$&".repeat(1e4))`,
		`let a = [1]; for (let i = 0; i < 40; i++) a = [a, a]; JSON.stringify(a)`,
		`let a = [1]; for (let i = 0; i < 40; i++) a = [a, a]; JSON.stringify(a, null, "          ")`,
		`let a = {}; for (let i = 0; i < 40; i++) a = {a, b: a}; JSON.stringify(a, (k, v) => v)`,
		`JSON.stringify({toJSON() { return [this, this] }})`, `JSON.stringify(new Array(4294967295))`,
		`const n = {}; n.toJSON = () => ({n}); JSON.stringify(n)`,
		`String.raw({raw: {length: 2 ** 53 - 1}})`, `JSON.stringify([], new Array(1e9))`,
		`let b = 3n; for (;;) b *= b`, `BigInt("9".repeat(4e6))`, `String(3n ** 9000000n)`,
		`structuredClone(Array.from({length: 1e6}, (_, i) => ({i})))`, `Math.sumPrecise({[Symbol.iterator]: () => ({next: () => ({value: 1, done: false})})})`,
	} {
		o := runWith(t, source, vm.Options{MaxInstructions: 3e6, MaxMemoryBytes: 64 << 20})
		if o.err == nil || !strings.Contains(o.err.Error(), "limit exceeded") && !strings.Contains(o.thrown, "RangeError") {
			t.Errorf("%s: ended with %v %s", source, o.err, o.thrown)
		}
	}
}

// TestDeepText: what follows nested data ends in an error before the Go stack does.
func TestDeepText(t *testing.T) {
	const deep = `let a = []; for (let i = 0; i < 200000; i++) a = [a]; `
	check(t, [][2]string{
		{deep + `try { JSON.stringify(a) } catch (e) { return e.name }`, `"RangeError"`},
		{deep + `try { structuredClone(a) } catch (e) { return e.name }`, `"RangeError"`},
		{`const t = "[".repeat(200000) + "]".repeat(200000); return JSON.parse(t).length`, `1`},
		{`const t = "[".repeat(200000) + "]".repeat(200000); try { JSON.parse(t, (k, v) => v) } catch (e) { return e.name }`, `"RangeError"`},
		{`const o = {toJSON() { return JSON.stringify([[[[[o]]]]]) }}; try { JSON.stringify(o) } catch (e) { return e.name }`, `"RangeError"`},
		{`const s = '["' + "é".repeat(2e5) + '","' + "x".repeat(2e5) + '"]'; return JSON.parse(s, (k, v) => v).map(t => t.length)`, `[200000,200000]`},
		{`const f = () => JSON.parse("[[[[1]]]]", f); try { f() } catch (e) { return e.name }`, `"RangeError"`},
		{`const f = () => "a".replace("a", f); try { f() } catch (e) { return e.name }`, `"RangeError"`},
	})
}
