package vm

// This file defines the JSON encoder: from the heap straight to bytes. It serves JSON.stringify and the boundary to the
// host, whose rules differ in what happens to values that JSON does not have.
//
// The encoder is the algorithm SerializeJSONProperty with shortcuts for objects that nothing of the program can
// observe: data properties only, no toJSON, the realm's prototypes. Keys that recur with a shape are quoted once. The
// counter ran tells that code of the program has run, after which what was known about an object is looked up again.

import (
	"math"
	"strings"
	"sync"

	"github.com/neurocode-ai/codemode/vm/numeric"
)

// JSONStringer is implemented by the data of builtin objects whose toJSON method gives a string that needs no code of
// the program, such as dates. ok false stands for null.
type JSONStringer interface {
	JSONString() (text string, ok bool)
}

// A JSONMode says by which rules a value is encoded.
type JSONMode uint8

// The modes of the encoder.
const (
	jsonStringify JSONMode = iota
	// JSONResult is for the result of a program: undefined is null, and -0 is 0.
	JSONResult
	// JSONArgument is for the input of a tool: undefined properties are left out, and -0 stays.
	JSONArgument
)

// MaxDataDepth is the greatest depth at which values may lie when they cross the boundary to the host; the top has depth 0.
const MaxDataDepth = 32

// StringifyOptions are the options of JSON.stringify.
type StringifyOptions struct {
	Replacer *Object       // the replacer function, nil for none
	Keys     []PropertyKey // the only keys to include, if HasKeys
	HasKeys  bool
	Gap      string // the indentation of one level in WTF-8, empty for compact output
}

type jsonEncoder struct {
	vm      *VM
	buf     []byte
	mode    JSONMode
	wide    bool // buf has characters beyond ASCII
	opts    StringifyOptions
	label   string   // names the top value in error messages
	path    []string // the tool whose input is encoded, for error messages
	stack   []jsonAncestor
	ran     int // how often code of the program ran
	charged int // what of buf has been charged for as work
	shapes  [4]jsonShape
	victim  int
	counted int // what of the capacity of buf has been charged for as memory
}

// jsonAncestor is a container that is being encoded, with the key under which its parent holds it.
type jsonAncestor struct {
	obj *Object
	key PropertyKey
}

var jsonEncoders = sync.Pool{New: func() any { return &jsonEncoder{buf: make([]byte, 0, 1024)} }}

// maxPooledJSON is the size up to which an encoder keeps its buffer for the next use.
const maxPooledJSON = 1 << 19

// StringifyJSON is JSON.stringify with its options converted: the text, or undefined when v has no JSON form.
func (vm *VM) StringifyJSON(v Value, opts StringifyOptions) (Value, error) {
	e := newJSONEncoder(vm, jsonStringify)
	defer e.release(vm.goDepth)
	e.opts = opts
	var holder *Object
	var key PropertyKey
	if opts.Replacer != nil {
		holder, key = vm.NewPlainObject(), vm.Key("")
		vm.addProperty(holder, key, v, FlagsData)
	}
	ok, err := e.value(holder, key, v)
	if err != nil || !ok {
		return Undefined, err
	}
	if err := e.charge(); err != nil {
		return Undefined, err
	}
	if !e.wide {
		b, err := e.take()
		return ASCII(bytesToString(b)), err
	}
	u, err := vm.appendUTF16(nil, bytesToString(e.buf))
	if err == nil && len(u) > MaxStringLength {
		err = vm.ThrowRange("Invalid string length")
	}
	return WideStr(u).Value(), err
}

// EncodeJSON encodes a value that crosses the boundary to the host; label names it in messages, with
// the tool's path in front if there is one. The result is nil for an
// argument that is undefined. Errors are *Thrown with an error whose Host is a *HostError, or come from code of the
// program or the meters.
func (vm *VM) EncodeJSON(v Value, mode JSONMode, label string, path ...string) ([]byte, error) {
	e := newJSONEncoder(vm, mode)
	defer e.release(vm.goDepth)
	e.label, e.path = label, path
	ok, err := e.value(nil, PropertyKey{}, v)
	if err != nil || !ok {
		return nil, err
	}
	if err := e.charge(); err != nil {
		return nil, err
	}
	return e.take()
}

