package compiler

// This file generates property access, optional chains, assignments and updates.

import (
	"math"

	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm/bytecode"
)

// ---- Reading ----

// getNamed reads the property name of R[o] into dst. Names that are array indices are not names to the machine.
func (e *emitter) getNamed(dst, o int, name string) {
	if name == "length" {
		e.opD(bytecode.OpGetLength, dst, o, e.site(name))
		return
	}
	if i, ok := bytecode.ArrayIndex(name); ok {
		if i <= math.MaxInt32 {
			e.opD(bytecode.OpGetElemI, dst, o, int32(i))
			return
		}
		next := e.f.next
		k := e.temp()
		e.number(float64(i), k)
		e.requote()
		e.op3(bytecode.OpGetElem, dst, o, k)
		e.f.next = next
		return
	}
	e.opD(bytecode.OpGetProp, dst, o, e.site(name))
}

// setNamed writes register r to the property name of R[o].
func (e *emitter) setNamed(o int, name string, r int) {
	if i, ok := bytecode.ArrayIndex(name); ok {
		next := e.f.next
		k := e.temp()
		e.number(float64(i), k)
		e.requote()
		e.op3(bytecode.OpSetElem, o, k, r)
		e.f.next = next
		return
	}
	e.opD(bytecode.OpSetProp, o, r, e.site(name))
}

// link evaluates the object of a link of an optional chain; the chain ends here when it is optional and nullish.
func (e *emitter) link(x syntax.Expr, optional bool, hint int) int {
	r := e.operand(x, hint)
	if optional && len(e.chain) > 0 {
		e.jumpOp(bytecode.OpJNullish, r, &e.chain[len(e.chain)-1])
	}
	return r
}

func (e *emitter) dot(x *syntax.Dot, dst int) {
	next := e.f.next
	o := e.link(x.Object, x.Optional, e.scratch(dst))
	e.f.next = next
	e.quoteAt(x.NamePos, x.Object.Range())
	e.getNamed(dst, o, x.Name)
}

func (e *emitter) index(x *syntax.Index, dst int) {
	next := e.f.next
	hint := e.scratch(dst)
	key := x.Key.Range()
	if name, ok := constantKey(x.Key); ok {
		o := e.link(x.Object, x.Optional, hint)
		e.quoteAt(key.Start, x.Object.Range())
		e.getNamed(dst, o, name)
		e.f.next = next
		return
	}
	if i, ok := constantIndex(x.Key); ok {
		o := e.link(x.Object, x.Optional, hint)
		e.f.next = next
		e.quoteAt(key.Start, x.Object.Range())
		e.opD(bytecode.OpGetElemI, dst, o, i)
		return
	}
	o := e.stable(e.link(x.Object, x.Optional, hint), key.Start, key.End)
	if o == hint {
		hint = -1
	}
	k := e.operand(x.Key, hint)
	e.f.next = next
	e.quoteAt(key.Start, x.Object.Range())
	e.op3(bytecode.OpGetElem, dst, o, k)
}

// constantKey returns the text of a key that is a string literal.
func constantKey(x syntax.Expr) (string, bool) {
	s, ok := x.(*syntax.StringLit)
	if !ok {
		return "", false
	}
	return s.Value, true
}

// constantIndex returns the value of a key that is a literal index.
func constantIndex(x syntax.Expr) (int32, bool) {
	n, ok := x.(*syntax.NumberLit)
	if !ok {
		return 0, false
	}
	i, ok := int32Of(n.Value)
	return i, ok && i >= 0
}

// rareMember reads a private or super property.
func (e *emitter) rareMember(x syntax.Expr, dst int) {
	next := e.f.next
	switch x := x.(type) {
	case *syntax.PrivateDot:
		o := e.link(x.Object, x.Optional, e.scratch(dst))
		n := e.privateName(x.Name)
		e.quoteAt(x.NamePos, x.Object.Range())
		e.op3(bytecode.OpGetPrivate, dst, o, n)
	case *syntax.SuperDot, *syntax.SuperIndex:
		ref := e.reference(x.(syntax.Target), x.Range().End)
		e.loadRef(&ref, dst)
	}
	e.f.next = next
}

// privateName returns the register that holds a private name.
func (e *emitter) privateName(name string) int {
	v := e.privateVar(e.f.class, name)
	if v < 0 {
		e.internal("private name #" + name)
		return 0
	}
	return e.variable(v, false, -1)
}

