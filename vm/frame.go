package vm

// This file defines frames, calls and returns.

import (
	"errors"
	"sync"

	"github.com/neurocode-ai/codemode/vm/bytecode"
)

type frameFlags uint8

const (
	frameBoundary  frameFlags = 1 << iota // its return ends the interpreter loop that runs it
	frameConstruct                        // called with new
	frameResumed                          // a coroutine that was suspended before: its caller is the event loop or next()
	frameRawYield                         // resumed by OpIterNext: yielded values go to the loop variable as they are
	frameStep                             // with frameRawYield: OpIterStep, exhaustion gives undefined instead of a jump
)

// A frame is an activation of a function of the program.
type frame struct {
	code      *code
	cells     []*cell
	callee    *Object
	newTarget *Object
	co        *coroutine // the state of an async function or generator
	base      int        // R[0] is stack[base]
	pc        int        // the next instruction; only current while another frame or Go code runs
	ret       int        // the stack slot that receives the result
	jump      int32      // with frameRawYield: what the caller's pc advances by when the generator is done
	flags     frameFlags
}

// errReturned ends the interpreter loop: its boundary frame has returned, the result is in VM.ret.
var errReturned = errors.New("returned")

// Call calls f with a receiver and arguments.
func (vm *VM) Call(f, this Value, args ...Value) (Value, error) {
	o, ok := f.ref.(*Object)
	if !ok {
		return Undefined, vm.ThrowType("%s is not a function", vm.describe(f))
	}
	base, err := vm.pushArgs(this, args)
	if err != nil {
		return Undefined, err
	}
	v, err := vm.invoke(o, base, len(args), nil)
	vm.sp = base
	return v, err
}

// Construct is Construct(F, args, newTarget); newTarget may be nil for f itself. f must be a constructor.
func (vm *VM) Construct(f *Object, newTarget *Object, args ...Value) (*Object, error) {
	if newTarget == nil {
		newTarget = f
	}
	base, err := vm.pushArgs(Undefined, args)
	if err != nil {
		return nil, err
	}
	v, err := vm.invoke(f, base, len(args), newTarget)
	vm.sp = base
	if err != nil {
		return nil, err
	}
	o, ok := v.ref.(*Object)
	if !ok {
		return nil, vm.ThrowType("constructor did not return an object")
	}
	return o, nil
}

// pushArgs places a window for a call from Go on the stack.
func (vm *VM) pushArgs(this Value, args []Value) (base int, err error) {
	base = vm.sp
	if err := vm.growStack(base + 1 + len(args)); err != nil {
		return 0, err
	}
	vm.stack[base] = this
	copy(vm.stack[base+1:], args)
	vm.sp = base + 1 + len(args)
	return base, nil
}

// growStack makes sure that n slots and the slack of the fast loop exist.
func (vm *VM) growStack(n int) error {
	n += 2 * windowSlack // room for a frame of the fast loop and for its callee
	if n <= len(vm.stack) {
		return nil
	}
	if vm.stack == nil {
		vm.ensureStack()
		if n <= len(vm.stack) {
			return nil
		}
	}
	if n > maxStackValues {
		return vm.throwStackOverflow()
	}
	c := max(n, 2*len(vm.stack), initialStack)
	if err := vm.Alloc((c - len(vm.stack)) * valueSize); err != nil {
		return err
	}
	grown, err := vm.MakeValues(c, c)
	if err != nil {
		return err
	}
	copy(grown, vm.stack)
	vm.stack = grown
	return nil
}

func (vm *VM) throwStackOverflow() error {
	vm.tooDeep = true
	return vm.ThrowRange("Maximum call stack size exceeded")
}

// invoke calls o with its window at stack[base] (this) from Go and runs it to its end.
func (vm *VM) invoke(o *Object, base, argc int, newTarget *Object) (Value, error) {
	switch f := o.data.(type) {
	case *Native:
		if o.class != ClassFunction {
			break
		}
		return vm.callNative(o, f, base, argc, newTarget)
	case *Closure:
		if vm.goDepth >= maxGoDepth {
			return Undefined, vm.throwStackOverflow()
		}
		done, err := vm.enter(o, f, base, argc, newTarget, base-1, frameBoundary)
		if err != nil {
			return Undefined, err
		}
		if done {
			return vm.ret, nil
		}
		return vm.run()
	case *boundFunction:
		return vm.invokeBound(o, f, base, argc, newTarget)
	case *ToolRef:
		if newTarget != nil {
			return Undefined, vm.ThrowType("%s is not a constructor", vm.describe(ObjectValue(o)))
		}
		return vm.callTool(f, vm.stack[base+1:base+1+argc:base+1+argc])
	}
	return Undefined, vm.ThrowType("%s is not a function", vm.describe(ObjectValue(o)))
}

