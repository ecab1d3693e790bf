package vm

// This file defines the JSON decoder: text straight into the heap, in one pass and without recursion.
//
// Values of open containers wait on a stack; when a container ends, its object is allocated once, at its exact size,
// with the values next to it. An array that grows long moves to storage of its own. An object with array-index keys or
// very many keys is built in place through the general operations.
//
// The decoder learns shapes while it reads. Hints form a tree that mirrors the nesting of the text, one node for every
// position that held a container: all elements of an array share a position, each slot of an object has its own. The
// node keeps the shape of the last object seen there. As long as the keys of the next one agree with that shape, a key
// costs one comparison with the text: it is neither unescaped nor looked up. Hints can be wrong, never harmful.
//
// Strings without escapes are slices of the text when they are ASCII, so the text must not change.

import (
	"math"
	"strings"
	"sync"
)

type jsonDecoder struct {
	*jsonMemory
	vm       *VM
	text     string
	values   []Value
	frames   []jsonFrame
	result   Value // the container that ended last
	maxDepth int
	charged  int  // what of the text has been charged for
	buffers  int  // what of the buffers has been charged for
	used     int  // how much of values has been used
	deepest  int  // how much of frames has been used
	pinned   bool // strings share the memory of text
}

// jsonMemory is what stays between the texts that an execution decodes, which are often alike.
type jsonMemory struct {
	keys  [jsonKeyCache]*Atom
	hints []jsonHint // hints[0] is that of the top value
	atoms []Atom     // room for new atoms
	names []byte     // room for their texts
}

// jsonFrame is an open container.
type jsonFrame struct {
	obj       *Object // the container if it is built in place: a long array or an object in general form
	shape     *Shape  // objects: the shape of the values so far or, while following, the shape that is guessed
	base      int     // where its values begin on the stack
	n         int     // objects: how many values there are
	slot      int     // objects: the slot that the next value replaces, -1 for a new one
	key       PropertyKey
	hint      int32
	array     bool
	following bool // the keys so far are the first of shape
	pending   bool // waits for the container that is its next value
	escaped   bool // some key has escapes
}

// jsonHint remembers the shape of the last object at one position of the nesting.
type jsonHint struct {
	shape *Shape // nil: none, or its keys need escapes
	slot  int32  // the slot in the parent that it stands for
	first int32  // the hints of its own slots, chained by next; 0 ends
	next  int32
}

const (
	jsonKeyCache = 64  // entries of the cache from key text to atom, a power of two
	jsonSpill    = 512 // elements of an array that wait on the stack
	jsonMaxHints = 8   // hints below one hint; later slots share
	jsonChunk    = 1 << 12
	// unlimitedDepth is for texts whose depth only memory bounds.
	unlimitedDepth = math.MaxInt
)

var jsonDecoders = sync.Pool{New: func() any { return new(jsonDecoder) }}

// DecodeJSON decodes a JSON text from the host. text is UTF-8; invalid bytes become U+FFFD. The text must not change
// afterwards, as strings may be slices of it. A value at a depth greater than maxDepth is an error; the top has depth 0.
// Errors are *JSONError, or *Abort when a limit of the execution ends it.
func (vm *VM) DecodeJSON(text string, maxDepth int) (Value, error) {
	if err := vm.Alloc(len(text)); err != nil {
		return Undefined, err
	}
	return vm.decodeJSON(text, maxDepth)
}

// ParseJSON is JSON.parse without a reviver.
func (vm *VM) ParseJSON(s Str) (Value, error) {
	text, err := vm.WTF8(s)
	if err != nil {
		return Undefined, err
	}
	v, err := vm.decodeJSON(text, unlimitedDepth)
	if e, ok := err.(*JSONError); ok {
		return Undefined, vm.ThrowError(ErrorKindSyntax, "%s", e.Message)
	}
	return v, err
}

