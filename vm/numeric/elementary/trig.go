package elementary

// This file defines the trigonometric functions and their inverses.

import (
	"math"
	"math/bits"
)

const (
	pio2Hi = 1.57079632679489655800e+00 // pi/2 as a sum
	pio2Lo = 6.12323399573676603587e-17
	pio4Hi = 7.85398163397448278999e-01
	piLo   = 1.2246467991473531772e-16
)

// Sin returns the sine.
func Sin(x float64) float64 {
	q, a, b := reduce(x)
	switch q {
	case 0:
		return sinKernel(a, b)
	case 1:
		return cosKernel(a, b)
	case 2:
		return -sinKernel(a, b)
	}
	return -cosKernel(a, b)
}

// Cos returns the cosine.
func Cos(x float64) float64 {
	q, a, b := reduce(x)
	switch q {
	case 0:
		return cosKernel(a, b)
	case 1:
		return -sinKernel(a, b)
	case 2:
		return -cosKernel(a, b)
	}
	return sinKernel(a, b)
}

// Tan returns the tangent.
func Tan(x float64) float64 {
	q, a, b := reduce(x)
	return tanKernel(a, b, q&1 != 0)
}

// sinKernel is the sine of x+y, |x| <= pi/4, y the tail of x.
func sinKernel(x, y float64) float64 {
	if high(x)&^(1<<31) < 0x3e400000 { // |x| < 2^-27
		return x
	}
	const s1 = -1.66666666666666324348e-01
	z := x * x
	v := z * x
	r := poly(z, 8.33333333332248946124e-03, -1.98412698298579493134e-04, 2.75573137070700676789e-06,
		-2.50507602534068634195e-08, 1.58969099521155010221e-10)
	if y == 0 {
		return x + float64(v*(s1+float64(z*r)))
	}
	return x - ((float64(z*(float64(0.5*y)-float64(v*r))) - y) - float64(v*s1))
}

// cosKernel is the cosine of x+y, |x| <= pi/4. Near pi/4 a part of x²/2 is taken out exactly first.
func cosKernel(x, y float64) float64 {
	ix := high(x) &^ (1 << 31)
	if ix < 0x3e400000 {
		return 1
	}
	z := x * x
	r := z * poly(z, 4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05,
		-2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11)
	tail := float64(z*r) - float64(x*y)
	if ix < 0x3fd33333 { // |x| < 0.3
		return 1 - (float64(0.5*z) - tail)
	}
	part := 0.28125
	if ix <= 0x3fe90000 {
		part = withHigh(0, ix-0x200000) // about x/4
	}
	return (1 - part) - ((float64(0.5*z) - part) - tail)
}

// tanKernel is the tangent of x+y, |x| <= pi/4, or with inverse set -1/tan(x+y).
func tanKernel(x, y float64, inverse bool) float64 {
	ix := high(x) &^ (1 << 31)
	if ix < 0x3e300000 { // |x| < 2^-28
		if !inverse {
			return x
		}
		if x == 0 {
			return math.Inf(1)
		}
		// -1/(x+y) carefully.
		w := x + y
		z := head(w)
		v := y - (z - x)
		a := -1 / w
		t := head(a)
		s := 1 + float64(t*z)
		return t + float64(a*(s+float64(t*v)))
	}
	negative := false
	big := ix >= 0x3fe59428 // |x| >= 0.6744
	if big {
		if negative = math.Signbit(x); negative {
			x, y = -x, -y
		}
		x = (pio4Hi - x) + (3.06161699786838301793e-17 - y)
		y = 0
	}
	z := x * x
	w := z * z
	r := poly(w, 1.33333333333201242699e-01, 2.18694882948595424599e-02, 3.59207910759131235356e-03,
		5.88041240820264096874e-04, 7.81794442939557092300e-05, -1.85586374855275456654e-05)
	v := z * poly(w, 5.39682539762260521377e-02, 8.86323982359930005737e-03, 1.45620945432529025516e-03,
		2.46463134818469906812e-04, 7.14072491382608190305e-05, 2.59073051863633712884e-05)
	s := z * x
	r = y + float64(z*(float64(s*(r+v))+y))
	r += float64(3.33333333333334091986e-01 * s)
	w = x + r
	if big {
		v := 1.0
		if inverse {
			v = -1
		}
		t := v - float64(2*(x-(float64(w*w)/(w+v)-r)))
		if negative {
			return -t
		}
		return t
	}
	if !inverse {
		return w
	}
	z = head(w)
	v = r - (z - x)
	a := -1 / w
	t := head(a)
	s = 1 + float64(t*z)
	return t + float64(a*(s+float64(t*v)))
}

