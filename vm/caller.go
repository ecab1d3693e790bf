package vm

// This file defines Caller, the way in which builtins call the same callback many times.

// A Caller calls one function repeatedly. It checks what the function is once, so that a call of a plain function of the
// program costs little more than a call within the program.
type Caller struct {
	vm      *VM
	fn      Value
	object  *Object
	closure *Closure // of a plain function, nil for all others
}

// NewCaller returns a caller of f, which must be callable.
func (vm *VM) NewCaller(f Value) Caller {
	c := Caller{vm: vm, fn: f, object: f.Object()}
	if cl, ok := c.object.data.(*Closure); ok && cl.code.plain {
		c.closure = cl
	}
	return c
}

// Call3 calls the function with three arguments, as the callbacks of arrays are.
func (c *Caller) Call3(this, x, y, z Value) (Value, error) {
	if c.closure == nil {
		return c.vm.Call(c.fn, this, x, y, z)
	}
	return c.Call4(this, x, y, z, Undefined)
}

// Call4 calls the function with four arguments, as the callback of reduce is.
func (c *Caller) Call4(this, w, x, y, z Value) (Value, error) {
	vm := c.vm
	cl := c.closure
	if cl == nil {
		return vm.Call(c.fn, this, w, x, y, z)
	}
	co := cl.code
	base := vm.sp
	if vm.goDepth >= maxGoDepth || vm.fp+1 >= vm.maxDepth {
		return Undefined, vm.throwStackOverflow()
	}
	if base+co.numRegs+5+2*windowSlack > len(vm.stack) {
		if err := vm.growStack(base + max(co.numRegs, 5)); err != nil {
			return Undefined, err
		}
	}
	window := vm.stack[base : base+5 : base+5]
	window[0], window[1], window[2], window[3], window[4] = this, w, x, y, z
	for i := 5; i <= co.numParams; i++ {
		vm.stack[base+i] = Undefined
	}
	fr := vm.pushFrame()
	fr.code, fr.cells, fr.callee = co, cl.cells, c.object
	fr.base, fr.ret, fr.pc, fr.flags = base, base, 0, frameBoundary
	vm.sp = base + co.numRegs
	vm.budget--
	v, err := vm.run()
	vm.sp = base
	return v, err
}

// Call2 calls the function with two arguments, as comparators are.
func (c *Caller) Call2(this, x, y Value) (Value, error) {
	if c.closure == nil {
		return c.vm.Call(c.fn, this, x, y)
	}
	return c.Call3(this, x, y, Undefined)
}
