package syntax

// This file repairs what models send around and instead of a plain program: a
// Markdown fence, a byte-order mark, export default, a function that nobody calls.
// Each repair leaves a note.

import "strings"

func (p *parser) note(at int, text string) {
	p.notes = append(p.notes, Note{Text: text, Pos: at})
}

// repairText handles what surrounds the program.
func (p *parser) repairText() {
	if p.opts.Script {
		return
	}
	if strings.HasPrefix(p.src, "\uFEFF") {
		p.note(0, "Ignored the byte-order mark at the start of the program.")
	}
	trimmed := strings.TrimLeft(p.src, "\uFEFF \t\r\n")
	if from := len(p.src) - len(trimmed); isFence(trimmed) {
		p.unfence(from)
	}
}

// isFence reports whether the text begins with a line that opens or closes a
// Markdown code block.
func isFence(s string) bool {
	return strings.HasPrefix(s, "```") || strings.HasPrefix(s, "~~~")
}

// unfence blanks the fence that opens at offset from, and everything outside it.
// It reports false when the text holds more than one code block, or code after it.
func (p *parser) unfence(from int) bool {
	mark := p.src[from : from+3]
	lineEnd := from + len(p.src[from:])
	if i := strings.IndexByte(p.src[from:], '\n'); i >= 0 {
		lineEnd = from + i
	}
	// A fence that opens and closes on one line: ```code```.
	if rest := strings.TrimRight(p.src[from+3:], " \t\r\n"); lineEnd >= len(p.src)-1 && strings.HasSuffix(rest, mark) {
		end := from + 3 + len(rest) - 3
		p.keepOnly(from+3, end)
		p.note(from, "Ignored the Markdown code fence around the program.")
		return true
	}
	bodyEnd, outside := len(p.src), ""
	fences := 0
	for i := lineEnd; i < len(p.src); {
		i++ // the line starts here
		next := len(p.src)
		if k := strings.IndexByte(p.src[i:], '\n'); k >= 0 {
			next = i + k
		}
		if strings.HasPrefix(strings.TrimLeft(p.src[i:next], " \t"), mark) {
			if fences++; fences == 1 {
				bodyEnd, outside = i, p.src[next:]
			}
		}
		i = next
	}
	if fences > 1 || !isText(outside) {
		return false
	}
	p.keepOnly(lineEnd, bodyEnd)
	p.note(from, "Ignored the Markdown code fence around the program.")
	if strings.TrimSpace(outside) != "" {
		p.note(bodyEnd, "Ignored the text after the code block.")
	}
	return true
}

// keepOnly overwrites the source outside of from..to with spaces, so that
// offsets stay; line breaks stay, too.
func (p *parser) keepOnly(from, to int) {
	b := []byte(p.src)
	for i := range b {
		if (i < from || i >= to) && b[i] != '\n' && b[i] != '\r' {
			b[i] = ' '
		}
	}
	p.src = string(b)
}

// isText reports whether what stands outside of a code block can not be code.
func isText(s string) bool { return !strings.ContainsAny(s, ";{}=") }

// fencedBlock returns the offset of the only code block in a text, -1 if there is
// none.
func fencedBlock(src string) int {
	at, fences := -1, 0
	for i := 0; i < len(src); i++ {
		if isFence(src[i:]) {
			if fences++; fences == 1 {
				at = i
			}
		}
		k := strings.IndexByte(src[i:], '\n')
		if k < 0 {
			break
		}
		i += k
	}
	if fences != 2 || !isText(src[:at]) {
		return -1
	}
	return at
}

// exportDefault consumes a leading export default and what is exported. It
// returns nil when the program does not begin so.
func (p *parser) exportDefault() (exported Stmt) {
	if p.opts.Script || p.tok != tExport || !p.wordFollows("default") {
		return nil
	}
	at := p.start
	p.next()
	p.next()
	p.note(at, "Ignored `export default`: a program returns its value.")
	start := p.start
	if p.tok == tFunction || p.isAsyncFunctionToken() {
		fn, _ := p.function(false)
		if fn.Name == nil {
			return &ExprStmt{p.span(start), fn}
		}
		fn.Flags &^= FuncExpression
		p.declareVar(fn.Name.Name, fn.Name.Span, declTopFunction, false)
		return &FuncDecl{p.span(start), fn}
	}
	x := p.assign()
	p.semicolon()
	return &ExprStmt{p.span(start), x}
}

