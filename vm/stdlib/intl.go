package stdlib

// This file defines the Intl object and what its constructors share: lists of locales, options, results in parts. The
// constructors are in the files intl_number.go, intl_date.go, intl_collator.go, intl_words.go and intl_segmenter.go;
// package intl does the formatting.

import (
	"math"
	"strings"

	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib/internal/intl"
)

func (l *library) defineIntl() {
	in := l.Object(l.Realm.ObjectPrototype)
	l.Global("Intl", vm.ObjectValue(in))
	l.Tag(in, "Intl")
	l.Method(in, "getCanonicalLocales", 1, intlCanonicalLocales)
	l.Method(in, "supportedValuesOf", 1, intlSupportedValues)
	for _, name := range strings.Fields(optionNames) {
		l.Key(name) // part of the realm, so that no execution has to make it
	}
	l.defineCollator(in)
	l.defineDateTimeFormat(in)
	l.defineDisplayNames(in)
	l.defineListFormat(in)
	l.defineNumberFormat(in)
	l.definePluralRules(in)
	l.defineRelativeTimeFormat(in)
	l.defineSegmenter(in)
}

// optionNames are the names of options and of what resolvedOptions returns.
const optionNames = `calendar caseFirst collation compactDisplay currency currencyDisplay currencySign dateStyle day dayPeriod
	era fallback formatMatcher fractionalSecondDigits granularity hour hour12 hourCycle ignorePunctuation input isWordLike
	languageDisplay locale localeMatcher maximumFractionDigits maximumSignificantDigits minimumFractionDigits minimumIntegerDigits
	minimumSignificantDigits minute month notation numberingSystem numeric pluralCategories roundingIncrement roundingMode
	roundingPriority second segment sensitivity signDisplay source style timeStyle timeZone timeZoneName
	trailingZeroDisplay type unit unitDisplay usage useGrouping value weekday year`

// intlError turns an error of package intl into an exception. Other errors are passed on.
func intlError(m *vm.VM, err error) error {
	e, ok := err.(*intl.Error)
	switch {
	case !ok:
		return err
	case e.Name == "TypeError":
		return m.ThrowType("%s", e.Message)
	}
	return m.ThrowRange("%s", e.Message)
}

// intlClass says what defineIntlClass needs to know of a constructor.
type intlClass struct {
	name     string
	length   int
	callable bool // can be called without new
	make     func(m *vm.VM, locales, options vm.Value) (any, error)
}

// formatterBytes is what a formatter costs the memory meter.
const formatterBytes = 1 << 10

// defineIntlClass defines a constructor of Intl and returns its prototype.
func (l *library) defineIntlClass(in *vm.Object, class intlClass) *vm.Object {
	p := l.Object(l.Realm.ObjectPrototype)
	k := l.HiddenConstructor(class.name, class.length, func(c *vm.Call) (vm.Value, error) {
		m := c.VM
		newTarget := c.NewTarget
		if newTarget == nil {
			if !class.callable {
				return vm.Undefined, m.ThrowType("Constructor Intl.%s requires 'new'", class.name)
			}
			newTarget = c.Callee
		}
		proto, err := m.ProtoFromConstructor(newTarget, p)
		if err != nil {
			return vm.Undefined, err
		}
		if err := m.Alloc(formatterBytes); err != nil {
			return vm.Undefined, err
		}
		data, err := class.make(m, c.Arg(0), c.Arg(1))
		if err != nil {
			return vm.Undefined, intlError(m, err)
		}
		return vm.ObjectValue(m.NewObjectOf(vm.ClassOther, proto, data)), nil
	}, p, nil)
	l.Prop(in, l.Key(class.name), vm.ObjectValue(k), vm.FlagsHidden)
	l.Method(k, "supportedLocalesOf", 1, intlSupportedLocales)
	l.Tag(p, "Intl."+class.name)
	return p
}

// thisIntl returns the data of the receiver, which must be an object of one of the constructors of Intl.
func thisIntl[T any](c *vm.Call, method string) (T, error) {
	if o := c.This.Object(); o != nil && o.Class() == vm.ClassOther {
		if data, ok := o.Data().(T); ok {
			return data, nil
		}
	}
	var none T
	return none, incompatible(c.VM, "Intl."+method, c.This)
}

// boundFunc is the function that a getter such as format returns: always the same one, bound to the formatter.
type boundFunc struct{ fn *vm.Object }

// get returns the function and makes it at the first call. owner is kept alive by it.
func (b *boundFunc) get(m *vm.VM, owner vm.Value, length int, fn vm.NativeFunc) vm.Value {
	if b.fn == nil {
		b.fn = m.NewNative("", length, &slots{[]vm.Value{owner}}, fn)
	}
	return vm.ObjectValue(b.fn)
}

// Trace implements vm.Tracer.
func (b *boundFunc) Trace(mark func(vm.Value)) int {
	if b.fn != nil {
		mark(vm.ObjectValue(b.fn))
	}
	return formatterBytes
}

