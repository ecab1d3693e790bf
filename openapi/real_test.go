// This file holds the tests over real documents, which are not part of the repository.

package openapi

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/neurocode-ai/codemode/tools"
)

// realDocument reads a document of the shared folder beside the repository; the test is skipped without it.
func realDocument(t testing.TB, name string) []byte {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		if dir == filepath.Dir(dir) {
			t.Skip("no go.mod above the test")
		}
		dir = filepath.Dir(dir)
	}
	data, err := os.ReadFile(filepath.Join(dir, "..", "shared", "openapi", name))
	if err != nil {
		t.Skip("no real documents: ", err)
	}
	if strings.HasSuffix(name, ".gz") {
		r, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if data, err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	return data
}

var realDocuments = []struct {
	name       string
	operations int
	share      float64 // of the operations that must become tools
	spot       map[string]string
}{
	{"petstore.yaml", 19, 1, map[string]string{"getPetById": `{ petId: number }`}},
	{"github-2022-07.json.gz", 874, 0.97, map[string]string{
		"issues_create": `{ owner: string; repo: string; body: { title: string | number; body?: string; assignee?: string | null; milestone?: string | number | null; labels?: Array<string | { id?: number; name?: string; description?: string | null; color?: string | null }>; assignees?: Array<string> } }`,
	}},
	{"stripe-2022-04.json.gz", 417, 0.97, map[string]string{
		"GetCustomersCustomer": `{ customer: string; expand?: Array<string>; body?: {} }`,
	}},
	{"openai.yaml.gz", 288, 0.95, map[string]string{"retrieveModel": `{ model: string }`}},
	{"slack.swagger2.json.gz", 174, 0.95, map[string]string{"chat_delete": `{ token?: string; ts?: number; channel?: string; as_user?: boolean }`}},
}

func TestRealDocuments(t *testing.T) {
	for _, c := range realDocuments {
		t.Run(c.name, func(t *testing.T) {
			r, err := FromSpec(realDocument(t, c.name), Options{})
			if err != nil {
				t.Fatal(err)
			}
			names, all := list(r.Tools)
			if r.Operations != c.operations || len(names)+len(r.Skipped) != c.operations {
				t.Errorf("%d operations, %d tools, %d skipped", r.Operations, len(names), len(r.Skipped))
			}
			if share := float64(len(names)) / float64(c.operations); share < c.share {
				t.Errorf("only %.1f %% of the operations are tools: %v", 100*share, r.Skipped)
			}
			if _, err := tools.Resolve(tools.Tree{"api": r.Tools}); err != nil {
				t.Error(err)
			}
			for _, name := range names {
				in, out := all[name].InputSchema(), all[name].OutputSchema()
				if !json.Valid(in) || out != nil && !json.Valid(out) {
					t.Fatalf("%s: invalid schema", name)
				}
				if text := compact(t, in); !strings.HasPrefix(text, "{") || strings.Contains(text, "{ body: unknown }") || len(text) > 100_000 {
					t.Errorf("%s has the input type %.200s", name, text)
				}
				if text := compact(t, out); len(text) > 200_000 {
					t.Errorf("%s has an output type of %d bytes", name, len(text))
				}
			}
			for name, want := range c.spot {
				if all[name] == nil {
					t.Errorf("no tool %s among %v", name, names[:min(len(names), 20)])
					continue
				}
				check(t, name, compact(t, all[name].InputSchema()), want)
			}
		})
	}
}

// TestRealValidation compiles all schemas of the real documents as enforced ones.
func TestRealValidation(t *testing.T) {
	for _, c := range realDocuments {
		t.Run(c.name, func(t *testing.T) {
			r, err := FromSpec(realDocument(t, c.name), Options{Validate: true})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := tools.Resolve(tools.Tree{"api": r.Tools}); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestDeterministic generates twice and compares everything.
func TestDeterministic(t *testing.T) {
	data := realDocument(t, "slack.swagger2.json.gz")
	once := signatures(t, data, Options{})
	if again := signatures(t, slices.Clone(data), Options{}); once != again {
		t.Error("two runs differ")
	}
}

func BenchmarkGitHub(b *testing.B) {
	data := realDocument(b, "github-2022-07.json.gz")
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := FromSpec(data, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkGitHubSchemas(b *testing.B) {
	r, err := FromSpec(realDocument(b, "github-2022-07.json.gz"), Options{})
	if err != nil {
		b.Fatal(err)
	}
	names, all := list(r.Tools)
	b.ReportAllocs()
	for b.Loop() {
		for _, name := range names {
			all[name].InputSchema()
			all[name].OutputSchema()
		}
	}
}
