package stdlib

// This file defines Array: the constructor, its static functions, and what all array methods share. The methods are in
// array_read.go (no changes), array_callback.go (with callbacks), array_write.go (changes in place), array_copy.go
// (changed copies), array_sort.go and array_join.go.

import (
	"math"

	"github.com/neurocode-ai/codemode/vm"
)

const (
	// maxArrayElements bounds the elements of arrays that builtins make at once.
	maxArrayElements = 1 << 28
	// maxHoles is the length up to which new Array(n) makes room for its elements at once.
	maxHoles = 1 << 16
	// maxLength is the greatest length of array-likes, 2^53-1.
	maxLength = 1<<53 - 1
)

func (l *library) defineArray() {
	r := l.Realm
	a := l.Constructor("Array", 1, arrayConstructor, r.ArrayPrototype, nil)
	r.ArrayConstructor = a
	l.Method(a, "from", 1, arrayFrom)
	l.Method(a, "fromAsync", 1, arrayFromAsync)
	l.Method(a, "isArray", 1, func(c *vm.Call) (vm.Value, error) {
		o := c.Arg(0).Object()
		return vm.Bool(o != nil && o.IsArray()), nil
	})
	l.Method(a, "of", 0, arrayOf)
	l.Accessor(a, r.Names.SymSpecies, returnThis, nil, vm.FlagConfigurable)

	p := r.ArrayPrototype
	for _, method := range []struct {
		name   string
		length int
		fn     vm.NativeFunc
	}{
		{"at", 1, arrayAt}, {"concat", 1, arrayConcat}, {"copyWithin", 2, arrayCopyWithin}, {"entries", 0, arrayEntries},
		{"every", 1, arrayEvery}, {"fill", 1, arrayFill}, {"filter", 1, arrayFilter}, {"find", 1, arrayFind},
		{"findIndex", 1, arrayFindIndex}, {"findLast", 1, arrayFindLast}, {"findLastIndex", 1, arrayFindLastIndex},
		{"flat", 0, arrayFlat}, {"flatMap", 1, arrayFlatMap}, {"forEach", 1, arrayForEach}, {"includes", 1, arrayIncludes},
		{"indexOf", 1, arrayIndexOf}, {"join", 1, arrayJoin}, {"keys", 0, arrayKeys}, {"lastIndexOf", 1, arrayLastIndexOf},
		{"map", 1, arrayMap}, {"pop", 0, arrayPop}, {"push", 1, arrayPush}, {"reduce", 1, arrayReduce},
		{"reduceRight", 1, arrayReduceRight}, {"reverse", 0, arrayReverse}, {"shift", 0, arrayShift}, {"slice", 2, arraySlice},
		{"some", 1, arraySome}, {"sort", 1, arraySort}, {"splice", 2, arraySplice}, {"toLocaleString", 0, arrayToLocaleString},
		{"toReversed", 0, arrayToReversed}, {"toSorted", 1, arrayToSorted}, {"toSpliced", 2, arrayToSpliced},
		{"unshift", 1, arrayUnshift}, {"with", 2, arrayWith},
	} {
		l.Method(p, method.name, method.length, method.fn)
	}
	l.arrayToString = l.Method(p, "toString", 0, arrayToString)
	r.ArrayValues = l.Method(p, "values", 0, arrayValues)
	r.ArraySymbolIterator = l.SymbolMethod(p, r.Names.SymIterator, 0, vm.FlagsHidden, arrayIterator)
	l.defineUnscopables(p)
	l.defineArrayResult()
}

// defineUnscopables defines Array.prototype[Symbol.unscopables], which only with statements ever read.
func (l *library) defineUnscopables(p *vm.Object) {
	u := l.Object(nil)
	for _, name := range []string{"at", "copyWithin", "entries", "fill", "find", "findIndex", "findLast", "findLastIndex",
		"flat", "flatMap", "includes", "keys", "toReversed", "toSorted", "toSpliced", "values"} {
		l.Prop(u, l.Key(name), vm.True, vm.FlagsData)
	}
	l.Prop(p, l.Realm.Names.SymUnscopables, vm.ObjectValue(u), vm.FlagConfigurable)
}