func (p *parser) isAsyncFunctionToken() bool { return p.tok == tAsync && p.isAsyncFunction() }

// mainNames are the names under which models hide a whole program in a function.
func isMainName(name string) bool { return name == "main" || name == "run" || name == "execute" }

// repairProgram adds the call that is missing in a program that only defines a
// function, and the value of an export default.
func (p *parser) repairProgram(body []Stmt, exported Stmt) []Stmt {
	switch s := exported.(type) {
	case *ExprStmt:
		if fn, ok := s.X.(*Function); ok && fn.Flags&FuncGenerator == 0 {
			return append(body, p.returnCall(fn, fn))
		}
		return append(body, &Return{s.Span, s.X})
	case *FuncDecl:
		name := &Ident{Span: s.Fn.Name.Span, Name: s.Fn.Name.Name}
		return append([]Stmt{s}, append(body, p.returnCall(name, s.Fn))...)
	}
	if p.opts.Script || len(body) == 0 {
		return body
	}
	if s, ok := body[0].(*ExprStmt); ok && len(body) == 1 {
		switch x := s.X.(type) {
		case *Function:
			if x.Flags&FuncGenerator == 0 {
				p.note(int(x.Start), "The program is one function: called it and returned its value.")
				return []Stmt{p.returnCall(x, x)}
			}
		case *Call:
			if fn, ok := x.Callee.(*Function); ok && fn.Flags&FuncAsync != 0 {
				p.note(int(x.Start), "The program calls one async function and drops its value. Write return await (async () => {...})(); to return it.")
			}
		}
		return body
	}
	if fn, name := p.uncalledMain(body); fn != nil {
		p.note(int(name.Start), "The program only defines "+quote(name.Name)+": called it and returned its value.")
		return append(body[:len(body):len(body)], p.returnCall(&Ident{Span: name.Span, Name: name.Name}, fn))
	}
	return body
}

// uncalledMain finds the function main, run or execute of a program that holds
// nothing but definitions and never mentions that name again.
func (p *parser) uncalledMain(body []Stmt) (*Function, *Ident) {
	var found *Function
	var name *Ident
	for _, s := range body {
		switch s := s.(type) {
		case *FuncDecl:
			if isMainName(s.Fn.Name.Name) && found == nil {
				found, name = s.Fn, s.Fn.Name
			}
		case *VarDecl:
			for i := range s.Decls {
				id, _ := s.Decls[i].Target.(*Ident)
				fn, _ := s.Decls[i].Init.(*Function)
				if id != nil && fn != nil && isMainName(id.Name) && found == nil {
					found, name = fn, id
				} else if s.Decls[i].Init != nil && fn == nil && !isConstant(s.Decls[i].Init) {
					return nil, nil
				}
			}
		default:
			return nil, nil
		}
	}
	if found == nil || found.Flags&FuncGenerator != 0 || p.countWord(name.Name) != 1 {
		return nil, nil
	}
	return found, name
}

// isConstant reports whether an expression is a literal without effects.
func isConstant(e Expr) bool {
	switch e.(type) {
	case *NumberLit, *StringLit, *BoolLit, *NullLit, *BigIntLit, *RegExpLit:
		return true
	}
	return false
}

// countWord counts the places where a word stands in the source.
func (p *parser) countWord(word string) int {
	n := 0
	for i := 0; ; {
		k := strings.Index(p.src[i:], word)
		if k < 0 {
			return n
		}
		i += k
		if p.wordAt(i, word) && (i == 0 || !nameByte[p.src[i-1]]) {
			n++
		}
		i += len(word)
	}
}

// returnCall builds return await callee(...). A function that asks for tools as
// its first parameter gets them.
func (p *parser) returnCall(callee Expr, fn *Function) Stmt {
	span := callee.Range()
	call := &Call{Span: span, ArgsPos: span.Start, Callee: callee}
	if len(fn.Params) > 0 {
		tools := &Ident{Span: span, Name: "tools"}
		switch t := fn.Params[0].Target.(type) {
		case *Ident:
			if t.Name == "tools" {
				call.Args = []Expr{tools}
			}
		case *ObjectPattern:
			key := PropertyKey{Span: span, Name: "tools"}
			call.Args = []Expr{&ObjectLit{Span: span, Props: []Property{{Span: span, Kind: PropShorthand, Key: key, Value: tools}}}}
		}
	}
	p.use(FuncHasAwait)
	return &Return{span, &Await{span, call}}
}
