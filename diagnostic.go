package codemode

// This file defines diagnostics and makes them from the failures of compiler and machine.

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/neurocode-ai/codemode/compiler"
	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm"
)

// Kind classifies a failure.
type Kind string

// The kinds of failures.
const (
	ParseError               Kind = "ParseError"               // the source is empty or not a program
	UnsupportedSyntax        Kind = "UnsupportedSyntax"        // correct, but left out of the language
	UnknownTool              Kind = "UnknownTool"              // the program called a tool that does not exist
	InvalidToolInput         Kind = "InvalidToolInput"         // a tool's input does not satisfy its schema or is no data
	InvalidToolOutput        Kind = "InvalidToolOutput"        // a tool's result does not satisfy its schema or is no data
	InvalidDataValue         Kind = "InvalidDataValue"         // a value cannot cross the data boundary
	ToolCallLimitExceeded    Kind = "ToolCallLimitExceeded"    // more calls than Limits.MaxToolCalls
	TimeoutExceeded          Kind = "TimeoutExceeded"          // longer than Limits.Timeout
	ToolFailure              Kind = "ToolFailure"              // a tool refused or failed
	ExecutionFailure         Kind = "ExecutionFailure"         // the program threw, or used something that is not there
	MemoryLimitExceeded      Kind = "MemoryLimitExceeded"      // more memory than Limits.MaxMemoryBytes
	InstructionLimitExceeded Kind = "InstructionLimitExceeded" // more work than Limits.MaxInstructions
)

// A Diagnostic says what went wrong, for the model that wrote the program. It is an error.
type Diagnostic struct {
	Kind        Kind         `json:"kind"`
	Message     string       `json:"message"`
	Location    *Location    `json:"location,omitempty"`
	Suggestions []string     `json:"suggestions,omitempty"`
	CodeFrame   string       `json:"codeFrame,omitempty"` // the line and, below it, a caret
	Stack       []StackFrame `json:"stack,omitempty"`     // where the program was, innermost first; only with more than one frame
}

// A Location is a place in the program's source, counted from 1; columns are in UTF-16 units.
type Location struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

// A StackFrame is an active function of the program.
type StackFrame struct {
	Function string    `json:"function"` // empty for the program itself
	Location *Location `json:"location,omitempty"`
}

// Error returns kind, message and location.
func (d *Diagnostic) Error() string {
	if d.Location == nil {
		return fmt.Sprintf("%s: %s", d.Kind, d.Message)
	}
	return fmt.Sprintf("%s: %s (%d:%d)", d.Kind, d.Message, d.Location.Line, d.Location.Column)
}

// Render writes the diagnostic for a terminal: message, code frame, stack and suggestions on lines of their own.
func (d *Diagnostic) Render() string {
	var b strings.Builder
	b.WriteString(d.Error())
	if d.CodeFrame != "" {
		b.WriteString("\n\n" + d.CodeFrame + "\n")
	}
	for _, f := range d.Stack {
		name := f.Function
		if name == "" {
			name = "program"
		}
		b.WriteString("\n    at " + name)
		if f.Location != nil {
			fmt.Fprintf(&b, " (%d:%d)", f.Location.Line, f.Location.Column)
		}
	}
	for _, s := range d.Suggestions {
		b.WriteString("\n  hint: " + s)
	}
	return b.String()
}

func locate(source string, offset int) *Location {
	if offset < 0 || offset > len(source) {
		return nil
	}
	line, column := syntax.Position(source, offset)
	return &Location{line, column}
}

func compileDiagnostic(err error) *Diagnostic {
	var parse *syntax.Error
	if errors.As(err, &parse) {
		d := &Diagnostic{Kind: Kind(parse.Kind.String()), Message: parse.Message, Suggestions: parse.Suggestions}
		if parse.Start >= 0 {
			line, column := parse.Position()
			d.Location = &Location{line, column}
			d.CodeFrame = parse.Frame()
		}
		return d
	}
	var emit *compiler.Error
	if errors.As(err, &emit) {
		line, column := emit.Position()
		return &Diagnostic{Kind: Kind(emit.Kind.String()), Message: emit.Message, Suggestions: emit.Suggestions,
			Location: &Location{line, column}, CodeFrame: emit.Frame()}
	}
	return &Diagnostic{Kind: ExecutionFailure, Message: err.Error()}
}

