package stdlib_test

// This file compares array methods with Node over generated programs; testdata/arrays.mjs makes them.

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"github.com/neurocode-ai/codemode/vm"
)

// goldenPrelude is what the generator's programs find, in the same words as there.
const goldenPrelude = `const log = [];
const show = (v) => {
  if (v === undefined) return "u";
  if (typeof v === "number") return Object.is(v, -0) ? "-0" : String(v);
  if (Array.isArray(v)) return "[" + Array.from({ length: v.length }, (_, i) => (i in v ? show(v[i]) : "_")).join() + "]";
  if (v && typeof v === "object") return "{" + Object.keys(v).map((k) => k + ":" + show(v[k])).join() + "}";
  return JSON.stringify(v);
};
`

func TestArrayMethodsAgreeWithNode(t *testing.T) {
	f, err := os.Open("testdata/arrays.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	n := 0
	for lines.Scan() {
		var c [2]string
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		n++
		o := runWith(t, goldenPrelude+c[0], vm.Options{})
		var got string
		if o.err != nil || json.Unmarshal([]byte(o.value), &got) != nil || got != c[1] {
			t.Errorf("%s\n got %s %v %s\nwant %s", c[0], got, o.err, o.thrown, c[1])
		}
	}
	if n < 1000 {
		t.Errorf("only %d programs", n)
	}
}
