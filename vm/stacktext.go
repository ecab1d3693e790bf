package vm

// This file defines positions in the source text and the text form of stack traces.

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// LineColumn returns the line and the column of a byte offset in the source, both counted from 1; columns count UTF-16
// code units. ok is false when the offset is outside the source.
func LineColumn(source string, offset int) (line, column int, ok bool) {
	if offset < 0 || offset > len(source) {
		return 0, 0, false
	}
	before := source[:offset]
	line = 1 + strings.Count(before, "\n")
	column = 1
	for i := strings.LastIndexByte(before, '\n') + 1; i < len(before); {
		r, n := utf8.DecodeRuneInString(before[i:])
		i += n
		column++
		if r >= 0x10000 {
			column++
		}
	}
	return line, column, true
}

// LineColumn returns the line and column of a byte offset in the running program.
func (vm *VM) LineColumn(offset int) (line, column int, ok bool) {
	return LineColumn(vm.linked.prog.Source, offset)
}

// TraceText renders the frames of a trace, one a line, each preceded by a newline: "    at name (line:column)".
func (vm *VM) TraceText(trace []TraceEntry) string {
	var b strings.Builder
	for _, e := range trace {
		line, column, ok := vm.LineColumn(e.Offset)
		where := "<unknown>"
		if ok {
			where = strconv.Itoa(line) + ":" + strconv.Itoa(column)
		}
		b.WriteString("\n    at ")
		if e.Function != "" {
			b.WriteString(e.Function + " (" + where + ")")
		} else {
			b.WriteString(where)
		}
	}
	return b.String()
}

// CurrentTrace returns the frames that are active, innermost first.
func (vm *VM) CurrentTrace() []TraceEntry { return vm.trace() }

// TraceBelow returns the frames below the innermost call of f, all of them when f is not active.
func (vm *VM) TraceBelow(f *Object) []TraceEntry {
	for i := vm.fp; f != nil && i > 0; i-- {
		vm.budget--
		if vm.frames[i].callee == f {
			return vm.traceFrom(i - 1)
		}
	}
	return vm.trace()
}
