// This file defines application/x-www-form-urlencoded, the format of URLSearchParams.

package weburl

import (
	"strings"
	"unicode/utf8"
)

// Pair is a name with its value, both well-formed.
type Pair struct{ Name, Value string }

// ParseForm reads pairs from the query of a URL, without its question mark. It costs about 5 ns a byte, and 32 bytes of memory for each
// pair besides its text, which is not longer than s. Text of any length is given to it in pieces that end between pairs; a piece of a
// value can be read as "=" + piece if the piece ends outside of what is percent-encoded.
func ParseForm(s string) []Pair {
	s = ToWellFormed(s)
	var out []Pair
	for sequence := range strings.SplitSeq(s, "&") {
		if sequence == "" {
			continue
		}
		name, value, _ := strings.Cut(sequence, "=")
		out = append(out, Pair{decodeForm(name), decodeForm(value)})
	}
	return out
}

func decodeForm(s string) string {
	s = strings.ReplaceAll(s, "+", " ")
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	text, _ := DecodeUTF8(percentDecode(s), nil)
	return text
}

// SerializeForm writes pairs. It costs about 3 ns a byte, and the result is at most three times as long as their text.
func SerializeForm(pairs []Pair) string {
	n := 0
	for _, p := range pairs {
		n += len(p.Name) + len(p.Value) + 2
	}
	out := make([]byte, 0, n+n/8)
	for i, p := range pairs {
		if i > 0 {
			out = append(out, '&')
		}
		out = appendForm(out, p.Name)
		out = appendForm(append(out, '='), p.Value)
	}
	return string(out)
}

func appendForm(dst []byte, s string) []byte {
	s = ToWellFormed(s)
	for i := range len(s) {
		switch c := s[i]; {
		case c == ' ':
			dst = append(dst, '+')
		case formSet.contains(c):
			dst = append(dst, '%', upperHex[c>>4], upperHex[c&15])
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

// CompareNames orders by UTF-16 code units, as the method sort does. Only where one string has a character beyond U+FFFF does that
// differ from the order of bytes.
func CompareNames(a, b string) int {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	for i > 0 && i < len(a) && i < len(b) && (!utf8.RuneStart(a[i]) || !utf8.RuneStart(b[i])) {
		i--
	}
	if i == len(a) || i == len(b) {
		return len(a) - len(b)
	}
	x, _ := decodeWTF8(a[i:])
	y, _ := decodeWTF8(b[i:])
	if (x > 0xffff) == (y > 0xffff) {
		return int(x - y)
	}
	return int(firstUnit(x) - firstUnit(y))
}

// firstUnit is the first UTF-16 code unit of a character.
func firstUnit(r rune) rune {
	if r > 0xffff {
		return 0xd800 + (r-0x10000)>>10
	}
	return r
}
