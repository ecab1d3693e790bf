package stdlib

// This file defines the hash table behind Map, Set, WeakMap and WeakSet.
//
// Keys (and for maps values, next to them) lie in a slice in the order of insertion. An index with open addressing and
// linear probing maps hashes to positions; each of its slots also holds the hash, so a look-up touches one line of the
// index and the entry it finds. Deleting leaves a hole in the slice, so that positions stay valid; when holes prevail, or
// the slice is full, the table is compacted. Cursors (live iterators) survive that: a compaction records which entries
// it removed, and a cursor that comes later shifts its position accordingly. Nothing is recorded, and nothing allocated,
// when no cursor exists.

import (
	"hash/maphash"
	"math"
	"math/bits"

	"github.com/neurocode-ai/codemode/vm"
)

// hashSeed makes the hashes of a process unpredictable for programs.
var hashSeed = maphash.MakeSeed()

// numberSeed is the seed for hashes of numbers.
var numberSeed = maphash.String(hashSeed, "number") | 1

// A table maps keys, compared by SameValueZero, to values in the order of insertion.
type table struct {
	items []vm.Value // keys, or keys and values in turn for maps; the key of a deleted entry is the hole marker
	index []uint64   // hash<<32 | 1 + position of the entry, 0 when free; a power of two, at most half full
	live  int
	head  int // no entry before this position is live
	isMap bool
	epoch *tableEpoch // the current one; nil until there is a cursor
}

// A tableEpoch is the time between two compactions. When it ends, removed lists the positions that the compaction took
// out, in ascending order; cleared says that it took out all.
type tableEpoch struct {
	removed []int32
	cleared bool
	next    *tableEpoch
}

func newTable(isMap bool) *table { return &table{isMap: isMap} }

// stride is the number of items of an entry.
func (t *table) stride() int {
	if t.isMap {
		return 2
	}
	return 1
}

// count is the number of entries, holes included.
func (t *table) count() int {
	if t.isMap {
		return len(t.items) >> 1
	}
	return len(t.items)
}

// key returns the key of the entry i, the hole marker when it is deleted.
func (t *table) key(i int) vm.Value {
	if t.isMap {
		i <<= 1
	}
	return t.items[i]
}

// value returns the value of the entry i of a map.
func (t *table) value(i int) vm.Value { return t.items[i<<1|1] }

// Trace implements vm.Tracer.
func (t *table) Trace(mark func(vm.Value)) int {
	for _, v := range t.items {
		mark(v)
	}
	return 120 + cap(t.items)*valueBytes + len(t.index)*8
}

// hashNumber hashes a number; -0 and 0 have the same hash, and so have all NaNs.
func hashNumber(f float64) uint32 {
	b := math.Float64bits(f + 0)
	if f != f {
		b = 0x7ff8 << 48
	}
	hi, lo := bits.Mul64(b^b>>32^numberSeed, 0x9e3779b97f4a7c15)
	return uint32(hi ^ lo>>32)
}

// hashText hashes a string. Text that is all ASCII has one hash in both representations.
func hashText(v vm.Value) uint32 {
	if s, ok := v.ASCIIText(); ok {
		return hashBytes(s)
	}
	return hashWide(v.Str())
}

// textSeed is the second seed for hashes of short texts.
var textSeed = maphash.String(hashSeed, "text")

// hashBytes hashes ASCII text. Up to 16 bytes are two words that one multiplication mixes with the seeds, in the manner
// of wyhash, which takes a third of the time of a call of maphash.
func hashBytes(s string) uint32 {
	n := len(s)
	var a, b uint64
	switch {
	case n > 16:
		return uint32(maphash.String(hashSeed, s))
	case n >= 8:
		a, b = load64(s), load64(s[n-8:])
	case n >= 4:
		a, b = load32(s), load32(s[n-4:])
	case n > 0:
		a, b = uint64(s[0])<<16|uint64(s[n>>1])<<8|uint64(s[n-1]), 0
	}
	hi, lo := bits.Mul64(a^numberSeed, b^textSeed^uint64(n)<<56)
	return uint32(hi ^ lo ^ hi>>32 ^ lo>>32)
}

func load32(s string) uint64 {
	_ = s[3]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24
}

