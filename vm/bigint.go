package vm

// This file holds what the library needs of big integers beyond the operators.

import "math/big"

// MaxBigIntBits is the size limit of big integers, as in V8.
const MaxBigIntBits = maxBigBits

// BigIntText converts a big integer to text in a radix between 2 and 36.
func (vm *VM) BigIntText(i *big.Int, radix int) (Value, error) {
	if err := vm.chargeBigText(i); err != nil {
		return Undefined, err
	}
	return ASCII(i.Text(radix)), nil
}
