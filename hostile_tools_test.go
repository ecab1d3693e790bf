package codemode_test

// This file tests what programs can do to the host through tool references: paths made of any text, and failing calls.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/neurocode-ai/codemode"
	"github.com/neurocode-ai/codemode/tools"
)

func TestLongPathsAreCut(t *testing.T) {
	rt := newRuntime(t, codemode.Options{Tools: memoryTools()})
	for _, source := range []string{
		`await tools["x".repeat(1e6)]()`,
		`await tools["\u00e9".repeat(1e6)].y({})`,
		`await tools.t.echo["x".repeat(1e6)](() => 1)`,
		`Object.keys(tools["x".repeat(1e6)])`,
		`await tools["x".repeat(1e6)]({a: Symbol("y".repeat(1e6))})`,
		`throw Symbol("x".repeat(1e6))`,
		`null instanceof Object.defineProperty(() => 1, "name", {value: "x".repeat(1e6)})(1)`,
	} {
		res, err := rt.Execute(t.Context(), source)
		if err != nil {
			t.Fatal(err)
		}
		if res.OK || len(res.Error.Message) > 1000 {
			t.Errorf("%s: a message of %d bytes, ok %v", source, len(res.Error.Message), res.OK)
		}
	}
}

// TestUnknownToolsAreCharged holds that looking for what was meant is work of the program: otherwise a program that calls
// unknown tools of a large catalogue would run for a multiple of its time limit.
func TestUnknownToolsAreCharged(t *testing.T) {
	many := tools.Tree{}
	for i := range 2000 {
		many[fmt.Sprintf("get_customer_%d", i)] = tools.Raw(tools.Definition{Description: "One of many", Run: func(context.Context, json.RawMessage) (any, error) { return nil, nil }})
	}
	rt := newRuntime(t, codemode.Options{Tools: many})
	for _, source := range []string{`await tools.get_custmer_17({})`, `Object.keys(tools.get_custmer_17)`} {
		res, err := rt.Execute(t.Context(), source)
		if err != nil {
			t.Fatal(err)
		}
		if res.OK || res.Error.Kind != codemode.UnknownTool || !strings.Contains(res.Error.Message, "get_customer_17") {
			t.Errorf("%s: ended with %v", source, res.Error)
		}
		if res.Stats.Instructions < 20*2000 {
			t.Errorf("%s: charged %d", source, res.Stats.Instructions)
		}
	}
}

// slowInput is an input whose decoding takes until released is closed, or ends its goroutine.
type slowInput struct{ Text string }

var released = make(chan struct{})

func (s *slowInput) UnmarshalJSON(text []byte) error {
	if strings.Contains(string(text[:20]), "exit") {
		runtime.Goexit()
	}
	<-released
	return errors.New("released")
}

// TestDecodingIsInterrupted holds that an execution does not wait for the decoding of a large input beyond its time limit.
func TestDecodingIsInterrupted(t *testing.T) {
	defer close(released)
	slow := tools.New("Reads slowly", func(context.Context, slowInput) (string, error) { return "", nil })
	rt := newRuntime(t, codemode.Options{Tools: tools.Tree{"slow": slow}, Limits: codemode.Limits{Timeout: 20 * time.Millisecond}})
	res, err := rt.Execute(t.Context(), `console.log("before"); await tools.slow("x".repeat(1e5))`)
	if err != nil || res.OK || res.Error.Kind != codemode.TimeoutExceeded || len(res.Logs) != 1 {
		t.Errorf("ended with %+v, %v", res, err)
	}
	ctx, cancel := context.WithTimeoutCause(t.Context(), 20*time.Millisecond, errors.New("the host is tired"))
	defer cancel()
	rt = newRuntime(t, codemode.Options{Tools: tools.Tree{"slow": slow}})
	if res, err := rt.Execute(ctx, `await tools.slow("x".repeat(1e5))`); res != nil || err == nil || err.Error() != "the host is tired" {
		t.Errorf("ended with %+v, %v", res, err)
	}
	res, err = rt.Execute(t.Context(), `await tools.slow("exit".repeat(1e5))`)
	if err != nil || res.OK || res.Error.Kind != codemode.InvalidToolInput {
		t.Errorf("ended with %+v, %v", res, err)
	}
}

// TestCancellationAtTheFirstCall cancels executions while they make the contexts of their calls; the race detector watches.
func TestCancellationAtTheFirstCall(t *testing.T) {
	rt := newRuntime(t, codemode.Options{Tools: memoryTools()})
	for range 300 {
		ctx, cancel := context.WithCancelCause(context.Background())
		go cancel(errCanceled)
		res, err := rt.Execute(ctx, `await tools.t.hang({})`)
		if res != nil || !errors.Is(err, errCanceled) {
			t.Fatalf("ended with %+v, %v", res, err)
		}
	}
}

var errCanceled = errors.New("canceled by the test")
