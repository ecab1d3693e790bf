package vm

// This file defines the type conversions of the specification.

import (
	"math"
	"math/big"

	"github.com/neurocode-ai/codemode/vm/numeric"
)

// FormatNumber is Number::toString in base ten.
func FormatNumber(f float64) string {
	if i := int(f); float64(i) == f && i >= 0 && i < 256 {
		return smallIndexStrings[i]
	}
	return numeric.FormatNumber(f)
}

// NumberString returns the string form of a number as a value.
func NumberString(f float64) Value { return ASCII(FormatNumber(f)) }

// ToBoolean is ToBoolean(v).
func ToBoolean(v Value) bool {
	switch r := v.ref.(type) {
	case nil:
		return v.num != 0 && v.num == v.num
	case boolean:
		return bool(r)
	case special:
		return false
	case asciiPtr, utf16Ptr, *strBuf:
		return v.num != 0
	case *BigInt:
		return r.Sign() != 0
	}
	return true
}

// A Hint is the preferred type of ToPrimitive.
type Hint uint8

// The hints.
const (
	HintDefault Hint = iota
	HintNumber
	HintString
)

// ToPrimitive is ToPrimitive(v, hint).
func (vm *VM) ToPrimitive(v Value, hint Hint) (Value, error) {
	o, ok := v.ref.(*Object)
	if !ok {
		return v, nil
	}
	if o.class == ClassDate && hint == HintNumber {
		if t, ok := vm.dateNumber(o); ok {
			return t, nil
		}
	}
	m, err := vm.GetMethod(v, vm.realm.Names.SymToPrimitive)
	if err != nil {
		return Undefined, err
	}
	if m != nil {
		name := "default"
		switch hint {
		case HintNumber:
			name = "number"
		case HintString:
			name = "string"
		}
		r, err := vm.Call(Value{ref: m}, v, ASCII(name))
		if err != nil {
			return Undefined, err
		}
		if r.IsObject() {
			return Undefined, vm.ThrowType("Cannot convert object to primitive value")
		}
		return r, nil
	}
	return vm.OrdinaryToPrimitive(o, hint)
}

// OrdinaryToPrimitive is OrdinaryToPrimitive(O, hint).
func (vm *VM) OrdinaryToPrimitive(o *Object, hint Hint) (Value, error) {
	order := [2]PropertyKey{vm.realm.Names.ValueOf, vm.realm.Names.ToString}
	if hint == HintString {
		order[0], order[1] = order[1], order[0]
	}
	for _, key := range order {
		f, err := vm.Get(o, key)
		if err != nil {
			return Undefined, err
		}
		if !f.IsCallable() {
			continue
		}
		r, err := vm.Call(f, Value{ref: o})
		if err != nil {
			return Undefined, err
		}
		if !r.IsObject() {
			return r, nil
		}
	}
	return Undefined, vm.ThrowType("Cannot convert object to primitive value")
}

// ToNumber is ToNumber(v).
func (vm *VM) ToNumber(v Value) (float64, error) {
	switch r := v.ref.(type) {
	case nil:
		return v.num, nil
	case boolean:
		if r {
			return 1, nil
		}
		return 0, nil
	case special:
		if r == tagUndefined {
			return math.NaN(), nil
		}
		return 0, nil
	case asciiPtr, utf16Ptr, *strBuf:
		return vm.StringToNumber(v.Str())
	case *Symbol:
		return 0, vm.ThrowType("Cannot convert a Symbol value to a number")
	case *BigInt:
		return 0, vm.ThrowType("Cannot convert a BigInt value to a number")
	}
	p, err := vm.ToPrimitive(v, HintNumber)
	if err != nil {
		return 0, err
	}
	return vm.ToNumber(p)
}

// ToNumeric is ToNumeric(v): a number or a big integer.
func (vm *VM) ToNumeric(v Value) (Value, error) {
	if v.ref == nil {
		return v, nil
	}
	p, err := vm.ToPrimitive(v, HintNumber)
	if err != nil {
		return Undefined, err
	}
	if p.IsBigInt() {
		return p, nil
	}
	f, err := vm.ToNumber(p)
	return Number(f), err
}

// ToString is ToString(v), as a string value.
func (vm *VM) ToString(v Value) (Value, error) {
	switch r := v.ref.(type) {
	case asciiPtr, utf16Ptr, *strBuf:
		return v, nil
	case nil:
		s := FormatNumber(v.num)
		vm.mem += int64(len(s))
		return ASCII(s), nil
	case boolean:
		if r {
			return ASCII("true"), nil
		}
		return ASCII("false"), nil
	case special:
		if r == tagNull {
			return ASCII("null"), nil
		}
		return ASCII("undefined"), nil
	case *Symbol:
		return Undefined, vm.ThrowType("Cannot convert a Symbol value to a string")
	case *BigInt:
		return vm.BigIntText(&r.Int, 10)
	}
	p, err := vm.ToPrimitive(v, HintString)
	if err != nil {
		return Undefined, err
	}
	return vm.ToString(p)
}

// ToStr is ToString(v), as a view.
func (vm *VM) ToStr(v Value) (Str, error) {
	if v.IsString() {
		return v.Str(), nil
	}
	s, err := vm.ToString(v)
	return s.Str(), err
}

// ToGoString is ToString(v), as WTF-8.
func (vm *VM) ToGoString(v Value) (string, error) {
	s, err := vm.ToStr(v)
	if err != nil {
		return "", err
	}
	return vm.WTF8(s)
}