func (vm *VM) invokeBound(o *Object, f *boundFunction, base, argc int, newTarget *Object) (Value, error) {
	if vm.goDepth >= maxGoDepth {
		return Undefined, vm.throwStackOverflow()
	}
	args := make([]Value, 0, len(f.args)+argc)
	args = append(append(args, f.args...), vm.stack[base+1:base+1+argc]...)
	if err := vm.Charge(len(args) >> 2); err != nil {
		return Undefined, err
	}
	vm.goDepth++
	defer func() { vm.goDepth-- }()
	if newTarget == nil {
		return vm.Call(ObjectValue(f.target), f.this, args...)
	}
	if newTarget == o {
		newTarget = f.target
	}
	r, err := vm.Construct(f.target, newTarget, args...)
	if err != nil {
		return Undefined, err
	}
	return ObjectValue(r), nil
}

// callNative runs a builtin. The arguments are a view of the stack: if the stack grows meanwhile, the view stays on the
// old array, which nobody changes.
func (vm *VM) callNative(o *Object, f *Native, base, argc int, newTarget *Object) (Value, error) {
	if newTarget != nil && !f.Ctor {
		return Undefined, vm.ThrowType("%s is not a constructor", f.Name)
	}
	if vm.goDepth >= maxGoDepth {
		return Undefined, vm.throwStackOverflow()
	}
	var c *Call
	if n := len(vm.calls); n > 0 {
		c = vm.calls[n-1]
		vm.calls = vm.calls[:n-1]
	} else {
		c = &Call{VM: vm}
	}
	saved := vm.sp
	if top := base + 1 + argc; top > vm.sp {
		vm.sp = top
	}
	c.This, c.Args, c.NewTarget, c.Callee = vm.stack[base], vm.stack[base+1:base+1+argc:base+1+argc], newTarget, o
	vm.goDepth++
	vm.budget -= 1 + int64(argc)>>3
	v, err := f.Fn(c)
	vm.goDepth--
	vm.sp = saved
	*c = Call{VM: vm}
	vm.calls = append(vm.calls, c)
	return v, err
}

// enter pushes the frame of a call of the closure f whose window starts at stack[base]. done reports that the call is over already, with the result in VM.ret: an async function whose promise was made, or a failed one.
func (vm *VM) enter(o *Object, f *Closure, base, argc int, newTarget *Object, ret int, flags frameFlags) (done bool, err error) {
	co := f.code
	fn := co.fn
	if newTarget == nil {
		if fn.Kind == bytecode.ClassConstructor || fn.Kind == bytecode.DerivedConstructor {
			return false, vm.ThrowType("Class constructor %s cannot be invoked without 'new'", fn.Name)
		}
	} else {
		if err := vm.prepareThis(o, fn, base, newTarget); err != nil {
			return false, err
		}
		flags |= frameConstruct
	}
	if vm.fp+1 >= vm.maxDepth {
		return false, vm.throwStackOverflow()
	}
	if err := vm.growStack(base + max(co.numRegs, 1+argc)); err != nil {
		return false, err
	}
	window := vm.stack[base : base+max(co.numRegs, 1+argc)]
	if fn.RestReg != 0 || fn.ArgumentsReg != 0 {
		if err := vm.surplus(fn, window, argc); err != nil {
			return false, err
		}
	}
	for i := argc + 1; i <= co.numParams; i++ {
		window[i] = Undefined
	}
	fr := vm.pushFrame()
	*fr = frame{code: co, cells: f.cells, callee: o, newTarget: newTarget, base: base, ret: ret, flags: flags}
	if fn.Async && !fn.Generator {
		vm.mem += 200
		fr.co = &coroutine{kind: coAsync, promise: vm.NewPromise()}
	}
	vm.sp = base + co.numRegs
	vm.budget--
	return false, nil
}

