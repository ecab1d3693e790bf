package stdlib_test

// This file tests what diagnostics and stacks say about errors of the program's own classes.

import (
	"strings"
	"testing"

	"github.com/neurocode-ai/codemode/vm"
)

func TestUncaughtText(t *testing.T) {
	for _, c := range [...][2]string{
		{`class NotFound extends Error { constructor(id, o) { super("no " + id, o); this.name = "NotFound" } } throw new NotFound(7, { cause: new TypeError("inner", { cause: "deep" }) })`,
			"NotFound: no 7 (caused by TypeError: inner (caused by deep))"},
		{`class A extends RangeError { name = "Field" } throw new A("m")`, "Field: m"},
		{`class A extends Error { static { this.prototype.name = "Proto" } } throw new A("m")`, "Proto: m"},
		{`class Timeout extends Error { get name() { return "Timeout" } } throw new Timeout("m")`, "Timeout: m"},
		{`class Base extends Error { get name() { return this.constructor.name } } class Late extends Base {} throw new Late("m")`, "Late: m"},
		{`class A extends Error {} throw new A("m", { cause: { code: 5 } })`, `Error: m (caused by {"code":5})`},
		{`throw new Error("m", { cause: null })`, "Error: m (caused by null)"},
		{`throw new Error("m", { cause: undefined })`, "Error: m"},
		{`throw new Error("m", { cause: () => 1 })`, "Error: m (caused by function cause)"},
		{`const e = new Error("m"); e.cause = e; throw e`, "Error: m"},
		{`const a = new Error("a"), b = new Error("b", { cause: a }); a.cause = b; throw a`,
			"Error: a (caused by Error: b (caused by Error: a (caused by Error: b (caused by Error: a))))"},
		{`await Promise.any([Promise.reject(new RangeError("x")), Promise.reject("y")])`,
			"AggregateError: All promises were rejected (errors: RangeError: x; y)"},
		{`throw new AggregateError([1, 2, 3, 4, 5], "many", { cause: 6 })`, "AggregateError: many (errors: 1; 2; 3; and 2 more) (caused by 6)"},
		{`throw new AggregateError([], "none")`, "AggregateError: none"},
	} {
		if o := runWith(t, c[0], vm.Options{}); o.thrown != c[1] {
			t.Errorf("%s\n got %s\nwant %s", c[0], o.thrown, c[1])
		}
	}
}

// What stands behind an error is bounded, however long and however often the program makes it.
func TestUncaughtTextIsBounded(t *testing.T) {
	o := runWith(t, `let e = new Error("x".repeat(5e6)); for (let i = 0; i < 50; i++) e = new AggregateError([e, e, e, e], "y".repeat(5e6), { cause: e }); throw e`, vm.Options{})
	if !strings.HasPrefix(o.thrown, "AggregateError: yyy") || len(o.thrown) > 11000 {
		t.Errorf("%d bytes: %.50s", len(o.thrown), o.thrown)
	}
}

// A trace begins where the program says new, not in the constructors that call super().
func TestStacksBeginBelowConstructors(t *testing.T) {
	check(t, [][2]string{
		{"class A extends Error { constructor(m) {\nsuper(m) } }\nclass B extends A {}\nfunction f() {\nreturn new B('m') }\nreturn f().stack",
			`"Error: m\n    at f (5:8)\n    at 6:8"`},
		{"class A { constructor() {\nthis.e = new Error('m') } }\nreturn new A().e.stack", `"Error: m\n    at A (2:10)\n    at 3:8"`},
		{"class A extends Error { constructor(m) { super(m);\nError.captureStackTrace(this, this.constructor) } }\nclass B extends A { constructor(m) { super(m); this.name = 'B' } }\nreturn new B('m').stack",
			`"Error: m\n    at 4:8"`},
		{"function check(v) { const o = {}; Error.captureStackTrace(o, check); return o.stack }\nreturn check(1)", `"Error\n    at 2:8"`},
	})
}

func TestPrivateNamesInMessages(t *testing.T) {
	check(t, [][2]string{
		{`class A { #x; static get(o) { return o.#x } } try { A.get({}) } catch (e) { return e.message }`,
			`"Cannot access private member #x of #<Object>, which was not made by the class that declares it"`},
		{`class A { set #s(v) {} get #g() { return 1 } #m() {} t() { return [() => this.#s, () => { this.#g = 1 }, () => { this.#m = 1 }].map((f) => { try { f() } catch (e) { return e.message } }) } } return new A().t()`,
			`["'#s' was defined without a getter","'#g' was defined without a setter","Private method '#m' is not writable"]`},
	})
}
