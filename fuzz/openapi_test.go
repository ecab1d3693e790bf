// This file fuzzes API descriptions: document bytes to tools, and inputs to requests.

package fuzz

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"testing"

	"github.com/neurocode-ai/codemode/discovery"
	"github.com/neurocode-ai/codemode/openapi"
	"github.com/neurocode-ai/codemode/tools"
)

var documentSeeds = []string{
	`{"openapi":"3.1.0","servers":[{"url":"http://a.test/{v}","variables":{"v":{"default":"1"}}}],"paths":{"/x/{id}":{"parameters":[{"name":"id","in":"path","style":"matrix","explode":true,"schema":{}}],"get":{"operationId":"a.b","parameters":[{"name":"f","in":"query","style":"deepObject","explode":true,"schema":{"type":"object","properties":{"l":{"type":"array"}}}},{"name":"H","in":"header","schema":{}}],"responses":{"200":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/N"}}}},"2XX":{"content":{"application/x-ndjson":{}}}}}}},"components":{"schemas":{"N":{"$defs":{"K":{"type":"number"}},"properties":{"n":{"$ref":"#/components/schemas/N"},"k":{"$ref":"#/$defs/K"}},"anyOf":[{"required":["n"]}]}}}}`,
	`{"openapi":"3.0.3","paths":{"/":{"post":{"requestBody":{"required":true,"content":{"multipart/form-data":{"schema":{"type":"object","properties":{"f":{"type":"string","format":"binary"},"g":{"type":"array","items":{"nullable":true,"allOf":[{}]}}},"additionalProperties":false},"encoding":{"g":{"style":"pipeDelimited"}}}}},"security":[{"k":[]},{}]}}},"components":{"securitySchemes":{"k":{"type":"apiKey","in":"query","name":"q"}}}}`,
	`{"swagger":"2.0","host":"a.test","basePath":"/b","consumes":["application/x-www-form-urlencoded"],"paths":{"/p":{"post":{"parameters":[{"name":"a","in":"formData","type":"array","collectionFormat":"multi"},{"$ref":"#/parameters/B"}],"responses":{"200":{"schema":{"type":"file"}}}}}},"parameters":{"B":{"name":"b","in":"body","schema":{"type":"object"}}}}`,
	"openapi: 3.1.0\nservers: [{url: 'https://a.test'}]\npaths:\n  /a: &p\n    get: {responses: {default: {content: {text/plain: {}}}}}\n  /b: *p\n  /c:\n    <<: *p\n",
	"a: &a [*a]", `{"paths":{"/":{"get":{"parameters":[{"$ref":"x.json#/a"}]}}}}`, "swagger: '2.0'\npaths: {/a: {get: {schemes: [5]}}}",
}

// noFiles fails the test when a document makes the package open a file that Options.Files does not hold by a legal name.
type noFiles struct{ t *testing.T }

func (n noFiles) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) || strings.HasPrefix(name, "..") {
		n.t.Errorf("file %q was asked for", name)
	}
	return nil, fs.ErrNotExist
}

// answers is a transport that answers every request and checks it, without a network.
type answers struct {
	t       *testing.T
	allowed bool
}

func (a *answers) RoundTrip(r *http.Request) (*http.Response, error) {
	if !a.allowed {
		a.t.Error("a request was sent while tools were made")
	}
	if r.URL.Scheme != "http" || r.URL.Host != "fuzz.test" || !strings.HasPrefix(r.URL.EscapedPath(), "/base/") {
		a.t.Errorf("request to %s", r.URL)
	}
	for segment := range strings.SplitSeq(r.URL.EscapedPath(), "/") {
		if segment == ".." || segment == "." {
			a.t.Errorf("request to %s", r.URL)
		}
	}
	if r.Body != nil {
		io.Copy(io.Discard, r.Body)
	}
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(`{"a":1}`)), Request: r}, nil
}

// FuzzOpenAPI makes tools of any bytes and calls them with any input. Making tools must not panic, touch files or network, or write schemas that
// are no JSON or larger than their limit; calls must go below the base URL, and fail only with errors that are meant for programs.
func FuzzOpenAPI(f *testing.F) {
	for _, s := range documentSeeds {
		f.Add([]byte(s), []byte(`{"id":"../x","f":{"l":[1,{"k":null}]},"H":"v","body":{"f":"t","g":["a|b",[2]]},"a":[1]}`))
		f.Add([]byte(s), []byte(`{"id":[".",".."],"H":["a\nb"],"body":{"$bytes":{"data":"AA=="}}}`))
	}
	f.Fuzz(func(t *testing.T, doc, input []byte) {
		if len(doc) > 1<<16 {
			return
		}
		transport := &answers{t: t}
		api, err := openapi.FromSpec(doc, openapi.Options{
			BaseURL: "http://fuzz.test/base", Client: &http.Client{Transport: transport}, Files: noFiles{t}, FileName: "dir/main.json",
			Auth: func(context.Context, openapi.AuthRequest) (openapi.Credential, error) {
				return openapi.APIKey("k"), nil
			},
		})
		if err != nil {
			return
		}
		catalogue, err := tools.Resolve(tools.Tree{"api": api.Tools})
		if err != nil {
			t.Fatalf("the tree is not usable: %v", err)
		}
		if len(catalogue.Tools)+len(api.Skipped) != api.Operations {
			t.Fatalf("%d tools and %d skipped of %d operations", len(catalogue.Tools), len(api.Skipped), api.Operations)
		}
		for i, resolved := range catalogue.Tools {
			if i == 20 {
				break
			}
			for _, schema := range [][]byte{resolved.Tool.InputSchema(), resolved.Tool.OutputSchema()} {
				if schema == nil {
					continue
				}
				if !json.Valid(schema) || len(schema) > 4<<20 {
					t.Fatalf("schema of %d bytes: %.300s", len(schema), schema)
				}
				discovery.Type(schema, true)
			}
		}
		transport.allowed = true
		for i, resolved := range catalogue.Tools {
			if i == 20 {
				break
			}
			decoded, err := resolved.Tool.Decode(nil, input)
			if err != nil {
				continue
			}
			if _, err := resolved.Tool.Run(context.Background(), nil, decoded); err != nil {
				var safe *tools.Error
				if !errors.As(err, &safe) {
					t.Fatalf("%s: %v", resolved.Path, err)
				}
			}
		}
	})
}
