package stdlib

// This file defines Number.

import (
	"math"

	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/numeric"
)

func (l *library) defineNumber() {
	p := l.Realm.NumberPrototype
	k := l.Constructor("Number", 1, numberConstructor, p, nil)
	for _, c := range [...]struct {
		name  string
		value float64
	}{
		{"EPSILON", 0x1p-52}, {"MAX_SAFE_INTEGER", maxSafeInteger}, {"MAX_VALUE", math.MaxFloat64},
		{"MIN_SAFE_INTEGER", -maxSafeInteger}, {"MIN_VALUE", 5e-324}, {"NaN", math.NaN()},
		{"NEGATIVE_INFINITY", math.Inf(-1)}, {"POSITIVE_INFINITY", math.Inf(1)},
	} {
		l.Prop(k, l.Key(c.name), vm.Number(c.value), 0)
	}
	l.Prop(k, l.Key("parseFloat"), vm.ObjectValue(l.parseFloat), vm.FlagsHidden)
	l.Prop(k, l.Key("parseInt"), vm.ObjectValue(l.parseInt), vm.FlagsHidden)
	l.Method(k, "isFinite", 1, func(c *vm.Call) (vm.Value, error) {
		v := c.Arg(0)
		return vm.Bool(v.IsNumber() && v.Float()-v.Float() == 0), nil
	})
	l.Method(k, "isInteger", 1, func(c *vm.Call) (vm.Value, error) { return vm.Bool(isIntegral(c.Arg(0))), nil })
	l.Method(k, "isNaN", 1, func(c *vm.Call) (vm.Value, error) {
		v := c.Arg(0)
		return vm.Bool(v.IsNumber() && v.Float() != v.Float()), nil
	})
	l.Method(k, "isSafeInteger", 1, func(c *vm.Call) (vm.Value, error) {
		v := c.Arg(0)
		return vm.Bool(isIntegral(v) && math.Abs(v.Float()) <= maxSafeInteger), nil
	})
	l.Method(p, "toExponential", 1, numberToExponential)
	l.Method(p, "toFixed", 1, numberToFixed)
	l.Method(p, "toLocaleString", 0, numberToLocaleString)
	l.Method(p, "toPrecision", 1, numberToPrecision)
	l.Method(p, "toString", 1, numberToString)
	l.Method(p, "valueOf", 0, func(c *vm.Call) (vm.Value, error) {
		f, err := thisNumber(c, "valueOf")
		return vm.Number(f), err
	})
}

const maxSafeInteger = 1<<53 - 1

// isIntegral is IsIntegralNumber(v).
func isIntegral(v vm.Value) bool {
	return v.IsNumber() && v.Float() == math.Trunc(v.Float()) && !math.IsInf(v.Float(), 0)
}

// numberConstructor is Number(value) and new Number(value).
func numberConstructor(c *vm.Call) (vm.Value, error) {
	m := c.VM
	f := 0.0
	if len(c.Args) > 0 {
		v, err := m.ToNumeric(c.Args[0])
		if err != nil {
			return vm.Undefined, err
		}
		if b := v.BigInt(); b != nil {
			f = bigToFloat(b)
		} else {
			f = v.Float()
		}
	}
	if c.NewTarget == nil {
		return vm.Number(f), nil
	}
	proto, err := m.ProtoFromConstructor(c.NewTarget, m.Realm().NumberPrototype)
	if err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(m.NewObjectOf(vm.ClassNumber, proto, vm.Number(f))), nil
}

// thisNumber is ThisNumberValue(this).
func thisNumber(c *vm.Call, method string) (float64, error) {
	if c.This.IsNumber() {
		return c.This.Float(), nil
	}
	if o := c.This.Object(); o != nil && o.Class() == vm.ClassNumber {
		return o.Data().(vm.Value).Float(), nil
	}
	return 0, incompatible(c.VM, "Number.prototype."+method, c.This)
}

// digits converts the argument of a formatting method. It is checked by the caller, after the receiver has had its say.
func digits(c *vm.Call, method string) (f, n float64, err error) {
	if f, err = thisNumber(c, method); err != nil {
		return 0, 0, err
	}
	n, err = c.VM.ToIntegerOrInfinity(c.Arg(0))
	return f, n, err
}

// numberText returns the text of a number as a value, charging for its memory.
func numberText(m *vm.VM, text string) (vm.Value, error) {
	return vm.ASCII(text), m.Alloc(len(text) + 8)
}

func numberToFixed(c *vm.Call) (vm.Value, error) {
	f, n, err := digits(c, "toFixed")
	if err != nil {
		return vm.Undefined, err
	}
	if n < 0 || n > numeric.MaxDigits {
		return vm.Undefined, c.VM.ThrowRange("toFixed() digits argument must be between 0 and 100")
	}
	return numberText(c.VM, numeric.FormatFixed(f, int(n)))
}

func numberToExponential(c *vm.Call) (vm.Value, error) {
	f, n, err := digits(c, "toExponential")
	if err != nil {
		return vm.Undefined, err
	}
	if f-f != 0 {
		return vm.NumberString(f), nil
	}
	if n < 0 || n > numeric.MaxDigits {
		return vm.Undefined, c.VM.ThrowRange("toExponential() argument must be between 0 and 100")
	}
	if c.Arg(0).IsUndefined() {
		n = -1
	}
	return numberText(c.VM, numeric.FormatExponential(f, int(n)))
}

func numberToPrecision(c *vm.Call) (vm.Value, error) {
	if c.Arg(0).IsUndefined() {
		f, err := thisNumber(c, "toPrecision")
		return vm.NumberString(f), err
	}
	f, n, err := digits(c, "toPrecision")
	if err != nil {
		return vm.Undefined, err
	}
	if f-f != 0 {
		return vm.NumberString(f), nil
	}
	if n < 1 || n > numeric.MaxDigits {
		return vm.Undefined, c.VM.ThrowRange("toPrecision() argument must be between 1 and 100")
	}
	return numberText(c.VM, numeric.FormatPrecision(f, int(n)))
}

func numberToString(c *vm.Call) (vm.Value, error) {
	f, err := thisNumber(c, "toString")
	if err != nil {
		return vm.Undefined, err
	}
	radix, err := radixArgument(c)
	if err != nil {
		return vm.Undefined, err
	}
	if radix == 10 {
		return vm.NumberString(f), nil
	}
	return numberText(c.VM, numeric.FormatRadix(f, radix))
}

// radixArgument converts the argument of toString.
func radixArgument(c *vm.Call) (int, error) {
	if c.Arg(0).IsUndefined() {
		return 10, nil
	}
	r, err := c.VM.ToIntegerOrInfinity(c.Arg(0))
	if err != nil {
		return 0, err
	}
	if r < 2 || r > 36 {
		return 0, c.VM.ThrowRange("toString() radix must be between 2 and 36")
	}
	return int(r), nil
}

// numberToLocaleString is Number.prototype.toLocaleString(locales, options).
func numberToLocaleString(c *vm.Call) (vm.Value, error) {
	f, err := thisNumber(c, "toLocaleString")
	if err != nil {
		return vm.Undefined, err
	}
	return localeNumber(c.VM, vm.Number(f), c.Arg(0), c.Arg(1))
}
