package tournament_test

import (
	"fmt"
	"testing"
	"time"

	"ditchline/score/hall/tournament"
)

var began = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

// tb is a test of either kind.
type tb interface {
	Helper()
	Fatalf(format string, args ...any)
}

// open begins a tournament of n singles, named 1 to n.
func open(t tb, setup tournament.Setup, n int) *tournament.Tournament {
	t.Helper()
	if setup.ID == "" {
		setup.ID = "cup"
	}
	cup, err := tournament.Open(tournament.Event{At: began, Kind: tournament.KindOpen, Setup: &setup})
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	var entrants []tournament.Entrant
	for i := range n {
		entrants = append(entrants, tournament.Entrant{Players: []tournament.Player{{Name: fmt.Sprint("P", i+1)}}})
	}
	if n > 0 {
		add(t, cup, tournament.Event{Kind: tournament.KindEnter, Entrants: entrants})
	}
	return cup
}

func add(t tb, cup *tournament.Tournament, e tournament.Event) {
	t.Helper()
	e.At = began.Add(time.Duration(len(cup.Events())) * time.Minute)
	if _, err := cup.Append(e); err != nil {
		t.Fatalf("%s: %v", e.Kind, err)
	}
}

func begin(t tb, cup *tournament.Tournament) {
	t.Helper()
	e, err := cup.NextStage()
	if err != nil {
		t.Fatalf("%v", err)
	}
	add(t, cup, e)
}

func draw(t tb, cup *tournament.Tournament) {
	t.Helper()
	e, err := cup.NextRound(7)
	if err != nil {
		t.Fatalf("%v", err)
	}
	add(t, cup, e)
}

func result(t tb, cup *tournament.Tournament, m *tournament.Match, a, b int) {
	t.Helper()
	add(t, cup, tournament.Event{Kind: tournament.KindResult, Match: m.ID, Result: counted(a, b)})
}

// counted is a result by points alone.
func counted(a, b int) *tournament.Result {
	r := &tournament.Result{Points: [2]int{a, b}, Winner: tournament.NoOne}
	switch {
	case a > b:
		r.Winner = tournament.WinnerA
	case b > a:
		r.Winner = tournament.WinnerB
	}
	return r
}

func places(rows []tournament.Row) []string {
	var out []string
	for _, r := range rows {
		out = append(out, string(r.Entrant))
	}
	return out
}

var _ tb = (*testing.T)(nil)
