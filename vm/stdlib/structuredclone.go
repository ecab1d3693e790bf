package stdlib

// This file defines structuredClone: the serialisation algorithm of the HTML standard for values that stay in one realm.

import (
	"github.com/neurocode-ai/codemode/vm"
)

func (l *library) defineStructuredClone() {
	l.Method(l.Realm.Global, "structuredClone", 1, structuredClone)
}

// cloneable is implemented by the data of builtin objects whose copy is an object of the same class with a copy of the
// data, such as dates and byte buffers.
type cloneable interface {
	CloneData(m *vm.VM) (any, error)
}

// A viewCloneable is the data of a view of a buffer, which is cloned with its buffer.
type viewCloneable interface {
	ViewedBuffer() *vm.Object
	CloneView(m *vm.VM, buffer *vm.Object) (vm.Value, error)
}

// cloner holds the objects that one call has copied.
type cloner struct {
	m    *vm.VM
	done map[*vm.Object]*vm.Object
}

func structuredClone(c *vm.Call) (vm.Value, error) {
	if len(c.Args) == 0 {
		return vm.Undefined, c.VM.ThrowType("structuredClone needs a value to clone")
	}
	if options := c.Arg(1); !options.IsNullish() {
		o, err := needObject(c.VM, options, "structuredClone options")
		if err != nil {
			return vm.Undefined, err
		}
		transfer, err := c.VM.Get(o, c.VM.Key("transfer"))
		if err != nil {
			return vm.Undefined, err
		}
		if !transfer.IsUndefined() {
			list, err := c.VM.ListFromIterable(transfer)
			if err != nil {
				return vm.Undefined, err
			}
			if len(list) > 0 {
				return vm.Undefined, dataCloneError(c.VM, "structuredClone copies here, it does not transfer: leave the transfer option out")
			}
		}
	}
	cl := &cloner{m: c.VM, done: map[*vm.Object]*vm.Object{}}
	return cl.value(c.Args[0])
}

// dataCloneError is the error of a value that cannot be cloned. Where browsers throw a DOMException, this is an Error with
// the same name and code.
func dataCloneError(m *vm.VM, format string, args ...any) error {
	return domError(m, "DataCloneError", 25, format, args...)
}

func (c *cloner) value(v vm.Value) (vm.Value, error) {
	o := v.Object()
	if o == nil {
		if v.IsSymbol() {
			return vm.Undefined, dataCloneError(c.m, "%s could not be cloned", c.m.Describe(v))
		}
		return v, nil
	}
	if copied := c.done[o]; copied != nil {
		return vm.ObjectValue(copied), nil
	}
	if err := c.m.Nest(); err != nil {
		return vm.Undefined, err
	}
	defer c.m.Unnest()
	if err := c.m.Charge(8); err != nil {
		return vm.Undefined, err
	}
	if err := c.m.Alloc(48); err != nil {
		return vm.Undefined, err
	}
	return c.object(o)
}

func (c *cloner) object(o *vm.Object) (vm.Value, error) {
	m, r := c.m, c.m.Realm()
	if o.IsCallable() {
		return vm.Undefined, dataCloneError(m, "%s could not be cloned: functions are not data", m.Describe(vm.ObjectValue(o)))
	}
	switch o.Class() {
	case vm.ClassObject, vm.ClassArguments:
		if o.IsRealm() {
			break
		}
		return c.properties(o, m.NewPlainObject())
	case vm.ClassArray:
		return c.array(o)
	case vm.ClassError:
		return c.errorObject(o)
	case vm.ClassBoolean:
		return c.boxed(o, r.BooleanPrototype)
	case vm.ClassNumber:
		return c.boxed(o, r.NumberPrototype)
	case vm.ClassString:
		return c.boxed(o, r.StringPrototype)
	case vm.ClassBigInt:
		return c.boxed(o, r.BigIntPrototype)
	case vm.ClassMap:
		return c.collection(o, r.MapPrototype)
	case vm.ClassSet:
		return c.collection(o, r.SetPrototype)
	case vm.ClassRegExp:
		return c.regExp(o)
	case vm.ClassDate:
		return c.withData(o, r.DatePrototype)
	case vm.ClassArrayBuffer, vm.ClassTypedArray, vm.ClassDataView:
		if lostBuffer(o) {
			return vm.Undefined, dataCloneError(m, "%s could not be cloned: its buffer is detached or has become too short", m.Describe(vm.ObjectValue(o)))
		}
		if o.Class() != vm.ClassArrayBuffer {
			return c.view(o)
		}
		return c.withData(o, r.ArrayBufferPrototype)
	}
	return vm.Undefined, dataCloneError(m, "%s could not be cloned", m.Describe(vm.ObjectValue(o)))
}

// add remembers a copy before its parts are cloned, so that cycles end.
func (c *cloner) add(o, copied *vm.Object) vm.Value {
	c.done[o] = copied
	return vm.ObjectValue(copied)
}

