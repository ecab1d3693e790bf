package stdlib

// This file defines Iterator, Iterator.prototype's methods that consume an iterator, and the iterators of arrays. The
// methods that return iterators are in iterator_helper.go.

import (
	"github.com/neurocode-ai/codemode/vm"
)

func (l *library) defineIterators() {
	r := l.Realm
	k := l.Constructor("Iterator", 0, iteratorConstructor, nil, nil)
	p := r.IteratorPrototype
	l.Prop(k, r.Names.Prototype, vm.ObjectValue(p), 0)
	l.Method(k, "from", 1, iteratorFromStatic)
	l.Accessor(p, r.Names.Constructor, func(*vm.Call) (vm.Value, error) { return vm.ObjectValue(k), nil },
		weirdSetter(p, r.Names.Constructor), vm.FlagConfigurable)
	l.Accessor(p, r.Names.SymToStringTag, func(*vm.Call) (vm.Value, error) { return vm.ASCII("Iterator"), nil },
		weirdSetter(p, r.Names.SymToStringTag), vm.FlagConfigurable)
	l.SymbolMethod(p, r.Names.SymIterator, 0, vm.FlagsHidden, returnThis)
	l.SymbolMethod(r.AsyncIteratorPrototype, r.Names.SymAsyncIterator, 0, vm.FlagsHidden, returnThis)
	l.Method(p, "drop", 1, iteratorDrop)
	l.Method(p, "every", 1, iteratorEvery)
	l.Method(p, "filter", 1, iteratorFilter)
	l.Method(p, "find", 1, iteratorFind)
	l.Method(p, "flatMap", 1, iteratorFlatMap)
	l.Method(p, "forEach", 1, iteratorForEach)
	l.Method(p, "map", 1, iteratorMap)
	l.Method(p, "reduce", 1, iteratorReduce)
	l.Method(p, "some", 1, iteratorSome)
	l.Method(p, "take", 1, iteratorTake)
	l.Method(p, "toArray", 0, iteratorToArray)
	l.defineIteratorHelpers()

	l.StepperNext(r.ArrayIteratorPrototype, arrayIteratorKind)
	l.Tag(r.ArrayIteratorPrototype, arrayIteratorKind)
}

// iteratorConstructor is Iterator, an abstract class.
func iteratorConstructor(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if c.NewTarget == nil || c.NewTarget == c.Callee {
		return vm.Undefined, m.ThrowType("Abstract class Iterator not directly constructable")
	}
	proto, err := m.ProtoFromConstructor(c.NewTarget, m.Realm().IteratorPrototype)
	if err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(m.NewObject(proto)), nil
}

// weirdSetter is SetterThatIgnoresPrototypeProperties(this, home, key, v).
func weirdSetter(home *vm.Object, key vm.PropertyKey) vm.NativeFunc {
	return func(c *vm.Call) (vm.Value, error) {
		m := c.VM
		o := c.This.Object()
		if o == nil {
			return vm.Undefined, m.ThrowType("Cannot set property %s of %s", key.Text(), m.Describe(c.This))
		}
		if o == home {
			return vm.Undefined, m.ThrowType("Cannot assign to property '%s' of Iterator.prototype: built-in objects cannot be changed", key.Text())
		}
		_, ok, err := m.GetOwn(o, key)
		if err != nil {
			return vm.Undefined, err
		}
		if !ok {
			return vm.Undefined, m.CreateDataPropertyOrThrow(o, key, c.Arg(0))
		}
		return vm.Undefined, m.Set(o, key, c.Arg(0))
	}
}

// directIterator checks the receiver of an iterator method.
func directIterator(c *vm.Call, method string) (vm.Value, error) {
	if !c.This.IsObject() {
		return vm.Undefined, c.VM.ThrowType("Iterator.prototype.%s called on non-object", method)
	}
	return c.This, nil
}

// consume is the frame of the methods that call back for every value: it checks receiver and callback, and closes the
// iterator when the check or the callback fails. f returns vm.ErrStopIteration to end early.
func consume(c *vm.Call, method string, f func(v vm.Value, i int) error) error {
	m := c.VM
	if _, err := directIterator(c, method); err != nil {
		return err
	}
	if err := needCallable(m, c.Arg(0)); err != nil {
		return closeObject(m, c.This, err)
	}
	it, err := m.GetIteratorDirect(c.This)
	if err != nil {
		return err
	}
	return drain(m, it, f)
}

// drain calls f with the remaining values of an iterator and their number.
func drain(m *vm.VM, it *vm.Iterator, f func(v vm.Value, i int) error) error {
	for i := 0; ; i++ {
		v, ok, err := it.Next()
		if err != nil || !ok {
			return err
		}
		if err := m.Charge(1); err != nil {
			return err
		}
		if err := f(v, i); err != nil {
			if err = it.Close(err); err == vm.ErrStopIteration {
				return nil
			}
			return err
		}
	}
}

// closeObject is IteratorClose of an iterator whose next method has not been read.
func closeObject(m *vm.VM, iterator vm.Value, completion error) error {
	it := vm.NewIterator(m, iterator, vm.Undefined)
	return it.Close(completion)
}

