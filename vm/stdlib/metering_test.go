package stdlib_test

// This file proves that every builtin is metered. It finds all functions that a program can reach, calls each with large
// inputs of every kind as receiver and arguments, and measures the processor time between two polls of the machine. A
// function that never did much work must be listed with the reason, so that a new builtin cannot escape the test.

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib"
)

// A builtin is a function of the realm and the path by which it was found first.
type builtin struct {
	name string
	fn   *vm.Object
}

// builtins returns every function that a program can reach from the global object, the prototypes, and what functions of
// each kind, iterators and generators inherit from, in a fixed order.
func builtins(m *vm.VM) []builtin {
	r := m.Realm()
	queue := []builtin{
		{"globalThis", r.Global}, {"%ArrayIterator%", r.ArrayIteratorPrototype}, {"%ArrayResult%", r.ArrayResultPrototype},
		{"%StringIterator%", r.StringIteratorPrototype}, {"%MapIterator%", r.MapIteratorPrototype}, {"%SetIterator%", r.SetIteratorPrototype},
		{"%RegExpStringIterator%", r.RegExpStringIteratorPrototype}, {"%IteratorHelper%", r.IteratorHelperPrototype},
		{"%WrapForValidIterator%", r.WrapForValidIteratorPrototype}, {"%AsyncFromSyncIterator%", r.AsyncFromSyncIteratorPrototype},
		{"%AsyncIterator%", r.AsyncIteratorPrototype}, {"%Generator%", r.GeneratorPrototype}, {"%AsyncGenerator%", r.AsyncGeneratorPrototype},
		{"%TypedArray%", r.TypedArrayPrototype}, {"%GeneratorFunction%", r.GeneratorFunctionPrototype},
		{"%AsyncFunction%", r.AsyncFunctionPrototype}, {"%AsyncGeneratorFunction%", r.AsyncGeneratorFunctionPrototype},
	}
	var found []builtin
	seen := map[*vm.Object]bool{}
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		if next.fn == nil || seen[next.fn] {
			continue
		}
		seen[next.fn] = true
		if next.fn.IsCallable() {
			found = append(found, next)
		}
		queue = append(queue, builtin{next.name + ".__proto__", next.fn.Proto()})
		keys, _ := m.OwnKeys(next.fn)
		for _, k := range keys {
			name := propertyName(k)
			if next.fn != r.Global {
				name = next.name + "." + name
			}
			p, _, _ := m.GetOwn(next.fn, k)
			if p.IsAccessor() {
				queue = append(queue, builtin{"get " + name, p.Get}, builtin{"set " + name, p.Set})
			} else {
				queue = append(queue, builtin{name, p.Value.Object()})
			}
		}
	}
	return found
}

func propertyName(k vm.PropertyKey) string {
	if k.IsSymbol() {
		return "@@" + strings.TrimSuffix(strings.TrimPrefix(k.Text(), "Symbol(Symbol."), ")")
	}
	return k.Text()
}

// try makes all attempts with a builtin on small inputs and returns, with the one that took longest first, those that
// took longest for each choice of large inputs. most is the most work seen.
func try(t *testing.T, f builtin, count int) (longest []attempt, most int64) {
	type tried struct {
		attempt
		time time.Duration
	}
	best := map[string]tried{}
	for next := 0; next < len(attempts); {
		polls := &pollTimes{Context: context.Background()}
		m := vm.New(stdlib.Realm(), vm.Options{})
		b := &bench{m: m, scale: smallScale, made: map[string]vm.Value{}}
		_, _ = m.RunFunc(polls, func() (vm.Value, error) {
			for next < len(attempts) {
				a := attempts[next]
				next++
				if !a.suits(f.name) || a.construct && !vm.IsConstructor(vm.ObjectValue(f.fn)) {
					continue
				}
				polls.end = 0
				receiver, args, err := b.prepare(a)
				if err != nil {
					t.Fatalf("%v: %v", a, err)
				}
				polls.times = polls.times[:0]
				polls.end = int(smallScale.instructions >> 14)
				before, start := m.Instructions(), clock()
				_, err = b.perform(f.fn, a, receiver, args)
				took, work := clock()-start, m.Instructions()-before
				most = max(most, work)
				if key := a.large(); took > best[key].time {
					best[key] = tried{a, took}
				}
				if isAbort(err) {
					return vm.Undefined, err
				}
				if err == nil || work > 50 { // the inputs may have been changed
					delete(b.made, a.receiver)
					for _, name := range a.args {
						delete(b.made, name)
					}
				}
			}
			return vm.Undefined, nil
		})
	}
	list := slices.SortedFunc(maps.Values(best), func(a, b tried) int { return cmp.Compare(b.time, a.time) })
	for _, c := range list[:min(count, len(list))] {
		longest = append(longest, c.attempt)
	}
	return longest, most
}

