// Writes the locale data of this directory from the JSON form of Unicode CLDR 48:
//
//   npm install cldr-core@48.0.0 cldr-dates-full@48.0.0 cldr-numbers-full@48.0.0 cldr-units-full@48.0.0 cldr-misc-full@48.0.0 cldr-localenames-full@48.0.0
//   node generate.mjs node_modules
//
// A file holds one "key<TAB>value" a line, sorted. The file of a regional locale holds only what differs from its language.
// locale.go says what the keys mean.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = process.argv[2];
const load = (path) => JSON.parse(readFileSync(join(root, path), "utf8"));
const main = (pkg, locale, file) => load(`cldr-${pkg}-full/main/${locale}/${file}.json`).main[locale];

// Languages, and regional variants of a language that differ enough to be worth their lines.
const locales = { en: "", "en-GB": "en", "en-CA": "en", "en-AU": "en", "en-IN": "en", de: "", "de-AT": "de", "de-CH": "de",
  fr: "", "fr-CA": "fr", es: "", "es-MX": "es", it: "", pt: "", "pt-PT": "pt", nl: "", sv: "", da: "", nb: "", fi: "", pl: "", cs: "", ru: "",
  uk: "", tr: "", ja: "", zh: "", ko: "" };
const numberingSystem = "latn";

// The units ECMA-402 sanctions.
const units = `acre bit byte celsius centimeter day degree fahrenheit fluid-ounce foot gallon gigabit gigabyte gram hectare hour inch kilobit
kilobyte kilogram kilometer liter megabit megabyte meter microsecond mile mile-scandinavian milliliter millimeter millisecond minute month
nanosecond ounce percent petabyte pound second stone terabit terabyte week yard year`.split(/\s+/);
// Currencies named in every language; English names all that are in use.
const commonCurrencies = `AED ARS AUD BGN BHD BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR ISK JPY KES KRW KWD MXN MYR NGN NOK NZD
PEN PHP PKR PLN RON RUB SAR SEK SGD THB TND TRY TWD UAH USD VND ZAR`.split(/\s+/);

const widths = { wide: "long", abbreviated: "short", narrow: "narrow" };
const forms = { format: "", "stand-alone": "alone." };
const plurals = ["1", "zero", "one", "two", "few", "many", "other"];

// put adds the plural variants of a pattern; those equal to "other" are left out.
function putPlurals(out, key, source, prefix) {
  const other = source[prefix + "other"];
  if (other === undefined) return;
  out[key] = other;
  for (const p of plurals) {
    const value = source[prefix + p];
    if (p !== "other" && value !== undefined && value !== other) out[`${key}.${p}`] = value;
  }
}

function numbers(out, locale) {
  const n = main("numbers", locale, "numbers").numbers;
  const symbols = n[`symbols-numberSystem-${numberingSystem}`];
  for (const [key, name] of Object.entries({ decimal: "decimal", group: "group", minusSign: "minus", plusSign: "plus", percentSign: "percent",
    exponential: "exp", infinity: "inf", nan: "nan", approximatelySign: "approx" })) out[`num.${name}`] = symbols[key];
  for (const kind of ["decimal", "group"]) {
    const special = symbols[`currency${kind[0].toUpperCase()}${kind.slice(1)}`];
    if (special) out[`num.currency.${kind}`] = special;
  }
  out["num.mingroup"] = n.minimumGroupingDigits;
  const decimals = n[`decimalFormats-numberSystem-${numberingSystem}`];
  out["pat.decimal"] = decimals.standard;
  out["pat.percent"] = n[`percentFormats-numberSystem-${numberingSystem}`].standard;
  out["pat.range"] = n[`miscPatterns-numberSystem-${numberingSystem}`].range;
  const currency = n[`currencyFormats-numberSystem-${numberingSystem}`];
  out["pat.currency"] = currency.standard;
  out["pat.accounting"] = currency.accounting;
  putPlurals(out, "pat.currency.name", currency, "unitPattern-count-");
  const compact = (key, source) => {
    for (let exp = 3; exp <= 19; exp++) {
      const power = "1" + "0".repeat(exp);
      putPlurals(out, `${key}.${exp}`, source, `${power}-count-`);
    }
  };
  compact("compact.short", decimals.short.decimalFormat);
  compact("compact.long", decimals.long.decimalFormat);
  compact("compact.currency", currency.short.standard);

  const english = locale.startsWith("en");
  const names = main("numbers", locale, "currencies").numbers.currencies;
  const wanted = english ? Object.keys(names).filter((code) => names[code]["displayName-count-other"] && inUse.has(code)) : commonCurrencies;
  for (const code of wanted) {
    const c = names[code];
    if (!c) continue;
    if (c.symbol && c.symbol !== code) out[`cur.${code}`] = c.symbol;
    if (c["symbol-alt-narrow"] && c["symbol-alt-narrow"] !== c.symbol) out[`cur.${code}.narrow`] = c["symbol-alt-narrow"];
    putPlurals(out, `cur.${code}.name`, c, "displayName-count-");
    if (english && c.displayName && c.displayName !== c["displayName-count-other"]) out[`cur.${code}.title`] = c.displayName;
  }
  if (!english) for (const [code, c] of Object.entries(names)) if (inUse.has(code) && c.symbol && c.symbol !== code) out[`cur.${code}`] = c.symbol;
}

