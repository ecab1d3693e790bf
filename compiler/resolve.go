package compiler

// This file holds the first half of the resolver: variables, functions, statements.

import (
	"cmp"
	"slices"

	"github.com/neurocode-ai/codemode/compiler/syntax"
)

// resolver finds the variable of every identifier. Its walk visits functions and classes in exactly the order in which
// the emitter makes their closures.
type resolver struct {
	*tables
	declared []int32 // the variables of the open scopes, outermost first
	fn       int32   // the function at hand
	class    int32   // the innermost class around the place at hand, -1 for none
	guarded  int     // how many open constructs have to be left properly
	unsorted bool    // assigns is not in order of position
	captures int     // free variables of all functions
}

// Limits of a program. A closure lists every captured variable, and so do the functions between it and the owner; a
// part of an enum or namespace sees the members of all parts before it: without limits, a text that nests or repeats these
// would need memory by the square of its length.
const (
	maxVariables = 1 << 19
	maxCaptures  = 1 << 18
)

// exhausted reports whether the resolver has given up.
func (r *resolver) exhausted() bool {
	if len(r.vars) > maxVariables || r.captures > maxCaptures {
		r.fail(r.funcs[0].node.Span, "The program has too many variables, or its functions use too many variables of the functions around them.",
			"Split the work over several programs, or keep the data in arrays and objects.")
	}
	return r.err != nil
}

// program resolves the whole program.
func (r *resolver) program(main *syntax.Function) {
	r.declared = r.declared[:0]
	r.fn, r.class, r.guarded, r.unsorted, r.captures = -1, -1, 0, false, 0
	r.function(main, roleFunction)
	if r.exhausted() {
		return
	}
	if r.unsorted {
		slices.SortFunc(r.assigns, func(a, b assignment) int { return cmp.Compare(a.pos, b.pos) })
	}
}

// ---- Variables ----

// declare makes a variable of the function at hand and binds its name.
func (r *resolver) declare(name string, kind varKind, state varState) int32 {
	a := r.atoms.intern(name)
	v := int32(len(r.vars))
	r.vars = append(r.vars, variable{
		name: name, atom: a, fn: r.fn, shadow: r.atoms.list[a].binding, object: -1, slot: -1, reg: -1, kind: kind, state: state,
	})
	r.atoms.list[a].binding = v
	r.declared = append(r.declared, v)
	r.funcs[r.fn].locals++
	return v
}

// hide makes a variable without a name in the function fn.
func (r *resolver) hide(name string, fn int32) int32 {
	v := int32(len(r.vars))
	r.vars = append(r.vars, variable{name: name, atom: -1, fn: fn, object: -1, slot: -1, reg: -1, kind: kindHidden, state: ready})
	r.funcs[fn].locals++
	return v
}

// close ends the scopes opened since mark, a former length of declared.
func (r *resolver) close(mark int) {
	for i := len(r.declared) - 1; i >= mark; i-- {
		v := &r.vars[r.declared[i]]
		r.atoms.list[v.atom].binding = v.shadow
	}
	r.declared = r.declared[:mark]
}

// lookup returns the variable that a name means here, -1 for a global.
func (r *resolver) lookup(name string) int32 {
	return r.atoms.list[r.atoms.intern(name)].binding
}

// declaredBy returns the variable of the identifier of a declaration: declareTarget has left it there, or the declaration
// is one of those that go by name.
func (r *resolver) declaredBy(id *syntax.Ident) int32 {
	if id.Ref != 0 {
		v, _ := splitRef(id.Ref)
		return v
	}
	return r.lookup(id.Name)
}

// use resolves an identifier that is read.
func (r *resolver) use(id *syntax.Ident) {
	v := r.lookup(id.Name)
	if v < 0 && id.Name == "arguments" {
		v = r.arguments()
	}
	if v < 0 {
		id.Ref = 0
		return
	}
	id.Ref = makeRef(v, r.useVar(v))
}

// useVar notes that the code at hand uses a variable, and reports whether the use has to be checked.
func (r *resolver) useVar(v int32) (check bool) {
	x := &r.vars[v]
	x.used = true
	if x.kind == kindMember {
		r.useVar(x.object)
		return false
	}
	if x.state == uninitialised {
		x.hole, check = true, true
	}
	if x.fn != r.fn {
		r.capture(v)
	}
	return check
}

// capture makes v a free variable of the function at hand and of those between it and the owner of v.
func (r *resolver) capture(v int32) {
	x := &r.vars[v]
	x.captured = true
	if x.state != ready {
		x.early = true
	}
	for g := r.fn; g != x.fn; {
		f := &r.funcs[g]
		if r.captures > maxCaptures || f.freeOf(v) >= 0 {
			return
		}
		f.addFree(v)
		r.captures++
		g = f.parent
	}
}

