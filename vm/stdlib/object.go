package stdlib

// This file defines Object and its static functions; the prototype is in object_proto.go.

import "github.com/neurocode-ai/codemode/vm"

func (l *library) defineObject() {
	r := l.Realm
	o := l.Constructor("Object", 1, objectConstructor, r.ObjectPrototype, nil)
	r.ObjectConstructor = o
	l.Method(o, "assign", 2, objectAssign)
	l.Method(o, "create", 2, objectCreate)
	l.Method(o, "defineProperties", 2, objectDefineProperties)
	l.Method(o, "defineProperty", 3, objectDefineProperty)
	l.Method(o, "entries", 1, objectEntries)
	l.Method(o, "freeze", 1, func(c *vm.Call) (vm.Value, error) { return objectSetIntegrity(c, vm.Frozen) })
	l.Method(o, "fromEntries", 1, objectFromEntries)
	l.Method(o, "getOwnPropertyDescriptor", 2, objectGetOwnPropertyDescriptor)
	l.Method(o, "getOwnPropertyDescriptors", 1, objectGetOwnPropertyDescriptors)
	l.Method(o, "getOwnPropertyNames", 1, func(c *vm.Call) (vm.Value, error) { return objectOwnKeys(c, false) })
	l.Method(o, "getOwnPropertySymbols", 1, func(c *vm.Call) (vm.Value, error) { return objectOwnKeys(c, true) })
	l.Method(o, "getPrototypeOf", 1, objectGetPrototypeOf)
	l.Method(o, "groupBy", 2, objectGroupBy)
	l.Method(o, "hasOwn", 2, objectHasOwn)
	l.Method(o, "is", 2, func(c *vm.Call) (vm.Value, error) { return vm.Bool(vm.SameValue(c.Arg(0), c.Arg(1))), nil })
	l.Method(o, "isExtensible", 1, objectIsExtensible)
	l.Method(o, "isFrozen", 1, func(c *vm.Call) (vm.Value, error) { return objectTestIntegrity(c, vm.Frozen) })
	l.Method(o, "isSealed", 1, func(c *vm.Call) (vm.Value, error) { return objectTestIntegrity(c, vm.Sealed) })
	l.Method(o, "keys", 1, objectKeys)
	l.Method(o, "preventExtensions", 1, objectPreventExtensions)
	l.Method(o, "seal", 1, func(c *vm.Call) (vm.Value, error) { return objectSetIntegrity(c, vm.Sealed) })
	l.Method(o, "setPrototypeOf", 2, objectSetPrototypeOf)
	l.Method(o, "values", 1, objectValues)
	l.defineObjectPrototype()
}

func objectConstructor(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if c.NewTarget != nil && c.NewTarget != c.Callee {
		proto, err := m.ProtoFromConstructor(c.NewTarget, m.Realm().ObjectPrototype)
		if err != nil {
			return vm.Undefined, err
		}
		return vm.ObjectValue(m.NewObject(proto)), nil
	}
	if c.Arg(0).IsNullish() {
		return vm.ObjectValue(m.NewPlainObject()), nil
	}
	o, err := m.ToObject(c.Arg(0))
	return vm.ObjectValue(o), err
}

// refuseTools fails when o is a tool reference: it has names below it, but it is not data.
func refuseTools(m *vm.VM, o *vm.Object, method string) error {
	if o.Class() != vm.ClassTool {
		return nil
	}
	return m.ThrowHost(&vm.HostError{Kind: "InvalidDataValue", Suggestions: []string{
		"List the names with Object.keys(tools) or for...in.",
		"Find tools with tools.$codemode.search({ query }).",
	}}, "%s cannot be used on a tool reference, which is not plain data: list names with Object.keys(tools), or find tools with tools.$codemode.search", method)
}

