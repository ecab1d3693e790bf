package vm

// This file words the failures of instructions: what a model reads when its program uses something that is not there.

import (
	"strings"

	"github.com/neurocode-ai/codemode/vm/bytecode"
)

// maxQuoted bounds the source text that messages quote.
const maxQuoted = 80

// exprText returns the source text of the expression that the running instruction works on, empty when unknown or too
// long to help.
func (vm *VM) exprText(fr *frame) string {
	start, end, ok := fr.code.fn.Expr(fr.pc - 1)
	src := fr.code.linked.prog.Source
	if !ok || start < 0 || end > len(src) || start >= end {
		return ""
	}
	text := strings.Join(strings.Fields(src[start:end]), " ")
	if len(text) > maxQuoted {
		return ""
	}
	return text
}

func (vm *VM) throwNotCallable(fr *frame, f Value, construct bool) error {
	what := vm.exprText(fr)
	if what == "" {
		what = vm.describe(f)
	}
	if construct {
		return vm.ThrowType("%s is not a constructor", what)
	}
	hint := ""
	if i := strings.LastIndexByte(what, '.'); i > 0 && f.IsUndefined() {
		hint = vm.similarMethod(fr, what[i+1:])
	}
	if o := f.Object(); o != nil && o.class == ClassTool {
		return vm.ThrowType("%s is not a function: call a tool by its path, as in tools.<namespace>.<tool>(input)", what)
	}
	return vm.ThrowType("%s is not a function%s", what, hint)
}

// similarMethod suggests a method of the receiver in R[a+1] whose name resembles the missing one.
func (vm *VM) similarMethod(fr *frame, name string) string {
	i := fr.code.ins[fr.pc-1]
	if i.Op() != bytecode.OpCallMethod {
		return ""
	}
	recv := vm.stack[fr.base+int(i.A())+1]
	o := recv.Object()
	if o == nil {
		o = vm.protoOf(recv)
	}
	best, bestDistance := "", max(1, len(name)/3)+1
	for n := 0; o != nil && n < maxProtoChain; o, n = o.shape.proto, n+1 {
		if o.flags&objExotic != 0 {
			break
		}
		for _, p := range o.shape.props {
			if p.key == nil || p.key.symbol != nil || vm.budget < 0 {
				continue
			}
			vm.budget -= int64(len(name))
			if d := editDistance(name, p.key.text, bestDistance); d < bestDistance {
				best, bestDistance = p.key.text, d
			}
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + best + "?"
}

// editDistance returns the Damerau-Levenshtein distance (with transpositions of neighbours), ignoring case, or limit if
// it is at least that.
func editDistance(a, b string, limit int) int {
	if len(a) > 64 || len(b) > 64 || abs(len(a)-len(b)) >= limit {
		return limit
	}
	a, b = strings.ToLower(a), strings.ToLower(b)
	var rows [3][65]int
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		row, prev, prev2 := &rows[i%3], &rows[(i+2)%3], &rows[(i+1)%3]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(prev[j]+1, row[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], prev2[j-2]+1)
			}
		}
	}
	return min(rows[len(a)%3][len(b)], limit)
}

func abs(i int) int {
	if i < 0 {
		return -i
	}
	return i
}

func (vm *VM) throwNullProperty(v Value, key PropertyKey) error {
	what := ""
	if vm.fp >= 0 {
		if text := vm.exprText(&vm.frames[vm.fp]); text != "" && text != v.nullName() {
			what = ": " + text + " is " + v.nullName()
		}
	}
	return vm.ThrowType("Cannot read properties of %s (reading '%s')%s", v.nullName(), clip(key.Text(), 60), what)
}

func (vm *VM) throwNullElem(v Value) error {
	return vm.ThrowType("Cannot read properties of %s", v.nullName())
}

