package syntax

// This file allocates nodes. The frequent kinds come from chunks that grow with
// the program: one allocation for many nodes costs a third of one each.

// slab hands out values of one type from chunks.
type slab[T any] struct {
	free []T
	size int // of the chunk allocated last
}

const (
	firstChunk = 4
	lastChunk  = 128
)

func (s *slab[T]) get() *T {
	if len(s.free) == 0 {
		s.grow()
	}
	v := &s.free[0]
	s.free = s.free[1:]
	return v
}

//go:noinline
func (s *slab[T]) grow() {
	s.size = min(max(firstChunk, s.size*2), lastChunk)
	s.free = make([]T, s.size)
}

// list hands out slices of exact length from chunks.
type list[T any] struct {
	free []T
	size int
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
	if n > len(l.free) {
		if n > lastChunk/2 {
			return make([]T, n)
		}
		l.size = min(max(firstChunk*2, l.size*2), lastChunk)
		l.free = make([]T, max(l.size, n))
	}
	out := l.free[:n:n]
	l.free = l.free[n:]
	return out
}

// arena holds the chunks of one program.
type arena struct {
	idents   slab[Ident]
	dots     slab[Dot]
	calls    slab[Call]
	numbers  slab[NumberLit]
	strings  slab[StringLit]
	binaries slab[Binary]
	assigns  slab[Assign]
	objects  slab[ObjectLit]
	arrays   slab[ArrayLit]
	indexes  slab[Index]
	funcs    slab[Function]
	exprs    slab[ExprStmt]
	vars     slab[VarDecl]
	blocks   slab[Block]
	returns  slab[Return]

	exprLists  list[Expr]
	stmtLists  list[Stmt]
	propLists  list[Property]
	paramLists list[Param]
	declLists  list[Declarator]
	nameLists  list[string]
}
