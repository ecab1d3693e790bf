package stdlib

// This file defines WeakMap and WeakSet.
//
// They hold their keys strongly. An execution is short, keys cannot be enumerated, and the language gives a program no
// way to see that an entry is gone, so the only difference is memory, which the meter of the execution bounds.

import "github.com/neurocode-ai/codemode/vm"

func (l *library) defineWeak() {
	r := l.Realm
	l.Constructor("WeakMap", 0, weakMapConstructor, r.WeakMapPrototype, nil)
	p := r.WeakMapPrototype
	l.Method(p, "delete", 1, func(c *vm.Call) (vm.Value, error) {
		return weakDelete(c, vm.ClassWeakMap, "WeakMap.prototype.delete")
	})
	l.Method(p, "get", 1, func(c *vm.Call) (vm.Value, error) {
		t, err := tableOf(c, vm.ClassWeakMap, "WeakMap.prototype.get")
		if err != nil || !canBeHeldWeakly(c.VM, c.Arg(0)) {
			return vm.Undefined, err
		}
		v, _, err := t.get(c.VM, c.Arg(0))
		return v, err
	})
	l.Method(p, "has", 1, func(c *vm.Call) (vm.Value, error) {
		return weakHas(c, vm.ClassWeakMap, "WeakMap.prototype.has")
	})
	l.Method(p, "set", 2, func(c *vm.Call) (vm.Value, error) {
		t, err := tableOf(c, vm.ClassWeakMap, "WeakMap.prototype.set")
		if err != nil {
			return vm.Undefined, err
		}
		return c.This, weakPut(c.VM, t, c.Arg(0), c.Arg(1), "WeakMap")
	})
	l.Tag(p, "WeakMap")

	l.Constructor("WeakSet", 0, weakSetConstructor, r.WeakSetPrototype, nil)
	s := r.WeakSetPrototype
	l.Method(s, "add", 1, func(c *vm.Call) (vm.Value, error) {
		t, err := tableOf(c, vm.ClassWeakSet, "WeakSet.prototype.add")
		if err != nil {
			return vm.Undefined, err
		}
		return c.This, weakPut(c.VM, t, c.Arg(0), vm.Undefined, "WeakSet")
	})
	l.Method(s, "delete", 1, func(c *vm.Call) (vm.Value, error) {
		return weakDelete(c, vm.ClassWeakSet, "WeakSet.prototype.delete")
	})
	l.Method(s, "has", 1, func(c *vm.Call) (vm.Value, error) {
		return weakHas(c, vm.ClassWeakSet, "WeakSet.prototype.has")
	})
	l.Tag(s, "WeakSet")
}

func weakMapConstructor(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, t, err := newCollection(c, "WeakMap", vm.ClassWeakMap, m.Realm().WeakMapPrototype, true)
	if err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(o), fillMap(c, o, func(k, v vm.Value) error { return weakPut(m, t, k, v, "WeakMap") })
}

func weakSetConstructor(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, t, err := newCollection(c, "WeakSet", vm.ClassWeakSet, m.Realm().WeakSetPrototype, false)
	if err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(o), fillSet(c, o, func(v vm.Value) error { return weakPut(m, t, v, vm.Undefined, "WeakSet") })
}

// canBeHeldWeakly is CanBeHeldWeakly: objects, and symbols that are not registered.
func canBeHeldWeakly(m *vm.VM, v vm.Value) bool {
	if s := v.Symbol(); s != nil {
		_, registered := m.SymbolKey(s)
		return !registered
	}
	return v.IsObject()
}

func weakPut(m *vm.VM, t *table, k, v vm.Value, what string) error {
	if !canBeHeldWeakly(m, k) {
		return m.ThrowType("Invalid value used as %s key: %s", what, m.Describe(k))
	}
	return t.put(m, k, v)
}

func weakDelete(c *vm.Call, class vm.Class, method string) (vm.Value, error) {
	t, err := tableOf(c, class, method)
	if err != nil || !canBeHeldWeakly(c.VM, c.Arg(0)) {
		return vm.False, err
	}
	ok, err := t.remove(c.VM, c.Arg(0))
	return vm.Bool(ok), err
}

func weakHas(c *vm.Call, class vm.Class, method string) (vm.Value, error) {
	t, err := tableOf(c, class, method)
	if err != nil || !canBeHeldWeakly(c.VM, c.Arg(0)) {
		return vm.False, err
	}
	ok, err := t.has(c.VM, c.Arg(0))
	return vm.Bool(ok), err
}
