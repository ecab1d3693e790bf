package compiler

// This file generates classes.

import (
	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm/bytecode"
)

// The kinds of OpDefPrivate.
const (
	privateField = iota
	privateMethod
	privateGetter
	privateSetter
)

// classOf returns the record of a class that stands directly in the function at hand.
func (e *emitter) classOf(node *syntax.Class) int32 {
	f := &e.f
	for i := f.nextClass; i >= 0; i = e.classes[i].next {
		if e.classes[i].node == node {
			f.nextClass = e.classes[i].next
			return i
		}
	}
	for i := f.fn.class; i >= 0; i = e.classes[i].next {
		if e.classes[i].node == node {
			f.nextClass = e.classes[i].next
			return i
		}
	}
	return -1
}

func (e *emitter) classDecl(c *syntax.Class) {
	v, _ := splitRef(c.Name.Ref)
	if v < 0 {
		e.internal("class " + c.Name.Name)
		return
	}
	r := e.target(v)
	e.classExpr(c, "", -1, r)
	e.declared(v, r)
}

// classExpr evaluates a class into dst. An anonymous class is called name, or after the property key in register key if
// that is not negative.
func (e *emitter) classExpr(node *syntax.Class, name string, key, dst int) {
	if node.Name != nil {
		name = node.Name.Name
	}
	index := e.classOf(node)
	if index < 0 {
		e.internal("class that was not resolved")
		return
	}
	c := &e.classes[index]
	sc := e.openScope()
	a := e.window(dst) // constructor; its prototype comes next
	e.f.regVar[a], e.f.regVar[e.temp()] = -1, -1
	e.hold()

	if c.inner >= 0 && e.vars[c.inner].used {
		e.enter(c.inner)
	}
	heritage := e.heritage(node)
	outer := e.f.class
	e.f.class = index
	e.privateNames(index)
	e.at(node.Start)
	e.makeClosure(bytecode.OpNewClass, e.constructorOf(index), name, a, heritage)
	if key >= 0 {
		e.op2(bytecode.OpSetFnName, a, key)
	}
	e.f.next = e.f.top
	e.members(index, a)
	if c.inner >= 0 && e.vars[c.inner].used {
		e.target(c.inner)
		e.declared(c.inner, a)
	}
	e.classInitialisers(index, name, a)
	e.f.class = outer
	e.closeScope(sc)
	e.move(dst, a)
}

// heritage evaluates what the class extends and returns its register. The private names of the class are not in scope.
func (e *emitter) heritage(node *syntax.Class) int {
	if node.Extends == nil {
		t := e.temp()
		e.op1(bytecode.OpLoadHole, t)
		return t
	}
	r := e.operand(node.Extends, -1)
	// The variables of the class come between its evaluation and its use.
	if r >= e.f.top {
		e.f.regVar[r] = -1
		e.hold()
	}
	return r
}

func (e *emitter) constructorOf(index int32) int32 {
	if fn := e.classes[index].node.Constructor; fn != nil {
		return e.child(fn)
	}
	return e.made(roleConstructor, index)
}

// privateNames makes the private names of the class.
func (e *emitter) privateNames(index int32) {
	c := &e.classes[index]
	for i, name := range c.node.PrivateNames {
		v := c.private + int32(i)
		if !e.vars[v].used {
			continue
		}
		t := e.target(v)
		e.opD(bytecode.OpPrivateName, t, 0, e.text("#"+name))
		e.declared(v, t)
	}
}

// members defines the methods and accessors of the class whose constructor is in register a, and evaluates computed keys,
// in order.
func (e *emitter) members(index int32, a int) {
	node := e.classes[index].node
	v := e.classes[index].hidden
	for i := range node.Members {
		m := &node.Members[i]
		home := a + 1
		if m.Static {
			home = a
		}
		switch m.Kind {
		case syntax.MemberField:
			if m.Key.Kind == syntax.KeyComputed {
				k := e.target(v)
				e.propertyKey(&m.Key, k)
				e.declared(v, k)
			}
		case syntax.MemberMethod, syntax.MemberGetter, syntax.MemberSetter:
			e.methodMember(m, home, v)
		}
		e.f.next = e.f.top
		v += hiddenVars(m)
	}
}

