package codemode

// This file runs one program: it connects machine, tools and result.

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/neurocode-ai/codemode/boundary"
	"github.com/neurocode-ai/codemode/tools"
	"github.com/neurocode-ai/codemode/vm"
)

// execution is the state of one run.
type execution struct {
	rt       *Runtime
	ctx      context.Context
	prog     *Program
	start    time.Time
	vm       *vm.VM
	exchange *tools.Exchange
	calls    []ToolCall
	logs     []string
}

func (rt *Runtime) run(ctx context.Context, prog *Program, start time.Time) (*Result, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return rt.newExecution(ctx, prog, start).run()
}

// run runs the program. What is not needed while the program waits is in functions of its own, here and below: how much a
// goroutine uses of its stack decides whether the collector may halve it.
func (x *execution) run() (*Result, error) {
	value, err := x.evaluate()
	return x.result(value, err)
}

// result makes the result of the program's value or failure.
//
//go:noinline
func (x *execution) result(value json.RawMessage, err error) (*Result, error) {
	res := &Result{Notes: x.prog.notes, Value: value, OK: err == nil}
	if err != nil {
		d, interrupted := x.diagnose(err)
		if interrupted != nil {
			return nil, context.Cause(x.ctx)
		}
		res.Error = d
	}
	res.ToolCalls = x.calls
	res.Logs = x.logs
	if l := &x.rt.opts.Limits; l.MaxOutputBytes != 0 {
		res.Value, res.Logs, res.Truncated = boundary.BoundOutput(res.Value, res.Logs, max(l.MaxOutputBytes, 0))
	}
	res.Stats = Stats{Duration: time.Since(x.start), Instructions: x.vm.Instructions(), Abandoned: x.vm.PendingOperations()}
	x.vm = nil // an abandoned tool keeps its call and with it the execution, but not what the program made
	return res, nil
}

// newExecution makes the machine of a run.
//
//go:noinline
func (rt *Runtime) newExecution(ctx context.Context, prog *Program, start time.Time) *execution {
	l := &rt.opts.Limits
	x := &execution{rt: rt, ctx: ctx, prog: prog, start: start}
	opts := vm.Options{
		MaxInstructions: l.MaxInstructions,
		MaxMemoryBytes:  l.MaxMemoryBytes,
		MaxCallDepth:    l.MaxCallDepth,
		Concurrency:     l.ToolConcurrency,
		Tools:           (*host)(x),
		ToolRoot:        rt.catalogue.Root,
		Log:             x.log,
		Now:             rt.opts.Now,
	}
	if l.Timeout > 0 {
		opts.Deadline = start.Add(l.Timeout)
	}
	if rt.opts.Random != nil {
		opts.Random = rt.opts.Random()
	}
	x.vm = vm.New(rt.realm, opts)
	return x
}

// evaluate runs the program and encodes its value. A panic would be a defect of the engine: it becomes an error, since no
// program may end the host's process.
func (x *execution) evaluate() (value json.RawMessage, err error) {
	defer x.rt.recoverDefect(x.ctx, &err)
	v, err := x.vm.RunProgram(x.ctx, x.prog.code)
	if err != nil {
		return nil, err
	}
	return x.encode(v)
}

// recoverDefect is deferred: it turns a panic into an error.
func (rt *Runtime) recoverDefect(ctx context.Context, err *error) {
	if p := recover(); p != nil {
		d := &Defect{Value: p, Stack: debug.Stack()}
		*err = d
		if hook := rt.opts.OnDefect; hook != nil {
			hook(ctx, d)
		}
	}
}

// encode is not part of evaluate, whose frame is on the stack while the program waits.
//
//go:noinline
func (x *execution) encode(v vm.Value) (json.RawMessage, error) {
	return boundary.EncodeResult(x.vm, v)
}

// A Defect is a panic inside the engine: a bug to report. The model sees only that the engine failed.
type Defect struct {
	Value any
	Stack []byte
}

// Error returns the value of the panic.
func (d *Defect) Error() string { return fmt.Sprintf("codemode: defect in the engine: %v", d.Value) }

func (x *execution) log(level, line string) {
	x.logs = append(x.logs, tools.RedactPaths(line))
}
