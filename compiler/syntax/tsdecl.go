package syntax

// This file parses the declarations of TypeScript, and import and export.

import "unicode/utf8"

// nameFollows reports whether a name follows the current word on the same line.
func (p *parser) nameFollows() bool {
	at, nl := p.peek(p.end)
	if nl || at >= len(p.src) {
		return false
	}
	c := p.src[at]
	return byteClasses[c] == className || c >= utf8.RuneSelf || c == '\\'
}

// wordFollows reports whether the word follows the current one on the same line.
func (p *parser) wordFollows(word string) bool {
	at, nl := p.peek(p.end)
	return !nl && p.wordAt(at, word)
}

// operatorFollows reports whether in, instanceof, as, satisfies or of follows, so
// that the current word is an operand.
func (p *parser) operatorFollows() bool {
	at, _ := p.peek(p.end)
	return p.wordAt(at, "in") || p.wordAt(at, "instanceof") || p.wordAt(at, "as") ||
		p.wordAt(at, "satisfies") || p.wordAt(at, "of")
}

// wordStatement parses a statement that begins with a contextual word, if it is
// one. A declaration that only has types gives nil.
func (p *parser) wordStatement(list bool) (Stmt, bool) {
	start := p.start
	switch p.tok {
	case tType:
		if p.nameFollows() && !p.operatorFollows() {
			p.typeAlias()
			return p.erased(start, list), true
		}
	case tInterface:
		p.interfaceDeclaration()
		return p.erased(start, list), true
	case tNamespace, tModule:
		if p.nameFollows() && !p.operatorFollows() || p.ambient && p.stringFollows() {
			if !list {
				p.failDeclaration("namespace")
			}
			p.next()
			return p.namespaceDeclaration(start), true
		}
	case tGlobal:
		if p.ambient && p.peekByte() == '{' {
			p.namespaceDeclaration(start)
			return nil, true
		}
	case tAbstract:
		if p.wordFollows("class") {
			p.next()
			return p.classDeclaration(start), true
		}
	case tDeclare:
		if p.nameFollows() && !p.operatorFollows() {
			p.declareStatement()
			return p.erased(start, list), true
		}
	case tUsing, tAwait:
		p.checkUsing()
	case tAsync:
		if !list && p.isAsyncFunction() {
			p.failDeclaration("async function")
		}
	}
	return nil, false
}

func (p *parser) stringFollows() bool {
	c := p.peekByte()
	return c == '"' || c == '\''
}

// erased is the statement for a declaration without effect: nothing in a list,
// an empty statement where one is needed.
func (p *parser) erased(start int, list bool) Stmt {
	if list {
		return nil
	}
	return &Empty{p.span(start)}
}

// checkUsing refuses using and await using declarations, which are not part of
// ECMAScript 2025. The current token is the first word.
func (p *parser) checkUsing() {
	saved := p.lexState
	start := p.start
	if p.tok == tAwait {
		if !p.wordFollows("using") {
			return
		}
		p.next()
	}
	if p.tok == tUsing && p.nameFollows() && !p.operatorFollows() {
		p.failAt(start, p.end, "`using` declarations are not supported.").unsupported().
			suggest("Use const, and release the resource in try { ... } finally { ... }.")
		return
	}
	p.reread(saved)
}

// typeAlias parses type Name<T> = type.
func (p *parser) typeAlias() {
	p.next()
	p.bindingName("for the type")
	p.typeParameters()
	if p.expect(tAssign, "and a type") {
		p.typeExpr()
	}
	p.semicolon()
}

// interfaceDeclaration parses interface Name<T> extends A, B { members }.
func (p *parser) interfaceDeclaration() {
	p.next()
	p.bindingName("for the interface")
	p.typeParameters()
	if p.eat(tExtends) {
		p.typeList()
	}
	if p.tok != tLBrace {
		p.unexpected("`{` and the members of the interface")
		return
	}
	p.objectType()
}

// declareStatement parses a declare statement and forgets it.
func (p *parser) declareStatement() {
	p.next()
	outer := p.ambient
	p.ambient = true
	switch p.tok {
	case tConst, tLet, tVar, tClass, tFunction, tAbstract, tAsync, tEnum, tType, tInterface, tNamespace, tModule, tGlobal:
		p.listItem()
	default:
		p.unexpected("a declaration after `declare`")
	}
	p.ambient = outer
}

// ---- Enums ----

// enum parses an enum; the current token is enum.
func (p *parser) enum(start int) Stmt {
	p.next()
	n := &EnumDecl{Name: p.bindingName("for the enum")}
	open := p.start
	if !p.expect(tLBrace, "to begin the members of the enum") {
		return n
	}
	n.Merges = p.declareLexical(n.Name.Name, n.Name.Span, declEnum)
	for p.tok != tRBrace && p.tok != tEOF {
		n.Members = append(n.Members, p.enumMember())
		if p.tok != tRBrace && !p.comma("members of the enum", tRBrace, open) {
			break
		}
	}
	p.expectClose(tRBrace, open, "the enum")
	n.Span = p.span(start)
	if p.ambient {
		return nil
	}
	return n
}

