package stdlib

// This file defines the getters and setters of Date. As UTC is the only zone, setHours and setUTCHours do the same; they
// are different functions nevertheless, with their own names.

import (
	"math"

	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib/internal/datetime"
)

// dateGetters are the fields that have a getter in local time and one in UTC, by the end of the name.
var dateGetters = [...]struct {
	name string
	get  func(t float64) int
}{
	{"Date", func(t float64) int { return datetime.FieldsOf(t).Day }},
	{"Day", func(t float64) int { return datetime.FieldsOf(t).Weekday }},
	{"FullYear", func(t float64) int { return datetime.FieldsOf(t).Year }},
	{"Hours", func(t float64) int { return int(datetime.TimeWithinDay(t)) / 3600000 }},
	{"Milliseconds", func(t float64) int { return int(datetime.TimeWithinDay(t)) % 1000 }},
	{"Minutes", func(t float64) int { return int(datetime.TimeWithinDay(t)) / 60000 % 60 }},
	{"Month", func(t float64) int { return datetime.FieldsOf(t).Month }},
	{"Seconds", func(t float64) int { return int(datetime.TimeWithinDay(t)) / 1000 % 60 }},
}

// The fields that a setter can set, in the order of its arguments.
const (
	fieldYear = iota
	fieldMonth
	fieldDay
	fieldHour
	fieldMinute
	fieldSecond
	fieldMillisecond
	numFields
)

// dateSetters are the fields that have setters. A setter takes the fields from first to last; all but the first are
// optional.
var dateSetters = [...]struct {
	name        string
	first, last int
}{
	{"Date", fieldDay, fieldDay},
	{"FullYear", fieldYear, fieldDay},
	{"Hours", fieldHour, fieldMillisecond},
	{"Milliseconds", fieldMillisecond, fieldMillisecond},
	{"Minutes", fieldMinute, fieldMillisecond},
	{"Month", fieldMonth, fieldDay},
	{"Seconds", fieldSecond, fieldMillisecond},
}

func (l *library) defineDateFields(p *vm.Object) {
	for _, zone := range [...]string{"", "UTC"} {
		for _, g := range dateGetters {
			l.dateGetter(p, "get"+zone+g.name, g.get)
		}
		for _, s := range dateSetters {
			l.Method(p, "set"+zone+s.name, s.last-s.first+1, func(c *vm.Call) (vm.Value, error) {
				return setDateFields(c, s.first, s.last)
			})
		}
	}
	l.dateGetter(p, "getTimezoneOffset", func(float64) int { return 0 })
	l.dateGetter(p, "getYear", func(t float64) int { return datetime.FieldsOf(t).Year - 1900 })
	l.Method(p, "setYear", 1, dateSetYear)
	l.Method(p, "setTime", 1, dateSetTime)
	for _, name := range [...]string{"getTime", "valueOf"} {
		l.Method(p, name, 0, func(c *vm.Call) (vm.Value, error) {
			d, err := thisDate(c)
			if err != nil {
				return vm.Undefined, err
			}
			return vm.Number(d.t), nil
		})
	}
}

// dateGetter defines a getter, which gives NaN for what is not a time.
func (l *library) dateGetter(p *vm.Object, name string, get func(t float64) int) {
	l.Method(p, name, 0, func(c *vm.Call) (vm.Value, error) {
		d, err := thisDate(c)
		if err != nil {
			return vm.Undefined, err
		}
		if d.t != d.t {
			return vm.Number(d.t), nil
		}
		return vm.Int(get(d.t)), nil
	})
}

// setDateFields is a setter of the fields from first to last. The time is read before the arguments are converted, as
// the specification says; only a setter of the year gives an invalid date a value again.
func setDateFields(c *vm.Call, first, last int) (vm.Value, error) {
	d, err := thisDate(c)
	if err != nil {
		return vm.Undefined, err
	}
	t := d.t
	var args [numFields]float64
	given := max(1, min(len(c.Args), last-first+1))
	for i := range given {
		if args[first+i], err = c.VM.ToNumber(c.Arg(i)); err != nil {
			return vm.Undefined, err
		}
	}
	if t != t {
		if first != fieldYear {
			return vm.Number(t), nil
		}
		t = 0
	}
	d.t = withFields(t, args, first, first+given)
	return vm.Number(d.t), nil
}

// withFields replaces the fields [from, to) of a time value by those of args.
func withFields(t float64, args [numFields]float64, from, to int) float64 {
	x := datetime.FieldsOf(t)
	f := [numFields]float64{float64(x.Year), float64(x.Month), float64(x.Day), float64(x.Hour), float64(x.Minute), float64(x.Second), float64(x.Millisecond)}
	copy(f[from:to], args[from:to])
	day := datetime.MakeDay(f[fieldYear], f[fieldMonth], f[fieldDay])
	return datetime.TimeClip(datetime.MakeDate(day, datetime.MakeTime(f[fieldHour], f[fieldMinute], f[fieldSecond], f[fieldMillisecond])))
}

func dateSetYear(c *vm.Call) (vm.Value, error) {
	d, err := thisDate(c)
	if err != nil {
		return vm.Undefined, err
	}
	t := d.t
	y, err := c.VM.ToNumber(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	switch {
	case y != y:
		d.t = math.NaN()
		return vm.Number(d.t), nil
	case t != t:
		t = 0
	}
	d.t = withFields(t, [numFields]float64{fieldYear: datetime.MakeFullYear(y)}, fieldYear, fieldYear+1)
	return vm.Number(d.t), nil
}

func dateSetTime(c *vm.Call) (vm.Value, error) {
	d, err := thisDate(c)
	if err != nil {
		return vm.Undefined, err
	}
	t, err := c.VM.ToNumber(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	d.t = datetime.TimeClip(t)
	return vm.Number(d.t), nil
}
