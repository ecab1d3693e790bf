package stdlib

// This file defines Promise.all, allSettled, any and race.
//
// The first three share one structure, a combination: it counts the members that have not settled yet and collects
// what they give. Members whose then method is the realm's are subscribed to directly, in the same number of jobs as
// calling then would take.

import "github.com/neurocode-ai/codemode/vm"

// A combination is the state of a call of all, allSettled or any. It is the data of the object holder, through which
// everything that settles it refers to it, so that the memory meter walks over it once.
type combination struct {
	kind       combinator
	holder     *vm.Object
	values     []vm.Value
	remaining  int
	capability *vm.Capability
}

// A combinator says what a combination does with outcomes.
type combinator struct {
	method string
	// fulfilled and rejected return what is stored for an outcome; nil settles the combination with the outcome.
	fulfilled, rejected func(m *vm.VM, v vm.Value) vm.Value
	finish              func(m *vm.VM, c *combination) error
}

// Trace implements vm.Tracer.
func (c *combination) Trace(mark func(vm.Value)) int {
	mark(vm.ObjectValue(c.capability.Promise))
	for _, f := range []*vm.Object{c.capability.Resolve, c.capability.Reject} {
		if f != nil {
			mark(vm.ObjectValue(f))
		}
	}
	for _, v := range c.values {
		mark(v)
	}
	return 96 + cap(c.values)*valueBytes
}

// settleOne counts a member as settled; the last one finishes the combination.
func (c *combination) settleOne(m *vm.VM) error {
	c.remaining--
	if c.remaining > 0 {
		return nil
	}
	return c.kind.finish(m, c)
}

// Collect implements vm.Collector.
func (c *combination) Collect(m *vm.VM, i int, ok bool, v vm.Value) error {
	if err := m.Charge(1); err != nil {
		return err
	}
	switch {
	case ok && c.kind.fulfilled == nil:
		return m.ResolveCapability(*c.capability, v)
	case ok:
		c.values[i] = c.kind.fulfilled(m, v)
	case c.kind.rejected == nil:
		return m.RejectCapability(*c.capability, v)
	default:
		c.values[i] = c.kind.rejected(m, v)
	}
	return c.settleOne(m)
}

// functions returns the handlers of a member whose then method is not the realm's: they may be called at any time and
// more than once.
func (c *combination) functions(m *vm.VM, i int) (onFulfilled, onRejected *vm.Object) {
	done := new(bool)
	element := func(ok bool) *vm.Object {
		return m.NewNative("", 1, &slots{[]vm.Value{vm.ObjectValue(c.holder)}}, func(call *vm.Call) (vm.Value, error) {
			if *done {
				return vm.Undefined, nil
			}
			*done = true
			return vm.Undefined, c.Collect(call.VM, i, ok, call.Arg(0))
		})
	}
	withFunctions(m, c.capability)
	onFulfilled, onRejected = c.capability.Resolve, c.capability.Reject
	if c.kind.fulfilled != nil {
		onFulfilled = element(true)
	}
	if c.kind.rejected != nil {
		onRejected = element(false)
	}
	return onFulfilled, onRejected
}

// members is the frame of the combinators: it makes the capability, walks over the members and hands the promise of
// each to add. Failures reject the promise that is returned.
func members(c *vm.Call, method string, start func(capability *vm.Capability), add func(i int, p vm.Value, plain bool) error, end func() error) (vm.Value, error) {
	m := c.VM
	capability, err := m.NewCapability(c.This)
	if err != nil {
		return vm.Undefined, err
	}
	start(&capability)
	if err = eachMember(c, method, add); err == nil {
		err = end()
	}
	if err != nil {
		err = m.RejectCapabilityWith(capability, err)
	}
	return vm.ObjectValue(capability.Promise), err
}

func eachMember(c *vm.Call, method string, add func(i int, p vm.Value, plain bool) error) error {
	m := c.VM
	r := m.Realm()
	resolve, err := m.GetV(c.This, r.Names.Resolve)
	if err != nil {
		return err
	}
	if !resolve.IsCallable() {
		return m.ThrowType("Promise resolve or reject function is not callable")
	}
	it, err := memberIterator(m, c.Arg(0), method)
	if err != nil {
		return err
	}
	native := c.This.Object() == r.PromiseConstructor
	return drain(m, it, func(v vm.Value, i int) error {
		if err := m.Charge(16); err != nil {
			return err
		}
		if native {
			p, err := m.PromiseResolve(c.This, v)
			if err != nil {
				return err
			}
			return add(i, vm.ObjectValue(p), p.IsPristine(r.PromisePrototype))
		}
		p, err := m.Call(resolve, c.This, v)
		if err != nil {
			return err
		}
		return add(i, p, false)
	})
}

// memberIterator is GetIterator with an error that names the combinator.
func memberIterator(m *vm.VM, v vm.Value, method string) (*vm.Iterator, error) {
	if o := v.Object(); v.IsString() || o != nil && o.IsArray() {
		return m.GetIterator(v)
	}
	var f *vm.Object
	if !v.IsNullish() {
		var err error
		if f, err = m.GetMethod(v, m.Realm().Names.SymIterator); err != nil {
			return nil, err
		}
	}
	if f == nil {
		hint := ""
		if vm.PromiseOf(v) != nil {
			hint = "; put the promise into an array, or await it by itself"
		}
		return nil, m.ThrowType("%s expects an array (or another iterable) of promises, but got %s%s", method, m.Describe(v), hint)
	}
	return m.GetIteratorFrom(v, f)
}

