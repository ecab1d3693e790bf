// This file holds the tests of bounds: steps, memory, allocation, determinism, and what hostile patterns can do.

package regexp

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"unicode/utf16"
)

var errBudget = errors.New("budget spent")

// A testMeter ends a match after a number of steps or bytes.
type testMeter struct {
	steps, bytes int
	maxSteps     int // 0 for no limit
	maxBytes     int
	calls        int
	largest      int // steps of one call
}

func (m *testMeter) Charge(steps int) error {
	m.steps += steps
	m.calls++
	m.largest = max(m.largest, steps)
	if m.maxSteps > 0 && m.steps > m.maxSteps {
		return errBudget
	}
	return nil
}

func (m *testMeter) Grow(bytes int) error {
	m.bytes += bytes
	if m.maxBytes > 0 && m.bytes > m.maxBytes {
		return errBudget
	}
	return nil
}

// Patterns that take exponential time without memoisation, with texts that they do not match. Each must be answered in
// time proportional to the text.
var linearized = []struct{ pattern, flags, unit, tail string }{
	{`(a+)+$`, "", "a", "b"},
	{`(x+x+)+y`, "", "x", ""},
	{`(x+x+)+[yz]`, "", "x", ""},
	{`^(\w+\s?)*$`, "", "word ", "!"},
	{`(a|aa)+$`, "", "a", "b"},
	{`^(a|a?)+$`, "", "a", "b"},
	{`(.*)*[bc]`, "", "a", ""},
	{`(.*a){12}[bc]`, "", "a", ""},
	{`^(([a-z])+.)+[A-Z]([a-z])+$`, "", "a", ""},
	{`(\d+|[a-z]+|\w+)*[;:]`, "", "a1", ""},
	{`^(?:(?:"[^"]*"|[^,]*),?)*[;:]$`, "", `"a",b`, ""},
	{`(?:a*)*(?:b*)*c$`, "", "ab", "d"},
	{`(?:(?=a)a+)+$`, "", "a", "b"},
	{`(?:(?!b)\w+)+$`, "", "a", "-"},
	{`(?<=(?:a+)+)[bc]`, "", "a", ""},
	{`([a-z]+)+[@#]`, "i", "a", ""},
	{`\s+$`, "", " ", "x"},
	{`[a-z]+[0-9]`, "", "a", ""},
	{`.*?,.*?,.*?[xy]`, "", "a,", ""},
	{`(?:.+)+[éè]`, "u", "a", ""},
	{`(?:\p{L}+)+[!?]`, "u", "ж", ""},
	{`(?:😀+)+[!?]`, "u", "😀", ""},
	{`(?:[^xy]+)+[xy]`, "v", "é😀", ""},
}

func TestHostilePatternsTakeLinearTime(t *testing.T) {
	for _, c := range linearized {
		re := mustCompile(t, c.pattern, c.flags)
		steps := func(n int) int {
			s := decodeWTF8(strings.Repeat(c.unit, n) + c.tail)
			var m Matcher
			meter := &testMeter{maxSteps: 50_000_000}
			ok, err := m.MatchUTF16(re, s, 0, false, meter)
			if ok || err != nil {
				t.Errorf("/%s/%s on %d times %q: %v %v", c.pattern, c.flags, n, c.unit, ok, err)
			}
			return meter.steps
		}
		small, large := steps(4000), steps(16000)
		if large > 6*small {
			t.Errorf("/%s/%s: %d steps for 4000 units, %d for 16000", c.pattern, c.flags, small, large)
		}
	}
}