func newJSONEncoder(vm *VM, mode JSONMode) *jsonEncoder {
	e := jsonEncoders.Get().(*jsonEncoder)
	e.vm, e.mode, e.counted = vm, mode, cap(e.buf)
	return e
}

// release gives the encoder back and restores the call depth, which an error may have left raised.
func (e *jsonEncoder) release(goDepth int) {
	e.vm.goDepth = goDepth
	if cap(e.buf) > maxPooledJSON || cap(e.stack) > 256 {
		return
	}
	clear(e.stack[:cap(e.stack)])
	*e = jsonEncoder{buf: e.buf[:0], stack: e.stack[:0]}
	jsonEncoders.Put(e)
}

// take returns the encoded text as bytes of its own.
func (e *jsonEncoder) take() ([]byte, error) {
	if cap(e.buf) > maxPooledJSON && cap(e.buf)-len(e.buf) < len(e.buf)/4 {
		b := e.buf
		e.buf = nil
		return b, nil
	}
	if err := e.vm.Alloc(len(e.buf)); err != nil {
		return nil, err
	}
	return e.vm.grownASCII(bytesToString(e.buf), len(e.buf))
}

// reserve makes room for n more bytes.
func (e *jsonEncoder) reserve(n int) error {
	if n <= cap(e.buf)-len(e.buf) {
		return nil
	}
	if len(e.buf)+n > MaxStringLength && !e.wide {
		return e.vm.ThrowRange("Invalid string length")
	}
	c := max(2*cap(e.buf), len(e.buf)+n)
	if c > 1<<24 {
		c = max(cap(e.buf)+cap(e.buf)/4, len(e.buf)+n)
	}
	if err := e.vm.Alloc(c); err != nil {
		return err
	}
	grown, err := e.vm.grownASCII(bytesToString(e.buf), c)
	if err != nil {
		return err
	}
	e.buf, e.counted = grown, c
	return nil
}

// charge accounts for the work of what has been written.
func (e *jsonEncoder) charge() error {
	n := max(0, len(e.buf)-e.charged)
	e.charged = len(e.buf)
	if c := cap(e.buf); c > e.counted {
		if err := e.vm.Alloc(c - e.counted); err != nil {
			return err
		}
		e.counted = c
	}
	return e.vm.Charge(1 + n>>4)
}

// value encodes v, which holder has under key. holder is nil unless there is a replacer function. ok is false when v
// has no JSON form and nothing was written.
func (e *jsonEncoder) value(holder *Object, key PropertyKey, v Value) (ok bool, err error) {
	if e.mode != jsonStringify && len(e.stack) > MaxDataDepth {
		return false, e.refuse(key, "", "is nested more than %d levels deep: flatten the data or select the parts that are needed", MaxDataDepth)
	}
	if o, isObj := v.ref.(*Object); isObj && !e.isPlain(o) {
		if v, err = e.toJSON(o, key); err != nil {
			return false, err
		}
	}
	if e.opts.Replacer != nil {
		e.ran++
		if v, err = e.vm.Call(ObjectValue(e.opts.Replacer), ObjectValue(holder), key.Value(), v); err != nil {
			return false, err
		}
		if v, err = e.vm.AwaitSync(v); err != nil {
			return false, err
		}
	}
	if cap(e.buf)-len(e.buf) < 32 {
		if err := e.reserve(64); err != nil {
			return false, err
		}
	}
	switch r := v.ref.(type) {
	case nil:
		e.number(v.num)
	case boolean:
		if r {
			e.buf = append(e.buf, "true"...)
		} else {
			e.buf = append(e.buf, "false"...)
		}
	case special:
		if r == tagNull || e.mode == JSONResult {
			e.buf = append(e.buf, "null"...)
			return true, nil
		}
		return false, nil
	case *Object:
		return e.serialize(r, key)
	case *Symbol:
		if e.mode == jsonStringify {
			return false, nil
		}
		return false, e.refuse(key, "", "is a symbol, which is not data: use its description or a string")
	case *BigInt:
		if e.mode == jsonStringify {
			return false, e.vm.ThrowType("Do not know how to serialize a BigInt: convert it with Number(x) or String(x) first%s", e.at(key))
		}
		return false, e.refuse(key, "", "is a BigInt, which JSON does not have: convert it with Number(x) or String(x)")
	default:
		return true, e.string(v.Str())
	}
	return true, nil
}

