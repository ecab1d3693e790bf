package compiler

// This file generates loops. A loop's test stands at its bottom, so an iteration takes one backward jump and no other.

import (
	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm/bytecode"
)

func (e *emitter) forStmt(s *syntax.For) {
	sc := e.openScope()
	var fresh []syntax.Declarator // the declaration whose variables are new in each iteration
	switch init := s.Init.(type) {
	case *syntax.VarDecl:
		if init.Kind != syntax.Var {
			for i := range init.Decls {
				e.enterTarget(init.Decls[i].Target)
			}
		}
		e.varDecl(init)
		if init.Kind == syntax.Let {
			fresh = init.Decls
			e.renew(fresh)
		}
	case *syntax.ExprStmt:
		e.effect(init.X)
	}
	e.f.next = e.f.top
	if c, ok := e.countedLoop(s); ok {
		e.counted(s, c)
	} else {
		e.loop(fresh, s.Test, s.Update, s.Body)
	}
	e.closeScope(sc)
}

// renew gives the captured variables of a loop's head new cells, so that closures made in one iteration do not see
// what the next does.
func (e *emitter) renew(decls []syntax.Declarator) {
	for i := range decls {
		e.renewTarget(decls[i].Target)
	}
}

func (e *emitter) renewTarget(t syntax.Target) {
	switch t := t.(type) {
	case *syntax.Ident:
		v, _ := splitRef(t.Ref)
		if v < 0 || !e.vars[v].captured {
			return
		}
		x := &e.vars[v]
		next := e.f.next
		r := e.cellReg(x)
		value := e.temp()
		e.op2(bytecode.OpGetCell, value, r)
		e.op2(bytecode.OpNewCell, r, value)
		e.settle(x, r)
		e.f.next = next
	case *syntax.ArrayPattern:
		for i := range t.Elems {
			if el := t.Elems[i].Target; el != nil {
				e.renewTarget(el)
			}
		}
		if t.Rest != nil {
			e.renewTarget(t.Rest)
		}
	case *syntax.ObjectPattern:
		for i := range t.Props {
			e.renewTarget(t.Props[i].Target)
		}
		if t.Rest != nil {
			e.renewTarget(t.Rest)
		}
	}
}

// isTrue reports whether a test is absent or the literal true.
func isTrue(test syntax.Expr) bool {
	b, ok := test.(*syntax.BoolLit)
	return test == nil || ok && b.Value
}

// loop generates while and for loops.
func (e *emitter) loop(fresh []syntax.Declarator, test, update syntax.Expr, body syntax.Stmt) {
	var top, bottom label
	live := !e.f.dead
	if !isTrue(test) {
		e.jumpTo(&bottom)
	}
	e.placeTop(&top, live)
	n := e.push(ctlLoop)
	e.scoped(body)
	c := e.ctl[n]
	e.pop()
	e.place(&c.cont)
	e.renew(fresh)
	if update != nil {
		e.effect(update)
	}
	e.place(&bottom)
	if isTrue(test) {
		e.jumpTo(&top)
	} else {
		e.cond(test, &top, true)
	}
	e.place(&c.brk)
}

func (e *emitter) doWhile(s *syntax.DoWhile) {
	var top label
	e.placeTop(&top, !e.f.dead)
	n := e.push(ctlLoop)
	e.scoped(s.Body)
	c := e.ctl[n]
	e.pop()
	e.place(&c.cont)
	e.cond(s.Test, &top, true)
	e.place(&c.brk)
}

// ---- Counted loops ----

// A counter describes a loop `for (...; i < limit; i++)` whose increment, comparison and jump are one instruction.
type counter struct {
	reg   int
	limit syntax.Expr // a number, a variable in a register, or the length of one
	test  bool        // the first iteration has to be tested for
}

