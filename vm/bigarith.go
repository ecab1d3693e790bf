package vm

// This file defines the operations on big integers that are more than linear. Package math/big computes them in one
// uninterruptible go, up to minutes for large operands. Here they are taken apart, down to steps of about half a
// millisecond that math/big does, each charged before it is taken: Karatsuba multiplication, Burnikel and Ziegler's
// recursive division, and conversion from and to text by halving.

import (
	"math"
	"math/big"
	"math/bits"
	"strings"

	"github.com/neurocode-ai/codemode/vm/numeric"
)

const (
	bigLeaf     = 4096    // words of the operands that math/big multiplies or divides in one step
	bigTextLeaf = 2048    // words that math/big converts to text in one step
	bigParse    = 1 << 14 // digits that package numeric reads in one step
)

// mulCost estimates the work of a multiplication by math/big in words: quadratic below the threshold of Karatsuba's
// algorithm, n^1.585 above.
func mulCost(la, lb int) int {
	small, large := min(la, lb), max(la, lb)
	if small < 40 {
		return small*large>>2 + small + large
	}
	return int(float64(large) / float64(small) * math.Pow(float64(small), 1.585))
}

// natural returns the number with the given words, which it shares: it must not be changed.
func natural(words []big.Word) *big.Int { return new(big.Int).SetBits(words) }

// mulBig returns a·b.
func (vm *VM) mulBig(a, b *big.Int) (*big.Int, error) {
	x, y := a.Bits(), b.Bits()
	if len(x) <= bigLeaf && len(y) <= bigLeaf {
		if err := vm.chargeBig(mulCost(len(x), len(y)), len(x)+len(y)); err != nil {
			return nil, err
		}
		return new(big.Int).Mul(a, b), nil
	}
	words, err := vm.mulWords(x, y)
	if err != nil {
		return nil, err
	}
	r := natural(words)
	if a.Sign() != b.Sign() {
		r.Neg(r)
	}
	return r, nil
}

// mulWords returns the product of two naturals, least significant word first, in len(a)+len(b) words.
func (vm *VM) mulWords(a, b []big.Word) ([]big.Word, error) {
	if len(a) < len(b) {
		a, b = b, a
	}
	n := len(b)
	out := make([]big.Word, len(a)+n)
	switch {
	case n == 0:
		return out, nil
	case len(a) <= bigLeaf:
		if err := vm.chargeBig(mulCost(len(a), n), 2*len(out)); err != nil {
			return nil, err
		}
		copy(out, new(big.Int).Mul(natural(a), natural(b)).Bits())
		return out, nil
	case n <= bigLeaf || len(a) >= 2*n: // unequal lengths: a in pieces of about the length of b
		w := max(n, bigLeaf)
		for i := 0; i < len(a); i += w {
			p, err := vm.mulWords(a[i:min(len(a), i+w)], b)
			if err != nil {
				return nil, err
			}
			addWords(out[i:], p)
		}
		return out, nil
	}
	// With a = a1·B + a0 and b = b1·B + b0 the middle term a0·b1 + a1·b0 is (a0+a1)·(b0+b1) - a0·b0 - a1·b1.
	h := (len(a) + 1) / 2
	low, err := vm.mulWords(a[:h], b[:h])
	if err != nil {
		return nil, err
	}
	high, err := vm.mulWords(a[h:], b[h:])
	if err != nil {
		return nil, err
	}
	middle, err := vm.mulWords(sumWords(a[:h], a[h:]), sumWords(b[:h], b[h:]))
	if err != nil {
		return nil, err
	}
	subWords(middle, low)
	subWords(middle, high)
	copy(out, low)
	copy(out[2*h:], high)
	addWords(out[h:], middle)
	return out, vm.chargeBig(4*len(out), 3*len(out))
}

// addWords adds src to dst in place. What of src exceeds dst must be zero.
func addWords(dst, src []big.Word) {
	carry := uint(0)
	for i := 0; i < len(dst) && (i < len(src) || carry != 0); i++ {
		s := uint(0)
		if i < len(src) {
			s = uint(src[i])
		}
		var sum uint
		sum, carry = bits.Add(uint(dst[i]), s, carry)
		dst[i] = big.Word(sum)
	}
}

// subWords subtracts src, which is not greater, from dst in place.
func subWords(dst, src []big.Word) {
	borrow := uint(0)
	for i := 0; i < len(dst) && (i < len(src) || borrow != 0); i++ {
		s := uint(0)
		if i < len(src) {
			s = uint(src[i])
		}
		var diff uint
		diff, borrow = bits.Sub(uint(dst[i]), s, borrow)
		dst[i] = big.Word(diff)
	}
}

func sumWords(a, b []big.Word) []big.Word {
	if len(a) < len(b) {
		a, b = b, a
	}
	sum := make([]big.Word, len(a)+1)
	copy(sum, a)
	addWords(sum, b)
	return sum
}

