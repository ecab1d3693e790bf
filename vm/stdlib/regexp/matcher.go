// This file defines the matcher's state and entry points: budgets, scratch memory, memoisation, and the search by literal.

package regexp

import (
	"math"
	"strings"
)

const (
	// pollInterval is how many steps pass between two calls of Meter.Charge.
	pollInterval = 4096
	// maxStackBytes is the limit of ErrStack.
	maxStackBytes = 64 << 20
	frameBytes    = 12
	// searchBlock is how much text is searched between two looks at the budget, unitsPerStep how much of it costs a step.
	searchBlock  = 1 << 15
	unitsPerStep = 16
	// A match is given memoFactor steps for each unit of text, and memoFree on top, before it starts to remember failed states. The
	// bitmap is at most maxMemoBytes large; matches that need more run without it.
	memoFactor   = 4
	memoFree     = 10000
	maxMemoBytes = 16 << 20
)

// A MemoMode says when a matcher remembers failed states. Results do not depend on it, so the modes can check each other.
type MemoMode uint8

const (
	MemoAuto   MemoMode = iota // when a match has used many steps
	MemoAlways                 // from the start
	MemoNever
)

// A Matcher holds the state of matches so that repeated ones allocate nothing. The zero value is ready for use. It must not be
// used by two goroutines at once.
type Matcher struct {
	// Captures holds after a match pairs of positions, start and end in code units, for each group; -1 for a group that took no part.
	// The next match overwrites it.
	Captures []int32
	// Memo is for tests; leave it MemoAuto.
	Memo MemoMode

	meter   Meter
	fuel    int // steps left until the meter is told
	used    int // steps that the meter was told of in this match
	memoAt  int // used steps from which on failed states are remembered
	regs    []int32
	stack   []frame  // its length is what the meter was told of since Reset
	memo    []uint64 // the bitmap of failed states; nil while nothing is remembered
	memoBuf []uint64 // its memory, with a length like that of stack
	ends    []int32  // scratch of stringEnds
}

// Reset prepares the matcher for another owner: what it holds from now on is reported to the next meter as if it were new, which keeps
// counts reproducible. Scratch memory above 64 KiB is dropped.
func (m *Matcher) Reset() {
	const keep = 64 << 10
	m.Captures, m.meter = nil, nil
	if cap(m.regs) > keep/4 {
		m.regs = nil
	}
	if cap(m.stack) > keep/frameBytes {
		m.stack = nil
	}
	m.stack = m.stack[:0]
	if cap(m.memoBuf) > keep/8 {
		m.memoBuf = nil
	}
	m.memoBuf = m.memoBuf[:0]
}

// MatchASCII looks for the first match in s at or after start, or with sticky for one exactly at start. s must contain only ASCII. It
// reports whether there is one and leaves the positions in m.Captures. An error is one of the meter's or ErrStack; meter may be nil.
func (m *Matcher) MatchASCII(re *Regexp, s string, start int, sticky bool, meter Meter) (bool, error) {
	if start < 0 || start > len(s) {
		return false, nil
	}
	if err := m.begin(re, len(s), start, meter); err != nil {
		return false, err
	}
	ok, err := m.matchASCII(re, s, start, sticky)
	return m.end(ok, err)
}

func (m *Matcher) matchASCII(re *Regexp, s string, start int, sticky bool) (bool, error) {
	q := &re.search
	last := len(s) - q.minLen
	switch {
	case sticky:
		return run(m, re, []byte(s), start, min(start, last))
	case q.anchored:
		return run(m, re, []byte(s), start, min(0, last))
	case len(q.lit) == 0:
		return run(m, re, []byte(s), start, last)
	case !q.isASCII:
		return false, nil
	case q.common:
		if at, err := m.indexASCII(s, q.ascii, start+q.minBefore); at < 0 || err != nil {
			return false, err
		}
		return run(m, re, []byte(s), start, last)
	}
	for w := (window{start: start}); ; w.start = w.hi + 1 {
		if w.start > last {
			return false, nil
		}
		if w.at < w.start+q.minBefore || !w.found {
			at, err := m.indexASCII(s, q.ascii, w.start+q.minBefore)
			if at < 0 || err != nil {
				return false, err
			}
			if q.exact {
				return m.literalMatch(at, len(q.lit)), nil
			}
			w.found, w.at = true, at
			if err := narrow(m, q, []byte(s), &w); err != nil {
				return false, err
			}
		}
		w.hi = min(w.at-q.minBefore, last)
		if ok, err := run(m, re, []byte(s), max(w.lo, w.start), w.hi); ok || err != nil {
			return ok, err
		}
	}
}

