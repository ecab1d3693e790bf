// This file defines the catalogue: a tool tree flattened, checked and ordered, with a walkable form for the engine.

package tools

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Reserved is the top-level name that belongs to the runtime.
const Reserved = "$codemode"

// Bounds of a tree.
const (
	maxNameBytes = 512
	maxTreeDepth = 32
	maxTools     = 100_000
)

// Pattern is a compiled regular expression of a schema.
type Pattern interface {
	MatchString(s string) bool
	String() string
}

// ResolveOptions changes how a tree is resolved. The zero value is right for most hosts.
type ResolveOptions struct {
	// SkipBroken leaves a tool with a broken schema out of the catalogue and reports it in Catalogue.Skipped, instead of failing.
	// Errors of the tree itself (names, duplicates) always fail.
	SkipBroken bool
	// CompilePattern compiles the regular expressions of schemas that are enforced. Nil means Go's regexp package, which
	// refuses look-around and back references; a refused pattern makes its schema a broken one.
	CompilePattern func(pattern string) (Pattern, error)
}

// Resolved is a tool with its place in the tree.
type Resolved struct {
	Tool *Tool
	// Keys leads from the root to the tool.
	Keys []string
	// Path is the canonical path: the keys joined with dots. Two tools can have the same one if a key has a dot in it.
	Path string
	// Call is the expression that calls the tool: tools.depot["move-crate"]. It is unique.
	Call string
	// Index is the position in Catalogue.Tools, -1 for the tools of the runtime.
	Index int
}

// Namespace is the first key of the tool.
func (r *Resolved) Namespace() string { return r.Keys[0] }

// Place is a node of the resolved tree: a tool, or a namespace if Tool is nil.
type Place struct {
	Tool *Resolved
	// Keys leads from the root to the place; Path is Keys joined with dots.
	Keys        []string
	Path        string
	Description string
	// Names are the names of the children in declaration order, integer-like names first in ascending order as in any object
	// of JavaScript. The caller must not change it.
	Names []string

	children map[string]*Place
}

// Child returns the child of a name, nil if there is none.
func (p *Place) Child(name string) *Place { return p.children[name] }

// SkippedTool is a tool that was left out.
type SkippedTool struct {
	Path string
	Err  error
}

// Catalogue is a resolved tree. It is immutable once the runtime has added its own tools, and safe for concurrent use.
type Catalogue struct {
	// Root is the tree, the tools of the runtime included.
	Root *Place
	// Tools are the tools of the host, depth first in declaration order.
	Tools []*Resolved
	// Skipped are the tools left out because of ResolveOptions.SkipBroken.
	Skipped []SkippedTool

	byPath map[string]*Resolved
}

// TreeError is an error of a tree or of a tool in it.
type TreeError struct {
	// Path is the canonical path of the place, "" for the root.
	Path string
	Err  error
}

func (e *TreeError) Error() string {
	if e.Path == "" {
		return "tools: " + e.Err.Error()
	}
	return "tools: " + e.Path + ": " + e.Err.Error()
}

// Unwrap returns the error without the path.
func (e *TreeError) Unwrap() error { return e.Err }

// Resolve flattens and checks a tree. All errors are *TreeError. A nil root is an empty tree.
func Resolve(root Node) (*Catalogue, error) { return ResolveWith(root, ResolveOptions{}) }

// ResolveWith is Resolve with options.
func ResolveWith(root Node, options ResolveOptions) (*Catalogue, error) {
	r := resolver{options: options, catalogue: &Catalogue{byPath: map[string]*Resolved{}}}
	if root == nil {
		root = Tree(nil)
	}
	entries, description, err := children(root)
	if err != nil {
		return nil, &TreeError{Err: err}
	}
	for _, e := range entries {
		if e.Name == Reserved {
			return nil, &TreeError{Path: Reserved, Err: errors.New("the name is reserved for the runtime at the top level")}
		}
	}
	r.catalogue.Root, err = r.namespace(nil, entries, description)
	if err != nil {
		return nil, err
	}
	return r.catalogue, nil
}

// children returns the children of a namespace node in their order.
func children(n Node) ([]Entry, string, error) {
	switch n := n.(type) {
	case Tree:
		entries := make([]Entry, 0, len(n))
		for _, name := range slices.Sorted(maps.Keys(n)) {
			entries = append(entries, Entry{name, n[name]})
		}
		return entries, "", nil
	case *Namespace:
		if n == nil {
			return nil, "", errors.New("the node is nil")
		}
		return n.Children, n.Description, nil
	case *Tool:
		return nil, "", errors.New("the root must be a Tree or a Namespace, not a tool")
	}
	return nil, "", errors.New("the node is nil")
}

type resolver struct {
	options   ResolveOptions
	catalogue *Catalogue
}

func (r *resolver) namespace(keys []string, entries []Entry, description string) (*Place, error) {
	p := &Place{
		Keys: keys, Path: strings.Join(keys, "."), Description: description,
		Names: make([]string, 0, len(entries)), children: make(map[string]*Place, len(entries)),
	}
	if len(keys) > maxTreeDepth {
		return nil, &TreeError{Path: p.Path, Err: fmt.Errorf("namespaces nest deeper than %d levels", maxTreeDepth)}
	}
	for _, e := range entries {
		child, err := r.entry(p, e)
		if err != nil {
			return nil, err
		}
		if child != nil {
			p.add(e.Name, child)
		}
	}
	p.order()
	return p, nil
}

