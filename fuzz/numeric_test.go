// This file defines the fuzz target of number parsing and formatting.

package fuzz

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/neurocode-ai/codemode/vm/numeric"
)

// FuzzNumeric reads any text as a number in every way there is and checks the laws that tie the conversions together:
// what is printed reads back as the same number, exact integers agree with math/big, and rounding digits never
// moves a number by more than half a unit of the last digit.
func FuzzNumeric(f *testing.F) {
	for _, s := range []string{"", " 12 ", "0x1F", "0b101", "1e400", "-.5e-3", "Infinity", "9007199254740993", "1.005", "5e-324", "\u30001\ufeff", "0o17", "-0", "1_0", "12n", "0.000001", "123456789012345680000", "2251799813685248.5"} {
		f.Add(s, uint64(len(s)), uint8(len(s)))
	}
	f.Fuzz(func(t *testing.T, s string, bits uint64, n uint8) {
		radix := int(n)%35 + 2
		x := math.Float64frombits(bits)
		for _, v := range []float64{x, numeric.StringToNumber(s), numeric.ParseFloat(s), numeric.ParseInt(s, int32(radix)), math.Trunc(x)} {
			roundTrip(t, v, radix, int(n)%101)
		}
		if v, ok, err := numeric.ParseBigInt(s, nil); err != nil {
			t.Fatal(err)
		} else if ok {
			nearest, _ := new(big.Float).SetInt(v).Float64()
			if got := numeric.StringToNumber(s); got != nearest {
				t.Fatalf("Number(%q) = %v, nearest to BigInt is %v", s, got, nearest)
			}
		}
	})
}

func roundTrip(t *testing.T, x float64, radix, digits int) {
	text := numeric.FormatNumber(x)
	if string(numeric.AppendNumber(nil, x)) != text {
		t.Fatalf("AppendNumber and FormatNumber of %v differ", x)
	}
	if back := numeric.StringToNumber(text); back != x && x == x {
		t.Fatalf("%v prints as %q, which reads as %v", x, text, back)
	}
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return
	}
	if math.Trunc(x) == x && math.Abs(x) < 1<<53 {
		if back := numeric.ParseInt(numeric.FormatRadix(x, radix), int32(radix)); back != x {
			t.Fatalf("%v in radix %d reads back as %v", x, radix, back)
		}
	}
	checkRounded(t, x, numeric.FormatExponential(x, digits), digits)
	checkRounded(t, x, numeric.FormatPrecision(x, max(digits, 1)), max(digits, 1)-1)
	if math.Abs(x) < 1e21 {
		checkUnit(t, x, numeric.FormatFixed(x, digits), digits)
	}
	if one := numeric.ToInt32(x); uint32(one) != numeric.ToUint32(x) || one != int32(numeric.ToInt64(x)) {
		t.Fatalf("integer conversions of %v disagree", x)
	}
	var sum numeric.Sum
	for _, v := range []float64{x, 1e300, 1e-300, -1e300, -1e-300} {
		sum.Add(v)
	}
	if sum.Value() != x {
		t.Fatalf("exact sum around %v is %v", x, sum.Value())
	}
}

// checkRounded checks a text of digits+1 significant digits.
func checkRounded(t *testing.T, x float64, text string, digits int) {
	if x == 0 {
		return
	}
	mantissa, exp, found := strings.Cut(text, "e")
	if !found {
		mantissa = strings.TrimLeft(strings.ReplaceAll(strings.TrimPrefix(text, "-"), ".", ""), "0")
		if len(mantissa) != digits+1 {
			t.Fatalf("%q does not have %d digits", text, digits+1)
		}
		_, frac, _ := strings.Cut(text, ".")
		checkUnit(t, x, text, len(frac))
		return
	}
	checkUnit(t, x, text, digits-int(numeric.ParseInt(exp, 10)))
	if _, frac, _ := strings.Cut(mantissa, "."); len(frac) != digits {
		t.Fatalf("%q does not have %d fraction digits", text, digits)
	}
}

// checkUnit checks that text is within half of 10^-d of x, and above x if it is exactly half.
func checkUnit(t *testing.T, x float64, text string, d int) {
	got, ok := new(big.Rat).SetString(text)
	if !ok {
		t.Fatalf("%v prints as %q", x, text)
	}
	diff := got.Sub(got, new(big.Rat).SetFloat64(x))
	unit := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(d, -d))), nil))
	if d >= 0 {
		unit.Inv(unit)
	}
	if x < 0 {
		diff.Neg(diff)
	}
	diff.Add(diff, diff)
	if diff.Cmp(unit) > 0 || diff.Cmp(unit.Neg(unit)) <= 0 {
		t.Fatalf("%v rounded to %d decimals is %q", x, d, text)
	}
}
