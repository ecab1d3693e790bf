package stdlib_test

// This file finds all functions that a program can reach, for the proof in metering_gaps_test.go that each is metered, and
// searches the calls with which each works hardest.

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"runtime"
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
