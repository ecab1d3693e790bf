package stdlib

// This file defines Math. The functions that are not exact are those of package elementary, which agree with V8.

import (
	"math"
	"math/bits"

	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/numeric"
	"github.com/neurocode-ai/codemode/vm/numeric/elementary"
)

func (l *library) defineMath() {
	o := l.Object(l.Realm.ObjectPrototype)
	l.Global("Math", vm.ObjectValue(o))
	l.Tag(o, "Math")
	for _, c := range [...]struct {
		name  string
		value float64
	}{
		{"E", math.E}, {"LN10", math.Ln10}, {"LN2", math.Ln2}, {"LOG10E", math.Log10E}, {"LOG2E", math.Log2E},
		{"PI", math.Pi}, {"SQRT1_2", math.Sqrt2 / 2}, {"SQRT2", math.Sqrt2},
	} {
		l.Prop(o, l.Key(c.name), vm.Number(c.value), 0)
	}
	for _, f := range [...]struct {
		name string
		fn   func(float64) float64
	}{
		{"abs", math.Abs}, {"acos", elementary.Acos}, {"acosh", elementary.Acosh}, {"asin", elementary.Asin},
		{"asinh", elementary.Asinh}, {"atan", elementary.Atan}, {"atanh", elementary.Atanh}, {"cbrt", elementary.Cbrt},
		{"ceil", math.Ceil}, {"clz32", clz32}, {"cos", elementary.Cos}, {"cosh", elementary.Cosh}, {"exp", elementary.Exp},
		{"expm1", elementary.Expm1}, {"f16round", numeric.F16Round}, {"floor", math.Floor}, {"fround", fround},
		{"log", elementary.Log}, {"log10", elementary.Log10}, {"log1p", elementary.Log1p}, {"log2", elementary.Log2},
		{"round", round}, {"sign", sign}, {"sin", elementary.Sin}, {"sinh", elementary.Sinh}, {"sqrt", math.Sqrt},
		{"tan", elementary.Tan}, {"tanh", elementary.Tanh}, {"trunc", math.Trunc},
	} {
		l.Method(o, f.name, 1, unary(f.fn))
	}
	l.Method(o, "atan2", 2, binary(elementary.Atan2))
	l.Method(o, "pow", 2, binary(vm.Pow))
	l.Method(o, "imul", 2, binary(func(a, b float64) float64 {
		return float64(numeric.ToInt32(a) * numeric.ToInt32(b))
	}))
	l.Method(o, "hypot", 2, mathHypot)
	l.Method(o, "max", 2, mathMax)
	l.Method(o, "min", 2, mathMin)
	l.Method(o, "random", 0, func(c *vm.Call) (vm.Value, error) { return vm.Number(c.VM.Random().Float64()), nil })
	l.Method(o, "sumPrecise", 1, mathSumPrecise)
}

// unary makes a builtin of a function of one number.
func unary(f func(float64) float64) vm.NativeFunc {
	return func(c *vm.Call) (vm.Value, error) {
		if len(c.Args) > 0 && c.Args[0].IsNumber() {
			return vm.Number(f(c.Args[0].Float())), nil
		}
		x, err := c.VM.ToNumber(c.Arg(0))
		return vm.Number(f(x)), err
	}
}

// binary makes a builtin of a function of two numbers.
func binary(f func(a, b float64) float64) vm.NativeFunc {
	return func(c *vm.Call) (vm.Value, error) {
		a, err := c.VM.ToNumber(c.Arg(0))
		if err != nil {
			return vm.Undefined, err
		}
		b, err := c.VM.ToNumber(c.Arg(1))
		return vm.Number(f(a, b)), err
	}
}

func clz32(f float64) float64 { return float64(bits.LeadingZeros32(numeric.ToUint32(f))) }

func fround(f float64) float64 { return float64(float32(f)) }

func sign(f float64) float64 {
	switch {
	case f > 0:
		return 1
	case f < 0:
		return -1
	}
	return f
}

// round rounds half towards positive infinity, and keeps the sign of results that are zero.
func round(f float64) float64 {
	r := math.Floor(f)
	if f-r >= 0.5 {
		r++
	}
	if r == 0 {
		return math.Copysign(0, f)
	}
	return r
}

func mathMax(c *vm.Call) (vm.Value, error) {
	if len(c.Args) == 2 && c.Args[0].IsNumber() && c.Args[1].IsNumber() {
		return vm.Number(max(c.Args[0].Float(), c.Args[1].Float())), nil
	}
	return fold(c, math.Inf(-1), func(a, b float64) float64 { return max(a, b) })
}

func mathMin(c *vm.Call) (vm.Value, error) {
	if len(c.Args) == 2 && c.Args[0].IsNumber() && c.Args[1].IsNumber() {
		return vm.Number(min(c.Args[0].Float(), c.Args[1].Float())), nil
	}
	return fold(c, math.Inf(1), func(a, b float64) float64 { return min(a, b) })
}

// fold converts all arguments and combines them. The builtins min and max of Go treat NaN and -0 as the language does.
func fold(c *vm.Call, acc float64, f func(a, b float64) float64) (vm.Value, error) {
	for i, v := range c.Args {
		if i&1023 == 1023 {
			if err := c.VM.Charge(1024); err != nil {
				return vm.Undefined, err
			}
		}
		x, err := c.VM.ToNumber(v)
		if err != nil {
			return vm.Undefined, err
		}
		acc = f(acc, x)
	}
	return vm.Number(acc), nil
}

// mathHypot is Math.hypot: the square root of the sum of squares, scaled by the largest argument, with the rounding errors of
// the sum carried along.
func mathHypot(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if err := m.Alloc(8 * len(c.Args)); err != nil {
		return vm.Undefined, err
	}
	list := make([]float64, len(c.Args))
	largest, nan := 0.0, false
	for i, v := range c.Args {
		x, err := m.ToNumber(v)
		if err != nil {
			return vm.Undefined, err
		}
		x = math.Abs(x)
		nan = nan || x != x
		largest = max(largest, x)
		if list[i] = x; math.IsInf(x, 0) {
			largest = x
		}
	}
	if err := m.Charge(len(list) >> 1); err != nil {
		return vm.Undefined, err
	}
	for _, x := range list {
		if math.IsInf(x, 0) {
			return vm.Number(x), nil
		}
	}
	if nan || largest == 0 {
		if nan {
			largest = math.NaN()
		}
		return vm.Number(largest), nil
	}
	sum, lost := 0.0, 0.0
	for _, x := range list {
		n := x / largest
		term := float64(n*n) - lost
		next := sum + term
		lost = (next - sum) - term
		sum = next
	}
	return vm.Number(math.Sqrt(sum) * largest), nil
}

// mathSumPrecise is Math.sumPrecise(iterable): the exact sum, rounded once.
func mathSumPrecise(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if c.Arg(0).IsNullish() {
		return vm.Undefined, m.ThrowType("Math.sumPrecise needs an iterable of numbers, not %s", m.Describe(c.Arg(0)))
	}
	var sum numeric.Sum
	err := m.Iterate(c.Arg(0), func(v vm.Value) error {
		if !v.IsNumber() {
			return m.ThrowType("Math.sumPrecise adds numbers only, not %s: convert the elements with Number first", m.Describe(v))
		}
		sum.Add(v.Float())
		return m.Charge(2)
	})
	if err != nil {
		return vm.Undefined, err
	}
	return vm.Number(sum.Value()), nil
}
