// This file tests the search against the worked examples of the specification.

package discovery

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/neurocode-ai/codemode/tools"
)

// fleet is the sample tree.
func fleet() tools.Node {
	input := func(fields ...string) string {
		var b strings.Builder
		b.WriteString(`{"type":"object","properties":{`)
		for i, f := range fields {
			if i > 0 {
				b.WriteByte(',')
			}
			name, description, ok := strings.Cut(f, "=")
			fmt.Fprintf(&b, `%q:{"type":"string"`, name)
			if ok {
				fmt.Fprintf(&b, `,"description":%q`, description)
			}
			b.WriteByte('}')
		}
		return b.String() + "}}"
	}
	return ns(
		tools.Entry{Name: "fleet", Node: ns(
			tools.Entry{Name: "trucks", Node: stub("Show every truck in the depot", input("depot=Depot code"), "")},
			tools.Entry{Name: "add_truck", Node: stub("Register a vehicle", input("plate=Licence plate"), "")},
			tools.Entry{Name: "routePlan", Node: stub("Plan a trip between two stops", input("stops"), "")})},
		tools.Entry{Name: "depot", Node: ns(
			tools.Entry{Name: "boxes", Node: stub("Count boxes on the shelves", input("shelf=Shelf label"), "")},
			tools.Entry{Name: "move-box", Node: stub("Move one box", input("box", "target=Shelf to put it on"), "")},
			tools.Entry{Name: "status", Node: stub("Opening state of the site", input(), "")})},
		tools.Entry{Name: "crew", Node: ns(
			tools.Entry{Name: "search", Node: stub("Find a driver by name", input("name"), "")},
			tools.Entry{Name: "classes", Node: stub("Licence classes a driver holds", input("driver"), "")})},
		tools.Entry{Name: "ping", Node: stub("Check the link to the depot", input(), "")})
}

const browse = "crew.classes 0; crew.search 0; depot.boxes 0; depot.move-box 0; depot.status 0; fleet.add_truck 0; fleet.routePlan 0; fleet.trucks 0; ping 0"

func TestScores(t *testing.T) {
	x := newIndex(t, fleet(), Options{})
	for query, want := range map[string]string{
		"truck":      "fleet.trucks 14; fleet.add_truck 10",
		"trucks":     "fleet.trucks 34; fleet.add_truck 10",
		"route plan": "fleet.routePlan 24", "routePlan": "fleet.routePlan 24", "ROUTE_PLAN": "fleet.routePlan 24", "route-plan": "fleet.routePlan 24",
		"boxes":             "depot.boxes 34; depot.move-box 14",
		"box":               "depot.boxes 14; depot.move-box 14",
		"box box":           "depot.boxes 28; depot.move-box 28",
		"statuses":          "depot.status 30",
		"class":             "crew.classes 14",
		"classes":           "crew.classes 34",
		"shelf":             "depot.boxes 2; depot.move-box 2",
		"plate":             "fleet.add_truck 2",
		"licence driver":    "crew.classes 12; crew.search 6; fleet.add_truck 2",
		"depot":             "depot.boxes 30; depot.move-box 30; depot.status 30; fleet.trucks 6; ping 6",
		"move box":          "depot.move-box 28; depot.boxes 14",
		"mo":                "depot.move-box 14",
		"search":            "crew.search 30",
		"crew search":       "crew.search 60; crew.classes 30",
		"plan stops":        "fleet.routePlan 20",
		"trück":             "fleet.trucks 28; fleet.add_truck 20; fleet.routePlan 6; ping 6",
		"s":                 "crew.classes 14; depot.boxes 14; depot.status 14; fleet.trucks 14; crew.search 10; fleet.add_truck 6; fleet.routePlan 6; depot.move-box 2",
		"Depot.boxes":       "depot.boxes 64; depot.move-box 44; depot.status 30; fleet.trucks 6; ping 6",
		`depot["move-box"]`: "depot.move-box 58; depot.boxes 44; depot.status 30; fleet.trucks 6; ping 6",
		"zzz":               "", "": browse, "*": browse, "  ": browse, "?!": browse,
	} {
		var got []string
		for _, e := range x.matches(Request{Query: query}) {
			score := 0
			for _, term := range parseTerms(query) {
				score += e.score(&term)
			}
			got = append(got, fmt.Sprint(e.tool.Path, " ", score))
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%q\n got %s\nwant %s", query, strings.Join(got, "; "), want)
		}
	}
}

func TestTerms(t *testing.T) {
	for query, want := range map[string]string{
		"resolveHTTPServer": "[{[resolve]} {[httpserver]}]",
		"boxes":             "[{[boxes box boxe]}]",
		"trucks":            "[{[trucks truck]}]",
		"status":            "[{[status statu]}]",
		"statuses":          "[{[statuses status statuse]}]",
		"class":             "[{[class clas]}]",
		"as":                "[{[as]}]", "is": "[{[is]}]", "s": "[{[s]}]", "es": "[{[es]}]",
		"yes":   "[{[yes ye]}]",
		"trück": "[{[tr]} {[ck]}]",
		"a1B2":  "[{[a1]} {[b2]}]",
	} {
		if got := fmt.Sprint(parseTerms(query)); got != want {
			t.Errorf("%q: %s, want %s", query, got, want)
		}
	}
}

