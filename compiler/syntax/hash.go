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

// A NameKey stands for a name in a hash table. That of a short name holds all its bytes, in two words that may overlap.
// That of a longer one holds a hash.
type NameKey struct{ lo, hi uint64 }

// maxShortName is the number of bytes up to which a NameKey holds the name.
const maxShortName = 16

// Init draws the seeds.
func (h *NameHash) Init() {
	h.seed = maphash.MakeSeed()
	h.keys = [2]uint64{maphash.String(h.seed, "a") | 1, maphash.String(h.seed, "b") | 1}
}

// Seeded reports whether the hash was initialised.
func (h *NameHash) Seeded() bool { return h.keys[0] != 0 }

// Key returns the key of a name.
func (h *NameHash) Key(s string) NameKey {
	switch n := len(s); {
	case n > maxShortName:
		return NameKey{lo: maphash.String(h.seed, s)}
	case n >= 8:
		return NameKey{load8(s), load8(s[n-8:])}
	case n >= 4:
		return NameKey{load4(s), load4(s[n-4:])}
	case n > 0:
		return NameKey{lo: uint64(s[0]) | uint64(s[n/2])<<8 | uint64(s[n-1])<<16}
	}
	return NameKey{}
}

// Hash hashes a name of n bytes: the words of its key are multiplied with random keys, which takes a third of the time of
// the general hash.
func (h *NameHash) Hash(k NameKey, n int) uint64 {
	high, low := bits.Mul64(k.lo^h.keys[0], k.hi^h.keys[1]^uint64(n)<<56)
	return high ^ low
}

// SameName reports whether two names are equal: the bytes of short ones are in their keys.
func SameName(a, b string, ka, kb NameKey) bool {
	return ka == kb && len(a) == len(b) && (len(a) <= maxShortName || a == b)
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
