package stdlib_test

// This file tests what the library does beyond or apart from ECMAScript: arrays in place of iterators, fixed
// prototypes, tool references, the interruption of race losers, and the shortcuts for plain objects.

import (
	"context"
	"strings"
	"testing"

	"github.com/neurocode-ai/codemode/compiler"
	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib"
)

func TestArraysInPlaceOfIterators(t *testing.T) {
	check(t, [][2]string{
		{`return [["a", "b"].keys(), ["a", "b"].values(), ["a", "b"].entries()]`, `[[0,1],["a","b"],[[0,"a"],[1,"b"]]]`},
		{`const m = new Map([["a", 1], ["b", 2]]); return [m.keys(), m.values(), m.entries(), m.keys().map(k => k + k)]`, `[["a","b"],[1,2],[["a",1],["b",2]],["aa","bb"]]`},
		{`const s = new Set([3, 4]); return [s.keys(), s.values(), s.entries(), s.keys === undefined]`, `[[3,4],[3,4],[[3,3],[4,4]],false]`},
		{`return Array.isArray(new Map().keys())`, `true`},
		{`const it = new Map([["a", 1]]).entries(); return [it.next(), it.next(), it.next(), it.length]`, `[{"value":["a",1],"done":false},{"value":null,"done":true},{"value":null,"done":true},1]`},
		{`const it = [1, 2, 3].values(); it.next(); return [[...it], it.next().value, Object.keys(it)]`, `[[1,2,3],2,["0","1","2"]]`},
		{`return new Map([[1, 2], [3, 4]]).values().filter(x => x > 2).map(x => x * 2).toArray()`, `[8]`},
		{`return [1, 2, 3].values().drop(1).take(1).toArray()`, `[2]`},
		{`let s = 0; for (const [i, v] of [5, 6].entries()) s += i * v; return s`, `6`},
		{`const a = [1, 2, 3], seen = []; for (const x of a) { seen.push(x); if (x === 2) a.push(4) } return seen`, `[1,2,3,4]`},
		{`const it = [1, 2][Symbol.iterator](); return [it.next(), [...it], it.next().done, it[Symbol.toStringTag]]`, `[{"value":1,"done":false},[2],true,"Array Iterator"]`},
		{`const m = new Map([[1, 1], [2, 2], [3, 3]]), seen = []; for (const [k] of m) { seen.push(k); m.delete(k); if (k < 5) m.set(k + 3, 0) } return [seen, m.size]`, `[[1,2,3,4,5,6,7],0]`},
		{`const s = new Set([1]), seen = []; s.forEach(x => { seen.push(x); if (x < 100) { s.delete(x); s.add(x + 1) } }); return [seen.length, [...s]]`, `[100,[100]]`},
		{`const it = new Set([1, 2])[Symbol.iterator](); it.next(); return [...it.map(x => x * 10)]`, `[20]`},
		{`class A extends Array {} const a = A.from([1, 2]); return [a.map(x => x) instanceof A, a.values() instanceof A, a.filter(Boolean).length]`, `[true,false,2]`},
	})
}

func TestFixedPrototypes(t *testing.T) {
	const name = `const name = f => { try { f(); return "none" } catch (e) { return e.name } }; `
	check(t, [][2]string{
		{name + `return [name(() => Object.setPrototypeOf({}, null)), name(() => Object.setPrototypeOf({}, Object.prototype)), name(() => Object.setPrototypeOf(1, null))]`, `["TypeError","none","none"]`},
		{name + `return [name(() => Reflect.setPrototypeOf({}, {})), Reflect.setPrototypeOf(Object.create(null), null), Reflect.setPrototypeOf(Object.freeze({}), null)]`, `["TypeError",true,false]`},
		{name + `return [name(() => ({}).__proto__), name(() => { const o = {}; o.__proto__ = {} }), name(() => { const o = {}, k = "__proto__"; o[k] = 1 })]`, `["TypeError","TypeError","TypeError"]`},
		{name + `return [name(() => { Array.prototype.x = 1 }), name(() => { Math.x = 1 }), name(() => { delete Object.prototype.toString }), name(() => Object.defineProperty(Map, "x", {value: 1}))]`, `["TypeError","TypeError","TypeError","TypeError"]`},
		{name + `return [name(() => Function("return 1")), name(() => new Function("")), name(() => eval("1")), name(() => (async () => {}).constructor("")), name(() => (function* () {}).constructor("1"))]`, `["EvalError","EvalError","EvalError","EvalError","EvalError"]`},
		{`return [eval(5), typeof eval, Object.isFrozen(Array), Object.isFrozen(Object.prototype)]`, `[5,"function",true,true]`},
		{`const o = {}; o.toString = () => "mine"; const e = new Error("a"); e.name = "N"; e.message = "m"; return [String(o), String(e)]`, `["mine","N: m"]`},
		{`const p = {a: 1}, o = Object.create(p, {b: {value: 2, enumerable: true}}); return [o.a, Object.keys(o), Object.getPrototypeOf(o) === p, p.isPrototypeOf(o)]`, `[1,["b"],true,true]`},
		{`return Object.keys(Object.getOwnPropertyDescriptors(Object.prototype)).includes("toString")`, `true`},
	})
}

