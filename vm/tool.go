package vm

// This file defines tool references: the values that tools, its namespaces and its tools are in a program.

// A Host gives meaning to the tools object of a program. Its methods are called on the VM's goroutine. Nodes are
// opaque to the VM: nil is the node of a path that does not exist.
type Host interface {
	// Child returns the node under name, nil if there is none. It never fails: an unknown path fails when it is called.
	Child(node any, name string) any
	// Keys returns the names under a node, in order; for an unknown path it fails with an exception.
	Keys(vm *VM, path []string, node any) ([]string, error)
	// Call calls the tool at a path. It returns the promise of the result. An error is an abort; failures of the call are
	// rejections of the promise.
	Call(vm *VM, path []string, node any, args []Value) (Value, error)
}

// A ToolRef is the data of the tools object and of everything reached through it.
type ToolRef struct {
	Path     []string
	Node     any
	children []toolChild        // references made so far, for paths that exist
	index    map[string]*Object // of children, once there are many
}

type toolChild struct {
	name string
	ref  *Object
}

// indexedChildren is the number of children from which they are found by a map.
const indexedChildren = 16

// child returns the reference made under name, nil if there is none.
func (t *ToolRef) child(name string) *Object {
	if t.index != nil {
		return t.index[name]
	}
	for i := range t.children {
		if t.children[i].name == name {
			return t.children[i].ref
		}
	}
	return nil
}

func (t *ToolRef) addChild(name string, o *Object) {
	t.children = append(t.children, toolChild{name, o})
	switch n := len(t.children); {
	case t.index != nil:
		t.index[name] = o
	case n > indexedChildren:
		t.index = make(map[string]*Object, 2*n)
		for _, c := range t.children {
			t.index[c.name] = c.ref
		}
	}
}

// maxToolPath bounds the depth of tool paths.
const maxToolPath = 64

func (vm *VM) newToolRef(path []string, node any) *Object {
	vm.mem += objectSize + 64 + int64(len(path))*16
	r := &struct {
		o Object
		t ToolRef
	}{t: ToolRef{Path: path, Node: node}}
	r.o.shape, r.o.class, r.o.data = vm.realm.FunctionPrototype.rootShape, ClassTool, &r.t
	r.o.flags = objExotic | objNoCache | objNotExtensible
	return &r.o
}

// toolsHolder returns the object whose slot holds the tools object, as inline caches need it.
func (vm *VM) toolsHolder() *Object {
	if vm.tools == nil {
		h := &struct {
			o    Object
			slot [1]Value
		}{}
		h.slot[0] = ObjectValue(vm.newToolRef(nil, vm.opts.ToolRoot))
		h.o.shape, h.o.slots = vm.realm.nullShape, h.slot[:]
		vm.tools = &h.o
	}
	return vm.tools
}

// toolChild returns the reference one segment further down.
func (vm *VM) toolChild(t *ToolRef, name string) (Value, error) {
	if len(t.Path) >= maxToolPath {
		return Undefined, vm.ThrowRange("tool paths have at most %d segments", maxToolPath)
	}
	if o := t.child(name); o != nil {
		return ObjectValue(o), nil
	}
	path := append(t.Path[:len(t.Path):len(t.Path)], name)
	var node any
	if t.Node != nil {
		node = vm.opts.Tools.Child(t.Node, name)
	}
	if err := vm.Alloc(len(name)); err != nil {
		return Undefined, err
	}
	o := vm.newToolRef(path, node)
	if node != nil {
		t.addChild(name, o)
	}
	return ObjectValue(o), nil
}

// Trace implements Tracer: a reference owns its list of segments and the last one's text.
func (t *ToolRef) Trace(mark func(Value)) int {
	size := 64 + 16*len(t.Path)
	if n := len(t.Path); n > 0 {
		size += len(t.Path[n-1])
	}
	for _, c := range t.children {
		mark(ObjectValue(c.ref))
		size += 32
	}
	return size
}

func (vm *VM) callTool(t *ToolRef, args []Value) (Value, error) {
	if len(t.Path) == 0 {
		return Undefined, vm.ThrowType("tools is not a function: call a tool by its path, as in tools.<namespace>.<tool>(input)")
	}
	return vm.opts.Tools.Call(vm, t.Path, t.Node, args)
}

// ExoticGetOwn implements Exotic: a name below a reference exists when the host says so.
func (t *ToolRef) ExoticGetOwn(vm *VM, o *Object, key PropertyKey) (Property, bool, error) {
	if key.IsSymbol() || t.Node == nil || vm.opts.Tools.Child(t.Node, key.Text()) == nil {
		return Property{}, false, nil
	}
	v, err := vm.toolChild(t, key.Text())
	return DataProperty(v, FlagEnumerable), err == nil, err
}

// ExoticDefine implements Exotic.
func (t *ToolRef) ExoticDefine(vm *VM, o *Object, key PropertyKey, d *Property) (bool, error) {
	return false, vm.ThrowType("tools cannot be changed")
}

// ExoticHas implements Exotic.
func (t *ToolRef) ExoticHas(vm *VM, o *Object, key PropertyKey) (bool, error) {
	_, ok, err := t.ExoticGetOwn(vm, o, key)
	return ok, err
}

// ExoticGet implements Exotic: every string key gives a reference, so that a wrong path is reported when it is called. A
// reference is no thenable and has no symbols.
func (t *ToolRef) ExoticGet(vm *VM, o *Object, key PropertyKey, receiver Value) (Value, error) {
	if key.IsSymbol() {
		return Undefined, nil
	}
	if name := key.Text(); name == "then" && (t.Node == nil || vm.opts.Tools.Child(t.Node, name) == nil) {
		return Undefined, nil
	}
	return vm.toolChild(t, key.Text())
}

// ExoticSet implements Exotic.
func (t *ToolRef) ExoticSet(vm *VM, o *Object, key PropertyKey, v, receiver Value) (bool, error) {
	return false, vm.ThrowType("tools cannot be changed")
}

// ExoticDelete implements Exotic.
func (t *ToolRef) ExoticDelete(vm *VM, o *Object, key PropertyKey) (bool, error) {
	return false, vm.ThrowType("tools cannot be changed")
}

// ExoticKeys implements Exotic.
func (t *ToolRef) ExoticKeys(vm *VM, o *Object) ([]PropertyKey, error) {
	names, err := vm.opts.Tools.Keys(vm, t.Path, t.Node)
	if err != nil {
		return nil, err
	}
	keys := make([]PropertyKey, len(names))
	for i, n := range names {
		keys[i] = vm.Key(n)
	}
	return keys, nil
}