func (p *parser) enumMember() (m EnumMember) {
	start := p.start
	key := p.propertyKey()
	m.Key = key.Name
	switch key.Kind {
	case KeyNumber:
		p.failNode(key, "The name of an enum member can not be a number.")
	case KeyComputed:
		switch e := key.Expr.(type) {
		case *StringLit:
			m.Key = e.Value
		case *TemplateLit:
			if len(e.Exprs) > 0 {
				p.failNode(key, "The name of an enum member can not be computed.")
			} else {
				m.Key = e.Quasis[0].Cooked
			}
		default:
			p.failNode(key, "The name of an enum member can not be computed.")
		}
	}
	if p.eat(tAssign) {
		m.Init = p.assign()
	}
	m.Span = p.span(start)
	return m
}

// ---- Namespaces ----

// namespaceDeclaration parses from the name of a namespace, which may be dotted
// or, in declare module, a string. A namespace that holds only types gives nil.
func (p *parser) namespaceDeclaration(start int) Stmt {
	if !p.enter() {
		p.leave()
		return nil
	}
	defer p.leave()
	n := &NamespaceDecl{}
	switch {
	case p.tok == tString && p.ambient:
		n.Name = &Ident{Span: p.token(), Name: p.val}
		p.next()
		if p.tok != tLBrace {
			p.semicolon()
			return nil
		}
	default:
		n.Name = p.bindingName("for the namespace")
	}
	fn := &Function{}
	outer := p.beginFunction(FuncSimpleParams, start, "")
	p.fn.ret, p.fn.newTarget = false, false
	outerScope := p.exportScope
	p.exportScope = len(p.scopes.scopes) - 1
	if p.eat(tDot) {
		at := p.start
		if inner := p.namespaceDeclaration(at); inner != nil {
			fn.Body = []Stmt{&Export{inner.Range(), inner}}
		}
		fn.BodySpan = p.span(at)
	} else {
		open := p.start
		if p.expect(tLBrace, "to begin the body of the namespace") {
			fn.Body = p.statementList(tRBrace)
			p.expectClose(tRBrace, open, "the namespace")
		}
		fn.BodySpan = p.span(open)
	}
	p.exportScope = outerScope
	fn.Span = p.span(start)
	p.endFunction(fn, &outer)
	n.Fn, n.Span = fn, fn.Span
	if p.ambient || len(fn.Body) == 0 {
		return nil
	}
	n.Exports = exportsOf(fn.Body)
	n.Merges = p.declareLexical(n.Name.Name, n.Name.Span, declNamespace)
	return n
}

// exportsOf lists the names that the Export statements of a body declare.
func exportsOf(body []Stmt) []string {
	var names []string
	for _, s := range body {
		e, ok := s.(*Export)
		if !ok {
			continue
		}
		switch d := e.Decl.(type) {
		case *VarDecl:
			for i := range d.Decls {
				names = boundNames(names, d.Decls[i].Target)
			}
		case *FuncDecl:
			names = append(names, d.Fn.Name.Name)
		case *ClassDecl:
			names = append(names, d.Class.Name.Name)
		case *EnumDecl:
			names = append(names, d.Name.Name)
		case *NamespaceDecl:
			names = append(names, d.Name.Name)
		}
	}
	seen := make(map[string]bool, len(names))
	out := names[:0]
	for _, name := range names {
		if !seen[name] {
			seen[name] = true
			out = append(out, name)
		}
	}
	return out
}

// ---- import and export ----

// importStatement parses what may stand of import: types, which vanish, and the
// alias import A = B.C. It reports false for import() and import.meta, which are
// expressions.
func (p *parser) importStatement() (Stmt, bool) {
	start := p.start
	switch p.peekByte() {
	case '(', '.':
		return nil, false
	}
	saved := p.lexState
	p.next()
	onlyTypes := false
	if p.tok == tType && !p.wordFollows("from") && p.peekByte() != ',' && p.peekByte() != '=' {
		onlyTypes = true
		p.next()
	}
	if p.isBindingName() && p.peekByte() == '=' {
		return p.importAlias(start, onlyTypes), true
	}
	if onlyTypes {
		p.importTypes()
		return nil, true
	}
	if p.tok == tLBrace && p.typeSpecifiers() {
		p.fromModule()
		return nil, true
	}
	p.reread(saved)
	p.failImport()
	return nil, true
}

// typeSpecifiers skips { type a, type b as c } and reports whether that is what there is.
func (p *parser) typeSpecifiers() bool {
	p.next()
	for n := 0; ; n++ {
		if p.tok == tRBrace && n > 0 {
			p.next()
			return true
		}
		if p.tok != tType {
			return false
		}
		p.next()
		if !p.tok.isName() && p.tok != tString {
			return false
		}
		p.next()
		if p.tok == tAs {
			p.next()
			p.next()
		}
		if p.tok == tComma {
			p.next()
		} else if p.tok != tRBrace {
			return false
		}
	}
}

