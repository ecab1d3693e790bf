package syntax

// This file parses functions of every kind: parameters, bodies, arrow functions
// once their parameters are known.

import "strings"

// fnState is what the parser knows about the function around the current token.
// The state of the outer function is kept on the Go stack meanwhile.
type fnState struct {
	flags FuncFlags // kind, and the uses seen so far
	// What may stand in it. Arrow functions take the last five from outside.
	await, yield, ret                       bool
	superProp, superCall, newTarget, noArgs bool
	staticBlock                             bool
	loops, switches                         int32 // open ones
	labelBase                               int32
	varBase                                 int32
	awaitPos, yieldPos, awaitNamePos        int32 // offset of the last await, yield, await as a name; -1 if none
	start                                   int32
	name                                    string
}

// uses are the flags that arrow functions pass on to the function around them.
const uses = FuncUsesThis | FuncUsesArguments | FuncUsesSuper | FuncUsesSuperCall | FuncUsesNewTarget

// awaitIsName reports whether await is an identifier here. In programs it never
// is: models who write it in a plain function mean the operator.
func (p *parser) awaitIsName() bool {
	return p.opts.Script && !p.fn.await && !p.fn.staticBlock
}

// beginFunction enters a function of the kind; start is its first offset. It returns the state of the function around
// it, which endFunction takes back.
func (p *parser) beginFunction(flags FuncFlags, start int, name string) (outer fnState) {
	outer = p.fn
	f := &p.fn
	*f = fnState{}
	f.flags, f.start, f.name = flags, int32(start), name
	f.await, f.yield = flags&FuncAsync != 0, flags&FuncGenerator != 0
	f.ret = flags&(FuncStaticBlock|FuncField) == 0
	f.superProp, f.superCall = flags&(FuncMethod|FuncStaticBlock|FuncField) != 0, flags&FuncDerived != 0
	f.newTarget = true
	f.labelBase, f.varBase = int32(len(p.labels)), int32(len(p.scopes.varDecls))
	f.awaitPos, f.yieldPos, f.awaitNamePos = -1, -1, -1
	if flags&FuncArrow != 0 {
		f.superProp, f.superCall, f.newTarget, f.noArgs = outer.superProp, outer.superCall, outer.newTarget, outer.noArgs
		f.staticBlock = outer.staticBlock
	}
	p.pushScope(true)
	return outer
}

// endFunction leaves the function and completes its node.
func (p *parser) endFunction(fn *Function, outer *fnState) {
	fn.Lexical = p.popScope()
	fn.Vars = p.popVars(int(p.fn.varBase))
	fn.Flags = p.fn.flags
	outer.flags |= FuncHasInner
	if p.fn.flags&FuncArrow != 0 {
		outer.flags |= p.fn.flags & uses
	}
	p.fn = *outer
}

// function parses `[async] function [*] [name] (...) {...}`; the current token is
// async or function. The second result is false for an overload signature of
// TypeScript, which has no body.
func (p *parser) function(declaration bool) (*Function, bool) {
	start := p.start
	flags := FuncFlags(0)
	if p.tok == tAsync {
		flags |= FuncAsync
		p.next()
	}
	p.next()
	if p.eat(tStar) {
		flags |= FuncGenerator
	}
	fn := p.arena.funcs.get()
	switch {
	case declaration:
		fn.Name = p.functionName()
	case p.tok != tLParen && p.tok != tLT:
		// The name of an expression is bound inside: async and * decide there.
		outer := p.fn
		p.fn.await, p.fn.yield = flags&FuncAsync != 0, flags&FuncGenerator != 0
		p.fn.staticBlock = false
		fn.Name = p.functionName()
		p.fn = outer
	}
	if !declaration {
		flags |= FuncExpression
	}
	ok := p.functionRest(fn, flags, start, declaration)
	return fn, ok
}

func (p *parser) functionName() *Ident {
	if p.tok == tLParen || p.tok == tLT {
		p.fail("Expected a name after `function`, but found `(`.").
			suggest("Write function name(...) {...}, or an arrow function: const name = (...) => {...};")
	}
	return p.bindingName("for the function")
}

// functionRest parses from the type parameters to the end of the body. It reports
// false for a signature without body, which only overloads may be.
func (p *parser) functionRest(fn *Function, flags FuncFlags, start int, mayOmit bool) bool {
	name := ""
	if fn.Name != nil {
		name = fn.Name.Name
	}
	outer := p.beginFunction(flags, start, name)
	noIn := p.noIn
	p.noIn = false
	p.typeParameters()
	p.parameters(fn)
	if p.tok == tColon {
		p.returnType()
	}
	body := true
	if mayOmit && p.tok != tLBrace && (p.tok == tSemi || p.nl || p.tok == tRBrace || p.tok == tEOF) && p.err == nil {
		p.semicolon()
		body = false
	} else {
		p.body(fn)
	}
	p.noIn = noIn
	fn.Span = p.span(start)
	p.endFunction(fn, &outer)
	return body
}

