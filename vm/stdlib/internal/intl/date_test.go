// This file holds the tests of DateTimeFormat against Node.

package intl

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/neurocode-ai/codemode/vm/stdlib/internal/datetime"
)

func dateOptions(raw map[string]any) DateOptions {
	text := func(name string) string { s, _ := raw[name].(string); return s }
	o := DateOptions{
		HourCycle: text("hourCycle"), Weekday: text("weekday"), Era: text("era"), Year: text("year"), Month: text("month"), Day: text("day"),
		DayPeriod: text("dayPeriod"), Hour: text("hour"), Minute: text("minute"), Second: text("second"),
		TimeZoneName: text("timeZoneName"), DateStyle: text("dateStyle"), TimeStyle: text("timeStyle"),
	}
	if n, ok := raw["fractionalSecondDigits"].(float64); ok {
		o.FractionalSecondDigits = int(n)
	}
	if b, ok := raw["hour12"].(bool); ok {
		o.Hour12 = &b
	}
	return o
}

func fieldsOf(t float64) Fields { return Fields(datetime.FieldsOf(t)) }

// dateLine is a line of testdata/date.jsonl.
type dateLine struct {
	Kind, Locale, Parts string
	Times               []float64
	Options             map[string]any
	Texts               []string
}

func TestDateTimeFormat(t *testing.T) {
	var times, ends []float64
	total, wrong := 0, 0
	compare := func(c *dateLine, what any, got, want string) {
		if total++; got != want {
			wrong++
			t.Errorf("%s %s %v %v: got %q, want %q", c.Kind, c.Locale, c.Options, what, got, want)
		}
	}
	readGolden(t, "testdata/date.jsonl", func(text []byte) {
		var c dateLine
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatal(err)
		}
		defaults := []DateDefaults{AnyDate}
		switch c.Kind {
		case "":
			times = c.Times
			return
		case "ends":
			ends = c.Times
			return
		case "methods":
			defaults = []DateDefaults{AnyAll, DateDate, TimeTime}
		}
		l, err := Resolve([]string{c.Locale})
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range c.Texts {
			f, err := NewDateTimeFormat(l, dateOptions(c.Options), defaults[min(i, len(defaults)-1)])
			if err != nil {
				t.Fatalf("%s %v: %v", c.Locale, c.Options, err)
			}
			var got string
			switch c.Kind {
			case "format":
				got = f.Format(fieldsOf(times[i]))
			case "methods":
				got = f.Format(fieldsOf(times[0]))
			case "range":
				got = f.FormatRange(fieldsOf(min(ends[0], ends[i+1])), fieldsOf(max(ends[0], ends[i+1])))
			}
			compare(&c, i, got, want)
		}
		if c.Parts == "" {
			return
		}
		f, _ := NewDateTimeFormat(l, dateOptions(c.Options), AnyDate)
		var parts []Part
		if c.Kind == "range" {
			parts = f.FormatRangeToParts(fieldsOf(ends[0]), fieldsOf(ends[7]))
		} else {
			parts = f.FormatToParts(fieldsOf(times[0]))
		}
		var got []string
		for _, p := range parts {
			s := p.Type + "=" + p.Value
			if p.Source != "" {
				s += "(" + p.Source + ")"
			}
			got = append(got, s)
		}
		compare(&c, "parts", strings.Join(got, "|"), c.Parts)
	})
	t.Logf("%d of %d texts are equal", total-wrong, total)
}
