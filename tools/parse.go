// This file holds the parser of JSON text into plain Go values, and the writing of JSON strings, numbers and trees.

package tools

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// maxTextDepth is how deep JSON text may nest. The boundary of the engine allows 32 levels; schemas nest two levels for
// each property.
const maxTextDepth = 512

// parseTree parses one JSON text into nil, bool, float64, json.Number, string, []any and map[string]any.
// Numbers are float64; an integer that float64 cannot hold exactly stays a json.Number. Of equal keys the last one
// counts. A lone surrogate becomes U+FFFD, as in encoding/json.
func parseTree(text []byte) (any, error) {
	p := parser{text: text}
	return p.document()
}

type parser struct {
	text []byte
	pos  int
	// nulls says that the text has a null in it.
	nulls bool
	// maps are objects to be used for the tree, empty from used on.
	maps []map[string]any
	used int
}

const (
	maxReusedMaps = 64 // of a parser
	maxReusedSize = 32 // members of an object that is used again
)

// newMap returns an empty object.
func (p *parser) newMap() map[string]any {
	if p.used < len(p.maps) {
		p.used++
		return p.maps[p.used-1]
	}
	m := map[string]any{}
	if p.used < maxReusedMaps {
		p.maps = append(p.maps, m)
		p.used++
	}
	return m
}

// reset makes the parser ready for another text. Unless keep is set, nothing refers to the tree any more and its objects
// can be used again.
func (p *parser) reset(keep bool) {
	maps := p.maps
	if keep {
		maps = append(maps[:0], maps[p.used:]...)
	} else {
		for i, m := range maps[:p.used] {
			if len(m) > maxReusedSize {
				maps[i] = map[string]any{}
			} else {
				clear(m)
			}
		}
	}
	clear(maps[len(maps):len(p.maps)])
	*p = parser{maps: maps}
}

func (p *parser) document() (any, error) {
	v, err := p.value(0)
	if err != nil {
		return nil, err
	}
	if p.space(); p.pos < len(p.text) {
		return nil, p.fail("unexpected text after the value")
	}
	return v, nil
}

func (p *parser) fail(format string, args ...any) error {
	return fmt.Errorf("not JSON: %s at offset %d", fmt.Sprintf(format, args...), p.pos)
}

func (p *parser) space() {
	for p.pos < len(p.text) {
		switch p.text[p.pos] {
		case ' ', '\t', '\n', '\r':
			p.pos++
		default:
			return
		}
	}
}

// peek skips white space and returns the next byte, 0 at the end.
func (p *parser) peek() byte {
	p.space()
	if p.pos < len(p.text) {
		return p.text[p.pos]
	}
	return 0
}

func (p *parser) value(depth int) (any, error) {
	if depth > maxTextDepth {
		return nil, p.fail("more than %d levels", maxTextDepth)
	}
	switch c := p.peek(); {
	case c == '{':
		return p.object(depth)
	case c == '[':
		return p.array(depth)
	case c == '"':
		return p.string()
	case c == 't':
		return true, p.word("true")
	case c == 'f':
		return false, p.word("false")
	case c == 'n':
		p.nulls = true
		return nil, p.word("null")
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	case p.pos == len(p.text):
		return nil, p.fail("unexpected end")
	default:
		return nil, p.fail("unexpected %q", c)
	}
}

func (p *parser) word(w string) error {
	if len(p.text)-p.pos < len(w) || string(p.text[p.pos:p.pos+len(w)]) != w {
		return p.fail("unexpected word")
	}
	p.pos += len(w)
	return nil
}

func (p *parser) object(depth int) (any, error) {
	p.pos++
	m := p.newMap()
	if p.peek() == '}' {
		p.pos++
		return m, nil
	}
	for {
		if p.peek() != '"' {
			return nil, p.fail("expected a key")
		}
		key, err := p.string()
		if err != nil {
			return nil, err
		}
		if p.peek() != ':' {
			return nil, p.fail("expected ':'")
		}
		p.pos++
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		m[key] = v
		switch p.peek() {
		case ',':
			p.pos++
		case '}':
			p.pos++
			return m, nil
		default:
			return nil, p.fail("expected ',' or '}'")
		}
	}
}

func (p *parser) array(depth int) (any, error) {
	p.pos++
	list := []any{}
	if p.peek() == ']' {
		p.pos++
		return list, nil
	}
	for {
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
		switch p.peek() {
		case ',':
			p.pos++
		case ']':
			p.pos++
			return list, nil
		default:
			return nil, p.fail("expected ',' or ']'")
		}
	}
}

// maxExactDigits bounds the digits of an integer that is kept as text. No Go integer type has more.
const maxExactDigits = 20

func (p *parser) number() (any, error) {
	start := p.pos
	if p.text[p.pos] == '-' {
		p.pos++
	}
	digits := p.digits()
	if digits == 0 || digits > 1 && p.text[p.pos-digits] == '0' {
		return nil, p.fail("malformed number")
	}
	whole := true
	if p.pos < len(p.text) && p.text[p.pos] == '.' {
		p.pos++
		whole = false
		if p.digits() == 0 {
			return nil, p.fail("malformed number")
		}
	}
	if p.pos < len(p.text) && p.text[p.pos]|0x20 == 'e' {
		p.pos++
		whole = false
		if p.pos < len(p.text) && (p.text[p.pos] == '+' || p.text[p.pos] == '-') {
			p.pos++
		}
		if p.digits() == 0 {
			return nil, p.fail("malformed number")
		}
	}
	f, err := strconv.ParseFloat(string(p.text[start:p.pos]), 64)
	if err != nil {
		return nil, p.fail("a number beyond the range of numbers")
	}
	if whole && digits <= maxExactDigits && math.Abs(f) > 1<<53 {
		return json.Number(p.text[start:p.pos]), nil
	}
	return f, nil
}

