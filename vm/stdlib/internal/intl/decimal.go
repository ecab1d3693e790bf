// This file defines exact decimal numbers and their rounding.

package intl

import (
	"math"
	"strconv"
	"strings"
)

// decimal is the number 0.d₁d₂d₃… × 10^exp with neither leading nor trailing zeros among its digits; zero has none.
type decimal struct {
	digits   []byte // '0' to '9'
	exp      int
	negative bool
	nan      bool
	infinite bool
}

// decimalOf takes the shortest digits that identify f: what a program sees when it prints the number is what is
// rounded, so that 1.005 has a tie at two decimals.
func decimalOf(f float64) decimal {
	switch {
	case f != f:
		return decimal{nan: true}
	case math.IsInf(f, 0):
		return decimal{infinite: true, negative: f < 0}
	}
	var buf [32]byte
	text := strconv.AppendFloat(buf[:0], math.Abs(f), 'e', -1, 64)
	mantissa, exponent, _ := strings.Cut(string(text), "e")
	exp, _ := strconv.Atoi(exponent)
	d := decimal{digits: make([]byte, 0, len(mantissa)), exp: exp + 1, negative: math.Signbit(f)}
	d.digits = append(append(d.digits, mantissa[0]), strings.TrimPrefix(mantissa[1:], ".")...)
	d.trim()
	return d
}

// decimalOfInteger reads decimal digits with an optional minus sign.
func decimalOfInteger(s string) decimal {
	digits, negative := strings.CutPrefix(s, "-")
	d := decimal{digits: []byte(digits), exp: len(digits), negative: negative}
	d.trim()
	return d
}

func (d *decimal) trim() {
	n := 0
	for n < len(d.digits) && d.digits[n] == '0' {
		n++
	}
	d.digits = d.digits[n:]
	d.exp -= n
	n = len(d.digits)
	for n > 0 && d.digits[n-1] == '0' {
		n--
	}
	if d.digits = d.digits[:n]; n == 0 {
		d.exp = 1
	}
}

func (d *decimal) isZero() bool { return len(d.digits) == 0 && !d.nan && !d.infinite }

// magnitude is the power of ten of the first digit; 0 for zero.
func (d *decimal) magnitude() int { return d.exp - 1 }

// shift multiplies by 10^n.
func (d *decimal) shift(n int) {
	if len(d.digits) > 0 {
		d.exp += n
	}
}

// round rounds to a multiple of 10^-places.
func (d *decimal) round(places int, mode string) {
	keep := d.exp + places
	if keep >= len(d.digits) {
		return
	}
	half := -1 // how the digits that go compare with half a unit of the last place
	if keep >= 0 {
		if first := d.digits[keep]; first > '5' || first == '5' && len(d.digits) > keep+1 {
			half = 1
		} else if first == '5' {
			half = 0
		}
	}
	odd := keep > 0 && (d.digits[keep-1]-'0')&1 == 1
	up := roundsUp(mode, half, odd, d.negative)
	d.digits = append([]byte(nil), d.digits[:max(keep, 0)]...)
	if up {
		n := len(d.digits)
		d.digits = addOne(d.digits)
		d.exp = max(d.exp, -places) + len(d.digits) - n
	}
	d.trim()
}

// addOne adds one to the last digit; the result is one digit longer if all were nines.
func addOne(digits []byte) []byte {
	for i := len(digits) - 1; i >= 0; i-- {
		if digits[i] < '9' {
			digits[i]++
			return digits
		}
		digits[i] = '0'
	}
	return append([]byte{'1'}, digits...)
}

// roundsUp decides whether the magnitude grows: half compares what is cut off with half a unit, odd is about the last digit kept.
func roundsUp(mode string, half int, odd, negative bool) bool {
	switch mode {
	case "ceil":
		return !negative
	case "floor":
		return negative
	case "expand":
		return true
	case "trunc":
		return false
	case "halfCeil":
		return half > 0 || half == 0 && !negative
	case "halfFloor":
		return half > 0 || half == 0 && negative
	case "halfTrunc":
		return half > 0
	case "halfEven":
		return half > 0 || half == 0 && odd
	}
	return half >= 0 // halfExpand
}

// roundTo rounds to a multiple of increment·10^-places. Every increment divides 10^4 and its double 10^5, so that the last five
// digits tell the remainder and whether the quotient is odd.
func (d *decimal) roundTo(increment, places int, mode string) {
	if increment == 1 || len(d.digits) == 0 {
		d.round(places, mode)
		return
	}
	const window, modulus = 5, 100000
	whole := d.exp + places // how many digits count units of 10^-places
	units := zeros(window)
	if whole > 0 {
		units = append(units, d.digits[:min(whole, len(d.digits))]...)
		units = append(units, zeros(whole-len(d.digits))...)
	}
	tail := whole < len(d.digits)
	head, last := units[:len(units)-window], units[len(units)-window:]
	low, _ := strconv.Atoi(string(last))
	rest := low % increment
	if rest == 0 && !tail {
		return
	}
	half := 2*rest - increment
	switch {
	case half == 0 && tail:
		half = 1
	case half == -1 && tail: // an odd increment has its half between two units
		switch first := d.digits[whole]; {
		case first == '5' && len(d.digits) == whole+1:
			half = 0
		case first >= '5':
			half = 1
		}
	}
	up := roundsUp(mode, half, low/increment&1 == 1, d.negative)
	if low -= rest; up {
		low += increment
	}
	if low >= modulus {
		head = addOne(head)
		low -= modulus
	}
	d.digits = append(head, strconv.Itoa(modulus + low)[1:]...)
	d.exp = len(d.digits) - places
	d.trim()
}

// integer returns the digits before the point, at least one.
func (d *decimal) integer() []byte {
	switch {
	case d.exp <= 0 || len(d.digits) == 0:
		return []byte{'0'}
	case d.exp <= len(d.digits):
		return d.digits[:d.exp]
	}
	return append(append([]byte(nil), d.digits...), zeros(d.exp-len(d.digits))...)
}

// fraction returns the digits after the point, at least as many as minimum.
func (d *decimal) fraction(minimum int) []byte {
	var out []byte
	switch {
	case len(d.digits) == 0:
	case d.exp < 0:
		out = append(zeros(-d.exp), d.digits...)
	case d.exp < len(d.digits):
		out = append(out, d.digits[d.exp:]...)
	}
	if len(out) < minimum {
		out = append(out, zeros(minimum-len(out))...)
	}
	return out
}

func zeros(n int) []byte {
	out := make([]byte, max(n, 0))
	for i := range out {
		out[i] = '0'
	}
	return out
}
