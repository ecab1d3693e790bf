// This file defines DateTimeFormat: its options, and the text of a time value.

package intl

import (
	"strconv"
	"strings"
)

// DateOptions are the options of Intl.DateTimeFormat and of the toLocaleString methods of Date. A zero field was not given.
type DateOptions struct {
	TimeZone               string
	HourCycle              string // h11, h12, h23, h24
	Hour12                 *bool
	Weekday                string // narrow, short, long
	Era                    string // narrow, short, long
	Year                   string // numeric, 2-digit
	Month                  string // numeric, 2-digit, narrow, short, long
	Day                    string // numeric, 2-digit
	DayPeriod              string // narrow, short, long
	Hour                   string // numeric, 2-digit
	Minute                 string
	Second                 string
	FractionalSecondDigits int    // 1 to 3
	TimeZoneName           string // short, long, shortOffset, longOffset, shortGeneric, longGeneric
	DateStyle              string // full, long, medium, short
	TimeStyle              string
}

// DateDefaults says which fields are required and which are filled in when none of the required ones was given.
type DateDefaults uint8

const (
	// AnyDate is new Intl.DateTimeFormat: a date, if no field was asked for.
	AnyDate DateDefaults = iota
	// AnyAll is Date.prototype.toLocaleString: date and time, if no field was asked for.
	AnyAll
	// DateDate is toLocaleDateString: a date, if no date field was asked for.
	DateDate
	// TimeTime is toLocaleTimeString: a time, if no time field was asked for.
	TimeTime
)

// DateTimeFormat formats time values of one locale and set of options. It is immutable.
type DateTimeFormat struct {
	Locale  *Locale
	Options DateOptions // with defaults filled in; HourCycle is empty if no hour is shown

	pattern []item
	want    skeleton // the fields of the pattern
}

// NewDateTimeFormat checks the options and finds the pattern, which takes some 30 µs.
func NewDateTimeFormat(l *Locale, o DateOptions, defaults DateDefaults) (*DateTimeFormat, error) {
	zone, err := canonicalZone(o.TimeZone)
	if err != nil {
		return nil, err
	}
	o.TimeZone = zone
	if err := o.check(); err != nil {
		return nil, err
	}
	f := &DateTimeFormat{Locale: l}
	cycle := hourCycle(l, &o)
	if o.DateStyle != "" || o.TimeStyle != "" {
		if err := o.checkStyles(defaults); err != nil {
			return nil, err
		}
		f.pattern = stylePattern(l, &o, cycle)
	} else {
		o.fillIn(defaults)
		f.pattern = bestPattern(l, o.skeleton(cycle), false)
	}
	f.finish(f.pattern, cycle)
	f.want = skeletonOf(f.pattern)
	if o.HourCycle = cycle; f.want.count[fieldHour] == 0 {
		o.HourCycle = ""
	}
	f.Options = o
	return f, nil
}

// canonicalZone accepts the names of UTC.
func canonicalZone(name string) (string, error) {
	switch strings.ToUpper(name) {
	case "", "UTC", "GMT", "ETC/UTC", "ETC/GMT", "UCT", "ETC/UCT", "ZULU", "ETC/ZULU", "UNIVERSAL", "ETC/UNIVERSAL", "GREENWICH", "ETC/GREENWICH",
		"GMT0", "GMT+0", "GMT-0", "ETC/GMT0", "ETC/GMT+0", "ETC/GMT-0", "+00:00", "+0000", "+00":
		return "UTC", nil
	}
	return "", rangeError("Time zone ", quoteOption(name), " is not available: there is no time zone data here, only UTC. Add the offset of the zone to the time yourself and format that with timeZone 'UTC'.")
}

