package stdlib

// This file defines TextEncoder and TextDecoder of the Encoding Standard, for UTF-8.

import (
	"strings"
	"unicode/utf8"

	"github.com/neurocode-ai/codemode/vm"
)

func (l *library) defineText() {
	r := l.Realm
	p := r.TextEncoderPrototype
	l.Constructor("TextEncoder", 0, textEncoderConstructor, p, nil)
	l.webMethod(p, "encode", 0, textEncode)
	l.webMethod(p, "encodeInto", 2, textEncodeInto)
	l.webGetter(p, "encoding", func(c *vm.Call) (vm.Value, error) {
		return vm.ASCII("utf-8"), textEncoderThis(c, "encoding")
	})
	l.Tag(p, "TextEncoder")

	p = r.TextDecoderPrototype
	l.Constructor("TextDecoder", 0, textDecoderConstructor, p, nil)
	l.webMethod(p, "decode", 0, textDecode)
	for _, a := range []struct {
		name string
		get  func(d *textDecoder) vm.Value
	}{
		{"encoding", func(*textDecoder) vm.Value { return vm.ASCII("utf-8") }},
		{"fatal", func(d *textDecoder) vm.Value { return vm.Bool(d.fatal) }},
		{"ignoreBOM", func(d *textDecoder) vm.Value { return vm.Bool(d.ignoreBOM) }},
	} {
		l.webGetter(p, a.name, func(c *vm.Call) (vm.Value, error) {
			d, err := textDecoderThis(c, a.name)
			if err != nil {
				return vm.Undefined, err
			}
			return a.get(d), nil
		})
	}
	l.Tag(p, "TextDecoder")
}

// webGetter defines an attribute without a setter as Web IDL has it: enumerable.
func (l *library) webGetter(o *vm.Object, name string, get vm.NativeFunc) {
	l.Accessor(o, l.Key(name), get, nil, vm.FlagEnumerable|vm.FlagConfigurable)
}

// textEncoder is the data of TextEncoder objects.
type textEncoder struct{}

func textEncoderConstructor(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if c.NewTarget == nil {
		return vm.Undefined, m.ThrowType("Constructor TextEncoder requires 'new'")
	}
	proto, err := m.ProtoFromConstructor(c.NewTarget, m.Realm().TextEncoderPrototype)
	if err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(m.NewObjectOf(vm.ClassOther, proto, textEncoder{})), nil
}

func textEncoderThis(c *vm.Call, method string) error {
	if o := c.This.Object(); o != nil {
		if _, ok := o.Data().(textEncoder); ok {
			return nil
		}
	}
	return incompatible(c.VM, "TextEncoder.prototype."+method, c.This)
}

// encodedLength returns the number of bytes of a text in UTF-8.
func encodedLength(m *vm.VM, s vm.Str) (int, error) {
	if s.IsASCII() {
		return s.Len(), nil
	}
	n := 0
	for i, charged := 0, 0; i < s.Len(); {
		if i >= charged {
			charged = i + textStep
			if err := m.Charge(textStep >> 3); err != nil {
				return 0, err
			}
		}
		r, k := s.CodePointAt(i)
		if r >= 0xd800 && r < 0xe000 {
			r = utf8.RuneError
		}
		n += utf8.RuneLen(r)
		i += k
	}
	return n, nil
}

// encodeText stores as much of a text as fits in dst as UTF-8, whole characters only.
func encodeText(m *vm.VM, dst []byte, s vm.Str) (read, written int, err error) {
	for read < s.Len() {
		if err := m.Charge(textStep >> 3); err != nil {
			return read, written, err
		}
		if s.IsASCII() {
			n := copy(dst[written:], s.ASCII()[read:min(read+textStep, s.Len())])
			read, written = read+n, written+n
			if n == 0 {
				return read, written, nil
			}
			continue
		}
		for end := min(read+textStep, s.Len()); read < end; {
			r, k := s.CodePointAt(read)
			if r >= 0xd800 && r < 0xe000 {
				r = utf8.RuneError
			}
			if written+utf8.RuneLen(r) > len(dst) {
				return read, written, nil
			}
			written += utf8.EncodeRune(dst[written:], r)
			read += k
		}
	}
	return read, written, nil
}

func textEncode(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if err := textEncoderThis(c, "encode"); err != nil {
		return vm.Undefined, err
	}
	s := vm.Str{}
	if !c.Arg(0).IsUndefined() {
		var err error
		if s, err = m.ToStr(c.Args[0]); err != nil {
			return vm.Undefined, err
		}
	}
	n, err := encodedLength(m, s)
	if err != nil {
		return vm.Undefined, err
	}
	o, t, err := sameTyped(m, vm.Uint8, n)
	if err != nil {
		return vm.Undefined, err
	}
	_, _, err = encodeText(m, t.View(), s)
	return vm.ObjectValue(o), err
}

