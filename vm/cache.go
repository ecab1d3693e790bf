package vm

// This file defines inline caches: what a property site has seen last.

// An inlineCache remembers where a property was found. It is valid for objects of the given shape; when the property
// lies on a prototype, or is to be added, also only while no prototype has changed since.
type inlineCache struct {
	shape  *Shape  // of the receiver; nil: empty
	holder *Object // where the property is, nil: on the receiver itself
	next   *Shape  // writes: the shape after adding the property, nil when it exists
	slot   uint32
	epoch  uint32 // of the prototypes
}

// cacheable reports whether reads through p may be cached.
func cacheable(p *Object) bool {
	return p.flags&(objExotic|objNoCache|objLazyFunction) == 0 && (!p.shape.dict || p.shape.immutable)
}

// getProp reads the named property of site from v and fills the cache.
func (vm *VM) getProp(v Value, site int32) (Value, error) {
	key := vm.linked.sites[site].key
	ic := &vm.caches[site]
	o, ok := v.ref.(*Object)
	if !ok {
		return vm.getPrimitiveProp(v, key, ic)
	}
	if ic.shape == o.shape && ic.holder != nil && ic.epoch == vm.protoEpoch {
		return vm.slotValue(ic.holder, ic.slot, v)
	}
	for p := o; p != nil; p = p.shape.proto {
		if p != o && p.shape.dict && !p.shape.immutable {
			// A prototype in dictionary mode can be read through while no prototype changes.
			if p.flags&(objExotic|objNoCache|objLazyFunction) != 0 || p.class == ClassArray || p.class == ClassString {
				break
			}
		} else if !cacheable(p) && (p.class != ClassTypedArray || p.shape.dict || isNumericName(key.atom.text)) {
			break
		}
		if (p.class == ClassArray || p.class == ClassString) && key.atom == vm.realm.Names.Length.atom {
			break
		}
		i, ok := p.shape.lookup(key.atom)
		if !ok {
			continue
		}
		if p == o {
			if p.shape.props[i].flags&flagAccessor == 0 {
				*ic = inlineCache{shape: o.shape, slot: i}
			}
		} else {
			vm.markProtos(o, p)
			*ic = inlineCache{shape: o.shape, holder: p, slot: i, epoch: vm.protoEpoch}
		}
		return vm.slotValue(p, i, v)
	}
	return vm.get(o, key, v)
}

// markProtos makes sure that changes of the prototypes from o up to p are noticed.
func (vm *VM) markProtos(o, p *Object) {
	for q := o.shape.proto; q != nil; q = q.shape.proto {
		if q.flags&(objRealm|objIsProto) == 0 {
			q.flags |= objIsProto
		}
		if q == p {
			return
		}
	}
}

// getPrimitiveProp reads a named property of a value that is no object. Methods of strings and numbers are found
// through the cache: its shape is that of the prototype.
func (vm *VM) getPrimitiveProp(v Value, key PropertyKey, ic *inlineCache) (Value, error) {
	if v.IsString() && key.atom == vm.realm.Names.Length.atom {
		return Int(v.strLen()), nil
	}
	proto := vm.protoOf(v)
	if proto == nil {
		return Undefined, vm.throwNullProperty(v, key)
	}
	if ic.shape == proto.shape && ic.holder == proto {
		return vm.slotValue(proto, ic.slot, v)
	}
	if i, ok := proto.shape.lookup(key.atom); ok && proto.flags&objRealm != 0 {
		*ic = inlineCache{shape: proto.shape, holder: proto, slot: i, epoch: vm.protoEpoch}
		return vm.slotValue(proto, i, v)
	}
	return vm.get(proto, key, v)
}

// setProp writes the named property of site and fills the cache.
func (vm *VM) setProp(target Value, site int32, v Value) error {
	key := vm.linked.sites[site].key
	o, ok := target.ref.(*Object)
	if !ok {
		return vm.SetV(target, key, v)
	}
	if o.flags&(objExotic|objNoCache|objLazyFunction|objRealm) != 0 || o.shape.dict || o.class == ClassArray && key.atom == vm.realm.Names.Length.atom {
		return vm.Set(o, key, v)
	}
	ic := &vm.caches[site]
	if i, ok := o.shape.lookup(key.atom); ok {
		if o.shape.props[i].flags&(FlagWritable|flagAccessor) != FlagWritable {
			return vm.Set(o, key, v)
		}
		*ic = inlineCache{shape: o.shape, slot: i}
		o.slots[i] = v
		return nil
	}
	if !vm.canAddPlainly(o, key) {
		return vm.Set(o, key, v)
	}
	before := o.shape
	vm.addProperty(o, key, v, FlagsData)
	if !o.shape.dict && o.flags&objIsProto == 0 {
		vm.markProtos(o, nil)
		*ic = inlineCache{shape: before, next: o.shape, slot: uint32(len(before.props)), epoch: vm.protoEpoch}
	}
	return nil
}

// canAddPlainly reports whether assigning an absent property to o just adds it: the object is extensible and no
// prototype has a setter or a read-only property of that name.
func (vm *VM) canAddPlainly(o *Object, key PropertyKey) bool {
	if o.flags&objNotExtensible != 0 || key.atom == vm.realm.Names.Proto.atom {
		return false
	}
	for p := o.shape.proto; p != nil; p = p.shape.proto {
		if p.flags&(objExotic|objLazyFunction) != 0 || p.class == ClassString || p.class == ClassArray && key.atom == vm.realm.Names.Length.atom {
			return false
		}
		if i, ok := p.shape.lookup(key.atom); ok && p.shape.props[i].flags&(FlagWritable|flagAccessor) != FlagWritable {
			return false
		}
	}
	return true
}

// initProp defines the named property of site on an object that a literal makes.
func (vm *VM) initProp(o *Object, site int32, v Value) error {
	key := vm.linked.sites[site].key
	ic := &vm.caches[site]
	if ic.shape == o.shape && ic.next != nil {
		o.slots = append(o.slots, v)
		o.shape = ic.next
		vm.mem += valueSize
		return nil
	}
	if o.class != ClassObject || o.flags != 0 || o.shape.dict || key.atom == vm.realm.Names.Proto.atom {
		return vm.DefineOrThrow(o, key, DataProperty(v, FlagsData))
	}
	if _, ok := o.shape.lookup(key.atom); ok {
		return vm.DefineOrThrow(o, key, DataProperty(v, FlagsData))
	}
	before := o.shape
	vm.addProperty(o, key, v, FlagsData)
	if !o.shape.dict {
		*ic = inlineCache{shape: before, next: o.shape}
	}
	return nil
}

// getGlobal reads the global of site. The cache's holder has the value in its slot.
func (vm *VM) getGlobal(site int32) (v Value, ok bool) {
	ic := &vm.caches[site]
	if ic.holder != nil {
		return ic.holder.slots[ic.slot], true
	}
	a := vm.linked.sites[site].key.atom
	if i, ok := vm.realm.Global.shape.lookup(a); ok {
		*ic = inlineCache{holder: vm.realm.Global, slot: i}
		return vm.realm.Global.slots[i], true
	}
	if a.text == "tools" && vm.opts.Tools != nil {
		*ic = inlineCache{holder: vm.toolsHolder()}
		return vm.toolsHolder().slots[0], true
	}
	v, ok = vm.opts.Globals[a.text]
	return v, ok
}
