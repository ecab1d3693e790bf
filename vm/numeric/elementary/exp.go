package elementary

// This file defines exponentials, powers and the hyperbolic functions.

import "math"

const (
	ln2Hi   = 6.93147180369123816490e-01 // ln 2 in two parts; products of the first with small integers are exact
	ln2Lo   = 1.90821492927058770002e-10
	invLn2  = 1.44269504088896338700e+00
	halfLn2 = 0x3fd62e42 // the upper half of the bits of ln(2)/2
)

// expTail approximates x - (x·(e^x+1)/(e^x-1) - 2) on |x| <= ln(2)/2 by the Remez polynomial in x².
func expTail(x float64) float64 {
	t := x * x
	return x - float64(t*poly(t, 1.66666666666666019037e-01, -2.77777777770155933842e-03, 6.61375632143793436117e-05,
		-1.65339022054652515390e-06, 4.13813679705723846039e-08))
}

// Exp returns e^x. It reduces x to r = x - k·ln 2 and evaluates e^r = 1 + 2r/(R(r²) - r) by a rational function.
func Exp(x float64) float64 {
	switch {
	case x != x || x > 709.782712893383973096:
		return x * math.Inf(1)
	case x < -745.133219101941108420:
		return 0
	case x == 1:
		return math.E
	}
	ax := high(x) &^ (1 << 31)
	hi, lo, k := x, 0.0, 0
	switch {
	case ax <= halfLn2:
		if ax < 0x3e300000 { // |x| < 2^-28
			return 1 + x
		}
	case ax < 0x3ff0a2b2 && x > 0: // |x| < 1.5 ln 2
		hi, lo, k = x-ln2Hi, ln2Lo, 1
	case ax < 0x3ff0a2b2:
		hi, lo, k = x+ln2Hi, -ln2Lo, -1
	default:
		k = int(float64(invLn2*x) + math.Copysign(0.5, x))
		hi, lo = x-float64(float64(k)*ln2Hi), float64(k)*ln2Lo
	}
	x = hi - lo
	c := expTail(x)
	if k == 0 {
		return 1 - (float64(x*c)/(c-2) - x)
	}
	y := 1 - ((lo - float64(x*c)/(2-c)) - hi)
	switch {
	case k == 1024:
		return y * 2 * 0x1p1023
	case k >= -1021:
		return y * math.Ldexp(1, k)
	}
	return y * math.Ldexp(1, k+1000) * 0x1p-1000
}

// Expm1 returns e^x - 1, precise near 0: the reduction of Exp with the error of the reduced argument carried along.
func Expm1(x float64) float64 {
	ax := high(x) &^ (1 << 31)
	switch {
	case x != x || x > 709.782712893383973096:
		return x * math.Inf(1)
	case ax >= 0x4043687a && x < 0: // x < -56 ln 2
		return -1
	case ax < 0x3c900000:
		return x
	}
	c, k := 0.0, 0
	if ax > halfLn2 {
		var hi, lo float64
		switch {
		case ax >= 0x3ff0a2b2:
			k = int(float64(invLn2*x) + math.Copysign(0.5, x))
			hi, lo = x-float64(float64(k)*ln2Hi), float64(k)*ln2Lo
		case x > 0:
			hi, lo, k = x-ln2Hi, ln2Lo, 1
		default:
			hi, lo, k = x+ln2Hi, -ln2Lo, -1
		}
		x = hi - lo
		c = (hi - x) - lo
	}
	h := 0.5 * x
	hxs := x * h
	r := poly(hxs, 1, -3.33333333333331316428e-02, 1.58730158725481460165e-03, -7.93650757867487942473e-05,
		4.00821782732936239552e-06, -2.01099218183624371326e-07)
	t := 3 - float64(r*h)
	e := hxs * ((r - t) / (6 - float64(x*t)))
	if k == 0 {
		return x - (float64(x*e) - hxs)
	}
	e = float64(x*(e-c)) - c
	e -= hxs
	switch {
	case k == -1:
		return float64(0.5*(x-e)) - 0.5
	case k == 1 && x < -0.25:
		return -2 * (e - (x + 0.5))
	case k == 1:
		return 1 + float64(2*(x-e))
	case k == 1024:
		return float64((1-(e-x))*2*0x1p1023) - 1
	case k <= -2 || k > 56:
		return float64((1-(e-x))*math.Ldexp(1, k)) - 1
	case k < 20:
		return ((1 - math.Ldexp(1, -k)) - (e - x)) * math.Ldexp(1, k)
	}
	return ((x - (e + math.Ldexp(1, -k))) + 1) * math.Ldexp(1, k)
}

