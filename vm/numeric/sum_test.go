// This file holds the tests of Sum against math/big.

package numeric

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// exactSum adds with enough precision for any doubles (2^1024 down to 2^-1074) and rounds once.
func exactSum(values []float64) float64 {
	sum := new(big.Float).SetPrec(2400)
	for _, v := range values {
		sum.Add(sum, new(big.Float).SetPrec(2400).SetFloat64(v))
	}
	f, _ := sum.Float64()
	return f
}

func TestSumRandom(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for round := range 3000 {
		values := make([]float64, 1+rnd.IntN(12))
		for i := range values {
			switch round % 3 {
			case 0: // any finite double
				v := math.Float64frombits(rnd.Uint64())
				if math.IsNaN(v) || math.IsInf(v, 0) {
					v = math.MaxFloat64
				}
				values[i] = v
			case 1: // cancellation near one exponent, and ties
				values[i] = math.Ldexp(float64(rnd.IntN(1<<20)-1<<19), rnd.IntN(64)-10)
			default: // subnormal results
				values[i] = math.Ldexp(float64(rnd.IntN(1<<30)-1<<29), -1074-rnd.IntN(8)+rnd.IntN(30))
			}
		}
		var s Sum
		for _, v := range values {
			s.Add(v)
		}
		got, want := s.Value(), exactSum(values)
		if got != want {
			t.Fatalf("sum of %v = %v, want %v", values, got, want)
		}
		if again := s.Value(); again != got {
			t.Fatalf("Value is not repeatable: %v, %v", got, again)
		}
	}
}

func TestSumCases(t *testing.T) {
	inf, negZero := math.Inf(1), math.Copysign(0, -1)
	for _, c := range []struct {
		values []float64
		want   float64
	}{
		{nil, negZero},
		{[]float64{negZero, negZero}, negZero},
		{[]float64{negZero, 0}, 0},
		{[]float64{1, -1}, 0},
		{[]float64{0.1, 0.2, 0.3}, 0.6},
		{[]float64{1e308, 1e308, -1e308}, 1e308},
		{[]float64{1e308, 1e308}, inf},
		{[]float64{-1e308, -1e308}, -inf},
		{[]float64{math.MaxFloat64, 0x1p970}, inf},
		{[]float64{math.MaxFloat64, 0x1p970, -5e-324}, math.MaxFloat64},
		{[]float64{1, 0x1p-53}, 1},
		{[]float64{1, 0x1p-53, 5e-324}, 1 + 0x1p-52},
		{[]float64{1e20, 0.1, -1e20}, 0.1},
		{[]float64{inf, 1}, inf},
		{[]float64{inf, -inf}, math.NaN()},
		{[]float64{math.NaN(), 1}, math.NaN()},
	} {
		var s Sum
		for _, v := range c.values {
			s.Add(v)
		}
		if got := s.Value(); !same(got, c.want) {
			t.Errorf("sum of %v = %v, want %v", c.values, got, c.want)
		}
	}
}
