package bench

import (
	"context"

	"github.com/neurocode-ai/codemode"
	"github.com/neurocode-ai/codemode/tools"
)

type codemodeEngine struct{ rt *codemode.Runtime }

// LookupInput is the input of tools.orders.lookup.
type LookupInput struct {
	ID string `json:"id"`
}

// LookupOutput is its output.
type LookupOutput struct {
	ID     string `json:"id"`
	Status string `json:"status"`
}

// GetInput is the input of tools.orders.get.
type GetInput struct {
	ID int `json:"id"`
}

func newCodemode() Engine {
	rt, err := codemode.New(codemode.Options{Tools: tools.Tree{"orders": tools.Tree{
		"lookup": tools.New("Look up an order", func(_ context.Context, in LookupInput) (LookupOutput, error) {
			return LookupOutput{in.ID, "open"}, nil
		}),
		"get": tools.New("Get a row", func(_ context.Context, in GetInput) (Row, error) { return rowOf(in.ID), nil }),
	}}})
	if err != nil {
		panic(err) // the tree above is constant
	}
	return codemodeEngine{rt}
}

func (codemodeEngine) Name() string            { return "codemode" }
func (codemodeEngine) Source(p Program) string { return p.Source }

func (e codemodeEngine) Run(source string) (string, error) {
	return outcome(e.rt.Execute(context.Background(), source))
}

func outcome(res *codemode.Result, err error) (string, error) {
	switch {
	case err != nil:
		return "", err
	case !res.OK:
		return "", res.Error
	}
	return string(res.Value), nil
}

func (e codemodeEngine) Prepare(source string) (func() (string, error), error) {
	prog, err := e.rt.Compile(source)
	if err != nil {
		return nil, err
	}
	return func() (string, error) { return outcome(e.rt.Run(context.Background(), prog)) }, nil
}
