package vm

// This file holds the slow steps: every opcode in full. Companions: step_object.go (properties, objects, arrays),
// step_class.go (classes), step_iter.go (iteration).

import (
	"github.com/neurocode-ai/codemode/vm/bytecode"
)

// slots holds the variables of a function that has more of them than registers.
type slots struct{ v []Value }

// run executes frames until the boundary frame on top returns or fails. It is entered once for every call from Go into
// the program.
func (vm *VM) run() (Value, error) {
	vm.goDepth++
	mark := vm.nativeMark
	vm.nativeMark = noNative
	for {
		if fastLoop && !vm.opts.SlowSteps && vm.fast() {
			fr := &vm.frames[vm.fp]
			fr.callee, fr.cells = nil, nil
			vm.fp--
			vm.goDepth--
			vm.nativeMark = mark
			return vm.ret, nil
		}
		var err error
		if vm.budget < 0 {
			fr := &vm.frames[vm.fp]
			vm.sp = fr.base + fr.code.numRegs
			fr.pc++ // positions and handlers refer to the instruction about to run
			err = vm.poll()
			fr.pc--
			if vm.goDepth == 1 {
				vm.sweepIfDue()
			}
		}
		if err == nil {
			err = vm.step()
		}
		if err == nil {
			continue
		}
		if err != errReturned {
			if err = vm.handle(err); err == nil {
				continue
			}
		}
		vm.goDepth--
		vm.nativeMark = mark
		if err == errReturned {
			return vm.ret, nil
		}
		return Undefined, err
	}
}

// jump changes the frame's pc by d; a backward jump charges its length.
func (vm *VM) jump(fr *frame, d int32) {
	fr.pc += int(d)
	if d < 0 {
		vm.budget += int64(d)
	}
}

// branch jumps by d if cond holds.
func (vm *VM) branch(cond bool, d int32) {
	if cond {
		vm.jump(&vm.frames[vm.fp], d)
	}
}

