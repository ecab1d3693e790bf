package syntax

// This file parses classes and resolves private names.

// classState is what the parser knows about the class around the current token.
type classState struct {
	outer    *classState
	start    int32 // offset of the body
	declBase int   // in privateTable.decls
	derived  bool
	overload overload
}

// privateTable resolves #names. A reference is chained to its symbol; when a
// class closes, each name it declares takes the references behind the start of
// the class off the chain. What is left when the outermost class closes is undeclared.
type privateTable struct {
	refs  []privateRef
	decls []privateDecl
	outer []int32 // for each of decls: what its symbol pointed to before
}

type privateRef struct {
	symbol, prev int32 // prev: index+1 of the next older unresolved reference
	pos          int32 // -1 once resolved
}

type privateDecl struct {
	symbol int32
	kind   MemberKind
	static bool
	paired bool // getter and setter are both there
}

func (p *parser) privateRefs() int { return len(p.private.refs) }

// dropPrivateRefs forgets the references made since there were n.
func (p *parser) dropPrivateRefs(n int) {
	t := &p.private
	for i := len(t.refs) - 1; i >= n; i-- {
		if r := &t.refs[i]; r.pos >= 0 {
			p.scopes.symbols[r.symbol].priv = r.prev
		}
	}
	t.refs = t.refs[:n]
}

// referPrivate records a use of #name.
func (p *parser) referPrivate(name string, pos Span) {
	if p.err != nil {
		return
	}
	if p.class == nil {
		p.failAt(int(pos.Start), int(pos.End), "The private name "+quote("#"+name)+" is used outside of a class.").
			suggest("Comments start with //. Private names live in classes only.")
		return
	}
	id := p.scopes.intern(name)
	sym := &p.scopes.symbols[id]
	p.private.refs = append(p.private.refs, privateRef{id, sym.priv, pos.Start})
	sym.priv = int32(len(p.private.refs))
}

// declarePrivate records a member #name; a getter and a setter may share one.
func (p *parser) declarePrivate(name string, pos Span, kind MemberKind, static bool) {
	if name == "constructor" {
		p.failAt(int(pos.Start), int(pos.End), "`#constructor` can not be the name of a private member.")
		return
	}
	if p.err != nil {
		return
	}
	id := p.scopes.intern(name)
	t := &p.private
	sym := &p.scopes.symbols[id]
	if at := int(sym.privDecl); at > p.class.declBase {
		d := &t.decls[at-1]
		pair := kind == MemberGetter && d.kind == MemberSetter || kind == MemberSetter && d.kind == MemberGetter
		if pair && !d.paired && d.static == static {
			d.paired = true
			return
		}
		p.failAt(int(pos.Start), int(pos.End), "The private name "+quote("#"+name)+" is declared twice in this class.")
		return
	}
	t.decls = append(t.decls, privateDecl{symbol: id, kind: kind, static: static})
	p.private.outer = append(p.private.outer, sym.privDecl)
	sym.privDecl = int32(len(t.decls))
}

// closePrivate resolves the references of a class that ends and returns the names
// it declares.
func (p *parser) closePrivate(c *classState) []string {
	t := &p.private
	names := p.arena.nameLists.make(len(t.decls) - c.declBase)
	for i := len(t.decls) - 1; i >= c.declBase; i-- {
		id := t.decls[i].symbol
		sym := &p.scopes.symbols[id]
		names[i-c.declBase] = sym.name
		for sym.priv != 0 && t.refs[sym.priv-1].pos >= c.start {
			r := &t.refs[sym.priv-1]
			sym.priv, r.pos = r.prev, -1
		}
		sym.privDecl = p.private.outer[i]
	}
	t.decls = t.decls[:c.declBase]
	p.private.outer = p.private.outer[:c.declBase]
	if c.outer != nil {
		return names
	}
	if p.err == nil {
		for _, r := range t.refs {
			if r.pos >= 0 {
				name := p.scopes.symbols[r.symbol].name
				p.failAt(int(r.pos), int(r.pos)+1+len(name), "The private name "+quote("#"+name)+" is not declared in a class around it.").
					suggest("Declare it in the class: #" + name + ";")
				break
			}
		}
	}
	p.dropPrivateRefs(0)
	return names
}

func (p *parser) classExpression() Expr { return p.classRest(false) }

// classRest parses from the keyword class to the end of the body.
func (p *parser) classRest(declaration bool) *Class {
	start := p.start
	n := &Class{}
	if !p.enter() {
		p.leave()
		return n
	}
	p.use(FuncHasInner)
	p.next()
	if declaration {
		if !p.isBindingName() {
			p.failClassName()
		}
		n.Name = p.bindingName("for the class")
	} else if p.isBindingName() && !(p.tok == tImplements) {
		n.Name = p.bindingName("for the class")
	} else if p.tok.isName() && p.tok != tExtends && p.tok != tImplements {
		p.failName("for the class")
	}
	p.typeParameters()
	if p.eat(tExtends) {
		at := p.start
		n.Extends = p.subscripts(p.primary(), at, false)
		if p.tok == tLT {
			p.typeArguments()
		}
		if p.tok == tComma {
			p.fail("A class can extend only one class.")
		}
	}
	if p.tok == tImplements {
		p.next()
		p.typeList()
	}
	p.classBody(n)
	n.Span = p.span(start)
	p.leave()
	p.height++
	return n
}

