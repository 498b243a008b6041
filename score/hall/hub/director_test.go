package hub_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"ditchline/score/hall/tournament"
)

// browser keeps cookies as a browser does, and says where its pages are from.
type browser struct {
	t       *testing.T
	handler http.Handler
	cookies map[string]*http.Cookie
	origin  string
}

func (b *browser) send(method, path, body string) *httptest.ResponseRecorder {
	b.t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Origin", b.origin)
	for _, c := range b.cookies {
		r.AddCookie(c)
	}
	w := httptest.NewRecorder()
	b.handler.ServeHTTP(w, r)
	for _, c := range w.Result().Cookies() {
		if c.MaxAge < 0 {
			delete(b.cookies, c.Name)
		} else {
			b.cookies[c.Name] = c
		}
		if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode {
			b.t.Errorf("cookie %s can be read by a page, or sent from another site", c.Name)
		}
	}
	return w
}

func (b *browser) want(status int, method, path, body string) string {
	b.t.Helper()
	w := b.send(method, path, body)
	if w.Code != status {
		b.t.Errorf("%s %s: %d, want %d: %s", method, path, w.Code, status, w.Body)
	}
	return w.Body.String()
}

func newBrowser(t *testing.T, handler http.Handler) *browser {
	return &browser{t: t, handler: handler, cookies: map[string]*http.Cookie{}, origin: "http://example.com"} // httptest's host
}

func TestADirectorSignsInAndOut(t *testing.T) {
	h := evening(t, 2)
	b := newBrowser(t, h.hub.Handler())
	note := `{"kind":"note","note":"lunch at noon"}`
	b.want(401, "POST", "/api/v1/desk", note)
	b.want(401, "GET", "/api/v1/desk/log", "")
	b.want(403, "POST", "/api/v1/desk/sign-in", `{"word":"guess"}`)
	b.want(400, "POST", "/api/v1/desk/sign-in", `word`)
	if text := b.want(200, "GET", "/api/v1/desk", ""); !strings.Contains(text, `"director":false`) {
		t.Errorf("a visitor: %s", text)
	}
	b.want(201, "POST", "/api/v1/desk/sign-in", `{"word":" director\n","name":"Ann\nat the\u0007 desk"}`)
	if text := b.want(200, "GET", "/api/v1/desk", ""); !strings.Contains(text, `"director":true`) {
		t.Errorf("the director: %s", text)
	}
	b.want(201, "POST", "/api/v1/desk", note)
	if text := b.want(200, "GET", "/api/v1/desk/log?after=1", ""); !strings.Contains(text, `"by":"director Ann at the desk"`) || strings.Contains(text, `"kind":"open"`) {
		t.Errorf("the log: %s", text)
	}
	// The browser's cookie does nothing for a page of another site.
	b.origin = "https://elsewhere.test"
	b.want(403, "POST", "/api/v1/desk", note)
	b.want(403, "POST", "/api/v1/desk/sign-in", `{"word":"director"}`)
	b.origin = "http://example.com"
	// Nor does one that was changed.
	for name, c := range b.cookies {
		forged := *c
		forged.Value = "eyJ1bnRpbCI6IjI5OTktMDEtMDFUMDA6MDA6MDBaIn0." + strings.SplitN(c.Value, ".", 2)[1]
		b.cookies[name] = &forged
		b.want(401, "POST", "/api/v1/desk", note)
		b.cookies[name] = c
	}
	b.want(201, "POST", "/api/v1/desk", note)
	b.want(200, "POST", "/api/v1/desk/sign-out", "")
	b.want(401, "POST", "/api/v1/desk", note)
}

func TestEntriesArePreviewedAndEnterNobody(t *testing.T) {
	h := evening(t, 2)
	b := newBrowser(t, h.hub.Handler())
	b.want(401, "POST", "/api/v1/desk/entrants?preview=1", "name\nAnn\n")
	b.want(201, "POST", "/api/v1/desk/sign-in", `{"word":"director"}`)
	var before int
	h.state(func(s *tournament.State) { before = len(s.Entrants) })
	var got struct {
		Entries []tournament.Entry `json:"entries"`
		Problem string             `json:"problem"`
	}
	text := b.want(200, "POST", "/api/v1/desk/entrants?preview=1", "name,shoe\nAnn & Bob,44\nCy,45\n")
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Entries) != 2 || got.Entries[0].Problem == "" || got.Entries[1].Problem != "" || !strings.Contains(got.Problem, "shoe") {
		t.Errorf("%s", text)
	}
	if text := b.want(422, "POST", "/api/v1/desk/entrants", "name,seed\nAnn,first\nBob,second\n"); !strings.Contains(text, "line 2") || !strings.Contains(text, "line 3") {
		t.Errorf("%s", text)
	}
	h.state(func(s *tournament.State) {
		if len(s.Entrants) != before {
			t.Errorf("%d are entered, want %d", len(s.Entrants), before)
		}
	})
}

