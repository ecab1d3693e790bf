package stdlib

// This file defines the String methods that take a pattern: they hand over to the pattern's own method if it has one,
// and handle strings themselves.

import (
	"strings"

	"github.com/neurocode-ai/codemode/vm"
)

func (l *library) defineStringReplace(p *vm.Object) {
	l.Method(p, "match", 1, stringMatch)
	l.Method(p, "matchAll", 1, stringMatchAll)
	l.Method(p, "replace", 2, stringReplace)
	l.Method(p, "replaceAll", 2, stringReplaceAll)
	l.Method(p, "search", 1, stringSearch)
	l.Method(p, "split", 2, stringSplit)
}

// byPattern calls the method of the pattern, the first argument, under a well-known symbol with the receiver. done is
// false when the pattern has none. Only objects can: the prototypes of primitive values have no such methods.
func byPattern(c *vm.Call, method string, key vm.PropertyKey) (v vm.Value, done bool, err error) {
	if err := coercible(c, method); err != nil {
		return vm.Undefined, false, err
	}
	o := c.Arg(0).Object()
	if o == nil {
		return vm.Undefined, false, nil
	}
	if c.This.IsString() {
		if f := plainMethod(c.VM, o, key); f != nil {
			v, err = f(c.VM, o, c.This, c.Arg(1))
			return v, true, err
		}
	}
	f, err := c.VM.GetMethod(c.Args[0], key)
	if f == nil || err != nil {
		return vm.Undefined, false, err
	}
	if n := &c.VM.Realm().Names; key == n.SymReplace || key == n.SymSplit {
		v, err = c.VM.Call(vm.ObjectValue(f), c.Args[0], c.This, c.Arg(1))
	} else {
		v, err = c.VM.Call(vm.ObjectValue(f), c.Args[0], c.This)
	}
	return v, true, err
}

// plainMethod returns the method of an unchanged regular expression for a text and the second argument, nil for other
// objects.
func plainMethod(m *vm.VM, o *vm.Object, key vm.PropertyKey) func(m *vm.VM, o *vm.Object, input, arg vm.Value) (vm.Value, error) {
	if _, ok := m.PlainRegExp(o); !ok {
		return nil
	}
	switch n := &m.Realm().Names; key {
	case n.SymMatch:
		return regExpMatch
	case n.SymReplace:
		return regExpReplace
	case n.SymSearch:
		return regExpSearch
	case n.SymSplit:
		return regExpSplit
	}
	return nil
}

// byRegExp makes a regular expression of the first argument and calls its method.
func byRegExp(c *vm.Call, method string, key vm.PropertyKey, flags string) (vm.Value, error) {
	m := c.VM
	s, err := thisText(c, method)
	if err != nil {
		return vm.Undefined, err
	}
	pattern := vm.ASCII("")
	if v := c.Arg(0); !v.IsUndefined() {
		if pattern, err = m.ToString(v); err != nil {
			return vm.Undefined, err
		}
	}
	re, _, err := regExpLiteral(m, pattern, vm.ASCII(flags), nil)
	if err != nil {
		return vm.Undefined, err
	}
	return m.Invoke(vm.ObjectValue(re), key, s.Value())
}

func stringMatch(c *vm.Call) (vm.Value, error) {
	key := c.VM.Realm().Names.SymMatch
	if v, done, err := byPattern(c, "match", key); done || err != nil {
		return v, err
	}
	return byRegExp(c, "match", key, "")
}

func stringSearch(c *vm.Call) (vm.Value, error) {
	key := c.VM.Realm().Names.SymSearch
	if v, done, err := byPattern(c, "search", key); done || err != nil {
		return v, err
	}
	return byRegExp(c, "search", key, "")
}

func stringMatchAll(c *vm.Call) (vm.Value, error) {
	if err := coercible(c, "matchAll"); err != nil {
		return vm.Undefined, err
	}
	if err := needGlobal(c, "matchAll"); err != nil {
		return vm.Undefined, err
	}
	if c.This.IsString() {
		if x, lastIndex, ok := plainRegExp(c.VM, c.Arg(0).Object()); ok {
			return matchAllArray(c.VM, x, lastIndex, c.This)
		}
	}
	key := c.VM.Realm().Names.SymMatchAll
	v, done, err := byPattern(c, "matchAll", key)
	if !done && err == nil {
		v, err = byRegExp(c, "matchAll", key, "g")
	}
	if err != nil {
		return vm.Undefined, err
	}
	return arrayOfMatches(c.VM, v)
}

