// This file holds the tests of the package: hashes of node's results for random input, and tables for what node 20 does not have.

package bytesenc

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"
	"testing"
)

// random yields the numbers of testdata/values.mjs.
type random uint32

func (state *random) next(n int) int {
	*state += 0x6d2b79f5
	t := uint32(*state)
	t = (t ^ t>>15) * (1 | t)
	t = (t + (t^t>>7)*(61|t)) ^ t
	return int((t ^ t>>14) % uint32(n))
}

func TestAgainstNode(t *testing.T) {
	const want = "cdf5f1e097369652b61e0d45047426cc"
	state := random(99)
	characters := []rune("AZaz09+/-_= =\n\t%é")
	hash := sha256.New()
	for range 30000 {
		var s strings.Builder
		for n := state.next(12); n > 0; n-- {
			limit := 8
			if state.next(4) == 0 {
				limit = len(characters)
			}
			s.WriteRune(characters[state.next(limit)])
		}
		result := "error"
		if b, err := Atob(s.String(), nil); err == nil {
			result, _ = ToHex(b, nil)
		}
		io.WriteString(hash, s.String()+" "+result+"\n")
	}
	if got := hex.EncodeToString(hash.Sum(nil))[:32]; got != want {
		t.Errorf("hash of base64 decodings = %s, node has %s", got, want)
	}
}

func TestEncode(t *testing.T) {
	b := []byte{0xfb, 0xff, 0x3e, 0x01}
	for _, c := range []struct {
		o    ToBase64Options
		want string
	}{
		{ToBase64Options{}, "+/8+AQ=="},
		{ToBase64Options{OmitPadding: true}, "+/8+AQ"},
		{ToBase64Options{URL: true}, "-_8-AQ=="},
		{ToBase64Options{URL: true, OmitPadding: true}, "-_8-AQ"},
	} {
		if got, err := ToBase64(b, c.o, nil); got != c.want || err != nil {
			t.Errorf("ToBase64(%+v) = %q, want %q", c.o, got, c.want)
		}
	}
	if got, err := ToHex(b, nil); got != "fbff3e01" || err != nil {
		t.Errorf("ToHex = %q", got)
	}
	for in, want := range map[string]string{"": "", "a": "YQ==", "hello": "aGVsbG8=", "ÿ\x00": "/wA=", "é": "6Q=="} {
		if got, err := Btoa(in, nil); got != want || err != nil {
			t.Errorf("Btoa(%q) = %q, %v, want %q", in, got, err, want)
		}
	}
	for _, in := range []string{"Ā", "日", "\xed\xa0\x80"} {
		if got, err := Btoa(in, nil); err != ErrLatin1 {
			t.Errorf("Btoa(%q) = %q, %v", in, got, err)
		}
	}
}

// TestFromBase64 follows the algorithm FromBase64 of the specification by hand.
func TestFromBase64(t *testing.T) {
	const fail = "!"
	for _, c := range []struct {
		s                   string
		limit               int
		loose, strict, stop string // decoded text, fail in front if an error comes after it
		readLoose, readStop int
	}{
		{"", -1, "", "", "", 0, 0},
		{"Zg==", -1, "f", "f", "f", 4, 4},
		{"Zm8=", -1, "fo", "fo", "fo", 4, 4},
		{"Zm9v", -1, "foo", "foo", "foo", 4, 4},
		{" Z m\n9\tv\r\f ", -1, "foo", "foo", "foo", 11, 11},
		{"Zm9vYg", -1, "foob", fail + "foo", "foo", 6, 4},
		{"Zm9vYmE", -1, "fooba", fail + "foo", "foo", 7, 4},
		{"Zm9vYg==", -1, "foob", "foob", "foob", 8, 8},
		{"Zm9vYh==", -1, "foob", fail + "foo", "foob", 8, 8},
		{"Zm9vYmF=", -1, "fooba", fail + "foo", "fooba", 8, 8},
		{"Zm9vY", -1, fail + "foo", fail + "foo", "foo", 4, 4},
		{"Zm9vYg=", -1, fail + "foo", fail + "foo", "foo", 4, 4},
		{"Zm9vYg= = ", -1, "foob", "foob", "foob", 10, 10},
		{"Zm9vYg==x", -1, fail + "foo", fail + "foo", fail + "foo", 4, 4},
		{"Zm9v=", -1, fail + "foo", fail + "foo", fail + "foo", 4, 4},
		{"=", -1, fail, fail, fail, 0, 0},
		{"Z=", -1, fail, fail, fail, 0, 0},
		{"Zm9v*", -1, fail + "foo", fail + "foo", fail + "foo", 4, 4},
		{"Zm-_", -1, fail, fail, fail, 0, 0},
		{"Zm9vé", -1, fail + "foo", fail + "foo", fail + "foo", 4, 4},
		{"Zm9vYmFy", 3, "foo", "foo", "foo", 4, 4},
		{"Zm9vYmFy", 4, "foo", "foo", "foo", 4, 4},
		{"Zm9vYmFy", 5, "foo", "foo", "foo", 4, 4},
		{"Zm9vYmE=", 5, "fooba", "fooba", "fooba", 8, 8},
		{"Zm9vYg==", 4, "foob", "foob", "foob", 8, 8},
		{"Zm9v*", 3, "foo", "foo", "foo", 4, 4},
		{"*", 0, "", "", "", 0, 0},
	} {
		for mode, want := range map[LastChunk]string{Loose: c.loose, Strict: c.strict, StopBeforePartial: c.stop} {
			out, read, err := FromBase64(c.s, FromBase64Options{LastChunk: mode}, c.limit, nil)
			got := string(out)
			if err != nil {
				got = fail + got
			}
			if got != want || mode == Loose && read != c.readLoose || mode == StopBeforePartial && read != c.readStop {
				t.Errorf("FromBase64(%q, %d, %d) = %q read %d, want %q", c.s, mode, c.limit, got, read, want)
			}
		}
	}
	if out, _, err := FromBase64("-_8-AQ", FromBase64Options{URL: true}, -1, nil); !bytes.Equal(out, []byte{0xfb, 0xff, 0x3e, 0x01}) || err != nil {
		t.Errorf("base64url decodes to %x, %v", out, err)
	}
	if _, _, err := FromBase64("+/8+AQ", FromBase64Options{URL: true}, -1, nil); err != ErrBase64 {
		t.Error("base64url takes the other alphabet")
	}
}