func (e *jsonEncoder) number(f float64) {
	switch {
	case f-f != 0: // NaN and the infinities
		e.buf = append(e.buf, "null"...)
	case f == 0 && e.mode == JSONArgument && math.Signbit(f):
		e.buf = append(e.buf, "-0"...)
	default:
		e.buf = numeric.AppendNumber(e.buf, f)
	}
}

// toJSON calls the toJSON method of o if there is one.
func (e *jsonEncoder) toJSON(o *Object, key PropertyKey) (Value, error) {
	vm := e.vm
	if d, ok := o.data.(JSONStringer); ok && (o.IsPristine(vm.realm.DatePrototype) || o.IsPristine(vm.realm.URLPrototype)) {
		if text, ok := d.JSONString(); ok {
			return String(text), nil
		}
		return Null, nil
	}
	if o.class == ClassTool {
		return ObjectValue(o), nil
	}
	f, known := vm.peek(o, vm.realm.Names.ToJSON)
	if !known {
		e.ran++
		var err error
		if f, err = vm.Get(o, vm.realm.Names.ToJSON); err != nil {
			return Undefined, err
		}
	}
	if !f.IsCallable() {
		return ObjectValue(o), nil
	}
	e.ran++
	name := ASCII("")
	if len(e.stack) > 0 {
		name = key.Value()
	}
	return vm.Call(f, ObjectValue(o), name)
}

// peek is Get as far as it needs no code of the program; known is false where it would.
func (vm *VM) peek(o *Object, key PropertyKey) (v Value, known bool) {
	for p := o; p != nil; p = p.shape.proto {
		if p.flags&objExotic != 0 {
			return Undefined, false
		}
		if d, ok := vm.OrdinaryGetOwn(p, key); ok {
			return d.Value, !d.IsAccessor()
		}
	}
	return Undefined, true
}

// serialize encodes an object after toJSON and replacer have had their turn.
func (e *jsonEncoder) serialize(o *Object, key PropertyKey) (ok bool, err error) {
	vm := e.vm
	switch o.class {
	case ClassObject:
		if e.mode != jsonStringify && o.flags&objRealm != 0 {
			return false, e.refuse(key, "", "is a built-in object, which is not data: use its members instead")
		}
		return true, e.container(o, key)
	case ClassArray:
		return true, e.container(o, key)
	case ClassNumber:
		e.ran++
		f, err := vm.ToNumber(ObjectValue(o))
		if err != nil {
			return false, err
		}
		e.number(f)
		return true, nil
	case ClassString:
		e.ran++
		s, err := vm.ToString(ObjectValue(o))
		if err != nil {
			return false, err
		}
		return true, e.string(s.Str())
	case ClassBoolean, ClassBigInt:
		return e.value1(o.data.(Value), key)
	case ClassPromise:
		if e.mode == jsonStringify {
			break // an object like any other, as in ECMAScript
		}
		return false, e.refuse(key, awaitFirst, "is a promise: await it first, as in `const value = await promise`")
	case ClassTool:
		if e.mode == jsonStringify {
			return false, e.vm.throwToolData("JSON.stringify")
		}
		return false, e.refuseTool(o, key)
	case ClassArrayBuffer, ClassTypedArray, ClassDataView:
		if e.mode != jsonStringify {
			return false, e.refuse(key, "", "is binary data, which JSON does not have: convert it first, for example with bytes.toBase64(), new TextDecoder().decode(bytes) or Array.from(bytes)")
		}
	case ClassOther:
		if r, isRaw := o.data.(rawJSON); isRaw {
			return true, e.raw(string(r))
		}
	}
	if o.IsCallable() {
		if e.mode == jsonStringify {
			return false, nil
		}
		return false, e.refuse(key, "", "is %s, which is not data: call it and use its result, or leave it out", vm.describeObject(o))
	}
	return true, e.container(o, key)
}

