// This file defines the alphabetical order of names and paths: the root collation of Unicode (punctuation, digits, letters; case and accents count last).

package discovery

import (
	"bytes"
	"slices"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// alphabetical returns the positions of names in alphabetical order. Names that collate equal keep the order of their bytes.
// A key costs about 1 µs; they are made once for each name instead of one comparison (1.5 µs) for each pair.
func alphabetical(names []string) []int {
	type keyed struct {
		key []byte
		at  int
	}
	collator := collate.New(language.Und)
	var buf collate.Buffer
	list := make([]keyed, len(names))
	for i, name := range names {
		list[i] = keyed{collator.KeyFromString(&buf, name), i}
	}
	slices.SortStableFunc(list, func(a, b keyed) int {
		if c := bytes.Compare(a.key, b.key); c != 0 {
			return c
		}
		switch x, y := names[a.at], names[b.at]; {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	order := make([]int, len(list))
	for i, k := range list {
		order[i] = k.at
	}
	return order
}
