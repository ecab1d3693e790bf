// This file defines the parsing of escapes: characters, classes, properties and backreferences.

package regexp

import (
	"fmt"
	"unicode/utf16"
)

// atomEscape reads an escape outside a class. It returns either a node or, with a nil node, a character.
func (p *parser) atomEscape() (*node, rune) {
	start := p.pos
	p.pos++ // the backslash
	switch c := p.cur(); {
	case c == eof:
		p.fail(start, `\ at end of pattern`, `write \\ for a literal backslash`)
		return nil, 0
	case '1' <= c && c <= '9':
		if n := p.numericReference(start); n != nil {
			return n, 0
		}
		if p.err != nil {
			return nil, 0
		}
	case c == 'k' && (p.unicode || p.named):
		return p.namedReference(start), 0
	default:
		if set, strs, ok := p.classEscape(start); ok {
			if p.sets && len(strs) > 0 {
				return p.stringsNode(set, strs), 0
			}
			return &node{op: nSet, cls: p.newClass(p.closed(set))}, 0
		}
	}
	return nil, p.characterEscape(start, false)
}

// closed returns what a set matches: under i everything that canonicalizes like a member.
func (p *parser) closed(set charset) charset {
	if !p.ignoreCase || p.checkOnly || len(set) == 1 && set[0] == allChars[0] {
		return set
	}
	p.spend(8*len(set) + 1024)
	return closeOver(orbitTable(p.unicode), set)
}

// numericReference reads \N. Without the flags u and v a number above the count of groups is no reference: nil, nothing consumed.
func (p *parser) numericReference(start int) *node {
	value, i := 0, 0
	for c := p.at(i); '0' <= c && c <= '9'; c = p.at(i) {
		value = appendDigit(value, c)
		i++
	}
	if value > p.total {
		if p.unicode {
			p.fail(start, fmt.Sprintf("Invalid escape: the pattern has no group %d", value), fmt.Sprintf("it has %d capture groups; write \\xHH for a character code", p.total))
		}
		return nil
	}
	p.pos += i
	return &node{op: nBackref, refs: []int{value}, foldCase: p.ignoreCase}
}

func (p *parser) namedReference(start int) *node {
	p.pos++
	if !p.eat('<') {
		p.fail(start, "Invalid named reference", `write \k<name>`)
		return nil
	}
	name := p.groupName()
	n := &node{op: nBackref, refName: name, refOffset: start, foldCase: p.ignoreCase}
	p.pending = append(p.pending, n)
	return n
}

// groupName reads a name and the closing angle bracket. Names are identifiers; surrogate pairs are one character with any flags.
func (p *parser) groupName() string {
	start := p.pos
	var name []rune
	for p.err == nil {
		at := p.pos
		if p.cur() == eof {
			break
		}
		c := rune(p.src[p.pos])
		p.pos++
		switch {
		case c == '>' && len(name) > 0:
			return string(name)
		case c == '\\':
			if !p.eat('u') {
				p.fail(at, "Invalid Unicode escape in a capture group name", "")
				return ""
			}
			var ok bool
			if c, ok = p.unicodeEscape(true); !ok {
				p.fail(at, "Invalid Unicode escape in a capture group name", `write \uXXXX or \u{X}`)
				return ""
			}
		case c&0xfc00 == 0xd800 && p.cur()&0xfc00 == 0xdc00 && p.cur() != eof:
			c = utf16.DecodeRune(c, rune(p.src[p.pos]))
			p.pos++
		}
		if !isNameChar(c, len(name) == 0) {
			break
		}
		name = append(name, c)
	}
	p.fail(start, "Invalid capture group name", `write (?<name>...) with a name like an identifier, or (?:...) for a group without one`)
	return ""
}

func isNameChar(c rune, first bool) bool {
	switch {
	case c < 128:
		return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '$' || c == '_' || !first && '0' <= c && c <= '9'
	case !first && (c == 0x200c || c == 0x200d):
		return true
	}
	name := "ID_Continue"
	if first {
		name = "ID_Start"
	}
	id, _ := findProperty(name, "", false, false)
	return id.set().contains(c)
}

