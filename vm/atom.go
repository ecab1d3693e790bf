package vm

// This file defines atoms and property keys.

import "strconv"

// An Atom is the identity of a property name: within one execution, equal names have the same atom. Symbols are atoms
// of their own. Atoms of the realm are shared by all executions, those of a program by its runs.
type Atom struct {
	text    string // WTF-8; the description of a symbol
	value   Value  // the name as a string value, or the symbol
	symbol  *Symbol
	private bool
	isIndex bool // text is a canonical array index; such atoms occur only in dictionaries
	index   uint32
}

// A Symbol is a JavaScript symbol, or the private name of a class element.
type Symbol struct {
	atom           Atom
	hasDescription bool
	id             uint32 // identity hash
}

// NewSymbol returns a new symbol.
func NewSymbol(description string) *Symbol { return newSymbol(description, true, false) }

// NewSymbolWithoutDescription returns a new symbol whose description is undefined.
func NewSymbolWithoutDescription() *Symbol { return newSymbol("", false, false) }

func newSymbol(description string, has, private bool) *Symbol {
	s := &Symbol{hasDescription: has, id: identities.Add(1)}
	s.atom = Atom{text: description, symbol: s, private: private, value: Value{ref: s}}
	return s
}

// Description returns the description and whether there is one.
func (s *Symbol) Description() (string, bool) { return s.atom.text, s.hasDescription }

// Key returns the symbol as a property key.
func (s *Symbol) Key() PropertyKey { return PropertyKey{atom: &s.atom} }

// A PropertyKey is a property name: an array index when atom is nil, else a string or a symbol.
type PropertyKey struct {
	atom  *Atom
	index uint32
}

// IndexKey returns the key of the array index i; i must be below 2^32-1.
func IndexKey(i uint32) PropertyKey { return PropertyKey{index: i} }

// IsIndex reports whether the key is an array index, and which.
func (k PropertyKey) IsIndex() (uint32, bool) { return k.index, k.atom == nil }

// IsSymbol reports whether the key is a symbol.
func (k PropertyKey) IsSymbol() bool { return k.atom != nil && k.atom.symbol != nil }

// Value returns the key as a string or symbol value.
func (k PropertyKey) Value() Value {
	if k.atom == nil {
		return indexString(k.index)
	}
	return k.atom.value
}

// Text returns the key as text for messages: the name, or Symbol(description).
func (k PropertyKey) Text() string {
	switch {
	case k.atom == nil:
		return strconv.FormatUint(uint64(k.index), 10)
	case k.atom.private:
		return "#" + k.atom.text
	case k.atom.symbol != nil:
		return "Symbol(" + k.atom.text + ")"
	}
	return k.atom.text
}

// Is reports whether the key is the string name.
func (k PropertyKey) Is(name string) bool {
	return k.atom != nil && k.atom.symbol == nil && k.atom.text == name
}

var smallIndexStrings = func() (t [256]string) {
	for i := range t {
		t[i] = strconv.Itoa(i)
	}
	return
}()

func indexString(i uint32) Value {
	if i < 256 {
		return ASCII(smallIndexStrings[i])
	}
	return ASCII(strconv.FormatUint(uint64(i), 10))
}

// maxIndexDigits is the length of the greatest array index.
const maxIndexDigits = 10

// parseIndex reports whether s is a canonical array index.
func parseIndex(s Str) (uint32, bool) {
	n := s.Len()
	if n == 0 || n > maxIndexDigits {
		return 0, false
	}
	if s.At(0) == '0' {
		return 0, n == 1
	}
	var x uint64
	for i := range n {
		c := s.At(i) - '0'
		if c > 9 {
			return 0, false
		}
		x = x*10 + uint64(c)
	}
	return uint32(x), x < 1<<32-1
}

