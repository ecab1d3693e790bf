package stdlib_test

// This file defines the clock of the poll test: on Linux the processor time of the thread, so that other processes do
// not matter.

import (
	"syscall"
	"time"
)

const rusageThread = 1 // RUSAGE_THREAD

// clock returns the processor time that the calling thread has used.
func clock() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(rusageThread, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
