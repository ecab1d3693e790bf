package syntax

// This file finds redeclarations.
//
// Every declared name has a symbol with two chains of open declarations, the
// innermost first: lexical ones (let, const, class, functions in blocks, catch
// parameters) and var ones (var, parameters, functions at the top of a body, one
// entry a function). So each question is answered at the head of a chain:
//
//   - let x conflicts with a lexical x of the same scope, and with a var x whose
//     last declaration lies behind the start of the scope (a nested var passes
//     through all scopes around it).
//   - var x conflicts with the innermost lexical x if its scope belongs to the
//     same function: all open scopes lie around the var.

// declKind says how a name was declared.
type declKind uint8

const (
	declLet       declKind = iota // let, const
	declClass                     //
	declFunction                  // function in a block
	declCatch                     // a catch parameter that is a plain name: var may redeclare it
	declEnum                      // merges with enum and namespace
	declNamespace                 // merges with namespace, enum, class, function
	declVar
	declParam
	declTopFunction // function at the top of a body: like var
)

type symbol struct {
	name string
	key  NameKey
	lex  int32 // index+1 of the innermost open entry in lexDecls
	vars int32 // index+1 of the innermost open entry in varDecls
	// Private names, see privateTable: index+1 of the latest unresolved reference
	// and of the innermost declaration.
	priv, privDecl int32
}

// decl is an open declaration.
type decl struct {
	symbol int32
	prev   int32 // the next entry outwards, index+1
	scope  int32 // index of the scope (lexical) or of the function's scope (var)
	kind   declKind
	pos    int32 // offset of the first declaration
	last   int32 // var: offset of the last one
}

type scope struct {
	start   int32 // offset
	lexBase int32
	fn      int32 // index of the function scope it belongs to
	lexical bool  // a lexical declaration was made in it
}

type scopeTable struct {
	symbols  []symbol
	table    []int32 // open addressing: index+1 into symbols
	hash     NameHash
	scopes   []scope
	lexDecls []decl
	varDecls []decl
}

func (t *scopeTable) reset() {
	if !t.hash.Seeded() {
		t.hash.Init()
	}
	if t.table == nil {
		t.table = make([]int32, 64)
	}
}

// release empties the table, and drops it when it grew large.
func (t *scopeTable) release() {
	const most = 512
	if len(t.table) > most {
		t.table, t.symbols = nil, nil
	} else {
		clear(t.table)
		clear(t.symbols)
		t.symbols = t.symbols[:0]
	}
	if cap(t.scopes) > most || cap(t.lexDecls) > most || cap(t.varDecls) > most {
		t.scopes, t.lexDecls, t.varDecls = nil, nil, nil
	}
	t.scopes, t.lexDecls, t.varDecls = t.scopes[:0], t.lexDecls[:0], t.varDecls[:0]
}

// intern returns the index of the symbol of a name.
func (t *scopeTable) intern(name string) int32 {
	key := t.hash.Key(name)
	mask := uint64(len(t.table) - 1)
	i := t.hash.Hash(key, len(name)) & mask
	for t.table[i] != 0 {
		if s := &t.symbols[t.table[i]-1]; SameName(s.name, name, s.key, key) {
			return t.table[i] - 1
		}
		i = (i + 1) & mask
	}
	t.symbols = append(t.symbols, symbol{name: name, key: key})
	n := int32(len(t.symbols))
	t.table[i] = n
	if len(t.symbols)*2 > len(t.table) {
		t.rehash()
	}
	return n - 1
}

func (t *scopeTable) rehash() {
	t.table = make([]int32, 2*len(t.table))
	mask := uint64(len(t.table) - 1)
	for k := range t.symbols {
		s := &t.symbols[k]
		i := t.hash.Hash(s.key, len(s.name)) & mask
		for t.table[i] != 0 {
			i = (i + 1) & mask
		}
		t.table[i] = int32(k + 1)
	}
}

// pushScope opens a block scope, or with function set the scope of a function.
func (p *parser) pushScope(function bool) {
	t := &p.scopes
	fn := int32(len(t.scopes))
	if !function {
		fn = t.scopes[fn-1].fn
	}
	t.scopes = append(t.scopes, scope{start: int32(p.start), lexBase: int32(len(t.lexDecls)), fn: fn})
}

