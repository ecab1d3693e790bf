package syntax

// This file checks what is refused, and how it is said.

import (
	"strings"
	"testing"
)

// earlyErrors lists programs and a part of the message each must cause.
var earlyErrors = []struct{ src, message string }{
	// Brackets and ends.
	{"return (1 + 2;", "to close the parenthesis opened at 1:8"},
	{"const o = { a: 1", "The `{` that begins the object is never closed"},
	{"f(1, 2", "The `(` that begins the arguments is never closed"},
	{"function f() { if (a) { }", "begins the body of the function is never closed"},
	{"`a${b", "substitution `${` is never closed"},
	{"`abc", "template is not closed"},
	{"'abc", "string is not closed"},
	{"'a\nb'", "string is not closed"},
	{"/* a", "comment is never closed"},
	{"x = /a", "regular expression is not closed"},
	{"a }", "`}` that closes nothing"},
	{"a)", "Expected `;`"},
	{"", "empty"},
	{" // only a comment\n", "empty"},
	{"a\x00", "NUL byte"},
	{"a\xff", "not valid UTF-8"},
	{"a = 'b\xc3'", "not valid UTF-8"},
	// Declarations.
	{"let a; let a", "`a` is already declared on line 1"},
	{"let a;\nvar a", "`a` is already declared on line 1"},
	{"var a; let a", "already declared"},
	{"let a; { var a }", "already declared"},
	{"{ var a } let a", "already declared"},
	{"let a; function a() {}", "already declared"},
	{"{ function a() {} function a() {} }", "already declared"},
	{"{ function a() {} var a }", "already declared"},
	{"class a {} var a", "already declared"},
	{"let [a, a] = b", "already declared"},
	{"const { a, b: a } = c", "already declared"},
	{"switch (a) { case 1: let b; case 2: let b }", "already declared"},
	{"switch (a) { case 1: let b; default: var b }", "already declared"},
	{"for (let a of b) { var a }", "already declared"},
	{"for (let a, a;;) ;", "already declared"},
	{"try {} catch (a) { let a }", "already declared"},
	{"try {} catch ([a]) { var a }", "already declared"},
	{"try {} catch (a) { for (var a of b) ; }", "already declared"},
	{"try {} catch ({ a, a }) {}", "already declared"},
	{"function f(a) { let a }", "is a parameter of this function"},
	{"function f(a, a) {}", "The parameter `a` is declared twice"},
	{"x = ([a], { b: a }) => 1", "The parameter `a` is declared twice"},
	{"enum A {} let A", "already declared"},
	{"let A; namespace A { export let b }", "already declared"},
	{"const a", "The constant `a` has no value"},
	{"let [a]", "a value to destructure"},
	{"let let = 1", "`let` can not be the name of a variable"},
	{"if (a) let b", "can not be the body of if"},
	{"if (a) function f() {}", "can not be the body of if"},
	{"if (a) async function f() {}", "can not be the body of if"},
	{"while (a) class B {}", "can not be the body of if"},
	{"a: function f() {}", "can not be the body of if"},
	{"a: let b", "can not be the body of if"},
	// Names.
	{"let eval = 1", "`eval` can not be declared or assigned"},
	{"arguments = 1", "`arguments` can not be declared or assigned"},
	{"eval++", "can not be declared or assigned"},
	{"({ eval } = a)", "can not be declared or assigned"},
	{"const class = 1", "The reserved word `class`"},
	{"let enum = 1", "The reserved word `enum`"},
	{"let static = 1", "The reserved word `static`"},
	{"let yield = 1", "The reserved word `yield`"},
	{"let await = 1", "`await` can not be used as a name"},
	{"let l\\u0065t = 1", "reserved word"},
	{"v\\u0061r a", "The reserved word `var`"},
	{"({ if })", "The reserved word `if` is no variable"},
	{"let { if } = a", "can not be the name of a variable"},
	{"function () {}", "Expected a name after `function`"},
	{"class {}", "a name after `class`"},
	{"delete a", "`delete` can not remove the variable `a`"},
	{"delete ((a))", "`delete` can not remove the variable `a`"},
	// Literals.
	{"010", "legacy octal literal"},
	{"08", "legacy octal literal"},
	{"'\\07'", "Octal escapes"},
	{"'\\8'", "Octal escapes"},
	{"`\\07`", "Octal escapes"},
	{"'\\xZ'", "two hexadecimal digits"},
	{"'\\u{110000}'", "code point up to 10FFFF"},
	{"`\\u{}`", "code point up to 10FFFF"},
	{"1__0", "between two digits"},
	{"1_", "between two digits"},
	{"0x", "hexadecimal digits"},
	{"0b2", "binary digits"},
	{"1e", "digits of an exponent"},
	{"3in []", "after the number 3"},
	{"3.toString()", "after the number 3."},
	{"1.5n", "after the number 1.5"},
	{"/a/gg", "given twice"},
	{"/a/x", "no regular expression flag `x`"},
	{"/a/uv", "exclude each other"},
	{"/[b-a]/", "not valid: range out of order"},
	{"\\u{61", "does not start a valid identifier escape"},
	// Operators and targets.
	{"a ?? b || c", "can not be mixed"},
	{"a && b ?? c", "can not be mixed"},
	{"a ?? (b || c) && d", "can not be mixed"},
	{"-a ** 2", "directly before `**`"},
	{"await a ** 2", "directly before `**`"},
	{"1 = a", "Expected a variable or a property before the assignment"},
	{"1++", "Expected a variable or a property"},
	{"a() = 1", "result of a call"},
	{"a?.b = 1", "optional chain can not be assigned"},
	{"a?.b++", "optional chain can not be assigned"},
	{"[a?.b] = c", "optional chain can not be assigned"},
	{"new a?.b()", "callee of `new`"},
	{"a?.`b`", "template can not follow"},
	{"a?.b`c`", "template can not follow an optional chain"},
	{"[a] += b", "only with `=`"},
	{"({ a }) = b", "can not be assigned"},
	{"[(a = 1)] = b", "Expected a variable"},
	{"[([a])] = b", "can not be assigned"},
	{"[...a, b] = c", "rest element must be the last"},
	{"[...a,] = b", "rest element must be the last"},
	{"({ ...{ a } } = b)", "must be a plain name"},
	{"let { ...{ a } } = b", "Expected a name"},
	{"let { ...a, b } = c", "rest element must be the last"},
	{"({ a() {} } = b)", "method can not stand"},
	{"({ a = 1 })", "the value follows a colon"},
	{"f({ a = 1 })", "the value follows a colon"},
	{"[{ a = 1 }].b", "the value follows a colon"},
	{"({ a = 1 }) => { }; ({ b = 1 })", "the value follows a colon"},
	{"this = 1", "`this` can not be assigned"},
	// Arrow functions.
	{"x = (a)\n=> a", "must stand on the line"},
	{"x = (a, 1) => a", "must be names or patterns"},
	{"x = (a.b) => a", "must be names or patterns"},
	{"x = ((a)) => a", "must be names or patterns"},
	{"x = ([a.b]) => a", "must be names or patterns; `a.b` is neither"},
	{"x = (...a, b) => a", "rest parameter must be the last"},
	{"x = (...a,) => a", "rest parameter must be the last"},
	{"x = (...a = []) => a", "must be names or patterns"},
	{"x = ()", "inside `()`"},
	{"x = (...a)", "Found `...` in a parenthesis"},
	{"x = (a,)", "Expected an expression after the comma"},
	{"x = (a: b)", "not the parameter list"},
	{"a || () => b", "can not be the operand"},
	{"x = () => {}()", "after the body of an arrow function"},
	{"x = a, b => c; d, (e) => f; g, h\n=> i", "must stand on the line"},
	{"x = async (await) => 1", "Expected an expression"},
	{"x = (a = await b) => 1", "`await` is not allowed in the parameters"},
	{"function* g() { x = (a = yield) => 1 }", "`yield` is not allowed in the parameters"},
	{"function f(a = 1) { 'use strict' }", "\"use strict\" is not allowed"},
	// Functions.
	{"function f() { await a }", "the function `f` that begins on line 1 is not async"},
	{"x.map((a) => await a)", "the arrow function that begins on line 1 is not async"},
	{"function f() { for await (const a of b) ; }", "only in async functions"},
	{"async function f(a = await b) {}", "`await` is not allowed in parameters"},
	{"function* g(a = yield) {}", "`yield` is not allowed in parameters"},
	{"function* g() { function h() { yield } }", "only in generator functions"},
	{"yield 1", "only in generator functions"},
	{"new.target", "allowed only inside functions"},
	{"super.a", "`super` is allowed only in the methods"},
	{"function f() { super() }", "`super()` is allowed only in the constructor"},
	{"x = { get a(b) {} }", "A getter has no parameters"},
	{"x = { set a() {} }", "A setter has exactly one parameter"},
	{"x = { set a(...b) {} }", "A setter has exactly one parameter"},
	{"function f(a,,b) {}", "Expected a name"},
	{"function f(...a, b) {}", "rest parameter must be the last"},
	// Statements.
	{"break", "`break` is used outside of a loop"},
	{"continue", "`continue` is used outside of a loop"},
	{"for (;;) { x = () => { break } }", "`break` is used outside"},
	{"a: { continue a }", "`a` is not one"},
	{"break a", "no label `a`"},
	{"a: for (;;) { () => { break a } }", "no label `a`"},
	{"a: a: b", "already used around"},
	{"else a", "without an `if`"},
	{"case 1:", "outside of a `switch`"},
	{"try { }", "`catch` or `finally`"},
	{"throw\na", "on the same line"},
	{"switch (a) { default: default: }", "only one `default`"},
	{"for (let a = 1 of b) ;", "can not have an initial value"},
	{"for (var a = 1 in b) ;", "can not have an initial value"},
	{"for (a = 1 of b) ;", "can not have an initial value"},
	{"for (const a of b, c) ;", "Expected `)` after the iterable"},
	{"for (const a, b of c) ;", "The constant `a` has no value"},
	{"for (async of a) ;", "is not allowed"},
	{"for await (const a in b) ;", "needs `of`"},
	{"for (1 of a) ;", "Expected a variable"},
	{"if a) b", "`(` after `if`"},
	{"a b", "Expected `;`"},
	// Classes.
	{"class A { constructor() {} constructor() {} }", "only one constructor"},
	{"class A { get constructor() {} }", "can not be a getter"},
	{"class A { constructor = 1 }", "can not be named `constructor`"},
	{"class A { static prototype() {} }", "can not be named `prototype`"},
	{"class A { #constructor }", "`#constructor`"},
	{"class A { #a; #a }", "declared twice"},
	{"class A { get #a() {} static set #a(b) {} }", "declared twice"},
	{"class A { b() { this.#a } }", "`#a` is not declared"},
	{"class A { b() { class C { #a } return this.#a } }", "`#a` is not declared"},
	{"class A extends (class { a = this.#b }) { #b }", "`#b` is not declared"},
	{"a.#b", "outside of a class"},
	{"class A { #a; b() { delete this.#a } }", "can not be deleted"},
	{"class A { #a; b() { delete this?.#a } }", "can not be deleted"},
	{"class A { #a; b() { 1 + #a in c } }", "can stand alone only"},
	{"class A { #a; b() { #a } }", "can stand alone only before `in`"},
	{"class A { constructor() { super() } }", "`super()` is allowed only"},
	{"class A extends B { c() { super() } }", "`super()` is allowed only"},
	{"class A extends B { c = super() }", "`super()` is allowed only"},
	{"class A { a = arguments }", "`arguments` is not available"},
	{"class A { a = () => arguments }", "`arguments` is not available"},
	{"class A { static { arguments } }", "`arguments` is not available"},
	{"class A { static { await a } }", "`await` is not allowed in a static block"},
	{"class A { a = await b }", "`await` is not allowed in the initialiser"},
	{"class A { static { return } }", "`return` is not allowed"},
	{"class A { let a }", "written without `let`"},
	{"class A { a: b: c }", "after the member"},
	{"class A { a b }", "after the member"},
	{"class A { f(); }", "has no body"},
	{"class A { f(); g() {} }", "has no body"},
	{"function f(): void", "has no body"},
	{"function f(); a", "has no body"},
	// TypeScript.
	{"let a: number string", "Expected `;`"},
	{"interface { a: b }", "Expected a name for the interface"},
	{"interface A { a: b c: d }", "between the members"},
	{"enum A { B C }", "between the members of the enum"},
	{"enum A { 1 }", "can not be a number"},
	{"function f<T(a: T) {}", "Expected `>`"},
	{"let a: { b: c = {}", "between the members"},
	{"let a: b | = c", "Expected a type"},
	{"x = <T>(a: T => a", "`)`"},
	{"class A { private; private b: }", "Expected a type"},
	{"function f(private a) {}", "only in the constructor"},
	{"namespace A { return }", "`return` is not allowed here"},
	{"namespace A { await b }", "only in async functions"},
}

