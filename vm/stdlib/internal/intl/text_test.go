// This file holds the tests of comparison, case, normal forms and segmentation.

package intl

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

func TestCollator(t *testing.T) {
	var words []string
	total, wrong := 0, 0
	readGolden(t, "testdata/collate.jsonl", func(text []byte) {
		var c struct {
			Name, Words, Locale, Results string
			Options                      struct {
				Sensitivity, CaseFirst     string
				Numeric, IgnorePunctuation *bool
			}
		}
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatal(err)
		}
		if c.Words != "" {
			words = strings.Split(c.Words, "|")
			return
		}
		o := CollatorOptions{Sensitivity: c.Options.Sensitivity, CaseFirst: c.Options.CaseFirst, Numeric: c.Options.Numeric, IgnorePunctuation: c.Options.IgnorePunctuation}
		collator, err := NewCollator([]string{c.Locale}, o)
		if err != nil {
			t.Fatal(err)
		}
		for i := range c.Results {
			total++
			if got := "<=>"[compare(t, collator, words[i], words[i+1])+1]; got != c.Results[i] {
				wrong++
				t.Errorf("%s %+v: %q %c %q, want %c", c.Locale, o, words[i], got, words[i+1], c.Results[i])
			}
		}
	})
	t.Logf("%d of %d comparisons are equal", total-wrong, total)
}

func compare(t *testing.T, c *Collator, a, b string) int {
	order, err := c.Compare(a, b, nil)
	if err != nil {
		t.Fatal(err)
	}
	return order
}

// TestLongText checks that long text is compared and segmented in steps that are paid for, and that an error of the charge function
// ends the work.
func TestLongText(t *testing.T) {
	ascii, accents := strings.Repeat("abc ", 1<<17), strings.Repeat("éß漢字", 1<<14)
	collator, err := NewCollator(nil, CollatorOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if compare(t, collator, accents, accents+"a") != -1 || compare(t, collator, accents+"b", accents+"a") != 1 || compare(t, collator, ascii+"a", ascii+"A") != -1 {
		t.Error("long text is in the wrong order")
	}
	segmenters := map[string]*Segmenter{}
	for _, granularity := range []string{"grapheme", "word", "sentence"} {
		segmenters[granularity], _ = NewSegmenter(nil, granularity)
	}
	segment := func(granularity, text string) func(charge func(int) error) error {
		return func(charge func(int) error) error {
			n, _, err := segmenters[granularity].Next(text, charge)
			if err == nil && n != len(text) {
				t.Errorf("the first %s of %.20q… is %d bytes long", granularity, text, n)
			}
			return err
		}
	}
	for name, run := range map[string]func(charge func(int) error) error{
		"ascii": func(charge func(int) error) error {
			_, err := collator.Compare(ascii+"a", ascii+"b", charge)
			return err
		},
		"accents": func(charge func(int) error) error {
			_, err := collator.Compare(accents+"a", accents+"b", charge)
			return err
		},
		"grapheme": segment("grapheme", "a"+strings.Repeat("\u0301", 1<<16)),
		"spaces":   segment("word", strings.Repeat(" ", 1<<16)),
		"word":     segment("word", strings.Repeat("a", 1<<16)),
		"sentence": segment("sentence", strings.Repeat("a ", 1<<16)),
		"end":      segment("sentence", "."+strings.Repeat("\"", 1<<16)),
	} {
		calls := 0
		if err := run(func(int) error { calls++; return nil }); err != nil || calls < 20 {
			t.Errorf("%s: %v after %d charges", name, err, calls)
		}
		calls = 0
		err := run(func(int) error {
			if calls++; calls == 3 {
				return &Error{}
			}
			return nil
		})
		if err == nil || calls != 3 {
			t.Errorf("%s: ended with %v after %d charges", name, err, calls)
		}
	}
}

// textLine is a line of testdata/text.jsonl. Lone surrogates are escapes there, which encoding/json would replace.
type textLine struct {
	Kind, Locale, Granularity   string
	Texts, Upper, Lower, Normal []wtf8
	Segments                    [][]wtf8
}

// wtf8 is a JSON string with lone surrogates kept as three bytes.
type wtf8 string

func (w *wtf8) UnmarshalJSON(text []byte) error {
	var b strings.Builder
	rest := string(text[1 : len(text)-1])
	for {
		at := strings.Index(rest, `\ud`)
		if at < 0 {
			break
		}
		var part string
		if err := json.Unmarshal([]byte(`"`+rest[:at]+`"`), &part); err != nil {
			return err
		}
		unit, err := strconv.ParseUint(rest[at+2:at+6], 16, 16)
		if err != nil {
			return err
		}
		b.WriteString(part)
		b.Write([]byte{0xe0 | byte(unit>>12), 0x80 | byte(unit>>6)&0x3f, 0x80 | byte(unit)&0x3f})
		rest = rest[at+6:]
	}
	var part string
	if err := json.Unmarshal([]byte(`"`+rest+`"`), &part); err != nil {
		return err
	}
	b.WriteString(part)
	*w = wtf8(b.String())
	return nil
}

func TestText(t *testing.T) {
	readGolden(t, "testdata/text.jsonl", func(text []byte) {
		var c textLine
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatal(err)
		}
		for i, s := range c.Texts {
			switch c.Kind {
			case "case":
				if got := cases.Upper(language.Und).String(TurkicUpper(string(s))); got != string(c.Upper[i]) {
					t.Errorf("upper case of %q (%s) = %q, want %q", s, c.Locale, got, c.Upper[i])
				}
				if got := cases.Lower(language.Und).String(TurkicLower(string(s))); got != string(c.Lower[i]) {
					t.Errorf("lower case of %q (%s) = %q, want %q", s, c.Locale, got, c.Lower[i])
				}
			case "segments":
				c.testSegments(t, i)
			}
		}
	})
	for locale, want := range map[string]bool{"tr": true, "az-Latn-AZ": true, "TR-tr": true, "en": false, "": false, "t": false} {
		if IsTurkic(locale) != want {
			t.Errorf("IsTurkic(%q) = %v", locale, !want)
		}
	}
}

func (c *textLine) testSegments(t *testing.T, i int) {
	segmenter, err := NewSegmenter(nil, c.Granularity)
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for s := string(c.Texts[i]); s != ""; {
		n, wordLike, err := segmenter.Next(s, nil)
		if err != nil {
			t.Fatal(err)
		}
		segment := s[:n]
		if wordLike {
			segment += "\x01"
		}
		got = append(got, segment)
		s = s[n:]
	}
	for _, s := range c.Segments[i] {
		want = append(want, string(s))
	}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("%ss of %q:\n got %q\nwant %q", c.Granularity, c.Texts[i], got, want)
	}
}
