// This file holds the parser of schema documents into a tree that keeps the order of keys, and the writing of its values as JavaScript would.

package discovery

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// kind is the JSON type of a node.
type kind uint8

const (
	null kind = iota
	boolean
	number
	text
	list
	object
)

// node is one value of a document. Nodes are never changed, so their address identifies them.
type node struct {
	kind kind
	flag bool    // boolean
	num  float64 // number
	str  string  // text
	// items are the items of a list or the values of an object, keys its keys.
	items []*node
	keys  []string
}

// get returns the member of an object, nil if there is none. Schemas have few keywords, so it looks through the list.
func (n *node) get(key string) *node {
	if n == nil || n.kind != object {
		return nil
	}
	for i, k := range n.keys {
		if k == key {
			return n.items[i]
		}
	}
	return nil
}

// is reports whether a node exists and is of a kind.
func (n *node) is(k kind) bool { return n != nil && n.kind == k }

// strAt returns the string member of an object.
func (n *node) strAt(key string) (string, bool) {
	if m := n.get(key); m.is(text) {
		return m.str, true
	}
	return "", false
}

// without returns an object with some keys left out.
func (n *node) without(drop ...string) *node {
	c := &node{kind: object}
	for i, k := range n.keys {
		if !slices.Contains(drop, k) {
			c.keys = append(c.keys, k)
			c.items = append(c.items, n.items[i])
		}
	}
	return c
}

// withType returns an object whose "type" is replaced.
func (n *node) withType(name string) *node {
	c := &node{kind: object, keys: n.keys, items: slices.Clone(n.items)}
	if i := slices.Index(n.keys, "type"); i >= 0 {
		c.items[i] = &node{kind: text, str: name}
	}
	return c
}

// maxDocumentDepth is how deep a document may nest.
const maxDocumentDepth = 512

var errDocument = errors.New("the document is not JSON")

// parseDocument parses a JSON text. Of equal keys the last value counts, at the place of the first. Errors need no detail: what is
// not JSON was refused when the tools were resolved.
func parseDocument(src []byte) (*node, error) {
	return new(arena).parse(src)
}

// arena is the memory of documents that are dropped together. Building an index reads thousands of small documents one after the other; with
// the memory of the one before they cost a third of the time.
type arena struct {
	nodes  slab[node]
	keys   slab[string]
	values slab[*node]
}

// slab hands out pieces of memory and takes them back all at once.
type slab[T any] struct {
	chunks    [][]T
	chunk, at int
}

// take returns n values, with whatever is in them.
func (s *slab[T]) take(n int) []T {
	for ; s.chunk < len(s.chunks); s.chunk, s.at = s.chunk+1, 0 {
		if c := s.chunks[s.chunk]; len(c)-s.at >= n {
			s.at += n
			return c[s.at-n : s.at : s.at]
		}
	}
	size := 64
	if len(s.chunks) > 0 {
		size = min(4096, 2*len(s.chunks[len(s.chunks)-1]))
	}
	s.chunks = append(s.chunks, make([]T, max(n, size)))
	s.at = n
	return s.chunks[s.chunk][:n:n]
}

func (s *slab[T]) reset() { s.chunk, s.at = 0, 0 }

// reset makes the memory of all documents free.
func (a *arena) reset() {
	a.nodes.reset()
	a.keys.reset()
	a.values.reset()
}

func (a *arena) parse(src []byte) (*node, error) {
	// The strings of the document are parts of one copy.
	doc := string(src)
	if !utf8.ValidString(doc) {
		doc = string([]rune(doc))
	}
	s := scanner{src: doc, arena: a}
	n, ok := s.value(0)
	if s.space(); !ok || s.pos < len(doc) {
		return nil, errDocument
	}
	return n, nil
}

// scanner reads JSON text. Its methods report false where the text is malformed.
type scanner struct {
	src   string
	pos   int
	arena *arena
}

// make returns a new node.
func (s *scanner) make(n node) *node {
	p := &s.arena.nodes.take(1)[0]
	*p = n
	return p
}

func (s *scanner) space() {
	for s.pos < len(s.src) {
		switch s.src[s.pos] {
		case ' ', '\t', '\n', '\r':
			s.pos++
		default:
			return
		}
	}
}

