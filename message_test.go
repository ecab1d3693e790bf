package codemode_test

// This file tests messages that a model acts on.

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/neurocode-ai/codemode"
	"github.com/neurocode-ai/codemode/examples/orderbook"
	"github.com/neurocode-ai/codemode/tools"
)

func TestMessages(t *testing.T) {
	rt := newRuntime(t, codemode.Options{Tools: orderbook.New().Tools(), Limits: codemode.Limits{MaxToolCalls: 1}})
	for _, c := range []struct {
		source string
		kind   codemode.Kind
		want   string
	}{
		{`throw { code: 1, list: [1, "a", null, { b: true }], none: undefined }`, codemode.ExecutionFailure, `Uncaught {"code":1,"list":[1,"a",null,{"b":true}],"none":undefined}`},
		{`throw [1, NaN, -0, 5n]`, codemode.ExecutionFailure, `Uncaught an array`},
		{`throw { get code() { return 1 } }`, codemode.ExecutionFailure, `Uncaught #<Object>`},
		{`const o = {}; o.o = o; throw o`, codemode.ExecutionFailure, `Uncaught #<Object>`},
		{`throw { message: "broken", code: 2 }`, codemode.ExecutionFailure, `broken`},
		{`throw 42`, codemode.ExecutionFailure, `Uncaught 42`},
		{`return tools.orders`, codemode.InvalidDataValue, "result is the namespace tools.orders, not data: call one of its tools (get, list) and use what it returns"},
		{`return { f: tools.orders.get }`, codemode.InvalidDataValue, "result.f is a reference to tools.orders.get, not data: call the tool, as in `await tools.orders.get(input)`, and use what it returns"},
		{`await tools.orders.xyzzy({})`, codemode.UnknownTool, "There is no tool tools.orders.xyzzy. tools.orders has: get, list."},
		{`await tools.qqqqq({})`, codemode.UnknownTool, "There is no tool tools.qqqqq. tools has: "},
		{`Object.keys(tools.orders.xyzzy)`, codemode.UnknownTool, "There is no tool or namespace tools.orders.xyzzy. tools.orders has: get, list."},
		{`await tools.orders.get({ id: () => 1 })`, codemode.InvalidToolInput, "tools.orders.get: input.id is function"},
		{`for (;;) await tools.orders.list({})`, codemode.ToolCallLimitExceeded, "The limit of 1 tool call is reached."},
		{`return JSON.stringify({ a: tools.orders })`, codemode.ExecutionFailure, "TypeError: a tool reference is not plain data and cannot be used in JSON.stringify"},
	} {
		res := execute(t, rt, c.source)
		if res.OK || res.Error.Kind != c.kind || !strings.HasPrefix(res.Error.Message, c.want) {
			t.Errorf("%s: got %v, want %s: %s", c.source, res.Error, c.kind, c.want)
		}
	}
	res := execute(t, rt, `await tools.orders.get({ id: () => 1 })`)
	if last := res.Error.Suggestions[len(res.Error.Suggestions)-1]; !strings.HasPrefix(last, "the signature is ") {
		t.Errorf("an input that is no data is not told the signature, but %q", res.Error.Suggestions)
	}
}

// privateHandler is a tool that decodes inputs in its own way and fails for a reason that is not for the model.
type privateHandler struct{}

var errPrivate = errors.New("the database is down")

func (privateHandler) Description() string                                  { return "" }
func (privateHandler) InputSchema() json.RawMessage                         { return nil }
func (privateHandler) OutputSchema() json.RawMessage                        { return nil }
func (privateHandler) Decode(context.Context, json.RawMessage) (any, error) { return nil, errPrivate }
func (privateHandler) Run(context.Context, any) (any, error)                { return nil, nil }
func (privateHandler) Encode(any) (json.RawMessage, error)                  { return nil, nil }

func TestPrivateFailureOfDecoding(t *testing.T) {
	var heard []codemode.ToolCallError
	rt := newRuntime(t, codemode.Options{
		Tools:       tools.Tree{"t": tools.Tree{"act": tools.Adapt(privateHandler{})}},
		OnToolError: func(_ context.Context, e codemode.ToolCallError) { heard = append(heard, e) },
	})
	res := execute(t, rt, "await tools.t.act({})")
	if res.OK || res.Error.Kind != codemode.InvalidToolInput || strings.Contains(res.Error.Message, "database") {
		t.Errorf("got %v", res.Error)
	}
	if len(heard) != 1 || heard[0].Index != -1 || heard[0].Name != "t.act" || !errors.Is(heard[0].Err, errPrivate) {
		t.Errorf("the hook heard %v", heard)
	}
}
