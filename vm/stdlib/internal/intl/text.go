// This file defines the case conversions that depend on the language.

package intl

import "strings"

// TurkicUpper and TurkicLower do what Turkish and Azerbaijani add to the conversions of case: i and I each have a partner with or
// without the dot. They are applied before the general mapping, to locales for which IsTurkic holds. They cost about 2 ns a byte.
// (The rules of Lithuanian, and the accents that Greek capitals lose, are not implemented.)
func TurkicUpper(s string) string { return strings.ReplaceAll(s, "i", "İ") }

// TurkicLower is the counterpart of TurkicUpper.
func TurkicLower(s string) string { return turkicLower.Replace(s) }

var turkicLower = strings.NewReplacer("I\u0307", "i", "I", "ı", "İ", "i")

// IsTurkic reports whether a locale is Turkish or Azerbaijani.
func IsTurkic(locale string) bool {
	tag, err := parseTag(locale)
	return err == nil && (tag.language == "tr" || tag.language == "az")
}
