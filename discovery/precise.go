// This file renders schemas precisely (TypeStyle Precise): tuples, null in every dialect, pattern properties, conditions, merged allOf, and names for
// definitions that refer to themselves or are used more than once. Each of those is declared once after the signature, so
// the text is linear in the schema.

package discovery

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// maxNesting bounds the recursion over a schema that is written out in full.
const maxNesting = 48

// maxInline is the size of a shared definition, in nodes, up to which it is repeated instead of named.
const maxInline = 4

// preciseSignature renders a call whose schemas are parsed. A nil schema is unknown.
func preciseSignature(call string, input, output *node) *signature {
	p := &precise{names: map[*node]string{}, taken: map[string]bool{}, budget: maxTypeBytes}
	in, out := p.document(input, "Input"), p.document(output, "Output")
	return &signature{head: head(call, in, out), types: p.declarations.String()}
}

// PreciseType renders a JSON Schema document precisely, with the declarations of the names in it on the lines after it.
func PreciseType(schema []byte) string {
	if schema == nil {
		return unknown
	}
	root, err := parseDocument(schema)
	if err != nil {
		return unknown
	}
	p := &precise{names: map[*node]string{}, taken: map[string]bool{}, budget: maxTypeBytes}
	t := p.document(root, "T")
	return (&signature{head: t, types: p.declarations.String()}).String()
}

// precise is the state of one rendering.
type precise struct {
	root   *node
	budget int
	// uses counts the references to each target; looped holds the targets that lead back to themselves.
	uses   map[*node]int
	looped map[*node]bool

	names        map[*node]string
	taken        map[string]bool
	declarations strings.Builder
	// large indexes the members of objects with many keys, such as the definitions.
	large map[*node]map[string]*node
	spare [][]byte
}

// Binding strengths of a type text, to place parentheses.
const (
	unionLevel = iota
	intersectionLevel
	atomLevel
)

// typ is a type text with its outermost operator.
type typ struct {
	text  string
	level int
	// null says that null is one of the alternatives.
	null bool
}

func atom(text string) typ { return typ{text: text, level: atomLevel, null: text == "null"} }

func (t typ) unknown() bool { return t.text == unknown }

// in returns the text for a place that binds with a strength.
func (t typ) in(level int) string {
	if t.level < level {
		return "(" + t.text + ")"
	}
	return t.text
}

// document renders a whole document. name is what the root is called if it refers to itself.
func (p *precise) document(root *node, name string) string {
	if root == nil {
		return unknown
	}
	p.root = root
	p.uses, p.looped = map[*node]int{}, map[*node]bool{}
	p.survey(root)
	if p.looped[root] {
		return p.named(root, name).text
	}
	return p.render(root, 0, 0).text
}

// resolve finds the target of a reference in the document: "#", or a JSON pointer after it.
func (p *precise) resolve(ref string) *node {
	pointer, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return nil
	}
	if decoded, err := url.PathUnescape(pointer); err == nil {
		pointer = decoded
	}
	n := p.root
	if pointer == "" {
		return n
	}
	if pointer[0] != '/' {
		return nil
	}
	for token := range strings.SplitSeq(pointer[1:], "/") {
		token = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
		switch {
		case n.is(object):
			n = p.member(n, token)
		case n.is(list):
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(n.items) {
				return nil
			}
			n = n.items[i]
		default:
			return nil
		}
	}
	return n
}

// member is node.get for objects that may be large.
func (p *precise) member(n *node, key string) *node {
	if len(n.keys) <= 32 {
		return n.get(key)
	}
	m := p.large[n]
	if m == nil {
		m = make(map[string]*node, len(n.keys))
		for i, k := range n.keys {
			m[k] = n.items[i]
		}
		if p.large == nil {
			p.large = map[*node]map[string]*node{}
		}
		p.large[n] = m
	}
	return m[key]
}