// leftOut lists what is refused as UnsupportedSyntax.
var leftOut = []struct{ src, message string }{
	{"import a from 'b'", "can not be imported"},
	{"import 'b'", "can not be imported"},
	{"import a = require('b')", "can not be imported"},
	{"await import('b')", "Dynamic import()"},
	{"x = import.meta", "import.meta"},
	{"export const a = 1", "`export` is not supported"},
	{"export { a }", "`export` is not supported"},
	{"a; export default b", "`export` is not supported"},
	{"@a class B {}", "Decorators"},
	{"class A { @b c() {} }", "Decorators"},
	{"x = <div>a</div>", "JSX"},
	{"return (<A b={1} />)", "JSX"},
	{"x = <></>", "JSX"},
	{"x = <T,>(a: T) => a; return <p>b</p>", "JSX"},
	{"with (a) b", "`with`"},
	{"<!-- a", "HTML-like"},
	{"a\n--> b", "HTML-like"},
	{"x = { __proto__: a }", "`__proto__`"},
	{"x = { '__proto__': a }", "`__proto__`"},
	{"f({ b: [{ __proto__: a }] })", "`__proto__`"},
	{"using a = b", "`using`"},
	{"await using a = b", "`using`"},
	{"for (using a of b) ;", "`using`"},
	{"class A { accessor b = 1 }", "`accessor`"},
}