// popScope closes the innermost scope and reports whether it declared something lexical.
func (p *parser) popScope() (lexical bool) {
	t := &p.scopes
	s := t.scopes[len(t.scopes)-1]
	t.scopes = t.scopes[:len(t.scopes)-1]
	for i := len(t.lexDecls) - 1; i >= int(s.lexBase); i-- {
		t.symbols[t.lexDecls[i].symbol].lex = t.lexDecls[i].prev
	}
	t.lexDecls = t.lexDecls[:s.lexBase]
	return s.lexical
}

// popVars closes the var declarations of a function and returns its names.
func (p *parser) popVars(base int) []string {
	t := &p.scopes
	count := 0
	for i := base; i < len(t.varDecls); i++ {
		if t.varDecls[i].kind != declParam {
			count++
		}
	}
	names := p.arena.nameLists.make(count)[:0]
	for i := base; i < len(t.varDecls); i++ {
		if d := &t.varDecls[i]; d.kind != declParam {
			names = append(names, t.symbols[d.symbol].name)
		}
	}
	for i := len(t.varDecls) - 1; i >= base; i-- {
		d := &t.varDecls[i]
		t.symbols[d.symbol].vars = d.prev
	}
	t.varDecls = t.varDecls[:base]
	return names
}

// declareLexical declares a name in the innermost scope. It reports whether the
// declaration merges with an earlier one of the same scope.
func (p *parser) declareLexical(name string, pos Span, kind declKind) (merges bool) {
	if p.ambient || p.err != nil {
		return false
	}
	t := &p.scopes
	here := int32(len(t.scopes) - 1)
	s := &t.scopes[here]
	s.lexical = true
	id := t.intern(name)
	sym := &t.symbols[id]
	if sym.lex != 0 {
		if d := &t.lexDecls[sym.lex-1]; d.scope == here {
			if !mayMerge(d.kind, kind) {
				p.failRedeclared(name, pos, d)
			}
			return true
		}
	}
	if sym.vars != 0 {
		d := &t.varDecls[sym.vars-1]
		if d.scope == s.fn && (d.last >= s.start || s.fn == here) {
			if d.kind == declTopFunction && kind == declNamespace && s.fn == here {
				merges = true
			} else {
				p.failRedeclared(name, pos, d)
				return false
			}
		}
	}
	t.lexDecls = append(t.lexDecls, decl{symbol: id, prev: sym.lex, scope: here, kind: kind, pos: pos.Start})
	sym.lex = int32(len(t.lexDecls))
	return merges
}

// mayMerge: TypeScript lets these declarations of one name stand together.
func mayMerge(old, new declKind) bool {
	switch new {
	case declEnum:
		return old == declEnum || old == declNamespace
	case declNamespace:
		return old == declNamespace || old == declEnum || old == declClass || old == declFunction
	}
	return false
}

// declareVar declares a name by var, as a function at the top of a body, or as a
// parameter. inForOf: by the head of a for-of, where a catch parameter is no excuse.
func (p *parser) declareVar(name string, pos Span, kind declKind, inForOf bool) {
	if p.ambient || p.err != nil {
		return
	}
	t := &p.scopes
	fn := t.scopes[len(t.scopes)-1].fn
	id := t.intern(name)
	sym := &t.symbols[id]
	for k := sym.lex; k != 0; {
		d := &t.lexDecls[k-1]
		if d.scope < fn {
			break
		}
		if d.kind != declCatch || inForOf {
			p.failRedeclared(name, pos, d)
			return
		}
		k = d.prev
	}
	if sym.vars != 0 {
		if d := &t.varDecls[sym.vars-1]; d.scope == fn {
			if kind == declParam {
				p.failAt(int(pos.Start), int(pos.End), "The parameter "+quote(name)+" is declared twice.").
					suggest("Give each parameter a name of its own.")
			}
			if d.kind == declParam || kind == declTopFunction {
				d.kind = kind
			}
			d.last = max(d.last, pos.Start)
			return
		}
	}
	t.varDecls = append(t.varDecls, decl{symbol: id, prev: sym.vars, scope: fn, kind: kind, pos: pos.Start, last: pos.Start})
	sym.vars = int32(len(t.varDecls))
}

func (p *parser) failRedeclared(name string, pos Span, first *decl) {
	if p.quiet > 0 {
		p.fail("")
		return
	}
	line, _ := Position(p.src, int(first.pos))
	what := "already declared on line " + itoa(line)
	if first.kind == declParam {
		what = "a parameter of this function, declared on line " + itoa(line)
	}
	e := p.failAt(int(pos.Start), int(pos.End), "The name "+quote(name)+" is "+what+".")
	e.suggest("Choose another name, or assign to it without let, const, var, class or function.")
}
