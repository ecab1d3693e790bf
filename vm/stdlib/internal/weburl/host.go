// This file defines hosts: domains, IPv4 and IPv6 addresses, opaque hosts.

package weburl

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// Code points that no host contains.
const (
	forbiddenHost   = "\x00\t\n\r #/:<>?@[\\]^|"
	forbiddenDomain = forbiddenHost + "\x01\x02\x03\x04\x05\x06\x07\x08\x0b\x0c\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f%\x7f"
)

// parseHost returns the serialised host. Only hosts of special URLs are domains or IPv4 addresses.
func parseHost(s string, special bool) (string, bool) {
	if strings.HasPrefix(s, "[") {
		if !strings.HasSuffix(s, "]") {
			return "", false
		}
		address, ok := parseIPv6(s[1 : len(s)-1])
		return "[" + serializeIPv6(address) + "]", ok
	}
	if !special {
		return encode(s, controlSet), !strings.ContainsAny(s, forbiddenHost)
	}
	if strings.IndexByte(s, '%') >= 0 {
		decoded := percentDecode(s)
		if !utf8.Valid(decoded) {
			return "", false // it would hold U+FFFD, which no domain does
		}
		s = string(decoded)
	}
	domain, ok := toASCII(s)
	if !ok || domain == "" || strings.ContainsAny(domain, forbiddenDomain) {
		return "", false
	}
	if endsInNumber(domain) {
		n, ok := parseIPv4(domain)
		return serializeIPv4(n), ok
	}
	return domain, true
}

// toASCII maps a domain as Unicode Technical Standard 46 says: non-transitional, without the length limits of DNS and with
// hyphens anywhere. A domain in ASCII is only put into lower case; its Punycode labels are not checked.
func toASCII(s string) (string, bool) {
	switch {
	case isASCII(s):
		return strings.ToLower(s), true
	case len(s) > maxUnicodeDomain:
		return "", false
	}
	s = strings.Map(newMapping, s)
	profile := idna.New(idna.MapForLookup(), idna.BidiRule(), idna.CheckHyphens(false), idna.CheckJoiners(true),
		idna.StrictDomainName(false), idna.Transitional(false), idna.VerifyDNSLength(false))
	domain, err := profile.ToASCII(s)
	return domain, err == nil
}

// maxUnicodeDomain bounds domains outside ASCII, because the work of Punycode grows with the square of their length. DNS allows 253 bytes.
const maxUnicodeDomain = 4096

