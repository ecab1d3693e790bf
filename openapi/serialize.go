// This file defines how values become text in paths, queries, headers and forms.

package openapi

import (
	"strconv"
	"strings"

	"github.com/neurocode-ai/codemode/tools"
)

// scalarText is the text of a value that is no array and no object.
func scalarText(n *node) (text string, ok bool) {
	if n.kind == arrayKind || n.kind == objectKind {
		return "", false
	}
	return n.text, true
}

// flat lists the texts of an array, or the keys and values of an object in turn.
func flat(n *node) (texts []string, ok bool) {
	for i, item := range n.items {
		if n.kind == objectKind {
			texts = append(texts, n.keys[i])
		}
		text, ok := scalarText(item)
		if !ok {
			return nil, false
		}
		texts = append(texts, text)
	}
	return texts, true
}

func errNested(where location, field string) error {
	return tools.Errorf("%s parameter %s: arrays and objects inside an array or an object cannot be sent there", where, quote(field))
}

const upperHex = "0123456789ABCDEF"

// escape percent-encodes the UTF-8 bytes for which keep is false. Lone surrogates become U+FFFD.
func escape(s string, keep func(c byte) bool) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	extra := 0
	for i := range len(s) {
		if !keep(s[i]) {
			extra += 2
		}
	}
	if extra == 0 {
		return s
	}
	out := make([]byte, 0, len(s)+extra)
	for i := range len(s) {
		if c := s[i]; keep(c) {
			out = append(out, c)
		} else {
			out = append(out, '%', upperHex[c>>4], upperHex[c&15])
		}
	}
	return string(out)
}

// encodeComponent leaves the unreserved characters of RFC 3986.
func encodeComponent(s string) string {
	return escape(s, func(c byte) bool { return isAlnum(c) || c == '-' || c == '.' || c == '_' || c == '~' })
}

// encodeForm is the encoding of application/x-www-form-urlencoded (WHATWG URL, section 5).
func encodeForm(s string) string {
	s = escape(s, func(c byte) bool { return isAlnum(c) || strings.IndexByte("*-._ ", c) >= 0 })
	return strings.ReplaceAll(s, " ", "+")
}

// encodeReserved is the reserved expansion of RFC 6570 for queries: reserved characters and percent-encoded triples stay, except
// those that a query cannot hold or that separate its parts ("[", "]", "#", "&", "+").
func encodeReserved(s string) string {
	return encodeKeepingTriples(s, "-._~:/?@!$'()*,;=")
}

// encodeLiteral makes text of a document legal in a path and its query: what RFC 3986 allows there stays, triples too.
func encodeLiteral(s string) string {
	return encodeKeepingTriples(s, "-._~:/?@!$&'()*+,;=")
}

// encodeKeepingTriples encodes all but letters, digits, the characters of keep and what is percent-encoded already.
func encodeKeepingTriples(s, keep string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case isAlnum(c) || strings.IndexByte(keep, c) >= 0:
			b.WriteByte(c)
		case c == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]):
			b.WriteString(s[i : i+3])
			i += 2
		default:
			b.Write([]byte{'%', upperHex[c>>4], upperHex[c&15]})
		}
	}
	return b.String()
}

