package vm

// This file defines objects and their ordinary own properties.

// Class says which internal slots an object has.
type Class uint8

// The classes of objects. Data returns the internal slots.
const (
	ClassObject Class = iota
	ClassArray
	ClassFunction
	ClassError
	ClassBoolean
	ClassNumber
	ClassString
	ClassSymbol
	ClassBigInt
	ClassDate
	ClassRegExp
	ClassMap
	ClassSet
	ClassWeakMap
	ClassWeakSet
	ClassPromise
	ClassGenerator
	ClassAsyncGenerator
	ClassIterator // builtin iterators; Data tells which
	ClassArguments
	ClassArrayBuffer
	ClassTypedArray
	ClassDataView
	ClassURL
	ClassURLSearchParams
	ClassForIn
	ClassTool // the tools root, a namespace or a tool
	ClassOther
)

type objFlags uint8

const (
	objNotExtensible objFlags = 1 << iota
	objIsProto                // some shape names the object as its prototype
	objRealm                  // part of the frozen realm: shared between executions, refuses every change
	objFrozenElems            // elements are neither writable nor configurable
	objLazyFunction           // a function whose own properties have not been made yet
	objNoCache                // property reads have side conditions: inline caches leave it alone
	objSealedElems            // elements are not configurable
	objExotic                 // some internal method differs from the ordinary one
)

// An Object is a JavaScript object. Named properties live in slots, in the order that the shape says. elems holds the
// elements with array-index keys that are present without gaps worth mentioning and have default attributes; all other
// index keys are named properties of a dictionary. data holds the internal slots of the class.
type Object struct {
	shape     *Shape
	slots     []Value
	elems     []Value
	data      any
	rootShape *Shape // the shape of objects whose prototype this is
	class     Class
	flags     objFlags
	mark      uint8  // the last collection that reached the object
	id        uint32 // identity hash, 0 until asked for
}

const (
	objectSize = 96 // bytes of an Object, for the memory meter
	valueSize  = 24
)

type accessor struct{ get, set *Object }

// Class returns the class of the object.
func (o *Object) Class() Class { return o.class }

// Data returns the internal slots of the object.
func (o *Object) Data() any { return o.data }

// SetData replaces the internal slots of the object.
func (o *Object) SetData(d any) { o.data = d }

// Proto returns the prototype, nil for null.
func (o *Object) Proto() *Object { return o.shape.proto }

// IsCallable reports whether the object is a function.
func (o *Object) IsCallable() bool {
	switch o.data.(type) {
	case *Closure, *Native, *boundFunction:
		return o.class == ClassFunction
	case *ToolRef:
		return true
	}
	return false
}

// IsArray reports whether the object is an array.
func (o *Object) IsArray() bool { return o.class == ClassArray }

// IsRealm reports whether the object belongs to the frozen realm.
func (o *Object) IsRealm() bool { return o.flags&objRealm != 0 }

// NewObject returns a new ordinary object with the given prototype, nil for null.
func (vm *VM) NewObject(proto *Object) *Object {
	vm.mem += objectSize
	return &Object{shape: vm.rootShape(proto)}
}

// NewPlainObject returns a new object as made by an empty literal.
func (vm *VM) NewPlainObject() *Object {
	vm.mem += objectSize
	return &Object{shape: vm.realm.ObjectPrototype.rootShape}
}

// NewObjectOf returns a new object of a class with internal slots.
func (vm *VM) NewObjectOf(class Class, proto *Object, data any) *Object {
	vm.mem += objectSize + 64
	return &Object{shape: vm.rootShape(proto), class: class, data: data}
}

// A Property is the outcome of looking an own property up, or a property descriptor to define. For a descriptor, the
// Has fields say which fields are present; a looked-up property has all fields of its kind.
type Property struct {
	Value                                       Value
	Get, Set                                    *Object // accessor functions, nil for undefined
	Flags                                       PropFlags
	HasValue, HasGet, HasSet                    bool
	HasWritable, HasEnumerable, HasConfigurable bool
}

// IsAccessor reports whether the property is an accessor property.
func (p *Property) IsAccessor() bool { return p.HasGet || p.HasSet }

// DataProperty returns the descriptor of a data property with all fields present.
func DataProperty(v Value, flags PropFlags) Property {
	return Property{Value: v, Flags: flags, HasValue: true, HasWritable: true, HasEnumerable: true, HasConfigurable: true}
}

// AccessorProperty returns the descriptor of an accessor property with all fields present.
func AccessorProperty(get, set *Object, flags PropFlags) Property {
	return Property{Get: get, Set: set, Flags: flags &^ FlagWritable, HasGet: true, HasSet: true, HasEnumerable: true, HasConfigurable: true}
}