// assign resolves an identifier that is assigned to, not counting declarations.
func (r *resolver) assign(id *syntax.Ident) {
	r.use(id)
	v, _ := splitRef(id.Ref)
	if v < 0 {
		return
	}
	x := &r.vars[v]
	if x.assigned < 2 {
		x.assigned++
	}
	if x.fn == r.fn {
		if n := len(r.assigns); n > 0 && r.assigns[n-1].pos > id.Start {
			r.unsorted = true
		}
		r.assigns = append(r.assigns, assignment{id.Start, v})
	}
}

// bind resolves the identifier of a declaration whose value has just been computed.
func (r *resolver) bind(id *syntax.Ident) {
	v := r.declaredBy(id)
	if v < 0 {
		return
	}
	id.Ref = makeRef(v, false)
	if x := &r.vars[v]; x.kind == kindMember {
		r.useVar(v)
	} else {
		x.state = ready
		if x.fn != r.fn {
			r.capture(v)
		}
	}
}

// base returns the function whose this, arguments and so on the code at hand sees.
func (r *resolver) base() int32 {
	g := r.fn
	for r.funcs[g].arrow && r.funcs[g].parent >= 0 {
		g = r.funcs[g].parent
	}
	return g
}

// mention notes the use of a pseudo variable. Inside the function that owns it the machine has instructions for all but
// arguments; only inner arrow functions need a variable.
func (r *resolver) mention(p pseudo) {
	g := r.base()
	if g == r.fn && p != pseudoArguments {
		return
	}
	r.useVar(r.pseudoVar(g, p))
}

func (r *resolver) pseudoVar(g int32, p pseudo) int32 {
	v := r.funcs[g].pseudo[p]
	if v < 0 {
		v = r.hide(pseudoNames[p], g)
		r.funcs[g].pseudo[p] = v
	}
	return v
}

// arguments returns the variable for the arguments object, -1 where there is none.
func (r *resolver) arguments() int32 {
	g := r.base()
	if f := &r.funcs[g]; f.role != roleFunction || f.node.Flags&(syntax.FuncMain|syntax.FuncStaticBlock|syntax.FuncField) != 0 {
		return -1
	}
	return r.pseudoVar(g, pseudoArguments)
}

// ---- Functions ----

// open adds a function and makes it the one at hand; the result is for leave.
func (r *resolver) open(node *syntax.Function, role funcRole) (outer resolverState) {
	outer = resolverState{r.fn, r.guarded}
	n := len(r.funcs)
	if n < cap(r.funcs) {
		r.funcs = r.funcs[:n+1]
	} else {
		r.funcs = append(r.funcs, function{})
	}
	// Cleared and set in place: a literal that keeps a field would be put together elsewhere and copied.
	f := &r.funcs[n]
	free := f.free[:0]
	*f = function{}
	f.node, f.role, f.parent, f.context, f.free = node, role, r.fn, r.class, free
	f.child, f.lastChild, f.next, f.class, f.lastClass, f.of, f.self = -1, -1, -1, -1, -1, -1, -1
	f.arrow = node != nil && node.Flags&syntax.FuncArrow != 0
	for i := range f.pseudo {
		f.pseudo[i] = -1
	}
	if r.fn >= 0 {
		p := &r.funcs[r.fn]
		if p.lastChild >= 0 {
			r.funcs[p.lastChild].next = int32(n)
		} else {
			p.child = int32(n)
		}
		p.lastChild = int32(n)
	}
	r.fn, r.guarded = int32(n), 0
	return outer
}

type resolverState struct {
	fn      int32
	guarded int
}

func (r *resolver) leave(outer resolverState) { r.fn, r.guarded = outer.fn, outer.guarded }

// function resolves a function of the tree. It returns its index.
func (r *resolver) function(node *syntax.Function, role funcRole) int32 {
	outer := r.open(node, role)
	index := r.fn
	mark := len(r.declared)
	if node.Flags&syntax.FuncExpression != 0 && node.Name != nil {
		r.funcs[index].self = r.declare(node.Name.Name, kindSelf, ready)
	}
	r.params(node)
	r.body(node)
	r.close(mark)
	r.leave(outer)
	return index
}

