package stdlib

// This file defines Date: the constructor, its functions, and the text forms and conversions of the prototype. The
// getters and setters are in date_fields.go. UTC is the only zone, so local time and UTC are the same; the string form
// of a date is its ISO form.

import (
	"math"

	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib/internal/datetime"
	"github.com/neurocode-ai/codemode/vm/stdlib/internal/intl"
)

// invalidDate is the text of a date that is not a time.
const invalidDate = "Invalid Date"

// date is the data of Date objects.
type date struct{ t float64 }

// JSONString implements vm.JSONStringer.
func (d *date) JSONString() (string, bool) {
	if d.t != d.t {
		return "", false
	}
	return datetime.FormatISO(d.t), true
}

// TimeValue implements vm.TimeValuer.
func (d *date) TimeValue() float64 { return d.t }

// CloneData makes a date cloneable by structuredClone.
func (d *date) CloneData(*vm.VM) (any, error) { return &date{d.t}, nil }

// Trace implements vm.Tracer.
func (d *date) Trace(func(vm.Value)) int { return 8 }

// text is the string form.
func (d *date) text() string {
	if d.t != d.t {
		return invalidDate
	}
	return datetime.FormatISO(d.t)
}

func (l *library) defineDate() {
	p := l.Realm.DatePrototype
	k := l.Constructor("Date", 7, dateConstructor, p, nil)
	l.Method(k, "now", 0, func(c *vm.Call) (vm.Value, error) { return vm.Number(c.VM.Now()), nil })
	l.Method(k, "parse", 1, dateParse)
	l.Method(k, "UTC", 7, dateUTC)
	l.defineDateFields(p)
	l.Method(p, "toISOString", 0, dateToISOString)
	l.Method(p, "toJSON", 1, dateToJSON)
	l.dateText(p, "toString", datetime.FormatISO)
	l.dateText(p, "toDateString", datetime.FormatDay)
	l.dateText(p, "toTimeString", datetime.FormatClock)
	utc := l.dateText(p, "toUTCString", datetime.FormatUTC)
	l.Prop(p, l.Key("toGMTString"), vm.ObjectValue(utc), vm.FlagsHidden)
	l.dateLocaleText(p, "toLocaleString", intl.AnyAll)
	l.dateLocaleText(p, "toLocaleDateString", intl.DateDate)
	l.dateLocaleText(p, "toLocaleTimeString", intl.TimeTime)
	l.SymbolMethod(p, l.Realm.Names.SymToPrimitive, 1, vm.FlagConfigurable, dateToPrimitive)
	l.inspect(vm.ClassDate, func(_ *vm.VM, o *vm.Object) (vm.Str, error) { return vm.ASCIIStr(o.Data().(*date).text()), nil })
}

// dateOf returns the data of v when it is a Date.
func dateOf(v vm.Value) *date {
	if o := v.Object(); o != nil && o.Class() == vm.ClassDate {
		d, _ := o.Data().(*date)
		return d
	}
	return nil
}

// thisDate returns the data of the receiver, which must be a Date.
func thisDate(c *vm.Call) (*date, error) {
	if d := dateOf(c.This); d != nil {
		return d, nil
	}
	return nil, c.VM.ThrowType("this is not a Date object: %s", c.VM.Describe(c.This))
}

// dateConstructor is Date(...) and new Date(...).
func dateConstructor(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if c.NewTarget == nil {
		return vm.ASCII((&date{m.Now()}).text()), nil
	}
	t, err := constructedTime(c)
	if err != nil {
		return vm.Undefined, err
	}
	proto, err := m.ProtoFromConstructor(c.NewTarget, m.Realm().DatePrototype)
	if err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(m.NewObjectOf(vm.ClassDate, proto, &date{t})), nil
}

// constructedTime is the time value that the arguments of the constructor mean.
func constructedTime(c *vm.Call) (float64, error) {
	m := c.VM
	switch len(c.Args) {
	case 0:
		return datetime.TimeClip(m.Now()), nil
	case 1:
		if d := dateOf(c.Args[0]); d != nil {
			return d.t, nil
		}
		v, err := m.ToPrimitive(c.Args[0], vm.HintDefault)
		if err != nil {
			return 0, err
		}
		if v.IsString() {
			return parseDate(m, v.Str())
		}
		f, err := m.ToNumber(v)
		return datetime.TimeClip(f), err
	}
	return timeOfArgs(c)
}

