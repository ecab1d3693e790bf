package stdlib

// This file defines URLSearchParams. How its pairs are read from text and written is in urlsearchparams_text.go.

import (
	"slices"

	"github.com/neurocode-ai/codemode/vm"
)

// formPair is a name with its value: well-formed strings, kept as values because these are smaller than views.
type formPair struct{ name, value vm.Value }

const formPairBytes = 2 * valueBytes

// searchParams is the data of URLSearchParams objects.
type searchParams struct {
	pairs  []formPair
	length int        // a bound of the length of the serialised pairs
	url    *urlRecord // the URL that the pairs are the query of, nil for none
	owner  *vm.Object // the object of url
}

// Trace implements vm.Tracer.
func (p *searchParams) Trace(mark func(vm.Value)) int {
	for i := range p.pairs {
		mark(p.pairs[i].name)
		mark(p.pairs[i].value)
	}
	if p.owner != nil {
		mark(vm.ObjectValue(p.owner))
	}
	return 80 + formPairBytes*cap(p.pairs)
}

func (l *library) defineURLSearchParams() {
	r := l.Realm
	p := r.URLSearchParamsPrototype
	l.Constructor("URLSearchParams", 0, searchParamsConstructor, p, nil)
	l.Accessor(p, l.Key("size"), func(c *vm.Call) (vm.Value, error) {
		s, err := thisParams(c, "size", 0)
		if err != nil {
			return vm.Undefined, err
		}
		return vm.Int(len(s.pairs)), nil
	}, nil, webFlags)
	l.webMethod(p, "append", 2, paramsAppend)
	l.webMethod(p, "delete", 1, paramsDelete)
	l.webMethod(p, "entries", 0, paramsEntries)
	l.webMethod(p, "forEach", 1, paramsForEach)
	l.webMethod(p, "get", 1, paramsGet)
	l.webMethod(p, "getAll", 1, paramsGetAll)
	l.webMethod(p, "has", 1, paramsHas)
	l.webMethod(p, "keys", 0, paramsKeys)
	l.webMethod(p, "set", 2, paramsSet)
	l.webMethod(p, "sort", 0, paramsSort)
	l.webMethod(p, "toString", 0, paramsToString)
	l.webMethod(p, "values", 0, paramsValues)
	l.Tag(p, "URLSearchParams")
	iterators := l.Object(r.IteratorPrototype)
	l.StepperNext(iterators, paramsIteratorKind)
	l.Tag(iterators, paramsIteratorKind)
	l.SymbolMethod(p, r.Names.SymIterator, 0, vm.FlagsHidden, func(c *vm.Call) (vm.Value, error) {
		s, err := thisParams(c, "[Symbol.iterator]", 0)
		if err != nil {
			return vm.Undefined, err
		}
		return vm.ObjectValue(c.VM.NewObjectOf(vm.ClassIterator, iterators, &paramsIterator{s, c.This.Object(), 0})), nil
	})
	l.inspect(vm.ClassURLSearchParams, func(m *vm.VM, o *vm.Object) (vm.Str, error) {
		text, err := o.Data().(*searchParams).text(m)
		return text.Str(), err
	})
}

// thisParams returns the data of the receiver, which must be URLSearchParams, and checks that the arguments that a method
// needs are there.
func thisParams(c *vm.Call, method string, need int) (*searchParams, error) {
	p := paramsOf(c.This)
	switch {
	case p == nil:
		return nil, incompatible(c.VM, "URLSearchParams.prototype."+method, c.This)
	case len(c.Args) < need && need == 1:
		return nil, c.VM.ThrowType("URLSearchParams %s needs a name: the \"name\" argument must be specified", method)
	case len(c.Args) < need:
		return nil, c.VM.ThrowType("URLSearchParams %s needs a name and a value: the \"name\" and \"value\" arguments must be specified", method)
	}
	return p, nil
}

// paramsOf returns the data of v when it is URLSearchParams.
func paramsOf(v vm.Value) *searchParams {
	if o := v.Object(); o != nil && o.Class() == vm.ClassURLSearchParams {
		p, _ := o.Data().(*searchParams)
		return p
	}
	return nil
}

// webText is the conversion of an argument to USVString.
func webText(m *vm.VM, v vm.Value) (vm.Str, error) {
	s, err := m.ToStr(v)
	if err != nil || s.IsASCII() {
		return s, err
	}
	return wellFormed(m, s)
}

// nameAndValue converts the first two arguments.
func nameAndValue(c *vm.Call) (formPair, error) {
	name, err := webText(c.VM, c.Arg(0))
	if err != nil {
		return formPair{}, err
	}
	value, err := webText(c.VM, c.Arg(1))
	return formPair{name.Value(), value.Value()}, err
}

