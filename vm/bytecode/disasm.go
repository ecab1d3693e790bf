package bytecode

// This file defines the disassembler, in two forms: a listing for people and one line for tests.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Disassemble returns a listing of the program: for each function a header, its source lines as comments, its code with
// a label at every jump target, and its handlers.
func Disassemble(p *Program) string {
	var b strings.Builder
	d := &disassembler{program: p, out: &b, lines: []int{0}}
	for i := range len(p.Source) {
		if p.Source[i] == '\n' {
			d.lines = append(d.lines, i+1)
		}
	}
	d.function(p.Main, "main")
	return b.String()
}

// Line returns the code of one function in one line, instructions separated by "; ": "loadint r1 0; jump 3". Jump
// targets are addresses. Names and constants are shown as they are written in programs.
func Line(p *Program, f *Function) string {
	var b strings.Builder
	d := &disassembler{program: p, fn: f, out: &b}
	for pc, ins := range f.Code {
		if pc > 0 {
			b.WriteString("; ")
		}
		d.instruction(pc, ins)
	}
	return b.String()
}

// maxText bounds the length to which constants are shown.
const maxText = 60

type disassembler struct {
	program *Program
	fn      *Function
	out     *strings.Builder
	labels  map[int]int // address to number of its label; nil in the one-line form
	lines   []int       // offsets of the starts of the source lines
}

// kindTexts are what listings call functions of a kind.
var kindTexts = [...]string{Normal: "function", Arrow: "arrow", Method: "method", ClassConstructor: "class", DerivedConstructor: "derived class", FieldInit: "field initialiser"}

func (d *disassembler) function(f *Function, path string) {
	d.fn = f
	d.findLabels()
	d.header(path)
	line := -1
	for pc, ins := range f.Code {
		if n, text := d.sourceLine(f.Offset(pc)); n != line && n > 0 {
			line = n
			fmt.Fprintf(d.out, "    ; %d: %s\n", n, text)
		}
		if n, ok := d.labels[pc]; ok {
			fmt.Fprintf(d.out, "L%d:\n", n)
		}
		fmt.Fprintf(d.out, "%6d  ", pc)
		d.instruction(pc, ins)
		d.out.WriteByte('\n')
	}
	for _, h := range f.Handlers {
		fmt.Fprintf(d.out, "    handler [%d, %d) -> L%d r%d\n", h.Start, h.End, d.labels[int(h.Target)], h.Reg)
	}
	for i, inner := range f.Functions {
		d.out.WriteByte('\n')
		d.function(inner, path+"/"+strconv.Itoa(i))
	}
}

func (d *disassembler) header(path string) {
	f := d.fn
	if f.Async {
		d.out.WriteString("async ")
	}
	if f.Generator {
		d.out.WriteString("generator ")
	}
	kind := "unknown"
	if int(f.Kind) < len(kindTexts) {
		kind = kindTexts[f.Kind]
	}
	fmt.Fprintf(d.out, "%s %s %q: %d params, %d registers", kind, path, f.Name, f.NumParams, f.NumRegs)
	if f.RestReg > 0 {
		fmt.Fprintf(d.out, ", rest r%d", f.RestReg)
	}
	if f.ArgumentsReg > 0 {
		fmt.Fprintf(d.out, ", arguments r%d", f.ArgumentsReg)
	}
	d.out.WriteByte('\n')
	for i, c := range f.Captures {
		from := "r"
		switch {
		case c.FromFree:
			from = "free "
		case c.Slots > 0:
			from = fmt.Sprintf("slots r%d ", c.Slots)
		}
		name := ""
		if i < len(f.FreeNames) {
			name = f.FreeNames[i]
		}
		fmt.Fprintf(d.out, "    free %d = %s%d (%s)\n", i, from, c.Index, name)
	}
}

// findLabels numbers the jump and handler targets in order of address.
func (d *disassembler) findLabels() {
	var targets []int
	for pc, ins := range d.fn.Code {
		if op := ins.Op(); op < opCount && Ops[op].D == Target {
			targets = append(targets, pc+1+int(ins.D()))
		}
	}
	for _, h := range d.fn.Handlers {
		targets = append(targets, int(h.Target))
	}
	slices.Sort(targets)
	d.labels = make(map[int]int)
	for i, t := range slices.Compact(targets) {
		d.labels[t] = i + 1
	}
}

