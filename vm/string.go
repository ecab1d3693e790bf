package vm

// This file defines strings: their two representations, views of them, and concatenation in place. It is the one file
// of the engine that uses package unsafe.

import (
	"slices"
	"strings"
	"unicode/utf8"
	"unsafe"
)

type asciiPtr *byte
type utf16Ptr *uint16

// A Str is a view of a JavaScript string: ASCII text, or UTF-16 code units when wide is not nil. Views are cheap to
// make, share memory with the value and must not be changed. Wide text may happen to be all ASCII.
type Str struct {
	ascii string
	wide  []uint16
}

// strBuf is a growable buffer behind strings that were made by concatenation. A value that refers to it is the prefix
// of its length; bytes below len never change, so appending to the newest prefix needs no copy. Only one of the two
// slices is used.
type strBuf struct {
	ascii []byte
	wide  []uint16
}

// ASCIIStr returns a view of s, which must be ASCII.
func ASCIIStr(s string) Str { return Str{ascii: s} }

// WideStr returns a view of UTF-16 code units.
func WideStr(u []uint16) Str {
	if u == nil {
		u = []uint16{}
	}
	return Str{wide: u}
}

// IsASCII reports whether the view is held as ASCII text.
func (s Str) IsASCII() bool { return s.wide == nil }

// ASCII returns the text of an ASCII view.
func (s Str) ASCII() string { return s.ascii }

// Wide returns the code units of a wide view, nil for an ASCII view.
func (s Str) Wide() []uint16 { return s.wide }

// Len returns the length in UTF-16 code units.
func (s Str) Len() int {
	if s.wide != nil {
		return len(s.wide)
	}
	return len(s.ascii)
}

// At returns the code unit at i.
func (s Str) At(i int) uint16 {
	if s.wide != nil {
		return s.wide[i]
	}
	return uint16(s.ascii[i])
}

// Slice returns the code units [i, j).
func (s Str) Slice(i, j int) Str {
	if s.wide != nil {
		return Str{wide: s.wide[i:j:j]}
	}
	return Str{ascii: s.ascii[i:j]}
}

// CodePointAt returns the code point that starts at i and its length in code units.
func (s Str) CodePointAt(i int) (rune, int) {
	if s.wide == nil {
		return rune(s.ascii[i]), 1
	}
	c := s.wide[i]
	if c&0xfc00 == 0xd800 && i+1 < len(s.wide) {
		if d := s.wide[i+1]; d&0xfc00 == 0xdc00 {
			return (rune(c)-0xd800)<<10 + rune(d) - 0xdc00 + 0x10000, 2
		}
	}
	return rune(c), 1
}

// AppendUTF16 appends the code units to dst.
func (s Str) AppendUTF16(dst []uint16) []uint16 {
	if s.wide != nil {
		return append(dst, s.wide...)
	}
	n := len(dst)
	dst = slices.Grow(dst, len(s.ascii))[:n+len(s.ascii)]
	for i := range len(s.ascii) {
		dst[n+i] = uint16(s.ascii[i])
	}
	return dst
}

// String returns the text as WTF-8: UTF-8, except that a lone surrogate is three bytes of its own. ASCII text is
// returned without a copy.
func (s Str) String() string {
	if s.wide == nil {
		return s.ascii
	}
	return string(s.AppendWTF8(make([]byte, 0, len(s.wide)+len(s.wide)/2)))
}

// AppendWTF8 appends the text as WTF-8 to dst.
func (s Str) AppendWTF8(dst []byte) []byte {
	if s.wide == nil {
		return append(dst, s.ascii...)
	}
	for i := 0; i < len(s.wide); {
		r, n := s.CodePointAt(i)
		i += n
		dst = appendWTF8Rune(dst, r)
	}
	return dst
}

func appendWTF8Rune(dst []byte, r rune) []byte {
	if r >= 0xd800 && r < 0xe000 {
		return append(dst, 0xe0|byte(r>>12), 0x80|byte(r>>6)&0x3f|0x80, 0x80|byte(r)&0x3f)
	}
	return utf8.AppendRune(dst, r)
}

