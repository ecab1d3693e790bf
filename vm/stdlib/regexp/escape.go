// This file defines RegExp.escape.

package regexp

import "strings"

// EscapeASCII returns a pattern that matches exactly s, as RegExp.escape does (ECMA-262 22.2.5.1). The result is at most four times as
// long.
func EscapeASCII(s string) string {
	if !strings.ContainsFunc(s, func(c rune) bool { return escapeKind(uint16(c), false) != escapeNone }) && (s == "" || escapeKind(uint16(s[0]), true) == escapeNone) {
		return s
	}
	out := make([]byte, 0, len(s)+len(s)/2+4)
	for i := range len(s) {
		out = appendEscaped(out, uint16(s[i]), i == 0)
	}
	return string(out)
}

// EscapeUTF16 is EscapeASCII for text in UTF-16 code units. The result is at most six times as long.
func EscapeUTF16(s []uint16) []uint16 {
	out := make([]uint16, 0, len(s)+len(s)/2+4)
	for i := 0; i < len(s); i++ {
		if isHigh(s[i]) && i+1 < len(s) && isLow(s[i+1]) {
			out = append(out, s[i], s[i+1])
			i++
			continue
		}
		out = appendEscaped(out, s[i], i == 0)
	}
	return out
}

const (
	escapeNone = iota
	escapeBackslash
	escapeControl
	escapeHex
	escapeUnicode
)

// escapeKind tells how a unit is escaped, first at the beginning of the text: there letters and digits are escaped as well, so
// that the result can follow \0 or \c.
func escapeKind(c uint16, first bool) int {
	switch {
	case c >= 256:
		if c >= 0xd800 && c <= 0xdfff || spaceSet.contains(rune(c)) {
			return escapeUnicode
		}
		return escapeNone
	case isSyntaxChar(int(c)), c == '/':
		return escapeBackslash
	case c >= '\t' && c <= '\r':
		return escapeControl
	case c == ' ', c == 0xa0, c < 128 && strings.IndexByte(",-=<>#&!%:;@~'`\"", byte(c)) >= 0:
		return escapeHex
	case first && ('0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'):
		return escapeHex
	}
	return escapeNone
}

func appendEscaped[T byte | uint16](out []T, c uint16, first bool) []T {
	const hex = "0123456789abcdef"
	switch escapeKind(c, first) {
	case escapeBackslash:
		return append(out, '\\', T(c))
	case escapeControl:
		return append(out, '\\', T("tnvfr"[c-'\t']))
	case escapeHex:
		return append(out, '\\', 'x', T(hex[c>>4]), T(hex[c&15]))
	case escapeUnicode:
		return append(out, '\\', 'u', T(hex[c>>12]), T(hex[c>>8&15]), T(hex[c>>4&15]), T(hex[c&15]))
	}
	return append(out, T(c))
}
