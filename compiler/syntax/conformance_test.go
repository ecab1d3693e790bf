package syntax

// This file runs the parser over the shared conformance programs, when they are
// there: all must parse, except those that must be rejected.

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// sharedDir finds the folder of shared test data beside the repository.
func sharedDir(t testing.TB) string {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "..", "shared")
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Skip("no go.mod above the test")
		}
		dir = up
	}
}

type conformanceCase struct {
	ID     string   `json:"id"`
	Tags   []string `json:"tags"`
	Code   string   `json:"code"`
	Expect struct {
		OK    bool `json:"ok"`
		Parse bool `json:"parse"`
	} `json:"expect"`
}

func conformanceCases(t testing.TB) []conformanceCase {
	files, _ := filepath.Glob(filepath.Join(sharedDir(t), "conformance", "*.jsonl"))
	if len(files) == 0 {
		t.Skip("no conformance cases beside the repository")
	}
	var cases []conformanceCase
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		scan := bufio.NewScanner(f)
		scan.Buffer(nil, 1<<22)
		for scan.Scan() {
			var c conformanceCase
			if err := json.Unmarshal(scan.Bytes(), &c); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			cases = append(cases, c)
		}
		if err := scan.Err(); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	return cases
}

func TestConformance(t *testing.T) {
	for _, c := range conformanceCases(t) {
		_, err := Parse(c.Code, Options{ValidateRegExp: checkRegExp})
		switch {
		case c.Expect.Parse && err == nil:
			t.Errorf("%s: accepted, but must be rejected:\n%s", c.ID, c.Code)
		case !c.Expect.Parse && err != nil:
			t.Errorf("%s: %v\n%s\n%s", c.ID, err, err.Frame(), c.Code)
		}
	}
}
