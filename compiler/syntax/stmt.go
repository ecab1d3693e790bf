package syntax

// This file parses statements and declarations.

// parseMain parses the whole source as the main function.
func (p *parser) parseMain() *Function {
	fn := p.arena.funcs.get()
	flags := FuncMain | FuncSimpleParams
	if !p.opts.Script {
		flags |= FuncAsync
	}
	outer := p.beginFunction(flags, 0, "")
	p.fn.newTarget = false
	p.fn.ret = !p.opts.Script
	p.next()
	if p.err == nil && p.tok == tEOF && !p.opts.Script {
		p.failAt(0, 0, "The program is empty: it holds no code.").suggest("Write JavaScript that returns a value, for example: return await tools.namespace.tool({});")
	}
	exported := p.exportDefault()
	fn.Body = p.statementList(tEOF)
	p.height = 0
	if p.err == nil {
		fn.Body = p.repairProgram(fn.Body, exported)
	}
	fn.Span = Span{0, int32(len(p.src))}
	fn.BodySpan = fn.Span
	p.endFunction(fn, &outer)
	return fn
}

// statementList parses statements up to the token end, which stays.
func (p *parser) statementList(end token) []Stmt {
	base := len(p.stmts)
	var over overload
	for p.tok != end && p.tok != tEOF {
		if end == tEOF && p.tok == tRBrace {
			p.failStrayBrace()
			break
		}
		if p.tok == tCase && end == tRBrace || p.tok == tDefault && end == tRBrace {
			break // the next clause of a switch; elsewhere the brace is missed
		}
		s, name := p.listItem()
		if s == nil && name != nil {
			over.signature(p, name.Name, name.Span)
		} else if over.open {
			over.implementation(p, nameOf(name))
		}
		if s != nil {
			p.stmts = append(p.stmts, s)
		}
	}
	if over.open {
		over.end(p)
	}
	list := p.arena.stmtLists.take(p.stmts[base:])
	p.stmts = p.stmts[:base]
	return list
}

func nameOf(id *Ident) string {
	if id == nil {
		return ""
	}
	return id.Name
}

// listItem parses a statement or declaration. It returns nil for what TypeScript
// erases, with the name of a function declaration or overload.
func (p *parser) listItem() (Stmt, *Ident) {
	if p.tok == tFunction || p.tok == tAsync && p.isAsyncFunction() {
		return p.functionDeclaration()
	}
	return p.statement(true), nil
}

// functionDeclaration parses and declares a function. The statement is nil for an
// overload, which declares nothing.
func (p *parser) functionDeclaration() (Stmt, *Ident) {
	start := p.start
	height := p.height
	p.height = 0
	if !p.enter() {
		p.leave()
		return &Empty{}, &Ident{}
	}
	fn, implemented := p.function(true)
	p.leave()
	p.link()
	p.height = max(p.height, height)
	if !implemented {
		return nil, fn.Name
	}
	t := &p.scopes
	if here := len(t.scopes) - 1; int(t.scopes[here].fn) == here {
		p.declareVar(fn.Name.Name, fn.Name.Span, declTopFunction, false)
	} else {
		p.declareLexical(fn.Name.Name, fn.Name.Span, declFunction)
	}
	n := p.arena.funcDecls.get()
	n.Span, n.Fn = p.span(start), fn
	return n, fn.Name
}

// statement parses a statement; with list set also a declaration. It returns nil
// only for declarations that TypeScript erases.
func (p *parser) statement(list bool) Stmt {
	height := p.height
	p.height = 0
	var s Stmt
	if p.enter() {
		s = p.statementInner(list)
	} else {
		s = &Empty{}
	}
	p.leave()
	p.link()
	p.height = max(p.height, height)
	return s
}

