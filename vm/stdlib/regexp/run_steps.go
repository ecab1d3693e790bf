// This file defines the parts of the matching loop that are functions: decoding, comparing, and the slower forms of runs.

package regexp

// isLineEnd reports whether a unit is a LineTerminator.
func isLineEnd(c uint16) bool { return c == '\n' || c == '\r' || c == 0x2028 || c == 0x2029 }

func isHigh[T byte | uint16](c T) bool { return uint32(c)&0xfc00 == 0xd800 }
func isLow[T byte | uint16](c T) bool  { return uint32(c)&0xfc00 == 0xdc00 }

// insidePair reports whether pos is between the halves of a surrogate pair.
func insidePair[T byte | uint16](s []T, pos int) bool {
	return pos > 0 && pos < len(s) && isLow(s[pos]) && isHigh(s[pos-1])
}

// unitAt returns the index into filters and branch tables for the unit at pos.
func unitAt[T byte | uint16](s []T, pos int) uint {
	if pos >= len(s) {
		return filterEnd
	}
	return min(uint(s[pos]), filterHigh)
}

// decode returns the character at pos and its end. Without full, characters are units.
func decode[T byte | uint16](s []T, pos int, full bool) (rune, int) {
	c := rune(s[pos])
	if full && isHigh(s[pos]) && pos+1 < len(s) && isLow(s[pos+1]) {
		return (c-0xd800)<<10 + rune(s[pos+1]) - 0xdc00 + 0x10000, pos + 2
	}
	return c, pos + 1
}

// decodeLast returns the character that ends at pos and its start.
func decodeLast[T byte | uint16](s []T, pos int, full bool) (rune, int) {
	c := rune(s[pos-1])
	if full && isLow(s[pos-1]) && pos > 1 && isHigh(s[pos-2]) {
		return (rune(s[pos-2])-0xd800)<<10 + c - 0xdc00 + 0x10000, pos - 2
	}
	return c, pos - 1
}

// before returns the end that a run in the given mode has one character less than at end.
func before[T byte | uint16](s []T, end int, mode uint8) int {
	if mode&(modeU|modeB) == 0 {
		return end - 1
	}
	if mode&modeB == 0 {
		_, end = decodeLast(s, end, true)
	} else {
		_, end = decode(s, end, mode&modeU != 0)
	}
	return end
}

// step consumes one character of a set and returns where it ends, or -1.
func step[T byte | uint16](cls *class, s []T, pos int, mode uint8) int {
	if mode&modeB == 0 {
		if pos >= len(s) {
			return -1
		}
		if c := uint16(s[pos]); c < 256 {
			if cls.low[uint8(c)] {
				return pos + 1
			}
			return -1
		}
		if r, end := decode(s, pos, mode&modeU != 0); cls.hasRune(r) {
			return end
		}
		return -1
	}
	if pos == 0 {
		return -1
	}
	if r, start := decodeLast(s, pos, mode&modeU != 0); cls.hasRune(r) {
		return start
	}
	return -1
}

// scan returns the end of the run of units of a set that begins at pos, at most stop.
func scan[T byte | uint16](cls *class, s []T, pos, stop int) int {
	for i, c := range s[pos:stop] {
		if u := uint16(c); u < 256 {
			if !cls.low[uint8(u)] {
				return pos + i
			}
		} else if !cls.hasHigh(u) {
			return pos + i
		}
	}
	return stop
}

// slowRun is the run of an instruction in any mode: from pos at least in.x and at most limit characters. It returns the ends of the
// shortest and the longest run, -1 for low when there are not enough.
func slowRun[T byte | uint16](m *Matcher, re *Regexp, in *inst, s []T, pos int, limit int32) (low, end int, err error) {
	low, end = -1, pos
	for count := int32(0); ; count++ {
		if count == in.x {
			low = end
		}
		if count == limit {
			break
		}
		next := step(in.cls, s, end, in.mode)
		if next < 0 {
			break
		}
		end = next
		if count&(runPerStep-1) == 0 {
			if m.fuel -= 2; m.fuel < 0 {
				if _, _, err := m.poll(re, len(s), m.fuel); err != nil {
					return 0, 0, err
				}
			}
		}
	}
	return low, end, nil
}

