package compiler

// This file generates what TypeScript adds to the program that runs: enums and namespaces.

import (
	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm/bytecode"
)

// openObject makes the object of an enum or namespace, or takes the existing one, stores it in the variable of that name,
// and returns a register, held, that has it. An exported one is also a property of the namespace around it.
func (e *emitter) openObject(name *syntax.Ident, merges, exported bool) int {
	v, check := splitRef(name.Ref)
	if v < 0 {
		e.internal(name.Name)
		return 0
	}
	o := e.holdTemp()
	e.at(name.Start)
	if merges {
		e.load(v, check, o)
		return o
	}
	var outer int
	var known label
	if exported {
		outer = e.variable(e.f.fn.self, false, -1)
		e.getNamed(o, outer, name.Name)
		e.jumpOp(bytecode.OpJTrue, o, &known)
	}
	e.op1(bytecode.OpNewObject, o)
	if exported {
		e.setNamed(outer, name.Name, o)
	}
	e.place(&known)
	e.f.next = e.f.top
	e.target(v)
	e.declared(v, o)
	return o
}

// valueKind is what is known of the value of an enum member.
type valueKind uint8

const (
	anyValue valueKind = iota
	numberValue
	stringValue
)

// enum generates an enum: for every member a property, and for numeric ones the way back from the value to the name.
func (e *emitter) enum(s *syntax.EnumDecl, exported bool) {
	o := e.openObject(s.Name, s.Merges, exported)
	sc := e.openScope()
	last := e.holdTemp() // the value of the member before
	known, value := true, -1.0
	kinds := make(map[string]valueKind, len(s.Members))
	for i := range s.Members {
		m := &s.Members[i]
		kind := numberValue
		switch {
		case m.Init != nil:
			kind = e.enumValueKind(m.Init, s.Name.Name, kinds)
			value, known = constantValue(m.Init, constantDepth)
			e.expr(m.Init, last)
		case known:
			value++
			e.number(value, last)
		default:
			e.opD(bytecode.OpAddI, last, last, 1)
		}
		kinds[m.Key] = kind
		e.at(m.Start)
		e.setNamed(o, m.Key, last)
		e.enumReverse(o, last, m.Key, kind)
		e.f.next = e.f.top
	}
	e.closeScope(sc)
}

// enumReverse defines the property from the value in register value to the name of a member, unless the value is a
// string.
func (e *emitter) enumReverse(o, value int, name string, kind valueKind) {
	if kind == stringValue {
		return
	}
	t := e.temp()
	var isText label
	if kind == anyValue && e.roomForK() {
		e.op2(bytecode.OpTypeof, t, value)
		e.jump(bytecode.MakeBC(bytecode.OpJSeqK, uint8(t), int16(e.text("string")), 0), &isText)
	}
	e.loadText(t, name)
	e.op3(bytecode.OpSetElem, o, value, t)
	e.place(&isText)
}

// enumValueKind finds out whether the initialiser of a member is a number or a string; members are the kinds of those
// before it.
func (e *emitter) enumValueKind(x syntax.Expr, enum string, members map[string]valueKind) valueKind {
	switch x := x.(type) {
	case *syntax.NumberLit:
		return numberValue
	case *syntax.StringLit, *syntax.TemplateLit:
		return stringValue
	case *syntax.Ident:
		return members[x.Name]
	case *syntax.Dot:
		if id, ok := x.Object.(*syntax.Ident); ok && id.Name == enum {
			return members[x.Name]
		}
	case *syntax.Unary:
		if x.Op == syntax.OpNeg || x.Op == syntax.OpPlus || x.Op == syntax.OpBitNot {
			return numberValue
		}
	case *syntax.Binary:
		if x.Op != syntax.OpAdd {
			return numberValue
		}
		// The sum of anything and a string is a string. The left side of a chain is not followed: it may be deep.
		if k := e.enumValueKind(x.Y, enum, members); k == stringValue {
			return k
		}
	}
	return anyValue
}

// namespace generates a namespace: its body is a function that gets the object.
func (e *emitter) namespace(s *syntax.NamespaceDecl, exported bool) {
	o := e.openObject(s.Name, s.Merges, exported)
	w := e.temps(3)
	e.closure(s.Fn, s.Name.Name, w)
	e.move(w+2, o)
	e.quoteAt(s.Name.Start, s.Name.Span)
	e.opD(bytecode.OpCall, w, 1, 0)
}

// namespaceBody is that function.
func (e *emitter) namespaceBody(node *syntax.Function) {
	f := &e.f
	object := e.temp()
	f.base.numParams, f.base.length = 1, 1
	v := f.fn.self
	e.vars[v].reg = int16(object)
	f.regVar[object] = v
	e.hold()
	e.prologue()
	if e.vars[v].captured {
		e.op2(bytecode.OpNewCell, object, object)
	}
	e.declareVars()
	e.body(node)
}

// export generates an exported declaration of a namespace. Variables are properties of the object from the start; the
// rest becomes one when its declaration is reached.
func (e *emitter) export(s *syntax.Export) {
	switch d := s.Decl.(type) {
	case *syntax.VarDecl:
		e.varDecl(d)
	case *syntax.FuncDecl:
		e.exportName(d.Fn.Name)
	case *syntax.ClassDecl:
		e.classDecl(d.Class)
		e.exportName(d.Class.Name)
	case *syntax.EnumDecl:
		e.enum(d, true)
	case *syntax.NamespaceDecl:
		e.namespace(d, true)
	}
}

func (e *emitter) exportName(id *syntax.Ident) {
	v, _ := splitRef(id.Ref)
	if v < 0 || e.f.fn.self < 0 {
		return
	}
	r := e.variable(v, false, -1)
	o := e.variable(e.f.fn.self, false, -1)
	e.at(id.Start)
	e.setNamed(o, id.Name, r)
}
