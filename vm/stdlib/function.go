package stdlib

// This file defines Function, the constructors of the other kinds of functions, and Function.prototype.

import (
	"math"

	"github.com/neurocode-ai/codemode/vm"
)

func (l *library) defineFunction() {
	r := l.Realm
	f := l.Constructor("Function", 1, refuseFunction("Function"), r.FunctionPrototype, nil)
	p := r.FunctionPrototype
	l.Method(p, "apply", 2, functionApply)
	l.Method(p, "bind", 1, functionBind)
	l.Method(p, "call", 1, functionCall)
	l.Method(p, "toString", 0, functionToString)
	r.FunctionHasInstance = l.SymbolMethod(p, r.Names.SymHasInstance, 1, 0, functionHasInstance)

	thrower := l.Func("", 0, func(c *vm.Call) (vm.Value, error) {
		return vm.Undefined, c.VM.ThrowType("'caller', 'callee' and 'arguments' cannot be accessed in strict mode code")
	})
	l.Prop(thrower, r.Names.Length, vm.Int(0), 0)
	l.Prop(thrower, r.Names.Name, vm.ASCII(""), 0)
	r.ThrowTypeError = thrower
	l.SharedAccessor(p, l.Key("caller"), thrower, thrower, vm.FlagConfigurable)
	l.SharedAccessor(p, l.Key("arguments"), thrower, thrower, vm.FlagConfigurable)

	// The constructors of generator and async functions are only reachable through their prototypes.
	hidden := func(name string, proto, instance *vm.Object) {
		k := l.HiddenConstructor(name, 1, refuseFunction(name), nil, f)
		l.Prop(k, r.Names.Prototype, vm.ObjectValue(proto), 0)
		l.Prop(proto, r.Names.Constructor, vm.ObjectValue(k), vm.FlagConfigurable)
		if instance != nil {
			l.Prop(proto, r.Names.Prototype, vm.ObjectValue(instance), vm.FlagConfigurable)
			l.Prop(instance, r.Names.Constructor, vm.ObjectValue(proto), vm.FlagConfigurable)
		}
		l.Tag(proto, name)
	}
	hidden("GeneratorFunction", r.GeneratorFunctionPrototype, r.GeneratorPrototype)
	hidden("AsyncFunction", r.AsyncFunctionPrototype, nil)
	hidden("AsyncGeneratorFunction", r.AsyncGeneratorFunctionPrototype, r.AsyncGeneratorPrototype)
}

// refuseFunction is a constructor that would make a function from text.
func refuseFunction(name string) vm.NativeFunc {
	return func(c *vm.Call) (vm.Value, error) { return vm.Undefined, throwNoCode(c.VM, name) }
}

// functionApply is Function.prototype.apply.
func functionApply(c *vm.Call) (vm.Value, error) {
	if err := needCallable(c.VM, c.This); err != nil {
		return vm.Undefined, err
	}
	if c.Arg(1).IsNullish() {
		return c.VM.Call(c.This, c.Arg(0))
	}
	args, err := listFromArrayLike(c.VM, c.Arg(1))
	if err != nil {
		return vm.Undefined, err
	}
	return c.VM.Call(c.This, c.Arg(0), args...)
}

// maxArguments bounds the arguments that apply and its kin pass.
const maxArguments = 1 << 18

// listFromArrayLike is CreateListFromArrayLike.
func listFromArrayLike(m *vm.VM, v vm.Value) ([]vm.Value, error) {
	o := v.Object()
	if o == nil {
		return nil, m.ThrowType("CreateListFromArrayLike called on non-object: %s", m.Describe(v))
	}
	n, err := m.LengthOf(o)
	if err != nil {
		return nil, err
	}
	if n > maxArguments {
		return nil, m.ThrowRange("Maximum call stack size exceeded: too many arguments in function call")
	}
	out, err := newList(m, n)
	if err != nil {
		return nil, err
	}
	for i := range n {
		v, err := elementAt(m, o, i)
		if err != nil {
			return nil, err
		}
		if i&255 == 255 {
			if err := m.Charge(64); err != nil {
				return nil, err
			}
		}
		out.elems = append(out.elems, v)
	}
	return out.elems, nil
}

