package vm

// This file holds the operations that the standard library needs of the machine beyond the internal methods of objects:
// shortcuts whose preconditions only the machine can check, and state of an execution that belongs to the library.

import (
	"slices"
	"sync/atomic"
)

// LibraryState returns the state that the standard library keeps for this execution; make makes it at first use.
func (vm *VM) LibraryState(make func() any) any {
	if vm.library == nil {
		vm.library = make()
	}
	return vm.library
}

// identities numbers objects and symbols as they are first hashed or made.
var identities atomic.Uint32

// IdentityHash returns a number that stays the same for an object or symbol and differs from that of most others. It is
// 0 for other values and for the objects of the realm, which cannot be written to.
func IdentityHash(v Value) uint32 {
	switch r := v.ref.(type) {
	case *Object:
		if r.id == 0 && r.flags&objRealm == 0 {
			r.id = identities.Add(1)
		}
		return r.id
	case *Symbol:
		return r.id
	}
	return 0
}

// SymbolFor is Symbol.for: the symbol registered under a key in this execution.
func (vm *VM) SymbolFor(key string) (*Symbol, error) {
	var list []*Symbol
	var h uint64
	if len(key) < longName {
		if s := vm.symbols[key]; s != nil {
			return s, nil
		}
	} else {
		var err error
		if h, err = vm.HashText(Str{ascii: key}); err != nil {
			return nil, err
		}
		list = vm.longSymbols[h]
		for _, s := range list {
			if same, err := vm.SameText(Str{ascii: s.atom.text}, Str{ascii: key}); same || err != nil {
				return s, err
			}
		}
	}
	if err := vm.Alloc(len(key) + 200); err != nil {
		return nil, err
	}
	if vm.symbols == nil {
		vm.symbols, vm.longSymbols = make(map[string]*Symbol), make(map[uint64][]*Symbol)
	}
	s := NewSymbol(key)
	if len(key) < longName {
		vm.symbols[key] = s
	} else {
		vm.longSymbols[h] = append(list, s)
	}
	return s, nil
}

// SymbolKey is Symbol.keyFor: the key under which a symbol is registered in this execution.
func (vm *VM) SymbolKey(s *Symbol) (key string, ok bool) {
	key = s.atom.text
	if len(key) < longName {
		return key, s.hasDescription && vm.symbols[key] == s
	}
	for _, list := range vm.longSymbols {
		if slices.Contains(list, s) {
			return key, true
		}
	}
	return key, false
}

// IsPristine reports whether o inherits from proto and has no named properties of its own, so that what proto says
// about named properties holds for o.
func (o *Object) IsPristine(proto *Object) bool {
	return o.shape == proto.rootShape && o.flags&(objLazyFunction|objExotic) == 0
}

// PlainElements returns the elements of an array that can be read and written directly: it is extensible, dense, and no
// prototype has index properties, so a hole reads as undefined and a write to it just stores. The slice is the array's
// own storage: it must not be kept over a call into the program.
func (vm *VM) PlainElements(o *Object) (elems []Value, ok bool) {
	if !o.IsPlainDense() || !vm.protosLackElements(o) {
		return nil, false
	}
	return o.elems, true
}

// ReadElements is PlainElements for reading only: the array may be sealed or not extensible.
func (vm *VM) ReadElements(o *Object) (elems []Value, ok bool) {
	if o.class != ClassArray || o.data != nil || !vm.protosLackElements(o) {
		return nil, false
	}
	return o.elems, true
}

// protosLackElements reports whether no prototype of o has index properties. Those of the realm have none.
func (vm *VM) protosLackElements(o *Object) bool {
	for p := o.shape.proto; p != nil; p = p.shape.proto {
		if p.flags&objRealm != 0 {
			return true
		}
		if len(p.elems) > 0 || p.shape.indexed > 0 || p.flags&objExotic != 0 || p.class == ClassString {
			return false
		}
	}
	return true
}

// ArrayFrom returns a new array that takes ownership of elems, whose memory the caller has charged. proto nil stands for
// Array.prototype.
func (vm *VM) ArrayFrom(proto *Object, elems []Value) *Object {
	vm.mem += objectSize
	s := vm.realm.arrayShape
	if proto != nil {
		s = vm.rootShape(proto)
	}
	return &Object{shape: s, elems: elems, class: ClassArray}
}