func searchParamsConstructor(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if c.NewTarget == nil {
		return vm.Undefined, m.ThrowType("Class constructor URLSearchParams cannot be invoked without 'new'")
	}
	p := &searchParams{}
	if err := p.init(m, c.Arg(0)); err != nil {
		return vm.Undefined, err
	}
	proto, err := m.ProtoFromConstructor(c.NewTarget, m.Realm().URLSearchParamsPrototype)
	if err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(m.NewObjectOf(vm.ClassURLSearchParams, proto, p)), nil
}

// init fills new URLSearchParams from text, an iterable of pairs, or the properties of an object.
func (p *searchParams) init(m *vm.VM, v vm.Value) error {
	o := v.Object()
	switch {
	case v.IsNullish():
		return nil
	case o == nil:
		s, err := m.ToStr(v)
		if err != nil {
			return err
		}
		if s.Len() > 0 && s.At(0) == '?' {
			s = s.Slice(1, s.Len())
		}
		return p.replace(m, s)
	}
	if other := paramsOf(v); other != nil && o.IsPristine(m.Realm().URLSearchParamsPrototype) {
		return p.copyOf(m, other)
	}
	method, err := m.GetMethod(v, m.Realm().Names.SymIterator)
	if err != nil {
		return err
	}
	if method == nil {
		return p.fromRecord(m, o)
	}
	it, err := m.GetIteratorFrom(v, method)
	if err != nil {
		return err
	}
	return drain(m, it, func(pair vm.Value, _ int) error { return p.addPair(m, pair) })
}

func (p *searchParams) copyOf(m *vm.VM, other *searchParams) error {
	for i := range other.pairs {
		if err := p.add(m, other.pairs[i]); err != nil {
			return err
		}
	}
	return nil
}

// addPair appends an item of the iterable that the constructor was given.
func (p *searchParams) addPair(m *vm.VM, pair vm.Value) error {
	var list []vm.Value
	if pair.IsObject() {
		var err error
		if list, err = m.ListFromIterable(pair); err != nil {
			return err
		}
	}
	if len(list) != 2 {
		return m.ThrowType("Each query pair must be an iterable [name, value] tuple, not %s", m.Describe(pair))
	}
	name, err := webText(m, list[0])
	if err != nil {
		return err
	}
	value, err := webText(m, list[1])
	if err != nil {
		return err
	}
	return p.add(m, formPair{name.Value(), value.Value()})
}

// fromRecord appends the enumerable own properties of an object. Keys that are the same once they are well-formed give
// one pair.
func (p *searchParams) fromRecord(m *vm.VM, o *vm.Object) error {
	keys, err := m.OwnKeys(o)
	if err != nil {
		return err
	}
	changed := false
	for _, key := range keys {
		d, ok, err := m.GetOwn(o, key)
		if err != nil {
			return err
		}
		if !ok || d.Flags&vm.FlagEnumerable == 0 {
			continue
		}
		if key.IsSymbol() {
			return m.ThrowType("Cannot convert a Symbol value to a string")
		}
		name := key.Value().Str()
		well, err := webText(m, name.Value())
		if err != nil {
			return err
		}
		changed = changed || !well.Equal(name)
		v, err := m.Get(o, key)
		if err != nil {
			return err
		}
		value, err := webText(m, v)
		if err != nil {
			return err
		}
		if changed {
			i, err := p.find(m, well, nil, 0)
			if err != nil {
				return err
			}
			if i < len(p.pairs) {
				p.pairs[i].value = value.Value()
				continue
			}
		}
		if err := p.add(m, formPair{well.Value(), value.Value()}); err != nil {
			return err
		}
	}
	return nil
}

// add appends a pair.
func (p *searchParams) add(m *vm.VM, pair formPair) error {
	if err := m.Charge(2); err != nil {
		return err
	}
	if len(p.pairs) == cap(p.pairs) {
		if err := p.grow(m); err != nil {
			return err
		}
	}
	p.pairs = append(p.pairs, pair)
	p.length += pair.bound()
	return nil
}

// pairStep is the number of pairs that are copied between two charges.
const pairStep = 1 << 10

// grow doubles the room for pairs.
func (p *searchParams) grow(m *vm.VM) error {
	n := max(4, 2*len(p.pairs))
	if err := m.Alloc(n * formPairBytes); err != nil {
		return err
	}
	grown := make([]formPair, 0, n)
	for piece := range slices.Chunk(p.pairs, pairStep) {
		grown = append(grown, piece...)
		if err := m.Charge(len(piece)); err != nil {
			return err
		}
	}
	p.pairs = grown
	return nil
}

// maxLinkedQuery limits the pairs of a URL by the bound of their length.
const maxLinkedQuery = 3 << 20

