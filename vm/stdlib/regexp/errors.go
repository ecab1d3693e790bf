// This file defines the errors of patterns and of matches.

package regexp

import (
	"errors"
	"fmt"
)

// A SyntaxError says why a pattern or its flags cannot be used.
type SyntaxError struct {
	Message string // what is wrong, a sentence without a full stop
	Offset  int    // where in the pattern, in UTF-16 code units; -1 when it is not about a place
	Hint    string // what to write instead; may be empty
}

// Error gives message, place and hint in one line.
func (e *SyntaxError) Error() string {
	s := e.Message
	if e.Offset >= 0 {
		s += fmt.Sprintf(" (at index %d of the pattern)", e.Offset)
	}
	if e.Hint != "" {
		s += "; " + e.Hint
	}
	return s
}

// ErrStack is the error of a match that needs more backtracking state than any match may have (64 MiB), whatever its meter allows.
var ErrStack = errors.New("regular expression needs too much backtracking")

// Limits bounds the patterns that are accepted. Zero fields stand for the defaults.
type Limits struct {
	Pattern int   // length in UTF-16 code units; default 262144
	Depth   int   // nesting of groups and classes; default 500
	Memory  int   // bytes of the compiled program, also a bound on the work of compiling it; default 16 MiB
	Meter   Meter // told of the work and memory of compiling; may be nil
}

// A Meter is told of work and memory before they are spent. An error from it ends what is being done and is returned unchanged.
type Meter interface {
	// Charge accounts for steps. A step takes a few nanoseconds; calls come at most about 4096 steps apart.
	Charge(steps int) error
	// Grow accounts for bytes about to be allocated.
	Grow(bytes int) error
}

func (l Limits) withDefaults() Limits {
	if l.Pattern <= 0 {
		l.Pattern = 1 << 18
	}
	if l.Depth <= 0 {
		l.Depth = 500
	}
	if l.Memory <= 0 {
		l.Memory = 16 << 20
	}
	return l
}
