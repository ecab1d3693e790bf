package compiler

// This file generates array, object and template literals.

import (
	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm/bytecode"
)

// chunk is the number of values that a literal gathers in registers before it stores them.
const chunk = 48

// chunkSize returns how many of n values can be gathered in the registers that are left.
func (e *emitter) chunkSize(n int) int {
	return min(n, chunk, max(1, maxWindow-e.f.next))
}

func (e *emitter) array(x *syntax.ArrayLit, dst int) {
	next := e.f.next
	if e.scratch(dst) < 0 && !e.fitsChunk(x.Elems) {
		t := e.temp()
		e.elements(x.Elems, t)
		e.move(dst, t)
	} else {
		e.elements(x.Elems, dst)
	}
	e.f.next = next
}

// fitsChunk reports whether the elements make an array with one instruction.
func (e *emitter) fitsChunk(list []syntax.Expr) bool {
	for _, x := range list {
		if _, ok := x.(*syntax.Spread); ok {
			return false
		}
	}
	return len(list) <= e.chunkSize(len(list))
}

// elements makes an array of the elements in dst: the first ones at once, the rest one by one.
func (e *emitter) elements(list []syntax.Expr, dst int) {
	next := e.f.next
	n := 0
	for limit := e.chunkSize(len(list)); n < limit; n++ {
		if _, ok := list[n].(*syntax.Spread); ok {
			break
		}
	}
	b := next
	if n > 0 && e.scratch(dst) >= 0 && dst+1 == next {
		b = dst
		e.f.next = dst
	}
	for _, x := range list[:n] {
		e.element(x, e.temp())
	}
	if n == 0 {
		b = dst
	}
	e.op3(bytecode.OpNewArray, dst, b, n)
	e.f.next = next
	for _, x := range list[n:] {
		if s, ok := x.(*syntax.Spread); ok {
			r := e.operand(s.X, -1)
			e.at(s.X.Range().Start)
			e.op2(bytecode.OpArraySpread, dst, r)
		} else {
			t := e.temp()
			e.element(x, t)
			e.op2(bytecode.OpArrayPush, dst, t)
		}
		e.f.next = next
	}
}

// element evaluates an element; a hole is the marker that arrays understand.
func (e *emitter) element(x syntax.Expr, dst int) {
	if x == nil {
		e.op1(bytecode.OpLoadHole, dst)
		return
	}
	e.expr(x, dst)
}

// ---- Objects ----

func (e *emitter) object(x *syntax.ObjectLit, dst int) {
	next := e.f.next
	n := e.plainProps(x)
	o := dst
	if n < len(x.Props) {
		o = e.scratchOr(dst)
	}
	if n > 0 {
		e.plainObject(x.Props[:n], o)
	} else {
		e.op1(bytecode.OpNewObject, o)
	}
	for i := range x.Props[n:] {
		e.property(&x.Props[n+i], o)
	}
	e.move(dst, o)
	e.f.next = next
}

// plainProps returns how many of the first properties the object can be made with at once: their names are known,
// distinct and not indices, and their values do not need the object.
func (e *emitter) plainProps(x *syntax.ObjectLit) int {
	limit := e.chunkSize(len(x.Props))
	for i := range limit {
		p := &x.Props[i]
		switch p.Kind {
		case syntax.PropInit, syntax.PropShorthand:
		case syntax.PropMethod:
			if p.Value.(*syntax.Function).Flags&syntax.FuncUsesSuper != 0 {
				return i
			}
		default:
			return i
		}
		if p.Key.Kind == syntax.KeyComputed || p.Key.Name == "__proto__" {
			return i
		}
		if _, ok := bytecode.ArrayIndex(p.Key.Name); ok {
			return i
		}
		for j := range i {
			if x.Props[j].Key.Name == p.Key.Name {
				return i
			}
		}
	}
	return limit
}

// plainObject makes an object of properties that plainProps has found.
func (e *emitter) plainObject(props []syntax.Property, dst int) {
	next := e.f.next
	b := next
	if e.scratch(dst) >= 0 && dst+1 == next {
		b = dst
		e.f.next = dst
	}
	for i := range props {
		e.exprNamed(props[i].Value, e.temp(), props[i].Key.Name)
	}
	e.f.next = next
	if e.f.dead {
		return
	}
	// Literals inside have appended their keys meanwhile.
	site := int32(len(e.sites))
	e.sites = append(e.sites, bytecode.Site{Name: bytecode.LiteralSite(len(e.keys))})
	e.keys = append(e.keys, int32(len(props)))
	for i := range props {
		e.keys = append(e.keys, e.name(props[i].Key.Name))
	}
	e.emit(bytecode.Make(bytecode.OpObjectLit, uint8(dst), uint8(b), uint8(len(props)), site))
}

// The kinds of OpDefMethod.
const (
	defMethod = iota
	defGetter
	defSetter
	defEnumerable = 4
)

