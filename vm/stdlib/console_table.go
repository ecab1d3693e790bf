package stdlib

// This file defines console.table: rows and columns as tab-separated text.

import "github.com/neurocode-ai/codemode/vm"

// A tableRow is a row that is to be printed: fields of an object, or a single value.
type tableRow struct {
	index  vm.Value
	fields *vm.Object // nil for a single value
	value  vm.Value
}

// valueColumn is the column of rows that are not objects.
const valueColumn = "Value"

// table writes data as a table; columns may name the columns to show.
func (p *printer) table(data, columns vm.Value) error {
	if data.IsUndefined() {
		return p.ascii("undefined")
	}
	found, err := p.holdsOpaque(data)
	if err != nil {
		return err
	}
	if found {
		return p.ascii(opaqueText)
	}
	names, err := p.tableColumns(data, columns)
	if err != nil {
		return err
	}
	return p.finish(p.writeTable(data, names))
}

func (p *printer) writeTable(data vm.Value, names []vm.Value) error {
	if err := p.ascii("(index)"); err != nil {
		return err
	}
	for _, n := range names {
		if err := p.ascii("\t"); err != nil {
			return err
		}
		if err := p.write(n.Str()); err != nil {
			return err
		}
	}
	return p.eachRow(data, func(r *tableRow) error {
		if err := p.ascii("\n"); err != nil {
			return err
		}
		if err := p.write(r.index.Str()); err != nil {
			return err
		}
		for _, n := range names {
			if err := p.ascii("\t"); err != nil {
				return err
			}
			if err := p.cell(r, n); err != nil {
				return err
			}
		}
		return nil
	})
}

// cell writes the field of a row under a column; a missing or undefined one is empty.
func (p *printer) cell(r *tableRow, name vm.Value) error {
	if err := p.m.Charge(4); err != nil {
		return err
	}
	v := vm.Undefined
	if r.fields == nil {
		if name.Str().Equal(vm.ASCIIStr(valueColumn)) {
			v = r.value
		}
	} else {
		d, ok, err := p.m.GetOwn(r.fields, p.m.KeyOf(name))
		if err != nil {
			return err
		}
		if ok && d.IsAccessor() {
			return p.ascii(getterText)
		}
		if ok {
			v = d.Value
		}
	}
	if v.IsUndefined() {
		return nil
	}
	return p.top(v)
}

// isRowObject reports whether a value is shown with its fields as columns.
func isRowObject(v vm.Value) bool {
	o := v.Object()
	return o != nil && (o.Class() == vm.ClassObject || o.Class() == vm.ClassError)
}

// row calls f with the row of a value.
func row(index, v vm.Value, f func(r *tableRow) error) error {
	if isRowObject(v) {
		return f(&tableRow{index: index, fields: v.Object()})
	}
	return f(&tableRow{index: index, value: v})
}

// eachRow calls f with every row: the items of an array, the properties of an object, or the one value.
func (p *printer) eachRow(data vm.Value, f func(r *tableRow) error) error {
	o := data.Object()
	switch {
	case o != nil && o.IsArray():
		n, err := p.m.LengthOf(o)
		if err != nil {
			return err
		}
		for i := range min(n, maxLine) { // each row takes at least one code unit of the line
			if err := p.propertyRow(o, p.m.IndexOf(i), true, f); err != nil {
				return err
			}
		}
		return nil
	case o != nil && o.Class() == vm.ClassObject:
		keys, err := p.m.OwnKeys(o)
		if err != nil {
			return err
		}
		for _, k := range keys {
			if err := p.propertyRow(o, k, false, f); err != nil {
				return err
			}
		}
		return nil
	}
	return row(vm.ASCII("0"), data, f)
}

