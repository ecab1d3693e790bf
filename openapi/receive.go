// This file defines how responses become results and failures.

package openapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/neurocode-ai/codemode/tools"
	textenc "golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// StatusError is the private cause of a failure that an API reported by a status other than 2xx.
type StatusError struct {
	Status int
	// RetryAfter is how long the API asks to wait; 0 if it does not say.
	RetryAfter time.Duration
	// Message is the API's own message, "" if none was found.
	Message string
	// Body is the beginning of the body, as the program sees it.
	Body string
}

func (e *StatusError) Error() string {
	return fmt.Sprintf("status %d: %s", e.Status, e.Message)
}

// ErrorData is what a program may know of the failure beside its message: "status", and "retryAfterSeconds" if the API asks to
// wait.
func (e *StatusError) ErrorData() map[string]any {
	data := map[string]any{"status": e.Status}
	if e.RetryAfter > 0 {
		data["retryAfterSeconds"] = wholeSeconds(e.RetryAfter)
	}
	return data
}

func wholeSeconds(d time.Duration) int64 { return int64((d + time.Second - 1) / time.Second) }

const (
	maxErrorBody    = 256 << 10 // bytes read of the body of a failure
	maxSummary      = 1024      // characters of it that the program sees
	maxOwnMessage   = 400       // bytes of the API's own message
	noBody          = "the response has no body"
	jsonNull        = "null"
	recordSeparator = 0x1E
)

var errTooLarge = errors.New("response too large")

// readLimited reads all of r, failing as soon as there is more than limit.
func readLimited(r io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = errTooLarge
	}
	return data, err
}

// receive reads a response.
func (o *operation) receive(ctx context.Context, resp *http.Response) (any, error) {
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return nil, o.statusFailure(resp)
	}
	media := resp.Header.Get("Content-Type")
	base := baseType(media)
	if base == "text/event-stream" {
		return nil, tools.Errorf("%s: the API answered with a stream of events, which cannot be read; ask for a plain response", o.label())
	}
	limit := o.api.opts.maxResponse()
	if resp.ContentLength > limit {
		return nil, o.tooLarge(limit)
	}
	data, err := readLimited(resp.Body, limit)
	switch {
	case errors.Is(err, errTooLarge):
		return nil, o.tooLarge(limit)
	case err != nil && ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, &tools.Error{Message: o.label() + ": the body of the response cannot be read", Cause: err}
	}
	return o.decode(strconv.Itoa(resp.StatusCode), media, base, data)
}

func (o *operation) tooLarge(limit int64) error {
	size := strconv.FormatInt(limit, 10) + " bytes"
	if limit%(1<<20) == 0 {
		size = strconv.FormatInt(limit>>20, 10) + " MiB"
	}
	return tools.Errorf("%s: the response is larger than %s", o.label(), size)
}

// decode turns a body into a value. The media type that arrived decides; declarations only say where raw bytes are meant.
func (o *operation) decode(status, media, base string, data []byte) (any, error) {
	if len(data) == 0 {
		return json.RawMessage(jsonNull), nil
	}
	declared := o.results.declared(status, base)
	switch {
	case declared != nil && declared.kind == bytesOutput:
		if media == "" {
			media = declared.media
		}
		return tools.Bytes{MediaType: media, Data: data}, nil
	case jsonLines(base):
		return o.decodeLines(data)
	case isJSON(base):
		data = bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))
		if !utf8.Valid(data) {
			data = bytes.ToValidUTF8(data, []byte("\uFFFD"))
		}
		if !json.Valid(data) {
			return nil, tools.Errorf("%s: the response is malformed JSON", o.label())
		}
		return json.RawMessage(data), nil
	case base == "" && utf8.Valid(data), textual(base), declared != nil && declared.kind == textOutput && utf8.Valid(data):
		if text, ok := decodeText(media, data); ok {
			return json.RawMessage(appendJSONString(nil, text)), nil
		}
	}
	return tools.Bytes{MediaType: media, Data: data}, nil
}

// decodeText reads text in its declared character set; ok is false for sets that are not known here.
func decodeText(media string, data []byte) (text string, ok bool) {
	_, params, _ := mime.ParseMediaType(media)
	var decoder *textenc.Decoder
	switch strings.ToLower(params["charset"]) {
	case "", "utf-8", "utf8", "us-ascii", "ascii":
		return strings.ToValidUTF8(strings.TrimPrefix(string(data), "\uFEFF"), "\uFFFD"), true
	case "iso-8859-1", "latin1", "windows-1252":
		decoder = charmap.Windows1252.NewDecoder()
	case "iso-8859-15":
		decoder = charmap.ISO8859_15.NewDecoder()
	case "utf-16", "utf-16be":
		decoder = unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder()
	case "utf-16le":
		decoder = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder()
	default:
		return "", false
	}
	out, err := decoder.Bytes(data)
	return string(out), err == nil
}

