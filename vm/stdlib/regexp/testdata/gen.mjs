// This file generates golden.jsonl from node (version 20, Unicode 17):
//
//	node testdata/gen.mjs > testdata/golden.jsonl
//
// One pattern a line: {p, f, err} for a pattern that must be rejected, else {p, f, c: [[text, result, …], …]}. The results of a text are up
// to four matches as exec with the flags d and g finds them, each the flat list of all index pairs with -1 for unset groups, or null
// for no more. Texts are numbers into the list of the first line, or strings. Strings that JSON cannot carry to Go, because they have
// lone surrogates, are arrays of code units.
import { patterns, texts, rejected } from './patterns.mjs';

const out = [];
const str = (s) => (s.isWellFormed() ? s : [...Array(s.length)].map((_, i) => s.charCodeAt(i)));
const insidePair = (s, i) => i > 0 && i < s.length && (s.charCodeAt(i) & 0xfc00) === 0xdc00 && (s.charCodeAt(i - 1) & 0xfc00) === 0xd800;

function matches(pattern, flags, text) {
	const re = new RegExp(pattern, flags.replace(/[dgy]/g, '') + 'dg' + (flags.includes('y') ? 'y' : ''));
	const results = [];
	while (results.length < 4) {
		const m = re.exec(text);
		if (!m) { results.push(null); break; }
		const pairs = m.indices.flatMap((p) => p ?? [-1, -1]);
		// V8 finds empty matches between the halves of a pair, which the specification does not allow.
		if (re.unicode || re.unicodeSets) if (pairs.some((i) => insidePair(text, i))) return undefined;
		results.push(pairs);
		if (m[0] === '') re.lastIndex += (re.unicode || re.unicodeSets) && text.codePointAt(re.lastIndex) > 0xffff ? 2 : 1;
	}
	return results;
}

