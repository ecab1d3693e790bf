package stdlib

// This file defines the hash table behind Map, Set, WeakMap and WeakSet.
//
// Entries lie in a slice in the order of insertion; buckets chain them by index. Deleting leaves a hole in the slice,
// so that indices stay valid; when holes prevail, or the slice is full, the table is compacted. Cursors (live
// iterators) survive that: a compaction records which entries it removed, and a cursor that comes later shifts its
// position accordingly. Nothing is recorded, and nothing allocated, when no cursor exists.

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

type tableEntry struct {
	key  vm.Value // the hole marker when deleted
	hash uint32
	next int32 // 1 + the index of the next entry of the bucket, 0 at the end
}

// A table maps keys, compared by SameValueZero, to values in the order of insertion.
type table struct {
	entries []tableEntry
	values  []vm.Value // parallel to entries; nil for sets
	buckets []int32    // 1 + the index of the first entry; the length is a power of two
	live    int
	head    int // no entry before this index is live
	isMap   bool
	epoch   *tableEpoch // the current one; nil until there is a cursor
}

// A tableEpoch is the time between two compactions. When it ends, removed lists the indices that the compaction took
// out, in ascending order; cleared says that it took out all.
type tableEpoch struct {
	removed []int32
	cleared bool
	next    *tableEpoch
}

func newTable(isMap bool) *table { return &table{isMap: isMap} }

