package vm

// This file tests the conversion of long texts to numbers against package numeric, which converts them without meters.

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/neurocode-ai/codemode/vm/numeric"
)

func TestLongNumbers(t *testing.T) {
	m := bare(Options{})
	zeros, nines, space := strings.Repeat("0", longNumber), strings.Repeat("9", longNumber), strings.Repeat(" ", longNumber)
	texts := []string{
		space + "42" + space, space, zeros + "17", "-" + zeros + ".5", "0." + zeros + "1", nines, "-" + nines + "e-" + "4095",
		"1" + zeros + "e-4096", "1" + zeros + "e-4090x", nines + "." + nines, "." + nines, "9007199254740993." + zeros, "9007199254740993." + zeros + "1",
		"0x" + zeros + "ff", "0xff" + zeros, "0b" + zeros + "102", "0x" + zeros + "fg", "1e" + zeros + "5", "1e" + nines, "1e-" + nines,
		zeros + "x", nines + "n", "+" + zeros + "e", "Infinity" + zeros, space + "Infinity" + space, "-" + space, zeros + "." + zeros + "." + zeros,
		"1." + zeros + "1e3", "x" + zeros, space + "-0x" + zeros + "10",
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 { // digits near a tie between two doubles, with something far behind
		var b strings.Builder
		for range 20 {
			b.WriteByte("0123456789.e"[r.IntN(10)])
		}
		texts = append(texts, b.String()+zeros+"e-4096", b.String()+"."+zeros+"1", "."+b.String()+nines)
	}
	same := func(what, text string, got float64, err error, want float64) {
		t.Helper()
		if err != nil || math.Float64bits(got) != math.Float64bits(want) && (got == got || want == want) {
			t.Errorf("%s(%.30s… %d characters) = %v %v, want %v", what, text, len(text), got, err, want)
		}
	}
	for _, text := range texts {
		for _, s := range []Str{ASCIIStr(text), WideStr(AppendUTF16Of(nil, text))} {
			f, err := m.StringToNumber(s)
			same("Number", text, f, err, numeric.StringToNumber(text))
			f, err = m.ParseFloat(s)
			same("parseFloat", text, f, err, numeric.ParseFloat(text))
			for _, radix := range []int32{0, 2, 7, 10, 16, 36, 1, 37} {
				f, err = m.ParseInt(s, radix)
				same("parseInt", text, f, err, numeric.ParseInt(text, radix))
			}
		}
	}
	m = bare(Options{MaxInstructions: 10000})
	if _, err := m.StringToNumber(ASCIIStr(strings.Repeat("1", 1<<20))); !errors.Is(err, ErrInstructions) {
		t.Errorf("%v, want the instruction limit", err)
	}
}
