package stdlib

// This file defines how the locale-sensitive methods of Date, Number, BigInt and String get their formatters.

import (
	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib/internal/datetime"
	"github.com/neurocode-ai/codemode/vm/stdlib/internal/intl"
)

// localeDate is toLocaleString of a Date.
func localeDate(m *vm.VM, t float64, locales, options vm.Value, defaults intl.DateDefaults) (vm.Value, error) {
	if t != t {
		return vm.ASCII(invalidDate), nil
	}
	l, err := intl.Resolve(nil)
	if err != nil {
		return vm.Undefined, err
	}
	f, err := intl.NewDateTimeFormat(l, intl.DateOptions{}, defaults)
	if err != nil {
		return vm.Undefined, err
	}
	return vm.String(f.Format(intl.Fields(datetime.FieldsOf(t)))), nil
}
