package codemode

// This file lets schemas use the engine's regular expressions: those of JSON Schema are ECMAScript's.

import (
	"github.com/neurocode-ai/codemode/tools"
	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib/regexp"
)

// schemaPattern is a pattern of a schema. It is safe for concurrent use.
type schemaPattern struct {
	text string
	re   *regexp.Regexp
}

func compilePattern(pattern string) (tools.Pattern, error) {
	re, err := regexp.CompileString(pattern, "u", regexp.Limits{})
	if err != nil {
		// Patterns in the wild escape more than the u flag allows.
		if re, err = regexp.CompileString(pattern, "", regexp.Limits{}); err != nil {
			return nil, err
		}
	}
	return &schemaPattern{pattern, re}, nil
}

// String returns the pattern.
func (p *schemaPattern) String() string { return p.text }

// MatchString reports whether s contains a match. A match that needs more than a bounded amount of work counts as none:
// the input then fails validation instead of holding the execution up.
func (p *schemaPattern) MatchString(s string) bool {
	var m regexp.Matcher
	steps := workLimit(10_000_000)
	text := vm.StrOf(s)
	var ok bool
	var err error
	if text.IsASCII() {
		ok, err = m.MatchASCII(p.re, text.ASCII(), 0, false, &steps)
	} else {
		ok, err = m.MatchUTF16(p.re, text.Wide(), 0, false, &steps)
	}
	return ok && err == nil
}

// workLimit is a meter with a fixed number of steps.
type workLimit int

type workExceeded struct{}

func (workExceeded) Error() string { return "the pattern needs too much work" }

func (w *workLimit) Charge(steps int) error {
	if *w -= workLimit(steps); *w < 0 {
		return workExceeded{}
	}
	return nil
}

func (w *workLimit) Grow(int) error { return nil }