// objectAssign is Object.assign.
func objectAssign(c *vm.Call) (vm.Value, error) {
	m := c.VM
	to, err := m.ToObject(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	for i := 1; i < len(c.Args); i++ {
		if c.Args[i].IsNullish() {
			continue
		}
		from, err := m.ToObject(c.Args[i])
		if err != nil {
			return vm.Undefined, err
		}
		if err := refuseTools(m, from, "Object.assign"); err != nil {
			return vm.Undefined, err
		}
		if err := assignFrom(m, to, from); err != nil {
			return vm.Undefined, err
		}
	}
	return vm.ObjectValue(to), nil
}

// assignFrom sets the own enumerable properties of from, symbols included, on to.
func assignFrom(m *vm.VM, to, from *vm.Object) error {
	if m.IsPlainTarget(to) {
		plain, err := m.PlainProperties(from, true, func(k vm.PropertyKey, v vm.Value) error {
			if err := m.Charge(6); err != nil {
				return err
			}
			return m.Set(to, k, v)
		})
		if plain || err != nil {
			return err
		}
	}
	keys, err := m.OwnKeys(from)
	if err != nil {
		return err
	}
	for _, k := range keys {
		if err := m.Charge(6); err != nil {
			return err
		}
		p, ok, err := m.GetOwn(from, k)
		if err != nil {
			return err
		}
		if !ok || p.Flags&vm.FlagEnumerable == 0 {
			continue
		}
		v := p.Value
		if p.IsAccessor() {
			if v, err = m.Get(from, k); err != nil {
				return err
			}
		}
		if err := m.Set(to, k, v); err != nil {
			return err
		}
	}
	return nil
}

func objectCreate(c *vm.Call) (vm.Value, error) {
	m := c.VM
	p := c.Arg(0)
	if !p.IsObject() && !p.IsNull() {
		return vm.Undefined, m.ThrowType("Object prototype may only be an Object or null: %s", m.Describe(p))
	}
	o := m.NewObject(p.Object())
	if c.Arg(1).IsUndefined() {
		return vm.ObjectValue(o), nil
	}
	return vm.ObjectValue(o), defineProperties(m, o, c.Arg(1))
}

func objectDefineProperties(c *vm.Call) (vm.Value, error) {
	o, err := needObject(c.VM, c.Arg(0), "Object.defineProperties")
	if err != nil {
		return vm.Undefined, err
	}
	return c.Arg(0), defineProperties(c.VM, o, c.Arg(1))
}

// defineProperties is ObjectDefineProperties: all descriptors are read before the first is applied.
func defineProperties(m *vm.VM, o *vm.Object, v vm.Value) error {
	props, err := m.ToObject(v)
	if err != nil {
		return err
	}
	keys, err := m.OwnKeys(props)
	if err != nil {
		return err
	}
	if err := m.Alloc(len(keys) * 96); err != nil {
		return err
	}
	type definition struct {
		key vm.PropertyKey
		d   vm.Property
	}
	var defs []definition
	for _, k := range keys {
		p, ok, err := m.GetOwn(props, k)
		if err != nil {
			return err
		}
		if !ok || p.Flags&vm.FlagEnumerable == 0 {
			continue
		}
		v, err := m.Get(props, k)
		if err != nil {
			return err
		}
		d, err := toDescriptor(m, v)
		if err != nil {
			return err
		}
		defs = append(defs, definition{k, d})
	}
	for _, def := range defs {
		if err := m.Charge(4); err != nil {
			return err
		}
		if err := m.DefineOrThrow(o, def.key, def.d); err != nil {
			return err
		}
	}
	return nil
}

func objectDefineProperty(c *vm.Call) (vm.Value, error) {
	o, err := needObject(c.VM, c.Arg(0), "Object.defineProperty")
	if err != nil {
		return vm.Undefined, err
	}
	k, err := c.VM.ToPropertyKey(c.Arg(1))
	if err != nil {
		return vm.Undefined, err
	}
	d, err := toDescriptor(c.VM, c.Arg(2))
	if err != nil {
		return vm.Undefined, err
	}
	return c.Arg(0), c.VM.DefineOrThrow(o, k, d)
}

// toDescriptor is ToPropertyDescriptor.
func toDescriptor(m *vm.VM, v vm.Value) (vm.Property, error) {
	var d vm.Property
	o := v.Object()
	if o == nil {
		return d, m.ThrowType("Property description must be an object: %s", m.Describe(v))
	}
	names := &m.Realm().Names
	flag := func(key vm.PropertyKey, bit vm.PropFlags, has *bool) error {
		v, ok, err := getIfPresent(m, o, key)
		if ok {
			*has = true
			if vm.ToBoolean(v) {
				d.Flags |= bit
			}
		}
		return err
	}
	accessor := func(key vm.PropertyKey, what string, f **vm.Object, has *bool) error {
		v, ok, err := getIfPresent(m, o, key)
		if !ok || err != nil {
			return err
		}
		*has = true
		if !v.IsUndefined() && !v.IsCallable() {
			return m.ThrowType("%s must be a function: %s", what, m.Describe(v))
		}
		*f = v.Object()
		return nil
	}
	if err := flag(names.Enumerable, vm.FlagEnumerable, &d.HasEnumerable); err != nil {
		return d, err
	}
	if err := flag(names.Configurable, vm.FlagConfigurable, &d.HasConfigurable); err != nil {
		return d, err
	}
	value, ok, err := getIfPresent(m, o, names.Value)
	if err != nil {
		return d, err
	}
	if d.HasValue = ok; ok {
		d.Value = value
	}
	if err := flag(names.Writable, vm.FlagWritable, &d.HasWritable); err != nil {
		return d, err
	}
	if err := accessor(names.Get, "Getter", &d.Get, &d.HasGet); err != nil {
		return d, err
	}
	if err := accessor(names.Set, "Setter", &d.Set, &d.HasSet); err != nil {
		return d, err
	}
	if d.IsAccessor() && (d.HasValue || d.HasWritable) {
		return d, m.ThrowType("Invalid property descriptor. Cannot both specify accessors and a value or writable attribute")
	}
	return d, nil
}

// getIfPresent is HasProperty followed by Get.
func getIfPresent(m *vm.VM, o *vm.Object, key vm.PropertyKey) (vm.Value, bool, error) {
	ok, err := m.Has(o, key)
	if !ok || err != nil {
		return vm.Undefined, false, err
	}
	v, err := m.Get(o, key)
	return v, err == nil, err
}

// fromDescriptor is FromPropertyDescriptor.
func fromDescriptor(m *vm.VM, p *vm.Property) (vm.Value, error) {
	names := &m.Realm().Names
	o := m.NewPlainObject()
	set := func(k vm.PropertyKey, v vm.Value) error { return m.CreateDataPropertyOrThrow(o, k, v) }
	var err error
	if p.IsAccessor() {
		err = set(names.Get, objectOrUndefined(p.Get))
		if err == nil {
			err = set(names.Set, objectOrUndefined(p.Set))
		}
	} else {
		err = set(names.Value, p.Value)
		if err == nil {
			err = set(names.Writable, vm.Bool(p.Flags&vm.FlagWritable != 0))
		}
	}
	if err == nil {
		err = set(names.Enumerable, vm.Bool(p.Flags&vm.FlagEnumerable != 0))
	}
	if err == nil {
		err = set(names.Configurable, vm.Bool(p.Flags&vm.FlagConfigurable != 0))
	}
	return vm.ObjectValue(o), err
}

func objectOrUndefined(o *vm.Object) vm.Value {
	if o == nil {
		return vm.Undefined
	}
	return vm.ObjectValue(o)
}

// keysOrValues says what enumerableOwn lists.
type keysOrValues uint8

const (
	listKeys keysOrValues = iota
	listValues
	listEntries
)

func objectKeys(c *vm.Call) (vm.Value, error) {
	o, err := c.VM.ToObject(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	return enumerableOwn(c.VM, o, listKeys)
}

func objectValues(c *vm.Call) (vm.Value, error) {
	o, err := c.VM.ToObject(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	if err := refuseTools(c.VM, o, "Object.values"); err != nil {
		return vm.Undefined, err
	}
	return enumerableOwn(c.VM, o, listValues)
}

func objectEntries(c *vm.Call) (vm.Value, error) {
	o, err := c.VM.ToObject(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	if err := refuseTools(c.VM, o, "Object.entries"); err != nil {
		return vm.Undefined, err
	}
	return enumerableOwn(c.VM, o, listEntries)
}

// enumerableOwn is EnumerableOwnProperties, as an array.
func enumerableOwn(m *vm.VM, o *vm.Object, what keysOrValues) (vm.Value, error) {
	n := o.SizeHint()
	if err := m.Charge(n >> 2); err != nil {
		return vm.Undefined, err
	}
	out, err := newList(m, n)
	if err != nil {
		return vm.Undefined, err
	}
	add := func(k vm.PropertyKey, v vm.Value) error {
		if err := m.Charge(1); err != nil {
			return err
		}
		switch what {
		case listKeys:
			v = k.Value()
		case listEntries:
			var err error
			if v, err = newPair(m, k.Value(), v); err != nil {
				return err
			}
		}
		return out.add(v)
	}
	plain, err := m.PlainProperties(o, false, add)
	switch {
	case err != nil:
		return vm.Undefined, err
	case !plain && what == listKeys:
		err = listEnumerableKeys(m, o, &out)
	case !plain:
		err = m.EnumerableOwn(o, add)
	}
	if err != nil {
		return vm.Undefined, err
	}
	return out.array(), nil
}

// listEnumerableKeys lists the keys of an object that is not plain: no property is read.
func listEnumerableKeys(m *vm.VM, o *vm.Object, out *list) error {
	keys, err := m.OwnKeys(o)
	if err != nil {
		return err
	}
	for _, k := range keys {
		if k.IsSymbol() {
			continue
		}
		if err := m.Charge(1); err != nil {
			return err
		}
		p, ok, err := m.GetOwn(o, k)
		if err != nil {
			return err
		}
		if ok && p.Flags&vm.FlagEnumerable != 0 {
			if err := out.add(k.Value()); err != nil {
				return err
			}
		}
	}
	return nil
}

// objectFromEntries is Object.fromEntries.
func objectFromEntries(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if c.Arg(0).IsNullish() {
		return vm.Undefined, m.ThrowType("Object.fromEntries expects an iterable of [key, value] pairs, not %s", m.Describe(c.Arg(0)))
	}
	o := m.NewPlainObject()
	err := eachEntry(m, c.Arg(0), func(key, v vm.Value) error {
		k, err := m.ToPropertyKey(key)
		if err != nil {
			return err
		}
		if err := m.Charge(4); err != nil {
			return err
		}
		return m.CreateDataPropertyOrThrow(o, k, v)
	})
	return vm.ObjectValue(o), err
}

// eachEntry calls f with the elements 0 and 1 of every item of an iterable, which must be objects.
func eachEntry(m *vm.VM, v vm.Value, f func(key, v vm.Value) error) error {
	return m.Iterate(v, func(item vm.Value) error {
		if err := m.Charge(1); err != nil {
			return err
		}
		o := item.Object()
		if o == nil {
			return m.ThrowType("Iterator value %s is not an entry object", m.Describe(item))
		}
		if e, ok := m.ReadElements(o); ok && len(e) >= 2 && !e[0].IsHole() && !e[1].IsHole() {
			return f(e[0], e[1])
		}
		k, err := m.Get(o, vm.IndexKey(0))
		if err != nil {
			return err
		}
		v, err := m.Get(o, vm.IndexKey(1))
		if err != nil {
			return err
		}
		return f(k, v)
	})
}

func objectGetOwnPropertyDescriptor(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, err := m.ToObject(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	k, err := m.ToPropertyKey(c.Arg(1))
	if err != nil {
		return vm.Undefined, err
	}
	p, ok, err := m.GetOwn(o, k)
	if !ok || err != nil {
		return vm.Undefined, err
	}
	return fromDescriptor(m, &p)
}

func objectGetOwnPropertyDescriptors(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, err := m.ToObject(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	if err := refuseTools(m, o, "Object.getOwnPropertyDescriptors"); err != nil {
		return vm.Undefined, err
	}
	keys, err := m.OwnKeys(o)
	if err != nil {
		return vm.Undefined, err
	}
	out := m.NewPlainObject()
	for _, k := range keys {
		if err := m.Charge(24); err != nil {
			return vm.Undefined, err
		}
		p, ok, err := m.GetOwn(o, k)
		if err != nil {
			return vm.Undefined, err
		}
		if !ok || k.Is("__proto__") { // Object.prototype's accessor is the one property of this name there is
			continue
		}
		d, err := fromDescriptor(m, &p)
		if err != nil {
			return vm.Undefined, err
		}
		if err := m.CreateDataPropertyOrThrow(out, k, d); err != nil {
			return vm.Undefined, err
		}
	}
	return vm.ObjectValue(out), nil
}

// objectOwnKeys is GetOwnPropertyKeys.
func objectOwnKeys(c *vm.Call, symbols bool) (vm.Value, error) {
	m := c.VM
	o, err := m.ToObject(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	keys, err := m.OwnKeys(o)
	if err != nil {
		return vm.Undefined, err
	}
	out := list{m: m}
	for i, k := range keys {
		if i&255 == 255 {
			if err := m.Charge(256); err != nil {
				return vm.Undefined, err
			}
		}
		if k.IsSymbol() == symbols {
			if err := out.add(k.Value()); err != nil {
				return vm.Undefined, err
			}
		}
	}
	return out.array(), nil
}

func objectGetPrototypeOf(c *vm.Call) (vm.Value, error) {
	o, err := c.VM.ToObject(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectOrNull(o.Proto()), nil
}

// groupBy is GroupBy: it calls back for every item of an iterable and hands key and item to put.
func groupBy(c *vm.Call, method string, put func(key, item vm.Value) error) error {
	m := c.VM
	items, f := c.Arg(0), c.Arg(1)
	if items.IsNullish() {
		return m.ThrowType("%s expects an iterable, not %s", method, m.Describe(items))
	}
	if err := needCallable(m, f); err != nil {
		return err
	}
	k := 0
	call := m.NewCaller(f)
	return m.Iterate(items, func(item vm.Value) error {
		if err := m.Charge(1); err != nil {
			return err
		}
		key, err := call.Call2(vm.Undefined, item, vm.Int(k))
		if err != nil {
			return err
		}
		k++
		return put(key, item)
	})
}

// objectGroupBy is Object.groupBy.
func objectGroupBy(c *vm.Call) (vm.Value, error) {
	m := c.VM
	groups := m.NewObject(nil)
	err := groupBy(c, "Object.groupBy", func(key, item vm.Value) error {
		k, err := m.ToPropertyKey(key)
		if err != nil {
			return err
		}
		if p, ok := m.OrdinaryGetOwn(groups, k); ok {
			return m.Push(p.Value.Object(), item)
		}
		if err := m.Alloc(4 * valueBytes); err != nil {
			return err
		}
		g := m.ArrayFrom(nil, append(make([]vm.Value, 0, 4), item))
		return m.CreateDataPropertyOrThrow(groups, k, vm.ObjectValue(g))
	})
	return vm.ObjectValue(groups), err
}

func objectHasOwn(c *vm.Call) (vm.Value, error) {
	o, err := c.VM.ToObject(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	k, err := c.VM.ToPropertyKey(c.Arg(1))
	if err != nil {
		return vm.Undefined, err
	}
	ok, err := c.VM.HasOwn(o, k)
	return vm.Bool(ok), err
}

func objectIsExtensible(c *vm.Call) (vm.Value, error) {
	o := c.Arg(0).Object()
	return vm.Bool(o != nil && c.VM.IsExtensible(o)), nil
}

func objectPreventExtensions(c *vm.Call) (vm.Value, error) {
	if o := c.Arg(0).Object(); o != nil && !c.VM.PreventExtensions(o) {
		return vm.Undefined, c.VM.ThrowType("Cannot prevent extensions of %s: the length of its buffer can change", c.VM.Describe(c.Arg(0)))
	}
	return c.Arg(0), nil
}

func objectSetIntegrity(c *vm.Call, level vm.IntegrityLevel) (vm.Value, error) {
	if o := c.Arg(0).Object(); o != nil && o.Class() != vm.ClassTool { // tool references cannot be changed anyway
		return c.Arg(0), c.VM.SetIntegrity(o, level)
	}
	return c.Arg(0), nil
}

func objectTestIntegrity(c *vm.Call, level vm.IntegrityLevel) (vm.Value, error) {
	o := c.Arg(0).Object()
	if o == nil || o.Class() == vm.ClassTool {
		return vm.True, nil
	}
	ok, err := c.VM.TestIntegrity(o, level)
	return vm.Bool(ok), err
}

// objectSetPrototypeOf refuses unless nothing would change.
func objectSetPrototypeOf(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if c.Arg(0).IsNullish() {
		return vm.Undefined, m.ThrowType("Object.setPrototypeOf called on null or undefined")
	}
	p := c.Arg(1)
	if !p.IsObject() && !p.IsNull() {
		return vm.Undefined, m.ThrowType("Object prototype may only be an Object or null: %s", m.Describe(p))
	}
	if o := c.Arg(0).Object(); o != nil && !m.SetPrototypeOf(o, p.Object()) {
		return vm.Undefined, throwPrototypeFixed(m)
	}
	return c.Arg(0), nil
}

func throwPrototypeFixed(m *vm.VM) error {
	return m.ThrowType("The prototype of an object cannot be changed here: create the object with Object.create(proto) or a class with extends, or copy properties with Object.assign")
}