// reduce returns x modulo pi/2 as a sum a+b with |a| <= pi/4, and the quadrant modulo 4.
func reduce(x float64) (quadrant int, a, b float64) {
	const (
		invPio2 = 6.36619772367581382433e-01
		pio2x1  = 1.57079632673412561417e+00 // pi/2 in parts of 33 bits, and what each leaves
		pio2x1t = 6.07710050650619224932e-11
		pio2x2  = 6.07710050630396597660e-11
		pio2x2t = 2.02226624879595063154e-21
		pio2x3  = 2.02226624871116645580e-21
		pio2x3t = 8.47842766036889956997e-32
	)
	ax := math.Abs(x)
	switch {
	case high(ax) <= 0x3fe921fb: // |x| <= pi/4
		return 0, x, 0
	case x-x != 0:
		return 0, math.NaN(), 0
	case ax > 0x1p19*pio2Hi:
		return reduceLarge(x)
	}
	n := int(float64(ax*invPio2) + 0.5)
	if high(ax) < 0x4002d97c { // |x| < 3pi/4: no rounding is involved in the choice
		n = 1
	}
	k := float64(n)
	r := ax - float64(k*pio2x1)
	w := k * pio2x1t
	a = r - w
	// Each round of the reduction is good for 33 more bits; another follows when they were cancelled.
	exp := int(high(ax) >> 20)
	if exp-int(high(a)>>20&0x7ff) > 16 {
		t := r
		w = k * pio2x2
		r = t - w
		w = float64(k*pio2x2t) - ((t - r) - w)
		a = r - w
		if exp-int(high(a)>>20&0x7ff) > 49 {
			t = r
			w = k * pio2x3
			r = t - w
			w = float64(k*pio2x3t) - ((t - r) - w)
			a = r - w
		}
	}
	b = (r - a) - w
	if x < 0 {
		return -n & 3, -a, -b
	}
	return n & 3, a, b
}

// reduceLarge is the method of Payne and Hanek: the bits of 2/pi that matter for the exponent of x are multiplied by its
// significand as integers, which leaves the fraction of x·2/pi with 128 good bits.
func reduceLarge(x float64) (quadrant int, a, b float64) {
	u := math.Float64bits(math.Abs(x))
	m, e := u&(1<<52-1)|1<<52, int(u>>52)-1075 // |x| = m·2^e, e > -33
	// Bits of 2/pi before position e-62 contribute multiples of 4 only.
	at := max(e-61, 0)
	word := func(i int) uint64 { // 64 bits of 2/pi from bit position at+64i on
		p := at + 64*i
		w, s := p/64, uint(p%64)
		v := twoOverPi[w] << s
		if s > 0 {
			v |= twoOverPi[w+1] >> (64 - s)
		}
		return v
	}
	// product = m · (w0 w1 w2 w3), an integer of which the units bit of x·2/pi is at a known place.
	var p [5]uint64 // most significant first
	carry := uint64(0)
	for i := 3; i >= 0; i-- {
		hi, lo := bits.Mul64(m, word(i))
		var c uint64
		p[i+1], c = bits.Add64(lo, carry, 0)
		carry = hi + c
	}
	p[0] = carry
	// The value is product · 2^(e - at - 256): shift so that the fraction begins at the top of a word.
	shift := e - at + 64 // bits of the integer part in p[0] and p[1], 64 <= ...
	take := func(pos int) uint64 {
		w, s := pos/64, uint(pos%64)
		if pos < 0 || w > 4 {
			return 0
		}
		v := p[w] << s
		if s > 0 && w < 4 {
			v |= p[w+1] >> (64 - s)
		}
		return v
	}
	n := int(take(shift-64) & 3)
	if shift < 64 {
		n = int(p[0] >> (64 - uint(shift)) & 3)
	}
	f1, f2 := take(shift), take(shift+64)
	negative := false
	if f1>>63 != 0 { // more than one half: go on from the next quadrant
		n++
		negative = true
		var borrow uint64
		f2, borrow = bits.Sub64(0, f2, 0)
		f1, _ = bits.Sub64(0, f1, borrow)
	}
	a, b = fractionTimesPio2(f1, f2)
	if negative {
		a, b = -a, -b
	}
	if x < 0 {
		return -n & 3, -a, -b
	}
	return n & 3, a, b
}

