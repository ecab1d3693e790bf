// Package bench compares codemode with other JavaScript engines for Go on the same programs.
//
// A program (programs/*.js) is the body of an async function that returns a JSON value. Every engine runs it two ways:
// one-shot, from source text to JSON result in a fresh machine, and precompiled, where only compilation is left out.
// cmd/compare prints the ratios.
package bench

import (
	"embed"
	"fmt"
	"path"
	"sort"
	"strings"
)

//go:embed programs
var programFiles embed.FS

// A Program is a workload. ES5 is the same in ECMAScript 5, for engines that know no more; empty when there is none.
type Program struct {
	Name, Source, ES5 string
}

// Programs returns the workloads, in alphabetical order.
func Programs() ([]Program, error) {
	entries, err := programFiles.ReadDir("programs")
	if err != nil {
		return nil, err
	}
	var all []Program
	for _, e := range entries {
		if e.IsDir() {
			continue
		}
		text, err := programFiles.ReadFile(path.Join("programs", e.Name()))
		if err != nil {
			return nil, err
		}
		p := Program{Name: strings.TrimSuffix(e.Name(), ".js"), Source: string(text)}
		if old, err := programFiles.ReadFile(path.Join("programs/es5", e.Name())); err == nil {
			p.ES5 = string(old)
		}
		all = append(all, p)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Name < all[j].Name })
	return all, nil
}

// An Engine runs programs. Run and the function that Prepare returns give the result as JSON text.
type Engine interface {
	Name() string
	// Source returns the form of the program that the engine can run, empty when it cannot.
	Source(p Program) string
	Run(source string) (string, error)
	Prepare(source string) (func() (string, error), error)
}

// Engines returns the engines that are compared, codemode first.
func Engines() []Engine {
	return []Engine{newCodemode(), treewalkEngine{}, gojaEngine{}, quickjsEngine{}, ottoEngine{}}
}

// Row is what tools.orders.get answers in all engines.
type Row struct {
	ID     int     `json:"id"`
	Status string  `json:"status"`
	Price  float64 `json:"price"`
	Qty    int     `json:"qty"`
}

func rowOf(id int) Row {
	status := "closed"
	if id%3 != 0 {
		status = "open"
	}
	return Row{id, status, 2.5 + float64(id), 1 + id%4}
}

// asyncBody wraps a program for engines that have no other way to run the body of an async function.
func asyncBody(source string) string {
	return fmt.Sprintf("(async function () {\n%s\n})().then(function (v) { __result = JSON.stringify(v === undefined ? null : v) }, function (e) { __error = String(e) })", source)
}