func (p shapeProp) property(v Value) Property {
	if p.flags&flagAccessor != 0 {
		a := v.ref.(*accessor)
		return AccessorProperty(a.get, a.set, p.flags&^flagAccessor)
	}
	return DataProperty(v, p.flags)
}

// elemFlags returns the attributes of the elements in elems.
func (o *Object) elemFlags() propFlags {
	switch {
	case o.flags&objFrozenElems != 0:
		return FlagEnumerable
	case o.flags&objSealedElems != 0:
		return FlagWritable | FlagEnumerable
	}
	return FlagsData
}

// findNamed returns the slot of a key that is not held in elems.
func (vm *VM) findNamed(o *Object, key PropertyKey) (uint32, bool) {
	a := key.atom
	if a == nil {
		if !o.shape.dict || o.shape.indexed == 0 {
			return 0, false
		}
		if a = vm.indexAtomIfAny(key.index); a == nil {
			return 0, false
		}
	}
	return o.shape.lookup(a)
}

// ordinaryGetOwn is OrdinaryGetOwnProperty.
func (vm *VM) ordinaryGetOwn(o *Object, key PropertyKey) (Property, bool) {
	if key.atom == nil && int(key.index) < len(o.elems) {
		if v := o.elems[key.index]; !v.isHole() {
			return DataProperty(v, o.elemFlags()), true
		}
	}
	if o.flags&objLazyFunction != 0 && vm.isLazyFunctionKey(key) {
		vm.materialise(o)
	}
	if i, ok := vm.findNamed(o, key); ok {
		return o.shape.props[i].property(o.slots[i]), true
	}
	return Property{}, false
}

// addProperty adds a property that o does not have. It may leave that to be when the execution is over.
func (vm *VM) addProperty(o *Object, key PropertyKey, v Value, flags propFlags) {
	if o.flags&objLazyFunction != 0 {
		vm.materialise(o) // length, name and prototype come first, and making them starts from an empty shape
	}
	if key.atom == nil {
		if flags == FlagsData && vm.growElems(o, key.index) {
			o.elems[key.index] = v
			return
		}
		if vm.aborted != nil {
			return
		}
		vm.keepLength(o) // of an array: it is not dense any more
		vm.toDictionary(o)
		key = PropertyKey{atom: vm.indexAtom(key.index)}
	}
	vm.mem += valueSize
	s := o.shape
	if !s.dict && len(s.props) >= maxShapeProps {
		s = vm.toDictionary(o)
	}
	if s.dict {
		if len(s.props) >= growStep && !vm.growDictionary(o, s) {
			return
		}
		if s.table == nil {
			s.buildTable()
		}
		s.table[key.atom] = uint32(len(s.props))
		s.props = append(s.props, shapeProp{key.atom, flags})
		o.slots = append(o.slots, v)
		if key.atom.isIndex {
			s.indexed++
		}
		vm.mem += 48
		vm.budget -= 8
		vm.protoChanged(o)
		return
	}
	vm.protoChanged(o)
	o.shape = vm.child(s, key.atom, flags)
	o.slots = append(o.slots, v)
}

// growDictionary makes room for one more property of an object with many. It reports false when the execution is over.
func (vm *VM) growDictionary(o *Object, s *Shape) bool {
	var err error
	if n := len(s.props); n == cap(s.props) {
		s.props, err = Grow(vm, s.props, n+n/4, 16)
	}
	if n := len(o.slots); err == nil && n == cap(o.slots) {
		o.slots, err = Grow(vm, o.slots, n+n/4, valueSize)
	}
	if err != nil {
		vm.stop()
	}
	return err == nil
}

// setFlags changes the attributes of the property in slot i.
func (vm *VM) setFlags(o *Object, i uint32, flags propFlags) {
	if o.shape.props[i].flags == flags {
		return
	}
	vm.toDictionary(o).props[i].flags = flags
	vm.protoChanged(o)
}

// removeNamed deletes the property in slot i.
func (vm *VM) removeNamed(o *Object, i uint32) {
	s := vm.toDictionary(o)
	key := s.props[i].key
	delete(s.table, key)
	s.props[i] = shapeProp{}
	o.slots[i] = Undefined
	if key.isIndex {
		s.indexed--
	}
	s.deleted++
	if s.deleted > 8 && s.deleted > len(s.props)/2 {
		vm.compact(o)
	}
	vm.protoChanged(o)
}

