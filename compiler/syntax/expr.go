package syntax

// This file parses expressions from the comma operator down to unary operators.

// expression parses an expression with comma operators.
func (p *parser) expression() Expr {
	start := p.start
	e := p.assign()
	if p.tok != tComma {
		return e
	}
	base := len(p.exprs)
	p.exprs = append(p.exprs, e)
	for p.eat(tComma) {
		p.exprs = append(p.exprs, p.assign())
	}
	n := &Sequence{Span: p.span(start), Exprs: p.arena.exprLists.take(p.exprs[base:])}
	p.exprs = p.exprs[:base]
	p.height++
	return n
}

// expressionIn is expression inside brackets, where `in` is an operator again.
func (p *parser) expressionIn() Expr {
	noIn := p.noIn
	p.noIn = false
	e := p.expression()
	p.noIn = noIn
	return e
}

// assignIn is assign inside brackets.
func (p *parser) assignIn() Expr {
	noIn := p.noIn
	p.noIn = false
	e := p.assign()
	p.noIn = noIn
	return e
}

// assign parses an AssignmentExpression that is no pattern.
func (p *parser) assign() Expr { return p.assignment(false) }

// assignCover parses an AssignmentExpression that may yet become a pattern. What
// only a pattern may hold is noted in p.cover; it stays noted only when the
// result is an object or array literal.
func (p *parser) assignCover() Expr { return p.assignment(true) }

// endsOperand marks the bytes that, right behind a name or literal, show that it
// is the whole expression.
var endsOperand = [256]bool{',': true, ';': true, ')': true, ']': true, '}': true}

// continuesName marks the bytes that, right behind a name, show that no arrow follows.
var continuesName = [256]bool{'.': true, '(': true, '[': true}

func (p *parser) assignment(pattern bool) Expr {
	conditional := p.conditional
	p.conditional = false
	if p.end < len(p.src) && endsOperand[p.src[p.end]] {
		switch p.tok {
		case tIdent:
			return p.identifier()
		case tNumber, tString:
			return p.primary()
		}
	}
	cover, proto, height := p.cover, p.coverProto, p.height
	p.cover, p.height = -1, 0
	var e Expr
	if p.enter() {
		e = p.assignInner(conditional)
	} else {
		e = p.bad()
	}
	p.leave()
	if p.cover >= 0 && !(pattern && isCover(e)) {
		p.failCover()
	}
	if cover >= 0 || p.cover < 0 {
		p.cover, p.coverProto = cover, proto
	}
	p.link()
	p.height = max(p.height, height)
	return e
}

// isCover reports whether an expression may become a pattern.
func isCover(e Expr) bool {
	switch e := e.(type) {
	case *ObjectLit:
		return !e.Paren
	case *ArrayLit:
		return !e.Paren
	}
	return false
}

// failCover reports what stands at p.cover.
func (p *parser) failCover() {
	if p.err != nil {
		return
	}
	if p.coverProto {
		p.failProto(p.cover)
		return
	}
	p.failAt(p.cover, p.cover+1, "Found `=` after a property name; in an object literal the value follows a colon.").
		suggest("Write { name: value }. A default { name = value } is for destructuring only.")
}

func (p *parser) failProto(at int) {
	p.failAt(at, at+len("__proto__"), "Setting the prototype with a `__proto__` key is not supported.").unsupported().
		suggest("Use a class with extends, or Object.create(proto), or spread the properties: { ...proto }.")
}

func (p *parser) assignInner(conditional bool) Expr {
	start := p.start
	var left Expr
	arrow := false
	switch p.tok {
	case tIdent:
		if (p.end >= len(p.src) || !continuesName[p.src[p.end]]) && p.peekArrow() {
			return p.identArrow(start, 0, conditional)
		}
		left = p.postfix(p.subscripts(p.identifier(), start, false), start)
	case tLParen:
		if p.simpleArrowAhead() {
			return p.simpleArrow(start, 0, conditional)
		}
		if left, arrow = p.paren(start, true, conditional); arrow {
			return left
		}
		left = p.postfix(p.subscripts(left, start, false), start)
	case tAsync:
		if left, arrow = p.asyncStart(start, conditional); arrow {
			return left
		}
		if left == nil {
			left = p.unary()
		} else {
			left = p.postfix(p.subscripts(left, start, false), start)
		}
	case tLT:
		if left, arrow = p.angleStart(start, conditional); arrow {
			return left
		}
	case tYield:
		if p.fn.yield {
			return p.yield()
		}
		left = p.unary()
	case tPrivateName:
		left = p.privateIn()
	default:
		if (p.isBindingName() || p.tok >= tImplements && p.tok <= tAwait) && p.peekArrow() {
			return p.identArrow(start, 0, conditional)
		}
		left = p.unary()
	}
	if precedence[p.tok] != 0 {
		left = p.binary(left, start, 0)
	}
	if p.tok == tQuestion {
		left = p.conditionalRest(left, start, conditional)
	}
	if p.tok >= tAssign && p.tok <= tNullishAssign {
		return p.assignTo(left, start, conditional)
	}
	return left
}

