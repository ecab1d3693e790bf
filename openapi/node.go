// This file defines the document tree: JSON values in source order, and how they are looked at and written.

package openapi

import "unicode/utf8"

// kind is the JSON type of a node.
type kind uint8

const (
	nullKind kind = iota
	boolKind
	numberKind
	stringKind
	arrayKind
	objectKind
)

// node is one value of a document. Objects keep the order of their members, which decides the order of operations and of
// the fields in signatures. Nodes are immutable once their document is loaded, and may be shared (YAML aliases).
type node struct {
	kind kind
	// text is the value of a string (WTF-8: a lone surrogate is its own three bytes), the literal of a number, or
	// "true", "false", "null".
	text string
	// keys holds the names of the members of an object; items their values, or the items of an array.
	keys  []string
	items []*node
	// index finds members of objects with more than indexFrom members.
	index map[string]int32
}

// indexFrom is the member count up to which a scan beats a map: measured on the GitHub document, 12 and 16 are equal,
// 8 costs 20 % more memory.
const indexFrom = 12

var (
	nullNode  = &node{kind: nullKind, text: "null"}
	trueNode  = &node{kind: boolKind, text: "true"}
	falseNode = &node{kind: boolKind, text: "false"}
)

func stringNode(s string) *node { return &node{kind: stringKind, text: s} }

// All accessors accept a nil node, which is how an absent member looks.

func (n *node) isObject() bool { return n != nil && n.kind == objectKind }
func (n *node) isArray() bool  { return n != nil && n.kind == arrayKind }
func (n *node) isString() bool { return n != nil && n.kind == stringKind }
func (n *node) isTrue() bool   { return n != nil && n.kind == boolKind && n.text == "true" }
func (n *node) isFalse() bool  { return n != nil && n.kind == boolKind && n.text == "false" }

// find is the position of a member, -1 if it is absent.
func (n *node) find(key string) int {
	if n == nil || n.kind != objectKind {
		return -1
	}
	if n.index != nil {
		if i, ok := n.index[key]; ok {
			return int(i)
		}
		return -1
	}
	for i, k := range n.keys {
		if k == key {
			return i
		}
	}
	return -1
}

// get returns a member of an object, nil if it is absent or n is no object.
func (n *node) get(key string) *node {
	if i := n.find(key); i >= 0 {
		return n.items[i]
	}
	return nil
}

func (n *node) has(key string) bool { return n.find(key) >= 0 }

// str returns a member that is a string, "" otherwise.
func (n *node) str(key string) string {
	if m := n.get(key); m.isString() {
		return m.text
	}
	return ""
}

// strings returns the string items of an array member.
func (n *node) strings(key string) []string {
	m := n.get(key)
	if !m.isArray() {
		return nil
	}
	var out []string
	for _, item := range m.items {
		if item.isString() {
			out = append(out, item.text)
		}
	}
	return out
}

// set adds or replaces a member. It is used while a tree is built, never afterwards.
func (n *node) set(key string, value *node) {
	if i := n.find(key); i >= 0 {
		n.items[i] = value
		return
	}
	n.keys = append(n.keys, key)
	n.items = append(n.items, value)
	if n.index != nil {
		n.index[key] = int32(len(n.keys) - 1)
	} else if len(n.keys) > indexFrom {
		n.buildIndex()
	}
}

func (n *node) buildIndex() {
	n.index = make(map[string]int32, len(n.keys))
	for i, k := range n.keys {
		n.index[k] = int32(i)
	}
}

// objectNode makes an object of alternating keys (strings) and values; nil values are left out.
func objectNode(pairs ...any) *node {
	n := &node{kind: objectKind}
	for i := 0; i+1 < len(pairs); i += 2 {
		if v, _ := pairs[i+1].(*node); v != nil {
			n.set(pairs[i].(string), v)
		}
	}
	return n
}

func arrayNode(items ...*node) *node { return &node{kind: arrayKind, items: items} }

// appendJSON writes a node as compact JSON. It recurses as deep as the tree, whose depth the loader limits.
func (n *node) appendJSON(dst []byte) []byte {
	switch {
	case n == nil:
		return append(dst, "null"...)
	case n.kind == stringKind:
		return appendJSONString(dst, n.text)
	case n.kind == arrayKind:
		dst = append(dst, '[')
		for i, item := range n.items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = item.appendJSON(dst)
		}
		return append(dst, ']')
	case n.kind == objectKind:
		dst = append(dst, '{')
		for i, item := range n.items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendJSONString(dst, n.keys[i])
			dst = append(dst, ':')
			dst = item.appendJSON(dst)
		}
		return append(dst, '}')
	}
	return append(dst, n.text...)
}

// jsonSize estimates the length of appendJSON, counting no further than limit.
func (n *node) jsonSize(limit int) int {
	size := len(n.text) + 2
	for i, item := range n.items {
		if n.kind == objectKind {
			size += len(n.keys[i]) + 3
		}
		size += 1 + item.jsonSize(limit-size)
		if size > limit {
			break
		}
	}
	return size
}

const hexDigits = "0123456789abcdef"

// appendJSONString writes a WTF-8 string as a JSON string. Lone surrogates are escaped.
func appendJSONString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r != utf8.RuneError || size > 1 {
				i += size
				continue
			}
			dst = append(dst, s[start:i]...)
			if u, ok := loneSurrogate(s[i:]); ok {
				dst = append(dst, `\u`...)
				dst = append(dst, hexDigits[u>>12], hexDigits[u>>8&15], hexDigits[u>>4&15], hexDigits[u&15])
				i += 3
			} else {
				dst = append(dst, "\uFFFD"...)
				i++
			}
			start = i
			continue
		}
		dst = append(dst, s[start:i]...)
		dst = appendEscape(dst, c)
		i++
		start = i
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"')
}

func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	}
	return append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}

// loneSurrogate reads a surrogate encoded as three bytes of WTF-8.
func loneSurrogate(s string) (u uint16, ok bool) {
	if len(s) < 3 || s[0] != 0xED || s[1] < 0xA0 || s[1] > 0xBF || s[2]&0xC0 != 0x80 {
		return 0, false
	}
	return 0xD000 | uint16(s[1]&0x3F)<<6 | uint16(s[2]&0x3F), true
}

// isJSONNumber reports whether s is a number literal of JSON.
func isJSONNumber(s string) bool {
	i := 0
	digits := func() bool {
		from := i
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		return i > from
	}
	if i < len(s) && s[i] == '-' {
		i++
	}
	if i < len(s) && s[i] == '0' {
		i++
	} else if !digits() {
		return false
	}
	if i < len(s) && s[i] == '.' {
		i++
		if !digits() {
			return false
		}
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if !digits() {
			return false
		}
	}
	return i == len(s)
}
