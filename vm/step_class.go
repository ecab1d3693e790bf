package vm

// This file holds the slow steps of classes: constructors, private elements, super.

import "github.com/neurocode-ai/codemode/vm/bytecode"

func (vm *VM) stepClass(fr *frame, i bytecode.Instr, regs []Value) error {
	base := fr.base
	a, b, c := i.A(), i.B(), i.C()
	switch i.Op() {
	case bytecode.OpNewClass:
		return vm.newClass(base+int(a), regs[b], i.D())
	case bytecode.OpSetFields:
		regs[a].Object().data.(*Closure).class.fields = regs[b].Object()
	case bytecode.OpInitFields:
		return vm.initFields(regs[a], regs[b].Object())
	case bytecode.OpPrivateName:
		regs[a] = SymbolValue(newSymbol(fr.code.fn.Constants[i.D()].Text, true, true))
	case bytecode.OpGetPrivate:
		v, err := vm.getPrivate(regs[b], regs[c].Symbol())
		return vm.store(base, a, v, err)
	case bytecode.OpSetPrivate:
		return vm.setPrivate(regs[a], regs[b].Symbol(), regs[c])
	case bytecode.OpDefPrivate:
		return vm.definePrivate(regs[a], regs[b].Symbol(), regs[c], i.D())
	case bytecode.OpInPrivate:
		o := regs[c].Object()
		if o == nil {
			return vm.ThrowType("Cannot use 'in' operator to search for '%s' in %s", regs[b].Symbol().atom.text, vm.describe(regs[c]))
		}
		_, ok := o.shape.lookup(&regs[b].Symbol().atom)
		regs[a] = Bool(ok)
	case bytecode.OpLoadHome:
		regs[a] = ObjectOrNull(fr.callee.data.(*Closure).home)
	case bytecode.OpGetSuperOf:
		v, err := vm.getSuper(regs[a], regs[b], regs[c])
		return vm.store(base, a, v, err)
	case bytecode.OpSetSuperOf:
		return vm.setSuper(regs[a], regs[b], regs[c], regs[c+1])
	default:
		return vm.ThrowError(ErrorKindError, "invalid instruction %s", i.Op())
	}
	return nil
}

// newClass executes OpNewClass: constructor to stack[at], prototype to stack[at+1].
func (vm *VM) newClass(at int, heritage Value, d int32) error {
	protoParent, ctorParent := vm.realm.ObjectPrototype, vm.realm.FunctionPrototype
	switch {
	case heritage.isHole():
	case heritage.IsNull():
		protoParent = nil
	case !IsConstructor(heritage):
		return vm.ThrowType("Class extends value %s is not a constructor or null", vm.describe(heritage))
	default:
		p, err := vm.GetV(heritage, vm.realm.Names.Prototype)
		if err != nil {
			return err
		}
		if !p.IsObject() && !p.IsNull() {
			return vm.ThrowType("Class extends value does not have valid prototype property %s", vm.describe(p))
		}
		protoParent, ctorParent = p.Object(), heritage.Object()
	}
	proto := vm.NewObject(protoParent)
	f := vm.closure(&vm.frames[vm.fp], d)
	o := f.Object()
	cl := o.data.(*Closure)
	cl.home, cl.class = proto, &classData{}
	vm.mem += 100
	o.flags &^= objLazyFunction
	o.shape = vm.rootShape(ctorParent)
	n := &vm.realm.Names
	vm.addProperty(o, n.Length, Int(cl.code.fn.Length), FlagConfigurable)
	vm.addProperty(o, n.Name, String(cl.code.fn.Name), FlagConfigurable)
	vm.addProperty(o, n.Prototype, ObjectValue(proto), 0)
	vm.addProperty(proto, n.Constructor, f, FlagsHidden)
	vm.stack[at], vm.stack[at+1] = f, ObjectValue(proto)
	return nil
}

// initFields executes OpInitFields: it runs the field initialiser of a class on a new object.
func (vm *VM) initFields(this Value, class *Object) error {
	cl := class.data.(*Closure)
	if cl.class == nil || cl.class.fields == nil {
		return nil
	}
	_, err := vm.Call(ObjectValue(cl.class.fields), this)
	return err
}

// superCall executes OpSuperCall: the parent of the active function constructs the object.
func (vm *VM) superCall(fr *frame, a uint8, argc int, spread bool) error {
	at := fr.base + int(a)
	parent := vm.stack[at].Object().shape.proto
	newTarget := vm.stack[at+1].Object()
	if parent == nil || !IsConstructor(ObjectValue(parent)) {
		return vm.ThrowType("Super constructor %s of anonymous class is not a constructor", vm.describe(ObjectOrNull(parent)))
	}
	vm.stack[at] = ObjectValue(parent)
	if !spread {
		return vm.callAt(fr, at, at+1, argc, newTarget)
	}
	args := vm.stack[at+2].Object().elems
	if err := vm.spreadWindow(fr, at, args); err != nil {
		return err
	}
	return vm.callAt(&vm.frames[vm.fp], at, vm.sp, len(args), newTarget)
}