// newAtom makes the atom of a name.
func newAtom(text string) *Atom {
	a := &Atom{text: text, value: String(text)}
	if i, ok := parseIndex(a.value.Str()); ok {
		a.isIndex, a.index = true, i
	}
	return a
}

// atomCacheSize is the number of entries of the cache from string memory to atoms.
const atomCacheSize = 1 << atomCacheBits

const atomCacheBits = 6

// atomCacheSlot spreads addresses, which for the constants of a program lie close together.
func atomCacheSlot(id uintptr) uint64 { return uint64(id) * 0x9E3779B97F4A7C15 >> (64 - atomCacheBits) }

type atomCacheEntry struct {
	id    uintptr
	n     int
	atom  *Atom
	owner Value // keeps the memory alive, so that id stays unique
}

// atomOf returns the atom of the string s, which is not an array index. The look-up goes from the realm's names over
// the program's to those of the execution.
func (vm *VM) atomOf(v Value) *Atom {
	id := v.stringID()
	if vm.atomCache == nil {
		vm.atomCache = new([atomCacheSize]atomCacheEntry)
	}
	e := &vm.atomCache[atomCacheSlot(id)]
	if id != 0 && e.id == id && e.n == v.strLen() {
		return e.atom
	}
	var a *Atom
	if v.strLen() >= longName {
		a = vm.internLong(v.Str())
	} else {
		a = vm.Intern(v.Str().String())
	}
	if id != 0 {
		*e = atomCacheEntry{id, v.strLen(), a, v}
	}
	return a
}

// Intern returns the atom of a name in WTF-8.
func (vm *VM) Intern(text string) *Atom {
	if len(text) >= longName {
		if s := StrOf(text); s.Len() >= longName {
			return vm.internLong(s)
		}
	}
	if a := vm.realm.atoms[text]; a != nil {
		return a
	}
	if a := vm.linked.atoms[text]; a != nil {
		return a
	}
	if a := vm.atoms[text]; a != nil {
		return a
	}
	if vm.atoms == nil {
		vm.atoms = make(map[string]*Atom)
	}
	a := newAtom(text)
	vm.atoms[a.text] = a
	vm.mem += int64(len(text)) + atomSize
	vm.nameBytes += int64(len(text)) + atomSize
	vm.budget -= 16 + int64(len(text)>>4) // about as long as that many instructions
	return a
}

// Key returns the property key of a name in WTF-8.
func (vm *VM) Key(name string) PropertyKey {
	if len(name) <= maxIndexDigits {
		if i, ok := parseIndex(StrOf(name)); ok {
			return PropertyKey{index: i}
		}
	}
	return PropertyKey{atom: vm.Intern(name)}
}

// KeyOf returns the property key of a string or symbol value.
func (vm *VM) KeyOf(v Value) PropertyKey {
	if s, ok := v.ref.(*Symbol); ok {
		return PropertyKey{atom: &s.atom}
	}
	if vm.atomCache != nil {
		id := v.stringID()
		if e := &vm.atomCache[atomCacheSlot(id)]; id != 0 && e.id == id && e.n == v.strLen() {
			return PropertyKey{atom: e.atom}
		}
	}
	if i, ok := parseIndex(v.Str()); ok {
		return PropertyKey{index: i}
	}
	return PropertyKey{atom: vm.atomOf(v)}
}

// indexAtom returns the atom of an array index, which dictionaries use.
func (vm *VM) indexAtom(i uint32) *Atom { return vm.Intern(strconv.FormatUint(uint64(i), 10)) }

// indexAtomIfAny returns the atom of an index if the execution ever made it.
func (vm *VM) indexAtomIfAny(i uint32) *Atom {
	vm.budget -= 32 // making and hashing the text takes as long as that many instructions
	text := strconv.FormatUint(uint64(i), 10)
	if a := vm.realm.atoms[text]; a != nil {
		return a
	}
	if a := vm.linked.atoms[text]; a != nil {
		return a
	}
	return vm.atoms[text]
}