func TestSearchPages(t *testing.T) {
	x := newIndex(t, fleet(), Options{})
	for _, c := range []struct{ request, want string }{
		{`{"query":"depot.move-box"}`, `[tools.depot["move-box"]] 0 null`},
		{`{"query":" tools.depot.move-box "}`, `[tools.depot["move-box"]] 0 null`},
		{`{"query":"tools.depot[\"move-box\"]"}`, `[tools.depot["move-box"]] 0 null`},
		{`{"query":"depot.boxes","namespace":"crew"}`, `[] 0 null`},
		{`{"query":"depot.status","namespace":"fleet"}`, `[tools.fleet.trucks] 0 null`},
		{`{"query":"depot.boxes","offset":1}`, `[] 0 null`},
		{`{"namespace":"crew"}`, `[tools.crew.classes tools.crew.search] 0 null`},
		{`{"namespace":"Crew"}`, `[] 0 null`},
		{`{"limit":4}`, `[tools.crew.classes tools.crew.search tools.depot.boxes tools.depot["move-box"]] 5 4`},
		{`{"limit":4,"offset":4}`, `[tools.depot.status tools.fleet.add_truck tools.fleet.routePlan tools.fleet.trucks] 1 8`},
		{`{"limit":4,"offset":8}`, `[tools.ping] 0 null`},
		{`{"offset":50}`, `[] 0 null`},
		{`{"query":"box","namespace":"depot","limit":1}`, `[tools.depot.boxes] 1 1`},
		{`{"query":"box","namespace":"depot","limit":1,"offset":1}`, `[tools.depot["move-box"]] 0 null`},
		{`{"extra":true,"query":"ping"}`, `[tools.ping] 0 null`},
		{`{"limit":9007199254740991,"offset":9007199254740991}`, `[] 0 null`},
	} {
		r, err := DecodeRequest([]byte(c.request))
		if err != nil {
			t.Errorf("%s: %v", c.request, err)
			continue
		}
		result, err := x.Search(r)
		if err != nil {
			t.Errorf("%s: %v", c.request, err)
			continue
		}
		paths := []string{}
		for _, item := range result.Items {
			paths = append(paths, item.Path)
		}
		next := "null"
		if result.Next != nil {
			next = fmt.Sprint(result.Next.Offset)
		}
		if got := fmt.Sprint(paths, " ", result.Remaining, " ", next); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.request, got, c.want)
		}
	}
}

func TestSearchTool(t *testing.T) {
	x := newIndex(t, fleet(), Options{})
	place := x.catalogue.Lookup([]string{"$codemode", "search"})
	if place == nil || place.Tool.Tool != x.SearchTool() || place.Tool.Call != "tools.$codemode.search" {
		t.Fatal("the search cannot be called")
	}
	tool := place.Tool.Tool
	for request, want := range map[string]string{
		`{"limit":0}`:                        "limit: expected an integer greater than 0, received 0 (number)",
		`{"limit":-1}`:                       "limit: expected an integer greater than 0, received -1 (number)",
		`{"limit":1.5}`:                      "limit: expected an integer greater than 0, received 1.5 (number)",
		`{"limit":"5"}`:                      `limit: expected an integer greater than 0, received "5" (string)`,
		`{"limit":null}`:                     "limit: expected an integer greater than 0, received null",
		`{"offset":-1}`:                      "offset: expected an integer of at least 0, received -1 (number)",
		`{"offset":0.5}`:                     "offset: expected an integer of at least 0, received 0.5 (number)",
		`{"offset":9007199254740992}`:        "offset: expected an integer of at least 0, received 9007199254740992 (number)",
		`{"query":5}`:                        "query: expected a string, received 5 (number)",
		`{"query":null}`:                     "query: expected a string, received null",
		`{"namespace":7}`:                    "namespace: expected a string, received 7 (number)",
		`{"limit":5,"offset":"1","query":3}`: "query: expected a string, received 3 (number)",
		`"text"`:                             `input: expected an object, received "text" (string)`,
		`null`:                               "input: expected an object, received null",
		`[]`:                                 "input: expected an object, received an array",
	} {
		_, err := tool.Decode(nil, []byte(request))
		if err == nil || err.Error() != want {
			t.Errorf("%s\n got %v\nwant %s", request, err, want)
		}
	}
	in, err := tool.Decode(nil, []byte(`{"query":"depot.boxes"}`))
	if err != nil {
		t.Fatal(err)
	}
	out, err := tool.Run(t.Context(), nil, in)
	want := `{"items":[{"path":"tools.depot.boxes","description":"Count boxes on the shelves","signature":"tools.depot.boxes(input: {\n  /** Shelf label */\n  shelf?: string,\n}): Promise<unknown>"}],"remaining":0,"next":null}`
	if string(out) != want || err != nil {
		t.Errorf("\n got %s %v\nwant %s", out, err, want)
	}
}