func TestErrors(t *testing.T) {
	check(t, [][2]string{
		{`const e = new Error("m", {cause: 5}); return [e.cause, "cause" in new Error("x"), e instanceof Error, Object.keys(e), e.toString()]`, `[5,false,true,[],"Error: m"]`},
		{`const e = TypeError("m"); return [e.name, e.constructor === TypeError, Object.getPrototypeOf(TypeError) === Error]`, `["TypeError",true,true]`},
		{`const e = new AggregateError([1, 2], "m"); return [e.errors, e.message, e.name]`, `[[1,2],"m","AggregateError"]`},
		{"function f() {\n  throw new RangeError(\"deep\");\n}\nfunction g() { f() }\ntry { g() } catch (e) { return e.stack.split(\"\\n\") }", `["RangeError: deep","    at f (2:9)","    at g (4:16)","    at 5:7"]`},
		{`const e = new Error("x"); e.stack = "mine"; return [e.stack, Object.keys(e), new Error("y").hasOwnProperty("stack")]`, `["mine",[],false]`},
		{`class E extends Error { constructor(m) { super(m); this.name = "E"; Error.captureStackTrace(this, E) } } const e = new E("m"); return [e.stack.split("\n")[0], e instanceof E]`, `["E: m",true]`},
		{`const o = {}; Error.captureStackTrace(o); return [typeof o.stack, Object.keys(o)]`, `["string",[]]`},
		{`return [Error.isError(new TypeError()), Error.isError({name: "Error"}), Error.isError()]`, `[true,false,false]`},
		{`return [Object.prototype.toString.call(new Error), ({}).stack === undefined, String(Object.assign(Object.create(Error.prototype), {message: "q"}))]`, `["[object Error]",true,"Error: q"]`},
	})
}

func TestFunctions(t *testing.T) {
	check(t, [][2]string{
		{`function add(a, b) { return a + b }; return [add.toString(), (x => x * 2).toString(), Math.max.toString(), add.bind(null).toString()]`, `["function add(a, b) { return a + b }","x => x * 2","function max() { [native code] }","function () { [native code] }"]`},
		{`function f(a, b, c) {} const g = f.bind(null, 1); return [g.name, g.length, f.bind().bind().name, new (class A { x = 1 })().x]`, `["bound f",2,"bound bound f",1]`},
		{`return [Math.max.apply(null, [1, 3, 2]), Math.max.call(null, 4, 5), (function () { return this }).call(7), Reflect.apply(Math.min, null, {length: 2, 0: 3, 1: 1})]`, `[3,5,7,1]`},
		{`try { (() => {}).caller } catch (e) { return e.name }`, `"TypeError"`},
	})
}

