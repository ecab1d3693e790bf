// This file defines date patterns and how one is found for the fields that are asked for: the matching of skeletons that
// Unicode Technical Standard 35 describes, with the distances ICU uses.

package intl

import (
	"math/bits"
	"slices"
	"strings"
)

// field is a kind of date field, in the order in which missing ones are appended.
type field uint8

const (
	fieldEra field = iota
	fieldYear
	fieldMonth
	fieldWeekday
	fieldDay
	fieldPeriod
	fieldHour
	fieldMinute
	fieldSecond
	fieldFraction
	fieldZone
	fieldCount

	dateFields = 1<<fieldEra | 1<<fieldYear | 1<<fieldMonth | 1<<fieldWeekday | 1<<fieldDay
	allFields  = 1<<fieldCount - 1
)

// fieldOf returns the field of a pattern letter, fieldCount for other letters.
func fieldOf(letter byte) field {
	switch letter {
	case 'G':
		return fieldEra
	case 'y':
		return fieldYear
	case 'M', 'L':
		return fieldMonth
	case 'E', 'c':
		return fieldWeekday
	case 'd':
		return fieldDay
	case 'a', 'b', 'B':
		return fieldPeriod
	case 'h', 'H', 'k', 'K':
		return fieldHour
	case 'm':
		return fieldMinute
	case 's':
		return fieldSecond
	case 'S':
		return fieldFraction
	case 'z', 'v', 'O':
		return fieldZone
	}
	return fieldCount
}

// item is a field of a pattern, a letter and how often it is written, or literal text when count is 0. For a field that is
// written with a name, names are the names to choose from, or the text itself.
type item struct {
	letter  byte
	count   int
	literal string
	names   string
}

// parsePattern splits a pattern such as "d 'de' MMMM". Quotes protect letters; two quotes are one.
func parsePattern(p string) []item {
	var out []item
	literal := func(s string) {
		if n := len(out); n > 0 && out[n-1].count == 0 {
			out[n-1].literal += s
		} else if s != "" {
			out = append(out, item{literal: s})
		}
	}
	for i := 0; i < len(p); {
		c := p[i]
		switch {
		case c == '\'':
			end := strings.IndexByte(p[i+1:], '\'')
			if end == 0 {
				literal("'")
			} else {
				literal(p[i+1 : i+1+end])
			}
			i += end + 2
		case fieldOf(c) != fieldCount:
			n := 1
			for i+n < len(p) && p[i+n] == c {
				n++
			}
			out = append(out, item{letter: c, count: n})
			i += n
		default:
			literal(p[i : i+1])
			i++
		}
	}
	return out
}

// skeleton holds for each field the letter and the count that are asked for, or that a pattern has.
type skeleton struct {
	letter [fieldCount]byte
	count  [fieldCount]uint8
	// hidden marks a day period that nobody asked for but that a twelve-hour clock needs.
	hidden bool
}

// parseSkeleton reads a skeleton such as yMMMEd, or the fields of a pattern.
func parseSkeleton(s string) (k skeleton) {
	for i := 0; i < len(s); {
		c, n := s[i], 1
		for i+n < len(s) && s[i+n] == c {
			n++
		}
		i += n
		if c == '\'' {
			end := strings.IndexByte(s[i:], '\'')
			i += end + 1
		} else if fieldOf(c) != fieldCount {
			k.set(c, n)
		}
	}
	return k.complete()
}

func (k *skeleton) set(letter byte, count int) {
	f := fieldOf(letter)
	k.letter[f], k.count[f] = letter, uint8(count)
}

// width is the count of a field.
func (k *skeleton) width(f field) int { return int(k.count[f]) }

// complete adds the fields that others imply: the seconds of a fraction, the day period of a twelve-hour clock; a
// twenty-four-hour clock has none.
func (k skeleton) complete() skeleton {
	if k.count[fieldFraction] > 0 && k.count[fieldMinute] > 0 && k.count[fieldSecond] == 0 {
		k.set('s', 1)
	}
	switch k.letter[fieldHour] {
	case 'h', 'K':
		if k.count[fieldPeriod] == 0 {
			k.set('a', 1)
			k.hidden = true
		}
	case 'H', 'k':
		k.letter[fieldPeriod], k.count[fieldPeriod] = 0, 0
	}
	return k
}

func (k *skeleton) mask() (m uint) {
	for f, n := range k.count {
		if n > 0 {
			m |= 1 << f
		}
	}
	return m
}

