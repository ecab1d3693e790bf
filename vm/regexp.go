package vm

// This file defines the objects around regular expressions that the machine knows by their shape: RegExp objects that
// nobody has changed, and match results.

// regExpShapes are the static shapes of a realm's RegExp objects and match results.
type regExpShapes struct {
	object *Shape // {lastIndex}
	match  *Shape // {index, input, groups}
}

func (r *Realm) makeRegExpShapes() {
	n := &r.Names
	r.regExps.object = &Shape{proto: r.RegExpPrototype, static: true, props: []shapeProp{{n.LastIndex.atom, FlagWritable}}}
	r.regExps.match = &Shape{proto: r.ArrayPrototype, static: true, props: []shapeProp{
		{n.Index.atom, FlagsData}, {n.Input.atom, FlagsData}, {n.Groups.atom, FlagsData}}}
}

// NewRegExpObject returns a new RegExp object whose lastIndex is 0.
func (vm *VM) NewRegExpObject(proto *Object, data any) *Object {
	vm.mem += objectSize + valueSize
	o, slots := newInline(1)
	slots[0] = Int(0)
	o.class, o.data, o.slots = ClassRegExp, data, slots
	if o.shape = vm.realm.regExps.object; proto != vm.realm.RegExpPrototype {
		o.shape, o.slots = vm.rootShape(proto), nil
		vm.addProperty(o, vm.realm.Names.LastIndex, Int(0), FlagWritable)
	}
	return o
}

// PlainRegExp reports whether o is a RegExp object that behaves as the realm says: it inherits from RegExp.prototype, its
// only property is a writable lastIndex, and that is a number. As the realm is frozen, none of the steps that the
// specification takes through properties can then be observed.
func (vm *VM) PlainRegExp(o *Object) (lastIndex float64, ok bool) {
	if o == nil || o.class != ClassRegExp || o.shape != vm.realm.regExps.object || o.slots[0].ref != nil {
		return 0, false
	}
	return o.slots[0].num, true
}

// SetLastIndex sets lastIndex of an object for which PlainRegExp holds.
func (o *Object) SetLastIndex(i int) { o.slots[0] = Int(i) }

// NewMatch returns a new match result: an array of n elements, which the caller fills in, with the properties index,
// input and groups.
func (vm *VM) NewMatch(n, index int, input, groups Value) (o *Object, elems []Value, err error) {
	if err := vm.Alloc(objectSize + (n+3)*valueSize); err != nil {
		return nil, nil, err
	}
	o, values := newInline(n + 3)
	o.class, o.shape = ClassArray, vm.realm.regExps.match
	o.slots, o.elems = values[:3:3], values[3:]
	o.slots[0], o.slots[1], o.slots[2] = Int(index), input, groups
	return o, o.elems, nil
}

// SetMatchGroups sets groups of an object that NewMatch just made.
func (o *Object) SetMatchGroups(groups Value) { o.slots[2] = groups }

// A GroupTable holds the names of an expression's groups and the shape that the groups objects of its matches have.
type GroupTable struct {
	names  []string
	keys   []PropertyKey // nil until they are needed, and again when a sweep may have dropped them
	shape  *Shape
	sweeps uint32 // VM.sweeps when keys was made
}

// NewGroupTable returns a table of the names in WTF-8, nil when there are none.
func NewGroupTable(names []string) *GroupTable {
	if len(names) == 0 {
		return nil
	}
	return &GroupTable{names: names}
}

// NewGroups returns a groups object with a value for each name of the table; it has no prototype.
func (vm *VM) NewGroups(t *GroupTable, values []Value) Value {
	if t.shape != nil && t.sweeps == vm.sweeps {
		vm.mem += objectSize + int64(len(values))*valueSize
		o, slots := newInline(len(values))
		copy(slots, values)
		o.shape, o.slots = t.shape, slots
		return ObjectValue(o)
	}
	if t.keys == nil || t.sweeps != vm.sweeps {
		t.keys, t.sweeps = make([]PropertyKey, len(t.names)), vm.sweeps
		for i, name := range t.names {
			t.keys[i] = PropertyKey{atom: vm.Intern(name)}
		}
	}
	o := vm.NewObject(nil)
	for i, key := range t.keys {
		vm.addProperty(o, key, values[i], FlagsData)
	}
	if t.shape = o.shape; t.shape.dict {
		t.shape = nil
	}
	return ObjectValue(o)
}

// CollectionEpoch identifies the measurement of memory that runs: a Tracer whose data several objects share counts it
// once in each.
func (vm *VM) CollectionEpoch() uint8 { return vm.markEpoch }
