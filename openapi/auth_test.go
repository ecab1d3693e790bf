// This file holds the tests of credentials, redirects and network failures.

package openapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/neurocode-ai/codemode/tools"
)

const schemes = `"securitySchemes":{"b":{"type":"http","scheme":"bearer"},"basic":{"type":"http","scheme":"Basic"},
	"k":{"type":"apiKey","in":"header","name":"X-Key"},"q":{"type":"apiKey","in":"query","name":"a"},"k2":{"type":"apiKey","in":"header","name":"x-key"},
	"digest":{"type":"http","scheme":"digest"},"o":{"type":"oauth2","flows":{}},"bad":{"type":"http"}}`

// from is an AuthFunc over a table of credentials.
func from(table map[string]Credential) AuthFunc {
	return func(_ context.Context, r AuthRequest) (Credential, error) { return table[r.Name], nil }
}

func TestCredentials(t *testing.T) {
	server := newRecorder(t)
	for _, c := range []struct {
		security string
		give     map[string]Credential
		input    string
		want     string // header or query as "name: value", or "fail: parts"
	}{
		{`[{"b":[]}]`, map[string]Credential{"b": Bearer("tok")}, `{}`, "Authorization: Bearer tok"},
		{`[{"o":["read"]}]`, map[string]Credential{"o": Bearer("tok")}, `{}`, "Authorization: Bearer tok"},
		{`[{"basic":[]}]`, map[string]Credential{"basic": Basic("u", "pässword")}, `{}`, "Authorization: Basic dTpww6Rzc3dvcmQ="},
		{`[{"k":[]}]`, map[string]Credential{"k": APIKey("v")}, `{}`, "X-Key: v"},
		{`[{"q":[]}]`, map[string]Credential{"q": APIKey("v&w")}, `{}`, "?a=v%26w"},
		{`[{"q":[]}]`, map[string]Credential{"q": APIKey("v")}, `{"a":"model","z":["1","2"]}`, "?z=1&z=2&a=v"},
		{`[{"b":[]}]`, map[string]Credential{"b": Header("X-Token", "t")}, `{}`, "X-Token: t"},
		{`[{"b":[]}]`, map[string]Credential{"b": Bearer("tok")}, `{"X-Key":"model"}`, "Authorization: Bearer tok"},
		{`[{"k":[]}]`, map[string]Credential{"k": APIKey("cred")}, `{"X-Key":"model"}`, "X-Key: cred"},
		{`[{"b":[]}]`, map[string]Credential{"b": APIKey("v")}, `{}`, "fail: b, API key"},
		{`[{"k":[]}]`, map[string]Credential{"k": Bearer("tok")}, `{}`, "Authorization: Bearer tok"},
		{`[{"k":[]}]`, map[string]Credential{"k": APIKey("a\r\nb")}, `{}`, "fail: k, cannot be sent"},
		{`[{"k":[]}]`, map[string]Credential{"k": Secret("v:w")}, `{}`, "X-Key: v:w"},
		{`[{"basic":[]}]`, map[string]Credential{"basic": Secret("u:p:q")}, `{}`, "Authorization: Basic dTpwOnE="},
		{`[{"b":[]}]`, map[string]Credential{"b": Secret("a:b")}, `{}`, "Authorization: Bearer a:b"},
		{`[{"o":[]}]`, map[string]Credential{"o": Secret("t")}, `{}`, "Authorization: Bearer t"},
		{`[{"basic":[]}]`, map[string]Credential{"basic": Secret("nocolon")}, `{}`, "fail: basic, form"},
		{`[{"digest":[]}]`, map[string]Credential{"digest": Secret("t")}, `{}`, "fail: digest, form"},
		{`[{"b":[]}]`, nil, `{}`, "fail: GET /test, authentication, \"b\""},
		{`[{"b":[]},{"k":[]},{"b":[],"q":[]}]`, map[string]Credential{}, `{}`, `fail: "b", "k"`},
		{`[{"b":[]},{"k":[]}]`, map[string]Credential{"k": APIKey("v")}, `{}`, "X-Key: v"},
		{`[{"b":[],"k":[]}]`, map[string]Credential{"b": Bearer("tok"), "k": APIKey("v")}, `{}`, "Authorization: Bearer tok X-Key: v"},
		{`[{"k":[],"k2":[]}]`, map[string]Credential{"k": APIKey("v"), "k2": APIKey("w")}, `{}`, "fail: multiple credentials, x-key"},
		{`[{},{"b":[]}]`, map[string]Credential{"b": Bearer("tok")}, `{}`, ""},
		{`[{"b":[]},{}]`, map[string]Credential{}, `{}`, ""},
		{`[]`, map[string]Credential{"b": Bearer("tok")}, `{}`, ""},
	} {
		s := spec{baseURL: server.URL, components: schemes, operation: `"security":` + c.security +
			`,"parameters":[{"name":"a","in":"query","schema":{}},{"name":"z","in":"query","schema":{}},{"name":"X-Key","in":"header","schema":{}}]`}
		opts := s.options()
		opts.Headers = http.Header{"Authorization": {"host"}}
		if c.want == "" {
			opts.Headers = nil
		}
		if c.give != nil {
			opts.Auth = from(c.give)
		}
		before := server.count
		_, failure := call(t, only(t, generate(t, s.document(), opts)), c.input)
		if want, fails := strings.CutPrefix(c.want, "fail: "); fails {
			checkHolds(t, c.security, failure, strings.Split(want, ", ")...)
			if server.count != before {
				t.Errorf("%s: a request was sent", c.security)
			}
			continue
		}
		if failure != "" {
			t.Errorf("%s: %s", c.security, failure)
		}
		var got []string
		for _, name := range []string{"Authorization", "X-Key", "X-Token"} {
			if v := server.header.Get(name); v != "" && v != "host" && v != "model" {
				got = append(got, name+": "+v)
			}
		}
		if _, q, ok := strings.Cut(server.uri, "?"); ok && !strings.Contains(c.want, ":") {
			got = append(got, "?"+q)
		}
		check(t, c.security+c.input, strings.Join(got, " "), c.want)
	}
}