func TestEarlyErrors(t *testing.T) {
	for _, c := range earlyErrors {
		checkRefused(t, c.src, c.message, ParseError)
	}
}

func TestUnsupported(t *testing.T) {
	for _, c := range leftOut {
		err := checkRefused(t, c.src, c.message, UnsupportedSyntax)
		if err != nil && len(err.Suggestions) == 0 {
			t.Errorf("%s: no remedy", c.src)
		}
	}
}

func checkRefused(t *testing.T, src, message string, kind Kind) *Error {
	t.Helper()
	prog, err := Parse(src, Options{ValidateRegExp: checkRegExp})
	switch {
	case err == nil:
		t.Errorf("%s: accepted as %s", src, printBody(prog))
		return nil
	case !strings.Contains(err.Message, message):
		t.Errorf("%s: %q does not contain %q", src, err.Message, message)
	case err.Kind != kind:
		t.Errorf("%s: %v", src, err.Kind)
	case !strings.HasSuffix(err.Message, "."):
		t.Errorf("%s: %q is no sentence", src, err.Message)
	case err.Start < 0 || err.End < err.Start || err.End > len(src):
		t.Errorf("%s: %d..%d", src, err.Start, err.End)
	}
	return err
}

// TestHabits checks the remedies for what models do most.
func TestHabits(t *testing.T) {
	for _, c := range []struct{ src, remedy string }{
		{"import fs from 'fs'", "tools.namespace.tool"},
		{"items.map((x) => await f(x))", "Promise.all"},
		{"items.forEach((x) => { if (x) break })", "for...of"},
		{"const a = “b”", "straight quotes"},
		{"const a = 'it's'", "Escape a quote"},
		{"const a = `b `c` d`", "Escape a backtick"},
		{"def f(x):\n  return x", "function name(...)"},
		{"elif x: y", "else if"},
		{"if x > 1:\n  y", "if (condition)"},
		{"if (x):\n  y", "braces"},
		{"while True:\n  y", "while (condition)"},
		{"for x in y:\n  z", "for (const x of list)"},
		{"if (a and b) c", "&&"},
		{"if (a or b) c", "||"},
		{"x = not y", "!"},
		{"print 'x'", "console.log"},
		{"raise ValueError('x')", "throw new Error"},
		{"# comment\na", "//"},
		{"#comment\na", "//"},
		{"return f'total {x}'", "${"},
		{"x = '''a\nb'''", "template"},
		{"const o = { a: 1; b: 2 }", "commas, not semicolons"},
		{"const o = { a: 1\nb: 2 }", "missing at 1:17"},
		{"const o = { a.b: 1 }", "in quotes"},
		{"f(a b)", "comma"},
		{"const x = { a: [1, { b: 2 ] }", "at 1:20 is still open"},
		{"x = y => { a: 1, b: 2 }", "() => ({ key: value })"},
		{"a, b => c; const f = a, b => c", "(a, b) =>"},
		{"a ?? b || c", "(a ?? b) || c"},
		{"x = 010", "0o10"},
		{"const r = 3.toFixed()", "(3.).method"},
		{"const x", "let"},
		{"let a = 1; let a = 2", "Choose another name"},
		{"return 1\nThis program returns one when all goes well.", "comment"},
		{"a;\n```js\nb\n```\nc;", "without Markdown"},
		{"const class = 1", "class_"},
		{"obj.[0]", "object[key]"},
		{"x ≥ 1", ">="},
		{"f(...)", "left out"},
		{"x = { ... }", "left out"},
	} {
		_, err := Parse(c.src, Options{})
		if err == nil {
			t.Errorf("%s: accepted", c.src)
			continue
		}
		if all := strings.Join(err.Suggestions, "\n"); !strings.Contains(all, strings.ReplaceAll(c.remedy, "(3.)", "(3)")) {
			t.Errorf("%s: %s\nremedies %q do not contain %q", c.src, err.Message, all, c.remedy)
		}
	}
}

