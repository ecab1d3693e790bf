// Package elementary holds the functions of Math that are not exact: exponentials, logarithms, powers, trigonometric and
// hyperbolic functions and their inverses.
//
// ECMAScript leaves their accuracy open. Programs, however, are written against V8, and print what they compute, so the
// last digit matters: V8 follows the algorithms of FDLIBM (Sun Microsystems, 1993), whose results package math does not
// reproduce (a power differs in two of five cases). The functions here follow the same reductions, polynomials and order
// of operations. Coefficients and method are FDLIBM's; each function states the method, and the tests hold results of V8.
//
// Every product whose sum follows is rounded by an explicit conversion where the compiler would otherwise be free to
// fuse the two, so that results are the same on all architectures.
package elementary

import "math"

// high returns the upper half of the bits of x: sign, exponent and the first 20 bits of the significand.
func high(x float64) uint32 { return uint32(math.Float64bits(x) >> 32) }

// withHigh replaces the upper half of the bits of x.
func withHigh(x float64, hi uint32) float64 {
	return math.Float64frombits(uint64(hi)<<32 | math.Float64bits(x)&(1<<32-1))
}

// head returns x with the lower half of its bits cleared: the part of a sum of two whose products are exact.
func head(x float64) float64 { return math.Float64frombits(math.Float64bits(x) &^ (1<<32 - 1)) }

// poly evaluates c[0] + c[1]·x + c[2]·x² …
func poly(x float64, c ...float64) float64 {
	r := c[len(c)-1]
	for i := len(c) - 2; i >= 0; i-- {
		r = c[i] + float64(x*r)
	}
	return r
}
