// This file defines the string to Number conversions: Number(), parseFloat, parseInt, BigInt().

package numeric

import (
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"unicode/utf8"
)

// IsSpace reports whether r is WhiteSpace or LineTerminator in the sense of the specification: what
// String.prototype.trim and the conversions of this file skip.
func IsSpace(r rune) bool {
	switch {
	case r <= ' ':
		return r == ' ' || '\t' <= r && r <= '\r'
	case r < 0xa0:
		return false
	case r < 0x2000:
		return r == 0xa0 || r == 0x1680
	}
	return r <= 0x200a || r == 0x2028 || r == 0x2029 || r == 0x202f || r == 0x205f || r == 0x3000 || r == 0xfeff
}

// TrimLeft returns s without its leading white space.
func TrimLeft(s string) string {
	for i := 0; i < len(s); {
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[i:])
		}
		if !IsSpace(r) {
			return s[i:]
		}
		i += n
	}
	return ""
}

// TrimRight returns s without its trailing white space.
func TrimRight(s string) string {
	for len(s) > 0 {
		r, n := rune(s[len(s)-1]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeLastRuneInString(s)
		}
		if !IsSpace(r) {
			return s
		}
		s = s[:len(s)-n]
	}
	return ""
}

// StringToNumber is StringToNumber of the specification, the conversion of Number(s) and of arithmetic: white
// space around a decimal, hexadecimal, octal or binary literal or Infinity; nothing at all is 0; anything else is NaN.
// Separators and the n suffix are not part of the grammar. It costs about 2 ns a byte.
func StringToNumber(s string) float64 {
	if v, ok := smallDecimal(s); ok {
		return v
	}
	s = TrimRight(TrimLeft(s))
	if s == "" {
		return 0
	}
	if len(s) > 2 && s[0] == '0' {
		if shift := prefixShift(s[1]); shift != 0 {
			v, n := powerOfTwoDigits(s[2:], shift)
			if n != len(s)-2 {
				return math.NaN()
			}
			return v
		}
	}
	v, n := decimalPrefix(s)
	if n != len(s) {
		return math.NaN()
	}
	return v
}

// smallDecimal reads up to 15 decimal digits and nothing else, the commonest numeric string.
func smallDecimal(s string) (float64, bool) {
	if len(s) == 0 || len(s) > 15 {
		return 0, false
	}
	n := uint64(0)
	for i := range len(s) {
		d := s[i] - '0'
		if d > 9 {
			return 0, false
		}
		n = n*10 + uint64(d)
	}
	return float64(n), true
}

// prefixShift returns the bits per digit of the literal prefix 0c, 0 if there is no such prefix.
func prefixShift(c byte) uint {
	switch c {
	case 'x', 'X':
		return 4
	case 'o', 'O':
		return 3
	case 'b', 'B':
		return 1
	}
	return 0
}

// ParseFloat is the global function parseFloat: the longest prefix, after white space, that is a decimal literal or
// Infinity; NaN if there is none. It costs about 2 ns a byte of that prefix.
func ParseFloat(s string) float64 {
	if v, ok := smallDecimal(s); ok {
		return v
	}
	v, n := decimalPrefix(TrimLeft(s))
	if n == 0 {
		return math.NaN()
	}
	return v
}

// decimalPrefix reads the longest StrDecimalLiteral at the start of s; n is its length, 0 if there is none.
func decimalPrefix(s string) (v float64, n int) {
	i := 0
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	const infinity = "Infinity"
	if len(s)-i >= len(infinity) && s[i:i+len(infinity)] == infinity {
		if s[0] == '-' {
			return math.Inf(-1), i + len(infinity)
		}
		return math.Inf(1), i + len(infinity)
	}
	start := i
	i = skipDigits(s, i)
	digits := i - start
	if i < len(s) && s[i] == '.' {
		j := skipDigits(s, i+1)
		digits += j - i - 1
		if digits > 0 {
			i = j
		}
	}
	if digits == 0 {
		return 0, 0
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		j := i + 1
		if j < len(s) && (s[j] == '+' || s[j] == '-') {
			j++
		}
		if k := skipDigits(s, j); k > j {
			i = k
		}
	}
	if i > significant {
		// strconv loses the place of the point when it drops digits before it: it reads 1, 800 zeros, e-800 as 0.1.
		r := longReader{text: s[:i], charge: func(int) error { return nil }}
		return r.decimal(), i
	}
	// The only error left is a range error, whose value is the infinity we want.
	v, _ = strconv.ParseFloat(s[:i], 64)
	return v, i
}