func TestFromHex(t *testing.T) {
	for _, c := range []struct {
		s     string
		limit int
		out   string
		read  int
		err   error
	}{
		{"", -1, "", 0, nil},
		{"00fFAb", -1, "\x00\xff\xab", 6, nil},
		{"0", -1, "", 0, ErrHex},
		{"abc", -1, "", 0, ErrHex},
		{"aabbzz", -1, "\xaa\xbb", 4, ErrHex},
		{"aabbzz", 2, "\xaa\xbb", 4, nil},
		{"aabb", 0, "", 0, nil},
		{"a ab", -1, "", 0, ErrHex},
		{"éé", -1, "", 0, ErrHex},
	} {
		out, read, err := FromHex(c.s, c.limit, nil)
		if string(out) != c.out || read != c.read || err != c.err {
			t.Errorf("FromHex(%q, %d) = %q, %d, %v", c.s, c.limit, out, read, err)
		}
	}
}

// TestCharge checks that long input is paid for in steps, and that an error of the charge function ends the work.
func TestCharge(t *testing.T) {
	data := make([]byte, 1<<20)
	text, _ := ToBase64(data, ToBase64Options{}, nil)
	digits, _ := ToHex(data, nil)
	spaces := strings.Repeat(" ", len(data))
	for name, run := range map[string]func(charge func(int) error) error{
		"ToBase64":    func(charge func(int) error) error { _, err := ToBase64(data, ToBase64Options{}, charge); return err },
		"ToHex":       func(charge func(int) error) error { _, err := ToHex(data, charge); return err },
		"Btoa":        func(charge func(int) error) error { _, err := Btoa(string(data), charge); return err },
		"Atob":        func(charge func(int) error) error { _, err := Atob(text, charge); return err },
		"Atob/spaces": func(charge func(int) error) error { _, err := Atob(spaces, charge); return err },
		"FromBase64": func(charge func(int) error) error {
			_, _, err := FromBase64(text, FromBase64Options{}, -1, charge)
			return err
		},
		"FromBase64/spaces": func(charge func(int) error) error {
			_, _, err := FromBase64(spaces, FromBase64Options{}, -1, charge)
			return err
		},
		"FromHex": func(charge func(int) error) error { _, _, err := FromHex(digits, -1, charge); return err },
	} {
		total, largest := 0, 0
		if err := run(func(n int) error { total += n; largest = max(largest, n); return nil }); err != nil || total < len(data)/3 || largest > step {
			t.Errorf("%s: %v, %d units in steps of up to %d", name, err, total, largest)
		}
		calls := 0
		err := run(func(int) error {
			if calls++; calls == 3 {
				return io.ErrUnexpectedEOF
			}
			return nil
		})
		if err != io.ErrUnexpectedEOF || calls != 3 {
			t.Errorf("%s: ended with %v after %d charges", name, err, calls)
		}
	}
}

func BenchmarkBytes(b *testing.B) {
	data := bytes.Repeat([]byte("0123456789abcdef"), 4096)
	text, _ := ToBase64(data, ToBase64Options{}, nil)
	for _, c := range []struct {
		name string
		size int
		run  func()
	}{
		{"ToBase64", len(data), func() { ToBase64(data, ToBase64Options{}, nil) }},
		{"FromBase64", len(text), func() { FromBase64(text, FromBase64Options{}, -1, nil) }},
		{"Atob", len(text), func() { Atob(text, nil) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(c.size))
			for b.Loop() {
				c.run()
			}
		})
	}
}
