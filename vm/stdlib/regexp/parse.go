// This file defines the parser: disjunctions, terms, quantifiers and groups. Escapes are in escape.go, classes in parse_class.go.

package regexp

import (
	"fmt"
	"unicode/utf16"
)

// A parser reads one pattern. The first error is kept in err and moves pos to the end, so every loop stops; the nodes
// returned after that mean nothing.
type parser struct {
	src    []uint16
	pos    int
	err    error
	limits Limits

	flags      Flags
	unicode    bool // u or v: the pattern and the text are code points, and Annex B does not hold
	sets       bool // v
	ignoreCase bool // i, m and s as modifiers have them at pos
	multiline  bool
	dotAll     bool
	checkOnly  bool // only errors are wanted: sets stay empty

	total int  // capture groups in the pattern, without group 0
	named bool // some group has a name, which makes \k special even without u

	groups  int // capture groups opened so far
	names   []Name
	byName  map[string]int // index in names
	pending []*node        // named references to resolve at the end
	depth   int
	spent   int // bytes, against limits.Memory
	kept    int // of them, what the compiled expression keeps
	settled int // what the meter has been told of them

	// Names that could take part in a match together with what follows; see disjunction.
	active map[string]bool
	added  []string

	classes  map[string]*class
	openText *node // the nString at the end of the current alternative that may still grow
}

const eof = -1

// cur returns the code unit at pos.
func (p *parser) cur() int {
	if p.pos < len(p.src) {
		return int(p.src[p.pos])
	}
	return eof
}

func (p *parser) at(offset int) int {
	if p.pos+offset < len(p.src) {
		return int(p.src[p.pos+offset])
	}
	return eof
}

// eat consumes one code unit if it is c.
func (p *parser) eat(c byte) bool {
	if p.cur() == int(c) {
		p.pos++
		return true
	}
	return false
}

// looking reports whether the pattern goes on with s.
func (p *parser) looking(s string) bool {
	for i := range len(s) {
		if p.at(i) != int(s[i]) {
			return false
		}
	}
	return true
}

// char consumes a source character: a code point with the flags u and v, otherwise a code unit.
func (p *parser) char() rune {
	c := rune(p.src[p.pos])
	p.pos++
	if p.unicode && c&0xfc00 == 0xd800 && p.pos < len(p.src) && p.src[p.pos]&0xfc00 == 0xdc00 {
		c = utf16.DecodeRune(c, rune(p.src[p.pos]))
		p.pos++
	}
	return c
}

func (p *parser) fail(offset int, message, hint string) {
	if p.err == nil {
		p.err = &SyntaxError{Message: message, Offset: offset, Hint: hint}
		p.pos = len(p.src)
	}
}

// spend accounts for memory and work in bytes, and fails when the pattern is too expensive.
func (p *parser) spend(n int) {
	p.spent += n
	if p.spent > p.limits.Memory {
		p.fail(min(p.pos, len(p.src)), "Regular expression too large", "the pattern compiles to more than the allowed memory, split it")
	}
	if p.spent-p.settled > settleBytes {
		p.settle()
	}
}

// settleBytes is how much may be spent between two reports to the meter, and bytesPerStep what a step of compiling spends.
const (
	settleBytes  = 64 << 10
	bytesPerStep = 16
)

// settle tells the meter what was spent since the last time.
func (p *parser) settle() {
	n := p.spent - p.settled
	p.settled = p.spent
	if p.limits.Meter == nil || p.err != nil {
		return
	}
	err := p.limits.Meter.Charge(n / bytesPerStep)
	if err == nil {
		err = p.limits.Meter.Grow(n)
	}
	if err != nil {
		p.err = err
		p.pos = len(p.src)
	}
}

func (p *parser) enter(offset int) bool {
	p.depth++
	if p.depth > p.limits.Depth {
		p.fail(offset, "Regular expression too large", fmt.Sprintf("groups and classes may nest %d deep", p.limits.Depth))
		return false
	}
	return p.err == nil
}

// parse reads the whole pattern.
func (p *parser) parse() *node {
	if len(p.src) > p.limits.Pattern {
		p.fail(-1, "Regular expression too large", fmt.Sprintf("the pattern has %d code units, %d are allowed", len(p.src), p.limits.Pattern))
		return nil
	}
	p.countGroups()
	root := p.disjunction()
	if p.err == nil && p.pos < len(p.src) {
		p.fail(p.pos, "Unmatched ')'", `no group is open here; write \) for a literal parenthesis`)
	}
	for _, ref := range p.pending {
		i, ok := p.byName[ref.refName]
		if !ok {
			p.fail(ref.refOffset, fmt.Sprintf("Invalid named capture referenced: no group is named %q", ref.refName), fmt.Sprintf("name one with (?<%s>...)", ref.refName))
			break
		}
		ref.refs = p.names[i].Groups
	}
	return root
}

