// This file defines what Intl.supportedValuesOf lists.

package intl

import (
	"slices"
	"strings"
)

// SupportedValues is Intl.supportedValuesOf: the sorted values that an option can have.
func SupportedValues(key string) ([]string, error) {
	switch key {
	case "calendar":
		return []string{"gregory"}, nil
	case "collation":
		return []string{"default"}, nil
	case "currency":
		return currencies(), nil
	case "numberingSystem":
		return []string{"latn"}, nil
	case "timeZone":
		return []string{"UTC"}, nil
	case "unit":
		return strings.Fields(sanctionedUnits), nil
	}
	return nil, rangeError("Invalid key : ", quoteOption(key))
}

// currencies returns the codes that have an English name.
func currencies() []string {
	var codes []string
	l, _ := Resolve(nil) // the default locale is always there
	l.all("cur.", func(rest, _ string) {
		if code, what, _ := strings.Cut(rest, "."); what == "name" {
			codes = append(codes, code)
		}
	})
	slices.Sort(codes)
	return codes
}
