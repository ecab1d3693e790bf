package vm

// This file defines the errors of the JSON codec and their messages. Those of JSON.parse and JSON.stringify follow V8,
// whose messages models know.

import (
	"fmt"
	"strconv"
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

// pathTo renders the path from the top value to the value that is encoded, such as items[3].when.
func (e *jsonEncoder) pathTo(key PropertyKey) string {
	if len(e.stack) == 0 {
		return ""
	}
	var b strings.Builder
	for _, a := range e.stack[1:] {
		b.WriteString(step(a.key))
	}
	b.WriteString(step(key))
	return b.String()
}

// at renders where the value is, for the messages of JSON.stringify.
func (e *jsonEncoder) at(key PropertyKey) string {
	if p := strings.TrimPrefix(e.pathTo(key), "."); p != "" {
		return " at " + clip(p, 200)
	}
	return ""
}

func step(key PropertyKey) string {
	if i, ok := key.IsIndex(); ok {
		return "[" + strconv.FormatUint(uint64(i), 10) + "]"
	}
	return member(key.Text())
}

// member renders the access to a property in source form: .name or ["any text"].
func member(name string) string {
	for i := range len(name) {
		c := name[i]
		if c < 0x80 && c != '_' && c != '$' && (c|0x20 < 'a' || c|0x20 > 'z') && (i == 0 || c-'0' > 9) {
			return "[" + strconv.Quote(name) + "]"
		}
	}
	if name == "" {
		return `[""]`
	}
	return "." + name
}

// refuse returns the error of a value that cannot cross the boundary; the message names it and goes on with what is wrong.
func (e *jsonEncoder) refuse(key PropertyKey, suggestion, format string, args ...any) error {
	h := &HostError{Kind: e.kind()}
	if suggestion != "" {
		h.Suggestions = []string{suggestion}
	}
	return e.vm.ThrowHost(h, "%s%s %s", e.name(), clip(e.pathTo(key), 300), fmt.Sprintf(format, args...))
}

// kind returns the diagnostic kind of violations of the boundary that is crossed.
func (e *jsonEncoder) kind() string {
	if e.mode == JSONArgument {
		return "InvalidToolInput"
	}
	return "InvalidDataValue"
}

// cycle returns the error of a container that contains itself: it is the ancestor i again, under key.
func (e *jsonEncoder) cycle(i int, key PropertyKey) error {
	if e.mode != jsonStringify {
		stack, here := e.stack, e.pathTo(key)
		e.stack = stack[:i]
		there := e.name() + e.pathTo(stack[i].key)
		e.stack = stack
		return e.vm.ThrowHost(&HostError{Kind: e.kind()}, "%s%s is the same object as %s, so the data contains itself: leave the reference out or replace it by an identifier",
			e.name(), clip(here, 300), clip(there, 300))
	}
	var b strings.Builder
	b.WriteString("Converting circular structure to JSON\n    --> starting at object with constructor " + constructorName(e.vm, e.stack[i].obj))
	for j, a := range e.stack[i+1:] {
		if j > 0 && j < len(e.stack)-i-2 {
			if j == 1 {
				b.WriteString("\n    |     ...")
			}
			continue
		}
		fmt.Fprintf(&b, "\n    |     %s -> object with constructor %s", circleStep(a.key), constructorName(e.vm, a.obj))
	}
	fmt.Fprintf(&b, "\n    --- %s closes the circle", circleStep(key))
	return e.vm.ThrowType("%s", b.String())
}

func circleStep(key PropertyKey) string {
	if i, ok := key.IsIndex(); ok {
		return "index " + strconv.FormatUint(uint64(i), 10)
	}
	return "property '" + clip(key.Text(), 60) + "'"
}

// constructorName returns the quoted name of the constructor of o, found without running code of the program.
func constructorName(vm *VM, o *Object) string {
	if f, ok := vm.peek(o, vm.realm.Names.Constructor); ok {
		if c := f.Object(); c != nil && c.FunctionName() != "" {
			return "'" + c.FunctionName() + "'"
		}
	}
	return "'Object'"
}

// name returns what messages call the top value.
func (e *jsonEncoder) name() string {
	if len(e.path) == 0 {
		return e.label
	}
	name := "tools"
	for _, p := range e.path {
		name += member(p)
	}
	return name + ": " + e.label
}
