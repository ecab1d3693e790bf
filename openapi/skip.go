// This file defines why operations are left out.

package openapi

import "fmt"

// SkipCategory groups the reasons for which an operation does not become a tool.
type SkipCategory string

// The categories of skipped operations.
const (
	SkipWebSocket        SkipCategory = "websocket"             // the operation is a WebSocket
	SkipResponseInvalid  SkipCategory = "response-invalid"      // a success response is malformed or cannot be resolved
	SkipEventStream      SkipCategory = "sse"                   // a success response is a stream of events
	SkipStream           SkipCategory = "stream"                // a success response never ends
	SkipServerMissing    SkipCategory = "server-missing"        // no server, no BaseURL
	SkipServerTemplate   SkipCategory = "server-template"       // a server variable has no value
	SkipServerNotHTTP    SkipCategory = "server-not-http"       // the server is no absolute http or https URL
	SkipServerQuery      SkipCategory = "server-query-fragment" // the server URL has a query or a fragment
	SkipPathFragment     SkipCategory = "path-fragment"         // the path has a fragment, which is never sent
	SkipParamNotObject   SkipCategory = "param-not-object"
	SkipParamIncomplete  SkipCategory = "param-incomplete" // no name, no location, or an unresolved reference
	SkipParamCookie      SkipCategory = "param-cookie"
	SkipParamLocation    SkipCategory = "param-location"
	SkipParamNoSchema    SkipCategory = "param-no-schema"
	SkipParamContent     SkipCategory = "param-content" // content other than one JSON media type
	SkipParamStyleType   SkipCategory = "param-style-type"
	SkipParamExplodeType SkipCategory = "param-explode-type"
	// SkipParamReservedType: allowReserved is no boolean.
	SkipParamReservedType SkipCategory = "param-reserved-type"
	SkipParamStyle        SkipCategory = "param-style"      // a style that its location does not have
	SkipParamDeepObject   SkipCategory = "param-deepobject" // deepObject without explode
	SkipBodyMedia         SkipCategory = "body-media"       // no media type of the body is supported
	SkipBodyEncoding      SkipCategory = "body-encoding"    // the encoding of a form field is malformed or not supported
	SkipSecurityNotArray  SkipCategory = "security-not-array"
	SkipSecurityNotObject SkipCategory = "security-not-object"
	SkipSecurityScopes    SkipCategory = "security-scopes"
	SkipSecurityCookie    SkipCategory = "security-cookie"
	SkipSecurityScheme    SkipCategory = "security-scheme" // unknown or malformed schemes only
	SkipTooLarge          SkipCategory = "too-large"       // more parameters, media types, security requirements or parts of the name than the limit
)

// Skipped is an operation that did not become a tool.
type Skipped struct {
	Method      string // upper case
	Path        string
	OperationID string // "" if there is none
	Category    SkipCategory
	Reason      string // a sentence fragment that names what stands in the way
}

// String is "GET /path: reason (category)".
func (s Skipped) String() string {
	return fmt.Sprintf("%s %s: %s (%s)", s.Method, s.Path, s.Reason, s.Category)
}

// skip is the outcome of a failed check.
type skip struct {
	category SkipCategory
	reason   string
}

func skipf(category SkipCategory, format string, args ...any) *skip {
	return &skip{category, fmt.Sprintf(format, args...)}
}
