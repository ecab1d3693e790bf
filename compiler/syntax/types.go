package syntax

// This file reads TypeScript types and throws them away: nothing is built, only
// the grammar is followed. Where it is more generous than TypeScript, types that
// are wrong in themselves pass; they have no effect.

import "unicode/utf8"

// optionalType reads `: type` if it is there.
func (p *parser) optionalType() {
	if p.tok == tColon {
		p.annotation()
	}
}

// annotation reads `: type`. The current token is the colon.
func (p *parser) annotation() {
	p.next()
	p.typeExpr()
}

// returnType reads `: type`, where the type may be a predicate. The current
// token is the colon.
func (p *parser) returnType() {
	p.next()
	p.typeOrPredicate()
}

// typeOrPredicate reads `x is T`, `asserts x`, `asserts x is T` or a type.
func (p *parser) typeOrPredicate() {
	if p.tok == tAsserts && !p.esc {
		if at, nl := p.peek(p.end); !nl && at < len(p.src) && nameByte[p.src[at]] && !p.wordAt(at, "is") {
			p.next()
			p.next() // the name or this
			if p.isWord("is") && !p.nl {
				p.next()
				p.typeExpr()
			}
			return
		}
	}
	if p.tok.isPlainName() || p.tok == tThis {
		if at, nl := p.peek(p.end); !nl && p.wordAt(at, "is") {
			p.next()
			p.next()
			p.typeExpr()
			return
		}
	}
	p.typeExpr()
}

// wordAt reports whether the whole word stands at the offset.
func (p *parser) wordAt(at int, word string) bool {
	end := at + len(word)
	return end <= len(p.src) && p.src[at:end] == word &&
		(end == len(p.src) || !nameByte[p.src[end]] && p.src[end] < utf8.RuneSelf && p.src[end] != '\\')
}

// typeAfterAs reads the type after as or satisfies.
func (p *parser) typeAfterAs() {
	if p.tok == tConst {
		p.next()
		return
	}
	p.typeExpr()
}

// typeExpr reads a type, conditional types included.
func (p *parser) typeExpr() {
	if !p.enter() {
		p.leave()
		return
	}
	for {
		p.unionType()
		if p.tok != tExtends || p.nl {
			break
		}
		p.next()
		p.unionType()
		if !p.expect(tQuestion, "in the conditional type") {
			break
		}
		p.typeExpr()
		if !p.expect(tColon, "in the conditional type") {
			break
		}
	}
	p.leave()
}

// unionType reads operands joined by | and &.
func (p *parser) unionType() {
	if p.tok == tBitOr || p.tok == tBitAnd {
		p.next()
	}
	for {
		p.typeOperand()
		if p.tok != tBitOr && p.tok != tBitAnd {
			return
		}
		p.next()
	}
}

// startsType reports whether the byte can begin a type after a prefix operator.
func startsType(c byte) bool {
	switch c {
	case '{', '[', '(', '"', '\'', '`', '\\', '-':
		return true
	}
	return nameByte[c] || c >= utf8.RuneSelf
}

func (p *parser) typeOperand() {
	for !p.esc && (p.tok == tKeyof || (p.tok == tUnique || p.tok == tReadonly) && startsType(p.peekByte()) && !p.wordOperatorAhead()) {
		p.next()
	}
	if p.tok == tInfer && !p.esc {
		p.next()
		p.typeName("after `infer`")
		if p.tok == tExtends {
			p.next()
			p.unionTypeDeeper()
		}
		return
	}
	p.typePrimary()
	for p.tok == tLBracket && !p.nl {
		open := p.start
		p.next()
		if p.tok != tRBracket {
			p.typeExpr()
		}
		if !p.expectClose(tRBracket, open, "the type") {
			return
		}
	}
}

func (p *parser) unionTypeDeeper() {
	if p.enter() {
		p.unionType()
	}
	p.leave()
}

// wordOperatorAhead reports whether the next word is an operator between types
// and expressions, so that the current word is a name.
func (p *parser) wordOperatorAhead() bool {
	at, nl := p.peek(p.end)
	return nl || p.wordAt(at, "extends") || p.wordAt(at, "is") || p.wordAt(at, "in") || p.wordAt(at, "as")
}

func (p *parser) typeName(purpose string) {
	if !p.tok.isPlainName() {
		p.unexpected("a name " + purpose)
		return
	}
	p.next()
}

