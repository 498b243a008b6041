package hub_test

import (
	"strings"
	"testing"

	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/hall/hub"
	"ditchline/score/hall/tournament"
)

// Level after four rounds, a knockout match goes on at its board until
// somebody leads; one that is stopped while level waits for the director.
func TestAKnockoutMatchIsDecidedAtItsBoard(t *testing.T) {
	h := newHall(t, 1, 2)
	h.up()
	h.open(tournament.Setup{Stages: []tournament.Stage{{Name: "Cup", System: tournament.Knockout}}}, 4)
	h.draw()
	eventually(t, "both tables know their match", func() bool {
		return h.tables[0].assignment().Match != "" && h.tables[1].assignment().Match != ""
	})
	level := func(tb *table) {
		tb.put(score.Event{Kind: score.KindRound, Round: &score.RoundEnd{Counts: map[referee.Side]score.Count{"A": {Board: 20}, "B": {Board: 20}}}})
	}
	for _, tb := range h.tables {
		tb.step()
		for range 4 {
			level(tb)
		}
		if s := tb.match.State(); s.Phase == score.Over || !s.Deciding {
			t.Fatalf("table %s is %s after four level rounds", tb.name, s.Phase)
		}
	}
	decided, stopped := h.tables[0], h.tables[1]
	decided.put(score.Event{Kind: score.KindRound, Round: &score.RoundEnd{Counts: map[referee.Side]score.Count{"A": {Board: 20}, "B": {Board: 25}}}})
	stopped.put(score.Event{Kind: score.KindStop})
	if stopped.match.State().Phase != score.Over {
		level(stopped)
	}
	eventually(t, "one is decided, and one waits", func() bool {
		return h.openMatches() == 1 && strings.Contains(ask(t, h.hub, "/api/v1/event"), "enter who goes on")
	})
	var open tournament.MatchID
	h.state(func(s *tournament.State) { open = s.Open()[0].ID })
	h.direct(hub.Say(tournament.Event{Kind: tournament.KindResult, By: "director", Match: open, Result: &tournament.Result{Points: [2]int{4, 4}, Winner: tournament.WinnerA}}))
	h.draw()
	h.state(func(s *tournament.State) {
		if final := s.Stage().Rounds[1].Matches; len(final) != 1 || final[0].Bye() {
			t.Errorf("final: %+v", final)
		}
	})
}
