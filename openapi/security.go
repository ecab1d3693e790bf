// This file defines security: the requirements of an operation, and the credentials that a host gives for them.

package openapi

import (
	"context"
	"encoding/base64"
	"slices"
	"strings"

	"github.com/neurocode-ai/codemode/tools"
	"golang.org/x/net/http/httpguts"
)

// AuthFunc supplies the credential for one security scheme. It is asked at every call, after the input was checked and before
// anything is sent. The zero Credential means that none is available: the next alternative of the operation is tried.
// An error ends the call; the program sees its text only if it is a *tools.Error.
type AuthFunc func(ctx context.Context, request AuthRequest) (Credential, error)

// AuthRequest names the scheme that a call needs a credential for.
type AuthRequest struct {
	// Name is the name of the scheme in the document.
	Name   string
	Scheme SecurityScheme
	Scopes []string
	// Origin is where the credential will be sent: scheme, host and port of the server.
	Origin    string
	Operation Operation
}

// SecurityScheme describes how a document wants a credential to travel.
type SecurityScheme struct {
	// Type is "apiKey", "http", "oauth2" or "openIdConnect".
	Type string
	// Scheme is the HTTP authentication scheme in lower case ("bearer"), for type http.
	Scheme string
	// Name and In ("header" or "query") locate an API key.
	Name, In string
}

// Operation identifies an operation of the document.
type Operation struct {
	ID          string
	Method      string // upper case
	Path        string
	Summary     string
	Description string
}

type credentialKind uint8

const (
	noCredential credentialKind = iota
	bearerCredential
	basicCredential
	headerCredential
	keyCredential
	secretCredential
)

// Credential is what one request is authorised with. It is made by Bearer, Basic, Header, APIKey or Secret; the zero value is none.
// Its formatted forms never show the secret.
type Credential struct {
	kind credentialKind
	a, b string
}

// Bearer is a token, sent as "authorization: Bearer <token>".
func Bearer(token string) Credential { return Credential{bearerCredential, token, ""} }

// Basic is a user and a password, sent as "authorization: Basic <base64 of user:password>".
func Basic(user, password string) Credential { return Credential{basicCredential, user, password} }

// Header is a header with its value, whatever the scheme says.
func Header(name, value string) Credential { return Credential{headerCredential, name, value} }

// APIKey is a value for the place that the scheme (of type apiKey) names.
func APIKey(value string) Credential { return Credential{keyCredential, value, ""} }

// Secret is a text whose use the scheme decides: the value of an API key, "user:password" of basic authentication, the token of bearer
// authentication, OAuth 2 and OpenID Connect. Other HTTP schemes need a Header.
func Secret(text string) Credential { return Credential{secretCredential, text, ""} }

// Secrets is an AuthFunc over texts by name of the scheme, for hosts whose credentials do not change.
func Secrets(byScheme map[string]string) AuthFunc {
	return func(_ context.Context, r AuthRequest) (Credential, error) {
		if text, ok := byScheme[r.Name]; ok {
			return Secret(text), nil
		}
		return Credential{}, nil
	}
}

// String hides the secret.
func (c Credential) String() string {
	return [...]string{"no credential", "bearer credential", "basic credential", "header credential", "API key", "secret"}[c.kind]
}

// GoString hides the secret from %#v.
func (c Credential) GoString() string { return "openapi.Credential(" + c.String() + ")" }

// MarshalText hides the secret from encoders.
func (c Credential) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// requirement is one scheme of an alternative.
type requirement struct {
	name   string
	scheme SecurityScheme
	scopes []string
}

// alternative is a set of schemes that are needed together; the empty set allows anonymous use.
type alternative []requirement

// maxSecurityBytes bounds the requirements of one operation.
const maxSecurityBytes = 32 << 10

// securityOf reads the requirements of an operation: alternatives in order, without those that cannot be met.
func (d *document) securityOf(op site) ([]alternative, *skip) {
	list := op.node.get("security")
	if list == nil {
		list = d.security
	}
	if list == nil {
		return nil, nil
	}
	if !list.isArray() {
		return nil, skipf(SkipSecurityNotArray, "security is not an array")
	}
	if list.jsonSize(maxSecurityBytes) > maxSecurityBytes {
		return nil, skipf(SkipTooLarge, "the security requirements have more than %d bytes", maxSecurityBytes)
	}
	var out []alternative
	var cookie string
	var dropped []string
	for _, item := range list.items {
		if !item.isObject() {
			return nil, skipf(SkipSecurityNotObject, "a security requirement is not an object")
		}
		alt, usable := make(alternative, 0, len(item.keys)), true
		for i, name := range item.keys {
			scopes := item.items[i]
			if !scopes.isArray() || !allStrings(scopes) {
				return nil, skipf(SkipSecurityScopes, "the scopes of security scheme %s are not an array of texts", quote(name))
			}
			scheme, inCookie, ok := d.securityScheme(name)
			if inCookie && cookie == "" {
				cookie = name
			}
			if !ok {
				usable = false
			}
			if !slices.Contains(dropped, name) {
				dropped = append(dropped, name)
			}
			alt = append(alt, requirement{name, scheme, item.strings(name)})
		}
		if usable {
			out = append(out, alt)
		}
	}
	switch {
	case len(out) > 0 || len(list.items) == 0:
		return out, nil
	case cookie != "":
		return nil, skipf(SkipSecurityCookie, "the security scheme %s is a cookie", quote(cookie))
	}
	return nil, skipf(SkipSecurityScheme, "no usable security scheme among %s", quoteList(dropped))
}

