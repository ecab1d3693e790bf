package compiler

// This file generates statements other than loops.

import (
	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm/bytecode"
)

// stmt generates a statement. Registers that it takes for variables stay taken, temporaries do not.
func (e *emitter) stmt(s syntax.Stmt) {
	if e.err != nil {
		return
	}
	switch s := s.(type) {
	case *syntax.ExprStmt:
		e.effect(s.X)
	case *syntax.VarDecl:
		e.varDecl(s)
	case *syntax.Return:
		e.returnStmt(s)
	case *syntax.If:
		e.ifStmt(s)
	case *syntax.Block:
		e.block(s)
	case *syntax.For:
		e.forStmt(s)
	case *syntax.ForOf:
		if s.Await {
			e.forAwait(s)
		} else {
			e.forOf(&s.Left, s.Iterable, s.Body)
		}
	case *syntax.ForIn:
		e.forIn(s)
	case *syntax.While:
		e.loop(nil, s.Test, nil, s.Body)
	case *syntax.DoWhile:
		e.doWhile(s)
	case *syntax.Throw:
		r := e.operand(s.X, -1)
		e.at(s.Start)
		e.op1(bytecode.OpThrow, r)
		e.end()
	case *syntax.Try:
		e.try(s)
	case *syntax.Switch:
		e.switchStmt(s)
	case *syntax.Break:
		e.breakStmt(s.Label)
	case *syntax.Continue:
		e.continueStmt(s.Label)
	case *syntax.Labeled:
		e.labeled(s)
	case *syntax.ClassDecl:
		e.classDecl(s.Class)
	case *syntax.EnumDecl:
		e.enum(s, false)
	case *syntax.NamespaceDecl:
		e.namespace(s, false)
	case *syntax.Export:
		e.export(s)
	}
	e.f.next = e.f.top
}

func (e *emitter) stmts(body []syntax.Stmt) {
	for _, s := range body {
		e.stmt(s)
	}
}

func (e *emitter) block(b *syntax.Block) {
	s := e.openScope()
	if b.Lexical {
		e.enterAll(b.Body)
		e.hoist(b.Body)
	}
	e.stmts(b.Body)
	e.closeScope(s)
}

func (e *emitter) varDecl(d *syntax.VarDecl) {
	for i := range d.Decls {
		x := &d.Decls[i]
		if id, ok := x.Target.(*syntax.Ident); ok {
			e.declarator(d.Kind, id, x.Init)
			continue
		}
		mode := modeVar
		if d.Kind != syntax.Var {
			mode = modeInit
			e.allotTarget(x.Target)
			e.hold()
		}
		s := x.Target.Range()
		src := e.stable(e.operand(x.Init, -1), s.Start, s.End)
		e.pattern(x.Target, src, mode, x.Init.Range())
		e.f.next = e.f.top
	}
}

// declarator initialises one variable.
func (e *emitter) declarator(kind syntax.VarKind, id *syntax.Ident, init syntax.Expr) {
	v, _ := splitRef(id.Ref)
	if init == nil && (kind == syntax.Var || v >= 0 && e.vars[v].kind == kindMember) {
		return
	}
	if kind == syntax.Var || v < 0 || e.vars[v].kind == kindMember {
		e.assignPlain(init, id, -1)
		e.f.next = e.f.top
		return
	}
	r := e.target(v)
	if init == nil {
		e.op1(bytecode.OpLoadUndef, r)
	} else {
		e.exprNamed(init, r, id.Name)
	}
	e.declared(v, r)
}

// declared initialises a variable with register r at its declaration. When it has just got its register, that is the
// last below the temporaries from now on.
func (e *emitter) declared(v int32, r int) {
	e.initialise(v, r)
	e.f.next = max(e.f.top, int(e.vars[v].reg)+1)
	e.hold()
}

func (e *emitter) ifStmt(s *syntax.If) {
	if s.Else == nil && e.jumpIf(s) {
		return
	}
	var other label
	e.cond(s.Test, &other, false)
	e.scoped(s.Then)
	if s.Else == nil {
		e.place(&other)
		return
	}
	var done label
	e.jumpTo(&done)
	e.place(&other)
	e.scoped(s.Else)
	e.place(&done)
}

// jumpIf generates `if (test) break` and `if (test) continue` as one conditional jump. It reports false, having emitted
// nothing, for other statements and where the jump has to set a selector first.
func (e *emitter) jumpIf(s *syntax.If) bool {
	kind, target, ok := e.jumpTarget(s.Then)
	if !ok {
		return false
	}
	at, stub := e.exitLabel(kind, target)
	if at < 0 {
		return false
	}
	// The test may open constructs, which moves the one that has the label: a copy of it is worked on.
	l := *e.labelOf(at, stub, kind)
	e.cond(s.Test, &l, true)
	*e.labelOf(at, stub, kind) = l
	return true
}

// jumpTarget returns where a break or continue, alone or alone in a block, goes.
func (e *emitter) jumpTarget(s syntax.Stmt) (exitKind, int, bool) {
	if b, ok := s.(*syntax.Block); ok && len(b.Body) == 1 {
		s = b.Body[0]
	}
	switch s := s.(type) {
	case *syntax.Break:
		target := e.breakTarget(s.Label)
		return exitBreak, target, target >= 0
	case *syntax.Continue:
		target := e.continueTarget(s.Label)
		return exitContinue, target, target >= 0
	}
	return 0, 0, false
}

// scoped generates a statement that is not in a list.
func (e *emitter) scoped(s syntax.Stmt) {
	sc := e.openScope()
	e.stmt(s)
	e.closeScope(sc)
}

func (e *emitter) labeled(s *syntax.Labeled) {
	n := e.push(ctlLabel)
	e.ctl[n].label = s.Label
	e.scoped(s.Body)
	brk := e.ctl[n].brk
	e.pop()
	e.place(&brk)
}

