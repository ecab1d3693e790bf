package stdlib

// This file defines DataView.

import (
	"slices"
	"strconv"

	"github.com/neurocode-ai/codemode/vm"
)

func (l *library) defineDataView() {
	r := l.Realm
	p := r.DataViewPrototype
	l.Constructor("DataView", 1, dataViewConstructor, p, nil)
	l.Getter(p, "buffer", func(c *vm.Call) (vm.Value, error) {
		d, err := dataViewOf(c, "buffer")
		if err != nil {
			return vm.Undefined, err
		}
		return vm.ObjectValue(d.buffer), nil
	})
	l.Getter(p, "byteLength", func(c *vm.Call) (vm.Value, error) {
		_, n, err := dataViewInBounds(c, "byteLength")
		return vm.Int(n), err
	})
	l.Getter(p, "byteOffset", func(c *vm.Call) (vm.Value, error) {
		d, _, err := dataViewInBounds(c, "byteOffset")
		if err != nil {
			return vm.Undefined, err
		}
		return vm.Int(d.offset), nil
	})
	for kind := range vm.NumElementKinds {
		if kind == vm.Uint8Clamped {
			continue
		}
		get, set := "get"+kind.String(), "set"+kind.String()
		l.Method(p, get, 1, func(c *vm.Call) (vm.Value, error) { return dataViewGet(c, get, kind) })
		l.Method(p, set, 2, func(c *vm.Call) (vm.Value, error) { return vm.Undefined, dataViewSet(c, set, kind) })
	}
	l.Tag(p, "DataView")
	l.inspect(vm.ClassDataView, func(_ *vm.VM, o *vm.Object) (vm.Str, error) {
		d, _ := o.Data().(*dataView)
		n, _ := d.length()
		return vm.ASCIIStr("DataView(" + strconv.Itoa(n) + ")"), nil
	})
}

// A dataView is the data of DataView objects.
type dataView struct {
	buffer *vm.Object
	bytes  *vm.Buffer
	offset int
	fixed  int // length, -1 if it follows that of the buffer
}

// length returns the number of bytes viewed; ok is false when the view lies outside of its buffer.
func (d *dataView) length() (n int, ok bool) {
	size := len(d.bytes.Bytes)
	if d.bytes.Detached || d.offset > size || d.fixed >= 0 && d.offset+d.fixed > size {
		return 0, false
	}
	if d.fixed >= 0 {
		return d.fixed, true
	}
	return size - d.offset, true
}

// Trace implements vm.Tracer.
func (d *dataView) Trace(mark func(vm.Value)) int {
	mark(vm.ObjectValue(d.buffer))
	return 64
}

// ViewedBuffer returns the ArrayBuffer, for structuredClone.
func (d *dataView) ViewedBuffer() *vm.Object { return d.buffer }

// CloneView returns the same view of another buffer, for structuredClone.
func (d *dataView) CloneView(m *vm.VM, buffer *vm.Object) (vm.Value, error) {
	b, _ := buffer.Data().(*vm.Buffer)
	return vm.ObjectValue(m.NewObjectOf(vm.ClassDataView, m.Realm().DataViewPrototype, &dataView{buffer, b, d.offset, d.fixed})), nil
}

