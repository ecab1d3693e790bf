// This file holds the package comment of tools.

// Package tools is what a host writes: the tools that a program may call, and the tree that gives them their paths.
//
// A tool is a description, an input schema, an output schema and a Go function. It comes in three forms:
//
//	New      a Go function over Go types; both schemas are reflected from the types and enforced
//	Raw      a function over JSON with schemas given as JSON Schema documents; they are shown, not enforced, unless asked
//	Adapt    a value with methods of its own for decoding and encoding
//
// Tools are the leaves of a tree of Tree and Namespace nodes. Resolve flattens the tree into a Catalogue: every tool with
// its list of keys, its canonical dotted path and the expression that calls it, in a deterministic order. All configuration
// errors (a name that is reserved or used twice, a schema that is broken) surface there and name the path.
//
// One call goes through two steps, which the runtime drives and which take and give JSON text, so that the package knows
// nothing of the engine:
//
//	input JSON --Tool.Decode--> Go value --Tool.Run--> output JSON
//
// Decode parses the text once into a tree of plain Go values, checks the tree against the compiled schema and moves it
// into the input type; what is wrong is reported as an InputError, one sentence a problem. Decoding follows the field rules of
// encoding/json, but matches names exactly and never fills a field that the schema did not see. Run calls the function, shields the
// process from its panics, and encodes the result. Binary values (Bytes) do not travel as text: Run replaces each by a small
// tagged object whose content stays in the Exchange of the execution, and Decode puts the content back.
//
// Nothing that a tool says reaches the model, except the Message of an Error.
package tools
