package stdlib

// This file defines sort and toSorted.
//
// Sorting is a stable merge sort over a copy of the elements, so that it ends and is memory-safe whatever a comparator
// answers or does to the array. Runs are found and completed by binary insertion as in TimSort, and up to 63 elements
// are one run, with the comparisons that V8 makes: there even an inconsistent comparator has the effect it has in V8.
// Runs that are in order already are not merged, so sorted input takes linear time.

import (
	"math"
	"slices"

	"github.com/neurocode-ai/codemode/vm"
)

func arraySort(c *vm.Call) (vm.Value, error) {
	m := c.VM
	f := c.Arg(0)
	if !f.IsUndefined() && !f.IsCallable() {
		return vm.Undefined, m.ThrowType("The comparison function must be either a function or undefined: %s", m.Describe(f))
	}
	o, n, err := thisLength(c)
	if err != nil {
		return vm.Undefined, err
	}
	items, err := sortItems(m, o, n, true)
	if err != nil {
		return vm.Undefined, err
	}
	if items, err = sortValues(m, items, f); err != nil {
		return vm.Undefined, err
	}
	for i, v := range items {
		if i&255 == 255 {
			if err := m.Charge(64); err != nil {
				return vm.Undefined, err
			}
		}
		if err := setAt(m, o, i, v); err != nil {
			return vm.Undefined, err
		}
	}
	// Holes go to the end: what is left of the old elements is deleted.
	for i := len(items); i < n; i++ {
		if err := m.Charge(1); err != nil {
			return vm.Undefined, err
		}
		has, err := m.Has(o, m.IndexOf(i))
		if err != nil {
			return vm.Undefined, err
		}
		if has {
			if err := deleteAt(m, o, i); err != nil {
				return vm.Undefined, err
			}
		}
	}
	return vm.ObjectValue(o), nil
}

func arrayToSorted(c *vm.Call) (vm.Value, error) {
	m := c.VM
	f := c.Arg(0)
	if !f.IsUndefined() && !f.IsCallable() {
		return vm.Undefined, m.ThrowType("The comparison function must be either a function or undefined: %s", m.Describe(f))
	}
	o, n, err := thisLength(c)
	if err != nil {
		return vm.Undefined, err
	}
	if err := copyLength(m, n); err != nil {
		return vm.Undefined, err
	}
	items, err := sortItems(m, o, n, false)
	if err != nil {
		return vm.Undefined, err
	}
	if items, err = sortValues(m, items, f); err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(m.ArrayFrom(nil, items)), nil
}

// sortItems collects the elements: without the missing ones, or with those as undefined.
func sortItems(m *vm.VM, o *vm.Object, n int, skipHoles bool) ([]vm.Value, error) {
	out := list{m: m}
	if e, ok := o.DenseElements(); ok && len(e) == n {
		var err error
		if out, err = newList(m, n); err != nil {
			return nil, err
		}
	}
	for i := range n {
		if err := m.Charge(1); err != nil {
			return nil, err
		}
		var v vm.Value
		var err error
		ok := true
		if skipHoles {
			v, ok, err = presentAt(m, o, i)
		} else {
			v, err = elementAt(m, o, i)
		}
		if err != nil {
			return nil, err
		}
		if ok {
			if err := out.add(v); err != nil {
				return nil, err
			}
		}
	}
	return out.elems, nil
}

// sortValues sorts items, of which it takes ownership: undefined goes to the end, the rest is compared by f or, when f is
// undefined, as strings.
func sortValues(m *vm.VM, items []vm.Value, f vm.Value) ([]vm.Value, error) {
	k := 0
	for _, v := range items {
		if !v.IsUndefined() {
			items[k] = v
			k++
		}
	}
	for i := k; i < len(items); i++ {
		items[i] = vm.Undefined
	}
	head := items[:k]
	if len(head) < 2 {
		return items, nil
	}
	if !f.IsUndefined() {
		call := m.NewCaller(f)
		return items, mergeSort(m, head, valueBytes, func(later, earlier vm.Value) (bool, error) {
			r, err := call.Call2(vm.Undefined, later, earlier)
			if err != nil {
				return false, err
			}
			if r.IsNumber() {
				return r.Float() < 0, nil
			}
			n, err := m.ToNumber(r)
			return n < 0, err
		})
	}
	return items, sortAsStrings(m, head)
}

