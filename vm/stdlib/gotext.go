package stdlib

// This file defines the conversions between strings of the program and the WTF-8 text that the packages without a machine
// work on, charged in steps.

import "github.com/neurocode-ai/codemode/vm"

// textStep is the number of code units that are converted between two charges.
const textStep = 1 << 13

// goText returns a string as WTF-8. ASCII text is not copied.
func goText(m *vm.VM, s vm.Str) (string, error) {
	if s.IsASCII() {
		return s.ASCII(), nil
	}
	if err := m.Alloc(3 * s.Len()); err != nil {
		return "", err
	}
	out, err := vm.MakeSlice[byte](m, 0, 3*s.Len(), 1)
	if err != nil {
		return "", err
	}
	for s.Len() > 0 {
		end := s.Len()
		if end > textStep {
			end = betweenCharacters(s, textStep)
		}
		if err := m.Charge(1 + end); err != nil {
			return "", err
		}
		out = s.Slice(0, end).AppendWTF8(out)
		s = s.Slice(end, s.Len())
	}
	return vm.BytesToString(out), nil
}

// fromGoText returns WTF-8 text as a string of the program. ASCII text is not copied.
func fromGoText(m *vm.VM, text string) (vm.Str, error) {
	if len(text) <= textStep {
		if err := m.Charge(1 + len(text)>>3); err != nil {
			return vm.Str{}, err
		}
		return vm.StrOf(text), m.Alloc(2 * len(text))
	}
	b := vm.NewStringBuilder(m)
	for len(text) > 0 {
		end := min(textStep, len(text))
		for end < len(text) && text[end]&0xc0 == 0x80 {
			end++
		}
		if err := m.Charge(1 + end>>2); err != nil {
			return vm.Str{}, err
		}
		if err := b.Write(vm.StrOf(text[:end])); err != nil {
			return vm.Str{}, err
		}
		text = text[end:]
	}
	return b.Str(), nil
}
