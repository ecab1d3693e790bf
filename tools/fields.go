// This file decides which fields a struct has in JSON. The rules are those of encoding/json: embedded structs lend their fields, the shallowest field of a
// name counts, of several at one depth the tagged one, and if that is not one field either, none.

package tools

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// field is one JSON field of a struct.
type field struct {
	name  string
	index []int
	typ   reflect.Type
	// source is the declaration, for its tags.
	source reflect.StructField

	omitEmpty, omitZero bool
	quoted              bool // ",string": numbers and booleans travel as strings
	hidden              bool // jsonschema:"-" or out of reach: not part of the schema, never read from an input
	nullable, required  bool // words of the jsonschema tag
	shadows             bool // the name is declared more than once
	viaPointer          bool // reached through an embedded pointer, so possibly absent
	tagged              bool
	key                 []byte // the name with quotes and colon
	// fallback is the default of the jsonschema tag as a tree; hasFallback says that there is one. The signature shows it, so an absent
	// field gets it.
	fallback    any
	hasFallback bool
}

// optionalPointer says that null in an input means that the field is absent.
func (f *field) optionalPointer() bool {
	return f.typ.Kind() == reflect.Pointer && !f.nullable && !f.required
}

var fieldCache sync.Map // reflect.Type → []field

// structFields returns the JSON fields of a struct type in declaration order.
func structFields(t reflect.Type) []field {
	if list, ok := fieldCache.Load(t); ok {
		return list.([]field)
	}
	list, _ := fieldCache.LoadOrStore(t, resolveFields(t))
	return list.([]field)
}

func resolveFields(t reflect.Type) []field {
	byName := map[string][]field{}
	var names []string
	collectFields(t, nil, false, map[reflect.Type]bool{}, func(f field) {
		if byName[f.name] == nil {
			names = append(names, f.name)
		}
		byName[f.name] = append(byName[f.name], f)
	})
	var list []field
	for _, name := range names {
		same := byName[name]
		if f, ok := dominant(same); ok {
			f.shadows = len(same) > 1
			f.key = append(appendString(nil, name), ':')
			list = append(list, f)
		}
	}
	slices.SortFunc(list, func(a, b field) int { return slices.Compare(a.index, b.index) })
	return list
}

// dominant picks the field that counts among those of one name.
func dominant(same []field) (field, bool) {
	slices.SortStableFunc(same, func(a, b field) int {
		if c := cmp.Compare(len(a.index), len(b.index)); c != 0 {
			return c
		}
		switch {
		case a.tagged == b.tagged:
			return 0
		case a.tagged:
			return -1
		}
		return 1
	})
	if len(same) > 1 && len(same[0].index) == len(same[1].index) && same[0].tagged == same[1].tagged {
		return field{}, false
	}
	return same[0], true
}

// collectFields visits the fields of a struct and of the structs embedded in it. path holds the types on the way down, which ends recursion.
func collectFields(t reflect.Type, index []int, viaPointer bool, path map[reflect.Type]bool, add func(field)) {
	if path[t] {
		return
	}
	path[t] = true
	defer delete(path, t)
	for i := range t.NumField() {
		sf := t.Field(i)
		tag := sf.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		if name == "-" {
			continue
		}
		at := append(slices.Clip(index), i)
		base := sf.Type
		if base.Kind() == reflect.Pointer {
			base = base.Elem()
		}
		inline := hasOption(options, "inline")
		if base.Kind() == reflect.Struct && (sf.Anonymous && name == "" || inline) {
			pointer := sf.Type != base
			collectFields(base, at, viaPointer || pointer, path, func(f field) {
				f.hidden = f.hidden || pointer && !sf.IsExported() // such a pointer cannot be set
				add(f)
			})
			continue
		}
		if !sf.IsExported() {
			continue
		}
		f := field{name: name, index: at, typ: sf.Type, source: sf, viaPointer: viaPointer, tagged: name != ""}
		if name == "" {
			f.name = sf.Name
		}
		f.omitEmpty = hasOption(options, "omitempty")
		f.omitZero = hasOption(options, "omitzero")
		f.quoted = hasOption(options, "string") && isScalar(base.Kind())
		schemaTag := sf.Tag.Get("jsonschema")
		f.hidden = schemaTag == "-"
		f.nullable = hasOption(schemaTag, "nullable")
		f.required = hasOption(schemaTag, "required")
		f.fallback, f.hasFallback = defaultOf(schemaTag, base)
		add(f)
	}
}

// defaultOf reads the default of a string, number or boolean from a jsonschema tag.
func defaultOf(tag string, t reflect.Type) (tree any, ok bool) {
	// A comma in a value is written with a backslash before it.
	tag = strings.ReplaceAll(tag, `\,`, "\x00")
	for part := range strings.SplitSeq(tag, ",") {
		text, found := strings.CutPrefix(part, "default=")
		if !found {
			continue
		}
		text = strings.ReplaceAll(text, "\x00", ",")
		if t.Kind() == reflect.String {
			return text, true
		}
		tree, err := parseTree([]byte(text))
		return tree, err == nil && isScalar(t.Kind())
	}
	return nil, false
}

func hasOption(list, option string) bool {
	for list != "" {
		var head string
		head, list, _ = strings.Cut(list, ",")
		if head == option {
			return true
		}
	}
	return false
}

func isScalar(k reflect.Kind) bool {
	return k >= reflect.Bool && k <= reflect.Float64 || k == reflect.String
}
