package fuzz

// This file runs generated programs in three ways and compares what can be observed.

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/neurocode-ai/codemode/bench/treewalk"
	"github.com/neurocode-ai/codemode/compiler"
	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib"
	"github.com/neurocode-ai/codemode/vm/stdlib/regexp"
)

var (
	firstSeed = flag.Uint64("first", 0, "the first seed of TestSeeds")
	seeds     = flag.Int("seeds", 3000, "the number of programs of TestSeeds")
)

// outcome is what can be observed of an execution.
type outcome struct {
	value, failure string
	logs           []string
	instructions   int64
	tooDeep        bool
}

// gaveUp reports whether a limit ended the execution: where exactly limits strike is not defined.
func (o *outcome) gaveUp() bool {
	return strings.HasPrefix(o.failure, "abort") && o.failure != "abort "+vm.ErrDeadlock.Error()
}

// maxMemory limits what a generated program may reach, in bytes.
const maxMemory = 64 << 20

// fixedSource is a random source without randomness.
type fixedSource struct{}

func (fixedSource) Uint64() uint64 { return 1 << 62 }

func execute(slow bool, memory int64, run func(m *vm.VM) ([]byte, error)) outcome {
	var o outcome
	m := vm.New(stdlib.Realm(), vm.Options{
		MaxInstructions: 500_000,
		MaxMemoryBytes:  memory,
		MaxCallDepth:    1000,
		SlowSteps:       slow,
		Now:             func() time.Time { return time.UnixMilli(1_700_000_000_000) },
		Random:          fixedSource{},
		Log:             func(_, line string) { o.logs = append(o.logs, line) },
	})
	text, err := run(m)
	o.value, o.failure, o.instructions, o.tooDeep = string(text), failure(m, err), m.Instructions(), m.NestedTooDeep()
	return o
}

func failure(m *vm.VM, err error) string {
	var thrown *vm.Thrown
	var unhandled *vm.Unhandled
	var abort *vm.Abort
	switch {
	case err == nil:
		return ""
	case errors.As(err, &thrown):
		return vm.UncaughtText(m, thrown.Value)
	case errors.As(err, &unhandled):
		return "unhandled " + vm.UncaughtText(m, unhandled.Value)
	case errors.As(err, &abort):
		return "abort " + abort.Reason.Error()
	}
	return "failure " + err.Error()
}

// errorName is the part of a failure that both evaluators must agree on: messages quote the machine's instructions.
func errorName(failure string) string {
	name, _, _ := strings.Cut(failure, ":")
	return name
}

// compare runs a program in three ways and describes the difference, if there is one. ran is false when the program was
// rejected or met a limit. How deep calls may nest is no matter of the language: a program that tried it is not compared with
// the tree walker, which counts other calls.
func compare(source string) (difference string, ran bool) {
	opts := compiler.Options{ValidateRegExp: func(pattern, flags string) error {
		return regexp.Validate(pattern, flags, regexp.Limits{})
	}}
	compiled, err := compiler.Compile(source, opts)
	var parse *syntax.Error
	if err != nil {
		if !errors.As(err, &parse) {
			return "", false
		}
		return "", false
	}
	machine := func(m *vm.VM) ([]byte, error) {
		v, err := m.RunProgram(context.Background(), compiled.Program)
		if err != nil {
			return nil, err
		}
		return m.EncodeJSON(v, vm.JSONResult, "result")
	}
	fast, slow := execute(false, maxMemory, machine), execute(true, maxMemory, machine)
	if fast.gaveUp() && slow.failure == fast.failure {
		return "", false
	}
	if fast.instructions != slow.instructions {
		// Measuring the reachable memory costs instructions, and dead registers count as reachable in it.
		fast, slow = execute(false, 0, machine), execute(true, 0, machine)
	}
	if a, b := text(fast), text(slow); a != b {
		return "fast " + a + "\nslow " + b, true
	}
	tree, err := treewalk.Parse(source)
	if err != nil {
		return "the tree walker rejects it: " + err.Error(), true
	}
	walked := execute(false, maxMemory, func(m *vm.VM) ([]byte, error) { return tree.Run(context.Background(), m) })
	if walked.gaveUp() || fast.tooDeep || walked.tooDeep || strings.Contains(walked.failure, treewalk.ErrUnsupported.Error()) {
		return "", false
	}
	for _, o := range []*outcome{&fast, &walked} {
		o.instructions, o.failure = 0, errorName(o.failure)
	}
	if a, b := text(fast), text(walked); a != b {
		return "machine " + a + "\ntree    " + b, true
	}
	return "", true
}

func text(o outcome) string {
	b, _ := json.Marshal([]any{o.value, o.failure, o.logs, o.instructions})
	return string(b)
}

// programOf returns the generated program of a seed.
func programOf(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 1))
	data := make([]byte, 200+r.IntN(1000))
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	return Generate(data)
}

// minimise removes lines of a program, in ever smaller groups, as long as a difference is left.
func minimise(source string) string {
	lines := strings.Split(strings.TrimPrefix(source, prelude), "\n")
	for size := len(lines) / 2; size > 0; size /= 2 {
		for i := 0; i+size <= len(lines); {
			fewer := slices.Concat(lines[:i], lines[i+size:])
			if d, _ := compare(prelude + strings.Join(fewer, "\n")); d != "" {
				lines = fewer
			} else {
				i += max(1, size/2)
			}
		}
	}
	return prelude + strings.Join(lines, "\n")
}

// TestSeeds compares programs from fixed seeds.
func TestSeeds(t *testing.T) {
	n, ran := *seeds, 0
	if testing.Short() {
		n = min(n, 300)
	}
	for seed := *firstSeed; seed < *firstSeed+uint64(n); seed++ {
		source := programOf(seed)
		d, ok := compare(source)
		if ok {
			ran++
		}
		if d != "" {
			source = minimise(source)
			d, _ = compare(source)
			t.Errorf("seed %d: %s\n%s", seed, d, strings.TrimPrefix(source, prelude))
		}
	}
	t.Logf("%d of %d programs ran to their end", ran, n)
	if ran < n*7/10 {
		t.Errorf("only %d of %d programs ran: the generator makes too many that are rejected or meet a limit", ran, n)
	}
}

// FuzzDifferential compares the programs that the fuzzer's bytes describe.
func FuzzDifferential(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		data := make([]byte, 300)
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		source := Generate(data[:min(len(data), 4096)])
		if d, _ := compare(source); d != "" {
			t.Fatalf("%s\n%s", d, source)
		}
	})
}
