package compiler

// This file builds the Program out of the emitter's tables: each table is copied once, and the functions take their
// ranges of the copies.

import "github.com/neurocode-ai/codemode/vm/bytecode"

// assemble returns the program without its source.
func (e *emitter) assemble() *bytecode.Program {
	code, constants := clone(e.code), clone(e.constants)
	positions, exprs := clone(e.positions), clone(e.exprs)
	handlers, templates := clone(e.handlers), clone(e.templates)
	captures, freeNames := clone(e.captures), clone(e.freeNames)
	inner := make([]*bytecode.Function, len(e.inner))

	functions := make([]bytecode.Function, 1+len(e.inner))
	e.order()
	for i, id := range e.inner {
		inner[i] = &functions[e.funcs[id].out.place]
	}
	for i := range e.funcs {
		f := &e.funcs[i]
		if !f.wanted {
			continue
		}
		o := &f.out
		functions[o.place] = bytecode.Function{
			Name: f.name, Kind: o.kind, Async: o.async, Generator: o.generator,
			NumParams: o.numParams, Length: o.length, NumRegs: o.numRegs, RestReg: o.restReg, ArgumentsReg: o.argumentsReg,
			Code: part(code, o.code), Constants: part(constants, o.constants), Functions: part(inner, o.inner),
			Captures: part(captures, f.captures), FreeNames: part(freeNames, f.captures),
			Templates: part(templates, o.templates), Handlers: part(handlers, o.handlers),
			Positions: part(positions, o.positions), Exprs: part(exprs, o.exprs),
			Start: o.source.Start, End: o.source.End,
		}
	}
	return &bytecode.Program{Main: &functions[0], Names: clone(e.names), Sites: clone(e.sites), Keys: clone(e.keys)}
}

// order gives every function that is wanted its place among the program's functions, in the order of the walk: one for the
// program, and one for each closure that is made.
func (e *emitter) order() {
	place := int32(0)
	for i := range e.funcs {
		if f := &e.funcs[i]; f.wanted {
			f.out.place = place
			place++
		}
	}
}

// part returns a range of a table, nil when it is empty.
func part[T any](table []T, s span) []T {
	if s.from == s.to {
		return nil
	}
	return table[s.from:s.to:s.to]
}

// clone copies a table; the copy shares no memory with it.
func clone[T any](s []T) []T {
	if len(s) == 0 {
		return nil
	}
	t := make([]T, len(s))
	copy(t, s)
	return t
}