// Patterns that memoisation cannot help end at the budget, or are answered within it, with bounded memory either way.
func TestHostilePatternsEndAtTheBudget(t *testing.T) {
	ended := 0
	for _, c := range []struct{ pattern, unit, tail string }{
		{`(a*)*\1[bc]`, "a", ""},
		{`([a-zA-Z]+)*\1[01]`, "a", ""},
		{`(?:(\w+)\s?)+\1[!?]`, "a ", ""},
		{`^(a?){60}(b\1)?a{60}$`, "a", "b"},
		{`(?:a+){60,}[bc]`, "a", ""},
		{`(?:a?a?){300}[bc]`, "a", ""},
		{`(?:(?:a+)+){100,}$`, "a", "b"},
		{`(?<=\1(a+)+)[bd]`, "a", "c"},
		{`((a+)+\2)+$`, "a", "b"},
		{`(?=(a+))\1[bc]`, "a", ""},
	} {
		re := mustCompile(t, c.pattern, "")
		var m Matcher
		meter := &testMeter{maxSteps: 2_000_000, maxBytes: 16 << 20}
		ok, err := m.MatchASCII(re, strings.Repeat(c.unit, 3000)+c.tail, 0, false, meter)
		if ok || err != nil && err != errBudget {
			t.Errorf("/%s/: %v %v", c.pattern, ok, err)
		}
		if err == errBudget {
			ended++
		}
		if meter.bytes > 16<<20 {
			t.Errorf("/%s/: grew by %d bytes", c.pattern, meter.bytes)
		}
	}
	if ended < 4 {
		t.Errorf("only %d of the patterns reached the budget", ended)
	}
}

func TestLongWorkIsReportedInSmallPieces(t *testing.T) {
	const n = 1_000_000
	// A clearing of the bitmap is reported at once; it is far cheaper a step than matching.
	const most = 3 * pollInterval
	for _, c := range []struct{ pattern, flags, unit string }{
		{`b`, "", "a"}, {`bc`, "", "a"}, {`[bc]`, "", "a"}, {`a*b`, "", "a"}, {`a*[bc]`, "", "a"}, {`a*?[bc]`, "", "a"}, {`.*`, "", "a"}, {`.*`, "s", "a"},
		{`(?:ab)*[cd]`, "", "ab"}, {`(?:a|b)*[cd]`, "", "ab"}, {`(?:ab){2,}[cd]`, "", "ab"}, {`^x`, "m", "a"}, {`a+$`, "", "a"}, {`\w+@`, "", "a"}, {`\w+[@#]`, "", "a"},
		{`[^@]*[@#]`, "u", "é"}, {`[^@]*?[@#]`, "u", "é"}, {`(?<=a*)[bc]`, "", "a"}, {`.{100000,}?[bc]`, "", "a"}, {`(a)*[bc]`, "", "a"}, {`xyz`, "", "xyy"}, {`é`, "", "a"},
	} {
		re := mustCompile(t, c.pattern, c.flags)
		text := strings.Repeat(c.unit, n/len(c.unit))
		for _, form := range []string{"ascii", "utf16"} {
			s := utf16.Encode([]rune(text))
			if form == "ascii" && len(s) != len(text) {
				continue
			}
			m := Matcher{Memo: MemoNever}
			meter := &testMeter{maxSteps: 1_000_000}
			var err error
			if form == "ascii" {
				_, err = m.MatchASCII(re, text, 0, false, meter)
			} else {
				_, err = m.MatchUTF16(re, s, 0, false, meter)
			}
			if err != nil && err != errBudget {
				t.Errorf("/%s/%s: %v", c.pattern, c.flags, err)
			}
			if meter.largest > most {
				t.Errorf("/%s/%s (%s): %d steps between two reports", c.pattern, c.flags, form, meter.largest)
			}
		}
	}
}

func TestErrorsOfTheMeterEndTheMatch(t *testing.T) {
	text := strings.Repeat("a", 100_000)
	for _, pattern := range []string{`b`, `[bc]`, `a*?[bc]`, `(?:a|b)*[cd]`, `(a*)*\1[bc]`, `^(a|b|ab)*[cd]`} {
		re := mustCompile(t, pattern, "")
		var m Matcher
		if _, err := m.MatchASCII(re, text, 0, false, &testMeter{maxSteps: 1000}); err != errBudget {
			t.Errorf("/%s/: error %v", pattern, err)
		}
		if ok, err := m.MatchASCII(re, "b", 0, false, nil); err != nil || ok == strings.Contains(pattern, `[cd]`) {
			t.Errorf("/%s/: after an error, the matcher gives %v %v", pattern, ok, err)
		}
	}
	re := mustCompile(t, `^(?:(a)|.)*$`, "")
	var m Matcher
	if _, err := m.MatchASCII(re, text+"\n", 0, false, &testMeter{maxBytes: 100_000}); err != errBudget {
		t.Errorf("memory: error %v", err)
	}
	if _, err := m.MatchASCII(re, strings.Repeat(text, 60), 0, false, nil); err != ErrStack {
		t.Errorf("error %v, want ErrStack", err)
	}
}

