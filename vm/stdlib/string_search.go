package stdlib

// This file defines how text is searched, and the String methods that search for a string.

import (
	"math"
	"strings"

	"github.com/neurocode-ai/codemode/vm"
)

func (l *library) defineStringSearch(p *vm.Object) {
	l.Method(p, "endsWith", 1, stringEndsWith)
	l.Method(p, "includes", 1, stringIncludes)
	l.Method(p, "indexOf", 1, stringIndexOf)
	l.Method(p, "lastIndexOf", 1, stringLastIndexOf)
	l.Method(p, "startsWith", 1, stringStartsWith)
}

const (
	// searchWindow is the number of code units searched between two charges.
	searchWindow = 1 << 16
	// longNeedle is the length from which a rolling hash searches, so that no text makes the search quadratic.
	longNeedle = 256
)

// indexOf is StringIndexOf: the first index not below from at which needle occurs in s, -1 if there is none.
func indexOf(m *vm.VM, s, needle vm.Str, from int) (int, error) {
	n := needle.Len()
	switch {
	case n == 0:
		if from > s.Len() {
			return -1, nil
		}
		return from, nil
	case n > s.Len()-from:
		return -1, nil
	}
	if n >= longNeedle {
		return indexHash(m, s, needle, from)
	}
	if s.IsASCII() {
		if needle = needle.Narrow(); !needle.IsASCII() {
			return -1, nil
		}
		return indexASCII(m, s.ASCII(), needle.ASCII(), from)
	}
	wide := needle.Wide()
	if wide == nil {
		var buf [longNeedle]uint16
		wide = needle.AppendUTF16(buf[:0])
	}
	return indexWide(m, s.Wide(), wide, from)
}

func indexASCII(m *vm.VM, s, needle string, from int) (int, error) {
	for from+len(needle) <= len(s) {
		end := min(len(s), from+searchWindow+len(needle)-1)
		i := strings.Index(s[from:end], needle)
		if i >= 0 {
			return from + i, m.Charge(1 + i>>6)
		}
		if err := m.Charge(1 + (end-from)>>6); err != nil {
			return -1, err
		}
		if end == len(s) {
			break
		}
		from += searchWindow
	}
	return -1, nil
}

// bothASCII returns the receiver and the first argument of a method if both are strings held as ASCII, short enough for
// one search without polling, and there is no other argument: by far the most frequent case.
func bothASCII(c *vm.Call) (s, t string, ok bool) {
	if len(c.Args) != 1 || !c.This.IsString() || !c.Args[0].IsString() ||
		c.This.Length() > searchWindow || c.Args[0].Length() > longNeedle {
		return "", "", false
	}
	a, b := c.This.Str(), c.Args[0].Str()
	return a.ASCII(), b.ASCII(), a.IsASCII() && b.IsASCII()
}

// indexWide compares at every place where the first code unit agrees.
func indexWide(m *vm.VM, s, needle []uint16, from int) (int, error) {
	first, work := needle[0], 0
	for i := from; i+len(needle) <= len(s); i++ {
		if work++; s[i] == first {
			k := 1
			for k < len(needle) && s[i+k] == needle[k] {
				k++
			}
			if k == len(needle) {
				return i, m.Charge(work >> 4)
			}
			work += k
		}
		if work >= searchWindow>>2 {
			if err := m.Charge(work >> 3); err != nil {
				return -1, err
			}
			work = 0
		}
	}
	return -1, m.Charge(work >> 4)
}

// indexHash is the Rabin-Karp search.
func indexHash(m *vm.VM, s, needle vm.Str, from int) (int, error) {
	const prime = 16777619
	n := needle.Len()
	var want, have, power uint32 = 0, 0, 1
	for i := range n {
		if i%searchWindow == searchWindow-1 {
			if err := m.Charge(searchWindow >> 2); err != nil {
				return -1, err
			}
		}
		want, have = want*prime+uint32(needle.At(i)), have*prime+uint32(s.At(from+i))
		power *= prime
	}
	work := 0
	for i := from; ; i++ {
		if have == want {
			if ok, err := equalAt(m, s, needle, i); ok || err != nil {
				return i, err
			}
		}
		if i+n >= s.Len() {
			return -1, m.Charge(work >> 2)
		}
		have = have*prime + uint32(s.At(i+n)) - power*uint32(s.At(i))
		if work++; work >= searchWindow>>4 {
			if err := m.Charge(work >> 2); err != nil {
				return -1, err
			}
			work = 0
		}
	}
}

// lastIndexOf returns the last index not above from at which needle occurs in s, -1 if there is none.
func lastIndexOf(m *vm.VM, s, needle vm.Str, from int) (int, error) {
	n := needle.Len()
	from = min(from, s.Len()-n)
	if from < 0 {
		return -1, nil
	}
	if n == 0 {
		return from, nil
	}
	if n >= longNeedle {
		return lastIndexLong(m, s, needle, from)
	}
	if s.IsASCII() && needle.IsASCII() {
		text := s.ASCII()[:from+n]
		for len(text) >= n {
			start := max(0, len(text)-searchWindow-n+1)
			i := strings.LastIndex(text[start:], needle.ASCII())
			if err := m.Charge(1 + (len(text)-start)>>6); err != nil || i >= 0 {
				return start + i, err
			}
			if start == 0 {
				break
			}
			text = text[:start+n-1]
		}
		return -1, nil
	}
	work := 0
	for i := from; i >= 0; i-- {
		k := 0
		for k < n && s.At(i+k) == needle.At(k) {
			k++
		}
		if k == n {
			return i, nil
		}
		if work += k + 1; work >= searchWindow>>2 {
			if err := m.Charge(work >> 3); err != nil {
				return -1, err
			}
			work = 0
		}
	}
	return -1, m.Charge(work >> 4)
}

