package stdlib

// This file defines console. Every call becomes one line of the execution's log; how values look is in inspect.go.

import (
	"math"
	"strconv"
	"strings"

	"github.com/neurocode-ai/codemode/vm"
)

// consoleState is what console keeps between calls.
type consoleState struct {
	indent string // of the open groups
	counts map[string]int
	timers map[string]float64
}

// maxLabels bounds the labels of count and time that are kept.
const maxLabels = 1000

// labelBytes is the size of a label that is kept, apart from its text. A label that is given up stays counted.
const labelBytes = 64

// maxIndent bounds the indentation by groups.
const maxIndent = 40

func (l *library) defineConsole() {
	o := l.Object(l.Realm.ObjectPrototype)
	l.Global("console", vm.ObjectValue(o))
	l.Tag(o, "console")
	line := func(name, level, prefix string) {
		l.Method(o, name, 0, func(c *vm.Call) (vm.Value, error) { return vm.Undefined, l.log(c.VM, level, prefix, c.Args) })
	}
	line("log", "log", "")
	line("info", "info", "")
	line("debug", "debug", "[debug] ")
	line("warn", "warn", "[warn] ")
	line("error", "error", "[error] ")
	line("dirxml", "log", "")
	l.Method(o, "dir", 0, func(c *vm.Call) (vm.Value, error) {
		return vm.Undefined, l.log(c.VM, "log", "", []vm.Value{c.Arg(0)})
	})
	l.Method(o, "table", 1, func(c *vm.Call) (vm.Value, error) {
		p := l.newPrinter(c.VM)
		if err := p.table(c.Arg(0), c.Arg(1)); err != nil {
			return vm.Undefined, err
		}
		text, err := p.text()
		if err != nil {
			return vm.Undefined, err
		}
		emit(c.VM, "log", "", text)
		return vm.Undefined, nil
	})
	l.Method(o, "assert", 0, l.consoleAssert)
	l.Method(o, "trace", 0, l.consoleTrace)
	l.Method(o, "group", 0, l.consoleGroup)
	l.Method(o, "groupCollapsed", 0, l.consoleGroup)
	l.Method(o, "groupEnd", 0, func(c *vm.Call) (vm.Value, error) {
		s := &stateOf(c.VM).console
		s.indent = s.indent[:max(len(s.indent)-2, 0)]
		return vm.Undefined, nil
	})
	l.Method(o, "count", 0, consoleCount)
	l.Method(o, "countReset", 0, func(c *vm.Call) (vm.Value, error) {
		label, err := labelOf(c)
		delete(stateOf(c.VM).console.counts, label)
		return vm.Undefined, err
	})
	l.Method(o, "time", 0, consoleTime)
	l.Method(o, "timeLog", 0, func(c *vm.Call) (vm.Value, error) { return l.consoleTimeLog(c, false) })
	l.Method(o, "timeEnd", 0, func(c *vm.Call) (vm.Value, error) { return l.consoleTimeLog(c, true) })
}

// emit writes one line to the log.
func emit(m *vm.VM, level, prefix, text string) {
	if in := stateOf(m).console.indent; in != "" {
		text = in + strings.ReplaceAll(text, "\n", "\n"+in)
	}
	m.Log(level, prefix+text)
}

// log formats the arguments as one line.
func (l *library) log(m *vm.VM, level, prefix string, args []vm.Value) error {
	p := l.newPrinter(m)
	if err := p.list(args); err != nil {
		return err
	}
	text, err := p.text()
	if err != nil {
		return err
	}
	emit(m, level, prefix, text)
	return nil
}

func (l *library) consoleAssert(c *vm.Call) (vm.Value, error) {
	if vm.ToBoolean(c.Arg(0)) {
		return vm.Undefined, nil
	}
	prefix, rest := "[error] Assertion failed", c.Args[min(1, len(c.Args)):]
	if len(rest) > 0 {
		prefix += ": "
	}
	return vm.Undefined, l.log(c.VM, "error", prefix, rest)
}

func (l *library) consoleTrace(c *vm.Call) (vm.Value, error) {
	p := l.newPrinter(c.VM)
	if err := p.list(c.Args); err != nil {
		return vm.Undefined, err
	}
	text := "Trace"
	if len(c.Args) > 0 {
		line, err := p.text()
		if err != nil {
			return vm.Undefined, err
		}
		text += ": " + line
	}
	emit(c.VM, "debug", "[debug] ", text+c.VM.TraceText(c.VM.CurrentTrace()))
	return vm.Undefined, c.VM.Charge(200)
}

func (l *library) consoleGroup(c *vm.Call) (vm.Value, error) {
	if len(c.Args) > 0 {
		if err := l.log(c.VM, "log", "", c.Args); err != nil {
			return vm.Undefined, err
		}
	}
	if s := &stateOf(c.VM).console; len(s.indent) < maxIndent {
		s.indent += "  "
	}
	return vm.Undefined, nil
}

// labelOf reads the label of count and time. Console methods never run code of the program, so other values than
// strings are labelled by their description.
func labelOf(c *vm.Call) (string, error) {
	v := c.Arg(0)
	if v.IsUndefined() {
		return "default", nil
	}
	if !v.IsString() {
		return c.VM.Describe(v), nil
	}
	s := v.Str()
	return s.Slice(0, min(s.Len(), 1000)).UTF8(), c.VM.Charge(10)
}

func consoleCount(c *vm.Call) (vm.Value, error) {
	label, err := labelOf(c)
	if err != nil {
		return vm.Undefined, err
	}
	s := &stateOf(c.VM).console
	if s.counts == nil {
		s.counts = map[string]int{}
	}
	if _, ok := s.counts[label]; ok || len(s.counts) < maxLabels {
		if !ok {
			c.VM.Retain(len(label) + labelBytes)
		}
		s.counts[label]++
	}
	emit(c.VM, "log", "", label+": "+strconv.Itoa(s.counts[label]))
	return vm.Undefined, nil
}

func consoleTime(c *vm.Call) (vm.Value, error) {
	label, err := labelOf(c)
	if err != nil {
		return vm.Undefined, err
	}
	s := &stateOf(c.VM).console
	if s.timers == nil {
		s.timers = map[string]float64{}
	}
	if _, ok := s.timers[label]; !ok && len(s.timers) < maxLabels {
		c.VM.Retain(len(label) + labelBytes)
		s.timers[label] = c.VM.Now()
	}
	return vm.Undefined, nil
}

// consoleTimeLog is timeLog and timeEnd. An unknown label prints nothing.
func (l *library) consoleTimeLog(c *vm.Call, end bool) (vm.Value, error) {
	label, err := labelOf(c)
	if err != nil {
		return vm.Undefined, err
	}
	s := &stateOf(c.VM).console
	start, ok := s.timers[label]
	if !ok {
		return vm.Undefined, nil
	}
	ms := math.Max(c.VM.Now()-start, 0)
	prefix := label + ": " + vm.FormatNumber(ms) + "ms"
	rest := c.Args[min(1, len(c.Args)):]
	if end {
		delete(s.timers, label)
		rest = nil
	}
	if len(rest) > 0 {
		prefix += " "
	}
	return vm.Undefined, l.log(c.VM, "log", prefix, rest)
}
