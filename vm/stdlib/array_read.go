package stdlib

// This file defines the array methods that neither change the array nor call back, except join.

import (
	"math"

	"github.com/neurocode-ai/codemode/vm"
)

func arrayAt(c *vm.Call) (vm.Value, error) {
	o, n, err := thisLength(c)
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
	return elementAt(c.VM, o, int(f))
}

// startIndex is the fromIndex argument of includes and indexOf: a position in [0, n], n when there is nothing to search.
func startIndex(m *vm.VM, v vm.Value, n int) (int, error) {
	f, err := m.ToIntegerOrInfinity(v)
	if err != nil {
		return 0, err
	}
	if f < 0 {
		f = max(f+float64(n), 0)
	}
	return int(min(f, float64(n))), nil
}

// searchStep is the number of elements that a search over dense elements looks at between two charges.
const searchStep = 1024

// scan looks for the first element in elems[from:to] that equals v by ===, in charged steps; -1 when there is none.
func scan(m *vm.VM, elems []vm.Value, v vm.Value, from, to int) (int, error) {
	text := v.IsString()
	for from < to {
		end := min(from+searchStep, to)
		if err := m.Charge((end - from) >> 1); err != nil {
			return -1, err
		}
		switch {
		case v.IsNumber():
			f := v.Float()
			for i := from; i < end; i++ {
				if elems[i].IsNumber() && elems[i].Float() == f {
					return i, nil
				}
			}
		case text:
			i, err := scanText(m, elems, v, from, end)
			if i >= 0 || err != nil {
				return i, err
			}
		default:
			for i := from; i < end; i++ {
				if vm.StrictEquals(elems[i], v) {
					return i, nil
				}
			}
		}
		from = end
	}
	return -1, nil
}

// scanText is scan for a string: only elements of its length are compared.
func scanText(m *vm.VM, elems []vm.Value, v vm.Value, from, to int) (int, error) {
	n := v.Length()
	for i := from; i < to; i++ {
		e := elems[i]
		if e.Length() != n || !e.IsString() {
			continue
		}
		if n > 64 {
			if err := m.Charge(n >> 5); err != nil {
				return -1, err
			}
		}
		if vm.StrictEquals(e, v) {
			return i, nil
		}
	}
	return -1, nil
}

func arrayIncludes(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, n, err := thisLength(c)
	if err != nil || n == 0 {
		return vm.False, err
	}
	k, err := startIndex(m, c.Arg(1), n)
	if err != nil {
		return vm.Undefined, err
	}
	x := c.Arg(0)
	if e, ok := m.ReadElements(o); ok && !x.IsUndefined() && !(x.IsNumber() && x.Float() != x.Float()) {
		i, err := scan(m, e, x, k, min(n, len(e)))
		return vm.Bool(i >= 0), err
	}
	for ; k < n; k++ {
		v, err := elementAt(m, o, k)
		if err != nil {
			return vm.Undefined, err
		}
		if vm.SameValueZero(v, x) {
			return vm.True, nil
		}
		if err := m.Charge(1); err != nil {
			return vm.Undefined, err
		}
	}
	return vm.False, nil
}

func arrayIndexOf(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, n, err := thisLength(c)
	if err != nil || n == 0 {
		return vm.Int(-1), err
	}
	k, err := startIndex(m, c.Arg(1), n)
	if err != nil {
		return vm.Undefined, err
	}
	x := c.Arg(0)
	if e, ok := m.ReadElements(o); ok {
		i, err := scan(m, e, x, k, min(n, len(e)))
		return vm.Int(i), err
	}
	for ; k < n; k++ {
		v, ok, err := presentAt(m, o, k)
		if err != nil {
			return vm.Undefined, err
		}
		if ok && vm.StrictEquals(v, x) {
			return vm.Int(k), nil
		}
		if err := m.Charge(1); err != nil {
			return vm.Undefined, err
		}
	}
	return vm.Int(-1), nil
}

