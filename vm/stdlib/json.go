package stdlib

// This file defines JSON. The codec itself is part of the machine.

import (
	"strings"

	"github.com/neurocode-ai/codemode/vm"
)

func (l *library) defineJSON() {
	o := l.Object(l.Realm.ObjectPrototype)
	l.Global("JSON", vm.ObjectValue(o))
	l.Tag(o, "JSON")
	l.Method(o, "isRawJSON", 1, func(c *vm.Call) (vm.Value, error) {
		raw := c.Arg(0).Object()
		return vm.Bool(raw != nil && raw.IsRawJSON()), nil
	})
	l.Method(o, "parse", 2, jsonParse)
	l.Method(o, "rawJSON", 1, jsonRaw)
	l.Method(o, "stringify", 3, jsonStringify)
}

// jsonParse is JSON.parse(text, reviver).
func jsonParse(c *vm.Call) (vm.Value, error) {
	m := c.VM
	s, err := m.ToStr(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	reviver := c.Arg(1)
	if !reviver.IsCallable() {
		return m.ParseJSON(s)
	}
	v, src, err := m.ParseJSONSource(s)
	if err != nil {
		return vm.Undefined, err
	}
	root := m.NewPlainObject()
	if err := m.CreateDataPropertyOrThrow(root, m.Key(""), v); err != nil {
		return vm.Undefined, err
	}
	return internalize(m, root, m.Key(""), reviver, src)
}

// internalize is InternalizeJSONProperty. src is nil where the value no longer is what the text said.
func internalize(m *vm.VM, holder *vm.Object, key vm.PropertyKey, reviver vm.Value, src *vm.JSONSource) (vm.Value, error) {
	if err := m.Nest(); err != nil {
		return vm.Undefined, err
	}
	defer m.Unnest()
	v, err := m.Get(holder, key)
	if err != nil {
		return vm.Undefined, err
	}
	context := m.NewPlainObject()
	if src != nil && !vm.SameValue(src.Value, v) {
		src = nil
	}
	o := v.Object()
	if o == nil {
		if src != nil {
			if err := m.CreateDataPropertyOrThrow(context, m.Key("source"), vm.String(src.Text)); err != nil {
				return vm.Undefined, err
			}
		}
	} else if err := internalizeParts(m, o, reviver, src); err != nil {
		return vm.Undefined, err
	}
	return m.Call(reviver, vm.ObjectValue(holder), key.Value(), v, vm.ObjectValue(context))
}

// internalizeParts revives the elements or properties of o.
func internalizeParts(m *vm.VM, o *vm.Object, reviver vm.Value, src *vm.JSONSource) error {
	revive := func(key vm.PropertyKey, part *vm.JSONSource) error {
		if err := m.Charge(1); err != nil {
			return err
		}
		v, err := internalize(m, o, key, reviver, part)
		if err != nil {
			return err
		}
		if v.IsUndefined() {
			_, err = m.Delete(o, key)
		} else {
			_, err = m.CreateDataProperty(o, key, v)
		}
		return err
	}
	if o.IsArray() {
		n, err := m.LengthOf(o)
		if err != nil {
			return err
		}
		for i := range n {
			var part *vm.JSONSource
			if src != nil && i < len(src.Elements) {
				part = src.Elements[i]
			}
			if err := revive(m.IndexOf(i), part); err != nil {
				return err
			}
		}
		return nil
	}
	keys, err := enumerableNames(m, o)
	if err != nil {
		return err
	}
	for _, key := range keys {
		var part *vm.JSONSource
		if src != nil {
			part = src.Entries[key]
		}
		if err := revive(key, part); err != nil {
			return err
		}
	}
	return nil
}

// enumerableNames is EnumerableOwnProperties(o, key).
func enumerableNames(m *vm.VM, o *vm.Object) ([]vm.PropertyKey, error) {
	keys, err := m.OwnKeys(o)
	if err != nil {
		return nil, err
	}
	n := 0
	for i, k := range keys {
		if i&255 == 255 {
			if err := m.Charge(1024); err != nil {
				return nil, err
			}
		}
		if k.IsSymbol() {
			continue
		}
		p, ok, err := m.GetOwn(o, k)
		if err != nil {
			return nil, err
		}
		if ok && p.Flags&vm.FlagEnumerable != 0 {
			keys[n] = k
			n++
		}
	}
	return keys[:n], nil
}

// jsonRaw is JSON.rawJSON(text): the text of a primitive value that stringify writes as it is.
func jsonRaw(c *vm.Call) (vm.Value, error) {
	m := c.VM
	text, err := m.ToString(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	s := text.Str()
	n := s.Len()
	blank := func(u uint16) bool { return u == '\t' || u == '\n' || u == '\r' || u == ' ' }
	if n == 0 || blank(s.At(0)) || blank(s.At(n-1)) {
		return vm.Undefined, m.ThrowSyntax("JSON.rawJSON needs the JSON text of one value, without space around it")
	}
	if first := s.At(0); first == '[' || first == '{' {
		return vm.Undefined, m.ThrowSyntax("JSON.rawJSON takes the text of a string, number, boolean or null, not of an object or array")
	}
	if _, err := m.ParseJSON(s); err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(m.NewRawJSON(text)), nil
}

// jsonStringify is JSON.stringify(value, replacer, space).
func jsonStringify(c *vm.Call) (vm.Value, error) {
	m := c.VM
	var opts vm.StringifyOptions
	if len(c.Args) > 1 {
		if r := c.Args[1].Object(); r != nil {
			if r.IsCallable() {
				opts.Replacer = r
			} else if r.IsArray() {
				keys, err := replacerKeys(m, r)
				if err != nil {
					return vm.Undefined, err
				}
				opts.Keys, opts.HasKeys = keys, true
			}
		}
		var err error
		if opts.Gap, err = jsonGap(m, c.Arg(2)); err != nil {
			return vm.Undefined, err
		}
	}
	return m.StringifyJSON(c.Arg(0), opts)
}

// replacerKeys converts a replacer array to the list of keys that stringify includes.
func replacerKeys(m *vm.VM, r *vm.Object) ([]vm.PropertyKey, error) {
	n, err := m.LengthOf(r)
	if err != nil {
		return nil, err
	}
	var keys []vm.PropertyKey
	seen := map[vm.PropertyKey]bool{}
	for i := range n {
		if err := m.Charge(2); err != nil {
			return nil, err
		}
		v, err := m.Get(r, m.IndexOf(i))
		if err != nil {
			return nil, err
		}
		if o := v.Object(); o != nil {
			if o.Class() != vm.ClassString && o.Class() != vm.ClassNumber {
				continue
			}
		} else if !v.IsString() && !v.IsNumber() {
			continue
		}
		s, err := m.ToString(v)
		if err != nil {
			return nil, err
		}
		if key := m.KeyOf(s); !seen[key] {
			if err := m.Alloc(64); err != nil {
				return nil, err
			}
			seen[key] = true
			keys = append(keys, key)
		}
	}
	return keys, nil
}

// jsonGap converts the third argument of stringify to the indentation of one level.
func jsonGap(m *vm.VM, v vm.Value) (string, error) {
	if o := v.Object(); o != nil {
		var err error
		switch o.Class() {
		case vm.ClassNumber:
			var f float64
			f, err = m.ToNumber(v)
			v = vm.Number(f)
		case vm.ClassString:
			v, err = m.ToString(v)
		}
		if err != nil {
			return "", err
		}
	}
	switch {
	case v.IsNumber():
		f, err := m.ToIntegerOrInfinity(v)
		return strings.Repeat(" ", int(min(max(f, 0), 10))), err
	case v.IsString():
		s := v.Str()
		return s.Slice(0, min(s.Len(), 10)).String(), nil
	}
	return "", nil
}
