package boundary

// This file defines output bounding.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// BoundOutput cuts the value and the logs of a result to max bytes together. value is compact JSON, nil for a failed
// execution. A value that is too long is replaced by a string: the beginning of its text, then a note that says how long
// it was. Logs are kept from the start as far as the rest of the budget goes, each costing its bytes and one more; a last
// line says how many there were. truncated reports whether anything was cut.
func BoundOutput(value []byte, logs []string, max int) (boundValue []byte, boundLogs []string, truncated bool) {
	rest := max
	if n := len(value); n > max {
		text := cut(value, max) + fmt.Sprintf(" [cut: the value has %d bytes, the limit is %d; return less, for example only the fields that are needed]", n, max)
		value, truncated, rest = quote(text), true, 0
	} else {
		rest -= n
	}
	kept := 0
	for kept < len(logs) && len(logs[kept])+1 <= rest {
		rest -= len(logs[kept]) + 1
		kept++
	}
	if kept < len(logs) {
		note := fmt.Sprintf("[cut: %d of %d log lines are shown]", kept, len(logs))
		logs = append(logs[:kept:kept], note)
		truncated = true
	}
	return value, logs, truncated
}

// cut returns at most n bytes of text, ending at a boundary of code points.
func cut(text []byte, n int) string {
	for n > 0 && n < len(text) && !utf8.RuneStart(text[n]) {
		n--
	}
	return string(text[:n])
}

// quote returns the JSON text of a string of ASCII or UTF-8, without the escapes for HTML that package json adds.
func quote(s string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return []byte(`""`) // a string always encodes
	}
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'})
}
