// Package intl formats numbers, dates, lists and relative times, compares and segments text the way Intl does, for
// English as Node prints it and for some thirty other locales.
//
// # Data
//
// The directory data holds a text file for each locale, generated from Unicode CLDR: sorted lines of a key, a tab and
// a value. A regional locale holds what differs from its language. The files are linked into the program as strings and
// are searched where they lie, by bisection: there is nothing to set up at start, nothing is shared between goroutines
// but constants, and a formatter looks up only what it needs when it is made. The keys are
//
//	num.…      symbols                      pat.…     number patterns        cur.CODE…  currency symbols and names
//	compact.…  compact notation             unit.…    units                  list.…     list patterns
//	rel.…      relative times               month.… day.… period.… era.…     calendar names
//	skel.…     date patterns by skeleton    range.…   interval patterns      style.… glue.…  dateStyle and timeStyle
//
// where a further .one, .few and so on gives the variant for that plural category. A locale without a file gets the
// English one, as Intl falls back to its default locale.
//
// # Text
//
// Strings in and out are WTF-8: UTF-8 in which a lone surrogate has three bytes of its own. Options are plain structs whose
// zero value means "not given"; a wrong option is an [*Error] that names the JavaScript error to throw. All work is
// linear in the input. A formatter is made in 1 to 30 µs and formats in about 1 µs, and a few bytes more for each digit of a BigInt; what takes
// text of any length has a charge function.
package intl

import (
	_ "embed"
	"slices"
	"strings"
)

// Error is a wrong argument: Name is RangeError or TypeError.
type Error struct {
	Name    string
	Message string
}

func (e *Error) Error() string { return e.Name + ": " + e.Message }

func rangeError(parts ...string) *Error { return &Error{"RangeError", strings.Join(parts, "")} }
func typeError(parts ...string) *Error  { return &Error{"TypeError", strings.Join(parts, "")} }

// DefaultLocale is the locale of programs that name none, and of names that no data exists for.
const DefaultLocale = "en-US"

// Locale is a resolved locale: where its data is, and the extension keywords that were asked for.
type Locale struct {
	// Tag is the canonical tag without extensions, such as "en-US".
	Tag string

	language string
	tables   []string // most specific first
	keywords map[string]string
}

// Resolve returns the first of the requested locales for which data exists, DefaultLocale if there is none. Tags must be
// well-formed.
func Resolve(requested []string) (*Locale, error) {
	for _, name := range requested {
		tag, err := parseTag(name)
		if err != nil {
			return nil, err
		}
		if tables := tablesFor(tag); tables != nil {
			// The region stays part of the name although its data may be that of the language, as in Node, which knows all of them.
			base := tag
			base.variants, base.extensions = nil, nil
			return &Locale{Tag: base.String(), language: tag.language, tables: tables, keywords: tag.keywords()}, nil
		}
	}
	return &Locale{Tag: DefaultLocale, language: "en", tables: []string{dataEn}}, nil
}

// CanonicalLocales is Intl.getCanonicalLocales: the canonical forms without duplicates.
func CanonicalLocales(names []string) ([]string, error) {
	var tags []string
	for _, name := range names {
		tag, err := parseTag(name)
		if err != nil {
			return nil, err
		}
		if s := tag.String(); !slices.Contains(tags, s) {
			tags = append(tags, s)
		}
	}
	return tags, nil
}

// SupportedLocales is supportedLocalesOf: those of the names that are formatted with data of their own language.
func SupportedLocales(names []string) ([]string, error) {
	canonical, err := CanonicalLocales(names)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(canonical, func(name string) bool {
		tag, _ := parseTag(name)
		return tablesFor(tag) == nil
	}), nil
}

// text returns the value of a key, "" if there is none.
func (l *Locale) text(parts ...string) string {
	key := parts[0]
	if len(parts) > 1 {
		key = strings.Join(parts, "")
	}
	for _, table := range l.tables {
		if value, ok := find(table, key); ok {
			return value
		}
	}
	return ""
}

// plural returns the variant of a key for a plural category.
func (l *Locale) plural(key, category string) string {
	if category != "other" {
		if value := l.text(key, ".", category); value != "" {
			return value
		}
	}
	return l.text(key)
}

// all calls yield with the rest of the key and the value of every key that begins with prefix, those of the region first. A
// key of the language that the region has too comes again.
func (l *Locale) all(prefix string, yield func(rest, value string)) {
	for _, table := range l.tables {
		at, _ := bisect(table, prefix)
		for at < len(table) {
			line, _, _ := strings.Cut(table[at:], "\n")
			key, value, _ := strings.Cut(line, "\t")
			if !strings.HasPrefix(key, prefix) {
				break
			}
			if value != "" {
				yield(key[len(prefix):], value)
			}
			at += len(line) + 1
		}
	}
}

