// This file measures the two steps of a call.

package tools_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/neurocode-ai/codemode/tools"
)

type benchInput struct {
	Owner  string   `json:"owner" jsonschema:"minLength=1"`
	State  string   `json:"state,omitempty" jsonschema:"enum=open,enum=closed"`
	Labels []string `json:"labels,omitempty"`
	Page   int      `json:"page,omitempty" jsonschema:"minimum=1"`
}

type benchRow struct {
	ID      int      `json:"id"`
	Title   string   `json:"title"`
	Author  string   `json:"author"`
	Closed  bool     `json:"closed"`
	Score   float64  `json:"score"`
	Tags    []string `json:"tags"`
	Parent  *int     `json:"parent"`
	Created string   `json:"created"`
	Updated string   `json:"updated"`
	Body    string   `json:"body"`
}

func benchRows(n int) []benchRow {
	rows := make([]benchRow, n)
	for i := range rows {
		rows[i] = benchRow{ID: i, Title: fmt.Sprint("Title of row ", i), Author: "ada", Score: float64(i) / 7, Tags: []string{"a", "b"},
			Created: "2024-05-01T12:00:00Z", Updated: "2024-05-02T12:00:00Z", Body: "Some text of a usual length, as it comes from an API."}
	}
	return rows
}

const benchText = `{"owner":"ada","state":"open","labels":["bug","ui"],"page":2}`

func BenchmarkDecode(b *testing.B) {
	tool := tools.New("", func(context.Context, benchInput) (int, error) { return 0, nil })
	mustResolve(b, tools.Tree{"t": tool})
	b.Run("typed", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := tool.Decode(nil, []byte(benchText)); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("encoding-json", func(b *testing.B) { // without a check of the schema
		b.ReportAllocs()
		for b.Loop() {
			var in benchInput
			if err := json.Unmarshal([]byte(benchText), &in); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkRun(b *testing.B) {
	rows := benchRows(1000)
	x := tools.NewExchange(tools.ExchangeOptions{})
	for _, c := range []struct {
		name string
		tool *tools.Tool
	}{
		{"typed", tools.New("", func(context.Context, struct{}) ([]benchRow, error) { return rows, nil })},
		{"any", tools.New("", func(context.Context, struct{}) (any, error) { return rows, nil })},
	} {
		mustResolve(b, tools.Tree{"t": c.tool})
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				out, err := c.tool.Run(b.Context(), x, struct{}{})
				if err != nil {
					b.Fatal(err)
				}
				b.SetBytes(int64(len(out)))
			}
		})
	}
	b.Run("encoding-json", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			out, _ := json.Marshal(rows)
			b.SetBytes(int64(len(out)))
		}
	})
}

// BenchmarkMake is what making a typed tool costs: the reflection of its types.
func BenchmarkMake(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		tools.New("", func(context.Context, benchInput) ([]benchRow, error) { return nil, nil })
	}
}

// BenchmarkCompile is what the first call of an enforced tool costs.
func BenchmarkCompile(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		tool := tools.New("", func(context.Context, benchInput) (int, error) { return 0, nil })
		if _, err := tool.Decode(nil, []byte(benchText)); err != nil {
			b.Fatal(err)
		}
	}
}
