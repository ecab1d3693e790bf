package fuzz

// This file fuzzes the JSON codec: which texts it accepts and what they mean against encoding/json, and that what it writes
// reads back as it was.

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib"
)

// jsonSeeds are texts that reach all states of the decoder.
var jsonSeeds = []string{
	`null`, ` true `, `[]`, `{}`, `-0.5e+10`, `[1,2,[3,{"a":"b"}]]`, `{"a":1,"b":[true,false,null],"c":{"d":"e"}}`,
	`[{"id":1,"n":"x"},{"id":2,"n":"y"},{"id":3},{"n":"z","id":4,"e":{"f":[]}},{"id":5,"n":"w"}]`,
	`{"2":1,"1":2,"01":3,"4294967295":4,"4294967294":5}`, `{"a":1,"a":2,"\u0061":3}`, `{"__proto__":1}`,
	`"\"\\\/\b\f\n\r\té\u00e9😀\ud83d\ude00\ud800"`, `"0123456789abcdef0123456789"`, `123456789012345678901234567890.5`,
	`1e999`, `5e-324`, `0.1`, `9007199254740993`, `[1,]`, `{"a":1,}`, `{a:1}`, `01`, `1.`, `.5`, `+1`, `tru`, `"a`, `"\x"`, "\"\xff\"",
	"\ufeff1", "[\u00a01]", strings.Repeat("[", 50) + strings.Repeat("]", 50), `{"` + strings.Repeat("k", 100) + `":0}`,
}

// FuzzJSONDecode compares the decoder with encoding/json.
func FuzzJSONDecode(f *testing.F) {
	for _, s := range jsonSeeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<16 {
			return
		}
		m := vm.New(stdlib.Realm(), vm.Options{})
		v, err := m.DecodeJSON(strings.Clone(text), 5000)
		var problem *vm.JSONError
		if err != nil && !errors.As(err, &problem) {
			t.Fatalf("error %v is no *vm.JSONError", err)
		}
		valid := json.Valid([]byte(text))
		if problem != nil {
			if valid && problem.Problem == vm.JSONSyntax {
				t.Fatalf("valid text refused: %v", problem)
			}
			if !utf8.ValidString(problem.Message) || problem.Offset < 0 || problem.Offset > len(text) {
				t.Fatalf("bad error %+v", problem)
			}
			return
		}
		if !valid {
			t.Fatal("invalid text accepted")
		}
		compareJSON(t, m, v, text)
	})
}

// compareJSON checks the value of a text as far as encoding/json can tell: it has no lone surrogates and no infinities.
func compareJSON(t *testing.T, m *vm.VM, v vm.Value, text string) {
	s, err := m.StringifyJSON(v, vm.StringifyOptions{})
	if err != nil {
		t.Fatalf("stringify: %v", err)
	}
	ours := s.Str().String()
	var want, got any
	if json.Unmarshal([]byte(text), &want) != nil || !utf8.ValidString(text) || strings.Contains(text, `\u`) {
		return
	}
	if err := json.Unmarshal([]byte(ours), &got); err != nil {
		t.Fatalf("what was written is not JSON: %v\n%s", err, ours)
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("decoded as %s", ours)
	}
}

// FuzzJSONRoundTrip: writing and reading again changes nothing, indented output has the form of encoding/json's, and
// JSON.parse agrees with the decoder of the boundary.
func FuzzJSONRoundTrip(f *testing.F) {
	for _, s := range jsonSeeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<16 {
			return
		}
		m := vm.New(stdlib.Realm(), vm.Options{})
		v, err := m.DecodeJSON(strings.Clone(text), 500)
		if err != nil {
			return
		}
		compact := stringify(t, m, v, "")
		again, err := m.ParseJSON(vm.StrOf(compact))
		if err != nil {
			t.Fatalf("%s: %v", compact, err)
		}
		if second := stringify(t, m, again, ""); second != compact {
			t.Fatalf("first  %s\nsecond %s", compact, second)
		}
		if wide, err := m.ParseJSON(vm.WideStr(vm.AppendUTF16Of(nil, compact))); err != nil || stringify(t, m, wide, "") != compact {
			t.Fatalf("as UTF-16: %v", err)
		}
		var want bytes.Buffer
		if err := json.Indent(&want, []byte(compact), "", "\t"); err != nil {
			t.Fatal(err)
		}
		if got := stringify(t, m, v, "\t"); got != want.String() {
			t.Fatalf("indented\n%s\nwant\n%s", got, want.String())
		}
	})
}

func stringify(t *testing.T, m *vm.VM, v vm.Value, gap string) string {
	t.Helper()
	s, err := m.StringifyJSON(v, vm.StringifyOptions{Gap: gap})
	if err != nil {
		t.Fatal(err)
	}
	return s.Str().String()
}
