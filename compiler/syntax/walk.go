package syntax

// This file defines Walk.

// Walk calls visit for n and, as long as visit returns true, for the nodes below it in the order of the source. Bindings
// and assignment targets are visited like references.
func Walk(n Node, visit func(Node) bool) {
	if isNil(n) || !visit(n) {
		return
	}
	w := walker{visit}
	switch n := n.(type) {
	case Expr:
		w.expr(n)
	case Stmt:
		w.stmt(n)
	case *ArrayPattern:
		for i := range n.Elems {
			w.walk(n.Elems[i].Target, n.Elems[i].Default)
		}
		w.walk(n.Rest)
	case *ObjectPattern:
		for i := range n.Props {
			w.walk(n.Props[i].Key.Expr, n.Props[i].Target, n.Props[i].Default)
		}
		w.walk(n.Rest)
	}
}

// isNil reports whether n holds no node: optional parts are nil interfaces or nil pointers.
func isNil(n Node) bool {
	switch n := n.(type) {
	case nil:
		return true
	case *Function:
		return n == nil
	case *Block:
		return n == nil
	case *TemplateLit:
		return n == nil
	}
	return false
}

type walker struct{ visit func(Node) bool }

func (w walker) walk(nodes ...Node) {
	for _, n := range nodes {
		Walk(n, w.visit)
	}
}

func (w walker) exprs(list []Expr) {
	for _, e := range list {
		Walk(e, w.visit)
	}
}

func (w walker) stmts(list []Stmt) {
	for _, s := range list {
		Walk(s, w.visit)
	}
}

func (w walker) expr(n Expr) {
	switch n := n.(type) {
	case *TemplateLit:
		w.exprs(n.Exprs)
	case *TaggedTemplate:
		w.walk(n.Tag, n.Quasi)
	case *ArrayLit:
		w.exprs(n.Elems)
	case *ObjectLit:
		for i := range n.Props {
			w.walk(n.Props[i].Key.Expr, n.Props[i].Value)
		}
	case *Spread:
		w.walk(n.X)
	case *Unary:
		w.walk(n.X)
	case *Update:
		w.walk(n.X)
	case *Binary:
		w.walk(n.X, n.Y)
	case *Logical:
		w.walk(n.X, n.Y)
	case *Conditional:
		w.walk(n.Test, n.Then, n.Else)
	case *Assign:
		w.walk(n.Target, n.Value)
	case *Sequence:
		w.exprs(n.Exprs)
	case *Await:
		w.walk(n.X)
	case *Yield:
		w.walk(n.X)
	case *Dot:
		w.walk(n.Object)
	case *Index:
		w.walk(n.Object, n.Key)
	case *PrivateDot:
		w.walk(n.Object)
	case *SuperIndex:
		w.walk(n.Key)
	case *SuperCall:
		w.exprs(n.Args)
	case *Call:
		w.walk(n.Callee)
		w.exprs(n.Args)
	case *New:
		w.walk(n.Callee)
		w.exprs(n.Args)
	case *OptChain:
		w.walk(n.X)
	case *Function:
		w.function(n)
	case *Class:
		w.class(n)
	}
}

func (w walker) function(n *Function) {
	for i := range n.Params {
		w.walk(n.Params[i].Target, n.Params[i].Default)
	}
	w.stmts(n.Body)
	w.walk(n.ExprBody)
}

func (w walker) class(n *Class) {
	w.walk(n.Extends, n.Constructor)
	for i := range n.Members {
		w.walk(n.Members[i].Key.Expr, n.Members[i].Fn)
	}
}

func (w walker) stmt(n Stmt) {
	switch n := n.(type) {
	case *VarDecl:
		for i := range n.Decls {
			w.walk(n.Decls[i].Target, n.Decls[i].Init)
		}
	case *FuncDecl:
		w.walk(n.Fn)
	case *ClassDecl:
		w.walk(n.Class)
	case *ExprStmt:
		w.walk(n.X)
	case *Block:
		w.stmts(n.Body)
	case *If:
		w.walk(n.Test, n.Then, n.Else)
	case *For:
		w.walk(n.Init, n.Test, n.Update, n.Body)
	case *ForIn:
		w.walk(n.Left.Target, n.Object, n.Body)
	case *ForOf:
		w.walk(n.Left.Target, n.Iterable, n.Body)
	case *While:
		w.walk(n.Test, n.Body)
	case *DoWhile:
		w.walk(n.Body, n.Test)
	case *Switch:
		w.walk(n.Disc)
		for i := range n.Cases {
			w.walk(n.Cases[i].Test)
			w.stmts(n.Cases[i].Body)
		}
	case *Return:
		w.walk(n.X)
	case *Throw:
		w.walk(n.X)
	case *Try:
		w.walk(n.Block)
		if n.Catch != nil {
			w.walk(n.Catch.Param, n.Catch.Body)
		}
		w.walk(n.Finally)
	case *Labeled:
		w.walk(n.Body)
	case *EnumDecl:
		for i := range n.Members {
			w.walk(n.Members[i].Init)
		}
	case *NamespaceDecl:
		w.walk(n.Fn)
	case *Export:
		w.walk(n.Decl)
	}
}
