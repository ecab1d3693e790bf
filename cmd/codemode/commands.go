package main

// This file defines the subcommands.

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/neurocode-ai/codemode"
	"github.com/neurocode-ai/codemode/examples/orderbook"
	"github.com/neurocode-ai/codemode/tools"
)

// toolFlags are the flags that say which tools there are.
type toolFlags struct {
	demo     bool
	openapi  string
	server   string
	readOnly bool
	auth     authFlag
}

func (t *toolFlags) register(f *flag.FlagSet) {
	f.BoolVar(&t.demo, "demo", false, "")
	f.StringVar(&t.openapi, "openapi", "", "")
	f.StringVar(&t.server, "server", "", "")
	f.BoolVar(&t.readOnly, "read-only", false, "")
	f.Var(&t.auth, "auth", "")
}

// authFlag collects NAME=ENV pairs.
type authFlag map[string]string

func (a *authFlag) String() string { return "" }

func (a *authFlag) Set(s string) error {
	name, env, ok := strings.Cut(s, "=")
	if !ok || name == "" || env == "" {
		return fmt.Errorf("%q is not of the form NAME=ENV", s)
	}
	if *a == nil {
		*a = authFlag{}
	}
	(*a)[name] = env
	return nil
}

// tree returns the tools that the flags ask for.
func (c *command) tree(t *toolFlags) (tools.Tree, error) {
	tree := tools.Tree{}
	if t.demo {
		for name, node := range orderbook.New().Tools() {
			tree[name] = node
		}
	}
	if t.openapi == "" {
		if t.server != "" || t.readOnly || len(t.auth) > 0 {
			return nil, &usageError{"--server, --auth and --read-only need --openapi"}
		}
		return tree, nil
	}
	api, err := c.openAPI(t)
	if err != nil {
		return nil, err
	}
	tree["api"] = api
	return tree, nil
}

func (c *command) run(ctx context.Context, args []string) (int, error) {
	f := flag.NewFlagSet("run", flag.ContinueOnError)
	asJSON := f.Bool("json", false, "")
	timeout := f.Duration("timeout", 0, "")
	var t toolFlags
	t.register(f)
	operands, err := parse(f, args, 1)
	if err != nil {
		return exitUsage, err
	}
	if *timeout < 0 {
		return exitUsage, &usageError{"--timeout must not be negative"}
	}
	tree, err := c.tree(&t)
	if err != nil {
		return exitFailed, err
	}
	source, err := c.source(operands)
	if err != nil {
		return exitFailed, err
	}
	rt, err := codemode.New(codemode.Options{Tools: tree, Limits: codemode.Limits{Timeout: *timeout}})
	if err != nil {
		return exitFailed, err
	}
	res, err := rt.Execute(ctx, source)
	if err != nil {
		return exitFailed, err
	}
	return c.show(res, *asJSON)
}

// show prints a result: the value on standard output, everything else on standard error, or all of it as JSON.
func (c *command) show(res *codemode.Result, asJSON bool) (int, error) {
	status := exitOK
	if !res.OK {
		status = exitFailed
	}
	if asJSON {
		text, err := res.MarshalJSON()
		if err != nil {
			return exitFailed, err
		}
		fmt.Fprintf(c.stdout, "%s\n", text)
		return status, nil
	}
	for _, n := range res.Notes {
		fmt.Fprintf(c.stderr, "note: %s\n", n.Message)
	}
	for _, line := range res.Logs {
		fmt.Fprintf(c.stderr, "%s\n", line)
	}
	if !res.OK {
		fmt.Fprintf(c.stderr, "%s\n", res.Error.Render())
		return status, nil
	}
	fmt.Fprintf(c.stdout, "%s\n", indent(res.Value))
	calls := "tool calls"
	if len(res.ToolCalls) == 1 {
		calls = "tool call"
	}
	fmt.Fprintf(c.stderr, "%d %s, %s\n", len(res.ToolCalls), calls, res.Stats.Duration.Round(10*time.Microsecond))
	return status, nil
}

// indent lays a JSON text out for people.
func indent(text json.RawMessage) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(text); err != nil {
		return string(text)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (c *command) check(args []string) (int, error) {
	f := flag.NewFlagSet("check", flag.ContinueOnError)
	asJSON := f.Bool("json", false, "")
	var t toolFlags
	t.register(f)
	operands, err := parse(f, args, 1)
	if err != nil {
		return exitUsage, err
	}
	tree, err := c.tree(&t)
	if err != nil {
		return exitFailed, err
	}
	source, err := c.source(operands)
	if err != nil {
		return exitFailed, err
	}
	rt, err := codemode.New(codemode.Options{Tools: tree})
	if err != nil {
		return exitFailed, err
	}
	found := rt.Check(source)
	if len(tree) == 0 { // the tools that the program is written for are not known here
		found = slices.DeleteFunc(found, func(d *codemode.Diagnostic) bool { return d.Kind == codemode.UnknownTool })
	}
	if *asJSON {
		if found == nil {
			found = []*codemode.Diagnostic{}
		}
		enc := json.NewEncoder(c.stdout)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(found); err != nil {
			return exitFailed, err
		}
	} else {
		for _, d := range found {
			fmt.Fprintf(c.stderr, "%s\n\n", d.Render())
		}
	}
	if len(found) > 0 {
		return exitFailed, nil
	}
	if !*asJSON {
		fmt.Fprintln(c.stderr, "no problems found")
	}
	return exitOK, nil
}

func (c *command) disasm(args []string) (int, error) {
	operands, err := parse(flag.NewFlagSet("disasm", flag.ContinueOnError), args, 1)
	if err != nil {
		return exitUsage, err
	}
	rt, err := codemode.New(codemode.Options{})
	if err != nil {
		return exitFailed, err
	}
	source, err := c.source(operands)
	if err != nil {
		return exitFailed, err
	}
	prog, err := rt.Compile(source)
	if err != nil {
		return c.show(&codemode.Result{Error: err.(*codemode.Diagnostic)}, false)
	}
	fmt.Fprint(c.stdout, prog.Disassemble())
	return exitOK, nil
}

func (c *command) catalog(args []string) (int, error) {
	f := flag.NewFlagSet("catalog", flag.ContinueOnError)
	full := f.Bool("full", false, "")
	var t toolFlags
	t.register(f)
	if _, err := parse(f, args, 0); err != nil {
		return exitUsage, err
	}
	tree, err := c.tree(&t)
	if err != nil {
		return exitFailed, err
	}
	rt, err := codemode.New(codemode.Options{Tools: tree})
	if err != nil {
		return exitFailed, err
	}
	if !*full {
		fmt.Fprintln(c.stdout, rt.Instructions())
		return exitOK, nil
	}
	for _, d := range rt.Catalog() {
		fmt.Fprintf(c.stdout, "// %s\n%s\n\n", strings.ReplaceAll(d.Description, "\n", "\n// "), d.Signature)
	}
	return exitOK, nil
}