func textEncodeInto(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if err := textEncoderThis(c, "encodeInto"); err != nil {
		return vm.Undefined, err
	}
	s, err := m.ToStr(c.Arg(0))
	if err != nil {
		return vm.Undefined, err
	}
	t := vm.TypedArrayOf(c.Arg(1).Object())
	if t == nil || t.Kind != vm.Uint8 {
		return vm.Undefined, m.ThrowType("TextEncoder.prototype.encodeInto needs a Uint8Array as its second argument, not %s", m.Describe(c.Arg(1)))
	}
	read, written, err := encodeText(m, t.View(), s)
	if err != nil {
		return vm.Undefined, err
	}
	return readWritten(m, read, written)
}

// readWritten returns {read, written}.
func readWritten(m *vm.VM, read, written int) (vm.Value, error) {
	o := m.NewPlainObject()
	if err := m.CreateDataPropertyOrThrow(o, m.Key("read"), vm.Int(read)); err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(o), m.CreateDataPropertyOrThrow(o, m.Key("written"), vm.Int(written))
}

// A textDecoder is the data of TextDecoder objects. Its state is that of the UTF-8 decoder between two bytes.
type textDecoder struct {
	fatal, ignoreBOM bool
	started          bool // some output has been made, so that a byte-order mark is text
	need             int  // bytes that the character still lacks
	point            rune // of what has been read of the character
	low, high        byte // bounds of the next byte
}

// utf8Labels are the labels of UTF-8 in the Encoding Standard.
var utf8Labels = map[string]bool{"utf-8": true, "utf8": true, "unicode-1-1-utf-8": true, "unicode11utf8": true,
	"unicode20utf8": true, "x-unicode20utf8": true}

// textDecoderConstructor is new TextDecoder(label, {fatal, ignoreBOM}).
func textDecoderConstructor(c *vm.Call) (vm.Value, error) {
	m := c.VM
	if c.NewTarget == nil {
		return vm.Undefined, m.ThrowType("Constructor TextDecoder requires 'new'")
	}
	if v := c.Arg(0); !v.IsUndefined() {
		label, err := m.ToStr(v)
		if err != nil {
			return vm.Undefined, err
		}
		label = label.Slice(0, min(label.Len(), 200))
		if !utf8Labels[strings.ToLower(strings.Trim(label.UTF8(), "\t\n\f\r "))] {
			return vm.Undefined, m.ThrowRange("The encoding %q is not available: TextDecoder decodes utf-8", label.UTF8())
		}
	}
	d := &textDecoder{low: 0x80, high: 0xbf}
	options, err := optionsObject(m, c.Arg(1), "TextDecoder")
	if err != nil {
		return vm.Undefined, err
	}
	if d.fatal, err = booleanOption(m, options, "fatal"); err != nil {
		return vm.Undefined, err
	}
	if d.ignoreBOM, err = booleanOption(m, options, "ignoreBOM"); err != nil {
		return vm.Undefined, err
	}
	proto, err := m.ProtoFromConstructor(c.NewTarget, m.Realm().TextDecoderPrototype)
	if err != nil {
		return vm.Undefined, err
	}
	return vm.ObjectValue(m.NewObjectOf(vm.ClassOther, proto, d)), nil
}

// optionsObject checks an options argument: an object, or nil when it is left out.
func optionsObject(m *vm.VM, v vm.Value, what string) (*vm.Object, error) {
	if v.IsNullish() {
		return nil, nil
	}
	if o := v.Object(); o != nil {
		return o, nil
	}
	return nil, m.ThrowType("%s: the options must be an object, not %s", what, m.Describe(v))
}

func booleanOption(m *vm.VM, options *vm.Object, name string) (bool, error) {
	if options == nil {
		return false, nil
	}
	v, err := m.Get(options, m.Key(name))
	return vm.ToBoolean(v), err
}

func textDecoderThis(c *vm.Call, method string) (*textDecoder, error) {
	if o := c.This.Object(); o != nil {
		if d, ok := o.Data().(*textDecoder); ok {
			return d, nil
		}
	}
	return nil, incompatible(c.VM, "TextDecoder.prototype."+method, c.This)
}

// viewBytes returns the bytes of an ArrayBuffer or of a view of one. They must not be kept over a call into the program.
func viewBytes(v vm.Value) (b []byte, ok bool) {
	o := v.Object()
	if o == nil {
		return nil, false
	}
	switch d := o.Data().(type) {
	case *vm.Buffer:
		return d.Bytes, true
	case *vm.TypedArray:
		return d.View(), true
	case *dataView:
		n, _ := d.length()
		if n == 0 {
			return nil, true
		}
		return d.bytes.Bytes[d.offset : d.offset+n], true
	}
	return nil, false
}