// fractionTimesPio2 returns (f1·2^-64 + f2·2^-128)·pi/2 as a sum.
func fractionTimesPio2(f1, f2 uint64) (a, b float64) {
	const ( // pi/2 · 2^127
		piHi = 0xc90fdaa22168c234
		piLo = 0xc4c6628b80dc1cd1
	)
	h1, l1 := bits.Mul64(f1, piHi)
	h2, _ := bits.Mul64(f1, piLo)
	h3, _ := bits.Mul64(f2, piHi)
	s, c1 := bits.Add64(l1, h2, 0)
	s, c2 := bits.Add64(s, h3, 0)
	h1 += c1 + c2
	// h1:s · 2^-127 is the value.
	if h1 == 0 {
		return math.Ldexp(float64(s), -127), 0
	}
	z := uint(bits.LeadingZeros64(h1))
	h1 = h1<<z | s>>(64-z)
	s <<= z
	top := h1 &^ 0x7ff // 53 bits
	a = math.Ldexp(float64(top), -63-int(z))
	b = math.Ldexp(float64(h1&0x7ff)*0x1p64+float64(s), -127-int(z))
	sum := a + b // rounds what was cut off
	return sum, b - (sum - a)
}

// asinRatio approximates (asin(x) - x)/x³·x² by a rational function of t = x².
func asinRatio(t float64) float64 {
	p := t * poly(t, 1.66666666666666657415e-01, -3.25565818622400915405e-01, 2.01212532134862925881e-01,
		-4.00555345006794114027e-02, 7.91534994289814532176e-04, 3.47933107596021167570e-05)
	q := poly(t, 1, -2.40339491173441421878e+00, 2.02094576023350569471e+00, -6.88283971605453293030e-01, 7.70381505559019352791e-02)
	return p / q
}

// Asin returns the inverse sine. Above 1/2 it goes through the inverse cosine's square root.
func Asin(x float64) float64 {
	a := math.Abs(x)
	switch {
	case a == 1:
		return float64(x*pio2Hi) + float64(x*pio2Lo)
	case !(a < 1):
		return math.NaN()
	case a < 0.5:
		if a < 0x1p-28 {
			return x
		}
		return x + float64(x*asinRatio(x*x))
	}
	t := (1 - a) * 0.5
	s := math.Sqrt(t)
	r := asinRatio(t)
	if high(a) >= 0x3fef3333 { // a > 0.975
		t = pio2Hi - (float64(2*(s+float64(s*r))) - pio2Lo)
	} else {
		w := head(s)
		c := (t - float64(w*w)) / (s + w)
		p := float64(float64(2*s)*r) - (pio2Lo - float64(2*c))
		q := pio4Hi - float64(2*w)
		t = pio4Hi - (p - q)
	}
	return math.Copysign(t, x)
}

