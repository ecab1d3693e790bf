// This file defines what an operation returns: which responses count, and which media types are asked for.

package openapi

import (
	"slices"
	"strings"
)

// outputKind is how a body becomes a value.
type outputKind uint8

const (
	nullOutput outputKind = iota
	jsonOutput
	linesOutput // one JSON value a line: an array
	textOutput
	bytesOutput
)

// output is one declared media type of one success response.
type output struct {
	status string // "200", "2XX", "default"
	media  string
	kind   outputKind
	schema site
}

// maxMediaTypes bounds the media types of one operation's responses.
const maxMediaTypes = 200

// responses is the plan of an operation's results.
type responses struct {
	outputs []output
	// unknown says that the declarations do not tell the type of the result.
	unknown bool
	// accept is the value of the accept header, "" for none.
	accept string
}

// successResponses selects the responses that describe a success: status codes of the 2xx class in ascending order, then the
// range. Without any of these the default response describes them.
func successResponses(n *node) (statuses []string) {
	if !n.isObject() {
		return nil
	}
	var ranges []string
	for _, key := range n.keys {
		switch {
		case len(key) == 3 && key[0] == '2' && key[1] >= '0' && key[1] <= '9' && key[2] >= '0' && key[2] <= '9':
			statuses = append(statuses, key)
		case strings.EqualFold(key, "2XX"):
			ranges = append(ranges, key)
		}
	}
	slices.Sort(statuses)
	statuses = append(statuses, ranges...)
	if len(statuses) == 0 && n.has("default") {
		statuses = []string{"default"}
	}
	return statuses
}

// success reads the responses of an operation.
func (d *document) success(op site, method string, opts *Options) (responses, *skip) {
	var out responses
	if op.node.get("x-websocket").isTrue() {
		return out, skipf(SkipWebSocket, "the operation is a WebSocket")
	}
	all := op.get("responses")
	statuses := successResponses(all.node)
	resolved := make([]site, len(statuses))
	for i, status := range statuses {
		r, why, ok := d.deref(all.get(status))
		if !r.node.isObject() || !ok {
			return out, skipf(SkipResponseInvalid, "the response %s is not usable %s", status, why)
		}
		resolved[i] = r
	}
	for i, status := range statuses {
		if s := streams(resolved[i].node.get("content"), status, opts); s != nil {
			return out, s
		}
	}
	if method == "HEAD" {
		out.outputs = []output{{status: "2XX", kind: nullOutput}}
		return out, nil
	}
	out.unknown = len(statuses) == 0
	for i, status := range statuses {
		content := resolved[i].get("content")
		if content.node.isObject() && len(content.node.keys)+len(out.outputs) > maxMediaTypes {
			return out, skipf(SkipTooLarge, "more than %d media types in the responses", maxMediaTypes)
		}
		d.responseOutputs(&out, status, content)
	}
	out.accept = acceptHeader(out.outputs)
	return out, nil
}

// streams refuses responses that do not end.
func streams(content *node, status string, opts *Options) *skip {
	if !content.isObject() {
		return nil
	}
	for _, media := range content.keys {
		switch base := baseType(media); {
		case base == "text/event-stream":
			if !opts.IgnoreStreams || len(content.keys) == 1 {
				return skipf(SkipEventStream, "the response %s is a stream of events", status)
			}
		case base == "multipart/x-mixed-replace" || strings.HasPrefix(base, "application/grpc"):
			return skipf(SkipStream, "the response %s is a stream (%s)", status, base)
		}
	}
	return nil
}

// responseOutputs adds the media types of one response.
func (d *document) responseOutputs(out *responses, status string, content site) {
	c := content.node
	if c == nil || c.isObject() && len(c.keys) == 0 {
		out.outputs = append(out.outputs, output{status: status, kind: nullOutput})
		return
	}
	if !c.isObject() {
		out.unknown = true
		return
	}
	plain := slices.ContainsFunc(c.keys, func(m string) bool { return isJSON(m) })
	for i, media := range c.keys {
		entry := content.at(c.items[i])
		o := output{status: status, media: media, schema: entry.get("schema")}
		base := baseType(media)
		switch form := d.shapes(o.schema); {
		case base == "text/event-stream":
			continue
		case d.isBinary(o.schema):
			o.kind = bytesOutput
		case isJSON(base):
			o.kind = jsonOutput
			out.unknown = out.unknown || o.schema.node == nil
		case strings.HasPrefix(base, "text/"):
			o.kind = textOutput
		case jsonLines(base):
			o.kind = linesOutput
		case plain && (textual(base) || form&(arrayShape|objectShape) != 0):
			// The same data in another notation: JSON is asked for instead.
			continue
		case textual(base):
			o.kind = textOutput
		case isRange(base) || form&(arrayShape|objectShape) != 0:
			// The type of the response decides; the schema is all that is known.
			o.kind = jsonOutput
			out.unknown = out.unknown || o.schema.node == nil || !isRange(base)
		case slices.Equal(typeNames(o.schema.node), []string{"string"}):
			o.kind = textOutput
		default:
			o.kind = bytesOutput
		}
		out.outputs = append(out.outputs, o)
	}
}

// acceptHeader lists the media types that the plan can read, JSON first.
func acceptHeader(outputs []output) string {
	var first, rest []string
	for _, o := range outputs {
		switch {
		case o.media == "" || slices.Contains(first, o.media) || slices.Contains(rest, o.media) || !sendable(o.media):
		case isJSON(o.media):
			first = append(first, o.media)
		default:
			rest = append(rest, o.media)
		}
	}
	return strings.Join(append(first, rest...), ", ")
}

// sendable reports whether a declared media type can stand in a header.
func sendable(media string) bool {
	for i := range len(media) {
		if media[i] < ' ' || media[i] > '~' || media[i] == ',' {
			return false
		}
	}
	return strings.Contains(media, "/")
}

// declared finds the plan for a response that arrived; nil if nothing is declared for it.
func (r *responses) declared(status, base string) *output {
	exact := slices.ContainsFunc(r.outputs, func(o output) bool { return o.status == status })
	for i := range r.outputs {
		o := &r.outputs[i]
		general := !exact && (o.status == "default" || strings.EqualFold(o.status, "2XX"))
		if (general || o.status == status) && (base == "" || matches(o.media, base)) {
			return o
		}
	}
	return nil
}
