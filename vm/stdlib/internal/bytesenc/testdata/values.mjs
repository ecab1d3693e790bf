// Prints the hash that bytesenc_test.go holds: node values.mjs
import { createHash } from "node:crypto";

let state = 99;
function next(n) { // mulberry32
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % n;
}
const characters = [..."AZaz09+/-_= =\n\t%é"];
const hash = createHash("sha256");
for (let i = 0; i < 30000; i++) {
  const s = Array.from({ length: next(12) }, () => characters[next(next(4) ? 8 : characters.length)]).join("");
  let result = "error";
  try { result = Buffer.from(atob(s), "latin1").toString("hex"); } catch {}
  hash.update(s + " " + result + "\n");
}
console.log(hash.digest("hex").slice(0, 32));
