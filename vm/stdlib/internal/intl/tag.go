// This file defines the syntax and the canonical form of locale identifiers (Unicode Technical Standard 35, as ECMA-402
// narrows it).

package intl

import (
	"slices"
	"strings"
)

// langTag is a parsed locale identifier in canonical case.
type langTag struct {
	language   string
	script     string
	region     string
	variants   []string
	extensions []extension
}

// extension is a singleton and its subtags.
type extension struct {
	singleton byte
	subtags   []string
}

// maxTagLength bounds what is looked at: more than any tag that means something.
const maxTagLength = 1000

func parseTag(s string) (langTag, error) {
	tag, ok := scanTag(s)
	if !ok {
		if len(s) > 80 {
			s = s[:80] + "…"
		}
		return langTag{}, rangeError("Incorrect locale information provided: ", s)
	}
	return tag, nil
}

func scanTag(s string) (tag langTag, ok bool) {
	if len(s) > maxTagLength || strings.IndexFunc(s, func(r rune) bool { return r > '~' }) >= 0 {
		return tag, false
	}
	parts := strings.Split(strings.ToLower(s), "-")
	next := func(matches func(string) bool) string {
		if len(parts) == 0 || !matches(parts[0]) {
			return ""
		}
		part := parts[0]
		parts = parts[1:]
		return part
	}
	tag.language = next(func(p string) bool {
		return alphabetic(p) && (len(p) == 2 || len(p) == 3 || 5 <= len(p) && len(p) <= 8)
	})
	if tag.language == "" {
		return tag, false
	}
	if script := next(func(p string) bool { return len(p) == 4 && alphabetic(p) }); script != "" {
		tag.script = strings.ToUpper(script[:1]) + script[1:]
	}
	tag.region = strings.ToUpper(next(func(p string) bool { return len(p) == 2 && alphabetic(p) || len(p) == 3 && numericOnly(p) }))
	for {
		variant := next(func(p string) bool {
			return alphanumeric(p) && (5 <= len(p) && len(p) <= 8 || len(p) == 4 && p[0] <= '9')
		})
		if variant == "" {
			break
		}
		if slices.Contains(tag.variants, variant) {
			return tag, false
		}
		tag.variants = append(tag.variants, variant)
	}
	slices.Sort(tag.variants)
	if !tag.scanExtensions(parts) {
		return tag, false
	}
	tag.replaceAliases()
	return tag, true
}

func (tag *langTag) scanExtensions(parts []string) bool {
	for len(parts) > 0 {
		if len(parts[0]) != 1 || !alphanumeric(parts[0]) {
			return false
		}
		e := extension{singleton: parts[0][0]}
		parts = parts[1:]
		for len(parts) > 0 && alphanumeric(parts[0]) && len(parts[0]) <= 8 && (len(parts[0]) > 1 || e.singleton == 'x') {
			e.subtags = append(e.subtags, parts[0])
			parts = parts[1:]
		}
		if len(e.subtags) == 0 || slices.ContainsFunc(tag.extensions, func(o extension) bool { return o.singleton == e.singleton }) {
			return false
		}
		if e.singleton == 'u' {
			e.subtags = canonicalKeywords(e.subtags)
		}
		tag.extensions = append(tag.extensions, e)
	}
	slices.SortStableFunc(tag.extensions, func(a, b extension) int {
		return int(extensionOrder(a.singleton)) - int(extensionOrder(b.singleton))
	})
	return true
}

// extensionOrder puts private use last.
func extensionOrder(singleton byte) byte {
	if singleton == 'x' {
		return 255
	}
	return singleton
}

// canonicalKeywords sorts the keywords of a u extension by their keys; the first of two wins and the value true is left out.
func canonicalKeywords(subtags []string) []string {
	n := 0
	for n < len(subtags) && len(subtags[n]) > 2 {
		n++
	}
	out := slices.Sorted(slices.Values(subtags[:n]))
	var keywords [][]string
	for _, s := range subtags[n:] {
		if len(s) == 2 {
			keywords = append(keywords, []string{s})
		} else if last := len(keywords) - 1; s != "true" {
			keywords[last] = append(keywords[last], s)
		}
	}
	slices.SortStableFunc(keywords, func(a, b []string) int { return strings.Compare(a[0], b[0]) })
	for i, k := range keywords {
		if i == 0 || k[0] != keywords[i-1][0] {
			out = append(out, k...)
		}
	}
	return out
}

// keywords returns the keywords of the u extension; a keyword without a value is "true".
func (tag langTag) keywords() map[string]string {
	for _, e := range tag.extensions {
		if e.singleton != 'u' {
			continue
		}
		m := map[string]string{}
		key := ""
		for _, s := range e.subtags {
			switch {
			case len(s) == 2:
				key = s
				m[key] = "true"
			case key != "" && m[key] == "true":
				m[key] = s
			case key != "":
				m[key] += "-" + s
			}
		}
		return m
	}
	return nil
}

// replaceAliases writes languages, scripts and regions the way CLDR prefers. Variants are kept as they are.
func (tag *langTag) replaceAliases() {
	if to, ok := find(dataAliases, tag.language); ok {
		parts := strings.Split(to, "-")
		tag.language = parts[0]
		for _, p := range parts[1:] {
			if len(p) == 4 && tag.script == "" {
				tag.script = p
			} else if len(p) != 4 && tag.region == "" {
				tag.region = p
			}
		}
	}
	if to, ok := find(dataAliases, tag.region); ok && tag.region != "" {
		tag.region = to
	}
	if to, ok := find(dataAliases, tag.script); ok && tag.script != "" {
		tag.script = to
	}
}

// String returns the canonical form.
func (tag langTag) String() string {
	parts := []string{tag.language}
	if tag.script != "" {
		parts = append(parts, tag.script)
	}
	if tag.region != "" {
		parts = append(parts, tag.region)
	}
	parts = append(parts, tag.variants...)
	for _, e := range tag.extensions {
		parts = append(append(parts, string(e.singleton)), e.subtags...)
	}
	return strings.Join(parts, "-")
}

func alphabetic(s string) bool {
	for i := range len(s) {
		if s[i]|0x20 < 'a' || s[i]|0x20 > 'z' {
			return false
		}
	}
	return s != ""
}

func numericOnly(s string) bool {
	for i := range len(s) {
		if s[i]-'0' > 9 {
			return false
		}
	}
	return s != ""
}

func alphanumeric(s string) bool {
	for i := range len(s) {
		if c := s[i] | 0x20; s[i]-'0' > 9 && (c < 'a' || c > 'z') {
			return false
		}
	}
	return s != ""
}
