package compiler

// This file generates expressions: the three ways to evaluate one, and the kinds that are not operators, accesses,
// calls or literals with parts.

import (
	"math"
	"math/big"

	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm/bytecode"
)

var (
	nan = math.NaN()
	inf = math.Inf(1)
)

// expr evaluates x into register dst. When dst is below frame.top, only the last instruction writes it.
func (e *emitter) expr(x syntax.Expr, dst int) {
	switch x := x.(type) {
	case *syntax.Ident:
		e.ident(x, dst)
	case *syntax.NumberLit:
		e.number(x.Value, dst)
	case *syntax.StringLit:
		e.loadText(dst, x.Value)
	case *syntax.Dot:
		e.dot(x, dst)
	case *syntax.Call:
		e.call(x, dst)
	case *syntax.Binary:
		e.binary(x, dst)
	case *syntax.Index:
		e.index(x, dst)
	case *syntax.ObjectLit:
		e.object(x, dst)
	case *syntax.ArrayLit:
		e.array(x, dst)
	case *syntax.TemplateLit:
		e.template(x, dst)
	case *syntax.Function:
		e.functionExpr(x, "", dst)
	case *syntax.Await:
		e.await(x, dst)
	case *syntax.Logical:
		e.logical(x, dst)
	case *syntax.Conditional:
		e.conditional(x, dst)
	case *syntax.Assign:
		next := e.f.next
		e.move(dst, e.assign(x, e.scratch(dst)))
		e.f.next = next
	case *syntax.Update:
		e.update(x, dst)
	case *syntax.Unary:
		e.unary(x, dst)
	case *syntax.BoolLit:
		if x.Value {
			e.op1(bytecode.OpLoadTrue, dst)
		} else {
			e.op1(bytecode.OpLoadFalse, dst)
		}
	case *syntax.NullLit:
		e.op1(bytecode.OpLoadNull, dst)
	case *syntax.ThisExpr:
		next := e.f.next
		e.at(x.Start)
		e.move(dst, e.this(e.scratch(dst)))
		e.f.next = next
	case *syntax.New:
		e.construct(x, dst)
	case *syntax.OptChain:
		e.optChain(x, dst)
	default:
		e.rareExpr(x, dst)
	}
}

// rareExpr is the rest of expr.
func (e *emitter) rareExpr(x syntax.Expr, dst int) {
	switch x := x.(type) {
	case *syntax.Sequence:
		last := len(x.Exprs) - 1
		for _, p := range x.Exprs[:last] {
			e.effect(p)
		}
		e.expr(x.Exprs[last], dst)
	case *syntax.BigIntLit:
		e.bigint(x, dst)
	case *syntax.RegExpLit:
		if !e.f.dead {
			k := e.constant(bytecode.Constant{Kind: bytecode.ConstString, Text: x.Pattern})
			e.constant(bytecode.Constant{Kind: bytecode.ConstString, Text: x.Flags})
			e.at(x.Start)
			e.opD(bytecode.OpRegExp, dst, 0, k)
		}
	case *syntax.TaggedTemplate:
		e.tagged(x, dst)
	case *syntax.NewTarget:
		e.loadPseudo(pseudoNewTarget, dst)
	case *syntax.Yield:
		e.yield(x, dst)
	case *syntax.Class:
		e.classExpr(x, "", -1, dst)
	case *syntax.PrivateDot, *syntax.SuperDot, *syntax.SuperIndex:
		e.rareMember(x, dst)
	case *syntax.SuperCall:
		e.superCall(x, dst)
	default:
		e.internal("expression")
	}
}

// exprNamed evaluates x into dst; an anonymous function or class gets the name.
func (e *emitter) exprNamed(x syntax.Expr, dst int, name string) {
	switch x := x.(type) {
	case *syntax.Function:
		e.functionExpr(x, name, dst)
	case *syntax.Class:
		e.classExpr(x, name, -1, dst)
	default:
		e.expr(x, dst)
	}
}

// isAnonymous reports whether x is a function or class that takes the name of what it is assigned to.
func isAnonymous(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.Function:
		return x.Name == nil
	case *syntax.Class:
		return x.Name == nil
	}
	return false
}

func (e *emitter) functionExpr(x *syntax.Function, name string, dst int) {
	if x.Name != nil {
		name = x.Name.Name
	}
	e.closure(x, name, dst)
}