// MakeDense turns an array whose length exceeds its elements, such as new Array(n) makes, into a dense one with holes,
// if it can be written freely, has no index properties outside its elements, and memory allows.
func (vm *VM) MakeDense(o *Object) (bool, error) {
	if o.class != ClassArray || o.flags&(objFrozenElems|objSealedElems|objNotExtensible|objRealm) != 0 {
		return false, nil
	}
	l, ok := o.data.(*arrayLength)
	if !ok {
		return o.data == nil, nil
	}
	n := int(l.n)
	if l.readOnly || o.shape.indexed > 0 || n > maxDense {
		return false, nil
	}
	if n > cap(o.elems) {
		if err := vm.Alloc((n - cap(o.elems)) * valueSize); err != nil {
			return false, err
		}
		var err error
		if o.elems, err = Grow(vm, o.elems, n, valueSize); err != nil {
			return false, err
		}
	}
	for i := len(o.elems); i < n; i++ {
		o.elems = append(o.elems, hole)
		if i&4095 == 0 {
			if err := vm.Charge(256); err != nil {
				return false, err
			}
		}
	}
	o.data = nil
	return true, nil
}

// PlainProperties calls f with every own enumerable property with a string key, in order, if o is an ordinary object
// that has only data properties and, when noSymbols is set, no symbol keys. Otherwise it reports false and has called
// nothing. f must not call into the program.
func (vm *VM) PlainProperties(o *Object, noSymbols bool, f func(key PropertyKey, v Value) error) (ok bool, err error) {
	s := o.shape
	if o.class == ClassString || s.indexed > 0 || !o.holdsOnlyData(noSymbols) {
		return false, nil
	}
	for i, v := range o.elems {
		if v.isHole() {
			continue
		}
		if err := f(PropertyKey{index: uint32(i)}, v); err != nil {
			return true, err
		}
	}
	for i := range s.props {
		p := &s.props[i]
		if p.key == nil || p.key.symbol != nil || p.flags&FlagEnumerable == 0 {
			continue
		}
		if err := f(PropertyKey{atom: p.key}, o.slots[i]); err != nil {
			return true, err
		}
	}
	return true, nil
}

// holdsOnlyData reports whether an ordinary object has no accessors and, when noSymbols is set, no symbol keys.
func (o *Object) holdsOnlyData(noSymbols bool) bool {
	if o.flags&(objExotic|objLazyFunction) != 0 {
		return false
	}
	for i := range o.shape.props {
		p := &o.shape.props[i]
		if p.flags&flagAccessor != 0 || noSymbols && p.key != nil && p.key.symbol != nil && !p.key.private {
			return false
		}
	}
	return true
}

// IsPlainTarget reports whether writing to o can only store: it is an ordinary object without accessors that inherits
// from Object.prototype or nothing. The write may still be refused.
func (vm *VM) IsPlainTarget(o *Object) bool {
	return o.class == ClassObject && (o.shape.proto == vm.realm.ObjectPrototype || o.shape.proto == nil) && o.holdsOnlyData(false)
}

// SizeHint returns an upper bound of the number of own properties of an ordinary object.
func (o *Object) SizeHint() int { return len(o.elems) + len(o.shape.props) }

// cursor is the private name under which an array result keeps the position of its next method.
var cursor = newSymbol("cursor", true, true)

// NextOfArray implements the next method of the arrays that keys, values, entries and matchAll return: a cursor over
// the elements.
func (vm *VM) NextOfArray(o *Object) (Value, error) {
	i := 0
	slot, ok := o.shape.lookup(&cursor.atom)
	if ok {
		i = int(o.slots[slot].num)
	}
	if i >= o.arrayLen() {
		return vm.IterResult(Undefined, true), nil
	}
	v, err := vm.arrayElement(o, i)
	if err != nil {
		return Undefined, err
	}
	if slot, ok = o.shape.lookup(&cursor.atom); ok {
		o.slots[slot] = Int(i + 1)
	} else {
		vm.addProperty(o, cursor.Key(), Int(i+1), FlagWritable)
	}
	return vm.IterResult(v, false), nil
}

// GeneratorNext defines the next method of generators, which the interpreter can run without a Go call.
func (b *Builder) GeneratorNext(proto *Object) {
	f := b.Method(proto, "next", 1, func(c *Call) (Value, error) {
		return c.VM.ResumeGenerator(c.This, int(resumeNext), c.Arg(0))
	})
	f.data.(*Native).fast = fastGeneratorNext
}

// Length returns the length of the string v in code units. It is meaningless for other values.
func (v Value) Length() int { return v.strLen() }

// SetFunctionName is SetFunctionName for a function made by this execution, such as a bound one.
func (vm *VM) SetFunctionName(f *Object, key PropertyKey, prefix string) {
	vm.setFunctionName(f, key, prefix)
}

// SharedAccessor defines an accessor property with existing functions.
func (b *Builder) SharedAccessor(o *Object, key PropertyKey, get, set *Object, flags PropFlags) {
	b.Prop(o, key, Value{ref: &accessor{get, set}}, flags&^FlagWritable|flagAccessor)
}

// NewIterator returns an iterator record for an iterator object and its next method.
func NewIterator(vm *VM, object, next Value) *Iterator {
	return &Iterator{vm: vm, Object: object, NextMethod: next}
}
