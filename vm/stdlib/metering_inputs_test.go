package stdlib_test

// This file makes the large values with which metering_test.go calls every builtin, and the calls.

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/neurocode-ai/codemode/vm"
)

// scale is the size of the inputs.
type scale struct {
	elements     int   // of arrays and typed arrays
	entries      int   // of objects, maps, sets and lists of pairs, which take much more memory
	units        int   // bytes of text
	instructions int64 // the limit for a call
}

var (
	// smallScale is for trying all inputs with all builtins.
	smallScale = scale{1000, 1000, 1 << 15, 40_000}
	// middleScale is what heavyWork is measured at.
	middleScale = scale{1 << 15, 10_000, 1 << 18, 1e6}
	// hugeScale is what deadlines must hold for.
	hugeScale = scale{1e7, 1e6, 64 << 20, 60e6}
)

// inputNames are the inputs. Those from the first of lightInputs on are not of a size.
var inputNames = []string{
	"array", "text array", "wide array", "pairs", "sparse array", "holes", "object", "endless", "indexed object", "frozen", "nested",
	"ascii", "wide", "digits", "json", "hex", "base64", "spaces", "date text", "tagged url", "bigint", "Symbol", "arguments",
	"Map", "Set", "Uint8Array", "Float64Array", "Float32Array", "BigInt64Array", "DataView", "ArrayBuffer", "resizable", "URLSearchParams", "RegExp", "Error", "URL", "String",
	"iterator", "filter helper", "drop helper", "flatMap helper", "map iterator", "set iterator", "string iterator", "typed iterator", "params iterator", "raw", "segments", "endless iterator",
	"undefined", "zero", "small", "large", "function", "false function", "letter", "flag", "Date", "Promise", "WeakMap", "WeakSet", "TextEncoder", "TextDecoder",
	"constructor Promise", "constructor Array", "constructor Uint8Array", "constructor RegExp",
	"Collator", "NumberFormat", "DateTimeFormat", "ListFormat", "PluralRules", "RelativeTimeFormat", "Segmenter", "DisplayNames",
}

// bench is a machine with the inputs that its calls need.
type bench struct {
	m     *vm.VM
	scale scale
	made  map[string]vm.Value
}

// input returns an input, which is made at first use.
func (b *bench) input(name string) (vm.Value, error) {
	if v, ok := b.made[name]; ok {
		return v, nil
	}
	v, err := b.make(name)
	if err != nil {
		return v, fmt.Errorf("input %s: %w", name, err)
	}
	b.made[name] = v
	return v, nil
}

// kept are texts of the scales, and keptValues other values that no builtin writes. Machines share them.
var (
	kept       = map[string]string{}
	keptValues = map[string]vm.Value{}
	keptLists  = map[string][]vm.Value{}
)

// text returns a text of about n bytes made of repetitions.
func text(piece string, n int) string {
	key := fmt.Sprint(piece, n)
	if _, ok := kept[key]; !ok {
		kept[key] = strings.Repeat(piece, max(1, n/len(piece)))
	}
	return kept[key]
}

// keep returns the value of a name that machines share, which is made at first use.
func (b *bench) keep(name string, make func() vm.Value) vm.Value {
	key := fmt.Sprint(name, b.scale.units)
	if _, ok := keptValues[key]; !ok {
		keptValues[key] = make()
	}
	return keptValues[key]
}

// list returns a copy of n values that machines share.
func list(kind string, n int, element func(i int) vm.Value) []vm.Value {
	key := fmt.Sprint(kind, n)
	if _, ok := keptLists[key]; !ok {
		list := make([]vm.Value, n)
		for i := range list {
			list[i] = element(i)
		}
		keptLists[key] = list
	}
	return slices.Clone(keptLists[key])
}

func (b *bench) numbers(n int) []vm.Value {
	return list("numbers", n, func(i int) vm.Value { return vm.Int(i * 7919 % 60013) })
}

