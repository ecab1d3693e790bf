package stdlib_test

// This file tests Date through the engine. Except for the string form, which is ISO here, the values are Node's.

import (
	"testing"
	"time"

	"github.com/neurocode-ai/codemode/vm"
)

// checkExpressions evaluates expressions and compares their values, or the names of the errors they throw, with what is
// expected, as JSON.
func checkExpressions(t *testing.T, cases [][2]string) {
	t.Helper()
	for _, c := range cases {
		got := run(t, "try { return ("+c[0]+"); } catch (e) { return e.name; }")
		if got != c[1] {
			t.Errorf("%s\n got %s\nwant %s", c[0], got, c[1])
		}
	}
}

func TestDate(t *testing.T) {
	checkExpressions(t, [][2]string{
		{`new Date(2024, 0).getTime()`, `1704067200000`},
		{`new Date(2024, 0, 1, 2, 3, 4, 5, 6).getTime()`, `1704074584005`},
		{`new Date(99, 0).getFullYear()`, `1999`},
		{`new Date('2024').getTime()`, `1704067200000`},
		{`new Date(null).getTime()`, `0`},
		{`new Date(undefined).getTime()`, `null`},
		{`new Date(true).getTime()`, `1`},
		{`new Date('5').getTime()`, `988675200000`},
		{`new Date(new Date(5)).getTime()`, `5`},
		{`new Date({valueOf: () => 7}).getTime()`, `7`},
		{`new Date({toString: () => '2020-01-01', valueOf: () => ({})}).getTime()`, `1577836800000`},
		{`new Date(8.64e15).toISOString()`, `"+275760-09-13T00:00:00.000Z"`},
		{`new Date(8.64e15+1).toISOString()`, `"RangeError"`},
		{`new Date(-1e14).toISOString()`, `"-001199-02-15T14:13:20.000Z"`},
		{`new Date(-62198755200000).toUTCString()`, `"Fri, 01 Jan -0001 00:00:00 GMT"`},
		{`new Date(0).toDateString()`, `"Thu Jan 01 1970"`},
		{`new Date(0).toTimeString()`, `"00:00:00 GMT+0000 (Coordinated Universal Time)"`},
		{`new Date(0).toUTCString()`, `"Thu, 01 Jan 1970 00:00:00 GMT"`},
		{`new Date(-1).toUTCString()`, `"Wed, 31 Dec 1969 23:59:59 GMT"`},
		{`Date.prototype.toGMTString === Date.prototype.toUTCString`, `true`},
		{`[new Date(NaN).toDateString(), new Date(NaN).toUTCString(), String(new Date(NaN)), new Date(NaN).toJSON(), new Date(NaN).getDay()]`, `["Invalid Date","Invalid Date","Invalid Date",null,null]`},
		{`new Date(0) + 1 === '1970-01-01T00:00:00.000Z1' || 'x'`, `true`},
		{`new Date(5) - new Date(3)`, `2`},
		{`new Date(5) > new Date(3)`, `true`},
		{`+new Date(5)`, `5`},
		{`new Date(0)[Symbol.toPrimitive]('number')`, `0`},
		{`new Date(0)[Symbol.toPrimitive]('bogus')`, `"TypeError"`},
		{`Date.prototype[Symbol.toPrimitive].call({valueOf: () => 3, toString: () => 'x'}, 'number')`, `3`},
		{`Date.prototype.toJSON.call({toISOString: () => 'iso', valueOf: () => 1})`, `"iso"`},
		{`Date.prototype.toJSON.call({valueOf: () => Infinity})`, `null`},
		{`Date.prototype.getTime.call({})`, `"TypeError"`},
		{`Date.prototype.getTime()`, `"TypeError"`},
		{`(d => [d.setMonth(13), d.getMonth(), d.getFullYear()])(new Date(0))`, `[34214400000,1,1971]`},
		{`(d => [d.setDate(0), d.toISOString()])(new Date(0))`, `[-86400000,"1969-12-31T00:00:00.000Z"]`},
		{`(d => [d.setHours(25, 61, 61, 1001), d.toISOString()])(new Date(0))`, `[93722001,"1970-01-02T02:02:02.001Z"]`},
		{`(d => [d.setFullYear(2020), d.toISOString()])(new Date(NaN))`, `[1577836800000,"2020-01-01T00:00:00.000Z"]`},
		{`(d => [d.setFullYear(2020, 1, 30), d.toISOString()])(new Date(0))`, `[1583020800000,"2020-03-01T00:00:00.000Z"]`},
		{`(d => [d.setMonth(), d.getTime()])(new Date(0))`, `[null,null]`},
		{`(d => [d.setMonth(1, undefined), d.getTime()])(new Date(0))`, `[null,null]`},
		{`(d => [d.setHours(NaN), d.getTime()])(new Date(0))`, `[null,null]`},
		{`(d => [d.setTime('5'), d.getTime()])(new Date(0))`, `[5,5]`},
		{`(d => [d.setTime(), d.getTime()])(new Date(0))`, `[null,null]`},
		{`(d => [d.setYear(99), d.getYear(), d.setYear(2001), d.getYear(), d.setYear(NaN), d.getYear()])(new Date(0))`, `[915148800000,99,978307200000,101,null,null]`},
		{`(d => [d.setMinutes(90), d.setSeconds(90, 5), d.setMilliseconds(-1), d.toISOString()])(new Date(0))`, `[5400000,5490005,5489999,"1970-01-01T01:31:29.999Z"]`},
		{`(d => [d.setUTCDate(31), d.setUTCMonth(1), d.toISOString()])(new Date(0))`, `[2592000000,5270400000,"1970-03-03T00:00:00.000Z"]`},
		{`(d => [d.setFullYear(275761), d.getTime()])(new Date(0))`, `[null,null]`},
		{`(d => ['getFullYear','getMonth','getDate','getDay','getHours','getMinutes','getSeconds','getMilliseconds','getTimezoneOffset','getYear'].map(k => d[k]()))(new Date(1705327509123))`, `[2024,0,15,1,14,5,9,123,0,124]`},
		{`(d => ['getUTCFullYear','getUTCMonth','getUTCDate','getUTCDay','getUTCHours','getUTCMinutes','getUTCSeconds','getUTCMilliseconds'].map(k => d[k]()))(new Date(-1705327509123))`, `[1915,11,18,6,9,54,50,877]`},
		{`Date.UTC()`, `null`},
		{`Date.UTC(2020)`, `1577836800000`},
		{`Date.UTC(2020, 5, 6.9, 7, '8')`, `1591427280000`},
		{`Date.parse('2020-02-30')`, `1583020800000`},
		{`Date.parse('Jan 15, 2024 3:30 PM')`, `1705332600000`},
		{`Date.parse('2024/01/15 10:00')`, `1705312800000`},
		{`Date.parse('Mon, 15 Jan 2024 10:00:00 +0200')`, `1705305600000`},
		{`Date.parse('garbage')`, `null`},
		{`Date.parse({toString: () => '2020'})`, `1577836800000`},
		{`Object.prototype.toString.call(new Date())`, `"[object Date]"`},
		{`JSON.stringify({d: new Date(0), n: new Date(NaN)})`, `"{\"d\":\"1970-01-01T00:00:00.000Z\",\"n\":null}"`},
		{`JSON.stringify(new (class extends Date { toISOString() { return 'sub' } })(0))`, `"\"sub\""`},
		{`new (class extends Date { x() { return this.getTime() + 1 } })(4).x()`, `5`},
		{`structuredClone(new Date(5)).getTime()`, `5`},
		{`structuredClone(new Date(5)) instanceof Date`, `true`},
		{`structuredClone({a: new Date(5)}).a.toISOString()`, `"1970-01-01T00:00:00.005Z"`},
		{`new Date(2020, 0, 1) instanceof Date`, `true`},
		{`Object.keys(new Date())`, `[]`},
		{`[Date.length, Date.UTC.length, Date.prototype.setHours.length, Date.prototype.setUTCMonth.length, Date.prototype.setMinutes.name, Date.prototype[Symbol.toPrimitive].name]`, `[7,7,4,2,"setMinutes","[Symbol.toPrimitive]"]`},
		{`String(new Date(0))`, `"1970-01-01T00:00:00.000Z"`},
		{`new Date(0).toString()`, `"1970-01-01T00:00:00.000Z"`},
		{"`${new Date(5)}`", `"1970-01-01T00:00:00.005Z"`},
		{`new Date(0) + new Date(1)`, `"1970-01-01T00:00:00.000Z1970-01-01T00:00:00.001Z"`},
		{`[new Date(2), new Date(1)].join()`, `"1970-01-01T00:00:00.002Z,1970-01-01T00:00:00.001Z"`},
		{`[new Date(2), new Date(-1)].sort((a, b) => a - b).map(Number)`, `[-1,2]`},
		{`[new Date(0), new Date(NaN), {d: new Date(1)}]`, `["1970-01-01T00:00:00.000Z",null,{"d":"1970-01-01T00:00:00.001Z"}]`},
		{`Object.assign(new Date(7), {valueOf: () => 3}) - 1`, `2`},
		{`Object.defineProperty(new Date(7), Symbol.toPrimitive, {value: () => 9}) - 1`, `8`},
		{`new (class extends Date { valueOf() { return 4; } })(7) * 2`, `8`},
		{`new Date("1".repeat(20000)).getTime()`, `null`},
	})
}

func TestDateUsesTheGivenClock(t *testing.T) {
	now := time.Date(2024, 2, 29, 12, 30, 0, 5e6, time.FixedZone("", 3600))
	o := runWith(t, `return [Date.now(), new Date(), Date(), new Intl.DateTimeFormat("en-US").format()]`, vm.Options{Now: func() time.Time { return now }})
	if want := `[1709206200005,"2024-02-29T11:30:00.005Z","2024-02-29T11:30:00.005Z","2/29/2024"]`; o.value != want {
		t.Errorf("got %s, want %s", o.value, want)
	}
}

func TestDateInConsole(t *testing.T) {
	want := `1970-01-01T00:00:00.000Z [Invalid Date] {"u":https://a.b/c?d=e} a=b+c`
	if got := logged(t, `console.log(new Date(0), [new Date(NaN)], {u: new URL("https://a.b/c?d=e")}, new URLSearchParams({a: "b c"}))`); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
