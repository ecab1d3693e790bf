package vm

// This file defines the iteration protocol: for Go code, and for the iterator records that the bytecode uses.

import "errors"

// ErrStopIteration ends Iterate early without an error.
var ErrStopIteration = errors.New("stop iteration")

// A Stepper is the data of a builtin iterator that can be stepped without a result object. Its prototype's next method
// must be made by Builder.StepperNext. One that has a return method says so by a method HasReturn().
type Stepper interface {
	Step(vm *VM) (v Value, ok bool, err error)
}

// StepperNext defines the next method of builtin iterators whose data are Steppers. what names the class in errors.
func (b *Builder) StepperNext(proto *Object, what string) {
	f := b.Method(proto, "next", 0, func(c *Call) (Value, error) {
		o := c.This.Object()
		if o == nil || o.class != ClassIterator {
			return Undefined, c.VM.ThrowType("next method called on incompatible receiver %s", c.VM.describe(c.This))
		}
		s, ok := o.data.(Stepper)
		if !ok || o.Kind() != what {
			return Undefined, c.VM.ThrowType("next method called on incompatible receiver %s", c.VM.describe(c.This))
		}
		v, ok, err := s.Step(c.VM)
		if err != nil {
			return Undefined, err
		}
		return c.VM.IterResult(v, !ok), nil
	})
	f.data.(*Native).fast = fastStepper
}

// Kind returns the name of the kind of builtin iterator that o is, empty for other objects.
func (o *Object) Kind() string {
	if k, ok := o.data.(interface{ IteratorKind() string }); ok {
		return k.IteratorKind()
	}
	return ""
}

// isPlainArray reports whether iterating v means visiting its elements by index: an array whose iterator is the
// realm's.
func (vm *VM) isPlainArray(v Value) (*Object, bool) {
	o, ok := v.ref.(*Object)
	if !ok || o.class != ClassArray {
		return nil, false
	}
	r := vm.realm
	return o, o.shape == r.arrayShape || o.shape == r.regExps.match || len(o.shape.props) == 0 && (o.shape.proto == r.ArrayPrototype || o.shape.proto == r.ArrayResultPrototype)
}

// arrayElement returns the element i of an array as iteration sees it: holes come from the prototypes or are undefined.
func (vm *VM) arrayElement(o *Object, i int) (Value, error) {
	if i < len(o.elems) {
		if v := o.elems[i]; !v.isHole() {
			return v, nil
		}
	}
	return vm.Get(o, vm.IndexOf(i))
}

// An Iterator is an iterator record.
type Iterator struct {
	vm         *VM
	Object     Value
	NextMethod Value
	stepper    Stepper
	array      *Object // iteration by index over a plain array
	str        Str     // iteration over a string by code points
	isStr      bool
	index      int
	done       bool
}

// GetIterator is GetIterator(v, sync).
func (vm *VM) GetIterator(v Value) (*Iterator, error) {
	if o, ok := vm.isPlainArray(v); ok {
		return &Iterator{vm: vm, Object: v, array: o}, nil
	}
	if v.IsString() {
		return &Iterator{vm: vm, Object: v, str: v.Str(), isStr: true}, nil
	}
	m, err := vm.iteratorMethod(v)
	if err != nil {
		return nil, err
	}
	return vm.GetIteratorFrom(v, m)
}

func (vm *VM) iteratorMethod(v Value) (*Object, error) {
	if v.IsNullish() {
		return nil, vm.ThrowType("%s is not iterable", v.nullName())
	}
	m, err := vm.GetMethod(v, vm.realm.Names.SymIterator)
	if err != nil {
		return nil, err
	}
	if m == nil {
		return nil, vm.throwNotIterable(v)
	}
	return m, nil
}

func (vm *VM) throwNotIterable(v Value) error {
	hint := ""
	if o := v.Object(); o != nil {
		switch o.class {
		case ClassObject:
			hint = "; use Object.entries, Object.keys or Object.values to iterate over an object"
		case ClassPromise:
			hint = "; await the promise first"
		}
	}
	return vm.ThrowType("%s is not iterable%s", vm.describe(v), hint)
}

// GetIteratorFrom is GetIteratorFromMethod(obj, method).
func (vm *VM) GetIteratorFrom(obj Value, method *Object) (*Iterator, error) {
	it, err := vm.Call(ObjectValue(method), obj)
	if err != nil {
		return nil, err
	}
	if !it.IsObject() {
		return nil, vm.ThrowType("Result of the Symbol.iterator method is not an object")
	}
	return vm.GetIteratorDirect(it)
}

// GetIteratorDirect is GetIteratorDirect(obj).
func (vm *VM) GetIteratorDirect(obj Value) (*Iterator, error) {
	next, err := vm.GetV(obj, vm.realm.Names.Next)
	if err != nil {
		return nil, err
	}
	it := &Iterator{vm: vm, Object: obj, NextMethod: next}
	it.stepper = stepperOf(obj, next)
	return it, nil
}