// ---- Optional chains ----

// chainValue evaluates an optional chain into dst: link evaluates what is in it, and fallback loads the value of a chain
// that ends early.
func (e *emitter) chainValue(x *syntax.OptChain, dst int, fallback bytecode.Op, link func(x syntax.Expr, dst int)) {
	next := e.f.next
	t := e.scratchOr(dst)
	e.chain = append(e.chain, label{})
	link(x.X, t)
	early := e.popChain()
	if early.refs != 0 {
		var done label
		e.jumpTo(&done)
		e.place(&early)
		e.op1(fallback, t)
		e.place(&done)
	}
	e.move(dst, t)
	e.f.next = next
}

func (e *emitter) popChain() label {
	n := len(e.chain) - 1
	l := e.chain[n]
	e.chain = e.chain[:n]
	return l
}

func (e *emitter) optChain(x *syntax.OptChain, dst int) {
	e.chainValue(x, dst, bytecode.OpLoadUndef, e.expr)
}

func (e *emitter) optEffect(x *syntax.OptChain) {
	e.chain = append(e.chain, label{})
	e.effect(x.X)
	early := e.popChain()
	e.place(&early)
}

// condChain is cond for an optional chain: ending early is being false.
func (e *emitter) condChain(x *syntax.OptChain, l *label, want bool) {
	next := e.f.next
	if want {
		e.chain = append(e.chain, label{})
		e.jumpOp(bytecode.OpJTrue, e.operand(x.X, -1), l)
		early := e.popChain()
		e.place(&early)
	} else {
		e.chain = append(e.chain, *l)
		r := e.operand(x.X, -1)
		*l = e.popChain()
		e.jumpOp(bytecode.OpJFalse, r, l)
	}
	e.f.next = next
}

// ---- References ----

// refKind says how a reference finds its property.
type refKind uint8

const (
	refNamed   refKind = iota // R[o].name
	refIndex                  // R[o][index]
	refElem                   // R[o][R[k]]
	refPrivate                // R[o].#R[k]
	refSuper                  // super[R[k]] with this = R[o] and home object R[home]; R[k+1] is free for the value
)

// A reference is an evaluated member expression that can be read and written.
type reference struct {
	kind      refKind
	primitive bool // the key needs no conversion
	o, k      int
	home      int
	name      string
	index     int32
	pos       int32
	object    syntax.Span
}

// reference evaluates the parts of a member expression. The registers keep their values while expressions up to the
// offset end run.
func (e *emitter) reference(t syntax.Target, end int32) reference {
	switch x := t.(type) {
	case *syntax.Dot:
		r := reference{kind: refNamed, name: x.Name, pos: x.NamePos, object: x.Object.Range()}
		r.o = e.left(x.Object, -1, r.object.End, end)
		return r
	case *syntax.Index:
		key := x.Key.Range()
		r := reference{kind: refElem, pos: key.Start, object: x.Object.Range()}
		r.o = e.left(x.Object, -1, r.object.End, end)
		if name, ok := constantKey(x.Key); ok {
			r.kind, r.name = refNamed, name
		} else if i, ok := constantIndex(x.Key); ok {
			r.kind, r.index = refIndex, i
		} else {
			r.primitive = isPrimitive(x.Key, primitiveDepth)
			r.k = e.left(x.Key, -1, key.End, end)
		}
		return r
	case *syntax.PrivateDot:
		r := reference{kind: refPrivate, pos: x.NamePos, object: x.Object.Range()}
		r.o = e.left(x.Object, -1, r.object.End, end)
		r.k = e.privateName(x.Name)
		return r
	case *syntax.SuperDot:
		r := e.superReference(x.Start)
		e.loadText(r.k, x.Name)
		r.pos = x.NamePos
		return r
	case *syntax.SuperIndex:
		r := e.superReference(x.Start)
		next := e.f.next
		e.expr(x.Key, r.k)
		e.f.next = next
		r.primitive = isPrimitive(x.Key, primitiveDepth)
		return r
	}
	e.internal("assignment target")
	return reference{}
}

func (e *emitter) superReference(pos int32) reference {
	e.at(pos)
	r := reference{kind: refSuper, primitive: true, pos: pos}
	r.o = e.this(-1)
	r.home = e.temp()
	e.loadPseudo(pseudoHome, r.home)
	r.k = e.temps(2)
	return r
}

