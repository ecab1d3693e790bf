// This file defines rewritings of the tree that leave its meaning and make better programs.

package regexp

// maxFactorDepth bounds the nesting that factoring common prefixes may add to a tree.
const maxFactorDepth = 40

// A simplifier rewrites alternations. newClass comes from the parser, which accounts for memory.
type simplifier struct {
	newClass func(charset) *class
}

// node simplifies a tree bottom-up. Inside lookbehind prefixes are not factored: there the alternatives differ in where they
// begin, so those with different first characters do not exclude each other.
func (s *simplifier) node(n *node, back bool) *node {
	if n.sub != nil {
		inner := back
		if n.op == nLook {
			inner = n.behind
		}
		n.sub = s.node(n.sub, inner)
	}
	for i := range n.subs {
		n.subs[i] = s.node(n.subs[i], back)
	}
	if n.op == nAlt {
		if set := s.setOfAlternatives(n); set != nil {
			return set
		}
		if !back {
			return s.factor(n, 0)
		}
	}
	return n
}

// setOfAlternatives turns a|b|[cd] into a set, as only one of the alternatives can match at a place.
func (s *simplifier) setOfAlternatives(n *node) *node {
	var spans []span
	for _, alt := range n.subs {
		switch {
		case alt.op == nSet:
			spans = append(spans, alt.cls.set...)
		case alt.op == nString && len(alt.lit) == 1:
			spans = append(spans, span{rune(alt.lit[0]), rune(alt.lit[0])})
			u := rune(alt.otherCase()[0])
			spans = append(spans, span{u, u})
		default:
			return nil
		}
	}
	return &node{op: nSet, cls: s.newClass(normalize(spans))}
}

// leading returns the string that an alternative begins with.
func (n *node) leading() *node {
	switch {
	case n.op == nString:
		return n
	case n.op == nSeq && n.subs[0].op == nString:
		return n.subs[0]
	}
	return nil
}

// without returns an alternative less the first k units of its leading string.
func (n *node) without(k int) *node {
	lead := n.leading()
	var rest *node
	if len(lead.lit) == k {
		rest = &node{op: nEmpty}
	} else {
		rest = &node{op: nString, lit: lead.lit[k:]}
		if lead.alt != nil {
			rest.alt = lead.alt[k:]
		}
	}
	if n.op == nString {
		return rest
	}
	return seq(append([]*node{rest}, n.subs[1:]...))
}

// factor turns abc|abd|xyz into ab(?:c|d)|xyz when all alternatives begin with a character: those with different ones exclude
// each other, so only the order among equals counts, and that is kept.
func (s *simplifier) factor(n *node, depth int) *node {
	if len(n.subs) < 3 || depth > maxFactorDepth {
		return n
	}
	type key struct{ lit, alt uint16 }
	groups := map[key][]*node{}
	var order []key
	for _, alt := range n.subs {
		lead := alt.leading()
		if lead == nil {
			return n
		}
		k := key{lead.lit[0], lead.otherCase()[0]}
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], alt)
	}
	owner := make(map[uint16]key, 2*len(order))
	for _, k := range order {
		for _, u := range [2]uint16{k.lit, k.alt} {
			if o, taken := owner[u]; taken && o != k { // with modifiers, a|(?i:a) do not exclude each other
				return n
			}
			owner[u] = k
		}
	}
	if len(order) == len(n.subs) {
		return n
	}
	subs := make([]*node, 0, len(order))
	for _, k := range order {
		g := groups[k]
		if len(g) == 1 {
			subs = append(subs, g[0])
			continue
		}
		subs = append(subs, s.factorGroup(g, depth))
	}
	if len(subs) == 1 {
		return subs[0]
	}
	return &node{op: nAlt, subs: subs}
}

// factorGroup joins alternatives that begin alike.
func (s *simplifier) factorGroup(g []*node, depth int) *node {
	lead := g[0].leading()
	k := len(lead.lit)
	for _, alt := range g[1:] {
		other := alt.leading()
		i := 0
		for i < min(k, len(other.lit)) && lead.lit[i] == other.lit[i] && lead.otherCase()[i] == other.otherCase()[i] {
			i++
		}
		k = i
	}
	prefix := &node{op: nString, lit: lead.lit[:k]}
	if lead.alt != nil {
		prefix.alt = lead.alt[:k]
	}
	rest := &node{op: nAlt}
	for _, alt := range g {
		rest.subs = append(rest.subs, alt.without(k))
	}
	if set := s.setOfAlternatives(rest); set != nil {
		rest = set
	} else {
		rest = s.factor(rest, depth+1)
	}
	return seq([]*node{prefix, rest})
}
