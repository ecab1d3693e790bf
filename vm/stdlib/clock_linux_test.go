package stdlib_test

// This file defines the clock of the poll tests: on Linux the processor time of the thread, so that other processes do
// not matter.

import (
	"syscall"
	"time"
	"unsafe"
)

const threadCPU = 3 // CLOCK_THREAD_CPUTIME_ID

// clock returns the processor time that the calling thread has used. It is exact to less than a microsecond, which
// getrusage is not: that counts in ticks of the scheduler.
func clock() time.Duration {
	var t syscall.Timespec
	if _, _, errno := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, threadCPU, uintptr(unsafe.Pointer(&t)), 0); errno != 0 {
		return 0
	}
	return time.Duration(t.Nano())
}
