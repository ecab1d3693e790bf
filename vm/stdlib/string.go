package stdlib

// This file defines the String constructor, its static functions, the boxed value and the iterator of strings. The
// methods are in string_*.go by topic.

import (
	"github.com/neurocode-ai/codemode/vm"
)

func (l *library) defineString() {
	r := l.Realm
	p := r.StringPrototype
	k := l.Constructor("String", 1, stringConstructor, p, nil)
	l.Method(k, "fromCharCode", 1, stringFromCharCode)
	l.Method(k, "fromCodePoint", 1, stringFromCodePoint)
	l.Method(k, "raw", 1, stringRaw)
	l.Method(p, "toString", 0, func(c *vm.Call) (vm.Value, error) { return thisStringValue(c, "toString") })
	l.Method(p, "valueOf", 0, func(c *vm.Call) (vm.Value, error) { return thisStringValue(c, "valueOf") })
	l.SymbolMethod(p, r.Names.SymIterator, 0, vm.FlagsHidden, stringIterator)
	l.StepperNext(r.StringIteratorPrototype, stringIteratorKind)
	l.Tag(r.StringIteratorPrototype, stringIteratorKind)
	l.defineStringParts(p)
	l.defineStringSearch(p)
	l.defineStringCase(p)
	l.defineStringUnicode(p)
	l.defineStringReplace(p)
	l.defineStringHTML(p)
}

// stringConstructor is String(value) and new String(value).
func stringConstructor(c *vm.Call) (vm.Value, error) {
	m := c.VM
	s := vm.ASCII("")
	if len(c.Args) > 0 {
		if sym := c.Args[0].Symbol(); sym != nil && c.NewTarget == nil {
			text, err := symbolText(c.VM, sym)
			return text.Value(), err
		}
		var err error
		if s, err = m.ToString(c.Args[0]); err != nil {
			return vm.Undefined, err
		}
	}
	if c.NewTarget == nil {
		return s, nil
	}
	proto, err := m.ProtoFromConstructor(c.NewTarget, m.Realm().StringPrototype)
	if err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(m.NewObjectOf(vm.ClassString, proto, s)), nil
}

// thisStringValue is ThisStringValue(this).
func thisStringValue(c *vm.Call, method string) (vm.Value, error) {
	if c.This.IsString() {
		return c.This, nil
	}
	if o := c.This.Object(); o != nil && o.Class() == vm.ClassString {
		return o.Data().(vm.Value), nil
	}
	return vm.Undefined, incompatible(c.VM, "String.prototype."+method, c.This)
}

// thisText is the beginning of every method: RequireObjectCoercible(this) and ToString.
func thisText(c *vm.Call, method string) (vm.Str, error) {
	if c.This.IsString() {
		return c.This.Str(), nil
	}
	if err := coercible(c, method); err != nil {
		return vm.Str{}, err
	}
	return c.VM.ToStr(c.This)
}

// coercible is RequireObjectCoercible(this).
func coercible(c *vm.Call, method string) error {
	if c.This.IsNullish() {
		return c.VM.ThrowType("String.prototype.%s called on null or undefined", method)
	}
	return nil
}

func stringFromCharCode(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if len(c.Args) == 1 {
		u, err := m.ToUint32(c.Args[0])
		if err != nil {
			return vm.Undefined, err
		}
		return m.Substring(vm.WideStr([]uint16{uint16(u)}), 0, 1), m.Alloc(8)
	}
	b := vm.NewStringBuilder(m)
	for _, v := range c.Args {
		u, err := m.ToUint32(v)
		if err != nil {
			return vm.Undefined, err
		}
		if err := b.WriteUnit(uint16(u)); err != nil {
			return vm.Undefined, err
		}
	}
	return b.Value(), nil
}

func stringFromCodePoint(c *vm.Call) (vm.Value, error) {
	m := c.VM
	b := vm.NewStringBuilder(m)
	for _, v := range c.Args {
		f, err := m.ToNumber(v)
		if err != nil {
			return vm.Undefined, err
		}
		if !(f >= 0 && f <= 0x10ffff) || f != float64(int(f)) {
			return vm.Undefined, m.ThrowRange("Invalid code point %s", m.Describe(v))
		}
		if err := b.WriteRune(rune(f)); err != nil {
			return vm.Undefined, err
		}
	}
	return b.Value(), nil
}

// stringRaw is String.raw(template, ...substitutions).
func stringRaw(c *vm.Call) (vm.Value, error) {
	m := c.VM
	cooked, err := m.ToObject(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	raw, err := m.Get(cooked, m.Realm().Names.Raw)
	if err != nil {
		return vm.Undefined, err
	}
	literals, err := m.ToObject(raw)
	if err != nil {
		return vm.Undefined, err
	}
	n, err := m.LengthOf(literals)
	if err != nil {
		return vm.Undefined, err
	}
	b := vm.NewStringBuilder(m)
	write := func(v vm.Value) error {
		s, err := m.ToStr(v)
		if err != nil {
			return err
		}
		return b.Write(s)
	}
	for i := range n {
		if err := m.Charge(1); err != nil {
			return vm.Undefined, err
		}
		v, err := m.Get(literals, m.IndexOf(i))
		if err != nil {
			return vm.Undefined, err
		}
		if err := write(v); err != nil {
			return vm.Undefined, err
		}
		if i+1 < n && i+1 < len(c.Args) {
			if err := write(c.Args[i+1]); err != nil {
				return vm.Undefined, err
			}
		}
	}
	return b.Value(), nil
}

const stringIteratorKind = "String Iterator"

// stringCursor is the data of string iterators: what is left of the text.
type stringCursor struct {
	rest vm.Str
	text vm.Value
}

// stringIterator is String.prototype[Symbol.iterator].
func stringIterator(c *vm.Call) (vm.Value, error) {
	s, err := thisText(c, "[Symbol.iterator]")
	if err != nil {
		return vm.Undefined, err
	}
	m := c.VM
	return vm.ObjectValue(m.NewObjectOf(vm.ClassIterator, m.Realm().StringIteratorPrototype, &stringCursor{s, s.Value()})), nil
}

// IteratorKind implements the check of vm.Builder.StepperNext.
func (it *stringCursor) IteratorKind() string { return stringIteratorKind }

// Step implements vm.Stepper.
func (it *stringCursor) Step(m *vm.VM) (vm.Value, bool, error) {
	n := it.rest.Len()
	if n == 0 {
		*it = stringCursor{}
		return vm.Undefined, false, nil
	}
	_, w := it.rest.CodePointAt(0)
	v := m.Substring(it.rest, 0, w)
	it.rest = it.rest.Slice(w, n)
	return v, true, nil
}

// Trace implements vm.Tracer.
func (it *stringCursor) Trace(mark func(vm.Value)) int {
	mark(it.text)
	return 88
}
