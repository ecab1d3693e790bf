package vm

// This file defines the shortcut by which builtins read objects of options, and that by which dates become numbers.

// PlainOptions calls f with every own property of o that has a string key, if o is an ordinary object as a literal makes
// it, whose properties are all data properties with primitive values. No code of the program can then see in which order
// options are read, and names that are not among its own properties are not in it at all, as Object.prototype has no
// such names. Otherwise, and if o has very many properties, it reports false, and has perhaps called f.
func (vm *VM) PlainOptions(o *Object, f func(key PropertyKey, v Value)) bool {
	s := o.shape
	if o.class != ClassObject || s.proto != vm.realm.ObjectPrototype || o.flags&objExotic != 0 || len(o.elems) > 0 || len(s.props) > 64 {
		return false
	}
	for i := range s.props {
		p := &s.props[i]
		if p.key == nil || p.key.symbol != nil {
			continue
		}
		if p.flags&flagAccessor != 0 || o.slots[i].IsObject() {
			return false
		}
		f(PropertyKey{atom: p.key}, o.slots[i])
	}
	return true
}

// A TimeValuer is the data of Date objects.
type TimeValuer interface{ TimeValue() float64 }

// dateNumber returns the number that a date is converted to, if no code of the program takes part in that.
func (vm *VM) dateNumber(o *Object) (Value, bool) {
	if d, ok := o.data.(TimeValuer); ok && o.IsPristine(vm.realm.DatePrototype) {
		return Number(d.TimeValue()), true
	}
	return Undefined, false
}
