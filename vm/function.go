package vm

// This file defines function objects: closures, natives and bound functions.

import "github.com/neurocode-ai/codemode/vm/bytecode"

// A Closure is the data of a function of the program.
type Closure struct {
	code  *code
	cells []*cell
	home  *Object // the home object of methods, where super looks
	class *classData
}

// classData belongs to a class constructor.
type classData struct {
	fields *Object // the initialiser of fields and private methods, nil if there is none
	slots  int     // the slots that instances have needed: new ones get as many with the object
}

// closureObject is a function object and its closure in one allocation.
type closureObject struct {
	obj Object
	fn  Closure
}

// A NativeFunc implements a builtin function. Errors are either *Thrown, made by the Throw methods of VM, or come from
// operations of the VM and are passed on.
type NativeFunc func(c *Call) (Value, error)

// A Native is the data of a builtin function.
type Native struct {
	Name   string
	Length int
	Fn     NativeFunc
	Ctor   bool // can be called with new
	// Fast tells the interpreter of natives that it runs without a Go call.
	fast   nativeFast
	data   any
	source string // the source text of functions made by NewFunction
	class  bool   // a class made by NewFunction
}

type nativeFast uint8

const (
	fastNone nativeFast = iota
	fastGeneratorNext
	fastStepper
)

type boundFunction struct {
	target *Object
	this   Value
	args   []Value
}

// A Call is what a builtin gets: receiver, arguments, new.target. It and the arguments are only valid during the call.
type Call struct {
	VM        *VM
	This      Value
	Args      []Value
	NewTarget *Object // nil when not called with new
	Callee    *Object
}

// Arg returns the argument i, undefined if it is absent.
func (c *Call) Arg(i int) Value {
	if i < len(c.Args) {
		return c.Args[i]
	}
	return Undefined
}

// Data returns what NewNativeData attached to the function that is called.
func (c *Call) Data() any { return c.Callee.data.(*Native).data }

// maxCells keeps a closure's free variables next to it when there are few.
func (vm *VM) newClosure(co *code) *closureObject {
	vm.mem += objectSize + 80 + int64(len(co.fn.Captures))*8
	c := &closureObject{}
	c.obj.class = ClassFunction
	c.obj.flags = objLazyFunction
	c.obj.shape = vm.realm.functionShapes[co.shapeKind]
	c.fn.code = co
	c.obj.data = &c.fn
	return c
}

// NewNative returns a new builtin function of this execution, such as the resolving functions of a promise. data is
// handed to fn by Call.Data.
func (vm *VM) NewNative(name string, length int, data any, fn NativeFunc) *Object {
	vm.mem += objectSize + 80
	return &Object{shape: vm.realm.functionShapes[shapeFunction], class: ClassFunction, flags: objLazyFunction,
		data: &Native{Name: name, Length: length, Fn: fn, data: data}}
}

// NewBound is BoundFunctionCreate, followed by the definition of its name and length by the caller.
func (vm *VM) NewBound(target *Object, this Value, args []Value) *Object {
	vm.mem += objectSize + int64(len(args))*valueSize + 64
	return &Object{shape: vm.rootShape(target.shape.proto), class: ClassFunction,
		data: &boundFunction{target, this, args}}
}

// IsConstructor is IsConstructor(v).
func IsConstructor(v Value) bool {
	o, ok := v.ref.(*Object)
	if !ok {
		return false
	}
	switch f := o.data.(type) {
	case *Closure:
		k := f.code.fn.Kind
		return (k == bytecode.Normal && !f.code.fn.Async && !f.code.fn.Generator) || k == bytecode.ClassConstructor || k == bytecode.DerivedConstructor
	case *Native:
		return f.Ctor && o.class == ClassFunction
	case *boundFunction:
		return IsConstructor(Value{ref: f.target})
	}
	return false
}

// isLazyFunctionKey reports whether key names a property that a function gets when it is materialised.
func (vm *VM) isLazyFunctionKey(key PropertyKey) bool {
	n := &vm.realm.Names
	return key.atom != nil && (key.atom == n.Length.atom || key.atom == n.Name.atom || key.atom == n.Prototype.atom)
}

