package vm

// This file defines promises and their jobs, following the Promise Objects chapter of the specification.

// PromiseState is the state of a promise.
type PromiseState uint8

// The states of promises.
const (
	PromisePending PromiseState = iota
	PromiseFulfilled
	PromiseRejected
)

// A Promise is the data of promise objects.
type Promise struct {
	State    PromiseState
	handled  bool
	resolved bool  // resolving functions have no effect any more
	opIndex  int32 // of the promise of a host operation: its place in the order of calls, from 1
	Value    Value // the result or the reason
	first    reaction
	more     []reaction
	op       *Operation   // the host operation that will settle it, nil when there is none
	trace    []TraceEntry // where the reason was thrown
}

// reaction is what happens when a promise is settled: a coroutine goes on, or a handler is called and the derived
// promise settled, or Go code runs.
type reaction struct {
	co                  *coroutine
	native              func(vm *VM, ok bool, v Value) error
	fulfilled, rejected *Object // handlers, nil for identity and thrower
	derived             Capability
	collector           *Object // its data is a Collector
	member              int32   // what the promise is to the collector
}

func (r *reaction) empty() bool {
	return r.co == nil && r.native == nil && r.derived.Promise == nil && r.fulfilled == nil && r.rejected == nil && r.collector == nil
}

// A Collector is the data of an object that takes the outcomes of many promises, each known by a number. It stands for a
// pair of functions for each promise, which the program could not tell apart from it.
type Collector interface {
	Tracer
	// Collect is called when a promise is settled, as its handler would be. The only errors are aborts.
	Collect(vm *VM, member int, ok bool, v Value) error
}

// A Capability is a promise with the functions that settle it. For promises of the realm's own constructor the
// functions are nil and the machine settles them directly.
type Capability struct {
	Promise         *Object
	Resolve, Reject *Object
}

// promiseWork is what making a promise or a function for it charges, about as long as that many instructions.
const promiseWork = 16

// NewPromise returns a new pending promise.
func (vm *VM) NewPromise() *Object {
	vm.mem += objectSize + 200
	vm.budget -= promiseWork
	p := &struct {
		o Object
		p Promise
	}{}
	p.o.shape, p.o.class, p.o.data = vm.realm.PromisePrototype.rootShape, ClassPromise, &p.p
	return &p.o
}

// PromiseOf returns the data of v when it is a promise, else nil.
func PromiseOf(v Value) *Promise {
	if o := v.Object(); o != nil && o.class == ClassPromise {
		p, _ := o.data.(*Promise)
		return p
	}
	return nil
}

// NewPromiseObject returns a pending promise with the given prototype, for the Promise constructor.
func (vm *VM) NewPromiseObject(proto *Object) *Object {
	return vm.NewObjectOf(ClassPromise, proto, &Promise{})
}

// settle fulfills or rejects a pending promise and queues its reactions.
func (vm *VM) settle(o *Object, state PromiseState, v Value) {
	p := o.data.(*Promise)
	if p.State != PromisePending {
		return
	}
	p.State, p.Value, p.resolved = state, v, true
	if !p.first.empty() {
		vm.enqueue(job{reaction: p.first, ok: state == PromiseFulfilled, value: v, trace: p.trace})
		for _, r := range p.more {
			vm.enqueue(job{reaction: r, ok: state == PromiseFulfilled, value: v, trace: p.trace})
		}
		p.first, p.more = reaction{}, nil
	}
	if state == PromiseRejected && !p.handled {
		vm.loop.reject(o)
		vm.mem += 16
	}
}

func (vm *VM) fulfill(o *Object, v Value) { vm.settle(o, PromiseFulfilled, v) }

// Reject is RejectPromise.
func (vm *VM) Reject(o *Object, reason Value) { vm.settle(o, PromiseRejected, reason) }

func (vm *VM) rejectThrown(o *Object, t *Thrown) {
	o.data.(*Promise).trace = t.Trace
	vm.settle(o, PromiseRejected, t.Value)
}

// Resolve is the resolve function of a promise: thenables are assimilated. The only errors are aborts.
func (vm *VM) Resolve(o *Object, v Value) error {
	t, ok := v.ref.(*Object)
	if !ok {
		vm.fulfill(o, v)
		return nil
	}
	p := o.data.(*Promise)
	p.resolved = true
	if t == o {
		vm.Reject(o, ObjectValue(vm.NewError(ErrorKindType, "Chaining cycle detected for promise #<Promise>")))
		return nil
	}
	then, err := vm.Get(t, vm.realm.Names.Then)
	if err != nil {
		return vm.rejectWith(o, err)
	}
	if !then.IsCallable() {
		vm.fulfill(o, v)
		return nil
	}
	vm.mem += 128
	vm.enqueue(job{kind: jobThenable, target: o, value: v, then: then.Object()})
	return nil
}

// rejectWith rejects the promise with the exception err; an abort is passed on.
func (vm *VM) rejectWith(o *Object, err error) error {
	t, ok := err.(*Thrown)
	if !ok {
		return err
	}
	vm.rejectThrown(o, t)
	return nil
}

