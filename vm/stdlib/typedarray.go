package stdlib

// This file defines the constructors of typed arrays and what their methods share. The methods are in typedarray_read.go
// (no changes, no callbacks), typedarray_callback.go, typedarray_write.go and typedarray_copy.go; elements are read and
// written by vm.TypedArray.

import (
	"strconv"

	"github.com/neurocode-ai/codemode/vm"
)

func (l *library) defineTypedArrays() {
	r := l.Realm
	p := r.TypedArrayPrototype
	abstract := l.HiddenConstructor("TypedArray", 0, func(c *vm.Call) (vm.Value, error) {
		return vm.Undefined, c.VM.ThrowType("Abstract class TypedArray not directly constructable")
	}, p, nil)
	l.Method(abstract, "from", 1, typedFrom)
	l.Method(abstract, "of", 0, typedOf)
	l.Accessor(abstract, r.Names.SymSpecies, returnThis, nil, vm.FlagConfigurable)
	for kind := range vm.NumElementKinds {
		name := kind.String() + "Array"
		k := l.Constructor(name, 3, func(c *vm.Call) (vm.Value, error) { return typedConstructor(c, kind) },
			r.TypedArrayPrototypes[kind], abstract)
		r.TypedArrayConstructors[kind] = k
		size := vm.Int(kind.Size())
		l.Prop(k, l.Key("BYTES_PER_ELEMENT"), size, 0)
		l.Prop(r.TypedArrayPrototypes[kind], l.Key("BYTES_PER_ELEMENT"), size, 0)
	}
	l.defineTypedAccessors(p)
	for _, method := range []struct {
		name   string
		length int
		fn     vm.NativeFunc
	}{
		{"at", 1, typedAt}, {"copyWithin", 2, typedCopyWithin}, {"entries", 0, typedEntries}, {"every", 1, typedEvery},
		{"fill", 1, typedFill}, {"filter", 1, typedFilter}, {"find", 1, typedFind}, {"findIndex", 1, typedFindIndex},
		{"findLast", 1, typedFindLast}, {"findLastIndex", 1, typedFindLastIndex}, {"forEach", 1, typedForEach},
		{"includes", 1, typedIncludes}, {"indexOf", 1, typedIndexOf}, {"join", 1, typedJoin}, {"keys", 0, typedKeys},
		{"lastIndexOf", 1, typedLastIndexOf}, {"map", 1, typedMap}, {"reduce", 1, typedReduce},
		{"reduceRight", 1, typedReduceRight}, {"reverse", 0, typedReverse}, {"set", 1, typedSet}, {"slice", 2, typedSlice},
		{"some", 1, typedSome}, {"sort", 1, typedSort}, {"subarray", 2, typedSubarray},
		{"toLocaleString", 0, typedToLocaleString}, {"toReversed", 0, typedToReversed}, {"toSorted", 1, typedToSorted},
		{"with", 2, typedWith},
	} {
		l.Method(p, method.name, method.length, method.fn)
	}
	values := l.Method(p, "values", 0, typedValues)
	l.Prop(p, r.Names.SymIterator, vm.ObjectValue(values), vm.FlagsHidden)
	l.Prop(p, r.Names.ToString, vm.ObjectValue(l.arrayToString), vm.FlagsHidden)
	l.inspect(vm.ClassTypedArray, inspectTyped)
}

func (l *library) defineTypedAccessors(p *vm.Object) {
	getter := func(name string, get func(t *vm.TypedArray, n int, ok bool) vm.Value) {
		l.Getter(p, name, func(c *vm.Call) (vm.Value, error) {
			t := vm.TypedArrayOf(c.This.Object())
			if t == nil {
				return vm.Undefined, incompatible(c.VM, "TypedArray.prototype."+name, c.This)
			}
			n, ok := t.Len()
			return get(t, n, ok), nil
		})
	}
	getter("buffer", func(t *vm.TypedArray, _ int, _ bool) vm.Value { return vm.ObjectValue(t.Buffer) })
	getter("byteLength", func(t *vm.TypedArray, n int, _ bool) vm.Value { return vm.Int(n * t.Kind.Size()) })
	getter("byteOffset", func(t *vm.TypedArray, _ int, ok bool) vm.Value {
		if !ok {
			return vm.Int(0)
		}
		return vm.Int(t.Offset)
	})
	getter("length", func(_ *vm.TypedArray, n int, _ bool) vm.Value { return vm.Int(n) })
	l.Accessor(p, l.Realm.Names.SymToStringTag, func(c *vm.Call) (vm.Value, error) {
		if t := vm.TypedArrayOf(c.This.Object()); t != nil {
			return vm.ASCII(t.Kind.String() + "Array"), nil
		}
		return vm.Undefined, nil
	}, nil, vm.FlagConfigurable)
}

