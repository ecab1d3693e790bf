// Package regexp is the ECMAScript 2025 regular-expression engine of the runtime.
//
// It is a leaf: it knows nothing of the VM's values and imports only the standard library. Strings come in the two forms that
// the VM has, ASCII text in a Go string and UTF-16 code units; all positions are in code units of the text.
//
// # From pattern to program
//
// parse.go and its neighbours turn the pattern into a tree (tree.go), reporting every early error of the specification, Annex B
// included. Case is resolved here: under the i flag a character becomes the set of all characters that canonicalize alike, so the
// matcher never folds anything but the text of a backreference. facts.go computes bottom-up what each node may begin with, what it
// may consume, and its length. compile.go emits the program: a slice of fixed-size instructions (program.go) that test one character,
// run over one set, split, save, count, or look around.
//
// # The machine
//
// match.go executes a program by backtracking. There is no Go recursion: what may have to be undone is a frame on an explicit
// stack. A frame is a choice (where to go on, at which position), an undo record (a register and its old value), a range of positions
// at which a run over a set may still end, or the barrier of a lookaround. Failing means popping frames until one says where to
// go on.
//
//	start ─▶ find a candidate position (literal, first character, line start)
//	            │
//	            ▼
//	         execute ──fail──▶ pop frame ──▶ execute ... ──stack empty──▶ next candidate
//	            │
//	          match
//
// Most frames are never pushed: a split consults a table that tells from the next code unit which of its branches can match at all,
// and a run whose set has nothing in common with what may follow gives nothing back.
//
// # Bounds
//
// Work is counted in steps and reported to a [Meter] at least every few thousand of them, inside long runs and searches too; the
// meter's error ends the match. Growth of the stack is reported before it is allocated. A match that has used many more steps than
// the text is long switches to memoisation: it marks in a bitmap each (split, position) that has failed, and never tries it
// again. From then on the time is linear in the product of program and text, for every part of a program except where the outcome
// depends on more than the position: inside loops that count in a register, where a backreference can still come, and inside
// lookaround in iterations that may be empty. There the meter is the bound.
// Steps depend only on program, text and start, so counts are reproducible.
package regexp