// divBig returns the quotient, rounded towards zero, and the remainder of a/b, b not zero.
func (vm *VM) divBig(a, b *big.Int) (q, r *big.Int, err error) {
	la, lb := len(a.Bits()), len(b.Bits())
	if la <= 2*bigLeaf && lb <= bigLeaf || la < lb {
		return vm.divLeaf(a, b)
	}
	x, y := new(big.Int).Abs(a), new(big.Int).Abs(b)
	if err := vm.chargeBig(la+lb, la+lb); err != nil {
		return nil, nil, err
	}
	// Blocks of n words of the dividend are divided one after the other, the highest first. A long divisor is brought to
	// the length of a block first, so that halving it again and again ends in a leaf.
	n, shift := bigLeaf, uint(0)
	if lb > bigLeaf {
		k := bits.Len(uint((lb - 1) / bigLeaf))
		n = (lb + 1<<k - 1) >> k << k
		shift = uint(n*bits.UintSize - y.BitLen())
		x.Lsh(x, shift)
		y.Lsh(y, shift)
	}
	words := x.Bits()
	q, r = new(big.Int), new(big.Int)
	for i := (len(words) - 1) / n * n; i >= 0; i -= n {
		var part *big.Int
		block := joinWords(r, words[i:min(len(words), i+n)], n)
		if lb > bigLeaf {
			part, r, err = vm.divHalves(block, y, n)
		} else {
			part, r, err = vm.divLeaf(block, y)
		}
		if err != nil {
			return nil, nil, err
		}
		q = joinWords(q, part.Bits(), n)
		if err := vm.chargeBig(len(q.Bits()), len(q.Bits())); err != nil {
			return nil, nil, err
		}
	}
	r = new(big.Int).Rsh(r, shift)
	if a.Sign() != b.Sign() {
		q.Neg(q)
	}
	if a.Sign() < 0 {
		r.Neg(r)
	}
	return q, r, nil
}

func (vm *VM) divLeaf(a, b *big.Int) (q, r *big.Int, err error) {
	la, lb := len(a.Bits()), len(b.Bits())
	if err := vm.chargeBig(mulCost(max(la-lb, 1), lb)+la, 2*la); err != nil {
		return nil, nil, err
	}
	q, r = new(big.Int).QuoRem(a, b, new(big.Int))
	return q, r, nil
}

// joinWords returns high·B^n + low; low has at most n words.
func joinWords(high *big.Int, low []big.Word, n int) *big.Int {
	h := high.Bits()
	out := make([]big.Word, n+len(h))
	copy(out, low)
	copy(out[n:], h)
	return natural(out)
}

// divHalves divides a natural of at most 2n words by one of exactly n words whose top bit is set; the quotient fits n words.
func (vm *VM) divHalves(a, b *big.Int, n int) (q, r *big.Int, err error) {
	if n <= bigLeaf || n&1 != 0 {
		return vm.divLeaf(a, b)
	}
	h := n / 2
	words := a.Bits()
	q1, r1, err := vm.divThirds(natural(words[min(h, len(words)):]), b, h)
	if err != nil {
		return nil, nil, err
	}
	q0, r, err := vm.divThirds(joinWords(r1, words[:min(h, len(words))], h), b, h)
	if err != nil {
		return nil, nil, err
	}
	return joinWords(q1, q0.Bits(), h), r, nil
}

// divThirds divides a natural of at most 3h words by one of 2h words: the upper halves give an estimate of the quotient
// that is at most two too large.
func (vm *VM) divThirds(a, b *big.Int, h int) (q, r *big.Int, err error) {
	words, divisor := a.Bits(), b.Bits()
	low := min(h, len(words))
	top, b1, b0 := natural(words[low:]), natural(divisor[h:]), natural(divisor[:h])
	if natural(words[min(2*h, len(words)):]).Cmp(b1) < 0 {
		if q, r, err = vm.divHalves(top, b1, h); err != nil {
			return nil, nil, err
		}
	} else { // the quotient does not fit h words: start from the greatest that does
		q = new(big.Int).Lsh(big.NewInt(1), uint(h*bits.UintSize))
		r = new(big.Int).Sub(top, new(big.Int).Lsh(b1, uint(h*bits.UintSize)))
		q.Sub(q, big.NewInt(1))
		r.Add(r, b1)
	}
	product, err := vm.mulBig(q, b0)
	if err != nil {
		return nil, nil, err
	}
	r = joinWords(r, words[:low], h)
	r.Sub(r, product)
	for r.Sign() < 0 {
		q = new(big.Int).Sub(q, big.NewInt(1))
		r.Add(r, b)
	}
	return q, r, vm.chargeBig(8*h, 6*h)
}

// digitsPerLeaf returns how many digits of a radix fill about the given number of words.
func digitsPerLeaf(radix, words int) int {
	return int(float64(words*bits.UintSize) / math.Log2(float64(radix)))
}

