package vm

// This file defines the objects of JSON.rawJSON, whose text is written into JSON as it is.

// rawJSON is the data of an object made by JSON.rawJSON: its text.
type rawJSON string

// NewRawJSON returns the frozen object that stands for the JSON text of a primitive value.
func (vm *VM) NewRawJSON(text Value) *Object {
	o := vm.NewObjectOf(ClassOther, nil, rawJSON(text.Str().String()))
	vm.addProperty(o, vm.realm.Names.RawJSON, text, FlagEnumerable)
	vm.PreventExtensions(o)
	return o
}

// IsRawJSON reports whether o was made by JSON.rawJSON.
func (o *Object) IsRawJSON() bool {
	_, ok := o.data.(rawJSON)
	return ok && o.class == ClassOther
}