// lastEnd returns the last position from low to end where a run can end because what follows can match there, or one below low.
func lastEnd[T byte | uint16](m *Matcher, re *Regexp, in *inst, s []T, low, end int) (int, error) {
	wide := ^T(0) > 255 && in.mode != 0
	for {
		from := end
		stop := max(low, end-searchBlock)
		for end >= stop && (in.table[unitAt(s, end)] == 0 || wide && insidePair(s, end)) {
			end--
		}
		m.fuel -= (from - end) / runPerStep
		if end >= stop || end < low {
			return end, nil
		}
		if m.fuel < 0 {
			if _, _, err := m.poll(re, len(s), m.fuel); err != nil {
				return 0, err
			}
		}
	}
}

// lazyAdvance lengthens a lazy run to where what follows can match, with left more characters allowed. It returns -1 when there is no
// such place.
func lazyAdvance[T byte | uint16](m *Matcher, re *Regexp, in *inst, s []T, end, left int) (int, int, error) {
	if wide := ^T(0) > 255; in.mode&modeB == 0 && (in.mode == 0 || !wide) {
		return lazyAdvanceUnits(m, re, in, s, end, left)
	}
	for count := 1; in.table[unitAt(s, end)] == 0; count++ {
		if left == 0 {
			return -1, 0, nil
		}
		if end = step(in.cls, s, end, in.mode); end < 0 {
			return -1, 0, nil
		}
		left--
		if count&(runPerStep-1) == 0 {
			if m.fuel--; m.fuel < 0 {
				if _, _, err := m.poll(re, len(s), m.fuel); err != nil {
					return 0, 0, err
				}
			}
		}
	}
	return end, left, nil
}

// lazyAdvanceUnits is lazyAdvance where characters are units.
func lazyAdvanceUnits[T byte | uint16](m *Matcher, re *Regexp, in *inst, s []T, end, left int) (int, int, error) {
	for {
		from := end
		stop := end + min(len(s)-end, left, searchBlock)
		for end < stop && in.table[min(uint(s[end]), filterHigh)] == 0 && in.cls.hasUnit(uint16(s[end])) {
			end++
		}
		left -= end - from
		m.fuel -= (end - from) / runPerStep
		if end < stop || end == len(s) || left == 0 {
			break
		}
		if m.fuel < 0 {
			if _, _, err := m.poll(re, len(s), m.fuel); err != nil {
				return 0, 0, err
			}
		}
	}
	if in.table[unitAt(s, end)] == 0 {
		return -1, 0, nil
	}
	return end, left, nil
}

func hasPrefix[T byte | uint16](s []T, lit []uint16) bool {
	s = s[:len(lit)]
	for i, u := range lit {
		if uint16(s[i]) != u {
			return false
		}
	}
	return true
}

func hasPrefix2[T byte | uint16](s []T, lit, alt []uint16) bool {
	s, alt = s[:len(lit)], alt[:len(lit)]
	for i, u := range lit {
		if c := uint16(s[i]); c != u && c != alt[i] {
			return false
		}
	}
	return true
}

// keepUndo drops the frames from base on except undo records, and returns the new height. At the bottom of the stack those are of no
// use either.
func keepUndo(stack []frame, base, sp int) int {
	kept := base
	if base == 0 {
		return 0
	}
	for _, f := range stack[base+1 : sp] {
		if f.tag&frameKindMask == frameUndo {
			stack[kept] = f
			kept++
		}
	}
	return kept
}

// nextStart returns the first position from start to last at which a match can begin, or -1.
func nextStart[T byte | uint16](m *Matcher, re *Regexp, s []T, start, last int) (int, error) {
	table := re.search.first
	for start <= last {
		stop := min(last+1, start+searchBlock)
		from := start
		switch {
		case re.search.lineStart:
			for start < stop && start > 0 && !isLineEnd(uint16(s[start-1])) {
				start++
			}
		case table != nil:
			for start < min(stop, len(s)) && table[min(uint(s[start]), filterHigh)] == 0 {
				start++
			}
			if start == len(s) && start < stop && table[filterEnd] == 0 {
				start++
			}
		}
		m.fuel -= (start - from) / runPerStep
		if m.fuel < 0 {
			if _, _, err := m.poll(re, len(s), m.fuel); err != nil {
				return -1, err
			}
		}
		if start == stop {
			continue
		}
		if !re.unicode || !insidePair(s, start) {
			return start, nil
		}
		start++
	}
	return -1, nil
}

