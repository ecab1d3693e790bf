package syntax

// This file words the errors: for each place where a program can go wrong it says
// what was found, what was expected, and what to write instead. The mistakes that
// models make most have sentences of their own.

import (
	"strings"
	"unicode/utf8"
)

// found describes the current token.
func (p *parser) found() string {
	switch p.tok {
	case tEOF:
		return "the end of the program"
	case tString:
		return "the string " + quote(p.src[p.start:p.end])
	case tTemplate:
		return "a template"
	case tNumber, tBigInt:
		return "the number " + quote(p.src[p.start:p.end])
	case tPrivateName:
		return "the private name " + quote(p.src[p.start:p.end])
	}
	text := quote(p.src[p.start:p.end])
	if p.tok >= tBreak {
		return "the keyword " + text
	}
	return text
}

// unexpected reports that the current token is not what is expected.
func (p *parser) unexpected(expected string) *Error {
	if p.quiet > 0 || p.err != nil {
		return p.fail("")
	}
	found := p.found()
	from, to := p.start, p.end
	hint := p.hint()
	e := p.failAt(from, to, "Expected "+expected+", but found "+found+".")
	if hint != "" {
		e.suggest(hint)
	}
	return e
}

// hint looks at the current token and its line for habits of other languages.
func (p *parser) hint() string {
	line, first := p.lineAround()
	if isProse(line) {
		return "Text that is not code must be a comment (// ...) or be left out; send only the program."
	}
	if p.prevEnd >= 3 && p.wordAt(p.prevEnd-3, "not") {
		return "Write ! instead of not."
	}
	word := ""
	if p.tok.isName() {
		word = p.val
	}
	switch word {
	case "and":
		return "Write && instead of and."
	case "or":
		return "Write || instead of or."
	case "is":
		return "Write === to compare."
	case "then":
		return "Write { after the condition; there is no then."
	case "import":
		return "Modules can not be imported: use the tools object and the standard library."
	}
	if p.tok == tArrow {
		return "Put the parameters of an arrow function in parentheses: (a, b) => ..."
	}
	switch first {
	case "def", "func", "fn", "fun", "sub":
		return "Define functions with function name(...) {...} or const name = (...) => {...};"
	case "elif", "elsif", "elseif":
		return "Write else if (condition) {...}."
	case "print", "puts", "echo":
		return "Write console.log(...)."
	case "raise":
		return "Write throw new Error(message);"
	case "except", "rescue":
		return "Write catch (error) {...}."
	case "from":
		return "Modules can not be imported: use the tools object and the standard library."
	case "pass":
		return "Write {} for an empty block."
	case "foreach", "unless", "until", "repeat", "loop":
		return "Write for (const x of list) {...}, while (condition) {...} or if (!condition) {...}."
	case "lambda":
		return "Write (x) => ..."
	case "local", "my", "val", "int", "string", "auto", "dim":
		return "Declare variables with const or let."
	}
	return ""
}

// lineAround returns the line of the current token and its first word.
func (p *parser) lineAround() (line, first string) {
	at := min(p.start, len(p.src))
	from := strings.LastIndexByte(p.src[:at], '\n') + 1
	to := len(p.src)
	if i := strings.IndexByte(p.src[at:], '\n'); i >= 0 {
		to = at + i
	}
	line = p.src[from:to]
	if len(line) > 400 {
		line = line[:400]
	}
	word := strings.TrimLeft(line, " \t}")
	n := 0
	for n < len(word) && nameByte[word[n]] {
		n++
	}
	return line, word[:n]
}

// isProse reports whether a line reads like a sentence: five words or more in a
// row with nothing but spaces and commas between.
func isProse(line string) bool {
	run := 0
	for word := range strings.FieldsSeq(line) {
		bare := strings.TrimRight(word, ",.:;!?")
		if bare == "" || strings.IndexFunc(bare, func(r rune) bool {
			return r < utf8.RuneSelf && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r != '\'' && r != '-'
		}) >= 0 {
			run = 0
			continue
		}
		if run++; run >= 5 {
			return true
		}
		if bare != word && bare != strings.TrimRight(word, ",") {
			run = 0
		}
	}
	return false
}

