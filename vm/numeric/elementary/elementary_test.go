package elementary

// This file holds the tests against V8: hashes over the results of testdata/hashes.mjs, and single values.

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math"
	"testing"
)

// generator makes the inputs of hashes.mjs.
type generator uint32

func (g *generator) next() float64 {
	*g = *g*1103515245 + 12345
	return float64(*g) / (1 << 32)
}

func sample(yield func(x float64)) {
	for i := -500; i <= 500; i++ {
		f := float64(i)
		yield(f / 10)
		yield(f)
		yield(f / 512)
	}
	g := generator(12345)
	for range 3000 {
		yield((g.next() - 0.5) * 2)
		yield((g.next() - 0.5) * 20)
		yield((g.next() - 0.5) * 1500)
		yield(g.next() * 800000)
		x := g.next()
		yield(math.Ldexp(x, int(g.next()*120)-100))
	}
	for _, x := range []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 5e-324,
		2.2250738585072014e-308, 1.7976931348623157e308, 709.782712893384, -745.1332191019412} {
		yield(x)
	}
}

func pairs(yield func(a, b float64)) {
	g := generator(12345)
	bases := []func() float64{
		func() float64 { return g.next() * 10 }, func() float64 { return 1 + float64(g.next()*0.2) },
		func() float64 { return g.next() * 1000 }, func() float64 { return math.Floor(g.next() * 100) },
		func() float64 { return math.Floor(g.next()*20) / 10 }, func() float64 { return (g.next() - 0.5) * 20 },
	}
	exponents := []func() float64{
		func() float64 { return math.Floor(g.next() * 30) }, func() float64 { return float64(g.next()*10) - 5 },
		func() float64 { return 1 / (1 + math.Floor(g.next()*12)) }, func() float64 { return math.Floor(g.next() * 400) },
		func() float64 { return 0.5 }, func() float64 { return -math.Floor(g.next() * 20) },
	}
	for i := range 12000 {
		a := bases[i%6]()
		yield(a, exponents[i/6%6]())
	}
	for i := -330; i <= 330; i++ {
		for _, b := range []float64{10, 2, 1.1, -3, 0.5} {
			yield(b, float64(i))
		}
	}
	special := []float64{0, math.Copysign(0, -1), 1, -1, 2, -2, 0.5, -0.5, 3, math.Inf(1), math.Inf(-1), math.NaN(), 1e300, -1e300,
		5e-324, 1 << 53, 1<<53 + 2, 0.9999999999, 1.0000000001}
	for _, a := range special {
		for _, b := range special {
			yield(a, b)
		}
	}
}

func update(h hash.Hash, x float64) {
	b := math.Float64bits(x)
	if x != x {
		b = 0x7ff8000000000001
	}
	h.Write(binary.BigEndian.AppendUint64(nil, b))
}

func digest(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil))[:16] }

// v8 holds what hashes.mjs prints.
var v8 = map[string]string{
	"acos":  "40701ace7570d580",
	"acosh": "b60a4506af29c106",
	"asin":  "8f9915b71049f08a",
	"asinh": "44dab5d555097a2f",
	"atan":  "97cc4d23c7b1abed",
	"atanh": "d2ba7746621e8b5b",
	"cbrt":  "3f6a3d4f2b3ca317",
	"cos":   "9be8356082e53321",
	"cosh":  "91e174f5d80199b0",
	"exp":   "944fb69886e3a6bf",
	"expm1": "fcaeb902978fcf85",
	"log":   "ae345a7da540c92e",
	"log10": "216f3d6dba68c0bc",
	"log1p": "bdd3a541d73fe055",
	"log2":  "12f1bd483ff0fa4f",
	"sin":   "4c25d934bf88904e",
	"sinh":  "e9459b4157d44f1f",
	"tan":   "c931032904f4ad48",
	"tanh":  "e6839eeb99a9a528",
	"pow":   "eb4255b26e60ca6b",
	"atan2": "2ddbb4dab2c42ecc",
}

func TestAgainstV8(t *testing.T) {
	for name, f := range map[string]func(float64) float64{
		"acos": Acos, "acosh": Acosh, "asin": Asin, "asinh": Asinh, "atan": Atan, "atanh": Atanh, "cbrt": Cbrt, "cos": Cos,
		"cosh": Cosh, "exp": Exp, "expm1": Expm1, "log": Log, "log10": Log10, "log1p": Log1p, "log2": Log2, "sin": Sin,
		"sinh": Sinh, "tan": Tan, "tanh": Tanh,
	} {
		h := sha256.New()
		sample(func(x float64) { update(h, f(x)) })
		if got := digest(h); got != v8[name] {
			t.Errorf("%s: hash %s, want %s", name, got, v8[name])
		}
	}
	for name, f := range map[string]func(a, b float64) float64{"pow": Pow, "atan2": Atan2} {
		h := sha256.New()
		pairs(func(a, b float64) { update(h, f(a, b)) })
		if got := digest(h); got != v8[name] {
			t.Errorf("%s: hash %s, want %s", name, got, v8[name])
		}
	}
}

// TestLargeArguments: the reduction of large angles against V8.
func TestLargeArguments(t *testing.T) {
	for _, c := range []struct{ x, sin, cos float64 }{
		{1000000, -0.34999350217129294, 0.9367521275331447},
		{1000000000, 0.5458434494486996, 0.8378871813639024},
		{-1000000000, -0.5458434494486996, 0.8378871813639024},
		{1099511627776, -0.40570501153282873, -0.914004071991557},
		{1000000000000000, 0.8582727931702359, -0.5131937377869702},
		{1e+22, -0.8522008497671888, 0.523214785395139},
		{-1e+22, 0.8522008497671888, 0.523214785395139},
		{1e+100, -0.3806377310050287, 0.9247242387519338},
		{1.7976931348623157e+308, 0.004961954789184062, -0.9999876894265599},
		{5.319372648326541e+255, 1, -4.687165924254628e-19},
		{1.0715086071862673e+301, -0.15920170308624243, 0.9872460775989135},
		{823550, 0.3291632977102722, 0.9442730131908349},
		{1234567.89, -0.49423580789695304, -0.869327881867622},
	} {
		if s, k := Sin(c.x), Cos(c.x); s != c.sin || k != c.cos {
			t.Errorf("%v: sin %v cos %v, want %v %v", c.x, s, k, c.sin, c.cos)
		}
	}
}

func BenchmarkPow(b *testing.B) {
	x := 1.0
	for b.Loop() {
		x = Pow(1.0001, x+1)
	}
}

func BenchmarkSin(b *testing.B) {
	x := 1.0
	for b.Loop() {
		x = Sin(x) + 2
	}
}