// needGlobal fails if the first argument is a regular expression without the g flag.
func needGlobal(c *vm.Call, method string) error {
	m := c.VM
	re, err := isRegExp(m, c.Arg(0))
	if err != nil || !re {
		return err
	}
	names := &m.Realm().Names
	f, err := m.Get(c.Args[0].Object(), names.Flags)
	if err != nil {
		return err
	}
	if f.IsNullish() {
		return m.ThrowType("String.prototype.%s called with a regular expression without flags", method)
	}
	flags, err := m.ToStr(f)
	if err != nil {
		return err
	}
	for i := range flags.Len() {
		if flags.At(i) == 'g' {
			return nil
		}
	}
	pattern := "/pattern/"
	if o := c.Args[0].Object(); o.Class() == vm.ClassRegExp && o.Proto() == m.Realm().RegExpPrototype {
		source, err := m.Get(o, names.Source)
		if err != nil {
			return err
		}
		if text := source.Str(); text.Len() <= 200 {
			pattern = "/" + text.UTF8() + "/"
		}
	}
	return m.ThrowType("String.prototype.%s must be called with a global regular expression: write %sg%s", method, pattern, flags.UTF8())
}

// replaceArguments converts what replace and replaceAll get when the pattern is a string. text is the replacement if it
// is no function.
func replaceArguments(c *vm.Call, method string) (s, pattern, text vm.Str, err error) {
	m := c.VM
	if s, err = thisText(c, method); err != nil {
		return s, pattern, text, err
	}
	if pattern, err = m.ToStr(c.Arg(0)); err != nil {
		return s, pattern, text, err
	}
	if !c.Arg(1).IsCallable() {
		text, err = m.ToStr(c.Arg(1))
	}
	return s, pattern, text, err
}

func stringReplace(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if v, done, err := byPattern(c, "replace", m.Realm().Names.SymReplace); done || err != nil {
		return v, err
	}
	s, pattern, text, err := replaceArguments(c, "replace")
	if err != nil {
		return vm.Undefined, err
	}
	i, err := indexOf(m, s, pattern, 0)
	if err != nil || i < 0 {
		return s.Value(), err
	}
	b := vm.NewStringBuilder(m)
	if err := b.Write(s.Slice(0, i)); err != nil {
		return vm.Undefined, err
	}
	if err := writeReplacement(m, b, s, pattern, i, c.Arg(1), text); err != nil {
		return vm.Undefined, err
	}
	if err := b.Write(s.Slice(i+pattern.Len(), s.Len())); err != nil {
		return vm.Undefined, err
	}
	return b.Value(), nil
}

func stringReplaceAll(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if err := coercible(c, "replaceAll"); err != nil {
		return vm.Undefined, err
	}
	if err := needGlobal(c, "replaceAll"); err != nil {
		return vm.Undefined, err
	}
	if v, done, err := byPattern(c, "replaceAll", m.Realm().Names.SymReplace); done || err != nil {
		return v, err
	}
	s, pattern, text, err := replaceArguments(c, "replaceAll")
	if err != nil {
		return vm.Undefined, err
	}
	if !c.Arg(1).IsCallable() && s.IsASCII() && pattern.IsASCII() && text.IsASCII() && pattern.Len() > 0 && pattern.Len() < longNeedle &&
		text.Len() < searchWindow && strings.IndexByte(text.ASCII(), '$') < 0 {
		return replaceASCII(m, s.ASCII(), pattern.ASCII(), text.ASCII())
	}
	b := vm.NewStringBuilder(m)
	end := 0
	for i := 0; ; {
		if i, err = indexOf(m, s, pattern, i); err != nil {
			return vm.Undefined, err
		}
		if i < 0 {
			break
		}
		if err := b.Write(s.Slice(end, i)); err != nil {
			return vm.Undefined, err
		}
		if err := writeReplacement(m, b, s, pattern, i, c.Arg(1), text); err != nil {
			return vm.Undefined, err
		}
		end = i + pattern.Len()
		i += max(1, pattern.Len())
	}
	if end == 0 && b.Len() == 0 {
		return s.Value(), nil
	}
	if err := b.Write(s.Slice(end, s.Len())); err != nil {
		return vm.Undefined, err
	}
	return b.Value(), nil
}

