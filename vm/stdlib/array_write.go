package stdlib

// This file defines the array methods that change the array in place, except sort.

import "github.com/neurocode-ai/codemode/vm"

func arrayPush(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if o := c.This.Object(); o != nil {
		if e, ok := m.PlainElements(o); ok && len(e)+len(c.Args) <= maxArrayElements {
			for _, v := range c.Args {
				if err := m.Push(o, v); err != nil {
					return vm.Undefined, err
				}
			}
			return vm.Int(len(e) + len(c.Args)), m.Charge(len(c.Args) >> 2)
		}
	}
	o, n, err := thisLength(c)
	if err != nil {
		return vm.Undefined, err
	}
	if n+len(c.Args) > maxLength {
		return vm.Undefined, m.ThrowType("Pushing %d elements on an array-like of length %d is disallowed, as the total surpasses 2**53-1", len(c.Args), n)
	}
	for i, v := range c.Args {
		if err := m.Set(o, m.IndexOf(n+i), v); err != nil {
			return vm.Undefined, err
		}
	}
	return vm.Int(n + len(c.Args)), setLength(m, o, n+len(c.Args))
}

func arrayPop(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if o := c.This.Object(); o != nil {
		if e, ok := m.PlainElements(o); ok {
			if len(e) == 0 {
				return vm.Undefined, nil
			}
			v := e[len(e)-1]
			e[len(e)-1] = vm.Undefined
			o.SetDenseElements(e[:len(e)-1])
			if v.IsHole() {
				v = vm.Undefined
			}
			return v, nil
		}
	}
	o, n, err := thisLength(c)
	if err != nil {
		return vm.Undefined, err
	}
	if n == 0 {
		return vm.Undefined, setLength(m, o, 0)
	}
	v, err := m.Get(o, m.IndexOf(n-1))
	if err != nil {
		return vm.Undefined, err
	}
	if err := deleteAt(m, o, n-1); err != nil {
		return vm.Undefined, err
	}
	return v, setLength(m, o, n-1)
}

// shiftDistance is the number of elements from which shift gives up the front of the storage instead of moving the rest.
const shiftDistance = 16

func arrayShift(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if o := c.This.Object(); o != nil {
		if e, ok := m.PlainElements(o); ok {
			if len(e) == 0 {
				return vm.Undefined, nil
			}
			v := e[0]
			if v.IsHole() {
				v = vm.Undefined
			}
			if len(e) >= shiftDistance {
				// The slot stays allocated until the storage grows the next time; a queue then copies only what is left.
				e[0] = vm.Undefined
				o.SetDenseElements(e[1:])
				return v, nil
			}
			copy(e, e[1:])
			e[len(e)-1] = vm.Undefined
			o.SetDenseElements(e[:len(e)-1])
			return v, nil
		}
	}
	o, n, err := thisLength(c)
	if err != nil {
		return vm.Undefined, err
	}
	if n == 0 {
		return vm.Undefined, setLength(m, o, 0)
	}
	first, err := m.Get(o, vm.IndexKey(0))
	if err != nil {
		return vm.Undefined, err
	}
	if err := moveElements(m, o, 1, 0, n-1); err != nil {
		return vm.Undefined, err
	}
	if err := deleteAt(m, o, n-1); err != nil {
		return vm.Undefined, err
	}
	return first, setLength(m, o, n-1)
}

