// This file defines Date.parse.

package datetime

import (
	"math"
	"strings"
)

// Parse is Date.parse: the date-time format of the specification, and whatever else V8 reads: RFC 2822, "Jan 15, 2024",
// "2024/01/15 10:00", "1/15/2024 3:30 PM EST". A time without a zone is UTC. The result is NaN for other text, and for more
// than maxText bytes. It costs about 10 ns a byte.
//
// The grammar of the second kind has no written form. Its rules are: remarks in parentheses and unknown words before the
// first number are ignored; a number followed by a colon, and the ones after it, are a time; a sign after a time or a zone begins an
// offset; up to three other numbers are a date, whose order is that of the American form unless the first cannot be a day of
// a month; two-digit years are 1950 to 2049.
func Parse(s string) float64 {
	if t, ok := parseFull(s); ok {
		return t
	}
	if len(s) > maxText {
		return math.NaN()
	}
	if end := strings.IndexByte(s, 0); end >= 0 {
		s = s[:end] // as in V8
	}
	var d draft
	sc := newScanner(s)
	switch t, verdict := d.readISO(&sc); verdict {
	case refused:
		return math.NaN()
	case unfinished:
		if !d.readLoose(&sc, t) {
			return math.NaN()
		}
	}
	return d.value()
}

// maxText keeps Parse below a millisecond: no date is longer, whatever remarks it carries.
const maxText = 64 << 10

// parseFull reads what toISOString writes and other programs write most: YYYY-MM-DD, alone or followed by THH:mm:ss.sssZ or
// THH:mm:ssZ. It leaves every doubt to the grammar.
func parseFull(s string) (t float64, ok bool) {
	const shape = "dddd-dd-ddTdd:dd:dd.dddZ"
	switch len(s) {
	case 10, 20, 24:
	default:
		return 0, false
	}
	for i := range len(s) {
		want, c := shape[i], s[i]
		if i == 19 && len(s) == 20 {
			want = 'Z'
		}
		if c != want && (want != 'd' || c-'0' > 9) || c == 'd' {
			return 0, false
		}
	}
	at := func(i int) int { return int(s[i]-'0')*10 + int(s[i+1]-'0') }
	month, day := at(5), at(8)
	if month == 0 || month > 12 || !isDay(day) {
		return 0, false
	}
	ms := 0
	if len(s) > 10 {
		hour, minute, second := at(11), at(14), at(17)
		if hour > 23 || minute > 59 || second > 59 {
			return 0, false
		}
		ms = hour*msPerHour + minute*msPerMinute + second*msPerSecond
	}
	if len(s) == 24 {
		ms += int(s[20]-'0')*100 + at(21)
	}
	days := daysFromCivil(at(0)*100+at(2), month-1) + day - 1
	return float64(int64(days)*MsPerDay + int64(ms)), true
}

// draft collects the numbers of a date while it is read.
type draft struct {
	iso   bool
	date  [3]int
	dates int // how many of date are set
	month int // by name, 0 if none was

	time     [4]int // hour, minute, second, millisecond
	times    int
	half     int // the hour that am or pm adds
	hasHalf  bool
	sign     int // of the zone offset, 0 if there is no zone
	zoneHour int
	zoneMin  int
	hasHour  bool
	hasMin   bool
}

func (d *draft) addDate(n int) bool {
	if d.dates == len(d.date) {
		return false
	}
	d.date[d.dates] = n
	d.dates++
	return true
}

func (d *draft) addTime(n int) bool {
	if d.times == len(d.time) {
		return false
	}
	d.time[d.times] = n
	d.times++
	return true
}

// endTime adds the last part of the time; the parts after it are zero.
func (d *draft) endTime(n int) {
	d.addTime(n)
	d.times = len(d.time)
}

// awaitsTime reports whether n can be the next part of a time that has begun.
func (d *draft) awaitsTime(n int) bool {
	switch d.times {
	case 1, 2:
		return n < 60
	case 3:
		return n < 1000
	}
	return false
}

func (d *draft) setZone(hours int) {
	d.sign = 1
	if hours < 0 {
		d.sign, hours = -1, -hours
	}
	d.zoneHour, d.hasHour = hours, true
	d.zoneMin, d.hasMin = 0, true
}

