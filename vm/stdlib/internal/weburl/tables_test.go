// This file holds the tables of URLs, setters and forms, and the fuzz target.

package weburl

import (
	"slices"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ input, base, want string }{
		{"https://example.com", "", "https://example.com/"},
		{"  HTTPS://Example.COM:443/a/../b?x=1#y ", "", "https://example.com/b?x=1#y"},
		{"http://user:p%40ss@host:8080/", "", "http://user:p%40ss@host:8080/"},
		{"http://a:b@c:d@host/", "", "http://a:b%40c%3Ad@host/"},
		{"http://[2001:DB8:0:0:1:0:0:1]/", "", "http://[2001:db8::1:0:0:1]/"},
		{"http://[::ffff:1.2.3.4]/", "", "http://[::ffff:102:304]/"},
		{"http://0x7f.1/", "", "http://127.0.0.1/"},
		{"http://256/", "", "http://0.0.1.0/"},
		{"http://1.2.3.4.5/", "", ""},
		{"http://1.2.3.256/", "", ""},
		{"http://a.0x/", "", ""},
		{"http://[::1", "", ""},
		{"http://[1:2:3:4:5:6:7:8:9]/", "", ""},
		{"http://münchen.de/ä?ö=ü#ß", "", "http://xn--mnchen-3ya.de/%C3%A4?%C3%B6=%C3%BC#%C3%9F"},
		{"http://faß.de/", "", "http://xn--fa-hia.de/"},
		{"http://ex%41mple.com/", "", "http://example.com/"},
		{"http://a%00b/", "", ""},
		{"http://a b/", "", ""},
		{"http://", "", ""},
		{"http:///x", "", "http://x/"},
		{"http:x", "http://h/a/b", "http://h/a/x"},
		{"https:x", "http://h/a/b", "https://x/"},
		{"http://h:/", "", "http://h/"},
		{"http://h:99999/", "", ""},
		{"http://h:8a/", "", ""},
		{"mailto:a@b", "", "mailto:a@b"},
		{"data:text/plain, hi #f", "", "data:text/plain, hi%20#f"},
		{"javascript:alert(1)", "", "javascript:alert(1)"},
		{"foo://Host/../x", "", "foo://Host/x"},
		{"foo:/..//x", "", "foo:/.//x"},
		{"file:c|/x", "", "file:///c:/x"},
		{"file://localhost/x", "", "file:///x"},
		{"/..", "file:///c:/a/b", "file:///c:/"},
		{"c|/y", "file://h/a", "file://h/c:/y"},
		{"../../../x?y#z", "http://h/a/b/c", "http://h/x?y#z"},
		{"?q", "http://h/a?b#c", "http://h/a?q"},
		{"#f", "mailto:x", "mailto:x#f"},
		{"x", "mailto:x", ""},
		{"x", "", ""},
		{"//host/p", "https://h/", "https://host/p"},
		{`\\host\p`, "https://h/", "https://host/p"},
		{"a\tb\n", "http://h/", "http://h/ab"},
		{"%2e%2E/x", "http://h/a/b/c", "http://h/a/x"},
		{"/a^b`{c}", "http://h/", "http://h/a%5Eb%60%7Bc%7D"},
		{"/" + high, "http://h/", "http://h/%EF%BF%BD"},
		{"http://xn--/", "", "http://xn--/"},
		{"http://h/" + strings.Repeat("x", MaxLength), "", ""},
		{"http://" + strings.Repeat("ü", maxUnicodeDomain), "", ""},
	} {
		var base *URL
		if c.base != "" {
			base, _ = Parse(c.base, nil)
		}
		got := ""
		if u, err := Parse(c.input, base); err == nil {
			got = u.Href()
		}
		if got != c.want {
			t.Errorf("Parse(%.80q, %q) = %.80q, want %q", c.input, c.base, got, c.want)
		}
	}
}