// pushFrame makes room for one more frame and returns it.
func (vm *VM) pushFrame() *frame {
	vm.fp++
	if vm.fp >= len(vm.frames) {
		n := max(initialFrames, 2*len(vm.frames))
		vm.mem += int64(n-len(vm.frames)) * 112
		grown := make([]frame, n)
		copy(grown, vm.frames)
		vm.frames = grown
	}
	return &vm.frames[vm.fp]
}

// prepareThis sets R[0] for a construction: a new object whose prototype newTarget names, or the hole marker in a derived constructor.
func (vm *VM) prepareThis(o *Object, fn *bytecode.Function, base int, newTarget *Object) error {
	if !IsConstructor(ObjectValue(o)) {
		return vm.ThrowType("%s is not a constructor", vm.describe(ObjectValue(o)))
	}
	if fn.Kind == bytecode.DerivedConstructor {
		vm.stack[base] = hole
		return nil
	}
	if cl, ok := newTarget.data.(*Closure); ok && cl.class != nil {
		n := cl.class.slots
		vm.mem += objectSize + int64(n)*valueSize
		this, slots := newInline(n)
		this.shape, this.slots = vm.rootShape(cl.home), slots[:0] // the prototype of a class cannot be replaced
		vm.stack[base] = ObjectValue(this)
		return nil
	}
	proto, err := vm.ProtoFromConstructor(newTarget, vm.realm.ObjectPrototype)
	if err != nil {
		return err
	}
	vm.stack[base] = ObjectValue(vm.NewObject(proto))
	return nil
}

// noteSlots remembers how many slots an instance has needed.
func noteSlots(newTarget *Object, instance Value) {
	if cl, ok := newTarget.data.(*Closure); ok && cl.class != nil {
		if o := instance.Object(); o != nil && len(o.slots) > cl.class.slots {
			cl.class.slots = min(len(o.slots), maxInline)
		}
	}
}

// ProtoFromConstructor is GetPrototypeFromConstructor. newTarget nil stands for the builtin constructor itself.
func (vm *VM) ProtoFromConstructor(newTarget, def *Object) (*Object, error) {
	if newTarget == nil || newTarget.flags&objRealm != 0 && newTarget.shape.props[2].key == vm.realm.Names.Prototype.atom && newTarget.slots[2].Object() == def {
		return def, nil
	}
	p, err := vm.Get(newTarget, vm.realm.Names.Prototype)
	if err != nil {
		return nil, err
	}
	if o := p.Object(); o != nil {
		return o, nil
	}
	return def, nil
}

// surplus makes the rest array and the arguments object of a call.
func (vm *VM) surplus(fn *bytecode.Function, window []Value, argc int) error {
	if err := vm.Charge(argc >> 3); err != nil {
		return err
	}
	var rest, arguments *Object
	if fn.RestReg != 0 {
		var elems []Value
		if argc > fn.NumParams {
			if err := vm.Alloc((argc - fn.NumParams) * valueSize); err != nil {
				return err
			}
			var err error
			if elems, err = vm.MakeValues(argc-fn.NumParams, argc-fn.NumParams); err != nil {
				return err
			}
			if err := CopySlice(vm, elems, window[1+fn.NumParams:1+argc]); err != nil {
				return err
			}
		}
		rest = vm.NewArray(elems)
	}
	if fn.ArgumentsReg != 0 {
		arguments = vm.newArguments(window[1 : 1+argc])
	}
	if rest != nil {
		window[fn.RestReg] = ObjectValue(rest)
	}
	if arguments != nil {
		window[fn.ArgumentsReg] = ObjectValue(arguments)
	}
	return nil
}

// newArguments makes an unmapped arguments object.
func (vm *VM) newArguments(args []Value) *Object {
	o := vm.NewObjectOf(ClassArguments, vm.realm.ObjectPrototype, nil)
	o.elems = append(make([]Value, 0, len(args)), args...)
	vm.mem += int64(len(args)) * valueSize
	n := &vm.realm.Names
	vm.addProperty(o, n.Length, Int(len(args)), FlagsHidden)
	vm.addProperty(o, n.SymIterator, ObjectValue(vm.realm.ArraySymbolIterator), FlagsHidden)
	vm.addProperty(o, n.Callee, Value{ref: &accessor{vm.realm.ThrowTypeError, vm.realm.ThrowTypeError}}, flagAccessor)
	return o
}

