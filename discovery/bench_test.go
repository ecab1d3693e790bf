// This file measures what a runtime with many tools costs.

package discovery

import (
	"context"
	"fmt"
	"testing"

	"github.com/neurocode-ai/codemode/tools"
)

// manyTools is a tree of n tools with the schemas of a typical API.
func manyTools(n int) tools.Node {
	input := `{"type":"object","properties":{"owner":{"type":"string","description":"Repository owner"},"repo":{"type":"string","description":"Repository name"},` +
		`"state":{"type":"string","enum":["open","closed","all"],"default":"open"},"labels":{"type":"array","items":{"type":"string"},"maxItems":10},` +
		`"since":{"type":"string","format":"date-time","description":"Only what was updated later"},"page":{"type":"integer","minimum":1}},"required":["owner","repo"]}`
	output := `{"type":"object","properties":{"items":{"type":"array","items":{"type":"object","properties":{"id":{"type":"integer"},"title":{"type":"string"},` +
		`"user":{"type":["object","null"],"properties":{"login":{"type":"string"}}}},"required":["id","title"]}},"total":{"type":"integer"}},"required":["items"]}`
	root := tools.Tree{}
	for i := range n {
		space := fmt.Sprintf("service%02d", i%25)
		if root[space] == nil {
			root[space] = tools.Tree{}
		}
		root[space].(tools.Tree)[fmt.Sprintf("list_items%d", i)] = stub(fmt.Sprintf("List the items of kind %d in a repository, the newest first", i), input, output)
	}
	return root
}

func BenchmarkNew(b *testing.B) {
	for _, n := range []int{1000, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			root := manyTools(n)
			b.ReportAllocs()
			for b.Loop() {
				newIndex(b, root, Options{})
			}
		})
	}
}

// BenchmarkNewTyped includes what codemode does for typed tools when a runtime is built; the reflection of their types was done before.
func BenchmarkNewTyped(b *testing.B) {
	type input struct {
		Owner string   `json:"owner" jsonschema:"description=Repository owner"`
		State string   `json:"state,omitempty" jsonschema:"enum=open,enum=closed"`
		Tags  []string `json:"tags,omitempty"`
	}
	type output struct {
		Items []struct {
			ID    int    `json:"id"`
			Title string `json:"title"`
		} `json:"items"`
	}
	for b.Loop() {
		b.StopTimer()
		root := tools.Tree{}
		for i := range 1000 {
			root[fmt.Sprint("tool", i)] = tools.New("List items", func(context.Context, input) (output, error) { return output{}, nil })
		}
		b.StartTimer()
		newIndex(b, root, Options{})
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{1000, 10000} {
		x := newIndex(b, manyTools(n), Options{})
		for _, query := range []string{"items", "list newest items repository owner", "nothing matches", ""} {
			b.Run(fmt.Sprintf("%d/%s", n, query), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := x.Search(Request{Query: query}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkSignature(b *testing.B) {
	t := manyTools(1).(tools.Tree)["service00"].(tools.Tree)["list_items0"].(*tools.Tool)
	b.ReportAllocs()
	for b.Loop() {
		Signature("tools.a.b", t.InputSchema(), t.OutputSchema())
	}
}
