package treewalk

// This file evaluates what TypeScript adds at run time: enums and namespaces.

import (
	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/bytecode"
)

// A memberOwner identifies the variable of an enum or namespace.
type memberOwner struct {
	scope *scope
	name  string
}

// openObject makes the object of an enum or namespace, or returns the one that the declaration adds to.
func (f *frame) openObject(s *scope, name string, merges, exported bool) (*vm.Object, memberOwner, error) {
	if merges {
		v, err := f.load(s, name)
		_, at := s.find(name)
		return v.Object(), memberOwner{at, name}, err
	}
	var o *vm.Object
	if exported {
		v, err := f.vm.Get(s.namespace(), f.vm.Key(name))
		if err != nil {
			return nil, memberOwner{}, err
		}
		o = v.Object()
	}
	if o == nil {
		o = f.vm.NewPlainObject()
	}
	if exported {
		if err := f.vm.Set(s.namespace(), f.vm.Key(name), vm.ObjectValue(o)); err != nil {
			return nil, memberOwner{}, err
		}
	}
	s.initialise(name, vm.ObjectValue(o))
	return o, memberOwner{s, name}, nil
}

// namespace returns the object of the namespace that the scope is the body of.
func (s *scope) namespace() *vm.Object {
	for s.object == nil {
		s = s.parent
	}
	return s.object
}

// memberScope returns the scope inside an enum or namespace: the members of earlier parts and the given ones are names.
func (f *frame) memberScope(s *scope, owner memberOwner, o *vm.Object, names []string) *scope {
	inner := newScope(s)
	inner.object = o
	inner.members = append(append(inner.members, f.membersOf[owner]...), names...)
	return inner
}

func (in *interp) remember(owner memberOwner, names []string) {
	if in.membersOf == nil {
		in.membersOf = map[memberOwner][]string{}
	}
	in.membersOf[owner] = append(in.membersOf[owner], names...)
}

// enum defines a property for every member, and for numbers the way back from the value to the name.
func (f *frame) enum(s *scope, d *syntax.EnumDecl, exported bool) error {
	o, owner, err := f.openObject(s, d.Name.Name, d.Merges, exported)
	if err != nil {
		return err
	}
	var names []string
	for i := range d.Members {
		names = append(names, d.Members[i].Key)
	}
	inner := f.memberScope(s, owner, o, names)
	f.remember(owner, names)
	last := vm.Int(-1)
	for i := range d.Members {
		m := &d.Members[i]
		if m.Init != nil {
			last, err = f.expr(inner, m.Init)
		} else {
			last, err = f.vm.BinaryOperation(bytecode.OpAdd, last, vm.Int(1))
		}
		if err == nil {
			err = f.vm.Set(o, f.vm.Key(m.Key), last)
		}
		if err != nil {
			return err
		}
		if last.IsString() {
			continue
		}
		key, err := f.vm.ToPropertyKey(last)
		if err == nil {
			err = f.vm.Set(o, key, vm.String(m.Key))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// namespaceDecl runs the body of a namespace. Exported variables are properties of its object.
func (f *frame) namespaceDecl(s *scope, d *syntax.NamespaceDecl, exported bool) error {
	o, owner, err := f.openObject(s, d.Name.Name, d.Merges, exported)
	if err != nil {
		return err
	}
	var variables []string
	for _, st := range d.Fn.Body {
		if x, ok := st.(*syntax.Export); ok {
			if v, ok := x.Decl.(*syntax.VarDecl); ok {
				for i := range v.Decls {
					boundNames(v.Decls[i].Target, func(name string) { variables = append(variables, name) })
				}
			}
		}
	}
	inner := f.memberScope(s, owner, o, variables)
	f.remember(owner, d.Exports)
	body := &frame{interp: f.interp, fn: &function{in: f.interp, node: d.Fn, scope: inner}}
	body.this = &thisEnv{value: vm.Undefined, fn: body.fn}
	own := newScope(inner)
	own.declare(d.Name.Name, vm.ObjectValue(o), false)
	for _, name := range d.Fn.Vars {
		if v, at := own.find(name); v != nil || at != inner {
			own.declare(name, vm.Undefined, false)
		}
	}
	body.declareAll(own, d.Fn.Body)
	_, err = body.stmts(own, d.Fn.Body)
	return err
}

// export evaluates an exported declaration of a namespace. What is not a variable is bound locally and then becomes a
// property of the namespace's object as well.
func (f *frame) export(s *scope, x *syntax.Export) error {
	name := ""
	switch d := x.Decl.(type) {
	case *syntax.VarDecl:
		return f.varDecl(s, d)
	case *syntax.EnumDecl:
		return f.enum(s, d, true)
	case *syntax.NamespaceDecl:
		return f.namespaceDecl(s, d, true)
	case *syntax.FuncDecl:
		name = d.Fn.Name.Name
	case *syntax.ClassDecl:
		if _, err := f.stmt(s, d, nil); err != nil {
			return err
		}
		name = d.Class.Name.Name
	}
	v, err := f.load(s, name)
	if err != nil {
		return err
	}
	return f.vm.Set(s.namespace(), f.vm.Key(name), v)
}
