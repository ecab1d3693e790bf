package syntax

// This file parses for statements.

func (p *parser) forStatement() Stmt {
	start := p.start
	p.next()
	await := false
	if p.tok == tAwait {
		if !p.fn.await {
			p.failAwait()
			return &Empty{}
		}
		await = true
		p.fn.awaitPos = int32(p.start)
		p.use(FuncHasAwait)
		p.next()
	}
	if p.tok != tLParen {
		p.failCondition("for")
		return &Empty{}
	}
	h := forHead{start: start, open: p.start, await: await}
	p.next()
	p.pushScope(false)
	var s Stmt
	switch p.tok {
	case tVar:
		s = p.forDeclaration(h, Var)
	case tLet:
		s = p.forDeclaration(h, Let)
	case tConst:
		s = p.forDeclaration(h, Const)
	case tSemi:
		s = p.forClassic(h, nil)
	default:
		if p.tok == tUsing || p.tok == tAwait {
			p.checkUsing()
		}
		s = p.forExpression(h)
	}
	p.popScope()
	return s
}

// forHead is what is known of a for statement when its first part begins.
type forHead struct {
	start, open int // offsets of the keyword and of the parenthesis
	await       bool
}

// forDeclaration goes on at var, let or const.
func (p *parser) forDeclaration(h forHead, kind VarKind) Stmt {
	at := p.start
	p.next()
	p.noIn = true
	first := Declarator{}
	nameStart := p.start
	if kind != Var && p.tok == tLet {
		p.fail("`let` can not be the name of a variable.")
	}
	first.Target = p.bindingTarget(declKindOf(kind))
	p.optionalType()
	if p.tok == tIn || p.tok == tOf && !p.esc {
		p.noIn = false
		if kind == Var && p.tok == tOf {
			p.checkForOfVar(first.Target)
		}
		return p.forEach(h, ForBinding{Span: p.span(at), Declared: true, Kind: kind, Target: first.Target})
	}
	if p.eat(tAssign) {
		first.Init = p.assign()
		if p.tok == tIn || p.tok == tOf {
			p.fail("The variable of a for..." + p.val + " loop can not have an initial value.")
		}
	} else {
		p.checkInitialised(first.Target, kind)
	}
	first.Span = p.span(nameStart)
	d := p.arena.vars.get()
	d.Kind = kind
	list := []Declarator{first}
	for p.eat(tComma) {
		list = append(list, p.declarator(kind))
	}
	d.Decls = p.arena.declLists.take(list)
	p.noIn = false
	d.Span = p.span(at)
	return p.forClassic(h, d)
}

// checkForOfVar: a var in the head of for-of may not repeat a catch parameter.
func (p *parser) checkForOfVar(t Target) {
	for _, name := range boundNames(nil, t) {
		p.declareVar(name, t.Range(), declVar, true)
	}
}

// forExpression goes on at an expression, which may be a target.
func (p *parser) forExpression(h forHead) Stmt {
	at := p.start
	isAsync := p.tok == tAsync && !p.esc
	cover, proto := p.cover, p.coverProto
	p.cover = -1
	p.noIn = true
	x := p.assignCover()
	p.noIn = false
	if p.tok == tIn || p.tok == tOf && !p.esc {
		p.cover, p.coverProto = cover, proto
		if id, ok := x.(*Ident); ok && isAsync && id.Name == "async" && !id.Paren && p.tok == tOf && !h.await {
			p.failAt(at, p.end, "`for (async of ...)` is not allowed.").suggest("Use another name than async.")
		}
		if a, ok := x.(*Assign); ok && !a.Paren {
			p.failNode(a, "The variable of a for..."+p.val+" loop can not have an initial value.")
		}
		return p.forEach(h, ForBinding{Span: p.span(at), Target: p.toTarget(x, false)})
	}
	if p.cover >= 0 {
		p.failCover()
	}
	p.cover, p.coverProto = cover, proto
	if p.tok == tComma {
		x = p.forSequence(x, at)
	}
	if _, ok := x.(*Ident); ok && p.tok != tSemi {
		p.failForHead()
	}
	return p.forClassic(h, &ExprStmt{p.span(at), x})
}

func (p *parser) forSequence(first Expr, at int) Expr {
	list := []Expr{first}
	p.noIn = true
	for p.eat(tComma) {
		list = append(list, p.assign())
	}
	p.noIn = false
	return &Sequence{p.span(at), list}
}

// forClassic goes on at the first semicolon.
func (p *parser) forClassic(h forHead, init Stmt) Stmt {
	if h.await {
		p.failAt(h.start, p.end, "`for await` needs `of`.").suggest("Write for await (const x of iterable) {...}.")
	}
	n := &For{Init: init}
	if !p.expect(tSemi, "after the first part of the `for`") {
		return n
	}
	if p.tok != tSemi {
		n.Test = p.expression()
	}
	if !p.expect(tSemi, "after the condition of the `for`") {
		return n
	}
	if p.tok != tRParen {
		n.Update = p.expression()
	}
	p.expectClose(tRParen, h.open, "the head of the `for`")
	n.Body = p.loopBody("for")
	n.Span = p.span(h.start)
	return n
}

// forEach goes on at in or of.
func (p *parser) forEach(h forHead, left ForBinding) Stmt {
	isIn := p.tok == tIn
	p.next()
	if isIn {
		if h.await {
			p.failAt(h.start, p.end, "`for await` needs `of`, not `in`.").suggest("Write for await (const x of iterable) {...}.")
		}
		n := &ForIn{Left: left, Object: p.expression()}
		p.expectClose(tRParen, h.open, "the head of the `for`")
		n.Body = p.loopBody("for")
		n.Span = p.span(h.start)
		return n
	}
	n := p.arena.forOfs.get()
	n.Await, n.Left, n.Iterable = h.await, left, p.assign()
	if p.tok == tComma {
		p.fail("Expected `)` after the iterable of for...of, but found `,`.").suggest("Put several values in an array: for (const x of [a, b]).")
	}
	p.expectClose(tRParen, h.open, "the head of the `for`")
	n.Body = p.loopBody("for")
	n.Span = p.span(h.start)
	return n
}