func (p *parser) classBody(n *Class) {
	open := p.start
	if p.tok != tLBrace {
		p.unexpected("`{` and the body of the class")
		return
	}
	c := classState{outer: p.class, start: int32(open), declBase: len(p.private.decls), derived: n.Extends != nil}
	p.class = &c
	noIn := p.noIn
	p.noIn = false
	p.next()
	base := len(p.members)
	for p.tok != tRBrace && p.tok != tEOF {
		if p.eat(tSemi) {
			continue
		}
		m, ok := p.classMember(n)
		if ok {
			p.members = append(p.members, m)
		}
	}
	c.overload.end(p)
	if len(p.members) > base {
		n.Members = append(make([]Member, 0, len(p.members)-base), p.members[base:]...)
		p.members = p.members[:base]
	}
	p.expectClose(tRBrace, open, "the body of the class")
	p.noIn = noIn
	n.PrivateNames = p.closePrivate(&c)
	p.class = c.outer
}

// memberFlags are the modifiers of a member.
type memberFlags struct {
	static, abstract, declare, optional, other bool
}

// modifiers parses the TypeScript modifiers and static. The word right before
// the name that turned out to be the name itself is left.
func (p *parser) modifiers() (f memberFlags) {
	for !p.esc {
		switch p.tok {
		case tStatic:
			if f.static || !p.isModifier(false) {
				return f
			}
			if p.peekByte() == '{' {
				return f
			}
			f.static = true
		case tAbstract, tDeclare, tPublic, tPrivate, tProtected, tReadonly, tOverride:
			if !p.isModifier(true) {
				return f
			}
			switch p.tok {
			case tAbstract:
				f.abstract = true
			case tDeclare:
				f.declare = true
			default:
				f.other = true
			}
		case tAccessor:
			if p.isModifier(true) {
				p.fail("The keyword `accessor` is not supported.").unsupported().suggest("Write a field, or a getter and a setter.")
			}
			return f
		default:
			return f
		}
		p.next()
	}
	return f
}

// classMember parses one element of a class body. It reports false for what
// TypeScript erases.
func (p *parser) classMember(class *Class) (m Member, ok bool) {
	if p.tok == tAt {
		p.failDecorator()
	}
	first := p.start
	mods := p.modifiers()
	m.Static = mods.static
	if p.tok == tStatic && !p.esc && p.peekByte() == '{' {
		p.next()
		return p.staticBlock(first), true
	}
	start := p.start
	if !mods.static {
		start = first
	}
	if p.tok == tLBracket && p.isIndexSignature() {
		p.indexSignature()
		p.memberEnd()
		return m, false
	}
	flags := p.methodFlags()
	word := p.tok
	var privateAt Span
	if p.tok == tPrivateName {
		privateAt = p.token()
		m.Key = PropertyKey{Span: p.token(), Kind: KeyPrivate, Name: p.val}
		p.next()
	} else {
		m.Key = p.propertyKey()
	}
	if p.err != nil {
		return m, false
	}
	if flags == 0 && p.tok != tLParen && p.tok != tLT {
		p.checkWordMember(word)
		if p.tok == tQuestion && p.peekByte() == '(' || p.tok == tQuestion && p.peekByte() == '<' {
			p.next() // an optional method, which needs no body
			mods.optional = true
		}
	}
	m.Kind = MemberField
	method := flags != 0 || p.tok == tLParen || p.tok == tLT
	if method {
		m.Kind = MemberMethod
		switch {
		case flags&FuncGetter != 0:
			m.Kind = MemberGetter
		case flags&FuncSetter != 0:
			m.Kind = MemberSetter
		}
	}
	if m.Key.Kind == KeyPrivate && !mods.declare {
		p.declarePrivate(m.Key.Name, privateAt, m.Kind, m.Static)
	}
	if method {
		m, ok = p.methodMember(class, m, flags, mods, start)
		m.Span = p.span(first)
		return m, ok
	}
	return p.fieldMember(m, mods, first)
}

// methodFlags parses async, *, get and set before the name of a method.
func (p *parser) methodFlags() (flags FuncFlags) {
	if !p.esc {
		switch p.tok {
		case tAsync:
			if p.isModifier(true) {
				flags |= FuncMethod | FuncAsync
				p.next()
			}
		case tGet:
			if p.isModifier(false) && p.peekByte() != '*' {
				p.next()
				return FuncMethod | FuncGetter
			}
		case tSet:
			if p.isModifier(false) && p.peekByte() != '*' {
				p.next()
				return FuncMethod | FuncSetter
			}
		}
	}
	if p.tok == tStar {
		flags |= FuncMethod | FuncGenerator
		p.next()
	}
	return flags
}

// checkWordMember explains `function f() {}`, `let x` and the like in a class body.
func (p *parser) checkWordMember(word token) {
	switch word {
	case tFunction, tLet, tConst, tVar:
		if p.tok.isName() && !p.nl {
			p.fail("Members of a class are written without " + quote(wordText(word)) + ".").
				suggest("Write name(...) {...} for a method, name = value; for a field.")
		}
	}
}

