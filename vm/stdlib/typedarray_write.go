package stdlib

// This file defines the methods of typed arrays that change the array.

import (
	"math"
	"slices"

	"github.com/neurocode-ai/codemode/vm"
)

func typedCopyWithin(c *vm.Call) (vm.Value, error) {
	m := c.VM
	t, n, err := typedThis(c, "copyWithin")
	if err != nil {
		return vm.Undefined, err
	}
	to, err := m.RelativeIndex(c.Arg(0), n, 0)
	if err != nil {
		return vm.Undefined, err
	}
	from, err := m.RelativeIndex(c.Arg(1), n, 0)
	if err != nil {
		return vm.Undefined, err
	}
	final, err := m.RelativeIndex(c.Arg(2), n, n)
	if err != nil {
		return vm.Undefined, err
	}
	count := min(final-from, n-to)
	if count <= 0 {
		return c.This, nil
	}
	now, ok := t.Len()
	if !ok {
		return vm.Undefined, errOutOfBounds(m, "copyWithin")
	}
	count = min(count, now-from, now-to) // the conversions may have shrunk the buffer
	if size := t.Kind.Size(); count > 0 {
		err = m.CopyBytes(t.Bytes(), t.Offset+to*size, t.Bytes(), t.Offset+from*size, count*size)
	}
	return c.This, err
}