// timeOfArgs is the time value of year, month and so on, which are converted in order.
func timeOfArgs(c *vm.Call) (float64, error) {
	f := [7]float64{math.NaN(), 0, 1, 0, 0, 0, 0}
	for i := range min(len(c.Args), len(f)) {
		var err error
		if f[i], err = c.VM.ToNumber(c.Args[i]); err != nil {
			return 0, err
		}
	}
	day := datetime.MakeDay(datetime.MakeFullYear(f[0]), f[1], f[2])
	return datetime.TimeClip(datetime.MakeDate(day, datetime.MakeTime(f[3], f[4], f[5], f[6]))), nil
}

// maxDateText is the length beyond which a text is not read as a date.
const maxDateText = 1 << 14

// parseDate is the time value of a text, NaN if it is not a date.
func parseDate(m *vm.VM, s vm.Str) (float64, error) {
	if s.Len() > maxDateText {
		return math.NaN(), nil
	}
	if err := m.Charge(4 + s.Len()>>1); err != nil {
		return 0, err
	}
	return datetime.Parse(s.String()), nil
}

func dateParse(c *vm.Call) (vm.Value, error) {
	s, err := c.VM.ToStr(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	t, err := parseDate(c.VM, s)
	return vm.Number(t), err
}

func dateUTC(c *vm.Call) (vm.Value, error) {
	t, err := timeOfArgs(c)
	return vm.Number(t), err
}

func dateToISOString(c *vm.Call) (vm.Value, error) {
	d, err := thisDate(c)
	if err != nil {
		return vm.Undefined, err
	}
	if d.t != d.t {
		return vm.Undefined, c.VM.ThrowRange("Invalid time value")
	}
	return vm.ASCII(datetime.FormatISO(d.t)), c.VM.Alloc(32)
}

func dateToJSON(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, err := m.ToObject(c.This)
	if err != nil {
		return vm.Undefined, err
	}
	v, err := m.ToPrimitive(vm.ObjectValue(o), vm.HintNumber)
	if err != nil {
		return vm.Undefined, err
	}
	if v.IsNumber() && v.Float()-v.Float() != 0 {
		return vm.Null, nil
	}
	return m.Invoke(vm.ObjectValue(o), m.Realm().Names.ToISOString)
}

// dateText defines a method that returns a text form, which is "Invalid Date" for what is not a time.
func (l *library) dateText(p *vm.Object, name string, format func(t float64) string) *vm.Object {
	return l.Method(p, name, 0, func(c *vm.Call) (vm.Value, error) {
		d, err := thisDate(c)
		if err != nil {
			return vm.Undefined, err
		}
		if d.t != d.t {
			return vm.ASCII(invalidDate), nil
		}
		return vm.ASCII(format(d.t)), c.VM.Alloc(64)
	})
}

// dateLocaleText defines a method that returns a text form in a locale.
func (l *library) dateLocaleText(p *vm.Object, name string, defaults intl.DateDefaults) {
	l.Method(p, name, 0, func(c *vm.Call) (vm.Value, error) {
		d, err := thisDate(c)
		if err != nil {
			return vm.Undefined, err
		}
		return localeDate(c.VM, d.t, c.Arg(0), c.Arg(1), defaults)
	})
}

// dateToPrimitive is Date.prototype[Symbol.toPrimitive]: a date prefers to be a string.
func dateToPrimitive(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, err := needObject(m, c.This, "Date.prototype[Symbol.toPrimitive]")
	if err != nil {
		return vm.Undefined, err
	}
	if c.Arg(0).IsString() && c.Arg(0).Length() <= len("default") {
		switch c.Arg(0).Str().String() {
		case "string", "default":
			return m.OrdinaryToPrimitive(o, vm.HintString)
		case "number":
			return m.OrdinaryToPrimitive(o, vm.HintNumber)
		}
	}
	return vm.Undefined, m.ThrowType("Invalid hint: %s", m.Describe(c.Arg(0)))
}
