package syntax

// This file tests the keys of names.

import (
	"strings"
	"testing"
)

// TestSameName compares names of every length with those that differ from them in one byte.
func TestSameName(t *testing.T) {
	var h NameHash
	h.Init()
	same := func(a, b string) bool {
		ka, kb := h.Key(a), h.Key(b)
		if a == b && h.Hash(ka, len(a)) != h.Hash(kb, len(b)) {
			t.Errorf("%q has two hashes", a)
		}
		return SameName(a, b, ka, kb)
	}
	const letters = "abcdefghijklmnopqrstuvwxyz"
	for n := range len(letters) {
		name := letters[:n]
		if !same(name, strings.Clone(name)) {
			t.Errorf("%q differs from itself", name)
		}
		for i := range n {
			if other := name[:i] + "_" + name[i+1:]; same(name, other) {
				t.Errorf("%q is taken for %q", name, other)
			}
		}
		if n > 0 && (same(name, name[:n-1]) || same(name, name+name[n-1:])) {
			t.Errorf("%q is taken for a name of another length", name)
		}
	}
	if same("a", "aa") || same("aaaa", "aaaaa") || same("", "\x00") || same("\x00", "\x00\x00") {
		t.Error("a repeated byte does not count")
	}
}
