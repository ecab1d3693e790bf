// Command test262 runs the public conformance suite of ECMAScript against the engine and reports the score.
//
//	go run ./internal/test262 -dir PATH [-report FILE] [-failures] [FILTER ...]
//
// PATH is a checkout of the suite. Every file below test/language and test/built-ins is either excluded by a boundary of
// the project (exclusions.txt says which and why) or run in strict mode. Failures listed in known_failures.txt are
// accepted, one by one and with a reason; a listed file that passes, and an unlisted one that fails, fail the run. FILTERs
// are path prefixes below test/.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"sync"
	"time"
)

type outcome struct {
	path     string
	excluded string // the boundary, empty when the file was run
	failure  string // what went wrong, empty when it passed
	both     bool   // the suite asks for a run in each mode
}

func main() {
	dir := flag.String("dir", "", "a checkout of test262")
	report := flag.String("report", "", "write the report to this file as well")
	failures := flag.Bool("failures", false, "print every failure")
	update := flag.Bool("list", false, "print the failing paths only, in the form of known_failures.txt")
	flag.Parse()
	if *dir == "" {
		fmt.Fprintln(os.Stderr, "test262: -dir is needed")
		os.Exit(2)
	}
	ok, err := runSuite(*dir, *report, *failures, *update, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "test262:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

func runSuite(dir, reportFile string, printFailures, list bool, filters []string) (bool, error) {
	rules, err := loadRules()
	if err != nil {
		return false, err
	}
	files, err := testFiles(dir, filters)
	if err != nil {
		return false, err
	}
	h, err := loadHarness(filepath.Join(dir, "harness"))
	if err != nil {
		return false, err
	}
	start := time.Now()
	goroutines := runtime.NumGoroutine()
	outcomes := runAll(dir, files, h, rules)
	if list {
		for _, o := range outcomes {
			if o.failure != "" {
				fmt.Printf("%s\n", o.path)
			}
		}
		return true, nil
	}
	r := newReport(outcomes, rules, filters)
	if n := runtime.NumGoroutine(); n > goroutines {
		r.surprises = append(r.surprises, fmt.Sprintf("%d GOROUTINES ARE LEFT", n-goroutines))
	}
	text := r.text()
	fmt.Print(text)
	fmt.Printf("\ntime: %s\n", time.Since(start).Round(time.Second))
	if printFailures {
		for _, o := range outcomes {
			if o.failure != "" {
				fmt.Printf("FAIL %s: %s\n", o.path, o.failure)
			}
		}
	}
	for _, line := range r.surprises {
		fmt.Println(line)
	}
	if reportFile != "" {
		if err := os.WriteFile(reportFile, []byte(text), 0o644); err != nil {
			return false, err
		}
	}
	return len(r.surprises) == 0, nil
}

// testFiles lists the test files below the filters, or below language and built-ins.
func testFiles(dir string, filters []string) ([]string, error) {
	if len(filters) == 0 {
		filters = []string{"language", "built-ins"}
	}
	var files []string
	for _, f := range filters {
		root := filepath.Join(dir, "test", f)
		err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err != nil {
				return err
			}
			name := d.Name()
			if !d.IsDir() && strings.HasSuffix(name, ".js") && !strings.Contains(name, "_FIXTURE") {
				rel, err := filepath.Rel(filepath.Join(dir, "test"), path)
				if err != nil {
					return err
				}
				files = append(files, filepath.ToSlash(rel))
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	sort.Strings(files)
	return files, nil
}

// runAll runs the files on all processors; the outcomes are in the order of the files.
func runAll(dir string, files []string, h *harness, rules *rules) []outcome {
	outcomes := make([]outcome, len(files))
	next := make(chan int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range next {
				outcomes[i] = runFile(dir, files[i], h, rules)
			}
		}()
	}
	for i := range files {
		next <- i
	}
	close(next)
	wg.Wait()
	return outcomes
}

func runFile(dir, path string, h *harness, rules *rules) (o outcome) {
	o.path = path
	text, err := os.ReadFile(filepath.Join(dir, "test", path))
	if err != nil {
		o.failure = err.Error()
		return o
	}
	t, err := parseTest(path, string(text))
	if err != nil {
		o.failure = err.Error()
		return o
	}
	o.both = !t.flags["onlyStrict"] && !t.flags["noStrict"] && !t.flags["module"] && !t.flags["raw"]
	if o.excluded = rules.exclude(t); o.excluded != "" {
		return o
	}
	defer func() {
		if p := recover(); p != nil {
			o.failure = fmt.Sprintf("PANIC %v", p)
		}
	}()
	o.failure = t.run(h)
	if o.excluded = rules.refused(o.failure); o.excluded != "" {
		o.failure = ""
	}
	return o
}
