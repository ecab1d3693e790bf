//go:build !linux

package stdlib_test

// This file defines the clock of the poll test where the processor time of a thread is not at hand.

import "time"

var clockStart = time.Now()

// clock returns the time since the test began.
func clock() time.Duration { return time.Since(clockStart) }