// newMapping maps the characters whose mapping came with Unicode 15.1 or later than the tables of x/net/idna; -1 drops a character.
func newMapping(r rune) rune {
	switch r {
	case 0x180e, 0x206a, 0x206b, 0x206c, 0x206d, 0x206e, 0x206f:
		return -1
	case 0x1e9e:
		return 'ß'
	case 0x04c0:
		return 0x04cf
	case 0x2132:
		return 0x214e
	case 0x2183:
		return 0x2184
	case 0x2f868:
		return 0x36fc
	}
	return r
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// endsInNumber reports whether the last label of a domain makes it an IPv4 address, or a wrong one.
func endsInNumber(domain string) bool {
	domain = strings.TrimSuffix(domain, ".")
	last := domain[strings.LastIndexByte(domain, '.')+1:]
	if last == "" {
		return false
	}
	digits := true
	for i := range len(last) {
		digits = digits && isDigit(last[i])
	}
	_, ok := parseIPv4Part(last)
	return digits || ok
}

// parseIPv4 reads one to four numbers; the last fills the bytes that are left.
func parseIPv4(s string) (uint32, bool) {
	parts := strings.Split(strings.TrimSuffix(s, "."), ".")
	if len(parts) > 4 {
		return 0, false
	}
	address := uint64(0)
	for i, part := range parts {
		n, ok := parseIPv4Part(part)
		if !ok {
			return 0, false
		}
		if i < len(parts)-1 {
			if n > 255 {
				return 0, false
			}
			address |= n << (8 * (3 - i))
			continue
		}
		if n >= 1<<(8*(5-len(parts))) {
			return 0, false
		}
		address |= n
	}
	return uint32(address), true
}

// parseIPv4Part reads a decimal, octal or hexadecimal number; a large one becomes 2^32, which no address contains.
func parseIPv4Part(s string) (uint64, bool) {
	if s == "" {
		return 0, false
	}
	base := uint64(10)
	switch {
	case len(s) >= 2 && s[0] == '0' && s[1]|0x20 == 'x':
		s, base = s[2:], 16
	case len(s) >= 2 && s[0] == '0':
		s, base = s[1:], 8
	}
	n := uint64(0)
	for i := range len(s) {
		d := hexValue(s[i])
		if uint64(d) >= base {
			return 0, false
		}
		n = min(n*base+uint64(d), 1<<32)
	}
	return n, true
}

func serializeIPv4(n uint32) string {
	b := make([]byte, 0, 15)
	for shift := 24; shift >= 0; shift -= 8 {
		if b = strconv.AppendUint(b, uint64(n>>shift&255), 10); shift > 0 {
			b = append(b, '.')
		}
	}
	return string(b)
}

// parseIPv6 reads eight pieces, of which two colons stand for a run of zeros and a dotted address for the last two.
func parseIPv6(s string) (a [8]uint16, ok bool) {
	n, gap := 0, -1 // pieces read; how many were read before the two colons
	if strings.HasPrefix(s, "::") {
		s, gap = s[2:], 0
	} else if strings.HasPrefix(s, ":") {
		return a, false
	}
	for s != "" {
		if n == 8 {
			return a, false
		}
		if s[0] == ':' {
			if gap >= 0 || n == 0 {
				return a, false
			}
			s, gap = s[1:], n
			continue
		}
		piece, digits := 0, 0
		for digits < 4 && digits < len(s) && hexValue(s[digits]) < 16 {
			piece = piece<<4 | int(hexValue(s[digits]))
			digits++
		}
		if digits < len(s) && s[digits] == '.' {
			if digits == 0 || n > 6 || !readDotted(s, &a, n) {
				return a, false
			}
			n += 2
			s = ""
			break
		}
		if digits == 0 {
			return a, false
		}
		a[n] = uint16(piece)
		n++
		if s = s[digits:]; s == "" {
			break
		}
		if s[0] != ':' || len(s) == 1 {
			return a, false
		}
		s = s[1:]
	}
	if gap < 0 {
		return a, n == 8
	}
	// Move the pieces behind the gap to the end.
	if n == 8 {
		return a, false
	}
	tail := a
	for i := gap; i < 8; i++ {
		a[i] = 0
	}
	copy(a[8-(n-gap):], tail[gap:n])
	return a, true
}

// readDotted reads the four decimal numbers at the end of an IPv6 address into two pieces.
func readDotted(s string, a *[8]uint16, at int) bool {
	parts := strings.Split(s, ".")
	if len(parts) != 4 {
		return false
	}
	var bytes [4]int
	for i, part := range parts {
		if part == "" || len(part) > 3 || len(part) > 1 && part[0] == '0' {
			return false
		}
		for j := range len(part) {
			if !isDigit(part[j]) {
				return false
			}
			bytes[i] = bytes[i]*10 + int(part[j]-'0')
		}
		if bytes[i] > 255 {
			return false
		}
	}
	a[at], a[at+1] = uint16(bytes[0]<<8|bytes[1]), uint16(bytes[2]<<8|bytes[3])
	return true
}

// serializeIPv6 writes the address with its longest run of two or more zeros, the first of equals, as two colons.
func serializeIPv6(a [8]uint16) string {
	start, length := -1, 1
	for i := 0; i < 8; i++ {
		run := 0
		for i+run < 8 && a[i+run] == 0 {
			run++
		}
		if run > length {
			start, length = i, run
		}
		i += run
	}
	b := make([]byte, 0, 39)
	for i := 0; i < 8; i++ {
		if i == start {
			b = append(b, "::"...)
			i += length - 1
			continue
		}
		if i > 0 && b[len(b)-1] != ':' {
			b = append(b, ':')
		}
		b = strconv.AppendUint(b, uint64(a[i]), 16)
	}
	return string(b)
}
