package syntax

// This file holds the lexer: next reads one token. Literals with an inner
// structure are in literal.go.

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// lexState is everything the lexer knows, and what a speculation saves.
type lexState struct {
	start   int    // offset of the current token
	end     int    // offset after it; the lexer goes on there
	prevEnd int    // offset after the token before
	tok     token  // its kind
	nl      bool   // a line terminator stands before it
	esc     bool   // it is a name or string written with an escape
	val     string // names, strings: the text they stand for; BigInt: its digits
	num     float64
}

// byteClass says what a byte can start.
type byteClass uint8

const (
	classOther byteClass = iota
	className
	classSpace
	classNewline
	classDigit
	classQuote
	classSingle // a token of its own: singleTokens
	classWide   // not ASCII
)

var byteClasses = func() (t [256]byteClass) {
	for c := range 256 {
		switch {
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$':
			t[c] = className
		case c >= '0' && c <= '9':
			t[c] = classDigit
		case c == ' ' || c == '\t' || c == '\v' || c == '\f':
			t[c] = classSpace
		case c == '\n' || c == '\r':
			t[c] = classNewline
		case c == '"' || c == '\'':
			t[c] = classQuote
		case singleTokens[c] != 0:
			t[c] = classSingle
		case c >= utf8.RuneSelf:
			t[c] = classWide
		}
	}
	return t
}()

var singleTokens = [256]token{
	'{': tLBrace, '}': tRBrace, '(': tLParen, ')': tRParen, '[': tLBracket, ']': tRBracket,
	';': tSemi, ',': tComma, ':': tColon, '~': tTilde, '@': tAt, '`': tTemplate,
}

// nameByte tells the ASCII bytes that continue an identifier.
var nameByte = func() (t [256]bool) {
	for c := range 256 {
		t[c] = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$'
	}
	return t
}()

// next reads the next token.
func (p *parser) next() {
	p.steps++
	p.prevEnd = p.end
	p.nl = false
	src := p.src
	i := p.end
	for i < len(src) {
		c := src[i]
		switch byteClasses[c] {
		case className:
			j := i + 1
			for j < len(src) && nameByte[src[j]] {
				j++
			}
			p.start = i
			if j < len(src) && (src[j] >= utf8.RuneSelf || src[j] == '\\') {
				p.lexNameSlow(i)
				return
			}
			p.end = j
			p.esc = false
			p.val = src[i:j]
			p.tok = keyword(p.val)
			return
		case classSpace:
			i++
		case classNewline:
			p.nl = true
			i++
			for i < len(src) && src[i] == ' ' {
				i++
			}
		case classSingle:
			p.start, p.end, p.tok = i, i+1, singleTokens[c]
			return
		case classDigit:
			p.start = i
			p.lexNumber(i)
			return
		case classQuote:
			p.start = i
			p.lexString(i)
			return
		case classWide:
			if n := p.wideSpace(i); n > 0 {
				i += n
				continue
			}
			p.start = i
			p.lexNameSlow(i)
			return
		default:
			if c == '/' && i+1 < len(src) && (src[i+1] == '/' || src[i+1] == '*') {
				if i = p.skipComment(i); i < 0 {
					return
				}
				continue
			}
			p.start = i
			p.lexPunctuator(i)
			return
		}
	}
	p.start, p.end, p.tok = len(src), len(src), tEOF
}

// wideSpace returns the length of the white space or line terminator outside
// ASCII at offset i, 0 if there is none.
func (p *parser) wideSpace(i int) int {
	r, n := utf8.DecodeRuneInString(p.src[i:])
	switch {
	case r == 0x2028 || r == 0x2029:
		p.nl = true
		return n
	case r == 0xFEFF || unicode.Is(unicode.Zs, r):
		return n
	}
	return 0
}