// classEscape reads \d \D \s \S \w \W \p{…} \P{…} after the backslash, as a set that is not yet closed under case except where
// class expressions need it (flag v), and strings for a property of strings. It consumes nothing when the escape is another one.
func (p *parser) classEscape(start int) (set charset, strs [][]rune, ok bool) {
	var negated bool
	switch c := p.cur(); c {
	case 'd', 'D':
		set, negated = digitSet, c == 'D'
	case 's', 'S':
		set, negated = spaceSet, c == 'S'
	case 'w', 'W':
		set, negated = wordSet, c == 'W'
		if p.unicode && p.ignoreCase {
			set = wordSetFolded
		}
	case 'p', 'P':
		if !p.unicode {
			return nil, nil, false
		}
		p.pos++
		set, strs = p.propertyEscape(start, c == 'P')
		return set, strs, true
	default:
		return nil, nil, false
	}
	p.pos++
	return p.operand(set, negated), nil, true
}

// operand prepares a set for class expressions: under v and i it is closed before it is negated, under u negated before it is closed.
func (p *parser) operand(set charset, negated bool) charset {
	if p.sets {
		set = p.closed(set)
	}
	if negated {
		set = set.negate()
	}
	return set
}

// propertyEscape reads {Name} or {Name=Value} after \p or \P.
func (p *parser) propertyEscape(start int, negated bool) (charset, [][]rune) {
	word := func() string {
		from := p.pos
		for c := p.cur(); c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'; c = p.cur() {
			p.pos++
		}
		return string(utf16.Decode(p.src[from:p.pos]))
	}
	const hint = `write \p{Name} or \p{Name=Value}, for example \p{L}, \p{Lu}, \p{Script=Greek}, \p{Alphabetic}`
	if !p.eat('{') {
		p.fail(start, "Invalid property name", hint)
		return nil, nil
	}
	name := word()
	var value string
	hasValue := p.eat('=')
	if hasValue {
		value = word()
	}
	closed := p.eat('}')
	prop, ok := findProperty(name, value, hasValue, p.sets)
	if !closed || !ok {
		if _, strings := sequenceProperty(name); ok || strings {
			p.fail(start, "Invalid property name", `properties of strings need the flag v`)
		}
		p.fail(start, "Invalid property name", hint)
		return nil, nil
	}
	if prop.kind == propStrings && negated {
		p.fail(start, "Invalid property name: a property of strings cannot be negated", `write \p, or exclude its strings with --`)
		return nil, nil
	}
	if p.checkOnly {
		if prop.kind == propStrings {
			return nil, [][]rune{nil}
		}
		return nil, nil
	}
	set, strs := prop.set(), prop.strings()
	p.spend(8*len(set) + 64*len(strs))
	return p.operand(set, negated), strs
}

// characterEscape reads a character after the backslash at start. It covers Annex B when neither u nor v is on.
func (p *parser) characterEscape(start int, inClass bool) rune {
	c := p.cur()
	switch c {
	case eof:
		p.fail(start, `\ at end of pattern`, `write \\ for a literal backslash`)
		return 0
	case 'f', 'n', 'r', 't', 'v':
		p.pos++
		return controlChar(byte(c))
	case 'c':
		return p.controlEscape(start, inClass)
	case 'x':
		p.pos++
		if v, ok := p.hex(2); ok {
			return v
		}
		if p.unicode {
			p.fail(start, "Invalid escape", `write \xHH with two hexadecimal digits`)
		}
		return 'x'
	case 'u':
		p.pos++
		if v, ok := p.unicodeEscape(p.unicode); ok {
			return v
		}
		if p.unicode {
			p.fail(start, "Invalid Unicode escape", `write \uXXXX with four hexadecimal digits or \u{X} up to 10FFFF`)
		}
		return 'u'
	case '0', '1', '2', '3', '4', '5', '6', '7':
		next := p.at(1)
		if !p.unicode {
			return p.octal()
		}
		if c == '0' && (next < '0' || next > '9') {
			p.pos++
			return 0
		}
		p.fail(start, "Invalid decimal escape", `with the flag u or v write \xHH for a character code`)
		return 0
	}
	return p.identityEscape(start, inClass)
}

