// This script generates programs that call array methods on small arrays of mixed values, with holes, accessors, frozen
// and inherited arrays, and writes them with what they return in Node:
//
//	node arrays.mjs > arrays.jsonl
//
// A program is the body of a function that has the functions show, which renders a value, and log, an array.

// random is mulberry32 with a fixed seed.
let seed = 1;
const random = (n) => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % n;
};
const pick = (list) => list[random(list.length)];
const maybe = (text) => (random(2) ? text : "");

const values = ["1", "2", "3", "'a'", "'b'", "'10'", "null", "undefined", "NaN", "-0", "[1,2]", "{x:1}", "true", "3.5", "''", "-1", "1e21"];
const value = () => pick(values);
const index = () => pick(["0", "1", "2", "3", "-1", "-2", "5", "9", "-9", "Infinity", "-Infinity", "NaN", "undefined", "'1'", "1.7", "-0.5"]);
const callback = () => pick(["x=>x", "(x,i)=>i%2", "(x,i,a)=>a.length-i", "x=>typeof x==='number'", "(x,i)=>[x,i]", "x=>!!x", "(x,i,a)=>{a.length=2;return x}"]);
const comparator = () => pick(["", "(a,b)=>a-b", "(a,b)=>b-a", "(a,b)=>String(a)<String(b)?-1:1", "(a,b)=>a>b", "()=>0", "undefined"]);
const array = () => {
  const items = Array.from({ length: random(9) }, () => (random(7) === 0 ? "" : value()));
  if (items.at(-1) === "") items.push(value());
  return `[${items.join(",")}]`;
};

const methods = [
  () => `at.call(a,${index()})`,
  () => `concat.call(a,${array()},${value()})`,
  () => `copyWithin.call(a,${index()},${index()}${maybe("," + index())})`,
  () => `every.call(a,${callback()})`,
  () => `fill.call(a,${value()}${maybe("," + index())}${maybe("," + index())})`,
  () => `filter.call(a,${callback()})`,
  () => `find.call(a,${callback()})`,
  () => `findIndex.call(a,${callback()})`,
  () => `findLast.call(a,${callback()})`,
  () => `findLastIndex.call(a,${callback()})`,
  () => `flat.call(a,${pick(["", "1", "2", "Infinity", "0"])})`,
  () => `flatMap.call(a,${callback()})`,
  () => `includes.call(a,${value()}${maybe("," + index())})`,
  () => `indexOf.call(a,${value()}${maybe("," + index())})`,
  () => `lastIndexOf.call(a,${value()}${maybe("," + index())})`,
  () => `join.call(a,${pick(["", "'-'", "''", "undefined", "null"])})`,
  () => `map.call(a,${callback()})`,
  () => `pop.call(a)`,
  () => `push.call(a,${value()},${value()})`,
  () => `reduce.call(a,(a,x,i)=>a+"|"+x+i${maybe(",''")})`,
  () => `reduceRight.call(a,(a,x,i)=>a+"|"+x+i${maybe(",''")})`,
  () => `reverse.call(a)`,
  () => `shift.call(a)`,
  () => `slice.call(a,${index()}${maybe("," + index())})`,
  () => `some.call(a,${callback()})`,
  () => `sort.call(a,${comparator()})`,
  () => `splice.call(a${maybe("," + index() + maybe("," + index() + maybe("," + value() + maybe("," + value()))))})`,
  () => `toReversed.call(a)`,
  () => `toSorted.call(a,${comparator()})`,
  () => `toSpliced.call(a,${index()},${index()},${value()})`,
  () => `toString.call(a)`,
  () => `unshift.call(a,${value()})`,
  () => `with.call(a,${index()},${value()})`,
];
const variants = [
  "a.length<2?a:Object.freeze(a)", // V8's sort leaves shorter ones alone, where the specification writes to them
  "Object.seal(a)",
  "Object.preventExtensions(a)",
  "Array.prototype.slice.call(a)",
  "Object.assign(Object.create(Array.prototype),{...a,length:a.length})",
  "Object.assign(new (class S extends Array{})(),a)",
];

const program = () => {
  let text = `let a=${array()};`;
  if (random(4) === 0) text += `a=${pick(variants)};`;
  if (random(6) === 0) text += `try{Object.defineProperty(a,${random(4)},{get(){log.push("g");return 42},configurable:true,enumerable:true})}catch(e){log.push(e.name)};`;
  if (random(8) === 0) text += `try{a.length=${random(12)}}catch(e){log.push(e.name)};`;
  for (let n = 1 + random(4); n > 0; n--) {
    text += `try{log.push(show(Array.prototype.${pick(methods)()}))}catch(e){log.push(e.name)};log.push(show(a));`;
  }
  return text + `return log.join(" ")`;
};

const show = (v) => {
  if (v === undefined) return "u";
  if (typeof v === "number") return Object.is(v, -0) ? "-0" : String(v);
  if (Array.isArray(v)) return "[" + Array.from({ length: v.length }, (_, i) => (i in v ? show(v[i]) : "_")).join() + "]";
  if (v && typeof v === "object") return "{" + Object.keys(v).map((k) => k + ":" + show(v[k])).join() + "}";
  return JSON.stringify(v);
};

for (let i = 0; i < 1500; i++) {
  const source = program();
  console.log(JSON.stringify([source, new Function("show", "log", '"use strict";' + source)(show, [])]));
}
