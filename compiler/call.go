package compiler

// This file generates calls of every kind.

import (
	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm/bytecode"
)

// Calls with more arguments than maxArgs, or whose window would not fit below maxWindow, pass them in an array.
const (
	maxArgs   = 120
	maxWindow = 240
)

func (e *emitter) call(x *syntax.Call, dst int) {
	next := e.f.next
	a := e.window(dst)
	method := e.callee(x.Callee, a)
	if x.Optional && len(e.chain) > 0 {
		e.jumpOp(bytecode.OpJNullish, a, &e.chain[len(e.chain)-1])
	}
	n, spread := e.args(x.Args, a)
	e.quoteAt(calleePos(x.Callee), x.Callee.Range())
	switch {
	case spread:
		if !method {
			// The machine clears this for a plain call only.
			e.unthis(a)
		}
		e.op1(bytecode.OpCallSpread, a)
	case method:
		e.opD(bytecode.OpCallMethod, a, n, 0)
	default:
		e.opD(bytecode.OpCall, a, n, 0)
	}
	e.f.next = next
	e.move(dst, a)
}

// unthis sets the this of the window at a to undefined just before a call.
func (e *emitter) unthis(a int) {
	e.op1(bytecode.OpLoadUndef, a+1)
	e.requote()
}

// calleePos is the offset that a call is reported at: the name of a method, else the start of the callee.
func calleePos(x syntax.Expr) int32 {
	switch x := x.(type) {
	case *syntax.Dot:
		return x.NamePos
	case *syntax.PrivateDot:
		return x.NamePos
	case *syntax.SuperDot:
		return x.NamePos
	case *syntax.OptChain:
		return calleePos(x.X)
	}
	return x.Range().Start
}

// callee evaluates what is called into R[a] and, when it is a method, its this into R[a+1]. R[a] is the last register
// taken; afterwards R[a+1] is taken too.
func (e *emitter) callee(x syntax.Expr, a int) (method bool) {
	switch x := x.(type) {
	case *syntax.Dot:
		o := e.link(x.Object, x.Optional, a)
		e.quoteAt(x.NamePos, x.Object.Range())
		e.opD(bytecode.OpGetMethod, a, o, e.site(x.Name))
	case *syntax.Index:
		e.calleeIndex(x, a)
	case *syntax.PrivateDot:
		o := e.link(x.Object, x.Optional, a)
		e.f.next = a + 1
		e.move(e.temp(), o)
		n := e.privateName(x.Name)
		e.quoteAt(x.NamePos, x.Object.Range())
		e.op3(bytecode.OpGetPrivate, a, a+1, n)
	case *syntax.SuperDot, *syntax.SuperIndex:
		e.temp()
		ref := e.reference(x.(syntax.Target), x.Range().End)
		e.loadRef(&ref, a)
		e.move(a+1, ref.o)
	case *syntax.OptChain:
		if e.calleeChain(x, a) {
			return true
		}
		e.expr(x, a)
		e.temp()
		return false
	default:
		e.expr(x, a)
		e.temp()
		return false
	}
	e.f.next = a + 1
	e.temp()
	return true
}

func (e *emitter) calleeIndex(x *syntax.Index, a int) {
	key := x.Key.Range()
	o := e.link(x.Object, x.Optional, a)
	if name, ok := constantKey(x.Key); ok {
		if _, isIndex := bytecode.ArrayIndex(name); !isIndex {
			e.quoteAt(key.Start, x.Object.Range())
			e.opD(bytecode.OpGetMethod, a, o, e.site(name))
			return
		}
	}
	o = e.stable(o, key.Start, key.End)
	k := e.operand(x.Key, -1)
	e.quoteAt(key.Start, x.Object.Range())
	e.op3(bytecode.OpGetMethodElem, a, o, k)
}

// calleeChain evaluates the callee of (a?.b)(), where a becomes this. It reports false, having emitted nothing, when the
// chain does not end in a member.
func (e *emitter) calleeChain(x *syntax.OptChain, a int) bool {
	switch x.X.(type) {
	case *syntax.Dot, *syntax.Index, *syntax.PrivateDot:
	default:
		return false
	}
	e.chain = append(e.chain, label{})
	e.callee(x.X, a)
	early := e.popChain()
	if early.refs != 0 {
		var done label
		e.jumpTo(&done)
		e.place(&early)
		e.op1(bytecode.OpLoadUndef, a)
		e.op1(bytecode.OpLoadUndef, a+1)
		e.place(&done)
	}
	return true
}

