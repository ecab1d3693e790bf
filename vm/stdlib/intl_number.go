package stdlib

// This file defines Intl.NumberFormat and Intl.PluralRules.

import (
	"strings"

	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib/internal/intl"
)

// numberFormat is the data of Intl.NumberFormat objects.
type numberFormat struct {
	boundFunc
	f *intl.NumberFormat
}

func (l *library) defineNumberFormat(in *vm.Object) {
	p := l.defineIntlClass(in, intlClass{"NumberFormat", 0, true, func(m *vm.VM, locales, options vm.Value) (any, error) {
		f, err := newNumberFormat(m, locales, options)
		return &numberFormat{f: f}, err
	}})
	l.Getter(p, "format", func(c *vm.Call) (vm.Value, error) {
		n, err := thisIntl[*numberFormat](c, "NumberFormat.prototype.format")
		if err != nil {
			return vm.Undefined, err
		}
		return n.get(c.VM, c.This, 1, func(c *vm.Call) (vm.Value, error) { return formatNumber(c.VM, n.f, c.Arg(0)) }), nil
	})
	l.Method(p, "formatToParts", 1, func(c *vm.Call) (vm.Value, error) {
		n, err := thisIntl[*numberFormat](c, "NumberFormat.prototype.formatToParts")
		if err != nil {
			return vm.Undefined, err
		}
		x, err := numberToFormat(c.VM, c.Arg(0))
		if err != nil {
			return vm.Undefined, err
		}
		if x.digits != "" {
			return partsArray(c.VM, n.f.FormatIntegerToParts(x.digits))
		}
		return partsArray(c.VM, n.f.FormatToParts(x.float))
	})
	l.Method(p, "resolvedOptions", 0, numberFormatOptions)
}

// newNumberFormat is InitializeNumberFormat.
func newNumberFormat(m *vm.VM, locales, options vm.Value) (*intl.NumberFormat, error) {
	names, o, err := numberArguments(m, locales, options)
	if err != nil {
		return nil, err
	}
	return makeNumberFormat(m, names, o)
}

func makeNumberFormat(m *vm.VM, names []string, o intl.NumberOptions) (*intl.NumberFormat, error) {
	if err := m.Charge(2000); err != nil {
		return nil, err
	}
	locale, err := intl.Resolve(names)
	if err != nil {
		return nil, intlError(m, err)
	}
	f, err := intl.NewNumberFormat(locale, o)
	return f, intlError(m, err)
}

// numberArguments reads the arguments (locales, options) of NumberFormat and toLocaleString.
func numberArguments(m *vm.VM, locales, v vm.Value) ([]string, intl.NumberOptions, error) {
	var o intl.NumberOptions
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
	r.matcher()
	r.keyword("numberingSystem")
	o.Style = r.text("style")
	o.Currency = r.text("currency")
	o.CurrencyDisplay = r.text("currencyDisplay")
	o.CurrencySign = r.text("currencySign")
	o.Unit = r.text("unit")
	o.UnitDisplay = r.text("unitDisplay")
	o.Notation = r.text("notation")
	o.Digits = digitOptions(&r)
	o.CompactDisplay = r.text("compactDisplay")
	o.UseGrouping = useGrouping(&r)
	o.SignDisplay = r.text("signDisplay")
	return names, o, r.err
}

// digitOptions reads the options that NumberFormat and PluralRules share.
func digitOptions(r *options) (d intl.DigitOptions) {
	d.MinimumIntegerDigits = r.integer("minimumIntegerDigits", 1, 21)
	d.MinimumFractionDigits = r.integer("minimumFractionDigits", 0, 100)
	d.MaximumFractionDigits = r.integer("maximumFractionDigits", 0, 100)
	d.MinimumSignificantDigits = r.integer("minimumSignificantDigits", 1, 21)
	d.MaximumSignificantDigits = r.integer("maximumSignificantDigits", 1, 21)
	d.RoundingIncrement = r.integer("roundingIncrement", 1, 5000)
	d.RoundingMode = r.text("roundingMode")
	d.RoundingPriority = r.text("roundingPriority")
	d.TrailingZeroDisplay = r.text("trailingZeroDisplay")
	return d
}

// useGrouping reads the option of that name, a boolean or a text.
func useGrouping(r *options) string {
	v := r.get("useGrouping")
	switch {
	case r.err != nil || v.IsUndefined():
		return ""
	case v.IsBool() && v.AsBool():
		return "always"
	case !vm.ToBoolean(v):
		return "false"
	}
	s, err := r.m.ToStr(v)
	if err != nil {
		r.err = err
		return ""
	}
	switch text := s.ASCII(); text {
	case "true", "false":
		return ""
	case "min2", "auto", "always":
		return text
	}
	r.err = r.m.ThrowRange("Value %s out of range for Intl.NumberFormat options property useGrouping", r.m.Describe(v))
	return ""
}

// A formattable is a number to be formatted: a float, or an integer of any length as decimal digits.
type formattable struct {
	float  float64
	digits string
}

// numberToFormat is ToIntlMathematicalValue. Text that is a long integer keeps all of its digits.
func numberToFormat(m *vm.VM, v vm.Value) (formattable, error) {
	v, err := m.ToPrimitive(v, vm.HintNumber)
	if err != nil {
		return formattable{}, err
	}
	if v.IsBigInt() {
		s, err := m.ToStr(v)
		if err != nil {
			return formattable{}, err
		}
		return formattable{digits: s.ASCII()}, chargeDigits(m, s.Len())
	}
	if v.IsString() && v.Str().IsASCII() {
		if s := v.Str().ASCII(); isLongInteger(s) {
			return formattable{digits: s}, chargeDigits(m, len(s))
		}
	}
	f, err := m.ToNumber(v)
	return formattable{float: f}, err
}

