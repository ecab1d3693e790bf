package codemode

// This file is the host side of tool references: it resolves paths, admits calls, and settles them.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/neurocode-ai/codemode/boundary"
	"github.com/neurocode-ai/codemode/tools"
	"github.com/neurocode-ai/codemode/vm"
)

// host implements vm.Host for an execution. Nodes are *tools.Place.
type host execution

const (
	searchSuggestion = "find tools with tools.$codemode.search({ query: \"...\" })"
	genericFailure   = "The tool failed for a reason that is not shown here."
)

func place(node any) *tools.Place {
	p, _ := node.(*tools.Place)
	return p
}

// Child implements vm.Host.
func (h *host) Child(node any, name string) any {
	if p := place(node); p != nil {
		if c := p.Child(name); c != nil {
			return c
		}
	}
	return nil
}

// Keys implements vm.Host.
func (h *host) Keys(m *vm.VM, path []string, node any) ([]string, error) {
	p := place(node)
	if p == nil {
		return nil, h.unknown(m, "tool or namespace", path, "list the names with Object.keys(tools), or "+searchSuggestion)
	}
	return p.Names, nil
}

// callPath writes a path for a message.
func callPath(path []string) string { return tools.CallExpression(clipPath(path)) }

// clipPath cuts the names of a path, which the program may have made of any text, for messages.
func clipPath(path []string) []string {
	const most = 100
	isLong := func(name string) bool { return len(name) > most }
	if !slices.ContainsFunc(path, isLong) {
		return path
	}
	path = slices.Clone(path)
	for i := range path {
		path[i] = clipName(path[i], most)
	}
	return path
}

// clipName cuts a name to about most bytes, between two characters.
func clipName(name string, most int) string {
	if len(name) <= most {
		return name
	}
	for most > 0 && !utf8.RuneStart(name[most]) {
		most--
	}
	return name[:most] + "…"
}

// nearWork is what comparing a path with that of a tool charges.
const nearWork = 32

// unknown is the failure of using a path that leads nowhere.
func (h *host) unknown(m *vm.VM, what string, path []string, suggestion string) error {
	if err := m.Charge(nearWork * len(h.rt.catalogue.Tools)); err != nil {
		return err
	}
	near := h.nearest(strings.Join(clipPath(path), "."))
	if near == "" {
		near = h.siblings(path)
	}
	return h.throw(m, UnknownTool, []string{suggestion}, "There is no %s %s.%s", what, callPath(path), near)
}

// siblings lists what there is in the namespace up to which a path exists.
func (h *host) siblings(path []string) string {
	p, n := h.rt.catalogue.Root, 0
	for n < len(path) && p.Child(path[n]) != nil {
		p = p.Child(path[n])
		n++
	}
	if len(p.Names) == 0 {
		return ""
	}
	return " " + tools.CallExpression(path[:n]) + " has: " + clipNames(p.Names) + "."
}

// nearest words a "did you mean" for a path that does not exist.
func (h *host) nearest(path string) string {
	var names []string
	for _, r := range h.rt.catalogue.Nearest(path, 3) {
		names = append(names, tools.CallExpression(r.Keys))
	}
	if len(names) == 0 {
		return ""
	}
	return " Did you mean " + strings.Join(names, " or ") + "?"
}

// throw makes the exception of a failure that has a kind.
func (h *host) throw(m *vm.VM, kind Kind, suggestions []string, format string, args ...any) error {
	return m.Throw(h.errorValue(m, kind, suggestions, fmt.Sprintf(format, args...)))
}

// errorValue makes the error object that the program sees: an Error with the message.
func (h *host) errorValue(m *vm.VM, kind Kind, suggestions []string, message string) vm.Value {
	o := m.NewError(vm.ErrorKindError, message)
	v := vm.ObjectValue(o)
	if _, d := vm.ErrorOf(v); d != nil {
		d.Host = &vm.HostError{Kind: string(kind), Suggestions: suggestions}
	}
	return v
}

