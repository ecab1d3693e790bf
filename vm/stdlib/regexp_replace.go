package stdlib

// This file defines RegExp.prototype[Symbol.replace].

import (
	"slices"

	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib/regexp"
)

func regExpReplace(m *vm.VM, o *vm.Object, input, replacer vm.Value) (vm.Value, error) {
	template := vm.Str{}
	if !replacer.IsCallable() {
		var err error
		if template, err = m.ToStr(replacer); err != nil {
			return vm.Undefined, err
		}
	}
	if x, lastIndex, ok := plainRegExp(m, o); ok {
		return x.replace(m, o, lastIndex, input, replacer, template)
	}
	flags, err := flagsOf(m, o)
	if err != nil {
		return vm.Undefined, err
	}
	results := list{m: m}
	if hasFlag(flags, 'g') {
		err = execEach(m, o, input, flags, func(r, _ vm.Value) error { return results.add(r) })
	} else {
		var r vm.Value
		if r, err = regExpExec(m, o, input); err == nil && !r.IsNull() {
			err = results.add(r)
		}
	}
	if err != nil {
		return vm.Undefined, err
	}
	return replaceResults(m, input, results.elems, replacer, template)
}

// replace replaces the matches of an unchanged expression. A function replacer is called after each match, not after all:
// as lastIndex has its final value by then and the expression cannot change, the replacer cannot tell.
func (x *expression) replace(m *vm.VM, o *vm.Object, lastIndex float64, input, replacer vm.Value, template vm.Str) (vm.Value, error) {
	r := replacement{m: m, x: x, input: input, s: input.Str(), replacer: replacer, template: template, b: vm.NewStringBuilder(m)}
	r.literal = !replacer.IsCallable() && !hasDollar(template)
	if x.re.Flags().Has(regexp.Global) {
		if err := x.eachMatch(m, o, r.s, 0, r.add); err != nil {
			return vm.Undefined, err
		}
	} else {
		captures, err := x.execPlain(m, o, lastIndex, r.s)
		if err != nil || captures == nil {
			return input, err
		}
		if err := r.add(captures); err != nil {
			return vm.Undefined, err
		}
	}
	if !r.any {
		return input, nil
	}
	if err := r.b.Write(r.s.Slice(r.done, r.s.Len())); err != nil {
		return vm.Undefined, err
	}
	return r.b.Value(), nil
}

// hasDollar reports whether a replacement text has patterns, or is too long to say.
func hasDollar(s vm.Str) bool {
	if s.Len() > 1<<12 {
		return true
	}
	for i := range s.Len() {
		if s.At(i) == '$' {
			return true
		}
	}
	return false
}

// A replacement collects the result of replacing the matches of one expression.
type replacement struct {
	m        *vm.VM
	x        *expression
	input    vm.Value
	s        vm.Str
	replacer vm.Value
	template vm.Str // the replacement if replacer is no function
	literal  bool   // template has no $ patterns
	b        *vm.StringBuilder
	done     int // how much of s has been copied or replaced
	any      bool
}

// add replaces one match.
func (r *replacement) add(captures []int32) error {
	from, to := int(captures[0]), int(captures[1])
	r.any = true
	if err := r.b.Write(r.s.Slice(r.done, max(from, r.done))); err != nil {
		return err
	}
	r.done = to
	if r.literal {
		return r.b.Write(r.template)
	}
	st := &stateOf(r.m).regExp
	n := len(captures) / 2
	args := slices.Grow(st.args[:0], n+3)[:n]
	r.x.fill(r.m, r.s, captures, args)
	groups := vm.Undefined
	if r.x.groups != nil {
		var err error
		if groups, err = r.x.groupsOf(r.m, args); err != nil {
			return err
		}
	}
	if err := r.m.Charge(n); err != nil {
		return err
	}
	if !r.replacer.IsCallable() {
		st.args = args
		err := getSubstitution(r.m, r.b, r.s.Slice(from, to), r.s, from, args[1:], groups, r.template)
		clear(args) // what is not needed any more must not look reachable
		return err
	}
	args = append(args, vm.Int(from), r.input)
	if r.x.groups != nil {
		args = append(args, groups)
	}
	st.args = nil // the replacer may replace as well
	text, err := callReplacer(r.m, r.replacer, args...)
	clear(args)
	st.args = args
	if err != nil {
		return err
	}
	return r.b.Write(text)
}

// replaceResults is the second half of RegExp.prototype[Symbol.replace]: it puts the replacements of match results, which
// may be any objects, into the text.
func replaceResults(m *vm.VM, input vm.Value, results []vm.Value, replacer vm.Value, template vm.Str) (vm.Value, error) {
	s := input.Str()
	b := vm.NewStringBuilder(m)
	done := 0
	for _, r := range results {
		position, matched, text, err := replaceResult(m, input, r.Object(), replacer, template)
		if err != nil {
			return vm.Undefined, err
		}
		if position < done {
			continue
		}
		if err := b.Write(s.Slice(done, position)); err != nil {
			return vm.Undefined, err
		}
		if err := b.Write(text); err != nil {
			return vm.Undefined, err
		}
		done = position + matched
	}
	if done < s.Len() {
		if err := b.Write(s.Slice(done, s.Len())); err != nil {
			return vm.Undefined, err
		}
	}
	return b.Value(), nil
}

// replaceResult returns what replaces one match result: where, how many code units, and by which text.
func replaceResult(m *vm.VM, input vm.Value, r *vm.Object, replacer vm.Value, template vm.Str) (position, matched int, text vm.Str, err error) {
	s, names := input.Str(), &m.Realm().Names
	fail := func(err error) (int, int, vm.Str, error) { return 0, 0, vm.Str{}, err }
	n, err := m.LengthOf(r)
	if err != nil {
		return fail(err)
	}
	whole, err := matchedText(m, vm.ObjectValue(r))
	if err != nil {
		return fail(err)
	}
	v, err := m.Get(r, names.Index)
	if err != nil {
		return fail(err)
	}
	f, err := m.ToIntegerOrInfinity(v)
	if err != nil {
		return fail(err)
	}
	position = int(max(min(f, float64(s.Len())), 0))
	args := list{m: m}
	if err := args.add(whole); err != nil {
		return fail(err)
	}
	for i := 1; i < n; i++ {
		v, err := m.Get(r, m.IndexOf(i))
		if err == nil && !v.IsUndefined() {
			v, err = m.ToString(v)
		}
		if err == nil {
			err = m.Charge(1)
		}
		if err == nil {
			err = args.add(v)
		}
		if err != nil {
			return fail(err)
		}
	}
	groups, err := m.Get(r, names.Groups)
	if err != nil {
		return fail(err)
	}
	if replacer.IsCallable() {
		captures := append(args.elems, vm.Int(position), input)
		if !groups.IsUndefined() {
			captures = append(captures, groups)
		}
		text, err = callReplacer(m, replacer, captures...)
		return position, whole.Length(), text, err
	}
	if !groups.IsUndefined() {
		o, err := m.ToObject(groups)
		if err != nil {
			return fail(err)
		}
		groups = vm.ObjectValue(o)
	}
	b := vm.NewStringBuilder(m)
	err = getSubstitution(m, b, whole.Str(), s, position, args.elems[1:], groups, template)
	return position, whole.Length(), b.Str(), err
}
