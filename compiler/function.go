package compiler

// This file generates functions: prologue, parameters, body, and the closures of the functions inside.

import (
	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm/bytecode"
)

// program compiles all functions. A function is wanted once the one around it, which comes before it, has made its
// closure.
func (e *emitter) program() {
	e.funcs[0].wanted = true
	for i := range e.funcs {
		if f := &e.funcs[i]; f.wanted && e.err == nil {
			e.function(int32(i))
		}
	}
}

// internal reports that the passes disagree. It is a defect of the compiler, but not one that may take the host down.
func (e *emitter) internal(what string) {
	if e.err == nil {
		e.fail(e.f.base.source, "The compiler could not handle this function ("+what+").", "Write the function in a simpler way.")
		e.err.internal = true
	}
	e.end()
}

// begin makes function id the one at hand.
func (e *emitter) begin(id int32) {
	f := &e.f
	fn := &e.funcs[id]
	f.id, f.fn = id, fn
	f.next, f.max, f.top = 1, 1, 1
	f.regVar[0] = -1
	f.dead, f.boundThis = false, false
	f.ret, f.slots, f.numSlots, f.lastPos = -1, -1, 0, -1
	f.epilogue = label{}
	f.class, f.nextChild, f.nextClass = fn.context, fn.child, fn.class
	f.base = &fn.out
	f.codeFrom, f.markFrom = int32(len(e.code)), len(e.marks)
	e.describe(fn)
	base := e.baseFn()
	f.derived = base.role == roleConstructor && e.classes[base.of].node.Extends != nil ||
		base.role == roleFunction && base.node.Flags&syntax.FuncConstructor != 0 && base.node.Flags&syntax.FuncDerived != 0
	e.ctl, e.later, e.chain = e.ctl[:0], e.later[:0], e.chain[:0]
}

// describe sets kind and source of a function, and where its parts begin.
func (e *emitter) describe(fn *function) {
	o := &fn.out
	o.code.from, o.constants.from, o.marks.from = int32(len(e.code)), int32(len(e.constants)), int32(len(e.marks))
	o.handlers.from, o.inner.from, o.templates.from = int32(len(e.handlers)), int32(len(e.inner)), int32(len(e.templates))
	class := bytecode.ClassConstructor
	if fn.of >= 0 {
		node := e.classes[fn.of].node
		o.source = node.Span
		if node.Extends != nil {
			class = bytecode.DerivedConstructor
		}
	}
	switch fn.role {
	case roleFunction:
		flags := fn.node.Flags
		o.async, o.generator = flags&(syntax.FuncAsync|syntax.FuncMain) != 0, flags&syntax.FuncGenerator != 0
		switch {
		case flags&syntax.FuncConstructor != 0:
			o.kind = class
		case flags&syntax.FuncArrow != 0:
			o.kind = bytecode.Arrow
		case flags&syntax.FuncMethod != 0:
			o.kind = bytecode.Method
		}
		if fn.of < 0 {
			o.source = fn.node.Span
		}
	case roleNamespace:
		o.source = fn.node.Span
	case roleConstructor:
		o.kind = class
	case roleFields, roleStatics:
		o.kind = bytecode.FieldInit
	}
}

// finish completes the function at hand.
func (e *emitter) finish() {
	f := &e.f
	e.implicitReturn()
	if f.slots >= 0 && f.newSlots >= 0 {
		i := &e.code[int(f.base.code.from)+f.newSlots]
		*i = i.WithD(f.numSlots)
	}
	o := f.base
	o.numRegs = f.max
	o.code.to, o.constants.to = int32(len(e.code)), int32(len(e.constants))
	o.marks.to, o.handlers.to = int32(len(e.marks)), int32(len(e.handlers))
	o.inner.to, o.templates.to = int32(len(e.inner)), int32(len(e.templates))
	if len(e.code) > maxCode {
		e.fail(o.source, "The program is too large.", "Split the work over several programs.")
	}
}

