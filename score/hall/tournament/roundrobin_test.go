package tournament_test

import (
	"fmt"
	"slices"
	"testing"

	"ditchline/score/hall/tournament"

	"pgregory.net/rapid"
)

// The Berger table for 7 or 8, as FIDE's handbook C.05 annex 1 prints it.
var bergerOf8 = [][]string{
	{"1-8", "2-7", "3-6", "4-5"},
	{"8-5", "6-4", "7-3", "1-2"},
	{"2-8", "3-1", "4-7", "5-6"},
	{"8-6", "7-5", "1-4", "2-3"},
	{"3-8", "4-2", "5-1", "6-7"},
	{"8-7", "1-6", "2-5", "3-4"},
	{"4-8", "5-3", "6-2", "7-1"},
}

func TestAPoolOfEightIsTheHandbooksBergerTable(t *testing.T) {
	cup := open(t, tournament.Setup{Stages: []tournament.Stage{{System: tournament.RoundRobin}}}, 8)
	begin(t, cup)
	for r, want := range bergerOf8 {
		draw(t, cup)
		var got []string
		for _, m := range cup.State().Stage().Rounds[r].Matches {
			got = append(got, fmt.Sprintf("%s-%s", m.A, m.B))
		}
		slices.Sort(got)
		if want := slices.Sorted(slices.Values(want)); !slices.Equal(got, want) {
			t.Errorf("round %d is %v, want %v", r+1, got, want)
		}
	}
	if _, err := cup.NextRound(1); err == nil {
		t.Error("an eighth round was drawn")
	}
}

// Whoever joins and leaves in between, everybody who stays meets everybody
// else who stays exactly as often as the stage says.
func TestEveryPoolIsComplete(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "entrants")
		cycles := rapid.IntRange(1, 2).Draw(t, "cycles")
		groups := rapid.IntRange(1, max(1, n/4)).Draw(t, "groups")
		cup := open(t, tournament.Setup{Stages: []tournament.Stage{{System: tournament.RoundRobin, Rounds: cycles, Groups: groups}}}, n)
		begin(t, cup)
		quiet := true
		for rounds := 0; ; rounds++ {
			if rounds > 0 && rounds < 12 && rapid.IntRange(0, 5).Draw(t, "change") == 0 {
				quiet = false
				change(t, cup)
			}
			e, err := cup.NextRound(0)
			if err != nil {
				break
			}
			add(t, cup, e)
			if rounds > 120 {
				t.Fatalf("the pools have no end")
			}
		}
		met := map[string]int{}
		s := cup.State()
		for _, r := range s.Stage().Rounds {
			for _, m := range r.Matches {
				met[fmt.Sprint(m.A, " ", m.B)]++
				met[fmt.Sprint(m.B, " ", m.A)]++
			}
		}
		for g, group := range s.Stage().Groups {
			for i, a := range group.Members {
				for _, b := range group.Members[:i] {
					n := met[fmt.Sprint(a, " ", b)]
					if n > cycles || (n < cycles && s.Active(a) && s.Active(b)) {
						t.Fatalf("group %d: %s and %s have met %d times, want %d", g, a, b, n, cycles)
					}
				}
			}
		}
		if quiet {
			size := (n + groups - 1) / groups
			if want := cycles * (size - 1 + size%2); len(s.Stage().Rounds) > want {
				t.Fatalf("%d rounds for pools of %d: want %d", len(s.Stage().Rounds), size, want)
			}
		}
	})
}

// change lets somebody join, leave or come back.
func change(t *rapid.T, cup *tournament.Tournament) {
	s := cup.State()
	who := rapid.SampledFrom(s.Entrants).Draw(t, "who")
	switch {
	case who.Withdrawn:
		add(t, cup, tournament.Event{Kind: tournament.KindReturn, Who: who.ID})
	case rapid.Bool().Draw(t, "leaves"):
		add(t, cup, tournament.Event{Kind: tournament.KindWithdraw, Who: who.ID})
	default:
		g := rapid.IntRange(0, len(s.Stage().Groups)-1).Draw(t, "group")
		add(t, cup, tournament.Event{Kind: tournament.KindEnter, Group: g, Entrants: []tournament.Entrant{{Players: []tournament.Player{{Name: "late"}}}}})
	}
}

func TestWhoLeavesAPoolEarlyIsAnnulledAndLateForfeits(t *testing.T) {
	setup := tournament.Setup{Stages: []tournament.Stage{{System: tournament.RoundRobin}}}
	for _, c := range []struct {
		rounds   int
		annulled bool
	}{{1, true}, {2, false}} {
		cup := open(t, setup, 4)
		begin(t, cup)
		for range c.rounds {
			draw(t, cup)
			for _, m := range cup.State().Open() {
				result(t, cup, m, 5, 3)
			}
		}
		add(t, cup, tournament.Event{Kind: tournament.KindWithdraw, Who: "4"})
		rows := cup.State().Standings(0, 0)
		last := rows[3]
		if last.Entrant != "4" || last.Annulled != c.annulled {
			t.Errorf("after %d rounds: %+v", c.rounds, last)
		}
		forfeits := 0
		for _, r := range rows[:3] {
			forfeits += r.Points
		}
		// Each round has 16 points in two matches; annulled, only those of
		// the other three count: one match in each round of 8 points.
		want := 8
		if !c.annulled {
			want = 2*16 - last.Points + 8
		}
		if forfeits != want {
			t.Errorf("after %d rounds the others have %d points, want %d", c.rounds, forfeits, want)
		}
	}
}
