package stdlib

// This file defines crypto.getRandomValues and crypto.randomUUID. The random numbers come from Options.Random where the
// host sets it, so that an execution can be repeated, else from the generator of the Go runtime, which the operating system
// seeds and whose output cannot be predicted.

import (
	"encoding/hex"
	"math/rand/v2"

	"github.com/neurocode-ai/codemode/vm"
)

func (l *library) defineCrypto() {
	crypto := l.Object(l.Realm.ObjectPrototype)
	l.webMethod(crypto, "getRandomValues", 1, cryptoRandomValues)
	l.webMethod(crypto, "randomUUID", 0, func(c *vm.Call) (vm.Value, error) { return randomUUID(c.VM), nil })
	l.Tag(crypto, "Crypto")
	l.Global("crypto", vm.ObjectValue(crypto))
}

// randomBytes fills b.
func randomBytes(m *vm.VM, b []byte) {
	next := rand.Uint64
	if m.Options().Random != nil {
		next = m.Random().Uint64
	}
	var word [8]byte
	for len(b) > 0 {
		for i, x := 0, next(); i < len(word); i++ {
			word[i] = byte(x >> (8 * i))
		}
		b = b[copy(b, word[:]):]
	}
}

// maxRandomBytes is the most that one call of getRandomValues fills.
const maxRandomBytes = 1 << 16

func cryptoRandomValues(c *vm.Call) (vm.Value, error) {
	m := c.VM
	t := vm.TypedArrayOf(c.Arg(0).Object())
	if t == nil {
		return vm.Undefined, m.ThrowType("crypto.getRandomValues needs a typed array of integers, not %s", m.Describe(c.Arg(0)))
	}
	switch t.Kind {
	case vm.Float16, vm.Float32, vm.Float64:
		return vm.Undefined, domError(m, "TypeMismatchError", 17, "crypto.getRandomValues needs a typed array of integers, not a %sArray", t.Kind)
	}
	b := t.View()
	if len(b) > maxRandomBytes {
		return vm.Undefined, domError(m, "QuotaExceededError", 22, "crypto.getRandomValues fills at most %d bytes at a time, not %d", maxRandomBytes, len(b))
	}
	randomBytes(m, b)
	return c.Args[0], m.Charge(len(b) >> 3)
}

// randomUUID returns a version 4 UUID of RFC 9562.
func randomUUID(m *vm.VM) vm.Value {
	var b [16]byte
	randomBytes(m, b[:])
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	text := make([]byte, 0, 36)
	for i, part := range [][]byte{b[:4], b[4:6], b[6:8], b[8:10], b[10:]} {
		if i > 0 {
			text = append(text, '-')
		}
		text = hex.AppendEncode(text, part)
	}
	return vm.ASCII(string(text))
}