func (p *parser) digits() int {
	start := p.pos
	for p.pos < len(p.text) && p.text[p.pos]-'0' <= 9 {
		p.pos++
	}
	return p.pos - start
}

// string parses a string whose opening quote is the next byte.
func (p *parser) string() (string, error) {
	p.pos++
	start := p.pos
	for p.pos < len(p.text) {
		switch c := p.text[p.pos]; {
		case c == '"':
			s := p.text[start:p.pos]
			p.pos++
			return string(s), nil
		case c == '\\' || c >= utf8.RuneSelf:
			return p.slowString(start)
		case c < ' ':
			return "", p.fail("control character in a string")
		default:
			p.pos++
		}
	}
	return "", p.fail("unterminated string")
}

// slowString goes on where a string has escapes or bytes outside ASCII.
func (p *parser) slowString(start int) (string, error) {
	out := append([]byte(nil), p.text[start:p.pos]...)
	for p.pos < len(p.text) {
		switch c := p.text[p.pos]; {
		case c == '"':
			p.pos++
			return string(out), nil
		case c == '\\':
			r, err := p.escape()
			if err != nil {
				return "", err
			}
			out = utf8.AppendRune(out, r)
		case c < ' ':
			return "", p.fail("control character in a string")
		case c < utf8.RuneSelf:
			out = append(out, c)
			p.pos++
		default:
			r, size := utf8.DecodeRune(p.text[p.pos:])
			out = utf8.AppendRune(out, r)
			p.pos += size
		}
	}
	return "", p.fail("unterminated string")
}

func (p *parser) escape() (rune, error) {
	p.pos++
	if p.pos == len(p.text) {
		return 0, p.fail("unterminated string")
	}
	c := p.text[p.pos]
	p.pos++
	switch c {
	case '"', '\\', '/':
		return rune(c), nil
	case 'b':
		return '\b', nil
	case 'f':
		return '\f', nil
	case 'n':
		return '\n', nil
	case 'r':
		return '\r', nil
	case 't':
		return '\t', nil
	case 'u':
		r, ok := p.hex4()
		if !ok {
			return 0, p.fail("malformed escape")
		}
		if utf16.IsSurrogate(r) && p.pos+1 < len(p.text) && p.text[p.pos] == '\\' && p.text[p.pos+1] == 'u' {
			back := p.pos
			p.pos += 2
			if low, ok := p.hex4(); ok {
				if both := utf16.DecodeRune(r, low); both != utf8.RuneError {
					return both, nil
				}
			}
			p.pos = back
		}
		return r, nil // AppendRune turns a lone surrogate into U+FFFD
	}
	return 0, p.fail("malformed escape")
}

func (p *parser) hex4() (rune, bool) {
	if len(p.text)-p.pos < 4 {
		return 0, false
	}
	var r rune
	for range 4 {
		c := p.text[p.pos]
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
		p.pos++
	}
	return r, true
}

const hexDigits = "0123456789abcdef"

// appendString writes a JSON string as JavaScript does: nothing is escaped but quotes, backslashes and control characters.
// Invalid UTF-8 becomes U+FFFD.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 {
				dst = append(append(dst, s[start:i]...), "\uFFFD"...)
				start = i + 1
			}
			i += size
			continue
		}
		i++
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		dst = append(dst, s[start:i-1]...)
		start = i
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\b':
			dst = append(dst, `\b`...)
		case '\f':
			dst = append(dst, `\f`...)
		case '\n':
			dst = append(dst, `\n`...)
		case '\r':
			dst = append(dst, `\r`...)
		case '\t':
			dst = append(dst, `\t`...)
		default:
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		}
	}
	return append(append(dst, s[start:]...), '"')
}

// appendFloat writes a finite number as JavaScript does.
func appendFloat(dst []byte, f float64) []byte {
	if f == 0 {
		return append(dst, '0')
	}
	if abs := math.Abs(f); abs >= 1e-6 && abs < 1e21 {
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	dst = strconv.AppendFloat(dst, f, 'e', -1, 64)
	// JavaScript writes exponents without leading zeros: 1e-07 is 1e-7.
	if n := len(dst); n >= 4 && dst[n-4] == 'e' && dst[n-2] == '0' {
		dst[n-2] = dst[n-1]
		dst = dst[:n-1]
	}
	return dst
}

// appendTree writes a tree of parseTree as JSON text, keys sorted.
func appendTree(dst []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...)
	case bool:
		return strconv.AppendBool(dst, v)
	case float64:
		return appendFloat(dst, v)
	case json.Number:
		return append(dst, v...)
	case string:
		return appendString(dst, v)
	case []any:
		dst = append(dst, '[')
		for i, item := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendTree(dst, item)
		}
		return append(dst, ']')
	case map[string]any:
		dst = append(dst, '{')
		for i, key := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(appendString(dst, key), ':')
			dst = appendTree(dst, v[key])
		}
		return append(dst, '}')
	}
	return append(dst, "null"...)
}
