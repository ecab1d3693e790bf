package syntax

// This file holds the state of the parser and what all productions share: errors,
// expected tokens, automatic semicolons, nesting, speculation.

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

const (
	// maxNesting bounds the recursion of the parser: the levels of expressions,
	// statements, patterns and types inside each other.
	maxNesting = 500
	// maxHeight bounds the height of the tree, chains included, in counted
	// levels. A counted level is at most two nodes high.
	maxHeight = 1000
	// maxSourceBytes keeps offsets far from the limits of int32.
	maxSourceBytes = 1 << 30
	// maxAttempts bounds how deep attempts to read an arrow function with a
	// return type inside a conditional expression lie inside each other.
	maxAttempts = 2
)

// parser is one parse, and what it hands on to the next.
type parser struct {
	parseState
	scopes  scopeTable
	labels  []label
	buf     []byte // scratch of the lexer
	exprs   []Expr // stacks on which lists are collected
	stmts   []Stmt
	props   []Property
	params  []Param
	members []Member
	elems   []PatternElem
	pairs   []PatternProp
	quasis  []TemplateElement
	decls   []Declarator
}

// parseState is the state of one parse.
type parseState struct {
	lexState
	src  string
	opts Options
	err  *Error

	fn      fnState // the function being parsed
	private privateTable
	class   *classState // innermost class, nil outside
	noIn    bool        // in the head of a for statement: `in` is no operator
	// conditional marks, for the next parseAssign only, that a colon may end the
	// expression (after ? or case), so that (a): b need not be an arrow function.
	conditional bool
	ambient     bool // inside declare: nothing is declared, bodies may be missing
	exportScope int  // index of the scope of the innermost namespace, where export is legal; -1 if none

	// cover is the first place in the expression being read that is legal only in
	// a pattern ({a = 1}) or only refused outside one (__proto__: x); -1 if none.
	cover      int
	coverProto bool

	depth  int // levels of nesting now
	height int // of the highest tree built since the innermost reset, see parseAssign
	steps  int // work done: tokens and bytes of literals; for tests

	reached  int          // where the lexer stood at the first error
	quiet    int          // > 0 while speculating: errors need no text
	attempts int          // of tryTypedArrow, inside each other
	budget   int          // bytes that failed speculations may still read
	guesses  map[int]int  // type arguments by offset of <: end of them, -1 if they are none
	noArrow  map[int]bool // offsets of ( that start no arrow with a return type
	angle    int          // offset of the first < that looks like JSX, -1 if none
	angles   int          // how many < were looked at for that
	notes    []Note
	arena    *arena
}

var parsers = sync.Pool{New: func() any { return new(parser) }}

// Parse parses a program. Its time and memory are linear in the length of the
// source. The error is an *Error with position and remedy; the Program is nil then.
func Parse(source string, opts Options) (*Program, *Error) {
	prog := new(Program)
	if err := prog.Parse(source, opts); err != nil {
		return nil, err
	}
	return prog, nil
}

// Parse is the function Parse into memory that the caller has: prog is new, or a
// program that was released and that nobody uses any more. It is left as it was
// when there is an error.
func (prog *Program) Parse(source string, opts Options) *Error {
	p := parsers.Get().(*parser)
	err := p.parse(prog, source, opts)
	p.release()
	parsers.Put(p)
	return err
}

func (p *parser) parse(prog *Program, source string, opts Options) *Error {
	p.reset(source, opts)
	if p.checkSource() {
		p.repairText()
	}
	main := p.parseMain()
	if p.err != nil {
		p.finishError()
		if main = p.parseFenced(source, opts); main == nil {
			return p.err
		}
	}
	p.finish(prog, main)
	return nil
}

// finish hands the tree and its memory to the caller.
func (p *parser) finish(prog *Program, main *Function) {
	if len(p.notes) > 1 {
		slices.SortStableFunc(p.notes, func(a, b Note) int { return a.Pos - b.Pos })
	}
	prog.Main, prog.Source, prog.Notes, prog.arena = main, p.src, p.notes, p.arena
	prog.lines = lineTable{}
	p.arena = nil
}

// parseFenced is the second and last attempt at a text that is no program but
// holds exactly one Markdown code block. It returns nil if that is none either.
func (p *parser) parseFenced(source string, opts Options) *Function {
	if opts.Script || len(p.src) == 0 || len(p.notes) > 0 {
		return nil
	}
	at := fencedBlock(source)
	if at < 0 {
		return nil
	}
	first := p.err
	p.err = nil
	p.release()
	p.reset(source, opts)
	if p.unfence(at) {
		p.note(0, "Ignored the text before the code block.")
		if main := p.parseMain(); p.err == nil {
			return main
		}
	}
	p.err = first
	return nil
}

