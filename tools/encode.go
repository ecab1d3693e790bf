// This file writes the Go values that tools return as JSON. It follows encoding/json with four differences: binary values become
// handles, nil slices and maps are [] and {}, nothing is escaped for HTML, and size, depth and cycles are bounded.

package tools

import (
	"encoding"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"sync"
)

// maxResultDepth is how deep a result may nest. The boundary of the engine allows 32 levels.
const maxResultDepth = 64

type encoder struct {
	exchange *Exchange
	inline   bool
	// strict refuses nil pointers as items of lists and maps, which the schema of the type does not allow.
	strict bool
	limit  int
	buf    []byte
	depth  int
	// above holds the pointers, maps and slices that the current value is inside of.
	above []uintptr
}

// placeError says where in a result an error is.
type placeError struct {
	path string
	err  error
}

func (e *placeError) Error() string { return e.path + ": " + e.err.Error() }
func (e *placeError) Unwrap() error { return e.err }

// at adds a step to the place of an error.
func at(step string, err error) error {
	if p, ok := err.(*placeError); ok {
		if p.path[0] != '[' {
			step += "."
		}
		p.path = step + p.path
		return p
	}
	return &placeError{step, err}
}

func itemStep(i int) string { return "[" + strconv.Itoa(i) + "]" }

func keyStep(key string) string {
	if isIdentifier(key) {
		return key
	}
	return "[" + quote(clip(key, 60)) + "]"
}

// encodeRaw encodes the result of a raw tool.
func encodeRaw(x *Exchange, inline bool, result any) ([]byte, error) {
	if raw, ok := result.(json.RawMessage); ok {
		if int64(len(raw)) > x.maxResult() {
			return nil, &OutputError{Reason: fmt.Sprintf("the result has %d bytes, at most %d are allowed", len(raw), x.maxResult())}
		}
		if len(raw) == 0 {
			return nil, nil
		}
		return raw, nil
	}
	e := newEncoder(x, inline, false)
	return e.finish(e.any(result))
}

// encoders are kept with their buffers, in which results are written before their size is known. Growing a new buffer for each
// result costs more than half of the time of encoding (1 000 rows: 1.4 ms instead of 0.6 ms).
var encoders = sync.Pool{New: func() any { return new(encoder) }}

// maxPooled is the largest buffer that is kept, in bytes.
const maxPooled = 1 << 20

// newEncoder returns an encoder, to be used until finish.
func newEncoder(x *Exchange, inline, strict bool) *encoder {
	e := encoders.Get().(*encoder)
	e.exchange, e.inline, e.strict, e.limit = x, inline, strict, int(x.maxResult())
	return e
}

// finish returns a copy of what was written, unless there was an error, and gives the encoder back.
func (e *encoder) finish(err error) ([]byte, error) {
	if err == nil {
		err = e.room()
	}
	var out []byte
	if err == nil {
		out = append([]byte(nil), e.buf...)
	}
	if cap(e.buf) <= maxPooled {
		*e = encoder{buf: e.buf[:0], above: e.above[:0]}
		encoders.Put(e)
	}
	if err != nil {
		return nil, &OutputError{Reason: err.Error(), Cause: err}
	}
	return out, nil
}

// room checks the size so far. It is called once for each container, so that a buffer exceeds the limit by one level at most.
func (e *encoder) room() error {
	if len(e.buf) > e.limit {
		return fmt.Errorf("the result has more than %d bytes", e.limit)
	}
	return nil
}

// enter goes into a pointer, map or slice; every enter has its leave unless it fails.
func (e *encoder) enter(pointer uintptr) error {
	if e.depth++; e.depth > maxResultDepth {
		return fmt.Errorf("the value nests deeper than %d levels or contains itself", maxResultDepth)
	}
	// A value that contains itself twice would double with each level, so cycles are looked for long before the limit.
	if pointer != 0 && e.depth > 16 && slices.Contains(e.above, pointer) {
		return errors.New("the value contains itself")
	}
	e.above = append(e.above, pointer)
	return e.room()
}

func (e *encoder) leave() {
	e.depth--
	e.above = e.above[:len(e.above)-1]
}

// any writes a value of any type. The types of decoded JSON do without reflection.
func (e *encoder) any(v any) error {
	switch v := v.(type) {
	case nil:
		e.buf = append(e.buf, "null"...)
	case bool:
		e.buf = strconv.AppendBool(e.buf, v)
	case string:
		e.buf = appendString(e.buf, v)
	case float64:
		return e.float(v, 64)
	case int:
		e.buf = strconv.AppendInt(e.buf, int64(v), 10)
	case []any:
		return e.anyList(v)
	case map[string]any:
		return e.anyMap(v)
	default:
		r := reflect.ValueOf(v)
		return codecOf(r.Type()).ready().encode(e, r)
	}
	return nil
}

