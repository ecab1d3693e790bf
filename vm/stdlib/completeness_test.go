package stdlib

// This file checks that every intrinsic has exactly the properties that ECMAScript 2025 gives it. The lists are written
// after the specification; what the library has beyond it, or leaves out, is named with a reason.

import (
	"slices"
	"strings"
	"testing"

	"github.com/neurocode-ai/codemode/vm"
)

// An intrinsic is a list of the property names of one object of the realm. Symbols are written @@name.
type intrinsic struct {
	name  string // how a program reaches it, for messages
	find  func(r *vm.Realm) *vm.Object
	props string // names, separated by spaces
}

// intrinsics is what is checked; the files of the package add theirs in init functions of their tests.
var intrinsics []intrinsic

// exclusion says why a property differs from the specification.
type exclusion struct{ intrinsic, property, reason string }

// missing are properties that the specification has and the library leaves out.
var missing []exclusion

// surplus are properties that the library has beyond the specification.
var surplus []exclusion

// global returns a finder of a global object, or of what a path of properties from it leads to.
func global(path string) func(r *vm.Realm) *vm.Object {
	return func(r *vm.Realm) *vm.Object {
		m := vm.New(r, vm.Options{})
		o := r.Global
		for _, name := range strings.Split(path, ".") {
			v, err := m.Get(o, m.Key(name))
			if err != nil || v.Object() == nil {
				return nil
			}
			o = v.Object()
		}
		return o
	}
}

func keyText(k vm.PropertyKey) string {
	if k.IsSymbol() {
		return "@@" + strings.TrimSuffix(strings.TrimPrefix(k.Text(), "Symbol(Symbol."), ")")
	}
	return k.Text()
}

func listed(list []exclusion, name, property string) bool {
	for _, e := range list {
		if e.intrinsic == name && e.property == property {
			return e.reason != ""
		}
	}
	return false
}

func TestIntrinsicsAreComplete(t *testing.T) {
	r := Realm()
	m := vm.New(r, vm.Options{})
	for _, in := range intrinsics {
		o := in.find(r)
		if o == nil {
			t.Errorf("%s does not exist", in.name)
			continue
		}
		keys, err := m.OwnKeys(o)
		if err != nil {
			t.Fatal(err)
		}
		have := make([]string, len(keys))
		for i, k := range keys {
			have[i] = keyText(k)
		}
		want := strings.Fields(in.props)
		for _, w := range want {
			has, excluded := slices.Contains(have, w), listed(missing, in.name, w)
			switch {
			case !has && !excluded:
				t.Errorf("%s.%s is missing", in.name, w)
			case has && excluded:
				t.Errorf("%s.%s is listed as missing, but is there", in.name, w)
			}
		}
		for _, h := range have {
			if !slices.Contains(want, h) && !listed(surplus, in.name, h) {
				t.Errorf("%s.%s is not in the specification", in.name, h)
			}
		}
		for _, e := range surplus {
			if e.intrinsic == in.name && !slices.Contains(have, e.property) {
				t.Errorf("%s.%s is listed as surplus, but is not there", in.name, e.property)
			}
		}
	}
}

// TestGlobalsAreListed makes sure that no global escapes the check above.
func TestGlobalsAreListed(t *testing.T) {
	r := Realm()
	m := vm.New(r, vm.Options{})
	known := map[string]bool{}
	for _, in := range intrinsics {
		known[strings.Split(in.name, ".")[0]] = true
	}
	keys, err := m.OwnKeys(r.Global)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range keys {
		v, err := m.Get(r.Global, k)
		if err != nil {
			t.Fatal(err)
		}
		o := v.Object()
		if o == nil || known[k.Text()] || k.Is("globalThis") {
			continue
		}
		if own, _ := m.OwnKeys(o); len(own) > 2 || !o.IsCallable() {
			t.Errorf("the global %s has properties and no list", k.Text())
		}
	}
}

const ctor = "length name prototype "