// find looks up a key in a table of sorted "key<TAB>value" lines.
func find(table, key string) (string, bool) {
	at, ok := bisect(table, key)
	if !ok {
		return "", false
	}
	value, _, _ := strings.Cut(table[at+len(key)+1:], "\n")
	return value, true
}

// bisect returns the offset of the first line whose key is not below the given one, and whether it is equal.
func bisect(table, key string) (at int, equal bool) {
	lo, hi := 0, len(table) // both at the start of a line
	for lo < hi {
		mid := lo + (hi-lo)/2
		start := lo + strings.LastIndexByte(table[lo:mid], '\n') + 1
		end := mid + strings.IndexByte(table[mid:], '\n')
		have, _, _ := strings.Cut(table[start:end], "\t")
		switch {
		case have == key:
			return start, true
		case have < key:
			lo = end + 1
		default:
			hi = start
		}
	}
	return lo, false
}

var (
	//go:embed data/en.txt
	dataEn string
	//go:embed data/en-GB.txt
	dataEnGB string
	//go:embed data/en-CA.txt
	dataEnCA string
	//go:embed data/en-AU.txt
	dataEnAU string
	//go:embed data/en-IN.txt
	dataEnIN string
	//go:embed data/de.txt
	dataDe string
	//go:embed data/de-AT.txt
	dataDeAT string
	//go:embed data/de-CH.txt
	dataDeCH string
	//go:embed data/fr.txt
	dataFr string
	//go:embed data/fr-CA.txt
	dataFrCA string
	//go:embed data/es.txt
	dataEs string
	//go:embed data/es-MX.txt
	dataEsMX string
	//go:embed data/it.txt
	dataIt string
	//go:embed data/pt.txt
	dataPt string
	//go:embed data/pt-PT.txt
	dataPtPT string
	//go:embed data/nl.txt
	dataNl string
	//go:embed data/sv.txt
	dataSv string
	//go:embed data/da.txt
	dataDa string
	//go:embed data/nb.txt
	dataNb string
	//go:embed data/fi.txt
	dataFi string
	//go:embed data/pl.txt
	dataPl string
	//go:embed data/cs.txt
	dataCs string
	//go:embed data/ru.txt
	dataRu string
	//go:embed data/uk.txt
	dataUk string
	//go:embed data/tr.txt
	dataTr string
	//go:embed data/ja.txt
	dataJa string
	//go:embed data/zh.txt
	dataZh string
	//go:embed data/ko.txt
	dataKo string
	//go:embed data/plurals.txt
	dataPlurals string
	//go:embed data/currencies.txt
	dataCurrencies string
	//go:embed data/aliases.txt
	dataAliases string
)

// tablesFor returns the data of a tag, most specific first, nil if its language has none.
func tablesFor(tag langTag) []string {
	var region string
	switch tag.language + "-" + tag.region {
	case "en-GB":
		region = dataEnGB
	case "en-CA":
		region = dataEnCA
	case "en-AU":
		region = dataEnAU
	case "en-IN":
		region = dataEnIN
	case "de-AT":
		region = dataDeAT
	case "de-CH":
		region = dataDeCH
	case "fr-CA":
		region = dataFrCA
	case "es-MX":
		region = dataEsMX
	case "pt-PT":
		region = dataPtPT
	}
	language := languageTable(tag)
	switch {
	case language == "":
		return nil
	case region == "":
		return []string{language}
	}
	return []string{region, language}
}

func languageTable(tag langTag) string {
	switch tag.language {
	case "en":
		return dataEn
	case "de":
		return dataDe
	case "fr":
		return dataFr
	case "es":
		return dataEs
	case "it":
		return dataIt
	case "pt":
		return dataPt
	case "nl":
		return dataNl
	case "sv":
		return dataSv
	case "da":
		return dataDa
	case "nb", "no":
		return dataNb
	case "fi":
		return dataFi
	case "pl":
		return dataPl
	case "cs":
		return dataCs
	case "ru":
		return dataRu
	case "uk":
		return dataUk
	case "tr":
		return dataTr
	case "ja":
		return dataJa
	case "ko":
		return dataKo
	case "zh":
		if tag.script != "Hant" && tag.region != "TW" && tag.region != "HK" && tag.region != "MO" {
			return dataZh
		}
	}
	return ""
}
