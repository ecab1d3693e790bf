package stdlib

// This file defines Object.prototype.

import "github.com/neurocode-ai/codemode/vm"

func (l *library) defineObjectPrototype() {
	r := l.Realm
	p := r.ObjectPrototype
	l.Method(p, "hasOwnProperty", 1, objectProtoHasOwnProperty)
	l.Method(p, "isPrototypeOf", 1, objectProtoIsPrototypeOf)
	l.Method(p, "propertyIsEnumerable", 1, objectProtoPropertyIsEnumerable)
	l.Method(p, "toLocaleString", 0, func(c *vm.Call) (vm.Value, error) {
		return c.VM.Invoke(c.This, c.VM.Realm().Names.ToString)
	})
	r.ObjectToString = l.Method(p, "toString", 0, objectProtoToString)
	l.Method(p, "valueOf", 0, func(c *vm.Call) (vm.Value, error) {
		o, err := c.VM.ToObject(c.This)
		return vm.ObjectValue(o), err
	})
	l.Method(p, "__defineGetter__", 2, func(c *vm.Call) (vm.Value, error) { return defineLegacyAccessor(c, true) })
	l.Method(p, "__defineSetter__", 2, func(c *vm.Call) (vm.Value, error) { return defineLegacyAccessor(c, false) })
	l.Method(p, "__lookupGetter__", 1, func(c *vm.Call) (vm.Value, error) { return lookupLegacyAccessor(c, true) })
	l.Method(p, "__lookupSetter__", 1, func(c *vm.Call) (vm.Value, error) { return lookupLegacyAccessor(c, false) })
	l.Accessor(p, r.Names.Proto, refuseProto, refuseProto, vm.FlagConfigurable)
}

// refuseProto is both halves of the __proto__ accessor.
func refuseProto(c *vm.Call) (vm.Value, error) {
	return vm.Undefined, c.VM.ThrowType("__proto__ is not available: read the prototype with Object.getPrototypeOf(object), create objects with Object.create(proto) or a class with extends")
}

func objectProtoHasOwnProperty(c *vm.Call) (vm.Value, error) {
	k, err := c.VM.ToPropertyKey(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	o, err := c.VM.ToObject(c.This)
	if err != nil {
		return vm.Undefined, err
	}
	ok, err := c.VM.HasOwn(o, k)
	return vm.Bool(ok), err
}

func objectProtoIsPrototypeOf(c *vm.Call) (vm.Value, error) {
	o := c.Arg(0).Object()
	if o == nil {
		return vm.False, nil
	}
	this, err := c.VM.ToObject(c.This)
	if err != nil {
		return vm.Undefined, err
	}
	for p := o.Proto(); p != nil; p = p.Proto() {
		if p == this {
			return vm.True, nil
		}
		if err := c.VM.Charge(1); err != nil {
			return vm.Undefined, err
		}
	}
	return vm.False, nil
}

func objectProtoPropertyIsEnumerable(c *vm.Call) (vm.Value, error) {
	k, err := c.VM.ToPropertyKey(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	o, err := c.VM.ToObject(c.This)
	if err != nil {
		return vm.Undefined, err
	}
	p, ok, err := c.VM.GetOwn(o, k)
	return vm.Bool(ok && p.Flags&vm.FlagEnumerable != 0), err
}

// objectProtoToString is Object.prototype.toString.
func objectProtoToString(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if c.This.IsUndefined() {
		return vm.ASCII("[object Undefined]"), nil
	}
	if c.This.IsNull() {
		return vm.ASCII("[object Null]"), nil
	}
	o, err := m.ToObject(c.This)
	if err != nil {
		return vm.Undefined, err
	}
	tag, err := m.Get(o, m.Realm().Names.SymToStringTag)
	if err != nil {
		return vm.Undefined, err
	}
	if !tag.IsString() {
		return vm.ASCII(builtinTag(o)), nil
	}
	b := vm.NewStringBuilder(m)
	if err := b.WriteASCII("[object "); err != nil {
		return vm.Undefined, err
	}
	if err := b.Write(tag.Str()); err != nil {
		return vm.Undefined, err
	}
	if err := b.WriteASCII("]"); err != nil {
		return vm.Undefined, err
	}
	return b.Value(), nil
}

// builtinTag is the text of an object without Symbol.toStringTag.
func builtinTag(o *vm.Object) string {
	switch o.Class() {
	case vm.ClassArray:
		return "[object Array]"
	case vm.ClassArguments:
		return "[object Arguments]"
	case vm.ClassError:
		return "[object Error]"
	case vm.ClassBoolean:
		return "[object Boolean]"
	case vm.ClassNumber:
		return "[object Number]"
	case vm.ClassString:
		return "[object String]"
	case vm.ClassDate:
		return "[object Date]"
	case vm.ClassRegExp:
		return "[object RegExp]"
	}
	if o.IsCallable() {
		return "[object Function]"
	}
	return "[object Object]"
}

// defineLegacyAccessor is __defineGetter__ and __defineSetter__.
func defineLegacyAccessor(c *vm.Call, getter bool) (vm.Value, error) {
	o, err := c.VM.ToObject(c.This)
	if err != nil {
		return vm.Undefined, err
	}
	if err := needCallable(c.VM, c.Arg(1)); err != nil {
		return vm.Undefined, err
	}
	d := vm.Property{Flags: vm.FlagEnumerable | vm.FlagConfigurable, HasEnumerable: true, HasConfigurable: true}
	if getter {
		d.Get, d.HasGet = c.Arg(1).Object(), true
	} else {
		d.Set, d.HasSet = c.Arg(1).Object(), true
	}
	k, err := c.VM.ToPropertyKey(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	return vm.Undefined, c.VM.DefineOrThrow(o, k, d)
}

// lookupLegacyAccessor is __lookupGetter__ and __lookupSetter__.
func lookupLegacyAccessor(c *vm.Call, getter bool) (vm.Value, error) {
	o, err := c.VM.ToObject(c.This)
	if err != nil {
		return vm.Undefined, err
	}
	k, err := c.VM.ToPropertyKey(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	for ; o != nil; o = o.Proto() {
		p, ok, err := c.VM.GetOwn(o, k)
		if err != nil {
			return vm.Undefined, err
		}
		if ok {
			if getter {
				return objectOrUndefined(p.Get), nil
			}
			return objectOrUndefined(p.Set), nil
		}
		if err := c.VM.Charge(1); err != nil {
			return vm.Undefined, err
		}
	}
	return vm.Undefined, nil
}
