package vm

// This file defines the conversions of strings to numbers for strings of any length. Package numeric does not ask the
// meters, so a long text is first replaced by a short one of the same value.

import (
	"math"
	"strconv"

	"github.com/neurocode-ai/codemode/vm/numeric"
)

// longNumber is the length from which a text is shortened.
const longNumber = 1 << 12

// maxSignificant is the number of decimal digits that can matter for the value of a double; of the rest it matters only
// whether they are all zero.
const maxSignificant = 800

// StringToNumber is StringToNumber(s), the conversion of Number(s).
func (vm *VM) StringToNumber(s Str) (float64, error) {
	if s.Len() < longNumber {
		return numeric.StringToNumber(s.String()), vm.Charge(s.Len() >> 4)
	}
	s, err := vm.trimSpace(s)
	if err != nil {
		return 0, err
	}
	if s.Len() < longNumber {
		return numeric.StringToNumber(s.String()), nil
	}
	if radix := radixPrefix(s); radix != 0 {
		digits, n, err := vm.leadingDigits(s.Slice(2, s.Len()), radix)
		if err != nil || n != s.Len()-2 {
			return math.NaN(), err
		}
		if len(digits) >= longNumber/2 {
			return math.Inf(1), nil
		}
		return numeric.StringToNumber(s.Slice(0, 2).String() + "0" + digits), nil
	}
	text, n, err := vm.shortDecimal(s)
	if err != nil || n != s.Len() {
		return math.NaN(), err
	}
	return numeric.StringToNumber(text), nil
}

// ParseFloat is the global function parseFloat for a string.
func (vm *VM) ParseFloat(s Str) (float64, error) {
	if s.Len() < longNumber {
		return numeric.ParseFloat(s.String()), vm.Charge(s.Len() >> 4)
	}
	s, err := vm.trimLeft(s)
	if err != nil {
		return 0, err
	}
	text, n, err := vm.shortDecimal(s)
	if err != nil {
		return 0, err
	}
	if n == 0 { // Infinity or nothing
		return numeric.ParseFloat(s.Slice(0, min(s.Len(), 20)).String()), nil
	}
	return numeric.ParseFloat(text), nil
}

// ParseInt is the global function parseInt for a string; radix 0 means that the text decides.
func (vm *VM) ParseInt(s Str, radix int32) (float64, error) {
	if s.Len() < longNumber {
		return numeric.ParseInt(s.String(), radix), vm.Charge(s.Len() >> 4)
	}
	s, err := vm.trimLeft(s)
	if err != nil {
		return 0, err
	}
	head := 0
	if s.Len() > 0 && (s.At(0) == '-' || s.At(0) == '+') {
		head = 1
	}
	actual := radix
	if rest := s.Slice(head, s.Len()); (radix == 0 || radix == 16) && radixPrefix(rest) == 16 {
		head, actual = head+2, 16
	} else if radix == 0 {
		actual = 10
	}
	if actual < 2 || actual > 36 {
		return math.NaN(), nil
	}
	digits, n, err := vm.leadingDigits(s.Slice(head, s.Len()), int(actual))
	if err != nil || n == 0 {
		return math.NaN(), err
	}
	return numeric.ParseInt(s.Slice(0, head).String()+"0"+digits, radix), nil
}

// radixPrefix returns the radix that the prefix 0x, 0o or 0b of s says, 0 if there is none.
func radixPrefix(s Str) int {
	if s.Len() < 3 || s.At(0) != '0' {
		return 0
	}
	switch s.At(1) | 0x20 {
	case 'x':
		return 16
	case 'o':
		return 8
	case 'b':
		return 2
	}
	return 0
}

