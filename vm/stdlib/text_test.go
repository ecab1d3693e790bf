package stdlib_test

// This file runs the conformance programs of the areas of text, numbers and JSON, and holds tests of what they leave out.

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/neurocode-ai/codemode/vm"
)

func TestConformanceOfText(t *testing.T) {
	dir := filepath.Join(sharedFolder(t), "conformance")
	for _, area := range []string{"strings", "number", "math", "json", "bigint", "structuredclone", "uri", "templates", "tagged", "operators"} {
		f, err := os.Open(filepath.Join(dir, area+".jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		total, passed := 0, 0
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var c struct {
				ID, Code string
				Expect   struct {
					OK     bool
					Value  json.RawMessage
					Throws struct{ Name string }
				}
			}
			if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
				t.Fatal(err)
			}
			if deviations[c.ID] != "" {
				continue
			}
			total++
			o := runWith(t, c.Code, vm.Options{})
			ok := c.Expect.OK == (o.err == nil)
			if ok && c.Expect.OK {
				ok = sameJSON(o.value, string(c.Expect.Value))
			}
			if ok {
				passed++
				continue
			}
			t.Errorf("%s: %s\n got %s %v %s\nwant %s%s", c.ID, c.Code, o.value, o.err, o.thrown, c.Expect.Value, c.Expect.Throws.Name)
		}
		f.Close()
		t.Logf("%s: %d of %d passed", area, passed, total)
	}
}