// function compiles one function.
func (e *emitter) function(id int32) {
	e.begin(id)
	fn := e.f.fn
	switch fn.role {
	case roleFunction:
		e.treeFunction(fn.node)
	case roleNamespace:
		e.namespaceBody(fn.node)
	case roleConstructor:
		e.defaultConstructor()
	default:
		e.initialiserBody()
	}
	e.finish()
}

// treeFunction compiles a function of the tree.
func (e *emitter) treeFunction(node *syntax.Function) {
	f := &e.f
	e.takeParams(node)
	e.prologue()
	if f.base.kind == bytecode.ClassConstructor {
		e.initFields(0)
	}
	if node.Flags&syntax.FuncMain != 0 && e.script {
		e.opD(bytecode.OpGetGlobal, 0, 0, e.site("globalThis"))
	}
	e.bindParams(node)
	if f.base.generator {
		e.op0(bytecode.OpInitialYield)
	}
	if f.base.kind == bytecode.ClassConstructor {
		e.paramProperties(node)
	}
	e.declareVars()
	e.body(node)
}

// takeParams gives the parameters their registers.
func (e *emitter) takeParams(node *syntax.Function) {
	f := &e.f
	n := len(node.Params)
	rest := n > 0 && node.Params[n-1].Rest
	if rest {
		n--
	}
	f.base.numParams = n
	f.base.length = n
	for i := range node.Params[:n] {
		if node.Params[i].Default != nil {
			f.base.length = i
			break
		}
	}
	if n >= maxVarReg {
		e.tooLarge()
		return
	}
	for range n {
		f.regVar[e.temp()] = -1
	}
	if rest {
		f.base.restReg = uint8(e.temp())
		f.regVar[f.base.restReg] = -1
	}
	e.hold()
}

// prologue gives places to what the function has besides parameters and variables.
func (e *emitter) prologue() {
	f := &e.f
	fn := f.fn
	if v := fn.pseudo[pseudoArguments]; v >= 0 {
		e.allot(v)
		f.base.argumentsReg = uint8(e.vars[v].reg)
		if e.vars[v].captured {
			r := int(e.vars[v].reg)
			e.op2(bytecode.OpNewCell, r, r)
		}
	}
	if fn.locals >= maxVarReg/2 {
		f.slots = e.holdTemp()
		if f.newSlots = -1; !f.dead {
			f.newSlots = int(e.pc())
		}
		e.opD(bytecode.OpNewSlots, f.slots, 0, 0)
	}
	for p := pseudoThis; p < pseudoArguments; p++ {
		v := fn.pseudo[p]
		if v < 0 {
			continue
		}
		e.allot(v)
		r := int(e.vars[v].reg)
		switch p {
		case pseudoThis:
			e.op2(bytecode.OpNewCell, r, 0)
			continue
		case pseudoNewTarget:
			e.op1(bytecode.OpLoadNewTarget, r)
		case pseudoHome:
			e.op1(bytecode.OpLoadHome, r)
		case pseudoCallee:
			e.op1(bytecode.OpLoadCallee, r)
		}
		e.op2(bytecode.OpNewCell, r, r)
	}
	if v := fn.self; v >= 0 && fn.role == roleFunction && e.vars[v].used {
		e.allot(v)
		r := int(e.vars[v].reg)
		e.op1(bytecode.OpLoadCallee, r)
		if e.vars[v].captured {
			e.op2(bytecode.OpNewCell, r, r)
		}
	}
	if fn.leaves {
		f.ret = e.holdTemp()
	}
	e.hold()
}

// paramReg returns the register in which parameter i arrives.
func (e *emitter) paramReg(node *syntax.Function, i int) int {
	if node.Params[i].Rest {
		return int(e.f.base.restReg)
	}
	return 1 + i
}