// maxInspected is the number of elements that the console shows.
const maxInspected = 100

// inspectTyped renders a typed array for the console, as in Uint8Array(3) [1,2,3].
func inspectTyped(_ *vm.VM, o *vm.Object) (vm.Str, error) {
	t := vm.TypedArrayOf(o)
	n, _ := t.Len()
	text := t.Kind.String() + "Array(" + strconv.Itoa(n) + ") ["
	for i := range min(n, maxInspected) {
		if i > 0 {
			text += ","
		}
		if v := t.Get(i); v.IsBigInt() {
			text += v.BigInt().String() + "n"
		} else {
			text += vm.FormatNumber(v.Float())
		}
	}
	if n > maxInspected {
		text += ",... " + strconv.Itoa(n-maxInspected) + " more"
	}
	return vm.ASCIIStr(text + "]"), nil
}

// errOutOfBounds is the error of a typed array whose buffer is detached or has shrunk.
func errOutOfBounds(m *vm.VM, method string) error {
	return m.ThrowType("TypedArray.prototype.%s: the buffer of the typed array is detached or has become too short", method)
}

// lostBuffer reports whether the bytes of an ArrayBuffer, or some of those that a typed array or DataView shows, are gone.
func lostBuffer(o *vm.Object) bool {
	ok := true
	switch d := o.Data().(type) {
	case *vm.Buffer:
		ok = !d.Detached
	case *vm.TypedArray:
		_, ok = d.Len()
	case *dataView:
		_, ok = d.length()
	}
	return !ok
}

// typedThis is ValidateTypedArray of the receiver; n is the length.
func typedThis(c *vm.Call, method string) (t *vm.TypedArray, n int, err error) {
	return validTyped(c.VM, c.This, method)
}

func validTyped(m *vm.VM, v vm.Value, method string) (t *vm.TypedArray, n int, err error) {
	if t = vm.TypedArrayOf(v.Object()); t == nil {
		return nil, 0, m.ThrowType("TypedArray.prototype.%s needs a typed array, not %s", method, m.Describe(v))
	}
	n, ok := t.Len()
	if !ok {
		return nil, 0, errOutOfBounds(m, method)
	}
	return t, n, nil
}

// newTyped returns a typed array of n zeros with a buffer of its own.
func newTyped(m *vm.VM, kind vm.ElementKind, proto *vm.Object, n int) (*vm.Object, *vm.TypedArray, error) {
	if n > vm.MaxBufferBytes/kind.Size() {
		return nil, nil, m.ThrowRange("Invalid typed array length: %d", n)
	}
	buffer, _, err := newBuffer(m, m.Realm().ArrayBufferPrototype, n*kind.Size(), -1)
	if err != nil {
		return nil, nil, err
	}
	o := m.NewTypedArray(kind, proto, buffer, 0, n)
	return o, vm.TypedArrayOf(o), nil
}

// sameTyped is TypedArrayCreateSameType.
func sameTyped(m *vm.VM, kind vm.ElementKind, n int) (*vm.Object, *vm.TypedArray, error) {
	return newTyped(m, kind, m.Realm().TypedArrayPrototypes[kind], n)
}

// createTyped is TypedArrayCreateFromCtor. n is the length that the result must have at least, -1 if args do not say.
func createTyped(m *vm.VM, k *vm.Object, n int, args ...vm.Value) (*vm.Object, *vm.TypedArray, error) {
	o, err := m.Construct(k, nil, args...)
	if err != nil {
		return nil, nil, err
	}
	t, have, err := validTyped(m, vm.ObjectValue(o), "constructor")
	if err != nil {
		return nil, nil, err
	}
	if have < n {
		return nil, nil, m.ThrowType("The constructor returned a typed array that is too short")
	}
	return o, t, nil
}

// typedSpecies is TypedArraySpeciesCreate(exemplar, [n]).
func typedSpecies(m *vm.VM, exemplar vm.Value, n int) (*vm.Object, *vm.TypedArray, error) {
	t := vm.TypedArrayOf(exemplar.Object())
	def := m.Realm().TypedArrayConstructors[t.Kind]
	k, err := speciesConstructor(m, exemplar.Object(), def)
	if err != nil {
		return nil, nil, err
	}
	if k == def {
		return sameTyped(m, t.Kind, n)
	}
	o, made, err := createTyped(m, k, n, vm.Int(n))
	if err == nil && made.Kind.IsBig() != t.Kind.IsBig() {
		err = errMixed(m)
	}
	return o, made, err
}

