package main

import (
	"context"
	"fmt"

	"github.com/neurocode-ai/codemode"
	"github.com/neurocode-ai/codemode/tools"
)

type Lookup struct {
	ID string `json:"id" jsonschema:"description=Order number"`
}

type Order struct {
	ID     string `json:"id"`
	Status string `json:"status"`
}

func main() {
	rt, err := codemode.New(codemode.Options{
		Tools: tools.Tree{"orders": tools.Tree{
			"lookup": tools.New("Look up an order by ID", func(_ context.Context, in Lookup) (Order, error) {
				return Order{in.ID, "open"}, nil
			}),
		}},
	})
	if err != nil {
		panic(err)
	}
	res, err := rt.Execute(context.Background(), `
		const order = await tools.orders.lookup({ id: "order_42" })
		return { id: order.id, needsAttention: order.status !== "complete" }`)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(res.Value)) // {"id":"order_42","needsAttention":true}
}
