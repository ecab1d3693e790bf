package treewalk

// This file evaluates classes: their definition, the construction of instances, and super.

import (
	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm"
)

// A class is what a class constructor knows besides being a function.
type class struct {
	derived bool
	fields  []element // of instances: private methods first, then fields, in order
	params  []string  // TypeScript's parameter properties
}

// An element is a field, a private method or accessor, or a static block.
type element struct {
	key     vm.PropertyKey
	private *vm.Symbol
	kind    vm.PrivateKind
	fn      vm.Value // the initialiser of a field (undefined without one), the method, or the static block
	block   bool
}

// classValue is ClassDefinitionEvaluation. name is that of an anonymous class.
func (f *frame) classValue(s *scope, node *syntax.Class, name string) (vm.Value, error) {
	s = newScope(s)
	if node.Name != nil {
		name = node.Name.Name
		s.declare(name, vm.Hole(), true)
	}
	protoParent, parent, err := f.heritage(s, node)
	if err != nil {
		return vm.Undefined, err
	}
	s.private = map[string]*vm.Symbol{}
	for _, n := range node.PrivateNames {
		s.private[n] = vm.NewPrivateName(n)
	}
	proto := f.vm.NewObject(protoParent)
	fn := &function{in: f.interp, node: node.Constructor, scope: s, home: proto, class: &class{derived: node.Extends != nil}}
	spec := vm.FunctionSpec{Name: name, Proto: parent, Constructor: true, Class: true, Data: fn, Fn: fn.native,
		Source: f.tree.Source[node.Start:node.End]}
	if node.Constructor != nil {
		spec.Length = expectedArguments(node.Constructor)
		for i := range node.Constructor.Params {
			if p := &node.Constructor.Params[i]; p.Property {
				fn.class.params = append(fn.class.params, p.Target.(*syntax.Ident).Name)
			}
		}
	}
	fn.object = f.vm.NewFunction(spec)
	f.define(fn.object, f.names.Prototype, vm.ObjectValue(proto), 0)
	f.define(proto, f.names.Constructor, vm.ObjectValue(fn.object), vm.FlagsHidden)
	if err := f.members(s, node, fn, proto); err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(fn.object), nil
}

// heritage evaluates what the class extends: the parents of its prototype and of itself.
func (f *frame) heritage(s *scope, node *syntax.Class) (protoParent, parent *vm.Object, err error) {
	r := f.vm.Realm()
	if node.Extends == nil {
		return r.ObjectPrototype, nil, nil
	}
	v, err := f.expr(s, node.Extends)
	switch {
	case err != nil:
		return nil, nil, err
	case v.IsNull():
		return nil, nil, nil
	case !vm.IsConstructor(v):
		return nil, nil, f.vm.ThrowType("Class extends value %s is not a constructor or null", f.vm.Describe(v))
	}
	p, err := f.vm.GetV(v, f.names.Prototype)
	if err == nil && !p.IsObject() && !p.IsNull() {
		err = f.vm.ThrowType("Class extends value does not have valid prototype property %s", f.vm.Describe(p))
	}
	return p.Object(), v.Object(), err
}

// members defines the methods of a class, binds its name, and runs the static initialisers.
func (f *frame) members(s *scope, node *syntax.Class, fn *function, proto *vm.Object) error {
	var methods, fields, statics []element
	for i := range node.Members {
		m := &node.Members[i]
		home := proto
		if m.Static {
			home = fn.object
		}
		e, err := f.element(s, m, home)
		if err != nil {
			return err
		}
		switch {
		case m.Static && e.private != nil && e.kind != vm.PrivateField:
			if err := f.vm.DefinePrivate(vm.ObjectValue(fn.object), e.private, e.fn, e.kind); err != nil {
				return err
			}
		case m.Kind != syntax.MemberField && m.Kind != syntax.MemberStaticBlock && e.private == nil: // defined by element
		case m.Static:
			statics = append(statics, e)
		case e.private != nil && e.kind != vm.PrivateField:
			methods = append(methods, e)
		default:
			fields = append(fields, e)
		}
	}
	fn.class.fields = append(methods, fields...)
	if node.Name != nil {
		s.initialise(node.Name.Name, vm.ObjectValue(fn.object))
	}
	for i := range statics {
		if err := f.initElement(fn.object, &statics[i]); err != nil {
			return err
		}
	}
	return nil
}

// element evaluates the key of a member and makes its function. Public methods and accessors are defined on home.
func (f *frame) element(s *scope, m *syntax.Member, home *vm.Object) (e element, err error) {
	e.fn = vm.Undefined
	if m.Kind == syntax.MemberStaticBlock {
		e.block, e.fn = true, f.closure(s, m.Fn, "", home)
		return e, nil
	}
	name := "#" + m.Key.Name
	if m.Key.Kind == syntax.KeyPrivate {
		e.private = s.privateName(m.Key.Name)
	} else {
		if e.key, err = f.key(s, &m.Key); err != nil {
			return e, err
		}
		name = e.key.FunctionName()
	}
	switch m.Kind {
	case syntax.MemberField:
		if m.Fn != nil {
			e.fn = f.closure(s, m.Fn, "", home)
			vm.EmbeddedData(e.fn.Object()).(*function).field = name
		}
		return e, nil
	case syntax.MemberGetter:
		e.kind = vm.PrivateGetter
	case syntax.MemberSetter:
		e.kind = vm.PrivateSetter
	default:
		e.kind = vm.PrivateMethod
	}
	if e.private == nil {
		return e, f.method(s, home, e.key, m.Fn, m.Kind, 0)
	}
	e.fn = f.closure(s, m.Fn, accessorPrefix(m.Kind)+name, home)
	return e, nil
}

