// Package bytecode is the contract between the compiler and the virtual machine.
//
// A Program is a tree of Functions. Each Function is a list of 64-bit instruction words over at most 256 registers, with
// its constants, its exception handlers and a table from instruction addresses to source offsets. Property accesses
// name a Site, numbered through the whole program: the machine keeps one inline cache a site and a run, so a Program
// holds no runtime values, never changes after it was made, and can be run by many goroutines at once.
//
// Registers: R[0] is the function's this value, R[1] and up are its parameters, then its variables and temporaries. A
// call places callee, this and arguments in consecutive registers; the callee's window starts at its this, so no
// argument is copied. A captured variable lives in a cell that a register (in the function that declares it) or the
// closure's list of free variables points to.
//
// Exceptions are found by table: Handlers are searched in order for the first whose range holds the address of the
// failing instruction. The compiler expresses finally blocks and the closing of iterators with the same table.
//
// Strings in a Program are WTF-8: UTF-8 in which a lone surrogate is three bytes of its own.
package bytecode

import (
	"slices"
	"sync/atomic"
)

// A Program is a compiled source text. It is immutable.
type Program struct {
	Main   *Function // the body of an async function
	Names  []string  // property and global names that sites refer to
	Sites  []Site    // property sites, the index space of the inline caches
	Keys   []int32   // for each object literal, in the order of their sites: the number of its properties, then their names
	Source string    // the text that offsets refer to
	Name   string    // what diagnostics call the source, may be empty

	// linked keeps what the machine derives from the Program at its first run: constants as values, names as property
	// keys. It is opaque here, immutable once stored, and shared by all runs.
	linked atomic.Pointer[any]
}

// Linked returns what make gave at the first call. Several goroutines may race to make it; one result is kept.
func (p *Program) Linked(make func() any) any {
	if l := p.linked.Load(); l != nil {
		return *l
	}
	made := make()
	if p.linked.CompareAndSwap(nil, &made) {
		return made
	}
	return *p.linked.Load()
}

// A Site is one place in the program that reads, writes or defines properties. It has no pointers: programs have many.
type Site struct {
	Name int32 // index of Names; for an object literal LiteralSite of where its entry in Keys begins
}

// LiteralSite returns the Name of the site of an object literal whose entry in Keys begins at index key.
func LiteralSite(key int) int32 { return int32(-1 - key) }

// SiteKeys returns the names of the properties that the object literal of a site has, as indices of Names.
func (p *Program) SiteKeys(s Site) []int32 {
	keys := p.Keys[-1-int(s.Name):]
	return keys[1 : 1+keys[0]]
}

// FunctionKind says how a function may be called and what its this is.
type FunctionKind uint8

// The kinds of functions.
const (
	Normal             FunctionKind = iota // function declarations and expressions: callable and constructible
	Arrow                                  // no this, arguments or new.target of its own
	Method                                 // methods, getters, setters: not constructible
	ClassConstructor                       // base class constructor: only constructible
	DerivedConstructor                     // derived class constructor: only constructible, this is bound by super()
	FieldInit                              // runs a class's field initialisers or a static block, with this
)

// A Function is the code of one function.
type Function struct {
	Name      string
	Kind      FunctionKind
	Async     bool
	Generator bool

	// RestReg and ArgumentsReg name the registers that receive the array of surplus arguments (those beyond NumParams) and the arguments object; 0: none.
	RestReg      uint8
	ArgumentsReg uint8

	NumParams int // parameter registers R[1 .. 1+NumParams)
	Length    int // the value of the function's length property
	NumRegs   int // registers used, at least 1+NumParams, at most 256

	Code      []Instr
	Constants []Constant
	Functions []*Function
	Captures  []Capture
	Templates []Template
	Handlers  []Handler // innermost first
	Marks     []Mark    // ascending by PC; for messages only
	FreeNames []string  // names of the captured variables, parallel to Captures

	Start, End int32 // source range, what Function.prototype.toString shows; for a class constructor the class
}

// A Constant is a number, a string or a big integer.
type Constant struct {
	Kind   ConstKind
	Number float64
	Text   string // the string in WTF-8, or the decimal digits of the big integer
}

// ConstKind is the type of a Constant.
type ConstKind uint8

// The kinds of constants.
const (
	ConstNumber ConstKind = iota
	ConstString
	ConstBigInt
)

// A Capture says where a closure finds the cell of one of its free variables when it is made: in register Index of the
// enclosing frame; among the free variables of the enclosing function, when FromFree; or in slot Index of the slots in
// register Slots, when that is not 0.
type Capture struct {
	FromFree bool
	Slots    uint8
	Index    int32
}

// A Template holds the strings of a tagged template.
type Template struct {
	Cooked []string
	Valid  []bool // Valid[i] is false when Cooked[i] is undefined because of an invalid escape
	Raw    []string
}

// A Handler covers the instructions [Start, End): when one of them throws, the exception goes to R[Reg] and control to Target.
type Handler struct {
	Start, End, Target int32
	Reg                uint8
}

// A Mark says that the instructions from PC on, up to the next mark, belong to the source offset. When Len is not 0, the
// instruction at PC reads a property (getprop and its kin), calls or constructs (call, callmethod, new and their kin), and
// the Len bytes that begin Back bytes before the offset are the expression that it reads from or calls, so that messages
// can quote it.
type Mark struct {
	PC, Offset int32
	Back       int16
	Len        uint16
}

// Quote records the source range of the expression. What is too long for the mark is too long for any message: it is left
// out.
func (m *Mark) Quote(start, end int32) {
	back, n := m.Offset-start, end-start
	if back != int32(int16(back)) || n != int32(uint16(n)) {
		back, n = 0, 0
	}
	m.Back, m.Len = int16(back), uint16(n)
}

// Quoted returns the source range of the expression; it is empty when none is recorded.
func (m *Mark) Quoted() (start, end int32) {
	start = m.Offset - int32(m.Back)
	return start, start + int32(m.Len)
}

// mark returns the mark that the instruction at pc belongs to, nil when there is none.
func (f *Function) mark(pc int) *Mark {
	i, ok := slices.BinarySearchFunc(f.Marks, pc, func(m Mark, pc int) int { return int(m.PC) - pc })
	switch {
	case ok:
		return &f.Marks[i]
	case i > 0:
		return &f.Marks[i-1]
	}
	return nil
}

// Expr returns the source range recorded for the instruction at pc; ok is false when there is none.
func (f *Function) Expr(pc int) (start, end int, ok bool) {
	if m := f.mark(pc); m != nil && int(m.PC) == pc && m.Len != 0 {
		from, to := m.Quoted()
		return int(from), int(to), true
	}
	return 0, 0, false
}

// Offset returns the source offset that the instruction at pc belongs to, or -1.
func (f *Function) Offset(pc int) int {
	if m := f.mark(pc); m != nil {
		return int(m.Offset)
	}
	return -1
}
