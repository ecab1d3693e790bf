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
	// The tree is walked with a list of its own, so its height does not matter. Functions are shared by nobody, so a tree
	// that is larger than it can be is a cycle. The list lives on the stack while it is short: that is why the verifier,
	// whose content goes into messages, does not hold it.
	v := verifier{program: p}
	for k := range v.limit {
		v.limit[k] = anyNumber
	}
	v.limit[SiteOf] = uint64(len(p.Sites))
	if err := v.function(p.Main, nil); err != nil {
		return err
	}
	var first [16]passed
	queue := append(first[:0], passed{p.Main, v.slots})
	for i := 0; i < len(queue); i++ {
		fn := queue[i].fn
		for _, inner := range fn.Functions {
			v.outerSlots = queue[i].slots
			if err := v.function(inner, fn); err != nil {
				return err
			}
			if len(queue) >= maxFunctions {
				return v.errorf("too many functions")
			}
			queue = append(queue, passed{inner, v.slots})
		}
	}
	return nil
}

// passed is a function that passed, whose inner functions have not been looked at yet.
type passed struct {
	fn    *Function
	slots int // how many slots it has
}

// maxFunctions bounds the number of functions of a program.
const maxFunctions = 1 << 20

// verifier checks the functions of one program. The fields after outerSlots belong to the function at hand.
type verifier struct {
	program    *Program
	outerSlots int // slots of the function around the one at hand

	fn    *Function
	regs  int
	pc    int
	slots int // made by the instructions so far
	limit [numKinds]uint64
}

