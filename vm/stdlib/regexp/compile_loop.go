// This file defines the code of loops.

package regexp

func (c *compiler) loop(n *node, ctx context) {
	if n.isRun() {
		c.run(n, ctx)
		return
	}
	if _, ok := n.unroll(); !ok {
		c.countedLoop(n, ctx)
		return
	}
	l := c.newLoopCode(n, ctx)
	for i := range n.min {
		if i == n.min-1 && n.max == unbounded && !n.nullable() {
			c.repeatedLast(l)
			return
		}
		c.iteration(l, i > 0, false)
	}
	if n.max != unbounded {
		c.optional(l, n.max-n.min)
		return
	}
	if n.nullable() {
		c.exactMemo = true
		head := c.loopSplit(l)
		c.iteration(l, true, true)
		c.emit(inst{op: opJump, x: int32(head)})
		c.patchExit(l, head, len(c.code))
		return
	}
	head := c.loopSplit(l)
	body := len(c.code)
	c.iteration(l, true, false)
	again := c.loopSplit(l)
	c.code[again].memo = c.code[head].memo // both are the head of the loop
	c.patchBody(l, again, body)
	c.patchExit(l, again, len(c.code))
	c.patchExit(l, head, len(c.code))
}

// loopCode is what the parts of a loop's code share.
type loopCode struct {
	n     *node
	ctx   context
	body  context
	enter filter // with what an iteration can begin
	start int32  // register of the position where a nullable iteration began
}

func (c *compiler) newLoopCode(n *node, ctx context) *loopCode {
	l := &loopCode{n: n, ctx: ctx, enter: n.sub.begins(&ctx.follow)}
	l.body = context{follow: l.enter, back: ctx.back}
	l.body.follow.add(&ctx.follow)
	if ctx.back {
		l.body.follow = everything
	}
	if n.nullable() {
		l.start = c.newRegister()
	}
	return l
}

// iteration emits one copy of the body. Later iterations begin with cleared captures, and optional ones must consume something.
func (c *compiler) iteration(l *loopCode, later, optional bool) {
	if later && l.n.captures {
		first := 2 * l.n.firstGroup
		c.emit(inst{op: opClear, x: int32(first), y: int32(first + 2*l.n.groups)})
	}
	check := optional && l.n.nullable()
	if check {
		c.emit(inst{op: opStart, x: l.start})
		c.checked++
		defer func() { c.checked-- }()
	}
	body := l.body
	body.sure = l.ctx.sure && optional && l.n.max == 1 && !check
	c.node(l.n.sub, body)
	if check {
		c.emit(inst{op: opProgress, x: l.start})
	}
}

// loopSplit emits the choice between another iteration, assumed to come next, and the exit, which is to be patched.
func (c *compiler) loopSplit(l *loopCode) int {
	next := len(c.code) + 1
	var at int
	if l.n.greedy {
		at = c.split(next, 0, &l.enter, &l.ctx.follow, l.ctx.back)
	} else {
		at = c.split(0, next, &l.ctx.follow, &l.enter, l.ctx.back)
	}
	c.code[at].memo = c.newMemo()
	return at
}

func (c *compiler) patchExit(l *loopCode, split, target int) {
	if l.n.greedy {
		c.code[split].y = int32(target)
	} else {
		c.code[split].x = int32(target)
	}
}

func (c *compiler) patchBody(l *loopCode, split, target int) {
	if l.n.greedy {
		c.code[split].x = int32(target)
	} else {
		c.code[split].y = int32(target)
	}
}

// repeatedLast emits the last mandatory iteration, which the optional ones repeat.
func (c *compiler) repeatedLast(l *loopCode) {
	body := len(c.code)
	c.iteration(l, true, false)
	again := c.loopSplit(l)
	c.patchBody(l, again, body)
	c.patchExit(l, again, len(c.code))
}

// optional emits up to count optional iterations.
func (c *compiler) optional(l *loopCode, count int) {
	if l.n.nullable() {
		c.exactMemo = true
	}
	var splits []int
	for i := range count {
		splits = append(splits, c.loopSplit(l))
		c.iteration(l, l.n.min > 0 || i > 0, true)
	}
	for _, s := range splits {
		c.patchExit(l, s, len(c.code))
	}
}

// countedLoop emits a loop whose count is in a register.
func (c *compiler) countedLoop(n *node, ctx context) {
	l := c.newLoopCode(n, ctx)
	counter := c.newRegister()
	c.counted++
	c.emit(inst{op: opCounter, x: counter})
	aux := &auxiliary{min: int32(n.min), max: int32(n.max)}
	head := inst{op: opCountSplit, x: counter, aux: aux}
	if !n.greedy {
		head.mode |= modeLazy
	}
	if !ctx.back {
		head.table = newBranchTable(&l.enter, &ctx.follow)
	}
	at := c.emit(head)
	c.emit(inst{op: opCount, x: counter})
	y := int32(-1)
	if n.nullable() {
		c.exactMemo = true
		y = l.start
		c.emit(inst{op: opStart, x: l.start})
	}
	if n.captures {
		first := 2 * n.firstGroup
		c.emit(inst{op: opClear, x: int32(first), y: int32(first + 2*n.groups)})
	}
	c.node(n.sub, l.body)
	c.emit(inst{op: opCountLoop, x: counter, y: y, aux: &auxiliary{min: aux.min, max: aux.max, target: int32(at)}})
	c.counted--
	aux.target = int32(len(c.code))
}

// run emits the repetition of one set.
func (c *compiler) run(n *node, ctx context) {
	cls := n.sub.cls
	lo, hi := n.min, n.max
	greedy, poss := n.greedy, lo == hi
	switch {
	case ctx.sure && greedy:
		poss = true // a longer run is preferred, and what follows never sends back for a shorter one
	case ctx.sure:
		hi, poss = lo, true
	case !ctx.back && cls.filter.disjoint(&ctx.follow):
		poss = true // what follows can begin only where the run ends
	}
	if hi == 0 {
		return
	}
	in := inst{op: opGreedy, cls: cls, x: int32(lo), y: int32(hi)}
	if !greedy {
		in.op = opLazy
	}
	if poss {
		in.op = opPossessive
	}
	if c.unicode && cls.wide {
		in.mode |= modeU
	}
	if ctx.back {
		in.mode |= modeB
	} else if !poss && ctx.follow != everything {
		in.table = newBranchTable(&ctx.follow, &filter{})
	}
	at := c.emit(in)
	if hi == unbounded && !ctx.back {
		c.code[at].memo = c.newMemo()
	}
}