// Currencies that are legal tender somewhere today, from the supplemental data.
const currencyData = load("cldr-core/supplemental/currencyData.json").supplemental.currencyData;
const inUse = new Set();
for (const list of Object.values(currencyData.region)) for (const entry of list) for (const [code, use] of Object.entries(entry)) {
  if (!use._to && use._tender !== "false") inUse.add(code);
}

function unitPatterns(out, locale) {
  const u = main("units", locale, "units").units;
  for (const width of ["long", "short", "narrow"]) {
    for (const name of units) {
      const key = Object.keys(u[width]).find((k) => k.slice(k.indexOf("-") + 1) === name && !/^(10p|1024p)/.test(k));
      putPlurals(out, `unit.${width}.${name}`, u[width][key], "unitPattern-count-");
      if (u[width][key].perUnitPattern) out[`unit.${width}.${name}.per`] = u[width][key].perUnitPattern;
    }
    out[`unit.${width}.per`] = u[width].per.compoundUnitPattern;
    // Compounds that have a pattern of their own.
    for (const [key, value] of Object.entries(u[width])) {
      const name = key.slice(key.indexOf("-") + 1);
      const [over, under, more] = name.split("-per-");
      if (under && !more && units.includes(over) && units.includes(under)) putPlurals(out, `unit.${width}.${name}`, value, "unitPattern-count-");
    }
  }
}

function lists(out, locale) {
  const l = main("misc", locale, "listPatterns").listPatterns;
  for (const [type, name] of Object.entries({ standard: "conjunction", or: "disjunction", unit: "unit" })) {
    for (const [suffix, width] of Object.entries({ "": "long", "-short": "short", "-narrow": "narrow" })) {
      const p = l[`listPattern-type-${type}${suffix}`];
      out[`list.${name}.${width}`] = [p["2"], p.start, p.middle, p.end].join("|");
    }
  }
}

function relative(out, locale) {
  const fields = main("dates", locale, "dateFields").dates.fields;
  for (const unit of ["year", "quarter", "month", "week", "day", "hour", "minute", "second"]) {
    for (const [suffix, width] of Object.entries({ "": "long", "-short": "short", "-narrow": "narrow" })) {
      const f = fields[unit + suffix];
      for (const tense of ["future", "past"]) putPlurals(out, `rel.${width}.${unit}.${tense}`, f[`relativeTime-type-${tense}`], "relativeTimePattern-count-");
      for (const offset of [-2, -1, 0, 1, 2]) if (f[`relative-type-${offset}`]) out[`rel.${width}.${unit}.${offset}`] = f[`relative-type-${offset}`];
    }
  }
  const appendNames = { era: "era", year: "year", month: "month", weekday: "weekday", day: "day", dayperiod: "dayperiod", hour: "hour", minute: "minute", second: "second", zone: "zone" };
  for (const [field, name] of Object.entries(appendNames)) out[`field.${name}`] = fields[field].displayName;
}

