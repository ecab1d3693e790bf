// This file defines plural categories: CLDR's rules are evaluated as they are written, "v = 0 and i % 10 = 2..4".

package intl

import (
	"strconv"
	"strings"
)

// PluralRules selects plural categories. It is immutable.
type PluralRules struct {
	Locale *Locale
	Type   string // cardinal or ordinal
	Digits ResolvedDigits

	rules string
}

// NewPluralRules takes the type cardinal (or "") or ordinal. The locale should come from ResolvePlurals, which knows more
// languages than Resolve.
func NewPluralRules(l *Locale, kind string, digits DigitOptions) (*PluralRules, error) {
	if err := choose("type", &kind, "cardinal", "ordinal"); err != nil {
		return nil, err
	}
	resolved, err := digits.resolve(0, 3, false)
	if err != nil {
		return nil, err
	}
	return &PluralRules{Locale: l, Type: kind, Digits: resolved, rules: pluralRules(kind, l)}, nil
}

// ResolvePlurals is Resolve for PluralRules: all languages of CLDR have plural rules.
func ResolvePlurals(requested []string) (*Locale, error) {
	for _, name := range requested {
		tag, err := parseTag(name)
		if err != nil {
			return nil, err
		}
		l := &Locale{language: tag.language, tables: tablesFor(tag)}
		if _, ok := findRules("cardinal", tag.language); ok {
			tag.variants, tag.extensions = nil, nil
			l.Tag = tag.String()
			return l, nil
		}
	}
	return Resolve(nil)
}

// Select returns zero, one, two, few, many or other.
func (p *PluralRules) Select(x float64) string {
	d := decimalOf(x)
	if d.nan || d.infinite {
		return "other"
	}
	minFraction := p.Digits.apply(&d)
	integer := d.integer()
	if n := p.Digits.MinimumIntegerDigits - len(integer); n > 0 {
		integer = append(zeros(n), integer...)
	}
	return category(p.rules, newOperands(integer, d.fraction(minFraction), 0))
}

// Categories returns the categories of the locale in the order few, many, one, two, zero, other, as node lists them.
func (p *PluralRules) Categories() []string {
	var out []string
	for _, name := range []string{"few", "many", "one", "two", "zero"} {
		if strings.HasPrefix(p.rules, name+":") || strings.Contains(p.rules, "; "+name+":") {
			out = append(out, name)
		}
	}
	return append(out, "other")
}

// pluralOf returns the category of a rendered number. compact is the power of ten that stands behind it in words: 1.2 million dollars
// is the plural of 1 200 000, but the word million itself follows the 1.2.
func (f *NumberFormat) pluralOf(r rendered, compact int) string {
	if r.nan || r.infinite {
		return "other"
	}
	return category(pluralRules("cardinal", f.Locale), newOperands(r.integer(), r.fraction(r.minFraction), compact))
}

// pluralRules returns the rules of a locale: those of European Portuguese are not those of Portuguese.
func pluralRules(kind string, l *Locale) string {
	if l.Tag == "pt-PT" {
		if rules, ok := findRules(kind, "pt-PT"); ok {
			return rules
		}
	}
	rules, _ := findRules(kind, l.language)
	return rules
}

// findRules looks for a language in the lines "cardinal<TAB>rules<TAB>language language …".
func findRules(kind, language string) (string, bool) {
	for line := range strings.Lines(dataPlurals) {
		if !strings.HasPrefix(line, kind) {
			continue
		}
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		for name := range strings.SplitSeq(fields[2], " ") {
			if name == language {
				return fields[1], true
			}
		}
	}
	return "", false
}

// operands are the values that rules speak of: n is the number, i its integer part, v and f the count and the value of its
// fraction digits, w and t the same without trailing zeros, c and e the exponent of compact notation.
type operands struct {
	i, v, f, w, t, c uint64
}

func newOperands(integer, fraction []byte, compact int) operands {
	if compact > 0 { // rules see the number in full
		whole := append([]byte(nil), integer...)
		rest := fraction
		for range compact {
			if len(rest) > 0 {
				whole, rest = append(whole, rest[0]), rest[1:]
			} else {
				whole = append(whole, '0')
			}
		}
		integer, fraction = whole, rest
	}
	trimmed := strings.TrimRight(string(fraction), "0")
	return operands{
		i: lastDigits(integer), v: uint64(len(fraction)), f: lastDigits(fraction),
		w: uint64(len(trimmed)), t: lastDigits([]byte(trimmed)), c: uint64(compact),
	}
}

// lastDigits is the value of the last eighteen digits; a longer number gets a further digit, so that it is never a small one.
func lastDigits(digits []byte) uint64 {
	const window = 18
	cut := max(len(digits)-window, 0)
	n, _ := strconv.ParseUint("0"+string(digits[cut:]), 10, 64)
	if cut > 0 {
		n += 1e18
	}
	return n
}

// category evaluates "one: condition; few: condition" and returns the first name whose condition holds.
func category(rules string, o operands) string {
	for rule := range strings.SplitSeq(rules, "; ") {
		name, condition, ok := strings.Cut(rule, ": ")
		if ok && o.holds(condition) {
			return name
		}
	}
	return "other"
}

func (o operands) holds(condition string) bool {
	for alternative := range strings.SplitSeq(condition, " or ") {
		all := true
		for relation := range strings.SplitSeq(alternative, " and ") {
			if all = o.relation(relation); !all {
				break
			}
		}
		if all {
			return true
		}
	}
	return false
}

// relation evaluates "n % 100 = 3..10,13" or the same with !=.
func (o operands) relation(s string) bool {
	left, ranges, equal := strings.Cut(s, " = ")
	if !equal {
		left, ranges, _ = strings.Cut(s, " != ")
	}
	name, modulus, hasModulus := strings.Cut(left, " % ")
	value := o.value(name)
	if hasModulus {
		m, _ := strconv.ParseUint(modulus, 10, 64)
		value %= m
	}
	within := name != "n" || o.t == 0 // a fraction equals no integer
	return within && inRanges(value, ranges) == equal || !within && !equal
}

func inRanges(value uint64, ranges string) bool {
	for r := range strings.SplitSeq(ranges, ",") {
		low, high, two := strings.Cut(r, "..")
		if !two {
			high = low
		}
		a, _ := strconv.ParseUint(low, 10, 64)
		b, _ := strconv.ParseUint(high, 10, 64)
		if a <= value && value <= b {
			return true
		}
	}
	return false
}

func (o operands) value(name string) uint64 {
	switch name {
	case "v":
		return o.v
	case "w":
		return o.w
	case "f":
		return o.f
	case "t":
		return o.t
	case "c", "e":
		return o.c
	}
	return o.i // n and i
}
