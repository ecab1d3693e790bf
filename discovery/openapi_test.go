// This file tests rendering on the schemas of a real API, in which everything refers to everything.

package discovery

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// apiDefinitions returns the component schemas of an API document as definitions of one schema document.
func apiDefinitions(t testing.TB, name string) map[string]json.RawMessage {
	t.Helper()
	f, err := os.Open(filepath.Join(moduleRoot(t), "..", "shared", "openapi", name))
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	var api struct {
		Components struct{ Schemas map[string]json.RawMessage }
	}
	doc = []byte(strings.ReplaceAll(string(doc), "#/components/schemas/", "#/$defs/"))
	if err := json.Unmarshal(doc, &api); err != nil {
		t.Fatal(err)
	}
	return api.Components.Schemas
}

func TestRealSchemas(t *testing.T) {
	for _, name := range []string{"stripe-2022-04.json.gz", "github-2022-07.json.gz"} {
		defs := apiDefinitions(t, name)
		all, err := json.Marshal(defs)
		if err != nil {
			t.Fatal(err)
		}
		names := slices.Sorted(maps.Keys(defs))
		for i := 0; i < len(names); i += len(names)/6 + 1 {
			def := names[i]
			doc := []byte(`{"$ref":"#/$defs/` + def + `","$defs":` + string(all) + `}`)
			for style, typ := range map[string]string{"plain": Type(doc, true), "precise": PreciseType(doc)} {
				if len(typ) > 2*maxTypeBytes {
					t.Errorf("%s %s %s: %d bytes of schema became %d", name, def, style, len(doc), len(typ))
				}
			}
		}
	}
}

func BenchmarkRealSchema(b *testing.B) {
	defs := apiDefinitions(b, "stripe-2022-04.json.gz")
	all, _ := json.Marshal(defs)
	doc := []byte(`{"$ref":"#/$defs/charge","$defs":` + string(all) + `}`)
	root, err := parseDocument(doc)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("parse", func(b *testing.B) {
		b.SetBytes(int64(len(doc)))
		for b.Loop() {
			if _, err := parseDocument(doc); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("plain", func(b *testing.B) {
		n := 0
		for b.Loop() {
			n = len(renderType(root, len(doc), true))
		}
		b.ReportMetric(float64(n), "bytes")
	})
	b.Run("precise", func(b *testing.B) {
		n := 0
		for b.Loop() {
			s := preciseSignature("t", root, nil)
			n = len(s.head) + len(s.types)
		}
		b.ReportMetric(float64(n), "bytes")
	})
}
