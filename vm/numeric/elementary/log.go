package elementary

// This file defines logarithms, the inverse hyperbolic functions and the cube root.

import "math"

// logPoly returns s = f/(2+f) and the polynomial R(s²) with log(1+f) = f - s·(f - R): the series of 2·artanh(s).
func logPoly(f float64) (s, r float64) {
	s = f / (2 + f)
	z := s * s
	w := z * z
	t1 := w * poly(w, 3.999999999940941908e-01, 2.222219843214978396e-01, 1.531383769920937332e-01)
	t2 := z * poly(w, 6.666666666666735130e-01, 2.857142874366239149e-01, 1.818357216161805012e-01, 1.479819860511658591e-01)
	return s, t2 + t1
}

// logSpecial handles the arguments that have no logarithm proper.
func logSpecial(x float64) (v float64, special bool) {
	switch {
	case x == 0:
		return math.Inf(-1), true
	case x < 0:
		return math.NaN(), true
	case x-x != 0:
		return x, true
	}
	return 0, false
}

// split returns k and f with x = 2^k·(1+f), sqrt(2)/2 < 1+f < sqrt(2), and the fraction bits of the upper half of x.
func split(x float64) (k int, f float64, hx uint32) {
	if x < 0x1p-1022 {
		k, x = -54, x*0x1p54
	}
	hx = high(x)
	k += int(hx>>20) - 1023
	hx &= 0xfffff
	i := (hx + 0x95f64) & 0x100000
	return k + int(i>>20), withHigh(x, hx|i^0x3ff00000) - 1, hx
}

// Log returns the natural logarithm.
func Log(x float64) float64 {
	if v, special := logSpecial(x); special {
		return v
	}
	n, f, hx := split(x)
	k := float64(n)
	if 0xfffff&(2+hx) < 3 { // |f| < 2^-20
		if f == 0 {
			return float64(k*ln2Hi) + float64(k*ln2Lo)
		}
		r := float64(f*f) * (0.5 - float64(0.33333333333333333*f))
		if n == 0 {
			return f - r
		}
		return float64(k*ln2Hi) - ((r - float64(k*ln2Lo)) - f)
	}
	s, r := logPoly(f)
	if hx >= 0x6147a && hx <= 0x6b851 {
		h := float64(0.5*f) * f
		if n == 0 {
			return f - (h - float64(s*(h+r)))
		}
		return float64(k*ln2Hi) - ((h - (float64(s*(h+r)) + float64(k*ln2Lo))) - f)
	}
	if n == 0 {
		return f - float64(s*(f-r))
	}
	return float64(k*ln2Hi) - ((float64(s*(f-r)) - float64(k*ln2Lo)) - f)
}

// Log1p returns log(1+x), precise near 0: what 1+x rounds off is added to the result as a correction.
func Log1p(x float64) float64 {
	ax := high(x) &^ (1 << 31)
	switch {
	case x <= -1 || x != x:
		v, _ := logSpecial(1 + x)
		return v
	case math.IsInf(x, 1):
		return x
	case ax < 0x3e200000: // |x| < 2^-29
		if ax < 0x3c900000 {
			return x
		}
		return x - float64(float64(x*x)*0.5)
	}
	k, f, hu, c := 0, x, uint32(1), 0.0
	if !(ax < 0x3fda827a && (x > 0 || ax <= 0x3fd2bec4)) { // 1+x is not between sqrt(2)/2 and sqrt(2)
		u := x
		if ax < 0x43400000 {
			u = 1 + x
		}
		hu = high(u)
		k = int(hu>>20) - 1023
		if ax < 0x43400000 {
			if k > 0 {
				c = 1 - (u - x)
			} else {
				c = x - (u - 1)
			}
			c /= u
		}
		if hu &= 0xfffff; hu < 0x6a09e {
			u = withHigh(u, hu|0x3ff00000)
		} else {
			k++
			u = withHigh(u, hu|0x3fe00000)
			hu = (0x100000 - hu) >> 2
		}
		f = u - 1
	}
	n := float64(k)
	h := float64(0.5*f) * f
	if hu == 0 {
		if f == 0 {
			return float64(n*ln2Hi) + (c + float64(n*ln2Lo))
		}
		r := h * (1 - float64(0.66666666666666666*f))
		if k == 0 {
			return f - r
		}
		return float64(n*ln2Hi) - ((r - (float64(n*ln2Lo) + c)) - f)
	}
	s := f / (2 + f)
	z := s * s
	r := z * poly(z, 6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01, 2.222219843214978396e-01,
		1.818357216161805012e-01, 1.531383769920937332e-01, 1.479819860511658591e-01)
	if k == 0 {
		return f - (h - float64(s*(h+r)))
	}
	return float64(n*ln2Hi) - ((h - (float64(s*(h+r)) + (float64(n*ln2Lo) + c))) - f)
}

