// This file defines the instruction set of the matcher, the program, and the disassembler.

package regexp

import (
	"fmt"
	"strings"
)

type opcode uint8

// In the comments s is the text, p the position, R the registers; "else fail" is understood.
const (
	opMatch opcode = iota // the pattern has matched

	// One character. B forms look at s[p-1] and go backwards; U forms decode surrogate pairs.
	opChar  // s[p] == x; p++
	opChar2 // s[p] == x or y; p++
	opSet   // s[p] in cls; p++
	opSetU
	opSetB
	opSetUB

	// Several.
	opString  // s[p:] begins with lit; p += len(lit)
	opString2 // the same, each unit equal to that of lit or alt
	opStringB // s[:p] ends with lit or alt; p -= len(lit)
	opStrings // the longest string of trie, else a character of cls; pushes the shorter ones
	opBackref // the text of the first set group of refs

	// Runs of a set, x to y times; table tells what can follow.
	opGreedy     // as many as possible; pushes the range of other ends
	opPossessive // as many as possible, for good
	opLazy       // as few as possible; pushes the range of other ends

	// Assertions.
	opBegin     // p == 0
	opBeginLine // p == 0, or s[p-1] ends a line
	opEnd       // p == len(s)
	opEndLine   // p == len(s), or s[p] ends a line
	opWordB     // word characters of cls on one side
	opNotWordB  //
	opPeek      // a character of cls lies ahead (or behind, or does not; mode)
	opLook      // push a barrier and go into the body; x is behind the assertion
	opLookEnd   // the body has matched: drop its choices, back to where it began

	// Control.
	opJump     // pc = x
	opSplit    // try x, later y; table tells which can match
	opDispatch // pc = targets[dispatch of s[p]]

	// Registers.
	opSave       // R[x] = p
	opClear      // R[x:y] = -1
	opStart      // R[x] = p, where an iteration begins
	opProgress   // p != R[x]
	opCounter    // R[x] = 0
	opCountSplit // R[x] < min: next; R[x] >= max: pc = y; else split of next and y
	opCount      // R[x]++
	opCountLoop  // an iteration beyond min must have consumed something since R[y] (if y >= 0); pc = the opCountSplit
)

// Bits of inst.mode.
const (
	modeU        uint8 = 1 << iota // decode surrogate pairs
	modeB                          // backwards
	modeLazy                       // opCountSplit: few first
	modeNegative                   // opPeek, opLook, opLookEnd
	modeFold                       // opBackref: compare canonical characters
)

// An inst is one instruction.
type inst struct {
	op    opcode
	mode  uint8
	memo  int32 // row in the bitmap of failed states; -1 for none
	x, y  int32
	cls   *class
	table *branchTable
	aux   *auxiliary
}

// An auxiliary holds what only some instructions need.
type auxiliary struct {
	lit, alt []uint16
	trie     *trie
	refs     []int
	table    []orbitRange // opBackref: how to fold
	min, max int32        // of a counted loop
	target   int32        // opCountSplit: the exit; opCountLoop: the opCountSplit
	targets  []int32
	dispatch [filterSize]uint8 // index into targets
}

const (
	instSize      = 40
	auxiliarySize = 424
)

// A branchTable tells for the next code unit (or filterHigh, or filterEnd) which branches can match: bit 0 the first, bit 1 the second. For
// runs it tells whether what follows the run can match.
type branchTable [filterSize]uint8

const (
	branchFirst  = 1
	branchSecond = 2
)

var opNames = [...]string{
	opMatch: "match", opChar: "char", opChar2: "char2", opSet: "set", opSetU: "setu", opSetB: "setb", opSetUB: "setub",
	opString: "string", opString2: "string2", opStringB: "stringb", opStrings: "strings", opBackref: "backref",
	opGreedy: "greedy", opPossessive: "possessive", opLazy: "lazy",
	opBegin: "begin", opBeginLine: "beginline", opEnd: "end", opEndLine: "endline", opWordB: "wordb", opNotWordB: "notwordb",
	opPeek: "peek", opLook: "look", opLookEnd: "lookend", opJump: "jump", opSplit: "split", opDispatch: "dispatch",
	opSave: "save", opClear: "clear", opStart: "start", opProgress: "progress",
	opCounter: "counter", opCountSplit: "countsplit", opCount: "count", opCountLoop: "countloop",
}

// disassemble prints one instruction a line, for tests and for people.
func (re *Regexp) disassemble() string {
	var b strings.Builder
	for pc := range re.code {
		in := &re.code[pc]
		fmt.Fprintf(&b, "%d %s", pc, opNames[in.op])
		for i, name := range []string{"u", "b", "lazy", "not", "fold"} {
			if in.mode&(1<<i) != 0 {
				b.WriteString(" " + name)
			}
		}
		switch in.op {
		case opChar, opChar2:
			fmt.Fprintf(&b, " %q", rune(in.x))
			if in.op == opChar2 {
				fmt.Fprintf(&b, " %q", rune(in.y))
			}
		case opString, opString2, opStringB:
			for _, u := range in.aux.lit {
				fmt.Fprintf(&b, " %q", rune(u))
			}
		case opGreedy, opPossessive, opLazy:
			fmt.Fprintf(&b, " %d..", in.x)
			if in.y != unbounded {
				fmt.Fprintf(&b, "%d", in.y)
			}
		case opSplit, opStart, opProgress, opClear, opLook, opLookEnd:
			fmt.Fprintf(&b, " %d %d", in.x, in.y)
		case opJump, opSave, opCounter, opCount:
			fmt.Fprintf(&b, " %d", in.x)
		case opCountSplit, opCountLoop:
			fmt.Fprintf(&b, " %d %d..%d %d", in.x, in.aux.min, in.aux.max, in.aux.target)
		case opBackref:
			fmt.Fprintf(&b, " %v", in.aux.refs)
		case opDispatch:
			fmt.Fprintf(&b, " %v", in.aux.targets)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