// isLongInteger reports whether a text is an integer of more digits than a float holds.
func isLongInteger(s string) bool {
	digits := strings.TrimPrefix(s, "-")
	return len(digits) > 15 && len(digits) <= maxLongInteger && digits[0] != '0' && strings.Trim(digits, "0123456789") == ""
}

// maxLongInteger is the number of digits up to which text is formatted as an integer.
const maxLongInteger = 1000

// maxFormattedDigits is the number of digits up to which a BigInt is formatted, which is not interrupted.
const maxFormattedDigits = 1 << 15

func chargeDigits(m *vm.VM, n int) error {
	if n > maxFormattedDigits {
		return m.ThrowRange("The number has too many digits to be formatted")
	}
	if err := m.Alloc(16 * n); err != nil {
		return err
	}
	return m.Charge(4 * n)
}

// formatNumber formats a value.
func formatNumber(m *vm.VM, f *intl.NumberFormat, v vm.Value) (vm.Value, error) {
	x, err := numberToFormat(m, v)
	if err != nil {
		return vm.Undefined, err
	}
	if err := m.Charge(64); err != nil {
		return vm.Undefined, err
	}
	if x.digits != "" {
		return textValue(m, f.FormatInteger(x.digits))
	}
	return textValue(m, f.Format(x.float))
}

func numberFormatOptions(c *vm.Call) (vm.Value, error) {
	n, err := thisIntl[*numberFormat](c, "NumberFormat.prototype.resolvedOptions")
	if err != nil {
		return vm.Undefined, err
	}
	r, o := newRecord(c.VM), n.f.Options
	r.text("locale", n.f.Locale.Tag)
	r.text("numberingSystem", "latn")
	r.text("style", o.Style)
	if o.Style == "currency" {
		r.text("currency", o.Currency)
		r.text("currencyDisplay", o.CurrencyDisplay)
		r.text("currencySign", o.CurrencySign)
	}
	if o.Style == "unit" {
		r.text("unit", o.Unit)
		r.text("unitDisplay", o.UnitDisplay)
	}
	resolvedDigits(r, &n.f.Digits)
	if o.UseGrouping == "false" {
		r.boolean("useGrouping", false)
	} else {
		r.text("useGrouping", o.UseGrouping)
	}
	r.text("notation", o.Notation)
	if o.Notation == "compact" {
		r.text("compactDisplay", o.CompactDisplay)
	}
	r.text("signDisplay", o.SignDisplay)
	resolvedRounding(r, &n.f.Digits)
	return r.value()
}

func resolvedDigits(r *record, d *intl.ResolvedDigits) {
	r.number("minimumIntegerDigits", d.MinimumIntegerDigits)
	if d.Rounding != intl.SignificantDigits {
		r.number("minimumFractionDigits", d.MinimumFractionDigits)
		r.number("maximumFractionDigits", d.MaximumFractionDigits)
	}
	if d.Rounding != intl.FractionDigits {
		r.number("minimumSignificantDigits", d.MinimumSignificantDigits)
		r.number("maximumSignificantDigits", d.MaximumSignificantDigits)
	}
}

func resolvedRounding(r *record, d *intl.ResolvedDigits) {
	r.number("roundingIncrement", d.RoundingIncrement)
	r.text("roundingMode", d.RoundingMode)
	r.text("roundingPriority", d.RoundingPriority)
	r.text("trailingZeroDisplay", d.TrailingZeroDisplay)
}

// pluralRules is the data of Intl.PluralRules objects.
type pluralRules struct{ p *intl.PluralRules }

// Trace implements vm.Tracer.
func (*pluralRules) Trace(func(vm.Value)) int { return formatterBytes }

func (l *library) definePluralRules(in *vm.Object) {
	p := l.defineIntlClass(in, intlClass{"PluralRules", 0, false, func(m *vm.VM, locales, v vm.Value) (any, error) {
		names, err := localeNames(m, locales)
		if err != nil {
			return nil, err
		}
		r, err := coercedOptions(m, v)
		if err != nil {
			return nil, err
		}
		r.matcher()
		kind := r.text("type")
		digits := digitOptions(&r)
		if r.err != nil {
			return nil, r.err
		}
		locale, err := intl.ResolvePlurals(names)
		if err != nil {
			return nil, err
		}
		rules, err := intl.NewPluralRules(locale, kind, digits)
		return &pluralRules{rules}, err
	}})
	l.Method(p, "resolvedOptions", 0, pluralRulesOptions)
	l.Method(p, "select", 1, func(c *vm.Call) (vm.Value, error) {
		rules, err := thisIntl[*pluralRules](c, "PluralRules.prototype.select")
		if err != nil {
			return vm.Undefined, err
		}
		x, err := c.VM.ToNumber(c.Arg(0))
		if err != nil {
			return vm.Undefined, err
		}
		return vm.ASCII(rules.p.Select(x)), c.VM.Charge(64)
	})
}

func pluralRulesOptions(c *vm.Call) (vm.Value, error) {
	rules, err := thisIntl[*pluralRules](c, "PluralRules.prototype.resolvedOptions")
	if err != nil {
		return vm.Undefined, err
	}
	categories, err := stringArray(c.VM, rules.p.Categories())
	if err != nil {
		return vm.Undefined, err
	}
	r := newRecord(c.VM)
	r.text("locale", rules.p.Locale.Tag)
	r.text("type", rules.p.Type)
	resolvedDigits(r, &rules.p.Digits)
	r.set("pluralCategories", categories)
	resolvedRounding(r, &rules.p.Digits)
	return r.value()
}
