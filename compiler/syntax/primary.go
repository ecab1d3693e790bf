package syntax

// This file parses primary expressions, member accesses and calls, array and
// object literals, templates.

import "math/big"

// primary parses a PrimaryExpression, new or super.
func (p *parser) primary() Expr {
	start := p.start
	switch p.tok {
	case tIdent:
		return p.identifier()
	case tNumber:
		n := p.arena.numbers.get()
		n.Span, n.Value = p.token(), p.num
		p.next()
		return n
	case tString:
		n := p.arena.strings.get()
		n.Span, n.Value = p.token(), p.val
		p.next()
		return n
	case tLParen:
		e, _ := p.paren(start, false, false)
		return e
	case tLBrace:
		return p.object()
	case tLBracket:
		return p.array()
	case tTemplate:
		return p.template(false)
	case tThis:
		p.use(FuncUsesThis)
		n := p.arena.thises.get()
		n.Span = p.token()
		p.next()
		return n
	case tNull:
		n := p.arena.nulls.get()
		n.Span = p.token()
		p.next()
		return n
	case tTrue, tFalse:
		n := p.arena.bools.get()
		n.Span, n.Value = p.token(), p.tok == tTrue
		p.next()
		return n
	case tBigInt:
		n := &BigIntLit{p.token(), p.val}
		p.next()
		return n
	case tSlash, tDivAssign:
		return p.regExp()
	case tFunction:
		return p.functionExpression()
	case tAsync:
		if p.isAsyncFunction() {
			return p.functionExpression()
		}
		return p.identifier()
	case tNew:
		return p.newExpression()
	case tClass:
		return p.classExpression()
	case tSuper:
		return p.super()
	case tImport:
		p.failImport()
		return p.bad()
	}
	if p.isBindingName() {
		return p.identifier()
	}
	p.failExpression()
	return p.bad()
}

func (p *parser) functionExpression() Expr {
	fn, _ := p.function(false)
	return fn
}

// isAsyncFunction reports whether the current async begins `async function`.
func (p *parser) isAsyncFunction() bool {
	if p.esc {
		return false
	}
	at, nl := p.peek(p.end)
	const word = "function"
	return !nl && len(p.src)-at >= len(word) && p.src[at:at+len(word)] == word &&
		(at+len(word) == len(p.src) || !nameByte[p.src[at+len(word)]] && p.src[at+len(word)] != '\\')
}

// identifier parses an identifier reference.
func (p *parser) identifier() Expr {
	n := p.arena.idents.get()
	n.Span, n.Name = p.token(), p.val
	switch n.Name {
	case "arguments":
		p.use(FuncUsesArguments)
		if p.fn.noArgs {
			p.failNode(n, "`arguments` is not available in a field or static block of a class.")
		}
	case "await":
		p.fn.awaitNamePos = n.Start
	}
	p.next()
	return n
}

// ---- Members and calls ----

// subscripts parses what follows a primary expression: members, calls,
// templates, TypeScript's ! and type arguments. In the callee of new, calls and
// optional links do not belong to it.
func (p *parser) subscripts(e Expr, start int, callee bool) Expr {
	chain := false
	for {
		switch p.tok {
		case tDot:
			p.next()
			e = p.member(e, start, false)
		case tLParen:
			if callee {
				return e
			}
			n := p.arena.calls.get()
			n.ArgsPos, n.Callee = int32(p.start), e
			n.Args = p.arguments()
			n.Span = p.span(start)
			e = n
		case tLBracket:
			e = p.index(e, start, false)
		case tQuestionDot:
			if callee {
				p.fail("An optional chain can not stand in the callee of `new`.")
				return e
			}
			chain = true
			e = p.optionalLink(e, start)
		case tTemplate:
			if chain {
				p.fail("A template can not follow an optional chain.").suggest("Use an ordinary call.")
				return e
			}
			n := &TaggedTemplate{Tag: e, Quasi: p.template(true)}
			n.Span = p.span(start)
			e = n
		case tNot:
			if p.nl {
				return p.endChain(e, start, chain)
			}
			p.next()
			continue
		case tLT, tShl:
			if !p.typeArgumentsAhead() {
				return p.endChain(e, start, chain)
			}
			continue
		default:
			return p.endChain(e, start, chain)
		}
		p.link()
	}
}

// endChain wraps an optional chain.
func (p *parser) endChain(e Expr, start int, chain bool) Expr {
	if !chain {
		return e
	}
	return p.optChain(e, start)
}

func (p *parser) optChain(e Expr, start int) Expr {
	p.link()
	n := p.arena.chains.get()
	n.Span, n.X = p.span(start), e
	return n
}

