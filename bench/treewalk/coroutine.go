package treewalk

// This file defines what can be suspended: async functions and generators, each on a goroutine of its own.

import (
	"runtime"

	"github.com/neurocode-ai/codemode/vm"
)

// A coroutine is a function body on a goroutine that runs only while somebody waits for it in transfer.
type coroutine struct {
	in       *interp
	body     func() (vm.Value, error)
	started  bool
	toBody   chan signal
	fromBody chan signal
	gen      *vm.Generator        // of generators
	resumed  func(r signal) error // what to do when the body is suspended again or done, after advance
}

// A signal passes control between a coroutine and its caller.
type signal struct {
	mode  vm.ResumeMode // to the body
	value vm.Value
	err   error // from the body when it is done
	done  bool
}

// returning is the error that unwinds the body of a generator that its user ended with return(value).
type returning struct{ value vm.Value }

func (*returning) Error() string { return "the generator returns" }

func newCoroutine(in *interp, body func() (vm.Value, error)) *coroutine {
	return &coroutine{in: in, body: body, toBody: make(chan signal), fromBody: make(chan signal)}
}

// transfer lets the body go on and returns when it is suspended or done.
func (co *coroutine) transfer(mode vm.ResumeMode, v vm.Value) signal {
	if co.started {
		co.toBody <- signal{mode: mode, value: v}
		return <-co.fromBody
	}
	co.started = true
	co.in.suspended.Add(1)
	go func() {
		defer co.in.suspended.Done()
		v, err := co.body()
		co.fromBody <- signal{value: v, err: err, done: true}
	}()
	return <-co.fromBody
}

// suspend is called by the body: it gives v to the caller and waits to go on.
func (co *coroutine) suspend(v vm.Value) signal {
	co.fromBody <- signal{value: v}
	select {
	case s := <-co.toBody:
		return s
	case <-co.in.done:
		runtime.Goexit()
		panic("unreachable")
	}
}

// advance is transfer for coroutines whose outcome goes into promises. Errors are aborts.
func (co *coroutine) advance(mode vm.ResumeMode, v vm.Value) error {
	return co.resumed(co.transfer(mode, v))
}

// await is Await(v).
func (f *frame) await(v vm.Value) (vm.Value, error) {
	p, err := f.vm.PromiseResolve(vm.ObjectValue(f.vm.Realm().PromiseConstructor), v)
	if err != nil {
		return vm.Undefined, err
	}
	co := f.co
	if co.gen != nil {
		co.gen.Suspend(true)
	}
	f.vm.ThenNative(p, func(_ *vm.VM, ok bool, v vm.Value) error {
		if co.gen != nil {
			co.gen.Continue()
		}
		if ok {
			return co.advance(vm.ResumeNext, v)
		}
		return co.advance(vm.ResumeThrow, v)
	})
	s := co.suspend(vm.Undefined)
	if s.mode == vm.ResumeThrow {
		return vm.Undefined, f.vm.Throw(s.value)
	}
	return s.value, nil
}

// generator calls a generator function: the arguments are bound at once, the body waits for the first next.
func (f *frame) generator(args []vm.Value) (vm.Value, error) {
	s, err := f.bindArguments(args)
	if err != nil {
		return vm.Undefined, err
	}
	async := f.isAsync()
	def := f.vm.Realm().GeneratorPrototype
	if async {
		def = f.vm.Realm().AsyncGeneratorPrototype
	}
	proto, err := f.vm.ProtoFromConstructor(f.fn.object, def)
	if err != nil {
		return vm.Undefined, err
	}
	co := newCoroutine(f.interp, func() (vm.Value, error) { return f.body(s) })
	f.co = co
	if async {
		co.gen = f.vm.NewGenerator(proto, true, func(mode vm.ResumeMode, v vm.Value) (vm.Value, error) {
			return vm.Undefined, co.advance(mode, v)
		})
		co.resumed = co.asyncGeneratorResumed
	} else {
		co.gen = f.vm.NewGenerator(proto, false, co.next)
	}
	return vm.ObjectValue(co.gen.Object()), nil
}

// next resumes a generator that is not async.
func (co *coroutine) next(mode vm.ResumeMode, v vm.Value) (vm.Value, error) {
	r := co.transfer(mode, v)
	if !r.done {
		return r.value, nil
	}
	co.gen.Finish()
	if r.err != nil {
		return vm.Undefined, r.err
	}
	return co.in.vm.IterResult(r.value, true), nil
}

// asyncGeneratorResumed settles the request that an async generator served by ending.
func (co *coroutine) asyncGeneratorResumed(r signal) error {
	if !r.done {
		return nil
	}
	co.gen.Finish()
	thrown, _ := r.err.(*vm.Thrown)
	if r.err != nil && thrown == nil {
		return r.err
	}
	co.gen.Deliver(r.value, true, thrown)
	co.gen.Drain()
	return nil
}

// yield is Yield(v).
func (f *frame) yield(v vm.Value) (vm.Value, error) {
	if !f.isAsync() {
		return f.received(f.yieldResult(f.vm.IterResult(v, false)))
	}
	v, err := f.await(v)
	if err != nil {
		return vm.Undefined, err
	}
	return f.received(f.asyncGeneratorYield(v))
}

// received turns the way in which a generator was resumed into the outcome of its yield.
func (f *frame) received(s signal) (vm.Value, error) {
	switch s.mode {
	case vm.ResumeThrow:
		return vm.Undefined, f.vm.Throw(s.value)
	case vm.ResumeReturn:
		return vm.Undefined, &returning{s.value}
	}
	return s.value, nil
}

// yieldResult suspends a generator with an iterator result.
func (f *frame) yieldResult(result vm.Value) signal {
	f.co.gen.Suspend(false)
	return f.co.suspend(result)
}

// asyncGeneratorYield is AsyncGeneratorYield(v).
func (f *frame) asyncGeneratorYield(v vm.Value) signal {
	gen := f.co.gen
	gen.Deliver(v, false, nil)
	var s signal
	if mode, v, ok := gen.Request(); ok {
		s = signal{mode: mode, value: v}
	} else {
		gen.Suspend(false)
		s = f.co.suspend(vm.Undefined)
	}
	if s.mode != vm.ResumeReturn {
		return s
	}
	v, err := f.await(s.value)
	if err == nil {
		return signal{mode: vm.ResumeReturn, value: v}
	}
	if t, ok := err.(*vm.Thrown); ok {
		return signal{mode: vm.ResumeThrow, value: t.Value}
	}
	return signal{mode: vm.ResumeThrow, err: err}
}
