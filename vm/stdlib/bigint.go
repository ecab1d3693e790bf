package stdlib

// This file defines BigInt.

import (
	"math"
	"math/big"

	"github.com/neurocode-ai/codemode/vm"
)

func (l *library) defineBigInt() {
	p := l.Realm.BigIntPrototype
	k := l.Constructor("BigInt", 1, bigIntConstructor, p, nil)
	l.Method(k, "asIntN", 2, func(c *vm.Call) (vm.Value, error) { return bigIntAsN(c, true) })
	l.Method(k, "asUintN", 2, func(c *vm.Call) (vm.Value, error) { return bigIntAsN(c, false) })
	l.Method(p, "toLocaleString", 0, bigIntToLocaleString)
	l.Method(p, "toString", 0, bigIntToString)
	l.Method(p, "valueOf", 0, func(c *vm.Call) (vm.Value, error) { return thisBigInt(c, "valueOf") })
	l.Tag(p, "BigInt")
}

// bigIntConstructor is BigInt(value).
func bigIntConstructor(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if c.NewTarget != nil {
		return vm.Undefined, m.ThrowType("BigInt is not a constructor: call it without new")
	}
	v, err := m.ToPrimitive(c.Arg(0), vm.HintNumber)
	if err != nil {
		return vm.Undefined, err
	}
	if v.IsNumber() {
		f := v.Float()
		if !isIntegral(v) {
			return vm.Undefined, m.ThrowRange("The number %s cannot be converted to a BigInt because it is not an integer", m.Describe(v))
		}
		if math.Abs(f) < 1<<63 {
			return vm.BigIntValue(big.NewInt(int64(f))), nil
		}
		i, _ := big.NewFloat(f).Int(nil)
		return vm.BigIntValue(i), nil
	}
	if v.IsBigInt() {
		return v, nil
	}
	i, err := m.ToBigInt(v)
	if err != nil {
		return vm.Undefined, err
	}
	return vm.BigIntValue(new(big.Int).Set(i)), nil
}

// thisBigInt is ThisBigIntValue(this).
func thisBigInt(c *vm.Call, method string) (vm.Value, error) {
	if c.This.IsBigInt() {
		return c.This, nil
	}
	if o := c.This.Object(); o != nil && o.Class() == vm.ClassBigInt {
		return o.Data().(vm.Value), nil
	}
	return vm.Undefined, incompatible(c.VM, "BigInt.prototype."+method, c.This)
}

// bigIntAsN is BigInt.asIntN(bits, bigint) and BigInt.asUintN.
func bigIntAsN(c *vm.Call, signed bool) (vm.Value, error) {
	m := c.VM
	bits, err := m.ToIndex(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	i, err := m.ToBigInt(c.Arg(1))
	if err != nil {
		return vm.Undefined, err
	}
	n := i.BitLen()
	if i.Sign() >= 0 && bits > n || signed && bits > n+1 {
		return vm.BigIntValue(new(big.Int).Set(i)), nil // in range already
	}
	if bits > vm.MaxBigIntBits {
		return vm.Undefined, m.ThrowRange("Maximum BigInt size exceeded")
	}
	if err := m.Charge(1 + (n+bits)>>7); err != nil {
		return vm.Undefined, err
	}
	if err := m.Alloc((n+2*bits)>>3 + 80); err != nil {
		return vm.Undefined, err
	}
	one := big.NewInt(1)
	mask := new(big.Int).Lsh(one, uint(bits))
	r := new(big.Int).And(i, new(big.Int).Sub(mask, one))
	if signed && bits > 0 && r.Bit(bits-1) != 0 {
		r.Sub(r, mask)
	}
	return vm.BigIntValue(r), nil
}

func bigIntToString(c *vm.Call) (vm.Value, error) {
	v, err := thisBigInt(c, "toString")
	if err != nil {
		return vm.Undefined, err
	}
	radix, err := radixArgument(c)
	if err != nil {
		return vm.Undefined, err
	}
	return c.VM.BigIntText(v.BigInt(), radix)
}

// bigToFloat rounds a big integer to the nearest Number, half to even.
func bigToFloat(i *big.Int) float64 {
	f, _ := i.Float64()
	return f
}

// bigIntToLocaleString is BigInt.prototype.toLocaleString(locales, options).
func bigIntToLocaleString(c *vm.Call) (vm.Value, error) {
	v, err := thisBigInt(c, "toLocaleString")
	if err != nil {
		return vm.Undefined, err
	}
	return localeNumber(c.VM, v, c.Arg(0), c.Arg(1))
}