func allStrings(n *node) bool {
	return !slices.ContainsFunc(n.items, func(i *node) bool { return !i.isString() })
}

// securityScheme finds a scheme by name. ok is false for unknown and malformed ones.
func (d *document) securityScheme(name string) (scheme SecurityScheme, cookie, ok bool) {
	s, _, ok := d.deref(d.schemes.get(name))
	n := s.node
	if !ok || !n.isObject() {
		return scheme, false, false
	}
	scheme.Type = n.str("type")
	switch scheme.Type {
	case "apiKey":
		scheme.Name, scheme.In = n.str("name"), n.str("in")
		if scheme.In == "cookie" {
			return scheme, true, false
		}
		ok = scheme.Name != "" && (scheme.In == "query" || scheme.In == "header" && httpguts.ValidHeaderFieldName(scheme.Name))
	case "http":
		scheme.Scheme = strings.ToLower(n.str("scheme"))
		ok = scheme.Scheme != ""
	case "oauth2", "openIdConnect":
	default:
		ok = false
	}
	return scheme, false, ok
}

// carried is a credential in its place.
type carried struct {
	query       bool
	name, value string
}

// place turns a credential into a header or a query parameter.
func (c Credential) place(r *requirement) (carried, error) {
	out := carried{name: "authorization"}
	if c.kind == secretCredential {
		user, password, pair := strings.Cut(c.a, ":")
		switch {
		case r.scheme.Type == "apiKey":
			c = APIKey(c.a)
		case r.scheme.Type == "http" && r.scheme.Scheme == "basic" && pair:
			c = Basic(user, password)
		case r.scheme.Type != "http" || r.scheme.Scheme == "bearer":
			c = Bearer(c.a)
		default:
			return out, tools.Errorf("authentication failed: the credential for security scheme %s does not have the form that it needs", quote(r.name))
		}
	}
	switch c.kind {
	case bearerCredential:
		out.value = "Bearer " + c.a
	case basicCredential:
		out.value = "Basic " + base64.StdEncoding.EncodeToString([]byte(c.a+":"+c.b))
	case headerCredential:
		out.name, out.value = strings.ToLower(c.a), c.b
	default:
		if r.scheme.Type != "apiKey" {
			return out, tools.Errorf("authentication failed: security scheme %s takes no API key", quote(r.name))
		}
		out.query = r.scheme.In == "query"
		out.name, out.value = r.scheme.Name, c.a
		if !out.query {
			out.name = strings.ToLower(out.name)
		}
	}
	if !out.query && (!httpguts.ValidHeaderFieldName(out.name) || !httpguts.ValidHeaderFieldValue(out.value)) {
		return out, tools.Errorf("authentication failed: the credential for security scheme %s cannot be sent in a header", quote(r.name))
	}
	return out, nil
}

// authorise asks the host for credentials, alternative by alternative.
func (o *operation) authorise(ctx context.Context) ([]carried, error) {
	if len(o.security) == 0 {
		return nil, nil
	}
	var missing []string
	for _, alt := range o.security {
		sent, lacks, err := o.satisfy(ctx, alt)
		if err != nil {
			return nil, err
		}
		if lacks == "" {
			return sent, nil
		}
		if !slices.Contains(missing, lacks) {
			missing = append(missing, lacks)
		}
	}
	return nil, tools.Errorf("%s: authentication is needed; no credential is available for %s", o.label(), quoteList(missing))
}

// satisfy collects the credentials of one alternative, up to the first scheme that has none, which lacks names.
func (o *operation) satisfy(ctx context.Context, alt alternative) (sent []carried, lacks string, err error) {
	for i := range alt {
		r := &alt[i]
		var c Credential
		if o.api.opts.Auth != nil {
			c, err = o.api.opts.Auth(ctx, AuthRequest{Name: r.name, Scheme: r.scheme, Scopes: slices.Clone(r.scopes),
				Origin: o.origin(), Operation: o.describe()})
			if err != nil {
				return nil, "", err
			}
		}
		if c.kind == noCredential {
			return nil, r.name, nil
		}
		p, err := c.place(r)
		if err != nil {
			return nil, "", err
		}
		for _, q := range sent {
			if q.query == p.query && q.name == p.name {
				carrier := "header"
				if p.query {
					carrier = "query parameter"
				}
				return nil, "", tools.Errorf("%s: multiple credentials for the %s %s", o.label(), carrier, quote(p.name))
			}
		}
		sent = append(sent, p)
	}
	return sent, "", nil
}
