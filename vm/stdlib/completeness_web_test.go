package stdlib

// This file lists the properties of Date, URL, URLSearchParams and Intl for the check in completeness_test.go: after
// ECMAScript, the URL Standard and ECMA-402.

import "github.com/neurocode-ai/codemode/vm"

// dateMethods are the properties of Date.prototype, Annex B included.
const dateMethods = `constructor getDate getDay getFullYear getHours getMilliseconds getMinutes getMonth getSeconds getTime
	getTimezoneOffset getUTCDate getUTCDay getUTCFullYear getUTCHours getUTCMilliseconds getUTCMinutes getUTCMonth getUTCSeconds
	setDate setFullYear setHours setMilliseconds setMinutes setMonth setSeconds setTime setUTCDate setUTCFullYear setUTCHours
	setUTCMilliseconds setUTCMinutes setUTCMonth setUTCSeconds toDateString toISOString toJSON toLocaleDateString
	toLocaleString toLocaleTimeString toString toTimeString toUTCString valueOf @@toPrimitive getYear setYear toGMTString`

func init() {
	intrinsics = append(intrinsics, []intrinsic{
		{"Date", global("Date"), ctor + `now parse UTC`},
		{"Date.prototype", global("Date.prototype"), dateMethods},
		{"URL", global("URL"), ctor + `canParse parse createObjectURL revokeObjectURL`},
		{"URL.prototype", global("URL.prototype"), `constructor hash host hostname href origin password pathname port
			protocol search searchParams toJSON toString username @@toStringTag`},
		{"URLSearchParams", global("URLSearchParams"), ctor},
		{"URLSearchParams.prototype", global("URLSearchParams.prototype"), `append constructor delete entries forEach get
			getAll has keys set size sort toString values @@iterator @@toStringTag`},
		{"Intl", global("Intl"), `Collator DateTimeFormat DisplayNames DurationFormat getCanonicalLocales ListFormat Locale
			NumberFormat PluralRules RelativeTimeFormat Segmenter supportedValuesOf @@toStringTag`},
		{"Intl.Collator.prototype", global("Intl.Collator.prototype"), `compare constructor resolvedOptions @@toStringTag`},
		{"Intl.DateTimeFormat.prototype", global("Intl.DateTimeFormat.prototype"), `constructor format formatRange
			formatRangeToParts formatToParts resolvedOptions @@toStringTag`},
		{"Intl.DisplayNames.prototype", global("Intl.DisplayNames.prototype"), `constructor of resolvedOptions @@toStringTag`},
		{"Intl.ListFormat.prototype", global("Intl.ListFormat.prototype"), `constructor format formatToParts resolvedOptions @@toStringTag`},
		{"Intl.NumberFormat.prototype", global("Intl.NumberFormat.prototype"), `constructor format formatRange
			formatRangeToParts formatToParts resolvedOptions @@toStringTag`},
		{"Intl.PluralRules.prototype", global("Intl.PluralRules.prototype"), `constructor resolvedOptions select selectRange @@toStringTag`},
		{"Intl.RelativeTimeFormat.prototype", global("Intl.RelativeTimeFormat.prototype"), `constructor format formatToParts
			resolvedOptions @@toStringTag`},
		{"Intl.Segmenter.prototype", global("Intl.Segmenter.prototype"), `constructor resolvedOptions segment @@toStringTag`},
		{"%SegmentsPrototype%", segmentsOf(`Segments`), `containing @@iterator`},
		{"%SegmentIteratorPrototype%", segmentsOf(`Iterator`), `next @@toStringTag`},
	}...)
	for _, name := range []string{"Collator", "DateTimeFormat", "DisplayNames", "ListFormat", "NumberFormat", "PluralRules", "RelativeTimeFormat", "Segmenter"} {
		intrinsics = append(intrinsics, intrinsic{"Intl." + name, global("Intl." + name), ctor + `supportedLocalesOf`})
	}
	const noFiles = "there are no Blob objects that such a URL could stand for"
	missing = append(missing, []exclusion{
		{"URL", "createObjectURL", noFiles},
		{"URL", "revokeObjectURL", noFiles},
		{"Intl", "DurationFormat", "newer than the engines that models learnt from; RelativeTimeFormat and arithmetic serve"},
		{"Intl", "Locale", "objects for taking language tags apart; all functions take the tags themselves"},
		{"Intl.NumberFormat.prototype", "formatRange", "no data for ranges of numbers: two calls of format serve"},
		{"Intl.NumberFormat.prototype", "formatRangeToParts", "no data for ranges of numbers"},
		{"Intl.PluralRules.prototype", "selectRange", "no data for ranges of numbers"},
	}...)
}

// segmentsOf finds the prototypes that are reached through a Segmenter only.
func segmentsOf(what string) func(r *vm.Realm) *vm.Object {
	return func(r *vm.Realm) *vm.Object {
		m := vm.New(r, vm.Options{})
		k := global("Intl.Segmenter")(r)
		if k == nil {
			return nil
		}
		s, err := m.Construct(k, k)
		if err != nil {
			return nil
		}
		v, err := m.Invoke(vm.ObjectValue(s), m.Key("segment"), vm.ASCII("a"))
		if err == nil && what == "Iterator" {
			v, err = m.Invoke(v, r.Names.SymIterator)
		}
		if err != nil || v.Object() == nil {
			return nil
		}
		return v.Object().Proto()
	}
}