// Call implements vm.Host: admission happens here, in program order; failures reject the promise.
func (h *host) Call(m *vm.VM, path []string, node any, args []vm.Value) (vm.Value, error) {
	op, err := h.admit(m, path, place(node), args)
	if err == nil {
		return vm.ObjectValue(m.StartOperation(op)), nil
	}
	var thrown *vm.Thrown
	if !errors.As(err, &thrown) {
		return vm.Undefined, err
	}
	return vm.ObjectValue(m.RejectedOperation(thrown)), nil
}

// admit checks a call in the order of the contract: data, path, number of arguments, input, limit.
func (h *host) admit(m *vm.VM, path []string, p *tools.Place, args []vm.Value) (*vm.Operation, error) {
	var input []byte
	for _, a := range args {
		var err error
		if input, err = boundary.EncodeArgument(m, clipPath(path), a); err != nil {
			h.addSignature(err, p)
			return nil, err
		}
	}
	switch {
	case p == nil:
		return nil, h.unknown(m, "tool", path, searchSuggestion)
	case p.Tool == nil:
		return nil, h.throw(m, UnknownTool, nil, "%s is a namespace and cannot be called; its tools are: %s.", callPath(path), clipNames(p.Names))
	case len(args) != 1:
		return nil, h.throw(m, InvalidToolInput, h.signature(p.Tool), "%s takes exactly one input object, %d arguments were given.", callPath(path), len(args))
	}
	if h.exchange == nil {
		h.exchange = tools.NewExchange(tools.ExchangeOptions{MaxBytes: h.rt.opts.Limits.MaxBinaryBytes})
		m.SetOperationContext(h.exchange.Context(h.ctx))
	}
	during, kept := p.Tool.Tool.DecodedSize(input)
	if err := m.Alloc(during); err != nil {
		return nil, err
	}
	decoded, err := h.decode(m, p.Tool.Tool, input)
	if err != nil {
		var abort *vm.Abort
		if errors.As(err, &abort) {
			return nil, err
		}
		return nil, h.inputFailure(m, p.Tool, callPath(path), err)
	}
	l := h.rt.opts.Limits.MaxToolCalls
	if l != 0 && len(h.calls) >= max(l, 0) {
		return nil, h.throw(m, ToolCallLimitExceeded, nil, "The limit of %s is reached.", count(max(l, 0), "tool call"))
	}
	index := len(h.calls)
	h.calls = append(h.calls, ToolCall{Name: p.Path})
	m.Retain(toolCallSize)
	c := &admittedCall{host: h, tool: p.Tool, index: index, input: decoded}
	c.op.Prepare(p.Path, c)
	c.op.Holds(kept)
	return &c.op, nil
}

// decodeApart is the length in bytes from which inputs are decoded on a goroutine of their own, so that the deadline holds
// meanwhile. Decoding that much takes up to some milliseconds.
const decodeApart = 1 << 16

// decode decodes the input of a call. An *vm.Abort is the end of the execution.
func (h *host) decode(m *vm.VM, t *tools.Tool, input []byte) (any, error) {
	if len(input) < decodeApart {
		return t.Decode(h.exchange, input)
	}
	if err := m.Charge(len(input) >> 2); err != nil {
		return nil, err
	}
	var decoded any
	err := errGoroutineEnded // unless Decode returns
	if abort := m.Apart(func() { decoded, err = t.Decode(h.exchange, input) }); abort != nil {
		return nil, abort
	}
	return decoded, err
}

// toolCallSize is the size of a ToolCall in the result, for the memory meter.
const toolCallSize = 64

func clipNames(names []string) string {
	const most = 20
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}

func (h *host) signature(t *tools.Resolved) []string {
	if s := h.rt.index.Signature(t); s != "" {
		return []string{"the signature is " + s}
	}
	return nil
}

// addSignature tells of the tool whose input is not data.
func (h *host) addSignature(err error, p *tools.Place) {
	var thrown *vm.Thrown
	if p == nil || p.Tool == nil || !errors.As(err, &thrown) {
		return
	}
	if _, d := vm.ErrorOf(thrown.Value); d != nil {
		if e, ok := d.Host.(*vm.HostError); ok {
			e.Suggestions = append(e.Suggestions, h.signature(p.Tool)...)
		}
	}
}

