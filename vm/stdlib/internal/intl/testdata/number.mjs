// Prints the expected values of number_test.go: node number.mjs > number.jsonl
// Currencies in scientific notation, and in compact notation with a maximum of digits, are left out: node 20 still gives them the
// currency's own fraction digits.
// With "all" every locale gets every case (2 MB).
const values = [0, -0, 1, -1, 1.005, 0.5, 2.5, -2.5, 9.995, 0.000123, 12.3456, 999, 999.5, 1000, 1234.5, -1234.5678, 9999, 12345, 99999.5, 123456.789, 999999, 1000000, 1234567.891, -98765432.1, 1e9, 1.5e12, 1e15, 123456789012345680000, 1e-7, 1e21, NaN, Infinity, -Infinity];
const few = [0, 1, -1234.5678, 1234, 12345.675, 1000000, 2500000.5, 1e12];
const locales = ["en-US", "en-GB", "en-CA", "en-AU", "en-IN", "de-DE", "de-AT", "de-CH", "fr-FR", "fr-CA", "es-ES", "es-MX", "it-IT", "pt-BR", "pt-PT", "nl-NL", "sv-SE", "ja-JP", "zh-CN", "ko-KR"];
const common = [
  {}, { style: "percent" }, { style: "percent", maximumFractionDigits: 1 }, { minimumFractionDigits: 2 }, { minimumFractionDigits: 2, maximumFractionDigits: 2 },
  { maximumFractionDigits: 0 }, { style: "currency", currency: "USD" }, { style: "currency", currency: "EUR" }, { style: "currency", currency: "GBP" }, { style: "currency", currency: "JPY" },
  { style: "currency", currency: "USD", minimumFractionDigits: 0 }, { style: "currency", currency: "USD", maximumFractionDigits: 0 },
  { style: "currency", currency: "EUR", currencyDisplay: "name" }, { style: "currency", currency: "EUR", currencyDisplay: "code" }, { style: "currency", currency: "CAD", currencyDisplay: "narrowSymbol" },
  { style: "currency", currency: "EUR", currencySign: "accounting" }, { style: "currency", currency: "CHF" }, { style: "currency", currency: "INR" }, { style: "currency", currency: "SEK" },
  { notation: "compact" }, { notation: "compact", compactDisplay: "long" }, { notation: "compact", maximumFractionDigits: 1 }, { notation: "compact", style: "currency", currency: "USD" },
  { style: "unit", unit: "kilometer" }, { style: "unit", unit: "kilometer-per-hour", unitDisplay: "long" }, { style: "unit", unit: "megabyte", unitDisplay: "narrow" }, { style: "unit", unit: "day", unitDisplay: "long" },
  { style: "unit", unit: "liter-per-second", unitDisplay: "long" }, { style: "unit", unit: "liter-per-second" }, { style: "unit", unit: "celsius" },
  { signDisplay: "always" }, { signDisplay: "exceptZero", style: "percent" }, { useGrouping: false }, { maximumSignificantDigits: 3 }, { notation: "scientific" },
];
const english = [
  { minimumIntegerDigits: 3 }, { minimumIntegerDigits: 5, minimumFractionDigits: 1, maximumFractionDigits: 1 }, { minimumFractionDigits: 5 }, { maximumFractionDigits: 20 },
  { minimumSignificantDigits: 5 }, { minimumSignificantDigits: 2, maximumSignificantDigits: 4 }, { maximumSignificantDigits: 1 }, { maximumSignificantDigits: 21 },
  { signDisplay: "never" }, { signDisplay: "negative" }, { signDisplay: "exceptZero" }, { signDisplay: "always", style: "currency", currency: "USD" },
  { signDisplay: "exceptZero", style: "currency", currency: "USD", currencySign: "accounting" }, { style: "currency", currency: "USD", currencySign: "accounting" },
  { style: "currency", currency: "USD", currencySign: "accounting", notation: "compact" }, { style: "currency", currency: "XYZ" }, { style: "currency", currency: "KWD" },
  { style: "currency", currency: "usd", currencyDisplay: "name" }, { style: "currency", currency: "JPY", currencyDisplay: "name" }, { style: "currency", currency: "USD", currencyDisplay: "code" },
  { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" }, { style: "currency", currency: "CAD" }, { style: "currency", currency: "CHF", notation: "compact" },
  { style: "currency", currency: "USD", notation: "compact", compactDisplay: "long" },   { style: "currency", currency: "EUR", currencyDisplay: "name", notation: "compact" },
  { notation: "engineering" }, { notation: "engineering", maximumFractionDigits: 1 }, { notation: "scientific", maximumFractionDigits: 1 }, { notation: "scientific", style: "percent" },
  { notation: "compact", minimumFractionDigits: 2 }, { notation: "compact", maximumSignificantDigits: 3 }, { notation: "compact", style: "percent" }, { notation: "compact", useGrouping: true },
  { notation: "compact", compactDisplay: "long", maximumFractionDigits: 2 }, { notation: "compact", style: "unit", unit: "meter" }, { notation: "compact", signDisplay: "always" },
  { useGrouping: "always" }, { useGrouping: "min2" }, { useGrouping: true }, { style: "percent", minimumFractionDigits: 2 }, { style: "percent", maximumSignificantDigits: 3 },
  ...["ceil", "floor", "expand", "trunc", "halfCeil", "halfFloor", "halfTrunc", "halfEven"].map((roundingMode) => ({ roundingMode, maximumFractionDigits: 0 })),
  { roundingMode: "halfEven", maximumFractionDigits: 2 }, { roundingMode: "trunc", maximumSignificantDigits: 2 },
  { roundingIncrement: 5, maximumFractionDigits: 2, minimumFractionDigits: 2 }, { roundingIncrement: 25, maximumFractionDigits: 0 }, { roundingIncrement: 5000, maximumFractionDigits: 0 },
  { roundingIncrement: 20, maximumFractionDigits: 1, minimumFractionDigits: 1, roundingMode: "floor" }, { roundingIncrement: 50, maximumFractionDigits: 2, minimumFractionDigits: 2, roundingMode: "halfEven" },
  { roundingPriority: "morePrecision", maximumFractionDigits: 2, maximumSignificantDigits: 3 }, { roundingPriority: "lessPrecision", maximumFractionDigits: 2, maximumSignificantDigits: 3 },
  { roundingPriority: "morePrecision", minimumFractionDigits: 2, maximumSignificantDigits: 2 }, { trailingZeroDisplay: "stripIfInteger", minimumFractionDigits: 2 },
  { style: "currency", currency: "USD", trailingZeroDisplay: "stripIfInteger" },
  ...["acre", "bit", "byte", "centimeter", "degree", "fahrenheit", "fluid-ounce", "foot", "gallon", "gigabyte", "gram", "hour", "inch", "kilobyte", "kilogram", "liter", "meter", "mile", "millisecond", "minute", "month", "ounce", "percent", "pound", "second", "stone", "week", "yard", "year"].flatMap((unit) => ["short", "long", "narrow"].map((unitDisplay) => ({ style: "unit", unit, unitDisplay }))),
  { style: "unit", unit: "mile-per-hour" }, { style: "unit", unit: "mile-per-gallon" }, { style: "unit", unit: "meter-per-second", unitDisplay: "narrow" }, { style: "unit", unit: "byte-per-day", unitDisplay: "long" }, { style: "unit", unit: "degree-per-stone", unitDisplay: "long" },
  { style: "unit", unit: "gram-per-yard", unitDisplay: "short" }, { style: "unit", unit: "celsius", unitDisplay: "long" }, { style: "unit", unit: "celsius", unitDisplay: "narrow", signDisplay: "always" },
];
const special = { NaN: "NaN", Infinity: "Infinity", "-Infinity": "-Infinity" };
const all = process.argv[2] === "all";
const name = (v) => (Object.is(v, -0) ? "-0" : String(v));
console.log(JSON.stringify({ values: values.map(name), few: few.map(name) }));
for (const locale of locales) {
  for (const options of locale === "en-US" || all ? [...common, ...english] : common) {
    const f = new Intl.NumberFormat(locale, options);
    const inputs = all || locale === "en-US" && !options.unit ? values : few;
    const unit = all || !options.unit ? undefined : 1;
    const line = { locale, options, few: inputs === few || undefined, texts: inputs.map((v) => f.format(v)) };
    if (unit === undefined) line.parts = f.formatToParts(-1234567.891).map((p) => [p.type, p.value]);
    console.log(JSON.stringify(line));
  }
}