func skipDigits(s string, i int) int {
	for i < len(s) && s[i]-'0' <= 9 {
		i++
	}
	return i
}

// digitValue returns the value of an alphanumeric digit, 36 for any other byte.
func digitValue(c byte) int {
	switch {
	case c-'0' <= 9:
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'z':
		return int(c|0x20-'a') + 10
	}
	return 36
}

// powerOfTwoDigits reads digits of shift bits each and rounds the exact value half to even; n is their count.
func powerOfTwoDigits(s string, shift uint) (v float64, n int) {
	var m uint64 // the leading 64 bits at most
	dropped := 0 // bits below m
	sticky := uint64(0)
	for ; n < len(s); n++ {
		d := digitValue(s[n])
		if d >= 1<<shift {
			break
		}
		if bits.Len64(m)+int(shift) <= 64 {
			m = m<<shift | uint64(d)
			continue
		}
		sticky |= uint64(d)
		dropped += int(shift)
	}
	if sticky != 0 {
		m |= 1 // m has more than 54 bits, so its last bit is below the rounding position
	}
	// uint64 to float64 rounds half to even.
	return math.Ldexp(float64(m), min(dropped, 1<<20)), n
}

// ParseInt is the global function parseInt with a radix already converted by ToInt32. 0 means that the text decides.
// Radix 10 and powers of two are exact for any length; the other radices accumulate groups of digits in a double as V8
// does, which is exact up to 2^53. It costs about 2 ns a byte.
func ParseInt(s string, radix int32) float64 {
	if radix == 0 || radix == 10 {
		if v, ok := smallDecimal(s); ok {
			return v
		}
	}
	s, base, neg := intPrefix(TrimLeft(s), radix)
	if base < 2 || base > 36 {
		return math.NaN()
	}
	v, n := integerPrefix(s, base)
	switch {
	case n == 0:
		return math.NaN()
	case neg:
		return -v
	}
	return v
}

// intPrefix reads the sign and the prefix 0x of parseInt and decides the base.
func intPrefix(s string, radix int32) (rest string, base int, neg bool) {
	if s != "" && (s[0] == '-' || s[0] == '+') {
		neg = s[0] == '-'
		s = s[1:]
	}
	if (radix == 0 || radix == 16) && len(s) >= 2 && s[0] == '0' && s[1]|0x20 == 'x' {
		return s[2:], 16, neg
	}
	if radix == 0 {
		radix = 10
	}
	return s, int(radix), neg
}

// integerPrefix reads the leading digits of s; n is their count.
func integerPrefix(s string, radix int) (v float64, n int) {
	if radix == 10 {
		n = skipDigits(s, 0)
		if n > 0 {
			v, _ = strconv.ParseFloat(s[:n], 64)
		}
		return v, n
	}
	if radix&(radix-1) == 0 {
		return powerOfTwoDigits(s, uint(bits.TrailingZeros(uint(radix))))
	}
	// Groups of digits are collected in 32 bits, so that the double rounds once a group. Leading zeros are in none.
	const maxMultiplier = math.MaxUint32 / 36
	for n < len(s) && s[n] == '0' {
		n++
	}
	for {
		part, multiplier := uint64(0), uint64(1)
		for n < len(s) && multiplier*uint64(radix) <= maxMultiplier {
			d := digitValue(s[n])
			if d >= radix {
				break
			}
			part = part*uint64(radix) + uint64(d)
			multiplier *= uint64(radix)
			n++
		}
		if multiplier == 1 {
			return v, n
		}
		v = v*float64(multiplier) + float64(part)
	}
}