// sourceLine returns number and text of the line that holds a source offset, 0 if there is none.
func (d *disassembler) sourceLine(offset int) (int, string) {
	src := d.program.Source
	if offset < 0 || offset > len(src) {
		return 0, ""
	}
	n, found := slices.BinarySearch(d.lines, offset)
	if found {
		n++
	}
	text := src[d.lines[n-1]:]
	if n < len(d.lines) {
		text = src[d.lines[n-1] : d.lines[n]-1]
	}
	return n, clip(strings.TrimSpace(text))
}

func clip(s string) string {
	if len(s) > maxText {
		return s[:maxText] + "…"
	}
	return s
}

// instruction writes the mnemonic and the operands in the order a, b, c, d.
func (d *disassembler) instruction(pc int, ins Instr) {
	op := ins.Op()
	d.out.WriteString(op.String())
	if op >= opCount {
		fmt.Fprintf(d.out, " %#x", uint64(ins))
		return
	}
	info := &Ops[op]
	d.operand(info.A, int(ins.A()), ins, pc)
	d.operand(info.B, int(ins.B()), ins, pc)
	d.operand(info.C, int(ins.C()), ins, pc)
	d.operand(info.D, int(ins.D()), ins, pc)
	if op == OpRegExp {
		d.operand(Const, int(ins.D())+1, ins, pc)
	}
}

func (d *disassembler) operand(k Kind, n int, ins Instr, pc int) {
	if k == None {
		return
	}
	d.out.WriteByte(' ')
	switch k {
	case Reg, Dst:
		d.out.WriteByte('r')
		d.out.WriteString(strconv.Itoa(n))
	case Const, OptConst:
		d.constant(n)
	case ConstBC:
		d.constant(int(ins.BC()))
	case ImmBC:
		d.out.WriteString(strconv.Itoa(int(ins.BC())))
	case Target:
		d.target(pc + 1 + n)
	case SiteOf:
		d.site(n)
	case Func:
		d.out.WriteByte('F')
		d.out.WriteString(strconv.Itoa(n))
	case Free:
		d.out.WriteString("free")
		d.out.WriteString(strconv.Itoa(n))
	case Tmpl:
		d.out.WriteByte('T')
		d.out.WriteString(strconv.Itoa(n))
	default:
		d.out.WriteString(strconv.Itoa(n))
	}
}

func (d *disassembler) target(pc int) {
	if n, ok := d.labels[pc]; ok {
		d.out.WriteByte('L')
		pc = n
	}
	d.out.WriteString(strconv.Itoa(pc))
}

func (d *disassembler) constant(i int) {
	if i < 0 {
		d.out.WriteByte('-')
		return
	}
	if i >= len(d.fn.Constants) {
		fmt.Fprintf(d.out, "K%d?", i)
		return
	}
	switch c := d.fn.Constants[i]; c.Kind {
	case ConstNumber:
		d.out.WriteString(strconv.FormatFloat(c.Number, 'g', -1, 64))
	case ConstBigInt:
		d.out.WriteString(clip(c.Text) + "n")
	default:
		d.out.WriteString(strconv.Quote(clip(c.Text)))
	}
}

// site writes .name, or the keys of an object literal in braces.
func (d *disassembler) site(i int) {
	if i < 0 || i >= len(d.program.Sites) {
		fmt.Fprintf(d.out, "N%d?", i)
		return
	}
	s := d.program.Sites[i]
	if s.Name >= 0 {
		d.out.WriteByte('.')
		d.name(s.Name)
		return
	}
	d.out.WriteByte('{')
	for i, k := range d.program.SiteKeys(s) {
		if i > 0 {
			d.out.WriteByte(' ')
		}
		d.name(k)
	}
	d.out.WriteByte('}')
}

func (d *disassembler) name(i int32) {
	if i < 0 || int(i) >= len(d.program.Names) {
		fmt.Fprintf(d.out, "?%d", i)
		return
	}
	d.out.WriteString(clip(d.program.Names[i]))
}