// step executes the next instruction of the running frame. It returns errReturned when the boundary frame returned, or
// the exception that the instruction raised.
func (vm *VM) step() error {
	fr := &vm.frames[vm.fp]
	i := fr.code.ins[fr.pc]
	fr.pc++
	base := fr.base
	vm.sp = base + fr.code.numRegs
	regs := vm.stack[base : base+windowSlack]
	a, b, c := i.A(), i.B(), i.C()
	switch op := i.Op(); op {
	case bytecode.OpNop:
	case bytecode.OpMove:
		regs[a] = regs[b]
	case bytecode.OpLoadK:
		regs[a] = fr.code.k[i.D()]
	case bytecode.OpLoadInt:
		regs[a] = Int(int(i.D()))
	case bytecode.OpLoadUndef:
		regs[a] = Undefined
	case bytecode.OpLoadNull:
		regs[a] = Null
	case bytecode.OpLoadTrue:
		regs[a] = True
	case bytecode.OpLoadFalse:
		regs[a] = False
	case bytecode.OpLoadHole:
		regs[a] = hole
	case bytecode.OpNewCell:
		vm.mem += 32
		regs[a] = Value{ref: &cell{regs[b]}}
	case bytecode.OpGetCell:
		regs[a] = regs[b].ref.(*cell).v
	case bytecode.OpSetCell:
		regs[a].ref.(*cell).v = regs[b]
	case bytecode.OpGetFree:
		regs[a] = fr.cells[i.D()].v
	case bytecode.OpSetFree:
		fr.cells[i.D()].v = regs[a]
	case bytecode.OpCheckInit:
		if regs[a].isHole() {
			return vm.throwUninitialised(fr.code.fn.Constants[i.D()].Text)
		}
	case bytecode.OpCheckUnbound:
		if !regs[a].isHole() {
			return vm.ThrowReference("Super constructor may only be called once")
		}
	case bytecode.OpGetCellChk:
		v := regs[b].ref.(*cell).v
		if v.isHole() {
			return vm.throwUninitialised(fr.code.fn.Constants[i.D()].Text)
		}
		regs[a] = v
	case bytecode.OpSetCellChk:
		cl := regs[a].ref.(*cell)
		if cl.v.isHole() {
			return vm.throwUninitialised(fr.code.fn.Constants[i.D()].Text)
		}
		cl.v = regs[b]
	case bytecode.OpGetFreeChk:
		v := fr.cells[i.D()].v
		if v.isHole() {
			return vm.throwUninitialised(fr.code.fn.FreeNames[i.D()])
		}
		regs[a] = v
	case bytecode.OpSetFreeChk:
		cl := fr.cells[i.D()]
		if cl.v.isHole() {
			return vm.throwUninitialised(fr.code.fn.FreeNames[i.D()])
		}
		cl.v = regs[a]
	case bytecode.OpNewSlots:
		n := int(i.D())
		if err := vm.Alloc(n * valueSize); err != nil {
			return err
		}
		s := &slots{make([]Value, n)}
		for j := range s.v {
			s.v[j] = Undefined
		}
		regs[a] = Value{ref: s}
	case bytecode.OpGetSlot:
		regs[a] = regs[b].ref.(*slots).v[i.D()]
	case bytecode.OpSetSlot:
		regs[a].ref.(*slots).v[i.D()] = regs[b]

	case bytecode.OpAdd:
		return vm.storeErr(base, a)(vm.add(regs[b], regs[c]))
	case bytecode.OpAddI:
		return vm.storeErr(base, a)(vm.add(regs[b], Int(int(i.D()))))
	case bytecode.OpAddK:
		return vm.storeErr(base, a)(vm.add(regs[b], fr.code.k[i.D()]))
	case bytecode.OpSub, bytecode.OpMul, bytecode.OpDiv, bytecode.OpMod, bytecode.OpExp, bytecode.OpBitAnd, bytecode.OpBitOr,
		bytecode.OpBitXor, bytecode.OpShl, bytecode.OpShr, bytecode.OpUshr:
		return vm.storeErr(base, a)(vm.arith(op, regs[b], regs[c]))
	case bytecode.OpSubI, bytecode.OpMulI, bytecode.OpDivI, bytecode.OpModI, bytecode.OpAndI, bytecode.OpOrI, bytecode.OpXorI,
		bytecode.OpShlI, bytecode.OpShrI, bytecode.OpUshrI:
		return vm.storeErr(base, a)(vm.arith(registerForm(op), regs[b], Int(int(i.D()))))
	case bytecode.OpSubK, bytecode.OpMulK, bytecode.OpDivK:
		return vm.storeErr(base, a)(vm.arith(registerForm(op), regs[b], fr.code.k[i.D()]))
	case bytecode.OpNeg, bytecode.OpBitNot, bytecode.OpInc, bytecode.OpDec:
		return vm.storeErr(base, a)(vm.unary(op, regs[b]))
	case bytecode.OpPlus:
		f, err := vm.ToNumber(regs[b])
		return vm.store(base, a, Number(f), err)
	case bytecode.OpToNumeric:
		return vm.storeErr(base, a)(vm.ToNumeric(regs[b]))
	case bytecode.OpNot:
		regs[a] = Bool(!ToBoolean(regs[b]))
	case bytecode.OpTypeof:
		regs[a] = ASCII(Typeof(regs[b]))

	case bytecode.OpSeq:
		regs[a] = Bool(vm.strictEquals(regs[b], regs[c]))
	case bytecode.OpSne:
		regs[a] = Bool(!vm.strictEquals(regs[b], regs[c]))
	case bytecode.OpEq, bytecode.OpNe:
		eq, err := vm.LooseEquals(regs[b], regs[c])
		return vm.store(base, a, Bool(eq == (op == bytecode.OpEq)), err)
	case bytecode.OpLt, bytecode.OpLe, bytecode.OpGt, bytecode.OpGe:
		r, err := vm.relation(op, regs[b], regs[c])
		return vm.store(base, a, Bool(r), err)
	case bytecode.OpInstanceof:
		r, err := vm.instanceOf(regs[b], regs[c])
		return vm.store(base, a, Bool(r), err)
	case bytecode.OpIn:
		r, err := vm.inOperator(regs[b], regs[c])
		return vm.store(base, a, Bool(r), err)

	case bytecode.OpJump:
		vm.jump(fr, i.D())
	case bytecode.OpJTrue:
		vm.branch(ToBoolean(regs[a]), i.D())
	case bytecode.OpJFalse:
		vm.branch(!ToBoolean(regs[a]), i.D())
	case bytecode.OpJNullish:
		vm.branch(regs[a].IsNullish(), i.D())
	case bytecode.OpJNotNullish:
		vm.branch(!regs[a].IsNullish(), i.D())
	case bytecode.OpJUndef:
		vm.branch(regs[a].IsUndefined(), i.D())
	case bytecode.OpJNotUndef:
		vm.branch(!regs[a].IsUndefined(), i.D())
	case bytecode.OpJLt, bytecode.OpJLe, bytecode.OpJGt, bytecode.OpJGe, bytecode.OpJNlt, bytecode.OpJNle, bytecode.OpJNgt, bytecode.OpJNge:
		return vm.branchRelation(op, regs[a], regs[b], i.D())
	case bytecode.OpJLtI, bytecode.OpJLeI, bytecode.OpJGtI, bytecode.OpJGeI, bytecode.OpJNltI, bytecode.OpJNleI, bytecode.OpJNgtI, bytecode.OpJNgeI:
		return vm.branchRelation(op, regs[a], Int(int(i.BC())), i.D())
	case bytecode.OpJSeq:
		vm.branch(vm.strictEquals(regs[a], regs[b]), i.D())
	case bytecode.OpJSne:
		vm.branch(!vm.strictEquals(regs[a], regs[b]), i.D())
	case bytecode.OpJSeqI:
		vm.branch(StrictEquals(regs[a], Int(int(i.BC()))), i.D())
	case bytecode.OpJSneI:
		vm.branch(!StrictEquals(regs[a], Int(int(i.BC()))), i.D())
	case bytecode.OpJSeqK:
		vm.branch(vm.strictEquals(regs[a], fr.code.k[i.BC()]), i.D())
	case bytecode.OpJSneK:
		vm.branch(!vm.strictEquals(regs[a], fr.code.k[i.BC()]), i.D())
	case bytecode.OpJEq, bytecode.OpJNe:
		eq, err := vm.LooseEquals(regs[a], regs[b])
		if err != nil {
			return err
		}
		vm.branch(eq == (op == bytecode.OpJEq), i.D())
	case bytecode.OpForLt:
		return vm.forLess(base, a, regs[b], i.D())
	case bytecode.OpForLtK:
		return vm.forLess(base, a, fr.code.k[i.BC()], i.D())

	case bytecode.OpCall:
		regs[a+1] = Undefined
		return vm.callSlow(fr, a, int(b), nil)
	case bytecode.OpCallMethod:
		return vm.callSlow(fr, a, int(b), nil)
	case bytecode.OpNew:
		return vm.callSlow(fr, a, int(b), regs[a].constructorOr())
	case bytecode.OpCallSpread, bytecode.OpNewSpread:
		return vm.callSpread(fr, a, op == bytecode.OpNewSpread)
	case bytecode.OpSuperCall, bytecode.OpSuperCallSpread:
		return vm.superCall(fr, a, int(b), op == bytecode.OpSuperCallSpread)
	case bytecode.OpReturn:
		return vm.leave(regs[a])
	case bytecode.OpReturnUndef:
		return vm.leave(Undefined)
	case bytecode.OpReturnDerived:
		return vm.returnDerived(fr, regs[a], regs[b])
	case bytecode.OpClosure:
		regs[a] = vm.closure(fr, i.D())
	case bytecode.OpLoadCallee:
		regs[a] = ObjectValue(fr.callee)
	case bytecode.OpLoadNewTarget:
		regs[a] = Undefined
		if fr.newTarget != nil {
			regs[a] = ObjectValue(fr.newTarget)
		}

	case bytecode.OpConcat:
		return vm.concatN(base, a, b, int(c))
	case bytecode.OpToString:
		return vm.storeErr(base, a)(vm.ToString(regs[b]))
	case bytecode.OpToKey:
		k, err := vm.ToPropertyKey(regs[b])
		if err != nil {
			return err
		}
		vm.stack[base+int(a)] = k.Value()
	case bytecode.OpToObjectChk:
		if regs[a].IsNullish() {
			return vm.throwDestructure(fr, regs[a], i.D())
		}

	case bytecode.OpAwait:
		return vm.await(fr, regs[b])
	case bytecode.OpInitialYield:
		return vm.initialYield(fr)
	case bytecode.OpYield:
		return vm.yield(fr, regs[b])
	case bytecode.OpYieldDelegate:
		return vm.yieldDelegate(fr, regs[b])
	case bytecode.OpAsyncGenYield:
		return vm.asyncGenYield(fr, regs[b])

	case bytecode.OpThrow:
		return vm.Throw(regs[a])
	case bytecode.OpThrowError:
		return vm.ThrowError(throwKinds[a], "%s", fr.code.fn.Constants[i.D()].Text)
	case bytecode.OpThrowConst:
		return vm.ThrowType("Assignment to constant variable '%s'; declare it with let if it has to change", fr.code.fn.Constants[i.D()].Text)
	default:
		return vm.stepObject(fr, i, regs)
	}
	return nil
}