// body parses { statements }.
func (p *parser) body(fn *Function) {
	open := p.start
	if p.tok != tLBrace {
		p.failBody()
		return
	}
	if fn.Flags&FuncSimpleParams == 0 {
		p.checkUseStrict()
	}
	p.next()
	fn.Body = p.statementList(tRBrace)
	p.expectClose(tRBrace, open, "the body of the function")
	fn.BodySpan = p.span(open)
}

// checkUseStrict refuses "use strict" in a function whose parameters are not
// simple. The current token is the brace.
func (p *parser) checkUseStrict() {
	saved := p.lexState
	for p.next(); p.tok == tString && p.err == nil; {
		if text := p.src[p.start+1 : p.end-1]; text == "use strict" {
			p.fail(`"use strict" is not allowed in a function with default, rest or destructured parameters.`).
				suggest("Remove it: programs are always strict.")
			return
		}
		p.next()
		if p.tok != tSemi && !p.nl {
			break
		}
		p.eat(tSemi)
	}
	p.reread(saved)
}

// parameters parses (a, {b}, c = 1, ...d) and sets FuncSimpleParams. While the
// parameters are read, fn.Flags holds only that flag.
func (p *parser) parameters(fn *Function) {
	open := p.start
	if !p.expect(tLParen, "to begin the parameters") {
		return
	}
	base := len(p.params)
	simple := true
	for p.tok != tRParen && p.tok != tEOF {
		if p.tok == tThis && p.fn.flags&FuncArrow == 0 {
			p.next()
			p.optionalType()
		} else {
			param := p.parameter()
			_, isName := param.Target.(*Ident)
			simple = simple && isName && !param.Rest && param.Default == nil
			p.params = append(p.params, param)
			if param.Rest {
				if p.tok == tComma {
					p.fail("A rest parameter must be the last one, without a comma after it.")
				}
				break
			}
		}
		if p.tok != tRParen && !p.comma("parameters", tRParen, open) {
			break
		}
	}
	fn.Params = p.arena.paramLists.take(p.params[base:])
	p.params = p.params[:base]
	p.expectClose(tRParen, open, "the parameters")
	p.checkParamExpressions(int32(open), "parameters")
	if simple {
		fn.Flags |= FuncSimpleParams
		p.fn.flags |= FuncSimpleParams
	}
}

// checkParamExpressions refuses await and yield in parameters.
func (p *parser) checkParamExpressions(open int32, what string) {
	if at := p.fn.awaitPos; at >= open {
		p.failAt(int(at), int(at)+5, "`await` is not allowed in "+what+".").suggest("Await inside the body of the function.")
	}
	if at := p.fn.yieldPos; at >= open {
		p.failAt(int(at), int(at)+5, "`yield` is not allowed in "+what+".").suggest("Yield inside the body of the function.")
	}
}

// parameter parses one parameter and declares its names.
func (p *parser) parameter() (param Param) {
	start := p.start
	if p.tok == tAt {
		p.failDecorator()
	}
	for p.isParameterModifier() {
		param.Property = true
		if p.fn.flags&FuncConstructor == 0 {
			p.fail("The modifier " + quote(p.val) + " on a parameter is allowed only in the constructor of a class.")
		}
		p.next()
	}
	param.Rest = p.eat(tEllipsis)
	param.Target = p.bindingTarget(declParam)
	if p.tok == tQuestion && !param.Rest {
		p.next()
	}
	p.optionalType()
	if p.tok == tAssign {
		if param.Rest {
			p.fail("A rest parameter can not have a default value.")
		}
		p.next()
		param.Default = p.assign()
	}
	if _, ok := param.Target.(*Ident); param.Property && (!ok || param.Rest) {
		p.failAt(start, p.prevEnd, "A parameter property must be a plain name.")
	}
	param.Span = p.span(start)
	return param
}

// isParameterModifier: public, private, protected, readonly or override before
// a name or pattern.
func (p *parser) isParameterModifier() bool {
	switch p.tok {
	case tPublic, tPrivate, tProtected, tReadonly, tOverride:
		if p.esc {
			return false
		}
		c := p.peekByte()
		return nameByte[c] || c == '{' || c == '[' || c == '\\' || c >= 0x80
	}
	return false
}

// arrowBody parses what follows => and completes the arrow function. The
// function has been entered and its parameters are declared.
func (p *parser) arrowBody(fn *Function, start int, outer *fnState, conditional bool) *Function {
	p.next()                 // =>
	p.fn.staticBlock = false // the body has its own [Await] parameter
	if p.tok == tLBrace {
		noIn := p.noIn
		p.noIn = false
		p.body(fn)
		p.noIn = noIn
		fn.Span = p.span(start)
		p.endFunction(fn, outer)
		p.checkAfterArrow()
		return fn
	}
	open := p.start
	p.conditional = conditional
	fn.ExprBody = p.assign()
	fn.BodySpan = p.span(open)
	fn.Span = p.span(start)
	p.endFunction(fn, outer)
	return fn
}

