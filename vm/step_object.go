package vm

// This file holds the slow steps of properties, objects and arrays.

import (
	"github.com/neurocode-ai/codemode/vm/bytecode"
)

func (vm *VM) stepObject(fr *frame, i bytecode.Instr, regs []Value) error {
	base := fr.base
	a, b, c := i.A(), i.B(), i.C()
	switch op := i.Op(); op {
	case bytecode.OpGetProp, bytecode.OpGetLength:
		v, err := vm.getProp(regs[b], i.D())
		return vm.store(base, a, v, err)
	case bytecode.OpSetProp:
		return vm.setProp(regs[a], i.D(), regs[b])
	case bytecode.OpGetElem:
		v, err := vm.getElem(regs[b], regs[c])
		return vm.store(base, a, v, err)
	case bytecode.OpGetElemRef:
		return vm.getElemRef(base, a, regs[b], regs[c])
	case bytecode.OpGetElemI:
		v, err := vm.getElem(regs[b], Int(int(i.D())))
		return vm.store(base, a, v, err)
	case bytecode.OpSetElem:
		return vm.setElem(regs[a], regs[b], regs[c])
	case bytecode.OpGetMethod:
		this := regs[b]
		v, err := vm.getProp(this, i.D())
		if err == nil {
			vm.stack[base+int(a)+1] = this
		}
		return vm.store(base, a, v, err)
	case bytecode.OpGetMethodElem:
		this := regs[b]
		v, err := vm.getElem(this, regs[c])
		if err == nil {
			vm.stack[base+int(a)+1] = this
		}
		return vm.store(base, a, v, err)
	case bytecode.OpGetGlobal:
		v, ok := vm.getGlobal(i.D())
		if !ok {
			return vm.throwUndeclared(i.D())
		}
		regs[a] = v
	case bytecode.OpTypeofGlobal:
		v, ok := vm.getGlobal(i.D())
		if !ok {
			v = Undefined
		}
		regs[a] = ASCII(Typeof(v))
	case bytecode.OpSetGlobal:
		return vm.throwSetGlobal(i.D())
	case bytecode.OpDelProp:
		return vm.deleteProp(base, a, regs[b], vm.linked.sites[i.D()].key)
	case bytecode.OpDelElem:
		if regs[b].IsNullish() {
			return vm.ThrowType("Cannot convert undefined or null to object")
		}
		target := regs[b]
		k, err := vm.ToPropertyKey(regs[c])
		if err != nil {
			return err
		}
		return vm.deleteProp(base, a, target, k)

	case bytecode.OpNewObject:
		regs[a] = ObjectValue(vm.NewPlainObject())
		return vm.checkMem()
	case bytecode.OpObjectLit:
		regs[a] = vm.objectLiteral(regs[b:int(b)+int(c)], vm.linked.sites[i.D()].shape)
		return vm.checkMem()
	case bytecode.OpInitProp:
		return vm.initProp(regs[a].Object(), i.D(), regs[b])
	case bytecode.OpInitElem:
		k, err := vm.ToPropertyKey(regs[b])
		if err != nil {
			return err
		}
		return vm.CreateDataPropertyOrThrow(vm.stack[base+int(a)].Object(), k, vm.stack[base+int(c)])
	case bytecode.OpDefMethod:
		return vm.defineMethod(regs[a].Object(), regs[b], regs[c].Object(), i.D())
	case bytecode.OpSetHome:
		regs[a].Object().data.(*Closure).home = regs[b].Object()
	case bytecode.OpSetFnName:
		vm.nameAnonymous(regs[a], regs[b], "")
	case bytecode.OpCopyProps:
		return vm.CopyDataProperties(regs[a].Object(), regs[b], nil)
	case bytecode.OpRestObject:
		return vm.restObject(base, i)
	case bytecode.OpNewArray:
		elems := append(make([]Value, 0, max(int(c), 1)), regs[b:int(b)+int(c)]...)
		if c == 0 {
			elems = nil
		}
		regs[a] = ObjectValue(vm.NewArray(elems))
		return vm.checkMem()
	case bytecode.OpArrayPush:
		return vm.Push(regs[a].Object(), regs[b])
	case bytecode.OpArraySpread:
		return vm.arraySpread(regs[a].Object(), regs[b])
	case bytecode.OpRegExp:
		return vm.regExpLiteral(fr, base, a, i.D())
	case bytecode.OpTemplate:
		regs[a] = vm.templateObject(&fr.code.fn.Templates[i.D()])
	default:
		return vm.stepIter(fr, i, regs)
	}
	return nil
}

