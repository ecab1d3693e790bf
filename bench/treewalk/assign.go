package treewalk

// This file evaluates assignments, updates and destructuring.

import (
	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/bytecode"
)

// bindMode says what happens to a variable that receives a value.
type bindMode uint8

const (
	assign     bindMode = iota
	initialise          // of a let, const, parameter or catch parameter
)

// A reference is where an assignment goes: a name, a property or a private element.
type reference struct {
	kind    referenceKind
	scope   *scope
	name    string
	base    vm.Value
	key     vm.Value // as it was written; converted when it is used
	private *vm.Symbol
}

type referenceKind uint8

const (
	nameReference referenceKind = iota
	propertyReference
	privateReference
	superReference
)

// reference evaluates the parts of a target that is not a pattern.
func (f *frame) reference(s *scope, t syntax.Target) (r reference, err error) {
	switch t := t.(type) {
	case *syntax.Ident:
		return reference{scope: s, name: t.Name}, nil
	case *syntax.Dot:
		r.kind, r.key = propertyReference, vm.String(t.Name)
		r.base, err = f.expr(s, t.Object)
	case *syntax.Index:
		r.kind = propertyReference
		if r.base, err = f.expr(s, t.Object); err == nil {
			r.key, err = f.expr(s, t.Key)
		}
	case *syntax.PrivateDot:
		r.kind, r.private = privateReference, s.privateName(t.Name)
		r.base, err = f.expr(s, t.Object)
	case *syntax.SuperDot:
		r.kind, r.key = superReference, vm.String(t.Name)
		r.base, err = f.thisValue()
	case *syntax.SuperIndex:
		r.kind = superReference
		if r.base, err = f.thisValue(); err == nil {
			r.key, err = f.expr(s, t.Key)
		}
	default:
		err = unsupported(t)
	}
	return r, err
}

// get reads a reference that will be written to afterwards: its key is converted once.
func (f *frame) get(r *reference) (vm.Value, error) {
	switch r.kind {
	case nameReference:
		return f.load(r.scope, r.name)
	case privateReference:
		return f.vm.GetPrivate(r.base, r.private)
	}
	if r.base.IsNullish() {
		return vm.Undefined, f.vm.ThrowType("Cannot read properties of %s", f.vm.Describe(r.base))
	}
	k, err := f.vm.ToPropertyKey(r.key)
	if err != nil {
		return vm.Undefined, err
	}
	r.key = k.Value()
	if r.kind == superReference {
		return f.vm.GetSuper(r.base, f.this.fn.home, r.key)
	}
	return f.vm.GetV(r.base, k)
}

// put writes a reference.
func (f *frame) put(r *reference, v vm.Value) error {
	switch r.kind {
	case nameReference:
		return f.store(r.scope, r.name, v)
	case privateReference:
		return f.vm.SetPrivate(r.base, r.private, v)
	case superReference:
		return f.vm.SetSuper(r.base, f.this.fn.home, r.key, v)
	}
	if r.base.IsNullish() {
		return f.vm.ThrowType("Cannot set properties of %s", f.vm.Describe(r.base))
	}
	k, err := f.vm.ToPropertyKey(r.key)
	if err != nil {
		return err
	}
	return f.vm.SetV(r.base, k, v)
}

// targetName is the name that an anonymous function assigned to the target gets.
func targetName(t syntax.Target) string {
	if id, ok := t.(*syntax.Ident); ok && !id.Paren {
		return id.Name
	}
	return ""
}

func isPattern(t syntax.Target) bool {
	switch t.(type) {
	case *syntax.ArrayPattern, *syntax.ObjectPattern:
		return true
	}
	return false
}

func (f *frame) assign(s *scope, e *syntax.Assign) (vm.Value, error) {
	if isPattern(e.Target) {
		v, err := f.expr(s, e.Value)
		if err == nil {
			err = f.bindDefault(s, e.Target, nil, v, assign)
		}
		return v, err
	}
	r, err := f.reference(s, e.Target)
	if err != nil {
		return vm.Undefined, err
	}
	old := vm.Undefined
	if e.Kind != syntax.AssignPlain {
		if old, err = f.get(&r); err != nil {
			return vm.Undefined, err
		}
	}
	var v vm.Value
	switch e.Kind {
	case syntax.AssignPlain:
		v, err = f.named(s, e.Value, targetName(e.Target))
	case syntax.AssignLogical:
		if decides(e.Logic, old) {
			return old, nil
		}
		v, err = f.named(s, e.Value, targetName(e.Target))
	case syntax.AssignBinary:
		if v, err = f.expr(s, e.Value); err == nil {
			v, err = f.vm.BinaryOperation(binaryOps[e.Op], old, v)
		}
	}
	if err != nil {
		return vm.Undefined, err
	}
	return v, f.put(&r, v)
}

