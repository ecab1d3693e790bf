package stdlib

// This file defines the array methods that call back for every element.

import "github.com/neurocode-ai/codemode/vm"

// callbackLoop is the common start of the methods with a callback: receiver, length, callback.
func callbackLoop(c *vm.Call) (o *vm.Object, n int, f, thisArg vm.Value, err error) {
	f, thisArg = c.Arg(0), c.Arg(1)
	if o, n, err = thisLength(c); err == nil {
		err = needCallable(c.VM, f)
	}
	return o, n, f, thisArg, err
}

// eachPresent calls the callback for every element that is present and gives its result to use, which says whether to
// go on.
func eachPresent(c *vm.Call, use func(i int, v, result vm.Value) (bool, error)) error {
	o, n, f, thisArg, err := callbackLoop(c)
	if err != nil {
		return err
	}
	return eachPresentOf(c.VM, o, n, f, thisArg, use)
}

func eachPresentOf(m *vm.VM, o *vm.Object, n int, f, thisArg vm.Value, use func(i int, v, result vm.Value) (bool, error)) error {
	call := m.NewCaller(f)
	this := vm.ObjectValue(o)
	for i := range n {
		if err := m.Charge(1); err != nil {
			return err
		}
		v, ok, err := presentAt(m, o, i)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		r, err := call.Call3(thisArg, v, vm.Int(i), this)
		if err != nil {
			return err
		}
		if more, err := use(i, v, r); !more || err != nil {
			return err
		}
	}
	return nil
}

func arrayForEach(c *vm.Call) (vm.Value, error) {
	return vm.Undefined, eachPresent(c, func(int, vm.Value, vm.Value) (bool, error) { return true, nil })
}

func arrayEvery(c *vm.Call) (vm.Value, error) {
	all := true
	err := eachPresent(c, func(_ int, _, r vm.Value) (bool, error) {
		all = vm.ToBoolean(r)
		return all, nil
	})
	return vm.Bool(all), err
}

func arraySome(c *vm.Call) (vm.Value, error) {
	found := false
	err := eachPresent(c, func(_ int, _, r vm.Value) (bool, error) {
		found = vm.ToBoolean(r)
		return !found, nil
	})
	return vm.Bool(found), err
}

func arrayMap(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, n, f, thisArg, err := callbackLoop(c)
	if err != nil {
		return vm.Undefined, err
	}
	if e, ok := o.DenseElements(); ok && n <= len(e) && o.IsPristine(m.Realm().ArrayPrototype) {
		return mapPlain(m, o, n, f, thisArg)
	}
	a, plain, err := newSpecies(m, o, n)
	if err != nil {
		return vm.Undefined, err
	}
	err = eachPresentOf(m, o, n, f, thisArg, func(i int, _, r vm.Value) (bool, error) {
		return true, putAt(m, a, plain, i, r)
	})
	return vm.ObjectValue(a), err
}

// mapPlain is map of a dense array without properties of its own, whose result is collected before it becomes an array.
func mapPlain(m *vm.VM, o *vm.Object, n int, f, thisArg vm.Value) (vm.Value, error) {
	out, err := newList(m, n)
	if err != nil {
		return vm.Undefined, err
	}
	pad := func(n int) error {
		for len(out.elems) < n {
			if err := m.Charge(1); err != nil {
				return err
			}
			if err := out.add(vm.Hole()); err != nil {
				return err
			}
		}
		return nil
	}
	err = eachPresentOf(m, o, n, f, thisArg, func(i int, _, r vm.Value) (bool, error) {
		if len(out.elems) < i {
			if err := pad(i); err != nil {
				return false, err
			}
		}
		return true, out.add(r)
	})
	if err == nil {
		err = pad(n)
	}
	if err != nil {
		return vm.Undefined, err
	}
	return out.array(), nil
}

func arrayFilter(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, n, f, thisArg, err := callbackLoop(c)
	if err != nil {
		return vm.Undefined, err
	}
	a, plain, err := newSpecies(m, o, 0)
	if err != nil {
		return vm.Undefined, err
	}
	k := 0
	err = eachPresentOf(m, o, n, f, thisArg, func(_ int, v, r vm.Value) (bool, error) {
		if !vm.ToBoolean(r) {
			return true, nil
		}
		err := putAt(m, a, plain, k, v)
		k++
		return true, err
	})
	return vm.ObjectValue(a), err
}

