package codemode_test

// This file holds the programs on which two ways of running programs once differed: the fast loop, the slow steps and the
// tree-walking interpreter of bench. bench/fuzz looks for more.

import (
	"context"
	"testing"

	"github.com/neurocode-ai/codemode"
)

func TestDifferences(t *testing.T) {
	rt, err := codemode.New(codemode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, source, want string }{
		{"the end of a for await leaves its variable alone",
			`let v = 0; for await (v of [1, Promise.resolve(2)]); return v`, `2`},
		{"the end of a for await over an async generator, too",
			`let v = 0; for await (v of (async function* () { yield 1; await null; yield 2 })()); return v`, `2`},
		{"the end of a for-of over a generator leaves its variable alone",
			`let v = 0; for (v of (function* () { yield 1; yield 2 })()); const [a, b] = (function* () { yield 3 })(); return [v, a, b]`, `[2,3,null]`},
		{"for await does not read the value of the last result",
			`const log = []; const it = { [Symbol.asyncIterator]() { return this }, next() { return { done: true, get value() { log.push("read") } } } };
			for await (const x of it); return log`, `[]`},
		{"an object pattern checks its value before it evaluates a target",
			`const log = []; try { ({ a: log[log.push("target")] } = null) } catch (e) { log.push(e.name) } return log`, `["TypeError"]`},
		{"an object pattern checks its value before it evaluates a target, with a rest",
			`const log = []; let r; try { ({ a: log[log.push("target")], ...r } = undefined) } catch (e) { log.push(e.name) } return log`, `["TypeError"]`},
	} {
		res, err := rt.Execute(context.Background(), c.source)
		switch {
		case err != nil:
			t.Errorf("%s: %v", c.name, err)
		case !res.OK:
			t.Errorf("%s: %v", c.name, res.Error)
		case string(res.Value) != c.want:
			t.Errorf("%s: got %s, want %s", c.name, res.Value, c.want)
		}
	}
}
