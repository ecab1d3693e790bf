// This file renders JSON Schema as TypeScript types. At each node the first rule that applies decides:
//
//	depth → $ref → const → enum → anyOf or oneOf → allOf → list of types → type → properties → unknown
//
// What cannot be resolved is unknown, never an invented name. The depth of a node is 0 at the root and one more for every property, item,
// union or intersection member and for the keywords beside a $ref or union; following a $ref adds nothing. Depth decides the
// indentation too.

package discovery

import (
	"strings"
)

const unknown = "unknown"

// maxDepth is the depth of the deepest node that is rendered.
const maxDepth = 8

// maxTypeBytes bounds the text of one type. A schema in which definitions share each other can stand for a text
// that is exponentially larger than itself; such a type is rendered less deep instead.
const maxTypeBytes = 32 << 10

// maxSteps bounds the nodes that rendering one type visits, each rendering depth by itself.
const maxSteps = 50_000

// Type renders a JSON Schema document as a TypeScript type, on one line or, with JSDoc comments on fields, on several. It is total: what is no
// schema is unknown.
func Type(schema []byte, multiline bool) string {
	if schema == nil {
		return unknown
	}
	root, err := parseDocument(schema)
	if err != nil {
		return unknown
	}
	return renderType(root, len(schema), multiline)
}

// renderType renders a parsed document of a size in bytes.
func renderType(root *node, size int, multiline bool) string {
	for _, depth := range [...]int{maxDepth, 6, 4, 3, 2, 1} {
		r := renderer{multiline: multiline, maxDepth: depth, budget: min(maxTypeBytes, 4*size+1024), steps: maxSteps}
		t := r.node(root, 0, nil)
		if !r.exhausted() || depth == 1 {
			return t
		}
	}
	return unknown
}

// scope is the definitions that a reference can name: those of a node, then those of the nodes above.
type scope struct {
	up   *scope
	defs map[string]*node
}

func (s *scope) find(name string) *node {
	for ; s != nil; s = s.up {
		if n := s.defs[name]; n != nil {
			return n
		}
	}
	return nil
}

// extend adds the definitions of a node; of equal names $defs wins over definitions.
func (s *scope) extend(n *node) *scope {
	old, defs := n.get("definitions"), n.get("$defs")
	if !old.is(object) && !defs.is(object) {
		return s
	}
	m := map[string]*node{}
	for _, d := range [...]*node{old, defs} {
		if d.is(object) {
			for i, name := range d.keys {
				m[name] = d.items[i]
			}
		}
	}
	return &scope{up: s, defs: m}
}

type renderer struct {
	multiline bool
	maxDepth  int
	// budget counts down the bytes of the text, steps the nodes visited.
	budget, steps int

	// expanding holds the names of the definitions on the way down.
	expanding []string
	// cut is the lowest position in expanding at which a recursion was cut off since it was last reset. A definition whose text does not
	// depend on what is above it is remembered.
	cut  int
	memo map[memoKey]string
	// sound holds the definitions in which hasBadReference found nothing. That does not depend on the way to them: a way that
	// makes a reference recursive would have been found from the definition itself.
	sound map[memoKey]bool
	spare [][]byte
}

type memoKey struct {
	node  *node
	scope *scope
	depth int
}

// exhausted reports whether the text was cut short.
func (r *renderer) exhausted() bool { return r.budget < 0 || r.steps < 0 }

// leaf accounts for a piece of text.
func (r *renderer) leaf(s string) string {
	r.budget -= len(s)
	return s
}

func (r *renderer) node(n *node, depth int, sc *scope) string {
	r.steps--
	if depth > r.maxDepth || r.exhausted() || !n.is(object) {
		return unknown
	}
	outer := sc
	sc = sc.extend(n)
	if ref, ok := n.strAt("$ref"); ok && ref != "" {
		return r.reference(n, ref, depth, sc)
	}
	if c := n.get("const"); c != nil {
		return r.leaf(string(appendValue(nil, c)))
	}
	if e := n.get("enum"); e.is(list) {
		return r.enum(e)
	}
	for _, key := range [...]string{"anyOf", "oneOf"} {
		if u := n.get(key); u.is(list) {
			return r.union(n, u, depth, sc, outer)
		}
	}
	if all := n.get("allOf"); all.is(list) {
		return r.allOf(n, all, depth, sc, outer)
	}
	if t := n.get("type"); t.is(list) {
		return r.typeList(n, t, depth, outer)
	}
	return r.named(n, depth, sc)
}