func verifySites(p *Program) error {
	for i, name := range p.Names {
		if _, ok := ArrayIndex(name); ok {
			return fmt.Errorf("bytecode: name %d is the array index %q", i, name)
		}
	}
	next := 0 // where the keys of the next literal begin
	for i, s := range p.Sites {
		if s.Name >= 0 {
			if int(s.Name) >= len(p.Names) {
				return fmt.Errorf("bytecode: site %d names %d of %d names", i, s.Name, len(p.Names))
			}
			continue
		}
		if s.Name != LiteralSite(next) || next >= len(p.Keys) || p.Keys[next] < 0 || int(p.Keys[next]) >= len(p.Keys)-next {
			return fmt.Errorf("bytecode: site %d has no keys at %d of %d", i, -1-int(s.Name), len(p.Keys))
		}
		keys := p.SiteKeys(s)
		for _, k := range keys {
			if k < 0 || int(k) >= len(p.Names) {
				return fmt.Errorf("bytecode: site %d has the key %d of %d names", i, k, len(p.Names))
			}
		}
		next += 1 + len(keys)
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
	v.regs, v.slots = fn.NumRegs, 0
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
	v.setLimits()
	if pc := v.code(); pc >= 0 {
		v.pc = pc
		return v.explain(fn.Code[pc])
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
	source, last := uint32(len(v.program.Source)), int32(-1)
	for i := range fn.Marks {
		m := &fn.Marks[i]
		start, end := m.Quoted()
		if m.PC <= last || int(m.PC) >= len(fn.Code) || uint32(m.Offset) > source || start < 0 || uint32(end) > source {
			return v.errorf("mark %d: pc %d, offset %d, %d..%d", i, m.PC, m.Offset, start, end)
		}
		last = m.PC
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

// An operandCheck is what the table says about the operands of an opcode, as masks and sums: nearly every instruction is
// right, so all its operands are checked together, and looked at one by one only to say what is wrong.
type operandCheck struct {
	maskA, maskB, maskC uint8 // all ones for a register
	spanA, spanB, spanC uint8 // the number of registers from it on
	d                   Kind
	maskPC              uint32 // all ones for a jump distance
	special             special
}

var operandChecks = func() (checks [256]operandCheck) {
	for op := range checks {
		c := &checks[op]
		if op >= NumOps {
			c.special = noOpcode
			continue
		}
		info := &Ops[op]
		c.special = specials[op]
		if info.A == Reg || info.A == Dst {
			c.maskA, c.spanA = 255, max(info.SpanA, 1)
		}
		if info.B == Reg || info.B == Dst {
			c.maskB, c.spanB = 255, 1
		}
		if info.C == Reg || info.C == Dst {
			c.maskC, c.spanC = 255, 1
		}
		if c.d = info.D; c.d == Target {
			c.maskPC = math.MaxUint32
		}
	}
	return checks
}()

// setLimits sets what the d field of the instructions of the function at hand has to be less than.
func (v *verifier) setLimits() {
	v.limit[Target], v.limit[Const] = uint64(len(v.fn.Code)), uint64(len(v.fn.Constants))
	v.limit[Func], v.limit[Free], v.limit[Tmpl] = uint64(len(v.fn.Functions)), uint64(len(v.fn.Captures)), uint64(len(v.fn.Templates))
}

// anyNumber is the limit of a field that is no index.
const anyNumber = 1 << 32

// code checks the instructions of the function at hand and returns the address of the first that is wrong, -1 if none
// is: the operands by the table, then what the table does not say.
func (v *verifier) code() int {
	regs := v.regs
	for pc, ins := range v.fn.Code {
		op := ins.Op()
		c := &operandChecks[op]
		a := int(ins.A()&c.maskA) + int(c.spanA)
		b := int(ins.B()&c.maskB) + int(c.spanB)
		r := int(ins.C()&c.maskC) + int(c.spanC)
		// A negative number is a large one here. The sum does not wrap round into the code, which has less than 1<<31 words.
		d := uint32(ins.D()) + uint32(pc+1)&c.maskPC
		if max(a, b, r) > regs || uint64(d) >= v.limit[c.d] || c.special != nothing && !v.allows(c.special, ins) {
			return pc
		}
	}
	return -1
}

// explain says what is wrong with an instruction.
func (v *verifier) explain(ins Instr) error {
	op := ins.Op()
	if op >= opCount {
		return v.errorf("opcode %d", op)
	}
	info := &Ops[op]
	for _, f := range [...]struct {
		kind Kind
		r, n int
	}{{info.A, int(ins.A()), max(int(info.SpanA), 1)}, {info.B, int(ins.B()), 1}, {info.C, int(ins.C()), 1}} {
		if (f.kind == Reg || f.kind == Dst) && f.r+f.n > v.regs {
			return v.errorf("%s: r%d of %d registers", info.Name, f.r, v.regs)
		}
	}
	d := int(ins.D())
	if info.D == Target {
		if t := v.pc + 1 + d; t < 0 || t >= len(v.fn.Code) {
			return v.errorf("%s: jump to %d of %d instructions", info.Name, t, len(v.fn.Code))
		}
	} else if n := v.limit[info.D]; uint64(uint32(d)) >= n {
		return v.errorf("%s: %s %d of %d", info.Name, kindNames[info.D], d, n)
	}
	return v.errorf("%s: operands a=%d b=%d c=%d d=%d", info.Name, ins.A(), ins.B(), ins.C(), d)
}

var kindNames = [numKinds]string{Const: "constant", SiteOf: "site", Func: "function", Free: "free variable", Tmpl: "template"}

// A special is a check of what the operand kinds cannot express: windows whose length is an operand, ranges of immediates,
// the kinds of constants, and which functions may hold the operation. It is made after the checks of the operands.
type special uint8

const (
	nothing  special = iota
	noOpcode         // there is no such operation
	window           // R[a], R[a+1] and the arguments, as many as b says
	list             // the values from R[b] on, as many as c says
	literal
	restObject
	superValue
	named // the site has a name
	namedLength
	positive
	natural
	shift
	slot
	newSlots
	methodKind
	privateKind
	number // K[d]
	text   // K[d]
	optText
	twoTexts
	shortNumber // the constant that b and c hold
	shortConstant
	errorText
	closure
	class
	async
	generator
	syncGenerator
	asyncGenerator
	derived
)

var specials = [opCount]special{
	OpCall: window, OpCallMethod: window, OpNew: window, OpSuperCall: window,
	OpNewArray: list, OpConcat: list, OpObjectLit: literal, OpRestObject: restObject, OpSetSuperOf: superValue,
	OpGetProp: named, OpSetProp: named, OpGetMethod: named, OpDelProp: named, OpInitProp: named,
	OpGetGlobal: named, OpTypeofGlobal: named, OpSetGlobal: named, OpGetLength: namedLength,
	OpModI: positive, OpGetElemI: natural, OpShlI: shift, OpShrI: shift, OpUshrI: shift,
	OpGetSlot: slot, OpSetSlot: slot, OpNewSlots: newSlots, OpDefMethod: methodKind, OpDefPrivate: privateKind,
	OpAddK: number, OpSubK: number, OpMulK: number, OpDivK: number, OpForLtK: shortNumber, OpJSeqK: shortConstant, OpJSneK: shortConstant,
	OpCheckInit: text, OpGetCellChk: text, OpSetCellChk: text, OpPrivateName: text, OpThrowConst: text,
	OpToObjectChk: optText, OpThrowError: errorText, OpRegExp: twoTexts,
	OpClosure: closure, OpNewClass: class,
	OpAwait: async, OpInitialYield: generator, OpYield: syncGenerator, OpYieldDelegate: syncGenerator,
	OpAsyncGenYield: asyncGenerator, OpReturnDerived: derived,
}

// allows makes a special check.
func (v *verifier) allows(s special, ins Instr) bool {
	d := int(ins.D())
	switch s {
	case window:
		return v.fits(int(ins.A())+2, int(ins.B()))
	case list:
		return v.fits(int(ins.B()), int(ins.C()))
	case literal:
		site := v.program.Sites[d]
		return v.fits(int(ins.B()), int(ins.C())) && site.Name < 0 && len(v.program.SiteKeys(site)) == int(ins.C())
	case restObject:
		return d >= 0 && v.fits(int(ins.C()), d)
	case superValue:
		return v.fits(int(ins.C()), 2)
	case named:
		return v.program.Sites[d].Name >= 0
	case namedLength:
		n := v.program.Sites[d].Name
		return n >= 0 && v.program.Names[n] == "length"
	case positive:
		return d > 0
	case natural:
		return d >= 0
	case shift:
		return uint(d) < 32
	case slot:
		return d >= 0 && d < v.slots
	case newSlots:
		// The one that makes them stands before all that use them.
		ok := d >= 0 && d <= maxSlots && v.slots == 0
		v.slots = d
		return ok
	case methodKind:
		return uint(d) < 8 && d&3 < 3
	case privateKind:
		return uint(d) < 4
	case number:
		return v.constant(d, ConstNumber)
	case text:
		return v.constant(d, ConstString)
	case optText:
		return d == -1 || v.constant(d, ConstString)
	case twoTexts:
		return v.constant(d, ConstString) && v.constant(d+1, ConstString)
	case shortNumber:
		return v.constant(int(ins.BC()), ConstNumber)
	case shortConstant:
		return uint(ins.BC()) < uint(len(v.fn.Constants))
	case errorText:
		return ins.A() < 4 && v.constant(d, ConstString)
	case closure, class:
		inner := v.fn.Functions[d]
		isClass := inner != nil && (inner.Kind == ClassConstructor || inner.Kind == DerivedConstructor)
		return isClass == (s == class)
	case async:
		return v.fn.Async
	case generator:
		return v.fn.Generator
	case syncGenerator:
		return v.fn.Generator && !v.fn.Async
	case asyncGenerator:
		return v.fn.Generator && v.fn.Async
	case derived:
		return v.fn.Kind == DerivedConstructor
	}
	return false
}

// maxSlots bounds the variables that a function keeps in slots.
const maxSlots = 1 << 20

func (v *verifier) fits(from, n int) bool { return from+n <= v.regs }

func (v *verifier) constant(i int, k ConstKind) bool {
	return uint(i) < uint(len(v.fn.Constants)) && v.fn.Constants[i].Kind == k
}
