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
	hint := ""
	if i := strings.LastIndexByte(what, '.'); i > 0 && f.IsUndefined() {
		hint = memberHint(what)
		if hint == "" && !construct {
			hint = vm.similarMethod(fr, what[i+1:])
		}
	}
	if construct {
		return vm.ThrowType("%s is not a constructor%s", what, hint)
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
			what = ": " + text + " is " + v.nullName() + memberHint(text)
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
	"fetch":          noNetwork,
	"XMLHttpRequest": noNetwork,
	"WebSocket":      noNetwork,
	"EventSource":    noNetwork,
	"Headers":        noNetwork,
	"Request":        noNetwork,
	"Response":       noNetwork,
	"axios":          noNetwork,

	"require":    noModules + "; everything available is a global or under tools",
	"module":     noModules + "; return the result instead of exporting it",
	"exports":    noModules + "; return the result instead of exporting it",
	"__dirname":  noFiles,
	"__filename": noFiles,
	"fs":         noFiles,

	"process":     "there is no process or environment; inputs come from tools",
	"Deno":        "there is no process or environment; inputs come from tools",
	"Bun":         "there is no process or environment; inputs come from tools",
	"navigator":   "there is no browser; inputs come from tools",
	"window":      "there is no browser; use globalThis",
	"document":    "there is no browser; return data instead",
	"global":      "use globalThis",
	"self":        "use globalThis",
	"alert":       "use console.log, or return the result",
	"prompt":      "nobody can be asked while a program runs; inputs come from tools",
	"confirm":     "nobody can be asked while a program runs; inputs come from tools",
	"print":       "use console.log",
	"performance": "use Date.now() or console.time(label)",

	"localStorage":   "nothing is kept between executions; use a Map, or a tool that stores data",
	"sessionStorage": "nothing is kept between executions; use a Map, or a tool that stores data",
	"indexedDB":      "nothing is kept between executions; use a Map, or a tool that stores data",

	"setTimeout":            noTimers + "; await the tool call itself",
	"setInterval":           noTimers + "; use a loop",
	"setImmediate":          noTimers + "; await a promise",
	"clearTimeout":          noTimers + "; remove the call",
	"clearInterval":         noTimers + "; remove the call",
	"clearImmediate":        noTimers + "; remove the call",
	"requestAnimationFrame": noTimers + "; await a promise",
	"queueMicrotask":        "use Promise.resolve().then(...)",
	"AbortController":       "tool calls cannot be cancelled one by one; take the first result with Promise.race",
	"AbortSignal":           "tool calls cannot be cancelled one by one; take the first result with Promise.race",

	"Buffer":            useBytes,
	"Blob":              useBytes,
	"File":              useBytes,
	"FileReader":        useBytes,
	"FormData":          "use a plain object or URLSearchParams",
	"URLPattern":        "use a regular expression on url.pathname",
	"DOMParser":         "use regular expressions, or a tool that parses the text",
	"DOMException":      "throw an Error, or a class that extends it",
	"Event":             useCallbacks,
	"CustomEvent":       useCallbacks,
	"EventTarget":       useCallbacks,
	"EventEmitter":      useCallbacks,
	"MessageChannel":    useCallbacks,
	"BroadcastChannel":  useCallbacks,
	"ReadableStream":    useGenerators,
	"WritableStream":    useGenerators,
	"TransformStream":   useGenerators,
	"CompressionStream": useGenerators,
	"TextDecoderStream": useGenerators,
	"TextEncoderStream": useGenerators,
	"Worker":            "an execution has one thread; start tool calls together with Promise.all",
	"WebAssembly":       "what runs is the program alone; write the code in JavaScript",

	"eval":                 "code cannot be made from text",
	"Proxy":                "proxies are not available; write functions or classes",
	"WeakRef":              "weak references are not available; use a Map or WeakMap",
	"FinalizationRegistry": "finalizers are not available; release what you hold in try { ... } finally { ... }",
	"SharedArrayBuffer":    "shared memory is not available; use ArrayBuffer",
	"Atomics":              "shared memory is not available; a program runs alone, so use plain variables",
	"ShadowRealm":          "there is one realm; write the code as part of the program",

	"Temporal":             notYet + "; use Date",
	"DisposableStack":      notYet + "; release what you hold in try { ... } finally { ... }",
	"AsyncDisposableStack": notYet + "; release what you hold in try { ... } finally { ... }",
	"SuppressedError":      notYet + "; use an AggregateError or an error with a cause",

	"_":      "libraries are not available; use the methods of Array, Object and Map",
	"lodash": "libraries are not available; use the methods of Array, Object and Map",
	"moment": "libraries are not available; use Date and Intl.DateTimeFormat",
	"dayjs":  "libraries are not available; use Date and Intl.DateTimeFormat",

	"tools": "the host gave this program no tools",
	"None":  "write null",
	"True":  "write true",
	"False": "write false",
}

const (
	noNetwork     = "there is no network access; call a tool"
	noModules     = "there are no modules"
	noFiles       = "there is no file system; call a tool"
	noTimers      = "there are no timers"
	notYet        = "it is not in ECMAScript 2025"
	useBytes      = "use Uint8Array, TextEncoder or atob and btoa"
	useCallbacks  = "there are no events; call functions, or await promises"
	useGenerators = "there are no streams; write async generators"
	noHashes      = "there is no cryptography but random values; call a tool"
)

// absentMembers are properties of built-in objects that other hosts have, with what to do instead; those that begin with
// a dot are methods of instances.
var absentMembers = map[string]string{
	"console.clear":        "the lines of a log stay; remove the call",
	"crypto.subtle":        noHashes,
	"crypto.createHash":    noHashes,
	"crypto.createHmac":    noHashes,
	"crypto.randomBytes":   "use crypto.getRandomValues(new Uint8Array(n))",
	"crypto.randomInt":     "use Math.floor(Math.random() * n)",
	"URL.createObjectURL":  "there are no objects behind URLs; use the data itself",
	"Intl.Locale":          "take the parts of the tag apart with split('-')",
	"Intl.DurationFormat":  "format the parts with Intl.NumberFormat and { style: 'unit' }, and join them with Intl.ListFormat",
	".formatRange":         "format both ends and join the texts",
	".formatRangeToParts":  "format both ends and join the texts",
	".selectRange":         "select with the end of the range",
	"Iterator.concat":      notYet + "; use flatMap, or a generator with yield*",
	"Symbol.dispose":       notYet + "; release what you hold in try { ... } finally { ... }",
	"Symbol.asyncDispose":  notYet + "; release what you hold in try { ... } finally { ... }",
	".getOrInsert":         notYet + "; use has, get and set",
	".getOrInsertComputed": notYet + "; use has, get and set",
}

// memberHint says what to use instead of an absent property, given the text of the expression; empty when there is
// nothing to say.
func memberHint(text string) string {
	hint, ok := absentMembers[text]
	if i := strings.LastIndexByte(text, '.'); !ok && i >= 0 {
		hint, ok = absentMembers[text[i:]]
	}
	if !ok {
		return ""
	}
	return "; " + hint
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
