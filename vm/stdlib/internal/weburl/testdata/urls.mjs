// Prints the hash that url_test.go holds; with "all" the lines that are hashed:
//
//   npm install whatwg-url@16.0.1
//   node urls.mjs
//
// URLs come from whatwg-url, the reference implementation of the standard, because the one in node 20 follows an older text of it.
import { createHash } from "node:crypto";
import whatwg from "whatwg-url";

const { URL, URLSearchParams } = whatwg;

let state = 5;
function next(n) { // mulberry32
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % n;
}
const tokens = ["http:", "https://", "file:", "file:///", "ws:", "mailto:", "foo:", "foo://", "//", "/", "/", "\\", ":", ":80", ":443", ":0x50", "@", "user", "user:pw@", "?", "?a=b", "#", "#f", ".", "..", "/./", "/../", "%2e", "%2E%2e", "%", "%41", "%zz", "%00", "a", "b.c", "example.com", "EXAMPLE", "127.0.0.1", "0x7f.1", "1.2.3", "256", "[::1]", "[1:2::3]", "[::127.0.0.1]", "[1::2::3]", "C:", "c|", "C:/", "localhost", "é", "ß", "日本", "\u00ad", "\t", "\n", "'", "\"", "<", ">", "`", "{", "}", "|", "!$&()*+,;=", "~", "\u0001", "\ud800", "☃", "^", " "];
const bases = [undefined, undefined, "http://user:pw@host:8080/a/b/c?q#f", "file:///C:/x/y", "file://server/share/z", "foo://h/p/q?r", "foo:/p/q", "mailto:x@y"];
const setters = ["protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"];
const text = (n) => Array.from({ length: 1 + next(n) }, () => tokens[next(tokens.length)]).join("");
const lines = [];
for (let i = 0; i < 40000; i++) {
  const base = bases[next(bases.length)], input = text(7), setter = setters[next(setters.length)], value = text(3);
  let line = "failure";
  try {
    const u = new URL(input, base);
    line = [u.href, u.origin, u.host, u.pathname].join(" ");
    u[setter] = value;
    line += " " + u.href;
  } catch {}
  lines.push(line);
}
const component = [..."aZ09-_.!~*'();/?:@&=+$,# %\"<>[]{}|\\^`é日😀𐀀%%%", "%41", "%C3%A9", "%E0%A4%A", "%F0%9F%98%80", "%ED%A0%80", "%C0%80", "%u0041", "%uD83D", "%uDE00", "%25", "%2f"];
const attempt = (f, s) => { try { return f(s); } catch { return "error"; } };
for (let i = 0; i < 20000; i++) {
  const s = Array.from({ length: next(8) }, () => component[next(component.length)]).join("");
  const params = new URLSearchParams("?" + s);
  lines.push([encodeURI, encodeURIComponent, decodeURI, decodeURIComponent, escape, unescape].map((f) => attempt(f, s)).join(" ") + " " + params + " " + [...params].flat().join("|"));
}
const hex = (s) => Array.from({ length: s.length }, (_, i) => s.charCodeAt(i).toString(16)).join("."); // shows lone surrogates
if (process.argv[2]) for (const line of lines) console.log(line + "\t" + hex(line));
const hash = createHash("sha256");
for (const line of lines) hash.update(hex(line) + "\n");
if (!process.argv[2]) console.log(hash.digest("hex").slice(0, 32));
