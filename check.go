package codemode

// This file checks programs against the tools without running them.

import (
	"fmt"
	"strings"

	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/tools"
)

// Check reports what is certain to fail in a program, without running it: mistakes that the compiler finds; calls of
// tools that do not exist; inputs written in the program that cannot satisfy the tool's schema; promises that nobody
// awaits but that are used or returned as data. The diagnostics are those of the execution, with positions, in the order
// of the source; an empty list promises nothing about values that are only known at run time.
func (rt *Runtime) Check(source string) []*Diagnostic {
	prog, err := rt.compile(source)
	if err != nil {
		return []*Diagnostic{err.(*Diagnostic)}
	}
	return rt.preflight(prog)
}

// preflight checks a program that compiles.
func (rt *Runtime) preflight(prog *Program) []*Diagnostic {
	tree, err := syntax.Parse(prog.code.Source, syntax.Options{MaxSourceBytes: rt.opts.Limits.MaxSourceBytes})
	if err != nil {
		return nil // the repaired text is not itself a program, such as a function that was called
	}
	c := &checker{rt: rt, source: prog.code.Source, declared: map[string]int{}, constants: map[string]syntax.Expr{}, async: map[string]bool{}, memo: map[string]promised{}}
	syntax.Walk(tree.Main, c.declare)
	if c.declared["tools"] > 0 {
		return nil // the name means something else here
	}
	syntax.Walk(tree.Main, c.visit)
	for _, s := range tree.Main.Body {
		syntax.Walk(s, c.visitReturn)
	}
	return c.found
}

// maxFindings bounds the diagnostics of one check.
const maxFindings = 20

type checker struct {
	rt        *Runtime
	source    string
	declared  map[string]int         // how often a name is declared or assigned to
	constants map[string]syntax.Expr // what constants are initialised with
	async     map[string]bool        // declared functions that return promises
	memo      map[string]promised    // of constants and parameters, see promises
	tagged    *syntax.TemplateLit    // the template of the tag visited last
	found     []*Diagnostic
}

func (c *checker) report(kind Kind, at int32, suggestions []string, format string, args ...any) {
	if len(c.found) >= maxFindings {
		return
	}
	c.found = append(c.found, &Diagnostic{
		Kind:        kind,
		Message:     fmt.Sprintf(format, args...),
		Location:    locate(c.source, int(at)),
		Suggestions: suggestions,
		CodeFrame:   syntax.Frame(c.source, int(at), int(at)+1),
	})
}

// declare counts the names that a program declares, and assignments to them like declarations: only names that are bound
// once are known.
func (c *checker) declare(n syntax.Node) bool {
	target := func(t syntax.Target) {
		syntax.Walk(t, func(n syntax.Node) bool {
			if id, ok := n.(*syntax.Ident); ok {
				c.declared[id.Name]++
			}
			return true
		})
	}
	switch n := n.(type) {
	case *syntax.VarDecl:
		for i := range n.Decls {
			d := &n.Decls[i]
			target(d.Target)
			if id, ok := d.Target.(*syntax.Ident); ok && n.Kind == syntax.Const {
				c.constants[id.Name] = d.Init
			}
		}
	case *syntax.Function:
		for i := range n.Params {
			target(n.Params[i].Target)
		}
		if n.Name != nil {
			c.declared[n.Name.Name]++
		}
	case *syntax.FuncDecl:
		c.async[n.Fn.Name.Name] = returnsPromise(n.Fn)
	case *syntax.Class:
		if n.Name != nil {
			c.declared[n.Name.Name]++
		}
	case *syntax.Try:
		if n.Catch != nil {
			target(n.Catch.Param)
		}
	case *syntax.ForOf:
		if n.Left.Declared {
			target(n.Left.Target)
		}
	case *syntax.ForIn:
		if n.Left.Declared {
			target(n.Left.Target)
		}
	case *syntax.Assign:
		switch n.Target.(type) {
		case *syntax.Ident, *syntax.ArrayPattern, *syntax.ObjectPattern:
			target(n.Target)
		}
	}
	return true
}

