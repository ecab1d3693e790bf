package stdlib

// This file defines Array.fromAsync, an async function written as a state machine over promises.

import "github.com/neurocode-ai/codemode/vm"

// fromAsync is the state of one call.
type fromAsync struct {
	promise    *vm.Object
	a          *vm.Object
	plain      bool
	f, thisArg vm.Value
	i          int

	// Over an iterator: it is always an async one.
	iterator, next vm.Value

	// Over an array-like.
	source *vm.Object
	n      int
}

// Trace implements vm.Tracer.
func (s *fromAsync) Trace(mark func(vm.Value)) int {
	mark(vm.ObjectValue(s.promise))
	for _, o := range []*vm.Object{s.a, s.source} {
		if o != nil {
			mark(vm.ObjectValue(o))
		}
	}
	for _, v := range []vm.Value{s.f, s.thisArg, s.iterator, s.next} {
		mark(v)
	}
	return 256
}

// fail rejects the promise with an exception; aborts are passed on.
func (s *fromAsync) fail(m *vm.VM, err error) error {
	return m.RejectCapabilityWith(vm.Capability{Promise: s.promise}, err)
}

// guard runs a step and turns its exception into a rejection.
func (s *fromAsync) guard(m *vm.VM, err error) error {
	if err != nil {
		return s.fail(m, err)
	}
	return nil
}

// arrayFromAsync is Array.fromAsync.
func arrayFromAsync(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if err := m.Alloc(256); err != nil {
		return vm.Undefined, err
	}
	s := &fromAsync{promise: m.NewPromise(), f: c.Arg(1), thisArg: c.Arg(2), iterator: vm.Undefined, next: vm.Undefined}
	return vm.ObjectValue(s.promise), s.guard(m, s.start(c))
}

func (s *fromAsync) start(c *vm.Call) error {
	m := c.VM
	names := &m.Realm().Names
	items := c.Arg(0)
	if !s.f.IsUndefined() {
		if err := needCallable(m, s.f); err != nil {
			return err
		}
	}
	if items.IsNullish() {
		return m.ThrowType("Array.fromAsync expects an iterable, an async iterable or an object with a length, not %s", m.Describe(items))
	}
	method, err := m.GetMethod(items, names.SymAsyncIterator)
	if err != nil {
		return err
	}
	async := method != nil
	if !async {
		if method, err = m.GetMethod(items, names.SymIterator); err != nil {
			return err
		}
	}
	if method == nil {
		return s.startArrayLike(c, items)
	}
	it, err := m.GetIteratorFrom(items, method)
	if err != nil {
		return err
	}
	s.iterator, s.next = it.Object, it.NextMethod
	if !async {
		s.iterator = m.AsyncFromSync(it)
		if s.next, err = m.GetV(s.iterator, names.Next); err != nil {
			return err
		}
	}
	if s.a, s.plain, err = constructOrArray(c); err != nil {
		return err
	}
	return s.step(m)
}

func (s *fromAsync) startArrayLike(c *vm.Call, items vm.Value) error {
	m := c.VM
	var err error
	if s.source, err = m.ToObject(items); err != nil {
		return err
	}
	if s.n, err = m.LengthOf(s.source); err != nil {
		return err
	}
	if s.a, s.plain, err = constructOrArray(c, vm.Int(s.n)); err != nil {
		return err
	}
	return s.step(m)
}

// step asks for the next value.
func (s *fromAsync) step(m *vm.VM) error {
	if err := m.Charge(1); err != nil {
		return err
	}
	if s.source != nil {
		if s.i >= s.n {
			return s.finish(m)
		}
		v, err := elementAt(m, s.source, s.i)
		if err != nil {
			return err
		}
		return s.await(m, v, s.gotValue, s.fail2)
	}
	r, err := m.Call(s.next, s.iterator)
	if err != nil {
		return err
	}
	return s.await(m, r, s.gotResult, s.fail2)
}

func (s *fromAsync) fail2(m *vm.VM, v vm.Value) error { return m.Throw(v) }

// await continues with fulfilled or rejected; their exceptions reject the promise.
func (s *fromAsync) await(m *vm.VM, v vm.Value, fulfilled, rejected func(m *vm.VM, v vm.Value) error) error {
	return await(m, v, s, func(m *vm.VM, ok bool, v vm.Value) error {
		if ok {
			return s.guard(m, fulfilled(m, v))
		}
		return s.guard(m, rejected(m, v))
	})
}

// gotResult takes an iterator result.
func (s *fromAsync) gotResult(m *vm.VM, r vm.Value) error {
	names := &m.Realm().Names
	o := r.Object()
	if o == nil {
		return m.ThrowType("Iterator result %s is not an object", m.Describe(r))
	}
	done, err := m.Get(o, names.Done)
	if err != nil {
		return err
	}
	if vm.ToBoolean(done) {
		return s.finish(m)
	}
	v, err := m.Get(o, names.Value)
	if err != nil {
		return err
	}
	return s.gotValue(m, v)
}

// gotValue takes a value, which the mapper, if there is one, replaces.
func (s *fromAsync) gotValue(m *vm.VM, v vm.Value) error {
	if s.f.IsUndefined() {
		return s.store(m, v)
	}
	r, err := m.Call(s.f, s.thisArg, v, vm.Int(s.i))
	if err != nil {
		return s.close(m, err)
	}
	return s.await(m, r, s.store, func(m *vm.VM, v vm.Value) error { return s.close(m, m.Throw(v)) })
}

func (s *fromAsync) store(m *vm.VM, v vm.Value) error {
	if err := putAt(m, s.a, s.plain, s.i, v); err != nil {
		return s.close(m, err)
	}
	s.i++
	return s.step(m)
}

func (s *fromAsync) finish(m *vm.VM) error {
	if err := setLength(m, s.a, s.i); err != nil {
		return err
	}
	return m.Resolve(s.promise, vm.ObjectValue(s.a))
}

// close is AsyncIteratorClose with the exception err, which is delivered after what the return method gave has settled.
func (s *fromAsync) close(m *vm.VM, err error) error {
	if _, ok := thrownValue(err); !ok || s.source != nil {
		return err
	}
	f, e := m.GetMethod(s.iterator, m.Realm().Names.Return)
	if _, ok := thrownValue(e); e != nil && !ok {
		return e
	}
	if e != nil || f == nil {
		return err
	}
	r, e := m.Call(vm.ObjectValue(f), s.iterator)
	if e != nil {
		if _, ok := thrownValue(e); !ok {
			return e
		}
		return err
	}
	after := func(m *vm.VM, _ vm.Value) error { return err }
	return s.await(m, r, after, after)
}
