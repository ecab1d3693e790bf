// This file learns the shapes of results: a type is inferred from the first results of a tool and merged, so that later signatures can offer it.

package discovery

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/neurocode-ai/codemode/tools"
)

// Bounds of what is learned of one tool. Names of fields are kept, values never.
const (
	maxObservations = 8   // results that are looked at
	maxSampleItems  = 50  // items of an array that are looked at
	maxFields       = 32  // an object with more fields is taken for a dictionary
	maxNameBytes    = 64  // longer names are no field names
	maxShapeDepth   = 6   // deeper parts are unknown
	maxShapes       = 400 // parts of one shape
)

// learned is the knowledge about the results of one tool.
type learned struct {
	seen atomic.Int32

	mu    sync.Mutex
	shape shape
	parts int
	text  string
}

// typ returns the learned type, "" if nothing was learned.
func (l *learned) typ() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text
}

// shape is the union of the values that were seen at one place.
type shape struct {
	null, boolean, number, text bool
	opaque                      bool // too deep, or too much to follow
	items                       *shape
	list                        bool

	objects    int // how many objects were seen
	dictionary bool
	keys       []string
	fields     []*shape
	counts     []int  // in how many objects a field was present
	values     *shape // of a dictionary
}

// Observe takes note of a result of a tool, as JSON text. It does nothing unless Options.LearnOutputs is set and the tool has no
// output schema, and only looks at the first results.
func (x *Index) Observe(t *tools.Resolved, output []byte) {
	if !x.options.LearnOutputs || t.Index < 0 || t.Index >= len(x.entries) || output == nil {
		return
	}
	e := &x.entries[t.Index]
	if e.typed {
		return
	}
	l := e.learned.Load()
	if l == nil {
		e.learned.CompareAndSwap(nil, &learned{})
		l = e.learned.Load()
	}
	if l.seen.Load() >= maxObservations {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.seen.Add(1) > maxObservations {
		return
	}
	s := sampler{scanner: scanner{src: string(output)}, parts: &l.parts}
	if s.value(&l.shape, 0) {
		l.text = l.shape.typ(0)
		if l.text == unknown {
			l.text = ""
		}
	}
}

// sampler reads a result into a shape. What it does not look at it only skips, without checking it.
type sampler struct {
	scanner
	parts *int
}

// part makes room for one more part of a shape, nil when there are enough.
func (s *sampler) part() *shape {
	if *s.parts >= maxShapes {
		return nil
	}
	*s.parts++
	return &shape{}
}

// value merges the next value into a shape. A nil shape takes nothing in.
func (s *sampler) value(into *shape, depth int) bool {
	c := s.next()
	switch {
	case into == nil:
	case depth > maxShapeDepth:
		into.opaque = true
	case c == '{':
		return s.object(into, depth)
	case c == '[':
		return s.list(into, depth)
	case c == '"':
		into.text = true
	case c == 't' || c == 'f':
		into.boolean = true
	case c == 'n':
		into.null = true
	default:
		into.number = true
	}
	return s.skip()
}

// skip passes over one value.
func (s *sampler) skip() bool {
	depth := 0
	for s.next() != 0 {
		switch c := s.src[s.pos]; c {
		case '"':
			if !s.skipString() {
				return false
			}
		case '{', '[':
			depth++
			s.pos++
		case '}', ']':
			depth--
			s.pos++
		case ',', ':':
			if depth == 0 {
				return false
			}
			s.pos++
		default:
			s.skipWord()
		}
		if depth <= 0 {
			return depth == 0
		}
	}
	return false
}

func (s *sampler) skipString() bool {
	for s.pos++; s.pos < len(s.src); s.pos++ {
		switch s.src[s.pos] {
		case '\\':
			s.pos++
		case '"':
			s.pos++
			return true
		}
	}
	return false
}

// skipWord passes over a number or a literal.
func (s *sampler) skipWord() {
	for s.pos++; s.pos < len(s.src); s.pos++ {
		switch s.src[s.pos] {
		case ' ', '\t', '\n', '\r', ',', ':', '"', '{', '}', '[', ']':
			return
		}
	}
}

func (s *sampler) list(into *shape, depth int) bool {
	into.list = true
	if into.items == nil {
		into.items = s.part()
	}
	s.pos++
	if s.take(']') {
		return true
	}
	for n := 0; ; n++ {
		items := into.items
		if n >= maxSampleItems {
			items = nil
		}
		if !s.value(items, depth+1) {
			return false
		}
		if !s.take(',') {
			return s.take(']')
		}
	}
}

func (s *sampler) object(into *shape, depth int) bool {
	into.objects++
	s.pos++
	if s.take('}') {
		return true
	}
	for {
		if s.next() != '"' {
			return false
		}
		key, ok := s.string()
		if !ok || !s.take(':') {
			return false
		}
		if !s.value(into.field(key, s), depth+1) {
			return false
		}
		if !s.take(',') {
			return s.take('}')
		}
	}
}

// field returns the shape of a field of an object. An object with many fields, or with names that are no field names, becomes a dictionary.
func (o *shape) field(key string, s *sampler) *shape {
	if o.dictionary {
		return o.values
	}
	if i := slices.Index(o.keys, key); i >= 0 {
		o.counts[i]++
		return o.fields[i]
	}
	if len(o.keys) == maxFields || len(key) > maxNameBytes {
		o.dictionary = true
		o.keys, o.fields, o.counts = nil, nil, nil
		o.values = s.part()
		return o.values
	}
	f := s.part()
	o.keys = append(o.keys, key)
	o.fields = append(o.fields, f)
	o.counts = append(o.counts, 1)
	return f
}

// typ writes a shape as a type, objects at a depth of indentation.
func (o *shape) typ(depth int) string {
	if o == nil || o.opaque {
		return unknown
	}
	var parts []string
	if o.objects > 0 {
		parts = append(parts, o.objectType(depth))
	}
	if o.list {
		parts = append(parts, "Array<"+o.items.typ(depth)+">")
	}
	for _, p := range [...]struct {
		seen bool
		name string
	}{{o.text, "string"}, {o.number, "number"}, {o.boolean, "boolean"}, {o.null, "null"}} {
		if p.seen {
			parts = append(parts, p.name)
		}
	}
	if len(parts) == 0 {
		return unknown
	}
	return strings.Join(parts, " | ")
}

func (o *shape) objectType(depth int) string {
	w := objectWriter{multiline: true, depth: depth}
	if o.dictionary {
		w.index(o.values.typ(depth + 1))
		return w.finish()
	}
	for i, key := range o.keys {
		w.field(key, o.counts[i] < o.objects, o.fields[i].typ(depth+1))
	}
	return w.finish()
}