// changed is called after a change of the pairs.
func (p *searchParams) changed(m *vm.VM) error {
	if p.url == nil {
		return nil
	}
	p.url.stale = true
	if p.length > maxLinkedQuery {
		p.clear()
		return m.ThrowRange("The query of a URL cannot be that long: use URLSearchParams without a URL")
	}
	return nil
}

func (p *searchParams) clear() { p.pairs, p.length = nil, 0 }

// find returns the index of the first pair from i on that has a name and, unless it is nil, a value; the number of pairs
// if there is none.
func (p *searchParams) find(m *vm.VM, name vm.Str, value *vm.Str, i int) (int, error) {
	for ; i < len(p.pairs); i++ {
		if err := m.Charge(1); err != nil {
			return 0, err
		}
		same, err := equalText(m, p.pairs[i].name.Str(), name)
		if same && value != nil {
			same, err = equalText(m, p.pairs[i].value.Str(), *value)
		}
		if same || err != nil {
			return i, err
		}
	}
	return i, nil
}

// equalText compares texts and charges for it.
func equalText(m *vm.VM, a, b vm.Str) (bool, error) {
	if a.Len() != b.Len() {
		return false, nil
	}
	return a.Equal(b), m.Charge(a.Len() >> 4)
}

func paramsAppend(c *vm.Call) (vm.Value, error) {
	p, err := thisParams(c, "append", 2)
	if err != nil {
		return vm.Undefined, err
	}
	pair, err := nameAndValue(c)
	if err != nil {
		return vm.Undefined, err
	}
	if err := p.add(c.VM, pair); err != nil {
		return vm.Undefined, err
	}
	return vm.Undefined, p.changed(c.VM)
}

// nameAndOptionalValue converts (name, value); the value is nil if it is undefined.
func nameAndOptionalValue(c *vm.Call) (name vm.Str, value *vm.Str, err error) {
	if name, err = webText(c.VM, c.Arg(0)); err != nil || c.Arg(1).IsUndefined() {
		return name, nil, err
	}
	v, err := webText(c.VM, c.Arg(1))
	return name, &v, err
}

func paramsDelete(c *vm.Call) (vm.Value, error) {
	p, err := thisParams(c, "delete", 1)
	if err != nil {
		return vm.Undefined, err
	}
	name, value, err := nameAndOptionalValue(c)
	if err != nil {
		return vm.Undefined, err
	}
	at, err := p.find(c.VM, name, value, 0)
	if err != nil {
		return vm.Undefined, err
	}
	if err := p.removeAll(c.VM, name, value, at); err != nil {
		return vm.Undefined, err
	}
	return vm.Undefined, p.changed(c.VM)
}

// removeAll removes the pairs from i on that have a name and, unless it is nil, a value.
func (p *searchParams) removeAll(m *vm.VM, name vm.Str, value *vm.Str, i int) error {
	kept := i
	for i < len(p.pairs) {
		next, err := p.find(m, name, value, i)
		if err != nil {
			return err
		}
		for ; i < next; i++ {
			p.pairs[kept] = p.pairs[i]
			kept++
		}
		if i < len(p.pairs) {
			p.length -= p.pairs[i].bound()
			i++
		}
	}
	for piece := range slices.Chunk(p.pairs[kept:], pairStep) {
		clear(piece)
		if err := m.Charge(len(piece)); err != nil {
			return err
		}
	}
	p.pairs = p.pairs[:kept]
	return nil
}

