package compiler

// This file defines the state of code generation and its smallest steps: instructions, registers, labels, positions.

import (
	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm/bytecode"
)

// emitter generates the code. The tables hold what all functions have produced so far; what belongs to a function is a
// range of each, because functions are compiled one after the other.
type emitter struct {
	*tables
	code      []bytecode.Instr
	constants []bytecode.Constant
	marks     []bytecode.Mark
	handlers  []bytecode.Handler
	inner     []int32 // the functions that functions make closures of
	templates []bytecode.Template

	captures  []bytecode.Capture
	freeNames []string

	names []string
	sites []bytecode.Site
	keys  []int32     // of all object literals
	chain []label     // where the open optional chains go when they end early
	ctl   []control   // the constructs around the place at hand that jumps refer to or leave through
	later []laterExit // yields whose resumption as a return has not been compiled yet

	f frame
}

// output is where the parts of a compiled function are.
type output struct {
	kind                                               bytecode.FunctionKind
	async, generator                                   bool
	numParams, length, numRegs                         int
	restReg, argumentsReg                              uint8
	source                                             syntax.Span
	code, constants, marks, handlers, inner, templates span
	place                                              int32 // among the functions of the program
}

// frame is the state of the function at hand.
type frame struct {
	id   int32
	fn   *function
	next int // the first free register
	max  int // registers used so far
	top  int // registers from here on are temporaries, see the package comment

	// var of each register below top, -1 for those that hold something else.
	regVar [256]int32

	base      *output // fn.out; its ranges say where the tables stood when the function was begun
	codeFrom  int32   // base.code.from
	markFrom  int     // base.marks.from
	dead      bool    // control cannot reach the instruction to come
	derived   bool    // the constructor of a derived class, or an arrow function inside one
	boundThis bool    // in a derived constructor: super() has returned on every way to here
	ret       int     // register that carries the value of a return on its way out, -1 if none can occur
	slots     int     // register of the slots array, -1 without one
	numSlots  int32
	newSlots  int // pc of the instruction that makes it
	lastPos   int32
	epilogue  label // of derived constructors: returns ret
	class     int32 // the innermost class around the place at hand
	nextChild int32 // where the search for the function record of a node begins
	nextClass int32
}

// Limits of one function.
const (
	maxRegs = 256
	// maxVarReg is the register from which on variables go to slots when a function has very many.
	maxVarReg = 176
	// maxCode bounds the instructions of a program. Ordinary code has less than one instruction a byte of source; deep nests
	// of loops that are left by many jumps have more.
	maxCode = 1 << 23
)

func (e *emitter) reset() {
	e.code, e.marks, e.handlers, e.inner = e.code[:0], e.marks[:0], e.handlers[:0], e.inner[:0]
	e.captures, e.keys, e.chain, e.later = e.captures[:0], e.keys[:0], e.chain[:0], e.later[:0]
	e.constants, e.templates, e.freeNames, e.names, e.sites = keep(e.constants), keep(e.templates), keep(e.freeNames), keep(e.names), e.sites[:0]
	for i := range e.ctl {
		e.ctl[i] = control{exits: e.ctl[i].exits[:0]}
	}
	e.ctl = e.ctl[:0]
	e.f.fn, e.f.base = nil, nil
}

// ---- Instructions ----

// pc returns the address of the instruction to come.
func (e *emitter) pc() int32 { return int32(len(e.code)) - e.f.codeFrom }

func (e *emitter) emit(i bytecode.Instr) {
	if !e.f.dead {
		e.code = append(e.code, i)
	}
}

func (e *emitter) op0(op bytecode.Op) { e.emit(bytecode.Make(op, 0, 0, 0, 0)) }

func (e *emitter) op1(op bytecode.Op, a int) { e.emit(bytecode.Make(op, uint8(a), 0, 0, 0)) }

func (e *emitter) op2(op bytecode.Op, a, b int) {
	e.emit(bytecode.Make(op, uint8(a), uint8(b), 0, 0))
}

func (e *emitter) op3(op bytecode.Op, a, b, c int) {
	e.emit(bytecode.Make(op, uint8(a), uint8(b), uint8(c), 0))
}