// lastIndexLong finds the last occurrence of a long needle by searching for all.
func lastIndexLong(m *vm.VM, s, needle vm.Str, from int) (int, error) {
	last := -1
	s = s.Slice(0, from+needle.Len())
	for i := 0; ; i++ {
		var err error
		if i, err = indexOf(m, s, needle, i); err != nil || i < 0 {
			return last, err
		}
		last = i
	}
}

// equalAt reports whether t occurs in s at i, which may be anywhere.
func equalAt(m *vm.VM, s, t vm.Str, i int) (bool, error) {
	if i < 0 || i+t.Len() > s.Len() {
		return false, nil
	}
	for from := 0; from < t.Len(); from += searchWindow {
		to := min(t.Len(), from+searchWindow)
		if err := m.Charge(1 + (to-from)>>5); err != nil {
			return false, err
		}
		if !s.Slice(i+from, i+to).Equal(t.Slice(from, to)) {
			return false, nil
		}
	}
	return true, nil
}

// isRegExp is IsRegExp(v).
func isRegExp(m *vm.VM, v vm.Value) (bool, error) {
	o := v.Object()
	if o == nil {
		return false, nil
	}
	match, err := m.Get(o, m.Realm().Names.SymMatch)
	if err != nil {
		return false, err
	}
	if !match.IsUndefined() {
		return vm.ToBoolean(match), nil
	}
	return o.Class() == vm.ClassRegExp, nil
}

// needle converts the receiver and the first argument of the methods that do not take regular expressions.
func needle(c *vm.Call, method string) (s, t vm.Str, err error) {
	if s, err = thisText(c, method); err != nil {
		return s, t, err
	}
	re, err := isRegExp(c.VM, c.Arg(0))
	if err != nil {
		return s, t, err
	}
	if re {
		return s, t, c.VM.ThrowType("First argument to String.prototype.%s must not be a regular expression: use the regular expression's test method, as in /pattern/.test(text)", method)
	}
	t, err = c.VM.ToStr(c.Arg(0))
	return s, t, err
}

func stringStartsWith(c *vm.Call) (vm.Value, error) {
	if s, t, ok := bothASCII(c); ok {
		return vm.Bool(strings.HasPrefix(s, t)), nil
	}
	s, t, err := needle(c, "startsWith")
	if err != nil {
		return vm.Undefined, err
	}
	i, err := clamped(c.VM, c.Arg(1), s.Len(), 0)
	if err != nil {
		return vm.Undefined, err
	}
	ok, err := equalAt(c.VM, s, t, i)
	return vm.Bool(ok), err
}

func stringEndsWith(c *vm.Call) (vm.Value, error) {
	if s, t, ok := bothASCII(c); ok {
		return vm.Bool(strings.HasSuffix(s, t)), nil
	}
	s, t, err := needle(c, "endsWith")
	if err != nil {
		return vm.Undefined, err
	}
	i, err := clamped(c.VM, c.Arg(1), s.Len(), s.Len())
	if err != nil {
		return vm.Undefined, err
	}
	ok, err := equalAt(c.VM, s.Slice(0, i), t, i-t.Len())
	return vm.Bool(ok), err
}

func stringIncludes(c *vm.Call) (vm.Value, error) {
	if s, t, ok := bothASCII(c); ok {
		return vm.Bool(strings.Contains(s, t)), c.VM.Charge(1 + len(s)>>6)
	}
	s, t, err := needle(c, "includes")
	if err != nil {
		return vm.Undefined, err
	}
	from, err := clamped(c.VM, c.Arg(1), s.Len(), 0)
	if err != nil {
		return vm.Undefined, err
	}
	i, err := indexOf(c.VM, s, t, from)
	return vm.Bool(i >= 0), err
}

func stringIndexOf(c *vm.Call) (vm.Value, error) {
	if s, t, ok := bothASCII(c); ok {
		return vm.Int(strings.Index(s, t)), c.VM.Charge(1 + len(s)>>6)
	}
	s, err := thisText(c, "indexOf")
	if err != nil {
		return vm.Undefined, err
	}
	t, err := c.VM.ToStr(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	from, err := clamped(c.VM, c.Arg(1), s.Len(), 0)
	if err != nil {
		return vm.Undefined, err
	}
	i, err := indexOf(c.VM, s, t, from)
	return vm.Int(i), err
}

func stringLastIndexOf(c *vm.Call) (vm.Value, error) {
	s, err := thisText(c, "lastIndexOf")
	if err != nil {
		return vm.Undefined, err
	}
	t, err := c.VM.ToStr(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	f, err := c.VM.ToNumber(c.Arg(1))
	if err != nil {
		return vm.Undefined, err
	}
	from := s.Len()
	if f == f { // NaN, and so undefined, means the end
		from = int(min(max(math.Trunc(f), 0), float64(s.Len())))
	}
	i, err := lastIndexOf(c.VM, s, t, from)
	return vm.Int(i), err
}
