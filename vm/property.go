package vm

// This file defines the internal methods of objects, [[Get]], [[Set]] and so on, and the operations of the
// specification built on them. Every builtin is written against these.

import "math"

// Exotic is implemented by the data of objects whose internal methods differ from the ordinary ones (typed arrays, tool
// references). Implementations fall back on the Ordinary methods of VM.
type Exotic interface {
	ExoticGetOwn(vm *VM, o *Object, key PropertyKey) (Property, bool, error)
	ExoticDefine(vm *VM, o *Object, key PropertyKey, d *Property) (bool, error)
	ExoticHas(vm *VM, o *Object, key PropertyKey) (bool, error)
	ExoticGet(vm *VM, o *Object, key PropertyKey, receiver Value) (Value, error)
	ExoticSet(vm *VM, o *Object, key PropertyKey, v, receiver Value) (bool, error)
	ExoticDelete(vm *VM, o *Object, key PropertyKey) (bool, error)
	ExoticKeys(vm *VM, o *Object) ([]PropertyKey, error)
}

// NewExoticObject returns a new object whose data implements Exotic.
func (vm *VM) NewExoticObject(class Class, proto *Object, data Exotic) *Object {
	o := vm.NewObjectOf(class, proto, data)
	o.flags |= objExotic | objNoCache
	return o
}

// maxProtoChain bounds the length of prototype chains that are walked; the realm's are shorter than ten.
const maxProtoChain = 10000

// GetOwn is [[GetOwnProperty]].
func (vm *VM) GetOwn(o *Object, key PropertyKey) (Property, bool, error) {
	if o.flags&objExotic != 0 {
		return o.data.(Exotic).ExoticGetOwn(vm, o, key)
	}
	p, ok := vm.OrdinaryGetOwn(o, key)
	return p, ok, nil
}

// OrdinaryGetOwn is [[GetOwnProperty]] of ordinary objects, arrays and String objects.
func (vm *VM) OrdinaryGetOwn(o *Object, key PropertyKey) (Property, bool) {
	switch o.class {
	case ClassArray:
		if key.atom == vm.realm.Names.Length.atom {
			flags := FlagWritable
			if l, ok := o.data.(*arrayLength); ok && l.readOnly {
				flags = 0
			}
			if o.flags&objFrozenElems != 0 {
				flags = 0
			}
			return DataProperty(Int(o.arrayLen()), flags), true
		}
	case ClassString:
		s := o.data.(Value)
		if key.atom == nil && int(key.index) < s.strLen() {
			return DataProperty(vm.substring(s.Str(), int(key.index), int(key.index)+1), FlagEnumerable), true
		}
		if key.atom == vm.realm.Names.Length.atom {
			return DataProperty(Int(s.strLen()), 0), true
		}
	}
	return vm.ordinaryGetOwn(o, key)
}

// Define is [[DefineOwnProperty]]. It reports whether the definition was allowed.
func (vm *VM) Define(o *Object, key PropertyKey, d Property) (bool, error) {
	if o.flags&objRealm != 0 {
		return false, vm.throwFrozenRealm(o, key)
	}
	if key.atom == vm.realm.Names.Proto.atom {
		return false, vm.throwProtoKey()
	}
	if o.flags&objExotic != 0 {
		return o.data.(Exotic).ExoticDefine(vm, o, key, &d)
	}
	return vm.OrdinaryDefine(o, key, &d)
}

// OrdinaryDefine is [[DefineOwnProperty]] of ordinary objects, arrays and String objects.
func (vm *VM) OrdinaryDefine(o *Object, key PropertyKey, d *Property) (bool, error) {
	switch o.class {
	case ClassArray:
		return vm.arrayDefine(o, key, d)
	case ClassString:
		if p, ok := vm.OrdinaryGetOwn(o, key); ok && p.Flags&FlagConfigurable == 0 {
			return validChange(&p, d), nil
		}
	}
	return vm.ordinaryDefine(o, key, d), nil
}

// Has is [[HasProperty]].
func (vm *VM) Has(o *Object, key PropertyKey) (bool, error) {
	for p := o; p != nil; p = p.shape.proto {
		if p.flags&objExotic != 0 {
			return p.data.(Exotic).ExoticHas(vm, p, key)
		}
		if _, ok := vm.OrdinaryGetOwn(p, key); ok {
			return true, nil
		}
	}
	return false, nil
}

