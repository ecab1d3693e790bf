// This file defines how candidates for the start of a match are found.

package regexp

// A search is what the compiler knows about where a match can begin.
type search struct {
	anchored  bool         // only at position 0
	lineStart bool         // only at the start of a line
	first     *branchTable // units that can begin a match; nil when all can
	minLen    int

	// A string that every match contains, at between minBefore and maxBefore units from its start, with only units of before
	// (nil when any) in between. Empty when no useful one was found.
	lit       []uint16
	ascii     string // lit, if it is ASCII
	isASCII   bool
	minBefore int
	maxBefore int
	before    *branchTable
	exact     bool // the pattern is lit and nothing else
	common    bool // lit is likely to be everywhere: only its absence says something
}

func newSearch(root *node) search {
	s := search{anchored: root.anchored, minLen: root.minLen}
	if begins := root.begins(&everything); begins != everything {
		s.first = newBranchTable(&begins, &filter{})
	}
	s.lineStart = beginsLine(root)
	if s.anchored || s.lineStart {
		return s
	}
	var w literalWalk
	w.walk(root)
	if w.best.score == 0 {
		return s
	}
	s.lit, s.minBefore, s.maxBefore = w.best.lit, w.best.minLen, w.best.maxLen
	s.exact = root.op == nString
	s.common = w.best.maxLen > 0 && w.best.score < commonScore
	if w.best.alphabet != everything {
		s.before = newBranchTable(&w.best.alphabet, &filter{})
	}
	b := make([]byte, 0, len(s.lit))
	s.isASCII = true
	for _, u := range s.lit {
		s.isASCII = s.isASCII && u < 128
		b = append(b, byte(u))
	}
	if s.isASCII {
		s.ascii = string(b)
	}
	return s
}

// beginsLine reports whether every match begins with ^ under the flag m.
func beginsLine(n *node) bool {
	switch n.op {
	case nBegin:
		return true
	case nSeq:
		return beginsLine(n.subs[0])
	case nGroup:
		return beginsLine(n.sub)
	case nAlt:
		for _, s := range n.subs {
			if !beginsLine(s) {
				return false
			}
		}
		return true
	}
	return false
}

// A literalWalk goes through what every match consumes, from left to right, and keeps the best string.
type literalWalk struct {
	minLen, maxLen int // of what comes before
	alphabet       filter
	best           literal
}

type literal struct {
	lit            []uint16
	minLen, maxLen int
	alphabet       filter
	score          int
}

func (w *literalWalk) walk(n *node) {
	switch n.op {
	case nString:
		if n.alt == nil {
			w.candidate(n.lit)
		}
	case nSeq:
		for _, s := range n.subs {
			w.walk(s)
		}
		return
	case nGroup:
		w.walk(n.sub)
		return
	case nLoop:
		if n.min > 0 {
			here := *w
			w.walk(n.sub)
			here.best = w.best
			*w = here
		}
	}
	w.minLen, w.maxLen = addLen(w.minLen, n.minLen), addLen(w.maxLen, n.maxLen)
	w.alphabet.add(&n.alphabet)
}

// commonScore is the score below which finding each occurrence of a string inside the match costs more than it saves.
const commonScore = 6

// candidate rates a string. One that begins the match is worth most, and what occurs seldom in text is worth more than letters
// and spaces.
func (w *literalWalk) candidate(lit []uint16) {
	score := 0
	for _, u := range lit[:min(len(lit), 16)] {
		switch {
		case u == ' ':
			score++
		case '0' <= u && u <= '9', 'a' <= u|0x20 && u|0x20 <= 'z':
			score += 3
		default:
			score += 6
		}
	}
	if w.maxLen == 0 {
		score += 20
	}
	if score > w.best.score {
		w.best = literal{lit, w.minLen, w.maxLen, w.alphabet, score}
	}
}
