// Package boundary is where values pass between a program and its host, as JSON text.
//
// Values are copied; neither side ever holds an object of the other. The text is written straight from the machine's heap
// and read straight into it, with no tree of Go values in between: the codec is the one behind JSON.stringify and
// JSON.parse, under the boundary's rules. Values may nest 32 levels deep; cycles, functions, symbols, big integers,
// promises and tool references do not cross, and an error says what to do instead; dates and URLs become strings, maps
// and sets become {}, numbers that are not finite become null. The size of the text is metered like all memory of the
// execution, so that an object that is referred to many times cannot blow up.
//
// Output bounding (bound.go) cuts what is shown to a model to a number of bytes.
package boundary

import "github.com/neurocode-ai/codemode/vm"

// EncodeResult encodes the value of a program. undefined, at any depth, is null. Errors are exceptions whose error
// object has a *vm.HostError of kind InvalidDataValue, exceptions of the program's own code (getters, toJSON), or aborts.
// Messages name the place, as in result.items[3].when.
func EncodeResult(m *vm.VM, v vm.Value) ([]byte, error) {
	return m.EncodeJSON(v, vm.JSONResult, "result")
}

// EncodeArgument encodes the input of a tool; path names the tool in messages. Properties that are undefined are left
// out; nil stands for an argument that is undefined itself. The kind of data errors is InvalidToolInput.
func EncodeArgument(m *vm.VM, path []string, v vm.Value) ([]byte, error) {
	return m.EncodeJSON(v, vm.JSONArgument, "input", path...)
}

// DecodeResult decodes the result of a tool, which is UTF-8. The text is copied once, since a host may use its buffer
// again; the strings of the program are slices of the copy. Errors are *vm.JSONError with a reason for the host, or
// aborts.
func DecodeResult(m *vm.VM, text []byte) (vm.Value, error) {
	return m.DecodeJSON(string(text), vm.MaxDataDepth)
}