// initElement adds a field or private method to an object, or runs a static block.
func (in *interp) initElement(o *vm.Object, e *element) error {
	v := e.fn
	this := vm.ObjectValue(o)
	if (e.kind == vm.PrivateField || e.block) && !v.IsUndefined() {
		var err error
		if v, err = in.apply(v, this, nil); err != nil || e.block {
			return err
		}
	}
	if e.private != nil {
		return in.vm.DefinePrivate(this, e.private, v, e.kind)
	}
	return in.vm.CreateDataPropertyOrThrow(o, e.key, v)
}

// initInstance runs the field initialisers of a class on a new object. Where there are any, parameter properties are
// fields before the others.
func (in *interp) initInstance(c *class, this vm.Value) error {
	methods := 0
	for methods < len(c.fields) && c.fields[methods].kind != vm.PrivateField {
		if err := in.initElement(this.Object(), &c.fields[methods]); err != nil {
			return err
		}
		methods++
	}
	if len(c.fields) > 0 {
		for _, name := range c.params {
			if err := in.vm.CreateDataPropertyOrThrow(this.Object(), in.vm.Key(name), vm.Undefined); err != nil {
				return err
			}
		}
	}
	for i := methods; i < len(c.fields); i++ {
		if err := in.initElement(this.Object(), &c.fields[i]); err != nil {
			return err
		}
	}
	return nil
}

// paramProperties gives TypeScript's parameter properties their values.
func (f *frame) paramProperties() error {
	env := f.this
	for _, name := range env.fn.class.params {
		v, err := f.load(env.params, name)
		if err != nil {
			return err
		}
		if len(env.fn.class.fields) > 0 {
			err = f.vm.SetV(env.value, f.vm.Key(name), v)
		} else {
			err = f.vm.CreateDataPropertyOrThrow(env.value.Object(), f.vm.Key(name), v)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// constructor is [[Construct]] of a class or ordinary function; newTarget is nil when a class was called without new.
func (f *frame) constructor(args []vm.Value, newTarget *vm.Object) (vm.Value, error) {
	fn, env := f.fn, f.this
	if newTarget == nil {
		return vm.Undefined, f.vm.ThrowType("Class constructor %s cannot be invoked without 'new'", fn.object.FunctionName())
	}
	derived := fn.class != nil && fn.class.derived
	env.value = vm.Hole()
	if !derived {
		proto, err := f.vm.ProtoFromConstructor(newTarget, f.vm.Realm().ObjectPrototype)
		if err != nil {
			return vm.Undefined, err
		}
		env.value = vm.ObjectValue(f.vm.NewObject(proto))
		if fn.class != nil {
			if err := f.initInstance(fn.class, env.value); err != nil {
				return vm.Undefined, err
			}
		}
	}
	if fn.node == nil {
		if !derived {
			return env.value, nil
		}
		return f.constructSuper(vm.ObjectOrNull(fn.object.Proto()), args)
	}
	s, err := f.bindArguments(args)
	if err != nil {
		return vm.Undefined, err
	}
	if fn.class != nil && !derived {
		if err := f.paramProperties(); err != nil {
			return vm.Undefined, err
		}
	}
	v, err := f.body(s)
	if err != nil || v.IsObject() {
		return v, err
	}
	if derived && !v.IsUndefined() {
		return vm.Undefined, f.vm.ThrowType("Derived constructors may only return object or undefined")
	}
	return f.thisValue()
}

func (f *frame) superCall(s *scope, e *syntax.SuperCall) (vm.Value, error) {
	parent := vm.ObjectOrNull(f.this.fn.object.Proto())
	args, err := f.list(s, e.Args, vm.Undefined)
	if err != nil {
		return vm.Undefined, err
	}
	return f.constructSuper(parent, args)
}

// constructSuper lets the parent class make the object, and initialises the fields of this class.
func (f *frame) constructSuper(parent vm.Value, args []vm.Value) (vm.Value, error) {
	env := f.this
	v, err := f.construct(parent, args, env.newTarget)
	if err != nil {
		return vm.Undefined, err
	}
	if !env.value.IsHole() {
		return vm.Undefined, f.vm.ThrowReference("Super constructor may only be called once")
	}
	env.value = v
	if err := f.initInstance(env.fn.class, v); err != nil {
		return vm.Undefined, err
	}
	if env.params != nil {
		err = f.paramProperties()
	}
	return v, err
}
