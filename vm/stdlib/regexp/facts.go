// This file defines the facts about nodes that the compiler uses: lengths, first units, alphabets, sizes.

package regexp

// facts are computed bottom-up by analyze.
type facts struct {
	first    filter // what a match can begin with, as far as the node itself decides
	open     bool   // a match may consume nothing, so what follows can come first too
	alphabet filter // all units that a match may consume
	minLen   int    // length of a match in code units
	maxLen   int    // unbounded at most
	size     int    // estimate of the instructions
	captures bool
	anchored bool // matches only at the start of the text
}

func addLen(a, b int) int { return min(a+b, unbounded) }

func mulLen(a, b int) int {
	if a == 0 || b == 0 {
		return 0
	}
	if a > unbounded/b {
		return unbounded
	}
	return a * b
}

// analyze computes the facts of a tree. Its recursion is bounded by the nesting of the pattern.
func (n *node) analyze(unicode bool) {
	if n.sub != nil {
		n.sub.analyze(unicode)
	}
	for _, s := range n.subs {
		s.analyze(unicode)
	}
	n.size = 1
	switch n.op {
	case nEmpty:
		n.open = true
	case nString:
		n.first.addUnit(n.lit[0])
		n.first.addUnit(n.otherCase()[0])
		for i, u := range n.lit {
			n.alphabet.addUnit(u)
			n.alphabet.addUnit(n.otherCase()[i])
		}
		n.minLen, n.maxLen = len(n.lit), len(n.lit)
	case nSet:
		n.first, n.alphabet = n.cls.filter, n.cls.filter
		n.minLen, n.maxLen = 1, 1
		if unicode && n.cls.wide {
			n.maxLen = 2
		}
	case nStrings:
		n.analyzeStrings()
	case nSeq:
		n.analyzeSeq()
	case nAlt:
		n.analyzeAlt()
	case nGroup:
		n.facts = n.sub.facts
		n.captures = true
		n.size += 2
	case nLoop:
		n.analyzeLoop()
	case nLook:
		n.open = true
		n.size = n.sub.size + 2
		n.captures = n.sub.captures
	case nBackref:
		n.open = true
		n.first, n.alphabet = everything, everything
		n.maxLen = unbounded
	case nBegin:
		n.open = true
		n.anchored = !n.multiline
	case nEnd:
		n.first.addEnd()
		if n.multiline {
			n.first.addUnit('\n')
			n.first.addUnit('\r')
			n.first.addHigh()
		}
	case nWordB, nNotWordB:
		n.open = true
	}
}

func (n *node) analyzeStrings() {
	n.first = n.cls.filter
	for _, str := range n.strs {
		if len(str) == 0 {
			n.open = true
			continue
		}
		chars := charset{{str[0], str[0]}}
		if n.foldTable != nil {
			chars = orbit(n.foldTable, str[0])
		}
		for _, s := range chars {
			for c := s.lo; c <= s.hi; c++ {
				n.first.addUnit(uint16(min(c, 0xffff)))
			}
		}
	}
	n.alphabet = everything
	n.minLen, n.maxLen = 1, unbounded
	if n.open {
		n.minLen = 0
	}
}

func (n *node) analyzeSeq() {
	n.open, n.size = true, 0
	consumed := false
	for _, s := range n.subs {
		n.anchored = n.anchored || s.anchored && !consumed
		consumed = consumed || s.maxLen > 0
		if n.open {
			n.first.add(&s.first)
			n.open = s.open
		}
		n.alphabet.add(&s.alphabet)
		n.minLen, n.maxLen = addLen(n.minLen, s.minLen), addLen(n.maxLen, s.maxLen)
		n.size += s.size
		n.captures = n.captures || s.captures
	}
}

func (n *node) analyzeAlt() {
	n.anchored = true
	n.minLen = unbounded
	for _, s := range n.subs {
		n.first.add(&s.first)
		n.open = n.open || s.open
		n.alphabet.add(&s.alphabet)
		n.minLen, n.maxLen = min(n.minLen, s.minLen), max(n.maxLen, s.maxLen)
		n.size = min(n.size+s.size+2, unbounded)
		n.captures = n.captures || s.captures
		n.anchored = n.anchored && s.anchored
	}
}

func (n *node) analyzeLoop() {
	s := n.sub
	n.first, n.alphabet = s.first, s.alphabet
	n.open = s.open || n.min == 0
	n.minLen, n.maxLen = mulLen(s.minLen, n.min), mulLen(s.maxLen, n.max)
	n.captures = s.captures
	n.anchored = s.anchored && n.min > 0
	if n.isRun() {
		return
	}
	n.size = s.size + 5
	if copies, ok := n.unroll(); ok {
		n.size = copies * (s.size + 3)
	}
}

// isRun reports whether the loop repeats one set, which one instruction does.
func (n *node) isRun() bool { return n.sub.isUnit() }

// nullable reports whether an iteration may be empty, which ends the loop.
func (n *node) nullable() bool { return n.sub.minLen == 0 }

// maxUnroll is the size in instructions up to which a loop with counts is written out; larger ones count in a register.
const maxUnroll = 200

// unroll returns how many copies of the body the compiler emits, or false when it must count.
func (n *node) unroll() (copies int, ok bool) {
	switch {
	case n.max != unbounded:
		copies = n.max
	case n.nullable():
		copies = n.min + 1
	default:
		copies = max(n.min, 1)
	}
	return copies, copies == 1 || copies <= maxUnroll && copies*(n.sub.size+3) <= maxUnroll
}