// entry resolves one child; it is nil for a tool that is skipped.
func (r *resolver) entry(parent *Place, e Entry) (*Place, error) {
	if err := checkName(e.Name); err != nil {
		return nil, &TreeError{Path: parent.Path, Err: err}
	}
	keys := append(slices.Clip(parent.Keys), e.Name)
	tool, isTool := e.Node.(*Tool)
	if other := parent.children[e.Name]; other != nil {
		what := "is defined twice"
		if (other.Tool != nil) != isTool {
			what = "is both a tool and a namespace"
		}
		return nil, &TreeError{Path: strings.Join(keys, "."), Err: errors.New("the path " + what)}
	}
	if !isTool {
		entries, description, err := children(e.Node)
		if err != nil {
			return nil, &TreeError{Path: strings.Join(keys, "."), Err: err}
		}
		return r.namespace(keys, entries, description)
	}
	return r.tool(keys, tool)
}

func (r *resolver) tool(keys []string, tool *Tool) (*Place, error) {
	place := newToolPlace(keys, tool)
	if tool == nil {
		return nil, &TreeError{Path: place.Path, Err: errors.New("the tool is nil")}
	}
	if len(r.catalogue.Tools) == maxTools {
		return nil, &TreeError{Path: place.Path, Err: fmt.Errorf("more than %d tools", maxTools)}
	}
	if err := tool.prepare(r.options.CompilePattern); err != nil {
		if r.options.SkipBroken {
			r.catalogue.Skipped = append(r.catalogue.Skipped, SkippedTool{place.Path, err})
			return nil, nil
		}
		return nil, &TreeError{Path: place.Path, Err: err}
	}
	place.Tool.Index = len(r.catalogue.Tools)
	r.catalogue.add(place.Tool)
	r.catalogue.Tools = append(r.catalogue.Tools, place.Tool)
	return place, nil
}

func newToolPlace(keys []string, tool *Tool) *Place {
	t := &Resolved{Tool: tool, Keys: keys, Path: strings.Join(keys, "."), Call: CallExpression(keys), Index: -1}
	return &Place{Tool: t, Keys: keys, Path: t.Path}
}

func (p *Place) add(name string, child *Place) {
	p.Names = append(p.Names, name)
	p.children[name] = child
}

// order moves integer-like names to the front.
func (p *Place) order() {
	slices.SortStableFunc(p.Names, func(a, b string) int {
		i, iok := arrayIndex(a)
		j, jok := arrayIndex(b)
		switch {
		case iok && jok:
			return int(i) - int(j)
		case iok:
			return -1
		case jok:
			return 1
		}
		return 0
	})
}

// arrayIndex reports whether a name is the canonical text of an integer below 2^32-1.
func arrayIndex(name string) (int64, bool) {
	if name == "" || len(name) > 10 || name[0] < '0' || name[0] > '9' || name[0] == '0' && name != "0" {
		return 0, false
	}
	n, err := strconv.ParseInt(name, 10, 64)
	return n, err == nil && n < 1<<32-1
}

func checkName(name string) error {
	if len(name) > maxNameBytes {
		return fmt.Errorf("a name of %d bytes; names have at most %d", len(name), maxNameBytes)
	}
	if !utf8.ValidString(name) {
		return fmt.Errorf("the name %q is not valid UTF-8", name)
	}
	return nil
}

// add makes a tool known by its canonical path; of equal paths the first one counts.
func (c *Catalogue) add(r *Resolved) {
	if _, ok := c.byPath[r.Path]; !ok {
		c.byPath[r.Path] = r
	}
}

// AddInternal adds a tool of the runtime below the reserved top-level name. It can be called and enumerated, but is not
// part of Tools. It must not be called once the catalogue is in use.
func (c *Catalogue) AddInternal(name string, tool *Tool) (*Resolved, error) {
	internal := c.Root.children[Reserved]
	if internal == nil {
		internal = &Place{Keys: []string{Reserved}, Path: Reserved, children: map[string]*Place{}}
		c.Root.add(Reserved, internal)
	}
	place := newToolPlace([]string{Reserved, name}, tool)
	if internal.children[name] != nil {
		return nil, &TreeError{Path: place.Path, Err: errors.New("the path is defined twice")}
	}
	if err := tool.prepare(nil); err != nil {
		return nil, &TreeError{Path: place.Path, Err: err}
	}
	internal.add(name, place)
	c.add(place.Tool)
	return place.Tool, nil
}

// Lookup returns the place of a list of keys, nil if there is none.
func (c *Catalogue) Lookup(keys []string) *Place {
	p := c.Root
	for _, key := range keys {
		if p = p.Child(key); p == nil {
			return nil
		}
	}
	return p
}

// Find returns the tool of a canonical path, nil if there is none.
func (c *Catalogue) Find(path string) *Resolved { return c.byPath[path] }

// CallExpression renders the expression that reaches a list of keys from the program's tools object: a key that is an ASCII identifier follows
// a dot, any other one stands in brackets.
func CallExpression(keys []string) string {
	b := append(make([]byte, 0, 64), "tools"...)
	for _, key := range keys {
		if isIdentifier(key) {
			b = append(append(b, '.'), key...)
		} else {
			b = append(appendString(append(b, '['), key), ']')
		}
	}
	return string(b)
}

// isIdentifier reports whether s matches [A-Za-z_$][A-Za-z0-9_$]*.
func isIdentifier(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c == '$' || i > 0 && c >= '0' && c <= '9' {
			continue
		}
		return false
	}
	return s != ""
}
