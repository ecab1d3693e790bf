// Package syntax is the front end of the compiler: it turns the text of a
// program into a syntax tree and reports, as sentences a model can act on,
// what is wrong with it.
//
// The language is ECMAScript 2025 in strict mode plus the part of TypeScript
// that can be erased, plus enum and namespace, which have nodes of their own.
// A program is the body of an async function, so await and return are legal at
// its top level.
//
// # The machine
//
// There is one pass. The lexer works on bytes and produces one token at a time
// on request of the parser, which decides whether a slash starts a regular
// expression, whether a brace continues a template and whether >> closes two
// type argument lists. The parser descends recursively through statements and
// climbs precedences through expressions. Early errors are found on the way:
// declarations go into a table of symbols that answers redeclarations in
// constant time, labels and private names are resolved when their scope closes.
//
// # Cover grammar
//
// What may become an arrow function or a destructuring assignment is read as an
// expression first. When the => or = arrives, the expression nodes already built
// are turned into patterns, each once. Nothing is read twice for that. Arrow
// functions whose parameters are plain names, as nearly all are, are told by a look
// at the bytes and read directly.
//
// TypeScript needs true lookahead at three places: type arguments of a call, a
// return type of an arrow function inside a conditional, and the modifiers of
// members. The first two are speculations: their outcomes are remembered by
// position, all that fail draw from a budget proportional to the length of the
// source, and those that build trees lie at most maxAttempts deep inside each other.
// When the bounds are met the JavaScript reading is taken. So the time is linear in
// the length of every text, hostile ones included.
//
// # Bounds
//
// Nesting is counted in every recursive production (maxNesting). What the parser
// reads in a loop, such as a+a+a or a.b.c, still makes a deep tree, so the height
// of the tree is tracked too (maxHeight): no pass that walks the tree recursively
// can overflow the stack.
//
// # Errors
//
// The first error ends the parse: it is kept, the lexer delivers only end of file
// from there on, and every loop of the parser ends there. There are no panics.
//
// # Memory
//
// Nodes and lists come from chunks (arena.go). A caller that is done with a tree
// may Release it; then programs of usual size parse without allocating.
package syntax
