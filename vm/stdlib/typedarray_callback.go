package stdlib

// This file defines the methods of typed arrays that call back for every element.

import "github.com/neurocode-ai/codemode/vm"

// typedEach calls the callback for every element, from the end when backwards, and gives its result to use, which says
// whether to go on.
func typedEach(c *vm.Call, method string, backwards bool, use func(i int, v, result vm.Value) bool) error {
	m := c.VM
	t, n, err := typedThis(c, method)
	if err != nil {
		return err
	}
	f, thisArg, this := c.Arg(0), c.Arg(1), c.This
	if err := needCallable(m, f); err != nil {
		return err
	}
	call := m.NewCaller(f)
	for i := range n {
		if err := m.Charge(1); err != nil {
			return err
		}
		if backwards {
			i = n - 1 - i
		}
		v := t.Get(i)
		r, err := call.Call3(thisArg, v, vm.Int(i), this)
		if err != nil {
			return err
		}
		if !use(i, v, r) {
			return nil
		}
	}
	return nil
}

func typedForEach(c *vm.Call) (vm.Value, error) {
	return vm.Undefined, typedEach(c, "forEach", false, func(int, vm.Value, vm.Value) bool { return true })
}

func typedEvery(c *vm.Call) (vm.Value, error) {
	all := true
	err := typedEach(c, "every", false, func(_ int, _, r vm.Value) bool {
		all = vm.ToBoolean(r)
		return all
	})
	return vm.Bool(all), err
}

func typedSome(c *vm.Call) (vm.Value, error) {
	any := false
	err := typedEach(c, "some", false, func(_ int, _, r vm.Value) bool {
		any = vm.ToBoolean(r)
		return !any
	})
	return vm.Bool(any), err
}

// typedFirst returns index and value of the first element, or the last, for which the callback holds.
func typedFirst(c *vm.Call, method string, backwards bool) (index int, v vm.Value, err error) {
	index, v = -1, vm.Undefined
	err = typedEach(c, method, backwards, func(i int, x, r vm.Value) bool {
		if vm.ToBoolean(r) {
			index, v = i, x
		}
		return index < 0
	})
	return index, v, err
}

func typedFind(c *vm.Call) (vm.Value, error) {
	_, v, err := typedFirst(c, "find", false)
	return v, err
}

func typedFindIndex(c *vm.Call) (vm.Value, error) {
	i, _, err := typedFirst(c, "findIndex", false)
	return vm.Int(i), err
}

func typedFindLast(c *vm.Call) (vm.Value, error) {
	_, v, err := typedFirst(c, "findLast", true)
	return v, err
}

func typedFindLastIndex(c *vm.Call) (vm.Value, error) {
	i, _, err := typedFirst(c, "findLastIndex", true)
	return vm.Int(i), err
}

func typedFilter(c *vm.Call) (vm.Value, error) {
	m := c.VM
	this := c.This
	kept := list{m: m}
	var full error
	err := typedEach(c, "filter", false, func(_ int, v, r vm.Value) bool {
		if vm.ToBoolean(r) {
			full = kept.add(v)
		}
		return full == nil
	})
	if err == nil {
		err = full
	}
	if err != nil {
		return vm.Undefined, err
	}
	o, made, err := typedSpecies(m, this, len(kept.elems))
	if err != nil {
		return vm.Undefined, err
	}
	source := typedSource{list: kept.elems}
	return vm.ObjectValue(o), source.each(m, len(kept.elems), func(i int, v vm.Value) error { return made.Set(m, i, v) })
}

func typedMap(c *vm.Call) (vm.Value, error) {
	m := c.VM
	t, n, err := typedThis(c, "map")
	if err != nil {
		return vm.Undefined, err
	}
	f, thisArg, this := c.Arg(0), c.Arg(1), c.This
	if err := needCallable(m, f); err != nil {
		return vm.Undefined, err
	}
	o, made, err := typedSpecies(m, this, n)
	if err != nil {
		return vm.Undefined, err
	}
	call := m.NewCaller(f)
	for i := range n {
		if err := m.Charge(1); err != nil {
			return vm.Undefined, err
		}
		r, err := call.Call3(thisArg, t.Get(i), vm.Int(i), this)
		if err != nil {
			return vm.Undefined, err
		}
		if err := made.Set(m, i, r); err != nil {
			return vm.Undefined, err
		}
	}
	return vm.ObjectValue(o), nil
}

func typedReduce(c *vm.Call) (vm.Value, error)      { return typedFold(c, "reduce", false) }
func typedReduceRight(c *vm.Call) (vm.Value, error) { return typedFold(c, "reduceRight", true) }

func typedFold(c *vm.Call, method string, backwards bool) (vm.Value, error) {
	m := c.VM
	t, n, err := typedThis(c, method)
	if err != nil {
		return vm.Undefined, err
	}
	f, this := c.Arg(0), c.This
	if err := needCallable(m, f); err != nil {
		return vm.Undefined, err
	}
	k, acc := 0, c.Arg(1)
	at := func(i int) int {
		if backwards {
			return n - 1 - i
		}
		return i
	}
	if len(c.Args) < 2 {
		if n == 0 {
			return vm.Undefined, m.ThrowType("Reduce of empty array with no initial value")
		}
		k, acc = 1, t.Get(at(0))
	}
	call := m.NewCaller(f)
	for ; k < n; k++ {
		if err := m.Charge(1); err != nil {
			return vm.Undefined, err
		}
		if acc, err = call.Call4(vm.Undefined, acc, t.Get(at(k)), vm.Int(at(k)), this); err != nil {
			return vm.Undefined, err
		}
	}
	return acc, nil
}
