package vm

// This file defines arrays and the dense element storage that all objects share.

// arrayLength is the data of an array whose length is not simply the number of its elements: it has index properties
// outside elems, ends in missing elements, or a length that cannot be written.
type arrayLength struct {
	n        uint32
	readOnly bool
}

const (
	// maxGap is the number of missing elements that a write beyond the end may leave as holes in dense storage.
	maxGap = 1024
	// maxDense bounds dense storage.
	maxDense = 1 << 28
)

// NewArray returns a new array that takes ownership of elems. Its memory is charged, not checked: callers that build
// large slices call Alloc first.
func (vm *VM) NewArray(elems []Value) *Object {
	vm.mem += objectSize + int64(cap(elems))*valueSize
	return &Object{shape: vm.realm.arrayShape, elems: elems, class: ClassArray}
}

// NewArrayOf returns a new array holding the given values.
func (vm *VM) NewArrayOf(values ...Value) *Object {
	return vm.NewArray(append(make([]Value, 0, len(values)), values...))
}

// arrayLen returns the length of the array o.
func (o *Object) arrayLen() int {
	if l, ok := o.data.(*arrayLength); ok {
		return int(l.n)
	}
	return len(o.elems)
}

// DenseElements returns the elements of an array all of whose index properties are held densely; some may be holes. ok
// is false for other objects. The slice is the array's own storage: it must not be kept over a call into the program.
func (o *Object) DenseElements() (elems []Value, ok bool) {
	if o.class != ClassArray || o.data != nil {
		return nil, false
	}
	return o.elems, true
}

// SetDenseElements replaces the elements of a dense, extensible array. It takes ownership of elems.
func (o *Object) SetDenseElements(elems []Value) { o.elems = elems }

// IsPlainDense reports whether o is a dense array whose elements can be freely written: not frozen, sealed or made
// non-extensible.
func (o *Object) IsPlainDense() bool {
	return o.class == ClassArray && o.data == nil &&
		o.flags&(objFrozenElems|objSealedElems|objNotExtensible|objRealm) == 0
}

// keepLength makes the length of an array independent of elems.
func (vm *VM) keepLength(o *Object) *arrayLength {
	if o.class != ClassArray {
		return nil
	}
	if l, ok := o.data.(*arrayLength); ok {
		return l
	}
	l := &arrayLength{n: uint32(len(o.elems))}
	o.data = l
	return l
}

// growElems makes room for the element i in dense storage if that is sensible, leaving holes. The element itself is a
// hole afterwards. It also raises the length of an array. It reports false as well when the execution is over.
func (vm *VM) growElems(o *Object, i uint32) bool {
	n := len(o.elems)
	if o.flags&(objFrozenElems|objSealedElems) != 0 {
		return false
	}
	if int(i) < n {
		return true
	}
	if int(i) > n+maxGap || int(i) >= maxDense || o.class == ClassTypedArray {
		return false
	}
	if int(i) >= cap(o.elems) {
		c := max(4, int(i)+1, n+n/2+n/4)
		if n < growStep {
			vm.mem += int64(c-cap(o.elems)) * valueSize
			grown := make([]Value, n, c)
			copy(grown, o.elems)
			o.elems = grown
		} else if err := vm.growLarge(o, c); err != nil {
			vm.stop()
			return false
		}
	}
	o.elems = o.elems[:i+1]
	for j := n; j <= int(i); j++ {
		o.elems[j] = hole
	}
	if l, ok := o.data.(*arrayLength); ok && o.class == ClassArray && l.n <= i {
		l.n = i + 1
	}
	return true
}

// Push appends v to the array o, which IsPlainDense.
func (vm *VM) Push(o *Object, v Value) error {
	if len(o.elems) == cap(o.elems) {
		if len(o.elems) >= maxDense {
			return vm.ThrowRange("Invalid array length")
		}
		c := max(4, len(o.elems)+len(o.elems)/2+len(o.elems)/4)
		if len(o.elems) < growStep {
			if err := vm.Alloc((c - len(o.elems)) * valueSize); err != nil {
				return err
			}
			grown := make([]Value, len(o.elems), c)
			copy(grown, o.elems)
			o.elems = grown
		} else if err := vm.growLarge(o, c); err != nil {
			return err
		}
	}
	o.elems = append(o.elems, v)
	return nil
}

