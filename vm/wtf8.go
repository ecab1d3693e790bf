package vm

// This file defines the conversions between strings and UTF-8 for text whose length the program decides: in steps, so
// that the meters are asked in between.

import (
	"unicode/utf8"

	"github.com/neurocode-ai/codemode/vm/numeric"
)

// convertStep is the number of code units or bytes that are converted between two charges.
const convertStep = 1 << 14

// WTF8 is s.String() with its work and memory charged.
func (vm *VM) WTF8(s Str) (string, error) {
	if s.wide == nil || len(s.wide) <= convertStep/8 {
		return s.String(), vm.Charge(s.Len() >> 6)
	}
	if err := vm.Alloc(3 * len(s.wide)); err != nil {
		return "", err
	}
	out, err := MakeSlice[byte](vm, 0, len(s.wide)+len(s.wide)/2, 1)
	if err != nil {
		return "", err
	}
	for w := s.wide; len(w) > 0; {
		n := min(len(w), convertStep)
		if n < len(w) && w[n]&0xfc00 == 0xdc00 {
			n--
		}
		if err := vm.Charge(n >> 2); err != nil {
			return "", err
		}
		if cap(out)-len(out) < 3*n { // what may come, as none of the rest takes more
			if out, err = Grow(vm, out, len(out)+3*len(w), 1); err != nil {
				return "", err
			}
		}
		out = Str{wide: w[:n]}.AppendWTF8(out)
		w = w[n:]
	}
	return bytesToString(out), nil
}

// StrFrom is StrOf(text) with its work and memory charged.
func (vm *VM) StrFrom(text string) (Str, error) {
	if len(text) <= convertStep {
		if err := vm.Alloc(len(text)); err != nil {
			return Str{}, err
		}
		return StrOf(text), vm.Charge(len(text) >> 6)
	}
	for i := 0; i < len(text); i += convertStep {
		if err := vm.Charge(convertStep >> 6); err != nil {
			return Str{}, err
		}
		if !isASCII(text[i:min(len(text), i+convertStep)]) {
			u, err := vm.appendUTF16(nil, text)
			return WideStr(u), err
		}
	}
	return Str{ascii: text}, nil
}

// appendUTF16 is AppendUTF16Of with its work and memory charged. If dst is nil, the result is allocated at its size.
func (vm *VM) appendUTF16(dst []uint16, text string) ([]uint16, error) {
	if dst == nil {
		n := 0
		for i := 0; i < len(text); i += convertStep {
			if err := vm.Charge(convertStep >> 4); err != nil {
				return nil, err
			}
			n += utf16Length(text[i:min(len(text), i+convertStep)])
		}
		if err := vm.Alloc(2 * n); err != nil {
			return nil, err
		}
		var err error
		if dst, err = MakeSlice[uint16](vm, 0, n, 2); err != nil {
			return nil, err
		}
	}
	for len(text) > 0 {
		n := min(len(text), convertStep)
		for k := 0; k < 3 && n < len(text) && !utf8.RuneStart(text[n]); k++ {
			n--
		}
		if err := vm.Charge(1 + n>>2); err != nil {
			return nil, err
		}
		dst = AppendUTF16Of(dst, text[:n])
		text = text[n:]
	}
	return dst, nil
}

// trimPrefix returns s without the prefix that trim takes off, which it decides character by character, in charged steps.
func (vm *VM) trimPrefix(s string, trim func(string) string) (string, error) {
	for {
		n := min(len(s), convertStep)
		for k := 0; k < 3 && n < len(s) && !utf8.RuneStart(s[n]); k++ {
			n--
		}
		rest := trim(s[:n])
		if s = s[n-len(rest):]; rest != "" || s == "" {
			return s, nil
		}
		if err := vm.Charge(n >> 1); err != nil {
			return "", err
		}
	}
}

// trimLong returns s without white space at its ends.
func (vm *VM) trimLong(s string) (string, error) {
	s, err := vm.trimPrefix(s, numeric.TrimLeft)
	for err == nil && s != "" {
		start := max(0, len(s)-convertStep)
		for start > 0 && start < len(s) && !utf8.RuneStart(s[start]) {
			start++
		}
		rest := numeric.TrimRight(s[start:])
		if s = s[:start+len(rest)]; rest != "" {
			break
		}
		err = vm.Charge(convertStep >> 1)
	}
	return s, err
}