// member parses the name after a dot.
func (p *parser) member(e Expr, start int, optional bool) Expr {
	switch {
	case p.tok.isName():
		n := p.arena.dots.get()
		n.NamePos, n.Optional, n.Object, n.Name = int32(p.start), optional, e, p.val
		p.next()
		n.Span = p.span(start)
		return n
	case p.tok == tPrivateName:
		n := &PrivateDot{NamePos: int32(p.start), Optional: optional, Object: e, Name: p.val}
		p.referPrivate(p.val, p.token())
		p.next()
		n.Span = p.span(start)
		return n
	}
	p.failMember()
	return e
}

func (p *parser) index(e Expr, start int, optional bool) Expr {
	open := p.start
	p.next()
	n := p.arena.indexes.get()
	n.Optional, n.Object, n.Key = optional, e, p.expressionIn()
	p.expectClose(tRBracket, open, "the index")
	n.Span = p.span(start)
	return n
}

// optionalLink parses ?. and the link after it.
func (p *parser) optionalLink(e Expr, start int) Expr {
	p.next()
	if p.tok == tLT {
		p.typeArguments()
		if p.tok != tLParen {
			p.unexpected("`(` and arguments after the type arguments")
		}
	}
	switch p.tok {
	case tLParen:
		n := p.arena.calls.get()
		n.ArgsPos, n.Optional, n.Callee = int32(p.start), true, e
		n.Args = p.arguments()
		n.Span = p.span(start)
		return n
	case tLBracket:
		return p.index(e, start, true)
	case tTemplate:
		p.fail("A template can not follow `?.`.").suggest("Use an ordinary call.")
		return e
	}
	return p.member(e, start, true)
}

// arguments parses (a, ...b).
func (p *parser) arguments() []Expr {
	open := p.start
	noIn := p.noIn
	p.noIn = false
	p.next()
	var args []Expr
	if p.tok != tRParen && p.tok != tEOF {
		args = p.argumentList(open)
	}
	p.expectClose(tRParen, open, "the arguments")
	p.noIn = noIn
	return args
}

// argumentList parses arguments up to the closing parenthesis; there is at least one. A single one, which most calls
// have, needs no stack.
func (p *parser) argumentList(open int) []Expr {
	x := p.spreadOr()
	if p.tok == tRParen {
		args := p.arena.exprLists.make(1)
		args[0] = x
		return args
	}
	base := len(p.exprs)
	p.exprs = append(p.exprs, x)
	for p.tok != tRParen && p.comma("arguments", tRParen, open) && p.tok != tRParen && p.tok != tEOF {
		p.exprs = append(p.exprs, p.spreadOr())
	}
	args := p.arena.exprLists.take(p.exprs[base:])
	p.exprs = p.exprs[:base]
	return args
}

// spreadOr parses an argument.
func (p *parser) spreadOr() Expr {
	if p.tok != tEllipsis {
		return p.assign()
	}
	start := p.start
	p.next()
	x := p.assign()
	return p.spread(start, x)
}

func (p *parser) spread(start int, x Expr) Expr {
	n := p.arena.spreads.get()
	n.Span, n.X = p.span(start), x
	return n
}

// newExpression parses new.target, or new with callee and arguments.
func (p *parser) newExpression() Expr {
	start := p.start
	p.next()
	if p.tok == tDot {
		p.next()
		if !p.isWord("target") {
			p.unexpected("`target` after `new.`")
			return p.bad()
		}
		if !p.fn.newTarget {
			p.failAt(start, p.end, "`new.target` is allowed only inside functions and classes.")
		}
		p.use(FuncUsesNewTarget)
		p.next()
		return &NewTarget{p.span(start)}
	}
	n := p.arena.news.get()
	if !p.enter() {
		p.leave()
		return p.bad()
	}
	at := p.start
	if p.tok == tNew {
		n.Callee = p.newExpression()
	} else {
		n.Callee = p.primary()
	}
	n.Callee = p.subscripts(n.Callee, at, true)
	p.leave()
	if p.tok == tLParen {
		n.Args = p.arguments()
	}
	p.link()
	n.Span = p.span(start)
	return n
}

// super parses super(...), super.x and super[x].
func (p *parser) super() Expr {
	start := p.start
	p.next()
	switch p.tok {
	case tLParen:
		if !p.fn.superCall {
			p.failAt(start, start+5, "`super()` is allowed only in the constructor of a class that extends another.")
		}
		p.use(FuncUsesSuperCall | FuncUsesThis)
		args := p.arguments()
		return &SuperCall{p.span(start), args}
	case tDot, tLBracket:
		if !p.fn.superProp {
			p.failAt(start, start+5, "`super` is allowed only in the methods of classes and object literals.")
		}
		p.use(FuncUsesSuper | FuncUsesThis)
		if p.tok == tDot {
			p.next()
			if !p.tok.isName() {
				p.failMember()
			}
			n := &SuperDot{NamePos: int32(p.start), Name: p.val}
			p.next()
			n.Span = p.span(start)
			return n
		}
		open := p.start
		p.next()
		n := &SuperIndex{Key: p.expressionIn()}
		p.expectClose(tRBracket, open, "the index")
		n.Span = p.span(start)
		return n
	}
	p.unexpected("`(`, `.` or `[` after `super`")
	return p.bad()
}