// returnDerived executes OpReturnDerived.
func (vm *VM) returnDerived(fr *frame, v, this Value) error {
	if v.IsObject() {
		return vm.leave(v)
	}
	if !v.IsUndefined() {
		return vm.ThrowType("Derived constructors may only return object or undefined")
	}
	if this.isHole() {
		return vm.throwUninitialised("this")
	}
	return vm.leave(this)
}

// privateSlot finds a private element.
func (vm *VM) privateSlot(target Value, name *Symbol) (*Object, uint32, error) {
	if o := target.Object(); o != nil {
		if i, ok := o.shape.lookup(&name.atom); ok {
			return o, i, nil
		}
	}
	return nil, 0, vm.ThrowType("Cannot access private member %s of %s, which was not made by the class that declares it", name.atom.text, vm.describe(target))
}

func (vm *VM) getPrivate(target Value, name *Symbol) (Value, error) {
	o, i, err := vm.privateSlot(target, name)
	if err != nil {
		return Undefined, err
	}
	if a, ok := o.slots[i].ref.(*accessor); ok && a.get == nil {
		return Undefined, vm.ThrowType("'%s' was defined without a getter", name.atom.text)
	}
	return vm.slotValue(o, i, target)
}

func (vm *VM) setPrivate(target Value, name *Symbol, v Value) error {
	o, i, err := vm.privateSlot(target, name)
	if err != nil {
		return err
	}
	if a, ok := o.slots[i].ref.(*accessor); ok {
		if a.set == nil {
			return vm.ThrowType("'%s' was defined without a setter", name.atom.text)
		}
		_, err := vm.Call(Value{ref: a.set}, target, v)
		return err
	}
	if o.shape.props[i].flags&FlagWritable == 0 {
		return vm.ThrowType("Private method '%s' is not writable", name.atom.text)
	}
	o.slots[i] = v
	return nil
}

// definePrivate executes OpDefPrivate: kind 0 field, 1 method, 2 getter, 3 setter.
func (vm *VM) definePrivate(target Value, name *Symbol, v Value, kind int32) error {
	o := target.Object()
	if o == nil || o.flags&objRealm != 0 {
		return vm.ThrowType("Cannot define private member %s on %s", name.atom.text, vm.describe(target))
	}
	if o.flags&objLazyFunction != 0 {
		vm.materialise(o)
	}
	key := PropertyKey{atom: &name.atom}
	if i, ok := o.shape.lookup(key.atom); ok {
		a, isAccessor := o.slots[i].ref.(*accessor)
		switch {
		case kind == 2 && isAccessor && a.get == nil:
			o.slots[i] = Value{ref: &accessor{v.Object(), a.set}}
			return nil
		case kind == 3 && isAccessor && a.set == nil:
			o.slots[i] = Value{ref: &accessor{a.get, v.Object()}}
			return nil
		}
		return vm.ThrowType("Cannot initialize %s twice on the same object", name.atom.text)
	}
	switch kind {
	case 0:
		vm.addProperty(o, key, v, FlagWritable)
	case 1:
		vm.addProperty(o, key, v, 0)
	case 2:
		vm.addProperty(o, key, Value{ref: &accessor{get: v.Object()}}, flagAccessor)
	default:
		vm.addProperty(o, key, Value{ref: &accessor{set: v.Object()}}, flagAccessor)
	}
	return nil
}

// getSuper executes OpGetSuperOf.
func (vm *VM) getSuper(this, home, key Value) (Value, error) {
	var proto *Object
	if h := home.Object(); h != nil {
		proto = h.shape.proto
	}
	k, err := vm.ToPropertyKey(key)
	if err != nil {
		return Undefined, err
	}
	if proto == nil {
		return Undefined, vm.throwNullProperty(Null, k)
	}
	return vm.get(proto, k, this)
}

// setSuper executes OpSetSuperOf.
func (vm *VM) setSuper(this, home, key, v Value) error {
	h := home.Object()
	k, err := vm.ToPropertyKey(key)
	if err != nil {
		return err
	}
	if h == nil || h.shape.proto == nil {
		return vm.ThrowType("Cannot set properties of null (setting '%s')", k.Text())
	}
	ok, err := vm.SetReceiver(h.shape.proto, k, v, this)
	if err == nil && !ok {
		if o := this.Object(); o != nil {
			return vm.throwReadOnly(o, k)
		}
		err = vm.ThrowType("Cannot set property '%s' through super", k.Text())
	}
	return err
}