func TestStrings(t *testing.T) {
	check(t, [][2]string{
		{`return "abc".at(-1)+"abc".at(0)+String("abc".at(5))`, `"caundefined"`},
		{`return ["😀a".at(0),"😀a".charCodeAt(1),"😀a".codePointAt(0),"😀a".codePointAt(1),"a".charCodeAt(9)]`, `["\ud83d",56832,128512,56832,null]`},
		{`return ["abc".charAt(1),"abc".charAt(-1),"abc".charAt(NaN),"abc".charAt("1")]`, `["b","","a","b"]`},
		{`return ["abcdef".slice(-3,-1),"abcdef".slice(2),"abcdef".slice(4,2),"abcdef".substring(4,2),"abcdef".substr(-3,2),"abcdef".substring(NaN,Infinity)]`, `["de","cdef","","cd","de","abcdef"]`},
		{`return ["abc".padStart(6),"abc".padEnd(8,"12"),"abc".padStart(2),"abc".padEnd(6,""),"é".padStart(3,"ab")]`, `["   abc","abc12121","abc","abc","abé"]`},
		{`return ["ab".repeat(3),"".repeat(1e9),"é".repeat(2),"x".repeat(0)]`, `["ababab","","éé",""]`},
		{`return ["  \t\u00a0\ufeffx y\u2029 ".trim()," x ".trimStart()," x ".trimEnd(),String.prototype.trimLeft.name]`, `["x y","x "," x","trimStart"]`},
		{`return ["aXbX".indexOf("X",2),"aXbX".lastIndexOf("X",2),"abc".indexOf(""),"abc".indexOf("",9),"abc".lastIndexOf(""),"abc".lastIndexOf("c",-5),"aaa".lastIndexOf("a",NaN)]`, `[3,1,0,3,3,-1,2]`},
		{`return ["éaé".indexOf("é",1),"éaé".lastIndexOf("é",1),"abc".indexOf("é"),"é".indexOf("a"),"xéyz".includes("yz")]`, `[2,0,-1,-1,true]`},
		{`return ["abc".startsWith("b",1),"abc".endsWith("b",2),"abc".startsWith(""),"abc".endsWith("abcd"),"abc".includes("c",3)]`, `[true,true,true,false,false]`},
		{`return ["a-b-c".split("-"),"abc".split(""),"".split(""),"".split("x"),"a,b,c".split(",",2),"abc".split(),"a,b".split(undefined,0),"😀".split(""),"aXXb".split("X")]`, `[["a","b","c"],["a","b","c"],[],[""],["a","b"],["abc"],[],["\ud83d","\ude00"],["a","","b"]]`},
		{`return ["aaa".replace("a","b"),"aaa".replaceAll("a","b"),"abc".replace("","_"),"abc".replaceAll("","_"),"abc".replace("z","y")]`, `["baa","bbb","_abc","_a_b_c_","abc"]`},
		{"return [\"abc\".replace(\"b\",\"[$&|$`|$'|$$|$1|$<x>]\"),\"aba\".replaceAll(\"a\",\"$'\"),\"x\".replace(\"x\",\"$0$00$01\")]", `["a[b|a|c|$|$1|$<x>]c","bab","$0$00$01"]`},
		{`return ["a.b.c".replace(".",(m,i,s)=>m+i+s),"aba".replaceAll("a",(m,i)=>i),"abc".replace("b",()=>undefined),"abc".replace("b",()=>"$&")]`, `["a.1a.b.cb.c","0b2","aundefinedc","a$&c"]`},
		{`return ["ß".toUpperCase(),"İ".toLowerCase().length,"ΑΣ".toLowerCase(),"ǰ".toUpperCase().length,"ﬃ".toUpperCase(),"ÀÉ".toLowerCase(),"привет".toUpperCase()]`, `["SS",2,"ας",2,"FFI","àé","ПРИВЕТ"]`},
		{`return ["\u1e9b\u0323".normalize("NFC"),"\u1e9b\u0323".normalize("NFKD").length,"é".normalize("NFD").length,"a".normalize(),"\uac00".normalize("NFD").length]`, `["ẛ̣",3,2,"a",2]`},
		{`return ["ab\ud800".isWellFormed(),"ab\ud800c".toWellFormed(),"\udc00\ud800".toWellFormed(),"😀".isWellFormed()]`, `[false,"ab�c","��",true]`},
		{`return ["a".localeCompare("b"),"b".localeCompare("a"),"a".localeCompare("a"),"a".localeCompare("A"),"B".localeCompare("a"),"a1".localeCompare("a 1"),"".localeCompare("a"),"résumé".localeCompare("resume")]`, `[-1,1,0,-1,1,1,-1,1]`},
		{`return ["a","B","c","A","b","_","1","é","z"].sort((x,y)=>x.localeCompare(y))`, `["_","1","a","A","b","B","c","é","z"]`},
		{"return [String.raw`a\\n${1}b`,String.raw({raw:\"abc\"},1,2,3),String.raw({raw:[]})]", `["a\\n1b","a1b2c",""]`},
		{`return [String.fromCharCode(65,66.9,0x1F600),String.fromCodePoint(0x1F600,97),String.fromCharCode()]`, `["AB","😀a",""]`},
		{`return ["a".anchor('"'),"b".big(),"x".link("u"),"f".fontcolor("red"),"s".sub()]`, `["<a name=\"&quot;\">a</a>","<big>b</big>","<a href=\"u\">x</a>","<font color=\"red\">f</font>","<sub>s</sub>"]`},
		{`return [..."a😀\ud800b"]`, `["a","😀","\ud800","b"]`},
		{`return [typeof String(1),typeof new String(1),new String("ab").length,Object.keys(new String("ab")),"1" in new String("ab"),new String("ab")[1]]`, `["string","object",2,["0","1"],true,"b"]`},
		{`return ["abc".concat(1,null,[2]),"x".concat()]`, `["abc1null2","x"]`},
		{`return ["a\u0301".localeCompare("á"),"co-op".localeCompare("coop"),"a".localeCompare("b","en"),["z","ä","a"].sort((a,b)=>a.localeCompare(b,"de"))]`, `[0,-1,-1,["a","ä","z"]]`},
	})
}

