// This file tests trees: paths, order, lookups, and the errors of trees and schemas.

package tools_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/neurocode-ai/codemode/tools"
)

func nop() *tools.Tool {
	return tools.Raw(tools.Definition{Run: func(context.Context, json.RawMessage) (any, error) { return nil, nil }})
}

// nest puts a tool below a list of keys.
func nest(keys ...string) tools.Node {
	n := tools.Node(nop())
	for i := len(keys) - 1; i >= 0; i-- {
		n = tools.Tree{keys[i]: n}
	}
	return n
}

func TestPaths(t *testing.T) {
	for _, c := range []struct {
		keys       []string
		path, call string
	}{
		{[]string{"depot", "count"}, "depot.count", "tools.depot.count"},
		{[]string{"depot", "move-crate"}, "depot.move-crate", `tools.depot["move-crate"]`},
		{[]string{"yard", "gates", "open"}, "yard.gates.open", "tools.yard.gates.open"},
		{[]string{"horn"}, "horn", "tools.horn"},
		{[]string{"ns", "1st"}, "ns.1st", `tools.ns["1st"]`},
		{[]string{"ns", "$cash"}, "ns.$cash", "tools.ns.$cash"},
		{[]string{"ns", "two words"}, "ns.two words", `tools.ns["two words"]`},
		{[]string{"ns", `say "hi"`}, `ns.say "hi"`, `tools.ns["say \"hi\""]`},
		{[]string{"ns", ""}, "ns.", `tools.ns[""]`},
		{[]string{"ns", "toString"}, "ns.toString", "tools.ns.toString"},
		{[]string{"ns", "constructor"}, "ns.constructor", "tools.ns.constructor"},
		{[]string{"ns", "__proto__"}, "ns.__proto__", "tools.ns.__proto__"},
		{[]string{"ns", "x.y"}, "ns.x.y", `tools.ns["x.y"]`},
		{[]string{"a.b", "c"}, "a.b.c", `tools["a.b"].c`},
		{[]string{"ns", "$codemode"}, "ns.$codemode", "tools.ns.$codemode"},
		{[]string{"ns", "\u2028\n"}, "ns.\u2028\n", "tools.ns[\"\u2028\\n\"]"},
		{[]string{"nß"}, "nß", `tools["nß"]`},
	} {
		cat := mustResolve(t, nest(c.keys...))
		r := cat.Tools[0]
		if len(cat.Tools) != 1 || r.Path != c.path || r.Call != c.call || r.Namespace() != c.keys[0] {
			t.Errorf("%q: %q %q", c.keys, r.Path, r.Call)
		}
		if p := cat.Lookup(c.keys); p == nil || p.Tool != r || cat.Find(c.path) != r {
			t.Errorf("%q is not found", c.keys)
		}
	}
}

