package vm

// This file holds the fast loop: the common case of the hot opcodes, without a Go function call.
//
// Calls are what the loop must not contain: around a call Go spills every live local, on every instruction, because all
// cases share one register allocation. Whatever a case cannot complete inline it leaves with "break fast", before it
// has changed anything; step then executes that instruction in full. The verifier has checked registers, constants and
// jump targets, so there are no defensive tests here. Measured with Go 1.26 on amd64: about 2.1 ns an instruction.

import (
	"math"

	"github.com/neurocode-ai/codemode/vm/bytecode"
)

// fast runs instructions until one needs a slow step or the budget is used up. On return the frame's pc is that of the
// next instruction to execute, unless the boundary frame of this interpreter loop has returned: then the result is in
// VM.ret.
func (vm *VM) fast() (returned bool) {
	fr := &vm.frames[vm.fp]
	code := fr.code.ins
	k := fr.code.k
	pc := fr.pc
	regs := (*[256]Value)(vm.stack[fr.base:])
	budget := vm.budget
fast:
	for {
		i := code[pc]
		switch i.Op() {
		case bytecode.OpNop:
		case bytecode.OpMove:
			regs[i.A()] = regs[i.B()]
		case bytecode.OpLoadK:
			regs[i.A()] = k[i.D()]
		case bytecode.OpLoadInt:
			d := &regs[i.A()]
			d.num = float64(i.D())
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpLoadUndef:
			regs[i.A()] = Value{ref: tagUndefined}
		case bytecode.OpLoadNull:
			regs[i.A()] = Value{ref: tagNull}
		case bytecode.OpLoadTrue:
			regs[i.A()] = Value{ref: boolean(true)}
		case bytecode.OpLoadFalse:
			regs[i.A()] = Value{ref: boolean(false)}
		case bytecode.OpLoadHole:
			regs[i.A()] = Value{ref: tagHole}

		case bytecode.OpGetCell:
			regs[i.A()] = regs[i.B()].ref.(*cell).v
		case bytecode.OpSetCell:
			regs[i.A()].ref.(*cell).v = regs[i.B()]
		case bytecode.OpGetFree:
			regs[i.A()] = fr.cells[i.D()].v
		case bytecode.OpSetFree:
			fr.cells[i.D()].v = regs[i.A()]
		case bytecode.OpGetFreeChk:
			v := fr.cells[i.D()].v
			if t, ok := v.ref.(special); ok && t == tagHole {
				break fast
			}
			regs[i.A()] = v
		case bytecode.OpGetCellChk:
			v := regs[i.B()].ref.(*cell).v
			if t, ok := v.ref.(special); ok && t == tagHole {
				break fast
			}
			regs[i.A()] = v
		case bytecode.OpCheckInit:
			if t, ok := regs[i.A()].ref.(special); ok && t == tagHole {
				break fast
			}
		case bytecode.OpAdd:
			x, y := &regs[i.B()], &regs[i.C()]
			if x.ref != nil || y.ref != nil {
				break fast
			}
			d := &regs[i.A()]
			d.num = x.num + y.num
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpAddI:
			x := &regs[i.B()]
			if x.ref != nil {
				break fast
			}
			d := &regs[i.A()]
			d.num = x.num + float64(i.D())
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpAddK:
			x := &regs[i.B()]
			if x.ref != nil {
				break fast
			}
			d := &regs[i.A()]
			d.num = x.num + k[i.D()].num
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpSub:
			x, y := &regs[i.B()], &regs[i.C()]
			if x.ref != nil || y.ref != nil {
				break fast
			}
			d := &regs[i.A()]
			d.num = x.num - y.num
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpSubI:
			x := &regs[i.B()]
			if x.ref != nil {
				break fast
			}
			d := &regs[i.A()]
			d.num = x.num - float64(i.D())
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpSubK:
			x := &regs[i.B()]
			if x.ref != nil {
				break fast
			}
			d := &regs[i.A()]
			d.num = x.num - k[i.D()].num
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpMul:
			x, y := &regs[i.B()], &regs[i.C()]
			if x.ref != nil || y.ref != nil {
				break fast
			}
			d := &regs[i.A()]
			d.num = x.num * y.num
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpMulI:
			x := &regs[i.B()]
			if x.ref != nil {
				break fast
			}
			d := &regs[i.A()]
			d.num = x.num * float64(i.D())
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpMulK:
			x := &regs[i.B()]
			if x.ref != nil {
				break fast
			}
			d := &regs[i.A()]
			d.num = x.num * k[i.D()].num
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpDiv:
			x, y := &regs[i.B()], &regs[i.C()]
			if x.ref != nil || y.ref != nil {
				break fast
			}
			d := &regs[i.A()]
			d.num = x.num / y.num
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpDivI:
			x := &regs[i.B()]
			if x.ref != nil {
				break fast
			}
			d := &regs[i.A()]
			d.num = x.num / float64(i.D())
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpDivK:
			x := &regs[i.B()]
			if x.ref != nil {
				break fast
			}
			d := &regs[i.A()]
			d.num = x.num / k[i.D()].num
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpMod:
			x, y := &regs[i.B()], &regs[i.C()]
			if x.ref != nil || y.ref != nil {
				break fast
			}
			a, b := int64(x.num), int64(y.num)
			if float64(a) != x.num || float64(b) != y.num || a <= 0 || b == 0 {
				break fast
			}
			d := &regs[i.A()]
			d.num = float64(a % b)
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpModI:
			x := &regs[i.B()]
			if x.ref != nil {
				break fast
			}
			a := int64(x.num)
			if float64(a) != x.num || a < 0 || a > math.MaxUint32 || a == 0 && math.Float64bits(x.num) != 0 {
				break fast
			}
			d := &regs[i.A()]
			d.num = float64(uint32(a) % uint32(i.D()))
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpBitAnd:
			x, y := &regs[i.B()], &regs[i.C()]
			a, b := int32(x.num), int32(y.num)
			if x.ref != nil || y.ref != nil || float64(a) != x.num || float64(b) != y.num {
				break fast
			}
			d := &regs[i.A()]
			d.num = float64(a & b)
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpBitOr:
			x, y := &regs[i.B()], &regs[i.C()]
			a, b := int32(x.num), int32(y.num)
			if x.ref != nil || y.ref != nil || float64(a) != x.num || float64(b) != y.num {
				break fast
			}
			d := &regs[i.A()]
			d.num = float64(a | b)
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpBitXor:
			x, y := &regs[i.B()], &regs[i.C()]
			a, b := int32(x.num), int32(y.num)
			if x.ref != nil || y.ref != nil || float64(a) != x.num || float64(b) != y.num {
				break fast
			}
			d := &regs[i.A()]
			d.num = float64(a ^ b)
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpAndI:
			x := &regs[i.B()]
			a := int32(x.num)
			if x.ref != nil || float64(a) != x.num {
				break fast
			}
			d := &regs[i.A()]
			d.num = float64(a & i.D())
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpOrI:
			x := &regs[i.B()]
			a := int32(x.num)
			if x.ref != nil || float64(a) != x.num {
				break fast
			}
			d := &regs[i.A()]
			d.num = float64(a | i.D())
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpXorI:
			x := &regs[i.B()]
			a := int32(x.num)
			if x.ref != nil || float64(a) != x.num {
				break fast
			}
			d := &regs[i.A()]
			d.num = float64(a ^ i.D())
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpShlI:
			x := &regs[i.B()]
			a := int32(x.num)
			if x.ref != nil || float64(a) != x.num {
				break fast
			}
			d := &regs[i.A()]
			d.num = float64(a << uint(i.D()&31))
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpShrI:
			x := &regs[i.B()]
			a := int32(x.num)
			if x.ref != nil || float64(a) != x.num {
				break fast
			}
			d := &regs[i.A()]
			d.num = float64(a >> uint(i.D()&31))
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpUshrI:
			x := &regs[i.B()]
			a := int32(x.num)
			if x.ref != nil || float64(a) != x.num {
				break fast
			}
			d := &regs[i.A()]
			d.num = float64(uint32(a) >> uint(i.D()&31))
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpShl:
			x, y := &regs[i.B()], &regs[i.C()]
			a, b := int32(x.num), int32(y.num)
			if x.ref != nil || y.ref != nil || float64(a) != x.num || float64(b) != y.num {
				break fast
			}
			d := &regs[i.A()]
			d.num = float64(a << uint(b&31))
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpShr:
			x, y := &regs[i.B()], &regs[i.C()]
			a, b := int32(x.num), int32(y.num)
			if x.ref != nil || y.ref != nil || float64(a) != x.num || float64(b) != y.num {
				break fast
			}
			d := &regs[i.A()]
			d.num = float64(a >> uint(b&31))
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpUshr:
			x, y := &regs[i.B()], &regs[i.C()]
			a, b := int32(x.num), int32(y.num)
			if x.ref != nil || y.ref != nil || float64(a) != x.num || float64(b) != y.num {
				break fast
			}
			d := &regs[i.A()]
			d.num = float64(uint32(a) >> uint(b&31))
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpNeg:
			x := &regs[i.B()]
			if x.ref != nil {
				break fast
			}
			d := &regs[i.A()]
			d.num = -x.num
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpInc:
			x := &regs[i.B()]
			if x.ref != nil {
				break fast
			}
			d := &regs[i.A()]
			d.num = x.num + 1
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpDec:
			x := &regs[i.B()]
			if x.ref != nil {
				break fast
			}
			d := &regs[i.A()]
			d.num = x.num - 1
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpPlus:
			x := &regs[i.B()]
			if x.ref != nil {
				break fast
			}
			d := &regs[i.A()]
			d.num = x.num
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpToNumeric:
			x := &regs[i.B()]
			if x.ref != nil {
				break fast
			}
			d := &regs[i.A()]
			d.num = x.num
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpGetSlot:
			regs[i.A()] = regs[i.B()].ref.(*slots).v[i.D()]
		case bytecode.OpSetSlot:
			regs[i.A()].ref.(*slots).v[i.D()] = regs[i.B()]
		case bytecode.OpNot:
			b, ok := regs[i.B()].ref.(boolean)
			if !ok {
				break fast
			}
			regs[i.A()] = Value{ref: !b} // values that are the same are so in every word
		case bytecode.OpLt:
			x, y := &regs[i.B()], &regs[i.C()]
			if x.ref != nil || y.ref != nil {
				break fast
			}
			regs[i.A()] = Value{ref: boolean(x.num < y.num)}
		case bytecode.OpLe:
			x, y := &regs[i.B()], &regs[i.C()]
			if x.ref != nil || y.ref != nil {
				break fast
			}
			regs[i.A()] = Value{ref: boolean(x.num <= y.num)}
		case bytecode.OpGt:
			x, y := &regs[i.B()], &regs[i.C()]
			if x.ref != nil || y.ref != nil {
				break fast
			}
			regs[i.A()] = Value{ref: boolean(x.num > y.num)}
		case bytecode.OpGe:
			x, y := &regs[i.B()], &regs[i.C()]
			if x.ref != nil || y.ref != nil {
				break fast
			}
			regs[i.A()] = Value{ref: boolean(x.num >= y.num)}
		case bytecode.OpSeq:
			x, y := &regs[i.B()], &regs[i.C()]
			if x.ref != nil || y.ref != nil {
				break fast
			}
			regs[i.A()] = Value{ref: boolean(x.num == y.num)}
		case bytecode.OpSne:
			x, y := &regs[i.B()], &regs[i.C()]
			if x.ref != nil || y.ref != nil {
				break fast
			}
			regs[i.A()] = Value{ref: boolean(x.num != y.num)}
		case bytecode.OpJump:
			pc += int(i.D())
			if i.D() < 0 {
				budget += int64(i.D())
				if budget < 0 {
					pc++
					break fast
				}
			}
		case bytecode.OpJTrue:
			var truth bool
			v := &regs[i.A()]
			switch r := v.ref.(type) {
			case boolean:
				truth = bool(r)
			case nil:
				truth = v.num != 0 && v.num == v.num
			case special:
			case *Object:
				truth = true
			default:
				break fast
			}
			if truth {
				pc += int(i.D())
				if i.D() < 0 {
					budget += int64(i.D())
					if budget < 0 {
						pc++
						break fast
					}
				}
			}
		case bytecode.OpJFalse:
			var truth bool
			v := &regs[i.A()]
			switch r := v.ref.(type) {
			case boolean:
				truth = bool(r)
			case nil:
				truth = v.num != 0 && v.num == v.num
			case special:
			case *Object:
				truth = true
			default:
				break fast
			}
			if !truth {
				pc += int(i.D())
				if i.D() < 0 {
					budget += int64(i.D())
					if budget < 0 {
						pc++
						break fast
					}
				}
			}
		case bytecode.OpJNullish:
			t, ok := regs[i.A()].ref.(special)
			if ok && t != tagHole {
				pc += int(i.D())
				if i.D() < 0 {
					budget += int64(i.D())
					if budget < 0 {
						pc++
						break fast
					}
				}
			}
		case bytecode.OpJNotNullish:
			t, ok := regs[i.A()].ref.(special)
			if !ok || t == tagHole {
				pc += int(i.D())
				if i.D() < 0 {
					budget += int64(i.D())
					if budget < 0 {
						pc++
						break fast
					}
				}
			}
		case bytecode.OpJUndef:
			t, ok := regs[i.A()].ref.(special)
			if ok && t == tagUndefined {
				pc += int(i.D())
				if i.D() < 0 {
					budget += int64(i.D())
					if budget < 0 {
						pc++
						break fast
					}
				}
			}
		case bytecode.OpJNotUndef:
			t, ok := regs[i.A()].ref.(special)
			if !ok || t != tagUndefined {
				pc += int(i.D())
				if i.D() < 0 {
					budget += int64(i.D())
					if budget < 0 {
						pc++
						break fast
					}
				}
			}
		case bytecode.OpJLt:
			x, y := &regs[i.A()], &regs[i.B()]
			if x.ref != nil || y.ref != nil {
				break fast
			}
			if x.num < y.num {
				pc += int(i.D())
				if i.D() < 0 {
					budget += int64(i.D())
					if budget < 0 {
						pc++
						break fast
					}
				}
			}
		case bytecode.OpJLtI:
			x := &regs[i.A()]
			if x.ref != nil {
				break fast
			}
			if x.num < float64(i.BC()) {
				pc += int(i.D())
				if i.D() < 0 {
					budget += int64(i.D())
					if budget < 0 {
						pc++
						break fast
					}
				}
			}
		case bytecode.OpJNlt:
			x, y := &regs[i.A()], &regs[i.B()]
			if x.ref != nil || y.ref != nil {
				break fast
			}
			if !(x.num < y.num) {
				pc += int(i.D())
				if i.D() < 0 {
					budget += int64(i.D())
					if budget < 0 {
						pc++
						break fast
					}
				}
			}
		case bytecode.OpJNltI:
			x := &regs[i.A()]
			if x.ref != nil {
				break fast
			}
			if !(x.num < float64(i.BC())) {
				pc += int(i.D())
				if i.D() < 0 {
					budget += int64(i.D())
					if budget < 0 {
						pc++
						break fast
					}
				}
			}
		case bytecode.OpJLe:
			x, y := &regs[i.A()], &regs[i.B()]
			if x.ref != nil || y.ref != nil {
				break fast
			}
			if x.num <= y.num {
				pc += int(i.D())
				if i.D() < 0 {
					budget += int64(i.D())
					if budget < 0 {
						pc++
						break fast
					}
				}
			}
		case bytecode.OpJLeI:
			x := &regs[i.A()]
			if x.ref != nil {
				break fast
			}
			if x.num <= float64(i.BC()) {
				pc += int(i.D())
				if i.D() < 0 {
					budget += int64(i.D())
					if budget < 0 {
						pc++
						break fast
					}
				}
			}
		case bytecode.OpJNle:
			x, y := &regs[i.A()], &regs[i.B()]
			if x.ref != nil || y.ref != nil {
				break fast
			}
			if !(x.num <= y.num) {
				pc += int(i.D())
				if i.D() < 0 {
					budget += int64(i.D())
					if budget < 0 {
						pc++
						break fast
					}
				}
			}
		case bytecode.OpJNleI:
			x := &regs[i.A()]
			if x.ref != nil {
				break fast
			}
			if !(x.num <= float64(i.BC())) {
				pc += int(i.D())
				if i.D() < 0 {
					budget += int64(i.D())
					if budget < 0 {
						pc++
						break fast
					}
				}
			}
		case bytecode.OpJGt:
			x, y := &regs[i.A()], &regs[i.B()]
			if x.ref != nil || y.ref != nil {
				break fast
			}
			if x.num > y.num {
				pc += int(i.D())
				if i.D() < 0 {
					budget += int64(i.D())
					if budget < 0 {
						pc++
						break fast
					}
				}
			}
		case bytecode.OpJGtI:
			x := &regs[i.A()]
			if x.ref != nil {
				break fast
			}
			if x.num > float64(i.BC()) {
				pc += int(i.D())
				if i.D() < 0 {
					budget += int64(i.D())
					if budget < 0 {
						pc++
						break fast
					}
				}
			}
		case bytecode.OpJNgt:
			x, y := &regs[i.A()], &regs[i.B()]
			if x.ref != nil || y.ref != nil {
				break fast
			}
			if !(x.num > y.num) {
				pc += int(i.D())
				if i.D() < 0 {
					budget += int64(i.D())
					if budget < 0 {
						pc++
						break fast
					}
				}
			}
		case bytecode.OpJNgtI:
			x := &regs[i.A()]
			if x.ref != nil {
				break fast
			}
			if !(x.num > float64(i.BC())) {
				pc += int(i.D())
				if i.D() < 0 {
					budget += int64(i.D())
					if budget < 0 {
						pc++
						break fast
					}
				}
			}
		case bytecode.OpJGe:
			x, y := &regs[i.A()], &regs[i.B()]
			if x.ref != nil || y.ref != nil {
				break fast
			}
			if x.num >= y.num {
				pc += int(i.D())
				if i.D() < 0 {
					budget += int64(i.D())
					if budget < 0 {
						pc++
						break fast
					}
				}
			}
		case bytecode.OpJGeI:
			x := &regs[i.A()]
			if x.ref != nil {
				break fast
			}
			if x.num >= float64(i.BC()) {
				pc += int(i.D())
				if i.D() < 0 {
					budget += int64(i.D())
					if budget < 0 {
						pc++
						break fast
					}
				}
			}
		case bytecode.OpJNge:
			x, y := &regs[i.A()], &regs[i.B()]
			if x.ref != nil || y.ref != nil {
				break fast
			}
			if !(x.num >= y.num) {
				pc += int(i.D())
				if i.D() < 0 {
					budget += int64(i.D())
					if budget < 0 {
						pc++
						break fast
					}
				}
			}
		case bytecode.OpJNgeI:
			x := &regs[i.A()]
			if x.ref != nil {
				break fast
			}
			if !(x.num >= float64(i.BC())) {
				pc += int(i.D())
				if i.D() < 0 {
					budget += int64(i.D())
					if budget < 0 {
						pc++
						break fast
					}
				}
			}
		case bytecode.OpJSeq:
			x, y := &regs[i.A()], &regs[i.B()]
			if x.ref != nil || y.ref != nil {
				break fast
			}
			if x.num == y.num {
				pc += int(i.D())
				if i.D() < 0 {
					budget += int64(i.D())
					if budget < 0 {
						pc++
						break fast
					}
				}
			}
		case bytecode.OpJSeqI:
			x := &regs[i.A()]
			if x.ref != nil {
				break fast
			}
			if x.num == float64(i.BC()) {
				pc += int(i.D())
				if i.D() < 0 {
					budget += int64(i.D())
					if budget < 0 {
						pc++
						break fast
					}
				}
			}
		case bytecode.OpJSne:
			x, y := &regs[i.A()], &regs[i.B()]
			if x.ref != nil || y.ref != nil {
				break fast
			}
			if x.num != y.num {
				pc += int(i.D())
				if i.D() < 0 {
					budget += int64(i.D())
					if budget < 0 {
						pc++
						break fast
					}
				}
			}
		case bytecode.OpJSneI:
			x := &regs[i.A()]
			if x.ref != nil {
				break fast
			}
			if x.num != float64(i.BC()) {
				pc += int(i.D())
				if i.D() < 0 {
					budget += int64(i.D())
					if budget < 0 {
						pc++
						break fast
					}
				}
			}
		case bytecode.OpForLt:
			x, y := &regs[i.A()], &regs[i.B()]
			if x.ref != nil || y.ref != nil {
				break fast
			}
			x.num++
			if x.num < y.num {
				pc += int(i.D())
				if i.D() < 0 {
					budget += int64(i.D())
					if budget < 0 {
						pc++
						break fast
					}
				}
			}
		case bytecode.OpForLtK:
			x := &regs[i.A()]
			if x.ref != nil {
				break fast
			}
			x.num++
			if x.num < k[i.BC()].num {
				pc += int(i.D())
				if i.D() < 0 {
					budget += int64(i.D())
					if budget < 0 {
						pc++
						break fast
					}
				}
			}

		case bytecode.OpGetProp:
			o, ok := regs[i.B()].ref.(*Object)
			if !ok {
				break fast
			}
			ic := &vm.caches[i.D()]
			if o.shape != ic.shape {
				break fast
			}
			if ic.holder != nil {
				if ic.epoch != vm.protoEpoch {
					break fast
				}
				o = ic.holder
			}
			v := o.slots[ic.slot]
			if _, ok := v.ref.(*accessor); ok {
				break fast
			}
			regs[i.A()] = v
		case bytecode.OpSetProp:
			o, ok := regs[i.A()].ref.(*Object)
			if !ok {
				break fast
			}
			ic := &vm.caches[i.D()]
			if o.shape != ic.shape || ic.holder != nil {
				break fast
			}
			if ic.next == nil {
				o.slots[ic.slot] = regs[i.B()]
				break
			}
			n := len(o.slots)
			if ic.epoch != vm.protoEpoch || n == cap(o.slots) || o.flags&objIsProto != 0 {
				break fast
			}
			o.slots = o.slots[:n+1]
			o.slots[n] = regs[i.B()]
			o.shape = ic.next
		case bytecode.OpGetLength:
			v := &regs[i.B()]
			n := v.num
			switch o := v.ref.(type) {
			case asciiPtr, utf16Ptr, *strBuf:
			case *Object:
				if o.class != ClassArray || o.data != nil {
					break fast
				}
				n = float64(len(o.elems))
			default:
				break fast
			}
			d := &regs[i.A()]
			d.num = n
			if d.ref != nil {
				d.ref = nil
			}
		case bytecode.OpGetElem:
			o, ok := regs[i.B()].ref.(*Object)
			x := &regs[i.C()]
			if !ok || x.ref != nil {
				break fast
			}
			n := int(x.num)
			if float64(n) != x.num || uint(n) >= uint(len(o.elems)) {
				break fast
			}
			v := o.elems[n]
			if t, ok := v.ref.(special); ok && t == tagHole {
				break fast
			}
			regs[i.A()] = v
		case bytecode.OpGetElemI:
			o, ok := regs[i.B()].ref.(*Object)
			n := int(i.D())
			if !ok || uint(n) >= uint(len(o.elems)) {
				break fast
			}
			v := o.elems[n]
			if t, ok := v.ref.(special); ok && t == tagHole {
				break fast
			}
			regs[i.A()] = v
		case bytecode.OpSetElem:
			o, ok := regs[i.A()].ref.(*Object)
			x := &regs[i.B()]
			if !ok || x.ref != nil || o.flags&(objFrozenElems|objNotExtensible|objExotic) != 0 {
				break fast
			}
			n := int(x.num)
			if float64(n) != x.num || uint(n) >= uint(len(o.elems)) {
				break fast
			}
			d := &o.elems[n]
			if t, ok := d.ref.(special); ok && t == tagHole {
				break fast
			}
			*d = regs[i.C()]
		case bytecode.OpGetMethod:
			v := regs[i.B()]
			o, ok := v.ref.(*Object)
			if !ok {
				break fast
			}
			ic := &vm.caches[i.D()]
			if o.shape != ic.shape {
				break fast
			}
			if ic.holder != nil {
				if ic.epoch != vm.protoEpoch {
					break fast
				}
				o = ic.holder
			}
			f := o.slots[ic.slot]
			if _, ok := f.ref.(*accessor); ok {
				break fast
			}
			regs[i.A()] = f
			regs[i.A()+1] = v
		case bytecode.OpGetGlobal:
			ic := &vm.caches[i.D()]
			if ic.holder == nil {
				break fast
			}
			regs[i.A()] = ic.holder.slots[ic.slot]

		case bytecode.OpCall, bytecode.OpCallMethod:
			o, ok := regs[i.A()].ref.(*Object)
			if !ok {
				break fast
			}
			f, ok := o.data.(*Closure)
			if !ok {
				break fast
			}
			co := f.code
			base := fr.base + int(i.A()) + 1
			if budget < 0 || !co.plain || vm.fp+1 >= len(vm.frames) || vm.fp+1 >= vm.maxDepth || base+co.numRegs+2*windowSlack > len(vm.stack) {
				break fast
			}
			if i.Op() == bytecode.OpCall {
				regs[i.A()+1] = Value{ref: tagUndefined}
			}
			regs = (*[256]Value)(vm.stack[base:])
			for n := int(i.B()) + 1; n <= co.numParams; n++ {
				regs[uint8(n)] = Value{ref: tagUndefined}
			}
			fr.pc = pc + 1
			vm.fp++
			fr = &vm.frames[vm.fp]
			fr.code, fr.cells, fr.callee = co, f.cells, o
			fr.base, fr.ret, fr.flags = base, base-1, 0
			code, k, pc = co.ins, co.k, -1
			budget--
		case bytecode.OpReturn:
			if fr.flags|frameBoundary != frameBoundary || fr.co != nil {
				break fast
			}
			if fr.flags != 0 {
				vm.ret = regs[i.A()]
				returned = true
				break fast
			}
			vm.stack[fr.ret] = regs[i.A()]
			vm.fp--
			fr = &vm.frames[vm.fp]
			code, k, pc = fr.code.ins, fr.code.k, fr.pc-1
			regs = (*[256]Value)(vm.stack[fr.base:])
		case bytecode.OpReturnUndef:
			if fr.flags|frameBoundary != frameBoundary || fr.co != nil {
				break fast
			}
			if fr.flags != 0 {
				vm.ret = Value{ref: tagUndefined}
				returned = true
				break fast
			}
			vm.stack[fr.ret] = Value{ref: tagUndefined}
			vm.fp--
			fr = &vm.frames[vm.fp]
			code, k, pc = fr.code.ins, fr.code.k, fr.pc-1
			regs = (*[256]Value)(vm.stack[fr.base:])

		case bytecode.OpIterLoop:
			r := (*[3]Value)(regs[i.A():])
			if r[1].ref != nil {
				break fast
			}
			o, ok := r[0].ref.(*Object)
			if !ok {
				break fast
			}
			n := int(r[1].num)
			if n >= len(o.elems) {
				break fast
			}
			v := o.elems[n]
			if t, ok := v.ref.(special); ok && t == tagHole {
				break fast
			}
			r[1].num++
			regs[i.B()] = v
			pc += int(i.D())
			budget += int64(i.D()) - 1
			if budget < 0 {
				pc++
				break fast
			}
		default:
			break fast
		}
		pc++
	}
	fr.pc = pc
	vm.budget = budget
	return returned
}