// localeNames is CanonicalizeLocaleList without the canonical form, which package intl finds.
func localeNames(m *vm.VM, v vm.Value) ([]string, error) {
	if v.IsUndefined() {
		return nil, nil
	}
	if v.IsString() {
		name, err := localeName(m, v)
		return []string{name}, err
	}
	o, err := m.ToObject(v)
	if err != nil {
		return nil, err
	}
	n, err := m.LengthOf(o)
	if err != nil {
		return nil, err
	}
	var names []string
	for i := range n {
		if err := m.Charge(1); err != nil {
			return nil, err
		}
		key := m.IndexOf(i)
		has, err := m.Has(o, key)
		if err != nil {
			return nil, err
		}
		if !has {
			continue
		}
		item, err := m.Get(o, key)
		if err != nil {
			return nil, err
		}
		if !item.IsString() && !item.IsObject() {
			return nil, m.ThrowType("Incorrect locale information provided: a language tag is a string such as \"en-US\"")
		}
		name, err := localeName(m, item)
		if err != nil {
			return nil, err
		}
		if err := m.Alloc(len(name) + 32); err != nil {
			return nil, err
		}
		if names = append(names, name); len(names) > maxLocales {
			return nil, m.ThrowRange("The list of locales has more than %d entries", maxLocales)
		}
	}
	if len(names) > 1 { // the formatters look at the first ones only, but all must be valid
		if _, err := intl.CanonicalLocales(names); err != nil {
			return nil, intlError(m, err)
		}
	}
	return names, nil
}

// maxLocales bounds lists of locales: they are compared with each other.
const maxLocales = 100

func localeName(m *vm.VM, v vm.Value) (string, error) {
	s, err := m.ToStr(v)
	if err != nil {
		return "", err
	}
	if !s.IsASCII() || s.Len() == 0 {
		return "", m.ThrowRange("Incorrect locale information provided: %s", m.Describe(s.Value()))
	}
	return s.ASCII(), m.Charge(16 + min(s.Len(), 1000))
}

