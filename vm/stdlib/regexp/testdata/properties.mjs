// This file generates properties.json from node (version 20, Unicode 17):
//
//	node testdata/properties.mjs > testdata/properties.json
//
// sets: for each property escape the number of its code points and a checksum of them. orbits: the groups of characters that one
// another match under the flags i (key "") and iu (key "u").
import { readFileSync } from 'node:fs';

const table = (file, name) => {
	const src = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
	const body = src.slice(src.indexOf(`var ${name} = `));
	return [...body.slice(0, body.indexOf('\n}\n')).matchAll(/^\t\{"(\w+)"/gm)].map((m) => m[1]);
};
const categories = [...readFileSync(new URL('../property.go', import.meta.url), 'utf8').matchAll(/\{"(\w+)", "[A-Z][\w ]+"\}/g)].map((m) => m[1]);
const names = [
	...categories.flatMap((c) => [c, `gc=${c}`, `General_Category=${c}`]), 'Any', 'ASCII', 'Assigned', ...table('tables_binary.go', 'binaryNames'),
	...table('tables_script.go', 'scriptNames').flatMap((s) => [`sc=${s}`, `Script=${s}`, `scx=${s}`, `Script_Extensions=${s}`]),
];
const chunks = [[0, 0xd7ff], [0xe000, 0x10ffff]].map(([lo, hi]) => {
	let s = '';
	for (let c = lo; c <= hi; c++) s += String.fromCodePoint(c);
	return s;
});
const cache = new Map();
const sets = {};
for (const name of names) {
	const re = new RegExp(`\\p{${name}}+`, 'gu');
	let count = 0, sum = 0;
	const add = (lo, n) => { count += n; sum = (sum + n * lo + (n * (n - 1)) / 2) % 1000000007; };
	for (const chunk of chunks) for (const m of chunk.matchAll(re)) add(m[0].codePointAt(0), [...m[0]].length);
	if (new RegExp(`^\\p{${name}}$`, 'u').test('\ud800')) add(0xd800, 0x800);
	sets[name] = [count, sum];
}
function orbits(flags, limit) {
	const candidates = [];
	for (let c = 0; c < limit; c++) {
		if (c >= 0xd800 && c < 0xe000) continue;
		const s = String.fromCodePoint(c);
		if (s.toLowerCase() !== s || s.toUpperCase() !== s) candidates.push(s);
	}
	const text = candidates.join('\n');
	const seen = new Set(), groups = [];
	for (const s of candidates) {
		if (seen.has(s)) continue;
		const group = text.match(new RegExp(`^${s}$`, 'gm' + flags));
		group.forEach((c) => seen.add(c));
		if (group.length > 1) groups.push(group.map((c) => c.codePointAt(0)));
	}
	return groups;
}
console.log(JSON.stringify({ sets, orbits: { '': orbits('i', 0x10000), u: orbits('iu', 0x110000) } }));
