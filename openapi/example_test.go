// This file holds the examples of the package.

package openapi_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/neurocode-ai/codemode/discovery"
	"github.com/neurocode-ai/codemode/openapi"
	"github.com/neurocode-ai/codemode/tools"
)

const petAPI = `
openapi: 3.1.0
info: {title: Pets, version: "1"}
security: [{token: []}]
paths:
  /pets/{id}:
    get:
      operationId: pets.get
      parameters:
        - {name: id, in: path, required: true, schema: {type: integer}}
        - {name: fields, in: query, schema: {type: array, items: {type: string}}, explode: false}
      responses:
        '200':
          description: The pet
          content: {application/json: {schema: {type: object, properties: {name: {type: string}}, required: [name]}}}
  /pets/events:
    get:
      operationId: pets.watch
      responses: {'200': {description: Events, content: {text/event-stream: {}}}}
components:
  securitySchemes:
    token: {type: http, scheme: bearer}
`

func ExampleFromSpec() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Println(r.Method, r.RequestURI, r.Header.Get("Authorization"))
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"name":"Miso"}`)
	}))
	defer server.Close()

	api, err := openapi.FromSpec([]byte(petAPI), openapi.Options{
		BaseURL: server.URL,
		Auth: func(_ context.Context, r openapi.AuthRequest) (openapi.Credential, error) {
			return openapi.Bearer("secret-of-" + r.Name), nil
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range api.Skipped {
		fmt.Println("skipped:", s)
	}
	catalogue, err := tools.Resolve(tools.Tree{"pets": api.Tools})
	if err != nil {
		fmt.Println(err)
		return
	}
	tool := catalogue.Tools[0]
	fmt.Println(discovery.Signature(tool.Call, tool.Tool.InputSchema(), tool.Tool.OutputSchema()))
	input, _ := tool.Tool.Decode(nil, []byte(`{"id":7,"fields":["name","age"]}`))
	result, err := tool.Tool.Run(context.Background(), nil, input)
	fmt.Println(string(result), err)
	// Output:
	// skipped: GET /pets/events: the response 200 is a stream of events (sse)
	// tools.pets.pets.get(input: {
	//   id: number,
	//   fields?: Array<string>,
	// }): Promise<{
	//   name: string,
	// }>
	// GET /pets/7?fields=name%2Cage Bearer secret-of-token
	// {"name":"Miso"} <nil>
}

func ExampleSecrets() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Println(r.Header.Get("Authorization"))
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"name":"Miso"}`)
	}))
	defer server.Close()
	// The kind of credential follows from the document: a bearer token here.
	api, err := openapi.FromSpec([]byte(petAPI), openapi.Options{
		BaseURL: server.URL,
		Auth:    openapi.Secrets(map[string]string{"token": "s3cret"}),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	catalogue, err := tools.Resolve(api.Tools)
	if err != nil {
		fmt.Println(err)
		return
	}
	get := catalogue.Find("pets.get").Tool
	input, _ := get.Decode(nil, []byte(`{"id":7}`))
	result, err := get.Run(context.Background(), nil, input)
	fmt.Println(string(result), err)
	// Output:
	// Bearer s3cret
	// {"name":"Miso"} <nil>
}
