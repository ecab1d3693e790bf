// Command codemode runs programs of the codemode engine from the command line: to try it, to check programs, and to look
// at what the compiler makes of them.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
)

// Exit statuses.
const (
	exitOK     = 0
	exitFailed = 1 // the program failed
	exitUsage  = 2 // the command was called wrongly
)

const usage = `codemode runs JavaScript and TypeScript programs that orchestrate tools.

Usage:
  codemode run     [--json] [--timeout D] [TOOLS] [FILE|-]   run a program
  codemode check   [--json] [TOOLS] [FILE|-]                 compile and check a program without running it
  codemode disasm  [FILE|-]                                  show the bytecode of a program
  codemode catalog [--full] [TOOLS]                          show what a model is told about the tools

TOOLS:
  --demo              a small order book with a few hundred orders
  --openapi PATH      the operations of an OpenAPI document, under tools.api
  --server URL        the server to call instead of the document's
  --auth NAME=ENV     the credential of security scheme NAME is in the environment variable ENV (may be repeated)
  --read-only         only GET and HEAD operations

A FILE of - , or none, stands for standard input.
Exit status: 0 ok, 1 the program failed, 2 wrong usage.
`

// A usageError is a mistake in the command line.
type usageError struct{ msg string }

func (e *usageError) Error() string { return e.msg }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	c := &command{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, getenv: os.Getenv}
	os.Exit(c.main(ctx, os.Args[1:]))
}

// A command is the program with its surroundings, so that tests can run it.
type command struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) string
}

func (c *command) main(ctx context.Context, args []string) int {
	status, err := c.dispatch(ctx, args)
	var wrong *usageError
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(c.stdout, usage)
		return exitOK
	case errors.As(err, &wrong):
		fmt.Fprintf(c.stderr, "codemode: %s\nRun \"codemode help\" for usage.\n", wrong.msg)
		return exitUsage
	case err != nil:
		fmt.Fprintf(c.stderr, "codemode: %v\n", err)
		return exitFailed
	}
	return status
}

func (c *command) dispatch(ctx context.Context, args []string) (int, error) {
	if len(args) == 0 {
		return exitUsage, &usageError{"a subcommand is needed: run, check, disasm or catalog"}
	}
	name, args := args[0], args[1:]
	switch name {
	case "run":
		return c.run(ctx, args)
	case "check":
		return c.check(args)
	case "disasm":
		return c.disasm(args)
	case "catalog":
		return c.catalog(args)
	case "help", "-h", "--help":
		return exitOK, flag.ErrHelp
	}
	return exitUsage, &usageError{fmt.Sprintf("there is no subcommand %q", name)}
}

// parse parses the flags of a subcommand and returns its operands.
func parse(f *flag.FlagSet, args []string, maxOperands int) ([]string, error) {
	f.SetOutput(io.Discard)
	if err := f.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return nil, err
		}
		return nil, &usageError{err.Error()}
	}
	if f.NArg() > maxOperands {
		return nil, &usageError{fmt.Sprintf("too many arguments: %q", f.Arg(maxOperands))}
	}
	return f.Args(), nil
}

// maxInput bounds what is read from a file; the engine's own limit on sources is lower.
const maxInput = 16 << 20

// source reads the program named by the operands.
func (c *command) source(operands []string) (string, error) {
	if len(operands) == 0 || operands[0] == "-" {
		return readAll(c.stdin)
	}
	f, err := os.Open(operands[0])
	if err != nil {
		return "", err
	}
	defer f.Close()
	return readAll(f)
}

func readAll(r io.Reader) (string, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxInput+1))
	if err != nil {
		return "", err
	}
	if len(text) > maxInput {
		return "", fmt.Errorf("the input is larger than %d MiB", maxInput>>20)
	}
	return string(text), nil
}