// bindParams computes defaults and takes patterns apart.
func (e *emitter) bindParams(node *syntax.Function) {
	f := &e.f
	if e.err != nil {
		return
	}
	for i := range node.Params {
		e.enterParams(node.Params[i].Target, e.paramReg(node, i))
	}
	for i := range node.Params {
		p := &node.Params[i]
		src := e.paramReg(node, i)
		id, simple := p.Target.(*syntax.Ident)
		if p.Default != nil {
			var given label
			e.jumpOp(bytecode.OpJNotUndef, src, &given)
			name := ""
			if simple {
				name = id.Name
			}
			e.exprNamed(p.Default, src, name)
			e.place(&given)
		}
		if !simple {
			e.bindPattern(p.Target, src, modeInit, syntax.Span{Start: p.Start, End: p.Start})
			e.hold()
			continue
		}
		v, _ := splitRef(id.Ref)
		if x := &e.vars[v]; x.earlyCell() {
			e.op2(bytecode.OpSetCell, e.cellReg(x), src)
		} else if x.captured {
			e.op2(bytecode.OpNewCell, src, src)
		}
		f.next = f.top
	}
}

// enterParams gives simple parameters the registers they arrive in and makes the cells that closures among the
// parameters need before.
func (e *emitter) enterParams(t syntax.Target, src int) {
	switch t := t.(type) {
	case *syntax.Ident:
		v, _ := splitRef(t.Ref)
		x := &e.vars[v]
		switch {
		case x.earlyCell():
			e.enter(v)
		case src > 0:
			x.reg = int16(src)
			e.f.regVar[src] = v
		}
	case *syntax.ArrayPattern:
		for i := range t.Elems {
			if el := t.Elems[i].Target; el != nil {
				e.enterParams(el, 0)
			}
		}
		if t.Rest != nil {
			e.enterParams(t.Rest, 0)
		}
	case *syntax.ObjectPattern:
		for i := range t.Props {
			e.enterParams(t.Props[i].Target, 0)
		}
		if t.Rest != nil {
			e.enterParams(t.Rest, 0)
		}
	}
}

// declareVars gives the var variables of the function their places and first values.
func (e *emitter) declareVars() {
	fn := e.f.fn
	e.varRange(fn.firstVar, fn.firstVar+fn.numVars)
}

func (e *emitter) varRange(from, to int32) {
	for v := from; v < to; v++ {
		x := &e.vars[v]
		if x.kind != kindVar || x.fn != e.f.id {
			continue
		}
		e.allot(v)
		e.hold()
		if x.hoisted && !x.earlyCell() {
			continue // its function is stored below
		}
		next := e.f.next
		t := e.workReg(x)
		if x.object >= 0 {
			e.load(x.object, false, t)
		} else {
			e.op1(bytecode.OpLoadUndef, t)
		}
		if x.captured {
			e.op2(bytecode.OpNewCell, t, t)
		}
		e.settle(x, t)
		e.f.next = next
	}
}

// body compiles the statements, or the expression, of a function.
func (e *emitter) body(node *syntax.Function) {
	if node.ExprBody != nil {
		e.returnExpr(node.ExprBody)
		return
	}
	if node.Lexical {
		e.enterAll(node.Body)
	}
	e.hoist(node.Body)
	for _, s := range node.Body {
		e.stmt(s)
		e.superBound(s)
	}
}

// superBound notes that this is bound after a statement super(...) at the top level of a constructor.
func (e *emitter) superBound(s syntax.Stmt) {
	if !e.f.derived || e.f.fn.arrow {
		return
	}
	if x, ok := s.(*syntax.ExprStmt); ok {
		if _, ok := x.X.(*syntax.SuperCall); ok {
			e.f.boundThis = true
		}
	}
}

// ---- Declarations at the start of a scope ----

// enterAll prepares the names that the statements of a scope declare.
func (e *emitter) enterAll(body []syntax.Stmt) {
	for _, s := range body {
		if x, ok := s.(*syntax.Export); ok {
			s = x.Decl
			if _, ok := s.(*syntax.VarDecl); ok {
				continue
			}
		}
		switch s := s.(type) {
		case *syntax.VarDecl:
			if s.Kind != syntax.Var {
				for i := range s.Decls {
					e.enterTarget(s.Decls[i].Target)
				}
			}
		case *syntax.FuncDecl:
			if v, _ := splitRef(s.Fn.Name.Ref); v >= 0 && e.vars[v].kind == kindLet {
				e.enter(v)
			}
		case *syntax.ClassDecl:
			e.enterTarget(s.Class.Name)
		case *syntax.EnumDecl:
			if !s.Merges {
				e.enterTarget(s.Name)
			}
		case *syntax.NamespaceDecl:
			if !s.Merges {
				e.enterTarget(s.Name)
			}
		}
	}
}