func (b *bench) texts(n int) []vm.Value {
	var names []vm.Value
	return list("texts", n, func(i int) vm.Value {
		if len(names) < 60013 {
			names = append(names, vm.ASCII("t"+strconv.Itoa(i*7919%60013)))
		}
		return names[i%60013]
	})
}

func (b *bench) object(n int, key func(i int) vm.PropertyKey) (*vm.Object, error) {
	o := b.m.NewPlainObject()
	for i := range n {
		if err := b.m.Set(o, key(i), vm.Int(i)); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// make makes an input.
func (b *bench) make(name string) (vm.Value, error) {
	m, s := b.m, b.scale
	array := func(list []vm.Value) (vm.Value, error) { return vm.ObjectValue(m.NewArray(list)), nil }
	ascii := func(piece string) (vm.Value, error) { return vm.ASCII(text(piece, s.units)), nil }
	withLength := func(o *vm.Object, n float64) (vm.Value, error) {
		return vm.ObjectValue(o), m.Set(o, m.Key("length"), vm.Number(n))
	}
	native := func(f func(c *vm.Call) vm.Value) (vm.Value, error) {
		return vm.ObjectValue(m.NewNative("callback", 1, nil, func(c *vm.Call) (vm.Value, error) { return f(c), nil })), nil
	}
	switch name {
	case "undefined":
		return vm.Undefined, nil
	case "zero":
		return vm.Int(0), nil
	case "small":
		return vm.Int(3), nil
	case "large":
		return vm.Number(1 << 31), nil
	case "letter":
		return vm.ASCII("a"), nil
	case "flag":
		return vm.ASCII("g"), nil
	case "function":
		return native(func(c *vm.Call) vm.Value { return c.Arg(0) })
	case "true function":
		return native(func(*vm.Call) vm.Value { return vm.True })
	case "other set":
		list := b.numbers(s.entries)
		for i := range list {
			list[i] = vm.Number(float64(i) + 0.5)
		}
		b.made["other entries"] = vm.ObjectValue(m.NewArray(list))
		return b.construct("Set", "other entries")
	case "false function":
		return native(func(*vm.Call) vm.Value { return vm.False })
	case "array":
		return array(b.numbers(s.elements))
	case "text array":
		return array(b.texts(s.elements))
	case "wide array":
		return array([]vm.Value{b.wide(), b.wide()})
	case "pairs":
		return array(list("pairs", s.entries, func(i int) vm.Value {
			return vm.ObjectValue(m.NewArrayOf(vm.ASCII("p"+strconv.Itoa(i)), vm.Int(i)))
		}))
	case "sparse array":
		return withLength(m.NewArray(nil), float64(s.elements))
	case "holes":
		list := b.numbers(s.elements)
		list[len(list)/2] = vm.Hole()
		return array(list)
	case "object":
		o, err := b.object(s.entries, func(i int) vm.PropertyKey { return m.Key("k" + strconv.Itoa(i)) })
		return vm.ObjectValue(o), err
	case "indexed object":
		o, err := b.object(s.entries, func(i int) vm.PropertyKey { return vm.IndexKey(uint32(i) * 4001 % 4_000_000_007) })
		if err != nil {
			return vm.Undefined, err
		}
		return withLength(o, float64(s.entries))
	case "frozen":
		o := m.NewArray(b.numbers(s.elements))
		return b.call("Object.freeze", vm.ObjectValue(o))
	case "nested":
		list := []vm.Value{vm.Int(1)}
		for range 400 {
			list = []vm.Value{vm.ObjectValue(m.NewArray(list)), vm.Int(2)}
		}
		return array(append(list, b.numbers(s.elements)...))
	case "endless":
		return withLength(m.NewPlainObject(), 1<<53-1)
	case "arguments":
		return array(b.numbers(min(s.elements, 500_000)))
	case "ascii":
		return ascii("ab c1,")
	case "wide":
		return b.wide(), nil
	case "digits":
		return vm.ASCII(text("7", s.units/16)), nil
	case "spaces":
		return ascii(" ")
	case "json":
		return b.keep(name, func() vm.Value { return vm.ASCII("[" + text(`{"a":1,"b":[true,"x\n"]},`, s.units) + "1]") }), nil
	case "hex":
		return ascii("%C3%A4ff")
	case "base64":
		return ascii("aaaa")
	case "date text":
		return b.keep(name, func() vm.Value { return vm.ASCII("2024 " + text("(", s.units)) }), nil
	case "tagged url":
		return b.keep(name, func() vm.Value { return vm.ASCII("https://example.com/?" + text("a=b&", s.units)) }), nil
	case "bigint":
		return b.keep(name, func() vm.Value { return vm.BigIntValue(new(big.Int).Lsh(big.NewInt(3), uint(s.units))) }), nil
	case "Symbol":
		return b.call("Symbol", vm.ASCII(text("s", s.units)))
	case "Map":
		return b.construct("Map", "pairs")
	case "Set":
		list := b.numbers(s.entries)
		for i := range list {
			list[i] = vm.Int(i * 3)
		}
		b.made["entries"] = vm.ObjectValue(m.NewArray(list))
		return b.construct("Set", "entries")
	case "Uint8Array", "ArrayBuffer":
		b.made["size"] = vm.Int(s.units)
		return b.construct(name, "size")
	case "Float64Array", "Float32Array":
		return b.construct(name, "array")
	case "BigInt64Array":
		b.made["length"] = vm.Int(s.elements)
		return b.construct(name, "length")
	case "DataView":
		return b.construct(name, "ArrayBuffer")
	case "resizable":
		o := m.NewPlainObject()
		if err := m.Set(o, m.Key("maxByteLength"), vm.Int(2*s.units)); err != nil {
			return vm.Undefined, err
		}
		b.made["options"], b.made["size"] = vm.ObjectValue(o), vm.Int(s.units)
		return b.construct("ArrayBuffer", "size", "options")
	case "URLSearchParams":
		b.made["query"] = vm.ASCII(text("a=b&", 4*s.entries))
		return b.construct(name, "query")
	case "RegExp":
		b.made["pattern"] = vm.ASCII("(a|b)*[^x]?c")
		return b.construct(name, "pattern", "flag")
	case "Date":
		return b.construct(name, "small")
	case "Error":
		return b.construct(name, "ascii")
	case "String":
		return b.construct(name, "ascii")
	case "URL":
		b.made["href"] = vm.ASCII("https://example.com/" + text("a/", min(s.units, 1<<18)))
		return b.construct(name, "href")
	case "Promise":
		return b.construct(name, "function")
	case "WeakMap", "WeakSet", "TextEncoder", "TextDecoder":
		return b.construct(name)
	case "iterator":
		return b.method("array", "@@iterator")
	case "filter helper":
		return b.method("iterator", "filter", "false function")
	case "drop helper":
		return b.method("iterator", "drop", "large")
	case "flatMap helper":
		b.made["to nothing"], _ = native(func(*vm.Call) vm.Value { return vm.ObjectValue(m.NewArray(nil)) })
		return b.method("iterator", "flatMap", "to nothing")
	case "map iterator":
		return b.method("Map", "@@iterator")
	case "set iterator":
		return b.method("Set", "@@iterator")
	case "string iterator":
		return b.method("ascii", "@@iterator")
	case "typed iterator":
		return b.method("Uint8Array", "@@iterator")
	case "params iterator":
		return b.method("URLSearchParams", "@@iterator")
	case "segments":
		return b.method("Segmenter", "segment", "ascii")
	case "endless iterator":
		o := m.NewPlainObject()
		next, _ := native(func(*vm.Call) vm.Value { return m.IterResult(vm.Int(1), false) })
		self, _ := native(func(c *vm.Call) vm.Value { return c.This })
		if err := m.Set(o, m.Key("next"), next); err != nil {
			return vm.Undefined, err
		}
		return vm.ObjectValue(o), m.Set(o, m.Realm().Names.SymIterator, self)
	case "raw":
		o := m.NewPlainObject()
		list, err := b.input("text array")
		if err != nil {
			return list, err
		}
		return vm.ObjectValue(o), m.Set(o, m.Key("raw"), list)
	}
	if of, ok := strings.CutPrefix(name, "constructor "); ok {
		return b.path(of)
	}
	c, err := b.path("Intl." + name)
	if err != nil {
		return c, err
	}
	var options []vm.Value
	if name == "DisplayNames" {
		o := m.NewPlainObject()
		if err := m.Set(o, m.Key("type"), vm.ASCII("region")); err != nil {
			return vm.Undefined, err
		}
		options = append(options, vm.ObjectValue(o))
	}
	o, err := m.Construct(c.Object(), nil, append([]vm.Value{vm.ASCII("en")}, options...)...)
	if err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(o), nil
}

func (b *bench) wide() vm.Value {
	return b.keep("wide", func() vm.Value { return vm.String(strings.Repeat("äb c1€", b.scale.units/12)) })
}

// path returns the value of a dotted path of global names.
func (b *bench) path(path string) (v vm.Value, err error) {
	v = vm.ObjectValue(b.m.Realm().Global)
	for name := range strings.SplitSeq(path, ".") {
		if v, err = b.m.GetV(v, b.m.Key(name)); err != nil {
			return v, err
		}
	}
	return v, nil
}

func (b *bench) call(path string, args ...vm.Value) (vm.Value, error) {
	f, err := b.path(path)
	if err != nil {
		return f, err
	}
	return b.m.Call(f, vm.Undefined, args...)
}

func (b *bench) inputs(names []string) ([]vm.Value, error) {
	list := make([]vm.Value, len(names))
	for i, name := range names {
		var err error
		if list[i], err = b.input(name); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (b *bench) construct(name string, args ...string) (vm.Value, error) {
	c, _ := b.m.GlobalValue(name)
	list, err := b.inputs(args)
	if err != nil {
		return vm.Undefined, err
	}
	o, err := b.m.Construct(c.Object(), nil, list...)
	if err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(o), nil
}

func (b *bench) method(receiver, name string, args ...string) (vm.Value, error) {
	list, err := b.inputs(append([]string{receiver}, args...))
	if err != nil {
		return vm.Undefined, err
	}
	key := b.m.Realm().Names.SymIterator
	if name != "@@iterator" {
		key = b.m.Key(name)
	}
	f, err := b.m.GetV(list[0], key)
	if err != nil {
		return f, err
	}
	return b.m.Call(f, list[0], list[1:]...)
}

// attempt is a call of a builtin with some of the inputs.
type attempt struct {
	receiver  string
	args      []string
	construct bool
	spread    bool // the last argument is an array of arguments
}

// String returns the attempt as heavyCalls has it: receiver(arguments), new(arguments) or receiver(...arguments).
func (a attempt) String() string {
	list := strings.Join(a.args, ", ")
	switch {
	case a.construct:
		return "new(" + list + ")"
	case a.spread:
		return a.receiver + "(..." + list + ")"
	}
	return a.receiver + "(" + list + ")"
}

// parseAttempt is the inverse of String.
func parseAttempt(s string) attempt {
	receiver, list, _ := strings.Cut(strings.TrimSuffix(s, ")"), "(")
	a := attempt{receiver: receiver}
	if list, a.spread = strings.CutPrefix(list, "..."); list != "" {
		a.args = strings.Split(list, ", ")
	}
	if receiver == "new" {
		a.receiver, a.construct = "", true
	}
	return a
}

// large are the inputs of an attempt that are of a size, as a key.
func (a attempt) large() string {
	var list []string
	for _, name := range append([]string{a.receiver}, a.args...) {
		if isLarge[name] {
			list = append(list, name)
		}
	}
	return strings.Join(list, " ")
}

var isLarge = func() map[string]bool {
	m := map[string]bool{}
	for _, name := range inputNames {
		if name == "undefined" {
			break
		}
		m[name] = true
	}
	return m
}()

// attempts are the combinations of inputs that every builtin is called with.
var attempts = func() (list []attempt) {
	add := func(receiver string, args ...string) { list = append(list, attempt{receiver: receiver, args: args}) }
	for _, in := range inputNames {
		for _, args := range [][]string{nil, {"function"}, {"false function"}, {"letter"}, {"zero"}, {"small", "large"}, {"zero", "large", "letter"}, {"text array", "function"}, {"wide"}, {"ascii"},
			{"letter", "ascii"}, {"RegExp"}, {"RegExp", "letter"}, {"array"}, {"Set"}, {"large", "wide"}, {"object"}, {in, in}} {
			add(in, args...)
		}
		add("undefined", in)
		add("undefined", in, "function", "function")
		add("undefined", in, "undefined", "small")
		add("undefined", in, "large")
		add("function", "undefined", in)
		add("undefined", "function", "undefined", in)
		add("undefined", "endless", in)
		add("undefined", "object", in, "small")
		add("constructor Promise", in)
		add("constructor Array", in)
		add("constructor Uint8Array", in)
		add("undefined", "constructor Array", in)
		for _, light := range []string{"letter", "Date", "Promise", "Collator", "NumberFormat", "DateTimeFormat", "ListFormat", "PluralRules", "RelativeTimeFormat", "Segmenter", "DisplayNames", "TextEncoder", "TextDecoder", "WeakMap", "WeakSet"} {
			add(light, in)
		}
		add("RegExp", in)
		add("RegExp", in, "letter")
		add("Collator", in, in)
		add("TextEncoder", in, "Uint8Array")
		list = append(list, attempt{construct: true, args: []string{in}}, attempt{construct: true, args: []string{in, in}}, attempt{construct: true, args: []string{"letter", in}})
	}
	for _, light := range []string{"undefined", "letter", "constructor Array", "constructor Uint8Array", "array", "function"} {
		list = append(list, attempt{receiver: light, args: []string{"arguments"}, spread: true})
	}
	return list
}()

// prepare makes the inputs of an attempt.
func (b *bench) prepare(a attempt) (receiver vm.Value, args []vm.Value, err error) {
	if receiver, err = b.input(cmp.Or(a.receiver, "undefined")); err != nil {
		return
	}
	if args, err = b.inputs(a.args); err != nil {
		return
	}
	if a.spread {
		args, err = b.m.ListFromIterable(args[len(args)-1])
	}
	return
}

// perform makes the call.
func (b *bench) perform(fn *vm.Object, a attempt, receiver vm.Value, args []vm.Value) (vm.Value, error) {
	if a.construct {
		_, err := b.m.Construct(fn, nil, args...)
		return vm.Undefined, err
	}
	v, err := b.m.Call(vm.ObjectValue(fn), receiver, args...)
	if o := v.Object(); o == nil || o.Class() != vm.ClassPromise {
		v = vm.Undefined
	}
	return v, err
}

// suits reports whether an attempt makes sense for a function: an object of some class is the receiver of its methods only.
func (a attempt) suits(name string) bool {
	class := strings.TrimPrefix(a.receiver, "constructor ")
	return a.receiver == "" || isLarge[a.receiver] || class[0] > 'Z' || strings.Contains(name, class) || class == "Uint8Array" && strings.Contains(name, "TypedArray")
}

func isAbort(err error) bool {
	var abort *vm.Abort
	return errors.As(err, &abort)
}
