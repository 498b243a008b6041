package ui

import (
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"ditchline/score"
	"ditchline/score/session"
	"ditchline/ui/storybook"
)

func TestAMatchIsShownAndTakesOrdersOfItsOwnPageOnly(t *testing.T) {
	story, err := storybook.Tell("question")
	if err != nil {
		t.Fatal(err)
	}
	s, board := newServer(t, nil)
	board.Publish(story.State)
	url, _ := listen(t, s)

	answer, err := http.Get(url + "/api/v1/match")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var m session.MatchView
	if err := json.NewDecoder(answer.Body).Decode(&m); err != nil || len(m.Shots) != 4 || len(m.Reviews) != 1 {
		t.Fatalf("%v: %d shots, %d questions", err, len(m.Shots), len(m.Reviews))
	}
	for name, c := range map[string]struct {
		kind, origin, body string
		status             int
		code               string
	}{
		"a form of another site":  {"text/plain", "", `{"kind":"undo"}`, 415, "not_json"},
		"a page of another site":  {"application/json", "http://evil.example", `{"kind":"undo"}`, 403, "foreign_page"},
		"a field of no order":     {"application/json", "", `{"kind":"undo","seq":4}`, 400, "bad_order"},
		"two orders at once":      {"application/json", "", `{"kind":"undo"}{"kind":"undo"}`, 400, "bad_order"},
		"half an order":           {"application/json", "", `{"kind":`, 400, "bad_order"},
		"an answer":               {"application/json", url, `{"kind":"ruling","of":8,"answers":{"line5:A2":true}}`, 200, ""},
		"an answer to no board's": {"application/json", "", `{"kind":"undo"}`, 200, ""},
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/api/v1/match/orders", strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", c.kind)
		if c.origin != "" {
			req.Header.Set("Origin", c.origin)
		}
		answer, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode != c.status || !strings.Contains(string(text), c.code) {
			t.Errorf("%s: status %d: %.120s", name, answer.StatusCode, text)
		}
	}
	orders := board.Orders()
	if len(orders) != 2 {
		t.Fatalf("%d orders were taken, want 2", len(orders))
	}
	for _, o := range orders {
		if o.Kind == score.KindRuling && (o.Of != 8 || !o.Answers["line5:A2"]) {
			t.Errorf("the answer came as %+v", o)
		}
	}
}

func TestBeforeTheBoardIsFoundThereIsNoMatch(t *testing.T) {
	s, _ := newServer(t, nil)
	url, _ := listen(t, s)
	for _, path := range []string{"/api/v1/match", "/api/v1/match/log"} {
		answer, err := http.Get(url + path)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d", path, answer.StatusCode)
		}
	}
}

func TestEachPictureComesAfterTheStateThatWasSeenInIt(t *testing.T) {
	story, err := storybook.Tell("removal")
	if err != nil {
		t.Fatal(err)
	}
	s, board := newServer(t, nil)
	board.Publish(story.State)
	url, _ := listen(t, s)
	f := story.Frame
	f.Seq = 7
	board.Show(f)
	answer, err := http.Get(url + "/api/v1/pictures?width=320")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	_, params, err := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	parts := multipart.NewReader(answer.Body, params["boundary"])
	for _, kind := range []string{"application/json", "image/jpeg"} {
		p, err := parts.NextRawPart()
		if err != nil {
			t.Fatal(err)
		}
		if p.Header.Get("Content-Type") != kind || p.Header.Get("Content-Length") == "" {
			t.Errorf("a part %v, want %s with its length", p.Header, kind)
		}
		if kind == "image/jpeg" {
			break // the part ends with the next picture's boundary
		}
		var v session.Snapshot
		if err := json.NewDecoder(p).Decode(&v); err != nil || len(v.Due) != 1 {
			t.Errorf("%v: %d discs to take off", err, len(v.Due))
		}
	}
}