func TestSortIsStable(t *testing.T) {
	check(t, [][2]string{
		{`const a = Array.from({length: 500}, (_, i) => ({k: i % 7, i})); a.sort((x, y) => x.k - y.k); return a.every((x, i) => i === 0 || a[i - 1].k < x.k || a[i - 1].k === x.k && a[i - 1].i < x.i)`, `true`},
		{`const a = Array.from({length: 300}, (_, i) => (i * 7919) % 311), b = [...a]; let n = 0; a.sort(() => (n = (n * 16807 + 7) % 2147483647) % 3 - 1); return a.length === 300 && b.every(x => a.includes(x))`, `true`},
		{`return [[3, 20, 100, 1].sort(), [10, 9, 1, 0, 100, 1000000000, 5].sort(), ["b", undefined, "a", , "c"].sort(), [-1, -2, 5].sort(), [true, false, null].sort()]`, `[[1,100,20,3],[0,1,10,100,1000000000,5,9],["a","b","c",null,null],[-1,-2,5],[false,null,true]]`},
		{`const a = [0, -0, 1, 10, 1]; return [a.toSorted().map(x => Object.is(x, -0)), a.length]`, `[[false,true,false,false,false],5]`},
		{`const a = [3, 1, 2]; a.sort((x, y) => { a.length = 0; return x - y }); return a`, `[1,2,3]`},
		{`const s = [5, 2, , 3]; s.sort((a, b) => b - a); return [s, 3 in s]`, `[[5,3,2,null],false]`},
		{`return ["é", "z", "e", "\u{1F600}", "\uFFFF"].sort().map(s => s.codePointAt(0))`, `[101,122,233,128512,65535]`},
		{`const n = 2000, a = Array.from({length: n}, (_, i) => (i * 7919) % n); let calls = 0; a.sort((x, y) => { calls++; return x - y }); const sorted = a.every((x, i) => x === i); let again = 0; a.sort((x, y) => { again++; return x - y }); return [sorted, calls < 2.2 * n * 11, again < 2 * n]`, `[true,true,true]`},
	})
}

func TestSetAlgebra(t *testing.T) {
	check(t, [][2]string{
		{`const a = new Set([1, 2, 3]), b = new Set([3, 2, 9]); return [[...a.union(b)], [...a.intersection(b)], [...a.difference(b)], [...a.symmetricDifference(b)]]`, `[[1,2,3,9],[2,3],[1],[1,9]]`},
		{`const a = new Set([1, 2]); return [a.isSubsetOf(new Set([1, 2, 3])), a.isSupersetOf(new Set([1])), a.isDisjointFrom(new Set([5])), a.isSubsetOf(new Map([[1, 0]])), a.isSupersetOf(new Map([[2, 0]]))]`, `[true,true,true,false,true]`},
		{`try { new Set([1]).union([1]) } catch (e) { return e.name }`, `"TypeError"`},
		{`const log = []; const like = {get size() { log.push("size"); return 2 }, get has() { log.push("has"); return x => x === 1 }, get keys() { log.push("keys"); return () => [1, 5].values() }}; return [[...new Set([1, 2]).intersection(like)], [...new Set([1]).union(like)], log]`, `[[1],[1,5],["size","has","keys","size","has","keys"]]`},
		{`const m = new Map([[NaN, 1], [0, 2]]); return [m.get(NaN), m.get(-0), [...new Set([-0])].map(x => Object.is(x, 0)), m.has("0")]`, `[1,2,[true],false]`},
		{`const w = new WeakMap(), k = {}, s = Symbol("s"); w.set(k, 1).set(s, 2); return [w.get(k), w.get(s), w.has({}), w.delete(k), w.has(k), new WeakSet([k]).has(k)]`, `[1,2,false,true,false,true]`},
		{`try { new WeakMap().set(Symbol.for("x"), 1) } catch (e) { return e.name }`, `"TypeError"`},
	})
}

