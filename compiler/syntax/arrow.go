package syntax

// This file parses what starts like a parenthesis and may be an arrow function.

// coverInfo is what a parenthesised list holds that only one of its readings allows.
type coverInfo struct {
	typed    int // offset of the first type annotation or ?, -1 if none
	spread   int // offset of the first ..., -1 if none
	trailing int // offset of a comma at the end, -1 if none
}

// coverList reads the list of a parenthesis onto the stack p.exprs, up to and
// with the closing one.
func (p *parser) coverList(what string) (info coverInfo) {
	info = coverInfo{-1, -1, -1}
	open := p.start
	noIn := p.noIn
	p.noIn = false
	p.next()
	for p.tok != tRParen && p.tok != tEOF {
		p.exprs = append(p.exprs, p.coverElement(&info))
		if p.tok == tRParen {
			break
		}
		info.trailing = p.start
		if !p.eat(tComma) {
			break // expectClose says what is wrong
		}
		if p.tok != tRParen {
			info.trailing = -1
		}
	}
	p.expectClose(tRParen, open, what)
	p.noIn = noIn
	return info
}

func (p *parser) coverElement(info *coverInfo) (e Expr) {
	start := p.start
	rest := p.tok == tEllipsis
	if rest {
		if info.spread < 0 {
			info.spread = start
		}
		p.next()
	}
	at := p.start
	e = p.assignCover()
	optional := false
	if p.tok == tQuestion || p.tok == tColon {
		if info.typed < 0 {
			info.typed = p.start
		}
		optional = p.eat(tQuestion)
		if p.eat(tColon) {
			p.typeExpr()
		}
		if p.tok == tAssign && !rest && !optional {
			p.next()
			a := p.arena.assigns.get()
			a.Target = p.toTarget(e, false)
			a.Value = p.assign()
			a.Span = p.span(at)
			e = a
		}
	}
	if rest {
		e = p.spread(start, e)
	}
	return e
}

// paren parses a parenthesised expression, or with allowArrow an arrow function
// that starts with a parenthesis; the second result says which.
func (p *parser) paren(start int, allowArrow, conditional bool) (Expr, bool) {
	open := p.start
	base := len(p.exprs)
	cover, proto := p.cover, p.coverProto
	p.cover = -1
	outerUses := p.fn.flags & uses
	p.fn.flags &^= uses
	info := p.coverList("the parenthesis")
	coverUses := p.fn.flags & uses
	p.fn.flags |= outerUses

	if allowArrow && p.err == nil {
		if arrow := p.parenArrow(base, start, open, 0, coverUses, info, conditional); arrow != nil {
			p.exprs = p.exprs[:base]
			p.cover, p.coverProto = cover, proto
			return arrow, true
		}
	}
	e := p.closeParen(p.exprs[base:], open, info, allowArrow)
	p.exprs = p.exprs[:base]
	if p.cover >= 0 {
		p.failCover()
	}
	p.cover, p.coverProto = cover, proto
	return e, false
}

// parenArrow completes an arrow function if one follows the list at p.exprs[base:].
func (p *parser) parenArrow(base, start, open int, flags, coverUses FuncFlags, info coverInfo, conditional bool) Expr {
	elems := p.exprs[base:]
	switch {
	case p.tok == tArrow:
		if p.nl {
			p.failArrow()
		}
	case p.tok != tColon:
		return nil
	case conditional && info.typed < 0 && len(elems) > 0:
		return p.tryTypedArrow(elems, start, open, flags, coverUses, info)
	default:
		p.returnType()
		if p.tok != tArrow || p.nl {
			p.failArrow()
		}
	}
	p.checkRestComma(elems, info)
	p.cover = -1
	return p.coverArrow(elems, start, open, flags, coverUses, conditional)
}

func (p *parser) checkRestComma(elems []Expr, info coverInfo) {
	if info.trailing < 0 || len(elems) == 0 {
		return
	}
	if _, ok := elems[len(elems)-1].(*Spread); ok {
		p.failAt(info.trailing, info.trailing+1, "A rest parameter must be the last one, without a comma after it.")
	}
}

// tryTypedArrow decides `x ? (a) : b => c`: with another colon after it, b is the
// return type of an arrow function, otherwise c belongs to the arrow function b =>.
// An attempt that fails is not repeated at the same place. Attempts inside each
// other read the innermost text once each, so their depth is bounded.
func (p *parser) tryTypedArrow(elems []Expr, start, open int, flags, coverUses FuncFlags, info coverInfo) Expr {
	if p.noArrow[open] || p.budget <= 0 || p.attempts >= maxAttempts {
		return nil
	}
	m := p.mark()
	p.attempts++
	defer func() { p.attempts-- }()
	p.quiet++
	p.returnType()
	if p.err == nil && p.tok == tArrow && !p.nl {
		p.checkRestComma(elems, info)
		p.cover = -1
		e := p.coverArrow(elems, start, open, flags, coverUses, true)
		if p.err == nil && p.tok == tColon {
			p.quiet--
			return e
		}
	}
	p.quiet--
	p.rewind(m)
	if p.noArrow == nil {
		p.noArrow = map[int]bool{}
	}
	p.noArrow[open] = true
	return nil
}

