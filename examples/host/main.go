// Command host shows a whole host: an agent loop whose model is given one tool, execute, and writes programs for it.
//
//	go run ./examples/host
//
// The model is a stand-in that needs no network (model.go); everything else is what a server does: the definition of the
// tool, the loop, limits, hooks that log, and cancellation.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/neurocode-ai/codemode"
	"github.com/neurocode-ai/codemode/examples/orderbook"
)

// A Host answers questions with a model and one runtime. The runtime is built once and serves all conversations.
type Host struct {
	model   Model
	runtime *codemode.Runtime
	execute ToolDefinition
	out     io.Writer // the transcript
}

// maxTurns bounds a conversation with a model that does not come to an end.
const maxTurns = 8

// NewHost builds the runtime over the order book and the definition of the tool.
func NewHost(model Model, out io.Writer) (*Host, error) {
	h := &Host{model: model, out: out}
	rt, err := codemode.New(codemode.Options{
		Tools: orderbook.New().Tools(),
		Limits: codemode.Limits{
			Timeout:        30 * time.Second,
			MaxToolCalls:   200,
			MaxOutputBytes: 64 << 10,
			MaxMemoryBytes: 64 << 20,
		},
		Preflight: true, // a program that is certain to fail calls nothing
		OnToolCallStart: func(_ context.Context, c codemode.ToolCallStart) {
			input, _ := json.Marshal(c.Input) // what was decoded from JSON can be encoded again
			h.log("call %d: %s %s", c.Index, c.Name, input)
		},
		OnToolCallEnd: func(_ context.Context, c codemode.ToolCallEnd) {
			if !c.OK {
				h.log("call %d failed: %s", c.Index, c.Message)
			}
		},
		// What tools fail with is for the operator; the model sees only what a tools.Error says.
		OnToolError: func(_ context.Context, c codemode.ToolCallError) { h.log("cause of call %d: %v", c.Index, c.Err) },
		OnDefect:    func(_ context.Context, d *codemode.Defect) { h.log("engine: %v\n%s", d, d.Stack) },
	})
	if err != nil {
		return nil, err
	}
	h.runtime = rt
	h.execute = ToolDefinition{
		Name:        "execute",
		Description: rt.Instructions(),
		InputSchema: json.RawMessage(`{"type":"object","properties":{"code":{"type":"string"}},"required":["code"]}`),
	}
	return h, nil
}

func (h *Host) log(format string, args ...any) { fmt.Fprintf(h.out, "  log  "+format+"\n", args...) }

// Answer runs the conversation until the model answers without calling the tool.
func (h *Host) Answer(ctx context.Context, question string) (string, error) {
	conversation := []Message{{Role: "user", Text: question}}
	h.say("user", question)
	for range maxTurns {
		turn, err := h.model.Next([]ToolDefinition{h.execute}, conversation)
		if err != nil {
			return "", err
		}
		conversation = append(conversation, turn)
		h.say("model", turn.Text)
		if turn.Program == "" {
			return turn.Text, nil
		}
		h.say("execute", turn.Program)
		result, err := h.run(ctx, turn.Program)
		if err != nil {
			return "", err
		}
		conversation = append(conversation, Message{Role: "tool", Text: result})
		h.say("result", result)
	}
	return "", fmt.Errorf("no answer after %d turns", maxTurns)
}

// run executes a program and returns the JSON that goes back to the model. A failed program is a result like any other: the
// diagnostic is how the model finds its mistake. Only the end of ctx is an error.
func (h *Host) run(ctx context.Context, program string) (string, error) {
	res, err := h.runtime.Execute(ctx, program)
	if err != nil {
		return "", fmt.Errorf("interrupted: %w", err)
	}
	text, err := res.MarshalJSON() // json.Marshal would write <, > and & as escapes, which cost tokens
	return string(text), err
}

// say adds an entry to the transcript.
func (h *Host) say(who, text string) {
	fmt.Fprintf(h.out, "%s\n  %s\n", who, strings.ReplaceAll(text, "\n", "\n  "))
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	h, err := NewHost(scripted{}, os.Stdout)
	if err == nil {
		_, err = h.Answer(ctx, "Which open orders are older than 20 January, and whose are they?")
	}
	if errors.Is(err, context.Canceled) {
		fmt.Fprintln(os.Stderr, "host: interrupted")
		os.Exit(130)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "host:", err)
		os.Exit(1)
	}
}