// getElem reads v[key].
func (vm *VM) getElem(v, key Value) (Value, error) {
	if o, ok := v.ref.(*Object); ok {
		if key.ref == nil {
			if n := int(key.num); float64(n) == key.num && uint(n) < uint(len(o.elems)) && o.flags&objExotic == 0 {
				if e := o.elems[n]; !e.isHole() {
					return e, nil
				}
			} else if t, ok := o.data.(*TypedArray); ok && float64(n) == key.num {
				return t.Get(n), nil
			}
		}
		k, err := vm.ToPropertyKey(key)
		if err != nil {
			return Undefined, err
		}
		return vm.get(o, k, v)
	}
	if v.IsString() && key.ref == nil {
		if n := int(key.num); float64(n) == key.num && uint(n) < uint(v.strLen()) {
			return vm.substring(v.Str(), n, n+1), nil
		}
	}
	if v.IsNullish() {
		k := PropertyKey{}
		if key.IsObject() {
			return Undefined, vm.throwNullElem(v)
		}
		k, err := vm.ToPropertyKey(key)
		if err != nil {
			return Undefined, err
		}
		return Undefined, vm.throwNullProperty(v, k)
	}
	k, err := vm.ToPropertyKey(key)
	if err != nil {
		return Undefined, err
	}
	return vm.GetV(v, k)
}

// getElemRef reads v[key] for a compound assignment and keeps the converted key in R[a+1].
func (vm *VM) getElemRef(base int, a uint8, v, key Value) error {
	if key.ref != nil {
		if v.IsNullish() {
			_, err := vm.getElem(v, key)
			return err
		}
		k, err := vm.ToPropertyKey(key)
		if err != nil {
			return err
		}
		key = k.Value()
	}
	r, err := vm.getElem(v, key)
	if err != nil {
		return err
	}
	vm.stack[base+int(a)], vm.stack[base+int(a)+1] = r, key
	return nil
}

// setElem writes target[key] = v.
func (vm *VM) setElem(target, key, v Value) error {
	o, ok := target.ref.(*Object)
	if !ok {
		if target.IsNullish() {
			return vm.ThrowType("Cannot set properties of %s (setting '%s')", target.nullName(), clip(vm.keyText(key), 60))
		}
		k, err := vm.ToPropertyKey(key)
		if err != nil {
			return err
		}
		return vm.SetV(target, k, v)
	}
	if key.ref == nil {
		n := int(key.num)
		if float64(n) == key.num && n >= 0 && o.flags&(objExotic|objFrozenElems|objSealedElems|objNotExtensible|objRealm) == 0 {
			if n < len(o.elems) && !o.elems[n].isHole() {
				o.elems[n] = v
				return nil
			}
			if n == len(o.elems) && o.class == ClassArray && o.data == nil && o.shape.proto == vm.realm.ArrayPrototype {
				return vm.Push(o, v)
			}
		} else if t, ok := o.data.(*TypedArray); ok && float64(n) == key.num {
			return t.Set(vm, n, v)
		}
	}
	k, err := vm.ToPropertyKey(key)
	if err != nil {
		return err
	}
	if k.atom != nil && o.class == ClassObject && o.flags&(objExotic|objNotExtensible|objRealm|objIsProto) == 0 {
		if i, ok := o.shape.lookup(k.atom); ok && o.shape.props[i].flags&(FlagWritable|flagAccessor) == FlagWritable {
			o.slots[i] = v
			return nil
		}
	}
	return vm.Set(o, k, v)
}

// keyText renders a property key for a message without running code of the program.
func (vm *VM) keyText(key Value) string {
	if key.IsString() {
		return key.Str().UTF8()
	}
	return vm.describe(key)
}

func (vm *VM) deleteProp(base int, a uint8, target Value, key PropertyKey) error {
	o, ok := target.ref.(*Object)
	if !ok {
		var err error
		if o, err = vm.ToObject(target); err != nil {
			return err
		}
	}
	if err := vm.DeleteOrThrow(o, key); err != nil {
		return err
	}
	vm.stack[base+int(a)] = True
	return nil
}

