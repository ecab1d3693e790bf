package bytecode

// This file tests the opcode table, the disassembler and the verifier on hand-made programs.

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// sample returns a program that holds one instruction of every opcode and verifies.
func sample() *Program {
	inner := &Function{Kind: Arrow, NumRegs: 1, Code: []Instr{Make(OpReturnUndef, 0, 0, 0, 0)}, Captures: []Capture{{Index: 1}, {FromFree: true}, {Slots: 2, Index: 1}}, FreeNames: []string{"a", "b", "c"}}
	class := &Function{Kind: ClassConstructor, Name: "C", NumRegs: 1, Code: []Instr{Make(OpReturnUndef, 0, 0, 0, 0)}}
	fn := &Function{
		Name: "all", Kind: DerivedConstructor, Generator: true, NumRegs: 8,
		Constants: []Constant{{Number: 1.5}, {Kind: ConstString, Text: "text"}, {Kind: ConstString, Text: "g"}, {Kind: ConstBigInt, Text: "12"}},
		Functions: []*Function{inner, class},
		Captures:  []Capture{{Index: 3}},
		FreeNames: []string{"free"},
		Templates: []Template{{Cooked: []string{"a"}, Valid: []bool{true}, Raw: []string{"a"}}},
		Marks:     []Mark{{PC: 1, Offset: 2, Back: 2, Len: 3}},
		Handlers:  []Handler{{Start: 0, End: 2, Target: 3, Reg: 7}},
		Start:     0, End: 5,
	}
	p := &Program{
		Main:   &Function{Async: true, Generator: true, NumRegs: 8, Functions: []*Function{fn}},
		Names:  []string{"length", "name"},
		Sites:  []Site{{Name: 0}, {Name: 1}, {Name: LiteralSite(0)}},
		Keys:   []int32{2, 0, 1},
		Source: "let x = 1\nreturn x",
	}
	p.Main.Code = []Instr{Make(OpClosure, 1, 0, 0, 0)}
	p.Main.Code[0] = Make(OpNewClass, 1, 0, 0, 0)
	for op := range Op(NumOps) {
		switch op {
		case OpAwait, OpAsyncGenYield:
			p.Main.Code = append(p.Main.Code, example(op))
		default:
			fn.Code = append(fn.Code, example(op))
		}
	}
	p.Main.Code = append(p.Main.Code, Make(OpReturnUndef, 0, 0, 0, 0))
	fn.Code = append(fn.Code, Make(OpReturn, 0, 0, 0, 0))
	return p
}

// example returns an instruction of op that the function of sample can hold.
func example(op Op) Instr {
	info := Ops[op]
	a, b, c, d := uint8(1), uint8(2), uint8(3), int32(1)
	if info.B == Count {
		b = 1
	}
	if info.C == Count {
		c = 2
	}
	if info.D == Free {
		d = 0
	}
	switch op {
	case OpAddK, OpSubK, OpMulK, OpDivK, OpGetLength, OpClosure, OpTemplate:
		d = 0
	case OpObjectLit, OpNewSlots:
		d = 2
	case OpForLtK:
		return MakeBC(op, a, 0, -1)
	case OpJSeqK, OpJSneK:
		return MakeBC(op, a, 3, 0)
	}
	if info.B == ImmBC {
		return MakeBC(op, a, -7, 0)
	}
	if info.D == Target {
		d = 0
	}
	return Make(op, a, b, c, d)
}

func TestEveryOpcodeHasARow(t *testing.T) {
	seen := map[string]Op{}
	for op := range Op(NumOps) {
		name := Ops[op].Name
		if name == "" || strings.ToLower(name) != name {
			t.Errorf("opcode %d is called %q", op, name)
		}
		if other, ok := seen[name]; ok {
			t.Errorf("opcodes %d and %d are both called %q", op, other, name)
		}
		seen[name] = op
	}
	if s := Op(NumOps).String(); s != "invalid" {
		t.Errorf("an opcode beyond the table is called %q", s)
	}
}

func TestEveryOpcodeVerifiesAndDisassembles(t *testing.T) {
	p := sample()
	if err := Verify(p); err != nil {
		t.Fatal(err)
	}
	text := Disassemble(p)
	for op := range Op(NumOps) {
		if !strings.Contains(text, "  "+Ops[op].Name) {
			t.Errorf("%s is missing in the listing", op)
		}
	}
}