// replaceEach replaces every occurrence of a string by a text as it is.
func replaceEach(m *vm.VM, s, pattern, text vm.Str) (vm.Str, error) {
	i, err := indexOf(m, s, pattern, 0)
	if err != nil || i < 0 {
		return s, err
	}
	b := vm.NewStringBuilder(m)
	end := 0
	for i >= 0 {
		if err := b.Write(s.Slice(end, i)); err != nil {
			return s, err
		}
		if err := b.Write(text); err != nil {
			return s, err
		}
		end = i + pattern.Len()
		if i, err = indexOf(m, s, pattern, end); err != nil {
			return s, err
		}
	}
	err = b.Write(s.Slice(end, s.Len()))
	return b.Str(), err
}

// writeReplacement writes what replaces the occurrence of pattern at s[i]: the result of the replacer if that is a
// function, else text with its $ patterns.
func writeReplacement(m *vm.VM, b *vm.StringBuilder, s, pattern vm.Str, i int, replacer vm.Value, text vm.Str) error {
	if !replacer.IsCallable() {
		return getSubstitution(m, b, pattern, s, i, nil, vm.Undefined, text)
	}
	r, err := callReplacer(m, replacer, pattern.Value(), vm.Int(i), s.Value())
	if err != nil {
		return err
	}
	return b.Write(r)
}

// callReplacer calls a function replacer. A promise that it returns is awaited before the next call is made.
func callReplacer(m *vm.VM, replacer vm.Value, args ...vm.Value) (vm.Str, error) {
	v, err := m.Call(replacer, vm.Undefined, args...)
	if err != nil {
		return vm.Str{}, err
	}
	if v, err = m.AwaitSync(v); err != nil {
		return vm.Str{}, err
	}
	return m.ToStr(v)
}

// getSubstitution is GetSubstitution: it writes the replacement text with its $ patterns filled in. matched begins at
// position in s. captures are strings or undefined; named is the groups object or undefined.
func getSubstitution(m *vm.VM, b *vm.StringBuilder, matched, s vm.Str, position int, captures []vm.Value, named vm.Value, text vm.Str) error {
	dollar := vm.ASCIIStr("$")
	for at := 0; at < text.Len(); {
		i, err := indexOf(m, text, dollar, at)
		if err != nil {
			return err
		}
		if i < 0 || i+1 == text.Len() {
			return b.Write(text.Slice(at, text.Len()))
		}
		if err := b.Write(text.Slice(at, i)); err != nil {
			return err
		}
		ref, n, err := substitute(m, matched, s, position, captures, named, text, i)
		if err != nil {
			return err
		}
		if err := b.Write(ref); err != nil {
			return err
		}
		at = i + n
	}
	return nil
}

// substitute returns what the $ pattern at text[i] stands for and its length.
func substitute(m *vm.VM, matched, s vm.Str, position int, captures []vm.Value, named vm.Value, text vm.Str, i int) (vm.Str, int, error) {
	switch c := text.At(i + 1); {
	case c == '$':
		return text.Slice(i, i+1), 2, nil
	case c == '&':
		return matched, 2, nil
	case c == '`':
		return s.Slice(0, min(position, s.Len())), 2, nil
	case c == '\'':
		return s.Slice(min(position+matched.Len(), s.Len()), s.Len()), 2, nil
	case c-'0' <= 9:
		index, n := int(c-'0'), 2
		if i+2 < text.Len() {
			if d := text.At(i+2) - '0'; d <= 9 && index*10+int(d) <= len(captures) {
				index, n = index*10+int(d), 3
			}
		}
		if index < 1 || index > len(captures) {
			return text.Slice(i, i+n), n, nil
		}
		return captures[index-1].Str(), n, nil
	case c == '<' && !named.IsUndefined():
		end, err := indexOf(m, text, vm.ASCIIStr(">"), i+2)
		if err != nil || end < 0 {
			return text.Slice(i, i+2), 2, err
		}
		name := text.Slice(i+2, end)
		v, err := m.GetV(named, m.KeyOf(name.Value()))
		if err != nil || v.IsUndefined() {
			return vm.Str{}, end + 1 - i, err
		}
		ref, err := m.ToStr(v)
		return ref, end + 1 - i, err
	}
	return text.Slice(i, i+1), 1, nil
}