// objectLiteral makes an object with the given slots in one allocation for the usual sizes.
func (vm *VM) objectLiteral(values []Value, shape *Shape) Value {
	n := len(values)
	vm.mem += objectSize + int64(n)*valueSize
	switch {
	case n <= 4:
		r := &struct {
			o Object
			v [4]Value
		}{}
		copy(r.v[:], values)
		r.o.shape, r.o.slots = shape, r.v[:n:4]
		return ObjectValue(&r.o)
	case n <= 8:
		r := &struct {
			o Object
			v [8]Value
		}{}
		copy(r.v[:], values)
		r.o.shape, r.o.slots = shape, r.v[:n:8]
		return ObjectValue(&r.o)
	}
	o := &Object{shape: shape, slots: append(make([]Value, 0, n), values...)}
	return ObjectValue(o)
}

// ObjectFromShapeOf returns a new object with the same named properties as like, whose values are given in order. It is
// how builtins make many objects of one form.
func (vm *VM) ObjectFromShapeOf(like *Object, values ...Value) *Object {
	return vm.objectLiteral(values, like.shape).Object()
}

// defineMethod executes OpDefMethod.
func (vm *VM) defineMethod(o *Object, key Value, f *Object, flags int32) error {
	k, err := vm.ToPropertyKey(key)
	if err != nil {
		return err
	}
	cl := f.data.(*Closure)
	cl.home = o
	attr := FlagConfigurable
	if flags&4 != 0 {
		attr |= FlagEnumerable
	}
	switch flags & 3 {
	case 1:
		vm.setFunctionName(f, k, "get")
		return vm.DefineOrThrow(o, k, Property{Get: f, HasGet: true, Flags: attr, HasEnumerable: true, HasConfigurable: true})
	case 2:
		vm.setFunctionName(f, k, "set")
		return vm.DefineOrThrow(o, k, Property{Set: f, HasSet: true, Flags: attr, HasEnumerable: true, HasConfigurable: true})
	}
	if k.atom == nil || k.IsSymbol() || cl.code.fn.Name == "" || cl.code.fn.Name != k.atom.text {
		vm.setFunctionName(f, k, "")
	}
	return vm.DefineOrThrow(o, k, DataProperty(ObjectValue(f), attr|FlagWritable))
}

// nameAnonymous executes OpSetFnName: an anonymous function gets the name of a computed key.
func (vm *VM) nameAnonymous(f, key Value, prefix string) {
	o := f.Object()
	if o == nil {
		return
	}
	cl, ok := o.data.(*Closure)
	if !ok || cl.code.fn.Name != "" {
		return
	}
	if o.IsClassConstructor() {
		if p, ok := vm.ordinaryGetOwn(o, vm.realm.Names.Name); ok && (p.IsAccessor() || !p.Value.IsString() || p.Value.strLen() > 0 || p.Flags&FlagWritable != 0) {
			return // a static member called name
		}
	}
	vm.materialiseNamed(o)
	if s := key.Symbol(); s != nil {
		vm.setFunctionName(o, s.Key(), prefix)
	} else {
		vm.setFunctionName(o, vm.KeyOf(key), prefix)
	}
}

func (vm *VM) materialiseNamed(o *Object) {
	if o.flags&objLazyFunction != 0 {
		vm.materialise(o)
	}
}

// CopyDataProperties is CopyDataProperties(target, source, excluded).
func (vm *VM) CopyDataProperties(target *Object, source Value, excluded []PropertyKey) error {
	if source.IsNullish() {
		return nil
	}
	from, err := vm.ToObject(source)
	if err != nil {
		return err
	}
	if from.class == ClassTool {
		return vm.throwToolData("spread")
	}
	if len(excluded) == 0 && vm.copyPlain(target, from) {
		return vm.checkMem()
	}
	keys, err := vm.OwnKeys(from)
	if err != nil {
		return err
	}
	for _, k := range keys {
		if containsKey(excluded, k) {
			continue
		}
		if err := vm.Charge(1); err != nil {
			return err
		}
		p, ok, err := vm.GetOwn(from, k)
		if err != nil {
			return err
		}
		if !ok || p.Flags&FlagEnumerable == 0 {
			continue
		}
		v, err := vm.propertyValue(&p, ObjectValue(from))
		if err != nil {
			return err
		}
		if err := vm.CreateDataPropertyOrThrow(target, k, v); err != nil {
			return err
		}
	}
	return nil
}