// materialise makes the own properties of a function: length, name and prototype. Most functions never need them.
func (vm *VM) materialise(o *Object) {
	o.flags &^= objLazyFunction
	n := &vm.realm.Names
	o.shape = vm.rootShape(o.shape.proto)
	name, length := "", 0
	switch f := o.data.(type) {
	case *Closure:
		name, length = f.code.fn.Name, f.code.fn.Length
	case *Native:
		name, length = f.Name, f.Length
	}
	vm.addProperty(o, n.Length, Int(length), FlagConfigurable)
	vm.addProperty(o, n.Name, String(name), FlagConfigurable)
	f, ok := o.data.(*Closure)
	if !ok {
		return
	}
	fn := f.code.fn
	switch {
	case fn.Generator && fn.Async:
		vm.addProperty(o, n.Prototype, Value{ref: vm.NewObject(vm.realm.AsyncGeneratorPrototype)}, FlagWritable)
	case fn.Generator:
		vm.addProperty(o, n.Prototype, Value{ref: vm.NewObject(vm.realm.GeneratorPrototype)}, FlagWritable)
	case fn.Kind == bytecode.Normal && !fn.Async:
		p := vm.NewPlainObject()
		vm.addProperty(p, n.Constructor, Value{ref: o}, FlagsHidden)
		vm.addProperty(o, n.Prototype, Value{ref: p}, FlagWritable)
	}
}

// setFunctionName is SetFunctionName for a function that has no name yet, with an optional prefix such as "get".
func (vm *VM) setFunctionName(f *Object, key PropertyKey, prefix string) {
	text := key.atom.nameText()
	if key.atom == nil {
		text = key.Text()
	}
	if prefix != "" {
		text = prefix + " " + text
	}
	vm.materialise(f)
	i, ok := f.shape.lookup(vm.realm.Names.Name.atom)
	if ok {
		f.slots[i] = String(text)
	}
}

// nameText returns the text that a function named after the key gets.
func (a *Atom) nameText() string {
	switch {
	case a == nil:
		return ""
	case a.private:
		return "#" + a.text
	case a.symbol != nil:
		if !a.symbol.hasDescription {
			return ""
		}
		return "[" + a.text + "]"
	}
	return a.text
}

// FunctionSource returns the source text of a function of the program, and whether o is one.
func (vm *VM) FunctionSource(o *Object) (string, bool) {
	if n, ok := o.data.(*Native); ok {
		return n.source, n.source != ""
	}
	f, ok := o.data.(*Closure)
	if !ok {
		return "", false
	}
	fn := f.code.fn
	src := f.code.linked.prog.Source
	if fn.Start < 0 || int(fn.End) > len(src) || fn.Start >= fn.End {
		return "", false
	}
	return src[fn.Start:fn.End], true
}

// IsClassConstructor reports whether o is a class of the program.
func (o *Object) IsClassConstructor() bool {
	if n, ok := o.data.(*Native); ok {
		return n.class
	}
	f, ok := o.data.(*Closure)
	return ok && (f.code.fn.Kind == bytecode.ClassConstructor || f.code.fn.Kind == bytecode.DerivedConstructor)
}

// BoundTarget returns the target of a bound function, nil for other objects.
func (o *Object) BoundTarget() *Object {
	if b, ok := o.data.(*boundFunction); ok {
		return b.target
	}
	return nil
}

// FunctionName returns the name of a function for messages and stack traces.
func (o *Object) FunctionName() string {
	switch f := o.data.(type) {
	case *Closure:
		return f.code.fn.Name
	case *Native:
		return f.Name
	}
	return ""
}

// HostFunction returns a builtin function that belongs to no execution, for Options.Globals. Such functions are
// immutable like those of the realm.
func (realm *Realm) HostFunction(name string, length int, fn NativeFunc) Value {
	return Value{ref: &Object{shape: realm.nativeShape, slots: []Value{Int(length), String(name)}, class: ClassFunction,
		flags: objRealm | objNotExtensible, data: &Native{Name: name, Length: length, Fn: fn}}}
}
