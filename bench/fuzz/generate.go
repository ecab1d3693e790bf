package fuzz

// This file defines the generator: its choices, names and contexts, and statements. Expressions are in expr.go, functions
// and classes in function.go.

import (
	"fmt"
	"slices"
	"strings"
)

// prelude is the beginning of every program. T logs when it is evaluated; It is an iterable that logs how it is used; fuel
// bounds all loops and calls.
const prelude = `let fuel = 300;
const fs = [];
const T = (n, v) => { console.log("T", n); return v };
const It = (n, ...xs) => ({ [Symbol.iterator]() { let i = 0; console.log("open", n); return {
  next() { console.log("next", n); return i < xs.length ? { value: xs[i++], done: false } : { value: undefined, done: true } },
  return(v) { console.log("close", n); return { v } } } } });
const Name = (e) => e instanceof Error ? e.name : typeof e;
const tag = (s, ...xs) => s.raw.join("|") + String(xs.length);
`

// Generate returns the program that the bytes describe. The same bytes give the same program.
func Generate(data []byte) string {
	g := &generator{data: data, size: 260}
	g.push()
	g.ctx = place{async: true}
	var names []string
	g.printf("%s", prelude)
	for range 3 {
		name := g.fresh("v")
		g.printf("let %s = %s;\n", name, g.literal())
		g.declare(name, mutable)
		names = append(names, name)
	}
	g.statements(3+g.n(8), 4)
	g.printf("return [%s];\n", strings.Join(names, ", "))
	return g.out.String()
}

type generator struct {
	data   []byte
	out    strings.Builder
	scopes [][]name
	count  int // names made
	size   int // nodes left; small programs are easier to read
	ctx    place
}

// place says what the place allows.
type place struct {
	async, generator, function bool
	method                     bool // super.x is allowed
	loops                      int
	labels                     []string // of loops
	private                    []string
}

type nameKind uint8

const (
	mutable nameKind = iota
	constant
	function
	class
)

type name struct {
	text string
	kind nameKind
}

// n returns a choice below k. When the bytes are used up it is 0, which everywhere stands for something small.
func (g *generator) n(k int) int {
	if len(g.data) == 0 || k <= 1 {
		return 0
	}
	b := g.data[0]
	g.data = g.data[1:]
	return int(b) % k
}

// chance is true in one of k cases, and never when the bytes are used up.
func (g *generator) chance(k int) bool { return g.n(k) == k-1 && k > 1 }

func pick[T any](g *generator, list ...T) T { return list[g.n(len(list))] }

func (g *generator) printf(format string, args ...any) { fmt.Fprintf(&g.out, format, args...) }

func (g *generator) push() { g.scopes = append(g.scopes, nil) }
func (g *generator) pop()  { g.scopes = g.scopes[:len(g.scopes)-1] }

func (g *generator) fresh(prefix string) string {
	g.count++
	return fmt.Sprintf("%s%d", prefix, g.count)
}

func (g *generator) declare(text string, kind nameKind) {
	top := &g.scopes[len(g.scopes)-1]
	*top = append(*top, name{text, kind})
}

// shadowing returns a new name or, now and then, one of an outer scope.
func (g *generator) shadowing(prefix string) string {
	if g.chance(6) && len(g.scopes) > 1 {
		outer := g.scopes[g.n(len(g.scopes)-1)]
		if len(outer) > 0 {
			text := outer[g.n(len(outer))].text
			here := g.scopes[len(g.scopes)-1]
			if !slices.ContainsFunc(here, func(n name) bool { return n.text == text }) {
				return text
			}
		}
	}
	return g.fresh(prefix)
}

// any returns a name in scope for which ok holds, "" if there is none.
func (g *generator) any(ok func(name) bool) string {
	var all []string
	for _, s := range g.scopes {
		for _, n := range s {
			if ok(n) {
				all = append(all, n.text)
			}
		}
	}
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1-g.n(min(len(all), 12))]
}

func (g *generator) variable() string {
	if v := g.any(func(n name) bool { return n.kind != function || g.chance(4) }); v != "" {
		return v
	}
	return "fuel"
}

// target returns a name to assign to; assigning to a constant is an error that programs meet too.
func (g *generator) target() string {
	if v := g.any(func(n name) bool { return n.kind == mutable || n.kind == constant && g.chance(20) }); v != "" {
		return v
	}
	return g.fresh("undeclared")
}