// checkAfterArrow gives a clear message for operators after the body of an arrow
// function, which end up in the middle of nothing.
func (p *parser) checkAfterArrow() {
	if p.nl {
		return
	}
	switch p.tok {
	case tLParen, tDot, tQuestionDot, tLBracket, tTemplate:
		p.fail("Found " + p.found() + " after the body of an arrow function.").
			suggest("Put the arrow function in parentheses: (() => {...})().")
	}
}

// identArrow parses `x => ...` or `async x => ...`; the current token is x.
func (p *parser) identArrow(start int, flags FuncFlags, conditional bool) Expr {
	fn := p.arena.funcs.get()
	fn.Flags = FuncSimpleParams
	if flags&FuncAsync != 0 && p.tok == tAwait {
		p.fail("`await` can not be a parameter of an async function.")
	}
	outer := p.beginFunction(flags|FuncArrow|FuncSimpleParams, start, "")
	name := p.bindingName("for a parameter")
	if name.Name == "await" {
		outer.awaitNamePos = name.Start
	}
	p.declareVar(name.Name, name.Span, declParam, false)
	fn.Params = p.arena.paramLists.make(1)
	fn.Params[0] = Param{Span: name.Span, Target: name}
	if p.tok != tArrow || p.nl {
		p.failArrow()
	}
	return p.arrowBody(fn, start, &outer, conditional)
}

// simpleArrowAhead reports whether the parenthesis that is the current token begins `(a, b) =>`: plain names, one space
// after each comma and before the arrow. Most arrow functions begin so, and need not be read as an expression first. The
// look ahead ends at the next parenthesis, so no text is looked at twice by it.
func (p *parser) simpleArrowAhead() bool {
	src := p.src
	for i := p.end; ; i += 2 {
		from := i
		for i < len(src) && nameByte[src[i]] {
			i++
		}
		if i == from || byteClasses[src[from]] != className || keyword(src[from:i]) != tIdent || src[from:i] == "arguments" {
			return false
		}
		if !strings.HasPrefix(src[i:], ", ") {
			return strings.HasPrefix(src[i:], ") =>")
		}
	}
}

// simpleArrow parses an arrow function for which simpleArrowAhead has said yes.
func (p *parser) simpleArrow(start int, flags FuncFlags, conditional bool) Expr {
	fn := p.arena.funcs.get()
	fn.Flags = FuncSimpleParams
	outer := p.beginFunction(flags|FuncArrow|FuncSimpleParams, start, "")
	base := len(p.params)
	for p.tok != tRParen && p.err == nil {
		p.next()
		name := p.bindingName("for a parameter")
		p.declareVar(name.Name, name.Span, declParam, false)
		p.params = append(p.params, Param{Span: name.Span, Target: name})
	}
	p.next()
	fn.Params = p.arena.paramLists.take(p.params[base:])
	p.params = p.params[:base]
	return p.arrowBody(fn, start, &outer, conditional)
}

// coverArrow turns the elements of a parenthesised list into parameters. The
// current token is =>. coverUses are the uses of this and the like seen in them.
func (p *parser) coverArrow(elems []Expr, start, open int, flags, coverUses FuncFlags, conditional bool) Expr {
	p.checkParamExpressions(int32(open), "the parameters of an arrow function")
	if at := p.fn.awaitNamePos; flags&FuncAsync != 0 && at >= int32(open) {
		p.failAt(int(at), int(at)+5, "`await` is not allowed in the parameters of an async function.")
	}
	fn := p.arena.funcs.get()
	outer := p.beginFunction(flags|FuncArrow|coverUses, start, "")
	fn.Params = p.arena.paramLists.make(len(elems))
	simple := true
	for i, e := range elems {
		param := p.toParam(e)
		_, isName := param.Target.(*Ident)
		simple = simple && isName && !param.Rest && param.Default == nil
		fn.Params[i] = param
		if param.Rest && i < len(elems)-1 {
			p.failNode(param, "A rest parameter must be the last one.")
		}
	}
	if simple {
		fn.Flags |= FuncSimpleParams
		p.fn.flags |= FuncSimpleParams
	}
	return p.arrowBody(fn, start, &outer, conditional)
}

// toParam turns an expression into a parameter and declares its names.
func (p *parser) toParam(e Expr) Param {
	param := Param{Span: e.Range()}
	if s, ok := e.(*Spread); ok {
		param.Rest = true
		e = s.X
	}
	if a, ok := e.(*Assign); ok && a.Kind == AssignPlain && !a.Paren && !param.Rest {
		param.Default = a.Value
		param.Target = a.Target
		p.checkBinding(a.Target, declParam)
		return param
	}
	param.Target = p.toTarget(e, true)
	p.checkBinding(param.Target, declParam)
	return param
}

// use records what the function mentions.
func (p *parser) use(f FuncFlags) { p.fn.flags |= f }