func controlChar(c byte) rune {
	switch c {
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return '\v'
}

// controlEscape reads \cX. Where Annex B sees no control letter the backslash stands for itself and the c is read again.
func (p *parser) controlEscape(start int, inClass bool) rune {
	next := p.at(1)
	letter := 'a' <= next|0x20 && next|0x20 <= 'z'
	if letter || !p.unicode && inClass && ('0' <= next && next <= '9' || next == '_') {
		p.pos += 2
		return rune(next & 31)
	}
	if p.unicode {
		p.fail(start, "Invalid Unicode escape: \\c needs a letter", `write \cA to \cZ`)
	}
	return '\\'
}

// octal reads up to three octal digits of value at most 0377.
func (p *parser) octal() rune {
	v := 0
	for i := 0; i < 3; i++ {
		c := p.cur()
		if c < '0' || c > '7' || v*8+c-'0' > 0377 {
			break
		}
		v = v*8 + c - '0'
		p.pos++
	}
	return rune(v)
}

// identityEscape reads an escaped character that stands for itself.
func (p *parser) identityEscape(start int, inClass bool) rune {
	c := p.cur()
	if !p.unicode {
		if c == 'k' && p.named {
			p.fail(start, "Invalid escape: \\k in a pattern with named groups", `write \k<name> outside a class, or k`)
			return 0
		}
		p.pos++
		return rune(c)
	}
	ok := isSyntaxChar(c) || c == '/' || inClass && c == '-'
	if inClass && p.sets {
		ok = ok || isSetPunctuator(c)
	}
	if !ok {
		char := p.char()
		p.fail(start, fmt.Sprintf("Invalid escape of %q", char), fmt.Sprintf("with the flag u or v only punctuation that means something can be escaped, write %c", char))
		return 0
	}
	p.pos++
	return rune(c)
}

func isSyntaxChar(c int) bool {
	switch c {
	case '^', '$', '\\', '.', '*', '+', '?', '(', ')', '[', ']', '{', '}', '|':
		return true
	}
	return false
}

// hex reads exactly n hexadecimal digits, or nothing.
func (p *parser) hex(n int) (rune, bool) {
	v := rune(0)
	for i := range n {
		d := hexDigit(p.at(i))
		if d < 0 {
			return 0, false
		}
		v = v<<4 | rune(d)
	}
	p.pos += n
	return v, true
}

func hexDigit(c int) int {
	switch {
	case '0' <= c && c <= '9':
		return c - '0'
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10
	}
	return -1
}

// unicodeEscape reads XXXX or, with full, also {X…} and a surrogate pair of two escapes, after \u. It consumes nothing on failure.
func (p *parser) unicodeEscape(full bool) (rune, bool) {
	start := p.pos
	if full && p.eat('{') {
		v := rune(0)
		digits := 0
		for d := hexDigit(p.cur()); d >= 0; d = hexDigit(p.cur()) {
			v = min(v<<4|rune(d), maxRune+1)
			p.pos++
			digits++
		}
		if digits == 0 || v > maxRune || !p.eat('}') {
			p.pos = start
			return 0, false
		}
		return v, true
	}
	v, ok := p.hex(4)
	if !ok || !full || v&0xfc00 != 0xd800 || !p.looking(`\u`) {
		return v, ok
	}
	after := p.pos
	p.pos += 2
	if w, ok := p.hex(4); ok && w&0xfc00 == 0xdc00 {
		return utf16.DecodeRune(v, w), true
	}
	p.pos = after
	return v, true
}