// property defines one property of the object literal in register o.
func (e *emitter) property(p *syntax.Property, o int) {
	next := e.f.next
	switch p.Kind {
	case syntax.PropSpread:
		r := e.operand(p.Value, -1)
		e.at(p.Value.Range().Start)
		e.op2(bytecode.OpCopyProps, o, r)
	case syntax.PropInit, syntax.PropShorthand:
		e.dataProperty(p, o)
	default:
		kind, prefix := defMethod, ""
		if p.Kind == syntax.PropGet {
			kind, prefix = defGetter, "get "
		} else if p.Kind == syntax.PropSet {
			kind, prefix = defSetter, "set "
		}
		k := e.temp()
		e.propertyKey(&p.Key, k)
		fn := e.temp()
		e.closure(p.Value.(*syntax.Function), prefix+p.Key.Name, fn)
		e.at(p.Start)
		e.emit(bytecode.Make(bytecode.OpDefMethod, uint8(o), uint8(k), uint8(fn), int32(kind|defEnumerable)))
	}
	e.f.next = next
}

func (e *emitter) dataProperty(p *syntax.Property, o int) {
	if p.Key.Kind != syntax.KeyComputed {
		if _, ok := bytecode.ArrayIndex(p.Key.Name); !ok {
			v := e.temp()
			e.exprNamed(p.Value, v, p.Key.Name)
			e.at(p.Start)
			e.opD(bytecode.OpInitProp, o, v, e.site(p.Key.Name))
			return
		}
	}
	k := e.temp()
	e.propertyKey(&p.Key, k)
	v := e.temp()
	e.valueOfKey(p.Value, v, &p.Key, k)
	e.at(p.Start)
	e.op3(bytecode.OpInitElem, o, k, v)
}

// valueOfKey evaluates the value of a property or field into v; an anonymous function or class is named after the key.
func (e *emitter) valueOfKey(x syntax.Expr, v int, key *syntax.PropertyKey, k int) {
	switch {
	case key.Kind != syntax.KeyComputed:
		e.exprNamed(x, v, key.Name)
	case !isAnonymous(x):
		e.expr(x, v)
	default:
		if c, ok := x.(*syntax.Class); ok {
			e.classExpr(c, "", k, v)
			return
		}
		e.expr(x, v)
		e.op2(bytecode.OpSetFnName, v, k)
	}
}

// propertyKey evaluates a key into k as a property key.
func (e *emitter) propertyKey(key *syntax.PropertyKey, k int) {
	if key.Kind != syntax.KeyComputed {
		if i, ok := bytecode.ArrayIndex(key.Name); ok {
			e.number(float64(i), k)
			return
		}
		e.loadText(k, key.Name)
		return
	}
	e.expr(key.Expr, k)
	switch key.Expr.(type) {
	case *syntax.StringLit, *syntax.TemplateLit:
		return
	}
	e.at(key.Start)
	e.op2(bytecode.OpToKey, k, k)
}

// ---- Templates ----

// template concatenates the parts of a template, which are evaluated into consecutive registers.
func (e *emitter) template(x *syntax.TemplateLit, dst int) {
	if len(x.Exprs) == 0 {
		e.loadText(dst, x.Quasis[0].Cooked)
		return
	}
	next := e.f.next
	b := next
	if e.scratch(dst) >= 0 && dst+1 == next {
		b = dst
		e.f.next = dst
	}
	// An object's conversion to a string can be observed by what is evaluated after it, so it cannot wait until all parts
	// are there, unless the rest is harmless.
	last := len(x.Exprs) - 1
	for last >= 0 && e.isHarmless(x.Exprs[last]) {
		last--
	}
	for i := range x.Quasis {
		if e.f.next-b >= chunk || e.f.next >= maxWindow {
			e.op3(bytecode.OpConcat, b, b, e.f.next-b)
			e.f.next = b + 1
		}
		if s := x.Quasis[i].Cooked; s != "" {
			e.loadText(e.temp(), s)
		}
		if i == len(x.Exprs) {
			break
		}
		t := e.temp()
		e.expr(x.Exprs[i], t)
		if i < last && !isPrimitive(x.Exprs[i], primitiveDepth) {
			e.at(x.Exprs[i].Range().Start)
			e.op2(bytecode.OpToString, t, t)
		}
	}
	n := e.f.next - b
	e.f.next = next
	e.at(x.Start)
	e.op3(bytecode.OpConcat, dst, b, n)
}

// isHarmless reports whether the evaluation of x neither does nor notices anything.
func (e *emitter) isHarmless(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.NumberLit, *syntax.StringLit, *syntax.BoolLit, *syntax.NullLit, *syntax.BigIntLit:
		return true
	case *syntax.Ident:
		v, check := splitRef(x.Ref)
		return v >= 0 && !check && (e.localReg(v) >= 0 || e.vars[v].kind == kindConst)
	}
	return false
}
