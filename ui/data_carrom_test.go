package ui

import (
	"slices"
	"strings"
	"testing"

	"ditchline/models"
	"ditchline/score"
)

func TestCarromIsKeptShownAndExported(t *testing.T) {
	h := newHouse(t, "CAR")
	var m MatchPage
	h.do(t, "GET", "/api/v1/matches/"+h.id(0), nil, &m)
	if m.Game != models.Carrom || len(m.Strokes) != m.Shots || len(m.Boards) != m.Rounds || m.Rounds == 0 || m.Geometry.Carrom == nil {
		t.Fatalf("%+v", m.MatchLine)
	}
	k := m.Strokes[0]
	if k.Player == "" || k.Game != 1 || k.Board != 1 || len(k.Lies) != 19-k.Stroke.Own-k.Stroke.Opp {
		t.Errorf("the first stroke: %+v", k)
	}
	if p := m.Statistics.Carrom; len(p) != 2 || p[0].Strokes+p[1].Strokes != m.Shots || p[0].Queens+p[1].Queens == 0 {
		t.Errorf("figures: %+v", p)
	}
	for format, begins := range map[string]string{"pdf": "%PDF-", "csv": "match,ruleset", "json": `{"match":`} {
		if status, text := h.do(t, "GET", "/api/v1/matches/"+h.id(0)+"/export/"+format, nil, nil); status != 200 || !strings.HasPrefix(text, begins) {
			t.Errorf("%s: %d %.60q", format, status, text)
		}
	}
	if status, text := h.do(t, "GET", "/api/v1/matches/"+h.id(0)+"/export/cmn", nil, nil); status != 409 || !strings.Contains(text, "not carrom") {
		t.Errorf("cmn: %d %s", status, text)
	}
	if _, text := h.do(t, "GET", "/api/v1/matches/"+h.id(0)+"/export/csv", nil, nil); strings.Count(text, "\n") != 1+m.Shots || !strings.Contains(text, "CONTINUE") {
		t.Errorf("csv has not a row for each of %d strokes: %.400s", m.Shots, text)
	}
}

func TestACarromCareerAddsUp(t *testing.T) {
	h := newHouse(t, "CAR", "NCA")
	var list PlayerList
	h.do(t, "GET", "/api/v1/players", nil, &list)
	for _, line := range list.Players {
		var p PlayerPage
		h.do(t, "GET", "/api/v1/players/"+urlPath(line.Player), nil, &p)
		var want score.Career
		for _, f := range p.Form {
			if f.Carrom {
				want.Strokes += f.Shots
				want.Pieces += f.Pieces
				want.Queens += f.Queens
				want.BestRun = max(want.BestRun, f.BestRun)
			} else {
				want.Shots += f.Shots
			}
		}
		if p.Strokes != want.Strokes || p.Pieces != want.Pieces || p.Queens != want.Queens || p.BestRun != want.BestRun || p.Shots != want.Shots || p.Strikers.Of != p.Strokes {
			t.Errorf("%s: %+v, want %+v", p.Player, p.Career, want)
		}
		if p.Shots > 0 && p.Geometry.Carrom != nil {
			t.Errorf("%s: the maps of crokinole's shots lie on a carrom board", p.Player)
		}
	}
}

func TestCarromIsBackedUpRestoredAndDeleted(t *testing.T) {
	h := newHouse(t, "CAR")
	var was, is MatchPage
	h.do(t, "GET", "/api/v1/matches/"+h.id(0), nil, &was)
	_, zip := h.do(t, "GET", "/api/v1/data/backup", nil, nil)
	h.board.play(h.logs[5])
	if status, text := h.do(t, "DELETE", "/api/v1/matches/"+h.id(0), nil, nil); status != 200 {
		t.Fatalf("%d %s", status, text)
	}
	if left := h.holders(t, h.id(0)); len(left) > 0 {
		t.Errorf("%s still stands in %v", h.id(0), left)
	}
	var back Restored
	if status, text := h.do(t, "POST", "/api/v1/data/restore", strings.NewReader(zip), &back); status != 200 || back.Matches != 6 {
		t.Fatalf("%d %s: %+v", status, text, back)
	}
	h.do(t, "GET", "/api/v1/matches/"+h.id(0), nil, &is)
	if len(is.Strokes) != len(was.Strokes) || !slices.Equal(is.Strokes[0].Lies, was.Strokes[0].Lies) {
		t.Errorf("%d strokes are back of %d", len(is.Strokes), len(was.Strokes))
	}
	name := h.logs[0][0].Setup.Teams[0].Players[0].Name
	h.board.play(nil)
	if status, text := h.do(t, "DELETE", "/api/v1/players/"+urlPath(name), nil, nil); status != 200 {
		t.Fatalf("%d %s", status, text)
	}
	h.do(t, "GET", "/api/v1/matches/"+h.id(0), nil, &is)
	if is.Shots != was.Shots || slices.ContainsFunc(is.Sides, func(s MatchSide) bool { return strings.Contains(s.Name, name) }) {
		t.Errorf("after %s was deleted: %+v", name, is.MatchLine)
	}
}

func TestCarromHappensInWords(t *testing.T) {
	h := newHouse(t, "CAR")
	list := happenings("b", h.logs[0], 0)
	count := map[HappeningKind]int{}
	for _, x := range list {
		count[x.Kind]++
		if v := x.Verdict; v != nil && (v.Text == "" || v.Pocketed == nil || !slices.Contains([]string{"CONTINUE", "PASS", "END"}, v.Verdict)) {
			t.Errorf("%+v", v)
		}
		if x.Round != nil && (x.Round.Winner == "" || len(x.Round.Totals) != 2) {
			t.Errorf("%+v", x.Round)
		}
	}
	var m MatchPage
	h.do(t, "GET", "/api/v1/matches/"+h.id(0), nil, &m)
	if count[HappenedShot] != m.Shots || count[HappenedVerdict] != m.Shots || count[HappenedRound] != m.Rounds || count[HappenedMatch] != 2 {
		t.Errorf("%v of %d strokes and %d boards", count, m.Shots, m.Rounds)
	}
}