// block generates a block with a scope of its own.
func (g *generator) block(n, depth int) {
	g.push()
	g.printf("{\n")
	g.statements(n, depth)
	g.printf("}\n")
	g.pop()
}

func (g *generator) statements(n, depth int) {
	for range n {
		g.statement(depth)
	}
}

func (g *generator) statement(depth int) {
	g.size--
	if depth <= 0 || g.size <= 0 {
		g.printf("%s = %s;\n", g.target(), g.expr(1))
		return
	}
	switch g.n(30) {
	case 0:
		g.printf("console.log(%s);\n", g.expr(2))
	case 1, 2:
		g.attempt(g.statementExpr(3))
	case 3, 4:
		g.declaration(depth)
	case 5:
		g.printf("if (%s) ", g.expr(2))
		g.block(1+g.n(2), depth-1)
		if g.chance(2) {
			g.printf("else ")
			g.block(1+g.n(2), depth-1)
		}
	case 6, 7:
		g.forLoop(depth)
	case 8:
		g.forOf(depth)
	case 9:
		g.forIn(depth)
	case 10:
		g.whileLoop(depth)
	case 11:
		g.switchStatement(depth)
	case 12, 13, 14:
		g.try(depth)
	case 15:
		g.jump()
	case 16, 17, 18:
		g.functionDeclaration(depth)
	case 19, 20:
		g.classDeclaration(depth)
	case 21:
		g.block(1+g.n(3), depth-1)
	case 22:
		label := g.fresh("L")
		g.printf("%s: ", label)
		g.push()
		g.printf("{\n")
		g.statements(1, depth-1)
		g.printf("if (%s) break %s;\n", g.expr(1), label)
		g.statements(1, depth-1)
		g.printf("}\n")
		g.pop()
	case 23:
		g.typeScript()
	case 24:
		g.attempt(g.destructuringAssignment())
	case 25, 26, 27:
		g.kernel()
	case 28:
		g.shapes()
	default:
		g.printf("console.log(typeof %s, %s, fs.map((f) => f()));\n", g.expr(1), g.expr(2))
	}
}

// attempt generates an expression statement. Most are guarded, since few expressions made by chance work and the program
// should go on.
func (g *generator) attempt(e string) {
	if g.chance(3) {
		g.printf("%s;\n", e)
		return
	}
	g.printf("try { %s } catch (e) { console.log(\"caught\", Name(e)) }\n", e)
}

// use generates a call of the function that has just been declared, in a way that suits its kind.
func (g *generator) use(f string, k kinds) {
	call := f + g.arguments(1)
	switch {
	case k.generator && k.async && g.ctx.async:
		g.attempt("for await (const x of " + call + ") { if (fuel-- <= 0) break; console.log(x); " + pick(g, "", "if (x) break") + " }")
	case k.generator && !k.async:
		g.attempt(pick(g, "for (const x of "+call+") { if (fuel-- <= 0) break; console.log(x); "+pick(g, "", "if (x) break")+" }",
			"const it = "+call+"; console.log(it.next(1), it."+pick(g, "next", "return", "throw")+"("+g.expr(1)+"), it.next(2), it.next())",
			"const [x, y = "+g.expr(1)+", ...z] = "+call+"; console.log(x, y, z)"))
	case k.async && g.ctx.async && !k.generator:
		g.attempt("console.log(await " + pick(g, call, "Promise.allSettled(["+call+", "+f+"()]).then((r) => r.map((x) => x.status))", call+".then((x) => T(1, x), (e) => T(2, Name(e))).finally(() => T(3))") + ")")
	default:
		g.attempt("console.log(" + call + ", " + f + "())")
	}
}

// useClass generates what programs do with a class and its instances.
func (g *generator) useClass(c string) {
	o := g.fresh("o")
	g.attempt("const " + o + " = new " + c + g.arguments(1) + "; console.log(" + o + ", " + o + ".a, " + o + ".b); " +
		pick(g, o+".c = "+g.expr(1), "console.log("+o+".m?.(1), "+o+".x?.())", "for (const x of "+o+".m()) console.log(x)", "console.log("+c+".a, "+c+".b?.(2))", o+".b ??= "+g.expr(1)) +
		"; console.log(Object.keys(" + o + "), " + o + " instanceof " + c + ", " + o + ".k)")
}

// statementExpr is an expression that may start a statement.
func (g *generator) statementExpr(depth int) string {
	e := g.expr(depth)
	for _, bad := range []string{"{", "function", "class", "let", "async"} {
		if strings.HasPrefix(e, bad) {
			return "(" + e + ")"
		}
	}
	return e
}