// backref consumes the text of the first group of in that is set, in the direction of in, and returns where it ends, or -1.
func backref[T byte | uint16](m *Matcher, in *inst, s []T, pos int, unicode bool) int {
	from, to := 0, 0
	for _, g := range in.aux.refs {
		if a, b := int(m.regs[2*g]), int(m.regs[2*g+1]); a >= 0 && b >= 0 {
			from, to = a, b
			break
		}
	}
	if from == to {
		return pos
	}
	m.fuel -= (to - from) / runPerStep
	back := in.mode&modeB != 0
	if in.mode&modeFold != 0 {
		return foldedBackref(in, s, pos, from, to, unicode)
	}
	start, end := pos, pos+to-from
	if back {
		start, end = pos-(to-from), pos
	}
	if start < 0 || end > len(s) {
		return -1
	}
	for i, c := range s[from:to] {
		if s[start+i] != c {
			return -1
		}
	}
	if back {
		end = start
	}
	if unicode && insidePair(s, end) {
		return -1
	}
	return end
}

// foldedBackref compares canonical characters.
func foldedBackref[T byte | uint16](in *inst, s []T, pos, from, to int, unicode bool) int {
	table := in.aux.table
	var a, b rune
	for from < to {
		if in.mode&modeB == 0 {
			if pos >= len(s) {
				return -1
			}
			a, from = decode(s[:to], from, unicode)
			b, pos = decode(s, pos, unicode)
		} else {
			if pos <= 0 {
				return -1
			}
			a, to = decodeLast(s, to, unicode)
			b, pos = decodeLast(s, pos, unicode)
		}
		if a != b && canonical(table, a) != canonical(table, b) {
			return -1
		}
	}
	return pos
}

// stringEnds returns the ends of all matches of opStrings at pos, the shortest first. The result is valid until the next call.
func stringEnds[T byte | uint16](m *Matcher, in *inst, s []T, pos int, unicode bool) []int32 {
	t := in.aux.trie
	m.ends = m.ends[:0]
	if t.nodes[0].accept {
		m.ends = append(m.ends, int32(pos))
	}
	if end := step(in.cls, s, pos, modeU|in.mode); end >= 0 {
		m.ends = append(m.ends, int32(end))
	}
	for node := int32(0); ; {
		var c rune
		if in.mode&modeB == 0 {
			if pos >= len(s) {
				break
			}
			c, pos = decode(s, pos, unicode)
		} else {
			if pos <= 0 {
				break
			}
			c, pos = decodeLast(s, pos, unicode)
		}
		m.fuel -= 2
		if node = t.step(node, c); node < 0 {
			break
		}
		if t.nodes[node].accept {
			m.ends = append(m.ends, int32(pos))
		}
	}
	return m.ends
}

// The bitmap of failed states has for each row len(s)+1 bits, beginning at bit base.

// rememberedRun is slowRun with a bitmap, for unbounded runs. A run that comes to a position where the same run is known to have
// failed need not go on: all ends from there are known to fail. For opGreedy that leaves the ends before, for opPossessive none. States
// are marked here unless the program needs exactness.
func rememberedRun[T byte | uint16](m *Matcher, re *Regexp, in *inst, s []T, pos int) (low, end int, err error) {
	low = pos
	if in.x > 0 {
		if low, _, err = slowRun(m, re, in, s, pos, in.x); low < 0 || err != nil {
			return low, 0, err
		}
	}
	base := int(in.memo) * (len(s) + 1)
	known := false
	end = low
	for count := 0; ; count++ {
		bit := base + end
		if m.memo[bit>>6]>>(bit&63)&1 != 0 {
			known = true
			break
		}
		if !re.exactMemo {
			m.memo[bit>>6] |= 1 << (bit & 63)
		}
		next := step(in.cls, s, end, in.mode)
		if next < 0 {
			break
		}
		end = next
		if count&(runPerStep-1) == 0 {
			if m.fuel -= 2; m.fuel < 0 {
				if _, _, err := m.poll(re, len(s), m.fuel); err != nil {
					return 0, 0, err
				}
			}
		}
	}
	switch {
	case !known:
		return low, end, nil
	case in.op == opPossessive:
		markRange(m.memo, base, low, end)
		return -1, 0, nil
	case end == low:
		return -1, 0, nil
	}
	return low, before(s, end, in.mode), nil
}

// markRange marks the positions in [low, end].
func markRange(memo []uint64, base, low, end int) {
	for pos := low; pos <= end; {
		bit := base + pos
		if bit&63 == 0 && end-pos >= 63 {
			memo[bit>>6] = ^uint64(0)
			pos += 64
			continue
		}
		memo[bit>>6] |= 1 << (bit & 63)
		pos++
	}
}
