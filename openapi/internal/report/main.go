// This file defines the program that measures FromSpec on real documents.

// Command report loads every API document of a directory, makes its tools, renders their catalogue, and writes the outcome as a table:
//
//	go run ./openapi/internal/report -dir ../shared/openapi
//
// Each document is measured in a process of its own, so that the peak memory is its own. Operations that are skipped are listed below
// the table with their reasons.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/neurocode-ai/codemode/discovery"
	"github.com/neurocode-ai/codemode/openapi"
	"github.com/neurocode-ai/codemode/tools"
)

// measurement is what one process finds out about one document.
type measurement struct {
	Name       string
	Bytes      int // after decompression
	Operations int
	Tools      int
	Skipped    []string
	Reasons    map[string]int
	Named      int           // tools whose input and output types name fields, or have none to name
	Signatures int           // bytes of all signatures
	Tree       time.Duration // bytes → tool tree
	Schemas    time.Duration // writing the schemas of all tools, which happens on demand
	Ready      time.Duration // bytes → tool tree → catalogue, signatures and search index
	PeakTree   int64         // peak memory of the process once the tree is there, in bytes
	PeakReady  int64         // … once the index is ready
}

func main() {
	log.SetFlags(0)
	dir := flag.String("dir", "../shared/openapi", "directory of the documents")
	out := flag.String("out", "openapi/REPORT.md", "file to write")
	one := flag.String("one", "", "measure this document and print JSON (used by the program itself)")
	flag.Parse()
	if *one != "" {
		m, err := measure(*one)
		if err != nil {
			log.Fatal(err)
		}
		if err := json.NewEncoder(os.Stdout).Encode(m); err != nil {
			log.Fatal(err)
		}
		return
	}
	if err := run(*dir, *out); err != nil {
		log.Fatal(err)
	}
}

func run(dir, out string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		log.Printf("no documents: %v; nothing was measured", err)
		return nil
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var all []measurement
	for _, e := range entries {
		if !isDocument(e.Name()) {
			continue
		}
		cmd := exec.Command(self, "-one", filepath.Join(dir, e.Name()))
		cmd.Stderr = os.Stderr
		text, err := cmd.Output()
		if err != nil {
			return fmt.Errorf("%s: %w", e.Name(), err)
		}
		var m measurement
		if err := json.Unmarshal(text, &m); err != nil {
			return err
		}
		all = append(all, m)
	}
	if len(all) == 0 {
		log.Printf("no documents in %s; nothing was measured", dir)
		return nil
	}
	return os.WriteFile(out, report(all), 0o644)
}

func isDocument(name string) bool {
	name = strings.TrimSuffix(name, ".gz")
	return strings.HasSuffix(name, ".json") || strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")
}

