// Package codemode runs small JavaScript or TypeScript programs, written by a model, that orchestrate tools.
//
// A model that is given one tool, "execute", instead of hundreds writes a program. The program calls the tools that the
// host supplies as tools.<namespace>.<tool>(input), loops, filters, runs independent calls in parallel, and returns a
// small JSON value. The program runs inside the host's process, but it can reach nothing except those tools: no files,
// no network, no clock it could wait on. Time, memory, output and calls are metered, and whatever the program does, the
// outcome is a Result.
//
//	rt, err := codemode.New(codemode.Options{
//		Tools: tools.Tree{"orders": tools.Tree{"lookup": tools.New("Look up an order by ID", lookupOrder)}},
//	})
//	...
//	res, err := rt.Execute(ctx, source)
//
// A Runtime is built once and used by any number of goroutines. Executions share nothing.
//
// The pipeline behind it: compiler/syntax parses, compiler emits bytecode, vm runs it with the library of vm/stdlib,
// boundary moves values in and out as JSON, tools and discovery describe what a program can call.
package codemode

import (
	"context"
	"time"

	"github.com/neurocode-ai/codemode/compiler"
	"github.com/neurocode-ai/codemode/discovery"
	"github.com/neurocode-ai/codemode/tools"
	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/bytecode"
	"github.com/neurocode-ai/codemode/vm/stdlib"
	"github.com/neurocode-ai/codemode/vm/stdlib/regexp"
)

// A Runtime executes programs with a fixed set of tools and limits. It is immutable and safe for concurrent use.
type Runtime struct {
	opts      Options
	realm     *vm.Realm
	catalogue *tools.Catalogue
	index     *discovery.Index
}

// New builds a runtime: it resolves the tool tree, compiles the schemas and writes the instructions. An option with an
// invalid value is reported as an *OptionError that names the field, a broken tool tree as a *tools.TreeError.
func New(opts Options) (*Runtime, error) {
	if err := opts.validate(); err != nil {
		return nil, err
	}
	catalogue, err := tools.ResolveWith(opts.Tools, tools.ResolveOptions{SkipBroken: opts.SkipBrokenTools, CompilePattern: compilePattern})
	if err != nil {
		return nil, err
	}
	index, err := discovery.New(catalogue, opts.discovery())
	if err != nil {
		return nil, err
	}
	return &Runtime{opts: opts, realm: stdlib.Realm(), catalogue: catalogue, index: index}, nil
}

// Execute runs one program with the given options: New followed by Runtime.Execute.
func Execute(ctx context.Context, source string, opts Options) (*Result, error) {
	rt, err := New(opts)
	if err != nil {
		return nil, err
	}
	return rt.Execute(ctx, source)
}

// Execute compiles and runs a program. Everything that goes wrong in the program, its tools or its limits is in the
// Result; the error is the cause of ctx when ctx is cancelled or expires, and nothing else.
func (rt *Runtime) Execute(ctx context.Context, source string) (*Result, error) {
	start := time.Now()
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	prog, refused, err := rt.prepareInTime(ctx, source, start)
	if prog == nil {
		return refused, err
	}
	return rt.run(ctx, prog, start)
}

// compileApart is the length in bytes from which programs are compiled on a goroutine of their own, so that the time limit
// and the context hold meanwhile. Compiling that much takes some milliseconds at most, 1 MiB up to half a second.
const compileApart = 8 << 10

// prepareInTime is prepare until the time limit or the end of ctx, which is the error. What is being compiled then is
// compiled to its end, which the limit of the source bounds, and dropped.
func (rt *Runtime) prepareInTime(ctx context.Context, source string, start time.Time) (prog *Program, refused *Result, err error) {
	timeout := rt.opts.Limits.Timeout
	if len(source) < compileApart || timeout == 0 && ctx.Done() == nil {
		prog, refused = rt.prepare(ctx, source)
		return prog, refused, nil
	}
	type outcome struct {
		prog    *Program
		refused *Result
	}
	done := make(chan outcome, 1)
	go func() {
		prog, refused := rt.prepare(ctx, source)
		done <- outcome{prog, refused}
	}()
	var late <-chan time.Time
	if timeout > 0 {
		timer := time.NewTimer(time.Until(start.Add(timeout)))
		defer timer.Stop()
		late = timer.C
	}
	select {
	case o := <-done:
		return o.prog, o.refused, nil
	case <-late:
		return nil, failure(rt.timedOut()), nil
	case <-ctx.Done():
		return nil, nil, context.Cause(ctx)
	}
}

// prepare compiles a program and checks it if the options say so. Without a program there is a result that says why.
func (rt *Runtime) prepare(ctx context.Context, source string) (prog *Program, refused *Result) {
	var defect error
	defer func() {
		if defect != nil {
			prog, refused = nil, failure(engineFailed())
		}
	}()
	defer rt.recoverDefect(ctx, &defect)
	prog, err := rt.compile(source)
	if err != nil {
		return nil, failure(err.(*Diagnostic))
	}
	if rt.opts.Preflight {
		if found := rt.preflight(prog); len(found) > 0 {
			res := failure(found[0])
			res.Notes = prog.notes
			return nil, res
		}
	}
	if len(source) >= compileApart {
		rt.realm.Link(prog.code) // would be done when it runs, where nothing looks at the time
	}
	return prog, nil
}

// A Program is a compiled program. It is immutable and safe for concurrent use, also by different runtimes.
type Program struct {
	code  *bytecode.Program
	notes []Note
}

// Compile compiles a program. The error is a *Diagnostic.
func (rt *Runtime) Compile(source string) (*Program, error) {
	return rt.compile(source)
}

func (rt *Runtime) compile(source string) (*Program, error) {
	res, err := compiler.Compile(source, compiler.Options{
		MaxSourceBytes: rt.opts.Limits.MaxSourceBytes,
		ValidateRegExp: validateRegExp,
	})
	if err != nil {
		return nil, compileDiagnostic(err)
	}
	p := &Program{code: res.Program}
	for _, n := range res.Notes {
		p.notes = append(p.notes, Note{Message: n.Text, Location: locate(p.code.Source, n.Pos)})
	}
	return p, nil
}

// validateRegExp finds the early errors of regular-expression literals.
func validateRegExp(pattern, flags string) error {
	return regexp.Validate(pattern, flags, regexp.Limits{})
}

// Notes returns the repairs that were made to the program's text before it was compiled.
func (p *Program) Notes() []Note { return p.notes }

// Source returns the program's text as offsets in diagnostics refer to it.
func (p *Program) Source() string { return p.code.Source }

// Disassemble returns a readable listing of the program's bytecode.
func (p *Program) Disassemble() string { return bytecode.Disassemble(p.code) }

// Run runs a compiled program; see Execute.
func (rt *Runtime) Run(ctx context.Context, prog *Program) (*Result, error) {
	return rt.run(ctx, prog, time.Now())
}

// Instructions returns the text that tells a model how to write programs and which tools there are. It belongs in the
// description of the execute tool.
func (rt *Runtime) Instructions() string { return rt.index.Instructions() }

// Catalog returns the tools of the host with their signatures, depth first in declaration order.
func (rt *Runtime) Catalog() []discovery.ToolDescription { return rt.index.Catalog() }

// Search finds tools as tools.$codemode.search does in a program.
func (rt *Runtime) Search(request discovery.Request) (discovery.Result, error) {
	return rt.index.Search(request)
}

// SkippedTools returns the tools that were left out because of Options.SkipBrokenTools.
func (rt *Runtime) SkippedTools() []tools.SkippedTool { return rt.catalogue.Skipped }
