package stdlib

// This file defines Set.

import (
	"math"

	"github.com/neurocode-ai/codemode/vm"
)

func (l *library) defineSet() {
	r := l.Realm
	k := l.Constructor("Set", 0, setConstructor, r.SetPrototype, nil)
	l.Accessor(k, r.Names.SymSpecies, returnThis, nil, vm.FlagConfigurable)
	p := r.SetPrototype
	l.Method(p, "add", 1, setAdd)
	l.Method(p, "clear", 0, setClear)
	l.Method(p, "delete", 1, setDelete)
	l.Method(p, "difference", 1, setDifference)
	l.Method(p, "entries", 0, setEntries)
	l.Method(p, "forEach", 1, setForEach)
	l.Method(p, "has", 1, setHas)
	l.Method(p, "intersection", 1, setIntersection)
	l.Method(p, "isDisjointFrom", 1, setIsDisjointFrom)
	l.Method(p, "isSubsetOf", 1, setIsSubsetOf)
	l.Method(p, "isSupersetOf", 1, setIsSupersetOf)
	l.Getter(p, "size", setSize)
	l.Method(p, "symmetricDifference", 1, setSymmetricDifference)
	l.Method(p, "union", 1, setUnion)
	values := l.Method(p, "values", 0, setValues)
	l.Prop(p, l.Key("keys"), vm.ObjectValue(values), vm.FlagsHidden)
	l.SymbolMethod(p, r.Names.SymIterator, 0, vm.FlagsHidden, setIterator)
	l.Tag(p, "Set")
	l.StepperNext(r.SetIteratorPrototype, setIteratorKind)
	l.Tag(r.SetIteratorPrototype, setIteratorKind)
}

func setConstructor(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, t, err := newCollection(c, "Set", vm.ClassSet, m.Realm().SetPrototype, false)
	if err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(o), fillSet(c, o, func(v vm.Value) error { return t.add(m, v) })
}

// fillSet adds the values of an iterable to a new Set or WeakSet; add is what the add method does when nothing is
// overridden.
func fillSet(c *vm.Call, o *vm.Object, add func(v vm.Value) error) error {
	m := c.VM
	if c.Arg(0).IsNullish() {
		return nil
	}
	if c.NewTarget != c.Callee {
		adder, err := m.Get(o, m.Realm().Names.Add)
		if err != nil {
			return err
		}
		if err := needCallable(m, adder); err != nil {
			return err
		}
		add = func(v vm.Value) error {
			_, err := m.Call(adder, vm.ObjectValue(o), v)
			return err
		}
	}
	return m.Iterate(c.Arg(0), add)
}

func setAdd(c *vm.Call) (vm.Value, error) {
	t, err := tableOf(c, vm.ClassSet, "Set.prototype.add")
	if err != nil {
		return vm.Undefined, err
	}
	return c.This, t.add(c.VM, c.Arg(0))
}

func setClear(c *vm.Call) (vm.Value, error) {
	t, err := tableOf(c, vm.ClassSet, "Set.prototype.clear")
	if err != nil {
		return vm.Undefined, err
	}
	t.clear()
	return vm.Undefined, nil
}

func setDelete(c *vm.Call) (vm.Value, error) {
	t, err := tableOf(c, vm.ClassSet, "Set.prototype.delete")
	if err != nil {
		return vm.Undefined, err
	}
	ok, err := t.remove(c.VM, c.Arg(0))
	return vm.Bool(ok), err
}

func setHas(c *vm.Call) (vm.Value, error) {
	t, err := tableOf(c, vm.ClassSet, "Set.prototype.has")
	if err != nil {
		return vm.Undefined, err
	}
	ok, err := t.has(c.VM, c.Arg(0))
	return vm.Bool(ok), err
}

func setSize(c *vm.Call) (vm.Value, error) {
	t, err := tableOf(c, vm.ClassSet, "get Set.prototype.size")
	if err != nil {
		return vm.Undefined, err
	}
	return vm.Int(t.live), nil
}

func setForEach(c *vm.Call) (vm.Value, error) {
	t, err := tableOf(c, vm.ClassSet, "Set.prototype.forEach")
	if err != nil {
		return vm.Undefined, err
	}
	return vm.Undefined, t.forEach(c)
}

func setValues(c *vm.Call) (vm.Value, error) {
	t, err := tableOf(c, vm.ClassSet, "Set.prototype.values")
	if err != nil {
		return vm.Undefined, err
	}
	return t.snapshot(c.VM, func(i int) (vm.Value, error) { return t.key(i), nil })
}

func setEntries(c *vm.Call) (vm.Value, error) {
	t, err := tableOf(c, vm.ClassSet, "Set.prototype.entries")
	if err != nil {
		return vm.Undefined, err
	}
	return t.snapshot(c.VM, func(i int) (vm.Value, error) {
		return newPair(c.VM, t.key(i), t.key(i))
	})
}

