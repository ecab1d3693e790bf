package fuzz

// This file generates functions and classes.

import (
	"strings"
)

// kinds says what a function is.
type kinds struct{ async, generator, method, arrow bool }

// nested calls f with an output of its own and returns what f wrote.
func (g *generator) nested(f func()) string {
	out := g.out
	g.out = strings.Builder{}
	f()
	text := g.out.String()
	g.out = out
	return text
}

// inner returns the body of a function in braces. Every function draws from the fuel, so recursion ends.
func (g *generator) inner(depth int, k kinds, params []string) string {
	return g.nested(func() {
		saved := g.ctx
		g.ctx = place{async: k.async, generator: k.generator, function: true, method: k.method, private: saved.private}
		if k.arrow {
			g.ctx.method, g.ctx.function = saved.method, true
		}
		g.push()
		for _, p := range params {
			g.declare(p, mutable)
		}
		g.printf("{ if (fuel-- <= 0) return %s;\n", g.number())
		if depth > 0 {
			g.statements(1+g.n(3), min(depth, 2))
		}
		if !k.arrow && g.chance(8) {
			g.printf("console.log(arguments.length, arguments[0]);\n")
		}
		g.printf("return %s }", g.expr(min(depth+1, 2)))
		g.pop()
		g.ctx = saved
	})
}

// params returns a parameter list and its names.
func (g *generator) params() (list string, names []string) {
	var parts []string
	n := g.n(4)
	saved := g.ctx
	g.ctx.async, g.ctx.generator = false, false // neither await nor yield in parameters
	g.push()
	for i := range n {
		switch {
		case g.chance(8) && i == n-1:
			p := g.fresh("p")
			names = append(names, p)
			parts = append(parts, "..."+p)
		case g.chance(6):
			var bound []string
			p := g.pattern(1, false, &bound)
			names = append(names, bound...)
			parts = append(parts, p+pick(g, "", " = [1]", " = {}"))
		default:
			p := g.fresh("p")
			t := p
			if g.chance(4) {
				t += " = " + g.expr(1)
			}
			names = append(names, p)
			parts = append(parts, t)
		}
		for _, p := range names {
			g.declare(p, mutable)
		}
	}
	g.pop()
	g.ctx = saved
	return "(" + strings.Join(parts, ", ") + ")", names
}

func (g *generator) functionKind() (prefix string, k kinds) {
	switch g.n(8) {
	case 5:
		return "async function ", kinds{async: true}
	case 6:
		return "function* ", kinds{generator: true}
	case 7:
		return "async function* ", kinds{async: true, generator: true}
	}
	return "function ", kinds{}
}

func (g *generator) functionDeclaration(depth int) {
	prefix, k := g.functionKind()
	f := g.shadowing("f")
	g.declare(f, function)
	list, names := g.params()
	g.printf("%s%s%s %s\n", prefix, f, list, g.inner(depth-1, k, names))
	if g.chance(2) {
		g.use(f, k)
	}
}

func (g *generator) functionExpr(d int) string {
	list, names := g.params()
	switch g.n(6) {
	case 0, 1:
		saved := g.ctx
		g.ctx = place{function: true, method: saved.method, private: saved.private}
		g.push()
		for _, p := range names {
			g.declare(p, mutable)
		}
		body := g.expr(min(d, 2))
		g.pop()
		g.ctx = saved
		return "(" + list + " => fuel-- > 0 ? " + body + " : 0)"
	case 2:
		return "(" + list + " => " + g.inner(d, kinds{arrow: true}, names) + ")"
	case 3:
		return "(async " + list + " => " + g.inner(d, kinds{arrow: true, async: true}, names) + ")"
	}
	prefix, k := g.functionKind()
	name := ""
	if g.chance(3) {
		name = g.fresh("f")
	}
	return "(" + prefix + name + list + " " + g.inner(d, k, names) + ")"
}

// methodSource returns a method; head is its name with async and star before it.
func (g *generator) methodSource(head string, d int) string {
	k := kinds{method: true, async: strings.HasPrefix(head, "async "), generator: strings.HasPrefix(strings.TrimPrefix(head, "async "), "*")}
	list, names := g.params()
	return head + list + " " + g.inner(d, k, names)
}

func (g *generator) classDeclaration(depth int) {
	c := g.fresh("C")
	g.printf("class %s%s\n", c, g.classTail(depth-1))
	g.declare(c, class)
	if !g.chance(4) {
		g.useClass(c)
	}
}

func (g *generator) classExpr(d int) string {
	return "(class " + pick(g, "", g.fresh("C")) + g.classTail(d) + ")"
}

// classTail returns heritage and body.
func (g *generator) classTail(d int) string {
	heritage, derived := "", false
	if g.chance(2) {
		derived = true
		parent := g.any(func(n name) bool { return n.kind == class && n.text[0] == 'C' })
		heritage = " extends " + pick(g, "Object", "Array", "Error", "(class { a = T(4, 1); m(x) { return x } })", "null", g.expr(1))
		if parent != "" && !g.chance(3) {
			heritage = " extends " + parent
		}
	}
	saved := g.ctx
	private := g.fresh("q")
	g.ctx = place{private: append(append([]string(nil), saved.private...), private), method: true, function: true}
	var body strings.Builder
	body.WriteString(" {\n#" + private + " = " + g.expr(1) + ";\n")
	if g.chance(3) {
		list, names := g.params()
		super := ""
		if derived {
			super = "super" + g.arguments(0) + ";"
			if g.chance(5) {
				super = "if (" + g.expr(1) + ") " + super
			}
		}
		b := g.inner(d, kinds{method: true}, names)
		b = strings.Replace(b, "{", "{ "+super, 1)
		if i := strings.LastIndex(b, "return "); i > 0 && !g.chance(6) {
			b = b[:i] + "void " + b[i+len("return "):]
		}
		body.WriteString("constructor" + list + " " + b + "\n")
	}
	if g.chance(4) {
		body.WriteString("static { " + g.nested(func() {
			g.push()
			g.statements(1+g.n(2), 1)
			g.pop()
		}) + "}\n")
	}
	for range g.n(5) {
		body.WriteString(pick(g, "", "", "static ") + g.classMember(d) + "\n")
	}
	body.WriteString("}")
	g.ctx = saved
	return heritage + body.String()
}

func (g *generator) classMember(d int) string {
	n := pick(g, "a", "b", "m", "c", "[T(2, 'k')]", "'x'", "#"+g.fresh("r"))
	switch g.n(6) {
	case 0, 1:
		return n + " = " + g.expr(min(d, 2)) + ";"
	case 2:
		return g.methodSource(pick(g, "", "async ", "*")+n, d)
	case 3:
		return "get " + n + "() " + g.inner(d, kinds{method: true}, nil)
	case 4:
		p := g.fresh("p")
		return "set " + n + "(" + p + ") " + g.inner(d, kinds{method: true}, []string{p})
	}
	return g.methodSource(n, d)
}
