// This file holds the tests of the UTF-8 decoder.

package weburl

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestDecodeUTF8 compares a hash over random bytes, many of them parts of characters, and their decodings with the one that
// testdata/utf8.mjs prints.
func TestDecodeUTF8(t *testing.T) {
	const want = "f2d15b2b457633048b1e33ca45a34cc3"
	state := random(99)
	parts := []byte{0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc2, 0xdf, 0xe0, 0xe2, 0xed, 0xef, 0xf0, 0xf3, 0xf4, 0xf5, 0xff}
	hash := sha256.New()
	for range 30000 {
		b := make([]byte, state.next(12))
		for i := range b {
			b[i] = parts[state.next(len(parts))]
		}
		io.WriteString(hash, hex.EncodeToString(b)+" "+hex.EncodeToString([]byte(decoded(b)))+"\n")
	}
	if got := hex.EncodeToString(hash.Sum(nil))[:32]; got != want {
		t.Errorf("hash of UTF-8 decodings = %s, node has %s", got, want)
	}
}

func decoded(b []byte) string {
	s, _ := DecodeUTF8(b, nil)
	return s
}

// TestDecodeUTF8Steps decodes text longer than a step, cut at every place of a character.
func TestDecodeUTF8Steps(t *testing.T) {
	for shift := range 8 {
		text := strings.Repeat("x", shift) + strings.Repeat("é€😀\xff", step/4)
		want := strings.ReplaceAll(text, "\xff", replacement)
		if got := decoded([]byte(text)); got != want {
			t.Errorf("shift %d: the text changes", shift)
		}
	}
}

func TestWellFormed(t *testing.T) {
	const high, low = "\xed\xa0\xbd", "\xed\xb8\x80" // the halves of 😀
	for in, want := range map[string]string{
		"": "", "abc": "abc", "퟿한": "퟿한", high: "\ufffd", "a" + low + "b" + high + high: "a\ufffdb\ufffd\ufffd", "\xed": "\xed",
	} {
		if got := ToWellFormed(in); got != want {
			t.Errorf("ToWellFormed(%q) = %q, want %q", in, got, want)
		}
	}
	var dst []byte
	for _, unit := range []uint16{'a', 0xd83d, 0xde00, 0xde00, 0xd83d, 'b', 0x20ac, 0xd83d, 0xd83d, 0xde00} {
		dst = AppendUnit(dst, unit)
	}
	if got, want := string(dst), "a😀"+low+high+"b€"+high+"😀"; got != want {
		t.Errorf("units give %q, want %q", got, want)
	}
}

func TestIncompleteTail(t *testing.T) {
	// Wherever a text is cut, the tail that waits and the rest together decode to the same.
	text := []byte("aé€😀\xff\xe2\x82x\xf0\x9f\xc2")
	for cut := range len(text) + 1 {
		n := IncompleteTail(text[:cut])
		first := decoded(text[:cut-n])
		if got, want := first+decoded(text[cut-n:]), decoded(text); got != want {
			t.Errorf("cut at %d (%d wait): %q, want %q", cut, n, got, want)
		}
		if utf8.Valid(text[:cut]) && n != 0 {
			t.Errorf("cut at %d: %d bytes of valid text wait", cut, n)
		}
	}
}

func BenchmarkDecodeUTF8(b *testing.B) {
	for name, data := range map[string][]byte{"valid": bytes.Repeat([]byte("größer 漢字 "), 4096), "broken": bytes.Repeat([]byte("gr\xffoe "), 4096)} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				DecodeUTF8(data, nil)
			}
		})
	}
}
