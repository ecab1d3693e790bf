// This file defines the parsing of character classes under the flag v: nesting, set operations, and strings.

package regexp

import (
	"fmt"
	"slices"
)

// A classSet is the value of a class expression: characters and strings. Under i its characters are closed under case and its strings
// canonical, so the operations need not think of case.
type classSet struct {
	chars charset
	strs  [][]rune // none of exactly one character; in lexical order, without duplicates
	// mayHaveStrings is what the grammar says, whatever the operations left: it decides whether the class can be negated.
	mayHaveStrings bool
}

// setClass reads a class and makes a node of it.
func (p *parser) setClass() *node {
	s := p.nestedClass()
	if p.err != nil || p.checkOnly {
		return &node{op: nSet}
	}
	if len(s.strs) > 0 {
		return p.stringsNode(s.chars, s.strs)
	}
	return &node{op: nSet, cls: p.newClass(p.closed(s.chars))}
}

// stringsNode makes the node of a set with strings.
func (p *parser) stringsNode(chars charset, strs [][]rune) *node {
	n := &node{op: nStrings}
	if p.checkOnly {
		return n
	}
	chars = p.closed(chars)
	n.strs = p.canonicalStrings(strs)
	if p.ignoreCase {
		n.foldTable = orbitTable(true)
	}
	n.cls = p.newClass(chars)
	for _, s := range n.strs {
		p.spend(40 + 20*len(s)) // for the trie
	}
	return n
}

// canonicalStrings sorts strings and, under i, canonicalizes them.
func (p *parser) canonicalStrings(strs [][]rune) [][]rune {
	for _, s := range strs {
		p.spend(24 + 4*len(s))
	}
	if p.err != nil {
		return nil
	}
	if !p.ignoreCase && ascending(strs) {
		return strs
	}
	out := slices.Clone(strs)
	if p.ignoreCase {
		table := orbitTable(true)
		for i, s := range out {
			folded := make([]rune, len(s))
			for j, c := range s {
				folded[j] = canonical(table, c)
			}
			out[i] = folded
		}
	}
	slices.SortFunc(out, slices.Compare)
	return slices.CompactFunc(out, slices.Equal)
}

// ascending reports whether strings are in order without duplicates.
func ascending(strs [][]rune) bool {
	for i := 1; i < len(strs); i++ {
		if slices.Compare(strs[i-1], strs[i]) >= 0 {
			return false
		}
	}
	return true
}

// nestedClass reads a class from its opening bracket to its closing one.
func (p *parser) nestedClass() classSet {
	start := p.pos
	if !p.enter(start) {
		return classSet{}
	}
	defer func() { p.depth-- }()
	p.pos++
	negated := p.eat('^')
	s := p.classContents(start)
	if p.err == nil && !p.eat(']') {
		p.unterminatedClass(start)
	}
	if p.err != nil || !negated {
		return s
	}
	if s.mayHaveStrings {
		p.fail(start, "Negated character class may contain strings", "only a class of single characters can be negated")
	}
	s.chars = s.chars.negate()
	p.spend(8 * len(s.chars))
	return s
}

const setHint = "mix operations by nesting: [[a-z]&&[^aeiou]], [\\w--[0-9]]"

// classContents reads a union, an intersection or a subtraction up to the closing bracket.
func (p *parser) classContents(start int) classSet {
	if p.cur() == ']' {
		return classSet{}
	}
	first, isRange := p.setOperandOrRange(start)
	switch {
	case p.err != nil:
		return classSet{}
	case p.looking("&&"), p.looking("--"):
		if isRange {
			p.fail(p.pos, "Invalid set operation in character class: a range is no operand", "put the range into brackets: [[a-z]&&...]")
			return classSet{}
		}
		return p.setOperations(start, first)
	}
	return p.setUnion(start, first)
}

// setUnion reads the members after the first one.
func (p *parser) setUnion(start int, first classSet) classSet {
	var spans []span
	large := first.chars
	strs := first.strs
	may := first.mayHaveStrings
	for p.err == nil && p.cur() != ']' {
		if p.looking("&&") || p.looking("--") {
			p.fail(p.pos, "Invalid set operation in character class", setHint)
			break
		}
		next, _ := p.setOperandOrRange(start)
		if len(next.chars) > 16 {
			large = large.union(next.chars)
			p.spend(8 * len(large))
		} else {
			spans = append(spans, next.chars...)
		}
		strs = append(strs[:len(strs):len(strs)], next.strs...)
		may = may || next.mayHaveStrings
		p.spend(8*len(next.chars) + 24*len(next.strs))
	}
	if p.err != nil {
		return classSet{}
	}
	return classSet{normalize(spans).union(large), p.canonicalStrings(strs), may}
}