func intlCanonicalLocales(c *vm.Call) (vm.Value, error) {
	names, err := localeNames(c.VM, c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	return canonicalArray(c.VM, names, intl.CanonicalLocales)
}

func intlSupportedValues(c *vm.Call) (vm.Value, error) {
	key, err := c.VM.ToStr(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	values, err := intl.SupportedValues(key.Slice(0, min(key.Len(), maxOption)).String())
	if err != nil {
		return vm.Undefined, intlError(c.VM, err)
	}
	return stringArray(c.VM, values)
}

// intlSupportedLocales is supportedLocalesOf of all constructors.
func intlSupportedLocales(c *vm.Call) (vm.Value, error) {
	m := c.VM
	names, err := localeNames(m, c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	o, err := optionsOrNothing(m, c.Arg(1))
	if err != nil {
		return vm.Undefined, err
	}
	if o.matcher(); o.err != nil {
		return vm.Undefined, o.err
	}
	return canonicalArray(m, names, intl.SupportedLocales)
}

func canonicalArray(m *vm.VM, names []string, find func([]string) ([]string, error)) (vm.Value, error) {
	found, err := find(names)
	if err != nil {
		return vm.Undefined, intlError(m, err)
	}
	return stringArray(m, found)
}

// stringArray returns an array of strings.
func stringArray(m *vm.VM, texts []string) (vm.Value, error) {
	out, err := newList(m, len(texts))
	if err != nil {
		return vm.Undefined, err
	}
	for _, s := range texts {
		str, err := fromGoText(m, s)
		if err != nil {
			return vm.Undefined, err
		}
		out.elems = append(out.elems, str.Value())
	}
	return out.array(), nil
}

// options reads the properties of an options object, in the order in which the methods are called. The first error stays
// in err and ends the reading.
type options struct {
	m     *vm.VM
	o     *vm.Object // nil: no options
	err   error
	plain bool // the options are in own
	n     int
	own   [8]struct {
		key vm.PropertyKey
		v   vm.Value
	}
}

// readOptions returns a reader. Options that are a plain object are read at once: few of the many possible ones are
// given, and then nothing has to be looked up for the others.
func readOptions(m *vm.VM, o *vm.Object) options {
	r := options{m: m, o: o}
	if o != nil {
		r.plain = m.PlainOptions(o, func(key vm.PropertyKey, v vm.Value) {
			if r.n < len(r.own) {
				r.own[r.n].key, r.own[r.n].v = key, v
			}
			r.n++
		})
		r.plain = r.plain && r.n <= len(r.own)
	}
	return r
}

// coercedOptions is CoerceOptionsToObject.
func coercedOptions(m *vm.VM, v vm.Value) (options, error) {
	if v.IsUndefined() {
		return options{m: m}, nil
	}
	o, err := m.ToObject(v)
	return readOptions(m, o), err
}

// optionsOrNothing is GetOptionsObject: options must be an object.
func optionsOrNothing(m *vm.VM, v vm.Value) (options, error) {
	if !v.IsUndefined() && !v.IsObject() {
		return options{}, m.ThrowType("Options must be an object, not %s", m.Describe(v))
	}
	return readOptions(m, v.Object()), nil
}

func (r *options) get(name string) vm.Value {
	if r.err != nil || r.o == nil {
		return vm.Undefined
	}
	if r.plain {
		for i := range r.own[:r.n] {
			if r.own[i].key.Is(name) {
				return r.own[i].v
			}
		}
		return vm.Undefined
	}
	v, err := r.m.Get(r.o, r.m.Key(name))
	r.err = err
	return v
}

// maxOption is longer than any text that an option can have.
const maxOption = 100

// text reads an option whose values package intl checks; the empty text stands for one that is not given.
func (r *options) text(name string) string {
	v := r.get(name)
	if r.err != nil || v.IsUndefined() {
		return ""
	}
	s, err := r.m.ToStr(v)
	if err != nil {
		r.err = err
		return ""
	}
	if s.Len() == 0 || s.Len() > maxOption {
		r.err = r.m.ThrowRange("Value %s out of range for options property %s", r.m.Describe(s.Value()), name)
		return ""
	}
	return s.String()
}

// oneOf reads an option with the given values, separated by spaces.
func (r *options) oneOf(name, values string) string {
	s := r.text(name)
	if s != "" && !strings.Contains(" "+values+" ", " "+s+" ") {
		r.err = r.m.ThrowRange("Value %s out of range for Intl options property %s", s, name)
	}
	return s
}

// matcher reads localeMatcher, which makes no difference.
func (r *options) matcher() { r.oneOf("localeMatcher", "lookup best fit") }

// keyword reads an option that has the form of a keyword of a locale, such as numberingSystem or calendar.
func (r *options) keyword(name string) string {
	s := r.text(name)
	if s == "" {
		return ""
	}
	for part := range strings.SplitSeq(s, "-") {
		if len(part) < 3 || len(part) > 8 || strings.Trim(part, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "" {
			r.err = r.m.ThrowRange("Invalid %s : %s", name, s)
		}
	}
	return s
}

// The values of boolean options that are given.
var yes, no = true, false

// boolean reads an option; nil stands for one that is not given.
func (r *options) boolean(name string) *bool {
	v := r.get(name)
	if r.err != nil || v.IsUndefined() {
		return nil
	}
	if vm.ToBoolean(v) {
		return &yes
	}
	return &no
}

// integer reads an option that is a number in a range; nil stands for one that is not given.
func (r *options) integer(name string, low, high float64) *int {
	v := r.get(name)
	if r.err != nil || v.IsUndefined() {
		return nil
	}
	f, err := r.m.ToNumber(v)
	if err != nil {
		r.err = err
		return nil
	}
	if !(f >= low && f <= high) {
		r.err = r.m.ThrowRange("%s value is out of range.", name)
		return nil
	}
	i := int(math.Floor(f))
	return &i
}

// record makes the object that resolvedOptions returns.
type record struct {
	m   *vm.VM
	o   *vm.Object
	err error
}

func newRecord(m *vm.VM) *record { return &record{m: m, o: m.NewPlainObject()} }

func (r *record) set(name string, v vm.Value) {
	if r.err == nil {
		r.err = r.m.CreateDataPropertyOrThrow(r.o, r.m.Key(name), v)
	}
}

// text adds a text that is not empty.
func (r *record) text(name, value string) {
	if value != "" {
		r.set(name, vm.String(value))
	}
}

func (r *record) number(name string, value int) { r.set(name, vm.Int(value)) }

func (r *record) boolean(name string, value bool) { r.set(name, vm.Bool(value)) }

func (r *record) value() (vm.Value, error) { return vm.ObjectValue(r.o), r.err }

// partsArray returns what formatToParts and formatRangeToParts return.
func partsArray(m *vm.VM, parts []intl.Part) (vm.Value, error) {
	out, err := newList(m, len(parts))
	if err != nil {
		return vm.Undefined, err
	}
	for _, p := range parts {
		if err := m.Charge(4); err != nil {
			return vm.Undefined, err
		}
		text, err := fromGoText(m, p.Value)
		if err != nil {
			return vm.Undefined, err
		}
		r := newRecord(m)
		r.text("type", p.Type)
		r.set("value", text.Value())
		r.text("source", p.Source)
		r.text("unit", p.Unit)
		if r.err != nil {
			return vm.Undefined, r.err
		}
		out.elems = append(out.elems, vm.ObjectValue(r.o))
	}
	return out.array(), nil
}

// textValue returns the text that a formatter has made as a value.
func textValue(m *vm.VM, text string) (vm.Value, error) {
	s, err := fromGoText(m, text)
	return s.Value(), err
}