func isHex(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f' }

// pathText is the text that replaces a parameter in a path, encoded.
func (f *field) pathText(v *node) (string, error) {
	prefix, separator, name := "", ",", ""
	switch f.style {
	case styleLabel:
		prefix = "."
	case styleMatrix:
		prefix, name = ";", encodeComponent(f.wire)
	case styleJSON:
		return encodeComponent(string(v.appendJSON(nil))), nil
	}
	if f.explode && prefix != "" {
		separator = prefix
	}
	if text, ok := scalarText(v); ok {
		if name != "" && text != "" {
			name += "="
		}
		return prefix + name + encodeComponent(text), nil
	}
	texts, ok := flat(v)
	if !ok {
		return "", errNested(inPath, f.name)
	}
	if len(texts) == 0 {
		return "", nil
	}
	for i := range texts {
		texts[i] = encodeComponent(texts[i])
	}
	switch {
	case f.explode && v.kind == objectKind:
		texts = joinPairs(texts)
	case f.explode && name != "":
		for i := range texts {
			texts[i] = name + "=" + texts[i]
		}
	case name != "":
		prefix += name + "="
	}
	return prefix + strings.Join(texts, separator), nil
}

// joinPairs turns [k v k v] into [k=v k=v].
func joinPairs(texts []string) []string {
	out := make([]string, 0, len(texts)/2)
	for i := 0; i+1 < len(texts); i += 2 {
		out = append(out, texts[i]+"="+texts[i+1])
	}
	return out
}

// headerText is the value of a header parameter (style simple, nothing is encoded).
func (f *field) headerText(v *node) (string, error) {
	if f.style == styleJSON {
		return string(v.appendJSON(nil)), nil
	}
	if text, ok := scalarText(v); ok {
		return text, nil
	}
	texts, ok := flat(v)
	if !ok {
		return "", errNested(inHeader, f.name)
	}
	if f.explode && v.kind == objectKind {
		texts = joinPairs(texts)
	}
	return strings.Join(texts, ","), nil
}

// pair is one name and value of a query or form.
type pair struct {
	key, text string
	// encoded is the value as it appears in a query, "" if it is the form encoding of the text.
	encoded string
	// json says that the text is JSON, file that it stands for a binary value (in multipart bodies).
	json bool
	file *tools.Bytes
}

func (p *pair) appendTo(b *strings.Builder) {
	if b.Len() > 0 {
		b.WriteByte('&')
	}
	b.WriteString(encodeForm(p.key))
	b.WriteByte('=')
	if p.encoded != "" {
		b.WriteString(p.encoded)
	} else {
		b.WriteString(encodeForm(p.text))
	}
}

// pairs serialises a field of a query or a form.
func (f *field) pairs(d *document, v *node) ([]pair, error) {
	text, scalar := scalarText(v)
	switch {
	case f.style == styleJSON:
		return f.finish([]pair{{key: f.wire, text: string(v.appendJSON(nil)), json: true}}), nil
	case f.style == styleDeep:
		return f.deep(d, v)
	case scalar:
		return f.finish([]pair{{key: f.wire, text: text}}), nil
	case f.style == styleAuto:
		return f.finish(autoPairs(f.wire, v)), nil
	}
	texts, ok := flat(v)
	switch {
	case !ok:
		return nil, errNested(f.in, f.name)
	case f.style == styleSpace:
		return f.delimited(texts, " ", "%20")
	case f.style == stylePipe:
		return f.delimited(texts, "|", "%7C")
	case !f.explode:
		return f.finish([]pair{{key: f.wire, text: strings.Join(texts, ",")}}), nil
	}
	var out []pair
	if v.kind == arrayKind {
		for _, t := range texts {
			out = append(out, pair{key: f.wire, text: t})
		}
	} else {
		for i := 0; i+1 < len(texts); i += 2 {
			out = append(out, pair{key: texts[i], text: texts[i+1]})
		}
	}
	return f.finish(out), nil
}

// finish applies allowReserved.
func (f *field) finish(pairs []pair) []pair {
	if f.reserved {
		for i := range pairs {
			pairs[i].encoded = encodeReserved(pairs[i].text)
		}
	}
	return pairs
}

// delimited joins items by a character that no item may hold, since the receiver could not tell it from a separator.
func (f *field) delimited(texts []string, delimiter, encoded string) ([]pair, error) {
	parts := make([]string, len(texts))
	for i, t := range texts {
		if strings.Contains(t, delimiter) {
			return nil, tools.Errorf("%s parameter %s: the item %s holds the character that separates items", f.in, quote(f.name), quote(t))
		}
		if f.reserved {
			parts[i] = encodeReserved(t)
		} else {
			parts[i] = encodeForm(t)
		}
	}
	return []pair{{key: f.wire, text: strings.Join(texts, delimiter), encoded: strings.Join(parts, encoded)}}, nil
}

// autoPairs is the default of form fields (OpenAPI 3.0.4, 3.1.1): each item of an array on its own, objects as JSON.
func autoPairs(key string, v *node) []pair {
	items := []*node{v}
	if v.kind == arrayKind {
		items = v.items
	}
	out := make([]pair, 0, len(items))
	for _, item := range items {
		if text, ok := scalarText(item); ok {
			out = append(out, pair{key: key, text: text})
		} else {
			out = append(out, pair{key: key, text: string(item.appendJSON(nil)), json: true})
		}
	}
	return out
}

// deep serialises with brackets: name[key]=value. The specification defines objects of scalars only. Deeper values, arrays
// (name[0]=value) and bare scalars are written where the schema declares them, as the APIs that do so read them.
func (f *field) deep(d *document, v *node) ([]pair, error) {
	text, scalar := scalarText(v)
	if v.kind != objectKind {
		form := d.shapes(f.schema)
		switch {
		case scalar && form&scalarShape != 0:
			return f.finish([]pair{{key: f.wire, text: text}}), nil
		case v.kind == arrayKind && form&arrayShape != 0:
		default:
			return nil, tools.Errorf("%s parameter %s must be an object", f.in, quote(f.name))
		}
	}
	if _, ok := flat(v); !ok && !d.nests(f.schema) {
		return nil, errNested(f.in, f.name)
	}
	return f.finish(deepPairs(nil, f.wire, v)), nil
}

// deepPairs recurses as deep as the input, which the reader of inputs limits.
func deepPairs(out []pair, key string, v *node) []pair {
	if text, ok := scalarText(v); ok {
		return append(out, pair{key: key, text: text})
	}
	for i, item := range v.items {
		name := strconv.Itoa(i)
		if v.kind == objectKind {
			name = v.keys[i]
		}
		out = deepPairs(out, key+"["+name+"]", item)
	}
	return out
}
