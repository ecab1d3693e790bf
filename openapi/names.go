// This file defines the names of tools and of the fields of their inputs.

package openapi

import (
	"strconv"
	"strings"
)

// blockedName reports names that no field or path segment gets: they are members of every JavaScript object.
func blockedName(s string) bool { return s == "constructor" || s == "prototype" || s == "__proto__" }

// toolName is the path of an operation's tool before collisions are dealt with.
func toolName(id, method, path string) []string {
	if id == "" {
		return []string{flatName(method, path)}
	}
	segments := strings.Split(id, ".")
	for i, s := range segments {
		segments[i] = sanitise(s)
	}
	return segments
}

// sanitise makes an identifier of a part of an operation id.
func sanitise(s string) string {
	var b strings.Builder
	gap := false
	for i := range len(s) {
		c := s[i]
		if isAlnum(c) || c == '_' || c == '$' {
			if gap {
				b.WriteByte('_')
			}
			gap = false
			b.WriteByte(c)
		} else {
			gap = true
		}
	}
	if gap {
		b.WriteByte('_')
	}
	name := strings.Trim(b.String(), "_")
	switch {
	case name == "":
		return "operation"
	case name[0] >= '0' && name[0] <= '9':
		return "_" + name
	case blockedName(name):
		return name + "_2"
	}
	return name
}

func isAlnum(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// flatName names an operation without an id after its method and path: getUsersById.
func flatName(method, path string) string {
	var b strings.Builder
	b.WriteString(strings.ToLower(method))
	word := func(w string) {
		w = strings.ToLower(w)
		b.WriteString(strings.ToUpper(w[:1]))
		b.WriteString(w[1:])
	}
	for segment := range strings.SplitSeq(path, "/") {
		if len(segment) > 2 && segment[0] == '{' && segment[len(segment)-1] == '}' && !strings.ContainsAny(segment[1:len(segment)-1], "{}") {
			word("by")
		}
		for _, w := range strings.FieldsFunc(segment, func(r rune) bool { return r >= 0x80 || !isAlnum(byte(r)) }) {
			word(w)
		}
	}
	return b.String()
}

// nameTree knows which paths are taken. Comparison is case-sensitive, and the order of the document decides.
type nameTree struct {
	children map[string]*nameTree
	tool     bool
	// next is where the search for a free suffix of a flat name goes on, so that many equal ids cost no quadratic time.
	next map[string]int
}

func newNameTree() *nameTree {
	return &nameTree{children: map[string]*nameTree{}, next: map[string]int{}}
}

// free reports whether a path is neither a tool nor a namespace and no proper prefix of it is a tool; prefix is the length
// of the first prefix that is one.
func (t *nameTree) free(path []string) (ok bool, prefix int) {
	at := t
	for i, segment := range path {
		at = at.children[segment]
		if at == nil {
			return true, 0
		}
		if at.tool && i < len(path)-1 {
			return false, i + 1
		}
	}
	return false, 0
}

// reserve picks a free path for an operation and takes it.
func (t *nameTree) reserve(path []string) []string {
	ok, prefix := t.free(path)
	if !ok && prefix > 0 {
		// The tool's name and the next segment become one: session.context + entry → session.contextEntry.
		merged := append([]string{}, path[:prefix-1]...)
		merged = append(merged, path[prefix-1]+strings.ToUpper(path[prefix][:1])+path[prefix][1:])
		merged = append(merged, path[prefix+1:]...)
		if ok, _ = t.free(merged); ok {
			path = merged
		}
	}
	if !ok {
		flat := strings.Join(path, "_")
		n := max(t.next[flat], 2)
		for t.children[flat+"_"+strconv.Itoa(n)] != nil {
			n++
		}
		t.next[flat] = n + 1
		path = []string{flat + "_" + strconv.Itoa(n)}
	}
	at := t
	for _, segment := range path {
		child := at.children[segment]
		if child == nil {
			child = &nameTree{children: map[string]*nameTree{}}
			at.children[segment] = child
		}
		at = child
	}
	at.tool = true
	return path
}

// fieldNames gives the fields of one input their names: the wire name, with the location in front where two locations use it,
// and with a number behind where an earlier field has it already.
func fieldNames(fields []field) {
	where := make(map[string]location, len(fields))
	shared := map[string]bool{}
	for i := range fields {
		f := &fields[i]
		if l, ok := where[f.wire]; ok && l != f.in {
			shared[f.wire] = true
		}
		where[f.wire] = f.in
	}
	taken := make(map[string]bool, len(fields))
	for i := range fields {
		f := &fields[i]
		name := f.wire
		if shared[name] {
			name = f.in.String() + "_" + name
		}
		if blockedName(name) {
			name += "_2"
		}
		f.name = name
		for n := 2; taken[f.name]; n++ {
			f.name = name + "_" + strconv.Itoa(n)
		}
		taken[f.name] = true
	}
}