// countedLoop recognises such a loop. The limit is evaluated before the increment then, so it must not be able to notice
// the increment: the conversion of an i that is an object could change anything but a register. When i can be seen to be a
// number, the limit may be a length, and i += 1 is as good as i++.
func (e *emitter) countedLoop(s *syntax.For) (counter, bool) {
	test, ok := s.Test.(*syntax.Binary)
	if !ok || test.Op != syntax.OpLt || s.Update == nil {
		return counter{}, false
	}
	id, ok := test.X.(*syntax.Ident)
	if !ok {
		return counter{}, false
	}
	c := counter{limit: test.Y, test: true}
	if c.reg = e.assignable(id); c.reg < 0 {
		return counter{}, false
	}
	v, _ := splitRef(id.Ref)
	start, number := e.numericStart(s, v)
	increments := isIncrement(s.Update, id.Ref)
	if !increments && !(number && isPlusOne(s.Update, id.Ref)) {
		return counter{}, false
	}
	switch limit := test.Y.(type) {
	case *syntax.NumberLit:
		if !e.roomForK() {
			return counter{}, false
		}
		if number && start < limit.Value {
			c.test = false
		}
		return c, true
	case *syntax.Ident:
		lv, check := splitRef(limit.Ref)
		return c, !check && e.localReg(lv) >= 0
	case *syntax.Dot:
		object, ok := limit.Object.(*syntax.Ident)
		return c, number && ok && limit.Name == "length" && !limit.Optional && object.Ref&1 == 0 && object.Ref != 0
	}
	return counter{}, false
}

// numericStart reports whether variable v is always a number: the loop declares it with a number, and the only
// assignment to it is the loop's update.
func (e *emitter) numericStart(s *syntax.For, v int32) (float64, bool) {
	d, ok := s.Init.(*syntax.VarDecl)
	if !ok || d.Kind != syntax.Let || e.vars[v].assigned != 1 {
		return 0, false
	}
	for i := range d.Decls {
		if id, ok := d.Decls[i].Target.(*syntax.Ident); ok {
			if w, _ := splitRef(id.Ref); w == v {
				return constantValue(d.Decls[i].Init, constantDepth)
			}
		}
	}
	return 0, false
}

func isIncrement(x syntax.Expr, ref int32) bool {
	u, ok := x.(*syntax.Update)
	if !ok || u.Op != syntax.OpAdd {
		return false
	}
	id, ok := u.X.(*syntax.Ident)
	return ok && id.Ref == ref
}

func isPlusOne(x syntax.Expr, ref int32) bool {
	a, ok := x.(*syntax.Assign)
	if !ok || a.Kind != syntax.AssignBinary || a.Op != syntax.OpAdd {
		return false
	}
	id, ok := a.Target.(*syntax.Ident)
	if !ok || id.Ref != ref {
		return false
	}
	n, ok := a.Value.(*syntax.NumberLit)
	return ok && n.Value == 1
}

func (e *emitter) counted(s *syntax.For, c counter) {
	var top, done label
	live := !e.f.dead
	if c.test {
		e.cond(s.Test, &done, false)
	}
	e.placeTop(&top, live)
	n := e.push(ctlLoop)
	e.scoped(s.Body)
	ctl := e.ctl[n]
	e.pop()
	e.place(&ctl.cont)
	next := e.f.next
	if f, ok := c.limit.(*syntax.NumberLit); ok && e.roomForK() {
		e.at(s.Update.Range().Start)
		e.jump(bytecode.MakeBC(bytecode.OpForLtK, uint8(c.reg), int16(e.float(f.Value)), 0), &top)
	} else {
		limit := e.operand(c.limit, -1)
		e.at(s.Update.Range().Start)
		e.jump(bytecode.Make(bytecode.OpForLt, uint8(c.reg), uint8(limit), 0, 0), &top)
	}
	e.f.next = next
	e.place(&ctl.brk)
	e.place(&done)
}

// ---- Iteration ----

// headMode returns how a for-in or for-of loop binds its target.
func headMode(left *syntax.ForBinding) bindMode {
	switch {
	case !left.Declared:
		return modeAssign
	case left.Kind == syntax.Var:
		return modeVar
	}
	return modeInit
}

// enterHead makes the names of a loop's head exist, uninitialised, while its object is evaluated.
func (e *emitter) enterHead(left *syntax.ForBinding) {
	if headMode(left) == modeInit {
		e.enterTarget(left.Target)
	}
}

// A head is the target of a for-in or for-of loop in one iteration.
type head struct {
	left *syntax.ForBinding
	mode bindMode
	reg  int // where the machine puts the value
	temp bool
}

// openHead gives the variables of the head their places and finds the register for the value.
func (e *emitter) openHead(left *syntax.ForBinding) head {
	h := head{left: left, mode: headMode(left), reg: -1}
	if h.mode == modeInit {
		e.allotTarget(left.Target)
		e.hold()
	}
	h.reg = e.direct(left.Target, h.mode, nil)
	if h.reg < 0 {
		h.reg, h.temp = e.holdTemp(), true
	}
	return h
}

