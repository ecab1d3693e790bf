package stdlib

// This file defines toLowerCase, toUpperCase and their locale-sensitive forms: the full case mapping of the Unicode
// Standard, with the one rule of it that depends on the context, the final sigma.

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/neurocode-ai/codemode/vm"
)

func (l *library) defineStringCase(p *vm.Object) {
	l.Method(p, "toLowerCase", 0, func(c *vm.Call) (vm.Value, error) { return changeCase(c, "toLowerCase", lowerCase) })
	l.Method(p, "toUpperCase", 0, func(c *vm.Call) (vm.Value, error) { return changeCase(c, "toUpperCase", upperCase) })
	l.Method(p, "toLocaleLowerCase", 0, func(c *vm.Call) (vm.Value, error) {
		return localeCase(c, "toLocaleLowerCase", lowerCase)
	})
	l.Method(p, "toLocaleUpperCase", 0, func(c *vm.Call) (vm.Value, error) {
		return localeCase(c, "toLocaleUpperCase", upperCase)
	})
}

// letterCase is the target of a case mapping.
type letterCase bool

const (
	lowerCase letterCase = false
	upperCase letterCase = true
)

func changeCase(c *vm.Call, method string, to letterCase) (vm.Value, error) {
	s, err := thisText(c, method)
	if err != nil {
		return vm.Undefined, err
	}
	return toCase(c.VM, s, to)
}

// localeCase is TransformCase of ECMA-402.
func localeCase(c *vm.Call, method string, to letterCase) (vm.Value, error) {
	s, err := thisText(c, method)
	if err != nil {
		return vm.Undefined, err
	}
	if !c.Arg(0).IsUndefined() {
		return localeChangeCase(c.VM, s, c.Arg(0), to == upperCase)
	}
	return toCase(c.VM, s, to)
}

// caseStep is the number of code units mapped between two charges.
const caseStep = 1 << 12

// toCase maps s in the root locale.
func toCase(m *vm.VM, s vm.Str, to letterCase) (vm.Value, error) {
	if s.IsASCII() {
		return asciiCase(m, s.ASCII(), to)
	}
	u := s.Wide()
	if err := m.Alloc(2 * len(u)); err != nil {
		return vm.Undefined, err
	}
	out := make([]uint16, 0, len(u))
	for i, next := 0, caseStep; i < len(u); {
		if i >= next {
			if err := m.Charge(caseStep >> 1); err != nil {
				return vm.Undefined, err
			}
			next += caseStep
		}
		if c := u[i]; c < 0x80 {
			out = append(out, uint16(asciiMapped(byte(c), to)))
			i++
			continue
		}
		r, n := s.CodePointAt(i)
		mapped, text := mapRune(r, to)
		if r == 'Σ' && to == lowerCase {
			final, err := finalSigma(m, s, i)
			if err != nil {
				return vm.Undefined, err
			}
			if final {
				mapped = 'ς'
			}
		}
		if text == "" && mapped < 0x10000 {
			out = append(out, uint16(mapped))
		} else {
			if text == "" {
				text = string(mapped)
			}
			before := cap(out)
			out = vm.AppendUTF16Of(out, text)
			if err := m.Alloc(2 * (cap(out) - before)); err != nil {
				return vm.Undefined, err
			}
		}
		i += n
	}
	return vm.WideStr(out).Value(), nil
}

func asciiMapped(c byte, to letterCase) byte {
	if to == upperCase {
		if c-'a' < 26 {
			c -= 'a' - 'A'
		}
	} else if c-'A' < 26 {
		c += 'a' - 'A'
	}
	return c
}

// asciiCase maps ASCII text. Text that does not change is returned as it is.
func asciiCase(m *vm.VM, s string, to letterCase) (vm.Value, error) {
	i := 0
	for ; i < len(s); i++ {
		if i%caseStep == caseStep-1 {
			if err := m.Charge(caseStep >> 4); err != nil {
				return vm.Undefined, err
			}
		}
		if asciiMapped(s[i], to) != s[i] {
			break
		}
	}
	if i == len(s) {
		return vm.ASCII(s), nil
	}
	if err := m.Alloc(len(s)); err != nil {
		return vm.Undefined, err
	}
	out := make([]byte, len(s))
	for i := 0; i < len(s); i += caseStep {
		end := min(len(s), i+caseStep)
		if err := m.Charge(1 + (end-i)>>4); err != nil {
			return vm.Undefined, err
		}
		for j := i; j < end; j++ {
			out[j] = asciiMapped(s[j], to)
		}
	}
	return vm.ASCII(vm.BytesToString(out)), nil
}

// mapRune returns the mapping of one character: a character, or a text if it is not one character.
func mapRune(r rune, to letterCase) (rune, string) {
	switch { // the common letters beyond ASCII: Latin-1 and Russian
	case to == upperCase && (r >= 0xe0 && r <= 0xfe && r != 0xf7 || r >= 0x430 && r <= 0x44f):
		return r - 0x20, ""
	case to == lowerCase && (r >= 0xc0 && r <= 0xde && r != 0xd7 || r >= 0x410 && r <= 0x42f):
		return r + 0x20, ""
	}
	table := lowerMappings[:]
	if to == upperCase {
		table = upperMappings[:]
	}
	if i, ok := slices.BinarySearchFunc(table, r, func(e caseMapping, r rune) int { return cmp.Compare(e.from, r) }); ok {
		return r, table[i].to
	}
	for _, x := range caseRanges {
		switch {
		case to == upperCase && r >= x.first && r <= x.last:
			return r - x.distance, ""
		case to == lowerCase && r >= x.first-x.distance && r <= x.last-x.distance:
			return r + x.distance, ""
		}
	}
	if to == upperCase {
		return unicode.ToUpper(r), ""
	}
	return unicode.ToLower(r), ""
}

// finalSigma reports whether the sigma at s[i] ends a word: a cased letter comes before it and none after it, with
// nothing but case-ignorable characters between.
func finalSigma(m *vm.VM, s vm.Str, i int) (bool, error) {
	before := false
	for j := i; j > 0; {
		r, n := runeBefore(s, j)
		j -= n
		if err := m.Charge(1); err != nil {
			return false, err
		}
		if !caseIgnorable(r) {
			before = cased(r)
			break
		}
	}
	if !before {
		return false, nil
	}
	for j := i + 1; j < s.Len(); {
		r, n := s.CodePointAt(j)
		j += n
		if err := m.Charge(1); err != nil {
			return false, err
		}
		if !caseIgnorable(r) {
			return !cased(r), nil
		}
	}
	return true, nil
}

// runeBefore returns the character that ends before s[i] and its length in code units.
func runeBefore(s vm.Str, i int) (rune, int) {
	if i >= 2 && s.At(i-1)&0xfc00 == 0xdc00 && s.At(i-2)&0xfc00 == 0xd800 {
		r, _ := s.CodePointAt(i - 2)
		return r, 2
	}
	return rune(s.At(i - 1)), 1
}

// cased is the derived property Cased.
func cased(r rune) bool {
	return unicode.In(r, unicode.Lu, unicode.Ll, unicode.Lt, unicode.Other_Lowercase, unicode.Other_Uppercase)
}

// caseIgnorable is the derived property Case_Ignorable: the marks, format characters and modifiers, and the word-break
// classes MidLetter, MidNumLet and Single_Quote.
func caseIgnorable(r rune) bool {
	return strings.ContainsRune("'.:·\u0387\u055f\u05f4\u2018\u2019\u2024\u2027\ufe13\ufe52\ufe55\uff07\uff0e\uff1a", r) ||
		unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk)
}
