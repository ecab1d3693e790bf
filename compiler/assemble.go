package compiler

// This file builds the Program out of the emitter's tables: each table is copied once, and the functions take their
// ranges of the copies.

import "github.com/neurocode-ai/codemode/vm/bytecode"

// compiled is a result and its program in one piece of memory.
type compiled struct {
	result  Result
	program bytecode.Program
}

// assemble returns the result without source and notes. What it copies is what a program holds: nothing of it is shared
// with the emitter's tables, which serve the next compilation.
func (e *emitter) assemble() *compiled {
	code, constants, marks := clone(e.code), clone(e.constants), clone(e.marks)
	handlers, templates, captures := clone(e.handlers), clone(e.templates), clone(e.captures)
	texts := make([]string, len(e.names)+len(e.freeNames))
	names, freeNames := texts[:len(e.names):len(e.names)], texts[len(e.names):]
	copy(names, e.names)
	copy(freeNames, e.freeNames)

	functions := make([]bytecode.Function, 1+len(e.inner))
	e.order()
	var inner []*bytecode.Function
	if len(e.inner) > 0 {
		inner = make([]*bytecode.Function, len(e.inner))
	}
	for i, id := range e.inner {
		inner[i] = &functions[e.funcs[id].out.place]
	}
	for i := range e.funcs {
		f := &e.funcs[i]
		if !f.wanted {
			continue
		}
		// Field by field: a composite literal would be put together elsewhere and copied.
		o, out := &f.out, &functions[f.out.place]
		out.Name, out.Kind, out.Async, out.Generator = f.name, o.kind, o.async, o.generator
		out.NumParams, out.Length, out.NumRegs = o.numParams, o.length, o.numRegs
		out.RestReg, out.ArgumentsReg = o.restReg, o.argumentsReg
		out.Code, out.Constants, out.Functions = part(code, o.code), part(constants, o.constants), part(inner, o.inner)
		out.Captures, out.FreeNames = part(captures, f.captures), part(freeNames, f.captures)
		out.Templates, out.Handlers, out.Marks = part(templates, o.templates), part(handlers, o.handlers), part(marks, o.marks)
		out.Start, out.End = o.source.Start, o.source.End
	}
	c := new(compiled)
	p := &c.program
	p.Main, p.Names, p.Sites, p.Keys = &functions[0], names, clone(e.sites), clone(e.keys)
	c.result.Program = p
	return c
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
