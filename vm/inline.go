package vm

// This file defines objects whose slots or elements are allocated together with the object.

type (
	inline2 struct {
		o Object
		v [2]Value
	}
	inline4 struct {
		o Object
		v [4]Value
	}
	inline6 struct {
		o Object
		v [6]Value
	}
	inline8 struct {
		o Object
		v [8]Value
	}
	inline10 struct {
		o Object
		v [10]Value
	}
	inline12 struct {
		o Object
		v [12]Value
	}
	inline16 struct {
		o Object
		v [16]Value
	}
)

// maxInline is the number of values up to which they are kept next to the object; beyond it one allocation more hardly shows.
const maxInline = 16

// newInline returns an empty object and room for exactly n values, in one allocation where n is small. The caller makes
// the values the slots or the elements of the object, sets shape and class, and has charged the memory.
func newInline(n int) (*Object, []Value) {
	switch {
	case n == 0:
		return &Object{}, nil
	case n <= 2:
		b := &inline2{}
		return &b.o, b.v[:n:n]
	case n <= 4:
		b := &inline4{}
		return &b.o, b.v[:n:n]
	case n <= 6:
		b := &inline6{}
		return &b.o, b.v[:n:n]
	case n <= 8:
		b := &inline8{}
		return &b.o, b.v[:n:n]
	case n <= 10:
		b := &inline10{}
		return &b.o, b.v[:n:n]
	case n <= 12:
		b := &inline12{}
		return &b.o, b.v[:n:n]
	case n <= maxInline:
		b := &inline16{}
		return &b.o, b.v[:n:n]
	}
	return &Object{}, make([]Value, n)
}
