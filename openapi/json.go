// This file defines the JSON reader: text to document tree in one pass, with limits on depth and size.

package openapi

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// treeLimits bounds a tree. A node takes about 100 bytes of memory, and two bytes of text can make one.
type treeLimits struct {
	depth int
	nodes int
}

// jsonReader reads one document. Nodes and item lists are cut from slabs: a document has some hundred thousand of them.
type jsonReader struct {
	src    string
	pos    int
	limits treeLimits
	count  int

	nodes []node
	lists []*node
	names []string
	// keyStack and itemStack hold the members of the objects and arrays that are still open.
	keyStack  []string
	itemStack []*node
}

// parseJSON reads a JSON text (RFC 8259). Of members with the same name the last one wins, in the place of the first, as in
// JavaScript. Numbers are kept as written. Lone surrogate escapes are legal.
func parseJSON(src string, limits treeLimits) (*node, error) {
	if !utf8.ValidString(src) {
		return nil, fmt.Errorf("the text is not valid UTF-8")
	}
	r := &jsonReader{src: src, limits: limits}
	n, err := r.value(0)
	if err != nil {
		return nil, err
	}
	r.space()
	if r.pos < len(r.src) {
		return nil, r.errorf("unexpected text after the end of the document")
	}
	return n, nil
}

func (r *jsonReader) errorf(format string, args ...any) error {
	line := 1 + strings.Count(r.src[:min(r.pos, len(r.src))], "\n")
	column := min(r.pos, len(r.src)) - strings.LastIndexByte(r.src[:min(r.pos, len(r.src))], '\n')
	return fmt.Errorf("line %d, column %d: %s", line, column, fmt.Sprintf(format, args...))
}

func (r *jsonReader) space() {
	for r.pos < len(r.src) {
		switch r.src[r.pos] {
		case ' ', '\t', '\n', '\r':
			r.pos++
		default:
			return
		}
	}
}

// slab sizes: small inputs (the arguments of one call) must not pay for large ones.
func slabSize(used int) int { return min(max(16, used), 1024) }

func (r *jsonReader) node(k kind, text string) *node {
	if len(r.nodes) == 0 {
		r.nodes = make([]node, slabSize(r.count))
	}
	n := &r.nodes[0]
	r.nodes = r.nodes[1:]
	n.kind, n.text = k, text
	return n
}

func (r *jsonReader) value(depth int) (*node, error) {
	r.space()
	if r.pos >= len(r.src) {
		return nil, r.errorf("unexpected end of the text")
	}
	if r.count++; r.count > r.limits.nodes {
		return nil, r.errorf("more than %d values", r.limits.nodes)
	}
	switch c := r.src[r.pos]; c {
	case '{', '[':
		if depth >= r.limits.depth {
			return nil, r.errorf("nested deeper than %d levels", r.limits.depth)
		}
		if c == '{' {
			return r.object(depth)
		}
		return r.array(depth)
	case '"':
		s, err := r.string()
		if err != nil {
			return nil, err
		}
		return r.node(stringKind, s), nil
	case 't':
		return r.literal("true", trueNode)
	case 'f':
		return r.literal("false", falseNode)
	case 'n':
		return r.literal("null", nullNode)
	default:
		return r.number()
	}
}

func (r *jsonReader) literal(text string, n *node) (*node, error) {
	if !strings.HasPrefix(r.src[r.pos:], text) {
		return nil, r.errorf("unexpected text")
	}
	r.pos += len(text)
	return n, nil
}

func (r *jsonReader) number() (*node, error) {
	end := r.pos
	for end < len(r.src) && strings.IndexByte("+-0123456789.eE", r.src[end]) >= 0 {
		end++
	}
	text := r.src[r.pos:end]
	if !isJSONNumber(text) {
		return nil, r.errorf("unexpected text")
	}
	r.pos = end
	return r.node(numberKind, text), nil
}

func (r *jsonReader) array(depth int) (*node, error) {
	r.pos++
	start := len(r.itemStack)
	r.space()
	if r.pos < len(r.src) && r.src[r.pos] == ']' {
		r.pos++
		return r.node(arrayKind, ""), nil
	}
	for {
		item, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		r.itemStack = append(r.itemStack, item)
		more, err := r.separator(']')
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
	}
	n := r.node(arrayKind, "")
	n.items = r.list(r.itemStack[start:])
	r.itemStack = r.itemStack[:start]
	return n, nil
}

