package stdlib

// This file defines Intl.DateTimeFormat.

import (
	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib/internal/datetime"
	"github.com/neurocode-ai/codemode/vm/stdlib/internal/intl"
)

// dateTimeFormat is the data of Intl.DateTimeFormat objects.
type dateTimeFormat struct {
	boundFunc
	f *intl.DateTimeFormat
}

func (l *library) defineDateTimeFormat(in *vm.Object) {
	p := l.defineIntlClass(in, intlClass{"DateTimeFormat", 0, true, func(m *vm.VM, locales, options vm.Value) (any, error) {
		names, o, err := dateArguments(m, locales, options)
		if err != nil {
			return nil, err
		}
		f, err := makeDateFormat(m, names, o, intl.AnyDate)
		return &dateTimeFormat{f: f}, err
	}})
	l.Getter(p, "format", func(c *vm.Call) (vm.Value, error) {
		d, err := thisIntl[*dateTimeFormat](c, "DateTimeFormat.prototype.format")
		if err != nil {
			return vm.Undefined, err
		}
		return d.get(c.VM, c.This, 1, func(c *vm.Call) (vm.Value, error) {
			t, err := timeToFormat(c.VM, c.Arg(0))
			if err != nil {
				return vm.Undefined, err
			}
			return textValue(c.VM, d.f.Format(t))
		}), nil
	})
	l.Method(p, "formatToParts", 1, func(c *vm.Call) (vm.Value, error) {
		d, err := thisIntl[*dateTimeFormat](c, "DateTimeFormat.prototype.formatToParts")
		if err != nil {
			return vm.Undefined, err
		}
		t, err := timeToFormat(c.VM, c.Arg(0))
		if err != nil {
			return vm.Undefined, err
		}
		return partsArray(c.VM, d.f.FormatToParts(t))
	})
	l.Method(p, "formatRange", 2, func(c *vm.Call) (vm.Value, error) {
		d, from, to, err := timeRange(c, "formatRange")
		if err != nil {
			return vm.Undefined, err
		}
		return textValue(c.VM, d.f.FormatRange(from, to))
	})
	l.Method(p, "formatRangeToParts", 2, func(c *vm.Call) (vm.Value, error) {
		d, from, to, err := timeRange(c, "formatRangeToParts")
		if err != nil {
			return vm.Undefined, err
		}
		return partsArray(c.VM, d.f.FormatRangeToParts(from, to))
	})
	l.Method(p, "resolvedOptions", 0, dateTimeFormatOptions)
}

// dateArguments reads the arguments (locales, options) of DateTimeFormat and the toLocaleString methods of Date.
func dateArguments(m *vm.VM, locales, v vm.Value) ([]string, intl.DateOptions, error) {
	var o intl.DateOptions
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
	r.keyword("calendar")
	r.keyword("numberingSystem")
	o.Hour12 = r.boolean("hour12")
	o.HourCycle = r.oneOf("hourCycle", "h11 h12 h23 h24")
	o.TimeZone = r.text("timeZone")
	o.Weekday = r.text("weekday")
	o.Era = r.text("era")
	o.Year = r.text("year")
	o.Month = r.text("month")
	o.Day = r.text("day")
	o.DayPeriod = r.text("dayPeriod")
	o.Hour = r.text("hour")
	o.Minute = r.text("minute")
	o.Second = r.text("second")
	if n := r.integer("fractionalSecondDigits", 1, 3); n != nil {
		o.FractionalSecondDigits = *n
	}
	o.TimeZoneName = r.text("timeZoneName")
	r.oneOf("formatMatcher", "basic best fit")
	o.DateStyle = r.text("dateStyle")
	o.TimeStyle = r.text("timeStyle")
	return names, o, r.err
}

func makeDateFormat(m *vm.VM, names []string, o intl.DateOptions, defaults intl.DateDefaults) (*intl.DateTimeFormat, error) {
	if err := m.Charge(12000); err != nil {
		return nil, err
	}
	locale, err := intl.Resolve(names)
	if err != nil {
		return nil, intlError(m, err)
	}
	f, err := intl.NewDateTimeFormat(locale, o, defaults)
	return f, intlError(m, err)
}

// timeToFormat converts the argument of format: undefined is the current time.
func timeToFormat(m *vm.VM, v vm.Value) (intl.Fields, error) {
	t := m.Now()
	if !v.IsUndefined() {
		var err error
		if t, err = m.ToNumber(v); err != nil {
			return intl.Fields{}, err
		}
	}
	if t = datetime.TimeClip(t); t != t {
		return intl.Fields{}, m.ThrowRange("Invalid time value")
	}
	return intl.Fields(datetime.FieldsOf(t)), m.Charge(256)
}

// timeRange converts receiver and arguments of formatRange.
func timeRange(c *vm.Call, method string) (d *dateTimeFormat, from, to intl.Fields, err error) {
	if d, err = thisIntl[*dateTimeFormat](c, "DateTimeFormat.prototype."+method); err != nil {
		return
	}
	if c.Arg(0).IsUndefined() || c.Arg(1).IsUndefined() {
		return d, from, to, c.VM.ThrowType("startDate or endDate cannot be undefined")
	}
	var x, y float64
	if x, err = c.VM.ToNumber(c.Arg(0)); err != nil {
		return
	}
	if y, err = c.VM.ToNumber(c.Arg(1)); err != nil {
		return
	}
	if from, err = timeToFormat(c.VM, vm.Number(x)); err != nil {
		return
	}
	to, err = timeToFormat(c.VM, vm.Number(y))
	return
}

func dateTimeFormatOptions(c *vm.Call) (vm.Value, error) {
	d, err := thisIntl[*dateTimeFormat](c, "DateTimeFormat.prototype.resolvedOptions")
	if err != nil {
		return vm.Undefined, err
	}
	r, o := newRecord(c.VM), d.f.Options
	r.text("locale", d.f.Locale.Tag)
	r.text("calendar", "gregory")
	r.text("numberingSystem", "latn")
	r.text("timeZone", o.TimeZone)
	if o.HourCycle != "" {
		r.text("hourCycle", o.HourCycle)
		r.boolean("hour12", o.HourCycle == "h11" || o.HourCycle == "h12")
	}
	r.text("weekday", o.Weekday)
	r.text("era", o.Era)
	r.text("year", o.Year)
	r.text("month", o.Month)
	r.text("day", o.Day)
	r.text("dayPeriod", o.DayPeriod)
	r.text("hour", o.Hour)
	r.text("minute", o.Minute)
	r.text("second", o.Second)
	if o.FractionalSecondDigits > 0 {
		r.number("fractionalSecondDigits", o.FractionalSecondDigits)
	}
	r.text("timeZoneName", o.TimeZoneName)
	r.text("dateStyle", o.DateStyle)
	r.text("timeStyle", o.TimeStyle)
	return r.value()
}