func (o *DateOptions) check() error {
	names := []string{"narrow", "short", "long"}
	digits := []string{"numeric", "2-digit"}
	for _, c := range []struct {
		name    string
		value   string
		allowed []string
	}{
		{"weekday", o.Weekday, names}, {"era", o.Era, names}, {"year", o.Year, digits},
		{"month", o.Month, append(digits, names...)}, {"day", o.Day, digits}, {"dayPeriod", o.DayPeriod, names},
		{"hour", o.Hour, digits}, {"minute", o.Minute, digits}, {"second", o.Second, digits},
		{"timeZoneName", o.TimeZoneName, []string{"short", "long", "shortOffset", "longOffset", "shortGeneric", "longGeneric"}},
		{"dateStyle", o.DateStyle, []string{"full", "long", "medium", "short"}},
		{"timeStyle", o.TimeStyle, []string{"full", "long", "medium", "short"}},
		{"hourCycle", o.HourCycle, []string{"h11", "h12", "h23", "h24"}},
	} {
		if value := c.value; value != "" {
			if err := choose(c.name, &value, c.allowed...); err != nil {
				return err
			}
		}
	}
	if o.FractionalSecondDigits < 0 || o.FractionalSecondDigits > 3 {
		return rangeError("fractionalSecondDigits value is out of range.")
	}
	return nil
}

// checkStyles refuses a style together with fields, or in a method that shows only the other half.
func (o *DateOptions) checkStyles(defaults DateDefaults) error {
	fields := *o
	fields.TimeZone, fields.HourCycle, fields.Hour12, fields.DateStyle, fields.TimeStyle = "", "", nil, "", ""
	if fields != (DateOptions{}) {
		return typeError("Can't set fields such as year or hour when dateStyle or timeStyle is used")
	}
	if defaults == DateDate && o.TimeStyle != "" {
		return typeError("Invalid option : timeStyle")
	}
	if defaults == TimeTime && o.DateStyle != "" {
		return typeError("Invalid option : dateStyle")
	}
	return nil
}

// fillIn adds the default fields if none of the required ones was given.
func (o *DateOptions) fillIn(defaults DateDefaults) {
	date := o.Weekday != "" || o.Year != "" || o.Month != "" || o.Day != ""
	time := o.DayPeriod != "" || o.Hour != "" || o.Minute != "" || o.Second != "" || o.FractionalSecondDigits > 0
	needed := !date && !time
	switch defaults {
	case DateDate:
		needed = !date
	case TimeTime:
		needed = !time
	}
	if needed && defaults != TimeTime {
		o.Year, o.Month, o.Day = "numeric", "numeric", "numeric"
	}
	if needed && (defaults == AnyAll || defaults == TimeTime) {
		o.Hour, o.Minute, o.Second = "numeric", "numeric", "numeric"
	}
}

// hourCycle decides between the clocks: the option hour12, then hourCycle, then the locale's keyword, then its custom.
func hourCycle(l *Locale, o *DateOptions) string {
	custom := l.text("hour")
	if o.Hour12 != nil {
		switch {
		case !*o.Hour12:
			return "h23"
		case l.language == "ja":
			return "h11"
		}
		return "h12"
	}
	if o.HourCycle != "" {
		return o.HourCycle
	}
	switch hc := l.keywords["hc"]; hc {
	case "h11", "h12", "h23", "h24":
		return hc
	}
	return custom
}

// hourLetter is the pattern letter of an hour cycle.
func hourLetter(cycle string) byte {
	switch cycle {
	case "h11":
		return 'K'
	case "h12":
		return 'h'
	case "h24":
		return 'k'
	}
	return 'H'
}

// finish gives a pattern its clock and looks up the names that it writes.
func (f *DateTimeFormat) finish(pattern []item, cycle string) []item {
	for i := range pattern {
		it := &pattern[i]
		if it.count == 0 {
			continue
		}
		if fieldOf(it.letter) == fieldHour {
			it.letter = hourLetter(cycle)
		}
		it.names = f.names(*it)
	}
	return pattern
}

