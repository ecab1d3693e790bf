package stdlib_test

// This file tests RegExp and the String methods that take regular expressions. The values are those of Node.

import (
	"context"
	"strings"
	"testing"

	"github.com/neurocode-ai/codemode/compiler"
	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib"
)

func TestRegExp(t *testing.T) {
	check(t, [][2]string{
		{`const r = /a(b)?(?<n>c)/.exec("xacy"); return [r, r.index, r.input, r.groups, Object.keys(r), r.length]`, `[["ac",null,"c"],1,"xacy",{"n":"c"},["0","1","2","index","input","groups"],3]`},
		{`const g = /(?<y>\d+)-(?<m>\d+)/.exec("2024-05").groups; return [g.y, g.m, Object.getPrototypeOf(g)]`, `["2024","05",null]`},
		{`const r = /a(?<x>b)?(c)/d.exec("xac"); return [r.indices, r.indices.groups, Object.keys(r)]`, `[[[1,3],null,[2,3]],{"x":null},["0","1","2","index","input","groups","indices"]]`},
		{`const r = /a/g; const out = []; for (let m; (m = r.exec("aXaa")); ) out.push([m.index, r.lastIndex]); return [out, r.lastIndex]`, `[[[0,1],[2,3],[3,4]],0]`},
		{`const r = /a/y; return [r.test("ba"), r.lastIndex, (r.lastIndex = 1, r.test("ba")), r.lastIndex, r.test("baa"), r.lastIndex, r.test("baa"), r.lastIndex]`, `[false,0,true,2,true,3,false,0]`},
		{`const r = /a/; r.lastIndex = 7; return [r.test("a"), r.lastIndex, r.exec("za").index, r.lastIndex]`, `[true,7,1,7]`},
		{`const r = /a/g; r.lastIndex = 5; return [r.test("a"), r.lastIndex, "aa".replace(r, "b"), r.lastIndex, "aa".match(r), "ba".search(r), r.lastIndex]`, `[false,0,"bb",0,["a","a"],1,0]`},
		{`const r = /a/g; r.lastIndex = { valueOf() { return 1 } }; return [r.exec("aba").index, r.lastIndex]`, `[2,3]`},
		{`const r = /./gu; r.lastIndex = 1; return ["😀x".match(r), r.exec("😀x")[0], r.lastIndex]`, `[["😀","x"],"😀",2]`},
		{`const r = Object.freeze(/a/g); try { r.test("ba"); return "no" } catch (e) { return [e.name, /a/.test("a")] }`, `["TypeError",true]`},
		{`const r = Object.freeze(/a/); return [r.test("a"), r.exec("a").index, "xa".replace(r, "b")]`, `[true,0,"xb"]`},
		{`return [String(new RegExp("")), new RegExp("/").source, new RegExp("[/]\\/\n").source, String(/[/\]/]/), new RegExp("\\\n").source, new RegExp("\u2028").source]`, `["/(?:)/","\\/","[/]\\/\\n","/[/\\]/]/","\\n","\\u2028"]`},
		{`return [new RegExp(/a/gi).flags, new RegExp(/a/gi, "m").flags, RegExp(/x/).source, new RegExp("a", undefined).flags, /a/dgimsuy.flags, /a/v.flags]`, `["gi","m","x","","dgimsuy","v"]`},
		{`const r = /a/; return [RegExp(r) === r, new RegExp(r) === r, RegExp(r, "g") === r]`, `[true,false,false]`},
		{`return [new RegExp({ [Symbol.match]: true, source: "s+", flags: "i", constructor: 1 }).toString(), String(RegExp.prototype), RegExp.prototype.global, RegExp.prototype.flags]`, `["/s+/i","/(?:)/",null,""]`},
		{`return ["(", "[", "a**", "\\", "(?<n>a)(?<n>b)", "a{2,1}", "(?<=a)+", "[b-a]"].map(p => { try { new RegExp(p, "u"); return "no" } catch (e) { return e.name } })`, `["SyntaxError","SyntaxError","SyntaxError","SyntaxError","SyntaxError","SyntaxError","SyntaxError","SyntaxError"]`},
		{`try { new RegExp("a", "gg") } catch (e) { return [e.name, e instanceof SyntaxError] }`, `["SyntaxError",true]`},
		{"return [\"x\".replace(/x/g, \"$`$&$'\"), \"abc\".replace(/b/, \"[$`|$&|$']\"), \"abc\".replace(/(b)/, \"$1$01$2$10$$\"), \"abc\".replace(/(?<l>b)/, \"<$<l>$<q>>\"), \"abc\".replace(/b/, \"$<l>\"), \"b\".replace(/b/, \"$\"), \"abc\".replace(/(b)(c)?/, \"[$2]\")]", `["x","a[a|b|c]c","abb$2b0$c","a<b>c","a$<l>c","$","a[c]"]`},
		{`return ["aBc".replace(/[A-Z]/g, (m, i, s) => m.toLowerCase() + i + s), "ab".replace(/(?<f>a)(x)?/, (...a) => JSON.stringify(a)), "aa".replace(/a/g, () => undefined), "aa".replace(/a/g, () => 5)]`, `["ab1aBcc","[\"a\",\"a\",null,0,\"ab\",{\"f\":\"a\"}]b","undefinedundefined","55"]`},
		{`return ["abc".replace(/(?:)/g, "-"), "😀x".replace(/(?:)/gu, "-"), "😀".replace(/(?:)/g, "-").length, "aaa".replace(/a/y, "b"), "aab".replace(/a/gy, "x"), "baa".replace(/a/gy, "x")]`, `["-a-b-c-","-😀-x-",5,"baa","xxb","baa"]`},
		{`const r = /a/g; const seen = []; "aba".replace(r, () => { seen.push(r.lastIndex); r.lastIndex = 9; return "" }); return [seen, r.lastIndex]`, `[[0,9],9]`},
		{`return "a1b2".replace(/[a-z](\d)/g, (m, d) => m.replace(/\d/g, (x) => "xyz".replace(/y/, x + d)))`, `"ax11zbx22z"`},
		{`return ["a-b-c".split(/-/), "a1b2".split(/(\d)/), "abc".split(/(?:)/), "😀a".split(/(?:)/u), "abc".split(/b/, 1), "".split(/x/), "".split(/(?:)/), "abc".split(/(b)|x/), "aXbXc".split(/x/i, 2), "ab".split(/$/)]`, `[["a","b","c"],["a","1","b","2",""],["a","b","c"],["😀","a"],["a"],[""],[],["a","b","c"],["a","b"],["ab"]]`},
		{`return ["A<B>bold</B>and<CODE>coded</CODE>".split(/<(\/)?([^<>]+)>/), "aaba".split(/a/y), "test".split(/(?=s)/), " a  b ".split(/\s*/)]`, `[["A",null,"B","bold","/","B","and",null,"CODE","coded","/","CODE",""],["","","b",""],["te","st"],["","a","b",""]]`},
		{`return ["x1y22".match(/\d+/g), "x".match(/\d/g), "x".match(/\d/), "x1".match(/\d/).index, "ab".match(), "a.b".match("."), "aab".match(/a*?/g)]`, `[["1","22"],null,null,1,[""],["a"],["","","",""]]`},
		{`return [[..."x1y2".matchAll(/[a-z](?<d>\d)/g)].map(m => [m[0], m.index, m.groups.d, m.input]), Array.from("aXbX".matchAll("X"), m => m.index)]`, `[[["x1",0,"1","x1y2"],["y2",2,"2","x1y2"]],[1,3]]`},
		{`const r = /./g; r.lastIndex = 2; return [[..."abcd".matchAll(r)].map(String), r.lastIndex]`, `[["c","d"],2]`},
		{`try { "a".matchAll(/a/) } catch (e) { return e.name }`, `"TypeError"`},
		{`try { "a".replaceAll(/a/, "") } catch (e) { return e.name }`, `"TypeError"`},
		{`return ["aXbX".replaceAll(/x/gi, "_"), "a.b.c".replaceAll(".", "$&$&"), "abc".search(/c/), "abc".search(/x/), "abc".search("b")]`, `["a_b_","a..b..c",2,-1,1]`},
		{`const it = RegExp.prototype[Symbol.matchAll].call(/a(.)/g, "abac"); return [it.next().value[1], [...it].map(m => m[1]), it[Symbol.toStringTag], it.next().done]`, `["b",["c"],"RegExp String Iterator",true]`},
		{`class R extends RegExp { exec(s) { const r = super.exec(s); if (r) r[0] += "!"; return r } } return ["abcb".replace(new R("b", "g"), "[$&]"), "ab".match(new R("b", "g")), new R("b").test("b"), new R("x") instanceof RegExp, "a,b".split(new R(",")).length]`, `["a[b!][b!]",["b!"],true,true,2]`},
		{`class R extends RegExp { static get [Symbol.species]() { return RegExp } get flags() { return "g" } } return [[..."aba".matchAll(new R("a"))].length, "aXbXc".split(new R("X"))]`, `[2,["a","b","c"]]`},
		{`const r = /a/; r.exec = () => ({ index: 1, 0: "bc", length: 1 }); return ["abcd".replace(r, "_"), r.test("x"), "zz".search(r)]`, `["a_d",true,1]`},
		{`const o = { flags: "g", [Symbol.replace]: (s, v) => s + v, [Symbol.split]: (s, l) => [s, l], [Symbol.match]: s => s, [Symbol.search]: () => 3, [Symbol.matchAll]: () => 4 }; return ["a".replace(o, "b"), "a".split(o, 2), "a".match(o), "a".search(o), "a".matchAll(o)]`, `["ab",["a",2],"a",3,4]`},
		{`const r = /a/; r.compile("b", "g"); return [r.source, r.flags, r.lastIndex, r.test("b")]`, `["b","g",0,true]`},
		{`return [/(a)|(b)/.exec("b"), /(?:(a)|b)*/.exec("ab"), /(z)((a+)?(b+)?(c))*/.exec("zaacbbbcac")]`, `[["b",null,"b"],["ab",null],["zaacbbbcac","z","ac","a",null,"c"]]`},
		{`return [/\u{1F600}/u.test("😀"), /^.$/u.test("😀"), /^.$/.test("😀"), /[😀]/u.test("😀"), /\p{Lu}/u.test("É"), /[\p{L}--[a-z]]/v.test("a"), "ÀÉ".replace(/\p{L}/gu, "x"), "straße".match(/ß/i).index]`, `[true,true,false,true,true,false,"xx",4]`},
		{`return ["ab\ncd".match(/^./gm), /a.c/s.test("a\nc"), /a.c/.test("a\nc"), "İ".match(/i/iu), /(?<=\$)\d+/.exec("$42")[0], /(?<!a)b/.exec("abb").index]`, `[["a","c"],true,false,null,"42",2]`},
		{`const [, y, m] = /(\d+)-(\d+)/.exec("2024-05"); const { groups: { a }, index } = /(?<a>x)/.exec("yx"); return [y, m, a, index]`, `["2024","05","x",1]`},
		{`const m = /a(.)/.exec("xab"); m.push("z"); m.extra = 1; return [m.length, [...m], m.concat(["q"]), m.slice(1), m.map(s => s.length), m.extra, Array.isArray(m), m.groups === undefined]`, `[3,["ab","b","z"],["ab","b","z","q"],["b","z"],[2,1,1],1,true,true]`},
		{`const d = Object.getOwnPropertyDescriptor(/a/g, "lastIndex"); return [d, Object.keys(/a/), JSON.stringify(/a/), JSON.stringify({ r: /a/ }), typeof /a/, Object.prototype.toString.call(/a/)]`, `[{"value":0,"writable":true,"enumerable":false,"configurable":false},[],"{}","{\"r\":{}}","object","[object RegExp]"]`},
		{`const r = structuredClone({ r: /a+/gi }).r; return [r.source, r.flags, r.lastIndex, r instanceof RegExp]`, `["a+","gi",0,true]`},
		{`const o = []; for (const s of ["a1", "b", "c3"]) { const m = s.match(/\d/); o.push(m ? m[0] : null) } return o`, `["1",null,"3"]`},
		{`return await Promise.all(["a", "b"].map(async (s) => (await s).replace(/[ab]/, (c) => c.toUpperCase())))`, `["A","B"]`},
		{`const long = "ab ".repeat(20000); return [long.match(/b/g).length, long.replace(/b /g, "").length, long.split(/ /).length, /c/.test(long), [...long.matchAll(/a(b)/g)].length]`, `[20000,20000,20001,false,20000]`},
		{`return "x".repeat(10).replace(/(x)(x)(x)(x)(x)(x)(x)(x)(x)(x)/, "$10-$1-$11-$100")`, `"x-x-x1-x0"`},
		{`let s = ""; for (let i = 0; i < 3; i++) { const r = /a/g; s += r.lastIndex; r.test("a"); s += r.lastIndex } return s`, `"010101"`},
		{`return ["aBC".replace(/b/i, "$&$&"), "𝒳𝒴".replace(/./gu, "<$&>"), "\ud83dx".replace(/./gu, "."), "é".replace(/é/, "e")]`, `["aBBC","<𝒳><𝒴>","..","e"]`},
	})
}