func paramsGet(c *vm.Call) (vm.Value, error) {
	p, err := thisParams(c, "get", 1)
	if err != nil {
		return vm.Undefined, err
	}
	name, err := webText(c.VM, c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	i, err := p.find(c.VM, name, nil, 0)
	if err != nil || i == len(p.pairs) {
		return vm.Null, err
	}
	return p.pairs[i].value, nil
}

func paramsGetAll(c *vm.Call) (vm.Value, error) {
	p, err := thisParams(c, "getAll", 1)
	if err != nil {
		return vm.Undefined, err
	}
	name, err := webText(c.VM, c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	out := list{m: c.VM}
	for i := 0; ; i++ {
		if i, err = p.find(c.VM, name, nil, i); err != nil {
			return vm.Undefined, err
		}
		if i >= len(p.pairs) {
			return out.array(), nil
		}
		if err := out.add(p.pairs[i].value); err != nil {
			return vm.Undefined, err
		}
	}
}

func paramsHas(c *vm.Call) (vm.Value, error) {
	p, err := thisParams(c, "has", 1)
	if err != nil {
		return vm.Undefined, err
	}
	name, value, err := nameAndOptionalValue(c)
	if err != nil {
		return vm.Undefined, err
	}
	i, err := p.find(c.VM, name, value, 0)
	return vm.Bool(i < len(p.pairs)), err
}

// paramsSet is set: the first pair of the name gets the value, the others are removed.
func paramsSet(c *vm.Call) (vm.Value, error) {
	p, err := thisParams(c, "set", 2)
	if err != nil {
		return vm.Undefined, err
	}
	pair, err := nameAndValue(c)
	if err != nil {
		return vm.Undefined, err
	}
	i, err := p.find(c.VM, pair.name.Str(), nil, 0)
	if err != nil {
		return vm.Undefined, err
	}
	if i == len(p.pairs) {
		err = p.add(c.VM, pair)
	} else {
		p.length += pair.bound() - p.pairs[i].bound()
		p.pairs[i] = pair
		err = p.removeAll(c.VM, pair.name.Str(), nil, i+1)
	}
	if err != nil {
		return vm.Undefined, err
	}
	return vm.Undefined, p.changed(c.VM)
}

// paramsSort sorts by the code units of the names and keeps the order of equal ones.
func paramsSort(c *vm.Call) (vm.Value, error) {
	p, err := thisParams(c, "sort", 0)
	if err != nil {
		return vm.Undefined, err
	}
	err = mergeSort(c.VM, p.pairs, formPairBytes, func(later, earlier formPair) (bool, error) {
		return later.name.Str().Compare(earlier.name.Str()) < 0, c.VM.Charge(min(later.name.Length(), earlier.name.Length()) >> 4)
	})
	if err != nil {
		return vm.Undefined, err
	}
	return vm.Undefined, p.changed(c.VM)
}

func paramsForEach(c *vm.Call) (vm.Value, error) {
	p, err := thisParams(c, "forEach", 0)
	if err != nil {
		return vm.Undefined, err
	}
	if err := needCallable(c.VM, c.Arg(0)); err != nil {
		return vm.Undefined, err
	}
	call, thisArg, this := c.VM.NewCaller(c.Arg(0)), c.Arg(1), c.This
	for i := 0; i < len(p.pairs); i++ {
		if err := c.VM.Charge(1); err != nil {
			return vm.Undefined, err
		}
		if _, err := call.Call3(thisArg, p.pairs[i].value, p.pairs[i].name, this); err != nil {
			return vm.Undefined, err
		}
	}
	return vm.Undefined, nil
}

// snapshot lists what f gives for every pair, as an array that also answers next.
func (p *searchParams) snapshot(m *vm.VM, f func(pair formPair) (vm.Value, error)) (vm.Value, error) {
	out, err := newList(m, len(p.pairs))
	if err != nil {
		return vm.Undefined, err
	}
	for _, pair := range p.pairs {
		if err := m.Charge(1); err != nil {
			return vm.Undefined, err
		}
		v, err := f(pair)
		if err != nil {
			return vm.Undefined, err
		}
		out.elems = append(out.elems, v)
	}
	return newArrayResult(m, out.elems), nil
}

func paramsKeys(c *vm.Call) (vm.Value, error) {
	p, err := thisParams(c, "keys", 0)
	if err != nil {
		return vm.Undefined, err
	}
	return p.snapshot(c.VM, func(pair formPair) (vm.Value, error) { return pair.name, nil })
}

func paramsValues(c *vm.Call) (vm.Value, error) {
	p, err := thisParams(c, "values", 0)
	if err != nil {
		return vm.Undefined, err
	}
	return p.snapshot(c.VM, func(pair formPair) (vm.Value, error) { return pair.value, nil })
}

func paramsEntries(c *vm.Call) (vm.Value, error) {
	p, err := thisParams(c, "entries", 0)
	if err != nil {
		return vm.Undefined, err
	}
	return p.snapshot(c.VM, func(pair formPair) (vm.Value, error) {
		return newPair(c.VM, pair.name, pair.value)
	})
}

func paramsToString(c *vm.Call) (vm.Value, error) {
	p, err := thisParams(c, "toString", 0)
	if err != nil {
		return vm.Undefined, err
	}
	return p.text(c.VM)
}

const paramsIteratorKind = "URLSearchParams Iterator"

// paramsIterator is the data of the live iterators that Symbol.iterator returns.
type paramsIterator struct {
	p     *searchParams
	owner *vm.Object
	i     int
}

// IteratorKind implements the check of vm.Builder.StepperNext.
func (it *paramsIterator) IteratorKind() string { return paramsIteratorKind }

// Step implements vm.Stepper.
func (it *paramsIterator) Step(m *vm.VM) (vm.Value, bool, error) {
	if it.i >= len(it.p.pairs) {
		return vm.Undefined, false, nil
	}
	pair := it.p.pairs[it.i]
	it.i++
	v, err := newPair(m, pair.name, pair.value)
	return v, err == nil, err
}

// Trace implements vm.Tracer.
func (it *paramsIterator) Trace(mark func(vm.Value)) int {
	mark(vm.ObjectValue(it.owner))
	return 40
}
