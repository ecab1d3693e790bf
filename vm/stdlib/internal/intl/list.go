// This file defines ListFormat.

package intl

import "strings"

// ListOptions are the options of Intl.ListFormat. A zero field was not given.
type ListOptions struct {
	Type  string // conjunction, disjunction, unit
	Style string // long, short, narrow
}

// ListFormat joins lists. It is immutable.
type ListFormat struct {
	Locale  *Locale
	Options ListOptions // with defaults filled in

	pair, start, middle, end string // with {0} and {1}
}

// NewListFormat checks the options.
func NewListFormat(l *Locale, o ListOptions) (*ListFormat, error) {
	if err := choose("type", &o.Type, "conjunction", "disjunction", "unit"); err != nil {
		return nil, err
	}
	if err := choose("style", &o.Style, "long", "short", "narrow"); err != nil {
		return nil, err
	}
	p := strings.Split(l.text("list.", o.Type, ".", o.Style), "|")
	return &ListFormat{Locale: l, Options: o, pair: p[0], start: p[1], middle: p[2], end: p[3]}, nil
}

// Format joins the items.
func (f *ListFormat) Format(items []string) string { return Join(f.FormatToParts(items)) }

// FormatToParts returns the items as parts of type element, with the literals between them.
func (f *ListFormat) FormatToParts(items []string) []Part {
	n := len(items)
	var out []Part
	for i, item := range items {
		if i > 0 {
			if s := f.separator(i, n, item); s != "" {
				out = append(out, Part{Type: "literal", Value: s})
			}
		}
		out = append(out, Part{Type: "element", Value: item})
	}
	return out
}

// separator is what stands before item i > 0 of n.
func (f *ListFormat) separator(i, n int, next string) string {
	p := f.middle
	switch {
	case n == 2:
		p = f.pair
	case i == n-1:
		p = f.end
	case i == 1:
		p = f.start
	}
	s := strings.TrimSuffix(strings.TrimPrefix(p, "{0}"), "{1}")
	if f.Locale.language == "es" {
		s = spanishWord(s, next)
	}
	return s
}

// spanishWord turns y into e before the sound of i, and o into u before that of o, as Spanish requires.
func spanishWord(s, next string) string {
	word := strings.ToLower(next[:min(len(next), 8)])
	starts := func(prefixes ...string) bool {
		for _, p := range prefixes {
			if strings.HasPrefix(word, p) {
				return true
			}
		}
		return false
	}
	switch {
	case strings.HasSuffix(s, " y ") && starts("i", "hi") && !starts("hia", "hie"):
		return strings.TrimSuffix(s, "y ") + "e "
	case strings.HasSuffix(s, " o ") && (starts("o", "ho", "8") || eleven(next)):
		return strings.TrimSuffix(s, "o ") + "u "
	}
	return s
}

// eleven reports whether a number is read once…: 11, or 11 with further groups of three digits.
func eleven(s string) bool {
	if !strings.HasPrefix(s, "11") {
		return false
	}
	rest := s[2:]
	return rest == "" || rest[0] == ' ' || rest[0] == '.' || rest[0] == ','
}
