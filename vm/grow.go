package vm

// This file defines how large slices are made, copied and grown: so that the machine can look at its deadline and its
// context meanwhile.
//
// Copying happens in charged steps. Making memory cannot be divided: the Go runtime clears a slice of values of 240 MB,
// maps its pages and may have to assist its collector, in one call that takes 30 ms and more. So large slices are made by
// a goroutine of their own, and the machine waits for the slice or for its end, whichever comes first.

import "time"

const (
	// bigSlice is the size in bytes from which a slice is made apart, which costs some microseconds. Smaller ones take less
	// than half a millisecond, unless the collector wants help.
	bigSlice = 1 << 20
	// sliceStep is the number of values that are copied between two charges, about 20 µs of work.
	sliceStep = 1 << 14
	// growStep is the number of elements from which slices grow by Grow rather than by append.
	growStep = 1 << 16
)

// MakeSlice is make([]T, n, c) for sizes that the program decides; size is that of one element in bytes. The caller has
// charged the memory. The error is the end of the execution.
func MakeSlice[T any](vm *VM, n, c, size int) ([]T, error) {
	if c*size < bigSlice {
		return make([]T, n, c), nil
	}
	var made []T
	if err := vm.Apart(func() { made = make([]T, n, c) }); err != nil {
		return nil, err
	}
	return made, nil
}

// Apart runs f, which must not touch the machine or panic, on a goroutine of its own and waits for its end. When the
// execution ends first, f goes on and its results must not be looked at; the error is the end of the execution.
func (vm *VM) Apart(f func()) error {
	done := make(chan struct{})
	go func() {
		defer close(done) // also when f ends its goroutine
		f()
	}()
	var late <-chan time.Time
	if !vm.deadline.IsZero() {
		timer := time.NewTimer(time.Until(vm.deadline))
		defer timer.Stop()
		late = timer.C
	}
	select {
	case <-done:
		return nil
	case <-late:
		return vm.abort(ErrTimeout)
	case <-vm.ctx.Done():
		return vm.abort(vm.cancelReason(vm.ctx.Err()))
	}
}

// MakeValues is MakeSlice for values.
func (vm *VM) MakeValues(n, c int) ([]Value, error) { return MakeSlice[Value](vm, n, c, valueSize) }

// CopySlice is copy for slices that do not overlap, or whose target lies before their source, in charged steps.
func CopySlice[T any](vm *VM, dst, src []T) error {
	n := min(len(dst), len(src))
	for i := 0; i < n; i += sliceStep {
		k := copy(dst[i:min(n, i+sliceStep)], src[i:])
		if err := vm.Charge(k >> 1); err != nil { // the target is new: its pages are mapped as they are touched
			return err
		}
	}
	return nil
}

// copyReading is CopySlice for elements, with undefined for holes.
func (vm *VM) copyReading(dst, src []Value) error {
	for i := 0; i < len(src); i += sliceStep {
		n := min(len(src), i+sliceStep)
		for j := i; j < n; j++ {
			if dst[j] = src[j]; dst[j].isHole() {
				dst[j] = Undefined
			}
		}
		if err := vm.Charge((n - i) >> 1); err != nil {
			return err
		}
	}
	return nil
}

// Grow returns s with capacity c, which is at least the length; size is that of one element in bytes. The caller has charged
// the memory. With an error s is returned as it is.
func Grow[T any](vm *VM, s []T, c, size int) ([]T, error) {
	grown, err := MakeSlice[T](vm, len(s), c, size)
	if err != nil {
		return s, err
	}
	if len(s) < sliceStep {
		copy(grown, s)
	} else if err := CopySlice(vm, grown, s); err != nil {
		return s, err
	}
	return grown, nil
}

// stop makes the next charge end the execution. It is called after an error of the meters where none can be returned.
func (vm *VM) stop() { vm.slice, vm.budget = 0, 0 }

// spend is Charge where no error can be returned: the caller gives up when it reports false, and the next charge that can
// fail ends the execution.
func (vm *VM) spend(n int) bool {
	if vm.Charge(n) != nil {
		vm.stop()
		return false
	}
	return true
}

// overdue looks at the context and the deadline without charging, for work that must not be counted because it depends
// on when the meters find it due. The error is the end of the execution.
func (vm *VM) overdue() error {
	if err := vm.ctx.Err(); err != nil {
		return vm.abort(vm.cancelReason(err))
	}
	if !vm.deadline.IsZero() && !time.Now().Before(vm.deadline) {
		return vm.abort(ErrTimeout)
	}
	return nil
}