func TestInstructionFields(t *testing.T) {
	i := Make(OpAdd, 1, 2, 3, -4)
	if i.Op() != OpAdd || i.A() != 1 || i.B() != 2 || i.C() != 3 || i.D() != -4 {
		t.Errorf("Make: %v %d %d %d %d", i.Op(), i.A(), i.B(), i.C(), i.D())
	}
	if i = i.WithD(1 << 30); i.Op() != OpAdd || i.C() != 3 || i.D() != 1<<30 {
		t.Errorf("WithD: %v %d %d", i.Op(), i.C(), i.D())
	}
	if i = MakeBC(OpJLtI, 9, -32768, 5); i.A() != 9 || i.BC() != -32768 || i.D() != 5 {
		t.Errorf("MakeBC: %d %d %d", i.A(), i.BC(), i.D())
	}
}

func TestListing(t *testing.T) {
	p := &Program{
		Main: &Function{
			Name: "main", Async: true, NumRegs: 3,
			Constants: []Constant{{Number: 0.5}, {Kind: ConstString, Text: "a\n"}},
			Code: []Instr{
				Make(OpLoadInt, 1, 0, 0, 0), Make(OpLoadK, 2, 0, 0, 1), Make(OpAddK, 1, 1, 0, 0), Make(OpGetProp, 2, 2, 0, 0),
				MakeBC(OpJLtI, 1, 10, -3), Make(OpReturn, 1, 0, 0, 0),
			},
			Marks:    []Mark{{PC: 0, Offset: 4}, {PC: 2, Offset: 10}},
			Handlers: []Handler{{Start: 1, End: 3, Target: 5, Reg: 2}},
		},
		Names: []string{"x"}, Sites: []Site{{Name: 0}}, Source: "let x = 1\nreturn x",
	}
	if err := Verify(p); err != nil {
		t.Fatal(err)
	}
	if got, want := Line(p, p.Main), `loadint r1 0; loadk r2 "a\n"; addk r1 r1 0.5; getprop r2 r2 .x; jlti r1 10 2; return r1`; got != want {
		t.Errorf("Line:\n got %s\nwant %s", got, want)
	}
	want := `async function main "main": 0 params, 3 registers
    ; 1: let x = 1
     0  loadint r1 0
     1  loadk r2 "a\n"
    ; 2: return x
L1:
     2  addk r1 r1 0.5
     3  getprop r2 r2 .x
     4  jlti r1 10 L1
L2:
     5  return r1
    handler [1, 3) -> L2 r2
`
	if got := Disassemble(p); got != want {
		t.Errorf("Disassemble:\n%s\nwant\n%s", got, want)
	}
}

