package compiler

// This file defines what the resolver finds out and the emitter reads: variables, functions, classes.

import (
	"slices"

	"github.com/neurocode-ai/codemode/compiler/syntax"
)

// tables is what the passes share.
type tables struct {
	source string
	script bool
	err    *Error // the first error; the passes wind up quickly once it is set

	atoms   atomTable
	vars    []variable
	funcs   []function
	classes []class
	assigns []assignment
	members map[int32][]string        // members of enums and namespaces by variable, for those that are declared in parts
	blocks  map[*syntax.Function]span // the var variables of static blocks
}

func (t *tables) reset() {
	t.source, t.err, t.members, t.blocks = "", nil, nil, nil
	t.atoms.reset()
	t.vars = keep(t.vars)
	for i := range t.funcs { // open sets the rest
		f := &t.funcs[i]
		f.node, f.freeIndex, f.name = nil, nil, ""
	}
	t.funcs = t.funcs[:0]
	t.classes = keep(t.classes)
	t.assigns = t.assigns[:0]
}

func (t *tables) fail(at syntax.Span, message, suggestion string) {
	if t.err == nil {
		t.err = &Error{Kind: syntax.UnsupportedSyntax, Message: message, Start: int(at.Start), End: int(at.End), Suggestions: []string{suggestion}}
	}
}

// varKind says what declared a variable.
type varKind uint8

const (
	kindVar       varKind = iota // var, and functions at the top level of a function
	kindLet                      // let, class, enum, namespace, functions in blocks, catch parameters
	kindConst                    // const
	kindParam                    // a parameter
	kindSelf                     // the name of a function expression inside it
	kindClassName                // the name of a class inside it
	kindMember                   // a member of an enum or an exported variable of a namespace: a property of object
	kindHidden                   // made by the compiler: this, private names, keys of fields
)

// fixed reports whether a program may not assign to variables of this kind.
func (k varKind) fixed() bool { return k == kindConst || k == kindSelf || k == kindClassName }

// varState is how far the resolver's walk has come with a variable.
type varState uint8

const (
	// uninitialised: code at this place may run before the initialiser of the variable.
	uninitialised varState = iota
	// pending: code at this place runs after the initialiser, but functions made here are made before it, so the
	// variable's cell has to exist when its scope is entered. That is the state while the walk is inside
	// functions that are hoisted, and inside a function that is itself the initialiser.
	pending
	ready
)

// A variable is a binding of a name, or a hidden value.
type variable struct {
	name   string
	atom   int32 // -1 for hidden variables
	fn     int32 // the function that it belongs to
	shadow int32 // what the name was bound to outside
	object int32 // for kindMember: the variable that holds the object; for kindVar: the parameter it starts with, or -1
	slot   int32 // its slot, when it has no register; else -1
	reg    int16 // its register, -1 before it has one
	kind   varKind
	state  varState

	captured bool  // an inner function uses it
	early    bool  // when captured: its cell has to exist from the start of its scope
	hole     bool  // some code may find it uninitialised: it has to be marked at the start of its scope
	used     bool  // mentioned at all
	hoisted  bool  // set by a function declaration at the start of its scope
	assigned uint8 // number of assignments after the declaration, at most 2
}

// earlyCell reports whether the variable's cell exists from the start of its scope.
func (v *variable) earlyCell() bool { return v.captured && (v.early || v.hole) }

// An assignment records that an expression assigns to a variable of the function it stands in.
type assignment struct{ pos, v int32 }

// The Ref of an identifier is (variable+1)<<1, plus 1 when the use has to be checked; 0 is a global.
func makeRef(v int32, check bool) int32 {
	r := (v + 1) << 1
	if check {
		r |= 1
	}
	return r
}

func splitRef(ref int32) (v int32, check bool) { return ref>>1 - 1, ref&1 != 0 }

// funcRole says where the code of a function comes from.
type funcRole uint8

const (
	roleFunction    funcRole = iota // a function of the tree
	roleNamespace                   // the body of a namespace, its object as the only parameter
	roleConstructor                 // the default constructor of a class
	roleFields                      // the field initialiser of a class
	roleStatics                     // static fields and blocks
)

// pseudo is a value of a function that inner arrow functions can mention.
type pseudo uint8