// storeErr returns a function that stores the result of an operation in R[a], or passes its error on. The stack may
// have moved meanwhile, so the register is addressed anew.
func (vm *VM) storeErr(base int, a uint8) func(Value, error) error {
	return func(v Value, err error) error {
		if err == nil {
			vm.stack[base+int(a)] = v
		}
		return err
	}
}

func (vm *VM) store(base int, a uint8, v Value, err error) error {
	if err == nil {
		vm.stack[base+int(a)] = v
	}
	return err
}

// registerForm returns the register form of an arithmetic opcode with an immediate or a constant.
func registerForm(op bytecode.Op) bytecode.Op {
	switch op {
	case bytecode.OpSubI, bytecode.OpSubK:
		return bytecode.OpSub
	case bytecode.OpMulI, bytecode.OpMulK:
		return bytecode.OpMul
	case bytecode.OpDivI, bytecode.OpDivK:
		return bytecode.OpDiv
	case bytecode.OpModI:
		return bytecode.OpMod
	case bytecode.OpAndI:
		return bytecode.OpBitAnd
	case bytecode.OpOrI:
		return bytecode.OpBitOr
	case bytecode.OpXorI:
		return bytecode.OpBitXor
	case bytecode.OpShlI:
		return bytecode.OpShl
	case bytecode.OpShrI:
		return bytecode.OpShr
	}
	return bytecode.OpUshr
}

