package fuzz

// This file attacks the parser with random text: it must not panic, all positions
// must lie in the source, the answer must not depend on reused memory, and no
// accepted program may close the function that it is the body of.

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/neurocode-ai/codemode/compiler/syntax"
)

// parserSeeds are small programs that touch every production.
var parserSeeds = []string{
	"const r = await tools.a.b({ c: 1, ...d }); return r?.e ?? `f${g}`;",
	"for (const [k, v = 1] of Object.entries(o)) { if (k in v) continue; else break }",
	"class A extends B { static #p = 1; get x() { return this.#p } static { super.y } async *m(...a) { yield* a } }",
	"x = a ? (b): c => d : async ({ e = 1 }, [f]) => { await e }; [x.y, ...z] = [1, , 2n, /[/]/v];",
	"enum E { A = 1, B } namespace N.M { export const q = E.A } type T<U> = { [K in keyof U]?: U[K] }; f<T>(x as T)!;",
	"try { throw new Error('\\u{1F600}') } catch { } finally { label: do { break label } while (0) }",
	"switch (a) { case b: let c; default: function d() { return new.target } }",
	"export default async function main() { return 1 }",
	"```js\nreturn 1\n```",
	"} function f() {", "(((((", "`${`${`", "a<b<c<d", "let a: (b: {c(", "x = (a = (b = (c =>", "#!x\n/**/ -->", "\xff\x00\u2028",
}

func FuzzParser(f *testing.F) {
	for _, s := range parserSeeds {
		f.Add(s)
	}
	for _, s := range conformancePrograms(f, 300) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 1<<16 {
			return
		}
		prog, err := syntax.Parse(src, syntax.Options{})
		again, errAgain := syntax.Parse(src, syntax.Options{})
		if (err == nil) != (errAgain == nil) {
			t.Fatal("two parses differ")
		}
		if err != nil {
			checkParseError(t, src, err)
			if err.Error() != errAgain.Error() {
				t.Fatalf("two parses differ: %v, %v", err, errAgain)
			}
			return
		}
		if len(prog.Source) != len(src) {
			t.Fatal("offsets moved")
		}
		checkSpans(t, reflect.ValueOf(prog.Main), int32(len(src)))
		checkEnclosed(t, src, len(prog.Notes))
		prog.Release()
		again.Release()
	})
}

func checkParseError(t *testing.T, src string, err *syntax.Error) {
	if err.Start < 0 || err.End < err.Start || err.End > len(src) {
		t.Fatalf("%v: %d..%d of %d", err, err.Start, err.End, len(src))
	}
	if err.Message == "" || strings.Count(err.Frame(), "\n") != 1 {
		t.Fatalf("%q\n%s", err.Message, err.Frame())
	}
	if line, column := err.Position(); line < 1 || column < 1 {
		t.Fatalf("%d:%d", line, column)
	}
}

// checkEnclosed: an accepted program stays one function when put into one.
func checkEnclosed(t *testing.T, src string, notes int) {
	if notes > 0 || strings.HasPrefix(src, "#!") {
		return
	}
	prog, err := syntax.Parse("async function _() {\n"+src+"\n}", syntax.Options{})
	if err != nil {
		if strings.Contains(err.Message, "levels deep") || strings.Contains(err.Message, "chain of more") {
			return
		}
		t.Fatalf("accepted alone, refused in a function: %v", err)
	}
	if len(prog.Main.Body) != 1 {
		t.Fatalf("the program closed its function: %d statements", len(prog.Main.Body))
	}
	prog.Release()
}

// checkSpans walks a tree and checks that all ranges lie in the source.
func checkSpans(t *testing.T, v reflect.Value, size int32) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if !v.IsNil() {
			checkSpans(t, v.Elem(), size)
		}
	case reflect.Struct:
		if s, ok := v.Interface().(syntax.Span); ok {
			if s.Start < 0 || s.End < s.Start || s.End > size {
				t.Fatalf("range %d..%d of %d", s.Start, s.End, size)
			}
			return
		}
		for i := range v.NumField() {
			checkSpans(t, v.Field(i), size)
		}
	case reflect.Slice:
		for i := range v.Len() {
			checkSpans(t, v.Index(i), size)
		}
	}
}

// conformancePrograms returns up to n programs of the shared conformance cases,
// none when they are not there.
func conformancePrograms(f *testing.F, n int) []string {
	dir, err := os.Getwd()
	if err != nil {
		f.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "..", "..", "shared", "conformance", "*.jsonl"))
	var out []string
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			f.Fatal(err)
		}
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, 1<<22)
		for i := 0; lines.Scan() && i < n/len(files); i++ {
			var c struct{ Code string }
			if json.Unmarshal(lines.Bytes(), &c) == nil {
				out = append(out, c.Code)
			}
		}
		file.Close()
	}
	return out
}