func errMixed(m *vm.VM) error {
	return m.ThrowType("Cannot mix BigInt and other types in typed arrays: convert with BigInt(x) or Number(x)")
}

// typedConstructor is the constructor of typed arrays of a kind.
func typedConstructor(c *vm.Call, kind vm.ElementKind) (vm.Value, error) {
	m := c.VM
	if c.NewTarget == nil {
		return vm.Undefined, m.ThrowType("Constructor %sArray requires 'new'", kind)
	}
	n := 0
	first := c.Arg(0)
	if !first.IsObject() {
		var err error
		if n, err = m.ToIndex(first); err != nil {
			if _, ok := thrownValue(err); ok && first.IsNumber() {
				err = m.ThrowRange("Invalid typed array length: %s", m.Describe(first))
			}
			return vm.Undefined, err
		}
	}
	proto, err := m.ProtoFromConstructor(c.NewTarget, m.Realm().TypedArrayPrototypes[kind])
	if err != nil {
		return vm.Undefined, err
	}
	var o *vm.Object
	switch from := first.Object(); {
	case from == nil:
		o, _, err = newTyped(m, kind, proto, n)
	case from.Class() == vm.ClassTypedArray:
		o, err = typedFromTyped(m, kind, proto, vm.TypedArrayOf(from))
	case from.Class() == vm.ClassArrayBuffer:
		o, err = typedFromBuffer(m, kind, proto, from, c.Arg(1), c.Arg(2))
	default:
		o, err = typedFromObject(m, kind, proto, from)
	}
	if err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(o), nil
}

// typedFromTyped is InitializeTypedArrayFromTypedArray.
func typedFromTyped(m *vm.VM, kind vm.ElementKind, proto *vm.Object, from *vm.TypedArray) (*vm.Object, error) {
	n, ok := from.Len()
	if !ok {
		return nil, errOutOfBounds(m, "constructor")
	}
	o, t, err := newTyped(m, kind, proto, n)
	if err != nil {
		return nil, err
	}
	if kind.IsBig() != from.Kind.IsBig() {
		return nil, errMixed(m)
	}
	return o, copyElements(m, t, 0, from, n)
}

// sameBits reports whether elements of kind a can become elements of kind b by copying their bytes.
func sameBits(a, b vm.ElementKind) bool {
	return a == b || a.IsBig() && b.IsBig()
}

// copyElements converts the first n elements of one typed array to elements of another from index at on. When both share a
// buffer, kinds that need conversion must not overlap.
func copyElements(m *vm.VM, to *vm.TypedArray, at int, from *vm.TypedArray, n int) error {
	size := from.Kind.Size()
	if sameBits(from.Kind, to.Kind) {
		return m.CopyBytes(to.Bytes(), to.Offset+at*size, from.Bytes(), from.Offset, n*size)
	}
	for i := range n {
		if i&255 == 0 {
			if err := m.Charge(256); err != nil {
				return err
			}
		}
		to.Put(at+i, to.Kind.EncodeNumber(from.Get(i).Float()))
	}
	return nil
}

// typedFromBuffer is InitializeTypedArrayFromArrayBuffer.
func typedFromBuffer(m *vm.VM, kind vm.ElementKind, proto, buffer *vm.Object, byteOffset, length vm.Value) (*vm.Object, error) {
	b, _ := buffer.Data().(*vm.Buffer)
	size := kind.Size()
	offset, err := m.ToIndex(byteOffset)
	if err != nil {
		return nil, err
	}
	if offset%size != 0 {
		return nil, m.ThrowRange("start offset of %sArray should be a multiple of %d", kind, size)
	}
	n := -1
	if !length.IsUndefined() {
		if n, err = m.ToIndex(length); err != nil {
			return nil, err
		}
	}
	if b.Detached {
		return nil, errDetached(m, "Construct")
	}
	have := len(b.Bytes)
	switch {
	case n < 0 && b.Max >= 0:
		if offset > have {
			return nil, m.ThrowRange("Start offset %d is outside the bounds of the buffer", offset)
		}
	case n < 0:
		if have%size != 0 {
			return nil, m.ThrowRange("byte length of %sArray should be a multiple of %d", kind, size)
		}
		if offset > have {
			return nil, m.ThrowRange("Start offset %d is outside the bounds of the buffer", offset)
		}
		n = (have - offset) / size
	case n > vm.MaxBufferBytes || offset+n*size > have:
		return nil, m.ThrowRange("Invalid typed array length: %d", n)
	}
	return m.NewTypedArray(kind, proto, buffer, offset, n), nil
}

