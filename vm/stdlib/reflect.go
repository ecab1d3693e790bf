package stdlib

// This file defines Reflect.

import "github.com/neurocode-ai/codemode/vm"

func (l *library) defineReflect() {
	r := l.Object(l.Realm.ObjectPrototype)
	l.Global("Reflect", vm.ObjectValue(r))
	l.Method(r, "apply", 3, reflectApply)
	l.Method(r, "construct", 2, reflectConstruct)
	l.Method(r, "defineProperty", 3, reflectDefineProperty)
	l.Method(r, "deleteProperty", 2, reflectDeleteProperty)
	l.Method(r, "get", 2, reflectGet)
	l.Method(r, "getOwnPropertyDescriptor", 2, reflectGetOwnPropertyDescriptor)
	l.Method(r, "getPrototypeOf", 1, reflectGetPrototypeOf)
	l.Method(r, "has", 2, reflectHas)
	l.Method(r, "isExtensible", 1, reflectIsExtensible)
	l.Method(r, "ownKeys", 1, reflectOwnKeys)
	l.Method(r, "preventExtensions", 1, reflectPreventExtensions)
	l.Method(r, "set", 3, reflectSet)
	l.Method(r, "setPrototypeOf", 2, reflectSetPrototypeOf)
	l.Tag(r, "Reflect")
}

func reflectApply(c *vm.Call) (vm.Value, error) {
	if err := needCallable(c.VM, c.Arg(0)); err != nil {
		return vm.Undefined, err
	}
	args, err := listFromArrayLike(c.VM, c.Arg(2))
	if err != nil {
		return vm.Undefined, err
	}
	return c.VM.Call(c.Arg(0), c.Arg(1), args...)
}

func reflectConstruct(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if !vm.IsConstructor(c.Arg(0)) {
		return vm.Undefined, m.ThrowType("%s is not a constructor", m.Describe(c.Arg(0)))
	}
	var newTarget *vm.Object
	if len(c.Args) > 2 {
		if !vm.IsConstructor(c.Args[2]) {
			return vm.Undefined, m.ThrowType("%s is not a constructor", m.Describe(c.Args[2]))
		}
		newTarget = c.Args[2].Object()
	}
	args, err := listFromArrayLike(m, c.Arg(1))
	if err != nil {
		return vm.Undefined, err
	}
	o, err := m.Construct(c.Arg(0).Object(), newTarget, args...)
	return vm.ObjectValue(o), err
}

// reflectTarget reads the first two arguments: an object and a property key.
func reflectTarget(c *vm.Call, method string) (*vm.Object, vm.PropertyKey, error) {
	o, err := needObject(c.VM, c.Arg(0), method)
	if err != nil {
		return nil, vm.PropertyKey{}, err
	}
	k, err := c.VM.ToPropertyKey(c.Arg(1))
	return o, k, err
}

func reflectDefineProperty(c *vm.Call) (vm.Value, error) {
	o, k, err := reflectTarget(c, "Reflect.defineProperty")
	if err != nil {
		return vm.Undefined, err
	}
	d, err := toDescriptor(c.VM, c.Arg(2))
	if err != nil {
		return vm.Undefined, err
	}
	if o.IsRealm() {
		return vm.False, nil
	}
	ok, err := c.VM.Define(o, k, d)
	return vm.Bool(ok), err
}

func reflectDeleteProperty(c *vm.Call) (vm.Value, error) {
	o, k, err := reflectTarget(c, "Reflect.deleteProperty")
	if err != nil {
		return vm.Undefined, err
	}
	ok, err := c.VM.Delete(o, k)
	return vm.Bool(ok), err
}

func reflectGet(c *vm.Call) (vm.Value, error) {
	o, k, err := reflectTarget(c, "Reflect.get")
	if err != nil {
		return vm.Undefined, err
	}
	receiver := c.Arg(0)
	if len(c.Args) > 2 {
		receiver = c.Args[2]
	}
	return c.VM.GetReceiver(o, k, receiver)
}

func reflectGetOwnPropertyDescriptor(c *vm.Call) (vm.Value, error) {
	o, k, err := reflectTarget(c, "Reflect.getOwnPropertyDescriptor")
	if err != nil {
		return vm.Undefined, err
	}
	p, ok, err := c.VM.GetOwn(o, k)
	if !ok || err != nil {
		return vm.Undefined, err
	}
	return fromDescriptor(c.VM, &p)
}

func reflectGetPrototypeOf(c *vm.Call) (vm.Value, error) {
	o, err := needObject(c.VM, c.Arg(0), "Reflect.getPrototypeOf")
	if err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectOrNull(o.Proto()), nil
}

func reflectHas(c *vm.Call) (vm.Value, error) {
	o, k, err := reflectTarget(c, "Reflect.has")
	if err != nil {
		return vm.Undefined, err
	}
	ok, err := c.VM.Has(o, k)
	return vm.Bool(ok), err
}

func reflectIsExtensible(c *vm.Call) (vm.Value, error) {
	o, err := needObject(c.VM, c.Arg(0), "Reflect.isExtensible")
	if err != nil {
		return vm.Undefined, err
	}
	return vm.Bool(c.VM.IsExtensible(o)), nil
}

func reflectOwnKeys(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, err := needObject(m, c.Arg(0), "Reflect.ownKeys")
	if err != nil {
		return vm.Undefined, err
	}
	keys, err := m.OwnKeys(o)
	if err != nil {
		return vm.Undefined, err
	}
	out, err := newList(m, len(keys))
	if err != nil {
		return vm.Undefined, err
	}
	for i, k := range keys {
		if i&255 == 255 {
			if err := m.Charge(256); err != nil {
				return vm.Undefined, err
			}
		}
		out.elems = append(out.elems, k.Value())
	}
	return out.array(), nil
}

func reflectPreventExtensions(c *vm.Call) (vm.Value, error) {
	o, err := needObject(c.VM, c.Arg(0), "Reflect.preventExtensions")
	if err != nil {
		return vm.Undefined, err
	}
	return vm.Bool(c.VM.PreventExtensions(o)), nil
}

func reflectSet(c *vm.Call) (vm.Value, error) {
	o, k, err := reflectTarget(c, "Reflect.set")
	if err != nil {
		return vm.Undefined, err
	}
	receiver := c.Arg(0)
	if len(c.Args) > 3 {
		receiver = c.Args[3]
	}
	if r := receiver.Object(); r != nil && r.IsRealm() {
		return vm.False, nil
	}
	ok, err := c.VM.SetReceiver(o, k, c.Arg(2), receiver)
	return vm.Bool(ok), err
}

// reflectSetPrototypeOf gives false where the specification does, and refuses like Object.setPrototypeOf where it would
// change something: there a result of false would pass unnoticed.
func reflectSetPrototypeOf(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, err := needObject(m, c.Arg(0), "Reflect.setPrototypeOf")
	if err != nil {
		return vm.Undefined, err
	}
	p := c.Arg(1)
	if !p.IsObject() && !p.IsNull() {
		return vm.Undefined, m.ThrowType("Object prototype may only be an Object or null: %s", m.Describe(p))
	}
	if m.SetPrototypeOf(o, p.Object()) {
		return vm.True, nil
	}
	if !m.IsExtensible(o) {
		return vm.False, nil
	}
	for q := p.Object(); q != nil; q = q.Proto() {
		if q == o {
			return vm.False, nil
		}
		if err := m.Charge(1); err != nil {
			return vm.Undefined, err
		}
	}
	return vm.Undefined, throwPrototypeFixed(m)
}
