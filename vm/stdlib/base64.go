package stdlib

// This file defines atob, btoa, and the methods of Uint8Array for base64 and hexadecimal digits.

import (
	"errors"

	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib/internal/bytesenc"
)

func (l *library) defineBase64() {
	r := l.Realm
	l.webMethod(r.Global, "atob", 1, globalAtob)
	l.webMethod(r.Global, "btoa", 1, globalBtoa)
	k, p := r.TypedArrayConstructors[vm.Uint8], r.Uint8ArrayPrototype
	l.Method(k, "fromBase64", 1, bytesFromBase64)
	l.Method(k, "fromHex", 1, bytesFromHex)
	l.Method(p, "setFromBase64", 1, bytesSetFromBase64)
	l.Method(p, "setFromHex", 1, bytesSetFromHex)
	l.Method(p, "toBase64", 0, bytesToBase64)
	l.Method(p, "toHex", 0, bytesToHex)
}

// domError is an exception for which browsers have a DOMException: an Error with the same name and code.
func domError(m *vm.VM, name string, code int, format string, args ...any) error {
	err := m.ThrowError(vm.ErrorKindError, format, args...)
	v, ok := thrownValue(err)
	if !ok {
		return err
	}
	if e := m.DefineOrThrow(v.Object(), m.Realm().Names.Name, vm.DataProperty(vm.ASCII(name), vm.FlagsHidden)); e != nil {
		return e
	}
	if e := m.DefineOrThrow(v.Object(), m.Key("code"), vm.DataProperty(vm.Int(code), vm.FlagsHidden)); e != nil {
		return e
	}
	return err
}

// byteText returns a text as one byte for each code unit, in charged steps. Units above limit become 0xff, which no
// decoder accepts; ok is false when there are any.
func byteText(m *vm.VM, s vm.Str, limit uint16) (b []byte, ok bool, err error) {
	if err := m.Alloc(s.Len()); err != nil {
		return nil, false, err
	}
	b = make([]byte, s.Len())
	ok = true
	for i := 0; i < len(b); i += textStep {
		if err := m.Charge(textStep >> 3); err != nil {
			return nil, false, err
		}
		end := min(i+textStep, len(b))
		if s.IsASCII() {
			copy(b[i:end], s.ASCII()[i:end])
			continue
		}
		for j, u := range s.Wide()[i:end] {
			if u > limit {
				u, ok = 0xff, false
			}
			b[i+j] = byte(u)
		}
	}
	return b, ok, nil
}

// asciiText is byteText for decoders of ASCII text. It does not copy text that is held as ASCII.
func asciiText(m *vm.VM, s vm.Str) (string, error) {
	if s.IsASCII() {
		return s.ASCII(), nil
	}
	b, _, err := byteText(m, s, 0x7f)
	return vm.BytesToString(b), err
}

// webArgument is the conversion of a required argument to DOMString.
func webArgument(c *vm.Call, name string) (vm.Str, error) {
	if len(c.Args) == 0 {
		return vm.Str{}, c.VM.ThrowType("%s needs an argument", name)
	}
	return c.VM.ToStr(c.Args[0])
}

func globalBtoa(c *vm.Call) (vm.Value, error) {
	m := c.VM
	s, err := webArgument(c, "btoa")
	if err != nil {
		return vm.Undefined, err
	}
	b, ok, err := byteText(m, s, 0xff)
	if err != nil {
		return vm.Undefined, err
	}
	if !ok {
		return vm.Undefined, domError(m, "InvalidCharacterError", 5,
			"btoa encodes characters up to U+00FF only: for other text use new TextEncoder().encode(text).toBase64()")
	}
	if err := m.Alloc(len(b)/3*4 + 4); err != nil {
		return vm.Undefined, err
	}
	text, err := bytesenc.ToBase64(b, bytesenc.ToBase64Options{}, m.Charge)
	return vm.ASCII(text), err
}

func globalAtob(c *vm.Call) (vm.Value, error) {
	m := c.VM
	s, err := webArgument(c, "atob")
	if err != nil {
		return vm.Undefined, err
	}
	text, err := asciiText(m, s)
	if err != nil {
		return vm.Undefined, err
	}
	if err := m.Alloc(3 * len(text)); err != nil {
		return vm.Undefined, err
	}
	b, err := bytesenc.Atob(text, m.Charge)
	if err != nil {
		if errors.Is(err, bytesenc.ErrBase64) {
			err = domError(m, "InvalidCharacterError", 5, "atob: the string is not correctly encoded base64")
		}
		return vm.Undefined, err
	}
	return byteString(m, b)
}

