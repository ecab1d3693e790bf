package vm

// This file defines the realm: the intrinsic objects that all executions share, and the builder that makes them.

import "reflect"

// A Realm holds the intrinsic objects. After NewRealm it never changes, so any number of executions on any number of
// goroutines use it at once. The objects refuse writes, but their properties count as writable when a program assigns
// to an object that inherits from them.
type Realm struct {
	Names  Names
	Global *Object // the global object
	atoms  map[string]*Atom

	nullShape       *Shape
	arrayShape      *Shape
	nativeShape     *Shape // {length, name}
	iterResultShape *Shape // {value, done}
	functionShapes  [4]*Shape
	regExps         regExpShapes
	objects         []*Object

	ObjectPrototype, FunctionPrototype, ArrayPrototype, StringPrototype, NumberPrototype, BooleanPrototype,
	SymbolPrototype, BigIntPrototype, ErrorPrototype, IteratorPrototype, AsyncIteratorPrototype,
	ArrayIteratorPrototype, ArrayResultPrototype, StringIteratorPrototype, MapIteratorPrototype, SetIteratorPrototype, RegExpStringIteratorPrototype,
	IteratorHelperPrototype, WrapForValidIteratorPrototype, AsyncFromSyncIteratorPrototype,
	GeneratorPrototype, AsyncGeneratorPrototype,
	GeneratorFunctionPrototype, AsyncFunctionPrototype, AsyncGeneratorFunctionPrototype,
	PromisePrototype, MapPrototype, SetPrototype, WeakMapPrototype, WeakSetPrototype, DatePrototype, RegExpPrototype,
	URLPrototype, URLSearchParamsPrototype, ArrayBufferPrototype, TypedArrayPrototype, Uint8ArrayPrototype, DataViewPrototype,
	TextEncoderPrototype, TextDecoderPrototype *Object

	// Errors holds the prototypes of the native errors by kind.
	Errors [numErrorKinds]*Object

	// TypedArrayPrototypes and TypedArrayConstructors hold the typed arrays by kind.
	TypedArrayPrototypes, TypedArrayConstructors [NumElementKinds]*Object

	// Functions that the machine itself needs to know.
	ArrayConstructor, PromiseConstructor, ObjectConstructor, RegExpConstructor, ArrayBufferConstructor, FunctionHasInstance, ArrayValues, ArraySymbolIterator,
	PromiseThen, PromiseResolve, ObjectToString, ThrowTypeError *Object

	// NewRegExp makes the object of a regular-expression literal. compiled is what an earlier evaluation of the same
	// literal returned, nil at first; the machine keeps what comes back for the run.
	NewRegExp func(vm *VM, pattern, flags Value, compiled any) (*Object, any, error)
}

// Names holds the property keys that the engine and the library use by themselves.
type Names struct {
	Length, Name, Prototype, Constructor, Message, Cause, Errors, Error, Suppressed, Stack, Proto,
	ToString, ValueOf, ToJSON, ToISOString, ToLocaleString, Join, Then, Resolve, Next, Done, Value, Return, Throw, Get, Set, Writable, Enumerable, Configurable,
	Index, Input, Groups, Indices, LastIndex, Flags, Source, Exec, Raw, Status, Reason, Promise, Reject, Size, Has, Keys, Add, Delete, Values, Entries,
	Global, IgnoreCase, Multiline, DotAll, Unicode, UnicodeSets, Sticky, HasIndices, RawJSON, Description, Callee PropertyKey

	SymIterator, SymAsyncIterator, SymHasInstance, SymToPrimitive, SymToStringTag, SymSpecies, SymIsConcatSpreadable,
	SymUnscopables, SymMatch, SymMatchAll, SymReplace, SymSearch, SymSplit, SymDispose, SymAsyncDispose PropertyKey
}

type functionShape uint8

const (
	shapeFunction functionShape = iota
	shapeAsync
	shapeGenerator
	shapeAsyncGenerator
)

// NewRealm makes a realm. populate defines the library on its prototypes.
func NewRealm(populate func(b *Builder)) *Realm {
	r := &Realm{atoms: make(map[string]*Atom, 2048)}
	b := &Builder{r}
	r.internNames()
	r.nullShape = &Shape{static: true}
	r.ObjectPrototype = b.Object(nil)
	r.FunctionPrototype = b.function(r.ObjectPrototype, "", 0, func(*Call) (Value, error) { return Undefined, nil }, false)
	// Every other *Object field that names a prototype starts as an empty object that inherits from Object.prototype
	// or from what inherits says; populate fills them.
	r.makePrototypes(b)
	r.nativeShape = b.staticShape(r.FunctionPrototype, r.Names.Length.atom, r.Names.Name.atom)
	r.functionShapes[shapeFunction] = b.root(r.FunctionPrototype)
	r.functionShapes[shapeAsync] = b.root(r.AsyncFunctionPrototype)
	r.functionShapes[shapeGenerator] = b.root(r.GeneratorFunctionPrototype)
	r.functionShapes[shapeAsyncGenerator] = b.root(r.AsyncGeneratorFunctionPrototype)
	r.ArrayPrototype.class = ClassArray
	r.arrayShape = b.root(r.ArrayPrototype)
	r.iterResultShape = &Shape{proto: r.ObjectPrototype, static: true, props: []shapeProp{
		{r.Names.Value.atom, FlagsData}, {r.Names.Done.atom, FlagsData}}}
	r.makeRegExpShapes()
	b.root(r.ObjectPrototype)
	r.Global = b.Object(r.ObjectPrototype)
	populate(b)
	r.freeze()
	return r
}

