package compiler

// This file holds the second half of the resolver: expressions, classes, enums and namespaces.

import "github.com/neurocode-ai/codemode/compiler/syntax"

func (r *resolver) expr(x syntax.Expr) {
	switch x := x.(type) {
	case *syntax.Ident:
		r.use(x)
	case *syntax.ThisExpr:
		r.mention(pseudoThis)
	case *syntax.NewTarget:
		r.mention(pseudoNewTarget)
	case *syntax.Dot:
		r.expr(x.Object)
	case *syntax.Call:
		r.expr(x.Callee)
		r.exprs(x.Args)
	case *syntax.Binary:
		r.expr(x.X)
		r.expr(x.Y)
	case *syntax.Function:
		r.function(x, roleFunction)
	case *syntax.Index:
		r.expr(x.Object)
		r.expr(x.Key)
	case *syntax.Assign:
		r.assignment(x)
	case *syntax.Update:
		r.assignTarget(x.X)
	case *syntax.Logical:
		r.expr(x.X)
		r.expr(x.Y)
	case *syntax.Conditional:
		r.expr(x.Test)
		r.expr(x.Then)
		r.expr(x.Else)
	case *syntax.Unary:
		r.expr(x.X)
	case *syntax.ObjectLit:
		r.object(x)
	case *syntax.ArrayLit:
		r.exprs(x.Elems)
	case *syntax.Spread:
		r.expr(x.X)
	case *syntax.TemplateLit:
		r.exprs(x.Exprs)
	case *syntax.TaggedTemplate:
		r.expr(x.Tag)
		r.exprs(x.Quasi.Exprs)
	case *syntax.Sequence:
		r.exprs(x.Exprs)
	case *syntax.Await:
		r.expr(x.X)
	case *syntax.Yield:
		r.optional(x.X)
		r.leaving()
	case *syntax.New:
		r.expr(x.Callee)
		r.exprs(x.Args)
	case *syntax.OptChain:
		r.expr(x.X)
	case *syntax.PrivateDot:
		r.expr(x.Object)
		r.private(x.Name)
	case *syntax.PrivateName:
		r.private(x.Name)
	case *syntax.SuperDot:
		r.superMember()
	case *syntax.SuperIndex:
		r.superMember()
		r.expr(x.Key)
	case *syntax.SuperCall:
		r.mention(pseudoCallee)
		r.mention(pseudoNewTarget)
		r.mention(pseudoThis)
		r.exprs(x.Args)
	case *syntax.Class:
		r.classExpr(x)
	}
}

// exprs resolves a list; holes of arrays are nil.
func (r *resolver) exprs(list []syntax.Expr) {
	for _, x := range list {
		if x != nil {
			r.expr(x)
		}
	}
}

func (r *resolver) superMember() {
	r.mention(pseudoThis)
	r.mention(pseudoHome)
}

func (r *resolver) private(name string) {
	if v := r.privateVar(r.class, name); v >= 0 {
		r.useVar(v)
	}
}

func (r *resolver) key(k *syntax.PropertyKey) {
	if k.Kind == syntax.KeyComputed {
		r.expr(k.Expr)
	}
}

func (r *resolver) object(x *syntax.ObjectLit) {
	for i := range x.Props {
		p := &x.Props[i]
		if p.Kind != syntax.PropSpread {
			r.key(&p.Key)
		}
		r.expr(p.Value)
	}
}

// assignment resolves what is left of the operator before what is right of it, patterns after: that is the order in which
// they run.
func (r *resolver) assignment(x *syntax.Assign) {
	switch x.Target.(type) {
	case *syntax.ArrayPattern, *syntax.ObjectPattern:
		r.expr(x.Value)
		r.assignTarget(x.Target)
	default:
		r.assignTarget(x.Target)
		r.expr(x.Value)
	}
}

// assignTarget resolves the target of an assignment.
func (r *resolver) assignTarget(t syntax.Target) {
	switch t := t.(type) {
	case *syntax.Ident:
		r.assign(t)
	case *syntax.Dot:
		r.expr(t)
	case *syntax.Index:
		r.expr(t)
	case *syntax.PrivateDot:
		r.expr(t)
	case *syntax.SuperDot:
		r.expr(t)
	case *syntax.SuperIndex:
		r.expr(t)
	case *syntax.ArrayPattern:
		r.guarded++
		for i := range t.Elems {
			if e := &t.Elems[i]; e.Target != nil {
				r.assignElement(e.Target, e.Default)
			}
		}
		if t.Rest != nil {
			r.assignTarget(t.Rest)
		}
		r.guarded--
	case *syntax.ObjectPattern:
		for i := range t.Props {
			p := &t.Props[i]
			r.key(&p.Key)
			r.assignElement(p.Target, p.Default)
		}
		if t.Rest != nil {
			r.assignTarget(t.Rest)
		}
	}
}

