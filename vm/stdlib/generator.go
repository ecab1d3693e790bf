package stdlib

// This file defines the prototypes of generators, async generators and async-from-sync iterators. The machine runs them.

import "github.com/neurocode-ai/codemode/vm"

func (l *library) defineGenerators() {
	r := l.Realm
	g := r.GeneratorPrototype
	l.GeneratorNext(g)
	l.Method(g, "return", 1, func(c *vm.Call) (vm.Value, error) { return c.VM.ResumeGenerator(c.This, 2, c.Arg(0)) })
	l.Method(g, "throw", 1, func(c *vm.Call) (vm.Value, error) { return c.VM.ResumeGenerator(c.This, 1, c.Arg(0)) })
	l.Tag(g, "Generator")

	a := r.AsyncGeneratorPrototype
	request := func(mode int) vm.NativeFunc {
		return func(c *vm.Call) (vm.Value, error) { return c.VM.AsyncGeneratorRequest(c.This, mode, c.Arg(0)) }
	}
	l.Method(a, "next", 1, request(0))
	l.Method(a, "return", 1, request(2))
	l.Method(a, "throw", 1, request(1))
	l.Tag(a, "AsyncGenerator")

	s := r.AsyncFromSyncIteratorPrototype
	l.Method(s, "next", 1, syncNext)
	l.Method(s, "return", 1, syncReturn)
	l.Method(s, "throw", 1, syncThrow)
}

// fromSync is the frame of the methods of async-from-sync iterators: f works on the sync iterator and gives its result
// object, or fails. Failures go into the promise that the method returns.
func fromSync(c *vm.Call, closeOnRejection bool, f func(it *vm.Iterator, p *vm.Object) (result vm.Value, done bool, err error)) (vm.Value, error) {
	m := c.VM
	o := c.This.Object()
	if o == nil {
		return vm.Undefined, incompatible(m, "AsyncFromSyncIterator", c.This)
	}
	d, ok := o.Data().(*vm.AsyncFromSyncData)
	if !ok {
		return vm.Undefined, incompatible(m, "AsyncFromSyncIterator", c.This)
	}
	p := m.NewPromise()
	capability := vm.Capability{Promise: p}
	result, done, err := f(d.Sync, p)
	if err == nil && !done {
		err = continueFromSync(m, result, capability, d.Sync, closeOnRejection)
	}
	if err != nil {
		if err := m.RejectCapabilityWith(capability, err); err != nil {
			return vm.Undefined, err
		}
	}
	return vm.ObjectValue(p), nil
}

// continueFromSync is AsyncFromSyncIteratorContinuation.
func continueFromSync(m *vm.VM, result vm.Value, capability vm.Capability, it *vm.Iterator, closeOnRejection bool) error {
	names := &m.Realm().Names
	o := result.Object()
	if o == nil {
		return m.ThrowType("Iterator result %s is not an object", m.Describe(result))
	}
	d, err := m.Get(o, names.Done)
	if err != nil {
		return err
	}
	done := vm.ToBoolean(d)
	v, err := m.Get(o, names.Value)
	if err != nil {
		return err
	}
	wrapped, err := m.PromiseResolve(vm.ObjectValue(m.Realm().PromiseConstructor), v)
	if err != nil {
		if !done && closeOnRejection {
			err = closeObject(m, it.Object, err)
		}
		return err
	}
	unwrap := m.NewNative("", 1, nil, func(c *vm.Call) (vm.Value, error) { return c.VM.IterResult(c.Arg(0), done), nil })
	var onRejected *vm.Object
	if !done && closeOnRejection {
		onRejected = m.NewNative("", 1, &slots{[]vm.Value{it.Object}}, func(c *vm.Call) (vm.Value, error) {
			return vm.Undefined, closeObject(c.VM, it.Object, c.VM.Throw(c.Arg(0)))
		})
	}
	m.Then(wrapped, unwrap, onRejected, capability)
	return nil
}

func syncNext(c *vm.Call) (vm.Value, error) {
	return fromSync(c, true, func(it *vm.Iterator, _ *vm.Object) (vm.Value, bool, error) {
		r, err := c.VM.Call(it.NextMethod, it.Object, c.Args...)
		return r, false, err
	})
}

func syncReturn(c *vm.Call) (vm.Value, error) {
	m := c.VM
	return fromSync(c, false, func(it *vm.Iterator, p *vm.Object) (vm.Value, bool, error) {
		f, err := m.GetMethod(it.Object, m.Realm().Names.Return)
		if err != nil {
			return vm.Undefined, false, err
		}
		if f == nil {
			return vm.Undefined, true, m.Resolve(p, m.IterResult(c.Arg(0), true))
		}
		r, err := m.Call(vm.ObjectValue(f), it.Object, c.Args...)
		return r, false, err
	})
}

func syncThrow(c *vm.Call) (vm.Value, error) {
	m := c.VM
	return fromSync(c, true, func(it *vm.Iterator, _ *vm.Object) (vm.Value, bool, error) {
		f, err := m.GetMethod(it.Object, m.Realm().Names.Throw)
		if err != nil {
			return vm.Undefined, false, err
		}
		if f == nil {
			if err := closeObject(m, it.Object, nil); err != nil {
				return vm.Undefined, false, err
			}
			return vm.Undefined, false, m.ThrowType("The iterator does not provide a 'throw' method")
		}
		r, err := m.Call(vm.ObjectValue(f), it.Object, c.Args...)
		return r, false, err
	})
}
