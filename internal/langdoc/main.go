// Command langdoc writes docs/language.md: what programs can use of language and library, what is left out, and what is
// decided differently.
//
//	go run ./internal/langdoc > docs/language.md
//
// The document is made of the tables in this package and of a walk through the realm. The package's tests run every program
// in the tables, so a row that is not true fails them, and compare the document with what is generated.
package main

import (
	"fmt"
	"os"
	"strings"
)

func main() {
	text, err := document()
	if err != nil {
		fmt.Fprintln(os.Stderr, "langdoc:", err)
		os.Exit(1)
	}
	fmt.Print(text)
}

const introduction = `# The language of programs

<!-- Written by internal/langdoc; run "go run ./internal/langdoc > docs/language.md" after a change. -->

A program is the body of an async function in strict mode: ECMAScript 2025 with its library, and TypeScript whose types are erased.
Every program on this page is run by a test, with the value or the diagnostic that stands beside it. Only what
[Boundaries](#boundaries) lists is left out; [test262.txt](test262.txt) has the score in the public conformance suite.
`

// document returns the whole text.
func document() (string, error) {
	var b strings.Builder
	b.WriteString(introduction)
	writeBoundaries(&b)
	writeDecisions(&b)
	writeFeatures(&b)
	if err := writeLibrary(&b); err != nil {
		return "", err
	}
	return b.String(), nil
}

func writeBoundaries(b *strings.Builder) {
	b.WriteString("\n## Boundaries\n\nWhat is left out on purpose. The diagnostic of a program that uses it says what to do instead.\n\n")
	row(b, "boundary", "what", "reason", "a program, and a part of its diagnostic")
	row(b, "---", "---", "---", "---")
	for _, x := range boundaries {
		says := make([]string, len(x.probes))
		for i, p := range x.probes {
			says[i] = code(p.program) + " – “" + cell(p.remedy) + "”"
		}
		row(b, "**"+cell(x.name)+"**", cell(x.what), cell(x.reason), strings.Join(says, "<br>"))
	}
}

func writeDecisions(b *strings.Builder) {
	b.WriteString("\n## Decisions\n\nWhere the project differs from ECMAScript, or from Node where the standard leaves a choice.\n")
	for _, d := range decisions {
		fmt.Fprintf(b, "\n**%s.** %s\n\n````js\n%s\n// %s\n````\n", d.name, d.text, d.program, d.value)
	}
}

func writeFeatures(b *strings.Builder) {
	b.WriteString("\n## Language\n")
	for _, a := range areas {
		fmt.Fprintf(b, "\n### %s\n\n", a.name)
		row(b, "feature", "program", "value")
		row(b, "---", "---", "---")
		for _, f := range a.features {
			row(b, cell(f.name), code(f.program), code(f.value))
		}
	}
}

func writeLibrary(b *strings.Builder) error {
	entries, err := library()
	if err != nil {
		return err
	}
	b.WriteString("\n## Library\n\nThe globals with their own properties and those that instances inherit, as the realm has them.\n\n")
	row(b, "object", "properties", "of instances")
	row(b, "---", "---", "---")
	for _, e := range entries {
		row(b, cell(e.name), cell(strings.Join(e.own, ", ")), cell(strings.Join(e.proto, ", ")))
	}
	return nil
}

// row writes a row of a table.
func row(b *strings.Builder, cells ...string) {
	b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}

// cell makes a text fit for a table.
func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

// code makes a text a code span in a table.
func code(s string) string {
	fence := "`"
	if strings.Contains(s, "`") {
		fence = "`` "
	}
	return fence + cell(s) + reverse(fence)
}

func reverse(fence string) string {
	if len(fence) > 1 {
		return " ``"
	}
	return fence
}
