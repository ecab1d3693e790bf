// This file defines the compiler from tree to program.

package regexp

import "slices"

// A compiler emits one program.
type compiler struct {
	code    []inst
	unicode bool
	regs    int // registers used; the first 2*groups are captures
	memos   int // rows given out
	counted int // how many counted loops are open: inside them a state is more than (pc, position)
	looks   int // how many lookarounds are open
	checked int // how many loops are open, since the innermost lookaround began, whose iterations must consume something
	size    int // bytes beyond the instructions
	limit   int

	hasRefs bool
	// exactMemo: marking a state when it is entered, instead of when it has failed, would be wrong. So it is where a state can be
	// abandoned without having failed (lookaround), or come up again while it is being tried (empty iterations).
	exactMemo bool

	wordFolded *class
}

// A context is what the code around a node means for it.
type context struct {
	follow filter // with what the text can go on behind the node
	sure   bool   // what follows cannot fail
	back   bool   // matching runs right to left
}

func (c *compiler) emit(in inst) int {
	in.memo = -1
	c.code = append(c.code, in)
	c.size += instSize
	if in.table != nil {
		c.size += filterSize
	}
	if in.aux != nil {
		c.size += auxiliarySize + 2*(len(in.aux.lit)+len(in.aux.alt)) + 4*len(in.aux.targets)
	}
	return len(c.code) - 1
}

func (c *compiler) full() bool { return c.size > c.limit }

func (c *compiler) newRegister() int32 {
	c.regs++
	return int32(c.regs - 1)
}

// newMemo gives out a row of the bitmap of failed states.
//
// A state inside an iteration that must consume something can fail only for where the iteration began. Remembering that is right
// all the same when the whole match is at stake: the state comes up again for another beginning only after the loop itself has failed
// at that position. But the body of a lookaround may succeed in between.
func (c *compiler) newMemo() int32 {
	if c.counted > 0 || c.looks > 0 && c.checked > 0 {
		return -1
	}
	c.memos++
	return int32(c.memos - 1)
}

// node emits the code of n. Its recursion is bounded by the nesting of the pattern.
func (c *compiler) node(n *node, ctx context) {
	if c.full() {
		return
	}
	switch n.op {
	case nString:
		c.str(n, ctx)
	case nSet:
		op := opSet
		if c.unicode && n.cls.wide {
			op = opSetU
		}
		if ctx.back {
			op += opSetB - opSet
		}
		c.emit(inst{op: op, cls: n.cls})
	case nStrings:
		c.strings(n, ctx)
	case nSeq:
		c.seq(n, ctx)
	case nAlt:
		c.alt(n, ctx)
	case nGroup:
		open, shut := 2*n.group, 2*n.group+1
		if ctx.back {
			open, shut = shut, open
		}
		c.emit(inst{op: opSave, x: int32(open)})
		c.node(n.sub, ctx)
		c.emit(inst{op: opSave, x: int32(shut)})
	case nLoop:
		c.loop(n, ctx)
	case nLook:
		c.look(n)
	case nBackref:
		c.hasRefs = true
		in := inst{op: opBackref, aux: &auxiliary{refs: n.refs}}
		if ctx.back {
			in.mode |= modeB
		}
		if n.foldCase {
			in.mode |= modeFold
			in.aux.table = orbitTable(c.unicode)
		}
		c.emit(in)
	case nBegin:
		c.emit(inst{op: choose(n.multiline, opBeginLine, opBegin)})
	case nEnd:
		c.emit(inst{op: choose(n.multiline, opEndLine, opEnd)})
	case nWordB, nNotWordB:
		c.emit(inst{op: choose(n.op == nWordB, opWordB, opNotWordB), cls: c.wordClass(n.foldCase)})
	}
}

func choose(cond bool, a, b opcode) opcode {
	if cond {
		return a
	}
	return b
}

func (c *compiler) wordClass(fold bool) *class {
	if fold && c.unicode {
		if c.wordFolded == nil {
			c.wordFolded = newClass(wordSetFolded)
			c.size += c.wordFolded.size()
		}
		return c.wordFolded
	}
	return commonClass(wordSet)
}

// strings emits the choice between strings; backwards they are in a trie from last to first character.
func (c *compiler) strings(n *node, ctx context) {
	strs := n.strs
	mode := uint8(0)
	if ctx.back {
		mode = modeB
		strs = make([][]rune, len(n.strs))
		for i, s := range n.strs {
			strs[i] = slices.Clone(s)
			slices.Reverse(strs[i])
		}
		slices.SortFunc(strs, slices.Compare)
	}
	t := newTrie(strs, n.foldTable)
	c.size += t.size()
	c.emit(inst{op: opStrings, mode: mode, cls: n.cls, aux: &auxiliary{trie: t}})
}

func (c *compiler) str(n *node, ctx context) {
	switch {
	case ctx.back:
		c.emit(inst{op: opStringB, aux: &auxiliary{lit: n.lit, alt: n.otherCase()}})
	case len(n.lit) == 1 && n.alt == nil:
		c.emit(inst{op: opChar, x: int32(n.lit[0])})
	case len(n.lit) == 1:
		c.emit(inst{op: opChar2, x: int32(n.lit[0]), y: int32(n.alt[0])})
	case n.alt == nil:
		c.emit(inst{op: opString, aux: &auxiliary{lit: n.lit}})
	default:
		c.emit(inst{op: opString2, aux: &auxiliary{lit: n.lit, alt: n.alt}})
	}
}

