// This file defines FromSpec: the operations of a document, one after the other, become tools.

package openapi

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/neurocode-ai/codemode/tools"
)

// Result is what FromSpec made of a document.
type Result struct {
	// Tools holds one tool an operation, in the order of the document. The host puts it under a key of its own tree, which
	// becomes the namespace that programs see.
	Tools *tools.Namespace
	// Skipped lists the operations that are no tools, in the order of the document.
	Skipped []Skipped
	// Title and Version are those of the document.
	Title, Version string
	// SecuritySchemes holds the usable security schemes of the document by name: what Options.Auth may be asked for.
	SecuritySchemes map[string]SecurityScheme
	// Operations is the number of operations that the filters let through: tools and skipped ones.
	Operations int
}

// api is what the tools of a document share.
type api struct {
	doc    *document
	opts   Options
	client *http.Client
}

// maxNameParts bounds the namespaces of one operation id.
const maxNameParts = 16

// FromSpec makes tools of an API description: OpenAPI 3.0 or 3.1 or Swagger 2.0, in JSON or YAML. Nothing is fetched, no tool
// is called. Operations that cannot be carried out exactly as declared are skipped, with the reason. An error means that
// the document cannot be read, or that an option is wrong. The tools may be used concurrently; opts and document must not change
// afterwards.
func FromSpec(doc []byte, opts Options) (*Result, error) {
	if err := opts.check(); err != nil {
		return nil, err
	}
	d, err := load(doc, &opts)
	if err != nil {
		return nil, err
	}
	a := &api{doc: d, opts: opts, client: opts.Client}
	if a.client == nil {
		a.client = newDefaultClient()
	}
	g := &generator{api: a, names: newNameTree(), result: &Result{Tools: &tools.Namespace{}}}
	info := d.main.root.get("info")
	g.result.Title, g.result.Version = info.str("title"), info.str("version")
	g.result.Tools.Description = shorten(info.str("title"), 200)
	g.result.SecuritySchemes = map[string]SecurityScheme{}
	if d.schemes.node.isObject() {
		for _, name := range d.schemes.node.keys {
			if scheme, _, ok := d.securityScheme(name); ok {
				g.result.SecuritySchemes[name] = scheme
			}
		}
	}
	g.spaces = map[*tools.Namespace]map[string]*tools.Namespace{}
	g.paths()
	return g.result, nil
}

// generator is the state of one FromSpec.
type generator struct {
	api    *api
	names  *nameTree
	result *Result
	// spaces finds the namespaces below a namespace.
	spaces map[*tools.Namespace]map[string]*tools.Namespace
}

// paths visits all operations in the order of the document.
func (g *generator) paths() {
	d := g.api.doc
	paths := site{file: d.main, node: d.main.root}.get("paths")
	if !paths.node.isObject() {
		return
	}
	for i, path := range paths.node.keys {
		item := paths.at(paths.node.items[i])
		if item.node.str("$ref") != "" && d.files != nil {
			item, _, _ = d.deref(item)
		}
		if !item.node.isObject() {
			continue
		}
		for j, method := range item.node.keys {
			op := item.at(item.node.items[j])
			if isMethod(method) && op.node.isObject() {
				g.operation(strings.ToUpper(method), path, item, op)
			}
		}
	}
}

func isMethod(key string) bool {
	switch key {
	case "get", "put", "post", "delete", "options", "head", "patch", "trace":
		return true
	}
	return false
}

// operation makes the tool of one operation, or records why there is none.
func (g *generator) operation(method, path string, item, op site) {
	d, opts := g.api.doc, &g.api.opts
	id := op.node.str("operationId")
	if !opts.selects(method, path, id, op.node.strings("tags")) {
		return
	}
	g.result.Operations++
	o := &operation{api: g.api, method: method, path: path, id: id, node: op.node}
	name := toolName(id, method, path)
	if d.swagger {
		item, op = d.convertOperation(item, op)
	}
	s := o.plan(item, op)
	if s == nil && len(name) > maxNameParts {
		s = skipf(SkipTooLarge, "the operation id has more than %d parts", maxNameParts)
	}
	if s != nil {
		g.result.Skipped = append(g.result.Skipped, Skipped{method, path, id, s.category, s.reason})
		return
	}
	g.add(g.names.reserve(name), o.tool())
}

// plan runs the checks of an operation in their order; the first that fails gives the reason.
func (o *operation) plan(item, op site) (s *skip) {
	d, opts := o.api.doc, &o.api.opts
	if o.results, s = d.success(op, o.method, opts); s != nil {
		return s
	}
	if o.base, s = d.server(item, op, opts); s != nil {
		return s
	}
	if strings.Contains(o.path, "#") {
		return skipf(SkipPathFragment, "the path has a fragment, which no request can carry")
	}
	if o.fields, s = d.parameters(item, op); s != nil {
		return s
	}
	var bodyFields []field
	if o.body, bodyFields, s = d.requestBody(op); s != nil {
		return s
	}
	o.fields = append(o.fields, bodyFields...)
	if o.security, s = d.securityOf(op); s != nil {
		return s
	}
	fieldNames(o.fields)
	return nil
}

// maxToolDescription bounds the description of a tool in bytes.
const maxToolDescription = 16 << 10

// tool makes the tool; its schemas are written when somebody asks for them.
func (o *operation) tool() *tools.Tool {
	description := o.node.str("description")
	if description == "" {
		description = o.node.str("summary")
	}
	if description == "" {
		description = o.method + " " + o.path
	}
	return tools.Raw(tools.Definition{
		Description: shorten(description, maxToolDescription),
		InputFunc:   func() json.RawMessage { return o.inputSchema() },
		OutputFunc:  func() json.RawMessage { return o.outputSchema() },
		Validate:    o.api.opts.Validate,
		Deprecated:  o.node.get("deprecated").isTrue(),
		Run: func(ctx context.Context, input json.RawMessage) (any, error) {
			return o.run(ctx, input)
		},
	})
}

// add puts a tool into the tree.
func (g *generator) add(path []string, t *tools.Tool) {
	at := g.result.Tools
	for _, segment := range path[:len(path)-1] {
		below := g.spaces[at]
		if below == nil {
			below = map[string]*tools.Namespace{}
			g.spaces[at] = below
		}
		next := below[segment]
		if next == nil {
			next = &tools.Namespace{}
			below[segment] = next
			at.Children = append(at.Children, tools.Entry{Name: segment, Node: next})
		}
		at = next
	}
	at.Children = append(at.Children, tools.Entry{Name: path[len(path)-1], Node: t})
}
