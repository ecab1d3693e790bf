// This file holds the tests of comparison, case, normal forms and segmentation.

package intl

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
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
			if got := "<=>"[collator.Compare(words[i], words[i+1])+1]; got != c.Results[i] {
				wrong++
				t.Errorf("%s %+v: %q %c %q, want %c", c.Locale, o, words[i], got, words[i+1], c.Results[i])
			}
		}
	})
	t.Logf("%d of %d comparisons are equal", total-wrong, total)
}

// textLine is a line of testdata/text.jsonl. Lone surrogates are escapes there, which encoding/json would replace.
type textLine struct {
	Kind, Locale, Form, Granularity string
	Texts, Upper, Lower, Normal     []wtf8
	Segments                        [][]wtf8
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
				if got := ToUpperLocale(string(s), c.Locale); got != string(c.Upper[i]) {
					t.Errorf("upper case of %q (%s) = %q, want %q", s, c.Locale, got, c.Upper[i])
				}
				if got := ToLowerLocale(string(s), c.Locale); got != string(c.Lower[i]) {
					t.Errorf("lower case of %q (%s) = %q, want %q", s, c.Locale, got, c.Lower[i])
				}
			case "norm":
				if got, err := Normalize(string(s), c.Form); got != string(c.Normal[i]) || err != nil {
					t.Errorf("%s of %q = %q, want %q", c.Form, s, got, c.Normal[i])
				}
			case "segments":
				c.testSegments(t, i)
			}
		}
	})
	if _, err := Normalize("é", "NFX"); err == nil {
		t.Error("NFX is accepted")
	}
}

func (c *textLine) testSegments(t *testing.T, i int) {
	segmenter, err := NewSegmenter(nil, c.Granularity)
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for s := string(c.Texts[i]); s != ""; {
		n, wordLike := segmenter.Next(s)
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
