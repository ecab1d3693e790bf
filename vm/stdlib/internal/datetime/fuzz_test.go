// This file defines the fuzz target of Date.parse and of the calendar arithmetic.

package datetime

import (
	"math"
	"testing"
)

// FuzzDate parses any text; what is a date must be in range, be whole milliseconds and survive its ISO form. The
// numbers go through the arithmetic the setters use.
func FuzzDate(f *testing.F) {
	for _, s := range []string{"", "2024-01-15T10:20:30.123Z", "Mon, 15 Jan 2024 10:20:30 GMT", "1/15/2024 3:30 PM", "Jan 5", "+275760-09-13", "(x(y)) 10:: 1 1", "2024-01-15 10:20 GMT+5:30", "T24:00\x00"} {
		f.Add(s, 0.5, 11.0)
	}
	f.Fuzz(func(t *testing.T, s string, a, b float64) {
		times := []float64{Parse(s), TimeClip(a), TimeClip(MakeDate(MakeDay(a, b, a), MakeTime(b, a, b, a)))}
		for _, v := range times {
			if v != v {
				continue
			}
			if math.Abs(v) > MaxTime || math.Trunc(v) != v || v == 0 && math.Signbit(v) {
				t.Fatalf("%q or (%v, %v) gives the time value %v", s, a, b, v)
			}
			if text := FormatISO(v); Parse(text) != v {
				t.Fatalf("%v prints as %q, which is %v", v, text, Parse(text))
			}
			fields := FieldsOf(v)
			if day := MakeDay(float64(fields.Year), float64(fields.Month), float64(fields.Day)); day != Day(v) {
				t.Fatalf("%v is in day %v, its fields in day %v", v, Day(v), day)
			}
			FormatUTC(v)
			FormatDay(v)
		}
	})
}