// TestVerifyRejects damages a good program in every way that the verifier's comment names.
func TestVerifyRejects(t *testing.T) {
	code := func(i Instr) func(*Program) {
		return func(p *Program) { p.Main.Functions[0].Code[0] = i }
	}
	fn := func(f func(*Function)) func(*Program) {
		return func(p *Program) { f(p.Main.Functions[0]) }
	}
	cases := map[string]func(*Program){
		"no main":                  func(p *Program) { p.Main = nil },
		"opcode":                   code(Make(opCount, 0, 0, 0, 0)),
		"destination":              code(Make(OpLoadNull, 8, 0, 0, 0)),
		"operand b":                code(Make(OpMove, 0, 8, 0, 0)),
		"operand c":                code(Make(OpAdd, 0, 0, 8, 0)),
		"span":                     code(Make(OpGetIter, 6, 0, 0, 0)),
		"call window":              code(Make(OpCall, 4, 3, 0, 0)),
		"call without this":        code(Make(OpCall, 7, 0, 0, 0)),
		"list":                     code(Make(OpNewArray, 0, 5, 4, 0)),
		"rest keys":                code(Make(OpRestObject, 0, 0, 6, 3)),
		"negative rest keys":       code(Make(OpRestObject, 0, 0, 6, -3)),
		"super value":              code(Make(OpSetSuperOf, 0, 0, 7, 0)),
		"constant":                 code(Make(OpLoadK, 0, 0, 0, 4)),
		"negative constant":        code(Make(OpLoadK, 0, 0, 0, -1)),
		"kind of constant":         code(Make(OpAddK, 0, 0, 0, 1)),
		"name constant":            code(Make(OpCheckInit, 0, 0, 0, 0)),
		"16-bit constant":          code(MakeBC(OpJSeqK, 0, 4, 0)),
		"negative 16-bit constant": code(MakeBC(OpJSeqK, 0, -1, 0)),
		"limit constant":           code(MakeBC(OpForLtK, 0, 1, 0)),
		"pair of constants":        code(Make(OpRegExp, 0, 0, 0, 3)),
		"site":                     code(Make(OpGetProp, 0, 0, 0, 3)),
		"literal as a name":        code(Make(OpGetProp, 0, 0, 0, 2)),
		"name as a literal":        code(Make(OpObjectLit, 0, 0, 0, 0)),
		"count of keys":            code(Make(OpObjectLit, 0, 0, 1, 2)),
		"length":                   code(Make(OpGetLength, 0, 0, 0, 1)),
		"function":                 code(Make(OpClosure, 0, 0, 0, 2)),
		"closure of a class":       code(Make(OpClosure, 0, 0, 0, 1)),
		"class of a closure":       code(Make(OpNewClass, 0, 0, 0, 0)),
		"free variable":            code(Make(OpGetFree, 0, 0, 0, 1)),
		"template":                 code(Make(OpTemplate, 0, 0, 0, 1)),
		"jump":                     code(Make(OpJump, 0, 0, 0, 1<<20)),
		"jump before the start":    code(Make(OpJump, 0, 0, 0, -2)),
		"jump that overflows":      code(Make(OpJump, 0, 0, 0, 1<<31-1)),
		"modulus":                  code(Make(OpModI, 0, 0, 0, 0)),
		"shift":                    code(Make(OpShlI, 0, 0, 0, 32)),
		"index":                    code(Make(OpGetElemI, 0, 0, 0, -1)),
		"method kind":              code(Make(OpDefMethod, 0, 0, 0, 3)),
		"private kind":             code(Make(OpDefPrivate, 0, 0, 0, 4)),
		"error kind":               code(Make(OpThrowError, 4, 0, 0, 1)),
		"slot before the slots":    code(Make(OpGetSlot, 0, 0, 0, 0)),
		"await":                    code(Make(OpAwait, 0, 0, 0, 0)),
		"async yield":              code(Make(OpAsyncGenYield, 0, 0, 0, 0)),
		"yield":                    func(p *Program) { p.Main.Code[0] = Make(OpYield, 0, 0, 0, 0) },
		"derived return":           func(p *Program) { p.Main.Code[0] = Make(OpReturnDerived, 0, 0, 0, 0) },
		"end of code":              fn(func(f *Function) { f.Code[len(f.Code)-1] = Make(OpNop, 0, 0, 0, 0) }),
		"no code":                  fn(func(f *Function) { f.Code = nil }),
		"registers":                fn(func(f *Function) { f.NumRegs = 257 }),
		"parameters":               fn(func(f *Function) { f.NumParams = 8 }),
		"rest register":            fn(func(f *Function) { f.RestReg = 8 }),
		"arguments register":       fn(func(f *Function) { f.ArgumentsReg = 8 }),
		"kind":                     fn(func(f *Function) { f.Kind = FieldInit + 1 }),
		"source range":             fn(func(f *Function) { f.End = 100 }),
		"handler range":            fn(func(f *Function) { f.Handlers[0].End = 0 }),
		"handler target":           fn(func(f *Function) { f.Handlers[0].Target = int32(len(f.Code)) }),
		"handler register":         fn(func(f *Function) { f.Handlers[0].Reg = 8 }),
		"position":                 fn(func(f *Function) { f.Marks[0].Offset = 100 }),
		"marks out of order":       fn(func(f *Function) { f.Marks = append(f.Marks, f.Marks[0]) }),
		"mark beyond the code":     fn(func(f *Function) { f.Marks[0].PC = int32(len(f.Code)) }),
		"expression":               fn(func(f *Function) { f.Marks[0].Len = 100 }),
		"expression before":        fn(func(f *Function) { f.Marks[0].Back = 3 }),
		"capture register":         fn(func(f *Function) { f.Captures[0].Index = 8 }),
		"capture of a capture":     fn(func(f *Function) { f.Functions[0].Captures[1].Index = 1 }),
		"capture of a slot":        fn(func(f *Function) { f.Functions[0].Captures[2].Index = 2 }),
		"names of captures":        fn(func(f *Function) { f.FreeNames = nil }),
		"missing function":         fn(func(f *Function) { f.Functions[0] = nil }),
		"kind of a constant":       fn(func(f *Function) { f.Constants[0].Kind = 3 }),
		"strings of a template":    fn(func(f *Function) { f.Templates[0].Raw = nil }),
		"capture of the program":   func(p *Program) { p.Main.Captures, p.Main.FreeNames = []Capture{{}}, []string{""} },
		"name of a site":           func(p *Program) { p.Sites[0].Name = 2 },
		"key of a site":            func(p *Program) { p.Keys[1] = 2 },
		"number of keys":           func(p *Program) { p.Keys[0] = 3 },
		"negative number of keys":  func(p *Program) { p.Keys[0] = -1 },
		"keys of a site":           func(p *Program) { p.Sites[2].Name = LiteralSite(1) },
		"keys beyond the end":      func(p *Program) { p.Sites[2].Name = LiteralSite(3) },
		"keys of two sites":        func(p *Program) { p.Sites = append(p.Sites, p.Sites[2]) },
		"index as a name":          func(p *Program) { p.Names[1] = "10" },
		"cycle": func(p *Program) {
			p.Main.Functions[0].Functions[0].Functions = []*Function{p.Main.Functions[0].Functions[0]}
		},
	}
	for name, damage := range cases {
		p := sample()
		damage(p)
		if err := Verify(p); err == nil {
			t.Errorf("%s: verifies", name)
		}
	}
}

