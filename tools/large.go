// This file finds the problems of large values. The validator reports everything that is wrong with a value, in about a kilobyte for each place;
// a value that a program makes in no time can be wrong in millions of places, of which five are told.

package tools

import (
	"maps"
	"slices"
	"strconv"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// largeValue is the number of nodes above which a value is looked through part by part.
const largeValue = 10_000

// exceeds reports whether a value has more nodes than the budget, which it uses up.
func exceeds(v any, budget *int) bool {
	if *budget--; *budget < 0 {
		return true
	}
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			if exceeds(item, budget) {
				return true
			}
		}
	case map[string]any:
		for _, item := range v {
			if exceeds(item, budget) {
				return true
			}
		}
	}
	return false
}

func isLarge(v any, limit int) bool { return exceeds(v, &limit) }

// finder goes down a value and its schema and stops when it knows enough problems. Where it finds none and no place was vague, there are none.
type finder struct {
	reporter
	limit  int // of the nodes of a part that is reported on by the validator
	leaves []leaf
	vague  []leaf // places whose schema cannot be taken apart
}

// problems makes the sentences for a value that is known to be wrong. It does not count the problems that are left out.
func (f *finder) problems() []Problem {
	if len(f.leaves) == 0 {
		f.leaves = f.vague[:1]
	}
	sortProblems(f.leaves)
	var list []Problem
	for _, l := range f.leaves {
		p := l.problem(f.tree, "")
		if n := len(list); (n == 0 || list[n-1] != p) && n < maxProblems {
			list = append(list, p)
		}
	}
	return list
}

const tooLargeToTell = "the value does not satisfy the schema, and is too large to say where"

func (f *finder) enough() bool { return len(f.leaves) >= maxProblems }

// visit checks a part of the value against a part of the schema.
func (f *finder) visit(s *jsonschema.Schema, v any, at []string) {
	if s == nil || f.enough() {
		return
	}
	if !isLarge(v, f.limit) {
		f.report(s, v, at)
		return
	}
	// What is left in own after the parts have been visited concerns the value as a whole.
	own := *s
	own.Ref, own.AllOf = nil, nil
	f.visit(s.Ref, v, at)
	for _, t := range s.AllOf {
		f.visit(t, v, at)
	}
	switch v := v.(type) {
	case []any:
		item, _ := s.Items.(*jsonschema.Schema)
		if item == nil {
			item = s.Items2020
		}
		if item != nil && len(s.PrefixItems) == 0 {
			own.Items, own.Items2020 = nil, nil
			for i := 0; i < len(v) && !f.enough(); i++ {
				f.visit(item, v[i], append(slices.Clip(at), strconv.Itoa(i)))
			}
		}
	case map[string]any:
		f.fields(s, &own, v, at)
	}
	if appliesParts(&own, v) {
		f.vague = append(f.vague, leaf{at: at, message: tooLargeToTell})
	} else {
		f.report(&own, v, at)
	}
}

// fields visits the fields of an object, and leaves in own that they may be there.
func (f *finder) fields(s, own *jsonschema.Schema, v map[string]any, at []string) {
	anything := true
	own.Properties = make(map[string]*jsonschema.Schema, len(s.Properties))
	for key := range s.Properties {
		own.Properties[key] = &jsonschema.Schema{Bool: &anything}
	}
	others, _ := s.AdditionalProperties.(*jsonschema.Schema)
	if len(s.PatternProperties) > 0 {
		others = nil
	} else if others != nil {
		own.AdditionalProperties = nil
	}
	for _, key := range slices.Sorted(maps.Keys(v)) {
		t := s.Properties[key]
		if t == nil {
			t = others
		}
		f.visit(t, v[key], append(slices.Clip(at), key))
	}
}

// appliesParts reports whether a schema still applies others to a value or to parts of it.
func appliesParts(s *jsonschema.Schema, v any) bool {
	n := 0
	count := func(*jsonschema.Schema) { n++ }
	inPlace(s, count)
	t := *s
	t.Properties = nil // made harmless by fields
	if _, isArray := v.([]any); isArray {
		t.PatternProperties, t.AdditionalProperties, t.PropertyNames, t.UnevaluatedProperties = nil, nil, nil, nil
	} else {
		t.Items, t.Items2020, t.PrefixItems, t.AdditionalItems, t.Contains, t.UnevaluatedItems = nil, nil, nil, nil, nil, nil
	}
	below(&t, count)
	return n > 0
}

// report collects what the validator says of a part that is small, or of the part as a whole.
func (f *finder) report(s *jsonschema.Schema, v any, at []string) {
	err := s.Validate(v)
	report, ok := err.(*jsonschema.ValidationError)
	if !ok {
		return
	}
	r := reporter{root: f.root, tree: v, parts: f.parts}
	for _, l := range r.flatten(report) {
		l.at = append(slices.Clip(at), l.at...)
		f.leaves = append(f.leaves, l)
	}
	f.parts = r.parts
}
