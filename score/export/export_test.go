package export_test

import (
	"encoding/csv"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/export"
)

func match(t *testing.T, form referee.Form, rules, id string) *score.Match {
	t.Helper()
	rs, err := models.ShippedRulesets().Get(rules)
	if err != nil {
		t.Fatal(err)
	}
	board := rs.RulebookBoard()
	if rs.Game == models.Carrom {
		board = models.ShippedBoards()["carrom-icf"]
	}
	setup := score.NewSetup(id, rs, board, form)
	for i := range setup.Teams {
		for k := range setup.Teams[i].Players {
			setup.Teams[i].Players[k].Name = []string{"Ann", "Ben", "Cy", "Di"}[i+2*k]
		}
	}
	setup.Teams[0].Players[0].CID = "CRK-00142"
	setup.Event, setup.Stage = "Club evening", "Final"
	m, err := score.Begin(score.Event{At: time.Date(2026, 5, 6, 20, 0, 0, 0, time.FixedZone("CEST", 7200)), Kind: score.KindStart, Setup: &setup})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func do(t *testing.T, m *score.Match, e score.Event) {
	t.Helper()
	if _, err := m.Append(e); err != nil {
		t.Fatal(err)
	}
}

func round(m *score.Match, a, b score.Count) score.Event {
	s := m.Setup()
	return score.Event{Kind: score.KindRound, Round: &score.RoundEnd{Counts: map[referee.Side]score.Count{s.Teams[0].Side: a, s.Teams[1].Side: b}}}
}

// singles is a whole NCA game: 2-0, 0-2, 1-1, 2-0.
func singles(t *testing.T) *score.Match {
	m := match(t, referee.Two, "NCA", "evening-7")
	do(t, m, score.Event{Kind: score.KindShot, Shot: &score.Shot{Seat: referee.South, Disc: "A1", After: []referee.Rest{{ID: "A1", State: referee.InHole}}}})
	do(t, m, round(m, score.Count{Board: 20, Twenties: 2}, score.Count{Board: 20}))
	do(t, m, round(m, score.Count{Board: 10}, score.Count{Board: 30}))
	do(t, m, round(m, score.Count{Board: 40}, score.Count{Twenties: 2}))
	do(t, m, round(m, score.Count{Board: 50}, score.Count{}))
	return m
}

func TestCMN(t *testing.T) {
	var out strings.Builder
	if err := export.CMN(&out, []*score.Match{singles(t)}, "1.2"); err != nil {
		t.Fatal(err)
	}
	var c struct {
		CMN, ID string
		Match   struct {
			Date, Format string
			Teams        []struct {
				Players []struct{ Name, CID string }
			}
			GameFormat struct {
				Type  string
				Count int
			}
			Games []struct {
				Winner, Hammer   *int
				Scores, Twenties []int
			}
			Winner *int
		}
		Event  struct{ Name, Round string }
		Source struct{ App, Version string }
	}
	if err := json.Unmarshal([]byte(out.String()), &c); err != nil {
		t.Fatal(err)
	}
	if c.CMN != "1.0" || !regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`).MatchString(c.ID) {
		t.Errorf("cmn %s, id %s", c.CMN, c.ID)
	}
	if c.Match.Date != "2026-05-06T18:00:00Z" || c.Match.Format != "singles" || c.Match.GameFormat.Type != "fixed" || c.Match.GameFormat.Count != 4 {
		t.Errorf("%+v", c.Match)
	}
	if len(c.Match.Teams) != 2 || c.Match.Teams[0].Players[0].Name != "Ann" || c.Match.Teams[0].Players[0].CID != "CRK-00142" || c.Event.Round != "Final" || c.Source.App != "ditchline" || c.Source.Version != "1.2" {
		t.Errorf("%+v %+v %+v", c.Match.Teams, c.Event, c.Source)
	}
	if len(c.Match.Games) != 4 || *c.Match.Winner != 0 || *c.Match.Games[0].Winner != 0 || *c.Match.Games[1].Winner != 1 || c.Match.Games[2].Winner != nil {
		t.Errorf("%s", out.String())
	}
	// South shot first in the first round: in CMN's words the hammer is team 0,
	// though the last shot was team 1's.
	first := c.Match.Games[0]
	if *first.Hammer != 0 || *c.Match.Games[1].Hammer != 1 || first.Scores[0] != 60 || first.Twenties[0] != 2 || first.Scores[1] != 20 {
		t.Errorf("first round: %+v", first)
	}
	if !strings.Contains(out.String(), `"winner": null`) {
		t.Error("a drawn game must say null")
	}
}

func TestCMNBatchAndLimits(t *testing.T) {
	doubles := match(t, referee.Four, "MAY", "5d1f2a60-7b2c-4c56-9f0e-0a1b2c3d4e5f")
	do(t, doubles, round(doubles, score.Count{Board: 85}, score.Count{Board: 75}))
	var out strings.Builder
	if err := export.CMN(&out, []*score.Match{singles(t), doubles}, ""); err != nil {
		t.Fatal(err)
	}
	var b struct {
		Batch   bool
		Matches []struct {
			ID    string
			Match struct {
				Format string
				Winner *int
				Teams  []struct{ Players []struct{ Name string } }
			}
		}
	}
	if err := json.Unmarshal([]byte(out.String()), &b); err != nil || !b.Batch || len(b.Matches) != 2 {
		t.Fatalf("%v %+v", err, b)
	}
	if m := b.Matches[1]; m.ID != "5d1f2a60-7b2c-4c56-9f0e-0a1b2c3d4e5f" || m.Match.Format != "doubles" || m.Match.Winner != nil || len(m.Match.Teams[1].Players) != 2 {
		t.Errorf("%+v", m)
	}
	for _, m := range []*score.Match{match(t, referee.Three, "MAY", "x"), match(t, referee.TwoVOne, "CH", "x"), match(t, referee.Two, "CAR", "x")} {
		if err := export.CMN(&out, []*score.Match{m}, ""); err == nil || !strings.Contains(err.Error(), "singles and doubles only") {
			t.Errorf("%s %s: %v", m.Setup().Ruleset.ID, m.Setup().Form, err)
		}
	}
}

func TestTable(t *testing.T) {
	var out strings.Builder
	if err := export.Table(&out, singles(t)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Match evening-7, NCA, 2 players, count rounds4", "Ann 5, Ben 3; won by Ann", "FIRST SHOOTER", "HAMMER (LAST SHOT)", "OK_OPEN_20", "A1 R_20", "A +1", "NCA-06"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the table does not say %q:\n%s", want, out.String())
		}
	}
	first := regexp.MustCompile(`(?m)^1 +Ann +Ben `)
	if !first.MatchString(out.String()) {
		t.Errorf("round 1: Ann shot first, Ben last:\n%s", out.String())
	}
}

func TestCSVAndJSON(t *testing.T) {
	carrom := match(t, referee.Two, "CAR", "c1")
	do(t, carrom, score.Event{Kind: score.KindStroke, Stroke: &score.Stroke{Stroke: referee.Stroke{Own: 1, Striker: true}}})
	var out strings.Builder
	if err := export.CSV(&out, []*score.Match{singles(t), carrom}); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(out.String())).ReadAll()
	if err != nil || len(rows) != 3 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	if rows[1][0] != "evening-7" || rows[1][11] != "OK_OPEN_20" || rows[2][16] != "CONTINUE" || rows[2][17] != "OUT 1 (this stroke), DUE 1" {
		t.Errorf("%v", rows)
	}
	out.Reset()
	if err := export.JSON(&out, carrom); err != nil {
		t.Fatal(err)
	}
	var j struct {
		Match      map[string]any
		Statistics map[string]any
		Events     []map[string]any
	}
	if err := json.Unmarshal([]byte(out.String()), &j); err != nil || len(j.Events) != 2 || j.Match["carrom"] == nil || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("%v: %s", err, out.String())
	}
	out.Reset()
	if err := export.Table(&out, carrom); err != nil || !strings.Contains(out.String(), "CAR-20") {
		t.Errorf("%v: %s", err, out.String())
	}
}
