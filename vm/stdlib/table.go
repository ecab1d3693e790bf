// Package stdlib is the library of the engine: the intrinsic objects of ECMAScript 2025 and the web interfaces that
// programs find, built once per process into a realm that all executions share.
//
// Every global has a file of its own. It defines its functions with a vm.Builder and implements them as plain Go
// functions over vm.Call, in the order of steps that the specification gives, with shortcuts for plain objects, dense
// arrays and ASCII text where no step can be observed. What follows from the realm being frozen is used throughout: the
// properties of intrinsics never change, so a plain array or promise behaves as the specification's defaults say.
//
// All functions account for their work: a loop whose length the program decides calls vm.Charge at least every thousand
// rounds, and memory whose size the program decides is charged with vm.Alloc before it is allocated.
package stdlib

import (
	"sync"

	"github.com/neurocode-ai/codemode/vm"
)

// library is what the files of the package share while the realm is built.
type library struct {
	*vm.Builder
	parseInt, parseFloat *vm.Object // also properties of Number
	arrayToString        *vm.Object // also a method of typed arrays
	inspectors           map[vm.Class]inspector
}

// An inspector renders an object of its class for the console. It must not run code of the program.
type inspector func(m *vm.VM, o *vm.Object) (vm.Str, error)

// inspect says how the console renders the objects of a class.
func (l *library) inspect(class vm.Class, f inspector) { l.inspectors[class] = f }

// Populate defines the library in a realm. It is the argument of vm.NewRealm.
func Populate(b *vm.Builder) {
	l := &library{Builder: b, inspectors: map[vm.Class]inspector{}}
	l.defineGlobals()
	l.defineObject()
	l.defineFunction()
	l.defineErrors()
	l.defineSymbol()
	l.defineBoolean()
	l.defineReflect()
	l.defineIterators()
	l.defineGenerators()
	l.defineArray()
	l.defineMap()
	l.defineSet()
	l.defineWeak()
	l.definePromise()
	l.defineConsole()
	l.defineString()
	l.defineNumber()
	l.defineBigInt()
	l.defineMath()
	l.defineRegExp()
	l.defineArrayBuffer()
	l.defineTypedArrays()
	l.defineDataView()
	l.defineText()
	l.defineBase64()
	l.defineCrypto()
	l.defineJSON()
	l.defineURI()
	l.defineStructuredClone()
	l.defineDate()
	l.defineIntl()
	l.defineURL()
	l.defineURLSearchParams()
}

// Realm returns the realm with the whole library. It is made at the first call.
var Realm = sync.OnceValue(func() *vm.Realm { return vm.NewRealm(Populate) })