function dates(out, locale) {
  const g = main("dates", locale, "ca-gregorian").dates.calendars.gregorian;
  for (const [form, infix] of Object.entries(forms)) {
    for (const [width, name] of Object.entries(widths)) {
      const unless = (key, value) => { if (infix === "" || value !== out[key]) out[key.replace(/^(\w+\.)/, `$1${infix}`)] = value; };
      unless(`month.${name}`, Object.values(g.months[form][width]).join("|"));
      unless(`day.${name}`, Object.values(g.days[form][width]).join("|"));
      for (const [period, text] of Object.entries(g.dayPeriods[form][width])) if (!period.includes("alt")) unless(`period.${name}.${period}`, text);
    }
  }
  for (const [width, name] of Object.entries({ eraNames: "long", eraAbbr: "short", eraNarrow: "narrow" })) out[`era.${name}`] = `${g.eras[width][0]}|${g.eras[width][1]}`;
  for (const style of ["full", "long", "medium", "short"]) {
    out[`style.date.${style}`] = g.dateFormats[style];
    out[`style.time.${style}`] = g.timeFormats[style];
    out[`glue.${style}`] = g.dateTimeFormats[style];
    out[`glue.at.${style}`] = g["dateTimeFormats-atTime"].standard[style];
  }
  const { availableFormats, appendItems, intervalFormats } = g.dateTimeFormats;
  const field = /^[GyMEdhHBmsv]+$/;
  for (const [skeleton, pattern] of Object.entries(availableFormats)) if (field.test(skeleton)) out[`skel.${skeleton}`] = pattern;
  for (const [item, pattern] of Object.entries(appendItems)) if (!/^(Quarter|Week)$/.test(item)) out[`append.${item.toLowerCase()}`] = pattern;
  for (const [skeleton, byField] of Object.entries(intervalFormats)) {
    if (skeleton === "intervalFormatFallback") out["range"] = byField;
    else if (field.test(skeleton)) for (const [f, pattern] of Object.entries(byField)) if (!f.includes("alt")) out[`range.${skeleton}.${f}`] = pattern;
  }
  const zones = main("dates", locale, "timeZoneNames").dates.timeZoneNames;
  out["zone.utc"] = zones.zone?.Etc?.UTC?.long?.standard ?? "";
  out["zone.utc.short"] = zones.zone?.Etc?.UTC?.short?.standard ?? "UTC";
  out["zone.gmt"] = zones.gmtFormat;
  const lang = locale.split("-")[0];
  const rules = load("cldr-core/supplemental/dayPeriods.json").supplemental.dayPeriodRuleSet[lang];
  for (const [period, rule] of Object.entries(rules ?? {})) out[`period.rule.${period}`] = rule._at ? rule._at : `${rule._from}-${rule._before}`;
  const likely = load("cldr-core/supplemental/likelySubtags.json").supplemental.likelySubtags[lang];
  const region = locale.split("-")[1] ?? likely.split("-")[2];
  const time = load("cldr-core/supplemental/timeData.json").supplemental.timeData;
  const hour = time[`${lang}-${region}`] ?? time[region] ?? time["001"];
  out["hour"] = hour._preferred === "h" ? "h12" : "h23";
}