// BigIntText converts a big integer to text in a radix between 2 and 36.
func (vm *VM) BigIntText(i *big.Int, radix int) (Value, error) {
	n := len(i.Bits())
	size := i.BitLen()/(bits.Len(uint(radix))-1) + 2
	if n <= bigTextLeaf || radix&(radix-1) == 0 {
		work := n
		if radix&(radix-1) != 0 {
			work += 4 * mulCost(n, n)
		}
		if err := vm.chargeBig(work, size/8+1); err != nil {
			return Undefined, err
		}
		return ASCII(i.Text(radix)), nil
	}
	if err := vm.Alloc(size); err != nil {
		return Undefined, err
	}
	digits := digitsPerLeaf(radix, bigTextLeaf)
	powers, err := vm.powersOf(radix, digits, i.BitLen())
	if err != nil {
		return Undefined, err
	}
	out := make([]byte, 0, size)
	if i.Sign() < 0 {
		out = append(out, '-')
	}
	out, err = vm.appendDigits(out, new(big.Int).Abs(i), radix, digits, powers, false)
	return ASCII(bytesToString(out)), err
}

// powersOf returns radix^digits and its repeated squares, as many as are needed to halve numbers of so many bits.
func (vm *VM) powersOf(radix, digits, bitLen int) ([]*big.Int, error) {
	p, err := vm.powBig(big.NewInt(int64(radix)), digits)
	if err != nil {
		return nil, err
	}
	powers := []*big.Int{p}
	for 2*p.BitLen()-1 <= bitLen {
		if p, err = vm.mulBig(p, p); err != nil {
			return nil, err
		}
		powers = append(powers, p)
	}
	return powers, nil
}

// appendDigits writes i, which is less than the square of the last power. padded says that leading zeros are written,
// because digits come before.
func (vm *VM) appendDigits(out []byte, i *big.Int, radix, digits int, powers []*big.Int, padded bool) ([]byte, error) {
	last := len(powers) - 1
	if last < 0 {
		if err := vm.chargeBig(4*mulCost(len(i.Bits()), len(i.Bits())), 4*bigTextLeaf); err != nil {
			return nil, err
		}
		text := i.Text(radix)
		if padded {
			for k := len(text); k < digits; k++ {
				out = append(out, '0')
			}
		}
		return append(out, text...), nil
	}
	q, r, err := vm.divBig(i, powers[last])
	if err != nil {
		return nil, err
	}
	if q.Sign() != 0 || padded {
		if out, err = vm.appendDigits(out, q, radix, digits, powers[:last], padded); err != nil {
			return nil, err
		}
		padded = true
	}
	return vm.appendDigits(out, r, radix, digits, powers[:last], padded)
}

// parseBig is StringToBigInt: nil when the text is no big integer.
func (vm *VM) parseBig(s string) (*big.Int, error) {
	if len(s) > bigParse {
		var err error
		if s, err = vm.trimLong(s); err != nil {
			return nil, err
		}
	}
	digits, err := vm.trimPrefix(s, func(s string) string { return strings.TrimLeft(s, "+-") })
	if err != nil {
		return nil, err
	}
	decimal := false
	if len(digits) > bigParse && len(s)-len(digits) <= 1 {
		rest, err := vm.trimPrefix(digits, func(s string) string { return strings.TrimLeft(s, "0123456789") })
		if err != nil {
			return nil, err
		}
		decimal = rest == ""
	}
	if !decimal {
		if len(s) > MaxBigIntBits { // a radix prefix and more digits than there are bits
			return nil, vm.throwBigTooLarge()
		}
		i, ok, err := numeric.ParseBigInt(s, vm.Charge)
		if !ok || err != nil {
			return nil, err
		}
		if i.BitLen() > MaxBigIntBits {
			return nil, vm.throwBigTooLarge()
		}
		return i, nil
	}
	if digits, err = vm.trimPrefix(digits, func(s string) string { return strings.TrimLeft(s, "0") }); err != nil {
		return nil, err
	}
	if len(digits) > MaxBigIntBits/3 {
		return nil, vm.throwBigTooLarge()
	}
	powers, err := vm.powersOf(10, bigParse, len(digits)*10/3)
	if err != nil {
		return nil, err
	}
	i, err := vm.joinDigits(digits, powers)
	if err != nil {
		return nil, err
	}
	if i.BitLen() > MaxBigIntBits {
		return nil, vm.throwBigTooLarge()
	}
	if s[0] == '-' {
		i.Neg(i)
	}
	return i, nil
}

// joinDigits converts decimal digits, splitting them where the powers of ten are known.
func (vm *VM) joinDigits(s string, powers []*big.Int) (*big.Int, error) {
	last := len(powers) - 1
	for last >= 0 && bigParse<<last >= len(s) {
		last--
	}
	if last < 0 {
		if s == "" {
			return new(big.Int), nil
		}
		i, _, err := numeric.ParseBigInt(s, vm.Charge)
		return i, err
	}
	cut := len(s) - bigParse<<last
	high, err := vm.joinDigits(s[:cut], powers[:last+1])
	if err != nil {
		return nil, err
	}
	low, err := vm.joinDigits(s[cut:], powers[:last])
	if err != nil {
		return nil, err
	}
	high, err = vm.mulBig(high, powers[last])
	if err != nil {
		return nil, err
	}
	return new(big.Int).Add(high, low), nil
}
