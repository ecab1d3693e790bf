package stdlib

// This file defines ArrayBuffer.

import (
	"strconv"

	"github.com/neurocode-ai/codemode/vm"
)

func (l *library) defineArrayBuffer() {
	r := l.Realm
	p := r.ArrayBufferPrototype
	k := l.Constructor("ArrayBuffer", 1, arrayBufferConstructor, p, nil)
	r.ArrayBufferConstructor = k
	l.Method(k, "isView", 1, func(c *vm.Call) (vm.Value, error) {
		o := c.Arg(0).Object()
		return vm.Bool(o != nil && (o.Class() == vm.ClassTypedArray || o.Class() == vm.ClassDataView)), nil
	})
	l.Accessor(k, r.Names.SymSpecies, returnThis, nil, vm.FlagConfigurable)
	l.bufferGetter("byteLength", func(b *vm.Buffer) vm.Value { return vm.Int(len(b.Bytes)) })
	l.bufferGetter("detached", func(b *vm.Buffer) vm.Value { return vm.Bool(b.Detached) })
	l.bufferGetter("maxByteLength", maxByteLength)
	l.bufferGetter("resizable", func(b *vm.Buffer) vm.Value { return vm.Bool(b.Max >= 0) })
	l.Method(p, "resize", 1, arrayBufferResize)
	l.Method(p, "slice", 2, arrayBufferSlice)
	l.Method(p, "transfer", 0, func(c *vm.Call) (vm.Value, error) { return arrayBufferTransfer(c, "transfer", true) })
	l.Method(p, "transferToFixedLength", 0, func(c *vm.Call) (vm.Value, error) {
		return arrayBufferTransfer(c, "transferToFixedLength", false)
	})
	l.Tag(p, "ArrayBuffer")
	l.inspect(vm.ClassArrayBuffer, func(_ *vm.VM, o *vm.Object) (vm.Str, error) {
		b, _ := o.Data().(*vm.Buffer)
		return vm.ASCIIStr("ArrayBuffer(" + strconv.Itoa(len(b.Bytes)) + ")"), nil
	})
}

// bufferGetter defines an accessor of ArrayBuffer.prototype.
func (l *library) bufferGetter(name string, get func(b *vm.Buffer) vm.Value) {
	l.Getter(l.Realm.ArrayBufferPrototype, name, func(c *vm.Call) (vm.Value, error) {
		_, b, err := bufferOf(c, name)
		if err != nil {
			return vm.Undefined, err
		}
		return get(b), nil
	})
}

func maxByteLength(b *vm.Buffer) vm.Value {
	if b.Max >= 0 && !b.Detached {
		return vm.Int(b.Max)
	}
	return vm.Int(len(b.Bytes))
}

// bufferOf returns the buffer of the receiver.
func bufferOf(c *vm.Call, method string) (*vm.Object, *vm.Buffer, error) {
	if o := c.This.Object(); o != nil && o.Class() == vm.ClassArrayBuffer {
		if b, ok := o.Data().(*vm.Buffer); ok {
			return o, b, nil
		}
	}
	return nil, nil, incompatible(c.VM, "ArrayBuffer.prototype."+method, c.This)
}

// errDetached is the error of using a buffer that transfer has emptied.
func errDetached(m *vm.VM, what string) error {
	return m.ThrowType("Cannot perform %s on a detached ArrayBuffer", what)
}

