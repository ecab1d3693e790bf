package syntax

// This file walks trees for the tests: it checks the offsets and measures the height.

import (
	"fmt"
	"reflect"
)

// inspection is the result of a walk over a tree.
type inspection struct {
	nodes, height int
	problem       string
}

// inspect checks that all offsets lie in the source, that nodes do not end before
// they start, and that children lie inside their parents.
func inspect(prog *Program) *inspection {
	in := &inspection{}
	in.walk(reflect.ValueOf(prog.Main), Span{0, int32(len(prog.Source))}, 1, len(prog.Notes) == 0)
	return in
}

var nodeType = reflect.TypeFor[Node]()

func (in *inspection) walk(v reflect.Value, outer Span, height int, strict bool) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			in.walk(v.Elem(), outer, height, strict)
		}
	case reflect.Pointer:
		if v.IsNil() || v.Elem().Kind() != reflect.Struct {
			return
		}
		if v.Type().Implements(nodeType) {
			in.nodes++
			in.height = max(in.height, height)
			s := v.Interface().(Node).Range()
			if s.Start < 0 || s.End < s.Start || strict && (s.Start < outer.Start || s.End > outer.End) {
				if in.problem == "" {
					in.problem = fmt.Sprintf("%T at %v lies outside of %v", v.Interface(), s, outer)
				}
			}
			outer = s
			height++
		}
		in.walk(v.Elem(), outer, height, strict)
	case reflect.Struct:
		for i := range v.NumField() {
			in.walk(v.Field(i), outer, height, strict)
		}
	case reflect.Slice:
		for i := range v.Len() {
			in.walk(v.Index(i), outer, height, strict)
		}
	}
}
