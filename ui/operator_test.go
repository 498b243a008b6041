package ui

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"ditchline/capture/phone"
)

// onNetwork runs the server on an address of the network, and gives a browser
// of another machine on it: what asks for another name than this machine's own
// counts as that.
func onNetwork(t *testing.T, s *Server) (base string, browser *http.Client) {
	t.Helper()
	ln, err := net.Listen("tcp", "0.0.0.0:0")
	if err != nil {
		t.Fatal(err)
	}
	serve(t, s, ln)
	port := ln.Addr().(*net.TCPAddr).Port
	return fmt.Sprintf("http://board.local:%d", port), browserTo(t, port)
}

// browserTo reaches every name at this machine's port, and keeps its cookies.
func browserTo(t *testing.T, port int) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, network, fmt.Sprintf("127.0.0.1:%d", port))
	}}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Jar: jar, Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// asks sends a request with headers "Name: value".
func asks(t *testing.T, client *http.Client, method, url, body string, headers ...string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		if name == "Host" {
			req.Host = value
		}
		req.Header.Set(name, value)
	}
	r, err := client.Do(req)
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

func roleOf(t *testing.T, client *http.Client, base string, headers ...string) string {
	t.Helper()
	_, body := asks(t, client, "GET", base+"/api/v1/access", "", headers...)
	var v accessView
	if err := json.Unmarshal([]byte(body), &v); err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	return v.Role
}

func TestWhoIsAtThisMachineIsItsOperatorAndNobodyElse(t *testing.T) {
	s, _ := newServer(t, func(o *Options) { o.Access = aKeeper(t) })
	base, _ := onNetwork(t, s)
	u, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	here := "http://127.0.0.1:" + u.Port()
	for _, tc := range []struct {
		what, want string
		headers    []string
	}{
		{"the machine itself", "operator", nil},
		{"by name", "operator", []string{"Host: localhost"}},
		{"by another name", "watcher", []string{"Host: board.local"}},
		{"through a proxy", "watcher", []string{"X-Forwarded-For: 192.168.1.30"}},
		{"through a proxy that says it is this machine", "watcher", []string{"X-Forwarded-For: 127.0.0.1"}},
		{"through a proxy of the standard", "watcher", []string{"Forwarded: for=192.168.1.30"}},
	} {
		if got := roleOf(t, http.DefaultClient, here, tc.headers...); got != tc.want {
			t.Errorf("%s: %s", tc.what, got)
		}
	}
	for _, own := range NetworkAddrs() {
		if base := "http://" + net.JoinHostPort(own.String(), u.Port()); own.Is4() && roleOf(t, http.DefaultClient, base) != "operator" {
			t.Errorf("this machine by its address %s is not the operator", own)
		}
	}
}

func TestAKeyMakesAnOperator(t *testing.T) {
	keeper := aKeeper(t)
	s, _ := newServer(t, func(o *Options) { o.Access = keeper })
	base, browser := onNetwork(t, s)
	undo := func() int {
		r, _ := asks(t, browser, "POST", base+"/api/v1/match/orders", `{"kind":"undo"}`)
		return r.StatusCode
	}
	if r, body := asks(t, browser, "POST", base+"/api/v1/access/sign-in", `{"key":"0000-0000-0000-0000"}`); r.StatusCode != 409 {
		t.Errorf("without a key: %d %s", r.StatusCode, body)
	}
	key, err := keeper.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	if got := undo(); got != 401 {
		t.Errorf("a watcher's order: %d", got)
	}
	if r, body := asks(t, browser, "POST", base+"/api/v1/access/sign-in", `{"key":"0000-0000-0000-0000"}`); r.StatusCode != 403 || len(r.Cookies()) != 0 {
		t.Errorf("a wrong key: %d %s", r.StatusCode, body)
	}
	r, _ := asks(t, browser, "POST", base+"/api/v1/access/sign-in", `{"key":"`+strings.ToLower(key)+`"}`)
	if r.StatusCode != 204 || len(r.Cookies()) != 1 {
		t.Fatalf("the key: %d", r.StatusCode)
	}
	if c := r.Cookies()[0]; !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Secure || c.Path != "/" || c.Domain != "" {
		t.Errorf("cookie %+v", c)
	}
	if got := undo(); got == 401 || got == 403 {
		t.Errorf("the operator's order: %d", got)
	}
	for _, foreign := range []string{"Origin: http://evil.example", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site", "Origin: null"} {
		if r, body := asks(t, browser, "POST", base+"/api/v1/match/orders", `{"kind":"undo"}`, foreign); r.StatusCode != 403 || !strings.Contains(body, "foreign_page") {
			t.Errorf("%s: %d %s", foreign, r.StatusCode, body)
		}
		if r, _ := asks(t, browser, "GET", base+"/api/v1/access/devices", "", foreign); r.StatusCode != 403 {
			t.Errorf("%s reads: %d", foreign, r.StatusCode)
		}
	}
	if r, _ := asks(t, browser, "GET", base+"/api/v1/access/key", ""); r.StatusCode != 403 {
		t.Errorf("the key is shown elsewhere: %d", r.StatusCode)
	}
	_, body := asks(t, browser, "GET", base+"/api/v1/access/devices", "")
	var list struct {
		Devices []struct{ ID, Name string }
		This    string
	}
	if err := json.Unmarshal([]byte(body), &list); err != nil || len(list.Devices) != 1 || list.Devices[0].ID != list.This || strings.Contains(body, "token") {
		t.Errorf("%s, %v", body, err)
	}
	if r, _ := asks(t, browser, "POST", base+"/api/v1/access/sign-out", ""); r.StatusCode != 204 || undo() != 401 || len(keeper.Devices()) != 0 {
		t.Errorf("signed out: %d", r.StatusCode)
	}
}

