// This file holds the tests of the conversions of long text: what makes a text long must not change its value.

package numeric

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// longForms makes a short literal long without changing what it means.
func longForms(s string) []string {
	pad := strings.Repeat(" ", longText)
	forms := []string{pad + s, s + pad, pad + "\u3000" + s + "\u3000" + pad}
	sign, body := "", s
	if s != "" && (s[0] == '-' || s[0] == '+') {
		sign, body = s[:1], s[1:]
	}
	if body != "" && body[0]-'0' <= 9 && !(len(body) > 1 && prefixShift(body[1]) != 0) {
		forms = append(forms, sign+strings.Repeat("0", longText)+body)
		if strings.IndexByte(body, '.') > 0 && !strings.ContainsAny(body, "eEx") {
			forms = append(forms, s+strings.Repeat("0", longText))
		}
	}
	return forms
}

func never(int) error { return nil }

func TestLongText(t *testing.T) {
	for _, c := range numberCases {
		for _, s := range longForms(c.in) {
			if got, err := LongStringToNumber(s, never); err != nil || !same(got, StringToNumber(s)) || !same(got, c.want) {
				t.Errorf("%d bytes that end in %.20q: %v, want %v", len(s), c.in, got, c.want)
			}
		}
	}
	for _, c := range parseFloatCases {
		for _, s := range longForms(c.in) {
			if got, err := LongParseFloat(s, never); err != nil || !same(got, ParseFloat(s)) {
				t.Errorf("parseFloat of %d bytes with %.20q: %v, want %v", len(s), c.in, got, ParseFloat(s))
			}
		}
	}
	for _, c := range parseIntCases {
		for _, s := range append(longForms(c.in), c.in+strings.Repeat("0", longText), c.in+strings.Repeat("1z", longText)) {
			if got, err := LongParseInt(s, c.radix, never); err != nil || !same(got, ParseInt(s, c.radix)) {
				t.Errorf("parseInt of %d bytes with %.20q, %d: %v, want %v", len(s), c.in, c.radix, got, ParseInt(s, c.radix))
			}
		}
	}
}

// TestLongDigits compares numbers of very many digits, among them ties that only the last digit decides, with strconv.
func TestLongDigits(t *testing.T) {
	zeros, nines := strings.Repeat("0", longText), strings.Repeat("9", longText)
	tie := "9007199254740993" // halfway between two Numbers
	texts := []string{
		nines, "0." + nines, "1" + zeros, "1" + zeros + "e-" + fmt.Sprint(longText), "0." + zeros + "1", "0." + zeros + "123e" + fmt.Sprint(longText),
		tie + "." + zeros, tie + "." + zeros + "1", tie + zeros + "e-" + fmt.Sprint(longText), tie + zeros + "1e-" + fmt.Sprint(longText+1),
		"1e" + zeros + "5", "1e-" + nines, "1e" + nines, "0e" + nines, "-" + nines + "e", nines + "e+", nines + ".e5", "." + nines, zeros, "-" + zeros, zeros + ".", "0x" + zeros, "0x" + nines, "0b1" + zeros,
		"0b1" + strings.Repeat("0", 52) + "1" + zeros + "1", "0x" + zeros + "20000000000003", nines + "g", "." + zeros + "e5", zeros + "x1", "-0x" + nines,
	}
	rnd := rand.New(rand.NewPCG(5, 6))
	for range 50 {
		at := rnd.IntN(longText)
		texts = append(texts, nines[:at]+"."+nines[at:]+fmt.Sprintf("e%d", rnd.IntN(600)-300-at))
	}
	for _, s := range texts {
		if got, err := LongStringToNumber(s, never); err != nil || !same(got, StringToNumber(s)) {
			t.Errorf("%d bytes %.20q…%q: %v, want %v", len(s), s, s[len(s)-10:], got, StringToNumber(s))
		}
		if got, err := LongParseFloat(s, never); err != nil || !same(got, ParseFloat(s)) {
			t.Errorf("parseFloat of %d bytes %.20q…%q: %v, want %v", len(s), s, s[len(s)-10:], got, ParseFloat(s))
		}
		for _, radix := range []int32{0, 2, 3, 7, 10, 16, 36, 37} {
			if got, err := LongParseInt(s, radix, never); err != nil || !same(got, ParseInt(s, radix)) {
				t.Errorf("parseInt of %d bytes %.20q, %d: %v, want %v", len(s), s, radix, got, ParseInt(s, radix))
			}
		}
	}
}

// TestManyDigits holds numbers whose digits strconv alone reads wrong.
func TestManyDigits(t *testing.T) {
	for _, n := range []int{799, 800, 801, 900, 5000, 20000} {
		zeros := strings.Repeat("0", n)
		for _, c := range []struct {
			s    string
			want float64
		}{
			{"1" + zeros + "e-" + fmt.Sprint(n), 1},
			{"-25" + zeros + "e-" + fmt.Sprint(n+1), -2.5},
			{"9007199254740993" + zeros + "e-" + fmt.Sprint(n), 9007199254740992},
			{"9007199254740993" + zeros + "1e-" + fmt.Sprint(n+1), 9007199254740994},
			{"0." + zeros + "1e" + fmt.Sprint(n+1), 1},
		} {
			if got := StringToNumber(c.s); got != c.want {
				t.Errorf("%d zeros, %.20q: %v, want %v", n, c.s, got, c.want)
			}
		}
	}
}

func TestLongCharge(t *testing.T) {
	for name, run := range map[string]func(s string, charge func(int) error) (float64, error){
		"Number": LongStringToNumber, "parseFloat": LongParseFloat,
		"parseInt": func(s string, charge func(int) error) (float64, error) { return LongParseInt(s, 7, charge) },
	} {
		for _, unit := range []string{"1", " ", "0", "x"} {
			s := strings.Repeat(unit, 1<<20)
			total, largest, calls := 0, 0, 0
			if _, err := run(s, func(n int) error { total += n; largest = max(largest, n); return nil }); err != nil || unit != "x" && total < len(s)/2 || largest > 1<<13 {
				t.Errorf("%s of %q repeated: %v, %d units in steps of up to %d", name, unit, err, total, largest)
			}
			if unit == "x" {
				continue
			}
			_, err := run(s, func(int) error {
				if calls++; calls == 3 {
					return io.ErrUnexpectedEOF
				}
				return nil
			})
			if err != io.ErrUnexpectedEOF || calls != 3 {
				t.Errorf("%s of %q repeated: ended with %v after %d charges", name, unit, err, calls)
			}
		}
	}
	if got, _ := LongStringToNumber("12", never); got != 12 {
		t.Errorf("short text gives %v", got)
	}
	if got, _ := LongStringToNumber(strings.Repeat(" ", 1<<20), never); got != 0 || math.Signbit(got) {
		t.Errorf("white space gives %v", got)
	}
}