// toolPath returns the keys of an expression that is rooted at tools, nil for any other.
func toolPath(e syntax.Expr) []string {
	var keys []string
	for {
		switch n := e.(type) {
		case *syntax.OptChain:
			e = n.X
		case *syntax.Dot:
			keys, e = append(keys, n.Name), n.Object
		case *syntax.Index:
			lit, ok := n.Key.(*syntax.StringLit)
			if !ok {
				return nil
			}
			keys, e = append(keys, lit.Value), n.Object
		case *syntax.Ident:
			if n.Name != "tools" || len(keys) == 0 {
				return nil
			}
			for i, j := 0, len(keys)-1; i < j; i, j = i+1, j-1 {
				keys[i], keys[j] = keys[j], keys[i]
			}
			return keys
		default:
			return nil
		}
	}
}

func (c *checker) visit(n syntax.Node) bool {
	if call, ok := n.(*syntax.Call); ok {
		if path := toolPath(call.Callee); path != nil {
			c.checkCall(call, path)
		}
	}
	c.checkUse(n)
	return true
}

// checkCall checks path and input of a call.
func (c *checker) checkCall(n *syntax.Call, path []string) {
	call := tools.CallExpression(path)
	at := n.Callee.Range().Start
	p := c.rt.catalogue.Lookup(path)
	h := (*host)(&execution{rt: c.rt})
	switch {
	case p == nil:
		c.report(UnknownTool, at, []string{searchSuggestion}, "There is no tool %s.%s", call, h.nearest(strings.Join(path, ".")))
		return
	case p.Tool == nil:
		c.report(UnknownTool, at, nil, "%s is a namespace and cannot be called; its tools are: %s.", call, clipNames(p.Names))
		return
	}
	for _, a := range n.Args {
		if _, ok := a.(*syntax.Spread); ok {
			return
		}
	}
	if len(n.Args) != 1 {
		c.report(InvalidToolInput, n.ArgsPos, h.signature(p.Tool), "%s takes exactly one input object, %d arguments were given.", call, len(n.Args))
		return
	}
	if problems := p.Tool.Tool.Check(known(n.Args[0])); len(problems) > 0 {
		sentences := make([]string, len(problems))
		for i, p := range problems {
			sentences[i] = p.String()
		}
		c.report(InvalidToolInput, n.Args[0].Range().Start, h.signature(p.Tool), "Invalid input for %s: %s", call, strings.Join(sentences, "; "))
		return
	}
	c.checkData(n.Args[0], "The input of "+call)
}

// known returns what is known of the value of an expression, as a tree for tools.Tool.Check.
func known(e syntax.Expr) any {
	switch n := e.(type) {
	case *syntax.NullLit:
		return nil
	case *syntax.BoolLit:
		return n.Value
	case *syntax.NumberLit:
		return n.Value
	case *syntax.StringLit:
		return n.Value
	case *syntax.TemplateLit:
		if len(n.Exprs) == 0 && n.Quasis[0].HasCooked {
			return n.Quasis[0].Cooked
		}
	case *syntax.Unary:
		if f, ok := known(n.X).(float64); ok && n.Op == syntax.OpNeg {
			return -f
		}
	case *syntax.ArrayLit:
		list := make([]any, 0, len(n.Elems))
		for _, el := range n.Elems {
			if _, spread := el.(*syntax.Spread); spread || el == nil {
				return tools.Unknown{}
			}
			list = append(list, known(el))
		}
		return list
	case *syntax.ObjectLit:
		return knownObject(n)
	}
	return tools.Unknown{}
}

func knownObject(n *syntax.ObjectLit) any {
	object := make(map[string]any, len(n.Props))
	for i := range n.Props {
		p := &n.Props[i]
		if p.Kind == syntax.PropSpread || p.Key.Kind == syntax.KeyComputed {
			return tools.Unknown{}
		}
		if id, ok := p.Value.(*syntax.Ident); ok && id.Name == "undefined" {
			continue
		}
		object[p.Key.Name] = tools.Unknown{}
		if p.Kind == syntax.PropInit {
			object[p.Key.Name] = known(p.Value)
		}
	}
	return object
}