// moveElements moves count elements from one index to another, element by element as the specification does: upwards
// when the target is lower, downwards when it is higher; missing elements are deleted at the target.
func moveElements(m *vm.VM, o *vm.Object, from, to, count int) error {
	for j := range count {
		k := j
		if to > from {
			k = count - 1 - j
		}
		if err := m.Charge(1); err != nil {
			return err
		}
		v, ok, err := presentAt(m, o, from+k)
		if err != nil {
			return err
		}
		if ok {
			err = setAt(m, o, to+k, v)
		} else {
			err = deleteAt(m, o, to+k)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func arrayUnshift(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if o := c.This.Object(); o != nil {
		if e, ok := m.PlainElements(o); ok {
			n, err := insertPlain(m, o, e, 0, 0, c.Args)
			return vm.Int(n), err
		}
	}
	o, n, err := thisLength(c)
	if err != nil {
		return vm.Undefined, err
	}
	k := len(c.Args)
	if k > 0 {
		if n+k > maxLength {
			return vm.Undefined, m.ThrowType("Invalid array length")
		}
		if err := moveElements(m, o, 0, k, n); err != nil {
			return vm.Undefined, err
		}
		for i, v := range c.Args {
			if err := m.Set(o, m.IndexOf(i), v); err != nil {
				return vm.Undefined, err
			}
		}
	}
	return vm.Int(n + k), setLength(m, o, n+k)
}

// insertPlain replaces count elements at index at of a plain array by items, and returns the new length.
func insertPlain(m *vm.VM, o *vm.Object, e []vm.Value, at, count int, items []vm.Value) (int, error) {
	n := len(e) - count + len(items)
	if n > maxArrayElements {
		return 0, m.ThrowRange("Invalid array length")
	}
	if n > cap(e) {
		c := n + n>>1
		if err := m.Alloc((c - cap(e)) * valueBytes); err != nil {
			return 0, err
		}
		grown, err := m.MakeValues(n, c)
		if err != nil {
			return 0, err
		}
		if err := copyValues(m, grown, e[:at]); err != nil {
			return 0, err
		}
		copy(grown[at:], items)
		if err := copyValues(m, grown[at+len(items):], e[at+count:]); err != nil {
			return 0, err
		}
		o.SetDenseElements(grown)
		return n, nil
	}
	old := len(e)
	e = e[:max(n, old)]
	if len(items) != count {
		if err := copyValues(m, e[at+len(items):], e[at+count:old]); err != nil {
			return 0, err
		}
	}
	copy(e[at:], items)
	if n < old {
		if err := clearValues(m, e[n:old]); err != nil {
			return 0, err
		}
	}
	o.SetDenseElements(e[:n])
	return n, nil
}

// spliceRange reads the arguments start and deleteCount of splice and toSpliced.
func spliceRange(c *vm.Call, n int) (start, count int, err error) {
	if start, err = c.VM.RelativeIndex(c.Arg(0), n, 0); err != nil {
		return 0, 0, err
	}
	switch len(c.Args) {
	case 0:
		return start, 0, nil
	case 1:
		return start, n - start, nil
	}
	f, err := c.VM.ToIntegerOrInfinity(c.Args[1])
	if err != nil {
		return 0, 0, err
	}
	return start, int(min(max(f, 0), float64(n-start))), nil
}

// arraySplice is Array.prototype.splice.
func arraySplice(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, n, err := thisLength(c)
	if err != nil {
		return vm.Undefined, err
	}
	start, count, err := spliceRange(c, n)
	if err != nil {
		return vm.Undefined, err
	}
	var items []vm.Value
	if len(c.Args) > 2 {
		items = c.Args[2:]
	}
	if n-count+len(items) > maxLength {
		return vm.Undefined, m.ThrowType("Invalid array length")
	}
	if e, ok := m.PlainElements(o); ok && len(e) == n && o.IsPristine(m.Realm().ArrayPrototype) {
		out, err := newList(m, count)
		if err != nil {
			return vm.Undefined, err
		}
		if err := out.appendAll(e[start : start+count]); err != nil {
			return vm.Undefined, err
		}
		_, err = insertPlain(m, o, e, start, count, items)
		return out.array(), err
	}
	a, plain, err := newSpecies(m, o, count)
	if err != nil {
		return vm.Undefined, err
	}
	for i := range count {
		if err := m.Charge(1); err != nil {
			return vm.Undefined, err
		}
		v, ok, err := presentAt(m, o, start+i)
		if err != nil {
			return vm.Undefined, err
		}
		if ok {
			if err := putAt(m, a, plain, i, v); err != nil {
				return vm.Undefined, err
			}
		}
	}
	if err := setLength(m, a, count); err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(a), spliceIn(m, o, n, start, count, items)
}

// spliceIn is the second half of splice: it closes or opens the gap and stores the items.
func spliceIn(m *vm.VM, o *vm.Object, n, start, count int, items []vm.Value) error {
	k := len(items)
	if k != count {
		if err := moveElements(m, o, start+count, start+k, n-count-start); err != nil {
			return err
		}
		for i := n; i > n-count+k; i-- {
			if err := m.Charge(1); err != nil {
				return err
			}
			if err := deleteAt(m, o, i-1); err != nil {
				return err
			}
		}
	}
	for i, v := range items {
		if err := m.Set(o, m.IndexOf(start+i), v); err != nil {
			return err
		}
	}
	return setLength(m, o, n-count+k)
}

// arrayReverse is Array.prototype.reverse.
func arrayReverse(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, n, err := thisLength(c)
	if err != nil {
		return vm.Undefined, err
	}
	if e, ok := m.PlainElements(o); ok {
		for i, j := 0, len(e)-1; i < j; i, j = i+1, j-1 {
			e[i], e[j] = e[j], e[i]
			if i&4095 == 4095 {
				if err := m.Charge(512); err != nil {
					return vm.Undefined, err
				}
			}
		}
		return c.This, nil
	}
	for lower := range n / 2 {
		if err := m.Charge(2); err != nil {
			return vm.Undefined, err
		}
		if err := swapAt(m, o, lower, n-1-lower); err != nil {
			return vm.Undefined, err
		}
	}
	return vm.ObjectValue(o), nil
}

// swapAt exchanges two elements of which either may be missing.
func swapAt(m *vm.VM, o *vm.Object, i, j int) error {
	low, lowOK, err := presentAt(m, o, i)
	if err != nil {
		return err
	}
	high, highOK, err := presentAt(m, o, j)
	if err != nil {
		return err
	}
	if highOK {
		if err := m.Set(o, m.IndexOf(i), high); err != nil {
			return err
		}
	} else if lowOK {
		if err := deleteAt(m, o, i); err != nil {
			return err
		}
	}
	if lowOK {
		return m.Set(o, m.IndexOf(j), low)
	}
	if highOK {
		return deleteAt(m, o, j)
	}
	return nil
}

// arrayFill is Array.prototype.fill.
func arrayFill(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, n, err := thisLength(c)
	if err != nil {
		return vm.Undefined, err
	}
	from, err := m.RelativeIndex(c.Arg(1), n, 0)
	if err != nil {
		return vm.Undefined, err
	}
	to, err := m.RelativeIndex(c.Arg(2), n, n)
	if err != nil {
		return vm.Undefined, err
	}
	if from == 0 && to == n && n > 0 { // new Array(n).fill(x)
		if _, err := m.MakeDense(o); err != nil {
			return vm.Undefined, err
		}
	}
	v := c.Arg(0)
	for from < to {
		end := min(to, from+4096)
		if e, ok := m.PlainElements(o); ok && end <= len(e) {
			if err := m.Charge((end - from) >> 2); err != nil {
				return vm.Undefined, err
			}
			for i := from; i < end; i++ {
				e[i] = v
			}
			from = end
			continue
		}
		if err := m.Charge(1); err != nil {
			return vm.Undefined, err
		}
		if err := m.Set(o, m.IndexOf(from), v); err != nil {
			return vm.Undefined, err
		}
		from++
	}
	return vm.ObjectValue(o), nil
}

// arrayCopyWithin is Array.prototype.copyWithin.
func arrayCopyWithin(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, n, err := thisLength(c)
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
	end, err := m.RelativeIndex(c.Arg(2), n, n)
	if err != nil {
		return vm.Undefined, err
	}
	count := min(end-from, n-to)
	if count <= 0 {
		return vm.ObjectValue(o), nil
	}
	if e, ok := m.PlainElements(o); ok && max(from, to)+count <= len(e) {
		return vm.ObjectValue(o), copyValues(m, e[to:to+count], e[from:from+count])
	}
	// Elements are moved downwards only when the ranges overlap that way.
	step := 1
	if from < to && to < from+count {
		step = -1
		from, to = from+count-1, to+count-1
	}
	for range count {
		if err := m.Charge(1); err != nil {
			return vm.Undefined, err
		}
		v, ok, err := presentAt(m, o, from)
		if err != nil {
			return vm.Undefined, err
		}
		if ok {
			err = m.Set(o, m.IndexOf(to), v)
		} else {
			err = deleteAt(m, o, to)
		}
		if err != nil {
			return vm.Undefined, err
		}
		from, to = from+step, to+step
	}
	return vm.ObjectValue(o), nil
}
