// This file defines NumberFormat: from a rounded decimal to its parts.

package intl

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Part is an element of formatToParts.
type Part struct {
	Type   string
	Value  string
	Source string // of ranges: startRange, endRange or shared
	Unit   string // of relative times: the unit of a number
}

// Join returns the text of parts.
func Join(parts []Part) string {
	if len(parts) == 1 {
		return parts[0].Value
	}
	n := 0
	for i := range parts {
		n += len(parts[i].Value)
	}
	var b strings.Builder
	b.Grow(n)
	for i := range parts {
		b.WriteString(parts[i].Value)
	}
	return b.String()
}

// NumberFormat formats numbers of one locale and set of options. It is immutable.
type NumberFormat struct {
	Locale  *Locale
	Options NumberOptions  // with defaults filled in
	Digits  ResolvedDigits // likewise

	decimal, group, minus, plus, percent string
	primary, secondary, minGrouping      int
	positive, negative                   pattern // affixes around the number
	symbol                               string  // of the currency
}

// pattern is what stands around the digits.
type pattern struct{ prefix, suffix string }

// NewNumberFormat checks the options. It takes a few microseconds.
func NewNumberFormat(l *Locale, o NumberOptions) (*NumberFormat, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	minFraction, maxFraction := 0, 3
	switch {
	case o.Style == "percent":
		maxFraction = 0
	case o.Style == "currency" && o.Notation == "standard":
		minFraction = currencyDigits(o.Currency)
		maxFraction = minFraction
	case o.Style == "currency":
		maxFraction = 0
	}
	digits, err := o.Digits.resolve(minFraction, maxFraction, o.Notation == "compact")
	if err != nil {
		return nil, err
	}
	f := &NumberFormat{Locale: l, Options: o, Digits: digits}
	f.loadSymbols()
	f.loadPattern()
	return f, nil
}

func (f *NumberFormat) loadSymbols() {
	l := f.Locale
	f.decimal, f.group = l.text("num.decimal"), l.text("num.group")
	f.minus, f.plus, f.percent = l.text("num.minus"), l.text("num.plus"), l.text("num.percent")
	if f.Options.Style == "currency" {
		if s := l.text("num.currency.decimal"); s != "" {
			f.decimal = s
		}
		if s := l.text("num.currency.group"); s != "" {
			f.group = s
		}
		f.symbol = f.currencySymbol()
	}
	switch f.Options.UseGrouping {
	case "auto":
		f.minGrouping, _ = strconv.Atoi(l.text("num.mingroup"))
	case "min2":
		f.minGrouping, _ = strconv.Atoi(l.text("num.mingroup"))
		f.minGrouping = max(f.minGrouping, 2)
	case "always":
		f.minGrouping = 1
	}
}

func (f *NumberFormat) currencySymbol() string {
	code := f.Options.Currency
	switch f.Options.CurrencyDisplay {
	case "code", "name":
		return code
	case "narrowSymbol":
		if s := f.Locale.text("cur.", code, ".narrow"); s != "" {
			return s
		}
	}
	if s := f.Locale.text("cur.", code); s != "" {
		return s
	}
	return code
}

// loadPattern reads a pattern such as "¤#,##0.00;(¤#,##0.00)" into affixes and group sizes.
func (f *NumberFormat) loadPattern() {
	key := "pat.decimal"
	switch {
	case f.percentAsUnit():
	case f.Options.Style == "percent":
		key = "pat.percent"
	case f.Options.Style == "currency" && f.Options.CurrencyDisplay != "name":
		key = "pat.currency"
		if f.Options.CurrencySign == "accounting" {
			key = "pat.accounting"
		}
	}
	text := f.Locale.text(key)
	positive, negative, two := strings.Cut(text, ";")
	f.positive = affixes(positive)
	if two {
		f.negative = affixes(negative)
	} else {
		f.negative = pattern{"-" + f.positive.prefix, f.positive.suffix}
	}
	// Groups count from the point: #,##,##0 has a primary group of three and secondary ones of two.
	body, _, _ := strings.Cut(numberBody(positive), ".")
	groups := strings.Split(body, ",")
	n := len(groups)
	if n > 1 {
		f.primary = len(groups[n-1])
		f.secondary = f.primary
	}
	if n > 2 {
		f.secondary = len(groups[n-2])
	}
}

const numberChars = "#0,."

func affixes(text string) pattern {
	start := strings.IndexAny(text, numberChars)
	end := strings.LastIndexAny(text, numberChars) + 1
	return pattern{text[:start], text[end:]}
}

func numberBody(text string) string {
	p := affixes(text)
	return text[len(p.prefix) : len(text)-len(p.suffix)]
}

