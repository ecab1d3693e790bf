package vm

// This file defines the suspension and resumption of async functions and generators.

import "github.com/neurocode-ai/codemode/vm/bytecode"

type coKind uint8

const (
	coAsync coKind = iota
	coGenerator
	coAsyncGenerator
)

type coState uint8

const (
	coRunning coState = iota // running, or an async function that has not been suspended yet
	coStart                  // a generator before its first step
	coSuspended
	coDone
)

// resumeMode says how a suspended function goes on.
type resumeMode uint8

const (
	resumeNext resumeMode = iota
	resumeThrow
	resumeReturn
)

// A coroutine is a suspended function: its frame as data. The slice of registers is reused by later suspensions, so a
// generator in steady state allocates nothing.
type coroutine struct {
	code      *code
	cells     []*cell
	callee    *Object
	newTarget *Object
	regs      []Value
	pc        int
	kind      coKind
	state     coState
	promise   *Object // async functions: the promise of the result

	queue    []asyncRequest                                // async generators: requests not yet served
	await    bool                                          // async generators: suspended in an await, not in a yield
	draining bool                                          // async generators: a return request of the finished generator waits for its value
	self     *Object                                       // generators: the generator object
	embedded func(mode resumeMode, v Value) (Value, error) // the body of a generator that is Go code, see Generator
}

// asyncRequest is a call of next, throw or return of an async generator.
type asyncRequest struct {
	mode    resumeMode
	value   Value
	promise *Object
}

// suspend copies the running frame into its coroutine and pops it, delivering v to the caller.
func (vm *VM) suspend(fr *frame, v Value) error {
	co := fr.co
	n := fr.code.numRegs
	if cap(co.regs) < n {
		vm.mem += int64(n)*valueSize + 64
		co.regs = make([]Value, n)
	}
	co.regs = co.regs[:n]
	copy(co.regs, vm.stack[fr.base:fr.base+n])
	co.code, co.cells, co.callee, co.newTarget, co.pc = fr.code, fr.cells, fr.callee, fr.newTarget, fr.pc
	co.state = coSuspended
	return vm.pop(fr, v)
}

// push puts a suspended coroutine back on the stack above everything in use.
func (vm *VM) push(co *coroutine, ret int, flags frameFlags) (*frame, error) {
	if vm.fp+1 >= vm.maxDepth {
		return nil, vm.throwStackOverflow()
	}
	base := vm.sp
	if err := vm.growStack(base + len(co.regs)); err != nil {
		return nil, err
	}
	copy(vm.stack[base:], co.regs)
	fr := vm.pushFrame()
	*fr = frame{code: co.code, cells: co.cells, callee: co.callee, newTarget: co.newTarget, co: co, base: base, pc: co.pc, ret: ret, flags: flags | frameResumed}
	co.state = coRunning
	vm.sp = base + co.code.numRegs
	vm.budget--
	return fr, nil
}

// resumeAt delivers a value to the suspension point of the frame that push has just put on the stack.
func (vm *VM) resumeAt(fr *frame, mode resumeMode, v Value) error {
	i := fr.code.ins[fr.pc-1]
	a := fr.base + int(i.A())
	switch i.Op() {
	case bytecode.OpAwait:
		if mode == resumeThrow {
			return &Thrown{Value: v, Trace: vm.throwTrace(v)}
		}
		vm.stack[a] = v
	case bytecode.OpYieldDelegate:
		vm.stack[a] = v
		vm.stack[a+1] = Int(int(mode))
	case bytecode.OpYield, bytecode.OpAsyncGenYield:
		switch mode {
		case resumeThrow:
			return &Thrown{Value: v, Trace: vm.throwTrace(v)}
		case resumeReturn:
			fr.pc += int(i.D())
		}
		vm.stack[a] = v
	case bytecode.OpInitialYield:
		if mode == resumeThrow {
			return &Thrown{Value: v, Trace: vm.throwTrace(v)}
		}
	}
	return nil
}

func (vm *VM) throwTrace(v Value) []TraceEntry {
	if _, d := ErrorOf(v); d != nil && d.Trace != nil {
		return d.Trace
	}
	return vm.trace()
}

