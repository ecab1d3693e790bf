package vm

// This file defines the lists of an object's own property keys.

// keySize is the size of a PropertyKey for the memory meter.
const keySize = 16

// OwnKeys is [[OwnPropertyKeys]].
func (vm *VM) OwnKeys(o *Object) ([]PropertyKey, error) {
	if o.flags&objExotic != 0 {
		return o.data.(Exotic).ExoticKeys(vm, o)
	}
	return vm.OrdinaryKeys(o)
}

// OrdinaryKeys is [[OwnPropertyKeys]] of ordinary objects, arrays and String objects.
func (vm *VM) OrdinaryKeys(o *Object) ([]PropertyKey, error) {
	if o.flags&objLazyFunction != 0 {
		vm.materialise(o)
	}
	n, units := len(o.elems)+len(o.shape.props)+1, 0
	if o.class == ClassString {
		units = o.data.(Value).strLen()
		n += units
	}
	if n >= sliceStep {
		if err := vm.Alloc(n * keySize); err != nil {
			return nil, err
		}
	}
	keys, err := MakeSlice[PropertyKey](vm, 0, n, keySize)
	if err != nil {
		return nil, err
	}
	for i := range units {
		if i%sliceStep == sliceStep-1 {
			if err := vm.Charge(sliceStep >> 2); err != nil {
				return nil, err
			}
		}
		keys = append(keys, PropertyKey{index: uint32(i)})
	}
	if keys, err = vm.ordinaryKeys(o, keys); err != nil || o.class != ClassArray && o.class != ClassString {
		return keys, err
	}
	return vm.insertLength(keys)
}

// insertLength puts the key length behind the indices.
func (vm *VM) insertLength(keys []PropertyKey) ([]PropertyKey, error) {
	if last := len(keys) - 1; last < 0 || keys[last].atom == nil {
		return append(keys, vm.realm.Names.Length), nil
	}
	i := 0
	for ; i < len(keys) && keys[i].atom == nil; i++ {
		if i%sliceStep == sliceStep-1 {
			if err := vm.Charge(sliceStep >> 4); err != nil {
				return nil, err
			}
		}
	}
	keys = append(keys, PropertyKey{})
	copy(keys[i+1:], keys[i:])
	keys[i] = vm.realm.Names.Length
	return keys, nil
}

// ordinaryKeys is OrdinaryOwnPropertyKeys: array indices ascending, strings, then symbols, in order of creation.
// Private names are left out. The keys are appended to those given.
func (vm *VM) ordinaryKeys(o *Object, keys []PropertyKey) ([]PropertyKey, error) {
	if o.flags&objLazyFunction != 0 {
		vm.materialise(o)
	}
	for i, v := range o.elems {
		if i%sliceStep == sliceStep-1 {
			if err := vm.Charge(sliceStep >> 2); err != nil {
				return nil, err
			}
		}
		if !v.isHole() {
			keys = append(keys, PropertyKey{index: uint32(i)})
		}
	}
	s := o.shape
	if s.dict && s.indexed > 0 {
		var err error
		if keys, err = vm.indexedKeys(s, keys); err != nil {
			return nil, err
		}
	}
	symbols := false
	for i, p := range s.props {
		if i%sliceStep == sliceStep-1 {
			if err := vm.Charge(sliceStep >> 2); err != nil {
				return nil, err
			}
		}
		switch {
		case p.key == nil || p.key.isIndex:
		case p.key.symbol != nil:
			symbols = true
		default:
			keys = append(keys, PropertyKey{atom: p.key})
		}
	}
	if symbols {
		for i, p := range s.props {
			if i%sliceStep == sliceStep-1 {
				if err := vm.Charge(sliceStep >> 2); err != nil {
					return nil, err
				}
			}
			if p.key != nil && p.key.symbol != nil && !p.key.private {
				keys = append(keys, PropertyKey{atom: p.key})
			}
		}
	}
	return keys, vm.Charge((len(o.elems) + len(s.props)) % sliceStep >> 2)
}

// indexedKeys appends the array indices in the dictionary s and sorts all keys, which are indices.
func (vm *VM) indexedKeys(s *Shape, keys []PropertyKey) ([]PropertyKey, error) {
	for i, p := range s.props {
		if i%sliceStep == sliceStep-1 {
			if err := vm.Charge(sliceStep >> 2); err != nil {
				return nil, err
			}
		}
		if p.key != nil && p.key.isIndex {
			keys = append(keys, PropertyKey{index: p.key.index})
		}
	}
	sorted := true
	for i := 1; i < len(keys) && sorted; i++ {
		sorted = keys[i-1].index < keys[i].index
	}
	if sorted {
		return keys, vm.Charge(len(keys) >> 4)
	}
	return keys, vm.sortIndices(keys)
}

// sortIndices sorts keys that are array indices: by insertion when they are few, else by their bytes from the lowest on.
func (vm *VM) sortIndices(keys []PropertyKey) error {
	if len(keys) < 64 {
		for i := 1; i < len(keys); i++ {
			for j := i; j > 0 && keys[j].index < keys[j-1].index; j-- {
				keys[j], keys[j-1] = keys[j-1], keys[j]
			}
		}
		return nil
	}
	if err := vm.Alloc(len(keys) * keySize); err != nil {
		return err
	}
	to, err := MakeSlice[PropertyKey](vm, len(keys), len(keys), keySize)
	if err != nil {
		return err
	}
	from := keys
	for shift := 0; shift < 32; shift += 8 { // an even number of passes: the last one writes to keys
		var at [256]int
		for i := range from {
			if i%sliceStep == sliceStep-1 {
				if err := vm.Charge(sliceStep >> 4); err != nil {
					return err
				}
			}
			at[byte(from[i].index>>shift)]++
		}
		sum := 0
		for b := range at {
			at[b], sum = sum, sum+at[b]
		}
		for i := range from {
			if i%sliceStep == sliceStep-1 {
				if err := vm.Charge(sliceStep >> 2); err != nil {
					return err
				}
			}
			b := byte(from[i].index >> shift)
			to[at[b]] = from[i]
			at[b]++
		}
		from, to = to, from
	}
	return nil
}
