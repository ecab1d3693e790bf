package stdlib

// This file defines Map.

import "github.com/neurocode-ai/codemode/vm"

func (l *library) defineMap() {
	r := l.Realm
	k := l.Constructor("Map", 0, mapConstructor, r.MapPrototype, nil)
	l.Method(k, "groupBy", 2, mapGroupBy)
	l.Accessor(k, r.Names.SymSpecies, returnThis, nil, vm.FlagConfigurable)
	p := r.MapPrototype
	l.Method(p, "clear", 0, mapClear)
	l.Method(p, "delete", 1, mapDelete)
	l.Method(p, "entries", 0, mapEntries)
	l.Method(p, "forEach", 1, mapForEach)
	l.Method(p, "get", 1, mapGet)
	l.Method(p, "has", 1, mapHas)
	l.Method(p, "keys", 0, mapKeys)
	l.Method(p, "set", 2, mapSet)
	l.Getter(p, "size", mapSize)
	l.Method(p, "values", 0, mapValues)
	l.SymbolMethod(p, r.Names.SymIterator, 0, vm.FlagsHidden, mapIterator)
	l.Tag(p, "Map")
	l.StepperNext(r.MapIteratorPrototype, mapIteratorKind)
	l.Tag(r.MapIteratorPrototype, mapIteratorKind)
}

// tableOf returns the table of the receiver, which must be of the class.
func tableOf(c *vm.Call, class vm.Class, method string) (*table, error) {
	if o := c.This.Object(); o != nil && o.Class() == class {
		if t, ok := o.Data().(*table); ok {
			return t, nil
		}
	}
	return nil, incompatible(c.VM, method, c.This)
}

// newCollection is the common part of the constructors of Map, Set, WeakMap and WeakSet: the new object and its table.
func newCollection(c *vm.Call, name string, class vm.Class, def *vm.Object, isMap bool) (*vm.Object, *table, error) {
	m := c.VM
	if c.NewTarget == nil {
		return nil, nil, m.ThrowType("Constructor %s requires 'new'", name)
	}
	proto, err := m.ProtoFromConstructor(c.NewTarget, def)
	if err != nil {
		return nil, nil, err
	}
	t := newTable(isMap)
	return m.NewObjectOf(class, proto, t), t, m.Alloc(160)
}

// fillMap adds the entries of an iterable to a new Map or WeakMap; add is what set does when nothing is overridden.
func fillMap(c *vm.Call, o *vm.Object, add func(k, v vm.Value) error) error {
	m := c.VM
	if c.Arg(0).IsNullish() {
		return nil
	}
	if c.NewTarget != c.Callee {
		setter, err := m.Get(o, m.Realm().Names.Set)
		if err != nil {
			return err
		}
		if err := needCallable(m, setter); err != nil {
			return err
		}
		add = func(k, v vm.Value) error {
			_, err := m.Call(setter, vm.ObjectValue(o), k, v)
			return err
		}
	}
	return eachEntry(m, c.Arg(0), add)
}

func mapConstructor(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, t, err := newCollection(c, "Map", vm.ClassMap, m.Realm().MapPrototype, true)
	if err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(o), fillMap(c, o, func(k, v vm.Value) error { return t.put(m, k, v) })
}

// mapGroupBy is Map.groupBy.
func mapGroupBy(c *vm.Call) (vm.Value, error) {
	m := c.VM
	t := newTable(true)
	o := m.NewObjectOf(vm.ClassMap, m.Realm().MapPrototype, t)
	err := groupBy(c, "Map.groupBy", func(key, item vm.Value) error {
		g, ok, err := t.get(m, key)
		if err != nil {
			return err
		}
		if ok {
			return m.Push(g.Object(), item)
		}
		if err := m.Alloc(4 * valueBytes); err != nil {
			return err
		}
		return t.put(m, key, vm.ObjectValue(m.ArrayFrom(nil, append(make([]vm.Value, 0, 4), item))))
	})
	return vm.ObjectValue(o), err
}

func mapClear(c *vm.Call) (vm.Value, error) {
	t, err := tableOf(c, vm.ClassMap, "Map.prototype.clear")
	if err != nil {
		return vm.Undefined, err
	}
	t.clear()
	return vm.Undefined, nil
}

func mapDelete(c *vm.Call) (vm.Value, error) {
	t, err := tableOf(c, vm.ClassMap, "Map.prototype.delete")
	if err != nil {
		return vm.Undefined, err
	}
	ok, err := t.remove(c.VM, c.Arg(0))
	return vm.Bool(ok), err
}

func mapGet(c *vm.Call) (vm.Value, error) {
	t, err := tableOf(c, vm.ClassMap, "Map.prototype.get")
	if err != nil {
		return vm.Undefined, err
	}
	v, _, err := t.get(c.VM, c.Arg(0))
	return v, err
}

func mapHas(c *vm.Call) (vm.Value, error) {
	t, err := tableOf(c, vm.ClassMap, "Map.prototype.has")
	if err != nil {
		return vm.Undefined, err
	}
	ok, err := t.has(c.VM, c.Arg(0))
	return vm.Bool(ok), err
}