// HasOwn is HasOwnProperty.
func (vm *VM) HasOwn(o *Object, key PropertyKey) (bool, error) {
	_, ok, err := vm.GetOwn(o, key)
	return ok, err
}

// Get is Get(O, P).
func (vm *VM) Get(o *Object, key PropertyKey) (Value, error) { return vm.get(o, key, Value{ref: o}) }

// GetReceiver is [[Get]] with an explicit receiver.
func (vm *VM) GetReceiver(o *Object, key PropertyKey, receiver Value) (Value, error) {
	return vm.get(o, key, receiver)
}

func (vm *VM) get(o *Object, key PropertyKey, receiver Value) (Value, error) {
	for p := o; p != nil; p = p.shape.proto {
		if p.flags&objExotic != 0 {
			return p.data.(Exotic).ExoticGet(vm, p, key, receiver)
		}
		if key.atom == nil {
			if int(key.index) < len(p.elems) {
				if v := p.elems[key.index]; !v.isHole() {
					return v, nil
				}
			}
		} else if i, ok := p.shape.lookup(key.atom); ok {
			return vm.slotValue(p, i, receiver)
		}
		if p.class == ClassArray || p.class == ClassString || p.flags&objLazyFunction != 0 || p.shape.indexed > 0 {
			if d, ok := vm.OrdinaryGetOwn(p, key); ok {
				return vm.propertyValue(&d, receiver)
			}
		}
	}
	return Undefined, nil
}

func (vm *VM) slotValue(o *Object, i uint32, receiver Value) (Value, error) {
	v := o.slots[i]
	if a, ok := v.ref.(*accessor); ok {
		if a.get == nil {
			return Undefined, nil
		}
		return vm.Call(Value{ref: a.get}, receiver)
	}
	return v, nil
}

func (vm *VM) propertyValue(d *Property, receiver Value) (Value, error) {
	if d.IsAccessor() {
		if d.Get == nil {
			return Undefined, nil
		}
		return vm.Call(Value{ref: d.Get}, receiver)
	}
	return d.Value, nil
}

// OrdinaryGet is OrdinaryGet for exotic objects that fall back on it.
func (vm *VM) OrdinaryGet(o *Object, key PropertyKey, receiver Value) (Value, error) {
	d, ok, err := vm.GetOwn(o, key)
	if err != nil {
		return Undefined, err
	}
	if ok {
		return vm.propertyValue(&d, receiver)
	}
	if p := o.shape.proto; p != nil {
		return vm.get(p, key, receiver)
	}
	return Undefined, nil
}

// GetV is GetV(V, P): property access on any value; undefined and null throw.
func (vm *VM) GetV(v Value, key PropertyKey) (Value, error) {
	if o, ok := v.ref.(*Object); ok {
		return vm.get(o, key, v)
	}
	if v.IsString() {
		if key.atom == nil {
			if int(key.index) < v.strLen() {
				return vm.substring(v.Str(), int(key.index), int(key.index)+1), nil
			}
		} else if key.atom == vm.realm.Names.Length.atom {
			return Int(v.strLen()), nil
		}
	}
	p := vm.protoOf(v)
	if p == nil {
		return Undefined, vm.ThrowType("Cannot read properties of %s (reading '%s')", v.nullName(), key.Text())
	}
	return vm.get(p, key, v)
}

func (v Value) nullName() string {
	if v.IsNull() {
		return "null"
	}
	return "undefined"
}

// protoOf returns the prototype on which properties of a primitive value are found, nil for undefined and null.
func (vm *VM) protoOf(v Value) *Object {
	switch v.ref.(type) {
	case nil:
		return vm.realm.NumberPrototype
	case boolean:
		return vm.realm.BooleanPrototype
	case asciiPtr, utf16Ptr, *strBuf:
		return vm.realm.StringPrototype
	case *Symbol:
		return vm.realm.SymbolPrototype
	case *BigInt:
		return vm.realm.BigIntPrototype
	}
	return nil
}

// Set is Set(O, P, V, true): a refused write throws a TypeError.
func (vm *VM) Set(o *Object, key PropertyKey, v Value) error {
	ok, err := vm.SetReceiver(o, key, v, Value{ref: o})
	if err == nil && !ok {
		err = vm.throwReadOnly(o, key)
	}
	return err
}

