// Random operations on typed arrays and DataView. The test compares count and hash with those that Node gives. Left out is
// what engines may do as they like: inconsistent comparators, and the order of two errors in one call.
let seed = 12345; const rnd = (n) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 2147483648 * n); };
const kinds = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array];
const numbers = [0, -0, 1, -1, 0.5, 1.5, 2.5, -0.5, 127, 128, 255, 256, 32767.9, 65535, -32769, 2147483647, 2147483648, 4294967295.5, -4294967297, 1e10, 1e300, -1e300, 5e-324, NaN, Infinity, -Infinity, 3.4028235677973366e38, 1.401298464324817e-45, 16777217, 9007199254740993];
const value = (K) => { const x = numbers[rnd(numbers.length)]; return K === BigInt64Array || K === BigUint64Array ? BigInt(Math.trunc(Number.isFinite(x) ? x : 7)) : x; };
const show = (x) => typeof x === 'bigint' ? x + 'n' : Object.is(x, -0) ? '-0' : String(x);
let hash = 0, count = 0; 
const note = (v) => { const s = typeof v === 'object' && v !== null ? Array.from(v, show).join() : show(v); for (let i = 0; i < s.length; i++) hash = (hash * 31 + s.charCodeAt(i)) | 0; count++; };
const attempt = (f) => { try { note(f()); } catch (e) { note(e.name); } };
for (let round = 0; round < 1500; round++) {
  const K = kinds[rnd(kinds.length)], L = kinds[rnd(kinds.length)], n = rnd(9);
  const a = new K(n), i = rnd(14) - 2, j = rnd(14) - 2, k = rnd(14) - 2;
  for (let q = 0; q < n; q++) a[q] = value(K);
  attempt(() => a); attempt(() => new L(a)); attempt(() => a.slice(i, j)); attempt(() => a.subarray(i, j));
  attempt(() => a.slice().fill(value(K), i, j)); attempt(() => a.slice().copyWithin(i, j, k)); attempt(() => a.slice().sort()); attempt(() => a.slice().reverse());
  attempt(() => a.indexOf(a[rnd(n + 1)], i)); attempt(() => a.lastIndexOf(a[rnd(n + 1)], j)); attempt(() => a.includes(value(K), k)); attempt(() => a.at(i)); attempt(() => a.join('/'));
  attempt(() => { const b = new (typeof value(L) === typeof value(K) ? L : K)(rnd(12)); b.set(a, i); return b; }); attempt(() => { const b = new L(a.buffer, rnd(3) * 4, rnd(5)); return b; });
  attempt(() => { const b = a.slice(); b.set(b.subarray(i, j), Math.max(k, 0)); return b; });
  attempt(() => { const b = new Uint8Array(a.buffer); if (typeof value(L) === 'number') new L(b.buffer).set(b.subarray(0, 2)); return b; });
  attempt(() => a.with(i, value(K))); attempt(() => a.toSorted()); attempt(() => a.map((x) => x)); attempt(() => a.filter((x) => x > 0)); attempt(() => a.filter((x) => x === x).sort((x, y) => (x < y) - (x > y)));
  const d = new DataView(a.buffer);
  for (const m of ['Int8', 'Uint8', 'Int16', 'Uint16', 'Int32', 'Uint32', 'Float32', 'Float64', 'BigInt64', 'BigUint64']) {
    const little = rnd(2) === 1, at = rnd(10);
    attempt(() => d['get' + m](at, little)); attempt(() => { d['set' + m](at, value(m[0] === 'B' ? BigInt64Array : Int8Array), little); return new Uint8Array(a.buffer); });
  }
}
return [count, hash];
