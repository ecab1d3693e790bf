package vm

// This file defines the event loop: jobs, then completions of host operations, then waiting.

import (
	"context"
	"slices"
	"sync"

	"github.com/neurocode-ai/codemode/vm/bytecode"
)

// DefaultConcurrency is the number of host operations that run at the same time unless a Host says otherwise.
const DefaultConcurrency = 8

// operationSize is the size of an operation without what it holds, for the memory meter.
const operationSize = 256

// eventLoop is the part of a VM that deals with jobs and host operations. Only box is shared with other goroutines.
type eventLoop struct {
	jobs       jobQueue
	current    *job      // the job that runs
	spare      *job      // room for the next one to run
	result     *Object   // the promise of the program
	rejected   []*Object // promises rejected without a handler, in order of rejection
	awaitTrace []TraceEntry

	queued  []*Operation // waiting for a slot, first in first out
	pending operationList
	running int
	slots   int
	backlog bool            // what box was told last
	parent  context.Context // of ctx, nil for that of the execution
	ctx     *loopContext    // of the running operations, nil before the first
	box     *mailbox
	done    []*Operation // room for box.done
	lastOp  int32
	fatal   error
}

// reject notes a promise that was rejected before anybody handled it. Most are handled soon after: those are dropped
// before the list grows.
func (l *eventLoop) reject(o *Object) {
	if len(l.rejected) >= 32 && len(l.rejected) == cap(l.rejected) {
		l.rejected = slices.DeleteFunc(l.rejected, func(o *Object) bool { return o.data.(*Promise).handled })
		if n := len(l.rejected); n > cap(l.rejected)/2 {
			l.rejected = slices.Grow(l.rejected, n)
		}
	}
	l.rejected = append(l.rejected, o)
}

// mailbox carries operations between the VM and the goroutines that run them. While operations wait for a slot, a
// goroutine that has ended one waits for the next: a new one would grow its stack anew.
type mailbox struct {
	mu      sync.Mutex
	done    []*Operation
	signal  chan struct{} // of capacity 1: done has got an entry, or the context has ended
	backlog bool          // operations wait for a slot
	idle    int           // goroutines that receive from work, or are about to
	work    chan *Operation
}

// handoverRoom is how many operations the VM can hand over before the goroutines that get them have run.
const handoverRoom = 16

// start runs an operation on a goroutine. The VM calls it when there is a slot.
func (b *mailbox) start(op *Operation) {
	b.mu.Lock()
	reuse := b.idle > 0
	if reuse {
		b.idle--
	}
	b.mu.Unlock()
	if reuse {
		b.work <- op
		return
	}
	go b.run(op)
}

// wake lets the VM look at what has happened.
func (b *mailbox) wake() {
	select {
	case b.signal <- struct{}{}:
	default:
	}
}

// setBacklog says whether operations wait for a slot; goroutines that have none to wait for end.
func (b *mailbox) setBacklog(backlog bool) {
	b.mu.Lock()
	if b.backlog = backlog; b.work == nil {
		b.work = make(chan *Operation, handoverRoom)
	}
	leave := 0
	if !backlog {
		leave, b.idle = b.idle, 0
	}
	b.mu.Unlock()
	for range leave {
		b.work <- nil
	}
}

// run is the goroutine of operations.
func (b *mailbox) run(op *Operation) {
	for op != nil {
		if !op.run(b) {
			return
		}
		op = <-b.work
	}
}

// Work is what a host operation does. Start and Settle run on the VM's goroutine, Run on one of its own; it must not
// touch the VM.
type Work interface {
	// Start is called when the operation has got a slot, before Run; an error rejects the promise.
	Start(vm *VM) error
	Run(ctx context.Context)
	// Settle returns the outcome once Run has ended, also when Run ended its goroutine instead of returning.
	Settle(vm *VM) (Value, error)
}

// FuncWork is the Work of one function: it does the work and returns what settles the promise.
func FuncWork(run func(ctx context.Context) func(vm *VM) (Value, error)) Work {
	return &funcWork{run: run}
}

type funcWork struct {
	run    func(ctx context.Context) func(vm *VM) (Value, error)
	settle func(vm *VM) (Value, error)
}

func (w *funcWork) Start(*VM) error         { return nil }
func (w *funcWork) Run(ctx context.Context) { w.settle = w.run(ctx) }
func (w *funcWork) Settle(vm *VM) (Value, error) {
	if w.settle == nil {
		return Undefined, vm.ThrowError(ErrorKindError, "the operation ended without a result")
	}
	return w.settle(vm)
}