func (vm *VM) decodeJSON(text string, maxDepth int) (Value, error) {
	d := jsonDecoders.Get().(*jsonDecoder)
	if vm.json == nil {
		vm.mem += 1200
		vm.json = &jsonMemory{hints: make([]jsonHint, 1, 8)}
	}
	d.jsonMemory, d.vm, d.text, d.maxDepth = vm.json, vm, text, maxDepth
	d.buffers = d.bufferSize()
	d.pinned = vm.Pin(ASCIIStr(text))
	v, err := d.run()
	d.release()
	return v, err
}

// release gives the decoder back with its buffers, unless they have grown large, and without references.
func (d *jsonDecoder) release() {
	if len(d.hints) > 1<<8 {
		d.hints = make([]jsonHint, 1, 8)
	}
	if cap(d.values) > 1<<13 || cap(d.frames) > 1<<10 {
		return
	}
	clear(d.values[:max(d.used, len(d.values))]) // a failed decode leaves values behind
	clear(d.frames[:max(d.deepest, len(d.frames))])
	*d = jsonDecoder{values: d.values[:0], frames: d.frames[:0]}
	jsonDecoders.Put(d)
}

func (d *jsonDecoder) run() (Value, error) {
	v, i, opened, err := d.value(d.space(0))
	if err != nil {
		return Undefined, err
	}
	for opened && len(d.frames) > 0 {
		fr := &d.frames[len(d.frames)-1]
		if fr.array {
			i, err = d.array(fr, i)
		} else {
			i, err = d.object(fr, i)
		}
		if err != nil {
			return Undefined, err
		}
		v = d.result
	}
	if i = d.space(i); i < len(d.text) {
		return Undefined, d.fail(i, jsonTrailing)
	}
	return v, d.charge(i)
}

// charge accounts for the text up to i.
func (d *jsonDecoder) charge(i int) error {
	n := (i - d.charged) >> 4
	d.charged = i
	grown := max(0, d.bufferSize()-d.buffers)
	d.buffers += grown
	if err := d.vm.Alloc(grown); err != nil {
		return err
	}
	return d.vm.Charge(n)
}

// bufferSize returns the bytes behind the decoder's stacks.
func (d *jsonDecoder) bufferSize() int {
	return cap(d.values)*valueSize + cap(d.frames)*96 + cap(d.hints)*24
}

// space returns the position of the first character at or after i that is not white space.
func (d *jsonDecoder) space(i int) int {
	for i < len(d.text) {
		if c := d.text[i]; c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			break
		}
		i++
	}
	return i
}

// value reads the value at i. For a container that is not empty it opens a frame and returns the position of its first
// element or key.
func (d *jsonDecoder) value(i int) (v Value, next int, opened bool, err error) {
	s := d.text
	if i >= len(s) {
		return Undefined, i, false, d.fail(i, jsonUnexpected)
	}
	if len(d.frames) > d.maxDepth {
		return Undefined, i, false, d.failDepth(i)
	}
	switch c := s[i]; c {
	case '"':
		v, next, err = d.str(i)
		return v, next, false, err
	case '{', '[':
		return d.open(i)
	case 't':
		next, err = d.literal(i, "true")
		return True, next, false, err
	case 'f':
		next, err = d.literal(i, "false")
		return False, next, false, err
	case 'n':
		next, err = d.literal(i, "null")
		return Null, next, false, err
	default:
		if c-'0' > 9 && c != '-' {
			return Undefined, i, false, d.fail(i, jsonUnexpected)
		}
		v, next, err = d.number(i)
		return v, next, false, err
	}
}

func (d *jsonDecoder) literal(i int, word string) (int, error) {
	if strings.HasPrefix(d.text[i:], word) {
		return i + len(word), nil
	}
	k := 1
	for i+k < len(d.text) && d.text[i+k] == word[k] {
		k++
	}
	return i, d.fail(i+k, jsonUnexpected)
}