func TestTheOperatorRevokesADevice(t *testing.T) {
	keeper := aKeeper(t)
	s, _ := newServer(t, func(o *Options) { o.Access = keeper })
	key, err := keeper.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	base, browser := onNetwork(t, s)
	u, _ := url.Parse(base)
	here := "http://127.0.0.1:" + u.Port()
	if r, _ := asks(t, browser, "POST", base+"/api/v1/access/sign-in", `{"key":"`+key+`"}`); r.StatusCode != 204 {
		t.Fatal(r.StatusCode)
	}
	device := keeper.Devices()[0].ID
	if r, _ := asks(t, http.DefaultClient, "DELETE", here+"/api/v1/access/devices/"+device, ""); r.StatusCode != 204 {
		t.Errorf("revoked: %d", r.StatusCode)
	}
	if r, _ := asks(t, http.DefaultClient, "DELETE", here+"/api/v1/access/devices/"+device, ""); r.StatusCode != 404 {
		t.Errorf("revoked twice: %d", r.StatusCode)
	}
	if got := roleOf(t, browser, base); got != "watcher" {
		t.Errorf("a revoked device is %s", got)
	}
	r, body := asks(t, http.DefaultClient, "GET", here+"/api/v1/access/key", "")
	if r.StatusCode != 200 || !strings.Contains(body, key) {
		t.Errorf("the key at its machine: %d %s", r.StatusCode, body)
	}
	r, body = asks(t, http.DefaultClient, "POST", here+"/api/v1/access/key", "")
	if r.StatusCode != 201 || strings.Contains(body, key) {
		t.Errorf("a new key: %d %s", r.StatusCode, body)
	}
}

