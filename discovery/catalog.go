// This file selects the tools that the instructions show and writes the catalog section.

package discovery

import (
	"fmt"
	"slices"
	"strings"
)

// line is the entry of a tool in the catalog: two spaces, a bullet, the signature, and the first line of the description.
func (e *entry) line(sig *signature) string {
	b := make([]byte, 0, len(sig.head)+len(sig.types)+160)
	b = append(append(b, "  - "...), sig.head...)
	if text := firstLine(e.description); text != "" {
		b = append(append(b, " // "...), text...)
	}
	if sig.types != "" {
		b = append(append(b, '\n'), sig.types...)
	}
	return string(b)
}

// maxLine is the longest first line in UTF-16 units. A longer one is cut to one unit less, and an ellipsis of three follows.
const maxLine = 120

// firstLine returns the first line of a description as the catalog shows it. A character is never cut in half.
func firstLine(description string) string {
	first, _, _ := strings.Cut(description, "\n")
	first = strings.TrimFunc(first, isBlank)
	if len(first) <= maxLine || utf16Length(first) <= maxLine {
		return first
	}
	units := 0
	for i, r := range first {
		size := 1
		if r > 0xFFFF {
			size = 2
		}
		if units += size; units > maxLine-1 {
			return first[:i] + "..."
		}
	}
	return first
}

// namespace is the tools below one top-level name.
type namespace struct {
	name, description string
	entries           []*entry // declaration order
	queue             []*entry // cheapest first
	shown             int
}

// namespaces groups the entries, in alphabetical order of the names.
func (x *Index) namespaces() []*namespace {
	byName := map[string]*namespace{}
	var names []string
	for i := range x.entries {
		e := &x.entries[i]
		name := e.tool.Namespace()
		ns := byName[name]
		if ns == nil {
			ns = &namespace{name: name}
			if p := x.catalogue.Root.Child(name); p != nil && p.Tool == nil {
				ns.description = p.Description
			}
			byName[name] = ns
			names = append(names, name)
		}
		ns.entries = append(ns.entries, e)
	}
	for _, e := range x.ranked { // ties are broken by path
		ns := byName[e.tool.Namespace()]
		ns.queue = append(ns.queue, e)
	}
	list := make([]*namespace, len(names))
	for i, at := range alphabetical(names) {
		ns := byName[names[at]]
		slices.SortStableFunc(ns.queue, func(a, b *entry) int { return a.cost - b.cost })
		list[i] = ns
	}
	return list
}

// choose decides which tools are shown. Namespaces take turns in alphabetical order, each placing its cheapest tool that is left, as
// long as it fits what remains of the budget; one whose tool does not fit is out.
func choose(list []*namespace, budget int) map[*entry]bool {
	shown := map[*entry]bool{}
	used := 0
	active := slices.Clone(list)
	for len(active) > 0 {
		active = slices.DeleteFunc(active, func(ns *namespace) bool {
			e := ns.queue[0]
			if e.cost > budget-used {
				return true
			}
			used += e.cost
			shown[e] = true
			ns.shown++
			ns.queue = ns.queue[1:]
			return len(ns.queue) == 0
		})
	}
	return shown
}

// label tells how many tools a namespace has and how many of them are shown.
func (ns *namespace) label() string {
	n := len(ns.entries)
	count := fmt.Sprintf("%d tools", n)
	if n == 1 {
		count = "1 tool"
	}
	switch ns.shown {
	case n:
		return "(" + count + ")"
	case 0:
		return "(" + count + ", none shown)"
	}
	return fmt.Sprintf("(%s, %d shown)", count, ns.shown)
}

// title is the name of a namespace on its line. A name that could break the line is quoted.
func (ns *namespace) title() string {
	if strings.ContainsFunc(ns.name, func(r rune) bool { return r < ' ' || r == 0x7f || r == '\u2028' || r == '\u2029' || r == '\u0085' }) {
		return string(appendQuoted(nil, ns.name))
	}
	return ns.name
}

func (x *Index) writeCatalog(b *strings.Builder, list []*namespace, shown map[*entry]bool) {
	for i, ns := range list {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString("- ")
		b.WriteString(ns.title())
		b.WriteByte(' ')
		b.WriteString(ns.label())
		if text := firstLine(ns.description); text != "" {
			b.WriteString(" // ")
			b.WriteString(text)
		}
		for _, e := range ns.entries {
			if shown[e] {
				b.WriteByte('\n')
				b.WriteString(e.line(x.current(e)))
			}
		}
	}
}
