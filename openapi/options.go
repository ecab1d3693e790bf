// This file defines what a host says about a document: Options, filters, and where servers are.

package openapi

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"strings"

	"golang.org/x/net/http/httpguts"
)

// Defaults of Options.
const (
	DefaultMaxResponseBytes = 50 << 20
	DefaultMaxItems         = 100_000
)

// Options says how the tools of a document reach its API. The zero value works for documents that name their server and need
// no credentials.
type Options struct {
	// BaseURL replaces all servers of the document. An absolute http or https URL without query and fragment.
	BaseURL string
	// ServerVariables overrides the defaults of variables in server URLs.
	ServerVariables map[string]string
	// DocumentURL is where the document came from: relative server URLs are resolved against it. Nothing is fetched from it.
	DocumentURL string

	// Auth supplies credentials. Without it only operations that allow anonymous use succeed where security is declared.
	Auth AuthFunc
	// Headers are sent with every request and never shown to the model. A declared header parameter of the same name wins over
	// them if the program gives it. They are dropped, like credentials, when a redirect leaves the origin.
	Headers http.Header
	// Client sends the requests. Its transport, cookie jar, timeout and redirect check are respected; redirects are checked by
	// Redirects as well. Nil means a client with timeouts that uses no proxy.
	Client *http.Client
	// Redirects says which redirects are followed.
	Redirects RedirectPolicy

	// Include limits the operations; Exclude removes some of them. Both leave no trace in Skipped.
	Include, Exclude Filter
	// ReadOnly leaves only GET and HEAD operations.
	ReadOnly bool
	// IgnoreStreams makes tools of operations that offer an event stream beside other media types. The stream is never asked
	// for; an API that sends it nevertheless gives a failure. Otherwise such operations are skipped.
	IgnoreStreams bool
	// Validate enforces input and output schemas. Otherwise they only shape the signatures, and the API checks its input.
	Validate bool

	// Files holds the files that external references may name, relative to FileName, the path of the document in it.
	// Use os.Root for a directory that symbolic links cannot leave. Nil refuses all external references.
	Files    fs.FS
	FileName string

	// MaxDocumentBytes limits the document, and the external files together. 0 means DefaultMaxDocumentBytes.
	MaxDocumentBytes int
	// MaxResponseBytes limits the body of a response after decompression. 0 means DefaultMaxResponseBytes.
	MaxResponseBytes int64
	// MaxItems limits the lines of a newline-delimited response. 0 means DefaultMaxItems.
	MaxItems int
}

// Filter selects operations. In each list one entry must match; an empty list matches everything in Include and nothing
// in Exclude. Paths and operation ids may hold "*" (any text without "/") and "**" (any text).
type Filter struct {
	Tags         []string
	Paths        []string
	Methods      []string
	OperationIDs []string
}

// check finds mistakes in the options.
func (o *Options) check() error {
	if o.MaxDocumentBytes < 0 || o.MaxResponseBytes < 0 || o.MaxItems < 0 {
		return errors.New("openapi: a limit in the options is negative")
	}
	for name, values := range o.Headers {
		if !httpguts.ValidHeaderFieldName(name) {
			return fmt.Errorf("openapi: Options.Headers: invalid header name %q", name)
		}
		for _, v := range values {
			if !httpguts.ValidHeaderFieldValue(v) {
				return fmt.Errorf("openapi: Options.Headers: invalid value of %q", name)
			}
		}
	}
	if o.Redirects > RedirectNever {
		return errors.New("openapi: Options.Redirects: unknown policy")
	}
	if o.Files != nil && o.FileName != "" && !fs.ValidPath(o.FileName) {
		return fmt.Errorf("openapi: Options.FileName: %q is not a path within Options.Files", o.FileName)
	}
	return nil
}

func (o *Options) maxResponse() int64 {
	if o.MaxResponseBytes == 0 {
		return DefaultMaxResponseBytes
	}
	return o.MaxResponseBytes
}

func (o *Options) maxItems() int {
	if o.MaxItems == 0 {
		return DefaultMaxItems
	}
	return o.MaxItems
}

// selects reports whether an operation passes the filters.
func (o *Options) selects(method, path, id string, tags []string) bool {
	if o.ReadOnly && method != "GET" && method != "HEAD" {
		return false
	}
	in, ex := &o.Include, &o.Exclude
	return in.methods(method, true) && in.paths(path, true) && in.ids(id, true) && in.tags(tags, true) &&
		!ex.methods(method, false) && !ex.paths(path, false) && !ex.ids(id, false) && !ex.tags(tags, false)
}

func (f *Filter) methods(method string, empty bool) bool {
	return len(f.Methods) == 0 && empty ||
		slices.ContainsFunc(f.Methods, func(m string) bool { return strings.EqualFold(m, method) })
}

func (f *Filter) paths(path string, empty bool) bool {
	return len(f.Paths) == 0 && empty || slices.ContainsFunc(f.Paths, func(p string) bool { return glob(p, path) })
}

func (f *Filter) ids(id string, empty bool) bool {
	return len(f.OperationIDs) == 0 && empty ||
		slices.ContainsFunc(f.OperationIDs, func(p string) bool { return glob(p, id) })
}

func (f *Filter) tags(tags []string, empty bool) bool {
	return len(f.Tags) == 0 && empty || slices.ContainsFunc(f.Tags, func(t string) bool { return slices.Contains(tags, t) })
}

// glob matches a pattern of "*" and "**" in O(len(pattern) × len(text)).
func glob(pattern, text string) bool {
	// reach[i] says that the pattern so far matches text[:i].
	reach := make([]bool, len(text)+1)
	reach[0] = true
	for p := 0; p < len(pattern); {
		if pattern[p] == '*' {
			deep := strings.HasPrefix(pattern[p:], "**")
			for i := 1; i <= len(text); i++ {
				reach[i] = reach[i] || reach[i-1] && (deep || text[i-1] != '/')
			}
			if p++; deep {
				p++
			}
			continue
		}
		for i := len(text); i >= 1; i-- {
			reach[i] = reach[i-1] && text[i-1] == pattern[p]
		}
		reach[0] = false
		p++
	}
	return reach[len(text)]
}
