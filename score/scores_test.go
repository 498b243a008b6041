package score_test

import (
	"slices"
	"testing"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
)

// The scenarios' `scores` F01 to F09: what a round is worth.
func TestRoundPoints(t *testing.T) {
	for _, c := range []struct {
		rules  string
		mode   models.ScoringMode
		totals []int
		tie    int
		want   []int
	}{
		{"F01 KEL-19 NED-19 CQG-15 ENC-11 MAY-27 CH-28", models.Differential, []int{65, 25}, 0, []int{40, 0}},
		{"F02 CH-28 MAY-27: a tie gives nobody anything", models.Differential, []int{45, 45}, 0, []int{0, 0}},
		{"F03 CH-29 CH-43", models.Simple, []int{45, 30}, 0, []int{45, 30}},
		{"F04 MAY-29 NCA-04", models.Match2, []int{80, 75}, 1, []int{2, 0}},
		{"F05 MAY-29: tie 1 each", models.Match2, []int{80, 80}, 1, []int{1, 1}},
		{"F06 MAY-20 CON-15", models.Match3, []int{60, 45, 20}, 1, []int{2, 1, 0}},
		{"F06 MAY-20 in any order", models.Match3, []int{20, 60, 45}, 1, []int{0, 2, 1}},
		{"F07 MAY-20: tie for first", models.Match3, []int{60, 60, 20}, 1, []int{1, 1, 0}},
		{"F08 MAY-20: tie for second", models.Match3, []int{60, 20, 20}, 1, []int{2, 0, 0}},
		{"F09 AMB-10: all level", models.Match3, []int{50, 50, 50}, 1, []int{1, 1, 1}},
		{"NCA-04 WCC", models.Rounds4, []int{10, 60}, 1, []int{0, 2}},
		{"NCA-04: tie 1 each", models.Rounds4, []int{60, 60}, 1, []int{1, 1}},
		{"nothing on the board at all", models.Match2, []int{0, 0}, 1, []int{1, 1}},
	} {
		if got := score.RoundPoints(c.mode, c.totals, c.tie); !slices.Equal(got, c.want) {
			t.Errorf("%s: %s of %v gives %v, want %v", c.rules, c.mode, c.totals, got, c.want)
		}
	}
}

// F10: what the discs of a board are worth, in every ruleset.
func TestBoardCount(t *testing.T) {
	for _, name := range []string{"CH", "CQG", "NED", "ENC", "MAY", "KEL", "NCA", "WCC"} {
		rs := ruleset(t, name)
		var discs []referee.Disc
		for i, d := range []float64{60, 84.93125, 186.53125, 287.63125} {
			discs = append(discs, referee.Disc{ID: string(rune('a' + i)), Owner: "B", State: referee.Flat, At: referee.Polar{D: d, Theta: 90}})
		}
		discs = append(discs, referee.Disc{ID: "e", Owner: "B", State: referee.Leaning})
		if got := 2*20 + referee.CountBoard(&rs, rs.RulebookBoard(), discs)["B"]; got != 90 {
			t.Errorf("F10 CH-24 CH-33: %s counts %d, want 90", name, got)
		}
	}
}

// rounds plays whole rounds of given totals.
type rounds [][]int

func (r rounds) play(tab *table) {
	for _, totals := range r {
		tab.write(totals...)
	}
}

