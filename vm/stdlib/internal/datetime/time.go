// Package datetime is the arithmetic and the text forms of ECMAScript time values.
//
// A time value is a float64: milliseconds since 1970-01-01T00:00:00Z in the proleptic Gregorian calendar with days of 86 400 s, at
// most ±8.64e15, or NaN. UTC is the only zone, so that a program means the same on every host; Go's package time is not used,
// because its range and its zones are others.
//
// [Fields] splits a time value into calendar fields, [MakeDay], [MakeTime], [MakeDate] and [TimeClip] are the
// functions of the specification that put one together, Format functions write the text forms of Date.prototype and [Parse] is
// Date.parse: the format of the specification first, then the forgiving grammar of V8.
package datetime

import (
	"math"
)

const (
	// MaxTime is the largest absolute time value.
	MaxTime = 8.64e15

	// MsPerDay is the length of a day.
	MsPerDay = 86400000

	msPerHour   = 3600000
	msPerMinute = 60000
	msPerSecond = 1000

	daysPerEra = 146097 // in 400 years
	// epochDay is the day 1970-01-01 counted from 0000-03-01.
	epochDay = 719468
)

// Fields are the calendar fields of a time value.
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

// FieldsOf splits a time value, which must not be NaN.
func FieldsOf(t float64) Fields {
	day, ms := split(t)
	year, month, date := civil(day)
	return Fields{
		Year: year, Month: month, Day: date, Weekday: weekday(day),
		Hour: ms / msPerHour, Minute: ms / msPerMinute % 60, Second: ms / msPerSecond % 60, Millisecond: ms % msPerSecond,
	}
}

// Day returns the day number of a finite time value; day 0 is 1970-01-01.
func Day(t float64) float64 { return math.Floor(t / MsPerDay) }

// TimeWithinDay returns the milliseconds since midnight of a finite time value.
func TimeWithinDay(t float64) float64 {
	_, ms := split(t)
	return float64(ms)
}

// split returns the day number of a time value and the milliseconds within that day.
func split(t float64) (day, ms int) {
	n := int64(t)
	d, r := n/MsPerDay, n%MsPerDay
	if r < 0 {
		d, r = d-1, r+MsPerDay
	}
	return int(d), int(r)
}

func weekday(day int) int {
	w := (day + 4) % 7
	if w < 0 {
		w += 7
	}
	return w
}

// civil converts a day number to a date. The year begins in March here, so that the leap day is its last and
// the months before it follow one linear formula; 400 years are one era.
func civil(day int) (year, month, date int) {
	day += epochDay
	era := floorDiv(day, daysPerEra)
	inEra := day - era*daysPerEra
	// 1460 and 36524 days end one day short of 4 and 100 years; the last day of an era belongs to its last year.
	yearOfEra := (inEra - inEra/1460 + inEra/36524 - inEra/(daysPerEra-1)) / 365
	inYear := inEra - (365*yearOfEra + yearOfEra/4 - yearOfEra/100)
	march := (5*inYear + 2) / 153 // 0 is March; 153 days in five months
	date = inYear - (153*march+2)/5 + 1
	year = yearOfEra + era*400
	month = march + 2
	if month >= 12 {
		month -= 12
		year++
	}
	return year, month, date
}

// daysFromCivil is the day number of the first of a month, 0 <= month < 12.
func daysFromCivil(year, month int) int {
	march := month - 2
	if march < 0 {
		march += 12
		year--
	}
	era := floorDiv(year, 400)
	yearOfEra := year - era*400
	inYear := (153*march + 2) / 5
	return era*daysPerEra + yearOfEra*365 + yearOfEra/4 - yearOfEra/100 + inYear - epochDay
}

func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// Bounds beyond which MakeDay gives up; V8's. They keep the arithmetic in integers.
const (
	maxYear  = 1000000
	maxMonth = 10000000
)

// MakeDay returns the day number of a date whose parts need not be in range, as in Date.UTC: month 12 is January of the next
// year, day 0 the last of the month before. Parts are truncated; any that is not finite or far out of range gives NaN.
func MakeDay(year, month, date float64) float64 {
	year, month, date = math.Trunc(year), math.Trunc(month), math.Trunc(date)
	if !(math.Abs(year) <= maxYear) || !(math.Abs(month) <= maxMonth) || !isFinite(date) {
		return math.NaN()
	}
	years := floorDiv(int(month), 12)
	return float64(daysFromCivil(int(year)+years, int(month)-12*years)) + date - 1
}

// MakeTime returns the milliseconds of a time of day whose parts need not be in range. Parts are truncated; any that is not
// finite gives NaN.
func MakeTime(hour, minute, second, ms float64) float64 {
	if !isFinite(hour) || !isFinite(minute) || !isFinite(second) || !isFinite(ms) {
		return math.NaN()
	}
	return math.Trunc(hour)*msPerHour + math.Trunc(minute)*msPerMinute + math.Trunc(second)*msPerSecond + math.Trunc(ms)
}

// MakeDate joins a day number and the milliseconds within a day.
func MakeDate(day, time float64) float64 {
	t := day*MsPerDay + time
	if !isFinite(t) {
		return math.NaN()
	}
	return t
}

// TimeClip truncates t to whole milliseconds and gives NaN beyond MaxTime. It never returns -0.
func TimeClip(t float64) float64 {
	if !(math.Abs(t) <= MaxTime) {
		return math.NaN()
	}
	return math.Trunc(t) + 0
}

// MakeFullYear is the two-digit rule of the Date constructor, of Date.UTC and of setYear: 0 to 99 mean 1900 to 1999.
func MakeFullYear(year float64) float64 {
	if y := math.Trunc(year); 0 <= y && y <= 99 {
		return 1900 + y
	}
	return math.Trunc(year)
}

func isFinite(f float64) bool { return f-f == 0 }