// An Operation is work of the host outside the VM whose outcome settles a promise.
type Operation struct {
	label      string // for diagnostics
	work       Work
	held       int // bytes the host keeps until the work has ended
	index      int32
	promise    *Object   // nil when it is settled: who keeps the context keeps nothing of the program
	ctx        opContext // its parent is nil before it has got a slot
	settled    bool
	canceled   bool
	prev, next *Operation // in the list of those that are not settled
}

// NewOperation returns an operation for StartOperation. label names it in diagnostics.
func NewOperation(label string, work Work) *Operation { return &Operation{label: label, work: work} }

// Prepare is NewOperation for an operation that is part of a larger value, such as its work.
func (op *Operation) Prepare(label string, work Work) { op.label, op.work = label, work }

// Holds says that the host keeps n bytes for the operation until its work has ended, such as the input. It must be called
// before StartOperation.
func (op *Operation) Holds(n int) { op.held = n }

// operationList holds the operations that are not settled, in order of creation.
type operationList struct {
	first, last *Operation
	n           int
}

func (l *operationList) add(op *Operation) {
	if op.prev = l.last; l.last != nil {
		l.last.next = op
	} else {
		l.first = op
	}
	l.last = op
	l.n++
}

func (l *operationList) remove(op *Operation) {
	if op.prev != nil {
		op.prev.next = op.next
	} else {
		l.first = op.next
	}
	if op.next != nil {
		op.next.prev = op.prev
	} else {
		l.last = op.prev
	}
	op.prev, op.next = nil, nil
	l.n--
}

// SetOperationContext makes ctx, which must be derived from the context of the execution, the parent of the contexts of
// operations. It has no effect once one has been started.
func (vm *VM) SetOperationContext(ctx context.Context) {
	vm.loop.parent = ctx
}

// StartOperation queues op and returns the promise of its outcome. At most Slots operations run at once.
func (vm *VM) StartOperation(op *Operation) *Object {
	l := &vm.loop
	if l.box == nil {
		if l.slots = vm.opts.Concurrency; l.slots <= 0 {
			l.slots = DefaultConcurrency
		}
		l.box = &mailbox{signal: make(chan struct{}, 1)}
		parent := l.parent
		if parent == nil {
			parent = vm.ctx
		}
		l.ctx = newLoopContext(parent, vm.deadline, l.box)
	}
	op.promise = vm.NewPromise()
	op.index = l.number(op.promise)
	op.promise.data.(*Promise).op = op
	vm.Retain(op.held + operationSize)
	l.pending.add(op)
	l.queued = append(l.queued, op)
	vm.startQueued()
	return op.promise
}

// RejectedOperation returns the promise of a host operation that failed before it could start.
func (vm *VM) RejectedOperation(t *Thrown) *Object {
	o := vm.NewPromise()
	vm.loop.number(o)
	vm.rejectThrown(o, t)
	return o
}

// number gives the promise of a host operation its place in the order of calls, from 1.
func (l *eventLoop) number(promise *Object) int32 {
	l.lastOp++
	promise.data.(*Promise).opIndex = l.lastOp
	return l.lastOp
}

// startQueued starts operations while there are free slots.
func (vm *VM) startQueued() {
	l := &vm.loop
	for l.running < l.slots && len(l.queued) > 0 {
		op := l.queued[0]
		l.queued[0] = nil
		l.queued = l.queued[1:]
		if op.settled {
			vm.Retain(-op.held - operationSize)
			continue
		}
		if err := op.work.Start(vm); err != nil {
			vm.Retain(-op.held - operationSize)
			vm.settleOperation(op, Undefined, err)
			continue
		}
		l.running++
		op.ctx.parent = l.ctx
		l.box.start(op)
	}
	if backlog := len(l.queued) > 0; backlog != l.backlog {
		l.backlog = backlog
		l.box.setBacklog(backlog)
	}
}

// run does the work of an operation on its goroutine and reports its end, also when the work ends the goroutine itself
// (runtime.Goexit) instead of returning. It reports whether the goroutine shall wait for another operation.
func (op *Operation) run(b *mailbox) (wait bool) {
	returned := false
	defer func() {
		op.ctx.cancel()
		b.mu.Lock()
		b.done = append(b.done, op)
		if wait = returned && b.backlog; wait {
			b.idle++
		}
		b.mu.Unlock()
		b.wake()
	}()
	op.work.Run(&op.ctx)
	returned = true
	return
}

// settleOperation settles the promise of op and forgets it.
func (vm *VM) settleOperation(op *Operation, v Value, err error) {
	if op.settled {
		return
	}
	op.settled = true
	vm.loop.pending.remove(op)
	promise := op.promise
	op.promise, promise.data.(*Promise).op = nil, nil
	if err == nil {
		vm.fulfill(promise, v)
	} else if err := vm.rejectWith(promise, err); err != nil {
		vm.fatal(err)
	}
}