// ---- Literals ----

// array parses an array literal, which may become a pattern.
func (p *parser) array() Expr {
	open := p.start
	noIn := p.noIn
	p.noIn = false
	p.next()
	base := len(p.exprs)
	for p.tok != tRBracket && p.tok != tEOF {
		if p.tok == tComma {
			p.next()
			p.exprs = append(p.exprs, nil)
			continue
		}
		if p.tok == tEllipsis {
			start := p.start
			p.next()
			x := p.assignCover()
			p.exprs = append(p.exprs, p.spread(start, x))
		} else {
			p.exprs = append(p.exprs, p.assignCover())
		}
		if p.tok != tRBracket && !p.comma("elements", tRBracket, open) {
			break
		}
	}
	n := p.arena.arrays.get()
	n.Elems = p.arena.exprLists.take(p.exprs[base:])
	p.exprs = p.exprs[:base]
	p.expectClose(tRBracket, open, "the array")
	p.noIn = noIn
	n.Span = p.span(open)
	return n
}

// object parses an object literal, which may become a pattern.
func (p *parser) object() Expr {
	open := p.start
	noIn := p.noIn
	p.noIn = false
	p.next()
	n := p.arena.objects.get()
	if p.tok != tRBrace && p.tok != tEOF {
		n.Props = p.propertyList(open)
	}
	p.expectClose(tRBrace, open, "the object")
	p.noIn = noIn
	n.Span = p.span(open)
	return n
}

// propertyList parses properties up to the closing brace; there is at least one. A single one needs no stack.
func (p *parser) propertyList(open int) []Property {
	q := p.property()
	if p.tok == tRBrace {
		props := p.arena.propLists.make(1)
		props[0] = q
		return props
	}
	base := len(p.props)
	p.props = append(p.props, q)
	for p.tok != tRBrace && p.comma("properties", tRBrace, open) && p.tok != tRBrace && p.tok != tEOF {
		q = p.property()
		p.props = append(p.props, q)
	}
	props := p.arena.propLists.take(p.props[base:])
	p.props = p.props[:base]
	return props
}

// isModifier reports whether the current word is a modifier of a property or
// member, not its name; sameLine when the name must follow on the same line.
func (p *parser) isModifier(sameLine bool) bool {
	if p.esc {
		return false
	}
	at, nl := p.peek(p.end)
	if at >= len(p.src) || nl && sameLine {
		return false
	}
	switch p.src[at] {
	case '(', '=', ';', '}', ':', '?', '!', ',', '<', ')':
		return false
	}
	return true
}

func (p *parser) property() (q Property) {
	start := p.start
	switch p.tok {
	case tIdent:
		if p.end < len(p.src) && p.src[p.end] == ':' && p.val != "__proto__" { // as most properties are written
			q.Key.Span, q.Key.Name = p.token(), p.val
			p.next()
			p.next()
			q.Value = p.assignCover()
			q.Span = p.span(start)
			return q
		}
	case tEllipsis:
		p.next()
		q.Kind = PropSpread
		q.Value = p.assignCover()
		q.Span = p.span(start)
		return q
	}
	flags := FuncFlags(0)
	switch p.tok {
	case tAsync:
		if p.isModifier(true) {
			flags |= FuncMethod | FuncAsync
			p.next()
		}
	case tGet:
		if p.isModifier(false) && p.peekByte() != '*' {
			flags |= FuncMethod | FuncGetter
			p.next()
		}
	case tSet:
		if p.isModifier(false) && p.peekByte() != '*' {
			flags |= FuncMethod | FuncSetter
			p.next()
		}
	case tAt:
		p.failDecorator()
	}
	if p.tok == tStar && flags&(FuncGetter|FuncSetter) == 0 {
		flags |= FuncMethod | FuncGenerator
		p.next()
	}
	word, id := p.tok, Ident{Span: p.token(), Name: p.val}
	isName := p.isBindingName()
	q.Key = p.propertyKey()
	switch {
	case flags != 0 || p.tok == tLParen || p.tok == tLT:
		q.Kind = PropMethod
		if flags&FuncGetter != 0 {
			q.Kind = PropGet
		} else if flags&FuncSetter != 0 {
			q.Kind = PropSet
		}
		q.Value = p.method(flags|FuncMethod, start, false)
	case p.tok == tColon:
		p.next()
		if q.Key.Name == "__proto__" && q.Key.Kind != KeyComputed && p.cover < 0 {
			p.cover, p.coverProto = start, true
		}
		q.Value = p.assignCover()
	case isName:
		p.shorthand(&q, id)
	default:
		p.failProperty(word, id.Name, start)
	}
	q.Span = p.span(start)
	return q
}

