package stdlib

// This file defines what the locale-sensitive methods of String, Number and BigInt need of Intl, which fills it in.

import "github.com/neurocode-ai/codemode/vm"

// localeHooks are the operations that depend on a locale. The last two arguments of a method, locales and options, are
// passed on as they are.
type localeHooks struct {
	// compare is String.prototype.localeCompare: negative, 0 or positive.
	compare func(m *vm.VM, a, b vm.Str, locales, options vm.Value) (int, error)
	// changeCase is toLocaleUpperCase or toLocaleLowerCase.
	changeCase func(m *vm.VM, s vm.Str, locales vm.Value, upper bool) (vm.Value, error)
	// number is toLocaleString of a Number or BigInt value.
	number func(m *vm.VM, v, locales, options vm.Value) (vm.Value, error)
}
