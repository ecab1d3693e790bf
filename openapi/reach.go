// This file defines which referenced schemas a tool keeps: enough for a readable signature, never more than a budget.

package openapi

// A signature writes every reference out, so its length is that of the expanded tree, which grows exponentially with the
// references in a document (in Stripe's, one account expands to millions of lines). The expanded tree is counted with
// the rules of signatures: eight levels deep, a schema within itself not again. Definitions are taken breadth first, nearest to the
// root first, as many as keep the count within the budget.

const (
	// signatureNodes is the budget of one schema document in expanded schemas: 97 % of the results of GitHub, 96 % of OpenAI's and
	// half of Stripe's stay below it; a signature of that size has about 60 KB.
	signatureNodes = 1000
	// signatureDepth is the depth below which signatures show nothing.
	signatureDepth = 8
	// maxDefinitions bounds the definitions of one schema document.
	maxDefinitions = 400
)

// choose selects the definitions that the schemas at the roots may use: those that a signature shows. Deeper ones would only
// matter to validation, which accepts anything there.
func (d *document) choose(roots []site, depth int, of side) map[*node]bool {
	c := &counter{d: d, side: of, depth: depth}
	if c.fits(roots, nil) {
		return c.seen
	}
	order := d.breadthFirst(roots, depth, of)
	kept := make(map[*node]bool, len(order))
	fits := func(n int) bool {
		clear(kept)
		for _, s := range order[:n] {
			kept[s] = true
		}
		return c.fits(roots, kept)
	}
	// Gallop up, then halve: each test costs at most the budget. The first definition is kept whatever its size, so that the
	// fields of a result have names.
	good, bad := min(1, len(order)), 2
	for bad < len(order) && fits(bad) {
		good, bad = bad, bad*2
	}
	for bad = min(bad, len(order)); bad-good > 1; {
		if middle := (good + bad) / 2; fits(middle) {
			good = middle
		} else {
			bad = middle
		}
	}
	fits(good)
	return c.seen
}

// counter walks the expanded tree of a schema.
type counter struct {
	d     *document
	side  side
	depth int // of the roots
	// kept holds the definitions that are taken, nil for all; seen those that the walk came to.
	kept, seen map[*node]bool
	left       int
	active     []*node
}

// fits reports whether the expanded schemas stay within the budget.
func (c *counter) fits(roots []site, kept map[*node]bool) bool {
	c.kept, c.left, c.seen = kept, signatureNodes, map[*node]bool{}
	for _, r := range roots {
		c.walk(r, c.depth)
	}
	return c.left >= 0
}

func (c *counter) walk(s site, depth int) {
	c.left--
	s = s.inside()
	n := s.node
	if c.left < 0 || depth > signatureDepth || !n.isObject() {
		return
	}
	if n.str("$ref") != "" {
		target, _, ok := c.d.schemaTarget(s)
		if !ok || c.kept != nil && !c.kept[target.node] {
			return
		}
		for _, a := range c.active {
			if a == target.node {
				return
			}
		}
		if len(c.active) > maxRefHops+signatureDepth {
			return
		}
		c.seen[target.node] = true
		c.active = append(c.active, target.node)
		c.walk(target, depth)
		c.active = c.active[:len(c.active)-1]
		return
	}
	children(c.d, s, c.side, func(child site) bool {
		c.walk(child, depth+1)
		return c.left >= 0
	})
}

// children visits the schemas below a schema that signatures show.
func children(d *document, s site, of side, visit func(site) bool) {
	n := s.node
	if properties := n.get("properties"); properties.isObject() {
		for _, p := range properties.items {
			if !d.hidden(s.at(p), of) && !visit(s.at(p)) {
				return
			}
		}
	}
	for _, key := range [...]string{"items", "additionalProperties"} {
		if v := n.get(key); v.isObject() && !visit(s.at(v)) {
			return
		}
	}
	for _, key := range [...]string{"anyOf", "oneOf", "allOf"} {
		if list := n.get(key); list.isArray() {
			for _, member := range list.items {
				if !visit(s.at(member)) {
					return
				}
			}
		}
	}
}

// breadthFirst lists the definitions that the roots reach, nearest first.
func (d *document) breadthFirst(roots []site, depth int, of side) []*node {
	type step struct {
		site
		depth int
	}
	var order []*node
	seen := map[*node]bool{}
	queue := make([]step, 0, 64)
	for _, r := range roots {
		queue = append(queue, step{r, depth})
	}
	for i := 0; i < len(queue) && len(order) < maxDefinitions && i < 100*signatureNodes; i++ {
		at := queue[i]
		at.site = at.inside()
		if !at.node.isObject() || at.depth > signatureDepth {
			continue
		}
		if at.node.str("$ref") == "" {
			children(d, at.site, of, func(child site) bool {
				queue = append(queue, step{child, at.depth + 1})
				return len(queue) < 200*signatureNodes
			})
			continue
		}
		target, _, ok := d.schemaTarget(at.site)
		if ok && !seen[target.node] {
			seen[target.node] = true
			order = append(order, target.node)
			queue = append(queue, step{target, at.depth})
		}
	}
	return order
}
