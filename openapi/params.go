// This file defines the fields of an input and the checks of declared parameters.

package openapi

import (
	"strings"

	"golang.org/x/net/http/httpguts"
)

// location is where a field travels.
type location uint8

const (
	inPath location = iota
	inQuery
	inHeader
	inBody
)

func (l location) String() string { return [...]string{"path", "query", "header", "body"}[l] }

// style is how a value becomes text.
type style uint8

const (
	styleForm style = iota
	styleSimple
	styleLabel
	styleMatrix
	styleSpace
	stylePipe
	styleDeep
	// styleJSON writes the value as JSON text: parameters with content, and fields of forms that declare it.
	styleJSON
	// styleAuto is what fields of forms have by default: scalars as text, each item of an array on its own, objects as JSON.
	styleAuto
)

var styleNames = map[string]style{
	"form": styleForm, "simple": styleSimple, "label": styleLabel, "matrix": styleMatrix,
	"spaceDelimited": styleSpace, "pipeDelimited": stylePipe, "deepObject": styleDeep,
}

// encoding is the serialisation of one field of a query, a path, a header or a form.
type encoding struct {
	style    style
	explode  bool
	reserved bool // reserved characters stay as they are (allowReserved)
	// contentType is that of a part of a multipart body; "" if none is declared.
	contentType string
}

// field is one member of the input object.
type field struct {
	name     string // in the input
	wire     string // in the request
	in       location
	required bool
	encoding
	schema      site
	description string
	deprecated  bool
}

// maxParameters bounds the parameters and flattened body fields of one operation.
const maxParameters = 1000

// declared is one declaration of a parameter, resolved.
type declared struct {
	site
	name string
	in   string
}

// parameters checks the parameters of an operation and makes fields of them: first those of the path, then query, then
// header.
func (d *document) parameters(item, op site) ([]field, *skip) {
	list, s := d.mergeParameters(item.get("parameters"), op.get("parameters"))
	if s != nil {
		return nil, s
	}
	var groups [3][]field
	for i := range list {
		f, keep, s := parameter(&list[i])
		if s != nil {
			return nil, s
		}
		if keep {
			groups[f.in] = append(groups[f.in], f)
		}
	}
	return append(append(groups[inPath], groups[inQuery]...), groups[inHeader]...), nil
}

// mergeParameters resolves the declarations of path item and operation. A later declaration with the same location and name
// takes the place of the earlier one.
func (d *document) mergeParameters(lists ...site) ([]declared, *skip) {
	var out []declared
	at := map[[2]string]int{}
	for _, list := range lists {
		if !list.node.isArray() {
			continue
		}
		for _, n := range list.node.items {
			if !n.isObject() {
				return nil, skipf(SkipParamNotObject, "a parameter declaration is not an object")
			}
			p, why, ok := d.deref(list.at(n))
			if !ok {
				return nil, skipf(SkipParamIncomplete, "a parameter cannot be resolved: %s", why)
			}
			name, in := p.node.str("name"), p.node.str("in")
			if name == "" || in == "" {
				return nil, skipf(SkipParamIncomplete, "a parameter has no name or no location")
			}
			if i, ok := at[[2]string{in, name}]; ok {
				out[i].site = p
				continue
			}
			at[[2]string{in, name}] = len(out)
			out = append(out, declared{p, name, in})
			if len(out) > maxParameters {
				return nil, skipf(SkipTooLarge, "more than %d parameters", maxParameters)
			}
		}
	}
	return out, nil
}

// parameter checks one declaration. keep is false for headers that the transport sets by itself.
func parameter(p *declared) (f field, keep bool, s *skip) {
	f = field{wire: p.name, description: p.node.str("description"), deprecated: p.node.get("deprecated").isTrue()}
	switch p.in {
	case "path":
		f.in, f.required = inPath, true
	case "query":
		f.in = inQuery
	case "header":
		f.in = inHeader
	case "cookie":
		return f, false, skipf(SkipParamCookie, "parameter %s is sent as a cookie", quote(p.name))
	default:
		return f, false, skipf(SkipParamLocation, "parameter %s has the unsupported location %s", quote(p.name), quote(p.in))
	}
	f.required = f.required || p.node.get("required").isTrue()
	if f.in == inHeader {
		if ownHeader(p.name) {
			return f, false, nil
		}
		if strings.EqualFold(p.name, "cookie") {
			return f, false, skipf(SkipParamCookie, "parameter %s is the cookie header", quote(p.name))
		}
		if !httpguts.ValidHeaderFieldName(p.name) {
			return f, false, skipf(SkipParamLocation, "parameter %s has a name that no header can have", quote(p.name))
		}
	}
	if content := p.node.get("content"); content != nil {
		return contentParameter(p, f, content)
	}
	if !p.node.has("schema") {
		return f, false, skipf(SkipParamNoSchema, "parameter %s has neither schema nor content", quote(p.name))
	}
	f.schema = p.get("schema")
	f.encoding, s = parameterEncoding(p, f.in)
	return f, true, s
}