func TestPositions(t *testing.T) {
	for _, c := range []struct {
		src          string
		line, column int
		frame        string
	}{
		{"let a;\nlet b; let a;", 2, 12, "2 | let b; let a;\n  |            ^"},
		{"x = '😀é' 'b'", 1, 11, "1 | x = '😀é' 'b'\n  |          ^^^"},
		{"a\r\nb\rc\u2028d d", 4, 3, "4 | d d\n  |   ^"},
		{"\tlet 1", 1, 6, "1 |  let 1\n  |      ^"},
		{"f(a,\n  b", 1, 2, "1 | f(a,\n  |  ^"},
		{strings.Repeat("a;", 100) + "b c" + strings.Repeat(";d", 100), 1, 203,
			"1 | …" + strings.Repeat("a;", 29) + "b c" + strings.Repeat(";d", 29) + ";…\n  | " + strings.Repeat(" ", 61) + "^"},
	} {
		_, err := Parse(c.src, Options{})
		if err == nil {
			t.Errorf("%q: accepted", c.src)
			continue
		}
		if line, column := err.Position(); line != c.line || column != c.column {
			t.Errorf("%q: %v at %d:%d, want %d:%d", c.src, err, line, column, c.line, c.column)
		}
		if f := err.Frame(); f != c.frame {
			t.Errorf("%q: %s\n got\n%s\nwant\n%s", c.src, err.Message, f, c.frame)
		}
	}
	src := "a\r\n😀\u2029b"
	prog, err := Parse("'"+strings.Repeat("x", 3)+"'\nlet y", Options{})
	if err != nil {
		t.Fatal(err)
	}
	for at := range len(prog.Source) + 1 {
		l1, c1 := prog.Position(at)
		if l2, c2 := Position(prog.Source, at); l1 != l2 || c1 != c2 {
			t.Errorf("offset %d: %d:%d and %d:%d", at, l1, c1, l2, c2)
		}
	}
	table := lineTable{}
	for _, at := range []int{0, 1, 3, 7, 10, 11} {
		l1, c1 := table.position(src, at)
		if l2, c2 := Position(src, at); l1 != l2 || c1 != c2 {
			t.Errorf("offset %d: %d:%d and %d:%d", at, l1, c1, l2, c2)
		}
	}
}

