package stdlib_test

// This file tests array buffers, typed arrays, DataView, text encoding, base64 and crypto. The values are those of Node.

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/neurocode-ai/codemode/vm"
)

func TestBinary(t *testing.T) {
	check(t, [][2]string{
		{`return [...new Uint8Array([1, 256, -1, 1.9, "3", null, NaN])]`, `[1,0,255,1,3,0,0]`},
		{`return [...new Uint8ClampedArray([1.5, 2.5, -1, 300, NaN, 0.5, 1e99])]`, `[2,2,0,255,0,0,255]`},
		{`return [...new Int8Array([128, -129, 255])].concat([...new Int16Array([32768, -1])], [...new Uint16Array([-1, 65536.5])], [...new Int32Array([2 ** 31, -1.5])], [...new Uint32Array([-1, 2 ** 32 + 1])])`, `[-128,127,-1,-32768,-1,65535,0,-2147483648,-1,4294967295,1]`},
		{`return [...new Float32Array([1.1, 1e40, -0])].map(x => Object.is(x, -0) ? "-0" : String(x)).concat([...new Float64Array([1.1, "x"])].map(String))`, `["1.100000023841858","Infinity","-0","1.1","NaN"]`},
		{`return [...new BigInt64Array([2n ** 63n, -1n, 2n ** 64n + 5n])].concat([...new BigUint64Array([-1n, 2n ** 65n - 3n])]).map(String)`, `["-9223372036854775808","-1","5","18446744073709551615","18446744073709551613"]`},
		{`try { new BigInt64Array([1]) } catch (e) { return [e.name, (() => { try { new Uint8Array([1n]) } catch (e) { return e.name } })()] }`, `["TypeError","TypeError"]`},
		{`return [new Uint8Array(3).length, new Uint8Array().length, new Uint8Array({ length: 2, 0: 7 })[0], new Uint8Array(new Set([1, 2]))[1], new Uint8Array("5").length, new Uint8Array(new Float32Array([1.7, 300]))[1]]`, `[3,0,7,2,5,44]`},
		{`return [-1, 1.5, NaN, 2 ** 53].map(n => { try { return new Uint8Array(n).length } catch (e) { return e.name } })`, `["RangeError",1,0,"RangeError"]`},
		{`const b = new ArrayBuffer(8); const u = new Uint8Array(b, 2, 4); u[0] = 9; return [u.byteOffset, u.byteLength, u.buffer === b, new Uint8Array(b)[2], [[1, 2], [0, 9], [9], [3, 1]].map(a => { try { return new Uint16Array(b, ...a).length } catch (e) { return e.name } })]`, `[2,4,true,9,["RangeError","RangeError","RangeError","RangeError"]]`},
		{`const u = new Uint8Array([1, 2, 3]); u[5] = 1; u["-0"] = 1; u.foo = 2; u["1.5"] = 3; return [Object.keys(u), "1" in u, 3 in u, "-0" in u, u["1.5"] === undefined, u[-1] === undefined, delete u.foo, Object.getOwnPropertyDescriptor(u, 0)]`, `[["0","1","2","foo"],true,false,false,true,true,true,{"value":1,"writable":true,"enumerable":true,"configurable":true}]`},
		{`"use strict"; const u = new Uint8Array([1, 2]); return [() => delete u[0], () => Object.defineProperty(u, 0, { value: 1, writable: false }), () => Object.freeze(u), () => Object.freeze(new Uint8Array(0)).length, () => Object.defineProperty(u, 5, { value: 1 }), () => Object.seal(u)].map(f => { try { return f() } catch (e) { return e.name } })`, `["TypeError","TypeError","TypeError",0,"TypeError","TypeError"]`},
		{`class B extends Uint8Array { sum() { return this.reduce((a, x) => a + x, 0) } } const b = new B([1, 2, 3]); return [b.sum(), b.map(x => x * 2).sum(), b instanceof Uint8Array, b.subarray(1).sum(), B.from([4, 5]).sum(), B.of(1).constructor === B, b.slice(1) instanceof B]`, `[6,12,true,5,9,true,true]`},
		{`const u = new Uint8Array([5, 1, 4]); return [[...u.toSorted()], [...u.toReversed()], [...u.with(0, 9)], u.join("-"), String(u), [...u.sort()], [...u.reverse()], u.at(-1), u.indexOf(4), u.includes(260), u.lastIndexOf(1)]`, `[[1,4,5],[4,1,5],[9,1,4],"5-1-4","5,1,4",[1,4,5],[5,4,1],1,1,false,2]`},
		{`const u = new Uint8Array([1, 2, 3, 4, 5]); u.set(u.subarray(0, 3), 1); const v = new Uint8Array([1, 2, 3, 4, 5]); v.copyWithin(1, 0, 3); const w = new Uint8Array([1, 2, 3, 4]); new Uint16Array(w.buffer).set(w.subarray(0, 2)); return [[...u], [...v], [...w], [...new Uint8Array(4).fill(7, 1, -1)]]`, `[[1,1,2,3,5],[1,1,2,3,5],[1,0,2,0],[0,7,7,0]]`},
		{`const u = new Uint8Array(3); return [() => u.set([1, 2, 3, 4]), () => u.set([1], -1), () => u.set([1], 3), () => (u.set([1, 2], 1), [...u]), () => u.set("12"), () => u.set(new BigInt64Array(1)), () => u.set(null)].map(f => { try { return f() ?? [...u] } catch (e) { return e.name } })`, `["RangeError","RangeError","RangeError",[0,1,2],[1,2,2],"TypeError","TypeError"]`},
		{`return [[..."ab"].length, [...new Uint8Array([7, 8]).entries()], [...new Uint8Array([7, 8]).keys()], [...new Uint8Array([7, 8]).values()], new Uint8Array([7]).entries().next().value, Array.from(new Uint8Array([1, 2]), x => x * 300)]`, `[2,[[0,7],[1,8]],[0,1],[7,8],[0,7],[300,600]]`},
		{`const u = new Uint8Array([1, 2, 3, 4]); return [u.find(x => x > 2), u.findLast(x => x < 3), u.findIndex(x => x > 9), u.findLastIndex(x => x), u.some(x => x > 3), u.every(x => x > 1), [...u.filter(x => x % 2)], [...u.map(x => x * 100)], u.reduce((a, x) => a + x), u.reduceRight((a, x) => a + "-" + x, "")]`, `[3,2,-1,3,true,false,[1,3],[100,200,44,144],10,"-4-3-2-1"]`},
		{`return [[...new Float64Array([3, -0, 0, NaN, -Infinity, 1e308, -5]).sort()].map(x => Object.is(x, -0) ? "-0" : String(x)), [...new Int16Array([5, -1, 100, -32768]).sort()], [...new BigUint64Array([5n, 2n ** 63n, 1n]).sort()].map(String), [...new Float32Array([2, -1, NaN, -3]).sort((a, b) => b - a)].map(String)]`, `[["-Infinity","-5","-0","0","3","1e+308","NaN"],[-32768,-1,5,100],["1","5","9223372036854775808"],["2","-1","NaN","-3"]]`},
		{`const n = 1000, out = []; for (const T of [Int8Array, Uint8Array, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array]) { const a = T.from({ length: n }, (_, i) => Math.sin(i) * 1e6); const s = a.slice().sort(), t = [...a].sort((x, y) => x - y); out.push(t.every((x, i) => x === s[i])) } return out`, `[true,true,true,true,true,true,true,true]`},
		{`const u = new Uint8Array([3, 1, 2]); let n = 0; u.sort((a, b) => { n++; return b - a }); return [[...u], n > 0, (() => { try { u.sort(1) } catch (e) { return e.name } })()]`, `[[3,2,1],true,"TypeError"]`},
		{`const d = new DataView(new ArrayBuffer(16)); d.setFloat64(0, Math.PI); d.setInt16(8, -2, true); d.setBigUint64(8, 1n); return [d.getUint8(0), d.getFloat32(0), d.getInt16(8), String(d.getBigInt64(8)), d.getUint32(4, true), d.byteLength, d.byteOffset]`, `[64,2.1426990032196045,0,"1",405619796,16,0]`},
		{`const d = new DataView(new ArrayBuffer(4), 1, 2); return [() => d.getInt16(1), () => d.getInt16(-1), () => d.getInt16(0), () => new DataView({}), () => new DataView(new ArrayBuffer(1), 2), () => DataView(new ArrayBuffer(1)), () => d.setUint8(2, 1)].map(f => { try { return f() } catch (e) { return e.name } })`, `["RangeError","RangeError",0,"TypeError","RangeError","TypeError","RangeError"]`},
		{`const b = new ArrayBuffer(8, { maxByteLength: 16 }); const u = new Uint8Array(b), f = new Uint8Array(b, 0, 8); b.resize(12); const l = [u.length, f.length]; b.resize(4); return [l, u.length, f.length, f.byteOffset, b.resizable, b.maxByteLength, f[0] === undefined, (() => { try { b.resize(17) } catch (e) { return e.name } })()]`, `[[12,8],4,0,0,true,16,true,"RangeError"]`},
		{`const b = new ArrayBuffer(8); new Uint8Array(b)[0] = 5; const s = b.slice(0, 4); const c = structuredClone(new Uint8Array(b, 0, 2)); return [s.byteLength, new Uint8Array(s)[0], c[0], c.length, c.buffer.byteLength, c.buffer === b, ArrayBuffer.isView(c), ArrayBuffer.isView(b), b.byteLength]`, `[4,5,5,2,8,false,true,false,8]`},
		{`const o = { a: new Uint8Array([1, 2]), b: null, d: null }; o.b = o.a.buffer; o.d = new DataView(o.b, 1); const c = structuredClone(o); return [c.a.buffer === c.b, c.a[1], c.d.getUint8(0), c.d.buffer === c.b, c.a.buffer === o.b]`, `[true,2,2,true,false]`},
		{`return [Object.prototype.toString.call(new Uint8Array()), Object.prototype.toString.call(new ArrayBuffer(1)), Object.prototype.toString.call(new DataView(new ArrayBuffer(1))), Uint8Array.BYTES_PER_ELEMENT, new Float64Array(1).BYTES_PER_ELEMENT, Object.getPrototypeOf(Uint8Array).name, Uint8Array.name]`, `["[object Uint8Array]","[object ArrayBuffer]","[object DataView]",1,8,"TypedArray","Uint8Array"]`},
		{`try { Uint8Array(1) } catch (e) { return [e.name, (() => { try { new (Object.getPrototypeOf(Uint8Array))() } catch (e) { return e.name } })()] }`, `["TypeError","TypeError"]`},
		{`return JSON.stringify({ u: new Uint8Array([1, 2]), b: new ArrayBuffer(1) })`, `"{\"u\":{\"0\":1,\"1\":2},\"b\":{}}"`},
		{`return [Uint8Array.from("123").join(), Uint8Array.from({ length: 3 }, (_, i) => i * i).join(), Uint16Array.of(1, 65536, 2).join(), Int8Array.from(new Map([[1, 2]]).values()).join()]`, `["1,2,3","0,1,4","1,0,2","2"]`},
		{`const a = new Uint8Array([1, 2, 3]); let s = 0; for (const x of a) s += x; const [p, ...q] = a; return [s, p, q, Math.max(...a), [0, ...a], Array.isArray(a), a.concat === undefined, Array.prototype.concat.call([], a).length, Array.prototype.slice.call(a, 1)]`, `[6,1,[2,3],3,[0,1,2,3],false,true,1,[2,3]]`},
		{`return [new TextDecoder().decode(new Uint8Array([0xef, 0xbb, 0xbf, 65, 66])), new TextDecoder("utf8", { ignoreBOM: true }).decode(new Uint8Array([0xef, 0xbb, 0xbf, 65])).length, new TextDecoder().decode(new Uint8Array([0xf0, 0x9f, 0x98, 0x41, 0xe2, 0x82, 0xac, 0xed, 0xa0, 0x80, 0xff])), new TextDecoder().decode()]`, `["AB",2,"�A€����",""]`},
		{`const d = new TextDecoder(); return [d.decode(new Uint8Array([0xf0, 0x9f]), { stream: true }), d.decode(new Uint8Array([0x98, 0x80]), { stream: true }), d.decode(), d.decode(new Uint8Array([0xf0, 0x9f]), { stream: true }), d.decode(new Uint8Array([0x41])), d.decode(new Uint8Array([0x42])), d.encoding, d.fatal, d.ignoreBOM]`, `["","😀","","","�A","B","utf-8",false,false]`},
		{`const d = new TextDecoder("utf-8", { fatal: true }); return [[0xc3], [0xc3, 0xa9], [0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82]].map(b => { try { return d.decode(new Uint8Array(b)) } catch (e) { return e.name } })`, `["TypeError","é","TypeError","TypeError","TypeError","TypeError"]`},
		{`const d = new TextDecoder(); return [d.decode(new Uint8Array([65, 66]).buffer), d.decode(new DataView(new Uint8Array([65, 66]).buffer, 1)), d.decode(new Uint16Array([0x4142])), (() => { try { d.decode("x") } catch (e) { return e.name } })(), (() => { try { new TextDecoder("klingon") } catch (e) { return e.name } })()]`, `["AB","B","BA","TypeError","RangeError"]`},
		{`return [[...new TextEncoder().encode("aé€😀\ud800b")], new TextEncoder().encode().length, new TextEncoder().encoding, new TextEncoder().encode(12).join()]`, `[[97,195,169,226,130,172,240,159,152,128,239,191,189,98],0,"utf-8","49,50"]`},
		{`return ["a€😀", "😀", "abcdef", ""].map(s => { const u = new Uint8Array(5); return [new TextEncoder().encodeInto(s, u), u.join()] })`, `[[{"read":2,"written":4},"97,226,130,172,0"],[{"read":2,"written":4},"240,159,152,128,0"],[{"read":5,"written":5},"97,98,99,100,101"],[{"read":0,"written":0},"0,0,0,0,0"]]`},
		{`return [" aGVs bG8= ", "a", "/w==", "YWI", "YWI=", "YQ", "YQ==", "Y===", "é", ""].map(s => { try { return atob(s) } catch (e) { return e.name } })`, `["hello","InvalidCharacterError","ÿ","ab","ab","a","a","InvalidCharacterError","InvalidCharacterError",""]`},
		{`return ["\xff\x00a", "hello", "", "€", "ab"].map(s => { try { return btoa(s) } catch (e) { return [e.name, e.code] } })`, `["/wBh","aGVsbG8=","",["InvalidCharacterError",5],"YWI="]`},
		{`return [btoa(undefined), btoa(12), (() => { try { btoa() } catch (e) { return e.name } })(), atob(btoa("\x00\x80\xff")).charCodeAt(2)]`, `["dW5kZWZpbmVk","MTI=","TypeError",255]`},
		{`return [/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID()), crypto.randomUUID() !== crypto.randomUUID(), crypto.getRandomValues(new Uint32Array(4)).some(x => x > 0), [() => crypto.getRandomValues(new Float32Array(1)), () => crypto.getRandomValues(new Uint8Array(70000))].map(f => { try { f() } catch (e) { return e.name } })]`, `[true,true,true,["TypeMismatchError","QuotaExceededError"]]`},
		{`const u = new Uint8Array([1, 2, 3]); let l = []; u.forEach((x, i, a) => { l.push([x, i, a === u]) }); return l`, `[[1,0,true],[2,1,true],[3,2,true]]`},
		{`const b = new ArrayBuffer(4, { maxByteLength: 8 }); const u = new Uint8Array(b); const l = []; for (const x of u) { l.push(x); if (l.length < 6) b.resize(l.length + 3) } return [l.length, u.map(x => 1).length]`, `[8,8]`},
		{`const u = new Uint8Array(4); return [u.indexOf(0, { valueOf() { return 1 } }), u.fill({ valueOf() { return 3 } }).join(), u.subarray(-2).byteOffset, u.slice(-3, -1).join(), u.subarray(9).length]`, `[1,"3,3,3,3",2,"3,3",0]`},
	})
}

