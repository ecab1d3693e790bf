package compiler

// This file generates yield and yield*.

import (
	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm/bytecode"
)

// yield evaluates yield x into dst. The generator may be resumed by a value, by an exception, which the machine throws at
// the instruction, or by a return, for which the code stands where the region ends, see flush.
func (e *emitter) yield(x *syntax.Yield, dst int) {
	if x.Delegate {
		e.yieldAll(x, dst)
		return
	}
	next := e.f.next
	t := e.scratchOr(dst)
	r := t
	if x.X != nil {
		r = e.operand(x.X, t)
	} else {
		e.op1(bytecode.OpLoadUndef, t)
	}
	e.at(x.Start)
	op := bytecode.OpYield
	if e.f.base.async {
		op = bytecode.OpAsyncGenYield
		e.op2(bytecode.OpAwait, t, r)
		r = t
	}
	if !e.f.dead {
		var resumed label
		e.jump(bytecode.Make(op, uint8(t), uint8(r), 0, 0), &resumed)
		e.later = append(e.later, laterExit{resumed, t})
	}
	e.move(dst, t)
	e.f.next = next
}

// The third register of a delegation says how the generator was resumed, as OpYieldDelegate sets it.
const (
	resumedNext = iota
	resumedThrow
	resumedReturn
)

// A delegation is the state of a yield*, all in registers.
type delegation struct {
	it       int // the iterator record of the inner iterator
	received int // what the generator was resumed with; how, in the register after it
	call     int // the window of calls of the inner iterator's methods; results are left there

	next, check, yield, throw, ret, done label
}

// yieldAll evaluates yield* x: ECMAScript 2025, 15.5.5, the evaluation of YieldExpression.
func (e *emitter) yieldAll(x *syntax.Yield, dst int) {
	next := e.f.next
	async := e.f.base.async
	d := delegation{it: e.temps(3)}
	r := e.operand(x.X, d.it)
	e.quoteAt(x.X.Range().Start, x.X.Range())
	e.op2(pick(async, bytecode.OpGetAsyncIter, bytecode.OpGetIterObj), d.it, r)
	e.f.next = d.it + 3
	d.received = e.temps(2)
	d.call = e.temps(3)
	live := !e.f.dead
	e.at(x.Start)
	e.op1(bytecode.OpLoadUndef, d.received)

	e.placeTop(&d.next, live)
	e.move(d.call, d.it+1)
	e.callInner(&d)
	e.placeTop(&d.check, live)
	e.op1(bytecode.OpIterObjChk, d.call)
	e.getNamed(d.call+1, d.call, "done")
	e.jumpOp(bytecode.OpJTrue, d.call+1, &d.done)
	e.placeTop(&d.yield, live)
	if async {
		e.yieldInnerAsync(&d)
	} else {
		e.op2(bytecode.OpYieldDelegate, d.received, d.call)
		e.jump(bytecode.MakeBC(bytecode.OpJSeqI, uint8(d.received+1), resumedNext, 0), &d.next)
		e.jump(bytecode.MakeBC(bytecode.OpJSeqI, uint8(d.received+1), resumedReturn, 0), &d.ret)
		e.jumpTo(&d.throw)
	}
	e.throwInner(&d)
	e.returnInner(&d)
	e.place(&d.done)
	e.f.next = next
	e.getNamed(dst, d.call, "value")
}

// callInner calls the method in the window with the received value, and in an async generator awaits the result.
func (e *emitter) callInner(d *delegation) {
	e.move(d.call+1, d.it)
	e.move(d.call+2, d.received)
	e.opD(bytecode.OpCallMethod, d.call, 1, 0)
	if e.f.base.async {
		e.op2(bytecode.OpAwait, d.call, d.call)
	}
}

// yieldInnerAsync yields the value of the inner result, which has been awaited. Being resumed by a return awaits the
// value; if that fails, it is as if an exception had been thrown in.
func (e *emitter) yieldInnerAsync(d *delegation) {
	e.getNamed(d.call, d.call, "value")
	start := e.pc()
	var resumed label
	e.jump(bytecode.Make(bytecode.OpAsyncGenYield, uint8(d.received), uint8(d.call), 0, 0), &resumed)
	e.jumpTo(&d.next)
	e.place(&resumed)
	e.op2(bytecode.OpAwait, d.received, d.received)
	end := e.pc()
	e.jumpTo(&d.ret)
	if e.handler(start, end, d.received) {
		e.jumpTo(&d.throw)
	}
}

// throwInner passes an exception on to the inner iterator.
func (e *emitter) throwInner(d *delegation) {
	e.place(&d.throw)
	var none label
	e.getNamed(d.call, d.it, "throw")
	e.jumpOp(bytecode.OpJNullish, d.call, &none)
	e.callInner(d)
	e.jumpTo(&d.check)
	e.place(&none)
	if e.f.base.async {
		e.closeAsync(d.it, true)
	} else {
		e.op1(bytecode.OpIterClose, d.it)
	}
	e.throwError(errType, "The iterator does not provide a 'throw' method")
}

// returnInner passes a return on to the inner iterator, and returns when that is done.
func (e *emitter) returnInner(d *delegation) {
	e.place(&d.ret)
	var none, now label
	e.getNamed(d.call, d.it, "return")
	e.jumpOp(bytecode.OpJNullish, d.call, &none)
	e.callInner(d)
	e.op1(bytecode.OpIterObjChk, d.call)
	e.getNamed(d.call+1, d.call, "done")
	e.jumpOp(bytecode.OpJFalse, d.call+1, &d.yield)
	e.getNamed(d.received, d.call, "value")
	e.jumpTo(&now)
	e.place(&none)
	if e.f.base.async {
		e.op2(bytecode.OpAwait, d.received, d.received)
	}
	e.place(&now)
	e.returnFrom(d.received)
}
