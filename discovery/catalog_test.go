// This file tests the catalog, its budget and the instructions against the worked examples of the specification.

package discovery

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/neurocode-ai/codemode/tools"
)

// stub makes a raw tool that does nothing.
func stub(description, input, output string) *tools.Tool {
	def := tools.Definition{Description: description, Run: func(context.Context, json.RawMessage) (any, error) { return nil, nil }}
	if input != "" {
		def.Input = json.RawMessage(input)
	}
	if output != "" {
		def.Output = json.RawMessage(output)
	}
	return tools.Raw(def)
}

func ns(entries ...tools.Entry) *tools.Namespace { return &tools.Namespace{Children: entries} }

func newIndex(t testing.TB, root tools.Node, options Options) *Index {
	t.Helper()
	c, err := tools.Resolve(root)
	if err != nil {
		t.Fatal(err)
	}
	x, err := New(c, options)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func budget(n int) *int { return &n }

// yard is the tree of the worked example.
func yard() tools.Node {
	return ns(
		tools.Entry{Name: "yard", Node: ns(
			tools.Entry{Name: "gates", Node: ns(tools.Entry{Name: "open", Node: stub("Open a gate for one truck",
				`{"type":"object","properties":{"gate":{"type":"string"},"minutes":{"type":"number"}},"required":["gate"]}`, "")})},
			tools.Entry{Name: "slots", Node: stub("Free parking slots right now", `{"type":"object"}`, "")})},
		tools.Entry{Name: "depot", Node: ns(
			tools.Entry{Name: "count", Node: stub("Count crates on a shelf",
				`{"type":"object","properties":{"shelf":{"type":"string"}},"required":["shelf"]}`, "")},
			tools.Entry{Name: "move-crate", Node: stub("Move one crate between shelves",
				`{"type":"object","properties":{"crate":{"type":"string","description":"Crate barcode"},"to":{"type":"string","description":"Target shelf"}},"required":["crate","to"]}`,
				`{"type":"object","properties":{"moved":{"type":"boolean"}},"required":["moved"]}`)})},
		tools.Entry{Name: "horn", Node: stub("Sound the site horn", `{"type":"object"}`, "")})
}

func TestCosts(t *testing.T) {
	x := newIndex(t, yard(), Options{})
	want := map[string]int{"yard.gates.open": 30, "yard.slots": 20, "depot.count": 24, "depot.move-crate": 46, "horn": 17}
	for i := range x.entries {
		if e := &x.entries[i]; e.cost != want[e.tool.Path] {
			t.Errorf("%s costs %d, want %d", e.tool.Path, e.cost, want[e.tool.Path])
		}
	}
	if line := x.entries[3].line(x.current(&x.entries[3])); line != "  - tools.depot[\"move-crate\"](input: {\n  /** Crate barcode */\n  crate: string,\n  /** Target shelf */\n  to: string,\n}): Promise<{\n  moved: boolean,\n}> // Move one crate between shelves" {
		t.Error(line)
	}
}

// section returns what follows the heading of the catalog.
func section(instructions string) (heading, body string) {
	i := strings.LastIndex(instructions, "\n## Available tools")
	heading, body, _ = strings.Cut(instructions[i+1:], "\n\n")
	return heading, body
}

func TestBudget(t *testing.T) {
	for _, c := range []struct {
		budget          int
		heading, labels string
	}{
		{0, "PARTIAL - 0 of 5 shown", "depot (2 tools, none shown), horn (1 tool, none shown), yard (2 tools, none shown)"},
		{17, "PARTIAL - 1 of 5 shown", "depot (2 tools, none shown), horn (1 tool), yard (2 tools, none shown)"},
		{30, "PARTIAL - 1 of 5 shown", "depot (2 tools, 1 shown), horn (1 tool, none shown), yard (2 tools, none shown)"},
		{45, "PARTIAL - 2 of 5 shown", "depot (2 tools, 1 shown), horn (1 tool), yard (2 tools, none shown)"},
		{61, "PARTIAL - 3 of 5 shown", "depot (2 tools, 1 shown), horn (1 tool), yard (2 tools, 1 shown)"},
		{91, "PARTIAL - 4 of 5 shown", "depot (2 tools, 1 shown), horn (1 tool), yard (2 tools)"},
		{107, "PARTIAL - 4 of 5 shown", "depot (2 tools), horn (1 tool), yard (2 tools, 1 shown)"},
		{136, "PARTIAL - 4 of 5 shown", "depot (2 tools), horn (1 tool), yard (2 tools, 1 shown)"},
		{137, "COMPLETE list", "depot (2 tools), horn (1 tool), yard (2 tools)"},
	} {
		x := newIndex(t, yard(), Options{CatalogBudget: budget(c.budget)})
		heading, body := section(x.Instructions())
		if !strings.HasPrefix(heading, "## Available tools ("+c.heading) {
			t.Errorf("budget %d: %s", c.budget, heading)
		}
		var labels []string
		for line := range strings.SplitSeq(body, "\n") {
			if strings.HasPrefix(line, "- ") && !strings.HasPrefix(line, "- tools.") {
				labels = append(labels, line[2:])
			}
		}
		if got := strings.Join(labels, ", "); got != c.labels {
			t.Errorf("budget %d\n got %s\nwant %s", c.budget, got, c.labels)
		}
	}
}

func TestCatalogSection(t *testing.T) {
	x := newIndex(t, yard(), Options{CatalogBudget: budget(91)})
	_, body := section(x.Instructions())
	want := `- depot (2 tools, 1 shown)
  - tools.depot.count(input: {
  shelf: string,
}): Promise<unknown> // Count crates on a shelf
- horn (1 tool)
  - tools.horn(input: {}): Promise<unknown> // Sound the site horn
- yard (2 tools)
  - tools.yard.gates.open(input: {
  gate: string,
  minutes?: number,
}): Promise<unknown> // Open a gate for one truck
  - tools.yard.slots(input: {}): Promise<unknown> // Free parking slots right now

`
	if !strings.HasPrefix(body, want) {
		t.Errorf("got\n%s", body)
	}
	if !strings.HasSuffix(body, "\n- "+searchSignature()) {
		t.Errorf("the partial catalog does not end with the signature of the search:\n%s", body)
	}
}

func TestRoundRobin(t *testing.T) {
	// The second check of the specification gives costs only.
	cost := map[string][]int{"alpha": {19, 65}, "beta": {18, 25}, "gamma": {18}}
	for _, c := range []struct {
		budget int
		want   string
	}{
		{0, ""}, {10, ""}, {18, "beta18"}, {19, "alpha19"}, {20, "alpha19"}, {40, "alpha19 beta18"},
		{60, "alpha19 beta18 gamma18"}, {80, "alpha19 beta18 beta25 gamma18"}, {145, "alpha19 alpha65 beta18 beta25 gamma18"},
	} {
		var list []*namespace
		name := map[*entry]string{}
		for _, n := range []string{"alpha", "beta", "gamma"} {
			s := &namespace{name: n}
			for _, k := range cost[n] {
				e := &entry{cost: k}
				name[e] = fmt.Sprint(n, k)
				s.queue = append(s.queue, e)
			}
			s.entries = slices.Clone(s.queue)
			list = append(list, s)
		}
		var got []string
		for e := range choose(list, c.budget) {
			got = append(got, name[e])
		}
		slices.Sort(got)
		if strings.Join(got, " ") != c.want {
			t.Errorf("budget %d: %v, want %s", c.budget, got, c.want)
		}
	}
}

func TestFirstLine(t *testing.T) {
	long := strings.Repeat("x", 119)
	for text, want := range map[string]string{
		"": "", "   ": "", "\nlater text": "", "  padded  ": "padded", "first\nsecond": "first",
		long: long, long + "y": long + "y", long + "yz": long + "...",
		strings.Repeat("🚚", 60):  strings.Repeat("🚚", 60),
		strings.Repeat("🚚", 61):  strings.Repeat("🚚", 59) + "...",
		strings.Repeat("é", 120): strings.Repeat("é", 120),
	} {
		if got := firstLine(text); got != want {
			t.Errorf("%q\n got %q\nwant %q", text, got, want)
		}
	}
}

func TestAlphabetical(t *testing.T) {
	want := []string{"_u", "1n", "a", "a_b", "a-b", "ab", "b", "B", "C", "é", "Z"}
	shuffled := []string{"Z", "b", "é", "a-b", "C", "_u", "ab", "B", "a", "1n", "a_b"}
	var got []string
	for _, i := range alphabetical(shuffled) {
		got = append(got, shuffled[i])
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestSearchSignature(t *testing.T) {
	want := `tools.$codemode.search(input: {
  query?: string,
  namespace?: string,
  limit?: number,
  offset?: number,
}): Promise<{
  items: Array<{
      path: string,
      description: string,
      signature: string,
    }>,
  remaining: number,
  next: {
      offset: number,
    } | null,
}>`
	if searchSignature() != want {
		t.Errorf("got\n%s", searchSignature())
	}
}

func headings(text string) []string {
	var list []string
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "## ") {
			list = append(list, strings.TrimSpace(strings.SplitN(line[3:], "(", 2)[0]))
			if lines[i-1] != "" || lines[i+1] != "" || lines[i-2] == "" || lines[i+2] == "" {
				list = append(list, "not one empty line around "+line)
			}
		}
	}
	return list
}

func TestInstructions(t *testing.T) {
	complete := newIndex(t, yard(), Options{}).Instructions()
	partial := newIndex(t, yard(), Options{CatalogBudget: budget(50)}).Instructions()
	empty := newIndex(t, nil, Options{}).Instructions()
	all := []string{"Workflow", "Rules", "Language", "Available tools"}
	for _, c := range []struct {
		name, text string
		headings   []string
		has, hasNo []string
	}{
		{"complete", complete, all, []string{"(COMPLETE list)", "1. ", "2. ", "3. "}, []string{"search", "4. "}},
		{"partial", partial, all, []string{"PARTIAL - ", "tools.$codemode.search({ query:", `namespace: "<namespace>"`, "...page.next", "1. ", "2. "}, []string{"3. "}},
		{"empty", empty, []string{"Language", "Available tools"}, nil, []string{"search", "1. ", "<tool>", "## Available tools ("}},
	} {
		if got := headings(c.text); !slices.Equal(got, c.headings) {
			t.Errorf("%s: headings %q", c.name, got)
		}
		if strings.HasSuffix(c.text, "\n") || strings.Contains(c.text, "\n\n\n") {
			t.Errorf("%s: stray empty lines", c.name)
		}
		for _, s := range c.has {
			if !strings.Contains(c.text, s) {
				t.Errorf("%s lacks %q", c.name, s)
			}
		}
		for _, s := range c.hasNo {
			if strings.Contains(c.text, s) {
				t.Errorf("%s has %q", c.name, s)
			}
		}
	}
	// Outside of the catalog the text depends on the variant only, and names in examples are placeholders.
	prose := func(s string) string { return s[:strings.LastIndex(s, "\n## Available tools")] }
	other := newIndex(t, tools.Tree{"secretName": stub("d", "", "")}, Options{}).Instructions()
	if prose(other) != prose(complete) {
		t.Error("the prose depends on the tools")
	}
	language := func(s string) string {
		_, s, _ = strings.Cut(s, "## Language\n\n")
		s, _, _ = strings.Cut(s, "\n\n## ")
		return s
	}
	if language(complete) != language(partial) || language(complete) != language(empty) || language(empty) == "" {
		t.Error("the language section differs between the variants")
	}
}

func TestCatalogIsTotal(t *testing.T) {
	x := newIndex(t, tools.Tree{
		"new\nline": tools.Tree{"t": stub("  \n\xff", `{"enum":[]}`, `{"type":[]}`)},
		"old":       tools.Raw(tools.Definition{Description: "Was good", Deprecated: true, Run: func(context.Context, json.RawMessage) (any, error) { return nil, nil }}),
	}, Options{})
	want := []ToolDescription{
		{"new\nline.t", "  \n\uFFFD", `tools["new\nline"].t(input: unknown): Promise<unknown>`},
		{"old", "Deprecated. Was good", `tools.old(input: unknown): Promise<unknown>`},
	}
	if got := x.Catalog(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if !strings.Contains(x.Instructions(), "\n- \"new\\nline\" (1 tool)\n") {
		t.Errorf("a name with a line feed is not quoted:\n%s", x.Instructions())
	}
}

func TestNamespaceDescription(t *testing.T) {
	x := newIndex(t, ns(tools.Entry{Name: "depot", Node: &tools.Namespace{Description: "Crates and shelves\nmore", Children: []tools.Entry{
		{Name: "count", Node: stub("", "", "")}}}}), Options{})
	if _, body := section(x.Instructions()); !strings.HasPrefix(body, "- depot (1 tool) // Crates and shelves\n  - tools.depot.count(") {
		t.Error(body)
	}
}

func TestBadBudget(t *testing.T) {
	c, _ := tools.Resolve(nil)
	var bad *OptionError
	if _, err := New(c, Options{CatalogBudget: budget(-1)}); !errors.As(err, &bad) || bad.Field != "CatalogBudget" {
		t.Errorf("%v", err)
	}
}
