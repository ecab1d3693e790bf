package treewalk

// This file defines functions: their objects, their activation, calls and construction.

import (
	"slices"

	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm"
)

// A function is a closure. It is the data of its function object.
type function struct {
	in     *interp
	node   *syntax.Function // nil for the constructor of a class that has none
	scope  *scope
	this   *thisEnv   // of arrow functions: that of the function around
	home   *vm.Object // of methods: where super looks
	object *vm.Object
	class  *class // of class constructors
	field  string // of field initialisers: the name that an anonymous function gets
}

// thisEnv is what this, super and new.target mean in a function and the arrow functions inside it.
type thisEnv struct {
	value     vm.Value // vm.Hole() in a derived constructor before super()
	fn        *function
	newTarget *vm.Object
	params    *scope
}

// A frame is the activation of a function.
type frame struct {
	*interp
	fn   *function
	this *thisEnv
	co   *coroutine // what await and yield suspend
}

func (fn *function) has(flags syntax.FuncFlags) bool {
	return fn.node != nil && fn.node.Flags&flags != 0
}

func isConstructor(flags syntax.FuncFlags) bool {
	return flags&(syntax.FuncArrow|syntax.FuncMethod|syntax.FuncAsync|syntax.FuncGenerator) == 0
}

// closure makes the function object of node. home is that of a method, else nil.
func (f *frame) closure(s *scope, node *syntax.Function, name string, home *vm.Object) vm.Value {
	fn := &function{in: f.interp, node: node, scope: s, home: home}
	if node.Flags&syntax.FuncArrow != 0 {
		fn.this = f.this
	}
	if node.Flags&syntax.FuncExpression != 0 && node.Name != nil {
		fn.scope = newScope(s)
		fn.scope.declare(node.Name.Name, vm.Hole(), true)
	}
	r := f.vm.Realm()
	spec := vm.FunctionSpec{Name: name, Length: expectedArguments(node), Data: fn, Fn: fn.native,
		Source: f.tree.Source[node.Start:node.End], Constructor: isConstructor(node.Flags)}
	async, generator := node.Flags&syntax.FuncAsync != 0, node.Flags&syntax.FuncGenerator != 0
	var proto *vm.Object
	switch {
	case async && generator:
		spec.Proto, proto = r.AsyncGeneratorFunctionPrototype, f.vm.NewObject(r.AsyncGeneratorPrototype)
	case generator:
		spec.Proto, proto = r.GeneratorFunctionPrototype, f.vm.NewObject(r.GeneratorPrototype)
	case async:
		spec.Proto = r.AsyncFunctionPrototype
	}
	fn.object = f.vm.NewFunction(spec)
	v := vm.ObjectValue(fn.object)
	if spec.Constructor {
		proto = f.vm.NewPlainObject()
		f.define(proto, f.names.Constructor, v, vm.FlagsHidden)
	}
	if proto != nil {
		f.define(fn.object, f.names.Prototype, vm.ObjectValue(proto), vm.FlagWritable)
	}
	if fn.scope != s {
		fn.scope.initialise(node.Name.Name, v)
	}
	return v
}

// define defines a data property of an object that has just been made, which cannot fail.
func (in *interp) define(o *vm.Object, key vm.PropertyKey, v vm.Value, flags vm.PropFlags) {
	_, _ = in.vm.Define(o, key, vm.DataProperty(v, flags))
}

// expectedArguments is the length of a function.
func expectedArguments(node *syntax.Function) int {
	n := 0
	for n < len(node.Params) && node.Params[n].Default == nil && !node.Params[n].Rest {
		n++
	}
	return n
}

// native is the code of the function object.
func (fn *function) native(c *vm.Call) (vm.Value, error) { return fn.call(c.This, c.Args, c.NewTarget) }

// apply calls any function. Functions of the program are called directly, so that only their own depth counts.
func (in *interp) apply(f, this vm.Value, args []vm.Value) (vm.Value, error) {
	if o := f.Object(); o != nil {
		if fn, ok := vm.EmbeddedData(o).(*function); ok {
			return fn.call(this, args, nil)
		}
	}
	return in.vm.Call(f, this, args...)
}

