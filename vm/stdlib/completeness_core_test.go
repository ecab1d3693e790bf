package stdlib

// This file lists the properties of the intrinsics for text, numbers and JSON.

import "github.com/neurocode-ai/codemode/vm"

func init() {
	intrinsics = append(intrinsics, []intrinsic{
		{"String", global("String"), ctor + `fromCharCode fromCodePoint raw`},
		{"String.prototype", global("String.prototype"), `length at charAt charCodeAt codePointAt concat constructor endsWith
			includes indexOf isWellFormed lastIndexOf localeCompare match matchAll normalize padEnd padStart repeat replace
			replaceAll search slice split startsWith substring toLocaleLowerCase toLocaleUpperCase toLowerCase toString
			toUpperCase toWellFormed trim trimEnd trimStart valueOf @@iterator
			substr trimLeft trimRight anchor big blink bold fixed fontcolor fontsize italics link small strike sub sup`},
		{"%StringIteratorPrototype%", func(r *vm.Realm) *vm.Object { return r.StringIteratorPrototype }, `next @@toStringTag`},
		{"Number", global("Number"), ctor + `EPSILON isFinite isInteger isNaN isSafeInteger MAX_SAFE_INTEGER MAX_VALUE
			MIN_SAFE_INTEGER MIN_VALUE NaN NEGATIVE_INFINITY parseFloat parseInt POSITIVE_INFINITY`},
		{"Number.prototype", global("Number.prototype"), `constructor toExponential toFixed toLocaleString toPrecision toString valueOf`},
		{"BigInt", global("BigInt"), ctor + `asIntN asUintN`},
		{"BigInt.prototype", global("BigInt.prototype"), `constructor toLocaleString toString valueOf @@toStringTag`},
		{"Math", global("Math"), `E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2 abs acos acosh asin asinh atan atanh atan2 cbrt
			ceil clz32 cos cosh exp expm1 floor fround f16round hypot imul log log1p log10 log2 max min pow random round sign
			sin sinh sqrt tan tanh trunc @@toStringTag`},
		{"JSON", global("JSON"), `parse stringify @@toStringTag`},
		{"RegExp", global("RegExp"), ctor + `escape @@species`},
		{"RegExp.prototype", global("RegExp.prototype"), `constructor exec dotAll flags global hasIndices ignoreCase @@match
			@@matchAll multiline @@replace @@search source @@split sticky test toString unicode unicodeSets compile`},
		{"%RegExpStringIteratorPrototype%", func(r *vm.Realm) *vm.Object { return r.RegExpStringIteratorPrototype }, `next @@toStringTag`},
	}...)
	surplus = append(surplus, []exclusion{
		{"Math", "sumPrecise", "ECMAScript 2026; in current engines"},
		{"JSON", "rawJSON", "ECMAScript 2026; in all current engines"},
		{"JSON", "isRawJSON", "ECMAScript 2026; in all current engines"},
	}...)
}
