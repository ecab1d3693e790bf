package syntax

// This file parses binding patterns, and turns expressions that turned out to be
// patterns into them.

// bindingName parses an identifier that declares something.
func (p *parser) bindingName(purpose string) *Ident {
	id := p.arena.idents.get()
	if !p.isBindingName() {
		p.failName(purpose)
		id.Span = p.span(p.prevEnd)
		return id
	}
	id.Span, id.Name = p.token(), p.val
	p.checkBindingName(id)
	p.next()
	return id
}

// isBindingName reports whether the current token can be an identifier here.
func (p *parser) isBindingName() bool {
	return p.tok.isPlainName() || p.tok == tAwait && p.awaitIsName()
}

// checkBindingName refuses eval and arguments.
func (p *parser) checkBindingName(id *Ident) {
	if id.Name == "eval" || id.Name == "arguments" {
		p.failNode(id, "The name "+quote(id.Name)+" can not be declared or assigned in strict mode.").suggest("Choose another name.")
	}
}

// bindingTarget parses a name or pattern and declares its names.
func (p *parser) bindingTarget(kind declKind) Target {
	switch p.tok {
	case tLBracket:
		return p.arrayPattern(kind)
	case tLBrace:
		return p.objectPattern(kind)
	}
	id := p.bindingName(purposeOf(kind))
	p.declare(id, kind)
	return id
}

func purposeOf(kind declKind) string {
	switch kind {
	case declParam:
		return "for a parameter"
	case declCatch:
		return "after `catch (`"
	}
	return "for the variable"
}

func (p *parser) declare(id *Ident, kind declKind) {
	switch kind {
	case declVar, declParam:
		p.declareVar(id.Name, id.Span, kind, false)
	default:
		if id.Name == "let" {
			p.failNode(id, "`let` can not be the name of a variable.")
		}
		p.declareLexical(id.Name, id.Span, kind)
	}
}

func (p *parser) arrayPattern(kind declKind) Target {
	start := p.start
	n := p.arena.arrayPats.get()
	base := len(p.elems)
	if !p.enter() {
		return n
	}
	p.next()
	for p.tok != tRBracket && p.tok != tEOF {
		if p.tok == tComma {
			p.next()
			p.elems = append(p.elems, PatternElem{Span: Span{int32(p.prevEnd), int32(p.prevEnd)}})
			continue
		}
		if p.eat(tEllipsis) {
			n.Rest = p.bindingTarget(kind)
			if p.tok == tComma || p.tok == tAssign {
				p.failRest()
			}
			break
		}
		p.elems = append(p.elems, p.patternElem(kind))
		if p.tok != tRBracket && !p.comma("elements of the pattern", tRBracket, start) {
			break
		}
	}
	n.Elems = p.arena.elemLists.take(p.elems[base:])
	p.elems = p.elems[:base]
	p.expectClose(tRBracket, start, "the pattern")
	p.leave()
	n.Span = p.span(start)
	return n
}

func (p *parser) failRest() {
	p.fail("A rest element must be the last one, without a comma or a default after it.")
}

func (p *parser) patternElem(kind declKind) PatternElem {
	start := p.start
	e := PatternElem{Target: p.bindingTarget(kind)}
	e.Default = p.patternDefault()
	e.Span = p.span(start)
	return e
}

func (p *parser) patternDefault() Expr {
	if !p.eat(tAssign) {
		return nil
	}
	noIn := p.noIn
	p.noIn = false
	e := p.assign()
	p.noIn = noIn
	return e
}

func (p *parser) objectPattern(kind declKind) Target {
	start := p.start
	n := p.arena.objectPats.get()
	base := len(p.pairs)
	if !p.enter() {
		return n
	}
	p.next()
	for p.tok != tRBrace && p.tok != tEOF {
		if p.eat(tEllipsis) {
			id := p.bindingName("after `...`")
			p.declare(id, kind)
			n.Rest = id
			if p.tok == tComma || p.tok == tAssign {
				p.failRest()
			}
			break
		}
		p.pairs = append(p.pairs, p.patternProp(kind))
		if p.tok != tRBrace && !p.comma("properties of the pattern", tRBrace, start) {
			break
		}
	}
	n.Props = p.arena.pairLists.take(p.pairs[base:])
	p.pairs = p.pairs[:base]
	p.expectClose(tRBrace, start, "the pattern")
	p.leave()
	n.Span = p.span(start)
	return n
}

func (p *parser) patternProp(kind declKind) PatternProp {
	start := p.start
	shorthand := p.isBindingName()
	id := Ident{Span: p.token(), Name: p.val}
	word := p.tok
	e := PatternProp{Key: p.propertyKey()}
	switch {
	case p.eat(tColon):
		e.Target = p.bindingTarget(kind)
	case shorthand:
		target := p.arena.idents.get()
		*target = id
		p.checkBindingName(target)
		p.declare(target, kind)
		e.Target = target
	case word >= tImplements && p.err == nil:
		p.failAt(start, p.prevEnd, "The reserved word "+quote(id.Name)+" can not be the name of a variable.").
			suggest("Rename it: { " + id.Name + ": name }.")
	default:
		p.unexpected("`:` and a name after the key of the pattern")
	}
	e.Default = p.patternDefault()
	e.Span = p.span(start)
	return e
}

