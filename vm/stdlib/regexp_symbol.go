package stdlib

// This file defines the methods of RegExp.prototype that String.prototype's methods hand over to, except replace. Each has
// two ways: for unchanged RegExp objects directly on the engine's captures, for others in the steps of the specification.

import (
	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib/regexp"
)

func (l *library) defineRegExpSymbols(p *vm.Object) {
	n := &l.Realm.Names
	l.SymbolMethod(p, n.SymMatch, 1, vm.FlagsHidden, regExpMethod("[Symbol.match]", regExpMatch))
	l.SymbolMethod(p, n.SymMatchAll, 1, vm.FlagsHidden, regExpMethod("[Symbol.matchAll]", regExpMatchAll))
	l.SymbolMethod(p, n.SymReplace, 2, vm.FlagsHidden, regExpMethod("[Symbol.replace]", regExpReplace))
	l.SymbolMethod(p, n.SymSearch, 1, vm.FlagsHidden, regExpMethod("[Symbol.search]", regExpSearch))
	l.SymbolMethod(p, n.SymSplit, 2, vm.FlagsHidden, regExpMethod("[Symbol.split]", regExpSplit))
	l.StepperNext(l.Realm.RegExpStringIteratorPrototype, regExpStringIteratorKind)
	l.Tag(l.Realm.RegExpStringIteratorPrototype, regExpStringIteratorKind)
}

// regExpMethod converts receiver and text of a method; arg is its second argument.
func regExpMethod(name string, f func(m *vm.VM, o *vm.Object, input, arg vm.Value) (vm.Value, error)) vm.NativeFunc {
	return func(c *vm.Call) (vm.Value, error) {
		o, err := needObject(c.VM, c.This, "RegExp.prototype."+name)
		if err != nil {
			return vm.Undefined, err
		}
		arg := c.Arg(1)
		input, err := c.VM.ToString(c.Arg(0))
		if err != nil {
			return vm.Undefined, err
		}
		return f(c.VM, o, input, arg)
	}
}

// flagsOf is ToString(Get(rx, "flags")).
func flagsOf(m *vm.VM, o *vm.Object) (vm.Value, error) {
	v, err := m.Get(o, m.Realm().Names.Flags)
	if err != nil {
		return vm.Undefined, err
	}
	return m.ToString(v)
}

// hasFlag reports whether a flags string has one of the letters.
func hasFlag(flags vm.Value, letters ...uint16) bool {
	s := flags.Str()
	for i := range min(s.Len(), 64) {
		for _, c := range letters {
			if s.At(i) == c {
				return true
			}
		}
	}
	return false
}

// lastIndexOfRegExp is ToLength(Get(rx, "lastIndex")).
func lastIndexOfRegExp(m *vm.VM, o *vm.Object) (int, error) {
	v, err := m.Get(o, m.Realm().Names.LastIndex)
	if err != nil {
		return 0, err
	}
	return m.ToLength(v)
}

// stepOver moves lastIndex forward after an empty match.
func stepOver(m *vm.VM, o *vm.Object, s vm.Str, unicode bool) error {
	i, err := lastIndexOfRegExp(m, o)
	if err != nil {
		return err
	}
	return m.Set(o, m.Realm().Names.LastIndex, vm.Int(advance(s, i, unicode)))
}

// matchedText is ToString(Get(result, "0")).
func matchedText(m *vm.VM, result vm.Value) (vm.Value, error) {
	v, err := m.Get(result.Object(), vm.IndexKey(0))
	if err != nil {
		return vm.Undefined, err
	}
	return m.ToString(v)
}

// eachMatch calls f with the captures of every match of a global expression, as loops over exec do that start at 0 and
// step over empty matches. It sets lastIndex as they do before f is called the first time, so f may run the program.
func (x *expression) eachMatch(m *vm.VM, o *vm.Object, s vm.Str, start int, f func(captures []int32) error) error {
	sticky := x.re.Flags().Has(regexp.Sticky)
	o.SetLastIndex(0)
	for start <= s.Len() {
		captures, err := x.match(m, s, start, sticky)
		if err != nil || captures == nil {
			return err
		}
		from, to := int(captures[0]), int(captures[1])
		if err := f(captures); err != nil {
			return err
		}
		if start = to; from == to {
			start = advance(s, to, x.fullUnicode())
		}
	}
	return nil
}

