package stdlib

// This file defines join, toString and toLocaleString of arrays.

import "github.com/neurocode-ai/codemode/vm"

// enterJoin registers an array whose join begins; it reports false when that array's join is running already, in which
// case an array that contains itself shows as empty text, as in all engines.
func enterJoin(m *vm.VM, o *vm.Object) bool {
	s := stateOf(m)
	for _, j := range s.joining {
		if j == o {
			return false
		}
	}
	s.joining = append(s.joining, o)
	return true
}

func leaveJoin(m *vm.VM) {
	s := stateOf(m)
	s.joining[len(s.joining)-1] = nil
	s.joining = s.joining[:len(s.joining)-1]
}

func arrayJoin(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, n, err := thisLength(c)
	if err != nil {
		return vm.Undefined, err
	}
	sep := vm.ASCIIStr(",")
	if !c.Arg(0).IsUndefined() {
		if sep, err = m.ToStr(c.Arg(0)); err != nil {
			return vm.Undefined, err
		}
	}
	return joinElements(m, o, n, sep, m.ToStr)
}

// joinElements joins what text gives for the elements that are neither undefined nor null.
func joinElements(m *vm.VM, o *vm.Object, n int, sep vm.Str, text func(v vm.Value) (vm.Str, error)) (vm.Value, error) {
	// Each level looks at those around it, and the Go stack grows with them, which takes milliseconds when they are many.
	if err := m.Charge(len(stateOf(m).joining)); err != nil {
		return vm.Undefined, err
	}
	if !enterJoin(m, o) {
		return vm.ASCII(""), nil
	}
	defer leaveJoin(m)
	b := vm.NewStringBuilder(m)
	for i := range n {
		if err := m.Charge(1); err != nil {
			return vm.Undefined, err
		}
		if i > 0 && sep.Len() > 0 {
			if err := b.Write(sep); err != nil {
				return vm.Undefined, err
			}
		}
		v, err := elementAt(m, o, i)
		if err != nil {
			return vm.Undefined, err
		}
		if v.IsNullish() {
			continue
		}
		s, err := text(v)
		if err != nil {
			return vm.Undefined, err
		}
		if err := b.Write(s); err != nil {
			return vm.Undefined, err
		}
	}
	return b.Value(), nil
}

// arrayToString is Array.prototype.toString: what join gives, or Object.prototype.toString without a join.
func arrayToString(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, err := m.ToObject(c.This)
	if err != nil {
		return vm.Undefined, err
	}
	join, err := m.Get(o, m.Realm().Names.Join)
	if err != nil {
		return vm.Undefined, err
	}
	if !join.IsCallable() {
		join = vm.ObjectValue(m.Realm().ObjectToString)
	}
	return m.Call(join, vm.ObjectValue(o))
}

// arrayToLocaleString is Array.prototype.toLocaleString with the arguments of ECMA-402.
func arrayToLocaleString(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, n, err := thisLength(c)
	if err != nil {
		return vm.Undefined, err
	}
	locales, options := c.Arg(0), c.Arg(1)
	return joinElements(m, o, n, vm.ASCIIStr(","), func(v vm.Value) (vm.Str, error) {
		r, err := m.Invoke(v, m.Realm().Names.ToLocaleString, locales, options)
		if err != nil {
			return vm.Str{}, err
		}
		return m.ToStr(r)
	})
}
