// Prints the hash that utf8_test.go holds: node utf8.mjs
import { createHash } from "node:crypto";

let state = 99;
function next(n) { // mulberry32
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % n;
}
const hex = (bytes) => Buffer.from(bytes).toString("hex");

// Bytes that are often the parts of characters.
const parts = [0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc2, 0xdf, 0xe0, 0xe2, 0xed, 0xef, 0xf0, 0xf3, 0xf4, 0xf5, 0xff];
const hash = createHash("sha256");
for (let i = 0; i < 30000; i++) {
  const bytes = Uint8Array.from({ length: next(12) }, () => parts[next(parts.length)]);
  hash.update(hex(bytes) + " " + hex(new TextEncoder().encode(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes))) + "\n");
}
console.log(hash.digest("hex").slice(0, 32));