// survey visits every schema that is reachable, once, and notes how references use their targets.
func (p *precise) survey(root *node) {
	edges := map[*node][]*node{root: nil}
	queue := []*node{root}
	for len(queue) > 0 {
		from := queue[0]
		queue = queue[1:]
		p.references(from, func(to *node) {
			p.uses[to]++
			edges[from] = append(edges[from], to)
			if _, seen := edges[to]; !seen {
				edges[to] = nil
				queue = append(queue, to)
			}
		})
	}
	p.findLoops(root, edges)
}

// findLoops goes through the references depth first; one that leads to a target on the way down closes a loop. Chains of references can be
// long, so the way is kept in a list.
func (p *precise) findLoops(root *node, edges map[*node][]*node) {
	type step struct {
		n    *node
		next int
	}
	open, done := map[*node]bool{root: true}, map[*node]bool{}
	way := []step{{n: root}}
	for len(way) > 0 {
		s := &way[len(way)-1]
		if s.next == len(edges[s.n]) {
			delete(open, s.n)
			done[s.n] = true
			way = way[:len(way)-1]
			continue
		}
		to := edges[s.n][s.next]
		s.next++
		switch {
		case open[to]:
			p.looped[to] = true
		case !done[to]:
			open[to] = true
			way = append(way, step{n: to})
		}
	}
}

// references calls f for the target of every reference inside a schema.
func (p *precise) references(n *node, f func(*node)) {
	if !n.is(object) {
		return
	}
	if ref, ok := n.strAt("$ref"); ok {
		if t := p.resolve(ref); t != nil {
			f(t)
		}
	}
	for i, key := range n.keys {
		v := n.items[i]
		switch key {
		case "properties", "patternProperties", "prefixItems", "anyOf", "oneOf", "allOf":
			for _, m := range v.items {
				p.references(m, f)
			}
		case "items":
			p.references(v, f)
			if v.is(list) {
				for _, m := range v.items {
					p.references(m, f)
				}
			}
		case "additionalProperties", "additionalItems", "unevaluatedProperties", "then", "else":
			p.references(v, f)
		}
	}
}

// size counts the nodes of a schema up to a limit.
func size(n *node, limit int) int {
	total := 1
	for _, item := range n.items {
		if total > limit {
			break
		}
		total += size(item, limit-total)
	}
	return total
}

// annotations are the keywords that do not change the type.
var annotations = [...]string{"$ref", "$defs", "definitions", "$schema", "$id", "$comment", "title", "description", "default", "examples", "example",
	"deprecated", "readOnly", "writeOnly", "format"}

// onlyAnnotates reports whether a node says nothing about the type beside its reference.
func onlyAnnotates(n *node) bool {
	for _, key := range n.keys {
		if !slices.Contains(annotations[:], key) && !strings.HasPrefix(key, "x-") {
			return false
		}
	}
	return true
}

// render renders a schema. indent is the level of the lines of an object, depth how deep the recursion is.
func (p *precise) render(n *node, indent, depth int) typ {
	if n.is(boolean) && !n.flag {
		return atom("never")
	}
	if !n.is(object) || depth > maxNesting || p.budget < 0 {
		return atom(unknown)
	}
	p.budget -= 8
	t := p.form(n, indent, depth)
	if null := n.get("nullable"); null.is(boolean) && null.flag && !t.null {
		t = unite([]typ{t, atom("null")})
	}
	return t
}

func (p *precise) form(n *node, indent, depth int) typ {
	if ref, ok := n.strAt("$ref"); ok && ref != "" {
		t := p.reference(ref, indent, depth)
		if onlyAnnotates(n) || t.unknown() {
			return t
		}
		return intersection([]typ{t, p.render(n.without("$ref"), indent, depth+1)})
	}
	if c := n.get("const"); c != nil {
		return p.literals([]*node{c})
	}
	if e := n.get("enum"); e.is(list) {
		return p.literals(e.items)
	}
	if not := n.get("not"); not.is(boolean) && not.flag || not.is(object) && len(not.keys) == 0 {
		return atom("never")
	}
	for _, key := range [...]string{"oneOf", "anyOf"} {
		if u := n.get(key); u.is(list) {
			return p.union(n, u, key, indent, depth)
		}
	}
	if all := n.get("allOf"); all.is(list) {
		return p.allOf(n, all, indent, depth)
	}
	if t := p.conditional(n, indent, depth); t != nil {
		return *t
	}
	if t := n.get("type"); t.is(list) {
		var parts []typ
		for _, name := range t.items {
			parts = append(parts, p.byType(n, name.str, indent, depth))
		}
		return unite(parts)
	}
	name, _ := n.strAt("type")
	return p.byType(n, name, indent, depth)
}