// failStatementEnd reports what follows a complete statement on its line.
func (p *parser) failStatementEnd() {
	prev, touches := p.src[:p.prevEnd], p.start == p.prevEnd
	e := p.unexpected("`;`, an operator or a new line after the statement")
	if p.quiet > 0 || len(e.Suggestions) > 0 {
		return
	}
	rest := p.src[min(e.Start, len(p.src)):]
	switch {
	case strings.HasPrefix(rest, ")"), strings.HasPrefix(rest, "]"):
		e.suggest("Remove it, or add the bracket that it closes.")
	case strings.HasPrefix(rest, "\"") || strings.HasPrefix(rest, "'"):
		if strings.HasSuffix(prev, "f") {
			e.suggest("Write a template for text with values: `total ${n}`.")
		} else {
			e.suggest("Put + between values that belong together, or use a template: `text ${value}`.")
		}
	case touches && strings.HasSuffix(prev, "`"), strings.HasPrefix(rest, "`"):
		e.suggest("Escape a backtick inside a template as \\`.")
	case touches && (strings.HasSuffix(prev, "'") || strings.HasSuffix(prev, "\"")):
		e.suggest("Escape a quote inside a string with a backslash, or use the other kind of quotes around it.")
	case strings.HasPrefix(rest, "{") && strings.HasSuffix(prev, ")"):
		e.suggest("A function needs the keyword function, or => before its body.")
	case strings.HasPrefix(rest, ":"):
		e.suggest("An arrow function that returns an object needs parentheses around it: () => ({ key: value }).")
	}
}

// comma consumes a comma between the parts of a list that began at the offset
// open and that close ends. It reports
// false at the end of the program, where the caller reports the open bracket.
func (p *parser) comma(what string, close token, open int) bool {
	if p.tok == tComma {
		p.next()
		return true
	}
	if p.tok == tEOF {
		return false
	}
	tok, nl, starts := p.tok, p.nl, p.startsExpression() || p.tok == tEllipsis
	at := p.prevEnd
	e := p.unexpected("`,` between the " + what + " or `" + tokenText[close] + "` after them")
	if p.quiet > 0 || len(e.Suggestions) > 0 {
		return false
	}
	switch {
	case tok == tSemi:
		e.suggest("Separate the " + what + " with commas, not semicolons, and close the bracket before the semicolon.")
	case nl && starts:
		line, column := Position(p.src, at)
		e.suggest("A comma is probably missing at " + itoa(line) + ":" + itoa(column) + ".")
	case starts:
		e.suggest("Put a comma before it.")
	case tok == tDot && close == tRBrace:
		e.suggest("Put a key with dots in quotes; a computed key stands in brackets.")
	case tok == tRBrace, tok == tRBracket, tok == tRParen:
		line, column := Position(p.src, open)
		e.suggest("The " + quote(p.src[open:open+1]) + " at " + itoa(line) + ":" + itoa(column) + " is still open.")
	}
	return false
}

// failClose reports a bracket that is not closed.
func (p *parser) failClose(t token, open int, what string) {
	if p.quiet > 0 || p.err != nil {
		p.fail("")
		return
	}
	line, column := Position(p.src, open)
	where := itoa(line) + ":" + itoa(column)
	closing := quote(tokenText[t])
	if p.tok == tEOF {
		p.failAt(open, open+1, "The "+quote(p.src[open:open+1])+" that begins "+what+" is never closed: a "+closing+" is missing before the end of the program.").
			suggest("Check that every bracket opened after " + where + " is closed.")
		return
	}
	p.unexpected(closing + " to close " + what + " opened at " + where)
}

// failExpression reports that no expression begins at the current token.
func (p *parser) failExpression() {
	if p.quiet > 0 || p.err != nil {
		p.fail("")
		return
	}
	switch p.tok {
	case tElse:
		p.fail("Found `else` without an `if` before it.").suggest("Check the braces of the if before it; no semicolon may stand between } and else.")
	case tCatch, tFinally:
		p.fail("Found " + quote(p.val) + " without a `try` before it.").suggest("Check the braces of the try block before it.")
	case tCase, tDefault:
		p.fail("Found " + quote(p.val) + " outside of a `switch`.")
	case tPrivateName:
		p.fail("The private name " + quote("#"+p.val) + " can stand alone only as the left operand of `in`.").
			suggest("Write this.#" + p.val + ". Comments start with //.")
	case tYield:
		p.fail("`yield` is allowed only in generator functions.").suggest("Write function* instead of function.")
	case tAt:
		p.failDecorator()
	case tLet, tStatic, tImplements, tInterface, tPackage, tPrivate, tProtected, tPublic, tEscapedKeyword, tEnum:
		p.failReserved()
	case tArrow:
		p.unexpected("an expression")
	case tConst, tVar:
		p.fail("Found the declaration " + quote(p.val) + " where an expression is expected.").suggest("Declare the variable in a statement of its own.")
	case tReturn, tThrow, tBreak, tContinue:
		p.fail("Found the statement " + quote(p.val) + " where an expression is expected.").
			suggest("Use an if statement, or braces around the body of the arrow function.")
	case tIf, tSwitch, tFor, tWhile, tTry, tDo:
		p.fail("Found the statement " + quote(p.val) + " where an expression is expected.").
			suggest("Use condition ? a : b, or a function with statements in it.")
	case tExport:
		p.failExport(p.start)
	default:
		abbreviated := strings.HasSuffix(p.src[:p.prevEnd], "...")
		e := p.unexpected("an expression")
		if abbreviated {
			e.suggest("Write the code out: ... does not stand for something left out.")
		}
	}
}