func (g *generator) declaration(depth int) {
	kind := pick(g, "let", "const", "var", "let", "const")
	k := mutable
	if kind == "const" {
		k = constant
	}
	if g.chance(3) {
		init := g.expr(2)
		if g.chance(2) {
			init = pick(g, "It(1, 2, 3)", "[1, [2, 3], { a: 4 }]", "{ a: 1, b: { c: 2 }, d: [3] }", "new Map([[1, 2]])", "'xyz'")
		}
		var names []string
		p := g.pattern(2, kind != "var", &names)
		g.printf("%s %s = %s;\n", kind, p, init)
		for _, n := range names {
			g.declare(n, k)
		}
		return
	}
	text := g.fresh("v")
	if kind != "var" {
		text = g.shadowing("v")
	}
	init := g.expr(3)
	if kind != "const" && g.chance(6) {
		g.printf("%s %s;\n", kind, text)
	} else {
		g.printf("%s %s = %s;\n", kind, text, init)
	}
	g.declare(text, k)
}

// pattern returns a binding pattern and adds its names.
func (g *generator) pattern(depth int, shadow bool, names *[]string) string {
	leaf := func() string {
		text := g.fresh("p")
		if shadow && g.chance(8) {
			if s := g.shadowing("p"); !slices.Contains(*names, s) {
				text = s
			}
		}
		*names = append(*names, text)
		return text
	}
	element := func() string {
		t := ""
		if depth > 1 && g.chance(4) {
			t = g.pattern(depth-1, shadow, names)
		} else {
			t = leaf()
		}
		if g.chance(3) {
			t += " = " + g.expr(1)
		}
		return t
	}
	var parts []string
	n := 1 + g.n(3)
	if g.chance(2) {
		for range n {
			if g.chance(6) {
				parts = append(parts, "")
			} else {
				parts = append(parts, element())
			}
		}
		if g.chance(4) {
			parts = append(parts, "..."+leaf())
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	for range n {
		switch g.n(3) {
		case 0:
			parts = append(parts, pick(g, "a", "b", "length", "0", "c")+": "+element())
		case 1:
			parts = append(parts, "["+g.expr(1)+"]: "+element())
		default:
			parts = append(parts, leaf())
		}
	}
	if g.chance(4) {
		parts = append(parts, "..."+leaf())
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

// loopBody generates the body of a loop whose label may be used.
func (g *generator) loopBody(label string, depth int) {
	saved := g.ctx
	g.ctx.loops++
	if label != "" {
		g.ctx.labels = append(slices.Clip(g.ctx.labels), label)
	}
	g.push()
	g.printf("{\nif (fuel-- <= 0) break;\n")
	if g.chance(5) {
		g.printf("fs.push(() => %s);\n", g.variable())
	}
	g.statements(1+g.n(3), depth-1)
	if g.chance(3) {
		g.printf("if (%s) ", g.expr(1))
		g.jump()
	}
	g.printf("}\n")
	g.pop()
	g.ctx = saved
}

func (g *generator) label() string {
	if !g.chance(3) {
		return ""
	}
	l := g.fresh("L")
	g.printf("%s: ", l)
	return l
}

func (g *generator) forLoop(depth int) {
	label := g.label()
	i := g.fresh("i")
	g.push()
	g.declare(i, pick(g, constant, constant, mutable))
	limit := pick(g, "3", "4", "2", "T(0, 3)", "[1, 2].length", "3.5", "'3'")
	switch g.n(4) {
	case 0:
		g.printf("for (let %s = 0; %s < %s; %s++) ", i, i, limit, i)
	case 1:
		g.printf("for (let %s = 5; %s > %s; %s -= 2) ", i, i, g.number(), i)
	case 2:
		j := g.fresh("j")
		g.declare(j, mutable)
		g.printf("for (let %s = 0, %s = %s; %s <= 3; ++%s) ", i, j, g.expr(1), i, i)
	default:
		g.printf("for (var %s = 0; %s != 3; %s = %s + 1) ", i, i, i, i)
	}
	g.loopBody(label, depth)
	g.pop()
}

func (g *generator) forOf(depth int) {
	label := g.label()
	iterable := pick(g, "[1, 2, 3]", "It(2, 1, 2, 3)", "'abc'", "new Set([1, 2])", "Object.entries({ a: 1, b: 2 })",
		"(function* () { try { yield 1; yield 2 } finally { console.log('end') } })()")
	if g.chance(4) {
		iterable = "[" + g.expr(1) + ", " + g.expr(1) + "]"
	}
	await := ""
	if g.ctx.async && g.chance(4) {
		await = "await "
		iterable = pick(g, "[1, Promise.resolve(2)]", "(async function* () { yield 1; await null; yield 2 })()", iterable)
	}
	g.push()
	head := ""
	switch g.n(4) {
	case 0, 1:
		x := g.shadowing("x")
		g.declare(x, mutable)
		head = pick(g, "let ", "const ") + x
	case 2:
		var names []string
		head = "let " + g.pattern(1, true, &names)
		for _, n := range names {
			g.declare(n, mutable)
		}
	default:
		head = g.assignmentTarget(1)
		if strings.HasPrefix(head, "async") {
			head = "fuel"
		}
	}
	g.printf("for %s(%s of %s) ", await, head, iterable)
	g.loopBody(label, depth)
	g.pop()
}

func (g *generator) forIn(depth int) {
	label := g.label()
	k := g.fresh("k")
	g.push()
	g.declare(k, constant)
	g.printf("for (const %s in %s) ", k, pick(g, "{ a: 1, b: 2 }", "[5, 6]", "Object.create({ x: 1 }, { y: { value: 2, enumerable: true } })", g.expr(1)))
	g.loopBody(label, depth)
	g.pop()
}

func (g *generator) whileLoop(depth int) {
	w := g.fresh("w")
	g.printf("let %s = 0;\n", w)
	label := g.label()
	if g.chance(2) {
		g.printf("while (%s++ < %s && %s) ", w, pick(g, "2", "3"), g.expr(1))
		g.loopBody(label, depth)
		return
	}
	g.printf("do ")
	g.loopBody(label, depth)
	g.printf("while (%s++ < 2 && %s);\n", w, g.expr(1))
}

func (g *generator) switchStatement(depth int) {
	g.printf("switch (%s) {\n", g.expr(2))
	saved := g.ctx
	g.push()
	n := 1 + g.n(3)
	def := g.n(n + 1)
	for i := range n {
		if i == def {
			g.printf("default:\n")
		} else {
			g.printf("case %s:\n", g.expr(1))
		}
		g.statements(1, depth-1)
		if g.chance(2) {
			g.printf("break;\n")
		}
	}
	g.pop()
	g.ctx = saved
	g.printf("}\n")
}

func (g *generator) try(depth int) {
	g.printf("try ")
	g.block(1+g.n(3), depth-1)
	kind := g.n(3)
	if kind != 2 {
		if g.chance(3) {
			g.printf("catch ")
			g.block(1, depth-1)
		} else {
			e, c := g.fresh("e"), g.fresh("v")
			g.push()
			g.printf("catch (%s) {\nlet %s = Name(%s); console.log(%s);\n", e, c, e, c)
			g.declare(c, mutable)
			g.statements(g.n(3), depth-1)
			g.printf("}\n")
			g.pop()
		}
	}
	if kind != 0 {
		g.printf("finally ")
		g.block(1+g.n(2), depth-1)
	}
}

func (g *generator) jump() {
	switch {
	case g.ctx.loops > 0 && g.chance(2):
		label := ""
		if len(g.ctx.labels) > 0 && g.chance(2) {
			label = " " + pick(g, g.ctx.labels...)
		}
		g.printf("%s%s;\n", pick(g, "break", "continue"), label)
	case g.ctx.function && g.chance(2):
		g.printf("return %s;\n", g.expr(2))
	default:
		g.printf("if (%s) throw %s;\n", g.expr(1), pick(g, "new TypeError('t')", "1", "new RangeError('r')", "'s'", "{ a: 1 }"))
	}
}

func (g *generator) typeScript() {
	if len(g.scopes) > 1 || g.chance(2) {
		n := g.fresh("E")
		g.printf("enum %s { A, B = %s, C = 'c', D = A | 4 }\n", n, pick(g, "5", "1 << 2", "A + 2"))
		g.declare(n, class)
		return
	}
	n := g.fresh("N")
	g.printf("namespace %s { export let a = %s; export const b = %s; export function f() { return a } a = %s; console.log(%s.a) }\n",
		n, g.expr(1), g.expr(1), g.expr(1), n)
	g.declare(n, class)
}
