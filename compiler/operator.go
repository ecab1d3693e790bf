package compiler

// This file generates binary operators and conditions, with constant operands folded into the instructions.

import (
	"math"

	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm/bytecode"
)

// binaryOps are the instructions for two registers.
var binaryOps = [...]bytecode.Op{
	syntax.OpAdd: bytecode.OpAdd, syntax.OpSub: bytecode.OpSub, syntax.OpMul: bytecode.OpMul, syntax.OpDiv: bytecode.OpDiv,
	syntax.OpMod: bytecode.OpMod, syntax.OpExp: bytecode.OpExp, syntax.OpBitAnd: bytecode.OpBitAnd, syntax.OpBitOr: bytecode.OpBitOr,
	syntax.OpBitXor: bytecode.OpBitXor, syntax.OpShl: bytecode.OpShl, syntax.OpShr: bytecode.OpShr, syntax.OpUshr: bytecode.OpUshr,
	syntax.OpEq: bytecode.OpEq, syntax.OpNe: bytecode.OpNe, syntax.OpStrictEq: bytecode.OpSeq, syntax.OpStrictNe: bytecode.OpSne,
	syntax.OpLt: bytecode.OpLt, syntax.OpLe: bytecode.OpLe, syntax.OpGt: bytecode.OpGt, syntax.OpGe: bytecode.OpGe,
	syntax.OpIn: bytecode.OpIn, syntax.OpInstanceof: bytecode.OpInstanceof,
}

func (e *emitter) binary(x *syntax.Binary, dst int) {
	if f, ok := constantValue(x, constantDepth); ok {
		e.number(f, dst)
		return
	}
	next := e.f.next
	hint := e.scratch(dst)
	if name, ok := x.X.(*syntax.PrivateName); ok {
		o := e.operand(x.Y, hint)
		n := e.privateName(name.Name)
		e.at(x.OpPos)
		e.op3(bytecode.OpInPrivate, dst, n, o)
		e.f.next = next
		return
	}
	if f, ok := constantValue(x.X, constantDepth); ok && commutes(x.Op) {
		if e.binaryConst(x.Op, dst, x.Y, f, x.OpPos) {
			return
		}
	}
	if f, ok := constantValue(x.Y, constantDepth); ok {
		if e.binaryConst(x.Op, dst, x.X, f, x.OpPos) {
			return
		}
	}
	y := x.Y.Range()
	a := e.left(x.X, hint, y.Start, y.End)
	if a == hint {
		hint = -1
	}
	b := e.operand(x.Y, hint)
	e.f.next = next
	e.at(x.OpPos)
	e.op3(binaryOps[x.Op], dst, a, b)
}

// binaryInto computes left op y into dst, where left is a register; it is what compound assignments do.
func (e *emitter) binaryInto(op syntax.BinaryOp, dst, left int, y syntax.Expr, pos int32) {
	next := e.f.next
	if f, ok := constantValue(y, constantDepth); ok {
		if i, ok := constOp(op, f); ok {
			e.at(pos)
			e.constInstr(i, dst, left, f)
			return
		}
	}
	s := y.Range()
	a := e.stable(left, s.Start, s.End)
	b := e.operand(y, -1)
	e.f.next = next
	e.at(pos)
	e.op3(binaryOps[op], dst, a, b)
}

// binaryConst computes x op f into dst if there is an instruction for it.
func (e *emitter) binaryConst(op syntax.BinaryOp, dst int, x syntax.Expr, f float64, pos int32) bool {
	i, ok := constOp(op, f)
	if !ok {
		return false
	}
	next := e.f.next
	r := e.operand(x, e.scratch(dst))
	e.f.next = next
	e.at(pos)
	e.constInstr(i, dst, r, f)
	return true
}

func (e *emitter) constInstr(op bytecode.Op, dst, r int, f float64) {
	switch op {
	case bytecode.OpAddK, bytecode.OpSubK, bytecode.OpMulK, bytecode.OpDivK:
		e.opD(op, dst, r, e.float(f))
	case bytecode.OpAndI, bytecode.OpOrI, bytecode.OpXorI:
		e.opD(op, dst, r, int32(uint32(int64(f))))
	default:
		e.opD(op, dst, r, int32(f))
	}
}

