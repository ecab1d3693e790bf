// This file defines the syntax tree that the parser builds and the compiler reads.

package regexp

type nodeOp uint8

const (
	nEmpty    nodeOp = iota
	nString          // lit, each unit or its other case in alt
	nSet             // one character of cls
	nStrings         // one of several strings: the longest of strs first, then a character of cls
	nSeq             // subs in order
	nAlt             // one of subs
	nGroup           // sub, captured as group
	nLoop            // sub, min to max times
	nLook            // sub as lookahead or lookbehind
	nBackref         // the text of the group of refs that has matched
	nBegin           // ^
	nEnd             // $
	nWordB           // \b
	nNotWordB        // \B
)

// unbounded is the max of a loop without one. Larger counts in a pattern mean the same, no text is as long.
const unbounded = 1<<31 - 1

// A node is one node of the syntax tree. Which fields count depends on op.
type node struct {
	op        nodeOp
	greedy    bool // nLoop
	negative  bool // nLook
	behind    bool // nLook
	multiline bool // nBegin, nEnd
	foldCase  bool // nBackref, nWordB, nNotWordB: flag i is on here
	min, max  int  // nLoop

	group              int    // nGroup
	firstGroup, groups int    // nLoop: the groups in sub
	refs               []int  // nBackref
	refName            string // nBackref, until its name is resolved
	refOffset          int

	lit, alt  []uint16     // nString; alt is nil when no unit has another case
	cls       *class       // nSet, nStrings
	strs      [][]rune     // nStrings: in lexical order
	foldTable []orbitRange // nStrings: the table of which strs are canonical; nil when they are as written
	sub       *node
	subs      []*node

	facts
}

// isUnit reports whether the node consumes exactly one character from a set.
func (n *node) isUnit() bool { return n.op == nSet }

// seq joins nodes, taking sequences apart and making one string of neighbouring ones.
func seq(subs []*node) *node {
	flat := subs[:0:0]
	for _, n := range subs {
		switch n.op {
		case nEmpty:
		case nSeq:
			for _, m := range n.subs {
				flat = appendNode(flat, m)
			}
		default:
			flat = appendNode(flat, n)
		}
	}
	switch len(flat) {
	case 0:
		return &node{op: nEmpty}
	case 1:
		return flat[0]
	}
	return &node{op: nSeq, subs: flat}
}

func appendNode(subs []*node, n *node) []*node {
	if len(subs) == 0 || n.op != nString {
		return append(subs, n)
	}
	last := subs[len(subs)-1]
	if last.op != nString {
		return append(subs, n)
	}
	joined := &node{op: nString, lit: append(last.lit[:len(last.lit):len(last.lit)], n.lit...)}
	if last.alt != nil || n.alt != nil {
		joined.alt = append(last.otherCase()[:len(last.lit):len(last.lit)], n.otherCase()...)
	}
	subs[len(subs)-1] = joined
	return subs
}

func (n *node) otherCase() []uint16 {
	if n.alt != nil {
		return n.alt
	}
	return n.lit
}
