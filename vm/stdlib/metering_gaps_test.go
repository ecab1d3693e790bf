package stdlib_test

// This file proves that every builtin is metered: it calls each with large inputs and measures the processor time between
// two polls of the machine. A function that never does much work must be listed with the reason, so that a new builtin
// cannot escape the test.
//
// A deadline strikes between two polls and is seen at the second one. So the longest time between two polls of a call is
// the longest time by which a deadline can be overrun in it, wherever it strikes; one run measures all deadlines.
//
// The test has two scales. In the ordinary run inputs are small, and what it finds is work that is not charged, or far
// too low: by the ratio of the time a call takes to the work it charges, and by single gaps of hundreds of times that of a
// plain loop. That a builtin which charges enough on the whole has no long part in one piece, such as a copy of its whole
// input, only large inputs show: with the environment variable CODEMODE_METERING=huge, they are 64 MB of text, ten million
// elements or a million entries, and no gap may be longer than 10 ms.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib"
)

const (
	// ordinaryRatio is how many times longer than in a plain loop the time between two polls may be in the ordinary run.
	// 250 are the 10 ms that builtins must keep to; the rest is for machines that other work slows down unevenly.
	ordinaryRatio = 750
	// ordinaryTries is how often a call is measured at most before it counts as too slow.
	ordinaryTries = 12
	// hugeGap is what deadlines may be overrun by, and hugeTries how often a call is measured that seems to need more.
	hugeGap   = 10 * time.Millisecond
	hugeTries = 4
	// hugeTime is the processor time that a call gets in the huge run before it is cancelled, and joinTime what it gets when
	// most builtins do no more than join the elements of an array, as String does.
	hugeTime = 250 * time.Millisecond
	joinTime = 40 * time.Millisecond
	// hugeHeap is the size of the heap from which garbage is collected between two calls of the huge run.
	hugeHeap = 4 << 30
	// pollUnits is the number of units of work between two polls.
	pollUnits = 1 << 14
)

// measured is what a call took. After several tries, each time is the shortest of them.
type measured struct {
	gaps []time.Duration // between polls
	time time.Duration
	work int64
	err  error // an abort, or what kept the call from happening
}

// gap returns the longest time between two polls.
func (r *measured) gap() time.Duration { return slices.Max(append(r.gaps, 0)) }

// density returns the time in which the call charges what leads to one poll.
func (r *measured) density() time.Duration { return r.time * pollUnits / time.Duration(max(r.work, 1)) }

// again adds another try. Polls come at the same points in every run, so that a gap which other processes made long is
// shorter in some other try.
func (r *measured) again(s measured) {
	for i := range min(len(r.gaps), len(s.gaps)) {
		r.gaps[i] = min(r.gaps[i], s.gaps[i])
	}
	r.gaps = r.gaps[:min(len(r.gaps), len(s.gaps))]
	r.time = min(r.time, s.time)
	r.work = max(r.work, s.work)
}

var errSkipped = errors.New("not a constructor")

// measure makes a call in a machine of its own, jobs included that follow from it.
func measure(f builtin, a attempt, s scale) (r measured) {
	if a.construct && !vm.IsConstructor(vm.ObjectValue(f.fn)) {
		return measured{err: errSkipped}
	}
	polls := &pollTimes{Context: context.Background()}
	m := vm.New(stdlib.Realm(), vm.Options{})
	b := &bench{m: m, scale: s, made: map[string]vm.Value{}}
	var before int64
	called := false
	_, r.err = m.RunFunc(polls, func() (vm.Value, error) {
		receiver, args, err := b.prepare(a)
		if err != nil {
			return vm.Undefined, err
		}
		if err := m.Charge(pollUnits + 1); err != nil { // a new slice of the budget begins
			return vm.Undefined, err
		}
		before, called = m.Instructions(), true
		polls.times = append(polls.times[:0], clock())
		polls.end = int(s.instructions / pollUnits)
		if s == hugeScale {
			polls.until = polls.times[0] + hugeTimeOf(f.name, a)
		}
		return b.perform(f.fn, a, receiver, args)
	})
	if !called {
		return r
	}
	times := append(polls.times, clock())
	for i := 1; i < len(times); i++ {
		r.gaps = append(r.gaps, times[i]-times[i-1])
	}
	r.time, r.work = times[len(times)-1]-times[0], m.Instructions()-before
	return r
}

// A meterRun is one run of TestEveryBuiltinIsMetered.
type meterRun struct {
	scale   scale
	tries   int
	allowed time.Duration // between two polls
	table   []row
}

// row is a line of the table of what took longest.
type row struct {
	gap   time.Duration
	where string
}

// isHuge reports whether the huge run was asked for.
func isHuge() bool { return os.Getenv("CODEMODE_METERING") == "huge" }

