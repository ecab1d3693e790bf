package vm

// This file defines thrown values, the errors that the engine itself throws, and stack traces.

import (
	"fmt"
	"strings"
)

// ErrorKind is one of the native error types.
type ErrorKind uint8

// The native error types.
const (
	ErrorKindError ErrorKind = iota
	ErrorKindType
	ErrorKindRange
	ErrorKindReference
	ErrorKindSyntax
	ErrorKindEval
	ErrorKindURI
	ErrorKindAggregate
	ErrorKindSuppressed
	numErrorKinds
)

// NumErrorKinds is the number of native error types.
const NumErrorKinds = int(numErrorKinds)

var errorNames = [numErrorKinds]string{"Error", "TypeError", "RangeError", "ReferenceError", "SyntaxError", "EvalError", "URIError", "AggregateError", "SuppressedError"}

// String returns the name of the constructor.
func (k ErrorKind) String() string { return errorNames[k] }

// Thrown is a JavaScript exception on its way through Go code.
type Thrown struct {
	Value Value
	Trace []TraceEntry // where it was thrown, innermost first
}

func (t *Thrown) Error() string {
	if o := t.Value.Object(); o != nil {
		if d, ok := o.data.(*ErrorData); ok && d.Message != "" {
			return d.Message
		}
	}
	return "exception thrown by the program"
}

// ErrorData is the data of error objects.
type ErrorData struct {
	Trace   []TraceEntry // where the error was made, innermost first
	Message string       // the message the engine gave it, for Go callers
	Host    any          // what the embedder attached: the failure behind the error
}

// A TraceEntry is one frame of a stack trace.
type TraceEntry struct {
	Function string // empty for the program itself
	Offset   int    // byte offset in the program's source, -1 when unknown
}

// maxTrace bounds the frames kept in a stack trace.
const maxTrace = 10

// trace captures the active frames.
func (vm *VM) trace() []TraceEntry { return vm.traceFrom(vm.fp) }

// traceFrom captures the frame at index top and those below it.
func (vm *VM) traceFrom(top int) []TraceEntry {
	n := min(top+1, maxTrace)
	if n <= 0 {
		return nil
	}
	t := make([]TraceEntry, 0, n)
	for i := top; i >= 0 && len(t) < maxTrace; i-- {
		fr := &vm.frames[i]
		t = append(t, TraceEntry{fr.code.fn.Name, fr.code.fn.Offset(fr.pc - 1)})
	}
	vm.mem += int64(n) * 32
	vm.budget -= 20 + 8*int64(n) // about as long as that many instructions
	return t
}

// Position returns the source offset of the instruction that runs, -1 when there is none.
func (vm *VM) Position() int {
	if vm.fp < 0 {
		return -1
	}
	fr := &vm.frames[vm.fp]
	return fr.code.fn.Offset(fr.pc - 1)
}

// NewError returns a new error object of the realm's type for kind.
func (vm *VM) NewError(kind ErrorKind, message string) *Object {
	return vm.NewErrorWith(vm.realm.Errors[kind], message)
}

// NewErrorWith returns a new error object with the given prototype.
func (vm *VM) NewErrorWith(proto *Object, message string) *Object {
	o := vm.NewObjectOf(ClassError, proto, &ErrorData{Trace: vm.trace(), Message: message})
	vm.mem += int64(len(message)) + 64
	vm.addProperty(o, vm.realm.Names.Message, String(message), FlagsHidden)
	return o
}

// NewErrorObject returns a new error object without a message, for the error constructors. Its trace begins where the
// program says new: constructors of classes that extend Error, which are on their way to super(), are left out. newTarget
// may be nil.
func (vm *VM) NewErrorObject(proto, newTarget *Object) *Object {
	top := vm.fp
	for newTarget != nil && top > 0 && vm.frames[top].newTarget == newTarget {
		top--
	}
	return vm.NewObjectOf(ClassError, proto, &ErrorData{Trace: vm.traceFrom(top)})
}

// Throw returns the exception v.
func (vm *VM) Throw(v Value) error {
	if o := v.Object(); o != nil {
		if d, ok := o.data.(*ErrorData); ok && d.Trace != nil {
			return &Thrown{Value: v, Trace: d.Trace}
		}
	}
	return &Thrown{Value: v, Trace: vm.trace()}
}

