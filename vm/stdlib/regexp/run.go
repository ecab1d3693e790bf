// This file defines the matching loop.

package regexp

// A frame is an entry of the backtrack stack. The low bits of tag are its kind, the others a program counter, register or row.
type frame struct {
	tag  uint32
	a, b int32
}

const (
	frameChoice    = iota // go on at pc with position a
	frameUndo             // register = a
	frameGreedy           // the run at pc ended at a; it may end earlier, not before b
	frameLazy             // the run at pc ended at a; it may go on for b characters
	frameLook             // barrier of the lookaround at pc, which began at a
	frameMark             // state (row, a) has failed
	frameMarkRange        // states (row, a) to (row, b) have failed
	frameKindBits  = 3
	frameKindMask  = 1<<frameKindBits - 1
)

func frameTag(kind uint32, arg int) uint32 { return uint32(arg)<<frameKindBits | kind }

// runPerStep is how many units of a run over a set cost a step.
const runPerStep = 8

// run tries the program at the positions from first to last and stops at the first match. It is instantiated for both forms of
// text; tests of wide cost nothing, as the compiler knows their result. The text must not escape from here: MatchASCII
// relies on the conversion of its string to cost no copy.
//
// A case of the switch that has matched continues the loop; one that breaks has failed, and the code behind the switch backtracks.
func run[T byte | uint16](m *Matcher, re *Regexp, s []T, first, last int) (bool, error) {
	wide := ^T(0) > 255
	code := re.code
	n := len(s)
	regs, stack, memo, exact := m.regs, m.stack, m.memo, re.exactMemo
	captures := regs[:2*re.groups]
	fuel := m.fuel
	var err error
	filtered := re.search.first != nil || re.search.lineStart || wide && re.unicode

attempts:
	for start := first; start <= last; start++ {
		if filtered {
			m.fuel = fuel
			if start, err = nextStart(m, re, s, start, last); start < 0 || err != nil {
				return false, err
			}
			fuel, memo = m.fuel, m.memo
		}
		for i := range captures {
			captures[i] = -1
		}
		fuel -= 1 + len(captures)/unitsPerStep
		pos, pc, sp := start, 0, 0

		for {
			in := &code[pc]
			fuel--
			switch in.op {
			case opMatch:
				m.fuel = fuel
				captures[0], captures[1] = int32(start), int32(pos)
				m.Captures = captures
				return true, nil

			case opChar:
				if pos < n && uint32(s[pos]) == uint32(in.x) {
					pos++
					pc++
					continue
				}

			case opChar2:
				if pos < n && (uint32(s[pos]) == uint32(in.x) || uint32(s[pos]) == uint32(in.y)) {
					pos++
					pc++
					continue
				}

			case opSet:
				if pos < n {
					if c := uint16(s[pos]); c < 256 && in.cls.low[uint8(c)] || wide && c >= 256 && in.cls.hasHigh(c) {
						pos++
						pc++
						continue
					}
				}

			case opSetU:
				if next := step(in.cls, s, pos, modeU); next >= 0 {
					pos = next
					pc++
					continue
				}

			case opSetB:
				if next := step(in.cls, s, pos, modeB); next >= 0 {
					pos = next
					pc++
					continue
				}

			case opSetUB:
				if next := step(in.cls, s, pos, modeU|modeB); next >= 0 {
					pos = next
					pc++
					continue
				}

			case opString:
				lit := in.aux.lit
				fuel -= len(lit) / unitsPerStep
				if n-pos >= len(lit) && hasPrefix(s[pos:], lit) {
					pos += len(lit)
					pc++
					continue
				}

			case opString2:
				lit := in.aux.lit
				fuel -= len(lit) / unitsPerStep
				if n-pos >= len(lit) && hasPrefix2(s[pos:], lit, in.aux.alt) {
					pos += len(lit)
					pc++
					continue
				}

			case opStringB:
				lit := in.aux.lit
				fuel -= len(lit) / unitsPerStep
				if pos >= len(lit) && hasPrefix2(s[pos-len(lit):], lit, in.aux.alt) {
					pos -= len(lit)
					pc++
					continue
				}

			case opStrings:
				m.fuel = fuel
				ends := stringEnds(m, in, s, pos, re.unicode)
				fuel = m.fuel
				if len(ends) == 0 {
					break
				}
				pc++
				for _, end := range ends[:len(ends)-1] {
					if stack, err = m.room(stack, sp); err != nil {
						return false, err
					}
					stack[sp] = frame{frameTag(frameChoice, int(pc)), end, 0}
					sp++
				}
				pos = int(ends[len(ends)-1])
				continue

			case opBackref:
				m.fuel = fuel
				next := backref(m, in, s, pos, re.unicode)
				fuel = m.fuel
				if next >= 0 {
					pos = next
					pc++
					continue
				}

			case opGreedy, opPossessive:
				low, end := pos+int(in.x), pos
				remember := memo != nil && in.memo >= 0
				if remember || in.mode != 0 && (wide || in.mode&modeB != 0) {
					m.fuel = fuel
					if remember {
						low, end, err = rememberedRun(m, re, in, s, pos)
					} else {
						low, end, err = slowRun(m, re, in, s, pos, in.y)
					}
					if err != nil {
						return false, err
					}
					fuel, memo = m.fuel, m.memo
					if low < 0 {
						break
					}
				} else {
					limit := n
					if int(in.y) < n-pos {
						limit = pos + int(in.y)
					}
					for {
						stop := min(limit, end+searchBlock)
						from := end
						end = scan(in.cls, s, end, stop)
						fuel -= (end - from) / runPerStep
						if end < stop || stop == limit {
							break
						}
						if fuel < 0 {
							if fuel, memo, err = m.poll(re, n, fuel); err != nil {
								return false, err
							}
						}
					}
					if end < low {
						break
					}
				}
				if remember && exact {
					if stack, err = m.room(stack, sp); err != nil {
						return false, err
					}
					if in.op == opPossessive {
						stack[sp] = frame{frameTag(frameMarkRange, int(in.memo)), int32(low), int32(end)}
					} else {
						stack[sp] = frame{frameTag(frameGreedy, int(pc)), int32(end), int32(low)}
					}
					sp++
					pos = end
					pc++
					continue
				}
				if in.table != nil {
					m.fuel = fuel
					if end, err = lastEnd(m, re, in, s, low, end); err != nil {
						return false, err
					}
					fuel, memo = m.fuel, m.memo
					if end < low {
						break
					}
				}
				if end != low && in.op == opGreedy {
					if stack, err = m.room(stack, sp); err != nil {
						return false, err
					}
					stack[sp] = frame{frameTag(frameGreedy, int(pc)), int32(end), int32(low)}
					sp++
				}
				pos = end
				pc++
				continue

			case opLazy:
				left := int(in.y) - int(in.x)
				end := pos
				if in.x > 0 {
					m.fuel = fuel
					if end, _, err = slowRun(m, re, in, s, pos, in.x); err != nil {
						return false, err
					}
					fuel, memo = m.fuel, m.memo
					if end < 0 {
						break
					}
				}
				if memo != nil && in.memo >= 0 {
					bit := int(in.memo)*(n+1) + end
					if memo[bit>>6]>>(bit&63)&1 != 0 {
						break
					}
					if !exact {
						memo[bit>>6] |= 1 << (bit & 63)
					} else {
						if stack, err = m.room(stack, sp); err != nil {
							return false, err
						}
						stack[sp] = frame{frameTag(frameMark, int(in.memo)), int32(end), 0}
						sp++
					}
				} else if in.table != nil {
					m.fuel = fuel
					if end, left, err = lazyAdvance(m, re, in, s, end, left); err != nil {
						return false, err
					}
					fuel, memo = m.fuel, m.memo
					if end < 0 {
						break
					}
				}
				if left > 0 {
					if stack, err = m.room(stack, sp); err != nil {
						return false, err
					}
					stack[sp] = frame{frameTag(frameLazy, int(pc)), int32(end), int32(left)}
					sp++
				}
				pos = end
				pc++
				continue

			case opBegin:
				if pos == 0 {
					pc++
					continue
				}

			case opBeginLine:
				if pos == 0 || isLineEnd(uint16(s[pos-1])) {
					pc++
					continue
				}

			case opEnd:
				if pos == n {
					pc++
					continue
				}

			case opEndLine:
				if pos == n || isLineEnd(uint16(s[pos])) {
					pc++
					continue
				}

			case opWordB, opNotWordB:
				left := pos > 0 && in.cls.hasUnit(uint16(s[pos-1]))
				right := pos < n && in.cls.hasUnit(uint16(s[pos]))
				if (left != right) == (in.op == opWordB) {
					pc++
					continue
				}

			case opPeek:
				if (step(in.cls, s, pos, in.mode) >= 0) == (in.mode&modeNegative == 0) {
					pc++
					continue
				}

			case opLook:
				if stack, err = m.room(stack, sp); err != nil {
					return false, err
				}
				regs[in.y] = int32(sp)
				stack[sp] = frame{frameTag(frameLook, int(pc)), int32(pos), 0}
				sp++
				pc++
				continue

			case opLookEnd:
				base := int(regs[in.y])
				pos = int(stack[base].a)
				fuel -= (sp - base) / runPerStep
				if in.mode&modeNegative == 0 {
					sp = keepUndo(stack, base, sp)
					pc++
					continue
				}
				for sp--; sp > base; sp-- {
					if f := stack[sp]; f.tag&frameKindMask == frameUndo {
						regs[f.tag>>frameKindBits] = f.a
					}
				}

			case opJump:
				pc = int(in.x)
				if fuel < 0 {
					if fuel, memo, err = m.poll(re, n, fuel); err != nil {
						return false, err
					}
				}
				continue

			case opDispatch:
				if t := in.aux.targets[in.aux.dispatch[unitAt(s, pos)]]; t >= 0 {
					pc = int(t)
					continue
				}

			case opSplit:
				if fuel < 0 {
					if fuel, memo, err = m.poll(re, n, fuel); err != nil {
						return false, err
					}
				}
				if memo != nil && in.memo >= 0 {
					bit := int(in.memo)*(n+1) + pos
					if memo[bit>>6]>>(bit&63)&1 != 0 {
						break
					}
					if !exact {
						memo[bit>>6] |= 1 << (bit & 63)
					} else {
						if stack, err = m.room(stack, sp); err != nil {
							return false, err
						}
						stack[sp] = frame{frameTag(frameMark, int(in.memo)), int32(pos), 0}
						sp++
					}
				}
				if in.table != nil {
					switch in.table[unitAt(s, pos)] {
					case 0:
						goto backtrack
					case branchFirst:
						pc = int(in.x)
						continue
					case branchSecond:
						pc = int(in.y)
						continue
					}
				}
				if stack, err = m.room(stack, sp); err != nil {
					return false, err
				}
				stack[sp] = frame{frameTag(frameChoice, int(in.y)), int32(pos), 0}
				sp++
				pc = int(in.x)
				continue

			case opSave, opStart:
				if sp > 0 { // with nothing to go back to, the next attempt clears all
					if stack, err = m.room(stack, sp); err != nil {
						return false, err
					}
					stack[sp] = frame{frameTag(frameUndo, int(in.x)), regs[in.x], 0}
					sp++
				}
				regs[in.x] = int32(pos)
				pc++
				continue

			case opCounter, opCount:
				if sp > 0 {
					if stack, err = m.room(stack, sp); err != nil {
						return false, err
					}
					stack[sp] = frame{frameTag(frameUndo, int(in.x)), regs[in.x], 0}
					sp++
				}
				if in.op == opCounter {
					regs[in.x] = 0
				} else {
					regs[in.x]++
				}
				pc++
				continue

			case opClear:
				for r := in.x; r < in.y; r++ {
					if regs[r] == -1 {
						continue
					}
					if sp > 0 {
						if stack, err = m.room(stack, sp); err != nil {
							return false, err
						}
						stack[sp] = frame{frameTag(frameUndo, int(r)), regs[r], 0}
						sp++
					}
					regs[r] = -1
				}
				fuel -= int(in.y-in.x) / unitsPerStep
				pc++
				continue

			case opProgress:
				if pos != int(regs[in.x]) {
					pc++
					continue
				}

			case opCountSplit:
				count := regs[in.x]
				if count < in.aux.min {
					pc++
					continue
				}
				if count >= in.aux.max {
					pc = int(in.aux.target)
					continue
				}
				branches := uint8(branchFirst | branchSecond)
				if in.table != nil {
					branches = in.table[unitAt(s, pos)]
				}
				enter, leave := pc+1, int(in.aux.target)
				switch {
				case branches == 0:
					goto backtrack
				case branches == branchFirst:
					pc = enter
					continue
				case branches == branchSecond:
					pc = leave
					continue
				case in.mode&modeLazy != 0:
					enter, leave = leave, enter
				}
				if stack, err = m.room(stack, sp); err != nil {
					return false, err
				}
				stack[sp] = frame{frameTag(frameChoice, int(leave)), int32(pos), 0}
				sp++
				pc = enter
				continue

			case opCountLoop:
				if in.y >= 0 && regs[in.x] > in.aux.min && pos == int(regs[in.y]) {
					break
				}
				if fuel < 0 {
					if fuel, memo, err = m.poll(re, n, fuel); err != nil {
						return false, err
					}
				}
				pc = int(in.aux.target)
				continue
			}

		backtrack:
			fuel--
			if fuel < 0 {
				if fuel, memo, err = m.poll(re, n, fuel); err != nil {
					return false, err
				}
			}
			resumed := false
			for !resumed {
				if sp == 0 {
					continue attempts
				}
				f := &stack[sp-1]
				arg := int(f.tag >> frameKindBits)
				switch f.tag & frameKindMask {
				case frameChoice:
					sp--
					pos, pc = int(f.a), arg
					resumed = true

				case frameUndo:
					sp--
					regs[arg] = f.a

				case frameGreedy:
					in := &code[arg]
					remember := exact && memo != nil && in.memo >= 0
					if remember {
						bit := int(in.memo)*(n+1) + int(f.a)
						memo[bit>>6] |= 1 << (bit & 63)
						if f.a == f.b {
							sp--
							continue
						}
					}
					end := before(s, int(f.a), in.mode)
					if !remember {
						if in.table != nil {
							m.fuel = fuel
							if end, err = lastEnd(m, re, in, s, int(f.b), end); err != nil {
								return false, err
							}
							fuel, memo = m.fuel, m.memo
							if end < int(f.b) {
								sp--
								continue
							}
						}
						if end == int(f.b) {
							sp--
						}
					}
					f.a = int32(end)
					pos, pc = end, arg+1
					resumed = true

				case frameLazy:
					in := &code[arg]
					end := step(in.cls, s, int(f.a), in.mode)
					left := int(f.b) - 1
					if end < 0 {
						sp--
						continue
					}
					if memo != nil && in.memo >= 0 {
						bit := int(in.memo)*(n+1) + end
						if memo[bit>>6]>>(bit&63)&1 != 0 {
							sp--
							continue
						}
						if !exact {
							memo[bit>>6] |= 1 << (bit & 63)
						} else {
							*f = frame{frameTag(frameMark, int(in.memo)), int32(end), 0}
							if stack, err = m.room(stack, sp); err != nil {
								return false, err
							}
							sp++
							f = &stack[sp-1]
							f.tag = frameTag(frameLazy, int(arg))
						}
					} else if in.table != nil {
						m.fuel = fuel
						if end, left, err = lazyAdvance(m, re, in, s, end, left); err != nil {
							return false, err
						}
						fuel, memo = m.fuel, m.memo
						if end < 0 {
							sp--
							continue
						}
					}
					f.a, f.b = int32(end), int32(left)
					if left == 0 {
						sp--
					}
					pos, pc = end, arg+1
					resumed = true

				case frameLook:
					sp--
					if in := &code[arg]; in.mode&modeNegative != 0 {
						pos, pc = int(f.a), int(in.x)
						resumed = true
					}

				case frameMark:
					sp--
					if memo != nil {
						bit := arg*(n+1) + int(f.a)
						memo[bit>>6] |= 1 << (bit & 63)
					}

				case frameMarkRange:
					sp--
					if memo != nil {
						markRange(memo, arg*(n+1), int(f.a), int(f.b))
					}
				}
			}
		}
	}
	m.fuel = fuel
	return false, nil
}
