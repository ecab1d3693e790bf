package vm

// This file defines what another evaluator needs in order to run programs on the values, realm and event loop of this
// package: functions and classes whose code is Go, generators whose body is Go, and the operators of the language as
// functions. The tree-walking interpreter that tests compare the machine with is built on it.

import (
	"context"

	"github.com/neurocode-ai/codemode/vm/bytecode"
)

// A FunctionSpec describes a function object whose code is Go. Unlike those that NewNative makes, it can be a
// constructor and has a source text.
type FunctionSpec struct {
	Name        string
	Length      int
	Proto       *Object // its [[Prototype]], nil for Function.prototype
	Constructor bool    // can be called with new
	Class       bool    // is a class, which console output says
	Source      string  // what Function.prototype.toString returns, empty for that of builtins
	Data        any     // for EmbeddedData
	Fn          NativeFunc
}

// NewFunction returns a new function object with the properties length and name.
func (vm *VM) NewFunction(s FunctionSpec) *Object {
	proto := s.Proto
	if proto == nil {
		proto = vm.realm.FunctionPrototype
	}
	vm.mem += objectSize + 120
	o := &Object{shape: vm.rootShape(proto), class: ClassFunction,
		data: &Native{Name: s.Name, Length: s.Length, Fn: s.Fn, Ctor: s.Constructor, data: s.Data, source: s.Source, class: s.Class}}
	n := &vm.realm.Names
	vm.addProperty(o, n.Length, Int(s.Length), FlagConfigurable)
	vm.addProperty(o, n.Name, String(s.Name), FlagConfigurable)
	return o
}

// ThrowStackOverflow returns the exception of calls that nest too deep.
func (vm *VM) ThrowStackOverflow() error { return vm.throwStackOverflow() }

// NestedTooDeep reports whether calls have nested too deep, so that the execution depends on how an evaluator counts them.
func (vm *VM) NestedTooDeep() bool { return vm.tooDeep }

// EmbeddedData returns what FunctionSpec.Data attached to a function, nil for other objects.
func EmbeddedData(o *Object) any {
	if f, ok := o.data.(*Native); ok {
		return f.data
	}
	return nil
}

// FunctionName returns the name that a function defined under the key gets.
func (k PropertyKey) FunctionName() string {
	if k.atom == nil {
		return k.Text()
	}
	return k.atom.nameText()
}

// RunFunc runs main as the program, with the event loop of RunProgram: main returns the program's value or the promise
// of it. A VM runs one program.
func (vm *VM) RunFunc(ctx context.Context, main func() (Value, error)) (Value, error) {
	vm.ctx = ctx
	vm.ensureStack()
	defer vm.end()
	if err := ctx.Err(); err != nil {
		return Undefined, vm.abort(vm.cancelReason(err))
	}
	result, err := main()
	return vm.awaitResult(result, err)
}

// GlobalValue returns the value of a global name, and whether there is one.
func (vm *VM) GlobalValue(name string) (Value, bool) {
	if i, ok := vm.realm.Global.shape.lookup(vm.Intern(name)); ok {
		return vm.realm.Global.slots[i], true
	}
	if name == "tools" && vm.opts.Tools != nil {
		return vm.toolsHolder().slots[0], true
	}
	v, ok := vm.opts.Globals[name]
	return v, ok
}

// BinaryOperation applies a binary operator without short circuit to two values. op is the register form of its opcode.
func (vm *VM) BinaryOperation(op bytecode.Op, x, y Value) (Value, error) {
	var r bool
	var err error
	switch op {
	case bytecode.OpAdd:
		return vm.add(x, y)
	case bytecode.OpSeq, bytecode.OpSne:
		r = vm.strictEquals(x, y) == (op == bytecode.OpSeq)
	case bytecode.OpEq, bytecode.OpNe:
		r, err = vm.LooseEquals(x, y)
		r = r == (op == bytecode.OpEq)
	case bytecode.OpLt, bytecode.OpLe, bytecode.OpGt, bytecode.OpGe:
		r, err = vm.relation(op, x, y)
	case bytecode.OpInstanceof:
		r, err = vm.instanceOf(x, y)
	case bytecode.OpIn:
		r, err = vm.inOperator(x, y)
	default:
		return vm.arith(op, x, y)
	}
	return Bool(r), err
}