// Format returns the text of x.
func (f *NumberFormat) Format(x float64) string { return Join(f.parts(decimalOf(x), false)) }

// FormatInteger returns the text of an integer given as decimal digits with an optional minus sign (BigInt).
func (f *NumberFormat) FormatInteger(s string) string {
	return Join(f.parts(decimalOfInteger(s), false))
}

// FormatToParts returns the parts of x.
func (f *NumberFormat) FormatToParts(x float64) []Part { return f.parts(decimalOf(x), true) }

// FormatIntegerToParts is FormatToParts of an integer given as digits.
func (f *NumberFormat) FormatIntegerToParts(s string) []Part {
	return f.parts(decimalOfInteger(s), true)
}

// rendered is a number on its way to text.
type rendered struct {
	decimal
	minFraction int
	exponent    int    // of scientific notation
	compact     string // the pattern of compact notation, such as "0K"
	category    string // plural category of what is printed
}

// parts formats d; split makes each group of digits a part of its own.
func (f *NumberFormat) parts(d decimal, split bool) []Part {
	r := f.render(d)
	body := f.body(r, split)
	affix, sign := f.choose(r)
	o := &f.Options
	if r.compact != "" {
		if !strings.Contains(r.compact, "0") {
			body = nil
		}
		if c := compactAffixes(r.compact); strings.Contains(r.compact, "¤") {
			if affix = c; sign != "" {
				affix.prefix = "-" + c.prefix
			}
		} else {
			body = append(append(spacedParts(c.prefix, "compact"), body...), spacedParts(c.suffix, "compact")...)
		}
	}
	var out []Part
	out = append(out, f.affixParts(affix.prefix, sign, true, startsWithDigit(body))...)
	out = append(out, body...)
	out = append(out, f.affixParts(affix.suffix, sign, false, endsWithDigit(body))...)
	switch {
	case o.Style == "unit", f.percentAsUnit():
		return f.withUnit(out, r.category)
	case o.Style == "currency" && o.CurrencyDisplay == "name":
		return f.withCurrencyName(out, r.category)
	}
	return out
}

// render rounds d at the scale its notation asks for.
func (f *NumberFormat) render(d decimal) rendered {
	if f.Options.Style == "percent" {
		d.shift(2)
	}
	r := rendered{decimal: d, category: "other"}
	switch {
	case d.nan || d.infinite:
	case f.Options.Notation == "standard":
		r.minFraction = f.Digits.apply(&r.decimal)
	default:
		// Rounding up may add a digit, for which another exponent can be right: 999 999 is 1M, not 1000K.
		scale := f.scale(d.magnitude())
		r.shift(-scale)
		before := r.magnitude()
		r.minFraction = f.Digits.apply(&r.decimal)
		if after := r.magnitude(); after > before && !d.isZero() {
			if next := f.scale(d.magnitude() + 1); next != scale {
				r.decimal, scale = d, next
				r.shift(-scale)
				r.minFraction = f.Digits.apply(&r.decimal)
			}
		}
		r.exponent = scale
		if f.Options.Notation == "compact" {
			r.compact = f.compactPattern(r.magnitude()+scale, "other")
		}
	}
	if f.Options.Style == "unit" || f.Options.CurrencyDisplay == "name" {
		compact := 0
		if r.compact != "" {
			compact = r.exponent
		}
		r.category = f.pluralOf(r, compact)
	}
	if r.compact != "" {
		category := f.pluralOf(r, 0)
		if string(r.digits) == "1" && r.exp == 1 && r.minFraction == 0 && f.Locale.text(f.compactKey(), strconv.Itoa(r.exponent), ".1") != "" {
			category = "1" // French writes a thousand without the one
		}
		r.compact = f.compactPattern(r.magnitude()+r.exponent, category)
	}
	return r
}

// scale is the power of ten that numbers of a magnitude are divided by.
func (f *NumberFormat) scale(magnitude int) int {
	switch f.Options.Notation {
	case "scientific":
		return magnitude
	case "engineering":
		return floorTo3(magnitude)
	}
	pattern := f.compactPattern(magnitude, "other")
	if pattern == "" {
		return 0
	}
	return f.compactPower(magnitude) - strings.Count(pattern, "0") + 1
}

func floorTo3(n int) int {
	if n < 0 {
		n -= 2
	}
	return n / 3 * 3
}

// compactPower is the power of ten whose pattern a magnitude uses: the largest there is for bigger numbers.
func (f *NumberFormat) compactPower(magnitude int) int {
	prefix := f.compactKey()
	for power := min(magnitude, 19); power >= 3; power-- {
		if f.Locale.text(prefix, strconv.Itoa(power)) != "" {
			return power
		}
	}
	return 0
}