// countGroups finds how many groups capture, and whether any has a name, which decides what \1 and \k mean before they are defined.
func (p *parser) countGroups() {
	class := 0
	for i := 0; i < len(p.src); i++ {
		switch p.src[i] {
		case '\\':
			i++
		case '[':
			if p.sets || class == 0 {
				class++
			}
		case ']':
			if class > 0 {
				class--
			}
		case '(':
			if class > 0 {
				continue
			}
			rest := p.src[i+1:]
			switch {
			case len(rest) == 0 || rest[0] != '?':
				p.total++
			case len(rest) > 2 && rest[1] == '<' && rest[2] != '=' && rest[2] != '!':
				p.total++
				p.named = true
			}
		}
	}
}

// disjunction reads alternatives up to a closing parenthesis or the end.
//
// A name may appear twice if no match can need both groups, that is, if they are in different alternatives of some disjunction. So
// the names of an alternative are withdrawn at its end and come back when the disjunction is complete.
func (p *parser) disjunction() *node {
	if !p.enter(p.pos) {
		return nil
	}
	defer func() { p.depth-- }()
	mark := len(p.added)
	first := p.alternative()
	if p.cur() != '|' {
		return first
	}
	alts := []*node{first}
	var held []string
	for p.eat('|') {
		for _, name := range p.added[mark:] {
			delete(p.active, name)
			held = append(held, name)
		}
		p.added = p.added[:mark]
		alts = append(alts, p.alternative())
	}
	for _, name := range held {
		p.spend(32)
		p.active[name] = true
		p.added = append(p.added, name)
	}
	return &node{op: nAlt, subs: alts}
}

// alternative reads terms up to a bar, a closing parenthesis or the end.
func (p *parser) alternative() *node {
	var subs []*node
	outer := p.openText
	p.openText = nil
	for {
		switch p.cur() {
		case eof, '|', ')':
			p.openText = outer
			return seq(subs)
		}
		n := p.term()
		if n == nil || p.err != nil {
			continue
		}
		if n == p.openText {
			if len(subs) > 0 && subs[len(subs)-1] == n {
				continue
			}
		} else {
			p.openText = nil
		}
		subs = append(subs, n)
		p.spend(nodeSize)
	}
}

// nodeSize is about what a node and the instructions made of it take.
const nodeSize = 400

// term reads an assertion, or an atom with its quantifier. For a character that only lengthens p.openText it returns that node.
func (p *parser) term() *node {
	start := p.pos
	group := p.groups
	quantifiable := true
	var atom *node
	switch c := p.cur(); c {
	case '^':
		p.pos++
		atom, quantifiable = &node{op: nBegin, multiline: p.multiline}, false
	case '$':
		p.pos++
		atom, quantifiable = &node{op: nEnd, multiline: p.multiline}, false
	case '(':
		atom, quantifiable = p.group()
	case '.':
		p.pos++
		atom = p.dot()
	case '[':
		atom = p.class()
	case '*', '+', '?':
		p.fail(start, fmt.Sprintf("Nothing to repeat before %q", rune(c)), fmt.Sprintf(`write \%c for a literal %q`, c, rune(c)))
		return nil
	case '{':
		if p.unicode {
			p.fail(start, "Nothing to repeat before '{'", `write \{ for a literal brace`)
			return nil
		}
		if _, _, n := p.braces(); n > 0 {
			p.fail(start, "Nothing to repeat before '{'", `write \{ for a literal brace`)
			return nil
		}
		p.pos++
		return p.character('{')
	case '}', ']':
		if p.unicode {
			p.fail(start, fmt.Sprintf("Lone quantifier brackets: %q opens nowhere", rune(c)), fmt.Sprintf(`with the flag u or v write \%c for a literal %q`, c, rune(c)))
			return nil
		}
		p.pos++
		return p.character(rune(c))
	case '\\':
		switch p.at(1) {
		case 'b':
			p.pos += 2
			atom, quantifiable = &node{op: nWordB, foldCase: p.ignoreCase}, false
		case 'B':
			p.pos += 2
			atom, quantifiable = &node{op: nNotWordB, foldCase: p.ignoreCase}, false
		default:
			var char rune
			atom, char = p.atomEscape()
			if p.err == nil && atom == nil {
				return p.character(char)
			}
		}
	default:
		return p.character(p.char())
	}
	if p.err != nil {
		return nil
	}
	return p.quantified(atom, start, group, quantifiable)
}