// Acos returns the inverse cosine.
func Acos(x float64) float64 {
	a := math.Abs(x)
	switch {
	case x == 1:
		return 0
	case x == -1:
		return math.Pi
	case !(a < 1):
		return math.NaN()
	case a < 0.5:
		if high(a) <= 0x3c600000 {
			return pio2Hi + pio2Lo
		}
		return pio2Hi - (x - (pio2Lo - float64(x*asinRatio(x*x))))
	case x < 0:
		z := (1 + x) * 0.5
		s := math.Sqrt(z)
		w := float64(asinRatio(z)*s) - pio2Lo
		return math.Pi - float64(2*(s+w))
	}
	z := (1 - x) * 0.5
	s := math.Sqrt(z)
	df := head(s)
	c := (z - float64(df*df)) / (s + df)
	w := float64(asinRatio(z)*s) + c
	return 2 * (df + w)
}

// Atan returns the inverse tangent: the argument is moved to |x| <= 7/16 by a subtraction of atan(0.5), atan(1),
// atan(1.5) or atan of infinity.
func Atan(x float64) float64 {
	a := math.Abs(x)
	var hi, lo, t float64
	switch ia := high(a); {
	case x != x:
		return x
	case ia >= 0x44100000: // 2^66
		return math.Copysign(pio2Hi+pio2Lo, x)
	case ia < 0x3fdc0000: // 7/16
		if ia < 0x3e400000 {
			return x
		}
		return x - float64(x*atanPoly(x*x))
	case ia < 0x3fe60000: // 11/16
		hi, lo, t = 4.63647609000806093515e-01, 2.26987774529616870924e-17, (float64(2*a)-1)/(2+a)
	case ia < 0x3ff30000: // 19/16
		hi, lo, t = pio4Hi, 3.06161699786838301793e-17, (a-1)/(a+1)
	case ia < 0x40038000: // 39/16
		hi, lo, t = 9.82793723247329054082e-01, 1.39033110312309984516e-17, (a-1.5)/(1+float64(1.5*a))
	default:
		hi, lo, t = pio2Hi, pio2Lo, -1/a
	}
	z := hi - ((float64(t*atanPoly(t*t)) - lo) - t)
	return math.Copysign(z, x)
}

// atanPoly approximates (x - atan(x))/x by the odd and even terms of a polynomial in z = x².
func atanPoly(z float64) float64 {
	w := z * z
	s1 := z * poly(w, 3.33333333333329318027e-01, 1.42857142725034663711e-01, 9.09088713343650656196e-02,
		6.66107313738753120669e-02, 4.97687799461593236017e-02, 1.62858201153657823623e-02)
	s2 := w * poly(w, -1.99999999998764832476e-01, -1.11111104054623557880e-01, -7.69187620504482999495e-02,
		-5.83357013379057348645e-02, -3.65315727442169155270e-02)
	return s1 + s2
}

// Atan2 returns the angle of the point (x, y).
func Atan2(y, x float64) float64 {
	switch {
	case x != x || y != y:
		return math.NaN()
	case x == 1:
		return Atan(y)
	case y == 0:
		if math.Signbit(x) {
			return math.Copysign(math.Pi, y)
		}
		return y
	case x == 0, math.IsInf(y, 0) && !math.IsInf(x, 0):
		return math.Copysign(pio2Hi, y)
	case math.IsInf(x, 0):
		z := 0.0
		if math.IsInf(y, 0) {
			z = pio4Hi
			if x < 0 {
				z = 3 * pio4Hi
			}
		} else if x < 0 {
			z = math.Pi
		}
		return math.Copysign(z, y)
	}
	exp := int(high(math.Abs(y))>>20) - int(high(math.Abs(x))>>20)
	var z float64
	negative := x < 0
	switch {
	case exp > 60:
		z, negative = pio2Hi+float64(0.5*piLo), false
	case negative && exp < -60:
	default:
		z = Atan(math.Abs(y / x))
	}
	if negative {
		z = math.Pi - (z - piLo)
	}
	return math.Copysign(z, y)
}
