// This file defines the way to the network: the default client, redirects, and what network errors say.

package openapi

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/neurocode-ai/codemode/tools"
)

// RedirectPolicy says which redirects are followed. An origin is scheme, host and port.
type RedirectPolicy uint8

const (
	// RedirectDropCredentials follows redirects. Within the origin of the request credentials are kept; as soon as one leaves
	// it, credentials, Options.Headers and the referrer are dropped, also for later ones.
	RedirectDropCredentials RedirectPolicy = iota
	// RedirectSameOrigin follows redirects within the origin; others are failures.
	RedirectSameOrigin
	// RedirectNever follows none: the status of the redirect is a failure.
	RedirectNever
)

// maxRedirects is how many redirects one call follows.
const maxRedirects = 10

var (
	errTooManyRedirects = errors.New("too many redirects")
	errForeignRedirect  = errors.New("redirect to another origin")
)

// newDefaultClient makes the client of hosts that give none. It ignores the proxy settings of the environment, and every
// phase of a request ends by itself.
func newDefaultClient() *http.Client {
	dialer := &net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}
	return &http.Client{
		Timeout: 2 * time.Minute,
		Transport: &http.Transport{
			Proxy:                  nil,
			DialContext:            dialer.DialContext,
			ForceAttemptHTTP2:      true,
			MaxIdleConns:           100,
			MaxIdleConnsPerHost:    8, // the runtime runs at most 8 calls of an execution at once
			IdleConnTimeout:        90 * time.Second,
			TLSHandshakeTimeout:    10 * time.Second,
			ResponseHeaderTimeout:  time.Minute,
			ExpectContinueTimeout:  time.Second,
			MaxResponseHeaderBytes: 1 << 20,
		},
	}
}

// clientFor is the host's client with the redirect policy in front of its own check.
func (a *api) clientFor(secrets []string) *http.Client {
	client := *a.client
	hostCheck, policy := client.CheckRedirect, a.opts.Redirects
	left := false
	client.CheckRedirect = func(req *http.Request, via []*http.Request) error {
		if policy == RedirectNever {
			return http.ErrUseLastResponse
		}
		if originOf(req.URL) != originOf(via[0].URL) {
			if policy == RedirectSameOrigin {
				return errForeignRedirect
			}
			left = true
		}
		// The referrer would carry the query of the request before, and with it an API key.
		req.Header.Del("Referer")
		if left {
			for _, name := range secrets {
				req.Header.Del(name)
			}
			req.Header.Del("Authorization")
			req.Header.Del("Cookie")
		}
		if hostCheck != nil {
			return hostCheck(req, via)
		}
		if len(via) >= maxRedirects {
			return errTooManyRedirects
		}
		return nil
	}
	return &client
}

// originOf is scheme, host and port of a URL, with the default port made explicit.
func originOf(u *url.URL) string {
	scheme, port := strings.ToLower(u.Scheme), u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[scheme]
	}
	return scheme + "://" + net.JoinHostPort(strings.ToLower(u.Hostname()), port)
}

// send performs the request and reads the response.
func (o *operation) send(ctx context.Context, r *request, credentials []carried) (any, error) {
	req, secrets, err := o.httpRequest(ctx, r, credentials)
	if err != nil {
		return nil, err
	}
	resp, err := o.api.clientFor(secrets).Do(req)
	if err != nil {
		return nil, o.networkError(ctx, err)
	}
	defer resp.Body.Close()
	return o.receive(ctx, resp)
}

// networkError turns a transport error into a sentence. The error itself is private: its text may hold the address with its query.
func (o *operation) networkError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var wrapped *url.Error
	timeout := false
	if errors.As(err, &wrapped) {
		timeout = wrapped.Timeout()
		err = wrapped.Err
	}
	return &tools.Error{Message: o.label() + ": " + networkSentence(err, timeout), Cause: err}
}

func networkSentence(err error, timeout bool) string {
	var dns *net.DNSError
	var op *net.OpError
	var netErr net.Error
	var unknown x509.UnknownAuthorityError
	var hostname x509.HostnameError
	var invalid x509.CertificateInvalidError
	var record tls.RecordHeaderError
	switch {
	case errors.Is(err, errTooManyRedirects):
		return "the API redirects in a circle"
	case errors.Is(err, errForeignRedirect):
		return "the API redirects to another origin, which is not allowed"
	case timeout || errors.As(err, &netErr) && netErr.Timeout():
		return "the API did not answer in time"
	case errors.As(err, &dns):
		return "the host of the API cannot be found"
	case errors.As(err, &unknown), errors.As(err, &hostname), errors.As(err, &invalid), errors.As(err, &record):
		return "the secure connection to the API cannot be established"
	case errors.As(err, &op) && op.Op == "dial":
		return "the API cannot be reached (connection refused or no route)"
	}
	return "the connection to the API failed"
}
