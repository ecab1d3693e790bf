// This file defines the formatting of ranges of time: the interval patterns of CLDR, chosen by the coarsest field in which the
// two ends differ.

package intl

import "strings"

// FormatRange returns the text of the time between two, such as "Jan 5 – 16, 2024".
func (f *DateTimeFormat) FormatRange(from, to Fields) string {
	text := Join(f.FormatRangeToParts(from, to))
	if f.hides(difference(from, to)) {
		text = plainSpaces(text)
	}
	return text
}

// FormatRangeToParts returns the parts, whose Source tells the end that they belong to.
func (f *DateTimeFormat) FormatRangeToParts(from, to Fields) []Part {
	letter := difference(from, to)
	if f.hides(letter) {
		return f.render(f.pattern, from, "shared")
	}
	if letter == 'a' && f.want.letter[fieldHour] != 'h' && f.want.letter[fieldHour] != 'K' {
		letter = 'H'
	}
	hasDate, hasTime := f.want.mask()&dateFields != 0, f.want.mask()&^dateFields != 0
	dateDiffers := dateFields&(1<<fieldOf(letter)) != 0
	var pattern []item
	switch {
	case f.want.letter[fieldMonth] == 'L' || f.want.letter[fieldWeekday] == 'c':
		// Names that stand alone have no interval patterns.
	case dateDiffers && !hasTime:
		pattern = f.interval(f.want, letter)
	case !dateDiffers:
		pattern = f.timeInterval(letter, hasDate)
	}
	if pattern != nil {
		return f.renderInterval(pattern, from, to)
	}
	want := f.want
	if dateDiffers && hasTime {
		want = f.withDate(letter)
	}
	return f.fallback(f.matched(want), from, to)
}

// hides reports whether a difference in a field (and in finer ones) is not visible.
func (f *DateTimeFormat) hides(letter byte) bool {
	shown := f.want.mask() &^ (1<<fieldZone | 1<<fieldPeriod | 1<<fieldEra)
	if shown&(1<<fieldWeekday) != 0 {
		shown |= 1 << fieldDay
	}
	return letter == 0 || shown>>fieldOf(letter) == 0
}

// matched finds the pattern for a skeleton the way ICU does for ranges, where the locale decides how wide the hour is.
func (f *DateTimeFormat) matched(want skeleton) []item {
	return f.finish(bestPattern(f.Locale, want, true), f.Options.HourCycle)
}

// difference returns the letter of the coarsest field that differs, 0 if none does.
func difference(a, b Fields) byte {
	switch {
	case (a.Year <= 0) != (b.Year <= 0):
		return 'G'
	case a.Year != b.Year:
		return 'y'
	case a.Month != b.Month:
		return 'M'
	case a.Day != b.Day:
		return 'd'
	case a.Hour/12 != b.Hour/12:
		return 'a'
	case a.Hour != b.Hour:
		return 'h'
	case a.Minute != b.Minute:
		return 'm'
	case a.Second != b.Second:
		return 's'
	case a.Millisecond != b.Millisecond:
		return 'S'
	}
	return 0
}

// withDate adds as much of a date to the fields as tells the two ends apart.
func (f *DateTimeFormat) withDate(letter byte) skeleton {
	want := f.want
	order := "dMy"
	if letter == 'G' {
		order = "dMyG"
	}
	if at := strings.IndexByte(order, letter); at >= 0 && want.mask()&dateFields != 0 {
		order = order[:at+1]
	}
	for i := range len(order) {
		if want.count[fieldOf(order[i])] == 0 {
			want.set(order[i], 1)
		}
	}
	return want
}

// timeInterval is the interval pattern of the time, after the date if there is one.
func (f *DateTimeFormat) timeInterval(letter byte, hasDate bool) []item {
	want := f.want
	for fl := range fieldCount {
		if dateFields&(1<<fl) != 0 {
			want.letter[fl], want.count[fl] = 0, 0
		}
	}
	twelve := want.letter[fieldHour] == 'h' || want.letter[fieldHour] == 'K'
	if letter == 'h' && !twelve {
		letter = 'H'
	}
	time := f.interval(want, letter)
	if time == nil || !hasDate {
		return time
	}
	want = f.want
	for fl := range fieldCount {
		if dateFields&(1<<fl) == 0 {
			want.letter[fl], want.count[fl] = 0, 0
		}
	}
	return glue(f.Locale.text("glue.medium"), f.matched(want), time)
}