// propertyRow calls f with the row of a property; missing ones count as undefined when holes is set.
func (p *printer) propertyRow(o *vm.Object, k vm.PropertyKey, holes bool, f func(r *tableRow) error) error {
	if err := p.m.Charge(4); err != nil {
		return err
	}
	d, ok, err := p.m.GetOwn(o, k)
	if err != nil {
		return err
	}
	v := d.Value
	if !ok || d.IsAccessor() {
		v = vm.Undefined
	}
	if !holes && (!ok || k.IsSymbol() || d.Flags&vm.FlagEnumerable == 0) {
		return nil
	}
	return row(k.Value(), v, f)
}

// tableColumns returns the given column names, or those of the rows in the order in which they are first seen.
func (p *printer) tableColumns(data, columns vm.Value) ([]vm.Value, error) {
	if o := columns.Object(); o != nil && o.IsArray() {
		found, err := p.holdsOpaque(columns)
		if err != nil {
			return nil, err
		}
		if !found {
			return p.givenColumns(o)
		}
	}
	seen := newTable(false)
	err := p.eachRow(data, func(r *tableRow) error {
		if r.fields == nil {
			return seen.add(p.m, vm.ASCII(valueColumn))
		}
		keys, err := p.m.OwnKeys(r.fields)
		if err != nil {
			return err
		}
		for _, k := range keys {
			d, ok, err := p.m.GetOwn(r.fields, k)
			if err != nil {
				return err
			}
			if err := p.m.Charge(4); err != nil {
				return err
			}
			if ok && !k.IsSymbol() && d.Flags&vm.FlagEnumerable != 0 {
				if err := seen.add(p.m, k.Value()); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return seen.list(p.m)
}

// givenColumns reads the column names of the second argument.
func (p *printer) givenColumns(o *vm.Object) ([]vm.Value, error) {
	n, err := p.m.LengthOf(o)
	if err != nil {
		return nil, err
	}
	var names []vm.Value
	for i := range min(n, 10000) {
		d, _, err := p.m.GetOwn(o, p.m.IndexOf(i))
		if err != nil {
			return nil, err
		}
		switch v := d.Value; {
		case d.IsAccessor():
		case v.IsString():
			names = append(names, v)
		case v.IsNumber():
			names = append(names, vm.NumberString(v.Float()))
		}
	}
	return names, nil
}

// holdsOpaque reports whether a function, a tool or a promise is anywhere in the data.
func (p *printer) holdsOpaque(v vm.Value) (bool, error) {
	seen := newTable(false)
	work := []vm.Value{v}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if err := p.m.Charge(4); err != nil {
			return false, err
		}
		o := v.Object()
		if o == nil {
			continue
		}
		if opaque(o) != "" {
			return true, nil
		}
		old, err := seen.has(p.m, v)
		if err != nil {
			return false, err
		}
		if old {
			continue
		}
		if err := seen.add(p.m, v); err != nil {
			return false, err
		}
		if work, err = p.contents(o, work); err != nil {
			return false, err
		}
	}
	return false, nil
}

// contents appends what a container holds to work.
func (p *printer) contents(o *vm.Object, work []vm.Value) ([]vm.Value, error) {
	if t, ok := o.Data().(*table); ok {
		if err := p.m.Alloc(2 * t.count() * valueBytes); err != nil {
			return nil, err
		}
		for i := range t.count() {
			if t.key(i).IsObject() {
				work = append(work, t.key(i))
			}
			if t.isMap && t.value(i).IsObject() {
				work = append(work, t.value(i))
			}
		}
		return work, p.m.Charge(t.count())
	}
	keys, err := p.m.OwnKeys(o)
	if err != nil {
		return nil, err
	}
	if err := p.m.Alloc(len(keys) * valueBytes); err != nil {
		return nil, err
	}
	for _, k := range keys {
		d, ok, err := p.m.GetOwn(o, k)
		if err != nil {
			return nil, err
		}
		if err := p.m.Charge(4); err != nil {
			return nil, err
		}
		if ok && !d.IsAccessor() && d.Flags&vm.FlagEnumerable != 0 && d.Value.IsObject() {
			work = append(work, d.Value)
		}
	}
	return work, nil
}
