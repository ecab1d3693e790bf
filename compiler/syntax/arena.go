package syntax

// This file allocates nodes. The frequent kinds and all lists come from chunks,
// which a Program that is released hands on to the next parse: a host that
// compiles many small programs allocates next to nothing for their trees.

import "sync"

// slab hands out zero values of one type from chunks.
type slab[T any] struct {
	chunk []T
	used  int
}

const (
	firstChunk = 4
	lastChunk  = 1024
)

func (s *slab[T]) get() *T {
	if s.used == len(s.chunk) {
		s.grow()
	}
	v := &s.chunk[s.used]
	s.used++
	return v
}

//go:noinline
func (s *slab[T]) grow() {
	s.chunk = make([]T, min(max(firstChunk, len(s.chunk)*2), lastChunk))
	s.used = 0
}

// reset clears what was handed out, so that it can be handed out again. Chunks
// before the last one stay with the garbage collector.
func (s *slab[T]) reset() {
	if s.used > 0 {
		clear(s.chunk[:s.used])
		s.used = 0
	}
}

// list hands out slices of exact length from chunks.
type list[T any] struct {
	chunk []T
	used  int
}

// take copies values into a slice that can not grow into its neighbour.
func (l *list[T]) take(values []T) []T {
	if len(values) == 0 {
		return nil
	}
	out := l.make(len(values))
	copy(out, values)
	return out
}

// make returns a slice of n zero values, nil for none.
func (l *list[T]) make(n int) []T {
	if n == 0 {
		return nil
	}
	if n > len(l.chunk)-l.used {
		if n > lastChunk/4 {
			return make([]T, n)
		}
		l.chunk = make([]T, max(n, min(max(2*firstChunk, len(l.chunk)*2), lastChunk)))
		l.used = 0
	}
	from := l.used
	l.used += n
	return l.chunk[from:l.used:l.used]
}

func (l *list[T]) reset() {
	if l.used > 0 {
		clear(l.chunk[:l.used])
		l.used = 0
	}
}

// arena holds the chunks of one program.
type arena struct {
	idents     slab[Ident]
	dots       slab[Dot]
	indexes    slab[Index]
	calls      slab[Call]
	news       slab[New]
	chains     slab[OptChain]
	numbers    slab[NumberLit]
	strings    slab[StringLit]
	bools      slab[BoolLit]
	nulls      slab[NullLit]
	thises     slab[ThisExpr]
	templates  slab[TemplateLit]
	arrays     slab[ArrayLit]
	objects    slab[ObjectLit]
	spreads    slab[Spread]
	unaries    slab[Unary]
	updates    slab[Update]
	binaries   slab[Binary]
	logicals   slab[Logical]
	conditions slab[Conditional]
	assigns    slab[Assign]
	awaits     slab[Await]
	arrayPats  slab[ArrayPattern]
	objectPats slab[ObjectPattern]
	funcs      slab[Function]
	exprs      slab[ExprStmt]
	vars       slab[VarDecl]
	funcDecls  slab[FuncDecl]
	blocks     slab[Block]
	ifs        slab[If]
	forOfs     slab[ForOf]
	returns    slab[Return]

	exprLists  list[Expr]
	stmtLists  list[Stmt]
	propLists  list[Property]
	paramLists list[Param]
	declLists  list[Declarator]
	elemLists  list[PatternElem]
	pairLists  list[PatternProp]
	quasiLists list[TemplateElement]
	nameLists  list[string]
}

func (a *arena) reset() {
	a.idents.reset()
	a.dots.reset()
	a.indexes.reset()
	a.calls.reset()
	a.news.reset()
	a.chains.reset()
	a.numbers.reset()
	a.strings.reset()
	a.bools.reset()
	a.nulls.reset()
	a.thises.reset()
	a.templates.reset()
	a.arrays.reset()
	a.objects.reset()
	a.spreads.reset()
	a.unaries.reset()
	a.updates.reset()
	a.binaries.reset()
	a.logicals.reset()
	a.conditions.reset()
	a.assigns.reset()
	a.awaits.reset()
	a.arrayPats.reset()
	a.objectPats.reset()
	a.funcs.reset()
	a.exprs.reset()
	a.vars.reset()
	a.funcDecls.reset()
	a.blocks.reset()
	a.ifs.reset()
	a.forOfs.reset()
	a.returns.reset()
	a.exprLists.reset()
	a.stmtLists.reset()
	a.propLists.reset()
	a.paramLists.reset()
	a.declLists.reset()
	a.elemLists.reset()
	a.pairLists.reset()
	a.quasiLists.reset()
	a.nameLists.reset()
}

var arenas = sync.Pool{New: func() any { return new(arena) }}

// Release lets the next parse reuse the memory of the tree. Afterwards neither the
// tree nor any slice in it may be used; strings stay valid. Calling it is
// optional, and twice is as good as once. Not for concurrent use.
func (p *Program) Release() {
	if p.arena != nil {
		p.arena.reset()
		arenas.Put(p.arena)
		p.arena, p.Main = nil, nil
	}
}