// TestBinaryBeyondNode holds what newer editions of the language add to Node.
func TestBinaryBeyondNode(t *testing.T) {
	check(t, [][2]string{
		{`return [...new Float16Array([1.1, 65504, 65520, 1e-8, NaN, -0])].map((x) => Object.is(x, -0) ? "-0" : String(x))`, `["1.099609375","65504","Infinity","0","NaN","-0"]`},
		{`const d = new DataView(new ArrayBuffer(2)); d.setFloat16(0, 1.5); return [d.getUint16(0), d.getFloat16(0)]`, `[15872,1.5]`},
		{`return [[...new Float16Array([3, -1, NaN, -0, 0, -7]).sort()].map((x) => Object.is(x, -0) ? "-0" : String(x)), [...new Float16Array([2, 1])].length]`, `[["-7","-1","-0","0","3","NaN"],2]`},
		{`const b = new ArrayBuffer(8); new Uint8Array(b)[1] = 3; const c = b.transfer(4); return [b.detached, b.byteLength, c.byteLength, new Uint8Array(c)[1], new Uint8Array(c.transfer()).join()]`, `[true,0,4,3,"0,3,0,0"]`},
		{`const b = new ArrayBuffer(8), u = new Uint8Array(b), d = new DataView(b); b.transfer(); return [() => u.fill(1), () => u.length, () => u[0] === undefined, () => d.getInt8(0), () => b.slice(), () => [...u], () => b.transfer(), () => new Uint8Array(b)].map((f) => { try { return f() } catch (e) { return e.name } })`, `["TypeError",0,true,"TypeError","TypeError","TypeError","TypeError","TypeError"]`},
		{`const u = new Uint8Array([72, 105, 255]); return [u.toBase64(), u.toBase64({alphabet: "base64url", omitPadding: true}), u.toHex(), Uint8Array.fromHex("48ff").join(), Uint8Array.fromBase64(" SG n/ ").join(), Uint8Array.fromBase64("SGn_", {alphabet: "base64url"}).join()]`, `["SGn/","SGn_","4869ff","72,255","72,105,255","72,105,255"]`},
		{`const u = new Uint8Array(4); return [u.setFromBase64("SGn/SGk="), u.join(), u.setFromHex("0102"), u.join()]`, `[{"read":4,"written":3},"72,105,255,0",{"read":4,"written":2},"1,2,255,0"]`},
		{`const u = new Uint8Array(4); return [() => Uint8Array.fromHex("abc"), () => Uint8Array.fromHex("zz"), () => Uint8Array.fromBase64("a"), () => Uint8Array.fromBase64(1), () => u.setFromHex("01zz"), () => u.join(), () => Uint8Array.fromBase64("YQ", {lastChunkHandling: "strict"}), () => u.toBase64({alphabet: "x"}), () => Uint8Array.fromBase64("é")].map((f) => { try { return f() } catch (e) { return e.name } })`, `["SyntaxError","SyntaxError","SyntaxError","TypeError","SyntaxError","1,0,0,0","SyntaxError","TypeError","SyntaxError"]`},
		{`const b = new ArrayBuffer(8, {maxByteLength: 16}), u = new Uint8Array(b, 4), d = new DataView(b, 4, 4); b.resize(2); const e = new ArrayBuffer(1); e.transfer(); return [u, d, e].map((x) => { try { structuredClone(x) } catch (e) { return e.name } }).concat(structuredClone(b).maxByteLength)`, `["DataCloneError","DataCloneError","DataCloneError",16]`},
		{`console.log(new Uint8Array([1, 2]), new BigInt64Array(1), new ArrayBuffer(3), new DataView(new ArrayBuffer(2)), [/a\/b/gi], new Uint8Array(102)); return 1`, `1`},
	})
}

