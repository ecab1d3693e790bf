package treewalk_test

// This file runs the interpreter on programs with known results and on the conformance programs of the shared folder.

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/neurocode-ai/codemode/bench/treewalk"
	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib"
)

var showFailures = flag.Bool("failures", false, "print every failing conformance case")

// run runs a program and returns its value as JSON text.
func run(source string) (string, error) {
	p, err := treewalk.Parse(source)
	if err != nil {
		return "", err
	}
	m := vm.New(stdlib.Realm(), vm.Options{MaxInstructions: 5_000_000})
	text, err := p.Run(context.Background(), m)
	var t *vm.Thrown
	if errors.As(err, &t) {
		return "", errors.New(vm.UncaughtText(m, t.Value))
	}
	return string(text), err
}

func TestPrograms(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"return 1 + 2 * 3", "7"},
		{"let r = []; for (let i = 0; i < 3; i++) r.push(() => i); return r.map(f => f())", "[0,1,2]"},
		{"const { a, ...rest } = { a: 1, b: 2, c: 3 }; return [a, rest]", `[1,{"b":2,"c":3}]`},
		{"out: for (const i of [1, 2, 3]) { for (;;) { if (i < 3) continue out; break out } } return 'done'", `"done"`},
		{"try { x; let x } catch (e) { return e.name } finally { }", `"ReferenceError"`},
		{"class A { #n = 1; get n() { return this.#n } } class B extends A { m() { return super.n + 1 } } return new B().m()", "2"},
		{"function* g() { try { yield 1; yield 2 } finally { log.push('end') } } const log = []; for (const x of g()) { log.push(x); break } return log", `[1,"end"]`},
		{"async function* g() { yield 1; yield* [2, 3] } const r = []; for await (const x of g()) r.push(x); return r", "[1,2,3]"},
		{"function* g() { while (true) yield 1 } g().next(); await null; return (await Promise.all([1, 2].map(async x => { await null; return x * 2 }))).join()", `"2,4"`},
		{"enum E { A, B = 5, C } namespace N { export let x = 1; export function f() { return x++ } } N.f(); return [E.C, E[5], N.x]", `[6,"B",2]`},
		{"const o = { f() { return this?.g?.().h } }; return [o.f(), o?.x?.y.z ?? 4, delete o?.f, 'f' in o]", "[null,4,true,false]"},
		{"const tag = (s, ...v) => s.raw.join('|') + v.join(); return tag`a${1}\\n${2}c`", `"a|\\n|c1,2"`},
		{"function* g() { yield 1; yield 2 } const it = g(); it.next(); return { get rest() { return [...it] } }", `{"rest":[2]}`},
	} {
		got, err := run(c.source)
		if err != nil || got != c.want {
			t.Errorf("%s\ngives %s, %v; want %s", c.source, got, err, c.want)
		}
	}
}

func TestUncaught(t *testing.T) {
	_, err := run("function f() { null.x } f()")
	if err == nil || !strings.HasPrefix(err.Error(), "TypeError") {
		t.Errorf("got %v", err)
	}
	if _, err := run("for (;;);"); !errors.Is(err, vm.ErrInstructions) {
		t.Errorf("an endless loop ends with %v", err)
	}
	if _, err := run("function f() { f() } f()"); err == nil || !strings.HasPrefix(err.Error(), "RangeError") {
		t.Errorf("endless recursion ends with %v", err)
	}
}

type conformanceCase struct {
	ID, Code string
	Expect   struct {
		OK     bool
		Value  json.RawMessage
		Throws struct{ Name string }
		Parse  bool
	}
}

func (c *conformanceCase) problem() string {
	got, err := run(c.Code)
	var parse *syntax.Error
	switch {
	case c.Expect.OK && err != nil:
		return err.Error()
	case c.Expect.OK:
		var a, b any
		if json.Unmarshal([]byte(got), &a) != nil || json.Unmarshal(c.Expect.Value, &b) != nil || !reflect.DeepEqual(a, b) {
			return "got " + got + ", want " + string(c.Expect.Value)
		}
	case err == nil:
		return "succeeded with " + got
	case c.Expect.Parse:
		if !errors.As(err, &parse) {
			return "not rejected: " + err.Error()
		}
	case !strings.HasPrefix(err.Error(), c.Expect.Throws.Name):
		return "threw " + err.Error() + ", want " + c.Expect.Throws.Name
	}
	return ""
}

// TestConformance needs 99 of 100 cases to pass.
func TestConformance(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join("..", "..", "..", "shared", "conformance", "*.jsonl"))
	if len(files) == 0 {
		t.Skip("the conformance programs are not here")
	}
	all, passed := 0, 0
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		total, good := 0, 0
		for lines.Scan() {
			var c conformanceCase
			if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
				t.Fatal(err)
			}
			total++
			if p := c.problem(); p == "" {
				good++
			} else if *showFailures {
				t.Logf("%s: %s\n%s", c.ID, p, c.Code)
			}
		}
		f.Close()
		t.Logf("%-24s %4d of %4d", filepath.Base(name), good, total)
		all, passed = all+total, passed+good
	}
	t.Logf("%d of %d", passed, all)
	if passed*100 < all*99 {
		t.Errorf("%d of %d cases pass", passed, all)
	}
}
