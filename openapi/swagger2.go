// This file defines the conversion of Swagger 2.0: operations become operations of OpenAPI 3.0, schemas stay where they are.

package openapi

import (
	"slices"
	"strings"
)

// Schemas need no conversion: references are pointers into the original document, and the dialect is that of OpenAPI 3.0.
// Only what surrounds them changes: host and schemes become servers, body and form parameters a request body,
// collection formats styles, and media types move from "consumes" and "produces" to the contents.

// convertRoot derives servers and security schemes.
func (d *document) convertRoot(opts *Options) {
	root := d.main.root
	d.servers = site{file: d.main, node: swaggerServers(root.str("host"), root.str("basePath"), root.get("schemes"), opts)}
	schemes := &node{kind: objectKind}
	if defs := root.get("securityDefinitions"); defs.isObject() {
		for i, def := range defs.items {
			if def.str("type") == "basic" {
				def = objectNode("type", stringNode("http"), "scheme", stringNode("basic"), "description", def.get("description"))
			}
			schemes.set(defs.keys[i], def)
		}
	}
	d.schemes = site{file: d.main, node: schemes}
}

// swaggerServers is the list of servers of a host. Without a host the document's own origin is meant, which only the
// caller knows; without schemes too, else https is preferred.
func swaggerServers(host, base string, schemes *node, opts *Options) *node {
	if base == "/" {
		base = ""
	}
	if host == "" {
		if base == "" && opts.DocumentURL == "" {
			return nil
		}
		return arrayNode(objectNode("url", stringNode(base)))
	}
	scheme := "https"
	if schemes.isArray() && len(schemes.items) > 0 {
		scheme = ""
		for _, s := range schemes.items {
			if s.isString() && (s.text == "https" || s.text == "http" && scheme == "") {
				scheme = s.text
			}
		}
		if scheme == "" {
			scheme = schemes.items[0].text
		}
	} else if from, _, ok := strings.Cut(opts.DocumentURL, "://"); ok {
		scheme = from
	}
	return arrayNode(objectNode("url", stringNode(scheme+"://"+host+base)))
}

// convertOperation turns an operation and the parameters of its path item into an OpenAPI 3.0 operation. Parameters that
// cannot be converted stay as they are, so that the checks of OpenAPI 3.0 name them.
func (d *document) convertOperation(item, op site) (newItem, newOp site) {
	params := d.mergeSwaggerParameters(item.get("parameters"), op.get("parameters"))
	out := &node{kind: objectKind}
	for i, key := range op.node.keys {
		switch key {
		case "parameters", "requestBody", "responses", "servers":
		default:
			out.set(key, op.node.items[i])
		}
	}
	consumes := mediaList(op.node, d.main.root, "consumes")
	rest := &node{kind: arrayKind}
	var form []*node
	for _, p := range params {
		switch p.str("in") {
		case "body":
			out.set("requestBody", swaggerBody(p, consumes))
		case "formData":
			form = append(form, p)
		default:
			rest.items = append(rest.items, swaggerParameter(p))
		}
	}
	if len(form) > 0 && !out.has("requestBody") {
		out.set("requestBody", swaggerForm(form, consumes))
	}
	out.set("parameters", rest)
	if responses := op.get("responses"); responses.node.isObject() {
		out.set("responses", d.swaggerResponses(responses, mediaList(op.node, d.main.root, "produces")))
	}
	if schemes := op.node.get("schemes"); schemes.isArray() {
		root := d.main.root
		if servers := swaggerServers(root.str("host"), root.str("basePath"), schemes, &Options{}); servers != nil && root.str("host") != "" {
			out.set("servers", servers)
		}
	}
	return item.at(&node{kind: objectKind}), op.at(out)
}

// mergeSwaggerParameters resolves and merges the parameters of path item and operation.
func (d *document) mergeSwaggerParameters(lists ...site) []*node {
	var out []*node
	index := map[[2]string]int{}
	for _, list := range lists {
		if !list.node.isArray() {
			continue
		}
		for _, p := range list.node.items {
			p, _ = d.derefHere(list.at(p))
			key := [2]string{p.str("in"), p.str("name")}
			if at, ok := index[key]; ok && key[1] != "" {
				out[at] = p
				continue
			}
			index[key] = len(out)
			out = append(out, p)
		}
	}
	return out
}

// derefHere follows references within one file. Converted operations mix nodes of one file only, so that the references
// inside them keep their meaning; a parameter or response in another file is left as a reference, and named by the checks.
func (d *document) derefHere(s site) (*node, bool) {
	target, _, ok := d.deref(s)
	if !ok || target.file != s.file {
		return s.node, false
	}
	return target.node, true
}