// interval returns the interval pattern for a skeleton and a difference. Where the locale has none because the field is not
// shown, the one for the skeleton with that field is taken: a range of months in two years shows the years.
func (f *DateTimeFormat) interval(want skeleton, letter byte) []item {
	for _, add := range []string{"", string(letter), "M" + string(letter)} {
		extended := want
		for i := range len(add) {
			if fl := fieldOf(add[i]); extended.count[fl] == 0 && dateFields&(1<<fl) != 0 {
				extended.set(add[i], 1)
			}
		}
		key, have := f.bestInterval(extended)
		if key == "" && add == "" {
			return nil
		}
		if key == "" {
			continue
		}
		if p := f.Locale.text("range.", key, ".", string(letter)); p != "" {
			return f.finish(widen(parsePattern(p), extended, have), f.Options.HourCycle)
		}
	}
	return nil
}

// bestInterval finds the interval skeleton that has the wanted fields and the closest widths.
func (f *DateTimeFormat) bestInterval(want skeleton) (key string, have skeleton) {
	least := 1 << 30
	f.Locale.all("range.", func(rest, _ string) {
		name, _, _ := strings.Cut(rest, ".")
		other := parseSkeleton(name)
		if other.mask() != want.mask() || other.letter[fieldPeriod] != want.letter[fieldPeriod] {
			return
		}
		d := 0
		for fl := range fieldCount {
			if (class(want.letter[fl], want.width(fl)) > 0) != (class(other.letter[fl], other.width(fl)) > 0) {
				d += 0x100
			} else if fl != fieldZone && fl != fieldPeriod {
				d += max(intervalWidth(want, fl)-intervalWidth(other, fl), intervalWidth(other, fl)-intervalWidth(want, fl))
			}
		}
		if d < least {
			least, key, have = d, name, other
		}
	})
	return key, have
}

// intervalWidth is the width of a field as far as interval patterns care: days, months in digits and times have one width, and
// weekdays of three letters count as one.
func intervalWidth(k skeleton, fl field) int {
	n := k.width(fl)
	switch {
	case fl == fieldMonth && n == 2, fl == fieldDay, fl >= fieldHour, fl == fieldWeekday && n <= 3:
		return min(n, 1)
	}
	return n
}

// widen gives the fields of an interval pattern that are as wide as in its skeleton the greater widths that are wanted.
func widen(pattern []item, want, have skeleton) []item {
	for i, it := range pattern {
		if it.count == 0 {
			continue
		}
		fl := fieldOf(it.letter)
		wanted, found := intervalWidth(want, fl), intervalWidth(have, fl)
		if fl == fieldZone {
			pattern[i].letter, pattern[i].count = want.letter[fl], want.width(fl)
		} else if it.count == found && wanted > found {
			pattern[i].count = wanted
		}
	}
	return pattern
}

// fallback writes both ends in full.
func (f *DateTimeFormat) fallback(pattern []item, from, to Fields) []Part {
	p := f.Locale.text("range")
	first, rest, _ := strings.Cut(p, "{0}")
	middle, last, _ := strings.Cut(rest, "{1}")
	var out []Part
	literal := func(s string) {
		if s != "" {
			out = append(out, Part{Type: "literal", Value: s, Source: "shared"})
		}
	}
	literal(first)
	out = append(out, f.render(pattern, from, "startRange")...)
	literal(middle)
	out = append(out, f.render(pattern, to, "endRange")...)
	literal(last)
	return out
}

// renderInterval writes an interval pattern. It has two halves: the second begins with the first field that comes again. The
// fields that occur in both halves, and what stands between them, belong to the ends; the rest is shared.
func (f *DateTimeFormat) renderInterval(pattern []item, from, to Fields) []Part {
	split := len(pattern)
	seen := map[field]bool{}
	for i, it := range pattern {
		if fl := fieldOf(it.letter); it.count > 0 {
			if seen[fl] {
				split = i
				break
			}
			seen[fl] = true
		}
	}
	second := map[field]bool{}
	for _, it := range pattern[split:] {
		if it.count > 0 {
			second[fieldOf(it.letter)] = true
		}
	}
	repeated := func(it item) bool { fl := fieldOf(it.letter); return it.count > 0 && seen[fl] && second[fl] }
	out := f.renderHalf(pattern[:split], from, "startRange", repeated)
	return append(out, f.renderHalf(pattern[split:], to, "endRange", repeated)...)
}

// renderHalf writes one half; the items from the first to the last repeated one get the source.
func (f *DateTimeFormat) renderHalf(half []item, d Fields, source string, repeated func(item) bool) []Part {
	first, last := len(half), -1
	for i, it := range half {
		if repeated(it) {
			first, last = min(first, i), i
		}
	}
	first = min(first, last+1)
	out := f.render(half[:first], d, "shared")
	out = append(out, f.render(half[first:last+1], d, source)...)
	return append(out, f.render(half[last+1:], d, "shared")...)
}
