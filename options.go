package codemode

// This file defines the options of a runtime and their validation.

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/neurocode-ai/codemode/discovery"
	"github.com/neurocode-ai/codemode/tools"
)

// Options configures a Runtime. The zero value is a runtime without tools and without a time limit.
type Options struct {
	// Tools is the tree of what programs can call, usually a tools.Tree. The top-level name $codemode is reserved.
	Tools tools.Node

	// Limits bounds executions.
	Limits Limits

	// CatalogBudget limits the tool signatures shown in Instructions, in estimated tokens (characters / 4). Nil means
	// discovery.DefaultCatalogBudget.
	CatalogBudget *int

	// PreciseTypes renders more of JSON Schema in signatures: tuples, nullable, patterns, named recursive types.
	PreciseTypes bool

	// LearnOutputs remembers the shape of results of tools that declare no output, and shows it in later signatures.
	LearnOutputs bool

	// SkipBrokenTools leaves tools with a broken schema out instead of failing New; see Runtime.SkippedTools.
	SkipBrokenTools bool

	// Preflight makes Execute refuse a program for which Check finds a failure, before any tool has run.
	Preflight bool

	// OnToolCallStart is called after a call was admitted, immediately before its tool runs, OnToolCallEnd when it has settled.
	// Both run on the goroutine of the execution and hold it up; a call that is interrupted has no end.
	OnToolCallStart func(ctx context.Context, call ToolCallStart)
	OnToolCallEnd   func(ctx context.Context, call ToolCallEnd)

	// OnToolError receives what the model must not see: the cause of every failed call, panics and invalid results included.
	// It runs on the goroutine of the execution.
	OnToolError func(ctx context.Context, call ToolCallError)

	// OnDefect receives a panic inside the engine, which is a bug in it. The execution fails with a diagnostic that does not tell
	// more.
	OnDefect func(ctx context.Context, defect *Defect)

	// Now replaces the clock that programs see. It does not affect limits.
	Now func() time.Time

	// Random returns the source of Math.random and crypto for one execution; nil means a random seed each time.
	Random func() rand.Source
}

// None as a limit of a countable thing means that none is allowed; the zero value means that there is no limit.
const None = -1

// Limits bounds an execution. The zero value of each field stands for its default.
type Limits struct {
	// Timeout bounds the wall-clock time of an execution, compilation and un-awaited calls included. Default: none.
	Timeout time.Duration
	// MaxToolCalls bounds the tool calls admitted. Default: no limit; None admits no call.
	MaxToolCalls int
	// MaxOutputBytes bounds the value and the logs of a result together, in bytes of JSON text; what is longer is cut, not
	// refused. Default: no limit; None keeps nothing.
	MaxOutputBytes int
	// MaxMemoryBytes bounds what a program can keep reachable, in bytes. Default: 256 MiB.
	MaxMemoryBytes int64
	// MaxInstructions bounds the work of a program, in units of about one bytecode instruction. Default: no limit.
	MaxInstructions int64
	// ToolConcurrency is the number of tool calls that run at the same time. Default: 8.
	ToolConcurrency int
	// MaxSourceBytes bounds the length of a program. Default: 1 MiB.
	MaxSourceBytes int
	// MaxCallDepth bounds nested calls in the program. Default: 10,000.
	MaxCallDepth int
	// MaxBinaryBytes bounds the binary values (tools.Bytes) that the calls of one execution hand around. Default: 32 MiB.
	MaxBinaryBytes int64
}

// Defaults of Limits.
const (
	DefaultMaxMemoryBytes  = 256 << 20
	DefaultToolConcurrency = 8
	DefaultMaxSourceBytes  = 1 << 20
	DefaultMaxCallDepth    = 10000
)

// An OptionError reports an option with an invalid value.
type OptionError struct {
	Field  string // such as "Limits.Timeout"
	Reason string // completes the sentence "Field ..."
}

// Error names the field and says what is wrong.
func (e *OptionError) Error() string { return "codemode: " + e.Field + " " + e.Reason }

// validate checks the limits and fills in the defaults.
func (o *Options) validate() error {
	l := &o.Limits
	checks := []struct {
		field string
		value int64
		min   int64
	}{
		{"Timeout", int64(l.Timeout), 0},
		{"MaxToolCalls", int64(l.MaxToolCalls), None},
		{"MaxOutputBytes", int64(l.MaxOutputBytes), None},
		{"MaxMemoryBytes", l.MaxMemoryBytes, 0},
		{"MaxInstructions", l.MaxInstructions, 0},
		{"ToolConcurrency", int64(l.ToolConcurrency), 0},
		{"MaxSourceBytes", int64(l.MaxSourceBytes), 0},
		{"MaxCallDepth", int64(l.MaxCallDepth), 0},
		{"MaxBinaryBytes", l.MaxBinaryBytes, 0},
	}
	for _, c := range checks {
		if c.value < c.min {
			return &OptionError{"Limits." + c.field, fmt.Sprintf("must be at least %d, or 0 for the default; it is %d", c.min, c.value)}
		}
	}
	if l.MaxMemoryBytes == 0 {
		l.MaxMemoryBytes = DefaultMaxMemoryBytes
	}
	if l.ToolConcurrency == 0 {
		l.ToolConcurrency = DefaultToolConcurrency
	}
	if l.MaxSourceBytes == 0 {
		l.MaxSourceBytes = DefaultMaxSourceBytes
	}
	if l.MaxCallDepth == 0 {
		l.MaxCallDepth = DefaultMaxCallDepth
	}
	if o.CatalogBudget != nil && *o.CatalogBudget < 0 {
		return &OptionError{"CatalogBudget", fmt.Sprintf("must be at least 0; it is %d", *o.CatalogBudget)}
	}
	return nil
}

func (o *Options) discovery() discovery.Options {
	d := discovery.Options{CatalogBudget: o.CatalogBudget, LearnOutputs: o.LearnOutputs}
	if o.PreciseTypes {
		d.Types = discovery.Precise
	}
	return d
}

// ToolCallStart is what OnToolCallStart receives.
type ToolCallStart struct {
	Index int    // position in Result.ToolCalls
	Name  string // canonical dotted path
	Input any    // what the tool receives: the decoded Go value, or json.RawMessage for raw tools
}

// ToolCallEnd is what OnToolCallEnd receives.
type ToolCallEnd struct {
	Index    int
	Name     string
	Input    any
	Duration time.Duration // from after OnToolCallStart until settlement
	OK       bool
	Message  string // what the model sees of a failure; empty on success
}

// ToolCallError is what OnToolError receives. Err may hold private details.
type ToolCallError struct {
	Index int // position in Result.ToolCalls, -1 for a call that was not admitted because its input could not be decoded
	Name  string
	Err   error
}
