// This file holds the comparison with node's results in testdata/golden.jsonl.

package regexp

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

// units decodes a string of the golden file: a JSON string, or code units when it has lone surrogates.
func units(t *testing.T, raw json.RawMessage) []uint16 {
	t.Helper()
	if raw[0] == '[' {
		var u []uint16
		if err := json.Unmarshal(raw, &u); err != nil {
			t.Fatal(err)
		}
		return u
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		t.Fatal(err)
	}
	return utf16.Encode([]rune(s))
}

func asciiOf(u []uint16) (string, bool) {
	b := make([]byte, len(u))
	for i, c := range u {
		if c > 127 {
			return "", false
		}
		b[i] = byte(c)
	}
	return string(b), true
}

// encodeWTF8 is the inverse of decodeWTF8.
func encodeWTF8(s []uint16) string {
	var out []byte
	for i := 0; i < len(s); {
		c, next := decode(s, i, true)
		if c&^0x7ff == 0xd800 {
			out = append(out, 0xed, 0x80|byte(c>>6&0x3f), 0x80|byte(c&0x3f))
		} else {
			out = utf8.AppendRune(out, c)
		}
		i = next
	}
	return string(out)
}

type goldenLine struct {
	P   json.RawMessage
	F   string
	Err bool
	C   [][]json.RawMessage
}

func readGolden(t *testing.T) (texts [][]uint16, lines []goldenLine) {
	t.Helper()
	f, err := os.Open(cmp.Or(os.Getenv("REGEXP_GOLDEN"), "testdata/golden.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	if !sc.Scan() {
		t.Fatal("empty golden file")
	}
	var raw []json.RawMessage
	if err := json.Unmarshal(sc.Bytes(), &raw); err != nil {
		t.Fatal(err)
	}
	for _, r := range raw {
		texts = append(texts, units(t, r))
	}
	for sc.Scan() {
		var l goldenLine
		if err := json.Unmarshal(sc.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, l)
	}
	if err := sc.Err(); err != nil {
		t.Fatal(err)
	}
	return texts, lines
}

// match runs one match in the form the text allows.
func match(m *Matcher, re *Regexp, text []uint16, start int, form string) (bool, error) {
	sticky := re.Flags().Has(Sticky)
	if form == "ascii" {
		s, _ := asciiOf(text)
		return m.MatchASCII(re, s, start, sticky, nil)
	}
	return m.MatchUTF16(re, text, start, sticky, nil)
}

// allMatches repeats a match like exec with the flag g, up to limit times.
func allMatches(t *testing.T, m *Matcher, re *Regexp, text []uint16, form string, limit int) [][]int32 {
	var out [][]int32
	for start := 0; len(out) < limit; {
		ok, err := match(m, re, text, start, form)
		if err != nil {
			t.Errorf("%v", err)
			return out
		}
		if !ok {
			out = append(out, nil)
			break
		}
		c := slices.Clone(m.Captures)
		out = append(out, c)
		start = int(c[1])
		if c[0] == c[1] {
			start++
			if re.unicode && insidePair(text, start) {
				start++
			}
		}
	}
	return out
}

func TestGolden(t *testing.T) {
	texts, lines := readGolden(t)
	var m Matcher
	execs, rejected := 0, 0
	for _, l := range lines {
		pattern := units(t, l.P)
		re, err := CompileUTF16(pattern, l.F, Limits{})
		invalid := Validate(encodeWTF8(pattern), l.F, Limits{})
		if l.Err {
			rejected++
			var syntax *SyntaxError
			if !errors.As(err, &syntax) || syntax.Message == "" || syntax.Offset > len(pattern) {
				t.Errorf("/%s/%s: error %v, want a SyntaxError", l.P, l.F, err)
			}
			if invalid == nil {
				t.Errorf("/%s/%s: Validate accepts it", l.P, l.F)
			}
			continue
		}
		if err != nil || invalid != nil {
			t.Errorf("/%s/%s: %v, Validate: %v", l.P, l.F, err, invalid)
			continue
		}
		for _, c := range l.C {
			var text []uint16
			if c[0][0] == '[' || c[0][0] == '"' {
				text = units(t, c[0])
			} else {
				var i int
				if err := json.Unmarshal(c[0], &i); err != nil {
					t.Fatal(err)
				}
				text = texts[i]
			}
			var want [][]int32
			for _, r := range c[1:] {
				var pairs []int32
				if err := json.Unmarshal(r, &pairs); err != nil {
					t.Fatal(err)
				}
				want = append(want, pairs)
			}
			execs += len(want)
			forms := []string{"utf16"}
			if _, ok := asciiOf(text); ok {
				forms = append(forms, "ascii")
			}
			for _, form := range forms {
				for _, mode := range []MemoMode{MemoAuto, MemoAlways} {
					m.Memo = mode
					got := allMatches(t, &m, re, text, form, 4)
					if !slices.EqualFunc(got, want, slices.Equal[[]int32]) {
						t.Errorf("/%s/%s on %s (%s, memo %d):\n got %v\nwant %v", l.P, l.F, c[0], form, mode, got, want)
					}
				}
			}
		}
	}
	t.Logf("%d patterns, %d of them rejected, %d execs", len(lines), rejected, execs)
}

// The search for candidates must find exactly what trying every position finds.
func TestSearchAgreesWithTryingEveryPosition(t *testing.T) {
	texts, lines := readGolden(t)
	long := utf16.Encode([]rune(benchText(1500) + "é😀" + benchText(300)))
	var m Matcher
	for _, l := range lines {
		if l.Err {
			continue
		}
		re, err := CompileUTF16(units(t, l.P), l.F, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		check := func(text []uint16, form string) {
			want := []int32(nil)
			for start := 0; start <= len(text) && want == nil; start++ {
				if re.unicode && insidePair(text, start) {
					continue
				}
				meter := &testMeter{maxSteps: 100_000}
				ok, err := m.MatchUTF16(re, text, start, true, meter)
				if err != nil {
					return
				}
				if ok {
					want = slices.Clone(m.Captures)
				}
			}
			var got []int32
			var ok bool
			if s, ascii := asciiOf(text); ascii && form == "ascii" {
				ok, err = m.MatchASCII(re, s, 0, false, nil)
			} else {
				ok, err = m.MatchUTF16(re, text, 0, false, nil)
			}
			if ok {
				got = m.Captures
			}
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("/%s/%s on %q (%s): %v %v, want %v", l.P, l.F, string(utf16.Decode(text)), form, got, err, want)
			}
		}
		for _, c := range l.C[:min(len(l.C), 4)] {
			text := texts[1]
			if c[0][0] == '[' || c[0][0] == '"' {
				text = units(t, c[0])
			}
			check(text, "ascii")
			check(text, "utf16")
		}
		if len(l.C) > 5 { // a hand-written pattern
			check(long, "utf16")
			check(long[:1500], "ascii")
		}
	}
}