// setOperations reads a chain of one operator.
func (p *parser) setOperations(start int, s classSet) classSet {
	op := p.cur()
	for p.err == nil && p.cur() != ']' {
		if p.cur() != op || p.at(1) != op {
			p.fail(p.pos, "Invalid set operation in character class", setHint)
			break
		}
		p.pos += 2
		if op == '&' && p.cur() == '&' {
			p.fail(p.pos, "Invalid character in character class", `write \& for a literal ampersand`)
			break
		}
		t := p.setOperand(start)
		if p.err != nil {
			break
		}
		p.spend(8*(len(s.chars)+len(t.chars)) + 24*len(s.strs))
		if op == '&' {
			s.chars = s.chars.intersect(t.chars)
			s.mayHaveStrings = s.mayHaveStrings && t.mayHaveStrings
		} else {
			s.chars = s.chars.subtract(t.chars)
		}
		s.strs = slices.DeleteFunc(slices.Clone(s.strs), func(str []rune) bool {
			_, found := slices.BinarySearchFunc(t.strs, str, slices.Compare)
			return found == (op == '-')
		})
	}
	return s
}

// setOperandOrRange reads a range or an operand.
func (p *parser) setOperandOrRange(start int) (classSet, bool) {
	at := p.pos
	lo, isChar, s := p.setAtom(start)
	if !isChar || p.err != nil {
		return s, false
	}
	if p.cur() != '-' || p.at(1) == '-' {
		return p.charOperand(lo), false
	}
	p.pos++
	switch p.cur() {
	case eof:
		p.unterminatedClass(start)
		return classSet{}, false
	case ']':
		p.fail(p.pos-1, "Invalid character in character class: '-' must be escaped with the flag v", `write \-`)
		return classSet{}, false
	}
	hi, isChar, _ := p.setAtom(start)
	switch {
	case p.err != nil:
		return classSet{}, false
	case !isChar:
		p.fail(at, "Invalid character class: only characters can bound a range", `write \- for a literal hyphen`)
		return classSet{}, false
	case lo > hi:
		p.fail(at, "Range out of order in character class", `write the lower character first, or \- for a literal hyphen`)
		return classSet{}, false
	}
	return classSet{chars: p.closed(charset{{lo, hi}})}, true
}

func (p *parser) charOperand(c rune) classSet { return classSet{chars: p.closed(charset{{c, c}})} }

// setOperand reads an operand of && or --.
func (p *parser) setOperand(start int) classSet {
	c, isChar, s := p.setAtom(start)
	if isChar && p.err == nil {
		return p.charOperand(c)
	}
	return s
}

// setAtom reads a character, or an operand that is a set of its own: a nested class, a class escape, \q{…}.
func (p *parser) setAtom(start int) (char rune, isChar bool, s classSet) {
	at := p.pos
	switch {
	case p.cur() == eof:
		p.unterminatedClass(start)
		return 0, false, s
	case p.cur() == '[':
		return 0, false, p.nestedClass()
	case p.cur() == '\\' && p.at(1) == 'q':
		p.pos += 2
		return 0, false, p.classStrings(at)
	case p.cur() == '\\':
		p.pos++
		set, strs, ok := p.classEscape(at)
		if ok {
			return 0, false, classSet{set, p.canonicalStrings(strs), len(strs) > 0}
		}
		p.pos = at
	}
	return p.setCharacter(), true, s
}

// setCharacter reads one character of a class or of \q{…}.
func (p *parser) setCharacter() rune {
	at := p.pos
	c := p.cur()
	if c == '\\' {
		p.pos++
		if p.eat('b') {
			return '\b'
		}
		return p.characterEscape(at, true)
	}
	switch c {
	case '(', ')', '[', ']', '{', '}', '/', '-', '|':
		p.fail(at, fmt.Sprintf("Invalid character in character class: %q must be escaped with the flag v", rune(c)), fmt.Sprintf(`write \%c`, c))
		return 0
	}
	if c == p.at(1) && isReservedDouble(c) {
		p.fail(at, fmt.Sprintf("Invalid set operation in character class: %c%c is reserved with the flag v", c, c), fmt.Sprintf(`write \%c\%c`, c, c))
		return 0
	}
	return p.char()
}

// classStrings reads {…|…} after \q.
func (p *parser) classStrings(start int) classSet {
	var s classSet
	if !p.eat('{') {
		p.fail(start, `Invalid escape: \q needs strings`, `write \q{ab|cd}`)
		return s
	}
	var spans []span
	var strs [][]rune
	str := []rune{}
	for p.err == nil {
		c := p.cur()
		switch c {
		case eof:
			p.fail(start, "Invalid escape: \\q{ is not closed", `write \q{ab|cd}`)
			return s
		case '|', '}':
			p.pos++
			if len(str) == 1 {
				spans = append(spans, p.charOperand(str[0]).chars...)
			} else {
				strs = append(strs, str)
				s.mayHaveStrings = true
			}
			str = []rune{}
			if c == '}' {
				s.chars, s.strs = normalize(spans), p.canonicalStrings(strs)
				return s
			}
		default:
			p.spend(4)
			str = append(str, p.setCharacter())
		}
	}
	return s
}

func isReservedDouble(c int) bool {
	switch c {
	case '&', '!', '#', '$', '%', '*', '+', ',', '.', ':', ';', '<', '=', '>', '?', '@', '^', '`', '~':
		return true
	}
	return false
}

// isSetPunctuator tells the characters that may be escaped in a class only because of the flag v.
func isSetPunctuator(c int) bool {
	switch c {
	case '&', '-', '!', '#', '%', ',', ':', ';', '<', '=', '>', '@', '`', '~':
		return true
	}
	return false
}
