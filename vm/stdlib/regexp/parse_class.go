// This file defines the parsing of character classes without the flag v, Annex B included.

package regexp

// class reads a character class.
func (p *parser) class() *node {
	if p.sets {
		return p.setClass()
	}
	start := p.pos
	p.pos++
	negated := p.eat('^')
	var spans []span  // of characters and small sets, in any order
	var large charset // what sorting would cost too much for
	add := func(set charset) {
		p.spend(8 * len(set))
		if len(set) > 16 {
			large = large.union(set)
			p.spend(8 * len(large))
		} else {
			spans = append(spans, set...)
		}
	}
	for {
		if p.cur() == eof {
			p.unterminatedClass(start)
			return nil
		}
		if p.eat(']') {
			break
		}
		at := p.pos
		set, lo, isSet := p.classAtom()
		if !isSet {
			set = charset{{lo, lo}}
		}
		if p.cur() != '-' || p.at(1) == ']' || p.at(1) == eof {
			add(set)
			continue
		}
		p.pos++
		upper, hi, upperIsSet := p.classAtom()
		switch {
		case p.err != nil:
		case isSet || upperIsSet:
			if p.unicode {
				p.fail(at, "Invalid character class: a class escape cannot bound a range", `write \- for a literal hyphen`)
			}
			add(set)
			add(charset{{'-', '-'}})
			if !upperIsSet {
				upper = charset{{hi, hi}}
			}
			add(upper)
		case lo > hi:
			p.fail(at, "Range out of order in character class", `write the lower character first, or \- for a literal hyphen`)
		default:
			add(charset{{lo, hi}})
		}
	}
	if p.checkOnly {
		return &node{op: nSet}
	}
	set := p.closed(normalize(spans).union(large))
	if negated {
		set = set.negate()
	}
	return &node{op: nSet, cls: p.newClass(set)}
}

func (p *parser) unterminatedClass(start int) {
	p.fail(start, "Unterminated character class", `close it with "]", or write \[ for a literal bracket`)
}

// classAtom reads one member of a class: a character, or a class escape as a set.
func (p *parser) classAtom() (set charset, char rune, isSet bool) {
	if p.cur() != '\\' {
		return nil, p.char(), false
	}
	start := p.pos
	p.pos++
	if p.eat('b') {
		return nil, '\b', false
	}
	if set, _, ok := p.classEscape(start); ok {
		return set, 0, true
	}
	return nil, p.characterEscape(start, true), false
}