// names returns what a field that is not a number can be, separated by bars.
func (f *DateTimeFormat) names(it item) string {
	l, width := f.Locale, nameWidth(it.count)
	switch it.letter {
	case 'G':
		return l.text("era.", width)
	case 'M', 'L':
		if it.count <= 2 {
			return ""
		}
		return f.calendarNames("month.", width, it.letter == 'L')
	case 'E', 'c':
		return f.calendarNames("day.", width, it.letter == 'c')
	case 'a':
		return l.text("period.", width, ".am") + "|" + l.text("period.", width, ".pm")
	case 'z':
		if it.count < 4 {
			return l.text("zone.utc.short")
		}
		return l.text("zone.utc")
	case 'O', 'v':
		offset := "+0"
		if it.count >= 4 {
			offset = "+00:00"
		}
		return strings.Replace(l.text("zone.gmt"), "{0}", offset, 1)
	}
	return ""
}

// calendarNames returns the names of months or weekdays, in the form for names that stand alone if there is one.
func (f *DateTimeFormat) calendarNames(kind, width string, alone bool) string {
	if alone {
		if names := f.Locale.text(kind, "alone.", width); names != "" {
			return names
		}
	}
	return f.Locale.text(kind, width)
}

// choice returns the i-th of names separated by bars.
func choice(names string, i int) string {
	for ; i > 0; i-- {
		_, names, _ = strings.Cut(names, "|")
	}
	name, _, _ := strings.Cut(names, "|")
	return name
}

// skeleton turns options into the fields that are wanted.
func (o *DateOptions) skeleton(cycle string) (k skeleton) {
	width := map[string]int{"numeric": 1, "2-digit": 2, "short": 3, "long": 4, "narrow": 5}
	set := func(letter byte, value string) {
		if value != "" {
			k.set(letter, width[value])
		}
	}
	set('G', o.Era)
	set('y', o.Year)
	set('M', o.Month)
	set('E', o.Weekday)
	set('d', o.Day)
	set('B', o.DayPeriod)
	set(hourLetter(cycle), o.Hour)
	set('m', o.Minute)
	set('s', o.Second)
	if o.DayPeriod == "short" {
		k.set('B', 1)
	}
	if n := o.FractionalSecondDigits; n > 0 {
		k.set('S', n)
	}
	switch o.TimeZoneName {
	case "short":
		k.set('z', 1)
	case "long":
		k.set('z', 4)
	case "shortOffset":
		k.set('O', 1)
	case "longOffset":
		k.set('O', 4)
	case "shortGeneric":
		k.set('v', 1)
	case "longGeneric":
		k.set('v', 4)
	}
	return k.complete()
}

// stylePattern joins the patterns of dateStyle and timeStyle. If the clock is not that of the locale's pattern, the time is
// matched anew.
func stylePattern(l *Locale, o *DateOptions, cycle string) []item {
	var date, time []item
	if o.DateStyle != "" {
		date = parsePattern(l.text("style.date.", o.DateStyle))
	}
	if o.TimeStyle != "" {
		time = parsePattern(l.text("style.time.", o.TimeStyle))
		want := skeletonOf(time)
		twelve := func(letter byte) bool { return letter == 'h' || letter == 'K' }
		if letter := hourLetter(cycle); twelve(letter) != twelve(want.letter[fieldHour]) {
			want.letter[fieldPeriod], want.count[fieldPeriod] = 0, 0
			want.letter[fieldHour] = letter
			time = bestPattern(l, want.complete(), false)
		}
	}
	switch {
	case time == nil:
		return date
	case date == nil:
		return time
	}
	return glue(l.text("glue.at.", o.DateStyle), date, time)
}

// skeletonOf reads the fields off a pattern.
func skeletonOf(pattern []item) (k skeleton) {
	for _, it := range pattern {
		if it.count > 0 {
			k.set(it.letter, it.count)
		}
	}
	return k.complete()
}

// Fields are the calendar fields of a time in UTC. It is the type of the same name of package datetime, whose values
// convert to it.
type Fields struct {
	Year        int // astronomical: 0 is 1 BC
	Month       int // 0 to 11
	Day         int // 1 to 31
	Weekday     int // 0 is Sunday
	Hour        int
	Minute      int
	Second      int
	Millisecond int
}

// Format returns the text of a time. (Of a time value that is NaN the caller makes a RangeError.)
func (f *DateTimeFormat) Format(t Fields) string { return plainSpaces(Join(f.FormatToParts(t))) }