// opD emits an instruction with registers a and b and the number d.
func (e *emitter) opD(op bytecode.Op, a, b int, d int32) {
	e.emit(bytecode.Make(op, uint8(a), uint8(b), 0, d))
}

func (e *emitter) move(dst, src int) {
	if dst != src {
		e.op2(bytecode.OpMove, dst, src)
	}
}

// end marks that control does not go on after the last instruction.
func (e *emitter) end() { e.f.dead = true }

// at sets the source offset that the instructions to come belong to.
func (e *emitter) at(offset int32) {
	f := &e.f
	if f.dead || offset == f.lastPos {
		return
	}
	f.lastPos = offset
	m := e.mark()
	if m.Len == 0 {
		m.Offset = offset
		return
	}
	start, end := m.Quoted()
	m.Offset = offset
	m.Quote(start, end)
}

// quote records the source range of the expression that the instruction to come reads from or calls.
func (e *emitter) quote(s syntax.Span) {
	if !e.f.dead {
		e.mark().Quote(s.Start, s.End)
	}
}

// quoteAt is at and quote.
func (e *emitter) quoteAt(offset int32, s syntax.Span) {
	if f := &e.f; !f.dead {
		f.lastPos = offset
		m := e.mark()
		m.Offset = offset
		m.Quote(s.Start, s.End)
	}
}

// mark returns the mark of the instruction to come, made if it has none. Its offset is that of the mark before.
func (e *emitter) mark() *bytecode.Mark {
	pc := e.pc()
	n := len(e.marks)
	if n == e.f.markFrom || e.marks[n-1].PC != pc {
		e.marks = append(e.marks, bytecode.Mark{PC: pc, Offset: max(e.f.lastPos, 0)})
		n++
	}
	return &e.marks[n-1]
}

// requote moves the range recorded last to the instruction to come, after one that loads an operand.
func (e *emitter) requote() {
	n := len(e.marks)
	if e.f.dead || n == e.f.markFrom {
		return
	}
	old := &e.marks[n-1]
	start, end := old.Quoted()
	old.Quote(old.Offset, old.Offset)
	e.quote(syntax.Span{Start: start, End: end})
}

// ---- Registers ----

// temp takes the next register.
func (e *emitter) temp() int {
	f := &e.f
	r := f.next
	if r >= maxRegs {
		e.tooLarge()
		return maxRegs - 1
	}
	f.next = r + 1
	if f.next > f.max {
		f.max = f.next
	}
	return r
}

// temps takes n consecutive registers and returns the first.
func (e *emitter) temps(n int) int {
	f := &e.f
	r := f.next
	if r+n > maxRegs {
		e.tooLarge()
		return 0
	}
	f.next = r + n
	f.max = max(f.max, f.next)
	return r
}

func (e *emitter) tooLarge() {
	at := e.f.base.source
	e.fail(at, "The function is too large: its variables and the intermediate values of its largest expression do not fit into the 256 registers of the machine.",
		"Split the function, or keep the intermediate values of the expression in variables.")
	e.end()
}

// scratch returns dst if it may be overwritten before the expression that goes there is complete, else -1.
func (e *emitter) scratch(dst int) int {
	if dst >= e.f.top {
		return dst
	}
	return -1
}

// scratchOr returns dst if it may be overwritten, else a new temporary.
func (e *emitter) scratchOr(dst int) int {
	if dst >= e.f.top {
		return dst
	}
	return e.temp()
}

// window returns the register at which a block of consecutive registers for a result in dst begins: dst itself when it
// is the last temporary.
func (e *emitter) window(dst int) int {
	if dst >= e.f.top && dst+1 == e.f.next {
		return dst
	}
	return e.temp()
}

// A scope is the state of the registers that the end of a scope restores.
type scope struct{ next, top int }

func (e *emitter) openScope() scope { return scope{e.f.next, e.f.top} }

func (e *emitter) closeScope(s scope) { e.f.next, e.f.top = s.next, s.top }

// hold makes all registers taken so far live to the end of the scope.
func (e *emitter) hold() { e.f.top = e.f.next }

// holdTemp takes a register that lives to the end of the scope.
func (e *emitter) holdTemp() int {
	r := e.temp()
	e.f.regVar[r] = -1
	e.f.top = e.f.next
	return r
}

