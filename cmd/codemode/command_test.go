package main

// This file tests the command as a user calls it: subcommands, flags, exit statuses, what goes to which output.

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A call is one run of the command.
type call struct {
	args  []string
	stdin string
	env   map[string]string

	status         int
	stdout, stderr string
}

func (c *call) run(t *testing.T) *call {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := &command{
		stdin:  strings.NewReader(c.stdin),
		stdout: &stdout,
		stderr: &stderr,
		getenv: func(name string) string { return c.env[name] },
	}
	c.status = cmd.main(context.Background(), c.args)
	c.stdout, c.stderr = stdout.String(), stderr.String()
	return c
}

// write makes a file and returns its path.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestCommand holds command lines with what they print and their status. FILE stands for a file with the source.
func TestCommand(t *testing.T) {
	for _, c := range []struct {
		args           string
		source         string // standard input, or the content of FILE
		status         int
		stdout, stderr string // regular expressions
	}{
		// Usage.
		{"", "", 2, `^$`, `^codemode: a subcommand is needed: .*\nRun "codemode help" for usage\.\n$`},
		{"fly", "", 2, `^$`, `there is no subcommand "fly"`},
		{"help", "", 0, `^codemode runs (?s:.*)Exit status: 0 ok, 1 the program failed, 2 wrong usage\.\n$`, `^$`},
		{"--help", "", 0, `Usage:`, `^$`},
		{"run -h", "", 0, `Usage:`, `^$`},
		{"run --fast", "", 2, `^$`, `flag provided but not defined: -fast`},
		{"run --timeout soon", "", 2, `^$`, `invalid value "soon" for flag -timeout`},
		{"run --timeout -1s", "", 2, `^$`, `--timeout must not be negative`},
		{"run a.js b.js", "", 2, `^$`, `too many arguments: "b.js"`},
		{"check --timeout 1s", "", 2, `^$`, `not defined: -timeout`},
		{"disasm --json", "", 2, `^$`, `not defined: -json`},
		{"catalog a.js", "", 2, `^$`, `too many arguments`},
		{"run --server http://x", "", 2, `^$`, `--server, --auth and --read-only need --openapi`},
		{"run --auth token", "", 2, `^$`, `"token" is not of the form NAME=ENV`},

		// run.
		{"run", "return 6 * 7", 0, `^42\n$`, `^0 tool calls, [0-9.]+(µs|ms|s)\n$`},
		{"run -", "return { a: [1], b: '<&>' }", 0, "^\\{\n  \"a\": \\[\n    1\n  \\],\n  \"b\": \"<&>\"\n\\}\n$", ``},
		{"run FILE", "console.log('one', 2); console.error('three'); return null", 0, `^null\n$`, `(?s)^one 2\n.*three\n0 tool calls`},
		{"run FILE", "const x: number = 1; enum E { A = 5 } return E.A + x", 0, `^6\n$`, ``},
		{"run FILE", "```js\nreturn 1\n```", 0, `^1\n$`, `^note: .*fence`},
		{"run no-such-file.js", "", 1, `^$`, `^codemode: open no-such-file\.js: `},
		{"run FILE", "return (", 1, `^$`, `^ParseError: `},
		{"run FILE", "throw new RangeError('far')", 1, `^$`, `^ExecutionFailure: RangeError: far \(1:\d+\)\n\n1 \| throw new RangeError\('far'\)\n  \| +\^`},
		{"run --timeout 20ms", "while (true) {}", 1, `^$`, `^TimeoutExceeded: The execution exceeded its time limit of 20 ms\.`},
		{"run --timeout 1m", "return 1", 0, `^1\n$`, ``},
		{"run --json", "console.log('x'); return [1, '<']", 0, `^\{"ok":true,"value":\[1,"<"\],"logs":\["x"\],"toolCalls":\[\]\}\n$`, `^$`},
		{"run --json", "return nothing", 1, `^\{"ok":false,"error":\{"kind":"ExecutionFailure","message":"ReferenceError: nothing is not defined","location":\{"line":1,"column":8\}`, `^$`},
		{"run", "return await tools.orders.get({ id: 'order_1' })", 1, `^$`, `ReferenceError: tools is not defined: the host gave|UnknownTool: There is no tool tools\.orders\.get`},
		{"run --demo", "return (await tools.orders.get({ id: 'order_1' })).id", 0, `^"order_1"\n$`, `^1 tool call, `},
		{"run --demo", "return await tools.order.get({ id: 'order_1' })", 1, `^$`, `UnknownTool: There is no tool tools\.order\.get\. Did you mean tools\.orders\.get`},
		{"run --demo", "return await tools.orders.get({ id: 'order_0' })", 1, `^$`, `^ToolFailure: There is no order "order_0"`},

		// check.
		{"check", "return 1", 0, `^$`, `^no problems found\n$`},
		{"check FILE", "return 1 +", 1, `^$`, `^ParseError: (?s:.*)\^`},
		{"check", "return await tools.crm.find({ id: 1 })", 0, `^$`, `^no problems found\n$`},
		{"check", "const r = tools.crm.find({}); return r.id", 1, `^$`, `^InvalidDataValue: r is a promise`},
		{"check --demo", "return await tools.orders.gte({ id: 1 })", 1, `^$`, `^UnknownTool: .*Did you mean tools\.orders\.get`},
		{"check --demo", "return await tools.orders.get({ id: 1 })", 1, `^$`, `^InvalidToolInput: .*id: expected`},
		{"check --json", "return 1", 0, `^\[\]\n$`, `^$`},
		{"check --json --demo", "return await tools.orders.get({})", 1, `^\[\{"kind":"InvalidToolInput","message":.*\}\]\n$`, `^$`},
		{"check no-such-file.js", "", 1, `^$`, `no-such-file`},

		// disasm.
		{"disasm", "return 1 + x", 0, `(?s)x.*return`, `^$`},
		{"disasm FILE", "let", 1, `^$`, `^ParseError`},

		// catalog.
		{"catalog --demo", "", 0, `(?s)Available tools \(COMPLETE list\).*tools\.orders\.list\(input: \{`, `^$`},
		{"catalog --full --demo", "", 0, `(?s)^// Look up a customer by ID\ntools\.customers\.get\(input: .*// List all products\n`, `^$`},
		{"catalog", "", 0, `No tools|no tools`, `^$`},
	} {
		args := strings.Fields(c.args)
		x := call{args: args, stdin: c.source}
		for i, a := range args {
			if a == "FILE" {
				args[i], x.stdin = write(t, "program.js", c.source), ""
			}
		}
		x.run(t)
		if x.status != c.status {
			t.Errorf("codemode %s: status %d, want %d: %s", c.args, x.status, c.status, x.stderr)
		}
		if !regexp.MustCompile(c.stdout).MatchString(x.stdout) {
			t.Errorf("codemode %s: standard output %q does not match %q", c.args, x.stdout, c.stdout)
		}
		if !regexp.MustCompile(c.stderr).MatchString(x.stderr) {
			t.Errorf("codemode %s: standard error %q does not match %q", c.args, x.stderr, c.stderr)
		}
	}
}

func TestInputTooLarge(t *testing.T) {
	x := (&call{args: []string{"run"}, stdin: strings.Repeat(" ", maxInput+1)}).run(t)
	if x.status != exitFailed || !strings.Contains(x.stderr, "larger than 16 MiB") {
		t.Errorf("status %d: %s", x.status, x.stderr)
	}
	x = (&call{args: []string{"run"}, stdin: strings.Repeat(" ", 2<<20)}).run(t)
	if x.status != exitFailed || !strings.Contains(x.stderr, "ParseError") {
		t.Errorf("a source over the engine's limit: status %d: %s", x.status, x.stderr)
	}
}

// TestInterrupt checks that Ctrl-C, which ends the context, ends a program.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stderr bytes.Buffer
	cmd := &command{stdin: strings.NewReader("while (true) {}"), stdout: &stderr, stderr: &stderr}
	if status := cmd.main(ctx, []string{"run"}); status != exitFailed || !strings.Contains(stderr.String(), context.Canceled.Error()) {
		t.Errorf("status %d: %s", status, &stderr)
	}
}
