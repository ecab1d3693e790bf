// This file writes reflected schemas as JSON text: the keywords in the order in which one reads them, definitions last and only those in use.

package tools

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/invopop/jsonschema"
)

// document writes a root schema with the definitions that it needs. A root that only refers to a definition takes its place, unless the definition
// refers to itself.
func (r *reflection) document(root *jsonschema.Schema) json.RawMessage {
	if name, ok := strings.CutPrefix(root.Ref, "#/$defs/"); ok && r.defs[name] != nil && !r.used(r.defs[name])[name] {
		root = r.defs[name]
	}
	w := schemaWriter{defs: r.defs}
	w.schema(root, r.used(root), r.defs)
	r.risky = w.risky
	return w.buf
}

// used returns the names of the definitions that a schema refers to, directly or not.
func (r *reflection) used(s *jsonschema.Schema) map[string]bool {
	found := map[string]bool{}
	var visit func(s *jsonschema.Schema)
	visit = func(s *jsonschema.Schema) {
		if s == nil {
			return
		}
		if name, ok := strings.CutPrefix(s.Ref, "#/$defs/"); ok && !found[name] {
			found[name] = true
			visit(r.defs[name])
		}
		for _, list := range [...][]*jsonschema.Schema{s.AllOf, s.AnyOf, s.OneOf, s.PrefixItems,
			{s.Not, s.If, s.Then, s.Else, s.Items, s.Contains, s.AdditionalProperties, s.PropertyNames, s.ContentSchema}} {
			for _, t := range list {
				visit(t)
			}
		}
		for _, m := range [...]map[string]*jsonschema.Schema{s.PatternProperties, s.DependentSchemas, s.Definitions} {
			for _, t := range m {
				visit(t)
			}
		}
		if s.Properties != nil {
			for pair := s.Properties.Oldest(); pair != nil; pair = pair.Next() {
				visit(pair.Value)
			}
		}
	}
	visit(s)
	return found
}

type schemaWriter struct {
	buf   []byte
	first bool
	defs  jsonschema.Definitions
	// risky says that something was written which tags or methods of the host could have made a broken schema of.
	risky bool
}

// isRisky reports whether a schema has keywords that are not right by construction.
func (w *schemaWriter) isRisky(s *jsonschema.Schema) bool {
	name, ok := strings.CutPrefix(s.Ref, "#/$defs/")
	return s.Ref != "" && (!ok || w.defs[name] == nil || !isPlainName(name)) ||
		s.Type != "" && typeNames[s.Type] == "" ||
		s.Anchor != "" || s.DynamicRef != "" || s.Pattern != "" || s.MultipleOf != "" || s.MinContains != nil || s.MaxContains != nil ||
		s.ContentSchema != nil || len(s.PatternProperties)+len(s.DependentSchemas)+len(s.DependentRequired)+len(s.Definitions)+len(s.Extras) > 0
}

// key starts a member of the current object.
func (w *schemaWriter) key(name string) {
	if !w.first {
		w.buf = append(w.buf, ',')
	}
	w.first = false
	w.buf = append(appendString(w.buf, name), ':')
}

func (w *schemaWriter) text(name, value string) {
	if value != "" {
		w.key(name)
		w.buf = appendString(w.buf, value)
	}
}

func (w *schemaWriter) number(name string, value json.Number) {
	if value != "" {
		w.key(name)
		w.buf = append(w.buf, value...)
	}
}

func (w *schemaWriter) count(name string, value *uint64) {
	if value != nil {
		w.key(name)
		w.buf = strconv.AppendUint(w.buf, *value, 10)
	}
}

func (w *schemaWriter) flag(name string, value bool) {
	if value {
		w.key(name)
		w.buf = append(w.buf, "true"...)
	}
}

// value writes a value of a keyword such as default. The reflector takes them from tags, so they are plain.
func (w *schemaWriter) value(name string, value any) {
	e := encoder{limit: MaxSchemaBytes}
	if err := e.any(value); err == nil {
		w.key(name)
		w.buf = append(w.buf, e.buf...)
	}
}

func (w *schemaWriter) sub(name string, s *jsonschema.Schema) {
	if s != nil {
		w.key(name)
		w.schema(s, nil, nil)
	}
}

func (w *schemaWriter) list(name string, list []*jsonschema.Schema) {
	if len(list) == 0 {
		return
	}
	w.key(name)
	c := byte('[')
	for _, s := range list {
		w.buf = append(w.buf, c)
		c = ','
		w.schema(s, nil, nil)
	}
	w.buf = append(w.buf, ']')
}

