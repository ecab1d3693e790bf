// This file defines the Number to string conversions: toString, toFixed, toPrecision, toExponential.

package numeric

import (
	"math"
	"math/bits"
	"strconv"
)

// MaxDigits is the largest digit count that toFixed, toPrecision and toExponential accept. Callers
// report a RangeError beyond it; the functions here clamp.
const MaxDigits = 100

// maxExact is the bound below which every integer is a double of its own.
const maxExact = 1 << 53

// FormatNumber returns Number::toString(f) in radix 10: the shortest digits that read back as f.
// Integers below 100 do not allocate.
func FormatNumber(f float64) string {
	if i := int64(f); float64(i) == f && -maxExact < i && i < maxExact {
		return strconv.FormatInt(i, 10)
	}
	switch {
	case f != f:
		return "NaN"
	case f > math.MaxFloat64:
		return "Infinity"
	case f < -math.MaxFloat64:
		return "-Infinity"
	}
	var buf [32]byte
	return string(appendFinite(buf[:0], f))
}

// AppendNumber appends FormatNumber(f) to dst: at most 25 bytes.
func AppendNumber(dst []byte, f float64) []byte {
	if i := int64(f); float64(i) == f && -maxExact < i && i < maxExact {
		return strconv.AppendInt(dst, i, 10)
	}
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(dst, nonFinite(f)...)
	}
	return appendFinite(dst, f)
}

// nonFinite returns the text of NaN and the infinities, and "" for finite numbers.
func nonFinite(f float64) string {
	switch {
	case f != f:
		return "NaN"
	case f > math.MaxFloat64:
		return "Infinity"
	case f < -math.MaxFloat64:
		return "-Infinity"
	}
	return ""
}