// internNames gives every field of Names its key. The name of a field is the property name with a capital letter.
func (r *Realm) internNames() {
	v := reflect.ValueOf(&r.Names).Elem()
	t := v.Type()
	for i := range t.NumField() {
		name := t.Field(i).Name
		var key PropertyKey
		if len(name) > 3 && name[:3] == "Sym" {
			s := NewSymbol("Symbol." + lowerFirst(name[3:]))
			key = s.Key()
		} else {
			key = r.key(fieldName(name))
		}
		v.Field(i).Set(reflect.ValueOf(key))
	}
}

func fieldName(name string) string {
	switch name {
	case "Proto":
		return "__proto__"
	case "ToJSON":
		return "toJSON"
	case "RawJSON":
		return "rawJSON"
	}
	return lowerFirst(name)
}

func lowerFirst(s string) string { return string(s[0]|0x20) + s[1:] }

func (r *Realm) key(name string) PropertyKey {
	if i, ok := parseIndex(StrOf(name)); ok {
		return PropertyKey{index: i}
	}
	a := r.atoms[name]
	if a == nil {
		a = newAtom(name)
		r.atoms[name] = a
	}
	return PropertyKey{atom: a}
}

// makePrototypes makes the empty prototypes.
func (r *Realm) makePrototypes(b *Builder) {
	of := func(proto *Object, fields ...**Object) {
		for _, f := range fields {
			*f = b.Object(proto)
		}
	}
	o := r.ObjectPrototype
	of(o, &r.ArrayPrototype, &r.StringPrototype, &r.NumberPrototype, &r.BooleanPrototype, &r.SymbolPrototype,
		&r.BigIntPrototype, &r.ErrorPrototype, &r.IteratorPrototype, &r.AsyncIteratorPrototype, &r.PromisePrototype,
		&r.MapPrototype, &r.SetPrototype, &r.WeakMapPrototype, &r.WeakSetPrototype, &r.DatePrototype, &r.RegExpPrototype,
		&r.URLPrototype, &r.URLSearchParamsPrototype, &r.ArrayBufferPrototype, &r.TypedArrayPrototype, &r.DataViewPrototype,
		&r.TextEncoderPrototype, &r.TextDecoderPrototype)
	of(r.IteratorPrototype, &r.ArrayIteratorPrototype, &r.StringIteratorPrototype, &r.MapIteratorPrototype,
		&r.SetIteratorPrototype, &r.RegExpStringIteratorPrototype, &r.IteratorHelperPrototype,
		&r.WrapForValidIteratorPrototype, &r.GeneratorPrototype)
	of(r.AsyncIteratorPrototype, &r.AsyncFromSyncIteratorPrototype, &r.AsyncGeneratorPrototype)
	of(r.FunctionPrototype, &r.GeneratorFunctionPrototype, &r.AsyncFunctionPrototype, &r.AsyncGeneratorFunctionPrototype)
	of(r.ArrayPrototype, &r.ArrayResultPrototype)
	for k := range r.TypedArrayPrototypes {
		r.TypedArrayPrototypes[k] = b.Object(r.TypedArrayPrototype)
	}
	r.Uint8ArrayPrototype = r.TypedArrayPrototypes[Uint8]
	r.Errors[ErrorKindError] = r.ErrorPrototype
	for k := ErrorKindError + 1; k < numErrorKinds; k++ {
		r.Errors[k] = b.Object(r.ErrorPrototype)
	}
	r.StringPrototype.class, r.StringPrototype.data = ClassString, ASCII("")
	r.NumberPrototype.class, r.NumberPrototype.data = ClassNumber, Int(0)
	r.BooleanPrototype.class, r.BooleanPrototype.data = ClassBoolean, False
}

// freeze ends the construction: from here on nothing is written to any object, shape or atom table of the realm.
func (r *Realm) freeze() {
	b := &Builder{r}
	for _, o := range r.objects {
		b.root(o)
		if o.shape.dict {
			o.shape.buildTable()
			o.shape.immutable, o.shape.static = true, true
		}
		o.flags |= objRealm | objNotExtensible
	}
	r.objects = nil
}

// A Builder makes the objects of a realm.
type Builder struct{ Realm *Realm }

// Key returns the key of a name.
func (b *Builder) Key(name string) PropertyKey { return b.Realm.key(name) }

// Object returns a new empty object.
func (b *Builder) Object(proto *Object) *Object {
	o := &Object{shape: &Shape{proto: proto, dict: true, table: map[*Atom]uint32{}}}
	b.Realm.objects = append(b.Realm.objects, o)
	return o
}