func textDecode(c *vm.Call) (vm.Value, error) {
	m := c.VM
	d, err := textDecoderThis(c, "decode")
	if err != nil {
		return vm.Undefined, err
	}
	if v := c.Arg(0); !v.IsUndefined() {
		if _, ok := viewBytes(v); !ok {
			return vm.Undefined, m.ThrowType("TextDecoder.prototype.decode needs an ArrayBuffer or a typed array, not %s", m.Describe(v))
		}
	}
	options, err := optionsObject(m, c.Arg(1), "TextDecoder.prototype.decode")
	if err != nil {
		return vm.Undefined, err
	}
	stream, err := booleanOption(m, options, "stream")
	if err != nil {
		return vm.Undefined, err
	}
	b, _ := viewBytes(c.Arg(0)) // after the option was read, whose getter may have changed the buffer
	s, err := d.decode(m, b, !stream)
	if err != nil || !stream {
		d.started, d.need, d.low, d.high = false, 0, 0x80, 0xbf
	}
	return s.Value(), err
}

// decode decodes the next bytes; last says that no more will come.
func (d *textDecoder) decode(m *vm.VM, b []byte, last bool) (vm.Str, error) {
	if n, err := asciiPrefix(m, b); err != nil {
		return vm.Str{}, err
	} else if n == len(b) && d.need == 0 {
		if err := m.Alloc(n); err != nil {
			return vm.Str{}, err
		}
		d.started = d.started || n > 0
		return vm.ASCIIStr(string(b)), nil
	}
	out := vm.NewStringBuilder(m)
	for i := 0; i < len(b); {
		if d.need == 0 && b[i] < utf8.RuneSelf {
			n := 1
			for i+n < len(b) && n < textStep && b[i+n] < utf8.RuneSelf {
				n++
			}
			d.started = true
			if err := out.WriteASCII(vm.BytesToString(b[i : i+n])); err != nil {
				return vm.Str{}, err
			}
			i += n
			continue
		}
		r, used, ok := d.next(b[i])
		if used {
			i++
		}
		if !ok {
			continue
		}
		if err := d.write(m, out, r); err != nil {
			return vm.Str{}, err
		}
	}
	if last && d.need > 0 {
		if err := d.write(m, out, utf8.RuneError+invalid); err != nil {
			return vm.Str{}, err
		}
	}
	return out.Str(), nil
}

// invalid, added to utf8.RuneError, tells malformed input from an encoded U+FFFD.
const invalid = 0x200000

// next takes the next byte, which is not ASCII unless it breaks a character off. ok says that a character is complete or
// broken off; in the latter case the byte may not have been used.
func (d *textDecoder) next(c byte) (r rune, used, ok bool) {
	if d.need == 0 {
		switch {
		case c >= 0xc2 && c <= 0xdf:
			d.need, d.point = 1, rune(c&0x1f)
		case c >= 0xe0 && c <= 0xef:
			d.need, d.point = 2, rune(c&0xf)
			if c == 0xe0 {
				d.low = 0xa0
			} else if c == 0xed {
				d.high = 0x9f
			}
		case c >= 0xf0 && c <= 0xf4:
			d.need, d.point = 3, rune(c&7)
			if c == 0xf0 {
				d.low = 0x90
			} else if c == 0xf4 {
				d.high = 0x8f
			}
		default:
			return utf8.RuneError + invalid, true, true
		}
		return 0, true, false
	}
	if c < d.low || c > d.high {
		d.need, d.low, d.high = 0, 0x80, 0xbf
		return utf8.RuneError + invalid, false, true
	}
	d.low, d.high = 0x80, 0xbf
	d.point = d.point<<6 | rune(c&0x3f)
	d.need--
	return d.point, true, d.need == 0
}

// write adds a character to the output, unless it is a byte-order mark at the beginning.
func (d *textDecoder) write(m *vm.VM, out *vm.StringBuilder, r rune) error {
	if r == utf8.RuneError+invalid {
		if d.fatal {
			return m.ThrowType("The encoded data was not valid for encoding utf-8")
		}
		r = utf8.RuneError
	}
	if r == 0xfeff && !d.started && !d.ignoreBOM {
		d.started = true
		return nil
	}
	d.started = true
	return out.WriteRune(r)
}

// asciiPrefix returns how many of the bytes, from the first on, are ASCII.
func asciiPrefix(m *vm.VM, b []byte) (int, error) {
	for i := 0; i < len(b); {
		end := min(i+textStep, len(b))
		if err := m.Charge(1 + (end-i)>>4); err != nil {
			return 0, err
		}
		for ; i < end; i++ {
			if b[i] >= utf8.RuneSelf {
				return i, nil
			}
		}
	}
	return len(b), nil
}
