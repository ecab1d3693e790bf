// This file defines percent-encoding: the sets of the URL Standard, and encodeURI, decodeURI, escape and unescape of ECMAScript.

package weburl

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// encodeSet holds the characters from U+0020 to U+007E that are encoded, one bit each. All other bytes are encoded too.
type encodeSet struct{ low, high uint64 }

func (e encodeSet) contains(c byte) bool {
	switch {
	case c < ' ' || c >= 0x7f:
		return true
	case c < 64:
		return e.low>>c&1 != 0
	}
	return e.high>>(c-64)&1 != 0
}

// The bits of the sets of the standard, each of which adds to one before it. The high halves count from '@'.
const (
	queryLow     = 1<<' ' | 1<<'"' | 1<<'#' | 1<<'<' | 1<<'>'
	pathLow      = queryLow | 1<<'?'
	pathHigh     = 1<<('^'-'@') | 1<<('`'-'@') | 1<<('{'-'@') | 1<<('}'-'@')
	userinfoLow  = pathLow | 1<<'/' | 1<<':' | 1<<';' | 1<<'='
	userinfoHigh = pathHigh | 1 | 1<<('['-'@') | 1<<('\\'-'@') | 1<<(']'-'@') | 1<<('|'-'@')
	formLow      = userinfoLow | 1<<'$' | 1<<'%' | 1<<'&' | 1<<'+' | 1<<',' | 1<<'!' | 1<<'\'' | 1<<'(' | 1<<')'
	formHigh     = userinfoHigh | 1<<('~'-'@')
)

var (
	controlSet      = encodeSet{}
	fragmentSet     = encodeSet{1<<' ' | 1<<'"' | 1<<'<' | 1<<'>', 1 << ('`' - '@')}
	querySet        = encodeSet{queryLow, 0}
	specialQuerySet = encodeSet{queryLow | 1<<'\'', 0}
	pathSet         = encodeSet{pathLow, pathHigh}
	userinfoSet     = encodeSet{userinfoLow, userinfoHigh}
	formSet         = encodeSet{formLow, formHigh}
)

const upperHex = "0123456789ABCDEF"

// encode percent-encodes the bytes of a set. A string without any is returned as it is.
func encode(s string, set encodeSet) string {
	for i := range len(s) {
		if set.contains(s[i]) {
			return string(appendEncoded(make([]byte, 0, len(s)+len(s)/2+8), s, set))
		}
	}
	return s
}

func appendEncoded(dst []byte, s string, set encodeSet) []byte {
	start := 0
	for i := range len(s) {
		if set.contains(s[i]) {
			dst = append(append(dst, s[start:i]...), '%', upperHex[s[i]>>4], upperHex[s[i]&15])
			start = i + 1
		}
	}
	return append(dst, s[start:]...)
}

// hexValue returns the value of a hexadecimal digit, 16 for any other byte.
func hexValue(c byte) byte {
	switch {
	case isDigit(c):
		return c - '0'
	case c|0x20-'a' < 6:
		return c | 0x20 - 'a' + 10
	}
	return 16
}

// hexByte reads the percent-encoded byte at s[i:].
func hexByte(s string, i int) (byte, bool) {
	if i+2 >= len(s) || s[i] != '%' {
		return 0, false
	}
	high, low := hexValue(s[i+1]), hexValue(s[i+2])
	return high<<4 | low, high < 16 && low < 16
}

// percentDecode replaces what is percent-encoded and leaves other percent signs.
func percentDecode(s string) []byte {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if c, ok := hexByte(s, i); ok {
			out = append(out, c)
			i += 2
			continue
		}
		out = append(out, s[i])
	}
	return out
}

// ErrMalformed is thrown as a URIError by the four functions of ECMAScript that can fail.
var ErrMalformed = errors.New("URI malformed")

// unreserved are the characters besides letters and digits that encodeURIComponent leaves, reserved those that encodeURI leaves and
// decodeURI keeps encoded.
const (
	unreservedMarks = "-_.!~*'()"
	reservedMarks   = ";/?:@&=+$,#"
)

func isAlphanumeric(c byte) bool { return isDigit(c) || isAlpha(c) }

// EncodeURIComponent is the function of that name over a WTF-8 string. A lone surrogate is ErrMalformed. It costs about 2 ns a byte.
func EncodeURIComponent(s string) (string, error) { return encodeURI(s, unreservedMarks) }

// EncodeURI is the function of that name; see EncodeURIComponent.
func EncodeURI(s string) (string, error) { return encodeURI(s, unreservedMarks+reservedMarks) }

func encodeURI(s, marks string) (string, error) {
	if NextSurrogate(s) >= 0 {
		return "", ErrMalformed
	}
	return percentEncode(s, marks), nil
}