func (p *precise) reference(ref string, indent, depth int) typ {
	t := p.resolve(ref)
	for hops := 0; t.is(object) && onlyAnnotates(t); hops++ { // a definition that is only another name of one
		next, ok := t.strAt("$ref")
		if !ok {
			break
		}
		if hops == maxNesting {
			return atom(unknown) // a circle of names, or as good as one
		}
		ref, t = next, p.resolve(next)
	}
	if t == nil {
		return atom(unknown)
	}
	if p.looped[t] || p.uses[t] > 1 && size(t, maxInline) > maxInline {
		return p.named(t, ref[strings.LastIndexByte(ref, '/')+1:])
	}
	return p.render(t, indent, depth+1)
}

// named returns the name of a definition, and declares it when it is met first.
func (p *precise) named(n *node, wish string) typ {
	if name, ok := p.names[n]; ok {
		return atom(name)
	}
	name := p.choose(wish)
	p.names[n] = name
	p.budget -= 32
	text := p.render(n, 0, 0).text
	if text == unknown || text == name { // nothing, or itself and no more: no declaration could say what it is
		p.names[n] = unknown
		return atom(unknown)
	}
	if p.declarations.Len() > 0 {
		p.declarations.WriteByte('\n')
	}
	p.declarations.WriteString("type " + name + " = " + text)
	return atom(name)
}

// choose makes a free type name of a definition's name.
func (p *precise) choose(wish string) string {
	var b strings.Builder
	upper := true
	for _, c := range wish {
		letter := c == '_' || c == '$' || c|0x20 >= 'a' && c|0x20 <= 'z'
		switch {
		case !letter && !(c >= '0' && c <= '9' && b.Len() > 0):
			upper = true
			continue
		case upper && c >= 'a' && c <= 'z':
			c -= 'a' - 'A'
		}
		upper = false
		b.WriteRune(c)
		if b.Len() == 40 {
			break
		}
	}
	base := b.String()
	switch base {
	case "", "Array", "Promise", "Object", "String", "Number", "Boolean", "Date", "Map", "Set":
		base = "Type" + base
	}
	name := base
	for i := 2; p.taken[name]; i++ {
		name = base + strconv.Itoa(i)
	}
	p.taken[name] = true
	return name
}

// literals renders const and enum.
func (p *precise) literals(values []*node) typ {
	var parts []typ
	for _, v := range values {
		text := string(appendValue(nil, v))
		if p.budget -= len(text) + 3; p.budget < 0 {
			return atom(unknown)
		}
		parts = append(parts, atom(text))
	}
	return unite(parts)
}

func (p *precise) union(n, members *node, key string, indent, depth int) typ {
	var parts []typ
	for _, m := range members.items {
		t := p.render(m, indent, depth+1)
		if t.unknown() {
			return t
		}
		parts = append(parts, t)
	}
	t := unite(parts)
	rest := n.without(key, "discriminator", "nullable")
	if onlyAnnotates(rest) {
		return t
	}
	beside := p.render(rest, indent, depth+1)
	if name, _ := rest.strAt("type"); beside.text == "{ [key: string]: unknown }" && name == "object" {
		return t // "type: object" beside variants that are objects
	}
	return intersection([]typ{t, beside})
}