// defineArrayResult defines the prototype of the arrays that keys, values, entries and matchAll return in place of
// iterators: beyond an array's methods they have those of iterators that programs rely on.
func (l *library) defineArrayResult() {
	p := l.Realm.ArrayResultPrototype
	l.Method(p, "next", 0, func(c *vm.Call) (vm.Value, error) {
		o := c.This.Object()
		if o == nil || !o.IsArray() || o.IsRealm() {
			return vm.Undefined, incompatible(c.VM, "next", c.This)
		}
		return c.VM.NextOfArray(o)
	})
	l.Method(p, "take", 1, iteratorTake)
	l.Method(p, "drop", 1, iteratorDrop)
	l.Method(p, "toArray", 0, iteratorToArray)
}

// newArrayResult returns the list as an array that also answers next.
func newArrayResult(m *vm.VM, elems []vm.Value) vm.Value {
	return vm.ObjectValue(m.ArrayFrom(m.Realm().ArrayResultPrototype, elems))
}

// arrayConstructor is Array(...).
func arrayConstructor(c *vm.Call) (vm.Value, error) {
	m := c.VM
	newTarget := c.NewTarget
	if newTarget == nil {
		newTarget = c.Callee
	}
	proto, err := m.ProtoFromConstructor(newTarget, m.Realm().ArrayPrototype)
	if err != nil {
		return vm.Undefined, err
	}
	if len(c.Args) == 1 {
		if n := c.Args[0]; n.IsNumber() {
			f := n.Float()
			if f != float64(uint32(f)) {
				return vm.Undefined, m.ThrowRange("Invalid array length")
			}
			o, err := arrayCreate(m, int(f), proto)
			return vm.ObjectValue(o), err
		}
	}
	out, err := newList(m, len(c.Args))
	if err != nil {
		return vm.Undefined, err
	}
	out.elems = append(out.elems, c.Args...)
	return vm.ObjectValue(m.ArrayFrom(proto, out.elems)), nil
}

// arrayCreate is ArrayCreate. proto nil stands for Array.prototype.
func arrayCreate(m *vm.VM, n int, proto *vm.Object) (*vm.Object, error) {
	if n > math.MaxUint32 {
		return nil, m.ThrowRange("Invalid array length")
	}
	if n <= maxHoles {
		return newHoles(m, n, proto)
	}
	o := m.ArrayFrom(proto, nil)
	return o, setLength(m, o, n)
}

// newHoles returns a dense array of n holes.
func newHoles(m *vm.VM, n int, proto *vm.Object) (*vm.Object, error) {
	out, err := newList(m, n)
	if err != nil {
		return nil, err
	}
	for i := range n {
		out.elems = append(out.elems, vm.Hole())
		if i&4095 == 4095 {
			if err := m.Charge(256); err != nil {
				return nil, err
			}
		}
	}
	return m.ArrayFrom(proto, out.elems), nil
}

// setLength is Set(O, "length", n, true).
func setLength(m *vm.VM, o *vm.Object, n int) error {
	return m.Set(o, m.Realm().Names.Length, vm.Int(n))
}

