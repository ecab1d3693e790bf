package syntax

// This file attacks the parser: families of programs that grow without end. The
// work must stay proportional to the length, the tree shallow, the stack small.

import (
	"strings"
	"testing"
)

// rep repeats parts until the program has about n bytes.
func rep(head, part, tail string) func(n int) string {
	return func(n int) string {
		return head + strings.Repeat(part, max(1, n/len(part))) + tail
	}
}

// nest repeats an opening and a closing part around a core, at most limit deep;
// the rest of the n bytes repeats core.
func nest(open, core, close string, limit int) func(n int) string {
	return func(n int) string {
		k := min(limit, n/(len(open)+len(close)))
		return strings.Repeat(open, k) + strings.Repeat(core, max(1, n/len(core))) + strings.Repeat(close, k)
	}
}

var hostile = map[string]func(n int) string{
	"open parens":            rep("", "(", ""),
	"open brackets":          rep("", "[", ""),
	"open braces":            rep("", "{", ""),
	"open objects":           rep("x=", "{a:", ""),
	"balanced parens":        func(n int) string { return strings.Repeat("(", n/2) + "1" + strings.Repeat(")", n/2) },
	"members":                rep("a", ".a", ""),
	"optional members":       rep("a", "?.a", ""),
	"calls":                  rep("a", "(1)", ""),
	"indexes":                rep("a", "[0]", ""),
	"nested indexes":         rep("", "a[", ""),
	"additions":              rep("a", "+a", ""),
	"powers":                 rep("a", "**a", ""),
	"mixed precedence":       rep("a", "*a+a&&a||a", ""),
	"nullish":                rep("a", "??a", ""),
	"not":                    rep("", "!", "a"),
	"minus":                  rep("", "- ", "a"),
	"typeof":                 rep("", "typeof ", "a"),
	"await":                  rep("", "await ", "a"),
	"new":                    rep("", "new ", "a"),
	"assignments":            rep("", "a=", "1"),
	"conditionals":           rep("", "a?b:", "c"),
	"conditional consequent": rep("", "a?", "b"),
	"else if":                rep("", "if(a);else ", ";"),
	"arrows":                 rep("", "a=>", "1"),
	"paren arrows":           rep("", "(a)=>", "1"),
	"async arrows":           rep("", "async a=>", "1"),
	"arrow defaults":         rep("", "(a=", ""),
	"arrow defaults closed":  nest("(a=", "1", ")=>1", 200),
	"arrow defaults long":    nest("(a=", "b+", "1)=>1", 150),
	"async arrow defaults":   nest("async(a=", "1", ")=>1", 200),
	"typed arrow in ?":       rep("", "a?(b):c=>", "d"),
	"typed arrow in ? paren": nest("a?(b):(c=>", "1", ")", 150),
	"typed arrow in ? deep":  nest("a?(b):T=>{", "x=1;", "}", 150),
	"typed arrow in ? list":  rep("", "a?(b):c=>d,", "1"),
	"typed arrow redeclares": rep("", "a?(b):c=>{let b},", "1"),
	"typed arrow all typed":  nest("a?(b):c=>(", "1", "):0", 150),
	"less than":              rep("a", "<a", ""),
	"less than paren":        rep("a", "<(a", ""),
	"less than type":         rep("a", "<{b:c,", ""),
	"less than tuple":        rep("a", "<[b", ""),
	"less than closed":       func(n int) string { return strings.Repeat("a<", n/3) + "b" + strings.Repeat(">", n/3) },
	"type argument calls":    rep("a", "<b>(c)", ""),
	"type argument lists":    rep("a<", "b,", ""),
	"angle assertions":       rep("", "<a>", "b"),
	"generic arrows":         rep("", "<T>(a)=>", "b"),
	"async generic":          rep("", "async<T>(", ""),
	"types nested":           rep("let x:", "{a:", ""),
	"types array":            rep("let x:a", "[]", ""),
	"types union":            rep("let x:a", "|a", ""),
	"types conditional":      rep("let x:a", " extends a?a:a", ""),
	"types function":         rep("let x:", "(a:b)=>", "c"),
	"types parens":           rep("let x:", "(", ""),
	"types arguments":        rep("let x:", "a<", ""),
	"types tuple":            rep("let x:", "[", ""),
	"types keyof":            rep("let x:", "keyof ", "a"),
	"types template":         rep("let x:", "`${", ""),
	"types infer":            rep("let x:", "infer a extends ", "b"),
	"templates":              rep("", "`${", ""),
	"template substitutions": rep("`", "${a}", "`"),
	"backticks":              rep("", "`", ""),
	"tagged":                 rep("a", "`b`", ""),
	"patterns":               rep("let ", "[", ""),
	"object patterns":        rep("let ", "{a:", ""),
	"cover patterns":         rep("", "[", "a"), /* then nothing */
	"pattern assignments":    nest("[a=", "1,", "1]=b", 150),
	"object defaults":        nest("({a=", "1", "}=b)", 150),
	"sequence":               rep("a", ",a", ""),
	"statements":             rep("", "a;", ""),
	"let":                    rep("", "let a;", ""),
	"blocks":                 rep("", "{let a;", ""),
	"vars in blocks":         nest("{", "var a;", "}", 400),
	"vars in catch":          nest("try{}catch(a){", "var a;", "}", 200),
	"labels":                 rep("", "a:", ";"),
	"label jumps":            func(n int) string { return "a:for(;;){" + strings.Repeat("continue a;", n/11) + "}" },
	"functions":              rep("", "function f(){", ""),
	"function expressions":   rep("(", "function(){return(", ""),
	"classes":                rep("", "class A{static{", ""),
	"class expressions":      rep("x=", "class{a=", ""),
	"class heritage":         rep("x=", "class extends ", "a{}"),
	"class keys":             rep("x=", "class{[", ""),
	"private names":          rep("class A{m(){", "this.#a;", "}#a}"),
	"private nested":         nest("class A{#b;m(){", "this.#a;", "}}", 100),
	"private undeclared":     nest("class A{static{", "a.#b;", "}}", 120),
	"comments":               rep("", "/**/", ""),
	"long comment":           rep("a/*", "x", "*/=>1"),
	"comments before arrows": rep("", "a/*    */,", "1"),
	"regular expressions":    rep("", "/a/;", ""),
	"open regular":           rep("/", "a", ""),
	"open class in regular":  rep("", "/[", ""),
	"strings":                rep("", "'a';", ""),
	"escapes":                rep("'", "\\u0061", "'"),
	"names with escapes":     rep("", "\\u0061;", ""),
	"digits":                 rep("", "9", ""),
	"big binary":             rep("0b", "1", ""),
	"bigint":                 rep("", "9", "n"),
	"separators":             rep("1", "_1", ""),
	"namespaces":             rep("", "namespace a{", ""),
	"dotted namespaces":      rep("namespace a", ".a", "{}"),
	"enums":                  rep("enum E{", "a,", ""),
	"interfaces":             rep("", "interface A{}", ""),
	"overloads":              rep("", "function f();", ""),
	"spreads":                rep("x=", "[...", ""),
	"getters":                rep("x={", "get a(){},", "}"),
	"switches":               rep("", "switch(a){case a:", ""),
	"cases":                  rep("switch(a){", "case a:", "}"),
	"for heads":              rep("", "for(;;)", ";"),
	"for of":                 rep("", "for(a of ", ""),
	"fences":                 rep("", "```\n", ""),
	"fence lines":            rep("text\n", "```\n~~~\n", ""),
	"yields":                 rep("function*g(){", "yield ", "}"),
	"newlines":               rep("", "\n", "a"),
	"wide spaces":            rep("a", "\u00a0", ";"),
	"surrogates":             rep("'", "\\ud800", "'"),
	"import types":           rep("import type {", "a,", ""),
	"declare":                rep("declare namespace a{", "const a;", "}"),
	"JSX":                    rep("x=", "<a b>", ""),
}

