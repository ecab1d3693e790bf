package treewalk

// This file evaluates expressions, except members and calls (member.go) and assignments (assign.go).

import (
	"math/big"

	"github.com/neurocode-ai/codemode/compiler/syntax"
	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/bytecode"
)

// binaryOps names the machine's operators.
var binaryOps = [...]bytecode.Op{
	syntax.OpAdd: bytecode.OpAdd, syntax.OpSub: bytecode.OpSub, syntax.OpMul: bytecode.OpMul, syntax.OpDiv: bytecode.OpDiv,
	syntax.OpMod: bytecode.OpMod, syntax.OpExp: bytecode.OpExp, syntax.OpBitAnd: bytecode.OpBitAnd,
	syntax.OpBitOr: bytecode.OpBitOr, syntax.OpBitXor: bytecode.OpBitXor, syntax.OpShl: bytecode.OpShl,
	syntax.OpShr: bytecode.OpShr, syntax.OpUshr: bytecode.OpUshr, syntax.OpEq: bytecode.OpEq, syntax.OpNe: bytecode.OpNe,
	syntax.OpStrictEq: bytecode.OpSeq, syntax.OpStrictNe: bytecode.OpSne, syntax.OpLt: bytecode.OpLt,
	syntax.OpLe: bytecode.OpLe, syntax.OpGt: bytecode.OpGt, syntax.OpGe: bytecode.OpGe, syntax.OpIn: bytecode.OpIn,
	syntax.OpInstanceof: bytecode.OpInstanceof,
}

// expr evaluates an expression to a value.
func (f *frame) expr(s *scope, e syntax.Expr) (vm.Value, error) {
	switch e := e.(type) {
	case *syntax.Ident:
		return f.load(s, e.Name)
	case *syntax.NumberLit:
		return vm.Number(e.Value), nil
	case *syntax.StringLit:
		return vm.String(e.Value), nil
	case *syntax.BoolLit:
		return vm.Bool(e.Value), nil
	case *syntax.NullLit:
		return vm.Null, nil
	case *syntax.BigIntLit:
		i, _ := new(big.Int).SetString(e.Text, 0)
		return vm.BigIntValue(i), nil
	case *syntax.Binary:
		return f.binary(s, e)
	case *syntax.Dot, *syntax.Index, *syntax.PrivateDot, *syntax.Call, *syntax.OptChain, *syntax.SuperDot, *syntax.SuperIndex:
		r, err := f.link(s, e)
		return r.value, err
	case *syntax.Assign:
		return f.assign(s, e)
	case *syntax.Update:
		return f.update(s, e)
	case *syntax.Unary:
		return f.unary(s, e)
	case *syntax.Logical:
		return f.logical(s, e)
	case *syntax.Conditional:
		t, err := f.expr(s, e.Test)
		if err != nil {
			return vm.Undefined, err
		}
		if vm.ToBoolean(t) {
			return f.expr(s, e.Then)
		}
		return f.expr(s, e.Else)
	case *syntax.Function:
		name := ""
		if e.Name != nil {
			name = e.Name.Name
		}
		return f.closure(s, e, name, nil), nil
	case *syntax.Class:
		return f.classValue(s, e, "")
	case *syntax.ArrayLit:
		list, err := f.list(s, e.Elems, vm.Hole())
		return vm.ObjectValue(f.vm.NewArray(list)), err
	case *syntax.ObjectLit:
		return f.object(s, e)
	case *syntax.TemplateLit:
		return f.template(s, e)
	case *syntax.ThisExpr:
		return f.thisValue()
	case *syntax.New:
		return f.newExpr(s, e)
	case *syntax.Await:
		v, err := f.expr(s, e.X)
		if err != nil {
			return vm.Undefined, err
		}
		return f.await(v)
	case *syntax.Yield:
		return f.yieldExpr(s, e)
	case *syntax.TaggedTemplate:
		return f.tagged(s, e)
	case *syntax.SuperCall:
		return f.superCall(s, e)
	case *syntax.Sequence:
		v := vm.Undefined
		for _, x := range e.Exprs {
			var err error
			if v, err = f.expr(s, x); err != nil {
				return vm.Undefined, err
			}
		}
		return v, nil
	case *syntax.RegExpLit:
		return f.regExp(e)
	case *syntax.NewTarget:
		if f.this.newTarget == nil {
			return vm.Undefined, nil
		}
		return vm.ObjectValue(f.this.newTarget), nil
	}
	return vm.Undefined, unsupported(e)
}

// named evaluates an expression; an anonymous function or class gets the name.
func (f *frame) named(s *scope, e syntax.Expr, name string) (vm.Value, error) {
	switch e := e.(type) {
	case *syntax.Function:
		if e.Name == nil {
			return f.closure(s, e, name, nil), nil
		}
	case *syntax.Class:
		if e.Name == nil {
			return f.classValue(s, e, name)
		}
	}
	return f.expr(s, e)
}

