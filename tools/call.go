// This file holds the two steps of a call.

package tools

import (
	"context"
	"encoding/json"
	"runtime/debug"
)

// Decode turns the JSON text of an input into what Run takes: a value of the input type, or for a raw tool the text itself.
// The error is always an *InputError. A nil exchange means one without binary values.
func (t *Tool) Decode(x *Exchange, input []byte) (decoded any, err error) {
	if t.decode == nil {
		return json.RawMessage(input), nil
	}
	return t.decode(x, &t.input, input)
}

// Run calls the tool with a decoded input and returns the JSON text of its result, nil if the tool returns nothing
// (undefined). A json.RawMessage that a raw tool returns is passed on without a copy and, unless the output schema is enforced,
// unchecked: the reader of the text must expect malformed JSON.
//
// The error is an *OutputError if the result cannot be shown, a *PanicError if the tool panicked, or what the tool
// returned; SafeMessage tells what the model may see of it.
func (t *Tool) Run(ctx context.Context, x *Exchange, decoded any) (output []byte, err error) {
	defer func() {
		if v := recover(); v != nil {
			output, err = nil, &PanicError{Value: v, Stack: debug.Stack()}
		}
	}()
	result, err := t.run(withExchange(ctx, x), x, decoded)
	if err != nil {
		return nil, err
	}
	if result == nil && t.undefinedNil {
		return nil, nil
	}
	return t.encode(x, result)
}