// stepperOf returns the data of a builtin iterator when next is its own builtin method.
func stepperOf(obj, next Value) Stepper {
	f := next.Object()
	o := obj.Object()
	if f == nil || o == nil || o.class != ClassIterator {
		return nil
	}
	if n, ok := f.data.(*Native); !ok || n.fast != fastStepper || f.flags&objRealm == 0 {
		return nil
	}
	s, ok := o.data.(Stepper)
	if !ok || o.shape.proto == nil {
		return nil
	}
	// The method must be the one of this kind of iterator.
	if i, ok := o.shape.proto.shape.lookup(nextAtom(o.shape.proto)); !ok || o.shape.proto.slots[i].Object() != f {
		return nil
	}
	return s
}

// nextAtom finds the key of the next method of a realm prototype.
func nextAtom(p *Object) *Atom {
	for _, prop := range p.shape.props {
		if prop.key != nil && prop.key.text == "next" && prop.key.symbol == nil {
			return prop.key
		}
	}
	return nil
}

// Next is IteratorStepValue: ok is false at the end.
func (it *Iterator) Next() (v Value, ok bool, err error) {
	vm := it.vm
	if it.done {
		return Undefined, false, nil
	}
	vm.budget--
	if vm.budget < 0 {
		if err := vm.poll(); err != nil {
			return Undefined, false, err
		}
	}
	switch {
	case it.array != nil:
		if it.index >= it.array.arrayLen() {
			it.done = true
			return Undefined, false, nil
		}
		v, err := vm.arrayElement(it.array, it.index)
		it.index++
		return v, err == nil, err
	case it.isStr:
		if it.index >= it.str.Len() {
			it.done = true
			return Undefined, false, nil
		}
		_, n := it.str.CodePointAt(it.index)
		s := vm.substring(it.str, it.index, it.index+n)
		it.index += n
		return s, true, nil
	case it.stepper != nil:
		v, ok, err := it.stepper.Step(vm)
		if !ok || err != nil {
			it.done = true
		}
		return v, ok, err
	}
	r, err := vm.Call(it.NextMethod, it.Object)
	if err != nil {
		it.done = true
		return Undefined, false, err
	}
	v, done, err := vm.iterResultParts(r)
	if err != nil || done {
		it.done = true
		return Undefined, false, err
	}
	return v, true, nil
}

// iterResultParts reads an iterator result: done first, and the value only when it is not done.
func (vm *VM) iterResultParts(r Value) (v Value, done bool, err error) {
	o, ok := r.ref.(*Object)
	if !ok {
		return Undefined, false, vm.ThrowType("Iterator result %s is not an object", vm.describe(r))
	}
	if o.shape == vm.realm.iterResultShape {
		return o.slots[0], ToBoolean(o.slots[1]), nil
	}
	d, err := vm.Get(o, vm.realm.Names.Done)
	if err != nil {
		return Undefined, false, err
	}
	if ToBoolean(d) {
		return Undefined, true, nil
	}
	v, err = vm.Get(o, vm.realm.Names.Value)
	return v, false, err
}

// Close is IteratorClose: it returns completion, or the error of the closing when completion is nil.
func (it *Iterator) Close(completion error) error {
	if it.done || it.array != nil || it.isStr {
		return completion
	}
	if _, has := it.stepper.(interface{ HasReturn() }); it.stepper != nil && !has {
		return completion
	}
	it.done = true
	return it.vm.closeIterator(it.Object, completion)
}

// closeIterator is IteratorClose on the iterator object. Aborts are never replaced or delayed.
func (vm *VM) closeIterator(obj Value, completion error) error {
	if completion != nil {
		if _, ok := completion.(*Thrown); !ok && completion != ErrStopIteration {
			return completion
		}
	}
	thrown := completion != nil && completion != ErrStopIteration
	m, err := vm.GetMethod(obj, vm.realm.Names.Return)
	if err == nil {
		if m == nil {
			return completion
		}
		var r Value
		if r, err = vm.Call(ObjectValue(m), obj); err == nil && !thrown && !r.IsObject() {
			err = vm.ThrowType("Iterator result %s is not an object", vm.describe(r))
		}
	}
	if err != nil {
		if _, ok := err.(*Thrown); !ok {
			return err
		}
		if thrown {
			return completion
		}
		return err
	}
	return completion
}

// Iterate calls f with every value of the iterable v. When f fails the iterator is closed; ErrStopIteration from f ends the
// iteration without an error.
func (vm *VM) Iterate(v Value, f func(v Value) error) error {
	it, err := vm.GetIterator(v)
	if err != nil {
		return err
	}
	for {
		x, ok, err := it.Next()
		if err != nil || !ok {
			return err
		}
		if err := f(x); err != nil {
			if err = it.Close(err); err == ErrStopIteration {
				return nil
			}
			return err
		}
	}
}

