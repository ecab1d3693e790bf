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

	n := 1 + len(e.inner)
	functions := make([]bytecode.Function, n)
	index := e.order(functions, inner)
	for i := range e.funcs {
		f := &e.funcs[i]
		if !f.wanted {
			continue
		}
		o := &f.out
		*index(i) = bytecode.Function{
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

// order assigns a place in functions to every function that is wanted, in the order of the walk, and fills inner. The
// result gives the place of a function.
func (e *emitter) order(functions []bytecode.Function, inner []*bytecode.Function) func(i int) *bytecode.Function {
	place := int32(0)
	for i := range e.funcs {
		if f := &e.funcs[i]; f.wanted {
			f.out.unused.from = place // the walk is over: reuse the field for the place
			place++
		}
	}
	for i, id := range e.inner {
		inner[i] = &functions[e.funcs[id].out.unused.from]
	}
	return func(i int) *bytecode.Function { return &functions[e.funcs[i].out.unused.from] }
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
