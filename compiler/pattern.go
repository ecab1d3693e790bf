package compiler

// This file generates destructuring.

import (
	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm/bytecode"
)

// bindMode says what a pattern does to its targets.
type bindMode uint8

const (
	modeInit   bindMode = iota // initialise variables that have their places
	modeVar                    // assign to var variables
	modeAssign                 // assign to any target
)

// allotTarget gives the variables of a declaration their places.
func (e *emitter) allotTarget(t syntax.Target) {
	switch t := t.(type) {
	case *syntax.Ident:
		if v, _ := splitRef(t.Ref); v >= 0 && e.vars[v].kind != kindMember {
			if x := &e.vars[v]; x.reg < 0 && x.slot < 0 {
				e.allot(v)
			}
		}
	case *syntax.ArrayPattern:
		for i := range t.Elems {
			if el := t.Elems[i].Target; el != nil {
				e.allotTarget(el)
			}
		}
		if t.Rest != nil {
			e.allotTarget(t.Rest)
		}
	case *syntax.ObjectPattern:
		for i := range t.Props {
			e.allotTarget(t.Props[i].Target)
		}
		if t.Rest != nil {
			e.allotTarget(t.Rest)
		}
	}
}

// bindPattern binds a pattern of a declaration to the value in register src. It leaves only the variables behind.
func (e *emitter) bindPattern(t syntax.Target, src int, mode bindMode, span syntax.Span) {
	if mode == modeInit {
		e.allotTarget(t)
		e.hold()
	}
	e.pattern(t, src, mode, span)
	e.f.next = e.f.top
}

// pattern takes the value in register src apart; span is what the value was written as.
func (e *emitter) pattern(t syntax.Target, src int, mode bindMode, span syntax.Span) {
	switch t := t.(type) {
	case *syntax.ObjectPattern:
		e.objectPattern(t, src, mode, span)
	case *syntax.ArrayPattern:
		e.arrayPattern(t, src, mode, span)
	}
}

// direct returns the register into which the value of a target can be computed: that of a variable, if nothing can find
// the value there too early.
func (e *emitter) direct(t syntax.Target, mode bindMode, value syntax.Expr) int {
	id, ok := t.(*syntax.Ident)
	if !ok {
		return -1
	}
	if mode != modeInit {
		if value != nil {
			return -1
		}
		return e.assignable(id)
	}
	v, _ := splitRef(id.Ref)
	if v < 0 {
		return -1
	}
	if x := &e.vars[v]; x.kind != kindMember && x.reg >= 0 && !x.earlyCell() && (value == nil || !x.hole) {
		return int(x.reg)
	}
	return -1
}

// bindTarget stores register r into a target.
func (e *emitter) bindTarget(t syntax.Target, r int, mode bindMode, span syntax.Span) {
	id, ok := t.(*syntax.Ident)
	if !ok {
		e.pattern(t, r, mode, span)
		return
	}
	if mode == modeInit {
		if v, _ := splitRef(id.Ref); v >= 0 && e.vars[v].kind != kindMember {
			e.initialise(v, r)
			return
		}
	}
	e.storeIdent(id, r)
}

// A goal is a target of a pattern during the time in which its value is found.
type goal struct {
	ref    reference
	member bool
	reg    int // where the value goes
}

// goal evaluates what a target has to be evaluated for before its value, which ends at the offset end.
func (e *emitter) goal(t syntax.Target, mode bindMode, value syntax.Expr, end int32) goal {
	g := goal{reg: -1}
	if mode == modeAssign {
		switch t.(type) {
		case *syntax.Ident, *syntax.ArrayPattern, *syntax.ObjectPattern:
		default:
			g.member = true
			g.ref = e.reference(t, end)
		}
	}
	if !g.member {
		g.reg = e.direct(t, mode, value)
	}
	if g.reg < 0 {
		g.reg = e.temp()
	}
	return g
}

// reach stores the value that has come to g.reg, or the default instead of undefined.
func (e *emitter) reach(g *goal, t syntax.Target, mode bindMode, value syntax.Expr, span syntax.Span) {
	if value != nil {
		var given label
		e.jumpOp(bytecode.OpJNotUndef, g.reg, &given)
		name := ""
		if id, ok := t.(*syntax.Ident); ok && !id.Paren {
			name = id.Name
		}
		e.exprNamed(value, g.reg, name)
		e.place(&given)
	}
	if g.member {
		e.storeRef(&g.ref, g.reg)
		return
	}
	e.bindTarget(t, g.reg, mode, span)
}

