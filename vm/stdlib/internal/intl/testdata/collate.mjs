// Prints the expected values of text_test.go: node collate.mjs > collate.jsonl
let state = 7;
function next(n) { // mulberry32
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % n;
}
const alphabets = {
  ascii: [..."aAbBzZ019 -_.,/$@#~ab12"],
  digits: [..."0123a.-0x"],
  latin: [..."aáàâäÄAåæbcçdeéêEfnñoöøœßssuüzŽžy -'"],
  mixed: [..."aБбгДאבγΓσς漢字かカ가éz1２٣ "],
};
const sets = [{}, { numeric: true }, { sensitivity: "base" }, { sensitivity: "accent" }, { sensitivity: "case" }, { sensitivity: "variant" }, { ignorePunctuation: true }, { caseFirst: "upper" }, { caseFirst: "lower" }, { numeric: true, sensitivity: "base" }, { numeric: true, caseFirst: "upper", ignorePunctuation: true }];
const word = (alphabet) => Array.from({ length: 1 + next(5) }, () => alphabet[next(alphabet.length)]).join("");
const rows = [];
for (const [name, alphabet] of Object.entries(alphabets)) {
  const words = Array.from({ length: 600 }, () => word(alphabet));
  rows.push({ name, words: words.join("|") });
  for (const options of sets) for (const locale of name === "latin" ? ["en", "de", "fr", "sv", "es", "ja"] : ["en"]) {
    const compare = new Intl.Collator(locale, options).compare;
    let results = "";
    for (let i = 1; i < words.length; i++) results += "<=>"[compare(words[i - 1], words[i]) + 1];
    rows.push({ locale, options, results });
  }
}
for (const row of rows) console.log(JSON.stringify(row));