// MatchUTF16 is MatchASCII for text in UTF-16 code units. With the flags u and v a start inside a surrogate pair counts as the start of
// the pair.
func (m *Matcher) MatchUTF16(re *Regexp, s []uint16, start int, sticky bool, meter Meter) (bool, error) {
	if start < 0 || start > len(s) {
		return false, nil
	}
	if re.unicode && insidePair(s, start) {
		start--
	}
	if err := m.begin(re, len(s), start, meter); err != nil {
		return false, err
	}
	ok, err := m.matchUTF16(re, s, start, sticky)
	return m.end(ok, err)
}

func (m *Matcher) matchUTF16(re *Regexp, s []uint16, start int, sticky bool) (bool, error) {
	q := &re.search
	last := len(s) - q.minLen
	switch {
	case sticky:
		return run(m, re, s, start, min(start, last))
	case q.anchored:
		return run(m, re, s, start, min(0, last))
	case len(q.lit) == 0:
		return run(m, re, s, start, last)
	case q.common:
		if at, err := m.indexUTF16(s, q.lit, start+q.minBefore); at < 0 || err != nil {
			return false, err
		}
		return run(m, re, s, start, last)
	}
	for w := (window{start: start}); ; w.start = w.hi + 1 {
		if w.start > last {
			return false, nil
		}
		if w.at < w.start+q.minBefore || !w.found {
			at, err := m.indexUTF16(s, q.lit, w.start+q.minBefore)
			if at < 0 || err != nil {
				return false, err
			}
			if q.exact {
				return m.literalMatch(at, len(q.lit)), nil
			}
			w.found, w.at = true, at
			if err := narrow(m, q, s, &w); err != nil {
				return false, err
			}
		}
		w.hi = min(w.at-q.minBefore, last)
		if ok, err := run(m, re, s, max(w.lo, w.start), w.hi); ok || err != nil {
			return ok, err
		}
	}
}

// A window is a range of possible starts of a match that contains the literal found at one place.
type window struct {
	start  int // no match begins before
	found  bool
	at     int // where the literal is
	lo, hi int // a match with this literal begins here
}

// narrow computes w.lo: the literal is so far from the start at most, and only units of a certain kind are in between.
func narrow[T byte | uint16](m *Matcher, q *search, s []T, w *window) error {
	w.lo = w.start
	if q.maxBefore != unbounded {
		w.lo = max(w.lo, w.at-q.maxBefore)
	}
	if q.before == nil {
		return nil
	}
	i := w.at
	for {
		stop := max(w.lo, i-searchBlock)
		from := i
		for i > stop && q.before[min(uint(s[i-1]), filterHigh)] != 0 {
			i--
		}
		m.fuel -= (from - i) / unitsPerStep
		if i > stop || i == w.lo {
			break
		}
		if m.fuel < 0 {
			if err := m.charge(); err != nil {
				return err
			}
		}
	}
	w.lo = i
	return nil
}

// begin prepares a match of re in a text of n units.
func (m *Matcher) begin(re *Regexp, n, start int, meter Meter) error {
	rest := n - start
	m.meter, m.fuel, m.used, m.memo = meter, pollInterval, 0, nil
	if cap(m.regs) < re.regs {
		m.regs = make([]int32, re.regs)
	}
	m.regs = m.regs[:re.regs]
	m.memoAt = memoFree + memoFactor*rest
	switch {
	case re.memoRows == 0 || m.Memo == MemoNever:
		m.memoAt = never
	case m.Memo == MemoAlways:
		return m.startMemo(re, n)
	}
	return nil
}

const never = math.MaxInt

// end reports the steps that are left to report.
func (m *Matcher) end(ok bool, err error) (bool, error) {
	if err == nil && m.fuel != pollInterval {
		err = m.charge()
	}
	m.meter = nil
	if !ok || err != nil {
		return false, err
	}
	return true, nil
}

