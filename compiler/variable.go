package compiler

// This file generates the access to variables: in registers, in cells, in slots, free, global.

import (
	"sort"

	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm/bytecode"
)

// allot gives a variable its place: the next register, or a slot when the function has very many variables.
func (e *emitter) allot(v int32) {
	f := &e.f
	x := &e.vars[v]
	if f.slots >= 0 && f.next >= maxVarReg {
		x.slot, x.reg = f.numSlots, -1
		f.numSlots++
		return
	}
	r := e.temp()
	x.reg, x.slot = int16(r), -1
	f.regVar[r] = v
}

// cellReg returns the register that holds the cell of a captured variable of this function.
func (e *emitter) cellReg(x *variable) int {
	if x.reg >= 0 {
		return int(x.reg)
	}
	t := e.temp()
	e.opD(bytecode.OpGetSlot, t, e.f.slots, x.slot)
	return t
}

// enter marks a variable as uninitialised, or makes its cell, at the start of its scope.
func (e *emitter) enter(v int32) {
	x := &e.vars[v]
	if !x.hole && !x.earlyCell() {
		return
	}
	if x.reg < 0 && x.slot < 0 {
		e.allot(v)
		e.hold()
	}
	next := e.f.next
	t := e.workReg(x)
	e.op1(bytecode.OpLoadHole, t)
	if x.captured {
		e.op2(bytecode.OpNewCell, t, t)
	}
	e.settle(x, t)
	e.f.next = next
}

// workReg returns the register in which the content of x's place can be put together; settle then stores it.
func (e *emitter) workReg(x *variable) int {
	if x.reg >= 0 {
		return int(x.reg)
	}
	return e.temp()
}

func (e *emitter) settle(x *variable, r int) {
	if x.reg < 0 {
		e.opD(bytecode.OpSetSlot, e.f.slots, r, x.slot)
	}
}

// target returns the register in which the initial value of a variable should be computed: its own if possible, else a
// temporary. The variable gets its place now if it has none.
func (e *emitter) target(v int32) int {
	x := &e.vars[v]
	if x.reg < 0 && x.slot < 0 {
		e.allot(v)
	}
	if x.reg >= 0 && !x.earlyCell() {
		return int(x.reg)
	}
	return e.temp()
}

// initialise stores the initial value, in register r, of a variable that has its place.
func (e *emitter) initialise(v int32, r int) {
	x := &e.vars[v]
	next := e.f.next
	switch {
	case x.earlyCell():
		e.op2(bytecode.OpSetCell, e.cellReg(x), r)
	case x.captured:
		t := e.workReg(x)
		e.op2(bytecode.OpNewCell, t, r)
		e.settle(x, t)
	case x.reg >= 0:
		e.move(int(x.reg), r)
	default:
		e.settle(x, r)
	}
	e.f.next = next
}

// localReg returns the register of a variable of this function that lives in one, -1 for all others.
func (e *emitter) localReg(v int32) int {
	if v < 0 {
		return -1
	}
	if x := &e.vars[v]; x.fn == e.f.id && !x.captured {
		return int(x.reg)
	}
	return -1
}

// load loads a variable into dst. The position must have been set if check.
func (e *emitter) load(v int32, check bool, dst int) {
	x := &e.vars[v]
	if x.kind == kindMember {
		e.loadMember(x, dst)
		return
	}
	if x.fn != e.f.id {
		i := e.free(v)
		if check {
			e.opD(bytecode.OpGetFreeChk, dst, 0, i)
		} else {
			e.opD(bytecode.OpGetFree, dst, 0, i)
		}
		return
	}
	if check && x.kind == kindParam && !x.earlyCell() {
		// Parameters are bound in one go, so a use before that always comes too early, and there is no marker to find:
		// the register already holds the argument.
		e.throwError(errReference, "Cannot access '"+x.name+"' before initialization")
		return
	}
	next := e.f.next
	switch {
	case x.captured && check:
		e.opD(bytecode.OpGetCellChk, dst, e.cellReg(x), e.text(x.name))
	case x.captured:
		e.op2(bytecode.OpGetCell, dst, e.cellReg(x))
	case x.reg >= 0:
		if check {
			e.opD(bytecode.OpCheckInit, int(x.reg), 0, e.text(x.name))
		}
		e.move(dst, int(x.reg))
	default:
		e.opD(bytecode.OpGetSlot, dst, e.f.slots, x.slot)
		if check {
			e.opD(bytecode.OpCheckInit, dst, 0, e.text(x.name))
		}
	}
	e.f.next = next
}

// free returns the index of v among the free variables of this function.
func (e *emitter) free(v int32) int32 {
	i := e.f.fn.freeOf(v)
	if i < 0 {
		e.internal("free variable " + e.vars[v].name)
		return 0
	}
	return int32(i)
}

// loadMember reads a member of an enum or namespace.
func (e *emitter) loadMember(x *variable, dst int) {
	next := e.f.next
	o := e.variable(x.object, false, e.scratch(dst))
	e.getNamed(dst, o, x.name)
	e.f.next = next
}

// variable returns the register that holds the value of v, loading it into hint, or a new temporary, if it is in none.
func (e *emitter) variable(v int32, check bool, hint int) int {
	if r := e.localReg(v); r >= 0 {
		if check {
			if e.vars[v].kind == kindParam {
				e.load(v, true, r)
				return r
			}
			e.opD(bytecode.OpCheckInit, r, 0, e.text(e.vars[v].name))
		}
		return r
	}
	if hint < 0 {
		hint = e.temp()
	}
	e.load(v, check, hint)
	return hint
}

// store assigns register r to a variable.
func (e *emitter) store(v int32, check bool, r int) {
	next := e.f.next
	e.storeVar(v, check, r)
	e.f.next = next
}