func (r *jsonReader) object(depth int) (*node, error) {
	r.pos++
	keys, items := len(r.keyStack), len(r.itemStack)
	r.space()
	if r.pos < len(r.src) && r.src[r.pos] == '}' {
		r.pos++
		return r.node(objectKind, ""), nil
	}
	for {
		r.space()
		if r.pos >= len(r.src) || r.src[r.pos] != '"' {
			return nil, r.errorf("expected a member name in quotes")
		}
		key, err := r.string()
		if err != nil {
			return nil, err
		}
		r.space()
		if r.pos >= len(r.src) || r.src[r.pos] != ':' {
			return nil, r.errorf("expected ':' after a member name")
		}
		r.pos++
		item, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		r.keyStack = append(r.keyStack, key)
		r.itemStack = append(r.itemStack, item)
		more, err := r.separator('}')
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
	}
	n := r.node(objectKind, "")
	r.fill(n, r.keyStack[keys:], r.itemStack[items:])
	r.keyStack, r.itemStack = r.keyStack[:keys], r.itemStack[:items]
	return n, nil
}

// fill gives an object its members, merging equal names.
func (r *jsonReader) fill(n *node, keys []string, items []*node) {
	if len(keys) > indexFrom {
		n.index = make(map[string]int32, len(keys))
		kept := 0
		for i, k := range keys {
			if at, ok := n.index[k]; ok {
				items[at] = items[i]
				continue
			}
			n.index[k] = int32(kept)
			keys[kept], items[kept] = k, items[i]
			kept++
		}
		keys, items = keys[:kept], items[:kept]
	} else {
		kept := 0
	next:
		for i, k := range keys {
			for j := range kept {
				if keys[j] == k {
					items[j] = items[i]
					continue next
				}
			}
			keys[kept], items[kept] = k, items[i]
			kept++
		}
		keys, items = keys[:kept], items[:kept]
	}
	n.items = r.list(items)
	if len(r.names) < len(keys) {
		r.names = make([]string, max(slabSize(r.count), len(keys)))
	}
	n.keys = r.names[:len(keys):len(keys)]
	copy(n.keys, keys)
	r.names = r.names[len(keys):]
}

func (r *jsonReader) list(items []*node) []*node {
	if len(r.lists) < len(items) {
		r.lists = make([]*node, max(slabSize(r.count), len(items)))
	}
	out := r.lists[:len(items):len(items)]
	copy(out, items)
	r.lists = r.lists[len(items):]
	return out
}

// separator reads ',' (more) or the closing bracket.
func (r *jsonReader) separator(end byte) (more bool, err error) {
	r.space()
	if r.pos < len(r.src) {
		switch r.src[r.pos] {
		case ',':
			r.pos++
			return true, nil
		case end:
			r.pos++
			return false, nil
		}
	}
	return false, r.errorf("expected ',' or '%c'", end)
}

// string reads a string literal. Without escapes it is a piece of the source, not a copy.
func (r *jsonReader) string() (string, error) {
	r.pos++
	start := r.pos
	for r.pos < len(r.src) {
		switch c := r.src[r.pos]; {
		case c == '"':
			s := r.src[start:r.pos]
			r.pos++
			return s, nil
		case c == '\\':
			return r.escapedString(start)
		case c < 0x20:
			return "", r.errorf("control character in a string")
		}
		r.pos++
	}
	return "", r.errorf("unterminated string")
}

func (r *jsonReader) escapedString(start int) (string, error) {
	buf := append(make([]byte, 0, r.pos-start+32), r.src[start:r.pos]...)
	for r.pos < len(r.src) {
		c := r.src[r.pos]
		switch {
		case c == '"':
			r.pos++
			return string(buf), nil
		case c < 0x20:
			return "", r.errorf("control character in a string")
		case c != '\\':
			buf = append(buf, c)
			r.pos++
			continue
		}
		if r.pos+1 >= len(r.src) {
			break
		}
		if c = r.src[r.pos+1]; c != 'u' {
			at := strings.IndexByte(`"\/bfnrt`, c)
			if at < 0 {
				return "", r.errorf("unknown escape in a string")
			}
			buf = append(buf, "\"\\/\b\f\n\r\t"[at])
			r.pos += 2
			continue
		}
		u, ok := hex4(r.src, r.pos+2)
		if !ok {
			return "", r.errorf("malformed \\u escape in a string")
		}
		r.pos += 6
		if low, ok := hex4(r.src, r.pos+2); u&0xFC00 == 0xD800 && ok && low&0xFC00 == 0xDC00 &&
			r.src[r.pos] == '\\' && r.src[r.pos+1] == 'u' {
			buf = utf8.AppendRune(buf, 0x10000+rune(u&0x3FF)<<10+rune(low&0x3FF))
			r.pos += 6
			continue
		}
		buf = appendUnit(buf, u)
	}
	return "", r.errorf("unterminated string")
}

// appendUnit writes one UTF-16 unit as WTF-8.
func appendUnit(buf []byte, u uint16) []byte {
	if u&0xF800 == 0xD800 {
		return append(buf, 0xED, 0x80|byte(u>>6&0x3F), 0x80|byte(u&0x3F))
	}
	return utf8.AppendRune(buf, rune(u))
}

func hex4(s string, at int) (u uint16, ok bool) {
	if at+4 > len(s) {
		return 0, false
	}
	for i := range 4 {
		c := s[at+i]
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		u = u<<4 | uint16(c)
	}
	return u, true
}