// newSpecies is ArraySpeciesCreate. plain reports that the result is a fresh array that nothing else can see or
// observe, so that its elements may be stored directly. Arrays that answer next give such arrays again, so that a chain
// like map.values().filter(f).map(g).toArray() works as it does for iterators.
func newSpecies(m *vm.VM, o *vm.Object, n int) (a *vm.Object, plain bool, err error) {
	r := m.Realm()
	if !o.IsArray() {
		a, err = arrayCreate(m, n, nil)
		return a, true, err
	}
	if o.IsPristine(r.ArrayPrototype) {
		if e, ok := o.DenseElements(); ok && n <= len(e) {
			a, err = newHoles(m, n, nil)
		} else {
			a, err = arrayCreate(m, n, nil)
		}
		return a, true, err
	}
	k, err := m.Get(o, r.Names.Constructor)
	if err != nil {
		return nil, false, err
	}
	if k.Object() == r.ArrayConstructor {
		var proto *vm.Object
		if o.Proto() == r.ArrayResultPrototype {
			proto = o.Proto()
		}
		a, err = arrayCreate(m, n, proto)
		return a, true, err
	}
	if ko := k.Object(); ko != nil {
		if k, err = m.Get(ko, r.Names.SymSpecies); err != nil {
			return nil, false, err
		}
		if k.IsNull() {
			k = vm.Undefined
		}
	}
	if k.IsUndefined() || k.Object() == r.ArrayConstructor {
		a, err = arrayCreate(m, n, nil)
		return a, true, err
	}
	if !vm.IsConstructor(k) {
		return nil, false, m.ThrowType("object.constructor[Symbol.species] is not a constructor")
	}
	a, err = m.Construct(k.Object(), nil, vm.Int(n))
	return a, false, err
}

// elementAt is Get(O, i) with a shortcut for dense arrays.
func elementAt(m *vm.VM, o *vm.Object, i int) (vm.Value, error) {
	if e, ok := o.DenseElements(); ok && i < len(e) && !e[i].IsHole() {
		return e[i], nil
	}
	return m.Get(o, m.IndexOf(i))
}

// presentAt is HasProperty(O, i) followed by Get, with a shortcut for dense arrays.
func presentAt(m *vm.VM, o *vm.Object, i int) (v vm.Value, ok bool, err error) {
	if e, dense := o.DenseElements(); dense && i < len(e) && !e[i].IsHole() {
		return e[i], true, nil
	}
	return getIfPresent(m, o, m.IndexOf(i))
}

// thisLength is ToObject(this) and LengthOfArrayLike.
func thisLength(c *vm.Call) (*vm.Object, int, error) {
	o := c.This.Object()
	if o == nil {
		var err error
		if o, err = c.VM.ToObject(c.This); err != nil {
			return nil, 0, err
		}
	}
	n, err := c.VM.LengthOf(o)
	return o, n, err
}

// putAt stores an element of a new array: directly when it is plain, else by CreateDataPropertyOrThrow.
func putAt(m *vm.VM, a *vm.Object, plain bool, i int, v vm.Value) error {
	if plain {
		if e, ok := a.DenseElements(); ok {
			if i < len(e) {
				e[i] = v
				return nil
			}
			if i == len(e) && i < maxArrayElements {
				return m.Push(a, v)
			}
		}
	}
	return m.CreateDataPropertyOrThrow(a, m.IndexOf(i), v)
}

// deleteAt is DeletePropertyOrThrow(O, i).
func deleteAt(m *vm.VM, o *vm.Object, i int) error { return m.DeleteOrThrow(o, m.IndexOf(i)) }

// setAt is Set(O, i, v, true).
func setAt(m *vm.VM, o *vm.Object, i int, v vm.Value) error {
	if e, ok := o.DenseElements(); ok && i < len(e) && !e[i].IsHole() && o.IsPlainDense() {
		e[i] = v
		return nil
	}
	return m.Set(o, m.IndexOf(i), v)
}

// constructOrArray is the start of Array.from and Array.of: a new object of the constructor this, or an array. args is the
// length, where it is known.
func constructOrArray(c *vm.Call, args ...vm.Value) (a *vm.Object, plain bool, err error) {
	m := c.VM
	if c.This.Object() == m.Realm().ArrayConstructor || !vm.IsConstructor(c.This) {
		if len(args) > 0 && args[0].Float() > math.MaxUint32 {
			return nil, false, m.ThrowRange("Invalid array length")
		}
		return m.ArrayFrom(nil, nil), true, nil
	}
	a, err = m.Construct(c.This.Object(), nil, args...)
	return a, false, err
}

