package boundary_test

// This file holds the examples of the package documentation.

import (
	"context"
	"fmt"

	"github.com/neurocode-ai/codemode/boundary"
	"github.com/neurocode-ai/codemode/compiler"
	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib"
)

// evaluate runs a program without tools.
func evaluate(source string) (*vm.VM, vm.Value) {
	c, err := compiler.Compile(source, compiler.Options{})
	if err != nil {
		panic(err)
	}
	m := vm.New(stdlib.Realm(), vm.Options{})
	v, err := m.RunProgram(context.Background(), c.Program)
	if err != nil {
		panic(err)
	}
	return m, v
}

func ExampleEncodeResult() {
	m, v := evaluate(`return { when: new Date(0), ratio: 0/0, none: undefined, names: new Set(["a"]), z: -0 }`)
	text, err := boundary.EncodeResult(m, v)
	fmt.Println(string(text), err)

	m, v = evaluate(`return { rows: [{ total: 5n }] }`)
	_, err = boundary.EncodeResult(m, v)
	fmt.Println(err)
	// Output:
	// {"when":"1970-01-01T00:00:00.000Z","ratio":null,"none":null,"names":{},"z":0} <nil>
	// result.rows[0].total is a BigInt, which JSON does not have: convert it with Number(x) or String(x)
}

func ExampleEncodeArgument() {
	m, v := evaluate(`return { id: "order_42", limit: undefined, at: new Date(0) }`)
	text, err := boundary.EncodeArgument(m, []string{"orders", "lookup"}, v)
	fmt.Println(string(text), err)
	// Output: {"id":"order_42","at":"1970-01-01T00:00:00.000Z"} <nil>
}

func ExampleDecodeResult() {
	m, _ := evaluate(`return 0`)
	v, _ := boundary.DecodeResult(m, []byte(`{"b":1,"2":"two","1":"one","b":3}`))
	text, _ := boundary.EncodeResult(m, v)
	fmt.Println(string(text)) // integer-like keys first, the last of equal keys
	_, err := boundary.DecodeResult(m, []byte(`{"__proto__":{}}`))
	fmt.Println(err)
	// Output:
	// {"1":"one","2":"two","b":3}
	// the key __proto__ is not allowed in JSON data: prototypes cannot be changed; rename the key
}

func ExampleBoundOutput() {
	value, logs, truncated := boundary.BoundOutput([]byte(`{"name":"a long value"}`), []string{"one line"}, 9)
	fmt.Println(string(value))
	fmt.Println(logs, truncated)
	// Output:
	// "{\"name\":\" [cut: the value has 23 bytes, the limit is 9; return less, for example only the fields that are needed]"
	// [[cut: 0 of 1 log lines are shown]] true
}