func TestAuthRequests(t *testing.T) {
	server := newRecorder(t)
	s := spec{baseURL: server.URL, components: schemes, operation: `"operationId":"x.y","summary":"S","description":"D","security":[{"o":["read","write"]}],
		"parameters":[{"name":"r","in":"query","required":true,"schema":{}}]`}
	var got []AuthRequest
	fail := error(nil)
	opts := s.options()
	opts.Auth = func(_ context.Context, r AuthRequest) (Credential, error) {
		got = append(got, r)
		return Bearer("secret"), fail
	}
	tool := only(t, generate(t, s.document(), opts))
	_, failure := call(t, tool, `{}`)
	checkHolds(t, "missing input", failure, "missing", "r")
	if len(got) != 0 {
		t.Fatal("the host was asked although the input is wrong")
	}
	call(t, tool, `{"r":1}`)
	text, _ := json.Marshal(got)
	check(t, "request", string(text), `[{"Name":"o","Scheme":{"Type":"oauth2","Scheme":"","Name":"","In":""},"Scopes":["read","write"],"Origin":"`+server.URL+
		`","Operation":{"ID":"x.y","Method":"GET","Path":"/test","Summary":"S","Description":"D"}}]`)
	before := server.count
	fail = errors.New("vault sealed")
	_, failure = call(t, tool, `{"r":1}`)
	check(t, "private error", failure, "private: vault sealed")
	fail = tools.Errorf("log in first")
	_, failure = call(t, tool, `{"r":1}`)
	check(t, "safe error", failure, "log in first")
	if server.count != before {
		t.Error("a request was sent without credentials")
	}
}

func TestCredentialsAreNotShown(t *testing.T) {
	for _, c := range []Credential{Bearer("s3cret"), Basic("s3cret", "s3cret"), Header("X", "s3cret"), APIKey("s3cret"), Secret("s3cret")} {
		text, _ := json.Marshal(map[string]any{"c": c})
		if all := fmt.Sprintf("%v %+v %#v %s %s", c, c, c, c, text); strings.Contains(all, "s3cret") {
			t.Error(all)
		}
	}
}

