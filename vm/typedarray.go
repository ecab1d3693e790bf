package vm

// This file defines typed arrays: views of a buffer whose integer keys are its elements. Their other properties are
// ordinary.

import "github.com/neurocode-ai/codemode/vm/numeric"

// A TypedArray is the data of typed arrays.
type TypedArray struct {
	Kind   ElementKind
	Buffer *Object // the ArrayBuffer
	Offset int     // byteOffset
	Fixed  int     // length, -1 if it follows that of the buffer
	bytes  *Buffer
}

// NewTypedArray returns a typed array over an ArrayBuffer object; the range must be valid.
func (vm *VM) NewTypedArray(kind ElementKind, proto, buffer *Object, offset, fixed int) *Object {
	t := &TypedArray{Kind: kind, Buffer: buffer, Offset: offset, Fixed: fixed, bytes: buffer.data.(*Buffer)}
	o := vm.NewObjectOf(ClassTypedArray, proto, t)
	o.flags |= objExotic
	return o
}

// TypedArrayOf returns the data of a typed array, nil for other objects.
func TypedArrayOf(o *Object) *TypedArray {
	if o == nil || o.class != ClassTypedArray {
		return nil
	}
	t, _ := o.data.(*TypedArray)
	return t
}

// Bytes returns the buffer.
func (t *TypedArray) Bytes() *Buffer { return t.bytes }

// Len returns the number of elements; ok is false when the buffer is detached or has shrunk so that the array lies
// outside of it.
func (t *TypedArray) Len() (n int, ok bool) {
	size := len(t.bytes.Bytes)
	if t.Fixed >= 0 {
		if t.Offset+t.Fixed*t.Kind.Size() > size || t.bytes.Detached {
			return 0, false
		}
		return t.Fixed, true
	}
	if t.Offset > size || t.bytes.Detached {
		return 0, false
	}
	return (size - t.Offset) / t.Kind.Size(), true
}

// Get returns the element i, undefined if there is none.
func (t *TypedArray) Get(i int) Value {
	if n, _ := t.Len(); uint(i) >= uint(n) {
		return Undefined
	}
	return t.Kind.Decode(t.bytes.Bytes[t.Offset+i*t.Kind.Size():])
}

// Put stores an encoded element. Writes outside of the array do nothing.
func (t *TypedArray) Put(i int, bits uint64) {
	if n, _ := t.Len(); uint(i) < uint(n) {
		t.Kind.Store(t.bytes.Bytes[t.Offset+i*t.Kind.Size():], bits)
	}
}

// Set is TypedArraySetElement: the conversion, which may call the program, comes first.
func (t *TypedArray) Set(vm *VM, i int, v Value) error {
	bits, err := t.Kind.Encode(vm, v)
	if err != nil {
		return err
	}
	t.Put(i, bits)
	return nil
}

// View returns the bytes of the elements; it must not be kept over a call into the program.
func (t *TypedArray) View() []byte {
	n, _ := t.Len()
	if n == 0 {
		return nil
	}
	return t.bytes.Bytes[t.Offset : t.Offset+n*t.Kind.Size()]
}

// IterableLength is the length that array iterators see.
func (t *TypedArray) IterableLength(vm *VM) (int, error) {
	n, ok := t.Len()
	if !ok {
		return 0, vm.ThrowType("The typed array has lost its buffer")
	}
	return n, nil
}

// Trace implements Tracer.
func (t *TypedArray) Trace(mark func(Value)) int {
	mark(ObjectValue(t.Buffer))
	return 80
}

// ViewedBuffer returns the ArrayBuffer, for structuredClone.
func (t *TypedArray) ViewedBuffer() *Object { return t.Buffer }

// CloneView returns the same view of another buffer, for structuredClone.
func (t *TypedArray) CloneView(vm *VM, buffer *Object) (Value, error) {
	return ObjectValue(vm.NewTypedArray(t.Kind, vm.realm.TypedArrayPrototypes[t.Kind], buffer, t.Offset, t.Fixed)), nil
}

func (vm *VM) throwNotFixed(o *Object) error {
	return vm.ThrowType("Cannot prevent extensions of %s: the length of its buffer can change", vm.describe(ObjectValue(o)))
}

