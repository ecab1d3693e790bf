package bytecode

// This file defines the instruction word.

// An Instr is one 64-bit instruction word. From the low bits up it holds
//
//	op:8  a:8  b:8  c:8  d:32
//
// a, b and c name registers (or small counts); d is a signed number: an index, an immediate or a jump distance.
// The b and c fields together can hold a signed 16-bit immediate (BC). A word is moved as a plain integer: a Go
// struct passed by value costs a fifth more per dispatched instruction.
type Instr uint64

// Make assembles an instruction.
func Make(op Op, a, b, c uint8, d int32) Instr {
	return Instr(op) | Instr(a)<<8 | Instr(b)<<16 | Instr(c)<<24 | Instr(uint32(d))<<32
}

// MakeBC assembles an instruction whose b and c fields hold the 16-bit immediate bc.
func MakeBC(op Op, a uint8, bc int16, d int32) Instr {
	return Instr(op) | Instr(a)<<8 | Instr(uint16(bc))<<16 | Instr(uint32(d))<<32
}

// Op returns the opcode.
func (i Instr) Op() Op { return Op(i) }

// A returns the first register field.
func (i Instr) A() uint8 { return uint8(i >> 8) }

// B returns the second register field.
func (i Instr) B() uint8 { return uint8(i >> 16) }

// C returns the third register field.
func (i Instr) C() uint8 { return uint8(i >> 24) }

// BC returns the b and c fields as one signed 16-bit immediate.
func (i Instr) BC() int16 { return int16(i >> 16) }

// D returns the 32-bit field.
func (i Instr) D() int32 { return int32(i >> 32) }

// WithD returns the instruction with its d field replaced; the compiler patches jump distances with it.
func (i Instr) WithD(d int32) Instr { return i&0xffffffff | Instr(uint32(d))<<32 }