// TestRegExpBeyondNode holds what the contract or newer editions of the language add to Node.
func TestRegExpBeyondNode(t *testing.T) {
	check(t, [][2]string{
		{`const m = "aXbX".matchAll(/x/gi); return [Array.isArray(m), m.length, m.next().value.index, m.next().value.index, m.next().done, m.map((x) => x[0])]`, `[true,2,1,3,true,["X","X"]]`},
		{`return [RegExp.escape("a.b*c"), RegExp.escape("1/2"), RegExp.escape("é\n😀-"), new RegExp(RegExp.escape("^$[x]")).test("^$[x]")]`, `["\\x61\\.b\\*c","\\x31\\/2","é\\n😀\\x2d",true]`},
		{`const s = "ab/-é\ud83d\ude00x".repeat(5000); return [new RegExp("^" + RegExp.escape(s) + "$").test(s), RegExp.escape(s).length]`, `[true,60003]`},
		{`return [/(?i:a)b/.test("Ab"), /(?i:a)b/.test("AB"), /(?<y>a)|(?<y>b)/.exec("b").groups.y, /[\p{RGI_Emoji}]/v.test("👍🏽")]`, `[true,false,"b",true]`},
		{`const order = []; const out = await "a-b".replace(/[ab]/g, async (m) => { order.push("start " + m); await 0; order.push("end " + m); return m + m; }); return [out, order]`, `["aa-bb",["start a","end a","start b","end b"]]`},
		{`return "x1".replaceAll(/\d/g, () => Promise.resolve(7))`, `"x7"`},
		{`try { "a".replace(/a/, () => Promise.reject(new Error("no"))) } catch (e) { return e.message }`, `"no"`},
		{`/(a)/.test("a"); return [RegExp.$1, RegExp.lastMatch, RegExp.input].every((v) => v === undefined)`, `true`},
		{`class R extends RegExp {} return Array.isArray("aba".matchAll(new R("a", "g")))`, `true`},
	})
}