func TestBinaryInTheConsole(t *testing.T) {
	o := runWith(t, `console.log(new Uint8Array([1, 2]), [new BigInt64Array(1)], new ArrayBuffer(3), new DataView(new ArrayBuffer(2)), [/a\/b/gi]); console.log(new Float64Array(102).fill(0.5))`, vm.Options{})
	want := []string{`Uint8Array(2) [1,2] [BigInt64Array(1) [0n]] ArrayBuffer(3) DataView(2) [/a\/b/gi]`,
		`Float64Array(102) [` + strings.Repeat("0.5,", 100) + `... 2 more]`}
	if strings.Join(o.logs, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q\nwant %q", o.logs, want)
	}
}

// TestBinaryIsNotData checks that bytes do not cross the data boundary, and that the error says how to convert them.
func TestBinaryIsNotData(t *testing.T) {
	for _, source := range []string{`return new Uint8Array(2)`, `return {a: [new ArrayBuffer(1)]}`, `return new DataView(new ArrayBuffer(1))`} {
		o := runWith(t, source, vm.Options{})
		if o.err == nil || !strings.Contains(o.err.Error(), "toBase64()") {
			t.Errorf("%s: %v", source, o.err)
		}
	}
}

// TestRandomIsSeeded checks that crypto repeats itself with the host's source and only then.
func TestRandomIsSeeded(t *testing.T) {
	const source = `return [crypto.randomUUID(), crypto.getRandomValues(new Uint8Array(11)).join(), Math.random()]`
	seeded := func() string { return runWith(t, source, vm.Options{Random: rand.NewPCG(1, 2)}).value }
	if a, b := seeded(), seeded(); a != b || a == "" {
		t.Errorf("seeded runs differ: %s, %s", a, b)
	}
	if a, b := run(t, source), run(t, source); a == b {
		t.Errorf("unseeded runs agree: %s", a)
	}
}

// TestAgreesWithNode runs programs that make many combinations of operations and hash what they give. The expected hashes
// are those of Node 20.
func TestAgreesWithNode(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"regexp.js", `[4900,-1494841731]`},
		{"typedarray.js", `[63000,-671737673]`},
	} {
		source, err := os.ReadFile("testdata/" + c.file)
		if err != nil {
			t.Fatal(err)
		}
		if got := run(t, string(source)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.file, got, c.want)
		}
	}
}