// setIterator is Set.prototype[Symbol.iterator].
func setIterator(c *vm.Call) (vm.Value, error) {
	t, err := tableOf(c, vm.ClassSet, "Set.prototype[Symbol.iterator]")
	if err != nil {
		return vm.Undefined, err
	}
	m := c.VM
	return vm.ObjectValue(m.NewObjectOf(vm.ClassIterator, m.Realm().SetIteratorPrototype, &tableIterator{t.cursor(), c.This.Object()})), nil
}

// A setRecord is the Set Record of the specification: what the argument of a set method can do. t is the table when
// the argument is a Map or Set whose methods are the realm's, which nothing can observe.
type setRecord struct {
	m         *vm.VM
	o         vm.Value
	size      float64
	has, keys vm.Value
	t         *table
}

// setArguments reads receiver and argument of a set method; GetSetRecord.
func setArguments(c *vm.Call, method string) (*table, *setRecord, error) {
	t, err := tableOf(c, vm.ClassSet, "Set.prototype."+method)
	if err != nil {
		return nil, nil, err
	}
	m := c.VM
	o := c.Arg(0).Object()
	if o == nil {
		return nil, nil, m.ThrowType("Set.prototype.%s expects a Set, a Map or another set-like object, not %s", method, m.Describe(c.Arg(0)))
	}
	r := &setRecord{m: m, o: c.Arg(0)}
	realm := m.Realm()
	if other, ok := o.Data().(*table); ok && (o.Class() == vm.ClassSet && o.IsPristine(realm.SetPrototype) || o.Class() == vm.ClassMap && o.IsPristine(realm.MapPrototype)) {
		r.t, r.size = other, float64(other.live)
		return t, r, nil
	}
	size, err := m.Get(o, realm.Names.Size)
	if err != nil {
		return nil, nil, err
	}
	f, err := m.ToNumber(size)
	if err != nil {
		return nil, nil, err
	}
	if f != f {
		return nil, nil, m.ThrowType("Set.prototype.%s expects a Set, a Map or another set-like object: the property size of %s is not a number", method, m.Describe(c.Arg(0)))
	}
	if r.size = math.Trunc(f); r.size < 0 {
		return nil, nil, m.ThrowRange("The size of a set must not be negative: %s", m.Describe(size))
	}
	if r.has, err = m.Get(o, realm.Names.Has); err == nil {
		err = needCallable(m, r.has)
	}
	if err != nil {
		return nil, nil, err
	}
	if r.keys, err = m.Get(o, realm.Names.Keys); err == nil {
		err = needCallable(m, r.keys)
	}
	return t, r, err
}

// contains asks the argument whether it has a value.
func (r *setRecord) contains(v vm.Value) (bool, error) {
	if err := r.m.Charge(1); err != nil {
		return false, err
	}
	if r.t != nil {
		return r.t.has(r.m, v)
	}
	b, err := r.m.Call(r.has, r.o, v)
	return vm.ToBoolean(b), err
}

// iterator calls the keys method of the argument; nil for a plain table.
func (r *setRecord) iterator() (*vm.Iterator, error) {
	if r.t != nil {
		return nil, nil
	}
	it, err := r.m.Call(r.keys, r.o)
	if err != nil {
		return nil, err
	}
	if !it.IsObject() {
		return nil, r.m.ThrowType("The keys method did not return an object")
	}
	return r.m.GetIteratorDirect(it)
}

// each calls f with every value of the argument. vm.ErrStopIteration from f closes the iterator and ends the walk; other
// errors do not close it, as the set methods fail only by aborts.
func (r *setRecord) each(it *vm.Iterator, f func(v vm.Value) error) error {
	if it == nil {
		for cur := r.t.cursor(); ; {
			i, ok := cur.next()
			if !ok {
				return nil
			}
			if err := r.m.Charge(1); err != nil {
				return err
			}
			if err := f(r.t.key(i)); err != nil {
				if err == vm.ErrStopIteration {
					return nil
				}
				return err
			}
		}
	}
	return drain(r.m, it, func(v vm.Value, _ int) error { return f(v) })
}

// eachOwn calls f with every value of the receiver, which may change meanwhile. f returns false to stop.
func eachOwn(m *vm.VM, t *table, f func(v vm.Value) (bool, error)) error {
	for cur := t.cursor(); ; {
		i, ok := cur.next()
		if !ok {
			return nil
		}
		if err := m.Charge(1); err != nil {
			return err
		}
		if more, err := f(t.key(i)); !more || err != nil {
			return err
		}
	}
}

