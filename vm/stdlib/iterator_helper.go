package stdlib

// This file defines the iterator helpers (map, filter, take, drop, flatMap) and Iterator.from.

import (
	"math"

	"github.com/neurocode-ai/codemode/vm"
)

func (l *library) defineIteratorHelpers() {
	r := l.Realm
	h := r.IteratorHelperPrototype
	l.StepperNext(h, helperKind)
	l.Method(h, "return", 0, helperReturn)
	l.Tag(h, helperKind)

	w := r.WrapForValidIteratorPrototype
	l.Method(w, "next", 0, wrapperNext)
	l.Method(w, "return", 0, wrapperReturn)
}

const helperKind = "Iterator Helper"

// helperState says where an iterator helper is in its life.
type helperState uint8

const (
	helperFresh helperState = iota
	helperSuspended
	helperRunning
	helperDone
)

// A helper is the data of the objects that map, filter, take, drop and flatMap return. step computes the next value
// from the underlying iterator as the closure of the specification's generator does.
type helper struct {
	state   helperState
	it      *vm.Iterator
	inner   *vm.Iterator // flatMap: the iterator whose values are being passed on
	f       vm.Value
	counter int
	limit   float64 // take, drop: what is left
	step    func(m *vm.VM, h *helper) (v vm.Value, ok bool, err error)
}

// Trace implements vm.Tracer.
func (h *helper) Trace(mark func(vm.Value)) int {
	for _, it := range []*vm.Iterator{h.it, h.inner} {
		if it != nil {
			mark(it.Object)
			mark(it.NextMethod)
		}
	}
	mark(h.f)
	return 320
}

func helperOf(c *vm.Call, method string) (*helper, error) {
	if o := c.This.Object(); o != nil {
		if h, ok := o.Data().(*helper); ok {
			return h, nil
		}
	}
	return nil, incompatible(c.VM, "Iterator Helper.prototype."+method, c.This)
}

// IteratorKind implements the check of vm.Builder.StepperNext.
func (h *helper) IteratorKind() string { return helperKind }

// HasReturn says that closing the iterator matters.
func (h *helper) HasReturn() {}

// Step implements vm.Stepper: %IteratorHelperPrototype%.next.
func (h *helper) Step(m *vm.VM) (vm.Value, bool, error) {
	switch h.state {
	case helperRunning:
		return vm.Undefined, false, m.ThrowType("Generator is already running")
	case helperDone:
		return vm.Undefined, false, nil
	}
	if err := m.Nest(); err != nil { // helpers of helpers
		return vm.Undefined, false, err
	}
	h.state = helperRunning
	v, ok, err := h.step(m, h)
	m.Unnest()
	if err != nil || !ok {
		h.state = helperDone
		return vm.Undefined, false, err
	}
	h.state = helperSuspended
	return v, true, m.Charge(2)
}

// helperReturn is %IteratorHelperPrototype%.return.
func helperReturn(c *vm.Call) (vm.Value, error) {
	m := c.VM
	h, err := helperOf(c, "return")
	if err != nil {
		return vm.Undefined, err
	}
	switch h.state {
	case helperRunning:
		return vm.Undefined, m.ThrowType("Generator is already running")
	case helperFresh:
		h.state = helperDone
		if err := closeObject(m, h.it.Object, nil); err != nil {
			return vm.Undefined, err
		}
	case helperSuspended:
		h.state = helperRunning
		if h.inner != nil {
			err = h.inner.Close(nil)
			h.inner = nil
			if err != nil {
				h.state = helperDone
				return vm.Undefined, closeObject(m, h.it.Object, err)
			}
		}
		err := closeObject(m, h.it.Object, nil)
		h.state = helperDone
		if err != nil {
			return vm.Undefined, err
		}
	}
	return m.IterResult(vm.Undefined, true), nil
}

// newHelper makes an iterator helper over the receiver.
func newHelper(c *vm.Call, h *helper) (vm.Value, error) {
	m := c.VM
	it, err := m.GetIteratorDirect(c.This)
	if err != nil {
		return vm.Undefined, err
	}
	h.it = it
	if err := m.Alloc(200); err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(m.NewObjectOf(vm.ClassIterator, m.Realm().IteratorHelperPrototype, h)), nil
}

// callbackHelper is the frame of the helpers with a callback.
func callbackHelper(c *vm.Call, method string, step func(m *vm.VM, h *helper) (vm.Value, bool, error)) (vm.Value, error) {
	if _, err := directIterator(c, method); err != nil {
		return vm.Undefined, err
	}
	if err := needCallable(c.VM, c.Arg(0)); err != nil {
		return vm.Undefined, closeObject(c.VM, c.This, err)
	}
	return newHelper(c, &helper{f: c.Arg(0), step: step})
}

// call calls the callback of a helper with a value, closing the underlying iterator on failure.
func (h *helper) call(m *vm.VM, v vm.Value) (vm.Value, error) {
	r, err := m.Call(h.f, vm.Undefined, v, vm.Int(h.counter))
	h.counter++
	if err != nil {
		return vm.Undefined, h.it.Close(err)
	}
	return r, nil
}

func iteratorMap(c *vm.Call) (vm.Value, error) {
	return callbackHelper(c, "map", func(m *vm.VM, h *helper) (vm.Value, bool, error) {
		v, ok, err := h.it.Next()
		if err != nil || !ok {
			return vm.Undefined, false, err
		}
		r, err := h.call(m, v)
		return r, err == nil, err
	})
}

