package treewalk

// This file evaluates members, calls and optional chains.

import (
	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm"
)

// A linkValue is the value of a link of a chain of members and calls, with the receiver that a call of it has. short
// says that an optional link before it ended the chain.
type linkValue struct {
	value, this vm.Value
	short       bool
}

var shortLink = linkValue{value: vm.Undefined, this: vm.Undefined, short: true}

// link evaluates an expression that may be a link of a chain.
func (f *frame) link(s *scope, e syntax.Expr) (linkValue, error) {
	switch e := e.(type) {
	case *syntax.Dot:
		return f.member(s, e.Object, e.Optional, func(o vm.Value) (vm.Value, error) {
			return f.vm.GetV(o, f.vm.Key(e.Name))
		})
	case *syntax.Index:
		return f.member(s, e.Object, e.Optional, func(o vm.Value) (vm.Value, error) {
			k, err := f.expr(s, e.Key)
			if err != nil {
				return vm.Undefined, err
			}
			return f.getIndex(o, k)
		})
	case *syntax.PrivateDot:
		return f.member(s, e.Object, e.Optional, func(o vm.Value) (vm.Value, error) {
			return f.vm.GetPrivate(o, s.privateName(e.Name))
		})
	case *syntax.SuperDot:
		return f.superMember(func() (vm.Value, error) { return vm.String(e.Name), nil })
	case *syntax.SuperIndex:
		return f.superMember(func() (vm.Value, error) { return f.expr(s, e.Key) })
	case *syntax.OptChain:
		r, err := f.link(s, e.X)
		r.short = false
		return r, err
	case *syntax.Call:
		return f.callExpr(s, e)
	}
	v, err := f.expr(s, e)
	return linkValue{value: v, this: vm.Undefined}, err
}

// member evaluates one member access.
func (f *frame) member(s *scope, object syntax.Expr, optional bool, get func(o vm.Value) (vm.Value, error)) (linkValue, error) {
	o, err := f.link(s, object)
	if err != nil || o.short {
		return o, err
	}
	if optional && o.value.IsNullish() {
		return shortLink, nil
	}
	v, err := get(o.value)
	return linkValue{value: v, this: o.value}, err
}

// getIndex reads o[key].
func (f *frame) getIndex(o, key vm.Value) (vm.Value, error) {
	if o.IsNullish() {
		return vm.Undefined, f.vm.ThrowType("Cannot read properties of %s", f.vm.Describe(o))
	}
	k, err := f.vm.ToPropertyKey(key)
	if err != nil {
		return vm.Undefined, err
	}
	return f.vm.GetV(o, k)
}

func (f *frame) superMember(key func() (vm.Value, error)) (linkValue, error) {
	this, err := f.thisValue()
	if err != nil {
		return linkValue{}, err
	}
	k, err := key()
	if err != nil {
		return linkValue{}, err
	}
	v, err := f.vm.GetSuper(this, f.this.fn.home, k)
	return linkValue{value: v, this: this}, err
}

func (f *frame) callExpr(s *scope, e *syntax.Call) (linkValue, error) {
	callee, err := f.link(s, e.Callee)
	if err != nil || callee.short {
		return callee, err
	}
	if e.Optional && callee.value.IsNullish() {
		return shortLink, nil
	}
	args, err := f.list(s, e.Args, vm.Undefined)
	if err != nil {
		return linkValue{}, err
	}
	v, err := f.apply(callee.value, callee.this, args)
	return linkValue{value: v, this: vm.Undefined}, err
}

func (f *frame) newExpr(s *scope, e *syntax.New) (vm.Value, error) {
	c, err := f.expr(s, e.Callee)
	if err != nil {
		return vm.Undefined, err
	}
	args, err := f.list(s, e.Args, vm.Undefined)
	if err != nil {
		return vm.Undefined, err
	}
	return f.construct(c, args, c.Object())
}

// delete evaluates the delete operator.
func (f *frame) delete(s *scope, e syntax.Expr) (vm.Value, error) {
	switch x := e.(type) {
	case *syntax.OptChain:
		return f.delete(s, x.X)
	case *syntax.Dot:
		return f.deleteMember(s, x.Object, x.Optional, func() (vm.Value, error) { return vm.String(x.Name), nil })
	case *syntax.Index:
		return f.deleteMember(s, x.Object, x.Optional, func() (vm.Value, error) { return f.expr(s, x.Key) })
	case *syntax.SuperDot, *syntax.SuperIndex:
		if _, err := f.thisValue(); err != nil {
			return vm.Undefined, err
		}
		return vm.Undefined, f.vm.ThrowReference("Unsupported reference to 'super'")
	}
	_, err := f.expr(s, e)
	return vm.True, err
}

func (f *frame) deleteMember(s *scope, object syntax.Expr, optional bool, key func() (vm.Value, error)) (vm.Value, error) {
	o, err := f.link(s, object)
	if err != nil {
		return vm.Undefined, err
	}
	if o.short || optional && o.value.IsNullish() {
		return vm.True, nil
	}
	k, err := key()
	if err != nil {
		return vm.Undefined, err
	}
	target, err := f.vm.ToObject(o.value)
	if err != nil {
		return vm.Undefined, err
	}
	name, err := f.vm.ToPropertyKey(k)
	if err != nil {
		return vm.Undefined, err
	}
	return vm.True, f.vm.DeleteOrThrow(target, name)
}
