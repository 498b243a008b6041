package tournament_test

import (
	"errors"
	"testing"

	"ditchline/score/hall/tournament"

	"pgregory.net/rapid"
)

// In a Swiss and in a random stage nobody meets an opponent again, nobody has
// two byes, at most one has one in a round, nobody is left out; and for as
// long as theory says that a pairing exists, one is drawn.
func TestNobodyMeetsTwiceInASwiss(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 17).Draw(t, "entrants")
		system := rapid.SampledFrom([]tournament.System{tournament.Swiss, tournament.Random}).Draw(t, "system")
		cup := open(t, tournament.Setup{Stages: []tournament.Stage{{System: system, Rounds: 20}}}, n)
		begin(t, cup)
		met := map[[2]tournament.EntrantID]bool{}
		byes := map[tournament.EntrantID]int{}
		changed := false
		for round := 1; round <= 20; round++ {
			if round > 1 && rapid.IntRange(0, 9).Draw(t, "change") == 0 {
				change(t, cup)
				changed = true
			}
			e, err := cup.NextRound(rapid.Uint64().Draw(t, "chance"))
			if err != nil {
				if !errors.Is(err, tournament.ErrNoPairing) && !errors.Is(err, tournament.ErrStageDone) {
					t.Fatalf("round %d: %v", round, err)
				}
				// A graph in which each of an even number m of vertices has
				// m/2 neighbours has a perfect matching (Dirac 1952). With
				// the bye as a vertex that loses one neighbour a round too.
				if m := n + n%2; !changed && m-round >= m/2 && n > 1 {
					t.Fatalf("round %d of %d entrants: %v", round, n, err)
				}
				return
			}
			add(t, cup, e)
			seen := map[tournament.EntrantID]bool{}
			for _, m := range cup.State().Stage().Rounds[round-1].Matches {
				seen[m.A], seen[m.B] = true, true
				if m.Bye() {
					if byes[m.A]++; byes[m.A] > 1 {
						t.Fatalf("%s has a second bye", m.A)
					}
					continue
				}
				if met[[2]tournament.EntrantID{m.A, m.B}] || met[[2]tournament.EntrantID{m.B, m.A}] {
					t.Fatalf("round %d: %s and %s meet again", round, m.A, m.B)
				}
				met[[2]tournament.EntrantID{m.A, m.B}] = true
				a := rapid.IntRange(0, 8).Draw(t, "points")
				result(t, cup, m, a, 8-a)
			}
			for _, x := range cup.State().Entrants {
				if !x.Withdrawn && !seen[x.ID] {
					t.Fatalf("round %d: %s is left out", round, x.ID)
				}
			}
		}
	})
}

func TestWinnersMeetWinners(t *testing.T) {
	cup := open(t, tournament.Setup{Count: tournament.CountMatches, Stages: []tournament.Stage{{System: tournament.Swiss, Rounds: 3}}}, 8)
	begin(t, cup)
	draw(t, cup)
	// The upper half meets the lower half in order.
	want := [][2]tournament.EntrantID{{"1", "5"}, {"2", "6"}, {"3", "7"}, {"4", "8"}}
	for i, m := range cup.State().Stage().Rounds[0].Matches {
		if m.A != want[i][0] || m.B != want[i][1] {
			t.Errorf("table %d: %s against %s, want %v", i+1, m.A, m.B, want[i])
		}
		result(t, cup, m, 5, 3)
	}
	draw(t, cup)
	for _, m := range cup.State().Stage().Rounds[1].Matches {
		if (m.A <= "4") != (m.B <= "4") {
			t.Errorf("%s meets %s: a winner meets a loser", m.A, m.B)
		}
	}
}

func TestTheByeGoesToTheLastWhoHasHadNone(t *testing.T) {
	cup := open(t, tournament.Setup{Count: tournament.CountMatches, Stages: []tournament.Stage{{System: tournament.Swiss, Rounds: 3}}}, 5)
	begin(t, cup)
	var byes []tournament.EntrantID
	for range 3 {
		draw(t, cup)
		for _, m := range cup.State().Stage().Rounds[len(cup.State().Stage().Rounds)-1].Matches {
			if m.Bye() {
				byes = append(byes, m.A)
			} else if m.A < m.B {
				result(t, cup, m, 8, 0)
			} else {
				result(t, cup, m, 0, 8)
			}
		}
	}
	if byes[0] != "5" || byes[1] == "5" || byes[2] == byes[1] || byes[2] == "5" {
		t.Errorf("byes went to %v", byes)
	}
	if rows := cup.State().Standings(0, 0); rows[0].Entrant != "1" {
		t.Errorf("standings: %v", places(rows))
	}
}

func TestRandomRoundsFollowTheirChance(t *testing.T) {
	pairs := func(chance uint64) []tournament.Pair {
		cup := open(t, tournament.Setup{Stages: []tournament.Stage{{System: tournament.Random, Rounds: 10}}}, 20)
		begin(t, cup)
		e, err := cup.NextRound(chance)
		if err != nil {
			t.Fatal(err)
		}
		return e.Drawn.Pairs
	}
	same := func(a, b []tournament.Pair) int {
		n := 0
		for i := range a {
			if a[i].A == b[i].A && a[i].B == b[i].B {
				n++
			}
		}
		return n
	}
	if a, b := pairs(1), pairs(1); same(a, b) != 10 {
		t.Error("the same chance gives two draws")
	}
	if a, b := pairs(1), pairs(2); same(a, b) > 5 {
		t.Error("another chance gives the same draw")
	}
}
