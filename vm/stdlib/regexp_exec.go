package stdlib

// This file defines how a RegExp object is matched against text, and what a match looks like.

import (
	"errors"

	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib/regexp"
)

// match looks for the first match at or after start, exactly there when sticky. The captures it returns, nil when there
// is no match, are valid until the next match of the execution.
func (x *expression) match(m *vm.VM, s vm.Str, start int, sticky bool) ([]int32, error) {
	matcher := &stateOf(m).regExp.matcher
	if err := m.Charge(2); err != nil {
		return nil, err
	}
	var ok bool
	var err error
	if s.IsASCII() {
		ok, err = matcher.MatchASCII(x.re, s.ASCII(), start, sticky, meter{m})
	} else {
		ok, err = matcher.MatchUTF16(x.re, s.Wide(), start, sticky, meter{m})
	}
	if err != nil {
		if errors.Is(err, regexp.ErrStack) {
			return nil, m.ThrowRange("The regular expression needs too much backtracking on this text: make repetitions unambiguous, or match smaller parts of the text")
		}
		return nil, err
	}
	if !ok {
		return nil, nil
	}
	return matcher.Captures, nil
}

// fullUnicode reports whether the flag u or v is set.
func (x *expression) fullUnicode() bool {
	return x.re.Flags()&(regexp.Unicode|regexp.UnicodeSets) != 0
}

// advance is AdvanceStringIndex.
func advance(s vm.Str, i int, unicode bool) int {
	if unicode && i < s.Len() {
		_, n := s.CodePointAt(i)
		return i + n
	}
	return i + 1
}

// stateful reports whether matching starts at lastIndex.
func (x *expression) stateful() bool {
	return x.re.Flags()&(regexp.Global|regexp.Sticky) != 0
}

// toIndex is ToLength of a number, clamped to n+1.
func toIndex(f float64, n int) int {
	if !(f > 0) {
		return 0
	}
	return int(min(f, float64(n+1)))
}

// execPlain is RegExpBuiltinExec up to the captures, for an object for which vm.VM.PlainRegExp holds.
func (x *expression) execPlain(m *vm.VM, o *vm.Object, lastIndex float64, s vm.Str) ([]int32, error) {
	if !x.stateful() {
		return x.match(m, s, 0, false)
	}
	var captures []int32
	if start := toIndex(lastIndex, s.Len()); start <= s.Len() {
		var err error
		if captures, err = x.match(m, s, start, x.re.Flags().Has(regexp.Sticky)); err != nil {
			return nil, err
		}
	}
	if captures == nil {
		o.SetLastIndex(0)
	} else {
		o.SetLastIndex(int(captures[1]))
	}
	return captures, nil
}

// execBuiltin is RegExpBuiltinExec up to the captures.
func execBuiltin(m *vm.VM, o *vm.Object, x *expression, s vm.Str) ([]int32, error) {
	if _, lastIndex, ok := plainRegExp(m, o); ok {
		return x.execPlain(m, o, lastIndex, s)
	}
	names := &m.Realm().Names
	v, err := m.Get(o, names.LastIndex)
	if err != nil {
		return nil, err
	}
	start, err := m.ToLength(v)
	if err != nil {
		return nil, err
	}
	x = o.Data().(*expression) // the conversion may have called compile
	if !x.stateful() {
		return x.match(m, s, 0, false)
	}
	var captures []int32
	if start <= s.Len() {
		if captures, err = x.match(m, s, start, x.re.Flags().Has(regexp.Sticky)); err != nil {
			return nil, err
		}
	}
	end := 0
	if captures != nil {
		end = int(captures[1])
	}
	return captures, m.Set(o, names.LastIndex, vm.Int(end))
}

// result returns the match result of captures: an array of the groups with index, input, groups and, with the flag d,
// indices.
func (x *expression) result(m *vm.VM, s vm.Str, input vm.Value, captures []int32) (vm.Value, error) {
	o, elems, err := m.NewMatch(len(captures)/2, int(captures[0]), input, vm.Undefined)
	if err != nil {
		return vm.Undefined, err
	}
	x.fill(m, s, captures, elems)
	if x.groups != nil {
		groups, err := x.groupsOf(m, elems)
		if err != nil {
			return vm.Undefined, err
		}
		o.SetMatchGroups(groups)
	}
	if x.re.Flags().Has(regexp.HasIndices) {
		indices, err := x.indices(m, captures)
		if err != nil {
			return vm.Undefined, err
		}
		if err := m.CreateDataPropertyOrThrow(o, m.Realm().Names.Indices, indices); err != nil {
			return vm.Undefined, err
		}
	}
	return vm.ObjectValue(o), nil
}

