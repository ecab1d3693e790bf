package vm

// This file renders uncaught exceptions.

import "strings"

// UncaughtText returns what a diagnostic says about an exception that nobody caught: "TypeError: message" for errors,
// the text of a string, a short description of anything else. It runs no code of the program.
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
			return message
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