// relation evaluates a relational operator.
func (vm *VM) relation(op bytecode.Op, x, y Value) (bool, error) {
	c, ok, err := vm.compare(x, y)
	if err != nil || !ok {
		return false, err
	}
	switch op {
	case bytecode.OpLt:
		return c < 0, nil
	case bytecode.OpLe:
		return c <= 0, nil
	case bytecode.OpGt:
		return c > 0, nil
	}
	return c >= 0, nil
}

// branchRelation executes a fused comparison and jump.
func (vm *VM) branchRelation(op bytecode.Op, x, y Value, d int32) error {
	var rel bytecode.Op
	negate := false
	switch op {
	case bytecode.OpJNlt, bytecode.OpJNltI:
		rel, negate = bytecode.OpLt, true
	case bytecode.OpJLt, bytecode.OpJLtI:
		rel = bytecode.OpLt
	case bytecode.OpJNle, bytecode.OpJNleI:
		rel, negate = bytecode.OpLe, true
	case bytecode.OpJLe, bytecode.OpJLeI:
		rel = bytecode.OpLe
	case bytecode.OpJNgt, bytecode.OpJNgtI:
		rel, negate = bytecode.OpGt, true
	case bytecode.OpJGt, bytecode.OpJGtI:
		rel = bytecode.OpGt
	case bytecode.OpJNge, bytecode.OpJNgeI:
		rel, negate = bytecode.OpGe, true
	default:
		rel = bytecode.OpGe
	}
	r, err := vm.relation(rel, x, y)
	if err == nil {
		vm.branch(r != negate, d)
	}
	return err
}

// forLess executes the closing instruction of a counting loop.
func (vm *VM) forLess(base int, a uint8, limit Value, d int32) error {
	v, err := vm.unary(bytecode.OpInc, vm.stack[base+int(a)])
	if err != nil {
		return err
	}
	vm.stack[base+int(a)] = v
	r, err := vm.relation(bytecode.OpLt, v, limit)
	if err == nil {
		vm.branch(r, d)
	}
	return err
}