// SetReceiver is [[Set]]. It reports whether the write was allowed.
func (vm *VM) SetReceiver(o *Object, key PropertyKey, v, receiver Value) (bool, error) {
	if key.atom == vm.realm.Names.Proto.atom {
		return false, vm.throwProtoKey()
	}
	for p := o; p != nil; p = p.shape.proto {
		if p.flags&objExotic != 0 {
			return p.data.(Exotic).ExoticSet(vm, p, key, v, receiver)
		}
		d, ok := vm.OrdinaryGetOwn(p, key)
		if !ok {
			continue
		}
		return vm.setFound(p, key, &d, v, receiver)
	}
	return vm.setOnReceiver(key, v, receiver)
}

// OrdinarySet is [[Set]] for exotic objects that fall back on it.
func (vm *VM) OrdinarySet(o *Object, key PropertyKey, v, receiver Value) (bool, error) {
	d, ok, err := vm.GetOwn(o, key)
	if err != nil {
		return false, err
	}
	if ok {
		return vm.setFound(o, key, &d, v, receiver)
	}
	if p := o.shape.proto; p != nil {
		return vm.SetReceiver(p, key, v, receiver)
	}
	return vm.setOnReceiver(key, v, receiver)
}

// setFound writes a property that was found on p as d.
func (vm *VM) setFound(p *Object, key PropertyKey, d *Property, v, receiver Value) (bool, error) {
	if d.IsAccessor() {
		if d.Set == nil {
			return false, nil
		}
		_, err := vm.Call(Value{ref: d.Set}, receiver, v)
		return true, err
	}
	if d.Flags&FlagWritable == 0 {
		return false, nil
	}
	if r, ok := receiver.ref.(*Object); ok && r == p && p.flags&objRealm == 0 {
		return vm.writeOwn(p, key, v)
	}
	return vm.setOnReceiver(key, v, receiver)
}

// writeOwn writes an existing writable own data property of an object without exotic methods.
func (vm *VM) writeOwn(o *Object, key PropertyKey, v Value) (bool, error) {
	if key.atom == nil && int(key.index) < len(o.elems) && !o.elems[key.index].isHole() {
		o.elems[key.index] = v
		return true, nil
	}
	if i, ok := vm.findNamed(o, key); ok {
		o.slots[i] = v
		return true, nil
	}
	return vm.OrdinaryDefine(o, key, &Property{Value: v, HasValue: true})
}

// setOnReceiver is the end of OrdinarySetWithOwnDescriptor: define or change the property on the receiver.
func (vm *VM) setOnReceiver(key PropertyKey, v, receiver Value) (bool, error) {
	r, ok := receiver.ref.(*Object)
	if !ok {
		return false, nil
	}
	d, exists, err := vm.GetOwn(r, key)
	if err != nil {
		return false, err
	}
	if exists {
		if d.IsAccessor() || d.Flags&FlagWritable == 0 {
			return false, nil
		}
		return vm.Define(r, key, Property{Value: v, HasValue: true})
	}
	return vm.Define(r, key, DataProperty(v, FlagsData))
}

// SetV writes a property of any value as an assignment in strict mode does.
func (vm *VM) SetV(target Value, key PropertyKey, v Value) error {
	if o, ok := target.ref.(*Object); ok {
		return vm.Set(o, key, v)
	}
	p := vm.protoOf(target)
	if p == nil {
		return vm.ThrowType("Cannot set properties of %s (setting '%s')", target.nullName(), key.Text())
	}
	ok, err := vm.SetReceiver(p, key, v, target)
	if err == nil && !ok {
		err = vm.ThrowType("Cannot create property '%s' on %s", key.Text(), vm.describe(target))
	}
	return err
}

// Delete is [[Delete]]. It reports whether the property is gone.
func (vm *VM) Delete(o *Object, key PropertyKey) (bool, error) {
	if o.flags&objRealm != 0 {
		if _, ok := vm.OrdinaryGetOwn(o, key); !ok {
			return true, nil
		}
		return false, nil
	}
	if o.flags&objExotic != 0 {
		return o.data.(Exotic).ExoticDelete(vm, o, key)
	}
	return vm.OrdinaryDelete(o, key), nil
}

