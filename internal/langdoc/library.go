package main

// This file lists the library by walking the realm, so the list is what there is.

import (
	"slices"
	"strings"

	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib"
)

// An entry is one object of the library.
type entry struct {
	name  string
	own   []string // properties of the object itself
	proto []string // properties of what its prototype property holds
}

// A walker looks at the objects of a realm.
type walker struct {
	vm      *vm.VM
	realm   *vm.Realm
	entries []entry
	seen    map[*vm.Object]bool
}

// library lists the global objects and those behind them, in alphabetical order.
func library() ([]entry, error) {
	r := stdlib.Realm()
	w := &walker{vm: vm.New(r, vm.Options{}), realm: r, seen: map[*vm.Object]bool{r.Global: true}}
	keys, err := w.vm.OwnKeys(r.Global)
	if err != nil {
		return nil, err
	}
	for _, k := range keys {
		v, err := w.vm.Get(r.Global, k)
		if err != nil {
			return nil, err
		}
		if o := v.Object(); o != nil {
			if err := w.visit(k.Text(), o); err != nil {
				return nil, err
			}
		} else if !k.IsSymbol() {
			w.entries = append(w.entries, entry{name: k.Text()})
		}
	}
	for name, o := range w.hidden() {
		if err := w.visit(name, o); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(w.entries, func(a, b entry) int { return strings.Compare(strings.ToLower(a.name), strings.ToLower(b.name)) })
	return w.entries, nil
}

// hidden are objects that no global leads to.
func (w *walker) hidden() map[string]*vm.Object {
	r := w.realm
	return map[string]*vm.Object{
		"*generator objects*":                       r.GeneratorPrototype,
		"*async generator objects*":                 r.AsyncGeneratorPrototype,
		"*arrays from keys(), values(), entries()*": r.ArrayResultPrototype,
	}
}

// visit adds the entry of an object, of the constructors among its properties, and of a constructor that it inherits from.
func (w *walker) visit(name string, o *vm.Object) error {
	if w.seen[o] {
		return nil
	}
	w.seen[o] = true
	e := entry{name: name}
	keys, err := w.vm.OwnKeys(o)
	if err != nil {
		return err
	}
	for _, k := range keys {
		if k.Is("constructor") || o.IsCallable() && (k.Is("length") || k.Is("name")) {
			continue
		}
		p, _, err := w.vm.GetOwn(o, k)
		if err != nil {
			return err
		}
		target := p.Value.Object()
		switch {
		case k.Is("prototype") && target != nil:
			if e.proto, err = w.names(target); err != nil {
				return err
			}
		case target != nil && w.isClass(target):
			if err := w.visit(name+"."+k.Text(), target); err != nil {
				return err
			}
		default:
			e.own = append(e.own, keyText(k))
		}
	}
	w.entries = append(w.entries, e)
	if parent := o.Proto(); parent != nil && parent.IsCallable() && parent != w.realm.FunctionPrototype {
		return w.visit(parent.FunctionName(), parent)
	}
	return nil
}

// isClass reports whether an object is a constructor with a prototype.
func (w *walker) isClass(o *vm.Object) bool {
	if !o.IsCallable() {
		return false
	}
	_, ok, err := w.vm.GetOwn(o, w.vm.Key("prototype"))
	return ok && err == nil
}

// names lists the properties of a prototype.
func (w *walker) names(o *vm.Object) ([]string, error) {
	keys, err := w.vm.OwnKeys(o)
	var list []string
	for _, k := range keys {
		if !k.Is("constructor") {
			list = append(list, keyText(k))
		}
	}
	return list, err
}

func keyText(k vm.PropertyKey) string {
	if k.IsSymbol() {
		return "[" + strings.TrimSuffix(strings.TrimPrefix(k.Text(), "Symbol("), ")") + "]"
	}
	return k.Text()
}