func (p *parser) reset(source string, opts Options) {
	if opts.MaxSourceBytes <= 0 {
		opts.MaxSourceBytes = DefaultMaxSourceBytes
	}
	opts.MaxSourceBytes = min(opts.MaxSourceBytes, maxSourceBytes)
	p.src, p.opts = source, opts
	p.cover, p.angle, p.exportScope = -1, -1, -1
	p.budget = len(source) + 1000
	p.scopes.reset()
	p.arena = arenas.Get().(*arena)
}

// release drops everything that refers to the program, and big scratch space.
func (p *parser) release() {
	if p.arena != nil { // no program took it
		p.arena.reset()
		arenas.Put(p.arena)
	}
	used := p.steps + 2 // every entry took a token or the end of a template
	p.parseState = parseState{}
	p.scopes.release()
	const small = 1024
	if p.buf = p.buf[:0]; cap(p.buf) > small {
		p.buf = nil
	}
	if p.labels = p.labels[:0]; cap(p.labels) > small {
		p.labels = nil
	}
	p.exprs = recycle(p.exprs, used)
	p.stmts = recycle(p.stmts, used)
	p.props = recycle(p.props, used)
	p.params = recycle(p.params, used)
	p.members = recycle(p.members, used)
	p.decls = recycle(p.decls, used)
	p.elems = recycle(p.elems, used)
	p.pairs = recycle(p.pairs, used)
	p.quasis = recycle(p.quasis, used)
}

// recycle empties a scratch stack, of which at most the first used entries were
// ever taken, so that it keeps no program alive.
func recycle[T any](s []T, used int) []T {
	const most = 64
	if cap(s) > most {
		return nil
	}
	clear(s[:min(cap(s), used)])
	return s[:0]
}

// checkSource refuses what is not text of a sane size.
func (p *parser) checkSource() bool {
	src := p.src
	if len(src) > p.opts.MaxSourceBytes {
		p.src = ""
		p.failAt(0, 0, "The program is "+itoa(len(src))+" bytes long; the limit is "+itoa(p.opts.MaxSourceBytes)+" bytes.").
			suggest("Send a shorter program; large data belongs into tools, not into the source.")
		return false
	}
	if i := strings.IndexByte(src, 0); i >= 0 && !p.opts.Script {
		p.failAt(i, i+1, "The program holds a NUL byte, which is not text.").suggest("Write \\0 inside a string for a NUL character.")
		return false
	}
	if !utf8.ValidString(src) {
		for i := 0; i < len(src); {
			r, n := utf8.DecodeRuneInString(src[i:])
			if r == utf8.RuneError && n == 1 {
				p.failAt(i, i+1, "The program is not valid UTF-8: the byte 0x"+string("0123456789ABCDEF"[src[i]>>4])+string("0123456789ABCDEF"[src[i]&15])+" starts no character here.")
				return false
			}
			i += n
		}
	}
	return true
}

// ---- Errors ----

// failed is the error of a speculation that did not work out.
var failed = &Error{Message: "speculation"}

// While speculating, messages that need a look at the whole source are not
// composed (p.quiet > 0): a speculation that fails must cost no more than it read.

// fail records an error at the current token.
func (p *parser) fail(message string) *Error { return p.failAt(p.start, p.end, message) }

// failNode records an error at a node.
func (p *parser) failNode(n Node, message string) *Error {
	s := n.Range()
	return p.failAt(int(s.Start), int(s.End), message)
}

// failAt records an error unless there is one already, and ends the token
// stream. What it returns accepts suggestions in either case.
func (p *parser) failAt(from, to int, message string) *Error {
	first := p.err == nil
	e := failed
	if p.quiet == 0 || !first {
		e = &Error{Kind: ParseError, Message: message, Start: from, End: max(from, to)}
	}
	if first {
		p.err = e
		p.reached = p.end
	}
	p.start, p.end, p.tok = len(p.src), len(p.src), tEOF
	return e
}

// suggest adds a suggestion.
func (e *Error) suggest(s string) *Error {
	if e != failed {
		e.Suggestions = append(e.Suggestions, s)
	}
	return e
}

// unsupported marks the error as UnsupportedSyntax.
func (e *Error) unsupported() *Error {
	if e != failed {
		e.Kind = UnsupportedSyntax
	}
	return e
}