// TestVerifyNeverPanics changes random words of a good program: whatever comes out is accepted or rejected, and what is
// accepted can be listed.
func TestVerifyNeverPanics(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	accepted := 0
	for range 20_000 {
		p := sample()
		f := p.Main.Functions[0]
		for range 1 + rnd.IntN(3) {
			f.Code[rnd.IntN(len(f.Code))] ^= Instr(1) << rnd.IntN(64)
		}
		if Verify(p) == nil {
			accepted++
			Line(p, f)
		}
	}
	if accepted == 0 || accepted == 20_000 {
		t.Errorf("%d of 20000 changed programs are accepted", accepted)
	}
}

func TestArrayIndex(t *testing.T) {
	for name, want := range map[string]uint32{"0": 0, "7": 7, "10": 10, "4294967294": 4294967294} {
		if i, ok := ArrayIndex(name); !ok || i != want {
			t.Errorf("%q: %d %v", name, i, ok)
		}
	}
	for _, name := range []string{"", "00", "01", "-1", "1.5", "4294967295", "99999999999", "1e3", "x", " 1"} {
		if i, ok := ArrayIndex(name); ok {
			t.Errorf("%q is the index %d", name, i)
		}
	}
}

func TestOffsetAndExpr(t *testing.T) {
	f := &Function{Marks: []Mark{{PC: 1, Offset: 10}, {PC: 2, Offset: 10, Back: 5, Len: 1}, {PC: 4, Offset: 20}, {PC: 7, Offset: 20}}}
	f.Marks[3].Quote(24, 26)
	var got []int
	for pc := range 6 {
		got = append(got, f.Offset(pc))
	}
	if !slices.Equal(got, []int{-1, 10, 10, 10, 20, 20}) {
		t.Errorf("offsets %v", got)
	}
	if start, end, ok := f.Expr(7); !ok || start != 24 || end != 26 {
		t.Errorf("Expr(7) = %d, %d, %v", start, end, ok)
	}
	for _, pc := range []int{0, 1, 3, 4, 8} {
		if _, _, ok := f.Expr(pc); ok {
			t.Errorf("Expr(%d) finds a range", pc)
		}
	}
	for _, far := range [][2]int32{{20 - 1<<15, 20}, {0, 1 << 16}} {
		if f.Marks[3].Quote(far[0], far[1]); f.Marks[3].Len != 0 {
			t.Errorf("the range %v is recorded", far)
		}
	}
}
