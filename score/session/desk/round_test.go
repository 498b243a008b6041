package desk

import (
	"testing"
	"time"

	"ditchline/calibrate"
	"ditchline/detect"
	"ditchline/referee"
	"ditchline/score"

	"gonum.org/v1/gonum/spatial/r2"
)

// playRound plays all discs into the hole, each taken off, but for the last
// of each side, which stay.
func playRound(s *stage, teams []string, azimuths []float64, discs int) {
	for n := range discs {
		for i, team := range teams {
			if n < discs-1 {
				s.shoot(team, azimuths[i], at(0, 0), detect.InHole)
				s.hands([]detect.ID{s.next - 1}, nil)
				continue
			}
			var touch []effect
			for id, d := range s.on {
				if d.Team != team {
					touch = append(touch, effect{id: id, to: r2.Add(d.Pos, at(3, 0)), state: detect.Flat, p: 1})
				}
			}
			s.shoot(team, azimuths[i], at(60, azimuths[i]), detect.Flat, touch...)
		}
	}
}

func TestARoundEndsByItselfWhenAllDiscsArePlayed(t *testing.T) {
	s := newStage(t, newDesk(t, referee.Two))
	playRound(s, []string{"dark", "light"}, []float64{270, 90}, 12)
	if len(only[*Round](s.notes)) != 0 {
		t.Fatal("written before anybody could look")
	}
	s.wait(6 * time.Second)
	rounds := only[*Round](s.notes)
	if len(rounds) != 1 || rounds[0].Partial {
		t.Fatalf("rounds %+v", rounds)
	}
	for _, side := range []referee.Side{"A", "B"} {
		if got := rounds[0].Score[side]; got != (referee.Tally{Board: 15, Twenties: 11, Total: 235}) {
			t.Errorf("side %s counts %+v", side, got)
		}
	}
	s.end()
	if len(only[*Round](s.notes)) != 1 {
		t.Error("the end of the film wrote the round again")
	}
	s.wants()
}

func TestClearingTheBoardWritesTheRoundAndIsNoAnomaly(t *testing.T) {
	s := newStage(t, newDesk(t, referee.Two))
	playRound(s, []string{"dark", "light"}, []float64{270, 90}, 12)
	s.hands([]detect.ID{s.next - 1, s.next - 2}, nil)
	s.wants()
	rounds := only[*Round](s.notes)
	if len(rounds) != 1 || rounds[0].Score["A"].Total != 235 {
		t.Fatalf("rounds %+v", rounds)
	}
	state := s.desk.Match().State()
	if state.Phase == score.Playing && state.Next != rounds[0].Starter {
		t.Errorf("next is %s, the starter %s", state.Next, rounds[0].Starter)
	}
}

func TestABoardClearedEarlyEndsTheRoundInPart(t *testing.T) {
	s, dark, light := opened(t)
	s.hands([]detect.ID{dark, light}, nil)
	rounds := only[*Round](s.notes)
	if len(rounds) != 1 || !rounds[0].Partial || rounds[0].Score["A"].Total != 15 || rounds[0].Score["B"].Total != 10 {
		t.Fatalf("rounds %+v", rounds)
	}
	s.wants()
	s.shoot("light", 90, at(60, 0), detect.Flat)
	if state := s.desk.Match().State(); state.Round != 2 {
		t.Errorf("round %d, want 2", state.Round)
	}
}

func TestOneShotTooManyIsToldAndLosesNothing(t *testing.T) {
	s := newStage(t, newDesk(t, referee.Two))
	playRound(s, []string{"dark", "light"}, []float64{270, 90}, 12)
	n := s.shoot("dark", 270, at(0, 0), detect.InHole, effect{id: s.next - 1, to: at(70, 90), state: detect.Flat, p: 1})
	if n.Verdict.Outcome != referee.Valid || n.Verdict.Twenties["A"] != 1 {
		t.Errorf("%s", n.Text)
	}
	s.end()
	if r := only[*Round](s.notes); len(r) != 1 || r[0].Score["A"].Board != 15 {
		t.Errorf("rounds %+v", r)
	}
}