// appendFinite lays out a finite number other than -0: positional from 1e-6 up to below 1e21, with an
// exponent outside.
func appendFinite(dst []byte, f float64) []byte {
	if a := math.Abs(f); 1e-6 <= a && a < 1e21 {
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	return trimExponent(strconv.AppendFloat(dst, f, 'e', -1, 64))
}

// trimExponent removes the leading zero that strconv pads one-digit exponents with: 1e-07 → 1e-7.
func trimExponent(b []byte) []byte {
	n := len(b)
	if b[n-2] == '0' && (b[n-3] == '-' || b[n-3] == '+') {
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b
}

// odd splits |f| into m·2^e with m odd. f must be finite and not zero.
func odd(f float64) (m uint64, e int) {
	m, e = parts(f)
	z := bits.TrailingZeros64(m)
	return m >> z, e + z
}

// parts splits |f| into m·2^e, m < 2^53.
func parts(f float64) (m uint64, e int) {
	b := math.Float64bits(f)
	m, e = b&(1<<52-1), int(b>>52&0x7ff)
	if e == 0 {
		return m, -1074
	}
	return m | 1<<52, e - 1075
}

// tieGoesUp reports whether f lies exactly between two decimals of d fraction digits (d may be negative) of which
// the lower has an even last digit. Only then does strconv round down where ECMAScript rounds up; the digit that
// strconv printed is even, so that adding one to it never carries.
func tieGoesUp(f float64, d int) bool {
	if f == 0 {
		return false
	}
	m, e := odd(f)
	if -e != d+1 || m&3 != 1 {
		return false
	}
	for ; d < 0; d++ {
		if m%5 != 0 {
			return false
		}
		m /= 5
	}
	return true
}

var pow10 = [20]uint64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9,
	1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
}

// FormatFixed returns Number.prototype.toFixed(digits) of f, 0 <= digits <= MaxDigits. From 1e21 on that is FormatNumber.
func FormatFixed(f float64, digits int) string {
	if !(math.Abs(f) < 1e21) {
		return FormatNumber(f)
	}
	var buf [128]byte
	return string(appendFixed(buf[:0], f, min(max(digits, 0), MaxDigits)))
}

func appendFixed(dst []byte, f float64, d int) []byte {
	if f < 0 {
		dst, f = append(dst, '-'), -f
	} else if f == 0 {
		f = 0 // drops the sign of -0
	}
	if n, ok := scaled(f, d); ok {
		return appendPoint(dst, n, d)
	}
	dst = strconv.AppendFloat(dst, f, 'f', d, 64)
	if tieGoesUp(f, d) {
		dst[len(dst)-1]++
	}
	return dst
}

// scaled returns round(f·10^d), ties up, when that fits 64 bits.
func scaled(f float64, d int) (uint64, bool) {
	m, e := parts(f)
	if d >= len(pow10) || e > 0 {
		return 0, false
	}
	hi, lo := bits.Mul64(m, pow10[d])
	s := uint(-e)
	switch {
	case s == 0:
		return lo, hi == 0
	case s > 118: // m·10^d < 2^53·2^64, so the value is below one half
		return 0, true
	}
	// Add one half, then shift right by s.
	var carry uint64
	if s <= 64 {
		lo, carry = bits.Add64(lo, 1<<(s-1), 0)
		hi += carry
	} else {
		hi += 1 << (s - 65)
	}
	if s >= 64 {
		return hi >> (s - 64), true
	}
	return hi<<(64-s) | lo>>s, hi>>s == 0
}

// appendPoint writes n with the decimal point before its last d digits.
func appendPoint(dst []byte, n uint64, d int) []byte {
	if d == 0 {
		return strconv.AppendUint(dst, n, 10)
	}
	dst = strconv.AppendUint(dst, n/pow10[d], 10)
	dst = append(dst, '.')
	frac := n % pow10[d]
	for i := d - 1; i > 0 && frac < pow10[i]; i-- {
		dst = append(dst, '0')
	}
	return strconv.AppendUint(dst, frac, 10)
}

// FormatExponential returns Number.prototype.toExponential(digits) of f, 0 <= digits <= MaxDigits;
// digits < 0 stands for undefined: as many as identify the number.
func FormatExponential(f float64, digits int) string {
	if s := nonFinite(f); s != "" {
		return s
	}
	var buf [128]byte
	b, _ := appendRounded(buf[:0], f, min(digits, MaxDigits))
	return string(trimExponent(b))
}

// appendRounded writes f as d.ddde±xx with the given number of fraction digits, ties away from zero, and
// returns the decimal exponent.
func appendRounded(dst []byte, f float64, digits int) ([]byte, int) {
	if f == 0 {
		f = 0
	}
	dst = strconv.AppendFloat(dst, f, 'e', max(digits, -1), 64)
	at := len(dst) - 1
	for dst[at] != 'e' {
		at--
	}
	exp := 0
	for _, c := range dst[at+2:] {
		exp = exp*10 + int(c-'0')
	}
	if dst[at+1] == '-' {
		exp = -exp
	}
	if digits >= 0 && tieGoesUp(f, digits-exp) {
		dst[at-1]++
	}
	return dst, exp
}

// FormatPrecision returns Number.prototype.toPrecision(digits) of f, 1 <= digits <= MaxDigits.
func FormatPrecision(f float64, digits int) string {
	if s := nonFinite(f); s != "" {
		return s
	}
	digits = min(max(digits, 1), MaxDigits)
	var buf, out [128]byte
	b, exp := appendRounded(buf[:0], f, digits-1)
	if exp < -6 || exp >= digits {
		return string(trimExponent(b))
	}
	dst := out[:0]
	if b[0] == '-' {
		dst, b = append(dst, '-'), b[1:]
	}
	// b is d[.ddd]e±xx with digits digits: move the point.
	if digits > 1 {
		b[1] = b[0]
		b = b[1:]
	}
	b = b[:digits]
	switch {
	case exp < 0:
		dst = append(dst, "0.000000"[:1-exp]...)
		dst = append(dst, b...)
	case exp == digits-1:
		dst = append(dst, b...)
	default:
		dst = append(dst, b[:exp+1]...)
		dst = append(dst, '.')
		dst = append(dst, b[exp+1:]...)
	}
	return string(dst)
}
