// This file holds the tests of the Unicode tables against node's counts, and of the case orbits.

package regexp

import (
	"encoding/json"
	"os"
	"slices"
	"sort"
	"strings"
	"testing"
)

type propertyGolden struct {
	Sets   map[string][2]int
	Orbits map[string][][]rune
}

func readProperties(t *testing.T) propertyGolden {
	t.Helper()
	data, err := os.ReadFile("testdata/properties.json")
	if err != nil {
		t.Fatal(err)
	}
	var g propertyGolden
	if err := json.Unmarshal(data, &g); err != nil {
		t.Fatal(err)
	}
	return g
}

func TestProperties(t *testing.T) {
	g := readProperties(t)
	if len(g.Sets) < 1000 {
		t.Fatalf("only %d properties in the golden file", len(g.Sets))
	}
	for name, want := range g.Sets {
		before, after, hasValue := strings.Cut(name, "=")
		p, ok := findProperty(before, after, hasValue, false)
		if !ok {
			t.Errorf("%s: not found", name)
			continue
		}
		count, sum := 0, 0
		for _, s := range p.set() {
			n := int(s.hi-s.lo) + 1
			count += n
			sum = (sum + n*int(s.lo) + n*(n-1)/2) % 1000000007
		}
		if got := [2]int{count, sum}; got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
	names := 3 + 3*len(categories) + len(binaryNames) + 4*len(scriptNames)
	if names != len(g.Sets) {
		t.Errorf("%d names are known, the golden file has %d", names, len(g.Sets))
	}
}

func TestNameTablesAreSorted(t *testing.T) {
	for _, table := range [][]nameIndex{binaryNames[:], scriptNames[:]} {
		if !sort.SliceIsSorted(table, func(i, j int) bool { return table[i].name < table[j].name }) {
			t.Error("a name table is out of order")
		}
	}
	if !sort.SliceIsSorted(categories[:], func(i, j int) bool { return categories[i].name < categories[j].name }) {
		t.Error("categories are out of order")
	}
}

func TestStringProperties(t *testing.T) {
	for name, want := range map[string]int{
		"Basic_Emoji": 1400, "Emoji_Keycap_Sequence": 12, "RGI_Modifier_Sequence": -1, "RGI_Emoji_Modifier_Sequence": 665,
		"RGI_Emoji_Flag_Sequence": 259, "RGI_Emoji_Tag_Sequence": 3, "RGI_Emoji_ZWJ_Sequence": 1614, "RGI_Emoji": 3953,
	} {
		p, ok := findProperty(name, "", false, true)
		if !ok {
			if want >= 0 {
				t.Errorf("%s: not found", name)
			}
			continue
		}
		n := len(p.strings())
		for _, s := range p.set() {
			n += int(s.hi-s.lo) + 1
		}
		if n != want {
			t.Errorf("%s has %d members, want %d", name, n, want)
		}
		if _, ok := findProperty(name, "", false, false); ok {
			t.Errorf("%s is known without the flag v", name)
		}
	}
}

func TestOrbits(t *testing.T) {
	g := readProperties(t)
	for flag, groups := range g.Orbits {
		table := orbitTable(flag == "u")
		want := map[rune][]rune{}
		for _, group := range groups {
			slices.Sort(group)
			for _, c := range group {
				want[c] = group
			}
		}
		all := 0
		for c := rune(0); c <= maxRune; c++ {
			if flag == "" && c > 0xffff {
				break
			}
			var got []rune
			for _, s := range orbit(table, c) {
				for m := s.lo; m <= s.hi; m++ {
					got = append(got, m)
				}
			}
			if len(got) == 1 {
				if want[c] != nil {
					t.Errorf("flag %q: U+%04X is alone, want %x", flag, c, want[c])
				}
				continue
			}
			all++
			if !slices.Equal(got, want[c]) {
				t.Errorf("flag %q: orbit of U+%04X is %x, want %x", flag, c, got, want[c])
			}
			if got[0] != canonical(table, c) {
				t.Errorf("flag %q: U+%04X is not canonical to its orbit", flag, c)
			}
			if closed := closeOver(table, charset{{c, c}}); !slices.Equal(closed, orbit(table, c)) {
				t.Errorf("flag %q: closeOver of U+%04X is %x", flag, c, closed)
			}
		}
		if all != len(want) {
			t.Errorf("flag %q: %d characters have relatives, want %d", flag, all, len(want))
		}
	}
}

func TestCloseOverOfSets(t *testing.T) {
	for _, unicode := range []bool{false, true} {
		table := orbitTable(unicode)
		for _, s := range []charset{wordSet, digitSet, {{'a', 0x300}}, {{0x370, 0x3ff}}, {{0x400, 0x52f}}, allChars, categorySet("Lu"), wordSet.negate()} {
			var spans []span
			for _, r := range s {
				for c := r.lo; c <= r.hi; c++ {
					spans = append(spans, orbit(table, c)...)
				}
			}
			if got, want := closeOver(table, s), normalize(spans); !slices.Equal(got, want) {
				t.Errorf("closeOver(%v) = %v, want %v", s, got, want)
			}
		}
	}
}

func TestCharsetAlgebra(t *testing.T) {
	sets := []charset{nil, allChars, wordSet, spaceSet, digitSet, dotSet, {{5, 5}}, {{5, 9}, {11, 20}}, {{0, 10}}, {{10, 11}, {13, maxRune}}}
	points := []rune{0, 4, 5, 6, 9, 10, 11, 12, 13, 20, 21, '0', 'A', 'z', 0x2028, 0xfeff, 0x10000, maxRune}
	for _, a := range sets {
		for _, b := range sets {
			for _, c := range points {
				in, too := a.contains(c), b.contains(c)
				for _, r := range []struct {
					op   string
					got  charset
					want bool
				}{
					{"union", a.union(b), in || too}, {"intersect", a.intersect(b), in && too},
					{"subtract", a.subtract(b), in && !too}, {"negate", a.negate(), !in},
				} {
					if r.got.contains(c) != r.want {
						t.Errorf("%v %s %v contains %x: %v", a, r.op, b, c, !r.want)
					}
					if !slices.Equal(normalize(slices.Clone(r.got)), r.got) {
						t.Errorf("%v %s %v = %v is not normal", a, r.op, b, r.got)
					}
				}
			}
		}
	}
}

func TestClassAgreesWithSet(t *testing.T) {
	for _, s := range []charset{wordSet, spaceSet, dotSet, categorySet("L"), categorySet("Ll Lt Lu"), categorySet("Lo"), {{0xff, 0x101}}, {{0xd800, 0xdfff}}, {{0x1f600, 0x1f64f}}} {
		c := newClass(s)
		for r := rune(0); r <= maxRune; r++ {
			if c.hasRune(r) != s.contains(r) {
				t.Fatalf("class of %v has U+%04X: %v", s, r, c.hasRune(r))
			}
		}
	}
}