func TestAttributes(t *testing.T) {
	u, err := Parse("https://me:pw@Example.com:8443/a%20b/?q=1&r#frag", nil)
	if err != nil {
		t.Fatal(err)
	}
	got := []string{u.Protocol(), u.Username(), u.Password(), u.Host(), u.Hostname(), u.Port(), u.Pathname(), u.Search(), u.Query(), u.Hash(), u.Origin()}
	want := []string{"https:", "me", "pw", "example.com:8443", "example.com", "8443", "/a%20b/", "?q=1&r", "q=1&r", "#frag", "https://example.com:8443"}
	if !slices.Equal(got, want) {
		t.Errorf("attributes are %q, want %q", got, want)
	}
	for href, origin := range map[string]string{
		"file:///x": "null", "mailto:x": "null", "blob:https://h:1/id": "https://h:1", "blob:ftp://h/id": "null", "blob:x": "null", "ftp://h:21/": "ftp://h", "wss://h": "wss://h",
	} {
		if u, err := Parse(href, nil); err != nil || u.Origin() != origin {
			t.Errorf("origin of %q is %q, want %q", href, u.Origin(), origin)
		}
	}
	empty, _ := Parse("http://h/?#", nil)
	if empty.Search() != "" || empty.Hash() != "" || empty.Href() != "http://h/?#" {
		t.Errorf("empty query and fragment: %q %q %q", empty.Search(), empty.Hash(), empty.Href())
	}
}

func TestSetters(t *testing.T) {
	type setter = func(*URL, string)
	for _, c := range []struct {
		href  string
		set   setter
		value string
		want  string
	}{
		{"http://h:80/", (*URL).SetProtocol, "https", "https://h/"},
		{"https://h:80/", (*URL).SetProtocol, "http:x", "http://h/"},
		{"http://h/", (*URL).SetProtocol, "foo", "http://h/"},
		{"http://h:1/", (*URL).SetProtocol, "file", "http://h:1/"},
		{"http://h/", (*URL).SetProtocol, "1x", "http://h/"},
		{"http://h/", (*URL).SetUsername, "a:b@", "http://a%3Ab%40@h/"},
		{"file:///x", (*URL).SetUsername, "a", "file:///x"},
		{"http://u@h/", (*URL).SetPassword, "p/", "http://u:p%2F@h/"},
		{"http://u:p@h/", (*URL).SetUsername, "", "http://:p@h/"},
		{"http://h:1/", (*URL).SetHost, "x.org:2/y", "http://x.org:2/"},
		{"http://h:1/", (*URL).SetHost, "x.org", "http://x.org:1/"},
		{"http://h:1/", (*URL).SetHostname, "x.org:2", "http://h:1/"},
		{"http://h/", (*URL).SetHost, "", "http://h/"},
		{"http://h/", (*URL).SetHost, "a b", "http://h/"},
		{"mailto:x", (*URL).SetHost, "h", "mailto:x"},
		{"foo:/.//x", (*URL).SetHost, "h", "foo://h//x"},
		{"file:///x", (*URL).SetHost, "localhost", "file:///x"},
		{"http://h/", (*URL).SetPort, "81x", "http://h:81/"},
		{"http://h:81/", (*URL).SetPort, "", "http://h/"},
		{"http://h:81/", (*URL).SetPort, "80", "http://h/"},
		{"http://h:81/", (*URL).SetPort, "x", "http://h:81/"},
		{"http://h:81/", (*URL).SetPort, "65536", "http://h:81/"},
		{"http://h/a", (*URL).SetPathname, "b/../c?#", "http://h/c%3F%23"},
		{"http://h/a", (*URL).SetPathname, "", "http://h/"},
		{"foo://h/a", (*URL).SetPathname, "", "foo://h"},
		{"foo:/a", (*URL).SetPathname, "//x", "foo:/.//x"},
		{"mailto:x", (*URL).SetPathname, "y", "mailto:x"},
		{"http://h/?a", (*URL).SetSearch, "?b='#", "http://h/?b=%27%23"},
		{"http://h/?a", (*URL).SetSearch, "", "http://h/"},
		{"http://h/#a", (*URL).SetHash, "#b `", "http://h/#b%20%60"},
		{"http://h/#a", (*URL).SetHash, "", "http://h/"},
		{"http://h/", (*URL).SetHash, strings.Repeat("x", MaxLength+1), "http://h/"},
	} {
		u, err := Parse(c.href, nil)
		if err != nil {
			t.Fatal(err)
		}
		if c.set(u, c.value); u.Href() != c.want {
			t.Errorf("%q set to %.40q: %q, want %q", c.href, c.value, u.Href(), c.want)
		}
	}
	u, _ := Parse("http://h/", nil)
	if err := u.SetHref("nope"); err == nil || u.Href() != "http://h/" {
		t.Errorf("SetHref of nonsense: %v, %q", err, u.Href())
	}
	if err := u.SetHref("ftp://x"); err != nil || u.Href() != "ftp://x/" {
		t.Errorf("SetHref: %v, %q", err, u.Href())
	}
	u.SetQuery("a=1")
	if u.Search() != "?a=1" {
		t.Errorf("SetQuery: %q", u.Search())
	}
	if u.SetQuery(""); u.Href() != "ftp://x/" {
		t.Errorf("empty SetQuery: %q", u.Href())
	}
}

