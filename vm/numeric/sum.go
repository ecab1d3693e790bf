// This file defines the exact summation of Math.sumPrecise.

package numeric

import (
	"math"
	"math/bits"
)

// Sum adds doubles exactly and rounds once at the end, as Math.sumPrecise does. The zero value is an empty sum.
//
// It is a fixed-point accumulator that covers the whole range of a double: limb i counts multiples of
// 2^(32i-1074). Each limb keeps 32 bits of room for carries, so that carries are propagated once in 2^30 additions and
// an addition touches three limbs: about 3 ns, whatever the exponents.
type Sum struct {
	limbs   [68]int64
	pending int  // additions since carries were propagated
	finite  bool // a finite value other than -0 was added
	nan     bool
	posInf  bool
	negInf  bool
}

// Add adds f.
func (s *Sum) Add(f float64) {
	b := math.Float64bits(f)
	m, e := int64(b&(1<<52-1)), uint(b>>52&0x7ff)
	switch e {
	case 0x7ff:
		s.addSpecial(f)
		return
	case 0:
		if b == 1<<63 {
			return // -0 changes nothing, not even the sign of an empty sum
		}
		e = 1
	default:
		m |= 1 << 52
	}
	s.finite = true
	if s.pending++; s.pending == 1<<30 {
		s.propagate()
	}
	at, off := (e-1)/32, (e-1)%32
	const mask = 1<<32 - 1
	low := m << off & mask
	rest := m >> (32 - off)
	if b>>63 != 0 {
		s.limbs[at] -= low
		s.limbs[at+1] -= rest & mask
		s.limbs[at+2] -= rest >> 32
		return
	}
	s.limbs[at] += low
	s.limbs[at+1] += rest & mask
	s.limbs[at+2] += rest >> 32
}

func (s *Sum) addSpecial(f float64) {
	switch {
	case f != f:
		s.nan = true
	case f > 0:
		s.posInf = true
	default:
		s.negInf = true
	}
}

// propagate leaves every limb but the last in 0..2^32-1; the sign of the sum is that of the last.
func (s *Sum) propagate() {
	s.pending = 0
	for i := range len(s.limbs) - 1 {
		s.limbs[i+1] += s.limbs[i] >> 32
		s.limbs[i] &= 1<<32 - 1
	}
}

// Value returns the sum rounded half to even. An empty sum, or one of -0 only, is -0; NaN and opposite infinities give NaN.
func (s *Sum) Value() float64 {
	switch {
	case s.nan || s.posInf && s.negInf:
		return math.NaN()
	case s.posInf:
		return math.Inf(1)
	case s.negInf:
		return math.Inf(-1)
	case !s.finite:
		return math.Copysign(0, -1)
	}
	s.propagate()
	if s.limbs[len(s.limbs)-1] < 0 {
		neg := *s
		for i := range neg.limbs {
			neg.limbs[i] = -neg.limbs[i]
		}
		neg.propagate()
		return -neg.magnitude()
	}
	return s.magnitude()
}

// magnitude rounds a propagated sum that is not negative.
func (s *Sum) magnitude() float64 {
	top := len(s.limbs) - 1
	for top > 0 && s.limbs[top] == 0 {
		top--
	}
	if top < 2 {
		// Below 2^64 units: at most 11 bits more than a subnormal keeps, and the conversion rounds them half to even.
		return math.Ldexp(float64(uint64(s.limbs[1])<<32|uint64(s.limbs[0])), -1074)
	}
	// The leading 64 bits, with the last one sticky.
	hi, mid, lo := uint64(s.limbs[top]), uint64(s.limbs[top-1]), uint64(s.limbs[top-2])
	z := bits.LeadingZeros32(uint32(hi))
	m := hi<<(32+z) | mid<<z | lo>>(32-z)
	sticky := lo << (32 + z)
	for i := top - 3; i >= 0 && sticky == 0; i-- {
		sticky = uint64(s.limbs[i])
	}
	if sticky != 0 {
		m |= 1
	}
	return math.Ldexp(float64(m), 32*(top-1)-z-1074)
}
