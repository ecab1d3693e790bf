package codemode_test

// This file shows every entry of the package at work.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/neurocode-ai/codemode"
	"github.com/neurocode-ai/codemode/discovery"
	"github.com/neurocode-ai/codemode/tools"
)

type orderQuery struct {
	ID string `json:"id" jsonschema:"description=Order number"`
}

type order struct {
	ID     string   `json:"id"`
	Status string   `json:"status"`
	Items  []string `json:"items"`
}

// shop is the tool tree of the examples.
func shop() tools.Tree {
	orders := map[string]order{
		"order_1": {"order_1", "open", []string{"lamp", "rug"}},
		"order_2": {"order_2", "complete", []string{"desk"}},
	}
	return tools.Tree{"orders": tools.Tree{
		"lookup": tools.New("Look up an order by ID", func(_ context.Context, in orderQuery) (order, error) {
			if o, ok := orders[in.ID]; ok {
				return o, nil
			}
			return order{}, tools.Errorf("There is no order %q", in.ID)
		}),
		"export": tools.New("Export all orders", func(context.Context, struct{}) ([]order, error) {
			return nil, errors.New("connection to 10.0.0.7 refused")
		}),
	}}
}

// runtimeWith builds a runtime over the shop.
func runtimeWith(opts codemode.Options) *codemode.Runtime {
	opts.Tools = shop()
	rt, err := codemode.New(opts)
	if err != nil {
		panic(err)
	}
	return rt
}