// TestRegExpErrorsExplain checks that messages say what is wrong and what to write instead.
func TestRegExpErrorsExplain(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{`new RegExp("(a")`, `SyntaxError: Invalid regular expression: /(a/`},
		{`new RegExp("a", "q")`, `SyntaxError: Invalid regular expression: /a/q: Invalid flags "q"`},
		{`"a".matchAll(/a/i)`, `write /a/gi`},
		{`"a".replaceAll(/b/, "")`, `write /b/g`},
		{`"a".match("*")`, `SyntaxError`},
		{`"a".startsWith(/a/)`, `test`},
		{`RegExp.escape(1)`, `TypeError: RegExp.escape needs a string`},
		{`RegExp.prototype.exec.call({}, "")`, `incompatible receiver`},
	} {
		o := runWith(t, c.source, vm.Options{})
		if !strings.Contains(o.thrown, c.want) {
			t.Errorf("%s\n got %s\nwant %s", c.source, o.thrown, c.want)
		}
	}
}

// TestRegExpLiteralsCompileOnce compares the cost of the second evaluation of a literal, and of the same arguments of the
// constructor, with that of the first.
func TestRegExpLiteralsCompileOnce(t *testing.T) {
	for _, body := range []string{`/(?:a{1,40}b?c|d[e-q]+\d{1,30}x|[^\s]\p{L}{2,9}){2,3}/u.test("")`,
		`new RegExp("(?:a{1,40}b?c|d[e-q]+\\d{1,30}x|[^\\s]\\p{L}{2,9}){2,3}", "u").test("")`} {
		cost := func(rounds string) int64 {
			compiled, err := compiler.Compile(`for (let i = 0; i < `+rounds+`; i++) `+body, compiler.Options{})
			if err != nil {
				t.Fatal(err)
			}
			m := vm.New(stdlib.Realm(), vm.Options{})
			if _, err := m.RunProgram(context.Background(), compiled.Program); err != nil {
				t.Fatal(err)
			}
			return m.Instructions()
		}
		none, one, two := cost("0"), cost("1"), cost("2")
		if first, second := one-none, two-one; second*10 > first {
			t.Errorf("%s: the first evaluation cost %d, the second %d", body, first, second)
		}
	}
}

// TestGroupNamesSurviveSweeps matches before and after the machine forgets names, and reads the groups by names that it
// makes anew.
func TestGroupNamesSurviveSweeps(t *testing.T) {
	o := runWith(t, `
		const re = new RegExp("(?<" + ["na", "me"].join("") + "1>a)"), seen = [];
		for (let round = 0; round < 3; round++) {
			for (let i = 0; i < 30000; i++) ({})["key" + round + "/" + i] = i;
			seen.push(re.exec("a").groups[["name", 1].join("")]);
		}
		return seen`, vm.Options{MaxMemoryBytes: 16 << 20})
	if o.value != `["a","a","a"]` {
		t.Errorf("got %s %v %s", o.value, o.err, o.thrown)
	}
}
