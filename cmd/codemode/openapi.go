package main

// This file makes tools from an OpenAPI document named on the command line.

import (
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/neurocode-ai/codemode/openapi"
	"github.com/neurocode-ai/codemode/tools"
)

// openAPI reads the document and reports on standard error what could not become a tool.
func (c *command) openAPI(t *toolFlags) (tools.Node, error) {
	doc, err := os.ReadFile(t.openapi)
	if err != nil {
		return nil, err
	}
	opts := openapi.Options{BaseURL: t.server, ReadOnly: t.readOnly, IgnoreStreams: true}
	if len(t.auth) > 0 {
		secrets, err := c.credentials(t.auth)
		if err != nil {
			return nil, err
		}
		opts.Auth = openapi.Secrets(secrets)
	}
	res, err := openapi.FromSpec(doc, opts)
	if err != nil {
		return nil, err
	}
	for name := range t.auth {
		if _, ok := res.SecuritySchemes[name]; !ok {
			known := slices.Sorted(maps.Keys(res.SecuritySchemes))
			return nil, &usageError{fmt.Sprintf("--auth: the document has no security scheme %q, only %q", name, known)}
		}
	}
	fmt.Fprintf(c.stderr, "%s %s: %d of %d operations are tools\n", res.Title, res.Version, res.Operations-len(res.Skipped), res.Operations)
	const most = 10
	for i, s := range res.Skipped {
		if i == most {
			fmt.Fprintf(c.stderr, "  and %d more skipped\n", len(res.Skipped)-most)
			break
		}
		fmt.Fprintf(c.stderr, "  skipped %s %s: %s\n", s.Method, s.Path, s.Reason)
	}
	return res.Tools, nil
}

// credentials takes the secrets of security schemes from environment variables. A value for HTTP basic authentication has
// the form user:password.
func (c *command) credentials(auth authFlag) (map[string]string, error) {
	secrets := make(map[string]string, len(auth))
	for name, env := range auth {
		value := c.getenv(env)
		if value == "" {
			return nil, &usageError{fmt.Sprintf("--auth %s=%s: the environment variable %s is empty", name, env, env)}
		}
		secrets[name] = value
	}
	return secrets, nil
}
