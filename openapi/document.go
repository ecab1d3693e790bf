// This file defines how a document is loaded and how its references are followed.

package openapi

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"strings"
	"sync"
)

// Limits of documents. They hold for every document, whatever the options say.
const (
	// DefaultMaxDocumentBytes is the default of Options.MaxDocumentBytes.
	DefaultMaxDocumentBytes = 32 << 20
	maxDocumentDepth        = 200
	maxDocumentNodes        = 2_000_000
	maxExternalFiles        = 1000
	maxRefHops              = 32
)

// dialect is the schema language of a document.
type dialect uint8

const (
	dialect31 dialect = iota // JSON Schema 2020-12
	dialect30                // the subset of OpenAPI 3.0, and of Swagger 2.0
)

// file is one text: the document itself or a file that it refers to.
type file struct {
	name string // path within Options.Files, "" when unknown
	root *node
}

// site is a place in a document: references in the node are relative to the file, and to definitions around it.
type site struct {
	file  *file
	node  *node
	scope *scope
}

// scope is a schema with definitions of its own ("$defs", "definitions"), which references below it may name.
type scope struct {
	schema *node
	outer  *scope
}

// at is a site in the same file and scope.
func (s site) at(n *node) site { return site{s.file, n, s.scope} }

// get is the site of a member.
func (s site) get(key string) site { return s.at(s.node.get(key)) }

// inside is the site with the definitions of its own node in scope.
func (s site) inside() site {
	if (s.node.has("$defs") || s.node.has("definitions")) && (s.scope == nil || s.scope.schema != s.node) {
		s.scope = &scope{s.node, s.scope}
	}
	return s
}

// document is a loaded API description. Everything but the table of external files is immutable.
type document struct {
	main    *file
	dialect dialect
	swagger bool // Swagger 2.0; operations are converted one by one
	servers site
	schemes site // components.securitySchemes
	// security is the requirement of operations without one of their own, nil if there is none.
	security *node
	maxBytes int

	files    fs.FS
	mu       sync.Mutex
	external map[string]*file // by path; nil if the file cannot be used
	read     int              // bytes of external files
}

// load reads a document from JSON or YAML. The format is taken from the first character: JSON starts with a brace.
func load(data []byte, opts *Options) (*document, error) {
	d := &document{files: opts.Files, maxBytes: opts.MaxDocumentBytes, external: map[string]*file{}}
	if d.maxBytes <= 0 {
		d.maxBytes = DefaultMaxDocumentBytes
	}
	if len(data) > d.maxBytes {
		return nil, fmt.Errorf("openapi: the document has %d bytes, more than the limit of %d", len(data), d.maxBytes)
	}
	root, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("openapi: cannot read the document: %w", err)
	}
	if !root.isObject() {
		return nil, errors.New("openapi: the document is not an object")
	}
	d.main = &file{name: opts.FileName, root: root}
	top := site{file: d.main, node: root}
	d.servers, d.schemes, d.security = top.get("servers"), top.get("components").get("securitySchemes"), root.get("security")
	switch version := root.str("swagger"); {
	case version == "2.0" || root.has("swagger") && !root.has("openapi"):
		d.swagger, d.dialect = true, dialect30
		d.convertRoot(opts)
	case strings.HasPrefix(root.str("openapi"), "3.0"):
		d.dialect = dialect30
	}
	return d, nil
}

// parse reads JSON as JSON and everything else as YAML.
func parse(data []byte) (*node, error) {
	limits := treeLimits{depth: maxDocumentDepth, nodes: maxDocumentNodes}
	data = bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))
	trimmed := bytes.TrimLeft(data, " \t\r\n")
	switch {
	case len(trimmed) == 0:
		return nil, errors.New("the text is empty")
	case trimmed[0] == '{':
		return parseJSON(string(data), limits)
	}
	return parseYAML(data, limits)
}

