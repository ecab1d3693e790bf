// Prints the expected values of text_test.go: node text.mjs > text.jsonl
const line = (value) => console.log(JSON.stringify(value));
const texts = ["", "abc ABC", "ß", "ŉǰΐ", "İstanbul", "ıI", "ΑΣ", "ΑΣ ΒΣΓ", "Σ", "ΌΣΟΣ.", "ﬁﬂ", "ǅǄǆ", "Ωµ", "ÀÉÎ àéî", "Straße", "ΰ", "ᾳ ᾼ", "ab\ud800ß\udc00é", "\ud83d\ude00é", "ﷺ", "①²ﬃ", "e\u0301 é", "Å Å Å", "가 각", "\u1100\u1161\u11a8", "q\u0307\u0323", "q\u0323\u0307", "ｱﾞ", "Ⅷ½", "\ufb2c", "𝒳 𐐀𐐨", "İ̇", "i̇ į̇ Ì", "ά Ά Ϊ́"];
for (const locale of ["tr", "az"]) line({ kind: "case", locale, texts, upper: texts.map((s) => s.toLocaleUpperCase(locale)), lower: texts.map((s) => s.toLocaleLowerCase(locale)) });
const segments = ["Hello, world! It's 3.14 o'clock.", "a\r\nb\nc", "👩‍👩‍👧 👍🏽 🇩🇪🇫🇷🇪 ☺️", "é e\u0301 ä̈", "각 \u1100\u1161\u11a8 한국어", "नमस्ते", "x\u200dy", "Mr. Smith went. He came back? Yes! \"Done.\" ok. 3.5 apples.", "don't stop_here now", "1,234.56 and 5:30", "foo  bar\tbaz", "a.b c,d", "1️⃣ #️⃣ ©️", "\ud800a", "Line one.\nLine two. Three", "naïve café—test", "email@example.com", "z͑ͫ̓a", "🏴󠁧󠁢󠁥󠁮󠁧󠁿!", "“Quoted.” Next", "U.S.A. is. Good"];
for (const granularity of ["grapheme", "word", "sentence"]) {
  const s = new Intl.Segmenter("en", { granularity });
  line({ kind: "segments", granularity, texts: segments, segments: segments.map((t) => [...s.segment(t)].map((x) => x.segment + (x.isWordLike ? "\u0001" : ""))) });
}
