package codemode

// This file defines the result of an execution.

import (
	"bytes"
	"encoding/json"
	"time"
)

// A Result is the outcome of an execution. It marshals to
//
//	{"ok":true, "value":…, "logs":[…], "truncated":true, "toolCalls":[{"name":…}]}
//	{"ok":false, "error":{"kind":…, "message":…}, …}
//
// where logs and truncated are left out when there is nothing to say.
type Result struct {
	OK        bool
	Value     json.RawMessage // the program's value as JSON; null when it returned nothing
	Error     *Diagnostic     // why there is no value
	Logs      []string        // console lines in order
	Truncated bool            // value or logs were cut to Limits.MaxOutputBytes
	ToolCalls []ToolCall      // admitted calls in order, also of failed executions
	Notes     []Note          // repairs made to the program's text
	Stats     Stats           // not part of the JSON form
}

// A ToolCall is an admitted call.
type ToolCall struct {
	Name string `json:"name"` // canonical dotted path
}

// A Note tells of a repair to the program's text, such as the removal of a Markdown fence.
type Note struct {
	Message  string    `json:"message"`
	Location *Location `json:"location,omitempty"`
}

// Stats says what an execution used.
type Stats struct {
	Duration     time.Duration
	Instructions int64 // the same for every run with the same tool results
	// Abandoned counts tool calls whose function had not returned when the execution ended, although their context was cancelled.
	Abandoned int
}

// Decode stores the program's value in v, as json.Unmarshal does. It returns the diagnostic of a failed execution.
func (r *Result) Decode(v any) error {
	if !r.OK {
		return r.Error
	}
	return json.Unmarshal(r.Value, v)
}

// MarshalJSON writes the contract's form.
func (r *Result) MarshalJSON() ([]byte, error) {
	calls := r.ToolCalls
	if calls == nil {
		calls = []ToolCall{}
	}
	if r.OK {
		return marshal(struct {
			OK        bool            `json:"ok"`
			Value     json.RawMessage `json:"value"`
			Logs      []string        `json:"logs,omitempty"`
			Truncated bool            `json:"truncated,omitempty"`
			ToolCalls []ToolCall      `json:"toolCalls"`
			Notes     []Note          `json:"notes,omitempty"`
		}{true, r.Value, r.Logs, r.Truncated, calls, r.Notes})
	}
	return marshal(struct {
		OK        bool        `json:"ok"`
		Error     *Diagnostic `json:"error"`
		Logs      []string    `json:"logs,omitempty"`
		Truncated bool        `json:"truncated,omitempty"`
		ToolCalls []ToolCall  `json:"toolCalls"`
		Notes     []Note      `json:"notes,omitempty"`
	}{false, r.Error, r.Logs, r.Truncated, calls, r.Notes})
}

// marshal is json.Marshal without HTML escaping: the text is for models.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

func failure(d *Diagnostic) *Result { return &Result{Error: d} }
