package stdlib

// This file defines the String methods that take parts of a string, join, pad, repeat or trim it.

import (
	"math"

	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/numeric"
)

func (l *library) defineStringParts(p *vm.Object) {
	l.Method(p, "at", 1, stringAt)
	l.Method(p, "charAt", 1, stringCharAt)
	l.Method(p, "charCodeAt", 1, stringCharCodeAt)
	l.Method(p, "codePointAt", 1, stringCodePointAt)
	l.Method(p, "concat", 1, stringConcat)
	l.Method(p, "padEnd", 1, func(c *vm.Call) (vm.Value, error) { return pad(c, "padEnd", false) })
	l.Method(p, "padStart", 1, func(c *vm.Call) (vm.Value, error) { return pad(c, "padStart", true) })
	l.Method(p, "repeat", 1, stringRepeat)
	l.Method(p, "slice", 2, stringSlice)
	l.Method(p, "substr", 2, stringSubstr)
	l.Method(p, "substring", 2, stringSubstring)
	l.Method(p, "trim", 0, func(c *vm.Call) (vm.Value, error) { return trim(c, "trim", true, true) })
	start := l.Method(p, "trimStart", 0, func(c *vm.Call) (vm.Value, error) { return trim(c, "trimStart", true, false) })
	end := l.Method(p, "trimEnd", 0, func(c *vm.Call) (vm.Value, error) { return trim(c, "trimEnd", false, true) })
	l.Prop(p, l.Key("trimLeft"), vm.ObjectValue(start), vm.FlagsHidden)
	l.Prop(p, l.Key("trimRight"), vm.ObjectValue(end), vm.FlagsHidden)
}

// position converts the receiver and the index argument of the methods that look at one place. The index is -1 when it
// is outside of the string.
func position(c *vm.Call, method string) (s vm.Str, i int, err error) {
	if s, err = thisText(c, method); err != nil {
		return s, 0, err
	}
	f, err := c.VM.ToIntegerOrInfinity(c.Arg(0))
	if err != nil {
		return s, 0, err
	}
	if f < 0 || f >= float64(s.Len()) {
		return s, -1, nil
	}
	return s, int(f), nil
}

