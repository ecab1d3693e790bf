// This file compiles a Go type into a pair of functions, one that writes values of the type as JSON and one that fills them from a parsed tree.

package tools

import (
	"encoding"
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"sync"
	"time"
)

// codec is a compiled type. Codecs refer to each other by pointer, so that recursive types end.
type codec struct {
	typ  reflect.Type
	once sync.Once

	encode func(e *encoder, v reflect.Value) error
	// decode fills dst, which is addressable, from a tree that satisfies the schema of the type.
	decode func(d *decoder, tree any, dst reflect.Value)
	// keeps says that decoded values may hold parts of the tree.
	keeps bool
	// prune removes nulls in place of optional pointer fields. Nil when the type has no parts.
	prune func(tree any)
}

var codecs sync.Map // reflect.Type → *codec

func codecOf(t reflect.Type) *codec {
	c, ok := codecs.Load(t)
	if !ok {
		c, _ = codecs.LoadOrStore(t, &codec{typ: t})
	}
	return c.(*codec)
}

func (c *codec) ready() *codec {
	c.once.Do(c.compile)
	return c
}

// keepsTree reports whether values of a type may hold parts of the tree that they are decoded from: interfaces do.
func keepsTree(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return keepsTree(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if keepsTree(t.Field(i).Type, seen) {
				return true
			}
		}
	}
	return false
}