func read(name string) ([]byte, error) {
	data, err := os.ReadFile(name)
	if err != nil || !strings.HasSuffix(name, ".gz") {
		return data, err
	}
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// measure takes the best of three runs for times; memory is the peak of the first.
func measure(name string) (*measurement, error) {
	data, err := read(name)
	if err != nil {
		return nil, err
	}
	debug.FreeOSMemory()
	m := &measurement{Name: filepath.Base(name), Bytes: len(data), Reasons: map[string]int{}}
	for attempt := range 3 {
		start := time.Now()
		r, err := openapi.FromSpec(data, openapi.Options{})
		if err != nil {
			return nil, err
		}
		tree, peakTree := time.Since(start), peakMemory()
		start = time.Now()
		writeSchemas(r.Tools)
		schemas := time.Since(start)
		start = time.Now()
		catalogue, err := tools.Resolve(tools.Tree{"api": r.Tools})
		if err != nil {
			return nil, err
		}
		index, err := discovery.New(catalogue, discovery.Options{})
		if err != nil {
			return nil, err
		}
		ready := tree + time.Since(start)
		if attempt > 0 {
			m.Tree, m.Schemas, m.Ready = min(m.Tree, tree), min(m.Schemas, schemas), min(m.Ready, ready)
			continue
		}
		m.Tree, m.Schemas, m.Ready = tree, schemas, ready
		m.PeakTree, m.PeakReady = peakTree, peakMemory()
		for _, d := range index.Catalog() {
			m.Tools++
			m.Signatures += len(d.Signature)
		}
		m.Operations, m.Named = r.Operations, named(r.Tools)
		for _, s := range r.Skipped {
			m.Skipped = append(m.Skipped, s.String())
			m.Reasons[string(s.Category)]++
		}
	}
	return m, nil
}

func writeSchemas(ns *tools.Namespace) {
	for _, c := range ns.Children {
		switch n := c.Node.(type) {
		case *tools.Namespace:
			writeSchemas(n)
		case *tools.Tool:
			n.InputSchema()
			n.OutputSchema()
		}
	}
}

// named counts the tools whose input type is an object with names for all its fields.
func named(ns *tools.Namespace) int {
	count := 0
	for _, c := range ns.Children {
		switch n := c.Node.(type) {
		case *tools.Namespace:
			count += named(n)
		case *tools.Tool:
			input := discovery.Type(n.InputSchema(), false)
			if strings.HasPrefix(input, "{") && !strings.Contains(input, "body: unknown") && !strings.Contains(input, "body?: unknown") {
				count++
			}
		}
	}
	return count
}

// peakMemory is the largest resident set of this process in bytes; where the system does not tell, what the runtime took from it.
func peakMemory() int64 {
	status, err := os.ReadFile("/proc/self/status")
	if err == nil {
		for line := range strings.Lines(string(status)) {
			if fields := strings.Fields(line); len(fields) == 3 && fields[0] == "VmHWM:" {
				if kb, err := strconv.ParseInt(fields[1], 10, 64); err == nil {
					return kb << 10
				}
			}
		}
	}
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.Sys)
}

func report(all []measurement) []byte {
	var b bytes.Buffer
	b.WriteString(`# Real documents

Written by ` + "`go run ./openapi/internal/report -dir ../shared/openapi`" + `; do not edit. Times are the best of three, in milliseconds; memory is the
peak of the process, in megabytes.

- *named*: tools whose input type names every field.
- *tree*: from bytes to the tool tree. *schemas*: writing the schemas of all tools, which happens only when somebody asks for them.
- *ready*: from bytes to a catalogue with all signatures and a search index.

| document | size | operations | tools | share | named | skipped | tree ms | schemas ms | ready ms | signatures KB | peak tree MB | peak ready MB |
|---|---|---|---|---|---|---|---|---|---|---|---|---|
`)
	for _, m := range all {
		var reasons []string
		for reason, n := range m.Reasons {
			reasons = append(reasons, fmt.Sprintf("%d %s", n, reason))
		}
		slices.Sort(reasons)
		if len(reasons) == 0 {
			reasons = []string{"-"}
		}
		fmt.Fprintf(&b, "| %s | %.1f MB | %d | %d | %.1f %% | %d | %s | %.0f | %.0f | %.0f | %d | %.0f | %.0f |\n",
			m.Name, float64(m.Bytes)/1e6, m.Operations, m.Tools, 100*float64(m.Tools)/float64(max(m.Operations, 1)), m.Named, strings.Join(reasons, ", "),
			ms(m.Tree), ms(m.Schemas), ms(m.Ready), m.Signatures>>10, float64(m.PeakTree)/1e6, float64(m.PeakReady)/1e6)
	}
	fmt.Fprintf(&b, "\n%s, %s/%s, %d processors.\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	for _, m := range all {
		if len(m.Skipped) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n## Skipped in %s\n\n", m.Name)
		for _, s := range m.Skipped {
			fmt.Fprintf(&b, "- %s\n", s)
		}
	}
	return b.Bytes()
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
