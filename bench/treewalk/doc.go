// Package treewalk runs programs by walking their syntax tree.
//
// It is what codemode would be without a compiler and a register machine: the baseline of the benchmarks, and the oracle
// that differential tests compare the machine with. It shares the front end (compiler/syntax), the values, the event loop
// and the library (vm, vm/stdlib) with the machine; how expressions, statements, functions, classes and generators are
// evaluated is written a second time here, from the specification and for clarity.
//
// # The machine
//
// Evaluation is a method of frame, the activation of a function: expr for expressions, stmt for statements. Variables
// live in scopes that are linked outwards and searched by name. Exceptions are Go errors (*vm.Thrown); break, continue
// and return are completion records. A function of the program is a function object whose code is Go, see
// vm.FunctionSpec. Functions that can be suspended (async functions with an await, generators) run on a goroutine of their
// own, which takes turns with its caller: only one goroutine uses the vm.VM at any time.
package treewalk

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib/regexp"
)

// ErrUnsupported is wrapped by the errors of programs that use what this interpreter leaves out.
var ErrUnsupported = errors.New("treewalk: not supported")

// A Program is a parsed program. It may run in any number of machines.
type Program struct{ tree *syntax.Program }

// Parse parses a program. The error is a *syntax.Error.
func Parse(source string) (*Program, error) {
	tree, err := syntax.Parse(source, syntax.Options{ValidateRegExp: func(pattern, flags string) error {
		return regexp.Validate(pattern, flags, regexp.Limits{})
	}})
	if err != nil {
		return nil, err
	}
	return &Program{tree}, nil
}

// Run runs the program in a machine that has not run anything before, and returns its value as JSON, as results are. Errors
// are those of vm.VM.RunProgram and of the encoding, and ErrUnsupported.
func (p *Program) Run(ctx context.Context, m *vm.VM) ([]byte, error) {
	in := &interp{vm: m, names: &m.Realm().Names, tree: p.tree, done: make(chan struct{})}
	if in.maxDepth = m.Options().MaxCallDepth; in.maxDepth <= 0 {
		in.maxDepth = defaultDepth
	}
	defer in.suspended.Wait()
	defer close(in.done) // after the encoding: getters of the value may go on with generators
	v, err := m.RunFunc(ctx, func() (vm.Value, error) {
		main := &function{in: in, node: p.tree.Main}
		return main.call(vm.Undefined, nil, nil)
	})
	if err != nil {
		return nil, err
	}
	return m.EncodeJSON(v, vm.JSONResult, "result")
}

// defaultDepth is the number of nested calls unless the options of the machine say otherwise.
const defaultDepth = 10000

// interp is one run of a program.
type interp struct {
	vm        *vm.VM
	names     *vm.Names
	tree      *syntax.Program
	depth     int // nested calls
	maxDepth  int
	templates map[*syntax.TemplateLit]vm.Value
	regexps   map[*syntax.RegExpLit]any
	membersOf map[memberOwner][]string // members of enums and namespaces so far, for declarations that add to them

	done      chan struct{} // closed at the end: suspended goroutines give up
	suspended sync.WaitGroup
}

// unsupported is the error of a node that this interpreter does not know.
func unsupported(n syntax.Node) error { return fmt.Errorf("%w: %T", ErrUnsupported, n) }