// properties copies the enumerable own properties with string keys.
func (c *cloner) properties(o, copied *vm.Object) (vm.Value, error) {
	v := c.add(o, copied)
	keys, err := enumerableNames(c.m, o)
	if err != nil {
		return v, err
	}
	for _, key := range keys {
		has, err := c.m.HasOwn(o, key)
		if err != nil {
			return v, err
		}
		if !has { // deleted by a getter
			continue
		}
		p, err := c.m.Get(o, key)
		if err != nil {
			return v, err
		}
		if p, err = c.value(p); err != nil {
			return v, err
		}
		if err := c.m.CreateDataPropertyOrThrow(copied, key, p); err != nil {
			return v, err
		}
	}
	return v, nil
}

func (c *cloner) array(o *vm.Object) (vm.Value, error) {
	n, err := c.m.LengthOf(o)
	if err != nil {
		return vm.Undefined, err
	}
	copied := c.m.NewArray(nil)
	if err := c.m.Set(copied, c.m.Realm().Names.Length, vm.Int(n)); err != nil {
		return vm.Undefined, err
	}
	if n < 1<<16 {
		if _, err := c.m.MakeDense(copied); err != nil {
			return vm.Undefined, err
		}
	}
	return c.properties(o, copied)
}

func (c *cloner) boxed(o, proto *vm.Object) (vm.Value, error) {
	return c.add(o, c.m.NewObjectOf(o.Class(), proto, o.Data())), nil
}

// errorObject copies name, message, stack and cause of an error. Only the names of the native errors survive.
func (c *cloner) errorObject(o *vm.Object) (vm.Value, error) {
	m := c.m
	names := &m.Realm().Names
	nameValue, err := m.Get(o, names.Name)
	if err != nil {
		return vm.Undefined, err
	}
	kind := vm.ErrorKindError
	if !nameValue.IsUndefined() {
		name, err := m.ToGoString(nameValue)
		if err != nil {
			return vm.Undefined, err
		}
		for k := vm.ErrorKindError; k <= vm.ErrorKindURI; k++ {
			if k.String() == name {
				kind = k
			}
		}
	}
	copied := m.NewErrorObject(m.Realm().Errors[kind], nil)
	if d, ok := o.Data().(*vm.ErrorData); ok {
		copied.SetData(&vm.ErrorData{Trace: d.Trace, Message: d.Message})
	}
	v := c.add(o, copied)
	for _, key := range [...]vm.PropertyKey{names.Message, names.Cause} {
		p, ok, err := m.GetOwn(o, key)
		if err != nil || !ok || p.IsAccessor() {
			if err != nil {
				return v, err
			}
			continue
		}
		part := p.Value
		if key == names.Message {
			part, err = m.ToString(part)
		} else {
			part, err = c.value(part)
		}
		if err != nil {
			return v, err
		}
		if err := m.DefineOrThrow(copied, key, vm.DataProperty(part, vm.FlagsHidden)); err != nil {
			return v, err
		}
	}
	return v, nil
}

// collection copies a Map or Set. Its entries are listed first, as cloning them can change it.
func (c *cloner) collection(o, proto *vm.Object) (vm.Value, error) {
	m := c.m
	from := o.Data().(*table)
	list, err := from.list(m)
	if err != nil {
		return vm.Undefined, err
	}
	to := newTable(from.isMap)
	v := c.add(o, m.NewObjectOf(o.Class(), proto, to))
	for i := 0; i < len(list); i += from.stride() {
		key, err := c.value(list[i])
		if err != nil {
			return v, err
		}
		item := vm.Undefined
		if from.isMap {
			if item, err = c.value(list[i+1]); err != nil {
				return v, err
			}
		}
		if err := to.put(m, key, item); err != nil {
			return v, err
		}
	}
	return v, nil
}

// regExp copies source and flags; lastIndex starts at 0.
func (c *cloner) regExp(o *vm.Object) (vm.Value, error) {
	m := c.m
	r := m.Realm()
	source, err := m.GetReceiver(r.RegExpPrototype, r.Names.Source, vm.ObjectValue(o))
	if err != nil {
		return vm.Undefined, err
	}
	flags, err := m.GetReceiver(r.RegExpPrototype, r.Names.Flags, vm.ObjectValue(o))
	if err != nil {
		return vm.Undefined, err
	}
	copied, _, err := r.NewRegExp(m, source, flags, nil)
	if err != nil {
		return vm.Undefined, err
	}
	return c.add(o, copied), nil
}

func (c *cloner) withData(o, proto *vm.Object) (vm.Value, error) {
	d, ok := o.Data().(cloneable)
	if !ok {
		return vm.Undefined, dataCloneError(c.m, "%s could not be cloned", c.m.Describe(vm.ObjectValue(o)))
	}
	data, err := d.CloneData(c.m)
	if err != nil {
		return vm.Undefined, err
	}
	return c.add(o, c.m.NewObjectOf(o.Class(), proto, data)), nil
}

// view copies a typed array or DataView together with its buffer.
func (c *cloner) view(o *vm.Object) (vm.Value, error) {
	d, ok := o.Data().(viewCloneable)
	if !ok {
		return vm.Undefined, dataCloneError(c.m, "%s could not be cloned", c.m.Describe(vm.ObjectValue(o)))
	}
	buffer, err := c.value(vm.ObjectValue(d.ViewedBuffer()))
	if err != nil {
		return vm.Undefined, err
	}
	v, err := d.CloneView(c.m, buffer.Object())
	if err != nil {
		return vm.Undefined, err
	}
	c.done[o] = v.Object()
	return v, nil
}