// operand evaluates x and returns the register that holds its value: that of a variable, or hint, or a new temporary.
func (e *emitter) operand(x syntax.Expr, hint int) int {
	switch x := x.(type) {
	case *syntax.Ident:
		if v, check := splitRef(x.Ref); v >= 0 && e.localReg(v) >= 0 {
			e.at(x.Start)
			return e.variable(v, check, hint)
		}
		if hint < 0 {
			hint = e.temp()
		}
		e.ident(x, hint)
		return hint
	case *syntax.Dot: // the most frequent kinds, to save the second switch
		if hint < 0 {
			hint = e.temp()
		}
		e.dot(x, hint)
		return hint
	case *syntax.Call:
		if hint < 0 {
			hint = e.temp()
		}
		e.call(x, hint)
		return hint
	case *syntax.ThisExpr:
		e.at(x.Start)
		return e.this(hint)
	case *syntax.Assign:
		return e.assign(x, hint)
	case *syntax.Update:
		if id, ok := x.X.(*syntax.Ident); ok && x.Prefix {
			if r := e.assignable(id); r >= 0 {
				e.updateRegister(x, r)
				return r
			}
		}
	}
	if hint < 0 {
		hint = e.temp()
	}
	e.expr(x, hint)
	return hint
}

// left evaluates x like operand, for an operator whose other operands, between the offsets from and to, run before the
// value is used.
func (e *emitter) left(x syntax.Expr, hint int, from, to int32) int {
	return e.stable(e.operand(x, hint), from, to)
}

// effect evaluates x for what it does.
func (e *emitter) effect(x syntax.Expr) {
	next := e.f.next
	switch x := x.(type) {
	case *syntax.Assign:
		e.assign(x, -1)
	case *syntax.Update:
		e.updateEffect(x)
	case *syntax.Ident:
		if v, check := splitRef(x.Ref); v < 0 && !isUndefined(x) || check {
			e.operand(x, -1)
		}
	case *syntax.NumberLit, *syntax.StringLit, *syntax.BoolLit, *syntax.NullLit:
	case *syntax.Logical:
		e.logicalEffect(x)
	case *syntax.Conditional:
		var other, done label
		e.cond(x.Test, &other, false)
		e.effect(x.Then)
		e.jumpTo(&done)
		e.place(&other)
		e.effect(x.Else)
		e.place(&done)
	case *syntax.Sequence:
		for _, p := range x.Exprs {
			e.effect(p)
		}
	case *syntax.Unary:
		if x.Op == syntax.OpVoid || x.Op == syntax.OpNot {
			e.effect(x.X)
		} else {
			e.operand(x, -1)
		}
	case *syntax.OptChain:
		e.optEffect(x)
	default:
		e.operand(x, -1)
	}
	e.f.next = next
}

// number loads a number.
func (e *emitter) number(f float64, dst int) {
	if i, ok := int32Of(f); ok {
		e.opD(bytecode.OpLoadInt, dst, 0, i)
		return
	}
	e.opD(bytecode.OpLoadK, dst, 0, e.float(f))
}

// int32Of returns f as an integer if it is one of 32 bits and not -0.
func int32Of(f float64) (int32, bool) {
	i := int32(f)
	return i, float64(i) == f && (i != 0 || !math.Signbit(f))
}

// maxBigIntDigits bounds BigInt literals: converting the digits takes more than linear time.
const maxBigIntDigits = 1 << 14

func (e *emitter) bigint(x *syntax.BigIntLit, dst int) {
	if len(x.Text) > maxBigIntDigits {
		e.fail(x.Span, "The BigInt literal is too long.", "Compute the number, or read it with BigInt(text).")
		return
	}
	n, ok := new(big.Int).SetString(x.Text, 0)
	if !ok {
		e.internal("BigInt literal")
		return
	}
	if !e.f.dead {
		e.opD(bytecode.OpLoadK, dst, 0, e.constant(bytecode.Constant{Kind: bytecode.ConstBigInt, Text: n.String()}))
	}
}

func (e *emitter) await(x *syntax.Await, dst int) {
	next := e.f.next
	r := e.operand(x.X, e.scratch(dst))
	e.f.next = next
	e.at(x.Start)
	e.op2(bytecode.OpAwait, dst, r)
}

// conditional evaluates x.Test ? x.Then : x.Else.
func (e *emitter) conditional(x *syntax.Conditional, dst int) {
	var other, done label
	e.cond(x.Test, &other, false)
	e.expr(x.Then, dst)
	e.jumpTo(&done)
	e.place(&other)
	e.expr(x.Else, dst)
	e.place(&done)
}

// skipOp returns the jump that skips the right operand of a short-circuit operator.
func skipOp(op syntax.LogicalOp) bytecode.Op {
	switch op {
	case syntax.OpAnd:
		return bytecode.OpJFalse
	case syntax.OpOr:
		return bytecode.OpJTrue
	}
	return bytecode.OpJNotNullish
}