func TestCountsAreReproducible(t *testing.T) {
	text := benchText(20 << 10)
	for _, p := range benchPatterns {
		re := mustCompile(t, p.pattern, p.flags)
		var used Matcher
		countASCII(&used, mustCompile(t, `(?:a|b|.)*?\1(x)`, "s"), text[:2000])
		used.Reset()
		var first testMeter
		for i, m := range []*Matcher{{}, {}, &used} {
			var meter testMeter
			for start := 0; ; start = int(m.Captures[1]) + 1 {
				ok, err := m.MatchASCII(re, text, start, false, &meter)
				if err != nil {
					t.Fatal(err)
				}
				if !ok {
					break
				}
			}
			if i == 0 {
				first = meter
			} else if meter != first {
				t.Errorf("/%s/: counts %+v, before %+v", p.pattern, meter, first)
			}
		}
	}
}

func TestRepeatedMatchesAllocateNothing(t *testing.T) {
	text := benchText(8 << 10)
	wide := utf16.Encode([]rune(strings.ReplaceAll(text, "lazy", "läzy")))
	patterns := benchPatterns
	patterns = append(patterns[:len(patterns):len(patterns)], []struct{ name, pattern, flags string }{
		{"memo", `(a|aa)+$`, ""}, {"look", `(?<=(\w+)=)(?=(.))(?!x)`, ""}, {"ref", `(\w)\1`, "i"}, {"strings", `[\q{quick|fox}z]`, "v"}, {"unicode", `\p{L}+`, "iu"},
		{"counted", `(?:\w+\s){2,99}?a`, ""},
	}...)
	for _, p := range patterns {
		re := mustCompile(t, p.pattern, p.flags)
		var m Matcher
		if n := testing.AllocsPerRun(5, func() { countASCII(&m, re, text) }); n != 0 {
			t.Errorf("%s: %v allocations on ASCII text", p.name, n)
		}
		if n := testing.AllocsPerRun(5, func() { countUTF16(&m, re, wide) }); n != 0 {
			t.Errorf("%s: %v allocations on UTF-16 text", p.name, n)
		}
	}
}

func TestPatternLimits(t *testing.T) {
	deep := strings.Repeat("(", 400) + strings.Repeat(")", 400)
	for _, c := range []struct {
		name, pattern, flags string
		limits               Limits
		ok                   bool
	}{
		{"nesting within the limit", deep, "", Limits{}, true},
		{"nesting beyond", strings.Repeat("(?:", 501), "", Limits{}, false},
		{"far beyond", strings.Repeat("(", 200_000), "", Limits{}, false},
		{"class nesting", strings.Repeat("[", 10_000), "v", Limits{}, false},
		{"own depth", "((a))", "", Limits{Depth: 2}, false},
		{"length", strings.Repeat("a", 1<<18), "", Limits{}, true},
		{"too long", strings.Repeat("a", 1<<18+1), "", Limits{}, false},
		{"much too long", strings.Repeat("a", 5<<20), "", Limits{}, false},
		{"own length", "abc", "", Limits{Pattern: 2}, false},
		{"nested counts", "(?:(?:(?:a{1000}b){1000}c){1000}d){1000}", "", Limits{}, true},
		{"nested groups with counts", "((((((((a{9}){9}){9}){9}){9}){9}){9}){9}){9}", "", Limits{}, true},
		{"nested plus", strings.Repeat("(", 100) + "a" + strings.Repeat("+)+", 100), "", Limits{}, false}, // a+)+)… is fine, ++ is not
		{"nested stars", strings.Repeat("(?:", 300) + "a*" + strings.Repeat(")*", 300), "", Limits{}, true},
		{"huge counts", "a{4294967296,}b{0,99999999999999999999}(?:cd){999999999999,}", "", Limits{}, true},
		{"classes", strings.Repeat(`[\p{L}x]\p{L}`, 500), "u", Limits{}, true},
		{"many different classes", manyClasses(5000), "u", Limits{}, false},
		{"many emoji", strings.Repeat(`[\p{RGI_Emoji}a]`, 2000), "v", Limits{}, false},
		{"small memory", `\p{L}`, "u", Limits{Memory: 1000}, false},
		{"keywords", keywords(10_000), "", Limits{}, true},
		{"names", manyNames(3000), "", Limits{}, true},
	} {
		re, err := CompileString(c.pattern, c.flags, c.limits)
		var syntax *SyntaxError
		if c.ok != (err == nil) || err != nil && !errors.As(err, &syntax) {
			t.Errorf("%s: error %v", c.name, err)
		}
		if re != nil && re.Size() > 16<<20 {
			t.Errorf("%s: %d bytes", c.name, re.Size())
		}
	}
}

