// Package vm runs compiled programs.
//
// # The machine
//
// A VM executes one program once, on one goroutine. It has one stack of values, on which the register windows of the
// active frames overlap: the arguments of a call are already where the callee expects them. Frames are records in a
// slice; a call of a program function pushes a frame and goes on in the same Go loop, so recursion in the program does
// not recurse in Go. Async functions and generators are suspended by copying their window to the heap and resumed by
// copying it back. Exceptions travel as Go errors up to the loop and as data from there; no Go panic is control flow.
//
// Instructions are executed by two functions. The fast loop (run.go) completes the common case of the hot opcodes
// without a Go function call; whatever it cannot complete it leaves to the slow steps (step.go and its companions),
// which handle every opcode in full. The build tag codemode_nofast turns the fast loop off, which is how tests compare the two.
//
// # Realm and execution
//
// The intrinsic objects form a Realm that is built once, never changes and is shared by all executions (realm.go). What
// a program makes belongs to its execution. Property names are atoms (atom.go), objects have shapes (shape.go), and
// property sites have inline caches (cache.go) kept for the run.
//
// # Meters
//
// One budget is charged by backward jumps, calls and every builtin; when it runs out, the machine polls the
// instruction limit, the context and the deadline (meter.go). Memory is counted where it is allocated; at the limit the
// machine measures what is still reachable (memory.go) and ends the program if that is too much.
package vm

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/neurocode-ai/codemode/vm/bytecode"
)

// Options configures an execution. The zero value runs without limits.
type Options struct {
	Deadline        time.Time                // when to stop; zero: never
	MaxInstructions int64                    // 0: unlimited
	MaxMemoryBytes  int64                    // 0: unlimited
	MaxCallDepth    int                      // 0: 10,000 frames
	Tools           Host                     // what tool references call; nil: the program has no tools
	ToolRoot        any                      // the identity of the tools root, given to Host
	Concurrency     int                      // host operations that run at once; 0: DefaultConcurrency
	Log             func(level, line string) // receives console lines
	Now             func() time.Time
	Random          rand.Source
	Globals         map[string]Value // further global names, for test harnesses
	SlowSteps       bool             // leave the fast loop out, so that tests can compare both ways in one process
}

// A VM executes one program. It must not be used by two goroutines at once.
type VM struct {
	realm  *Realm
	linked *linked

	stack  []Value
	frames []frame
	room   *stackRoom // holds stack and frames, or did before they grew
	fp     int        // index of the running frame, -1 when none runs
	sp     int        // first stack slot above the windows in use; valid outside the fast loop
	ret    Value      // the result of the boundary frame that returned last

	budget   int64 // what may be spent before the next poll
	slice    int64 // the size of the budget handed out last
	spent    int64 // what earlier slices spent
	maxSpent int64

	mem      int64 // bytes allocated since the start or, after a collection, reachable plus allocated since
	memLimit int64
	pins     pins

	sweeps    uint32 // of names and shapes so far
	nameBytes int64  // of the atoms and shapes made since the last sweep
	retained  int64  // the part of mem that the host keeps, see Retain

	ctx      context.Context
	deadline time.Time
	polls    uint32
	aborted  error // once set, every poll returns it
	tooDeep  bool  // calls nested deeper than the limits at least once

	maxDepth int
	goDepth  int // nested Go calls of the interpreter loop
	calls    []*Call

	protoEpoch  uint32
	caches      []inlineCache
	templates   map[*bytecode.Template]*Object
	regexps     map[regExpKey]any
	transitions map[transition]*Shape
	atoms       map[string]*Atom
	longAtoms   map[uint64][]*Atom // by hash, see internLong
	atomCache   *[atomCacheSize]atomCacheEntry
	symbols     map[string]*Symbol   // Symbol.for
	longSymbols map[uint64][]*Symbol // those with long keys, by hash
	json        *jsonMemory          // what decoding JSON has taught
	tools       *Object              // holds the tools object in its slot, for the inline caches
	library     any                  // state of the standard library, see LibraryState
	nativeMark  int64                // mem when the innermost builtin was entered
	markEpoch   uint8
	measureSoon bool // the next poll measures what is reachable

	loop eventLoop
	opts Options
	rng  *rand.Rand
}

// Budget and stack sizes.
const (
	pollInterval   = 1 << 14 // steps between polls, about 40 µs
	initialStack   = 2*windowSlack + 128
	initialFrames  = 8
	defaultDepth   = 10000
	maxGoDepth     = 1500 // nested interpreter loops: program → builtin → program
	windowSlack    = 256  // the fast loop views 256 registers from any base
	maxStackValues = 1 << 22
)

// New returns a machine for one execution in the given realm.
func New(realm *Realm, opts Options) *VM {
	vm := &VM{realm: realm, opts: opts, fp: -1}
	vm.memLimit = opts.MaxMemoryBytes
	if vm.memLimit <= 0 {
		vm.memLimit = 1 << 62
	}
	vm.maxSpent = opts.MaxInstructions
	if vm.maxSpent <= 0 {
		vm.maxSpent = 1 << 62
	}
	vm.maxDepth = opts.MaxCallDepth
	if vm.maxDepth <= 0 {
		vm.maxDepth = defaultDepth
	}
	vm.deadline = opts.Deadline
	vm.ctx = context.Background()
	vm.nativeMark = noNative
	vm.linked = emptyLinked
	vm.nextSlice()
	return vm
}

// Realm returns the realm of the machine.
func (vm *VM) Realm() *Realm { return vm.realm }

// Options returns the options of the execution.
func (vm *VM) Options() *Options { return &vm.opts }

// Now returns the current time in milliseconds since the epoch, from Options.Now where it is set.
func (vm *VM) Now() float64 {
	if vm.opts.Now != nil {
		return float64(vm.opts.Now().UnixMilli())
	}
	return float64(time.Now().UnixMilli())
}

// Random returns the random generator of the execution, seeded from Options.Random where it is set.
func (vm *VM) Random() *rand.Rand {
	if vm.rng == nil {
		src := vm.opts.Random
		if src == nil {
			src = rand.NewPCG(rand.Uint64(), rand.Uint64())
		}
		vm.rng = rand.New(src)
	}
	return vm.rng
}

// Log hands a console line to Options.Log. The line counts as memory of the program from then on.
func (vm *VM) Log(level, line string) {
	vm.Retain(len(line) + 64)
	if vm.opts.Log != nil {
		vm.opts.Log(level, line)
	}
}
