package compiler

// This file defines the table of interned names.

import (
	"strconv"

	"github.com/neurocode-ai/codemode/compiler/syntax"
)

func itoa(n int) string { return strconv.Itoa(n) }

// An atom is an interned name with what the passes remember about it.
type atom struct {
	text    string
	key     syntax.NameKey
	binding int32 // the innermost variable of this name while resolving; -1 if there is none
	name    int32 // its index in Program.Names, -1 before it has one
	// constant is its index among the constants of function constantOf; constantOf is -1 before it has one.
	constant, constantOf int32
}

// atomTable is a hash table of names with open addressing.
type atomTable struct {
	hash  syntax.NameHash
	list  []atom
	slots []int32 // index into list plus one; 0 is free
}

// minSlots is the size of an empty table; clearing it costs less than a hash.
const minSlots = 256

func (t *atomTable) init() {
	t.hash.Init()
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

// intern returns the index of the atom for text.
func (t *atomTable) intern(text string) int32 {
	key := t.hash.Key(text)
	mask := uint64(len(t.slots) - 1)
	for i := t.hash.Hash(key, len(text)) & mask; ; i = (i + 1) & mask {
		s := t.slots[i]
		if s == 0 {
			return t.insert(text, key, i)
		}
		if a := &t.list[s-1]; syntax.SameName(a.text, text, a.key, key) {
			return s - 1
		}
	}
}

func (t *atomTable) insert(text string, key syntax.NameKey, slot uint64) int32 {
	n := int32(len(t.list))
	if int(n) < cap(t.list) {
		t.list = t.list[:n+1]
	} else {
		t.list = append(t.list, atom{})
	}
	a := &t.list[n]
	a.text, a.key = text, key
	a.binding, a.name, a.constantOf = -1, -1, -1
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
		a := &t.list[n]
		i := t.hash.Hash(a.key, len(a.text)) & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = int32(n + 1)
	}
}
