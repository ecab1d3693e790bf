package vm

// This file defines the sweep of names: forgetting the property names and shapes that no object of the program uses any
// more.
//
// Equal names have one atom, and objects that get the same properties share a shape, because the machine keeps both in
// tables. A program that makes property names without end, one object after the other, would fill them. So when names and
// shapes made since the last sweep take a share of the memory limit, the machine marks everything reachable, as for the
// memory meter, and drops the rest of the tables.
//
// Go code of a builtin may hold property keys that no object has. The sweep therefore only happens at points where no
// builtin is active: between two instructions of the outermost interpreter loop, and between two jobs.

// Sizes for the memory meter.
const (
	atomSize  = 160
	shapeSize = 136
	// sweepShare is the fraction of the memory limit that new names and shapes may take before a sweep.
	sweepShare = 16
	// minSweep is the number of bytes of names and shapes below which a sweep is not worth while.
	minSweep = 1 << 20
)

// bytes returns the size of a shape for the memory meter.
func (s *Shape) bytes() int64 {
	n := int64(shapeSize + 40*len(s.table) + 72*len(s.next))
	if s.own || s.dict {
		n += int64(cap(s.props)) * 16
	} else {
		n += 24
	}
	return n
}

// shape counts the shape of an object and, for a sweep, notes its names.
func (m *marker) shape(s *Shape) {
	if s.static || s.mark == m.epoch {
		return
	}
	s.mark = m.epoch
	m.bytes += s.bytes()
	for i := range s.props {
		a := s.props[i].key
		switch {
		case a == nil:
		case a.symbol != nil:
			if s.dict {
				m.symbol(a.symbol)
			}
		case m.names != nil:
			m.names[a] = true
		}
	}
}

// tree counts the shapes below s that no object has.
func (m *marker) tree(s *Shape) {
	if s == nil {
		return
	}
	if !s.static && s.mark != m.epoch {
		m.bytes += s.bytes()
	}
	if s.lastNext != nil {
		m.tree(s.lastNext)
	}
	for _, c := range s.next {
		m.tree(c)
	}
}

// prune drops the branches of the tree of shapes below s in which no object has a shape, and reports whether s itself is
// or leads to a shape in use.
func (m *marker) prune(s *Shape) bool {
	used := s.mark == m.epoch
	if c := s.lastNext; c != nil {
		if m.prune(c) {
			used = true
		} else {
			s.lastNext, s.lastKey = nil, nil
		}
	}
	for t, c := range s.next {
		if m.prune(c) {
			used = true
		} else {
			delete(s.next, t)
		}
	}
	if used && m.names != nil {
		for i := range s.props {
			if a := s.props[i].key; a != nil && a.symbol == nil {
				m.names[a] = true
			}
		}
	}
	return used
}

// sweepIfDue sweeps when enough names and shapes have been made. It must only be called where no builtin is active.
func (vm *VM) sweepIfDue() {
	if vm.nameBytes > max(minSweep, min(vm.memLimit, 1<<30)/sweepShare) {
		vm.sweep()
	}
}

// sweep drops the names and shapes that nothing reachable uses.
func (vm *VM) sweep() {
	vm.pins.merge()
	m := vm.marked(make(map[*Atom]bool))
	if m.over {
		return
	}
	for t, s := range vm.transitions {
		if !m.prune(s) {
			delete(vm.transitions, t)
		}
	}
	for _, o := range m.roots {
		m.prune(o.rootShape)
	}
	for text, a := range vm.atoms {
		if !m.names[a] {
			delete(vm.atoms, text)
		}
	}
	vm.sweepLong(m.names)
	// Whatever refers to atoms or shapes without being an object starts anew.
	clear(vm.caches)
	vm.atomCache = nil
	vm.json = nil
	vm.sweeps++
	vm.nameBytes = 0
}