func TestSearchWithDotsInNames(t *testing.T) {
	x := newIndex(t, ns(
		tools.Entry{Name: "a.b", Node: ns(tools.Entry{Name: "c", Node: stub("first", "", "")})},
		tools.Entry{Name: "a", Node: ns(tools.Entry{Name: "b", Node: ns(tools.Entry{Name: "c", Node: stub("second", "", "")})})},
		tools.Entry{Name: "tools", Node: ns(tools.Entry{Name: "x", Node: stub("third", "", "")})},
	), Options{})
	scope := "a"
	for _, c := range []struct {
		request Request
		want    string
	}{
		{Request{Query: "a.b.c"}, `tools["a.b"].c`},
		{Request{Query: "a.b.c", Namespace: &scope}, `tools.a.b.c`},
		{Request{Query: `tools["a.b"].c`}, `tools["a.b"].c`},
		{Request{Query: "tools.tools.x"}, `tools.tools.x`},
	} {
		r, err := x.Search(c.request)
		if err != nil || len(r.Items) != 1 || r.Items[0].Path != c.want {
			t.Errorf("%+v: %+v %v", c.request, r, err)
		}
	}
}

func TestLearnOutputs(t *testing.T) {
	c, err := tools.Resolve(ns(
		tools.Entry{Name: "known", Node: stub("", "", `{"type":"string"}`)},
		tools.Entry{Name: "open", Node: stub("", "", "")}))
	if err != nil {
		t.Fatal(err)
	}
	x, err := New(c, Options{LearnOutputs: true})
	if err != nil {
		t.Fatal(err)
	}
	known, open := c.Tools[0], c.Tools[1]
	x.Observe(known, []byte(`5`))
	if got := x.Signature(known); got != "tools.known(input: unknown): Promise<string>" {
		t.Error(got)
	}
	x.Observe(open, []byte(`{"items":[{"id":1,"tag":null},{"id":"x","odd name":[]}],"total":2}`))
	x.Observe(open, []byte(`{"items":[], "total": 0, "next": {"a":true}}`))
	x.Observe(open, []byte(`{"items":[`)) // broken: no harm
	want := `tools.open(input: unknown): Promise<{
  items: Array<{
    id: string | number,
    tag?: null,
    "odd name"?: Array<unknown>,
  }>,
  total: number,
  next?: {
    a: boolean,
  },
}> /* observed in results, not guaranteed */`
	if got := x.Signature(open); !strings.Contains(got, "total") || !strings.HasSuffix(got, "guaranteed */") {
		t.Error(got)
	}
	x2, _ := New(mustCatalogue(t), Options{LearnOutputs: true})
	open = x2.catalogue.Tools[0]
	x2.Observe(open, []byte(`{"items":[{"id":1,"tag":null},{"id":"x","odd name":[]}],"total":2}`))
	x2.Observe(open, []byte(`{"items":[], "total": 0, "next": {"a":true}}`))
	if got := x2.Signature(open); got != want {
		t.Errorf("got\n%s", got)
	}
	if r, _ := x2.Search(Request{Query: "open"}); r.Items[0].Signature != want {
		t.Errorf("the search does not offer what was learned: %s", r.Items[0].Signature)
	}
	off := newIndex(t, ns(tools.Entry{Name: "open", Node: stub("", "", "")}), Options{})
	off.Observe(off.catalogue.Tools[0], []byte(`5`))
	if got := off.Signature(off.catalogue.Tools[0]); strings.Contains(got, "number") {
		t.Error("learned without being asked to")
	}
}

func TestConcurrentUse(t *testing.T) {
	c := mustCatalogue(t)
	x, err := New(c, Options{LearnOutputs: true})
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			x.Observe(c.Tools[0], fmt.Appendf(nil, `{"f%d":%d}`, i, i))
			if r, err := x.Search(Request{Query: "open"}); err != nil || len(r.Items) != 1 {
				t.Errorf("%v %v", r, err)
			}
			_ = x.Catalog()
		})
	}
	wg.Wait()
	if got := x.Signature(c.Tools[0]); strings.Count(got, "number") != 8 {
		t.Error(got)
	}
}

func mustCatalogue(t *testing.T) *tools.Catalogue {
	c, err := tools.Resolve(ns(tools.Entry{Name: "open", Node: stub("", "", "")}))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestLearnedShapesAreBounded(t *testing.T) {
	x, _ := New(mustCatalogue(t), Options{LearnOutputs: true})
	open := x.catalogue.Tools[0]
	var b strings.Builder
	b.WriteByte('{')
	for i := range 1000 {
		fmt.Fprintf(&b, `"customer%d":{"a%d":1},`, i, i)
	}
	b.WriteString(`"deep":` + strings.Repeat(`{"x":[`, 200) + "1" + strings.Repeat(`]}`, 200) + "}")
	x.Observe(open, []byte(b.String()))
	if got := x.Signature(open); len(got) > 2000 || strings.Contains(got, "customer1") {
		t.Errorf("%d bytes: %.300s", len(got), got)
	}
	for range 20 {
		x.Observe(open, []byte(`5`))
	}
	if n := x.entries[0].learned.Load().seen.Load(); n > maxObservations {
		t.Errorf("%d observations", n)
	}
}
