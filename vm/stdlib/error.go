package stdlib

// This file defines Error, the native error types, AggregateError and the stack property.

import "github.com/neurocode-ai/codemode/vm"

func (l *library) defineErrors() {
	r := l.Realm
	base := l.defineError(vm.ErrorKindError, nil, 1, errorConstructor(vm.ErrorKindError))
	for kind := vm.ErrorKindType; kind <= vm.ErrorKindURI; kind++ {
		l.defineError(kind, base, 1, errorConstructor(kind))
	}
	l.defineError(vm.ErrorKindAggregate, base, 2, aggregateErrorConstructor)
	p := r.ErrorPrototype
	l.Method(p, "toString", 0, errorToString)
	l.Accessor(p, r.Names.Stack, errorStack, setErrorStack, vm.FlagConfigurable)
	l.Method(base, "captureStackTrace", 2, errorCaptureStackTrace)
	l.Method(base, "isError", 1, func(c *vm.Call) (vm.Value, error) {
		o, _ := vm.ErrorOf(c.Arg(0))
		return vm.Bool(o != nil), nil
	})
}

// defineError defines the constructor of one error type and the properties of its prototype.
func (l *library) defineError(kind vm.ErrorKind, parent *vm.Object, length int, fn vm.NativeFunc) *vm.Object {
	r := l.Realm
	p := r.Errors[kind]
	k := l.Constructor(kind.String(), length, fn, p, parent)
	l.Prop(p, r.Names.Message, vm.ASCII(""), vm.FlagsHidden)
	l.Prop(p, r.Names.Name, vm.ASCII(kind.String()), vm.FlagsHidden)
	return k
}

// newErrorFrom makes the object of an error constructor: message and options are its arguments.
func newErrorFrom(c *vm.Call, kind vm.ErrorKind, message, options vm.Value) (*vm.Object, error) {
	m := c.VM
	names := &m.Realm().Names
	proto, err := m.ProtoFromConstructor(c.NewTarget, m.Realm().Errors[kind])
	if err != nil {
		return nil, err
	}
	o := m.NewErrorObject(proto, c.NewTarget)
	if !message.IsUndefined() {
		s, err := m.ToString(message)
		if err != nil {
			return nil, err
		}
		if err := m.DefineOrThrow(o, names.Message, vm.DataProperty(s, vm.FlagsHidden)); err != nil {
			return nil, err
		}
	}
	if opts := options.Object(); opts != nil {
		cause, ok, err := getIfPresent(m, opts, names.Cause)
		if err != nil {
			return nil, err
		}
		if ok {
			if err := m.DefineOrThrow(o, names.Cause, vm.DataProperty(cause, vm.FlagsHidden)); err != nil {
				return nil, err
			}
		}
	}
	return o, nil
}

func errorConstructor(kind vm.ErrorKind) vm.NativeFunc {
	return func(c *vm.Call) (vm.Value, error) {
		o, err := newErrorFrom(c, kind, c.Arg(0), c.Arg(1))
		return vm.ObjectValue(o), err
	}
}

// aggregateErrorConstructor is AggregateError(errors, message, options).
func aggregateErrorConstructor(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, err := newErrorFrom(c, vm.ErrorKindAggregate, c.Arg(1), c.Arg(2))
	if err != nil {
		return vm.Undefined, err
	}
	errors, err := m.ListFromIterable(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	list := vm.ObjectValue(m.ArrayFrom(nil, errors))
	return vm.ObjectValue(o), m.DefineOrThrow(o, m.Realm().Names.Errors, vm.DataProperty(list, vm.FlagsHidden))
}

// errorToString is Error.prototype.toString.
func errorToString(c *vm.Call) (vm.Value, error) {
	o, err := needObject(c.VM, c.This, "Error.prototype.toString")
	if err != nil {
		return vm.Undefined, err
	}
	s, err := errorText(c.VM, o)
	return s.Value(), err
}

// errorText is the text "name: message" of an object.
func errorText(m *vm.VM, o *vm.Object) (vm.Str, error) {
	names := &m.Realm().Names
	part := func(key vm.PropertyKey, def string) (vm.Str, error) {
		v, err := m.Get(o, key)
		if err != nil {
			return vm.Str{}, err
		}
		if v.IsUndefined() {
			return vm.ASCIIStr(def), nil
		}
		return m.ToStr(v)
	}
	name, err := part(names.Name, "Error")
	if err != nil {
		return vm.Str{}, err
	}
	message, err := part(names.Message, "")
	if err != nil {
		return vm.Str{}, err
	}
	switch {
	case name.Len() == 0:
		return message, nil
	case message.Len() == 0:
		return name, nil
	}
	b := vm.NewStringBuilder(m)
	for _, s := range []vm.Str{name, vm.ASCIIStr(": "), message} {
		if err := b.Write(s); err != nil {
			return vm.Str{}, err
		}
	}
	return b.Str(), nil
}

// errorStack is the getter of Error.prototype.stack: the text of the error and a line for each frame that was active
// when it was made. Other objects have no stack.
func errorStack(c *vm.Call) (vm.Value, error) {
	if _, err := needObject(c.VM, c.This, "get stack"); err != nil {
		return vm.Undefined, err
	}
	o, d := vm.ErrorOf(c.This)
	if o == nil {
		return vm.Undefined, nil
	}
	return stackText(c.VM, o, d.Trace)
}

func stackText(m *vm.VM, o *vm.Object, trace []vm.TraceEntry) (vm.Value, error) {
	head, err := errorText(m, o)
	if err != nil {
		return vm.Undefined, err
	}
	if err := m.Charge(200); err != nil {
		return vm.Undefined, err
	}
	b := vm.NewStringBuilder(m)
	if err := b.Write(head); err != nil {
		return vm.Undefined, err
	}
	if err := b.Write(vm.StrOf(m.TraceText(trace))); err != nil {
		return vm.Undefined, err
	}
	return b.Value(), nil
}

// setErrorStack makes a property of the receiver's own.
func setErrorStack(c *vm.Call) (vm.Value, error) {
	o, err := needObject(c.VM, c.This, "set stack")
	if err != nil {
		return vm.Undefined, err
	}
	return vm.Undefined, c.VM.DefineOrThrow(o, c.VM.Realm().Names.Stack, vm.DataProperty(c.Arg(0), vm.FlagsHidden))
}

// errorCaptureStackTrace is V8's Error.captureStackTrace: it gives any object a stack property of its own, without the
// call of the function that is the second argument and what that called.
func errorCaptureStackTrace(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o := c.Arg(0).Object()
	if o == nil {
		return vm.Undefined, m.ThrowType("Invalid argument: Error.captureStackTrace expects an object")
	}
	text, err := stackText(m, o, m.TraceBelow(c.Arg(1).Object()))
	if err != nil {
		return vm.Undefined, err
	}
	return vm.Undefined, m.DefineOrThrow(o, m.Realm().Names.Stack, vm.DataProperty(text, vm.FlagsHidden))
}
