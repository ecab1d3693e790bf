// This file holds the tests of the calendar arithmetic against package time and of the text forms.

package datetime

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

func TestFields(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	check := func(ms int64) {
		got := FieldsOf(float64(ms))
		want := time.UnixMilli(ms).UTC()
		y, m, d := want.Date()
		if got.Year != y || got.Month != int(m)-1 || got.Day != d || got.Weekday != int(want.Weekday()) ||
			got.Hour != want.Hour() || got.Minute != want.Minute() || got.Second != want.Second() || got.Millisecond != want.Nanosecond()/1e6 {
			t.Fatalf("FieldsOf(%d) = %+v, want %v", ms, got, want)
		}
		day := MakeDay(float64(got.Year), float64(got.Month), float64(got.Day))
		clock := MakeTime(float64(got.Hour), float64(got.Minute), float64(got.Second), float64(got.Millisecond))
		if back := MakeDate(day, clock); back != float64(ms) || day != Day(float64(ms)) || clock != TimeWithinDay(float64(ms)) {
			t.Fatalf("%d is put together as %v", ms, back)
		}
		if text := FormatISO(float64(ms)); Parse(text) != float64(ms) {
			t.Fatalf("%q reads back as %v, not %d", text, Parse(text), ms)
		}
		if text := FormatUTC(float64(ms)); got.Year > 99 && Parse(text) != float64(ms-int64(got.Millisecond)) {
			t.Fatalf("%q reads back as %v, not %d", text, Parse(text), ms)
		}
	}
	const limit = int64(MaxTime)
	for _, ms := range []int64{0, -1, 1, limit, -limit, limit - 1, -62135596800000, -62167219200000, 951782400000, 951868800000} {
		check(ms)
	}
	for day := int64(-800 * 366); day < 800*366; day++ { // two full eras around the epoch, day by day
		check(day * MsPerDay)
	}
	for range 100000 {
		check(rnd.Int64N(2*limit+1) - limit)
	}
}

func TestMakeOutOfRange(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		got, want float64
	}{
		{MakeDay(2024, 12, 1), MakeDay(2025, 0, 1)},
		{MakeDay(2024, -1, 1), MakeDay(2023, 11, 1)},
		{MakeDay(2024, -13, 1), MakeDay(2022, 11, 1)},
		{MakeDay(2024, 2, 0), MakeDay(2024, 1, 29)},
		{MakeDay(2024.9, 1.9, 1.9), MakeDay(2024, 1, 1)},
		{MakeDay(nan, 0, 1), nan},
		{MakeDay(2024, inf, 1), nan},
		{MakeDay(2024, 0, -inf), nan},
		{MakeDay(1e9, 0, 1), nan},
		{MakeDay(2024, 1e300, 1), nan},
		{MakeTime(24, 0, 0, 0), MsPerDay},
		{MakeTime(0, -1, 61, 1000.9), 2000},
		{MakeTime(0, 0, nan, 0), nan},
		{MakeDate(1e305, 1e305), nan},
		{MakeDate(nan, 0), nan},
		{TimeClip(MaxTime), MaxTime},
		{TimeClip(MaxTime + 1), nan},
		{TimeClip(-inf), nan},
		{TimeClip(1.9), 1},
		{TimeClip(-1.9), -1},
		{MakeFullYear(0), 1900},
		{MakeFullYear(99.9), 1999},
		{MakeFullYear(-0.5), 1900},
		{MakeFullYear(100), 100},
		{MakeFullYear(-1), -1},
	} {
		if c.got != c.want && !(c.got != c.got && c.want != c.want) {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
	if math.Signbit(TimeClip(math.Copysign(0, -1))) {
		t.Error("TimeClip keeps the sign of -0")
	}
}

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		ms                   float64
		iso, utc, day, clock string
	}{
		{0, "1970-01-01T00:00:00.000Z", "Thu, 01 Jan 1970 00:00:00 GMT", "Thu Jan 01 1970", "00:00:00 GMT+0000 (Coordinated Universal Time)"},
		{1709212455016, "2024-02-29T13:14:15.016Z", "Thu, 29 Feb 2024 13:14:15 GMT", "Thu Feb 29 2024", "13:14:15 GMT+0000 (Coordinated Universal Time)"},
		{-62198755200000, "-000001-01-01T00:00:00.000Z", "Fri, 01 Jan -0001 00:00:00 GMT", "Fri Jan 01 -0001", "00:00:00 GMT+0000 (Coordinated Universal Time)"},
		{-62104060800000, "0002-01-01T00:00:00.000Z", "Tue, 01 Jan 0002 00:00:00 GMT", "Tue Jan 01 0002", "00:00:00 GMT+0000 (Coordinated Universal Time)"},
		{MaxTime, "+275760-09-13T00:00:00.000Z", "Sat, 13 Sep 275760 00:00:00 GMT", "Sat Sep 13 275760", "00:00:00 GMT+0000 (Coordinated Universal Time)"},
	} {
		if got := FormatISO(c.ms); got != c.iso {
			t.Errorf("FormatISO(%v) = %q, want %q", c.ms, got, c.iso)
		}
		if got := FormatUTC(c.ms); got != c.utc {
			t.Errorf("FormatUTC(%v) = %q, want %q", c.ms, got, c.utc)
		}
		if got := FormatDay(c.ms); got != c.day {
			t.Errorf("FormatDay(%v) = %q, want %q", c.ms, got, c.day)
		}
		if got := FormatClock(c.ms); got != c.clock {
			t.Errorf("FormatClock(%v) = %q, want %q", c.ms, got, c.clock)
		}
	}
}