// next skips white space and returns the next byte, 0 at the end.
func (s *scanner) next() byte {
	if s.space(); s.pos < len(s.src) {
		return s.src[s.pos]
	}
	return 0
}

// take skips a byte if it comes next.
func (s *scanner) take(c byte) bool {
	if s.next() != c {
		return false
	}
	s.pos++
	return true
}

func (s *scanner) word(w string) bool {
	if !strings.HasPrefix(s.src[s.pos:], w) {
		return false
	}
	s.pos += len(w)
	return true
}

func (s *scanner) value(depth int) (*node, bool) {
	if depth > maxDocumentDepth {
		return nil, false
	}
	switch c := s.next(); c {
	case '{':
		return s.object(depth)
	case '[':
		return s.list(depth)
	case '"':
		str, ok := s.string()
		return s.make(node{kind: text, str: str}), ok
	case 't':
		return s.make(node{kind: boolean, flag: true}), s.word("true")
	case 'f':
		return s.make(node{kind: boolean}), s.word("false")
	case 'n':
		return s.make(node{}), s.word("null")
	default:
		f, ok := s.number()
		return s.make(node{kind: number, num: f}), ok
	}
}

func (s *scanner) object(depth int) (*node, bool) {
	s.pos++
	n := s.make(node{kind: object})
	if s.take('}') {
		return n, true
	}
	const few = 8
	var keyRoom [few]string
	var itemRoom [few]*node
	keys, items := keyRoom[:0], itemRoom[:0]
	var index map[string]int // of objects with many keys
	for {
		if s.next() != '"' {
			return nil, false
		}
		key, ok := s.string()
		if !ok || !s.take(':') {
			return nil, false
		}
		v, ok := s.value(depth + 1)
		if !ok {
			return nil, false
		}
		at := -1
		if len(keys) < 2*few {
			at = slices.Index(keys, key)
		} else {
			if index == nil {
				index = make(map[string]int, 8*few)
				for i, k := range keys {
					index[k] = i
				}
			}
			if i, seen := index[key]; seen {
				at = i
			} else {
				index[key] = len(keys)
			}
		}
		if at >= 0 {
			items[at] = v
		} else {
			keys, items = append(keys, key), append(items, v)
		}
		if s.take(',') {
			continue
		}
		n.keys, n.items = s.arena.keys.take(len(keys)), s.arena.values.take(len(items))
		copy(n.keys, keys)
		copy(n.items, items)
		return n, s.take('}')
	}
}

func (s *scanner) list(depth int) (*node, bool) {
	s.pos++
	n := s.make(node{kind: list})
	if s.take(']') {
		return n, true
	}
	var room [8]*node
	items := room[:0]
	for {
		v, ok := s.value(depth + 1)
		if !ok {
			return nil, false
		}
		items = append(items, v)
		if s.take(',') {
			continue
		}
		n.items = s.arena.values.take(len(items))
		copy(n.items, items)
		return n, s.take(']')
	}
}

func (s *scanner) number() (float64, bool) {
	start := s.pos
	for s.pos < len(s.src) {
		switch c := s.src[s.pos]; {
		case c >= '0' && c <= '9', c == '-', c == '+', c == '.', c == 'e', c == 'E':
			s.pos++
			continue
		}
		break
	}
	f, err := strconv.ParseFloat(s.src[start:s.pos], 64)
	return f, err == nil || errors.Is(err, strconv.ErrRange)
}

// string reads a string whose quote comes next.
func (s *scanner) string() (string, bool) {
	s.pos++
	start := s.pos
	for s.pos < len(s.src) {
		switch c := s.src[s.pos]; {
		case c == '"':
			s.pos++
			return s.src[start : s.pos-1], true
		case c == '\\':
			return s.escaped(start)
		}
		s.pos++
	}
	return "", false
}

