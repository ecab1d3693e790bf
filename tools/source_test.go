// This file holds the tests of schemas that are written on demand.

package tools

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
)

func TestSchemaSources(t *testing.T) {
	calls := 0
	def := Definition{
		Description: "Count",
		InputFunc: func() json.RawMessage {
			calls++
			return json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}`)
		},
		Run: func(_ context.Context, input json.RawMessage) (any, error) { return input, nil },
	}
	shown := Raw(def)
	if _, err := Resolve(Tree{"ns": Tree{"shown": shown}}); err != nil {
		t.Fatal(err)
	}
	if calls != 0 {
		t.Fatalf("resolving wrote the schema %d times", calls)
	}
	if got := string(shown.InputSchema()); !strings.Contains(got, `"n"`) || calls != 1 {
		t.Fatalf("schema %s after %d calls", got, calls)
	}
	if shown.OutputSchema() != nil {
		t.Fatal("an output schema out of nothing")
	}
	if _, err := shown.Decode(nil, []byte(`{"n":"x"}`)); err != nil || calls != 1 {
		t.Fatalf("a schema that is only shown was used: %v, %d calls", err, calls)
	}

	calls = 0
	enforced := Validate(shown)
	if _, err := Resolve(Tree{"ns": Tree{"enforced": enforced}}); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err := enforced.Decode(nil, []byte(`{"n":"x"}`)); err == nil {
			t.Fatal("a bad input was accepted")
		}
	}
	if _, err := enforced.Decode(nil, []byte(`{"n":1}`)); err != nil {
		t.Fatal(err)
	}
	if calls != 1 {
		t.Fatalf("the enforced schema was written %d times", calls)
	}
}