// count words a number of things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// inputFailure words an input that the tool cannot take. What of the error is private goes to the hook.
func (h *host) inputFailure(m *vm.VM, t *tools.Resolved, call string, err error) error {
	var input *tools.InputError
	isInput := errors.As(err, &input)
	if hook := h.rt.opts.OnToolError; hook != nil && (!isInput || input.Cause != nil) {
		hook(h.ctx, ToolCallError{-1, t.Path, err})
	}
	if isInput {
		return h.throw(m, InvalidToolInput, h.signature(t), "Invalid input for %s: %s", call, input.Error())
	}
	if text, ok := tools.SafeMessage(err); ok {
		return h.throw(m, InvalidToolInput, h.signature(t), "Invalid input for %s: %s", call, text)
	}
	return h.throw(m, InvalidToolInput, h.signature(t), "Invalid input for %s.", call)
}

// admittedCall is an admitted call on its way: hook, run, settle. It implements vm.Work.
type admittedCall struct {
	op      vm.Operation
	host    *host
	tool    *tools.Resolved
	index   int
	input   any
	started time.Time
	output  []byte
	err     error
}

// Start implements vm.Work.
func (c *admittedCall) Start(*vm.VM) error {
	if hook := c.host.rt.opts.OnToolCallStart; hook != nil {
		hook(c.host.ctx, ToolCallStart{c.index, c.tool.Path, c.input})
	}
	c.started = time.Now()
	return nil
}

var errGoroutineEnded = errors.New("the tool ended its goroutine")

// Run implements vm.Work.
func (c *admittedCall) Run(ctx context.Context) {
	c.err = errGoroutineEnded // unless it returns
	c.output, c.err = c.tool.Tool.Run(ctx, c.host.exchange, c.input)
}

// Settle implements vm.Work: it turns the outcome of a tool into what the program sees.
func (c *admittedCall) Settle(m *vm.VM) (vm.Value, error) {
	defer func() { c.input, c.output = nil, nil }() // a tool may keep its context, which is part of the call
	h, t, err := c.host, c.tool, c.err
	opts := &h.rt.opts
	value := vm.Undefined
	kind, message := ToolFailure, ""
	if err == nil && c.output != nil {
		if value, err = boundary.DecodeResult(m, c.output); err != nil {
			var abort *vm.Abort
			if errors.As(err, &abort) {
				return vm.Undefined, err
			}
			err = &tools.OutputError{Reason: errorText(err), Cause: err}
		}
	}
	if err != nil {
		var invalid *tools.OutputError
		switch text, safe := tools.SafeMessage(err); {
		case errors.As(err, &invalid):
			kind, message = InvalidToolOutput, "The result of "+tools.CallExpression(t.Keys)+" is not valid."
		case safe:
			message = text
		default:
			message = genericFailure
		}
		if opts.OnToolError != nil {
			opts.OnToolError(h.ctx, ToolCallError{c.index, t.Path, err})
		}
	} else if c.output != nil {
		h.rt.index.Observe(t, c.output)
	}
	if opts.OnToolCallEnd != nil {
		opts.OnToolCallEnd(h.ctx, ToolCallEnd{c.index, t.Path, c.input, time.Since(c.started), err == nil, message})
	}
	if err != nil {
		failure := h.errorValue(m, kind, nil, tools.RedactPaths(message))
		h.addData(m, failure.Object(), err)
		return vm.Undefined, m.Throw(failure)
	}
	return value, nil
}

// addData gives the error object of a failed call the data that its cause has for programs, such as an HTTP status: a
// cause says so with a method ErrorData.
func (h *host) addData(m *vm.VM, o *vm.Object, err error) {
	var source interface{ ErrorData() map[string]any }
	if !errors.As(err, &source) {
		return
	}
	data := source.ErrorData()
	for _, name := range slices.Sorted(maps.Keys(data)) {
		text, err := json.Marshal(data[name])
		if err != nil {
			continue
		}
		v, err := boundary.DecodeResult(m, text)
		if err != nil {
			continue
		}
		_, _ = m.CreateDataProperty(o, m.Key(name), v) // a name that cannot be defined is left out
	}
}

func errorText(err error) string {
	var thrown *vm.Thrown
	if errors.As(err, &thrown) {
		return thrown.Error()
	}
	return err.Error()
}