// ownHeader reports headers that belong to the body, the credentials or the connection, whatever a document declares.
func ownHeader(name string) bool {
	switch strings.ToLower(name) {
	case "accept", "content-type", "authorization",
		"host", "content-length", "transfer-encoding", "connection", "keep-alive", "te", "trailer", "upgrade", "expect",
		"proxy-authorization", "proxy-connection":
		return true
	}
	return false
}

// contentParameter accepts a parameter whose value is JSON text.
func contentParameter(p *declared, f field, content *node) (field, bool, *skip) {
	if p.node.has("schema") {
		return f, false, skipf(SkipParamContent, "parameter %s has both schema and content", quote(p.name))
	}
	if !content.isObject() || len(content.keys) != 1 || !isJSON(content.keys[0]) {
		return f, false, skipf(SkipParamContent, "parameter %s has content other than one JSON media type", quote(p.name))
	}
	f.encoding = encoding{style: styleJSON}
	f.schema = p.get("content").get(content.keys[0]).get("schema")
	return f, true, nil
}

// parameterEncoding reads style, explode and allowReserved.
func parameterEncoding(p *declared, in location) (encoding, *skip) {
	e, s := readEncoding(p.node, in == inQuery)
	if s != nil {
		return e, s.about(in, p.name)
	}
	name := p.node.str("style")
	ok := true
	switch in {
	case inQuery:
		ok = e.style == styleForm || e.style == styleSpace || e.style == stylePipe || e.style == styleDeep
	case inPath:
		ok = name == "" || e.style == styleSimple || e.style == styleLabel || e.style == styleMatrix
	case inHeader:
		ok = name == "" || e.style == styleSimple
	}
	if !ok {
		return e, skipf(SkipParamStyle, "%s parameter %s has the unsupported style %s", in, quote(p.name), quote(name))
	}
	if in != inQuery {
		e.reserved = false
		if name == "" {
			e.style = styleSimple
		}
	}
	return e, e.undefined().about(in, p.name)
}

// about puts what a skip is about in front of its reason.
func (s *skip) about(in location, name string) *skip {
	if s != nil {
		s.reason = in.String() + " parameter " + quote(name) + ": " + s.reason
	}
	return s
}

// readEncoding reads the members that parameters and parts of forms share.
func readEncoding(n *node, formDefault bool) (encoding, *skip) {
	e := encoding{style: styleForm}
	if v := n.get("style"); v != nil && n.str("style") == "" {
		return e, skipf(SkipParamStyleType, "style is not a text")
	}
	if v := n.get("explode"); v != nil && v.kind != boolKind {
		return e, skipf(SkipParamExplodeType, "explode is not a boolean")
	}
	if v := n.get("allowReserved"); v != nil && v.kind != boolKind {
		return e, skipf(SkipParamReservedType, "allowReserved is not a boolean")
	}
	e.reserved = n.get("allowReserved").isTrue()
	name := n.str("style")
	if name != "" {
		known, ok := styleNames[name]
		if !ok {
			return e, skipf(SkipParamStyle, "the style %s is not supported", quote(name))
		}
		e.style = known
	}
	e.explode = n.get("explode").isTrue() || !n.has("explode") && e.style == styleForm && formDefault
	return e, nil
}

// undefined finds combinations that the specification leaves undefined, which are not guessed: deepObject needs explode, the
// delimited styles exclude it.
func (e encoding) undefined() *skip {
	switch {
	case e.style == styleDeep && !e.explode:
		return skipf(SkipParamDeepObject, "the style deepObject is defined only with explode: true")
	case e.style == styleSpace && e.explode:
		return skipf(SkipParamStyle, "the style spaceDelimited is defined only without explode")
	case e.style == stylePipe && e.explode:
		return skipf(SkipParamStyle, "the style pipeDelimited is defined only without explode")
	}
	return nil
}

// isJSON reports whether a media type is JSON; parameters are ignored.
func isJSON(media string) bool {
	media = baseType(media)
	return media == "application/json" || strings.HasSuffix(media, "+json")
}

// baseType is a media type without parameters, in lower case.
func baseType(media string) string {
	media, _, _ = strings.Cut(media, ";")
	return strings.ToLower(strings.TrimSpace(media))
}
