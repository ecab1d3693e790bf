// This file defines DisplayNames: the English names of languages, regions, scripts and currencies.

package intl

import "strings"

// DisplayNamesOptions are the options of Intl.DisplayNames. A zero field was not given; Type must be.
type DisplayNamesOptions struct {
	Type            string // language, region, script, currency
	Style           string // long, short, narrow
	Fallback        string // code, none
	LanguageDisplay string // dialect, standard
}

// DisplayNames names codes. It is immutable. There are names in English only, to which other locales fall back.
type DisplayNames struct {
	Locale  *Locale
	Options DisplayNamesOptions // with defaults filled in
}

// NewDisplayNames takes the first English locale that is requested.
func NewDisplayNames(requested []string, o DisplayNamesOptions) (*DisplayNames, error) {
	if o.Type == "" {
		return nil, typeError("Intl.DisplayNames needs the option type: language, region, script or currency")
	}
	for _, c := range []struct {
		name    string
		value   *string
		allowed []string
	}{
		{"type", &o.Type, []string{"language", "region", "script", "currency"}},
		{"style", &o.Style, []string{"long", "short", "narrow"}},
		{"fallback", &o.Fallback, []string{"code", "none"}},
		{"languageDisplay", &o.LanguageDisplay, []string{"dialect", "standard"}},
	} {
		if err := choose(c.name, c.value, c.allowed...); err != nil {
			return nil, err
		}
	}
	for _, name := range requested {
		l, err := Resolve([]string{name})
		if err != nil {
			return nil, err
		}
		if tag, _ := parseTag(name); tag.language == "en" {
			return &DisplayNames{Locale: l, Options: o}, nil
		}
	}
	l, err := Resolve(nil)
	return &DisplayNames{Locale: l, Options: o}, err
}

// Of returns the name of a code. For one that has none it returns the code, or false if the option fallback is none.
func (d *DisplayNames) Of(code string) (name string, ok bool, err error) {
	valid := false
	switch d.Options.Type {
	case "language":
		var tag langTag
		if tag, valid = scanTag(code); valid {
			name = d.language(tag)
		}
	case "region":
		valid = len(code) == 2 && alphabetic(code) || len(code) == 3 && numericOnly(code)
		name = d.styled("name.region." + code)
	case "script":
		valid = len(code) == 4 && alphabetic(code)
		name = d.Locale.text("name.script.", code)
	case "currency":
		valid = len(code) == 3 && alphabetic(code)
		code = strings.ToUpper(code)
		if name = d.Locale.text("cur.", code, ".title"); name == "" {
			name = d.Locale.plural("cur."+code+".name", "one")
		}
	}
	switch {
	case !valid:
		return "", false, rangeError("Invalid ", d.Options.Type, " code for Intl.DisplayNames.prototype.of(): ", quoteOption(code))
	case name == "" && d.Options.Fallback == "none":
		return "", false, nil
	case name == "":
		return code, true, nil
	}
	return name, true, nil
}

// styled returns the short variant of a name if the style asks for it and there is one.
func (d *DisplayNames) styled(key string) string {
	if d.Options.Style != "long" {
		if name := d.Locale.text(key, ".short"); name != "" {
			return name
		}
	}
	return d.Locale.text(key)
}

// language names a tag: as a whole if it is a dialect with a name of its own, else its language with the other parts in parentheses.
func (d *DisplayNames) language(tag langTag) string {
	if d.Options.LanguageDisplay == "dialect" {
		if name := d.styled("name.language." + tag.String()); name != "" {
			return name
		}
	}
	name := d.Locale.text("name.language.", tag.language)
	if name == "" {
		return ""
	}
	var details []string
	if tag.script != "" {
		details = append(details, orCode(d.Locale.text("name.script.", tag.script), tag.script))
	}
	if tag.region != "" {
		details = append(details, orCode(d.Locale.text("name.region.", tag.region), tag.region))
	}
	details = append(details, tag.variants...)
	if len(details) == 0 {
		return name
	}
	return name + " (" + strings.Join(details, ", ") + ")"
}

func orCode(name, code string) string {
	if name == "" {
		return code
	}
	return name
}
