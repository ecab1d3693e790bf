// This file holds the benchmarks of the package.

package intl

import "testing"

func BenchmarkIntl(b *testing.B) {
	l, _ := Resolve([]string{"en-US"})
	gb, _ := Resolve([]string{"en-GB"})
	digits := 2
	currency := NumberOptions{Style: "currency", Currency: "USD", Digits: DigitOptions{MaximumFractionDigits: &digits}}
	number, _ := NewNumberFormat(l, NumberOptions{})
	money, _ := NewNumberFormat(l, currency)
	date, _ := NewDateTimeFormat(l, DateOptions{Year: "numeric", Month: "short", Day: "numeric", Hour: "numeric", Minute: "2-digit"}, AnyDate)
	plural, _ := NewPluralRules(l, "cardinal", DigitOptions{})
	relative, _ := NewRelativeTimeFormat(l, RelativeOptions{})
	for _, c := range []struct {
		name string
		run  func()
	}{
		{"Resolve", func() { Resolve([]string{"en-US"}) }},
		{"NewNumberFormat", func() { NewNumberFormat(l, NumberOptions{}) }},
		{"NewNumberFormat/currency", func() { NewNumberFormat(l, currency) }},
		{"Number", func() { number.Format(1234567.891) }},
		{"Number/parts", func() { number.FormatToParts(1234567.891) }},
		{"Number/currency", func() { money.Format(1234567.891) }},
		{"NewDateTimeFormat", func() { NewDateTimeFormat(l, DateOptions{}, AnyDate) }},
		{"NewDateTimeFormat/en-GB", func() { NewDateTimeFormat(gb, DateOptions{}, AnyDate) }},
		{"NewDateTimeFormat/style", func() { NewDateTimeFormat(l, DateOptions{DateStyle: "medium"}, AnyDate) }},
		{"Date", func() { date.Format(1705314030123) }},
		{"Plural", func() { plural.Select(3) }},
		{"Relative", func() { relative.Format(-3, "day") }},
		{"DateRange", func() { date.FormatRange(1705314030123, 1705414030123) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.run()
			}
		})
	}
}
