package stdlib

// This file defines the locale-sensitive methods of String, Number, BigInt and Date on top of Intl. An execution keeps the
// formatters that these methods make, so that calling one in a loop does not make a formatter each time.

import (
	"strings"

	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib/internal/datetime"
	"github.com/neurocode-ai/codemode/vm/stdlib/internal/intl"
)

// intlState holds the formatters of an execution.
type intlState struct {
	plainNumber *intl.NumberFormat // without locale and options
	numbers     formatters[numberKey, *intl.NumberFormat]
	dates       formatters[dateKey, *intl.DateTimeFormat]
	collators   formatters[collatorKey, *intl.Collator]
}

// maxFormatters is the number of formatters of a kind that are kept.
const maxFormatters = 32

// formatters are the formatters of one kind by what they were made from. The one that was used last is kept at hand:
// finding it costs a few comparisons of strings that mostly are the same, where the map would hash all of them.
type formatters[K comparable, F any] struct {
	made    map[K]F
	lastKey K
	last    F
}

// find returns the formatter of a key and makes it at the first call.
func (fs *formatters[K, F]) find(m *vm.VM, key K, size int, create func() (F, error)) (F, error) {
	if fs.made != nil && fs.lastKey == key {
		return fs.last, nil
	}
	f, ok := fs.made[key]
	if !ok {
		var err error
		if f, err = create(); err != nil {
			return f, err
		}
		if err := m.Alloc(size); err != nil {
			return f, err
		}
		if fs.made == nil || len(fs.made) == maxFormatters {
			fs.made = make(map[K]F)
		}
		fs.made[key] = f
	}
	fs.lastKey, fs.last = key, f
	return f, nil
}

// flag is a boolean that may be absent, as part of a key.
type flag uint8

func flagOf(b *bool) flag {
	switch {
	case b == nil:
		return 0
	case *b:
		return 2
	}
	return 1
}

// joined makes a list of locales part of a key.
func joined(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names, ",")
}

// numberKey is a list of locales with number options: o has no pointers, their values are in digits.
type numberKey struct {
	locales string
	o       intl.NumberOptions
	digits  [6]int
}

func newNumberKey(names []string, o intl.NumberOptions) numberKey {
	k := numberKey{locales: joined(names), o: o}
	d := &k.o.Digits
	for i, p := range [...]**int{&d.MinimumIntegerDigits, &d.MinimumFractionDigits, &d.MaximumFractionDigits,
		&d.MinimumSignificantDigits, &d.MaximumSignificantDigits, &d.RoundingIncrement} {
		if k.digits[i] = -1 << 31; *p != nil {
			k.digits[i] = **p
		}
		*p = nil
	}
	return k
}

// localeNumber is toLocaleString of a Number or BigInt value.
func localeNumber(m *vm.VM, v, locales, options vm.Value) (vm.Value, error) {
	s := &stateOf(m).intl
	if locales.IsUndefined() && options.IsUndefined() {
		if s.plainNumber == nil {
			var err error
			if s.plainNumber, err = makeNumberFormat(m, nil, intl.NumberOptions{}); err != nil {
				return vm.Undefined, err
			}
		}
		return formatNumber(m, s.plainNumber, v)
	}
	names, o, err := numberArguments(m, locales, options)
	if err != nil {
		return vm.Undefined, err
	}
	f, err := s.numbers.find(m, newNumberKey(names, o), formatterBytes, func() (*intl.NumberFormat, error) {
		return makeNumberFormat(m, names, o)
	})
	if err != nil {
		return vm.Undefined, err
	}
	return formatNumber(m, f, v)
}

type dateKey struct {
	locales  string
	o        intl.DateOptions // without hour12
	hour12   flag
	defaults intl.DateDefaults
}

// localeDate is toLocaleString, toLocaleDateString and toLocaleTimeString of a Date.
func localeDate(m *vm.VM, t float64, locales, options vm.Value, defaults intl.DateDefaults) (vm.Value, error) {
	names, o, err := dateArguments(m, locales, options)
	if err != nil {
		return vm.Undefined, err
	}
	key := dateKey{joined(names), o, flagOf(o.Hour12), defaults}
	key.o.Hour12 = nil
	f, err := stateOf(m).intl.dates.find(m, key, formatterBytes, func() (*intl.DateTimeFormat, error) {
		return makeDateFormat(m, names, o, defaults)
	})
	if err != nil {
		return vm.Undefined, err
	}
	if t != t {
		return vm.ASCII(invalidDate), nil
	}
	if err := m.Charge(256); err != nil {
		return vm.Undefined, err
	}
	return textValue(m, f.Format(intl.Fields(datetime.FieldsOf(t))))
}

type collatorKey struct {
	locales           string
	o                 intl.CollatorOptions // without pointers
	numeric           flag
	ignorePunctuation flag
}

// localeCompare is String.prototype.localeCompare.
func localeCompare(m *vm.VM, a, b vm.Str, locales, options vm.Value) (int, error) {
	names, o, err := collatorArguments(m, locales, options)
	if err != nil {
		return 0, err
	}
	key := collatorKey{joined(names), o, flagOf(o.Numeric), flagOf(o.IgnorePunctuation)}
	key.o.Numeric, key.o.IgnorePunctuation = nil, nil
	c, err := stateOf(m).intl.collators.find(m, key, 0, func() (*intl.Collator, error) {
		return makeCollator(m, names, o)
	})
	if err != nil {
		return 0, err
	}
	return compareWith(m, c, a, b)
}

// localeChangeCase is toLocaleUpperCase and toLocaleLowerCase with a locale. Only Turkish and Azerbaijani have rules of
// their own here.
func localeChangeCase(m *vm.VM, s vm.Str, locales vm.Value, upper bool) (vm.Value, error) {
	names, err := localeNames(m, locales)
	if err != nil {
		return vm.Undefined, err
	}
	if len(names) > 0 {
		if _, err := intl.CanonicalLocales(names[:1]); err != nil {
			return vm.Undefined, intlError(m, err)
		}
		if intl.IsTurkic(names[0]) {
			if s, err = turkicCase(m, s, upper); err != nil {
				return vm.Undefined, err
			}
		}
	}
	return toCase(m, s, letterCase(upper))
}

// turkicCase maps the letters i, with and without a dot, piece by piece.
func turkicCase(m *vm.VM, s vm.Str, upper bool) (vm.Str, error) {
	const dotAbove = 0x307 // belongs to the letter before it
	b := vm.NewStringBuilder(m)
	for s.Len() > 0 {
		end := s.Len()
		if end > textStep {
			for end = textStep; end < s.Len() && s.At(end) == dotAbove; {
				end++
			}
			if end < s.Len() {
				end = betweenCharacters(s, end)
			}
		}
		if err := m.Charge(1 + 4*end); err != nil {
			return s, err
		}
		text := s.Slice(0, end).String()
		if upper {
			text = intl.TurkicUpper(text)
		} else {
			text = intl.TurkicLower(text)
		}
		if err := b.Write(vm.StrOf(text)); err != nil {
			return s, err
		}
		s = s.Slice(end, s.Len())
	}
	return b.Str(), nil
}