func stringSplit(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if v, done, err := byPattern(c, "split", m.Realm().Names.SymSplit); done || err != nil {
		return v, err
	}
	s, err := thisText(c, "split")
	if err != nil {
		return vm.Undefined, err
	}
	limit := uint32(1<<32 - 1)
	if !c.Arg(1).IsUndefined() {
		if limit, err = m.ToUint32(c.Arg(1)); err != nil {
			return vm.Undefined, err
		}
	}
	sep, err := m.ToStr(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	out := list{m: m}
	switch {
	case limit == 0:
	case c.Arg(0).IsUndefined():
		err = out.add(s.Value())
	case s.Len() == 0:
		if sep.Len() > 0 {
			err = out.add(s.Value())
		}
	case sep.Len() == 0:
		err = splitUnits(m, &out, s, int(min(uint64(limit), uint64(s.Len()))))
	case s.IsASCII() && sep.IsASCII() && sep.Len() < longNeedle && c.Arg(1).IsUndefined():
		err = splitASCII(m, &out, s.ASCII(), sep.ASCII())
	default:
		err = splitText(m, &out, s, sep, limit)
	}
	if err != nil {
		return vm.Undefined, err
	}
	return out.array(), nil
}

// splitUnits adds the first n code units as strings.
func splitUnits(m *vm.VM, out *list, s vm.Str, n int) error {
	var err error
	if *out, err = newList(m, n); err != nil {
		return err
	}
	for i := range n {
		if i&255 == 0 {
			if err := m.Charge(256); err != nil {
				return err
			}
		}
		if err := out.add(m.Substring(s, i, i+1)); err != nil {
			return err
		}
	}
	return nil
}

// nextASCII is indexASCII for loops over all occurrences: it charges every few thousand bytes only. work is the caller's
// count of what has not been charged yet.
func nextASCII(m *vm.VM, s, sep string, from int, work *int) (int, error) {
	for {
		end := min(len(s), from+searchWindow+len(sep)-1)
		var i int
		if len(sep) == 1 {
			i = strings.IndexByte(s[from:end], sep[0])
		} else {
			i = strings.Index(s[from:end], sep)
		}
		if i >= 0 {
			if *work += 512 + i; *work >= searchWindow {
				if err := m.Charge(*work >> 6); err != nil {
					return -1, err
				}
				*work = 0
			}
			return from + i, nil
		}
		if err := m.Charge(1 + (end-from)>>6); err != nil || end == len(s) {
			return -1, err
		}
		from += searchWindow
	}
}

// splitASCII is splitText for ASCII text without a limit.
func splitASCII(m *vm.VM, out *list, s, sep string) error {
	pinned := m.Pin(vm.ASCIIStr(s))
	for at, work := 0, 0; ; {
		i, err := nextASCII(m, s, sep, at, &work)
		if err != nil {
			return err
		}
		end := i
		if i < 0 {
			end = len(s)
		}
		piece := vm.ASCII(s[at:end])
		if end == at+1 || !pinned {
			piece = m.Substring(vm.ASCIIStr(s), at, end)
		}
		if err := out.add(piece); err != nil || i < 0 {
			return err
		}
		at = i + len(sep)
	}
}

// replaceASCII replaces all occurrences in ASCII text by a text without $ patterns.
func replaceASCII(m *vm.VM, s, pattern, text string) (vm.Value, error) {
	work := 0
	i, err := nextASCII(m, s, pattern, 0, &work)
	if err != nil || i < 0 {
		return vm.ASCII(s), err
	}
	b := vm.NewStringBuilder(m)
	var out []byte // collects up to a few thousand bytes for the builder
	at := 0
	for i >= 0 {
		if len(out)+i-at+len(text) > searchWindow>>2 {
			if err := b.WriteASCII(vm.BytesToString(out)); err != nil {
				return vm.Undefined, err
			}
			out = out[:0]
		}
		if i-at+len(text) > searchWindow>>2 {
			if err := b.WriteASCII(s[at:i]); err != nil {
				return vm.Undefined, err
			}
			if err := b.WriteASCII(text); err != nil {
				return vm.Undefined, err
			}
		} else {
			out = append(append(out, s[at:i]...), text...)
		}
		at = i + len(pattern)
		if i, err = nextASCII(m, s, pattern, at, &work); err != nil {
			return vm.Undefined, err
		}
	}
	if err := b.WriteASCII(vm.BytesToString(out)); err != nil {
		return vm.Undefined, err
	}
	if err := b.WriteASCII(s[at:]); err != nil {
		return vm.Undefined, err
	}
	return b.Value(), nil
}

// splitText adds the parts of s between the separators, at most limit.
func splitText(m *vm.VM, out *list, s, sep vm.Str, limit uint32) error {
	at := 0
	for {
		i, err := indexOf(m, s, sep, at)
		if err != nil {
			return err
		}
		if i < 0 {
			return out.add(part(m, s, at, s.Len()))
		}
		if err := out.add(part(m, s, at, i)); err != nil {
			return err
		}
		if uint64(len(out.elems)) >= uint64(limit) {
			return nil
		}
		at = i + sep.Len()
	}
}