// numericKey reports whether key is a CanonicalNumericIndexString, and the index if it can be one of an element, else -1.
func numericKey(key PropertyKey) (i int, ok bool) {
	if key.atom == nil {
		return int(key.index), true
	}
	if key.atom.symbol != nil || !isNumericName(key.atom.text) {
		return 0, false
	}
	return -1, true
}

// isNumericName reports whether a name that is no array index is the string form of a number.
func isNumericName(text string) bool {
	if len(text) == 0 || len(text) > 32 {
		return false
	}
	if c := text[0]; c != '-' && c != 'I' && c != 'N' && c-'0' > 9 {
		return false
	}
	return text == "-0" || FormatNumber(numeric.StringToNumber(text)) == text
}

// ExoticGetOwn implements Exotic.
func (t *TypedArray) ExoticGetOwn(vm *VM, o *Object, key PropertyKey) (Property, bool, error) {
	i, ok := numericKey(key)
	if !ok {
		p, ok := vm.OrdinaryGetOwn(o, key)
		return p, ok, nil
	}
	v := t.Get(i)
	if v.IsUndefined() {
		return Property{}, false, nil
	}
	return DataProperty(v, FlagsData), true, nil
}

// ExoticHas implements Exotic.
func (t *TypedArray) ExoticHas(vm *VM, o *Object, key PropertyKey) (bool, error) {
	if i, ok := numericKey(key); ok {
		n, _ := t.Len()
		return uint(i) < uint(n), nil
	}
	if _, ok := vm.OrdinaryGetOwn(o, key); ok || o.shape.proto == nil {
		return ok, nil
	}
	return vm.Has(o.shape.proto, key)
}

// ExoticDefine implements Exotic.
func (t *TypedArray) ExoticDefine(vm *VM, o *Object, key PropertyKey, d *Property) (bool, error) {
	i, ok := numericKey(key)
	if !ok {
		return vm.OrdinaryDefine(o, key, d)
	}
	if n, _ := t.Len(); uint(i) >= uint(n) || d.IsAccessor() {
		return false, nil
	}
	if d.HasConfigurable && d.Flags&FlagConfigurable == 0 || d.HasEnumerable && d.Flags&FlagEnumerable == 0 ||
		d.HasWritable && d.Flags&FlagWritable == 0 {
		return false, nil
	}
	if d.HasValue {
		return true, t.Set(vm, i, d.Value)
	}
	return true, nil
}

// ExoticGet implements Exotic.
func (t *TypedArray) ExoticGet(vm *VM, o *Object, key PropertyKey, receiver Value) (Value, error) {
	if i, ok := numericKey(key); ok {
		return t.Get(i), nil
	}
	if d, ok := vm.OrdinaryGetOwn(o, key); ok {
		return vm.propertyValue(&d, receiver)
	}
	if p := o.shape.proto; p != nil {
		return vm.get(p, key, receiver)
	}
	return Undefined, nil
}

// ExoticSet implements Exotic.
func (t *TypedArray) ExoticSet(vm *VM, o *Object, key PropertyKey, v, receiver Value) (bool, error) {
	i, ok := numericKey(key)
	if !ok {
		return vm.OrdinarySet(o, key, v, receiver)
	}
	if receiver.Object() == o {
		return true, t.Set(vm, i, v)
	}
	if n, _ := t.Len(); uint(i) >= uint(n) {
		return true, nil
	}
	return vm.OrdinarySet(o, key, v, receiver)
}

// ExoticDelete implements Exotic.
func (t *TypedArray) ExoticDelete(vm *VM, o *Object, key PropertyKey) (bool, error) {
	if i, ok := numericKey(key); ok {
		n, _ := t.Len()
		return uint(i) >= uint(n), nil
	}
	return vm.OrdinaryDelete(o, key), nil
}

// ExoticKeys implements Exotic.
func (t *TypedArray) ExoticKeys(vm *VM, o *Object) ([]PropertyKey, error) {
	n, _ := t.Len()
	own, err := vm.OrdinaryKeys(o)
	if err != nil {
		return nil, err
	}
	if err := vm.Alloc((n + len(own)) * 16); err != nil {
		return nil, err
	}
	keys, err := MakeSlice[PropertyKey](vm, 0, n+len(own), keySize)
	if err != nil {
		return nil, err
	}
	for i := range n {
		if i&1023 == 0 {
			if err := vm.Charge(256); err != nil {
				return nil, err
			}
		}
		keys = append(keys, PropertyKey{index: uint32(i)})
	}
	return append(keys, own...), nil
}
