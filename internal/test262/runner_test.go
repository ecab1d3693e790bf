package main

// This file tests the runner: front matter, rules, what counts as a surprise, and that the report kept in docs agrees with
// the lists and with what the project promises.

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

const sample = `// A licence.
/*---
description: >
    Something, with a colon: inside
flags: [onlyStrict, async]
includes: [compareArray.js]
features:
  - Symbol
  - Proxy
negative:
  phase: runtime
  type: TypeError
---*/
eval("code");
`

func TestFrontMatter(t *testing.T) {
	x, err := parseTest("a/b.js", sample)
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(x.flags, x.includes, x.features, x.negative)
	if want := "map[async:true onlyStrict:true] [compareArray.js] [Symbol Proxy] {runtime TypeError}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, broken := range []string{"", "/*---\ndescription: x\n"} {
		if _, err := parseTest("a.js", broken); err == nil {
			t.Errorf("%q is accepted", broken)
		}
	}
}

func TestRules(t *testing.T) {
	x, err := parseTest("built-ins/X/a.js", sample)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		rule rule
		want bool
	}{
		{rule{kind: "path", pattern: "built-ins/X/"}, true},
		{rule{kind: "path", pattern: "X/"}, false},
		{rule{kind: "flag", pattern: "async"}, true},
		{rule{kind: "flag", pattern: "module"}, false},
		{rule{kind: "feature", pattern: "Proxy"}, true},
		{rule{kind: "include", pattern: "compareArray.js"}, true},
		{rule{kind: "text", pattern: "eval("}, true},
		{rule{kind: "text", pattern: "licence"}, false},
		{rule{kind: "refused", pattern: "eval"}, false},
	} {
		if got := c.rule.matches(x); got != c.want {
			t.Errorf("%+v: got %v", c.rule, got)
		}
	}
}

func TestListsAreWellFormed(t *testing.T) {
	r, err := loadRules()
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range r.exclusions {
		switch x.kind {
		case "path", "flag", "feature", "include", "text", "refused":
		default:
			t.Errorf("unknown kind of rule: %+v", x)
		}
	}
	if n := len(lines(knownFailuresText)); n != len(r.known) {
		t.Errorf("%d entries of known_failures.txt name %d files", n, len(r.known))
	}
}

func TestSurprises(t *testing.T) {
	r := &rules{known: map[string]string{"a/known.js": "reason", "a/mended.js": "reason", "a/gone.js": "reason"}}
	rep := newReport([]outcome{
		{path: "a/known.js", failure: "no"},
		{path: "a/mended.js"},
		{path: "a/new.js", failure: "no"},
		{path: "a/fine.js", both: true},
		{path: "a/out.js", excluded: "Proxy", both: true},
	}, r, nil)
	text := strings.Join(rep.surprises, "\n")
	for _, want := range []string{"NEW FAILURE a/new.js", "PASSES OR EXCLUDED a/mended.js", "ABSENT a/gone.js"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not reported: %s", want, text)
		}
	}
	if len(rep.surprises) != 3 || rep.all != (count{5, 1, 2, 2}) || rep.both != 1 || rep.reasons["reason"] != 1 {
		t.Errorf("got %+v", rep)
	}
}

// TestReport checks the report of the last whole run: at most 30 % of the files excluded, at least 98 % of the others passed,
// and every failure listed.
func TestReport(t *testing.T) {
	text, err := os.ReadFile("../../docs/test262.txt")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`^files (\d+), excluded (\d+) .*, run (\d+), passed (\d+), failed (\d+)\n`).FindStringSubmatch(string(text))
	if m == nil {
		t.Fatalf("the report begins with %q", text[:min(100, len(text))])
	}
	var files, excluded, run, passed, failed int
	for i, p := range []*int{&files, &excluded, &run, &passed, &failed} {
		fmt.Sscan(m[i+1], p)
	}
	rules, err := loadRules()
	if err != nil {
		t.Fatal(err)
	}
	if files != excluded+run || run != passed+failed || files < 40_000 {
		t.Errorf("the report does not add up: %s", m[0])
	}
	if excluded*100 > files*30 || passed*100 < run*98 {
		t.Errorf("too much is excluded or fails: %s", m[0])
	}
	if failed != len(rules.known) {
		t.Errorf("the report has %d failures, known_failures.txt %d", failed, len(rules.known))
	}
}