func containsKey(keys []PropertyKey, k PropertyKey) bool {
	for _, e := range keys {
		if e == k {
			return true
		}
	}
	return false
}

// copyPlain copies all properties of a plain data object to an empty object by sharing its shape.
func (vm *VM) copyPlain(target, from *Object) bool {
	if target.class != ClassObject || target.shape != vm.realm.ObjectPrototype.rootShape || len(target.elems) > 0 || target.flags != 0 {
		return false
	}
	s := from.shape
	if from.class != ClassObject || s.dict || s.proto != target.shape.proto || len(from.elems) > 0 || from.flags&(objExotic|objLazyFunction) != 0 {
		return false
	}
	for i := range s.props {
		if s.props[i].flags != FlagsData || s.props[i].key.private {
			return false
		}
	}
	target.shape = s
	target.slots = append(make([]Value, 0, len(from.slots)+2), from.slots...)
	vm.mem += int64(len(from.slots)+2) * valueSize
	vm.budget -= int64(len(from.slots))
	return true
}

// restObject executes OpRestObject.
func (vm *VM) restObject(base int, i bytecode.Instr) error {
	n := int(i.D())
	excluded := make([]PropertyKey, 0, n)
	for j := range n {
		k, err := vm.ToPropertyKey(vm.stack[base+int(i.C())+j])
		if err != nil {
			return err
		}
		excluded = append(excluded, k)
	}
	source := vm.stack[base+int(i.B())]
	o := vm.NewPlainObject()
	if err := vm.CopyDataProperties(o, source, excluded); err != nil {
		return err
	}
	vm.stack[base+int(i.A())] = ObjectValue(o)
	return nil
}

// arraySpread appends every value of an iterable to an array literal under construction.
func (vm *VM) arraySpread(o *Object, v Value) error {
	if from, ok := vm.isPlainArray(v); ok && from.data == nil {
		if err := vm.Alloc(len(from.elems) * valueSize); err != nil {
			return err
		}
		start, n := len(o.elems), len(o.elems)+len(from.elems)
		if n > maxDense {
			return vm.ThrowRange("Invalid array length")
		}
		if n > cap(o.elems) {
			c := n
			if start > 0 {
				c += n / 4
			}
			var err error
			if o.elems, err = Grow(vm, o.elems, c, valueSize); err != nil {
				return err
			}
		}
		o.elems = o.elems[:n]
		return vm.copyReading(o.elems[start:], from.elems)
	}
	return vm.Iterate(v, func(x Value) error { return vm.Push(o, x) })
}

// regExpLiteral executes OpRegExp. The compiled expression is kept for the run.
func (vm *VM) regExpLiteral(fr *frame, base int, a uint8, d int32) error {
	if vm.realm.NewRegExp == nil {
		return vm.ThrowSyntax("regular expressions are not available")
	}
	key := regExpKey{fr.code, d}
	cached := vm.regexps[key]
	o, compiled, err := vm.realm.NewRegExp(vm, fr.code.k[d], fr.code.k[d+1], cached)
	if err != nil {
		return err
	}
	if cached == nil {
		if vm.regexps == nil {
			vm.regexps = make(map[regExpKey]any)
		}
		vm.regexps[key] = compiled
	}
	vm.stack[base+int(a)] = ObjectValue(o)
	return nil
}

type regExpKey struct {
	code *code
	k    int32
}

// templateObject is GetTemplateObject.
func (vm *VM) templateObject(t *bytecode.Template) Value {
	if o := vm.templates[t]; o != nil {
		return ObjectValue(o)
	}
	cooked := make([]Value, len(t.Raw))
	raw := make([]Value, len(t.Raw))
	for i := range raw {
		raw[i] = String(t.Raw[i])
		cooked[i] = Undefined
		if t.Valid[i] {
			cooked[i] = String(t.Cooked[i])
		}
	}
	o, r := vm.NewArray(cooked), vm.NewArray(raw)
	_ = vm.SetIntegrity(r, Frozen)
	vm.addProperty(o, vm.realm.Names.Raw, ObjectValue(r), 0)
	_ = vm.SetIntegrity(o, Frozen)
	if vm.templates == nil {
		vm.templates = make(map[*bytecode.Template]*Object)
	}
	vm.templates[t] = o
	return ObjectValue(o)
}