// value1 encodes the primitive inside a wrapper object.
func (e *jsonEncoder) value1(v Value, key PropertyKey) (bool, error) {
	opts := e.opts
	e.opts.Replacer = nil
	ok, err := e.value(nil, key, v)
	e.opts.Replacer = opts.Replacer
	return ok, err
}

const awaitFirst = "Await promises before you use or return their values: `await p`, or `await Promise.all(list)` for a list."

// refuseTool returns the error of a tool reference in data.
func (e *jsonEncoder) refuseTool(o *Object, key PropertyKey) error {
	name := "tools" + clip(toolPath(o), 300)
	if t, ok := o.data.(*ToolRef); ok && t.Node != nil {
		if names, err := e.vm.opts.Tools.Keys(e.vm, t.Path, t.Node); err == nil && len(names) > 0 {
			list := clip(strings.Join(names[:min(len(names), 20)], ", "), 300)
			return e.refuse(key, "", "is the namespace %s, not data: call one of its tools (%s) and use what it returns", name, list)
		}
	}
	return e.refuse(key, "", "is a reference to %s, not data: call the tool, as in `await %s(input)`, and use what it returns", name, name)
}

func toolPath(o *Object) string {
	text := ""
	if t, ok := o.data.(*ToolRef); ok {
		for _, p := range t.Path {
			text += member(p)
		}
	}
	return text
}

// container encodes an array or the properties of an object.
func (e *jsonEncoder) container(o *Object, key PropertyKey) error {
	for i := range e.stack {
		if e.stack[i].obj == o {
			return e.cycle(i, key)
		}
	}
	// A few levels count as one nested call, so that no mixture of nested data and nested calls overflows the Go stack.
	n := len(e.stack)
	if n&3 == 3 {
		if e.vm.goDepth++; e.vm.goDepth >= maxGoDepth {
			return e.vm.throwStackOverflow()
		}
	}
	if n >= 64 {
		if err := e.vm.Charge(n >> 3); err != nil {
			return err
		}
	}
	e.stack = append(e.stack, jsonAncestor{o, key})
	var err error
	switch {
	case o.class == ClassArray:
		err = e.array(o)
	case o.class == ClassError && e.mode != jsonStringify:
		err = e.errorValue(o)
	default:
		err = e.object(o)
	}
	if err != nil {
		return err
	}
	e.stack = e.stack[:n]
	if n&3 == 3 {
		e.vm.goDepth--
	}
	return e.charge()
}

// newline begins a line of indented output.
func (e *jsonEncoder) newline(depth int) error {
	if err := e.reserve(1 + depth*len(e.opts.Gap)); err != nil {
		return err
	}
	e.buf = append(e.buf, '\n')
	for range depth {
		e.text(e.opts.Gap)
	}
	return nil
}

// text writes WTF-8 text as it is; there must be room for it.
func (e *jsonEncoder) text(s string) {
	e.buf = append(e.buf, s...)
	e.wide = e.wide || !isASCII(s)
}

func (e *jsonEncoder) raw(s string) error {
	if err := e.reserve(len(s)); err != nil {
		return err
	}
	e.text(s)
	return nil
}

func (e *jsonEncoder) array(o *Object) error {
	vm := e.vm
	e.buf = append(e.buf, '[')
	n := o.arrayLen()
	for i := range n {
		if i > 0 {
			e.buf = append(e.buf, ',')
		}
		if e.opts.Gap != "" {
			if err := e.newline(len(e.stack)); err != nil {
				return err
			}
		}
		v, err := vm.arrayElement(o, i)
		if err != nil {
			return err
		}
		ok, err := e.value(o, PropertyKey{index: uint32(i)}, v)
		if err != nil {
			return err
		}
		if !ok {
			e.buf = append(e.buf, "null"...)
		}
		if len(e.buf)-e.charged > jsonChunk {
			if err := e.charge(); err != nil {
				return err
			}
		}
	}
	if n > 0 && e.opts.Gap != "" {
		if err := e.newline(len(e.stack) - 1); err != nil {
			return err
		}
	}
	e.buf = append(e.buf, ']')
	return nil
}
