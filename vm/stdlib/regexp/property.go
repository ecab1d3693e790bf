// This file defines Unicode property escapes: names as the specification lists them, sets decoded from the generated tables.

package regexp

import (
	"encoding/binary"
	"slices"
	"sort"
	"strings"
	"sync/atomic"
)

// A nameIndex maps a property name or alias to its place in a data table.
type nameIndex struct {
	name  string
	index int
}

func lookup(table []nameIndex, name string) (int, bool) {
	i, ok := slices.BinarySearchFunc(table, name, func(e nameIndex, n string) int { return strings.Compare(e.name, n) })
	if !ok {
		return 0, false
	}
	return table[i].index, true
}

// Decoded sets are kept for the life of the process. Each takes at most 6 KB, the strings of RGI_Emoji 150 KB.
var (
	binarySets    [len(binaryData)]atomic.Pointer[charset]
	categorySets  [len(categoryData)]atomic.Pointer[charset]
	scriptSets    [len(scriptData)]atomic.Pointer[charset]
	extensionSets [len(scriptExtensionData)]atomic.Pointer[charset]
	sequences     [len(sequenceData) + 1]atomic.Pointer[[][]rune]
)

func decoded(cache *atomic.Pointer[charset], data string) charset {
	if s := cache.Load(); s != nil {
		return *s
	}
	s := decodeSet(data)
	cache.Store(&s)
	return s
}

// decodeSet reads the coding that internal/gen/unicode.mjs describes.
func decodeSet(data string) charset {
	var out charset
	next := rune(0)
	for b := []byte(data); len(b) > 0; {
		gap, n := binary.Uvarint(b)
		length, m := binary.Uvarint(b[n:])
		b = b[n+m:]
		lo := next + rune(gap)
		hi := lo + rune(length)
		out = append(out, span{lo, hi})
		next = hi + 1
	}
	return out
}

// categories gives for each value of General_Category, in order, the leaf categories it stands for.
var categories = [...]struct{ name, leaves string }{
	{"C", "Cc Cf Cn Co Cs"}, {"Cased_Letter", "Ll Lt Lu"}, {"Cc", "Cc"}, {"Cf", "Cf"}, {"Close_Punctuation", "Pe"}, {"Cn", "Cn"},
	{"Co", "Co"}, {"Combining_Mark", "Mc Me Mn"}, {"Connector_Punctuation", "Pc"}, {"Control", "Cc"}, {"Cs", "Cs"},
	{"Currency_Symbol", "Sc"}, {"Dash_Punctuation", "Pd"}, {"Decimal_Number", "Nd"}, {"Enclosing_Mark", "Me"},
	{"Final_Punctuation", "Pf"}, {"Format", "Cf"}, {"Initial_Punctuation", "Pi"}, {"L", "Ll Lm Lo Lt Lu"}, {"LC", "Ll Lt Lu"},
	{"Letter", "Ll Lm Lo Lt Lu"}, {"Letter_Number", "Nl"}, {"Line_Separator", "Zl"}, {"Ll", "Ll"}, {"Lm", "Lm"}, {"Lo", "Lo"},
	{"Lowercase_Letter", "Ll"}, {"Lt", "Lt"}, {"Lu", "Lu"}, {"M", "Mc Me Mn"}, {"Mark", "Mc Me Mn"}, {"Math_Symbol", "Sm"},
	{"Mc", "Mc"}, {"Me", "Me"}, {"Mn", "Mn"}, {"Modifier_Letter", "Lm"}, {"Modifier_Symbol", "Sk"}, {"N", "Nd Nl No"}, {"Nd", "Nd"},
	{"Nl", "Nl"}, {"No", "No"}, {"Nonspacing_Mark", "Mn"}, {"Number", "Nd Nl No"}, {"Open_Punctuation", "Ps"},
	{"Other", "Cc Cf Cn Co Cs"}, {"Other_Letter", "Lo"}, {"Other_Number", "No"}, {"Other_Punctuation", "Po"},
	{"Other_Symbol", "So"}, {"P", "Pc Pd Pe Pf Pi Po Ps"}, {"Paragraph_Separator", "Zp"}, {"Pc", "Pc"}, {"Pd", "Pd"}, {"Pe", "Pe"},
	{"Pf", "Pf"}, {"Pi", "Pi"}, {"Po", "Po"}, {"Private_Use", "Co"}, {"Ps", "Ps"}, {"Punctuation", "Pc Pd Pe Pf Pi Po Ps"},
	{"S", "Sc Sk Sm So"}, {"Sc", "Sc"}, {"Separator", "Zl Zp Zs"}, {"Sk", "Sk"}, {"Sm", "Sm"}, {"So", "So"},
	{"Space_Separator", "Zs"}, {"Spacing_Mark", "Mc"}, {"Surrogate", "Cs"}, {"Symbol", "Sc Sk Sm So"}, {"Titlecase_Letter", "Lt"},
	{"Unassigned", "Cn"}, {"Uppercase_Letter", "Lu"}, {"Z", "Zl Zp Zs"}, {"Zl", "Zl"}, {"Zp", "Zp"}, {"Zs", "Zs"}, {"cntrl", "Cc"},
	{"digit", "Nd"}, {"punct", "Pc Pd Pe Pf Pi Po Ps"},
}

