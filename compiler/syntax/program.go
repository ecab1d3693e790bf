package syntax

// This file defines what goes into a parse and what comes out of it: Options,
// Program, Note, Error.

// DefaultMaxSourceBytes is the limit on the length of a program when Options
// does not set one.
const DefaultMaxSourceBytes = 1 << 20

// Options configures a parse. The zero value is right for programs.
type Options struct {
	// MaxSourceBytes limits the length of the source; 0 means DefaultMaxSourceBytes.
	MaxSourceBytes int
	// ValidateRegExp reports what is wrong with a regular expression literal.
	// When nil only the flags are checked.
	ValidateRegExp func(pattern, flags string) error
	// Script parses a plain strict script instead of the body of an async
	// function: no return or await at the top level, await is an identifier,
	// no repairs. It is for judging test suites.
	Script bool
}

// Program is a parsed program. It is immutable once Parse has returned, except
// for the Ref fields of Ident.
type Program struct {
	// Main is the program as a function: FuncMain, async unless Options.Script.
	Main *Function
	// Source is the text all offsets refer to: the source as given, with bytes
	// that a repair removed overwritten by spaces, so offsets are those of the caller.
	Source string
	// Notes are the repairs made, in order of position.
	Notes []Note
	lines lineTable
	arena *arena // where the tree lives; nil once released
}

// Note is a remark on the program for its author, made by a repair.
type Note struct {
	Text string
	Pos  int // byte offset
}

// Kind is the class of an Error.
type Kind uint8

const (
	// ParseError: the text is not a program.
	ParseError Kind = iota
	// UnsupportedSyntax: correct, but left out of the language on purpose.
	UnsupportedSyntax
)

func (k Kind) String() string {
	if k == UnsupportedSyntax {
		return "UnsupportedSyntax"
	}
	return "ParseError"
}

// Error is the first thing that is wrong with a program.
type Error struct {
	Kind        Kind
	Message     string   // a sentence: what was found, what was expected
	Start, End  int      // byte offsets into the source
	Suggestions []string // what to write instead
	source      string
}

// Error returns the message with its line and column.
func (e *Error) Error() string {
	line, column := e.Position()
	return e.Message + " (" + itoa(line) + ":" + itoa(column) + ")"
}

// Position returns line and column of the start, both from 1, the column in
// UTF-16 units.
func (e *Error) Position() (line, column int) { return Position(e.source, e.Start) }

// Frame returns two lines: the source line, and a caret under the error.
func (e *Error) Frame() string { return Frame(e.source, e.Start, e.End) }

// Position returns line and column of a byte offset of the program's source.
func (p *Program) Position(offset int) (line, column int) {
	return p.lines.position(p.Source, offset)
}

// Frame returns a two-line code frame for a range of the program's source.
func (p *Program) Frame(start, end int) string { return Frame(p.Source, start, end) }