// open begins the container at i.
func (d *jsonDecoder) open(i int) (v Value, next int, opened bool, err error) {
	s := d.text
	array := s[i] == '['
	i = d.space(i + 1)
	if i-d.charged > jsonChunk {
		if err := d.charge(i); err != nil {
			return Undefined, i, false, err
		}
	}
	if i < len(s) && (s[i] == ']' && array || s[i] == '}' && !array) {
		if array {
			return ObjectValue(d.vm.NewArray(nil)), i + 1, false, nil
		}
		return ObjectValue(d.vm.NewPlainObject()), i + 1, false, nil
	}
	if !array && (i >= len(s) || s[i] != '"') {
		return Undefined, i, false, d.fail(i, jsonFirstKey)
	}
	fr := jsonFrame{base: len(d.values), array: array, hint: d.hint(), slot: -1}
	if !array {
		if fr.shape = d.hints[fr.hint].shape; fr.shape != nil {
			fr.following = true
		} else {
			fr.shape = d.vm.realm.ObjectPrototype.rootShape
		}
	}
	d.frames = append(d.frames, fr)
	return Undefined, i, true, nil
}

// hint returns the index of the hint for the container that opens in the innermost frame, making it when it is new.
func (d *jsonDecoder) hint() int32 {
	if len(d.frames) == 0 {
		return 0
	}
	fr := &d.frames[len(d.frames)-1]
	slot := int32(0)
	if !fr.array && fr.obj == nil {
		if slot = int32(fr.slot); slot < 0 {
			slot = int32(fr.n)
		}
	}
	p := &d.hints[fr.hint]
	k := p.first
	for n := 0; k != 0; n++ {
		h := &d.hints[k]
		if h.slot == slot || n == jsonMaxHints {
			return k
		}
		k = h.next
	}
	h := jsonHint{slot: slot, next: p.first}
	if p.first != 0 {
		h.shape = d.hints[p.first].shape // objects used as tables have similar values
	}
	k = int32(len(d.hints))
	p.first = k
	d.hints = append(d.hints, h)
	return k
}

// array reads elements of an open array until it ends or a container opens.
func (d *jsonDecoder) array(fr *jsonFrame, i int) (int, error) {
	s := d.text
	v, opened := d.result, false
	var err error
	for {
		if !fr.pending {
			if v, i, opened, err = d.value(i); err != nil {
				return i, err
			}
			if opened {
				d.frames[len(d.frames)-2].pending = true
				return i, nil
			}
		}
		fr.pending = false
		if fr.obj != nil {
			if err = d.vm.Push(fr.obj, v); err != nil {
				return i, err
			}
		} else {
			d.values = append(d.values, v)
			if len(d.values)-fr.base >= jsonSpill {
				d.spill(fr)
			}
		}
		if i-d.charged > jsonChunk {
			if err = d.charge(i); err != nil {
				return i, err
			}
		}
		if i >= len(s) || s[i] <= ' ' {
			i = d.space(i)
		}
		switch {
		case i < len(s) && s[i] == ',':
			if i++; i < len(s) && s[i] <= ' ' {
				i = d.space(i)
			}
		case i < len(s) && s[i] == ']':
			d.closeArray(fr)
			return i + 1, nil
		default:
			return i, d.fail(i, jsonAfterItem)
		}
	}
}

// spill moves the elements of a long array from the stack to the array.
func (d *jsonDecoder) spill(fr *jsonFrame) {
	vals := d.values[fr.base:]
	fr.obj = d.vm.NewArray(append(make([]Value, 0, 2*len(vals)), vals...))
	d.drop(fr.base)
}

// drop takes the values from base on off the stack.
func (d *jsonDecoder) drop(base int) {
	d.used = max(d.used, len(d.values))
	d.values = d.values[:base]
}

