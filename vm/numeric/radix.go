// This file defines Number.prototype.toString(radix).

package numeric

import (
	"math"
	"strconv"
)

const digitChars = "0123456789abcdefghijklmnopqrstuvwxyz"

// FormatRadix returns Number.prototype.toString(radix) of f, 2 <= radix <= 36. Radix 10 is FormatNumber. The result
// has at most 1100 characters.
func FormatRadix(f float64, radix int) string {
	if radix == 10 {
		return FormatNumber(f)
	}
	if i := int64(f); float64(i) == f && -maxExact < i && i < maxExact {
		return strconv.FormatInt(i, radix)
	}
	if s := nonFinite(f); s != "" {
		return s
	}
	neg := f < 0
	whole, frac := math.Modf(math.Abs(f))
	var buf [1100]byte
	digits, carry := radixFraction(buf[:0], math.Abs(f), frac, radix)
	if carry {
		whole++
	}
	var ibuf [1100]byte
	head := radixInteger(ibuf[:], whole, radix)
	if neg {
		head--
		ibuf[head] = '-'
	}
	if len(digits) == 0 {
		return string(ibuf[head:])
	}
	return string(ibuf[head:]) + "." + string(digits)
}

// radixFraction appends the fewest digits of frac, the fraction of abs, that tell abs from its neighbours: it stops as
// soon as the remainder is below half the gap to the next double, both scaled by the radix at each step. A remainder
// above one half that cannot be told from one rounds the digits up; carry reports that this ran through
// to the integer. The arithmetic is in doubles and rounds like V8's, whose digits these are.
func radixFraction(dst []byte, abs, frac float64, radix int) (digits []byte, carry bool) {
	r := float64(radix)
	gap := max((math.Nextafter(abs, math.Inf(1))-abs)/2, math.SmallestNonzeroFloat64)
	for frac >= gap {
		frac *= r
		gap *= r
		d := int(frac)
		dst = append(dst, digitChars[d])
		frac -= float64(d)
		if (frac > 0.5 || frac == 0.5 && d&1 == 1) && frac+gap > 1 {
			return roundDigitsUp(dst, radix)
		}
	}
	return dst, false
}

// roundDigitsUp adds one to the last digit and drops the digits that become zero.
func roundDigitsUp(digits []byte, radix int) ([]byte, bool) {
	for n := len(digits) - 1; n >= 0; n-- {
		if d := digitValue(digits[n]) + 1; d < radix {
			digits[n] = digitChars[d]
			return digits[:n+1], false
		}
	}
	return digits[:0], true
}

// radixInteger writes the digits of a whole number to the end of buf and returns where they begin. Digits are
// zeros as long as what is left after them exceeds the precision of a double; like those of the fraction, the others carry
// the rounding of V8's arithmetic.
func radixInteger(buf []byte, whole float64, radix int) int {
	at := len(buf)
	r := float64(radix)
	for whole/r >= maxExact {
		whole /= r
		at--
		buf[at] = '0'
	}
	for {
		rem := math.Mod(whole, r)
		at--
		buf[at] = digitChars[int(rem)]
		whole = (whole - rem) / r
		if whole <= 0 {
			return at
		}
	}
}
