package stdlib

// This file defines the methods of typed arrays that neither change the array nor call back.

import (
	"bytes"
	"math"

	"github.com/neurocode-ai/codemode/vm"
)

func typedAt(c *vm.Call) (vm.Value, error) {
	t, n, err := typedThis(c, "at")
	if err != nil {
		return vm.Undefined, err
	}
	f, err := c.VM.ToIntegerOrInfinity(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	if f < 0 {
		f += float64(n)
	}
	if f < 0 || f >= float64(n) {
		return vm.Undefined, nil
	}
	return t.Get(int(f)), nil
}

func typedValues(c *vm.Call) (vm.Value, error)  { return typedIterator(c, "values", iterateValues) }
func typedKeys(c *vm.Call) (vm.Value, error)    { return typedIterator(c, "keys", iterateKeys) }
func typedEntries(c *vm.Call) (vm.Value, error) { return typedIterator(c, "entries", iterateEntries) }

// typedIterator returns a true iterator: returning arrays is for arrays, maps and sets.
func typedIterator(c *vm.Call, method string, kind iterationKind) (vm.Value, error) {
	if _, _, err := typedThis(c, method); err != nil {
		return vm.Undefined, err
	}
	m := c.VM
	cursor := &arrayCursor{o: c.This.Object(), kind: kind}
	return vm.ObjectValue(m.NewObjectOf(vm.ClassIterator, m.Realm().ArrayIteratorPrototype, cursor)), nil
}

func typedIncludes(c *vm.Call) (vm.Value, error) {
	m := c.VM
	t, n, err := typedThis(c, "includes")
	if err != nil || n == 0 {
		return vm.False, err
	}
	k, err := startIndex(m, c.Arg(1), n)
	if err != nil {
		return vm.Undefined, err
	}
	x := c.Arg(0)
	if now, _ := t.Len(); now < n && x.IsUndefined() && k < n {
		return vm.True, nil // an element that is gone reads as undefined
	}
	i, err := typedFindValue(m, t, x, k, n, 1)
	return vm.Bool(i >= 0), err
}

func typedIndexOf(c *vm.Call) (vm.Value, error) {
	m := c.VM
	t, n, err := typedThis(c, "indexOf")
	if err != nil || n == 0 {
		return vm.Int(-1), err
	}
	k, err := startIndex(m, c.Arg(1), n)
	if err != nil {
		return vm.Undefined, err
	}
	if x := c.Arg(0); !isNaN(x) {
		i, err := typedFindValue(m, t, x, k, n, 1)
		return vm.Int(i), err
	}
	return vm.Int(-1), nil
}

func typedLastIndexOf(c *vm.Call) (vm.Value, error) {
	m := c.VM
	t, n, err := typedThis(c, "lastIndexOf")
	if err != nil || n == 0 {
		return vm.Int(-1), err
	}
	k := n - 1
	if len(c.Args) > 1 {
		f, err := m.ToIntegerOrInfinity(c.Args[1])
		if err != nil {
			return vm.Undefined, err
		}
		if f < 0 {
			f += float64(n)
		}
		k = int(max(min(f, float64(k)), -1))
	}
	if x := c.Arg(0); !isNaN(x) {
		i, err := typedFindValue(m, t, x, k, -1, -1)
		return vm.Int(i), err
	}
	return vm.Int(-1), nil
}

func isNaN(v vm.Value) bool { return v.IsNumber() && math.IsNaN(v.Float()) }

// typedFindValue looks for the value from index from on, in steps of 1 up to to or in steps of -1 down to to, which are
// excluded. NaN equals itself.
func typedFindValue(m *vm.VM, t *vm.TypedArray, x vm.Value, from, to, step int) (int, error) {
	if t.Kind.IsBig() != x.IsBigInt() || !x.IsNumber() && !x.IsBigInt() {
		return -1, nil
	}
	now, _ := t.Len()
	if step < 0 {
		from = min(from, now-1)
	} else {
		to = min(to, now)
		if t.Kind.Size() == 1 {
			return typedFindByte(m, t, x.Float(), from, to)
		}
	}
	for i := from; i != to && (step < 0 || i < to); i += step {
		if i&255 == 0 {
			if err := m.Charge(256); err != nil {
				return -1, err
			}
		}
		if vm.SameValueZero(t.Get(i), x) {
			return i, nil
		}
	}
	return -1, m.Charge(16)
}

// typedFindByte looks for a value among elements of one byte.
func typedFindByte(m *vm.VM, t *vm.TypedArray, x float64, from, to int) (int, error) {
	bits := byte(t.Kind.EncodeNumber(x))
	if t.Kind.Decode([]byte{bits}).Float() != x {
		return -1, nil
	}
	const step = 1 << 16
	for ; from < to; from += step {
		end := min(from+step, to)
		if err := m.Charge(1 + (end-from)>>6); err != nil {
			return -1, err
		}
		if i := bytes.IndexByte(t.View()[from:end], bits); i >= 0 {
			return from + i, nil
		}
	}
	return -1, nil
}

func typedJoin(c *vm.Call) (vm.Value, error) {
	m := c.VM
	_, n, err := typedThis(c, "join")
	if err != nil {
		return vm.Undefined, err
	}
	sep := vm.ASCIIStr(",")
	if !c.Arg(0).IsUndefined() {
		if sep, err = m.ToStr(c.Args[0]); err != nil {
			return vm.Undefined, err
		}
	}
	return joinElements(m, c.This.Object(), n, sep, m.ToStr)
}

func typedToLocaleString(c *vm.Call) (vm.Value, error) {
	m := c.VM
	_, n, err := typedThis(c, "toLocaleString")
	if err != nil {
		return vm.Undefined, err
	}
	locales, options := c.Arg(0), c.Arg(1)
	return joinElements(m, c.This.Object(), n, vm.ASCIIStr(","), func(v vm.Value) (vm.Str, error) {
		r, err := m.Invoke(v, m.Realm().Names.ToLocaleString, locales, options)
		if err != nil {
			return vm.Str{}, err
		}
		return m.ToStr(r)
	})
}

// typedSubarray is TypedArray.prototype.subarray: a new view of the same buffer.
func typedSubarray(c *vm.Call) (vm.Value, error) {
	m := c.VM
	t := vm.TypedArrayOf(c.This.Object())
	if t == nil {
		return vm.Undefined, incompatible(m, "TypedArray.prototype.subarray", c.This)
	}
	n, _ := t.Len()
	start, err := m.RelativeIndex(c.Arg(0), n, 0)
	if err != nil {
		return vm.Undefined, err
	}
	args := [3]vm.Value{vm.ObjectValue(t.Buffer), vm.Int(t.Offset + start*t.Kind.Size())}
	list := args[:2]
	if t.Fixed >= 0 || !c.Arg(1).IsUndefined() {
		end, err := m.RelativeIndex(c.Arg(1), n, n)
		if err != nil {
			return vm.Undefined, err
		}
		args[2] = vm.Int(max(end-start, 0))
		list = args[:]
	}
	k, err := speciesConstructor(m, c.This.Object(), m.Realm().TypedArrayConstructors[t.Kind])
	if err != nil {
		return vm.Undefined, err
	}
	o, made, err := createTyped(m, k, -1, list...)
	if err != nil {
		return vm.Undefined, err
	}
	if made.Kind.IsBig() != t.Kind.IsBig() {
		return vm.Undefined, errMixed(m)
	}
	return vm.ObjectValue(o), nil
}