// ---- Labels ----

// A label is a place in the code that jumps lead to. The zero value is a label that has not been placed.
type label struct {
	at   int32 // address plus one, 0 before it is placed
	refs int32 // address plus one of the last jump to it, whose d field holds that of the jump before
}

// jump emits a jumping instruction to l.
func (e *emitter) jump(i bytecode.Instr, l *label) {
	if e.f.dead {
		return
	}
	pc := e.pc()
	if l.at > 0 {
		e.code = append(e.code, i.WithD(l.at-1-(pc+1)))
		return
	}
	e.code = append(e.code, i.WithD(l.refs))
	l.refs = pc + 1
}

func (e *emitter) jumpOp(op bytecode.Op, a int, l *label) {
	e.jump(bytecode.Make(op, uint8(a), 0, 0, 0), l)
}

// jumpTo emits an unconditional jump.
func (e *emitter) jumpTo(l *label) {
	e.jumpOp(bytecode.OpJump, 0, l)
	e.end()
}

// place puts a label here. Code after it can be reached if a jump leads to it.
func (e *emitter) place(l *label) {
	pc := e.pc()
	l.at = pc + 1
	if l.refs == 0 {
		return
	}
	e.f.dead = false
	base := e.f.codeFrom
	for r := l.refs; r != 0; {
		i := e.code[base+r-1]
		e.code[base+r-1] = i.WithD(pc - r)
		r = i.D()
	}
	l.refs = 0
}

// placeTop puts the label of a loop here, to which only later jumps lead; live says whether the loop is entered at all.
func (e *emitter) placeTop(l *label, live bool) {
	e.place(l)
	if live {
		e.f.dead = false
	}
}

// handler sends exceptions of the instructions from start to here to l, which is placed later, in register reg. It
// reports whether there are any instructions.
func (e *emitter) handler(start, end int32, reg int) (ok bool) {
	if start >= end {
		return false
	}
	e.handlers = append(e.handlers, bytecode.Handler{Start: start, End: end, Target: e.pc(), Reg: uint8(reg)})
	e.f.dead = false
	return true
}

// ---- Constants, names, sites ----

// maxInterned is the length up to which string constants are looked up, so that equal ones are stored once.
const maxInterned = 64

func (e *emitter) constant(c bytecode.Constant) int32 {
	e.constants = append(e.constants, c)
	return int32(len(e.constants)) - 1 - e.f.base.constants.from
}

// text returns the index of a string constant.
func (e *emitter) text(s string) int32 {
	if e.f.dead {
		return 0
	}
	if len(s) > maxInterned {
		return e.constant(bytecode.Constant{Kind: bytecode.ConstString, Text: s})
	}
	i := e.atoms.intern(s)
	a := &e.atoms.list[i]
	if a.constantOf != e.f.id {
		a.constantOf, a.constant = e.f.id, e.constant(bytecode.Constant{Kind: bytecode.ConstString, Text: s})
	}
	return a.constant
}

// recentConstants is how many constants are searched for an equal number.
const recentConstants = 16

// float returns the index of a numeric constant.
func (e *emitter) float(f float64) int32 {
	if e.f.dead {
		return 0
	}
	from := int(e.f.base.constants.from)
	for i := len(e.constants) - 1; i >= max(from, len(e.constants)-recentConstants); i-- {
		if c := &e.constants[i]; c.Kind == bytecode.ConstNumber && c.Number == f && f != 0 {
			return int32(i - from)
		}
	}
	return e.constant(bytecode.Constant{Number: f})
}

// name returns the index of a property or global name.
func (e *emitter) name(s string) int32 {
	a := &e.atoms.list[e.atoms.intern(s)]
	if a.name < 0 {
		a.name = int32(len(e.names))
		e.names = append(e.names, s)
	}
	return a.name
}

// site returns a new site for one access of a property.
func (e *emitter) site(name string) int32 {
	if e.f.dead {
		return 0
	}
	e.sites = append(e.sites, bytecode.Site{Name: e.name(name)})
	return int32(len(e.sites) - 1)
}

// loadText loads a string constant.
func (e *emitter) loadText(dst int, s string) { e.opD(bytecode.OpLoadK, dst, 0, e.text(s)) }
