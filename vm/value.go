package vm

// This file defines the representation of JavaScript values. Only this file, string.go and the fast loop know it.

import "math/big"

// A Value is a JavaScript value in 24 bytes. The dynamic type of ref is the tag:
//
//	nil         a number, held in num
//	special     undefined, null, or the hole marker (uninitialised bindings and array holes; programs never see it)
//	boolean     true or false
//	asciiPtr    a string of ASCII bytes; num is its length
//	utf16Ptr    a string of UTF-16 code units; num is its length
//	*strBuf     a string that is a prefix of a growable buffer; num is its length
//	*Symbol     a symbol
//	*BigInt     a big integer
//	*Object     an object
//	*cell       a captured variable; only in registers
//
// Numbers are not boxed and strings need no header, so neither allocates. The zero Value is the number 0.
type Value struct {
	ref any
	num float64
}

type special uint8

const (
	tagUndefined special = iota
	tagNull
	tagHole
)

type boolean bool

// A BigInt is a JavaScript big integer. It is immutable.
type BigInt struct{ big.Int }

// A cell holds a variable that closures share.
type cell struct{ v Value }

// The values that need no construction.
var (
	Undefined = Value{ref: tagUndefined}
	Null      = Value{ref: tagNull}
	True      = Value{ref: boolean(true)}
	False     = Value{ref: boolean(false)}
	hole      = Value{ref: tagHole}
)

// Number returns the number f.
func Number(f float64) Value { return Value{num: f} }

// Int returns the number i.
func Int(i int) Value { return Value{num: float64(i)} }

// Bool returns the boolean b.
func Bool(b bool) Value {
	if b {
		return True
	}
	return False
}

// ObjectValue returns the object o as a value.
func ObjectValue(o *Object) Value { return Value{ref: o} }

// SymbolValue returns the symbol s as a value.
func SymbolValue(s *Symbol) Value { return Value{ref: s} }

// BigIntValue returns a big integer; it takes ownership of i.
func BigIntValue(i *big.Int) Value { return Value{ref: &BigInt{*i}} }

// ObjectOrNull returns o as a value, null when o is nil.
func ObjectOrNull(o *Object) Value {
	if o == nil {
		return Null
	}
	return Value{ref: o}
}

// IsNumber reports whether v is a number.
func (v Value) IsNumber() bool { return v.ref == nil }

// Float returns the number v; v must be a number.
func (v Value) Float() float64 { return v.num }

// IsUndefined reports whether v is undefined.
func (v Value) IsUndefined() bool { t, ok := v.ref.(special); return ok && t == tagUndefined }

// IsNull reports whether v is null.
func (v Value) IsNull() bool { t, ok := v.ref.(special); return ok && t == tagNull }

// IsNullish reports whether v is undefined or null.
func (v Value) IsNullish() bool { t, ok := v.ref.(special); return ok && t != tagHole }

func (v Value) isHole() bool { t, ok := v.ref.(special); return ok && t == tagHole }

// IsHole reports whether v is the marker of an array hole; only Object.Elements hands such values out.
func (v Value) IsHole() bool { return v.isHole() }

// Hole returns the marker of an array hole, for builtins that build element slices.
func Hole() Value { return hole }

// IsBool reports whether v is a boolean.
func (v Value) IsBool() bool { _, ok := v.ref.(boolean); return ok }

// AsBool returns the boolean v; v must be a boolean.
func (v Value) AsBool() bool { b, _ := v.ref.(boolean); return bool(b) }

// IsString reports whether v is a string.
func (v Value) IsString() bool {
	switch v.ref.(type) {
	case asciiPtr, utf16Ptr, *strBuf:
		return true
	}
	return false
}

// IsObject reports whether v is an object.
func (v Value) IsObject() bool { _, ok := v.ref.(*Object); return ok }

// Object returns the object v, nil if v is not one.
func (v Value) Object() *Object { o, _ := v.ref.(*Object); return o }

// Symbol returns the symbol v, nil if v is not one.
func (v Value) Symbol() *Symbol { s, _ := v.ref.(*Symbol); return s }

// IsSymbol reports whether v is a symbol.
func (v Value) IsSymbol() bool { _, ok := v.ref.(*Symbol); return ok }

// BigInt returns the big integer v, nil if v is not one. The result must not be changed.
func (v Value) BigInt() *big.Int {
	if b, ok := v.ref.(*BigInt); ok {
		return &b.Int
	}
	return nil
}

// IsBigInt reports whether v is a big integer.
func (v Value) IsBigInt() bool { _, ok := v.ref.(*BigInt); return ok }

// IsCallable reports whether v is a function.
func (v Value) IsCallable() bool {
	o, ok := v.ref.(*Object)
	return ok && o.IsCallable()
}
