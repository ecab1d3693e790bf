package compiler

// This file generates what leaves constructs: break, continue, return, and what they run on their way out.

import (
	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm/bytecode"
)

// controlKind says what a jump out of a construct meets.
type controlKind uint8

const (
	ctlLoop    controlKind = iota // target of break and continue
	ctlSwitch                     // target of break
	ctlLabel                      // a label; stands just outside of what it labels
	ctlTry                        // a region with a handler, nothing to run on the way out
	ctlFinally                    // a finally block runs on the way out
	ctlIter                       // an iterator is closed on the way out
	ctlAsync                      // an async iterator is closed on the way out
)

// A control is a construct around the place at hand.
type control struct {
	kind      controlKind
	label     string
	brk, cont label
	loop      int    // ctlIter, ctlAsync: the loop whose continue does not leave it, -1 for a pattern
	it        int    // ctlIter, ctlAsync: the iterator record
	sel, val  int    // ctlFinally: registers of the selector and of the value that goes with it
	finally   label  // ctlFinally: the finally block
	later     int    // length of emitter.later when it was opened
	exits     []exit // the places that are left for through it
}

// exitKind is a way of leaving.
type exitKind uint8

const (
	exitBreak exitKind = iota
	exitContinue
	exitReturn
)

// An exit is one place that control leaves for through a construct.
type exit struct {
	kind   exitKind
	target int // index of the control that is the target, -1 for return
	stub   label
}

// The selectors of a finally block.
const (
	selNormal = iota
	selThrow
	selExits // and up: the exits
)

// push opens a construct and returns its index.
func (e *emitter) push(kind controlKind) int {
	n := len(e.ctl)
	if n < cap(e.ctl) {
		e.ctl = e.ctl[:n+1]
	} else {
		e.ctl = append(e.ctl, control{})
	}
	c := &e.ctl[n]
	*c = control{kind: kind, loop: -1, later: len(e.later), exits: c.exits[:0]}
	return n
}

// pop closes the innermost construct.
func (e *emitter) pop() { e.ctl = e.ctl[:len(e.ctl)-1] }

// exitTo returns the number of the exit of construct c for a target.
func (e *emitter) exitTo(c *control, kind exitKind, target int) int {
	for i := range c.exits {
		if x := &c.exits[i]; x.kind == kind && x.target == target {
			return i
		}
	}
	c.exits = append(c.exits, exit{kind: kind, target: target})
	return len(c.exits) - 1
}

// leave goes to the target, a break or continue of construct target or a return of the value in frame.ret, by way of
// what has to run before.
func (e *emitter) leave(kind exitKind, target int) {
	at, stub := e.exitLabel(kind, target)
	switch {
	case at < 0 && len(e.ctl) > 0 && e.leavesFinally(kind, target):
	case kind == exitReturn && stub < 0:
		e.returnReg(e.f.ret)
	default:
		e.jumpTo(e.labelOf(at, stub, kind))
	}
}

// leavesFinally leaves through the innermost finally block that is in the way. It reports false if there is none.
func (e *emitter) leavesFinally(kind exitKind, target int) bool {
	for i := len(e.ctl) - 1; i > target; i-- {
		c := &e.ctl[i]
		if c.kind != ctlFinally {
			continue
		}
		n := e.exitTo(c, kind, target)
		if kind == exitReturn {
			e.move(c.val, e.f.ret)
		}
		e.opD(bytecode.OpLoadInt, c.sel, 0, int32(selExits+n))
		e.jumpTo(&c.finally)
		return true
	}
	return false
}

// leavesThrough reports whether a return from here has to run something first.
func (e *emitter) leavesThrough() bool {
	for i := range e.ctl {
		if k := e.ctl[i].kind; k == ctlFinally || k == ctlIter || k == ctlAsync {
			return true
		}
	}
	return false
}

// returnReg returns the value in register r; everything on the way out has run.
func (e *emitter) returnReg(r int) {
	if e.f.dead {
		return
	}
	if !e.f.derived || e.f.fn.arrow {
		e.op1(bytecode.OpReturn, r)
		e.end()
		return
	}
	// What the machine checks at the end of a derived constructor is outside of the body, so no handler of the body may
	// see it fail.
	if len(e.ctl) > 0 && e.f.ret >= 0 {
		e.move(e.f.ret, r)
		e.jumpTo(&e.f.epilogue)
		return
	}
	e.returnDerived(r)
}

