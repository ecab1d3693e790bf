package treewalk

// This file evaluates statements.

import (
	"slices"

	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm"
)

// A completion says how a statement ended, unless it ended with an exception.
type completion struct {
	kind  completionKind
	label string   // of a labelled break or continue
	value vm.Value // of a return
}

type completionKind uint8

const (
	normal completionKind = iota
	breaks
	continues
	returns
)

// afterBody says what the completion of a loop's body means for the loop: whether it is over, and its completion then.
func (c completion) afterBody(labels []string) (result completion, leave bool) {
	mine := c.label == "" || slices.Contains(labels, c.label)
	switch {
	case c.kind == normal || c.kind == continues && mine:
		return completion{}, false
	case c.kind == breaks && c.label == "":
		return completion{}, true
	}
	return c, true
}

func (f *frame) stmts(s *scope, list []syntax.Stmt) (completion, error) {
	for _, st := range list {
		if c, err := f.stmt(s, st, nil); err != nil || c.kind != normal {
			return c, err
		}
	}
	return completion{}, nil
}

// stmt evaluates a statement; labels are those in front of it.
func (f *frame) stmt(s *scope, st syntax.Stmt, labels []string) (completion, error) {
	switch st := st.(type) {
	case *syntax.ExprStmt:
		_, err := f.expr(s, st.X)
		return completion{}, err
	case *syntax.VarDecl:
		return completion{}, f.varDecl(s, st)
	case *syntax.Return:
		return f.returnStmt(s, st)
	case *syntax.If:
		return f.ifStmt(s, st)
	case *syntax.Block:
		return f.block(s, st)
	case *syntax.For:
		return f.forStmt(s, st, labels)
	case *syntax.ForOf:
		return f.forOf(s, st, labels)
	case *syntax.ForIn:
		return f.forIn(s, st, labels)
	case *syntax.While:
		return f.loop(s, loop{test: st.Test, body: st.Body}, labels)
	case *syntax.DoWhile:
		return f.loop(s, loop{test: st.Test, body: st.Body, testLast: true}, labels)
	case *syntax.Switch:
		return f.switchStmt(s, st)
	case *syntax.Throw:
		v, err := f.expr(s, st.X)
		if err == nil {
			err = f.vm.Throw(v)
		}
		return completion{}, err
	case *syntax.Try:
		return f.try(s, st)
	case *syntax.Break:
		return completion{kind: breaks, label: st.Label}, nil
	case *syntax.Continue:
		return completion{kind: continues, label: st.Label}, nil
	case *syntax.Labeled:
		c, err := f.stmt(s, st.Body, append(slices.Clip(labels), st.Label))
		if c.kind == breaks && c.label == st.Label {
			c = completion{}
		}
		return c, err
	case *syntax.ClassDecl:
		v, err := f.classValue(s, st.Class, "")
		if err == nil {
			s.initialise(st.Class.Name.Name, v)
		}
		return completion{}, err
	case *syntax.FuncDecl, *syntax.Empty, *syntax.Debugger:
		return completion{}, nil
	case *syntax.EnumDecl:
		return completion{}, f.enum(s, st, false)
	case *syntax.NamespaceDecl:
		return completion{}, f.namespaceDecl(s, st, false)
	case *syntax.Export:
		return completion{}, f.export(s, st)
	}
	return completion{}, unsupported(st)
}

func (f *frame) varDecl(s *scope, d *syntax.VarDecl) error {
	mode := initialise
	if d.Kind == syntax.Var {
		mode = assign
	}
	for i := range d.Decls {
		decl := &d.Decls[i]
		v := vm.Undefined
		if decl.Init == nil {
			if d.Kind == syntax.Var {
				continue
			}
		} else {
			var err error
			if v, err = f.named(s, decl.Init, targetName(decl.Target)); err != nil {
				return err
			}
		}
		if err := f.bindDefault(s, decl.Target, nil, v, mode); err != nil {
			return err
		}
	}
	return nil
}

func (f *frame) returnStmt(s *scope, st *syntax.Return) (completion, error) {
	c := completion{kind: returns, value: vm.Undefined}
	if st.X == nil {
		return c, nil
	}
	var err error
	c.value, err = f.expr(s, st.X)
	if err == nil && f.isAsync() && f.fn.has(syntax.FuncGenerator) {
		c.value, err = f.await(c.value)
	}
	return c, err
}

