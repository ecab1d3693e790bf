package stdlib

// This file defines Boolean.

import "github.com/neurocode-ai/codemode/vm"

func (l *library) defineBoolean() {
	p := l.Realm.BooleanPrototype
	l.Constructor("Boolean", 1, booleanConstructor, p, nil)
	l.Method(p, "toString", 0, func(c *vm.Call) (vm.Value, error) {
		b, err := thisBoolean(c, "Boolean.prototype.toString")
		if err != nil {
			return vm.Undefined, err
		}
		return c.VM.ToString(b)
	})
	l.Method(p, "valueOf", 0, func(c *vm.Call) (vm.Value, error) { return thisBoolean(c, "Boolean.prototype.valueOf") })
}

func booleanConstructor(c *vm.Call) (vm.Value, error) {
	b := vm.Bool(vm.ToBoolean(c.Arg(0)))
	if c.NewTarget == nil {
		return b, nil
	}
	proto, err := c.VM.ProtoFromConstructor(c.NewTarget, c.VM.Realm().BooleanPrototype)
	if err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(c.VM.NewObjectOf(vm.ClassBoolean, proto, b)), nil
}

// thisBoolean is ThisBooleanValue.
func thisBoolean(c *vm.Call, method string) (vm.Value, error) {
	if c.This.IsBool() {
		return c.This, nil
	}
	if o := c.This.Object(); o != nil && o.Class() == vm.ClassBoolean {
		if v, ok := o.Data().(vm.Value); ok {
			return v, nil
		}
	}
	return vm.Undefined, incompatible(c.VM, method, c.This)
}