func TestTicketsAreTheDirectors(t *testing.T) {
	data := t.TempDir()
	p := startPlace(t, data, "1", "2")
	b := newBrowser(t, p.Handler())
	b.want(401, "GET", "/api/v1/desk/ticket?table=1", "")
	b.want(401, "POST", "/api/v1/desk/revoke?table=1", "")
	word, err := os.ReadFile(p.DirectorFile())
	if err != nil {
		t.Fatal(err)
	}
	b.want(201, "POST", "/api/v1/desk/sign-in", `{"word":"`+strings.ToLower(string(word))+`"}`)
	if text := b.want(200, "GET", "/api/v1/desk", ""); !strings.Contains(text, `"tickets":["1","2"]`) || !strings.Contains(text, `"servers":["tls://127.0.0.1:`) {
		t.Errorf("%s", text)
	}
	file, err := os.ReadFile(p.TicketFile("1"))
	if err != nil {
		t.Fatal(err)
	}
	same := func(text string) bool {
		var a, b bytes.Buffer
		return json.Compact(&a, []byte(text)) == nil && json.Compact(&b, file) == nil && a.String() == b.String()
	}
	w := b.send("GET", "/api/v1/desk/ticket?table=1", "")
	if w.Code != 200 || !same(w.Body.String()) || !strings.Contains(w.Header().Get("Content-Disposition"), `"club-table-1.json"`) {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
	b.want(404, "GET", "/api/v1/desk/ticket?table=..%2Fhub", "")
	b.want(404, "POST", "/api/v1/desk/revoke?table=9", "")
	b.want(201, "POST", "/api/v1/desk/revoke?table=1", "")
	if text := b.want(200, "GET", "/api/v1/desk/ticket?table=1", ""); same(text) {
		t.Error("the revoked ticket is given out still")
	}
}

// What the pages read of a knockout after a pool: who goes on, the bracket,
// the player's way, what the director is to do next.
func TestThePagesAreToldHowItStands(t *testing.T) {
	h := newHall(t, 1, 2)
	h.up()
	h.open(pool, 4)
	b := newBrowser(t, h.hub.Handler())
	has := func(path string, parts ...string) {
		t.Helper()
		text := b.want(200, "GET", path, "")
		for _, part := range parts {
			if !strings.Contains(text, part) {
				t.Errorf("%s: no %s in %s", path, part, text)
			}
		}
	}
	next := func(want string) {
		t.Helper()
		eventually(t, want, func() bool { return strings.Contains(ask(t, h.hub, "/api/v1/event"), `"next":`+want) })
	}
	next(`{"do":"round","stage":"Pool","round":1}`)
	for range 3 {
		h.draw()
		h.playAll()
	}
	next(`{"do":"stage","stage":"Final","takes":2}`)
	has("/api/v1/standings", `"system":"round_robin"`, `"next":"Final"`, `"rounds_played":3`, `"order":["points","twenties","difference","head_to_head"]`)
	has("/api/v1/brackets", `"brackets":[]`)
	b.want(201, "POST", "/api/v1/desk/sign-in", `{"word":"director"}`)
	b.want(201, "POST", "/api/v1/desk/stage", "")
	has("/api/v1/desk/round", `"round":1`, `"a":"`)
	b.want(201, "POST", "/api/v1/desk", `{"kind":"void"}`)
	next(`{"do":"stage","stage":"Final","takes":2}`)
	b.want(201, "POST", "/api/v1/desk/stage", "")
	b.want(201, "POST", "/api/v1/desk/round?round=1", "")
	next(`{"do":"wait","stage":"Final","round":1}`)
	has("/api/v1/brackets", `"stage":"Final"`, `"match":"2A-1-1"`)
	has("/api/v1/players/1", `"next":{"id":"2A-1-1"`, `"played":3`, `"place":1`)
	h.playAll()
	next(`{"do":"done"}`)
	has("/api/v1/tournament.json", `"brackets":[{`, `"winner":"1"`, `"setup":{`, `"standings":[{`)
	has("/api/v1/event", `"bracket":2`)
	has("/api/v1/pairings?stage=1&round=1", `"id":"2A-1-1"`, `"text":"Final, round 1"`)
	if text := b.want(200, "GET", "/api/v1/pairings?stage=0&round=2", ""); strings.Count(text, `"id":"1A-2-`) != 2 || strings.Contains(text, "1A-1") || strings.Contains(text, "2A") {
		t.Errorf("pairings of a round: %s", text)
	}
	b.want(422, "GET", "/api/v1/pairings?round=x", "")
	has("/api/v1/presets", `"name":"wcc-singles"`, `"system":"knockout"`)
}