func (f *frame) ifStmt(s *scope, st *syntax.If) (completion, error) {
	v, err := f.expr(s, st.Test)
	switch {
	case err != nil:
		return completion{}, err
	case vm.ToBoolean(v):
		return f.stmt(s, st.Then, nil)
	case st.Else != nil:
		return f.stmt(s, st.Else, nil)
	}
	return completion{}, nil
}

func (f *frame) block(s *scope, b *syntax.Block) (completion, error) {
	if b.Lexical {
		s = newScope(s)
		f.declareAll(s, b.Body)
	}
	return f.stmts(s, b.Body)
}

// A loop is what while, do-while and for have in common.
type loop struct {
	test, update syntax.Expr // nil when absent
	body         syntax.Stmt
	testLast     bool
	fresh        bool // the scope is copied for each iteration
}

func (f *frame) loop(s *scope, l loop, labels []string) (completion, error) {
	for first := true; ; first = false {
		if err := f.vm.Charge(1); err != nil {
			return completion{}, err
		}
		if l.test != nil && !(l.testLast && first) {
			v, err := f.expr(s, l.test)
			if err != nil || !vm.ToBoolean(v) {
				return completion{}, err
			}
		}
		c, err := f.stmt(s, l.body, nil)
		if err != nil {
			return completion{}, err
		}
		if c, leave := c.afterBody(labels); leave {
			return c, nil
		}
		if l.fresh {
			s = s.copy()
		}
		if l.update != nil {
			if _, err := f.expr(s, l.update); err != nil {
				return completion{}, err
			}
		}
	}
}

func (f *frame) forStmt(s *scope, st *syntax.For, labels []string) (completion, error) {
	l := loop{test: st.Test, update: st.Update, body: st.Body}
	if d, ok := st.Init.(*syntax.VarDecl); ok && d.Kind != syntax.Var {
		s = newScope(s)
		declareTargets(s, d)
		l.fresh = d.Kind == syntax.Let
	}
	if st.Init != nil {
		if _, err := f.stmt(s, st.Init, nil); err != nil {
			return completion{}, err
		}
	}
	if l.fresh {
		s = s.copy()
	}
	return f.loop(s, l, labels)
}

func (f *frame) switchStmt(s *scope, st *syntax.Switch) (completion, error) {
	v, err := f.expr(s, st.Disc)
	if err != nil {
		return completion{}, err
	}
	if st.Lexical {
		s = newScope(s)
		var all []syntax.Stmt
		for i := range st.Cases {
			all = append(all, st.Cases[i].Body...)
		}
		f.declareAll(s, all)
	}
	start := slices.IndexFunc(st.Cases, func(c syntax.Case) bool { return c.Test == nil })
	for i := range st.Cases {
		if st.Cases[i].Test == nil {
			continue
		}
		t, err := f.expr(s, st.Cases[i].Test)
		if err != nil {
			return completion{}, err
		}
		if vm.StrictEquals(v, t) {
			start = i
			break
		}
	}
	if start < 0 {
		return completion{}, nil
	}
	for i := start; i < len(st.Cases); i++ {
		c, err := f.stmts(s, st.Cases[i].Body)
		if err != nil {
			return completion{}, err
		}
		if c.kind == breaks && c.label == "" {
			return completion{}, nil
		}
		if c.kind != normal {
			return c, nil
		}
	}
	return completion{}, nil
}

func (f *frame) try(s *scope, st *syntax.Try) (completion, error) {
	c, err := f.block(s, st.Block)
	if t, ok := err.(*vm.Thrown); ok && st.Catch != nil {
		c, err = f.catch(s, st.Catch, t.Value)
	}
	if st.Finally == nil {
		return c, err
	}
	switch err.(type) {
	case nil, *vm.Thrown, *returning:
	default:
		return c, err // nothing of the program runs after an abort
	}
	if last, lastErr := f.block(s, st.Finally); lastErr != nil || last.kind != normal {
		return last, lastErr
	}
	return c, err
}

func (f *frame) catch(s *scope, c *syntax.Catch, v vm.Value) (completion, error) {
	if c.Param != nil {
		s = newScope(s)
		boundNames(c.Param, func(name string) { s.declare(name, vm.Hole(), false) })
		if err := f.bindDefault(s, c.Param, nil, v, initialise); err != nil {
			return completion{}, err
		}
	}
	return f.block(s, c.Body)
}