// assignElement resolves an element of a pattern: the parts of a member target run before the default, the rest after.
func (r *resolver) assignElement(t syntax.Target, value syntax.Expr) {
	switch t.(type) {
	case *syntax.Ident, *syntax.ArrayPattern, *syntax.ObjectPattern:
		r.optional(value)
		r.assignTarget(t)
	default:
		r.assignTarget(t)
		r.optional(value)
	}
}

// ---- Classes ----

func (r *resolver) classExpr(c *syntax.Class) {
	mark := len(r.declared)
	index := r.addClass(c)
	inner := int32(-1)
	if c.Name != nil {
		inner = r.declare(c.Name.Name, kindClassName, uninitialised)
	}
	r.optional(c.Extends)
	r.classes[index].inner = inner
	r.declareMembers(index, c)
	outer := r.class
	r.class = index
	r.nameState(inner, pending)
	r.constructor(index, c)
	for i := range c.Members {
		m := &c.Members[i]
		r.nameState(inner, uninitialised)
		r.key(&m.Key)
		r.nameState(inner, pending)
		switch m.Kind {
		case syntax.MemberMethod, syntax.MemberGetter, syntax.MemberSetter:
			r.function(m.Fn, roleFunction)
			if m.Key.Kind == syntax.KeyPrivate && m.Static {
				r.private(m.Key.Name) // those of instances are added by the field initialiser
			}
		}
	}
	r.nameState(inner, ready)
	if needsFields(c) {
		r.classes[index].fields = r.initialisers(index, roleFields)
	}
	if needsStatics(c) {
		r.classes[index].statics = r.initialisers(index, roleStatics)
	}
	r.class = outer
	r.close(mark)
}

func (r *resolver) nameState(v int32, s varState) {
	if v >= 0 {
		r.vars[v].state = s
	}
}

func (r *resolver) addClass(c *syntax.Class) int32 {
	index := int32(len(r.classes))
	r.classes = append(r.classes, class{node: c, next: -1, outer: r.class, inner: -1, fields: -1, statics: -1})
	f := &r.funcs[r.fn]
	if f.lastClass >= 0 {
		r.classes[f.lastClass].next = index
	} else {
		f.class = index
	}
	f.lastClass = index
	return index
}

// declareMembers makes the hidden variables of a class.
func (r *resolver) declareMembers(index int32, c *syntax.Class) {
	r.classes[index].private = int32(len(r.vars))
	for _, name := range c.PrivateNames {
		r.hide(name, r.fn)
	}
	r.classes[index].hidden = int32(len(r.vars))
	for i := range c.Members {
		switch key, fn := memberVars(&c.Members[i]); {
		case key:
			r.hide("key", r.fn)
		case fn:
			r.hide("method", r.fn)
		}
	}
}

func (r *resolver) constructor(index int32, c *syntax.Class) {
	fn := int32(-1)
	if c.Constructor != nil {
		fn = r.function(c.Constructor, roleFunction)
	} else {
		outer := r.open(nil, roleConstructor)
		fn = r.fn
		r.leave(outer)
	}
	r.funcs[fn].of = index
}

// needsFields reports whether instances of the class need an initialiser.
func needsFields(c *syntax.Class) bool {
	for i := range c.Members {
		if m := &c.Members[i]; !m.Static && (m.Kind == syntax.MemberField || m.Key.Kind == syntax.KeyPrivate) {
			return true
		}
	}
	return false
}

// needsStatics reports whether the class has static fields or blocks.
func needsStatics(c *syntax.Class) bool {
	for i := range c.Members {
		if m := &c.Members[i]; m.Static && (m.Kind == syntax.MemberField || m.Kind == syntax.MemberStaticBlock) {
			return true
		}
	}
	return false
}