// regExpMatch is RegExp.prototype[Symbol.match].
func regExpMatch(m *vm.VM, o *vm.Object, input, _ vm.Value) (vm.Value, error) {
	s := input.Str()
	out := list{m: m}
	if x, _, ok := plainRegExp(m, o); ok {
		if !x.re.Flags().Has(regexp.Global) {
			return regExpExec(m, o, input)
		}
		err := x.eachMatch(m, o, s, 0, func(captures []int32) error {
			return out.add(part(m, s, int(captures[0]), int(captures[1])))
		})
		if err != nil || len(out.elems) == 0 {
			return vm.Null, err
		}
		return out.array(), nil
	}
	flags, err := flagsOf(m, o)
	if err != nil {
		return vm.Undefined, err
	}
	if !hasFlag(flags, 'g') {
		return regExpExec(m, o, input)
	}
	err = execEach(m, o, input, flags, func(_, text vm.Value) error { return out.add(text) })
	if err != nil || len(out.elems) == 0 {
		return vm.Null, err
	}
	return out.array(), nil
}

// execEach calls f with the results of RegExpExec from 0 on and the texts they matched, stepping over empty matches.
func execEach(m *vm.VM, o *vm.Object, input, flags vm.Value, f func(result, text vm.Value) error) error {
	if err := m.Set(o, m.Realm().Names.LastIndex, vm.Int(0)); err != nil {
		return err
	}
	unicode := hasFlag(flags, 'u', 'v')
	for {
		r, err := regExpExec(m, o, input)
		if err != nil || r.IsNull() {
			return err
		}
		text, err := matchedText(m, r)
		if err != nil {
			return err
		}
		if err := m.Charge(4); err != nil {
			return err
		}
		if err := f(r, text); err != nil {
			return err
		}
		if text.Length() == 0 {
			if err := stepOver(m, o, input.Str(), unicode); err != nil {
				return err
			}
		}
	}
}

// regExpSearch is RegExp.prototype[Symbol.search].
func regExpSearch(m *vm.VM, o *vm.Object, input, _ vm.Value) (vm.Value, error) {
	if x, _, ok := plainRegExp(m, o); ok {
		captures, err := x.match(m, input.Str(), 0, x.re.Flags().Has(regexp.Sticky))
		if err != nil || captures == nil {
			return vm.Int(-1), err
		}
		return vm.Int(int(captures[0])), nil
	}
	key := m.Realm().Names.LastIndex
	before, err := m.Get(o, key)
	if err != nil {
		return vm.Undefined, err
	}
	if !vm.SameValue(before, vm.Int(0)) {
		if err := m.Set(o, key, vm.Int(0)); err != nil {
			return vm.Undefined, err
		}
	}
	r, err := regExpExec(m, o, input)
	if err != nil {
		return vm.Undefined, err
	}
	after, err := m.Get(o, key)
	if err != nil {
		return vm.Undefined, err
	}
	if !vm.SameValue(before, after) {
		if err := m.Set(o, key, before); err != nil {
			return vm.Undefined, err
		}
	}
	if r.IsNull() {
		return vm.Int(-1), nil
	}
	return m.Get(r.Object(), m.Realm().Names.Index)
}

// speciesCopy constructs an expression like o with other flags, by the constructor that o names.
func speciesCopy(m *vm.VM, o *vm.Object, flags func(vm.Value) vm.Value) (*vm.Object, vm.Value, error) {
	k, err := speciesConstructor(m, o, m.Realm().RegExpConstructor)
	if err != nil {
		return nil, vm.Undefined, err
	}
	f, err := flagsOf(m, o)
	if err != nil {
		return nil, vm.Undefined, err
	}
	copied, err := m.Construct(k, nil, vm.ObjectValue(o), flags(f))
	return copied, f, err
}