// resume continues a coroutine from Go (the event loop or a builtin) until its next suspension or end, and returns what
// it delivered.
func (vm *VM) resume(co *coroutine, mode resumeMode, v Value) (Value, error) {
	if vm.goDepth >= maxGoDepth {
		return Undefined, vm.throwStackOverflow()
	}
	if co.embedded != nil {
		return co.embedded(mode, v)
	}
	sp := vm.sp
	fr, err := vm.push(co, 0, frameBoundary)
	if err != nil {
		return Undefined, err
	}
	if err := vm.resumeAt(fr, mode, v); err != nil {
		switch err := vm.handle(err); err {
		case nil:
		case errReturned:
			vm.sp = sp
			return vm.ret, nil
		default:
			vm.sp = sp
			return Undefined, err
		}
	}
	r, err := vm.run()
	vm.sp = sp
	return r, err
}

// await is OpAwait: it suspends the running async function until v is settled.
func (vm *VM) await(fr *frame, v Value) error {
	p, err := vm.promiseResolve(v)
	if err != nil {
		return err
	}
	co := fr.co
	co.await = true
	result := Undefined
	if fr.flags&frameResumed == 0 && co.kind == coAsync {
		result = ObjectValue(co.promise)
	}
	vm.subscribe(p, reaction{co: co})
	return vm.suspend(fr, result)
}

// finishCoroutine ends the running coroutine with the result v.
func (vm *VM) finishCoroutine(fr *frame, v Value) error {
	co := fr.co
	co.state = coDone
	co.regs = nil
	switch co.kind {
	case coAsync:
		result := Undefined
		if fr.flags&frameResumed == 0 {
			result = ObjectValue(co.promise)
		}
		if err := vm.Resolve(co.promise, v); err != nil {
			return err
		}
		return vm.pop(fr, result)
	case coAsyncGenerator:
		vm.asyncGenSettle(co, v, true, nil)
		err := vm.pop(fr, Undefined)
		vm.asyncGenDrain(co)
		return err
	}
	return vm.deliverDone(fr, v)
}

// failCoroutine ends the running coroutine with an exception. It returns nil or errReturned when the exception went
// into a promise, and the exception when it goes on to the caller.
func (vm *VM) failCoroutine(fr *frame, t *Thrown) error {
	co := fr.co
	co.state = coDone
	co.regs = nil
	switch co.kind {
	case coAsync:
		result := Undefined
		if fr.flags&frameResumed == 0 {
			result = ObjectValue(co.promise)
		}
		vm.rejectThrown(co.promise, t)
		return vm.pop(fr, result)
	case coAsyncGenerator:
		if co.self == nil {
			return t // parameters failed before the generator existed
		}
		vm.asyncGenSettle(co, Undefined, true, t)
		err := vm.pop(fr, Undefined)
		vm.asyncGenDrain(co)
		return err
	}
	return t
}

// initialYield is OpInitialYield: it makes the generator object of the running frame and returns it to the caller.
func (vm *VM) initialYield(fr *frame) error {
	kind, class, def := coGenerator, ClassGenerator, vm.realm.GeneratorPrototype
	if fr.code.fn.Async {
		kind, class, def = coAsyncGenerator, ClassAsyncGenerator, vm.realm.AsyncGeneratorPrototype
	}
	proto, err := vm.Get(fr.callee, vm.realm.Names.Prototype)
	if err != nil {
		return err
	}
	p := proto.Object()
	if p == nil {
		p = def
	}
	co := &coroutine{kind: kind}
	g := vm.NewObjectOf(class, p, co)
	vm.mem += 200
	co.self = g
	fr.co = co
	if err := vm.suspend(fr, ObjectValue(g)); err != nil && err != errReturned {
		return err
	} else {
		co.state = coStart
		return err
	}
}

// yield is OpYield: it suspends the running generator and delivers v.
func (vm *VM) yield(fr *frame, v Value) error {
	if fr.flags&frameRawYield == 0 {
		return vm.suspend(fr, vm.IterResult(v, false))
	}
	return vm.yieldRaw(fr, v)
}

