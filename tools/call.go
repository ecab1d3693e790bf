// This file holds the two steps of a call.

package tools

import (
	"context"
	"encoding/json"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Decode turns the JSON text of an input into what Run takes: a value of the input type, or for a raw tool the text itself.
// The error is always an *InputError. A nil exchange means one without binary values.
func (t *Tool) Decode(x *Exchange, input []byte) (decoded any, err error) {
	defer func() { // the host's own decoding methods may panic
		if v := recover(); v != nil {
			e := inputProblem("the tool cannot read this input")
			e.Cause = &PanicError{Value: v, Stack: debug.Stack()}
			decoded, err = nil, e
		}
	}()
	if t.decode != nil {
		return t.decode(x, &t.input, input)
	}
	if t.input.enforced && t.input.document() != nil {
		tree, err := parseTree(input)
		if err != nil {
			return nil, inputProblem("%v", err)
		}
		if problems, more := t.input.validate(tree); problems != nil {
			return nil, &InputError{Problems: problems, More: more}
		}
	}
	return json.RawMessage(input), nil
}

// Check reports the problems of an input that is known in part, for a check before anything runs: input is a tree of nil, bool,
// float64, string, []any, map[string]any and Unknown. Fields that an open object would drop but whose names are nearly those of
// known ones are problems too. Tools whose input is not enforced have none.
func (t *Tool) Check(input any) []Problem {
	if !t.input.enforced || t.input.document() == nil {
		return nil
	}
	schema, err := t.input.schema()
	if err != nil {
		return nil
	}
	var problems []Problem
	validated := !hasUnknown(input) || searchSchema(schema, isConditional) == nil
	if validated {
		problems, _ = t.input.validate(input)
	}
	problems = append(problems, misspellings(schema, input, validated)...)
	return problems[:min(len(problems), maxProblems)]
}

// isConditional reports whether a schema takes the failure of a part as a reason to apply another, which an unknown value may not decide.
func isConditional(s *jsonschema.Schema) bool { return s.If != nil || s.Not != nil }

func hasUnknown(tree any) bool {
	switch v := tree.(type) {
	case Unknown:
		return true
	case []any:
		return slices.ContainsFunc(v, hasUnknown)
	case map[string]any:
		for _, item := range v {
			if hasUnknown(item) {
				return true
			}
		}
	}
	return false
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
	if t.run == nil {
		return nil, errNoRun
	}
	result, err := t.run(x.Context(ctx), x, decoded)
	if err != nil {
		SafeMessage(err) // its own methods are host code: what they do wrong, a panic or a chain without end, is done here
		return nil, err
	}
	if result == nil && t.undefinedNil {
		return nil, nil
	}
	output, err = t.encode(x, t.inlineBytes, result)
	if err != nil {
		return nil, err
	}
	return output, t.checkOutput(output)
}

// checkOutput checks a result against the schema, unless the encoder cannot write anything else.
func (t *Tool) checkOutput(output []byte) error {
	c := &t.output
	if !c.enforced || c.implied || c.document() == nil {
		return nil
	}
	if output == nil {
		return &OutputError{Reason: "the tool returned nothing, but its schema expects a value"}
	}
	tree, err := parseTree(output)
	if err != nil {
		return &OutputError{Reason: err.Error(), Cause: err}
	}
	if problems, more := c.validate(tree); problems != nil {
		e := &InputError{Problems: problems, More: more}
		return &OutputError{Reason: strings.ReplaceAll(e.Error(), "input: ", "result: ")}
	}
	return nil
}