// Names of languages, regions and scripts, in English only.
function displayNames(out, locale) {
  const { languages } = main("localenames", locale, "languages").localeDisplayNames;
  const { territories } = main("localenames", locale, "territories").localeDisplayNames;
  const { scripts } = main("localenames", locale, "scripts").localeDisplayNames;
  for (const [code, name] of Object.entries(languages)) if (/^([a-z]{2}|fil|yue|haw|ceb|hmn)(-(419|[A-Z][A-Za-z]{1,3}))?$/.test(code)) {
    out[`name.language.${code}`] = name;
    if (languages[`${code}-alt-short`]) out[`name.language.${code}.short`] = languages[`${code}-alt-short`];
  }
  for (const [code, name] of Object.entries(territories)) if (/^([A-Z]{2}|001|002|019|142|150|419)$/.test(code)) {
    out[`name.region.${code}`] = name;
    if (territories[`${code}-alt-short`]) out[`name.region.${code}.short`] = territories[`${code}-alt-short`];
  }
  for (const code of ["Arab", "Armn", "Beng", "Cyrl", "Deva", "Ethi", "Geor", "Grek", "Gujr", "Guru", "Hang", "Hani", "Hans", "Hant", "Hebr", "Hira", "Jpan", "Kana", "Khmr", "Knda", "Kore", "Laoo", "Latn", "Mlym", "Mong", "Mymr", "Sinh", "Taml", "Telu", "Thai", "Tibt"]) {
    out[`name.script.${code}`] = scripts[code];
  }
}

const header = "# Derived from Unicode CLDR 48 by generate.mjs; see LICENSE.\n";
function write(name, out) {
  const lines = Object.keys(out).sort().map((key) => `${key}\t${out[key]}\n`);
  writeFileSync(join(here, `${name}.txt`), header + lines.join(""));
}

const all = {};
for (const [locale, parent] of Object.entries(locales)) {
  const out = (all[locale] = {});
  numbers(out, locale);
  unitPatterns(out, locale);
  lists(out, locale);
  relative(out, locale);
  dates(out, locale);
  if (locale === "en") displayNames(out, locale);
  else if (parent === "en") for (const key of Object.keys(all.en)) if (key.startsWith("name.")) out[key] = all.en[key];
  if (!parent) { write(locale, out); continue; }
  const diff = {};
  for (const key of Object.keys(out)) if (out[key] !== all[parent][key]) diff[key] = out[key];
  for (const key of Object.keys(all[parent])) if (!(key in out)) diff[key] = "";
  write(locale, diff);
}

// Plural rules of all languages, one line a rule: cardinal or ordinal, plural category, languages, condition.
const groups = new Map();
for (const type of ["cardinal", "ordinal"]) {
  const path = type === "cardinal" ? "plurals" : "ordinals";
  const data = load(`cldr-core/supplemental/${path}.json`).supplemental[`plurals-type-${type}`];
  for (const [lang, rules] of Object.entries(data)) {
    const text = Object.entries(rules).map(([count, rule]) => [count.replace("pluralRule-count-", ""), rule.replace(/@.*/, "").trim()])
      .filter(([count]) => count !== "other").map(([count, rule]) => `${count}: ${rule}`).join("; ");
    const key = `${type}\t${text}`;
    groups.set(key, [...(groups.get(key) ?? []), lang]);
  }
}
writeFileSync(join(here, "plurals.txt"), header + [...groups].map(([key, langs]) => `${key}\t${langs.join(" ")}\n`).join(""));

// Fraction digits of the currencies that do not have two.
const digits = Object.entries(currencyData.fractions).filter(([code, f]) => code !== "DEFAULT" && f._digits !== "2").map(([code, f]) => `${code}\t${f._digits}\n`);
writeFileSync(join(here, "currencies.txt"), header + digits.sort().join(""));

// Codes that are written differently today: languages, regions, scripts.
const { languageAlias, territoryAlias, scriptAlias } = load("cldr-core/supplemental/aliases.json").supplemental.metadata.alias;
const aliases = [];
for (const [from, { _replacement: to }] of Object.entries(languageAlias)) if (/^[a-z]{2,3}$/.test(from)) aliases.push(`${from}\t${to.replaceAll("_", "-")}\n`);
for (const [from, { _replacement: to }] of Object.entries(territoryAlias)) if (/^([A-Z]{2}|\d{3})$/.test(from)) aliases.push(`${from}\t${to.split(" ")[0]}\n`);
for (const [from, { _replacement: to }] of Object.entries(scriptAlias)) aliases.push(`${from}\t${to}\n`);
writeFileSync(join(here, "aliases.txt"), header + aliases.sort().join(""));
