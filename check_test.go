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

		"const r = tools.orders.list({}); return r.total":                                                                 "InvalidDataValue 1:43 (await r).total",
		"const r = tools.orders.list({}); const { total } = r; return total":                                              "InvalidDataValue 1:52 take apart",
		"const [a] = tools.orders.list({}); return a":                                                                     "InvalidDataValue 1:13 take apart",
		"return [1, 2].map((i) => tools.orders.get({ id: 'order_' + i }))":                                                "InvalidDataValue 1:8 Promise.all",
		"const rs = [1].map((i) => tools.orders.get({ id: 'a' })); return rs.map((r) => r.id)":                            "InvalidDataValue 1:82 r is a promise",
		"const rs = [1].map(async (i) => i); let n = 0; for (const r of rs) n += r; return n":                             "InvalidDataValue 1:73 await r",
		"const rs = [1].map(async (i) => i); return { rs }":                                                               "InvalidDataValue 1:46 Promise.all",
		"const r = tools.orders.list({}); return `${r}`":                                                                  "InvalidDataValue 1:44 await r",
		"const r = tools.orders.list({}); if (r) return 1":                                                                "InvalidDataValue 1:38 always true",
		"return !tools.orders.list({}) ? 1 : 2":                                                                           "InvalidDataValue 1:9 always true",
		"let n = 0; for (const o of tools.orders.list({})) n++; return n":                                                 "InvalidDataValue 1:28 not iterable",
		"return [...tools.orders.list({})]":                                                                               "InvalidDataValue 1:12 not iterable",
		"return tools.orders.list({}).total + 1":                                                                          "InvalidDataValue 1:30 total",
		"async function f() { return 1 } return f() + 1":                                                                  "InvalidDataValue 1:40 await f(...)",
		"const f = async () => 1; return { x: f() }":                                                                      "InvalidDataValue 1:38 await f(...)",
		"return await tools.orders.get({ id: tools.orders.list({}) })":                                                    "InvalidDataValue 1:37 The input of tools.orders.get",
		"const all = Promise.all([tools.orders.list({})]); return all.length":                                             "InvalidDataValue 1:62 await all",
		"const rs = [1].map(async (i) => i); return await Promise.all(rs.map(async (r) => { r = await r; return r.id }))": "",
		"const r = tools.orders.list({}); return r":                                                                       "",
		"const r = tools.orders.list({}); return (await r).total":                                                         "",
		"const rs = [1].map(async (i) => i); return await Promise.all(rs)":                                                "",
		"const rs = [1].map(async (i) => i); const out = []; for (const r of rs) out.push(await r); return out":           "",
		"const rs = [tools.orders.list({}), 5]; return (await Promise.all(rs)).length":                                    "",
		"const r = tools.orders.list({}); return r.then((x) => x.total)":                                                  "",
		"const r = 1 > 2 ? tools.orders.list({}) : null; if (r) await r; return 1":                                        "",
		"const rs = []; rs.push(tools.orders.list({})); return (await Promise.all(rs)).map((r) => r.total)":               "",
		"function* g() { yield 1 } return [...g()]":                                                                       "",
		"async function* g() { yield 1 } const r = []; for await (const x of g()) r.push(x); return r":                    "",
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