// yieldRaw suspends a generator that a loop of the program steps: the value goes to the loop variable, and the loop goes
// on.
func (vm *VM) yieldRaw(fr *frame, v Value) error {
	jump, step := fr.jump, fr.flags&frameStep != 0
	err := vm.suspend(fr, v)
	if !step {
		vm.jump(&vm.frames[vm.fp], jump)
	}
	return err
}

// yieldDelegate is OpYieldDelegate: it passes on the result object of an inner iterator.
func (vm *VM) yieldDelegate(fr *frame, v Value) error {
	async := fr.co.kind == coAsyncGenerator
	if !async && fr.flags&frameRawYield == 0 {
		return vm.suspend(fr, v)
	}
	// An async generator makes a result object of its own; a loop that resumed the generator wants the value, which
	// is read here as the loop itself would.
	r, err := vm.GetV(v, vm.realm.Names.Value)
	if err != nil {
		return err
	}
	fr = &vm.frames[vm.fp]
	if async {
		return vm.asyncGenYield(fr, r)
	}
	return vm.yieldRaw(fr, r)
}

// deliverDone ends a generator's frame and tells whoever asked for the next value that there is none.
func (vm *VM) deliverDone(fr *frame, v Value) error {
	if fr.flags&frameRawYield == 0 {
		return vm.pop(fr, vm.IterResult(v, true))
	}
	v = Undefined
	if fr.flags&frameStep == 0 {
		v = vm.stack[fr.ret] // the variable of a loop that ends keeps its value
	}
	err := vm.pop(fr, v)
	vm.markDone(&vm.frames[vm.fp])
	return err
}

// markDone marks the iterator record of the instruction that the frame executes as done.
func (vm *VM) markDone(fr *frame) {
	i := fr.code.ins[fr.pc-1]
	vm.stack[fr.base+int(i.A())] = Undefined
}

// ResumeGenerator is GeneratorResume and GeneratorResumeAbrupt: mode 0 next, 1 throw, 2 return. It returns the iterator
// result.
func (vm *VM) ResumeGenerator(g Value, mode int, v Value) (Value, error) {
	co, err := vm.generatorOf(g)
	if err != nil {
		return Undefined, err
	}
	switch co.state {
	case coRunning:
		return Undefined, vm.ThrowType("Generator is already running")
	case coStart:
		if mode != int(resumeNext) {
			co.state, co.regs = coDone, nil
		}
	}
	if co.state == coDone {
		switch resumeMode(mode) {
		case resumeThrow:
			return Undefined, &Thrown{Value: v, Trace: vm.throwTrace(v)}
		case resumeReturn:
			return vm.IterResult(v, true), nil
		}
		return vm.IterResult(Undefined, true), nil
	}
	return vm.resume(co, resumeMode(mode), v)
}

func (vm *VM) generatorOf(g Value) (*coroutine, error) {
	if o := g.Object(); o != nil && o.class == ClassGenerator {
		return o.data.(*coroutine), nil
	}
	return nil, vm.ThrowType("next method called on incompatible receiver %s", vm.describe(g))
}

// resumeFromNext executes a call of a generator's next method from the program without nesting Go calls. done is
// false when the ordinary way has to be taken.
func (vm *VM) resumeFromNext(fr *frame, base, argc int) (done bool, err error) {
	o := vm.stack[base].Object()
	if o == nil || o.class != ClassGenerator {
		return false, nil
	}
	co := o.data.(*coroutine)
	if co.state != coStart && co.state != coSuspended {
		return false, nil
	}
	v := Undefined
	if argc > 0 {
		v = vm.stack[base+1]
	}
	g, err := vm.push(co, base-1, 0)
	if err != nil {
		return false, err
	}
	return true, vm.resumeAt(g, resumeNext, v)
}

// IterResult is CreateIterResultObject.
func (vm *VM) IterResult(v Value, done bool) Value {
	s := vm.iterResultShape()
	vm.mem += objectSize + 2*valueSize
	r := &struct {
		o Object
		v [2]Value
	}{}
	r.v = [2]Value{v, Bool(done)}
	r.o.shape, r.o.slots = s, r.v[:]
	return ObjectValue(&r.o)
}

func (vm *VM) iterResultShape() *Shape { return vm.realm.iterResultShape }
