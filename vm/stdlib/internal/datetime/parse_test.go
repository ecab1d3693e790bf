// This file holds the tests of Parse against V8: a list of forms and 60 000 random strings.

package datetime

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"io"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/neurocode-ai/codemode/vm/numeric"
)

//go:embed testdata/listed.txt
var listed string

func TestParseListed(t *testing.T) {
	for line := range strings.Lines(listed) {
		var in string
		decoder := json.NewDecoder(strings.NewReader(line))
		if err := decoder.Decode(&in); err != nil {
			t.Fatal(err)
		}
		want := strings.TrimSpace(line[decoder.InputOffset():])
		got := "NaN"
		if v := Parse(in); v == v {
			got = FormatISO(v)
		}
		if got != want {
			t.Errorf("Parse(%q) = %s, want %s", in, got, want)
		}
	}
}

var dateTokens = []string{"2024", "1", "12", "15", "31", "32", "0", "007", "24", "59", "60", "99", "10", "1999", "0930", "123456", "000001", "5", ":", ":", ":", "-", "-", "+", ".", ",", "/", "/", " ", " ", " ", "T", "t", "Z", "z", "am", "PM", "a", "Jan", "february", "MAR", "Sept", "dec", "mon", "GMT", "UTC", "est", "PDT", "(x)", "(", ")", "x", "'", "é", "\u00a0", "th", "2024-01-15", "10:20", "10:20:30", "10:20:30.5", "+0200", "-05:00", "2024-06-01T", "1/2/"}

// TestParseRandom compares a hash over random token strings and their values with the one that testdata/dates.mjs prints.
func TestParseRandom(t *testing.T) {
	const want = "bf142e8422aa2fc39f5512a53a1920a9"
	state := uint32(0x12345678)
	next := func(n int) int {
		state += 0x6d2b79f5
		t := (state ^ state>>15) * (1 | state)
		t = (t + (t^t>>7)*(61|t)) ^ t
		return int((t ^ t>>14) % uint32(n))
	}
	dump := os.Getenv("DATETIME_DUMP") != "" // prints what "node dates.mjs random all" prints
	hash := sha256.New()
	for range 60000 {
		var s strings.Builder
		for n := 1 + next(9); n > 0; n-- {
			s.WriteString(dateTokens[next(len(dateTokens))])
		}
		line := `"` + s.String() + `" ` + numeric.FormatNumber(Parse(s.String())) + "\n"
		io.WriteString(hash, line)
		if dump {
			os.Stdout.WriteString(line)
		}
	}
	if got := hex.EncodeToString(hash.Sum(nil))[:32]; got != want {
		t.Errorf("hash of 60000 dates = %s, node has %s", got, want)
	}
}

func TestParseLong(t *testing.T) {
	for _, unit := range []string{"1", " ", "(", "a", "1 ", "Jan ", ":", "-", "é", "()"} {
		if v := Parse(strings.Repeat(unit, 1<<14)); v == v {
			t.Errorf("%q repeated is a date", unit)
		}
	}
	remark := strings.Repeat("x", maxText-20)
	if v := Parse("2024-01-15 (" + remark + ")"); v != 1705276800000 {
		t.Errorf("with a long remark the date is %v", v)
	}
	if v := Parse("2024-01-15 (" + remark + remark + ")"); v == v {
		t.Errorf("with a longer remark the date is %v", v)
	}
}

func BenchmarkParse(b *testing.B) {
	for _, s := range []string{"2024-01-15T10:20:30.123Z", "Mon, 15 Jan 2024 10:20:30 GMT", "1/15/2024 3:30 PM"} {
		b.Run(s, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Parse(s)
			}
		})
	}
	b.Run("FormatISO", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			FormatISO(1705314030123)
		}
	})
	b.Run("FieldsOf", func(b *testing.B) {
		for b.Loop() {
			sink += FieldsOf(1705314030123).Day
		}
	})
	b.Run("Compose", func(b *testing.B) {
		for b.Loop() {
			if TimeClip(MakeDate(MakeDay(2024, 0, 15), MakeTime(10, 20, 30, 0))) == math.Pi {
				sink++
			}
		}
	})
}

var sink int
