package ui

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"

	"ditchline/capture"
)

func TestOnlyThisMachinesNamesPassOnLoopback(t *testing.T) {
	for host, want := range map[string]bool{
		"localhost": true, "localhost:8080": true, "LOCALHOST.": true, "board.localhost:1": true,
		"127.0.0.1": true, "127.0.0.1:8080": true, "127.3.2.1": true, "[::1]:8080": true, "[::1]": true, "[::ffff:127.0.0.1]:80": true,
		"": false, "evil.com": false, "evil.com:8080": false, "localhost.evil.com": false, "127.0.0.1.evil.com": false,
		"192.168.1.2:8080": false, "0.0.0.0": false, "[fe80::1]": false, "notlocalhost": false,
	} {
		if got := localHost(host); got != want {
			t.Errorf("localHost(%q) = %v", host, got)
		}
	}
}

func TestAddressesAreToldApart(t *testing.T) {
	for addr, want := range map[net.Addr]bool{
		&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1}:   true,
		&net.TCPAddr{IP: net.IPv6loopback, Port: 1}:         true,
		&net.UnixAddr{Name: "/run/ditchline", Net: "unix"}:  true,
		&net.TCPAddr{IP: net.IPv4zero, Port: 1}:             false,
		&net.TCPAddr{IP: net.IPv4(192, 168, 1, 2), Port: 1}: false,
		&net.TCPAddr{Port: 1}:                               false,
	} {
		if got := isLoopback(addr); got != want {
			t.Errorf("isLoopback(%v) = %v", addr, got)
		}
	}
}

// request sends one with its own method, host and body length.
func request(t *testing.T, method, url, host string, body io.Reader) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, body)
	if err != nil {
		t.Fatal(err)
	}
	req.Host = host
	r, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r, string(text)
}

func TestRefusalsAreErrorObjects(t *testing.T) {
	s, _ := newServer(t, nil)
	base, _ := listen(t, s)
	for _, tc := range []struct {
		what, method, path, host, body string
		status                         int
		code                           string
	}{
		{"a name that was pointed here", "GET", "/api/state", "evil.com", "", 421, "wrong_host"},
		{"a name that was pointed here, for the page", "GET", "/", "evil.com", "", 421, "wrong_host"},
		{"an unknown path", "GET", "/api/secrets", "", "", 404, "not_found"},
		{"a path upwards", "GET", "/assets/../../go.mod", "", "", 404, "not_found"},
		{"an escaped path upwards", "GET", "/assets/%2e%2e%2f%2e%2e%2fgo.mod", "", "", 404, "not_found"},
		{"an unknown board", "GET", "/api/v1/boards/table-9", "", "", 404, "no_such_board"},
		{"events of an unknown board", "GET", "/api/v1/boards/table-9/events", "", "", 404, "no_such_board"},
		{"a wrong method", "POST", "/api/state", "", "{}", 405, "method_not_allowed"},
		{"a method for nothing", "DELETE", "/", "", "", 405, "method_not_allowed"},
		{"a body without end", "GET", "/api/state", "", strings.Repeat("x", maxBody+1), 413, "body_too_large"},
	} {
		t.Run(tc.what, func(t *testing.T) {
			r, body := request(t, tc.method, base+tc.path, tc.host, strings.NewReader(tc.body))
			var p problem
			if err := json.Unmarshal([]byte(body), &p); err != nil {
				t.Fatalf("%d %q: %v", r.StatusCode, body, err)
			}
			if r.StatusCode != tc.status || p.Error.Code != tc.code || p.Error.Message == "" {
				t.Errorf("%d %s, want %d %s", r.StatusCode, body, tc.status, tc.code)
			}
			if tc.status == 405 && r.Header.Get("Allow") == "" {
				t.Error("405 without Allow")
			}
			if r.Header.Get("X-Content-Type-Options") != "nosniff" {
				t.Error("an error without the security headers")
			}
		})
	}
}

func TestEveryAnswerCarriesTheSecurityHeaders(t *testing.T) {
	s, board := newServer(t, nil)
	board.Show(picture(1, "x"))
	base, _ := listen(t, s)
	for _, path := range []string{"/", "/api/state", "/api/v1/boards", "/healthz", "/metrics", "/snapshot.jpg", "/theme.js"} {
		_, h, _ := fetch(t, base+path)
		csp := h.Get("Content-Security-Policy")
		if !strings.Contains(csp, "default-src 'none'") || strings.Contains(csp, "unsafe") || strings.Contains(csp, "*") {
			t.Errorf("%s: Content-Security-Policy = %q", path, csp)
		}
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
			"Cross-Origin-Resource-Policy": "same-origin", "Access-Control-Allow-Origin": "",
		} {
			if got := h.Get(name); got != want {
				t.Errorf("%s: %s = %q, want %q", path, name, got, want)
			}
		}
	}
}

func TestAPanicIsAnAnswerAndALineOfLog(t *testing.T) {
	log := make(chan string, 16)
	s, board := newServer(t, func(o *Options) {
		o.Log = slog.New(slog.NewTextHandler(lines(log), nil))
		o.Encode = func(capture.Frame, int) ([]byte, error) { panic("out of paint") }
	})
	board.Show(picture(1, "x"))
	base, _ := listen(t, s)
	if status, _, body := fetch(t, base+"/snapshot.jpg"); status != 500 || !strings.Contains(body, `"code":"internal"`) || strings.Contains(body, "paint") {
		t.Errorf("%d %s", status, body)
	}
	if line := <-log; !strings.Contains(line, "out of paint") || !strings.Contains(line, "/snapshot.jpg") {
		t.Errorf("log = %s", line)
	}
}

// lines sends each write of a log on.
type lines chan<- string

func (l lines) Write(b []byte) (int, error) {
	l <- string(b)
	return len(b), nil
}

func TestAnAddressOfTheNetworkIsWarnedAboutAndAnswersToItsNames(t *testing.T) {
	log := make(chan string, 16)
	s, _ := newServer(t, func(o *Options) { o.Log = slog.New(slog.NewTextHandler(lines(log), nil)) })
	ln, err := net.Listen("tcp", "0.0.0.0:0")
	if err != nil {
		t.Fatal(err)
	}
	stop := serve(t, s, ln)
	defer stop()
	if line := <-log; !strings.Contains(line, "level=WARN") || !strings.Contains(line, "network") {
		t.Errorf("log = %s", line)
	}
	port := ln.Addr().(*net.TCPAddr).Port
	r, body := request(t, "GET", fmt.Sprintf("http://127.0.0.1:%d/api/v1/boards", port), "board-7.local", nil)
	if r.StatusCode != 200 {
		t.Errorf("%d %s", r.StatusCode, body)
	}
}