// callSlow executes a call instruction whose callee is in R[a]. argc arguments follow the receiver in R[a+1].
func (vm *VM) callSlow(fr *frame, a uint8, argc int, newTarget *Object) error {
	base := fr.base + int(a) + 1
	f := vm.stack[base-1]
	o, ok := f.ref.(*Object)
	if !ok || !o.IsCallable() {
		return vm.throwNotCallable(fr, f, newTarget != nil)
	}
	if newTarget != nil && !IsConstructor(f) {
		return vm.throwNotCallable(fr, f, true)
	}
	if c, ok := o.data.(*Closure); ok {
		_, err := vm.enter(o, c, base, argc, newTarget, base-1, 0)
		return err
	}
	if n, ok := o.data.(*Native); ok && n.fast == fastGeneratorNext && newTarget == nil {
		if done, err := vm.resumeFromNext(fr, base, argc); done || err != nil {
			return err
		}
	}
	v, err := vm.invoke(o, base, argc, newTarget)
	if err != nil {
		return err
	}
	vm.stack[base-1] = v
	return nil
}

// leave pops the running frame, whose function returned v. It reports errReturned when that ends the interpreter loop.
func (vm *VM) leave(v Value) error {
	fr := &vm.frames[vm.fp]
	if fr.co != nil {
		return vm.finishCoroutine(fr, v)
	}
	if fr.flags&frameConstruct != 0 {
		if !v.IsObject() {
			v = vm.stack[fr.base]
		}
		noteSlots(fr.newTarget, v)
	}
	return vm.pop(fr, v)
}

// pop removes the frame fr from the top and delivers v to its caller.
func (vm *VM) pop(fr *frame, v Value) error {
	vm.fp--
	flags, ret := fr.flags, fr.ret
	fr.callee, fr.cells, fr.co, fr.newTarget = nil, nil, nil, nil
	if flags&frameBoundary != 0 {
		vm.ret = v
		return errReturned
	}
	vm.stack[ret] = v
	return nil
}

// handle looks for the handler of an exception raised in the running frame or those below it, down to the boundary
// frame of this interpreter loop. It returns nil when a frame goes on, errReturned when the loop is over with a
// result, and the error when it leaves the loop.
func (vm *VM) handle(err error) error {
	for {
		fr := &vm.frames[vm.fp]
		var thrown *Thrown
		abort := false
		if t, ok := err.(*Thrown); ok {
			thrown = t
		} else {
			abort = true
		}
		if !abort {
			pc := int32(fr.pc - 1)
			for i := range fr.code.fn.Handlers {
				h := &fr.code.fn.Handlers[i]
				if pc >= h.Start && pc < h.End {
					fr.pc = int(h.Target)
					vm.stack[fr.base+int(h.Reg)] = thrown.Value
					vm.sp = fr.base + fr.code.numRegs
					vm.budget--
					return nil
				}
			}
			if fr.co != nil {
				switch r := vm.failCoroutine(fr, thrown); r {
				case nil, errReturned:
					return r
				}
			}
		} else if fr.co != nil {
			fr.co.state = coDone
		}
		flags := fr.flags
		vm.fp--
		fr.callee, fr.cells, fr.co, fr.newTarget = nil, nil, nil, nil
		if flags&frameRawYield != 0 {
			vm.markDone(&vm.frames[vm.fp])
		}
		if flags&frameBoundary != 0 {
			return err
		}
	}
}

// stackRoom is the room for the frames and registers of an execution that needs no more.
type stackRoom struct {
	values [initialStack]Value
	frames [initialFrames]frame
}

// ensureStack takes a stack for the execution.
func (vm *VM) ensureStack() {
	if vm.stack == nil {
		vm.room = stackRooms.Get().(*stackRoom)
		vm.stack, vm.frames = vm.room.values[:], vm.room.frames[:]
		vm.sp = 0
	}
}

// releaseStack gives the stack and the frames back while nothing runs.
func (vm *VM) releaseStack() {
	if r := vm.room; r != nil {
		clear(r.values[:initialStack-2*windowSlack]) // no window reaches into the slack
		clear(r.frames[:])
		stackRooms.Put(r)
	}
	vm.room, vm.stack, vm.frames, vm.fp, vm.sp = nil, nil, nil, -1, 0
	vm.calls = nil
}

// stackRooms holds cleared rooms.
var stackRooms = sync.Pool{New: func() any { return new(stackRoom) }}
