package vm

// This file defines what ties an error object of the program to a failure that the embedder classifies.

// A HostError classifies an error object for the embedder: it is the value of ErrorData.Host where the library knows
// better than "the program threw" what went wrong. Programs cannot see it.
type HostError struct {
	Kind        string   // the diagnostic kind, such as InvalidDataValue
	Suggestions []string // what to do instead, for the diagnostic
}

// ThrowHost returns a new TypeError that carries a classification for the embedder.
func (vm *VM) ThrowHost(host *HostError, format string, args ...any) error {
	err := vm.ThrowType(format, args...)
	if t, ok := err.(*Thrown); ok {
		if _, d := ErrorOf(t.Value); d != nil {
			d.Host = host
		}
	}
	return err
}