// complete takes the operations that have ended out of the mailbox and settles their promises. It reports whether there were any.
func (vm *VM) complete() bool {
	l := &vm.loop
	if l.box == nil {
		return false
	}
	l.box.mu.Lock()
	done := l.box.done
	l.box.done = l.done
	l.box.mu.Unlock()
	l.done = nil // the loop may come here again while it settles what is done
	for i, op := range done {
		done[i] = nil
		l.running--
		vm.Retain(-op.held - operationSize)
		if op.canceled {
			continue
		}
		v, err := op.work.Settle(vm)
		vm.settleOperation(op, v, err)
	}
	l.done = done[:0]
	vm.startQueued()
	return len(done) > 0
}

// CancelOperation gives up the operation behind a promise, if it is not settled: its context is cancelled, its outcome
// dropped, and the promise rejected with reason, which counts as handled. It is how Promise.race interrupts its losers.
func (vm *VM) CancelOperation(promise Value, reason func() Value) {
	p := PromiseOf(promise)
	if p == nil || p.op == nil {
		return
	}
	op := p.op
	op.canceled = true
	if op.ctx.parent != nil {
		op.ctx.cancel()
	}
	p.handled = true
	vm.settleOperation(op, Undefined, &Thrown{Value: reason()})
}

func (vm *VM) fatal(err error) {
	if vm.loop.fatal == nil {
		vm.loop.fatal = err
	}
}

// drainJobs runs microtasks until there are none.
func (vm *VM) drainJobs() error {
	l := &vm.loop
	if l.jobs.n == 0 {
		return l.fatal
	}
	outer, j := l.current, l.spare
	if j == nil {
		j = new(job)
	}
	l.current, l.spare = j, nil
	err := vm.runJobs(j)
	*j = job{}
	l.current, l.spare = outer, j
	return err
}

func (vm *VM) runJobs(j *job) error {
	l := &vm.loop
	for l.jobs.take(j) {
		if err := vm.runJob(j); err != nil {
			return err
		}
		if vm.budget < 0 {
			if err := vm.poll(); err != nil {
				return err
			}
			if vm.goDepth == 0 {
				vm.sweepIfDue()
			}
		}
		if l.fatal != nil {
			return l.fatal
		}
	}
	return l.fatal
}

// spin runs the event loop until the promise is settled.
func (vm *VM) spin(promise *Object) error {
	p := promise.data.(*Promise)
	for {
		if err := vm.drainJobs(); err != nil {
			return err
		}
		if p.State != PromisePending {
			return nil
		}
		// A tool that gave up because time is over must not be mistaken for one that failed.
		if err := vm.poll(); err != nil {
			return err
		}
		if vm.complete() {
			continue
		}
		if vm.loop.pending.n == 0 {
			return vm.abort(ErrDeadlock)
		}
		if err := vm.wait(); err != nil {
			return err
		}
	}
}

// wait blocks until an operation ends, the context is cancelled or the deadline passes; the context of the operations
// ends with either.
func (vm *VM) wait() error {
	if err := vm.settleDown(); err != nil {
		return err
	}
	// A plain receive and small frames: the runtime halves a stack of which less than a quarter is in use, and a select
	// would take more of it than everything else here.
	l := &vm.loop
	if l.ctx.Err() == nil {
		<-l.box.signal
	}
	if l.ctx.Err() == nil {
		return nil
	}
	return vm.abortWaiting()
}

//go:noinline
func (vm *VM) abortWaiting() error { return vm.abort(vm.cancelReason(vm.loop.ctx.Err())) }

// settleDown gives memory back before the machine waits: nothing is running, so an execution that waits holds little
// more than what its program can reach.
//
//go:noinline
func (vm *VM) settleDown() error {
	if vm.fp < 0 {
		vm.releaseStack()
	}
	vm.loop.spare, vm.atomCache = nil, nil
	if vm.loop.jobs.n == 0 && len(vm.loop.jobs.ring) > minJobs {
		vm.mem -= int64(len(vm.loop.jobs.ring)) * jobSize
		vm.loop.jobs = jobQueue{}
	}
	if vm.pins.fresh > pinSlackWaiting {
		return vm.collect(0)
	}
	return nil
}

// AwaitSync waits for a promise inside a builtin, running jobs and completions meanwhile. It exists for callbacks that
// the contract awaits one after the other, such as function replacers; anything else returns promises.
func (vm *VM) AwaitSync(v Value) (Value, error) {
	p := PromiseOf(v)
	if p == nil {
		return v, nil
	}
	if vm.goDepth >= maxGoDepth {
		return Undefined, vm.throwStackOverflow()
	}
	p.handled = true
	vm.goDepth++
	err := vm.spin(v.Object())
	vm.goDepth--
	if err != nil {
		return Undefined, err
	}
	if p.State == PromiseRejected {
		return Undefined, &Thrown{Value: p.Value, Trace: p.trace}
	}
	return p.Value, nil
}

