package vm

// This file defines how the JSON codec reads strings and numbers: eight bytes at a time where it can.

import (
	"math/bits"
	"strconv"
	"strings"
)

// load64 reads eight bytes; the compiler makes one load of it.
func load64(s string, i int) uint64 {
	s = s[i : i+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

const (
	swarOnes  = 0x0101010101010101
	swarHighs = 0x8080808080808080
)

// jsonStops returns a word whose lowest set bit marks the first of eight bytes that is not an ordinary character inside a
// string: a quote, a backslash, a control character, or a byte of a character beyond ASCII.
func jsonStops(w uint64) uint64 {
	quote := w ^ '"'*swarOnes
	slash := w ^ '\\'*swarOnes
	return ((quote-swarOnes)&^quote | (slash-swarOnes)&^slash | (w-0x20*swarOnes)&^w | w) & swarHighs
}

// skipPlain returns the position of the first byte at or after i, but before limit, that jsonStops marks.
func skipPlain(s string, i, limit int) int {
	for i+8 <= limit {
		if m := jsonStops(load64(s, i)); m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
		i += 8
	}
	for i < limit {
		if c := s[i]; c < 0x20 || c == '"' || c == '\\' || c >= 0x80 {
			break
		}
		i++
	}
	return i
}

// str reads the string at i.
func (d *jsonDecoder) str(i int) (Value, int, error) {
	start := i + 1
	j := skipPlain(d.text, start, min(len(d.text), start+jsonChunk))
	if j < len(d.text) && d.text[j] == '"' {
		return d.plain(d.text[start:j]), j + 1, nil
	}
	return d.longStr(start, j)
}

// plain returns a string that stands in the text as it is.
func (d *jsonDecoder) plain(s string) Value {
	if d.pinned {
		return ASCII(s)
	}
	d.vm.mem += int64(len(s))
	return ASCII(strings.Clone(s))
}

// longStr reads a string with escapes or characters beyond ASCII, or a long one. It begins at start; up to j it is plain.
func (d *jsonDecoder) longStr(start, j int) (Value, int, error) {
	s := d.text
	escapes, ascii := false, true
	for {
		if j-d.charged > 16*jsonChunk {
			if err := d.charge(j); err != nil {
				return Undefined, j, err
			}
		}
		j = skipPlain(s, j, min(len(s), j+16*jsonChunk))
		if j >= len(s) {
			return Undefined, j, d.fail(j, jsonOpenString)
		}
		switch c := s[j]; {
		case c == '"':
			v, err := d.text16(s[start:j], escapes, ascii)
			return v, j + 1, err
		case c == '\\':
			n, err := d.escape(j)
			if err != nil {
				return Undefined, j, err
			}
			escapes = true
			if n == 6 && hex4(s[j+2:]) >= 0x80 {
				ascii = false
			}
			j += n
		case c < 0x20:
			return Undefined, j, d.fail(j, jsonControl)
		case c >= 0x80:
			ascii = false
			for j < len(s) && s[j] >= 0x80 && j-d.charged <= 32*jsonChunk {
				j++
			}
		}
	}
}

// escape checks the escape sequence at i and returns its length.
func (d *jsonDecoder) escape(i int) (int, error) {
	s := d.text
	if i+1 >= len(s) {
		return 0, d.fail(i+1, jsonUnexpected)
	}
	switch s[i+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2, nil
	case 'u':
		for k := 2; k < 6; k++ {
			if i+k >= len(s) || hexDigit(s[i+k]) < 0 {
				return 0, d.fail(i+k, jsonUnicode)
			}
		}
		return 6, nil
	}
	return 0, d.fail(i+1, jsonEscape)
}

func hexDigit(c byte) int {
	switch {
	case c-'0' <= 9:
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

func hex4(s string) int {
	return hexDigit(s[0])<<12 | hexDigit(s[1])<<8 | hexDigit(s[2])<<4 | hexDigit(s[3])
}

// jsonEscapes maps the letter of a two-character escape to what it stands for.
var jsonEscapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// text16 makes the string value of the checked string literal raw.
func (d *jsonDecoder) text16(raw string, escapes, ascii bool) (Value, error) {
	switch {
	case ascii && !escapes:
		return d.plain(raw), nil
	case ascii:
		return d.unescapeASCII(raw)
	case !escapes && len(raw) > convertStep:
		u, err := d.vm.appendUTF16(nil, raw)
		return WideStr(u).Value(), err
	case !escapes:
		n := utf16Length(raw)
		err := d.vm.Alloc(2 * n)
		return WideStr(AppendUTF16Of(make([]uint16, 0, n), raw)).Value(), err
	}
	if err := d.vm.Alloc(2 * len(raw)); err != nil {
		return Undefined, err
	}
	wide := make([]uint16, 0, len(raw))
	for work := len(raw); raw != ""; {
		i := strings.IndexByte(raw[:min(len(raw), convertStep)], '\\')
		if i < 0 {
			// Cut in front of a character, but not so that the next step finds nothing to do.
			if i = min(len(raw), convertStep); i < len(raw) {
				for k := 0; k < 3 && raw[i]&0xc0 == 0x80; k++ {
					i--
				}
			}
		}
		wide = AppendUTF16Of(wide, raw[:i])
		switch raw = raw[i:]; {
		case raw == "" || raw[0] != '\\':
		case raw[1] == 'u':
			wide = append(wide, uint16(hex4(raw[2:])))
			raw = raw[6:]
		default:
			wide = append(wide, uint16(jsonEscapes[raw[1]]))
			raw = raw[2:]
		}
		if work-len(raw) > convertStep {
			if err := d.vm.Charge((work - len(raw)) >> 2); err != nil {
				return Undefined, err
			}
			work = len(raw)
		}
	}
	return WideStr(wide[:len(wide):len(wide)]).Value(), nil
}

// unescapeASCII replaces the escapes in a checked string literal that stands for ASCII text.
func (d *jsonDecoder) unescapeASCII(raw string) (Value, error) {
	if err := d.vm.Alloc(len(raw)); err != nil {
		return Undefined, err
	}
	buf := make([]byte, 0, len(raw))
	for i, next := 0, convertStep; i < len(raw); i++ {
		if i >= next {
			if err := d.vm.Charge(convertStep >> 3); err != nil {
				return Undefined, err
			}
			next += convertStep
		}
		switch {
		case raw[i] != '\\':
			buf = append(buf, raw[i])
		case raw[i+1] == 'u':
			buf = append(buf, byte(hex4(raw[i+2:])))
			i += 5
		default:
			buf = append(buf, jsonEscapes[raw[i+1]])
			i++
		}
	}
	return ASCII(bytesToString(buf)), nil
}

// utf16Length returns an upper bound of the number of code units of WTF-8 text, exact for valid text.
func utf16Length(s string) int {
	n := 0
	for i := range len(s) {
		c := s[i]
		if c < 0x80 || c >= 0xc0 {
			n++
		}
		if c >= 0xf0 {
			n++
		}
	}
	return n
}

// powersOfTen are the powers of ten that are exact doubles.
var powersOfTen = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// number reads the number at i. Up to 2^53 with at most 22 decimal places, the quotient of two exact doubles is the
// correctly rounded value (Clinger's fast path); the rest goes through strconv.
func (d *jsonDecoder) number(i int) (Value, int, error) {
	s := d.text
	start := i
	if s[i] == '-' {
		i++
		if i >= len(s) || s[i]-'0' > 9 {
			return Undefined, i, d.fail(i, jsonMinus)
		}
	}
	m, digits := uint64(0), i
	for i < len(s) && s[i]-'0' <= 9 {
		m = m*10 + uint64(s[i]-'0')
		i++
	}
	if s[digits] == '0' && i > digits+1 {
		return Undefined, i, d.fail(digits+1, jsonNumber)
	}
	digits = i - digits
	scale := 0
	if i < len(s) && s[i] == '.' {
		i++
		point := i
		for i < len(s) && s[i]-'0' <= 9 {
			m = m*10 + uint64(s[i]-'0')
			i++
		}
		if scale = i - point; scale == 0 {
			return Undefined, i, d.fail(i, jsonFraction)
		}
		digits += scale
	}
	plain := digits <= 19
	if i < len(s) && s[i]|0x20 == 'e' {
		plain = false
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if i >= len(s) || s[i]-'0' > 9 {
			return Undefined, i, d.fail(i, jsonExponent)
		}
		for i < len(s) && s[i]-'0' <= 9 {
			i++
		}
	}
	var f float64
	switch {
	case plain && scale == 0:
		f = float64(m)
	case plain && m < 1<<53:
		f = float64(m) / powersOfTen[scale]
	default:
		// The only possible error is a range error, whose value is the infinity that the language wants.
		f, _ = strconv.ParseFloat(s[start:i], 64)
		return Number(f), i, nil
	}
	if s[start] == '-' {
		f = -f
	}
	return Number(f), i, nil
}