// escaped goes on where a string has escapes.
func (s *scanner) escaped(start int) (string, bool) {
	out := append([]byte(nil), s.src[start:s.pos]...)
	for s.pos < len(s.src) {
		c := s.src[s.pos]
		s.pos++
		switch {
		case c == '"':
			return string(out), true
		case c != '\\':
			out = append(out, c)
			continue
		case s.pos == len(s.src):
			return "", false
		}
		c = s.src[s.pos]
		s.pos++
		switch c {
		case '"', '\\', '/':
			out = append(out, c)
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		case 'u':
			r, ok := s.hex4()
			if !ok {
				return "", false
			}
			if utf16.IsSurrogate(r) && s.word(`\u`) {
				back := s.pos - 2
				low, _ := s.hex4()
				if both := utf16.DecodeRune(r, low); both != utf8.RuneError {
					r = both
				} else {
					s.pos = back
				}
			}
			out = utf8.AppendRune(out, r)
		default:
			return "", false
		}
	}
	return "", false
}

func (s *scanner) hex4() (rune, bool) {
	if len(s.src)-s.pos < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(s.src[s.pos:s.pos+4], 16, 32)
	s.pos += 4
	return rune(n), err == nil
}

// appendValue writes a node as JSON.stringify would: compact, integer-like keys first, numbers as JavaScript prints them.
func appendValue(dst []byte, n *node) []byte {
	switch n.kind {
	case boolean:
		return strconv.AppendBool(dst, n.flag)
	case number:
		return appendNumber(dst, n.num)
	case text:
		return appendQuoted(dst, n.str)
	case list:
		dst = append(dst, '[')
		for i, item := range n.items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendValue(dst, item)
		}
		return append(dst, ']')
	case object:
		dst = append(dst, '{')
		for i, at := range memberOrder(n.keys) {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(appendQuoted(dst, n.keys[at]), ':')
			dst = appendValue(dst, n.items[at])
		}
		return append(dst, '}')
	}
	return append(dst, "null"...)
}

// memberOrder returns the positions of keys in the order of a JavaScript object: integer-like keys ascending, then the others as they stand.
func memberOrder(keys []string) []int {
	order := make([]int, 0, len(keys))
	for i, key := range keys {
		if _, ok := arrayIndex(key); ok {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		x, _ := arrayIndex(keys[a])
		y, _ := arrayIndex(keys[b])
		return int(x - y)
	})
	integers := len(order)
	for i, key := range keys {
		if integers > 0 {
			if _, ok := arrayIndex(key); ok {
				continue
			}
		}
		order = append(order, i)
	}
	return order
}

// arrayIndex reports whether a key is the canonical text of an integer below 2^32-1.
func arrayIndex(key string) (int64, bool) {
	if key == "" || len(key) > 10 || key[0] < '0' || key[0] > '9' || key[0] == '0' && key != "0" {
		return 0, false
	}
	n, err := strconv.ParseInt(key, 10, 64)
	return n, err == nil && n < math.MaxUint32
}

// appendNumber writes a number as JavaScript prints it; one beyond the range of numbers is null, as in JSON.stringify.
func appendNumber(dst []byte, f float64) []byte {
	abs := math.Abs(f)
	switch {
	case f == 0:
		return append(dst, '0')
	case math.IsInf(f, 0):
		return append(dst, "null"...)
	case abs >= 1e-6 && abs < 1e21:
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	dst = strconv.AppendFloat(dst, f, 'e', -1, 64)
	if n := len(dst); n >= 4 && dst[n-4] == 'e' && dst[n-2] == '0' {
		dst[n-2] = dst[n-1] // 1e-07 is 1e-7
		dst = dst[:n-1]
	}
	return dst
}

// appendQuoted writes a string as JSON.stringify does: only quotes, backslashes and control characters are escaped.
func appendQuoted(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	start := 0
	for i := range len(s) {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		dst = append(dst, s[start:i]...)
		start = i + 1
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\b':
			dst = append(dst, '\\', 'b')
		case '\f':
			dst = append(dst, '\\', 'f')
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\r':
			dst = append(dst, '\\', 'r')
		case '\t':
			dst = append(dst, '\\', 't')
		default:
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	return append(append(dst, s[start:]...), '"')
}

// appendKey writes a property name: bare if it is an ASCII identifier, else quoted.
func appendKey(dst []byte, key string) []byte {
	if isIdentifier(key) {
		return append(dst, key...)
	}
	return appendQuoted(dst, key)
}

// isIdentifier reports whether s matches [A-Za-z_$][A-Za-z0-9_$]*.
func isIdentifier(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c == '$' || i > 0 && c >= '0' && c <= '9' {
			continue
		}
		return false
	}
	return s != ""
}