func TestNumbers(t *testing.T) {
	check(t, [][2]string{
		{"return [String(Symbol(\"d\")),String(null),String([1,[2]]),String({}),`${[1]}`,String(1n)]", `["Symbol(d)","null","1,2","[object Object]","1","1"]`},
		{`return [Number(""),Number(" 12 "),Number("0x1f"),Number("1_0"),Number("1e1000"),Number([5]),Number(true),Number("0b101"),Number("-0x1"),Number(10n),Number(undefined)].map(String)`, `["0","12","31","NaN","Infinity","5","1","5","NaN","10","NaN"]`},
		{`return [(1.005).toFixed(2),(1.45).toFixed(1),(-1.5).toFixed(0),(1e21).toFixed(2),(0.000001).toFixed(7),(123.456).toFixed(),(NaN).toFixed(2)]`, `["1.00","1.4","-2","1e+21","0.0000010","123","NaN"]`},
		{`return [(123.456).toPrecision(4),(0.00001).toPrecision(1),(1e21).toPrecision(3),(123456).toExponential(2),(0).toExponential(),(NaN).toPrecision(3),(255).toString(16),(0.5).toString(2),(-255.5).toString(36)]`, `["123.5","0.00001","1.00e+21","1.23e+5","0e+0","NaN","ff","0.1","-73.i"]`},
		{`return [Number.isInteger(5),Number.isInteger("5"),Number.isSafeInteger(2**53),Number.EPSILON,Number.MAX_SAFE_INTEGER,Number.isNaN("x"),Number.parseFloat===parseFloat]`, `[true,false,false,2.220446049250313e-16,9007199254740991,false,true]`},
		{`return [1e21,1e-7,123456789012345680000,0.1+0.2,-0,1/3,5e-324,1.7976931348623157e308].map(String)`, `["1e+21","1e-7","123456789012345680000","0.30000000000000004","0","0.3333333333333333","5e-324","1.7976931348623157e+308"]`},
		{`return [(1234.5).toLocaleString(),(0).toLocaleString("en-US",{style:"percent"}),(1234567.891).toLocaleString("de-DE"),(123456789n).toLocaleString()]`, `["1,234.5","0%","1.234.567,891","123,456,789"]`},
		{`return [Math.round(-0.5),Math.round(2.5),Math.round(-2.5),Math.round(0.49999999999999994),Math.round(2**52+0.5)].map(x=>Object.is(x,-0)?"-0":x)`, `["-0",3,-2,0,4503599627370496]`},
		{`return [Math.max(),Math.min(),Math.max(1,NaN),Math.max(-0,0),Math.min(0,-0)].map(x=>Object.is(x,-0)?"-0":String(x))`, `["-Infinity","Infinity","NaN","0","-0"]`},
		{`return [Math.hypot(3,4),Math.hypot(),Math.hypot(NaN,Infinity),Math.hypot(1e200,1e200),Math.hypot(1,2,3),Math.hypot(-5)].map(String)`, `["5","0","Infinity","1.414213562373095e+200","3.741657386773941","5"]`},
		{`return [Math.clz32(1),Math.clz32(0),Math.imul(0xffffffff,5),Math.fround(5.5),Math.fround(5.05),Math.sign(-3),Math.trunc(-4.7),Math.cbrt(27),Math.log10(1000),Math.log2(8),Math.expm1(1e-10)]`, `[31,32,-5,5.5,5.050000190734863,-1,-4,3,3,3,1.00000000005e-10]`},
		{`return [2**-1074,2**0.5,(-8)**(1/3),10**-5,1.1**10,10**308].map(String)`, `["5e-324","1.4142135623730951","NaN","0.000009999999999999999","2.5937424601000023","1e+308"]`},
		{`return [Math.sin(1),Math.cos(1),Math.tan(1),Math.atan2(1,-1),Math.exp(1),Math.pow(2,0.5),Math.sinh(1),Math.log(10)]`, `[0.8414709848078965,0.5403023058681398,1.5574077246549023,2.356194490192345,2.718281828459045,1.4142135623730951,1.1752011936438014,2.302585092994046]`},
		{`return [5n/2n,-5n/2n,-5n%3n,2n**64n,-(2n**63n)].map(String)`, `["2","-2","-2","18446744073709551616","-9223372036854775808"]`},
		{`return [BigInt.asIntN(8,255n),BigInt.asIntN(8,128n),BigInt.asUintN(8,-1n),BigInt.asUintN(64,-1n),BigInt.asIntN(64,2n**63n),BigInt.asIntN(0,5n),BigInt.asIntN(3,-5n),BigInt.asUintN(200,-1n)].map(String)`, `["-1","-128","255","18446744073709551615","-9223372036854775808","0","3","1606938044258990275541962092341162602522202993782792835301375"]`},
		{`return [BigInt("0xff"),BigInt(" -12 "),BigInt(""),BigInt(true),BigInt(1e21),(255n).toString(16),(-255n).toString(2),(123n).toString(36)].map(String)`, `["255","-12","0","1","1000000000000000000000","ff","-11111111","3f"]`},
		{`return [typeof Object(1n),1n==1,2n>1,1n===1,[3n,1n,2n].sort().map(String),(0n?1:2)]`, `["object",true,true,false,["1","2","3"],2]`},
	})
}

