// This file defines the tool and the three ways to make one, and the nodes of a tool tree.

package tools

import (
	"context"
	"encoding/json"
	"reflect"
)

// Node is a part of a tool tree: a *Tool, a Tree or a *Namespace.
type Node interface{ isNode() }

// Tree is a namespace whose children are listed in alphabetical (byte) order of their names. Any name is legal; the name
// "$codemode" is reserved at the top level.
type Tree map[string]Node

// Namespace is a namespace whose children keep the order in which they are listed, with an optional description that
// the catalog shows (its first line).
type Namespace struct {
	Description string
	Children    []Entry
}

// Entry is one child of a Namespace.
type Entry struct {
	Name string
	Node Node
}

func (*Tool) isNode()      {}
func (Tree) isNode()       {}
func (*Namespace) isNode() {}

// Tool is one callable tool. It is made by New, Raw or Adapt, is immutable, and may be used by any number of goroutines
// and in several trees.
type Tool struct {
	description string
	deprecated  bool
	inlineBytes bool

	input, output contract

	// decode turns the text of an input into what run takes. A nil decode passes the text on as a json.RawMessage.
	decode func(x *Exchange, c *contract, text []byte) (any, error)
	run    func(ctx context.Context, x *Exchange, decoded any) (any, error)
	encode func(x *Exchange, inline bool, result any) ([]byte, error)

	// undefinedNil says that a nil result means "no value" instead of null.
	undefinedNil bool
	// broken is the error of construction; it surfaces when the tree is resolved, where the tool has a path.
	broken error
}

// New makes a tool of a Go function. The schemas are reflected from In and Out by the rules of
// github.com/invopop/jsonschema (json and jsonschema tags; a method GetFieldDocString(field string) string describes the fields of a
// type) and are enforced: run sees only inputs that
// satisfy the schema of In, and the program sees only results that satisfy the schema of Out.
//
// In an input, a field is optional if its tag says omitempty or omitzero or if it is a pointer; null in place of an optional
// pointer field means that the field is absent. In an output, a pointer field without omitempty may be null, and nil
// slices and maps are written as [] and {}. A type that cannot be described (a channel, say) is an error of Resolve.
func New[In, Out any](description string, run func(ctx context.Context, in In) (Out, error)) *Tool {
	t := &Tool{description: description}
	if run == nil {
		t.broken = errNoRun
		return t
	}
	t.reflect(reflect.TypeFor[In](), reflect.TypeFor[Out]())
	t.run = func(ctx context.Context, _ *Exchange, decoded any) (any, error) {
		in, _ := decoded.(In)
		return run(ctx, in)
	}
	return t
}

// Definition describes a tool whose schemas are JSON Schema documents, as they come from MCP servers and API descriptions.
type Definition struct {
	// Description is shown to the model: whole in search results, its first line in the catalog.
	Description string
	// Input and Output are JSON Schema documents (draft 4, 6, 7, 2019-09 or 2020-12; 2020-12 unless "$schema" says otherwise).
	// Nil means that nothing is known.
	Input, Output json.RawMessage
	// InputFunc and OutputFunc take the place of Input and Output for large sets of tools: they write the document each time it
	// is asked for, so that schemas that nobody looks at cost nothing. They must be safe for concurrent use, always write the
	// same well-formed JSON, and not keep it. Enforced schemas are written once, when the tree is resolved, and kept.
	InputFunc, OutputFunc func() json.RawMessage
	// Validate enforces both schemas. Otherwise they only shape the signature.
	Validate bool
	// Deprecated marks the tool in its description.
	Deprecated bool
	// InlineBytes writes Bytes in results as base64 text instead of a handle.
	InlineBytes bool
	// Run does the work. A result that is a json.RawMessage is passed on as it is, any other value is encoded; nil means
	// that there is no result (undefined in the program). Binary values of the input are read with BytesFrom.
	Run func(ctx context.Context, input json.RawMessage) (any, error)
}

