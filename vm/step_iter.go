package vm

// This file holds the slow steps of iteration.

import "github.com/neurocode-ai/codemode/vm/bytecode"

func (vm *VM) stepIter(fr *frame, i bytecode.Instr, regs []Value) error {
	base := fr.base
	a, b := i.A(), i.B()
	at := base + int(a)
	switch i.Op() {
	case bytecode.OpGetIter:
		var r [3]Value
		if err := vm.getIter(&r, regs[b]); err != nil {
			return err
		}
		copy(vm.stack[at:at+3], r[:])
	case bytecode.OpGetIterObj:
		return vm.getIterObject(at, regs[b])
	case bytecode.OpGetAsyncIter:
		return vm.getAsyncIter(at, regs[b])
	case bytecode.OpIterLoop:
		v, ok, pushed, err := vm.iterNext(at, base+int(b), i.D(), false)
		if err != nil || pushed || !ok {
			return err
		}
		vm.stack[base+int(b)] = v
		vm.jump(&vm.frames[vm.fp], i.D())
	case bytecode.OpIterStep:
		v, _, pushed, err := vm.iterNext(at, base+int(b), 0, true)
		if err != nil || pushed {
			return err
		}
		vm.stack[base+int(b)] = v
	case bytecode.OpIterRest:
		return vm.iterRest(at, base+int(b))
	case bytecode.OpIterClose:
		return vm.iterClose(at, nil)
	case bytecode.OpIterCloseThrow:
		err := vm.iterClose(at, &Thrown{})
		if _, ok := err.(*Thrown); ok {
			return nil
		}
		return err
	case bytecode.OpAsyncIterNext:
		v, err := vm.Call(regs[a+1], regs[a])
		return vm.store(base, b, v, err)
	case bytecode.OpIterResult:
		return vm.iterResult(base, a, regs[b], i.D())
	case bytecode.OpAsyncIterClose:
		return vm.asyncIterClose(at, base+int(b), i.D())
	case bytecode.OpIterObjChk:
		if !regs[a].IsObject() {
			return vm.ThrowType("Iterator result %s is not an object", vm.describe(regs[a]))
		}
	case bytecode.OpForIn:
		return vm.forIn(at, regs[b])
	case bytecode.OpForInLoop:
		return vm.forInNext(at, base+int(b), i.D())
	default:
		return vm.stepClass(fr, i, regs)
	}
	return nil
}

// getIterObject executes OpGetIterObj: the record holds the iterator object itself.
func (vm *VM) getIterObject(at int, v Value) error {
	m, err := vm.iteratorMethod(v)
	if err != nil {
		return err
	}
	it, err := vm.GetIteratorFrom(v, m)
	if err != nil {
		return err
	}
	vm.stack[at], vm.stack[at+1], vm.stack[at+2] = it.Object, it.NextMethod, Undefined
	return nil
}

// getAsyncIter executes OpGetAsyncIter. A sync iterator is wrapped as CreateAsyncFromSyncIterator says.
func (vm *VM) getAsyncIter(at int, v Value) error {
	if v.IsNullish() {
		return vm.ThrowType("%s is not async iterable", v.nullName())
	}
	m, err := vm.GetMethod(v, vm.realm.Names.SymAsyncIterator)
	if err != nil {
		return err
	}
	var obj Value
	if m != nil {
		if obj, err = vm.Call(ObjectValue(m), v); err != nil {
			return err
		}
		if !obj.IsObject() {
			return vm.ThrowType("Result of the Symbol.asyncIterator method is not an object")
		}
	} else {
		m, err := vm.iteratorMethod(v)
		if err != nil {
			return err
		}
		it, err := vm.GetIteratorFrom(v, m)
		if err != nil {
			return err
		}
		obj = vm.AsyncFromSync(it)
	}
	next, err := vm.GetV(obj, vm.realm.Names.Next)
	if err != nil {
		return err
	}
	vm.stack[at], vm.stack[at+1], vm.stack[at+2] = obj, next, Undefined
	return nil
}

// AsyncFromSyncData is the data of async-from-sync iterators.
type AsyncFromSyncData struct{ Sync *Iterator }

// Trace implements Tracer.
func (d *AsyncFromSyncData) Trace(mark func(Value)) int {
	mark(d.Sync.Object)
	mark(d.Sync.NextMethod)
	return 64
}

// AsyncFromSync is CreateAsyncFromSyncIterator.
func (vm *VM) AsyncFromSync(it *Iterator) Value {
	return ObjectValue(vm.NewObjectOf(ClassOther, vm.realm.AsyncFromSyncIteratorPrototype, &AsyncFromSyncData{it}))
}

// iterRest executes OpIterRest.
func (vm *VM) iterRest(at, dst int) error {
	var elems []Value
	for {
		v, ok, pushed, err := vm.iterNextSync(at)
		if err != nil {
			return err
		}
		if !ok || pushed {
			break
		}
		if n := len(elems); n == cap(elems) {
			if err := vm.Alloc((n + 4) * valueSize); err != nil {
				return err
			}
			if elems, err = Grow(vm, elems, 2*n+4, valueSize); err != nil {
				return err
			}
		}
		elems = append(elems, v)
		if vm.budget < 0 {
			if err := vm.poll(); err != nil {
				return err
			}
		}
	}
	vm.stack[dst] = ObjectValue(vm.NewArray(elems))
	return nil
}

