package stdlib

// This file defines Symbol.

import "github.com/neurocode-ai/codemode/vm"

func (l *library) defineSymbol() {
	r := l.Realm
	n := &r.Names
	k := l.Constructor("Symbol", 0, symbolConstructor, r.SymbolPrototype, nil)
	for _, w := range []struct {
		name string
		key  vm.PropertyKey
	}{
		{"asyncIterator", n.SymAsyncIterator}, {"hasInstance", n.SymHasInstance},
		{"isConcatSpreadable", n.SymIsConcatSpreadable}, {"iterator", n.SymIterator}, {"match", n.SymMatch},
		{"matchAll", n.SymMatchAll}, {"replace", n.SymReplace}, {"search", n.SymSearch}, {"species", n.SymSpecies},
		{"split", n.SymSplit}, {"toPrimitive", n.SymToPrimitive}, {"toStringTag", n.SymToStringTag},
		{"unscopables", n.SymUnscopables},
	} {
		l.Prop(k, l.Key(w.name), w.key.Value(), 0)
	}
	l.Method(k, "for", 1, symbolFor)
	l.Method(k, "keyFor", 1, symbolKeyFor)
	p := r.SymbolPrototype
	l.Getter(p, "description", symbolDescription)
	l.Method(p, "toString", 0, symbolToString)
	l.Method(p, "valueOf", 0, symbolValueOf)
	l.SymbolMethod(p, n.SymToPrimitive, 1, vm.FlagConfigurable, symbolValueOf)
	l.Tag(p, "Symbol")
}

func symbolConstructor(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if c.NewTarget != nil {
		return vm.Undefined, m.ThrowType("Symbol is not a constructor")
	}
	if err := m.Alloc(160); err != nil {
		return vm.Undefined, err
	}
	if c.Arg(0).IsUndefined() {
		return vm.SymbolValue(vm.NewSymbolWithoutDescription()), nil
	}
	s, err := m.ToGoString(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	return vm.SymbolValue(vm.NewSymbol(s)), nil
}

func symbolFor(c *vm.Call) (vm.Value, error) {
	key, err := c.VM.ToGoString(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	s, err := c.VM.SymbolFor(key)
	if err != nil {
		return vm.Undefined, err
	}
	return vm.SymbolValue(s), nil
}

func symbolKeyFor(c *vm.Call) (vm.Value, error) {
	s := c.Arg(0).Symbol()
	if s == nil {
		return vm.Undefined, c.VM.ThrowType("%s is not a symbol", c.VM.Describe(c.Arg(0)))
	}
	if key, ok := c.VM.SymbolKey(s); ok {
		text, err := c.VM.StrFrom(key)
		return text.Value(), err
	}
	return vm.Undefined, nil
}

// thisSymbol is ThisSymbolValue.
func thisSymbol(c *vm.Call, method string) (*vm.Symbol, error) {
	if s := c.This.Symbol(); s != nil {
		return s, nil
	}
	if o := c.This.Object(); o != nil && o.Class() == vm.ClassSymbol {
		if v, ok := o.Data().(vm.Value); ok {
			return v.Symbol(), nil
		}
	}
	return nil, incompatible(c.VM, method, c.This)
}

func symbolDescription(c *vm.Call) (vm.Value, error) {
	s, err := thisSymbol(c, "get Symbol.prototype.description")
	if err != nil {
		return vm.Undefined, err
	}
	if d, ok := s.Description(); ok {
		text, err := c.VM.StrFrom(d)
		return text.Value(), err
	}
	return vm.Undefined, nil
}

// symbolText is SymbolDescriptiveString.
func symbolText(m *vm.VM, s *vm.Symbol) (vm.Str, error) {
	d, _ := s.Description()
	text, err := m.StrFrom(d)
	if err != nil {
		return vm.Str{}, err
	}
	b := vm.NewStringBuilder(m)
	for _, part := range []vm.Str{vm.ASCIIStr("Symbol("), text, vm.ASCIIStr(")")} {
		if err := b.Write(part); err != nil {
			return vm.Str{}, err
		}
	}
	return b.Str(), nil
}

func symbolToString(c *vm.Call) (vm.Value, error) {
	s, err := thisSymbol(c, "Symbol.prototype.toString")
	if err != nil {
		return vm.Undefined, err
	}
	text, err := symbolText(c.VM, s)
	return text.Value(), err
}

func symbolValueOf(c *vm.Call) (vm.Value, error) {
	s, err := thisSymbol(c, "Symbol.prototype.valueOf")
	if err != nil {
		return vm.Undefined, err
	}
	return vm.SymbolValue(s), nil
}
