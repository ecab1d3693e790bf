// This file writes object types: on one line "{ a: T; b?: U }", or a field a line with JSDoc comments.

package discovery

import (
	"strings"
	"unicode"
)

// objectWriter writes the fields of an object at a depth. Fields are indented by two spaces for each level.
type objectWriter struct {
	multiline bool
	depth     int
	buf       []byte
	fields    int
	// spare holds buffers of objects that are finished, for those to come. It may be nil.
	spare *[][]byte
}

const spaces = "                                                                "

func (w *objectWriter) indent(depth int) {
	for n := 2 * depth; n > 0; n -= len(spaces) {
		w.buf = append(w.buf, spaces[:min(n, len(spaces))]...)
	}
}

// open makes sure that there is a buffer with the beginning of the object in it.
func (w *objectWriter) open() {
	if w.buf != nil {
		return
	}
	if w.spare != nil && len(*w.spare) > 0 {
		last := len(*w.spare) - 1
		w.buf = (*w.spare)[last][:0]
		*w.spare = (*w.spare)[:last]
	}
	w.buf = append(w.buf, '{', ' ')
	if w.multiline {
		w.buf[1] = '\n'
	}
}

// begin starts a field.
func (w *objectWriter) begin() {
	w.open()
	switch {
	case w.multiline:
		w.indent(w.depth + 1)
	case w.fields > 0:
		w.buf = append(w.buf, "; "...)
	}
	w.fields++
}

func (w *objectWriter) end(typ string) {
	w.buf = append(append(w.buf, ": "...), typ...)
	if w.multiline {
		w.buf = append(w.buf, ",\n"...)
	}
}

func (w *objectWriter) field(key string, optional bool, typ string) {
	w.begin()
	w.buf = appendKey(w.buf, key)
	if optional {
		w.buf = append(w.buf, '?')
	}
	w.end(typ)
}

// index writes the type of all other fields.
func (w *objectWriter) index(typ string) {
	w.begin()
	w.buf = append(w.buf, "[key: string]"...)
	w.end(typ)
}

func (w *objectWriter) finish() string {
	if w.fields == 0 {
		return "{}"
	}
	if w.multiline {
		w.indent(w.depth)
	} else {
		w.buf = append(w.buf, ' ')
	}
	w.buf = append(w.buf, '}')
	out := string(w.buf)
	if w.spare != nil {
		*w.spare = append(*w.spare, w.buf)
	}
	return out
}

// comment writes the JSDoc of a field from the field's own schema and returns its length.
func (w *objectWriter) comment(n *node) int {
	lines := docLines(n)
	if len(lines) == 0 {
		return 0
	}
	w.open()
	start := len(w.buf)
	w.indent(w.depth + 1)
	if len(lines) == 1 {
		w.buf = append(append(append(w.buf, "/** "...), lines[0]...), " */\n"...)
		return len(w.buf) - start
	}
	w.buf = append(w.buf, "/**\n"...)
	for _, line := range lines {
		w.indent(w.depth + 1)
		w.buf = append(w.buf, " *"...)
		if line != "" {
			w.buf = append(append(w.buf, ' '), line...)
		}
		w.buf = append(w.buf, '\n')
	}
	w.indent(w.depth + 1)
	w.buf = append(w.buf, " */\n"...)
	return len(w.buf) - start
}

// docLines are the lines of a field's comment: its description, then a tag for what a type cannot say.
func docLines(n *node) []string {
	if !n.is(object) {
		return nil
	}
	description, _ := n.strAt("description")
	tags := appendTags(nil, n)
	if len(tags) == 0 && !strings.Contains(description, "\n") {
		if line := cleanLine(description); line != "" {
			return []string{line}
		}
		return nil
	}
	lines := strings.Split(description+"\n"+string(tags), "\n")
	for i, line := range lines {
		lines[i] = cleanLine(line)
	}
	for len(lines) > 0 && lines[0] == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// cleanLine drops the white space at the end of a line, and what would end the comment.
func cleanLine(line string) string {
	return strings.ReplaceAll(strings.TrimRightFunc(line, isBlank), "*/", "* /")
}

func appendTags(doc []byte, n *node) []byte {
	if d := n.get("deprecated"); d.is(boolean) && d.flag {
		doc = append(doc, "@deprecated\n"...)
	}
	if d := n.get("default"); d != nil {
		doc = append(appendValue(append(doc, "@default "...), d), '\n')
	}
	if f := n.get("format"); f.is(text) {
		doc = append(append(append(doc, "@format "...), f.str...), '\n')
	}
	for _, key := range [...]string{"minItems", "maxItems"} {
		if m := n.get(key); m.is(number) {
			doc = append(append(append(doc, '@'), key...), ' ')
			doc = append(appendNumber(doc, m.num), '\n')
		}
	}
	return doc
}

// isBlank is what JavaScript's trim removes.
func isBlank(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' }
