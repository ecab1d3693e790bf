package vm

// This file links a Program to a realm: what all runs of a program share.

import (
	"math/big"

	"github.com/neurocode-ai/codemode/vm/bytecode"
)

// linked is a program as the machine uses it: constants as values, names as property keys, the shapes of object
// literals. It is made once and never changes.
type linked struct {
	prog        *bytecode.Program
	realm       *Realm
	main        *code
	sites       []site
	atoms       map[string]*Atom
	long        []*Atom // the names that internLong looks for
	transitions map[transition]*Shape
}

// site is a linked property site.
type site struct {
	key   PropertyKey
	shape *Shape // the shape of an object literal
}

// code is a linked function.
type code struct {
	fn     *bytecode.Function
	ins    []bytecode.Instr
	k      []Value
	funcs  []*code
	linked *linked

	numRegs   int
	numParams int
	shapeKind functionShape
	plain     bool // a call needs nothing but a frame
}

var emptyLinked = &linked{prog: &bytecode.Program{}, atoms: map[string]*Atom{}}

// link returns the linked form of p, made at the first call for the realm.
func (realm *Realm) link(p *bytecode.Program) *linked {
	l := p.Linked(func() any { return newLinked(realm, p) }).(*linked)
	if l.realm != realm {
		l = newLinked(realm, p) // a second realm in one process, in tests
	}
	return l
}

// Link prepares a program for its first run in the realm, which would do it otherwise.
func (realm *Realm) Link(p *bytecode.Program) { realm.link(p) }

func newLinked(realm *Realm, p *bytecode.Program) *linked {
	l := &linked{prog: p, realm: realm, sites: make([]site, len(p.Sites))}
	atoms := make([]*Atom, len(p.Names))
	fresh := 0
	for i, name := range p.Names {
		if atoms[i] = realm.atoms[name]; atoms[i] == nil {
			fresh++
		}
	}
	l.atoms = make(map[string]*Atom, fresh)
	block := make([]Atom, 0, fresh)
	for i, name := range p.Names {
		if atoms[i] == nil {
			block = append(block, *newAtom(name))
			atoms[i] = &block[len(block)-1]
			l.atoms[name] = atoms[i]
			if atoms[i].value.strLen() >= longName {
				l.long = append(l.long, atoms[i])
			}
		}
	}
	for i, s := range p.Sites {
		if s.Name >= 0 {
			l.sites[i].key = PropertyKey{atom: atoms[s.Name]}
			continue
		}
		shape := realm.ObjectPrototype.rootShape
		for _, k := range p.SiteKeys(s) {
			shape = l.literalChild(shape, atoms[k])
		}
		l.sites[i].shape = shape
	}
	l.main = l.function(p.Main)
	return l
}

// literalChild extends the static shape of a literal by a property.
func (l *linked) literalChild(s *Shape, key *Atom) *Shape {
	t := transition{s, key, FlagsData}
	if c := l.transitions[t]; c != nil {
		return c
	}
	if l.transitions == nil {
		l.transitions = make(map[transition]*Shape)
	}
	props := append(append(make([]shapeProp, 0, len(s.props)+1), s.props...), shapeProp{key, FlagsData})
	c := &Shape{proto: s.proto, props: props, static: true}
	if len(props) > linearKeys {
		c.buildTable()
	}
	l.transitions[t] = c
	return c
}

func (l *linked) function(fn *bytecode.Function) *code {
	c := &code{fn: fn, ins: fn.Code, linked: l, numRegs: fn.NumRegs, numParams: fn.NumParams}
	c.plain = !fn.Async && !fn.Generator && fn.RestReg == 0 && fn.ArgumentsReg == 0 &&
		fn.Kind != bytecode.ClassConstructor && fn.Kind != bytecode.DerivedConstructor
	switch {
	case fn.Async && fn.Generator:
		c.shapeKind = shapeAsyncGenerator
	case fn.Async:
		c.shapeKind = shapeAsync
	case fn.Generator:
		c.shapeKind = shapeGenerator
	}
	if len(fn.Constants) > 0 {
		c.k = make([]Value, len(fn.Constants))
	}
	for i, k := range fn.Constants {
		switch k.Kind {
		case bytecode.ConstNumber:
			c.k[i] = Number(k.Number)
		case bytecode.ConstString:
			c.k[i] = l.constString(k.Text)
		case bytecode.ConstBigInt:
			b, _ := new(big.Int).SetString(k.Text, 10)
			c.k[i] = BigIntValue(b)
		}
	}
	if len(fn.Functions) > 0 {
		c.funcs = make([]*code, len(fn.Functions))
	}
	for i, f := range fn.Functions {
		c.funcs[i] = l.function(f)
	}
	return c
}

func (l *linked) constString(text string) Value { return String(text) }