func percentEncode(s, marks string) string {
	plain := func(c byte) bool { return isAlphanumeric(c) || strings.IndexByte(marks, c) >= 0 }
	i := 0
	for i < len(s) && plain(s[i]) {
		i++
	}
	if i == len(s) {
		return s
	}
	out := append(make([]byte, 0, len(s)+len(s)/2+8), s[:i]...)
	for ; i < len(s); i++ {
		if c := s[i]; plain(c) {
			out = append(out, c)
		} else {
			out = append(out, '%', upperHex[c>>4], upperHex[c&15])
		}
	}
	return string(out)
}

// DecodeURIComponent is the function of that name. What is not valid percent-encoded UTF-8 is ErrMalformed. It costs about 3 ns a byte.
func DecodeURIComponent(s string) (string, error) { return decodeURI(s, "") }

// DecodeURI is the function of that name; see DecodeURIComponent.
func DecodeURI(s string) (string, error) { return decodeURI(s, reservedMarks) }

func decodeURI(s, keep string) (string, error) {
	i := strings.IndexByte(s, '%')
	if i < 0 {
		return s, nil
	}
	out := append(make([]byte, 0, len(s)), s[:i]...)
	for i < len(s) {
		if s[i] != '%' {
			out = append(out, s[i])
			i++
			continue
		}
		c, ok := hexByte(s, i)
		if !ok {
			return "", ErrMalformed
		}
		if c < utf8.RuneSelf {
			if strings.IndexByte(keep, c) >= 0 {
				out = append(out, s[i:i+3]...)
			} else {
				out = append(out, c)
			}
			i += 3
			continue
		}
		buf := [utf8.UTFMax]byte{c}
		n := 1
		for i += 3; n < len(buf) && !utf8.FullRune(buf[:n]); n++ {
			if buf[n], ok = hexByte(s, i); !ok {
				return "", ErrMalformed
			}
			i += 3
		}
		if !utf8.Valid(buf[:n]) {
			return "", ErrMalformed
		}
		out = append(out, buf[:n]...)
	}
	return string(out), nil
}

const escapeMarks = "@*_+-./"

// Escape is the global function escape: %XX below U+0100, %uXXXX for other UTF-16 code units.
func Escape(s string) string {
	var out []byte
	unit := func(u uint16) {
		if u < 0x100 {
			out = append(out, '%', upperHex[u>>4], upperHex[u&15])
			return
		}
		out = append(out, '%', 'u', upperHex[u>>12], upperHex[u>>8&15], upperHex[u>>4&15], upperHex[u&15])
	}
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if isAlphanumeric(c) || strings.IndexByte(escapeMarks, c) >= 0 {
				out = append(out, c)
			} else {
				unit(uint16(c))
			}
			i++
			continue
		}
		r, n := decodeWTF8(s[i:])
		if i += n; r < 0x10000 {
			unit(uint16(r))
		} else {
			unit(uint16(0xd800 + (r-0x10000)>>10))
			unit(uint16(0xdc00 + (r-0x10000)&0x3ff))
		}
	}
	return string(out)
}

// decodeWTF8 decodes the first character, which may be a lone surrogate.
func decodeWTF8(s string) (rune, int) {
	r, n := utf8.DecodeRuneInString(s)
	if n == 1 && len(s) >= 3 && s[0] == 0xed {
		return 0xd000 | rune(s[1]&0x3f)<<6 | rune(s[2]&0x3f), 3
	}
	return r, n
}

// Unescape is the global function unescape. It never fails: what is not an escape stays.
func Unescape(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		if c, ok := hexByte(s, i); ok {
			out = AppendUnit(out, uint16(c))
			i += 3
			continue
		}
		if u, ok := unicodeEscape(s, i); ok {
			out = AppendUnit(out, u)
			i += 6
			continue
		}
		if s[i] < utf8.RuneSelf {
			out = append(out, s[i])
			i++
			continue
		}
		r, n := decodeWTF8(s[i:])
		if r>>11 == 0xd800>>11 {
			out = AppendUnit(out, uint16(r))
		} else {
			out = append(out, s[i:i+n]...)
		}
		i += n
	}
	return string(out)
}

// unicodeEscape reads %uXXXX at s[i:].
func unicodeEscape(s string, i int) (unit uint16, ok bool) {
	if i+5 >= len(s) || s[i] != '%' || s[i+1] != 'u' {
		return 0, false
	}
	for j := i + 2; j < i+6; j++ {
		d := hexValue(s[j])
		if d > 15 {
			return 0, false
		}
		unit = unit<<4 | uint16(d)
	}
	return unit, true
}