// Trace implements vm.Tracer.
func (t *table) Trace(mark func(vm.Value)) int {
	for i := range t.entries {
		mark(t.entries[i].key)
	}
	for _, v := range t.values {
		mark(v)
	}
	return 160 + cap(t.entries)*(valueBytes+8) + cap(t.values)*valueBytes + len(t.buckets)*4
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
func hashText(s vm.Str) uint32 {
	wide := s.Wide()
	if wide == nil {
		return uint32(maphash.String(hashSeed, s.ASCII()))
	}
	ascii := true
	for _, u := range wide {
		if u >= 0x80 {
			ascii = false
			break
		}
	}
	if ascii {
		return uint32(maphash.String(hashSeed, s.String()))
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
		if n := v.Length(); n > 128 {
			if err := m.Charge(n >> 5); err != nil {
				return 0, err
			}
		}
		return hashText(v.Str()), nil
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

// find returns the index of a key, -1 when it is not there.
func (t *table) find(key vm.Value, h uint32) int {
	if len(t.buckets) == 0 {
		return -1
	}
	for i := t.buckets[h&uint32(len(t.buckets)-1)]; i != 0; {
		e := &t.entries[i-1]
		if e.hash == h && vm.SameValueZero(e.key, key) {
			return int(i - 1)
		}
		i = e.next
	}
	return -1
}

// index returns the index of a key, -1 when it is not there.
func (t *table) index(m *vm.VM, key vm.Value) (int, error) {
	if t.live == 0 {
		return -1, nil
	}
	h, err := hashValue(m, key)
	if err != nil {
		return -1, err
	}
	return t.find(key, h), nil
}

func (t *table) has(m *vm.VM, key vm.Value) (bool, error) {
	i, err := t.index(m, key)
	return i >= 0, err
}

func (t *table) get(m *vm.VM, key vm.Value) (vm.Value, bool, error) {
	i, err := t.index(m, key)
	if i < 0 || err != nil {
		return vm.Undefined, false, err
	}
	return t.values[i], true, nil
}

// put adds a key or replaces its value.
func (t *table) put(m *vm.VM, key, v vm.Value) error {
	h, err := hashValue(m, key)
	if err != nil {
		return err
	}
	if i := t.find(key, h); i >= 0 {
		if t.isMap {
			t.values[i] = v
		}
		return nil
	}
	if key.IsNumber() && key.Float() == 0 {
		key = vm.Int(0) // -0 becomes 0
	}
	if len(t.entries) == cap(t.entries) {
		if err := t.makeRoom(m); err != nil {
			return err
		}
	}
	b := &t.buckets[h&uint32(len(t.buckets)-1)]
	t.entries = append(t.entries, tableEntry{key, h, *b})
	*b = int32(len(t.entries))
	if t.isMap {
		t.values = append(t.values, v)
	}
	t.live++
	return nil
}

// add is put for sets.
func (t *table) add(m *vm.VM, key vm.Value) error { return t.put(m, key, vm.Undefined) }

// maxTable bounds the entries of a table.
const maxTable = 1 << 27

// makeRoom compacts or enlarges the table so that one more entry fits.
func (t *table) makeRoom(m *vm.VM) error {
	if dead := len(t.entries) - t.live; dead > len(t.entries)/4 {
		return t.compact(m)
	}
	n := max(8, 2*cap(t.entries))
	if n > maxTable {
		return m.ThrowRange("Map or Set maximum size exceeded")
	}
	bytes := (n - cap(t.entries)) * (valueBytes + 12)
	if t.isMap {
		bytes += (n - cap(t.entries)) * valueBytes
	}
	if err := m.Alloc(bytes); err != nil {
		return err
	}
	grown := make([]tableEntry, len(t.entries), n)
	copy(grown, t.entries)
	t.entries = grown
	if t.isMap {
		values := make([]vm.Value, len(t.values), n)
		copy(values, t.values)
		t.values = values
	}
	t.buckets = make([]int32, n)
	return t.rehash(m)
}

// rehash fills the empty buckets.
func (t *table) rehash(m *vm.VM) error {
	mask := uint32(len(t.buckets) - 1)
	for i := range t.entries {
		if i&4095 == 4095 {
			if err := m.Charge(4096); err != nil {
				return err
			}
		}
		e := &t.entries[i]
		if e.key.IsHole() {
			continue
		}
		b := &t.buckets[e.hash&mask]
		e.next = *b
		*b = int32(i + 1)
	}
	return nil
}

// compact removes the deleted entries.
func (t *table) compact(m *vm.VM) error {
	var removed []int32
	if t.epoch != nil {
		if err := m.Alloc((len(t.entries) - t.live) * 4); err != nil {
			return err
		}
		removed = make([]int32, 0, len(t.entries)-t.live)
	}
	j := 0
	for i := range t.entries {
		if i&4095 == 4095 {
			if err := m.Charge(1024); err != nil {
				return err
			}
		}
		if t.entries[i].key.IsHole() {
			if t.epoch != nil {
				removed = append(removed, int32(i))
			}
			continue
		}
		if i != j {
			t.entries[j] = t.entries[i]
			if t.isMap {
				t.values[j] = t.values[i]
			}
		}
		j++
	}
	clear(t.entries[j:])
	t.entries = t.entries[:j]
	if t.isMap {
		clear(t.values[j:])
		t.values = t.values[:j]
	}
	t.head = 0
	t.endEpoch(removed, false)
	clear(t.buckets)
	return t.rehash(m)
}

// endEpoch tells cursors that the indices have changed.
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
	i := t.find(key, h)
	if i < 0 {
		return false, nil
	}
	b := &t.buckets[h&uint32(len(t.buckets)-1)]
	for *b != int32(i+1) {
		b = &t.entries[*b-1].next
	}
	*b = t.entries[i].next
	t.entries[i] = tableEntry{key: vm.Hole()}
	if t.isMap {
		t.values[i] = vm.Undefined
	}
	t.live--
	for t.head < len(t.entries) && t.entries[t.head].key.IsHole() {
		t.head++
	}
	if dead := len(t.entries) - t.live; dead > 32 && dead > 2*t.live {
		return true, t.compact(m)
	}
	return true, nil
}

// clear removes all entries.
func (t *table) clear() {
	t.entries, t.values, t.buckets = nil, nil, nil
	t.live, t.head = 0, 0
	t.endEpoch(nil, true)
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
	if err := m.Alloc(n * (valueBytes + 12)); err != nil {
		return nil, err
	}
	c.entries = make([]tableEntry, 0, n)
	for i := range t.entries {
		if i&4095 == 4095 {
			if err := m.Charge(1024); err != nil {
				return nil, err
			}
		}
		if !t.entries[i].key.IsHole() {
			c.entries = append(c.entries, t.entries[i])
		}
	}
	c.buckets = make([]int32, n)
	c.live = t.live
	return c, c.rehash(m)
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

// next returns the index of the next entry; ok is false at the end, after which the cursor stays exhausted.
func (c *cursor) next() (i int, ok bool) {
	t := c.t
	if t == nil {
		return 0, false
	}
	for c.epoch.next != nil {
		c.shift()
	}
	c.i = max(c.i, t.head)
	for c.i < len(t.entries) {
		i := c.i
		c.i++
		if !t.entries[i].key.IsHole() {
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
