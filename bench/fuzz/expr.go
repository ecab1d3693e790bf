package fuzz

// This file generates expressions.

import (
	"fmt"
	"strings"
)

func (g *generator) number() string {
	return pick(g, "0", "1", "2", "-1", "3", "0.5", "-0", "NaN", "1e3", "2147483647", "-2147483648", "4294967296", "Infinity", "255", "7")
}

func (g *generator) literal() string {
	switch g.n(10) {
	case 0, 1, 2:
		return g.number()
	case 3:
		return pick(g, "'a'", "''", "'10'", "'xyz'", "'\\u00e9\\u{1f600}'", "'b'", "' 7 '")
	case 4:
		return pick(g, "true", "false")
	case 5:
		return pick(g, "null", "undefined")
	case 6:
		return pick(g, "[1, 2, 3]", "[]", "[3, 1, 2]", "['b', 'a']", "[1, , 3]")
	case 7:
		return pick(g, "{ a: 1 }", "{}", "{ a: 1, b: 2, length: 2 }", "{ valueOf() { return T(8, 5) } }", "{ toString() { return T(9, 'o') } }",
			"{ [Symbol.toPrimitive](h) { return T(h, 6) } }")
	case 8:
		return pick(g, "3n", "0n", "-7n", "10n")
	}
	return pick(g, "/a/g", "Symbol.iterator", "new Map([['a', 1]])", "new Set([1, 2])", "new Date(0)")
}

// expr returns an expression that can stand as an operand.
func (g *generator) expr(depth int) string {
	g.size--
	if depth <= 0 || g.size <= 0 {
		if g.chance(3) {
			return g.wrapLiteral()
		}
		return g.variable()
	}
	d := depth - 1
	switch g.n(34) {
	case 0, 1:
		return g.variable()
	case 2:
		return g.wrapLiteral()
	case 3, 4, 5:
		return g.binary(d)
	case 6:
		return "(" + g.expr(d) + pick(g, " && ", " || ", " ?? ") + g.expr(d) + ")"
	case 7:
		return "(" + g.expr(d) + " ? " + g.expr(d) + " : " + g.expr(d) + ")"
	case 8:
		return "(" + pick(g, "-", "+", "!", "~", "typeof ", "void ") + g.expr(d) + ")"
	case 9, 10:
		return "(" + g.assignmentTarget(d) + pick(g, " = ", " += ", " -= ", " *= ", " |= ", " &&= ", " ||= ", " ??= ", " = ", " <<= ", " %= ") + g.expr(d) + ")"
	case 11:
		t := g.assignmentTarget(d)
		return "(" + pick(g, t+"++", "++"+t, t+"--", "--"+t) + ")"
	case 12:
		return "`" + pick(g, "", "a", "\\n") + "${" + g.expr(d) + "}" + pick(g, "", "b") + "${" + g.expr(d) + "}`"
	case 13:
		return g.array(d)
	case 14, 15:
		return "(" + g.objectLiteral(d) + ")"
	case 16, 17:
		return g.member(d)
	case 18, 19, 20:
		return g.call(d)
	case 21, 22:
		return g.functionExpr(d)
	case 23:
		return g.library(d)
	case 24:
		return g.library(d)
	case 25:
		return "(" + g.expr(d) + ", " + g.expr(d) + ")"
	case 26:
		return fmt.Sprintf("T(%d, %s)", g.n(10), g.expr(d))
	case 27:
		if g.ctx.async {
			return "(await " + pick(g, g.expr(d), "Promise.resolve("+g.expr(d)+")", "{ then(f) { f(T(7, 1)) } }") + ")"
		}
		return "[..." + g.iterable(d) + "]"
	case 28:
		if g.ctx.generator {
			return pick(g, "(yield "+g.expr(d)+")", "(yield)", "(yield* "+g.iterable(d)+")")
		}
		return g.classExpr(d)
	case 29:
		return "(" + g.destructuringAssignment() + ")"
	case 30:
		return "(delete " + g.variable() + pick(g, ".a", "?.b", "["+g.expr(d)+"]") + ")"
	case 31:
		return "tag`x${" + g.expr(d) + "}\\n${" + g.expr(d) + "}`"
	case 32:
		if len(g.ctx.private) > 0 {
			p := pick(g, g.ctx.private...)
			return pick(g, "this?.#"+p, "(#"+p+" in Object("+g.expr(d)+"))", "(this.#"+p+" = "+g.expr(d)+")", "(this.#"+p+"++)")
		}
		return pick(g, "this", "this?.a")
	}
	if g.ctx.method {
		return pick(g, "super.toString", "super.a", "(super.a = "+g.expr(d)+")", "super.m?.("+g.expr(d)+")", "this.a")
	}
	if g.ctx.function {
		return pick(g, "new.target?.name", "this")
	}
	return g.binary(d)
}