func arrayOf(c *vm.Call) (vm.Value, error) {
	m := c.VM
	a, plain, err := constructOrArray(c, vm.Int(len(c.Args)))
	if err != nil {
		return vm.Undefined, err
	}
	for i, v := range c.Args {
		if err := putAt(m, a, plain, i, v); err != nil {
			return vm.Undefined, err
		}
	}
	return vm.ObjectValue(a), setLength(m, a, len(c.Args))
}

// arrayFrom is Array.from.
func arrayFrom(c *vm.Call) (vm.Value, error) {
	m := c.VM
	items, f, thisArg := c.Arg(0), c.Arg(1), c.Arg(2)
	if !f.IsUndefined() {
		if err := needCallable(m, f); err != nil {
			return vm.Undefined, err
		}
	}
	if items.IsNullish() {
		return vm.Undefined, m.ThrowType("Array.from expects an iterable or an object with a length, not %s", m.Describe(items))
	}
	if f.IsUndefined() && c.This.Object() == m.Realm().ArrayConstructor && (items.IsString() || items.Object() != nil && items.Object().IsArray()) {
		elems, err := m.ListFromIterable(items)
		if err != nil {
			return vm.Undefined, err
		}
		return vm.ObjectValue(m.ArrayFrom(nil, elems)), nil
	}
	method, err := m.GetMethod(items, m.Realm().Names.SymIterator)
	if err != nil {
		return vm.Undefined, err
	}
	if method == nil {
		return arrayFromArrayLike(c, items, f, thisArg)
	}
	a, plain, err := constructOrArray(c)
	if err != nil {
		return vm.Undefined, err
	}
	it, err := iteratorFrom(m, items, method)
	if err != nil {
		return vm.Undefined, err
	}
	var call vm.Caller
	if !f.IsUndefined() {
		call = m.NewCaller(f)
	}
	for i := 0; ; i++ {
		v, ok, err := it.Next()
		if err != nil {
			return vm.Undefined, err
		}
		if !ok {
			return vm.ObjectValue(a), setLength(m, a, i)
		}
		if !f.IsUndefined() {
			if v, err = call.Call2(thisArg, v, vm.Int(i)); err != nil {
				return vm.Undefined, it.Close(err)
			}
		}
		if err := putAt(m, a, plain, i, v); err != nil {
			return vm.Undefined, it.Close(err)
		}
	}
}

// iteratorFrom is GetIteratorFromMethod with the shortcuts of GetIterator where method is that of an array or string.
func iteratorFrom(m *vm.VM, v vm.Value, method *vm.Object) (*vm.Iterator, error) {
	if method == m.Realm().ArraySymbolIterator {
		return m.GetIterator(v)
	}
	return m.GetIteratorFrom(v, method)
}

func arrayFromArrayLike(c *vm.Call, items, f, thisArg vm.Value) (vm.Value, error) {
	m := c.VM
	o, err := m.ToObject(items)
	if err != nil {
		return vm.Undefined, err
	}
	n, err := m.LengthOf(o)
	if err != nil {
		return vm.Undefined, err
	}
	a, plain, err := constructOrArray(c, vm.Int(n))
	if err != nil {
		return vm.Undefined, err
	}
	var call vm.Caller
	if !f.IsUndefined() {
		call = m.NewCaller(f)
	}
	for i := range n {
		if err := m.Charge(1); err != nil {
			return vm.Undefined, err
		}
		v, err := elementAt(m, o, i)
		if err != nil {
			return vm.Undefined, err
		}
		if !f.IsUndefined() {
			if v, err = call.Call2(thisArg, v, vm.Int(i)); err != nil {
				return vm.Undefined, err
			}
		}
		if err := putAt(m, a, plain, i, v); err != nil {
			return vm.Undefined, err
		}
	}
	return vm.ObjectValue(a), setLength(m, a, n)
}