// commutes reports whether a numeric constant on the left of the operator can go to the right: the result is the same,
// and a constant has no conversion whose order could matter.
func commutes(op syntax.BinaryOp) bool {
	switch op {
	case syntax.OpMul, syntax.OpBitAnd, syntax.OpBitOr, syntax.OpBitXor:
		return true
	}
	return false
}

// constOp returns the instruction for an operator whose right operand is the constant f.
func constOp(op syntax.BinaryOp, f float64) (bytecode.Op, bool) {
	i, small := int32Of(f)
	switch op {
	case syntax.OpAdd:
		return pick(small, bytecode.OpAddI, bytecode.OpAddK), true
	case syntax.OpSub:
		return pick(small, bytecode.OpSubI, bytecode.OpSubK), true
	case syntax.OpMul:
		return pick(small, bytecode.OpMulI, bytecode.OpMulK), true
	case syntax.OpDiv:
		return pick(small, bytecode.OpDivI, bytecode.OpDivK), true
	case syntax.OpMod:
		return bytecode.OpModI, small && i > 0
	case syntax.OpShl:
		return bytecode.OpShlI, small && uint32(i) < 32
	case syntax.OpShr:
		return bytecode.OpShrI, small && uint32(i) < 32
	case syntax.OpUshr:
		return bytecode.OpUshrI, small && uint32(i) < 32
	case syntax.OpBitAnd:
		return bytecode.OpAndI, bits32(f)
	case syntax.OpBitOr:
		return bytecode.OpOrI, bits32(f)
	case syntax.OpBitXor:
		return bytecode.OpXorI, bits32(f)
	}
	return 0, false
}

func pick(first bool, a, b bytecode.Op) bytecode.Op {
	if first {
		return a
	}
	return b
}

// bits32 reports whether f is an integer that fits 32 bits, signed or unsigned.
func bits32(f float64) bool {
	return f >= math.MinInt32 && f <= math.MaxUint32 && f == math.Trunc(f)
}

// constantDepth bounds how deep constantValue looks. Expressions that people write as constants (24 * 60 * 60 * 1000)
// are not deep, and a bound keeps the work at each operator of a long chain constant.
const constantDepth = 6

// constantValue returns the value of a numeric expression made of literals only.
func constantValue(x syntax.Expr, depth int) (float64, bool) {
	switch x := x.(type) {
	case *syntax.NumberLit:
		return x.Value, true
	case *syntax.Unary:
		if depth == 0 || x.Op != syntax.OpNeg && x.Op != syntax.OpPlus {
			return 0, false
		}
		f, ok := constantValue(x.X, depth-1)
		if x.Op == syntax.OpNeg {
			f = -f
		}
		return f, ok
	case *syntax.Binary:
		if depth == 0 || x.Op > syntax.OpMod {
			return 0, false
		}
		b, ok := constantValue(x.Y, depth-1)
		if !ok {
			return 0, false
		}
		a, ok := constantValue(x.X, depth-1)
		if !ok {
			return 0, false
		}
		return fold(x.Op, a, b), true
	}
	return 0, false
}

func fold(op syntax.BinaryOp, a, b float64) float64 {
	switch op {
	case syntax.OpAdd:
		return a + b
	case syntax.OpSub:
		return a - b
	case syntax.OpMul:
		return a * b
	case syntax.OpDiv:
		return a / b
	}
	return math.Mod(a, b)
}

// ---- Conditions ----