func (p *parser) typePrimary() {
	switch p.tok {
	case tIdent:
		p.typeReference()
	case tLParen:
		p.typeParen()
	case tLT, tShl:
		p.typeParameters()
		p.functionType()
	case tNew:
		p.next()
		p.typeParameters()
		p.functionType()
	case tLBrace:
		p.objectType()
	case tLBracket:
		p.tupleType()
	case tString, tNumber, tBigInt, tTrue, tFalse, tNull, tVoid, tThis:
		p.next()
	case tMinus:
		p.next()
		if p.tok != tNumber && p.tok != tBigInt {
			p.unexpected("a number after `-` in the type")
			return
		}
		p.next()
	case tTemplate:
		p.templateType()
	case tTypeof:
		p.next()
		if p.tok == tImport {
			p.importType()
			return
		}
		p.typeReference()
	case tImport:
		p.importType()
	case tAbstract:
		if at, nl := p.peek(p.end); !nl && p.wordAt(at, "new") {
			p.next()
			p.next()
			p.typeParameters()
			p.functionType()
			return
		}
		p.typeReference()
	default:
		if p.tok.isPlainName() {
			p.typeReference()
			return
		}
		p.unexpected("a type")
	}
}

// typeReference reads a.b.c<...>; typeof queries also pass here.
func (p *parser) typeReference() {
	if !p.tok.isName() {
		p.unexpected("a name")
		return
	}
	p.next()
	for p.tok == tDot {
		p.next()
		if !p.tok.isName() && p.tok != tPrivateName {
			p.failMember()
			return
		}
		p.next()
	}
	if (p.tok == tLT || p.tok == tShl) && !p.nl {
		p.typeArguments()
	}
}

// importType reads import("x").A<B>.
func (p *parser) importType() {
	p.next()
	if !p.expect(tLParen, "after `import` in the type") {
		return
	}
	p.typeExpr()
	if p.eat(tComma) && p.tok == tLBrace {
		p.objectType()
	}
	p.expect(tRParen, "after the module of the type")
	if p.tok == tDot {
		p.next()
		p.typeReference()
	} else if p.tok == tLT && !p.nl {
		p.typeArguments()
	}
}

// typeParen reads (type) or the function type (params) => type.
func (p *parser) typeParen() {
	function, maybe := p.typeParenList()
	if p.tok == tArrow && (function || maybe) {
		p.next()
		p.typeReturn()
	} else if function {
		p.unexpected("`=>` and the result of the function type")
	}
}

// typeReturn reads the result of a function type one level deeper.
func (p *parser) typeReturn() {
	if p.enter() {
		p.typeOrPredicate()
	}
	p.leave()
}

// functionType reads (params) => type.
func (p *parser) functionType() {
	if p.tok != tLParen {
		p.unexpected("`(` and the parameters of the function type")
		return
	}
	p.typeParenList()
	if p.expect(tArrow, "and the result of the function type") {
		p.typeReturn()
	}
}

// typeParenList reads what stands between parentheses in a type: one type, or
// parameters: function says that they can only be parameters, maybe that one
// parameter would look the same. Patterns among them have the form of object and
// tuple types.
func (p *parser) typeParenList() (function, maybe bool) {
	open := p.start
	p.next()
	if p.tok == tRParen {
		function = true
	}
	for p.tok != tRParen && p.tok != tEOF {
		if p.tok == tEllipsis {
			function = true
			p.next()
		}
		if p.isParameterModifier() {
			p.next()
		}
		if c := p.peekByte(); (p.tok.isPlainName() || p.tok == tThis) && (c == ':' || c == '?' || c == ',') {
			function = true
			p.next()
		} else {
			name := p.tok.isPlainName() || p.tok == tThis
			end := p.end
			pattern := p.tok == tLBrace || p.tok == tLBracket
			p.typeExpr()
			maybe = pattern || name && p.prevEnd == end
		}
		if p.tok == tQuestion || p.tok == tColon {
			function = true
			p.eat(tQuestion)
			p.optionalType()
		}
		if p.tok != tRParen {
			function = true
			if !p.comma("parameters of the type", tRParen, open) {
				break
			}
		}
	}
	p.expectClose(tRParen, open, "the type")
	return function, maybe
}

// tupleType reads [a, b?: c, ...d].
func (p *parser) tupleType() {
	open := p.start
	p.next()
	for p.tok != tRBracket && p.tok != tEOF {
		if p.tok == tComma { // a hole of a pattern
			p.next()
			continue
		}
		p.eat(tEllipsis)
		if p.tok.isName() && p.tupleLabel() {
			p.next()
			p.eat(tQuestion)
			p.next()
		}
		p.typeExpr()
		p.eat(tQuestion)
		if p.tok != tRBracket && !p.comma("elements of the tuple type", tRBracket, open) {
			break
		}
	}
	p.expectClose(tRBracket, open, "the tuple type")
}

// tupleLabel reports whether the current name is a label: `:` or `?:` follows.
func (p *parser) tupleLabel() bool {
	at, _ := p.peek(p.end)
	if at < len(p.src) && p.src[at] == '?' {
		at, _ = p.peek(at + 1)
	}
	return at < len(p.src) && p.src[at] == ':'
}

