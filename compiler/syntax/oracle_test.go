//go:build oracle

package syntax

// This file compares what is accepted of TypeScript with esbuild. The inputs are
// small and fixed: the time of esbuild's parser is not linear.
//
//	go test -tags oracle ./compiler/syntax

import (
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

// disputed lists the inputs on which esbuild differs, and why it is wrong.
var disputed = map[string]string{
	"interface A { b c }": "TypeScript wants a separator between members",
	"enum A { } enum B { c, d = 1, 'e', 'f-g' = 'h', i = c | d, ['j'] = 1, } const enum K { l }": "TypeScript allows strings in brackets as names",
}

func TestTypeScriptOracle(t *testing.T) {
	check := func(src string, accepted bool) {
		wrapped := src
		switch word, _, _ := strings.Cut(src, " "); word {
		case "import", "export", "declare", "namespace", "enum":
		default:
			wrapped = "async function _() {\n" + src + "\n}"
		}
		out := api.Transform(wrapped, api.TransformOptions{Loader: api.LoaderTS, LogLevel: api.LogLevelSilent, Target: api.ESNext})
		if disputed[src] == "" && accepted != (len(out.Errors) == 0) {
			t.Errorf("%s: esbuild: %v", src, out.Errors)
		}
	}
	for _, src := range typeScript {
		check(src, true)
	}
	for _, src := range brokenTypeScript {
		check(src, false)
	}
}