// bindHead binds the head at the start of an iteration to the value in h.reg.
func (e *emitter) bindHead(h *head, span syntax.Span) {
	if h.mode == modeInit && h.temp {
		e.enterTarget(h.left.Target)
	}
	switch t := h.left.Target.(type) {
	case *syntax.Ident, *syntax.ArrayPattern, *syntax.ObjectPattern:
		e.bindTarget(t, h.reg, h.mode, span)
	default:
		ref := e.reference(t, t.Range().End)
		e.storeRef(&ref, h.reg)
	}
	e.f.next = e.f.top
}

func (e *emitter) forOf(left *syntax.ForBinding, iterable syntax.Expr, body syntax.Stmt) {
	sc := e.openScope()
	e.enterHead(left)
	it := e.iterator(bytecode.OpGetIter, iterable)
	h := e.openHead(left)
	span := iterable.Range()
	var top label
	live := !e.f.dead
	n := e.push(ctlLoop)
	e.jumpTo(&e.ctl[n].cont)
	e.placeTop(&top, live)
	start := e.pc()
	e.pushIter(ctlIter, it, n)
	e.bindHead(&h, span)
	e.scoped(body)
	e.flush()
	end := e.pc()
	e.place(&e.ctl[n].cont)
	e.at(span.Start)
	e.jump(bytecode.Make(bytecode.OpIterLoop, uint8(it), uint8(h.reg), 0, 0), &top)
	e.endLoop(n, start, end)
	e.closeScope(sc)
}

// iterator evaluates an iterable into an iterator record, which is held.
func (e *emitter) iterator(op bytecode.Op, iterable syntax.Expr) int {
	it := e.temps(3)
	for r := it; r < it+3; r++ {
		e.f.regVar[r] = -1
	}
	next := e.f.next
	e.f.next = it + 1
	r := e.operand(iterable, it)
	e.f.next = next
	e.quoteAt(iterable.Range().Start, iterable.Range())
	e.op2(op, it, r)
	e.hold()
	return it
}

// endLoop ends a loop whose body, the region [start, end), closes an iterator when it is left. The construct of the
// iterator is the innermost, the loop n the one around it.
func (e *emitter) endLoop(n int, start, end int32) {
	if !e.f.dead {
		e.jumpTo(&e.ctl[n].brk)
	}
	e.popIter(start, end)
	brk := e.ctl[n].brk
	e.pop()
	e.place(&brk)
}

func (e *emitter) forIn(s *syntax.ForIn) {
	sc := e.openScope()
	e.enterHead(&s.Left)
	it := e.iterator(bytecode.OpForIn, s.Object)
	h := e.openHead(&s.Left)
	var top label
	live := !e.f.dead
	n := e.push(ctlLoop)
	e.jumpTo(&e.ctl[n].cont)
	e.placeTop(&top, live)
	e.bindHead(&h, s.Object.Range())
	e.scoped(s.Body)
	c := e.ctl[n]
	e.pop()
	e.place(&c.cont)
	e.at(s.Object.Range().Start)
	e.jump(bytecode.Make(bytecode.OpForInLoop, uint8(it), uint8(h.reg), 0, 0), &top)
	e.place(&c.brk)
	e.closeScope(sc)
}

// forAwait generates for await. The promise of each result is awaited before the result is taken apart.
func (e *emitter) forAwait(s *syntax.ForOf) {
	sc := e.openScope()
	e.enterHead(&s.Left)
	it := e.iterator(bytecode.OpGetAsyncIter, s.Iterable)
	h := e.openHead(&s.Left)
	span := s.Iterable.Range()
	var top, done label
	live := !e.f.dead
	n := e.push(ctlLoop)
	e.jumpTo(&e.ctl[n].cont)
	e.placeTop(&top, live)
	start := e.pc()
	e.pushIter(ctlAsync, it, n)
	e.bindHead(&h, span)
	e.scoped(s.Body)
	e.flush()
	end := e.pc()
	e.place(&e.ctl[n].cont)
	e.at(span.Start)
	t := e.temp()
	e.op2(bytecode.OpAsyncIterNext, it, t)
	e.op2(bytecode.OpAwait, t, t)
	e.jump(bytecode.Make(bytecode.OpIterResult, uint8(h.reg), uint8(t), 0, 0), &done)
	e.f.next = t
	e.jumpTo(&top)
	e.place(&done)
	e.endLoop(n, start, end)
	e.closeScope(sc)
}
