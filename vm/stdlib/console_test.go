package stdlib_test

// This file tests the text that console methods produce.

import (
	"strings"
	"testing"

	"github.com/neurocode-ai/codemode/vm"
)

// logged runs a program and returns its console lines, joined by newlines.
func logged(t *testing.T, source string) string {
	t.Helper()
	o := runWith(t, source, vm.Options{})
	if o.err != nil {
		t.Fatalf("%s\nfailed: %v %s", source, o.err, o.thrown)
	}
	return strings.Join(o.logs, "\n")
}

func TestConsoleLines(t *testing.T) {
	const (
		opaque  = "[opaque reference]"
		promise = "[Promise: await it to get its value]"
	)
	for _, c := range [][2]string{
		{`console.log()`, ``},
		{`console.log("a\nb")`, "a\nb"},
		{`console.log(["a\n\"b\""])`, `["a\n\"b\""]`},
		{`console.log(undefined)`, `undefined`},
		{`console.log([undefined])`, `[null]`},
		{`console.log(null, true, 1.5, 1e21)`, `null true 1.5 1e+21`},
		{`console.log(NaN, -Infinity, -0)`, `NaN -Infinity 0`},
		{`console.log([1,"a",[2],undefined])`, `[1,"a",[2],null]`},
		{`console.log({k:"v",n:{m:NaN}})`, `{"k":"v","n":{"m":NaN}}`},
		{`console.log([], {})`, `[] {}`},
		{`console.log(new Map([["a",{b:1}]]))`, `Map(1) [["a",{"b":1}]]`},
		{`console.log(new Set(["x"]))`, `Set(1) ["x"]`},
		{`console.log(new Error("boom"))`, `{"name":"Error","message":"boom"}`},
		{`console.log(Object.assign(new TypeError("t"), {code: 7}))`, `{"name":"TypeError","message":"t","code":7}`},
		{`console.log(new Error("a", {cause: new Error("b")}))`, `{"name":"Error","message":"a","cause":{"name":"Error","message":"b"}}`},
		{`class E extends Error { constructor(m) { super(m); this.name = "E"; } }; console.log(new E("m"))`, `{"name":"E","message":"m"}`},
		{`console.log(() => 1, console, Error, [parseInt])`, opaque + " " + opaque + " " + opaque + " [" + opaque + "]"},
		{`console.log(Promise.resolve(1), [Promise.resolve(1)])`, promise + " [" + promise + "]"},
		{`const o = {a: {}}; o.a.self = o; console.log(o, [o])`, `{"a":{"self":[Circular]}} [{"a":{"self":[Circular]}}]`},
		{`const s = {x: 1}; console.log([s, s])`, `[{"x":1},{"x":1}]`},
		{`console.log("n", 1, [2], "s")`, `n 1 [2] s`},
		{`console.log(10n, Symbol("q"), [10n, Symbol.iterator])`, `10n Symbol(q) [10n,Symbol(Symbol.iterator)]`},
		{`console.log({get a() { throw 1 }, b: 2})`, `{"a":[Getter],"b":2}`},
		{`console.log([1,,3], {[Symbol("s")]: 1, z: 2})`, `[1,null,3] {"z":2}`},
		{`console.log("%s and %d", "a", 1)`, `%s and %d a 1`},
		{`console.log("héllo \u{1F600}", ["héllo \u{1F600} \ud800"])`, "héllo \U0001F600 [\"héllo \U0001F600 \\ud800\"]"},
		{`console.log(Object(1), [Object("s")])`, `1 ["s"]`},
		{`function* g() {}; console.log([1][Symbol.iterator]() === undefined, new WeakMap(), new WeakSet())`, `false WeakMap {} WeakSet {}`},
		{`console.info("i"); console.debug("d"); console.warn("w"); console.error("e")`, "i\n[debug] d\n[warn] w\n[error] e"},
		{`console.dir({a: 1}, {depth: 0}); console.dir()`, "{\"a\":1}\nundefined"},
		{`const say = console.log; say(console.log(1))`, "1\nundefined"},
		{`console.group("g"); console.log("a\nb"); console.group(); console.log("c"); console.groupEnd(); console.groupEnd(); console.groupEnd(); console.log("d")`, "g\n  a\n  b\n    c\nd"},
		{`console.count(); console.count("x"); console.count(); console.countReset(); console.count()`, "default: 1\nx: 1\ndefault: 2\ndefault: 1"},
		{`console.assert(true, "no"); console.assert(1 > 2, "bad", [1]); console.assert()`, "[error] Assertion failed: bad [1]\n[error] Assertion failed"},
	} {
		if got := logged(t, c[0]); got != c[1] {
			t.Errorf("%s\n got %q\nwant %q", c[0], got, c[1])
		}
	}
}

func TestConsoleTable(t *testing.T) {
	for _, c := range [][2]string{
		{`[{sku:1,qty:"two"},{sku:3,bin:null}]`, "(index)\tsku\tqty\tbin\n0\t1\ttwo\t\n1\t3\t\tnull"},
		{`[4,"five",[6]]`, "(index)\tValue\n0\t4\n1\tfive\n2\t[6]"},
		{`{east:{t:1},west:{u:2}}`, "(index)\tt\tu\neast\t1\t\nwest\t\t2"},
		{`[{a:1,b:2}],["b","none"]`, "(index)\tb\tnone\n0\t2\t"},
		{`"x"`, "(index)\tValue\n0\tx"},
		{`null`, "(index)\tValue\n0\tnull"},
		{`new Map([["k",1]])`, "(index)\tValue\n0\tMap(1) [[\"k\",1]]"},
		{`[{a:{b:1}}]`, "(index)\ta\n0\t{\"b\":1}"},
		{`undefined`, "undefined"},
		{``, "undefined"},
		{`[{f: () => 1}]`, "[opaque reference]"},
		{`[Promise.resolve(1)]`, "[opaque reference]"},
		{`[]`, "(index)"},
		{`[{a:1}, 2]`, "(index)\ta\tValue\n0\t1\t\n1\t\t2"},
		{`[{a:1}],[()=>1]`, "(index)\ta\n0\t1"},
	} {
		if got := logged(t, "console.table("+c[0]+")"); got != c[1] {
			t.Errorf("console.table(%s)\n got %q\nwant %q", c[0], got, c[1])
		}
	}
}

func TestConsoleDepthAndSize(t *testing.T) {
	got := logged(t, `let o = 1; for (let i = 0; i < 33; i++) o = [o]; console.log(o); console.log([o])`)
	deep := strings.Repeat("[", 33)
	want := deep + "1" + strings.Repeat("]", 33) + "\n" + deep + "..." + strings.Repeat("]", 33)
	if got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	// Shared structure that would expand to 2^30 items ends at the limit of a line.
	line := logged(t, `let o = {x: 1}; for (let i = 0; i < 30; i++) o = [o, o]; console.log(o)`)
	if len(line) < 1<<20 || len(line) > 1<<20+100 || !strings.HasSuffix(line, "the line was cut: it is too long]") {
		t.Errorf("a line of %d bytes, ending in %q", len(line), line[len(line)-40:])
	}
	if line := logged(t, `console.log("x".repeat(5e6), "y")`); len(line) > 1<<20+100 {
		t.Errorf("a line of %d bytes", len(line))
	}
}