// failFence reports a Markdown fence inside the program.
func (p *parser) failFence() {
	p.failAt(p.start, p.start+3, "Found a Markdown code fence inside the program.").
		suggest("Send only the program, without Markdown.")
}

// failReserved reports a reserved word used as a name.
func (p *parser) failReserved() {
	name := p.val
	p.fail("The reserved word " + quote(name) + " can not be used as a name.").suggest("Choose another name, such as " + name + "_.")
}

// failName reports that no name stands where one is declared.
func (p *parser) failName(purpose string) {
	switch {
	case p.quiet > 0 || p.err != nil:
		p.fail("")
	case p.tok == tAwait:
		p.fail("`await` can not be used as a name.").suggest("Choose another name.")
	case p.tok >= tImplements:
		p.failReserved()
	default:
		p.unexpected("a name " + purpose)
	}
}

// failKey reports that no property name stands where one is expected.
func (p *parser) failKey() {
	tok := p.tok
	e := p.unexpected("the name of a property")
	switch tok {
	case tTemplate:
		e.suggest("A key made from a template needs brackets: { [`key`]: value }.")
	case tDot, tEllipsis:
		e.suggest("Write ...object to copy the properties of an object.")
	}
}

// failProperty reports what follows the key of an object literal.
func (p *parser) failProperty(word token, name string, start int) {
	switch {
	case p.quiet > 0 || p.err != nil:
		p.fail("")
	case word >= tImplements && (p.tok == tComma || p.tok == tRBrace):
		p.failAt(start, p.prevEnd, "The reserved word "+quote(name)+" is no variable; a value is missing after it.").suggest("Write { " + name + ": value }.")
	case p.tok == tDot:
		p.unexpected("`:` and a value after the key").suggest("Put the key in quotes, or in brackets when it is computed.")
	case p.tok == tAssign:
		p.unexpected("`:` and a value after the key").suggest("Write { key: value }.")
	default:
		p.unexpected("`:` and a value after the key")
	}
}

// failMember reports what follows a dot.
func (p *parser) failMember() {
	tok := p.tok
	e := p.unexpected("a property name after `.`")
	switch tok {
	case tNumber, tString, tTemplate, tLBracket:
		e.suggest("Write object[key] for computed keys and indexes.")
	}
}

// failMemberEnd reports what follows a field.
func (p *parser) failMemberEnd() {
	colon := p.tok == tColon
	e := p.unexpected("`;`, `=` or `(` after the member of the class")
	if colon {
		e.suggest("Fields are written name = value; in a class.")
	}
}

// failTarget reports what can not be assigned or bound.
func (p *parser) failTarget(e Expr, binding bool) {
	if p.err != nil || p.quiet > 0 {
		p.failNode(e, "")
		return
	}
	text := quote(p.src[e.Range().Start:e.Range().End])
	if binding {
		if p.tok == tArrow {
			p.failNode(e, "The parameters of an arrow function must be names or patterns; "+text+" is neither.")
			return
		}
		p.failNode(e, "Expected a name or a pattern, but found "+text+".")
		return
	}
	switch e.(type) {
	case *OptChain:
		p.failNode(e, "An optional chain can not be assigned: "+text+".").suggest("Test first: if (object) object.name = value;")
	case *Call:
		p.failNode(e, "The result of a call can not be assigned: "+text+".").suggest("Write === to compare.")
	case *ObjectLit, *ArrayLit:
		p.failNode(e, "This can not be assigned: "+text+".").suggest("A destructuring pattern stands without parentheses: [a, b] = list; or ({ a, b } = object);")
	case *ThisExpr:
		p.failNode(e, "`this` can not be assigned.")
	default:
		p.failNode(e, "Expected a variable or a property before the assignment, but found "+text+".").suggest("Write === to compare.")
	}
}

