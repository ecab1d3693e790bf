// This file defines the tokens that dates are made of.

package datetime

import (
	"unicode"
	"unicode/utf8"
)

type kind uint8

const (
	end        kind = iota
	number          // decimal digits
	word            // letters, and any other character above '@'
	space           // one white space character
	symbol          // one of : - + . )
	irrelevant      // any other character, or a parenthesised remark
)

// meaning is what a word stands for.
type meaning uint8

const (
	unknown meaning = iota
	month           // value 1 to 12; any word that begins with the name of a month
	dayHalf         // am or pm; value is the hour the half begins
	zone            // a time zone name; value is its offset in hours
	letterT         // the separator of the ISO form
)

type token struct {
	kind    kind
	meaning meaning
	symbol  byte
	value   int // of a number: its first nine digits after leading zeros
	length  int // of a number, leading zeros included
	isZ     bool
}

func (t token) is(c byte) bool { return t.kind == symbol && t.symbol == c }
func (t token) isSign() bool   { return t.is('+') || t.is('-') }

// digits reports whether t is a number of exactly n digits.
func (t token) digits(n int) bool { return t.kind == number && t.length == n }

// between reports whether t is a number of two digits in lo..hi.
func (t token) between(lo, hi int) bool { return t.digits(2) && lo <= t.value && t.value <= hi }

var keywords = map[string]token{
	"am": {meaning: dayHalf, value: 0}, "pm": {meaning: dayHalf, value: 12},
	"t": {meaning: letterT}, "z": {meaning: zone, isZ: true},
	"ut": {meaning: zone}, "utc": {meaning: zone}, "gmt": {meaning: zone},
	"est": {meaning: zone, value: -5}, "edt": {meaning: zone, value: -4},
	"cst": {meaning: zone, value: -6}, "cdt": {meaning: zone, value: -5},
	"mst": {meaning: zone, value: -7}, "mdt": {meaning: zone, value: -6},
	"pst": {meaning: zone, value: -8}, "pdt": {meaning: zone, value: -7},
	"jan": {meaning: month, value: 1}, "feb": {meaning: month, value: 2}, "mar": {meaning: month, value: 3},
	"apr": {meaning: month, value: 4}, "may": {meaning: month, value: 5}, "jun": {meaning: month, value: 6},
	"jul": {meaning: month, value: 7}, "aug": {meaning: month, value: 8}, "sep": {meaning: month, value: 9},
	"oct": {meaning: month, value: 10}, "nov": {meaning: month, value: 11}, "dec": {meaning: month, value: 12},
}

// scanner yields tokens with one token of lookahead.
type scanner struct {
	text string // what is left after peek
	peek token
}

func newScanner(s string) (sc scanner) {
	sc.text = s
	sc.next()
	return sc
}

// next returns the current token and scans the one after it.
func (sc *scanner) next() token {
	t := sc.peek
	sc.peek = sc.scan()
	return t
}

// skip consumes the symbol c if it is next.
func (sc *scanner) skip(c byte) bool {
	if !sc.peek.is(c) {
		return false
	}
	sc.next()
	return true
}

func (sc *scanner) scan() token {
	s := sc.text
	if s == "" {
		return token{kind: end}
	}
	switch c := s[0]; {
	case '0' <= c && c <= '9':
		return sc.scanNumber()
	case c == ':' || c == '-' || c == '+' || c == '.' || c == ')':
		sc.text = s[1:]
		return token{kind: symbol, symbol: c}
	case c == '(':
		sc.skipRemark()
		return token{kind: irrelevant}
	}
	if n := leadingSpace(s); n > 0 {
		sc.text = s[n:]
		return token{kind: space}
	}
	if s[0] >= 'A' {
		return sc.scanWord()
	}
	sc.text = s[1:]
	return token{kind: irrelevant}
}

// leadingSpace returns the length of the white space character s begins with, or 0.
func leadingSpace(s string) int {
	r, n := rune(s[0]), 1
	if r >= utf8.RuneSelf {
		r, n = utf8.DecodeRuneInString(s)
	}
	if r == 0x85 || !unicode.IsSpace(r) && r != 0xfeff { // WhiteSpace and LineTerminator of the language
		return 0
	}
	return n
}

func (sc *scanner) scanNumber() token {
	const significant = 9 // fits an int of 32 bits
	t := token{kind: number}
	s := sc.text
	n := 0
	for ; n < len(s) && s[n] == '0'; n++ {
	}
	for zeros := n; n < len(s) && '0' <= s[n] && s[n] <= '9'; n++ {
		if n-zeros < significant {
			t.value = t.value*10 + int(s[n]-'0')
		}
	}
	t.length, sc.text = n, s[n:]
	return t
}

func (sc *scanner) scanWord() token {
	s := sc.text
	var lower [3]byte
	n := 0
	for n < len(s) && s[n] >= 'A' {
		if s[n] >= utf8.RuneSelf && leadingSpace(s[n:]) > 0 {
			break
		}
		if n < len(lower) {
			lower[n] = s[n] | 0x20
		}
		n++
	}
	sc.text = s[n:]
	t := keywords[string(lower[:min(n, len(lower))])]
	if n > len(lower) && t.meaning != month {
		t = token{}
	}
	t.kind = word
	return t
}

// skipRemark skips a parenthesised remark, which may nest and need not be closed.
func (sc *scanner) skipRemark() {
	depth := 0
	for i := range len(sc.text) {
		switch sc.text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				sc.text = sc.text[i+1:]
				return
			}
		}
	}
	sc.text = ""
}