// methodMember defines a method, getter or setter on the object in register home. That of a private method of
// instances is kept in variable v for their initialiser.
func (e *emitter) methodMember(m *syntax.Member, home int, v int32) {
	kind, prefix := defMethod, ""
	switch m.Kind {
	case syntax.MemberGetter:
		kind, prefix = defGetter, "get "
	case syntax.MemberSetter:
		kind, prefix = defSetter, "set "
	}
	if m.Key.Kind == syntax.KeyPrivate {
		e.privateMember(m, kind, prefix+"#"+m.Key.Name, home, v)
		return
	}
	k := e.temp()
	e.propertyKey(&m.Key, k)
	fn := e.temp()
	e.closure(m.Fn, prefix+m.Key.Name, fn)
	e.at(m.Start)
	e.emit(bytecode.Make(bytecode.OpDefMethod, uint8(home), uint8(k), uint8(fn), int32(kind)))
}

// privateMember defines a private method or accessor; kind is that of OpDefMethod.
func (e *emitter) privateMember(m *syntax.Member, kind int, name string, home int, v int32) {
	if !m.Static {
		r := e.target(v)
		e.closure(m.Fn, name, r)
		e.op2(bytecode.OpSetHome, r, home)
		e.declared(v, r)
		return
	}
	fn := e.temp()
	e.closure(m.Fn, name, fn)
	e.op2(bytecode.OpSetHome, fn, home)
	n := e.privateName(m.Key.Name)
	e.at(m.Start)
	e.emit(bytecode.Make(bytecode.OpDefPrivate, uint8(home), uint8(n), uint8(fn), int32(privateMethod+kind)))
}

// classInitialisers hands the field initialiser to the class and runs the static one.
func (e *emitter) classInitialisers(index int32, name string, a int) {
	c := &e.classes[index]
	next := e.f.next
	if c.fields >= 0 {
		t := e.temp()
		e.makeClosure(bytecode.OpClosure, e.made(roleFields, index), name, t, 0)
		e.op2(bytecode.OpSetHome, t, a+1)
		e.op2(bytecode.OpSetFields, a, t)
		e.f.next = next
	}
	if c.statics >= 0 {
		w := e.temps(2)
		e.makeClosure(bytecode.OpClosure, e.made(roleStatics, index), name, w, 0)
		e.op2(bytecode.OpSetHome, w, a)
		e.move(w+1, a)
		e.at(c.node.Start)
		e.opD(bytecode.OpCallMethod, w, 0, 0)
		e.f.next = next
	}
}

// ---- The functions that the compiler makes ----

// defaultConstructor is the constructor of a class that has none. It passes its arguments on without iterating over them.
func (e *emitter) defaultConstructor() {
	if e.f.base.kind == bytecode.ClassConstructor {
		e.initFields(0)
		return
	}
	args := e.holdTemp()
	e.f.base.restReg = uint8(args)
	a := e.temps(3)
	e.op1(bytecode.OpLoadCallee, a)
	e.op1(bytecode.OpLoadNewTarget, a+1)
	e.move(a+2, args)
	e.at(e.f.base.source.Start)
	e.op1(bytecode.OpSuperCallSpread, a)
	e.bindThis(a)
	e.f.next = a + 1
	e.initFields(a)
	e.f.boundThis = true
}

// initialiserBody is the field initialiser of a class, with this the new object, or the static one, with this the class.
func (e *emitter) initialiserBody() {
	e.prologue()
	index := e.f.fn.of
	node := e.classes[index].node
	statics := e.f.fn.role == roleStatics
	if !statics {
		e.privateMethods(index)
		e.paramFields(node)
	}
	v := e.classes[index].hidden
	for i := range node.Members {
		m := &node.Members[i]
		if m.Static == statics {
			switch m.Kind {
			case syntax.MemberStaticBlock:
				e.staticBlock(m.Fn)
			case syntax.MemberField:
				e.field(m, v)
			}
		}
		e.f.next = e.f.top
		v += hiddenVars(m)
	}
}

