// This file defines the options of Intl.NumberFormat and how the digits to print follow from them.

package intl

import (
	"slices"
	"strconv"
	"strings"
)

// NumberOptions are the options of Intl.NumberFormat and of Number.prototype.toLocaleString. A zero field was not given.
type NumberOptions struct {
	Style           string // decimal, percent, currency, unit
	Currency        string
	CurrencyDisplay string // symbol, narrowSymbol, code, name
	CurrencySign    string // standard, accounting
	Unit            string
	UnitDisplay     string // short, narrow, long
	Notation        string // standard, scientific, engineering, compact
	CompactDisplay  string // short, long
	SignDisplay     string // auto, always, never, exceptZero, negative
	UseGrouping     string // auto, always, min2, false
	Digits          DigitOptions
}

// DigitOptions are the digit options that NumberFormat and PluralRules share. The counts are given as pointers, because
// zero is a count.
type DigitOptions struct {
	MinimumIntegerDigits     *int
	MinimumFractionDigits    *int
	MaximumFractionDigits    *int
	MinimumSignificantDigits *int
	MaximumSignificantDigits *int
	RoundingIncrement        *int
	RoundingMode             string // halfExpand and the eight others
	RoundingPriority         string // auto, morePrecision, lessPrecision
	TrailingZeroDisplay      string // auto, stripIfInteger
}

// ResolvedDigits are the digit options after defaults. Which of the two groups is meant is told by Rounding.
type ResolvedDigits struct {
	MinimumIntegerDigits     int
	MinimumFractionDigits    int
	MaximumFractionDigits    int
	MinimumSignificantDigits int
	MaximumSignificantDigits int
	RoundingIncrement        int
	RoundingMode             string
	RoundingPriority         string
	TrailingZeroDisplay      string
	Rounding                 Rounding
}

// Rounding says which digit options apply.
type Rounding uint8

const (
	FractionDigits Rounding = iota
	SignificantDigits
	MorePrecision
	LessPrecision
)

// maxDigits is the upper bound of the fraction digit options; significant digits go up to 21.
const maxDigits = 100

var (
	roundingModes      = []string{"halfExpand", "ceil", "floor", "expand", "trunc", "halfCeil", "halfFloor", "halfTrunc", "halfEven"}
	roundingIncrements = []int{1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000}
)

// choose sets an option to its default, the first of the allowed values, if it was not given.
func choose(name string, value *string, allowed ...string) error {
	if *value == "" {
		*value = allowed[0]
	}
	if !slices.Contains(allowed, *value) {
		return rangeError("Value ", quoteOption(*value), " out of range for options property ", name)
	}
	return nil
}

func quoteOption(s string) string {
	if len(s) > 60 {
		s = s[:60] + "…"
	}
	return s
}

// inRange returns the given count or the default.
func inRange(name string, given *int, low, high, fallback int) (int, error) {
	if given == nil {
		return fallback, nil
	}
	if *given < low || *given > high {
		return 0, rangeError(name, " value is out of range.")
	}
	return *given, nil
}

// resolve is SetNumberFormatDigitOptions of ECMA-402.
func (o DigitOptions) resolve(minFraction, maxFraction int, compact bool) (r ResolvedDigits, err error) {
	r.RoundingMode, r.RoundingPriority, r.TrailingZeroDisplay = o.RoundingMode, o.RoundingPriority, o.TrailingZeroDisplay
	if r.MinimumIntegerDigits, err = inRange("minimumIntegerDigits", o.MinimumIntegerDigits, 1, 21, 1); err != nil {
		return r, err
	}
	if r.RoundingIncrement, err = inRange("roundingIncrement", o.RoundingIncrement, 1, 5000, 1); err != nil {
		return r, err
	}
	if !slices.Contains(roundingIncrements, r.RoundingIncrement) {
		return r, rangeError("roundingIncrement value is out of range.")
	}
	if err := choose("roundingMode", &r.RoundingMode, roundingModes...); err != nil {
		return r, err
	}
	if err := choose("roundingPriority", &r.RoundingPriority, "auto", "morePrecision", "lessPrecision"); err != nil {
		return r, err
	}
	if err := choose("trailingZeroDisplay", &r.TrailingZeroDisplay, "auto", "stripIfInteger"); err != nil {
		return r, err
	}
	if r.RoundingIncrement != 1 {
		maxFraction = minFraction
	}
	hasSignificant := o.MinimumSignificantDigits != nil || o.MaximumSignificantDigits != nil
	hasFraction := o.MinimumFractionDigits != nil || o.MaximumFractionDigits != nil
	needSignificant, needFraction := true, true
	if r.RoundingPriority == "auto" {
		needSignificant = hasSignificant
		needFraction = !hasSignificant && (hasFraction || !compact)
	}
	r.MinimumSignificantDigits, r.MaximumSignificantDigits = 1, 21
	if needSignificant && hasSignificant {
		if r.MinimumSignificantDigits, err = inRange("minimumSignificantDigits", o.MinimumSignificantDigits, 1, 21, 1); err != nil {
			return r, err
		}
		if r.MaximumSignificantDigits, err = inRange("maximumSignificantDigits", o.MaximumSignificantDigits, r.MinimumSignificantDigits, 21, 21); err != nil {
			return r, err
		}
	}
	if needFraction {
		if err := r.resolveFraction(o, minFraction, maxFraction); err != nil {
			return r, err
		}
	}
	return r, r.chooseRounding(needSignificant, needFraction, hasSignificant)
}