var (
	bytesType         = reflect.TypeFor[Bytes]()
	timeType          = reflect.TypeFor[time.Time]()
	urlType           = reflect.TypeFor[url.URL]()
	rawType           = reflect.TypeFor[json.RawMessage]()
	numberType        = reflect.TypeFor[json.Number]()
	marshalerType     = reflect.TypeFor[json.Marshaler]()
	unmarshalerType   = reflect.TypeFor[json.Unmarshaler]()
	textMarshalerType = reflect.TypeFor[encoding.TextMarshaler]()
	textUnmarshaler   = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// Each special type is one whose JSON form is decided by the type itself, not by its structure.
func (c *codec) special() bool {
	switch c.typ {
	case bytesType:
		c.encode = func(e *encoder, v reflect.Value) error { return e.bytes(v.Interface().(Bytes)) }
		c.decode = decodeBytes
	case timeType:
		c.encode = encodeMarshaler
		c.decode = decodeTime
	case urlType:
		c.encode = func(e *encoder, v reflect.Value) error {
			u := v.Interface().(url.URL)
			e.buf = appendString(e.buf, u.String())
			return nil
		}
		c.decode = decodeURL
	case rawType:
		c.encode = func(e *encoder, v reflect.Value) error { return e.raw(v.Bytes()) }
		c.decode = func(d *decoder, tree any, dst reflect.Value) { dst.SetBytes(appendTree(nil, tree)) }
	case numberType:
		c.encode = func(e *encoder, v reflect.Value) error { return e.number(v.String()) }
		c.decode = decodeNumber
	default:
		return false
	}
	return true
}

// compile fills in the functions of a type.
func (c *codec) compile() {
	t := c.typ
	c.keeps = keepsTree(t, map[reflect.Type]bool{})
	if c.special() {
		return
	}
	c.byKind(t)
	pointer := reflect.PointerTo(t)
	switch {
	case t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface:
		// The codec of the element decides.
	case pointer.Implements(unmarshalerType):
		c.decode, c.prune = decodeUnmarshaler, nil
	case pointer.Implements(textUnmarshaler):
		c.decode, c.prune = decodeText, nil
	}
	switch {
	case t.Kind() == reflect.Interface:
	case t.Implements(marshalerType):
		c.encode = encodeMarshaler
	case pointer.Implements(marshalerType):
		c.encode = ifAddressable(encodeMarshaler, c.encode)
	case t.Implements(textMarshalerType):
		c.encode = encodeText
	case pointer.Implements(textMarshalerType):
		c.encode = ifAddressable(encodeText, c.encode)
	}
}

// byKind fills in the functions that follow from the structure of a type.
func (c *codec) byKind(t reflect.Type) {
	switch t.Kind() {
	case reflect.Bool:
		c.encode, c.decode = encodeBool, decodeBool
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		c.encode, c.decode = encodeInt, decodeInt
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		c.encode, c.decode = encodeUint, decodeUint
	case reflect.Float32, reflect.Float64:
		c.encode, c.decode = encodeFloat, decodeFloat
	case reflect.String:
		c.encode = func(e *encoder, v reflect.Value) error { e.buf = appendString(e.buf, v.String()); return nil }
		c.decode = decodeString
	case reflect.Interface:
		c.encode, c.decode = encodeInterface, decodeInterface
	case reflect.Pointer:
		c.pointer(t)
	case reflect.Slice, reflect.Array:
		c.list(t)
	case reflect.Map:
		c.mapping(t)
	case reflect.Struct:
		c.structure(t)
	default:
		c.encode = func(e *encoder, v reflect.Value) error { return fmt.Errorf("a %s is no JSON", t) }
		c.decode = func(d *decoder, tree any, dst reflect.Value) { d.fail(tree, "nothing") }
	}
}

func (c *codec) pointer(t reflect.Type) {
	elem := codecOf(t.Elem())
	c.encode = func(e *encoder, v reflect.Value) error {
		if v.IsNil() {
			e.buf = append(e.buf, "null"...)
			return nil
		}
		if err := e.enter(v.Pointer()); err != nil {
			return err
		}
		defer e.leave()
		return elem.ready().encode(e, v.Elem())
	}
	c.decode = func(d *decoder, tree any, dst reflect.Value) {
		if tree == nil {
			dst.SetZero()
			return
		}
		p := reflect.New(t.Elem())
		elem.ready().decode(d, tree, p.Elem())
		dst.Set(p)
	}
	c.prune = func(tree any) {
		if prune := elem.ready().prune; prune != nil {
			prune(tree)
		}
	}
}

func (c *codec) list(t reflect.Type) {
	if t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 && codecOf(t.Elem()).isPlainByte() {
		c.encode, c.decode = encodeBase64, decodeBase64
		return
	}
	elem := codecOf(t.Elem())
	c.encode = func(e *encoder, v reflect.Value) error { return e.list(v, elem) }
	c.decode = func(d *decoder, tree any, dst reflect.Value) { d.list(tree, dst, elem) }
	c.prune = func(tree any) {
		list, _ := tree.([]any)
		if prune := elem.ready().prune; prune != nil {
			for _, item := range list {
				prune(item)
			}
		}
	}
}

// isPlainByte reports whether a byte type has no JSON form of its own, so that a slice of it is base64 text.
func (c *codec) isPlainByte() bool {
	p := reflect.PointerTo(c.typ)
	return !p.Implements(marshalerType) && !p.Implements(textMarshalerType)
}

func (c *codec) mapping(t reflect.Type) {
	elem := codecOf(t.Elem())
	c.encode = func(e *encoder, v reflect.Value) error { return e.mapping(v, elem) }
	c.decode = func(d *decoder, tree any, dst reflect.Value) { d.mapping(tree, dst, elem) }
	c.prune = func(tree any) {
		m, _ := tree.(map[string]any)
		if prune := elem.ready().prune; prune != nil {
			for _, item := range m {
				prune(item)
			}
		}
	}
}

func (c *codec) structure(t reflect.Type) {
	fields := structFields(t)
	parts := make([]*codec, len(fields))
	for i := range fields {
		parts[i] = codecOf(fields[i].typ)
	}
	c.encode = func(e *encoder, v reflect.Value) error { return e.structure(v, fields, parts) }
	c.decode = func(d *decoder, tree any, dst reflect.Value) { d.structure(tree, dst, fields, parts) }
	c.prune = func(tree any) {
		m, _ := tree.(map[string]any)
		for i := range fields {
			f := &fields[i]
			v, ok := m[f.name]
			if !ok {
				continue
			}
			if v == nil && f.optionalPointer() {
				delete(m, f.name)
			} else if prune := parts[i].ready().prune; prune != nil {
				prune(v)
			}
		}
	}
}
