package codemode_test

// This file tests the check of programs before they run.

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/neurocode-ai/codemode"
	"github.com/neurocode-ai/codemode/examples/orderbook"
	"github.com/neurocode-ai/codemode/tools"
)

func TestCheck(t *testing.T) {
	rt := newRuntime(t, codemode.Options{Tools: orderbook.New().Tools()})
	for source, want := range map[string]string{
		"return await tools.orders.get({ id: 'order_1' })":            "",
		"const id = 5; return await tools.orders.get({ id })":         "",
		"return await tools.orders.get({ ...{ id: 'x' } })":           "",
		"return tools.orders.get({ id: 'order_1' })":                  "",
		"function f(tools) { return tools.any.thing(1, 2) } return f": "",
		"return (":                                                      "ParseError 1:8",
		"\nawait tools.orders.gett({})":                                 "UnknownTool 2:7 tools.orders.get",
		"await tools.orders({})":                                        "UnknownTool 1:7 namespace",
		"await tools['orders'].lookup({})":                              "UnknownTool 1:7",
		"await tools.orders.get()":                                      "InvalidToolInput 1:23 exactly one",
		"await tools.orders.get({})":                                    "InvalidToolInput 1:24 id",
		"await tools.orders.get({ id: 5 })":                             "InvalidToolInput 1:24 id",
		"await tools.orders.list({ status: 'opne' })":                   "InvalidToolInput 1:25 status",
		"await tools.orders.list({ pageSize: 1000 })":                   "InvalidToolInput 1:25 pageSize",
		"await tools.orders.list({ statsu: 'open' })":                   "InvalidToolInput 1:25 statsu",
		"return { order: tools.orders.get({ id: 'a' }) }":               "InvalidDataValue 1:17 await",
		"const order = tools.orders.get({ id: 'a' }); return { order }": "InvalidDataValue 1:55 await",
		"return [1].map(async (x) => x)":                                "InvalidDataValue 1:8 Promise.all",
		"const n = tools.orders.list({}).total; return n":               "InvalidDataValue 1:33 await",
		"const r = await tools.orders.list({}); return r.total":         "",
		"return await tools.orders.list({}).then((r) => r.total)":       "",
		"return await tools.orders.list?.({ page: -1 })":                "InvalidToolInput 1:34 page",
	} {
		found := rt.Check(source)
		if want == "" {
			if len(found) > 0 {
				t.Errorf("%s: got %v", source, found[0])
			}
			continue
		}
		kind, rest, _ := strings.Cut(want, " ")
		at, text, _ := strings.Cut(rest, " ")
		if len(found) == 0 {
			t.Errorf("%s: nothing found, want %s", source, want)
			continue
		}
		d := found[0]
		all := d.Message + strings.Join(d.Suggestions, " ")
		if string(d.Kind) != kind || fmt.Sprintf("%d:%d", d.Location.Line, d.Location.Column) != at || !strings.Contains(all, text) {
			t.Errorf("%s: got %v, want %s", source, d, want)
		}
	}
}

// TestPreflight checks that a program that is certain to fail runs no tool.
func TestPreflight(t *testing.T) {
	called := false
	tree := tools.Tree{"t": tools.Tree{"act": tools.Raw(tools.Definition{Run: func(context.Context, json.RawMessage) (any, error) {
		called = true
		return nil, nil
	}})}}
	rt := newRuntime(t, codemode.Options{Tools: tree, Preflight: true})
	res := execute(t, rt, "await tools.t.act({}); await tools.t.nope({})")
	if res.OK || res.Error.Kind != codemode.UnknownTool || called {
		t.Errorf("got %v, called %v", res.Error, called)
	}
	if res := execute(t, rt, "return await tools.t.act({})"); !res.OK || !called {
		t.Errorf("got %v, called %v", res.Error, called)
	}
}