// cond jumps to l if the truth of x is want, and falls through otherwise.
func (e *emitter) cond(x syntax.Expr, l *label, want bool) {
	switch x := x.(type) {
	case *syntax.Unary:
		if x.Op == syntax.OpNot {
			e.cond(x.X, l, !want)
			return
		}
	case *syntax.Logical:
		if x.Op != syntax.OpNullish {
			e.condLogical(x, l, want)
			return
		}
	case *syntax.Binary:
		if e.compare(x, l, want) {
			return
		}
	case *syntax.BoolLit:
		if x.Value == want {
			e.jumpTo(l)
		}
		return
	case *syntax.Conditional:
		var other, done label
		e.cond(x.Test, &other, false)
		e.cond(x.Then, l, want)
		e.jumpTo(&done)
		e.place(&other)
		e.cond(x.Else, l, want)
		e.place(&done)
		return
	case *syntax.Sequence:
		last := len(x.Exprs) - 1
		for _, p := range x.Exprs[:last] {
			e.effect(p)
		}
		e.cond(x.Exprs[last], l, want)
		return
	case *syntax.OptChain:
		e.condChain(x, l, want)
		return
	}
	next := e.f.next
	r := e.operand(x, -1)
	e.f.next = next
	e.jumpOp(pick(want, bytecode.OpJTrue, bytecode.OpJFalse), r, l)
}

// condLogical is cond for && and ||. What decides is the operand that makes the whole true (||) or false (&&).
func (e *emitter) condLogical(x *syntax.Logical, l *label, want bool) {
	decides := x.Op == syntax.OpOr
	if decides == want {
		e.cond(x.X, l, want)
		e.cond(x.Y, l, want)
		return
	}
	var skip label
	e.cond(x.X, &skip, decides)
	e.cond(x.Y, l, want)
	e.place(&skip)
}

// jumpOps are the jumps for a comparison that holds, that does not hold, and the same with an immediate.
type jumpOps struct{ yes, no, yesI, noI bytecode.Op }

var compareOps = [...]jumpOps{
	syntax.OpLt:       {bytecode.OpJLt, bytecode.OpJNlt, bytecode.OpJLtI, bytecode.OpJNltI},
	syntax.OpLe:       {bytecode.OpJLe, bytecode.OpJNle, bytecode.OpJLeI, bytecode.OpJNleI},
	syntax.OpGt:       {bytecode.OpJGt, bytecode.OpJNgt, bytecode.OpJGtI, bytecode.OpJNgtI},
	syntax.OpGe:       {bytecode.OpJGe, bytecode.OpJNge, bytecode.OpJGeI, bytecode.OpJNgeI},
	syntax.OpStrictEq: {bytecode.OpJSeq, bytecode.OpJSne, bytecode.OpJSeqI, bytecode.OpJSneI},
	syntax.OpStrictNe: {bytecode.OpJSne, bytecode.OpJSeq, bytecode.OpJSneI, bytecode.OpJSeqI},
	syntax.OpEq:       {yes: bytecode.OpJEq, no: bytecode.OpJNe},
	syntax.OpNe:       {yes: bytecode.OpJNe, no: bytecode.OpJEq},
}

// swapped is the comparison that holds for (b, a) when op holds for (a, b).
func swapped(op syntax.BinaryOp) syntax.BinaryOp {
	switch op {
	case syntax.OpLt:
		return syntax.OpGt
	case syntax.OpLe:
		return syntax.OpGe
	case syntax.OpGt:
		return syntax.OpLt
	case syntax.OpGe:
		return syntax.OpLe
	}
	return op
}

// compare is cond for comparisons. It reports false for other operators, having emitted nothing.
func (e *emitter) compare(x *syntax.Binary, l *label, want bool) bool {
	if int(x.Op) >= len(compareOps) || compareOps[x.Op].yes == 0 {
		return false
	}
	op, a, b := x.Op, x.X, x.Y
	if isConstant(a) && !isConstant(b) {
		op, a, b = swapped(op), b, a
	}
	if e.compareNothing(op, a, b, l, want) {
		return true
	}
	next := e.f.next
	if e.compareConst(op, a, b, x.OpPos, l, want) {
		e.f.next = next
		return true
	}
	// The constants have been swapped only for compareConst: with registers the order of evaluation counts.
	op, a, b = x.Op, x.X, x.Y
	s := b.Range()
	ra := e.left(a, -1, s.Start, s.End)
	rb := e.operand(b, -1)
	e.f.next = next
	e.at(x.OpPos)
	ops := &compareOps[op]
	e.jump(bytecode.Make(pick(want, ops.yes, ops.no), uint8(ra), uint8(rb), 0, 0), l)
	return true
}

