package compiler

// This file defines Compile, its options and results, and the memory that compilations share.

import (
	"sync"

	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm/bytecode"
)

// Options configures a compilation. The zero value is right for programs.
type Options struct {
	// Name is what diagnostics call the source; it may be empty.
	Name string
	// MaxSourceBytes limits the length of the source; 0 means syntax.DefaultMaxSourceBytes.
	MaxSourceBytes int
	// ValidateRegExp reports what is wrong with a regular expression literal. When nil only the flags are checked.
	ValidateRegExp func(pattern, flags string) error
	// Script compiles a plain strict script instead of the body of an async function: no return or await at the top
	// level, and its this is the global object. It is for judging test suites.
	Script bool
}

// A Result is a compiled program and the repairs that were made to its text.
type Result struct {
	Program *bytecode.Program
	Notes   []syntax.Note
}

// An Error says that a program is right but cannot be compiled: it is larger than the machine's registers or the
// compiler's limits allow.
type Error struct {
	Kind        syntax.Kind // always UnsupportedSyntax
	Message     string
	Start, End  int // byte offsets into the source
	Suggestions []string
	source      string
	internal    bool
}

// Internal reports whether the error is a defect of the compiler rather than a limit.
func (e *Error) Internal() bool { return e.internal }

// Error returns the message with its line and column.
func (e *Error) Error() string {
	line, column := e.Position()
	return e.Message + " (" + itoa(line) + ":" + itoa(column) + ")"
}

// Position returns line and column of the start, both from 1, the column in UTF-16 units.
func (e *Error) Position() (line, column int) { return syntax.Position(e.source, e.Start) }

// Frame returns two lines: the source line, and a caret under the error.
func (e *Error) Frame() string { return syntax.Frame(e.source, e.Start, e.End) }

// Compile compiles a program. The error is a *syntax.Error or an *Error. The program has been verified.
func Compile(source string, opts Options) (*Result, error) {
	w := workspaces.Get().(*workspace)
	c, err := w.compile(source, opts)
	w.release()
	if err != nil {
		return nil, err
	}
	if err := bytecode.Verify(&c.program); err != nil {
		return nil, &Error{Kind: syntax.UnsupportedSyntax, Message: "The compiler could not handle this program: " + err.Error() + ".", source: c.program.Source, internal: true}
	}
	return &c.result, nil
}

// A workspace holds everything a compilation needs besides its result. Its tables keep their memory from one
// compilation to the next.
type workspace struct {
	tree     syntax.Program // of the compilation at hand
	tables   tables
	resolver resolver
	emitter  emitter
}

var workspaces = sync.Pool{New: func() any {
	w := new(workspace)
	w.tables.atoms.init()
	w.resolver.tables = &w.tables
	w.emitter.tables = &w.tables
	return w
}}

// compile runs the passes.
func (w *workspace) compile(source string, opts Options) (*compiled, error) {
	err := w.tree.Parse(source, syntax.Options{
		MaxSourceBytes: opts.MaxSourceBytes,
		ValidateRegExp: opts.ValidateRegExp,
		Script:         opts.Script,
	})
	if err != nil {
		return nil, err
	}
	w.tables.source = w.tree.Source
	w.tables.script = opts.Script
	w.resolver.program(w.tree.Main)
	if w.tables.err == nil {
		w.emitter.program()
	}
	if err := w.tables.err; err != nil {
		err.source = w.tree.Source
		return nil, err
	}
	c := w.emitter.assemble()
	c.program.Source, c.program.Name = w.tree.Source, opts.Name
	c.result.Notes = w.tree.Notes
	return c, nil
}

// maxKept is the number of entries up to which a table is kept for the next compilation.
const maxKept = 1 << 14

// release clears what refers to the program and returns the workspace to the pool. What a huge program made grow is
// dropped, so that one such program does not hold memory for ever.
func (w *workspace) release() {
	w.tree.Release()
	w.tree.Source, w.tree.Notes = "", nil
	if cap(w.emitter.code) > 16*maxKept || cap(w.tables.vars) > maxKept || cap(w.tables.funcs) > maxKept || cap(w.tables.atoms.list) > maxKept {
		return
	}
	w.tables.reset()
	w.emitter.reset()
	workspaces.Put(w)
}

// keep empties a table, forgets what its entries refer to, and keeps its memory.
func keep[T any](s []T) []T {
	clear(s)
	return s[:0]
}
