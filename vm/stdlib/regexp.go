package stdlib

// This file defines the RegExp constructor and the accessors of RegExp.prototype.

import (
	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib/regexp"
)

func (l *library) defineRegExp() {
	r := l.Realm
	p := r.RegExpPrototype
	k := l.Constructor("RegExp", 2, regExpConstructor, p, nil)
	r.RegExpConstructor = k
	r.NewRegExp = regExpLiteral
	l.Method(k, "escape", 1, regExpEscape)
	l.Accessor(k, r.Names.SymSpecies, returnThis, nil, vm.FlagConfigurable)

	l.Method(p, "exec", 1, regExpExecMethod)
	l.Method(p, "test", 1, regExpTest)
	l.Method(p, "toString", 0, regExpToString)
	l.Method(p, "compile", 2, regExpCompileMethod)
	l.Getter(p, "flags", regExpFlags)
	l.Getter(p, "source", regExpSource)
	for _, f := range flagGetters {
		l.Getter(p, f.name, f.get)
	}
	l.defineRegExpSymbols(p)
	l.inspect(vm.ClassRegExp, func(m *vm.VM, o *vm.Object) (vm.Str, error) {
		x := o.Data().(*expression)
		b := vm.NewStringBuilder(m)
		for _, s := range []vm.Str{vm.ASCIIStr("/"), x.sourceText(m).Str(), vm.ASCIIStr("/" + x.re.Flags().String())} {
			if err := b.Write(s); err != nil {
				return vm.Str{}, err
			}
		}
		return b.Str(), nil
	})
}

// regExpLiteral is vm.Realm.NewRegExp.
func regExpLiteral(m *vm.VM, pattern, flags vm.Value, compiled any) (*vm.Object, any, error) {
	x, ok := compiled.(*expression)
	if !ok {
		var err error
		if x, err = compileRegExp(m, pattern, flags.Str()); err != nil {
			return nil, nil, err
		}
	}
	return m.NewRegExpObject(m.Realm().RegExpPrototype, x), x, nil
}

// plainRegExp returns the expression of an unchanged RegExp object and its lastIndex, see vm.VM.PlainRegExp.
func plainRegExp(m *vm.VM, o *vm.Object) (x *expression, lastIndex float64, ok bool) {
	if lastIndex, ok = m.PlainRegExp(o); ok {
		x, ok = o.Data().(*expression)
	}
	return x, lastIndex, ok
}

// expressionOf returns the expression of the receiver, which must be a RegExp object.
func expressionOf(m *vm.VM, v vm.Value, method string) (*vm.Object, *expression, error) {
	if o := v.Object(); o != nil && o.Class() == vm.ClassRegExp {
		if x, ok := o.Data().(*expression); ok {
			return o, x, nil
		}
	}
	return nil, nil, incompatible(m, "RegExp.prototype."+method, v)
}

// regExpConstructor is RegExp(pattern, flags).
func regExpConstructor(c *vm.Call) (vm.Value, error) {
	m := c.VM
	names := &m.Realm().Names
	pattern, flags := c.Arg(0), c.Arg(1)
	isRE, err := isRegExp(m, pattern)
	if err != nil {
		return vm.Undefined, err
	}
	newTarget := c.NewTarget
	if newTarget == nil {
		newTarget = c.Callee
		if isRE && flags.IsUndefined() {
			k, err := m.Get(pattern.Object(), names.Constructor)
			if err != nil || k.Object() == newTarget {
				return pattern, err
			}
		}
	}
	o := pattern.Object()
	if o != nil && o.Class() == vm.ClassRegExp {
		x := o.Data().(*expression)
		pattern = x.pattern
		if flags.IsUndefined() {
			flags = vm.ASCII(x.re.Flags().String())
		}
	} else if isRE {
		if pattern, err = m.Get(o, names.Source); err != nil {
			return vm.Undefined, err
		}
		if flags.IsUndefined() {
			if flags, err = m.Get(o, names.Flags); err != nil {
				return vm.Undefined, err
			}
		}
	}
	proto, err := m.ProtoFromConstructor(newTarget, m.Realm().RegExpPrototype)
	if err != nil {
		return vm.Undefined, err
	}
	x, err := initialExpression(m, pattern, flags)
	if err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(m.NewRegExpObject(proto, x)), nil
}