// regExpMatchAll is RegExp.prototype[Symbol.matchAll].
func regExpMatchAll(m *vm.VM, o *vm.Object, input, _ vm.Value) (vm.Value, error) {
	matcher, flags, err := speciesCopy(m, o, func(f vm.Value) vm.Value { return f })
	if err != nil {
		return vm.Undefined, err
	}
	i, err := lastIndexOfRegExp(m, o)
	if err != nil {
		return vm.Undefined, err
	}
	if err := m.Set(matcher, m.Realm().Names.LastIndex, vm.Int(i)); err != nil {
		return vm.Undefined, err
	}
	it := &regExpStringIterator{matcher: matcher, input: input, global: hasFlag(flags, 'g'), unicode: hasFlag(flags, 'u', 'v')}
	return vm.ObjectValue(m.NewObjectOf(vm.ClassIterator, m.Realm().RegExpStringIteratorPrototype, it)), nil
}

const regExpStringIteratorKind = "RegExp String Iterator"

// regExpStringIterator is the data of what RegExp.prototype[Symbol.matchAll] returns.
type regExpStringIterator struct {
	matcher         *vm.Object // nil when exhausted
	input           vm.Value
	global, unicode bool
}

// IteratorKind implements the check of vm.Builder.StepperNext.
func (it *regExpStringIterator) IteratorKind() string { return regExpStringIteratorKind }

// Step implements vm.Stepper.
func (it *regExpStringIterator) Step(m *vm.VM) (vm.Value, bool, error) {
	o := it.matcher
	if o == nil {
		return vm.Undefined, false, nil
	}
	it.matcher = nil // whatever happens below ends the iteration, except a further match
	r, err := regExpExec(m, o, it.input)
	if err != nil || r.IsNull() {
		return vm.Undefined, false, err
	}
	if !it.global {
		return r, true, nil
	}
	text, err := matchedText(m, r)
	if err != nil {
		return vm.Undefined, false, err
	}
	if text.Length() == 0 {
		if err := stepOver(m, o, it.input.Str(), it.unicode); err != nil {
			return vm.Undefined, false, err
		}
	}
	it.matcher = o
	return r, true, nil
}

// Trace implements vm.Tracer.
func (it *regExpStringIterator) Trace(mark func(vm.Value)) int {
	mark(it.input)
	if it.matcher != nil {
		mark(vm.ObjectValue(it.matcher))
	}
	return 80
}

// matchAllArray returns all matches of an unchanged global expression as an array that also answers next. It leaves
// lastIndex alone, as the iterator does, which works on a copy.
func matchAllArray(m *vm.VM, x *expression, lastIndex float64, input vm.Value) (vm.Value, error) {
	s := input.Str()
	out := list{m: m}
	scratch := m.NewRegExpObject(m.Realm().RegExpPrototype, x)
	err := x.eachMatch(m, scratch, s, toIndex(lastIndex, s.Len()), func(captures []int32) error {
		r, err := x.result(m, s, input, captures)
		if err != nil {
			return err
		}
		return out.add(r)
	})
	if err != nil {
		return vm.Undefined, err
	}
	return newArrayResult(m, out.elems), nil
}

// arrayOfMatches turns the iterator that RegExp.prototype[Symbol.matchAll] returns into an array that also answers next.
// Other values, which other methods return, stay as they are.
func arrayOfMatches(m *vm.VM, v vm.Value) (vm.Value, error) {
	o := v.Object()
	if o == nil {
		return v, nil
	}
	it, ok := o.Data().(*regExpStringIterator)
	if !ok {
		return v, nil
	}
	out := list{m: m}
	for {
		r, ok, err := it.Step(m)
		if err != nil {
			return vm.Undefined, err
		}
		if !ok {
			return newArrayResult(m, out.elems), nil
		}
		if err := m.Charge(4); err != nil {
			return vm.Undefined, err
		}
		if err := out.add(r); err != nil {
			return vm.Undefined, err
		}
	}
}

// splitLimit is the limit argument of split.
func splitLimit(m *vm.VM, v vm.Value) (int, error) {
	if v.IsUndefined() {
		return 1<<32 - 1, nil
	}
	limit, err := m.ToUint32(v)
	return int(limit), err
}

