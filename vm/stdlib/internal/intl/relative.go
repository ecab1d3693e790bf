// This file defines RelativeTimeFormat.

package intl

import (
	"math"
	"strconv"
	"strings"
)

// RelativeOptions are the options of Intl.RelativeTimeFormat. A zero field was not given.
type RelativeOptions struct {
	Numeric string // always, auto
	Style   string // long, short, narrow
}

// RelativeTimeFormat formats relative times. It is immutable.
type RelativeTimeFormat struct {
	Locale  *Locale
	Options RelativeOptions // with defaults filled in

	number *NumberFormat
}

// NewRelativeTimeFormat checks the options.
func NewRelativeTimeFormat(l *Locale, o RelativeOptions) (*RelativeTimeFormat, error) {
	if err := choose("numeric", &o.Numeric, "always", "auto"); err != nil {
		return nil, err
	}
	if err := choose("style", &o.Style, "long", "short", "narrow"); err != nil {
		return nil, err
	}
	number, err := NewNumberFormat(l, NumberOptions{})
	return &RelativeTimeFormat{Locale: l, Options: o, number: number}, err
}

// Format returns the text of value units, such as "in 2 days". Units are second to year, also in the plural.
func (f *RelativeTimeFormat) Format(value float64, unit string) (string, error) {
	parts, err := f.FormatToParts(value, unit)
	return Join(parts), err
}

// FormatToParts returns the parts; those of the number carry the unit.
func (f *RelativeTimeFormat) FormatToParts(value float64, unit string) ([]Part, error) {
	singular := strings.TrimSuffix(unit, "s")
	switch singular {
	case "second", "minute", "hour", "day", "week", "month", "quarter", "year":
	default:
		return nil, rangeError("Invalid unit argument for format() '", quoteOption(unit), "'")
	}
	if value-value != 0 {
		return nil, rangeError("Invalid number value for Intl.RelativeTimeFormat.prototype.format()")
	}
	prefix := "rel." + f.Options.Style + "." + singular + "."
	if f.Options.Numeric == "auto" && math.Abs(value) <= 2 && math.Trunc(value) == value {
		if word := f.Locale.text(prefix, strconv.Itoa(int(value))); word != "" {
			return []Part{{Type: "literal", Value: word}}, nil
		}
	}
	key := prefix + "future"
	if math.Signbit(value) {
		key = prefix + "past"
	}
	r := f.number.render(decimalOf(math.Abs(value)))
	p := f.Locale.plural(key, f.number.pluralOf(r, 0))
	before, after, _ := strings.Cut(p, "{0}")
	var out []Part
	if before != "" {
		out = append(out, Part{Type: "literal", Value: before})
	}
	for _, part := range f.number.body(r, true) {
		part.Unit = singular
		out = append(out, part)
	}
	if after != "" {
		out = append(out, Part{Type: "literal", Value: after})
	}
	return out, nil
}