// Cosh returns the hyperbolic cosine.
func Cosh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case a < 22:
		if high(a) < 0x3fd62e43 { // |x| < ln(2)/2
			t := Expm1(a)
			w := 1 + t
			if high(a) < 0x3c800000 {
				return w
			}
			return 1 + float64(t*t)/(w+w)
		}
		t := Exp(a)
		return float64(0.5*t) + 0.5/t
	case a < 709.7822265625:
		return 0.5 * Exp(a)
	case a <= 710.4758600739439:
		w := Exp(0.5 * a)
		return float64(0.5*w) * w
	}
	return a * math.Inf(1)
}

// Sinh returns the hyperbolic sine.
func Sinh(x float64) float64 {
	a, h := math.Abs(x), math.Copysign(0.5, x)
	switch {
	case a < 22:
		if a < 0x1p-28 {
			return x
		}
		t := Expm1(a)
		if a < 1 {
			return h * (float64(2*t) - float64(t*t)/(t+1))
		}
		return h * (t + t/(t+1))
	case a < 709.7822265625:
		return h * Exp(a)
	case a <= 710.4758600739439:
		w := Exp(0.5 * a)
		return float64(h*w) * w
	}
	return x * math.Inf(1)
}

// Tanh returns the hyperbolic tangent.
func Tanh(x float64) float64 {
	a := math.Abs(x)
	z := 1.0
	switch {
	case x != x || a < 0x1p-28:
		return x
	case a >= 22:
	case a >= 1:
		z = 1 - 2/(Expm1(2*a)+2)
	default:
		t := Expm1(-2 * a)
		z = -t / (t + 2)
	}
	return math.Copysign(z, x)
}

// Pow returns Number::exponentiate(x, y). It computes log2(x) to about 75 bits as the sum of two doubles, multiplies by y
// and takes the exponential of the product.
func Pow(x, y float64) float64 {
	ax := math.Abs(x)
	switch {
	case y == 0:
		return 1
	case x != x || y != y, ax == 1 && math.IsInf(y, 0):
		return math.NaN()
	case math.IsInf(y, 0):
		if (ax > 1) == (y > 0) {
			return math.Inf(1)
		}
		return 0
	case y == 1:
		return x
	case y == 2:
		return x * x
	case y == -1:
		return 1 / x
	case y == 0.5 && x >= 0 && !math.IsInf(x, 0):
		return math.Sqrt(x + 0)
	}
	whole := y == math.Trunc(y)
	odd := whole && math.Abs(y) < 0x1p53 && int64(y)&1 != 0
	if ax == 0 || ax == 1 || math.IsInf(ax, 0) {
		z := ax
		if y < 0 {
			z = 1 / z
		}
		if x < 0 && !whole && ax == 1 {
			return math.NaN()
		}
		if math.Signbit(x) && odd {
			z = -z
		}
		return z
	}
	sign := 1.0
	if x < 0 {
		if !whole {
			return math.NaN()
		}
		if odd {
			sign = -1
		}
	}
	return sign * powPositive(ax, y)
}

// powPositive is x^y for a finite x > 0 other than 1 and a finite y.
func powPositive(x, y float64) float64 {
	ix := high(x)
	var t1, t2 float64 // log2(x)
	if ay := math.Abs(y); ay > 0x1p31 {
		// The result is out of range unless x is very near to 1.
		if ay > 0x1p64 || ix < 0x3fefffff || ix > 0x3ff00000 {
			if (x < 1) == (y < 0) {
				return math.Inf(1)
			}
			return 0
		}
		t1, t2 = log2Near1(x)
	} else {
		t1, t2 = log2Split(x)
	}
	y1 := head(y)
	pl := float64((y-y1)*t1) + float64(y*t2)
	ph := y1 * t1
	return exp2Split(ph, pl)
}

