package bytecode

// This file defines the verifier: what it accepts, the machine runs without checking again.

import (
	"fmt"
	"math"
)

// Verify proves what the machine's loop relies on, for every function of the program:
//
//   - every word is an opcode of the table, and its operands are in range: registers, with the spans and windows that the
//     operation touches, below NumRegs; indices below the lengths of their tables; constants and immediates of the kind
//     that the operation expects;
//   - every jump and every handler leads to an instruction of the same function, and the last instruction does not fall
//     through;
//   - captures name a register or a free variable that the enclosing function has;
//   - suspensions occur only in functions of the kind that can suspend that way;
//   - sites name names, literals name as many keys as they take values, and the name of a site is never an array index.
//
// It does not prove what registers hold: that an operation on a cell, an iterator record or an array of the compiler's
// finds one there is the compiler's promise. Programs come from the compiler only, never from outside.
//
// The time is linear in the size of the program. The error names the function and the address.
func Verify(p *Program) error {
	if p == nil || p.Main == nil {
		return fmt.Errorf("bytecode: program without a main function")
	}
	if err := verifySites(p); err != nil {
		return err
	}
	var queue [16]*Function
	var slots [16]int
	v := verifier{program: p, queue: queue[:0], slots: slots[:0]}
	if err := v.function(p.Main, nil); err != nil {
		return err
	}
	// The tree is walked with a list of its own, so its height does not matter. Functions are shared by nobody, so a tree
	// that is larger than it can be is a cycle.
	for i := 0; i < len(v.queue); i++ {
		fn := v.queue[i]
		for _, inner := range fn.Functions {
			v.outerSlots = v.slots[i]
			if err := v.function(inner, fn); err != nil {
				return err
			}
		}
	}
	return nil
}

// maxFunctions bounds the number of functions of a program.
const maxFunctions = 1 << 20

// verifier checks the functions of one program. The fields from code on belong to the function at hand.
type verifier struct {
	program *Program
	queue   []*Function // functions that passed, whose inner functions have not been looked at yet
	slots   []int       // how many slots each function of the queue has

	outerSlots int // slots of the function around the one at hand

	fn   *Function
	regs int
	pc   int
}

func verifySites(p *Program) error {
	for i, name := range p.Names {
		if _, ok := ArrayIndex(name); ok {
			return fmt.Errorf("bytecode: name %d is the array index %q", i, name)
		}
	}
	for i, s := range p.Sites {
		if s.Name < -1 || int(s.Name) >= len(p.Names) {
			return fmt.Errorf("bytecode: site %d names %d of %d names", i, s.Name, len(p.Names))
		}
		if s.From < 0 || s.To < s.From || int(s.To) > len(p.Keys) {
			return fmt.Errorf("bytecode: site %d has keys %d to %d of %d", i, s.From, s.To, len(p.Keys))
		}
	}
	for i, k := range p.Keys {
		if k < 0 || int(k) >= len(p.Names) {
			return fmt.Errorf("bytecode: key %d is %d of %d names", i, k, len(p.Names))
		}
	}
	return nil
}

// ArrayIndex returns the array index (0 to 2^32-2) that name is the canonical form of.
func ArrayIndex(name string) (uint32, bool) {
	if len(name) == 0 || len(name) > 10 || name[0] == '0' && len(name) > 1 {
		return 0, false
	}
	n := uint64(0)
	for i := range len(name) {
		c := name[i] - '0'
		if c > 9 {
			return 0, false
		}
		n = n*10 + uint64(c)
	}
	return uint32(n), n < math.MaxUint32
}

func (v *verifier) errorf(format string, args ...any) error {
	return fmt.Errorf("bytecode: function %q, pc %d: %s", v.fn.Name, v.pc, fmt.Sprintf(format, args...))
}

func (v *verifier) function(fn, outer *Function) error {
	v.fn, v.pc = fn, -1
	if fn == nil {
		return fmt.Errorf("bytecode: missing function")
	}
	if len(v.queue) >= maxFunctions {
		return v.errorf("too many functions")
	}
	v.queue = append(v.queue, fn)
	v.slots = append(v.slots, 0)
	v.regs = fn.NumRegs
	switch {
	case fn.Kind > FieldInit:
		return v.errorf("kind %d", fn.Kind)
	case fn.NumParams < 0 || fn.NumRegs < 1+fn.NumParams || fn.NumRegs > 256:
		return v.errorf("%d registers for %d parameters", fn.NumRegs, fn.NumParams)
	case int(fn.RestReg) >= fn.NumRegs || int(fn.ArgumentsReg) >= fn.NumRegs:
		return v.errorf("rest r%d, arguments r%d of %d registers", fn.RestReg, fn.ArgumentsReg, fn.NumRegs)
	case len(fn.Code) == 0 || len(fn.Code) > math.MaxInt32:
		return v.errorf("%d instructions", len(fn.Code))
	case len(fn.FreeNames) != len(fn.Captures):
		return v.errorf("%d names for %d captures", len(fn.FreeNames), len(fn.Captures))
	case fn.Start < 0 || fn.End < fn.Start || int(fn.End) > len(v.program.Source):
		return v.errorf("source range %d..%d of %d bytes", fn.Start, fn.End, len(v.program.Source))
	}
	if err := v.tables(fn, outer); err != nil {
		return err
	}
	for pc, ins := range fn.Code {
		if err := v.instruction(pc, ins); err != nil {
			return err
		}
	}
	if last := fn.Code[len(fn.Code)-1]; !endsFlow(last.Op()) {
		return v.errorf("%s runs off the end", last.Op())
	}
	return nil
}

