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