func (e *emitter) logical(x *syntax.Logical, dst int) {
	next := e.f.next
	var done label
	if e.scratch(dst) >= 0 {
		r := e.operand(x.X, dst)
		e.f.next = next
		if r != dst {
			e.move(dst, r)
		}
		e.jumpOp(skipOp(x.Op), dst, &done)
		e.expr(x.Y, dst)
		e.place(&done)
		return
	}
	// dst is a variable that the right operand may read: it is written once on each way.
	var skip label
	r := e.operand(x.X, -1)
	e.f.next = next
	e.jumpOp(skipOp(x.Op), r, &skip)
	e.expr(x.Y, dst)
	if r == dst {
		e.place(&skip)
		return
	}
	e.jumpTo(&done)
	e.place(&skip)
	e.move(dst, r)
	e.place(&done)
}

func (e *emitter) logicalEffect(x *syntax.Logical) {
	var done label
	if x.Op == syntax.OpNullish {
		next := e.f.next
		r := e.operand(x.X, -1)
		e.f.next = next
		e.jumpOp(bytecode.OpJNotNullish, r, &done)
	} else {
		e.cond(x.X, &done, x.Op == syntax.OpOr)
	}
	e.effect(x.Y)
	e.place(&done)
}

func (e *emitter) unary(x *syntax.Unary, dst int) {
	if f, ok := constantValue(x, constantDepth); ok {
		e.number(f, dst)
		return
	}
	var op bytecode.Op
	switch x.Op {
	case syntax.OpNeg:
		op = bytecode.OpNeg
	case syntax.OpPlus:
		op = bytecode.OpPlus
	case syntax.OpNot:
		op = bytecode.OpNot
	case syntax.OpBitNot:
		op = bytecode.OpBitNot
	case syntax.OpTypeof:
		if id, ok := x.X.(*syntax.Ident); ok && id.Ref == 0 && !isConstantGlobal(id.Name) {
			e.at(id.Start)
			e.opD(bytecode.OpTypeofGlobal, dst, 0, e.site(id.Name))
			return
		}
		op = bytecode.OpTypeof
	case syntax.OpVoid:
		e.effect(x.X)
		e.op1(bytecode.OpLoadUndef, dst)
		return
	case syntax.OpDelete:
		e.deleteExpr(x, dst)
		return
	}
	next := e.f.next
	r := e.operand(x.X, e.scratch(dst))
	e.f.next = next
	e.at(x.Start)
	e.op2(op, dst, r)
}

func isConstantGlobal(name string) bool {
	return name == "undefined" || name == "NaN" || name == "Infinity"
}

func (e *emitter) deleteExpr(x *syntax.Unary, dst int) {
	next := e.f.next
	switch t := x.X.(type) {
	case *syntax.OptChain:
		e.chainValue(t, dst, bytecode.OpLoadTrue, func(link syntax.Expr, dst int) { e.deleteMember(link, dst) })
	case *syntax.Dot, *syntax.Index, *syntax.SuperDot, *syntax.SuperIndex:
		e.deleteMember(t, dst)
	default:
		e.effect(t)
		e.op1(bytecode.OpLoadTrue, dst)
	}
	e.f.next = next
}

func (e *emitter) deleteMember(x syntax.Expr, dst int) {
	next := e.f.next
	switch x := x.(type) {
	case *syntax.Dot:
		o := e.link(x.Object, x.Optional, -1)
		e.quoteAt(x.NamePos, x.Object.Range())
		e.opD(bytecode.OpDelProp, dst, o, e.site(x.Name))
	case *syntax.Index:
		o := e.link(x.Object, x.Optional, -1)
		o = e.stable(o, x.Key.Range().Start, x.Key.Range().End)
		k := e.operand(x.Key, -1)
		e.quoteAt(x.Key.Range().Start, x.Object.Range())
		e.op3(bytecode.OpDelElem, dst, o, k)
	case *syntax.SuperIndex:
		e.at(x.Start)
		e.this(-1)
		e.effect(x.Key)
		e.throwError(errReference, "Cannot delete a property of super")
	case *syntax.SuperDot:
		e.at(x.Start)
		e.this(-1)
		e.throwError(errReference, "Cannot delete a property of super")
	default:
		e.effect(x)
		e.op1(bytecode.OpLoadTrue, dst)
	}
	e.f.next = next
}

// The errors of OpThrowError.
const (
	errType = iota
	errReference
)

func (e *emitter) throwError(kind int, message string) {
	e.opD(bytecode.OpThrowError, kind, 0, e.text(message))
	e.end()
}
