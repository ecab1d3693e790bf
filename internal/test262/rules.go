package main

// This file reads the exclusions and the known failures.

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed exclusions.txt
var exclusionsText string

//go:embed known_failures.txt
var knownFailuresText string

// A rule excludes tests. kind is path (a prefix of the path), feature, flag, include, or text (a substring of the code):
// these are known before a test runs. A rule of kind refused excludes a test that fails because the engine refused, with
// the message that a boundary has, to do what the test asks for.
type rule struct{ kind, pattern, boundary string }

type rules struct {
	exclusions []rule
	known      map[string]string // path to reason
}

// loadRules parses the two lists. A line of exclusions.txt is "kind pattern : boundary", with the boundary's name; one of
// known_failures.txt is "path : reason".
func loadRules() (*rules, error) {
	r := &rules{known: map[string]string{}}
	for n, line := range lines(exclusionsText) {
		head, boundary, ok := strings.Cut(line, " : ")
		kind, pattern, ok2 := strings.Cut(head, " ")
		if !ok || !ok2 {
			return nil, fmt.Errorf("exclusions.txt: rule %d is malformed: %q", n+1, line)
		}
		r.exclusions = append(r.exclusions, rule{kind, strings.TrimSpace(pattern), boundary})
	}
	for n, line := range lines(knownFailuresText) {
		path, reason, ok := strings.Cut(line, " : ")
		if !ok {
			return nil, fmt.Errorf("known_failures.txt: entry %d has no reason: %q", n+1, line)
		}
		r.known[path] = reason
	}
	return r, nil
}

// lines returns the lines of a list without blanks and comments.
func lines(text string) []string {
	var out []string
	for _, l := range strings.Split(text, "\n") {
		if l = strings.TrimSpace(l); l != "" && l[0] != '#' {
			out = append(out, l)
		}
	}
	return out
}

// exclude returns the boundary that leaves the test out, or nothing.
func (r *rules) exclude(t *test) string {
	for _, x := range r.exclusions {
		if x.matches(t) {
			return x.boundary
		}
	}
	return ""
}

// refused returns the boundary whose message a failure carries, or nothing.
func (r *rules) refused(failure string) string {
	for _, x := range r.exclusions {
		if x.kind == "refused" && strings.Contains(failure, x.pattern) {
			return x.boundary
		}
	}
	return ""
}

func (x *rule) matches(t *test) bool {
	switch x.kind {
	case "path":
		return strings.HasPrefix(t.path, x.pattern)
	case "flag":
		return t.flags[x.pattern]
	case "feature":
		return contains(t.features, x.pattern)
	case "include":
		return contains(t.includes, x.pattern)
	case "text":
		_, code, _ := strings.Cut(t.source, "---*/")
		return strings.Contains(code, x.pattern)
	}
	return false
}

func contains(list []string, s string) bool {
	for _, e := range list {
		if e == s {
			return true
		}
	}
	return false
}
