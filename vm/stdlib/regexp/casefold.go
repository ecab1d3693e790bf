// This file defines case-insensitivity: the orbits of characters that Canonicalize makes equal.

package regexp

import "sort"

// An orbitRange leads each code point in [lo, hi] to the next member of its orbit, delta away. With delta 0 the range holds
// neighbours that alternate: members at an even distance from lo lead one up, the others one down. Following the lead of
// any character comes back to it after at most maxOrbit steps.
type orbitRange struct {
	lo, hi uint32
	delta  int32
}

// maxOrbit is the size of the largest orbit: iota with its three relatives.
const maxOrbit = 4

// orbitTable chooses between the two rules of Canonicalize (ECMA-262 22.2.2.7.3): simple case folding under the flags u and v,
// otherwise the toUppercase mapping restricted to single code units that do not cross into ASCII.
func orbitTable(unicode bool) []orbitRange {
	if unicode {
		return foldOrbits[:]
	}
	return upperOrbits[:]
}

// orbitIndex returns the index of the first range that does not end before c.
func orbitIndex(table []orbitRange, c rune) int {
	return sort.Search(len(table), func(i int) bool { return table[i].hi >= uint32(c) })
}

// nextInOrbit returns the character after c in its orbit; c itself when it is alone.
func nextInOrbit(table []orbitRange, c rune) rune {
	if c < 'A' {
		return c
	}
	i := orbitIndex(table, c)
	if i == len(table) || table[i].lo > uint32(c) {
		return c
	}
	r := table[i]
	if r.delta != 0 {
		return c + r.delta
	}
	return c + 1 - 2*((c-rune(r.lo))&1)
}

// canonical returns the least member of the orbit of c. The specification names another representative; only equality matters.
func canonical(table []orbitRange, c rune) rune {
	if c < 128 {
		if 'a' <= c && c <= 'z' {
			return c - 32
		}
		return c
	}
	least := c
	for n := nextInOrbit(table, c); n != c; n = nextInOrbit(table, n) {
		least = min(least, n)
	}
	return least
}

// orbit returns the set of all characters that canonicalize like c.
func orbit(table []orbitRange, c rune) charset {
	spans := []span{{c, c}}
	for n := nextInOrbit(table, c); n != c; n = nextInOrbit(table, n) {
		spans = append(spans, span{n, n})
	}
	return normalize(spans)
}

// closeOver adds to a set every character that canonicalizes like a member.
func closeOver(table []orbitRange, s charset) charset {
	frontier := s
	for range maxOrbit - 1 {
		var images []span
		for _, r := range frontier {
			for i := orbitIndex(table, r.lo); i < len(table) && table[i].lo <= uint32(r.hi); i++ {
				o := table[i]
				lo, hi := max(r.lo, rune(o.lo)), min(r.hi, rune(o.hi))
				if o.delta != 0 {
					lo, hi = lo+o.delta, hi+o.delta
				} else {
					lo, hi = lo-(lo-rune(o.lo))&1, hi+1-(hi-rune(o.lo))&1
				}
				images = append(images, span{lo, hi})
			}
		}
		if len(images) == 0 {
			break
		}
		frontier = normalize(images).subtract(s)
		if len(frontier) == 0 {
			break
		}
		s = s.union(frontier)
	}
	return s
}
