// This file holds the tests of formatting and parsing against V8: hashes over 200 000 doubles and tables of edge cases.

package numeric

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

// sampleDoubles yields the doubles of testdata/hashes.mjs.
func sampleDoubles(yield func(i int, x float64) bool) {
	state := uint32(0x9e3779b9)
	next := func() uint32 {
		state += 0x6d2b79f5
		t := (state ^ state>>15) * (1 | state)
		t = (t + (t^t>>7)*(61|t)) ^ t
		return t ^ t>>14
	}
	for i := range 200000 {
		hi, lo, k := next(), next(), next()
		var x float64
		switch i % 8 {
		case 0:
			x = math.Float64frombits(uint64(hi)<<32 | uint64(lo))
		case 1:
			x = float64(hi%10000000) / 100
		case 2:
			x = float64(hi%1000000|1) / math.Ldexp(1, int(k%24))
			if lo&1 == 0 {
				x = -x
			}
		case 3:
			x = float64(hi) * math.Ldexp(1, int(k%64))
		case 4:
			x = float64(lo%100000|1) * 5 * decimalPower(int(k%12))
		case 5:
			x = float64(hi) / 4294967296 * decimalPower(int(k%40)-20)
		case 6:
			s := FormatNumber(float64(hi) / 65536)
			x = StringToNumber(s[:min(len(s), int(3+k%8))])
		default:
			b := math.Float64bits(decimalPower(int(k%60) - 30))
			x = math.Float64frombits(b&^0xffffffff | uint64(uint32(b)+lo%9-4))
		}
		if !yield(i, x) {
			return
		}
	}
}

// decimalPower is the double nearest to 10^n.
func decimalPower(n int) float64 {
	v, _ := strconv.ParseFloat("1e"+strconv.Itoa(n), 64)
	return v
}

var conversions = map[string]func(i int, x float64) string{
	"toString": func(_ int, x float64) string { return FormatNumber(x) },
	"toFixed": func(i int, x float64) string {
		if i %= 23; i == 22 {
			i = 100
		}
		return FormatFixed(x, i)
	},
	"toPrecision": func(i int, x float64) string {
		if i %= 29; i == 28 {
			i = 99
		}
		return FormatPrecision(x, i+1)
	},
	"toExponential": func(i int, x float64) string {
		if i %= 27; i == 26 {
			i = -1
		}
		return FormatExponential(x, i)
	},
	"toRadix": func(i int, x float64) string { return FormatRadix(x, 2+i%35) },
	"int32": func(_ int, x float64) string {
		return strconv.Itoa(int(ToInt32(x))) + " " + strconv.Itoa(int(ToUint32(x)))
	},
	"parseInt": func(i int, x float64) string {
		return FormatNumber(ParseInt(FormatRadix(x, 2+i%35), int32(2+i%35)))
	},
	"parseFloat": func(i int, x float64) string {
		return FormatNumber(ParseFloat(FormatFixed(x, i%20)+"px")) + " " + FormatNumber(StringToNumber(FormatPrecision(x, 1+i%30)))
	},
}

// nodeHashes is the output of testdata/hashes.mjs under node 20.
var nodeHashes = map[string]string{
	"toString":      "530f4e309e935a8e65f3a3d14627d8e3",
	"toFixed":       "3606ee6986f80ded28228c3765cc0276",
	"toPrecision":   "1cc71808c07f43ff4f8eabed439377d4",
	"toExponential": "d00d3c1a91f9391ce213dfbe3ca833b2",
	"toRadix":       "55a8656e960950231cffec9afafc6fc7",
	"int32":         "56b08313f138792b8eeb86c09d620088",
	"parseInt":      "4c0b148db17089b027a8d519337c2923",
	"parseFloat":    "1a19e7026ac1b73476ce09c9b6a3c889",
}

func TestAgainstNode(t *testing.T) {
	// NUMERIC_DUMP=toFixed prints that conversion's lines as hashes.mjs does.
	dump := os.Getenv("NUMERIC_DUMP")
	for name, want := range nodeHashes {
		t.Run(name, func(t *testing.T) {
			convert := conversions[name]
			hash := sha256.New()
			var lines strings.Builder
			for i, x := range sampleDoubles {
				io.WriteString(hash, convert(i, x)+"\n")
				if dump == name {
					lines.WriteString(convert(i, x) + "\n")
				}
			}
			if dump == name {
				os.Stdout.WriteString(lines.String())
			}
			if got := hex.EncodeToString(hash.Sum(nil))[:32]; got != want {
				t.Errorf("hash of 200000 conversions = %s, node has %s", got, want)
			}
		})
	}
}

// same compares as Object.is does.
func same(a, b float64) bool {
	return math.Float64bits(a) == math.Float64bits(b) || a != a && b != b
}

func TestParseTables(t *testing.T) {
	for _, c := range numberCases {
		if got := StringToNumber(c.in); !same(got, c.want) {
			t.Errorf("StringToNumber(%q) = %v, want %v", c.in, got, c.want)
		}
	}
	for _, c := range parseFloatCases {
		if got := ParseFloat(c.in); !same(got, c.want) {
			t.Errorf("ParseFloat(%q) = %v, want %v", c.in, got, c.want)
		}
	}
	for _, c := range parseIntCases {
		if got := ParseInt(c.in, c.radix); !same(got, c.want) {
			t.Errorf("ParseInt(%q, %d) = %v, want %v", c.in, c.radix, got, c.want)
		}
	}
	for _, c := range bigIntCases {
		v, ok, err := ParseBigInt(c.in, nil)
		got := ""
		if ok {
			got = v.String()
		}
		if got != c.want || err != nil {
			t.Errorf("ParseBigInt(%q) = %q, %v, want %q", c.in, got, err, c.want)
		}
	}
}