// UnaryOperation applies a numeric operator with one operand: OpNeg, OpBitNot, OpInc or OpDec.
func (vm *VM) UnaryOperation(op bytecode.Op, v Value) (Value, error) { return vm.unary(op, v) }

// NewArgumentsObject returns the arguments object of a call.
func (vm *VM) NewArgumentsObject(args []Value) *Object { return vm.newArguments(args) }

// NewPrivateName returns a new private name; name is without #.
func NewPrivateName(name string) *Symbol { return newSymbol(name, true, true) }

// HasPrivate reports whether o has the private element name.
func (vm *VM) HasPrivate(o *Object, name *Symbol) bool {
	_, ok := o.shape.lookup(&name.atom)
	return ok
}

// GetPrivate reads a private element.
func (vm *VM) GetPrivate(target Value, name *Symbol) (Value, error) {
	return vm.getPrivate(target, name)
}

// SetPrivate writes a private element.
func (vm *VM) SetPrivate(target Value, name *Symbol, v Value) error {
	return vm.setPrivate(target, name, v)
}

// PrivateKind says what a private element is.
type PrivateKind int32

// The kinds of private elements.
const (
	PrivateField PrivateKind = iota
	PrivateMethod
	PrivateGetter
	PrivateSetter
)

// DefinePrivate adds a private element to an object.
func (vm *VM) DefinePrivate(target Value, name *Symbol, v Value, kind PrivateKind) error {
	return vm.definePrivate(target, name, v, int32(kind))
}

// GetSuper reads a property as super[key] does in a method with the given home object.
func (vm *VM) GetSuper(this Value, home *Object, key Value) (Value, error) {
	return vm.getSuper(this, ObjectOrNull(home), key)
}

// SetSuper writes a property as super[key] = v does.
func (vm *VM) SetSuper(this Value, home *Object, key, v Value) error {
	return vm.setSuper(this, ObjectOrNull(home), key, v)
}

// ---- Generators ----

// ResumeMode says how a suspended generator goes on.
type ResumeMode uint8

// The modes of ResumeGenerator and AsyncGeneratorRequest.
const (
	ResumeNext ResumeMode = iota
	ResumeThrow
	ResumeReturn
)

// A Generator is a generator object whose body is Go code. The body runs inside the function given to NewGenerator
// until it calls Suspend or Finish and lets that function return.
type Generator struct {
	vm *VM
	co *coroutine
}

// NewGenerator returns a new generator object. resume runs the body from where it stands; the generator is running
// while it does. For a generator that is not async it returns the iterator result or the exception; for an async one
// what it returns is ignored unless it is an abort.
func (vm *VM) NewGenerator(proto *Object, async bool, resume func(mode ResumeMode, v Value) (Value, error)) *Generator {
	g := &Generator{vm, &coroutine{kind: coGenerator, state: coStart}}
	class := ClassGenerator
	if async {
		g.co.kind, class = coAsyncGenerator, ClassAsyncGenerator
	}
	g.co.embedded = func(mode resumeMode, v Value) (Value, error) {
		g.co.state = coRunning
		return resume(ResumeMode(mode), v)
	}
	g.co.self = vm.NewObjectOf(class, proto, g.co)
	vm.mem += 200
	return g
}

// Object returns the generator object.
func (g *Generator) Object() *Object { return g.co.self }

// Suspend marks the generator as suspended: in an await, or in a yield.
func (g *Generator) Suspend(await bool) { g.co.state, g.co.await = coSuspended, await }

// Continue marks the generator as running again after an await.
func (g *Generator) Continue() { g.co.state, g.co.await = coRunning, false }

// Finish marks the generator as finished.
func (g *Generator) Finish() { g.co.state = coDone }

// Deliver settles the first request of an async generator with a result or, if t is not nil, an exception.
func (g *Generator) Deliver(v Value, done bool, t *Thrown) { g.vm.asyncGenSettle(g.co, v, done, t) }

// Request returns the first request of an async generator that is not settled.
func (g *Generator) Request() (mode ResumeMode, v Value, ok bool) {
	if len(g.co.queue) == 0 {
		return 0, Undefined, false
	}
	r := &g.co.queue[0]
	return ResumeMode(r.mode), r.value, true
}

// Drain serves the requests that wait for a finished async generator.
func (g *Generator) Drain() { g.vm.asyncGenDrain(g.co) }
