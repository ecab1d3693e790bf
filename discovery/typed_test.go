// This file tests the signatures of typed tools: what the schemas reflected from Go types look like to a model.

package discovery

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/neurocode-ai/codemode/tools"
)

// typed returns the input and output type of a tool with these Go types, as its signature shows them.
func typed[In, Out any](t *testing.T) string {
	t.Helper()
	tool := tools.New("test", func(context.Context, In) (out Out, err error) { return })
	x := newIndex(t, tools.Tree{"t": tool}, Options{})
	return x.Catalog()[0].Signature[len("tools.t"):]
}

type treeNode struct {
	Name string      `json:"name"`
	Kids []*treeNode `json:"kids,omitempty"`
}

func TestTypedSignatures(t *testing.T) {
	type order struct {
		ID    string    `json:"id" jsonschema:"description=Key of the order"`
		State string    `json:"state" jsonschema:"enum=open,enum=closed"`
		At    time.Time `json:"at"`
		Note  *string   `json:"note"`
	}
	type query struct {
		order
		Limit int  `json:"limit,omitempty" jsonschema:"default=10,minimum=1"`
		All   bool `json:"all,omitzero"`
	}
	for _, c := range []struct{ got, want string }{
		{typed[struct{}, struct{}](t), "(input: {}): Promise<{}>"},
		{typed[string, int](t), "(input: string): Promise<number>"},
		{typed[float64, bool](t), "(input: number): Promise<boolean>"},
		{typed[any, json.RawMessage](t), "(input: unknown): Promise<unknown>"},
		{typed[[]string, map[string]float64](t), "(input: Array<string>): Promise<{\n  [key: string]: number,\n}>"},
		{typed[map[string]any, *string](t), "(input: {\n  [key: string]: unknown,\n}): Promise<string | null>"},
		{typed[struct {
			A *string `json:"a"`
			B float64 `json:"b,omitempty"`
		}, struct {
			V float64 `json:"v,string"`
		}](t), "(input: {\n  a?: string,\n  b?: number,\n}): Promise<{\n  v: string,\n}>"},
		{typed[query, order](t), `(input: {
  /** Key of the order */
  id: string,
  state: "open" | "closed",
  /** @format date-time */
  at: string,
  note?: string,
  /** @default 10 */
  limit?: number,
  all?: boolean,
}): Promise<{
  /** Key of the order */
  id: string,
  state: "open" | "closed",
  /** @format date-time */
  at: string,
  note: string | null,
}>`},
		{typed[treeNode, [2]int](t), "(input: {\n  name: string,\n  kids?: Array<unknown>,\n}): Promise<Array<number>>"},
		{typed[tools.Bytes, int](t), "(input: {\n  /** Binary value: pass the object around it on unchanged */\n  $bytes: {\n    id?: string,\n    mediaType: string,\n    size: number,\n  },\n}): Promise<number>"},
	} {
		if c.got != c.want {
			t.Errorf("\n got %s\nwant %s", c.got, c.want)
		}
	}
}
