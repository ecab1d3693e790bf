package stdlib

// This file defines the String methods that depend on properties of Unicode text: normalisation, well-formedness and
// comparison in the order of a language.

import (
	"golang.org/x/text/unicode/norm"

	"github.com/neurocode-ai/codemode/vm"
)

func (l *library) defineStringUnicode(p *vm.Object) {
	l.Method(p, "isWellFormed", 0, stringIsWellFormed)
	l.Method(p, "localeCompare", 1, stringLocaleCompare)
	l.Method(p, "normalize", 0, stringNormalize)
	l.Method(p, "toWellFormed", 0, stringToWellFormed)
}

// loneSurrogate returns the index of the first lone surrogate at or after i, -1 if there is none.
func loneSurrogate(m *vm.VM, u []uint16, i int) (int, error) {
	for next := i + caseStep; i < len(u); i++ {
		if i >= next {
			if err := m.Charge(caseStep >> 4); err != nil {
				return -1, err
			}
			next += caseStep
		}
		if u[i]&0xf800 != 0xd800 {
			continue
		}
		if u[i]&0x400 != 0 || i+1 == len(u) || u[i+1]&0xfc00 != 0xdc00 {
			return i, nil
		}
		i++
	}
	return -1, nil
}

func stringIsWellFormed(c *vm.Call) (vm.Value, error) {
	s, err := thisText(c, "isWellFormed")
	if err != nil {
		return vm.Undefined, err
	}
	i, err := loneSurrogate(c.VM, s.Wide(), 0)
	return vm.Bool(i < 0), err
}

func stringToWellFormed(c *vm.Call) (vm.Value, error) {
	s, err := thisText(c, "toWellFormed")
	if err != nil {
		return vm.Undefined, err
	}
	t, err := wellFormed(c.VM, s)
	return t.Value(), err
}

// wellFormed is s with U+FFFD for every lone surrogate.
func wellFormed(m *vm.VM, s vm.Str) (vm.Str, error) {
	i, err := loneSurrogate(m, s.Wide(), 0)
	if err != nil || i < 0 {
		return s, err
	}
	if err := m.Alloc(2 * s.Len()); err != nil {
		return s, err
	}
	if err := m.Charge(s.Len() >> 5); err != nil {
		return s, err
	}
	out := append(make([]uint16, 0, s.Len()), s.Wide()...)
	for i >= 0 {
		out[i] = 0xfffd
		if i, err = loneSurrogate(m, out, i+1); err != nil {
			return s, err
		}
	}
	return vm.WideStr(out), nil
}

// stringNormalize is String.prototype.normalize([form]).
func stringNormalize(c *vm.Call) (vm.Value, error) {
	s, err := thisText(c, "normalize")
	if err != nil {
		return vm.Undefined, err
	}
	form := norm.NFC
	if !c.Arg(0).IsUndefined() {
		f, err := c.VM.ToGoString(c.Arg(0))
		if err != nil {
			return vm.Undefined, err
		}
		switch f {
		case "NFC":
		case "NFD":
			form = norm.NFD
		case "NFKC":
			form = norm.NFKC
		case "NFKD":
			form = norm.NFKD
		default:
			return vm.Undefined, c.VM.ThrowRange("The normalization form should be one of NFC, NFD, NFKC, NFKD")
		}
	}
	if s.IsASCII() {
		return s.Value(), nil
	}
	return normalized(c.VM, s, form)
}

// normStep is the number of code units that are normalised between two charges.
const normStep = 1 << 12