// UTF8 returns the text as valid UTF-8; lone surrogates become U+FFFD.
func (s Str) UTF8() string {
	if s.wide == nil {
		return s.ascii
	}
	var b strings.Builder
	for i := 0; i < len(s.wide); {
		r, n := s.CodePointAt(i)
		i += n
		b.WriteRune(r)
	}
	return b.String()
}

// Equal reports whether two views hold the same code units.
func (s Str) Equal(t Str) bool {
	if s.wide == nil && t.wide == nil {
		return s.ascii == t.ascii
	}
	n := s.Len()
	if n != t.Len() {
		return false
	}
	if s.wide != nil && t.wide != nil {
		return s.bytes() == t.bytes()
	}
	for i := range n {
		if s.At(i) != t.At(i) {
			return false
		}
	}
	return true
}

// Compare compares by code units: -1, 0 or 1.
func (s Str) Compare(t Str) int {
	if s.wide == nil && t.wide == nil {
		return strings.Compare(s.ascii, t.ascii)
	}
	n := min(s.Len(), t.Len())
	for i := range n {
		if a, b := s.At(i), t.At(i); a != b {
			if a < b {
				return -1
			}
			return 1
		}
	}
	switch {
	case s.Len() < t.Len():
		return -1
	case s.Len() > t.Len():
		return 1
	}
	return 0
}

// Narrow returns the same text held as ASCII if all of it is ASCII.
func (s Str) Narrow() Str {
	if s.wide == nil {
		return s
	}
	for _, c := range s.wide {
		if c >= 0x80 {
			return s
		}
	}
	b := make([]byte, len(s.wide))
	for i, c := range s.wide {
		b[i] = byte(c)
	}
	return Str{ascii: bytesToString(b)}
}