// construct is Construct(f, args, newTarget).
func (in *interp) construct(f vm.Value, args []vm.Value, newTarget *vm.Object) (vm.Value, error) {
	if !vm.IsConstructor(f) {
		return vm.Undefined, in.vm.ThrowType("%s is not a constructor", in.vm.Describe(f))
	}
	if fn, ok := vm.EmbeddedData(f.Object()).(*function); ok {
		return fn.call(vm.Undefined, args, newTarget)
	}
	o, err := in.vm.Construct(f.Object(), newTarget, args...)
	if err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(o), nil
}

// call is [[Call]], or [[Construct]] when newTarget is not nil.
func (fn *function) call(this vm.Value, args []vm.Value, newTarget *vm.Object) (vm.Value, error) {
	in := fn.in
	if in.depth >= in.maxDepth {
		return vm.Undefined, in.vm.ThrowStackOverflow()
	}
	if err := in.vm.Charge(1); err != nil {
		return vm.Undefined, err
	}
	in.depth++
	defer func() { in.depth-- }()
	f := &frame{interp: in, fn: fn, this: fn.this}
	if f.this == nil {
		f.this = &thisEnv{value: this, fn: fn, newTarget: newTarget}
	}
	if fn.class != nil || newTarget != nil {
		return f.constructor(args, newTarget)
	}
	switch {
	case fn.has(syntax.FuncGenerator):
		return f.generator(args)
	case fn.has(syntax.FuncAsync):
		return f.async(args)
	}
	return f.run(args)
}

// run binds the arguments and evaluates the body.
func (f *frame) run(args []vm.Value) (vm.Value, error) {
	s, err := f.bindArguments(args)
	if err != nil {
		return vm.Undefined, err
	}
	return f.body(s)
}

// body evaluates the body in the scope that bindArguments made.
func (f *frame) body(s *scope) (vm.Value, error) {
	node := f.fn.node
	if node.ExprBody != nil {
		return f.named(s, node.ExprBody, f.fn.field)
	}
	c, err := f.stmts(s, node.Body)
	if r, ok := err.(*returning); ok {
		return r.value, nil
	}
	if err != nil || c.kind != returns {
		return vm.Undefined, err
	}
	return c.value, nil
}

// bindArguments is FunctionDeclarationInstantiation: it returns the scope of the body.
func (f *frame) bindArguments(args []vm.Value) (*scope, error) {
	node := f.fn.node
	s := newScope(f.fn.scope)
	if f.this.fn == f.fn {
		f.this.params = s
		if node.Flags&syntax.FuncUsesArguments != 0 {
			s.declare("arguments", vm.ObjectValue(f.vm.NewArgumentsObject(args)), false)
		}
	}
	simple := node.Flags&syntax.FuncSimpleParams != 0
	for i := range node.Params {
		boundNames(node.Params[i].Target, func(name string) { s.declare(name, vm.Hole(), false) })
	}
	for i := range node.Params {
		p := &node.Params[i]
		v := vm.Undefined
		switch {
		case p.Rest:
			v = vm.ObjectValue(f.vm.NewArray(slices.Clone(args[min(i, len(args)):])))
		case i < len(args):
			v = args[i]
		}
		if err := f.bindDefault(s, p.Target, p.Default, v, initialise); err != nil {
			return nil, err
		}
	}
	params := s
	if !simple {
		s = newScope(params)
	}
	for _, name := range node.Vars {
		v := vm.Undefined
		if p := params.own(name); p != nil {
			v = p.value
		}
		s.declare(name, v, false)
	}
	f.declareAll(s, node.Body)
	return s, nil
}

// async calls an async function.
func (f *frame) async(args []vm.Value) (vm.Value, error) {
	promise := f.vm.NewPromise()
	settle := func(v vm.Value, err error) error {
		if err == nil {
			return f.vm.Resolve(promise, v)
		}
		t, ok := err.(*vm.Thrown)
		if !ok {
			return err
		}
		f.vm.Reject(promise, t.Value)
		return nil
	}
	s, err := f.bindArguments(args)
	switch {
	case err != nil:
		err = settle(vm.Undefined, err)
	case !f.fn.has(syntax.FuncHasAwait):
		err = settle(f.body(s))
	default:
		f.co = newCoroutine(f.interp, func() (vm.Value, error) { return f.body(s) })
		f.co.resumed = func(r signal) error {
			if !r.done {
				return nil
			}
			return settle(r.value, r.err)
		}
		err = f.co.advance(vm.ResumeNext, vm.Undefined)
	}
	return vm.ObjectValue(promise), err
}