// ThrowError returns a new exception of the given kind.
func (vm *VM) ThrowError(kind ErrorKind, format string, args ...any) error {
	msg := format
	if len(args) > 0 {
		msg = fmt.Sprintf(format, args...)
	}
	return vm.Throw(ObjectValue(vm.NewError(kind, msg)))
}

// ThrowType returns a new TypeError as an exception.
func (vm *VM) ThrowType(format string, args ...any) error {
	return vm.ThrowError(ErrorKindType, format, args...)
}

// ThrowRange returns a new RangeError as an exception.
func (vm *VM) ThrowRange(format string, args ...any) error {
	return vm.ThrowError(ErrorKindRange, format, args...)
}

// ThrowReference returns a new ReferenceError as an exception.
func (vm *VM) ThrowReference(format string, args ...any) error {
	return vm.ThrowError(ErrorKindReference, format, args...)
}

// ThrowSyntax returns a new SyntaxError as an exception.
func (vm *VM) ThrowSyntax(format string, args ...any) error {
	return vm.ThrowError(ErrorKindSyntax, format, args...)
}

func (vm *VM) throwFrozenRealm(o *Object, key PropertyKey) error {
	return vm.ThrowType("Cannot assign to property '%s' of %s: built-in objects cannot be changed; keep the value in a variable or an object of your own", key.Text(), vm.describe(ObjectValue(o)))
}

func (vm *VM) throwProtoKey() error {
	return vm.ThrowType("The key __proto__ is not available: prototypes cannot be changed; use another key, a Map, or a class with extends")
}

func (vm *VM) throwReadOnly(o *Object, key PropertyKey) error {
	p, exists, err := vm.GetOwn(o, key)
	switch {
	case err != nil:
		return err
	case o.flags&objRealm != 0:
		return vm.throwFrozenRealm(o, key)
	case !exists && !vm.IsExtensible(o):
		return vm.ThrowType("Cannot add property %s, object is not extensible", key.Text())
	case exists && p.IsAccessor() || !exists:
		return vm.ThrowType("Cannot set property %s of %s which has only a getter", key.Text(), vm.describe(ObjectValue(o)))
	}
	return vm.ThrowType("Cannot assign to read only property '%s' of object '%s'", key.Text(), vm.describe(ObjectValue(o)))
}

// describe renders a value for an error message, in a few words and without running code of the program.
func (vm *VM) describe(v Value) string {
	switch r := v.ref.(type) {
	case nil:
		return FormatNumber(v.num)
	case boolean:
		if r {
			return "true"
		}
		return "false"
	case special:
		return v.nullName()
	case *Symbol:
		return clip("Symbol("+clip(r.atom.text, describedName)+")", describedName)
	case *BigInt:
		if r.BitLen() > 200 {
			return "a BigInt"
		}
		return r.String() + "n"
	case *Object:
		return vm.describeObject(r)
	}
	return quote(clip(v.Str().Slice(0, min(v.strLen(), 60)).UTF8(), 60))
}

// Describe renders a value for an error message, in a few words and without running code of the program.
func (vm *VM) Describe(v Value) string { return vm.describe(v) }

// describedName is how much of a name is shown in the description of a value, in bytes.
const describedName = 120

func quote(s string) string { return `"` + strings.ReplaceAll(s, "\n", `\n`) + `"` }

func (vm *VM) describeObject(o *Object) string {
	switch o.class {
	case ClassFunction:
		name := clip(o.FunctionName(), describedName)
		if o.IsClassConstructor() {
			return strings.TrimSpace("class " + name)
		}
		return strings.TrimSpace("function " + name)
	case ClassArray:
		return "an array"
	case ClassPromise:
		return "a Promise"
	case ClassTool:
		return "a tool reference"
	}
	for p := o; p != nil; p = p.shape.proto {
		if i, ok := p.shape.lookup(vm.realm.Names.Constructor.atom); ok && len(p.slots) > int(i) {
			if c := p.slots[i].Object(); c != nil && c.IsCallable() && c.FunctionName() != "" {
				return "#<" + clip(c.FunctionName(), describedName) + ">"
			}
		}
	}
	return "an object"
}

// ErrorOf returns the error object and its data when v is one.
func ErrorOf(v Value) (*Object, *ErrorData) {
	if o := v.Object(); o != nil {
		if d, ok := o.data.(*ErrorData); ok {
			return o, d
		}
	}
	return nil, nil
}

// throwKinds maps the a field of OpThrowError.
var throwKinds = [...]ErrorKind{ErrorKindType, ErrorKindReference, ErrorKindSyntax, ErrorKindRange}