func TestSecrets(t *testing.T) {
	server := newRecorder(t)
	s := spec{baseURL: server.URL, components: schemes, operation: `"security":[{"b":[]},{"k":[]}]`}
	opts := s.options()
	opts.Auth = Secrets(map[string]string{"k": "v"})
	r := generate(t, s.document(), opts)
	if _, failure := call(t, only(t, r), `{}`); failure != "" || server.header.Get("X-Key") != "v" {
		t.Error(failure, server.header)
	}
	text, _ := json.Marshal(r.SecuritySchemes["q"])
	check(t, "scheme", string(text), `{"Type":"apiKey","Scheme":"","Name":"a","In":"query"}`)
	if _, ok := r.SecuritySchemes["bad"]; ok || len(r.SecuritySchemes) != 7 {
		t.Errorf("schemes %v", r.SecuritySchemes)
	}
}

// hop is a server that redirects to another one or to itself.
func hop(t *testing.T, status int, target func() string) *recorder {
	r := newRecorder(t)
	r.response = func(w http.ResponseWriter, req *http.Request) {
		if strings.HasSuffix(req.URL.Path, "/end") {
			answer(200, "text/plain", "end")(w, req)
			return
		}
		w.Header().Set("Location", target())
		w.WriteHeader(status)
	}
	return r
}

func TestRedirects(t *testing.T) {
	var first, second *recorder
	target := ""
	first = hop(t, 307, func() string { return target })
	second = hop(t, 302, func() string { return first.URL + "/end" })
	s := spec{method: "post", baseURL: first.URL, components: schemes, operation: `"security":[{"k":[],"b":[],"q":[]}],"requestBody":{"content":{"text/plain":{}}},
		"parameters":[{"name":"X-Mine","in":"header","schema":{}}]`}
	run := func(policy RedirectPolicy, client *http.Client) (string, string) {
		opts := s.options()
		opts.Auth = from(map[string]Credential{"k": APIKey("K"), "b": Bearer("B"), "q": APIKey("Q")})
		opts.Headers = http.Header{"X-Host": {"H"}}
		opts.Redirects, opts.Client = policy, client
		return call(t, only(t, generate(t, s.document(), opts)), `{"body":"text","X-Mine":"m"}`)
	}
	secrets := func(r *recorder) string {
		var out []string
		for _, name := range []string{"X-Key", "Authorization", "X-Host", "Referer", "X-Mine"} {
			if v := r.header.Get(name); v != "" {
				out = append(out, name+"="+v)
			}
		}
		return strings.Join(out, " ")
	}

	target = "/end"
	if got, failure := run(RedirectDropCredentials, nil); got != `"end"` {
		t.Fatal(got, failure)
	}
	check(t, "same origin", secrets(first), "X-Key=K Authorization=Bearer B X-Host=H X-Mine=m")
	check(t, "same origin request", first.last(), "POST /end text/plain text")

	target = second.URL + "/end"
	if got, failure := run(RedirectDropCredentials, nil); got != `"end"` {
		t.Fatal(got, failure)
	}
	check(t, "other origin", secrets(second), "X-Mine=m")
	if strings.Contains(second.uri, "Q") {
		t.Error("the API key of the query left its origin:", second.uri)
	}

	target = second.URL + "/back" // and from there back to the first one
	if got, failure := run(RedirectDropCredentials, nil); got != `"end"` {
		t.Fatal(got, failure)
	}
	check(t, "back again", secrets(first), "X-Mine=m")

	before := second.count
	_, failure := run(RedirectSameOrigin, nil)
	checkHolds(t, "same origin only", failure, "another origin")
	_, failure = run(RedirectNever, nil)
	checkHolds(t, "never", failure, "307")
	if second.count != before {
		t.Error("a forbidden redirect was followed")
	}
	target = "/test"
	_, failure = run(RedirectDropCredentials, nil)
	checkHolds(t, "circle", failure, "circle")
	asked := 0
	_, failure = run(RedirectDropCredentials, &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error {
		asked++
		return http.ErrUseLastResponse
	}})
	checkHolds(t, "host's own check", failure, "307")
	if asked != 1 {
		t.Error("the host's check was asked", asked, "times")
	}
}

