package stdlib

// This file holds what the functions of the library share: checks of arguments and receivers, species, lists that are
// charged as they grow, and the state that the library keeps for an execution.

import "github.com/neurocode-ai/codemode/vm"

const valueBytes = 24 // the size of a vm.Value, for the memory meter

// execution is the library's state of one execution.
type execution struct {
	joining []*vm.Object // the arrays whose join is running
	console consoleState
	regExp  regExpState
	intl    intlState
}

// Trace implements vm.Tracer.
func (e *execution) Trace(mark func(vm.Value)) int {
	for _, o := range e.joining {
		mark(vm.ObjectValue(o))
	}
	return e.regExp.trace(mark)
}

func stateOf(m *vm.VM) *execution {
	return m.LibraryState(func() any { return &execution{} }).(*execution)
}

// returnThis is the getter of Symbol.species and the Symbol.iterator method of iterators.
func returnThis(c *vm.Call) (vm.Value, error) { return c.This, nil }

// needCallable fails unless v is a function.
func needCallable(m *vm.VM, v vm.Value) error {
	if !v.IsCallable() {
		return m.ThrowType("%s is not a function", m.Describe(v))
	}
	return nil
}

// needObject fails unless v is an object; method names the function that was called.
func needObject(m *vm.VM, v vm.Value, method string) (*vm.Object, error) {
	if o := v.Object(); o != nil {
		return o, nil
	}
	return nil, m.ThrowType("%s called on non-object: %s", method, m.Describe(v))
}

// incompatible is the error of a method that was called on the wrong kind of object.
func incompatible(m *vm.VM, method string, v vm.Value) error {
	return m.ThrowType("Method %s called on incompatible receiver %s", method, m.Describe(v))
}

// speciesConstructor is SpeciesConstructor(O, def).
func speciesConstructor(m *vm.VM, o, def *vm.Object) (*vm.Object, error) {
	names := &m.Realm().Names
	k, err := m.Get(o, names.Constructor)
	if err != nil || k.IsUndefined() {
		return def, err
	}
	ko := k.Object()
	if ko == nil {
		return nil, m.ThrowType("The constructor property is not an object: %s", m.Describe(k))
	}
	if ko == def && ko.IsRealm() {
		return def, nil
	}
	s, err := m.Get(ko, names.SymSpecies)
	if err != nil || s.IsNullish() {
		return def, err
	}
	if !vm.IsConstructor(s) {
		return nil, m.ThrowType("The species constructor is not a constructor: %s", m.Describe(s))
	}
	return s.Object(), nil
}

// list is a slice of values whose growth is charged.
type list struct {
	m     *vm.VM
	elems []vm.Value
}

// newList returns a list with room for n values.
func newList(m *vm.VM, n int) (list, error) {
	l := list{m: m}
	if n == 0 {
		return l, nil
	}
	if n > maxArrayElements {
		return l, m.ThrowRange("Invalid array length")
	}
	if err := m.Alloc(n * valueBytes); err != nil {
		return l, err
	}
	var err error
	l.elems, err = m.MakeValues(0, n)
	return l, err
}

func (l *list) add(v vm.Value) error {
	if len(l.elems) == cap(l.elems) {
		if err := l.grow(); err != nil {
			return err
		}
	}
	l.elems = append(l.elems, v)
	return nil
}

func (l *list) grow() error {
	n := len(l.elems)
	if n >= maxArrayElements {
		return l.m.ThrowRange("Invalid array length")
	}
	c := max(4, 2*n)
	if err := l.m.Alloc((c - n) * valueBytes); err != nil {
		return err
	}
	var err error
	l.elems, err = vm.Grow(l.m, l.elems, c, valueBytes)
	return err
}

// valueStep is the number of values that are copied between two charges, about 20 µs of work.
const valueStep = 1 << 14

// copyValues is copy for values, which may overlap, in charged steps. Copying a large array at once would take longer
// than a deadline may be overrun.
func copyValues(m *vm.VM, dst, src []vm.Value) error {
	n := min(len(dst), len(src))
	if n <= valueStep {
		copy(dst, src)
		return m.Charge(1 + n>>3)
	}
	overlapsUpwards := cap(src) > cap(dst) && &src[:cap(src)][cap(src)-1] == &dst[:cap(dst)][cap(dst)-1]
	for done := 0; done < n; {
		k := min(valueStep, n-done)
		if overlapsUpwards { // the target is further up in the same array: the end goes first
			copy(dst[n-done-k:n-done], src[n-done-k:n-done])
		} else {
			copy(dst[done:done+k], src[done:done+k])
		}
		done += k
		if err := m.Charge(k >> 3); err != nil {
			return err
		}
	}
	return nil
}

// clearValues sets values to undefined, in charged steps.
func clearValues(m *vm.VM, vs []vm.Value) error {
	for len(vs) > 0 {
		k := min(len(vs), valueStep)
		for i := range k {
			vs[i] = vm.Undefined
		}
		vs = vs[k:]
		if err := m.Charge(k >> 3); err != nil {
			return err
		}
	}
	return nil
}

// array returns the list as a new array. The list must not be used afterwards.
func (l *list) array() vm.Value { return vm.ObjectValue(l.m.ArrayFrom(nil, l.elems)) }

// appendAll appends values without calling the program, in charged steps.
func (l *list) appendAll(vs []vm.Value) error {
	n := len(l.elems) + len(vs)
	if n > maxArrayElements {
		return l.m.ThrowRange("Invalid array length")
	}
	if n > cap(l.elems) {
		c := max(n, 2*cap(l.elems))
		if err := l.m.Alloc((c - cap(l.elems)) * valueBytes); err != nil {
			return err
		}
		var err error
		if l.elems, err = vm.Grow(l.m, l.elems, c, valueBytes); err != nil {
			return err
		}
	}
	at := len(l.elems)
	l.elems = l.elems[:n]
	return copyValues(l.m, l.elems[at:], vs)
}

// slots is the data of functions that the library makes at run time; being a Tracer, it keeps what such a function
// refers to visible to the memory meter.
type slots struct{ values []vm.Value }

// Trace implements vm.Tracer.
func (s *slots) Trace(mark func(vm.Value)) int {
	for _, v := range s.values {
		mark(v)
	}
	return 24 + len(s.values)*valueBytes
}

// await continues with step when v is settled, as the Await operation does. state is what step works on: it is kept
// where the memory meter finds it. An exception of resolving v is delivered like a rejection.
func await(m *vm.VM, v vm.Value, state vm.Tracer, step func(m *vm.VM, ok bool, v vm.Value) error) error {
	if err := m.Charge(16); err != nil {
		return err
	}
	p, err := m.PromiseResolve(vm.ObjectValue(m.Realm().PromiseConstructor), v)
	if err != nil {
		t, ok := err.(*vm.Thrown)
		if !ok {
			return err
		}
		return step(m, false, t.Value)
	}
	m.Then(p,
		m.NewNative("", 1, state, func(c *vm.Call) (vm.Value, error) { return vm.Undefined, step(c.VM, true, c.Arg(0)) }),
		m.NewNative("", 1, state, func(c *vm.Call) (vm.Value, error) { return vm.Undefined, step(c.VM, false, c.Arg(0)) }),
		vm.Capability{})
	return nil
}

// thrownValue returns the exception behind err, or false when err is an abort.
func thrownValue(err error) (vm.Value, bool) {
	if t, ok := err.(*vm.Thrown); ok {
		return t.Value, true
	}
	return vm.Undefined, false
}
