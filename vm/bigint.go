package vm

// This file defines the operators on big integers: what they cost, and what limits their size. Operations that take more than
// about a millisecond are in bigarith.go.

import (
	"math/big"
	"math/bits"

	"github.com/neurocode-ai/codemode/vm/bytecode"
)

// MaxBigIntBits is the greatest size of a big integer, five million decimal digits. V8 allows 2^30 bits, other engines
// 2^20. At this size all operations that are linear end within a millisecond.
const MaxBigIntBits = 1 << 24

func (vm *VM) throwBigTooLarge() error { return vm.ThrowRange("Maximum BigInt size exceeded") }

// chargeBig accounts for an operation on big integers that takes work steps on words and makes a result of size words.
func (vm *VM) chargeBig(work, size int) error {
	if err := vm.Alloc(size*bits.UintSize/8 + 40); err != nil {
		return err
	}
	return vm.Charge(1 + work>>2)
}

// newBig returns a result as a value if it is not too large.
func (vm *VM) newBig(r *big.Int, err error) (Value, error) {
	if err != nil {
		return Undefined, err
	}
	if r.BitLen() > MaxBigIntBits {
		return Undefined, vm.throwBigTooLarge()
	}
	return BigIntValue(r), nil
}

// arithBig computes a binary operator.
func (vm *VM) arithBig(op bytecode.Op, a, b *big.Int) (Value, error) {
	switch op {
	case bytecode.OpMul:
		if a.BitLen()+b.BitLen() > MaxBigIntBits+1 {
			return Undefined, vm.throwBigTooLarge()
		}
		return vm.newBig(vm.mulBig(a, b))
	case bytecode.OpDiv, bytecode.OpMod:
		if b.Sign() == 0 {
			return Undefined, vm.ThrowRange("Division by zero")
		}
		q, r, err := vm.divBig(a, b)
		if op == bytecode.OpMod {
			q = r
		}
		return vm.newBig(q, err)
	case bytecode.OpExp:
		return vm.expBig(a, b)
	case bytecode.OpShl:
		return vm.shiftBig(a, b, 1)
	case bytecode.OpShr:
		return vm.shiftBig(a, b, -1)
	case bytecode.OpUshr:
		return Undefined, vm.ThrowType("BigInts have no unsigned right shift, use >> instead")
	}
	la, lb := len(a.Bits()), len(b.Bits())
	if err := vm.chargeBig(la+lb, max(la, lb)+1); err != nil {
		return Undefined, err
	}
	r := new(big.Int)
	switch op {
	case bytecode.OpAdd:
		r.Add(a, b)
	case bytecode.OpSub:
		r.Sub(a, b)
	case bytecode.OpBitAnd:
		r.And(a, b)
	case bytecode.OpBitOr:
		r.Or(a, b)
	case bytecode.OpBitXor:
		r.Xor(a, b)
	}
	return vm.newBig(r, nil)
}

// expBig computes a ** b by squaring and multiplying.
func (vm *VM) expBig(a, b *big.Int) (Value, error) {
	if b.Sign() < 0 {
		return Undefined, vm.ThrowRange("Exponent must be non-negative")
	}
	if b.Sign() == 0 {
		return BigIntValue(big.NewInt(1)), nil
	}
	if a.BitLen() <= 1 { // 0, 1, -1
		r := new(big.Int).Set(a)
		if b.Bit(0) == 0 {
			r.Abs(r)
		}
		return BigIntValue(r), nil
	}
	if !b.IsInt64() || float64(b.Int64())*float64(a.BitLen()-1) > MaxBigIntBits {
		return Undefined, vm.throwBigTooLarge()
	}
	r, err := vm.powBig(a, int(b.Int64()))
	return vm.newBig(r, err)
}

// powBig returns a^n, n > 0, whose size the caller has checked.
func (vm *VM) powBig(a *big.Int, n int) (*big.Int, error) {
	r := a
	for i := bits.Len(uint(n)) - 2; i >= 0; i-- {
		var err error
		if r, err = vm.mulBig(r, r); err != nil {
			return nil, err
		}
		if n>>i&1 != 0 {
			if r, err = vm.mulBig(r, a); err != nil {
				return nil, err
			}
		}
	}
	return new(big.Int).Set(r), nil
}

// shiftBig computes a << b·dir.
func (vm *VM) shiftBig(a, b *big.Int, dir int) (Value, error) {
	if !b.IsInt64() || b.Int64() > MaxBigIntBits || b.Int64() < -MaxBigIntBits {
		switch {
		case b.Sign()*dir < 0 && a.Sign() < 0:
			return BigIntValue(big.NewInt(-1)), nil
		case b.Sign()*dir < 0 || a.Sign() == 0:
			return BigIntValue(new(big.Int)), nil
		}
		return Undefined, vm.throwBigTooLarge()
	}
	n := int(b.Int64()) * dir
	size := a.BitLen() + max(n, 0)
	if size > MaxBigIntBits {
		return Undefined, vm.throwBigTooLarge()
	}
	if err := vm.chargeBig(size>>6, size>>6+1); err != nil {
		return Undefined, err
	}
	r := new(big.Int)
	if n >= 0 {
		r.Lsh(a, uint(n))
	} else {
		r.Rsh(a, uint(-n))
	}
	return BigIntValue(r), nil
}