// templateType reads a template literal type.
func (p *parser) templateType() {
	open := p.start
	for {
		_, last := p.templatePiece(p.end, open, false)
		if last || p.err != nil {
			break
		}
		brace := p.end - 1
		p.next()
		p.typeExpr()
		if p.tok != tRBrace {
			p.failClose(tRBrace, brace, "the substitution `${`")
			return
		}
	}
	p.next()
}

// ---- Object types ----

// objectType reads { members }, a mapped type, or the body of an interface.
func (p *parser) objectType() {
	open := p.start
	if !p.enter() {
		p.leave()
		return
	}
	p.next()
	for p.tok != tRBrace && p.tok != tEOF {
		p.typeMember()
		switch {
		case p.tok == tSemi, p.tok == tComma:
			p.next()
		case p.tok == tRBrace, p.nl, p.tok == tEOF:
		default:
			p.unexpected("`;` or `,` between the members of the type")
		}
	}
	p.expectClose(tRBrace, open, "the type")
	p.leave()
}

func (p *parser) typeMember() {
	if p.tok == tEllipsis { // the rest of a pattern among parameters
		p.next()
		p.typeName("after `...`")
		return
	}
	if p.tok == tPlus || p.tok == tMinus {
		p.next()
		if p.tok != tReadonly {
			p.unexpected("`readonly`")
			return
		}
		p.next()
	} else if p.tok == tReadonly && p.isModifier(true) {
		p.next()
	}
	if (p.tok == tGet || p.tok == tSet) && p.isModifier(false) {
		p.next()
	}
	switch {
	case p.tok == tLParen, p.tok == tLT:
		p.signature()
		return
	case p.tok == tNew && (p.peekByte() == '(' || p.peekByte() == '<'):
		p.next()
		p.signature()
		return
	case p.tok == tLBracket:
		p.typeBracketKey()
	case p.tok.isName(), p.tok == tString, p.tok == tNumber, p.tok == tBigInt, p.tok == tPrivateName:
		p.next()
	default:
		p.unexpected("a member of the type")
		return
	}
	if p.tok == tPlus || p.tok == tMinus { // of a mapped type: +? and -?
		p.next()
		if p.tok != tQuestion {
			p.unexpected("`?`")
			return
		}
	}
	p.eat(tQuestion)
	if p.tok == tLParen || p.tok == tLT {
		p.signature()
		return
	}
	p.optionalType()
}

// typeBracketKey reads [name: type], [name in type as type] or [computed].
func (p *parser) typeBracketKey() {
	open := p.start
	p.next()
	at, _ := p.peek(p.end)
	switch {
	case p.tok.isName() && at < len(p.src) && p.src[at] == ':':
		p.next()
		p.next()
		p.typeExpr()
	case p.tok.isName() && p.wordAt(at, "in"):
		p.next()
		p.next()
		p.typeExpr()
		if p.tok == tAs {
			p.next()
			p.typeExpr()
		}
	default:
		p.typeExpr()
	}
	p.expectClose(tRBracket, open, "the key")
}

// signature reads <T>(params): type.
func (p *parser) signature() {
	p.typeParameters()
	if p.tok != tLParen {
		p.unexpected("`(` and the parameters of the signature")
		return
	}
	p.typeParenList()
	if p.tok == tColon {
		if p.enter() {
			p.returnType()
		}
		p.leave()
	}
}

// isIndexSignature reports whether the current [ of a class body begins [name: type].
func (p *parser) isIndexSignature() bool {
	at, _ := p.peek(p.end)
	end := at
	for end < len(p.src) && (nameByte[p.src[end]] || p.src[end] >= utf8.RuneSelf) {
		end++
	}
	if end == at {
		return false
	}
	at, _ = p.peek(end)
	return at < len(p.src) && p.src[at] == ':'
}

// indexSignature reads [name: type]: type.
func (p *parser) indexSignature() {
	p.typeBracketKey()
	p.optionalType()
}

// ---- Type parameters and arguments ----

// typeParameters reads <const T extends A = B, ...> if it is there. It accepts any
// type in place of T, because <T>x looks the same up to the end.
func (p *parser) typeParameters() {
	if p.tok != tLT && p.tok != tShl {
		return
	}
	p.splitAngle()
	if !p.enter() {
		p.leave()
		return
	}
	p.next()
	for {
		for (p.tok == tConst || p.tok == tIn || p.tok == tOut) && !p.esc {
			if c := p.peekByte(); !nameByte[c] && c < utf8.RuneSelf {
				break
			}
			p.next()
		}
		if p.tok == tConst { // <const>x
			p.next()
		} else {
			p.typeExprOrParameter()
		}
		if p.eat(tAssign) {
			p.typeExpr()
		}
		if p.tok != tComma {
			break
		}
		p.next()
		if p.atAngleClose() {
			break
		}
	}
	p.closeAngle()
	p.leave()
}

