package vm

// This file defines array buffers and the encoding of typed-array elements in their bytes.

import (
	"encoding/binary"
	"math"
	"math/big"

	"github.com/neurocode-ai/codemode/vm/numeric"
)

// MaxBufferBytes is the greatest length of an array buffer.
const MaxBufferBytes = 1<<31 - 1

// A Buffer is the data of ArrayBuffer objects.
type Buffer struct {
	Bytes    []byte // its capacity beyond the length is zero
	Max      int    // maxByteLength of a resizable buffer, -1 for one of fixed length
	Detached bool
}

// NewBuffer returns a buffer of n zero bytes that can grow to limit, or not at all if limit is negative.
func (vm *VM) NewBuffer(n, limit int) (*Buffer, error) {
	if n > MaxBufferBytes || limit > MaxBufferBytes {
		return nil, vm.ThrowRange("Array buffer allocation failed: %d bytes are too many", max(n, limit))
	}
	if err := vm.Alloc(n + 64); err != nil {
		return nil, err
	}
	if err := vm.Charge(n >> 8); err != nil {
		return nil, err
	}
	b, err := MakeSlice[byte](vm, n, n, 1)
	return &Buffer{Bytes: b, Max: limit}, err
}

// Trace implements Tracer.
func (b *Buffer) Trace(func(Value)) int { return cap(b.Bytes) + 64 }

// Detach takes the bytes away.
func (b *Buffer) Detach() { b.Bytes, b.Detached = nil, true }

// Resize changes the length of a resizable buffer; n must not exceed Max.
func (b *Buffer) Resize(vm *VM, n int) error {
	old := len(b.Bytes)
	if n <= cap(b.Bytes) {
		if n < old {
			for at := n; at < old; at += 1 << 20 {
				end := min(old, at+1<<20)
				clear(b.Bytes[at:end])
				if err := vm.Charge((end - at) >> 8); err != nil {
					return err
				}
			}
		}
		b.Bytes = b.Bytes[:n]
		return nil
	}
	c := max(n, min(2*old, b.Max))
	if err := vm.Alloc(c); err != nil {
		return err
	}
	if err := vm.Charge(c >> 8); err != nil {
		return err
	}
	grown, err := MakeSlice[byte](vm, n, c, 1)
	if err != nil {
		return err
	}
	if err := CopySlice(vm, grown, b.Bytes); err != nil {
		return err
	}
	b.Bytes = grown
	return nil
}

// copyStep is how many bytes are copied between two charges.
const copyStep = 1 << 16

// CopyBytes copies n bytes from one place to another, which may overlap, in charged steps. Both ranges must exist.
func (vm *VM) CopyBytes(dst *Buffer, to int, src *Buffer, from, n int) error {
	for done := 0; done < n; {
		k := min(n-done, copyStep)
		at := done
		if dst == src && to > from { // from the end, so that nothing is overwritten before it is read
			at = n - done - k
		}
		copy(dst.Bytes[to+at:to+at+k], src.Bytes[from+at:from+at+k])
		if err := vm.Charge(1 + k>>6); err != nil {
			return err
		}
		done += k
	}
	return nil
}

// CloneData returns a copy of the buffer, which must not be detached, for structuredClone.
func (b *Buffer) CloneData(vm *VM) (any, error) {
	c, err := vm.NewBuffer(len(b.Bytes), b.Max)
	if err != nil {
		return nil, err
	}
	return c, vm.CopyBytes(c, 0, b, 0, len(b.Bytes))
}

// ElementKind is the element type of a typed array.
type ElementKind uint8

// The element types, in the order of the specification's table.
const (
	Int8 ElementKind = iota
	Uint8
	Uint8Clamped
	Int16
	Uint16
	Int32
	Uint32
	BigInt64
	BigUint64
	Float16
	Float32
	Float64
	NumElementKinds
)