// fill stores the texts of the groups, undefined for those that took no part.
func (x *expression) fill(m *vm.VM, s vm.Str, captures []int32, elems []vm.Value) {
	for i := range elems {
		elems[i] = vm.Undefined
		if from := captures[2*i]; from >= 0 {
			elems[i] = part(m, s, int(from), int(captures[2*i+1]))
		}
	}
}

// groupsOf returns the groups object for the values of the groups, which elems holds by number.
func (x *expression) groupsOf(m *vm.VM, elems []vm.Value) (vm.Value, error) {
	names := x.re.GroupNames()
	if err := m.Alloc(len(names) * valueBytes); err != nil {
		return vm.Undefined, err
	}
	var buf [8]vm.Value
	values := buf[:0]
	for i := range names {
		v := vm.Undefined
		for _, g := range names[i].Groups {
			if !elems[g].IsUndefined() {
				v = elems[g]
			}
		}
		values = append(values, v)
	}
	return m.NewGroups(x.groups, values), nil
}

// indices is MakeMatchIndicesIndexPairArray.
func (x *expression) indices(m *vm.VM, captures []int32) (vm.Value, error) {
	n := len(captures) / 2
	if err := m.Alloc(n * (6*valueBytes + 100)); err != nil {
		return vm.Undefined, err
	}
	elems := make([]vm.Value, n)
	for i := range elems {
		elems[i] = vm.Undefined
		if captures[2*i] >= 0 {
			elems[i] = vm.ObjectValue(m.NewArrayOf(vm.Int(int(captures[2*i])), vm.Int(int(captures[2*i+1]))))
		}
	}
	groups := vm.Undefined
	if x.groups != nil {
		var err error
		if groups, err = x.groupsOf(m, elems); err != nil {
			return vm.Undefined, err
		}
	}
	o := m.ArrayFrom(nil, elems)
	return vm.ObjectValue(o), m.CreateDataPropertyOrThrow(o, m.Realm().Names.Groups, groups)
}

// regExpExec is RegExpExec(R, S). The result is a match result or null.
func regExpExec(m *vm.VM, o *vm.Object, input vm.Value) (vm.Value, error) {
	x, lastIndex, ok := plainRegExp(m, o)
	if ok {
		captures, err := x.execPlain(m, o, lastIndex, input.Str())
		if err != nil || captures == nil {
			return vm.Null, err
		}
		return x.result(m, input.Str(), input, captures)
	}
	exec, err := m.Get(o, m.Realm().Names.Exec)
	if err != nil {
		return vm.Undefined, err
	}
	if exec.IsCallable() {
		r, err := m.Call(exec, vm.ObjectValue(o), input)
		if err == nil && !r.IsObject() && !r.IsNull() {
			err = m.ThrowType("The exec method of a regular expression must return an object or null, not %s", m.Describe(r))
		}
		return r, err
	}
	if _, x, err = expressionOf(m, vm.ObjectValue(o), "exec"); err != nil {
		return vm.Undefined, err
	}
	return execResult(m, o, x, input)
}

// execResult is RegExpBuiltinExec.
func execResult(m *vm.VM, o *vm.Object, x *expression, input vm.Value) (vm.Value, error) {
	captures, err := execBuiltin(m, o, x, input.Str())
	if err != nil || captures == nil {
		return vm.Null, err
	}
	return o.Data().(*expression).result(m, input.Str(), input, captures)
}

// regExpExecMethod is RegExp.prototype.exec.
func regExpExecMethod(c *vm.Call) (vm.Value, error) {
	o, x, err := expressionOf(c.VM, c.This, "exec")
	if err != nil {
		return vm.Undefined, err
	}
	input, err := c.VM.ToString(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	return execResult(c.VM, o, x, input)
}

// regExpTest is RegExp.prototype.test.
func regExpTest(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, err := needObject(m, c.This, "RegExp.prototype.test")
	if err != nil {
		return vm.Undefined, err
	}
	input, err := m.ToString(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	if x, lastIndex, ok := plainRegExp(m, o); ok {
		captures, err := x.execPlain(m, o, lastIndex, input.Str())
		return vm.Bool(captures != nil), err
	}
	r, err := regExpExec(m, o, input)
	return vm.Bool(!r.IsNull()), err
}