func (e *emitter) returnDerived(r int) {
	next := e.f.next
	this := 0
	if v := e.f.fn.pseudo[pseudoThis]; v >= 0 {
		this = e.temp()
		e.load(v, false, this)
	}
	e.f.next = next
	e.at(e.f.base.source.Start)
	e.op2(bytecode.OpReturnDerived, r, this)
	e.end()
}

// implicitReturn ends the function after its last statement.
func (e *emitter) implicitReturn() {
	f := &e.f
	if !f.dead && f.derived && !f.fn.arrow {
		t := e.temp()
		e.op1(bytecode.OpLoadUndef, t)
		e.returnDerived(t)
	} else if !f.dead {
		e.op0(bytecode.OpReturnUndef)
		e.end()
	}
	e.flushFrom(0)
	if f.epilogue.refs != 0 {
		e.place(&f.epilogue)
		e.returnDerived(f.ret)
	}
	if e.pc() == 0 {
		f.dead = false
		e.op0(bytecode.OpReturnUndef)
	}
}

func (e *emitter) returnStmt(s *syntax.Return) {
	if s.X == nil {
		if e.leavesThrough() || e.f.derived && !e.f.fn.arrow {
			r := e.f.ret
			if r < 0 {
				r = e.temp()
			}
			e.op1(bytecode.OpLoadUndef, r)
			e.returnFrom(r)
			return
		}
		e.op0(bytecode.OpReturnUndef)
		e.end()
		return
	}
	e.returnExpr(s.X)
}

// returnExpr returns the value of x.
func (e *emitter) returnExpr(x syntax.Expr) {
	next := e.f.next
	if c, ok := x.(*syntax.Conditional); ok {
		var other label
		e.cond(c.Test, &other, false)
		e.returnExpr(c.Then)
		e.place(&other)
		e.returnExpr(c.Else)
		return
	}
	r := e.operand(x, -1)
	if e.f.base.async && e.f.base.generator {
		t := e.temp()
		e.at(x.Range().Start)
		e.op2(bytecode.OpAwait, t, r)
		r = t
	}
	e.returnFrom(r)
	e.f.next = next
}

// returnFrom returns the value in register r from inside the constructs around the place at hand.
func (e *emitter) returnFrom(r int) {
	if e.f.dead {
		return
	}
	if !e.leavesThrough() {
		e.returnReg(r)
		return
	}
	if e.f.ret < 0 {
		e.internal("return")
		return
	}
	e.move(e.f.ret, r)
	e.leave(exitReturn, -1)
}

// ---- Jumps ----

func (e *emitter) breakStmt(name string) {
	if target := e.breakTarget(name); target >= 0 {
		e.leave(exitBreak, target)
		return
	}
	e.internal("break")
}

// breakTarget returns the construct that a break leaves.
func (e *emitter) breakTarget(name string) int {
	for i := len(e.ctl) - 1; i >= 0; i-- {
		c := &e.ctl[i]
		if name == "" && (c.kind == ctlLoop || c.kind == ctlSwitch) || name != "" && c.kind == ctlLabel && c.label == name {
			return i
		}
	}
	return -1
}

func (e *emitter) continueStmt(name string) {
	if target := e.continueTarget(name); target >= 0 {
		e.leave(exitContinue, target)
		return
	}
	e.internal("continue")
}

// continueTarget returns the loop that a continue goes on with.
func (e *emitter) continueTarget(name string) int {
	for i := len(e.ctl) - 1; i >= 0; i-- {
		c := &e.ctl[i]
		if name == "" && c.kind == ctlLoop {
			return i
		}
		if name != "" && c.kind == ctlLabel && c.label == name {
			for i++; i < len(e.ctl); i++ { // several labels may stand before the loop
				switch e.ctl[i].kind {
				case ctlLoop:
					return i
				case ctlLabel:
				default:
					return -1
				}
			}
			return -1
		}
	}
	return -1
}

