package treewalk

// This file evaluates what iterates: for-of, for await, for-in and yield*.

import (
	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm"
)

func (f *frame) isAsync() bool { return f.fn.has(syntax.FuncAsync) }

// closeIterator is IteratorClose(it, err); err may be the return of a generator.
func closeIterator(it *vm.Iterator, err error) error {
	if _, ok := err.(*returning); ok {
		if e := it.Close(nil); e != nil {
			return e
		}
		return err
	}
	return it.Close(err)
}

// headScope is the scope in which the head of a for-in or for-of is evaluated: its own variables are not initialised.
func headScope(s *scope, left *syntax.ForBinding) *scope {
	if !left.Declared || left.Kind == syntax.Var {
		return s
	}
	inner := newScope(s)
	boundNames(left.Target, func(name string) { inner.declare(name, vm.Hole(), left.Kind == syntax.Const) })
	return inner
}

// iteration runs the body of a for-in or for-of once with the value v. leave says that the loop is over.
func (f *frame) iteration(s *scope, left *syntax.ForBinding, body syntax.Stmt, labels []string, v vm.Value) (c completion, leave bool, err error) {
	if err := f.vm.Charge(1); err != nil {
		return completion{}, true, err
	}
	inner := headScope(s, left)
	mode := assign
	if inner != s {
		mode = initialise
	}
	if err := f.bindDefault(inner, left.Target, nil, v, mode); err != nil {
		return completion{}, true, err
	}
	c, err = f.stmt(inner, body, nil)
	if err != nil {
		return completion{}, true, err
	}
	c, leave = c.afterBody(labels)
	return c, leave, nil
}

func (f *frame) forOf(s *scope, st *syntax.ForOf, labels []string) (completion, error) {
	v, err := f.expr(headScope(s, &st.Left), st.Iterable)
	if err != nil {
		return completion{}, err
	}
	if st.Await {
		return f.forAwait(s, st, labels, v)
	}
	it, err := f.vm.GetIterator(v)
	if err != nil {
		return completion{}, err
	}
	for {
		v, ok, err := it.Next()
		if err != nil || !ok {
			return completion{}, err
		}
		c, leave, err := f.iteration(s, &st.Left, st.Body, labels, v)
		if err != nil || leave {
			return c, closeIterator(it, err)
		}
	}
}

// An asyncIterator is an iterator record whose results are promises.
type asyncIterator struct{ object, next vm.Value }

// asyncIterator is GetIterator(v, async).
func (f *frame) asyncIterator(v vm.Value) (asyncIterator, error) {
	var none asyncIterator
	m, err := f.vm.GetMethod(v, f.names.SymAsyncIterator)
	if err != nil {
		return none, err
	}
	if m == nil {
		it, err := f.syncIteratorObject(v)
		if err != nil {
			return none, err
		}
		o := f.vm.AsyncFromSync(it)
		next, err := f.vm.GetV(o, f.names.Next)
		return asyncIterator{o, next}, err
	}
	o, err := f.apply(vm.ObjectValue(m), v, nil)
	if err != nil {
		return none, err
	}
	if !o.IsObject() {
		return none, f.vm.ThrowType("Result of the Symbol.asyncIterator method is not an object")
	}
	next, err := f.vm.GetV(o, f.names.Next)
	return asyncIterator{o, next}, err
}

// syncIteratorObject is GetIterator(v, sync) with a real iterator object, also for arrays.
func (f *frame) syncIteratorObject(v vm.Value) (*vm.Iterator, error) {
	m, err := f.vm.GetMethod(v, f.names.SymIterator)
	if err != nil {
		return nil, err
	}
	if m == nil {
		return nil, f.vm.ThrowType("%s is not iterable", f.vm.Describe(v))
	}
	return f.vm.GetIteratorFrom(v, m)
}

// result reads the outcome of a next method.
func (f *frame) result(r vm.Value) (done bool, err error) {
	if !r.IsObject() {
		return false, f.vm.ThrowType("Iterator result %s is not an object", f.vm.Describe(r))
	}
	d, err := f.vm.GetV(r, f.names.Done)
	return vm.ToBoolean(d), err
}

func (f *frame) forAwait(s *scope, st *syntax.ForOf, labels []string, iterable vm.Value) (completion, error) {
	it, err := f.asyncIterator(iterable)
	if err != nil {
		return completion{}, err
	}
	for {
		r, err := f.apply(it.next, it.object, nil)
		if err != nil {
			return completion{}, err
		}
		if r, err = f.await(r); err != nil {
			return completion{}, err
		}
		done, err := f.result(r)
		if err != nil || done {
			return completion{}, err
		}
		v, err := f.vm.GetV(r, f.names.Value)
		if err != nil {
			return completion{}, err
		}
		c, leave, err := f.iteration(s, &st.Left, st.Body, labels, v)
		if err != nil || leave {
			return c, f.closeAsync(it, err)
		}
	}
}