// decodeLines makes an array of newline-delimited JSON, or of a JSON text sequence (RFC 7464).
func (o *operation) decodeLines(data []byte) (any, error) {
	separator := byte('\n')
	if bytes.IndexByte(data, recordSeparator) >= 0 {
		separator = recordSeparator
	}
	out := append(make([]byte, 0, len(data)+16), '[')
	for line, items := []byte(nil), 0; len(data) > 0; {
		line, data, _ = bytes.Cut(data, []byte{separator})
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if items++; items > o.api.opts.maxItems() {
			return nil, tools.Errorf("%s: the response has more than %d lines", o.label(), o.api.opts.maxItems())
		}
		if !utf8.Valid(line) || !json.Valid(line) {
			return nil, tools.Errorf("%s: line %d of the response is malformed JSON", o.label(), items)
		}
		if items > 1 {
			out = append(out, ',')
		}
		out = append(out, line...)
	}
	return json.RawMessage(append(out, ']')), nil
}

// statusFailure makes the failure of a status other than 2xx: what the API says about it, and how long to wait.
func (o *operation) statusFailure(resp *http.Response) error {
	data, _ := io.ReadAll(io.LimitReader(resp.Body, maxErrorBody))
	e := &StatusError{Status: resp.StatusCode, RetryAfter: retryAfter(resp.Header, time.Now())}
	e.Body, e.Message = summarise(resp.Header.Get("Content-Type"), data)
	text := fmt.Sprintf("%s failed with status %d", o.label(), resp.StatusCode)
	if name := http.StatusText(resp.StatusCode); name != "" {
		text += " (" + name + ")"
	}
	if e.Message != "" && e.Message != e.Body {
		text += ": " + e.Message
	}
	if e.RetryAfter > 0 {
		text += fmt.Sprintf("; retry after %d seconds", wholeSeconds(e.RetryAfter))
	}
	switch {
	case e.Body == "":
		text += ": " + noBody
	case e.Message != "" || e.RetryAfter > 0:
		text += "; response: " + e.Body
	default:
		text += ": " + e.Body
	}
	return &tools.Error{Message: text, Cause: e}
}

// retryAfter reads the header of that name: seconds, or a date.
func retryAfter(h http.Header, now time.Time) time.Duration {
	value := strings.TrimSpace(h.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil && at.After(now) {
		return at.Sub(now)
	}
	return 0
}

// summarise shortens the body of a failure: compact JSON, or the text. It also looks for the API's own message.
func summarise(media string, data []byte) (summary, message string) {
	text := string(data)
	if decoded, ok := decodeText(media, data); ok {
		text = decoded
	}
	text = strings.ToValidUTF8(text, "\uFFFD")
	if isJSON(media) {
		if n, err := parseJSON(strings.TrimSpace(text), treeLimits{depth: maxInputDepth, nodes: maxErrorBody}); err == nil {
			if n.kind == nullKind {
				return "", ""
			}
			text = string(n.appendJSON(nil))
			message = shorten(ownMessage(n, 0), maxOwnMessage)
		}
	}
	return cutCharacters(text, maxSummary), message
}

// ownMessage finds the message in the error objects that APIs use: {message}, {error: "…"}, {error: {message}}, {errors: [{message}]},
// problem details ({detail}, {title}; RFC 9457) and OAuth ({error_description}).
func ownMessage(n *node, depth int) string {
	if depth > 3 {
		return ""
	}
	if n.isString() {
		return n.text
	}
	if n.isArray() && len(n.items) > 0 {
		return ownMessage(n.items[0], depth+1)
	}
	for _, key := range []string{"message", "error_description", "detail"} {
		if s := n.str(key); s != "" {
			return s
		}
	}
	for _, key := range []string{"error", "errors"} {
		if s := ownMessage(n.get(key), depth+1); s != "" {
			return s
		}
	}
	return n.str("title")
}

func cutCharacters(s string, limit int) string {
	count := 0
	for i := range s {
		if count == limit {
			return s[:i] + "..."
		}
		count++
	}
	return s
}
