package main

// This file makes tools from an OpenAPI document named on the command line.

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/neurocode-ai/codemode/openapi"
	"github.com/neurocode-ai/codemode/tools"
)

// openAPI reads the document and reports on standard error what could not become a tool.
func (c *command) openAPI(t *toolFlags) (tools.Node, error) {
	doc, err := os.ReadFile(t.openapi)
	if err != nil {
		return nil, err
	}
	res, err := openapi.FromSpec(doc, openapi.Options{
		BaseURL:       t.server,
		ReadOnly:      t.readOnly,
		Auth:          c.credentials(t.auth),
		IgnoreStreams: true,
	})
	if err != nil {
		return nil, err
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

// credentials resolves security schemes from environment variables. A value for HTTP basic authentication has the form
// user:password.
func (c *command) credentials(auth authFlag) openapi.AuthFunc {
	if len(auth) == 0 {
		return nil
	}
	return func(_ context.Context, req openapi.AuthRequest) (openapi.Credential, error) {
		env, ok := auth[req.Name]
		if !ok {
			return openapi.Credential{}, nil
		}
		value := c.getenv(env)
		if value == "" {
			return openapi.Credential{}, fmt.Errorf("the environment variable %s is empty", env)
		}
		switch {
		case req.Scheme.Type == "apiKey":
			return openapi.APIKey(value), nil
		case req.Scheme.Type == "http" && req.Scheme.Scheme == "basic":
			user, password, _ := strings.Cut(value, ":")
			return openapi.Basic(user, password), nil
		}
		return openapi.Bearer(value), nil
	}
}
