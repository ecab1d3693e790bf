// This file holds the tests of options that are refused, and of those that are filled in.

package intl

import (
	"errors"
	"strings"
	"testing"
)

func TestRefusedOptions(t *testing.T) {
	l, _ := Resolve(nil)
	count := func(n int) *int { return &n }
	number := func(o NumberOptions) error { _, err := NewNumberFormat(l, o); return err }
	date := func(o DateOptions, d DateDefaults) error { _, err := NewDateTimeFormat(l, o, d); return err }
	for _, c := range []struct {
		err  error
		name string
		text string // a part of the message
	}{
		{number(NumberOptions{Style: "money"}), "RangeError", "style"},
		{number(NumberOptions{Style: "currency"}), "TypeError", "Currency code is required"},
		{number(NumberOptions{Style: "currency", Currency: "EURO"}), "RangeError", "EURO"},
		{number(NumberOptions{Currency: "E1R"}), "RangeError", "E1R"},
		{number(NumberOptions{Style: "unit"}), "TypeError", "Unit is required"},
		{number(NumberOptions{Style: "unit", Unit: "parsec"}), "RangeError", "parsec"},
		{number(NumberOptions{Style: "unit", Unit: "meter-per-"}), "RangeError", "meter-per-"},
		{number(NumberOptions{Style: "unit", Unit: strings.Repeat("x", 1<<20)}), "RangeError", "…"},
		{number(NumberOptions{Notation: "short"}), "RangeError", "notation"},
		{number(NumberOptions{UseGrouping: "sometimes"}), "RangeError", "useGrouping"},
		{number(NumberOptions{Digits: DigitOptions{MinimumIntegerDigits: count(0)}}), "RangeError", "minimumIntegerDigits"},
		{number(NumberOptions{Digits: DigitOptions{MaximumFractionDigits: count(101)}}), "RangeError", "maximumFractionDigits"},
		{number(NumberOptions{Digits: DigitOptions{MinimumFractionDigits: count(3), MaximumFractionDigits: count(2)}}), "RangeError", "maximumFractionDigits"},
		{number(NumberOptions{Digits: DigitOptions{MaximumSignificantDigits: count(22)}}), "RangeError", "maximumSignificantDigits"},
		{number(NumberOptions{Digits: DigitOptions{MinimumSignificantDigits: count(5), MaximumSignificantDigits: count(4)}}), "RangeError", "maximumSignificantDigits"},
		{number(NumberOptions{Digits: DigitOptions{RoundingIncrement: count(3)}}), "RangeError", "roundingIncrement"},
		{number(NumberOptions{Digits: DigitOptions{RoundingIncrement: count(5), MaximumSignificantDigits: count(2)}}), "TypeError", "roundingIncrement"},
		{number(NumberOptions{Digits: DigitOptions{RoundingMode: "bankers"}}), "RangeError", "roundingMode"},
		{date(DateOptions{TimeZone: "Europe/Berlin"}, AnyDate), "RangeError", "only UTC"},
		{date(DateOptions{Month: "medium"}, AnyDate), "RangeError", "month"},
		{date(DateOptions{FractionalSecondDigits: 4}, AnyDate), "RangeError", "fractionalSecondDigits"},
		{date(DateOptions{HourCycle: "h25"}, AnyDate), "RangeError", "hourCycle"},
		{date(DateOptions{DateStyle: "tiny"}, AnyDate), "RangeError", "dateStyle"},
		{date(DateOptions{DateStyle: "short", Year: "numeric"}, AnyDate), "TypeError", "dateStyle"},
		{date(DateOptions{TimeStyle: "short"}, DateDate), "TypeError", "timeStyle"},
		{date(DateOptions{DateStyle: "short"}, TimeTime), "TypeError", "dateStyle"},
		{second(NewPluralRules(l, "nominal", DigitOptions{})), "RangeError", "type"},
		{second(NewRelativeTimeFormat(l, RelativeOptions{Numeric: "never"})), "RangeError", "numeric"},
		{second(NewListFormat(l, ListOptions{Style: "wide"})), "RangeError", "style"},
		{second(NewCollator([]string{"en"}, CollatorOptions{Sensitivity: "none"})), "RangeError", "sensitivity"},
		{second(NewCollator([]string{"e"}, CollatorOptions{})), "RangeError", "e"},
		{second(NewCollator(nil, CollatorOptions{CaseFirst: "title"})), "RangeError", "caseFirst"},
		{second(NewSegmenter(l, "line")), "RangeError", "granularity"},
		{second(Resolve([]string{"en_US"})), "RangeError", "en_US"},
		{second(Resolve([]string{strings.Repeat("a-", 1000)})), "RangeError", "…"},
		{second(SupportedLocales([]string{"1"})), "RangeError", "1"},
	} {
		var e *Error
		if !errors.As(c.err, &e) || e.Name != c.name || !strings.Contains(e.Message, c.text) || len(e.Message) > 250 {
			t.Errorf("got %.200v, want a %s about %s", c.err, c.name, c.text)
		}
	}
	f, _ := NewRelativeTimeFormat(l, RelativeOptions{})
	for _, c := range []struct {
		value float64
		unit  string
	}{{1, "fortnight"}, {1 / zero, "day"}, {zero / zero, "day"}} {
		if text, err := f.Format(c.value, c.unit); err == nil {
			t.Errorf("%v %s is formatted as %q", c.value, c.unit, text)
		}
	}
}