func (p *parser) statementInner(list bool) Stmt {
	start := p.start
	switch p.tok {
	case tIdent:
	case tLBrace:
		return p.block()
	case tConst:
		return p.lexicalDeclaration(Const, list)
	case tLet:
		return p.lexicalDeclaration(Let, list)
	case tVar:
		d := p.variables(Var)
		p.semicolon()
		d.Span = p.span(start)
		return d
	case tReturn:
		return p.returnStatement()
	case tIf:
		return p.ifStatement()
	case tFor:
		return p.forStatement()
	case tWhile:
		return p.whileStatement()
	case tDo:
		return p.doStatement()
	case tSwitch:
		return p.switchStatement()
	case tTry:
		return p.tryStatement()
	case tThrow:
		return p.throwStatement()
	case tBreak, tContinue:
		return p.jump()
	case tClass:
		if !list {
			p.failDeclaration("class")
		}
		return p.classDeclaration(start)
	case tFunction:
		p.failDeclaration("function")
		return &Empty{}
	case tSemi:
		p.next()
		return &Empty{p.span(start)}
	case tDebugger:
		p.next()
		p.semicolon()
		return &Debugger{p.span(start)}
	case tImport:
		if s, ok := p.importStatement(); ok {
			return s
		}
	case tExport:
		return p.exportStatement()
	case tEnum:
		if !list {
			p.failDeclaration("enum")
		}
		return p.enum(start)
	case tWith:
		p.fail("The `with` statement is not supported; strict mode forbids it.").unsupported().
			suggest("Use destructuring: const { a, b } = object;")
		return &Empty{}
	case tAt:
		p.failDecorator()
		return &Empty{}
	default:
		if p.tok > tIdent && p.tok < tBreak && !p.esc {
			if s, ok := p.wordStatement(list); ok {
				return s
			}
		}
	}
	return p.expressionStatement(start)
}

// expressionStatement parses an expression statement or a labelled statement.
func (p *parser) expressionStatement(start int) Stmt {
	if p.isBindingName() && p.peekByte() == ':' {
		return p.labeled()
	}
	x := p.expression()
	p.semicolon()
	n := p.arena.exprs.get()
	n.Span, n.X = p.span(start), x
	return n
}

func (p *parser) classDeclaration(start int) Stmt {
	c := p.classRest(true)
	if c.Name != nil {
		p.declareLexical(c.Name.Name, c.Name.Span, declClass)
	}
	return &ClassDecl{p.span(start), c}
}

// block parses { ... } with a scope of its own.
func (p *parser) block() *Block {
	p.pushScope(false)
	b := p.blockBody("the block")
	b.Lexical = p.popScope()
	return b
}

// blockBody parses { ... } in the current scope.
func (p *parser) blockBody(what string) *Block {
	b := p.arena.blocks.get()
	open := p.start
	if !p.expect(tLBrace, "to begin "+what) {
		return b
	}
	b.Body = p.statementList(tRBrace)
	p.expectClose(tRBrace, open, what)
	b.Span = p.span(open)
	return b
}

// ---- Variables ----

// lexicalDeclaration parses let or const as a statement, and const enum.
func (p *parser) lexicalDeclaration(kind VarKind, list bool) Stmt {
	start := p.start
	if !list {
		p.failDeclaration(wordText(p.tok))
	}
	p.next()
	if p.tok == tEnum && kind == Const && !p.nl {
		return p.enum(start)
	}
	d := p.declarators(kind)
	p.semicolon()
	d.Span = p.span(start)
	return d
}

// variables parses the keyword and the declarators.
func (p *parser) variables(kind VarKind) *VarDecl {
	p.next()
	return p.declarators(kind)
}

func declKindOf(kind VarKind) declKind {
	if kind == Var {
		return declVar
	}
	return declLet
}

func (p *parser) declarators(kind VarKind) *VarDecl {
	n := p.arena.vars.get()
	n.Kind = kind
	d := p.declarator(kind)
	if p.tok != tComma { // the usual case needs no stack
		n.Decls = p.arena.declLists.make(1)
		n.Decls[0] = d
		return n
	}
	base := len(p.decls)
	p.decls = append(p.decls, d)
	for p.eat(tComma) {
		p.decls = append(p.decls, p.declarator(kind))
	}
	n.Decls = p.arena.declLists.take(p.decls[base:])
	p.decls = p.decls[:base]
	return n
}

