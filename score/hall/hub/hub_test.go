package hub_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"ditchline/score/hall/hub"
	"ditchline/score/hall/tournament"
)

func ask(t *testing.T, h *hub.Hub, path string) string {
	t.Helper()
	w := httptest.NewRecorder()
	h.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w.Body.String()
}

var pool = tournament.Setup{Stages: []tournament.Stage{{Name: "Pool", System: tournament.RoundRobin}, {Name: "Final", System: tournament.Knockout, Take: 2}}}

// A whole evening: two tables, a pool of four, a final.
func TestAnEveningRunsByItself(t *testing.T) {
	h := newHall(t, 1, 2)
	h.up()
	h.open(pool, 4)
	for range 3 {
		h.draw()
		h.playAll()
	}
	h.direct(hub.Computed((*tournament.Tournament).NextStage))
	h.draw()
	h.playAll()
	h.state(func(s *tournament.State) {
		if !s.Done() {
			t.Error("the tournament is not over")
		}
		if rows := s.Standings(1, 0); rows[0].Entrant != "1" || rows[1].Entrant != "2" {
			t.Errorf("final: %+v", rows)
		}
	})
	h.agree(h.asked)
	if text := ask(t, h.hub, "/api/v1/matches.cmn"); strings.Count(text, `"hammer"`) != 7*4 || !strings.Contains(text, `"batch": true`) || !strings.Contains(text, `"round": "Final, round 1"`) {
		t.Errorf("CMN: %s", text)
	}
	if text := ask(t, h.hub, "/healthz"); !strings.Contains(text, `"ok":true`) {
		t.Errorf("health: %s", text)
	}
	if text := ask(t, h.hub, "/metrics"); !strings.Contains(text, `ditchline_hall_matches{state="done"} 7`) {
		t.Errorf("metrics: %s", text)
	}
}

// asked is a page's question to the hall's hub.
func (h *hall) asked(path string) string { return ask(h.t, h.hub, path) }
