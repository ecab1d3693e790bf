package main

// This file tests --openapi with a small document and a server on the loopback interface.

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

const document = `
openapi: 3.0.3
info: { title: Shop, version: "1.2" }
servers: [{ url: SERVER }]
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    login: { type: http, scheme: basic }
security: [{ key: [] }, { login: [] }]
paths:
  /orders/{id}:
    get:
      operationId: getOrder
      summary: Look up an order
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        "200":
          description: The order
          content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } }
  /orders:
    post:
      operationId: addOrder
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: { "204": { description: Added } }
  /events:
    get:
      operationId: events
      responses: { "200": { description: Events, content: { text/event-stream: { schema: { type: string } } } } }
`

func TestOpenAPI(t *testing.T) {
	var seen []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, password, _ := r.BasicAuth()
		seen = append(seen, fmt.Sprintf("%s %s key=%s login=%s:%s", r.Method, r.URL.Path, r.Header.Get("X-Key"), user, password))
		if r.Method == http.MethodPost {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"id":%q}`, strings.TrimPrefix(r.URL.Path, "/orders/"))
	}))
	defer server.Close()
	path := write(t, "shop.yaml", strings.Replace(document, "SERVER", server.URL, 1))
	elsewhere := write(t, "elsewhere.yaml", strings.Replace(document, "SERVER", "https://shop.invalid", 1))
	broken := write(t, "broken.yaml", "openapi: 3.0.3\npaths: [")
	env := map[string]string{"SHOP_KEY": "k1", "SHOP_LOGIN": "ann:pw"}

	const get = "return await tools.api.getOrder({ id: 'o7' })"
	for _, c := range []struct {
		args   []string
		source string
		status int
		output string // a part of standard output and standard error together
		seen   string // what the server got
	}{
		{[]string{"run", "--openapi", path, "--auth", "key=SHOP_KEY"}, get, 0, "\"id\": \"o7\"", "GET /orders/o7 key=k1 login=:"},
		{[]string{"run", "--openapi", path, "--auth", "login=SHOP_LOGIN"}, get, 0, "\"id\": \"o7\"", "GET /orders/o7 key= login=ann:pw"},
		{[]string{"run", "--openapi", path, "--auth", "key=SHOP_KEY"}, get, 0, "Shop 1.2: 2 of 3 operations are tools\n  skipped GET /events: ", "GET /orders/o7 key=k1 login=:"},
		{[]string{"run", "--openapi", path, "--auth", "key=SHOP_KEY"}, "return await tools.api.addOrder({ body: { n: 1 } })", 0, "null", "POST /orders key=k1 login=:"},
		{[]string{"run", "--openapi", elsewhere, "--server", server.URL, "--auth", "key=SHOP_KEY"}, get, 0, "\"id\": \"o7\"", "GET /orders/o7 key=k1 login=:"},
		{[]string{"run", "--openapi", path, "--read-only", "--auth", "key=SHOP_KEY"}, "return Object.keys(tools.api)", 0, "\"getOrder\"\n]", ""},
		{[]string{"run", "--openapi", path}, get, 1, "ToolFailure", ""},
		{[]string{"run", "--openapi", path, "--auth", "key=NOT_SET"}, get, 2, "the environment variable NOT_SET is empty", ""},
		{[]string{"run", "--openapi", path, "--auth", "token=SHOP_KEY"}, get, 2, `the document has no security scheme "token", only ["key" "login"]`, ""},
		{[]string{"run", "--openapi", "no-such.yaml"}, get, 1, "no-such.yaml", ""},
		{[]string{"run", "--openapi", broken}, get, 1, "codemode: ", ""},
		{[]string{"run", "--openapi", path, "--server", "ftp://x"}, get, 1, "the server \"ftp://x\" is not an absolute http or https URL", ""},
		{[]string{"run", "--demo", "--openapi", path}, "return Object.keys(tools).sort().join()", 0, "$codemode,api,customers,orders,products", ""},
		{[]string{"check", "--openapi", path}, "return await tools.api.getOrders({ id: 'x' })", 1, "Did you mean tools.api.getOrder", ""},
		{[]string{"catalog", "--openapi", path}, "", 0, "tools.api.getOrder(input: {", ""},
	} {
		seen = nil
		x := (&call{args: c.args, stdin: c.source, env: env}).run(t)
		if x.status != c.status || !strings.Contains(x.stdout+x.stderr, c.output) {
			t.Errorf("codemode %q: status %d, want %d; output lacks %q:\n%s%s", c.args, x.status, c.status, c.output, x.stdout, x.stderr)
		}
		if strings.Join(seen, ", ") != c.seen {
			t.Errorf("codemode %q: the server got %q, want %q", c.args, seen, c.seen)
		}
		if strings.Contains(x.stdout+x.stderr, "k1") || strings.Contains(x.stdout+x.stderr, "ann:pw") {
			t.Errorf("codemode %q: the output tells a credential", c.args)
		}
	}
}
