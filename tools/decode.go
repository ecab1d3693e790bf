// This file fills Go values from a parsed tree that already satisfies the schema. What the schema cannot say (the range of an int8, the
// form of a time) is reported in the same sentences.

package tools

import (
	"encoding"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"reflect"
	"strconv"
	"sync"
	"time"
)

type decoder struct {
	exchange *Exchange
	path     []string
	leaves   []leaf
}

// fail records a problem at the current place.
func (d *decoder) fail(_ any, expected string) {
	if len(d.leaves) < 2*maxProblems {
		d.leaves = append(d.leaves, leaf{at: append([]string(nil), d.path...), expected: []string{expected}})
	}
}

func (d *decoder) push(token string) { d.path = append(d.path, token) }
func (d *decoder) pop()              { d.path = d.path[:len(d.path)-1] }

// reader is what reading an input takes, used again for other inputs.
type reader struct {
	parser  parser
	decoder decoder
}

var readers = sync.Pool{New: func() any { return new(reader) }}

// decodeInto parses, checks and decodes the text of an input into dst, which is addressable.
func decodeInto(x *Exchange, c *contract, text []byte, dst reflect.Value) error {
	codec := codecOf(dst.Type()).ready()
	r := readers.Get().(*reader)
	r.parser.text, r.decoder.exchange = text, x
	err := r.read(c, codec, dst)
	r.parser.reset(err != nil || codec.keeps)
	r.decoder = decoder{path: r.decoder.path[:0]}
	readers.Put(r)
	return err
}

func (r *reader) read(c *contract, codec *codec, dst reflect.Value) error {
	tree, err := r.parser.document()
	if err != nil {
		return inputProblem("%v", err)
	}
	if r.parser.nulls && codec.prune != nil {
		codec.prune(tree)
	}
	if c.enforced {
		if problems, more := c.validate(tree); problems != nil {
			return &InputError{Problems: problems, More: more}
		}
	}
	d := &r.decoder
	codec.decode(d, tree, dst)
	if len(d.leaves) > 0 {
		sortProblems(d.leaves)
		e := &InputError{}
		for i, l := range d.leaves {
			if i == maxProblems {
				e.More = len(d.leaves) - i
				break
			}
			e.Problems = append(e.Problems, l.problem(tree, ""))
		}
		return e
	}
	return nil
}

func decodeBool(d *decoder, tree any, dst reflect.Value) {
	switch v := tree.(type) {
	case bool:
		dst.SetBool(v)
	case nil:
		dst.SetZero()
	default:
		d.fail(tree, "a boolean")
	}
}

func decodeString(d *decoder, tree any, dst reflect.Value) {
	switch v := tree.(type) {
	case string:
		dst.SetString(v)
	case nil:
		dst.SetZero()
	default:
		d.fail(tree, "a string")
	}
}

func decodeInt(d *decoder, tree any, dst reflect.Value) {
	var n int64
	ok := true
	switch v := tree.(type) {
	case nil:
	case float64:
		n = int64(v)
		ok = v == math.Trunc(v) && v >= -(1<<63) && v < 1<<63
	case json.Number:
		var err error
		n, err = strconv.ParseInt(string(v), 10, 64)
		ok = err == nil
	default:
		ok = false
	}
	if !ok || dst.OverflowInt(n) {
		bits := dst.Type().Bits()
		d.fail(tree, fmt.Sprintf("an integer between %d and %d", int64(math.MinInt64)>>(64-bits), int64(math.MaxInt64)>>(64-bits)))
		return
	}
	dst.SetInt(n)
}

func decodeUint(d *decoder, tree any, dst reflect.Value) {
	var n uint64
	ok := true
	switch v := tree.(type) {
	case nil:
	case float64:
		ok = v == math.Trunc(v) && v >= 0 && v < 1<<64
		if ok {
			n = uint64(v)
		}
	case json.Number:
		var err error
		n, err = strconv.ParseUint(string(v), 10, 64)
		ok = err == nil
	default:
		ok = false
	}
	if !ok || dst.OverflowUint(n) {
		d.fail(tree, fmt.Sprintf("an integer between 0 and %d", uint64(math.MaxUint64)>>(64-dst.Type().Bits())))
		return
	}
	dst.SetUint(n)
}

