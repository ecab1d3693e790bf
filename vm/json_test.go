package vm

// This file holds the tests and benchmarks of the JSON codec on the machine alone: no library, no program.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
)

// bare returns a machine whose realm has no library.
func bare(o Options) *VM { return New(NewRealm(func(*Builder) {}), o) }

// roundTrip decodes a text and encodes what it found as a result.
func roundTrip(t *testing.T, text string) string {
	t.Helper()
	m := bare(Options{})
	v, err := m.DecodeJSON(text, unlimitedDepth)
	if err != nil {
		t.Fatalf("DecodeJSON(%q): %v", text, err)
	}
	s, err := m.StringifyJSON(v, StringifyOptions{})
	if err != nil {
		t.Fatalf("StringifyJSON of %q: %v", text, err)
	}
	return s.Str().String()
}

func TestJSONRoundTrip(t *testing.T) {
	for _, c := range [][2]string{
		{"null", ""}, {" true ", "true"}, {"false", ""}, {`""`, ""}, {"[]", ""}, {"{}", ""}, {"[[],{}]", ""},
		{"0", ""}, {"-0", "0"}, {"-1.5", ""}, {"1e3", "1000"}, {"1E-7", "1e-7"}, {"1e999", "null"}, {"-1e999", "null"}, {"1e-999", "0"},
		{"9007199254740993", "9007199254740992"}, {"123456789012345678901234567890", "1.2345678901234568e+29"},
		{"0.1", ""}, {"3.141592653589793", ""}, {"0.30000000000000004", ""}, {"12345678.87654321", ""},
		{"4.35", ""}, {"0.000001", ""}, {"1.7976931348623157e308", "1.7976931348623157e+308"}, {"5e-324", ""},
		{"9007199254740993.5", "9007199254740994"}, {"0.00000000000000000000000000001", "1e-29"},
		{`"a\"\\\/\b\f\n\r\tA"`, `"a\"\\/\b\f\n\r\tA"`}, {`"\u0000\u001f"`, ""}, {`"\u007f"`, "\"\x7f\""},
		{`"é\u00e9😀\ud83d\ude00"`, `"éé😀😀"`}, {`"\ud800"`, ""}, {`"x\udc00\ud800y"`, ""}, {`"\uD83D\uD83D\uDE00"`, `"\ud83d😀"`},
		{"\"\u2028\"", ""}, {`"0123456789abcdef"`, ""}, {`"0123456é89abcdef"`, ""},
		{`{"a":1,"b":[true,null],"c":{"d":"e"}}`, ""}, {`{"b":1,"a":2}`, ""},
		{`{"2":"b","z":0,"1":"a"}`, `{"1":"a","2":"b","z":0}`}, {`{"a":1,"a":2,"b":3,"a":4}`, `{"a":4,"b":3}`},
		{`{"1":1,"1":2}`, `{"1":2}`}, {`{"4294967295":1,"4294967294":2,"x":3}`, `{"4294967294":2,"4294967295":1,"x":3}`},
		{`{"01":1,"1":2}`, `{"1":2,"01":1}`}, {`{"":1}`, ""}, {`{"\u0061":1,"a":2}`, `{"a":2}`}, {`{"é":1,"\u00e9":2}`, `{"é":2}`},
		{`[{"a\"b":1},{"a\"b":2}]`, ""}, {`[{"a\\b":1},{"a\\b":2}]`, ""}, {`[{"a":1,"b":2},{"a":3},{"a":4,"b":5},{"a":6,"c":7},{"b":8,"a":9}]`, ""},
		{`[{"x":{"k":1}},{"x":{"k":2,"l":3}},{"x":[{"k":1}]},{"y":{"k":9}}]`, ""},
		{"\t[ 1 ,\r\n2 ]\n", "[1,2]"}, {`{ "a" : 1 , "b" : [ ] }`, `{"a":1,"b":[]}`},
	} {
		want := c[1]
		if want == "" {
			want = c[0]
		}
		if got := roundTrip(t, c[0]); got != want {
			t.Errorf("%s: got %s, want %s", c[0], got, want)
		}
	}
}

func TestJSONMinusZero(t *testing.T) {
	m := bare(Options{})
	v, err := m.DecodeJSON("[-0,-0.0,-0e5]", 5)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range v.Object().elems {
		if e.num != 0 || !math.Signbit(e.num) {
			t.Errorf("element %d is %v, want -0", i, e.num)
		}
	}
	for mode, want := range map[JSONMode]string{JSONResult: "[0,0,0]", JSONArgument: "[-0,-0,-0]"} {
		if b, err := m.EncodeJSON(v, mode, "v"); err != nil || string(b) != want {
			t.Errorf("mode %d: %s %v, want %s", mode, b, err, want)
		}
	}
}