// failArrow reports a missing => or one on a new line.
func (p *parser) failArrow() {
	if p.tok == tArrow && p.nl {
		p.fail("The `=>` of an arrow function must stand on the line of its parameters.")
		return
	}
	p.unexpected("`=>` and the body of the arrow function")
}

// failArrowExpected reports types in a parenthesis that no => follows.
func (p *parser) failArrowExpected(at int, allowed bool) {
	if p.err != nil {
		return
	}
	e := p.failAt(at, at+1, "Found "+quote(p.src[at:at+1])+" in a parenthesis that is not the parameter list of an arrow function.")
	if allowed {
		e.suggest("Write => after the parenthesis for an arrow function.")
	} else {
		e.suggest("Put an arrow function in parentheses when it is the operand of an operator.")
	}
}

// failEmptyParen reports () without an arrow.
func (p *parser) failEmptyParen(open int, allowed bool) {
	if p.tok == tArrow && !allowed {
		p.failAt(open, p.end, "An arrow function can not be the operand of an operator.").suggest("Put it in parentheses: a || (() => b).")
		return
	}
	if p.tok == tArrow {
		p.failArrow()
		return
	}
	p.failAt(open, p.prevEnd, "Expected an expression inside `()`, or `=>` after it for an arrow function.")
}

// failBody reports a missing function body.
func (p *parser) failBody() {
	tok := p.tok
	e := p.unexpected("`{` and the body of the function")
	switch tok {
	case tArrow:
		e.suggest("Leave out the keyword function for an arrow function, or leave out =>.")
	case tColon:
		e.suggest("JavaScript has no blocks by indentation: use braces.")
	}
}

// failClassName reports a class declaration without name.
func (p *parser) failClassName() {
	if p.tok == tLBrace || p.tok == tExtends {
		p.unexpected("a name after `class`").suggest("Write class Name {...}.")
	}
}

func (p *parser) failDecorator() {
	p.fail("Decorators are not supported.").unsupported().suggest("Call the function directly: const wrapped = decorate(original);")
}

// failDeclaration reports a declaration where only a statement may stand.
func (p *parser) failDeclaration(word string) {
	p.fail("A declaration with " + quote(word) + " can not be the body of if, else, a loop or a label.").
		suggest("Put it in braces: { ... }.")
}

// failCondition reports a missing parenthesis after if, while, for or switch.
func (p *parser) failCondition(word string) {
	e := p.unexpected("`(` after `" + word + "`")
	if word == "for" {
		e.suggest("Write for (const x of list) {...} or for (let i = 0; i < n; i++) {...}.")
	} else {
		e.suggest("Write " + word + " (condition) {...}.")
	}
}

// failForHead reports `for (x ...)` that is none of the three kinds.
func (p *parser) failForHead() {
	p.unexpected("`;`, `of` or `in` in the head of the `for`").
		suggest("Write for (const x of list) {...} or for (let i = 0; i < n; i++) {...}.")
}

// failPythonBlock reports a colon where a block is expected.
func (p *parser) failPythonBlock(word string) {
	p.fail("Expected `{` and a block after `" + word + "`, but found `:`.").
		suggest("JavaScript has no blocks by indentation: use braces, and close them.")
}

// failImport reports import in its three forms.
func (p *parser) failImport() {
	if p.err != nil {
		return
	}
	start, end := p.start, p.end
	switch p.peekByte() {
	case '(':
		p.failAt(start, end, "Dynamic import() is not supported: a program has no modules.").unsupported().
			suggest("Use the tools object; the standard library is always there.")
	case '.':
		p.failAt(start, end, "import.meta is not supported: a program is not a module.").unsupported().
			suggest("Remove it.")
	default:
		if i := strings.IndexByte(p.src[start:], '\n'); i >= 0 {
			end = start + i
		}
		p.failAt(start, end, "Modules can not be imported: a program has only its tools and the standard library.").unsupported().
			suggest("Remove the import. Call tools through the global tools object: await tools.namespace.tool(input).")
	}
}

// failExport reports an export declaration.
func (p *parser) failExport(start int) {
	p.failAt(start, start+len("export"), "`export` is not supported: a program has no exports, it returns its value.").unsupported().
		suggest("Remove export; end the program with return value;")
}