// Log2 returns the logarithm to base 2. The natural logarithm and 1/ln 2 are multiplied in two parts each.
func Log2(x float64) float64 {
	const (
		invLn2Hi = 1.44269504072144627571e+00
		invLn2Lo = 1.67517131648865118353e-10
	)
	if v, special := logSpecial(x); special || x == 1 {
		return v
	}
	n, f, _ := split(x)
	h := float64(0.5*f) * f
	s, r := logPoly(f)
	r = s * (h + r)
	hi := head(f - h)
	lo := (f - hi) - h + r
	valHi := hi * invLn2Hi
	valLo := float64((lo+hi)*invLn2Lo) + float64(lo*invLn2Hi)
	y := float64(n)
	w := y + valHi
	valLo += (y - w) + valHi
	return valLo + w
}

// Log10 returns the logarithm to base 10: with x = 2^n·z it is n·log10(2) + log(z)/ln 10.
func Log10(x float64) float64 {
	const (
		invLn10 = 4.34294481903251816668e-01
		log2Hi  = 3.01029995663611771306e-01 // log10(2) in two parts
		log2Lo  = 3.69423907715893078616e-13
	)
	if v, special := logSpecial(x); special || x == 1 {
		return v
	}
	n := 0
	if x < 0x1p-1022 {
		n, x = -54, x*0x1p54
	}
	hx := high(x)
	n += int(hx>>20) - 1023
	bias := uint32(0x3ff)
	if n < 0 {
		n, bias = n+1, 0x3fe
	}
	y := float64(n)
	z := float64(y*log2Lo) + float64(invLn10*Log(withHigh(x, hx&0xfffff|bias<<20)))
	return z + float64(y*log2Hi)
}

// Asinh returns the inverse hyperbolic sine.
func Asinh(x float64) float64 {
	a := math.Abs(x)
	var w float64
	switch {
	case x-x != 0 || a < 0x1p-28:
		return x
	case a > 0x1p28:
		w = Log(a) + math.Ln2
	case a > 2:
		w = Log(float64(2*a) + 1/(math.Sqrt(float64(x*x)+1)+a))
	default:
		t := x * x
		w = Log1p(a + t/(1+math.Sqrt(1+t)))
	}
	return math.Copysign(w, x)
}

// Acosh returns the inverse hyperbolic cosine.
func Acosh(x float64) float64 {
	switch {
	case x < 1:
		return math.NaN()
	case x == 1:
		return 0
	case x >= 0x1p28:
		if math.IsInf(x, 1) {
			return x
		}
		return Log(x) + math.Ln2
	case x > 2:
		return Log(float64(2*x) - 1/(x+math.Sqrt(float64(x*x)-1)))
	}
	t := x - 1
	return Log1p(t + math.Sqrt(float64(2*t)+float64(t*t)))
}

// Atanh returns the inverse hyperbolic tangent.
func Atanh(x float64) float64 {
	a := math.Abs(x)
	var t float64
	switch {
	case a > 1:
		return math.NaN()
	case a == 1:
		return x * math.Inf(1)
	case x != x || a < 0x1p-28:
		return x
	case a < 0.5:
		t = a + a
		t = 0.5 * Log1p(t+float64(t*a)/(1-a))
	default:
		t = 0.5 * Log1p((a+a)/(1-a))
	}
	return math.Copysign(t, x)
}

// Cbrt returns the cube root: an estimate from the exponent, a polynomial to 23 bits, and one Newton iteration.
func Cbrt(x float64) float64 {
	if x-x != 0 || x == 0 {
		return x
	}
	sign, hx := high(x)&(1<<31), high(x)&^(1<<31)
	var t float64
	if hx < 0x100000 {
		hx = high(0x1p54*x) &^ (1 << 31)
		t = withHigh(0, sign|hx/3+696219795)
	} else {
		t = withHigh(0, sign|hx/3+715094163)
	}
	r := float64(t*t) * (t / x)
	t *= poly(r, 1.87595182427177009643, -1.88497979543377169875, 1.621429720105354466140) +
		float64(float64(r*r)*r)*poly(r, -0.758397934778766047437, 0.145996192886612446982)
	t = math.Float64frombits((math.Float64bits(t) + 0x80000000) &^ (1<<30 - 1))
	s := t * t
	r = x / s
	w := t + t
	r = (r - t) / (w + r)
	return t + float64(t*r)
}
