package hub_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"ditchline/models"
	"ditchline/score/hall/hub"
	"ditchline/score/hall/tournament"
)

// askInto reads a hub's answer to a path, and gives its status.
func askInto(t *testing.T, h *hub.Hub, path string, into any) int {
	t.Helper()
	w := httptest.NewRecorder()
	h.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	text, err := io.ReadAll(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	if into != nil {
		if err := json.Unmarshal(text, into); err != nil {
			t.Fatalf("%s: %v\n%s", path, err, text)
		}
	}
	return w.Code
}

// toldLine is what these tests read of a table's answer.
type toldLine struct {
	Line *struct {
		Gone    bool
		Since   string
		Waiting int
	}
	View *struct{ Surface string }
	Play *struct {
		Round int
		Next  *struct{ Player string }
		Sides []struct {
			Name             string
			Twenties, Points int
		}
		Shots []struct {
			Verdict, Reason string
			Removed         []struct{ Why string }
		}
	}
	Upcoming []struct{ Names []string }
}

func TestATableIsToldInFull(t *testing.T) {
	h := evening(t, 2)
	for range 3 {
		h.tables[0].step() // its start, and two shots
	}
	var told toldLine
	eventually(t, "two shots are told", func() bool {
		askInto(t, h.hub, "/api/v1/tables/1/play", &told)
		return told.Play != nil && len(told.Play.Shots) == 2
	})
	shot := told.Play.Shots[1]
	if shot.Verdict != "valid" || shot.Reason != "OK_OPEN_20" || len(shot.Removed) != 1 || shot.Removed[0].Why != "R_20" {
		t.Errorf("the second shot: %+v", shot)
	}
	if s := told.Play.Sides; len(s) != 2 || s[0].Twenties != 1 || s[0].Points != 20 || told.Play.Next == nil {
		t.Errorf("the match: %+v", told.Play)
	}
	var board models.Board
	if askInto(t, h.hub, "/api/v1/surfaces/"+told.View.Surface, &board) != 200 || board.Rings != mustBoard(t).Rings {
		t.Errorf("surface %s: %+v", told.View.Surface, board)
	}
	for _, path := range []string{"/api/v1/tables/99/play", "/api/v1/surfaces/none"} {
		if code := askInto(t, h.hub, path, nil); code != 404 {
			t.Errorf("%s: %d", path, code)
		}
	}
}

// A table whose link is cut is told as gone, since when it was last heard.
func TestATableThatFallsSilentIsTold(t *testing.T) {
	h := evening(t, 2)
	h.tables[0].step()
	var told toldLine
	eventually(t, "the table is heard", func() bool {
		askInto(t, h.hub, "/api/v1/tables/1", &told)
		return told.Line != nil && !told.Line.Gone
	})
	h.tables[0].cut()
	h.ahead.Store(int64(time.Minute))
	eventually(t, "the table is gone", func() bool {
		askInto(t, h.hub, "/api/v1/tables/1", &told)
		return told.Line.Gone && told.Line.Since != ""
	})
	h.tables[0].join()
	told = toldLine{}
	eventually(t, "the table is back", func() bool {
		told = toldLine{}
		askInto(t, h.hub, "/api/v1/tables/1", &told)
		return told.Line != nil && !told.Line.Gone
	})
}

func TestATableIsFeatured(t *testing.T) {
	h := evening(t, 2)
	featured := func() string {
		var event struct{ Featured string }
		askInto(t, h.hub, "/api/v1/event", &event)
		return event.Featured
	}
	h.direct(hub.Say(tournament.Event{Kind: tournament.KindFeature, Table: "2"}))
	if got := featured(); got != "2" {
		t.Errorf("featured: %q", got)
	}
	// It is in the tournament's log: another hub says the same.
	h.killHub()
	h.startHub()
	eventually(t, "the new hub says so too", func() bool { return featured() == "2" })
	h.direct(hub.Say(tournament.Event{Kind: tournament.KindTables, Tables: []string{"1"}}))
	if got := featured(); got != "" {
		t.Errorf("featured is a table that is not there any more: %q", got)
	}
	_, err := h.hub.Desk().Put(t.Context(), began, hub.Say(tournament.Event{Kind: tournament.KindFeature, Table: "2"}))
	if err == nil || !strings.Contains(err.Error(), `there is no table "2"`) {
		t.Errorf("an unknown table: %v", err)
	}
}
