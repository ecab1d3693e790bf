package vm

// This file renders uncaught exceptions.

import (
	"strconv"
	"strings"
)

// maxUncaughtDepth bounds the errors in errors that a diagnostic tells: causes, and the errors of an AggregateError.
const maxUncaughtDepth = 4

// maxUncaughtErrors is how many errors of an AggregateError are told.
const maxUncaughtErrors = 3

// UncaughtText returns what a diagnostic says about an exception that nobody caught: "TypeError: message" for errors,
// with their causes and the errors of an AggregateError, the text of a string, the JSON of plain data, a short
// description of anything else. It runs no code of the program.
func UncaughtText(vm *VM, v Value) string {
	if v.IsString() {
		return clip(textStart(v.Str()), maxUncaughtText)
	}
	o := v.Object()
	if o == nil {
		return "Uncaught " + vm.describe(v)
	}
	if o.class != ClassError {
		if message := vm.dataText(o, vm.realm.Names.Message); message != "" {
			return clip(message, maxUncaughtText)
		}
		if text, ok := vm.appendPlain(nil, v, 0); ok {
			return "Uncaught " + string(text)
		}
		return "Uncaught " + vm.describe(v)
	}
	return clip(vm.errorSummary(o, 0), maxUncaughtText)
}

// errorSummary is "name: message" with what is behind the error in parentheses; o.class is ClassError.
func (vm *VM) errorSummary(o *Object, depth int) string {
	names := &vm.realm.Names
	text := strings.TrimSuffix(vm.errorName(o)+": "+vm.dataText(o, names.Message), ": ")
	if depth == maxUncaughtDepth {
		return text
	}
	if list := vm.dataValue(o, names.Errors).Object(); list != nil && list.class == ClassArray && list.data == nil {
		for i, e := range list.elems[:min(len(list.elems), maxUncaughtErrors)] {
			if i == 0 {
				text += " (errors: "
			} else {
				text += "; "
			}
			text += vm.innerSummary(e, depth)
		}
		if more := len(list.elems) - maxUncaughtErrors; more > 0 {
			text += "; and " + strconv.Itoa(more) + " more"
		}
		if len(list.elems) > 0 {
			text += ")"
		}
	}
	if cause := vm.dataValue(o, names.Cause); !cause.IsUndefined() && cause.Object() != o {
		text += " (caused by " + vm.innerSummary(cause, depth) + ")"
	}
	return text
}

// maxInnerText bounds the text of one error inside another, in bytes.
const maxInnerText = 2000

// innerSummary tells a value that stands behind an error.
func (vm *VM) innerSummary(v Value, depth int) string {
	if v.isHole() {
		return "nothing"
	}
	if o := v.Object(); o != nil && o.class == ClassError {
		return clip(vm.errorSummary(o, depth+1), maxInnerText)
	}
	if v.IsString() {
		return clip(textStart(v.Str()), maxInnerText)
	}
	if text, ok := vm.appendPlain(nil, v, 0); ok {
		return string(text)
	}
	return vm.describe(v)
}

// errorName returns the name of an error. Where a getter would compute it, it is the name of the error's class, which is
// what such getters return.
func (vm *VM) errorName(o *Object) string {
	for p, n := o, 0; p != nil && n < maxProtoChain && p.flags&objExotic == 0; p, n = p.shape.proto, n+1 {
		d, ok := vm.OrdinaryGetOwn(p, vm.realm.Names.Name)
		if !ok {
			continue
		}
		if class := vm.dataValue(o, vm.realm.Names.Constructor).Object(); d.IsAccessor() && class != nil && class.FunctionName() != "" {
			return clip(class.FunctionName(), maxInnerText)
		}
		if d.Value.IsString() && d.Value.Str().Len() > 0 {
			return textStart(d.Value.Str())
		}
		break
	}
	return "Error"
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
		return textStart(v.Str())
	}
	return ""
}

// maxUncaughtText bounds what a diagnostic says, in bytes, and what is read of each text for it, in UTF-16 units.
const maxUncaughtText = 10000

func textStart(s Str) string { return s.Slice(0, min(s.Len(), maxUncaughtText)).UTF8() }

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