func mapSet(c *vm.Call) (vm.Value, error) {
	t, err := tableOf(c, vm.ClassMap, "Map.prototype.set")
	if err != nil {
		return vm.Undefined, err
	}
	return c.This, t.put(c.VM, c.Arg(0), c.Arg(1))
}

func mapSize(c *vm.Call) (vm.Value, error) {
	t, err := tableOf(c, vm.ClassMap, "get Map.prototype.size")
	if err != nil {
		return vm.Undefined, err
	}
	return vm.Int(t.live), nil
}

func mapForEach(c *vm.Call) (vm.Value, error) {
	t, err := tableOf(c, vm.ClassMap, "Map.prototype.forEach")
	if err != nil {
		return vm.Undefined, err
	}
	return vm.Undefined, t.forEach(c)
}

// forEach is the forEach method of Map and Set: for sets the key is passed twice.
func (t *table) forEach(c *vm.Call) error {
	m := c.VM
	f, thisArg, this := c.Arg(0), c.Arg(1), c.This
	if err := needCallable(m, f); err != nil {
		return err
	}
	call := m.NewCaller(f)
	for cur := t.cursor(); ; {
		i, ok := cur.next()
		if !ok {
			return nil
		}
		if err := m.Charge(1); err != nil {
			return err
		}
		k := t.key(i)
		v := k
		if t.isMap {
			v = t.value(i)
		}
		if _, err := call.Call3(thisArg, v, k, this); err != nil {
			return err
		}
	}
}

// snapshot lists what f gives for every entry, as an array that also answers next.
func (t *table) snapshot(m *vm.VM, f func(i int) (vm.Value, error)) (vm.Value, error) {
	out, err := newList(m, t.live)
	if err != nil {
		return vm.Undefined, err
	}
	for i, n := t.head, t.count(); i < n; i++ {
		if i&1023 == 1023 {
			if err := m.Charge(1024); err != nil {
				return vm.Undefined, err
			}
		}
		if t.key(i).IsHole() {
			continue
		}
		v, err := f(i)
		if err != nil {
			return vm.Undefined, err
		}
		out.elems = append(out.elems, v)
	}
	return newArrayResult(m, out.elems), nil
}

func mapKeys(c *vm.Call) (vm.Value, error) {
	t, err := tableOf(c, vm.ClassMap, "Map.prototype.keys")
	if err != nil {
		return vm.Undefined, err
	}
	return t.snapshot(c.VM, func(i int) (vm.Value, error) { return t.key(i), nil })
}

func mapValues(c *vm.Call) (vm.Value, error) {
	t, err := tableOf(c, vm.ClassMap, "Map.prototype.values")
	if err != nil {
		return vm.Undefined, err
	}
	return t.snapshot(c.VM, func(i int) (vm.Value, error) { return t.value(i), nil })
}

func mapEntries(c *vm.Call) (vm.Value, error) {
	t, err := tableOf(c, vm.ClassMap, "Map.prototype.entries")
	if err != nil {
		return vm.Undefined, err
	}
	return t.snapshot(c.VM, func(i int) (vm.Value, error) { return newPair(c.VM, t.key(i), t.value(i)) })
}

const (
	mapIteratorKind = "Map Iterator"
	setIteratorKind = "Set Iterator"
)

// tableIterator is the data of the live iterators that Symbol.iterator of Map and Set returns.
type tableIterator struct {
	cursor
	owner *vm.Object // the Map or Set
}

// IteratorKind implements the check of vm.Builder.StepperNext.
func (it *tableIterator) IteratorKind() string { return setIteratorKind }

// Step implements vm.Stepper.
func (it *tableIterator) Step(m *vm.VM) (vm.Value, bool, error) {
	t := it.t
	i, ok := it.next()
	if !ok {
		return vm.Undefined, false, nil
	}
	return t.key(i), true, nil
}

// Trace implements vm.Tracer.
func (it *tableIterator) Trace(mark func(vm.Value)) int {
	mark(vm.ObjectValue(it.owner))
	return 56
}

// mapEntryIterator is the tableIterator of maps, whose items are pairs.
type mapEntryIterator struct{ tableIterator }

// IteratorKind implements the check of vm.Builder.StepperNext.
func (it *mapEntryIterator) IteratorKind() string { return mapIteratorKind }

// Step implements vm.Stepper.
func (it *mapEntryIterator) Step(m *vm.VM) (vm.Value, bool, error) {
	t := it.t
	i, ok := it.next()
	if !ok {
		return vm.Undefined, false, nil
	}
	v, err := newPair(m, t.key(i), t.value(i))
	return v, err == nil, err
}

// mapIterator is Map.prototype[Symbol.iterator].
func mapIterator(c *vm.Call) (vm.Value, error) {
	t, err := tableOf(c, vm.ClassMap, "Map.prototype[Symbol.iterator]")
	if err != nil {
		return vm.Undefined, err
	}
	m := c.VM
	return vm.ObjectValue(m.NewObjectOf(vm.ClassIterator, m.Realm().MapIteratorPrototype, &mapEntryIterator{tableIterator{t.cursor(), c.This.Object()}})), nil
}
