// Command compare runs the workloads of package bench in every engine, interleaved, and prints the medians and their
// ratios to codemode.
//
//	go run ./cmd/compare [-rounds N] [-seconds S] [-smoke] [-md] [PROGRAM ...]
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/neurocode-ai/codemode/bench"
)

func main() {
	rounds := flag.Int("rounds", 15, "measured rounds of each engine")
	seconds := flag.Float64("seconds", 2, "time for one engine on one program; slow engines get fewer rounds")
	smoke := flag.Bool("smoke", false, "run every program once and only check the results")
	flag.Parse()
	if *smoke {
		*rounds, *seconds = 1, 0
	}
	if err := compare(*rounds, time.Duration(*seconds*float64(time.Second)), flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

// A contender is one engine on one program in one mode.
type contender struct {
	engine string
	run    func() (string, error)
	times  []time.Duration
	spent  time.Duration
	allocs uint64
	bytes  uint64
}

func compare(rounds int, limit time.Duration, only []string) error {
	programs, err := bench.Programs()
	if err != nil {
		return err
	}
	engines := bench.Engines()
	fmt.Printf("%-14s %-12s", "program", "mode")
	for _, e := range engines {
		fmt.Printf(" %22s", e.Name())
	}
	fmt.Println("\n(median time of one execution, ratio to codemode; codemode: allocations)")
	for _, p := range programs {
		if len(only) > 0 && !slices.Contains(only, p.Name) {
			continue
		}
		for _, mode := range []string{"one-shot", "precompiled"} {
			row, err := contenders(engines, p, mode)
			if err != nil {
				return err
			}
			if err := measure(row, rounds, limit); err != nil {
				return fmt.Errorf("%s: %w", p.Name, err)
			}
			print(p.Name, mode, row, engines)
		}
	}
	return nil
}

func contenders(engines []bench.Engine, p bench.Program, mode string) ([]*contender, error) {
	var row []*contender
	for _, e := range engines {
		source := e.Source(p)
		if source == "" {
			continue
		}
		c := &contender{engine: e.Name(), run: func() (string, error) { return e.Run(source) }}
		if mode == "precompiled" {
			run, err := e.Prepare(source)
			if err != nil {
				return nil, fmt.Errorf("%s, %s: %w", p.Name, e.Name(), err)
			}
			c.run = run
		}
		row = append(row, c)
	}
	return row, nil
}

// measure warms every contender up, checks that all give the same result, and runs them in turn.
func measure(row []*contender, rounds int, limit time.Duration) error {
	var want any
	for i, c := range row {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		text, err := c.run()
		first := time.Since(start)
		if err != nil {
			return fmt.Errorf("%s: %w", c.engine, err)
		}
		runtime.ReadMemStats(&after)
		c.allocs, c.bytes = after.Mallocs-before.Mallocs, after.TotalAlloc-before.TotalAlloc
		c.times = append(c.times, first)
		var got any
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			return fmt.Errorf("%s: result %q: %w", c.engine, text, err)
		}
		if i == 0 {
			want = got
		} else if !reflect.DeepEqual(got, want) {
			return fmt.Errorf("%s: result %s differs", c.engine, text)
		}
	}
	if limit == 0 {
		return nil
	}
	for _, c := range row {
		c.times = c.times[:0]
	}
	for range rounds {
		for _, c := range row {
			if len(c.times) >= 3 && c.spent > limit {
				continue
			}
			// Short programs run many times a round: what they leave to the collector is part of their cost.
			n := 1
			if len(c.times) > 0 {
				n = max(1, int(roundTime/(slices.Min(c.times)+1)))
			}
			runtime.GC()
			start := time.Now()
			for range n {
				if _, err := c.run(); err != nil {
					return err
				}
			}
			d := time.Since(start)
			c.spent += d
			c.times = append(c.times, d/time.Duration(n))
		}
	}
	return nil
}

// roundTime is how long the rounds of short programs last.
const roundTime = 30 * time.Millisecond

func (c *contender) median() time.Duration {
	t := slices.Clone(c.times)
	slices.Sort(t)
	return t[len(t)/2]
}

func print(program, mode string, row []*contender, engines []bench.Engine) {
	fmt.Printf("%-14s %-12s", program, mode)
	base := row[0].median()
	for _, e := range engines {
		i := slices.IndexFunc(row, func(c *contender) bool { return c.engine == e.Name() })
		if i < 0 {
			fmt.Printf(" %22s", "-")
			continue
		}
		c := row[i]
		cell := short(c.median())
		if i == 0 {
			cell += fmt.Sprintf(" %d allocs", c.allocs)
		} else {
			cell += fmt.Sprintf(" %6.2fx", float64(c.median())/float64(base))
		}
		fmt.Printf(" %22s", cell)
	}
	fmt.Println()
}

func short(d time.Duration) string {
	s := d.Round(d / 100).String()
	return strings.Replace(s, "µ", "u", 1)
}