func TestLimits(t *testing.T) {
	if _, err := Parse(strings.Repeat(" ", DefaultMaxSourceBytes)+"a", Options{}); err == nil || !strings.Contains(err.Message, "1048577 bytes") {
		t.Errorf("long source: %v", err)
	}
	if _, err := Parse("a + b", Options{MaxSourceBytes: 4}); err == nil {
		t.Error("the limit of 4 bytes is not kept")
	}
	if _, err := Parse("a+b", Options{MaxSourceBytes: 4}); err != nil {
		t.Error(err)
	}
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	if _, err := Parse(deep(maxNesting-1), Options{}); err != nil {
		t.Error(err)
	}
	if _, err := Parse(deep(maxNesting+1), Options{}); err == nil || !strings.Contains(err.Message, "nested more than 500 levels") {
		t.Errorf("deep source: %v", err)
	}
	if _, err := Parse("a"+strings.Repeat("+a", maxHeight-10), Options{}); err != nil {
		t.Error(err)
	}
	if _, err := Parse("a"+strings.Repeat("+a.b.c", maxHeight/2), Options{}); err != nil {
		t.Errorf("short chains inside a long one: %v", err)
	}
}

func TestRepairs(t *testing.T) {
	for _, c := range []struct{ src, tree, notes string }{
		{"```js\nreturn 1\n```", "(return 1)", "code fence"},
		{"\n  ```typescript\nreturn 1\n  ```\n", "(return 1)", "code fence"},
		{"```\nreturn 1", "(return 1)", "code fence"},
		{"~~~js\nreturn 1\n~~~", "(return 1)", "code fence"},
		{"```return 1```", "(return 1)", "code fence"},
		{"Here it is:\n\n```js\nreturn 1\n```\nIt returns one.", "(return 1)", "text before|code fence|text after"},
		{"\ufeffreturn 1", "(return 1)", "byte-order mark"},
		{"export default async function main() { return 1 }", "(fn<async> main () [(return 1)]) (return (await (call main [])))", "export default"},
		{"export default async function () { return f() }\nfunction f() {}", "(fn<> f () []) (return (await (call (fn<async> () [(return (call f []))]) [])))", "export default"},
		{"export default async () => 1", "(return (await (call (fn<async =>> () 1) [])))", "export default"},
		{"export default { a: await b };", "(return {a:(await b)})", "export default"},
		{"async () => { return 1 }", "(return (await (call (fn<async =>> () [(return 1)]) [])))", "one function"},
		{"(async function () { return 1 })", "(return (await (call (fn<async> () [(return 1)]) [])))", "one function"},
		{"() => 1", "(return (await (call (fn<=>> () 1) [])))", "one function"},
		{"async (tools) => 1", "(return (await (call (fn<async =>> (tools) 1) [tools])))", "one function"},
		{"async ({ tools }) => 1", "(return (await (call (fn<async =>> ({tools:tools}) 1) [{short tools:tools}])))", "one function"},
		{"async function main() { return 1 }", "(fn<async> main () [(return 1)]) (return (await (call main [])))", "only defines `main`"},
		{"function f() {}\nconst N = 1\nconst run = async () => f()", "(fn<> f () []) (const N=1) (const run=(fn<async =>> () (call f []))) (return (await (call run [])))", "only defines `run`"},
		{"(async () => { return 1 })()", "(call (fn<async =>> () [(return 1)]) [])", "drops its value"},
		// Nothing to repair.
		{"async function main() { return 1 }\nreturn main()", "(fn<async> main () [(return 1)]) (return (call main []))", ""},
		{"async function main() { return 1 }\nmain()", "(fn<async> main () [(return 1)]) (call main [])", ""},
		{"function helper() {}", "(fn<> helper () [])", ""},
		{"function* main() {}", "(fn<*> main () [])", ""},
		{"main\nfunction main() {}", "main (fn<> main () [])", ""},
	} {
		prog, err := Parse(c.src, Options{})
		if err != nil {
			t.Errorf("%s: %v", c.src, err)
			continue
		}
		got := printBody(prog)
		if got = strings.ReplaceAll(got, " inner", ""); got != c.tree {
			t.Errorf("%s\n got %s\nwant %s", c.src, got, c.tree)
		}
		if len(prog.Source) != len(c.src) {
			t.Errorf("%s: offsets moved", c.src)
		}
		var wanted []string
		if c.notes != "" {
			wanted = strings.Split(c.notes, "|")
		}
		if len(wanted) != len(prog.Notes) {
			t.Errorf("%s: notes %v", c.src, prog.Notes)
			continue
		}
		for i, n := range prog.Notes {
			if !strings.Contains(n.Text, wanted[i]) || n.Pos < 0 || n.Pos > len(c.src) {
				t.Errorf("%s: note %v, want %s", c.src, n, wanted[i])
			}
		}
	}
	for _, src := range []string{"```js\na\n```\n```js\nb\n```", "const a = 1;\n```js\nreturn a\n```"} {
		if _, err := Parse(src, Options{}); err == nil {
			t.Errorf("%s: accepted", src)
		}
	}
}

// TestScript checks the mode for test suites.
func TestScript(t *testing.T) {
	for src, ok := range map[string]bool{
		"await = 1": true, "function await() {}": true, "async function f() { await = 1 }": false,
		"return": false, "await x": false, "() => 1": true, "class C { static { await } }": false,
		"class C { static { (() => { var await }) } }": true, "async () => { await 1 }": true,
	} {
		if _, err := Parse(src, Options{Script: true}); (err == nil) != ok {
			t.Errorf("%s: %v", src, err)
		}
	}
}