// A textKey is the text that an element is sorted by, in a form whose bytes compare as its code units do: ASCII, or
// UTF-16 with the high byte first. It is small enough to be passed in registers.
type textKey struct {
	text string
	at   int // the index of the element
}

const textKeyBytes = 24

// sortAsStrings sorts by the string forms, which are made once.
func sortAsStrings(m *vm.VM, items []vm.Value) error {
	if digits, err := smallIntegers(m, items); err != nil {
		return err
	} else if digits != nil {
		return mergeSort(m, digits, 16, func(a, b decimal) (bool, error) { return a.compare(b) < 0, nil },
			func() {
				for i := range digits {
					items[i] = vm.Int(digits[i].n)
				}
			})
	}
	keys, err := textKeys(m, items)
	if err != nil {
		return err
	}
	err = mergeSort(m, keys, textKeyBytes, func(a, b textKey) (bool, error) {
		if n := min(len(a.text), len(b.text)); n > 64 {
			if err := m.Charge(n >> 5); err != nil {
				return false, err
			}
		}
		return a.text < b.text, nil
	})
	if err != nil {
		return err
	}
	sorted, err := newList(m, len(items))
	if err != nil {
		return err
	}
	for i := range keys {
		if i&4095 == 4095 {
			if err := m.Charge(1024); err != nil {
				return err
			}
		}
		sorted.elems = append(sorted.elems, items[keys[i].at])
	}
	return copyValues(m, items, sorted.elems)
}

// textKeys converts the elements to strings and these to keys.
func textKeys(m *vm.VM, items []vm.Value) ([]textKey, error) {
	if err := m.Alloc(len(items) * (textKeyBytes + valueBytes)); err != nil {
		return nil, err
	}
	texts, err := m.MakeValues(len(items), len(items))
	if err != nil {
		return nil, err
	}
	ascii := true
	for i, v := range items {
		s, err := m.ToString(v)
		if err != nil {
			return nil, err
		}
		if err := m.Charge(1); err != nil {
			return nil, err
		}
		_, isASCII := s.ASCIIText()
		texts[i], ascii = s, ascii && isASCII
	}
	keys, err := vm.MakeSlice[textKey](m, len(items), len(items), textKeyBytes)
	if err != nil {
		return nil, err
	}
	for i, v := range texts {
		text, _ := v.ASCIIText()
		if !ascii {
			var err error
			if text, err = bigEndian(m, v.Str()); err != nil {
				return nil, err
			}
		}
		keys[i] = textKey{text, i}
	}
	return keys, nil
}

// bigEndian returns the code units of a string with the high byte first.
func bigEndian(m *vm.VM, s vm.Str) (string, error) {
	n := s.Len()
	if err := m.Alloc(2 * n); err != nil {
		return "", err
	}
	b := make([]byte, 0, 2*n)
	for i := range n {
		if i&4095 == 0 {
			if err := m.Charge(1 + min(n, 4096)>>2); err != nil {
				return "", err
			}
		}
		u := s.At(i)
		b = append(b, byte(u>>8), byte(u))
	}
	return vm.BytesToString(b), nil
}

// Lengths of runs: up to maxRun elements are one run, more are split into runs of minRun.
const (
	minRun = 32
	maxRun = 63
)

// mergeSort sorts a stably. before reports whether a later element must go before an earlier one. size is the size of an
// element, for the memory meter. done, if given, is called after success.
func mergeSort[T any](m *vm.VM, a []T, size int, before func(later, earlier T) (bool, error), done ...func()) error {
	n, run := len(a), minRun
	if n <= maxRun {
		run = n
	}
	for lo := 0; lo < n; lo += run {
		if err := m.Charge(2 * run); err != nil {
			return err
		}
		if err := sortRun(a[lo:min(lo+run, n)], before); err != nil {
			return err
		}
	}
	var buf []T
	for width := run; width < n; width *= 2 {
		for lo := 0; lo+width < n; lo += 2 * width {
			mid, hi := lo+width, min(lo+2*width, n)
			swap, err := before(a[mid], a[mid-1])
			if err != nil {
				return err
			}
			if err := m.Charge(1); err != nil {
				return err
			}
			if !swap {
				continue
			}
			if buf == nil {
				if err := m.Alloc(n * size); err != nil {
					return err
				}
				if buf, err = vm.MakeSlice[T](m, n, n, size); err != nil {
					return err
				}
			}
			if err := merge(m, a[lo:hi], mid-lo, buf, before); err != nil {
				return err
			}
		}
	}
	for _, f := range done {
		f()
	}
	return nil
}