// constructorOr returns the object v for use as new.target; for other values a placeholder, so that the call fails with
// the message about constructors.
func (v Value) constructorOr() *Object {
	if o := v.Object(); o != nil {
		return o
	}
	return &Object{}
}

// closure makes the closure of the nested function d.
func (vm *VM) closure(fr *frame, d int32) Value {
	co := fr.code.funcs[d]
	c := vm.newClosure(co)
	if n := len(co.fn.Captures); n > 0 {
		c.fn.cells = make([]*cell, n)
		for j, cp := range co.fn.Captures {
			switch {
			case cp.FromFree:
				c.fn.cells[j] = fr.cells[cp.Index]
			case cp.Slots > 0:
				c.fn.cells[j] = vm.stack[fr.base+int(cp.Slots)].ref.(*slots).v[cp.Index].ref.(*cell)
			default:
				c.fn.cells[j] = vm.stack[fr.base+int(cp.Index)].ref.(*cell)
			}
		}
	}
	return Value{ref: &c.obj}
}

// callSpread executes a call or construction whose arguments are in an array in R[a+2].
func (vm *VM) callSpread(fr *frame, a uint8, construct bool) error {
	at := fr.base + int(a)
	args := vm.stack[at+2].Object().elems
	if err := vm.spreadWindow(fr, at, args); err != nil {
		return err
	}
	fr = &vm.frames[vm.fp]
	var newTarget *Object
	if construct {
		newTarget = vm.stack[at].constructorOr()
	} else if f := vm.stack[at]; !f.IsCallable() {
		return vm.throwNotCallable(fr, f, false)
	}
	return vm.callAt(fr, at, vm.sp, len(args), newTarget)
}

// maxSpread bounds the number of arguments of a call.
const maxSpread = 1 << 16

// spreadWindow builds a call window for the callee at stack[at] above the frame: this, then the arguments.
func (vm *VM) spreadWindow(fr *frame, at int, args []Value) error {
	if len(args) > maxSpread {
		return vm.throwStackOverflow()
	}
	base := vm.sp
	if err := vm.growStack(base + 1 + len(args)); err != nil {
		return err
	}
	vm.budget -= int64(len(args) >> 3)
	vm.stack[base] = vm.stack[at+1]
	for j, v := range args {
		if v.isHole() {
			v = Undefined
		}
		vm.stack[base+1+j] = v
	}
	return nil
}

// callAt calls the function at stack[at] with the window at stack[base]; the result goes to stack[at].
func (vm *VM) callAt(fr *frame, at, base, argc int, newTarget *Object) error {
	f := vm.stack[at]
	o, ok := f.ref.(*Object)
	if !ok || !o.IsCallable() || newTarget != nil && !IsConstructor(f) {
		return vm.throwNotCallable(fr, f, newTarget != nil)
	}
	if c, ok := o.data.(*Closure); ok {
		_, err := vm.enter(o, c, base, argc, newTarget, at, 0)
		return err
	}
	v, err := vm.invoke(o, base, argc, newTarget)
	if err != nil {
		return err
	}
	vm.stack[at] = v
	return nil
}

// concatN executes OpConcat: the template pieces R[b .. b+n) as one string.
func (vm *VM) concatN(base int, a, b uint8, n int) error {
	var few [8]Value
	parts := append(few[:0], vm.stack[base+int(b):base+int(b)+n]...)
	total, wide := 0, false
	for j := range parts {
		if !parts[j].IsString() {
			s, err := vm.ToString(parts[j])
			if err != nil {
				return err
			}
			parts[j] = s
		}
		total += parts[j].strLen()
		wide = wide || !parts[j].Str().IsASCII()
	}
	if total > MaxStringLength {
		return vm.ThrowRange("Invalid string length")
	}
	vm.budget -= int64(total >> 6)
	if wide {
		if err := vm.Alloc(2 * total); err != nil {
			return err
		}
		buf := make([]uint16, 0, total)
		for _, v := range parts {
			buf = v.Str().AppendUTF16(buf)
		}
		vm.stack[base+int(a)] = WideStr(buf).Value()
		return nil
	}
	if err := vm.Alloc(total); err != nil {
		return err
	}
	buf := make([]byte, 0, total)
	for _, v := range parts {
		buf = append(buf, v.Str().ascii...)
	}
	vm.stack[base+int(a)] = ASCII(bytesToString(buf))
	return nil
}
