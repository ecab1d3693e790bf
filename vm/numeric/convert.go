// This file defines the modular integer conversions of the language and binary16.

package numeric

import "math"

// ToInt32 converts f modulo 2^32 to the signed range. NaN and the infinities give 0.
func ToInt32(f float64) int32 {
	if i := int32(f); float64(i) == f {
		return i
	}
	return int32(ToInt64(f))
}

// ToUint32 converts f modulo 2^32. NaN and the infinities give 0.
func ToUint32(f float64) uint32 { return uint32(ToInt64(f)) }

// ToInt64 truncates f and reduces it modulo 2^64 to the signed range: its low 32, 16 and 8 bits are ToInt32, ToInt16, ToInt8
// and their unsigned twins. NaN and the infinities give 0.
func ToInt64(f float64) int64 {
	if math.Abs(f) < 1<<63 {
		return int64(f)
	}
	m, e := parts(f) // e > 0 here
	if e >= 64 {     // also NaN and the infinities, whose e is 972
		return 0
	}
	v := int64(m << e)
	if f < 0 {
		return -v
	}
	return v
}

// ToUint8Clamp rounds f half to even into 0..255. NaN gives 0.
func ToUint8Clamp(f float64) uint8 {
	if !(f > 0) {
		return 0
	}
	return uint8(math.RoundToEven(min(f, 255)))
}

// F16Round is Math.f16round: f rounded once, half to even, to a binary16 value.
func F16Round(f float64) float64 {
	a := math.Abs(f)
	switch {
	case a == 0 || a != a:
		return f
	case a >= 65520: // halfway between the largest finite value, 65504, and the next power of two
		return math.Copysign(math.Inf(1), f)
	}
	// The quantum of a binary16 is 2^(e-10), but at least 2^-24. Scaling by powers of two is exact.
	_, e := math.Frexp(a)
	quantum := math.Ldexp(1, max(e-11, -24))
	return math.Copysign(math.RoundToEven(a/quantum)*quantum, f)
}

// F16Bits returns the binary16 encoding of f, rounded as F16Round does. NaN is 0x7e00.
func F16Bits(f float64) uint16 {
	r := F16Round(f)
	sign := uint16(0)
	if math.Signbit(r) {
		sign, r = 0x8000, -r
	}
	switch {
	case r != r:
		return 0x7e00
	case r > 65504:
		return sign | 0x7c00
	case r < 0x1p-14:
		return sign | uint16(r*0x1p24)
	}
	b := math.Float64bits(r)
	return sign | uint16(b>>52-1008)<<10 | uint16(b>>42&0x3ff)
}

// F16FromBits returns the value of a binary16 encoding.
func F16FromBits(b uint16) float64 {
	exp, frac := int(b>>10&0x1f), float64(b&0x3ff)
	var v float64
	switch exp {
	case 0:
		v = frac * 0x1p-24
	case 0x1f:
		v = math.Inf(1)
		if frac != 0 {
			return math.NaN()
		}
	default:
		v = math.Ldexp(1024+frac, exp-25)
	}
	if b&0x8000 != 0 {
		return -v
	}
	return v
}
