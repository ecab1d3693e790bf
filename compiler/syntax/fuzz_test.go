package syntax

// This file fuzzes the bounds that only the package itself can see: the work is
// proportional to the length, the tree shallow.

import (
	"strings"
	"testing"
)

func FuzzBounds(f *testing.F) {
	for _, family := range hostile {
		f.Add(family(60), uint8(3))
	}
	f.Fuzz(func(t *testing.T, part string, times uint8) {
		if len(part) > 2000 {
			return
		}
		src := strings.Repeat(part, 1+int(times))
		steps, height := work(t, src)
		if steps > 60*len(src)+5000 {
			t.Errorf("%d steps for %d bytes", steps, len(src))
		}
		if height > 2*maxHeight {
			t.Errorf("height %d", height)
		}
	})
}
