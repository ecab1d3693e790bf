package syntax

// This file hashes names for the hash tables of the compiler.

import (
	"hash/maphash"
	"math/bits"
)

// A NameHash hashes names. It is seeded at random, so no program can be written to make names collide. The zero value
// must be initialised.
type NameHash struct {
	seed maphash.Seed
	keys [2]uint64 // random keys of the hash of short names; never 0
}

// Init draws the seeds.
func (h *NameHash) Init() {
	h.seed = maphash.MakeSeed()
	h.keys = [2]uint64{maphash.String(h.seed, "a") | 1, maphash.String(h.seed, "b") | 1}
}

// Seeded reports whether the hash was initialised.
func (h *NameHash) Seeded() bool { return h.keys[0] != 0 }

// Hash hashes a name. Most names are short: their bytes, in two overlapping words, are multiplied with random keys, which
// takes a third of the time of the general hash.
func (h *NameHash) Hash(s string) uint64 {
	var lo, hi uint64
	switch n := len(s); {
	case n > 16:
		return maphash.String(h.seed, s)
	case n >= 8:
		lo, hi = load8(s), load8(s[n-8:])
	case n >= 4:
		lo, hi = load4(s), load4(s[n-4:])
	case n > 0:
		lo = uint64(s[0]) | uint64(s[n/2])<<8 | uint64(s[n-1])<<16
	}
	high, low := bits.Mul64(lo^h.keys[0], hi^h.keys[1]^uint64(len(s))<<56)
	return high ^ low
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
