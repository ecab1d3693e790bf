package vm

// This file tests the arithmetic of large big integers against math/big.

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// randomBig returns a number of n bits with runs of equal bits, which carries and estimates of quotients like least.
func randomBig(r *rand.Rand, n int) *big.Int {
	i := new(big.Int)
	for i.BitLen() < n {
		run := uint(1 + r.IntN(min(n, 3000)))
		i.Lsh(i, run)
		if r.IntN(2) == 0 {
			i.Add(i, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), run), big.NewInt(1)))
		}
		if i.Sign() == 0 {
			i.SetInt64(1)
		}
	}
	return i.Rsh(i, uint(i.BitLen()-n))
}

func TestBigArithmetic(t *testing.T) {
	m := bare(Options{})
	r := rand.New(rand.NewPCG(1, 2))
	const leaf = bigLeaf * 64
	sizes := []int{1, 1000, leaf + 1, 2*leaf - 64, 2*leaf + 65, 5 * leaf}
	for _, la := range sizes {
		for _, lb := range sizes {
			a, b := randomBig(r, la), randomBig(r, lb)
			if r.IntN(2) == 0 {
				a.Neg(a)
			}
			if r.IntN(2) == 0 {
				b.Neg(b)
			}
			p, err := m.mulBig(a, b)
			if want := new(big.Int).Mul(a, b); err != nil || p.Cmp(want) != 0 {
				t.Fatalf("product of %d and %d bits is wrong (%v)", la, lb, err)
			}
			for _, dividend := range []*big.Int{a, p, new(big.Int).Sub(p, big.NewInt(1))} {
				q, rest, err := m.divBig(dividend, b)
				wantQ, wantR := new(big.Int).QuoRem(dividend, b, new(big.Int))
				if err != nil || q.Cmp(wantQ) != 0 || rest.Cmp(wantR) != 0 {
					t.Fatalf("quotient of %d and %d bits is wrong (%v)", dividend.BitLen(), lb, err)
				}
			}
		}
	}
}

func TestBigText(t *testing.T) {
	m := bare(Options{})
	r := rand.New(rand.NewPCG(3, 4))
	numbers := []*big.Int{new(big.Int), big.NewInt(-7)}
	for _, n := range []int{64, bigTextLeaf * 64, bigTextLeaf*64 + 1, 5 * bigTextLeaf * 64} {
		numbers = append(numbers, randomBig(r, n), new(big.Int).Neg(randomBig(r, n)))
	}
	numbers = append(numbers, new(big.Int).Exp(big.NewInt(10), big.NewInt(100000), nil))
	for _, i := range numbers {
		for _, radix := range []int{10, 16, 7} {
			v, err := m.BigIntText(i, radix)
			if err != nil || v.Str().String() != i.Text(radix) {
				t.Fatalf("text of %d bits in radix %d is wrong (%v)", i.BitLen(), radix, err)
			}
		}
		text := i.Text(10)
		for _, s := range []string{text, " \n" + text + "\u00a0", strings.Replace(strings.Replace("+"+text, "+-", "-000", 1), "+", "+0", 1)} {
			got, err := m.parseBig(s)
			if err != nil || got == nil || got.Cmp(i) != 0 {
				t.Fatalf("parsing %d digits: %v", len(text), err)
			}
		}
	}
	for _, s := range []string{strings.Repeat("9", bigParse+1) + "x", "--" + strings.Repeat("1", bigParse+1), strings.Repeat("1", bigParse) + "." + "0"} {
		if got, err := m.parseBig(s); got != nil || err != nil {
			t.Errorf("%.20s… was parsed (%v)", s, err)
		}
	}
	if _, err := m.parseBig(strings.Repeat("9", MaxBigIntBits/3+1)); err == nil {
		t.Error("a number beyond the limit was parsed")
	}
}

// TestBigInterrupted: no operation runs far past a limit. The deadline has passed already, so only the first steps run.
func TestBigInterrupted(t *testing.T) {
	huge := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), MaxBigIntBits/2), big.NewInt(12345))
	square := new(big.Int).Mul(huge, big.NewInt(3))
	square.Lsh(square, MaxBigIntBits/2-10)
	digits := strings.Repeat("7", MaxBigIntBits/4)
	for name, f := range map[string]func(m *VM) error{
		"mul":   func(m *VM) error { _, err := m.mulBig(huge, huge); return err },
		"div":   func(m *VM) error { _, _, err := m.divBig(square, huge); return err },
		"text":  func(m *VM) error { _, err := m.BigIntText(huge, 10); return err },
		"parse": func(m *VM) error { _, err := m.parseBig(digits); return err },
		"pow":   func(m *VM) error { _, err := m.expBig(big.NewInt(3), big.NewInt(MaxBigIntBits/2)); return err },
	} {
		m := bare(Options{MaxInstructions: 1 << 16})
		if err := f(m); !errors.Is(err, ErrInstructions) {
			t.Errorf("%s: %v, want the instruction limit", name, err)
		}
		m = bare(Options{Deadline: time.Now()})
		if err := f(m); !errors.Is(err, ErrTimeout) {
			t.Errorf("%s: %v, want a timeout", name, err)
		}
	}
}
