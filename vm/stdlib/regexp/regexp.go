// This file defines the exported face of compiled expressions.

package regexp

import "unicode/utf16"

// A Regexp is a compiled pattern. It is immutable and may be used by any number of goroutines, each with a [Matcher] of its own.
type Regexp struct {
	code    []inst
	flags   Flags
	unicode bool
	groups  int // with group 0
	regs    int
	names   []Name
	search  search
	size    int

	memoRows  int
	exactMemo bool
}

// A Name is a group name with the numbers of the groups that have it, in the order of the pattern. More than one group can have
// a name when they are in different alternatives; then at most one of them takes part in a match.
type Name struct {
	Name   string
	Groups []int
}

// CompileString compiles a pattern given as WTF-8: UTF-8 in which a lone surrogate is encoded in three bytes of its own. A
// pattern or flags that the language rejects give a *SyntaxError, an error of limits.Meter is returned as it is.
func CompileString(pattern, flags string, limits Limits) (*Regexp, error) {
	if limits = limits.withDefaults(); len(pattern) > 4*limits.Pattern {
		pattern = pattern[:4*limits.Pattern] // too long in any case, and the parser will say so
	}
	return CompileUTF16(decodeWTF8(pattern), flags, limits)
}

// CompileUTF16 compiles a pattern given as UTF-16 code units. It does not keep the slice.
func CompileUTF16(pattern []uint16, flags string, limits Limits) (*Regexp, error) {
	p, err := newParser(pattern, flags, limits)
	if err != nil {
		return nil, err
	}
	root := p.parse()
	if p.err != nil {
		return nil, p.err
	}
	s := simplifier{newClass: p.newClass}
	root = s.node(root, false)
	root.analyze(p.unicode)
	c := &compiler{unicode: p.unicode, regs: 2 * (p.total + 1), limit: p.limits.Memory - p.spent}
	c.node(root, context{follow: everything, sure: true})
	c.emit(inst{op: opMatch})
	p.spend(c.size)
	p.settle()
	if p.err != nil {
		return nil, p.err
	}
	if c.hasRefs {
		c.dropMemos()
	}
	re := &Regexp{
		code: c.code, flags: p.flags, unicode: p.unicode, groups: p.total + 1, regs: c.regs, names: p.names,
		search: newSearch(root), size: p.kept + c.size, memoRows: c.memos, exactMemo: c.exactMemo,
	}
	return re, nil
}

// Validate reports the early errors of a pattern, given as WTF-8, and of its flags without compiling it.
func Validate(pattern, flags string, limits Limits) error {
	p, err := newParser(decodeWTF8(pattern), flags, limits)
	if err != nil {
		return err
	}
	p.checkOnly = true
	p.parse()
	p.settle()
	return p.err
}

func newParser(pattern []uint16, flags string, limits Limits) (*parser, error) {
	f, err := ParseFlags(flags)
	if err != nil {
		return nil, err
	}
	return &parser{
		src: pattern, limits: limits.withDefaults(), flags: f, unicode: f.fullUnicode(), sets: f.Has(UnicodeSets),
		ignoreCase: f.Has(IgnoreCase), multiline: f.Has(Multiline), dotAll: f.Has(DotAll),
	}, nil
}

// Flags returns the flags that the expression was compiled with.
func (re *Regexp) Flags() Flags { return re.flags }

// NumGroups returns the number of groups, the whole match as group 0 included.
func (re *Regexp) NumGroups() int { return re.groups }

// GroupNames returns the names of groups in the order of their first appearance. The caller must not change the result.
func (re *Regexp) GroupNames() []Name { return re.names }

// Size returns about how many bytes the compiled expression keeps.
func (re *Regexp) Size() int { return re.size }

// maxReachPasses bounds the work of dropMemos; more than a few passes need as many nested loops.
const maxReachPasses = 10

// dropMemos takes the rows away from all states from which a backreference can be reached: whether they fail depends on more than
// the position.
func (c *compiler) dropMemos() {
	reaches := make([]bool, len(c.code)+1)
	for passes, changed := 0, true; changed; passes++ {
		changed = false
		if passes == maxReachPasses {
			for pc := range reaches {
				reaches[pc] = true
			}
		}
		for pc := len(c.code) - 1; pc >= 0; pc-- {
			if !reaches[pc] && c.reachesRef(pc, reaches) {
				reaches[pc], changed = true, true
			}
		}
	}
	for pc := range c.code {
		if reaches[pc] {
			c.code[pc].memo = -1
		}
	}
}

func (c *compiler) reachesRef(pc int, reaches []bool) bool {
	in := &c.code[pc]
	switch in.op {
	case opBackref:
		return true
	case opMatch:
		return false
	case opJump:
		return reaches[in.x]
	case opSplit:
		return reaches[in.x] || reaches[in.y]
	case opLook:
		return reaches[pc+1] || reaches[in.x]
	case opCountSplit:
		return reaches[pc+1] || reaches[in.aux.target]
	case opCountLoop:
		return reaches[in.aux.target]
	case opDispatch:
		for _, t := range in.aux.targets {
			if t >= 0 && reaches[t] {
				return true
			}
		}
		return false
	}
	return reaches[pc+1]
}

// decodeWTF8 decodes WTF-8; bytes that are not of it become U+FFFD.
func decodeWTF8(s string) []uint16 {
	out := make([]uint16, 0, len(s))
	for i, c := range s {
		if c == 0xfffd && i+2 < len(s) && s[i] == 0xed && s[i+1]&0xe0 == 0xa0 && s[i+2]&0xc0 == 0x80 {
			out = append(out, 0xd000|uint16(s[i+1]&0x3f)<<6|uint16(s[i+2]&0x3f))
			continue
		}
		if c == 0xfffd && i > 0 && isSurrogateTail(s, i) {
			continue
		}
		out = utf16.AppendRune(out, c)
	}
	return out
}

// isSurrogateTail reports whether the byte at i is the second or third of an encoded surrogate.
func isSurrogateTail(s string, i int) bool {
	for k := 1; k <= 2 && k <= i; k++ {
		j := i - k
		if s[j] == 0xed && j+2 < len(s) && s[j+1]&0xe0 == 0xa0 && s[j+2]&0xc0 == 0x80 {
			return true
		}
	}
	return false
}
