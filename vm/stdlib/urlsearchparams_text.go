package stdlib

// This file defines how URLSearchParams are read from text and written: in pieces, so that memory and work are charged
// for before they are spent. The format itself is that of package weburl.

import (
	"strings"

	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib/internal/weburl"
)

// formStep is the number of code units from which on a text is divided at an ampersand.
const formStep = 1 << 13

// bound returns a bound of the length of the serialised pair: an ASCII character gives up to three characters, another
// code unit up to nine.
func (p *formPair) bound() int {
	n := 2 + 3*(p.name.Length()+p.value.Length())
	if !p.name.Str().IsASCII() || !p.value.Str().IsASCII() {
		n *= 3
	}
	return n
}

// replace gives p the pairs of a query.
func (p *searchParams) replace(m *vm.VM, s vm.Str) error {
	p.clear()
	for s.Len() > 0 {
		end, err := ampersand(m, s, formStep)
		if err != nil {
			return err
		}
		if err := p.parse(m, s.Slice(0, end)); err != nil {
			return err
		}
		s = s.Slice(min(end+1, s.Len()), s.Len())
	}
	return nil
}

// ampersand returns the position of the first ampersand at or after i, the length of s if there is none.
func ampersand(m *vm.VM, s vm.Str, i int) (int, error) {
	for i < s.Len() {
		end := min(s.Len(), i+1<<14)
		if err := m.Charge(1 + (end-i)>>3); err != nil {
			return 0, err
		}
		if s.IsASCII() {
			if at := strings.IndexByte(s.ASCII()[i:end], '&'); at >= 0 {
				return i + at, nil
			}
		} else {
			for j := i; j < end; j++ {
				if s.At(j) == '&' {
					return j, nil
				}
			}
		}
		i = end
	}
	return s.Len(), nil
}

// parse appends the pairs of a text that has few of them.
func (p *searchParams) parse(m *vm.VM, s vm.Str) error {
	text, err := goText(m, s)
	if err != nil {
		return err
	}
	if err := m.Alloc(2*len(text) + 64); err != nil {
		return err
	}
	pairs, err := weburl.ParseForm(text, m.Charge)
	if err != nil {
		return err
	}
	for _, pair := range pairs {
		name, err := fromGoText(m, pair.Name)
		if err != nil {
			return err
		}
		value, err := fromGoText(m, pair.Value)
		if err != nil {
			return err
		}
		if err := p.add(m, formPair{name.Value(), value.Value()}); err != nil {
			return err
		}
	}
	return nil
}

// plainText serialises the pairs without charging for it: they belong to a URL and are bounded.
func (p *searchParams) plainText() string {
	pairs := make([]weburl.Pair, len(p.pairs))
	for i, pair := range p.pairs {
		pairs[i] = weburl.Pair{Name: pair.name.Str().String(), Value: pair.value.Str().String()}
	}
	text, _ := weburl.SerializeForm(pairs, nil) // only a charge function fails
	return text
}

// text serialises the pairs.
func (p *searchParams) text(m *vm.VM) (vm.Value, error) {
	b := vm.NewStringBuilder(m)
	var batch []weburl.Pair
	units := 0
	for i := range p.pairs {
		pair := &p.pairs[i]
		name, err := goText(m, pair.name.Str())
		if err != nil {
			return vm.Undefined, err
		}
		value, err := goText(m, pair.value.Str())
		if err != nil {
			return vm.Undefined, err
		}
		batch = append(batch, weburl.Pair{Name: name, Value: value})
		if units += pair.bound(); units < formStep && i < len(p.pairs)-1 {
			continue
		}
		if b.Len() > 0 {
			if err := b.WriteASCII("&"); err != nil {
				return vm.Undefined, err
			}
		}
		if err := m.Alloc(units); err != nil {
			return vm.Undefined, err
		}
		text, err := weburl.SerializeForm(batch, m.Charge)
		if err != nil {
			return vm.Undefined, err
		}
		if b.Len() == 0 && i == len(p.pairs)-1 {
			return vm.ASCII(text), nil
		}
		if err := b.WriteASCII(text); err != nil {
			return vm.Undefined, err
		}
		batch, units = batch[:0], 0
	}
	return b.Value(), nil
}