// ListFromIterable is IterableToList.
func (vm *VM) ListFromIterable(v Value) ([]Value, error) {
	if o, ok := vm.isPlainArray(v); ok && o.data == nil {
		if err := vm.Alloc(len(o.elems) * valueSize); err != nil {
			return nil, err
		}
		list, err := vm.MakeValues(len(o.elems), len(o.elems))
		if err != nil {
			return nil, err
		}
		return list, vm.copyReading(list, o.elems)
	}
	var list []Value
	err := vm.Iterate(v, func(x Value) error {
		if n := len(list); n == cap(list) {
			if err := vm.Alloc((n + 8) * valueSize); err != nil {
				return err
			}
			var err error
			if list, err = Grow(vm, list, 2*n+8, valueSize); err != nil {
				return err
			}
		}
		list = append(list, x)
		return nil
	})
	return list, err
}

// charStrings holds the one-character ASCII strings.
var charStrings = func() (t [128]string) {
	const all = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\x0c\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~\x7f"
	for i := range t {
		t[i] = all[i : i+1]
	}
	return
}()

// substring returns the code units [i, j) of s as a value.
func (vm *VM) substring(s Str, i, j int) Value {
	if j-i == 1 {
		if c := s.At(i); c < 128 {
			return ASCII(charStrings[c])
		}
	}
	if j-i == s.Len() {
		return s.Value()
	}
	return vm.share(s, s.Slice(i, j))
}

// Substring returns the code units [i, j) of s as a value. Long parts share the memory of s.
func (vm *VM) Substring(s Str, i, j int) Value { return vm.substring(s, i, j) }

// getIter is OpGetIter: it fills the iterator record r for v.
func (vm *VM) getIter(r *[3]Value, v Value) error {
	if _, ok := vm.isPlainArray(v); ok || v.IsString() {
		r[0], r[1], r[2] = v, Int(0), Undefined
		return nil
	}
	m, err := vm.iteratorMethod(v)
	if err != nil {
		return err
	}
	it, err := vm.GetIteratorFrom(v, m)
	if err != nil {
		return err
	}
	r[0], r[1], r[2] = it.Object, it.NextMethod, Undefined
	if it.stepper != nil {
		r[2] = True // stepped without result objects
	}
	return nil
}

// iterNext advances the iterator record at stack[at]; at the end, and when it fails, the record is marked as done. A
// generator is resumed by pushing its frame: pushed reports that the value will arrive in the slot dst when it yields.
func (vm *VM) iterNext(at, dst int, jump int32, step bool) (v Value, ok, pushed bool, err error) {
	if vm.stack[at].IsUndefined() {
		return Undefined, false, false, nil
	}
	vm.budget--
	v, ok, pushed, err = vm.iterAdvance((*[3]Value)(vm.stack[at:at+3]), dst, jump, step)
	if !ok && !pushed {
		vm.stack[at] = Undefined
	}
	return v, ok, pushed, err
}

func (vm *VM) iterAdvance(r *[3]Value, dst int, jump int32, step bool) (v Value, ok, pushed bool, err error) {
	if r[1].ref == nil {
		return vm.iterIndexed(r)
	}
	o, _ := r[0].ref.(*Object)
	if o != nil && r[2].IsBool() {
		if s, isStepper := o.data.(Stepper); isStepper {
			v, ok, err := s.Step(vm)
			return v, ok, false, err
		}
	}
	if o != nil && o.class == ClassGenerator {
		if f := r[1].Object(); f != nil {
			if n, isNative := f.data.(*Native); isNative && n.fast == fastGeneratorNext {
				return vm.iterGenerator(o.data.(*coroutine), dst, jump, step)
			}
		}
	}
	next, it := r[1], r[0]
	res, err := vm.Call(next, it)
	if err != nil {
		return Undefined, false, false, err
	}
	v, done, err := vm.iterResultParts(res)
	return v, err == nil && !done, false, err
}

func (vm *VM) iterIndexed(r *[3]Value) (v Value, ok, pushed bool, err error) {
	i := int(r[1].num)
	if o, isObj := r[0].ref.(*Object); isObj {
		if i >= o.arrayLen() {
			return Undefined, false, false, nil
		}
		r[1].num++
		v, err = vm.arrayElement(o, i)
		return v, err == nil, false, err
	}
	s := r[0].Str()
	if i >= s.Len() {
		return Undefined, false, false, nil
	}
	_, n := s.CodePointAt(i)
	r[1].num += float64(n)
	return vm.substring(s, i, i+n), true, false, nil
}

func (vm *VM) iterGenerator(co *coroutine, dst int, jump int32, step bool) (v Value, ok, pushed bool, err error) {
	switch co.state {
	case coRunning:
		return Undefined, false, false, vm.ThrowType("Generator is already running")
	case coDone:
		return Undefined, false, false, nil
	}
	flags := frameRawYield
	if step {
		flags |= frameStep
	}
	g, err := vm.push(co, dst, flags)
	if err != nil {
		return Undefined, false, false, err
	}
	g.jump = jump
	return Undefined, false, true, vm.resumeAt(g, resumeNext, Undefined)
}
