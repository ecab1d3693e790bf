// Package programs holds programs as a model would write them for the tools of examples/orderbook, with the results they
// have. The command runs them:
//
//	go run ./cmd/codemode run --demo examples/programs/restock.ts
package programs

// This file runs the programs and compares their results with testdata.

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/neurocode-ai/codemode"
	"github.com/neurocode-ai/codemode/examples/orderbook"
)

var update = flag.Bool("update", false, "write the results that the programs have now to testdata")

func TestPrograms(t *testing.T) {
	paths, err := filepath.Glob("*.[jt]s")
	if err != nil || len(paths) < 6 {
		t.Fatalf("found only %q, %v", paths, err)
	}
	rt, err := codemode.New(codemode.Options{Tools: orderbook.New().Tools()})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		t.Run(path, func(t *testing.T) {
			source, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range rt.Check(string(source)) {
				t.Errorf("the check finds %v", d)
			}
			res, err := rt.Execute(context.Background(), string(source))
			if err != nil {
				t.Fatal(err)
			}
			if !res.OK {
				t.Fatal(res.Error.Render())
			}
			golden(t, path, res)
		})
	}
}

// golden compares value, logs and the number of calls with the file of the program in testdata.
func golden(t *testing.T, path string, res *codemode.Result) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(struct {
		Value     json.RawMessage `json:"value"`
		Logs      []string        `json:"logs,omitempty"`
		ToolCalls int             `json:"toolCalls"`
	}{res.Value, res.Logs, len(res.ToolCalls)})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("testdata", strings.TrimSuffix(path, filepath.Ext(path))+".json")
	if *update {
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), want) {
		t.Errorf("got %s, want %s", b.Bytes(), want)
	}
}