// Raw makes a tool from JSON Schema documents.
func Raw(def Definition) *Tool {
	t := &Tool{
		description:  def.Description,
		deprecated:   def.Deprecated,
		inlineBytes:  def.InlineBytes,
		input:        contract{text: def.Input, source: def.InputFunc, enforced: def.Validate},
		output:       contract{text: def.Output, source: def.OutputFunc, enforced: def.Validate},
		undefinedNil: true,
	}
	if def.Run == nil {
		t.broken = errNoRun
		return t
	}
	t.encode = encodeRaw
	t.run = func(ctx context.Context, _ *Exchange, decoded any) (any, error) {
		input, _ := decoded.(json.RawMessage)
		return def.Run(ctx, input)
	}
	return t
}

// Handler is a tool as a value with methods, for hosts that decode and encode in their own way. Its schemas are for
// display; the methods enforce what they want to enforce.
type Handler interface {
	Description() string
	// InputSchema and OutputSchema return JSON Schema documents, or nil.
	InputSchema() json.RawMessage
	OutputSchema() json.RawMessage
	// Decode turns the input into what Run takes. An *InputError is shown to the model problem by problem, the
	// message of an *Error as it is; any other error is private.
	Decode(ctx context.Context, input json.RawMessage) (any, error)
	Run(ctx context.Context, input any) (any, error)
	// Encode returns the JSON text of a result; nil means that there is no result.
	Encode(result any) (json.RawMessage, error)
}

// Adapt makes a tool of a Handler.
func Adapt(h Handler) *Tool {
	if h == nil {
		return &Tool{broken: errNoRun}
	}
	t := &Tool{
		description: h.Description(),
		input:       contract{text: h.InputSchema()},
		output:      contract{text: h.OutputSchema()},
	}
	t.decode = func(x *Exchange, _ *contract, text []byte) (any, error) {
		decoded, err := h.Decode(x.Context(context.Background()), text)
		return decoded, asInputError(err)
	}
	t.run = func(ctx context.Context, _ *Exchange, decoded any) (any, error) { return h.Run(ctx, decoded) }
	t.encode = func(x *Exchange, inline bool, result any) ([]byte, error) {
		text, err := h.Encode(result)
		if err != nil {
			return nil, &OutputError{Reason: err.Error(), Cause: err}
		}
		return encodeRaw(x, inline, text)
	}
	return t
}

// Validate returns a copy of a tool whose schemas are enforced.
func Validate(t *Tool) *Tool {
	c := t.clone()
	c.input.enforced, c.output.enforced = true, true
	return c
}

// InlineBytes returns a copy of a tool whose binary results are written as base64 text instead of handles, for programs
// that must look into them.
func InlineBytes(t *Tool) *Tool {
	c := t.clone()
	c.inlineBytes = true
	return c
}

// clone copies a tool without the state of its compiled schemas.
func (t *Tool) clone() *Tool {
	c := &Tool{
		description: t.description, deprecated: t.deprecated, inlineBytes: t.inlineBytes,
		decode: t.decode, run: t.run, encode: t.encode, undefinedNil: t.undefinedNil, broken: t.broken,
	}
	t.input.copyTo(&c.input)
	t.output.copyTo(&c.output)
	return c
}

// Description is the text shown to the model.
func (t *Tool) Description() string { return t.description }

// Deprecated reports whether the tool is marked as deprecated.
func (t *Tool) Deprecated() bool { return t.deprecated }

// InputSchema is the JSON Schema document of the input, nil when it is unknown. The caller must not change it.
func (t *Tool) InputSchema() json.RawMessage { return t.input.document() }

// OutputSchema is the JSON Schema document of the output, nil when it is unknown. The caller must not change it.
func (t *Tool) OutputSchema() json.RawMessage { return t.output.document() }

// Enforced reports whether inputs and outputs are checked against the schemas.
func (t *Tool) Enforced() bool { return t.input.enforced || t.output.enforced }
