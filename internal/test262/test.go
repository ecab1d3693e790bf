package main

// This file reads test files and runs them.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	goregexp "regexp"
	"strings"
	"time"

	"github.com/neurocode-ai/codemode/compiler"
	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib"
	"github.com/neurocode-ai/codemode/vm/stdlib/regexp"
)

// A test is a test file with its metadata.
type test struct {
	path     string
	source   string
	flags    map[string]bool
	features []string
	includes []string
	negative struct{ phase, kind string }
}

// parseTest reads the front matter between /*--- and ---*/, which is a small part of YAML.
func parseTest(path, source string) (*test, error) {
	t := &test{path: path, source: source, flags: map[string]bool{}}
	_, rest, ok := strings.Cut(source, "/*---")
	if !ok {
		return nil, errors.New("no front matter")
	}
	meta, _, ok := strings.Cut(rest, "---*/")
	if !ok {
		return nil, errors.New("front matter does not end")
	}
	key := ""
	for _, line := range strings.Split(strings.ReplaceAll(meta, "\r", "\n"), "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "":
		case strings.HasPrefix(trimmed, "- ") && key != "":
			t.item(key, strings.TrimSpace(trimmed[2:]))
		case line[0] != ' ' || key == "negative":
			name, value, _ := strings.Cut(trimmed, ":")
			value = strings.TrimSpace(value)
			if line[0] == ' ' {
				switch name {
				case "phase":
					t.negative.phase = value
				case "type":
					t.negative.kind = value
				}
				continue
			}
			key = name
			for _, v := range strings.Split(strings.Trim(value, "[]"), ",") {
				if strings.HasPrefix(value, "[") {
					t.item(key, strings.TrimSpace(v))
				}
			}
		}
	}
	return t, nil
}

func (t *test) item(key, value string) {
	switch key {
	case "flags":
		t.flags[value] = true
	case "features":
		t.features = append(t.features, value)
	case "includes":
		t.includes = append(t.includes, value)
	}
}

// A harness holds the support files of the suite. Some are replaced by our own (see harness.go).
type harness struct{ files map[string]string }

var subClass = goregexp.MustCompile(`const My\w+ = subClass\('(\w+)'\);`)

func loadHarness(dir string) (*harness, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.js"))
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("no harness files in %s", dir)
	}
	h := &harness{files: map[string]string{}}
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			return nil, err
		}
		// Functions of a strict script are no properties of the frozen global object.
		own := strings.ReplaceAll(string(text), `!Object.prototype.hasOwnProperty.call(globalThis, "$DONE")`, `typeof $DONE === "undefined"`)
		// The support file would declare these classes through code from text.
		h.files[filepath.Base(p)] = subClass.ReplaceAllString(own, "class My$1 extends $1 {}")
	}
	for name, text := range ownHarness {
		h.files[name] = text
	}
	return h, nil
}

// prelude returns the support code that a test needs.
func (h *harness) prelude(t *test) (string, error) {
	if t.flags["raw"] {
		return "", nil
	}
	names := []string{"assert.js", "sta.js"}
	if t.flags["async"] {
		names = append(names, "doneprintHandle.js")
	}
	var b strings.Builder
	for _, n := range append(names, t.includes...) {
		text, ok := h.files[n]
		if !ok {
			return "", fmt.Errorf("there is no harness file %s", n)
		}
		b.WriteString(text)
		b.WriteByte('\n')
	}
	return b.String(), nil
}

// Limits of one test file.
const (
	testTimeout = 20 * time.Second
	testMemory  = 512 << 20
)

// run executes the test and says what went wrong, or nothing.
func (t *test) run(h *harness) string {
	prelude, err := h.prelude(t)
	if err != nil {
		return err.Error()
	}
	if t.negative.phase == "parse" {
		prelude = ""
	}
	compiled, err := compiler.Compile(prelude+t.source, compiler.Options{Script: true, MaxSourceBytes: 16 << 20, ValidateRegExp: validateRegExp})
	if t.negative.phase == "parse" {
		if err == nil {
			return "was accepted, but must be a " + t.negative.kind
		}
		return ""
	}
	if err != nil {
		return "compile: " + err.Error()
	}
	var printed []string
	m := vm.New(stdlib.Realm(), vm.Options{
		Deadline:       time.Now().Add(testTimeout),
		MaxMemoryBytes: testMemory,
		Globals:        globals(stdlib.Realm(), func(line string) { printed = append(printed, line) }),
	})
	_, err = m.RunProgram(context.Background(), compiled.Program)
	var unhandled *vm.Unhandled
	if errors.As(err, &unhandled) {
		err = nil // the suite does not mind
	}
	if t.negative.phase != "" {
		return t.judgeNegative(m, err)
	}
	if err != nil {
		return describe(m, err)
	}
	if t.flags["async"] {
		return judgeAsync(printed)
	}
	return ""
}

func (t *test) judgeNegative(m *vm.VM, err error) string {
	if err == nil {
		return "completed, but must throw a " + t.negative.kind
	}
	text := describe(m, err)
	if text == "Uncaught #<"+t.negative.kind+">" {
		return "" // the suite's own class, which does not extend Error
	}
	if !strings.HasPrefix(text, t.negative.kind) {
		return "must throw a " + t.negative.kind + ": " + text
	}
	return ""
}

func judgeAsync(printed []string) string {
	for _, line := range printed {
		if line == "Test262:AsyncTestComplete" {
			return ""
		}
		if strings.HasPrefix(line, "Test262:AsyncTestFailure") {
			return line
		}
	}
	return "the asynchronous test did not complete"
}

func describe(m *vm.VM, err error) string {
	var thrown *vm.Thrown
	if errors.As(err, &thrown) {
		return vm.UncaughtText(m, thrown.Value)
	}
	return err.Error()
}

// validateRegExp finds the early errors of regular-expression literals.
func validateRegExp(pattern, flags string) error {
	return regexp.Validate(pattern, flags, regexp.Limits{})
}
