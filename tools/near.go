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

// How near a tool is to a path, the nearest first. Only tools of the best class are suggested: next to a misspelling, what else has the same
// last name is noise.
const (
	sameLetters = iota * 100
	misspelled  // the same namespace, or one that is misspelt as well
	elsewhere   // the same name in another namespace
	nothingNear
)

// Nearest returns the tools whose path is near to a path that does not exist, the nearest first, at most n.
// path is the dotted path as the program wrote it.
func (c *Catalogue) Nearest(path string, n int) []*Resolved {
	type match struct {
		tool *Resolved
		rank int
	}
	var matches []match
	best := nothingNear
	wanted := newWantedPath(path)
	for _, t := range c.Tools {
		rank := wanted.rank(t)
		if class := rank / 100 * 100; class < best {
			best, matches = class, matches[:0]
		}
		if rank < best+100 && rank < nothingNear {
			matches = append(matches, match{t, rank})
		}
	}
	slices.SortStableFunc(matches, func(a, b match) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.tool.Path, b.tool.Path))
	})
	var list []*Resolved
	for _, m := range matches[:min(n, len(matches))] {
		if first := matches[0].rank; m.rank > first && first < misspelled+fewerWords {
			break // one letter is wrong: what has two wrong is another tool
		}
		list = append(list, m.tool)
	}
	return list
}

// fewerWords is what a name costs that has other words beside those that were written, more than any misspelling.
const fewerWords = 10

// wantedPath is a path that does not exist, prepared for comparisons.
type wantedPath struct {
	path, plain     string
	keys            []string
	last, plainLast string
	words           []string
}

func newWantedPath(path string) *wantedPath {
	_, last := cutLast(path)
	return &wantedPath{path: path, plain: letters(path), keys: strings.Split(path, "."), last: last, plainLast: letters(last), words: words(last)}
}

// rank says how near a tool is.
func (w *wantedPath) rank(t *Resolved) int {
	last := t.Keys[len(t.Keys)-1]
	switch {
	case w.path == "":
		return nothingNear
	case w.plain != "" && letters(t.Path) == w.plain:
		return sameLetters
	case strings.HasPrefix(w.path, t.Path+"."):
		return misspelled
	}
	if edits, ok := w.edits(t.Keys); ok {
		return misspelled + edits
	}
	switch {
	case w.plainLast == "":
		return nothingNear
	case letters(last) == w.plainLast:
		return elsewhere + min(50, abs(len(t.Path)-len(w.path)))
	case len(w.plainLast) > 5 && distance(w.last, last, keyLimit(w.last)) <= keyLimit(w.last):
		return elsewhere + 51
	}
	return nothingNear
}

// edits compares the keys one by one; each may be misspelt a little, and the last may have words more or less.
func (w *wantedPath) edits(keys []string) (edits int, ok bool) {
	if len(keys) != len(w.keys) {
		return 0, false
	}
	for i, key := range keys {
		limit := keyLimit(w.keys[i])
		d := distance(w.keys[i], key, limit)
		if d > limit && i == len(keys)-1 {
			if surplus, ok := sameWords(w.words, words(key)); ok {
				d, limit = fewerWords+min(20, surplus), fewerWords+20
			}
		}
		if d > limit {
			return 0, false
		}
		edits += d
	}
	return min(edits, 99), true
}

// keyLimit is how many edits a key of a path may be away: one in three letters.
func keyLimit(key string) int { return max(1, nearLimit(key)-1) }

// words splits a name in camelCase, snake_case or kebab-case into words in lower case, without the s of the plural.
func words(name string) []string {
	var list []string
	from := 0
	cut := func(to int) {
		if w := letters(name[from:to]); w != "" {
			if len(w) > 3 {
				w = strings.TrimSuffix(w, "s")
			}
			list = append(list, w)
		}
		from = to
	}
	for i := 1; i < len(name); i++ {
		small, big := name[i-1] >= 'a' && name[i-1] <= 'z', name[i] >= 'A' && name[i] <= 'Z'
		if small && big || name[i] == '_' || name[i] == '-' {
			cut(i)
		}
	}
	cut(len(name))
	return list
}

// sameWords reports whether one of two names has all words of the other, and how many more.
func sameWords(a, b []string) (surplus int, ok bool) {
	if len(a) > len(b) {
		a, b = b, a
	}
	for _, w := range a {
		if !slices.Contains(b, w) {
			return 0, false
		}
	}
	return len(b) - len(a), len(a) > 0
}

func cutLast(path string) (before, after string) {
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		return path[:i], path[i+1:]
	}
	return "", path
}

func abs(n int) int { return max(n, -n) }