// initialExpression is RegExpInitialize without the object.
func initialExpression(m *vm.VM, pattern, flags vm.Value) (*expression, error) {
	p, f := vm.ASCII(""), vm.Str{}
	var err error
	if !pattern.IsUndefined() {
		if p, err = m.ToString(pattern); err != nil {
			return nil, err
		}
	}
	if !flags.IsUndefined() {
		if f, err = m.ToStr(flags); err != nil {
			return nil, err
		}
	}
	return compileRegExp(m, p, f)
}

// regExpCompileMethod is RegExp.prototype.compile of Annex B.
func regExpCompileMethod(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, _, err := expressionOf(m, c.This, "compile")
	if err != nil {
		return vm.Undefined, err
	}
	pattern, flags := c.Arg(0), c.Arg(1)
	if from := pattern.Object(); from != nil && from.Class() == vm.ClassRegExp {
		if !flags.IsUndefined() {
			return vm.Undefined, m.ThrowType("Flags are not allowed when RegExp.prototype.compile gets a regular expression")
		}
		x := from.Data().(*expression)
		pattern, flags = x.pattern, vm.ASCII(x.re.Flags().String())
	}
	x, err := initialExpression(m, pattern, flags)
	if err != nil {
		return vm.Undefined, err
	}
	o.SetData(x)
	return c.This, m.Set(o, m.Realm().Names.LastIndex, vm.Int(0))
}

// regExpEscape is RegExp.escape.
func regExpEscape(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if !c.Arg(0).IsString() {
		return vm.Undefined, m.ThrowType("RegExp.escape needs a string, not %s", m.Describe(c.Arg(0)))
	}
	s := c.Args[0].Str()
	b := vm.NewStringBuilder(m)
	const step = 1 << 14
	for i := 0; i < s.Len(); {
		j := min(i+step, s.Len())
		if j < s.Len() && s.At(j-1)&0xfc00 == 0xd800 {
			j-- // keep surrogate pairs together
		}
		// Only the first character of the text is escaped for being a letter or digit, so later parts are escaped together
		// with the character before them.
		skip := 0
		if i > 0 {
			skip = escapePart(s.Slice(i-1, i)).Len()
		}
		escaped := escapePart(s.Slice(max(i-1, 0), j))
		if err := m.Charge(step >> 3); err != nil {
			return vm.Undefined, err
		}
		if err := b.Write(escaped.Slice(skip, escaped.Len())); err != nil {
			return vm.Undefined, err
		}
		i = j
	}
	return b.Value(), nil
}

func escapePart(s vm.Str) vm.Str {
	if s.IsASCII() {
		return vm.ASCIIStr(regexp.EscapeASCII(s.ASCII()))
	}
	return vm.WideStr(regexp.EscapeUTF16(s.Wide()))
}

// flagGetters are the accessors of single flags, in the order in which the flags accessor reads them.
var flagGetters = func() (list []flagGetter) {
	for _, f := range []struct {
		name   string
		letter byte
		flag   regexp.Flags
	}{
		{"hasIndices", 'd', regexp.HasIndices}, {"global", 'g', regexp.Global}, {"ignoreCase", 'i', regexp.IgnoreCase},
		{"multiline", 'm', regexp.Multiline}, {"dotAll", 's', regexp.DotAll}, {"unicode", 'u', regexp.Unicode},
		{"unicodeSets", 'v', regexp.UnicodeSets}, {"sticky", 'y', regexp.Sticky},
	} {
		list = append(list, flagGetter{f.name, f.letter, func(c *vm.Call) (vm.Value, error) {
			if c.This.Object() == c.VM.Realm().RegExpPrototype {
				return vm.Undefined, nil
			}
			_, x, err := expressionOf(c.VM, c.This, f.name)
			if err != nil {
				return vm.Undefined, err
			}
			return vm.Bool(x.re.Flags().Has(f.flag)), nil
		}})
	}
	return list
}()

