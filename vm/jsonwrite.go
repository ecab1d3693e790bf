package vm

// This file defines how the JSON encoder writes strings.

import "unicode/utf8"

const hexDigits = "0123456789abcdef"

// string writes a string literal.
func (e *jsonEncoder) string(s Str) error {
	if s.wide != nil {
		return e.wideString(s.wide)
	}
	text := s.ascii
	if err := e.reserve(len(text) + 16); err != nil {
		return err
	}
	e.buf = append(e.buf, '"')
	for from := 0; ; {
		to := skipPlain(text, from, min(len(text), from+16*jsonChunk))
		e.buf = append(e.buf, text[from:to]...)
		if to == len(text) {
			break
		}
		if to-from >= 16*jsonChunk || len(e.buf)-e.charged > 16*jsonChunk {
			if err := e.charge(); err != nil {
				return err
			}
		}
		if from = to; text[to] >= 0x20 && text[to] != '"' && text[to] != '\\' {
			continue // the end of a chunk
		}
		if err := e.reserve(len(text) - to + 16); err != nil {
			return err
		}
		e.buf = appendJSONEscape(e.buf, text[to])
		from = to + 1
	}
	e.buf = append(e.buf, '"')
	return nil
}

// appendJSONEscape writes a control character, quote or backslash in escaped form.
func appendJSONEscape(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\b':
		return append(b, `\b`...)
	case '\f':
		return append(b, `\f`...)
	case '\n':
		return append(b, `\n`...)
	case '\r':
		return append(b, `\r`...)
	case '\t':
		return append(b, `\t`...)
	}
	return append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}

func (e *jsonEncoder) wideString(u []uint16) error {
	e.buf = append(e.buf, '"')
	for i := 0; i < len(u); {
		end := min(len(u), i+jsonChunk)
		if err := e.reserve(6*(end-i) + 16); err != nil {
			return err
		}
		for i < end {
			c := rune(u[i])
			i++
			switch {
			case c < 0x80:
				if c < 0x20 || c == '"' || c == '\\' {
					e.buf = appendJSONEscape(e.buf, byte(c))
				} else {
					e.buf = append(e.buf, byte(c))
				}
				continue
			case c&0xfc00 == 0xd800 && i < len(u) && u[i]&0xfc00 == 0xdc00:
				c = (c-0xd800)<<10 + rune(u[i]) - 0xdc00 + 0x10000
				i++
			case c&0xf800 == 0xd800:
				e.buf = append(e.buf, '\\', 'u', 'd', hexDigits[c>>8&15], hexDigits[c>>4&15], hexDigits[c&15])
				continue
			}
			e.buf = utf8.AppendRune(e.buf, c)
			e.wide = true
		}
		if len(e.buf)-e.charged > 4*jsonChunk {
			if err := e.charge(); err != nil {
				return err
			}
		}
	}
	e.buf = append(e.buf, '"')
	return nil
}