// OrdinaryDelete is [[Delete]] of ordinary objects, arrays and String objects.
func (vm *VM) OrdinaryDelete(o *Object, key PropertyKey) bool {
	if o.class == ClassArray || o.class == ClassString {
		if p, ok := vm.OrdinaryGetOwn(o, key); ok && p.Flags&FlagConfigurable == 0 {
			return false
		}
	}
	return vm.ordinaryDelete(o, key)
}

// DeleteOrThrow deletes a property as the delete operator does in strict mode.
func (vm *VM) DeleteOrThrow(o *Object, key PropertyKey) error {
	ok, err := vm.Delete(o, key)
	if err == nil && !ok {
		if o.flags&objRealm != 0 {
			return vm.throwFrozenRealm(o, key)
		}
		err = vm.ThrowType("Cannot delete property '%s' of %s", key.Text(), vm.describe(Value{ref: o}))
	}
	return err
}

// SetPrototypeOf is [[SetPrototypeOf]] as this engine has it: prototypes never change, so it succeeds only when nothing
// would change.
func (vm *VM) SetPrototypeOf(o, proto *Object) bool { return o.shape.proto == proto }

// IsExtensible is [[IsExtensible]].
func (vm *VM) IsExtensible(o *Object) bool { return o.flags&(objNotExtensible|objRealm) == 0 }

// PreventExtensions is [[PreventExtensions]]. It fails for typed arrays whose length can change.
func (vm *VM) PreventExtensions(o *Object) bool {
	if t, ok := o.data.(*TypedArray); ok && (t.Fixed < 0 || t.bytes.Max >= 0) {
		return false
	}
	if o.flags&objRealm == 0 {
		if o.flags&objLazyFunction != 0 {
			vm.materialise(o)
		}
		o.flags |= objNotExtensible
		vm.toDictionary(o)
	}
	return true
}

// CreateDataProperty is CreateDataProperty(O, P, V).
func (vm *VM) CreateDataProperty(o *Object, key PropertyKey, v Value) (bool, error) {
	return vm.Define(o, key, DataProperty(v, FlagsData))
}

// CreateDataPropertyOrThrow is CreateDataPropertyOrThrow(O, P, V).
func (vm *VM) CreateDataPropertyOrThrow(o *Object, key PropertyKey, v Value) error {
	if o.flags&(objRealm|objExotic|objNotExtensible|objLazyFunction) == 0 && key.atom != vm.realm.Names.Proto.atom {
		if key.atom == nil {
			if i := int(key.index); i == len(o.elems) && o.data == nil && (o.class == ClassArray || o.class == ClassObject && o.shape.indexed == 0) {
				if vm.growElems(o, key.index) {
					o.elems[i] = v
					return vm.checkMem()
				}
				if vm.aborted != nil {
					return vm.aborted
				}
			}
		} else if o.class == ClassObject {
			if _, ok := o.shape.lookup(key.atom); !ok {
				vm.addProperty(o, key, v, FlagsData)
				return nil
			}
		}
	}
	return vm.DefineOrThrow(o, key, DataProperty(v, FlagsData))
}

// DefineOrThrow is DefinePropertyOrThrow.
func (vm *VM) DefineOrThrow(o *Object, key PropertyKey, d Property) error {
	ok, err := vm.Define(o, key, d)
	if err == nil && !ok {
		if _, exists := vm.OrdinaryGetOwn(o, key); exists {
			return vm.ThrowType("Cannot redefine property: %s", key.Text())
		}
		return vm.ThrowType("Cannot define property %s, object is not extensible", key.Text())
	}
	return err
}

// GetMethod is GetMethod(V, P): undefined and null give nil.
func (vm *VM) GetMethod(v Value, key PropertyKey) (*Object, error) {
	f, err := vm.GetV(v, key)
	if err != nil || f.IsNullish() {
		return nil, err
	}
	if !f.IsCallable() {
		return nil, vm.ThrowType("%s is not a function", vm.describe(f))
	}
	return f.Object(), nil
}

// Invoke is Invoke(V, P, args).
func (vm *VM) Invoke(v Value, key PropertyKey, args ...Value) (Value, error) {
	f, err := vm.GetV(v, key)
	if err != nil {
		return Undefined, err
	}
	if !f.IsCallable() {
		return Undefined, vm.ThrowType("%s is not a function", key.Text())
	}
	return vm.Call(f, v, args...)
}