func (e *encoder) anyList(list []any) error {
	if len(list) == 0 {
		e.buf = append(e.buf, "[]"...)
		return nil
	}
	if err := e.enter(reflect.ValueOf(list).Pointer()); err != nil {
		return err
	}
	defer e.leave()
	c := byte('[')
	for i, item := range list {
		e.buf = append(e.buf, c)
		c = ','
		if err := e.any(item); err != nil {
			return at(itemStep(i), err)
		}
	}
	e.buf = append(e.buf, ']')
	return nil
}

func (e *encoder) anyMap(m map[string]any) error {
	if err := e.enter(reflect.ValueOf(m).Pointer()); err != nil {
		return err
	}
	defer e.leave()
	e.buf = append(e.buf, '{')
	for i, key := range slices.Sorted(maps.Keys(m)) {
		if i > 0 {
			e.buf = append(e.buf, ',')
		}
		e.buf = append(appendString(e.buf, key), ':')
		if err := e.any(m[key]); err != nil {
			return at(keyStep(key), err)
		}
	}
	e.buf = append(e.buf, '}')
	return nil
}

func (e *encoder) float(f float64, bits int) error {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return fmt.Errorf("%v is no JSON number", f)
	}
	if bits == 32 {
		// The shortest text of the 32-bit number, not of its exact value.
		f, _ = strconv.ParseFloat(strconv.FormatFloat(f, 'g', -1, 32), 64)
	}
	e.buf = appendFloat(e.buf, f)
	return nil
}

func (e *encoder) number(s string) error {
	if s == "" {
		s = "0"
	}
	v, err := parseTree([]byte(s))
	if err != nil {
		return fmt.Errorf("%q is no number", clip(s, 40))
	}
	switch v.(type) {
	case float64, json.Number:
		e.buf = append(e.buf, s...)
		return nil
	}
	return fmt.Errorf("%q is no number", clip(s, 40))
}

// raw writes JSON text of the host.
func (e *encoder) raw(text []byte) error {
	if len(text) == 0 {
		e.buf = append(e.buf, "null"...)
		return nil
	}
	if len(text) > e.limit {
		return fmt.Errorf("the result has more than %d bytes", e.limit)
	}
	if err := scanText(text); err != nil {
		return err
	}
	e.buf = append(e.buf, text...)
	return nil
}

func (e *encoder) bytes(b Bytes) error {
	var err error
	e.buf, err = e.exchange.appendBytes(e.buf, b, e.inline)
	return err
}

func encodeBool(e *encoder, v reflect.Value) error {
	e.buf = strconv.AppendBool(e.buf, v.Bool())
	return nil
}

func encodeInt(e *encoder, v reflect.Value) error {
	e.buf = strconv.AppendInt(e.buf, v.Int(), 10)
	return nil
}

func encodeUint(e *encoder, v reflect.Value) error {
	e.buf = strconv.AppendUint(e.buf, v.Uint(), 10)
	return nil
}

func encodeFloat(e *encoder, v reflect.Value) error { return e.float(v.Float(), v.Type().Bits()) }

func encodeBase64(e *encoder, v reflect.Value) error {
	b := v.Bytes()
	if base64.StdEncoding.EncodedLen(len(b)) > e.limit {
		return fmt.Errorf("the result has more than %d bytes", e.limit)
	}
	e.buf = append(e.buf, '"')
	e.buf = base64.StdEncoding.AppendEncode(e.buf, b)
	e.buf = append(e.buf, '"')
	return nil
}

func encodeInterface(e *encoder, v reflect.Value) error {
	if v.IsNil() {
		e.buf = append(e.buf, "null"...)
		return nil
	}
	strict := e.strict
	e.strict = false // what an interface holds is not described by the schema
	err := e.any(v.Elem().Interface())
	e.strict = strict
	return err
}

// encodeMarshaler writes what the host's own method returns.
func encodeMarshaler(e *encoder, v reflect.Value) error {
	if v.Kind() == reflect.Pointer && v.IsNil() {
		e.buf = append(e.buf, "null"...)
		return nil
	}
	text, err := v.Interface().(json.Marshaler).MarshalJSON()
	if err != nil {
		return err
	}
	return e.raw(text)
}

func encodeText(e *encoder, v reflect.Value) error {
	if v.Kind() == reflect.Pointer && v.IsNil() {
		e.buf = append(e.buf, "null"...)
		return nil
	}
	text, err := v.Interface().(encoding.TextMarshaler).MarshalText()
	if err != nil {
		return err
	}
	e.buf = appendString(e.buf, string(text))
	return nil
}