// ObjectOf returns a new empty object of a class.
func (b *Builder) ObjectOf(class Class, proto *Object, data any) *Object {
	o := b.Object(proto)
	o.class, o.data = class, data
	return o
}

// root returns the static shape of empty objects that inherit from proto.
func (b *Builder) root(proto *Object) *Shape {
	if proto.rootShape == nil {
		proto.rootShape = &Shape{proto: proto, static: true}
	}
	return proto.rootShape
}

func (b *Builder) staticShape(proto *Object, keys ...*Atom) *Shape {
	s := &Shape{proto: proto, static: true}
	for _, k := range keys {
		s.props = append(s.props, shapeProp{k, FlagConfigurable})
	}
	return s
}

// function makes a builtin function. Before the shape of functions exists, and for constructors, it is a dictionary.
func (b *Builder) function(proto *Object, name string, length int, fn NativeFunc, ctor bool) *Object {
	o := &Object{class: ClassFunction, data: &Native{Name: name, Length: length, Fn: fn, Ctor: ctor}}
	if !ctor && proto == b.Realm.FunctionPrototype && b.Realm.nativeShape != nil {
		o.shape = b.Realm.nativeShape
		o.slots = []Value{Int(length), String(name)}
	} else {
		o.shape = &Shape{proto: proto, dict: true, table: map[*Atom]uint32{}}
		b.Prop(o, b.Realm.Names.Length, Int(length), FlagConfigurable)
		b.Prop(o, b.Realm.Names.Name, String(name), FlagConfigurable)
	}
	b.Realm.objects = append(b.Realm.objects, o)
	return o
}

// Func returns a new builtin function that is no constructor.
func (b *Builder) Func(name string, length int, fn NativeFunc) *Object {
	return b.function(b.Realm.FunctionPrototype, name, length, fn, false)
}

// Constructor returns a new builtin constructor, links it with its prototype object and defines it as a global.
// parent is the [[Prototype]] of the constructor, nil for Function.prototype.
func (b *Builder) Constructor(name string, length int, fn NativeFunc, proto, parent *Object) *Object {
	c := b.HiddenConstructor(name, length, fn, proto, parent)
	b.Global(name, ObjectValue(c))
	return c
}

// HiddenConstructor is Constructor without the global.
func (b *Builder) HiddenConstructor(name string, length int, fn NativeFunc, proto, parent *Object) *Object {
	if parent == nil {
		parent = b.Realm.FunctionPrototype
	}
	c := b.function(parent, name, length, fn, true)
	if proto != nil {
		b.Prop(c, b.Realm.Names.Prototype, ObjectValue(proto), 0)
		b.Prop(proto, b.Realm.Names.Constructor, ObjectValue(c), FlagsHidden)
	}
	return c
}

// Global defines a global name.
func (b *Builder) Global(name string, v Value) {
	b.Prop(b.Realm.Global, b.Key(name), v, FlagsHidden)
}

// Prop defines or replaces a data property.
func (b *Builder) Prop(o *Object, key PropertyKey, v Value, flags PropFlags) {
	if key.atom == nil {
		panic("vm: the realm has no index properties")
	}
	s := o.shape
	if !s.dict {
		s = &Shape{proto: s.proto, dict: true, props: append([]shapeProp(nil), s.props...)}
		s.buildTable()
		o.shape = s
	}
	if i, ok := s.table[key.atom]; ok {
		o.slots[i], s.props[i].flags = v, flags
		return
	}
	s.table[key.atom] = uint32(len(s.props))
	s.props = append(s.props, shapeProp{key.atom, flags})
	o.slots = append(o.slots, v)
}

// Method defines a builtin method, named after its key.
func (b *Builder) Method(o *Object, name string, length int, fn NativeFunc) *Object {
	f := b.Func(name, length, fn)
	b.Prop(o, b.Key(name), ObjectValue(f), FlagsHidden)
	return f
}

// SymbolMethod defines a builtin method whose key is a well-known symbol; its name is the bracketed description.
func (b *Builder) SymbolMethod(o *Object, key PropertyKey, length int, flags PropFlags, fn NativeFunc) *Object {
	f := b.Func(key.atom.nameText(), length, fn)
	b.Prop(o, key, ObjectValue(f), flags)
	return f
}

// Accessor defines an accessor property; get or set may be nil.
func (b *Builder) Accessor(o *Object, key PropertyKey, get, set NativeFunc, flags PropFlags) {
	a := &accessor{}
	if get != nil {
		a.get = b.Func("get "+key.atom.nameText(), 0, get)
	}
	if set != nil {
		a.set = b.Func("set "+key.atom.nameText(), 1, set)
	}
	b.Prop(o, key, Value{ref: a}, flags&^FlagWritable|flagAccessor)
}

// Getter defines an accessor property without a setter, not enumerable.
func (b *Builder) Getter(o *Object, name string, get NativeFunc) {
	b.Accessor(o, b.Key(name), get, nil, FlagConfigurable)
}

// Tag defines Symbol.toStringTag.
func (b *Builder) Tag(o *Object, tag string) {
	b.Prop(o, b.Realm.Names.SymToStringTag, String(tag), FlagConfigurable)
}
