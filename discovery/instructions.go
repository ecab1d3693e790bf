// This file holds the instructions: what a model must know to write a program, then the catalog.

package discovery

import (
	"fmt"
	"strings"
)

// The prose is paid for by every conversation. A sentence is here only if models write worse programs without it.

const languageIntro = "You write one JavaScript or TypeScript program that calls tools, works on what they return, and returns a small result."

const introComplete = languageIntro + ` Inside it, ` + "`tools`" + ` holds the tools listed below and those of the runtime itself; whatever else you can call outside does not exist there. Copy every name exactly as it is shown; do not derive or respell one.`

const introPartial = languageIntro + ` Inside it, ` + "`tools`" + ` holds the tools listed below or found by searching, and those of the runtime itself; whatever else you can call outside does not exist there. Copy every name exactly as it is shown; do not derive or respell one.`

const workflowComplete = "1. Choose tools from the list under Available tools.\n" +
	"2. Call each by the path shown, unchanged, brackets and quotes included, with one input object: `const result = await tools.<namespace>.<tool>({ <field>: <value> })`.\n" +
	"3. Check results of unknown type, reduce them to what the task needs, and `return` only that."

const workflowPartial = "1. If the list under Available tools does not show what you need, find it with a program of its own that returns the matches: `return await tools.$codemode.search({ query: \"<words>\" })`. Each match has a path, a description and a signature.\n" +
	"2. Then, in a second program, call the path you found, unchanged, brackets and quotes included, with one input object: `const result = await tools.<namespace>.<tool>({ <field>: <value> })`. Check results of unknown type, reduce them to what the task needs, and `return` only that."

const ruleOnlyListed = "- `tools` has the tools listed below and the runtime's own, no others."
const ruleOnlyFound = "- `tools` has the tools listed below or found by searching and the runtime's own, no others."

const rules = "- Filter, join, count and aggregate collections in the program. Do not return them whole, and do not spend one program on each item.\n" +
	"- `Promise<unknown>` tells nothing about the result. It may be text, a number or null: before you read fields, test `typeof value === \"object\" && value !== null && !Array.isArray(value)`.\n" +
	"- Run independent calls in parallel: `await Promise.all(items.map((item) => tools.<namespace>.<tool>({ <field>: item })))`, or with brackets `await Promise.all(items.map((item) => tools[\"<namespace>\"][\"<tool>\"]({ <field>: item })))`.\n" +
	"- List names with `Object.keys(tools)` and `Object.keys(tools.<namespace>)`, or with `for (const name in tools)` and `for (const name in tools.<namespace>)`."

const searchRules = "- List one namespace with `tools.$codemode.search({ query: \"\", namespace: \"<namespace>\" })`.\n" +
	"- If `next` of a search result is not null, the following page is the same request with its offset: `tools.$codemode.search({ ...request, ...page.next })`."

const languageText = "The language is for orchestration only: all of ECMAScript 2025 in strict mode, with TypeScript (types are erased, not checked). A program is the body of an async function: `await` and `return` work at the top level, and `console.log` lines are returned as well.\n" +
	"- There: ordinary data work, functions, classes, generators, destructuring, `try`/`catch`; promises, also chained with `then`; Array, Object, String, Number, Math, BigInt, JSON, RegExp, Date (UTC), Map, Set, URL, URLSearchParams, `encodeURIComponent` and the other URI functions.\n" +
	"- Not there: modules (`import`, `require`), `eval` and `Function` on text, timers, network access (`fetch`), files, processes, environment variables. Built-in objects and prototypes cannot be changed. Whatever is outside the program is reached by tools only.\n" +
	"- Results and tool inputs are JSON. Date and URL become strings (an invalid Date null); Map, Set, RegExp and URLSearchParams become `{}`, so convert them first (`[...map]`); undefined, NaN and infinities become null. Functions, symbols, bigints, cycles and promises that were not awaited are errors."

const noTools = "There are no tools; a program can only compute."

// writeInstructions makes the text. It has three variants: no tools, all of them shown, a part of them shown.
func (x *Index) writeInstructions() string {
	var b strings.Builder
	heading := func(title, body string) {
		b.WriteString("\n\n## ")
		b.WriteString(title)
		b.WriteString("\n\n")
		b.WriteString(body)
	}
	if len(x.entries) == 0 {
		b.WriteString(languageIntro)
		heading("Language", languageText)
		heading("Available tools", noTools)
		return b.String()
	}
	list := x.namespaces()
	shown := choose(list, x.budget)
	complete := len(shown) == len(x.entries)
	if complete {
		b.WriteString(introComplete)
		heading("Workflow", workflowComplete)
		heading("Rules", ruleOnlyListed+"\n"+rules)
		heading("Language", languageText)
		heading("Available tools (COMPLETE list)", "")
		x.writeCatalog(&b, list, shown)
		return b.String()
	}
	b.WriteString(introPartial)
	heading("Workflow", workflowPartial)
	heading("Rules", ruleOnlyFound+"\n"+rules+"\n"+searchRules)
	heading("Language", languageText)
	heading(fmt.Sprintf("Available tools (PARTIAL - %d of %d shown; find the others with `tools.$codemode.search`)", len(shown), len(x.entries)), "")
	x.writeCatalog(&b, list, shown)
	b.WriteString("\n\nSearch with:\n- ")
	b.WriteString(searchSignature())
	return b.String()
}