// members writes an object of schemas, sorted by name; only restricts it to some names unless it is nil.
func (w *schemaWriter) members(name string, m map[string]*jsonschema.Schema, only map[string]bool) {
	var names []string
	for _, key := range slices.Sorted(maps.Keys(m)) {
		if only == nil || only[key] {
			names = append(names, key)
		}
	}
	if len(names) == 0 {
		return
	}
	w.key(name)
	w.buf = append(w.buf, '{')
	w.first = true
	for _, key := range names {
		w.key(key)
		w.schema(m[key], nil, nil)
	}
	w.buf = append(w.buf, '}')
	w.first = false
}

// schema writes one schema, the root with its definitions.
func (w *schemaWriter) schema(s *jsonschema.Schema, used map[string]bool, defs jsonschema.Definitions) {
	switch s {
	case nil, jsonschema.TrueSchema:
		w.buf = append(w.buf, "true"...)
		return
	case jsonschema.FalseSchema:
		w.buf = append(w.buf, "false"...)
		return
	}
	start := len(w.buf)
	w.buf = append(w.buf, '{')
	w.first = true
	w.keywords(s)
	if used != nil {
		w.members("$defs", defs, used)
	}
	if used != nil && w.first && len(w.buf) == start+1 {
		w.buf = append(w.buf[:start], "true"...)
		return
	}
	w.buf = append(w.buf, '}')
	w.first = false
}

func (w *schemaWriter) keywords(s *jsonschema.Schema) {
	w.risky = w.risky || w.isRisky(s)
	w.text("$ref", s.Ref)
	w.text("$anchor", s.Anchor)
	w.text("$dynamicRef", s.DynamicRef)
	w.text("type", s.Type)
	w.text("title", s.Title)
	w.text("description", s.Description)
	w.text("$comment", s.Comments)
	if s.Enum != nil {
		w.value("enum", s.Enum)
	}
	if s.Const != nil {
		w.value("const", s.Const)
	}
	w.properties(s)
	w.sub("additionalProperties", s.AdditionalProperties)
	w.sub("propertyNames", s.PropertyNames)
	w.members("patternProperties", s.PatternProperties, nil)
	w.members("dependentSchemas", s.DependentSchemas, nil)
	if len(s.DependentRequired) > 0 {
		w.value("dependentRequired", s.DependentRequired)
	}
	w.sub("items", s.Items)
	w.list("prefixItems", s.PrefixItems)
	w.sub("contains", s.Contains)
	w.list("allOf", s.AllOf)
	w.list("anyOf", s.AnyOf)
	w.list("oneOf", s.OneOf)
	w.sub("not", s.Not)
	w.sub("if", s.If)
	w.sub("then", s.Then)
	w.sub("else", s.Else)
	w.bounds(s)
	w.text("format", s.Format)
	w.text("contentEncoding", s.ContentEncoding)
	w.text("contentMediaType", s.ContentMediaType)
	w.sub("contentSchema", s.ContentSchema)
	if s.Default != nil {
		w.value("default", s.Default)
	}
	w.flag("deprecated", s.Deprecated)
	w.flag("readOnly", s.ReadOnly)
	w.flag("writeOnly", s.WriteOnly)
	if len(s.Examples) > 0 {
		w.value("examples", s.Examples)
	}
	for _, key := range slices.Sorted(maps.Keys(s.Extras)) {
		w.value(key, s.Extras[key])
	}
	w.members("$defs", s.Definitions, nil)
}

func (w *schemaWriter) properties(s *jsonschema.Schema) {
	if s.Properties != nil && s.Properties.Len() > 0 {
		w.key("properties")
		w.buf = append(w.buf, '{')
		w.first = true
		for pair := s.Properties.Oldest(); pair != nil; pair = pair.Next() {
			w.key(pair.Key)
			w.schema(pair.Value, nil, nil)
		}
		w.buf = append(w.buf, '}')
		w.first = false
	}
	if len(s.Required) > 0 {
		w.value("required", s.Required)
	}
}

func (w *schemaWriter) bounds(s *jsonschema.Schema) {
	w.number("multipleOf", s.MultipleOf)
	w.number("minimum", s.Minimum)
	w.number("maximum", s.Maximum)
	w.number("exclusiveMinimum", s.ExclusiveMinimum)
	w.number("exclusiveMaximum", s.ExclusiveMaximum)
	w.count("minLength", s.MinLength)
	w.count("maxLength", s.MaxLength)
	w.text("pattern", s.Pattern)
	w.count("minItems", s.MinItems)
	w.count("maxItems", s.MaxItems)
	w.flag("uniqueItems", s.UniqueItems)
	w.count("minContains", s.MinContains)
	w.count("maxContains", s.MaxContains)
	w.count("minProperties", s.MinProperties)
	w.count("maxProperties", s.MaxProperties)
}
