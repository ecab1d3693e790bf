package stdlib

// This file defines the global functions that encode and decode URIs, and escape and unescape. Long text is converted
// in pieces, so that the meters are asked in between.

import (
	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib/internal/weburl"
)

func (l *library) defineURI() {
	g := l.Realm.Global
	for _, f := range [...]struct {
		name    string
		convert func(string) (string, error)
		cut     func(s vm.Str, i int) int
	}{
		{"decodeURI", weburl.DecodeURI, outsideEscapes},
		{"decodeURIComponent", weburl.DecodeURIComponent, outsideEscapes},
		{"encodeURI", weburl.EncodeURI, betweenCharacters},
		{"encodeURIComponent", weburl.EncodeURIComponent, betweenCharacters},
		{"escape", func(s string) (string, error) { return weburl.Escape(s), nil }, betweenCharacters},
		{"unescape", func(s string) (string, error) { return weburl.Unescape(s), nil }, outsideEscapes},
	} {
		l.Method(g, f.name, 1, func(c *vm.Call) (vm.Value, error) { return convertURI(c, f.name, f.convert, f.cut) })
	}
}

// uriPiece is the number of code units that are converted between two charges.
const uriPiece = 1 << 13

// convertURI converts the argument. cut returns a place near a position at which the text can be divided.
func convertURI(c *vm.Call, name string, convert func(string) (string, error), cut func(s vm.Str, i int) int) (vm.Value, error) {
	m := c.VM
	s, err := m.ToStr(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	b := vm.NewStringBuilder(m)
	for {
		end := s.Len()
		if end > uriPiece {
			end = cut(s, uriPiece)
		}
		if err := m.Charge(1 + end>>3); err != nil {
			return vm.Undefined, err
		}
		text, err := convert(s.Slice(0, end).String())
		if err != nil {
			return vm.Undefined, m.ThrowError(vm.ErrorKindURI, "URI malformed: %s", uriAdvice(name))
		}
		piece := vm.StrOf(text)
		if b.Len() == 0 && end == s.Len() {
			if err := m.Alloc(len(text)); err != nil {
				return vm.Undefined, err
			}
			return piece.Value(), nil
		}
		if err := b.Write(piece); err != nil {
			return vm.Undefined, err
		}
		if s = s.Slice(end, s.Len()); s.Len() == 0 {
			return b.Value(), nil
		}
	}
}

func uriAdvice(name string) string {
	if name == "encodeURI" || name == "encodeURIComponent" {
		return "the text has a lone surrogate; call toWellFormed() on it first"
	}
	return "the text has a % that does not begin the encoding of a character; write %25 for a percent sign"
}

// betweenCharacters divides text between characters.
func betweenCharacters(s vm.Str, i int) int {
	if s.At(i)&0xfc00 == 0xdc00 && s.At(i-1)&0xfc00 == 0xd800 {
		return i - 1
	}
	return i
}

// outsideEscapes divides text outside of escapes: before one that does not continue a character, or well behind the last one.
func outsideEscapes(s vm.Str, i int) int {
	for far := i + 64; i < s.Len() && i < far; i++ {
		if s.At(i) == '%' {
			if i+1 == s.Len() {
				return i
			}
			if c := s.At(i+1) | 0x20; c != '8' && c != '9' && c != 'a' && c != 'b' {
				return i
			}
			continue
		}
		near := false
		for k := 1; k <= 5; k++ {
			near = near || s.At(i-k) == '%'
		}
		if !near && s.At(i)&0xfc00 != 0xdc00 {
			return i
		}
	}
	return min(i, s.Len()) // nothing valid looks like this
}