func TestHostile(t *testing.T) {
	const size = 20_000
	for name, family := range hostile {
		t.Run(name, func(t *testing.T) {
			once, heightOnce := work(t, family(size))
			twice, _ := work(t, family(2*size))
			if twice > 2*once+once/4+2000 {
				t.Errorf("the work grows from %d to %d steps when the length doubles", once, twice)
			}
			if once > 60*size {
				t.Errorf("%d steps for %d bytes", once, size)
			}
			// A counted level is at most two nodes high.
			if most := 2 * maxHeight; heightOnce > most {
				t.Errorf("the tree is %d nodes high, more than %d", heightOnce, most)
			}
		})
	}
}

// TestEndsAfterError puts what is no token behind everything a program can start
// with: wherever the lexer fails, the parser must come to an end.
func TestEndsAfterError(t *testing.T) {
	starts := []string{"import", "import type", "import a =", "export", "export type", "export default", "async", "async <", "async (", "async a",
		"await", "await using", "using", "for (", "for await (", "for (using", "for (async", "declare", "declare global", "abstract", "type", "type A",
		"interface", "namespace", "module", "enum", "const", "const enum", "let", "function", "function f(a = 1) {", "function f() { 'use strict'",
		"class", "class A {", "class A { static", "class A { get", "class A { async", "class A { readonly", "class A { [", "class A { #a", "class A { accessor",
		"x = {", "x = { get", "x = { async", "x = { a", "x = (", "x = (a", "x = (a)", "x = a ?", "x = a ? (b) :", "x = <", "x = a <", "x = a < b", "x = a?.", "x = a.",
		"x = new", "x = new.", "x = `${", "x = y as", "x!", "switch (a) {", "switch (a) { case", "try {} catch", "a:", "label: a:", "@", "if (a) async", "return", "throw", "yield", "delete", "let a:", "let a: (", "let a: {", "let a: {[", "let a: [b", "let a: asserts"}
	for _, start := range starts {
		for _, bad := range []string{"0a", "'", "`", "/*", "\\", "#", "<!--", "“", "/", "1__0", "\x01", ""} {
			for _, space := range []string{" ", "\n"} {
				work(t, start+space+bad)
			}
		}
	}
}

// work parses a program, checks its tree, and returns the steps taken and the
// height of the tree.
func work(t *testing.T, src string) (steps, height int) {
	t.Helper()
	p := new(parser)
	prog := new(Program)
	if err := p.parse(prog, src, Options{}); err != nil {
		if err.Start < 0 || err.End < err.Start || err.End > len(src) {
			t.Errorf("error at %d..%d of %d", err.Start, err.End, len(src))
		}
		if err.Message == "" || err == failed {
			t.Errorf("error without message")
		}
		return p.steps, 0
	}
	in := inspect(prog)
	if in.problem != "" {
		t.Error(in.problem)
	}
	return p.steps, in.height
}