// Unhandled reports that the program completed but a promise was rejected and nobody handled it.
type Unhandled struct {
	Value Value
	Trace []TraceEntry
	Host  bool // the promise was that of a host operation
}

func (u *Unhandled) Error() string { return "unhandled rejection" }

// RunProgram runs prog to its end: until its result is settled and every host operation that nobody waits for has
// ended. The error is *Thrown for an uncaught exception, *Unhandled, or *Abort. Whatever the outcome, all operations
// still running have been cancelled when it returns. A VM runs one program.
func (vm *VM) RunProgram(ctx context.Context, prog *bytecode.Program) (Value, error) {
	vm.begin(ctx, prog)
	defer vm.end()
	return vm.awaitMain()
}

// awaitMain calls the main function and awaits its result.
//
//go:noinline
func (vm *VM) awaitMain() (Value, error) { return vm.awaitResult(vm.callMain()) }

// callMain calls the main function. It is not part of RunProgram because that one's frame stays on the stack while the
// program waits.
//
//go:noinline
func (vm *VM) callMain() (Value, error) {
	if err := vm.ctx.Err(); err != nil {
		return Undefined, vm.abort(vm.cancelReason(err))
	}
	main := vm.newClosure(vm.linked.main)
	return vm.Call(ObjectValue(&main.obj), Undefined)
}

// awaitResult runs the event loop until the result of the program and everything it started are settled.
func (vm *VM) awaitResult(result Value, err error) (Value, error) {
	if err != nil {
		return Undefined, err
	}
	p := PromiseOf(result)
	if p == nil { // a plain script, as test suites run them
		return result, vm.settleRest()
	}
	p.handled = true
	vm.loop.result = result.Object()
	if err := vm.spin(result.Object()); err != nil {
		return Undefined, err
	}
	if p.State == PromiseRejected {
		return Undefined, &Thrown{Value: p.Value, Trace: p.trace}
	}
	return p.Value, vm.settleRest()
}

// begin prepares the VM for a program.
func (vm *VM) begin(ctx context.Context, prog *bytecode.Program) {
	vm.ctx = ctx
	vm.linked = vm.realm.link(prog)
	if n := len(prog.Sites); cap(vm.caches) >= n {
		vm.caches = vm.caches[:n]
		clear(vm.caches)
	} else {
		vm.caches = make([]inlineCache, n)
	}
	vm.mem += int64(len(prog.Sites)) * 48
	vm.ensureStack()
}

// settleRest runs what is left after the program's result is known: jobs, and operations that nobody awaits. The
// earliest operation that fails without a handler, or else the first other unhandled rejection, is the error.
func (vm *VM) settleRest() error {
	for {
		if err := vm.drainJobs(); err != nil {
			return err
		}
		if u := vm.unhandled(); u != nil {
			return u
		}
		if vm.complete() {
			continue
		}
		if vm.loop.pending.n == 0 {
			return nil
		}
		if err := vm.wait(); err != nil {
			return err
		}
	}
}

// unhandled returns the first rejection that nobody has handled. Host operations go first, in order of their calls: one
// is only reported when all earlier ones have settled.
func (vm *VM) unhandled() error {
	var first *Promise
	for _, o := range vm.loop.rejected {
		p := o.data.(*Promise)
		if p.handled {
			continue
		}
		if first == nil || p.opIndex != 0 && (first.opIndex == 0 || p.opIndex < first.opIndex) {
			first = p
		}
	}
	if first == nil {
		return nil
	}
	if first.opIndex != 0 {
		for op := vm.loop.pending.first; op != nil; op = op.next {
			if op.index < first.opIndex && !op.promise.data.(*Promise).handled {
				return nil
			}
		}
	}
	return &Unhandled{first.Value, first.trace, first.opIndex != 0}
}

// end cancels what still runs and gives back the stacks.
func (vm *VM) end() {
	l := &vm.loop
	if l.ctx != nil {
		for op := l.pending.first; op != nil; op = op.next {
			op.canceled = true
		}
		l.ctx.cancel()
		if l.backlog {
			l.box.setBacklog(false)
		}
	}
	vm.releaseStack()
}

// PendingOperations returns the number of operations that were started, have been cancelled and have not ended: work of
// the host that ignores its context.
func (vm *VM) PendingOperations() int {
	if vm.loop.box == nil {
		return 0
	}
	vm.loop.box.mu.Lock()
	defer vm.loop.box.mu.Unlock()
	return vm.loop.running - len(vm.loop.box.done)
}