// charge reports the steps since the last report.
func (m *Matcher) charge() error {
	n := pollInterval - m.fuel
	m.fuel = pollInterval
	m.used += n
	if m.meter == nil {
		return nil
	}
	return m.meter.Charge(n)
}

// grow reports memory that is about to be used for the first time since Reset.
func (m *Matcher) grow(bytes int) error {
	if m.meter == nil {
		return nil
	}
	return m.meter.Grow(bytes)
}

// growStack doubles the stack.
func (m *Matcher) growStack() error {
	old := len(m.stack)
	size := max(64, 2*old)
	if size*frameBytes > maxStackBytes {
		return ErrStack
	}
	if err := m.grow((size - old) * frameBytes); err != nil {
		return err
	}
	if size <= cap(m.stack) {
		m.stack = m.stack[:size]
		return nil
	}
	stack := make([]frame, size)
	copy(stack, m.stack)
	m.stack = stack
	return nil
}

// room returns the stack with space for a frame at height sp.
func (m *Matcher) room(stack []frame, sp int) ([]frame, error) {
	if sp < len(stack) {
		return stack, nil
	}
	err := m.growStack()
	return m.stack, err
}

// poll takes over a loop's count of steps left, reports steps, and starts to remember failed states when the match has become
// expensive. It returns the new count and the bitmap.
func (m *Matcher) poll(re *Regexp, n, fuel int) (int, []uint64, error) {
	m.fuel = fuel
	err := m.charge()
	if err == nil && m.used >= m.memoAt && m.memo == nil {
		err = m.startMemo(re, n)
	}
	return m.fuel, m.memo, err
}

// startMemo clears the bitmap of failed states and begins to use it.
func (m *Matcher) startMemo(re *Regexp, n int) error {
	m.memoAt = never
	if n >= maxMemoBytes*8/re.memoRows {
		return nil
	}
	words := (re.memoRows*(n+1) + 63) / 64
	if old := len(m.memoBuf); words > old {
		if err := m.grow((words - old) * 8); err != nil {
			return err
		}
		if words <= cap(m.memoBuf) {
			m.memoBuf = m.memoBuf[:words]
		} else {
			m.memoBuf = make([]uint64, words)
		}
	}
	m.memo = m.memoBuf[:words]
	clear(m.memo)
	m.fuel -= words / unitsPerStep
	return nil
}

// literalMatch records a match of a pattern that is only a literal.
func (m *Matcher) literalMatch(at, length int) bool {
	m.regs[0], m.regs[1] = int32(at), int32(at+length)
	m.Captures = m.regs[:2]
	return true
}

// indexASCII finds lit in s from a position on, telling the meter after each block.
func (m *Matcher) indexASCII(s, lit string, from int) (int, error) {
	for from+len(lit) <= len(s) {
		block := s[from:min(len(s), from+searchBlock+len(lit)-1)]
		i := -1
		if len(lit) == 1 {
			i = strings.IndexByte(block, lit[0])
		} else {
			i = strings.Index(block, lit)
		}
		if i >= 0 {
			m.fuel -= i / unitsPerStep
			return from + i, nil
		}
		m.fuel -= len(block) / unitsPerStep
		if m.fuel < 0 {
			if err := m.charge(); err != nil {
				return -1, err
			}
		}
		from += searchBlock
	}
	return -1, nil
}

// indexUTF16 finds lit in s from a position on.
func (m *Matcher) indexUTF16(s, lit []uint16, from int) (int, error) {
	first := lit[0]
	for last := len(s) - len(lit); from <= last; {
		stop := min(last+1, from+searchBlock)
		i := from
		for i < stop && s[i] != first {
			i++
		}
		m.fuel -= (i - from) / unitsPerStep
		if i < stop {
			k := 1
			for k < len(lit) && s[i+k] == lit[k] {
				k++
			}
			if k == len(lit) {
				return i, nil
			}
			m.fuel -= 1 + k/unitsPerStep
			i++
		}
		if m.fuel < 0 {
			if err := m.charge(); err != nil {
				return -1, err
			}
		}
		from = i
	}
	return -1, nil
}

// Size returns how many bytes the matcher holds.
func (m *Matcher) Size() int {
	return 4*(cap(m.regs)+cap(m.Captures)+cap(m.ends)) + frameBytes*cap(m.stack) + 8*cap(m.memoBuf)
}
