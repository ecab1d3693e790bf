package codemode_test

// This file keeps the packages confined: it checks the direction of imports, and that what runs programs cannot reach
// the system.

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/neurocode-ai/codemode"

// arrows lists what each part of the module may import of the others. Parts are matched by the longest prefix; "" is the
// facade.
var arrows = map[string][]string{
	"compiler/syntax":             {},
	"compiler":                    {"compiler/syntax", "vm/bytecode"},
	"vm/bytecode":                 {},
	"vm/numeric":                  {},
	"vm/numeric/elementary":       {},
	"vm":                          {"vm/bytecode", "vm/numeric", "vm/numeric/elementary"},
	"vm/stdlib/regexp":            {},
	"vm/stdlib/internal/datetime": {},
	"vm/stdlib/internal/intl":     {},
	"vm/stdlib/internal/weburl":   {},
	"vm/stdlib/internal/bytesenc": {},
	"vm/stdlib":                   {"vm", "vm/numeric", "vm/numeric/elementary", "vm/stdlib/regexp", "vm/stdlib/internal/datetime", "vm/stdlib/internal/intl", "vm/stdlib/internal/weburl", "vm/stdlib/internal/bytesenc"},
	"boundary":                    {"vm"},
	"tools":                       {},
	"discovery":                   {"tools"},
	"openapi":                     {"tools"},
	"examples/orderbook":          {"tools"},
	"":                            {"compiler", "compiler/syntax", "vm", "vm/bytecode", "vm/stdlib", "vm/stdlib/regexp", "boundary", "tools", "discovery"},
}

// confined are the parts that run programs or handle their data. They reach nothing of the system.
var confined = []string{"compiler", "vm", "boundary"}

var banned = []string{"os", "net", "syscall", "os/exec", "os/signal", "plugin", "net/http", "io/ioutil", "runtime/cgo", "C"}

// exceptions names the files that may import what is otherwise banned.
var exceptions = map[string]string{
	"unsafe vm/string.go": "strings without headers",
	"reflect vm/realm.go": "the names of the realm, once per process",
}

func TestImports(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); name != "." && (name[0] == '.' || name[0] == '_' || name == "testdata" || name == "bench") {
				return filepath.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			checkFile(t, filepath.ToSlash(path))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func checkFile(t *testing.T, path string) {
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	if err != nil {
		t.Errorf("%s: %v", path, err)
		return
	}
	if f.Name.Name == "main" {
		return // commands import what they like
	}
	dir := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), ".")
	part := partOf(dir)
	isConfined := slices.ContainsFunc(confined, func(c string) bool { return dir == c || strings.HasPrefix(dir, c+"/") })
	for _, spec := range f.Imports {
		name, _ := strconv.Unquote(spec.Path.Value)
		if rest, ok := strings.CutPrefix(name, module); ok {
			target := strings.TrimPrefix(rest, "/")
			if target == dir || strings.HasPrefix(target, dir+"/internal/") && dir != "" {
				continue
			}
			if allowed, known := arrows[part]; known && !slices.Contains(allowed, target) {
				t.Errorf("%s imports %s; %q may import only %q", path, name, part, allowed)
			}
			continue
		}
		_, excepted := exceptions[name+" "+path]
		if isConfined && !excepted && (slices.Contains(banned, name) || name == "reflect" || name == "unsafe") {
			t.Errorf("%s imports %s, which confined packages must not", path, name)
		}
		if name == "unsafe" && !excepted {
			t.Errorf("%s imports unsafe", path)
		}
	}
}

// partOf returns the entry of arrows that a directory belongs to.
func partOf(dir string) string {
	for d := dir; ; d = filepath.ToSlash(filepath.Dir(d)) {
		if _, ok := arrows[d]; ok {
			return d
		}
		if d == "." || d == "" {
			return ""
		}
	}
}