// regExpSplit is RegExp.prototype[Symbol.split].
func regExpSplit(m *vm.VM, o *vm.Object, input, limit vm.Value) (vm.Value, error) {
	if x, _, ok := plainRegExp(m, o); ok {
		n, err := splitLimit(m, limit)
		if err != nil {
			return vm.Undefined, err
		}
		return x.split(m, input, n)
	}
	splitter, flags, err := speciesCopy(m, o, func(f vm.Value) vm.Value {
		if hasFlag(f, 'y') {
			return f
		}
		return vm.WideStr(append(f.Str().AppendUTF16(nil), 'y')).Narrow().Value()
	})
	if err != nil {
		return vm.Undefined, err
	}
	n, err := splitLimit(m, limit)
	if err != nil {
		return vm.Undefined, err
	}
	return splitSteps(m, splitter, input, n, hasFlag(flags, 'u', 'v'))
}

// split divides the text at the matches of an unchanged expression. The specification tries a sticky match at every
// position; looking for the next match from there on comes to the same.
func (x *expression) split(m *vm.VM, input vm.Value, limit int) (vm.Value, error) {
	s := input.Str()
	out := list{m: m}
	if limit == 0 {
		return out.array(), nil
	}
	if s.Len() == 0 {
		captures, err := x.match(m, s, 0, true)
		if err == nil && captures == nil {
			err = out.add(input)
		}
		return out.array(), err
	}
	for p, q := 0, 0; ; {
		var captures []int32
		if q < s.Len() {
			var err error
			if captures, err = x.match(m, s, q, false); err != nil {
				return vm.Undefined, err
			}
		}
		if captures == nil || int(captures[0]) >= s.Len() {
			err := out.add(part(m, s, p, s.Len()))
			return out.array(), err
		}
		from, to := int(captures[0]), int(captures[1])
		if to == p { // an empty match where the last part ended
			q = advance(s, to, x.fullUnicode())
			continue
		}
		if err := out.add(part(m, s, p, from)); err != nil || len(out.elems) == limit {
			return out.array(), err
		}
		for i := 2; i < len(captures); i += 2 {
			v := vm.Undefined
			if captures[i] >= 0 {
				v = part(m, s, int(captures[i]), int(captures[i+1]))
			}
			if err := out.add(v); err != nil || len(out.elems) == limit {
				return out.array(), err
			}
		}
		p, q = to, to
	}
}

// splitSteps is the second half of RegExp.prototype[Symbol.split], with a sticky splitter.
func splitSteps(m *vm.VM, splitter *vm.Object, input vm.Value, limit int, unicode bool) (vm.Value, error) {
	s := input.Str()
	key := m.Realm().Names.LastIndex
	out := list{m: m}
	if limit == 0 {
		return out.array(), nil
	}
	if s.Len() == 0 {
		r, err := regExpExec(m, splitter, input)
		if err == nil && r.IsNull() {
			err = out.add(input)
		}
		return out.array(), err
	}
	p := 0
	for q := 0; q < s.Len(); {
		if err := m.Charge(4); err != nil {
			return vm.Undefined, err
		}
		if err := m.Set(splitter, key, vm.Int(q)); err != nil {
			return vm.Undefined, err
		}
		r, err := regExpExec(m, splitter, input)
		if err != nil {
			return vm.Undefined, err
		}
		e := p
		if !r.IsNull() {
			if e, err = lastIndexOfRegExp(m, splitter); err != nil {
				return vm.Undefined, err
			}
			e = min(e, s.Len())
		}
		if e == p {
			q = advance(s, q, unicode)
			continue
		}
		if err := out.add(part(m, s, p, q)); err != nil || len(out.elems) == limit {
			return out.array(), err
		}
		p, q = e, e
		full, err := addCaptures(m, &out, r.Object(), limit)
		if err != nil || full {
			return out.array(), err
		}
	}
	err := out.add(part(m, s, p, s.Len()))
	return out.array(), err
}

// addCaptures adds the captures of a match result to the parts; full reports that the limit is reached.
func addCaptures(m *vm.VM, out *list, r *vm.Object, limit int) (full bool, err error) {
	n, err := m.LengthOf(r)
	if err != nil {
		return false, err
	}
	for i := 1; i < n; i++ {
		v, err := m.Get(r, m.IndexOf(i))
		if err != nil {
			return false, err
		}
		if err := m.Charge(1); err != nil {
			return false, err
		}
		if err := out.add(v); err != nil || len(out.elems) == limit {
			return true, err
		}
	}
	return false, nil
}