func (r *resolver) params(node *syntax.Function) {
	state := uninitialised
	if node.Flags&syntax.FuncSimpleParams != 0 {
		state = ready
	}
	for i := range node.Params {
		r.declareTarget(node.Params[i].Target, kindParam, state)
	}
	for i := range node.Params {
		p := &node.Params[i]
		if p.Default != nil {
			r.expr(p.Default)
		}
		r.bindTarget(p.Target)
		if p.Property {
			r.use(p.Target.(*syntax.Ident))
		}
	}
}

// body resolves the body of a function, or of a static block.
func (r *resolver) body(node *syntax.Function) {
	index := r.fn
	first := int32(len(r.vars))
	for _, name := range node.Vars {
		object := int32(-1)
		if v := r.lookup(name); v >= 0 && r.vars[v].fn == index {
			switch r.vars[v].kind {
			case kindMember: // an exported variable of a namespace
				continue
			case kindParam:
				// Without expressions among the parameters, the parameter and the variable are one. With them they differ for
				// closures that were made there.
				if node.Flags&syntax.FuncSimpleParams != 0 {
					continue
				}
				object = v
			}
		}
		v := r.declare(name, kindVar, ready)
		r.vars[v].object = object
	}
	if node.Flags&syntax.FuncStaticBlock == 0 {
		f := &r.funcs[index]
		f.firstVar, f.numVars = first, int32(len(r.vars))-first
	} else if len(node.Vars) > 0 {
		if r.blocks == nil {
			r.blocks = make(map[*syntax.Function]span)
		}
		r.blocks[node] = span{first, int32(len(r.vars))}
	}
	if node.Lexical {
		r.declareAll(node.Body, false)
	}
	if node.ExprBody != nil {
		r.expr(node.ExprBody)
	}
	r.statements(node.Body)
}

// ---- Declarations ----

// declareAll declares what the statements of a scope declare. At the top level of a function, functions are among its
// vars.
func (r *resolver) declareAll(body []syntax.Stmt, functions bool) {
	for _, s := range body {
		if x, ok := s.(*syntax.Export); ok {
			s = x.Decl
			if _, ok := s.(*syntax.VarDecl); ok {
				continue // a member, declared with its namespace
			}
		}
		switch s := s.(type) {
		case *syntax.VarDecl:
			if s.Kind == syntax.Var {
				continue
			}
			kind := kindLet
			if s.Kind == syntax.Const {
				kind = kindConst
			}
			for i := range s.Decls {
				r.declareTarget(s.Decls[i].Target, kind, uninitialised)
			}
		case *syntax.FuncDecl:
			if functions {
				r.declare(s.Fn.Name.Name, kindLet, ready)
			}
		case *syntax.ClassDecl:
			r.declare(s.Class.Name.Name, kindLet, uninitialised)
		case *syntax.EnumDecl:
			if !s.Merges {
				r.declare(s.Name.Name, kindLet, uninitialised)
			}
		case *syntax.NamespaceDecl:
			if !s.Merges {
				r.declare(s.Name.Name, kindLet, uninitialised)
			}
		}
	}
}

// declareTarget declares the names of a pattern.
func (r *resolver) declareTarget(t syntax.Target, kind varKind, state varState) {
	switch t := t.(type) {
	case *syntax.Ident:
		t.Ref = makeRef(r.declare(t.Name, kind, state), false)
	case *syntax.ArrayPattern:
		for i := range t.Elems {
			if e := t.Elems[i].Target; e != nil {
				r.declareTarget(e, kind, state)
			}
		}
		if t.Rest != nil {
			r.declareTarget(t.Rest, kind, state)
		}
	case *syntax.ObjectPattern:
		for i := range t.Props {
			r.declareTarget(t.Props[i].Target, kind, state)
		}
		if t.Rest != nil {
			r.declareTarget(t.Rest, kind, state)
		}
	}
}

// bindTarget resolves the target of a declaration after its value: computed keys and defaults in order, and every name as
// it gets its value.
func (r *resolver) bindTarget(t syntax.Target) {
	switch t := t.(type) {
	case *syntax.Ident:
		r.bind(t)
	case *syntax.ArrayPattern:
		r.guarded++
		for i := range t.Elems {
			e := &t.Elems[i]
			if e.Target == nil {
				continue
			}
			r.optional(e.Default)
			r.bindTarget(e.Target)
		}
		if t.Rest != nil {
			r.bindTarget(t.Rest)
		}
		r.guarded--
	case *syntax.ObjectPattern:
		for i := range t.Props {
			p := &t.Props[i]
			r.key(&p.Key)
			r.optional(p.Default)
			r.bindTarget(p.Target)
		}
		if t.Rest != nil {
			r.bindTarget(t.Rest)
		}
	}
}

