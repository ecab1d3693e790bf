package tools

// This file tests the estimate of what decoded inputs take against what they really take.

import (
	"context"
	"runtime"
	"strings"
	"testing"
)

// noise is what else the process allocates meanwhile, in bytes.
const noise = 1 << 16

func TestDecodedSize(t *testing.T) {
	type input struct {
		X any `json:"x"`
	}
	tool := New("Anything", func(context.Context, input) (string, error) { return "", nil })
	list := func(item string) string { return `{"x":[` + strings.Repeat(item+",", 20000) + item + `]}` }
	for _, text := range []string{
		list(`1`), list(`1.5`), list(`""`), list(`"a"`), list(`"\"\\"`), list(`[]`), list(`[[]]`), list(`{}`), list(`{"a":1}`), list(`{"a":{"b":[1,2]}}`),
		list(`{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":10}`),
		`{"x":"` + strings.Repeat("text ", 100000) + `"}`,
		`{"x":{` + strings.TrimSuffix(strings.Repeat(`"`+strings.Repeat("k", 20)+`":0,`, 2), ",") + `}}`,
	} {
		during, kept := tool.DecodedSize([]byte(text))
		if during != kept {
			t.Errorf("a typed tool keeps %d of %d bytes", kept, during)
		}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		decoded, err := tool.Decode(nil, []byte(text))
		runtime.GC()
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Fatal(err)
		}
		real := int(after.HeapAlloc) - int(before.HeapAlloc)
		runtime.KeepAlive(decoded)
		if real > kept+noise || kept > 6*real+noise {
			t.Errorf("%.40s… of %d bytes takes %d bytes, estimated %d", text, len(text), real, kept)
		}
	}
}

func TestDecodedSizeOfText(t *testing.T) {
	text := []byte(`[[],[]]`)
	raw := Raw(Definition{Description: "Text"})
	if during, kept := raw.DecodedSize(text); during != len(text) || kept != len(text) {
		t.Errorf("a raw tool takes %d and keeps %d bytes of %d", during, kept, len(text))
	}
	checked := Raw(Definition{Description: "Text", Input: []byte(`{"type":"array"}`), Validate: true})
	if during, kept := checked.DecodedSize(text); during < 4*len(text) || kept != len(text) {
		t.Errorf("a raw tool with a schema takes %d and keeps %d bytes of %d", during, kept, len(text))
	}
}
