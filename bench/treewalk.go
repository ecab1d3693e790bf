package bench

// This file makes the tree-walking interpreter an engine: what codemode would be without its compiler and machine.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/neurocode-ai/codemode/bench/treewalk"
	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib"
)

type treewalkEngine struct{}

func (treewalkEngine) Name() string            { return "treewalk" }
func (treewalkEngine) Source(p Program) string { return p.Source }

func (e treewalkEngine) Run(source string) (string, error) {
	run, err := e.Prepare(source)
	if err != nil {
		return "", err
	}
	return run()
}

func (treewalkEngine) Prepare(source string) (func() (string, error), error) {
	prog, err := treewalk.Parse(source)
	if err != nil {
		return nil, err
	}
	return func() (string, error) {
		m := vm.New(stdlib.Realm(), vm.Options{Tools: treewalkTools{}, ToolRoot: "tools"})
		text, err := prog.Run(context.Background(), m)
		var thrown *vm.Thrown
		if errors.As(err, &thrown) {
			return "", errors.New(vm.UncaughtText(m, thrown.Value))
		}
		return string(text), err
	}, nil
}

// treewalkTools is the least that a host can be: nodes are names, calls run at once and pass JSON text.
type treewalkTools struct{}

// Child implements vm.Host.
func (treewalkTools) Child(_ any, name string) any { return name }

// Keys implements vm.Host.
func (treewalkTools) Keys(*vm.VM, []string, any) ([]string, error) { return []string{"orders"}, nil }

// Call implements vm.Host.
func (treewalkTools) Call(m *vm.VM, _ []string, node any, args []vm.Value) (vm.Value, error) {
	if len(args) != 1 {
		return vm.Undefined, m.ThrowType("a tool takes one argument")
	}
	input, err := m.EncodeJSON(args[0], vm.JSONArgument, "argument")
	if err != nil {
		return vm.Undefined, err
	}
	work := vm.FuncWork(func(context.Context) func(m *vm.VM) (vm.Value, error) {
		output, err := treewalkTool(node, input)
		return func(m *vm.VM) (vm.Value, error) {
			if err != nil {
				return vm.Undefined, m.ThrowType("%v", err)
			}
			return m.DecodeJSON(string(output), 32)
		}
	})
	return vm.ObjectValue(m.StartOperation(vm.NewOperation(fmt.Sprint(node), work))), nil
}

func treewalkTool(node any, input []byte) ([]byte, error) {
	switch node {
	case "lookup":
		var in LookupInput
		if err := json.Unmarshal(input, &in); err != nil {
			return nil, err
		}
		return json.Marshal(LookupOutput{in.ID, "open"})
	case "get":
		var in GetInput
		if err := json.Unmarshal(input, &in); err != nil {
			return nil, err
		}
		return json.Marshal(rowOf(in.ID))
	}
	return nil, fmt.Errorf("there is no tool %v", node)
}
