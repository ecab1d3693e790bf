package main

// This file holds what the project decided differently from ECMAScript, or from Node where the standard leaves a choice.

// A decision has a program that shows it. Its name is the reason that internal/test262/known_failures.txt gives.
type decision struct {
	name    string
	text    string
	program string
	value   string // JSON
}

var decisions = []decision{
	{"keys, values and entries return arrays",
		"`keys()`, `values()`, `entries()` and `matchAll()` return arrays, so that `.length`, `.map` and indices work on them. Such an array also answers `.next()`, `.take()`, `.drop()` and `.toArray()`, so code that expects an iterator works too.",
		`const keys = new Map([["a", 1], ["b", 2]]).keys(); return [keys.length, keys.map((k) => k + k), keys.next()]`,
		`[2,["aa","bb"],{"value":"a","done":false}]`},
	{"for...in over a string, Map or Set is an error",
		"It visits indices or nothing, which is never what was meant. The TypeError proposes `for...of`.",
		`try { for (const c in "abc") return c } catch (e) { return e.message }`,
		`"for...in over a string is not supported: use for...of to visit its values, or Object.keys(...) for property names"`},
	{"the string form of dates is ISO",
		"The time zone is UTC and `String(date)` is the ISO form, on every host.",
		`const d = new Date("2026-03-01T10:00:00+02:00"); return [String(d), d.getHours(), d.getTimezoneOffset()]`,
		`["2026-03-01T08:00:00.000Z",8,0]`},
	{"the data key __proto__ is refused",
		"In JSON.parse, tool results and tool inputs. `constructor` and `prototype` are keys like others.",
		`try { JSON.parse('{"__proto__": {}}') } catch (e) { return [e.name, JSON.parse('{"constructor": 1}').constructor] }`,
		`["SyntaxError",1]`},
	{"built-in objects are not extensible",
		"They are frozen as far as writing goes, and `Object.isExtensible` says so. Their properties do not stand in the way of own ones: an instance can have its own `name`, `toString` or `constructor`.",
		`const e = new Error("x"); e.name = "Mine"; e.toString = () => "own"; return [e.name, String(e), Object.isExtensible(Math)]`,
		`["Mine","own",false]`},
	{"Intl knows English and the languages of most programs",
		"English exactly as Node prints it, with the regions US, GB, AU, CA and IN; German, French, Spanish, Italian, Portuguese, Dutch, Swedish, Danish, Norwegian, Finnish, Polish, Czech, Russian, Ukrainian, Turkish, Japanese, Korean and simplified Chinese, with regions; plural rules, comparison and changes of case for every language. Numbers, dates, lists and relative times of other locales are formatted as English, and `supportedLocalesOf` leaves those out.",
		`return [(1234.5).toLocaleString("de"), Intl.NumberFormat.supportedLocalesOf(["de-AT", "hu", "pt-BR"]), new Intl.NumberFormat("hu").resolvedOptions().locale, new Intl.PluralRules("ar").select(3)]`,
		`["1.234,5",["de-AT","pt-BR"],"en-US","few"]`},
	{"variables are no properties of the global object",
		"`var` and function declarations belong to the program, which is the body of a function.",
		`var total = 1; return [globalThis.total === undefined, total]`,
		`[true,1]`},
	{"the program is the body of an async function",
		"`await` and `return` work at its top level. Its value is what it returns; at its end it is null.",
		`await null`,
		`null`},
	{"results are JSON",
		"Date and URL become strings, Map, Set and RegExp `{}`, undefined and numbers that are not finite null.",
		`return [new Date(0), new URL("https://a.example/b"), new Map([[1, 2]]), /x/, undefined, NaN]`,
		`["1970-01-01T00:00:00.000Z","https://a.example/b",{},{},null,null]`},
	{"promises start at once",
		"An async function runs until its first await when it is called. Tool calls start in program order; eight run at a time.",
		`const order = []; const f = async (x) => { order.push(x); await null; order.push(-x) }; await Promise.all([1, 2].map(f)); return order`,
		`[1,2,-1,-2]`},
	{"what models wrap programs in is accepted",
		"A Markdown fence, `export default`, or one async function that is the whole program (it is called). The result has a note of it.",
		"```js\nasync () => 42\n```",
		`42`},
	{"the library has functions of the next edition",
		"`Array.fromAsync`, `Error.isError`, `Math.sumPrecise`, `JSON.rawJSON`, base64 and hexadecimal text of Uint8Array; and V8's `Error.captureStackTrace`.",
		`return [Array.fromAsync, Error.isError, Math.sumPrecise, JSON.rawJSON, Uint8Array.fromBase64, Error.captureStackTrace].every((f) => typeof f === "function")`,
		`true`},
	{"console is captured",
		"All methods of console write to the logs of the result. Nothing else is printed anywhere.",
		`return [console.log("logged", { b: 1 }), typeof console.table]`,
		`[null,"function"]`},
}