func (p *parser) declarator(kind VarKind) (d Declarator) {
	start := p.start
	if kind != Var && p.tok == tLet {
		p.fail("`let` can not be the name of a variable.")
	}
	d.Target = p.bindingTarget(declKindOf(kind))
	if p.tok == tNot && !p.nl { // x!: T
		p.next()
		if p.tok != tColon {
			p.unexpected("`:` and a type after `!`")
		}
	}
	p.optionalType()
	if p.tok == tAssign {
		p.next()
		d.Init = p.assign()
	} else if !p.ambient {
		p.checkInitialised(d.Target, kind)
	}
	d.Span = p.span(start)
	return d
}

// checkInitialised wants a value for constants and patterns.
func (p *parser) checkInitialised(t Target, kind VarKind) {
	id, isName := t.(*Ident)
	switch {
	case !isName:
		p.unexpected("`=` and a value to destructure after the pattern")
	case kind == Const:
		if p.tok == tSemi || p.tok == tComma || p.nl || p.tok == tEOF || p.tok == tRBrace {
			p.failNode(id, "The constant "+quote(id.Name)+" has no value.").
				suggest("Write const " + id.Name + " = value; or use let when the value comes later.")
		}
	}
}

// ---- Control flow ----

func (p *parser) returnStatement() Stmt {
	start := p.start
	if !p.fn.ret {
		if p.fn.staticBlock {
			p.fail("`return` is not allowed in a static block.")
		} else {
			p.fail("`return` is not allowed here.")
		}
	}
	p.next()
	n := p.arena.returns.get()
	if p.tok != tSemi && p.tok != tRBrace && p.tok != tEOF && !p.nl {
		n.X = p.expression()
	}
	p.semicolon()
	n.Span = p.span(start)
	return n
}

func (p *parser) throwStatement() Stmt {
	start := p.start
	p.next()
	if p.nl || p.tok == tSemi || p.tok == tRBrace || p.tok == tEOF {
		p.failAt(start, start+5, "Expected a value after `throw` on the same line.").suggest("Write throw new Error(message);")
	}
	n := &Throw{X: p.expression()}
	p.semicolon()
	n.Span = p.span(start)
	return n
}

// condition parses (expression).
func (p *parser) condition(word string) Expr {
	open := p.start
	if p.tok != tLParen {
		p.failCondition(word)
		return p.bad()
	}
	p.next()
	x := p.expression()
	p.expectClose(tRParen, open, "the condition of `"+word+"`")
	return x
}

func (p *parser) ifStatement() Stmt {
	start := p.start
	p.next()
	n := p.arena.ifs.get()
	n.Test = p.condition("if")
	n.Then = p.substatement("if")
	if p.eat(tElse) {
		n.Else = p.substatement("else")
	}
	n.Span = p.span(start)
	return n
}

// substatement parses the statement that belongs to if, else or a loop.
func (p *parser) substatement(word string) Stmt {
	if p.tok == tColon {
		p.failPythonBlock(word)
	}
	return p.statement(false)
}

// loopBody parses the body of a loop.
func (p *parser) loopBody(word string) Stmt {
	p.fn.loops++
	s := p.substatement(word)
	p.fn.loops--
	return s
}

func (p *parser) whileStatement() Stmt {
	start := p.start
	p.next()
	n := &While{Test: p.condition("while")}
	n.Body = p.loopBody("while")
	n.Span = p.span(start)
	return n
}

func (p *parser) doStatement() Stmt {
	start := p.start
	p.next()
	n := &DoWhile{Body: p.loopBody("do")}
	p.expect(tWhile, "and a condition after the body of `do`")
	n.Test = p.condition("while")
	p.eat(tSemi)
	n.Span = p.span(start)
	return n
}

func (p *parser) switchStatement() Stmt {
	start := p.start
	p.next()
	n := &Switch{Disc: p.condition("switch")}
	open := p.start
	if !p.expect(tLBrace, "to begin the cases of `switch`") {
		return n
	}
	p.pushScope(false)
	p.fn.switches++
	seen := false
	for p.tok != tRBrace && p.tok != tEOF {
		c := Case{}
		at := p.start
		switch p.tok {
		case tCase:
			p.next()
			p.conditional = true
			c.Test = p.expression()
		case tDefault:
			if seen {
				p.fail("A switch can have only one `default`.")
			}
			seen = true
			p.next()
		default:
			p.unexpected("`case`, `default` or `}` in the body of `switch`")
		}
		p.expect(tColon, "after the `case`")
		c.Body = p.statementList(tRBrace)
		c.Span = p.span(at)
		n.Cases = append(n.Cases, c)
	}
	p.fn.switches--
	n.Lexical = p.popScope()
	p.expectClose(tRBrace, open, "the `switch`")
	n.Span = p.span(start)
	return n
}