// subscribe calls then of a member's promise.
func subscribe(m *vm.VM, p vm.Value, plain bool, onFulfilled, onRejected *vm.Object) error {
	if plain {
		m.Then(p.Object(), onFulfilled, onRejected, vm.Capability{})
		return nil
	}
	_, err := m.Invoke(p, m.Realm().Names.Then, vm.ObjectValue(onFulfilled), vm.ObjectValue(onRejected))
	return err
}

// combine runs all, allSettled or any.
func combine(c *vm.Call, kind combinator) (vm.Value, error) {
	m := c.VM
	s := &combination{kind: kind, remaining: 1}
	s.holder = m.NewObjectOf(vm.ClassOther, nil, s)
	return members(c, kind.method, func(capability *vm.Capability) {
		s.capability = capability
	}, func(i int, p vm.Value, plain bool) error {
		if err := m.Alloc(valueBytes + 16); err != nil {
			return err
		}
		s.values = append(s.values, vm.Undefined)
		s.remaining++
		if plain {
			m.ThenCollect(p.Object(), s.holder, i)
			return nil
		}
		onFulfilled, onRejected := s.functions(m, i)
		return subscribe(m, p, false, onFulfilled, onRejected)
	}, func() error { return s.settleOne(m) })
}

// finishWithArray resolves with the array of the values.
func finishWithArray(m *vm.VM, s *combination) error {
	values := s.values
	s.values = nil
	return m.ResolveCapability(*s.capability, vm.ObjectValue(m.ArrayFrom(nil, values)))
}

func outcomeItself(_ *vm.VM, v vm.Value) vm.Value { return v }

func promiseAll(c *vm.Call) (vm.Value, error) {
	return combine(c, combinator{method: "Promise.all", fulfilled: outcomeItself, finish: finishWithArray})
}

// promiseAllSettled is Promise.allSettled.
func promiseAllSettled(c *vm.Call) (vm.Value, error) {
	names := &c.VM.Realm().Names
	outcome := func(status string, key vm.PropertyKey) func(m *vm.VM, v vm.Value) vm.Value {
		return func(m *vm.VM, v vm.Value) vm.Value {
			o := m.NewPlainObject()
			// A new ordinary object accepts both properties; the errors are those of the memory meter, which repeat.
			_ = m.CreateDataPropertyOrThrow(o, names.Status, vm.ASCII(status))
			_ = m.CreateDataPropertyOrThrow(o, key, v)
			return vm.ObjectValue(o)
		}
	}
	return combine(c, combinator{"Promise.allSettled", outcome("fulfilled", names.Value), outcome("rejected", names.Reason), finishWithArray})
}

// promiseAny is Promise.any.
func promiseAny(c *vm.Call) (vm.Value, error) {
	return combine(c, combinator{method: "Promise.any", rejected: outcomeItself, finish: func(m *vm.VM, s *combination) error {
		values := s.values
		s.values = nil
		e := m.NewError(vm.ErrorKindAggregate, "All promises were rejected")
		err := m.DefineOrThrow(e, m.Realm().Names.Errors, vm.DataProperty(vm.ObjectValue(m.ArrayFrom(nil, values)), vm.FlagsHidden))
		if err != nil {
			return err
		}
		return m.RejectCapability(*s.capability, vm.ObjectValue(e))
	}})
}

// A contest is the state of a Promise.race over promises of the realm.
type contest struct {
	capability vm.Capability
	members    []vm.Value
	over       bool
}

// Trace implements vm.Tracer.
func (r *contest) Trace(mark func(vm.Value)) int {
	mark(vm.ObjectValue(r.capability.Promise))
	for _, p := range r.members {
		mark(p)
	}
	return 64 + cap(r.members)*valueBytes
}

// win settles the race with the first outcome and interrupts the host operations that lost.
func (r *contest) win(m *vm.VM, ok bool, v vm.Value) error {
	if r.over {
		return nil
	}
	r.over = true
	for _, p := range r.members {
		m.CancelOperation(p, func() vm.Value {
			return vm.ObjectValue(m.NewError(vm.ErrorKindError, "This call was interrupted because another value won the race (Promise.race); await only the race, or use Promise.all or Promise.allSettled when every result is needed"))
		})
	}
	r.members = nil
	if ok {
		return m.ResolveCapability(r.capability, v)
	}
	return m.RejectCapability(r.capability, v)
}

// promiseRace is Promise.race. When its members are promises of the realm, host operations that lose are cancelled.
func promiseRace(c *vm.Call) (vm.Value, error) {
	m := c.VM
	r := &contest{}
	var won, lost *vm.Object
	return members(c, "Promise.race", func(capability *vm.Capability) {
		r.capability = *capability
	}, func(i int, p vm.Value, plain bool) error {
		if !plain {
			withFunctions(m, &r.capability)
			return subscribe(m, p, false, r.capability.Resolve, r.capability.Reject)
		}
		if won == nil {
			won = m.NewNative("", 1, r, func(c *vm.Call) (vm.Value, error) { return vm.Undefined, r.win(c.VM, true, c.Arg(0)) })
			lost = m.NewNative("", 1, r, func(c *vm.Call) (vm.Value, error) { return vm.Undefined, r.win(c.VM, false, c.Arg(0)) })
		}
		if err := m.Alloc(valueBytes); err != nil {
			return err
		}
		r.members = append(r.members, p)
		return subscribe(m, p, true, won, lost)
	}, func() error { return nil })
}
