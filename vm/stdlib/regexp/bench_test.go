// This file holds benchmarks of common patterns over 100 KB of text, beside Go's regexp package, which is linear but has neither
// lookaround nor backreferences nor UTF-16 positions.

package regexp

import (
	"fmt"
	stdregexp "regexp"
	"strings"
	"testing"
	"unicode/utf16"
)

// benchText returns n bytes of mixed text: prose, log lines, code, addresses.
func benchText(n int) string {
	const page = `The quick brown fox jumps over the lazy dog, and then it runs away; nobody knows where to.
2024-05-06T07:08:09.123Z INFO [main] user=42 action="log in" took=15ms path=/api/v1/orders/12345
2024-05-06T07:08:10.007Z ERROR [worker-3] code=E1234 msg="Disk full" retry in 30s
Contact: alice@example.com, bob.smith+tag@mail.example.co.uk; phone +1 (555) 123-4567.
function snakeCase(name) { return name.replace(/([A-Z])/g, "_$1").toLowerCase(); } // helper
See https://www.example.org/docs/intro.html?lang=en&v=2#top or http://10.0.0.1:8080/status for details.
{"id": 17, "name": "Widget", "price": 12.50, "tags": ["a", "b"], "ok": true, "parent": null}
  indented   line with   many    spaces and	tabs and a price of $1,299.00 or 50% off  
`
	return strings.Repeat(page, n/len(page)+1)[:n]
}

// benchPatterns also run in the comparison with other engines.
var benchPatterns = []struct{ name, pattern, flags string }{
	{"word", `\b\w+\b`, ""},
	{"email", `[\w.+-]+@[\w-]+\.[\w.-]+`, ""},
	{"date", `(\d{4})-(\d{2})-(\d{2})`, ""},
	{"url", `https?:\/\/[^\s\/]+(?:\/[^\s?#]*)?(?:\?[^\s#]*)?`, ""},
	{"quoted", `"([^"\\]|\\.)*"`, ""},
	{"keywords", `\b(?:ERROR|WARN|INFO|DEBUG|FATAL)\b`, ""},
	{"pairs", `(\w+)=("[^"]*"|\S+)`, ""},
	{"icase", `error|contact|function`, "i"},
	{"number", `[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?`, ""},
	{"dotstar", `.*price.*`, ""},
	{"trim", `[ \t]+$`, "m"},
	{"literal", `worker-3`, ""},
}

func mustCompile(tb testing.TB, pattern, flags string) *Regexp {
	tb.Helper()
	re, err := CompileString(pattern, flags, Limits{})
	if err != nil {
		tb.Fatalf("/%s/%s: %v", pattern, flags, err)
	}
	return re
}

func countASCII(m *Matcher, re *Regexp, s string) int {
	n := 0
	for start := 0; start <= len(s); {
		ok, err := m.MatchASCII(re, s, start, false, nil)
		if err != nil || !ok {
			break
		}
		n++
		start = int(m.Captures[1])
		if m.Captures[0] == m.Captures[1] {
			start++
		}
	}
	return n
}

func countUTF16(m *Matcher, re *Regexp, s []uint16) int {
	n := 0
	for start := 0; start <= len(s); {
		ok, err := m.MatchUTF16(re, s, start, false, nil)
		if err != nil || !ok {
			break
		}
		n++
		start = int(m.Captures[1])
		if m.Captures[0] == m.Captures[1] {
			start++
		}
	}
	return n
}

func BenchmarkMatch(b *testing.B) {
	text := benchText(100 << 10)
	wide := utf16.Encode([]rune(text))
	for _, p := range benchPatterns {
		re := mustCompile(b, p.pattern, p.flags)
		std, err := stdregexp.Compile(strings.ReplaceAll(goFlags(p.flags)+p.pattern, `\/`, `/`))
		if err != nil {
			b.Fatal(err)
		}
		var m Matcher
		want := len(std.FindAllStringIndex(text, -1))
		if n := countASCII(&m, re, text); n != want {
			b.Fatalf("%s: %d matches, Go finds %d", p.name, n, want)
		}
		b.Run(p.name+"/ascii", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				countASCII(&m, re, text)
			}
		})
		b.Run(p.name+"/utf16", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				countUTF16(&m, re, wide)
			}
		})
		b.Run(p.name+"/go", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				for at := 0; at < len(text); {
					loc := std.FindStringSubmatchIndex(text[at:])
					if loc == nil {
						break
					}
					at += max(loc[1], 1)
				}
			}
		})
	}
}

func goFlags(flags string) string {
	if flags == "" {
		return ""
	}
	return fmt.Sprintf("(?%s)", flags)
}

func BenchmarkShort(b *testing.B) {
	re := mustCompile(b, `^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?Z$`, "")
	var m Matcher
	b.ReportAllocs()
	for b.Loop() {
		if ok, _ := m.MatchASCII(re, "2024-05-06T07:08:09.123Z", 0, false, nil); !ok {
			b.Fatal("no match")
		}
	}
}

func BenchmarkCompile(b *testing.B) {
	for _, p := range []struct{ name, pattern, flags string }{
		{"date", `(\d{4})-(\d{2})-(\d{2})`, ""},
		{"email", `^[^\s@]+@[^\s@]+\.[^\s@]+$`, ""},
		{"icase", `\b(?:error|warn(?:ing)?|fatal)\b`, "i"},
		{"property", `\p{Lu}[\p{L}\p{N}_]*`, "u"},
	} {
		b.Run(p.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				mustCompile(b, p.pattern, p.flags)
			}
		})
	}
}
