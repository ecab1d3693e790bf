package vm

// This file defines the operators on values of any type. The fast loop handles numbers by itself.

import (
	"math"
	"math/big"

	"github.com/neurocode-ai/codemode/vm/bytecode"
	"github.com/neurocode-ai/codemode/vm/numeric/elementary"
)

// SameValue is SameValue(x, y).
func SameValue(x, y Value) bool {
	if x.ref == nil && y.ref == nil {
		return x.num == y.num && math.Signbit(x.num) == math.Signbit(y.num) || x.num != x.num && y.num != y.num
	}
	return StrictEquals(x, y)
}

// SameValueZero is SameValueZero(x, y).
func SameValueZero(x, y Value) bool {
	if x.ref == nil && y.ref == nil {
		return x.num == y.num || x.num != x.num && y.num != y.num
	}
	return StrictEquals(x, y)
}

// StrictEquals is the === operator.
func StrictEquals(x, y Value) bool {
	switch a := x.ref.(type) {
	case nil:
		return y.ref == nil && x.num == y.num
	case *Object:
		b, ok := y.ref.(*Object)
		return ok && a == b
	case special:
		b, ok := y.ref.(special)
		return ok && a == b
	case boolean:
		b, ok := y.ref.(boolean)
		return ok && a == b
	case *Symbol:
		b, ok := y.ref.(*Symbol)
		return ok && a == b
	case *BigInt:
		b, ok := y.ref.(*BigInt)
		return ok && a.Cmp(&b.Int) == 0
	}
	if x.num != y.num {
		return false
	}
	if a, ok := x.ASCIIText(); ok {
		if b, ok := y.ASCIIText(); ok {
			return a == b
		}
	}
	return y.IsString() && x.Str().Equal(y.Str())
}

// strictEquals is StrictEquals, charging for the comparison of long strings.
func (vm *VM) strictEquals(x, y Value) bool {
	if x.num >= 256 && x.ref != nil && y.ref != nil {
		if x.num >= textStep && x.IsString() && y.IsString() {
			same, err := vm.SameText(x.Str(), y.Str())
			if err != nil {
				vm.stop()
			}
			return same
		}
		vm.budget -= int64(x.num) >> 6
	}
	return StrictEquals(x, y)
}

