package fuzz

// This file generates kernels: functions with plain loops over local variables, as the fast loop and the inline caches of
// the machine like them, called with arguments of different types.

import "fmt"

// kernel generates a kernel and calls of it. Its loops have constant bounds, so it needs no fuel.
func (g *generator) kernel() {
	k := g.fresh("k")
	g.printf("function %s(n, x) {\n", k)
	g.printf("let a = %s, b = x, c = %s, s = %s, t = s, i = 0;\n", g.number(), g.literal(), pick(g, "''", "'ab'", "'é'"))
	g.printf("const arr = %s, o = %s, m = new Map();\n", pick(g, "[1, 2, 3, 4]", "[]", "[1.5, 'q', null]", "[, 1, , 2]"),
		pick(g, "{ a: 1, b: 2 }", "{}", "{ get a() { return 4 }, b: 1 }", "{ __proto__x: 1, a: 's' }"))
	switch g.n(3) {
	case 0:
		g.printf("for (let j = 0; j < n; j++) {\n")
	case 1:
		g.printf("for (let j = 12; j >= 0; j -= 2) {\n")
	default:
		g.printf("for (let j = -2; j < 9; ++j) {\n")
	}
	if g.chance(4) {
		g.printf("fs.push(() => j + i);\n")
	}
	for range 2 + g.n(6) {
		g.kernelStatement(2)
	}
	g.printf("if (s.length > 200) s = s.slice(0, 5);\ni++;\n}\n")
	g.printf("return [a, b, c, s, t, i, arr, o, m.size];\n}\n")
	for _, args := range []string{"5, 1", "4, " + g.wrapLiteral(), "7, 1.5", "3, 'z'"} {
		g.printf("try { console.log(%s(%s)) } catch (e) { console.log(Name(e)) }\n", k, args)
	}
}

func (g *generator) kernelStatement(depth int) {
	v := pick(g, "a", "b", "c", "a", "b", "i")
	switch g.n(18) {
	case 0, 1, 2, 3:
		g.printf("%s = %s;\n", v, g.kernelExpr(2))
	case 4:
		g.printf("%s %s %s;\n", v, pick(g, "+=", "-=", "*=", "%=", "|=", "&=", "^=", ">>=", "<<=", ">>>=", "/=", "??=", "&&="), g.kernelExpr(1))
	case 5:
		g.printf("%s;\n", pick(g, v+"++", "--"+v, "c = "+v+"++", "c = ++"+v))
	case 6:
		g.printf("s += %s;\n", pick(g, "'x'", "j", v, "t", "'é'", "s"))
	case 7:
		g.printf("%s;\n", pick(g, "t = s", "t += 'y'", "t = s + 'w'", "s = t", "t = s[j]", "c = s === t", "c = s < t", "c = s.length"))
	case 8:
		g.printf("arr[%s] = %s;\n", pick(g, "j", "i", "j & 3", "arr.length", "'1'", "a"), g.kernelExpr(1))
	case 9:
		g.printf("%s;\n", pick(g, "arr.push("+v+")", "c = arr.pop()", "arr.length = 2", "delete arr[1]", "c = arr.shift()", "arr.unshift(j)", "arr.sort()", "c = arr.indexOf("+v+")"))
	case 10:
		g.printf("o.%s = %s;\n", pick(g, "a", "b", "q", "z"), g.kernelExpr(1))
	case 11:
		g.printf("%s;\n", pick(g, "delete o.a", "delete o.q", "o['k' + j] = j", "c = 'q' in o", "c = o.a", "o.a++", "c = o?.q?.r", "o.f = (y) => y + j", "c = o.f?.(j)", "m.set("+v+", j)", "c = m.get("+v+")"))
	case 12, 13:
		if depth == 0 {
			g.printf("continue;\n")
			return
		}
		g.printf("if (%s) {\n", g.kernelTest())
		g.kernelStatement(depth - 1)
		g.printf("}")
		if g.chance(2) {
			g.printf(" else {\n")
			g.kernelStatement(depth - 1)
			g.printf("}")
		}
		g.printf("\n")
	case 14:
		if depth > 0 {
			w := g.fresh("w")
			g.printf("for (let %s = 0; %s < %s; %s++) {\n", w, w, pick(g, "3", "j", "arr.length % 5", "2.5"), w)
			g.kernelStatement(depth - 1)
			g.printf("}\n")
		}
	case 15:
		g.printf("if (%s) %s;\n", g.kernelTest(), pick(g, "break", "continue", "return j", "throw new RangeError('k')"))
	case 16:
		g.printf("switch (%s) { case 1: a = j; case 'x': b = %s; break; default: c = a; case 3: i = b }\n", v, g.kernelExpr(1))
	default:
		g.printf("try { %s = %s; if (%s) throw a } catch (e) { b = e } finally { c = j }\n", v, g.kernelExpr(1), g.kernelTest())
	}
}