// loadRef reads the property into dst.
func (e *emitter) loadRef(r *reference, dst int) {
	e.at(r.pos)
	if r.kind != refSuper {
		e.quote(r.object)
	}
	switch r.kind {
	case refNamed:
		e.getNamed(dst, r.o, r.name)
	case refIndex:
		e.opD(bytecode.OpGetElemI, dst, r.o, r.index)
	case refElem:
		e.op3(bytecode.OpGetElem, dst, r.o, r.k)
	case refPrivate:
		e.op3(bytecode.OpGetPrivate, dst, r.o, r.k)
	case refSuper:
		next := e.f.next
		t := e.scratchOr(dst)
		e.move(t, r.o)
		e.op3(bytecode.OpGetSuperOf, t, r.home, r.k)
		e.move(dst, t)
		e.f.next = next
	}
}

// loadOld reads the property for an assignment that uses the old value. It returns the register, hint if possible. A
// key is converted once for the reading and the writing.
func (e *emitter) loadOld(r *reference, hint int) int {
	switch {
	case r.kind == refElem && !r.primitive:
		t := e.temps(2)
		e.quoteAt(r.pos, r.object)
		e.op3(bytecode.OpGetElemRef, t, r.o, r.k)
		r.k = t + 1
		return t
	case r.kind == refSuper && !r.primitive:
		e.at(r.pos)
		e.op2(bytecode.OpToKey, r.k, r.k)
	}
	if hint < 0 {
		hint = e.temp()
	}
	e.loadRef(r, hint)
	return hint
}

// storeRef writes register v to the property.
func (e *emitter) storeRef(r *reference, v int) {
	e.at(r.pos)
	if r.kind != refSuper {
		e.quote(r.object)
	}
	switch r.kind {
	case refNamed:
		e.setNamed(r.o, r.name, v)
	case refIndex:
		next := e.f.next
		k := e.temp()
		e.opD(bytecode.OpLoadInt, k, 0, r.index)
		e.requote()
		e.op3(bytecode.OpSetElem, r.o, k, v)
		e.f.next = next
	case refElem:
		e.op3(bytecode.OpSetElem, r.o, r.k, v)
	case refPrivate:
		e.op3(bytecode.OpSetPrivate, r.o, r.k, v)
	case refSuper:
		e.move(r.k+1, v)
		e.op3(bytecode.OpSetSuperOf, r.o, r.home, r.k)
	}
}

// primitiveDepth bounds how deep isPrimitive looks.
const primitiveDepth = 4

// isPrimitive reports whether the value of x is never an object, whatever its operands are.
func isPrimitive(x syntax.Expr, depth int) bool {
	switch x := x.(type) {
	case *syntax.NumberLit, *syntax.StringLit, *syntax.BoolLit, *syntax.NullLit, *syntax.BigIntLit, *syntax.TemplateLit,
		*syntax.Unary, *syntax.Update, *syntax.Binary:
		return true
	case *syntax.Conditional:
		return depth > 0 && isPrimitive(x.Then, depth-1) && isPrimitive(x.Else, depth-1)
	case *syntax.Logical:
		return depth > 0 && isPrimitive(x.X, depth-1) && isPrimitive(x.Y, depth-1)
	}
	return false
}

// ---- Assignment ----

// assign evaluates an assignment and returns the register that holds its value: that of a variable, hint, or a
// temporary.
func (e *emitter) assign(x *syntax.Assign, hint int) int {
	switch t := x.Target.(type) {
	case *syntax.Ident:
		switch x.Kind {
		case syntax.AssignPlain:
			return e.assignPlain(x.Value, t, hint)
		case syntax.AssignBinary:
			return e.assignBinary(x, t, hint)
		}
		return e.assignLogical(x, t, hint)
	case *syntax.ArrayPattern, *syntax.ObjectPattern:
		s := t.Range()
		src := e.stable(e.operand(x.Value, hint), s.Start, s.End)
		next := e.f.next
		e.pattern(t, src, modeAssign, x.Value.Range())
		e.f.next = next
		return src
	}
	ref := e.reference(x.Target, x.End)
	if x.Kind == syntax.AssignPlain {
		r := e.operand(x.Value, hint)
		e.storeRef(&ref, r)
		return r
	}
	t := e.loadOld(&ref, hint)
	if x.Kind == syntax.AssignBinary {
		e.binaryInto(x.Op, t, t, x.Value, x.Start)
		e.storeRef(&ref, t)
		return t
	}
	var done label
	e.jumpOp(skipOp(x.Logic), t, &done)
	e.expr(x.Value, t)
	e.storeRef(&ref, t)
	e.place(&done)
	return t
}