// importTypes skips the rest of import type ... from "x".
func (p *parser) importTypes() {
	switch {
	case p.tok == tLBrace:
		p.specifiers()
	case p.tok == tStar:
		p.next()
		if !p.eat(tAs) {
			p.unexpected("`as` and a name")
		}
		p.typeName("for the module")
	default:
		p.typeName("after `import type`")
	}
	p.fromModule()
}

// fromModule skips from "x" and the end of the statement.
func (p *parser) fromModule() {
	if !p.isWord("from") {
		p.unexpected("`from` and the name of a module")
		return
	}
	p.next()
	if p.tok != tString {
		p.unexpected("the name of a module in quotes")
		return
	}
	p.next()
	p.semicolon()
}

// specifiers skips { a, b as c } of an import or export of types.
func (p *parser) specifiers() {
	open := p.start
	if !p.expect(tLBrace, "to begin the list of names") {
		return
	}
	for p.tok != tRBrace && p.tok != tEOF {
		if !p.tok.isName() && p.tok != tString {
			p.unexpected("a name")
			return
		}
		p.next()
		if p.tok == tAs {
			p.next()
			p.next()
		}
		if p.tok != tRBrace && !p.comma("names", tRBrace, open) {
			return
		}
	}
	p.expectClose(tRBrace, open, "the list of names")
}

// importAlias parses import A = B.C as const A = B.C.
func (p *parser) importAlias(start int, onlyTypes bool) Stmt {
	name := p.bindingName("after `import`")
	p.next()
	if p.isWord("require") {
		p.failAt(start, p.end, "Modules can not be imported: a program has only its tools and the standard library.").unsupported().
			suggest("Use the tools object.")
		return nil
	}
	at := p.start
	x := p.identifierPath(at)
	p.semicolon()
	if onlyTypes {
		return nil
	}
	p.declareLexical(name.Name, name.Span, declLet)
	d := Declarator{Span: p.span(int(name.Start)), Target: name, Init: x}
	return &VarDecl{Span: p.span(start), Kind: Const, Decls: []Declarator{d}}
}

func (p *parser) identifierPath(at int) Expr {
	if !p.isBindingName() {
		p.unexpected("a name")
		return p.bad()
	}
	x := p.identifier()
	for p.tok == tDot && p.err == nil {
		p.next()
		x = p.member(x, at, false)
		p.link()
	}
	return x
}

// exportStatement parses export in a namespace, and export of types anywhere.
func (p *parser) exportStatement() Stmt {
	start := p.start
	p.next()
	inNamespace := p.exportScope == len(p.scopes.scopes)-1
	switch p.tok {
	case tType:
		if p.peekByte() == '{' || p.peekByte() == '*' {
			p.next()
			p.exportTypes()
			return nil
		}
		if p.nameFollows() {
			p.typeAlias()
			return nil
		}
	case tInterface:
		p.interfaceDeclaration()
		return nil
	case tDeclare:
		p.declareStatement()
		return nil
	case tImport:
		if inNamespace {
			s, _ := p.importStatement()
			return p.exported(start, s)
		}
	case tConst, tLet, tVar, tFunction, tAsync, tClass, tAbstract, tEnum, tNamespace, tModule:
		if inNamespace || p.ambient {
			s, _ := p.listItem()
			return p.exported(start, s)
		}
	}
	if p.ambient {
		p.ambientExport()
		return nil
	}
	p.failExport(start)
	return nil
}

func (p *parser) exported(start int, s Stmt) Stmt {
	switch s.(type) {
	case *VarDecl, *FuncDecl, *ClassDecl, *EnumDecl, *NamespaceDecl:
		return &Export{p.span(start), s}
	case nil:
		return nil
	}
	p.failAt(start, p.prevEnd, "Expected a declaration after `export`.")
	return s
}

// exportTypes skips the rest of export type { a, b } or export type * as c, with
// or without from "x".
func (p *parser) exportTypes() {
	if p.eat(tStar) {
		if p.eat(tAs) {
			p.next()
		}
		p.fromModule()
		return
	}
	p.specifiers()
	if p.isWord("from") && !p.nl {
		p.fromModule()
		return
	}
	p.semicolon()
}

// ambientExport skips export default x; export = x; and export { x } in a declare
// namespace or module.
func (p *parser) ambientExport() {
	switch {
	case p.tok == tLBrace, p.tok == tStar:
		p.exportTypes()
	case p.tok == tDefault && (p.wordFollows("function") || p.wordFollows("class") || p.wordFollows("abstract") || p.wordFollows("interface")):
		p.next()
		p.listItem()
	default:
		p.next()
		if p.isWord("namespace") { // export as namespace x
			p.next()
		}
		p.expression()
		p.semicolon()
	}
}