func ExampleNew() {
	rt, err := codemode.New(codemode.Options{
		Tools:  shop(),
		Limits: codemode.Limits{Timeout: 30 * time.Second, MaxToolCalls: 20, MaxOutputBytes: 64 << 10},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	res, err := rt.Execute(context.Background(), `
		const orders = await Promise.all(["order_1", "order_2"].map((id) => tools.orders.lookup({ id })))
		return orders.filter((o) => o.status === "open").flatMap((o) => o.items)`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.OK, string(res.Value), len(res.ToolCalls))
	// Output: true ["lamp","rug"] 2
}

func ExampleNew_invalidOption() {
	_, err := codemode.New(codemode.Options{Limits: codemode.Limits{Timeout: -time.Second}})
	var wrong *codemode.OptionError
	fmt.Println(errors.As(err, &wrong), wrong.Field)
	fmt.Println(err)

	_, err = codemode.New(codemode.Options{Tools: tools.Tree{"$codemode": tools.Tree{}}})
	var tree *tools.TreeError
	fmt.Println(errors.As(err, &tree))
	// Output:
	// true Limits.Timeout
	// codemode: Limits.Timeout must be at least 0, or 0 for the default; it is -1000000000
	// true
}

func ExampleExecute() {
	res, err := codemode.Execute(context.Background(), `return [3, 1, 2].toSorted()`, codemode.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(res.Value))
	// Output: [1,2,3]
}

func ExampleRuntime_Execute() {
	rt := runtimeWith(codemode.Options{})
	res, err := rt.Execute(context.Background(), "console.log('looking'); return (await tools.orders.lookup({ id: 'order_2' })).status")
	if err != nil {
		fmt.Println(err) // only when the context ends
		return
	}
	text, _ := json.Marshal(res)
	fmt.Println(string(text))
	// Output: {"ok":true,"value":"complete","logs":["looking"],"toolCalls":[{"name":"orders.lookup"}]}
}

// What goes wrong in a program or in a tool is a result, too.
func ExampleRuntime_Execute_failure() {
	rt := runtimeWith(codemode.Options{})
	res, _ := rt.Execute(context.Background(), "return await tools.orders.lookup({ id: 'order_9' })")
	fmt.Println(res.OK, res.Error.Kind, res.Error.Message)
	res, _ = rt.Execute(context.Background(), "return await tools.orders.export({})")
	fmt.Println(res.OK, res.Error.Kind, res.Error.Message)
	// Output:
	// false ToolFailure There is no order "order_9"
	// false ToolFailure The tool failed for a reason that is not shown here.
}

// Ending the context ends the program, and is an error instead of a result.
func ExampleRuntime_Execute_cancellation() {
	rt := runtimeWith(codemode.Options{})
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
	defer cancel()
	res, err := rt.Execute(ctx, "while (true) {}")
	fmt.Println(res == nil, err)
	// Output: true context deadline exceeded
}

func ExampleRuntime_Compile() {
	rt := runtimeWith(codemode.Options{})
	prog, err := rt.Compile("return 1 +")
	var d *codemode.Diagnostic
	fmt.Println(prog == nil, errors.As(err, &d), d.Kind, d.Location.Line)
	// Output: true true ParseError 1
}

// A compiled program runs any number of times, also at the same time.
func ExampleRuntime_Run() {
	rt := runtimeWith(codemode.Options{})
	prog, err := rt.Compile("return (await tools.orders.lookup({ id: 'order_1' })).items.length")
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 2 {
		res, err := rt.Run(context.Background(), prog)
		fmt.Println(string(res.Value), err)
	}
	// Output:
	// 2 <nil>
	// 2 <nil>
}

func ExampleRuntime_Check() {
	rt := runtimeWith(codemode.Options{})
	for _, d := range rt.Check("const o = tools.orders.lookup({ ID: 'order_1' })\nreturn await tools.orders.find(o)") {
		fmt.Println(d)
	}
	// Output:
	// InvalidToolInput: Invalid input for tools.orders.lookup: id: expected a string, but the field is missing; the input has "ID" instead (1:31)
	// UnknownTool: There is no tool tools.orders.find. (2:14)
}

func ExampleRuntime_Instructions() {
	text := runtimeWith(codemode.Options{}).Instructions()
	fmt.Println(strings.Contains(text, "tools.orders.lookup(input: {"))
	fmt.Println(strings.Contains(text, "// Look up an order by ID"))
	// Output:
	// true
	// true
}

func ExampleRuntime_Catalog() {
	for _, tool := range runtimeWith(codemode.Options{}).Catalog() {
		fmt.Println(tool.Path, "-", tool.Description)
	}
	// Output:
	// orders.export - Export all orders
	// orders.lookup - Look up an order by ID
}

func ExampleRuntime_Search() {
	found, err := runtimeWith(codemode.Options{}).Search(discovery.Request{Query: "order by id", Limit: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(found.Items[0].Path, found.Remaining)
	// Output: tools.orders.lookup 1
}

func ExampleRuntime_SkippedTools() {
	rt, err := codemode.New(codemode.Options{
		Tools: tools.Tree{"reports": tools.Tree{
			"broken": tools.Raw(tools.Definition{Input: json.RawMessage(`{"type": "objct"}`), Validate: true, Run: noRun}),
			"sound":  tools.Raw(tools.Definition{Run: noRun}),
		}},
		SkipBrokenTools: true,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range rt.SkippedTools() {
		fmt.Println(s.Path)
	}
	// Output: reports.broken
}

func noRun(context.Context, json.RawMessage) (any, error) { return nil, nil }

func ExampleProgram_Notes() {
	prog, err := runtimeWith(codemode.Options{}).Compile("```js\nreturn 1\n```")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, n := range prog.Notes() {
		fmt.Println(n.Message)
	}
	fmt.Println(strings.TrimSpace(prog.Source()))
	// Output:
	// Ignored the Markdown code fence around the program.
	// return 1
}

func ExampleProgram_Disassemble() {
	prog, err := runtimeWith(codemode.Options{}).Compile("return 1 + 2")
	if err != nil {
		fmt.Println(err)
		return
	}
	listing := prog.Disassemble()
	fmt.Println(strings.Contains(listing, "return"))
	// Output: true
}

func ExampleOptions_hooks() {
	rt := runtimeWith(codemode.Options{
		OnToolCallStart: func(_ context.Context, c codemode.ToolCallStart) {
			fmt.Printf("start %d %s %+v\n", c.Index, c.Name, c.Input)
		},
		OnToolCallEnd: func(_ context.Context, c codemode.ToolCallEnd) {
			fmt.Printf("end %d ok=%v %q\n", c.Index, c.OK, c.Message)
		},
		OnToolError: func(_ context.Context, c codemode.ToolCallError) {
			fmt.Printf("cause %d: %v\n", c.Index, c.Err)
		},
	})
	res, err := rt.Execute(context.Background(), `
		await tools.orders.lookup({ id: "order_1" })
		return tools.orders.export({})`)
	fmt.Println(res.Error.Message, err)
	// Output:
	// start 0 orders.lookup {ID:order_1}
	// end 0 ok=true ""
	// start 1 orders.export {}
	// cause 1: connection to 10.0.0.7 refused
	// end 1 ok=false "The tool failed for a reason that is not shown here."
	// The tool failed for a reason that is not shown here. <nil>
}

func ExampleOptions_preflight() {
	rt := runtimeWith(codemode.Options{Preflight: true})
	res, _ := rt.Execute(context.Background(), `
		await tools.orders.lookup({ id: "order_1" })
		return await tools.orders.lookUp({ id: "order_2" })`)
	fmt.Println(res.Error.Message)
	fmt.Println(len(res.ToolCalls), "calls")
	// Output:
	// There is no tool tools.orders.lookUp. Did you mean tools.orders.lookup?
	// 0 calls
}

// A fixed clock and a fixed seed make executions repeatable.
func ExampleOptions_repeatable() {
	rt := runtimeWith(codemode.Options{
		Now:    func() time.Time { return time.Date(2026, 2, 1, 12, 0, 0, 0, time.UTC) },
		Random: func() rand.Source { return rand.NewPCG(1, 2) },
	})
	const source = "return [new Date(), Math.random()]"
	first, _ := rt.Execute(context.Background(), source)
	second, _ := rt.Execute(context.Background(), source)
	fmt.Println(string(first.Value[:27]), string(first.Value) == string(second.Value))
	// Output: ["2026-02-01T12:00:00.000Z" true
}

func ExampleLimits() {
	for _, limits := range []codemode.Limits{
		{Timeout: 10 * time.Millisecond},
		{MaxInstructions: 100_000},
	} {
		res, _ := runtimeWith(codemode.Options{Limits: limits}).Execute(context.Background(), "while (true) {}")
		fmt.Println(res.Error)
	}
	res, _ := runtimeWith(codemode.Options{Limits: codemode.Limits{MaxMemoryBytes: 16 << 20}}).
		Execute(context.Background(), "const list = []; for (;;) list.push(new Array(1000).fill(0))")
	fmt.Println(res.Error.Message)
	res, _ = runtimeWith(codemode.Options{Limits: codemode.Limits{MaxToolCalls: 1}}).
		Execute(context.Background(), "for (;;) await tools.orders.lookup({ id: 'order_1' })")
	fmt.Println(res.Error.Message, len(res.ToolCalls))
	res, _ = runtimeWith(codemode.Options{Limits: codemode.Limits{MaxOutputBytes: 100}}).
		Execute(context.Background(), "return 'long '.repeat(1000)")
	fmt.Println(res.OK, res.Truncated, len(res.Value) < 400)
	// Output:
	// TimeoutExceeded: The execution exceeded its time limit of 10 ms.
	// InstructionLimitExceeded: The program exceeded its limit of 100000 instructions.
	// The program exceeded its memory limit of 16 MiB.
	// The limit of 1 tool call is reached. 1
	// true true true
}

func ExampleResult_Decode() {
	rt := runtimeWith(codemode.Options{})
	res, err := rt.Execute(context.Background(), "return await tools.orders.lookup({ id: 'order_1' })")
	if err != nil {
		fmt.Println(err)
		return
	}
	var o order
	if err := res.Decode(&o); err != nil {
		fmt.Println(err) // the diagnostic of a failed program
		return
	}
	fmt.Println(o.ID, o.Items)
	// Output: order_1 [lamp rug]
}

func ExampleDiagnostic_Render() {
	rt := runtimeWith(codemode.Options{})
	res, _ := rt.Execute(context.Background(), "const orders = [1, 2]\nreturn orders.fliter((o) => o > 1)")
	fmt.Println(res.Error.Render())
	// Output:
	// ExecutionFailure: TypeError: orders.fliter is not a function; did you mean filter? (2:15)
	//
	// 2 | return orders.fliter((o) => o > 1)
	//   |               ^
}

// Stats tell what an execution used; instructions are the same on every machine.
func ExampleResult_stats() {
	rt := runtimeWith(codemode.Options{})
	const source = "let n = 0; for (let i = 0; i < 1000; i++) n += i; return n"
	first, _ := rt.Execute(context.Background(), source)
	second, _ := rt.Execute(context.Background(), source)
	fmt.Println(first.Stats.Instructions == second.Stats.Instructions, first.Stats.Abandoned)
	// Output: true 0
}

// A result marshals to the form that models read; so does a failure.
func ExampleResult_MarshalJSON() {
	rt := runtimeWith(codemode.Options{})
	res, _ := rt.Execute(context.Background(), "return nothing")
	text, _ := res.MarshalJSON()
	fmt.Println(string(text))
	// Output: {"ok":false,"error":{"kind":"ExecutionFailure","message":"ReferenceError: nothing is not defined","location":{"line":1,"column":8},"codeFrame":"1 | return nothing\n  |        ^"},"toolCalls":[]}
}
