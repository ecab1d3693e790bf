package vm

// This file defines comparing, hashing and interning text of any length: in charged steps, so that a deadline holds while
// the machine works on many megabytes.

import (
	"hash/maphash"
	"math/bits"
)

// longName is the length in code units from which names are interned apart from the others, by internLong.
const longName = 1 << 15

// SameText reports whether two strings are equal.
func (vm *VM) SameText(s, t Str) (bool, error) {
	n := s.Len()
	if n != t.Len() {
		return false, nil
	}
	if p, size := s.memory(); size == t.size() {
		if q, _ := t.memory(); p == q {
			return true, nil
		}
	}
	for i := 0; i < n; i += textStep {
		j := min(n, i+textStep)
		if !s.Slice(i, j).Equal(t.Slice(i, j)) {
			return false, nil
		}
		if err := vm.Charge((j - i) >> 6); err != nil {
			return false, err
		}
	}
	return true, nil
}

// compareText is s.Compare(t).
func (vm *VM) compareText(s, t Str) (int, error) {
	n := min(s.Len(), t.Len())
	for i := 0; i < n; i += textStep {
		j := min(n, i+textStep)
		if c := s.Slice(i, j).Compare(t.Slice(i, j)); c != 0 {
			return c, nil
		}
		if err := vm.Charge((j - i) >> 5); err != nil {
			return 0, err
		}
	}
	return s.Slice(n, s.Len()).Compare(t.Slice(n, t.Len())), nil
}

var textHashSeed = maphash.MakeSeed()

// HashText returns a hash of the code units of s, whichever way they are held. It is made for long text.
func (vm *VM) HashText(s Str) (uint64, error) {
	h := uint64(s.Len())
	for n := s.Len(); n > 0; n = s.Len() {
		step := s.Slice(0, min(n, convertStep))
		s = s.Slice(step.Len(), n)
		if err := vm.Charge(1 + step.Len()>>6); err != nil {
			return 0, err
		}
		hi, lo := bits.Mul64(h^hashUnits(step), 0x9e3779b97f4a7c15)
		h = hi ^ lo
	}
	return h, nil
}

func hashUnits(s Str) uint64 {
	if s = s.Narrow(); s.wide == nil {
		return maphash.String(textHashSeed, s.ascii)
	}
	return maphash.String(textHashSeed, s.bytes())
}

// internLong returns the atom of a long name. When the execution is over meanwhile, it is an atom of nothing.
func (vm *VM) internLong(s Str) *Atom {
	a, err := vm.findLong(s)
	if err != nil {
		vm.stop()
		return &Atom{}
	}
	return a
}

func (vm *VM) findLong(s Str) (*Atom, error) {
	for _, a := range vm.linked.long {
		if same, err := vm.SameText(a.value.Str(), s); same || err != nil {
			return a, err
		}
	}
	h, err := vm.HashText(s)
	if err != nil {
		return nil, err
	}
	for _, a := range vm.longAtoms[h] {
		if same, err := vm.SameText(a.value.Str(), s); same || err != nil {
			return a, err
		}
	}
	text, err := vm.WTF8(s)
	if err != nil {
		return nil, err
	}
	own := s
	if s.wide == nil { // the name outlives what it may be a part of
		if err := vm.Alloc(len(s.ascii)); err != nil {
			return nil, err
		}
		b, err := vm.grownASCII(s.ascii, len(s.ascii))
		if err != nil {
			return nil, err
		}
		text = bytesToString(b)
		own = Str{ascii: text}
	} else {
		if err := vm.Alloc(2 * len(s.wide)); err != nil {
			return nil, err
		}
		if own.wide, err = vm.grownWide(s.wide, len(s.wide)); err != nil {
			return nil, err
		}
	}
	if vm.longAtoms == nil {
		vm.longAtoms = make(map[uint64][]*Atom)
	}
	a := &Atom{text: text, value: own.Value()}
	vm.longAtoms[h] = append(vm.longAtoms[h], a)
	vm.mem += atomSize
	vm.nameBytes += int64(len(text)+own.size()) + atomSize
	return a, nil
}

// sweepLong drops the long names that are not among those in use.
func (vm *VM) sweepLong(used map[*Atom]bool) {
	for h, list := range vm.longAtoms {
		kept := list[:0]
		for _, a := range list {
			if used[a] {
				kept = append(kept, a)
			}
		}
		if clear(list[len(kept):]); len(kept) == 0 {
			delete(vm.longAtoms, h)
		} else {
			vm.longAtoms[h] = kept
		}
	}
}