func TestWhatLiesThereWhenAFilmBeginsIsCounted(t *testing.T) {
	d := newDesk(t, referee.Two)
	s := &stage{t: t, desk: d, next: 1, on: map[detect.ID]detect.Seen{}}
	for _, x := range []detect.Seen{s.disc("dark", at(60, 10), detect.Flat), s.disc("light", at(150, 70), detect.Flat), s.disc("light", at(0, 0), detect.InHole)} {
		s.on[x.ID] = x
	}
	s.take(&detect.Found{Calibration: calibrate.Calibration{Board: stageBoard()}, Discs: s.lying()})
	s.wait(2 * time.Second)
	s.end()
	r := only[*Round](s.notes)
	if len(r) != 1 || !r[0].Partial {
		t.Fatalf("rounds %+v", r)
	}
	if a, b := r[0].Score["A"].Total, r[0].Score["B"].Total; a+b != 15+10 {
		t.Errorf("%d and %d points lie there, want 25", a, b)
	}
}

func TestADiscThatLayInTheHoleCountsWhenItIsTakenOut(t *testing.T) {
	for taken, want := range map[bool]int{true: 1, false: 0} {
		s := newStage(t, newDesk(t, referee.Two))
		x := s.disc("light", at(0, 0), detect.InHole)
		s.on[x.ID] = x
		s.shoot("dark", 270, at(60, 100), detect.Flat)
		if len(s.desk.Due()) != 0 {
			t.Errorf("people are asked to take off %+v", s.desk.Due())
		}
		if taken {
			s.hands([]detect.ID{x.ID}, nil)
		}
		s.wait(2 * time.Second)
		s.end()
		s.wants()
		if got := only[*Round](s.notes)[0].Score["B"].Twenties; got != want {
			t.Errorf("taken out: %v: %d twenties, want %d", taken, got, want)
		}
	}
}

func TestSeatsAreLearnedForThreeAndFour(t *testing.T) {
	for _, c := range []struct {
		form     referee.Form
		teams    []string
		azimuths []float64
		players  []string
	}{
		{referee.Four, []string{"dark", "light", "dark", "light"}, []float64{10, 280, 190, 100}, []string{"A1", "B1", "A2", "B2"}},
		{referee.Three, []string{"dark", "light", "red"}, []float64{180, 90, 0}, []string{"A1", "B1", "C1"}},
		{referee.Three, []string{"dark", "light", "red"}, []float64{0, 90, 180}, []string{"A1", "B1", "C1"}}, // the other way round the table
		{referee.TwoVOne, []string{"dark", "light", "dark", "light"}, []float64{0, 270, 180, 270}, []string{"A1", "B1", "A2", "B1"}},
	} {
		s := newStage(t, newDesk(t, c.form))
		for round := range 2 {
			for i, team := range c.teams {
				n := s.shoot(team, c.azimuths[i], at(0, 0), detect.InHole)
				s.hands([]detect.ID{s.next - 1}, nil)
				if n.Player != c.players[i] || !n.Verdict.StartValid {
					t.Errorf("%s, lap %d: shot %d is %s's, start %v, want %s's", c.form, round, i+1, n.Player, n.Verdict.StartReasons, c.players[i])
				}
			}
		}
		s.wants()
	}
}

func TestAStartBesideTheQuadrantLineIsNotTakenForTheNeighbours(t *testing.T) {
	s := newStage(t, newDesk(t, referee.Two))
	s.shoot("dark", 270, at(0, 0), detect.InHole)
	s.hands([]detect.ID{s.next - 1}, nil)
	s.shoot("light", 90, at(0, 0), detect.InHole)
	s.hands([]detect.ID{s.next - 1}, nil)
	n := s.shoot("dark", 317, at(0, 0), detect.InHole) // 2 degrees beyond
	if n.Player != "A1" || n.Verdict.StartValid {
		t.Errorf("%s's start is valid: %v", n.Player, n.Verdict.StartValid)
	}
}

func TestABoardFoundAnewWithDiscsElsewhereNamesNoDiscTwice(t *testing.T) {
	s, dark, light := opened(t)
	s.take(&detect.Broken{At: s.now, Cut: true, Why: "a cut"})
	delete(s.on, dark)
	old := s.on[light]
	delete(s.on, light)
	moved := s.disc("light", r2.Add(old.Pos, at(30, 0)), detect.Flat)
	s.on[moved.ID] = moved
	s.take(&detect.Found{At: s.now, Calibration: calibrate.Calibration{Board: stageBoard()}, Discs: s.lying()})
	n := s.shoot("light", 90, at(0, 0), detect.InHole)
	s.wait(2 * time.Second)
	s.end()
	r := only[*Round](s.notes)
	if n.Verdict.Twenties["B"] != 1 || n.Seq == 0 || len(r) != 1 || r[0].Score["B"].Twenties != 1 {
		t.Errorf("%s; rounds %+v: want one twenty of B", n.Text, r)
	}
}