// conditionalRest parses ? a : b after the test.
func (p *parser) conditionalRest(test Expr, start int, conditional bool) Expr {
	switch p.peekByte() {
	case ':', ',', ')':
		return test // an optional parameter of an arrow function: the caller knows
	}
	p.next()
	noIn := p.noIn
	p.noIn = false
	p.conditional = true
	then := p.assign()
	p.noIn = noIn
	if p.tok != tColon {
		p.unexpected("`:` and the other value of the conditional expression")
	}
	p.next()
	p.conditional = conditional
	other := p.assign()
	p.height++
	n := p.arena.conditions.get()
	*n = Conditional{Span: p.span(start), Test: test, Then: then, Else: other}
	return n
}

// assignTo parses an assignment operator and the value.
func (p *parser) assignTo(left Expr, start int, conditional bool) Expr {
	n := p.arena.assigns.get()
	op := p.tok
	switch {
	case op == tAssign:
		if isCover(left) {
			p.cover = -1
		}
		n.Target = p.toTarget(left, false)
	default:
		if isCover(left) {
			p.failNode(left, "A destructuring pattern can be assigned only with `=`.")
		}
		n.Target = p.toTarget(left, false)
		switch op {
		case tLogAndAssign:
			n.Kind, n.Logic = AssignLogical, OpAnd
		case tLogOrAssign:
			n.Kind, n.Logic = AssignLogical, OpOr
		case tNullishAssign:
			n.Kind, n.Logic = AssignLogical, OpNullish
		default:
			n.Kind, n.Op = AssignBinary, binaryOps[op]
		}
	}
	p.next()
	p.conditional = conditional
	n.Value = p.assign()
	n.Span = p.span(start)
	return n
}

// yield parses a yield expression inside a generator.
func (p *parser) yield() Expr {
	start := p.start
	p.fn.yieldPos = int32(start)
	p.use(FuncHasYield)
	p.next()
	n := &Yield{}
	if !p.nl {
		switch p.tok {
		case tStar:
			p.next()
			n.Delegate = true
			n.X = p.assign()
		case tRParen, tRBracket, tRBrace, tComma, tSemi, tColon, tEOF, tIn:
		default:
			n.X = p.assign()
		}
	}
	n.Span = p.span(start)
	return n
}

// binary climbs precedences: left, which starts at start, is complete, and only
// operators above minPrec belong to it.
func (p *parser) binary(left Expr, start, minPrec int) Expr {
	for {
		op := p.tok
		prec := int(precedence[op])
		if prec <= minPrec {
			return left
		}
		switch op {
		case tIn:
			if p.noIn {
				return left
			}
		case tAs, tSatisfies:
			if p.nl || p.esc {
				return left
			}
			p.next()
			p.typeAfterAs()
			continue
		case tStarStar:
			p.checkPowerBase(left, start)
		}
		opPos := p.start
		p.next()
		height := p.height
		p.height = 0
		rightStart := p.start
		var right Expr
		if p.tok == tPrivateName && prec < precRelational {
			right = p.privateIn()
		} else {
			right = p.unary()
		}
		if next := int(precedence[p.tok]); next > prec {
			right = p.binary(right, rightStart, prec)
		} else if op == tStarStar && p.tok == tStarStar {
			if p.enter() {
				right = p.binary(right, rightStart, prec-1)
			}
			p.leave()
		}
		p.height = max(p.height, height)
		p.link()
		span := p.span(start)
		switch op {
		case tLogAnd:
			left = p.logical(span, OpAnd, left, right, rightStart)
		case tLogOr:
			left = p.logical(span, OpOr, left, right, rightStart)
		case tNullish:
			left = p.logical(span, OpNullish, left, right, rightStart)
		default:
			n := p.arena.binaries.get()
			*n = Binary{Span: span, Op: binaryOps[op], OpPos: int32(opPos), X: left, Y: right}
			left = n
		}
	}
}