// arrayBufferConstructor is new ArrayBuffer(length, {maxByteLength}).
func arrayBufferConstructor(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if c.NewTarget == nil {
		return vm.Undefined, m.ThrowType("Constructor ArrayBuffer requires 'new'")
	}
	n, err := m.ToIndex(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	limit := -1
	if options := c.Arg(1).Object(); options != nil {
		v, err := m.Get(options, m.Key("maxByteLength"))
		if err != nil {
			return vm.Undefined, err
		}
		if !v.IsUndefined() {
			if limit, err = m.ToIndex(v); err != nil {
				return vm.Undefined, err
			}
		}
	}
	if limit >= 0 && n > limit {
		return vm.Undefined, m.ThrowRange("Invalid array buffer length: %d exceeds maxByteLength %d", n, limit)
	}
	proto, err := m.ProtoFromConstructor(c.NewTarget, m.Realm().ArrayBufferPrototype)
	if err != nil {
		return vm.Undefined, err
	}
	o, _, err := newBuffer(m, proto, n, limit)
	return vm.ObjectValue(o), err
}

// newBuffer returns a new ArrayBuffer.
func newBuffer(m *vm.VM, proto *vm.Object, n, limit int) (*vm.Object, *vm.Buffer, error) {
	b, err := m.NewBuffer(n, limit)
	if err != nil {
		return nil, nil, err
	}
	return m.NewObjectOf(vm.ClassArrayBuffer, proto, b), b, nil
}

func arrayBufferResize(c *vm.Call) (vm.Value, error) {
	m := c.VM
	_, b, err := bufferOf(c, "resize")
	if err != nil {
		return vm.Undefined, err
	}
	if b.Max < 0 {
		return vm.Undefined, m.ThrowType("ArrayBuffer.prototype.resize needs a buffer that was made with maxByteLength")
	}
	n, err := m.ToIndex(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	if b.Detached {
		return vm.Undefined, errDetached(m, "ArrayBuffer.prototype.resize")
	}
	if n > b.Max {
		return vm.Undefined, m.ThrowRange("ArrayBuffer.prototype.resize: %d exceeds maxByteLength %d", n, b.Max)
	}
	return vm.Undefined, b.Resize(m, n)
}

func arrayBufferSlice(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, b, err := bufferOf(c, "slice")
	if err != nil {
		return vm.Undefined, err
	}
	if b.Detached {
		return vm.Undefined, errDetached(m, "ArrayBuffer.prototype.slice")
	}
	n := len(b.Bytes)
	first, err := m.RelativeIndex(c.Arg(0), n, 0)
	if err != nil {
		return vm.Undefined, err
	}
	final, err := m.RelativeIndex(c.Arg(1), n, n)
	if err != nil {
		return vm.Undefined, err
	}
	n = max(final-first, 0)
	copied, to, err := sliceTarget(m, o, n)
	if err != nil {
		return vm.Undefined, err
	}
	if b.Detached {
		return vm.Undefined, errDetached(m, "ArrayBuffer.prototype.slice")
	}
	if rest := len(b.Bytes) - first; rest > 0 {
		err = m.CopyBytes(to, 0, b, first, min(n, rest))
	}
	return vm.ObjectValue(copied), err
}

// sliceTarget constructs the buffer that slice copies to, by the constructor that o names.
func sliceTarget(m *vm.VM, o *vm.Object, n int) (*vm.Object, *vm.Buffer, error) {
	r := m.Realm()
	k, err := speciesConstructor(m, o, r.ArrayBufferConstructor)
	if err != nil {
		return nil, nil, err
	}
	if k == r.ArrayBufferConstructor {
		return newBuffer(m, r.ArrayBufferPrototype, n, -1)
	}
	copied, err := m.Construct(k, nil, vm.Int(n))
	if err != nil {
		return nil, nil, err
	}
	to, ok := copied.Data().(*vm.Buffer)
	switch {
	case !ok || copied.Class() != vm.ClassArrayBuffer:
		return nil, nil, m.ThrowType("The species constructor of an ArrayBuffer must return an ArrayBuffer, not %s", m.Describe(vm.ObjectValue(copied)))
	case to.Detached:
		return nil, nil, errDetached(m, "ArrayBuffer.prototype.slice")
	case copied == o:
		return nil, nil, m.ThrowType("The species constructor of an ArrayBuffer returned the same buffer")
	case len(to.Bytes) < n:
		return nil, nil, m.ThrowType("The species constructor of an ArrayBuffer returned a buffer that is too small")
	}
	return copied, to, nil
}

// arrayBufferTransfer is ArrayBufferCopyAndDetach. Where the length stays the same, the bytes change hands.
func arrayBufferTransfer(c *vm.Call, method string, resizable bool) (vm.Value, error) {
	m := c.VM
	_, b, err := bufferOf(c, method)
	if err != nil {
		return vm.Undefined, err
	}
	n := len(b.Bytes)
	if !c.Arg(0).IsUndefined() {
		if n, err = m.ToIndex(c.Args[0]); err != nil {
			return vm.Undefined, err
		}
	}
	if b.Detached {
		return vm.Undefined, errDetached(m, "ArrayBuffer.prototype."+method)
	}
	limit := -1
	if resizable {
		if limit = b.Max; limit >= 0 && n > limit {
			return vm.Undefined, m.ThrowRange("ArrayBuffer.prototype.%s: %d exceeds maxByteLength %d", method, n, limit)
		}
	}
	if n == len(b.Bytes) {
		o := m.NewObjectOf(vm.ClassArrayBuffer, m.Realm().ArrayBufferPrototype, &vm.Buffer{Bytes: b.Bytes, Max: limit})
		b.Detach()
		return vm.ObjectValue(o), nil
	}
	o, to, err := newBuffer(m, m.Realm().ArrayBufferPrototype, n, limit)
	if err != nil {
		return vm.Undefined, err
	}
	if err := m.CopyBytes(to, 0, b, 0, min(n, len(b.Bytes))); err != nil {
		return vm.Undefined, err
	}
	b.Detach()
	return vm.ObjectValue(o), nil
}