// objectPattern takes an object apart. Reading the first property fails for undefined and null, unless something else is
// evaluated before.
func (e *emitter) objectPattern(p *syntax.ObjectPattern, src int, mode bindMode, span syntax.Span) {
	start := e.f.next
	keys := src
	if p.Rest != nil && len(p.Props) > 0 {
		keys = e.temps(len(p.Props))
	}
	if len(p.Props) == 0 || p.Props[0].Key.Kind == syntax.KeyComputed || isMember(p.Props[0].Target) {
		e.at(span.Start)
		e.opD(bytecode.OpToObjectChk, src, 0, -1)
	}
	for i := range p.Props {
		prop := &p.Props[i]
		next := e.f.next
		k := -1
		if p.Rest != nil {
			k = keys + i
			e.propertyKey(&prop.Key, k)
		} else if prop.Key.Kind == syntax.KeyComputed {
			k = e.temp()
			e.propertyKey(&prop.Key, k)
		}
		g := e.goal(prop.Target, mode, prop.Default, prop.End)
		e.quoteAt(prop.Key.Start, span)
		if prop.Key.Kind == syntax.KeyComputed {
			e.op3(bytecode.OpGetElem, g.reg, src, k)
		} else {
			e.getNamed(g.reg, src, prop.Key.Name)
		}
		e.reach(&g, prop.Target, mode, prop.Default, prop.Key.Span)
		e.f.next = next
	}
	if p.Rest != nil {
		g := e.goal(p.Rest, mode, nil, p.End)
		e.at(p.Rest.Range().Start)
		e.emit(bytecode.Make(bytecode.OpRestObject, uint8(g.reg), uint8(src), uint8(keys), int32(len(p.Props))))
		e.reach(&g, p.Rest, mode, nil, span)
	}
	e.f.next = start
}

func (e *emitter) arrayPattern(p *syntax.ArrayPattern, src int, mode bindMode, span syntax.Span) {
	next := e.f.next
	it := e.temps(3)
	e.quoteAt(span.Start, span)
	e.op2(bytecode.OpGetIter, it, src)
	guard := e.needsGuard(p, mode)
	start := e.pc()
	if guard {
		e.pushIter(ctlIter, it, -1)
	}
	for i := range p.Elems {
		el := &p.Elems[i]
		inner := e.f.next
		if el.Target == nil {
			e.at(span.Start)
			e.op2(bytecode.OpIterStep, it, e.temp())
			e.f.next = inner
			continue
		}
		g := e.goal(el.Target, mode, el.Default, el.End)
		e.at(el.Start)
		e.op2(bytecode.OpIterStep, it, g.reg)
		e.reach(&g, el.Target, mode, el.Default, el.Span)
		e.f.next = inner
	}
	if p.Rest != nil {
		g := e.goal(p.Rest, mode, nil, p.End)
		e.at(p.Rest.Range().Start)
		e.op2(bytecode.OpIterRest, it, g.reg)
		e.reach(&g, p.Rest, mode, nil, p.Rest.Range())
		e.f.next = it + 3
	}
	var done label
	if guard {
		e.flush()
		end := e.pc()
		e.closeNormally(p, it, span)
		e.jumpTo(&done)
		e.popIter(start, end)
	} else {
		e.closeNormally(p, it, span)
	}
	e.place(&done)
	e.f.next = next
}

// closeNormally closes the iterator after a pattern without rest element.
func (e *emitter) closeNormally(p *syntax.ArrayPattern, it int, span syntax.Span) {
	if p.Rest == nil {
		e.at(span.Start)
		e.op1(bytecode.OpIterClose, it)
	}
}

// needsGuard reports whether something besides the iterator can fail while the pattern is bound, so that the iterator
// has to be closed.
func (e *emitter) needsGuard(p *syntax.ArrayPattern, mode bindMode) bool {
	for i := range p.Elems {
		if t := p.Elems[i].Target; t != nil && (p.Elems[i].Default != nil || !e.cannotFail(t, mode)) {
			return true
		}
	}
	return p.Rest != nil && !e.cannotFail(p.Rest, mode)
}

// cannotFail reports whether storing to the target is certain to succeed.
func (e *emitter) cannotFail(t syntax.Target, mode bindMode) bool {
	id, ok := t.(*syntax.Ident)
	if !ok {
		return false
	}
	v, check := splitRef(id.Ref)
	if v < 0 || check || e.vars[v].kind == kindMember {
		return false
	}
	return mode == modeInit || !e.vars[v].kind.fixed()
}

// isMember reports whether the target of an assignment has parts that are evaluated before the value is read.
func isMember(t syntax.Target) bool {
	switch t.(type) {
	case *syntax.Ident, *syntax.ArrayPattern, *syntax.ObjectPattern:
		return false
	}
	return true
}