// resolving is what the two resolving functions of a promise share.
type resolving struct {
	promise *Object
	done    bool
}

// Trace implements Tracer.
func (r *resolving) Trace(mark func(Value)) int {
	mark(ObjectValue(r.promise))
	return 16
}

// ResolvingFunctions is CreateResolvingFunctions.
func (vm *VM) ResolvingFunctions(o *Object) (resolve, reject *Object) {
	vm.budget -= 2 * promiseWork
	r := &resolving{promise: o}
	resolve = vm.NewNative("", 1, r, func(c *Call) (Value, error) {
		if r.done {
			return Undefined, nil
		}
		r.done = true
		return Undefined, c.VM.Resolve(r.promise, c.Arg(0))
	})
	reject = vm.NewNative("", 1, r, func(c *Call) (Value, error) {
		if !r.done {
			r.done = true
			c.VM.Reject(r.promise, c.Arg(0))
		}
		return Undefined, nil
	})
	return resolve, reject
}

// capabilityFunctions is what the executor of a promise of a foreign constructor was given.
type capabilityFunctions struct{ resolve, reject Value }

// Trace implements Tracer.
func (f *capabilityFunctions) Trace(mark func(Value)) int {
	mark(f.resolve)
	mark(f.reject)
	return 2 * valueSize
}

// NewCapability is NewPromiseCapability(C).
func (vm *VM) NewCapability(c Value) (Capability, error) {
	if c.Object() == vm.realm.PromiseConstructor {
		return Capability{Promise: vm.NewPromise()}, nil
	}
	if !IsConstructor(c) {
		return Capability{}, vm.ThrowType("%s is not a constructor", vm.describe(c))
	}
	f := &capabilityFunctions{Undefined, Undefined}
	executor := vm.NewNative("", 2, f, func(call *Call) (Value, error) {
		if !f.resolve.IsUndefined() || !f.reject.IsUndefined() {
			return Undefined, call.VM.ThrowType("Promise executor has already been invoked with non-undefined arguments")
		}
		f.resolve, f.reject = call.Arg(0), call.Arg(1)
		return Undefined, nil
	})
	p, err := vm.Construct(c.Object(), nil, ObjectValue(executor))
	if err != nil {
		return Capability{}, err
	}
	if !f.resolve.IsCallable() || !f.reject.IsCallable() {
		return Capability{}, vm.ThrowType("Promise resolve or reject function is not callable")
	}
	return Capability{p, f.resolve.Object(), f.reject.Object()}, nil
}

// ResolveCapability resolves the capability with v.
func (vm *VM) ResolveCapability(c Capability, v Value) error {
	if c.Resolve == nil {
		if c.Promise.data.(*Promise).resolved {
			return nil
		}
		return vm.Resolve(c.Promise, v)
	}
	_, err := vm.Call(ObjectValue(c.Resolve), Undefined, v)
	return err
}

// RejectCapability rejects the capability.
func (vm *VM) RejectCapability(c Capability, reason Value) error {
	if c.Reject == nil {
		if !c.Promise.data.(*Promise).resolved {
			vm.Reject(c.Promise, reason)
		}
		return nil
	}
	_, err := vm.Call(ObjectValue(c.Reject), Undefined, reason)
	return err
}

// RejectCapabilityWith rejects the capability with the exception err; an abort is passed on.
func (vm *VM) RejectCapabilityWith(c Capability, err error) error {
	t, ok := err.(*Thrown)
	if !ok {
		return err
	}
	if c.Reject == nil {
		if !c.Promise.data.(*Promise).resolved {
			vm.rejectThrown(c.Promise, t)
		}
		return nil
	}
	return vm.RejectCapability(c, t.Value)
}

// promiseResolve is PromiseResolve(%Promise%, v).
func (vm *VM) promiseResolve(v Value) (*Object, error) {
	return vm.PromiseResolve(ObjectValue(vm.realm.PromiseConstructor), v)
}

// PromiseResolve is PromiseResolve(C, x).
func (vm *VM) PromiseResolve(c Value, v Value) (*Object, error) {
	if o := v.Object(); o != nil && o.class == ClassPromise {
		// A promise of the realm has the constructor its prototype says, unless the program gave it its own.
		if o.shape == vm.realm.PromisePrototype.rootShape && c.Object() == vm.realm.PromiseConstructor {
			return o, nil
		}
		k, err := vm.Get(o, vm.realm.Names.Constructor)
		if err != nil {
			return nil, err
		}
		if SameValue(k, c) {
			return o, nil
		}
	}
	cap, err := vm.NewCapability(c)
	if err != nil {
		return nil, err
	}
	if err := vm.ResolveCapability(cap, v); err != nil {
		return nil, err
	}
	return cap.Promise, nil
}

// subscribe adds a reaction to a promise.
func (vm *VM) subscribe(o *Object, r reaction) {
	p := o.data.(*Promise)
	p.handled = true
	vm.mem += 96
	switch p.State {
	case PromisePending:
		if p.first.empty() {
			p.first = r
		} else {
			p.more = append(p.more, r)
		}
	default:
		vm.enqueue(job{reaction: r, ok: p.State == PromiseFulfilled, value: p.Value, trace: p.trace})
	}
}