func isConstant(x syntax.Expr) bool {
	switch x.(type) {
	case *syntax.NumberLit, *syntax.StringLit, *syntax.NullLit:
		return true
	case *syntax.Unary:
		_, ok := constantValue(x, 1)
		return ok
	}
	return false
}

// compareNothing handles comparisons with undefined, and loose ones with null.
func (e *emitter) compareNothing(op syntax.BinaryOp, a, b syntax.Expr, l *label, want bool) bool {
	if isUndefined(a) && !isUndefined(b) {
		a, b = b, a
	}
	_, null := b.(*syntax.NullLit)
	undefined := isUndefined(b)
	var yes, no bytecode.Op
	switch op {
	case syntax.OpStrictEq, syntax.OpStrictNe:
		if !undefined {
			return false
		}
		yes, no = bytecode.OpJUndef, bytecode.OpJNotUndef
	case syntax.OpEq, syntax.OpNe:
		if !undefined && !null {
			return false
		}
		yes, no = bytecode.OpJNullish, bytecode.OpJNotNullish
	default:
		return false
	}
	if op == syntax.OpStrictNe || op == syntax.OpNe {
		want = !want
	}
	next := e.f.next
	r := e.operand(a, -1)
	e.f.next = next
	e.jumpOp(pick(want, yes, no), r, l)
	return true
}

// compareConst handles comparisons with a number or string that fits the instruction.
func (e *emitter) compareConst(op syntax.BinaryOp, a, b syntax.Expr, pos int32, l *label, want bool) bool {
	strict := op == syntax.OpStrictEq || op == syntax.OpStrictNe
	if s, ok := b.(*syntax.StringLit); ok && (strict || isTypeof(a)) {
		equal := (op == syntax.OpStrictEq || op == syntax.OpEq) == want
		if !strict && op != syntax.OpEq && op != syntax.OpNe {
			return false
		}
		return e.compareK(a, equal, l, func() int32 { return e.text(s.Value) })
	}
	f, ok := constantValue(b, constantDepth)
	if !ok || op == syntax.OpEq || op == syntax.OpNe {
		return false
	}
	if i, small := int32Of(f); small && i == int32(int16(i)) {
		r := e.operand(a, -1)
		ops := &compareOps[op]
		e.at(pos)
		e.jump(bytecode.MakeBC(pick(want, ops.yesI, ops.noI), uint8(r), int16(i), 0), l)
		return true
	}
	if !strict {
		return false
	}
	return e.compareK(a, (op == syntax.OpStrictEq) == want, l, func() int32 { return e.float(f) })
}

// roomForK reports whether the next constant's index fits the instructions that have 16 bits for it.
func (e *emitter) roomForK() bool {
	return int32(len(e.constants))-e.f.base.constants.from < math.MaxInt16
}

// compareK jumps on equality, or inequality, with a constant. It reports false when the function has too many constants.
func (e *emitter) compareK(a syntax.Expr, equal bool, l *label, constant func() int32) bool {
	if !e.roomForK() {
		return false
	}
	r := e.operand(a, -1)
	if !e.roomForK() {
		// The operand itself brought many constants along.
		t := e.temp()
		e.opD(bytecode.OpLoadK, t, 0, constant())
		e.jump(bytecode.Make(pick(equal, bytecode.OpJSeq, bytecode.OpJSne), uint8(r), uint8(t), 0, 0), l)
		return true
	}
	e.jump(bytecode.MakeBC(pick(equal, bytecode.OpJSeqK, bytecode.OpJSneK), uint8(r), int16(constant()), 0), l)
	return true
}

func isTypeof(x syntax.Expr) bool {
	u, ok := x.(*syntax.Unary)
	return ok && u.Op == syntax.OpTypeof
}
