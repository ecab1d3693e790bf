// This file defines the matcher's form of sets: tables for membership tests on code units and code points.

package regexp

import (
	"slices"
	"sync/atomic"
)

// A class is a compiled set. Code units below 256 are looked up in a table, the rest of the Basic Multilingual Plane is searched
// in short lists of ranges or looked up in a two-level bitmap, and code points above are searched.
type class struct {
	low    [256]bool
	bmp    []uint16 // pairs lo, hi of the members in [0x100, 0xffff], nil when pages is set
	pages  *[256]uint8
	blocks [][4]uint64 // pages[c>>8] selects the block of c; block 0 is empty
	astral []span
	wide   bool // has surrogates or characters above 0xffff: with full Unicode its characters must be decoded
	filter filter
	set    charset
}

// maxListRanges is how many ranges above 0xff are searched one by one; larger sets get bitmaps of at most 8 KB.
const maxListRanges = 6

func newClass(set charset) *class {
	c := &class{set: set}
	ranges := 0
	for _, s := range set {
		for r := s.lo; r <= min(s.hi, 255); r++ {
			c.low[r] = true
			c.filter[r>>6] |= 1 << (r & 63)
		}
		if s.hi < 256 {
			continue
		}
		c.filter.addHigh()
		if s.lo <= 0xffff {
			ranges++
		}
		if s.hi >= 0xd800 && s.lo <= 0xdfff {
			c.wide = true
		}
		if s.hi > 0xffff {
			c.wide = true
			c.astral = append(c.astral, span{max(s.lo, 0x10000), s.hi})
		}
	}
	if ranges <= maxListRanges {
		for _, s := range set {
			if s.hi >= 256 && s.lo <= 0xffff {
				c.bmp = append(c.bmp, uint16(max(s.lo, 256)), uint16(min(s.hi, 0xffff)))
			}
		}
	} else {
		c.fillPages()
	}
	return c
}

// commonSets are those of the escapes and the dot, whose classes are built once for the process.
var (
	commonSets    = [...]charset{digitSet, wordSet, spaceSet, dotSet, allChars}
	commonClasses [len(commonSets)]atomic.Pointer[class]
)

// commonClass returns the shared class of a common set, nil for other sets.
func commonClass(set charset) *class {
	for i, common := range commonSets {
		if !slices.Equal(set, common) {
			continue
		}
		c := commonClasses[i].Load()
		if c == nil {
			c = newClass(common)
			commonClasses[i].Store(c)
		}
		return c
	}
	return nil
}

func (c *class) fillPages() {
	var flat [0x10000 / 64]uint64
	for _, s := range c.set {
		for r := max(s.lo, 256); r <= min(s.hi, 0xffff); {
			if r&63 == 0 && s.hi >= r+63 {
				flat[r>>6] = ^uint64(0)
				r += 64
			} else {
				flat[r>>6] |= 1 << (r & 63)
				r++
			}
		}
	}
	c.pages = new([256]uint8)
	c.blocks = append(c.blocks, [4]uint64{})
	for p := 1; p < 256; p++ {
		block := [4]uint64(flat[p*4:])
		i := slices.Index(c.blocks, block)
		if i < 0 {
			i = len(c.blocks)
			c.blocks = append(c.blocks, block)
		}
		c.pages[p] = uint8(i)
	}
}

// hasHigh reports whether a code unit of at least 0x100 is a member.
func (c *class) hasHigh(u uint16) bool {
	if c.pages != nil {
		b := &c.blocks[c.pages[u>>8]]
		return b[u>>6&3]>>(u&63)&1 != 0
	}
	for i := 0; i+1 < len(c.bmp); i += 2 {
		if u <= c.bmp[i+1] {
			return u >= c.bmp[i]
		}
	}
	return false
}

func (c *class) hasUnit(u uint16) bool {
	if u < 256 {
		return c.low[u]
	}
	return c.hasHigh(u)
}

func (c *class) hasRune(r rune) bool {
	if r <= 0xffff {
		return c.hasUnit(uint16(r))
	}
	return charset(c.astral).contains(r)
}

// size returns the bytes that the class takes.
func (c *class) size() int {
	n := 400 + 2*len(c.bmp) + 32*len(c.blocks) + 8*len(c.astral) + 8*len(c.set)
	if c.pages != nil {
		n += 256
	}
	return n
}

// A filter is a superset of the code units with which a match of something can begin: a bit for each unit below 0x100, one for all
// others together, and one for the end of the text.
type filter [5]uint64

const (
	filterHigh = 256 // all units of at least 0x100
	filterEnd  = 257 // the end of the text
	filterSize = 258
)

var everything = filter{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), 1<<(filterHigh-256) | 1<<(filterEnd-256)}

func (f *filter) addHigh() { f[4] |= 1 << (filterHigh - 256) }
func (f *filter) addEnd()  { f[4] |= 1 << (filterEnd - 256) }

func (f *filter) addUnit(u uint16) {
	if u < 256 {
		f[u>>6] |= 1 << (u & 63)
	} else {
		f.addHigh()
	}
}

func (f *filter) add(g *filter) {
	for i := range f {
		f[i] |= g[i]
	}
}

func (f *filter) has(i int) bool { return f[i>>6]>>(i&63)&1 != 0 }

func (f *filter) disjoint(g *filter) bool {
	for i := range f {
		if f[i]&g[i] != 0 {
			return false
		}
	}
	return true
}

// A trie holds strings for longest-first matching. Characters are canonical ones when table is set.
type trie struct {
	nodes []trieNode
	edges []trieEdge
	table []orbitRange
}

type trieNode struct {
	first, count int32 // its edges
	accept       bool
}

type trieEdge struct {
	char rune
	to   int32
}

// newTrie builds a trie from strings in lexical order without duplicates.
func newTrie(strs [][]rune, table []orbitRange) *trie {
	t := &trie{table: table, nodes: []trieNode{{}}}
	type job struct {
		node   int32
		lo, hi int
		depth  int
	}
	for queue := []job{{0, 0, len(strs), 0}}; len(queue) > 0; {
		j := queue[0]
		queue = queue[1:]
		if j.lo < j.hi && len(strs[j.lo]) == j.depth {
			t.nodes[j.node].accept = true
			j.lo++
		}
		t.nodes[j.node].first = int32(len(t.edges))
		for j.lo < j.hi {
			c := strs[j.lo][j.depth]
			end := j.lo
			for end < j.hi && strs[end][j.depth] == c {
				end++
			}
			child := int32(len(t.nodes))
			t.nodes = append(t.nodes, trieNode{})
			t.edges = append(t.edges, trieEdge{c, child})
			queue = append(queue, job{child, j.lo, end, j.depth + 1})
			j.lo = end
		}
		t.nodes[j.node].count = int32(len(t.edges)) - t.nodes[j.node].first
	}
	return t
}

// step follows the edge for c, or returns -1.
func (t *trie) step(node int32, c rune) int32 {
	if t.table != nil {
		c = canonical(t.table, c)
	}
	n := t.nodes[node]
	edges := t.edges[n.first : n.first+n.count]
	lo, hi := 0, len(edges)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if edges[mid].char < c {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(edges) && edges[lo].char == c {
		return edges[lo].to
	}
	return -1
}

func (t *trie) size() int { return 12*len(t.nodes) + 8*len(t.edges) }