// allOf merges members that are plain objects to one; the others are intersected.
func (p *precise) allOf(n, members *node, indent, depth int) typ {
	rest := n.without("allOf", "nullable")
	parts := append([]*node{rest}, members.items...)
	var plain, other []*node
	for _, m := range parts {
		target := m
		for hops := 0; hops < maxNesting && target.is(object) && onlyAnnotates(target); hops++ {
			ref, ok := target.strAt("$ref")
			t := p.resolve(ref)
			if !ok || t == nil || p.looped[t] {
				break
			}
			target = t
		}
		switch {
		case slices.Contains(plain, target):
		case isPlainObject(target):
			plain = append(plain, target)
		case !target.is(object) || !onlyAnnotates(target) || target.get("$ref") != nil:
			other = append(other, m)
		}
	}
	var list []typ
	if len(plain) > 0 {
		list = append(list, p.object(mergeObjects(plain), indent, depth+1))
	}
	for _, m := range other {
		list = append(list, p.render(m, indent, depth+1))
	}
	return intersection(list)
}

// isPlainObject reports whether a schema is an object with properties and nothing that cannot be merged.
func isPlainObject(n *node) bool {
	if !n.get("properties").is(object) {
		return false
	}
	for i, key := range n.keys {
		switch key {
		case "properties", "required", "additionalProperties":
		case "type":
			if n.items[i].str != "object" {
				return false
			}
		default:
			if key == "$ref" || !slices.Contains(annotations[:], key) && !strings.HasPrefix(key, "x-") {
				return false
			}
		}
	}
	return true
}

// mergeObjects joins plain objects. A property of several of them must satisfy each of its schemas.
func mergeObjects(plain []*node) *node {
	if len(plain) == 1 {
		return plain[0]
	}
	at := map[string]int{}
	props, required := &node{kind: object}, &node{kind: list}
	merged := &node{kind: object, keys: []string{"properties", "required"}, items: []*node{props, required}}
	for _, n := range plain {
		own := n.get("properties")
		for i, key := range own.keys {
			j, seen := at[key]
			if !seen {
				at[key] = len(props.keys)
				props.keys, props.items = append(props.keys, key), append(props.items, own.items[i])
				continue
			}
			both := &node{kind: list, items: []*node{props.items[j], own.items[i]}}
			props.items[j] = &node{kind: object, keys: []string{"allOf"}, items: []*node{both}}
		}
		if r := n.get("required"); r.is(list) {
			required.items = append(required.items, r.items...)
		}
		if extra := n.get("additionalProperties"); extra.is(object) && merged.get("additionalProperties") == nil {
			merged.keys, merged.items = append(merged.keys, "additionalProperties"), append(merged.items, extra)
		}
	}
	return merged
}

// conditional renders if, then and else: the value satisfies one of the branches. It is nil without branches that say something.
func (p *precise) conditional(n *node, indent, depth int) *typ {
	if n.get("if") == nil || n.get("then") == nil || n.get("else") == nil {
		return nil
	}
	branches := make([]typ, 0, 2)
	for _, key := range [...]string{"then", "else"} {
		t := p.render(n.get(key), indent, depth+1)
		if t.unknown() {
			return nil
		}
		branches = append(branches, t)
	}
	rest := p.render(n.without("if", "then", "else", "nullable"), indent, depth+1)
	t := intersection([]typ{rest, unite(branches)})
	return &t
}

func (p *precise) byType(n *node, name string, indent, depth int) typ {
	switch name {
	case "string", "boolean", "null":
		return atom(name)
	case "number", "integer":
		return atom("number")
	case "array":
		return p.array(n, indent, depth)
	case "object":
		return p.object(n, indent, depth)
	case "":
		switch {
		case n.get("properties") != nil || n.get("patternProperties") != nil || n.get("additionalProperties").is(object):
			return p.object(n, indent, depth)
		case n.get("items") != nil || n.get("prefixItems") != nil:
			return p.array(n, indent, depth)
		}
	}
	return atom(unknown)
}