func (g *generator) wrapLiteral() string {
	l := g.literal()
	if strings.HasPrefix(l, "{") || strings.HasPrefix(l, "-") {
		return "(" + l + ")"
	}
	return l
}

func (g *generator) binary(d int) string {
	op := pick(g, "+", "-", "*", "<", ">", "===", "+", "/", "%", "&", "|", "^", "<<", ">>", ">>>", "==", "!=", "!==", "<=", ">=", "in", "instanceof", "**", "<")
	x, y := g.expr(d), g.expr(d)
	switch op {
	case "in":
		if g.chance(2) {
			y = "(" + g.objectLiteral(0) + ")"
		}
	case "instanceof":
		y = pick(g, "Object", "Array", "Function", "Error", y)
	case "**":
		y = pick(g, "2", "0.5", "-1", "0")
	case "+", "-", "*", "<":
		if g.chance(3) {
			y = g.number()
		}
	}
	return "(" + x + " " + op + " " + parenNegative(y) + ")"
}

func parenNegative(s string) string {
	if strings.HasPrefix(s, "-") {
		return "(" + s + ")"
	}
	return s
}

func (g *generator) iterable(d int) string {
	return pick(g, "[1, 2]", "It(3, 4, 5)", "'ab'", "new Set([1])", "[1, , 2]", g.expr(d))
}

