// This file defines the contract of one side of a tool: a JSON Schema document, when it is compiled, and how a value is checked.

package tools

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Bounds of a schema document.
const (
	// MaxSchemaBytes is the size of the largest schema document that a tool may have.
	MaxSchemaBytes = 4 << 20
	// maxSchemaNodes bounds the objects of an enforced schema: the compiler looks through a list of them for each reference, so its
	// time grows with the square (20 000 objects: about half a second).
	maxSchemaNodes = 20_000
	// maxChecks bounds the (schema, value) pairs that one validation may visit. Unions that contain themselves are tried
	// branch by branch, so that the pairs can grow exponentially with the depth of the value.
	maxChecks = 2_000_000
)

// contract is one side of a tool. Compiling a schema costs about 80 µs and 50 KB, a thousand tools would cost as much as everything else
// together. A schema whose form is known to be right (see wellFormed) is therefore compiled by the first call.
type contract struct {
	text json.RawMessage
	// source writes the document when it is needed (Definition.InputFunc). What it writes is kept only if it is enforced.
	source     func() json.RawMessage
	sourceOnce sync.Once
	enforced   bool
	// implied says that the encoder of the Go type writes only values that satisfy the schema.
	implied bool
	// trusted says that the document was written here and cannot be broken.
	trusted bool

	prepareOnce sync.Once
	prepareErr  error
	pattern     func(string) (Pattern, error)

	quickOnce sync.Once
	quick     *quick // decides most values, nil when the schema has no quick form

	compileOnce sync.Once
	compiled    *jsonschema.Schema
	compileErr  error
	// refuses is the negation of compiled. It keeps one thing that is wrong, where compiled makes a report of everything.
	refuses *jsonschema.Schema
	// branching says that a validation can visit many more pairs than the value has nodes.
	branching bool
}

// copyTo copies what was given, not what was compiled.
func (c *contract) copyTo(d *contract) {
	if c.source == nil {
		d.text = c.text
	}
	d.source, d.enforced, d.implied, d.trusted = c.source, c.enforced, c.implied, c.trusted
}

// document returns the schema document, nil if nothing is known.
func (c *contract) document() json.RawMessage {
	if c.source == nil {
		return c.text
	}
	if !c.enforced {
		return c.source()
	}
	c.sourceOnce.Do(func() { c.text = c.source() })
	return c.text
}

// prepare checks both schemas. It runs once for each tool; a tool that is in several trees keeps the first pattern engine.
func (t *Tool) prepare(pattern func(string) (Pattern, error)) error {
	if t.broken != nil {
		return t.broken
	}
	if err := t.input.prepare(pattern); err != nil {
		return fmt.Errorf("input schema: %w", err)
	}
	if err := t.output.prepare(pattern); err != nil {
		return fmt.Errorf("output schema: %w", err)
	}
	return nil
}

func (c *contract) prepare(pattern func(string) (Pattern, error)) error {
	c.prepareOnce.Do(func() {
		c.pattern = pattern
		// A source that is not enforced is not run: making a catalogue of a thousand tools must not write all their schemas.
		if c.source != nil && !c.enforced {
			return
		}
		if text := c.document(); text != nil && !c.trusted {
			c.prepareErr = c.check(text)
		}
	})
	return c.prepareErr
}

// check finds everything that is wrong with a schema, so that no call can fail because of it.
func (c *contract) check(text json.RawMessage) error {
	if len(text) > MaxSchemaBytes {
		return fmt.Errorf("the document has %d bytes, at most %d are allowed", len(text), MaxSchemaBytes)
	}
	if !c.enforced {
		return scanText(text)
	}
	doc, err := parseTree(text)
	if err != nil {
		return err
	}
	if wellFormed(doc, c.compilePattern) {
		return nil
	}
	_, err = c.schema()
	return err
}

func (c *contract) compilePattern(s string) (Pattern, error) {
	if c.pattern != nil {
		return c.pattern(s)
	}
	return regexp.Compile(s)
}

// schema returns the compiled schema.
func (c *contract) schema() (*jsonschema.Schema, error) {
	c.compileOnce.Do(func() {
		defer func() {
			if v := recover(); v != nil {
				c.compileErr = fmt.Errorf("the schema cannot be compiled: %v", v)
			}
		}()
		doc, err := parseTree(c.document())
		if err == nil {
			c.compiled, c.refuses, err = compileSchema(doc, c.compilePattern)
		}
		c.compileErr = err
		if err == nil {
			c.branching = branching(c.compiled)
		}
	})
	return c.compiled, c.compileErr
}

// schemaURL is where a document pretends to come from. References to any other document are refused.
const schemaURL = "codemode://tool/schema.json"

// refusesURL is where the negation of the document is.
const refusesURL = "codemode://tool/refuses.json"

// noLoader refuses to load documents. Without it the compiler would read files named by a "$ref".
type noLoader struct{}

func (noLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("%s is outside of the document; only references inside of it are followed", url)
}