// isUTC reports whether a zone of offset zero was named, which a sign may follow: GMT+0100.
func (d *draft) isUTC() bool { return d.hasHour && d.hasMin && d.zoneHour == 0 && d.zoneMin == 0 }

type verdict uint8

const (
	unfinished verdict = iota // not the ISO form, or not all of it: the loose grammar goes on from here
	complete
	refused
)

// readISO reads the date-time format of the specification. What it has understood when it meets something else stays in the draft,
// and the token it returns is the first that the loose grammar has to look at. After the T there is no way back.
func (d *draft) readISO(sc *scanner) (token, verdict) {
	switch {
	case sc.peek.isSign():
		sign := sc.next()
		if !sc.peek.digits(6) {
			return sign, unfinished
		}
		year := sc.next().value
		if sign.is('-') {
			if year == 0 {
				return sign, unfinished
			}
			year = -year
		}
		d.addDate(year)
	case sc.peek.digits(4):
		d.addDate(sc.next().value)
	default:
		return sc.next(), unfinished
	}
	for limit := 12; limit <= 31 && sc.skip('-'); limit += 19 { // the month, then the day
		if !sc.peek.between(1, limit) {
			return sc.next(), unfinished
		}
		d.addDate(sc.next().value)
	}
	if sc.peek.meaning != letterT {
		if sc.peek.kind != end {
			return sc.next(), unfinished
		}
		d.iso = true
		return token{}, complete
	}
	sc.next()
	if !d.readISOTime(sc) || !d.readISOZone(sc) || sc.peek.kind != end {
		return token{}, refused
	}
	d.iso = true
	return token{}, complete
}

// readISOTime reads HH:mm[:ss[.s…]]. Hour 24 stands for the end of the day and allows no other part but zeros.
func (d *draft) readISOTime(sc *scanner) bool {
	if !sc.peek.between(0, 24) {
		return false
	}
	last := 59
	if sc.peek.value == 24 {
		last = 0
	}
	d.addTime(sc.next().value)
	if !sc.skip(':') || !sc.peek.between(0, last) {
		return false
	}
	d.addTime(sc.next().value)
	if !sc.skip(':') {
		return true
	}
	if !sc.peek.between(0, last) {
		return false
	}
	d.addTime(sc.next().value)
	if !sc.skip('.') {
		return true
	}
	if sc.peek.kind != number || last == 0 && sc.peek.value > 0 {
		return false
	}
	return d.addTime(milliseconds(sc.next()))
}

// readISOZone reads Z, ±HH:mm or ±HHmm, or nothing.
func (d *draft) readISOZone(sc *scanner) bool {
	if sc.peek.isZ {
		sc.next()
		d.setZone(0)
		return true
	}
	if !sc.peek.isSign() {
		return true
	}
	d.sign = signOf(sc.next())
	d.hasHour, d.hasMin = true, true
	if sc.peek.digits(4) {
		n := sc.next().value
		d.zoneHour, d.zoneMin = n/100, n%100
		return d.zoneHour < 24 && d.zoneMin < 60
	}
	if !sc.peek.between(0, 23) {
		return false
	}
	d.zoneHour = sc.next().value
	if !sc.skip(':') || !sc.peek.between(0, 59) {
		return false
	}
	d.zoneMin = sc.next().value
	return true
}

func signOf(t token) int {
	if t.is('-') {
		return -1
	}
	return 1
}

// milliseconds reads a number as the digits after a decimal point. Only its first nine digits count.
func milliseconds(t token) int {
	n := t.value
	for length := t.length; length < 3; length++ {
		n *= 10
	}
	for length := min(t.length, 9); length > 3; length-- {
		n /= 10
	}
	return n
}

// readLoose reads the forgiving grammar from token t on.
func (d *draft) readLoose(sc *scanner, t token) bool {
	seen := d.dates > 0 // a number was read: nothing unknown may follow
	for ; t.kind != end; t = sc.next() {
		switch {
		case t.kind == number:
			seen = true
			if !d.readNumber(sc, t.value) {
				return false
			}
		case t.kind == word:
			if !d.readWord(sc, t, seen) {
				return false
			}
		case t.isSign() && (d.isUTC() || d.times > 0):
			seen = true
			if !d.readOffset(sc, t) {
				return false
			}
		case (t.isSign() || t.is(')')) && seen:
			return false
		}
	}
	return true
}

