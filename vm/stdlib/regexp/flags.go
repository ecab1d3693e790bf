// This file defines the flags of a regular expression.

package regexp

import "fmt"

// Flags is the set of flags of a regular expression.
type Flags uint8

// The flags, in the order in which RegExp.prototype.flags lists them.
const (
	HasIndices  Flags = 1 << iota // d
	Global                        // g
	IgnoreCase                    // i
	Multiline                     // m
	DotAll                        // s
	Unicode                       // u
	UnicodeSets                   // v
	Sticky                        // y
)

const flagLetters = "dgimsuvy"

// Has reports whether all flags of f are set.
func (flags Flags) Has(f Flags) bool { return flags&f == f }

// String returns the flags as RegExp.prototype.flags would.
func (flags Flags) String() string {
	var b [len(flagLetters)]byte
	n := 0
	for i := range len(flagLetters) {
		if flags&(1<<i) != 0 {
			b[n] = flagLetters[i]
			n++
		}
	}
	return string(b[:n])
}

// fullUnicode reports whether the text is read by code points.
func (flags Flags) fullUnicode() bool { return flags&(Unicode|UnicodeSets) != 0 }

// ParseFlags reads a flags string. Its errors are of type *SyntaxError, without an offset in the pattern.
func ParseFlags(s string) (Flags, error) {
	var flags Flags
	for _, c := range s {
		f := Flags(0)
		for i := range len(flagLetters) {
			if rune(flagLetters[i]) == c {
				f = 1 << i
			}
		}
		switch {
		case f == 0:
			return 0, flagError(s, fmt.Sprintf("%q is not a flag", c), "the flags are d g i m s u v y")
		case flags&f != 0:
			return 0, flagError(s, fmt.Sprintf("the flag %q appears twice", c), "write each flag once")
		}
		flags |= f
	}
	if flags.Has(Unicode | UnicodeSets) {
		return 0, flagError(s, "the flags u and v exclude each other", "v includes what u does, keep one")
	}
	return flags, nil
}

// ValidateFlags reports what is wrong with a flags string.
func ValidateFlags(s string) error {
	_, err := ParseFlags(s)
	return err
}

func flagError(flags, message, hint string) error {
	if len(flags) > 40 {
		flags = flags[:40] + "…"
	}
	return &SyntaxError{Message: fmt.Sprintf("Invalid flags %q: %s", flags, message), Offset: -1, Hint: hint}
}
