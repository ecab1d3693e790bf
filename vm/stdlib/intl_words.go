package stdlib

// This file defines Intl.ListFormat, Intl.RelativeTimeFormat and Intl.DisplayNames.

import (
	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib/internal/intl"
)

// listFormat is the data of Intl.ListFormat objects.
type listFormat struct{ f *intl.ListFormat }

// Trace implements vm.Tracer.
func (*listFormat) Trace(func(vm.Value)) int { return formatterBytes }

func (l *library) defineListFormat(in *vm.Object) {
	p := l.defineIntlClass(in, intlClass{"ListFormat", 0, false, func(m *vm.VM, locales, v vm.Value) (any, error) {
		names, err := localeNames(m, locales)
		if err != nil {
			return nil, err
		}
		r, err := optionsOrNothing(m, v)
		if err != nil {
			return nil, err
		}
		r.matcher()
		o := intl.ListOptions{Type: r.text("type")}
		o.Style = r.text("style")
		if r.err != nil {
			return nil, r.err
		}
		locale, err := intl.Resolve(names)
		if err != nil {
			return nil, err
		}
		f, err := intl.NewListFormat(locale, o)
		return &listFormat{f}, err
	}})
	l.Method(p, "format", 1, func(c *vm.Call) (vm.Value, error) {
		f, items, err := listToFormat(c, "format")
		if err != nil {
			return vm.Undefined, err
		}
		return textValue(c.VM, f.Format(items))
	})
	l.Method(p, "formatToParts", 1, func(c *vm.Call) (vm.Value, error) {
		f, items, err := listToFormat(c, "formatToParts")
		if err != nil {
			return vm.Undefined, err
		}
		return partsArray(c.VM, f.FormatToParts(items))
	})
	l.Method(p, "resolvedOptions", 0, func(c *vm.Call) (vm.Value, error) {
		f, err := thisIntl[*listFormat](c, "ListFormat.prototype.resolvedOptions")
		if err != nil {
			return vm.Undefined, err
		}
		r := newRecord(c.VM)
		r.text("locale", f.f.Locale.Tag)
		r.text("type", f.f.Options.Type)
		r.text("style", f.f.Options.Style)
		return r.value()
	})
}

// Lists for people are short; the bounds keep formatting one within a poll of the deadline.
const (
	maxListItems = 10_000
	maxListText  = 16 << 20
)

// listToFormat converts receiver and argument of the methods of ListFormat: an iterable of strings.
func listToFormat(c *vm.Call, method string) (*intl.ListFormat, []string, error) {
	m := c.VM
	f, err := thisIntl[*listFormat](c, "ListFormat.prototype."+method)
	if err != nil || c.Arg(0).IsUndefined() {
		return f.format(), nil, err
	}
	var items []string
	size := 0
	err = m.Iterate(c.Arg(0), func(v vm.Value) error {
		if !v.IsString() {
			return m.ThrowType("Iterable yielded %s which is not a string", m.Describe(v))
		}
		text, err := goText(m, v.Str())
		if err != nil {
			return err
		}
		if size += len(text) + 8; len(items) == maxListItems || size > maxListText {
			return m.ThrowRange("The list is too long to be formatted for people: use join(\", \")")
		}
		if err := m.Alloc(2*len(text) + 128); err != nil {
			return err
		}
		items = append(items, text)
		return m.Charge(64 + len(text)>>5)
	})
	return f.format(), items, err
}

func (f *listFormat) format() *intl.ListFormat {
	if f == nil {
		return nil
	}
	return f.f
}

// relativeTimeFormat is the data of Intl.RelativeTimeFormat objects.
type relativeTimeFormat struct{ f *intl.RelativeTimeFormat }

// Trace implements vm.Tracer.
func (*relativeTimeFormat) Trace(func(vm.Value)) int { return formatterBytes }