// resolve finds what a reference names: a definition in scope, or a place in a file. The reason says why it cannot.
func (d *document) resolve(s site, ref string) (target site, reason string) {
	name, fragment, _ := strings.Cut(ref, "#")
	f := s.file
	if name == "" && (strings.HasPrefix(fragment, "/$defs/") || strings.HasPrefix(fragment, "/definitions/")) {
		for sc := s.inside().scope; sc != nil; sc = sc.outer {
			if n := pointer(sc.schema, fragment); n != nil {
				return site{f, n, sc}, ""
			}
		}
	}
	if name != "" {
		if f, reason = d.open(s.file, name); f == nil {
			return site{}, reason
		}
	}
	n := pointer(f.root, fragment)
	if n == nil {
		return site{}, "the reference " + quote(ref) + " has no target"
	}
	return site{file: f, node: n}, ""
}

// pointer follows a JSON pointer (RFC 6901) in the fragment of a reference. Names are tried as written first, then with
// percent escapes decoded: both are found in documents.
func pointer(n *node, fragment string) *node {
	if fragment == "" {
		return n
	}
	if fragment[0] != '/' {
		return nil
	}
	for rest := fragment[1:]; ; {
		token, tail, more := strings.Cut(rest, "/")
		if strings.IndexByte(token, '~') >= 0 {
			token = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
		}
		if n = child(n, token); n == nil || !more {
			return n
		}
		rest = tail
	}
}

func child(n *node, token string) *node {
	switch {
	case n.isArray():
		at := 0
		for i := range len(token) {
			if token[i] < '0' || token[i] > '9' || i > 8 {
				return nil
			}
			at = at*10 + int(token[i]-'0')
		}
		if token == "" || at >= len(n.items) {
			return nil
		}
		return n.items[at]
	case n.has(token):
		return n.get(token)
	case strings.IndexByte(token, '%') >= 0:
		if plain, err := url.PathUnescape(token); err == nil {
			return n.get(plain)
		}
	}
	return nil
}

// open returns an external file. Only relative paths within Options.Files are followed, nothing is ever fetched.
func (d *document) open(from *file, name string) (*file, string) {
	if d.files == nil {
		return nil, "the external reference " + quote(name) + " is refused"
	}
	if plain, err := url.PathUnescape(name); err == nil {
		name = plain
	}
	if strings.Contains(name, ":") || strings.HasPrefix(name, "/") || strings.Contains(name, `\`) {
		return nil, "the external reference " + quote(name) + " is not a relative path"
	}
	name = path.Join(path.Dir(from.name), name)
	if !fs.ValidPath(name) {
		return nil, "the external reference " + quote(name) + " leaves the directory of the document"
	}
	if name == d.main.name {
		return d.main, ""
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	f, known := d.external[name]
	if !known {
		f = d.readFile(name)
		d.external[name] = f
	}
	if f == nil {
		return nil, "the external file " + quote(name) + " cannot be read"
	}
	return f, ""
}

// readFile loads an external file, nil if that is impossible or goes beyond the limits. The caller holds the lock.
func (d *document) readFile(name string) *file {
	if len(d.external) >= maxExternalFiles {
		return nil
	}
	in, err := d.files.Open(name)
	if err != nil {
		return nil
	}
	defer in.Close()
	data, err := readLimited(in, int64(d.maxBytes-d.read))
	if err != nil {
		return nil
	}
	d.read += len(data)
	root, err := parse(data)
	if err != nil {
		return nil
	}
	return &file{name: name, root: root}
}

// deref follows a chain of references. If it cannot be followed to its end, ok is false and the site is that of the
// last reference object.
func (d *document) deref(s site) (target site, reason string, ok bool) {
	for range maxRefHops {
		ref := s.node.str("$ref")
		if ref == "" {
			return s, "", true
		}
		next, why := d.resolve(s, ref)
		if why != "" {
			return s, why, false
		}
		s = next
	}
	return s, "the reference " + quote(s.node.str("$ref")) + " leads in a circle", false
}

// quote shows a text of the document in a reason, shortened.
func quote(s string) string {
	const limit = 200
	if len(s) > limit {
		s = strings.ToValidUTF8(s[:limit], "") + "…"
	}
	return fmt.Sprintf("%q", s)
}
