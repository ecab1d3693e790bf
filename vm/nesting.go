package vm

// This file bounds recursion in Go code that follows the nesting of the program's data.

// Nest begins one level of a recursion in a builtin; a nil result must be followed by Unnest when the level ends. All
// such levels, and the calls from builtins into the program, are counted together, so that no mixture overflows the Go
// stack. The error is the RangeError of a call stack that is too deep.
func (vm *VM) Nest() error {
	if vm.goDepth >= maxGoDepth {
		return vm.throwStackOverflow()
	}
	vm.goDepth++
	return nil
}

// Unnest ends a level begun by Nest.
func (vm *VM) Unnest() { vm.goDepth-- }
