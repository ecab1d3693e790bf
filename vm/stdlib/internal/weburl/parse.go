// This file defines the parser.

package weburl

import (
	"strings"
)

const controlOrSpace = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\x0c\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f "

// withoutTabs removes tabs and line breaks, which the parser ignores everywhere.
func withoutTabs(s string) string {
	if !strings.ContainsAny(s, "\t\n\r") {
		return s
	}
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r == '\r' {
			return -1
		}
		return r
	}, s)
}

type parser struct {
	url  *URL
	base *URL
}

// parse reads the whole input. It reports failure.
func (p *parser) parse(s string) bool {
	u := p.url
	if scheme, rest, ok := cutScheme(s); ok {
		u.scheme = scheme
		switch {
		case scheme == "file":
			return p.file(rest)
		case isSpecial(scheme) && p.base != nil && p.base.scheme == scheme && !strings.HasPrefix(rest, "//"):
			return p.relative(rest)
		case isSpecial(scheme):
			return p.authority(strings.TrimLeft(rest, `/\`))
		case strings.HasPrefix(rest, "//"):
			return p.authority(rest[2:])
		case strings.HasPrefix(rest, "/"):
			return p.pathQuery(rest[1:])
		}
		return p.opaquePath(rest)
	}
	switch {
	case p.base == nil:
		return false
	case p.base.opaque:
		if !strings.HasPrefix(s, "#") {
			return false
		}
		*u = *p.base
		p.fragment(s[1:])
		return true
	case p.base.scheme == "file":
		u.scheme = "file"
		return p.file(s)
	}
	u.scheme = p.base.scheme
	return p.relative(s)
}

// cutScheme splits a scheme and its colon off.
func cutScheme(s string) (scheme, rest string, ok bool) {
	for i := range len(s) {
		switch c := s[i]; {
		case isAlpha(c):
		case i > 0 && (isDigit(c) || c == '+' || c == '-' || c == '.'):
		case i > 0 && c == ':':
			return strings.ToLower(s[:i]), s[i+1:], true
		default:
			return "", s, false
		}
	}
	return "", s, false
}

func isAlpha(c byte) bool { return c|0x20-'a' < 26 }
func isDigit(c byte) bool { return c-'0' < 10 }

// isSlash reports whether s begins with a slash, or with a backslash where the scheme treats both alike.
func (p *parser) isSlash(s string) bool {
	return s != "" && (s[0] == '/' || s[0] == '\\' && isSpecial(p.url.scheme))
}

// relative reads a reference to a base of the same scheme: parts that it lacks are taken from the base.
func (p *parser) relative(s string) bool {
	u, b := p.url, p.base
	if p.isSlash(s) {
		if p.isSlash(s[1:]) {
			if rest := s[2:]; isSpecial(u.scheme) {
				return p.authority(strings.TrimLeft(rest, `/\`))
			} else {
				return p.authority(rest)
			}
		}
		p.takeAuthority()
		return p.pathQuery(s[1:])
	}
	p.takeAuthority()
	u.path, u.query, u.hasQuery = b.path, b.query, b.hasQuery
	return p.continueFrom(s)
}

// takeAuthority takes over userinfo, host and port of the base.
func (p *parser) takeAuthority() {
	u, b := p.url, p.base
	u.username, u.password, u.host, u.hasHost, u.port = b.username, b.password, b.host, b.hasHost, b.port
}

// continueFrom reads what follows the path that was taken from the base: a query, a fragment, or a path that replaces the last
// segment.
func (p *parser) continueFrom(s string) bool {
	u := p.url
	switch {
	case s == "":
		return true
	case s[0] == '?' || s[0] == '#':
		p.queryFragment(s)
		return true
	}
	u.query, u.hasQuery = "", false
	u.shorten()
	return p.pathQuery(s)
}

// file reads what follows file:, where a host is rarely meant and a drive letter of Windows may stand in its place.
func (p *parser) file(s string) bool {
	u, b := p.url, p.base
	if b != nil && b.scheme != "file" {
		b = nil
	}
	u.host, u.hasHost = "", true
	if p.isSlash(s) {
		if p.isSlash(s[1:]) {
			return p.fileHost(s[2:])
		}
		if s = s[1:]; b != nil {
			u.host = b.host
			if drive := firstSegment(b.path); !startsWithDrive(s) && isNormalDrive(drive) {
				u.path = "/" + drive
			}
		}
		return p.pathQuery(s)
	}
	if b == nil {
		return p.pathQuery(s)
	}
	u.host, u.path, u.query, u.hasQuery = b.host, b.path, b.query, b.hasQuery
	if startsWithDrive(s) {
		u.path, u.query, u.hasQuery = "", "", false
		return p.pathQuery(s)
	}
	return p.continueFrom(s)
}

// fileHost reads the host of a file URL, behind its two slashes.
func (p *parser) fileHost(s string) bool {
	u := p.url
	end := indexAny(s, `/\?#`)
	name := s[:end]
	if isDrive(name) {
		return p.pathQuery(s) // not a host but the first segment of the path
	}
	if name != "" {
		host, ok := parseHost(name, true)
		if !ok {
			return false
		}
		if host == "localhost" {
			host = ""
		}
		u.host = host
	}
	return p.pathStart(s[end:])
}

// indexAny is strings.IndexAny, but the length of s if there is none.
func indexAny(s, chars string) int {
	if i := strings.IndexAny(s, chars); i >= 0 {
		return i
	}
	return len(s)
}

// authority reads userinfo, host and port.
func (p *parser) authority(s string) bool {
	u := p.url
	ends := "/?#"
	if isSpecial(u.scheme) {
		ends = `/\?#`
	}
	end := indexAny(s, ends)
	name := s[:end]
	if at := strings.LastIndexByte(name, '@'); at >= 0 {
		username, password, _ := strings.Cut(name[:at], ":")
		u.username, u.password = encode(username, userinfoSet), encode(password, userinfoSet)
		if name = name[at+1:]; name == "" {
			return false
		}
	}
	name, port, hasPort := cutPort(name)
	if name == "" && (hasPort || isSpecial(u.scheme)) {
		return false
	}
	host, ok := parseHost(name, isSpecial(u.scheme))
	if !ok || !u.readPort(port) {
		return false
	}
	u.host, u.hasHost = host, true
	return p.pathStart(s[end:])
}

// cutPort splits at the colon before the port, which is the first outside of brackets.
func cutPort(s string) (host, port string, found bool) {
	brackets := false
	for i := range len(s) {
		switch s[i] {
		case '[':
			brackets = true
		case ']':
			brackets = false
		case ':':
			if !brackets {
				return s[:i], s[i+1:], true
			}
		}
	}
	return s, "", false
}

// readPort sets the port from digits only; none leave the scheme's own.
func (u *URL) readPort(s string) bool {
	n := 0
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
		if n = n*10 + int(s[i]-'0'); n > 65535 {
			return false
		}
	}
	if s == "" || n == defaultPort(u.scheme) && u.scheme != "file" {
		n = -1
	}
	u.port = n
	return true
}

// pathStart reads a path that begins with a slash, a query and a fragment.
func (p *parser) pathStart(s string) bool {
	if p.isSlash(s) {
		return p.pathQuery(s[1:])
	}
	if !isSpecial(p.url.scheme) && (s == "" || s[0] == '?' || s[0] == '#') {
		p.queryFragment(s)
		return true
	}
	return p.pathQuery(s)
}

// pathQuery reads a path whose leading slash is already read, a query and a fragment.
func (p *parser) pathQuery(s string) bool {
	end := indexAny(s, "?#")
	p.url.appendPath(s[:end])
	p.queryFragment(s[end:])
	return true
}

// appendPath appends segments. "." and ".." have their effect, also in percent-encoded form.
func (u *URL) appendPath(s string) {
	special := isSpecial(u.scheme)
	slashes := "/"
	if special {
		slashes = `/\`
	}
	b := pathBuilder{url: u, path: append(make([]byte, 0, len(u.path)+len(s)+len(s)/8+1), u.path...)}
	for {
		end := indexAny(s, slashes)
		b.add(s[:end], end == len(s))
		if end == len(s) {
			u.path = string(b.path)
			return
		}
		s = s[end+1:]
	}
}

// pathBuilder appends segments to a path in place, so that ".." does not copy it.
type pathBuilder struct {
	url  *URL
	path []byte
}

func (b *pathBuilder) add(segment string, last bool) {
	switch dots(segment) {
	case 2:
		b.path = b.path[:b.url.shortened(b.path)]
		if last {
			b.path = append(b.path, '/')
		}
	case 1:
		if last {
			b.path = append(b.path, '/')
		}
	default:
		first := len(b.path) == 0
		b.path = appendEncoded(append(b.path, '/'), segment, pathSet)
		if first && b.url.scheme == "file" && isDrive(segment) {
			b.path[2] = ':'
		}
	}
}

// dots returns how many dots a segment consists of, if one or two.
func dots(s string) int {
	if len(s) > 6 {
		return 0
	}
	n := 0
	for s != "" {
		switch {
		case s[0] == '.':
			s = s[1:]
		case len(s) >= 3 && s[0] == '%' && s[1] == '2' && s[2]|0x20 == 'e':
			s = s[3:]
		default:
			return 0
		}
		n++
	}
	if n > 2 {
		return 0
	}
	return n
}

// shortened returns the length of a path without its last segment. The drive of a file URL stays.
func (u *URL) shortened(path []byte) int {
	if u.scheme == "file" && len(path) == 3 && isNormalDrive(string(path[1:])) {
		return len(path)
	}
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' {
			return i
		}
	}
	return 0
}

func (u *URL) shorten() { u.path = u.path[:u.shortened([]byte(u.path))] }

func firstSegment(path string) string {
	segment, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return segment
}

// isDrive reports whether s is a drive letter of Windows with a colon or a bar.
func isDrive(s string) bool { return len(s) == 2 && isAlpha(s[0]) && (s[1] == ':' || s[1] == '|') }

func isNormalDrive(s string) bool { return isDrive(s) && s[1] == ':' }

// startsWithDrive reports whether s begins with a drive letter that is a segment.
func startsWithDrive(s string) bool {
	return len(s) >= 2 && isDrive(s[:2]) && (len(s) == 2 || strings.IndexByte(`/\?#`, s[2]) >= 0)
}

// opaquePath reads the rest of a URL whose path has no structure.
func (p *parser) opaquePath(s string) bool {
	end := indexAny(s, "?#")
	path := s[:end]
	p.url.opaque = true
	if end < len(s) && strings.HasSuffix(path, " ") {
		// A space at the end would be lost if the query or the fragment were removed.
		path = path[:end-1] + "%20"
	}
	p.url.path = encode(path, controlSet)
	p.queryFragment(s[end:])
	return true
}

// queryFragment reads ?query#fragment, each of which may be missing.
func (p *parser) queryFragment(s string) {
	if strings.HasPrefix(s, "?") {
		end := indexAny(s, "#")
		p.url.query, p.url.hasQuery = encode(s[1:end], p.url.querySet()), true
		s = s[end:]
	}
	if s != "" {
		p.fragment(s[1:])
	}
}

func (p *parser) fragment(s string) { p.url.fragment, p.url.hasFrag = encode(s, fragmentSet), true }

func (u *URL) querySet() encodeSet {
	if isSpecial(u.scheme) {
		return specialQuerySet
	}
	return querySet
}