// skipComment returns the offset after the comment at i, or -1 after an error.
func (p *parser) skipComment(i int) int {
	src := p.src
	end := i + 2
	if src[i+1] == '/' {
		for end < len(src) {
			if c := src[end]; c == '\n' || c == '\r' || c == 0xE2 && lineTerminator(src, end) > 0 {
				break
			}
			end++
		}
	} else {
		n := strings.Index(src[end:], "*/")
		if n < 0 {
			p.start, p.end = i, end
			p.failAt(i, end, "This comment is never closed: a */ is missing.")
			return -1
		}
		end += n + 2
		if !p.nl {
			p.nl = hasLineTerminator(src[i:end])
		}
	}
	p.steps += 1 + (end-i)/16
	return end
}

func hasLineTerminator(s string) bool {
	for i := 0; i < len(s); i++ {
		if lineTerminator(s, i) > 0 {
			return true
		}
	}
	return false
}

// peek returns the offset of the next token after offset i, and whether a line
// terminator stands before it.
func (p *parser) peek(i int) (at int, nl bool) {
	p.steps++
	src := p.src
	for i < len(src) {
		c := src[i]
		switch byteClasses[c] {
		case classSpace:
			i++
			continue
		case classNewline:
			nl = true
			i++
			continue
		case classWide:
			r, n := utf8.DecodeRuneInString(src[i:])
			if r == 0x2028 || r == 0x2029 {
				nl = true
			} else if r != 0xFEFF && !unicode.Is(unicode.Zs, r) {
				return i, nl
			}
			i += n
			continue
		}
		if c == '/' && i+1 < len(src) && (src[i+1] == '/' || src[i+1] == '*') {
			saved := p.lexState
			if j := p.skipCommentQuietly(i); j >= 0 {
				nl = nl || hasLineTerminator(src[i:j])
				p.lexState = saved
				i = j
				continue
			}
			return len(src), nl
		}
		return i, nl
	}
	return i, nl
}

// skipCommentQuietly is skipComment without a report; next reports it later.
func (p *parser) skipCommentQuietly(i int) int {
	if p.src[i+1] == '*' && !strings.Contains(p.src[i+2:], "*/") {
		return -1
	}
	return p.skipComment(i)
}

// peekByte returns the first byte of the token after the current one, 0 at the end.
func (p *parser) peekByte() byte {
	if i := p.end; i < len(p.src) && byteClasses[p.src[i]] != classSpace && p.src[i] > ' ' && p.src[i] < utf8.RuneSelf && p.src[i] != '/' {
		return p.src[i]
	}
	i, _ := p.peek(p.end)
	if i < len(p.src) {
		return p.src[i]
	}
	return 0
}

// peekArrow reports whether the token after the current one is =>.
func (p *parser) peekArrow() bool {
	src := p.src
	i := p.end
	if i < len(src) && src[i] == ' ' {
		i++
	}
	if i+1 < len(src) && src[i] > ' ' && src[i] < utf8.RuneSelf && src[i] != '/' {
		return src[i] == '=' && src[i+1] == '>'
	}
	i, _ = p.peek(i)
	return strings.HasPrefix(src[i:], "=>")
}