func functionCall(c *vm.Call) (vm.Value, error) {
	if err := needCallable(c.VM, c.This); err != nil {
		return vm.Undefined, err
	}
	if len(c.Args) == 0 {
		return c.VM.Call(c.This, vm.Undefined)
	}
	return c.VM.Call(c.This, c.Args[0], c.Args[1:]...)
}

// functionBind is Function.prototype.bind.
func functionBind(c *vm.Call) (vm.Value, error) {
	m := c.VM
	target := c.This.Object()
	if !c.This.IsCallable() {
		return vm.Undefined, m.ThrowType("Bind must be called on a function")
	}
	var args []vm.Value
	if len(c.Args) > 1 {
		args = append(args, c.Args[1:]...)
	}
	if err := m.Alloc(len(args) * valueBytes); err != nil {
		return vm.Undefined, err
	}
	if err := m.Charge(16); err != nil {
		return vm.Undefined, err
	}
	f := m.NewBound(target, c.Arg(0), args)
	names := &m.Realm().Names
	length := 0.0
	has, err := m.HasOwn(target, names.Length)
	if err != nil {
		return vm.Undefined, err
	}
	if has {
		v, err := m.Get(target, names.Length)
		if err != nil {
			return vm.Undefined, err
		}
		if v.IsNumber() {
			length = boundLength(v.Float(), len(args))
		}
	}
	name, err := m.Get(target, names.Name)
	if err != nil {
		return vm.Undefined, err
	}
	text := vm.ASCII("bound ")
	if name.IsString() {
		b := vm.NewStringBuilder(m)
		if err := b.WriteASCII("bound "); err != nil {
			return vm.Undefined, err
		}
		if err := b.Write(name.Str()); err != nil {
			return vm.Undefined, err
		}
		text = b.Value()
	}
	if err := m.DefineOrThrow(f, names.Length, vm.DataProperty(vm.Number(length), vm.FlagConfigurable)); err != nil {
		return vm.Undefined, err
	}
	err = m.DefineOrThrow(f, names.Name, vm.DataProperty(text, vm.FlagConfigurable))
	return vm.ObjectValue(f), err
}

// boundLength is the length of a bound function whose target has length n and that passes args arguments itself.
func boundLength(n float64, args int) float64 {
	switch {
	case math.IsInf(n, 1):
		return n
	case math.IsInf(n, -1) || n != n:
		return 0
	}
	return max(math.Trunc(n)-float64(args), 0)
}

// functionToString shows the source text of functions of the program.
func functionToString(c *vm.Call) (vm.Value, error) {
	if !c.This.IsCallable() {
		return vm.Undefined, c.VM.ThrowType("Function.prototype.toString requires that 'this' be a Function")
	}
	o := c.This.Object()
	if src, ok := c.VM.FunctionSource(o); ok {
		if err := c.VM.Alloc(2 * len(src)); err != nil {
			return vm.Undefined, err
		}
		if err := c.VM.Charge(len(src) >> 5); err != nil {
			return vm.Undefined, err
		}
		return vm.String(src), nil
	}
	return vm.String("function " + nativeName(o) + "() { [native code] }"), nil
}

// nativeName returns the name of a builtin in the form that the NativeFunction grammar allows.
func nativeName(o *vm.Object) string {
	if o.BoundTarget() != nil {
		return ""
	}
	return o.FunctionName()
}

// functionHasInstance is Function.prototype[Symbol.hasInstance].
func functionHasInstance(c *vm.Call) (vm.Value, error) {
	o := c.This.Object()
	if o == nil {
		return vm.False, nil
	}
	ok, err := c.VM.OrdinaryHasInstance(o, c.Arg(0))
	return vm.Bool(ok), err
}
