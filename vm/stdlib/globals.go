package stdlib

// This file defines the global values and the global functions on numbers.

import (
	"math"

	"github.com/neurocode-ai/codemode/vm"
)

func (l *library) defineGlobals() {
	g := l.Realm.Global
	l.Global("globalThis", vm.ObjectValue(g))
	l.Prop(g, l.Key("NaN"), vm.Number(math.NaN()), 0)
	l.Prop(g, l.Key("Infinity"), vm.Number(math.Inf(1)), 0)
	l.Prop(g, l.Key("undefined"), vm.Undefined, 0)
	l.Method(g, "isNaN", 1, globalIsNaN)
	l.Method(g, "isFinite", 1, globalIsFinite)
	l.parseFloat = l.Method(g, "parseFloat", 1, globalParseFloat)
	l.parseInt = l.Method(g, "parseInt", 2, globalParseInt)
	l.Method(g, "eval", 1, globalEval)
}

func globalIsNaN(c *vm.Call) (vm.Value, error) {
	f, err := c.VM.ToNumber(c.Arg(0))
	return vm.Bool(f != f), err
}

func globalIsFinite(c *vm.Call) (vm.Value, error) {
	f, err := c.VM.ToNumber(c.Arg(0))
	return vm.Bool(!math.IsNaN(f) && !math.IsInf(f, 0)), err
}

// globalParseFloat is parseFloat: the longest prefix that is a decimal literal.
func globalParseFloat(c *vm.Call) (vm.Value, error) {
	if v := c.Arg(0); v.IsNumber() && (v.Float() != 0 || !math.Signbit(v.Float())) {
		return v, nil
	}
	s, err := c.VM.ToStr(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	f, err := c.VM.ParseFloat(s)
	return vm.Number(f), err
}

// globalParseInt is parseInt(string, radix).
func globalParseInt(c *vm.Call) (vm.Value, error) {
	if v, r := c.Arg(0), c.Arg(1); v.IsNumber() && r.IsUndefined() {
		if f := v.Float(); math.Abs(f) < 1e21 && math.Abs(f) >= 1 || f == 0 {
			return vm.Number(math.Trunc(f) + 0), nil
		}
	}
	s, err := c.VM.ToStr(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	radix, err := c.VM.ToInt32(c.Arg(1))
	if err != nil {
		return vm.Undefined, err
	}
	f, err := c.VM.ParseInt(s, radix)
	return vm.Number(f), err
}

// globalEval refuses text as code; other values are returned as eval does.
func globalEval(c *vm.Call) (vm.Value, error) {
	if !c.Arg(0).IsString() {
		return c.Arg(0), nil
	}
	return vm.Undefined, throwNoCode(c.VM, "eval")
}

// throwNoCode is the error of every way from text to code.
func throwNoCode(m *vm.VM, what string) error {
	return m.ThrowError(vm.ErrorKindEval, "%s cannot make code from text: code generation from strings is not available here; write the code as part of the program", what)
}
