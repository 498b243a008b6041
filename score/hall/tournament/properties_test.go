package tournament_test

import (
	"encoding/json"
	"slices"
	"testing"

	"ditchline/score/hall/tournament"

	"pgregory.net/rapid"
)

// drawEvent makes an event that may or may not fit.
func drawEvent(t *rapid.T, cup *tournament.Tournament) tournament.Event {
	s := cup.State()
	kinds := []tournament.Kind{
		tournament.KindEnter, tournament.KindAmend, tournament.KindWithdraw, tournament.KindReturn, tournament.KindTables, tournament.KindBegin,
		tournament.KindRound, tournament.KindRound, tournament.KindVoid, tournament.KindMove, tournament.KindClock,
		tournament.KindResult, tournament.KindResult, tournament.KindResult, tournament.KindResult, tournament.KindResult, tournament.KindResult,
		tournament.KindForfeit, tournament.KindCorrection, tournament.KindNote, tournament.KindOpen, tournament.KindSetup, "jump",
	}
	e := tournament.Event{Kind: rapid.SampledFrom(kinds).Draw(t, "kind"), At: began, Note: rapid.SampledFrom([]string{"", "a reason"}).Draw(t, "note")}
	ids := []tournament.EntrantID{"", "nobody"}
	for _, x := range s.Entrants {
		ids = append(ids, x.ID)
	}
	e.Who = rapid.SampledFrom(ids).Draw(t, "who")
	matches := []tournament.MatchID{"", "9Z-9-9"}
	for i := range s.Stages {
		for _, r := range s.Stages[i].Rounds {
			for _, m := range r.Matches {
				matches = append(matches, m.ID)
			}
		}
	}
	e.Match = rapid.SampledFrom(matches).Draw(t, "match")
	e.Table = rapid.SampledFrom([]string{"", "1", "2", "3"}).Draw(t, "table")
	switch e.Kind {
	case tournament.KindEnter:
		e.Entrants = []tournament.Entrant{{Players: []tournament.Player{{Name: "N"}}}}
		e.Group = rapid.IntRange(-1, 2).Draw(t, "group")
	case tournament.KindAmend:
		e.Entrants = []tournament.Entrant{{ID: e.Who, Players: []tournament.Player{{Name: rapid.SampledFrom([]string{"", "M"}).Draw(t, "name")}}}}
	case tournament.KindSetup:
		setup := s.Setup
		setup.Stages = slices.Clone(setup.Stages)
		st := &setup.Stages[rapid.IntRange(0, len(setup.Stages)-1).Draw(t, "changed")]
		st.Minutes, st.Rounds, st.Take = rapid.IntRange(-1, 60).Draw(t, "minutes"), rapid.IntRange(0, 4).Draw(t, "of rounds"), rapid.IntRange(0, 4).Draw(t, "take")
		e.Setup = &setup
	case tournament.KindTables:
		e.Tables = rapid.SampledFrom([][]string{{"1"}, {"1", "2"}, {"2", "2"}, nil}).Draw(t, "tables")
	case tournament.KindBegin:
		if next, err := cup.NextStage(); err == nil {
			e.Groups = next.Groups
		}
	case tournament.KindRound:
		if next, err := cup.NextRound(rapid.Uint64().Draw(t, "chance")); err == nil {
			e.Drawn = next.Drawn
		}
	case tournament.KindResult, tournament.KindCorrection:
		a := rapid.IntRange(0, 8).Draw(t, "points")
		e.Result = counted(a, 8-a)
		if rapid.IntRange(0, 9).Draw(t, "none") == 0 {
			e.Result = nil
		}
		if open := s.Open(); e.Kind == tournament.KindResult && len(open) > 0 && rapid.IntRange(0, 9).Draw(t, "stray") > 0 {
			e.Match = open[0].ID
		}
	}
	return e
}

// Whatever events come, in whatever order: those that do not fit change
// nothing, the live state equals the replay of the log, and every pool's
// points add up.
func TestTheLiveStateIsTheReplayOfItsLog(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		system := rapid.SampledFrom([]tournament.System{tournament.RoundRobin, tournament.Swiss, tournament.Random, tournament.Knockout}).Draw(t, "system")
		cup := open(t, tournament.Setup{Tables: []string{"1", "2"}, Stages: []tournament.Stage{
			{System: system, Rounds: rapid.IntRange(1, 3).Draw(t, "rounds"), Groups: rapid.IntRange(1, 2).Draw(t, "groups"), Minutes: 30},
			{System: tournament.Knockout, Take: 4, Third: true},
		}}, rapid.IntRange(0, 9).Draw(t, "entrants"))
		for range rapid.IntRange(5, 60).Draw(t, "events") {
			e := drawEvent(t, cup)
			before := text(t, cup.State())
			if _, err := cup.Append(e); err != nil && text(t, cup.State()) != before {
				t.Fatalf("%s was refused (%v), and has changed the state", e.Kind, err)
			}
			cup.Misdrawn() // these must bear whatever there is
			for i := range cup.State().Stages {
				for g := range cup.State().Stages[i].Groups {
					cup.State().Outlooks(i, g)
					cup.State().Bracket(i, g)
				}
			}
		}
		again, err := tournament.Replay(throughJSON(t, cup.Events()))
		if err != nil {
			t.Fatalf("the log does not replay: %v", err)
		}
		live, replayed := text(t, cup.State()), text(t, again.State())
		if live != replayed {
			t.Fatalf("live\n%s\nreplayed\n%s", live, replayed)
		}
		for i := range cup.State().Stages {
			for g := range cup.State().Stages[i].Groups {
				checkSums(t, cup.State().Standings(i, g))
			}
		}
	})
}

// checkSums: who won and who lost are as many, unless matches were forfeited
// by both; differences add up to nothing; places run from 1 without gaps.
func checkSums(t *rapid.T, rows []tournament.Row) {
	won, lost, difference := 0, 0, 0
	for i, r := range rows {
		won, lost, difference = won+r.Won, lost+r.Lost, difference+r.Difference
		if r.Place > i+1 || r.Place < 1 || (i == 0 && r.Place != 1) || (i > 0 && r.Place != i+1 && r.Place != rows[i-1].Place) {
			t.Fatalf("row %d has place %d", i, r.Place)
		}
		if r.Played != r.Won+r.Drawn+r.Lost {
			t.Fatalf("%+v does not add up", r)
		}
	}
	if won > lost || difference != 0 {
		t.Fatalf("%d won, %d lost, the differences add up to %d", won, lost, difference)
	}
}

func text(t *rapid.T, s *tournament.State) string {
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func throughJSON(t *rapid.T, events []tournament.Event) []tournament.Event {
	b, err := json.Marshal(events)
	if err != nil {
		t.Fatal(err)
	}
	var out []tournament.Event
	if err := json.Unmarshal(b, &out); err != nil {
		t.Fatal(err)
	}
	return out
}