// array renders lists and tuples. In a tuple the items that minItems does not demand are optional, unless it demands nothing at all.
func (p *precise) array(n *node, indent, depth int) typ {
	first, rest := n.get("prefixItems"), n.get("items")
	if !first.is(list) && rest.is(list) {
		first, rest = rest, n.get("additionalItems")
	}
	if !first.is(list) || len(first.items) == 0 {
		if rest == nil {
			return atom("Array<unknown>")
		}
		return atom("Array<" + p.render(rest, indent, depth+1).text + ">")
	}
	least := len(first.items)
	if m := n.get("minItems"); m.is(number) && m.num < float64(least) {
		least = int(max(0, m.num))
	}
	var b strings.Builder
	b.WriteByte('[')
	for i, item := range first.items {
		if i > 0 {
			b.WriteString(", ")
		}
		t := p.render(item, indent, depth+1)
		if i >= least {
			b.WriteString(t.in(atomLevel) + "?")
		} else {
			b.WriteString(t.text)
		}
	}
	if rest.is(object) {
		b.WriteString(", ...Array<" + p.render(rest, indent, depth+1).text + ">")
	}
	b.WriteByte(']')
	return atom(b.String())
}

func (p *precise) object(n *node, indent, depth int) typ {
	required := stringSet(n.get("required"))
	w := objectWriter{multiline: true, depth: indent, spare: &p.spare}
	if props := n.get("properties"); props.is(object) {
		for _, i := range memberOrder(props.keys) {
			key, value := props.keys[i], props.items[i]
			if value.is(boolean) && !value.flag {
				continue
			}
			if p.budget < 0 {
				break
			}
			p.budget -= w.comment(p.documented(value))
			t := p.render(value, indent+1, depth+1)
			p.budget -= len(key) + 4
			w.field(key, !required[key], t.text)
		}
	}
	if t := p.others(n, w.fields > 0, indent, depth); t != nil {
		if w.fields == 0 && t.unknown() {
			return atom("{ [key: string]: unknown }")
		}
		w.index(t.text)
	}
	return atom(w.finish())
}

// others is the type of the fields that are not listed, nil if there are none to speak of.
func (p *precise) others(n *node, listed bool, indent, depth int) *typ {
	var parts []typ
	if patterns := n.get("patternProperties"); patterns.is(object) {
		for _, s := range patterns.items {
			parts = append(parts, p.render(s, indent+1, depth+1))
		}
	}
	extra := n.get("additionalProperties")
	if extra == nil {
		extra = n.get("unevaluatedProperties")
	}
	switch {
	case extra.is(object):
		parts = append(parts, p.render(extra, indent+1, depth+1))
	case len(parts) == 0 && !listed && (extra == nil || extra.is(boolean) && extra.flag):
		parts = append(parts, atom(unknown))
	}
	if len(parts) == 0 {
		return nil
	}
	t := unite(parts)
	return &t
}

// documented is the node whose description a field's comment takes: its own, or that of what it refers to.
func (p *precise) documented(n *node) *node {
	for range maxNesting {
		ref, ok := n.strAt("$ref")
		if !n.is(object) || !ok || n.get("description") != nil {
			break
		}
		t := p.resolve(ref)
		if t == nil || p.looped[t] {
			break
		}
		n = t
	}
	return n
}

// unite joins types with |, each once. What is unknown makes the whole unknown, never adds nothing.
func unite(parts []typ) typ {
	var texts []string
	null := false
	seen := make(map[string]bool, len(parts))
	for _, t := range parts {
		null = null || t.null
		if t.unknown() {
			return t
		}
		if t.text != "never" && !seen[t.text] {
			seen[t.text] = true
			texts = append(texts, t.text)
		}
	}
	switch len(texts) {
	case 0:
		return atom("never")
	case 1:
		for _, t := range parts {
			if t.text == texts[0] {
				return t
			}
		}
	}
	return typ{text: strings.Join(texts, " | "), level: unionLevel, null: null}
}

// intersection joins types with &, each once. What is unknown adds nothing.
func intersection(parts []typ) typ {
	var kept []typ
	for _, t := range parts {
		if !t.unknown() && !slices.Contains(kept, t) {
			kept = append(kept, t)
		}
	}
	switch len(kept) {
	case 0:
		return atom(unknown)
	case 1:
		return kept[0]
	}
	texts := make([]string, len(kept))
	for i, t := range kept {
		texts[i] = t.in(intersectionLevel)
	}
	return typ{text: strings.Join(texts, " & "), level: intersectionLevel}
}
