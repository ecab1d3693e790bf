package vm

// This file renders uncaught exceptions.

import (
	"strconv"
	"strings"
)

// UncaughtText returns what a diagnostic says about an exception that nobody caught: "TypeError: message" for errors,
// the text of a string, the JSON of plain data, a short description of anything else. It runs no code of the program.
func UncaughtText(vm *VM, v Value) string {
	if v.IsString() {
		return clip(v.Str().UTF8(), 10000)
	}
	o := v.Object()
	if o == nil {
		return "Uncaught " + vm.describe(v)
	}
	name := vm.dataText(o, vm.realm.Names.Name)
	message := vm.dataText(o, vm.realm.Names.Message)
	if o.class != ClassError {
		if message != "" {
			return clip(message, 10000)
		}
		if text, ok := vm.appendPlain(nil, v, 0); ok {
			return "Uncaught " + string(text)
		}
		return "Uncaught " + vm.describe(v)
	}
	if name == "" {
		name = "Error"
	}
	text := strings.TrimSuffix(name+": "+message, ": ")
	if cause := vm.dataValue(o, vm.realm.Names.Cause).Object(); cause != nil && cause != o && cause.class == ClassError {
		text += " (caused by " + vm.dataText(cause, vm.realm.Names.Name) + ": " + vm.dataText(cause, vm.realm.Names.Message) + ")"
	}
	return clip(text, 10000)
}

// dataValue returns the value of a data property, also an inherited one, without running code.
func (vm *VM) dataValue(o *Object, key PropertyKey) Value {
	for p, n := o, 0; p != nil && n < maxProtoChain; p, n = p.shape.proto, n+1 {
		if p.flags&objExotic != 0 {
			break
		}
		if d, ok := vm.OrdinaryGetOwn(p, key); ok {
			return d.Value
		}
	}
	return Undefined
}

func (vm *VM) dataText(o *Object, key PropertyKey) string {
	if v := vm.dataValue(o, key); v.IsString() {
		return v.Str().UTF8()
	}
	return ""
}

const (
	maxPlainText  = 1000 // bytes of the text of plain data
	maxPlainDepth = 8
)

// appendPlain appends the JSON of plain data: primitive values, dense arrays and plain objects with data properties. It
// reports false for anything else and for what is too long or too deep.
func (vm *VM) appendPlain(dst []byte, v Value, depth int) ([]byte, bool) {
	if depth > maxPlainDepth || len(dst) > maxPlainText {
		return dst, false
	}
	o := v.Object()
	switch {
	case v.IsString():
		text := v.Str()
		if text.Len() > maxPlainText {
			return dst, false
		}
		return strconv.AppendQuote(dst, text.UTF8()), true
	case o == nil && (v.IsNumber() || v.IsBool() || v.IsNullish()):
		return append(dst, vm.describe(v)...), true
	case o == nil || o.flags&objExotic != 0:
		return dst, false
	case o.class == ClassArray && o.data == nil:
		dst = append(dst, '[')
		for i, e := range o.elems {
			ok := !e.isHole()
			if i > 0 {
				dst = append(dst, ',')
			}
			if ok {
				dst, ok = vm.appendPlain(dst, e, depth+1)
			}
			if !ok {
				return dst, false
			}
		}
		return append(dst, ']'), true
	case o.class == ClassObject && o.shape.proto == vm.realm.ObjectPrototype && !o.shape.dict && len(o.elems) == 0:
		dst = append(dst, '{')
		for i, p := range o.shape.props {
			ok := p.flags == FlagsData && p.key.symbol == nil
			if i > 0 {
				dst = append(dst, ',')
			}
			if ok {
				dst = append(strconv.AppendQuote(dst, clip(p.key.text, maxPlainText)), ':')
				dst, ok = vm.appendPlain(dst, o.slots[i], depth+1)
			}
			if !ok {
				return dst, false
			}
		}
		return append(dst, '}'), true
	}
	return dst, false
}
