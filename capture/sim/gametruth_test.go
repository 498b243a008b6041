package sim

import (
	"encoding/json"
	"testing"
)

func TestTheGamesTruthAgreesWithTheGame(t *testing.T) {
	o := Defaults()
	o.Discs, o.Seed = 4, 11
	g := NewGame(o)
	var turns []*Turn
	for range 8 {
		turns = append(turns, g.Next())
	}
	frames := int(turns[7].End * o.FPS)
	truth := NewGameTruth("game", o, turns, frames)
	score := g.Score()
	if p := truth.Truth.RoundScore; p.Points["A"] != score[0].Total || p.Points["B"] != score[1].Total || p.Partial {
		t.Errorf("truth scores %+v, the game %+v", p, score)
	}
	if len(truth.Truth.Shots) != 8 || len(truth.Truth.Order) != 2 || truth.Truth.Order[0] != "A1" || len(truth.Discs) != 8 {
		t.Fatalf("%d shots, order %v, %d discs", len(truth.Truth.Shots), truth.Truth.Order, len(truth.Discs))
	}
	for i, s := range truth.Truth.Shots {
		if len(s.Opponents) > 0 && s.Contacted != (s.Verdict == "valid") {
			t.Errorf("shot %d: contacted %v, verdict %s", i+1, s.Contacted, s.Verdict)
		}
		if i+1 < 8 && len(s.AfterRemoval) != len(truth.Truth.Shots[i+1].Before) {
			t.Errorf("shot %d leaves %d discs, shot %d finds %d", i+1, len(s.AfterRemoval), i+2, len(truth.Truth.Shots[i+1].Before))
		}
	}
	// eval_replay.py fails on a null where it iterates.
	text, err := json.Marshal(truth)
	if err != nil {
		t.Fatal(err)
	}
	var back struct {
		Truth struct {
			Shots []map[string]any
		}
	}
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	for _, s := range back.Truth.Shots {
		for _, field := range []string{"team", "t_flick", "t_settled", "start", "start_valid", "verdict", "after_settle", "remove", "due_before", "twenties", "anomalies", "before"} {
			if s[field] == nil {
				t.Errorf("shot without %s: %v", field, s)
			}
		}
	}
	if half := NewGameTruth("half", o, turns, int(turns[3].End*o.FPS)); len(half.Truth.Shots) != 4 || !half.Truth.RoundScore.Partial {
		t.Errorf("a film of 4 shots has %d, partial %v", len(half.Truth.Shots), half.Truth.RoundScore.Partial)
	}
}