func (c *compiler) seq(n *node, ctx context) {
	last := len(n.subs) - 1
	if ctx.back {
		for i := last; i >= 0; i-- {
			c.node(n.subs[i], context{follow: everything, sure: ctx.sure && i == 0, back: true})
		}
		return
	}
	follows := make([]filter, len(n.subs))
	follows[last] = ctx.follow
	for i := last; i > 0; i-- {
		follows[i-1] = n.subs[i].begins(&follows[i])
	}
	for i, s := range n.subs {
		c.node(s, context{follow: follows[i], sure: ctx.sure && i == last})
	}
}

// begins returns with what the text can go on where n is followed by something that begins with follow.
func (n *node) begins(follow *filter) filter {
	f := n.first
	if n.open {
		f.add(follow)
	}
	return f
}

// split emits a choice; first and second may be nil for branches that can match anywhere.
func (c *compiler) split(x, y int, first, second *filter, back bool) int {
	in := inst{op: opSplit, x: int32(x), y: int32(y)}
	if !back {
		in.table = newBranchTable(first, second)
	}
	return c.emit(in)
}

// newBranchTable returns nil when the table would let everything pass.
func newBranchTable(first, second *filter) *branchTable {
	if *first == everything && *second == everything {
		return nil
	}
	var t branchTable
	for i := range t {
		if first.has(i) {
			t[i] |= branchFirst
		}
		if second.has(i) {
			t[i] |= branchSecond
		}
	}
	return &t
}

func (c *compiler) alt(n *node, ctx context) {
	last := len(n.subs) - 1
	firsts := make([]filter, len(n.subs)) // of each alternative
	rests := make([]filter, len(n.subs))  // of it and all later ones
	for i := last; i >= 0; i-- {
		firsts[i] = n.subs[i].begins(&ctx.follow)
		rests[i] = firsts[i]
		if i < last {
			rests[i].add(&rests[i+1])
		}
	}
	dispatch := -1
	if !ctx.back && len(n.subs) > 3 && rests[0] != everything {
		dispatch = c.emit(inst{op: opDispatch, aux: &auxiliary{}})
	}
	starts := make([]int, len(n.subs))
	var jumps []int
	for i, s := range n.subs {
		starts[i] = len(c.code)
		at := -1
		if i < last {
			at = c.split(len(c.code)+1, 0, &firsts[i], &rests[i+1], ctx.back)
			c.code[at].memo = c.newMemo()
		}
		c.node(s, ctx)
		if i < last {
			jumps = append(jumps, c.emit(inst{op: opJump}))
			c.code[at].y = int32(len(c.code))
		}
	}
	for _, j := range jumps {
		c.code[j].x = int32(len(c.code))
	}
	if dispatch >= 0 && !c.full() {
		c.fillDispatch(c.code[dispatch].aux, starts, firsts)
	}
}

// fillDispatch lets each unit begin with the first alternative that it can match; target -1 means none can.
func (c *compiler) fillDispatch(aux *auxiliary, starts []int, firsts []filter) {
	aux.targets = append(aux.targets, -1)
	open := everything // units that no alternative has taken
	for at := range firsts {
		if open.disjoint(&firsts[at]) {
			continue
		}
		if len(aux.targets) < 255 { // else the last one before is a start too, only not the best
			aux.targets = append(aux.targets, int32(starts[at]))
		}
		for unit := range filterSize {
			if open.has(unit) && firsts[at].has(unit) {
				aux.dispatch[unit] = uint8(len(aux.targets) - 1)
				open[unit>>6] &^= 1 << (unit & 63)
			}
		}
	}
}

func (c *compiler) look(n *node) {
	mode := uint8(0)
	if n.negative {
		mode |= modeNegative
	}
	if cls := n.sub.peekClass(); cls != nil {
		if n.sub.op != nSet {
			c.size += cls.size()
		}
		if n.behind {
			mode |= modeB
		}
		if c.unicode && cls.wide {
			mode |= modeU
		}
		c.emit(inst{op: opPeek, mode: mode, cls: cls})
		return
	}
	c.exactMemo = true
	r := c.newRegister()
	at := c.emit(inst{op: opLook, mode: mode, y: r})
	checked := c.checked
	c.checked = 0
	c.looks++
	c.node(n.sub, context{follow: everything, sure: true, back: n.behind})
	c.looks--
	c.checked = checked
	c.emit(inst{op: opLookEnd, mode: mode, y: r})
	c.code[at].x = int32(len(c.code))
}

// peekClass returns the set of a node that consumes one character, nil for other nodes.
func (n *node) peekClass() *class {
	switch {
	case n.op == nSet:
		return n.cls
	case n.op == nString && len(n.lit) == 1:
		return newClass(charset{{rune(n.lit[0]), rune(n.lit[0])}}.union(charset{{rune(n.otherCase()[0]), rune(n.otherCase()[0])}}))
	}
	return nil
}