// Classes of fields for the distance: numbers are positive, names negative.
const (
	classNumeric = 0x100
	classNarrow  = -0x101
	classShort   = -0x103
	classLong    = -0x104
	classStep    = 0x10
)

// class places a field on a scale on which close means alike.
func class(letter byte, count int) int {
	names := classShort
	switch {
	case count == 4:
		names = classLong
	case count == 5:
		names = classNarrow
	}
	switch letter {
	case 0:
		return 0
	case 'G', 'E', 'a', 'z':
		return names
	case 'c', 'v':
		return names - 2*classStep
	case 'b':
		return names - classStep
	case 'B':
		return names - 3*classStep
	case 'O':
		return names - 5*classStep
	case 'M':
		if count > 2 {
			return names
		}
	case 'L':
		if count > 2 {
			return names - classStep
		}
		return classNumeric + classStep + count
	case 'K':
		return classNumeric + classStep + count
	case 'h':
		return classNumeric + 10*classStep + count
	case 'k':
		return classNumeric + 11*classStep + count
	}
	return classNumeric + count
}

const (
	extraField   = 0x10000 // the pattern has a field that is not wanted
	missingField = 0x1000  // a wanted field is not in the pattern
)

// distance compares the wanted fields within a mask with those of a pattern.
func (k *skeleton) distance(have *skeleton, mask uint) (d int, missing uint) {
	for f := range fieldCount {
		want := 0
		if mask&(1<<f) != 0 {
			want = class(k.letter[f], k.width(f))
		}
		other := class(have.letter[f], have.width(f))
		switch {
		case want == other:
		case want == 0:
			d += extraField
		case other == 0:
			d += missingField
			missing |= 1 << f
		default:
			d += max(want-other, other-want)
		}
	}
	return d, missing
}

// candidate is a pattern with its skeleton. specified is false for skeletons that were read off the pattern.
type candidate struct {
	have      skeleton
	pattern   string
	specified bool
}

// candidates returns the patterns of a locale: single fields, those of dateStyle and timeStyle, and those listed by skeleton,
// which replace the former.
func candidates(l *Locale) []candidate {
	out := make([]candidate, 0, 128)
	add := func(c candidate, among int) {
		for i := range out[:among] {
			if out[i].have == c.have {
				if c.specified && !out[i].specified {
					out[i] = c
				}
				return
			}
		}
		out = append(out, c)
	}
	for _, letter := range []string{"G", "y", "M", "E", "d", "a", "H", "m", "s", "S", "v"} {
		add(candidate{have: parseSkeleton(letter), pattern: letter}, 0)
	}
	var bases []string
	for _, kind := range []string{"date", "time"} {
		for _, style := range []string{"full", "long", "medium", "short"} {
			p := l.text("style.", kind, ".", style)
			have := parseSkeleton(p)
			if base := have.base(); !slices.Contains(bases, base) {
				bases = append(bases, base)
				add(candidate{have: have, pattern: p}, len(out))
			}
		}
	}
	derived := len(out)
	l.all("skel.", func(key, p string) {
		add(candidate{have: parseSkeleton(key), pattern: p, specified: true}, derived)
	})
	return out
}

// base is the skeleton with numbers of one digit.
func (k *skeleton) base() string {
	var b strings.Builder
	for f := range fieldCount {
		n := k.width(f)
		if class(k.letter[f], n) > 0 {
			n = 1
		}
		for range n {
			b.WriteByte(k.letter[f])
		}
	}
	return b.String()
}

// matcher finds patterns for one skeleton.
type matcher struct {
	locale    *Locale
	all       []candidate
	want      skeleton
	localHour bool // the hour is as wide as the locale writes it, not as wanted
}

// best returns the closest pattern for the wanted fields within mask, and those that it lacks.
func (m *matcher) best(mask uint) (c *candidate, missing uint) {
	least := 1 << 30
	for i := range m.all {
		d, lacks := m.want.distance(&m.all[i].have, mask)
		if d < least || d == least && missing < lacks {
			least, c, missing = d, &m.all[i], lacks
		}
	}
	return c, missing
}

// bestPattern returns the pattern for the wanted fields, put together from a date and a time if no single one has all.
func bestPattern(l *Locale, want skeleton, localHour bool) []item {
	m := &matcher{locale: l, all: candidates(l), want: want, localHour: localHour}
	mask := want.mask()
	c, missing := m.best(allFields)
	if missing == 0 {
		return m.adjust(c, false)
	}
	date, time := m.appended(mask&dateFields), m.appended(mask&^dateFields)
	switch {
	case len(time) == 0:
		return date
	case len(date) == 0:
		return time
	}
	return glue(l.text("glue.at.", m.glueStyle()), date, time)
}

