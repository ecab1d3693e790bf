package main

// This file names the boundaries of the language: what is left out on purpose, and what a program is told instead.

// A boundary is a part of ECMAScript, or of what models expect beside it, that programs cannot use. Its name is the one
// that internal/test262/exclusions.txt uses.
type boundary struct {
	name   string
	what   string // what is meant
	reason string
	probes []probe
}

// A probe is a program that runs into a boundary, with a part of the diagnostic (message and hints) that says what to
// write instead.
type probe struct {
	program string
	remedy  string
}

var boundaries = []boundary{
	{"modules", "`import` and `export` declarations, `import()`, `import.meta`, `require`",
		"A program is one text with the authority of its tools. Loading other code would be an authority that nobody gave.",
		[]probe{
			{`import fs from "fs"`, "Call tools through the global tools object"},
			{`const fs = await import("fs")`, "Use the tools object"},
			{`export const a = 1`, "end the program with return value"},
			{`return import.meta.url`, "Remove it"},
			{`return require("fs")`, "everything available is a global or under tools"},
		}},
	{"code from text", "`eval`, `Function` and its relatives called with source text",
		"What runs is what was compiled, checked and shown to the host. The functions exist, so that `instanceof Function` works, and throw.",
		[]probe{
			{`return eval("1 + 1")`, "write the code as part of the program"},
			{`return new Function("return 1")()`, "write the code as part of the program"},
			{`return (async () => {}).constructor("return 1")()`, "write the code as part of the program"},
		}},
	{"sloppy mode", "`with`, undeclared variables, legacy octal numbers, `delete` of variables, a `this` that is the global object, `arguments.callee`",
		"Strict mode is the language that is written today; the other one hides mistakes.",
		[]probe{
			{`with ({ a: 1 }) { return a }`, "const { a, b } = object"},
			{`total = 1`, "declare it with let or const"},
			{`return 010`, "Write 0o10"},
			{`let a = 1; delete a`, "Set a variable to undefined instead"},
		}},
	{"Proxy", "`Proxy`",
		"Every access to a property could run code. Without it the engine, and who reads a program, may rely on plain objects.",
		[]probe{{`return new Proxy({}, {})`, "write functions or classes"}}},
	{"shared memory", "`SharedArrayBuffer` and `Atomics`",
		"An execution has one thread and shares nothing.",
		[]probe{
			{`return new SharedArrayBuffer(8)`, "use ArrayBuffer"},
			{`return Atomics.add(new Int32Array(1), 0, 1)`, "use plain variables"},
		}},
	{"weak references", "`WeakRef` and `FinalizationRegistry` (WeakMap and WeakSet are there)",
		"They make the collector's timing visible, and with it results that differ from run to run.",
		[]probe{
			{`return new WeakRef({})`, "use a Map or WeakMap"},
			{`return new FinalizationRegistry(() => {})`, "try { ... } finally { ... }"},
		}},
	{"writable intrinsics", "changes to built-in objects and prototypes and to the global object, new globals",
		"All executions share one set of built-in objects, which is why an execution starts in microseconds; changing them would reach other programs.",
		[]probe{
			{`Array.prototype.last = function () { return this.at(-1) }`, "keep the value in a variable or an object of your own"},
			{`Math.random = () => 0.5`, "keep the value in a variable or an object of your own"},
			{`globalThis.total = 1`, "keep the value in a variable or an object of your own"},
			{`Math = {}`, "declare a variable with another name"},
		}},
	{"fixed prototypes", "`Object.setPrototypeOf`, `Reflect.setPrototypeOf`, `__proto__` as accessor, literal key and data key, `__defineGetter__` and its relatives",
		"The prototype of an object is decided when it is created. Data with a key `__proto__` is an attack more often than a wish.",
		[]probe{
			{`Object.setPrototypeOf({}, null)`, "Object.create(proto)"},
			{`const o = {}; o.__proto__ = null`, "a class with extends"},
			{`return { __proto__: null }`, "Use a class with extends"},
			{`return JSON.parse('{"__proto__": 1}')`, "rename the key"},
		}},
	{"realms", "`ShadowRealm` and other ways to a second set of built-in objects",
		"There is one set of built-in objects.",
		[]probe{{`return new ShadowRealm()`, "write the code as part of the program"}}},
	{"tail calls", "calls in tail position do not free their frame",
		"No engine that models know does it, and stack traces would lose functions.",
		[]probe{{`const f = (n) => (n === 0 ? 0 : f(n - 1)); return f(1e6)`, "use a loop"}}},
	{"other hosts", "timers, network, files, processes, environment, storage, workers, events, streams, cryptography but random values, browser objects, Node's modules, libraries",
		"What is outside a program is reached by tools, where the host decides.",
		[]probe{
			{`setTimeout(() => {}, 10)`, "await the tool call itself"},
			{`queueMicrotask(() => {})`, "use Promise.resolve().then(...)"},
			{`return await fetch("https://example.com")`, "call a tool"},
			{`return new Headers()`, "call a tool"},
			{`return new AbortController()`, "Promise.race"},
			{`return process.env.HOME`, "inputs come from tools"},
			{`return Buffer.from("a")`, "use Uint8Array, TextEncoder or atob and btoa"},
			{`return document.title`, "return data instead"},
			{`return localStorage.getItem("a")`, "use a Map, or a tool that stores data"},
			{`return performance.now()`, "use Date.now() or console.time(label)"},
			{`return await crypto.subtle.digest("SHA-256", new Uint8Array(1))`, "call a tool"},
			{`return new Worker("a.js")`, "Promise.all"},
			{`console.clear()`, "remove the call"},
			{`return new EventTarget()`, "call functions, or await promises"},
			{`return new ReadableStream()`, "write async generators"},
			{`throw new DOMException("a")`, "throw an Error"},
			{`return new WebAssembly.Module()`, "write the code in JavaScript"},
		}},
	{"encodings other than UTF-8", "labels of TextDecoder other than those of UTF-8",
		"Text reaches programs as strings; the tables of the other encodings are large.",
		[]probe{{`return new TextDecoder("latin1")`, "TextDecoder decodes utf-8"}}},
	{"parts of Intl", "`Intl.Locale`, `Intl.DurationFormat`, ranges of numbers (`formatRange` of `Intl.NumberFormat`, `selectRange`); locales beyond those that [Intl](#decisions) lists are formatted as English",
		"ECMA-402 is a standard of its own, whose data is many times the size of this library. What models write is there.",
		[]probe{
			{`return new Intl.Locale("en-US").language`, "split('-')"},
			{`return new Intl.DurationFormat("en").format({ hours: 1 })`, "Intl.NumberFormat"},
			{`return new Intl.NumberFormat("en").formatRange(1, 2)`, "format both ends"},
			{`return new Intl.PluralRules("en").selectRange(1, 2)`, "select with the end of the range"},
		}},
	{"time zones other than UTC", "time zones in `Date` and `Intl.DateTimeFormat`",
		"A program gives the same result on every host; the time zone database is large and changes.",
		[]probe{{`return new Date(0).toLocaleString("en", { timeZone: "Europe/Berlin" })`, "Add the offset of the zone to the time yourself"}}},
	{"not in ECMAScript 2025", "decorators, `using` declarations and the classes that go with them, JSX, `Temporal` and other proposals",
		"The language is the published standard. The library has some functions of the next edition, since models write them (see Decisions).",
		[]probe{
			{`@log class A {}`, "Call the function directly"},
			{`using file = open()`, "try { ... } finally { ... }"},
			{`return <b>text</b>`, "Return a plain object or a string"},
			{`return Temporal.Now.instant()`, "use Date"},
			{`return new DisposableStack()`, "try { ... } finally { ... }"},
			{`return Iterator.concat([1], [2]).toArray()`, "a generator with yield*"},
		}},
}
