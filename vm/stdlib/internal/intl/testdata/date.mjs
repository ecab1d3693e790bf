// Prints the expected values of date_test.go: node date.mjs > date.jsonl
// With "all" every combination of date fields and of time fields is printed for every locale (8 MB).
const locales = ["en-US", "en-GB", "en-CA", "en-AU", "en-IN", "de-DE", "de-AT", "de-CH", "fr-FR", "fr-CA", "es-ES", "es-MX", "it-IT", "pt-BR", "pt-PT", "nl-NL", "sv-SE", "ja-JP", "zh-CN", "ko-KR"];
const all = process.argv[2] === "all";
const line = (value) => console.log(JSON.stringify(value));

const times = [Date.UTC(2024, 0, 5, 9, 4, 7, 89), Date.UTC(2025, 11, 31, 23, 59, 59, 999), Date.UTC(1999, 4, 16, 13, 0, 0, 0), Date.UTC(-44, 2, 15, 6, 30)];
const [n, d2, s, l, w] = ["numeric", "2-digit", "short", "long", "narrow"];
const date = [];
for (const weekday of [undefined, s, l, w]) for (const year of [undefined, n, d2]) for (const month of [undefined, n, d2, s, l, w]) for (const day of [undefined, n, d2]) {
  date.push(JSON.parse(JSON.stringify({ weekday, year, month, day })));
}
const time = [];
for (const hour of [undefined, n, d2]) for (const minute of [undefined, n, d2]) for (const second of [undefined, n, d2]) for (const hour12 of hour ? [undefined, true, false] : [undefined]) {
  time.push(JSON.parse(JSON.stringify({ hour, minute, second, hour12 })));
}
const styles = [];
for (const dateStyle of [undefined, "full", "long", "medium", "short"]) for (const timeStyle of [undefined, "full", "long", "medium", "short"]) if (dateStyle || timeStyle) {
  styles.push(JSON.parse(JSON.stringify({ dateStyle, timeStyle })));
}
styles.push({ timeStyle: "short", hour12: true }, { timeStyle: "medium", hour12: false }, { dateStyle: "short", timeStyle: "short", hourCycle: "h23" }, { timeStyle: "full", hourCycle: "h24" }, { timeStyle: "long", hourCycle: "h11" });
const mixed = [
  { year: n, month: s, day: n, hour: n, minute: d2 }, { year: n, month: l, day: n, hour: n, minute: d2 }, { year: n, month: d2, day: d2, hour: d2, minute: d2, second: d2 }, { year: n, month: n, day: n, hour: n, minute: n, second: n },
  { weekday: l, year: n, month: l, day: n, hour: n, minute: d2, timeZoneName: s }, { weekday: s, hour: n, minute: d2 }, { weekday: s, hour: n }, { month: s, day: n, hour: n }, { weekday: l, month: l, day: n }, { year: n, month: n, hour: n },
  { year: n, month: d2, day: d2, hour: d2, minute: d2, second: d2, hour12: false }, { hour: n, minute: d2, second: d2, fractionalSecondDigits: 3 }, { minute: n, second: n, fractionalSecondDigits: 2 }, { fractionalSecondDigits: 1 }, { second: n, fractionalSecondDigits: 1 },
  { era: s }, { era: l, year: n }, { era: w, year: n, month: s, day: n }, { era: s, year: n, month: n }, { era: s, weekday: s, year: n, month: l, day: n }, { era: s, hour: n },
  { hour: n, dayPeriod: s }, { hour: n, dayPeriod: l }, { hour: n, minute: n, dayPeriod: w, hour12: true }, { dayPeriod: s }, { hour: d2, minute: d2, dayPeriod: l, hourCycle: "h12" }, { weekday: s, hour: n, dayPeriod: s, hour12: true },
  { timeZoneName: s }, { timeZoneName: l }, { hour: n, timeZoneName: "shortOffset" }, { hour: n, minute: n, timeZoneName: "longOffset" }, { hour: n, timeZoneName: "shortGeneric" }, { year: n, month: s, timeZoneName: "longGeneric" },
  { hour: n, hourCycle: "h11" }, { hour: n, hourCycle: "h24" }, { hour: n, minute: n, hourCycle: "h12" }, { hour: d2, minute: d2, hourCycle: "h23" }, { weekday: l }, { month: l }, { month: s }, { month: w }, { weekday: s }, { weekday: w }, { year: d2 }, { day: d2 },
  { year: n, month: l }, { month: l, day: n }, { year: n, month: s }, { year: d2, month: d2, day: d2 }, { year: d2, month: n, day: n }, { year: n, month: d2, day: d2 }, { year: n, month: d2 }, { month: d2, day: d2 }, { weekday: s, year: n, month: s, day: n }, { weekday: s, month: n, day: n },
  { year: n, day: n }, { weekday: l, year: n }, { weekday: l, month: s }, { day: n, month: l, year: n }, { hour: n }, { hour: n, minute: d2 }, { hour: d2, minute: d2, second: d2 }, { minute: n }, { second: n }, { hour: n, minute: d2, hour12: true }, { hour: n, hour12: true }, { hour: d2, minute: d2, hour12: false },
];
const sets = all ? [...date, ...time, ...styles, ...mixed, ...date.map((o) => ({ ...o, hour: n, minute: d2 })), ...date.map((o) => ({ ...o, era: s }))] : [...styles, ...mixed];

