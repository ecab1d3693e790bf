// Package numeric converts between ECMAScript Numbers and text and implements the
// integer conversions of the language.
//
// The package has no state and knows no values of the virtual machine: a Number is a float64, text is
// a Go string in ASCII or WTF-8. Everything is exact where the specification asks for exact results, and
// where it leaves a choice (the digits of toString(radix) for fractions, parseInt beyond 2^53 in a radix that is
// not 10 or a power of two) the digits are those of V8, because that is what programs were tested with.
//
// Three facts carry the formatting functions:
//
//   - strconv gives the shortest digits that round-trip, which is Number::toString up to layout.
//   - strconv with a fixed number of digits is exact but sends ties to the even digit; ECMAScript sends
//     ties to the larger value. x = m·2^e with m odd lies halfway between two decimals of d
//     fraction digits exactly when -e == d+1 (and, for d < 0, 5^-d divides m), so a tie is recognised from the bits and
//     the last digit is mended. See [tieGoesUp].
//   - A double times 10^d for d <= 19 fits 128 bits, so toFixed of ordinary values is integer arithmetic.
//
// All functions are linear in the length of their input. The cost per byte is stated where the input can be long, so
// that a caller can charge for it first; [ParseBigInt], the only one that is not linear, takes a charge function.
package numeric