// endsFlow reports whether control never reaches the instruction after op.
func endsFlow(op Op) bool {
	switch op {
	case OpJump, OpReturn, OpReturnUndef, OpReturnDerived, OpThrow, OpThrowError, OpThrowConst, OpSetGlobal:
		return true
	}
	return false
}

// tables checks what a function holds beside its code.
func (v *verifier) tables(fn, outer *Function) error {
	for i, c := range fn.Captures {
		n := 0
		switch {
		case outer == nil:
		case c.FromFree:
			n = len(outer.Captures)
		case int(c.Slots) >= outer.NumRegs:
		case c.Slots > 0:
			n = v.outerSlots
		default:
			n = outer.NumRegs
		}
		if c.Index < 0 || int(c.Index) >= n {
			return v.errorf("capture %d is number %d of %d", i, c.Index, n)
		}
	}
	for i, h := range fn.Handlers {
		n := int32(len(fn.Code))
		if h.Start < 0 || h.End <= h.Start || h.End > n || h.Target < 0 || h.Target >= n || int(h.Reg) >= v.regs {
			return v.errorf("handler %d: [%d, %d) to %d, r%d", i, h.Start, h.End, h.Target, h.Reg)
		}
	}
	for i, p := range fn.Positions {
		if p.PC < 0 || int(p.PC) >= len(fn.Code) || i > 0 && p.PC <= fn.Positions[i-1].PC ||
			p.Offset < 0 || int(p.Offset) > len(v.program.Source) {
			return v.errorf("position %d: pc %d, offset %d", i, p.PC, p.Offset)
		}
	}
	for i, e := range fn.Exprs {
		if e.PC < 0 || int(e.PC) >= len(fn.Code) || i > 0 && e.PC <= fn.Exprs[i-1].PC ||
			e.Start < 0 || e.End < e.Start || int(e.End) > len(v.program.Source) {
			return v.errorf("expression %d: pc %d, %d..%d", i, e.PC, e.Start, e.End)
		}
	}
	for i, c := range fn.Constants {
		if c.Kind > ConstBigInt {
			return v.errorf("constant %d has kind %d", i, c.Kind)
		}
	}
	for i, t := range fn.Templates {
		if len(t.Raw) == 0 || len(t.Cooked) != len(t.Raw) || len(t.Valid) != len(t.Raw) {
			return v.errorf("template %d has %d, %d and %d strings", i, len(t.Raw), len(t.Cooked), len(t.Valid))
		}
	}
	return nil
}

// instruction checks one word: the operands by the table, then what the table does not say.
func (v *verifier) instruction(pc int, ins Instr) error {
	v.pc = pc
	op := ins.Op()
	if op >= opCount {
		return v.errorf("opcode %d", op)
	}
	info := &Ops[op]
	if info.A == Reg || info.A == Dst {
		if a := int(ins.A()); a+max(int(info.SpanA), 1) > v.regs {
			return v.errorf("%s: r%d of %d registers", info.Name, a, v.regs)
		}
	}
	switch info.B {
	case Reg, Dst:
		if b := int(ins.B()); b >= v.regs {
			return v.errorf("%s: r%d of %d registers", info.Name, b, v.regs)
		}
	case ConstBC:
		if bc := ins.BC(); bc < 0 || int(bc) >= len(v.fn.Constants) {
			return v.errorf("%s: constant %d of %d", info.Name, bc, len(v.fn.Constants))
		}
	}
	if info.C == Reg || info.C == Dst {
		if c := int(ins.C()); c >= v.regs {
			return v.errorf("%s: r%d of %d registers", info.Name, c, v.regs)
		}
	}
	if d := info.D; d != None && d != Imm && d != Count {
		if err := v.index(info, int(ins.D())); err != nil {
			return err
		}
	}
	return v.special(op, ins)
}