func (r *ResolvedDigits) resolveFraction(o DigitOptions, minDefault, maxDefault int) (err error) {
	low, high := o.MinimumFractionDigits, o.MaximumFractionDigits
	if r.MinimumFractionDigits, err = inRange("minimumFractionDigits", low, 0, maxDigits, minDefault); err != nil {
		return err
	}
	if r.MaximumFractionDigits, err = inRange("maximumFractionDigits", high, 0, maxDigits, maxDefault); err != nil {
		return err
	}
	switch {
	case low == nil && high != nil:
		r.MinimumFractionDigits = min(minDefault, r.MaximumFractionDigits)
	case low != nil && high == nil:
		r.MaximumFractionDigits = max(maxDefault, r.MinimumFractionDigits)
	case r.MinimumFractionDigits > r.MaximumFractionDigits:
		return rangeError("maximumFractionDigits value is out of range.")
	}
	return nil
}

func (r *ResolvedDigits) chooseRounding(needSignificant, needFraction, hasSignificant bool) error {
	switch {
	case !needSignificant && !needFraction: // compact notation without digit options
		r.MaximumSignificantDigits = 2
		r.Rounding = MorePrecision
		r.RoundingPriority = "morePrecision"
	case r.RoundingPriority == "morePrecision":
		r.Rounding = MorePrecision
	case r.RoundingPriority == "lessPrecision":
		r.Rounding = LessPrecision
	case hasSignificant:
		r.Rounding = SignificantDigits
	}
	if r.RoundingIncrement == 1 {
		return nil
	}
	if r.Rounding != FractionDigits {
		return typeError("roundingIncrement is only allowed with fraction digits")
	}
	if r.MinimumFractionDigits != r.MaximumFractionDigits {
		return rangeError("roundingIncrement needs equal minimumFractionDigits and maximumFractionDigits")
	}
	return nil
}

// apply rounds d and returns the least number of fraction digits to print.
func (r *ResolvedDigits) apply(d *decimal) (minFraction int) {
	if d.nan || d.infinite {
		return 0
	}
	significant := r.Rounding == SignificantDigits
	if r.Rounding >= MorePrecision {
		// Whichever rounds at the smaller power of ten is the more precise.
		s := r.MaximumSignificantDigits - d.exp
		significant = (s > r.MaximumFractionDigits) == (r.Rounding == MorePrecision)
	}
	if significant {
		d.round(r.MaximumSignificantDigits-d.exp, r.RoundingMode)
		minFraction = max(r.MinimumSignificantDigits-d.exp, 0)
		if d.isZero() {
			minFraction = r.MinimumSignificantDigits - 1
		}
	} else {
		d.roundTo(r.RoundingIncrement, r.MaximumFractionDigits, r.RoundingMode)
		minFraction = r.MinimumFractionDigits
	}
	if r.TrailingZeroDisplay == "stripIfInteger" && len(d.digits) <= d.exp {
		minFraction = 0
	}
	return minFraction
}

// check validates the options and fills in defaults.
func (o *NumberOptions) check() error {
	if err := choose("style", &o.Style, "decimal", "percent", "currency", "unit"); err != nil {
		return err
	}
	if o.Currency != "" && (len(o.Currency) != 3 || !alphabetic(o.Currency)) {
		return rangeError("Invalid currency code : ", quoteOption(o.Currency))
	}
	o.Currency = strings.ToUpper(o.Currency)
	if o.Style == "currency" && o.Currency == "" {
		return typeError("Currency code is required with currency style.")
	}
	if o.Unit != "" && !sanctioned(o.Unit) {
		return rangeError("Invalid unit argument for Intl.NumberFormat() '", quoteOption(o.Unit), "'")
	}
	if o.Style == "unit" && o.Unit == "" {
		return typeError("Unit is required with unit style.")
	}
	for _, c := range []struct {
		name    string
		value   *string
		allowed []string
	}{
		{"currencyDisplay", &o.CurrencyDisplay, []string{"symbol", "narrowSymbol", "code", "name"}},
		{"currencySign", &o.CurrencySign, []string{"standard", "accounting"}},
		{"unitDisplay", &o.UnitDisplay, []string{"short", "narrow", "long"}},
		{"notation", &o.Notation, []string{"standard", "scientific", "engineering", "compact"}},
		{"compactDisplay", &o.CompactDisplay, []string{"short", "long"}},
		{"signDisplay", &o.SignDisplay, []string{"auto", "always", "never", "exceptZero", "negative"}},
	} {
		if err := choose(c.name, c.value, c.allowed...); err != nil {
			return err
		}
	}
	if o.UseGrouping == "" && o.Notation == "compact" {
		o.UseGrouping = "min2"
	}
	return choose("useGrouping", &o.UseGrouping, "auto", "always", "min2", "false")
}

const sanctionedUnits = " acre bit byte celsius centimeter day degree fahrenheit fluid-ounce foot gallon gigabit gigabyte gram hectare hour inch kilobit kilobyte kilogram kilometer liter megabit megabyte meter microsecond mile mile-scandinavian milliliter millimeter millisecond minute month nanosecond ounce percent petabyte pound second stone terabit terabyte week yard year "

// sanctioned reports whether unit is one of ECMA-402's units or the quotient of two.
func sanctioned(unit string) bool {
	simple := func(s string) bool { return !strings.Contains(s, " ") && strings.Contains(sanctionedUnits, " "+s+" ") }
	over, under, compound := strings.Cut(unit, "-per-")
	return simple(unit) || compound && simple(over) && simple(under)
}

// currencyDigits is the number of fraction digits of a currency.
func currencyDigits(code string) int {
	if digits, ok := find(dataCurrencies, code); ok {
		n, _ := strconv.Atoi(digits)
		return n
	}
	return 2
}