func TestWatchingByALink(t *testing.T) {
	keeper := aKeeper(t)
	s, _ := newServer(t, func(o *Options) { o.Access, o.Watch = keeper, WatchLink })
	base, browser := onNetwork(t, s)
	for path, want := range map[string]int{
		"/api/v1/state": 401, "/api/state": 401, "/api/v1/events": 401, "/stream.mjpg": 401, "/snapshot.jpg": 401, "/metrics": 401,
		"/healthz": 503, "/operate": 200, "/phone": 200, "/b/main/phone": 200, "/api/v1/access": 200, "/theme.js": 200, "/watch": 401, "/b/main/phone/x": 401,
	} {
		if r, body := asks(t, browser, "GET", base+path, ""); r.StatusCode != want {
			t.Errorf("%s without the link: %d %.200s", path, r.StatusCode, body)
		}
	}
	r, _ := asks(t, browser, "GET", base+"/watch?lang=fr", "", "Accept: text/html")
	if to := r.Header.Get("Location"); r.StatusCode != 303 || to != "/operate?to=%2Fwatch%3Flang%3Dfr" {
		t.Errorf("a page without the link: %d to %s", r.StatusCode, to)
	}
	secret, err := s.access.WatchLink()
	if err != nil {
		t.Fatal(err)
	}
	if r, _ := asks(t, browser, "GET", base+"/api/v1/state?w="+secret, ""); r.StatusCode != 200 {
		t.Errorf("a program with the link: %d", r.StatusCode)
	}
	fresh := browserTo(t, portOf(t, base))
	if r, _ := asks(t, fresh, "GET", base+"/watch?w=x"+secret, "", "Accept: text/html"); r.StatusCode != 303 || !strings.HasPrefix(r.Header.Get("Location"), "/operate") {
		t.Errorf("a wrong link: %d to %s", r.StatusCode, r.Header.Get("Location"))
	}
	r, _ = asks(t, fresh, "GET", base+"/watch?lang=fr&w="+secret, "", "Accept: text/html")
	if to := r.Header.Get("Location"); r.StatusCode != 303 || to != "/watch?lang=fr" {
		t.Errorf("the link: %d to %s", r.StatusCode, to)
	}
	if r, _ := asks(t, fresh, "GET", base+"/api/v1/state", ""); r.StatusCode != 200 {
		t.Errorf("after the link: %d", r.StatusCode)
	}
	if r, _ := asks(t, fresh, "POST", base+"/api/v1/match/orders?w="+secret, `{"kind":"undo"}`); r.StatusCode != 401 {
		t.Errorf("who watches gives orders: %d", r.StatusCode)
	}
	if _, err := keeper.NewWatchLink(); err != nil {
		t.Fatal(err)
	}
	if r, _ := asks(t, fresh, "GET", base+"/api/v1/state", ""); r.StatusCode != 401 {
		t.Errorf("after the link was renewed: %d", r.StatusCode)
	}
}

func portOf(t *testing.T, base string) (port int) {
	t.Helper()
	if _, err := fmt.Sscanf(base[strings.LastIndex(base, ":")+1:], "%d", &port); err != nil {
		t.Fatal(err)
	}
	return port
}

func TestPagesOfTheOperatorLeadOthersToTheKey(t *testing.T) {
	s, _ := newServer(t, func(o *Options) {
		o.Access, o.Phone = aKeeper(t), func(string) *phone.Camera { return nil }
	})
	base, browser := onNetwork(t, s)
	for page, want := range map[string]int{
		"/start": 303, "/calibrate": 303, "/data": 303, "/dispute": 303, "/b/main/start": 303, "/b/main/dispute": 303,
		"/": 200, "/watch": 200, "/b/main/": 200, "/phone": 200, "/wall": 200, "/overlay": 200, "/operate": 200,
	} {
		r, _ := asks(t, browser, "GET", base+page+"?lang=nl", "", "Accept: text/html")
		if r.StatusCode != want {
			t.Errorf("%s: %d", page, r.StatusCode)
		}
		if want == 303 && r.Header.Get("Location") != "/operate?to="+url.QueryEscape(page+"?lang=nl") {
			t.Errorf("%s leads to %s", page, r.Header.Get("Location"))
		}
	}
}

func TestQRCodesLeadHereOnly(t *testing.T) {
	s, _ := newServer(t, func(o *Options) { o.Names = []string{"board.example.org"} })
	base, _ := listen(t, s)
	for text, want := range map[string]int{
		"https://192.168.1.20:8080/watch?w=abc": 200, "http://localhost:8080/": 200, "https://board.example.org/b/x/phone#code=y": 200, "http://board.local/": 200,
		"": 400, "hello": 400, "javascript:alert(1)": 400, "https://evil.example/": 400, "https://board.example.org.evil.example/": 400, "https://localhost@evil.example/": 400,
		"https://x:y@localhost/": 400, "http://localhost/" + strings.Repeat("x", maxQRText): 400, "wifi:T:WPA;S:x;;": 400,
	} {
		status, h, body := fetch(t, base+"/api/v1/qr.svg?text="+url.QueryEscape(text))
		if status != want || want == 200 && (h.Get("Content-Type") != "image/svg+xml" || !strings.HasPrefix(body, "<svg ")) {
			t.Errorf("%.60s: %d %.100s", text, status, body)
		}
	}
}

func TestBrowsersAreCalledAsPeopleCallThem(t *testing.T) {
	for agent, want := range map[string]string{
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1": "Safari, iPhone",
		"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36":                         "Chrome, Android",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0":           "Edge, Windows",
		"Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0":                                                                  "Firefox, Linux",
		"curl/8.5.0": "curl", "MyRobot/1": "MyRobot/1",
	} {
		if got := browserName(agent); got != want {
			t.Errorf("%s is %q", agent, got)
		}
	}
}