func TestOrder(t *testing.T) {
	cat := mustResolve(t, &tools.Namespace{Children: []tools.Entry{
		{Name: "zoo", Node: tools.Tree{"b": nop(), "a": nop(), "10": nop(), "9": nop()}},
		{Name: "7", Node: nop()},
		{Name: "bar", Node: &tools.Namespace{Description: "the bar"}},
	}})
	var paths []string
	for _, r := range cat.Tools {
		paths = append(paths, r.Path)
		if cat.Tools[r.Index] != r {
			t.Errorf("%s has index %d", r.Path, r.Index)
		}
	}
	if got := strings.Join(paths, " "); got != "zoo.10 zoo.9 zoo.a zoo.b 7" {
		t.Errorf("tools: %s", got)
	}
	search, err := cat.AddInternal("search", nop())
	if err != nil || search.Path != "$codemode.search" || search.Index != -1 || len(cat.Tools) != 5 {
		t.Errorf("%+v %v", search, err)
	}
	if _, err := cat.AddInternal("search", nop()); err == nil {
		t.Error("the same internal tool twice")
	}
	for path, want := range map[string]string{"": "7 zoo bar $codemode", "zoo": "9 10 a b", "bar": "", "$codemode": "search"} {
		var keys []string
		if path != "" {
			keys = strings.Split(path, ".")
		}
		p := cat.Lookup(keys)
		if got := strings.Join(p.Names, " "); got != want || p.Tool != nil {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
	if d := cat.Lookup([]string{"bar"}).Description; d != "the bar" {
		t.Error(d)
	}
	if cat.Lookup([]string{"nope", "x"}) != nil || cat.Lookup([]string{"7", "x"}) != nil || cat.Find("zoo") != nil {
		t.Error("a path that does not exist was found")
	}
}

func TestTreeErrors(t *testing.T) {
	loop := tools.Tree{}
	loop["a"], loop["b"] = loop, loop
	two := func(a, b tools.Node) tools.Node {
		return tools.Tree{"ns": &tools.Namespace{Children: []tools.Entry{{Name: "x", Node: a}, {Name: "x", Node: b}}}}
	}
	for _, c := range []struct {
		root tools.Node
		want string
	}{
		{nest("$codemode", "x"), "tools: $codemode: the name is reserved for the runtime at the top level"},
		{nop(), "tools: the root must be a Tree or a Namespace, not a tool"},
		{two(nop(), nop()), "tools: ns.x: the path is defined twice"},
		{two(nop(), tools.Tree{}), "tools: ns.x: the path is both a tool and a namespace"},
		{two(tools.Tree{}, nop()), "tools: ns.x: the path is both a tool and a namespace"},
		{tools.Tree{"a": nil}, "tools: a: the node is nil"},
		{tools.Tree{"a": (*tools.Tool)(nil)}, "tools: a: the tool is nil"},
		{tools.Tree{"a": (*tools.Namespace)(nil)}, "tools: a: the node is nil"},
		{loop, "tools: " + strings.TrimSuffix(strings.Repeat("a.", 33), ".") + ": namespaces nest deeper than 32 levels"},
		{nest(strings.Repeat("x", 1000)), "tools: a name of 1000 bytes; names have at most 512"},
		{nest("ok", "bad\xff"), `tools: ok: the name "bad\xff" is not valid UTF-8`},
		{tools.Tree{"a": tools.Raw(tools.Definition{})}, "tools: a: the tool has no function to run"},
		{tools.Tree{"a": tools.New[int, int]("", nil)}, "tools: a: the tool has no function to run"},
		{tools.Tree{"a": tools.New("", func(context.Context, chan int) (int, error) { return 0, nil })}, "tools: a: input type chan int: unsupported type chan int"},
		{tools.Tree{"a": tools.New("", func(context.Context, int) (struct{ F func() }, error) { return struct{ F func() }{}, nil })},
			"tools: a: output type struct { F func() }: unsupported type func()"},
		{tools.Tree{"a": tools.New("", func(context.Context, struct{ E error }) (int, error) { return 0, nil })},
			"tools: a: input type struct { E error }: a error cannot be decoded"},
		{tools.Tree{"a": tools.New("", func(context.Context, struct {
			S string `jsonschema:"pattern=("`
		}) (int, error) {
			return 0, nil
		})}, "tools: a: input schema: not a valid schema: properties.S.pattern: expected a regular expression that can be compiled here (pattern \"(\": error parsing regexp: missing closing ): `(`)"},
	} {
		_, err := tools.Resolve(c.root)
		if err == nil || err.Error() != c.want {
			t.Errorf("\n got %v\nwant %s", err, c.want)
		}
		var tree *tools.TreeError
		if !errors.As(err, &tree) {
			t.Errorf("%T", err)
		}
	}
	if c, err := tools.Resolve(nil); err != nil || len(c.Tools) != 0 {
		t.Errorf("an empty tree: %v", err)
	}
}

func schemaTool(schema string, enforced bool) *tools.Tool {
	return tools.Raw(tools.Definition{Input: json.RawMessage(schema), Validate: enforced,
		Run: func(context.Context, json.RawMessage) (any, error) { return nil, nil }})
}

func TestBrokenSchemas(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret.json")
	if err := os.WriteFile(secret, []byte(`{"type":"string"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	big := `{"description":"` + strings.Repeat("x", 10<<20) + `"}`
	many := `{"allOf":[` + strings.Repeat(`{"type":"object"},`, 30_000) + `{}]}`
	for _, c := range []struct {
		schema   string
		enforced bool
		want     string
	}{
		{`{"type":`, false, "not JSON: unexpected end at offset 8"},
		{`{"type":"object"}}`, false, "not JSON: unexpected text after the value at offset 17"},
		{big, false, "the document has 10485778 bytes, at most 4194304 are allowed"},
		{strings.Repeat(`{"not":`, 600) + "{}" + strings.Repeat("}", 600), false, "more than 512 levels"},
		{strings.Repeat(`{"not":`, 600) + "{}" + strings.Repeat("}", 600), true, "more than 512 levels"},
		{many, true, "the schema has 30002 objects, at most 20000 can be enforced"},
		{`{"type":"objekt"}`, true, `not a valid schema: type: expected`},
		{`{"properties":{"a":{"minLength":-1}}}`, true, `not a valid schema: properties.a.minLength: expected a number of at least 0`},
		{`{"properties":{"a":{"pattern":"(?=x)"}}}`, true, "pattern"},
		{`{"patternProperties":{"(":{}}}`, true, `patternProperties: the name "(" is not allowed: expected a regular expression that can be compiled here`},
		{`{"$ref":"#"}`, true, "the schema at # refers to itself without end"},
		{`{"allOf":[{"not":{"$ref":"#"}}]}`, true, "refers to itself without end"},
		{`{"properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"anyOf":[{"type":"string"},{"$ref":"#/$defs/b"}]},"b":{"then":{"$ref":"#/$defs/a"},"if":true}}}`, true,
			"refers to itself without end"},
		{`{"$id":"https://e.test/x","$ref":"x"}`, true, "the schema at # refers to itself without end"},
		{`{"$dynamicAnchor":"a","properties":{"id":{"$dynamicRef":"#a"}},"allOf":[{"$dynamicRef":"#a"}]}`, true, "refers to itself without end"},
		{`{"$schema":"https://json-schema.org/draft/2019-09/schema","$recursiveAnchor":true,"anyOf":[{"$recursiveRef":"#"}]}`, true, "refers to itself without end"},
		{`{"$ref":"#/$defs/nope"}`, true, "#/$defs/nope"},
		{`{"$ref":"https://e.test/x.json"}`, true, "https://e.test/x.json is outside of the document; only references inside of it are followed"},
		{`{"$ref":"file://` + secret + `"}`, true, "is outside of the document"},
		{`{"$ref":"#/$defs/no"}`, true, "the reference #/$defs/no leads nowhere in the document"},
		{`{"$ref":"#no"}`, true, "the reference #no leads nowhere in the document"},
		{`{"$ref":"other.json"}`, true, "is outside of the document"},
		{`{"$schema":"https://e.test/meta"}`, true, "is outside of the document"},
		{`5`, true, "not a valid schema"},
	} {
		_, err := tools.Resolve(tools.Tree{"ns": tools.Tree{"bad": schemaTool(c.schema, c.enforced)}})
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "tools: ns.bad: input schema: ") {
			t.Errorf("%.80s: %v", c.schema, err)
		}
	}
	// Schemas that apply themselves to a part of the value end with the value.
	mustResolve(t, tools.Tree{"tree": schemaTool(`{"properties":{"kids":{"items":{"$ref":"#"}},"a":{"$ref":"#/$defs/a"},"b":{"allOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/a"}]}},
		"$defs":{"a":{"oneOf":[{"type":"string"},{"additionalProperties":{"$ref":"#/$defs/a"},"type":"object"}]}}}`, true)})
	// What is only shown may be nonsense, as long as it is JSON.
	mustResolve(t, tools.Tree{"odd": schemaTool(`{"type":"objekt","$ref":"https://e.test/x"}`, false)})
}

func TestSkipBroken(t *testing.T) {
	root := tools.Tree{"good": schemaTool(`{"type":"string"}`, true), "bad": schemaTool(`{"type":5}`, true)}
	c, err := tools.ResolveWith(root, tools.ResolveOptions{SkipBroken: true})
	if err != nil || len(c.Tools) != 1 || c.Tools[0].Path != "good" || len(c.Root.Names) != 1 {
		t.Fatalf("%v %v", c, err)
	}
	if len(c.Skipped) != 1 || c.Skipped[0].Path != "bad" || c.Skipped[0].Err == nil {
		t.Errorf("%+v", c.Skipped)
	}
}

// lookahead stands for a host's regular-expression engine: it knows one pattern that Go refuses.
type lookahead struct{}

func (lookahead) MatchString(s string) bool { return strings.Contains(s, "ab") }
func (lookahead) String() string            { return "a(?=b)" }

func TestCompilePattern(t *testing.T) {
	tool := schemaTool(`{"type":"string","pattern":"a(?=b)"}`, true)
	options := tools.ResolveOptions{CompilePattern: func(p string) (tools.Pattern, error) {
		if p == "a(?=b)" {
			return lookahead{}, nil
		}
		return regexp.Compile(p)
	}}
	if _, err := tools.ResolveWith(tools.Tree{"t": tool}, options); err != nil {
		t.Fatal(err)
	}
	if _, err := tool.Decode(nil, []byte(`"xab"`)); err != nil {
		t.Error(err)
	}
	if _, err := tool.Decode(nil, []byte(`"xac"`)); err == nil || err.Error() != `input: expected text that matches /a(?=b)/, received "xac" (string)` {
		t.Error(err)
	}
}

// TestUnionsThatMultiply checks a schema whose validation tries each of ten variants at each level.
func TestUnionsThatMultiply(t *testing.T) {
	var variants []string
	for i := range 10 {
		variants = append(variants, fmt.Sprintf(`{"type":"object","properties":{"op":{"const":"op%d"},"left":{"$ref":"#"},"right":{"$ref":"#"}},"required":["op"]}`, i))
	}
	tool := schemaTool(`{"anyOf":[`+strings.Join(variants, ",")+`]}`, true)
	mustResolve(t, tools.Tree{"t": tool})
	tree := func(depth int) []byte {
		return []byte(strings.Repeat(`{"op":"op9","left":`, depth) + `{"op":"op9"}` + strings.Repeat("}", depth))
	}
	if _, err := tool.Decode(nil, tree(3)); err != nil {
		t.Error(err)
	}
	if _, err := tool.Decode(nil, tree(30)); err == nil || !strings.Contains(err.Error(), "nests too deep to be checked") {
		t.Errorf("10^30 checks: %v", err)
	}
}

func TestNearest(t *testing.T) {
	cat := mustResolve(t, tools.Tree{
		"dash-ns": tools.Tree{"my-tool": nop()},
		"github":  tools.Tree{"list_issues": nop(), "list_pulls": nop(), "get_issue": nop()},
		"orders":  tools.Tree{"lookup": nop()},
	})
	for path, want := range map[string]string{
		"dashNs.myTool":        "dash-ns.my-tool",
		"github.list_isues":    "github.list_issues",
		"github.listIssues":    "github.list_issues",
		"issues.list_issues":   "github.list_issues",
		"order.lookup":         "orders.lookup",
		"orders.lookpu":        "orders.lookup",
		"github.getIssues":     "github.get_issue",
		"github.get_one_issue": "github.get_issue",
		"list_issues":          "github.list_issues",
		"orders.lookup.call":   "orders.lookup",
		"weather.forecast":     "",
		"orders.drop":          "",
		"github.a":             "",
		"":                     "",
	} {
		got := ""
		if list := cat.Nearest(path, 3); len(list) > 0 {
			got = list[0].Path
		}
		if got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	if n := len(cat.Nearest("github.list_issues2", 1)); n != 1 {
		t.Errorf("%d suggestions", n)
	}
	several := mustResolve(t, tools.Tree{
		"customers": tools.Tree{"get": nop(), "set": nop()},
		"orders":    tools.Tree{"get": nop(), "list": nop(), "list_open": nop(), "list_late": nop()},
	})
	for path, want := range map[string]string{
		"customer.get": "[customers.get]", // neither orders.get nor customers.set
		"shop.get":     "[customers.get orders.get]",
		"orders.lists": "[orders.list]",
		"orders.open":  "[orders.list_open]",
		"orders.nope":  "[]",
		"orders.let":   "[orders.get]",
	} {
		var got []string
		for _, tool := range several.Nearest(path, 5) {
			got = append(got, tool.Path)
		}
		slices.Sort(got)
		if fmt.Sprint(got) != want {
			t.Errorf("%s: %v, want %s", path, got, want)
		}
	}
}

// TestRecursiveSchemas checks that references back to a schema are fine when they apply to a part of the value.
func TestRecursiveSchemas(t *testing.T) {
	for _, schema := range []string{
		`{"$dynamicAnchor":"a","type":"object","properties":{"id":{"$dynamicRef":"#a"}}}`,
		`{"$schema":"https://json-schema.org/draft/2019-09/schema","$recursiveAnchor":true,"type":"object","properties":{"id":{"$recursiveRef":"#"}}}`,
	} {
		tool := tools.Raw(tools.Definition{Input: json.RawMessage(schema), Validate: true, Run: func(context.Context, json.RawMessage) (any, error) { return nil, nil }})
		if _, err := tools.Resolve(tools.Tree{"t": tool}); err != nil {
			t.Errorf("%s: %v", schema, err)
			continue
		}
		if _, err := tool.Decode(nil, []byte(`{"id":{"id":{}}}`)); err != nil {
			t.Errorf("%s: %v", schema, err)
		}
		if _, err := tool.Decode(nil, []byte(`{"id":{"id":5}}`)); err == nil {
			t.Errorf("%s: a number passes for an object", schema)
		}
	}
}
