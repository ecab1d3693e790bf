// This file holds the package comment of discovery.

// Package discovery is what a model reads about tools: signatures in TypeScript, a catalog that fits a budget, instructions, search.
//
// The machine in the order of data flow:
//
//	tools.Catalogue ─ for each tool ─▶ parse     schema text → a tree that keeps the order of keys (document.go)
//	                                   render    tree → TypeScript type, multi-line with JSDoc (render.go, precise.go)
//	                                   measure   signature + first line of the description → cost in estimated tokens
//	costs ─▶ select    round robin over the namespaces, cheapest first, until the budget is used (catalog.go)
//	         write     the instructions, once: prose, rules, the selected tools (instructions.go)
//	texts ─▶ search    additive scores over path, description and input fields (search.go)
//
// An Index is built once for a runtime and then only read, except for two things behind synchronisation: signatures that were
// not kept in memory are rendered again when they are asked for, and with Options.LearnOutputs the shapes of real results
// are remembered for tools that have no output schema (learn.go).
//
// Everything here is linear in the size of the schemas or bounded by a constant: a type text has about 32 KiB at most whatever the
// schema refers to.
package discovery
