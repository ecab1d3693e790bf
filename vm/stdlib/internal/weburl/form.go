// This file defines application/x-www-form-urlencoded, the format of URLSearchParams.

package weburl

import (
	"strings"
	"unicode/utf8"
)

// Pair is a name with its value, both well-formed.
type Pair struct{ Name, Value string }

// ParseForm reads pairs from the query of a URL, without its question mark. charge, if not nil, is called before every few thousand
// bytes of work with its amount, about one unit for 2 ns; an error that it returns ends the work. A pair takes 32 bytes of memory besides
// its text, which is not longer than s.
func ParseForm(s string, charge func(int) error) ([]Pair, error) {
	if charge == nil {
		charge = free
	}
	s = ToWellFormed(s)
	var out []Pair
	for sequence := range strings.SplitSeq(s, "&") {
		if sequence == "" {
			continue
		}
		name, value, _ := strings.Cut(sequence, "=")
		name, err := decodeForm(name, charge)
		if err != nil {
			return nil, err
		}
		if value, err = decodeForm(value, charge); err != nil {
			return nil, err
		}
		out = append(out, Pair{name, value})
	}
	return out, nil
}

// free is the charge function of callers that have none.
func free(int) error { return nil }

// step is how many bytes are worked on between two charges.
const step = 1 << 13

func decodeForm(s string, charge func(int) error) (string, error) {
	if err := charge(8 + min(len(s), step)/4); err != nil {
		return "", err
	}
	if len(s) <= step && strings.IndexByte(s, '%') < 0 {
		return strings.ReplaceAll(s, "+", " "), nil
	}
	out := make([]byte, 0, len(s))
	for i, paid := 0, step; i < len(s); i++ {
		if i >= paid {
			paid += step
			if err := charge(step / 2); err != nil {
				return "", err
			}
		}
		c := s[i]
		if decoded, ok := hexByte(s, i); ok {
			c = decoded
			i += 2
		} else if c == '+' {
			c = ' '
		}
		out = append(out, c)
	}
	return DecodeUTF8(out, charge)
}

// SerializeForm writes pairs. The result is at most three times as long as their text. See ParseForm for charge.
func SerializeForm(pairs []Pair, charge func(int) error) (string, error) {
	if charge == nil {
		charge = free
	}
	n := 0
	for _, p := range pairs {
		for _, text := range []string{p.Name, p.Value} {
			k, err := formLength(text, charge)
			if err != nil {
				return "", err
			}
			n += k + 1
		}
	}
	var out strings.Builder // its memory is not cleared first, and the result is no copy
	out.Grow(n)
	for i, p := range pairs {
		if i > 0 {
			out.WriteByte('&')
		}
		if err := writeForm(&out, p.Name, charge); err != nil {
			return "", err
		}
		out.WriteByte('=')
		if err := writeForm(&out, p.Value, charge); err != nil {
			return "", err
		}
	}
	return out.String(), nil
}

// formLength returns about how long a text becomes.
func formLength(s string, charge func(int) error) (int, error) {
	n := len(s)
	for start := 0; start < len(s); start += step {
		piece := s[start:min(start+step, len(s))]
		if err := charge(len(piece) / 4); err != nil {
			return 0, err
		}
		for i := range len(piece) {
			if c := piece[i]; c != ' ' && formSet.contains(c) {
				n += 2
			}
		}
	}
	return n, nil
}

func writeForm(out *strings.Builder, s string, charge func(int) error) error {
	s = ToWellFormed(s)
	for start := 0; ; start += step {
		piece := s[start:min(start+step, len(s))]
		if err := charge(4 + len(piece)/2); err != nil {
			return err
		}
		for i := range len(piece) {
			switch c := piece[i]; {
			case c == ' ':
				out.WriteByte('+')
			case formSet.contains(c):
				out.WriteByte('%')
				out.WriteByte(upperHex[c>>4])
				out.WriteByte(upperHex[c&15])
			default:
				out.WriteByte(c)
			}
		}
		if start+step >= len(s) {
			return nil
		}
	}
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