func iteratorForEach(c *vm.Call) (vm.Value, error) {
	return vm.Undefined, consume(c, "forEach", func(v vm.Value, i int) error {
		_, err := c.VM.Call(c.Arg(0), vm.Undefined, v, vm.Int(i))
		return err
	})
}

// test calls the predicate of a method with a value.
func test(c *vm.Call, v vm.Value, i int) (bool, error) {
	r, err := c.VM.Call(c.Arg(0), vm.Undefined, v, vm.Int(i))
	return vm.ToBoolean(r), err
}

func iteratorEvery(c *vm.Call) (vm.Value, error) {
	all := true
	err := consume(c, "every", func(v vm.Value, i int) error {
		ok, err := test(c, v, i)
		if err == nil && !ok {
			all, err = false, vm.ErrStopIteration
		}
		return err
	})
	return vm.Bool(all), err
}

func iteratorSome(c *vm.Call) (vm.Value, error) {
	found := false
	err := consume(c, "some", func(v vm.Value, i int) error {
		ok, err := test(c, v, i)
		if err == nil && ok {
			found, err = true, vm.ErrStopIteration
		}
		return err
	})
	return vm.Bool(found), err
}

func iteratorFind(c *vm.Call) (vm.Value, error) {
	found := vm.Undefined
	err := consume(c, "find", func(v vm.Value, i int) error {
		ok, err := test(c, v, i)
		if err == nil && ok {
			found, err = v, vm.ErrStopIteration
		}
		return err
	})
	return found, err
}

func iteratorReduce(c *vm.Call) (vm.Value, error) {
	acc, have := vm.Undefined, false
	if len(c.Args) > 1 {
		acc, have = c.Args[1], true
	}
	err := consume(c, "reduce", func(v vm.Value, i int) error {
		if !have {
			acc, have = v, true
			return nil
		}
		var err error
		acc, err = c.VM.Call(c.Arg(0), vm.Undefined, acc, v, vm.Int(i))
		return err
	})
	if err == nil && !have {
		err = c.VM.ThrowType("Reduce of a done iterator with no initial value")
	}
	return acc, err
}

func iteratorToArray(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if _, err := directIterator(c, "toArray"); err != nil {
		return vm.Undefined, err
	}
	it, err := m.GetIteratorDirect(c.This)
	if err != nil {
		return vm.Undefined, err
	}
	out := list{m: m}
	if err := drain(m, it, func(v vm.Value, _ int) error { return out.add(v) }); err != nil {
		return vm.Undefined, err
	}
	return out.array(), nil
}

const arrayIteratorKind = "Array Iterator"

// arrayCursor is the data of what Array.prototype[Symbol.iterator] returns. It is live: elements added during the
// iteration are visited.
type arrayCursor struct {
	o    *vm.Object // nil when exhausted
	next int
	kind iterationKind
}

// iterationKind is what an iterator of an array gives: the methods keys and entries of arrays return arrays, but those of
// typed arrays iterators.
type iterationKind uint8

const (
	iterateValues iterationKind = iota
	iterateKeys
	iterateEntries
)

// IteratorKind implements the check of vm.Builder.StepperNext.
func (a *arrayCursor) IteratorKind() string { return arrayIteratorKind }

// Step implements vm.Stepper.
func (a *arrayCursor) Step(m *vm.VM) (vm.Value, bool, error) {
	if a.o == nil {
		return vm.Undefined, false, nil
	}
	n, err := iterableLength(m, a.o)
	if err != nil {
		return vm.Undefined, false, err
	}
	if a.next >= n {
		a.o = nil
		return vm.Undefined, false, nil
	}
	i := a.next
	a.next++
	if a.kind == iterateKeys {
		return vm.Int(i), true, nil
	}
	if t := vm.TypedArrayOf(a.o); t != nil && a.kind == iterateValues {
		return t.Get(i), true, nil
	}
	v, err := elementAt(m, a.o, i)
	if a.kind == iterateEntries && err == nil {
		v = vm.ObjectValue(m.NewArrayOf(vm.Int(i), v))
	}
	return v, err == nil, err
}

// Trace implements vm.Tracer.
func (a *arrayCursor) Trace(mark func(vm.Value)) int {
	if a.o != nil {
		mark(vm.ObjectValue(a.o))
	}
	return 48
}

// iterableArray is implemented by the data of typed arrays, whose iteration fails when their buffer is gone.
type iterableArray interface {
	IterableLength(m *vm.VM) (int, error)
}

// iterableLength is the length that an array iterator sees.
func iterableLength(m *vm.VM, o *vm.Object) (int, error) {
	if t, ok := o.Data().(iterableArray); ok {
		return t.IterableLength(m)
	}
	return m.LengthOf(o)
}

// arrayIterator is Array.prototype[Symbol.iterator].
func arrayIterator(c *vm.Call) (vm.Value, error) {
	o, err := c.VM.ToObject(c.This)
	if err != nil {
		return vm.Undefined, err
	}
	return newArrayIterator(c.VM, o), nil
}

// newArrayIterator is CreateArrayIterator for values.
func newArrayIterator(m *vm.VM, o *vm.Object) vm.Value {
	return vm.ObjectValue(m.NewObjectOf(vm.ClassIterator, m.Realm().ArrayIteratorPrototype, &arrayCursor{o: o}))
}