func stringAt(c *vm.Call) (vm.Value, error) {
	s, err := thisText(c, "at")
	if err != nil {
		return vm.Undefined, err
	}
	f, err := c.VM.ToIntegerOrInfinity(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	if f < 0 {
		f += float64(s.Len())
	}
	if f < 0 || f >= float64(s.Len()) {
		return vm.Undefined, nil
	}
	return c.VM.Substring(s, int(f), int(f)+1), nil
}

func stringCharAt(c *vm.Call) (vm.Value, error) {
	s, i, err := position(c, "charAt")
	if err != nil || i < 0 {
		return vm.ASCII(""), err
	}
	return c.VM.Substring(s, i, i+1), nil
}

func stringCharCodeAt(c *vm.Call) (vm.Value, error) {
	s, i, err := position(c, "charCodeAt")
	if err != nil || i < 0 {
		return vm.Number(math.NaN()), err
	}
	return vm.Int(int(s.At(i))), nil
}

func stringCodePointAt(c *vm.Call) (vm.Value, error) {
	s, i, err := position(c, "codePointAt")
	if err != nil || i < 0 {
		return vm.Undefined, err
	}
	r, _ := s.CodePointAt(i)
	return vm.Int(int(r)), nil
}

func stringConcat(c *vm.Call) (vm.Value, error) {
	s, err := thisText(c, "concat")
	if err != nil {
		return vm.Undefined, err
	}
	b := vm.NewStringBuilder(c.VM)
	if err := b.Write(s); err != nil {
		return vm.Undefined, err
	}
	for _, v := range c.Args {
		t, err := c.VM.ToStr(v)
		if err != nil {
			return vm.Undefined, err
		}
		if err := b.Write(t); err != nil {
			return vm.Undefined, err
		}
	}
	return b.Value(), nil
}

// pad is StringPaddingBuiltinsImpl.
func pad(c *vm.Call, method string, start bool) (vm.Value, error) {
	m := c.VM
	s, err := thisText(c, method)
	if err != nil {
		return vm.Undefined, err
	}
	n, err := m.ToLength(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	if n <= s.Len() {
		return s.Value(), nil
	}
	fill := vm.ASCIIStr(" ")
	if !c.Arg(1).IsUndefined() {
		if fill, err = m.ToStr(c.Arg(1)); err != nil {
			return vm.Undefined, err
		}
	}
	if fill.Len() == 0 {
		return s.Value(), nil
	}
	if n > vm.MaxStringLength {
		return vm.Undefined, m.ThrowRange("Invalid string length")
	}
	b := vm.NewStringBuilder(m)
	missing := n - s.Len()
	if !start {
		if err := b.Write(s); err != nil {
			return vm.Undefined, err
		}
	}
	filler, err := repeated(m, fill, (missing+fill.Len()-1)/fill.Len())
	if err != nil {
		return vm.Undefined, err
	}
	if err := b.Write(filler.Slice(0, missing)); err != nil {
		return vm.Undefined, err
	}
	if start {
		if err := b.Write(s); err != nil {
			return vm.Undefined, err
		}
	}
	return b.Value(), nil
}

func stringRepeat(c *vm.Call) (vm.Value, error) {
	s, err := thisText(c, "repeat")
	if err != nil {
		return vm.Undefined, err
	}
	f, err := c.VM.ToIntegerOrInfinity(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	if f < 0 || math.IsInf(f, 1) {
		return vm.Undefined, c.VM.ThrowRange("Invalid count value: %s", c.VM.Describe(c.Arg(0)))
	}
	if s.Len() == 0 || f == 0 {
		return vm.ASCII(""), nil
	}
	if f*float64(s.Len()) > vm.MaxStringLength {
		return vm.Undefined, c.VM.ThrowRange("Invalid string length")
	}
	r, err := repeated(c.VM, s, int(f))
	return r.Value(), err
}

// repeated returns n copies of s, whose total length is in the limits. It doubles what it has in charged steps.
func repeated(m *vm.VM, s vm.Str, n int) (vm.Str, error) {
	if n == 1 {
		return s, nil
	}
	total := n * s.Len()
	if text := s.ASCII(); s.IsASCII() {
		b, err := repeatedUnits(m, len(text), total, 1, func(out []byte, i, j int) []byte { return append(out, text[i:j]...) })
		return vm.ASCIIStr(vm.BytesToString(b)), err
	}
	wide := s.Wide()
	u, err := repeatedUnits(m, len(wide), total, 2, func(out []uint16, i, j int) []uint16 { return append(out, wide[i:j]...) })
	return vm.WideStr(u), err
}

// copyStep is the number of code units that are copied between two charges.
const copyStep = 1 << 16

// repeatedUnits makes total code units out of a text of n; first appends the code units [i, j) of the text.
func repeatedUnits[T byte | uint16](m *vm.VM, n, total, width int, first func(out []T, i, j int) []T) ([]T, error) {
	if err := m.Alloc(total * width); err != nil {
		return nil, err
	}
	out := make([]T, 0, total)
	for len(out) < total {
		if err := m.Charge(1 + min(len(out), copyStep)>>6); err != nil {
			return nil, err
		}
		if at := len(out); at < n {
			out = first(out, at, min(n, at+copyStep))
		} else {
			from := at % n
			out = append(out, out[from:from+min(at-from, total-at, copyStep)]...)
		}
	}
	return out, nil
}

func stringSlice(c *vm.Call) (vm.Value, error) {
	s, err := thisText(c, "slice")
	if err != nil {
		return vm.Undefined, err
	}
	from, err := c.VM.RelativeIndex(c.Arg(0), s.Len(), 0)
	if err != nil {
		return vm.Undefined, err
	}
	to, err := c.VM.RelativeIndex(c.Arg(1), s.Len(), s.Len())
	if err != nil {
		return vm.Undefined, err
	}
	return part(c.VM, s, from, to), nil
}

// part returns the code units [from, to), none if they are in the wrong order.
func part(m *vm.VM, s vm.Str, from, to int) vm.Value {
	if from >= to {
		return vm.ASCII("")
	}
	return m.Substring(s, from, to)
}

// clamped is ToIntegerOrInfinity of an argument, clamped to [0, n]; undefined gives def.
func clamped(m *vm.VM, v vm.Value, n, def int) (int, error) {
	if v.IsUndefined() {
		return def, nil
	}
	f, err := m.ToIntegerOrInfinity(v)
	return int(min(max(f, 0), float64(n))), err
}

func stringSubstring(c *vm.Call) (vm.Value, error) {
	s, err := thisText(c, "substring")
	if err != nil {
		return vm.Undefined, err
	}
	from, err := clamped(c.VM, c.Arg(0), s.Len(), 0)
	if err != nil {
		return vm.Undefined, err
	}
	to, err := clamped(c.VM, c.Arg(1), s.Len(), s.Len())
	if err != nil {
		return vm.Undefined, err
	}
	return part(c.VM, s, min(from, to), max(from, to)), nil
}

func stringSubstr(c *vm.Call) (vm.Value, error) {
	s, err := thisText(c, "substr")
	if err != nil {
		return vm.Undefined, err
	}
	from, err := c.VM.RelativeIndex(c.Arg(0), s.Len(), 0)
	if err != nil {
		return vm.Undefined, err
	}
	n, err := clamped(c.VM, c.Arg(1), s.Len(), s.Len())
	if err != nil {
		return vm.Undefined, err
	}
	return part(c.VM, s, from, min(from+n, s.Len())), nil
}

func trim(c *vm.Call, method string, start, end bool) (vm.Value, error) {
	s, err := thisText(c, method)
	if err != nil {
		return vm.Undefined, err
	}
	from, to := 0, s.Len()
	if text := s.ASCII(); s.IsASCII() && to < 4096 {
		for start && from < to && (text[from] == ' ' || text[from]-'\t' < 5) {
			from++
		}
		for end && from < to && (text[to-1] == ' ' || text[to-1]-'\t' < 5) {
			to--
		}
		start, end = false, false
	}
	for ; start && from < to && numeric.IsSpace(rune(s.At(from))); from++ {
		if from&4095 == 4095 {
			if err := c.VM.Charge(512); err != nil {
				return vm.Undefined, err
			}
		}
	}
	for ; end && from < to && numeric.IsSpace(rune(s.At(to-1))); to-- {
		if to&4095 == 0 {
			if err := c.VM.Charge(512); err != nil {
				return vm.Undefined, err
			}
		}
	}
	if from == 0 && to == s.Len() {
		return s.Value(), nil
	}
	return part(c.VM, s, from, to), nil
}