// args evaluates arguments into R[a+2] and up, where a+2 is the next free register. With spread set they are the
// elements of an array in R[a+2].
func (e *emitter) args(list []syntax.Expr, a int) (n int, spread bool) {
	spread = len(list) > maxArgs || a+2+len(list) > maxWindow
	for _, x := range list {
		if _, ok := x.(*syntax.Spread); ok {
			spread = true
		}
	}
	if spread {
		e.elements(list, e.temp())
		return 1, true
	}
	for _, x := range list {
		e.expr(x, e.temp())
	}
	return len(list), false
}

func (e *emitter) construct(x *syntax.New, dst int) {
	next := e.f.next
	a := e.window(dst)
	e.expr(x.Callee, a)
	e.temp()
	n, spread := e.args(x.Args, a)
	e.quoteAt(x.Start, x.Callee.Range())
	if spread {
		e.op1(bytecode.OpNewSpread, a)
	} else {
		e.opD(bytecode.OpNew, a, n, 0)
	}
	e.f.next = next
	e.move(dst, a)
}

// superCall evaluates super(...): construct, bind this, run the field initialisers.
func (e *emitter) superCall(x *syntax.SuperCall, dst int) {
	next := e.f.next
	a := e.window(dst)
	e.loadPseudo(pseudoCallee, a)
	e.loadPseudo(pseudoNewTarget, e.temp())
	n, spread := e.args(x.Args, a)
	e.at(x.Start)
	if spread {
		e.op1(bytecode.OpSuperCallSpread, a)
	} else {
		e.opD(bytecode.OpSuperCall, a, n, 0)
	}
	e.f.next = a + 1
	e.bindThis(a)
	e.initFields(a)
	if f := e.f.fn; !f.arrow && f.node != nil {
		e.paramProperties(f.node)
	}
	e.f.next = next
	e.move(dst, a)
}

// bindThis makes register r the this of a derived constructor, which must not have one yet.
func (e *emitter) bindThis(r int) {
	v := e.baseFn().pseudo[pseudoThis]
	if v < 0 {
		e.op1(bytecode.OpCheckUnbound, 0)
		e.move(0, r)
		return
	}
	t := e.temp()
	e.load(v, false, t)
	e.op1(bytecode.OpCheckUnbound, t)
	e.store(v, false, r)
}

// initFields runs the field initialisers of the class that the constructor belongs to on the object in register r.
func (e *emitter) initFields(r int) {
	of := e.baseFn().of
	if of < 0 || e.classes[of].fields < 0 {
		return
	}
	next := e.f.next
	t := e.temp()
	e.loadPseudo(pseudoCallee, t)
	e.at(e.classes[of].node.Start)
	e.op2(bytecode.OpInitFields, r, t)
	e.f.next = next
}

// tagged evaluates a tagged template: a call whose first argument is the template object.
func (e *emitter) tagged(x *syntax.TaggedTemplate, dst int) {
	next := e.f.next
	a := e.window(dst)
	method := e.callee(x.Tag, a)
	n := 1 + len(x.Quasi.Exprs)
	spread := n > maxArgs || a+2+n > maxWindow
	list := -1
	if spread {
		list = e.temp()
		e.op3(bytecode.OpNewArray, list, list, 0)
	}
	t := e.temp()
	e.opD(bytecode.OpTemplate, t, 0, e.templateObject(x.Quasi))
	e.pushTo(list, t)
	for _, s := range x.Quasi.Exprs {
		if !spread {
			t = e.temp()
		}
		e.expr(s, t)
		e.pushTo(list, t)
	}
	e.quoteAt(calleePos(x.Tag), x.Tag.Range())
	switch {
	case spread:
		if !method {
			e.unthis(a)
		}
		e.op1(bytecode.OpCallSpread, a)
	case method:
		e.opD(bytecode.OpCallMethod, a, n, 0)
	default:
		e.opD(bytecode.OpCall, a, n, 0)
	}
	e.f.next = next
	e.move(dst, a)
}

// pushTo appends register r to the array in register list, if there is one.
func (e *emitter) pushTo(list, r int) {
	if list >= 0 {
		e.op2(bytecode.OpArrayPush, list, r)
	}
}

func (e *emitter) templateObject(q *syntax.TemplateLit) int32 {
	if e.f.dead {
		return 0
	}
	n := len(q.Quasis)
	t := bytecode.Template{Cooked: make([]string, n), Valid: make([]bool, n), Raw: make([]string, n)}
	for i := range q.Quasis {
		s := &q.Quasis[i]
		t.Cooked[i], t.Valid[i], t.Raw[i] = s.Cooked, s.HasCooked, s.Raw
	}
	e.templates = append(e.templates, t)
	return int32(len(e.templates)) - 1 - e.f.base.templates.from
}