// lexPunctuator reads the punctuators of more than one possible length.
func (p *parser) lexPunctuator(i int) {
	src := p.src
	var c1, c2, c3 byte
	if i+1 < len(src) {
		c1 = src[i+1]
	}
	if i+2 < len(src) {
		c2 = src[i+2]
	}
	if i+3 < len(src) {
		c3 = src[i+3]
	}
	t, n := tEOF, 1
	switch src[i] {
	case '.':
		switch {
		case c1 == '.' && c2 == '.':
			t, n = tEllipsis, 3
		case c1 >= '0' && c1 <= '9':
			p.lexNumber(i)
			return
		default:
			t = tDot
		}
	case '=':
		switch {
		case c1 == '>':
			t, n = tArrow, 2
		case c1 == '=' && c2 == '=':
			t, n = tStrictEq, 3
		case c1 == '=':
			t, n = tEq, 2
		default:
			t = tAssign
		}
	case '!':
		switch {
		case c1 == '=' && c2 == '=':
			t, n = tStrictNe, 3
		case c1 == '=':
			t, n = tNe, 2
		default:
			t = tNot
		}
	case '?':
		switch {
		case c1 == '?' && c2 == '=':
			t, n = tNullishAssign, 3
		case c1 == '?':
			t, n = tNullish, 2
		case c1 == '.' && (c2 < '0' || c2 > '9'):
			t, n = tQuestionDot, 2
		default:
			t = tQuestion
		}
	case '+':
		t, n = pick(c1, '+', tPlus, tIncr, tAddAssign)
	case '-':
		t, n = pick(c1, '-', tMinus, tDecr, tSubAssign)
		if t == tDecr && c2 == '>' && (p.nl || p.prevEnd == 0) {
			p.failHTMLComment(i, i+3)
			return
		}
	case '*':
		switch {
		case c1 == '*' && c2 == '=':
			t, n = tExpAssign, 3
		default:
			t, n = pick(c1, '*', tStar, tStarStar, tMulAssign)
		}
	case '/':
		t, n = pick(c1, 0, tSlash, tSlash, tDivAssign)
	case '%':
		t, n = pick(c1, 0, tPercent, tPercent, tModAssign)
	case '^':
		t, n = pick(c1, 0, tBitXor, tBitXor, tXorAssign)
	case '&':
		if c1 == '&' && c2 == '=' {
			t, n = tLogAndAssign, 3
		} else {
			t, n = pick(c1, '&', tBitAnd, tLogAnd, tAndAssign)
		}
	case '|':
		if c1 == '|' && c2 == '=' {
			t, n = tLogOrAssign, 3
		} else {
			t, n = pick(c1, '|', tBitOr, tLogOr, tOrAssign)
		}
	case '<':
		switch {
		case c1 == '<' && c2 == '=':
			t, n = tShlAssign, 3
		case c1 == '!' && c2 == '-' && c3 == '-':
			p.failHTMLComment(i, i+4)
			return
		default:
			t, n = pick(c1, '<', tLT, tShl, tLE)
		}
	case '>':
		switch {
		case c1 == '>' && c2 == '>' && c3 == '=':
			t, n = tUshrAssign, 4
		case c1 == '>' && c2 == '>':
			t, n = tUshr, 3
		case c1 == '>' && c2 == '=':
			t, n = tShrAssign, 3
		default:
			t, n = pick(c1, '>', tGT, tShr, tGE)
		}
	case '#':
		p.lexPrivateName(i)
		return
	case '\\':
		p.lexNameSlow(i)
		return
	default:
		p.failCharacter(i)
		return
	}
	p.end = i + n
	p.tok = t
}

// pick chooses between an operator, the operator doubled, and followed by =.
func pick(c, double byte, single, doubled, assign token) (token, int) {
	switch {
	case c == '=':
		return assign, 2
	case c == double && c != 0:
		return doubled, 2
	}
	return single, 1
}

// lexPrivateName reads #name.
func (p *parser) lexPrivateName(i int) {
	if i == 0 && strings.HasPrefix(p.src, "#!") {
		j := 0
		for j < len(p.src) && lineTerminator(p.src, j) == 0 {
			j++
		}
		p.end = j
		p.next()
		return
	}
	j := i + 1
	for j < len(p.src) && nameByte[p.src[j]] {
		j++
	}
	switch {
	case j < len(p.src) && (p.src[j] >= utf8.RuneSelf || p.src[j] == '\\'):
		p.end = i + 1
		p.lexNameSlow(i + 1)
		p.start = i
	case j > i+1 && byteClasses[p.src[i+1]] == className:
		p.end, p.val, p.esc = j, p.src[i+1:j], false
	default:
		p.failAt(i, i+1, "Found #, which starts no JavaScript comment.").suggest("Start comments with //.")
		return
	}
	if p.err == nil {
		p.tok = tPrivateName
	}
}

