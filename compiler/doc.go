// Package compiler turns the text of a program into bytecode.
//
// # The machine
//
// Three passes, each linear in the length of the source:
//
//	syntax.Parse   text → tree
//	resolver       tree → for every identifier the variable it means
//	emitter        tree and variables → code, one function after the other
//
// The resolver walks the tree once, in the order in which the code will run: hoisted functions at the start of their
// scope, a loop's test after its body. Names are interned, and every name knows the innermost variable it is bound to,
// so resolving a name costs one hash. At each mention of a variable the resolver knows whether its initialiser has run
// in every execution that gets there; only where that is unknown does the code test for an uninitialised variable. It
// also finds which variables are captured by inner functions: those live in cells, all others in registers.
//
// The emitter compiles functions in the order in which the resolver met them, so a function is complete before the
// first one inside it is begun, and all state of code generation is one frame that is used again for each function.
//
// # Registers
//
// R[0] is this, R[1] and up are the parameters. Above them registers are a stack: variables when their declaration is
// reached, then temporaries. A let or const whose initialiser is a call gets the register in which the call's window
// starts, so its result needs no move. The invariant behind this: a register at or above frame.top holds nothing that
// lives longer than the expression at hand and may be overwritten at any time; a register below frame.top is a variable,
// which an expression whose result goes there may only write with its last instruction, because what comes before may
// read the variable or throw.
//
// # Leaving
//
// break, continue and return that leave a finally block or a loop over an iterator do not copy its code: every such
// construct has one exit for each place that is left for through it, and the code after the finally block dispatches
// on a number. So the code stays linear in the source.
package compiler
