package vm

// This file defines how the JSON encoder writes objects, and what it remembers of their shapes.

// jsonShape is what the encoder knows of a shape. The keys are made when the shape is met again.
type jsonShape struct {
	shape *Shape
	plain bool // inherits from Object.prototype and has no own toJSON
	keys  []jsonKey
}

// jsonKey is an enumerable property with its key as it is written, with the comma before and the colon behind.
type jsonKey struct {
	text     string
	slot     uint32
	key      *Atom
	accessor bool
}

// isPlain reports whether o certainly has no toJSON method.
func (e *jsonEncoder) isPlain(o *Object) bool {
	s := o.shape
	if s == e.vm.realm.arrayShape {
		return true
	}
	if o.class != ClassObject || o.flags&objExotic != 0 {
		return false
	}
	if s.dict {
		return s.proto == e.vm.realm.ObjectPrototype && !hasKey(s, e.vm.realm.Names.ToJSON.atom)
	}
	return e.shapeOf(s).plain
}

func hasKey(s *Shape, a *Atom) bool {
	_, ok := s.lookup(a)
	return ok
}

// shapeOf returns the entry of a shape that is not a dictionary.
func (e *jsonEncoder) shapeOf(s *Shape) *jsonShape {
	for i := range e.shapes {
		if e.shapes[i].shape == s {
			return &e.shapes[i]
		}
	}
	x := &e.shapes[e.victim]
	e.victim = (e.victim + 1) % len(e.shapes)
	_, own := s.scan(e.vm.realm.Names.ToJSON.atom)
	*x = jsonShape{shape: s, plain: s.proto == e.vm.realm.ObjectPrototype && !own}
	return x
}

// object encodes the enumerable own properties of o.
func (e *jsonEncoder) object(o *Object) error {
	e.buf = append(e.buf, '{')
	start := len(e.buf)
	if err := e.properties(o, start); err != nil {
		return err
	}
	return e.closeObject(start)
}

func (e *jsonEncoder) closeObject(start int) error {
	if len(e.buf) > start && e.opts.Gap != "" {
		if err := e.newline(len(e.stack) - 1); err != nil {
			return err
		}
	}
	e.buf = append(e.buf, '}')
	return nil
}

func (e *jsonEncoder) properties(o *Object, start int) error {
	s := o.shape
	switch {
	case e.opts.HasKeys:
		return e.listed(o, e.opts.Keys, start)
	case o.flags&(objExotic|objLazyFunction) != 0 || o.class == ClassString || s.dict || len(o.elems) > 0:
		keys, err := e.enumerableKeys(o)
		if err != nil {
			return err
		}
		return e.listed(o, keys, start)
	case e.opts.Gap != "" || e.opts.Replacer != nil || len(s.props) == 0:
		return e.shaped(o, start)
	}
	x := e.shapeOf(s)
	if x.keys != nil {
		return e.quoted(o, x.keys)
	}
	x.keys = noJSONKeys // the first object of a shape leaves a mark, the second makes the keys
	return e.shaped(o, start)
}

// noJSONKeys marks a shape that was met once.
var noJSONKeys = []jsonKey{}

// enumerableKeys is EnumerableOwnProperties(o, key).
func (e *jsonEncoder) enumerableKeys(o *Object) ([]PropertyKey, error) {
	keys, err := e.vm.OwnKeys(o)
	if err != nil {
		return nil, err
	}
	if err := e.vm.Alloc(16 * len(keys)); err != nil {
		return nil, err
	}
	n := 0
	for i, k := range keys {
		if i&255 == 255 {
			if err := e.vm.Charge(1024); err != nil {
				return nil, err
			}
		}
		if k.IsSymbol() {
			continue
		}
		p, ok, err := e.vm.GetOwn(o, k)
		if err != nil {
			return nil, err
		}
		if ok && p.Flags&FlagEnumerable != 0 {
			keys[n] = k
			n++
		}
	}
	return keys[:n], nil
}

// listed encodes the properties of o with the given keys.
func (e *jsonEncoder) listed(o *Object, keys []PropertyKey, start int) error {
	for _, k := range keys {
		v, err := e.vm.Get(o, k)
		if err != nil {
			return err
		}
		if err := e.member(o, k, v, start); err != nil {
			return err
		}
	}
	return nil
}

// shaped encodes the properties of an ordinary object. Its shape is no dictionary, so the list of properties stays what
// it is even if code of the program changes the object meanwhile.
func (e *jsonEncoder) shaped(o *Object, start int) error {
	ran, s := e.ran, o.shape
	for i := range s.props {
		p := &s.props[i]
		if p.key.symbol != nil || p.flags&FlagEnumerable == 0 {
			continue
		}
		key := PropertyKey{atom: p.key}
		v, err := e.slot(o, i, p.flags&flagAccessor != 0, key, ran)
		if err != nil {
			return err
		}
		if err := e.member(o, key, v, start); err != nil {
			return err
		}
	}
	return nil
}