func (e *emitter) storeVar(v int32, check bool, r int) {
	x := &e.vars[v]
	switch {
	case x.kind == kindMember:
		o := e.variable(x.object, false, -1)
		e.setNamed(o, x.name, r)
	case x.kind.fixed() || check && x.kind == kindParam && x.fn == e.f.id && !x.earlyCell():
		if check {
			e.load(v, true, e.temp())
		}
		e.opD(bytecode.OpThrowConst, 0, 0, e.text(x.name))
		e.end()
	case x.fn != e.f.id:
		op := bytecode.OpSetFree
		if check {
			op = bytecode.OpSetFreeChk
		}
		e.opD(op, r, 0, e.free(v))
	case x.captured && check:
		e.opD(bytecode.OpSetCellChk, e.cellReg(x), r, e.text(x.name))
	case x.captured:
		e.op2(bytecode.OpSetCell, e.cellReg(x), r)
	case x.reg >= 0:
		if check {
			e.opD(bytecode.OpCheckInit, int(x.reg), 0, e.text(x.name))
		}
		e.move(int(x.reg), r)
	default:
		if check {
			t := e.temp()
			e.opD(bytecode.OpGetSlot, t, e.f.slots, x.slot)
			e.opD(bytecode.OpCheckInit, t, 0, e.text(x.name))
		}
		e.settle(x, r)
	}
}

// storeIdent assigns register r to what an identifier means.
func (e *emitter) storeIdent(id *syntax.Ident, r int) {
	e.at(id.Start)
	v, check := splitRef(id.Ref)
	if v < 0 {
		e.opD(bytecode.OpSetGlobal, 0, 0, e.site(id.Name))
		e.end()
		return
	}
	e.store(v, check, r)
}

// assignable returns the register of the variable that an identifier means if an assignment to it is nothing but a
// write to that register, else -1.
func (e *emitter) assignable(id *syntax.Ident) int {
	v, check := splitRef(id.Ref)
	if check || v < 0 || e.vars[v].kind.fixed() {
		return -1
	}
	return e.localReg(v)
}

// ident loads what an identifier means into dst.
func (e *emitter) ident(id *syntax.Ident, dst int) {
	e.at(id.Start)
	v, check := splitRef(id.Ref)
	if v >= 0 {
		e.load(v, check, dst)
		return
	}
	switch id.Name {
	case "undefined":
		e.op1(bytecode.OpLoadUndef, dst)
	case "NaN":
		e.opD(bytecode.OpLoadK, dst, 0, e.float(nan))
	case "Infinity":
		e.opD(bytecode.OpLoadK, dst, 0, e.float(inf))
	default:
		e.opD(bytecode.OpGetGlobal, dst, 0, e.site(id.Name))
	}
}

// isUndefined reports whether x is the global undefined or void of a literal.
func isUndefined(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.Ident:
		return x.Ref == 0 && x.Name == "undefined"
	case *syntax.Unary:
		if x.Op == syntax.OpVoid {
			_, ok := x.X.(*syntax.NumberLit)
			return ok
		}
	}
	return false
}

// assignedIn reports whether an expression between the offsets from and to assigns to the variable v.
func (e *emitter) assignedIn(v int32, from, to int32) bool {
	i := sort.Search(len(e.assigns), func(i int) bool { return e.assigns[i].pos >= from })
	for ; i < len(e.assigns) && e.assigns[i].pos < to; i++ {
		if e.assigns[i].v == v {
			return true
		}
	}
	return false
}

// stable makes sure that register r keeps its value while the expressions between the offsets from and to run: when r is
// a variable that they assign to, its value is copied.
func (e *emitter) stable(r int, from, to int32) int {
	if r >= e.f.top {
		return r
	}
	v := e.f.regVar[r]
	if v < 0 || e.vars[v].assigned == 0 || !e.assignedIn(v, from, to) {
		return r
	}
	t := e.temp()
	e.move(t, r)
	return t
}

// ---- this and its kin ----

// baseFn returns the function whose this the function at hand sees.
func (e *emitter) baseFn() *function {
	f := e.f.fn
	for f.arrow && f.parent >= 0 {
		f = &e.funcs[f.parent]
	}
	return f
}

// loadPseudo loads a pseudo variable into dst.
func (e *emitter) loadPseudo(p pseudo, dst int) {
	if e.f.fn.arrow && e.f.fn.parent >= 0 {
		v := e.baseFn().pseudo[p]
		if v < 0 {
			e.internal(pseudoNames[p] + " of an arrow function")
			return
		}
		e.load(v, p == pseudoThis && e.f.derived, dst)
		return
	}
	switch p {
	case pseudoThis:
		e.move(dst, e.this(dst))
	case pseudoNewTarget:
		e.op1(bytecode.OpLoadNewTarget, dst)
	case pseudoHome:
		e.op1(bytecode.OpLoadHome, dst)
	case pseudoCallee:
		e.op1(bytecode.OpLoadCallee, dst)
	}
}

// this returns the register that holds this, loading it into hint or a new temporary when it is in none.
func (e *emitter) this(hint int) int {
	f := &e.f
	if hint < 0 && (f.fn.arrow || f.derived) {
		hint = e.temp()
	}
	switch {
	case f.fn.arrow && f.fn.parent >= 0:
		e.loadPseudo(pseudoThis, hint)
		return hint
	case !f.derived:
		return 0
	}
	if v := f.fn.pseudo[pseudoThis]; v >= 0 {
		e.load(v, !f.boundThis, hint)
		return hint
	}
	if !f.boundThis {
		e.opD(bytecode.OpCheckInit, 0, 0, e.text("this"))
	}
	return 0
}
