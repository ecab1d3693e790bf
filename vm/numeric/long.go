// This file defines the conversions of text of any length. Such text is first shortened, in steps that are charged for, to text that is
// the same number: of more than 800 significant digits the further ones count only by being zero or not.

package numeric

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// longText is the length from which text is read in steps.
const longText = 1 << 14

// LongStringToNumber is StringToNumber of text of any length. charge is called before every few thousand bytes of work with its
// amount, about one unit for 2 ns; an error that it returns ends the work.
func LongStringToNumber(s string, charge func(units int) error) (float64, error) {
	if len(s) <= longText {
		return StringToNumber(s), charge(len(s) / 2)
	}
	r := longReader{text: s, charge: charge}
	if r.skipSpace(); r.at == len(s) {
		return 0, r.err
	}
	shift := uint(0)
	if rest := r.rest(); len(rest) > 2 && rest[0] == '0' {
		shift = prefixShift(rest[1])
	}
	var v float64
	if shift != 0 {
		r.at += 2
		v = r.bits(shift)
	} else {
		v = r.decimal()
	}
	r.skipSpace()
	if r.at < len(s) {
		v = math.NaN()
	}
	return v, r.err
}

// LongParseFloat is ParseFloat of text of any length; see LongStringToNumber for charge.
func LongParseFloat(s string, charge func(units int) error) (float64, error) {
	if len(s) <= longText {
		return ParseFloat(s), charge(len(s) / 2)
	}
	r := longReader{text: s, charge: charge}
	r.skipSpace()
	return r.decimal(), r.err
}

// LongParseInt is ParseInt of text of any length; see LongStringToNumber for charge.
func LongParseInt(s string, radix int32, charge func(units int) error) (float64, error) {
	if len(s) <= longText {
		return ParseInt(s, radix), charge(len(s) / 2)
	}
	r := longReader{text: s, charge: charge}
	r.skipSpace()
	head, base, neg := intPrefix(r.rest(), radix)
	if base < 2 || base > 36 {
		return math.NaN(), r.err
	}
	r.at = len(s) - len(head)
	start := r.at
	// Leading zeros aside, more than 1024 bits of digits are more than any Number, so that the digits behind them only have to be
	// counted; in base 10 the shortened text tells.
	zeros := r.run(func(c byte) bool { return c == '0' })
	digits := r.at
	r.run(func(c byte) bool { return digitValue(c) < base })
	var v float64
	switch {
	case r.at == start:
		v = math.NaN()
	case zeros > 0 && r.at == digits:
	default:
		v, _ = integerPrefix(s[digits:min(r.at, digits+maxIntegerDigits)], base)
	}
	if neg {
		v = -v
	}
	return v, r.err
}

// maxIntegerDigits is how many digits in base 2 or more are certainly beyond the largest Number.
const maxIntegerDigits = 1100

// longReader walks over text and pays for it.
type longReader struct {
	text   string
	at     int
	paid   int
	charge func(int) error
	err    error
}

func (r *longReader) rest() string { return r.text[r.at:] }

// more reports whether there is text left that could be paid for.
func (r *longReader) more() bool {
	const step = 1 << 12
	if r.at >= r.paid && r.err == nil {
		r.paid = r.at + step
		r.err = r.charge(min(step, len(r.text)-r.at) / 2)
	}
	return r.at < len(r.text) && r.err == nil
}

// run moves over the bytes that match and returns their number.
func (r *longReader) run(matches func(c byte) bool) int {
	start := r.at
	for r.more() && matches(r.text[r.at]) {
		r.at++
	}
	return r.at - start
}

func (r *longReader) skipSpace() {
	for r.more() {
		c, n := rune(r.text[r.at]), 1
		if c >= utf8.RuneSelf {
			c, n = utf8.DecodeRuneInString(r.rest())
		}
		if !IsSpace(c) {
			return
		}
		r.at += n
	}
}

// bits reads digits of shift bits each; NaN if there are none.
func (r *longReader) bits(shift uint) float64 {
	start := r.at
	r.run(func(c byte) bool { return c == '0' })
	digits := r.at
	r.run(func(c byte) bool { return digitValue(c) < 1<<shift })
	if r.at == start {
		return math.NaN()
	}
	v, _ := powerOfTwoDigits(r.text[digits:min(r.at, digits+maxIntegerDigits)], shift)
	return v
}

// decimal reads the longest decimal literal or Infinity at the current place; NaN if there is none.
func (r *longReader) decimal() float64 {
	start := r.at
	neg := false
	if rest := r.rest(); rest != "" && (rest[0] == '+' || rest[0] == '-') {
		neg = rest[0] == '-'
		r.at++
	}
	if strings.HasPrefix(r.rest(), "Infinity") {
		r.at += len("Infinity")
		if neg {
			return math.Inf(-1)
		}
		return math.Inf(1)
	}
	var d longDecimal
	count := d.read(r, false)
	if r.more() && r.text[r.at] == '.' {
		point := r.at
		r.at++
		n := d.read(r, true)
		if count += n; count == 0 {
			r.at = point
		}
	}
	if count == 0 {
		r.at = start
		return math.NaN()
	}
	d.exp += r.exponent()
	v := d.value()
	if neg {
		v = -v
	}
	return v
}

// exponent reads an exponent if there is a complete one. A huge one is cut to what is huge enough.
func (r *longReader) exponent() (e int64) {
	if !r.more() || r.text[r.at]|0x20 != 'e' {
		return 0
	}
	start := r.at
	r.at++
	neg := false
	if r.more() && (r.text[r.at] == '+' || r.text[r.at] == '-') {
		neg = r.text[r.at] == '-'
		r.at++
	}
	digits := r.run(func(c byte) bool {
		if c-'0' > 9 {
			return false
		}
		e = min(e*10+int64(c-'0'), 1<<50)
		return true
	})
	if digits == 0 {
		r.at = start
		return 0
	}
	if neg {
		return -e
	}
	return e
}

// longDecimal is the number 0.digits × 10^exp, with a further digit that is not zero if sticky.
type longDecimal struct {
	digits []byte
	exp    int64
	sticky bool
}

// significant is how many digits are kept: a Number needs no more than 767 to be rounded right.
const significant = 800

// read collects the digits before or behind the point and returns how many there were.
func (d *longDecimal) read(r *longReader, fraction bool) int {
	return r.run(func(c byte) bool {
		switch {
		case c-'0' > 9:
			return false
		case c == '0' && len(d.digits) == 0: // a leading zero counts behind the point only
			if fraction {
				d.exp--
			}
			return true
		case len(d.digits) < significant:
			d.digits = append(d.digits, c)
		default:
			d.sticky = d.sticky || c != '0'
		}
		if !fraction {
			d.exp++
		}
		return true
	})
}

func (d *longDecimal) value() float64 {
	if len(d.digits) == 0 {
		return 0
	}
	text := append([]byte("0."), d.digits...)
	if d.sticky {
		text = append(text, '1')
	}
	exp := max(min(d.exp, 1<<20), -1<<20)
	text = strconv.AppendInt(append(text, 'e'), exp, 10)
	v, _ := strconv.ParseFloat(string(text), 64) // a range error comes with the infinity or zero we want
	return v
}