// FormatToParts returns the parts of a time.
func (f *DateTimeFormat) FormatToParts(t Fields) []Part { return f.render(f.pattern, t, "") }

// render writes the items of a pattern.
func (f *DateTimeFormat) render(pattern []item, d Fields, source string) []Part {
	out := make([]Part, 0, len(pattern))
	for _, it := range pattern {
		p := Part{Type: "literal", Value: it.literal, Source: source}
		if it.count > 0 {
			p.Type, p.Value = f.fieldText(it, d)
		}
		if n := len(out); n > 0 && p.Type == "literal" && out[n-1].Type == "literal" {
			out[n-1].Value += p.Value
		} else if p.Value != "" {
			out = append(out, p)
		}
	}
	return out
}

// plainSpaces replaces the narrow and thin spaces of CLDR by a space: programs that split or compare the text would stumble over
// them, so V8 does the same; formatToParts keeps them.
func plainSpaces(s string) string {
	if strings.Contains(s, "\u202f") || strings.Contains(s, "\u2009") {
		return strings.NewReplacer("\u202f", " ", "\u2009", " ").Replace(s)
	}
	return s
}

// nameWidth is the width of names written with a number of letters.
func nameWidth(count int) string {
	switch count {
	case 4:
		return "long"
	case 5:
		return "narrow"
	}
	return "short"
}

// fieldText returns the type and the text of one field.
func (f *DateTimeFormat) fieldText(it item, d Fields) (kind, text string) {
	switch it.letter {
	case 'G':
		era := 1
		if d.Year <= 0 {
			era = 0
		}
		return "era", choice(it.names, era)
	case 'y':
		year := d.Year
		if year <= 0 {
			year = 1 - year
		}
		if it.count == 2 {
			return "year", pad(year%100, 2)
		}
		return "year", pad(year, it.count)
	case 'M', 'L':
		if it.count <= 2 {
			return "month", pad(d.Month+1, it.count)
		}
		return "month", choice(it.names, d.Month)
	case 'E', 'c':
		return "weekday", choice(it.names, d.Weekday)
	case 'd':
		return "day", pad(d.Day, it.count)
	case 'a':
		return "dayPeriod", choice(it.names, d.Hour/12)
	case 'B':
		return "dayPeriod", f.Locale.text("period.", nameWidth(it.count), ".", f.dayPeriod(d))
	case 'h':
		return "hour", pad((d.Hour+11)%12+1, it.count)
	case 'K':
		return "hour", pad(d.Hour%12, it.count)
	case 'H':
		return "hour", pad(d.Hour, it.count)
	case 'k':
		return "hour", pad((d.Hour+23)%24+1, it.count)
	case 'm':
		return "minute", pad(d.Minute, it.count)
	case 's':
		return "second", pad(d.Second, it.count)
	case 'S':
		return "fractionalSecond", pad(d.Millisecond, 3)[:min(it.count, 3)]
	}
	return "timeZoneName", it.names
}

// dayPeriod finds the flexible day period, such as morning1, of a time. Noon and midnight are exact up to what is shown.
func (f *DateTimeFormat) dayPeriod(d Fields) string {
	exact := (d.Minute == 0 || !f.shows('m')) && (d.Second == 0 || !f.shows('s'))
	found := "am"
	if d.Hour >= 12 {
		found = "pm"
	}
	at := pad(d.Hour, 2) + ":00"
	special := false
	f.Locale.all("period.rule.", func(period, rule string) {
		from, before, span := strings.Cut(rule, "-")
		switch {
		case !span && exact && from == at:
			found, special = period, true
		case !span || special:
		case from < before && from <= at && at < before, from > before && (from <= at || at < before):
			found = period
		}
	})
	return found
}

func (f *DateTimeFormat) shows(letter byte) bool {
	for _, it := range f.pattern {
		if it.letter == letter && it.count > 0 {
			return true
		}
	}
	return false
}

// pad writes n >= 0 with at least width digits.
func pad(n, width int) string {
	s := strconv.Itoa(n)
	if len(s) < width {
		s = strings.Repeat("0", width-len(s)) + s
	}
	return s
}