// Then is PerformPromiseThen. Handlers may be nil; derived may be the zero Capability.
func (vm *VM) Then(o *Object, onFulfilled, onRejected *Object, derived Capability) {
	vm.subscribe(o, reaction{fulfilled: onFulfilled, rejected: onRejected, derived: derived})
}

// ThenNative calls f on the VM's goroutine when the promise is settled.
func (vm *VM) ThenNative(o *Object, f func(vm *VM, ok bool, v Value) error) {
	vm.subscribe(o, reaction{native: f})
}

// ThenCollect hands the outcome of the promise to a collector.
func (vm *VM) ThenCollect(o, collector *Object, member int) {
	vm.subscribe(o, reaction{collector: collector, member: int32(member)})
}

// MarkHandled makes a rejection of the promise count as handled.
func (p *Promise) MarkHandled() { p.handled = true }

// jobKind distinguishes the two kinds of jobs.
type jobKind uint8

const (
	jobReaction jobKind = iota
	jobThenable
)

// job is a microtask.
type job struct {
	kind     jobKind
	ok       bool
	reaction reaction
	value    Value
	target   *Object // jobThenable: the promise to resolve
	then     *Object
	trace    []TraceEntry
}

const (
	minJobs = 4   // the smallest ring of a jobQueue
	jobSize = 144 // bytes of a job, for the memory meter
)

// jobQueue is a first-in first-out queue of jobs in a ring.
type jobQueue struct {
	ring []job
	head int
	n    int
}

func (vm *VM) enqueue(j job) {
	q := &vm.loop.jobs
	if q.n == len(q.ring) {
		c := max(minJobs, 2*len(q.ring))
		vm.mem += int64(c-len(q.ring)) * jobSize
		grown, err := MakeSlice[job](vm, c, c, jobSize)
		if err != nil {
			vm.stop()
			return
		}
		for i := range q.n {
			if i&1023 == 1023 && !vm.spend(128) {
				return
			}
			grown[i] = q.ring[(q.head+i)&(len(q.ring)-1)]
		}
		q.ring, q.head = grown, 0
	}
	q.ring[(q.head+q.n)&(len(q.ring)-1)] = j
	q.n++
}

// take moves the first job to j and reports whether there was one.
func (q *jobQueue) take(j *job) bool {
	if q.n == 0 {
		return false
	}
	*j = q.ring[q.head]
	q.ring[q.head] = job{}
	q.head = (q.head + 1) & (len(q.ring) - 1)
	q.n--
	return true
}

// runJob executes one microtask. Errors are aborts.
func (vm *VM) runJob(j *job) error {
	vm.budget--
	if j.kind == jobThenable {
		resolve, reject := vm.ResolvingFunctions(j.target)
		if _, err := vm.Call(ObjectValue(j.then), j.value, ObjectValue(resolve), ObjectValue(reject)); err != nil {
			t, ok := err.(*Thrown)
			if !ok {
				return err
			}
			_, err := vm.Call(ObjectValue(reject), Undefined, t.Value)
			return err
		}
		return nil
	}
	r := &j.reaction
	switch {
	case r.co != nil:
		return vm.resumeAwait(r.co, j)
	case r.native != nil:
		vm.goDepth++
		err := r.native(vm, j.ok, j.value)
		vm.goDepth--
		return err
	case r.collector != nil:
		vm.goDepth++
		err := r.collector.data.(Collector).Collect(vm, int(r.member), j.ok, j.value)
		vm.goDepth--
		return vm.ignoreThrown(err)
	}
	handler := r.rejected
	if j.ok {
		handler = r.fulfilled
	}
	if handler == nil {
		if r.derived.Promise == nil {
			return nil
		}
		if j.ok {
			return vm.ignoreThrown(vm.ResolveCapability(r.derived, j.value))
		}
		return vm.ignoreThrown(vm.RejectCapabilityWith(r.derived, &Thrown{Value: j.value, Trace: j.trace}))
	}
	v, err := vm.Call(ObjectValue(handler), Undefined, j.value)
	if r.derived.Promise == nil {
		return vm.ignoreThrown(err)
	}
	if err != nil {
		return vm.ignoreThrown(vm.RejectCapabilityWith(r.derived, err))
	}
	return vm.ignoreThrown(vm.ResolveCapability(r.derived, v))
}

// ignoreThrown drops exceptions, which in a job have nobody to go to, and passes aborts on.
func (vm *VM) ignoreThrown(err error) error {
	if _, ok := err.(*Thrown); ok {
		return nil
	}
	return err
}

// resumeAwait continues an async function or generator after an await.
func (vm *VM) resumeAwait(co *coroutine, j *job) error {
	co.await = false
	mode := resumeNext
	if !j.ok {
		mode = resumeThrow
		if _, d := ErrorOf(j.value); d == nil && j.trace != nil {
			vm.loop.awaitTrace = j.trace
		}
	}
	_, err := vm.resume(co, mode, j.value)
	if t, ok := err.(*Thrown); ok {
		// An async function's exception goes into its promise; what is left is a generator without a request.
		return vm.ignoreThrown(t)
	}
	return err
}