func wordText(t token) string {
	for _, k := range keywordList {
		if k.tok == t {
			return k.text
		}
	}
	return ""
}

func (p *parser) methodMember(class *Class, m Member, flags FuncFlags, mods memberFlags, start int) (Member, bool) {
	named := func(name string) bool {
		return m.Key.Name == name && (m.Key.Kind == KeyName || m.Key.Kind == KeyString)
	}
	isConstructor := !m.Static && named("constructor")
	if isConstructor {
		if flags != 0 {
			p.failNode(m.Key, "The constructor of a class can not be a getter, setter, generator or async.")
		}
		flags |= FuncConstructor
		if p.class.derived {
			flags |= FuncDerived
		}
	}
	if m.Static && named("prototype") {
		p.failNode(m.Key, "A static member can not be named `prototype`.")
	}
	m.Fn = p.method(flags|FuncMethod, start, true)
	if m.Fn == nil { // a signature
		if m.Key.Kind == KeyPrivate {
			p.undeclarePrivate(m.Key.Name)
		}
		if !mods.abstract && !mods.optional {
			p.class.overload.signature(p, m.Key.Name, m.Key.Span)
		}
		return m, false
	}
	p.class.overload.implementation(p, m.Key.Name)
	if mods.abstract {
		p.failNode(m.Key, "An abstract method has no body.")
	}
	if isConstructor {
		if class.Constructor != nil {
			p.failNode(m.Key, "A class can have only one constructor.").suggest("Merge them; use default values for parameters that may be missing.")
		}
		class.Constructor = m.Fn
		return m, false
	}
	return m, true
}

// undeclarePrivate takes back the declaration made last, for an overload.
func (p *parser) undeclarePrivate(name string) {
	t := &p.private
	last := len(t.decls) - 1
	if last < p.class.declBase || p.scopes.symbols[t.decls[last].symbol].name != name {
		return
	}
	p.scopes.symbols[t.decls[last].symbol].privDecl = p.private.outer[last]
	t.decls, p.private.outer = t.decls[:last], p.private.outer[:last]
}

func (p *parser) fieldMember(m Member, mods memberFlags, start int) (Member, bool) {
	if m.Key.Kind == KeyName || m.Key.Kind == KeyString {
		if m.Key.Name == "constructor" || m.Static && m.Key.Name == "prototype" {
			p.failNode(m.Key, "A field can not be named "+quote(m.Key.Name)+".")
		}
	}
	if p.tok == tQuestion || p.tok == tNot && !p.nl {
		p.next()
	}
	p.optionalType()
	if p.tok == tAssign {
		p.next()
		m.Fn = p.fieldValue()
		p.height++
	}
	m.Span = p.span(start)
	p.memberEnd()
	p.class.overload.implementation(p, m.Key.Name)
	return m, !mods.abstract && !mods.declare
}

// fieldValue parses the initialiser of a field as a function of its own.
func (p *parser) fieldValue() *Function {
	fn := p.arena.funcs.get()
	start := p.start
	outer := p.beginFunction(FuncField, start, "")
	p.fn.noArgs = true
	fn.ExprBody = p.assign()
	fn.Span = p.span(start)
	fn.BodySpan = fn.Span
	p.endFunction(fn, &outer)
	return fn
}

func (p *parser) staticBlock(first int) Member {
	fn := p.arena.funcs.get()
	open := p.start
	outer := p.beginFunction(FuncStaticBlock, open, "")
	p.fn.noArgs, p.fn.staticBlock = true, true
	p.next()
	fn.Body = p.statementList(tRBrace)
	p.expectClose(tRBrace, open, "the static block")
	fn.Span = p.span(open)
	fn.BodySpan = fn.Span
	p.endFunction(fn, &outer)
	return Member{Span: p.span(first), Kind: MemberStaticBlock, Static: true, Fn: fn}
}

// memberEnd consumes the end of a field.
func (p *parser) memberEnd() {
	switch {
	case p.tok == tSemi:
		p.next()
	case p.tok == tRBrace, p.tok == tEOF, p.nl:
	default:
		p.failMemberEnd()
	}
}

// overload checks that signatures without body are followed by the method or
// function of the same name that has one.
type overload struct {
	name string
	at   Span
	open bool // a signature waits for its implementation
}

// signature is told of a signature.
func (o *overload) signature(p *parser, name string, at Span) {
	if o.open && o.name != name {
		o.end(p)
	}
	o.name, o.at, o.open = name, at, true
}

// implementation is told of anything else; name is "" if it has none.
func (o *overload) implementation(p *parser, name string) {
	if o.open && name == o.name {
		o.open = false
	}
	o.end(p)
}

// end is called where no signature may wait any more.
func (o *overload) end(p *parser) {
	if o.open && !p.ambient {
		p.failAt(int(o.at.Start), int(o.at.End), "The function "+quote(o.name)+" has no body.").suggest("Write { ... } after its parameters.")
	}
	o.open = false
}