// ifAddressable uses a method of the pointer type where there is a pointer, as encoding/json does.
func ifAddressable(method, otherwise func(*encoder, reflect.Value) error) func(*encoder, reflect.Value) error {
	return func(e *encoder, v reflect.Value) error {
		if v.CanAddr() {
			return method(e, v.Addr())
		}
		return otherwise(e, v)
	}
}

var errNilItem = errors.New("a nil pointer as an item")

func (e *encoder) list(v reflect.Value, elem *codec) error {
	n := v.Len()
	if n == 0 {
		e.buf = append(e.buf, "[]"...)
		return nil
	}
	var pointer uintptr
	if v.Kind() == reflect.Slice {
		pointer = v.Pointer()
	}
	if err := e.enter(pointer); err != nil {
		return err
	}
	defer e.leave()
	encode := elem.ready().encode
	c := byte('[')
	for i := range n {
		e.buf = append(e.buf, c)
		c = ','
		item := v.Index(i)
		if e.strict && item.Kind() == reflect.Pointer && item.IsNil() {
			return at(itemStep(i), errNilItem)
		}
		if err := encode(e, item); err != nil {
			return at(itemStep(i), err)
		}
		if i&1023 == 1023 {
			if err := e.room(); err != nil {
				return err
			}
		}
	}
	e.buf = append(e.buf, ']')
	return nil
}

type mapEntry struct {
	key   string
	value reflect.Value
}

func (e *encoder) mapping(v reflect.Value, elem *codec) error {
	if v.Len() == 0 {
		e.buf = append(e.buf, "{}"...)
		return nil
	}
	if err := e.enter(v.Pointer()); err != nil {
		return err
	}
	defer e.leave()
	entries := make([]mapEntry, 0, v.Len())
	for it := v.MapRange(); it.Next(); {
		key, err := mapKeyText(it.Key())
		if err != nil {
			return err
		}
		entries = append(entries, mapEntry{key, it.Value()})
	}
	slices.SortFunc(entries, func(a, b mapEntry) int {
		if a.key < b.key {
			return -1
		}
		return 1
	})
	encode := elem.ready().encode
	c := byte('{')
	for _, entry := range entries {
		e.buf = append(appendString(append(e.buf, c), entry.key), ':')
		c = ','
		if e.strict && entry.value.Kind() == reflect.Pointer && entry.value.IsNil() {
			return at(keyStep(entry.key), errNilItem)
		}
		if err := encode(e, entry.value); err != nil {
			return at(keyStep(entry.key), err)
		}
	}
	e.buf = append(e.buf, '}')
	return nil
}

func mapKeyText(key reflect.Value) (string, error) {
	switch {
	case key.Kind() == reflect.String:
		return key.String(), nil
	case key.Type().Implements(textMarshalerType):
		if key.Kind() == reflect.Pointer && key.IsNil() {
			return "", nil
		}
		text, err := key.Interface().(encoding.TextMarshaler).MarshalText()
		return string(text), err
	case key.CanInt():
		return strconv.FormatInt(key.Int(), 10), nil
	case key.CanUint():
		return strconv.FormatUint(key.Uint(), 10), nil
	}
	return "", fmt.Errorf("a %s is no key", key.Type())
}

func (e *encoder) structure(v reflect.Value, fields []field, parts []*codec) error {
	if err := e.enter(0); err != nil {
		return err
	}
	defer e.leave()
	c := byte('{')
	for i := range fields {
		f := &fields[i]
		part, ok := readField(v, f.index)
		if !ok || f.omitEmpty && isEmpty(part) || f.omitZero && isZero(part) {
			continue
		}
		e.buf = append(append(e.buf, c), f.key...)
		c = ','
		start := len(e.buf)
		if err := parts[i].ready().encode(e, part); err != nil {
			return at(keyStep(f.name), err)
		}
		if f.quoted {
			e.quote(start)
		}
	}
	if c == '{' {
		e.buf = append(e.buf, c)
	}
	e.buf = append(e.buf, '}')
	return nil
}

// quote turns the scalar written since start into a string.
func (e *encoder) quote(start int) {
	text := string(e.buf[start:])
	if text != "null" {
		e.buf = appendString(e.buf[:start], text)
	}
}

// readField returns a field; there is none if an embedded pointer on the way is nil.
func readField(v reflect.Value, index []int) (reflect.Value, bool) {
	for i, n := range index {
		if i > 0 && v.Kind() == reflect.Pointer {
			if v.IsNil() {
				return v, false
			}
			v = v.Elem()
		}
		v = v.Field(n)
	}
	return v, true
}

func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

func isZero(v reflect.Value) bool {
	if z, ok := v.Interface().(interface{ IsZero() bool }); ok {
		if v.Kind() == reflect.Pointer && v.IsNil() {
			return true
		}
		return z.IsZero()
	}
	return v.IsZero()
}
