package main

// This file writes the report.

import (
	"fmt"
	"sort"
	"strings"
)

type count struct{ total, excluded, passed, failed int }

func (c *count) add(o *outcome) {
	c.total++
	switch {
	case o.excluded != "":
		c.excluded++
	case o.failure == "":
		c.passed++
	default:
		c.failed++
	}
}

type report struct {
	all        count
	dirs       map[string]*count
	boundaries map[string]int
	reasons    map[string]int // of known failures
	both       int            // files run that the suite wants run in sloppy mode, too
	surprises  []string       // unlisted failures and listed files that pass
}

func newReport(outcomes []outcome, rules *rules, filters []string) *report {
	r := &report{dirs: map[string]*count{}, boundaries: map[string]int{}, reasons: map[string]int{}}
	seen := map[string]bool{}
	for i := range outcomes {
		o := &outcomes[i]
		seen[o.path] = true
		r.all.add(o)
		dir := directory(o.path)
		if r.dirs[dir] == nil {
			r.dirs[dir] = &count{}
		}
		r.dirs[dir].add(o)
		if o.excluded != "" {
			r.boundaries[o.excluded]++
		}
		if o.excluded == "" && o.both {
			r.both++
		}
		reason, known := rules.known[o.path]
		if o.failure != "" && known {
			r.reasons[reason]++
		}
		switch {
		case o.failure != "" && !known:
			r.surprises = append(r.surprises, "NEW FAILURE "+o.path+": "+clip(o.failure))
		case o.failure == "" && known:
			r.surprises = append(r.surprises, "LISTED AS FAILING BUT PASSES OR EXCLUDED "+o.path)
		}
	}
	if len(filters) == 0 {
		for path := range rules.known {
			if !seen[path] {
				r.surprises = append(r.surprises, "LISTED BUT ABSENT "+path)
			}
		}
	}
	return r
}

func clip(s string) string {
	if len(s) > 200 {
		s = s[:200] + "..."
	}
	return strings.ReplaceAll(s, "\n", " ")
}

// directory returns the two leading segments of a path.
func directory(path string) string {
	parts := strings.SplitN(path, "/", 3)
	return strings.Join(parts[:min(2, len(parts)-1)], "/")
}

func (r *report) text() string {
	var b strings.Builder
	run := r.all.passed + r.all.failed
	fmt.Fprintf(&b, "files %d, excluded %d (%.1f %%), run %d, passed %d, failed %d\n", r.all.total, r.all.excluded,
		percent(r.all.excluded, r.all.total), run, r.all.passed, r.all.failed)
	fmt.Fprintf(&b, "passed of those run: %.2f %%; passed of all files: %.2f %%\n", percent(r.all.passed, run), percent(r.all.passed, r.all.total))
	fmt.Fprintf(&b, "every file is run once, in strict mode; of %d of them the suite asks for a run in sloppy mode as well, which there is not\n\n", r.both)
	fmt.Fprintf(&b, "%-44s %7s %8s %7s %7s\n", "directory", "files", "excluded", "passed", "failed")
	for _, d := range sortedKeys(r.dirs) {
		c := r.dirs[d]
		fmt.Fprintf(&b, "%-44s %7d %8d %7d %7d\n", d, c.total, c.excluded, c.passed, c.failed)
	}
	fmt.Fprintf(&b, "\n%-60s %7s\n", "excluded by boundary", "files")
	for _, k := range sortedKeys(r.boundaries) {
		fmt.Fprintf(&b, "%-60s %7d\n", k, r.boundaries[k])
	}
	fmt.Fprintf(&b, "\n%-60s %7s\n", "failed for a reason in known_failures.txt", "files")
	for _, k := range sortedKeys(r.reasons) {
		fmt.Fprintf(&b, "%-60s %7d\n", k, r.reasons[k])
	}
	return b.String()
}

func percent(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return 100 * float64(a) / float64(b)
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