// setUninitialised takes the names of a pattern back to the state before their declaration.
func (r *resolver) setUninitialised(t syntax.Target) {
	switch t := t.(type) {
	case *syntax.Ident:
		if v := r.lookup(t.Name); v >= 0 {
			r.vars[v].state = uninitialised
		}
	case *syntax.ArrayPattern:
		for i := range t.Elems {
			if e := t.Elems[i].Target; e != nil {
				r.setUninitialised(e)
			}
		}
		if t.Rest != nil {
			r.setUninitialised(t.Rest)
		}
	case *syntax.ObjectPattern:
		for i := range t.Props {
			r.setUninitialised(t.Props[i].Target)
		}
		if t.Rest != nil {
			r.setUninitialised(t.Rest)
		}
	}
}

// ---- Statements ----

// declaredFunction returns the function that a statement declares, exported or not.
func declaredFunction(s syntax.Stmt) *syntax.Function {
	if x, ok := s.(*syntax.Export); ok {
		s = x.Decl
	}
	if d, ok := s.(*syntax.FuncDecl); ok {
		return d.Fn
	}
	return nil
}

// Functions are hoisted in three rounds, over all cases in a switch: all of them exist before the first can be called,
// but their cells have to exist before the first is made.

// findFunctions finds the variables of the functions that the statements declare. It reports whether there are any.
func (r *resolver) findFunctions(body []syntax.Stmt) (found bool) {
	for _, s := range body {
		if fn := declaredFunction(s); fn != nil {
			if v := r.lookup(fn.Name.Name); v >= 0 {
				fn.Name.Ref = makeRef(v, false)
				r.vars[v].state, r.vars[v].hoisted = pending, true
				found = true
			}
		}
	}
	return found
}

func (r *resolver) resolveFunctions(body []syntax.Stmt) {
	for _, s := range body {
		if fn := declaredFunction(s); fn != nil {
			r.function(fn, roleFunction)
		}
	}
}

func (r *resolver) endFunctions(body []syntax.Stmt) {
	for _, s := range body {
		if fn := declaredFunction(s); fn != nil {
			if v, _ := splitRef(fn.Name.Ref); v >= 0 {
				r.vars[v].state = ready
			}
		}
	}
}

func (r *resolver) statements(body []syntax.Stmt) {
	if r.findFunctions(body) {
		r.resolveFunctions(body)
		r.endFunctions(body)
	}
	for _, s := range body {
		r.stmt(s)
	}
}

func (r *resolver) block(b *syntax.Block) {
	if !b.Lexical {
		for _, s := range b.Body {
			r.stmt(s)
		}
		return
	}
	mark := len(r.declared)
	r.declareAll(b.Body, true)
	r.statements(b.Body)
	r.close(mark)
}

func (r *resolver) stmt(s syntax.Stmt) {
	if r.exhausted() {
		return
	}
	switch s := s.(type) {
	case *syntax.ExprStmt:
		r.expr(s.X)
	case *syntax.VarDecl:
		r.varDecl(s)
	case *syntax.Return:
		r.optional(s.X)
		r.leaving()
	case *syntax.If:
		r.expr(s.Test)
		r.stmt(s.Then)
		if s.Else != nil {
			r.stmt(s.Else)
		}
	case *syntax.Block:
		r.block(s)
	case *syntax.For:
		r.forStmt(s)
	case *syntax.ForOf:
		r.forIn(&s.Left, s.Iterable, s.Body, true)
	case *syntax.ForIn:
		r.forIn(&s.Left, s.Object, s.Body, false)
	case *syntax.While:
		r.stmt(s.Body)
		r.expr(s.Test)
	case *syntax.DoWhile:
		r.stmt(s.Body)
		r.expr(s.Test)
	case *syntax.Throw:
		r.expr(s.X)
	case *syntax.Try:
		r.try(s)
	case *syntax.Switch:
		r.switchStmt(s)
	case *syntax.Labeled:
		r.stmt(s.Body)
	case *syntax.ClassDecl:
		r.classExpr(s.Class)
		r.bind(s.Class.Name)
	case *syntax.EnumDecl:
		r.enum(s)
	case *syntax.NamespaceDecl:
		r.namespace(s)
	case *syntax.Export:
		r.export(s)
	}
}

// leaving notes a return, or a yield that may be resumed as one.
func (r *resolver) leaving() {
	if r.guarded > 0 {
		r.funcs[r.fn].leaves = true
	}
}

