package codemode_test

// This file tests messages that a model acts on.

import (
	"strings"
	"testing"

	"github.com/neurocode-ai/codemode"
	"github.com/neurocode-ai/codemode/examples/orderbook"
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
		{`return JSON.stringify({ a: tools.orders })`, codemode.ExecutionFailure, "TypeError: a tool reference is not plain data and cannot be used in JSON.stringify"},
	} {
		res := execute(t, rt, c.source)
		if res.OK || res.Error.Kind != c.kind || !strings.HasPrefix(res.Error.Message, c.want) {
			t.Errorf("%s: got %v, want %s: %s", c.source, res.Error, c.kind, c.want)
		}
	}
}
