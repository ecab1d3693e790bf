// This file holds the examples of the package documentation.

package tools_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/neurocode-ai/codemode/tools"
)

func ExampleNew() {
	type input struct {
		ID    string `json:"id" jsonschema:"description=Number of the order,pattern=^o[0-9]+$"`
		Lines int    `json:"lines,omitempty" jsonschema:"minimum=1,default=10"`
	}
	type order struct {
		ID     string   `json:"id"`
		Status string   `json:"status" jsonschema:"enum=open,enum=shipped"`
		Items  []string `json:"items"`
	}
	lookup := tools.New("Look up an order", func(ctx context.Context, in input) (order, error) {
		if in.ID == "o404" {
			return order{}, tools.Errorf("there is no order %s", in.ID)
		}
		return order{ID: in.ID, Status: "open"}, nil
	})
	catalogue, err := tools.Resolve(tools.Tree{"orders": tools.Tree{"lookup": lookup}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(catalogue.Tools[0].Call)

	// What a runtime does for the call tools.orders.lookup({ id: "o42" }):
	in, _ := lookup.Decode(nil, []byte(`{"id":"o42"}`))
	out, _ := lookup.Run(context.Background(), nil, in)
	fmt.Println(string(out))

	_, err = lookup.Decode(nil, []byte(`{"ID":"o42","lines":"5"}`))
	fmt.Println(err)
	// Output:
	// tools.orders.lookup
	// {"id":"o42","status":"open","items":[]}
	// id: expected a string, but the field is missing; the input has "ID" instead; lines: expected an integer, received "5" (string)
}

func ExampleRaw() {
	count := tools.Raw(tools.Definition{
		Description: "Count the words of a text",
		Input:       json.RawMessage(`{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}`),
		Output:      json.RawMessage(`{"type":"integer"}`),
		Validate:    true,
		Run: func(ctx context.Context, input json.RawMessage) (any, error) {
			var in struct{ Text string }
			if err := json.Unmarshal(input, &in); err != nil {
				return nil, err
			}
			return len(strings.Fields(in.Text)), nil
		},
	})
	out, _ := count.Run(context.Background(), nil, json.RawMessage(`{"text":"one two three"}`))
	fmt.Println(string(out))
	// Output: 3
}

func ExampleValidate() {
	shown := tools.Raw(tools.Definition{
		Input: json.RawMessage(`{"type":"object","required":["id"]}`),
		Run:   func(context.Context, json.RawMessage) (any, error) { return nil, nil },
	})
	enforced := tools.Validate(shown)
	_, err := shown.Decode(nil, []byte(`{}`))
	fmt.Println(err)
	_, err = enforced.Decode(nil, []byte(`{}`))
	fmt.Println(err)
	// Output:
	// <nil>
	// id: expected a value, but the field is missing
}

func ExampleResolve() {
	ping := tools.New("Check the link", func(context.Context, struct{}) (string, error) { return "pong", nil })
	catalogue, err := tools.Resolve(&tools.Namespace{Children: []tools.Entry{
		{Name: "site", Node: &tools.Namespace{Description: "The building site", Children: []tools.Entry{
			{Name: "sound-horn", Node: ping},
			{Name: "gates", Node: tools.Tree{"open": ping, "close": ping}},
		}}},
		{Name: "ping", Node: ping},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, t := range catalogue.Tools {
		fmt.Println(t.Path, "→", t.Call)
	}
	_, err = tools.Resolve(tools.Tree{"$codemode": ping})
	fmt.Println(err)
	// Output:
	// site.sound-horn → tools.site["sound-horn"]
	// site.gates.close → tools.site.gates.close
	// site.gates.open → tools.site.gates.open
	// ping → tools.ping
	// tools: $codemode: the name is reserved for the runtime at the top level
}

func ExampleResolveWith() {
	run := func(context.Context, json.RawMessage) (any, error) { return nil, nil }
	catalogue, _ := tools.ResolveWith(tools.Tree{
		"good": tools.Raw(tools.Definition{Run: run}),
		"bad":  tools.Raw(tools.Definition{Run: run, Input: json.RawMessage(`{"$ref":"https://example.com/schema.json"}`), Validate: true}),
	}, tools.ResolveOptions{SkipBroken: true})
	fmt.Println(len(catalogue.Tools), "tool")
	for _, s := range catalogue.Skipped {
		fmt.Println(s.Path, "skipped:", s.Err)
	}
	// Output:
	// 1 tool
	// bad skipped: input schema: https://example.com/schema.json is outside of the document; only references inside of it are followed
}

func ExampleBytes() {
	draw := tools.New("Draw a chart", func(context.Context, struct{}) (tools.Bytes, error) {
		return tools.Bytes{MediaType: "image/png", Data: []byte("\x89PNG…")}, nil
	})
	send := tools.New("Send a picture", func(_ context.Context, in struct {
		To      string      `json:"to"`
		Picture tools.Bytes `json:"picture"`
	}) (string, error) {
		return fmt.Sprintf("%d bytes of %s to %s", len(in.Picture.Data), in.Picture.MediaType, in.To), nil
	})
	// One exchange for all calls of an execution.
	x := tools.NewExchange(tools.ExchangeOptions{MaxBytes: 1 << 20})
	chart, _ := draw.Run(context.Background(), x, struct{}{})
	fmt.Println(string(chart))
	in, _ := send.Decode(x, []byte(`{"to":"ada","picture":`+string(chart)+`}`))
	sent, _ := send.Run(context.Background(), x, in)
	fmt.Println(string(sent))
	// Output:
	// {"$bytes":{"id":"b1","mediaType":"image/png","size":7}}
	// "7 bytes of image/png to ada"
}

func ExampleErrorf() {
	err := fmt.Errorf("store: %w", &tools.Error{Message: "the store is closed", Cause: os.ErrPermission})
	message, _ := tools.SafeMessage(err)
	fmt.Println(message, errors.Is(err, os.ErrPermission))

	_, ok := tools.SafeMessage(errors.New("dial tcp 10.0.0.7:5432: refused"))
	fmt.Println("private errors are shown:", ok)

	fmt.Println(tools.Errorf("item %d is sold out", 7))
	// Output:
	// the store is closed true
	// private errors are shown: false
	// item 7 is sold out
}

func ExampleTool_Check() {
	type input struct {
		Owner string `json:"owner"`
		Limit int    `json:"limit,omitempty"`
	}
	list := tools.New("List", func(context.Context, input) ([]string, error) { return nil, nil })
	// { owner, lmit: 5 }: the value of owner is known only when the program runs.
	for _, problem := range list.Check(map[string]any{"owner": tools.Unknown{}, "lmit": 5.0}) {
		fmt.Println(problem)
	}
	// Output: lmit: there is no such field; did you mean "limit"?
}

func ExampleAdapt() {
	catalogue, _ := tools.Resolve(tools.Tree{"shout": tools.Adapt(upper{})})
	shout := catalogue.Find("shout").Tool
	in, _ := shout.Decode(nil, []byte(`"hello"`))
	out, _ := shout.Run(context.Background(), nil, in)
	fmt.Println(string(out))
	// Output: "HELLO"
}

func ExampleRedactPaths() {
	fmt.Println(tools.RedactPaths("cannot open /home/ada/notes.txt or /etc/hosts"))
	// Output: cannot open <path> or /etc/hosts
}

func ExampleCatalogue_Nearest() {
	nop := func(context.Context, struct{}) (string, error) { return "", nil }
	catalogue, _ := tools.Resolve(tools.Tree{"github": tools.Tree{"list_issues": tools.New("", nop), "get_repo": tools.New("", nop)}})
	for _, t := range catalogue.Nearest("github.listIssues", 1) {
		fmt.Println(t.Call)
	}
	// Output: tools.github.list_issues
}

func ExampleCallExpression() {
	fmt.Println(tools.CallExpression([]string{"depot", "move-crate"}))
	fmt.Println(tools.CallExpression([]string{"x.y", `say "hi"`, "$cash"}))
	// Output:
	// tools.depot["move-crate"]
	// tools["x.y"]["say \"hi\""].$cash
}

func ExampleSafeMessage() {
	for _, err := range []error{
		tools.Errorf("the depot is closed"),
		fmt.Errorf("depot 7 at 10.0.0.7: %w", tools.Errorf("the depot is closed")),
		errors.New("depot 7 at 10.0.0.7: connection refused"),
	} {
		fmt.Println(tools.SafeMessage(err))
	}
	// Output:
	// the depot is closed true
	// the depot is closed true
	//  false
}

func ExampleBytesFrom() {
	measure := tools.Raw(tools.Definition{
		Description: "Measure a picture",
		Input:       json.RawMessage(`{"type":"object","properties":{"picture":{"type":"object"}},"required":["picture"]}`),
		Run: func(ctx context.Context, input json.RawMessage) (any, error) {
			var in struct{ Picture json.RawMessage }
			if err := json.Unmarshal(input, &in); err != nil {
				return nil, err
			}
			picture, err := tools.BytesFrom(ctx, in.Picture)
			if err != nil {
				return nil, err
			}
			return map[string]any{"type": picture.MediaType, "size": len(picture.Data)}, nil
		},
	})
	x := tools.NewExchange(tools.ExchangeOptions{})
	id, _ := x.Put(tools.Bytes{MediaType: "image/png", Data: []byte("\x89PNG…")}) // what another tool of the execution returned
	out, _ := measure.Run(context.Background(), x, json.RawMessage(`{"picture":{"$bytes":{"id":"`+id+`"}}}`))
	fmt.Println(string(out))
	_, err := measure.Run(context.Background(), x, json.RawMessage(`{"picture":{"$bytes":{"id":"b7"}}}`))
	fmt.Println(err)
	// Output:
	// {"size":7,"type":"image/png"}
	// expected the id of a binary value that a tool of this program returned
}

func ExampleInlineBytes() {
	icon := tools.New("The icon of the site", func(context.Context, struct{}) (tools.Bytes, error) {
		return tools.Bytes{MediaType: "text/plain", Data: []byte("hi")}, nil
	})
	out, _ := tools.InlineBytes(icon).Run(context.Background(), nil, struct{}{})
	fmt.Println(string(out))
	// Output: {"$bytes":{"mediaType":"text/plain","size":2,"data":"aGk="}}
}

func ExampleInputError() {
	type input struct {
		Query string   `json:"query" jsonschema:"minLength=1"`
		Tags  []string `json:"tags,omitempty"`
	}
	find := tools.New("Find", func(context.Context, input) ([]string, error) { return nil, nil })
	_, err := find.Decode(nil, []byte(`{"query":"","tags":["a",2]}`))
	var in *tools.InputError
	if errors.As(err, &in) {
		for _, p := range in.Problems {
			fmt.Printf("%s | %s | %s\n", p.Path, p.Expected, p.Received)
		}
	}
	// Output:
	// query | at least 1 character | "" (string)
	// tags[1] | a string | 2 (number)
}

func ExampleCatalogue_Lookup() {
	nop := tools.New("", func(context.Context, struct{}) (string, error) { return "", nil })
	catalogue, _ := tools.Resolve(tools.Tree{"yard": tools.Tree{"gates": tools.Tree{"open": nop}, "slots": nop}})
	yard := catalogue.Lookup([]string{"yard"})
	fmt.Println(yard.Tool == nil, yard.Names)
	fmt.Println(catalogue.Find("yard.gates.open").Namespace())
	fmt.Println(catalogue.Lookup([]string{"yard", "gate"}) == nil)
	// Output:
	// true [gates slots]
	// yard
	// true
}