func load64(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func hashWide(s vm.Str) uint32 {
	wide := s.Wide()
	ascii := true
	for _, u := range wide {
		if u >= 0x80 {
			ascii = false
			break
		}
	}
	if ascii {
		return hashBytes(s.String())
	}
	h := numberSeed
	for _, u := range wide {
		hi, lo := bits.Mul64(h^uint64(u), 0x9e3779b97f4a7c15)
		h = hi ^ lo
	}
	return uint32(h ^ h>>32)
}

// hashValue returns the hash of a key, charging for long strings.
func hashValue(m *vm.VM, v vm.Value) (uint32, error) {
	switch {
	case v.IsNumber():
		return hashNumber(v.Float()), nil
	case v.IsString():
		if n := v.Length(); n >= longKey {
			h, err := m.HashText(v.Str())
			return uint32(h ^ h>>32), err
		} else if n > 128 {
			if err := m.Charge(n >> 5); err != nil {
				return 0, err
			}
		}
		return hashText(v), nil
	}
	if b := v.BigInt(); b != nil {
		if err := m.Charge(b.BitLen() >> 9); err != nil {
			return 0, err
		}
		h := numberSeed
		for _, w := range b.Bits() {
			hi, lo := bits.Mul64(h^uint64(w), 0x9e3779b97f4a7c15)
			h = hi ^ lo
		}
		return uint32(h ^ h>>32), nil
	}
	return hashNumber(float64(vm.IdentityHash(v))), nil
}

// longKey is the length from which strings are hashed and compared in charged steps.
const longKey = 1 << 15

// lookUp returns the position of a key, -1 when it is not there.
func (t *table) lookUp(m *vm.VM, key vm.Value, h uint32) (int, error) {
	if len(t.index) == 0 || key.Length() < longKey || !key.IsString() {
		return t.find(key, h), nil
	}
	mask := uint32(len(t.index) - 1)
	for p := h & mask; ; p = (p + 1) & mask {
		s := t.index[p]
		if s == 0 {
			return -1, nil
		}
		i := int(uint32(s)) - 1
		if uint32(s>>32) != h || !t.key(i).IsString() {
			continue
		}
		if same, err := m.SameText(t.key(i).Str(), key.Str()); same || err != nil {
			return i, err
		}
	}
}

// find is lookUp for all keys but long strings.
func (t *table) find(key vm.Value, h uint32) int {
	if len(t.index) == 0 {
		return -1
	}
	if key.IsString() {
		return t.findText(key, h)
	}
	mask := uint32(len(t.index) - 1)
	for p := h & mask; ; p = (p + 1) & mask {
		s := t.index[p]
		if s == 0 {
			return -1
		}
		if uint32(s>>32) == h {
			if i := int(uint32(s)) - 1; vm.SameValueZero(t.key(i), key) {
				return i
			}
		}
	}
}

// findText is find for strings.
func (t *table) findText(key vm.Value, h uint32) int {
	n := key.Length()
	text, ascii := key.ASCIIText()
	mask := uint32(len(t.index) - 1)
	for p := h & mask; ; p = (p + 1) & mask {
		s := t.index[p]
		if s == 0 {
			return -1
		}
		if uint32(s>>32) != h {
			continue
		}
		i := int(uint32(s)) - 1
		k := t.items[i*t.stride()]
		if k.Length() != n {
			continue
		}
		if s, ok := k.ASCIIText(); ok && ascii {
			if s == text {
				return i
			}
		} else if k.IsString() && k.Str().Equal(key.Str()) {
			return i
		}
	}
}

// position returns the position of a key, -1 when it is not there.
func (t *table) position(m *vm.VM, key vm.Value) (int, error) {
	if t.live == 0 {
		return -1, nil
	}
	h, err := hashValue(m, key)
	if err != nil {
		return -1, err
	}
	return t.lookUp(m, key, h)
}

func (t *table) has(m *vm.VM, key vm.Value) (bool, error) {
	i, err := t.position(m, key)
	return i >= 0, err
}

func (t *table) get(m *vm.VM, key vm.Value) (vm.Value, bool, error) {
	i, err := t.position(m, key)
	if i < 0 || err != nil {
		return vm.Undefined, false, err
	}
	return t.value(i), true, nil
}

// put adds a key or replaces its value.
func (t *table) put(m *vm.VM, key, v vm.Value) error {
	h, err := hashValue(m, key)
	if err != nil {
		return err
	}
	if i, err := t.lookUp(m, key, h); err != nil {
		return err
	} else if i >= 0 {
		if t.isMap {
			t.items[i<<1|1] = v
		}
		return nil
	}
	if key.IsNumber() && key.Float() == 0 {
		key = vm.Int(0) // -0 becomes 0
	}
	if len(t.items) == cap(t.items) {
		if err := t.makeRoom(m); err != nil {
			return err
		}
	}
	t.items = append(t.items, key)
	if t.isMap {
		t.items = append(t.items, v)
	}
	t.live++
	t.link(h, t.count())
	return nil
}

// add is put for sets.
func (t *table) add(m *vm.VM, key vm.Value) error { return t.put(m, key, vm.Undefined) }

// link enters a hash and 1 + a position into the index.
func (t *table) link(h uint32, at int) {
	mask := uint32(len(t.index) - 1)
	p := h & mask
	for t.index[p] != 0 {
		p = (p + 1) & mask
	}
	t.index[p] = uint64(h)<<32 | uint64(at)
}

// maxTable bounds the entries of a table.
const maxTable = 1 << 27

// makeRoom compacts or enlarges the table so that one more entry fits.
func (t *table) makeRoom(m *vm.VM) error {
	n := t.count()
	if dead := n - t.live; dead > n/4 {
		return t.compact(m)
	}
	if n = max(8, 2*n); n > maxTable {
		return m.ThrowRange("Map or Set maximum size exceeded")
	}
	return t.grow(m, n)
}

// grow gives the table room for n entries, a power of two.
func (t *table) grow(m *vm.VM, n int) error {
	if err := m.Alloc((n*t.stride()-cap(t.items))*valueBytes + (2*n-len(t.index))*8); err != nil {
		return err
	}
	items, err := vm.Grow(m, t.items, n*t.stride(), valueBytes)
	if err != nil {
		return err
	}
	index, err := vm.MakeSlice[uint64](m, 2*n, 2*n, 8)
	if err != nil {
		return err
	}
	t.items = items
	old := t.index
	t.index = index
	for i, s := range old {
		if s != 0 {
			t.link(uint32(s>>32), int(uint32(s)))
		}
		if i&4095 == 4095 {
			if err := m.Charge(4096); err != nil {
				return err
			}
		}
	}
	return nil
}

// compact removes the deleted entries.
func (t *table) compact(m *vm.VM) error {
	n := t.count()
	if err := m.Alloc(n * 4); err != nil {
		return err
	}
	moved, err := vm.MakeSlice[int32](m, n, n, 4) // 1 + the new position of each entry
	if err != nil {
		return err
	}
	var removed []int32
	if t.epoch != nil {
		if err := m.Alloc((n - t.live) * 4); err != nil {
			return err
		}
		removed = make([]int32, 0, n-t.live)
	}
	j, stride := 0, t.stride()
	for i := range n {
		if i&4095 == 4095 {
			if err := m.Charge(2048); err != nil {
				return err
			}
		}
		if t.items[i*stride].IsHole() {
			if t.epoch != nil {
				removed = append(removed, int32(i))
			}
			continue
		}
		copy(t.items[j*stride:(j+1)*stride], t.items[i*stride:])
		j++
		moved[i] = int32(j)
	}
	if err := clearValues(m, t.items[j*stride:]); err != nil {
		return err
	}
	t.items = t.items[:j*stride]
	t.head = 0
	t.endEpoch(removed, false)
	for p, s := range t.index {
		if s != 0 {
			t.index[p] = s&^math.MaxUint32 | uint64(moved[uint32(s)-1])
		}
		if p&8191 == 8191 {
			if err := m.Charge(2048); err != nil {
				return err
			}
		}
	}
	return m.Charge(len(t.index) & 8191 >> 2)
}

// endEpoch tells cursors that the positions have changed.
func (t *table) endEpoch(removed []int32, cleared bool) {
	if t.epoch == nil {
		return
	}
	e := t.epoch
	e.removed, e.cleared = removed, cleared
	e.next = &tableEpoch{}
	t.epoch = e.next
}

// remove deletes a key and reports whether it was there.
func (t *table) remove(m *vm.VM, key vm.Value) (bool, error) {
	if t.live == 0 {
		return false, nil
	}
	h, err := hashValue(m, key)
	if err != nil {
		return false, err
	}
	i, err := t.lookUp(m, key, h)
	if err != nil {
		return false, err
	}
	if i < 0 {
		return false, nil
	}
	t.unlink(h, i+1)
	t.items[i*t.stride()] = vm.Hole()
	if t.isMap {
		t.items[i<<1|1] = vm.Undefined
	}
	t.live--
	n := t.count()
	for t.head < n && t.key(t.head).IsHole() {
		t.head++
	}
	if dead := n - t.live; dead > 32 && dead > 2*t.live {
		return true, t.compact(m)
	}
	return true, nil
}

// unlink takes an entry out of the index and moves up those behind it that probing could not find over the gap.
func (t *table) unlink(h uint32, at int) {
	mask := uint32(len(t.index) - 1)
	p := h & mask
	for t.index[p] != uint64(h)<<32|uint64(at) {
		p = (p + 1) & mask
	}
	gap := p
	for {
		p = (p + 1) & mask
		s := t.index[p]
		if s == 0 {
			t.index[gap] = 0
			return
		}
		// The slot may move into the gap if its home is not between the gap and its place.
		if home := uint32(s>>32) & mask; (p-home)&mask >= (p-gap)&mask {
			t.index[gap] = s
			gap = p
		}
	}
}

// clear removes all entries.
func (t *table) clear() {
	t.items, t.index = nil, nil
	t.live, t.head = 0, 0
	t.endEpoch(nil, true)
}

// list returns the keys, or the keys and values in turn.
func (t *table) list(m *vm.VM) ([]vm.Value, error) {
	out, err := newList(m, t.live*t.stride())
	if err != nil {
		return nil, err
	}
	for i := range t.count() {
		if i&1023 == 1023 {
			if err := m.Charge(1024); err != nil {
				return nil, err
			}
		}
		if k := t.key(i); !k.IsHole() {
			out.elems = append(out.elems, k)
			if t.isMap {
				out.elems = append(out.elems, t.value(i))
			}
		}
	}
	return out.elems, nil
}

// copyOf returns a set with the same keys.
func (t *table) copyOf(m *vm.VM) (*table, error) {
	c := newTable(false)
	if t.live == 0 {
		return c, nil
	}
	n := 8
	for n < t.live {
		n *= 2
	}
	if err := c.grow(m, n); err != nil {
		return nil, err
	}
	for i := range t.count() {
		if i&1023 == 1023 {
			if err := m.Charge(4096); err != nil {
				return nil, err
			}
		}
		k := t.key(i)
		if k.IsHole() {
			continue
		}
		h, err := hashValue(m, k)
		if err != nil {
			return nil, err
		}
		c.items = append(c.items, k)
		c.live++
		c.link(h, c.live)
	}
	return c, nil
}

// A cursor walks over a table; entries that are added or deleted meanwhile are seen as the specification says.
type cursor struct {
	t     *table // nil when exhausted
	epoch *tableEpoch
	i     int
}

// cursor returns a cursor before the first entry.
func (t *table) cursor() cursor {
	if t.epoch == nil {
		t.epoch = &tableEpoch{}
	}
	return cursor{t: t, epoch: t.epoch}
}

// next returns the position of the next entry; ok is false at the end, after which the cursor stays exhausted.
func (c *cursor) next() (i int, ok bool) {
	t := c.t
	if t == nil {
		return 0, false
	}
	for c.epoch.next != nil {
		c.shift()
	}
	c.i = max(c.i, t.head)
	for n := t.count(); c.i < n; {
		i := c.i
		c.i++
		if !t.key(i).IsHole() {
			return i, true
		}
	}
	c.t, c.epoch = nil, nil
	return 0, false
}

// shift moves the cursor over to the next epoch.
func (c *cursor) shift() {
	e := c.epoch
	if e.cleared {
		c.i = 0
	} else {
		lo, hi := 0, len(e.removed) // the number of removed entries before the position
		for lo < hi {
			mid := (lo + hi) / 2
			if int(e.removed[mid]) < c.i {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		c.i -= lo
	}
	c.epoch = e.next
}