// closeAsync is AsyncIteratorClose(it, err).
func (f *frame) closeAsync(it asyncIterator, completion error) error {
	thrown := false
	switch completion.(type) {
	case nil, *returning:
	case *vm.Thrown:
		thrown = true
	default:
		return completion
	}
	m, err := f.vm.GetMethod(it.object, f.names.Return)
	if err == nil {
		if m == nil {
			return completion
		}
		var r vm.Value
		if r, err = f.apply(vm.ObjectValue(m), it.object, nil); err == nil {
			r, err = f.await(r)
		}
		if err == nil && !thrown && !r.IsObject() {
			err = f.vm.ThrowType("Iterator result %s is not an object", f.vm.Describe(r))
		}
	}
	if _, ok := err.(*vm.Thrown); err == nil || ok && thrown {
		return completion
	}
	return err
}

// forIn visits the enumerable string keys of an object and its prototypes, those deleted meanwhile left out.
func (f *frame) forIn(s *scope, st *syntax.ForIn, labels []string) (completion, error) {
	v, err := f.expr(headScope(s, &st.Left), st.Object)
	if err != nil || v.IsNullish() {
		return completion{}, err
	}
	o := v.Object()
	if o == nil || o.Class() == vm.ClassMap || o.Class() == vm.ClassSet || o.Class() == vm.ClassString {
		return completion{}, f.vm.ThrowType("for...in over %s is not supported", f.vm.Describe(v))
	}
	seen := map[vm.PropertyKey]bool{}
	for ; o != nil; o = o.Proto() {
		keys, err := f.vm.OwnKeys(o)
		if err != nil {
			return completion{}, err
		}
		for _, k := range keys {
			if k.IsSymbol() || seen[k] {
				continue
			}
			p, ok, err := f.vm.GetOwn(o, k)
			if err != nil {
				return completion{}, err
			}
			if !ok {
				continue
			}
			seen[k] = true
			if p.Flags&vm.FlagEnumerable == 0 {
				continue
			}
			if c, leave, err := f.iteration(s, &st.Left, st.Body, labels, k.Value()); err != nil || leave {
				return c, err
			}
		}
	}
	return completion{}, nil
}

// yieldAll evaluates yield* in a generator of either kind.
func (f *frame) yieldAll(v vm.Value) (vm.Value, error) {
	async := f.isAsync()
	var it asyncIterator
	if async {
		a, err := f.asyncIterator(v)
		if err != nil {
			return vm.Undefined, err
		}
		it = a
	} else {
		i, err := f.syncIteratorObject(v)
		if err != nil {
			return vm.Undefined, err
		}
		it = asyncIterator{i.Object, i.NextMethod}
	}
	s := signal{value: vm.Undefined}
	for {
		if s.err != nil {
			return vm.Undefined, s.err
		}
		method, err := f.delegate(it, s.mode)
		if err != nil {
			return vm.Undefined, err
		}
		if method.IsUndefined() { // only return may be missing
			if async {
				if s.value, err = f.await(s.value); err != nil {
					return vm.Undefined, err
				}
			}
			return vm.Undefined, &returning{s.value}
		}
		r, err := f.apply(method, it.object, []vm.Value{s.value})
		if err == nil && async {
			r, err = f.await(r)
		}
		if err != nil {
			return vm.Undefined, err
		}
		done, err := f.result(r)
		if err != nil {
			return vm.Undefined, err
		}
		if done {
			v, err := f.vm.GetV(r, f.names.Value)
			if err == nil && s.mode == vm.ResumeReturn {
				err = &returning{v}
			}
			return v, err
		}
		if !async {
			s = f.yieldResult(r)
			continue
		}
		v, err := f.vm.GetV(r, f.names.Value)
		if err != nil {
			return vm.Undefined, err
		}
		s = f.asyncGeneratorYield(v)
	}
}

// delegate returns the method of the inner iterator that a generator resumed in this mode calls.
func (f *frame) delegate(it asyncIterator, mode vm.ResumeMode) (vm.Value, error) {
	if mode == vm.ResumeNext {
		return it.next, nil
	}
	key := f.names.Return
	if mode == vm.ResumeThrow {
		key = f.names.Throw
	}
	m, err := f.vm.GetMethod(it.object, key)
	switch {
	case err != nil:
		return vm.Undefined, err
	case m != nil:
		return vm.ObjectValue(m), nil
	case mode == vm.ResumeReturn:
		return vm.Undefined, nil
	}
	if f.isAsync() {
		err = f.closeAsync(it, nil)
	} else {
		err = vm.NewIterator(f.vm, it.object, it.next).Close(nil)
	}
	if err == nil {
		err = f.vm.ThrowType("The iterator does not provide a 'throw' method")
	}
	return vm.Undefined, err
}
