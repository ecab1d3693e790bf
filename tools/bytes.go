// This file defines binary values and the exchange that keeps them beside an execution.

package tools

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"sync"
)

// Bytes is a binary value with its media type ("image/png"). Anywhere in a result it becomes a small tagged object
//
//	{"$bytes":{"id":"b1","mediaType":"image/png","size":1234}}
//
// that the program can hand to another tool untouched; there it is a Bytes again. The content never enters the program.
type Bytes struct {
	MediaType string
	Data      []byte
}

// Defaults of ExchangeOptions, in bytes.
const (
	DefaultMaxBytes       = 32 << 20
	DefaultMaxResultBytes = 64 << 20
)

// ExchangeOptions bounds what the calls of one execution may move. The zero value means the defaults.
type ExchangeOptions struct {
	// MaxBytes limits the binary values of all calls together, in bytes.
	MaxBytes int64
	// MaxResultBytes limits the JSON text of one result, in bytes.
	MaxResultBytes int64
	// InlineBytes writes binary values into results as base64 text ("data" beside "mediaType" and "size").
	InlineBytes bool
}

// Exchange is what the calls of one execution share: the binary values behind handles, and size limits. It is safe for
// concurrent use.
type Exchange struct {
	options ExchangeOptions

	mu     sync.Mutex
	used   int64
	values []Bytes
}

// NewExchange makes the exchange of one execution.
func NewExchange(options ExchangeOptions) *Exchange {
	if options.MaxBytes <= 0 {
		options.MaxBytes = DefaultMaxBytes
	}
	if options.MaxResultBytes <= 0 {
		options.MaxResultBytes = DefaultMaxResultBytes
	}
	return &Exchange{options: options}
}

// maxResult is the limit of one result in bytes. A nil exchange has the default limits and keeps no values.
func (x *Exchange) maxResult() int64 {
	if x == nil {
		return DefaultMaxResultBytes
	}
	return x.options.MaxResultBytes
}

// Put keeps a value and returns its handle ("b1", "b2", …). It fails when the execution has moved too many bytes.
// The exchange keeps the slice itself.
func (x *Exchange) Put(v Bytes) (id string, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if int64(len(v.Data)) > x.options.MaxBytes-x.used {
		return "", fmt.Errorf("binary values of more than %d bytes in one execution", x.options.MaxBytes)
	}
	x.used += int64(len(v.Data))
	x.values = append(x.values, v)
	return "b" + strconv.Itoa(len(x.values)), nil
}

// Get returns the value behind a handle.
func (x *Exchange) Get(id string) (v Bytes, ok bool) {
	if x == nil || len(id) < 2 || len(id) > 10 || id[0] != 'b' {
		return Bytes{}, false
	}
	n, err := strconv.Atoi(id[1:])
	if err != nil {
		return Bytes{}, false
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if n < 1 || n > len(x.values) || id[1] == '0' {
		return Bytes{}, false
	}
	return x.values[n-1], true
}

// appendBytes writes the tagged object of a value.
func (x *Exchange) appendBytes(dst []byte, v Bytes, inline bool) ([]byte, error) {
	dst = append(dst, `{"$bytes":{`...)
	if x != nil && !inline && !x.options.InlineBytes {
		id, err := x.Put(v)
		if err != nil {
			return dst, err
		}
		dst = append(append(append(dst, `"id":"`...), id...), `",`...)
		inline = false
	} else {
		inline = true
	}
	dst = append(dst, `"mediaType":`...)
	dst = appendString(dst, v.MediaType)
	dst = append(dst, `,"size":`...)
	dst = strconv.AppendInt(dst, int64(len(v.Data)), 10)
	if inline {
		need := base64.StdEncoding.EncodedLen(len(v.Data))
		if int64(len(dst)+need) > x.maxResult() {
			return dst, fmt.Errorf("a binary value of %d bytes does not fit the result", len(v.Data))
		}
		dst = append(dst, `,"data":"`...)
		dst = slices.Grow(dst, need)
		dst = base64.StdEncoding.AppendEncode(dst, v.Data)
		dst = append(dst, '"')
	}
	return append(dst, "}}"...), nil
}

// fromTagged reads a tagged object of a parsed input. Everything but the handle is ignored, so that a program cannot
// relabel a value.
func (x *Exchange) fromTagged(v any) (b Bytes, expected string) {
	const form = "a binary value as another tool returned it"
	outer, ok := v.(map[string]any)
	if !ok {
		return Bytes{}, form
	}
	tag, ok := outer["$bytes"].(map[string]any)
	if !ok {
		return Bytes{}, form
	}
	if id, ok := tag["id"].(string); ok {
		b, ok := x.Get(id)
		if !ok {
			return Bytes{}, "the id of a binary value that a tool of this program returned"
		}
		return b, ""
	}
	data, ok := tag["data"].(string)
	if !ok {
		return Bytes{}, form
	}
	raw, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		return Bytes{}, "base64 text in data"
	}
	mediaType, _ := tag["mediaType"].(string)
	return Bytes{MediaType: mediaType, Data: raw}, ""
}

type exchangeKey struct{}

// Context returns a context in which ExchangeFrom finds the exchange: ctx itself if it does so already.
func (x *Exchange) Context(ctx context.Context) context.Context {
	if x == nil || ExchangeFrom(ctx) == x {
		return ctx
	}
	return context.WithValue(ctx, exchangeKey{}, x)
}

// ExchangeFrom returns the exchange of the execution that a tool runs in, nil outside of one.
func ExchangeFrom(ctx context.Context) *Exchange {
	x, _ := ctx.Value(exchangeKey{}).(*Exchange)
	return x
}

// BytesFrom reads a binary value out of the input of a raw tool: ref is the text of the tagged object.
// ctx is the context that the tool was called with.
func BytesFrom(ctx context.Context, ref json.RawMessage) (Bytes, error) {
	v, err := parseTree(ref)
	if err != nil {
		return Bytes{}, err
	}
	b, expected := ExchangeFrom(ctx).fromTagged(v)
	if expected != "" {
		return Bytes{}, Errorf("expected %s", expected)
	}
	return b, nil
}