// Where this V8 (11.3) and the specification differ; spec_test.go has the specification's answers.
function deviates(pattern, flags) {
	return flags.includes('v') && (/\[\^/.test(pattern) && /[*+?{]/.test(pattern) || // a repeated [^a] is negated again in each copy
		flags.includes('i') && /--/.test(pattern)); // subtraction does not fold everything
}

function emit(pattern, flags, inputs) {
	if (deviates(pattern, flags)) return;
	const c = [];
	for (const input of inputs) {
		const text = typeof input === 'number' ? texts[input] : input;
		const results = matches(pattern, flags, text);
		if (results) c.push([typeof input === 'number' ? input : str(text), ...results]);
	}
	out.push({ p: str(pattern), f: flags, c });
}

const valid = (p, f) => { try { new RegExp(p, f); return true; } catch { return false; } };

// Hand-written patterns on every text.
for (const [p, f] of patterns) {
	if (!valid(p, f)) throw new Error(`bad pattern /${p}/${f}`);
	emit(p, f, texts.map((_, i) => i));
}

// Random patterns from a grammar over a small alphabet, so that matches are frequent. The generator is mulberry32.
let seed = 20240506;
function random(n) {
	seed = (seed + 0x6d2b79f5) | 0;
	let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
	t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
	return ((t ^ (t >>> 14)) >>> 0) % n;
}
const pick = (list) => list[random(list.length)];
const ALPHABET = ['a', 'a', 'b', 'b', 'c', 'A', 'B', ' ', '1', '-', '\n', 'é', 'K', 'ſ', 'ß', '😀', '\u{10400}', '\u{10428}'];
function makePattern(unicode, sets) {
	let groups = 0, named = 0;
	const names = [];
	const char = () => pick(unicode ? ['a', 'b', 'c', 'A', 'k', 's', '1', 'é', '😀', '\u{10400}', '\\u{1F600}', '\\x61', '\\.'] : ['a', 'b', 'c', 'A', 'k', 's', '1', 'é', ' ', '\\x61', '\\.', '\\-', '\\0']);
	const escape = () => pick(['\\d', '\\w', '\\W', '\\s', '\\S', '\\D', ...(unicode ? ['\\p{L}', '\\P{Lu}', '\\p{Ll}', '\\p{Script=Latin}'] : [])]);
	const range = () => pick(['a-b', 'a-c', 'A-C', '0-9', 'b-z', 'é-ü', ...(unicode ? ['😀-😎', '\\u{10400}-\\u{10427}'] : [])]);
	const member = () => pick([char, escape, range, range])();
	function cls(depth) {
		let body = '';
		if (sets && random(3) === 0) {
			const op = pick(['&&', '--']);
			const operand = () => (depth > 0 && random(3) === 0 ? cls(depth - 1) : pick([() => escape(), () => '[' + range() + ']', () => char().replace(/^ $/, 'a')])());
			body = operand() + op + operand();
			return (random(4) === 0 ? '[^' : '[') + body + ']';
		}
		for (let i = random(3) + 1; i > 0; i--) body += depth > 0 && sets && random(4) === 0 ? cls(depth - 1) : member();
		if (sets && random(8) === 0) return '[' + body + '\\q{ab|a|bca|😀a}]';
		return (random(4) === 0 ? '[^' : '[') + body + ']';
	}
	function atom(depth) {
		const k = random(depth > 0 ? 14 : 7);
		switch (k) {
			case 0: case 1: case 2: return char();
			case 3: return '.';
			case 4: return escape();
			case 5: case 6: return cls(1);
			case 7: case 8: groups++; return '(' + alternation(depth - 1) + ')';
			case 9: return '(?:' + alternation(depth - 1) + ')';
			case 10: if (names.length < 4) { groups++; const n = 'n' + names.length; names.push(n); return `(?<${n}>` + alternation(depth - 1) + ')'; } return char();
			case 11: return groups > 0 ? '\\' + (random(groups) + 1) + '(?:)' : char();
			case 12: return pick(['(?=', '(?!', '(?<=', '(?<!']) + alternation(depth - 1) + ')';
			default: return pick(['^', '$', '\\b', '\\B']);
		}
	}
	function term(depth) {
		const a = atom(depth);
		if (/^(\^|\$|\\[bB]|\(\?[=!<](?!n))/.test(a) || random(5) > 1) return a;
		return a.replace(/\(\?:\)$/, '') + pick(['*', '+', '?', '{2}', '{1,2}', '{0,1}', '{2,}', '{0,3}', '{1,}']) + pick(['', '', '?']);
	}
	function sequence(depth) {
		let s = '';
		for (let i = random(4) + (random(8) ? 1 : 0); i > 0; i--) s += term(depth);
		return s;
	}
	function alternation(depth) {
		let s = sequence(depth);
		while (random(4) === 0) s += '|' + sequence(depth);
		return s;
	}
	return alternation(3);
}
function makeText() {
	let s = '';
	for (let i = random(14); i > 0; i--) s += pick(ALPHABET);
	if (random(10) === 0) s += pick(['\ud83d', '\ude00']) + pick(ALPHABET);
	return s;
}
const FLAGS = ['', '', '', 'i', 'm', 's', 'im', 'u', 'iu', 'u', 'v', 'iv', 'su', 'ms'];
for (let n = 0; n < 2600;) {
	const f = pick(FLAGS);
	const p = makePattern(f.includes('u') || f.includes('v'), f.includes('v'));
	if (!valid(p, f)) continue;
	emit(p, f, [makeText(), makeText(), makeText(), makeText(), 'aabbabcaab\nABC 1a']);
	n++;
}

// Rejected patterns.
const later = /\(\?[ims]*-?[ims]*:/; // modifiers, which node 20 rejects for another reason
for (const [p, f] of rejected) {
	if (valid(p, f)) console.error(`accepted /${p}/${f}`);
	else out.push({ p: str(p), f, err: true });
}
// Damaged patterns: one character removed, doubled or replaced. Both verdicts are recorded.
const seen = new Set();
const sources = patterns.filter(([p]) => p.length > 2);
for (let n = 0; n < 1200;) {
	const [p, f0] = pick(sources);
	const f = pick(['', 'u', 'v', f0]);
	const i = random(p.length);
	const q = pick([p.slice(0, i) + p.slice(i + 1), p.slice(0, i) + p[i] + p.slice(i), p.slice(0, i) + pick([...'()[]{}?*+|\\^$-.<>=!:k1ud&']) + p.slice(i + random(2))]);
	const key = q + '/' + f;
	if (seen.has(key) || later.test(q)) continue;
	seen.add(key);
	n++;
	if (valid(q, f)) emit(q, f, [random(texts.length)]);
	else out.push({ p: str(q), f, err: true });
}

console.log(JSON.stringify(texts.map(str)));
for (const o of out) console.log(JSON.stringify(o));
const execs = out.reduce((n, o) => n + (o.c?.length ?? 0), 0);
console.error(`${out.length} patterns, ${out.filter((o) => o.err).length} rejected, ${execs} texts, ${out.reduce((n, o) => n + (o.c?.reduce((k, c) => k + c.length - 1, 0) ?? 0), 0)} execs`);
