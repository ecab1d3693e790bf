package stdlib_test

// This file proves that the memory limit holds in every builtin: with large inputs, each ends in the limit or in a result
// before the heap of the process has grown much beyond the limit.

import (
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"

	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib"
)

const (
	// callMemory is what a program may hold, its inputs of some megabytes included.
	callMemory = 24 << 20
	// callHeap is what the heap may grow to meanwhile, and callSlack what the collector lags behind while the heap is small.
	callHeap  = callMemory * 3 / 2
	callSlack = 24 << 20
)

func readMetric(name string) int64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

// underMemoryLimit makes a call in a machine with a memory limit. before is called when the inputs are there, after at the end.
func underMemoryLimit(fn *vm.Object, a attempt, before, after func()) error {
	polls := &pollTimes{Context: context.Background()}
	m := vm.New(stdlib.Realm(), vm.Options{MaxMemoryBytes: callMemory})
	b := &bench{m: m, scale: middleScale, made: map[string]vm.Value{}}
	_, err := m.RunFunc(polls, func() (vm.Value, error) {
		receiver, args, err := b.prepare(a)
		if err != nil {
			return vm.Undefined, err
		}
		polls.times, polls.end = polls.times[:0], int(middleScale.instructions>>14)
		before()
		return b.perform(fn, a, receiver, args)
	})
	after()
	return err
}

// watchCall returns by how much the heap grew at most while a call was made.
func watchCall(fn *vm.Object, a attempt) (peak int64) {
	defer debug.SetGCPercent(debug.SetGCPercent(10)) // so that the heap is little more than what is reachable
	const heap = "/memory/classes/heap/objects:bytes"
	stop, done := make(chan struct{}), make(chan int64)
	_ = underMemoryLimit(fn, a, func() {
		runtime.GC()
		base := readMetric(heap)
		go func() {
			var most int64
			tick := time.NewTicker(200 * time.Microsecond)
			defer tick.Stop()
			for {
				most = max(most, readMetric(heap)-base)
				select {
				case <-tick.C:
				case <-stop:
					done <- most
					return
				}
			}
		}()
	}, func() { close(stop) })
	return <-done
}

func TestMemoryLimitHoldsInEveryBuiltin(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	watched, limited := 0, 0
	for _, f := range builtins(vm.New(stdlib.Realm(), vm.Options{})) {
		for _, call := range heavyCalls[f.name] {
			a := parseAttempt(call)
			if a.construct && !vm.IsConstructor(vm.ObjectValue(f.fn)) {
				continue
			}
			var allocated int64
			began := false
			const allocs = "/gc/heap/allocs:bytes"
			err := underMemoryLimit(f.fn, a, func() { began, allocated = true, -readMetric(allocs) }, func() { allocated += readMetric(allocs) })
			if !began {
				if !errors.Is(err, vm.ErrMemory) {
					t.Errorf("%s with %s: %v", f.name, call, err)
				}
				continue
			}
			if errors.Is(err, vm.ErrMemory) {
				limited++
			} else if isAbort(err) && !errors.Is(err, context.Canceled) {
				t.Errorf("%s with %s: %v", f.name, call, err)
			}
			if allocated <= callHeap+callSlack {
				continue // even all that was allocated, garbage included, is within the bound
			}
			watched++
			peak := watchCall(f.fn, a)
			for range 2 {
				if peak > callHeap+callSlack {
					peak = min(peak, watchCall(f.fn, a))
				}
			}
			t.Logf("%s with %s: %d MiB allocated in all, at most %d at once, %v", f.name, call, allocated>>20, peak>>20, err)
			if peak > callHeap+callSlack {
				t.Errorf("%s with %s: the heap grew by %d MiB", f.name, call, peak>>20)
			}
		}
	}
	t.Logf("%d calls ended in the limit, %d allocated so much that the heap was watched", limited, watched)
}
