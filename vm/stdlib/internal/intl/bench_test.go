// This file holds the benchmarks of the package.

package intl

import (
	"strings"
	"testing"
)

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
		{"Date", func() { date.Format(fieldsOf(1705314030123)) }},
		{"Plural", func() { plural.Select(3) }},
		{"Relative", func() { relative.Format(-3, "day") }},
		{"DateRange", func() { date.FormatRange(fieldsOf(1705314030123), fieldsOf(1705414030123)) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.run()
			}
		})
	}
}

func BenchmarkText(b *testing.B) {
	collator, _ := NewCollator(nil, CollatorOptions{})
	numeric := true
	natural, _ := NewCollator(nil, CollatorOptions{Numeric: &numeric})
	mixed := strings.Repeat("Größe naïve Ωmega 漢字 ", 40)
	for _, c := range []struct {
		name string
		size int
		run  func()
	}{
		{"NewCollator", 0, func() { NewCollator(nil, CollatorOptions{}) }},
		{"Compare/ascii", 0, func() { collator.Compare("Invoice 0012", "invoice 0013", nil) }},
		{"Compare/numeric", 0, func() { natural.Compare("Invoice 9", "invoice 13", nil) }},
		{"Compare/mixed", 0, func() { collator.Compare("größer", "grosser", nil) }},
		{"Compare/long", len(mixed), func() { collator.Compare(mixed+"a", mixed+"b", nil) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(c.size))
			for b.Loop() {
				c.run()
			}
		})
	}
}
