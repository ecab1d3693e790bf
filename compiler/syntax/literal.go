package syntax

// This file reads the literals: numbers, strings, templates, regular expressions.

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ---- Numbers ----

// lexNumber reads a numeric or BigInt literal.
func (p *parser) lexNumber(i int) {
	src := p.src
	p.tok = tNumber
	p.esc = false
	if src[i] == '0' && i+1 < len(src) {
		switch src[i+1] | 0x20 {
		case 'x':
			p.lexRadix(i, 16, "hexadecimal")
			return
		case 'o':
			p.lexRadix(i, 8, "octal")
			return
		case 'b':
			p.lexRadix(i, 2, "binary")
			return
		}
	}
	// The common case: a short run of digits, exact in an int64.
	j, n := i, int64(0)
	for j < len(src) && src[j] >= '0' && src[j] <= '9' {
		n = n*10 + int64(src[j]-'0')
		j++
		if j-i > 15 {
			break
		}
	}
	if j < len(src) && (nameByte[src[j]] || src[j] == '.' || src[j] >= utf8.RuneSelf || src[j] == '\\') || src[i] == '0' && j > i+1 || j == i {
		p.lexDecimal(i)
		return
	}
	p.num = float64(n)
	p.end = j
}

// digits scans digits of a radix with single underscores between them and returns the end.
func (p *parser) digits(i, radix int) int {
	src := p.src
	j := i
	for j < len(src) {
		if src[j] == '_' {
			if j == i || src[j-1] == '_' || j+1 >= len(src) || !isDigit(src[j+1], radix) {
				p.failAt(j, j+1, "A numeric separator _ may stand only between two digits.")
				return -1
			}
		} else if !isDigit(src[j], radix) {
			break
		}
		j++
	}
	return j
}

func isDigit(c byte, radix int) bool {
	v := hexValue[c]
	return v >= 0 && int(v) < radix
}

func (p *parser) lexRadix(i, radix int, name string) {
	j := p.digits(i+2, radix)
	if j < 0 {
		return
	}
	if j == i+2 {
		p.failAt(i, j, "Expected "+name+" digits after "+p.src[i:j]+".")
		return
	}
	text := withoutSeparators(p.src[i:j])
	if j < len(p.src) && p.src[j] == 'n' {
		p.tok, p.val, p.end = tBigInt, strings.ToLower(text), j+1
		p.endNumber(i)
		return
	}
	p.num = radixValue(text[2:], radix)
	p.end = j
	p.endNumber(i)
}

// radixValue converts digits of radix 2, 8 or 16 to the nearest number.
func radixValue(digits string, radix int) float64 {
	if v, err := strconv.ParseUint(digits, radix, 64); err == nil {
		return float64(v)
	}
	if radix != 16 {
		digits = hexDigits(digits, radix)
	}
	v, _ := strconv.ParseFloat("0x"+digits+"p0", 64) // too large gives infinity, as wanted
	return v
}

// hexDigits rewrites binary or octal digits as hexadecimal ones.
func hexDigits(digits string, radix int) string {
	width := 1
	if radix == 8 {
		width = 3
	}
	bits := len(digits) * width
	out := make([]byte, 0, bits/4+2)
	value := 0
	for i := range len(digits) {
		d := int(hexValue[digits[i]])
		for b := width - 1; b >= 0; b-- {
			value = value<<1 | d>>b&1
			if bits--; bits%4 == 0 {
				out = append(out, "0123456789abcdef"[value])
				value = 0
			}
		}
	}
	return string(out)
}