func (e *emitter) enterTarget(t syntax.Target) {
	switch t := t.(type) {
	case *syntax.Ident:
		if v, _ := splitRef(t.Ref); v >= 0 && e.vars[v].fn == e.f.id {
			e.enter(v)
		}
	case *syntax.ArrayPattern:
		for i := range t.Elems {
			if el := t.Elems[i].Target; el != nil {
				e.enterTarget(el)
			}
		}
		if t.Rest != nil {
			e.enterTarget(t.Rest)
		}
	case *syntax.ObjectPattern:
		for i := range t.Props {
			e.enterTarget(t.Props[i].Target)
		}
		if t.Rest != nil {
			e.enterTarget(t.Rest)
		}
	}
}

// hoist makes the functions that the statements declare. A function that nothing mentions is left out.
func (e *emitter) hoist(body []syntax.Stmt) {
	for _, s := range body {
		fn := declaredFunction(s)
		if fn == nil {
			continue
		}
		v, _ := splitRef(fn.Name.Ref)
		if v < 0 || !e.vars[v].used {
			continue
		}
		r := e.target(v)
		e.closure(fn, fn.Name.Name, r)
		e.declared(v, r)
	}
}

// ---- Closures ----

// closure makes a closure of a function of the tree.
func (e *emitter) closure(node *syntax.Function, name string, dst int) {
	e.makeClosure(bytecode.OpClosure, e.child(node), name, dst, 0)
}

// child returns the record of a function that stands directly in the one at hand. The walk of the emitter is that of the
// resolver, so it is nearly always the next.
func (e *emitter) child(node *syntax.Function) int32 {
	f := &e.f
	for i := f.nextChild; i >= 0; i = e.funcs[i].next {
		if e.funcs[i].node == node {
			f.nextChild = e.funcs[i].next
			return i
		}
	}
	for i := f.fn.child; i >= 0; i = e.funcs[i].next {
		if e.funcs[i].node == node {
			f.nextChild = e.funcs[i].next
			return i
		}
	}
	e.internal("function that was not resolved")
	return f.id
}

// made returns the record of a function that the compiler makes for a class.
func (e *emitter) made(role funcRole, class int32) int32 {
	f := &e.f
	for i := f.nextChild; i >= 0; i = e.funcs[i].next {
		if c := &e.funcs[i]; c.role == role && c.of == class {
			f.nextChild = c.next
			return i
		}
	}
	e.internal("part of a class that was not resolved")
	return f.id
}

// makeClosure emits op, which makes a closure of function id in dst; b is the other operand of op.
func (e *emitter) makeClosure(op bytecode.Op, id int32, name string, dst, b int) {
	f := &e.f
	if f.dead {
		return
	}
	fn := &e.funcs[id]
	fn.wanted, fn.name = true, name
	fn.captures.from = int32(len(e.captures))
	for _, v := range fn.free {
		x := &e.vars[v]
		c := bytecode.Capture{FromFree: x.fn != f.id}
		switch {
		case c.FromFree:
			c.Index = e.free(v)
		case x.reg < 0 && x.slot < 0:
			e.internal("captured variable " + x.name)
			return
		case x.reg < 0:
			c.Slots, c.Index = uint8(f.slots), x.slot
		default:
			c.Index = int32(x.reg)
		}
		e.captures = append(e.captures, c)
		e.freeNames = append(e.freeNames, x.name)
	}
	fn.captures.to = int32(len(e.captures))
	d := int32(len(e.inner)) - f.base.inner.from
	e.inner = append(e.inner, id)
	e.opD(op, dst, b, d)
}
