package vm

// This file defines the meters of time: the budget, the instruction limit, the deadline and the context.

import (
	"errors"
	"runtime"
	"time"
)

// The reasons for which an execution is ended. Programs cannot catch them.
var (
	ErrInstructions = errors.New("instruction limit exceeded")
	ErrMemory       = errors.New("memory limit exceeded")
	ErrTimeout      = errors.New("time limit exceeded")
	ErrDeadlock     = errors.New("the program waits for a promise that nothing can settle")
)

// An Abort ends an execution; no handler of the program sees it. Reason is one of the Err variables above or the
// error of the caller's context.
type Abort struct{ Reason error }

func (a *Abort) Error() string { return a.Reason.Error() }

// Unwrap returns the reason.
func (a *Abort) Unwrap() error { return a.Reason }

// Charge accounts for n units of work in a builtin, about as much as n simple instructions. Every loop in a builtin
// whose length the program decides calls it, in steps of at most some thousand units. A non-nil error must be returned
// at once.
func (vm *VM) Charge(n int) error {
	vm.budget -= int64(n)
	if vm.budget < 0 {
		return vm.poll()
	}
	return nil
}

// nextSlice hands out the next budget.
func (vm *VM) nextSlice() {
	vm.slice = min(pollInterval, vm.maxSpent-vm.spent)
	vm.budget = vm.slice
}

// Instructions returns what the execution has spent so far, in units of about one instruction.
func (vm *VM) Instructions() int64 { return vm.spent + vm.slice - vm.budget }

// poll is called when the budget is used up. It checks the limits and hands out the next slice.
func (vm *VM) poll() error {
	if vm.aborted != nil {
		return vm.aborted
	}
	vm.spent += vm.slice - vm.budget
	vm.polls++
	if vm.spent > vm.maxSpent {
		vm.slice, vm.budget = 0, 0
		return vm.abort(ErrInstructions)
	}
	vm.nextSlice()
	if err := vm.ctx.Err(); err != nil {
		return vm.abort(vm.cancelReason(err))
	}
	if !vm.deadline.IsZero() && !time.Now().Before(vm.deadline) {
		return vm.abort(ErrTimeout)
	}
	if vm.polls&31 == 0 {
		runtime.Gosched() // about every millisecond, so that many executions share a processor evenly
	}
	return vm.checkMem()
}

// cancelReason tells a deadline of the execution from a cancellation by the caller.
func (vm *VM) cancelReason(err error) error {
	if !vm.deadline.IsZero() && !time.Now().Before(vm.deadline) {
		return ErrTimeout
	}
	return err
}

func (vm *VM) abort(reason error) error {
	if vm.aborted == nil {
		vm.aborted = &Abort{reason}
	}
	return vm.aborted
}

// Alloc accounts for n bytes that the caller is about to allocate, and fails when the memory limit does not allow them.
func (vm *VM) Alloc(n int) error {
	vm.mem += int64(n)
	if vm.mem > vm.memLimit {
		return vm.collect(int64(n))
	}
	return nil
}

// Retain accounts for n bytes that the host keeps for the program, until the end or until it gives them back with a
// negative n: console lines, inputs of calls that wait. They count as memory of the program.
func (vm *VM) Retain(n int) {
	vm.retained += int64(n)
	vm.mem += int64(n)
}

// checkMem checks the memory limit after allocations that were only counted.
func (vm *VM) checkMem() error {
	if vm.mem > vm.memLimit || vm.measureSoon {
		return vm.collect(0)
	}
	return nil
}