func TestJSON(t *testing.T) {
	check(t, [][2]string{
		{`return JSON.stringify({a:[1,{b:undefined}],c:()=>1,d:Symbol(),e:null,f:NaN,g:new Date(0),h:"\u2028\ud800\n"})`, "\"{\\\"a\\\":[1,{}],\\\"e\\\":null,\\\"f\\\":null,\\\"g\\\":\\\"1970-01-01T00:00:00.000Z\\\",\\\"h\\\":\\\"\u2028\\\\ud800\\\\n\\\"}\""},
		{`return JSON.stringify([undefined,()=>1,Symbol()])`, `"[null,null,null]"`},
		{`return [JSON.stringify({a:1,b:[1,2]},null,2),JSON.stringify([1],null,"--"),JSON.stringify({},null,2),JSON.stringify([],null,2),JSON.stringify({a:{}},null,20)]`, `["{\n  \"a\": 1,\n  \"b\": [\n    1,\n    2\n  ]\n}","[\n--1\n]","{}","[]","{\n          \"a\": {}\n}"]`},
		{`return [JSON.stringify({a:1,b:2,c:{a:3,d:4}},["a","c"]),JSON.stringify({1:1,2:2},[1]),JSON.stringify([{a:1,b:2}],["b"])]`, `["{\"a\":1,\"c\":{\"a\":3}}","{\"1\":1}","[{\"b\":2}]"]`},
		{`return JSON.stringify({a:1,b:[2,3]},function(k,v){return Array.isArray(v)?v.length:k===""?v:typeof v==="number"?v*10:v})`, `"{\"a\":10,\"b\":2}"`},
		{`return [JSON.stringify(undefined),JSON.stringify(()=>1),JSON.stringify(null),JSON.stringify("a"),JSON.stringify(new Boolean(false)),JSON.stringify(Object("x"))]`, `[null,null,"null","\"a\"","false","\"x\""]`},
		{`return [JSON.stringify({toJSON(k){return "k:"+k}}),JSON.stringify({a:{toJSON(k){return k}}}),JSON.stringify([{toJSON:(k)=>typeof k+k}])]`, `["\"k:\"","{\"a\":\"a\"}","[\"string0\"]"]`},
		{`return [JSON.parse('{"a":[1,2,{"b":null}]}'),JSON.parse(' "x" '),JSON.parse('-0')===0,JSON.parse('1e5')]`, `[{"a":[1,2,{"b":null}]},"x",true,100000]`},
		{`return JSON.parse('{"a":1,"b":{"c":2}}',(k,v)=>typeof v==="number"?v+1:v)`, `{"a":2,"b":{"c":3}}`},
		{`return JSON.parse('[1,2,3]',function(k,v){return k==="1"?undefined:v}).length`, `3`},
		{`return JSON.parse('{"a":{"b":1},"c":2}',function(k,v){return k==="a"?undefined:v})`, `{"c":2}`},
		{`return Object.keys(JSON.parse('{"b":1,"2":2,"a":3,"1":4}'))`, `["1","2","b","a"]`},
		{`return [encodeURIComponent("a b&ü/?😀"),encodeURI("http://x.y/a b?q=ü#h"),decodeURIComponent("%F0%9F%98%80%20"),decodeURI("%2f%20"),escape("ü a€"),unescape("%u20ac%20%zz")]`, `["a%20b%26%C3%BC%2F%3F%F0%9F%98%80","http://x.y/a%20b?q=%C3%BC#h","😀 ","%2f ","%FC%20a%u20AC","€ %zz"]`},
		{`return (()=>{const m=new Map([[{a:1},new Set([1])]]);const c=structuredClone({m,d:new Date(5),r:/x/gi,n:[,1],b:Object(1n)});return [[...c.m.keys()][0].a,[...c.m.values()][0].has(1),c.d.getTime(),String(c.r),0 in c.n,c.n.length,typeof c.b]})()`, `[1,true,5,"/x/gi",false,2,"object"]`},
		{`return (()=>{const e=new RangeError("m",{cause:{x:1}});e.extra=1;const c=structuredClone(e);return [c.name,c.message,c instanceof RangeError,c.extra===undefined]})()`, `["RangeError","m",true,true]`},
	})
}