// byteString returns the string whose code units are the bytes. It takes ownership of b.
func byteString(m *vm.VM, b []byte) (vm.Value, error) {
	n, err := asciiPrefix(m, b)
	if err != nil {
		return vm.Undefined, err
	}
	if n == len(b) {
		return vm.ASCII(vm.BytesToString(b)), nil
	}
	if err := m.Alloc(2 * len(b)); err != nil {
		return vm.Undefined, err
	}
	wide := make([]uint16, len(b))
	for i, c := range b {
		if i&4095 == 0 {
			if err := m.Charge(1024); err != nil {
				return vm.Undefined, err
			}
		}
		wide[i] = uint16(c)
	}
	return vm.WideStr(wide).Value(), nil
}

// bytesThis checks that the receiver is a Uint8Array.
func bytesThis(c *vm.Call, method string) (*vm.TypedArray, error) {
	t := vm.TypedArrayOf(c.This.Object())
	if t == nil || t.Kind != vm.Uint8 {
		return nil, incompatible(c.VM, "Uint8Array.prototype."+method, c.This)
	}
	return t, nil
}

// stringArgument checks that the first argument is a string, without a conversion.
func stringArgument(c *vm.Call, method string) (vm.Str, error) {
	if v := c.Arg(0); v.IsString() {
		return v.Str(), nil
	}
	return vm.Str{}, c.VM.ThrowType("Uint8Array: %s needs a string, not %s", method, c.VM.Describe(c.Arg(0)))
}

// bytesOptions is GetOptionsObject: unlike elsewhere, null is no object.
func bytesOptions(m *vm.VM, v vm.Value, method string) (*vm.Object, error) {
	if v.IsNull() {
		return nil, m.ThrowType("Uint8Array: the options of %s must be an object, not null", method)
	}
	return optionsObject(m, v, "Uint8Array: "+method)
}

// choiceOption returns which of the choices an option names, the first when it is left out.
func choiceOption(m *vm.VM, options *vm.Object, name string, choices ...string) (int, error) {
	if options == nil {
		return 0, nil
	}
	v, err := m.Get(options, m.Key(name))
	if err != nil || v.IsUndefined() {
		return 0, err
	}
	if v.IsString() && v.Length() < 32 {
		text := v.Str().String()
		for i, choice := range choices {
			if text == choice {
				return i, nil
			}
		}
	}
	return 0, m.ThrowType("Uint8Array: %s must be one of %q, not %s", name, choices, m.Describe(v))
}

// decodeOptions reads the options of fromBase64 and setFromBase64.
func decodeOptions(m *vm.VM, v vm.Value, method string) (out bytesenc.FromBase64Options, err error) {
	options, err := bytesOptions(m, v, method)
	if err != nil {
		return out, err
	}
	alphabet, err := choiceOption(m, options, "alphabet", "base64", "base64url")
	if err != nil {
		return out, err
	}
	last, err := choiceOption(m, options, "lastChunkHandling", "loose", "strict", "stop-before-partial")
	return bytesenc.FromBase64Options{URL: alphabet == 1, LastChunk: bytesenc.LastChunk(last)}, err
}

// decodeFailed turns the refusal of a decoder into an exception.
func decodeFailed(m *vm.VM, err error) error {
	if errors.Is(err, bytesenc.ErrBase64) || errors.Is(err, bytesenc.ErrHex) {
		return m.ThrowSyntax("Uint8Array: %s", err.Error())
	}
	return err
}

// decodeBase64 decodes at most limit bytes, any number if limit is negative.
func decodeBase64(m *vm.VM, s vm.Str, o bytesenc.FromBase64Options, limit int) (b []byte, read int, err error) {
	text, err := asciiText(m, s)
	if err != nil {
		return nil, 0, err
	}
	size := len(text)/4*3 + 3
	if limit >= 0 {
		size = min(size, limit)
	}
	if err := m.Alloc(size); err != nil {
		return nil, 0, err
	}
	b, read, err = bytesenc.FromBase64(text, o, limit, m.Charge)
	return b, read, decodeFailed(m, err)
}

func decodeHex(m *vm.VM, s vm.Str, limit int) (b []byte, read int, err error) {
	text, err := asciiText(m, s)
	if err != nil {
		return nil, 0, err
	}
	size := len(text) / 2
	if limit >= 0 {
		size = min(size, limit)
	}
	if err := m.Alloc(size); err != nil {
		return nil, 0, err
	}
	b, read, err = bytesenc.FromHex(text, limit, m.Charge)
	return b, read, decodeFailed(m, err)
}