// finishError completes the error for the reader.
func (p *parser) finishError() {
	e := p.err
	e.Start = min(max(e.Start, 0), len(p.src))
	e.End = min(max(e.End, e.Start), len(p.src))
	e.source = p.src
	p.explain(e)
}

// bad stands for an expression where there was an error.
func (p *parser) bad() Expr { return &Ident{Span: Span{int32(p.prevEnd), int32(p.prevEnd)}} }

// ---- Tokens ----

// span covers from start to the end of the last token consumed.
func (p *parser) span(start int) Span { return Span{int32(start), int32(p.prevEnd)} }

// token returns the range of the current token.
func (p *parser) token() Span { return Span{int32(p.start), int32(p.end)} }

// eat consumes a token of the kind if it is there.
func (p *parser) eat(t token) bool {
	if p.tok == t {
		p.next()
		return true
	}
	return false
}

// expect consumes a token of the kind; purpose completes "Expected x ...".
func (p *parser) expect(t token, purpose string) bool {
	if p.tok == t {
		p.next()
		return true
	}
	return p.failExpected(t, purpose)
}

func (p *parser) failExpected(t token, purpose string) bool {
	p.unexpected(quote(tokenText[t]) + " " + purpose)
	return false
}

// expectClose consumes the bracket that closes the one at offset open.
func (p *parser) expectClose(t token, open int, what string) bool {
	if p.tok == t {
		p.next()
		return true
	}
	p.failClose(t, open, what)
	return false
}

// isWord reports whether the current token is the contextual word, unescaped.
func (p *parser) isWord(text string) bool {
	return p.tok.isName() && !p.esc && p.val == text
}

// semicolon consumes a semicolon or accepts the places where it may be left out.
func (p *parser) semicolon() {
	switch {
	case p.tok == tSemi:
		p.next()
	case p.tok == tRBrace, p.tok == tEOF, p.nl:
	default:
		p.failStatementEnd()
	}
}

// ---- Nesting ----

// enter counts a level of nesting. It reports false, with an error, past the limit.
func (p *parser) enter() bool {
	p.depth++
	return p.depth <= maxNesting || p.failTooDeep()
}

func (p *parser) failTooDeep() bool {
	p.fail("The program is nested more than " + itoa(maxNesting) + " levels deep here.").
		suggest("Split it into functions or variables.")
	return false
}

func (p *parser) leave() { p.depth-- }

// link counts one more node above all that was built since the last reset of height.
func (p *parser) link() {
	p.height++
	if p.height > maxHeight {
		p.failTooHigh()
	}
}

func (p *parser) failTooHigh() {
	p.fail("This expression is a chain of more than " + itoa(maxHeight) + " operations.").
		suggest("Split it: collect the parts in an array and use join, reduce or a loop.")
}

// ---- Speculation ----

// reread goes back to a token read before without speculating. After an error the
// lexer stays at the end, or the parser would not come to one.
func (p *parser) reread(saved lexState) {
	if p.err == nil {
		p.lexState = saved
	}
}

// mark is what a speculation restores. Productions leave every stack as they
// found it, even after an error, so only scalars need saving.
type mark struct {
	lexState
	fn         fnState
	cover      int
	coverProto bool
	height     int
	depth      int
	notes      int
	refs       int
}

func (p *parser) mark() mark {
	return mark{p.lexState, p.fn, p.cover, p.coverProto, p.height, p.depth, len(p.notes), p.privateRefs()}
}

// rewind goes back to a mark and charges what was read since to the budget.
func (p *parser) rewind(m mark) {
	if p.err == nil {
		p.reached = p.end
	}
	p.budget -= p.reached - m.start
	p.lexState, p.fn = m.lexState, m.fn
	p.cover, p.coverProto = m.cover, m.coverProto
	p.height, p.depth = m.height, m.depth
	p.notes = p.notes[:m.notes]
	p.dropPrivateRefs(m.refs)
	p.err = nil
}

// ---- Text for messages ----

// quote puts source text between backticks for a message, shortened.
func quote(s string) string { return "`" + clip(s) + "`" }

// clip shortens text for a message and makes it one line.
func clip(s string) string {
	const most = 40
	cut, long := firstRunes(s, most)
	if i := strings.IndexAny(cut, "\r\n"); i >= 0 {
		cut, long = cut[:i], true
	}
	if long {
		cut += "…"
	}
	return cut
}