// character makes the node of a literal character that has just been read.
func (p *parser) character(c rune) *node {
	if p.err != nil {
		return nil
	}
	set := charset{{c, c}}
	if p.ignoreCase {
		set = orbit(orbitTable(p.unicode), c)
	}
	if p.quantifierAhead() {
		return p.quantified(&node{op: nSet, cls: p.newClass(set)}, p.pos, p.groups, true)
	}
	surrogate := p.unicode && c&^0x7ff == 0xd800
	if _, ok := set.single(); ok && !surrogate {
		text := p.text()
		before := len(text.lit)
		text.lit = utf16.AppendRune(text.lit, c)
		if c&^0x7ff == 0xd800 { // AppendRune would replace it
			text.lit[before] = uint16(c)
		}
		if text.alt != nil {
			text.alt = append(text.alt, text.lit[before:]...)
		}
		return text
	}
	if a, b, ok := set.pair(); ok && b <= 0xffff && !surrogate {
		text := p.text()
		if text.alt == nil {
			text.alt = append(make([]uint16, 0, 16), text.lit...)
		}
		text.lit = append(text.lit, uint16(a))
		text.alt = append(text.alt, uint16(b))
		return text
	}
	p.openText = nil
	return &node{op: nSet, cls: p.newClass(set)}
}

// text returns the string node that is being collected.
func (p *parser) text() *node {
	p.spend(8)
	if p.openText == nil {
		p.openText = &node{op: nString}
	}
	return p.openText
}

func (p *parser) quantifierAhead() bool {
	switch p.cur() {
	case '*', '+', '?':
		return true
	case '{':
		if p.unicode {
			return true
		}
		_, _, n := p.braces()
		return n > 0
	}
	return false
}

// braces reads a quantifier in braces without consuming it: its bounds and its length in code units, 0 when it is none.
func (p *parser) braces() (lo, hi, length int) {
	i := 1
	number := func() (value int, ok bool) {
		from := i
		for c := p.at(i); '0' <= c && c <= '9'; c = p.at(i) {
			value = appendDigit(value, c)
			i++
		}
		return value, i > from
	}
	lo, ok := number()
	if !ok {
		return 0, 0, 0
	}
	hi = lo
	if p.at(i) == ',' {
		i++
		if hi, ok = number(); !ok {
			hi = unbounded
		}
	}
	if p.at(i) != '}' {
		return 0, 0, 0
	}
	return lo, hi, i + 1
}

// appendDigit returns ten times a number plus a decimal digit, unbounded at most.
func appendDigit(value, digit int) int {
	if value > (unbounded-9)/10 {
		return unbounded
	}
	return value*10 + digit - '0'
}

// quantified reads the quantifier after an atom, if there is one.
func (p *parser) quantified(atom *node, start, firstGroup int, quantifiable bool) *node {
	at := p.pos
	var lo, hi int
	switch p.cur() {
	case '*':
		lo, hi = 0, unbounded
		p.pos++
	case '+':
		lo, hi = 1, unbounded
		p.pos++
	case '?':
		lo, hi = 0, 1
		p.pos++
	case '{':
		var n int
		lo, hi, n = p.braces()
		if n == 0 {
			if p.unicode {
				p.fail(at, "Incomplete quantifier", `with the flag u or v write \{ for a literal brace`)
			}
			return atom
		}
		if lo > hi {
			p.fail(at, "numbers out of order in {} quantifier", "the lower bound comes first")
			return nil
		}
		p.pos += n
	default:
		return atom
	}
	if !quantifiable {
		p.fail(at, "Nothing to repeat: an assertion cannot have a quantifier", "put the assertion into a group (?:...), or remove the quantifier")
		return nil
	}
	greedy := !p.eat('?')
	switch {
	case hi == 0:
		return &node{op: nEmpty}
	case lo == 1 && hi == 1, atom.op == nEmpty:
		return atom
	}
	p.spend(nodeSize)
	return &node{op: nLoop, min: lo, max: hi, greedy: greedy, sub: atom, firstGroup: firstGroup + 1, groups: p.groups - firstGroup}
}

