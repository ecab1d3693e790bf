// This file derives the schemas of a typed tool from its Go types. The reflection itself is done by github.com/invopop/jsonschema; what it
// leaves to be settled (pointers, names of types, types with a JSON form of their own) is settled here.

package tools

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/invopop/jsonschema"
)

// reflect gives a tool the schemas and codecs of its Go types.
func (t *Tool) reflect(in, out reflect.Type) {
	if err := t.reflectSide(&t.input, in, false); err != nil {
		t.broken = fmt.Errorf("input type %s: %w", in, err)
		return
	}
	if err := t.reflectSide(&t.output, out, true); err != nil {
		t.broken = fmt.Errorf("output type %s: %w", out, err)
		return
	}
	t.undefinedNil = out.Kind() == reflect.Interface
	if in != rawType {
		t.decode = func(x *Exchange, c *contract, text []byte) (any, error) {
			v := reflect.New(in).Elem()
			if err := decodeInto(x, c, text, v); err != nil {
				return nil, err
			}
			return v.Interface(), nil
		}
	}
	codec := codecOf(out)
	t.encode = func(x *Exchange, inline bool, result any) ([]byte, error) {
		if out == rawType || out.Kind() == reflect.Interface {
			return encodeRaw(x, inline, result)
		}
		e := newEncoder(x, inline, true)
		return e.finish(codec.ready().encode(e, reflect.ValueOf(result)))
	}
}

func (t *Tool) reflectSide(c *contract, typ reflect.Type, output bool) error {
	text, r, err := reflectSchema(typ, output)
	if err != nil {
		return err
	}
	if string(text) == "true" {
		return nil // nothing is known, nothing to enforce
	}
	c.text, c.enforced, c.implied, c.trusted = text, true, r.implied, !r.risky && len(text) < maxSchemaNodes
	return nil
}

// reflection is the work on one type.
type reflection struct {
	reflector jsonschema.Reflector
	output    bool
	// implied stays true while the schema demands nothing that the encoder could violate.
	implied bool
	// risky says that the document needs to be checked.
	risky bool

	names map[reflect.Type]string
	taken map[string]bool
	defs  jsonschema.Definitions
	fixed map[*jsonschema.Schema]bool
}

// reflectSchema returns the schema document of a type, "true" if anything goes.
func reflectSchema(typ reflect.Type, output bool) (text json.RawMessage, r *reflection, err error) {
	defer func() {
		// The reflector reports types that JSON does not have by a panic.
		if v := recover(); v != nil {
			text, err = nil, fmt.Errorf("%v", v)
		}
	}()
	r = &reflection{
		output: output, implied: true,
		names: map[reflect.Type]string{}, taken: map[string]bool{}, fixed: map[*jsonschema.Schema]bool{},
	}
	r.reflector = jsonschema.Reflector{Anonymous: true, AllowAdditionalProperties: true, Mapper: r.mapType, Namer: r.name}
	root := r.reflector.ReflectFromType(typ)
	root.Version = ""
	r.defs = root.Definitions
	root.Definitions = nil
	r.fix(root, typ)
	if output && typ.Kind() == reflect.Pointer {
		root = orNull(root)
	}
	return r.document(root), r, nil
}

// name gives each type a name of its own, a plain identifier: two packages may use the same one, and those of generic types
// have import paths in them.
func (r *reflection) name(t reflect.Type) string {
	if t.Name() == "" {
		return ""
	}
	if name, ok := r.names[t]; ok {
		return name
	}
	base := plainTypeName(t.Name())
	name := base
	for n := 2; r.taken[name]; n++ {
		name = base + strconv.Itoa(n)
	}
	r.names[t], r.taken[name] = name, true
	return name
}

// plainTypeName turns Page[example.com/shop.Order] into Page_Order.
func plainTypeName(name string) string {
	var b strings.Builder
	for part := range strings.FieldsFuncSeq(name, func(c rune) bool { return c == '[' || c == ']' || c == ',' }) {
		if i := strings.LastIndexAny(part, "./"); i >= 0 {
			part = part[i+1:]
		}
		if i := strings.IndexRune(part, '·'); i >= 0 {
			part = part[:i] // a type local to a function
		}
		if b.Len() > 0 {
			b.WriteByte('_')
		}
		for _, c := range part {
			if c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' {
				b.WriteRune(c)
			}
		}
	}
	if b.Len() == 0 {
		return "T"
	}
	return b.String()
}

// schemaMethods are the methods by which a type describes itself to the reflector.
var schemaMethods = [...]string{"JSONSchema", "JSONSchemaAlias", "JSONSchemaExtend"}

