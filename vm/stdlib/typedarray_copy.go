package stdlib

// This file defines the methods of typed arrays that return a changed copy, except toSorted.

import "github.com/neurocode-ai/codemode/vm"

func typedSlice(c *vm.Call) (vm.Value, error) {
	m := c.VM
	t, n, err := typedThis(c, "slice")
	if err != nil {
		return vm.Undefined, err
	}
	start, err := m.RelativeIndex(c.Arg(0), n, 0)
	if err != nil {
		return vm.Undefined, err
	}
	end, err := m.RelativeIndex(c.Arg(1), n, n)
	if err != nil {
		return vm.Undefined, err
	}
	count := max(end-start, 0)
	o, made, err := typedSpecies(m, c.This, count)
	if err != nil || count == 0 {
		return vm.ObjectValue(o), err
	}
	now, ok := t.Len()
	if !ok {
		return vm.Undefined, errOutOfBounds(m, "slice")
	}
	count = min(count, max(now-start, 0)) // the species constructor may have shrunk the buffer
	if room, _ := made.Len(); made.Kind == t.Kind {
		return vm.ObjectValue(o), sliceBytes(m, made, t, start, min(count, room))
	}
	for i := range count {
		if err := m.Charge(1); err != nil {
			return vm.Undefined, err
		}
		if err := made.Set(m, i, t.Get(start+i)); err != nil {
			return vm.Undefined, err
		}
	}
	return vm.ObjectValue(o), nil
}

// sliceBytes copies count elements from index start on to the beginning of another typed array of the same kind. A species
// constructor can make the two overlap; the specification copies forwards then.
func sliceBytes(m *vm.VM, to, from *vm.TypedArray, start, count int) error {
	size := from.Kind.Size()
	src, dst, n := from.Offset+start*size, to.Offset, count*size
	if to.Bytes() != from.Bytes() || dst <= src || dst >= src+n {
		return m.CopyBytes(to.Bytes(), dst, from.Bytes(), src, n)
	}
	b := to.Bytes().Bytes
	for i := range n {
		if i&255 == 0 {
			if err := m.Charge(128); err != nil {
				return err
			}
		}
		b[dst+i] = b[src+i]
	}
	return nil
}

func typedToReversed(c *vm.Call) (vm.Value, error) {
	m := c.VM
	t, n, err := typedThis(c, "toReversed")
	if err != nil {
		return vm.Undefined, err
	}
	o, made, err := sameTyped(m, t.Kind, n)
	if err != nil {
		return vm.Undefined, err
	}
	if err := copyElements(m, made, 0, t, n); err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(o), reverseElements(m, made.View(), t.Kind.Size(), n)
}

func typedWith(c *vm.Call) (vm.Value, error) {
	m := c.VM
	t, n, err := typedThis(c, "with")
	if err != nil {
		return vm.Undefined, err
	}
	f, err := m.ToIntegerOrInfinity(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	if f < 0 {
		f += float64(n)
	}
	bits, err := t.Kind.Encode(m, c.Arg(1))
	if err != nil {
		return vm.Undefined, err
	}
	now, _ := t.Len()
	if f < 0 || f >= float64(now) {
		return vm.Undefined, m.ThrowRange("Invalid typed array index")
	}
	o, made, err := sameTyped(m, t.Kind, n)
	if err != nil {
		return vm.Undefined, err
	}
	if err := copyElements(m, made, 0, t, min(n, now)); err != nil {
		return vm.Undefined, err
	}
	made.Put(int(f), bits)
	for i := now; i < n; i++ { // elements that the conversion has cut off read as undefined
		if err := m.Charge(1); err != nil {
			return vm.Undefined, err
		}
		if err := made.Set(m, i, vm.Undefined); err != nil {
			return vm.Undefined, err
		}
	}
	return vm.ObjectValue(o), nil
}
