package vm

// This file defines the errors of the JSON decoder and their messages, which are those of V8: models know them.

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// JSONProblem says what is wrong with a JSON text.
type JSONProblem uint8

// The problems of JSON texts.
const (
	JSONSyntax   JSONProblem = iota // not JSON
	JSONProtoKey                    // an object has the key __proto__
	JSONTooDeep                     // nested more deeply than the caller allows
)

// A JSONError describes why a text could not be decoded.
type JSONError struct {
	Problem JSONProblem
	Message string
	Offset  int // in bytes of UTF-8
}

func (e *JSONError) Error() string { return e.Message }

// The kinds of syntax errors. A message without a verb gets the position appended.
const (
	jsonUnexpected  = ""
	jsonTrailing    = "Unexpected non-whitespace character after JSON"
	jsonNumber      = "Unexpected number in JSON"
	jsonFirstKey    = "Expected property name or '}' in JSON"
	jsonNextKey     = "Expected double-quoted property name in JSON"
	jsonColon       = "Expected ':' after property name in JSON"
	jsonAfterMember = "Expected ',' or '}' after property value in JSON"
	jsonAfterItem   = "Expected ',' or ']' after array element in JSON"
	jsonMinus       = "No number after minus sign in JSON"
	jsonFraction    = "Unterminated fractional number in JSON"
	jsonExponent    = "Exponent part is missing a number in JSON"
	jsonOpenString  = "Unterminated string in JSON"
	jsonControl     = "Bad control character in string literal in JSON"
	jsonEscape      = "Bad escaped character in JSON"
	jsonUnicode     = "Bad Unicode escape in JSON"
)

// fail returns the error of a syntax problem at offset i.
func (d *jsonDecoder) fail(i int, what string) error {
	e := &JSONError{Offset: min(i, len(d.text))}
	switch {
	case what != jsonUnexpected:
		line, column, units := d.place(e.Offset)
		e.Message = fmt.Sprintf("%s at position %d (line %d column %d)", what, units, line, column)
	case i >= len(d.text):
		e.Message = "Unexpected end of JSON input"
	default:
		e.Message = d.unexpected(i)
	}
	return e
}

// place converts an offset to line, column and position in UTF-16 code units.
func (d *jsonDecoder) place(offset int) (line, column, units int) {
	line, start := 1, 0
	for i := 0; i < offset; {
		r, n := utf8.DecodeRuneInString(d.text[i:])
		if r == utf8.RuneError && n == 1 && offset-i >= 3 && d.text[i] == 0xed {
			n = 3 // a lone surrogate of WTF-8
		}
		units++
		if r >= 0x10000 {
			units++
		}
		if r == '\n' {
			line, start = line+1, units
		}
		i += n
	}
	return line, units - start + 1, units
}

// unexpectedContext is the number of characters shown on each side of an unexpected one.
const unexpectedContext = 10

// unexpected returns the message for a character that no value can begin with.
func (d *jsonDecoder) unexpected(i int) string {
	switch d.text {
	case "undefined", "NaN", "Infinity":
		return fmt.Sprintf("%q is not valid JSON", d.text)
	case "[object Object]":
		return `"[object Object]" is not valid JSON: the argument is an object already, not JSON text; use it without JSON.parse`
	}
	r, n := utf8.DecodeRuneInString(d.text[i:])
	from, to := i, i+n
	for k := 0; k < unexpectedContext && from > 0; k++ {
		_, w := utf8.DecodeLastRuneInString(d.text[:from])
		from -= w
	}
	for k := 1; k < unexpectedContext && to < len(d.text); k++ {
		_, w := utf8.DecodeRuneInString(d.text[to:])
		to += w
	}
	before, after := "...", "..."
	if from == 0 || len(d.text) <= 4*unexpectedContext {
		before, from = "", 0
	}
	if to == len(d.text) || len(d.text) <= 4*unexpectedContext {
		after, to = "", len(d.text)
	}
	return fmt.Sprintf(`Unexpected token '%c', %s"%s"%s is not valid JSON`, r, before, strings.ToValidUTF8(d.text[from:to], "\ufffd"), after)
}

func (d *jsonDecoder) failProto(i int) error {
	return &JSONError{JSONProtoKey, "the key __proto__ is not allowed in JSON data: prototypes cannot be changed; rename the key", i}
}

func (d *jsonDecoder) failDepth(i int) error {
	return &JSONError{JSONTooDeep, fmt.Sprintf("the data is nested more than %d levels deep", d.maxDepth), i}
}