// initialisers adds the function that initialises the fields of instances or the static side of a class. Its body is
// put together from the members.
func (r *resolver) initialisers(index int32, role funcRole) int32 {
	c := r.classes[index].node
	outer := r.open(nil, role)
	fn := r.fn
	r.funcs[fn].of = index
	v := r.classes[index].hidden
	for i := range c.Members {
		m := &c.Members[i]
		mine := m.Static == (role == roleStatics)
		if key, fn := memberVars(m); key || fn {
			if mine {
				r.useVar(v)
			}
			v++
		}
		if !mine {
			continue
		}
		field := m.Kind == syntax.MemberField
		if m.Key.Kind == syntax.KeyPrivate && (field || !m.Static) {
			r.private(m.Key.Name)
		}
		if m.Kind == syntax.MemberStaticBlock {
			mark := len(r.declared)
			r.body(m.Fn)
			r.close(mark)
		} else if field && m.Fn != nil {
			r.expr(m.Fn.ExprBody)
		}
	}
	r.leave(outer)
	return fn
}

// ---- Enums and namespaces ----

// bindObject resolves the name of an enum or namespace and returns its variable, -1 if it cannot be found.
func (r *resolver) bindObject(name *syntax.Ident, merges bool) int32 {
	if merges {
		r.use(name)
	} else {
		r.bind(name)
	}
	v, _ := splitRef(name.Ref)
	if v >= 0 {
		r.vars[v].used = true
	}
	return v
}

// declareMember makes name stand for a property of the object in v.
func (r *resolver) declareMember(name string, v int32) {
	m := r.declare(name, kindMember, ready)
	r.vars[m].object = v
}

// rememberMembers adds names to those that later declarations of the same enum or namespace see.
func (r *resolver) rememberMembers(v int32, names ...string) {
	if r.members == nil {
		r.members = make(map[int32][]string)
	}
	r.members[v] = append(r.members[v], names...)
}

func (r *resolver) enum(s *syntax.EnumDecl) {
	v := r.bindObject(s.Name, s.Merges)
	if v < 0 {
		return
	}
	mark := len(r.declared)
	for _, name := range r.members[v] {
		r.declareMember(name, v)
	}
	for i := range s.Members {
		r.declareMember(s.Members[i].Key, v)
	}
	for i := range s.Members {
		r.optional(s.Members[i].Init)
	}
	r.close(mark)
	for i := range s.Members {
		r.rememberMembers(v, s.Members[i].Key)
	}
}

func (r *resolver) namespace(s *syntax.NamespaceDecl) {
	v := r.bindObject(s.Name, s.Merges)
	if v < 0 {
		return
	}
	outer := r.open(s.Fn, roleNamespace)
	mark := len(r.declared)
	object := r.declare(s.Name.Name, kindParam, ready)
	r.vars[object].used = true
	r.funcs[r.fn].self = object
	for _, name := range r.members[v] {
		r.declareMember(name, object)
	}
	for _, stmt := range s.Fn.Body {
		if x, ok := stmt.(*syntax.Export); ok {
			if d, ok := x.Decl.(*syntax.VarDecl); ok {
				for i := range d.Decls {
					r.declareExports(d.Decls[i].Target, object)
				}
			}
		}
	}
	r.body(s.Fn)
	r.close(mark)
	r.leave(outer)
	r.rememberMembers(v, s.Exports...)
}

// declareExports makes the names of an exported declaration members.
func (r *resolver) declareExports(t syntax.Target, object int32) {
	switch t := t.(type) {
	case *syntax.Ident:
		r.declareMember(t.Name, object)
	case *syntax.ArrayPattern:
		for i := range t.Elems {
			if e := t.Elems[i].Target; e != nil {
				r.declareExports(e, object)
			}
		}
		if t.Rest != nil {
			r.declareExports(t.Rest, object)
		}
	case *syntax.ObjectPattern:
		for i := range t.Props {
			r.declareExports(t.Props[i].Target, object)
		}
		if t.Rest != nil {
			r.declareExports(t.Rest, object)
		}
	}
}

// export resolves an exported declaration of a namespace. What is not a variable is bound locally and then becomes a
// property of the namespace's object as well.
func (r *resolver) export(s *syntax.Export) {
	if object := r.funcs[r.fn].self; object >= 0 {
		r.useVar(object)
	}
	r.stmt(s.Decl)
	if fn := declaredFunction(s.Decl); fn != nil {
		if v, _ := splitRef(fn.Name.Ref); v >= 0 {
			r.useVar(v)
		}
	}
}