// valueNamed evaluates the value of an assignment to an identifier into dst.
func (e *emitter) valueNamed(x syntax.Expr, id *syntax.Ident, dst int) {
	if id.Paren {
		e.expr(x, dst)
		return
	}
	e.exprNamed(x, dst, id.Name)
}

func (e *emitter) assignPlain(value syntax.Expr, id *syntax.Ident, hint int) int {
	if r := e.assignable(id); r >= 0 {
		e.valueNamed(value, id, r)
		return r
	}
	if isAnonymous(value) {
		if hint < 0 {
			hint = e.temp()
		}
		e.valueNamed(value, id, hint)
		e.storeIdent(id, hint)
		return hint
	}
	r := e.operand(value, hint)
	e.storeIdent(id, r)
	return r
}

func (e *emitter) assignBinary(x *syntax.Assign, id *syntax.Ident, hint int) int {
	if r := e.assignable(id); r >= 0 {
		e.binaryInto(x.Op, r, r, x.Value, x.Start)
		return r
	}
	if hint < 0 {
		hint = e.temp()
	}
	e.ident(id, hint)
	e.binaryInto(x.Op, hint, hint, x.Value, x.Start)
	e.storeIdent(id, hint)
	return hint
}

func (e *emitter) assignLogical(x *syntax.Assign, id *syntax.Ident, hint int) int {
	var done label
	if r := e.assignable(id); r >= 0 {
		e.jumpOp(skipOp(x.Logic), r, &done)
		e.valueNamed(x.Value, id, r)
		e.place(&done)
		return r
	}
	if hint < 0 {
		hint = e.temp()
	}
	e.ident(id, hint)
	e.jumpOp(skipOp(x.Logic), hint, &done)
	e.valueNamed(x.Value, id, hint)
	e.storeIdent(id, hint)
	e.place(&done)
	return hint
}

// ---- Updates ----

func stepOp(x *syntax.Update) bytecode.Op {
	if x.Op == syntax.OpSub {
		return bytecode.OpDec
	}
	return bytecode.OpInc
}

// updateRegister increments or decrements a variable in its register.
func (e *emitter) updateRegister(x *syntax.Update, r int) {
	e.at(x.Start)
	e.op2(stepOp(x), r, r)
}

func (e *emitter) updateEffect(x *syntax.Update) {
	if id, ok := x.X.(*syntax.Ident); ok {
		if r := e.assignable(id); r >= 0 {
			e.updateRegister(x, r)
			return
		}
		t := e.temp()
		e.ident(id, t)
		e.updateRegister(x, t)
		e.storeIdent(id, t)
		return
	}
	ref := e.reference(x.X, x.End)
	t := e.loadOld(&ref, -1)
	e.updateRegister(x, t)
	e.storeRef(&ref, t)
}

// update evaluates an increment or decrement whose value is wanted in dst.
func (e *emitter) update(x *syntax.Update, dst int) {
	next := e.f.next
	id, simple := x.X.(*syntax.Ident)
	if simple {
		if r := e.assignable(id); r >= 0 {
			e.updateLocal(x, r, dst)
			return
		}
	}
	var ref reference
	var t int
	if simple {
		t = e.temp()
		e.ident(id, t)
	} else {
		ref = e.reference(x.X, x.End)
		t = e.loadOld(&ref, -1)
	}
	value := t
	e.at(x.Start)
	if !x.Prefix {
		value = e.scratchOr(dst)
		e.op2(bytecode.OpToNumeric, value, t)
	}
	e.op2(stepOp(x), t, value)
	if simple {
		e.storeIdent(id, t)
	} else {
		e.storeRef(&ref, t)
	}
	e.move(dst, value)
	e.f.next = next
}

// updateLocal is update for a variable in register r.
func (e *emitter) updateLocal(x *syntax.Update, r, dst int) {
	if x.Prefix {
		e.updateRegister(x, r)
		e.move(dst, r)
		return
	}
	e.at(x.Start)
	e.op2(bytecode.OpToNumeric, dst, r)
	if dst != r { // i = i++ leaves i as it was, but for the conversion
		e.op2(stepOp(x), r, dst)
	}
}