// newBytes returns a Uint8Array that takes ownership of b, whose memory has been charged.
func newBytes(m *vm.VM, b []byte) vm.Value {
	r := m.Realm()
	buffer := m.NewObjectOf(vm.ClassArrayBuffer, r.ArrayBufferPrototype, &vm.Buffer{Bytes: b, Max: -1})
	return vm.ObjectValue(m.NewTypedArray(vm.Uint8, r.Uint8ArrayPrototype, buffer, 0, len(b)))
}

func bytesFromBase64(c *vm.Call) (vm.Value, error) {
	s, err := stringArgument(c, "fromBase64")
	if err != nil {
		return vm.Undefined, err
	}
	options, err := decodeOptions(c.VM, c.Arg(1), "fromBase64")
	if err != nil {
		return vm.Undefined, err
	}
	b, _, err := decodeBase64(c.VM, s, options, -1)
	if err != nil {
		return vm.Undefined, err
	}
	return newBytes(c.VM, b), nil
}

func bytesFromHex(c *vm.Call) (vm.Value, error) {
	s, err := stringArgument(c, "fromHex")
	if err != nil {
		return vm.Undefined, err
	}
	b, _, err := decodeHex(c.VM, s, -1)
	if err != nil {
		return vm.Undefined, err
	}
	return newBytes(c.VM, b), nil
}

// setBytes stores decoded bytes, those before an error too, and returns {read, written}.
func setBytes(m *vm.VM, t *vm.TypedArray, b []byte, read int, err error) (vm.Value, error) {
	if _, aborted := err.(*vm.Abort); aborted {
		return vm.Undefined, err
	}
	if e := m.CopyBytes(t.Bytes(), t.Offset, &vm.Buffer{Bytes: b}, 0, len(b)); e != nil {
		return vm.Undefined, e
	}
	if err != nil {
		return vm.Undefined, err
	}
	return readWritten(m, read, len(b))
}

func bytesSetFromBase64(c *vm.Call) (vm.Value, error) {
	m := c.VM
	t, err := bytesThis(c, "setFromBase64")
	if err != nil {
		return vm.Undefined, err
	}
	s, err := stringArgument(c, "setFromBase64")
	if err != nil {
		return vm.Undefined, err
	}
	options, err := decodeOptions(m, c.Arg(1), "setFromBase64")
	if err != nil {
		return vm.Undefined, err
	}
	n, ok := t.Len()
	if !ok {
		return vm.Undefined, errOutOfBounds(m, "setFromBase64")
	}
	b, read, err := decodeBase64(m, s, options, n)
	return setBytes(m, t, b, read, err)
}

func bytesSetFromHex(c *vm.Call) (vm.Value, error) {
	m := c.VM
	t, err := bytesThis(c, "setFromHex")
	if err != nil {
		return vm.Undefined, err
	}
	s, err := stringArgument(c, "setFromHex")
	if err != nil {
		return vm.Undefined, err
	}
	n, ok := t.Len()
	if !ok {
		return vm.Undefined, errOutOfBounds(m, "setFromHex")
	}
	b, read, err := decodeHex(m, s, n)
	return setBytes(m, t, b, read, err)
}

func bytesToBase64(c *vm.Call) (vm.Value, error) {
	m := c.VM
	t, err := bytesThis(c, "toBase64")
	if err != nil {
		return vm.Undefined, err
	}
	options, err := bytesOptions(m, c.Arg(0), "toBase64")
	if err != nil {
		return vm.Undefined, err
	}
	alphabet, err := choiceOption(m, options, "alphabet", "base64", "base64url")
	if err != nil {
		return vm.Undefined, err
	}
	bare, err := booleanOption(m, options, "omitPadding")
	if err != nil {
		return vm.Undefined, err
	}
	n, ok := t.Len()
	if !ok {
		return vm.Undefined, errOutOfBounds(m, "toBase64")
	}
	if err := m.Alloc(n/3*8 + 8); err != nil {
		return vm.Undefined, err
	}
	text, err := bytesenc.ToBase64(t.View(), bytesenc.ToBase64Options{URL: alphabet == 1, OmitPadding: bare}, m.Charge)
	return vm.ASCII(text), err
}

func bytesToHex(c *vm.Call) (vm.Value, error) {
	m := c.VM
	t, err := bytesThis(c, "toHex")
	if err != nil {
		return vm.Undefined, err
	}
	n, ok := t.Len()
	if !ok {
		return vm.Undefined, errOutOfBounds(m, "toHex")
	}
	if err := m.Alloc(4 * n); err != nil {
		return vm.Undefined, err
	}
	text, err := bytesenc.ToHex(t.View(), m.Charge)
	return vm.ASCII(text), err
}