func decodeFloat(d *decoder, tree any, dst reflect.Value) {
	var f float64
	switch v := tree.(type) {
	case nil:
	case float64:
		f = v
	case json.Number:
		f, _ = v.Float64()
	default:
		d.fail(tree, "a number")
		return
	}
	if dst.OverflowFloat(f) {
		d.fail(tree, "a number in the range of 32 bits")
		return
	}
	dst.SetFloat(f)
}

func decodeNumber(d *decoder, tree any, dst reflect.Value) {
	switch v := tree.(type) {
	case nil:
		dst.SetString("")
	case float64:
		dst.SetString(string(appendFloat(nil, v)))
	case json.Number:
		dst.SetString(string(v))
	default:
		d.fail(tree, "a number")
	}
}

func decodeInterface(d *decoder, tree any, dst reflect.Value) {
	if dst.NumMethod() > 0 {
		d.fail(tree, "nothing: a "+dst.Type().String()+" cannot be decoded")
		return
	}
	v := d.plain(tree)
	if v == nil {
		dst.SetZero()
		return
	}
	dst.Set(reflect.ValueOf(v))
}

// plain turns a tree into the values that encoding/json would give, with binary values in place of their tagged objects.
func (d *decoder) plain(tree any) any {
	switch v := tree.(type) {
	case json.Number:
		f, _ := v.Float64()
		return f
	case []any:
		for i, item := range v {
			v[i] = d.plain(item)
		}
	case map[string]any:
		if _, ok := v["$bytes"]; ok && len(v) == 1 {
			if b, expected := d.exchange.fromTagged(v); expected == "" {
				return b
			}
		}
		for key, item := range v {
			v[key] = d.plain(item)
		}
	}
	return tree
}

func decodeBase64(d *decoder, tree any, dst reflect.Value) {
	switch v := tree.(type) {
	case nil:
		dst.SetZero()
	case string:
		b, err := base64.StdEncoding.DecodeString(v)
		if err != nil {
			d.fail(tree, "base64 text")
			return
		}
		dst.SetBytes(b)
	default:
		d.fail(tree, "base64 text")
	}
}

func decodeBytes(d *decoder, tree any, dst reflect.Value) {
	if tree == nil {
		dst.SetZero()
		return
	}
	b, expected := d.exchange.fromTagged(tree)
	if expected != "" {
		d.fail(tree, expected)
		return
	}
	dst.Set(reflect.ValueOf(b))
}

func decodeTime(d *decoder, tree any, dst reflect.Value) {
	if tree == nil {
		dst.SetZero()
		return
	}
	s, _ := tree.(string)
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		d.fail(tree, `a date and time such as "2024-05-01T12:00:00Z"`)
		return
	}
	dst.Set(reflect.ValueOf(t))
}

func decodeURL(d *decoder, tree any, dst reflect.Value) {
	if tree == nil {
		dst.SetZero()
		return
	}
	s, ok := tree.(string)
	u, err := url.Parse(s)
	if !ok || err != nil {
		d.fail(tree, "a URL")
		return
	}
	dst.Set(reflect.ValueOf(*u))
}

// decodeUnmarshaler and decodeText call the host's own methods. The text of their errors is not for the model.
func decodeUnmarshaler(d *decoder, tree any, dst reflect.Value) {
	u := dst.Addr().Interface().(json.Unmarshaler)
	if err := u.UnmarshalJSON(appendTree(nil, tree)); err != nil {
		d.fail(tree, ownExpectation(err))
	}
}

func decodeText(d *decoder, tree any, dst reflect.Value) {
	if tree == nil {
		return
	}
	s, ok := tree.(string)
	if !ok {
		d.fail(tree, "a string")
		return
	}
	if err := dst.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(s)); err != nil {
		d.fail(tree, ownExpectation(err))
	}
}