// ParseBigInt is StringToBigInt: white space around a decimal integer with an optional sign, or an unsigned hexadecimal,
// octal or binary one; nothing at all is 0. ok is false if s is something else. Decimal text needs more than linear
// work: charge, if not nil, is called before each step with its cost in units of about one nanosecond, and its error ends
// the conversion. No step exceeds the cost of one multiplication of numbers half the length of the result.
func ParseBigInt(s string, charge func(units int) error) (v *big.Int, ok bool, err error) {
	if charge == nil {
		charge = func(int) error { return nil }
	}
	if err := charge(min(len(s), checkStep)); err != nil {
		return nil, false, err
	}
	s = TrimRight(TrimLeft(s))
	if s == "" {
		return new(big.Int), true, nil
	}
	radix := 10
	neg := false
	switch {
	case len(s) > 2 && s[0] == '0' && prefixShift(s[1]) != 0:
		radix = 1 << prefixShift(s[1])
		s = s[2:]
	case s[0] == '+' || s[0] == '-':
		neg = s[0] == '-'
		s = s[1:]
	}
	for i := range len(s) {
		if i > 0 && i%checkStep == 0 {
			if err := charge(min(len(s)-i, checkStep)); err != nil {
				return nil, false, err
			}
		}
		if digitValue(s[i]) >= radix {
			return nil, false, nil
		}
	}
	if s == "" {
		return nil, false, nil
	}
	v, err = digitsToBig(s, radix, charge)
	if err != nil {
		return nil, false, err
	}
	if neg {
		v.Neg(v)
	}
	return v, true, nil
}

// checkStep is the number of digits that are looked at between two charges.
const checkStep = 1 << 14

// chunkDigits is how many digits are given to big.Int.SetString, which is quadratic, at once.
const chunkDigits = 1024

// digitsToBig converts valid digits: text is cut into chunks whose values are joined pairwise with the powers
// radix^(chunk·2^i), so that the work is that of the largest multiplications.
func digitsToBig(s string, radix int, charge func(int) error) (*big.Int, error) {
	if radix != 10 {
		return bitsToBig(s, bits.TrailingZeros(uint(radix))), nil
	}
	if len(s) <= chunkDigits {
		v, _ := new(big.Int).SetString(s, radix)
		return v, nil
	}
	var parts []*big.Int // least significant first
	for len(s) > 0 {
		if err := charge(chunkDigits); err != nil {
			return nil, err
		}
		cut := max(len(s)-chunkDigits, 0)
		v, _ := new(big.Int).SetString(s[cut:], radix)
		parts, s = append(parts, v), s[:cut]
	}
	power := new(big.Int).Exp(big.NewInt(int64(radix)), big.NewInt(chunkDigits), nil)
	for {
		cost := mulCost(len(power.Bits()))
		for i := 0; i+1 < len(parts); i += 2 {
			if err := charge(cost); err != nil {
				return nil, err
			}
			hi := parts[i+1].Mul(parts[i+1], power)
			parts[i/2] = hi.Add(hi, parts[i])
		}
		if len(parts)&1 == 1 {
			parts[len(parts)/2] = parts[len(parts)-1]
		}
		parts = parts[:(len(parts)+1)/2]
		if len(parts) == 1 {
			return parts[0], nil
		}
		if err := charge(cost); err != nil {
			return nil, err
		}
		power.Mul(power, power)
	}
}

// bitsToBig packs digits of shift bits into words.
func bitsToBig(s string, shift int) *big.Int {
	words := make([]big.Word, (len(s)*shift+bits.UintSize-1)/bits.UintSize)
	at := 0
	for i := len(s) - 1; i >= 0; i-- {
		d := big.Word(digitValue(s[i]))
		word, off := at/bits.UintSize, at%bits.UintSize
		words[word] |= d << off
		if over := off + shift - bits.UintSize; over > 0 && d>>(shift-over) != 0 {
			words[word+1] |= d >> (shift - over)
		}
		at += shift
	}
	return new(big.Int).SetBits(words)
}

// mulCost estimates the nanoseconds of one multiplication of two numbers of n words: schoolbook up to 40 words, 1.58
// powers of n beyond (Karatsuba), which is what math/big does.
func mulCost(n int) int {
	if n <= 40 {
		return n*n + 10
	}
	return int(1600 * math.Pow(float64(n)/40, 1.585))
}