func (g *generator) array(d int) string {
	var parts []string
	for range g.n(4) {
		switch g.n(5) {
		case 0:
			parts = append(parts, "")
		case 1:
			parts = append(parts, "..."+g.iterable(d))
		default:
			parts = append(parts, g.expr(d))
		}
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func (g *generator) propertyName(d int) string {
	return pick(g, "a", "b", "c", "1", "'x y'", "["+g.expr(d)+"]", "0", "m")
}

func (g *generator) objectLiteral(d int) string {
	var parts []string
	for range g.n(4) {
		switch g.n(9) {
		case 0, 1:
			parts = append(parts, g.propertyName(d)+": "+g.expr(d))
		case 2:
			v := g.variable()
			parts = append(parts, v)
		case 3:
			parts = append(parts, "..."+g.expr(d))
		case 4:
			parts = append(parts, "get "+g.propertyName(d)+"() "+g.inner(d, kinds{method: true}, nil))
		case 5:
			p := g.fresh("p")
			parts = append(parts, "set "+g.propertyName(d)+"("+p+") "+g.inner(d, kinds{method: true}, []string{p}))
		case 6:
			parts = append(parts, pick(g, "", "async ", "*", "async *")+g.propertyName(d))
			parts[len(parts)-1] = g.methodSource(parts[len(parts)-1], d)
		default:
			parts = append(parts, g.propertyName(d)+": "+g.functionExpr(d))
		}
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

func (g *generator) member(d int) string {
	o := g.expr(d)
	return "(" + o + ")" + pick(g, ".a", ".length", "?.a", ".b?.c", "["+g.expr(d)+"]", "?.["+g.expr(d)+"]", ".name", ".a?.b.c", "[0]")
}

func (g *generator) assignmentTarget(d int) string {
	switch g.n(5) {
	case 0, 1:
		return g.target()
	case 2:
		return g.variable() + pick(g, ".a", ".b", ".length", "[0]")
	case 3:
		return g.variable() + "[" + g.expr(d) + "]"
	}
	return "(" + g.expr(d) + ").a"
}

func (g *generator) arguments(d int) string {
	var args []string
	for range g.n(4) {
		if g.chance(6) {
			args = append(args, "..."+g.iterable(d))
		} else {
			args = append(args, g.expr(d))
		}
	}
	return "(" + strings.Join(args, ", ") + ")"
}

func (g *generator) call(d int) string {
	switch g.n(8) {
	case 0, 1, 2:
		if f := g.any(func(n name) bool { return n.kind == function }); f != "" {
			return f + g.arguments(d)
		}
	case 3:
		if c := g.any(func(n name) bool { return n.kind == class }); c != "" {
			return "new " + c + g.arguments(d)
		}
	case 4:
		return g.variable() + pick(g, ".a", ".m", "?.b", ".b?.", "?.", ".toString", "[Symbol.iterator]") + g.arguments(d)
	case 5:
		return "new " + pick(g, "Map", "Set", "Array", "Object", "Error", "Promise", g.variable()) + g.arguments(d)
	case 6:
		return "(" + g.functionExpr(d) + ")" + g.arguments(d)
	}
	if g.chance(3) {
		return g.variable() + g.arguments(d)
	}
	return "(" + g.functionExpr(d) + ")" + g.arguments(d)
}

// library calls a function of the library, with functions of the program where it takes any.
func (g *generator) library(d int) string {
	list := pick(g, "[3, 1, 2]", g.iterableArray(d), "Array.from("+g.iterable(d)+")")
	switch g.n(18) {
	case 0:
		return list + pick(g, ".map(", ".filter(", ".forEach(", ".flatMap(", ".find(", ".some(", ".findLastIndex(") + g.functionExpr(d) + ")"
	case 1:
		return list + ".reduce(" + g.functionExpr(d) + pick(g, "", ", 0") + ")"
	case 2:
		return list + ".sort(" + pick(g, "", "(a, b) => a - b", g.functionExpr(d)) + ")"
	case 3:
		return list + pick(g, ".join()", ".slice(1)", ".indexOf(2)", ".concat([4])", ".reverse()", ".at(-1)", ".includes(NaN)", ".flat()", ".length", ".entries().length")
	case 4:
		return "Object." + pick(g, "keys", "entries", "values", "getOwnPropertyNames", "isFrozen") + "(Object(" + g.expr(d) + "))"
	case 5:
		return "JSON.stringify(" + g.expr(d) + ")"
	case 6:
		return pick(g, "String", "Number", "Boolean", "Object", "parseInt", "Array.isArray", "isNaN") + "(" + g.expr(d) + ")"
	case 7:
		return "Object.assign({}, " + g.expr(d) + ", " + g.expr(d) + ")"
	case 8:
		return "Object.freeze(" + g.expr(d) + ")"
	case 9:
		return "Math." + pick(g, "max", "min", "floor", "trunc", "abs", "imul", "hypot") + g.arguments(d)
	case 10:
		return "String(" + g.expr(d) + ")" + pick(g, ".length", ".split('')", ".repeat(2).slice(0, 9)", ".toUpperCase()", ".replace(/a/g, (m) => T(m, 'q'))", ".charCodeAt(0)", ".padEnd(4)", "[0]")
	case 11:
		if g.ctx.async {
			return "(await Promise." + pick(g, "all", "race", "any") + "([" + g.expr(d) + ", " + g.expr(d) + "].map(async (x) => " + pick(g, "x", "await x", "T(5, await 1)") + ")))"
		}
		return "[...(function* () { yield* [1, 2] })()]"
	case 12:
		return "Array.from({ length: 3 }, " + g.functionExpr(d) + ")"
	case 13:
		return "Object.defineProperty({}, " + g.expr(d) + ", { value: " + g.expr(d) + ", enumerable: true })"
	case 14:
		return "new Map([[" + g.expr(d) + ", " + g.expr(d) + "]])" + pick(g, ".size", ".get(1)", ".has(NaN)")
	case 15:
		return "(" + g.functionExpr(d) + ")" + pick(g, ".call(1, 2)", ".apply({ a: 3 }, [4])", ".bind(5, 6)(7)", ".length", ".name", ".call()")
	case 16:
		return "[..." + g.iterable(d) + "].map((x, i) => [i, x])"
	}
	return "Symbol(" + g.number() + ").description"
}

func (g *generator) iterableArray(d int) string {
	return "[" + g.expr(d) + ", " + g.expr(d) + "]"
}

// destructuringAssignment returns an assignment to a pattern, which needs parentheses in some places.
func (g *generator) destructuringAssignment() string {
	t := func() string {
		s := g.assignmentTarget(1)
		if g.chance(3) {
			s += " = " + g.expr(1)
		}
		return s
	}
	value := pick(g, "It(6, 1, 2)", "[1, [2]]", "{ a: 1, b: [2] }", "'pq'", g.expr(1))
	if g.chance(2) {
		return "[" + t() + pick(g, "", ", "+t(), ", ...("+g.target()+")", ", , "+t()) + "] = " + value
	}
	return "({ a: " + t() + pick(g, "", ", ["+g.expr(1)+"]: "+t(), ", ..."+g.target()) + " } = " + value + ")"
}
