// This file holds the tests of NumberFormat and PluralRules against Node.

package intl

import (
	"bufio"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"
)

// readGolden decodes the lines of a file of expected values. INTL_GOLDEN names another file of the same form.
func readGolden(t *testing.T, name string, line func(text []byte)) {
	t.Helper()
	if other := os.Getenv("INTL_GOLDEN"); other != "" {
		name = other
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	scanner := bufio.NewScanner(file)
	scanner.Buffer(nil, 1<<22)
	for scanner.Scan() {
		line(scanner.Bytes())
	}
}

// numberOptions converts the JSON form of JavaScript's options.
func numberOptions(t *testing.T, raw map[string]any) NumberOptions {
	text := func(name string) string {
		switch v := raw[name].(type) {
		case string:
			return v
		case bool:
			return map[bool]string{true: "always", false: "false"}[v]
		}
		return ""
	}
	count := func(name string) *int {
		if v, ok := raw[name].(float64); ok {
			n := int(v)
			return &n
		}
		return nil
	}
	return NumberOptions{
		Style: text("style"), Currency: text("currency"), CurrencyDisplay: text("currencyDisplay"), CurrencySign: text("currencySign"),
		Unit: text("unit"), UnitDisplay: text("unitDisplay"), Notation: text("notation"), CompactDisplay: text("compactDisplay"),
		SignDisplay: text("signDisplay"), UseGrouping: text("useGrouping"),
		Digits: DigitOptions{
			MinimumIntegerDigits: count("minimumIntegerDigits"), MinimumFractionDigits: count("minimumFractionDigits"), MaximumFractionDigits: count("maximumFractionDigits"),
			MinimumSignificantDigits: count("minimumSignificantDigits"), MaximumSignificantDigits: count("maximumSignificantDigits"), RoundingIncrement: count("roundingIncrement"),
			RoundingMode: text("roundingMode"), RoundingPriority: text("roundingPriority"), TrailingZeroDisplay: text("trailingZeroDisplay"),
		},
	}
}

func TestNumberFormat(t *testing.T) {
	var head struct{ Values, Few []string }
	total, wrong := 0, 0
	readGolden(t, "testdata/number.jsonl", func(line []byte) {
		if head.Values == nil {
			json.Unmarshal(line, &head)
			return
		}
		var c struct {
			Locale  string
			Options map[string]any
			Few     bool
			Texts   []string
			Parts   [][2]string
		}
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		l, err := Resolve([]string{c.Locale})
		if err != nil {
			t.Fatal(err)
		}
		f, err := NewNumberFormat(l, numberOptions(t, c.Options))
		if err != nil {
			t.Fatalf("%s %v: %v", c.Locale, c.Options, err)
		}
		inputs := head.Values
		if c.Few {
			inputs = head.Few
		}
		for i, want := range c.Texts {
			x, _ := strconv.ParseFloat(inputs[i], 64)
			total++
			if got := f.Format(x); got != want {
				wrong++
				t.Errorf("%s %v %s: got %q, want %q", c.Locale, c.Options, inputs[i], got, want)
			}
		}
		if c.Parts == nil {
			return
		}
		var got []string
		for _, p := range f.FormatToParts(-1234567.891) {
			got = append(got, p.Type+"="+p.Value)
		}
		var want []string
		for _, p := range c.Parts {
			want = append(want, p[0]+"="+p[1])
		}
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%s %v parts: got %q, want %q", c.Locale, c.Options, got, want)
		}
	})
	t.Logf("%d of %d texts are equal", total-wrong, total)
}