// failAwait reports await outside of async functions.
func (p *parser) failAwait() {
	start, end := p.start, p.end
	switch {
	case p.quiet > 0 || p.err != nil:
		p.fail("")
		return
	case p.fn.staticBlock:
		p.fail("`await` is not allowed in a static block of a class.")
		return
	case p.fn.flags&FuncField != 0:
		p.fail("`await` is not allowed in the initialiser of a field.").suggest("Await before the class, or in an async method.")
		return
	}
	what, fix := "function", "async function"
	switch f := p.fn.flags; {
	case f&FuncArrow != 0:
		what, fix = "arrow function", "async (...) => ..."
	case f&FuncMethod != 0:
		what, fix = "method", "async name(...) {...}"
	}
	name := ""
	if p.fn.name != "" {
		name = " " + quote(p.fn.name)
	}
	line, _ := Position(p.src, int(p.fn.start))
	e := p.failAt(start, end, "`await` is allowed only in async functions; the "+what+name+" that begins on line "+itoa(line)+" is not async.")
	e.suggest("Make it async: " + fix + ". With array methods write await Promise.all(list.map(async (x) => ...)), or use a for...of loop.")
}

// failCharacter reports a character that starts no token.
func (p *parser) failCharacter(i int) {
	r, n := utf8.DecodeRuneInString(p.src[i:])
	text := p.src[i : i+n]
	switch r {
	case '“', '”', '„', '«', '»':
		p.failAt(i, i+n, "Found the typographic quote "+text+", which does not delimit strings.").suggest(`Use straight quotes: "text".`)
	case '‘', '’', '‚', '´':
		p.failAt(i, i+n, "Found the typographic quote "+text+", which does not delimit strings.").suggest("Use straight quotes: 'text'.")
	case '–', '—', '−':
		p.failAt(i, i+n, "Found the dash "+text+", which is no operator.").suggest("Write - for minus, or make the text a comment.")
	case '…':
		p.failAt(i, i+n, "Found the character …, which is no operator.").suggest("Write three dots ... to spread; leave nothing out of the program.")
	case '≤', '≥', '≠', '×', '÷', '→', '⇒':
		ascii := map[rune]string{'≤': "<=", '≥': ">=", '≠': "!==", '×': "*", '÷': "/", '→': "=>", '⇒': "=>"}[r]
		p.failAt(i, i+n, "Found the character "+text+", which is no operator.").suggest("Write " + ascii + ".")
	default:
		if r < ' ' || r == 0x7F || r == 0x200B || r == 0x2060 || r >= 0x2028 && r <= 0x202F {
			text = "U+" + hex4(r)
		}
		p.failAt(i, i+n, "Found the character "+text+", which has no meaning in JavaScript outside of strings and comments.")
	}
}

func hex4(r rune) string {
	const digits = "0123456789ABCDEF"
	return string([]byte{digits[r>>12&15], digits[r>>8&15], digits[r>>4&15], digits[r&15]})
}

func (p *parser) failHTMLComment(from, to int) {
	p.failAt(from, to, "HTML-like comments are not supported.").unsupported().suggest("Write // for a comment.")
}

// failStrayBrace reports a } that closes nothing.
func (p *parser) failStrayBrace() {
	p.fail("Found a `}` that closes nothing.").suggest("Remove it, or add the { that it belongs to; the program itself needs no braces around it.")
}

// ---- Afterthoughts ----

// explain improves an error with what only the whole source shows.
func (p *parser) explain(e *Error) {
	if p.angle >= 0 && p.angle <= e.Start {
		*e = Error{Kind: UnsupportedSyntax, Message: "JSX is not supported: a program returns data, not elements.", Start: p.angle, End: p.angle + 1,
			Suggestions: []string{"Return a plain object or a string built with a template."}, source: e.source}
		return
	}
	if i := strings.Index(p.src, "```"); i >= 0 && !p.opts.Script && len(e.Suggestions) == 0 {
		e.suggest("Send only the program, without Markdown.")
	}
}

// noteAngle remembers the current <, which begins an expression, if it looks like
// JSX. Only the first few are looked at, each a few thousand bytes far.
func (p *parser) noteAngle() {
	const few, far = 8, 4000
	if p.angle >= 0 || p.angles >= few {
		return
	}
	p.angles++
	if looksLikeJSX(p.src[p.start:min(len(p.src), p.start+far)]) {
		p.angle = p.start
	}
}

// looksLikeJSX reports whether the text begins with an element: a tag that ends
// with /> or has a closing tag, or a fragment.
func looksLikeJSX(s string) bool {
	if strings.HasPrefix(s, "<>") {
		return true
	}
	n := 1
	for n < len(s) && (nameByte[s[n]] || s[n] == '.' || s[n] == '-') {
		n++
	}
	if n == 1 {
		return false
	}
	if strings.Contains(s[n:], "</"+s[1:n]+">") {
		return true
	}
	end := strings.IndexByte(s, '>')
	return end > 0 && s[end-1] == '/' && end < 500
}