// part renders a node as a part of another text, where an empty text would be no type.
func (r *renderer) part(n *node, depth int, sc *scope) string {
	if t := r.node(n, depth, sc); t != "" {
		return t
	}
	return unknown
}

// refName returns the definition that a reference names.
func refName(ref string) (string, bool) {
	name, ok := strings.CutPrefix(ref, "#/$defs/")
	if !ok {
		name, ok = strings.CutPrefix(ref, "#/definitions/")
	}
	if !ok || strings.Contains(name, "/") {
		return "", false
	}
	return strings.ReplaceAll(strings.ReplaceAll(name, "~1", "/"), "~0", "~"), true
}

func (r *renderer) reference(n *node, ref string, depth int, sc *scope) string {
	name, ok := refName(ref)
	def := sc.find(name)
	if !ok || def == nil {
		return unknown
	}
	for i, open := range r.expanding {
		if open == name {
			r.cut = min(r.cut, i)
			return unknown
		}
	}
	target := r.definition(name, def, depth, sc)
	if len(n.keys) == 1 {
		return target
	}
	return intersect(target, r.node(n.without("$ref"), depth+1, sc))
}

// definition renders what a reference points to. sc is the scope of the reference.
func (r *renderer) definition(name string, def *node, depth int, sc *scope) string {
	key := memoKey{def, sc, depth}
	if t, ok := r.memo[key]; ok {
		return r.leaf(t)
	}
	above := r.cut
	self := len(r.expanding)
	r.cut = self
	r.expanding = append(r.expanding, name)
	t := r.node(def, depth, sc)
	r.expanding = r.expanding[:self]
	if r.cut >= self && !r.exhausted() {
		if r.memo == nil {
			r.memo = map[memoKey]string{}
		}
		r.memo[key] = t
	}
	r.cut = min(r.cut, above)
	return t
}

func (r *renderer) enum(e *node) string {
	var b []byte
	for i, v := range e.items {
		if i > 0 {
			b = append(b, " | "...)
		}
		b = appendValue(b, v)
		if len(b) > r.budget {
			r.budget = -1
			return unknown
		}
	}
	return r.leaf(string(b))
}

// union renders anyOf or oneOf. outer is the scope above n, for the keywords beside the union.
func (r *renderer) union(n, members *node, depth int, sc, outer *scope) string {
	if isNumberUnion(members) {
		return r.leaf("number")
	}
	if isObjectOrArray(members) {
		return r.leaf("{}")
	}
	var b strings.Builder
	for i, m := range members.items {
		t := r.part(m, depth+1, sc)
		if t == unknown {
			return unknown
		}
		if i > 0 {
			b.WriteString(" | ")
		}
		b.WriteString(t)
	}
	return intersect(b.String(), r.node(n.without("anyOf", "oneOf"), depth+1, outer))
}

// isNumberUnion recognises a number that allows for NaN and the infinities as texts.
func isNumberUnion(members *node) bool {
	numbers := 0
	for _, m := range members.items {
		switch t, _ := m.strAt("type"); t {
		case "number":
			numbers++
		case "string":
			e := m.get("enum")
			if !e.is(list) || len(e.items) != 1 || !e.items[0].is(text) {
				return false
			}
			switch e.items[0].str {
			case "NaN", "Infinity", "-Infinity":
			default:
				return false
			}
		default:
			return false
		}
	}
	return numbers > 0
}

// isObjectOrArray recognises how a schema says "any object".
func isObjectOrArray(members *node) bool {
	if len(members.items) != 2 {
		return false
	}
	first, _ := members.items[0].strAt("type")
	second, _ := members.items[1].strAt("type")
	return first == "object" && members.items[0].get("properties") == nil && second == "array" && members.items[1].get("items") == nil
}

func (r *renderer) allOf(n, members *node, depth int, sc, outer *scope) string {
	for _, m := range members.items {
		if r.hasBadReference(m, sc, nil) {
			return unknown
		}
	}
	texts := make([]string, 0, len(members.items)+1)
	texts = append(texts, r.node(n.without("allOf"), depth+1, outer))
	for _, m := range members.items {
		texts = append(texts, r.node(m, depth+1, sc))
	}
	return intersect(texts...)
}