// exitLabel returns the construct whose label a jump to the target goes to, and the number of its stub if it is one,
// else -1. The construct is -1 when a selector has to be set first.
func (e *emitter) exitLabel(kind exitKind, target int) (at, stub int) {
	for i := len(e.ctl) - 1; i > target; i-- {
		c := &e.ctl[i]
		switch c.kind {
		case ctlFinally:
			return -1, -1
		case ctlIter, ctlAsync:
			if kind != exitContinue || c.loop != target {
				return i, e.exitTo(c, kind, target)
			}
		}
	}
	return target, -1
}

// labelOf returns the label that exitLabel has found.
func (e *emitter) labelOf(at, stub int, kind exitKind) *label {
	c := &e.ctl[at]
	switch {
	case stub >= 0:
		return &c.exits[stub].stub
	case kind == exitContinue:
		return &c.cont
	}
	return &c.brk
}

// ---- Iterators ----

// pushIter opens the region in which the iterator record at register it is closed on the way out; loop is the loop that
// it drives, -1 for a pattern.
func (e *emitter) pushIter(kind controlKind, it, loop int) {
	n := e.push(kind)
	e.ctl[n].it, e.ctl[n].loop = it, loop
}

// popIter closes that region, which is [start, end), and generates what is out of line: a stub for every exit, and the
// handler. Control does not reach this place.
func (e *emitter) popIter(start, end int32) {
	n := len(e.ctl) - 1
	c := e.ctl[n] // the stubs may open constructs again
	e.pop()
	next := e.f.next
	for i := range c.exits {
		x := &c.exits[i]
		e.place(&x.stub)
		if c.kind == ctlAsync {
			e.closeAsync(c.it, true)
		} else {
			e.op1(bytecode.OpIterClose, c.it)
		}
		e.leave(x.kind, x.target)
	}
	exception := e.temp()
	if e.handler(start, end, exception) {
		if c.kind == ctlAsync {
			e.closeAsyncThrow(c.it)
		} else {
			e.op1(bytecode.OpIterCloseThrow, c.it)
		}
		e.op1(bytecode.OpThrow, exception)
		e.end()
	}
	e.f.next = next
	e.keepExits(n, c.exits)
}

// keepExits gives the memory of a list of exits back.
func (e *emitter) keepExits(n int, exits []exit) {
	if n < cap(e.ctl) {
		e.ctl[:n+1][n].exits = exits[:0]
	}
}

// closeAsync closes an async iterator after a break or return: its return method is called and awaited.
func (e *emitter) closeAsync(it int, check bool) {
	next := e.f.next
	t := e.temp()
	var none label
	e.jump(bytecode.Make(bytecode.OpAsyncIterClose, uint8(it), uint8(t), 0, 0), &none)
	e.op2(bytecode.OpAwait, t, t)
	if check {
		e.op1(bytecode.OpIterObjChk, t)
	}
	e.place(&none)
	e.f.next = next
}

// closeAsyncThrow closes an async iterator after a throw: errors of the closing are dropped.
func (e *emitter) closeAsyncThrow(it int) {
	next := e.f.next
	start := e.pc()
	e.closeAsync(it, false)
	end := e.pc()
	var done label
	e.jumpTo(&done)
	if e.handler(start, end, e.temp()) {
		e.jumpTo(&done)
	}
	e.place(&done)
	e.f.next = next
}

// ---- Yields that are resumed as returns ----

// A laterExit is a yield whose code for being resumed as a return is generated where the region that it stands in ends:
// out of the way of the normal course.
type laterExit struct {
	yield label // refers to the d field of the yield
	value int   // register of the value
}

// flush generates the code for the yields of the innermost construct.
func (e *emitter) flush() { e.flushFrom(e.ctl[len(e.ctl)-1].later) }

func (e *emitter) flushFrom(n int) {
	if len(e.later) == n {
		return
	}
	var over label
	e.jumpTo(&over)
	for i := n; i < len(e.later); i++ {
		x := &e.later[i]
		e.place(&x.yield)
		if e.f.base.async {
			e.op2(bytecode.OpAwait, x.value, x.value)
		}
		e.returnFrom(x.value)
	}
	e.later = e.later[:n]
	e.place(&over)
}
