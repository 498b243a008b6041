package main

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"ditchline/referee"
	"ditchline/score/session"
	"ditchline/score/session/desk"
)

func TestAVideoThatFailsHasItsLineAndTheOthersGoOn(t *testing.T) {
	c := call(t, fakeParts(), "replay", "--json", "missing.mp4", "missing.mp4")
	lines := strings.Split(strings.TrimSpace(c.stdout), "\n")
	if c.status != statusFailed || len(lines) != 2 {
		t.Fatalf("status %d: %s", c.status, c.stdout)
	}
	for _, line := range lines {
		var e errorLine
		if err := json.Unmarshal([]byte(line), &e); err != nil || e.Type != "error" || e.File != "missing.mp4" || e.Error == "" {
			t.Errorf("%v: %s", err, line)
		}
	}
}

func TestNotesAreToldToPeopleInALine(t *testing.T) {
	for want, n := range map[string]desk.Note{
		"shot 3 by B1: foul":            &desk.Shot{N: 3, Revision: 1, Player: "B1", Flick: 2 * time.Second, Verdict: referee.Verdict{Outcome: referee.Foul}},
		"(measured again)":              &desk.Shot{N: 3, Revision: 2, Player: "B1"},
		"! Not taken off: A2.":          &desk.Anomaly{Kind: desk.MissingRemoval, Text: "Not taken off: A2."},
		"part of a round: A 35 (15 on":  &desk.Round{Partial: true, Score: map[referee.Side]referee.Tally{"A": {Board: 15, Twenties: 1, Total: 35}}},
		"  90.00 s  round: A 0 (0 on t": &desk.Round{At: 90 * time.Second, Score: map[referee.Side]referee.Tally{"A": {}}},
	} {
		if got := noteText("a.mp4", n); !strings.Contains(got, want) {
			t.Errorf("%q does not say %q", got, want)
		}
	}
}

func TestAShotsLineHasTheFieldsOfTheContract(t *testing.T) {
	text, err := json.Marshal(session.Line("a.mp4", &desk.Shot{N: 1, Revision: 1, Team: "A", Player: "A1", Contacted: desk.No}))
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	for _, field := range []string{
		"type", "file", "n", "revision", "t_start", "t_settled", "t_reported", "team", "player", "start_valid", "opponents_before",
		"opponent_contacted", "contacts", "verdict", "reason", "text", "confidence", "remove", "twenties", "discs",
	} {
		if v, ok := got[field]; !ok || v == nil {
			t.Errorf("%s is missing in %s", field, text)
		}
	}
}