// hasBadReference reports whether a schema contains a reference that cannot be resolved or that leads back to itself.
// open holds the names of the definitions on the way down.
func (r *renderer) hasBadReference(n *node, sc *scope, open []string) bool {
	if !n.is(object) {
		return false
	}
	if r.steps--; r.steps < 0 || len(open) > maxDocumentDepth {
		return true
	}
	sc = sc.extend(n)
	if ref, ok := n.strAt("$ref"); ok && ref != "" {
		name, ok := refName(ref)
		def := sc.find(name)
		if !ok || def == nil {
			return true
		}
		for _, names := range [...][]string{r.expanding, open} {
			for _, o := range names {
				if o == name {
					return true
				}
			}
		}
		key := memoKey{node: def, scope: sc}
		if !r.sound[key] {
			if r.hasBadReference(def, sc, append(open, name)) {
				return true
			}
			if r.sound == nil {
				r.sound = map[memoKey]bool{}
			}
			r.sound[key] = true
		}
	}
	for i, key := range n.keys {
		v := n.items[i]
		switch key {
		case "anyOf", "oneOf", "allOf":
			if v.is(list) && r.anyBadReference(v, sc, open) {
				return true
			}
		case "properties", "$defs", "definitions":
			if v.is(object) && r.anyBadReference(v, sc, open) {
				return true
			}
		case "items", "additionalProperties":
			if r.hasBadReference(v, sc, open) {
				return true
			}
		}
	}
	return false
}

func (r *renderer) anyBadReference(parts *node, sc *scope, open []string) bool {
	for _, m := range parts.items {
		if r.hasBadReference(m, sc, open) {
			return true
		}
	}
	return false
}

// intersect joins texts with &. Those that say nothing are left out.
func intersect(texts ...string) string {
	kept := texts[:0:0]
	for _, t := range texts {
		if t != unknown {
			kept = append(kept, t)
		}
	}
	switch len(kept) {
	case 0:
		return unknown
	case 1:
		return kept[0]
	}
	for i, t := range kept {
		if t == "" {
			t = unknown
		}
		if strings.Contains(t, " | ") {
			t = "(" + t + ")"
		}
		kept[i] = t
	}
	return strings.Join(kept, " & ")
}

// typeList renders a node once for each of its types.
func (r *renderer) typeList(n, types *node, depth int, outer *scope) string {
	var b strings.Builder
	for i, t := range types.items {
		if i > 0 {
			b.WriteString(" | ")
		}
		if t.is(text) {
			b.WriteString(r.part(n.withType(t.str), depth+1, outer))
		} else {
			b.WriteString(unknown)
		}
	}
	return b.String()
}

// named renders a node by the name of its type.
func (r *renderer) named(n *node, depth int, sc *scope) string {
	name, _ := n.strAt("type")
	switch name {
	case "string", "boolean", "null":
		return r.leaf(name)
	case "number", "integer":
		return r.leaf("number")
	case "array":
		r.budget -= len("Array<>")
		if items := n.get("items"); items.is(object) {
			return "Array<" + r.part(items, depth+1, sc) + ">"
		}
		return "Array<" + unknown + ">"
	case "object":
		return r.object(n, depth, sc)
	}
	if n.get("properties").is(object) {
		return r.object(n, depth, sc)
	}
	return r.leaf(unknown)
}

func (r *renderer) object(n *node, depth int, sc *scope) string {
	required := stringSet(n.get("required"))
	w := objectWriter{multiline: r.multiline, depth: depth, spare: &r.spare}
	if props := n.get("properties"); props.is(object) {
		for _, i := range memberOrder(props.keys) {
			key, value := props.keys[i], props.items[i]
			if r.multiline {
				r.budget -= w.comment(value)
			}
			r.budget -= len(key) + 4 + 2*depth
			w.field(key, !required[key], r.part(value, depth+1, sc))
		}
	}
	if extra := n.get("additionalProperties"); extra.is(object) {
		r.budget -= len("[key: string]: ")
		w.index(r.part(extra, depth+1, sc))
	}
	return w.finish()
}

// stringSet returns the strings of a list.
func stringSet(n *node) map[string]bool {
	if !n.is(list) || len(n.items) == 0 {
		return nil
	}
	set := make(map[string]bool, len(n.items))
	for _, item := range n.items {
		if item.is(text) {
			set[item.str] = true
		}
	}
	return set
}
