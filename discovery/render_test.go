// This file tests the rendering of types against the worked examples of the specification and beyond.

package discovery

import (
	"bufio"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// moduleRoot is the directory of go.mod.
func moduleRoot(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Skip("no module root")
		}
		dir = up
	}
}

// specFile opens a file of the specification beside the repository, and skips the test where there is none.
func specFile(t *testing.T, name string) *os.File {
	t.Helper()
	f, err := os.Open(filepath.Join(moduleRoot(t), "..", "shared", "spec", name))
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

var exampleLine = regexp.MustCompile("^(\\d+)\\. (?:\\(.*?\\) )?`(\\{.*?\\})` → (?:`(.*?)`|\\(empty text\\))(?: · multi-line `(.*)`)?$")

func TestSpecExamples(t *testing.T) {
	scan := bufio.NewScanner(specFile(t, "signatures.md"))
	scan.Buffer(nil, 1<<20)
	n := 0
	for scan.Scan() {
		m := exampleLine.FindStringSubmatch(scan.Text())
		if m == nil {
			continue
		}
		n++
		compact, multi := m[3], strings.ReplaceAll(m[4], "⏎", "\n")
		if multi == "" {
			multi = compact
		}
		if got := Type([]byte(m[2]), false); got != compact {
			t.Errorf("example %s\n got %s\nwant %s", m[1], got, compact)
		}
		if got := Type([]byte(m[2]), true); got != multi {
			t.Errorf("example %s\n got %s\nwant %s", m[1], got, multi)
		}
	}
	if n != 126 {
		t.Errorf("%d examples found, not 126", n)
	}
}