func typedFill(c *vm.Call) (vm.Value, error) {
	m := c.VM
	t, n, err := typedThis(c, "fill")
	if err != nil {
		return vm.Undefined, err
	}
	bits, err := t.Kind.Encode(m, c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	start, err := m.RelativeIndex(c.Arg(1), n, 0)
	if err != nil {
		return vm.Undefined, err
	}
	end, err := m.RelativeIndex(c.Arg(2), n, n)
	if err != nil {
		return vm.Undefined, err
	}
	now, ok := t.Len()
	if !ok {
		return vm.Undefined, errOutOfBounds(m, "fill")
	}
	end = min(end, now)
	// The first elements are stored one by one, the others by copying those.
	const pattern = 512
	first := min(end, start+pattern)
	for i := start; i < first; i++ {
		t.Put(i, bits)
	}
	size := t.Kind.Size()
	for i := first; i < end; i += pattern {
		k := min(pattern, end-i)
		if err := m.CopyBytes(t.Bytes(), t.Offset+i*size, t.Bytes(), t.Offset+start*size, k*size); err != nil {
			return vm.Undefined, err
		}
	}
	return c.This, m.Charge(8)
}

func typedReverse(c *vm.Call) (vm.Value, error) {
	t, n, err := typedThis(c, "reverse")
	if err != nil {
		return vm.Undefined, err
	}
	return c.This, reverseElements(c.VM, t.View(), t.Kind.Size(), n)
}

// reverseElements reverses n elements of a size in place.
func reverseElements(m *vm.VM, b []byte, size, n int) error {
	var buf [8]byte
	for i := range n / 2 {
		if i&255 == 0 {
			if err := m.Charge(256); err != nil {
				return err
			}
		}
		x, y := b[i*size:][:size], b[(n-1-i)*size:][:size]
		copy(buf[:], x)
		copy(x, y)
		copy(y, buf[:size])
	}
	return nil
}

// typedSet is TypedArray.prototype.set(source, offset).
func typedSet(c *vm.Call) (vm.Value, error) {
	m := c.VM
	t := vm.TypedArrayOf(c.This.Object())
	if t == nil {
		return vm.Undefined, incompatible(m, "TypedArray.prototype.set", c.This)
	}
	at, err := m.ToIntegerOrInfinity(c.Arg(1))
	if err != nil {
		return vm.Undefined, err
	}
	if at < 0 {
		return vm.Undefined, m.ThrowRange("offset is out of bounds")
	}
	n, ok := t.Len()
	if !ok {
		return vm.Undefined, errOutOfBounds(m, "set")
	}
	fits := func(k int) error {
		if at+float64(k) > float64(n) {
			return m.ThrowRange("offset is out of bounds")
		}
		return nil
	}
	if from := vm.TypedArrayOf(c.Arg(0).Object()); from != nil {
		return vm.Undefined, setTyped(m, t, at, from, fits)
	}
	source, err := m.ToObject(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	k, err := m.LengthOf(source)
	if err != nil {
		return vm.Undefined, err
	}
	if err := fits(k); err != nil {
		return vm.Undefined, err
	}
	from := typedSource{arrayLike: source}
	return vm.Undefined, from.each(m, k, func(i int, v vm.Value) error { return t.Set(m, int(at)+i, v) })
}

// setTyped is SetTypedArrayFromTypedArray.
func setTyped(m *vm.VM, t *vm.TypedArray, at float64, from *vm.TypedArray, fits func(n int) error) error {
	n, ok := from.Len()
	if !ok {
		return errOutOfBounds(m, "set")
	}
	if t.Kind.IsBig() != from.Kind.IsBig() {
		return errMixed(m)
	}
	if err := fits(n); err != nil {
		return err
	}
	if t.Bytes() == from.Bytes() && !sameBits(t.Kind, from.Kind) {
		_, copied, err := sameTyped(m, from.Kind, n)
		if err != nil {
			return err
		}
		if err := copyElements(m, copied, 0, from, n); err != nil {
			return err
		}
		from = copied
	}
	return copyElements(m, t, int(at), from, n)
}

// checkComparator fails unless v is undefined or a function.
func checkComparator(m *vm.VM, v vm.Value) error {
	if v.IsUndefined() || v.IsCallable() {
		return nil
	}
	return m.ThrowType("The comparison function must be either a function or undefined: %s", m.Describe(v))
}

func typedSort(c *vm.Call) (vm.Value, error) {
	m := c.VM
	this, f := c.This, c.Arg(0)
	if err := checkComparator(m, f); err != nil {
		return vm.Undefined, err
	}
	t, n, err := typedThis(c, "sort")
	if err != nil {
		return vm.Undefined, err
	}
	return this, sortTyped(m, t, t, n, f)
}

func typedToSorted(c *vm.Call) (vm.Value, error) {
	m := c.VM
	f := c.Arg(0)
	if err := checkComparator(m, f); err != nil {
		return vm.Undefined, err
	}
	t, n, err := typedThis(c, "toSorted")
	if err != nil {
		return vm.Undefined, err
	}
	o, to, err := sameTyped(m, t.Kind, n)
	if err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(o), sortTyped(m, to, t, n, f)
}

// sortTyped stores the n elements of from in order in to, which may be the same.
func sortTyped(m *vm.VM, to, from *vm.TypedArray, n int, f vm.Value) error {
	if f.IsUndefined() {
		return sortByValue(m, to, from, n)
	}
	items, err := newList(m, n)
	if err != nil {
		return err
	}
	for i := range n {
		if err := m.Charge(1); err != nil {
			return err
		}
		items.elems = append(items.elems, from.Get(i))
	}
	if items.elems, err = sortValues(m, items.elems, f); err != nil {
		return err
	}
	sorted := typedSource{list: items.elems}
	return sorted.each(m, n, func(i int, v vm.Value) error { return to.Set(m, i, v) })
}

// sortByValue sorts numerically: -0 before 0, NaN last. Every element becomes an unsigned number in the same order, and
// those are sorted by their bytes, from the last to the first, which takes linear time.
func sortByValue(m *vm.VM, to, from *vm.TypedArray, n int) error {
	size := from.Kind.Size()
	if err := m.Alloc(2 * n * 8); err != nil {
		return err
	}
	keys, err := vm.MakeSlice[uint64](m, n, n, 8)
	if err != nil {
		return err
	}
	spare, err := vm.MakeSlice[uint64](m, n, n, 8)
	if err != nil {
		return err
	}
	src := from.View()
	for i := range keys {
		if i&255 == 0 {
			if err := m.Charge(256); err != nil {
				return err
			}
		}
		keys[i] = sortKey(from.Kind, src[i*size:])
	}
	if n <= 256 {
		slices.Sort(keys)
		if err := m.Charge(n * 4); err != nil {
			return err
		}
	} else {
		for shift := 0; shift < 8*size; shift += 8 {
			if err := sortByByte(m, keys, spare, shift); err != nil {
				return err
			}
			keys, spare = spare, keys
		}
	}
	for i, k := range keys {
		if i&255 == 0 {
			if err := m.Charge(256); err != nil {
				return err
			}
		}
		to.Put(i, fromSortKey(from.Kind, k))
	}
	return nil
}

// sortByByte moves the keys to the other slice in the order of one byte; keys with equal bytes keep their order.
func sortByByte(m *vm.VM, keys, to []uint64, shift int) error {
	const step = 1 << 12
	var at [256]int
	for part := range slices.Chunk(keys, step) {
		if err := m.Charge(step >> 1); err != nil {
			return err
		}
		for _, k := range part {
			at[byte(k>>shift)]++
		}
	}
	sum := 0
	for i, n := range at {
		at[i] = sum
		sum += n
	}
	for part := range slices.Chunk(keys, step) {
		if err := m.Charge(step); err != nil {
			return err
		}
		for _, k := range part {
			b := byte(k >> shift)
			to[at[b]] = k
			at[b]++
		}
	}
	return nil
}

// sortKey maps an element to an unsigned number of the same size such that the order stays: the sign bit of integers is
// turned over, and so are all bits of negative floating-point numbers. All NaN become the greatest key.
func sortKey(kind vm.ElementKind, b []byte) uint64 {
	var bits uint64
	for i := range kind.Size() {
		bits |= uint64(b[i]) << (8 * i)
	}
	sign := uint64(1) << (8*kind.Size() - 1)
	switch kind {
	case vm.Float16, vm.Float32, vm.Float64:
		if f := kind.Decode(b).Float(); f != f {
			return sign<<1 - 1
		}
		if bits&sign != 0 {
			return ^bits & (sign<<1 - 1)
		}
		return bits | sign
	case vm.Int8, vm.Int16, vm.Int32, vm.BigInt64:
		return bits ^ sign
	}
	return bits
}

// fromSortKey undoes sortKey.
func fromSortKey(kind vm.ElementKind, k uint64) uint64 {
	sign := uint64(1) << (8*kind.Size() - 1)
	switch kind {
	case vm.Float16, vm.Float32, vm.Float64:
		switch {
		case k == sign<<1-1:
			return kind.EncodeNumber(math.NaN())
		case k&sign != 0:
			return k ^ sign
		}
		return ^k & (sign<<1 - 1)
	case vm.Int8, vm.Int16, vm.Int32, vm.BigInt64:
		return k ^ sign
	}
	return k
}