type failing struct{ err error }

func (f failing) RoundTrip(*http.Request) (*http.Response, error) { return nil, f.err }

type timeoutError struct{}

func (timeoutError) Error() string   { return "i/o timeout" }
func (timeoutError) Timeout() bool   { return true }
func (timeoutError) Temporary() bool { return true }

func TestNetworkFailures(t *testing.T) {
	s := spec{baseURL: "http://user.test", components: schemes, operation: `"security":[{"q":[]}]`}
	for _, c := range []struct {
		err  error
		want string
	}{
		{&net.DNSError{Err: "no such host", Name: "user.test"}, "cannot be found"},
		{&net.OpError{Op: "dial", Err: errors.New("connection refused")}, "cannot be reached"},
		{timeoutError{}, "in time"},
		{errors.New("secret detail"), "connection to the API failed"},
	} {
		opts := s.options()
		opts.Client = &http.Client{Transport: failing{c.err}}
		opts.Auth = from(map[string]Credential{"q": APIKey("s3cret")})
		tool := only(t, generate(t, s.document(), opts))
		decoded, _ := tool.Decode(nil, []byte(`{}`))
		_, err := tool.Run(context.Background(), nil, decoded)
		message, _ := tools.SafeMessage(err)
		checkHolds(t, c.want, message, "GET /test", c.want)
		if strings.Contains(message, "secret") {
			t.Error("the message tells too much:", message)
		}
		for e := err; e != nil; e = errors.Unwrap(e) {
			if strings.Contains(e.Error(), "s3cret") {
				t.Errorf("the cause %T holds the API key", e)
			}
		}
		if !errors.Is(err, c.err) {
			t.Error("the cause is lost")
		}
	}
}

func TestCancellation(t *testing.T) {
	arrived, release := make(chan struct{}), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(arrived)
		select {
		case <-r.Context().Done():
		case <-release:
		}
	}))
	defer server.Close()
	defer close(release)
	s := spec{baseURL: server.URL}
	tool := only(t, generate(t, s.document(), s.options()))
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-arrived
		cancel()
	}()
	decoded, _ := tool.Decode(nil, []byte(`{}`))
	if _, err := tool.Run(ctx, nil, decoded); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestDefaultClient(t *testing.T) {
	c := newDefaultClient()
	tr := c.Transport.(*http.Transport)
	if c.Timeout == 0 || tr.ResponseHeaderTimeout == 0 || tr.TLSHandshakeTimeout == 0 || tr.IdleConnTimeout == 0 {
		t.Error("the default client has a phase without a timeout")
	}
	if tr.Proxy != nil || c.Jar != nil {
		t.Error("the default client takes a proxy or cookies from elsewhere")
	}
}

func TestOrigins(t *testing.T) {
	for _, c := range []struct{ a, b string }{
		{"https://a.test", "https://A.test:443/x?y"}, {"http://a.test", "http://a.test:80"}, {"http://[::1]", "http://[::1]:80/"},
	} {
		if origin(t, c.a) != origin(t, c.b) {
			t.Errorf("%s and %s differ", c.a, c.b)
		}
	}
	for _, other := range []string{"http://a.test", "https://a.test:444", "https://b.a.test", "https://a.test.b"} {
		if origin(t, "https://a.test") == origin(t, other) {
			t.Errorf("%s is the same origin", other)
		}
	}
}

func origin(t *testing.T, s string) string {
	u, err := url.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return originOf(u)
}

func TestRetryDates(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, c := range []struct {
		value string
		want  time.Duration
	}{
		{"120", 2 * time.Minute}, {" 5 ", 5 * time.Second}, {"Fri, 02 Jan 2026 03:05:05 GMT", time.Minute}, {"Fri, 02 Jan 2026 03:03:05 GMT", 0},
		{"", 0}, {"-5", 0}, {"soon", 0}, {"99999999999999999999", 0},
	} {
		if got := retryAfter(http.Header{"Retry-After": {c.value}}, now); got != c.want {
			t.Errorf("%q: %v", c.value, got)
		}
	}
}