// dataViewConstructor is new DataView(buffer, byteOffset, byteLength).
func dataViewConstructor(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if c.NewTarget == nil {
		return vm.Undefined, m.ThrowType("Constructor DataView requires 'new'")
	}
	buffer := c.Arg(0).Object()
	if buffer == nil || buffer.Class() != vm.ClassArrayBuffer {
		return vm.Undefined, m.ThrowType("First argument to DataView constructor must be an ArrayBuffer, not %s", m.Describe(c.Arg(0)))
	}
	b := buffer.Data().(*vm.Buffer)
	offset, err := m.ToIndex(c.Arg(1))
	if err != nil {
		return vm.Undefined, err
	}
	if b.Detached {
		return vm.Undefined, errDetached(m, "DataView")
	}
	if offset > len(b.Bytes) {
		return vm.Undefined, m.ThrowRange("Start offset %d is outside the bounds of the buffer", offset)
	}
	d := &dataView{buffer: buffer, bytes: b, offset: offset, fixed: -1}
	switch {
	case !c.Arg(2).IsUndefined():
		if d.fixed, err = m.ToIndex(c.Args[2]); err != nil {
			return vm.Undefined, err
		}
	case b.Max < 0:
		d.fixed = len(b.Bytes) - offset
	}
	tooLong := func() error {
		if max(offset, offset+d.fixed) > len(b.Bytes) {
			return m.ThrowRange("Invalid DataView length %d", d.fixed)
		}
		return nil
	}
	if err := tooLong(); err != nil {
		return vm.Undefined, err
	}
	proto, err := m.ProtoFromConstructor(c.NewTarget, m.Realm().DataViewPrototype)
	if err != nil {
		return vm.Undefined, err
	}
	if b.Detached {
		return vm.Undefined, errDetached(m, "DataView")
	}
	if err := tooLong(); err != nil { // the getter of prototype may have resized the buffer
		return vm.Undefined, err
	}
	return vm.ObjectValue(m.NewObjectOf(vm.ClassDataView, proto, d)), nil
}

func dataViewOf(c *vm.Call, method string) (*dataView, error) {
	if o := c.This.Object(); o != nil && o.Class() == vm.ClassDataView {
		if d, ok := o.Data().(*dataView); ok {
			return d, nil
		}
	}
	return nil, incompatible(c.VM, "DataView.prototype."+method, c.This)
}

// dataViewInBounds is dataViewOf followed by the check that the view lies in its buffer; n is its length.
func dataViewInBounds(c *vm.Call, method string) (d *dataView, n int, err error) {
	if d, err = dataViewOf(c, method); err != nil {
		return nil, 0, err
	}
	n, ok := d.length()
	if !ok {
		return nil, 0, c.VM.ThrowType("DataView.prototype.%s: the view lies outside of its buffer", method)
	}
	return d, n, nil
}

// element returns the bytes of the element at index, after the conversions.
func (d *dataView) element(m *vm.VM, method string, index int, kind vm.ElementKind) ([]byte, error) {
	n, ok := d.length()
	if !ok {
		return nil, m.ThrowType("DataView.prototype.%s: the view lies outside of its buffer", method)
	}
	if index > n-kind.Size() {
		return nil, m.ThrowRange("DataView.prototype.%s: offset %d is outside the bounds of the view", method, index)
	}
	at := d.offset + index
	return d.bytes.Bytes[at : at+kind.Size()], nil
}

// dataViewGet is GetViewValue.
func dataViewGet(c *vm.Call, method string, kind vm.ElementKind) (vm.Value, error) {
	d, err := dataViewOf(c, method)
	if err != nil {
		return vm.Undefined, err
	}
	index, err := c.VM.ToIndex(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	little := vm.ToBoolean(c.Arg(1))
	b, err := d.element(c.VM, method, index, kind)
	if err != nil {
		return vm.Undefined, err
	}
	if little {
		return kind.Decode(b), nil
	}
	var buf [8]byte
	copy(buf[:], b)
	slices.Reverse(buf[:len(b)])
	return kind.Decode(buf[:len(b)]), nil
}

// dataViewSet is SetViewValue.
func dataViewSet(c *vm.Call, method string, kind vm.ElementKind) error {
	d, err := dataViewOf(c, method)
	if err != nil {
		return err
	}
	index, err := c.VM.ToIndex(c.Arg(0))
	if err != nil {
		return err
	}
	bits, err := kind.Encode(c.VM, c.Arg(1))
	if err != nil {
		return err
	}
	b, err := d.element(c.VM, method, index, kind)
	if err != nil {
		return err
	}
	kind.Store(b, bits)
	if !vm.ToBoolean(c.Arg(2)) {
		slices.Reverse(b)
	}
	return nil
}