// mapType gives the schemas of types whose JSON form is not that of their structure.
func (r *reflection) mapType(t reflect.Type) *jsonschema.Schema {
	switch t {
	case bytesType:
		return bytesSchema()
	case numberType:
		return &jsonschema.Schema{Type: "number"}
	case timeType, urlType, rawType:
		return nil
	}
	pointer := reflect.PointerTo(t)
	for _, name := range schemaMethods {
		if _, ok := pointer.MethodByName(name); ok {
			return nil
		}
	}
	switch t.Kind() {
	case reflect.Interface:
		if !r.output && t.NumMethod() > 0 {
			panic(fmt.Sprintf("a %s cannot be decoded", t))
		}
		return nil
	case reflect.Map:
		checkMapKey(t, r.output)
	}
	marshal, unmarshal := pointer.Implements(marshalerType), pointer.Implements(unmarshalerType)
	textual := pointer.Implements(textMarshalerType) || pointer.Implements(textUnmarshaler)
	switch {
	case t.Kind() == reflect.Pointer:
	case r.output && marshal, !r.output && unmarshal:
		return &jsonschema.Schema{}
	case textual:
		return &jsonschema.Schema{Type: "string"}
	}
	return nil
}

func checkMapKey(t reflect.Type, output bool) {
	key := t.Key()
	ok := key.Kind() == reflect.String || reflect.Zero(key).CanInt() || reflect.Zero(key).CanUint() && key.Kind() != reflect.Uintptr ||
		output && key.Implements(textMarshalerType) || !output && reflect.PointerTo(key).Implements(textUnmarshaler)
	if !ok {
		panic("unsupported type " + t.String())
	}
}

func bytesSchema() *jsonschema.Schema {
	tag := jsonschema.NewProperties()
	tag.Set("id", &jsonschema.Schema{Type: "string"})
	tag.Set("mediaType", &jsonschema.Schema{Type: "string"})
	tag.Set("size", &jsonschema.Schema{Type: "integer"})
	outer := jsonschema.NewProperties()
	outer.Set("$bytes", &jsonschema.Schema{
		Type: "object", Description: "Binary value: pass the object around it on unchanged",
		Properties: tag, Required: []string{"mediaType", "size"},
	})
	return &jsonschema.Schema{Type: "object", Properties: outer, Required: []string{"$bytes"}}
}

// orNull allows null beside a schema.
func orNull(s *jsonschema.Schema) *jsonschema.Schema {
	description := s.Description
	s.Description = ""
	return &jsonschema.Schema{Description: description, AnyOf: []*jsonschema.Schema{s, {Type: "null"}}}
}

// fix walks a schema together with its type.
func (r *reflection) fix(s *jsonschema.Schema, t reflect.Type) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if s == nil || s == jsonschema.TrueSchema || s == jsonschema.FalseSchema {
		return
	}
	if name, ok := strings.CutPrefix(s.Ref, "#/$defs/"); ok {
		s = r.defs[name]
	}
	if s == nil || r.fixed[s] {
		return
	}
	r.fixed[s] = true
	if r.implied && !r.isImplied(s, t) {
		r.implied = false
	}
	switch t.Kind() {
	case reflect.Struct:
		if s.Properties != nil && t != bytesType && t != timeType && t != urlType {
			r.fixStruct(s, t)
		}
	case reflect.Slice, reflect.Array:
		if s.Items != nil {
			r.fix(s.Items, t.Elem())
		}
	case reflect.Map:
		r.fixMap(s, t)
	}
}

func (r *reflection) fixMap(s *jsonschema.Schema, t reflect.Type) {
	if s.Type != "object" {
		return
	}
	for _, elem := range s.PatternProperties { // how the reflector writes integer keys
		s.PatternProperties, s.AdditionalProperties = nil, elem
		break
	}
	if s.AdditionalProperties == nil {
		s.AdditionalProperties = &jsonschema.Schema{} // an empty schema is shown as [key: string]: unknown, a true one is not
	}
	r.fix(s.AdditionalProperties, t.Elem())
}