func (p *parser) lexDecimal(i int) {
	src := p.src
	j := p.digits(i, 10)
	if j < 0 {
		return
	}
	if src[i] == '0' && j > i+1 {
		digits := strings.TrimLeft(src[i:j], "0_")
		s := "Remove the leading zero."
		if digits != "" && !strings.ContainsAny(digits, "89_") {
			s = "Write 0o" + digits + " for an octal number, or " + digits + " for a decimal one."
		}
		p.failAt(i, j, "Numbers must not start with 0: "+clip(src[i:j])+" is a legacy octal literal, which strict mode forbids.").suggest(s)
		return
	}
	if j > i && j < len(src) && src[j] == 'n' {
		p.tok, p.val, p.end = tBigInt, withoutSeparators(src[i:j]), j+1
		p.endNumber(i)
		return
	}
	if j < len(src) && src[j] == '.' {
		k := j + 1
		if k < len(src) && src[k] == '_' {
			p.failAt(k, k+1, "A numeric separator _ may stand only between two digits.")
			return
		}
		if j = p.digits(k, 10); j < 0 {
			return
		}
	}
	if j < len(src) && src[j]|0x20 == 'e' {
		k := j + 1
		if k < len(src) && (src[k] == '+' || src[k] == '-') {
			k++
		}
		if k >= len(src) || !isDigit(src[k], 10) {
			p.failAt(i, k, "Expected digits of an exponent after "+clip(src[i:k])+".")
			return
		}
		if j = p.digits(k, 10); j < 0 {
			return
		}
	}
	v, err := strconv.ParseFloat(withoutSeparators(src[i:j]), 64)
	if err != nil && errors.Is(err, strconv.ErrRange) && math.Abs(v) < 1 {
		v = 0
	}
	p.num = v
	p.end = j
	p.endNumber(i)
}

// endNumber checks that no identifier follows the number immediately.
func (p *parser) endNumber(i int) {
	if p.end >= len(p.src) {
		return
	}
	c := p.src[p.end]
	r, n := utf8.DecodeRuneInString(p.src[p.end:])
	if !nameByte[c] && c != '\\' && (c < utf8.RuneSelf || !isNameRune(r, true)) {
		return
	}
	text := clip(p.src[i:p.end])
	e := p.failAt(p.end, p.end+n, "Expected an operator or the end of the statement after the number "+text+", but found "+quote(p.src[p.end:p.end+n])+".")
	if strings.HasSuffix(text, ".") {
		e.suggest("To call a method of a number write (" + strings.TrimSuffix(text, ".") + ").method().")
	}
}

func withoutSeparators(s string) string {
	if strings.IndexByte(s, '_') < 0 {
		return s
	}
	return strings.ReplaceAll(s, "_", "")
}

// ---- Strings ----

// lexString reads a string literal.
func (p *parser) lexString(i int) {
	src := p.src
	quote := src[i]
	j := i + 1
	for j < len(src) {
		c := src[j]
		if c == quote {
			p.tok, p.esc, p.val, p.end = tString, false, src[i+1:j], j+1
			return
		}
		if c == '\\' {
			p.lexStringSlow(i, j)
			return
		}
		if c == '\n' || c == '\r' {
			break
		}
		j++
	}
	p.failString(i, j)
}

func (p *parser) failString(i, j int) {
	q := p.src[i : i+1]
	e := p.failAt(i, j, "This string is not closed: a "+q+" is missing before the end of the line.")
	if j < len(p.src) {
		e.suggest("Write line breaks inside a string as \\n, or use a template: `...`.")
		if strings.HasPrefix(p.src[i:], q+q+q) {
			e.suggest("JavaScript has no triple quotes: use a template `...` for text of several lines.")
		}
	}
}

// lexStringSlow goes on at the first backslash, at offset j.
func (p *parser) lexStringSlow(i, j int) {
	src := p.src
	quote := src[i]
	buf := append(p.buf[:0], src[i+1:j]...)
	for j < len(src) {
		c := src[j]
		switch {
		case c == quote:
			p.buf = buf
			p.tok, p.esc, p.val, p.end = tString, true, string(buf), j+1
			return
		case c == '\\':
			var n int
			var problem string
			buf, n, problem = p.escape(buf, j)
			if problem != "" {
				p.failEscape(j, j+n, problem)
				return
			}
			j += n
		case c == '\n' || c == '\r':
			p.failString(i, j)
			return
		default:
			buf = append(buf, c)
			j++
		}
	}
	p.failString(i, j)
}

func (p *parser) failEscape(from, to int, problem string) {
	e := p.failAt(from, min(to, len(p.src)), problem)
	if p.src[from:min(from+2, len(p.src))] != `\u` && p.src[from:min(from+2, len(p.src))] != `\x` {
		e.suggest("Write \\\\ for a backslash, or \\x followed by two hexadecimal digits for a character by its code.")
	} else {
		e.suggest("Write \\\\ for a backslash.")
	}
}