func TestPromises(t *testing.T) {
	check(t, [][2]string{
		{`return await Promise.all([1, Promise.resolve(2), {then(f) { f(3) }}])`, `[1,2,3]`},
		{`return await Promise.allSettled([1, Promise.reject(2)])`, `[{"status":"fulfilled","value":1},{"status":"rejected","reason":2}]`},
		{`try { await Promise.any([Promise.reject(1), Promise.reject(2)]) } catch (e) { return [e.name, e.errors] }`, `["AggregateError",[1,2]]`},
		{`return [await Promise.any([Promise.reject(1), 2]), await Promise.race([new Promise(() => {}), 5]), await Promise.try((x) => x + 1, 4), await Promise.all([])]`, `[2,5,5,[]]`},
		{`const {promise, resolve} = Promise.withResolvers(); resolve(7); return await promise.then(x => x + 1).finally(() => 0)`, `8`},
		{`const log = []; const p = Promise.resolve(); p.then(() => log.push(1)).then(() => log.push(3)); p.then(() => log.push(2)); await null; await null; await null; return log`, `[1,2,3]`},
		{`class P extends Promise {} const p = P.resolve(1); return [p instanceof P, p.then(x => x) instanceof P, P.all([1]) instanceof P, await P.all([p, 2])]`, `[true,true,true,[1,2]]`},
		{`const out = []; for (const m of ["all", "allSettled", "any", "race"]) { try { await Promise[m](5) } catch (e) { out.push(e.name + " " + e.message.startsWith("Promise." + m + " expects an array")) } } return out`, `["TypeError true","TypeError true","TypeError true","TypeError true"]`},
		{`return (await Array.fromAsync([1, Promise.resolve(2)], async x => x * 2)).concat(await Array.fromAsync({length: 1, 0: Promise.resolve(9)}))`, `[2,4,9]`},
		{`async function* g() { yield 1; yield 2 } return await Array.fromAsync(g(), (x, i) => x + i)`, `[1,3]`},
		{`let closed = false; async function* g() { try { yield 1; yield 2 } finally { closed = true } } try { await Array.fromAsync(g(), () => { throw new Error("m") }) } catch (e) { return [e.message, closed] }`, `["m",true]`},
	})
}

// TestRaceInterruptsLosers races host operations: the winner's value is delivered and the contexts of the others end.
func TestRaceInterruptsLosers(t *testing.T) {
	compiled, err := compiler.Compile(`
		const slow = op("slow"), fast = op("fast"), other = op("other");
		const won = await Promise.race([slow, fast, other]);
		const rest = await Promise.allSettled([slow, fast, other]);
		return [won, rest.map(r => r.status + " " + (r.value ?? r.reason.message.includes("won the race")))];`, compiler.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan string, 2)
	op := stdlib.Realm().HostFunction("op", 1, func(c *vm.Call) (vm.Value, error) {
		name := c.Arg(0).Str().String()
		p := c.VM.StartOperation(vm.NewOperation(name, vm.FuncWork(func(ctx context.Context) func(m *vm.VM) (vm.Value, error) {
			if name != "fast" {
				<-ctx.Done()
				ended <- name
			}
			return func(*vm.VM) (vm.Value, error) { return vm.String(name), nil }
		})))
		return vm.ObjectValue(p), nil
	})
	m := vm.New(stdlib.Realm(), vm.Options{Globals: map[string]vm.Value{"op": op}})
	v, err := m.RunProgram(context.Background(), compiled.Program)
	if err != nil {
		t.Fatal(err)
	}
	text, err := m.EncodeJSON(v, vm.JSONResult, "result")
	if want := `["fast",["rejected true","fulfilled fast","rejected true"]]`; string(text) != want || err != nil {
		t.Errorf("got %s %v, want %s", text, err, want)
	}
	if a, b := <-ended, <-ended; a == b {
		t.Errorf("%s ended twice", a)
	}
}

// toolHost is a host with the tools a.b and a.c.
type toolHost struct{}

func (toolHost) Child(node any, name string) any {
	if node == "root" && name == "a" || node == "a" && (name == "b" || name == "c") {
		return name
	}
	return nil
}

func (toolHost) Keys(m *vm.VM, path []string, node any) ([]string, error) {
	switch node {
	case "root":
		return []string{"a"}, nil
	case "a":
		return []string{"b", "c"}, nil
	}
	return nil, nil
}

func (toolHost) Call(m *vm.VM, path []string, node any, args []vm.Value) (vm.Value, error) {
	return vm.String(strings.Join(path, ".")), nil
}

