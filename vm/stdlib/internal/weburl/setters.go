// This file defines the setters of the API. A value that does not fit leaves the URL as it is; only SetHref reports it.

package weburl

import (
	"strings"
)

// change runs a setter on a copy and keeps the copy unless it is too long. Values are prepared as Parse does.
func (u *URL) change(value string, set func(c *URL, value string)) {
	if len(value) > MaxLength {
		return
	}
	c := *u
	set(&c, ToWellFormed(value))
	if c.Length() <= MaxLength {
		*u = c
	}
}

// SetHref replaces the whole URL.
func (u *URL) SetHref(value string) error {
	parsed, err := Parse(value, nil)
	if err != nil {
		return err
	}
	*u = *parsed
	return nil
}

// SetProtocol sets the scheme, up to a colon. Special schemes stay special, others do not become so.
func (u *URL) SetProtocol(value string) {
	u.change(value, func(u *URL, value string) {
		scheme, _, ok := cutScheme(withoutTabs(value) + ":")
		switch {
		case !ok, isSpecial(scheme) != isSpecial(u.scheme):
		case scheme == "file" && (u.hasCredentials() || u.port >= 0):
		case u.scheme == "file" && u.host == "":
		default:
			u.scheme = scheme
			if u.port == defaultPort(scheme) {
				u.port = -1
			}
		}
	})
}

// cannotHavePort reports that there is no host that credentials or a port could belong to.
func (u *URL) cannotHavePort() bool { return u.host == "" || u.scheme == "file" }

// SetUsername sets the user name.
func (u *URL) SetUsername(value string) {
	u.change(value, func(u *URL, value string) {
		if !u.cannotHavePort() {
			u.username = encode(value, userinfoSet)
		}
	})
}

// SetPassword sets the password.
func (u *URL) SetPassword(value string) {
	u.change(value, func(u *URL, value string) {
		if !u.cannotHavePort() {
			u.password = encode(value, userinfoSet)
		}
	})
}

// SetHost sets the host and, if there is one, the port.
func (u *URL) SetHost(value string) {
	u.change(value, func(u *URL, value string) { u.setHost(value, true) })
}

// SetHostname sets the host only.
func (u *URL) SetHostname(value string) {
	u.change(value, func(u *URL, value string) { u.setHost(value, false) })
}

func (u *URL) setHost(value string, withPort bool) {
	if u.opaque {
		return
	}
	ends := "/?#"
	if isSpecial(u.scheme) {
		ends = `/\?#`
	}
	value = withoutTabs(value)
	value = value[:indexAny(value, ends)]
	if u.scheme == "file" {
		u.setFileHost(value)
		return
	}
	name, port, hasPort := cutPort(value)
	if hasPort && (name == "" || !withPort) {
		return
	}
	if name == "" && (isSpecial(u.scheme) || u.hasCredentials() || u.port >= 0) {
		return
	}
	host, ok := parseHost(name, isSpecial(u.scheme))
	if !ok {
		return
	}
	u.host, u.hasHost = host, true
	u.setPort(port)
}

func (u *URL) setFileHost(name string) {
	if name == "" {
		u.host, u.hasHost = "", true
		return
	}
	if host, ok := parseHost(name, true); ok {
		if host == "localhost" {
			host = ""
		}
		u.host, u.hasHost = host, true
	}
}

// SetPort sets the port from the digits that the value begins with; an empty value removes it.
func (u *URL) SetPort(value string) {
	u.change(value, func(u *URL, value string) {
		switch {
		case u.cannotHavePort():
		case value == "":
			u.port = -1
		default:
			u.setPort(withoutTabs(value))
		}
	})
}

// setPort keeps the port if there are no digits or too large a number.
func (u *URL) setPort(value string) {
	n := 0
	for n < len(value) && isDigit(value[n]) {
		n++
	}
	if n > 0 {
		u.readPort(value[:n])
	}
}

// SetPathname replaces the path.
func (u *URL) SetPathname(value string) {
	u.change(value, func(u *URL, value string) {
		if u.opaque {
			return
		}
		value = withoutTabs(value)
		p := parser{url: u}
		u.path = ""
		switch {
		case p.isSlash(value):
			u.appendPath(value[1:])
		case value != "" || isSpecial(u.scheme) || !u.hasHost:
			u.appendPath(value)
		}
	})
}

// SetSearch replaces the query; an empty value removes it.
func (u *URL) SetSearch(value string) {
	u.change(value, func(u *URL, value string) {
		u.hasQuery = value != ""
		u.query = encode(withoutTabs(strings.TrimPrefix(value, "?")), u.querySet())
	})
}

// SetHash replaces the fragment; an empty value removes it.
func (u *URL) SetHash(value string) {
	u.change(value, func(u *URL, value string) {
		u.hasFrag = value != ""
		u.fragment = encode(withoutTabs(strings.TrimPrefix(value, "#")), fragmentSet)
	})
}
