package main

// This file runs every program of the tables, compares the document with what is generated, and compares the names with the
// lists of the test262 runner.

import (
	"bufio"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/neurocode-ai/codemode"
)

func run(t *testing.T, program string) *codemode.Result {
	t.Helper()
	res, err := codemode.Execute(context.Background(), program, codemode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestBoundaries(t *testing.T) {
	for _, b := range boundaries {
		if b.reason == "" || b.what == "" || len(b.probes) == 0 {
			t.Errorf("%s: no reason, no description or no probe", b.name)
		}
		for _, p := range b.probes {
			res := run(t, p.program)
			if res.OK {
				t.Errorf("%s: %s: is not refused, but has the value %s", b.name, p.program, res.Value)
				continue
			}
			if text := res.Error.Message + " " + strings.Join(res.Error.Suggestions, " "); !strings.Contains(text, p.remedy) {
				t.Errorf("%s: %s: %q does not say %q", b.name, p.program, text, p.remedy)
			}
			if res.Error.Location == nil || res.Error.CodeFrame == "" {
				t.Errorf("%s: %s: the diagnostic has no position", b.name, p.program)
			}
		}
	}
}

func TestFeatures(t *testing.T) {
	for _, a := range areas {
		for _, f := range a.features {
			t.Run(a.name+"/"+f.name, func(t *testing.T) { expect(t, f.program, f.value) })
		}
	}
}

func TestDecisions(t *testing.T) {
	for _, d := range decisions {
		t.Run(d.name, func(t *testing.T) { expect(t, d.program, d.value) })
	}
}

func expect(t *testing.T, program, value string) {
	t.Helper()
	if res := run(t, program); !res.OK {
		t.Errorf("%s\n%s", program, res.Error.Render())
	} else if string(res.Value) != value {
		t.Errorf("%s\ngot  %s\nwant %s", program, res.Value, value)
	}
}

func TestDocumentIsCurrent(t *testing.T) {
	want, err := document()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("docs/language.md is not what this package generates: run go run ./internal/langdoc > docs/language.md")
	}
}

// TestNamesOfTest262 checks that every boundary and every reason by which a file of the suite is left out or accepted as
// failing has its entry here.
func TestNamesOfTest262(t *testing.T) {
	names := map[string]bool{}
	for _, b := range boundaries {
		names[b.name] = true
	}
	for name := range column(t, "../test262/exclusions.txt") {
		if !names[name] {
			t.Errorf("the boundary %q of exclusions.txt is not in the document", name)
		}
	}
	for _, d := range decisions {
		names[d.name] = true
	}
	for reason := range column(t, "../test262/known_failures.txt") {
		if !names[reason] {
			t.Errorf("the reason %q of known_failures.txt is neither a decision nor a boundary of the document", reason)
		}
	}
}

// column returns what stands after the colon in the lines of a list.
func column(t *testing.T, path string) map[string]bool {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	found := map[string]bool{}
	for s := bufio.NewScanner(f); s.Scan(); {
		if _, name, ok := strings.Cut(s.Text(), " : "); ok && s.Text()[0] != '#' {
			found[strings.TrimSpace(name)] = true
		}
	}
	if len(found) == 0 {
		t.Fatalf("%s has no entries", path)
	}
	return found
}