// ToObject is ToObject(v).
func (vm *VM) ToObject(v Value) (*Object, error) {
	switch r := v.ref.(type) {
	case *Object:
		return r, nil
	case nil:
		return vm.NewObjectOf(ClassNumber, vm.realm.NumberPrototype, v), nil
	case boolean:
		return vm.NewObjectOf(ClassBoolean, vm.realm.BooleanPrototype, v), nil
	case asciiPtr, utf16Ptr, *strBuf:
		return vm.NewObjectOf(ClassString, vm.realm.StringPrototype, v), nil
	case *Symbol:
		return vm.NewObjectOf(ClassSymbol, vm.realm.SymbolPrototype, v), nil
	case *BigInt:
		return vm.NewObjectOf(ClassBigInt, vm.realm.BigIntPrototype, v), nil
	}
	return nil, vm.ThrowType("Cannot convert undefined or null to object")
}

// ToPropertyKey is ToPropertyKey(v).
func (vm *VM) ToPropertyKey(v Value) (PropertyKey, error) {
	switch r := v.ref.(type) {
	case nil:
		if i := uint32(v.num); float64(i) == v.num && i != math.MaxUint32 {
			return PropertyKey{index: i}, nil
		}
	case asciiPtr, utf16Ptr, *strBuf:
		return vm.KeyOf(v), nil
	case *Symbol:
		return PropertyKey{atom: &r.atom}, nil
	case *Object:
		p, err := vm.ToPrimitive(v, HintString)
		if err != nil {
			return PropertyKey{}, err
		}
		return vm.ToPropertyKey(p)
	}
	s, err := vm.ToString(v)
	if err != nil {
		return PropertyKey{}, err
	}
	return vm.KeyOf(s), nil
}

// ToIntegerOrInfinity is ToIntegerOrInfinity(v).
func (vm *VM) ToIntegerOrInfinity(v Value) (float64, error) {
	f, err := vm.ToNumber(v)
	if err != nil {
		return 0, err
	}
	return truncate(f), nil
}

func truncate(f float64) float64 {
	if f != f {
		return 0
	}
	return math.Trunc(f) + 0 // + 0 turns -0 into 0
}

// ToLength is ToLength(v).
func (vm *VM) ToLength(v Value) (int, error) {
	f, err := vm.ToIntegerOrInfinity(v)
	if err != nil || f <= 0 {
		return 0, err
	}
	return int(min(f, 1<<53-1)), nil
}

// ToIndex is ToIndex(v).
func (vm *VM) ToIndex(v Value) (int, error) {
	f, err := vm.ToIntegerOrInfinity(v)
	if err != nil {
		return 0, err
	}
	if f < 0 || f > 1<<53-1 {
		return 0, vm.ThrowRange("Invalid index")
	}
	return int(f), nil
}

// RelativeIndex converts an argument such as that of slice to a position in [0, n]: negative values count from the
// end. An absent argument is undefined and gives def.
func (vm *VM) RelativeIndex(v Value, n, def int) (int, error) {
	if v.IsUndefined() {
		return def, nil
	}
	f, err := vm.ToIntegerOrInfinity(v)
	if err != nil {
		return 0, err
	}
	if f < 0 {
		return int(max(f+float64(n), 0)), nil
	}
	return int(min(f, float64(n))), nil
}

func toInt32(f float64) int32 {
	if i := int32(f); float64(i) == f {
		return i
	}
	return numeric.ToInt32(f)
}

// ToInt32 is ToInt32(v).
func (vm *VM) ToInt32(v Value) (int32, error) {
	f, err := vm.ToNumber(v)
	return toInt32(f), err
}

// ToUint32 is ToUint32(v).
func (vm *VM) ToUint32(v Value) (uint32, error) {
	f, err := vm.ToNumber(v)
	return uint32(toInt32(f)), err
}

// ToBigInt is ToBigInt(v).
func (vm *VM) ToBigInt(v Value) (*big.Int, error) {
	p, err := vm.ToPrimitive(v, HintNumber)
	if err != nil {
		return nil, err
	}
	switch r := p.ref.(type) {
	case *BigInt:
		return &r.Int, nil
	case boolean:
		if r {
			return big.NewInt(1), nil
		}
		return new(big.Int), nil
	case asciiPtr, utf16Ptr, *strBuf:
		i, err := vm.stringToBigInt(p)
		if err != nil {
			return nil, err
		}
		if i == nil {
			return nil, vm.ThrowSyntax("Cannot convert %s to a BigInt", clip(p.Str().Slice(0, min(p.Length(), 61)).String(), 60))
		}
		return i, nil
	}
	return nil, vm.ThrowType("Cannot convert %s to a BigInt", vm.describe(p))
}

// stringToBigInt is StringToBigInt: nil when the text is no big integer.
func (vm *VM) stringToBigInt(v Value) (*big.Int, error) {
	s, err := vm.WTF8(v.Str())
	if err != nil {
		return nil, err
	}
	return vm.parseBig(s)
}

// Typeof is the typeof operator.
func Typeof(v Value) string {
	switch r := v.ref.(type) {
	case nil:
		return "number"
	case boolean:
		return "boolean"
	case special:
		if r == tagNull {
			return "object"
		}
		return "undefined"
	case asciiPtr, utf16Ptr, *strBuf:
		return "string"
	case *Symbol:
		return "symbol"
	case *BigInt:
		return "bigint"
	case *Object:
		if r.IsCallable() {
			return "function"
		}
	}
	return "object"
}

func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xc0 == 0x80 {
		n--
	}
	return s[:n] + "..."
}
