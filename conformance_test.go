package codemode_test

// This file runs the conformance programs of the shared folder, where it is present, and reports per area.

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/neurocode-ai/codemode"
)

var showFailures = flag.Bool("conformance.failures", false, "print every failing conformance case")

// deviations are cases that a decision of the project overrides, with the reason. One that passes fails the test.
var deviations = map[string]string{}

type conformanceCase struct {
	ID     string   `json:"id"`
	Area   string   `json:"area"`
	Tags   []string `json:"tags"`
	Code   string   `json:"code"`
	Expect struct {
		OK     bool            `json:"ok"`
		Value  json.RawMessage `json:"value"`
		Throws struct {
			Name string `json:"name"`
		} `json:"throws"`
		Parse bool `json:"parse"`
	} `json:"expect"`
}

// leastPassed is the share of an area's cases that must pass.
const leastPassed = 0.99

func TestConformance(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join("..", "shared", "conformance", "*.jsonl"))
	if len(files) == 0 {
		t.Skip("the conformance programs are not here")
	}
	rt, err := codemode.New(codemode.Options{Limits: codemode.Limits{Timeout: 20 * time.Second}})
	if err != nil {
		t.Fatal(err)
	}
	sort.Strings(files)
	all, allPassed := 0, 0
	for _, file := range files {
		area := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		total, passed := 0, 0
		for _, c := range readCases(t, file) {
			total++
			problem := c.run(rt)
			reason, known := deviations[c.ID]
			switch {
			case problem == "" && known:
				t.Errorf("%s passes but is listed as a deviation (%s)", c.ID, reason)
			case problem == "" || known:
				passed++
			default:
				if *showFailures {
					t.Logf("%s %v: %s\n%s", c.ID, c.Tags, problem, c.Code)
				}
			}
		}
		all, allPassed = all+total, allPassed+passed
		t.Logf("%-16s %4d of %4d", area, passed, total)
		if float64(passed) < leastPassed*float64(total) {
			t.Errorf("area %s: %d of %d cases pass; at least %.0f %% must", area, passed, total, 100*leastPassed)
		}
	}
	t.Logf("%-16s %4d of %4d", "all", allPassed, all)
}

// TestCheckOfConformance checks that nothing is found in programs that are right.
func TestCheckOfConformance(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join("..", "shared", "conformance", "*.jsonl"))
	if len(files) == 0 {
		t.Skip("the conformance programs are not here")
	}
	rt := newRuntime(t, codemode.Options{})
	for _, file := range files {
		for _, c := range readCases(t, file) {
			if found := rt.Check(c.Code); c.Expect.OK && len(found) > 0 {
				t.Errorf("%s: %v\n%s", c.ID, found[0], c.Code)
			}
		}
	}
}

func readCases(t *testing.T, file string) []conformanceCase {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var cases []conformanceCase
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c conformanceCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		cases = append(cases, c)
	}
	return cases
}

// run executes the case and says what is wrong with the outcome, or nothing.
func (c *conformanceCase) run(rt *codemode.Runtime) string {
	res, err := rt.Execute(context.Background(), c.Code)
	if err != nil {
		return "error " + err.Error()
	}
	switch {
	case c.Expect.OK && !res.OK:
		return "failed with " + res.Error.Error()
	case c.Expect.OK:
		var got, want any
		if err := json.Unmarshal(res.Value, &got); err != nil {
			return "invalid value " + string(res.Value)
		}
		if err := json.Unmarshal(c.Expect.Value, &want); err != nil {
			return "invalid expectation"
		}
		if !reflect.DeepEqual(got, want) {
			return "got " + string(res.Value) + ", want " + string(c.Expect.Value)
		}
	case res.OK:
		return "succeeded with " + string(res.Value)
	case c.Expect.Parse:
		if res.Error.Kind != codemode.ParseError && res.Error.Kind != codemode.UnsupportedSyntax {
			return "not rejected but failed with " + res.Error.Error()
		}
	default:
		name, _, _ := strings.Cut(res.Error.Message, ":")
		if name != c.Expect.Throws.Name {
			return "threw " + res.Error.Error() + ", want " + c.Expect.Throws.Name
		}
	}
	return ""
}
