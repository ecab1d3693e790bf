// This file holds the tests of plural rules, relative times, lists and locale names against Node.

package intl

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
)

// wordsLine is a line of testdata/words.jsonl.
type wordsLine struct {
	Kind, Locale, Type, Style, Numeric, Letters, Parts string
	Numbers, Units, Texts, Tags, Categories            []string
	Options                                            map[string]any
	Lists                                              [][]string
	Canonical                                          []*string
}

func TestWords(t *testing.T) {
	var numbers, offsets []float64
	var units []string
	var lists [][]string
	readGolden(t, "testdata/words.jsonl", func(text []byte) {
		var c wordsLine
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatal(err)
		}
		switch c.Kind {
		case "numbers":
			numbers = parseNumbers(c.Numbers)
		case "offsets":
			offsets, units = parseNumbers(c.Numbers), c.Units
		case "lists":
			lists = c.Lists
		case "plural":
			c.testPlural(t, numbers)
		case "relative":
			c.testRelative(t, offsets, units)
		case "list":
			c.testList(t, lists)
		case "tags":
			c.testTags(t)
		case "names":
			c.testNames(t)
		}
	})
}

func parseNumbers(texts []string) (out []float64) {
	for _, s := range texts {
		x, _ := strconv.ParseFloat(s, 64)
		out = append(out, x)
	}
	return out
}

func partsText(parts []Part) string {
	var out []string
	for _, p := range parts {
		out = append(out, p.Type+"="+p.Value+p.Unit)
	}
	return strings.Join(out, "|")
}

func (c *wordsLine) testPlural(t *testing.T, numbers []float64) {
	l, err := ResolvePlurals([]string{c.Locale})
	if err != nil {
		t.Fatal(err)
	}
	rules, err := NewPluralRules(l, c.Type, numberOptions(t, c.Options).Digits)
	if err != nil {
		t.Fatal(err)
	}
	letters := map[string]string{"zero": "z", "one": "1", "two": "2", "few": "f", "many": "m", "other": "."}
	got := ""
	for _, x := range numbers {
		got += letters[rules.Select(x)]
	}
	if got != c.Letters || l.Tag != c.Locale {
		t.Errorf("%s %s %v (%s):\n got %s\nwant %s", c.Locale, c.Type, c.Options, l.Tag, got, c.Letters)
	}
	if got := strings.Join(rules.Categories(), " "); got != strings.Join(c.Categories, " ") {
		t.Errorf("%s %s categories: got %s, want %v", c.Locale, c.Type, got, c.Categories)
	}
}

func (c *wordsLine) testRelative(t *testing.T, offsets []float64, units []string) {
	l, _ := Resolve([]string{c.Locale})
	f, err := NewRelativeTimeFormat(l, RelativeOptions{Numeric: c.Numeric, Style: c.Style})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range c.Texts {
		unit, x := units[i/len(offsets)], offsets[i%len(offsets)]
		if got, err := f.Format(x, unit); got != want || err != nil {
			t.Errorf("%s %s %s %v %s: got %q, want %q (%v)", c.Locale, c.Numeric, c.Style, x, unit, got, want, err)
		}
	}
	parts, _ := f.FormatToParts(-1234.5, "days")
	if got := partsText(parts); got != c.Parts {
		t.Errorf("%s %s %s parts: got %q, want %q", c.Locale, c.Numeric, c.Style, got, c.Parts)
	}
}

func (c *wordsLine) testList(t *testing.T, lists [][]string) {
	l, _ := Resolve([]string{c.Locale})
	f, err := NewListFormat(l, ListOptions{Type: c.Type, Style: c.Style})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range c.Texts {
		if got := f.Format(lists[i]); got != want {
			t.Errorf("%s %s %s %q: got %q, want %q", c.Locale, c.Type, c.Style, lists[i], got, want)
		}
	}
	if got := partsText(f.FormatToParts([]string{"x", "y", "z"})); got != c.Parts {
		t.Errorf("%s %s %s parts: got %q, want %q", c.Locale, c.Type, c.Style, got, c.Parts)
	}
}

func (c *wordsLine) testTags(t *testing.T) {
	for i, tag := range c.Tags {
		got, err := CanonicalLocales([]string{tag})
		switch want := c.Canonical[i]; {
		case want == nil && err == nil:
			t.Errorf("%q is accepted as %q", tag, got)
		case want != nil && (err != nil || got[0] != *want):
			t.Errorf("%q: got %q, %v, want %q", tag, got, err, *want)
		}
	}
}

func (c *wordsLine) testNames(t *testing.T) {
	text := func(name string) string { s, _ := c.Options[name].(string); return s }
	d, err := NewDisplayNames([]string{"en-US"}, DisplayNamesOptions{Type: text("type"), Style: text("style"), Fallback: text("fallback"), LanguageDisplay: text("languageDisplay")})
	if err != nil {
		t.Fatal(err)
	}
	for i, code := range c.Tags {
		got, ok, err := d.Of(code)
		switch want := c.Canonical[i]; {
		case want == nil && (err == nil && ok):
			t.Errorf("%v: %q is named %q", c.Options, code, got)
		case want != nil && (err != nil || got != *want):
			t.Errorf("%v: %q is named %q, %v, want %q", c.Options, code, got, err, *want)
		}
	}
}