// log2Near1 returns log2(x) for |1-x| <= 2^-20 as a sum.
func log2Near1(x float64) (t1, t2 float64) {
	t := x - 1
	w := float64(t*t) * (0.5 - float64(t*(0.3333333333333333333333-float64(t*0.25))))
	u := 1.44269502162933349609 * t
	v := float64(t*1.92596299112661746887e-08) - float64(w*invLn2)
	t1 = head(u + v)
	return t1, v - (t1 - u)
}

// log2Split returns log2(x) as a sum: with x = 2^n·z, z near 1 or 1.5, it is n + log2 of that, plus the series of
// s = (z-b)/(z+b), computed in two parts.
func log2Split(x float64) (t1, t2 float64) {
	const (
		cp  = 9.61796693925975554329e-01 // 2/(3 ln 2) in one and in two parts
		cpH = 9.61796700954437255859e-01
		cpL = -7.02846165095275826516e-09
	)
	n := 0
	if x < 0x1p-1022 {
		x *= 0x1p53
		n = -53
	}
	ix := high(x)
	n += int(ix>>20) - 0x3ff
	j := ix & 0xfffff
	ix = j | 0x3ff00000
	k, b, dpH, dpL := uint32(0), 1.0, 0.0, 0.0
	switch {
	case j <= 0x3988e: // z < sqrt(3/2)
	case j < 0xbb67a: // z < sqrt(3)
		k, b, dpH, dpL = 1, 1.5, 5.84962487220764160156e-01, 1.35003920212974897128e-08
	default:
		n++
		ix -= 0x100000
	}
	z := withHigh(x, ix)
	u := z - b
	v := 1 / (z + b)
	s := u * v
	sH := head(s)
	tH := withHigh(0, (ix>>1|0x20000000)+0x80000+k<<18)
	tL := z - (tH - b)
	sL := v * ((u - float64(sH*tH)) - float64(sH*tL))
	s2 := s * s
	r := float64(s2*s2) * poly(s2, 5.99999999999994648725e-01, 4.28571428578550184252e-01, 3.33333329818377432918e-01,
		2.72728123808534006489e-01, 2.30660745775561754067e-01, 2.06975017800338417784e-01)
	r += float64(sL * (sH + s))
	s2 = sH * sH
	tH = head(3 + s2 + r)
	tL = r - ((tH - 3) - s2)
	u = sH * tH
	v = float64(sL*tH) + float64(tL*s)
	pH := head(u + v)
	pL := v - (pH - u)
	zH := cpH * pH
	zL := float64(cpL*pH) + float64(pL*cp) + dpL
	t := float64(n)
	t1 = head(((zH + zL) + dpH) + t)
	return t1, zL - (((t1 - t) - dpH) - zH)
}

// exp2Split returns 2^(ph+pl).
func exp2Split(ph, pl float64) float64 {
	const (
		lg2  = 6.93147180559945286227e-01
		lg2H = 6.93147182464599609375e-01
		lg2L = -1.90465429995776804525e-09
		ovt  = 8.0085662595372944372e-17 // -(1024 - log2(MaxFloat64 + half an ulp))
	)
	z := pl + ph
	switch {
	case z > 1024 || z == 1024 && pl+ovt > z-ph:
		return math.Inf(1)
	case z < -1075 || z == -1075 && pl <= z-ph:
		return 0
	}
	n := 0
	if math.Abs(z) > 0.5 {
		// n is z rounded to an integer, computed on the bits: half is added at the right place.
		j := high(z)
		k := j>>20&0x7ff - 0x3ff
		m := j + 0x100000>>(k+1)
		k = m>>20&0x7ff - 0x3ff
		t := withHigh(0, m&^(0xfffff>>k))
		n = int((m&0xfffff | 0x100000) >> (20 - k))
		if z < 0 {
			n = -n
		}
		ph -= t
	}
	t := head(pl + ph)
	u := t * lg2H
	v := float64((pl-(t-ph))*lg2) + float64(t*lg2L)
	z = u + v
	w := v - (z - u)
	t1 := expTail(z)
	// FDLIBM subtracts the bracket from the quotient. V8 has it in the divisor, which shows in the last digit of one
	// power in forty.
	r := float64(z*t1) / ((t1 - 2) - (w + float64(z*w)))
	z = 1 - (r - z)
	if hi := int32(high(z)) + int32(n)<<20; hi>>20 > 0 {
		return withHigh(z, uint32(hi))
	}
	return math.Ldexp(z, n)
}
