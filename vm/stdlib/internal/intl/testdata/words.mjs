// Prints the expected values of words_test.go: node words.mjs > words.jsonl
const locales = ["en-US", "en-GB", "de", "fr", "es", "it", "pt-BR", "pt-PT", "nl", "sv", "ja", "zh", "ko"];
const line = (value) => console.log(JSON.stringify(value));

const numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 19, 20, 21, 22, 23, 24, 25, 31, 41, 42, 51, 61, 71, 80, 81, 91, 99, 100, 101, 102, 103, 104, 105, 110, 111, 112, 113, 121, 200, 201, 800, 1000, 1001, 1011, 10000, 100000, 1e6, 2e6, 1000001, -1, -2, 0.5, 1.5, 1.1, 2.1, 10.1, 0.1, 1.25, 21.5, 1000000.5, 1e15, NaN];
line({ kind: "numbers", numbers: numbers.map(String) });
const letter = { zero: "z", one: "1", two: "2", few: "f", many: "m", other: "." };
for (const locale of ["en", "de", "fr", "es", "it", "pt", "pt-PT", "nl", "sv", "ja", "ru", "pl", "cs", "ar", "cy", "he", "lt", "lv", "sl", "ga", "mt", "ro", "uk", "hr", "sr", "zh", "ko", "tr", "hi", "da", "fi", "gd", "br", "ca"]) {
  for (const type of ["cardinal", "ordinal"]) for (const options of [{}, { minimumFractionDigits: 1 }, { maximumSignificantDigits: 2 }, { minimumIntegerDigits: 2 }]) {
    const rules = new Intl.PluralRules(locale, { type, ...options });
    line({ kind: "plural", locale, type, options, categories: rules.resolvedOptions().pluralCategories, letters: numbers.map((x) => letter[rules.select(x)]).join("") });
  }
}

const offsets = [-0, 0, 1, -1, 2, -2, 3, -3, 1.5, -0.5, 1234, -1e6, 21];
const units = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"];
line({ kind: "offsets", numbers: offsets.map((x) => (Object.is(x, -0) ? "-0" : String(x))), units });
for (const locale of ["en-US", "en-GB", "de", "fr", "es", "ja"]) for (const numeric of ["always", "auto"]) for (const style of ["long", "short", "narrow"]) {
  const f = new Intl.RelativeTimeFormat(locale, { numeric, style });
  line({ kind: "relative", locale, numeric, style, texts: units.flatMap((unit) => offsets.map((x) => f.format(x, unit))), parts: f.formatToParts(-1234.5, "days").map((p) => `${p.type}=${p.value}${p.unit ?? ""}`).join("|") });
}


const lists = [[], ["a"], ["a", "b"], ["a", "b", "c"], ["a", "b", "c", "d", "e"], ["padre", "hijo"], ["uno", "hielo"], ["siete", "ocho"], ["10", "11"], ["x", "y", "Iglesia"], ["x", "{0}"], ["1", "11.000", "110"]];
line({ kind: "lists", lists });
for (const locale of locales) for (const type of ["conjunction", "disjunction", "unit"]) for (const style of ["long", "short", "narrow"]) {
  const f = new Intl.ListFormat(locale, { type, style });
  line({ kind: "list", locale, type, style, texts: lists.map((l) => f.format(l)), parts: f.formatToParts(["x", "y", "z"]).map((p) => `${p.type}=${p.value}`).join("|") });
}

const tags = ["en", "EN-us", "en-latn-us", "zh-hant-tw", "zh-cmn-hans-cn", "iw", "in", "ji", "mo", "sh", "tl", "no", "cmn", "eng", "deu-DE", "en-840", "en-BU", "de-DD", "sr-YU", "de-1996", "sl-rozaj-biske", "de-1996-1901", "en-u-nu-latn-ca-gregory", "en-u-kn-true", "en-u-kn", "de-u-co-phonebk-x-a", "en-x-private", "en-t-de-u-nu-latn", "en-a-bbb-x-a-ccc",
  "", "e", "en_US", "en-", "-en", "en--US", "123", "en-US-US", "toolonglanguage", "en-u", "en-a", "abcd", "en-x", "i-klingon", "en-u-nu-latn-u-ca-gregory", "de-1996-1996", "en-US-u-co", "en\u212a", "ja-JP-u-ca-japanese", "und", "x-private", "root", "en-GB-oxendict", "pt-br"];
line({ kind: "tags", tags, canonical: tags.map((tag) => { try { return Intl.getCanonicalLocales(tag)[0]; } catch { return null; } }) });

const codes = {
  language: ["en", "en-US", "de-DE", "zh-Hans", "zh-Hant-TW", "sr-Latn-RS", "xx", "pt-BR", "es-419", "e", "en_US", "de-AT", "en-Latn", "fr", "ja", "he", "fil"],
  region: ["US", "GB", "XX", "419", "840", "USA", "HK", "DE", "001", "CI", "BA"],
  script: ["Latn", "Cyrl", "Hans", "Xxxx", "La"],
  currency: ["USD", "usd", "EUR", "JPY", "XXQ", "EU", "CHF"],
};
for (const [type, tags] of Object.entries(codes)) for (const options of [{ type }, { type, style: "short" }, { type, fallback: "none" }, { type, languageDisplay: "standard" }]) {
  const d = new Intl.DisplayNames("en-US", options);
  line({ kind: "names", options, tags, canonical: tags.map((tag) => { try { return d.of(tag) ?? null; } catch { return null; } }) });
}
