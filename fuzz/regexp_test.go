// This file defines the fuzz target of the regular-expression engine.

package fuzz

import (
	"errors"
	"slices"
	"testing"
	"unicode/utf16"

	"github.com/neurocode-ai/codemode/vm/stdlib/regexp"
)

var errRegexpBudget = errors.New("budget spent")

// regexpMeter allows a number of steps and bytes.
type regexpMeter struct{ steps, bytes int }

func (m *regexpMeter) Charge(steps int) error {
	if m.steps -= steps; m.steps < 0 {
		return errRegexpBudget
	}
	return nil
}

func (m *regexpMeter) Grow(bytes int) error {
	if m.bytes -= bytes; m.bytes < 0 {
		return errRegexpBudget
	}
	return nil
}

// regexpFlagSets are the flags that a match depends on, chosen by the fuzzer's number.
var regexpFlagSets = []string{"", "i", "m", "s", "u", "v", "iu", "iv", "ims", "y", "imsu", "imsv"}

// FuzzRegexp checks that compiling and matching never panic, that budgets hold, that errors are of the documented kinds, that a pattern is
// valid exactly if it compiles, that positions make sense, and that neither memoisation nor the form of the text changes a result.
func FuzzRegexp(f *testing.F) {
	for _, seed := range []struct{ pattern, text string }{
		{`(a+)+$`, "aaab"}, {`^(\w+\s?)*$`, "hello world!"}, {`(?<y>\d{4})-(?<m>\d\d)`, "on 2024-05-06"}, {`(?<=(\w+)=)\d+(?!x)`, "a=12 b=3x"},
		{`(?:(?<x>a)|(?<x>b))\k<x>`, "abba"}, {`(?i:a(?-i:b))|[^\s-]{2,}?`, "aB Ab"}, {`[\p{L}--[a-z]&&[\q{ab|c}]]`, "Éab"}, {`(a?b??){3,70}(?=\1)`, "abab"},
		{`(z)((a+)?(b+)?(c))*`, "zaacbbbcac"}, {`\p{RGI_Emoji}`, "x👍🏽"}, {`(?<!.??\B(a{1,}?^|(c){0,3}b{0,1}(?<=a|k))?)`, " aa"}, {`\u{1f600}.|[\ud83d\ude00]`, "😀"},
		{`a{0,3}(?:b|c|d|ef|eg|eh)*x`, "aabcdefegx"}, {`(?:a*?|b)*?c`, "abac"},
	} {
		for i := range regexpFlagSets {
			f.Add(seed.pattern, uint8(i), seed.text)
		}
	}
	f.Fuzz(func(t *testing.T, pattern string, flagSet uint8, text string) {
		if len(pattern) > 200 || len(text) > 200 {
			return
		}
		flags := regexpFlagSets[int(flagSet)%len(regexpFlagSets)]
		limits := regexp.Limits{Memory: 1 << 20, Depth: 50}
		re, err := regexp.CompileString(pattern, flags, limits)
		invalid := regexp.Validate(pattern, flags, limits)
		if err != nil {
			var syntax *regexp.SyntaxError
			if !errors.As(err, &syntax) || syntax.Message == "" || syntax.Offset < -1 || syntax.Offset > len(pattern) {
				t.Fatalf("error %#v", err)
			}
			return
		}
		if invalid != nil {
			t.Fatalf("compiles, but Validate says %v", invalid)
		}
		checkMatches(t, re, utf16.Encode([]rune(text)))
	})
}

// checkMatches compares the modes and forms of a match from every start.
func checkMatches(t *testing.T, re *regexp.Regexp, text []uint16) {
	ascii, isASCII := asciiText(text)
	for start := 0; start <= len(text); start += 1 + start/4 {
		var want []int32
		var decided, matched bool
		try := func(name string, match func(m *regexp.Matcher, meter regexp.Meter) (bool, error), mode regexp.MemoMode) {
			m := regexp.Matcher{Memo: mode}
			meter := &regexpMeter{steps: 300_000, bytes: 8 << 20}
			ok, err := match(&m, meter)
			if meter.steps < -100_000 {
				t.Fatalf("%s: the budget is exceeded by %d steps", name, -meter.steps)
			}
			if err != nil {
				if err != errRegexpBudget {
					t.Fatalf("%s: error %v", name, err)
				}
				return
			}
			if ok {
				checkCaptures(t, m.Captures, re.NumGroups(), len(text))
			}
			if !decided {
				decided, matched, want = true, ok, slices.Clone(m.Captures)
				return
			}
			if ok != matched || ok && !slices.Equal(m.Captures, want) {
				t.Fatalf("%s from %d: %v %v, before %v %v", name, start, ok, m.Captures, matched, want)
			}
		}
		sticky := re.Flags().Has(regexp.Sticky)
		wide := func(m *regexp.Matcher, meter regexp.Meter) (bool, error) {
			return m.MatchUTF16(re, text, start, sticky, meter)
		}
		try("memo never", wide, regexp.MemoNever)
		try("memo always", wide, regexp.MemoAlways)
		try("memo auto", wide, regexp.MemoAuto)
		if isASCII {
			narrow := func(m *regexp.Matcher, meter regexp.Meter) (bool, error) {
				return m.MatchASCII(re, ascii, start, sticky, meter)
			}
			try("ASCII, memo always", narrow, regexp.MemoAlways)
			try("ASCII, memo auto", narrow, regexp.MemoAuto)
		}
	}
}

func checkCaptures(t *testing.T, captures []int32, groups, n int) {
	if len(captures) != 2*groups {
		t.Fatalf("%d captures for %d groups", len(captures), groups)
	}
	for i := 0; i < len(captures); i += 2 {
		a, b := captures[i], captures[i+1]
		if (a < 0) != (b < 0) || a > b || int(b) > n || a < -1 || i == 0 && a < 0 {
			t.Fatalf("captures %v in %d units", captures, n)
		}
	}
}

func asciiText(text []uint16) (string, bool) {
	b := make([]byte, len(text))
	for i, u := range text {
		if u > 127 {
			return "", false
		}
		b[i] = byte(u)
	}
	return string(b), true
}