// mediaList is a "consumes" or "produces" list; JSON where nothing is said.
func mediaList(op, root *node, key string) []string {
	for _, n := range []*node{op, root} {
		if list := n.strings(key); len(list) > 0 {
			return list
		}
	}
	return []string{"application/json"}
}

// swaggerSchema takes the schema keywords out of a parameter.
func swaggerSchema(p *node) *node {
	schema := &node{kind: objectKind}
	for i, key := range p.keys {
		switch key {
		case "name", "in", "required", "description", "collectionFormat", "allowEmptyValue":
		default:
			schema.set(key, p.items[i])
		}
	}
	if schema.str("type") == "file" {
		schema.set("type", stringNode("string"))
		schema.set("format", stringNode("binary"))
	}
	return schema
}

// swaggerStyle names the style of a collection format; what has no equal is kept as a style that no check accepts.
func swaggerStyle(p *node) (style string, explode *node) {
	in := p.str("in")
	switch format := p.str("collectionFormat"); {
	case p.str("type") != "array":
		return "", nil
	case format == "multi" && (in == "query" || in == "formData"):
		return "form", trueNode
	case format == "" || format == "csv":
		if in == "path" || in == "header" {
			return "simple", falseNode
		}
		return "form", falseNode
	case format == "ssv" && (in == "query" || in == "formData"):
		return "spaceDelimited", falseNode
	case format == "pipes" && (in == "query" || in == "formData"):
		return "pipeDelimited", falseNode
	default:
		return format, nil
	}
}

func swaggerParameter(p *node) *node {
	switch p.str("in") {
	case "path", "query", "header":
	default:
		return p
	}
	if p.has("schema") {
		return p
	}
	style, explode := swaggerStyle(p)
	out := objectNode("name", p.get("name"), "in", p.get("in"), "required", p.get("required"), "description", p.get("description"))
	if style != "" {
		out.set("style", stringNode(style))
	}
	if explode != nil {
		out.set("explode", explode)
	}
	out.set("schema", swaggerSchema(p))
	return out
}

func swaggerBody(p *node, consumes []string) *node {
	content := &node{kind: objectKind}
	for _, media := range consumes {
		content.set(media, objectNode("schema", p.get("schema")))
	}
	return objectNode("required", p.get("required"), "description", p.get("description"), "content", content)
}

// swaggerForm makes the body of form parameters. The list of parameters is closed, so the fields may become inputs of
// their own.
func swaggerForm(form []*node, consumes []string) *node {
	media := "application/x-www-form-urlencoded"
	properties, encoding := &node{kind: objectKind}, &node{kind: objectKind}
	required := &node{kind: arrayKind}
	files := false
	for _, p := range form {
		name := p.str("name")
		schema := swaggerSchema(p)
		files = files || p.str("type") == "file"
		if description := p.get("description"); description.isString() {
			schema.set("description", description)
		}
		properties.set(name, schema)
		if p.get("required").isTrue() {
			required.items = append(required.items, stringNode(name))
		}
		if style, explode := swaggerStyle(p); style != "" {
			e := objectNode("style", stringNode(style))
			if explode != nil {
				e.set("explode", explode)
			}
			encoding.set(name, e)
		}
	}
	if files || slices.Contains(consumes, "multipart/form-data") && !slices.Contains(consumes, media) {
		media = "multipart/form-data"
	}
	schema := objectNode("type", stringNode("object"), "properties", properties, "required", required, "additionalProperties", falseNode)
	content := objectNode(media, objectNode("schema", schema, "encoding", encoding))
	return objectNode("required", trueNode, "content", content)
}

func (d *document) swaggerResponses(responses site, produces []string) *node {
	out := &node{kind: objectKind}
	for i, status := range responses.node.keys {
		r, ok := d.derefHere(responses.at(responses.node.items[i]))
		if !ok || !r.isObject() || r.has("content") {
			out.set(status, r)
			continue
		}
		converted := objectNode("description", r.get("description"))
		if schema := r.get("schema"); schema != nil {
			media := produces
			if schema.str("type") == "file" {
				schema = objectNode("type", stringNode("string"), "format", stringNode("binary"))
				if media[0] == "application/json" && len(media) == 1 {
					media = []string{"application/octet-stream"}
				}
			}
			content := &node{kind: objectKind}
			for _, m := range media {
				content.set(m, objectNode("schema", schema))
			}
			converted.set("content", content)
		}
		out.set(status, converted)
	}
	return out
}
