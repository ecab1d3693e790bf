package stdlib_test

// This file runs the conformance programs of the areas of text, numbers and JSON, and holds tests of what they leave out.

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/neurocode-ai/codemode/vm"
)

func TestConformanceOfText(t *testing.T) {
	dir := filepath.Join(sharedFolder(t), "conformance")
	for _, area := range []string{"strings", "number", "math", "json", "bigint", "structuredclone", "uri", "templates", "tagged", "operators"} {
		f, err := os.Open(filepath.Join(dir, area+".jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		total, passed := 0, 0
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var c struct {
				ID, Code string
				Expect   struct {
					OK     bool
					Value  json.RawMessage
					Throws struct{ Name string }
				}
			}
			if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
				t.Fatal(err)
			}
			if deviations[c.ID] != "" {
				continue
			}
			total++
			o := runWith(t, c.Code, vm.Options{})
			ok := c.Expect.OK == (o.err == nil)
			if ok && c.Expect.OK {
				ok = sameJSON(o.value, string(c.Expect.Value))
			}
			if ok {
				passed++
				continue
			}
			t.Errorf("%s: %s\n got %s %v %s\nwant %s%s", c.ID, c.Code, o.value, o.err, o.thrown, c.Expect.Value, c.Expect.Throws.Name)
		}
		f.Close()
		t.Logf("%s: %d of %d passed", area, passed, total)
	}
}