type flagGetter struct {
	name   string
	letter byte
	get    vm.NativeFunc
}

// regExpFlags is the getter of flags.
func regExpFlags(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, err := needObject(m, c.This, "RegExp.prototype.flags getter")
	if err != nil {
		return vm.Undefined, err
	}
	if x, _, ok := plainRegExp(m, o); ok {
		return vm.ASCII(x.re.Flags().String()), nil
	}
	var text []byte
	for _, f := range flagGetters {
		v, err := m.Get(o, m.Key(f.name))
		if err != nil {
			return vm.Undefined, err
		}
		if vm.ToBoolean(v) {
			text = append(text, f.letter)
		}
	}
	return vm.ASCII(string(text)), nil
}

// regExpSource is the getter of source.
func regExpSource(c *vm.Call) (vm.Value, error) {
	if c.This.Object() == c.VM.Realm().RegExpPrototype {
		return vm.ASCII("(?:)"), nil
	}
	_, x, err := expressionOf(c.VM, c.This, "source")
	if err != nil {
		return vm.Undefined, err
	}
	return x.sourceText(c.VM), nil
}

// sourceText is EscapeRegExpPattern: the pattern as it would stand between slashes.
func (x *expression) sourceText(m *vm.VM) vm.Value {
	if x.source.IsUndefined() {
		x.source = escapeSource(m, x.pattern)
	}
	return x.source
}

// escapeSource escapes what a literal cannot hold: slashes outside classes, and line terminators. Patterns are bounded by
// the engine, so the work is not charged.
func escapeSource(m *vm.VM, pattern vm.Value) vm.Value {
	s := pattern.Str()
	if s.Len() == 0 {
		return vm.ASCII("(?:)")
	}
	var out []uint16
	done := 0
	class := false
	for i := 0; i < s.Len(); i++ {
		esc, from := "", i
		c := s.At(i)
		switch {
		case c == '\\' && i+1 < s.Len():
			i++
			esc = lineEscape(s.At(i)) // the backslash before a line terminator is part of its escape
		case c == '/' && !class:
			esc = `\/`
		default:
			if c == '[' {
				class = true
			} else if c == ']' {
				class = false
			}
			esc = lineEscape(c)
		}
		if esc != "" {
			out = s.Slice(done, from).AppendUTF16(out)
			out = vm.ASCIIStr(esc).AppendUTF16(out)
			done = i + 1
		}
	}
	if done == 0 {
		return pattern
	}
	out = s.Slice(done, s.Len()).AppendUTF16(out)
	return vm.WideStr(out).Narrow().Value()
}

func lineEscape(c uint16) string {
	switch c {
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case 0x2028:
		return `\u2028`
	case 0x2029:
		return `\u2029`
	}
	return ""
}

// regExpToString is RegExp.prototype.toString.
func regExpToString(c *vm.Call) (vm.Value, error) {
	m := c.VM
	o, err := needObject(m, c.This, "RegExp.prototype.toString")
	if err != nil {
		return vm.Undefined, err
	}
	b := vm.NewStringBuilder(m)
	for _, key := range [...]vm.PropertyKey{m.Realm().Names.Source, m.Realm().Names.Flags} {
		v, err := m.Get(o, key)
		if err != nil {
			return vm.Undefined, err
		}
		s, err := m.ToStr(v)
		if err != nil {
			return vm.Undefined, err
		}
		if key == m.Realm().Names.Source {
			if err := b.WriteASCII("/"); err != nil {
				return vm.Undefined, err
			}
		}
		if err := b.Write(s); err != nil {
			return vm.Undefined, err
		}
		if key == m.Realm().Names.Source {
			if err := b.WriteASCII("/"); err != nil {
				return vm.Undefined, err
			}
		}
	}
	return b.Value(), nil
}