// readNumber decides by what follows whether n is part of a time, of a zone offset or of the date.
func (d *draft) readNumber(sc *scanner, n int) bool {
	switch {
	case sc.skip(':'):
		if sc.skip(':') { // "10::" is an hour without minutes
			if d.times > 0 {
				return false
			}
			d.addTime(n)
			return d.addTime(0)
		}
		if !d.addTime(n) {
			return false
		}
		sc.skip('.')
		return true
	case sc.skip('.') && d.awaitsTime(n):
		d.addTime(n)
		if sc.peek.kind != number {
			return false
		}
		d.endTime(milliseconds(sc.next()))
		return true
	case d.hasHour && !d.hasMin && n < 60:
		d.zoneMin, d.hasMin = n, true
		return true
	case d.awaitsTime(n):
		d.endTime(n)
		next := sc.peek
		return next.kind == end || next.kind == space || next.isZ || next.isSign()
	}
	ok := d.addDate(n)
	sc.skip('-')
	return ok
}

func (d *draft) readWord(sc *scanner, t token, seen bool) bool {
	switch {
	case t.meaning == dayHalf && d.times > 0:
		d.half, d.hasHalf = t.value, true
	case t.meaning == month:
		d.month = t.value
		sc.skip('-')
	case t.meaning == zone && seen:
		d.setZone(t.value)
	default:
		return !seen && sc.peek.kind != number
	}
	return true
}

// readOffset reads what follows the sign of a zone offset: h, hh, hmm, hhmm, or the hh of hh:mm, whose minutes
// readNumber adds.
func (d *draft) readOffset(sc *scanner, sign token) bool {
	d.sign = signOf(sign)
	var n token
	if sc.peek.kind == number {
		n = sc.next()
	}
	d.hasHour, d.hasMin = true, true
	switch {
	case sc.peek.is(':'):
		d.zoneHour, d.hasMin = n.value, false
	case n.length == 1 || n.length == 2:
		d.zoneHour, d.zoneMin = n.value, 0
	case n.length == 3 || n.length == 4:
		d.zoneHour, d.zoneMin = n.value/100, n.value%100
	default:
		return false
	}
	return true
}

// value puts the parts together and checks their ranges.
func (d *draft) value() float64 {
	year, month, day, ok := d.civil()
	if !ok || !d.checkTime() {
		return math.NaN()
	}
	offset := uint32(d.zoneHour)*3600 + uint32(d.zoneMin)*60 // wraps, as in V8
	if offset > math.MaxInt32 {
		return math.NaN()
	}
	days := MakeDay(float64(year), float64(month-1), float64(day))
	clock := MakeTime(float64(d.time[0]), float64(d.time[1]), float64(d.time[2]), float64(d.time[3]))
	return TimeClip(MakeDate(days, clock) - float64(d.sign)*float64(offset)*msPerSecond)
}

// civil decides which number is the year, the month and the day. Numbers that are missing count as 1, also as a year of
// two digits, which is how V8 reads "Jan 5" as a day of 2001.
func (d *draft) civil() (year, month, day int, ok bool) {
	given := d.dates
	if given == 0 {
		return 0, 0, 0, false
	}
	for d.addDate(1) {
	}
	a, b, c := d.date[0], d.date[1], d.date[2]
	switch {
	case d.month != 0 && isDay(a):
		year, month, day = b, d.month, a
	case d.month != 0:
		year, month, day = a, d.month, b
	case d.iso || !isDay(a):
		year, month, day = a, b, c
	default:
		year, month, day = c, a, b
	}
	if !d.iso && 0 <= year && year <= 99 {
		if year < 50 {
			year += 100
		}
		year += 1900
	}
	return year, month, day, 1 <= month && month <= 12 && isDay(day)
}

func isDay(n int) bool { return 1 <= n && n <= 31 }

func (d *draft) checkTime() bool {
	hour, minute, second, ms := d.time[0], d.time[1], d.time[2], d.time[3]
	if d.hasHalf {
		if hour > 12 {
			return false
		}
		hour = hour%12 + d.half
		d.time[0] = hour
	}
	return hour < 24 && minute < 60 && second < 60 && ms < 1000 || hour == 24 && minute+second+ms == 0
}
