package compiler

// This file defines the table of interned names.

import (
	"hash/maphash"
	"math/bits"
	"strconv"
)

func itoa(n int) string { return strconv.Itoa(n) }

// An atom is an interned name with what the passes remember about it.
type atom struct {
	text    string
	hash    uint64
	binding int32 // the innermost variable of this name while resolving; -1 if there is none
	name    int32 // its index in Program.Names, -1 before it has one
	// constant is its index among the constants of function constantOf; constantOf is -1 before it has one.
	constant, constantOf int32
}

// atomTable is a hash table of names with open addressing. The hash is seeded at random, so no program can be written
// to make names collide.
type atomTable struct {
	seed  maphash.Seed
	keys  [2]uint64 // seeds of the hash of short names
	list  []atom
	slots []int32 // index into list plus one; 0 is free
}

// minSlots is the size of an empty table; clearing it costs less than a hash.
const minSlots = 256

func (t *atomTable) init() {
	t.seed = maphash.MakeSeed()
	t.keys = [2]uint64{maphash.String(t.seed, "a"), maphash.String(t.seed, "b")}
	t.slots = make([]int32, minSlots)
}

func (t *atomTable) reset() {
	t.list = keep(t.list)
	if len(t.slots) > 4*minSlots {
		t.slots = make([]int32, minSlots)
	} else {
		clear(t.slots)
	}
}

// hash hashes a name. Most names are short: their bytes, in two overlapping words, are multiplied with random keys, which
// takes a third of the time of the general hash.
func (t *atomTable) hash(s string) uint64 {
	var lo, hi uint64
	switch n := len(s); {
	case n > 16:
		return maphash.String(t.seed, s)
	case n >= 8:
		lo, hi = load8(s), load8(s[n-8:])
	case n >= 4:
		lo, hi = load4(s), load4(s[n-4:])
	case n > 0:
		lo = uint64(s[0]) | uint64(s[n/2])<<8 | uint64(s[n-1])<<16
	}
	h, l := bits.Mul64(lo^t.keys[0], hi^t.keys[1]^uint64(len(s))<<56)
	return h ^ l
}

func load8(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func load4(s string) uint64 {
	_ = s[3]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24
}

// intern returns the index of the atom for text.
func (t *atomTable) intern(text string) int32 {
	h := t.hash(text)
	mask := uint64(len(t.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		s := t.slots[i]
		if s == 0 {
			return t.insert(text, h, i)
		}
		if a := &t.list[s-1]; a.hash == h && a.text == text {
			return s - 1
		}
	}
}

func (t *atomTable) insert(text string, h, slot uint64) int32 {
	n := int32(len(t.list))
	t.list = append(t.list, atom{text: text, hash: h, binding: -1, name: -1, constantOf: -1})
	t.slots[slot] = n + 1
	if 2*len(t.list) > len(t.slots) {
		t.grow()
	}
	return n
}

func (t *atomTable) grow() {
	t.slots = make([]int32, 2*len(t.slots))
	mask := uint64(len(t.slots) - 1)
	for n := range t.list {
		i := t.list[n].hash & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = int32(n + 1)
	}
}