func ownExpectation(err error) string {
	if message, ok := SafeMessage(err); ok {
		return message
	}
	return "a value that the tool can read"
}

func (d *decoder) list(tree any, dst reflect.Value, elem *codec) {
	items, ok := tree.([]any)
	if !ok {
		if tree != nil {
			d.fail(tree, "an array")
		}
		dst.SetZero()
		return
	}
	n := len(items)
	if dst.Kind() == reflect.Array {
		n = min(n, dst.Len())
	} else {
		dst.Set(reflect.MakeSlice(dst.Type(), n, n))
	}
	decode := elem.ready().decode
	for i := range n {
		d.push(strconv.Itoa(i))
		decode(d, items[i], dst.Index(i))
		d.pop()
	}
}

func (d *decoder) mapping(tree any, dst reflect.Value, elem *codec) {
	m, ok := tree.(map[string]any)
	if !ok {
		if tree != nil {
			d.fail(tree, "an object")
		}
		dst.SetZero()
		return
	}
	t := dst.Type()
	out := reflect.MakeMapWithSize(t, len(m))
	key, value := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
	decode := elem.ready().decode
	for name, item := range m {
		d.push(name)
		key.SetZero()
		value.SetZero()
		if d.mapKey(name, key) {
			decode(d, item, value)
			out.SetMapIndex(key, value)
		}
		d.pop()
	}
	dst.Set(out)
}

func (d *decoder) mapKey(name string, key reflect.Value) bool {
	switch {
	case reflect.PointerTo(key.Type()).Implements(textUnmarshaler):
		if err := key.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(name)); err != nil {
			d.fail(name, ownExpectation(err)+" as a key")
			return false
		}
	case key.Kind() == reflect.String:
		key.SetString(name)
	case key.CanInt():
		n, err := strconv.ParseInt(name, 10, 64)
		if err != nil || key.OverflowInt(n) {
			d.fail(name, "an integer as a key")
			return false
		}
		key.SetInt(n)
	case key.CanUint():
		n, err := strconv.ParseUint(name, 10, 64)
		if err != nil || key.OverflowUint(n) {
			d.fail(name, "an integer of at least 0 as a key")
			return false
		}
		key.SetUint(n)
	default:
		d.fail(name, "no keys")
		return false
	}
	return true
}

func (d *decoder) structure(tree any, dst reflect.Value, fields []field, parts []*codec) {
	m, ok := tree.(map[string]any)
	if !ok {
		if tree != nil {
			d.fail(tree, "an object")
		}
		return
	}
	for i := range fields {
		f := &fields[i]
		v, ok := m[f.name]
		if !ok && f.hasFallback {
			v, ok = f.fallback, true
		}
		if !ok || f.hidden {
			continue
		}
		at, ok := reach(dst, f.index)
		if !ok {
			continue
		}
		d.push(f.name)
		if f.quoted {
			d.quoted(v, at, parts[i])
		} else {
			parts[i].ready().decode(d, v, at)
		}
		d.pop()
	}
}

// quoted reads a number or boolean that travels as a string.
func (d *decoder) quoted(tree any, dst reflect.Value, part *codec) {
	if s, ok := tree.(string); ok {
		inner, err := parseTree([]byte(s))
		if dst.Kind() == reflect.String {
			inner, err = s, nil
		}
		if err != nil {
			d.fail(tree, "a number or boolean in a string")
			return
		}
		tree = inner
	}
	part.ready().decode(d, tree, dst)
}

// reach returns a field, making embedded structs on the way.
func reach(v reflect.Value, index []int) (reflect.Value, bool) {
	for i, n := range index {
		if i > 0 && v.Kind() == reflect.Pointer {
			if v.IsNil() {
				if !v.CanSet() {
					return v, false
				}
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
		v = v.Field(n)
	}
	return v, v.CanSet()
}
