package bench

// This file holds the other engines.

import (
	"encoding/json"
	"errors"

	"github.com/dop251/goja"
	"github.com/robertkrimen/otto"
	"modernc.org/quickjs"
)

type gojaEngine struct{}

func (gojaEngine) Name() string            { return "goja" }
func (gojaEngine) Source(p Program) string { return p.Source }

func (e gojaEngine) Run(source string) (string, error) {
	run, err := e.Prepare(source)
	if err != nil {
		return "", err
	}
	return run()
}

func (gojaEngine) Prepare(source string) (func() (string, error), error) {
	prog, err := goja.Compile("program.js", asyncBody(source), true)
	if err != nil {
		return nil, err
	}
	return func() (string, error) {
		vm := goja.New()
		vm.SetFieldNameMapper(goja.TagFieldNameMapper("json", true))
		orders := map[string]any{
			"lookup": func(in map[string]any) map[string]any { return map[string]any{"id": in["id"], "status": "open"} },
			"get": func(in map[string]any) map[string]any {
				r := rowOf(int(in["id"].(int64)))
				return map[string]any{"id": r.ID, "status": r.Status, "price": r.Price, "qty": r.Qty}
			},
		}
		if err := errors.Join(vm.Set("tools", map[string]any{"orders": orders}), vm.Set("__result", ""), vm.Set("__error", "")); err != nil {
			return "", err
		}
		if _, err := vm.RunProgram(prog); err != nil {
			return "", err
		}
		if e := vm.Get("__error").String(); e != "" {
			return "", errors.New(e)
		}
		return vm.Get("__result").String(), nil
	}, nil
}

type ottoEngine struct{}

func (ottoEngine) Name() string            { return "otto" }
func (ottoEngine) Source(p Program) string { return p.ES5 }

func (e ottoEngine) Run(source string) (string, error) {
	run, err := e.Prepare(source)
	if err != nil {
		return "", err
	}
	return run()
}

func (ottoEngine) Prepare(source string) (func() (string, error), error) {
	script, err := otto.New().Compile("program.js", "JSON.stringify((function () {\n"+source+"\n})())")
	if err != nil {
		return nil, err
	}
	return func() (string, error) {
		v, err := otto.New().Run(script)
		if err != nil {
			return "", err
		}
		return v.ToString()
	}, nil
}

type quickjsEngine struct{}

func (quickjsEngine) Name() string            { return "quickjs" }
func (quickjsEngine) Source(p Program) string { return p.Source }

// quickjsPrelude gives programs the tools: values pass as JSON text.
const quickjsPrelude = `var __result = "", __error = "";
var tools = { orders: {
  lookup: function (input) { return JSON.parse(__lookup(input.id)) },
  get: function (input) { return JSON.parse(__get(input.id)) },
} };
`

func (quickjsEngine) Run(source string) (string, error) {
	return withQuickJS(func(vm *quickjs.VM) error {
		_, err := vm.Eval(quickjsPrelude+asyncBody(source)+"; 0", quickjs.EvalGlobal)
		return err
	})
}

func (quickjsEngine) Prepare(source string) (func() (string, error), error) {
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, err
	}
	code, err := vm.Compile(quickjsPrelude+asyncBody(source)+"; 0", quickjs.EvalGlobal)
	if err = errors.Join(err, vm.Close()); err != nil {
		return nil, err
	}
	return func() (string, error) {
		return withQuickJS(func(vm *quickjs.VM) error {
			_, err := vm.EvalBytecode(code)
			return err
		})
	}, nil
}

// withQuickJS runs f in a fresh machine and returns what the program stored as its result.
func withQuickJS(f func(vm *quickjs.VM) error) (text string, err error) {
	vm, err := quickjs.NewVM()
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, vm.Close()) }()
	lookup := func(id string) string {
		text, _ := json.Marshal(LookupOutput{id, "open"})
		return string(text)
	}
	get := func(id int) string {
		text, _ := json.Marshal(rowOf(id))
		return string(text)
	}
	if err := errors.Join(vm.RegisterFunc("__lookup", lookup, false), vm.RegisterFunc("__get", get, false), f(vm)); err != nil {
		return "", err
	}
	for {
		n, err := vm.ExecutePendingJobs()
		if err != nil {
			return "", err
		}
		if n == 0 {
			break
		}
	}
	if e, err := vm.Eval("__error", quickjs.EvalGlobal); err != nil || e != "" {
		return "", errors.Join(err, errors.New(e.(string)))
	}
	r, err := vm.Eval("__result", quickjs.EvalGlobal)
	if err != nil {
		return "", err
	}
	return r.(string), nil
}
