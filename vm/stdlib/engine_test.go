package stdlib_test

// This file holds the helpers with which tests run programs, and runs the conformance programs of the shared folder for
// the areas that rest on this package alone.

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/neurocode-ai/codemode/compiler"
	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib"
)

// outcome is what a program did.
type outcome struct {
	value  string   // the result as JSON
	thrown string   // name and message of the exception, empty when there was none
	logs   []string // console lines
	err    error    // the error of the run
}

// runWith compiles and runs a program.
func runWith(t testing.TB, source string, opts vm.Options) outcome {
	t.Helper()
	compiled, err := compiler.Compile(source, compiler.Options{})
	if err != nil {
		return outcome{err: err, thrown: "SyntaxError"}
	}
	var o outcome
	opts.Log = func(_, line string) { o.logs = append(o.logs, line) }
	m := vm.New(stdlib.Realm(), opts)
	v, err := m.RunProgram(context.Background(), compiled.Program)
	if err != nil {
		o.err = err
		if t, ok := err.(*vm.Thrown); ok {
			o.thrown = vm.UncaughtText(m, t.Value)
		}
		return o
	}
	text, err := m.EncodeJSON(v, vm.JSONResult, "result")
	if err != nil {
		o.err = err
		return o
	}
	o.value = string(text)
	return o
}

// run runs a program that must succeed and returns its value as JSON.
func run(t testing.TB, source string) string {
	t.Helper()
	o := runWith(t, source, vm.Options{})
	if o.err != nil {
		t.Fatalf("%s\nfailed: %v %s", source, o.err, o.thrown)
	}
	return o.value
}

// check compares the values of programs with what is expected, both as JSON text.
func check(t *testing.T, cases [][2]string) {
	t.Helper()
	for _, c := range cases {
		if got := run(t, c[0]); got != c[1] {
			t.Errorf("%s\n got %s\nwant %s", c[0], got, c[1])
		}
	}
}

// sharedFolder returns the folder with the shared test data, or skips the test.
func sharedFolder(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Skip("not inside a module")
		}
		dir = parent
	}
	shared := filepath.Join(dir, "..", "shared")
	if _, err := os.Stat(shared); err != nil {
		t.Skip("the shared folder is not here")
	}
	return shared
}

// deviations are conformance cases that a decision of the project overrides.
var deviations = map[string]string{}

func TestConformanceOfCollections(t *testing.T) {
	dir := filepath.Join(sharedFolder(t), "conformance")
	for _, area := range []string{"arrays", "objects", "mapset", "errors", "symbols", "functions", "async", "generators", "classes", "destructuring", "spread"} {
		f, err := os.Open(filepath.Join(dir, area+".jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		total, passed := 0, 0
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var c struct {
				ID, Code string
				Expect   struct {
					OK     bool
					Value  json.RawMessage
					Throws struct{ Name string }
					Parse  bool
				}
			}
			if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
				t.Fatal(err)
			}
			if deviations[c.ID] != "" {
				continue
			}
			total++
			o := runWith(t, c.Code, vm.Options{})
			ok := c.Expect.OK == (o.err == nil)
			if ok && c.Expect.OK {
				ok = sameJSON(o.value, string(c.Expect.Value))
			}
			if ok {
				passed++
				continue
			}
			t.Errorf("%s: %s\n got %s %v %s\nwant %s%s", c.ID, c.Code, o.value, o.err, o.thrown, c.Expect.Value, c.Expect.Throws.Name)
		}
		f.Close()
		t.Logf("%s: %d of %d passed", area, passed, total)
	}
}

func sameJSON(a, b string) bool {
	var x, y any
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && reflect.DeepEqual(x, y)
}