func (l *library) defineRelativeTimeFormat(in *vm.Object) {
	p := l.defineIntlClass(in, intlClass{"RelativeTimeFormat", 0, false, func(m *vm.VM, locales, v vm.Value) (any, error) {
		names, err := localeNames(m, locales)
		if err != nil {
			return nil, err
		}
		r, err := coercedOptions(m, v)
		if err != nil {
			return nil, err
		}
		r.matcher()
		r.keyword("numberingSystem")
		o := intl.RelativeOptions{Style: r.text("style")}
		o.Numeric = r.text("numeric")
		if r.err != nil {
			return nil, r.err
		}
		locale, err := intl.Resolve(names)
		if err != nil {
			return nil, err
		}
		f, err := intl.NewRelativeTimeFormat(locale, o)
		return &relativeTimeFormat{f}, err
	}})
	l.Method(p, "format", 2, func(c *vm.Call) (vm.Value, error) {
		f, value, unit, err := relativeToFormat(c, "format")
		if err != nil {
			return vm.Undefined, err
		}
		text, err := f.Format(value, unit)
		if err != nil {
			return vm.Undefined, intlError(c.VM, err)
		}
		return textValue(c.VM, text)
	})
	l.Method(p, "formatToParts", 2, func(c *vm.Call) (vm.Value, error) {
		f, value, unit, err := relativeToFormat(c, "formatToParts")
		if err != nil {
			return vm.Undefined, err
		}
		parts, err := f.FormatToParts(value, unit)
		if err != nil {
			return vm.Undefined, intlError(c.VM, err)
		}
		return partsArray(c.VM, parts)
	})
	l.Method(p, "resolvedOptions", 0, func(c *vm.Call) (vm.Value, error) {
		f, err := thisIntl[*relativeTimeFormat](c, "RelativeTimeFormat.prototype.resolvedOptions")
		if err != nil {
			return vm.Undefined, err
		}
		r := newRecord(c.VM)
		r.text("locale", f.f.Locale.Tag)
		r.text("style", f.f.Options.Style)
		r.text("numeric", f.f.Options.Numeric)
		r.text("numberingSystem", "latn")
		return r.value()
	})
}

// relativeToFormat converts receiver and arguments of the methods of RelativeTimeFormat.
func relativeToFormat(c *vm.Call, method string) (*intl.RelativeTimeFormat, float64, string, error) {
	f, err := thisIntl[*relativeTimeFormat](c, "RelativeTimeFormat.prototype."+method)
	if err != nil {
		return nil, 0, "", err
	}
	value, err := c.VM.ToNumber(c.Arg(0))
	if err != nil {
		return nil, 0, "", err
	}
	unit, err := c.VM.ToStr(c.Arg(1))
	if err != nil {
		return nil, 0, "", err
	}
	return f.f, value, unit.Slice(0, min(unit.Len(), maxOption)).String(), c.VM.Charge(256)
}

// displayNames is the data of Intl.DisplayNames objects.
type displayNames struct{ d *intl.DisplayNames }

// Trace implements vm.Tracer.
func (*displayNames) Trace(func(vm.Value)) int { return formatterBytes }

func (l *library) defineDisplayNames(in *vm.Object) {
	p := l.defineIntlClass(in, intlClass{"DisplayNames", 2, false, func(m *vm.VM, locales, v vm.Value) (any, error) {
		names, err := localeNames(m, locales)
		if err != nil {
			return nil, err
		}
		r, err := optionsOrNothing(m, v)
		if err != nil {
			return nil, err
		}
		r.matcher()
		o := intl.DisplayNamesOptions{Style: r.oneOf("style", "narrow short long")}
		o.Type = r.text("type")
		o.Fallback = r.text("fallback")
		o.LanguageDisplay = r.text("languageDisplay")
		if r.err != nil {
			return nil, r.err
		}
		d, err := intl.NewDisplayNames(names, o)
		return &displayNames{d}, err
	}})
	l.Method(p, "of", 1, func(c *vm.Call) (vm.Value, error) {
		d, err := thisIntl[*displayNames](c, "DisplayNames.prototype.of")
		if err != nil {
			return vm.Undefined, err
		}
		code, err := c.VM.ToStr(c.Arg(0))
		if err != nil {
			return vm.Undefined, err
		}
		if err := c.VM.Charge(512); err != nil {
			return vm.Undefined, err
		}
		name, ok, err := d.d.Of(code.Slice(0, min(code.Len(), maxOption)).String())
		if err != nil || !ok {
			return vm.Undefined, intlError(c.VM, err)
		}
		return textValue(c.VM, name)
	})
	l.Method(p, "resolvedOptions", 0, func(c *vm.Call) (vm.Value, error) {
		d, err := thisIntl[*displayNames](c, "DisplayNames.prototype.resolvedOptions")
		if err != nil {
			return vm.Undefined, err
		}
		r, o := newRecord(c.VM), d.d.Options
		r.text("locale", d.d.Locale.Tag)
		r.text("style", o.Style)
		r.text("type", o.Type)
		r.text("fallback", o.Fallback)
		if o.Type == "language" {
			r.text("languageDisplay", o.LanguageDisplay)
		}
		return r.value()
	})
}