func (g *generator) kernelTest() string {
	op := pick(g, "<", ">", "<=", ">=", "===", "!==", "==", "!=")
	x, y := g.kernelExpr(1), g.kernelExpr(1)
	switch g.n(5) {
	case 0:
		return pick(g, "a", "b", "c", "!a", "!b", "s", "o.q")
	case 1:
		return fmt.Sprintf("%s %s %s && %s", x, op, y, pick(g, "a", "!c", "j > 2"))
	case 2:
		return fmt.Sprintf("!(%s %s %s)", x, op, y)
	case 3:
		return fmt.Sprintf("%s %s %s", pick(g, "j", "i", "a"), op, g.number())
	}
	return fmt.Sprintf("%s %s %s", x, op, y)
}

func (g *generator) kernelExpr(depth int) string {
	if depth <= 0 {
		return pick(g, "a", "b", "c", "j", "i", "x", "1", "2", "0.5", "s", "t", "-1", "n")
	}
	switch g.n(12) {
	case 0, 1, 2, 3, 4:
		op := pick(g, "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", ">>>", "**")
		y := "(" + g.kernelExpr(depth-1) + ")"
		if op == "**" {
			y = pick(g, "2", "0.5")
		}
		return "(" + g.kernelExpr(depth-1) + ") " + op + " " + y
	case 5:
		return "(" + g.kernelExpr(0) + ") " + pick(g, "+", "-", "*", "&", "|", "%", "<<", ">>>", "^", ">>", "/") + " (" + g.number() + ")"
	case 6:
		return pick(g, "arr[j]", "arr[i]", "arr.length", "arr[a]", "s[j]", "s.charCodeAt(j)", "s.length", "o.a", "o.b", "o['a']", "arr.at(-1)", "arr[arr.length - 1]")
	case 7:
		return pick(g, "-", "~", "+", "!", "typeof ", "void ") + "(" + g.kernelExpr(depth-1) + ")"
	case 8:
		return "(" + g.kernelTest() + " ? " + g.kernelExpr(0) + " : " + g.kernelExpr(0) + ")"
	case 9:
		return "`" + "${" + g.kernelExpr(0) + "}-${" + g.kernelExpr(0) + "}`"
	case 10:
		return pick(g, "Math.floor(a)", "Math.max(a, j)", "Math.imul(a, j)", "Math.abs(b)", "String(a)", "Number(b)", "parseInt(s)", "Number.isInteger(a)")
	}
	return g.kernelExpr(0)
}

// shapes generates an access of properties that meets objects of many shapes at one place.
func (g *generator) shapes() {
	f := g.fresh("f")
	body := pick(g, "return o.a", "o.a = n; return o", "o.c = n; return Object.keys(o)", "return o.m?.(n)", "return o.length", "return [o.a, o.b, o?.a?.b]",
		"return o[n]", "o[n] = 5; return o", "delete o.a; o.a = n; return o", "o.a += n; return o.a", "return 'a' in o", "return { ...o, n }", "const { a, ...r } = o; return [a, r]",
		"return o instanceof Object", "return o.a === n", "for (const k in o) console.log(k); return n", "return [...o]", "return `${o}`", "return o == n", "return o.constructor.name")
	g.printf("function %s(o, n) { %s }\n", f, body)
	list := "[{ a: 1 }, { a: 2 }, { b: 1, a: 3 }, { get a() { return 4 } }, { set a(v) { console.log('set', v) } }, Object.create({ a: 5, m(x) { return x } }), " +
		"[6], 'str', 7, new (class { a = 8; m(x) { return this.a + x } })(), new (class extends Array { a = 9 })(), Object.freeze({ a: 10 }), null, { a: 1, b: 2, c: 3, d: 4 }, " +
		"() => 1, new Map([['a', 1]]), 5n, { 0: 'i', length: 1 }, Object.defineProperty({}, 'a', { value: 11 })"
	for range g.n(3) {
		list += ", " + g.expr(1)
	}
	g.printf("for (const o of %s]) for (const n of [0, %s]) { if (fuel-- <= -200) break; try { console.log(%s(o, n)) } catch (e) { console.log(Name(e)) } }\n",
		list, pick(g, "1", "'a'", "'length'", "1.5"), f)
}