// closed pops the innermost frame, whose container is o.
func (d *jsonDecoder) closed(o *Object) {
	d.deepest = max(d.deepest, len(d.frames))
	d.frames = d.frames[:len(d.frames)-1]
	d.result = ObjectValue(o)
}

func (d *jsonDecoder) closeArray(fr *jsonFrame) {
	o := fr.obj
	if o == nil {
		vals := d.values[fr.base:]
		var elems []Value
		o, elems = newInline(len(vals))
		copy(elems, vals)
		o.elems, o.class, o.shape = elems, ClassArray, d.vm.realm.arrayShape
		d.vm.mem += objectSize + int64(len(vals))*valueSize
		d.drop(fr.base)
	}
	d.closed(o)
}

// object reads members of an open object until it ends or a container opens.
func (d *jsonDecoder) object(fr *jsonFrame, i int) (int, error) {
	s := d.text
	v, opened := d.result, false
	var err error
	for {
		if !fr.pending {
			if i, err = d.memberKey(fr, i); err != nil {
				return i, err
			}
			if v, i, opened, err = d.value(i); err != nil {
				return i, err
			}
			if opened {
				d.frames[len(d.frames)-2].pending = true
				return i, nil
			}
		}
		fr.pending = false
		switch {
		case fr.obj != nil:
			if err = d.vm.CreateDataPropertyOrThrow(fr.obj, fr.key, v); err != nil {
				return i, err
			}
		case fr.slot < 0:
			d.values = append(d.values, v)
			fr.n++
		default:
			d.values[fr.base+fr.slot] = v
		}
		if i-d.charged > jsonChunk {
			if err = d.charge(i); err != nil {
				return i, err
			}
		}
		if i >= len(s) || s[i] <= ' ' {
			i = d.space(i)
		}
		switch {
		case i < len(s) && s[i] == ',':
			if i++; i < len(s) && s[i] <= ' ' {
				i = d.space(i)
			}
		case i < len(s) && s[i] == '}':
			d.closeObject(fr)
			return i + 1, nil
		default:
			return i, d.fail(i, jsonAfterMember)
		}
	}
}

// memberKey reads a key and its colon and decides where the value will go. It returns the position of the value.
func (d *jsonDecoder) memberKey(fr *jsonFrame, i int) (int, error) {
	s := d.text
	if fr.following && fr.n < len(fr.shape.props) {
		// The text of the expected key has no character that would be escaped, so equal text is the same key.
		t := fr.shape.props[fr.n].key.text
		if end := i + 1 + len(t); end < len(s) && s[end] == '"' && s[i] == '"' && s[i+1:end] == t {
			fr.slot = -1
			return d.colon(end + 1)
		}
	}
	if i >= len(s) || s[i] != '"' {
		return i, d.fail(i, jsonNextKey)
	}
	start := i
	k, i, err := d.str(i)
	if err != nil {
		return i, err
	}
	name := k.Str()
	if name.Len() != i-start-2 && name.IsASCII() {
		fr.escaped = true
	} else if !name.IsASCII() && strings.IndexByte(s[start:i], '\\') >= 0 {
		fr.escaped = true
	}
	if err := d.setKey(fr, name, start); err != nil {
		return i, err
	}
	return d.colon(i)
}

func (d *jsonDecoder) colon(i int) (int, error) {
	s := d.text
	if i >= len(s) || s[i] <= ' ' {
		i = d.space(i)
	}
	if i >= len(s) || s[i] != ':' {
		return i, d.fail(i, jsonColon)
	}
	if i++; i < len(s) && s[i] <= ' ' {
		i = d.space(i)
	}
	return i, nil
}