// TestJSONWide decodes texts that are held as UTF-16.
func TestJSONWide(t *testing.T) {
	m := bare(Options{})
	text := `{"ключ":["плюс",1.5,"ascii"],"k":"\ud800` + "😀" + `"}`
	s := WideStr(append(AppendUTF16Of(nil, text), ' '))
	v, err := m.ParseJSON(s)
	if err != nil {
		t.Fatal(err)
	}
	out, err := m.StringifyJSON(v, StringifyOptions{})
	if err != nil || out.Str().String() != text {
		t.Errorf("got %s %v, want %s", out.Str().String(), err, text)
	}
	a, _ := m.Get(v.Object(), m.Key("ключ"))
	if item := a.Object().elems[2]; !item.Str().IsASCII() {
		t.Error("an ASCII string inside wide text is held wide")
	}
	if _, err := m.ParseJSON(WideStr([]uint16{'"', 0xd800, '"'})); err != nil {
		t.Errorf("a lone surrogate as it is: %v", err)
	}
}

func TestJSONSyntaxErrors(t *testing.T) {
	for _, c := range [][2]string{
		{"", "Unexpected end of JSON input"},
		{"{", "Expected property name or '}' in JSON at position 1"},
		{"[1", "Expected ',' or ']' after array element in JSON at position 2"},
		{"[1,", "Unexpected end of JSON input"},
		{"[1,]", `Unexpected token ']', "[1,]" is not valid JSON`},
		{`{"a"`, "Expected ':' after property name in JSON at position 4"},
		{`{"a":1,}`, "Expected double-quoted property name in JSON at position 7"},
		{`{a:1}`, "Expected property name or '}' in JSON at position 1"},
		{`{"a":1 "b":2}`, "Expected ',' or '}' after property value in JSON at position 7"},
		{"tru", "Unexpected end of JSON input"},
		{"truex", "Unexpected non-whitespace character after JSON at position 4"},
		{"01", "Unexpected number in JSON at position 1"},
		{"-x", "No number after minus sign in JSON at position 1"},
		{"1.x", "Unterminated fractional number in JSON at position 2"},
		{"1e+", "Exponent part is missing a number in JSON at position 3"},
		{`"abc`, "Unterminated string in JSON at position 4"},
		{"\"a\nb\"", "Bad control character in string literal in JSON at position 2"},
		{`"\x"`, "Bad escaped character in JSON at position 2"},
		{`"\u12G4"`, "Bad Unicode escape in JSON at position 5"},
		{`"\`, "Unexpected end of JSON input"},
		{"undefined", `"undefined" is not valid JSON`},
		{"[object Object]", `"[object Object]" is not valid JSON`},
		{"[tru]", `Unexpected token ']', "[tru]" is not valid JSON`},
		{"\u00a01", "Unexpected token '\u00a0', \"\u00a01\" is not valid JSON"},
		{`["é" "b"]`, "Expected ',' or ']' after array element in JSON at position 5 (line 1 column 6)"},
		{"{\"a\":1}\n\n x", "Unexpected non-whitespace character after JSON at position 10 (line 3 column 2)"},
		{"+1", `Unexpected token '+', "+1" is not valid JSON`},
		{"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz", `Unexpected token 'a', "abcdefghij"... is not valid JSON`},
		{`{"__proto__":1}`, "the key __proto__ is not allowed"},
		{`[{"a":{"\u005f_proto__":1}}]`, "the key __proto__ is not allowed"},
	} {
		_, err := bare(Options{}).ParseJSON(StrOf(c[0]))
		var thrown *Thrown
		if !errors.As(err, &thrown) {
			t.Errorf("%q: error %v, want a SyntaxError", c[0], err)
			continue
		}
		if got := thrown.Error(); !strings.HasPrefix(got, c[1]) {
			t.Errorf("%q:\n got %s\nwant %s", c[0], got, c[1])
		}
	}
}

// TestJSONDepth: the boundary counts the depth of every value; JSON.parse takes any depth that fits the memory.
func TestJSONDepth(t *testing.T) {
	nested := func(n int, inner string) string {
		return strings.Repeat("[", n) + inner + strings.Repeat("]", n)
	}
	for _, c := range []struct {
		text string
		ok   bool
	}{
		{nested(32, "1"), true}, {nested(33, "1"), false}, {nested(33, ""), true}, {nested(34, ""), false},
		{strings.Repeat(`{"a":`, 33) + "1" + strings.Repeat("}", 33), false},
	} {
		m := bare(Options{})
		_, err := m.DecodeJSON(c.text, MaxDataDepth)
		if (err == nil) != c.ok {
			t.Errorf("decoding %.40s: %v", c.text, err)
		}
		var e *JSONError
		if err != nil && (!errors.As(err, &e) || e.Problem != JSONTooDeep) {
			t.Errorf("decoding %.40s: %v, want a depth error", c.text, err)
		}
		v, err := m.DecodeJSON(c.text, unlimitedDepth)
		if err != nil {
			t.Fatal(err)
		}
		_, err = m.EncodeJSON(v, JSONResult, "result")
		if (err == nil) != c.ok {
			t.Errorf("encoding %.40s: %v", c.text, err)
		}
	}
	m := bare(Options{})
	v, err := m.ParseJSON(ASCIIStr(nested(300000, "")))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.StringifyJSON(v, StringifyOptions{}); err == nil || !strings.Contains(err.Error(), "call stack") {
		t.Errorf("stringify of 300000 levels: %v, want a stack overflow", err)
	}
	if m.goDepth != 0 {
		t.Errorf("call depth %d is left over", m.goDepth)
	}
}

// TestJSONMetered: work and memory of hostile texts are charged while they are read and written.
func TestJSONMetered(t *testing.T) {
	for name, text := range map[string]string{
		"numbers": "[" + strings.Repeat("1,", 1<<20) + "1]",
		"string":  `"` + strings.Repeat("x", 1<<22) + `"`,
		"escapes": `"` + strings.Repeat(`\n`, 1<<21) + `"`,
		"space":   strings.Repeat(" ", 1<<22) + "1",
		"wide":    `"` + strings.Repeat("é", 1<<21) + `"`,
		"deep":    strings.Repeat("[1,", 1<<20),
		"keys":    "{" + strings.Repeat(`"k":1,`, 1<<20) + `"k":1}`,
	} {
		m := bare(Options{MaxInstructions: 20000})
		_, err := m.DecodeJSON(text, unlimitedDepth)
		if !errors.Is(err, ErrInstructions) {
			t.Errorf("%s: %v, want the instruction limit", name, err)
		}
		if name == "space" || name == "keys" || name == "string" {
			continue
		}
		m = bare(Options{MaxMemoryBytes: int64(len(text)) + 100000})
		if _, err = m.DecodeJSON(text, unlimitedDepth); !errors.Is(err, ErrMemory) {
			t.Errorf("%s: %v, want the memory limit", name, err)
		}
	}
	// A graph of shared references doubles with every level: 2^30 leaves out of 31 objects.
	m := bare(Options{MaxMemoryBytes: 1 << 22})
	v := Int(1)
	for range 30 {
		v = ObjectValue(m.NewArrayOf(v, v))
	}
	if _, err := m.EncodeJSON(v, JSONResult, "result"); !errors.Is(err, ErrMemory) {
		t.Errorf("shared references: %v, want the memory limit", err)
	}
}

func TestJSONStringifyForms(t *testing.T) {
	m := bare(Options{})
	v, _ := m.DecodeJSON(`{"a":[1,{"b":"c"},[],{}],"d":{}}`, 9)
	s, err := m.StringifyJSON(v, StringifyOptions{Gap: "--"})
	want := "{\n--\"a\": [\n----1,\n----{\n------\"b\": \"c\"\n----},\n----[],\n----{}\n--],\n--\"d\": {}\n}"
	if err != nil || s.Str().String() != want {
		t.Errorf("indented: %v\n%s\nwant\n%s", err, s.Str().String(), want)
	}
	s, err = m.StringifyJSON(v, StringifyOptions{HasKeys: true, Keys: []PropertyKey{m.Key("d"), m.Key("a"), m.Key("x")}})
	if want := `{"d":{},"a":[1,{},[],{}]}`; err != nil || s.Str().String() != want {
		t.Errorf("key list: %v %s, want %s", err, s.Str().String(), want)
	}
	o := m.NewPlainObject()
	m.Set(o, m.Key("self"), ObjectValue(m.NewArrayOf(Null, ObjectValue(o))))
	_, err = m.StringifyJSON(ObjectValue(o), StringifyOptions{})
	circle := "Converting circular structure to JSON\n    --> starting at object with constructor 'Object'\n    |     property 'self' -> object with constructor 'Object'\n    --- index 1 closes the circle"
	if err == nil || err.Error() != circle {
		t.Errorf("cycle: %v", err)
	}
	// undefined and symbols are left out of objects and null in arrays.
	o = m.NewPlainObject()
	m.Set(o, m.Key("u"), Undefined)
	m.Set(o, m.Key("s"), SymbolValue(NewSymbol("s")))
	m.Set(o, m.Key("k"), ObjectValue(m.NewArrayOf(Undefined, hole, SymbolValue(NewSymbol("s")), Number(math.NaN()))))
	for _, c := range []struct {
		mode JSONMode
		want string
	}{{jsonStringify, `{"k":[null,null,null,null]}`}} {
		if b, err := m.EncodeJSON(ObjectValue(o), c.mode, ""); err != nil || string(b) != c.want {
			t.Errorf("mode %d: %s %v, want %s", c.mode, b, err, c.want)
		}
	}
}

// TestJSONShapes: the second and third object of a shape take the shortcut, whose output must be that of the first.
func TestJSONShapes(t *testing.T) {
	row := `{"id":1,"":null,"é":"x","q\"":{"id":2},"t":true,"n":-2.5}`
	text := "[" + strings.Repeat(row+",", 4) + row + "]"
	if got := roundTrip(t, text); got != text {
		t.Errorf("got %s\nwant %s", got, text)
	}
	// Undefined properties are dropped by the shortcut as well, the first one included.
	m := bare(Options{})
	var rows []Value
	for i := range 6 {
		o := m.NewPlainObject()
		m.Set(o, m.Key("a"), []Value{Undefined, Int(1)}[i%2])
		m.Set(o, m.Key("b"), []Value{Int(2), Undefined}[i/2%2])
		m.Set(o, m.Key("c"), Undefined)
		rows = append(rows, ObjectValue(o))
	}
	b, err := m.EncodeJSON(ObjectValue(m.NewArray(rows)), JSONArgument, "")
	if want := `[{"b":2},{"a":1,"b":2},{},{"a":1},{"b":2},{"a":1,"b":2}]`; err != nil || string(b) != want {
		t.Errorf("%s %v, want %s", b, err, want)
	}
	b, err = m.EncodeJSON(rows[0], JSONResult, "")
	if want := `{"a":null,"b":2,"c":null}`; err != nil || string(b) != want {
		t.Errorf("%s %v, want %s", b, err, want)
	}
}

// TestJSONShape: rows with the same keys share one shape, whatever the order of the text leads to.
func TestJSONSharedShape(t *testing.T) {
	m := bare(Options{})
	v, err := m.DecodeJSON(`[{"a":1,"b":2},{"a":3,"b":4},{"a":5},{"a":6,"b":7,"c":8},{"a":9,"b":10}]`, 9)
	if err != nil {
		t.Fatal(err)
	}
	e := v.Object().elems
	if e[0].Object().shape != e[1].Object().shape || e[0].Object().shape != e[4].Object().shape {
		t.Error("rows with equal keys have different shapes")
	}
	o := m.NewPlainObject()
	m.Set(o, m.Key("a"), Int(1))
	m.Set(o, m.Key("b"), Int(1))
	if o.shape != e[0].Object().shape {
		t.Error("a decoded object and one made by assignments have different shapes")
	}
}

// benchRows returns a JSON text of n rows of ten fields, as APIs return them.
func benchRows(n int) string {
	var b bytes.Buffer
	b.WriteByte('[')
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":%d,"name":"customer %d","email":"customer%d@example.com","active":%v,"balance":%d.%02d,"currency":"EUR","created":"2024-03-%02dT10:00:00Z","tags":["a%d","b"],"address":{"city":"Berlin","zip":"%05d"},"note":null}`,
			i, i*7, i, i%3 == 0, i*13, i%100, i%28+1, i%10, i)
	}
	b.WriteByte(']')
	return b.String()
}

func BenchmarkJSONDecode(b *testing.B) {
	for _, n := range []int{1, 100, 2000} {
		text := benchRows(n)
		data := []byte(text)
		b.Run(fmt.Sprintf("rows=%d/heap", n), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			m := bare(Options{})
			for b.Loop() {
				m.mem = 0
				if _, err := m.DecodeJSON(text, MaxDataDepth); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("rows=%d/encoding-json", n), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				var v any
				if err := json.Unmarshal(data, &v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkJSONEncode(b *testing.B) {
	for _, n := range []int{1, 100, 2000} {
		text := benchRows(n)
		b.Run(fmt.Sprintf("rows=%d/heap", n), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			m := bare(Options{})
			v, err := m.DecodeJSON(text, MaxDataDepth)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				m.mem = 0
				if _, err := m.EncodeJSON(v, JSONResult, "result"); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("rows=%d/encoding-json", n), func(b *testing.B) {
			var v any
			if err := json.Unmarshal([]byte(text), &v); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := json.Marshal(v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
