package main

// This file checks that what README shows of the command is what the command prints.

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// fenced returns the fenced block of README that follows a text, and the block after the opening fence.
func fenced(t *testing.T, after string) string {
	t.Helper()
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(readme), after)
	_, rest, ok2 := strings.Cut(rest, "```\n")
	block, _, ok3 := strings.Cut(rest, "```")
	if !ok || !ok2 || !ok3 {
		t.Fatalf("README has no block after %q", after)
	}
	return block
}

// TestREADMEDemo compares the run that README begins with. README leaves the middle of the value out, and durations differ.
func TestREADMEDemo(t *testing.T) {
	block := fenced(t, "`go run ./cmd/codemode run --demo examples/programs/open-orders.js`\n")
	head, tail, ok := strings.Cut(block, "...\n")
	if !ok {
		t.Fatalf("the block is not abridged: %s", block)
	}
	x := (&call{args: []string{"run", "--demo", "../../examples/programs/open-orders.js"}}).run(t)
	if x.status != exitOK {
		t.Fatal(x.stderr)
	}
	log, summary, _ := strings.Cut(x.stderr, "\n")
	if !strings.HasPrefix(log+"\n"+x.stdout, head) {
		t.Errorf("README shows\n%s\nthe command prints\n%s\n%s", head, log, x.stdout)
	}
	duration := regexp.MustCompile(`, [0-9.]+(µs|ms|s)\n$`)
	if got, want := duration.ReplaceAllString(summary, ""), duration.ReplaceAllString(tail, ""); got != want || got == summary {
		t.Errorf("README ends with %q, the command with %q", tail, summary)
	}
}

// TestREADMEOneLiner runs the program that README pipes into the command.
func TestREADMEOneLiner(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile("`echo '(.*)' \\| go run ./cmd/codemode run --demo` prints `([^`]*)`").FindStringSubmatch(string(readme))
	if m == nil {
		t.Fatal("README pipes no program")
	}
	x := (&call{args: []string{"run", "--demo"}, stdin: m[1]}).run(t)
	if x.status != exitOK || strings.TrimSpace(x.stdout) != m[2] {
		t.Errorf("%s prints %q, README says %s\n%s", m[1], x.stdout, m[2], x.stderr)
	}
}

// TestREADMEFailure compares the failing program that README shows: its line in the code frame is the program.
func TestREADMEFailure(t *testing.T) {
	block := fenced(t, "(`codemode run`, exit status 1):\n")
	m := regexp.MustCompile(`(?m)^2 \| (.*)$`).FindStringSubmatch(block)
	if m == nil {
		t.Fatalf("no code frame in %s", block)
	}
	x := (&call{args: []string{"run"}, stdin: "const orders = [{ open: true }]\n" + m[1] + "\n"}).run(t)
	if x.status != exitFailed || strings.TrimSpace(x.stderr) != strings.TrimSpace(block) {
		t.Errorf("README shows\n%s\nthe command prints\n%s", block, x.stderr)
	}
}

// TestREADMEUsage checks that README and the usage text name the same subcommands and flags.
func TestREADMEUsage(t *testing.T) {
	block := fenced(t, "### The command\n")
	for _, word := range regexp.MustCompile(`codemode \w+|--\w+`).FindAllString(block, -1) {
		if !strings.Contains(usage, word) {
			t.Errorf("the usage text lacks %s, which README shows", word)
		}
	}
	for _, name := range []string{"run", "check", "disasm", "catalog"} {
		if !strings.Contains(block, "codemode "+name) || !strings.Contains(usage, "codemode "+name) {
			t.Errorf("the subcommand %s is not told of", name)
		}
	}
}

// TestArchitectureNamesFiles checks that the files at which ARCHITECTURE says to start reading exist.
func TestArchitectureNamesFiles(t *testing.T) {
	text, err := os.ReadFile("../../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| `([^`]+)`[^|]*\\|[^|]*\\|(.*)\\|$").FindAllStringSubmatch(string(text), -1)
	files := regexp.MustCompile("`([a-z_]+\\.go)`")
	n := 0
	for _, row := range rows {
		dir := row[1]
		if dir == "codemode" {
			dir = "."
		}
		for _, file := range files.FindAllStringSubmatch(row[2], -1) {
			n++
			if _, err := os.Stat("../../" + dir + "/" + file[1]); err != nil {
				t.Error(err)
			}
		}
	}
	if n < 10 {
		t.Errorf("%d files found", n)
	}
}
