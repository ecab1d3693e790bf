package vm

// This file defines async generators: the queue of requests and their settlement.

// AsyncGeneratorRequest is the common part of AsyncGenerator.prototype.next, throw and return (mode 0, 1, 2): it queues
// the request and returns its promise.
func (vm *VM) AsyncGeneratorRequest(g Value, mode int, v Value) (Value, error) {
	p := vm.NewPromise()
	o := g.Object()
	if o == nil || o.class != ClassAsyncGenerator {
		vm.Reject(p, ObjectValue(vm.NewError(ErrorKindType, "next method called on incompatible receiver "+vm.describe(g))))
		return ObjectValue(p), nil
	}
	co := o.data.(*coroutine)
	vm.mem += 64
	co.queue = append(co.queue, asyncRequest{resumeMode(mode), v, p})
	if len(co.queue) == 1 && co.state != coRunning && !(co.state == coSuspended && co.await) && !co.draining {
		if err := vm.asyncGenServe(co); err != nil {
			return Undefined, err
		}
	}
	return ObjectValue(p), nil
}

// asyncGenServe handles the first request of the queue of a generator that is not running.
func (vm *VM) asyncGenServe(co *coroutine) error {
	for len(co.queue) > 0 {
		r := co.queue[0]
		if co.state == coStart && r.mode != resumeNext {
			co.state, co.regs = coDone, nil
		}
		if co.state == coDone {
			switch r.mode {
			case resumeNext:
				vm.asyncGenSettle(co, Undefined, true, nil)
				continue
			case resumeThrow:
				vm.asyncGenSettle(co, Undefined, true, &Thrown{Value: r.value})
				continue
			}
			return vm.asyncGenAwaitReturn(co, r.value)
		}
		_, err := vm.resume(co, r.mode, r.value)
		if err != nil {
			return err
		}
		return nil // the generator's next suspension or end serves the rest
	}
	return nil
}

// asyncGenAwaitReturn is AsyncGeneratorAwaitReturn: a return request to a finished generator waits for its value.
func (vm *VM) asyncGenAwaitReturn(co *coroutine, v Value) error {
	p, err := vm.promiseResolve(v)
	if err != nil {
		t, ok := err.(*Thrown)
		if !ok {
			return err
		}
		vm.asyncGenSettle(co, Undefined, true, t)
		return vm.asyncGenServe(co)
	}
	co.draining = true
	vm.subscribe(p, reaction{native: func(vm *VM, ok bool, v Value) error {
		co.draining = false
		if ok {
			vm.asyncGenSettle(co, v, true, nil)
		} else {
			vm.asyncGenSettle(co, Undefined, true, &Thrown{Value: v})
		}
		return vm.asyncGenServe(co)
	}})
	return nil
}

// asyncGenSettle settles the first request with a result or, if t is not nil, an exception.
func (vm *VM) asyncGenSettle(co *coroutine, v Value, done bool, t *Thrown) {
	if len(co.queue) == 0 {
		return
	}
	r := co.queue[0]
	co.queue[0] = asyncRequest{}
	co.queue = co.queue[1:]
	if t != nil {
		vm.rejectThrown(r.promise, t)
		return
	}
	vm.fulfill(r.promise, vm.IterResult(v, done))
}

// asyncGenDrain serves the remaining requests of a generator that has ended.
func (vm *VM) asyncGenDrain(co *coroutine) {
	if err := vm.asyncGenServe(co); err != nil {
		vm.fatal(err)
	}
}

// asyncGenYield is OpAsyncGenYield: it settles the first request with v. When another request waits, the generator goes
// on at once; otherwise it is suspended.
func (vm *VM) asyncGenYield(fr *frame, v Value) error {
	co := fr.co
	vm.asyncGenSettle(co, v, false, nil)
	if len(co.queue) > 0 {
		r := co.queue[0]
		return vm.resumeAt(fr, r.mode, r.value)
	}
	co.await = false
	return vm.suspend(fr, Undefined)
}