func (e *emitter) switchStmt(s *syntax.Switch) {
	sc := e.openScope()
	disc := e.operand(s.Disc, -1)
	disc = e.stable(disc, s.Start, s.End)
	if disc >= e.f.top {
		e.f.regVar[disc] = -1
		e.f.next = disc + 1
		e.hold()
	}
	if s.Lexical {
		for i := range s.Cases {
			e.enterAll(s.Cases[i].Body)
		}
		for i := range s.Cases {
			e.hoist(s.Cases[i].Body)
		}
	}
	n := e.push(ctlSwitch)
	first := len(e.chain) // the labels of the bodies live on the stack of chain labels
	for range s.Cases {
		e.chain = append(e.chain, label{})
	}
	byDefault := -1
	for i := range s.Cases {
		if s.Cases[i].Test == nil {
			byDefault = i
			continue
		}
		e.caseTest(disc, s.Cases[i].Test, first+i)
	}
	if byDefault >= 0 {
		e.jumpTo(&e.chain[first+byDefault])
	} else {
		e.jumpTo(&e.ctl[n].brk)
	}
	for i := range s.Cases {
		e.place(&e.chain[first+i])
		e.stmts(s.Cases[i].Body)
	}
	e.chain = e.chain[:first]
	brk := e.ctl[n].brk
	e.pop()
	e.place(&brk)
	e.closeScope(sc)
}

// caseTest jumps to chain label l when the test equals the value in register disc.
func (e *emitter) caseTest(disc int, test syntax.Expr, l int) {
	next := e.f.next
	defer func() { e.f.next = next }()
	if f, ok := constantValue(test, constantDepth); ok {
		if i, small := int32Of(f); small && i == int32(int16(i)) {
			e.jump(bytecode.MakeBC(bytecode.OpJSeqI, uint8(disc), int16(i), 0), &e.chain[l])
			return
		}
	}
	if s, ok := test.(*syntax.StringLit); ok && e.roomForK() {
		e.jump(bytecode.MakeBC(bytecode.OpJSeqK, uint8(disc), int16(e.text(s.Value)), 0), &e.chain[l])
		return
	}
	r := e.operand(test, -1)
	e.jump(bytecode.Make(bytecode.OpJSeq, uint8(disc), uint8(r), 0, 0), &e.chain[l])
}

func (e *emitter) try(s *syntax.Try) {
	sc := e.openScope()
	if s.Finally == nil {
		e.tryCatch(s)
	} else {
		e.tryFinally(s)
	}
	e.closeScope(sc)
}

// tryCatch generates the try block and the catch clause, if there is one.
func (e *emitter) tryCatch(s *syntax.Try) {
	if s.Catch == nil {
		e.block(s.Block)
		return
	}
	e.push(ctlTry)
	start := e.pc()
	e.block(s.Block)
	e.flush()
	end := e.pc()
	e.pop()
	var done label
	e.jumpTo(&done)
	sc := e.openScope()
	id, simple := s.Catch.Param.(*syntax.Ident)
	reg, v := -1, int32(-1)
	if simple {
		if v, _ = splitRef(id.Ref); v >= 0 && !e.vars[v].earlyCell() {
			if e.allot(v); e.vars[v].reg >= 0 {
				reg = int(e.vars[v].reg)
			}
			e.hold()
		}
	} else if s.Catch.Param != nil {
		e.allotTarget(s.Catch.Param)
		e.hold()
	}
	if reg < 0 {
		reg = e.temp()
	}
	e.handler(start, end, reg)
	if simple && v >= 0 {
		e.enter(v)
		e.initialise(v, reg)
		e.hold()
	} else if s.Catch.Param != nil {
		e.enterTarget(s.Catch.Param)
		e.pattern(s.Catch.Param, reg, modeInit, s.Catch.Param.Range())
		e.f.next = e.f.top
	}
	e.block(s.Catch.Body)
	e.closeScope(sc)
	e.place(&done)
}

// tryFinally generates a try statement with a finally block. Every way out of the rest sets the selector and goes to the
// one copy of the finally block; after it the selector says where to go on.
func (e *emitter) tryFinally(s *syntax.Try) {
	sel, val := e.holdTemp(), e.holdTemp()
	n := e.push(ctlFinally)
	e.ctl[n].sel, e.ctl[n].val = sel, val
	start := e.pc()
	e.tryCatch(s)
	e.flush()
	end := e.pc()
	c := e.ctl[n]
	e.pop()
	normal := !e.f.dead
	if normal {
		e.opD(bytecode.OpLoadInt, sel, 0, selNormal)
		e.jumpTo(&c.finally)
	}
	caught := e.handler(start, end, val)
	if caught {
		e.opD(bytecode.OpLoadInt, sel, 0, selThrow)
	}
	e.place(&c.finally)
	e.block(s.Finally)
	e.dispatch(&c, normal, caught)
	e.keepExits(n, c.exits)
}

// dispatch goes on after a finally block.
func (e *emitter) dispatch(c *control, normal, caught bool) {
	var done label
	if normal {
		e.jump(bytecode.MakeBC(bytecode.OpJSeqI, uint8(c.sel), selNormal, 0), &done)
	}
	for i := range c.exits {
		var other label
		e.jump(bytecode.MakeBC(bytecode.OpJSneI, uint8(c.sel), int16(selExits+i), 0), &other)
		if c.exits[i].kind == exitReturn {
			e.move(e.f.ret, c.val)
		}
		e.leave(c.exits[i].kind, c.exits[i].target)
		e.place(&other)
	}
	if caught {
		e.op1(bytecode.OpThrow, c.val)
	}
	e.end()
	e.place(&done)
}