// leafCategories is the order of categoryData.
const leafCategories = "Cc Cf Cn Co Cs Ll Lm Lo Lt Lu Mc Me Mn Nd Nl No Pc Pd Pe Pf Pi Po Ps Sc Sk Sm So Zl Zp Zs "

func findCategory(name string) (leaves string, ok bool) {
	i := sort.Search(len(categories), func(i int) bool { return categories[i].name >= name })
	if i == len(categories) || categories[i].name != name {
		return "", false
	}
	return categories[i].leaves, true
}

func leafCategory(name string) charset {
	i := strings.Index(leafCategories, name) / 3
	return decoded(&categorySets[i], categoryData[i])
}

func categorySet(leaves string) charset {
	if len(leaves) == 2 {
		return leafCategory(leaves)
	}
	var set charset
	for name := range strings.SplitSeq(leaves, " ") {
		set = set.union(leafCategory(name))
	}
	return set
}

// A property is the meaning of a property escape.
type property struct {
	kind  propertyKind
	index int
	leaf  string // leaf categories of a General_Category value
}

type propertyKind uint8

const (
	propCategory propertyKind = iota
	propScript
	propExtension
	propBinary
	propAny
	propASCII
	propAssigned
	propStrings // a property of strings; only under the flag v
)

// findProperty resolves the text between the braces of \p{…}; hasValue tells "name=value" from a lone name or value.
// Matching is exact, as the specification demands: no other case, no spaces, no hyphens.
func findProperty(name, value string, hasValue, sets bool) (property, bool) {
	if hasValue {
		switch name {
		case "General_Category", "gc":
			leaf, ok := findCategory(value)
			return property{kind: propCategory, leaf: leaf}, ok
		case "Script", "sc":
			i, ok := lookup(scriptNames[:], value)
			return property{kind: propScript, index: i}, ok
		case "Script_Extensions", "scx":
			i, ok := lookup(scriptNames[:], value)
			return property{kind: propExtension, index: i}, ok
		}
		return property{}, false
	}
	switch name {
	case "Any":
		return property{kind: propAny}, true
	case "ASCII":
		return property{kind: propASCII}, true
	case "Assigned":
		return property{kind: propAssigned}, true
	}
	if leaf, ok := findCategory(name); ok {
		return property{kind: propCategory, leaf: leaf}, true
	}
	if i, ok := lookup(binaryNames[:], name); ok {
		return property{kind: propBinary, index: i}, true
	}
	if sets {
		if i, ok := sequenceProperty(name); ok {
			return property{kind: propStrings, index: i}, true
		}
	}
	return property{}, false
}

// set returns the code points that have the property; of a property of strings, its members of one character.
func (p property) set() charset {
	switch p.kind {
	case propCategory:
		return categorySet(p.leaf)
	case propScript:
		return decoded(&scriptSets[p.index], scriptData[p.index])
	case propExtension:
		if scriptExtensionData[p.index] == "" {
			return decoded(&scriptSets[p.index], scriptData[p.index])
		}
		return decoded(&extensionSets[p.index], scriptExtensionData[p.index])
	case propBinary:
		return decoded(&binarySets[p.index], binaryData[p.index])
	case propASCII:
		return charset{{0, 127}}
	case propAssigned:
		return leafCategory("Cn").negate()
	case propStrings:
		var s charset
		for i, d := range sequenceData {
			if i == p.index || p.index == len(sequenceData) {
				s = s.union(decodeSet(d.singles))
			}
		}
		return s
	}
	return allChars
}

// sequenceProperty finds a property of strings. The index len(sequenceData) is RGI_Emoji, which is the union of the others.
func sequenceProperty(name string) (int, bool) {
	for i, d := range sequenceData {
		if d.name == name {
			return i, true
		}
	}
	return len(sequenceData), name == "RGI_Emoji"
}

// strings returns the members of more than one character in lexical order. The caller must not change them.
func (p property) strings() [][]rune {
	if p.kind != propStrings {
		return nil
	}
	if cached := sequences[p.index].Load(); cached != nil {
		return *cached
	}
	var out [][]rune
	for i, d := range sequenceData {
		if i == p.index || p.index == len(sequenceData) {
			out = append(out, decodeSequences(d.sequences)...)
		}
	}
	slices.SortFunc(out, slices.Compare)
	sequences[p.index].Store(&out)
	return out
}

// decodeSequences reads strings that share prefixes with their predecessors.
func decodeSequences(data string) [][]rune {
	var out [][]rune
	var last []rune
	for b := []byte(data); len(b) > 0; {
		shared, n := binary.Uvarint(b)
		b = b[n:]
		rest, n := binary.Uvarint(b)
		b = b[n:]
		next := append(make([]rune, 0, shared+rest), last[:shared]...)
		for range rest {
			c, n := binary.Uvarint(b)
			b = b[n:]
			next = append(next, rune(c))
		}
		out = append(out, next)
		last = next
	}
	return out
}
