// This file holds the package comment of openapi.

// Package openapi makes a tool of every operation of an API description: OpenAPI 3.0 and 3.1 and Swagger 2.0, in JSON or YAML.
//
//	doc, err := os.ReadFile("github.json")
//	api, err := openapi.FromSpec(doc, openapi.Options{Auth: credentials})
//	rt, err := codemode.New(codemode.Options{Tools: tools.Tree{"github": api.Tools}})
//
// The document goes through four stages, of which only the first two happen in FromSpec:
//
//	text ──json.go, yaml.go──▶ tree of nodes in source order ──document.go: references on demand
//	each operation ──params.go, body.go, responses.go, servers.go, security.go──▶ plan, or a reason to skip it
//	plan ──schema.go, keywords.go, reach.go──▶ JSON Schema documents, when a signature or a validation asks for them
//	plan + input ──call.go, serialize.go, multipart.go──▶ request ──client.go, receive.go──▶ result or failure
//
// A plan knows everything about one operation: the name, location and serialisation of each field of the input, the media type and
// encodings of the body, the media types of the success responses, the server, and the alternatives of its security. An
// operation whose plan would have to guess anything (a style that the specification does not define, a media type that cannot be written) is
// skipped, and Result.Skipped says why; the first check that fails, in a fixed order, gives the reason.
//
// The input of a tool is one object. Parameters of path, query and header come first, in this order, then the body: its own fields if it is
// required and a closed object whose fields are independent, else one field "body". A name that several locations use gets the location
// in front ("path_id", "query_id"). Undeclared fields are ignored. What a model may not see never becomes a field: credentials, headers of the
// host, headers of the connection.
//
// Binary values are tools.Bytes in both directions; where a request takes one, text is accepted as well. The media type that
// arrives decides how a response is read: JSON, newline-delimited JSON, text, or bytes. Every status but 2xx is a tools.Error
// with the API's own words, shortened; its cause is a *StatusError.
//
// Nothing in a document makes this package open a file or a connection while tools are made. External references are followed only into
// Options.Files. Requests go to the servers of the document or to Options.BaseURL, with credentials that Options.Auth supplies
// at each call and that redirects to other origins do not carry along.
//
// Documents are untrusted: their size, depth and number of values are limited, references are followed a bounded number of times, aliases of
// YAML count as often as they are used, and a schema document is cut to what a signature can show.
package openapi