func TestForm(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []Pair
		out  string
	}{
		{"", nil, ""},
		{"a=1&b=2", []Pair{{"a", "1"}, {"b", "2"}}, "a=1&b=2"},
		{"&&a&=b&=&", []Pair{{"a", ""}, {"", "b"}, {"", ""}}, "a=&=b&="},
		{"a+b=%20%2B", []Pair{{"a b", " +"}}, "a+b=+%2B"},
		{"a=b=c", []Pair{{"a", "b=c"}}, "a=b%3Dc"},
		{"x=%zz%F0%9F", []Pair{{"x", "%zz\ufffd"}}, "x=%25zz%EF%BF%BD"},
		{"~!'()*-._=é😀", []Pair{{"~!'()*-._", "é😀"}}, "%7E%21%27%28%29*-._=%C3%A9%F0%9F%98%80"},
		{"x=" + low, []Pair{{"x", "\ufffd"}}, "x=%EF%BF%BD"},
	} {
		if got, err := ParseForm(c.in, nil); !slices.Equal(got, c.want) || err != nil {
			t.Errorf("ParseForm(%q) = %q, %v, want %q", c.in, got, err, c.want)
		}
		if got, err := SerializeForm(c.want, nil); got != c.out || err != nil {
			t.Errorf("SerializeForm(%q) = %q, %v, want %q", c.want, got, err, c.out)
		}
	}
	names := []string{"b", "😀", "a", "ﬃ", "a", "", "aé", "a€", high, "éa"}
	slices.SortStableFunc(names, CompareNames)
	if want := []string{"", "a", "a", "aé", "a€", "b", "éa", high, "😀", "ﬃ"}; !slices.Equal(names, want) {
		t.Errorf("sorted names are %q, want %q", names, want)
	}
}