func (f *frame) thisValue() (vm.Value, error) {
	if f.this.value.IsHole() {
		return vm.Undefined, f.vm.ThrowReference("Must call super constructor before accessing 'this'")
	}
	return f.this.value, nil
}

func (f *frame) binary(s *scope, e *syntax.Binary) (vm.Value, error) {
	if p, ok := e.X.(*syntax.PrivateName); ok {
		y, err := f.expr(s, e.Y)
		if err != nil {
			return vm.Undefined, err
		}
		if y.Object() == nil {
			return vm.Undefined, f.vm.ThrowType("Cannot use 'in' operator to search for '#%s' in %s", p.Name, f.vm.Describe(y))
		}
		return vm.Bool(f.vm.HasPrivate(y.Object(), s.privateName(p.Name))), nil
	}
	x, err := f.expr(s, e.X)
	if err != nil {
		return vm.Undefined, err
	}
	y, err := f.expr(s, e.Y)
	if err != nil {
		return vm.Undefined, err
	}
	return f.vm.BinaryOperation(binaryOps[e.Op], x, y)
}

// decides reports whether the left operand is the value of a short-circuit operator.
func decides(op syntax.LogicalOp, v vm.Value) bool {
	switch op {
	case syntax.OpAnd:
		return !vm.ToBoolean(v)
	case syntax.OpOr:
		return vm.ToBoolean(v)
	}
	return !v.IsNullish()
}

func (f *frame) logical(s *scope, e *syntax.Logical) (vm.Value, error) {
	x, err := f.expr(s, e.X)
	if err != nil || decides(e.Op, x) {
		return x, err
	}
	return f.expr(s, e.Y)
}

func (f *frame) unary(s *scope, e *syntax.Unary) (vm.Value, error) {
	switch e.Op {
	case syntax.OpTypeof:
		if id, ok := e.X.(*syntax.Ident); ok {
			if v, at := s.find(id.Name); v == nil && at == nil {
				g, ok := f.vm.GlobalValue(id.Name)
				if !ok {
					g = vm.Undefined
				}
				return vm.ASCII(vm.Typeof(g)), nil
			}
		}
	case syntax.OpDelete:
		return f.delete(s, e.X)
	}
	v, err := f.expr(s, e.X)
	if err != nil {
		return vm.Undefined, err
	}
	switch e.Op {
	case syntax.OpNeg:
		return f.vm.UnaryOperation(bytecode.OpNeg, v)
	case syntax.OpBitNot:
		return f.vm.UnaryOperation(bytecode.OpBitNot, v)
	case syntax.OpPlus:
		n, err := f.vm.ToNumber(v)
		return vm.Number(n), err
	case syntax.OpNot:
		return vm.Bool(!vm.ToBoolean(v)), nil
	case syntax.OpTypeof:
		return vm.ASCII(vm.Typeof(v)), nil
	}
	return vm.Undefined, nil // void
}

func (f *frame) yieldExpr(s *scope, e *syntax.Yield) (vm.Value, error) {
	v := vm.Undefined
	if e.X != nil {
		var err error
		if v, err = f.expr(s, e.X); err != nil {
			return vm.Undefined, err
		}
	}
	if e.Delegate {
		return f.yieldAll(v)
	}
	return f.yield(v)
}

