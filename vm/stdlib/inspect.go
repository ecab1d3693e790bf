package stdlib

// This file defines how values look in the console: JSON with additions for what JSON cannot say. Nothing here runs
// code of the program: getters are not called, conversions not invoked.

import (
	"errors"
	"strconv"
	"strings"

	"github.com/neurocode-ai/codemode/vm"
)

const (
	opaqueText  = "[opaque reference]"                     // functions, tools, intrinsic objects
	promiseText = "[Promise: await it to get its value]"   // promises
	getterText  = "[Getter]"                               // accessor properties
	maxDepth    = 32                                       // containers nested deeper show as three dots
	maxLine     = 1 << 20                                  // code units of one line
	quoteStep   = 1 << 12                                  // code units of a string that are looked at between two charges
	cutText     = "... [the line was cut: it is too long]" // ends a line that was cut
)

// errLineFull ends the printing of a line that has reached its limit.
var errLineFull = errors.New("line full")

// A printer writes values as text.
type printer struct {
	l    *library
	m    *vm.VM
	b    *vm.StringBuilder
	path []*vm.Object // the containers that are being printed, outermost first
	cut  bool
}

func (l *library) newPrinter(m *vm.VM) *printer {
	return &printer{l: l, m: m, b: vm.NewStringBuilder(m)}
}

// text returns what was written. The printer must not be used afterwards.
func (p *printer) text() (string, error) {
	s := p.b.Str()
	if s.IsASCII() && !p.cut {
		return s.ASCII(), nil
	}
	var b strings.Builder
	for s.Len() > 0 {
		end := s.Len()
		if end > textStep {
			end = betweenCharacters(s, textStep)
		}
		b.WriteString(s.Slice(0, end).UTF8())
		s = s.Slice(end, s.Len())
		if err := p.m.Charge(1 + end); err != nil {
			return "", err
		}
	}
	if p.cut {
		b.WriteString(cutText)
	}
	return b.String(), nil
}

// finish turns the end of the line into success.
func (p *printer) finish(err error) error {
	if err == errLineFull {
		p.cut = true
		return nil
	}
	return err
}

func (p *printer) write(s vm.Str) error {
	if room := maxLine - p.b.Len(); s.Len() > room {
		if err := p.b.Write(s.Slice(0, max(room, 0))); err != nil {
			return err
		}
		return errLineFull
	}
	return p.b.Write(s)
}

func (p *printer) ascii(s string) error { return p.write(vm.ASCIIStr(s)) }

// list writes the arguments of a console method, joined by spaces.
func (p *printer) list(args []vm.Value) error {
	for i, v := range args {
		if i > 0 {
			if err := p.finish(p.ascii(" ")); err != nil {
				return err
			}
		}
		if p.cut {
			return nil
		}
		if err := p.finish(p.top(v)); err != nil {
			return err
		}
	}
	return nil
}

// top writes a value at the top level, where strings are bare.
func (p *printer) top(v vm.Value) error {
	if v.IsString() {
		return p.write(v.Str())
	}
	if v.IsUndefined() {
		return p.ascii("undefined")
	}
	return p.value(v)
}

// value writes a value as it looks inside a container.
func (p *printer) value(v vm.Value) error {
	if err := p.m.Charge(1); err != nil {
		return err
	}
	switch {
	case v.IsString():
		return p.quoted(v.Str())
	case v.IsNullish():
		return p.ascii("null")
	case v.IsNumber():
		return p.ascii(vm.FormatNumber(v.Float()))
	case v.IsBigInt():
		return p.bigint(v)
	case v.IsSymbol():
		s, err := symbolText(p.m, v.Symbol())
		if err != nil {
			return err
		}
		return p.write(s)
	case v.IsObject():
		return p.object(v.Object())
	}
	s, err := p.m.ToStr(v)
	if err != nil {
		return err
	}
	return p.write(s)
}

func (p *printer) bigint(v vm.Value) error {
	s, err := p.m.ToStr(v)
	if err != nil {
		return err
	}
	if err := p.write(s); err != nil {
		return err
	}
	return p.ascii("n")
}