// TestCaseMapping: the mappings of all characters, and the context of the final sigma, as one number that V8 agrees on.
func TestCaseMapping(t *testing.T) {
	check(t, [][2]string{{`
		let h = 0;
		const add = (s) => { for (let i = 0; i < s.length; i++) h = Math.imul(h, 31) + s.charCodeAt(i) | 0 };
		for (let c = 0; c < 0x110000; c++) {
			if (c === 0xd800) c = 0xe000;
			const s = String.fromCodePoint(c);
			add(s.toUpperCase());
			add(s.toLowerCase());
		}
		for (const s of ["ΑΣ", "ΑΣ.", "ΑΣ'Α", "Σ", ".Σ", "ΑΣΣ", "Α\u0301Σ\u0301", "ΑΣ\u{1D165}", "\u02b0Σ", "AΣ\ud800", "ıİIi", "Ǆǅǆ", "ᾼᾳ"]) {
			add(s.toLowerCase());
			add(s.toUpperCase());
		}
		return h`, `1422402294`}})
}

// TestAwaitedCallbacks: callbacks that return promises are awaited, one after the other.
func TestAwaitedCallbacks(t *testing.T) {
	check(t, [][2]string{
		{`return "a-b".replace("a", async (m) => { await null; return m + "!" })`, `"a!-b"`},
		{`const order = [];
			const s = "a.a".replaceAll("a", async (m, i) => { order.push("start" + i); await null; order.push("end" + i); return String(i) });
			return [s, order]`, `["0.2",["start0","end0","start2","end2"]]`},
		{`return "x1y2".replace(/\d/g, async (d) => { await null; return d * 2 })`, `"x2y4"`},
		{`return JSON.stringify({a: 1, b: [2]}, async (k, v) => typeof v === "number" ? v + 1 : v)`, `"{\"a\":2,\"b\":[3]}"`},
		{`try { "a".replace("a", async () => { throw new TypeError("no") }) } catch (e) { return [e.name, e.message] }`, `["TypeError","no"]`},
	})
}

// TestErrorTexts: errors of text builtins tell what to write instead.
func TestErrorTexts(t *testing.T) {
	for _, c := range [][2]string{
		{`"x".replaceAll(/x+/i, "")`, "write /x+/gi"},
		{`"x".matchAll(/a/)`, "write /a/g"},
		{`"x".startsWith(/x/)`, "must not be a regular expression: use the regular expression's test method"},
		{`"x".repeat(-1)`, "Invalid count value: -1"},
		{`"x".normalize("nfc")`, "NFC, NFD, NFKC, NFKD"},
		{`String.prototype.trim.call(null)`, "String.prototype.trim called on null or undefined"},
		{`JSON.parse({})`, "is an object already, not JSON text"},
		{`JSON.parse('{"a":1,}')`, "Expected double-quoted property name in JSON at position 7 (line 1 column 8)"},
		{`JSON.parse('{"__proto__":1}')`, "__proto__"},
		{`JSON.stringify({a: [1n]})`, "Do not know how to serialize a BigInt: convert it with Number(x) or String(x) first at a[0]"},
		{`const o = {}; o.list = [o]; JSON.stringify(o)`, "--- index 0 closes the circle"},
		{`BigInt(1.5)`, "because it is not an integer"},
		{`BigInt("1.5")`, "Cannot convert 1.5 to a BigInt"},
		{`new BigInt(1)`, "call it without new"},
		{`Math.sumPrecise(["1"])`, `Math.sumPrecise adds numbers only, not "1"`},
		{`decodeURIComponent("%")`, "write %25 for a percent sign"},
		{`encodeURI("\ud800")`, "toWellFormed()"},
		{`structuredClone({f() {}})`, "functions are not data"},
	} {
		o := runWith(t, c[0], vm.Options{})
		if o.err == nil || !strings.Contains(o.thrown, c[1]) {
			t.Errorf("%s\n got %s\nwant %s", c[0], o.thrown, c[1])
		}
	}
}
