package stdlib

// This file defines Promise: the constructor, the prototype, and the static functions that make one promise. The
// combinators are in promise_combine.go.

import "github.com/neurocode-ai/codemode/vm"

func (l *library) definePromise() {
	r := l.Realm
	k := l.Constructor("Promise", 1, promiseConstructor, r.PromisePrototype, nil)
	r.PromiseConstructor = k
	l.Method(k, "all", 1, promiseAll)
	l.Method(k, "allSettled", 1, promiseAllSettled)
	l.Method(k, "any", 1, promiseAny)
	l.Method(k, "race", 1, promiseRace)
	l.Method(k, "reject", 1, promiseReject)
	r.PromiseResolve = l.Method(k, "resolve", 1, promiseResolve)
	l.Method(k, "try", 1, promiseTry)
	l.Method(k, "withResolvers", 0, promiseWithResolvers)
	l.Accessor(k, r.Names.SymSpecies, returnThis, nil, vm.FlagConfigurable)
	p := r.PromisePrototype
	l.Method(p, "catch", 1, promiseCatch)
	l.Method(p, "finally", 1, promiseFinally)
	r.PromiseThen = l.Method(p, "then", 2, promiseThen)
	l.Tag(p, "Promise")
}

// promiseConstructor is Promise(executor).
func promiseConstructor(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if c.NewTarget == nil {
		return vm.Undefined, m.ThrowType("Promise constructor cannot be invoked without 'new'")
	}
	executor := c.Arg(0)
	if !executor.IsCallable() {
		return vm.Undefined, m.ThrowType("Promise resolver %s is not a function", m.Describe(executor))
	}
	proto, err := m.ProtoFromConstructor(c.NewTarget, m.Realm().PromisePrototype)
	if err != nil {
		return vm.Undefined, err
	}
	var p *vm.Object
	if proto == m.Realm().PromisePrototype {
		p = m.NewPromise()
	} else {
		p = m.NewPromiseObject(proto)
	}
	resolve, reject := m.ResolvingFunctions(p)
	if _, err := m.Call(executor, vm.Undefined, vm.ObjectValue(resolve), vm.ObjectValue(reject)); err != nil {
		v, ok := thrownValue(err)
		if !ok {
			return vm.Undefined, err
		}
		if _, err := m.Call(vm.ObjectValue(reject), vm.Undefined, v); err != nil {
			return vm.Undefined, err
		}
	}
	return vm.ObjectValue(p), nil
}

// promiseThen is Promise.prototype.then.
func promiseThen(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o := c.This.Object()
	if vm.PromiseOf(c.This) == nil {
		return vm.Undefined, incompatible(m, "Promise.prototype.then", c.This)
	}
	derived, err := derivedCapability(m, o)
	if err != nil {
		return vm.Undefined, err
	}
	m.Then(o, handler(c.Arg(0)), handler(c.Arg(1)), derived)
	return vm.ObjectValue(derived.Promise), nil
}

// derivedCapability makes the capability of the promise that then returns.
func derivedCapability(m *vm.VM, o *vm.Object) (vm.Capability, error) {
	r := m.Realm()
	if o.IsPristine(r.PromisePrototype) {
		return vm.Capability{Promise: m.NewPromise()}, nil
	}
	k, err := speciesConstructor(m, o, r.PromiseConstructor)
	if err != nil {
		return vm.Capability{}, err
	}
	return m.NewCapability(vm.ObjectValue(k))
}

// handler returns a function argument, nil for everything else.
func handler(v vm.Value) *vm.Object {
	if v.IsCallable() {
		return v.Object()
	}
	return nil
}

func promiseCatch(c *vm.Call) (vm.Value, error) {
	return c.VM.Invoke(c.This, c.VM.Realm().Names.Then, vm.Undefined, c.Arg(0))
}