// growLarge gives the elements of o the capacity c. The old storage exists beside the new one until the collector of Go
// comes to it, which the memory limit must leave half the room for.
func (vm *VM) growLarge(o *Object, c int) error {
	half := cap(o.elems) / 2 * valueSize
	if err := vm.Alloc(c*valueSize - half); err != nil {
		return err
	}
	var err error
	if o.elems, err = Grow(vm, o.elems, c, valueSize); err != nil {
		return err
	}
	vm.mem -= int64(half)
	return nil
}

// setArrayLength is ArraySetLength for a valid length n. It reports whether all surplus elements could be deleted.
func (vm *VM) setArrayLength(o *Object, n uint32) (bool, error) {
	l, _ := o.data.(*arrayLength)
	old := uint32(o.arrayLen())
	if l != nil && l.readOnly {
		return n == old, nil
	}
	if o.flags&(objFrozenElems|objSealedElems) != 0 && n < uint32(len(o.elems)) {
		return false, nil
	}
	if n < uint32(len(o.elems)) {
		for end := len(o.elems); end > int(n); end = len(o.elems) {
			from := max(int(n), end-sliceStep)
			clear(o.elems[from:])
			o.elems = o.elems[:from]
			if err := vm.Charge(1 + (end-from)>>4); err != nil {
				return false, err
			}
		}
	}
	if o.shape.dict && o.shape.indexed > 0 && n < old {
		if last, ok := vm.truncateSparse(o, n); !ok {
			vm.keepLength(o).n = last
			return false, nil
		}
	}
	if n == uint32(len(o.elems)) && (l == nil || o.shape.indexed == 0) {
		o.data = nil
		return true, nil
	}
	vm.keepLength(o).n = n
	return true, nil
}

// truncateSparse deletes the dictionary's index properties from n on, highest first; on one that cannot be deleted it stops and returns the length that remains.
func (vm *VM) truncateSparse(o *Object, n uint32) (uint32, bool) {
	keys, err := vm.ordinaryKeys(o, nil)
	if err != nil {
		vm.stop()
		return n, true
	}
	for i := len(keys) - 1; i >= 0; i-- {
		if k := keys[i]; k.atom == nil && k.index >= n {
			if !vm.spend(4) {
				break
			}
			if !vm.ordinaryDelete(o, k) {
				return k.index + 1, false
			}
		}
	}
	return n, true
}

// arrayDefine is the [[DefineOwnProperty]] of arrays.
func (vm *VM) arrayDefine(o *Object, key PropertyKey, d *Property) (bool, error) {
	if key.atom == vm.realm.Names.Length.atom {
		return vm.arrayDefineLength(o, d)
	}
	if key.atom != nil {
		return vm.ordinaryDefine(o, key, d), nil
	}
	n := uint32(o.arrayLen())
	if key.index >= n {
		if l, ok := o.data.(*arrayLength); ok && l.readOnly {
			return false, nil
		}
	}
	if key.index >= n && int(key.index) > len(o.elems)+maxGap {
		vm.keepLength(o)
	}
	if !vm.ordinaryDefine(o, key, d) {
		return false, nil
	}
	if l, ok := o.data.(*arrayLength); ok && key.index >= l.n {
		l.n = key.index + 1
	} else if !ok && int(key.index) >= len(o.elems) {
		vm.keepLength(o).n = key.index + 1
	}
	return true, nil
}

// arrayDefineLength defines the length property of an array.
func (vm *VM) arrayDefineLength(o *Object, d *Property) (bool, error) {
	l, _ := o.data.(*arrayLength)
	readOnly := l != nil && l.readOnly
	n := uint32(o.arrayLen())
	if d.HasValue {
		u, err := vm.ToUint32(d.Value)
		if err != nil {
			return false, err
		}
		f, err := vm.ToNumber(d.Value)
		if err != nil {
			return false, err
		}
		if float64(u) != f {
			return false, vm.ThrowRange("Invalid array length")
		}
		n = u
		l, _ = o.data.(*arrayLength)
		readOnly = l != nil && l.readOnly
	}
	if d.IsAccessor() || d.HasConfigurable && d.Flags&FlagConfigurable != 0 || d.HasEnumerable && d.Flags&FlagEnumerable != 0 {
		return false, nil
	}
	if readOnly && (d.HasWritable && d.Flags&FlagWritable != 0 || n != uint32(o.arrayLen())) {
		return false, nil
	}
	ok := true
	if n != uint32(o.arrayLen()) {
		var err error
		if ok, err = vm.setArrayLength(o, n); err != nil {
			return false, err
		}
	}
	if d.HasWritable && d.Flags&FlagWritable == 0 {
		vm.keepLength(o).readOnly = true
	}
	return ok, nil
}