// normalized converts piece by piece; the pieces end where characters do not interact. Lone surrogates are bytes that
// are not UTF-8 in WTF-8, which package norm copies.
func normalized(m *vm.VM, s vm.Str, form norm.Form) (vm.Value, error) {
	b := vm.NewStringBuilder(m)
	for s.Len() > 0 {
		n := s.Len()
		if n > normStep {
			n = betweenCharacters(s, normStep)
		}
		for n < s.Len() {
			// The first boundary in the next characters, counted in code units.
			ahead := s.Slice(n, min(s.Len(), n+64)).String()
			if i := form.FirstBoundaryInString(ahead); i >= 0 {
				n += vm.StrOf(ahead[:i]).Len()
				break
			}
			if n = min(s.Len(), n+64); n < s.Len() {
				n = betweenCharacters(s, n)
			}
			if err := m.Charge(64); err != nil {
				return vm.Undefined, err
			}
		}
		if err := m.Charge(1 + n>>1); err != nil {
			return vm.Undefined, err
		}
		if err := b.Write(vm.StrOf(form.String(s.Slice(0, n).String()))); err != nil {
			return vm.Undefined, err
		}
		s = s.Slice(n, s.Len())
	}
	return b.Value(), nil
}

// stringLocaleCompare is String.prototype.localeCompare(that, locales, options).
func stringLocaleCompare(c *vm.Call) (vm.Value, error) {
	s, err := thisText(c, "localeCompare")
	if err != nil {
		return vm.Undefined, err
	}
	t, err := c.VM.ToStr(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	locales, options := c.Arg(1), c.Arg(2)
	if options.IsUndefined() && (locales.IsUndefined() || plainLocale(locales)) {
		if n, ok, err := compareASCII(c.VM, s, t); ok || err != nil {
			return vm.Int(n), err
		}
	}
	n, err := localeCompare(c.VM, s, t, locales, options)
	return vm.Int(n), err
}

// plainLocale reports whether a locales argument names a language that orders ASCII text as the root locale does.
func plainLocale(v vm.Value) bool {
	if !v.IsString() || v.Length() > len("en-US") {
		return false
	}
	switch v.Str().String() {
	case "en", "en-US", "en-GB", "de", "de-DE", "fr", "fr-FR", "it", "it-IT", "pt", "pt-BR", "nl":
		return true
	}
	return false
}

// asciiOrder lists the ASCII characters in the order of the root collation. Letters that differ in case only are equal
// at first; small letters come first if nothing else differs. Control characters have no weight and are left out.
const asciiOrder = "\t\n\v\f\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789aAbBcCdDeEfFgGhHiIjJkKlLmMnNoOpPqQrRsStTuUvVwWxXyYzZ"

// asciiWeight has twice the position of a character in that order, the same for both cases of a letter; 0 for none.
var asciiWeight = func() (w [128]uint8) {
	for i := range len(asciiOrder) {
		w[asciiOrder[i]] = uint8(i + 1)
		if c := asciiOrder[i]; c >= 'A' && c <= 'Z' {
			w[c]--
		}
	}
	return
}()

// compareASCII compares ASCII strings in the root locale; ok is false when there are characters it does not know.
func compareASCII(m *vm.VM, s, t vm.Str) (order int, ok bool, err error) {
	if !s.IsASCII() || !t.IsASCII() {
		return 0, false, nil
	}
	a, b := s.ASCII(), t.ASCII()
	n := min(len(a), len(b))
	tie := 0 // the order of the first pair that differs in case only
	for i := range n {
		if i&1023 == 1023 {
			if err := m.Charge(256); err != nil {
				return 0, false, err
			}
		}
		x, y := asciiWeight[a[i]], asciiWeight[b[i]]
		if x == 0 || y == 0 {
			return 0, false, nil
		}
		if x != y && order == 0 {
			order = 1
			if x < y {
				order = -1
			}
		}
		if tie == 0 && a[i] != b[i] {
			if tie = 1; a[i] > b[i] { // the small letter has the greater code
				tie = -1
			}
		}
	}
	rest := a[n:] + b[n:] // one of them is empty
	for i := range len(rest) {
		if i&1023 == 1023 {
			if err := m.Charge(256); err != nil {
				return 0, false, err
			}
		}
		if asciiWeight[rest[i]] == 0 {
			return 0, false, nil
		}
	}
	switch {
	case order != 0:
		return order, true, nil
	case len(a) != len(b):
		if len(a) < len(b) {
			return -1, true, nil
		}
		return 1, true, nil
	}
	return tie, true, nil
}