func (f *frame) update(s *scope, e *syntax.Update) (vm.Value, error) {
	r, err := f.reference(s, e.X)
	if err != nil {
		return vm.Undefined, err
	}
	old, err := f.get(&r)
	if err != nil {
		return vm.Undefined, err
	}
	if old, err = f.vm.ToNumeric(old); err != nil {
		return vm.Undefined, err
	}
	op := bytecode.OpInc
	if e.Op == syntax.OpSub {
		op = bytecode.OpDec
	}
	v, err := f.vm.UnaryOperation(op, old)
	if err == nil {
		err = f.put(&r, v)
	}
	if e.Prefix {
		return v, err
	}
	return old, err
}

// bindDefault gives a target a value, or its default when the value is undefined.
func (f *frame) bindDefault(s *scope, t syntax.Target, def syntax.Expr, v vm.Value, mode bindMode) error {
	var r reference
	if !isPattern(t) && mode == assign {
		var err error
		if r, err = f.reference(s, t); err != nil {
			return err
		}
	}
	return f.bindReference(s, t, &r, def, v, mode)
}

// bindReference is bindDefault for a target whose reference has been evaluated.
func (f *frame) bindReference(s *scope, t syntax.Target, r *reference, def syntax.Expr, v vm.Value, mode bindMode) error {
	if def != nil && v.IsUndefined() {
		var err error
		if v, err = f.named(s, def, targetName(t)); err != nil {
			return err
		}
	}
	switch t := t.(type) {
	case *syntax.ArrayPattern:
		return f.arrayPattern(s, t, v, mode)
	case *syntax.ObjectPattern:
		return f.objectPattern(s, t, v, mode)
	case *syntax.Ident:
		if mode == initialise {
			if own := s.own(t.Name); own != nil {
				own.value = v
				return nil
			}
			return f.store(s, t.Name, v) // an exported variable of a namespace
		}
	}
	return f.put(r, v)
}

func (f *frame) arrayPattern(s *scope, p *syntax.ArrayPattern, v vm.Value, mode bindMode) error {
	it, err := f.vm.GetIterator(v)
	if err != nil {
		return err
	}
	for i := range p.Elems {
		e := &p.Elems[i]
		var r reference
		if mode == assign && e.Target != nil && !isPattern(e.Target) {
			if r, err = f.reference(s, e.Target); err != nil {
				return closeIterator(it, err)
			}
		}
		v, ok, err := it.Next()
		if err != nil {
			return err
		}
		if !ok {
			v = vm.Undefined
		}
		if e.Target == nil {
			continue
		}
		if err := f.bindReference(s, e.Target, &r, e.Default, v, mode); err != nil {
			return closeIterator(it, err)
		}
	}
	if p.Rest == nil {
		return it.Close(nil)
	}
	var r reference
	if mode == assign && !isPattern(p.Rest) {
		if r, err = f.reference(s, p.Rest); err != nil {
			return closeIterator(it, err)
		}
	}
	var rest []vm.Value
	for {
		v, ok, err := it.Next()
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		rest = append(rest, v)
	}
	return f.bindReference(s, p.Rest, &r, nil, vm.ObjectValue(f.vm.NewArray(rest)), mode)
}

func (f *frame) objectPattern(s *scope, p *syntax.ObjectPattern, v vm.Value, mode bindMode) error {
	if v.IsNullish() {
		return f.vm.ThrowType("Cannot destructure %s", f.vm.Describe(v))
	}
	var taken []vm.PropertyKey
	for i := range p.Props {
		e := &p.Props[i]
		key, err := f.key(s, &e.Key)
		if err != nil {
			return err
		}
		taken = append(taken, key)
		var r reference
		if mode == assign && !isPattern(e.Target) {
			if r, err = f.reference(s, e.Target); err != nil {
				return err
			}
		}
		x, err := f.vm.GetV(v, key)
		if err != nil {
			return err
		}
		if err := f.bindReference(s, e.Target, &r, e.Default, x, mode); err != nil {
			return err
		}
	}
	if p.Rest == nil {
		return nil
	}
	var r reference
	if mode == assign {
		var err error
		if r, err = f.reference(s, p.Rest); err != nil {
			return err
		}
	}
	o := f.vm.NewPlainObject()
	if err := f.vm.CopyDataProperties(o, v, taken); err != nil {
		return err
	}
	return f.bindReference(s, p.Rest, &r, nil, vm.ObjectValue(o), mode)
}