// leadingDigits returns the digits at the beginning of s without leading zeros, cut where the value exceeds all doubles,
// and the number of all digits there.
func (vm *VM) leadingDigits(s Str, radix int) (digits string, n int, err error) {
	var buf []byte
	for ; n < s.Len(); n++ {
		if n&4095 == 4095 {
			if err := vm.Charge(1024); err != nil {
				return "", 0, err
			}
		}
		c := s.At(n)
		d := 99
		switch {
		case c-'0' <= 9:
			d = int(c - '0')
		case c|0x20 >= 'a' && c|0x20 <= 'z':
			d = int(c|0x20-'a') + 10
		}
		if d >= radix {
			break
		}
		if (len(buf) > 0 || d != 0) && len(buf) < longNumber/2 {
			buf = append(buf, byte(c))
		}
	}
	return string(buf), n, nil
}

// shortDecimal reads the longest decimal literal at the beginning of s, n code units, and returns a short text of the
// same value. n is 0 if there is none.
func (vm *VM) shortDecimal(s Str) (text string, n int, err error) {
	i := 0
	if i < s.Len() && (s.At(i) == '-' || s.At(i) == '+') {
		i++
	}
	var sig []byte // the value is sig·10^exp
	exp, digits, sticky, point := 0, 0, false, false
	for ; i < s.Len(); i++ {
		if i&4095 == 4095 {
			if err := vm.Charge(1024); err != nil {
				return "", 0, err
			}
		}
		c := s.At(i)
		if c == '.' && !point {
			point = true
			continue
		}
		if c-'0' > 9 {
			break
		}
		digits++
		keep := len(sig) < maxSignificant && (len(sig) > 0 || c != '0')
		switch {
		case keep:
			sig = append(sig, byte(c))
		case len(sig) > 0:
			sticky = sticky || c != '0'
		}
		if point && (keep || len(sig) == 0) {
			exp--
		} else if !point && !keep && len(sig) > 0 {
			exp++
		}
	}
	if digits == 0 {
		return "", 0, nil
	}
	n = i
	if i < s.Len() && s.At(i)|0x20 == 'e' {
		e, end, err := vm.shortExponent(s, i+1)
		if err != nil {
			return "", 0, err
		}
		if end > 0 {
			n = end
			exp += e
		}
	}
	if sticky {
		sig = append(sig, '1')
		exp--
	}
	if len(sig) == 0 {
		sig = []byte{'0'}
	}
	sign := ""
	if s.At(0) == '-' {
		sign = "-"
	}
	return sign + string(sig) + "e" + strconv.Itoa(exp), n, nil
}

// shortExponent reads the exponent of a literal at s[i]; end is 0 if there is none. Enormous exponents are clamped.
func (vm *VM) shortExponent(s Str, i int) (e, end int, err error) {
	negative := false
	if i < s.Len() && (s.At(i) == '-' || s.At(i) == '+') {
		negative = s.At(i) == '-'
		i++
	}
	start := i
	for ; i < s.Len() && s.At(i)-'0' <= 9; i++ {
		if i&4095 == 4095 {
			if err := vm.Charge(1024); err != nil {
				return 0, 0, err
			}
		}
		e = min(e*10+int(s.At(i)-'0'), 1<<30-1)
	}
	if i == start {
		return 0, 0, nil
	}
	if negative {
		e = -e
	}
	return e, i, nil
}

// trimLeft removes white space at the beginning.
func (vm *VM) trimLeft(s Str) (Str, error) {
	i := 0
	for i < s.Len() && numeric.IsSpace(rune(s.At(i))) {
		if i++; i&4095 == 0 {
			if err := vm.Charge(512); err != nil {
				return s, err
			}
		}
	}
	return s.Slice(i, s.Len()), nil
}

// trimSpace removes white space at both ends.
func (vm *VM) trimSpace(s Str) (Str, error) {
	s, err := vm.trimLeft(s)
	if err != nil {
		return s, err
	}
	n := s.Len()
	for n > 0 && numeric.IsSpace(rune(s.At(n-1))) {
		if n--; n&4095 == 0 {
			if err := vm.Charge(512); err != nil {
				return s, err
			}
		}
	}
	return s.Slice(0, n), nil
}
