// This file defines Collator: x/text's tables for text in general, and a comparison of ASCII strings that gives the same order.

package intl

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

// CollatorOptions are the options of Intl.Collator and of localeCompare. A zero field was not given.
type CollatorOptions struct {
	Usage             string // sort, search
	Sensitivity       string // base, accent, case, variant
	CaseFirst         string // upper, lower, false
	Numeric           *bool
	IgnorePunctuation *bool
}

// Collator compares strings. It keeps state between calls, up to CollatorMemory bytes, and must not be used by several
// goroutines at once.
//
// A comparison of ASCII strings takes about 1 ns a byte and allocates nothing; others take about 150 ns a character.
type Collator struct {
	Tag               string // the resolved locale
	Options           CollatorOptions
	Numeric           bool
	IgnorePunctuation bool

	language  language.Tag
	tailored  bool              // the locale may order ASCII strings in its own way
	strength  *collate.Collator // made when the first string outside ASCII comes
	primary   *collate.Collator // likewise, for sensitivity case
	secondary *collate.Collator // likewise, for upper case first
}

// CollatorMemory bounds the memory of a Collator.
const CollatorMemory = 32 << 10

// rootLanguages order ASCII strings as the root collation does. Others have contractions, such as the ch of Czech.
const rootLanguages = " en de fr es it pt nl sv nb no fi ja ko zh ru uk el he ar fa hi id ms ro ca gl eu ga la und "

// NewCollator takes the first well-formed locale.
func NewCollator(locales []string, o CollatorOptions) (*Collator, error) {
	tag := langTag{language: "en", region: "US"}
	for i, name := range locales {
		t, err := parseTag(name)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			tag = t
		}
	}
	for _, c := range []struct {
		name    string
		value   *string
		allowed []string
	}{
		{"usage", &o.Usage, []string{"sort", "search"}},
		{"sensitivity", &o.Sensitivity, []string{"variant", "base", "accent", "case"}},
	} {
		if err := choose(c.name, c.value, c.allowed...); err != nil {
			return nil, err
		}
	}
	keywords := tag.keywords()
	c := &Collator{Tag: tag.String(), Numeric: keywords["kn"] == "true", IgnorePunctuation: tag.language == "th"}
	if o.CaseFirst == "" {
		if o.CaseFirst = keywords["kf"]; o.CaseFirst == "" && tag.language == "da" {
			o.CaseFirst = "upper"
		}
	}
	if o.CaseFirst != "upper" && o.CaseFirst != "lower" {
		if err := choose("caseFirst", &o.CaseFirst, "false"); err != nil {
			return nil, err
		}
	}
	if o.Numeric != nil {
		c.Numeric = *o.Numeric
	}
	if o.IgnorePunctuation != nil {
		c.IgnorePunctuation = *o.IgnorePunctuation
	}
	c.Options = o
	c.tailored = keywords["co"] != "" || !strings.Contains(rootLanguages, " "+tag.language+" ")
	c.language, _ = language.Parse(c.Tag) // a tag that x/text does not know gets the root collation
	return c, nil
}

// Compare returns -1, 0 or 1. charge, if not nil, is called before every step of work with its amount, about one unit for 2 ns; an error
// that it returns ends the comparison.
//
// Strings outside ASCII of more than window bytes are compared piece by piece, so that no step takes long: there a difference in
// accents or case in one piece counts more than one of letters in the next.
func (c *Collator) Compare(a, b string, charge func(int) error) (int, error) {
	if len(a) <= window && a == b {
		return 0, nil
	}
	if charge == nil {
		charge = func(int) error { return nil }
	}
	if !c.tailored {
		ascii, err := allASCII(a, charge)
		if ascii && err == nil {
			ascii, err = allASCII(b, charge)
		}
		if err != nil {
			return 0, err
		}
		if ascii {
			return c.compareASCII(a, b, charge)
		}
	}
	if c.IgnorePunctuation {
		var err error
		if a, err = withoutPunctuation(a, charge); err != nil {
			return 0, err
		}
		if b, err = withoutPunctuation(b, charge); err != nil {
			return 0, err
		}
	}
	for {
		x, y := piece(a), piece(b)
		if err := charge(8 + len(x)/8); err != nil {
			return 0, err
		}
		if x != y {
			if err := charge((len(x) + len(y)) * 32); err != nil {
				return 0, err
			}
			if order := c.compareText(x, y); order != 0 {
				return order, nil
			}
		}
		if a, b = a[len(x):], b[len(y):]; a == "" && b == "" {
			return 0, nil
		}
	}
}