// shorthand completes { name } and the pattern { name = default }.
func (p *parser) shorthand(q *Property, id Ident) {
	q.Kind = PropShorthand
	n := p.arena.idents.get()
	*n = id
	q.Value = n
	switch id.Name {
	case "arguments":
		p.use(FuncUsesArguments)
		if p.fn.noArgs {
			p.failNode(n, "`arguments` is not available in a field or static block of a class.")
		}
	case "await":
		p.fn.awaitNamePos = id.Start
	}
	if p.tok != tAssign {
		return
	}
	if p.cover < 0 {
		p.cover, p.coverProto = p.start, false
	}
	a := p.arena.assigns.get()
	a.Target = p.toTarget(n, false)
	p.next()
	a.Value = p.assign()
	a.Span = p.span(int(id.Start))
	q.Value = a
}

// propertyKey parses the name of a property or member. Private names are only
// for members; the caller checks.
func (p *parser) propertyKey() (k PropertyKey) {
	k.Span = p.token()
	switch {
	case p.tok.isName():
		k.Name = p.val
	case p.tok == tString:
		k.Kind, k.Name = KeyString, p.val
	case p.tok == tNumber:
		k.Kind, k.Name = KeyNumber, numberKey(p.num)
	case p.tok == tBigInt:
		k.Kind, k.Name = KeyNumber, p.bigIntKey()
	case p.tok == tLBracket:
		open := p.start
		p.next()
		k.Kind, k.Expr = KeyComputed, p.assignIn()
		p.expectClose(tRBracket, open, "the computed key")
		k.Span = p.span(open)
		return k
	default:
		p.failKey()
		return k
	}
	p.next()
	return k
}

// bigIntKey returns the decimal digits of a BigInt key, of modest length since
// conversion is not linear.
func (p *parser) bigIntKey() string {
	const most = 400
	if len(p.val) > most {
		p.fail("This numeric key is longer than " + itoa(most) + " digits.")
		return ""
	}
	v, ok := new(big.Int).SetString(p.val, 0)
	if !ok {
		return ""
	}
	return v.String()
}

// method parses the parameters and body of a method or accessor. It returns nil
// for a TypeScript signature without body, if mayOmit.
func (p *parser) method(flags FuncFlags, start int, mayOmit bool) *Function {
	open := p.start
	fn := p.arena.funcs.get()
	if p.tok != tLParen && p.tok != tLT {
		p.unexpected("`(` and the parameters of the method")
		return fn
	}
	if !p.functionRest(fn, flags, start, mayOmit) {
		return nil
	}
	switch {
	case p.err != nil:
	case flags&FuncGetter != 0 && len(fn.Params) != 0:
		p.failAt(open, open+1, "A getter has no parameters.")
	case flags&FuncSetter != 0 && (len(fn.Params) != 1 || fn.Params[0].Rest):
		p.failAt(open, open+1, "A setter has exactly one parameter.")
	}
	return fn
}

// template parses a template from its opening backtick.
func (p *parser) template(tagged bool) *TemplateLit {
	open := p.start
	n := p.arena.templates.get()
	if open+3 <= len(p.src) && p.src[open:open+3] == "```" && !p.opts.Script {
		p.failFence()
		return n
	}
	baseExpr := len(p.exprs)
	baseQuasi := len(p.quasis)
	noIn := p.noIn
	p.noIn = false
	for {
		piece, last := p.templatePiece(p.end, open, tagged)
		p.quasis = append(p.quasis, piece)
		if last || p.err != nil {
			break
		}
		brace := p.end - 1
		p.next()
		if p.tok == tRBrace {
			p.fail("Expected an expression inside `${}`, but it is empty.")
		}
		p.exprs = append(p.exprs, p.expression())
		if p.tok != tRBrace {
			p.failClose(tRBrace, brace, "the substitution `${`")
			break
		}
	}
	p.noIn = noIn
	n.Quasis = p.arena.quasiLists.take(p.quasis[baseQuasi:])
	p.quasis = p.quasis[:baseQuasi]
	n.Exprs = p.arena.exprLists.take(p.exprs[baseExpr:])
	p.exprs = p.exprs[:baseExpr]
	p.next()
	n.Span = p.span(open)
	return n
}