// TestCharge checks that long input is paid for in steps, and that an error of the charge function ends the work.
func TestCharge(t *testing.T) {
	plain, escaped := strings.Repeat("a", 1<<20), strings.Repeat("%41%C3%A9", 1<<17)
	broken := []byte(strings.Repeat("é\xff", 1<<18))
	many := make([]Pair, 1<<16)
	for name, run := range map[string]func(charge func(int) error) error{
		"ParseForm/plain":   func(charge func(int) error) error { _, err := ParseForm(plain, charge); return err },
		"ParseForm/escaped": func(charge func(int) error) error { _, err := ParseForm("x="+escaped, charge); return err },
		"ParseForm/many": func(charge func(int) error) error {
			_, err := ParseForm(strings.Repeat("a&", 1<<17), charge)
			return err
		},
		"SerializeForm/plain": func(charge func(int) error) error {
			_, err := SerializeForm([]Pair{{plain, plain}}, charge)
			return err
		},
		"SerializeForm/many": func(charge func(int) error) error { _, err := SerializeForm(many, charge); return err },
		"DecodeUTF8":         func(charge func(int) error) error { _, err := DecodeUTF8(broken, charge); return err },
		"DecodeUTF8/valid":   func(charge func(int) error) error { _, err := DecodeUTF8([]byte(escaped), charge); return err },
	} {
		total, largest := 0, 0
		if err := run(func(n int) error { total += n; largest = max(largest, n); return nil }); err != nil || total < 1<<18 || largest > step {
			t.Errorf("%s: %v, %d units in steps of up to %d", name, err, total, largest)
		}
		calls := 0
		err := run(func(int) error {
			if calls++; calls == 3 {
				return ErrInvalid
			}
			return nil
		})
		if err != ErrInvalid || calls != 3 {
			t.Errorf("%s: ended with %v after %d charges", name, err, calls)
		}
	}
}

// FuzzURL parses any text, sets any attribute and checks that what comes out is a URL that parses to itself.
func FuzzURL(f *testing.F) {
	for _, s := range []string{"http://user:pw@example.com:8080/a/../b?c=d&e#f", "file:c|/x/..", "foo:/..//x", "data:x #", "http://[::1.2.3.4]/", "//0x7f.1:80", "%2e/é", "mailto:x@y", `\\h\p`} {
		f.Add(s, "http://h/a/b?c", "x:1/?#", uint8(3))
	}
	f.Fuzz(func(t *testing.T, input, baseText, value string, n uint8) {
		// Bytes that are no UTF-8 become lone surrogates, which programs can have.
		input, baseText, value = strings.ToValidUTF8(input, high), strings.ToValidUTF8(baseText, high), strings.ToValidUTF8(value, high)
		base, _ := Parse(baseText, nil)
		u, err := Parse(input, base)
		if err == nil {
			checkStable(t, u)
			setters[int(n)%len(setters)](u, value)
			checkStable(t, u)
		}
		pairs, _ := ParseForm(input, nil)
		form, _ := SerializeForm(pairs, nil)
		if again, _ := ParseForm(form, nil); !slices.Equal(again, pairs) {
			t.Fatalf("the form %q changes from %q to %q", input, pairs, again)
		}
		if text, err := EncodeURIComponent(input); err == nil {
			if back, err := DecodeURIComponent(text); back != input || err != nil {
				t.Fatalf("%q is encoded as %q and decoded to %q", input, text, back)
			}
		}
	})
}

func checkStable(t *testing.T, u *URL) {
	again, err := Parse(u.Href(), nil)
	if err != nil || again.Href() != u.Href() || again.Pathname() != u.Pathname() || again.Host() != u.Host() {
		t.Fatalf("%q does not parse to itself: %v", u.Href(), err)
	}
}

func BenchmarkURL(b *testing.B) {
	base, _ := Parse("https://example.com/a/b/c", nil)
	long := "https://example.com/?" + strings.Repeat("key=some value&", 7000)
	for _, c := range []struct {
		name string
		size int
		run  func()
	}{
		{"Parse", 0, func() { Parse("https://user:pw@example.com:8080/path/to/page.html?query=1&b=2#frag", nil) }},
		{"Parse/relative", 0, func() { Parse("../x/y?z", base) }},
		{"Parse/long", len(long), func() { Parse(long, nil) }},
		{"Parse/idna", 0, func() { Parse("https://münchen.de/", nil) }},
		{"Href", 0, func() { base.Href() }},
		{"ParseForm", len(long), func() { ParseForm(long, nil) }},
		{"EncodeURIComponent", len(long), func() { EncodeURIComponent(long) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(c.size))
			for b.Loop() {
				c.run()
			}
		})
	}
}