func (vm *VM) throwUninitialised(name string) error {
	if name == "this" {
		return vm.ThrowReference("Must call super constructor in derived class before accessing 'this' or returning from derived constructor")
	}
	return vm.ThrowReference("Cannot access '%s' before initialization", name)
}

func (vm *VM) throwUndeclared(site int32) error {
	name := vm.linked.sites[site].key.Text()
	return vm.ThrowReference("%s is not defined%s", name, vm.globalHint(name))
}

// absentGlobals are names that models expect from other hosts, with what to do instead.
var absentGlobals = map[string]string{
	"fetch":                "there is no network access; call a tool",
	"XMLHttpRequest":       "there is no network access; call a tool",
	"WebSocket":            "there is no network access; call a tool",
	"require":              "there are no modules; everything available is a global or under tools",
	"module":               "there are no modules; return the result instead of exporting it",
	"exports":              "there are no modules; return the result instead of exporting it",
	"process":              "there is no process or environment; inputs come from tools",
	"Buffer":               "use Uint8Array, TextEncoder or atob and btoa",
	"setTimeout":           "there are no timers; await the tool call itself",
	"setInterval":          "there are no timers; use a loop",
	"setImmediate":         "there are no timers; await a promise",
	"clearTimeout":         "there are no timers; remove the call",
	"clearInterval":        "there are no timers; remove the call",
	"window":               "there is no browser; use globalThis",
	"document":             "there is no browser; return data instead",
	"global":               "use globalThis",
	"self":                 "use globalThis",
	"alert":                "use console.log, or return the result",
	"print":                "use console.log",
	"eval":                 "code cannot be made from text",
	"Proxy":                "proxies are not available; write functions or classes",
	"WeakRef":              "weak references are not available; use a Map or WeakMap",
	"FinalizationRegistry": "finalizers are not available; release what you hold in try { ... } finally { ... }",
	"SharedArrayBuffer":    "shared memory is not available; use ArrayBuffer",
	"Atomics":              "shared memory is not available; a program runs alone, so use plain variables",
	"Temporal":             "it is not in ECMAScript 2025; use Date",
	"ShadowRealm":          "there is one realm; write the code as part of the program",
	"fs":                   "there is no file system; call a tool",
	"tools":                "the host gave this program no tools",
	"None":                 "write null",
	"True":                 "write true",
	"False":                "write false",
	"queueMicrotask":       "use Promise.resolve().then(...)",
}

func (vm *VM) globalHint(name string) string {
	if hint, ok := absentGlobals[name]; ok {
		return ": " + hint
	}
	best, bestDistance := "", max(1, len(name)/4)+1
	if vm.opts.Tools != nil && editDistance(name, "tools", bestDistance) < bestDistance {
		return "; did you mean tools?"
	}
	for _, p := range vm.realm.Global.shape.props {
		if d := editDistance(name, p.key.text, bestDistance); p.key.symbol == nil && d < bestDistance {
			best, bestDistance = p.key.text, d
		}
	}
	if best != "" {
		return "; did you mean " + best + "?"
	}
	return ""
}

func (vm *VM) throwSetGlobal(site int32) error {
	name := vm.linked.sites[site].key.Text()
	if _, ok := vm.getGlobal(site); ok {
		return vm.ThrowType("Cannot assign to %s: it is built in; declare a variable with another name", name)
	}
	return vm.ThrowReference("%s is not defined: declare it with let or const before assigning to it", name)
}

func (vm *VM) throwDestructure(fr *frame, v Value, k int32) error {
	if k >= 0 {
		return vm.ThrowType("Cannot destructure '%s' as it is %s", clip(fr.code.fn.Constants[k].Text, maxQuoted), v.nullName())
	}
	return vm.ThrowType("Cannot destructure %s", v.nullName())
}

func (vm *VM) throwToolData(what string) error {
	return vm.ThrowType("a tool reference is not plain data and cannot be used in %s; Object.keys(tools) lists names, tools.$codemode.search finds tools", what)
}
