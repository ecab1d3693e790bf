// This file defines the case conversions and the normal forms of strings.

package intl

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

// ToUpper is String.prototype.toUpperCase: full case mapping, so that the result may be longer ("ß" gives "SS"). About 1 ns a
// byte for ASCII, 20 ns a character otherwise.
func ToUpper(s string) string { return ToUpperLocale(s, "") }

// ToLower is String.prototype.toLowerCase, with the final form of sigma.
func ToLower(s string) string { return ToLowerLocale(s, "") }

// ToUpperLocale is toLocaleUpperCase for a well-formed locale, "" for none: Turkish, Azerbaijani and Lithuanian have rules of
// their own. The accents of Greek capitals are kept.
func ToUpperLocale(s, locale string) string {
	if tag := caseLanguage(locale); tag != language.Und || !isASCII(s) {
		return perWellFormed(s, func(s string) string { return cases.Upper(tag).String(s) })
	}
	return strings.ToUpper(s)
}

// ToLowerLocale is toLocaleLowerCase.
func ToLowerLocale(s, locale string) string {
	if tag := caseLanguage(locale); tag != language.Und || !isASCII(s) {
		return perWellFormed(s, func(s string) string { return cases.Lower(tag).String(s) })
	}
	return strings.ToLower(s)
}

// caseLanguage returns the language if it has case rules of its own.
func caseLanguage(locale string) language.Tag {
	if tag, err := parseTag(locale); err == nil {
		switch tag.language {
		case "tr", "az", "lt":
			return language.Make(tag.language)
		}
	}
	return language.Und
}

// Normalize is String.prototype.normalize. The form is NFC (or ""), NFD, NFKC or NFKD; another one is a RangeError. About 1 ns a
// byte for ASCII, 50 ns a character otherwise. Of more than 30 combining marks in a row, the further ones are cut off from the first by
// U+034F, as the Stream-Safe Text Format demands, so that the work stays linear.
func Normalize(s, form string) (string, error) {
	var f norm.Form
	switch form {
	case "NFC", "":
		f = norm.NFC
	case "NFD":
		f = norm.NFD
	case "NFKC":
		f = norm.NFKC
	case "NFKD":
		f = norm.NFKD
	default:
		return "", rangeError("The normalization form should be one of NFC, NFD, NFKC, NFKD.")
	}
	if isASCII(s) {
		return s, nil
	}
	return perWellFormed(s, f.String), nil
}

// perWellFormed applies convert to the stretches between lone surrogates, which x/text would replace.
func perWellFormed(s string, convert func(string) string) string {
	at := nextSurrogate(s)
	if at < 0 {
		return convert(s)
	}
	var b strings.Builder
	for ; at >= 0; at = nextSurrogate(s) {
		b.WriteString(convert(s[:at]))
		b.WriteString(s[at : at+3])
		s = s[at+3:]
	}
	b.WriteString(convert(s))
	return b.String()
}

// nextSurrogate returns the offset of the first lone surrogate, -1 if there is none: 0xED is followed by a byte of 0xA0 or more.
func nextSurrogate(s string) int {
	for from := 0; ; {
		at := strings.IndexByte(s[from:], 0xed)
		if at < 0 || from+at+2 >= len(s) {
			return -1
		}
		if from += at; s[from+1] >= 0xa0 && !utf8.ValidString(s[from:from+3]) {
			return from
		}
		from++
	}
}
