package stdlib

// This file defines the array methods that return a changed copy, except toSorted.

import (
	"math"

	"github.com/neurocode-ai/codemode/vm"
)

// copyLength checks the length of an array that is to be made.
func copyLength(m *vm.VM, n int) error {
	if n > math.MaxUint32 {
		return m.ThrowRange("Invalid array length")
	}
	return nil
}

// appendRange appends the elements [from, to) of an array-like, missing ones as undefined.
func (l *list) appendRange(o *vm.Object, from, to int) error {
	if e, ok := l.m.ReadElements(o); ok && to <= len(e) {
		at := len(l.elems)
		if err := l.appendAll(e[from:to]); err != nil {
			return err
		}
		for i := at; i < len(l.elems); i++ {
			if l.elems[i].IsHole() {
				l.elems[i] = vm.Undefined
			}
		}
		return nil
	}
	for i := from; i < to; i++ {
		if err := l.m.Charge(1); err != nil {
			return err
		}
		v, err := elementAt(l.m, o, i)
		if err != nil {
			return err
		}
		if err := l.add(v); err != nil {
			return err
		}
	}
	return nil
}

func arrayToReversed(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, n, err := thisLength(c)
	if err != nil {
		return vm.Undefined, err
	}
	if err := copyLength(m, n); err != nil {
		return vm.Undefined, err
	}
	out := list{m: m}
	for i := n - 1; i >= 0; i-- {
		if err := m.Charge(1); err != nil {
			return vm.Undefined, err
		}
		v, err := elementAt(m, o, i)
		if err != nil {
			return vm.Undefined, err
		}
		if err := out.add(v); err != nil {
			return vm.Undefined, err
		}
	}
	return out.array(), nil
}

func arrayToSpliced(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, n, err := thisLength(c)
	if err != nil {
		return vm.Undefined, err
	}
	start, skip, err := spliceRange(c, n)
	if err != nil {
		return vm.Undefined, err
	}
	var items []vm.Value
	if len(c.Args) > 2 {
		items = c.Args[2:]
	}
	if total := n - skip + len(items); total > maxLength {
		return vm.Undefined, m.ThrowType("Invalid array length")
	} else if err := copyLength(m, total); err != nil {
		return vm.Undefined, err
	}
	out := list{m: m}
	if err := out.appendRange(o, 0, start); err != nil {
		return vm.Undefined, err
	}
	if err := out.appendAll(items); err != nil {
		return vm.Undefined, err
	}
	if err := out.appendRange(o, start+skip, n); err != nil {
		return vm.Undefined, err
	}
	return out.array(), nil
}

func arrayWith(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, n, err := thisLength(c)
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
	if f < 0 || f >= float64(n) {
		return vm.Undefined, m.ThrowRange("Invalid index: %s", m.Describe(c.Arg(0)))
	}
	if err := copyLength(m, n); err != nil {
		return vm.Undefined, err
	}
	i := int(f)
	out := list{m: m}
	if err := out.appendRange(o, 0, i); err != nil {
		return vm.Undefined, err
	}
	if err := out.add(c.Arg(1)); err != nil {
		return vm.Undefined, err
	}
	if err := out.appendRange(o, i+1, n); err != nil {
		return vm.Undefined, err
	}
	return out.array(), nil
}
