package stdlib

// This file defines Intl.Segmenter with the objects that its method segment returns and their iterators.

import (
	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib/internal/intl"
)

// segmenter is the data of Intl.Segmenter objects.
type segmenter struct{ s *intl.Segmenter }

// Trace implements vm.Tracer.
func (*segmenter) Trace(func(vm.Value)) int { return formatterBytes }

// segments is the data of what segment returns.
type segments struct {
	cutter *intl.Segmenter
	input  vm.Str
	text   string // the input as WTF-8
}

// Trace implements vm.Tracer.
func (s *segments) Trace(mark func(vm.Value)) int {
	mark(s.input.Value())
	if s.input.IsASCII() {
		return 80
	}
	return 80 + len(s.text)
}

func (l *library) defineSegmenter(in *vm.Object) {
	p := l.defineIntlClass(in, intlClass{"Segmenter", 0, false, func(m *vm.VM, locales, v vm.Value) (any, error) {
		names, err := localeNames(m, locales)
		if err != nil {
			return nil, err
		}
		r, err := optionsOrNothing(m, v)
		if err != nil {
			return nil, err
		}
		r.matcher()
		granularity := r.text("granularity")
		if r.err != nil {
			return nil, r.err
		}
		locale, err := intl.Resolve(names)
		if err != nil {
			return nil, err
		}
		s, err := intl.NewSegmenter(locale, granularity)
		return &segmenter{s}, err
	}})
	l.Method(p, "resolvedOptions", 0, func(c *vm.Call) (vm.Value, error) {
		s, err := thisIntl[*segmenter](c, "Segmenter.prototype.resolvedOptions")
		if err != nil {
			return vm.Undefined, err
		}
		r := newRecord(c.VM)
		r.text("locale", s.s.Locale.Tag)
		r.text("granularity", s.s.Granularity)
		return r.value()
	})
	iterators := l.Object(l.Realm.IteratorPrototype)
	l.StepperNext(iterators, segmentIteratorKind)
	l.Tag(iterators, segmentIteratorKind)
	segmentsProto := l.Object(l.Realm.ObjectPrototype)
	l.Method(segmentsProto, "containing", 1, segmentsContaining)
	l.SymbolMethod(segmentsProto, l.Realm.Names.SymIterator, 0, vm.FlagsHidden, func(c *vm.Call) (vm.Value, error) {
		s, err := thisIntl[*segments](c, "Segments.prototype[Symbol.iterator]")
		if err != nil {
			return vm.Undefined, err
		}
		return vm.ObjectValue(c.VM.NewObjectOf(vm.ClassIterator, iterators, &segmentIterator{segments: s})), nil
	})
	l.Method(p, "segment", 1, func(c *vm.Call) (vm.Value, error) {
		s, err := thisIntl[*segmenter](c, "Segmenter.prototype.segment")
		if err != nil {
			return vm.Undefined, err
		}
		input, err := c.VM.ToStr(c.Arg(0))
		if err != nil {
			return vm.Undefined, err
		}
		text, err := goText(c.VM, input)
		if err != nil {
			return vm.Undefined, err
		}
		return vm.ObjectValue(c.VM.NewObjectOf(vm.ClassOther, segmentsProto, &segments{s.s, input, text})), nil
	})
}

const segmentIteratorKind = "Segmenter String Iterator"

// segmentIterator is the data of the iterators over segments.
type segmentIterator struct {
	*segments
	at   int // offset in text
	unit int // the same place in input
}

// IteratorKind implements the check of vm.Builder.StepperNext.
func (*segmentIterator) IteratorKind() string { return segmentIteratorKind }

// cut moves behind the next segment and returns its length in code units.
func (it *segmentIterator) cut(m *vm.VM) (units int, wordLike bool, err error) {
	n, wordLike, err := it.cutter.Next(it.text[it.at:], m.Charge)
	if err != nil {
		return 0, false, err
	}
	units = n
	if !it.input.IsASCII() {
		units = utf16Units(it.text[it.at : it.at+n])
		if err := m.Charge(n >> 2); err != nil {
			return 0, false, err
		}
	}
	it.at += n
	it.unit += units
	return units, wordLike, m.Charge(4)
}

// utf16Units returns the number of UTF-16 code units of WTF-8 text: one for each character, two for those of four bytes.
func utf16Units(s string) int {
	n := 0
	for i := range len(s) {
		if c := s[i]; c >= 0xf0 {
			n += 2
		} else if c&0xc0 != 0x80 {
			n++
		}
	}
	return n
}

// Step implements vm.Stepper.
func (it *segmentIterator) Step(m *vm.VM) (vm.Value, bool, error) {
	if it.at >= len(it.text) {
		return vm.Undefined, false, nil
	}
	units, wordLike, err := it.cut(m)
	if err != nil {
		return vm.Undefined, false, err
	}
	v, err := it.data(m, units, wordLike)
	return v, err == nil, err
}

// data is CreateSegmentDataObject for the segment of the given length that ends here.
func (it *segmentIterator) data(m *vm.VM, units int, wordLike bool) (vm.Value, error) {
	r := newRecord(m)
	r.set("segment", m.Substring(it.input, it.unit-units, it.unit))
	r.number("index", it.unit-units)
	r.set("input", it.input.Value())
	if it.cutter.Granularity == "word" {
		r.boolean("isWordLike", wordLike)
	}
	return r.value()
}

// segmentsContaining finds the segment around an index. It cuts from the beginning.
func segmentsContaining(c *vm.Call) (vm.Value, error) {
	s, err := thisIntl[*segments](c, "Segments.prototype.containing")
	if err != nil {
		return vm.Undefined, err
	}
	index, err := c.VM.ToIntegerOrInfinity(c.Arg(0))
	if err != nil || index < 0 || index >= float64(s.input.Len()) {
		return vm.Undefined, err
	}
	it := segmentIterator{segments: s}
	for {
		units, wordLike, err := it.cut(c.VM)
		if err != nil {
			return vm.Undefined, err
		}
		if float64(it.unit) > index {
			return it.data(c.VM, units, wordLike)
		}
	}
}