// window is how many bytes of text outside ASCII are compared at once.
const window = 4 << 10

// piece returns the next piece of a string, which ends between characters.
func piece(s string) string {
	if len(s) <= window {
		return s
	}
	n := window
	for !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// allASCII reports whether a string is ASCII.
func allASCII(s string, charge func(int) error) (bool, error) {
	for i := range len(s) {
		if i%window == window-1 {
			if err := charge(window / 4); err != nil {
				return false, err
			}
		}
		if s[i] >= utf8.RuneSelf {
			return false, nil
		}
	}
	return true, nil
}

// asciiPrimary holds the position of each ASCII character in the root collation: white space, punctuation, symbols, digits,
// letters. Letters that differ in case only share one, control characters have 0 and are ignored.
const asciiPrimary = "" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x02\x03\x04\x05\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x06\x0c\x10\x1c\x26\x1d\x1b\x0f\x11\x12\x18\x20\x09\x08\x0e\x19" +
	"\x27\x28\x29\x2a\x2b\x2c\x2d\x2e\x2f\x30\x0b\x0a\x21\x22\x23\x0d" +
	"\x17\x31\x32\x33\x34\x35\x36\x37\x38\x39\x3a\x3b\x3c\x3d\x3e\x3f" +
	"\x40\x41\x42\x43\x44\x45\x46\x47\x48\x49\x4a\x13\x1a\x14\x1f\x07" +
	"\x1e\x31\x32\x33\x34\x35\x36\x37\x38\x39\x3a\x3b\x3c\x3d\x3e\x3f" +
	"\x40\x41\x42\x43\x44\x45\x46\x47\x48\x49\x4a\x15\x24\x16\x25\x00"

const (
	weightSymbols = 30 // of the first character that is not punctuation
	weightZero    = 39
	weightNine    = weightZero + 9
	weightA       = weightNine + 1
)

// next returns the next primary weight of s at or after i, the offset after it and whether it is that of a capital letter; 0 at the end.
func (c *Collator) next(s string, i int, charge func(int) error) (weight byte, capital bool, after int, err error) {
	for pay := i + window; i < len(s); i++ {
		if i == pay {
			if err := charge(window / 2); err != nil {
				return 0, false, i, err
			}
			pay += window
		}
		w := asciiPrimary[s[i]]
		if w == 0 || c.IgnorePunctuation && w < weightSymbols {
			continue
		}
		return w, w >= weightA && s[i] < 'a', i + 1, nil
	}
	return 0, false, i, nil
}

// compareASCII walks both strings once: the first difference in the primary weights decides, else the first difference in case.
func (c *Collator) compareASCII(a, b string, charge func(int) error) (int, error) {
	const step = 4 << 10
	caseOrder := 0
	for i, j, paid := 0, 0, 0; ; {
		if i+j >= paid {
			if err := charge(step / 2); err != nil {
				return 0, err
			}
			paid = i + j + step
		}
		x, upperX, nextI, err := c.next(a, i, charge)
		if err != nil {
			return 0, err
		}
		y, upperY, nextJ, err := c.next(b, j, charge)
		if err != nil {
			return 0, err
		}
		if c.Numeric && isDigitWeight(x) && isDigitWeight(y) {
			order, endA, endB, err := compareNumbers(a, nextI-1, b, nextJ-1, charge)
			if order != 0 || err != nil {
				return order, err
			}
			i, j = endA, endB
			continue
		}
		switch {
		case x < y:
			return -1, nil
		case x > y:
			return 1, nil
		case x == 0:
			return c.caseResult(caseOrder), nil
		case caseOrder == 0 && upperX != upperY:
			if caseOrder = -1; upperX {
				caseOrder = 1
			}
		}
		i, j = nextI, nextJ
	}
}

// caseResult is what a difference in case alone amounts to; order is that of lower case first.
func (c *Collator) caseResult(order int) int {
	switch {
	case c.Options.Sensitivity == "base" || c.Options.Sensitivity == "accent":
		return 0
	case c.Options.CaseFirst == "upper":
		return -order
	}
	return order
}

func isDigitWeight(w byte) bool { return weightZero <= w && w <= weightNine }

// compareNumbers compares the digit sequences at a[i:] and b[j:] by value, and returns where they end.
func compareNumbers(a string, i int, b string, j int, charge func(int) error) (order, endA, endB int, err error) {
	x, endA, err := digitsAt(a, i, charge)
	if err != nil {
		return 0, endA, 0, err
	}
	y, endB, err := digitsAt(b, j, charge)
	if err != nil {
		return 0, endA, endB, err
	}
	if order = cmp.Compare(len(x), len(y)); order == 0 {
		order = strings.Compare(x, y)
	}
	return order, endA, endB, nil
}

// digitsAt returns the digits at s[at:] without leading zeros, and where they end.
func digitsAt(s string, at int, charge func(int) error) (digits string, end int, err error) {
	start := at
	for end = at; end < len(s) && s[end]-'0' <= 9; end++ {
		if (end-at)%window == window-1 {
			if err := charge(window / 2); err != nil {
				return "", end, err
			}
		}
		if start == end && s[end] == '0' {
			start++
		}
	}
	return s[start:end], end, nil
}

// compareText compares pieces of any strings with x/text. Case as a level of its own and upper case first, which it does not have,
// are added here.
func (c *Collator) compareText(a, b string) int {
	long := len(a)+len(b) > shortText
	switch {
	case c.Options.Sensitivity == "case":
		if order := c.collator(&c.primary, long, collate.IgnoreDiacritics, collate.IgnoreCase).CompareString(a, b); order != 0 {
			return order
		}
		return c.caseResult(compareCase(a, b))
	case c.Options.Sensitivity == "variant" && c.Options.CaseFirst == "upper":
		if order := c.collator(&c.secondary, long, collate.IgnoreCase).CompareString(a, b); order != 0 {
			return order
		}
		if order := c.caseResult(compareCase(a, b)); order != 0 {
			return order
		}
	}
	var options []collate.Option
	switch c.Options.Sensitivity {
	case "base":
		options = append(options, collate.IgnoreDiacritics, collate.IgnoreCase)
	case "accent":
		options = append(options, collate.IgnoreCase)
	}
	return c.collator(&c.strength, long, options...).CompareString(a, b)
}

// shortText is up to how many bytes x/text's buffers are kept for; they take some 60 bytes a character.
const shortText = 128

// collator returns the kept collator, made on first use, or for long text one of its own.
func (c *Collator) collator(at **collate.Collator, long bool, options ...collate.Option) *collate.Collator {
	if *at != nil && !long {
		return *at
	}
	if c.Numeric {
		options = append(options, collate.Numeric)
	}
	made := collate.New(c.language, options...)
	if !long {
		*at = made
	}
	return made
}

// compareCase returns the order of the first letters that differ in case, lower case first, of strings that are otherwise equal.
func compareCase(a, b string) int {
	next := func(s string) (upper bool, rest string) {
		for s != "" {
			r, n := utf8.DecodeRuneInString(s)
			s = s[n:]
			if unicode.IsLetter(r) {
				return unicode.IsUpper(r), s
			}
		}
		return false, ""
	}
	a, b = norm.NFD.String(a), norm.NFD.String(b)
	for a != "" && b != "" {
		var x, y bool
		x, a = next(a)
		y, b = next(b)
		if x != y {
			if y {
				return -1
			}
			return 1
		}
	}
	return 0
}

// withoutPunctuation drops what the root collation calls variable: white space and punctuation, but not symbols.
func withoutPunctuation(s string, charge func(int) error) (string, error) {
	drop := func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsPunct(r) {
			return -1
		}
		return r
	}
	if len(s) <= window {
		return strings.Map(drop, s), charge(4 * len(s))
	}
	var b strings.Builder
	b.Grow(len(s))
	for s != "" {
		p := piece(s)
		if err := charge(4 * len(p)); err != nil {
			return "", err
		}
		b.WriteString(strings.Map(drop, p))
		s = s[len(p):]
	}
	return b.String(), nil
}