// setKey decides where the value of a key goes that the hint did not foretell.
func (d *jsonDecoder) setKey(fr *jsonFrame, name Str, at int) error {
	if index, ok := parseIndex(name); ok {
		d.generalForm(fr)
		fr.key = PropertyKey{index: index}
		return nil
	}
	a := d.atom(name)
	if a == d.vm.realm.Names.Proto.atom {
		return d.failProto(at)
	}
	if fr.obj != nil {
		fr.key = PropertyKey{atom: a}
		return nil
	}
	if fr.following {
		fr.following = false
		fr.shape = d.prefix(fr.shape, fr.n)
	}
	if slot, ok := fr.shape.scan(a); ok {
		fr.slot = int(slot)
		return nil
	}
	if fr.n >= maxShapeProps {
		d.generalForm(fr)
		fr.key = PropertyKey{atom: a}
		return nil
	}
	fr.slot = -1
	fr.shape = d.vm.child(fr.shape, a, FlagsData)
	return nil
}

// atom returns the atom of a key. Atoms outlive the text, so a new one gets text of its own.
func (d *jsonDecoder) atom(name Str) *Atom {
	if name.Len() >= longName {
		return d.vm.internLong(name)
	}
	text := name.String()
	h := uint(len(text))
	if h > 0 {
		h += uint(text[0])*31 + uint(text[len(text)-1])*7 + uint(text[len(text)/2])
	}
	e := &d.keys[h%jsonKeyCache]
	if *e != nil && (*e).text == text {
		return *e
	}
	vm := d.vm
	a := vm.realm.atoms[text]
	if a == nil {
		a = vm.linked.atoms[text]
	}
	if a == nil {
		a = vm.atoms[text]
	}
	if a == nil {
		a = d.newAtom(text)
	}
	*e = a
	return a
}

// newAtom interns a key that the execution has not met, which is no array index. Atoms and their texts are allocated in
// blocks.
func (d *jsonDecoder) newAtom(text string) *Atom {
	vm := d.vm
	if len(d.atoms) == 0 {
		d.atoms = make([]Atom, 8)
	}
	if n := len(text); cap(d.names)-len(d.names) < n {
		d.names = make([]byte, 0, max(128, n))
	}
	from := len(d.names)
	d.names = append(d.names, text...)
	own := bytesToString(d.names[from:])
	a := &d.atoms[0]
	d.atoms = d.atoms[1:]
	*a = Atom{text: own, value: String(own)}
	if vm.atoms == nil {
		vm.atoms = make(map[string]*Atom)
	}
	vm.atoms[own] = a
	vm.mem += int64(len(own)) + 160
	return a
}

// prefix returns the shape with the first n properties of s.
func (d *jsonDecoder) prefix(s *Shape, n int) *Shape {
	if n == len(s.props) {
		return s
	}
	p := d.vm.realm.ObjectPrototype.rootShape
	for _, prop := range s.props[:n] {
		p = d.vm.child(p, prop.key, FlagsData)
	}
	return p
}

// generalForm turns the object of a frame into one that is built in place.
func (d *jsonDecoder) generalForm(fr *jsonFrame) {
	if fr.obj != nil {
		return
	}
	if fr.following {
		fr.following = false
		fr.shape = d.prefix(fr.shape, fr.n)
	}
	vals := d.values[fr.base:]
	fr.obj = &Object{shape: fr.shape, slots: append([]Value(nil), vals...)}
	d.vm.mem += objectSize + int64(len(vals))*valueSize
	d.drop(fr.base)
}

func (d *jsonDecoder) closeObject(fr *jsonFrame) {
	o := fr.obj
	if o == nil {
		vals := d.values[fr.base:]
		var slots []Value
		o, slots = newInline(len(vals))
		copy(slots, vals)
		o.slots = slots
		if fr.following {
			o.shape = d.prefix(fr.shape, len(vals))
		} else {
			o.shape = fr.shape
			d.hints[fr.hint].shape = nil
			if !fr.escaped {
				d.hints[fr.hint].shape = fr.shape
			}
		}
		d.vm.mem += objectSize + int64(len(vals))*valueSize
		d.drop(fr.base)
	}
	d.closed(o)
}
