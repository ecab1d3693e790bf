package vm

// This file defines what a reviver of JSON.parse is told of the source text: the text of every primitive value.

// A JSONSource is the part of a JSON text that a value came from.
type JSONSource struct {
	Value    Value
	Text     string                      // of a primitive value, in WTF-8
	Elements []*JSONSource               // of an array
	Entries  map[PropertyKey]*JSONSource // of an object
}

// ParseJSONSource is ParseJSON with the source of the value and all its parts.
func (vm *VM) ParseJSONSource(s Str) (Value, *JSONSource, error) {
	v, err := vm.ParseJSON(s)
	if err != nil {
		return Undefined, nil, err
	}
	text, err := vm.WTF8(s)
	if err != nil {
		return Undefined, nil, err
	}
	d := &jsonDecoder{jsonMemory: &jsonMemory{}, vm: vm, text: text}
	src, _, err := d.source(d.space(0), v)
	return v, src, err
}

// source reads the value at i again, which is known to be v or, where keys are repeated, to be replaced by v.
func (d *jsonDecoder) source(i int, v Value) (*JSONSource, int, error) {
	vm := d.vm
	if err := vm.Alloc(128); err != nil {
		return nil, i, err
	}
	if err := vm.Charge(4); err != nil {
		return nil, i, err
	}
	src := &JSONSource{Value: v}
	if c := d.text[i]; c != '[' && c != '{' {
		start := i
		_, i, _, err := d.value(i)
		src.Text = d.text[start:i]
		return src, i, err
	}
	if err := vm.Nest(); err != nil {
		return nil, i, err
	}
	defer vm.Unnest()
	var err error
	if d.text[i] == '[' {
		i, err = d.sourceElements(i, src)
	} else {
		i, err = d.sourceEntries(i, src)
	}
	return src, i, err
}

func (d *jsonDecoder) sourceElements(i int, src *JSONSource) (int, error) {
	o := src.Value.Object()
	for i = d.space(i + 1); d.text[i] != ']'; {
		item := Undefined
		if n := len(src.Elements); o != nil && n < len(o.elems) {
			item = o.elems[n]
		}
		e, next, err := d.source(i, item)
		if err != nil {
			return next, err
		}
		src.Elements = append(src.Elements, e)
		if i = d.space(next); d.text[i] == ',' {
			i = d.space(i + 1)
		}
	}
	return i + 1, nil
}

func (d *jsonDecoder) sourceEntries(i int, src *JSONSource) (int, error) {
	src.Entries = map[PropertyKey]*JSONSource{}
	for i = d.space(i + 1); d.text[i] != '}'; {
		k, next, err := d.str(i)
		if err != nil {
			return next, err
		}
		key := d.vm.KeyOf(k)
		item := Undefined
		if o := src.Value.Object(); o != nil {
			if p, ok := d.vm.OrdinaryGetOwn(o, key); ok {
				item = p.Value
			}
		}
		e, next, err := d.source(d.space(d.space(next)+1), item)
		if err != nil {
			return next, err
		}
		src.Entries[key] = e
		if i = d.space(next); d.text[i] == ',' {
			i = d.space(i + 1)
		}
	}
	return i + 1, nil
}