func manyClasses(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `[\p{L}\u{%x}]`, 0x10000+i)
	}
	return b.String()
}

func keywords(n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprintf("%x", uint32(i)*2654435761&0xffffff)
	}
	return strings.Join(words, "|")
}

func manyNames(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "(?:(?<n%d>a)|(?<n%d>b))", i, i)
	}
	return b.String()
}

func TestKeywordsAreFoundByPrefix(t *testing.T) {
	re := mustCompile(t, `\b(?:`+keywords(5000)+`)\b`, "")
	var m Matcher
	var meter testMeter
	text := strings.Repeat("zebra 3779b1 xylophone ", 100)
	if ok, err := m.MatchASCII(re, text, 0, false, &meter); !ok || err != nil || m.Captures[0] != 6 {
		t.Fatalf("%v %v %v", ok, err, m.Captures)
	}
	if meter.steps > 200 {
		t.Errorf("%d steps to find a keyword among 5000", meter.steps)
	}
}

func TestCompilationIsMetered(t *testing.T) {
	meter := &testMeter{}
	if _, err := CompileString(strings.Repeat(`[\p{L}x]`, 200), "u", Limits{Meter: meter}); err != nil || meter.steps == 0 || meter.bytes == 0 {
		t.Errorf("%v, %+v", err, meter)
	}
	for _, meter := range []*testMeter{{maxSteps: 10}, {maxBytes: 1000}} {
		if _, err := CompileString(manyClasses(100), "u", Limits{Meter: meter}); err != errBudget {
			t.Errorf("error %v", err)
		}
		if err := Validate(strings.Repeat("(a)", 10000), "", Limits{Meter: meter}); err != errBudget {
			t.Errorf("Validate: error %v", err)
		}
	}
}

func TestConcurrentUse(t *testing.T) {
	text := benchText(4 << 10)
	res := make([]*Regexp, len(benchPatterns))
	want := make([]int, len(res))
	for i, p := range benchPatterns {
		res[i] = mustCompile(t, p.pattern, p.flags)
		var m Matcher
		want[i] = countASCII(&m, res[i], text)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			var m Matcher
			for i, re := range res {
				if n := countASCII(&m, re, text); n != want[i] {
					t.Errorf("%s: %d matches, want %d", benchPatterns[i].name, n, want[i])
				}
				if _, err := CompileString(`\p{L}[\p{N}--\p{Nd}]`, "v", Limits{}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

// The conversion of the text in MatchASCII must cost no copy: a match at the end of a long text is as cheap as in a short one.
func TestTextIsNotCopied(t *testing.T) {
	re := mustCompile(t, `b$`, "")
	var m Matcher
	text := strings.Repeat("a", 10<<20) + "b"
	if n := testing.AllocsPerRun(10, func() {
		if ok, _ := m.MatchASCII(re, text, len(text)-1, false, nil); !ok {
			t.Error("no match")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