func TestFormatTables(t *testing.T) {
	for _, c := range digitCases {
		if got := FormatFixed(c.x, c.digits); got != c.fixed {
			t.Errorf("FormatFixed(%v, %d) = %q, want %q", c.x, c.digits, got, c.fixed)
		}
		if got := FormatExponential(c.x, c.digits); got != c.exponential {
			t.Errorf("FormatExponential(%v, %d) = %q, want %q", c.x, c.digits, got, c.exponential)
		}
		if c.digits == 0 {
			continue
		}
		if got := FormatPrecision(c.x, c.digits); got != c.precision {
			t.Errorf("FormatPrecision(%v, %d) = %q, want %q", c.x, c.digits, got, c.precision)
		}
	}
	for _, c := range radixCases {
		if got := FormatRadix(c.x, c.radix); got != c.want {
			t.Errorf("FormatRadix(%v, %d) = %q, want %q", c.x, c.radix, got, c.want)
		}
	}
}

func TestIntegerConversions(t *testing.T) {
	for _, c := range intCases {
		if got := ToInt32(c.x); got != c.i32 {
			t.Errorf("ToInt32(%v) = %d, want %d", c.x, got, c.i32)
		}
		if got := ToUint32(c.x); got != c.u32 {
			t.Errorf("ToUint32(%v) = %d, want %d", c.x, got, c.u32)
		}
		if got := strconv.FormatInt(ToInt64(c.x), 10); got != c.i64 {
			t.Errorf("ToInt64(%v) = %s, want %s", c.x, got, c.i64)
		}
		if got := ToUint8Clamp(c.x); got != c.u8c {
			t.Errorf("ToUint8Clamp(%v) = %d, want %d", c.x, got, c.u8c)
		}
	}
}

func TestParseBigIntLong(t *testing.T) {
	for _, n := range []int{1023, 1024, 1025, 2048, 5000, 40000} {
		digits := strings.Repeat("9876543210", n/10+1)[:n]
		v, ok, err := ParseBigInt("-"+digits, nil)
		if err != nil || !ok || v.String() != "-"+digits {
			t.Errorf("%d digits do not round-trip (%v, %v)", n, ok, err)
		}
	}
	// Every unit of work is announced, and an error ends the conversion at once.
	steps, total := 0, 0
	_, _, err := ParseBigInt(strings.Repeat("7", 100000), func(units int) error {
		total += units
		if steps++; steps == 100 {
			return io.ErrUnexpectedEOF
		}
		return nil
	})
	if err != io.ErrUnexpectedEOF || steps != 100 || total < 100000 {
		t.Errorf("conversion ended with %v after %d steps and %d units", err, steps, total)
	}
}

// TestFloat16 compares every encoding with its value, and rounding with the midpoints between neighbours.
func TestFloat16(t *testing.T) {
	for b := range uint16(0x7c00) {
		v := F16FromBits(b)
		if F16Bits(v) != b || F16Bits(-v) != b|0x8000 || !same(F16Round(v), v) {
			t.Fatalf("%#04x does not round-trip: %v → %#04x, %v", b, v, F16Bits(v), F16Round(v))
		}
		next := 65536.0
		if b < 0x7bff {
			next = F16FromBits(b + 1)
		}
		even, mid := b+b&1, (v+next)/2
		if F16Bits(mid) != even || F16Bits(math.Nextafter(mid, 0)) != b || F16Bits(-math.Nextafter(mid, 1e9)) != b+1|0x8000 {
			t.Fatalf("between %v and %v: wrong rounding", v, next)
		}
	}
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1)} {
		if got := F16Round(x); !same(got, x) || !same(F16FromBits(F16Bits(x)), x) {
			t.Errorf("F16Round(%v) = %v", x, got)
		}
	}
	if got := F16Round(1 + 0x1p-11 + 0x1p-30); got != 1+0x1p-10 {
		t.Errorf("rounding is done twice: %v", got)
	}
}

func BenchmarkFormat(b *testing.B) {
	var dst []byte
	for _, c := range []struct {
		name string
		run  func(x float64)
	}{
		{"AppendNumber/integer", func(float64) { dst = AppendNumber(dst[:0], 12345) }},
		{"AppendNumber/random", func(x float64) { dst = AppendNumber(dst[:0], x) }},
		{"FormatNumber/random", func(x float64) { FormatNumber(x) }},
		{"FormatFixed2", func(x float64) { FormatFixed(x, 2) }},
		{"FormatPrecision6", func(x float64) { FormatPrecision(x, 6) }},
		{"FormatRadix36", func(x float64) { FormatRadix(x, 36) }},
		{"ToInt32", func(x float64) { ToInt32(x) }},
		{"StringToNumber", func(float64) { StringToNumber("1234.5678") }},
		{"StringToNumber/integer", func(float64) { StringToNumber("12345") }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			x := 1234.5678
			for b.Loop() {
				c.run(x)
				x += 1.0009765625
			}
		})
	}
	b.Run("Sum1000", func(b *testing.B) {
		for b.Loop() {
			var s Sum
			for i := range 1000 {
				s.Add(float64(i) * 0.1)
			}
			s.Value()
		}
	})
}
