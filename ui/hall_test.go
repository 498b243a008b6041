package ui

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// hallServer are the pages over a hub that answers its path.
func hallServer(t *testing.T) *httptest.Server {
	t.Helper()
	hub := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "hub "+r.Method+" "+r.URL.Path)
	})
	pages, err := Hall(hub, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(pages)
	t.Cleanup(s.Close)
	return s
}

func TestAHallsPagesAreThePageThatKnowsThatItIsAHalls(t *testing.T) {
	s := hallServer(t)
	_, _, home := fetch(t, s.URL+"/")
	if !strings.Contains(home, "<head>"+hallMark) || !strings.Contains(home, `<div id="app"`) {
		t.Fatalf("/ is no page of a hall: %.200q", home)
	}
	for _, path := range []string{"/bracket", "/standings", "/pairings", "/table/7", "/player/12", "/tv", "/overlay", "/overlay/board", "/director"} {
		status, h, body := fetch(t, s.URL+path)
		if status != 200 || body != home || h.Get("Content-Security-Policy") != contentPolicy || h.Get("X-Frame-Options") != "DENY" {
			t.Errorf("%s = %d, %v", path, status, h)
		}
	}
	for _, path := range []string{"/nothing", "/table", "/table/7/x", "/start", "/../etc/passwd"} {
		if status, _, _ := fetch(t, s.URL+path); status != 404 {
			t.Errorf("%s = %d, want 404", path, status)
		}
	}
	// A lone board's page is not marked.
	lone, _ := newServer(t, nil)
	base, _ := listen(t, lone)
	if _, _, body := fetch(t, base+"/"); strings.Contains(body, hallMark) {
		t.Error("a lone board's page says that it is a hall's")
	}
}

func TestAHubAnswersBehindItsPages(t *testing.T) {
	s := hallServer(t)
	for _, path := range []string{"/api/v1/event", "/healthz", "/metrics"} {
		if _, h, body := fetch(t, s.URL+path); body != "hub GET "+path || h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Content-Security-Policy") == "" {
			t.Errorf("%s: %q, %v", path, body, h)
		}
	}
	r, err := http.Post(s.URL+"/bracket", "text/plain", strings.NewReader("x"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST /bracket: %d", r.StatusCode)
	}
}
