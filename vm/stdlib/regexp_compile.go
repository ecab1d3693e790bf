package stdlib

// This file defines how patterns are compiled and kept, by an execution and by the process.

import (
	"errors"
	"strings"
	"sync"

	"github.com/neurocode-ai/codemode/vm"
	"github.com/neurocode-ai/codemode/vm/stdlib/regexp"
)

// An expression is the data of RegExp objects. It does not change, and the objects that one literal makes share it.
type expression struct {
	m       *vm.VM
	re      *regexp.Regexp
	pattern vm.Value // [[OriginalSource]]
	source  vm.Value // what the source property says, undefined until it is asked for
	groups  *vm.GroupTable
	epoch   uint8 // the last measurement of memory that counted it
}

// Trace implements vm.Tracer.
func (x *expression) Trace(mark func(vm.Value)) int {
	if e := x.m.CollectionEpoch(); x.epoch != e {
		x.epoch = e
		mark(x.pattern)
		mark(x.source)
		return 120 + x.re.Size()
	}
	return 0
}

// meter tells the engine's work and memory to the machine.
type meter struct{ m *vm.VM }

func (t meter) Charge(steps int) error { return t.m.Charge(steps) }
func (t meter) Grow(bytes int) error   { return t.m.Alloc(bytes) }

const (
	// Compiled expressions are kept for new RegExp with the same arguments, up to these numbers.
	maxKeptPattern = 1 << 12 // code units of one pattern
	maxKeptBytes   = 1 << 20 // of all of an execution
	maxSharedBytes = 4 << 20 // of all that executions share
	maxKeptShown   = 200     // code units of a pattern that a message shows
)

// regExpState is what regular expressions keep for an execution.
type regExpState struct {
	matcher regexp.Matcher
	args    []vm.Value // scratch of function replacers and templates
	kept    map[expressionKey]*expression
	bytes   int // of kept
}

type expressionKey struct{ pattern, flags string }

// compileRegExp returns the expression of a pattern, a string value, and flags.
func compileRegExp(m *vm.VM, pattern vm.Value, flags vm.Str) (*expression, error) {
	st := &stateOf(m).regExp
	keep := pattern.Length() <= maxKeptPattern && flags.Len() <= 8
	var key expressionKey
	if keep {
		key = expressionKey{pattern.Str().String(), flags.String()}
		if x := st.kept[key]; x != nil {
			return x, m.Charge(10 + pattern.Length()>>4)
		}
	}
	x, err := compileExpression(m, pattern, flags)
	if err != nil {
		return nil, err
	}
	if n := x.re.Size() + 2*pattern.Length(); keep && n <= maxKeptBytes>>4 {
		if st.bytes += n; st.kept == nil || st.bytes > maxKeptBytes {
			st.kept, st.bytes = map[expressionKey]*expression{}, n
		}
		st.kept[key] = x
	}
	return x, nil
}

func compileExpression(m *vm.VM, pattern vm.Value, flags vm.Str) (*expression, error) {
	s, f := pattern.Str(), flags.Slice(0, min(flags.Len(), 100)).String()
	re, err := compiledPatterns.compile(m, s, f)
	if err != nil {
		return nil, patternError(m, s, f, err)
	}
	x := &expression{m: m, re: re, pattern: pattern, source: vm.Undefined}
	if names := re.GroupNames(); len(names) > 0 {
		list := make([]string, len(names))
		for i := range names {
			list[i] = names[i].Name
		}
		x.groups = vm.NewGroupTable(list)
	}
	return x, m.Alloc(re.Size() + 120)
}

// patternCache keeps compiled patterns for later executions, which often run the same program again. They are immutable. An
// execution is charged the same for a pattern that is in the cache as for one that is not, so that what it may do does not
// depend on others.
type patternCache struct {
	mu      sync.RWMutex
	entries map[expressionKey]compiledPattern
	bytes   int
}

// A compiledPattern is a pattern and what compiling it was charged.
type compiledPattern struct {
	re           *regexp.Regexp
	steps, bytes int
}

var compiledPatterns patternCache

func (c *patternCache) compile(m *vm.VM, s vm.Str, flags string) (*regexp.Regexp, error) {
	if s.Len() > maxKeptPattern || len(flags) > 8 {
		return compilePattern(s, flags, meter{m})
	}
	key := expressionKey{s.String(), flags}
	c.mu.RLock()
	p, ok := c.entries[key]
	c.mu.RUnlock()
	if ok {
		if err := m.Charge(p.steps); err != nil {
			return nil, err
		}
		return p.re, m.Alloc(p.bytes)
	}
	// The entry must not keep the memory that the pattern may be a part of.
	key = expressionKey{strings.Clone(key.pattern), strings.Clone(flags)}
	counting := &countingMeter{meter: meter{m}}
	re, err := compilePattern(vm.StrOf(key.pattern), key.flags, counting)
	if err != nil {
		return nil, err
	}
	c.add(key, compiledPattern{re, counting.steps, counting.bytes})
	return re, nil
}

// add adds an entry, after emptying the cache when it is full.
func (c *patternCache) add(key expressionKey, p compiledPattern) {
	n := p.re.Size() + len(key.pattern) + 200
	if n > maxSharedBytes>>6 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.bytes += n; c.entries == nil || c.bytes > maxSharedBytes {
		c.entries, c.bytes = map[expressionKey]compiledPattern{}, n
	}
	c.entries[key] = p
}

func compilePattern(s vm.Str, flags string, limit regexp.Meter) (*regexp.Regexp, error) {
	limits := regexp.Limits{Meter: limit}
	if s.IsASCII() {
		return regexp.CompileString(s.ASCII(), flags, limits)
	}
	return regexp.CompileUTF16(s.Wide(), flags, limits)
}

// countingMeter remembers what it was told.
type countingMeter struct {
	meter
	steps, bytes int
}

func (t *countingMeter) Charge(steps int) error {
	t.steps += steps
	return t.meter.Charge(steps)
}

func (t *countingMeter) Grow(bytes int) error {
	t.bytes += bytes
	return t.meter.Grow(bytes)
}

// patternError turns the engine's refusal of a pattern or its flags into an exception.
func patternError(m *vm.VM, pattern vm.Str, flags string, err error) error {
	var problem *regexp.SyntaxError
	if !errors.As(err, &problem) {
		return err
	}
	if problem.Offset < 0 && pattern.Len() == 0 {
		return m.ThrowSyntax("Invalid regular expression: %s", problem.Error())
	}
	shown := pattern.Slice(0, min(pattern.Len(), maxKeptShown)).UTF8()
	if pattern.Len() > maxKeptShown {
		shown += "..."
	}
	return m.ThrowSyntax("Invalid regular expression: /%s/%s: %s", shown, flags, problem.Error())
}

// trace counts the memory that regular expressions keep for the execution.
func (st *regExpState) trace(mark func(vm.Value)) int {
	for _, v := range st.args {
		mark(v)
	}
	n := st.matcher.Size() + cap(st.args)*valueBytes
	for _, x := range st.kept {
		n += 100 + x.Trace(mark)
	}
	return n
}