func arrayLastIndexOf(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, n, err := thisLength(c)
	if err != nil || n == 0 {
		return vm.Int(-1), err
	}
	f := float64(n - 1)
	if len(c.Args) > 1 {
		if f, err = m.ToIntegerOrInfinity(c.Args[1]); err != nil {
			return vm.Undefined, err
		}
		if f >= 0 {
			f = min(f, float64(n-1))
		} else if f += float64(n); f < 0 {
			return vm.Int(-1), nil
		}
	}
	for k := int(f); k >= 0; k-- {
		v, ok, err := presentAt(m, o, k)
		if err != nil {
			return vm.Undefined, err
		}
		if ok && vm.StrictEquals(v, c.Arg(0)) {
			return vm.Int(k), nil
		}
		if err := m.Charge(1); err != nil {
			return vm.Undefined, err
		}
	}
	return vm.Int(-1), nil
}

// arraySlice is Array.prototype.slice.
func arraySlice(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, n, err := thisLength(c)
	if err != nil {
		return vm.Undefined, err
	}
	from, err := m.RelativeIndex(c.Arg(0), n, 0)
	if err != nil {
		return vm.Undefined, err
	}
	to, err := m.RelativeIndex(c.Arg(1), n, n)
	if err != nil {
		return vm.Undefined, err
	}
	to = max(from, to)
	if e, ok := m.ReadElements(o); ok && to <= len(e) && o.IsPristine(m.Realm().ArrayPrototype) {
		out, err := newList(m, to-from)
		if err != nil {
			return vm.Undefined, err
		}
		if err := out.appendAll(e[from:to]); err != nil {
			return vm.Undefined, err
		}
		return out.array(), nil
	}
	a, plain, err := newSpecies(m, o, to-from)
	if err != nil {
		return vm.Undefined, err
	}
	i := 0
	for k := from; k < to; k++ {
		if err := m.Charge(1); err != nil {
			return vm.Undefined, err
		}
		v, ok, err := presentAt(m, o, k)
		if err != nil {
			return vm.Undefined, err
		}
		if ok {
			if err := putAt(m, a, plain, i, v); err != nil {
				return vm.Undefined, err
			}
		}
		i++
	}
	return vm.ObjectValue(a), setLength(m, a, i)
}

// arrayConcat is Array.prototype.concat.
func arrayConcat(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, err := m.ToObject(c.This)
	if err != nil {
		return vm.Undefined, err
	}
	if v, ok, err := concatPlain(c, o); ok || err != nil {
		return v, err
	}
	a, plain, err := newSpecies(m, o, 0)
	if err != nil {
		return vm.Undefined, err
	}
	n := 0
	for i := -1; i < len(c.Args); i++ {
		item := vm.ObjectValue(o)
		if i >= 0 {
			item = c.Args[i]
		}
		if n, err = concatItem(m, a, plain, n, item); err != nil {
			return vm.Undefined, err
		}
	}
	return vm.ObjectValue(a), setLength(m, a, n)
}

// concatPlain is concat when the receiver and all arguments are plain arrays or no objects. ok is false when it is not
// applicable.
func concatPlain(c *vm.Call, o *vm.Object) (v vm.Value, ok bool, err error) {
	m := c.VM
	proto := m.Realm().ArrayPrototype
	e, ok := m.ReadElements(o)
	if !ok || !o.IsPristine(proto) {
		return vm.Undefined, false, nil
	}
	n := len(e)
	for _, v := range c.Args {
		if a := v.Object(); a == nil {
			n++
		} else if e, ok := m.ReadElements(a); ok && a.IsPristine(proto) {
			n += len(e)
		} else {
			return vm.Undefined, false, nil
		}
	}
	out, err := newList(m, n)
	if err != nil {
		return vm.Undefined, false, err
	}
	if err := out.appendAll(e); err != nil {
		return vm.Undefined, false, err
	}
	for _, v := range c.Args {
		if a := v.Object(); a != nil {
			e, _ := a.DenseElements()
			err = out.appendAll(e)
		} else {
			err = out.add(v)
		}
		if err != nil {
			return vm.Undefined, false, err
		}
	}
	return out.array(), true, nil
}

// concatItem appends one item of concat at n and returns the new length.
func concatItem(m *vm.VM, a *vm.Object, plain bool, n int, item vm.Value) (int, error) {
	spread, err := isConcatSpreadable(m, item)
	if err != nil {
		return n, err
	}
	if !spread {
		if n >= maxLength {
			return n, m.ThrowType("Invalid array length")
		}
		return n + 1, putAt(m, a, plain, n, item)
	}
	e := item.Object()
	length, err := m.LengthOf(e)
	if err != nil {
		return n, err
	}
	if n+length > maxLength {
		return n, m.ThrowType("Invalid array length")
	}
	for k := range length {
		if err := m.Charge(1); err != nil {
			return n, err
		}
		v, ok, err := presentAt(m, e, k)
		if err != nil {
			return n, err
		}
		if ok {
			if err := putAt(m, a, plain, n+k, v); err != nil {
				return n, err
			}
		}
	}
	return n + length, nil
}