// privateMethods adds the private methods and accessors to the new object.
func (e *emitter) privateMethods(index int32) {
	node := e.classes[index].node
	v := e.classes[index].hidden
	for i := range node.Members {
		m := &node.Members[i]
		if _, method := memberVars(m); method {
			kind := privateMethod
			switch m.Kind {
			case syntax.MemberGetter:
				kind = privateGetter
			case syntax.MemberSetter:
				kind = privateSetter
			}
			next := e.f.next
			n := e.privateName(m.Key.Name)
			fn := e.variable(v, false, -1)
			e.at(m.Start)
			e.emit(bytecode.Make(bytecode.OpDefPrivate, 0, uint8(n), uint8(fn), int32(kind)))
			e.f.next = next
		}
		v += hiddenVars(m)
	}
}

// field defines one field on this; v is the variable that holds a computed key.
func (e *emitter) field(m *syntax.Member, v int32) {
	k := -1
	switch {
	case m.Key.Kind == syntax.KeyPrivate:
		k = e.privateName(m.Key.Name)
	case m.Key.Kind == syntax.KeyComputed:
		k = e.variable(v, false, -1)
	default:
		if _, ok := bytecode.ArrayIndex(m.Key.Name); ok {
			k = e.temp()
			e.propertyKey(&m.Key, k)
		}
	}
	r := e.temp()
	switch {
	case m.Fn == nil:
		e.op1(bytecode.OpLoadUndef, r)
	case m.Key.Kind == syntax.KeyPrivate:
		e.exprNamed(m.Fn.ExprBody, r, "#"+m.Key.Name)
	default:
		e.valueOfKey(m.Fn.ExprBody, r, &m.Key, k)
	}
	e.at(m.Key.Start)
	switch {
	case m.Key.Kind == syntax.KeyPrivate:
		e.emit(bytecode.Make(bytecode.OpDefPrivate, 0, uint8(k), uint8(r), privateField))
	case k >= 0:
		e.op3(bytecode.OpInitElem, 0, k, r)
	default:
		e.opD(bytecode.OpInitProp, 0, r, e.site(m.Key.Name))
	}
}

func (e *emitter) staticBlock(fn *syntax.Function) {
	sc := e.openScope()
	s := e.blocks[fn]
	e.varRange(s.from, s.to)
	if fn.Lexical {
		e.enterAll(fn.Body)
	}
	e.hoist(fn.Body)
	e.stmts(fn.Body)
	e.closeScope(sc)
}

// paramFields defines the fields of the parameter properties, which come before the others.
func (e *emitter) paramFields(node *syntax.Class) {
	if node.Constructor == nil {
		return
	}
	for i := range node.Constructor.Params {
		p := &node.Constructor.Params[i]
		if id, ok := p.Target.(*syntax.Ident); ok && p.Property {
			t := e.temp()
			e.op1(bytecode.OpLoadUndef, t)
			e.at(id.Start)
			e.opD(bytecode.OpInitProp, 0, t, e.site(id.Name))
			e.f.next = t
		}
	}
}

// paramProperties gives the parameter properties of a TypeScript constructor their values. Where the class has a field
// initialiser, that has defined them.
func (e *emitter) paramProperties(node *syntax.Function) {
	for i := range node.Params {
		p := &node.Params[i]
		id, ok := p.Target.(*syntax.Ident)
		if !p.Property || !ok {
			continue
		}
		next := e.f.next
		this := e.this(-1)
		v, _ := splitRef(id.Ref)
		r := e.variable(v, false, -1)
		e.at(id.Start)
		if e.classes[e.f.fn.of].fields >= 0 {
			e.opD(bytecode.OpSetProp, this, r, e.site(id.Name))
		} else {
			e.opD(bytecode.OpInitProp, this, r, e.site(id.Name))
		}
		e.f.next = next
	}
}