// calls returns the calls of a builtin. From the nested array most builtins only make a text or a number, as String does.
// So in the huge run they get such texts, which are their work proper, and a flat array where elements may matter.
func (run *meterRun) calls(name string) []string {
	list := heavyCalls[name]
	if run.scale != hugeScale || name == "String" || strings.HasPrefix(name, "%TypedArray%.to") {
		return list
	}
	var all []string
	for _, call := range list {
		if !strings.Contains(call, "nested") {
			all = append(all, call)
			continue
		}
		for _, other := range []string{"ascii", "wide", "array"} {
			all = append(all, strings.ReplaceAll(call, "nested", other))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// hugeTimeOf returns the processor time of a call in the huge run.
func hugeTimeOf(name string, a attempt) time.Duration {
	if strings.HasPrefix(name, "%Array") || strings.HasPrefix(name, "Object.") || strings.HasPrefix(name, "Promise.") || a.spread || name == "String" {
		return hugeTime
	}
	for _, in := range append([]string{a.receiver}, a.args...) {
		if in == "array" || in == "Uint8Array" && !strings.Contains(name, "Array") {
			return joinTime
		}
	}
	return hugeTime
}

// check makes a call until it took no longer than is allowed, or the tries are used up.
func (run *meterRun) check(t *testing.T, f builtin, call string) measured {
	a := parseAttempt(call)
	r := measure(f, a, run.scale)
	tooLong := func() bool {
		return r.gap() > run.allowed || run.scale != hugeScale && r.work >= heavyWork && r.density() > run.allowed
	}
	for i := 1; i < run.tries && tooLong(); i++ {
		if run.scale != hugeScale { // the machine may have become slower
			run.allowed = max(run.allowed, ordinaryRatio*plainGap(t))
		} else {
			runtime.GC()
		}
		r.again(measure(f, a, run.scale))
	}
	where := fmt.Sprintf("%s with %v: %v in all, %d units of work", f.name, a, r.time.Round(time.Microsecond), r.work)
	t.Logf("%9v %9v  %s, %v", r.gap().Round(time.Microsecond), r.density().Round(time.Microsecond), where, r.err)
	run.table = append(run.table, row{r.gap(), where})
	if tooLong() {
		t.Errorf("%v between two polls, %v for the work that leads to one: %s", r.gap(), r.density(), where)
	}
	return r
}

func TestEveryBuiltinIsMetered(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	run := &meterRun{scale: middleScale, tries: ordinaryTries, allowed: ordinaryRatio * plainGap(t)}
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // allocating must help the collector while that runs
	heap := int64(1 << 30)
	if isHuge() {
		run.scale, run.tries, run.allowed, heap = hugeScale, hugeTries, hugeGap, hugeHeap
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(2 * hugeHeap))
	}
	all := builtins(vm.New(stdlib.Realm(), vm.Options{}))
	unused := maps.Clone(heavyCalls)
	for _, f := range all {
		delete(unused, f.name)
		t.Run(f.name, func(t *testing.T) {
			calls, reason := run.calls(f.name), reasonFor(f.name)
			switch {
			case calls == nil && reason == "":
				t.Fatal("the function is neither in heavyCalls nor in constantWork")
			case calls != nil && reason != "":
				t.Fatal("the function is in heavyCalls and in constantWork")
			}
			runtime.LockOSThread() // for the clock
			defer runtime.UnlockOSThread()
			var most int64
			for _, call := range calls {
				if readMetric("/memory/classes/heap/objects:bytes") > heap {
					runtime.GC()
				}
				r := run.check(t, f, call)
				most = max(most, r.work)
			}
			if calls != nil && most < heavyWork && !isHuge() { // huge inputs are refused at once by some, such as long URLs
				t.Errorf("the calls did no more than %d units of work", most)
			}
		})
	}
	for _, names := range constantWork {
		for _, name := range names {
			if !slices.ContainsFunc(all, func(f builtin) bool { return f.name == name }) {
				t.Errorf("constantWork has %s, which is not there", name)
			}
		}
	}
	for name := range unused {
		t.Errorf("heavyCalls has %s, which is not there", name)
	}
	slices.SortFunc(run.table, func(a, b row) int { return cmp.Compare(b.gap, a.gap) })
	t.Logf("%d builtins, %d calls; at most %v is allowed; the longest times between polls:", len(all), len(run.table), run.allowed)
	for _, g := range run.table[:min(40, len(run.table))] {
		t.Logf("%8v  %s", g.gap.Round(10*time.Microsecond), g.where)
	}
}

// reasonFor returns why a function is in constantWork.
func reasonFor(name string) string {
	for reason, names := range constantWork {
		if slices.Contains(names, name) {
			return reason
		}
	}
	return ""
}
