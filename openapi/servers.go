// This file defines where the requests of an operation go.

package openapi

import (
	"net/url"
	"strings"
)

// maxServerURL bounds the length of a server URL in bytes.
const maxServerURL = 2048

// server finds the URL in front of an operation's path, without a slash at its end. Options.BaseURL wins over the operation, the
// operation over the path item, the path item over the document; the first level that declares servers decides.
func (d *document) server(item, op site, opts *Options) (string, *skip) {
	if opts.BaseURL != "" {
		return checkServer(opts.BaseURL)
	}
	for _, level := range []site{op.get("servers"), item.get("servers"), d.servers} {
		if level.node == nil {
			continue
		}
		if level.node.isArray() {
			for _, s := range level.node.items {
				if s.isObject() {
					return serverURL(s, opts)
				}
			}
		}
		break
	}
	if opts.DocumentURL != "" && d.servers.node == nil {
		return serverURL(objectNode("url", stringNode("/")), opts)
	}
	return "", skipf(SkipServerMissing, "no server is declared; set the base URL (BaseURL) to name one")
}

// serverURL fills the variables of a server entry and resolves it against the address of the document.
func serverURL(s *node, opts *Options) (string, *skip) {
	declared := s.str("url")
	raw, s2 := fillServer(declared, s.get("variables"), opts.ServerVariables)
	if s2 != nil {
		return "", s2
	}
	if opts.DocumentURL != "" && !strings.Contains(raw, "://") {
		base, err := url.Parse(opts.DocumentURL)
		if err == nil && (base.Scheme == "http" || base.Scheme == "https") && base.Host != "" {
			if relative, err := base.Parse(raw); err == nil {
				raw = relative.String()
			}
		}
	}
	return checkServer(raw)
}

// fillServer replaces {name} by the host's value or the default of the document, and nothing else.
func fillServer(declared string, variables *node, values map[string]string) (string, *skip) {
	var b strings.Builder
	for rest := declared; ; {
		open := strings.IndexByte(rest, '{')
		if open < 0 {
			b.WriteString(rest)
			break
		}
		end := strings.IndexByte(rest[open:], '}')
		if end < 0 {
			return "", skipf(SkipServerTemplate, "the server URL %s has an unclosed variable; set the base URL (BaseURL)", quote(declared))
		}
		name := rest[open+1 : open+end]
		value, given := values[name]
		if v := variables.get(name).get("default"); !given && v != nil && (v.kind == stringKind || v.kind == numberKind) {
			value, given = v.text, true
		}
		if !given {
			return "", skipf(SkipServerTemplate, "the variable %s of the server URL %s has no value; set it or the base URL (BaseURL)", quote(name), quote(declared))
		}
		b.WriteString(rest[:open])
		b.WriteString(value)
		rest = rest[open+end+1:]
	}
	return b.String(), nil
}

// checkServer accepts absolute http and https URLs that a path can follow.
func checkServer(raw string) (string, *skip) {
	lower := strings.ToLower(raw)
	if strings.ContainsAny(raw, "{}") {
		return "", skipf(SkipServerTemplate, "the server URL %s holds a template; set the base URL (BaseURL)", quote(raw))
	}
	if !strings.HasPrefix(lower, "http://") && !strings.HasPrefix(lower, "https://") || len(raw) > maxServerURL {
		return "", skipf(SkipServerNotHTTP, "the server %s is not an absolute http or https URL", quote(raw))
	}
	u, err := url.Parse(raw)
	switch {
	case err != nil || u.Hostname() == "":
		return "", skipf(SkipServerNotHTTP, "the server %s is not an absolute http or https URL", quote(raw))
	case u.User != nil:
		return "", skipf(SkipServerNotHTTP, "the server URL of host %s holds credentials, which belong to Auth", quote(u.Host))
	case u.RawQuery != "" || u.ForceQuery || strings.Contains(raw, "#"):
		return "", skipf(SkipServerQuery, "the server URL %s has a query or a fragment", quote(raw))
	}
	return strings.TrimSuffix(u.Scheme+"://"+u.Host+encodeLiteral(u.EscapedPath()), "/"), nil
}
