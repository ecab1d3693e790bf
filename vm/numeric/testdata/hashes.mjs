// Prints the hashes that numeric_test.go holds: node hashes.mjs
// With a conversion's name it prints that conversion's lines instead, to find a difference.
//
// The doubles come from the generator that sampleDoubles of numeric_test.go implements too.
import { createHash } from "node:crypto";

let state = 0x9e3779b9;
function next32() { // mulberry32
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return (t ^ (t >>> 14)) >>> 0;
}

const bits = new DataView(new ArrayBuffer(8));
function sample(i) {
  const hi = next32(), lo = next32(), k = next32();
  switch (i % 8) {
    case 0: // any bit pattern
      bits.setUint32(0, hi); bits.setUint32(4, lo);
      return bits.getFloat64(0);
    case 1: // money
      return (hi % 10000000) / 100;
    case 2: // ties: an odd number of small binary fractions
      return ((hi % 1000000) | 1) / 2 ** (k % 24) * (lo & 1 ? 1 : -1);
    case 3: // integers of all sizes
      return Math.floor(hi * 2 ** (k % 64));
    case 4: // decimal ties of integers
      return ((lo % 100000) | 1) * 5 * Number("1e" + (k % 12));
    case 5: // moderate magnitude
      return (hi / 4294967296) * Number("1e" + ((k % 40) - 20));
    case 6: // few decimals
      return Number((hi / 65536).toString().slice(0, 3 + (k % 8)));
    default: // near powers of ten
      bits.setFloat64(0, Number("1e" + ((k % 60) - 30)));
      bits.setUint32(4, (bits.getUint32(4) + (lo % 9) - 4) >>> 0);
      return bits.getFloat64(0);
  }
}

const conversions = {
  toString: (x) => String(x),
  toFixed: (x, i) => x.toFixed(i % 23 === 22 ? 100 : i % 23),
  toPrecision: (x, i) => x.toPrecision(i % 29 === 28 ? 100 : 1 + (i % 29)),
  toExponential: (x, i) => x.toExponential(i % 27 === 26 ? undefined : i % 27),
  toRadix: (x, i) => x.toString(2 + (i % 35)),
  int32: (x) => String(x | 0) + " " + String(x >>> 0),
  parseInt: (x, i) => String(parseInt(x.toString(2 + (i % 35)), 2 + (i % 35))),
  parseFloat: (x, i) => String(parseFloat(x.toFixed(i % 20) + "px")) + " " + String(Number(x.toPrecision(1 + (i % 30)))),
};
const hashes = Object.fromEntries(Object.keys(conversions).map((name) => [name, createHash("sha256")]));
for (let i = 0; i < 200000; i++) {
  const x = sample(i);
  if (process.argv[2]) {
    console.log(conversions[process.argv[2]](x, i));
    continue;
  }
  for (const name in conversions) hashes[name].update(conversions[name](x, i) + "\n");
}
if (!process.argv[2]) for (const name in hashes) console.log(`"${name}": "${hashes[name].digest("hex").slice(0, 32)}",`);