// list evaluates the elements of an array literal or the arguments of a call.
func (f *frame) list(s *scope, elems []syntax.Expr, hole vm.Value) ([]vm.Value, error) {
	list := make([]vm.Value, 0, len(elems))
	for _, e := range elems {
		if e == nil {
			list = append(list, hole)
			continue
		}
		spread, ok := e.(*syntax.Spread)
		if !ok {
			v, err := f.expr(s, e)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
			continue
		}
		v, err := f.expr(s, spread.X)
		if err != nil {
			return nil, err
		}
		more, err := f.vm.ListFromIterable(v)
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	return list, nil
}

// key evaluates the name of a property; private names are not keys.
func (f *frame) key(s *scope, k *syntax.PropertyKey) (vm.PropertyKey, error) {
	if k.Kind != syntax.KeyComputed {
		return f.vm.Key(k.Name), nil
	}
	v, err := f.expr(s, k.Expr)
	if err != nil {
		return vm.PropertyKey{}, err
	}
	return f.vm.ToPropertyKey(v)
}

func (f *frame) object(s *scope, e *syntax.ObjectLit) (vm.Value, error) {
	o := f.vm.NewPlainObject()
	for i := range e.Props {
		if err := f.property(s, o, &e.Props[i]); err != nil {
			return vm.Undefined, err
		}
	}
	return vm.ObjectValue(o), nil
}

func (f *frame) property(s *scope, o *vm.Object, p *syntax.Property) error {
	if p.Kind == syntax.PropSpread {
		v, err := f.expr(s, p.Value)
		if err != nil {
			return err
		}
		return f.vm.CopyDataProperties(o, v, nil)
	}
	key, err := f.key(s, &p.Key)
	if err != nil {
		return err
	}
	switch p.Kind {
	case syntax.PropMethod:
		return f.method(s, o, key, p.Value.(*syntax.Function), syntax.MemberMethod, vm.FlagEnumerable)
	case syntax.PropGet:
		return f.method(s, o, key, p.Value.(*syntax.Function), syntax.MemberGetter, vm.FlagEnumerable)
	case syntax.PropSet:
		return f.method(s, o, key, p.Value.(*syntax.Function), syntax.MemberSetter, vm.FlagEnumerable)
	}
	v, err := f.named(s, p.Value, key.FunctionName())
	if err != nil {
		return err
	}
	return f.vm.CreateDataPropertyOrThrow(o, key, v)
}

// method defines a method or accessor of an object.
func (f *frame) method(s *scope, o *vm.Object, key vm.PropertyKey, node *syntax.Function, kind syntax.MemberKind, enumerable vm.PropFlags) error {
	fn := f.closure(s, node, accessorPrefix(kind)+key.FunctionName(), o)
	p := vm.Property{Flags: vm.FlagConfigurable | enumerable, HasEnumerable: true, HasConfigurable: true}
	switch kind {
	case syntax.MemberGetter:
		p.Get, p.HasGet = fn.Object(), true
	case syntax.MemberSetter:
		p.Set, p.HasSet = fn.Object(), true
	default:
		p = vm.DataProperty(fn, vm.FlagConfigurable|vm.FlagWritable|enumerable)
	}
	return f.vm.DefineOrThrow(o, key, p)
}

func accessorPrefix(kind syntax.MemberKind) string {
	switch kind {
	case syntax.MemberGetter:
		return "get "
	case syntax.MemberSetter:
		return "set "
	}
	return ""
}

func (f *frame) template(s *scope, e *syntax.TemplateLit) (vm.Value, error) {
	text := vm.String(e.Quasis[0].Cooked)
	for i, x := range e.Exprs {
		v, err := f.expr(s, x)
		if err == nil {
			v, err = f.vm.ToString(v)
		}
		if err == nil {
			text, err = f.vm.BinaryOperation(bytecode.OpAdd, text, v)
		}
		if err == nil {
			text, err = f.vm.BinaryOperation(bytecode.OpAdd, text, vm.String(e.Quasis[i+1].Cooked))
		}
		if err != nil {
			return vm.Undefined, err
		}
	}
	return text, nil
}

func (f *frame) tagged(s *scope, e *syntax.TaggedTemplate) (vm.Value, error) {
	tag, err := f.link(s, e.Tag)
	if err != nil {
		return vm.Undefined, err
	}
	args := []vm.Value{f.templateObject(e.Quasi)}
	rest, err := f.list(s, e.Quasi.Exprs, vm.Undefined)
	if err != nil {
		return vm.Undefined, err
	}
	return f.apply(tag.value, tag.this, append(args, rest...))
}

// templateObject is GetTemplateObject.
func (in *interp) templateObject(q *syntax.TemplateLit) vm.Value {
	if v, ok := in.templates[q]; ok {
		return v
	}
	var cooked, raw []vm.Value
	for i := range q.Quasis {
		c := vm.Undefined
		if q.Quasis[i].HasCooked {
			c = vm.String(q.Quasis[i].Cooked)
		}
		cooked, raw = append(cooked, c), append(raw, vm.String(q.Quasis[i].Raw))
	}
	o, r := in.vm.NewArray(cooked), in.vm.NewArray(raw)
	in.define(o, in.names.Raw, vm.ObjectValue(r), 0)
	_ = in.vm.SetIntegrity(r, vm.Frozen) // a new array can always be frozen
	_ = in.vm.SetIntegrity(o, vm.Frozen)
	if in.templates == nil {
		in.templates = map[*syntax.TemplateLit]vm.Value{}
	}
	in.templates[q] = vm.ObjectValue(o)
	return vm.ObjectValue(o)
}

func (in *interp) regExp(e *syntax.RegExpLit) (vm.Value, error) {
	o, compiled, err := in.vm.Realm().NewRegExp(in.vm, vm.String(e.Pattern), vm.String(e.Flags), in.regexps[e])
	if err != nil {
		return vm.Undefined, err
	}
	if in.regexps == nil {
		in.regexps = map[*syntax.RegExpLit]any{}
	}
	in.regexps[e] = compiled
	return vm.ObjectValue(o), nil
}