// slot reads a property that was in slot i when ran was the count of program runs.
func (e *jsonEncoder) slot(o *Object, i int, accessor bool, key PropertyKey, ran int) (Value, error) {
	if e.ran == ran && !accessor {
		return o.slots[i], nil
	}
	e.ran++
	return e.vm.Get(o, key)
}

// member encodes one property; start is where the text of the first one begins.
func (e *jsonEncoder) member(o *Object, key PropertyKey, v Value, start int) error {
	mark := len(e.buf)
	if mark > start {
		e.buf = append(e.buf, ',')
	}
	if e.opts.Gap != "" {
		if err := e.newline(len(e.stack)); err != nil {
			return err
		}
	}
	if err := e.string(key.Value().Str()); err != nil {
		return err
	}
	e.buf = append(e.buf, ':')
	if e.opts.Gap != "" {
		e.buf = append(e.buf, ' ')
	}
	ok, err := e.value(o, key, v)
	if !ok {
		e.buf = e.buf[:mark]
	}
	if err == nil && len(e.buf)-e.charged > jsonChunk {
		err = e.charge()
	}
	return err
}

// quoted encodes the properties of an ordinary object in compact form with keys that are quoted already.
func (e *jsonEncoder) quoted(o *Object, keys []jsonKey) error {
	if len(keys) == 0 { // the second object of its shape
		x := e.shapeOf(o.shape)
		if err := e.quoteKeys(x); err != nil {
			return err
		}
		keys = x.keys
	}
	ran, first := e.ran, true
	shallow := e.mode == jsonStringify || len(e.stack) <= MaxDataDepth
	for i := range keys {
		k := &keys[i]
		mark := len(e.buf)
		if err := e.reserve(len(k.text) + 64); err != nil {
			return err
		}
		if first {
			e.buf = append(e.buf, k.text[1:]...)
		} else {
			e.buf = append(e.buf, k.text...)
		}
		key := PropertyKey{atom: k.key}
		var v Value
		if e.ran == ran && !k.accessor {
			if v = o.slots[k.slot]; v.ref == nil && shallow {
				e.number(v.num)
				first = false
				continue
			}
		} else {
			e.ran++
			var err error
			if v, err = e.vm.Get(o, key); err != nil {
				return err
			}
		}
		ok, err := e.value(o, key, v)
		if err != nil {
			return err
		}
		if !ok {
			e.buf = e.buf[:mark]
		} else {
			first = false
		}
	}
	return nil
}

// quoteKeys makes the keys of a shape.
func (e *jsonEncoder) quoteKeys(x *jsonShape) error {
	props := x.shape.props
	saved := e.buf
	if err := e.vm.Alloc(64 * len(props)); err != nil {
		return err
	}
	e.buf = make([]byte, 0, 16*len(props))
	ends := make([]int, 0, len(props))
	keys := make([]jsonKey, 0, len(props))
	for i := range props {
		p := &props[i]
		if p.key.symbol != nil || p.flags&FlagEnumerable == 0 {
			continue
		}
		e.buf = append(e.buf, ',')
		if err := e.string(p.key.value.Str()); err != nil {
			e.buf = saved
			return err
		}
		e.buf = append(e.buf, ':')
		ends = append(ends, len(e.buf))
		keys = append(keys, jsonKey{slot: uint32(i), key: p.key, accessor: p.flags&flagAccessor != 0})
	}
	text, from := bytesToString(e.buf), 0
	for i := range keys {
		keys[i].text = text[from:ends[i]]
		from = ends[i]
	}
	if e.buf, x.keys = saved, keys; len(keys) == 0 {
		x.keys = nil
	}
	return nil
}

// errorValue encodes an error object at the boundary: its name and message, which are not enumerable, and its own
// properties.
func (e *jsonEncoder) errorValue(o *Object) error {
	vm := e.vm
	e.ran++
	e.buf = append(e.buf, '{')
	start := len(e.buf)
	n := &vm.realm.Names
	for _, key := range [2]PropertyKey{n.Name, n.Message} {
		v, err := vm.Get(o, key)
		if err != nil {
			return err
		}
		if err := e.member(o, key, v, start); err != nil {
			return err
		}
	}
	keys, err := e.enumerableKeys(o)
	if err != nil {
		return err
	}
	own := keys[:0]
	for _, k := range keys {
		if k != n.Name && k != n.Message {
			own = append(own, k)
		}
	}
	if err := e.listed(o, own, start); err != nil {
		return err
	}
	return e.closeObject(start)
}