// index checks the d field of an instruction where it is an index or a jump distance.
func (v *verifier) index(info *Info, d int) error {
	n := 0
	switch info.D {
	case Target:
		if t := v.pc + 1 + d; t < 0 || t >= len(v.fn.Code) {
			return v.errorf("%s: jump to %d of %d instructions", info.Name, t, len(v.fn.Code))
		}
		return nil
	case SiteOf:
		n = len(v.program.Sites)
	case Const:
		n = len(v.fn.Constants)
	case OptConst:
		if n = len(v.fn.Constants); d == -1 {
			return nil
		}
	case Func:
		n = len(v.fn.Functions)
	case Free:
		n = len(v.fn.Captures)
	case Tmpl:
		n = len(v.fn.Templates)
	}
	if d < 0 || d >= n {
		return v.errorf("%s: %s %d of %d", info.Name, kindNames[info.D], d, n)
	}
	return nil
}

var kindNames = [...]string{Const: "constant", OptConst: "constant", SiteOf: "site", Func: "function", Free: "free variable", Tmpl: "template"}

// special checks what the operand kinds cannot express: windows whose length is an operand, ranges of immediates, the
// kinds of constants, and which functions may hold the operation.
func (v *verifier) special(op Op, ins Instr) error {
	ok := true
	d := int(ins.D())
	switch op {
	case OpCall, OpCallMethod, OpNew, OpSuperCall:
		ok = v.fits(int(ins.A())+2, int(ins.B()))
	case OpNewArray, OpConcat:
		ok = v.fits(int(ins.B()), int(ins.C()))
	case OpObjectLit:
		s := &v.program.Sites[d]
		ok = v.fits(int(ins.B()), int(ins.C())) && s.Name < 0 && int(s.To-s.From) == int(ins.C())
	case OpRestObject:
		ok = d >= 0 && v.fits(int(ins.C()), d)
	case OpSetSuperOf:
		ok = v.fits(int(ins.C()), 2)
	case OpGetProp, OpSetProp, OpGetMethod, OpGetGlobal, OpTypeofGlobal, OpSetGlobal, OpDelProp, OpInitProp:
		ok = v.program.Sites[d].Name >= 0
	case OpGetLength:
		n := v.program.Sites[d].Name
		ok = n >= 0 && v.program.Names[n] == "length"
	case OpModI:
		ok = d > 0
	case OpShlI, OpShrI, OpUshrI:
		ok = uint(d) < 32
	case OpGetElemI:
		ok = d >= 0
	case OpGetSlot, OpSetSlot:
		ok = d >= 0 && d < v.slots[len(v.slots)-1]
	case OpNewSlots:
		// The one that makes them stands before all that use them.
		ok = d >= 0 && d <= maxSlots && v.slots[len(v.slots)-1] == 0
		v.slots[len(v.slots)-1] = d
	case OpDefMethod:
		ok = uint(d) < 8 && d&3 < 3
	case OpDefPrivate:
		ok = uint(d) < 4
	case OpAddK, OpSubK, OpMulK, OpDivK:
		ok = v.constant(d, ConstNumber)
	case OpForLtK:
		ok = v.constant(int(ins.BC()), ConstNumber)
	case OpCheckInit, OpGetCellChk, OpSetCellChk, OpPrivateName, OpThrowConst:
		ok = v.constant(d, ConstString)
	case OpToObjectChk:
		ok = d < 0 || v.constant(d, ConstString)
	case OpThrowError:
		ok = ins.A() < 4 && v.constant(d, ConstString)
	case OpRegExp:
		ok = d+1 < len(v.fn.Constants) && v.constant(d, ConstString) && v.constant(d+1, ConstString)
	case OpClosure, OpNewClass:
		inner := v.fn.Functions[d]
		class := inner != nil && (inner.Kind == ClassConstructor || inner.Kind == DerivedConstructor)
		ok = class == (op == OpNewClass)
	case OpAwait:
		ok = v.fn.Async
	case OpInitialYield:
		ok = v.fn.Generator
	case OpYield, OpYieldDelegate:
		ok = v.fn.Generator && !v.fn.Async
	case OpAsyncGenYield:
		ok = v.fn.Generator && v.fn.Async
	case OpReturnDerived:
		ok = v.fn.Kind == DerivedConstructor
	}
	if !ok {
		return v.errorf("%s: operands a=%d b=%d c=%d d=%d", op, ins.A(), ins.B(), ins.C(), d)
	}
	return nil
}

// maxSlots bounds the variables that a function keeps in slots.
const maxSlots = 1 << 20

func (v *verifier) fits(from, n int) bool { return from+n <= v.regs }

func (v *verifier) constant(i int, k ConstKind) bool { return v.fn.Constants[i].Kind == k }