// isASCII reports whether s holds ASCII bytes only, eight at a time.
func isASCII(s string) bool {
	i := 0
	for ; i+8 <= len(s); i += 8 {
		if *(*uint64)(unsafe.Pointer(unsafe.StringData(s[i:])))&0x8080808080808080 != 0 {
			return false
		}
	}
	for ; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// StrOf returns a view of Go text: UTF-8 or WTF-8. Invalid bytes become U+FFFD. ASCII text is not copied.
func StrOf(s string) Str {
	if isASCII(s) {
		return Str{ascii: s}
	}
	return Str{wide: AppendUTF16Of(make([]uint16, 0, len(s)), s)}
}

// AppendUTF16Of appends Go text (UTF-8 or WTF-8) as UTF-16 code units to dst.
func AppendUTF16Of(dst []uint16, s string) []uint16 {
	for i := 0; i < len(s); {
		if c := s[i]; c < 0x80 {
			dst = append(dst, uint16(c))
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			if i+2 < len(s) && s[i] == 0xed && s[i+1] >= 0xa0 && s[i+1] < 0xc0 && s[i+2]&0xc0 == 0x80 {
				dst = append(dst, 0xd000|uint16(s[i+1]&0x3f)<<6|uint16(s[i+2]&0x3f))
				i += 3
				continue
			}
		}
		i += n
		if r >= 0x10000 {
			r -= 0x10000
			dst = append(dst, 0xd800+uint16(r>>10), 0xdc00+uint16(r&0x3ff))
		} else {
			dst = append(dst, uint16(r))
		}
	}
	return dst
}

// memory returns where the text lies and its size in bytes.
func (s Str) memory() (start *byte, n int) {
	if s.wide != nil {
		return (*byte)(unsafe.Pointer(unsafe.SliceData(s.wide))), 2 * len(s.wide)
	}
	return unsafe.StringData(s.ascii), len(s.ascii)
}

// address returns the address of a byte, for comparisons.
func address(p *byte) uintptr { return uintptr(unsafe.Pointer(p)) }

// bytes returns the memory of the text.
func (s Str) bytes() string { return unsafe.String(s.memory()) }

// size returns the size of the text in bytes.
func (s Str) size() int { return len(s.ascii) + 2*len(s.wide) }

// clone returns a copy of the text.
func (s Str) clone() Str {
	if s.wide != nil {
		return Str{wide: append(make([]uint16, 0, len(s.wide)), s.wide...)}
	}
	return Str{ascii: strings.Clone(s.ascii)}
}

func bytesToString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// BytesToString returns b as a string without a copy; b must not be changed afterwards.
func BytesToString(b []byte) string { return bytesToString(b) }

// ASCII returns the string value of s, which must be ASCII. It does not allocate.
func ASCII(s string) Value {
	return Value{ref: asciiPtr(unsafe.StringData(s)), num: float64(len(s))}
}

// String returns the string value of Go text (UTF-8 or WTF-8).
func String(s string) Value { return StrOf(s).Value() }

// Value returns the string as a value. It does not allocate.
func (s Str) Value() Value {
	if s.wide == nil {
		return Value{ref: asciiPtr(unsafe.StringData(s.ascii)), num: float64(len(s.ascii))}
	}
	return Value{ref: utf16Ptr(unsafe.SliceData(s.wide)), num: float64(len(s.wide))}
}

// Str returns a view of the string v; v must be a string. The view of any other value is empty.
func (v Value) Str() Str {
	n := int(v.num)
	switch p := v.ref.(type) {
	case asciiPtr:
		return Str{ascii: unsafe.String((*byte)(p), n)}
	case utf16Ptr:
		return Str{wide: unsafe.Slice((*uint16)(p), n)[:n:n]}
	case *strBuf:
		return p.view(n)
	}
	return Str{}
}

func (p *strBuf) view(n int) Str {
	if p.wide != nil {
		return Str{wide: p.wide[:n:n]}
	}
	return Str{ascii: unsafe.String(unsafe.SliceData(p.ascii), n)}
}

// strLen returns the length of the string v.
func (v Value) strLen() int { return int(v.num) }

// stringID identifies the memory behind a string: equal ids and lengths mean equal text. It is a cache key.
func (v Value) stringID() uintptr {
	switch p := v.ref.(type) {
	case asciiPtr:
		return uintptr(unsafe.Pointer((*byte)(p)))
	case utf16Ptr:
		return uintptr(unsafe.Pointer((*uint16)(p)))
	case *strBuf:
		return uintptr(unsafe.Pointer(p))
	}
	return 0
}

const (
	// minBuffer is the length from which a concatenation gets a growable buffer; shorter results are plain strings.
	minBuffer = 32
	// MaxStringLength is the greatest length of a string in UTF-16 code units, as in V8.
	MaxStringLength = 1<<29 - 24
)

// concat returns a + b for strings. When a is the newest prefix of a buffer, b is appended in place, so that building a
// string piece by piece is linear.
func (vm *VM) concat(a, b Value) (Value, error) {
	la, lb := a.strLen(), b.strLen()
	if la == 0 {
		return b, nil
	}
	if lb == 0 {
		return a, nil
	}
	n := la + lb
	if n > MaxStringLength {
		return Undefined, vm.ThrowRange("Invalid string length")
	}
	vm.budget -= int64(lb >> 6)
	t := b.Str()
	if p, ok := a.ref.(*strBuf); ok {
		if p.wide == nil && t.wide == nil && len(p.ascii) == la {
			return vm.appendASCII(p, t.ascii, n)
		}
		if p.wide != nil && len(p.wide) == la {
			return vm.appendWide(p, t, n)
		}
	}
	s := a.Str()
	vm.budget -= int64(la >> 6)
	if s.wide == nil && t.wide == nil {
		if n < minBuffer {
			if err := vm.Alloc(n); err != nil {
				return Undefined, err
			}
			return ASCII(s.ascii + t.ascii), nil
		}
		p := &strBuf{}
		c := bufferFor(n)
		if err := vm.Alloc(64 + c); err != nil {
			return Undefined, err
		}
		grown, err := vm.grownASCII(s.ascii, c)
		if err != nil {
			return Undefined, err
		}
		if p.ascii, err = vm.appendText(grown, t.ascii); err != nil {
			return Undefined, err
		}
		return Value{ref: p, num: float64(n)}, nil
	}
	c := bufferFor(n)
	if err := vm.Alloc(64 + 2*c); err != nil {
		return Undefined, err
	}
	wide, err := vm.appendUnits(unclearedUnits(c), s)
	if err != nil {
		return Undefined, err
	}
	if wide, err = vm.appendUnits(wide, t); err != nil {
		return Undefined, err
	}
	return Value{ref: &strBuf{wide: wide}, num: float64(n)}, nil
}

// bufferFor returns the capacity of the buffer for a concatenation of length n. Parts of a string keep its buffer alive
// and count as its length, so a long one must not be much longer.
func bufferFor(n int) int {
	if n < 1<<12 {
		return 2 * n
	}
	return n + n>>1
}

// textStep is the number of code units that are copied between two charges, and bigBuffer the size in bytes from which
// buffers are made without being cleared: a deadline would be overrun while a hundred megabytes are cleared or copied in
// one go.
const (
	textStep  = 1 << 17
	bigBuffer = 1 << 20
)

// grownASCII returns a copy of s with capacity c, which must be at least len(s).
func (vm *VM) grownASCII(s string, c int) ([]byte, error) {
	if c < bigBuffer {
		return append(make([]byte, 0, c), s...), nil
	}
	return vm.appendText(uncleared(c)[:0], s)
}

// grownWide returns a copy of u with capacity c, which must be at least len(u).
func (vm *VM) grownWide(u []uint16, c int) ([]uint16, error) {
	return vm.appendUnits(unclearedUnits(c), Str{wide: u})
}

// appendText appends s to dst, in charged steps if s is long. dst must have room.
func (vm *VM) appendText(dst []byte, s string) ([]byte, error) {
	for len(s) > textStep {
		dst = append(dst, s[:textStep]...)
		s = s[textStep:]
		if err := vm.Charge(textStep >> 6); err != nil {
			return nil, err
		}
	}
	return append(dst, s...), nil
}

// appendUnits appends the code units of s to dst, in charged steps if s is long. dst must have room.
func (vm *VM) appendUnits(dst []uint16, s Str) ([]uint16, error) {
	for s.Len() > textStep {
		dst = s.Slice(0, textStep).AppendUTF16(dst)
		s = s.Slice(textStep, s.Len())
		if err := vm.Charge(textStep >> 5); err != nil {
			return nil, err
		}
	}
	return s.AppendUTF16(dst), nil
}

// uncleared returns n bytes of any content. strings.Builder is the one way to memory that is not cleared first.
func uncleared(n int) []byte {
	var b strings.Builder
	b.Grow(n)
	b.WriteByte(0)
	return unsafe.Slice(unsafe.StringData(b.String()), n)
}

// unclearedUnits returns a buffer of no code units with capacity c.
func unclearedUnits(c int) []uint16 {
	if 2*c < bigBuffer {
		return make([]uint16, 0, c)
	}
	return unsafe.Slice((*uint16)(unsafe.Pointer(unsafe.SliceData(uncleared(2*c)))), c)[:0]
}

func (vm *VM) appendASCII(p *strBuf, t string, n int) (Value, error) {
	if n > cap(p.ascii) {
		c := bufferFor(n)
		if err := vm.Alloc(c); err != nil {
			return Undefined, err
		}
		grown, err := vm.grownASCII(bytesToString(p.ascii), c)
		if err != nil {
			return Undefined, err
		}
		p.ascii = grown
		vm.budget -= int64(n >> 6)
	}
	if len(t) > textStep {
		longer, err := vm.appendText(p.ascii, t)
		if err != nil {
			return Undefined, err
		}
		p.ascii = longer
	} else {
		p.ascii = append(p.ascii, t...)
	}
	return Value{ref: p, num: float64(n)}, nil
}

func (vm *VM) appendWide(p *strBuf, t Str, n int) (Value, error) {
	if n > cap(p.wide) {
		c := bufferFor(n)
		if err := vm.Alloc(2 * c); err != nil {
			return Undefined, err
		}
		grown, err := vm.grownWide(p.wide, c)
		if err != nil {
			return Undefined, err
		}
		p.wide = grown
		vm.budget -= int64(n >> 6)
	}
	longer, err := vm.appendUnits(p.wide, t)
	if err != nil {
		return Undefined, err
	}
	p.wide = longer
	return Value{ref: p, num: float64(n)}, nil
}

// A StringBuilder collects text for builtins. It starts as ASCII and widens when it has to; memory is charged as it grows.
type StringBuilder struct {
	vm    *VM
	ascii []byte
	wide  []uint16
	isW   bool
}

// NewStringBuilder returns an empty builder whose growth is charged to vm.
func NewStringBuilder(vm *VM) *StringBuilder { return &StringBuilder{vm: vm} }

// Len returns the number of code units collected.
func (b *StringBuilder) Len() int {
	if b.isW {
		return len(b.wide)
	}
	return len(b.ascii)
}

func (b *StringBuilder) reserve(n int) error {
	total := b.Len() + n
	if total > MaxStringLength {
		return b.vm.ThrowRange("Invalid string length")
	}
	if b.isW {
		if total > cap(b.wide) {
			c := max(2*cap(b.wide), total, 32)
			if err := b.vm.Alloc(2 * c); err != nil {
				return err
			}
			grown, err := b.vm.grownWide(b.wide, c)
			if err != nil {
				return err
			}
			b.wide = grown
		}
	} else if total > cap(b.ascii) {
		c := max(2*cap(b.ascii), total, 32)
		if err := b.vm.Alloc(c); err != nil {
			return err
		}
		grown, err := b.vm.grownASCII(bytesToString(b.ascii), c)
		if err != nil {
			return err
		}
		b.ascii = grown
	}
	return b.vm.Charge(1 + n>>5)
}

func (b *StringBuilder) widen() error {
	if b.isW {
		return nil
	}
	s := Str{ascii: bytesToString(b.ascii)}
	if err := b.vm.Alloc(2 * (len(b.ascii) + 32)); err != nil {
		return err
	}
	wide, err := b.vm.appendUnits(unclearedUnits(len(b.ascii)+32), s)
	if err != nil {
		return err
	}
	b.wide, b.isW, b.ascii = wide, true, nil
	return nil
}

// Write appends s.
func (b *StringBuilder) Write(s Str) error {
	if s.wide != nil && !b.isW {
		if err := b.widen(); err != nil {
			return err
		}
	}
	if err := b.reserve(s.Len()); err != nil {
		return err
	}
	var err error
	switch {
	case s.Len() > textStep && b.isW:
		b.wide, err = b.vm.appendUnits(b.wide, s)
	case s.Len() > textStep:
		b.ascii, err = b.vm.appendText(b.ascii, s.ascii)
	case b.isW:
		b.wide = s.AppendUTF16(b.wide)
	default:
		b.ascii = append(b.ascii, s.ascii...)
	}
	return err
}

// WriteASCII appends s, which must be ASCII.
func (b *StringBuilder) WriteASCII(s string) error { return b.Write(Str{ascii: s}) }

// WriteUnit appends one code unit.
func (b *StringBuilder) WriteUnit(c uint16) error {
	if c >= 0x80 && !b.isW {
		if err := b.widen(); err != nil {
			return err
		}
	}
	if err := b.reserve(1); err != nil {
		return err
	}
	if b.isW {
		b.wide = append(b.wide, c)
	} else {
		b.ascii = append(b.ascii, byte(c))
	}
	return nil
}

// WriteRune appends one code point as one or two code units.
func (b *StringBuilder) WriteRune(r rune) error {
	if r >= 0x10000 {
		r -= 0x10000
		if err := b.WriteUnit(0xd800 + uint16(r>>10)); err != nil {
			return err
		}
		return b.WriteUnit(0xdc00 + uint16(r&0x3ff))
	}
	return b.WriteUnit(uint16(r))
}

// Str returns the text. The builder must not be used afterwards.
func (b *StringBuilder) Str() Str {
	if b.isW {
		return WideStr(b.wide)
	}
	return Str{ascii: bytesToString(b.ascii)}
}

// Value returns the text as a value. The builder must not be used afterwards.
func (b *StringBuilder) Value() Value { return b.Str().Value() }

// ASCIIText returns the text of a string held as ASCII; ok is false for other strings and values. It is cheaper than
// Str, whose views are too large for registers.
func (v Value) ASCIIText() (text string, ok bool) {
	switch p := v.ref.(type) {
	case asciiPtr:
		return unsafe.String((*byte)(p), int(v.num)), true
	case *strBuf:
		if p.wide == nil {
			return unsafe.String(unsafe.SliceData(p.ascii), int(v.num)), true
		}
	}
	return "", false
}
