package main

// This file checks that README shows this program, and that the program prints what its last comment says.

import (
	"os"
	"strings"
	"testing"
)

// Example runs the program.
func Example() {
	main()
	// Output: {"id":"order_42","needsAttention":true}
}

func TestREADMEShowsThisProgram(t *testing.T) {
	source, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(readme), "```go\n")
	block, _, ok2 := strings.Cut(rest, "```\n")
	if !ok || !ok2 {
		t.Fatal("README has no Go block")
	}
	if block != string(source) {
		t.Errorf("README's first Go block differs from examples/quickstart/main.go:\n%s", block)
	}
}