// lexNameSlow reads an identifier that holds escapes or characters outside ASCII.
func (p *parser) lexNameSlow(i int) {
	src := p.src
	from, j := i, i
	var buf []byte // set once an escape was met
	for j < len(src) {
		c := src[j]
		if nameByte[c] && (j > i || c < '0' || c > '9') {
			j++
			continue
		}
		if c == '\\' {
			r, n := p.unicodeEscape(j)
			if n == 0 || !isNameRune(r, j == i) {
				p.failAt(j, j+max(n, 1), "Found a backslash outside a string that does not start a valid identifier escape.").
					suggest("Remove the backslash. Outside strings, templates and regular expressions it has no use.")
				return
			}
			buf = append(buf, src[from:j]...)
			buf = utf8.AppendRune(buf, r)
			j += n
			from = j
			continue
		}
		if c < utf8.RuneSelf {
			break
		}
		r, n := utf8.DecodeRuneInString(src[j:])
		if !isNameRune(r, j == i) {
			break
		}
		j += n
	}
	if j == i {
		p.failCharacter(i)
		return
	}
	p.end = j
	p.esc = buf != nil
	if !p.esc {
		p.val = src[i:j]
		p.tok = keyword(p.val)
		return
	}
	p.val = string(append(buf, src[from:j]...))
	p.tok = keyword(p.val)
	switch {
	case p.tok == tAwait && p.awaitIsName(), p.tok < tImplements:
		p.tok = tIdent // contextual words lose their meaning when escaped
	default:
		p.tok = tEscapedKeyword
	}
}

// unicodeEscape decodes \uXXXX or \u{X} at offset i and returns its length, 0 if it is malformed.
func (p *parser) unicodeEscape(i int) (rune, int) {
	s := p.src[i:]
	if len(s) < 2 || s[1] != 'u' {
		return 0, 0
	}
	if len(s) > 2 && s[2] == '{' {
		r, j := rune(0), 3
		for ; j < len(s) && hexValue[s[j]] >= 0; j++ {
			if r = r<<4 | rune(hexValue[s[j]]); r > unicode.MaxRune {
				return 0, 0
			}
		}
		if j == 3 || j >= len(s) || s[j] != '}' {
			return 0, 0
		}
		return r, j + 1
	}
	if len(s) < 6 {
		return 0, 0
	}
	r := rune(0)
	for _, c := range []byte(s[2:6]) {
		if hexValue[c] < 0 {
			return 0, 0
		}
		r = r<<4 | rune(hexValue[c])
	}
	return r, 6
}

var hexValue = func() (t [256]int8) {
	for c := range 256 {
		switch {
		case c >= '0' && c <= '9':
			t[c] = int8(c - '0')
		case c >= 'a' && c <= 'f':
			t[c] = int8(c - 'a' + 10)
		case c >= 'A' && c <= 'F':
			t[c] = int8(c - 'A' + 10)
		default:
			t[c] = -1
		}
	}
	return t
}()

// isNameRune is ID_Start, or with first false ID_Continue, plus $, _ and the two joiners.
func isNameRune(r rune, first bool) bool {
	if r < utf8.RuneSelf {
		return nameByte[byte(r)] && (!first || r < '0' || r > '9')
	}
	if unicode.Is(unicode.Pattern_Syntax, r) || unicode.Is(unicode.Pattern_White_Space, r) {
		return false
	}
	if unicode.IsLetter(r) || unicode.Is(unicode.Nl, r) || unicode.Is(unicode.Other_ID_Start, r) || unicode.Is(newStart, r) {
		return true
	}
	if first {
		return false
	}
	return r == 0x200C || r == 0x200D ||
		unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue, newPart)
}