// IntegrityLevel is frozen or sealed.
type IntegrityLevel bool

// The integrity levels.
const (
	Sealed IntegrityLevel = false
	Frozen IntegrityLevel = true
)

// SetIntegrity is SetIntegrityLevel.
func (vm *VM) SetIntegrity(o *Object, level IntegrityLevel) error {
	if o.flags&objRealm != 0 {
		return nil
	}
	if !vm.PreventExtensions(o) {
		return vm.throwNotFixed(o)
	}
	if o.flags&objExotic != 0 {
		return vm.setIntegritySlow(o, level)
	}
	if o.class == ClassArray && level == Frozen {
		vm.keepLength(o).readOnly = true
	}
	o.flags |= objSealedElems
	if level == Frozen {
		o.flags |= objFrozenElems
	}
	s := vm.toDictionary(o)
	for i := range s.props {
		if i%sliceStep == 0 {
			if err := vm.Charge(min(sliceStep, len(s.props)-i)); err != nil {
				return err
			}
		}
		if p := &s.props[i]; p.key != nil && !p.key.private {
			p.flags &^= FlagConfigurable
			if level == Frozen && p.flags&flagAccessor == 0 {
				p.flags &^= FlagWritable
			}
		}
	}
	vm.protoChanged(o)
	return nil
}

func (vm *VM) setIntegritySlow(o *Object, level IntegrityLevel) error {
	keys, err := vm.OwnKeys(o)
	if err != nil {
		return err
	}
	for _, k := range keys {
		if err := vm.Charge(8); err != nil {
			return err
		}
		d := Property{HasConfigurable: true}
		if level == Frozen {
			p, ok, err := vm.GetOwn(o, k)
			if err != nil {
				return err
			}
			d.HasWritable = ok && !p.IsAccessor()
		}
		if err := vm.DefineOrThrow(o, k, d); err != nil {
			return err
		}
	}
	return nil
}

// TestIntegrity is TestIntegrityLevel.
func (vm *VM) TestIntegrity(o *Object, level IntegrityLevel) (bool, error) {
	if o.flags&objRealm != 0 {
		return true, nil
	}
	if vm.IsExtensible(o) {
		return false, nil
	}
	keys, err := vm.OwnKeys(o)
	if err != nil {
		return false, err
	}
	for _, k := range keys {
		if err := vm.Charge(8); err != nil {
			return false, err
		}
		p, ok, err := vm.GetOwn(o, k)
		if err != nil {
			return false, err
		}
		if ok && (p.Flags&FlagConfigurable != 0 || level == Frozen && !p.IsAccessor() && p.Flags&FlagWritable != 0) {
			return false, nil
		}
	}
	return true, nil
}

// LengthOf is LengthOfArrayLike.
func (vm *VM) LengthOf(o *Object) (int, error) {
	if o.class == ClassArray {
		return o.arrayLen(), nil
	}
	v, err := vm.Get(o, vm.realm.Names.Length)
	if err != nil {
		return 0, err
	}
	return vm.ToLength(v)
}

// IndexOf returns the key of the integer index i, which may exceed the range of array indices.
func (vm *VM) IndexOf(i int) PropertyKey {
	if i >= 0 && uint64(i) < math.MaxUint32 {
		return PropertyKey{index: uint32(i)}
	}
	return vm.Key(FormatNumber(float64(i)))
}

// EnumerableOwn returns the string-keyed own enumerable properties in order, calling f with each key and value; it is
// EnumerableOwnProperties.
func (vm *VM) EnumerableOwn(o *Object, f func(key PropertyKey, v Value) error) error {
	keys, err := vm.OwnKeys(o)
	if err != nil {
		return err
	}
	for _, k := range keys {
		if k.IsSymbol() {
			continue
		}
		p, ok, err := vm.GetOwn(o, k)
		if err != nil {
			return err
		}
		if !ok || p.Flags&FlagEnumerable == 0 {
			continue
		}
		v, err := vm.propertyValue(&p, Value{ref: o})
		if err != nil {
			return err
		}
		if err := f(k, v); err != nil {
			return err
		}
	}
	return nil
}
