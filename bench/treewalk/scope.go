package treewalk

// This file defines scopes, the look-up of names, and the declarations that a scope starts with.

import (
	"slices"

	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm"
)

// A scope is an environment record. The scope of an enum or namespace has an object whose properties the members are.
type scope struct {
	parent  *scope
	vars    []variable
	object  *vm.Object
	members []string
	private map[string]*vm.Symbol // the private names of a class body
}

// A variable holds vm.Hole() until it is initialised.
type variable struct {
	name     string
	value    vm.Value
	constant bool
}

func newScope(parent *scope) *scope { return &scope{parent: parent} }

func (s *scope) own(name string) *variable {
	for i := range s.vars {
		if s.vars[i].name == name {
			return &s.vars[i]
		}
	}
	return nil
}

func (s *scope) declare(name string, v vm.Value, constant bool) {
	if s.own(name) == nil {
		s.vars = append(s.vars, variable{name, v, constant})
	}
}

// initialise gives a variable of this scope its first value.
func (s *scope) initialise(name string, v vm.Value) { s.own(name).value = v }

// copy returns a scope with the same variables, for the next iteration of a loop.
func (s *scope) copy() *scope {
	c := *s
	c.vars = slices.Clone(s.vars)
	return &c
}

// find looks a name up. When it is a member of an enum or namespace, the variable is nil and the scope is the one with
// the object; both are nil for a name that is not declared.
func (s *scope) find(name string) (*variable, *scope) {
	for ; s != nil; s = s.parent {
		if v := s.own(name); v != nil {
			return v, s
		}
		if s.object != nil && slices.Contains(s.members, name) {
			return nil, s
		}
	}
	return nil, nil
}

func (s *scope) privateName(name string) *vm.Symbol {
	for ; s != nil; s = s.parent {
		if p := s.private[name]; p != nil {
			return p
		}
	}
	return nil
}

// load reads a name.
func (in *interp) load(s *scope, name string) (vm.Value, error) {
	v, at := s.find(name)
	switch {
	case v != nil && v.value.IsHole():
		return vm.Undefined, in.vm.ThrowReference("Cannot access '%s' before initialization", name)
	case v != nil:
		return v.value, nil
	case at != nil:
		return in.vm.Get(at.object, in.vm.Key(name))
	}
	if g, ok := in.vm.GlobalValue(name); ok {
		return g, nil
	}
	return vm.Undefined, in.vm.ThrowReference("%s is not defined", name)
}

// store assigns to a name.
func (in *interp) store(s *scope, name string, value vm.Value) error {
	v, at := s.find(name)
	switch {
	case v != nil && v.value.IsHole():
		return in.vm.ThrowReference("Cannot access '%s' before initialization", name)
	case v != nil && v.constant:
		return in.vm.ThrowType("Assignment to constant variable '%s'", name)
	case v != nil:
		v.value = value
		return nil
	case at != nil:
		return in.vm.Set(at.object, in.vm.Key(name), value)
	}
	if _, ok := in.vm.GlobalValue(name); ok {
		return in.vm.ThrowType("Cannot assign to %s", name)
	}
	return in.vm.ThrowReference("%s is not defined", name)
}

// boundNames calls f with every name that a declaration of t binds.
func boundNames(t syntax.Target, f func(name string)) {
	switch t := t.(type) {
	case *syntax.Ident:
		f(t.Name)
	case *syntax.ArrayPattern:
		for _, e := range t.Elems {
			boundNames(e.Target, f)
		}
		boundNames(t.Rest, f)
	case *syntax.ObjectPattern:
		for _, p := range t.Props {
			boundNames(p.Target, f)
		}
		boundNames(t.Rest, f)
	}
}

// declareAll declares what the statements of a block or body declare lexically, and makes its functions.
func (f *frame) declareAll(s *scope, body []syntax.Stmt) {
	for _, st := range body {
		x, exported := st.(*syntax.Export)
		if exported {
			st = x.Decl
		}
		switch st := st.(type) {
		case *syntax.VarDecl:
			if st.Kind != syntax.Var && !exported { // exported variables are members of the namespace
				declareTargets(s, st)
			}
		case *syntax.ClassDecl:
			s.declare(st.Class.Name.Name, vm.Hole(), false)
		case *syntax.FuncDecl:
			s.declare(st.Fn.Name.Name, vm.Undefined, false)
		case *syntax.EnumDecl:
			if !st.Merges {
				s.declare(st.Name.Name, vm.Hole(), false)
			}
		case *syntax.NamespaceDecl:
			if !st.Merges {
				s.declare(st.Name.Name, vm.Hole(), false)
			}
		}
	}
	for _, st := range body {
		if x, ok := st.(*syntax.Export); ok {
			st = x.Decl
		}
		if d, ok := st.(*syntax.FuncDecl); ok {
			s.initialise(d.Fn.Name.Name, f.closure(s, d.Fn, d.Fn.Name.Name, nil))
		}
	}
}

// declareTargets declares the names of a let or const declaration, uninitialised.
func declareTargets(s *scope, d *syntax.VarDecl) {
	for i := range d.Decls {
		boundNames(d.Decls[i].Target, func(name string) { s.declare(name, vm.Hole(), d.Kind == syntax.Const) })
	}
}