func iteratorFilter(c *vm.Call) (vm.Value, error) {
	return callbackHelper(c, "filter", func(m *vm.VM, h *helper) (vm.Value, bool, error) {
		for {
			v, ok, err := h.it.Next()
			if err != nil || !ok {
				return vm.Undefined, false, err
			}
			r, err := h.call(m, v)
			if err != nil {
				return vm.Undefined, false, err
			}
			if vm.ToBoolean(r) {
				return v, true, nil
			}
		}
	})
}

func iteratorFlatMap(c *vm.Call) (vm.Value, error) {
	return callbackHelper(c, "flatMap", func(m *vm.VM, h *helper) (vm.Value, bool, error) {
		for {
			if h.inner != nil {
				v, ok, err := h.inner.Next()
				if err != nil {
					return vm.Undefined, false, h.it.Close(err)
				}
				if ok {
					return v, true, nil
				}
				h.inner = nil
			}
			v, ok, err := h.it.Next()
			if err != nil || !ok {
				return vm.Undefined, false, err
			}
			r, err := h.call(m, v)
			if err != nil {
				return vm.Undefined, false, err
			}
			if h.inner, err = flattenable(m, r, false); err != nil {
				return vm.Undefined, false, h.it.Close(err)
			}
		}
	})
}

// flattenable is GetIteratorFlattenable; strings are refused by flatMap and taken by Iterator.from.
func flattenable(m *vm.VM, v vm.Value, strings bool) (*vm.Iterator, error) {
	if !v.IsObject() && !(strings && v.IsString()) {
		return nil, m.ThrowType("%s is not an object", m.Describe(v))
	}
	method, err := m.GetMethod(v, m.Realm().Names.SymIterator)
	if err != nil {
		return nil, err
	}
	iterator := v
	if method != nil {
		if iterator, err = m.Call(vm.ObjectValue(method), v); err != nil {
			return nil, err
		}
	}
	if !iterator.IsObject() {
		return nil, m.ThrowType("%s is not an object", m.Describe(iterator))
	}
	return m.GetIteratorDirect(iterator)
}

// limitArgument reads the argument of take and drop.
func limitArgument(c *vm.Call, method string) (float64, error) {
	m := c.VM
	if _, err := directIterator(c, method); err != nil {
		return 0, err
	}
	f, err := m.ToNumber(c.Arg(0))
	if err != nil {
		return 0, closeObject(m, c.This, err)
	}
	if f != f {
		return 0, closeObject(m, c.This, m.ThrowRange("%s must be a number", m.Describe(c.Arg(0))))
	}
	if f = math.Trunc(f); f < 0 || f > maxLength && !math.IsInf(f, 1) {
		return 0, closeObject(m, c.This, m.ThrowRange("%s must be between 0 and 2**53-1", m.Describe(c.Arg(0))))
	}
	return f, nil
}

func iteratorTake(c *vm.Call) (vm.Value, error) {
	limit, err := limitArgument(c, "take")
	if err != nil {
		return vm.Undefined, err
	}
	return newHelper(c, &helper{limit: limit, f: vm.Undefined, step: func(m *vm.VM, h *helper) (vm.Value, bool, error) {
		if h.limit == 0 {
			return vm.Undefined, false, closeObject(m, h.it.Object, nil)
		}
		h.limit-- // stays infinite
		return h.it.Next()
	}})
}

func iteratorDrop(c *vm.Call) (vm.Value, error) {
	limit, err := limitArgument(c, "drop")
	if err != nil {
		return vm.Undefined, err
	}
	return newHelper(c, &helper{limit: limit, f: vm.Undefined, step: func(m *vm.VM, h *helper) (vm.Value, bool, error) {
		for h.limit > 0 {
			h.limit--
			if _, ok, err := h.it.Next(); err != nil || !ok {
				return vm.Undefined, false, err
			}
		}
		return h.it.Next()
	}})
}

// A wrapper is the data of what Iterator.from returns for iterators that do not inherit from Iterator.prototype.
type wrapper struct{ it *vm.Iterator }

// Trace implements vm.Tracer.
func (w *wrapper) Trace(mark func(vm.Value)) int {
	mark(w.it.Object)
	mark(w.it.NextMethod)
	return 160
}

// iteratorFromStatic is Iterator.from.
func iteratorFromStatic(c *vm.Call) (vm.Value, error) {
	m := c.VM
	it, err := flattenable(m, c.Arg(0), true)
	if err != nil {
		return vm.Undefined, err
	}
	for p := it.Object.Object().Proto(); p != nil; p = p.Proto() {
		if p == m.Realm().IteratorPrototype {
			return it.Object, nil
		}
		if err := m.Charge(1); err != nil {
			return vm.Undefined, err
		}
	}
	if err := m.Alloc(160); err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(m.NewObjectOf(vm.ClassIterator, m.Realm().WrapForValidIteratorPrototype, &wrapper{it})), nil
}

func wrapperOf(c *vm.Call, method string) (*wrapper, error) {
	if o := c.This.Object(); o != nil {
		if w, ok := o.Data().(*wrapper); ok {
			return w, nil
		}
	}
	return nil, incompatible(c.VM, "%WrapForValidIteratorPrototype%."+method, c.This)
}

func wrapperNext(c *vm.Call) (vm.Value, error) {
	w, err := wrapperOf(c, "next")
	if err != nil {
		return vm.Undefined, err
	}
	return c.VM.Call(w.it.NextMethod, w.it.Object)
}

func wrapperReturn(c *vm.Call) (vm.Value, error) {
	w, err := wrapperOf(c, "return")
	if err != nil {
		return vm.Undefined, err
	}
	m := c.VM
	f, err := m.GetMethod(w.it.Object, m.Realm().Names.Return)
	if err != nil {
		return vm.Undefined, err
	}
	if f == nil {
		return m.IterResult(vm.Undefined, true), nil
	}
	return m.Call(vm.ObjectValue(f), w.it.Object)
}