line({ times });
for (const locale of locales) {
  for (const options of sets) {
    // Node 20 still derives the clock of hour12 from the locale's; at other hours than 0 and 12 that shows nothing.
    const f = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
    const out = { kind: "format", locale, options, texts: times.map((t) => f.format(t)) };
    if (locale === "en-US" && !all) out.parts = f.formatToParts(times[0]).map((p) => `${p.type}=${p.value}`).join("|");
    line(out);
  }
  for (const options of [{}, { timeStyle: undefined }, { hour: n }, { month: s }, { weekday: l }, { era: s }, { timeZoneName: s }]) {
    const o = { ...options, timeZone: "UTC" }, t = new Date(times[0]);
    line({ kind: "methods", locale, options, texts: [t.toLocaleString(locale, o), t.toLocaleDateString(locale, o), t.toLocaleTimeString(locale, o)] });
  }
}
const base = Date.UTC(2024, 0, 5, 9, 4, 7);
const ends = [base, base + 500, base + 60e3, base + 36e5, base + 5 * 36e5, base + 864e5, base + 15 * 864e5, base + 40 * 864e5, base + 400 * 864e5, Date.UTC(-1, 0, 1)];
line({ kind: "ends", times: [base, ...ends] });
const ranges = [{}, { dateStyle: "full" }, { dateStyle: "long" }, { dateStyle: "medium" }, { dateStyle: "short" }, { timeStyle: "short" }, { timeStyle: "medium" }, { dateStyle: "medium", timeStyle: "short" }, { dateStyle: "long", timeStyle: "short" },
  { year: n, month: s, day: n }, { year: n, month: l, day: n }, { month: s, day: n }, { month: l, day: n }, { weekday: s, month: s, day: n }, { weekday: l, year: n, month: l, day: n }, { year: n, month: l }, { year: n }, { month: n, day: n }, { month: l }, { day: n },
  { hour: n, minute: d2 }, { hour: n }, { hour: n, minute: d2, second: d2 }, { year: n, month: s, day: n, hour: n, minute: d2 }, { weekday: s, hour: n, minute: d2 }, { hour: n, minute: d2, timeZoneName: s }, { year: d2, month: d2, day: d2 }, { hour: n, minute: d2, hour12: true }, { weekday: s }];
for (const locale of all ? locales : ["en-US", "en-GB", "de-DE", "fr-FR", "ja-JP", "sv-SE"]) for (const options of ranges) {
  const f = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  // The last end is before Christ. With a day alone, or with hour12 (whose clock node 20 takes from the locale), node's text is its own.
  const list = options.hour12 || (options.day && !options.month) ? ends.slice(0, -1) : ends;
  const out = { kind: "range", locale, options, texts: list.map((e) => f.formatRange(Math.min(base, e), Math.max(base, e))) };
  if (locale === "en-US") out.parts = f.formatRangeToParts(base, ends[6]).map((p) => `${p.type}=${p.value}(${p.source})`).join("|");
  line(out);
}