func init() {
	intrinsics = append(intrinsics, []intrinsic{
		{"Object", global("Object"), ctor + `assign create defineProperties defineProperty entries freeze fromEntries
			getOwnPropertyDescriptor getOwnPropertyDescriptors getOwnPropertyNames getOwnPropertySymbols getPrototypeOf
			groupBy hasOwn is isExtensible isFrozen isSealed keys preventExtensions seal setPrototypeOf values`},
		{"Object.prototype", global("Object.prototype"), `constructor hasOwnProperty isPrototypeOf propertyIsEnumerable
			toLocaleString toString valueOf __proto__ __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__`},
		{"Function", global("Function"), ctor},
		{"Function.prototype", global("Function.prototype"), `length name apply bind call constructor toString
			@@hasInstance caller arguments`},
		{"Boolean", global("Boolean"), ctor},
		{"Boolean.prototype", global("Boolean.prototype"), `constructor toString valueOf`},
		{"Symbol", global("Symbol"), ctor + `asyncIterator for hasInstance isConcatSpreadable iterator keyFor match
			matchAll replace search species split toPrimitive toStringTag unscopables`},
		{"Symbol.prototype", global("Symbol.prototype"), `constructor description toString valueOf @@toPrimitive @@toStringTag`},
		{"Error", global("Error"), ctor},
		{"Error.prototype", global("Error.prototype"), `constructor message name toString`},
		{"AggregateError", global("AggregateError"), ctor},
		{"AggregateError.prototype", global("AggregateError.prototype"), `constructor message name`},
		{"Array", global("Array"), ctor + `from isArray of @@species`},
		{"Array.prototype", global("Array.prototype"), `length at concat constructor copyWithin entries every fill filter
			find findIndex findLast findLastIndex flat flatMap forEach includes indexOf join keys lastIndexOf map pop push
			reduce reduceRight reverse shift slice some sort splice toLocaleString toReversed toSorted toSpliced toString
			unshift values with @@iterator @@unscopables`},
		{"Iterator", global("Iterator"), ctor + `from`},
		{"Iterator.prototype", global("Iterator.prototype"), `constructor drop every filter find flatMap forEach map
			reduce some take toArray @@iterator @@toStringTag`},
		{"%AsyncIteratorPrototype%", func(r *vm.Realm) *vm.Object { return r.AsyncIteratorPrototype }, `@@asyncIterator`},
		{"%ArrayIteratorPrototype%", func(r *vm.Realm) *vm.Object { return r.ArrayIteratorPrototype }, `next @@toStringTag`},
		{"%MapIteratorPrototype%", func(r *vm.Realm) *vm.Object { return r.MapIteratorPrototype }, `next @@toStringTag`},
		{"%SetIteratorPrototype%", func(r *vm.Realm) *vm.Object { return r.SetIteratorPrototype }, `next @@toStringTag`},
		{"%IteratorHelperPrototype%", func(r *vm.Realm) *vm.Object { return r.IteratorHelperPrototype }, `next return @@toStringTag`},
		{"%WrapForValidIteratorPrototype%", func(r *vm.Realm) *vm.Object { return r.WrapForValidIteratorPrototype }, `next return`},
		{"%AsyncFromSyncIteratorPrototype%", func(r *vm.Realm) *vm.Object { return r.AsyncFromSyncIteratorPrototype }, `next return throw`},
		{"%GeneratorFunction.prototype%", func(r *vm.Realm) *vm.Object { return r.GeneratorFunctionPrototype }, `constructor prototype @@toStringTag`},
		{"%GeneratorPrototype%", func(r *vm.Realm) *vm.Object { return r.GeneratorPrototype }, `constructor next return throw @@toStringTag`},
		{"%AsyncFunction.prototype%", func(r *vm.Realm) *vm.Object { return r.AsyncFunctionPrototype }, `constructor @@toStringTag`},
		{"%AsyncGeneratorFunction.prototype%", func(r *vm.Realm) *vm.Object { return r.AsyncGeneratorFunctionPrototype }, `constructor prototype @@toStringTag`},
		{"%AsyncGeneratorPrototype%", func(r *vm.Realm) *vm.Object { return r.AsyncGeneratorPrototype }, `constructor next return throw @@toStringTag`},
		{"%ArrayResultPrototype%", func(r *vm.Realm) *vm.Object { return r.ArrayResultPrototype }, ``},
		{"Map", global("Map"), ctor + `groupBy @@species`},
		{"Map.prototype", global("Map.prototype"), `clear constructor delete entries forEach get has keys set size values @@iterator @@toStringTag`},
		{"Set", global("Set"), ctor + `@@species`},
		{"Set.prototype", global("Set.prototype"), `add clear constructor delete difference entries forEach has intersection
			isDisjointFrom isSubsetOf isSupersetOf keys size symmetricDifference union values @@iterator @@toStringTag`},
		{"WeakMap", global("WeakMap"), ctor},
		{"WeakMap.prototype", global("WeakMap.prototype"), `constructor delete get has set @@toStringTag`},
		{"WeakSet", global("WeakSet"), ctor},
		{"WeakSet.prototype", global("WeakSet.prototype"), `add constructor delete has @@toStringTag`},
		{"Promise", global("Promise"), ctor + `all allSettled any race reject resolve try withResolvers @@species`},
		{"Promise.prototype", global("Promise.prototype"), `catch constructor finally then @@toStringTag`},
		{"Reflect", global("Reflect"), `apply construct defineProperty deleteProperty get getOwnPropertyDescriptor getPrototypeOf
			has isExtensible ownKeys preventExtensions set setPrototypeOf @@toStringTag`},
		{"console", global("console"), `assert count countReset debug dir dirxml error group groupCollapsed groupEnd info log
			table time timeEnd timeLog trace warn @@toStringTag`},
	}...)
	for kind := vm.ErrorKindType; kind <= vm.ErrorKindURI; kind++ {
		name := kind.String()
		intrinsics = append(intrinsics, intrinsic{name, global(name), ctor}, intrinsic{name + ".prototype", global(name + ".prototype"), `constructor message name`})
	}
	surplus = append(surplus, []exclusion{
		{"Array", "fromAsync", "ECMAScript 2026; in all current engines, and models write it"},
		{"Error", "captureStackTrace", "V8's, which class hierarchies of errors call in their constructors"},
		{"Error", "isError", "ECMAScript 2026"},
		{"Error.prototype", "stack", "as in all engines"},
		{"%ArrayResultPrototype%", "next", "arrays that stand for iterators answer next"},
		{"%ArrayResultPrototype%", "take", "arrays that stand for iterators have the iterator methods that arrays lack"},
		{"%ArrayResultPrototype%", "drop", "arrays that stand for iterators have the iterator methods that arrays lack"},
		{"%ArrayResultPrototype%", "toArray", "arrays that stand for iterators have the iterator methods that arrays lack"},
	}...)
}

// TestMissingGlobals checks that the globals which the language has and the project leaves out are really absent.
func TestMissingGlobals(t *testing.T) {
	r := Realm()
	m := vm.New(r, vm.Options{})
	for _, name := range []string{"Proxy", "SharedArrayBuffer", "Atomics", "WeakRef", "FinalizationRegistry"} {
		if ok, err := m.HasOwn(r.Global, m.Key(name)); ok || err != nil {
			t.Errorf("%s exists", name)
		}
	}
}
