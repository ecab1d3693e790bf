package syntax

// This file judges the parser by the syntax tests of test262:
//
//	TEST262=/path/to/test262 go test -run Test262 ./compiler/syntax

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// outside262 lists what of test/language is not judged: features that are not
// part of ECMAScript 2025 or left out of the language on purpose.
var outside262 = []string{
	"flags: [raw", "noStrict", "module", "decorators", "source-phase-imports", "explicit-resource-management",
	"import-defer", "import-attributes", "dynamic-import", "import.meta", "json-modules",
	// Characters newer than the Unicode tables of Go.
	"unicode-15.1.0", "unicode-16.0.0", "unicode-17.0.0",
}

func Test262(t *testing.T) {
	root := os.Getenv("TEST262")
	if root == "" {
		t.Skip("TEST262 is not set")
	}
	accepted, refused := 0, 0
	err := filepath.WalkDir(filepath.Join(root, "test", "language"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".js") || strings.Contains(path, "_FIXTURE") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		src := string(text)
		_, rest, _ := strings.Cut(src, "/*---")
		meta, _, ok := strings.Cut(rest, "---*/")
		if !ok {
			return nil
		}
		for _, word := range outside262 {
			if strings.Contains(meta, word) || strings.Contains(path, word) {
				return nil
			}
		}
		negative := strings.Contains(meta, "phase: parse")
		if negative && strings.Contains(path, filepath.Join("literals", "regexp")) {
			return nil // for the validator of regular expressions
		}
		switch _, perr := Parse(src, Options{Script: true}); {
		case perr != nil && perr.Kind == UnsupportedSyntax && !negative:
		case negative && perr == nil:
			t.Errorf("%s: accepted", path)
		case !negative && perr != nil:
			t.Errorf("%s: %v", path, perr)
		case negative:
			refused++
		default:
			accepted++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d programs accepted, %d refused, all as they should be", accepted, refused)
}
