// This file finds names that were probably meant: misspelt fields and tool paths.

package tools

import (
	"cmp"
	"slices"
	"strings"
)

// nearest returns the candidate that a name was probably meant to be, "" if none is near. Candidates that differ only in case and punctuation
// come first, then those within a few edits.
func nearest(name string, candidates []string) string {
	best, bestDistance := "", nearLimit(name)+1
	plain := letters(name)
	for _, c := range candidates {
		if c == name {
			continue
		}
		d := 0
		if letters(c) != plain || plain == "" {
			d = 1 + distance(name, c, bestDistance-1)
		}
		if d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// nearLimit is how many edits a name may be away: about one in three letters.
func nearLimit(name string) int { return min(4, 1+len(name)/3) }

// letters keeps the ASCII letters and digits of a name, in lower case.
func letters(s string) string {
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 'A' && c <= 'Z':
			b = append(b, c|0x20)
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			b = append(b, c)
		}
	}
	return string(b)
}

// distance is the number of insertions, deletions, replacements and swaps of neighbours that turn a into b (optimal string alignment), or limit+1
// if it is more than limit. It looks only at the band around the diagonal, so the cost is limit times the length.
func distance(a, b string, limit int) int {
	const longest = 256
	if limit < 0 || len(a) > longest || len(b) > longest || len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	var rows [3][longest + 1]int
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		from, to := max(1, i-limit), min(len(b), i+limit)
		row[from-1] = limit + 1
		if from == 1 {
			row[0] = i
		}
		best := row[from-1]
		for j := from; j <= to; j++ {
			d := last[j-1]
			if a[i-1] != b[j-1] {
				d++
			}
			d = min(d, row[j-1]+1)
			if j < i+limit {
				d = min(d, last[j]+1)
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, before[j-2]+1)
			}
			row[j] = d
			best = min(best, d)
		}
		if best > limit {
			return limit + 1
		}
		before, last, row = last, row, before
	}
	return min(last[len(b)], limit+1)
}

// Nearest returns the tools whose path is near to a path that does not exist, the nearest first, at most n.
// path is the dotted path as the program wrote it.
func (c *Catalogue) Nearest(path string, n int) []*Resolved {
	type match struct {
		tool *Resolved
		rank int
	}
	var matches []match
	plain := letters(path)
	_, name := cutLast(path)
	plainName := letters(name)
	limit := nearLimit(path)
	for _, t := range c.Tools {
		rank := 100
		last := t.Keys[len(t.Keys)-1]
		switch {
		case plain != "" && letters(t.Path) == plain:
			rank = 0
		default:
			if d := distance(path, t.Path, limit); d <= limit {
				rank = 1 + d
			}
			if plainName != "" && letters(last) == plainName {
				rank = min(rank, 10+min(20, abs(len(t.Path)-len(path))))
			}
		}
		if rank < 100 {
			matches = append(matches, match{t, rank})
		}
	}
	slices.SortStableFunc(matches, func(a, b match) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.tool.Path, b.tool.Path))
	})
	var list []*Resolved
	for _, m := range matches[:min(n, len(matches))] {
		list = append(list, m.tool)
	}
	return list
}

func cutLast(path string) (before, after string) {
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		return path[:i], path[i+1:]
	}
	return "", path
}

func abs(n int) int { return max(n, -n) }