// escape decodes the escape sequence at offset i, appends what it stands for to
// buf and returns its length, with a sentence when it is not valid.
func (p *parser) escape(buf []byte, i int) (out []byte, n int, problem string) {
	src := p.src
	if i+1 >= len(src) {
		return buf, 1, "Found a backslash at the end of the program."
	}
	c := src[i+1]
	switch c {
	case 'n':
		return append(buf, '\n'), 2, ""
	case 't':
		return append(buf, '\t'), 2, ""
	case 'r':
		return append(buf, '\r'), 2, ""
	case 'b':
		return append(buf, '\b'), 2, ""
	case 'f':
		return append(buf, '\f'), 2, ""
	case 'v':
		return append(buf, '\v'), 2, ""
	case 'x':
		if i+3 >= len(src) || hexValue[src[i+2]] < 0 || hexValue[src[i+3]] < 0 {
			return buf, 2, "Expected two hexadecimal digits after \\x."
		}
		return appendWTF8(buf, rune(hexValue[src[i+2]])<<4|rune(hexValue[src[i+3]])), 4, ""
	case 'u':
		r, n := p.unicodeEscape(i)
		if n == 0 {
			return buf, 2, "Expected four hexadecimal digits after \\u, or a code point up to 10FFFF in braces, as in \\u{1F600}."
		}
		return appendWTF8(buf, r), n, ""
	case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		if c == '0' && (i+2 >= len(src) || src[i+2] < '0' || src[i+2] > '9') {
			return append(buf, 0), 2, ""
		}
		return buf, 2, "Octal escapes such as " + src[i:i+2] + " are not allowed in strict mode."
	}
	if n := lineTerminator(src, i+1); n > 0 {
		return buf, 1 + n, "" // a line continuation
	}
	_, size := utf8.DecodeRuneInString(src[i+1:])
	return append(buf, src[i+1:i+1+size]...), 1 + size, ""
}

