package stdlib

// This file defines Intl.Collator and how strings are compared with one.

import (
	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib/internal/intl"
)

// collator is the data of Intl.Collator objects.
type collator struct {
	boundFunc
	c *intl.Collator
}

func (l *library) defineCollator(in *vm.Object) {
	p := l.defineIntlClass(in, intlClass{"Collator", 0, true, func(m *vm.VM, locales, options vm.Value) (any, error) {
		names, o, err := collatorArguments(m, locales, options)
		if err != nil {
			return nil, err
		}
		c, err := makeCollator(m, names, o)
		return &collator{c: c}, err
	}})
	l.Getter(p, "compare", func(c *vm.Call) (vm.Value, error) {
		k, err := thisIntl[*collator](c, "Collator.prototype.compare")
		if err != nil {
			return vm.Undefined, err
		}
		return k.get(c.VM, c.This, 2, func(c *vm.Call) (vm.Value, error) {
			a, err := c.VM.ToStr(c.Arg(0))
			if err != nil {
				return vm.Undefined, err
			}
			b, err := c.VM.ToStr(c.Arg(1))
			if err != nil {
				return vm.Undefined, err
			}
			n, err := compareWith(c.VM, k.c, a, b)
			return vm.Int(n), err
		}), nil
	})
	l.Method(p, "resolvedOptions", 0, collatorOptions)
}

// collatorArguments reads the arguments (locales, options) of Collator and localeCompare.
func collatorArguments(m *vm.VM, locales, v vm.Value) ([]string, intl.CollatorOptions, error) {
	var o intl.CollatorOptions
	names, err := localeNames(m, locales)
	if err != nil {
		return nil, o, err
	}
	r, err := coercedOptions(m, v)
	if err != nil {
		return nil, o, err
	}
	if r.o == nil {
		return names, o, nil
	}
	o.Usage = r.text("usage")
	r.matcher()
	r.keyword("collation")
	o.Numeric = r.boolean("numeric")
	o.CaseFirst = r.oneOf("caseFirst", "upper lower false")
	o.Sensitivity = r.text("sensitivity")
	o.IgnorePunctuation = r.boolean("ignorePunctuation")
	return names, o, r.err
}

func makeCollator(m *vm.VM, names []string, o intl.CollatorOptions) (*intl.Collator, error) {
	if err := m.Charge(2000); err != nil {
		return nil, err
	}
	if err := m.Alloc(intl.CollatorMemory); err != nil {
		return nil, err
	}
	c, err := intl.NewCollator(names, o)
	return c, intlError(m, err)
}

// shortText is the length up to which comparisons are charged for at once.
const shortText = 1 << 8

// compareWith compares strings: -1, 0 or 1.
func compareWith(m *vm.VM, c *intl.Collator, a, b vm.Str) (int, error) {
	x, err := goText(m, a)
	if err != nil {
		return 0, err
	}
	y, err := goText(m, b)
	if err != nil {
		return 0, err
	}
	if len(x)+len(y) <= shortText {
		n := 4 + (len(x)+len(y))>>1
		if !a.IsASCII() || !b.IsASCII() {
			n *= 32
		}
		if err := m.Charge(n); err != nil {
			return 0, err
		}
		return c.Compare(x, y, nil)
	}
	return c.Compare(x, y, m.Charge)
}

func collatorOptions(c *vm.Call) (vm.Value, error) {
	k, err := thisIntl[*collator](c, "Collator.prototype.resolvedOptions")
	if err != nil {
		return vm.Undefined, err
	}
	r := newRecord(c.VM)
	r.text("locale", k.c.Tag)
	r.text("usage", k.c.Options.Usage)
	r.text("sensitivity", k.c.Options.Sensitivity)
	r.boolean("ignorePunctuation", k.c.IgnorePunctuation)
	r.text("collation", "default")
	r.boolean("numeric", k.c.Numeric)
	r.text("caseFirst", k.c.Options.CaseFirst)
	return r.value()
}