func (p *parser) tryStatement() Stmt {
	start := p.start
	p.next()
	if p.tok == tColon {
		p.failPythonBlock("try")
	}
	n := &Try{Block: p.tryBlock("the block of `try`")}
	if p.tok == tCatch {
		n.Catch = p.catch()
	}
	if p.eat(tFinally) {
		n.Finally = p.tryBlock("the block of `finally`")
	}
	if n.Catch == nil && n.Finally == nil {
		p.unexpected("`catch` or `finally` after the block of `try`")
	}
	n.Span = p.span(start)
	return n
}

func (p *parser) tryBlock(what string) *Block {
	p.pushScope(false)
	b := p.blockBody(what)
	b.Lexical = p.popScope()
	return b
}

func (p *parser) catch() *Catch {
	start := p.start
	p.next()
	n := &Catch{}
	p.pushScope(false)
	if p.tok == tLParen {
		open := p.start
		p.next()
		kind := declLet
		if p.tok.isName() {
			kind = declCatch
		}
		n.Param = p.bindingTarget(kind)
		p.optionalType()
		p.expectClose(tRParen, open, "the parameter of `catch`")
	}
	n.Body = p.blockBody("the block of `catch`")
	n.Body.Lexical = p.popScope()
	n.Span = p.span(start)
	return n
}

// ---- Labels and jumps ----

// label is an open label. Those of the current function lie above fnState.labelBase.
type label struct {
	name        string
	start, body int32 // offsets of the label and of its statement
	loop        bool
}

// labeled parses a label and the statement after it.
func (p *parser) labeled() Stmt {
	start := p.start
	n := &Labeled{Label: p.val}
	for i := range p.labels[p.fn.labelBase:] {
		if p.labels[int(p.fn.labelBase)+i].name == n.Label {
			p.fail("The label " + quote(n.Label) + " is already used around this statement.")
		}
	}
	p.next()
	p.next()
	base := len(p.labels)
	p.labels = append(p.labels, label{name: n.Label, start: int32(start), body: int32(p.start)})
	if p.tok == tFor || p.tok == tWhile || p.tok == tDo {
		// All labels directly before a loop name it.
		for i, at := base, int32(p.start); i >= int(p.fn.labelBase) && p.labels[i].body == at; i-- {
			p.labels[i].loop = true
			at = p.labels[i].start
		}
	}
	if p.tok == tFunction {
		p.failDeclaration("function")
	}
	n.Body = p.statement(false)
	p.labels = p.labels[:base]
	n.Span = p.span(start)
	return n
}

// jump parses break and continue.
func (p *parser) jump() Stmt {
	start := p.start
	isBreak := p.tok == tBreak
	word := "continue"
	if isBreak {
		word = "break"
	}
	p.next()
	name := ""
	if p.isBindingName() && !p.nl {
		name = p.val
		p.checkLabel(name, isBreak)
		p.next()
	} else if p.fn.loops == 0 && (!isBreak || p.fn.switches == 0) {
		e := p.failAt(start, start+len(word), quote(word)+" is used outside of a loop.")
		e.suggest("Inside a callback use return, or turn the callback into a for...of loop.")
	}
	p.semicolon()
	if isBreak {
		return &Break{p.span(start), name}
	}
	return &Continue{p.span(start), name}
}

func (p *parser) checkLabel(name string, isBreak bool) {
	for i := len(p.labels) - 1; i >= int(p.fn.labelBase); i-- {
		if p.labels[i].name != name {
			continue
		}
		if !isBreak && !p.labels[i].loop {
			p.fail("`continue` needs the label of a loop; " + quote(name) + " is not one.")
		}
		return
	}
	p.fail("There is no label " + quote(name) + " around this statement.")
}
