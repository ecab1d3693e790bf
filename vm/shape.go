package vm

// This file defines shapes: the hidden classes that map property names to slots.

// propFlags are the attributes of a property.
type propFlags uint8

// The attributes of a property. A slot with flagAccessor holds an *accessor.
const (
	FlagWritable     propFlags = 1 << iota // the value can be changed
	FlagEnumerable                         // for-in and Object.keys see the property
	FlagConfigurable                       // the property can be deleted and its attributes changed
	flagAccessor

	// FlagsData is the attributes of properties made by assignment.
	FlagsData = FlagWritable | FlagEnumerable | FlagConfigurable
	// FlagsHidden is the attributes of builtin methods: writable and configurable, not enumerable.
	FlagsHidden = FlagWritable | FlagConfigurable
)

// PropFlags is the type of property attributes, for builtins that define properties.
type PropFlags = propFlags

type shapeProp struct {
	key   *Atom // nil: deleted, only in dictionaries
	flags propFlags
}

// A Shape says which named properties an object has, in which slots, with which attributes, and what its prototype is.
// Shapes form a tree: adding a property moves an object to a child. They belong to one execution, except the static
// ones of the realm and of a linked program, which never change; the children of a static shape are kept in a table of
// the execution. A dictionary is the shape of one object only and changes in place.
type Shape struct {
	proto *Object
	props []shapeProp // shares its backing array with the parent where possible
	table map[*Atom]uint32

	lastNext *Shape // the child added last, with its key: the usual case of one child
	lastKey  *Atom
	lastFlag propFlags
	next     map[transition]*Shape
	mark     uint8 // the last collection that reached an object of the shape
	own      bool  // props does not share its array with the parent
	extended bool  // props has been appended to in place by a child

	static    bool // shared between executions: never written
	dict      bool
	immutable bool // a dictionary that does not change any more: inline caches may trust it
	deleted   int  // dictionary: number of deleted entries
	indexed   int  // dictionary: number of array-index atoms
}

type transition struct {
	from  *Shape
	key   *Atom
	flags propFlags
}

// linearKeys is the number of properties up to which a scan beats a map.
const linearKeys = 8

// maxShapeProps is the number of properties beyond which an object becomes a dictionary.
const maxShapeProps = 128

// lookup returns the slot of key.
func (s *Shape) lookup(key *Atom) (uint32, bool) {
	if len(s.props) <= linearKeys {
		for i := range s.props {
			if s.props[i].key == key {
				return uint32(i), true
			}
		}
		return 0, false
	}
	if s.table == nil {
		if s.static {
			return s.scan(key)
		}
		s.buildTable()
	}
	i, ok := s.table[key]
	return i, ok
}

func (s *Shape) scan(key *Atom) (uint32, bool) {
	for i := range s.props {
		if s.props[i].key == key {
			return uint32(i), true
		}
	}
	return 0, false
}

func (s *Shape) buildTable() {
	s.table = make(map[*Atom]uint32, len(s.props)+1)
	for i, p := range s.props {
		if p.key != nil {
			s.table[p.key] = uint32(i)
		}
	}
}

// extend returns the props of a child with one more property.
func (s *Shape) extend(key *Atom, flags propFlags) []shapeProp {
	if !s.static && !s.extended && !s.dict {
		s.extended = true
		return append(s.props, shapeProp{key, flags})
	}
	n := len(s.props)
	p := make([]shapeProp, n, n+max(4, n/2))
	copy(p, s.props)
	return append(p, shapeProp{key, flags})
}

// child returns the shape after adding a property to s, which is not a dictionary.
func (vm *VM) child(s *Shape, key *Atom, flags propFlags) *Shape {
	if s.lastKey == key && s.lastFlag == flags && s.lastNext != nil {
		return s.lastNext
	}
	t := transition{s, key, flags}
	if s.static {
		if c := vm.linked.transitions[t]; c != nil {
			return c
		}
		if c := vm.transitions[t]; c != nil {
			return c
		}
		c := &Shape{proto: s.proto, props: s.extend(key, flags), own: true}
		if vm.transitions == nil {
			vm.transitions = make(map[transition]*Shape)
		}
		vm.transitions[t] = c
		vm.shapeMade(c, 72)
		return c
	}
	if c := s.next[t]; c != nil {
		return c
	}
	own := s.extended
	c := &Shape{proto: s.proto, props: s.extend(key, flags), own: own}
	vm.shapeMade(c, 72)
	if s.lastNext == nil {
		s.lastKey, s.lastFlag, s.lastNext = key, flags, c
		return c
	}
	if s.next == nil {
		s.next = make(map[transition]*Shape)
	}
	s.next[t] = c
	return c
}

// shapeMade accounts for a new shape and extra bytes of the table that holds it.
func (vm *VM) shapeMade(s *Shape, extra int64) {
	n := s.bytes() + extra
	vm.mem += n
	vm.nameBytes += n
}

// rootShape returns the shape of objects without named properties whose prototype is proto.
func (vm *VM) rootShape(proto *Object) *Shape {
	if proto == nil {
		return vm.realm.nullShape
	}
	if proto.rootShape != nil {
		return proto.rootShape
	}
	s := &Shape{proto: proto}
	vm.mem += 200
	proto.rootShape = s
	proto.flags |= objIsProto
	return s
}

// toDictionary gives o a shape of its own that can change in place.
func (vm *VM) toDictionary(o *Object) *Shape {
	s := o.shape
	if s.dict {
		return s
	}
	d := &Shape{proto: s.proto, dict: true}
	d.props = append(make([]shapeProp, 0, len(s.props)+4), s.props...)
	d.buildTable()
	o.shape = d
	vm.mem += int64(len(s.props)*48 + 200)
	vm.protoChanged(o)
	return d
}

// protoChanged invalidates the inline caches that looked through o, if it is a prototype.
func (vm *VM) protoChanged(o *Object) {
	if o.flags&objIsProto != 0 {
		vm.protoEpoch++
	}
}

// compact removes the deleted entries of a dictionary.
func (vm *VM) compact(o *Object) {
	s := o.shape
	j := 0
	for i, p := range s.props {
		if i&1023 == 1023 && !vm.spend(2048) {
			return
		}
		if p.key != nil {
			s.props[j] = p
			o.slots[j] = o.slots[i]
			s.table[p.key] = uint32(j)
			j++
		}
	}
	clear(o.slots[j:])
	s.props, o.slots = s.props[:j], o.slots[:j]
	s.deleted = 0
}