// longGap is a time between two polls, and where it was found.
type longGap struct {
	time  time.Duration
	where string
}

// heavyWork is the charge from which a function counts as one whose work depends on its input.
const heavyWork = 1000

// plainGap returns the time between two polls of a plain loop.
func plainGap(t *testing.T) time.Duration {
	loop := gaps(t, `start(); let s = 0; for (let i = 0; i < 3e6; i++) s += i; return s`)
	var total time.Duration
	for _, gap := range loop {
		total += gap
	}
	return max(total/time.Duration(len(loop)), 10*time.Microsecond)
}

// TestFindHeavyCalls tries all combinations of inputs with every builtin and prints what heavyCalls should hold. It runs
// only when the environment variable CODEMODE_METERING is "search".
func TestFindHeavyCalls(t *testing.T) {
	if os.Getenv("CODEMODE_METERING") != "search" {
		t.Skip("takes minutes")
	}
	runtime.LockOSThread() // for the clock
	defer runtime.UnlockOSThread()
	for _, f := range builtins(vm.New(stdlib.Realm(), vm.Options{})) {
		list, most := try(t, f, 4)
		var calls []string
		for _, a := range list {
			calls = append(calls, strconv.Quote(a.String()))
		}
		fmt.Printf("\t%q: {%s}, // %d\n", f.name, strings.Join(calls, ", "), most)
	}
}

// TestEveryBuiltinIsMetered makes the calls of heavyCalls with inputs of some hundred kilobytes. When the environment
// variable CODEMODE_METERING is "huge", it makes them with 64 MB of text and ten million elements, which takes many minutes.
func TestEveryBuiltinIsMetered(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	// The inputs are so much smaller than what 10 ms must do for, 250 polls of the plain loop,
	// that only what works without charging for most of it can fail here.
	size, ratio := middleScale, 250
	if os.Getenv("CODEMODE_METERING") == "huge" {
		size, ratio = hugeScale, 250
	}
	allowed := time.Duration(ratio) * plainGap(t)
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // allocating must help the collector while that runs
	all := builtins(vm.New(stdlib.Realm(), vm.Options{}))
	var table []longGap
	unused := maps.Clone(heavyCalls)
	tries := 9 // what is left after them is no accident
	if size == hugeScale {
		tries = 2
	}
	for _, f := range all {
		delete(unused, f.name)
		t.Run(f.name, func(t *testing.T) {
			if readMetric("/memory/classes/heap/objects:bytes") > 1<<30 {
				runtime.GC()
			}
			calls, reason := heavyCalls[f.name], reasonFor(f.name)
			switch {
			case calls == nil && reason == "":
				t.Fatal("the function is neither in heavyCalls nor in constantWork")
			case calls != nil && reason != "":
				t.Fatal("the function is in heavyCalls and in constantWork")
			case calls == nil:
				return
			}
			runtime.LockOSThread() // for the clock
			defer runtime.UnlockOSThread()
			var worst longGap
			var most int64
			for _, call := range calls {
				a := parseAttempt(call)
				r := measure(f.fn, a, size)
				for range tries - 1 {
					if r.gap > allowed {
						r = again(r, measure(f.fn, a, size))
					}
				}
				where := fmt.Sprintf("%s with %v: %v in all, %d units of work", f.name, a, r.time.Round(time.Microsecond), r.work)
				if most = max(most, r.work); r.gap > worst.time {
					worst = longGap{r.gap, where}
				}
				t.Logf("%9v  %s, %v", r.gap.Round(time.Microsecond), where, r.err)
			}
			if table = append(table, worst); worst.time > allowed {
				t.Errorf("%v between two polls is too long: %s", worst.time, worst.where)
			}
			if most < heavyWork {
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
	slices.SortFunc(table, func(a, b longGap) int { return cmp.Compare(b.time, a.time) })
	t.Logf("%d builtins; at most %v is allowed; the longest times between polls:", len(all), allowed)
	for _, g := range table[:min(25, len(table))] {
		t.Logf("%8v  %s", g.time.Round(10*time.Microsecond), g.where)
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

// again returns the better of two measurements of the same call.
func again(r, s measured) measured {
	if s.gap < r.gap {
		return s
	}
	return r
}
