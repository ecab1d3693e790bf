// This file defines sets of code points and the operations of class expressions on them.

package regexp

import (
	"cmp"
	"slices"
)

const maxRune = 0x10ffff

// A span is an inclusive range of code points.
type span struct{ lo, hi rune }

// A charset is a set of code points: spans in ascending order, neither overlapping nor adjacent. Charsets are immutable once built.
type charset []span

var allChars = charset{{0, maxRune}}

// normalize sorts and joins spans in place.
func normalize(spans []span) charset {
	if len(spans) < 2 {
		return spans
	}
	if !slices.IsSortedFunc(spans, func(a, b span) int { return cmp.Compare(a.lo, b.lo) }) {
		slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.lo, b.lo) })
	}
	out := spans[:1]
	for _, s := range spans[1:] {
		last := &out[len(out)-1]
		if s.lo <= last.hi+1 {
			last.hi = max(last.hi, s.hi)
		} else {
			out = append(out, s)
		}
	}
	return out
}

func (s charset) contains(c rune) bool {
	lo, hi := 0, len(s)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if s[mid].hi < c {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo < len(s) && s[lo].lo <= c
}

func (s charset) union(t charset) charset {
	if len(s) == 0 {
		return t
	}
	if len(t) == 0 {
		return s
	}
	out := make([]span, 0, len(s)+len(t))
	for len(s) > 0 || len(t) > 0 {
		var next span
		if len(t) == 0 || len(s) > 0 && s[0].lo <= t[0].lo {
			next, s = s[0], s[1:]
		} else {
			next, t = t[0], t[1:]
		}
		if n := len(out); n > 0 && next.lo <= out[n-1].hi+1 {
			out[n-1].hi = max(out[n-1].hi, next.hi)
		} else {
			out = append(out, next)
		}
	}
	return out
}

func (s charset) negate() charset {
	out := make([]span, 0, len(s)+1)
	next := rune(0)
	for _, r := range s {
		if r.lo > next {
			out = append(out, span{next, r.lo - 1})
		}
		next = r.hi + 1
	}
	if next <= maxRune {
		out = append(out, span{next, maxRune})
	}
	return out
}

func (s charset) intersect(t charset) charset {
	var out []span
	for len(s) > 0 && len(t) > 0 {
		lo, hi := max(s[0].lo, t[0].lo), min(s[0].hi, t[0].hi)
		if lo <= hi {
			out = append(out, span{lo, hi})
		}
		if s[0].hi < t[0].hi {
			s = s[1:]
		} else {
			t = t[1:]
		}
	}
	return out
}

func (s charset) subtract(t charset) charset { return s.intersect(t.negate()) }

// single returns the only member of a set of one.
func (s charset) single() (rune, bool) {
	if len(s) == 1 && s[0].lo == s[0].hi {
		return s[0].lo, true
	}
	return 0, false
}

// pair returns the two members of a set of two.
func (s charset) pair() (a, b rune, ok bool) {
	switch {
	case len(s) == 1 && s[0].hi == s[0].lo+1:
		return s[0].lo, s[0].hi, true
	case len(s) == 2 && s[0].lo == s[0].hi && s[1].lo == s[1].hi:
		return s[0].lo, s[1].lo, true
	}
	return 0, 0, false
}

// The sets of the class escapes and of the dot.
var (
	digitSet      = charset{{'0', '9'}}
	wordSet       = charset{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}
	wordSetFolded = charset{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}, {0x17f, 0x17f}, {0x212a, 0x212a}} // what u and i add to \w
	spaceSet      = charset{{9, 13}, {' ', ' '}, {0xa0, 0xa0}, {0x1680, 0x1680}, {0x2000, 0x200a}, {0x2028, 0x2029}, {0x202f, 0x202f}, {0x205f, 0x205f}, {0x3000, 0x3000}, {0xfeff, 0xfeff}}
	dotSet        = charset{{0, 9}, {11, 12}, {14, 0x2027}, {0x202a, maxRune}} // all but line terminators
)