// glueStyle is the style of the date that decides how it is joined with a time.
func (m *matcher) glueStyle() string {
	switch n := m.want.count[fieldMonth]; {
	case n == 4 && m.want.count[fieldWeekday] > 0:
		return "full"
	case n == 4:
		return "long"
	case n == 3:
		return "medium"
	}
	return "short"
}

// glue replaces {1} and {0} of a pattern.
func glue(p string, date, time []item) []item {
	var out []item
	for i := 0; i < len(p); {
		switch {
		case strings.HasPrefix(p[i:], "{1}"):
			out = append(out, date...)
			i += 3
		case strings.HasPrefix(p[i:], "{0}"):
			out = append(out, time...)
			i += 3
		default:
			end := len(p)
			if next := strings.IndexByte(p[i:], '{'); next >= 0 {
				end = i + next
			}
			out = append(out, parsePattern(p[i:end])...)
			i = end
		}
	}
	return out
}

// appended returns the closest pattern for the fields of mask, with patterns for the fields that it lacks appended to it.
func (m *matcher) appended(mask uint) []item {
	if mask == 0 {
		return nil
	}
	c, missing := m.best(mask)
	out := m.adjust(c, false)
	for before := uint(0); missing != 0 && missing != before; {
		if missing == 1<<fieldFraction && mask&(1<<fieldSecond) != 0 {
			return m.adjust(c, true)
		}
		before = missing
		var rest *candidate
		rest, missing = m.best(missing)
		found := before &^ missing
		if found == 0 {
			break
		}
		top := field(bits.Len(found) - 1)
		out = appendItem(m.locale, top, out, m.adjust(rest, false))
	}
	return out
}

var appendKeys = [fieldCount]struct{ item, name string }{
	fieldEra: {"era", "era"}, fieldYear: {"year", "year"}, fieldMonth: {"month", "month"}, fieldWeekday: {"day-of-week", "weekday"}, fieldDay: {"day", "day"},
	fieldPeriod: {"hour", "dayperiod"}, fieldHour: {"hour", "hour"}, fieldMinute: {"minute", "minute"}, fieldSecond: {"second", "second"},
	fieldFraction: {"second", "second"}, fieldZone: {"timezone", "zone"},
}

// appendItem joins a pattern with that of a further field: "{0} ({2}: {1})".
func appendItem(l *Locale, f field, have, more []item) []item {
	p := l.text("append.", appendKeys[f].item)
	if name := l.text("field.", appendKeys[f].name); name != "" {
		p = strings.Replace(p, "{2}", "'"+strings.ReplaceAll(name, "'", "''")+"'", 1)
	}
	return glue(p, more, have)
}

// adjust gives the fields of a found pattern the widths that are wanted. What the locale writes with two digits where one was
// asked for stays, as do names where numbers were asked for.
func (m *matcher) adjust(c *candidate, fraction bool) []item {
	items := parsePattern(c.pattern)
	out := items[:0:0]
	for _, it := range items {
		if it.count > 0 {
			it = m.adjustField(c, it)
		}
		out = append(out, it)
		if fraction && it.letter == 's' {
			out = append(out, item{literal: m.locale.text("num.decimal")}, item{letter: 'S', count: m.want.width(fieldFraction)})
		}
	}
	return out
}

func (m *matcher) adjustField(c *candidate, it item) item {
	f := fieldOf(it.letter)
	if m.want.count[f] == 0 {
		return it
	}
	letter, count := m.want.letter[f], m.want.width(f)
	if letter == 'E' {
		count = max(count, 3)
	}
	switch {
	case f == fieldMinute || f == fieldSecond || f == fieldHour && m.localHour:
		count = it.count
	case f == fieldPeriod && m.want.hidden:
		letter, count = it.letter, it.count
	case c.specified && letter != 'c':
		numeric := class(it.letter, it.count) > 0
		if c.have.width(f) == count || numeric != (class(m.want.letter[f], m.want.width(f)) > 0) {
			count = it.count
		}
	}
	if f == fieldHour || f == fieldMonth || f == fieldWeekday || f == fieldYear {
		letter = it.letter
	}
	return item{letter: letter, count: count}
}