func (r *resolver) varDecl(d *syntax.VarDecl) {
	for i := range d.Decls {
		x := &d.Decls[i]
		if x.Init != nil {
			r.initialiser(x.Target, x.Init)
		}
		if x.Init == nil && d.Kind == syntax.Var {
			if id, ok := x.Target.(*syntax.Ident); ok {
				id.Ref = makeRef(r.lookup(id.Name), false)
			}
			continue
		}
		r.bindTarget(x.Target)
	}
}

// initialiser resolves the value of a declaration. When the value is itself a function, the function cannot run before
// the name has it.
func (r *resolver) initialiser(t syntax.Target, init syntax.Expr) {
	id, simple := t.(*syntax.Ident)
	_, isFunc := init.(*syntax.Function)
	if simple && isFunc {
		if v := r.declaredBy(id); v >= 0 && r.vars[v].fn == r.fn && r.vars[v].state == uninitialised {
			r.vars[v].state = pending
		}
	}
	r.expr(init)
}

func (r *resolver) forStmt(s *syntax.For) {
	mark := len(r.declared)
	switch init := s.Init.(type) {
	case *syntax.VarDecl:
		if init.Kind != syntax.Var {
			kind := kindLet
			if init.Kind == syntax.Const {
				kind = kindConst
			}
			for i := range init.Decls {
				r.declareTarget(init.Decls[i].Target, kind, uninitialised)
			}
		}
		r.varDecl(init)
	case *syntax.ExprStmt:
		r.expr(init.X)
	}
	r.stmt(s.Body)
	r.optional(s.Update)
	r.optional(s.Test)
	r.close(mark)
}

// forIn resolves for-in and for-of loops. The names of the head exist, uninitialised, while the object is evaluated.
func (r *resolver) forIn(left *syntax.ForBinding, object syntax.Expr, body syntax.Stmt, guarded bool) {
	mark := len(r.declared)
	if left.Declared && left.Kind != syntax.Var {
		kind := kindLet
		if left.Kind == syntax.Const {
			kind = kindConst
		}
		r.declareTarget(left.Target, kind, uninitialised)
	}
	r.expr(object)
	if guarded {
		r.guarded++
	}
	if left.Declared {
		r.bindTarget(left.Target)
	} else {
		r.assignTarget(left.Target)
	}
	r.stmt(body)
	if guarded {
		r.guarded--
	}
	r.close(mark)
}

func (r *resolver) try(s *syntax.Try) {
	r.guarded++
	r.block(s.Block)
	r.guarded--
	if s.Catch != nil {
		if s.Finally != nil {
			r.guarded++
		}
		mark := len(r.declared)
		if s.Catch.Param != nil {
			r.declareTarget(s.Catch.Param, kindLet, uninitialised)
			r.bindTarget(s.Catch.Param)
		}
		r.block(s.Catch.Body)
		r.close(mark)
		if s.Finally != nil {
			r.guarded--
		}
	}
	if s.Finally != nil {
		r.block(s.Finally)
	}
}

// switchStmt resolves a switch. A case can be entered past the declarations of those before it, so at its start none of
// the switch's own names is initialised.
func (r *resolver) switchStmt(s *syntax.Switch) {
	r.expr(s.Disc)
	mark := len(r.declared)
	if s.Lexical {
		for i := range s.Cases {
			r.declareAll(s.Cases[i].Body, true)
		}
		for i := range s.Cases {
			r.findFunctions(s.Cases[i].Body)
		}
		for i := range s.Cases {
			r.resolveFunctions(s.Cases[i].Body)
		}
		for i := range s.Cases {
			r.endFunctions(s.Cases[i].Body)
		}
	}
	for i := range s.Cases {
		r.optional(s.Cases[i].Test)
	}
	for i := range s.Cases {
		for _, c := range s.Cases[i].Body {
			r.stmt(c)
		}
		if s.Lexical {
			r.endCase(s.Cases[i].Body)
		}
	}
	r.close(mark)
}

func (r *resolver) endCase(body []syntax.Stmt) {
	for _, s := range body {
		switch s := s.(type) {
		case *syntax.VarDecl:
			if s.Kind != syntax.Var {
				for i := range s.Decls {
					r.setUninitialised(s.Decls[i].Target)
				}
			}
		case *syntax.ClassDecl:
			r.setUninitialised(s.Class.Name)
		case *syntax.EnumDecl:
			r.setUninitialised(s.Name)
		case *syntax.NamespaceDecl:
			r.setUninitialised(s.Name)
		}
	}
}

// optional resolves an expression that may be absent.
func (r *resolver) optional(x syntax.Expr) {
	if x != nil {
		r.expr(x)
	}
}
