package codemode

// This file finds promises that a program forgot to await: expressions that are certain to be a promise, or an array of
// promises, in places where only their value makes sense.

import (
	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/tools"
)

// promised says what is certain of an expression.
type promised struct {
	kind promiseKind
	what string // the expression in words
}

type promiseKind uint8

const (
	notPromised  promiseKind = iota // nothing is certain
	onePromise                      // a promise
	manyPromises                    // an array of promises
)

// maxPromiseSteps bounds how far constants are followed.
const maxPromiseSteps = 20

// promiseStatics are the functions of Promise that return a promise.
var promiseStatics = map[string]bool{"all": true, "allSettled": true, "any": true, "race": true, "reject": true, "resolve": true, "try": true}

// promiseMembers are properties that a promise has.
var promiseMembers = map[string]bool{"then": true, "catch": true, "finally": true, "constructor": true, "toString": true,
	"hasOwnProperty": true, "isPrototypeOf": true, "propertyIsEnumerable": true, "toLocaleString": true, "valueOf": true}

// elementCallbacks are methods of arrays that call a function with each element first.
var elementCallbacks = map[string]bool{"map": true, "filter": true, "forEach": true, "some": true, "every": true, "find": true,
	"findIndex": true, "findLast": true, "findLastIndex": true, "flatMap": true}

// returnsPromise reports whether a call of the function is certain to give a promise.
func returnsPromise(f *syntax.Function) bool {
	return f.Flags&syntax.FuncAsync != 0 && f.Flags&syntax.FuncGenerator == 0
}

func (c *checker) promises(e syntax.Expr) promised { return c.promisesIn(e, maxPromiseSteps) }

func (c *checker) promisesIn(e syntax.Expr, steps int) promised {
	if steps == 0 {
		return promised{}
	}
	switch n := e.(type) {
	case *syntax.OptChain:
		return c.promisesIn(n.X, steps)
	case *syntax.Ident:
		return c.promisedName(n.Name, steps)
	case *syntax.New:
		if id, ok := n.Callee.(*syntax.Ident); ok && id.Name == "Promise" && c.declared["Promise"] == 0 {
			return promised{onePromise, "new Promise(...)"}
		}
	case *syntax.ArrayLit:
		for _, el := range n.Elems {
			if p := c.promisesIn(el, steps-1); p.kind == onePromise {
				return promised{manyPromises, "an array with " + p.what}
			}
		}
	case *syntax.Call:
		return c.promisedCall(n, steps)
	}
	return promised{}
}

// promisedName returns what is certain of a name: of a constant by its initialiser, of a parameter as noted before.
func (c *checker) promisedName(name string, steps int) promised {
	if c.declared[name] != 1 {
		return promised{}
	}
	if p, ok := c.memo[name]; ok {
		return p
	}
	c.memo[name] = promised{} // of a constant that refers to itself
	p := c.promisesIn(c.constants[name], steps-1)
	if p.kind == onePromise {
		p.what = name
	}
	c.memo[name] = p
	return p
}

func (c *checker) promisedCall(n *syntax.Call, steps int) promised {
	if path := toolPath(n.Callee); path != nil {
		return promised{onePromise, tools.CallExpression(path) + "(...)"}
	}
	switch callee := n.Callee.(type) {
	case *syntax.Ident:
		f, _ := c.constants[callee.Name].(*syntax.Function)
		if c.declared[callee.Name] == 1 && (c.async[callee.Name] || f != nil && returnsPromise(f)) {
			return promised{onePromise, callee.Name + "(...)"}
		}
	case *syntax.Dot:
		if id, ok := callee.Object.(*syntax.Ident); ok && id.Name == "Promise" && c.declared["Promise"] == 0 && promiseStatics[callee.Name] {
			return promised{onePromise, "Promise." + callee.Name + "(...)"}
		}
		switch callee.Name {
		case "then", "catch", "finally":
			if p := c.promisesIn(callee.Object, steps-1); p.kind == onePromise {
				return promised{onePromise, p.what + "." + callee.Name + "(...)"}
			}
		case "map":
			if len(n.Args) > 0 {
				if f, ok := n.Args[0].(*syntax.Function); ok && (returnsPromise(f) || c.givesPromise(f, steps)) {
					return promised{manyPromises, "the array of promises that map(...) returns"}
				}
			}
		}
	}
	return promised{}
}

// givesPromise reports whether a function consists of an expression that is a promise.
func (c *checker) givesPromise(f *syntax.Function, steps int) bool {
	if f.Flags&syntax.FuncGenerator != 0 {
		return false
	}
	body := f.ExprBody
	if len(f.Body) == 1 {
		if r, ok := f.Body[0].(*syntax.Return); ok {
			body = r.X
		}
	}
	return c.promisesIn(body, steps-1).kind == onePromise
}

