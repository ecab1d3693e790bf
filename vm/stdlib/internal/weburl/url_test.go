// This file holds the tests of the package: a hash of the reference implementation's results for random input, and tables.

package weburl

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
)

// random yields the numbers of testdata/urls.mjs.
type random uint32

func (state *random) next(n int) int {
	*state += 0x6d2b79f5
	t := uint32(*state)
	t = (t ^ t>>15) * (1 | t)
	t = (t + (t^t>>7)*(61|t)) ^ t
	return int((t ^ t>>14) % uint32(n))
}

const high, low = "\xed\xa0\x80", "\xed\xb0\x80" // lone surrogates in WTF-8

var (
	urlTokens = []string{"http:", "https://", "file:", "file:///", "ws:", "mailto:", "foo:", "foo://", "//", "/", "/", "\\", ":", ":80", ":443", ":0x50", "@", "user", "user:pw@", "?", "?a=b", "#", "#f", ".", "..", "/./", "/../", "%2e", "%2E%2e", "%", "%41", "%zz", "%00", "a", "b.c", "example.com", "EXAMPLE", "127.0.0.1", "0x7f.1", "1.2.3", "256", "[::1]", "[1:2::3]", "[::127.0.0.1]", "[1::2::3]", "C:", "c|", "C:/", "localhost", "é", "ß", "日本", "\u00ad", "\t", "\n", "'", "\"", "<", ">", "`", "{", "}", "|", "!$&()*+,;=", "~", "\u0001", high, "☃", "^", " "}
	urlBases  = []string{"", "", "http://user:pw@host:8080/a/b/c?q#f", "file:///C:/x/y", "file://server/share/z", "foo://h/p/q?r", "foo:/p/q", "mailto:x@y"}
)

// setters in the order of testdata/urls.mjs.
var setters = []func(u *URL, value string){
	(*URL).SetProtocol, (*URL).SetUsername, (*URL).SetPassword, (*URL).SetHost, (*URL).SetHostname, (*URL).SetPort, (*URL).SetPathname, (*URL).SetSearch, (*URL).SetHash,
}

func (state *random) text(n int) string {
	var b []byte
	for n = 1 + state.next(n); n > 0; n-- {
		b = append(b, urlTokens[state.next(len(urlTokens))]...)
	}
	return string(b)
}

func urlLine(state *random) string {
	baseText, input := urlBases[state.next(len(urlBases))], state.text(7)
	setter, value := state.next(len(setters)), state.text(3)
	var base *URL
	if baseText != "" {
		base, _ = Parse(baseText, nil)
	}
	u, err := Parse(input, base)
	if err != nil {
		return "failure"
	}
	line := strings.Join([]string{u.Href(), u.Origin(), u.Host(), u.Pathname()}, " ")
	setters[setter](u, value)
	return line + " " + u.Href()
}

func componentTokens() (out []string) {
	for _, r := range "aZ09-_.!~*'();/?:@&=+$,# %\"<>[]{}|\\^`é日😀" {
		out = append(out, string(r))
	}
	return append(out, "𐀀", "%", "%", "%", "%41", "%C3%A9", "%E0%A4%A", "%F0%9F%98%80", "%ED%A0%80", "%C0%80", "%u0041", "%uD83D", "%uDE00", "%25", "%2f")
}

func componentLine(state *random, tokens []string) string {
	var b []byte
	for n := state.next(8); n > 0; n-- {
		b = append(b, tokens[state.next(len(tokens))]...)
	}
	s := string(b)
	var out []string
	for _, f := range []func(string) (string, error){EncodeURI, EncodeURIComponent, DecodeURI, DecodeURIComponent} {
		text, err := f(s)
		if err != nil {
			text = "error"
		}
		out = append(out, text)
	}
	pairs, _ := ParseForm(s, nil)
	form, _ := SerializeForm(pairs, nil)
	out = append(out, Escape(s), Unescape(s), form)
	var flat []string
	for _, p := range pairs {
		flat = append(flat, p.Name, p.Value)
	}
	return strings.Join(append(out, strings.Join(flat, "|")), " ")
}

// units writes the UTF-16 code units of a WTF-8 string in hexadecimal.
func units(s string) string {
	var out []string
	for s != "" {
		r, n := decodeWTF8(s)
		if s = s[n:]; r > 0xffff {
			out = append(out, fmt.Sprintf("%x.%x", 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff))
		} else {
			out = append(out, fmt.Sprintf("%x", r))
		}
	}
	return strings.Join(out, ".")
}

func TestAgainstReference(t *testing.T) {
	const want = "848446361085c445e43ac24164db321d"
	dump := os.Getenv("WEBURL_DUMP") != "" // prints what "node urls.mjs all" prints
	hash := sha256.New()
	state := random(5)
	tokens := componentTokens()
	for i := range 60000 {
		var line string
		if i < 40000 {
			line = urlLine(&state)
		} else {
			line = componentLine(&state, tokens)
		}
		io.WriteString(hash, units(line)+"\n")
		if dump {
			os.Stdout.WriteString(line + "\t" + units(line) + "\n")
		}
	}
	if got := hex.EncodeToString(hash.Sum(nil))[:32]; got != want {
		t.Errorf("hash of 60000 lines = %s, the reference has %s", got, want)
	}
}