// The scenarios' F12 to F22, and the cases that their numbers leave out.
func TestTargets(t *testing.T) {
	target := func(n int) func(*score.Setup) { return func(s *score.Setup) { s.Target = n } }
	count := func(m models.ScoringMode, n int) func(*score.Setup) {
		return func(s *score.Setup) { s.Mode, s.Target = m, n }
	}
	for _, c := range []struct {
		rules, ruleset string
		change         func(*score.Setup)
		rounds         rounds
		totals         []int
		phase          score.Phase
		winners        []referee.Side
	}{
		{"F12 NED-01 NED-19: exactly 100 wins", "NED", nil, rounds{{60, 0}, {40, 0}}, []int{100, 0}, score.Over, []referee.Side{"A"}},
		{"F11 NED-19: 95 does not", "NED", nil, rounds{{60, 0}, {35, 0}}, []int{95, 0}, score.Playing, nil},
		{"F13 KEL-01: nobody has 50, next round", "KEL", target(50), rounds{{30, 0}, {0, 20}, {0, 25}}, []int{30, 45}, score.Playing, nil},
		{"F14 CH-38: at least 50", "CH", target(50), rounds{{30, 0}, {20, 0}}, []int{50, 0}, score.Over, []referee.Side{"A"}},
		{"CH-38: the long game goes to 150", "CH", target(150), rounds{{140, 0}}, []int{140, 0}, score.Playing, nil},
		{"F15 CH-40 CON-13: both over, the higher wins", "CH", count(models.Simple, 100), rounds{{70, 65}, {35, 45}}, []int{105, 110}, score.Over, []referee.Side{"B"}},
		{"F16 CH-40 CON-13: exact tie, both win", "CH", count(models.Simple, 100), rounds{{70, 65}, {40, 45}}, []int{110, 110}, score.Over, []referee.Side{"A", "B"}},
		{"MAY-29: 8 to 8 is level, it goes on", "MAY", count(models.Match2, 8), rounds{{1, 0}, {1, 0}, {1, 0}, {0, 1}, {0, 1}, {0, 1}, {5, 5}, {5, 5}}, []int{8, 8}, score.Playing, nil},
		{"MAY-29: 9 to 7 wins", "MAY", count(models.Match2, 8), rounds{{1, 0}, {1, 0}, {1, 0}, {0, 1}, {0, 1}, {0, 1}, {5, 5}, {1, 0}}, []int{9, 7}, score.Over, []referee.Side{"A"}},
		{"F20 MAY-28 MAY-29 AMB-09: 8 to 8, a deciding round", "MAY", count(models.Match2, 8), rounds{{1, 0}, {1, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 1}, {0, 1}, {1, 1}, {0, 1}}, []int{8, 10}, score.Over, []referee.Side{"B"}},
		{"AMB-09: the deciding round ties too, again", "MAY", count(models.Match2, 8), rounds{{1, 0}, {1, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 1}, {0, 1}, {1, 1}, {5, 5}}, []int{9, 9}, score.Playing, nil},
		{"F21 NCA-04: 2-0, 0-2, 1-1, 2-0", "NCA", nil, rounds{{60, 20}, {10, 30}, {40, 40}, {50, 0}}, []int{5, 3}, score.Over, []referee.Side{"A"}},
		{"NCA-04: not over after three", "NCA", nil, rounds{{60, 20}, {60, 30}, {60, 40}}, []int{6, 0}, score.Playing, nil},
		{"F22 NCA-04: 4 to 4 stands", "NCA", nil, rounds{{60, 20}, {10, 30}, {40, 40}, {40, 40}}, []int{4, 4}, score.Over, nil},
		{"F22 WCC: an extra round", "WCC", nil, rounds{{60, 20}, {10, 30}, {40, 40}, {40, 40}}, []int{4, 4}, score.Playing, nil},
		{"F22 WCC: which decides", "WCC", nil, rounds{{60, 20}, {10, 30}, {40, 40}, {40, 40}, {0, 5}}, []int{4, 6}, score.Over, []referee.Side{"B"}},
		{"CQG-16 MAY-28 CH-27: to 100 by differences", "MAY", nil, rounds{{85, 75}, {95, 5}}, []int{100, 0}, score.Over, []referee.Side{"A"}},
		{"CON-12 ENC-12: a target fixed before", "ENC", target(20), rounds{{25, 5}}, []int{20, 0}, score.Over, []referee.Side{"A"}},
	} {
		tab := newTable(t, referee.Two, c.ruleset, c.change)
		c.rounds.play(tab)
		tab.expect(c.rules, c.totals, c.phase, c.winners...)
		if c.phase == score.Over {
			tab.refused(score.Event{Kind: score.KindShot, Shot: &score.Shot{Seat: referee.South}}, "over")
			tab.refused(score.Event{Kind: score.KindRound}, "over")
		}
	}
}