// sortRun sorts a short slice: it takes the longest run from the start, reversing one that descends, and inserts the
// other elements by binary search.
func sortRun[T any](a []T, before func(later, earlier T) (bool, error)) error {
	if len(a) < 2 {
		return nil
	}
	descending, err := before(a[1], a[0])
	if err != nil {
		return err
	}
	n := 2
	for ; n < len(a); n++ {
		b, err := before(a[n], a[n-1])
		if err != nil {
			return err
		}
		if b != descending {
			break
		}
	}
	if descending {
		slices.Reverse(a[:n])
	}
	for ; n < len(a); n++ {
		x := a[n]
		left, right := 0, n
		for left < right {
			mid := (left + right) / 2
			b, err := before(x, a[mid])
			if err != nil {
				return err
			}
			if b {
				right = mid
			} else {
				left = mid + 1
			}
		}
		copy(a[left+1:n+1], a[left:n])
		a[left] = x
	}
	return nil
}

// merge merges the sorted halves a[:mid] and a[mid:], using buf for the first half.
func merge[T any](m *vm.VM, a []T, mid int, buf []T, before func(later, earlier T) (bool, error)) error {
	left := buf[:mid]
	for i := 0; i < mid; i += valueStep {
		if err := m.Charge(min(valueStep, mid-i) >> 3); err != nil {
			return err
		}
		copy(left[i:min(i+valueStep, mid)], a[i:])
	}
	i, j, k := 0, mid, 0
	for i < len(left) && j < len(a) {
		second, err := before(a[j], left[i])
		if err != nil {
			return err
		}
		if second {
			a[k] = a[j]
			j++
		} else {
			a[k] = left[i]
			i++
		}
		k++
		if k&63 == 0 {
			if err := m.Charge(64); err != nil {
				return err
			}
		}
	}
	for i < len(left) {
		n := copy(a[k:], left[i:min(i+valueStep, len(left))])
		i, k = i+n, k+n
		if err := m.Charge(n >> 3); err != nil {
			return err
		}
	}
	return nil
}

// decimal is a non-negative integer scaled so that comparing the scaled numbers compares the decimal texts.
type decimal struct {
	n      int
	scaled uint64
}

func (a decimal) compare(b decimal) int {
	switch {
	case a.scaled < b.scaled:
		return -1
	case a.scaled > b.scaled:
		return 1
	}
	return a.n - b.n // the same digits up to trailing zeros: the shorter text is a prefix of the longer
}

// smallIntegers converts items that are all integers in [0, 10^9), the usual numbers that are sorted as strings; for
// others it returns nil.
func smallIntegers(m *vm.VM, items []vm.Value) ([]decimal, error) {
	for i, v := range items {
		if !v.IsNumber() {
			return nil, nil
		}
		f := v.Float()
		if f != math.Trunc(f) || f < 0 || f >= 1e9 || math.Signbit(f) {
			return nil, nil
		}
		if i&4095 == 4095 {
			if err := m.Charge(4096); err != nil {
				return nil, err
			}
		}
	}
	if err := m.Alloc(len(items) * 16); err != nil {
		return nil, err
	}
	out, err := vm.MakeSlice[decimal](m, len(items), len(items), 16)
	if err != nil {
		return nil, err
	}
	for i, v := range items {
		n := int(v.Float())
		s := uint64(n)
		for n > 0 && s < 1e8 {
			s *= 10
		}
		out[i] = decimal{n, s}
		if i&1023 == 1023 {
			if err := m.Charge(4096); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}