// The suggestion that goes with rejections nobody handled.
const awaitSuggestion = "await every call, or collect the promises and await Promise.all(...), so that a failure can be handled with try/catch"

// diagnose turns the error of an execution into a diagnostic; an interruption by the host is returned as an error.
func (x *execution) diagnose(err error) (*Diagnostic, error) {
	var thrown *vm.Thrown
	var unhandled *vm.Unhandled
	var abort *vm.Abort
	switch {
	case errors.As(err, &thrown):
		return x.uncaught(thrown.Value, thrown.Trace), nil
	case errors.As(err, &unhandled):
		d := x.uncaught(unhandled.Value, unhandled.Trace)
		what := "a promise"
		if unhandled.Host {
			what = "a call that was not awaited"
		}
		d.Message = "Unhandled rejection of " + what + ": " + d.Message
		d.Suggestions = []string{awaitSuggestion}
		return d, nil
	case errors.As(err, &abort):
		return x.aborted(abort.Reason)
	}
	return engineFailed(), nil
}

func engineFailed() *Diagnostic {
	return &Diagnostic{Kind: ExecutionFailure, Message: "The engine failed. This is a defect of the engine, not of the program."}
}

func (rt *Runtime) timedOut() *Diagnostic {
	return &Diagnostic{Kind: TimeoutExceeded,
		Message: fmt.Sprintf("The execution exceeded its time limit of %d ms.", max(1, rt.opts.Limits.Timeout/time.Millisecond))}
}

// aborted words the end of an execution by a limit.
func (x *execution) aborted(reason error) (*Diagnostic, error) {
	l := &x.rt.opts.Limits
	switch reason {
	case vm.ErrTimeout:
		return x.rt.timedOut(), nil
	case vm.ErrMemory:
		return &Diagnostic{Kind: MemoryLimitExceeded,
			Message:     fmt.Sprintf("The program exceeded its memory limit of %s.", byteSize(l.MaxMemoryBytes)),
			Suggestions: []string{"process items one at a time or in pages and keep only what the result needs"}}, nil
	case vm.ErrInstructions:
		return &Diagnostic{Kind: InstructionLimitExceeded,
			Message:     fmt.Sprintf("The program exceeded its limit of %d instructions.", l.MaxInstructions),
			Suggestions: []string{"look for a loop that does not end, or do less work per execution"}}, nil
	case vm.ErrDeadlock:
		return &Diagnostic{Kind: ExecutionFailure,
			Message:     "The program waits for a promise that nothing can settle (deadlock).",
			Suggestions: []string{"make sure that every promise you construct is resolved or rejected, and that no two promises wait for each other"}}, nil
	}
	return nil, reason
}

func byteSize(n int64) string {
	if n >= 1<<20 && n%(1<<20) == 0 {
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d bytes", n)
}

// What programs that recurse too deeply throw, and the suggestion that goes with it. The text is V8's, which models know.
const (
	tooDeep             = "RangeError: Maximum call stack size exceeded"
	recursionSuggestion = "make sure that the recursion ends, or use a loop with an array as its stack"
)

// uncaught makes the diagnostic of an exception.
func (x *execution) uncaught(v vm.Value, trace []vm.TraceEntry) *Diagnostic {
	d := &Diagnostic{Kind: ExecutionFailure, Message: vm.UncaughtText(x.vm, v)}
	if _, data := vm.ErrorOf(v); data != nil {
		if h, ok := data.Host.(*vm.HostError); ok {
			d.Kind, d.Suggestions = Kind(h.Kind), h.Suggestions
			d.Message = data.Message
		}
		if data.Trace != nil {
			trace = data.Trace
		}
	}
	if d.Message == tooDeep {
		d.Suggestions = []string{recursionSuggestion}
	}
	x.addTrace(d, trace)
	return d
}

// addTrace adds location, code frame and stack.
func (x *execution) addTrace(d *Diagnostic, trace []vm.TraceEntry) {
	source := x.prog.code.Source
	if len(trace) == 0 || trace[0].Offset < 0 {
		return
	}
	d.Location = locate(source, trace[0].Offset)
	if d.Location != nil {
		d.CodeFrame = syntax.Frame(source, trace[0].Offset, trace[0].Offset+1)
	}
	if len(trace) < 2 {
		return
	}
	for _, t := range trace {
		d.Stack = append(d.Stack, StackFrame{t.Function, locate(source, t.Offset)})
	}
}