// closeParen makes the value of a parenthesis that is no parameter list.
func (p *parser) closeParen(elems []Expr, open int, info coverInfo, allowArrow bool) Expr {
	switch {
	case p.err != nil:
		return p.bad()
	case len(elems) == 0:
		p.failEmptyParen(open, allowArrow)
		return p.bad()
	case info.typed >= 0:
		p.failArrowExpected(info.typed, allowArrow)
	case info.spread >= 0:
		p.failAt(info.spread, info.spread+3, "Found `...` in a parenthesis that is not the parameter list of an arrow function.").
			suggest("Spread is allowed in arrays [...a], objects {...a} and calls f(...a).")
	case info.trailing >= 0:
		p.failAt(info.trailing, info.trailing+1, "Expected an expression after the comma, but found `)`.")
	}
	if len(elems) > 1 {
		p.height++
		first, last := elems[0].Range(), elems[len(elems)-1].Range()
		return &Sequence{Span: Span{first.Start, last.End}, Exprs: p.arena.exprLists.take(elems)}
	}
	switch e := elems[0].(type) {
	case *Ident:
		e.Paren = true
	case *ObjectLit:
		e.Paren = true
	case *ArrayLit:
		e.Paren = true
	case *Assign:
		e.Paren = true
	}
	return elems[0]
}

// asyncStart parses what begins with async: an async arrow function (true), or
// the call async(...) (false). It returns nil when it is neither.
func (p *parser) asyncStart(start int, conditional bool) (Expr, bool) {
	if p.esc {
		return p.plainAsync(start, conditional)
	}
	at, nl := p.peek(p.end)
	if nl || at >= len(p.src) {
		return p.plainAsync(start, conditional)
	}
	switch c := p.src[at]; {
	case c == '(':
		return p.asyncParen(start, conditional)
	case c == '<':
		saved := p.lexState
		id := &Ident{Span: p.token(), Name: p.val}
		p.next()
		if p.genericAhead() && p.tok == tLParen {
			return p.asyncList(id, start, conditional)
		}
		p.reread(saved)
	case nameByte[c] || c == '\\' || c >= 0x80:
		saved := p.lexState
		p.next()
		if (p.isBindingName() || p.tok == tAwait) && !p.nl && p.peekArrow() {
			return p.identArrow(start, FuncAsync, conditional), true
		}
		p.reread(saved)
	}
	return p.plainAsync(start, conditional)
}

// plainAsync handles `async => ...`, where async is a parameter.
func (p *parser) plainAsync(start int, conditional bool) (Expr, bool) {
	if p.tok == tAsync || p.tok == tIdent {
		if p.peekArrow() {
			return p.identArrow(start, 0, conditional), true
		}
	}
	return nil, false
}

func (p *parser) asyncParen(start int, conditional bool) (Expr, bool) {
	id := Ident{Span: p.token(), Name: p.val}
	p.next()
	if p.simpleArrowAhead() {
		return p.simpleArrow(start, FuncAsync, conditional), true
	}
	callee := p.arena.idents.get()
	*callee = id
	return p.asyncList(callee, start, conditional)
}

// asyncList parses the list of async(...), which is one of parameters if => follows.
func (p *parser) asyncList(id *Ident, start int, conditional bool) (Expr, bool) {
	open := p.start
	base := len(p.exprs)
	cover, proto := p.cover, p.coverProto
	p.cover = -1
	outerUses := p.fn.flags & uses
	p.fn.flags &^= uses
	info := p.coverList("the parenthesis")
	coverUses := p.fn.flags & uses
	p.fn.flags |= outerUses
	var e Expr
	arrow := false
	if p.err == nil && !(p.tok == tArrow && p.nl) {
		e = p.parenArrow(base, start, open, FuncAsync, coverUses, info, conditional)
		arrow = e != nil
	}
	if !arrow {
		if info.typed >= 0 {
			p.failArrowExpected(info.typed, true)
		}
		if p.cover >= 0 {
			p.failCover()
		}
		p.link()
		e = &Call{Span: p.span(start), ArgsPos: int32(open), Callee: id, Args: p.arena.exprLists.take(p.exprs[base:])}
	}
	p.exprs = p.exprs[:base]
	p.cover, p.coverProto = cover, proto
	return e, arrow
}

// angleStart parses an expression that begins with <: type parameters of an
// arrow function, or a type assertion.
func (p *parser) angleStart(start int, conditional bool) (Expr, bool) {
	p.noteAngle()
	p.typeParameters()
	if p.tok == tLParen {
		at := p.start
		e, arrow := p.paren(start, true, conditional)
		if arrow {
			return e, true
		}
		return p.postfix(p.subscripts(e, at, false), at), false
	}
	return p.operand(), false
}

// typeAssertion parses <T>x as an operand.
func (p *parser) typeAssertion() Expr {
	p.noteAngle()
	p.typeArguments()
	return p.operand()
}