// checkUse reports a promise where n uses its operand as a value.
func (c *checker) checkUse(n syntax.Node) {
	switch n := n.(type) {
	case *syntax.Dot:
		if p := c.promises(n.Object); p.kind == onePromise && !promiseMembers[n.Name] {
			c.report(InvalidDataValue, n.NamePos, []string{"write (await " + p.what + ")." + n.Name},
				"%s is a promise, which has no property %s: await it first.", p.what, n.Name)
		}
	case *syntax.VarDecl:
		for i := range n.Decls {
			c.checkPattern(n.Decls[i].Target, n.Decls[i].Init)
		}
	case *syntax.TaggedTemplate:
		c.tagged = n.Quasi // what the tag does with the values is not known
	case *syntax.TemplateLit:
		for _, e := range n.Exprs {
			if n != c.tagged {
				c.checkOperand(e, "a template")
			}
		}
	case *syntax.Binary:
		switch n.Op {
		case syntax.OpEq, syntax.OpNe, syntax.OpStrictEq, syntax.OpStrictNe, syntax.OpIn, syntax.OpInstanceof:
		default:
			c.checkOperand(n.X, "an operator")
			c.checkOperand(n.Y, "an operator")
		}
	case *syntax.Assign:
		if n.Kind == syntax.AssignBinary {
			c.checkOperand(n.Value, "an operator")
		} else if n.Kind == syntax.AssignPlain {
			c.checkPattern(n.Target, n.Value)
		}
	case *syntax.If:
		c.checkCondition(n.Test)
	case *syntax.Conditional:
		c.checkCondition(n.Test)
	case *syntax.Unary:
		if n.Op == syntax.OpNot {
			c.checkCondition(n.X)
		}
	case *syntax.ForOf:
		c.checkLoop(n)
	case *syntax.Spread:
		c.checkIterable(n.X)
	case *syntax.Call:
		c.checkCallback(n)
	}
}

func (c *checker) checkPattern(target syntax.Target, init syntax.Expr) {
	p := c.promises(init)
	if p.kind != onePromise {
		return
	}
	switch target.(type) {
	case *syntax.ObjectPattern, *syntax.ArrayPattern:
		c.reportPromise(init, p, "%s is a promise and has nothing to take apart: await it first.")
	}
}

func (c *checker) checkOperand(e syntax.Expr, place string) {
	if p := c.promises(e); p.kind == onePromise {
		c.reportPromise(e, p, "%s is a promise, of which "+place+" makes no use: await it first.")
	}
}

func (c *checker) checkCondition(e syntax.Expr) {
	if p := c.promises(e); p.kind == onePromise {
		c.reportPromise(e, p, "%s is a promise, which is always true in a condition: await it first.")
	}
}

func (c *checker) checkIterable(e syntax.Expr) {
	if p := c.promises(e); p.kind == onePromise {
		c.reportPromise(e, p, "%s is a promise and not iterable: await it first.")
	}
}

// checkLoop looks at the iterable of a loop, and notes that its variable holds the elements of an array of promises.
func (c *checker) checkLoop(n *syntax.ForOf) {
	if n.Await {
		return
	}
	c.checkIterable(n.Iterable)
	if id, ok := n.Left.Target.(*syntax.Ident); ok && n.Left.Declared && n.Left.Kind == syntax.Const {
		c.noteElement(id, n.Iterable)
	}
}

// checkCallback notes that the parameter of a callback holds the elements of an array of promises.
func (c *checker) checkCallback(n *syntax.Call) {
	dot, ok := n.Callee.(*syntax.Dot)
	if !ok || !elementCallbacks[dot.Name] || len(n.Args) == 0 {
		return
	}
	if f, ok := n.Args[0].(*syntax.Function); ok && len(f.Params) > 0 && !f.Params[0].Rest && f.Params[0].Default == nil {
		if id, ok := f.Params[0].Target.(*syntax.Ident); ok {
			c.noteElement(id, dot.Object)
		}
	}
}

// noteElement notes what a name holds whose values are the elements of an array.
func (c *checker) noteElement(id *syntax.Ident, array syntax.Expr) {
	if _, known := c.memo[id.Name]; known || c.declared[id.Name] != 1 {
		return
	}
	if call, ok := array.(*syntax.Call); ok && c.promises(call).kind == manyPromises || !ok && c.allPromises(array) {
		c.memo[id.Name] = promised{onePromise, id.Name}
	}
}

// allPromises reports whether every element of an array is certain to be a promise.
func (c *checker) allPromises(e syntax.Expr) bool {
	switch n := e.(type) {
	case *syntax.Ident:
		if c.declared[n.Name] != 1 || c.constants[n.Name] == nil || c.promises(e).kind != manyPromises {
			return false
		}
		return c.allPromises(c.constants[n.Name])
	case *syntax.ArrayLit:
		for _, el := range n.Elems {
			if c.promises(el).kind != onePromise {
				return false
			}
		}
		return len(n.Elems) > 0
	case *syntax.Call:
		return c.promises(e).kind == manyPromises
	}
	return false
}

// visitReturn looks at the returns of the program itself.
func (c *checker) visitReturn(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.Function, *syntax.Class:
		return false
	case *syntax.Return:
		if p := c.promises(n.X); p.kind == onePromise {
			return false // the program awaits what it returns
		}
		c.checkData(n.X, "The result")
		return false
	}
	return true
}

// checkData looks for promises in data: in what a program returns, and in the inputs of tools.
func (c *checker) checkData(e syntax.Expr, place string) {
	switch n := e.(type) {
	case *syntax.ArrayLit:
		for _, el := range n.Elems {
			c.checkData(el, place)
		}
		return
	case *syntax.ObjectLit:
		for i := range n.Props {
			if p := &n.Props[i]; p.Kind == syntax.PropInit || p.Kind == syntax.PropShorthand {
				c.checkData(p.Value, place)
			}
		}
		return
	}
	switch p := c.promises(e); p.kind {
	case onePromise:
		c.report(InvalidDataValue, e.Range().Start, []string{"write await " + p.what}, "%s holds %s, which is a promise: await it first.", place, p.what)
	case manyPromises:
		c.report(InvalidDataValue, e.Range().Start, []string{"write await Promise.all(...) around the array"},
			"%s holds %s: await Promise.all of it.", place, p.what)
	}
}

func (c *checker) reportPromise(e syntax.Expr, p promised, format string) {
	c.report(InvalidDataValue, e.Range().Start, []string{"write await " + p.what}, format, p.what)
}