// ordinaryDefine is OrdinaryDefineOwnProperty (ValidateAndApplyPropertyDescriptor). It reports whether the definition
// is allowed and done.
func (vm *VM) ordinaryDefine(o *Object, key PropertyKey, d *Property) bool {
	cur, exists := vm.ordinaryGetOwn(o, key)
	if !exists {
		if o.flags&objNotExtensible != 0 {
			return false
		}
		if d.IsAccessor() {
			vm.addProperty(o, key, Value{ref: &accessor{d.Get, d.Set}}, d.Flags&(FlagEnumerable|FlagConfigurable)|flagAccessor)
		} else {
			v := d.Value
			if !d.HasValue {
				v = Undefined
			}
			vm.addProperty(o, key, v, d.Flags&FlagsData)
		}
		return true
	}
	if !validChange(&cur, d) {
		return false
	}
	vm.applyChange(o, key, &cur, d)
	return true
}

// validChange holds the checks of ValidateAndApplyPropertyDescriptor for an existing property.
func validChange(cur, d *Property) bool {
	if cur.Flags&FlagConfigurable != 0 {
		return true
	}
	if d.HasConfigurable && d.Flags&FlagConfigurable != 0 {
		return false
	}
	if d.HasEnumerable && d.Flags&FlagEnumerable != cur.Flags&FlagEnumerable {
		return false
	}
	isData := d.HasValue || d.HasWritable
	if !isData && !d.IsAccessor() {
		return true
	}
	if cur.IsAccessor() != d.IsAccessor() {
		return false
	}
	if cur.IsAccessor() {
		return !(d.HasGet && d.Get != cur.Get) && !(d.HasSet && d.Set != cur.Set)
	}
	if cur.Flags&FlagWritable == 0 {
		if d.HasWritable && d.Flags&FlagWritable != 0 {
			return false
		}
		if d.HasValue && !SameValue(d.Value, cur.Value) {
			return false
		}
	}
	return true
}

// applyChange merges the descriptor d into the existing property cur.
func (vm *VM) applyChange(o *Object, key PropertyKey, cur, d *Property) {
	flags := cur.Flags
	merge := func(has bool, bit propFlags) {
		if has {
			flags = flags&^bit | d.Flags&bit
		}
	}
	merge(d.HasEnumerable, FlagEnumerable)
	merge(d.HasConfigurable, FlagConfigurable)
	var v Value
	switch {
	case d.IsAccessor():
		a := &accessor{}
		if cur.IsAccessor() {
			a.get, a.set = cur.Get, cur.Set
		}
		if d.HasGet {
			a.get = d.Get
		}
		if d.HasSet {
			a.set = d.Set
		}
		v = Value{ref: a}
		flags = flags&^FlagWritable | flagAccessor
	case d.HasValue || d.HasWritable || !cur.IsAccessor():
		v = cur.Value
		if cur.IsAccessor() {
			v, flags = Undefined, flags&^FlagWritable
		}
		if d.HasValue {
			v = d.Value
		}
		merge(d.HasWritable, FlagWritable)
	default:
		v = Value{ref: &accessor{cur.Get, cur.Set}}
		flags |= flagAccessor
	}
	if key.atom == nil && int(key.index) < len(o.elems) && !o.elems[key.index].isHole() {
		if flags == o.elemFlags() {
			o.elems[key.index] = v
			return
		}
		o.elems[key.index] = hole
		if int(key.index) == len(o.elems)-1 && o.class != ClassArray {
			o.elems = o.elems[:key.index]
		}
		vm.keepLength(o)
		vm.toDictionary(o)
		vm.addNamed(o, vm.indexAtom(key.index), v, flags)
		return
	}
	i, _ := vm.findNamed(o, key)
	vm.setFlags(o, i, flags)
	o.slots[i] = v
	vm.protoChanged(o)
}

func (vm *VM) addNamed(o *Object, a *Atom, v Value, flags propFlags) {
	vm.addProperty(o, PropertyKey{atom: a}, v, flags)
}

// ordinaryDelete is OrdinaryDelete.
func (vm *VM) ordinaryDelete(o *Object, key PropertyKey) bool {
	if key.atom == nil && int(key.index) < len(o.elems) && !o.elems[key.index].isHole() {
		if o.flags&(objFrozenElems|objSealedElems) != 0 {
			return false
		}
		if int(key.index) == len(o.elems)-1 && o.class != ClassArray {
			o.elems = o.elems[:key.index]
		} else {
			o.elems[key.index] = hole
		}
		return true
	}
	if o.flags&objLazyFunction != 0 && vm.isLazyFunctionKey(key) {
		vm.materialise(o)
	}
	i, ok := vm.findNamed(o, key)
	if !ok {
		return true
	}
	if o.shape.props[i].flags&FlagConfigurable == 0 {
		return false
	}
	vm.removeNamed(o, i)
	return true
}