// appendWTF8 appends a code point. A low surrogate joins with a high one that
// ends buf.
func appendWTF8(buf []byte, r rune) []byte {
	if r < 0xD800 || r > 0xDFFF {
		return utf8.AppendRune(buf, r)
	}
	if n := len(buf); r >= 0xDC00 && n >= 3 && buf[n-3] == 0xED && buf[n-2] >= 0xA0 && buf[n-2] < 0xB0 {
		high := 0xD000 | rune(buf[n-2]&0x3F)<<6 | rune(buf[n-1]&0x3F)
		return utf8.AppendRune(buf[:n-3], 0x10000+(high-0xD800)<<10+(r-0xDC00))
	}
	return append(buf, 0xED, 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
}

// ---- Templates ----

// templatePiece reads template text from offset i up to a backtick or ${ and
// leaves the lexer behind that. open is the offset of the opening backtick. With
// tagged an invalid escape only leaves the piece without a cooked value.
func (p *parser) templatePiece(i, open int, tagged bool) (piece TemplateElement, last bool) {
	src := p.src
	j := i
	for j < len(src) && src[j] != '`' && src[j] != '\\' && src[j] != '\r' && (src[j] != '$' || j+1 >= len(src) || src[j+1] != '{') {
		j++
	}
	if j < len(src) && (src[j] == '\\' || src[j] == '\r') {
		piece, j = p.templateSlow(i, j, tagged)
	} else {
		piece = TemplateElement{Cooked: src[i:j], Raw: src[i:j], HasCooked: true}
	}
	p.steps += j - i
	if p.err != nil {
		return piece, true
	}
	if j >= len(src) {
		p.failAt(open, open+1, "This template is not closed: a ` is missing.").
			suggest("Close it with a backtick; inside a template a backtick is written \\`.")
		return piece, true
	}
	piece.Span = Span{int32(i), int32(j)}
	if src[j] == '`' {
		p.end = j + 1
		return piece, true
	}
	p.end = j + 2
	return piece, false
}

func (p *parser) templateSlow(i, j int, tagged bool) (TemplateElement, int) {
	src := p.src
	buf := append(p.buf[:0], src[i:j]...)
	cooked, carriage := true, false
	for j < len(src) && src[j] != '`' && (src[j] != '$' || j+1 >= len(src) || src[j+1] != '{') {
		switch src[j] {
		case '\\':
			var n int
			var problem string
			carriage = carriage || j+1 < len(src) && src[j+1] == '\r'
			buf, n, problem = p.escape(buf, j)
			if problem != "" {
				if !tagged {
					p.failEscape(j, j+n, problem)
					return TemplateElement{}, j
				}
				cooked = false
			}
			j += n
		case '\r':
			carriage = true
			buf = append(buf, '\n')
			j += lineTerminator(src, j)
		default:
			buf = append(buf, src[j])
			j++
		}
	}
	p.buf = buf
	e := TemplateElement{Raw: src[i:min(j, len(src))], HasCooked: cooked}
	if carriage {
		e.Raw = strings.ReplaceAll(strings.ReplaceAll(e.Raw, "\r\n", "\n"), "\r", "\n")
	}
	if cooked {
		e.Cooked = string(buf)
	}
	return e, j
}

// ---- Regular expressions ----

// regExp reads the regular expression literal that starts at the current token,
// a slash or /=.
func (p *parser) regExp() Expr {
	src := p.src
	i := p.start + 1
	j, class := i, false
	for {
		if j >= len(src) || lineTerminator(src, j) > 0 {
			p.failRegExp(j)
			return p.bad()
		}
		c := src[j]
		if c == '/' && !class {
			break
		}
		switch c {
		case '[':
			class = true
		case ']':
			class = false
		case '\\':
			if j++; j >= len(src) || lineTerminator(src, j) > 0 {
				p.failRegExp(j)
				return p.bad()
			}
		}
		j++
	}
	k := j + 1
	for k < len(src) && nameByte[src[k]] {
		k++
	}
	n := &RegExpLit{Span: Span{int32(p.start), int32(k)}, Pattern: src[i:j], Flags: src[j+1 : k]}
	p.steps += k - i
	if k < len(src) && (src[k] == '\\' || src[k] >= utf8.RuneSelf && p.wideSpaceLength(k) == 0) {
		p.failAt(k, k+1, "Expected regular expression flags as plain letters.")
		return n
	}
	if problem := flagsProblem(n.Flags); problem != "" {
		p.failAt(j+1, k, problem)
		return n
	}
	if p.opts.ValidateRegExp != nil {
		if err := p.opts.ValidateRegExp(n.Pattern, n.Flags); err != nil {
			p.failAt(p.start, k, "This regular expression is not valid: "+strings.TrimSuffix(err.Error(), ".")+".")
			return n
		}
	}
	p.end = k
	p.next()
	return n
}

func (p *parser) wideSpaceLength(i int) int {
	nl := p.nl
	n := p.wideSpace(i)
	p.nl = nl
	return n
}

func (p *parser) failRegExp(j int) {
	p.failAt(p.start, j, "This regular expression is not closed: a / is missing before the end of the line.").
		suggest("If division is meant, the left operand is missing.")
}

func flagsProblem(flags string) string {
	seen := 0
	for i := range len(flags) {
		k := strings.IndexByte("dgimsuvy", flags[i])
		if k < 0 {
			return "There is no regular expression flag " + quote(flags[i:i+1]) + "; the flags are d, g, i, m, s, u, v and y."
		}
		if seen&(1<<k) != 0 {
			return "The regular expression flag " + quote(flags[i:i+1]) + " is given twice."
		}
		seen |= 1 << k
	}
	if strings.Contains(flags, "u") && strings.Contains(flags, "v") {
		return "The regular expression flags u and v exclude each other; use one of them."
	}
	return ""
}

// ---- Property keys ----

// numberKey returns the property name of a numeric key, as Number::toString does.
func numberKey(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1e15 {
		return strconv.FormatInt(int64(v), 10)
	}
	if math.IsInf(v, 0) {
		return "Infinity"
	}
	s := strconv.FormatFloat(v, 'e', -1, 64)
	mantissa, exponent, _ := strings.Cut(s, "e")
	exp, _ := strconv.Atoi(exponent)
	digits := strings.Replace(mantissa, ".", "", 1)
	n := exp + 1 // position of the decimal point in digits
	switch {
	case n > 21 || n < -5:
		e := strconv.Itoa(exp)
		if exp > 0 {
			e = "+" + e
		}
		return mantissa + "e" + e
	case n <= 0:
		return "0." + strings.Repeat("0", -n) + digits
	case n >= len(digits):
		return digits + strings.Repeat("0", n-len(digits))
	}
	return digits[:n] + "." + digits[n:]
}
