// This file defines the UTF-8 decoder of the Encoding Standard and the conversion of WTF-8 to well-formed text.

package weburl

import (
	"strings"
	"unicode/utf8"
)

const replacement = "\uFFFD"

// DecodeUTF8 is the UTF-8 decoder of the Encoding Standard without its byte-order mark: every maximal prefix of a character that
// the input breaks off becomes one U+FFFD, which is fewer than Go's one for each byte. The result is at most three times as long. See
// ParseForm for charge.
func DecodeUTF8(b []byte, charge func(int) error) (string, error) {
	if len(b) <= step && utf8.Valid(b) {
		return string(b), nil
	}
	if charge == nil {
		charge = free
	}
	out := make([]byte, 0, len(b))
	for len(b) > 0 {
		n := min(len(b), step)
		if n < len(b) {
			n -= IncompleteTail(b[:n])
		}
		if err := charge(n / 2); err != nil {
			return "", err
		}
		out = appendDecoded(out, b[:n])
		b = b[n:]
	}
	return string(out), nil
}

func appendDecoded(dst, b []byte) []byte {
	for len(b) > 0 {
		n := validPrefix(b)
		dst = append(dst, b[:n]...)
		if b = b[n:]; len(b) > 0 {
			dst = append(dst, replacement...)
			b = b[brokenLength(b):]
		}
	}
	return dst
}

// ValidUTF8 reports whether a decoder with the option fatal accepts b. It costs about 0.1 ns a byte for ASCII, 1 ns for other text.
func ValidUTF8(b []byte) bool { return utf8.Valid(b) }

// IncompleteTail returns how many bytes at the end of b are the beginning of a character that more input could complete: what a
// streaming decoder keeps for the next chunk.
func IncompleteTail(b []byte) int {
	for n := 1; n <= min(3, len(b)); n++ {
		tail := b[len(b)-n:]
		if utf8.RuneStart(tail[0]) {
			if tail[0] >= utf8.RuneSelf && !utf8.FullRune(tail) && brokenLength(tail) == n {
				return n
			}
			return 0
		}
	}
	return 0
}

// validPrefix returns the length of the longest valid prefix.
func validPrefix(b []byte) int {
	for i := 0; i < len(b); {
		if b[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(b)
}

// brokenLength returns the length of the maximal prefix of a well-formed character at the start of b, which is not one; at
// least 1.
func brokenLength(b []byte) int {
	// The second byte has a range of its own after E0, ED, F0 and F4, which excludes overlong forms, surrogates and what
	// lies beyond U+10FFFF.
	low, high, need := byte(0x80), byte(0xbf), 0
	switch c := b[0]; {
	case 0xc2 <= c && c <= 0xdf:
		need = 1
	case 0xe0 <= c && c <= 0xef:
		need = 2
		if c == 0xe0 {
			low = 0xa0
		} else if c == 0xed {
			high = 0x9f
		}
	case 0xf0 <= c && c <= 0xf4:
		need = 3
		if c == 0xf0 {
			low = 0x90
		} else if c == 0xf4 {
			high = 0x8f
		}
	}
	n := 1
	for n < len(b) && n <= need && low <= b[n] && b[n] <= high {
		low, high = 0x80, 0xbf
		n++
	}
	return n
}

// ToWellFormed replaces each lone surrogate of a WTF-8 string by U+FFFD, as the conversion to USVString and toWellFormed do. A
// string without any is returned as it is. It costs about 0.1 ns a byte.
func ToWellFormed(s string) string {
	at := NextSurrogate(s)
	if at < 0 {
		return s
	}
	var out strings.Builder
	out.Grow(len(s))
	for ; at >= 0; at = NextSurrogate(s) {
		out.WriteString(s[:at])
		out.WriteString(replacement)
		s = s[at+3:]
	}
	out.WriteString(s)
	return out.String()
}

// NextSurrogate returns the offset of the first lone surrogate of a WTF-8 string, -1 if there is none.
func NextSurrogate(s string) int {
	for from := 0; ; {
		at := strings.IndexByte(s[from:], 0xed)
		if at < 0 || from+at+2 >= len(s) {
			return -1
		}
		if from += at; s[from+1] >= 0xa0 {
			return from // the second byte of U+D000 to U+D7FF, the other characters with this first byte, is below
		}
		from++
	}
}

// AppendUnit appends a UTF-16 code unit to WTF-8; a low surrogate completes the high one that dst ends with.
func AppendUnit(dst []byte, unit uint16) []byte {
	if unit>>10 == 0xdc00>>10 && len(dst) >= 3 {
		if tail := dst[len(dst)-3:]; tail[0] == 0xed && tail[1]&0xf0 == 0xa0 {
			high := rune(tail[1]&0x0f)<<6 | rune(tail[2]&0x3f) // ten bits of the high surrogate
			return utf8.AppendRune(dst[:len(dst)-3], 0x10000+high<<10|rune(unit&0x3ff))
		}
	}
	if unit>>11 == 0xd800>>11 {
		return append(dst, 0xe0|byte(unit>>12), 0x80|byte(unit>>6)&0x3f, 0x80|byte(unit)&0x3f)
	}
	return utf8.AppendRune(dst, rune(unit))
}