// promiseFinally is Promise.prototype.finally.
func promiseFinally(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o := c.This.Object()
	if o == nil {
		return vm.Undefined, incompatible(m, "Promise.prototype.finally", c.This)
	}
	k, err := speciesConstructor(m, o, m.Realm().PromiseConstructor)
	if err != nil {
		return vm.Undefined, err
	}
	f := c.Arg(0)
	if !f.IsCallable() {
		return m.Invoke(c.This, m.Realm().Names.Then, f, f)
	}
	onSettled := func(throw bool) vm.Value {
		fn := m.NewNative("", 1, &slots{[]vm.Value{f, vm.ObjectValue(k)}}, func(c *vm.Call) (vm.Value, error) {
			return afterFinally(c, f, k, throw)
		})
		return vm.ObjectValue(fn)
	}
	return m.Invoke(c.This, m.Realm().Names.Then, onSettled(false), onSettled(true))
}

// afterFinally calls the callback of finally and continues with the original outcome once what it returned is settled.
func afterFinally(c *vm.Call, f vm.Value, k *vm.Object, throw bool) (vm.Value, error) {
	m := c.VM
	outcome := c.Arg(0)
	r, err := m.Call(f, vm.Undefined)
	if err != nil {
		return vm.Undefined, err
	}
	p, err := m.PromiseResolve(vm.ObjectValue(k), r)
	if err != nil {
		return vm.Undefined, err
	}
	after := m.NewNative("", 0, &slots{[]vm.Value{outcome}}, func(c *vm.Call) (vm.Value, error) {
		if throw {
			return vm.Undefined, c.VM.Throw(outcome)
		}
		return outcome, nil
	})
	return m.Invoke(vm.ObjectValue(p), m.Realm().Names.Then, vm.ObjectValue(after))
}

func promiseResolve(c *vm.Call) (vm.Value, error) {
	if !c.This.IsObject() {
		return vm.Undefined, c.VM.ThrowType("Promise.resolve called on non-object")
	}
	p, err := c.VM.PromiseResolve(c.This, c.Arg(0))
	return vm.ObjectValue(p), err
}

func promiseReject(c *vm.Call) (vm.Value, error) {
	m := c.VM
	capability, err := m.NewCapability(c.This)
	if err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(capability.Promise), m.RejectCapability(capability, c.Arg(0))
}

// promiseTry is Promise.try.
func promiseTry(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if !c.This.IsObject() {
		return vm.Undefined, m.ThrowType("Promise.try called on non-object")
	}
	capability, err := m.NewCapability(c.This)
	if err != nil {
		return vm.Undefined, err
	}
	var args []vm.Value
	if len(c.Args) > 1 {
		args = c.Args[1:]
	}
	v, err := m.Call(c.Arg(0), vm.Undefined, args...)
	if err == nil {
		err = m.ResolveCapability(capability, v)
	} else {
		err = m.RejectCapabilityWith(capability, err)
	}
	return vm.ObjectValue(capability.Promise), err
}

// promiseWithResolvers is Promise.withResolvers.
func promiseWithResolvers(c *vm.Call) (vm.Value, error) {
	m := c.VM
	capability, err := m.NewCapability(c.This)
	if err != nil {
		return vm.Undefined, err
	}
	withFunctions(m, &capability)
	names := &m.Realm().Names
	o := m.NewPlainObject()
	if err := m.CreateDataPropertyOrThrow(o, names.Promise, vm.ObjectValue(capability.Promise)); err != nil {
		return vm.Undefined, err
	}
	if err := m.CreateDataPropertyOrThrow(o, names.Resolve, vm.ObjectValue(capability.Resolve)); err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(o), m.CreateDataPropertyOrThrow(o, names.Reject, vm.ObjectValue(capability.Reject))
}

// withFunctions gives a capability that the machine settles directly its resolving functions.
func withFunctions(m *vm.VM, c *vm.Capability) {
	if c.Resolve == nil {
		c.Resolve, c.Reject = m.ResolvingFunctions(c.Promise)
	}
}