const (
	pseudoThis pseudo = iota
	pseudoNewTarget
	pseudoHome
	pseudoCallee
	pseudoArguments
	numPseudo
)

var pseudoNames = [numPseudo]string{"this", "new.target", "super", "super", "arguments"}

// A function is what the passes know about one function.
type function struct {
	node   *syntax.Function // nil for those that the compiler makes
	role   funcRole
	arrow  bool
	wanted bool  // a closure of it is made in code that can be reached
	parent int32 // the function around it, -1 for the program

	// The functions directly inside, and the classes, in the order of the walk.
	child, lastChild, next int32
	class, lastClass       int32

	context int32 // the innermost class around it, -1 for none
	of      int32 // the class that a constructor or field initialiser belongs to, -1 for none

	// free lists the captured variables of outer functions that it or its inner functions use. freeIndex finds them once
	// there are many.
	free      []int32
	freeIndex map[int32]int32

	pseudo [numPseudo]int32 // captured pseudo variables (arguments: also when not captured), -1 for none
	self   int32            // the variable for its own name, -1 for none

	firstVar, numVars int32 // its var variables, those that are parameters apart
	locals            int32 // number of all its variables
	leaves            bool  // some return or yield is inside a try or an iteration that has to be left properly

	name string // as the closure's name property shows it

	// captures is the range of its captures in the emitter's table, set when its closure is made.
	captures span
	out      output
}

type span struct{ from, to int32 }

// maxLinear is the number of free variables up to which a list is searched from end to end.
const maxLinear = 16

// freeOf returns the index of v among the free variables of f, -1 if it is none of them.
func (f *function) freeOf(v int32) int {
	if f.freeIndex != nil {
		if i, ok := f.freeIndex[v]; ok {
			return int(i)
		}
		return -1
	}
	return slices.Index(f.free, v)
}

func (f *function) addFree(v int32) {
	f.free = append(f.free, v)
	switch n := len(f.free); {
	case f.freeIndex != nil:
		f.freeIndex[v] = int32(n - 1)
	case n > maxLinear:
		f.freeIndex = make(map[int32]int32, 4*maxLinear)
		for i, v := range f.free {
			f.freeIndex[v] = int32(i)
		}
	}
}

// A class is what the passes know about one class.
type class struct {
	node  *syntax.Class
	next  int32 // the next class of the same function
	outer int32 // the innermost class around it, -1 for none
	inner int32 // the variable for its name inside, -1 for none
	// private is the first of the variables that hold its private names, in the order of PrivateNames, and hidden the
	// first of those that its members need, see memberVars.
	private, hidden int32
	fields          int32 // its field initialiser, -1 for none
	statics         int32 // its static initialiser, -1 for none
	privateIndex    map[string]int32
}

// privateVar returns the variable that holds the private name, -1 if the class does not declare it.
func (c *class) privateVar(name string) int32 {
	names := c.node.PrivateNames
	if len(names) <= maxLinear {
		if i := slices.Index(names, name); i >= 0 {
			return c.private + int32(i)
		}
		return -1
	}
	if c.privateIndex == nil {
		c.privateIndex = make(map[string]int32, len(names))
		for i, n := range names {
			c.privateIndex[n] = c.private + int32(i)
		}
	}
	if v, ok := c.privateIndex[name]; ok {
		return v
	}
	return -1
}

// memberVars says which hidden variables a member needs: one for the computed key of a field, one for the function of a
// private method or accessor of instances.
func memberVars(m *syntax.Member) (key, fn bool) {
	if m.Kind == syntax.MemberField {
		return m.Key.Kind == syntax.KeyComputed, false
	}
	return false, m.Key.Kind == syntax.KeyPrivate && !m.Static
}

// hiddenVars returns how many hidden variables a member needs.
func hiddenVars(m *syntax.Member) int32 {
	if key, fn := memberVars(m); key || fn {
		return 1
	}
	return 0
}

// privateVar finds a private name from the class context outwards. The parser has checked that it is declared.
func (t *tables) privateVar(context int32, name string) int32 {
	for c := context; c >= 0; c = t.classes[c].outer {
		if v := t.classes[c].privateVar(name); v >= 0 {
			return v
		}
	}
	return -1
}