func compileSchema(doc any, pattern func(string) (Pattern, error)) (compiled, refuses *jsonschema.Schema, err error) {
	if n := countObjects(doc); n > maxSchemaNodes {
		return nil, nil, fmt.Errorf("the schema has %d objects, at most %d can be enforced", n, maxSchemaNodes)
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(noLoader{})
	c.AssertFormat()
	c.UseRegexpEngine(func(s string) (jsonschema.Regexp, error) {
		re, err := pattern(s)
		if err != nil {
			return nil, fmt.Errorf("pattern %q: %w", s, err)
		}
		return re, nil
	})
	if err := c.AddResource(schemaURL, doc); err != nil {
		return nil, nil, err
	}
	if compiled, err = c.Compile(schemaURL); err != nil {
		return nil, nil, schemaError(err)
	}
	if s := endless(compiled, hasOneResource(doc, true)); s != nil {
		_, place, _ := strings.Cut(s.Location, "#")
		return nil, nil, fmt.Errorf("the schema at #%s refers to itself without end", place)
	}
	if err := c.AddResource(refusesURL, map[string]any{"not": map[string]any{"$ref": schemaURL}}); err != nil {
		return nil, nil, err
	}
	refuses, err = c.Compile(refusesURL)
	return compiled, refuses, err
}

// endless returns a part of a schema that applies itself to the same value again, nil if there is none. No value could be checked against it.
// In a document of one resource, dynamic references lead where they seem to; in others it depends on the way to them, and they are
// left to the validator.
func endless(root *jsonschema.Schema, oneResource bool) *jsonschema.Schema {
	follow := staticInPlace
	if oneResource {
		follow = inPlace
	}
	const open, done = 1, 2
	state := map[*jsonschema.Schema]int{}
	var visit func(s *jsonschema.Schema) (loop bool)
	visit = func(s *jsonschema.Schema) (loop bool) {
		if state[s] != 0 {
			return state[s] == open
		}
		state[s] = open
		follow(s, func(t *jsonschema.Schema) { loop = loop || visit(t) })
		state[s] = done
		return loop
	}
	return searchSchema(root, visit)
}

// schemaError shortens the compiler's report to the places in the document that are wrong.
func schemaError(err error) error {
	var bad *jsonschema.SchemaValidationError
	var report *jsonschema.ValidationError
	if errors.As(err, &bad) && errors.As(bad.Err, &report) {
		problems := (&reporter{}).flatten(report)
		sortProblems(problems)
		if len(problems) > 0 {
			return fmt.Errorf("not a valid schema: %s", problems[0].problem(nil, "the schema"))
		}
	}
	var load *jsonschema.LoadURLError
	if errors.As(err, &load) {
		return load.Err
	}
	var pointer *jsonschema.JSONPointerNotFoundError
	if errors.As(err, &pointer) {
		return fmt.Errorf("the reference %s leads nowhere in the document", strings.TrimPrefix(pointer.URL, schemaURL))
	}
	var anchor *jsonschema.AnchorNotFoundError
	if errors.As(err, &anchor) {
		return fmt.Errorf("the reference %s leads nowhere in the document", strings.TrimPrefix(anchor.Reference, schemaURL))
	}
	return err
}

// hasOneResource reports whether nothing below the root of a document has an identifier, which would begin a resource of its own.
func hasOneResource(v any, root bool) bool {
	switch v := v.(type) {
	case map[string]any:
		for key, item := range v {
			if _, text := item.(string); text && !root && (key == "$id" || key == "id") || !hasOneResource(item, false) {
				return false
			}
		}
	case []any:
		for _, item := range v {
			if !hasOneResource(item, false) {
				return false
			}
		}
	}
	return true
}

func countObjects(v any) int {
	n := 0
	switch v := v.(type) {
	case map[string]any:
		n++
		for _, item := range v {
			n += countObjects(item)
		}
	case []any:
		for _, item := range v {
			n += countObjects(item)
		}
	}
	return n
}

// validate checks a tree against the schema. The problems are sorted; more counts those beyond the limit.
func (c *contract) validate(tree any) (problems []Problem, more int) {
	c.quickOnce.Do(func() {
		if doc, err := parseTree(c.document()); err == nil {
			c.quick = quickOf(doc, 0)
		}
	})
	if c.quick != nil && c.quick.accepts(tree) {
		return nil, 0
	}
	schema, err := c.schema()
	if err != nil {
		return []Problem{{Message: "the schema of the tool is broken"}}, 0
	}
	if c.branching {
		if budget := maxChecks; !countChecks(schema, tree, &budget) {
			return []Problem{{Message: "the value nests too deep to be checked against the schema"}}, 0
		}
	}
	if isLarge(tree, largeValue) {
		f := finder{reporter: reporter{root: schema, tree: tree}, limit: largeValue}
		f.visit(schema, tree, nil)
		if len(f.leaves) == 0 && (len(f.vague) == 0 || c.refuses.Validate(tree) != nil) {
			return nil, 0
		}
		return f.problems(), 0
	}
	err = schema.Validate(tree)
	if err == nil {
		return nil, 0
	}
	var report *jsonschema.ValidationError
	if !errors.As(err, &report) {
		return []Problem{{Message: "the value cannot be checked"}}, 0
	}
	return (&reporter{root: schema, tree: tree}).problems(report)
}

// inPlace calls f for every schema that s applies to the same value.
func inPlace(s *jsonschema.Schema, f func(*jsonschema.Schema)) {
	staticInPlace(s, f)
	if s.RecursiveRef != nil {
		f(s.RecursiveRef)
	}
	if s.DynamicRef != nil && s.DynamicRef.Ref != nil {
		f(s.DynamicRef.Ref)
	}
}

// staticInPlace is inPlace without the references whose target depends on the way to them.
func staticInPlace(s *jsonschema.Schema, f func(*jsonschema.Schema)) {
	for _, t := range [...]*jsonschema.Schema{s.Ref, s.Not, s.If, s.Then, s.Else} {
		if t != nil {
			f(t)
		}
	}
	for _, list := range [...][]*jsonschema.Schema{s.AllOf, s.AnyOf, s.OneOf} {
		for _, t := range list {
			f(t)
		}
	}
	for _, t := range s.DependentSchemas {
		f(t)
	}
	for _, d := range s.Dependencies {
		if t, ok := d.(*jsonschema.Schema); ok {
			f(t)
		}
	}
}

// below calls f for every schema that s applies to a part of the value.
func below(s *jsonschema.Schema, f func(*jsonschema.Schema)) {
	one := func(v any) {
		switch v := v.(type) {
		case *jsonschema.Schema:
			if v != nil {
				f(v)
			}
		case []*jsonschema.Schema:
			for _, t := range v {
				f(t)
			}
		}
	}
	for _, t := range s.Properties {
		f(t)
	}
	for _, t := range s.PatternProperties {
		f(t)
	}
	for _, v := range [...]any{s.AdditionalProperties, s.Items, s.AdditionalItems, s.PrefixItems, s.Items2020,
		s.Contains, s.PropertyNames, s.UnevaluatedProperties, s.UnevaluatedItems} {
		one(v)
	}
}

// branching reports whether the paths through a schema are many: it contains itself in a place that has alternatives, or
// shared parts multiply. Where they are few, a validation visits each node of a value few times.
func branching(root *jsonschema.Schema) bool {
	const many = 4096
	paths := map[*jsonschema.Schema]int{} // -1 while it is being counted
	var count func(s *jsonschema.Schema, depth int) int
	count = func(s *jsonschema.Schema, depth int) int {
		n, seen := paths[s]
		if n == -1 || depth > 2*maxTextDepth {
			return many // a cycle
		}
		if seen {
			return n
		}
		paths[s] = -1
		n = 1
		add := func(t *jsonschema.Schema) { n = min(many, n+count(t, depth+1)) }
		inPlace(s, add)
		below(s, add)
		paths[s] = n
		return n
	}
	return count(root, 0) >= many
}

// countChecks walks the (schema, value) pairs that a validation may visit until the budget is used up.
func countChecks(s *jsonschema.Schema, v any, budget *int) bool {
	c := checkCounter{budget: budget}
	return c.visit(s, v)
}

type checkCounter struct {
	budget *int
	// same holds the schemas being applied to the current value, to end reference cycles.
	same []*jsonschema.Schema
}

func (c *checkCounter) visit(s *jsonschema.Schema, v any) bool {
	if *c.budget--; *c.budget < 0 {
		return false
	}
	for _, t := range c.same {
		if t == s {
			return true
		}
	}
	if s.Enum != nil {
		*c.budget -= len(s.Enum.Values) / 16
	}
	c.same = append(c.same, s)
	ok := true
	inPlace(s, func(t *jsonschema.Schema) { ok = ok && c.visit(t, v) })
	c.same = c.same[:len(c.same)-1]
	return ok && c.parts(s, v)
}

func (c *checkCounter) parts(s *jsonschema.Schema, v any) bool {
	sub := checkCounter{budget: c.budget}
	visit := func(t any, v any) bool {
		schema, ok := t.(*jsonschema.Schema)
		return !ok || schema == nil || sub.visit(schema, v)
	}
	switch v := v.(type) {
	case map[string]any:
		for key, item := range v {
			known := s.Properties[key]
			ok := visit(known, item) && visit(s.UnevaluatedProperties, item) && visit(s.PropertyNames, key)
			if known == nil {
				ok = ok && visit(s.AdditionalProperties, item)
			}
			for _, t := range s.PatternProperties {
				ok = ok && visit(t, item)
			}
			if !ok {
				return false
			}
		}
	case []any:
		listed, _ := s.Items.([]*jsonschema.Schema)
		listed = append(listed[:len(listed):len(listed)], s.PrefixItems...)
		for i, item := range v {
			ok := visit(s.Contains, item) && visit(s.UnevaluatedItems, item)
			if i < len(listed) {
				ok = ok && visit(listed[i], item)
			} else {
				ok = ok && visit(s.Items, item) && visit(s.Items2020, item) && visit(s.AdditionalItems, item)
			}
			if !ok {
				return false
			}
		}
	}
	return true
}