// typeExprOrParameter reads a type, or T extends A.
func (p *parser) typeExprOrParameter() {
	p.unionType()
	if p.tok != tExtends {
		return
	}
	p.next()
	p.unionTypeDeeper()
	switch p.tok {
	case tQuestion:
		p.next()
		p.typeExpr()
		if p.expect(tColon, "in the conditional type") {
			p.typeExpr()
		}
	case tExtends: // the constraint is itself conditional
		p.next()
		p.unionTypeDeeper()
		if p.expect(tQuestion, "in the conditional type") {
			p.typeExpr()
			if p.expect(tColon, "in the conditional type") {
				p.typeExpr()
			}
		}
	}
}

// typeArguments reads <type, ...>. While speculating the outcome is remembered.
func (p *parser) typeArguments() {
	at := p.start
	p.splitAngle()
	if !p.enter() {
		p.leave()
		return
	}
	p.next()
	for {
		p.typeExpr()
		if p.tok != tComma {
			break
		}
		p.next()
	}
	ok := p.atAngleClose()
	end := p.start + 1
	p.closeAngle()
	p.leave()
	if p.quiet > 0 {
		if !ok {
			end = -1
		}
		p.guess(at, end)
	}
}

func (p *parser) guess(at, end int) {
	if p.guesses == nil {
		p.guesses = map[int]int{}
	}
	p.guesses[at] = end
}

// splitAngle makes the first < of << a token of its own.
func (p *parser) splitAngle() {
	if p.tok == tShl {
		p.tok, p.end = tLT, p.start+1
	}
}

// atAngleClose reports whether the current token begins with >.
func (p *parser) atAngleClose() bool {
	switch p.tok {
	case tGT, tGE, tShr, tShrAssign, tUshr, tUshrAssign:
		return true
	}
	return false
}

// closeAngle consumes one > of the current token.
func (p *parser) closeAngle() {
	if !p.atAngleClose() {
		p.unexpected("`>` to close the type arguments")
		return
	}
	p.tok, p.end = tGT, p.start+1
	p.next()
}

// typeArgumentsAhead consumes type arguments after an expression, if the < is not
// an operator: they must be well-formed, and what follows must not be able to be
// the right side of a comparison. This is TypeScript's rule.
func (p *parser) typeArgumentsAhead() bool {
	at := p.start
	end, known := p.guesses[at]
	if known && end < 0 || !known && p.budget <= 0 {
		return false
	}
	saved, depth := p.lexState, p.depth
	if known {
		p.end = end
		p.next()
	} else {
		p.quiet++
		p.typeArguments()
		p.quiet--
	}
	if p.err == nil && p.src[p.prevEnd-1] == '>' && p.followsTypeArguments() {
		return true
	}
	if p.err == nil {
		p.reached = p.end
	}
	p.budget -= p.reached - at
	p.err = nil
	p.lexState, p.depth = saved, depth
	p.guess(at, -1)
	return false
}

// followsTypeArguments: the token may follow type arguments of an expression.
func (p *parser) followsTypeArguments() bool {
	if p.end > p.start && p.start == p.prevEnd && (p.src[p.start] == '>' || p.src[p.start] == '=') {
		return false // >>, >= and the like
	}
	switch p.tok {
	case tLParen, tTemplate:
		return true
	case tLT, tGT, tPlus, tMinus, tShl:
		return false
	}
	return p.nl || precedence[p.tok] != 0 || !p.startsExpression()
}

func (p *parser) startsExpression() bool {
	switch p.tok {
	case tNumber, tBigInt, tString, tTemplate, tPrivateName, tLParen, tLBracket, tLBrace,
		tNot, tTilde, tIncr, tDecr, tPlus, tMinus, tSlash, tDivAssign, tAt, tLT,
		tFunction, tClass, tNew, tThis, tSuper, tNull, tTrue, tFalse, tTypeof, tVoid, tDelete, tImport:
		return true
	}
	return p.tok >= tIdent && p.tok <= tAwait
}

// genericAhead consumes type parameters if they are well-formed; otherwise it
// leaves the lexer where it was.
func (p *parser) genericAhead() bool {
	if p.budget <= 0 {
		return false
	}
	saved, depth := p.lexState, p.depth
	p.quiet++
	p.typeParameters()
	p.quiet--
	if p.err == nil {
		return true
	}
	p.budget -= p.reached - saved.start
	p.err = nil
	p.lexState, p.depth = saved, depth
	return false
}

// typeList reads the types after implements or extends, separated by commas.
func (p *parser) typeList() {
	for {
		p.typeReference()
		if p.tok != tComma {
			return
		}
		p.next()
	}
}