// quoted writes a string as JSON does.
func (p *printer) quoted(s vm.Str) error {
	if err := p.ascii(`"`); err != nil {
		return err
	}
	if room := max(maxLine-p.b.Len(), 0); s.Len() > room { // no more than fills the line, and a unit that does not fit
		s = s.Slice(0, room+1)
	}
	start := 0
	for i := range s.Len() {
		if i%quoteStep == quoteStep-1 {
			if err := p.m.Charge(2 * quoteStep); err != nil {
				return err
			}
		}
		esc := escapeOf(s, i)
		if esc == "" {
			continue
		}
		if err := p.write(s.Slice(start, i)); err != nil {
			return err
		}
		if err := p.ascii(esc); err != nil {
			return err
		}
		start = i + 1
	}
	if err := p.write(s.Slice(start, s.Len())); err != nil {
		return err
	}
	return p.ascii(`"`)
}

// escapeOf returns the JSON escape of the code unit at i, empty when it needs none.
func escapeOf(s vm.Str, i int) string {
	u := s.At(i)
	switch {
	case u == '"':
		return `\"`
	case u == '\\':
		return `\\`
	case u >= 0x20 && u < 0xd800 || u >= 0xe000:
		return ""
	case u == '\n':
		return `\n`
	case u == '\r':
		return `\r`
	case u == '\t':
		return `\t`
	case u == '\b':
		return `\b`
	case u == '\f':
		return `\f`
	case u >= 0xd800 && u < 0xdc00 && i+1 < s.Len() && s.At(i+1)&0xfc00 == 0xdc00,
		u >= 0xdc00 && u < 0xe000 && i > 0 && s.At(i-1)&0xfc00 == 0xd800:
		return "" // half of a pair
	}
	const hex = "0123456789abcdef"
	return `\u` + string([]byte{hex[u>>12], hex[u>>8&15], hex[u>>4&15], hex[u&15]})
}

// opaque returns the marker of an object that is not shown as data, empty when it is.
func opaque(o *vm.Object) string {
	switch {
	case o.Class() == vm.ClassPromise:
		return promiseText
	case o.IsCallable() || o.Class() == vm.ClassTool || o.IsRealm():
		return opaqueText
	}
	return ""
}

func (p *printer) object(o *vm.Object) error {
	if s := opaque(o); s != "" {
		return p.ascii(s)
	}
	if f := p.l.inspectors[o.Class()]; f != nil {
		s, err := f(p.m, o)
		if err != nil {
			return err
		}
		return p.write(s)
	}
	switch o.Class() {
	case vm.ClassGenerator, vm.ClassAsyncGenerator, vm.ClassIterator:
		return p.ascii("[Iterator: use for...of, spread or Array.from to get its values]")
	case vm.ClassWeakMap:
		return p.ascii("WeakMap {}")
	case vm.ClassWeakSet:
		return p.ascii("WeakSet {}")
	case vm.ClassNumber, vm.ClassString, vm.ClassBoolean, vm.ClassSymbol, vm.ClassBigInt:
		if v, ok := o.Data().(vm.Value); ok {
			return p.value(v)
		}
	}
	for _, outer := range p.path {
		if outer == o {
			return p.ascii("[Circular]")
		}
	}
	if len(p.path) > maxDepth {
		return p.ascii("...")
	}
	p.path = append(p.path, o)
	err := p.container(o)
	p.path = p.path[:len(p.path)-1]
	return err
}

func (p *printer) container(o *vm.Object) error {
	switch o.Class() {
	case vm.ClassArray:
		return p.array(o)
	case vm.ClassMap, vm.ClassSet:
		if t, ok := o.Data().(*table); ok {
			return p.collection(t)
		}
	case vm.ClassError:
		return p.errorValue(o)
	}
	return p.plain(o, "{", nil)
}

func (p *printer) array(o *vm.Object) error {
	n, err := p.m.LengthOf(o)
	if err != nil {
		return err
	}
	if err := p.ascii("["); err != nil {
		return err
	}
	for i := range n {
		if i > 0 {
			if err := p.ascii(","); err != nil {
				return err
			}
		}
		if err := p.own(o, p.m.IndexOf(i)); err != nil {
			return err
		}
	}
	return p.ascii("]")
}