var zero float64

func second[T any](_ T, err error) error { return err }

func TestResolved(t *testing.T) {
	for requested, want := range map[string]string{
		"de-CH": "de-CH", "de-LI": "de-LI", "de-1996-u-co-phonebk": "de", "tlh": "en-US", "zh-Hant": "en-US", "zh-Hans-CN": "zh-Hans-CN", "EN-gb": "en-GB", "iw": "en-US",
	} {
		if l, err := Resolve([]string{requested}); err != nil || l.Tag != want {
			t.Errorf("%s resolves to %v, %v, want %s", requested, l, err, want)
		}
	}
	if l, err := Resolve([]string{"tlh", "fr-BE"}); err != nil || l.Tag != "fr-BE" {
		t.Errorf("the second choice is not taken: %v, %v", l, err)
	}
	supported, err := SupportedLocales([]string{"tlh", "fr", "de-AT", "FR", "zh-TW"})
	if strings.Join(supported, " ") != "fr de-AT" || err != nil {
		t.Errorf("supported are %v, %v", supported, err)
	}
	// Keywords of the locale count unless an option says otherwise.
	l, _ := Resolve([]string{"en-US-u-hc-h23"})
	f, _ := NewDateTimeFormat(l, DateOptions{TimeStyle: "short"}, AnyDate)
	if got := f.Format(fieldsOf(1705353030123)); got != "21:10" || f.Options.HourCycle != "h23" {
		t.Errorf("keyword hc: %q, %q", got, f.Options.HourCycle)
	}
	c, _ := NewCollator([]string{"en-u-kn-kf-upper"}, CollatorOptions{})
	if compare(t, c, "a2", "a10") != -1 || compare(t, c, "a", "A") != 1 || !c.Numeric || c.Options.CaseFirst != "upper" {
		t.Errorf("keywords kn and kf have no effect: %+v", c)
	}
	no := false
	if c, _ = NewCollator([]string{"en-u-kn"}, CollatorOptions{Numeric: &no}); c.Numeric {
		t.Error("the option numeric has no effect")
	}
	// A time of day on a clock that the locale does not use: midnight is 0 on 24 hours and 12 on 12, whatever hour12 replaces.
	yes := true
	for hour12, want := range map[*bool]string{&yes: "12 AM", &no: "00"} {
		l, _ := Resolve([]string{"en-US"})
		f, _ := NewDateTimeFormat(l, DateOptions{Hour: "numeric", Hour12: hour12}, AnyDate)
		if got := f.Format(fieldsOf(0)); got != want {
			t.Errorf("hour12 %v: %q, want %q", *hour12, got, want)
		}
	}
	n, _ := NewNumberFormat(l, NumberOptions{Style: "currency", Currency: "jpy"})
	if n.Options.Currency != "JPY" || n.Digits.MaximumFractionDigits != 0 || n.Options.CurrencyDisplay != "symbol" || n.Digits.RoundingMode != "halfExpand" {
		t.Errorf("options are not filled in: %+v %+v", n.Options, n.Digits)
	}
	if got := n.FormatInteger("-123456789012345678901234567890"); got != "-¥123,456,789,012,345,678,901,234,567,890" {
		t.Errorf("a long integer is %q", got)
	}
	if got := Join(n.FormatIntegerToParts("1000")); got != "¥1,000" {
		t.Errorf("the parts of an integer give %q", got)
	}
}