func (f *NumberFormat) compactKey() string {
	switch {
	case f.Options.Style == "currency" && f.Options.CurrencyDisplay != "name":
		return "compact.currency." // the only one CLDR has
	case f.Options.CompactDisplay == "long":
		return "compact.long."
	}
	return "compact.short."
}

// compactPattern returns the pattern for a magnitude, "" where the number is written in full.
func (f *NumberFormat) compactPattern(magnitude int, category string) string {
	power := f.compactPower(magnitude)
	if power == 0 {
		return ""
	}
	p := f.Locale.plural(f.compactKey()+strconv.Itoa(power), category)
	if p == "0" {
		return ""
	}
	return p
}

// compactAffixes splits a pattern such as "0 Mio'.'": its digits are the zeros, quotes protect the other signs of patterns. A
// pattern without zeros is a word for the number itself.
func compactAffixes(p string) pattern {
	start, end := max(strings.IndexByte(p, '0'), 0), strings.LastIndexByte(p, '0')+1
	return pattern{strings.ReplaceAll(p[:start], "'", ""), strings.ReplaceAll(p[end:], "'", "")}
}

// choose picks the affixes by sign and the text that a minus sign in them stands for, "" for none.
func (f *NumberFormat) choose(r rendered) (affix pattern, sign string) {
	zero := r.isZero() || r.nan
	switch f.Options.SignDisplay {
	case "never":
		return f.positive, ""
	case "always":
		if !r.negative {
			return f.signed(f.plus)
		}
	case "exceptZero":
		if zero {
			return f.positive, ""
		}
		if !r.negative {
			return f.signed(f.plus)
		}
	case "negative":
		if zero {
			return f.positive, ""
		}
	}
	if r.negative {
		return f.negative, f.minus
	}
	return f.positive, ""
}

// signed returns the affixes of a number with a plus sign: those of the negative one, unless that is written without a sign.
func (f *NumberFormat) signed(sign string) (pattern, string) {
	if strings.Contains(f.negative.prefix+f.negative.suffix, "-") {
		return f.negative, sign
	}
	return pattern{"-" + f.positive.prefix, f.positive.suffix}, sign
}

// affixParts turns the characters of an affix into parts. number tells whether the digits next to it are ASCII digits,
// from which a currency that ends in a letter is kept apart.
func (f *NumberFormat) affixParts(affix, sign string, before, digit bool) []Part {
	var out []Part
	start := 0 // of the characters that stand for themselves
	flush := func(end int) {
		if kind := "literal"; end > start {
			if f.Options.Notation == "compact" {
				kind = "compact"
			}
			out = append(out, spacedParts(affix[start:end], kind)...)
		}
	}
	for i, r := range affix {
		if !strings.ContainsRune("-%¤", r) {
			continue
		}
		flush(i)
		start = i + utf8.RuneLen(r)
		switch r {
		case '-':
			kind := "minusSign"
			if sign == f.plus {
				kind = "plusSign"
			}
			if sign != "" {
				out = append(out, Part{Type: kind, Value: sign})
			}
		case '%':
			out = append(out, Part{Type: "percentSign", Value: f.percent})
		case '¤':
			touches := digit && (before && i+len("¤") == len(affix) || !before && i == 0)
			if !before && touches && wordy(f.symbol, false) {
				out = append(out, nonBreakingSpace)
			}
			out = append(out, Part{Type: "currency", Value: f.symbol})
			if before && touches && wordy(f.symbol, true) {
				out = append(out, nonBreakingSpace)
			}
		}
	}
	flush(len(affix))
	return out
}

var nonBreakingSpace = Part{Type: "literal", Value: "\u00a0"}

// wordy reports whether a symbol ends (or begins) with something that is neither a symbol character nor a space.
func wordy(symbol string, atEnd bool) bool {
	r, _ := utf8.DecodeRuneInString(symbol)
	if atEnd {
		r, _ = utf8.DecodeLastRuneInString(symbol)
	}
	return !unicode.IsSymbol(r) && !unicode.Is(unicode.Z, r)
}

func startsWithDigit(body []Part) bool {
	return len(body) > 0 && body[0].Value != "" && body[0].Value[0]-'0' <= 9
}

func endsWithDigit(body []Part) bool {
	if len(body) == 0 {
		return false
	}
	v := body[len(body)-1].Value
	return v != "" && v[len(v)-1]-'0' <= 9
}

