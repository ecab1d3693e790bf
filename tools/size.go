// This file estimates the memory that inputs take once they are decoded.

package tools

import "bytes"

// The sizes of the parts of a parsed tree in bytes, as the Go runtime makes them. Lists have room to grow.
const (
	sizeOfValue  = 40  // an interface and what it points to
	sizeOfMember = 24  // a key and its share of a table, beside its value
	sizeOfList   = 48  // its header
	sizeOfObject = 320 // a map with its first group of members
)

// DecodedSize estimates the bytes that Decode takes for an input that is JSON text, and those of them that are kept until the
// call has ended. Text as short as "[[],[]]" becomes a value of many times its size.
func (t *Tool) DecodedSize(input []byte) (during, kept int) {
	kept = len(input)
	if t.decode == nil && (!t.input.enforced || t.input.document() == nil) {
		return kept, kept
	}
	during = kept + treeSize(input)
	if t.decode != nil {
		kept = during
	}
	return during, kept
}

// treeSize estimates the size of the tree of a JSON text.
func treeSize(text []byte) int {
	n := sizeOfValue
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			length := stringLength(text[i+1:])
			n += length
			i += length + 1
		case ',':
			n += sizeOfValue
		case ':':
			n += sizeOfMember
		case '[':
			n += sizeOfList + sizeOfValue
		case '{':
			n += sizeOfObject
		}
	}
	return n
}

// stringLength returns the number of bytes before the quote that ends a string.
func stringLength(text []byte) int {
	for i := 0; ; i++ {
		next := bytes.IndexByte(text[i:], '"')
		if next < 0 {
			return len(text)
		}
		i += next
		escapes := 0
		for escapes < i && text[i-1-escapes] == '\\' {
			escapes++
		}
		if escapes&1 == 0 {
			return i
		}
	}
}