func isConcatSpreadable(m *vm.VM, v vm.Value) (bool, error) {
	o := v.Object()
	if o == nil {
		return false, nil
	}
	s, err := m.Get(o, m.Realm().Names.SymIsConcatSpreadable)
	if err != nil || !s.IsUndefined() {
		return vm.ToBoolean(s), err
	}
	return o.IsArray(), nil
}

// listArray collects what f gives for every index of an array-like, as an array that also answers next.
func listArray(c *vm.Call, f func(o *vm.Object, i int) (vm.Value, error)) (vm.Value, error) {
	m := c.VM
	o, n, err := thisLength(c)
	if err != nil {
		return vm.Undefined, err
	}
	out := list{m: m}
	if n <= maxHoles {
		if out, err = newList(m, n); err != nil {
			return vm.Undefined, err
		}
	}
	for i := range n {
		if err := m.Charge(1); err != nil {
			return vm.Undefined, err
		}
		v, err := f(o, i)
		if err != nil {
			return vm.Undefined, err
		}
		if err := out.add(v); err != nil {
			return vm.Undefined, err
		}
	}
	return newArrayResult(m, out.elems), nil
}

// arrayKeys, arrayValues and arrayEntries return arrays, as the contract of the project says.
func arrayKeys(c *vm.Call) (vm.Value, error) {
	return listArray(c, func(o *vm.Object, i int) (vm.Value, error) { return vm.Int(i), nil })
}

func arrayValues(c *vm.Call) (vm.Value, error) {
	return listArray(c, func(o *vm.Object, i int) (vm.Value, error) { return elementAt(c.VM, o, i) })
}

func arrayEntries(c *vm.Call) (vm.Value, error) {
	m := c.VM
	return listArray(c, func(o *vm.Object, i int) (vm.Value, error) {
		v, err := elementAt(m, o, i)
		if err != nil {
			return vm.Undefined, err
		}
		return newPair(m, vm.Int(i), v)
	})
}

// newPair returns [a, b].
func newPair(m *vm.VM, a, b vm.Value) (vm.Value, error) {
	if err := m.Alloc(2 * valueBytes); err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(m.ArrayFrom(nil, []vm.Value{a, b})), m.Charge(4)
}

// flatItem is one level of a flattening that is under way.
type flatItem struct {
	o *vm.Object
	i int
	n int
}

// flatten appends the elements of o to a, going depth levels into arrays. It keeps a stack of its own, so the nesting of
// the data does not matter.
func flatten(m *vm.VM, a *vm.Object, plain bool, o *vm.Object, n int, depth float64) error {
	at := 0
	stack := []flatItem{{o, 0, n}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.i >= top.n {
			stack = stack[:len(stack)-1]
			continue
		}
		i := top.i
		top.i++
		if err := m.Charge(1); err != nil {
			return err
		}
		v, ok, err := presentAt(m, top.o, i)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if e := v.Object(); e != nil && e.IsArray() && float64(len(stack)) <= depth {
			n, err := m.LengthOf(e)
			if err != nil {
				return err
			}
			if err := m.Alloc(24); err != nil {
				return err
			}
			stack = append(stack, flatItem{e, 0, n})
			continue
		}
		if err := putAt(m, a, plain, at, v); err != nil {
			return err
		}
		at++
	}
	return nil
}

// arrayFlat is Array.prototype.flat.
func arrayFlat(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, n, err := thisLength(c)
	if err != nil {
		return vm.Undefined, err
	}
	depth := 1.0
	if !c.Arg(0).IsUndefined() {
		if depth, err = m.ToIntegerOrInfinity(c.Arg(0)); err != nil {
			return vm.Undefined, err
		}
		depth = max(depth, 0)
	}
	a, plain, err := newSpecies(m, o, 0)
	if err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(a), flatten(m, a, plain, o, n, min(depth, math.MaxInt32))
}