// group reads everything that begins with a parenthesis. The second result tells whether it may be quantified.
func (p *parser) group() (*node, bool) {
	start := p.pos
	p.pos++
	n := &node{op: nGroup}
	quantifiable := true
	switch {
	case p.cur() != '?':
		p.groups++
		n.group = p.groups
	case p.looking("?:"):
		p.pos += 2
		n = nil
	case p.looking("?="), p.looking("?!"):
		n.op, n.negative = nLook, p.at(1) == '!'
		p.pos += 2
		quantifiable = !p.unicode
	case p.looking("?<="), p.looking("?<!"):
		n.op, n.behind, n.negative = nLook, true, p.at(2) == '!'
		p.pos += 3
		quantifiable = false
	case p.looking("?<"):
		p.pos += 2
		p.groups++
		n.group = p.groups
		p.nameGroup(n.group)
	default:
		return p.modifierGroup(start), true
	}
	body := p.groupBody(start)
	if n == nil {
		return body, quantifiable
	}
	n.sub = body
	return n, quantifiable
}

// groupBody reads the disjunction of a group and its closing parenthesis.
func (p *parser) groupBody(start int) *node {
	body := p.disjunction()
	if p.err == nil && !p.eat(')') {
		p.fail(start, "Unterminated group", `close it with ")", or write \( for a literal parenthesis`)
	}
	return body
}

// modifierGroup reads (?ims-ims:…).
func (p *parser) modifierGroup(start int) *node {
	p.pos++
	var seen, set [2]Flags // [0] before the dash, [1] after
	part := 0
	for p.cur() != ':' {
		at := p.pos
		var f Flags
		switch p.cur() {
		case 'i':
			f = IgnoreCase
		case 'm':
			f = Multiline
		case 's':
			f = DotAll
		case '-':
			if part == 1 {
				p.fail(at, "Invalid group: multiple dashes in flag group", "write (?ims-ims:...)")
				return nil
			}
			part = 1
			p.pos++
			continue
		default:
			p.fail(start, "Invalid group", "after (? comes one of : = ! <= <! <name> or the modifiers i m s with a colon; write \\( for a literal parenthesis")
			return nil
		}
		if (seen[0]|seen[1])&f != 0 {
			p.fail(at, "Invalid group: repeated flag in flag group", "name each modifier once")
			return nil
		}
		seen[part] |= f
		set[part] |= f
		p.pos++
	}
	if part == 1 && set[0]|set[1] == 0 {
		p.fail(start, "Invalid group: no flags in flag group", "write (?:...) for a group without modifiers")
		return nil
	}
	p.pos++
	i, m, s := p.ignoreCase, p.multiline, p.dotAll
	apply := func(on bool, f Flags) bool { return (on || set[0]&f != 0) && set[1]&f == 0 }
	p.ignoreCase, p.multiline, p.dotAll = apply(i, IgnoreCase), apply(m, Multiline), apply(s, DotAll)
	body := p.groupBody(start)
	p.ignoreCase, p.multiline, p.dotAll = i, m, s
	return body
}

// nameGroup reads the rest of (?<name> and records the name.
func (p *parser) nameGroup(group int) {
	at := p.pos
	name := p.groupName()
	if p.err != nil {
		return
	}
	if p.active[name] {
		p.fail(at, fmt.Sprintf("Duplicate capture group name %q", name), "a name may be used again only in another alternative")
		return
	}
	if p.active == nil {
		p.active = map[string]bool{}
		p.byName = map[string]int{}
	}
	p.active[name] = true
	p.added = append(p.added, name)
	i, ok := p.byName[name]
	if !ok {
		i = len(p.names)
		p.byName[name] = i
		p.names = append(p.names, Name{Name: name})
	}
	p.names[i].Groups = append(p.names[i].Groups, group)
}

// dot makes the node of a dot under the current modifiers.
func (p *parser) dot() *node {
	if p.dotAll {
		return &node{op: nSet, cls: p.newClass(allChars)}
	}
	return &node{op: nSet, cls: p.newClass(dotSet)}
}

// newClass returns the class of a set, the same for equal sets.
func (p *parser) newClass(set charset) *class {
	if p.checkOnly {
		return nil
	}
	if c := commonClass(set); c != nil {
		return c
	}
	key := make([]byte, 0, 64)
	for _, s := range set {
		key = append(key, byte(s.lo), byte(s.lo>>8), byte(s.lo>>16), byte(s.hi), byte(s.hi>>8), byte(s.hi>>16))
	}
	p.spend(len(key))
	if c, ok := p.classes[string(key)]; ok {
		return c
	}
	if p.classes == nil {
		p.classes = map[string]*class{}
	}
	c := newClass(set)
	p.spend(c.size())
	p.kept += c.size()
	p.classes[string(key)] = c
	return c
}