// LooseEquals is the == operator.
func (vm *VM) LooseEquals(x, y Value) (bool, error) {
	for range 4 { // each round converts one side; the specification's recursion is no deeper
		switch {
		case x.IsNullish() || y.IsNullish():
			return x.IsNullish() && y.IsNullish(), nil
		case x.ref == nil && y.ref == nil, x.IsString() && y.IsString(), x.IsObject() && y.IsObject():
			return vm.strictEquals(x, y), nil
		case x.IsBool():
			x = Int(boolInt(x.AsBool()))
		case y.IsBool():
			y = Int(boolInt(y.AsBool()))
		case x.IsObject() || y.IsObject():
			var err error
			if x.IsObject() {
				x, err = vm.ToPrimitive(x, HintDefault)
			} else {
				y, err = vm.ToPrimitive(y, HintDefault)
			}
			if err != nil {
				return false, err
			}
		case x.IsSymbol() || y.IsSymbol():
			return StrictEquals(x, y), nil
		case x.IsBigInt() || y.IsBigInt():
			c, ok, err := vm.compareBig(x, y)
			return ok && c == 0, err
		default: // a number and a string
			a, err := vm.ToNumber(x)
			if err != nil {
				return false, err
			}
			b, err := vm.ToNumber(y)
			return a == b, err
		}
	}
	return vm.strictEquals(x, y), nil
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// compareBig compares two primitives of which at least one is a big integer; ok is false when they are not comparable.
func (vm *VM) compareBig(x, y Value) (c int, ok bool, err error) {
	a, b := x.BigInt(), y.BigInt()
	if a == nil {
		c, ok, err = vm.compareBig(y, x)
		return -c, ok, err
	}
	if b != nil {
		return a.Cmp(b), true, nil
	}
	if y.IsString() {
		i, err := vm.stringToBigInt(y)
		if i == nil || err != nil {
			return 0, false, err
		}
		return a.Cmp(i), true, nil
	}
	f, err := vm.ToNumber(y)
	switch {
	case err != nil || f != f:
		return 0, false, err
	case math.IsInf(f, 1):
		return -1, true, nil
	case math.IsInf(f, -1):
		return 1, true, nil
	}
	whole := math.Floor(f)
	i, _ := big.NewFloat(whole).Int(nil)
	if c = a.Cmp(i); c == 0 && f > whole {
		c = -1
	}
	return c, true, nil
}

// compare is IsLessThan with both operands evaluated in order: it returns -1, 0 or 1, and ok false when a NaN is
// involved, in which case every relation is false.
func (vm *VM) compare(x, y Value) (c int, ok bool, err error) {
	if x, err = vm.ToPrimitive(x, HintNumber); err != nil {
		return 0, false, err
	}
	if y, err = vm.ToPrimitive(y, HintNumber); err != nil {
		return 0, false, err
	}
	if x.IsString() && y.IsString() {
		if min(x.num, y.num) >= textStep {
			c, err := vm.compareText(x.Str(), y.Str())
			return c, true, err
		}
		vm.budget -= int64(min(x.num, y.num)) >> 5
		return x.Str().Compare(y.Str()), true, nil
	}
	if x.IsBigInt() || y.IsBigInt() {
		return vm.compareBig(x, y)
	}
	a, err := vm.ToNumber(x)
	if err != nil {
		return 0, false, err
	}
	b, err := vm.ToNumber(y)
	if err != nil {
		return 0, false, err
	}
	switch {
	case a < b:
		return -1, true, nil
	case a > b:
		return 1, true, nil
	case a == b:
		return 0, true, nil
	}
	return 0, false, nil
}

// add is the + operator.
func (vm *VM) add(x, y Value) (Value, error) {
	if x.ref == nil && y.ref == nil {
		return Number(x.num + y.num), nil
	}
	if x.IsString() && y.IsString() {
		return vm.concat(x, y)
	}
	x, err := vm.ToPrimitive(x, HintDefault)
	if err != nil {
		return Undefined, err
	}
	y, err = vm.ToPrimitive(y, HintDefault)
	if err != nil {
		return Undefined, err
	}
	if x.IsString() || y.IsString() {
		if x, err = vm.ToString(x); err != nil {
			return Undefined, err
		}
		if y, err = vm.ToString(y); err != nil {
			return Undefined, err
		}
		return vm.concat(x, y)
	}
	return vm.arith(bytecode.OpAdd, x, y)
}

// arith is a binary numeric operator; op is the register form of its opcode.
func (vm *VM) arith(op bytecode.Op, x, y Value) (Value, error) {
	x, err := vm.ToNumeric(x)
	if err != nil {
		return Undefined, err
	}
	y, err = vm.ToNumeric(y)
	if err != nil {
		return Undefined, err
	}
	if x.ref != nil || y.ref != nil {
		a, b := x.BigInt(), y.BigInt()
		if a == nil || b == nil {
			return Undefined, vm.ThrowType("Cannot mix BigInt and other types, use explicit conversions")
		}
		return vm.arithBig(op, a, b)
	}
	return Number(arithNumber(op, x.num, y.num)), nil
}

func arithNumber(op bytecode.Op, a, b float64) float64 {
	switch op {
	case bytecode.OpAdd:
		return a + b
	case bytecode.OpSub:
		return a - b
	case bytecode.OpMul:
		return a * b
	case bytecode.OpDiv:
		return a / b
	case bytecode.OpMod:
		return Mod(a, b)
	case bytecode.OpExp:
		return Pow(a, b)
	case bytecode.OpBitAnd:
		return float64(toInt32(a) & toInt32(b))
	case bytecode.OpBitOr:
		return float64(toInt32(a) | toInt32(b))
	case bytecode.OpBitXor:
		return float64(toInt32(a) ^ toInt32(b))
	case bytecode.OpShl:
		return float64(toInt32(a) << (uint32(toInt32(b)) & 31))
	case bytecode.OpShr:
		return float64(toInt32(a) >> (uint32(toInt32(b)) & 31))
	case bytecode.OpUshr:
		return float64(uint32(toInt32(a)) >> (uint32(toInt32(b)) & 31))
	}
	return math.NaN()
}

// Mod is Number::remainder.
func Mod(a, b float64) float64 {
	if x, y := int64(a), int64(b); float64(x) == a && float64(y) == b && y != 0 && (x > 0 || x == 0 && !math.Signbit(a)) {
		return float64(x % y)
	}
	r := math.Mod(a, b)
	if r == 0 && math.Signbit(a) {
		return math.Copysign(0, -1)
	}
	return r
}

// Pow is Number::exponentiate.
func Pow(a, b float64) float64 { return elementary.Pow(a, b) }

// unary is a numeric operator with one operand.
func (vm *VM) unary(op bytecode.Op, v Value) (Value, error) {
	v, err := vm.ToNumeric(v)
	if err != nil {
		return Undefined, err
	}
	if b := v.BigInt(); b != nil {
		if err := vm.chargeBig(b.BitLen()>>6, b.BitLen()>>6+1); err != nil {
			return Undefined, err
		}
		r := new(big.Int)
		switch op {
		case bytecode.OpNeg:
			r.Neg(b)
		case bytecode.OpBitNot:
			r.Not(b)
		case bytecode.OpInc:
			r.Add(b, big.NewInt(1))
		case bytecode.OpDec:
			r.Sub(b, big.NewInt(1))
		}
		return BigIntValue(r), nil
	}
	switch op {
	case bytecode.OpNeg:
		return Number(-v.num), nil
	case bytecode.OpBitNot:
		return Number(float64(^toInt32(v.num))), nil
	case bytecode.OpInc:
		return Number(v.num + 1), nil
	}
	return Number(v.num - 1), nil
}

// instanceOf is the instanceof operator.
func (vm *VM) instanceOf(v, target Value) (bool, error) {
	t, ok := target.ref.(*Object)
	if !ok {
		return false, vm.ThrowType("Right-hand side of 'instanceof' is not an object")
	}
	h, err := vm.GetMethod(target, vm.realm.Names.SymHasInstance)
	if err != nil {
		return false, err
	}
	if h != nil && h != vm.realm.FunctionHasInstance {
		r, err := vm.Call(Value{ref: h}, target, v)
		return ToBoolean(r), err
	}
	if !t.IsCallable() {
		return false, vm.ThrowType("Right-hand side of 'instanceof' is not callable")
	}
	return vm.OrdinaryHasInstance(t, v)
}

// OrdinaryHasInstance is OrdinaryHasInstance(C, O).
func (vm *VM) OrdinaryHasInstance(c *Object, v Value) (bool, error) {
	if !c.IsCallable() {
		return false, nil
	}
	if b, ok := c.data.(*boundFunction); ok {
		return vm.instanceOf(v, Value{ref: b.target})
	}
	o, ok := v.ref.(*Object)
	if !ok {
		return false, nil
	}
	p, err := vm.Get(c, vm.realm.Names.Prototype)
	if err != nil {
		return false, err
	}
	proto, ok := p.ref.(*Object)
	if !ok {
		return false, vm.ThrowType("Function has non-object prototype '%s' in instanceof check", vm.describe(p))
	}
	for o = o.shape.proto; o != nil; o = o.shape.proto {
		if o == proto {
			return true, nil
		}
		vm.budget--
	}
	return false, nil
}

// inOperator is the in operator.
func (vm *VM) inOperator(key, target Value) (bool, error) {
	o, ok := target.ref.(*Object)
	if !ok {
		return false, vm.ThrowType("Cannot use 'in' operator to search for %s in %s", vm.describe(key), vm.describe(target))
	}
	k, err := vm.ToPropertyKey(key)
	if err != nil {
		return false, err
	}
	return vm.Has(o, k)
}