// arrayFlatMap is Array.prototype.flatMap.
func arrayFlatMap(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, n, f, thisArg, err := callbackLoop(c)
	if err != nil {
		return vm.Undefined, err
	}
	a, plain, err := newSpecies(m, o, 0)
	if err != nil {
		return vm.Undefined, err
	}
	at := 0
	err = eachPresentOf(m, o, n, f, thisArg, func(_ int, _, r vm.Value) (bool, error) {
		e := r.Object()
		if e == nil || !e.IsArray() {
			err := putAt(m, a, plain, at, r)
			at++
			return true, err
		}
		length, err := m.LengthOf(e)
		if err != nil {
			return false, err
		}
		for i := range length {
			if err := m.Charge(1); err != nil {
				return false, err
			}
			v, ok, err := presentAt(m, e, i)
			if err != nil {
				return false, err
			}
			if !ok {
				continue
			}
			if err := putAt(m, a, plain, at, v); err != nil {
				return false, err
			}
			at++
		}
		return true, nil
	})
	return vm.ObjectValue(a), err
}

// search finds an element by predicate, forwards or backwards; the index is -1 when there is none. Unlike the other
// methods these visit holes.
func search(c *vm.Call, backwards bool) (i int, v vm.Value, err error) {
	m := c.VM
	o, n, f, thisArg, err := callbackLoop(c)
	if err != nil {
		return -1, vm.Undefined, err
	}
	call := m.NewCaller(f)
	for k := range n {
		if err := m.Charge(1); err != nil {
			return -1, vm.Undefined, err
		}
		i := k
		if backwards {
			i = n - 1 - k
		}
		v, err := elementAt(m, o, i)
		if err != nil {
			return -1, vm.Undefined, err
		}
		r, err := call.Call3(thisArg, v, vm.Int(i), vm.ObjectValue(o))
		if err != nil {
			return -1, vm.Undefined, err
		}
		if vm.ToBoolean(r) {
			return i, v, nil
		}
	}
	return -1, vm.Undefined, nil
}

func arrayFind(c *vm.Call) (vm.Value, error) {
	_, v, err := search(c, false)
	return v, err
}

func arrayFindIndex(c *vm.Call) (vm.Value, error) {
	i, _, err := search(c, false)
	return vm.Int(i), err
}

func arrayFindLast(c *vm.Call) (vm.Value, error) {
	_, v, err := search(c, true)
	return v, err
}

func arrayFindLastIndex(c *vm.Call) (vm.Value, error) {
	i, _, err := search(c, true)
	return vm.Int(i), err
}

func arrayReduce(c *vm.Call) (vm.Value, error)      { return reduce(c, false) }
func arrayReduceRight(c *vm.Call) (vm.Value, error) { return reduce(c, true) }

// reduce is Array.prototype.reduce and reduceRight.
func reduce(c *vm.Call, backwards bool) (vm.Value, error) {
	m := c.VM
	f := c.Arg(0)
	o, n, err := thisLength(c)
	if err != nil {
		return vm.Undefined, err
	}
	if err := needCallable(m, f); err != nil {
		return vm.Undefined, err
	}
	acc, have := vm.Undefined, false
	if len(c.Args) > 1 {
		acc, have = c.Args[1], true
	}
	call := m.NewCaller(f)
	for k := range n {
		if err := m.Charge(1); err != nil {
			return vm.Undefined, err
		}
		i := k
		if backwards {
			i = n - 1 - k
		}
		v, ok, err := presentAt(m, o, i)
		if err != nil {
			return vm.Undefined, err
		}
		switch {
		case !ok:
		case !have:
			acc, have = v, true
		default:
			if acc, err = call.Call4(vm.Undefined, acc, v, vm.Int(i), vm.ObjectValue(o)); err != nil {
				return vm.Undefined, err
			}
		}
	}
	if !have {
		return vm.Undefined, m.ThrowType("Reduce of empty array with no initial value")
	}
	return acc, nil
}