func (r *reflection) fixStruct(s *jsonschema.Schema, t reflect.Type) {
	byName := map[string]*field{}
	fields := structFields(t)
	for i := range fields {
		byName[fields[i].name] = &fields[i]
	}
	for pair := s.Properties.Oldest(); pair != nil; {
		name := pair.Key
		pair = pair.Next()
		if byName[name] == nil {
			s.Properties.Delete(name)
		}
	}
	required := map[string]bool{}
	for _, name := range s.Required {
		required[name] = true
	}
	for i := range fields {
		f := &fields[i]
		if f.hidden && !r.output {
			s.Properties.Delete(f.name)
			continue
		}
		if f.shadows {
			required[f.name] = r.redo(s, f)
		}
		p, ok := s.Properties.Get(f.name)
		if !ok {
			continue
		}
		r.fix(unwrapNullable(p, f), f.typ)
		if r.fixField(s, f, p) {
			delete(required, f.name)
		}
		if required[f.name] && (f.omitEmpty || f.omitZero) {
			r.implied = false
		}
	}
	s.Required = nil
	for pair := s.Properties.Oldest(); pair != nil; pair = pair.Next() {
		if required[pair.Key] {
			s.Required = append(s.Required, pair.Key)
		}
	}
}

// unwrapNullable returns the schema of the type itself where the tag "nullable" has put an alternative around it.
func unwrapNullable(p *jsonschema.Schema, f *field) *jsonschema.Schema {
	if f.nullable && len(p.OneOf) == 2 {
		return p.OneOf[0]
	}
	return p
}

// fixField settles what a pointer means and reports whether the field is optional because of it.
func (r *reflection) fixField(s *jsonschema.Schema, f *field, p *jsonschema.Schema) (optional bool) {
	pointer := f.typ.Kind() == reflect.Pointer
	if r.output && pointer && !f.nullable && !f.omitEmpty && !f.omitZero {
		s.Properties.Set(f.name, orNull(p))
	}
	return f.viaPointer || !r.output && f.optionalPointer()
}

// redo reflects a field whose name is declared more than once, where the reflector may have taken another declaration.
func (r *reflection) redo(s *jsonschema.Schema, f *field) (required bool) {
	one := f.source
	one.Anonymous, one.Index, one.Offset = false, nil, 0
	sub := r.reflector.ReflectFromType(reflect.StructOf([]reflect.StructField{one}))
	for name, def := range sub.Definitions {
		if r.defs[name] == nil {
			r.defs[name] = def
		}
	}
	if p, ok := sub.Properties.Get(f.name); ok {
		s.Properties.Set(f.name, p)
	}
	return len(sub.Required) > 0
}

// isImplied reports whether every value of a Go type, as the encoder writes it, satisfies a schema; the parts of the schema not considered.
func (r *reflection) isImplied(s *jsonschema.Schema, t reflect.Type) bool {
	if len(s.Enum)+len(s.OneOf)+len(s.AnyOf)+len(s.AllOf)+len(s.Extras)+len(s.DependentRequired)+len(s.DependentSchemas) > 0 ||
		s.Const != nil || s.Not != nil || s.If != nil || s.Pattern != "" || s.UniqueItems || s.Contains != nil ||
		s.MinLength != nil || s.MaxLength != nil || s.MinProperties != nil || s.MaxProperties != nil || s.PropertyNames != nil ||
		s.Minimum != "" || s.Maximum != "" || s.ExclusiveMinimum != "" || s.ExclusiveMaximum != "" || s.MultipleOf != "" {
		return false
	}
	if (s.MinItems != nil || s.MaxItems != nil) && t.Kind() != reflect.Array {
		return false
	}
	if s.Format != "" && t != timeType {
		return false
	}
	if s.Type == "" {
		return s.Ref == "" && s.Properties == nil && s.Items == nil
	}
	return s.Type == impliedType(t)
}

// impliedType is the JSON type that the encoder writes for a Go type, "" if that depends on the value.
func impliedType(t reflect.Type) string {
	pointer := reflect.PointerTo(t)
	switch {
	case t == bytesType:
		return "object"
	case t == numberType:
		return "number"
	case t == timeType, t == urlType:
		return "string"
	case pointer.Implements(marshalerType):
		return ""
	case t.Implements(textMarshalerType):
		return "string"
	case pointer.Implements(textMarshalerType):
		return ""
	}
	switch k := t.Kind(); {
	case k == reflect.Bool:
		return "boolean"
	case k >= reflect.Int && k <= reflect.Uint64:
		return "integer"
	case k == reflect.Float32 || k == reflect.Float64:
		return "number"
	case k == reflect.String:
		return "string"
	case k == reflect.Slice && t.Elem().Kind() == reflect.Uint8 && codecOf(t.Elem()).isPlainByte():
		return "string"
	case k == reflect.Slice || k == reflect.Array:
		return "array"
	case k == reflect.Map || k == reflect.Struct:
		return "object"
	}
	return ""
}