var elementKinds = [NumElementKinds]struct {
	name string
	size int
}{
	Int8: {"Int8", 1}, Uint8: {"Uint8", 1}, Uint8Clamped: {"Uint8Clamped", 1}, Int16: {"Int16", 2}, Uint16: {"Uint16", 2},
	Int32: {"Int32", 4}, Uint32: {"Uint32", 4}, BigInt64: {"BigInt64", 8}, BigUint64: {"BigUint64", 8},
	Float16: {"Float16", 2}, Float32: {"Float32", 4}, Float64: {"Float64", 8},
}

// String returns the name of the element type, such as Uint8.
func (k ElementKind) String() string { return elementKinds[k].name }

// Size returns the number of bytes of an element.
func (k ElementKind) Size() int { return elementKinds[k].size }

// IsBig reports whether elements are big integers.
func (k ElementKind) IsBig() bool { return k == BigInt64 || k == BigUint64 }

// Decode returns the element that b begins with, in little-endian order.
func (k ElementKind) Decode(b []byte) Value {
	switch k {
	case Int8:
		return Number(float64(int8(b[0])))
	case Uint8, Uint8Clamped:
		return Number(float64(b[0]))
	case Int16:
		return Number(float64(int16(binary.LittleEndian.Uint16(b))))
	case Uint16:
		return Number(float64(binary.LittleEndian.Uint16(b)))
	case Int32:
		return Number(float64(int32(binary.LittleEndian.Uint32(b))))
	case Uint32:
		return Number(float64(binary.LittleEndian.Uint32(b)))
	case Float16:
		return Number(numeric.F16FromBits(binary.LittleEndian.Uint16(b)))
	case Float32:
		return Number(float64(math.Float32frombits(binary.LittleEndian.Uint32(b))))
	case Float64:
		return Number(math.Float64frombits(binary.LittleEndian.Uint64(b)))
	case BigInt64:
		return BigIntValue(big.NewInt(int64(binary.LittleEndian.Uint64(b))))
	}
	return BigIntValue(new(big.Int).SetUint64(binary.LittleEndian.Uint64(b)))
}

// Store writes an element, whose encoding Encode returned, to the beginning of b.
func (k ElementKind) Store(b []byte, bits uint64) {
	switch elementKinds[k].size {
	case 1:
		b[0] = byte(bits)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(bits))
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(bits))
	default:
		binary.LittleEndian.PutUint64(b, bits)
	}
}

// Encode converts v to an element as an assignment does and returns its bits.
func (k ElementKind) Encode(vm *VM, v Value) (uint64, error) {
	if v.ref == nil && !k.IsBig() {
		return k.EncodeNumber(v.num), nil
	}
	if k.IsBig() {
		i, err := vm.ToBigInt(v)
		if err != nil {
			return 0, err
		}
		return low64(i), nil
	}
	f, err := vm.ToNumber(v)
	return k.EncodeNumber(f), err
}

// EncodeNumber is Encode for a number; the elements must not be big integers.
func (k ElementKind) EncodeNumber(f float64) uint64 {
	switch k {
	case Float64:
		if f != f {
			return 0x7ff8 << 48 // one NaN, as all engines have it
		}
		return math.Float64bits(f)
	case Float32:
		if f != f {
			return 0x7fc0 << 16
		}
		return uint64(math.Float32bits(float32(f)))
	case Float16:
		return uint64(numeric.F16Bits(f))
	case Uint8Clamped:
		if !(f > 0) {
			return 0
		}
		return uint64(math.RoundToEven(min(f, 255)))
	}
	return uint64(uint32(toInt32(f)))
}

var mask64 = new(big.Int).SetUint64(math.MaxUint64)

// low64 returns the low 64 bits of i in two's complement.
func low64(i *big.Int) uint64 {
	switch {
	case i.IsInt64():
		return uint64(i.Int64())
	case i.IsUint64():
		return i.Uint64()
	}
	return new(big.Int).And(i, mask64).Uint64()
}