// newSet returns a Set with the given table.
func newSet(m *vm.VM, t *table) vm.Value {
	return vm.ObjectValue(m.NewObjectOf(vm.ClassSet, m.Realm().SetPrototype, t))
}

func setUnion(c *vm.Call) (vm.Value, error) {
	m := c.VM
	t, other, err := setArguments(c, "union")
	if err != nil {
		return vm.Undefined, err
	}
	it, err := other.iterator()
	if err != nil {
		return vm.Undefined, err
	}
	out, err := t.copyOf(m)
	if err != nil {
		return vm.Undefined, err
	}
	err = other.each(it, func(v vm.Value) error { return out.add(m, v) })
	return newSet(m, out), err
}

func setIntersection(c *vm.Call) (vm.Value, error) {
	m := c.VM
	t, other, err := setArguments(c, "intersection")
	if err != nil {
		return vm.Undefined, err
	}
	out := newTable(false)
	if float64(t.live) <= other.size {
		err = eachOwn(m, t, func(v vm.Value) (bool, error) {
			in, err := other.contains(v)
			if in && err == nil {
				err = out.add(m, v)
			}
			return true, err
		})
		return newSet(m, out), err
	}
	it, err := other.iterator()
	if err != nil {
		return vm.Undefined, err
	}
	err = other.each(it, func(v vm.Value) error {
		in, err := t.has(m, v)
		if in && err == nil {
			err = out.add(m, v)
		}
		return err
	})
	return newSet(m, out), err
}

func setDifference(c *vm.Call) (vm.Value, error) {
	m := c.VM
	t, other, err := setArguments(c, "difference")
	if err != nil {
		return vm.Undefined, err
	}
	out, err := t.copyOf(m)
	if err != nil {
		return vm.Undefined, err
	}
	if float64(t.live) <= other.size {
		err = eachOwn(m, t, func(v vm.Value) (bool, error) {
			in, err := other.contains(v)
			if in && err == nil {
				_, err = out.remove(m, v)
			}
			return true, err
		})
		return newSet(m, out), err
	}
	it, err := other.iterator()
	if err != nil {
		return vm.Undefined, err
	}
	err = other.each(it, func(v vm.Value) error {
		_, err := out.remove(m, v)
		return err
	})
	return newSet(m, out), err
}

func setSymmetricDifference(c *vm.Call) (vm.Value, error) {
	m := c.VM
	t, other, err := setArguments(c, "symmetricDifference")
	if err != nil {
		return vm.Undefined, err
	}
	it, err := other.iterator()
	if err != nil {
		return vm.Undefined, err
	}
	out, err := t.copyOf(m)
	if err != nil {
		return vm.Undefined, err
	}
	err = other.each(it, func(v vm.Value) error {
		in, err := t.has(m, v)
		switch {
		case err != nil:
		case in:
			_, err = out.remove(m, v)
		default:
			err = out.add(m, v)
		}
		return err
	})
	return newSet(m, out), err
}

func setIsSubsetOf(c *vm.Call) (vm.Value, error) {
	t, other, err := setArguments(c, "isSubsetOf")
	if err != nil {
		return vm.Undefined, err
	}
	if float64(t.live) > other.size {
		return vm.False, nil
	}
	all := true
	err = eachOwn(c.VM, t, func(v vm.Value) (bool, error) {
		in, err := other.contains(v)
		all = in
		return in, err
	})
	return vm.Bool(all), err
}

func setIsSupersetOf(c *vm.Call) (vm.Value, error) {
	m := c.VM
	t, other, err := setArguments(c, "isSupersetOf")
	if err != nil {
		return vm.Undefined, err
	}
	if float64(t.live) < other.size {
		return vm.False, nil
	}
	it, err := other.iterator()
	if err != nil {
		return vm.Undefined, err
	}
	all := true
	err = other.each(it, func(v vm.Value) error {
		in, err := t.has(m, v)
		if err == nil && !in {
			all, err = false, vm.ErrStopIteration
		}
		return err
	})
	return vm.Bool(all), err
}

func setIsDisjointFrom(c *vm.Call) (vm.Value, error) {
	m := c.VM
	t, other, err := setArguments(c, "isDisjointFrom")
	if err != nil {
		return vm.Undefined, err
	}
	disjoint := true
	if float64(t.live) <= other.size {
		err = eachOwn(m, t, func(v vm.Value) (bool, error) {
			in, err := other.contains(v)
			disjoint = !in
			return disjoint, err
		})
		return vm.Bool(disjoint), err
	}
	it, err := other.iterator()
	if err != nil {
		return vm.Undefined, err
	}
	err = other.each(it, func(v vm.Value) error {
		in, err := t.has(m, v)
		if err == nil && in {
			disjoint, err = false, vm.ErrStopIteration
		}
		return err
	})
	return vm.Bool(disjoint), err
}