// typedFromObject makes a typed array of what an iterable or array-like holds.
func typedFromObject(m *vm.VM, kind vm.ElementKind, proto, from *vm.Object) (*vm.Object, error) {
	source, err := arraySource(m, from)
	if err != nil {
		return nil, err
	}
	n, err := source.length(m)
	if err != nil {
		return nil, err
	}
	o, t, err := newTyped(m, kind, proto, n)
	if err != nil {
		return nil, err
	}
	return o, source.each(m, n, func(i int, v vm.Value) error { return t.Set(m, i, v) })
}

// typedSource is where a typed array gets its elements from: a list of values, or an array-like whose elements are read
// one by one.
type typedSource struct {
	list      []vm.Value
	arrayLike *vm.Object // nil when list is used
}

// arraySource reads an iterable into a list.
func arraySource(m *vm.VM, o *vm.Object) (typedSource, error) {
	v := vm.ObjectValue(o)
	method, err := m.GetMethod(v, m.Realm().Names.SymIterator)
	if err != nil {
		return typedSource{}, err
	}
	if method == nil {
		return typedSource{arrayLike: o}, nil
	}
	if method == m.Realm().ArraySymbolIterator && o.IsArray() {
		list, err := m.ListFromIterable(v)
		return typedSource{list: list}, err
	}
	it, err := m.GetIteratorFrom(v, method)
	if err != nil {
		return typedSource{}, err
	}
	out := list{m: m}
	for {
		x, ok, err := it.Next()
		if err != nil || !ok {
			return typedSource{list: out.elems}, err
		}
		if err := out.add(x); err != nil {
			return typedSource{}, err
		}
	}
}

func (s typedSource) length(m *vm.VM) (int, error) {
	if s.arrayLike == nil {
		return len(s.list), nil
	}
	return m.LengthOf(s.arrayLike)
}

// each calls f with the first n elements.
func (s typedSource) each(m *vm.VM, n int, f func(i int, v vm.Value) error) error {
	for i := range n {
		if err := m.Charge(1); err != nil {
			return err
		}
		var v vm.Value
		if s.arrayLike == nil {
			v = s.list[i]
		} else {
			var err error
			if v, err = elementAt(m, s.arrayLike, i); err != nil {
				return err
			}
		}
		if err := f(i, v); err != nil {
			return err
		}
	}
	return nil
}

// typedFrom is TypedArray.from(source, mapper, thisArg).
func typedFrom(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if !vm.IsConstructor(c.This) {
		return vm.Undefined, m.ThrowType("%s is not a constructor", m.Describe(c.This))
	}
	mapper, thisArg := c.Arg(1), c.Arg(2)
	if !mapper.IsUndefined() {
		if err := needCallable(m, mapper); err != nil {
			return vm.Undefined, err
		}
	}
	var source typedSource
	from, err := m.ToObject(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	if c.Args[0].IsString() { // the iterator of a string must see the string, not its object
		if source.list, err = m.ListFromIterable(c.Args[0]); err != nil {
			return vm.Undefined, err
		}
	} else if source, err = arraySource(m, from); err != nil {
		return vm.Undefined, err
	}
	n, err := source.length(m)
	if err != nil {
		return vm.Undefined, err
	}
	o, t, err := createTyped(m, c.This.Object(), n, vm.Int(n))
	if err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(o), source.each(m, n, func(i int, v vm.Value) error {
		if !mapper.IsUndefined() {
			if v, err = m.Call(mapper, thisArg, v, vm.Int(i)); err != nil {
				return err
			}
		}
		return t.Set(m, i, v)
	})
}

// typedOf is TypedArray.of(...items).
func typedOf(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if !vm.IsConstructor(c.This) {
		return vm.Undefined, m.ThrowType("%s is not a constructor", m.Describe(c.This))
	}
	o, t, err := createTyped(m, c.This.Object(), len(c.Args), vm.Int(len(c.Args)))
	if err != nil {
		return vm.Undefined, err
	}
	source := typedSource{list: c.Args}
	return vm.ObjectValue(o), source.each(m, len(c.Args), func(i int, v vm.Value) error { return t.Set(m, i, v) })
}