// MAY-20, CH-43: three against each other.
func TestThreeSides(t *testing.T) {
	tab := newTable(t, referee.Three, "MAY", nil)
	if tab.Setup().Mode != models.Match3 || tab.Setup().Target != 8 {
		t.Errorf("MAY-20 CON-15: count %s to %d", tab.Setup().Mode, tab.Setup().Target)
	}
	rounds{{60, 45, 20}, {60, 60, 20}, {60, 20, 20}, {50, 50, 50}, {60, 0, 10}}.play(tab)
	tab.expect("MAY-20", []int{8, 3, 2}, score.Over, "A")
	for i, r := range tab.State().Rounds {
		if asked := slices.Contains(r.Confirm, "AMB-10"); asked != (i == 3) {
			t.Errorf("AMB-10: round %d asks %v", i+1, r.Confirm)
		}
	}
	tab = newTable(t, referee.Three, "CH", nil)
	if tab.Setup().Mode != models.Simple || tab.State().Sides[0].Dealt != 8 {
		t.Errorf("CH-43 CON-15: count %s, %d discs", tab.Setup().Mode, tab.State().Sides[0].Dealt)
	}
	rounds{{60, 70, 20}, {45, 30, 20}}.play(tab)
	tab.expect("CH-40 CH-43: the higher of two over the target", []int{105, 100, 40}, score.Over, "A")
	if long := newTable(t, referee.Three, "CH+l", nil); long.State().Sides[2].Dealt != 12 {
		t.Errorf("CH-43: the long form deals %d", long.State().Sides[2].Dealt)
	}
}

// A match of several games.
func TestGames(t *testing.T) {
	tab := newTable(t, referee.Two, "NCA", func(s *score.Setup) { s.Games = 3 })
	first := tab.State().Starter
	rounds{{1, 0}, {1, 0}, {1, 0}, {1, 0}}.play(tab)
	if s := tab.State(); s.Game != 2 || s.Starter == first || s.Sides[0].Games != 1 || s.RoundInGame != 1 || s.Round != 5 {
		t.Errorf("T13 NCA-03: game %d round %d started by %s, games %d", s.Game, s.Round, s.Starter, s.Sides[0].Games)
	}
	tab.expect("totals begin anew", []int{0, 0}, score.Playing)
	rounds{{1, 0}, {1, 0}, {1, 0}, {1, 0}}.play(tab)
	tab.expect("two of three games win", []int{8, 0}, score.Over, "A")
	if got := tab.State().Games; len(got) != 2 || !slices.Equal(got[1].Winners, []referee.Side{"A"}) {
		t.Errorf("games: %+v", got)
	}
}

func TestConcede(t *testing.T) {
	tab := newTable(t, referee.Two, "NED", nil)
	rounds{{60, 0}}.play(tab)
	tab.do(score.Event{Kind: score.KindConcede, Side: "A"})
	tab.expect("the other side wins", []int{60, 0}, score.Over, "B")
	tab.do(score.Event{Kind: score.KindUndo})
	tab.expect("undone", []int{60, 0}, score.Playing)
}

// NCA-15: time ends the round; the side with fewer shots may take one more.
func TestTimeIsUp(t *testing.T) {
	tab := newTable(t, referee.Two, "NCA", nil)
	tab.shoot(referee.Flat, 60)
	tab.do(score.Event{Kind: score.KindStop})
	if s := tab.State(); s.Phase != score.LastShot || s.Next != referee.North {
		t.Fatalf("NCA-15: %s, next %s", s.Phase, s.Next)
	}
	tab.refused(score.Event{Kind: score.KindShot, Shot: &score.Shot{Seat: referee.South}}, "only B")
	tab.shoot(referee.Flat, 150)
	if s := tab.State(); s.Phase != score.Frozen {
		t.Fatalf("NCA-15 after the last shot: %s", s.Phase)
	}
	tab.do(score.Event{Kind: score.KindRound})
	tab.expect("NCA-15: the leader wins", []int{2, 0}, score.Over, "A")

	level := newTable(t, referee.Two, "NCA", nil)
	level.shoot(referee.Flat, 60)
	level.shoot(referee.Flat, 60)
	level.do(score.Event{Kind: score.KindStop})
	if s := level.State(); s.Phase != score.Frozen {
		t.Errorf("level shots, time up: %s", s.Phase)
	}
	other := newTable(t, referee.Two, "NED", nil)
	other.shoot(referee.Flat, 60)
	other.do(score.Event{Kind: score.KindStop})
	if s := other.State(); s.Phase != score.Frozen {
		t.Errorf("no extra shot in NED: %s", s.Phase)
	}
	between := newTable(t, referee.Two, "NED", nil)
	rounds{{60, 0}}.play(between)
	between.do(score.Event{Kind: score.KindStop})
	between.expect("time between rounds", []int{60, 0}, score.Over, "A")
}