// logical builds a short-circuit node and refuses ?? beside || and &&.
func (p *parser) logical(span Span, op LogicalOp, x, y Expr, yStart int) Expr {
	l, _ := x.(*Logical)
	r, _ := y.(*Logical)
	clash := func(n *Logical, start int32) bool {
		return n != nil && n.Start == start && (n.Op == OpNullish) != (op == OpNullish)
	}
	if clash(l, span.Start) || clash(r, int32(yStart)) {
		p.failAt(int(span.Start), int(span.End), "`??` can not be mixed with `||` or `&&` without parentheses.").
			suggest("Put one of them in parentheses: (a ?? b) || c, or a ?? (b || c).")
	}
	n := p.arena.logicals.get()
	*n = Logical{Span: span, Op: op, X: x, Y: y}
	return n
}

// checkPowerBase refuses -a ** b.
func (p *parser) checkPowerBase(left Expr, start int) {
	switch left.(type) {
	case *Unary, *Await:
		if s := left.Range(); int(s.Start) == start {
			p.failAt(start, p.end, "A unary operator can not stand directly before `**`.").
				suggest("Use parentheses: (-a) ** b, or -(a ** b).")
		}
	}
}

// privateIn parses #name before in.
func (p *parser) privateIn() Expr {
	n := &PrivateName{Span: p.token(), Name: p.val}
	p.referPrivate(n.Name, n.Span)
	p.next()
	if p.tok != tIn || p.noIn {
		p.failNode(n, "The private name "+quote("#"+n.Name)+" can stand alone only before `in`.").
			suggest("Write this.#" + n.Name + ", or #" + n.Name + " in object.")
	}
	return n
}

var unaryOps = [256]UnaryOp{
	tMinus: OpNeg, tPlus: OpPlus, tNot: OpNot, tTilde: OpBitNot,
	tTypeof: OpTypeof, tVoid: OpVoid, tDelete: OpDelete,
}

// unary parses a UnaryExpression or UpdateExpression.
func (p *parser) unary() Expr {
	start := p.start
	switch p.tok {
	case tIdent:
		return p.postfix(p.subscripts(p.identifier(), start, false), start)
	case tNot, tMinus, tPlus, tTilde, tTypeof, tVoid, tDelete:
		op := p.tok
		p.next()
		x := p.operand()
		if op == tDelete {
			p.checkDelete(x)
		}
		p.link()
		n := p.arena.unaries.get()
		*n = Unary{Span: p.span(start), Op: unaryOps[op], X: x}
		return n
	case tIncr, tDecr:
		op := OpAdd
		if p.tok == tDecr {
			op = OpSub
		}
		p.next()
		x := p.operand()
		p.link()
		n := p.arena.updates.get()
		*n = Update{Span: p.span(start), Op: op, Prefix: true, X: p.updateTarget(x)}
		return n
	case tAwait:
		if !p.awaitIsName() {
			return p.await()
		}
	case tLT:
		return p.typeAssertion()
	}
	return p.postfix(p.subscripts(p.primary(), start, false), start)
}

// operand is the operand of a prefix operator, one level deeper.
func (p *parser) operand() Expr {
	if !p.enter() {
		p.leave()
		return p.bad()
	}
	x := p.unary()
	p.leave()
	return x
}

// await parses an await expression.
func (p *parser) await() Expr {
	start := p.start
	if !p.fn.await {
		p.failAwait()
		return p.bad()
	}
	p.fn.awaitPos = int32(start)
	p.use(FuncHasAwait)
	p.next()
	x := p.operand()
	p.link()
	n := p.arena.awaits.get()
	n.Span, n.X = p.span(start), x
	return n
}

func (p *parser) checkDelete(x Expr) {
	switch t := x.(type) {
	case *Ident:
		p.failNode(x, "`delete` can not remove the variable "+quote(t.Name)+".").
			suggest("delete is for properties: delete object.name. Set a variable to undefined instead.")
	case *PrivateDot:
		p.failNode(x, "The private field "+quote("#"+t.Name)+" can not be deleted.").suggest("Set it to undefined.")
	case *OptChain:
		p.checkDelete(privateLink(t))
	}
}

// privateLink returns the last link of a chain if it is a private name.
func privateLink(c *OptChain) Expr {
	if d, ok := c.X.(*PrivateDot); ok {
		return d
	}
	return nil
}

// postfix parses ++ and -- after an expression.
func (p *parser) postfix(e Expr, start int) Expr {
	if p.tok == tIncr || p.tok == tDecr {
		return p.postfixUpdate(e, start)
	}
	return e
}

func (p *parser) postfixUpdate(e Expr, start int) Expr {
	if p.nl {
		return e
	}
	n := p.arena.updates.get()
	n.Op, n.X = OpAdd, p.updateTarget(e)
	if p.tok == tDecr {
		n.Op = OpSub
	}
	p.next()
	p.link()
	n.Span = p.span(start)
	return n
}

func (p *parser) updateTarget(e Expr) Target {
	if isCover(e) {
		p.failTarget(e, false)
	}
	return p.toTarget(e, false)
}