func TestObjectFunctionsOnTools(t *testing.T) {
	opts := vm.Options{Tools: toolHost{}, ToolRoot: "root"}
	for _, c := range [][2]string{
		{`return [Object.keys(tools), Object.keys(tools.a), Object.hasOwn(tools.a, "b"), "x" in tools.a, typeof tools.a.b]`, `[["a"],["b","c"],true,false,"function"]`},
		{`const names = []; for (const k in tools.a) names.push(k); return names`, `["b","c"]`},
		{`const call = tools.a.b; return [await tools.a.b({}), await call({})]`, `["a.b","a.b"]`},
	} {
		if o := runWith(t, c[0], opts); o.value != c[1] {
			t.Errorf("%s\n got %s %v %s\nwant %s", c[0], o.value, o.err, o.thrown, c[1])
		}
	}
	for _, source := range []string{`Object.values(tools)`, `Object.entries(tools.a)`, `Object.assign({}, tools)`, `Object.getOwnPropertyDescriptors(tools.a)`} {
		o := runWith(t, source, opts)
		th, ok := o.err.(*vm.Thrown)
		if !ok {
			t.Errorf("%s: %v", source, o.err)
			continue
		}
		_, data := vm.ErrorOf(th.Value)
		host, _ := data.Host.(*vm.HostError)
		if host == nil || host.Kind != "InvalidDataValue" || len(host.Suggestions) == 0 || !strings.Contains(o.thrown, "tools.$codemode.search") {
			t.Errorf("%s: %s, %+v", source, o.thrown, data.Host)
		}
	}
}

func TestArrayShortcuts(t *testing.T) {
	check(t, [][2]string{
		{`const a = [1, 2, 3]; Object.freeze(a); const e = f => { try { f(); return "none" } catch (x) { return x.name } }; return [e(() => a.push(1)), e(() => a.sort()), e(() => a.shift()), e(() => a.fill(0)), a.slice(), a.indexOf(3), a]`, `["TypeError","TypeError","TypeError","TypeError",[1,2,3],2,[1,2,3]]`},
		{`const a = Object.seal([1, 2]); a[0] = 5; a.reverse(); try { a.push(1) } catch (e) { return [a, e.name] }`, `[[2,5],"TypeError"]`},
		{`const q = []; let s = 0; for (let i = 0; i < 1000; i++) { q.push(i); if (i % 3 === 0) s += q.shift() } while (q.length) s += q.shift(); return [s, q.length, q]`, `[499500,0,[]]`},
		{`const a = [1, 2, 3, 4, 5]; return [a.splice(1, 2, "x", "y", "z"), a, a.splice(-1), a.splice(1, 0, 9), a, a.unshift(7, 8), a]`, `[[2,3],[7,8,1,9,"x","y","z",4],[5],[],[7,8,1,9,"x","y","z",4],8,[7,8,1,9,"x","y","z",4]]`},
		{`const a = [1, 2, 3, 4, 5]; return [a.copyWithin(0, 3), [1, 2, 3, 4, 5].copyWithin(1, 0, 3), [1, 2, 3].fill(0, -1), [, 1].includes(undefined), [, 1].indexOf(undefined), [NaN].includes(NaN), [NaN].indexOf(NaN)]`, `[[4,5,3,4,5],[1,1,2,3,5],[1,2,0],true,-1,true,-1]`},
		{`const a = new Array(100000).fill(7); return [a.length, a[99999], a.map(x => x + 1).at(-1), new Array(5).length, new Array(3).fill().map((_, i) => i)]`, `[100000,7,8,5,[0,1,2]]`},
		{`const a = [3, 4]; Object.defineProperty(a, 0, {get: () => 10}); return [a.slice(), a.concat([1]), a.indexOf(10), [...a], a.map(x => x)]`, `[[10,4],[10,4,1],0,[10,4],[10,4]]`},
		{`const a = [1, 2, 3]; const r = a.map((x, i) => { if (i === 0) a.length = 1; return x }); return [r.length, 1 in r, a]`, `[3,false,[1]]`},
		{`const a = [1]; a[5] = 6; return [a.flat(), a.reverse(), a.length, a.toSpliced(0, 1), a.toReversed().length]`, `[[1,6],[6,null,null,null,null,1],6,[null,null,null,null,1],6]`},
		{`return Array.prototype.concat.call(1, [2]).length + Array.prototype.slice.call("abc").length + Array.prototype.map.call("ab", c => c).length`, `7`},
		{`const big = Array.from({length: 40000}, (_, i) => i); big.splice(10, 0, "x"); big.unshift("y"); big.copyWithin(2, 0); return [big[0], big[1], big[2], big[12], big[40001], big.length]`, `["y",0,"y",9,39997,40002]`},
	})
}