// body returns the parts of the digits.
func (f *NumberFormat) body(r rendered, split bool) []Part {
	switch {
	case r.nan:
		return []Part{{Type: "nan", Value: f.Locale.text("num.nan")}}
	case r.infinite:
		return []Part{{Type: "infinity", Value: f.Locale.text("num.inf")}}
	}
	integer := r.integer()
	if n := f.Digits.MinimumIntegerDigits - len(integer); n > 0 {
		integer = append(zeros(n), integer...)
	}
	out := f.grouped(integer, split)
	if fraction := r.fraction(r.minFraction); len(fraction) > 0 {
		out = append(out, Part{Type: "decimal", Value: f.decimal}, Part{Type: "fraction", Value: string(fraction)})
	}
	if n := f.Options.Notation; n == "scientific" || n == "engineering" {
		out = append(out, Part{Type: "exponentSeparator", Value: f.Locale.text("num.exp")})
		exponent := r.exponent
		if exponent < 0 {
			out = append(out, Part{Type: "exponentMinusSign", Value: f.minus})
			exponent = -exponent
		}
		out = append(out, Part{Type: "exponentInteger", Value: strconv.Itoa(exponent)})
	}
	return out
}

// grouped cuts the integer digits into groups.
func (f *NumberFormat) grouped(digits []byte, split bool) []Part {
	n := len(digits)
	if f.minGrouping == 0 || f.primary == 0 || n < f.primary+f.minGrouping {
		return []Part{{Type: "integer", Value: string(digits)}}
	}
	size := (n - f.primary) % f.secondary
	if size == 0 {
		size = f.secondary
	}
	var out []Part
	var joined strings.Builder
	for at := 0; n-at > f.primary; size = f.secondary {
		group := string(digits[at : at+size])
		if split {
			out = append(out, Part{Type: "integer", Value: group}, Part{Type: "group", Value: f.group})
		} else {
			joined.WriteString(group)
			joined.WriteString(f.group)
		}
		at += size
	}
	joined.Write(digits[n-f.primary:])
	return append(out, Part{Type: "integer", Value: joined.String()})
}

// spacedParts returns a word and the white space between it and the number as parts.
func spacedParts(s, kind string) []Part {
	word := strings.TrimFunc(s, unicode.IsSpace)
	if word == "" {
		if s == "" {
			return nil
		}
		return []Part{{Type: "literal", Value: s}}
	}
	at := strings.Index(s, word)
	var out []Part
	if at > 0 {
		out = append(out, Part{Type: "literal", Value: s[:at]})
	}
	out = append(out, Part{Type: kind, Value: word})
	if rest := s[at+len(word):]; rest != "" {
		out = append(out, Part{Type: "literal", Value: rest})
	}
	return out
}

// around puts the two sides of a pattern with one {0} around parts.
func around(p string, number []Part, kind string) []Part {
	prefix, suffix, _ := strings.Cut(p, "{0}")
	out := append(spacedParts(prefix, kind), number...)
	return append(out, spacedParts(suffix, kind)...)
}

// percentAsUnit reports that a percentage in compact notation is written like the unit percent, as ICU does; the short unit in
// turn is written like a percentage.
func (f *NumberFormat) percentAsUnit() bool {
	return f.Options.Style == "percent" && f.Options.Notation == "compact"
}

func (f *NumberFormat) withUnit(number []Part, category string) []Part {
	width, unit := "unit."+f.Options.UnitDisplay+".", f.Options.Unit
	switch {
	case f.percentAsUnit():
		width, unit = "unit.short.", "percent"
	case unit == "percent" && f.Options.UnitDisplay != "long" && f.Options.Notation != "compact":
		p := affixes(f.Locale.text("pat.percent"))
		return around(strings.Replace(p.prefix+"{0}"+p.suffix, "%", f.percent, 1), number, "unit")
	}
	if p := f.Locale.plural(width+unit, category); p != "" {
		return around(p, number, "unit")
	}
	over, under, _ := strings.Cut(unit, "-per-")
	numerator := f.Locale.plural(width+over, category)
	if p := f.Locale.text(width, under, ".per"); p != "" {
		return around(strings.Replace(p, "{0}", numerator, 1), number, "unit")
	}
	// The denominator is the unit itself in the singular without its number.
	denominator := strings.TrimSpace(strings.Replace(f.Locale.plural(width+under, "one"), "{0}", "", 1))
	p := strings.Replace(f.Locale.text(width, "per"), "{1}", denominator, 1)
	return around(strings.Replace(p, "{0}", numerator, 1), number, "unit")
}

func (f *NumberFormat) withCurrencyName(number []Part, category string) []Part {
	name := f.Locale.plural("cur."+f.Options.Currency+".name", category)
	if name == "" {
		name = f.Options.Currency
	}
	p := f.Locale.plural("pat.currency.name", category)
	return around(strings.Replace(p, "{1}", name, 1), number, "currency")
}