// iterNextSync is iterNext for Go code, which cannot wait for a frame: generators are resumed by a nested loop.
func (vm *VM) iterNextSync(at int) (v Value, ok, pushed bool, err error) {
	o := vm.stack[at].Object()
	if o == nil || o.class != ClassGenerator || vm.stack[at+1].ref == nil {
		return vm.iterNext(at, 0, 0, true)
	}
	r, err := vm.Call(vm.stack[at+1], vm.stack[at])
	if err == nil {
		var done bool
		if v, done, err = vm.iterResultParts(r); err == nil && !done {
			return v, true, false, nil
		}
	}
	vm.stack[at] = Undefined
	return Undefined, false, false, err
}

// iterClose closes the iterator record at stack[at] and marks it as done. Builtin iterators have no return method.
func (vm *VM) iterClose(at int, completion error) error {
	it := vm.stack[at]
	vm.stack[at] = Undefined
	if it.IsUndefined() || vm.stack[at+1].ref == nil {
		return completion
	}
	return vm.closeIterator(it, completion)
}

// iterResult executes OpIterResult. The value of the last result is not read, and the register keeps what it has: it may be
// that of a variable that the loop assigns to.
func (vm *VM) iterResult(base int, a uint8, r Value, d int32) error {
	o, ok := r.ref.(*Object)
	if !ok {
		return vm.ThrowType("Iterator result %s is not an object", vm.describe(r))
	}
	done, err := vm.Get(o, vm.realm.Names.Done)
	if err != nil {
		return err
	}
	if ToBoolean(done) {
		vm.branch(true, d)
		return nil
	}
	v, err := vm.Get(o, vm.realm.Names.Value)
	return vm.store(base, a, v, err)
}

// asyncIterClose executes OpAsyncIterClose.
func (vm *VM) asyncIterClose(at, dst int, d int32) error {
	it := vm.stack[at]
	vm.stack[at] = Undefined
	if it.IsUndefined() {
		vm.branch(true, d)
		return nil
	}
	m, err := vm.GetMethod(it, vm.realm.Names.Return)
	if err != nil {
		return err
	}
	if m == nil {
		vm.branch(true, d)
		return nil
	}
	r, err := vm.Call(ObjectValue(m), it)
	if err != nil {
		return err
	}
	vm.stack[dst] = r
	return nil
}

// forInState is the data of the enumerator of a for-in loop.
type forInState struct {
	object *Object
	keys   []PropertyKey
	next   int
	seen   map[PropertyKey]bool // names met on objects nearer in the chain
	own    bool                 // no prototype has enumerable properties, seen is not needed
}

// Trace implements Tracer.
func (f *forInState) Trace(mark func(Value)) int {
	mark(ObjectOrNull(f.object))
	return 16*len(f.keys) + 48*len(f.seen)
}

// forIn executes OpForIn. Strings, maps, sets and other values whose enumeration surprises are refused with a hint.
func (vm *VM) forIn(at int, v Value) error {
	if v.IsNullish() {
		vm.stack[at] = Undefined
		return nil
	}
	o, ok := v.ref.(*Object)
	if !ok || o.class == ClassMap || o.class == ClassSet || o.class == ClassString {
		what := vm.describe(v)
		if v.IsString() {
			what = "a string"
		}
		return vm.ThrowType("for...in over %s is not supported: use for...of to visit its values, or Object.keys(...) for property names", what)
	}
	keys, err := vm.OwnKeys(o)
	if err != nil {
		return err
	}
	f := &forInState{object: o, keys: keys, own: true}
	for p := o.shape.proto; p != nil; p = p.shape.proto {
		if p.flags&objRealm == 0 {
			f.own = false
		}
	}
	vm.mem += int64(len(keys))*16 + 64
	vm.stack[at] = ObjectValue(vm.NewObjectOf(ClassForIn, nil, f))
	return nil
}

// forInNext executes OpForInLoop: EnumerateObjectProperties, with properties deleted meanwhile left out.
func (vm *VM) forInNext(at, dst int, d int32) error {
	e := vm.stack[at].Object()
	if e == nil {
		return nil
	}
	f := e.data.(*forInState)
	for {
		for f.next < len(f.keys) {
			k := f.keys[f.next]
			f.next++
			if err := vm.Charge(1); err != nil {
				return err
			}
			if k.IsSymbol() {
				continue
			}
			if !f.own && f.seen[k] {
				continue
			}
			p, ok, err := vm.GetOwn(f.object, k)
			if err != nil {
				return err
			}
			if !ok {
				continue
			}
			if !f.own {
				if f.seen == nil {
					f.seen = make(map[PropertyKey]bool)
				}
				f.seen[k] = true
				vm.mem += 48
			}
			if p.Flags&FlagEnumerable == 0 {
				continue
			}
			vm.stack[dst] = k.Value()
			vm.jump(&vm.frames[vm.fp], d)
			return nil
		}
		if f.own || f.object.shape.proto == nil {
			vm.stack[at] = Undefined
			return nil
		}
		f.object = f.object.shape.proto
		keys, err := vm.OwnKeys(f.object)
		if err != nil {
			return err
		}
		f.keys, f.next = keys, 0
	}
}
