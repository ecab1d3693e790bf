// This file holds the examples of the package documentation.

package discovery_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/neurocode-ai/codemode/discovery"
	"github.com/neurocode-ai/codemode/tools"
)

// catalogue makes two small tools.
func catalogue() *tools.Catalogue {
	type query struct {
		Query string `json:"query" jsonschema:"description=Words to look for"`
		Limit int    `json:"limit,omitempty" jsonschema:"default=10"`
	}
	type order struct {
		ID     string `json:"id"`
		Status string `json:"status" jsonschema:"enum=open,enum=shipped"`
	}
	c, err := tools.Resolve(tools.Tree{
		"orders": tools.Tree{
			"search": tools.New("Find orders", func(context.Context, query) ([]order, error) { return nil, nil }),
		},
		"weather": tools.New("Ask for the weather", func(context.Context, struct{}) (any, error) { return nil, nil }),
	})
	if err != nil {
		panic(err)
	}
	return c
}

func ExampleNew() {
	index, err := discovery.New(catalogue(), discovery.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, t := range index.Catalog() {
		fmt.Println(t.Signature)
	}
	_, list, _ := strings.Cut(index.Instructions(), "## Available tools")
	fmt.Println("…" + list)
	// Output:
	// tools.orders.search(input: {
	//   /** Words to look for */
	//   query: string,
	//   /** @default 10 */
	//   limit?: number,
	// }): Promise<Array<{
	//     id: string,
	//     status: "open" | "shipped",
	//   }>>
	// tools.weather(input: {}): Promise<unknown>
	// … (COMPLETE list)
	//
	// - orders (1 tool)
	//   - tools.orders.search(input: {
	//   /** Words to look for */
	//   query: string,
	//   /** @default 10 */
	//   limit?: number,
	// }): Promise<Array<{
	//     id: string,
	//     status: "open" | "shipped",
	//   }>> // Find orders
	// - weather (1 tool)
	//   - tools.weather(input: {}): Promise<unknown> // Ask for the weather
}

func ExampleIndex_Search() {
	index, _ := discovery.New(catalogue(), discovery.Options{})
	result, err := index.Search(discovery.Request{Query: "order", Limit: 5})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, item := range result.Items {
		fmt.Println(item.Path, "-", item.Description)
	}
	fmt.Println(result.Remaining, "more")
	// Output:
	// tools.orders.search - Find orders
	// 0 more
}

func ExampleIndex_Observe() {
	c := catalogue()
	index, _ := discovery.New(c, discovery.Options{LearnOutputs: true})
	weather := c.Find("weather")
	fmt.Println(index.Signature(weather))
	index.Observe(weather, []byte(`{"city":"Oslo","celsius":-3.5,"wind":null}`))
	fmt.Println(index.Signature(weather))
	// Output:
	// tools.weather(input: {}): Promise<unknown>
	// tools.weather(input: {}): Promise<{
	//   city: string,
	//   celsius: number,
	//   wind: null,
	// }> /* observed in results, not guaranteed */
}

func ExampleType() {
	schema := []byte(`{"type":"object","properties":{"id":{"type":"string"},"tags":{"type":"array","items":{"type":"string"}}},"required":["id"]}`)
	fmt.Println(discovery.Type(schema, false))
	fmt.Println(discovery.Type([]byte(`{"$ref":"https://example.com/not-here"}`), false))
	// Output:
	// { id: string; tags?: Array<string> }
	// unknown
}

func ExamplePreciseType() {
	fmt.Println(discovery.PreciseType([]byte(`{"$ref":"#/$defs/Node","$defs":{"Node":{"type":"object","properties":{
		"at":{"type":"array","prefixItems":[{"type":"number"},{"type":"number"}]},
		"kids":{"type":"array","items":{"$ref":"#/$defs/Node"}}}}}}`)))
	// Output:
	// Node
	// type Node = {
	//   at?: [number, number],
	//   kids?: Array<Node>,
	// }
}

func ExampleSignature() {
	fmt.Println(discovery.Signature(`tools.depot["move-crate"]`, []byte(`{"type":"object","properties":{"to":{"type":"string"}}}`), nil))
	// Output:
	// tools.depot["move-crate"](input: {
	//   to?: string,
	// }): Promise<unknown>
}

func ExampleDecodeRequest() {
	request, err := discovery.DecodeRequest([]byte(`{"query":"order","limit":5}`))
	fmt.Println(request.Query, request.Limit, err)
	_, err = discovery.DecodeRequest([]byte(`{"query":"order","limit":0}`))
	fmt.Println(err)
	// Output:
	// order 5 <nil>
	// limit: expected an integer greater than 0, received 0 (number)
}

func ExampleIndex_Instructions() {
	nothing := 0
	index, _ := discovery.New(catalogue(), discovery.Options{CatalogBudget: &nothing})
	_, list, _ := strings.Cut(index.Instructions(), "## Available tools ")
	heading, list, _ := strings.Cut(list, "\n\n")
	namespaces, _, _ := strings.Cut(list, "\n\n")
	fmt.Println(heading)
	fmt.Println(namespaces)
	// Output:
	// (PARTIAL - 0 of 2 shown; find the others with `tools.$codemode.search`)
	// - orders (1 tool, none shown)
	// - weather (1 tool, none shown)
}