// ---- From expression to pattern ----

// toTarget turns an expression into an assignment target, or with binding set
// into what a declaration may hold. Each node is turned once; checkBinding
// declares the names afterwards.
func (p *parser) toTarget(e Expr, binding bool) Target {
	switch e := e.(type) {
	case *Ident:
		if binding && e.Paren {
			break
		}
		if p.err == nil {
			p.checkBindingName(e)
			if e.Name == "await" && (p.fn.await || p.fn.staticBlock) {
				p.failNode(e, "`await` can not be a name in an async function.")
			}
		}
		return e
	case *Dot, *Index, *PrivateDot, *SuperDot, *SuperIndex:
		if !binding {
			return e.(Target)
		}
	case *ArrayLit:
		if !e.Paren {
			return p.toArrayPattern(e, binding)
		}
	case *ObjectLit:
		if !e.Paren {
			return p.toObjectPattern(e, binding)
		}
	}
	p.failTarget(e, binding)
	return &Ident{Span: e.Range()}
}

func (p *parser) toArrayPattern(a *ArrayLit, binding bool) Target {
	n := p.arena.arrayPats.get()
	n.Span = a.Span
	n.Elems = p.arena.elemLists.make(len(a.Elems))[:0]
	for i, e := range a.Elems {
		if s, ok := e.(*Spread); ok {
			if i < len(a.Elems)-1 || p.commaAfter(s) {
				p.failAt(int(s.Start), int(s.End), "A rest element must be the last one, without a comma after it.")
			}
			n.Rest = p.toTarget(s.X, binding)
			break
		}
		n.Elems = append(n.Elems, p.toElem(e, binding))
	}
	return n
}

// commaAfter reports whether a comma follows a node.
func (p *parser) commaAfter(n Node) bool {
	i, _ := p.peek(int(n.Range().End))
	return i < len(p.src) && p.src[i] == ','
}

// toElem splits off a default.
func (p *parser) toElem(e Expr, binding bool) PatternElem {
	if e == nil {
		return PatternElem{}
	}
	out := PatternElem{Span: e.Range()}
	if a, ok := e.(*Assign); ok && a.Kind == AssignPlain && !a.Paren {
		out.Target, out.Default = a.Target, a.Value
		return out
	}
	out.Target = p.toTarget(e, binding)
	return out
}

func (p *parser) toObjectPattern(o *ObjectLit, binding bool) Target {
	n := p.arena.objectPats.get()
	n.Span = o.Span
	n.Props = p.arena.pairLists.make(len(o.Props))[:0]
	for i := range o.Props {
		q := &o.Props[i]
		switch q.Kind {
		case PropInit, PropShorthand:
			elem := p.toElem(q.Value, binding)
			n.Props = append(n.Props, PatternProp{Span: q.Span, Key: q.Key, Target: elem.Target, Default: elem.Default})
		case PropSpread:
			if i < len(o.Props)-1 || p.commaAfter(q) {
				p.failAt(int(q.Start), int(q.End), "A rest element must be the last one, without a comma after it.")
			}
			n.Rest = p.toTarget(q.Value, binding)
			switch n.Rest.(type) {
			case *ArrayPattern, *ObjectPattern:
				p.failNode(n.Rest, "The rest of an object pattern must be a plain name.")
			}
		default:
			p.failAt(int(q.Start), int(q.End), "A method can not stand in a destructuring pattern.")
		}
	}
	return n
}

// checkBinding declares the names of a pattern that was an expression, and
// refuses targets that only an assignment may have.
func (p *parser) checkBinding(t Target, kind declKind) {
	switch t := t.(type) {
	case *Ident:
		if t.Paren {
			p.failTarget(t, true)
			return
		}
		p.checkBindingName(t)
		p.declare(t, kind)
	case *ArrayPattern:
		for i := range t.Elems {
			if t.Elems[i].Target != nil {
				p.checkBinding(t.Elems[i].Target, kind)
			}
		}
		if t.Rest != nil {
			p.checkBinding(t.Rest, kind)
		}
	case *ObjectPattern:
		for i := range t.Props {
			p.checkBinding(t.Props[i].Target, kind)
		}
		if t.Rest != nil {
			p.checkBinding(t.Rest, kind)
		}
	default:
		if e, ok := t.(Expr); ok {
			p.failTarget(e, true)
		}
	}
}

// boundNames appends the names that a binding target declares.
func boundNames(names []string, t Target) []string {
	switch t := t.(type) {
	case *Ident:
		names = append(names, t.Name)
	case *ArrayPattern:
		for i := range t.Elems {
			names = boundNames(names, t.Elems[i].Target)
		}
		names = boundNames(names, t.Rest)
	case *ObjectPattern:
		for i := range t.Props {
			names = boundNames(names, t.Props[i].Target)
		}
		names = boundNames(names, t.Rest)
	}
	return names
}