// own writes the value of an own property, null when it is missing.
func (p *printer) own(o *vm.Object, key vm.PropertyKey) error {
	d, ok, err := p.m.GetOwn(o, key)
	switch {
	case err != nil:
		return err
	case !ok:
		return p.value(vm.Undefined)
	case d.IsAccessor():
		return p.ascii(getterText)
	}
	return p.value(d.Value)
}

func (p *printer) collection(t *table) error {
	name := "Set("
	if t.isMap {
		name = "Map("
	}
	if err := p.ascii(name + strconv.Itoa(t.live) + ") ["); err != nil {
		return err
	}
	first := true
	for i := range t.count() {
		if t.key(i).IsHole() {
			continue
		}
		if !first {
			if err := p.ascii(","); err != nil {
				return err
			}
		}
		first = false
		if err := p.entry(t, i); err != nil {
			return err
		}
	}
	return p.ascii("]")
}

func (p *printer) entry(t *table, i int) error {
	if !t.isMap {
		return p.value(t.key(i))
	}
	if err := p.ascii("["); err != nil {
		return err
	}
	if err := p.value(t.key(i)); err != nil {
		return err
	}
	if err := p.ascii(","); err != nil {
		return err
	}
	if err := p.value(t.value(i)); err != nil {
		return err
	}
	return p.ascii("]")
}

// plain writes the own enumerable properties of an object after start, which is "{" or the beginning of the object,
// leaving out those that skip names.
func (p *printer) plain(o *vm.Object, start string, skip func(key vm.PropertyKey) bool) error {
	if err := p.ascii(start); err != nil {
		return err
	}
	keys, err := p.m.OwnKeys(o)
	if err != nil {
		return err
	}
	first := start == "{"
	for _, k := range keys {
		if k.IsSymbol() || skip != nil && skip(k) {
			continue
		}
		if d, ok, err := p.m.GetOwn(o, k); err != nil {
			return err
		} else if !ok || d.Flags&vm.FlagEnumerable == 0 {
			continue
		}
		if err := p.field(o, k, &first); err != nil {
			return err
		}
	}
	return p.ascii("}")
}

// field writes one property with its name.
func (p *printer) field(o *vm.Object, k vm.PropertyKey, first *bool) error {
	if !*first {
		if err := p.ascii(","); err != nil {
			return err
		}
	}
	*first = false
	if err := p.quoted(k.Value().Str()); err != nil {
		return err
	}
	if err := p.ascii(":"); err != nil {
		return err
	}
	return p.own(o, k)
}

// errorValue writes an error: name and message, cause and errors if it has them, and what the program added.
func (p *printer) errorValue(o *vm.Object) error {
	names := &p.m.Realm().Names
	if err := p.ascii(`{"name":`); err != nil {
		return err
	}
	if err := p.value(inherited(p.m, o, names.Name, vm.ASCII("Error"))); err != nil {
		return err
	}
	if err := p.ascii(`,"message":`); err != nil {
		return err
	}
	if err := p.value(inherited(p.m, o, names.Message, vm.ASCII(""))); err != nil {
		return err
	}
	first := false
	for _, k := range []vm.PropertyKey{names.Cause, names.Errors} {
		if d, ok := p.m.OrdinaryGetOwn(o, k); ok && d.Flags&vm.FlagEnumerable == 0 {
			if err := p.field(o, k, &first); err != nil {
				return err
			}
		}
	}
	return p.plain(o, "", func(k vm.PropertyKey) bool { return k == names.Name || k == names.Message || k == names.Stack })
}

// inherited finds a data property on an object or its prototypes without calling getters.
func inherited(m *vm.VM, o *vm.Object, key vm.PropertyKey, def vm.Value) vm.Value {
	for p, n := o, 0; p != nil && n < 1000; p, n = p.Proto(), n+1 {
		if d, ok := m.OrdinaryGetOwn(p, key); ok {
			if d.IsAccessor() {
				return def
			}
			return d.Value
		}
	}
	return def
}
